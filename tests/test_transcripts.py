"""Simulated games as logs: the ordinary table replays them, the solver agrees with every player after every line, and a
slow referee finds that everybody declared what, when and in the order that strategy and rules want."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plain_kernels
import pytest
import reference
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slow_games import judge, players_of, replay, solvers, write_edition
from strategies import assert_same_chances

import code777solver.transcripts as transcripts
from code777solver import Edition, load_edition
from code777solver.simulation import Simulation

MIXED = ("certain", "threshold:0.37", "slow:2", "forgetful:0.3", "threshold:0.61")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games are played in plain Python, which takes any table at once."""
    monkeypatch.setattr(transcripts, "play", plain_kernels.play)
    yield


def strategies_at(simulation: Simulation, game: int) -> list[str]:
    """Who sits where in a game, counted here once more."""
    names = [strategy.name for strategy in simulation.strategies]
    return [names[(seat + game) % len(names)] if simulation.rotate else names[seat] for seat in range(len(names))]


def judge_games(edition: Edition, given: list[str], games: int, seed: int = 1, rotate: bool = True) -> list[Any]:
    simulation = Simulation(edition, given, seed=seed, rotate=rotate)
    found = []
    for game in range(games):
        played = simulation.transcript(game)
        judge(played, edition, strategies_at(simulation, game))
        found.append(played)
    return found


# ---------------------------------------------------------------------------------- every edition, in plain Python


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("name", "players"),
    [(n, p) for n in ("classic", "stronghold", "code77") for p in (2, 3, 4, 5) if (n, p) != ("code77", 5)],
)
def test_games_of_every_edition_replay_and_agree_with_the_solver(name: str, players: int) -> None:
    edition = load_edition(name)
    judge_games(edition, ["certain"] * players, 3, seed=players)
    judge_games(edition, [("certain", "slow:1", "forgetful:0.2")[i % 3] for i in range(players)], 1, seed=players)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_every_tile_once_replay_and_agree_with_the_solver(players: int) -> None:
    judge_games(load_edition("unique49"), ["certain"] * players, 1, seed=4)


OPTIONS: dict[str, dict[str, object]] = {
    "pile 0": {"reshuffle_at": 0, "reshuffle_when": "when_refilling"},
    "pile 0 at once": {"reshuffle_at": 0},
    "pile 1": {"reshuffle_at": 1},
    "pile 4 when refilling": {"reshuffle_at": 4, "reshuffle_when": "when_refilling"},
    "tiles": {"advanced": True},
    "one point": {"points_to_win": 1},
    "seven points": {"points_to_win": 7, "tie": "first"},
    "others answer": {"answered_by": "others"},
    "others answer, own turn": {"answered_by": "others", "declare": "own_turn"},
    "order repeats": {"cards_run_out": "cycle", "points_to_win": 6},
    "right of the reader first": {"two_declare": "right_of_reader_first", "answered_by": "others"},
    "five racks": {"racks": 5, "spares_refreshed": 2},
    "five racks, two tiles": {"racks": 5, "spares_refreshed": 1, "spare_tiles": 2, "reshuffle_at": 0},
    "hidden": {"own_tiles_seen": "if_right"},
    "other readings": {"card2": "or_more", "card12": "black"},
}


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_games_with_options_replay_and_agree_with_the_solver(options: dict[str, object]) -> None:
    edition = load_edition("classic").with_options(options)
    certain = judge_games(edition, ["certain"] * 3, 3, seed=7)
    judge_games(edition, ["certain", "slow:1", "forgetful:0.2"], 1, seed=8)
    wanted = {f"option {'target tiles' if name == 'advanced' else f'{name} {value}'}" for name, value in options.items()}
    assert {line for line in certain[0].lines if line.startswith("option")} == wanted


# ------------------------------------------------------------------------------------------- compiled games


@pytest.mark.parametrize("reshuffle_at", [0, 1, 4, 7])
@pytest.mark.parametrize("when", ["at_once", "when_refilling"])
def test_compiled_games_with_every_reshuffle_rule(reshuffle_at: int, when: str) -> None:
    options = {"reshuffle_at": reshuffle_at, "reshuffle_when": when, "points_to_win": 5}
    edition = load_edition("classic").with_options(options)
    shuffled = 0
    for i, given in enumerate([["certain", "threshold:0.3", "slow:1"], ["threshold:0.2"] * 3]):
        shuffled += sum(game.lines.count("reshuffle") for game in judge_games(edition, given, 3, seed=i))
    assert shuffled > 0


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_compiled_games_of_mixed_strategies_with_options(options: dict[str, object]) -> None:
    if "racks" in options:
        return  # another shape of table: in plain Python above
    edition = load_edition("classic").with_options(options)
    judge_games(edition, ["threshold:0.37", "slow:2", "forgetful:0.3"], 4, seed=3)
    judge_games(edition, ["threshold:0.15", "certain", "threshold:1"], 4, seed=4, rotate=False)
