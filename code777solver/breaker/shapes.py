"""What the JSON of Code Breaker holds, field by field. `show.shapes` has the same for Code 777."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from ..records import Chance, Count, Limits

Said = Annotated[list[Count], Limits(most=3)]


class GuessMade(TypedDict):
    """A guess and its answer."""

    line: Count
    """Its line in the log."""
    player: Annotated[str, Limits(choices=("me", "them"))]
    """Who guessed."""
    cards: Sequence[str]
    """Three names."""
    answer: Said
    """Numbers, suits, cards."""
    doubted: bool
    """True if the answer is not used."""


class PossibleCode(TypedDict):
    """A code that is left."""

    cards: Sequence[str]
    """Three names."""
    probability: Chance
    """Its chance: all are equally likely."""


class PossibleGuess(TypedDict):
    """A guess and what it would do."""

    cards: Sequence[str]
    """Three names."""
    bits: float
    """What the answer tells on average."""
    answers: Count
    """How many answers are possible."""
    expected_codes: float
    """Codes left on average."""
    worst_codes: Count
    """Codes left at worst."""
    possible: bool
    """True if it can itself be the code."""
    probability: Chance
    """The chance that it is."""
    expected_guesses: float | None
    """Guesses with best play, counting this one and the last; None if there is too much to search."""
    worst_guesses: Count | None
    """The same at worst."""
    race: float | None
    """The chance to win plus half the chance to tie; None without a race."""


class RaceState(TypedDict):
    """How a race stands."""

    turn: Annotated[str | None, Limits(choices=("me", "them"))]
    """Whose turn it is; None if it is over."""
    last_chance: bool
    """True if the first side has finished, and the second has one guess to tie."""
    their_codes: Count
    """Codes that fit their answers."""
    win: Chance | None
    """My chance to win; None if it is not worked out."""
    tie: Chance | None
    """The chance of a tie."""
    lose: Chance | None
    """Their chance to win."""


class FalseReply(TypedDict):
    """An answer that a shown code proves false."""

    line: Count
    """Its line in the log."""
    cards: Sequence[str]
    """The guess."""
    answer: Said
    """What was answered."""
    right: Said
    """What would have been right."""


class WrongReplies(TypedDict):
    """A smallest set of answers without which a code is left."""

    lines: list[Count]
    """Their lines."""
    probability: Chance
    """How likely it is these, if it is one of the sets listed."""
    codes: Sequence[Sequence[str]]
    """The codes that would be left."""
    instead: Mapping[str, Mapping[str, Chance]]
    """By line, the answers that would fit, with their chances."""


class BrokenContradiction(TypedDict):
    """Why no code is left."""

    culprits: list[WrongReplies]
    """What may be wrong, most likely first."""


class BreakerPosition(TypedDict):
    """What is left of a game of Code Breaker, and what to guess."""

    pack: str
    """Name of the pack."""
    guesses: list[GuessMade]
    """Every guess."""
    solved: bool
    """True if one code is left."""
    outcome: Annotated[str | None, Limits(choices=("broken", "me", "them", "tie", "shown"))]
    """How it ended; None while it goes on."""
    codes: list[PossibleCode]
    """Every code left."""
    strategy: str
    """How ``best`` was chosen."""
    best: list[PossibleGuess]
    """Guesses to make, best first; at most as many as are asked for."""
    race: RaceState | None
    """The state of the race; None without a race."""
    false_answers: list[FalseReply]
    """Answers that a shown code proves false."""


class BreakerAnalysis(BreakerPosition):
    """The position, and where the log contradicts itself."""

    contradiction: BrokenContradiction | None
    """Why no code is left; None if one is."""


class OpeningGuess(TypedDict):
    """A first guess that is best."""

    cards: Sequence[str]
    """Three names."""
    total: Count
    """Guesses for all codes together."""
    worst: Count
    """Guesses for the hardest code."""


class BestPlayProof(TypedDict):
    """Best play against a pack, proved by search."""

    pack: str
    """Name of the pack."""
    codes: Count
    """How many codes it has."""
    total: Count
    """Guesses for all codes together under the best plan."""
    mean: float
    """The same for one code on average."""
    worst: Count
    """Guesses for the hardest code."""
    late: Count
    """Codes that need the worst case or more with any plan."""
    found_with: Mapping[str, Count]
    """How many codes the plan finds with each guess."""
    both: bool
    """True if the plan also has the best worst case."""
    openings: list[OpeningGuess]
    """The first guesses that are best."""
    plan: list[Sequence[str]]
    """The guesses of the plan, in the order of a walk."""
    searched: Count
    """Sets of codes that were searched."""
    bounded: Count
    """Sets of codes that were only bounded, those searched included."""
    seconds: float
    """How long it took."""
    agrees: bool
    """True if the result is the one that comes with the package."""
