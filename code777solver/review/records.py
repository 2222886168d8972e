"""Results of a review: frozen records, from one player at one line to the whole game.

There are three kinds of knowledge (`Knowledge.kind`). ``exact``: deduced from the lines of the log up to then. ``hindsight``:
exact too, but it uses the rack of the writer of the log, who could not see it then. ``estimate``: an average over the racks
that the writer may have held, if the log never shows the true one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from ..reasons.diagnosis import FalseAnswer
from ..records import Chance, Count, Record, in_json
from ..rules.targets import Target
from ..table.events import Event
from ..table.notation import Log
from .hindsight import Following

Kind = Literal["exact", "hindsight", "estimate"]


class Knowledge(Record):
    """Deductions of one player about their own rack after a line."""

    player: Annotated[str, "The player."]
    kind: Annotated[Kind, "The kind of knowledge: exact, from hindsight or an estimate."]
    rack: Annotated[Count, "The number of their rack: 1 is the one that was dealt."]
    certain: Annotated[Chance, "1 if they could declare for certain, 0 if not; in between, the chance that they could."]
    racks: Annotated[Count | None, "The number of racks left; None for an estimate."]
    codes: Annotated[Count | None, "The number of number codes left; None for an estimate."]
    expected_racks: Annotated[float, "The same as ``racks``, or its average."]
    expected_codes: Annotated[float, "The same as ``codes``, or its average."]
    best: Annotated[str | None, "The likeliest code: numbers, or tiles if those are declared. None if it is not known."]
    probability: Annotated[Chance | None, "The chance of that code; 1 if and only if it was certain."]
    bits: Annotated[float, "Information of the line about the numbers, in bits."]
    tile_bits: Annotated[float, "Information of the line about the tiles, in bits."]
    facts: Annotated[
        tuple[str, ...],
        "Claims about the rack that were proved by this line and not before; what follows from others is left out.",
    ] = ()
    sampled: Annotated[bool, "True if an estimate comes from a sample."] = False


@in_json("line", "text", "known")
class ReviewStep(Record, unshown=("event",)):
    """A line, and what everybody knew after it."""

    line: Annotated[Count, "The line of the log."]
    text: Annotated[str, "The line."]
    event: Event
    known: Annotated[
        tuple[Knowledge, ...],
        "Knowledge of each player after it. Players without a full rack, or who cannot be followed, are left out.",
    ]

    def of(self, player: str) -> Knowledge | None:
        return next((one for one in self.known if one.player == player), None)

    @property
    def bits(self) -> float:
        """Information of the line about the players' own numbers, in bits, summed over the players."""
        return sum(one.bits for one in self.known)


class Declaration(Record):
    """A declared code, and how well founded it was."""

    line: Annotated[Count, "Its line in the log."]
    player: Annotated[str, "The player who declared."]
    said: Annotated[str, "The code."]
    right: Annotated[bool, "True if it was right."]
    probability: Annotated[
        Chance | None, "The chance of the declared code from what the player could know; None if that is unknown."
    ]
    kind: Annotated[Kind | None, "The kind of knowledge that the chance comes from."]
    best: Annotated[str | None, "The likeliest code then."]
    best_probability: Annotated[Chance | None, "The chance of that one."]
    excluded_since: Annotated[Count | None, "For a code that was impossible: the line that ruled it out."]


class RackStory(Record):
    """One rack of one player, from the draw to its end."""

    player: Annotated[str, "The owner of the rack."]
    number: Annotated[Count, "1 for the rack that was dealt."]
    begin: Annotated[Count, "The line at which the rack was drawn."]
    end: Annotated[Count | None, "The line at which it went out of play; None if it is still there."]
    tiles: Annotated[tuple[str, ...] | None, "Its tiles as sorted names; None if the log does not name them."]
    kind: Annotated[
        Kind | None, "How well the player's knowledge of it is known: the weakest kind until they were certain."
    ]
    certain_since: Annotated[Count | None, "The first line after which they were certain."]
    could_declare: Annotated[Count | None, "The first line after which they were certain and allowed to declare."]
    late: Annotated[Count | None, "Cards drawn between that moment and the declaration, or the end of rack or log."]
    proof: Annotated[
        tuple[Count, ...], "The lines of a smallest set of answers that proves the code at ``certain_since``."
    ]
    foreseen: Annotated[Chance | None, "The chance, from the writer's view at that line, that this player was certain."]
    likely: Annotated[Count | None, "For estimates: the first line after which they were more likely certain than not."]
    passed: Annotated[
        Mapping[float, Count], "By threshold, the first line after which the likeliest code had at least that chance."
    ]
    declaration: Annotated[Declaration | None, "The declaration; None if there was none."]


@in_json("line", "text", "bits", "became_certain", "total")
class TurningPoint(Record):
    """A line with much information."""

    line: Annotated[Count, "The line of the log."]
    text: Annotated[str, "The line."]
    bits: Annotated[Mapping[str, float], "Bits of information by player; players who got none are left out."]
    became_certain: Annotated[tuple[str, ...], "The players who became certain by it."]

    @property
    def total(self) -> float:
        """Bits told to all together."""
        return sum(self.bits.values())


@in_json("player", "points", "received", "given", ("turning_points", "telling_lines"))
class PlayerReview(Record):
    """One player's game."""

    player: Annotated[str, "The player."]
    points: Annotated[int, "Points at the end."]
    racks: tuple[RackStory, ...]
    received: Annotated[
        float | None, "Bits that the log told this player, where they can be followed; None if they never can."
    ]
    given: Annotated[float | None, "Bits that this player's answers told the others; None if nobody can be followed."]
    turning_points: tuple[TurningPoint, ...]
    """Lines with the most information for this player."""

    @property
    def telling_lines(self) -> list[Count]:
        """The lines that told this player most."""
        return [point.line for point in self.turning_points]


class NothingLeft(NamedTuple):
    """A line after which a player has no possible rack."""

    line: Annotated[Count, "The line of the log."]
    player: Annotated[str, "The player whose racks are all excluded."]


@in_json(
    *("edition", "seat", "target", "winner", "complete", "players", "racks"),
    *("turning_points", "steps", "contradictions", "false_answers"),
)
class GameReview(Record, unshown=("log", "steps", "followed"), uncompared=("followed",)):
    """Review of a game."""

    log: Log
    seat: Annotated[str | None, "The player who wrote the log; None if nobody is ``me``."]
    players: Annotated[tuple[PlayerReview, ...], "One entry a player, in the order of the seats."]
    steps: Annotated[
        tuple[ReviewStep, ...],
        "The log from the end of the deal on, with what everybody knew after each line.",
    ]
    turning_points: Annotated[
        tuple[TurningPoint, ...], "The lines that told most, to all players together; at most five."
    ]
    thresholds: tuple[float, ...]
    """Chances for which each rack has the first line that reached them."""
    contradictions: Annotated[tuple[NothingLeft, ...], "Lines after which nothing was left to a player."]
    false_answers: Annotated[tuple[FalseAnswer, ...], "Answers that are proved false."]
    followed: Mapping[str, Following]
    """Exact beliefs behind the review, by player."""

    @property
    def edition(self) -> str:
        """Name of the edition."""
        return self.log.table.edition.name

    @property
    def winner(self) -> str | None:
        """The player who has won; None if nobody has."""
        return self.log.table.winner

    @property
    def racks(self) -> list[RackStory]:
        """Every rack that a player had, player by player."""
        return [story for player in self.players for story in player.racks]

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """Everything that was declared, in order."""
        found = [rack.declaration for player in self.players for rack in player.racks if rack.declaration]
        return tuple(sorted(found, key=lambda declaration: declaration.line))

    @property
    def target(self) -> Target:
        """Kind of declaration: numbers or tiles."""
        return self.log.table.edition.rules.target

    @property
    def complete(self) -> bool:
        """True if nothing is an estimate."""
        return all(one.kind != "estimate" for step in self.steps for one in step.known)

    def player(self, name: str) -> PlayerReview:
        return next(player for player in self.players if player.player == name)


__all__ = [
    "Declaration",
    "GameReview",
    "Kind",
    "Knowledge",
    "NothingLeft",
    "PlayerReview",
    "RackStory",
    "ReviewStep",
    "TurningPoint",
]
