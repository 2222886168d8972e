"""Strategies: their names, what a strategy of your own is shown, and that each one does what its name says."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import plain_kernels
import pytest
from slow_games import judge, players_of, write_edition

import code777solver.play.simulation as simulation_module
from code777solver import Edition, load_edition
from code777solver.core.arrays import arrays_for
from code777solver.errors import RuleError, StrategyError
from code777solver.play import transcripts
from code777solver.play.seat_view import SeatView
from code777solver.play.simulation import Simulation, simulate
from code777solver.play.strategies import read_strategies, read_strategy
from code777solver.play.transcripts import Transcript
from code777solver.solver import position_of

pytestmark = pytest.mark.minutes

# --------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("given", "name", "number"),
    [
        ("certain", "certain", 0.0),
        (" Certain ", "certain", 0.0),
        ("threshold:0.6", "threshold:0.6", 0.6),
        ("THRESHOLD:1", "threshold:1", 1.0),
        ("threshold:0", "threshold:0", 0.0),
        ("slow:0", "slow:0", 0.0),
        ("slow:100", "slow:100", 100.0),
        ("forgetful:.25", "forgetful:0.25", 0.25),
        ("look:0.06", "look:0.06", 0.06),
        ("look:-.1", "look:-0.1", -0.1),
        ("advised", "advised", 0.0),
    ],
)
def test_strategies_are_read(given: str, name: str, number: float) -> None:
    found = read_strategy(given)
    assert (found.name, found.parameter) == (name, number)
    assert read_strategy(found.name) == found
    assert read_strategy(found) is found


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("treshold:0.6", "no strategy 'treshold:0.6'.*threshold.*strategies: certain, threshold:P"),
        ("certian", "no strategy 'certian'.*certain"),
        ("", "no strategy ''"),
        ("certain:1", "strategy 'certain:1': certain takes no number"),
        ("threshold", "strategy 'threshold': a number from 0 to 1 is needed, like threshold:"),
        ("threshold:1.01", "strategy 'threshold:1.01': a number from 0 to 1"),
        ("threshold:-0.1", "strategy 'threshold:-0.1': a number from 0 to 1"),
        ("threshold:nan", "strategy 'threshold:nan': a number from 0 to 1"),
        ("threshold:half", "strategy 'threshold:half': a number from 0 to 1"),
        ("slow:1.5", "strategy 'slow:1.5': a whole number from 0 to 100"),
        ("slow:101", "strategy 'slow:101': a whole number from 0 to 100"),
        ("slow:inf", "strategy 'slow:inf': a whole number from 0 to 100"),
        ("look", "strategy 'look': a number from -1 to 1"),
        ("advised:1", "strategy 'advised:1': advised takes no number"),
        ("forgetful:2", "strategy 'forgetful:2': a number from 0 to 1"),
    ],
)
def test_bad_strategies_are_refused_in_one_line(given: str, message: str) -> None:
    with pytest.raises(StrategyError, match=message) as caught:
        read_strategy(given)
    assert "\n" not in str(caught.value)


def test_one_strategy_is_for_everybody() -> None:
    assert [strategy.name for strategy in read_strategies(["slow:1"], 3)] == ["slow:1"] * 3
    assert [strategy.name for strategy in read_strategies(["slow:1", "certain"])] == ["slow:1", "certain"]


@pytest.mark.parametrize(
    ("given", "players", "message"),
    [
        ([], 3, "no strategy given: name one for each seat"),
        (["certain", "slow:1"], 3, "2 strategies for 3 players: name one for each seat, or one for all"),
        (["certain"] * 4, 3, "4 strategies for 3 players"),
    ],
)
def test_a_wrong_number_of_strategies(given: list[str], players: int, message: str) -> None:
    with pytest.raises(StrategyError, match=message):
        Simulation("classic", given, players=players)


# ------------------------------------------------------------------------------------- what your own is shown


class Look(NamedTuple):
    """The view of a strategy when it was asked."""

    seat: int
    cards: int
    chances: Any
    codes: list[tuple[str, float]]
    racks: dict[int, tuple[str, ...]]
    scores: tuple[int, ...]
    goal: int
    next_reader: int


def threshold(share: float, looks: list[Look] | None = None) -> Callable[[SeatView], str | None]:
    """A strategy of your own that does what ``threshold:share`` does, and notes what it saw."""

    def own(view: SeatView) -> str | None:
        if looks is not None:
            racks = {j: tuple(sorted(map(str, rack))) for j, rack in view.racks.items()}
            seen = (view.chances.copy(), list(view.codes), racks, view.scores, view.goal, view.next_reader)
            looks.append(Look(view.seat, view.cards_drawn, *seen))
        code, chance = view.codes[0]
        return code if chance >= share else None

    return own


def play_asking(simulation: Simulation, game: int, patch: pytest.MonkeyPatch) -> Transcript:
    """One game with strategies of your own, in plain Python, written down."""

    def play(_board: Any, state: Any, _seed: Any, number: Any, rows: Any) -> None:
        simulation._play_asking(state, int(number), rows)

    patch.setattr(simulation_module, "kernels", plain_kernels)
    patch.setattr(transcripts, "play", play)
    return transcripts.transcript(simulation.table, simulation.seed, game)


DECK = {"G1": 1, "Y2": 2, "K3": 2, "N4": 3, "R5": 2, "G6": 1, "B7": 2}
ASKS = (
    'racks = "sum >= 12"',
    'racks = "colours == 3"',
    'seen = "colours >= 1"',
    'seen = "numbers == 0"',
    'compare = ["4", "7"]',
    'compare = ["2", "3"]',
)


def hidden_edition(folder: Path, **rules: object) -> Edition:
    """Thirteen tiles, and who declares wrongly does not see them."""
    return write_edition(
        folder,
        DECK,
        ASKS,
        {"own_tiles_seen": "if_right", "reshuffle_when": "when_refilling", "most_players": 3, **rules},
    )


HIDDEN: dict[str, dict[str, object]] = {
    "pile 0": {"reshuffle_at": 0},
    "pile 1": {"reshuffle_at": 1},
    "pile 4": {"reshuffle_at": 4},
    "at once": {"reshuffle_at": 2, "reshuffle_when": "at_once"},
    "tiles": {"reshuffle_at": 0, "target": "tiles"},
    "a spare of two tiles": {"tie": "first", "reshuffle_at": 0, "racks": 3, "spare_tiles": 2, "spares_refreshed": 1},
    "others answer": {"reshuffle_at": 0, "answered_by": "others", "declare": "own_turn"},
}


@pytest.mark.parametrize("rules", HIDDEN.values(), ids=HIDDEN)
def test_chances_are_those_of_the_solver_with_racks_out_of_play_unseen(
    rules: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = hidden_edition(tmp_path, **rules)
    hidden = two_goes = compared = 0
    for game in range(6):
        looks: list[Look] = []
        own = Simulation(edition, [threshold(0.15, looks)] * 2, seed=5, rotate=False)
        played = play_asking(own, game, monkeypatch)
        waves, asked = judge(played, edition, ["threshold:0.15"] * 2)
        compared += compare_looks(looks, waves, asked, played)
        hidden += most_hidden(played, players_of(played))
        two_goes += sum(len(line.split()) < 5 for line in played.lines if line.startswith(("rack Ann", "rack Bob")))
    assert compared > 50
    assert hidden > 0
    if rules["reshuffle_at"] == 0:
        assert two_goes > 0  # the pile held one or two tiles of the three


def most_hidden(played: Transcript, names: list[str]) -> int:
    """Number of wrong declarations after which a player had two or more such racks out of play."""
    out, found = Counter[str](), 0
    for line in played.lines:
        words = line.split()
        if words[0] == "reshuffle":
            out.clear()
        elif words[0] == "declare" and words[-1] == "wrong":
            out[words[1]] += 1
            found += out[words[1]] >= 2
    return found


def compare_looks(looks: list[Look], waves: list[Any], asked: Any, played: Transcript) -> int:
    """Every look at a moment is what the solver of that seat says at that line; returns how many there were."""
    names, nth = players_of(played), Counter[tuple[int, int]]()
    lines = {(wave.cards, wave.number): wave.line for wave in waves}
    for look in looks:
        line = lines[look.cards, nth[look.cards, look.seat]]
        nth[look.cards, look.seat] += 1
        solver = asked[names[look.seat]]
        belief, table = position_of(solver).beliefs[line], solver.log.lines[line].step.after
        assert np.allclose(look.chances, belief.chances, rtol=1e-9, atol=1e-12), (names[look.seat], played.lines[line])
        assert abs(sum(chance for _, chance in look.codes) - 1) < 1e-9
        others = {j: name for j, name in enumerate(table.rack_names) if j != look.seat}
        assert look.racks == {j: tuple(sorted(map(str, table.racks[name].tiles))) for j, name in others.items()}
        assert look.scores == tuple(table.scores.values())
        assert look.goal == table.goal
        if table.edition.rules.answered_by == "drawer":
            assert table.players[look.next_reader] == table.next_player
    assert nth
    return len(looks)


@pytest.mark.parametrize("name", ["classic", "stronghold"])
def test_chances_are_those_of_the_solver(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Look] = []
    own = Simulation(name, ["certain", threshold(0.3, looks), threshold(0.4, looks)], seed=2, rotate=False)
    played = play_asking(own, 1, monkeypatch)
    waves, asked = judge(played, own.edition, ["certain", "threshold:0.3", "threshold:0.4"])
    compare_looks(looks, waves, asked, played)


def test_a_view_does_not_depend_on_the_own_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    """With any other own rack, everything public of the view would be the same."""
    monkeypatch.setattr(simulation_module, "kernels", plain_kernels)
    table = Simulation("stronghold", [threshold(0.5)] * 3, seed=3).table
    state = table.state()
    plain_kernels.begin(table.packed, state, np.uint64(3), np.uint64(0))
    for _ in range(4):
        plain_kernels.next_turn(table.packed, state)
    for seat in range(3):
        before = shown(SeatView(table, state[0], seat))
        assert seat not in before["racks"] and set(before["racks"]) == {0, 1, 2, 3} - {seat}
        true = int(state[0]["rack"][seat])
        for other in before["candidates"]:
            state[0]["rack"][seat] = other
            now = shown(SeatView(table, state[0], seat))
            assert now.keys() == before.keys()
            for name, value in before.items():
                assert np.array_equal(now[name], value) if isinstance(value, np.ndarray) else now[name] == value, name
        state[0]["rack"][seat] = true


def shown(view: SeatView) -> dict[str, Any]:
    """Every public attribute that is no method."""
    names = [name for name in dir(view) if not name.startswith("_")]
    return {name: value for name in names if not callable(value := getattr(view, name))}


# ------------------------------------------------------------------------------------------ compiled strategies


def test_an_own_threshold_plays_the_same_games_as_the_named_one() -> None:
    """Above one half there are no ties between codes."""
    for options in ({}, {"own_tiles_seen": "if_right", "reshuffle_at": 1}):
        edition = load_edition("classic").with_options(options)
        named = simulate(edition, ["threshold:0.6", "certain", "threshold:0.7"], games=60, seed=4)
        own = simulate(edition, [threshold(0.6), "certain", threshold(0.7)], games=60, seed=4)
        for count in ("wins", "right", "wrong", "lengths", "played"):
            assert np.array_equal(getattr(own, count), getattr(named, count)), (count, options)
        assert named.wrong.sum() > 0
        assert own.strategies == ("own", "certain", "own#2")


def test_a_strategy_that_declares_nonsense() -> None:
    def wild(view: SeatView) -> str:
        return "999"

    with pytest.raises(
        StrategyError, match="wild failed in game 0, .* it declared '999', and no rack of this deck has that code"
    ):
        simulate("classic", [wild, "certain", "certain"], games=1)


def test_certain_players_are_never_wrong_and_slow_zero_is_certain() -> None:
    careful = simulate("classic", ["certain", "slow:0", "forgetful:0"], games=500, seed=6)
    assert careful.wrong.sum() == 0
    for other in (["slow:0"] * 3, ["threshold:1"] * 3, ["forgetful:0"] * 3):
        found = simulate("classic", other, games=300, seed=9)
        certain = simulate("classic", ["certain", "certain", "slow:0"], games=300, seed=9)
        if "forgetful:0" not in other:  # which draws random numbers of its own
            assert np.array_equal(found.lengths, certain.lengths), other
        assert found.wrong.sum() == 0


def test_who_notices_later_wins_less() -> None:
    shares = [
        simulate("classic", ["certain", one, "certain"], games=1500, seed=3).by_strategy()[1]["share"]
        for one in ("slow:1", "slow:4", "slow:12")
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] < 1 / 3


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_forgetful_players_miss_a_share_of_the_answers(share: float) -> None:
    """Of the answers that would have told something, that share leaves the player's racks as they were."""
    simulation = Simulation("classic", ["certain", f"forgetful:{share}", "certain"], seed=11, rotate=False)
    edition = simulation.edition
    space = arrays_for(edition).racks
    every = [space.rack(i) for i in range(len(space))]
    missed = heard = 0
    for game in range(12):
        played = simulation.transcript(game)
        racks: dict[str, Any] = {}
        for i, line in enumerate(played.lines):
            words = line.split()
            if words[0] == "rack":
                racks[words[1]] = edition.deck.rack(" ".join(words[2:]))
            elif words[0] in ("Ann", "Cid"):
                before, after = played.candidates[i - 1][1], played.candidates[i][1]  # type: ignore[index]
                seen = racks["Cid" if words[0] == "Ann" else "Ann"]
                ask = edition.card(int(words[1]))
                told = {rack for rack in before if ask.answer([seen, every[rack]]) == words[2]}
                if told != before:
                    assert after in (before, told)
                    missed += after == before
                    heard += 1
    assert abs(missed / heard - share) < 4 * math.sqrt(share * (1 - share) / heard)
    assert heard > 150


def test_impossible_tables_are_refused(tmp_path: Path) -> None:
    for players, message in ((1, "1 player: 2 to 5"), (6, "6 players: 2 to 5 can be simulated in 'classic'")):
        with pytest.raises(RuleError, match=message):
            Simulation("classic", ["certain"], players=players)
    with pytest.raises(RuleError, match="5 players: 2 to 4 can be simulated in 'code77'"):
        Simulation("code77", ["certain"], players=5)
