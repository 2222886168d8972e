"""Many games side by side are the games of the simulator: the same deals and actions give the same results, game by game."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import plain_kernels
import pytest

import code777solver.play.simulation as simulation_module
from code777solver import Edition, load_edition, simulate
from code777solver.errors import RuleError, StrategyError
from code777solver.kernels import board as kinds
from code777solver.play import vector_games
from code777solver.play.seat_view import SeatView
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.play.simulation import Simulation
from code777solver.play.strategies import read_strategy
from code777solver.play.vector_games import LEARNER, VectorGames

pytestmark = pytest.mark.minutes
TABLE = ("learner", "certain", "certain", "certain")


def opened(record: Any) -> SimpleNamespace:
    return SimpleNamespace(**{name: record[name] for name in record.dtype.names})


def plain_advance(boards: Any, states: Any, *more: Any) -> None:
    """The kernel in plain Python."""
    with np.errstate(over="ignore"):
        kernel = plain_kernels.sibling("many_games").advance
        kernel([opened(boards[0])], [opened(states[i]) for i in range(len(states))], *more)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both the simulator and the games side by side in plain Python: tables of any shape, at once."""
    monkeypatch.setattr(vector_games.kernels, "advance", plain_advance)
    monkeypatch.setattr(simulation_module, "play", lambda table, state, seed, first, rows: plain_kernels.play(
        table.packed, state, np.uint64(seed), np.uint64(first), rows
    ))  # fmt: skip
    return


def threshold(limit: float) -> Any:
    """Declares the likeliest code from some chance on."""
    return lambda sight: np.where(sight.chance >= limit, sight.likeliest, 0)


def rows_of(edition: str | Edition, strategies: list[str], games: int, seed: int, **more: Any) -> Any:
    """End of each game of the simulator."""
    table = Simulation(edition, strategies, seed=seed, **more)
    rows = np.zeros((games, kinds.SEATS + 2 * table.table.players), np.int32)
    simulation_module.play(table.table, table.table.state(), seed, 0, rows)
    return rows


def rows_by(games: VectorGames, agent: Any, count: int) -> Any:
    """The same, played side by side."""
    rows = np.full((count, kinds.SEATS + 2 * games.players), -9, np.int32)
    sight = games.reset(limit=count)
    for _ in range(20_000):
        turn = games.step(agent(sight))
        assert (rows[turn.number[turn.done]] == -9).all(), "a game was told twice"
        rows[turn.number[turn.done]] = turn.rows[turn.done]
        sight = turn.sight
        if (rows[:, 0] != -9).all():
            assert not sight.active.any()
            return rows
    raise AssertionError("the games do not end")


# The same games.


@pytest.mark.parametrize(("name", "limit"), [("certain", 1.0), ("threshold:0.5", 0.5), ("threshold:0", 0.0)])
@pytest.mark.parametrize("codes", [False, True])
def test_a_scripted_learner_plays_the_games_of_the_simulator(name: str, limit: float, codes: bool) -> None:
    games = VectorGames("classic", TABLE, games=33, seed=5, codes=codes)
    found = rows_by(games, threshold(limit), 400)
    assert np.array_equal(found, rows_of("classic", [name, "certain", "certain", "certain"], 400, 5))


def test_four_learners_with_a_threshold_each_play_the_games_of_the_simulator() -> None:
    limits = np.array([1.0, 0.8, 0.3, 0.05])
    games = VectorGames("classic", ["learner"] * 4, games=20, seed=6, codes=True, threads=3)
    names = [f"threshold:{limit:g}" for limit in limits]
    found = rows_by(games, lambda sight: np.where(sight.chance >= limits, sight.likeliest, 0), 300)
    assert np.array_equal(found, rows_of("classic", names, 300, 6))


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("edition", "options", "players"),
    [
        ("stronghold", {}, 3),  # racks that their owners never see
        ("stronghold", {"declare": "own_turn"}, 2),
        ("classic", {"declare": "own_turn", "points_to_win": "1"}, 5),  # a game can end before a learner is asked
        ("classic", {"tie": "one_more", "points_to_win": "1"}, 3),
        ("code77", {}, 4),
    ],
)
def test_other_rules_and_tables_give_the_same_games_too(edition: str, options: dict[str, str], players: int) -> None:
    chosen, count = load_edition(edition).with_options(options), 6
    others = ["threshold:0.4", "certain", "threshold:0.1", "slow:1"][: players - 1]
    games = VectorGames(chosen, ["learner", *others], games=4, seed=3)
    found = rows_by(games, threshold(0.2), count)
    assert np.array_equal(found, rows_of(chosen, ["threshold:0.2", *others], count, 3))


@pytest.mark.usefixtures("uncompiled")
def test_a_game_that_ends_before_anybody_is_asked_is_told_with_the_next_step() -> None:
    """Everybody else guesses at once, in their own turn, for a single point."""
    chosen = load_edition("classic").with_options({"declare": "own_turn", "points_to_win": "1"})
    others = ["threshold:0"] * 4
    games = VectorGames(chosen, ["learner", *others], games=2, seed=3)
    found = rows_by(games, threshold(0.0), 80)
    assert np.array_equal(found, rows_of(chosen, ["threshold:0", *others], 80, 3))


def test_the_counts_are_those_of_simulate_for_any_number_of_games_side_by_side() -> None:
    expected = simulate("classic", ["threshold:0.6", "certain", "certain", "certain"], games=300, seed=2)
    for side_by_side in (1, 7, 300, 512):
        found = VectorGames("classic", TABLE, games=side_by_side).play(threshold(0.6), 300, seed=2)
        assert np.array_equal(found.wins, expected.wins)
        assert np.array_equal(found.lengths, expected.lengths)
        assert np.array_equal(found.wrong, expected.wrong)


# What is seen.


def test_what_is_seen_is_what_a_strategy_of_ones_own_sees() -> None:
    """The features, the chances and the racks in sight, decision by decision, of games that Python plays card by card."""
    seen: list[Any] = []

    def looking(view: SeatView) -> str | None:
        racks = [view.racks[j] for j in sorted(view.racks, key=lambda j: (j - view.seat) % 4 if j < 4 else j)]
        seen.append((view.features, dict(view.codes), racks, view.seat))
        code, chance = view.codes[0]
        return code if chance >= 0.4 else None

    simulate("classic", [looking, "certain", "certain", "certain"], games=12, seed=4)
    games = VectorGames("classic", TABLE, games=1, seed=4, codes=True)
    kinds_of, sight, compared = games.edition.deck.kinds, games.reset(limit=12), 0
    while sight.active.any():
        features, codes, racks, seat = seen[compared]
        assert np.allclose(sight.features[0, 0], features, atol=1e-6)
        chances = dict(zip(games.code_names, sight.chances[0, 0].tolist(), strict=True))
        assert {name for name, chance in chances.items() if chance} == set(codes)
        assert all(abs(chances[name] - chance) < 1e-6 for name, chance in codes.items())
        assert np.array_equal(sight.mask[0, 0], [1, *(chance > 0 for chance in chances.values())])
        assert sight.tiles[0, 0].tolist() == [[rack.count(kind) for kind in kinds_of] for rack in racks]
        assert sight.seat[0, 0] == seat
        assert sight.chance[0, 0] == pytest.approx(max(codes.values()))
        compared += 1
        best = max(codes, key=lambda name: codes[name])
        tied = sum(chance > max(codes.values()) - 1e-9 for chance in codes.values()) > 1
        action = 0
        if max(codes.values()) >= 0.4:
            action = 1 + games.code_names.index(min(codes, key=lambda name: (-codes[name], name)) if tied else best)
        sight = games.step(np.array([[action]])).sight
    assert compared == len(seen) > 100


def test_nobody_sees_their_own_rack() -> None:
    """Put any other rack that is left there: nothing that is seen changes."""
    games = VectorGames("classic", ["learner"] * 4, games=40, seed=1, codes=True)
    games.reset()
    for _ in range(3):
        games.step(np.zeros((40, 4), np.int64))
    games._slots.point[:] = vector_games.kernels.OVER  # shows the same position again
    before = games._advance(np.zeros((40, 4), np.int64)).sight
    changed = 0
    for game in range(40):
        state = games.state_of(game)
        left = np.unpackbits(state["left"][2].view(np.uint8), bitorder="little")
        others = np.flatnonzero(left)
        changed += len(others) > 1
        state["rack"][2] = others[-1]
    after = games._advance(np.zeros((40, 4), np.int64)).sight
    of_seat_2 = before.seat == 2
    assert changed > 30
    for one, other in zip(before, after, strict=True):
        assert np.array_equal(one[of_seat_2], other[of_seat_2])
    assert not np.array_equal(before.tiles, after.tiles), "the others should see the difference"


def test_the_one_who_wins_is_rewarded_and_the_others_pay() -> None:
    games = VectorGames("classic", ["learner"] * 4, games=16, seed=1)
    sight, ended = games.reset(), 0
    for _ in range(60):
        turn = games.step(threshold(0.3)(sight))
        for game in np.flatnonzero(turn.done).tolist():
            winner = (int(turn.rows[game, 0]) + int(turn.number[game])) % 4
            assert turn.rewards[game].tolist() == [1.0 if who == winner else -1 / 3 for who in range(4)]
            ended += 1
        assert not turn.rewards[~turn.done].any()
        sight = turn.sight
    assert ended > 20


# What is refused.


def test_bad_actions_are_refused_with_their_place() -> None:
    games = VectorGames("classic", TABLE, games=3, codes=True)
    with pytest.raises(RuleError, match="call reset first"):
        games.step(np.zeros((3, 1), int))
    sight = games.reset()
    with pytest.raises(RuleError, match=r"actions \(3,\) of int64: whole numbers of shape \(3, 1\)"):
        games.step(np.zeros(3, int))
    with pytest.raises(RuleError, match="game 1, learner 0: action 999 is not allowed"):
        games.step(np.array([[0], [999], [0]]))
    impossible = int(np.flatnonzero(sight.mask[2, 0] == 0)[0])
    with pytest.raises(RuleError, match=f"game 2, learner 0: action {impossible} is not allowed .*see the mask"):
        games.step(np.array([[0], [0], [impossible]]))
    with pytest.raises(RuleError, match="seed -1"):
        games.reset(-1)


def test_tables_without_a_learner_are_refused() -> None:
    with pytest.raises(StrategyError, match="nobody learns"):
        VectorGames("classic", ["certain", "certain"])
    with pytest.raises(StrategyError, match="strategies of your own cannot play here"):
        VectorGames("classic", [LEARNER, read_strategy(lambda view: None)])
    with pytest.raises(RuleError, match="0 games side by side"):
        VectorGames("classic", TABLE, games=0)


def test_the_table_is_that_of_the_simulator() -> None:
    """Room for features does not change who is seated."""
    games = VectorGames("classic", ["certain", LEARNER], games=1)
    plain = SimulatedTable(load_edition("classic"), Seating((kinds.CERTAIN, kinds.OUTSIDE), (0.0, 0.0)), rotate=True)
    assert np.array_equal(games.table.board.rules, plain.board.rules)
    assert games.asked == (1,)
