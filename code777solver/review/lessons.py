"""Lessons of a game for one player: the most important moments, and the missed deductions.

They are selected from a `GameReview`. A moment is a declaration that came late or never, a wrong declaration, or a line with
much information.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from ..records import Chance, Count, in_json
from ..table.events import Answer, Declare
from .records import GameReview, RackStory

MOST_MOMENTS = 3
MOST_FACTS = 3
Kind = Literal["late", "missed", "excluded", "guess", "told"]


@in_json("kind", "line", "code", "cards", "probability", "since", "proof", "scored")
class Moment(NamedTuple):
    """One moment that mattered to a player.

    Its line is the first after which the player could have declared, the line of the declaration, or a line with much
    information.
    """

    kind: Annotated[
        Kind,
        "What happened: a certain code was declared late or never, an excluded or a possible code was declared and wrong, "
        "a line told much.",
    ]
    line: Annotated[Count, "Its line in the log."]
    code: Annotated[str | None, "The code in question."]
    cards: Annotated[Count, "For what was late or missed: how many cards were drawn meanwhile."]
    probability: Annotated[Chance | None, "For a guess: the chance that the code had."]
    since: Annotated[Count | None, "For an excluded code: the line that ruled it out."]
    proof: Annotated[tuple[Count, ...], "For what was late or missed: the lines of a smallest proof."]
    scored: Annotated[tuple[str, ...], "For what was late or missed: who scored meanwhile."]
    bits: float
    """Bits of information, for a moment of kind ``told``."""


@in_json("line", "late", "cards")
class Missed(NamedTuple):
    """A deduction that a player could have made and did not use at once. It can be made into a puzzle."""

    line: Annotated[Count, "The line after which it was certain."]
    code: str
    """The code that could be deduced."""
    proof: tuple[int, ...]
    """Lines of the answers that prove it."""
    cards: Annotated[tuple[int, ...], "The cards whose answers prove it."]
    late: Annotated[Count, "The number of cards drawn before it was declared, or the rack was lost."]


def moments(review: GameReview, player: str, most: int = MOST_MOMENTS) -> tuple[Moment, ...]:
    """The most important moments of a player, ``most`` of them, in the order of the log."""
    mine = review.player(player)
    found: list[tuple[float, Moment]] = []
    for story in mine.racks:
        found += _delays(review, story)
        found += _mistakes(story)
    for point in mine.turning_points:
        bits = point.bits[player]
        found.append((min(1.0, bits / 8), _moment("told", point.line, bits=bits)))
    chosen = sorted(found, key=lambda entry: (-entry[0], entry[1].line))[:most]
    return tuple(sorted((moment for _, moment in chosen), key=lambda moment: moment.line))


def learnt(review: GameReview, line: int, player: str) -> tuple[str, ...]:
    """The first few facts that a line proved to a player, as claims."""
    known = next((step.of(player) for step in review.steps if step.line == line), None)
    return known.facts[:MOST_FACTS] if known is not None else ()


def _delays(review: GameReview, story: RackStory) -> Iterator[tuple[float, Moment]]:
    """Moment of a code that was declared late or never, with its weight."""
    if story.could_declare is None or not story.late:
        return
    scored = tuple(_scored(review, story.could_declare, story.end, story.player))
    used = story.declaration is not None and story.declaration.right
    yield (
        2.0 + min(story.late, 10) / 2 + 4 * len(scored) + (0 if used else 3),
        _moment(
            "late" if used else "missed",
            story.could_declare,
            code=_code_at(review, story),
            cards=story.late,
            proof=story.proof,
            scored=scored,
        ),
    )


def _mistakes(story: RackStory) -> Iterator[tuple[float, Moment]]:
    """Moments of wrong declarations, with their weights."""
    found = story.declaration
    if found is None or found.right:
        return
    if found.probability == 0.0:
        yield 6.0, _moment("excluded", found.line, code=found.said, since=found.excluded_since)
    else:
        yield (
            1.0 + 2 * (1 - (found.probability or 0.0)),
            _moment("guess", found.line, code=found.said, probability=found.probability),
        )


def _moment(
    kind: Kind,
    line: int,
    *,
    code: str | None = None,
    cards: int = 0,
    probability: float | None = None,
    since: int | None = None,
    proof: tuple[int, ...] = (),
    scored: tuple[str, ...] = (),
    bits: float = 0.0,
) -> Moment:
    return Moment(kind, line, code, cards, probability, since, proof, scored, bits)


def _scored(review: GameReview, first: int, end: int | None, player: str) -> Iterator[str]:
    """Other players who scored between two lines."""
    for step in review.steps:
        event, meanwhile = step.event, first < step.line and (end is None or step.line < end)
        if meanwhile and isinstance(event, Declare) and event.right and event.player != player:
            yield event.player


def _code_at(review: GameReview, story: RackStory) -> str | None:
    """The code that was certain."""
    one = next((step.of(story.player) for step in review.steps if step.line == story.certain_since), None)
    return one.best if one is not None else None


def missed(review: GameReview, player: str) -> tuple[Missed, ...]:
    """Deductions that a player could have made and did not use at once, in order."""
    cards = {step.line: step.event.card for step in review.steps if isinstance(step.event, Answer)}
    found = []
    for story in review.player(player).racks:
        code = _code_at(review, story)
        if story.could_declare is not None and story.late and code is not None and story.proof:
            used = tuple(sorted({cards[line] for line in story.proof if line in cards}))
            found.append(Missed(story.could_declare, code, story.proof, used, story.late))
    return tuple(found)


__all__ = ["MOST_FACTS", "MOST_MOMENTS", "Missed", "Moment", "learnt", "missed", "moments"]
