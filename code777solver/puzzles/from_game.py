"""Puzzles from a reviewed game: each missed deduction, with its grade. Grading imports numba."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.arrays import arrays_for
from ..reasons.claims import parse_claim
from ..review.lessons import Missed
from ..review.records import GameReview
from ..rules.tiles import tile_names
from ..solver import Solver, position_of
from ..table.table import ME
from .grading import Riddle
from .levels import EASE, Grade
from .maker import kind_of
from .missed import positions
from .puzzle import Clue, Puzzle


def puzzles_of(review: GameReview) -> Iterator[Puzzle]:
    """Puzzles from the review of a game, for the seat of `me`, in order."""
    for one, solver in positions(review):
        yield puzzle_at(one, solver, review)


def puzzle_at(one: Missed, solver: Solver, review: GameReview) -> Puzzle:
    """Puzzle from one of the `positions` of a review."""
    evidence, edition = position_of(solver).evidence, solver.edition
    cards = [edition.card(heard.card) for heard in evidence.heard]
    kinds = tuple(kind_of(card.meaning) for card in cards)
    claim = parse_claim(f"{edition.rules.target} {one.code}", arrays_for(edition).racks)
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
        solution=" ".join(sorted(one.code.split())),
        dealt=tile_names(edition.deck.rack(" ".join(story.tiles or ()))),
    )


__all__ = ["puzzle_at", "puzzles_of"]
