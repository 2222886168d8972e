"""The grade of a puzzle: its steps, effort and level. `grading` computes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, NamedTuple

from ..records import Count, Record, in_json

KINDS = ("compare", "tiles", "racks", "spread")
"""Kinds of cards: they compare two things, count single tiles, count racks, or count the colours or numbers that are in
sight or missing. The last are the hardest to use."""
MOST_ANSWERS = 14
"""Most answers of a puzzle. All groups of this many answers can be examined quickly."""
EASE = dict(zip(KINDS, (0, 0, 1, 2), strict=True))


class PuzzleLevel(Record):
    """Limits of a level. A puzzle belongs to the first level whose limits it keeps."""

    name: str
    widest: int
    """The most answers that one step combines."""
    spread: int
    """The most cards of the kind ``spread``."""


LEVELS = {
    level.name: level
    for level in (
        PuzzleLevel("easy", 1, 1),
        PuzzleLevel("medium", 2, 99),
        PuzzleLevel("hard", 3, 99),
        PuzzleLevel("expert", 99, 99),
    )
}


@in_json(("clues", "counted"), "facts", "racks", "codes")
class SolvingStep(NamedTuple):
    """A step to the solution."""

    clues: tuple[int, ...]
    """Answers that are combined, as indices in the puzzle."""
    facts: Annotated[tuple[str, ...], "Claims that can be noted then."]
    racks: Annotated[Count, "The number of racks that agree with these answers and the notes before."]
    codes: Annotated[Count, "The number of number codes of these racks."]

    @property
    def counted(self) -> list[Count]:
        """The answers that are combined, counted from 1."""
        return [place + 1 for place in self.clues]


@in_json("answers", "widest", ("steps", "step_count"), "effort", "kinds")
class Grade(Record):
    """Difficulty of a puzzle."""

    kinds: Annotated[tuple[str, ...], "The kind of each card: ``compare``, ``tiles``, ``racks`` or ``spread``."]
    steps: tuple[SolvingStep, ...]
    """A solution without superfluous steps and with the smallest possible largest step."""

    @property
    def answers(self) -> Count:
        """Number of answers in the puzzle."""
        return len(self.kinds)

    @property
    def widest(self) -> Count:
        """Number of answers that the largest step combines.

        Every solution by notes has a step that combines at least this number.
        """
        return max(len(step.clues) for step in self.steps)

    @property
    def step_count(self) -> Count:
        """Number of steps of the solution."""
        return len(self.steps)

    @property
    def level(self) -> str:
        """``easy``, ``medium``, ``hard`` or ``expert``."""
        return level_of(self.widest, self.kinds)

    @cached_property
    def effort(self) -> Count:
        """A finer measure.

        Each step counts 4 times as much for each further answer, and more for harder cards.
        """
        return sum(
            4 ** (len(step.clues) - 1) * (2 + max(EASE[self.kinds[clue]] for clue in step.clues)) for step in self.steps
        )

    def __str__(self) -> str:
        answers = "1 answer" if self.answers == 1 else f"{self.answers} answers"
        steps = "1 step" if len(self.steps) == 1 else f"{len(self.steps)} steps"
        return f"{self.level}: {answers}, {steps}, up to {self.widest} at once"


def level_of(widest: int, kinds: Sequence[str]) -> str:
    """Name of the level for a largest step and the kinds of cards.

    >>> level_of(1, ["compare", "racks", "spread"]), level_of(1, ["spread", "spread"]), level_of(4, ["compare"] * 5)
    ('easy', 'medium', 'expert')
    """
    spread = list(kinds).count("spread")
    return next(level.name for level in LEVELS.values() if widest <= level.widest and spread <= level.spread)


__all__ = ["EASE", "KINDS", "LEVELS", "MOST_ANSWERS", "Grade", "PuzzleLevel", "SolvingStep", "level_of"]
