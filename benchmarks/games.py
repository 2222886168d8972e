"""Logged games with known counts (``tests/cases``), and what one does with a `Solver`."""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
from checkout import ROOT
from positions import HEARD, OTHERS, Position, random_positions
from reference import CARDS

from code777solver import Solver
from code777solver.results import Candidate, Code, Question, TileChance

Analysis = tuple[list[Candidate], list[Code], list[TileChance], list[Question]]

CLASSIC, UNIQUE49 = "classic-107", "unique49-400"
"""The games that are timed, one an edition."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game just before somebody's answer, and how many racks are left after it."""

    before: Solver
    player: str
    card: int
    symbol: str
    racks: int

    def hear(self) -> Solver:
        """Told the answer, on a copy: nothing that this computes is kept in ``before``."""
        solver = self.before.copy()
        solver.answer(self.player, self.card, self.symbol)
        return solver


@dataclass(frozen=True, slots=True)
class Game:
    """A log of ``me``, and the number of racks left after some of its lines."""

    lines: tuple[str, ...]
    counts: dict[int, int]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def moments(self) -> list[Moment]:
        """The answers of others after which the count is known, each count checked; most racks left first."""
        found = []
        for after, racks in self.counts.items():
            player, *words = self.lines[after - 1].split()
            if player in OTHERS:
                before = Solver.from_log("\n".join(self.lines[: after - 1]))
                moment = Moment(before, player, int(words[0]), words[1], racks)
                assert len(moment.hear().candidates) == racks, f"line {after}: {self.lines[after - 1]}"
                found.append(moment)
        return sorted(found, key=lambda moment: -moment.racks)


def load_game(name: str) -> Game:
    """A game of ``tests/cases``."""
    case = json.loads((ROOT / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8"))
    return Game(tuple(case["log"]), {step["after_lines"]: step["racks"] for step in case["steps"]})


def solver_for(position: Position, edition: str, heard: int = HEARD) -> Solver:
    """A solver that sees a random position and has heard its first answers."""
    lines = [f"edition {edition}", f"players {' '.join(OTHERS)} me"]
    lines += [f"rack {name} {' '.join(rack)}" for name, rack in zip(OTHERS, position.racks, strict=True)]
    lines += [f"{OTHERS[who]} {card} {symbol}" for who, card, symbol in position.answers[:heard]]
    return Solver.from_log("\n".join(lines))


def next_moments(before: Solver) -> list[Moment]:
    """Every answer to every card that somebody could give now.

    By the slow twin, so that the solver meets each of them for the first time when it is told.
    """
    mine = [candidate.tiles for candidate in before.candidates]
    found = []
    for player in OTHERS:
        seen = [tuple(tile.name for tile in before.table.racks[name].tiles) for name in OTHERS if name != player]
        for card, ask in CARDS.items():
            answers = Counter(ask([*seen, rack]) for rack in mine)
            found += [Moment(before, player, card, symbol, racks) for symbol, racks in answers.items()]
    return found


def analyze(solver: Solver) -> Analysis:
    """All that the command ``analyze`` computes of a position, as objects."""
    return list(solver.candidates), solver.codes, solver.tiles, solver.questions


# For the first time: to be called in a fresh process, where nothing is remembered yet.


def first_answers(edition: str) -> float:
    """Seconds for an answer, chances included: the median over all that can come next at one table."""
    (position,) = random_positions(1, edition=edition)
    times = []
    for moment in next_moments(solver_for(position, edition, heard=HEARD // 2)):
        start = time.perf_counter()
        chances = moment.hear().belief.chances
        times.append(time.perf_counter() - start)
        assert np.count_nonzero(chances) == moment.racks
    return statistics.median(times)


def first_analyses(edition: str) -> float:
    """Seconds for an analysis after one answer, when many racks are left: the median over some tables."""
    times = []
    for position in random_positions(20, edition=edition):
        before = solver_for(position, edition, heard=0)
        who, card, symbol = position.answers[0]
        start = time.perf_counter()
        after = before.copy()
        after.answer(OTHERS[who], card, symbol)
        candidates, *_ = analyze(after)
        times.append(time.perf_counter() - start)
        assert position.mine in {candidate.tiles for candidate in candidates}
    return statistics.median(times)
