"""Learnt policies: the compiled net and the plain one, the lessons of a game, learning, and the league."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import plain_kernels
import pytest
from click.testing import CliRunner
from test_features import opened, random_policy

from code777solver import Simulation, edition_names, load_edition
from code777solver.cli.main import main
from code777solver.errors import StrategyError
from code777solver.kernels import board as kinds
from code777solver.kernels import policy as columns
from code777solver.play import calibration, league, self_play, training
from code777solver.play.policy import Policy, nearest_policy, policy_for, read_policy, shipped, shipped_policy
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.show import plots

EDITION = load_edition("classic")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in plain Python: nothing is compiled."""
    monkeypatch.setattr("code777solver.kernels.games.play", plain_kernels.play)


def test_the_compiled_net_says_what_the_plain_one_says() -> None:
    net = random_policy(3)
    table = SimulatedTable(EDITION, Seating((kinds.ADVISED,) * 4, (0.0,) * 4), policies=[net])
    state, random = table.state(), np.random.default_rng(5)
    for _ in range(20):
        state[0]["features"] = random.random(state[0]["features"].shape)
        plain_kernels.sibling("policy").evaluate(opened(table.packed), opened(state), 0)
        np.testing.assert_allclose(state[0]["values"], net.values(state[0]["features"])[0, :3], rtol=1e-4)


def test_an_advised_seat_never_sees_its_own_rack() -> None:
    """The same view with another true rack gives the same choice."""
    table = SimulatedTable(EDITION, Seating((kinds.ADVISED,) * 3, (0.0,) * 3), policies=[random_policy(2)])
    state = table.state()
    plain_kernels.begin(table.packed, state, np.uint64(5), np.uint64(1))
    for _ in range(3):
        plain_kernels.next_turn(table.packed, state)
    left = np.nonzero(np.unpackbits(state[0]["left"][0].view(np.uint8), bitorder="little"))[0].tolist()
    assert len(left) > 3
    found = set()
    for rack in left[:4]:
        copied = state.copy()
        copied[0]["rack"][0] = rack
        with np.errstate(over="ignore"):
            plain_kernels.sibling("policy").look_around(opened(table.packed), opened(copied), 0)
        found.add(copied[0]["features"].tobytes())
    assert len(found) == 1


def slow_targets(notes: Any, won: bool, trace: float) -> list[float]:
    """The targets of one seat's lessons, written down as the definition has it."""
    if not len(notes):
        return []
    later = slow_targets(notes[1:], won, trace)
    if not later:
        return [float(won)]
    following = notes[1]
    kept = 0.0 if following[columns.BY_LOT] else trace
    return [following[columns.VALUE] + kept * (later[0] - following[columns.THOUGHT]), *later]


@pytest.mark.usefixtures("plain")
def test_lessons_get_their_targets_from_what_came_after() -> None:
    table = self_play.SelfPlay(EDITION, 3, seed=4)
    table.lay([(kinds.ADVISED, 0.0)] * 2 + [(kinds.CERTAIN, 0.0)])
    lessons = table.play(1)
    notes = table.state[0]["notes"][: len(lessons.target)]
    assert {0.0, 1.0} <= set(notes[:, columns.SEAT])
    for seat in (0, 1):
        mine = notes[notes[:, columns.SEAT] == seat]
        won = table.state[0]["now"][kinds.WINNER] == seat
        np.testing.assert_allclose(mine[:, columns.TARGET], slow_targets(mine, won, self_play.TRACE), atol=1e-12)
        assert set(mine[:, columns.WON]) == {float(won)}
        right = mine[:, columns.BRANCH] == columns.RIGHT
        assert mine[right, columns.MINE].all()


def test_a_net_learns_what_it_is_taught() -> None:
    random = np.random.default_rng(2)
    features = random.random((8000, 6)).astype(np.float32)
    branch = random.integers(0, 3, 8000)
    target = np.where(branch == columns.RIGHT, 0.2 + 0.6 * features[:, 1], 0.7 - 0.5 * features[:, 0] * features[:, 2])
    lessons = self_play.Lessons(features, branch, target, np.zeros(8000), np.zeros(8000))
    net = self_play.Net(6, 48, random)
    before = net.learn(lessons, 0.003, random)
    for _ in range(60):
        after = net.learn(lessons, 0.003, random)
    assert after < 0.001 < before
    averaged = Policy(net.mean[0], net.mean[1], {}).values(features)
    assert np.abs(averaged[np.arange(8000), branch] - target).mean() < 0.03


@pytest.mark.usefixtures("plain")
def test_the_same_seed_teaches_the_same_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "IN_A_ROUND", 1)
    made = []
    for seed in (3, 3, 4):
        table = self_play.SelfPlay(EDITION, 2, seed, recipe=self_play.EARLIER._replace(games=3))
        list(table.learn())
        made.append(table.policy().inner)
    assert (made[0] == made[1]).all()
    assert (made[0] != made[2]).any()


@pytest.mark.usefixtures("plain")
def test_a_net_learns_from_several_tables_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons of one table alone made it forget what it had learnt at others."""
    monkeypatch.setattr(self_play, "IN_A_ROUND", 8)
    table, laid = self_play.SelfPlay(EDITION, 2, seed=4, recipe=self_play.Recipe(8)), []
    lay = table.lay

    def laying(seats: self_play.Seats) -> None:
        laid.append(tuple(seats))
        lay(seats)

    monkeypatch.setattr(table, "lay", laying)
    lessons = table.play_tables()
    assert len(laid) == table.played == 8
    assert len(set(laid)) > 1
    assert len(lessons.branch) == len(lessons.features) > int(table.state[0]["taught"][0])


def test_tables_of_the_league_have_every_seat_taken_and_a_learner() -> None:
    random = np.random.default_rng(1)
    tables = [self_play.league(random, 4, self_play.Recipe(0)) for _ in range(300)]
    assert all(len(seats) == 4 and seats[0] == (kinds.ADVISED, 0.0) for seats in tables)
    kinds_seen = {seat[0] for seats in tables for seat in seats}
    assert kinds_seen == {kinds.ADVISED, kinds.CERTAIN, kinds.THRESHOLD}


def test_reliability_finds_a_policy_that_promises_too_much() -> None:
    random = np.random.default_rng(3)
    said, waits = random.random(50_000), random.random(50_000) < 0.5
    won, point = (random.random(50_000) < said for _ in range(2))
    honest = calibration.reliability(calibration.Claims(said, won, said, point, waits))
    less = random.random(50_000) < 0.8 * said
    boastful = calibration.reliability(calibration.Claims(said, less, said, said, waits))
    assert honest.game_error < 0.02
    assert boastful.game_error > 0.08
    assert {name for name, *_ in honest.rows} == {"wait", "declare"}


def test_a_policy_that_promises_too_much_is_brought_down_to_what_comes_true() -> None:
    """The map that is fitted is the one by which the games were lost, and its chances come true."""
    random = np.random.default_rng(4)
    said = random.beta(2, 4, 100_000)
    true = 1 / (1 + np.exp(-(0.9 * np.log(said / (1 - said)) - 0.3)))
    won = (random.random(100_000) < true).astype(float)
    slope, shift = calibration.fit(said, won)
    assert (slope, shift) == (pytest.approx(0.9, abs=0.03), pytest.approx(-0.3, abs=0.03))
    mapped = Policy(random_policy(2).inner, random_policy(2).outer, {"calibration": [slope, shift]})
    np.testing.assert_allclose(mapped.calibrated(said), true, atol=0.01)
    claims = calibration.Claims(mapped.calibrated(said), won, said, said, np.ones(100_000, bool))
    assert (
        calibration.reliability(claims).game_error
        < 0.01
        < calibration.reliability(claims._replace(said=said)).game_error
    )


def test_a_map_changes_no_choice() -> None:
    for name in shipped():
        policy, chances = shipped_policy(name), np.linspace(0, 1, 1001)
        assert (np.diff(policy.calibrated(chances)) > 0).all()
        assert policy.calibrated(chances)[[0, -1]].tolist() == pytest.approx([0, 1], abs=1e-6)


@pytest.mark.usefixtures("plain")
def test_a_policy_is_calibrated_in_games_against_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, bool, Any]] = []
    random = np.random.default_rng(5)
    said = random.random(4000)

    def played(edition: Any, policy: Policy, players: int, *, seed: int, itself: bool = False, **_: Any) -> Any:
        asked.append((seed, itself, policy.about.get("calibration")))
        won = (random.random(4000) < said).astype(float)
        return calibration.Claims(said, won, said, won, np.ones(4000, bool))

    monkeypatch.setattr(calibration, "claims", played)
    before = Policy(random_policy(2).inner, random_policy(2).outer, {"edition": "own", "calibration": [9.0, 9.0]})
    found = calibration.recalibrated(EDITION, before, 2, seed=7)
    assert asked[0] == (8, True, None), "fitted to what the net says, not to an earlier map"
    assert [(seed, itself) for seed, itself, _ in asked] == [(8, True), (9, True), (10, False)]
    assert asked[1][2] == asked[2][2] == found.about["calibration"]
    assert found.about["calibration"] == pytest.approx([1, 0], abs=0.15)
    assert 0 < found.about["game_error"] < 0.05


# The shipped files.


def test_a_policy_is_read_as_it_was_saved(tmp_path: Path) -> None:
    net = Policy(random_policy(2).inner, random_policy(2).outer, {"edition": "own", "players": 3})
    net.save(tmp_path / "own-3.npz")
    again = read_policy(tmp_path / "own-3.npz")
    assert (again.inner == net.inner).all()
    assert (again.outer == net.outer).all()
    assert again.about == net.about


def test_every_shipped_policy_says_what_it_was_trained_on() -> None:
    assert shipped()
    for name in shipped():
        about = shipped_policy(name).about
        assert name == f"{about['edition']}-{about['players']}"
        assert about["games"] > 0
        assert 0 < about["game_error"] < 0.1
        assert 0 < about["point_error"] < 0.1


def test_what_is_shipped_is_what_one_command_makes() -> None:
    made = {name: (shipped_policy(name).about["games"], shipped_policy(name).about["seed"]) for name in shipped()}
    rounds = self_play.IN_A_ROUND
    recipes = training.SHIPPED.items()
    assert made == {name: (recipe.games // rounds * rounds, training.SEED) for name, recipe in recipes}
    assert all(shipped_policy(name).inner.shape[1] == recipe.units for name, recipe in recipes)


def test_the_command_learns_every_policy_that_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(training, "_make", lambda *given: asked.append(given))
    training.main(["shipped", "--check", "512"])
    assert [f"{edition}-{players}" for edition, players, *_ in asked] == list(shipped())
    assert asked[2] == ("classic", 4, training.SHIPPED["classic-4"], 1, Path("classic-4.npz"), 512)
    training.main(["classic", "3", "--games", "2048"])
    recipe = training.SHIPPED["classic-3"]._replace(games=2048)
    assert asked[-1] == ("classic", 3, recipe, 1, Path("classic-3.npz"), 20_480, None)
    training.main(["code77", "3"])
    assert asked[-1][2] == self_play.Recipe(600_000)
    for too_little in (["classic"], ["classic", "3", "--only-calibrate"]):
        with pytest.raises(SystemExit):
            training.main(too_little)


def test_a_policy_can_learn_on_from_where_it_was() -> None:
    start = shipped_policy("classic-2")
    table = self_play.SelfPlay(EDITION, 2, 5, start=start)
    assert table.policy(games=table.before + 1).about["games"] == start.about["games"] + 1
    np.testing.assert_array_equal(table.policy().inner, start.inner)
    np.testing.assert_array_equal(table.net.weights[1], start.outer)
    assert table.net.weights[1] is not start.outer and table.rate < self_play.RATE


def test_a_table_without_a_policy_gets_the_nearest() -> None:
    assert nearest_policy(EDITION, 4) == "classic-4"
    assert nearest_policy(EDITION.with_options({"points_to_win": 5}), 4) == "classic-4"
    assert policy_for(EDITION, 4) is shipped_policy("classic-4")
    for name in edition_names():
        assert nearest_policy(load_edition(name), 4) in shipped()


def test_an_edition_of_your_own_gets_the_policy_of_the_game_nearest_to_it() -> None:
    assert nearest_policy(EDITION, 9) == "classic-5"
    assert nearest_policy(EDITION.with_options({"points_to_win": 5}), 4) == "classic-4"
    assert nearest_policy(EDITION.with_options({"own_tiles_seen": "if_right"}), 3) == "stronghold-3"
    assert nearest_policy(EDITION.with_options({"declare": "own_turn"}), 4).startswith("unique49")


# The league.


@pytest.mark.usefixtures("plain")
def test_a_cell_of_the_league_is_what_simulate_counts() -> None:
    table = league.League(EDITION, 3, ["threshold:0.4"], ["certain", "advised"], games=6, seed=2)
    cells = list(table.play())
    assert [(cell.strategy, cell.field) for cell in cells] == [
        ("threshold:0.4", "certain"),
        ("threshold:0.4", "advised"),
    ]
    for cell in cells:
        counted = Simulation(EDITION, ["threshold:0.4", cell.field, cell.field], seed=2).run(6)
        assert cell.wins == int(counted.wins[0].sum())
        assert cell.games == counted.games
    found = table.as_dict()["cells"][0]
    assert found["low"] <= found["share"] <= found["high"]


@pytest.mark.usefixtures("plain")
def test_the_command_prints_a_league_as_a_table_and_as_data() -> None:
    arguments = [
        "bench",
        "league",
        "--players",
        "3",
        "--games",
        "2",
        "--threads",
        "1",
        "-s",
        "look:0.1",
        "-f",
        "advised",
    ]
    text = CliRunner().invoke(main, arguments).stdout
    assert "classic, 3 players: 2 games at each table, seed 0" in text
    assert "33 is fair" in text
    (cell,) = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)["cells"]
    assert (cell["strategy"], cell["field"], cell["games"]) == ("look:0.1", "advised", 2)


@pytest.mark.usefixtures("plain")
def test_a_league_is_drawn_over_the_thresholds_of_the_others(tmp_path: Path) -> None:
    table = league.League(EDITION, 3, ["certain"], ["threshold:0.6", "certain", "slow:1"], games=2)
    list(table.play())
    axes = plots.league(table).axes[0]
    (line,) = (line for line in axes.get_lines() if line.get_marker() == "o")
    assert line.get_xdata().tolist() == [0.6, 1.0]
    assert line.get_ydata().tolist() == [100 * cell.share for cell in table.cells[:2]]
    asked = ["bench", "league", "--players", "3", "--games", "1", "--threads", "1", "-s", "certain", "-f"]
    drawn = CliRunner().invoke(main, [*asked, "certain", "--plot", str(tmp_path / "league.svg")])
    assert drawn.exit_code == 0 and (tmp_path / "league.svg").stat().st_size > 1000
    refused = CliRunner().invoke(main, [*asked, "slow:1", "--plot", str(tmp_path / "none.svg")])
    assert "drawn over fields of `threshold:P` and `certain`" in refused.output


def test_a_league_refuses_what_it_does_not_know() -> None:
    with pytest.raises(StrategyError, match="no strategy 'thresh'"):
        league.League(EDITION, 4, ["thresh"], ["certain"])


def test_a_table_has_room_for_every_seat_that_reasons_from_silence() -> None:
    """A league seats one, several or all of them at a table that was laid with one."""
    edition, field = load_edition("classic"), Seating((kinds.ADVISED,) + (kinds.SILENCE,) * 2, (0.0, 1.0, 1.0))
    table = league.League(edition, 3, ["advised"], ["silence:1"], games=1)._tables[-1]
    table.reseat(field)
    assert len(table.state()[0]["others"]) == 9 * len(table.board.target)
    with pytest.raises(ValueError, match="2 seats reason from silence: there is room for 1"):
        SimulatedTable(edition, Seating((kinds.SILENCE,) + (kinds.CERTAIN,) * 2, (1.0, 0.0, 0.0))).reseat(field)
