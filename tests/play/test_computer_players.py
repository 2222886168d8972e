"""Computer players at a table decide as the simulator's strategies do, so that the ratings of a league are theirs too."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from code777solver import Simulation, load_edition, read_log
from code777solver.play.computer_players import ComputerPlayer
from code777solver.play.keyed_random import PUBLIC, KeyedRandom
from code777solver.play.levels import Level
from code777solver.play.rating import Tables
from code777solver.records import replace
from code777solver.table.events import Answer, Declare, Seat
from code777solver.table.table import Step, Table

NAMES = ("Ann", "Bob", "Cid", "Dan")


def _after_card(steps: list[Step], place: int) -> bool:
    """True if a card has just been answered by all who have to."""
    return isinstance(steps[place].event, Answer) and steps[place].after.open_card is None


def _codes(computer: ComputerPlayer) -> tuple[NDArray[np.float64], list[str]]:
    """The chance of each code as a player sees it, and the codes."""
    space, names = computer.belief.space, list(computer.belief.space.codes)
    return np.bincount(space.code_of, weights=computer.belief.chances, minlength=len(names)), names


@pytest.mark.minutes
@pytest.mark.parametrize(
    ("edition", "strategies"),
    [
        ("classic", ("slow:1", "threshold:0.7", "advised", "look:0.06")),
        ("stronghold", ("advised", "threshold:0.7", "certain", "slow:2")),
    ],
)
def test_they_declare_when_the_simulator_s_players_do(edition: str, strategies: tuple[str, ...]) -> None:
    simulation = Simulation(load_edition(edition), strategies, seed=5, rotate=False)
    declared = 0
    for number in range(6):
        found = simulation.transcript(number)
        log = read_log(found.text, Table(viewer=None))
        steps = [line.step for line in log.lines if line.step is not None]
        seated = next(place for place, step in enumerate(steps) if isinstance(step.event, Seat))
        computers = {}
        for name, strategy in zip(NAMES, strategies, strict=True):
            table = replace(steps[seated].before, viewer=name)
            computers[name] = ComputerPlayer(
                name, Level(strategy, strategy, 1.0, 0, ""), table, KeyedRandom(PUBLIC, "")
            )
            computers[name].sit_down(table.do(Seat(NAMES)))
        known: dict[str, tuple[NDArray[np.float64], list[str]]] = {}
        cards, spoken, pending, place = 0, set[str](), list[str](), seated + 1
        while place < len(steps):
            step = steps[place]
            if isinstance(step.event, Declare):
                claim = pending.pop(0)
                said = " ".join(map(str, step.event.tiles)) if step.event.tiles else step.event.numbers
                assert step.event.player == claim.split()[0], (number, place)
                chances, names = known[step.event.player]
                assert chances[names.index(said)] == pytest.approx(chances.max())  # of equal ones it may take another
                spoken.add(step.event.player)
                declared += 1
            for computer in computers.values():
                computer.take(step)
            if _after_card(steps, place):
                assert not pending
                cards, spoken = cards + 1, set()
            place += 1
            over = place < len(steps) and (step.after.waiting or step.after.spares_due or step.after.reshuffle_due)
            settled = place >= len(steps) or isinstance(steps[place].event, Answer | Declare)
            if settled and not over and cards and not pending and step.after.open_card is None and place < len(steps):
                reader = (cards - 1) % 4 - (step.after.edition.rules.two_declare == "right_of_reader_first")
                order = [NAMES[(reader + i) % 4] for i in range(4)]
                claims = {name: computers[name].decide(cards) for name in order if name not in spoken}
                known = {name: _codes(computers[name]) for name in order}
                pending = [f"{name} {claim}" for name, claim in claims.items() if claim is not None]
        assert not pending or found.winner is not None
    assert declared > 30


def test_ratings_find_the_strengths_that_games_were_drawn_from() -> None:
    """Tables of four, each won in proportion to the strengths of those who sit there."""
    random = np.random.default_rng(1)
    strength = np.array([0.0, 0.6, 1.3, 2.0, -0.8])
    tables = Tables([str(i) for i in range(5)])
    for _ in range(300):
        seated = random.integers(0, 5, 4)
        weights = np.exp(strength[seated])
        tables.add(seated.tolist(), random.multinomial(200, weights / weights.sum()))
    found = tables.ratings()
    true = 1500 + 400 / np.log(10) * (strength - strength.mean())
    assert all(abs(one.points - wanted) < 2 * one.half for one, wanted in zip(found, true, strict=True))
    assert all(3 < one.half < 12 for one in found)
    assert sum(one.wins for one in found) == tables.games == 60_000
