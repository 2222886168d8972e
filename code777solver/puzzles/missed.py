"""Missed deductions of a reviewed game, as positions for puzzles. Plain NumPy.

Answers that the proof does not need are marked as not heard, so that every clue is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..review.lessons import Missed, missed
from ..review.records import GameReview
from ..solver import Solver, add_event, new_solver, position_of
from ..table.events import Answer, Fill, NoteEvent
from ..table.table import ME
from ..table.timeline import rack_since
from .levels import MOST_ANSWERS


def positions(review: GameReview) -> Iterator[tuple[Missed, Solver]]:
    """Missed deductions of `me` in order, each with the game at that line; those that make no puzzle are skipped."""
    if ME not in review.log.table.players:
        return
    for one in missed(review, ME):
        solver = _position(review, one)
        if solver.solved and len(position_of(solver).evidence.heard) <= MOST_ANSWERS:
            yield one, solver


def _position(review: GameReview, one: Missed) -> Solver:
    """The game up to a line, with only those answers about the present rack that the proof needs."""
    lines = review.log.lines[: one.line]
    since = rack_since(lines, ME)
    solver = new_solver(next(line.step.before for line in lines if line.step is not None))
    for place, line in enumerate(lines):
        event = line.step.event if line.step is not None else None
        if event is None or isinstance(event, NoteEvent):
            continue
        if isinstance(event, Fill) and event.rack == ME:
            event = Fill(ME, None)
        if isinstance(event, Answer) and event.player != ME and place >= since and line.number not in one.proof:
            event = Answer(event.player, event.card, None)
        add_event(solver, event)
    return solver


__all__ = ["positions"]
