"""Reshuffle periods of a game as a note sheet shows them: the answers of each, and a mark on every tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..core.belief import Belief
from ..records import Record
from ..rules.tiles import Deck, Tile
from ..solver import Solver, position_of
from ..table.events import Answer, Reshuffle
from ..table.table import Table
from .sheet_cells import SheetCell


class SheetAnswer(NamedTuple):
    """An answer and its line in the log."""

    line: int
    answer: Answer


class Period(Record):
    """The game between two reshuffles, with the table and the belief at its end."""

    number: int
    first: int
    last: int
    """Its lines in the log, both included."""
    table: Table
    belief: Belief | None
    """None if nobody is helped, or before the players are named."""
    answers: Mapping[int, tuple[SheetAnswer, ...]]
    """By card, in the order of the log."""


def periods(solver: Solver) -> list[Period]:
    """The reshuffle periods of a game, the current one first. A `reshuffle` line opens the period after it."""
    lines = solver.log.lines
    starts = [i for i, line in enumerate(lines) if line.step is not None and isinstance(line.step.event, Reshuffle)]
    found = []
    for number, (start, end) in enumerate(zip([0, *starts], [*starts, len(lines)], strict=True), 1):
        table, belief = solver.table, position_of(solver).beliefs[end - 1] if end else None
        if end < len(lines):
            step = lines[end].step
            assert step is not None
            table = step.before
        answers: dict[int, tuple[SheetAnswer, ...]] = {}
        for line in lines[start:end]:
            if line.step is not None and isinstance(line.step.event, Answer):
                event = line.step.event
                answers[event.card] = (*answers.get(event.card, ()), SheetAnswer(line.number, event))
        known = belief if table.viewer is not None else None
        found.append(Period(number, start + 1, end, table, known, answers))
    return found[::-1]


def marked_cells(period: Period) -> list[SheetCell]:
    """Every physical tile with its mark, in deck order; the copies of a kind are seen, then mine, then open.

    Once it is certain how many of a kind are mine, its other copies are excluded.
    """
    deck, seen = period.table.edition.deck, period.table.seen_tiles()
    belief = period.belief
    if belief is None or belief.size == 0 or not belief.possible:
        return [SheetCell(tile, "seen" if i < seen[tile] else "open") for tile, i in tile_copies(deck)]
    left = np.nonzero(belief.chances)[0]
    counts = belief.space.counts[left]
    least, most = counts.min(axis=0), counts.max(axis=0)
    chances = belief.chances[left] @ (counts > 0)
    cells = []
    for tile, i in tile_copies(deck):
        kind, place = deck.index[tile], i - seen[tile]
        if place < 0:
            cells.append(SheetCell(tile, "seen"))
        elif place < least[kind]:
            cells.append(SheetCell(tile, "certain"))
        elif least[kind] == most[kind]:
            cells.append(SheetCell(tile, "excluded"))
        else:
            cells.append(SheetCell(tile, "open", "" if place else _percent(float(chances[kind]))))
    return cells


def tile_copies(deck: Deck) -> list[tuple[Tile, int]]:
    """Every physical tile as its kind and its number among the copies, in deck order."""
    return [(tile, i) for tile, copies in zip(deck.kinds, deck.copies, strict=True) for i in range(copies)]


def _percent(chance: float) -> str:
    """A chance that is neither 0 nor 1, short; it is never shown as if it were."""
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{chance:.0%}"
