"""What a review finds: frozen records, from a single player at a single line to the whole game.

Three kinds of knowledge are kept apart (`Knowledge.kind`). ``exact`` is what a player could deduce from what the log had
told by then. ``hindsight`` is as exact, but rests on the rack of the one who wrote the log, who could not see it then.
``estimate`` is an average over the racks that the writer may have held, where the log never shows which one it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ..reasons.diagnosis import FalseAnswer
from ..rules.targets import Target
from ..table.events import Event
from ..table.notation import Log
from .hindsight import Following

if TYPE_CHECKING:
    from ..records import Chance, Count

Kind = Literal["exact", "hindsight", "estimate"]


@dataclass(frozen=True)
class Knowledge:
    """What one player could deduce about their own rack after a line."""

    player: str
    """Who."""
    kind: Kind
    """How well it is known."""
    rack: Count
    """Which rack of theirs: 1 is the one that was dealt."""
    certain: Chance
    """1 if they could declare for certain, 0 if not; in between, the chance that they could."""
    racks: Count | None
    """How many racks were left; None for an estimate."""
    codes: Count | None
    """How many number codes were left; None for an estimate."""
    expected_racks: float
    """The same as ``racks``, or its average."""
    expected_codes: float
    """The same as ``codes``, or its average."""
    best: str | None
    """The likeliest code: numbers, or tiles if those are declared. None if it is not known."""
    chance: Chance | None
    """The chance of that code; 1 if and only if it was certain."""
    bits: float
    """What the line told about the numbers."""
    tile_bits: float
    """What it told about the tiles."""
    facts: tuple[str, ...] = ()
    """Claims about the rack that were proved by this line and not before; what follows from others is left out."""
    sampled: bool = False
    """Whether an estimate comes from a sample."""


@dataclass(frozen=True)
class ReviewStep:
    """One line of the log and what each player knew after it."""

    line: int
    text: str
    """The event in its canonical spelling."""
    event: Event = field(repr=False)
    known: tuple[Knowledge, ...]
    """In the order of the players; whoever had no full rack, or could not be followed, is left out."""

    def of(self, player: str) -> Knowledge | None:
        return next((one for one in self.known if one.player == player), None)

    @property
    def bits(self) -> float:
        """What the line told all players together about their numbers."""
        return sum(one.bits for one in self.known)


@dataclass(frozen=True)
class Declaration:
    """A declared code, and how well founded it was."""

    line: Count
    """Its line in the log."""
    player: str
    """Who declared."""
    said: str
    """The code."""
    right: bool
    """Whether it was right."""
    chance: Chance | None
    """The chance of the declared code from what the player could know; None if that is unknown."""
    kind: Kind | None
    """How well that chance is known."""
    best: str | None
    """The likeliest code then."""
    best_chance: Chance | None
    """The chance of that one."""
    excluded_since: Count | None
    """For a code that was impossible: the line that ruled it out."""


@dataclass(frozen=True)
class RackStory:
    """One rack of one player, from the draw to its end."""

    player: str
    """Whose."""
    number: Count
    """1 for the rack that was dealt."""
    begin: Count
    """The line at which the rack was drawn."""
    end: Count | None
    """The line at which it went out of play; None if it is still there."""
    tiles: tuple[str, ...] | None
    """What it was, if the log tells; sorted names."""
    kind: Kind | None
    """How well the player's knowledge of it is known: the weakest kind until they were certain."""
    certain: Count | None
    """The first line after which they were certain."""
    could_declare: Count | None
    """The first line after which they were certain and allowed to declare."""
    late: Count | None
    """Cards drawn between that moment and the declaration, or the end of rack or log."""
    proof: tuple[Count, ...]
    """The lines of a smallest set of answers that proves the code at ``certain``."""
    foreseen: Chance | None
    """The chance, from the writer's view at that line, that this player was certain."""
    likely: Count | None
    """For estimates: the first line after which they were more likely certain than not."""
    passed: Mapping[float, Count]
    """By threshold, the first line after which the likeliest code had at least that chance."""
    declaration: Declaration | None
    """What was declared, if anything."""


@dataclass(frozen=True)
class TurningPoint:
    """A line that told much."""

    line: int
    text: str
    bits: Mapping[str, float]
    """By player, those who learnt something from it; about what must be declared."""
    certain: tuple[str, ...]
    """Who became certain by it."""

    @property
    def total(self) -> float:
        return sum(self.bits.values())


@dataclass(frozen=True)
class PlayerReview:
    """One player's game."""

    player: str
    points: int
    racks: tuple[RackStory, ...]
    received: float | None
    """Bits that the lines of the log told this player where they can be followed; None if they never can."""
    given: float | None
    """Bits that this player's answers told those of the others who can be followed then; None if nobody ever can."""
    turning_points: tuple[TurningPoint, ...]
    """The lines that told this player most."""


@dataclass(frozen=True)
class GameReview:
    """The review of a whole game."""

    log: Log = field(repr=False)
    seat: str | None
    """The player who wrote the log; None if nobody is `me`."""
    players: tuple[PlayerReview, ...]
    steps: tuple[ReviewStep, ...] = field(repr=False)
    """The lines from the end of the deal on; notes and comments are left out."""
    turning_points: tuple[TurningPoint, ...]
    thresholds: tuple[float, ...]
    """The chances for which each rack has the first line that reached them."""
    contradictions: tuple[tuple[int, str], ...]
    """Lines after which a player had no rack left, and which player."""
    false_answers: tuple[FalseAnswer, ...]
    followed: Mapping[str, Following] = field(repr=False, compare=False)
    """By player, the exact beliefs behind the review."""

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """Everything that was declared, in order."""
        found = [rack.declaration for player in self.players for rack in player.racks if rack.declaration]
        return tuple(sorted(found, key=lambda declaration: declaration.line))

    @property
    def target(self) -> Target:
        """What is declared: ``numbers`` or ``tiles``."""
        return self.log.table.edition.rules.target

    @property
    def complete(self) -> bool:
        """Whether every player could be followed exactly all the time."""
        return all(one.kind != "estimate" for step in self.steps for one in step.known)

    def player(self, name: str) -> PlayerReview:
        return next(player for player in self.players if player.player == name)


__all__ = [
    "Declaration",
    "GameReview",
    "Kind",
    "Knowledge",
    "PlayerReview",
    "RackStory",
    "ReviewStep",
    "TurningPoint",
]
