"""Puzzles from one's own game: the deductions that were missed, each as the position in which they could have been made.

Answers that the proof does not need were not heard, so that every clue is needed. Imports numba, for the grade.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core.arrays import arrays_for
from ..reasons.claims import parse_claim
from ..review.lessons import Missed, missed
from ..review.records import GameReview
from ..rules.tiles import tile_names
from ..solver import Solver
from ..table.events import Answer, Fill, Note
from ..table.table import ME
from ..table.timeline import rack_since
from .grading import MOST_ANSWERS, Riddle
from .levels import EASE, Grade
from .maker import kind_of
from .puzzle import Clue, Puzzle


def puzzles_of(review: GameReview) -> Iterator[Puzzle]:
    """The puzzles that a review of a game from the seat of `me` has to give, in order."""
    for one in missed(review, ME):
        solver = _position(review, one)
        if solver.solved and len(solver.evidence.heard) <= MOST_ANSWERS:
            yield _puzzle(solver, one, review)


def _position(review: GameReview, one: Missed) -> Solver:
    """The game up to a line, with only those answers about the present rack that the proof needs."""
    lines = review.log.lines[: one.line]
    since = rack_since(lines, ME)
    solver = Solver.at(next(line.step.before for line in lines if line.step is not None))
    for place, line in enumerate(lines):
        event = line.step.event if line.step is not None else None
        if event is None or isinstance(event, Note):
            continue
        if isinstance(event, Fill) and event.rack == ME:
            event = Fill(ME, None)
        if isinstance(event, Answer) and event.player != ME and place >= since and line.number not in one.proof:
            event = Answer(event.player, event.card, None)
        solver.do(event)
    return solver


def _puzzle(solver: Solver, one: Missed, review: GameReview) -> Puzzle:
    evidence, edition = solver.evidence, solver.edition
    cards = [edition.card(heard.card) for heard in evidence.heard]
    kinds = tuple(kind_of(card.meaning) for card in cards)
    claim = parse_claim(one.code if solver.by_tiles else f"numbers {one.code}", arrays_for(edition).racks)
    riddle = Riddle(arrays_for(edition).racks, evidence.racks, ~claim.holds[evidence.racks], evidence.rules_out)
    riddle.choose(range(len(kinds)))
    story = next(story for story in review.player(ME).racks if story.could_declare == one.line)
    racks = {name: holding.tiles for name, holding in solver.table.racks.items() if name != ME}
    return Puzzle(
        seed=f"game, line {one.line}",
        edition=edition,
        players=solver.table.players,
        racks=racks,
        clues=tuple(
            Clue(heard.line, heard.player, heard.card, card.text, heard.symbol)
            for heard, card in zip(evidence.heard, cards, strict=True)
        ),
        log="".join(f"{line.text}\n" for line in solver.log.lines),
        grade=Grade(kinds, riddle.solve([EASE[kind] for kind in kinds])),
        solution=" ".join(sorted(one.code.split())) if solver.by_tiles else one.code,
        dealt=tile_names(edition.deck.rack(" ".join(story.tiles or ()))),
    )


__all__ = ["puzzles_of"]
