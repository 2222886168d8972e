"""Learnt policies: the compiled net and the plain one, the shipped files, and the league."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import plain_kernels
import pytest
from click.testing import CliRunner
from test_features import opened, random_policy

from code777solver import Simulation, edition_names, load_edition
from code777solver.cli.main import main
from code777solver.errors import StrategyError
from code777solver.kernels import board as kinds
from code777solver.play import league
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


def test_a_map_changes_no_choice() -> None:
    for name in shipped():
        policy, chances = shipped_policy(name), np.linspace(0, 1, 1001)
        assert (np.diff(policy.calibrated(chances)) > 0).all()
        assert policy.calibrated(chances)[[0, -1]].tolist() == pytest.approx([0, 1], abs=1e-6)


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
