"""What the JSON of a review holds, field by field, as `shapes` has it for the rest."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ..records import Count, Plain
from ..review.records import Knowledge, RackStory
from .shapes import ProvedFalse, Target


class PlayerSummary(TypedDict):
    """One player's game."""

    player: str
    """Who."""
    points: int
    """Points at the end."""
    received: float | None
    """Bits that the log told this player, where they can be followed; None if they never can."""
    given: float | None
    """Bits that this player's answers told the others; None if nobody can be followed."""
    turning_points: list[Count]
    """The lines that told this player most."""


class TellingLine(TypedDict):
    """A line that told much."""

    line: Count
    """The line of the log."""
    text: str
    """The line."""
    bits: Mapping[str, float]
    """What it told each player; those whom it told nothing are left out."""
    certain: Sequence[str]
    """Who became certain by it."""
    total: float
    """Bits told to all together."""


class ReviewedLine(TypedDict):
    """A line, and what everybody knew after it."""

    line: Count
    """The line of the log."""
    text: str
    """The line."""
    known: Sequence[Knowledge]
    """What everybody knew after it; who had no full rack, or cannot be followed, is left out."""


class NothingLeft(TypedDict):
    """Where a player has no rack left."""

    line: Count
    """The line of the log."""
    player: str
    """Whose racks are all excluded."""


class Review(TypedDict):
    """A game looked back on."""

    edition: str
    """Name of the edition."""
    seat: str | None
    """Who wrote the log; None if nobody is ``me``."""
    target: Target
    """What is declared."""
    winner: str | None
    """Who has won."""
    complete: bool
    """True if nothing is an estimate."""
    players: list[PlayerSummary]
    """One entry a player, in the order of the seats."""
    racks: list[RackStory]
    """Every rack that a player had, player by player."""
    turning_points: list[TellingLine]
    """The lines that told most, to all players together; at most five."""
    steps: list[ReviewedLine]
    """The log from the end of the deal on, with what everybody knew after each line."""
    contradictions: list[NothingLeft]
    """Lines after which nothing was left to a player."""
    false_answers: list[Plain[ProvedFalse]]
    """Answers that are proved false."""
