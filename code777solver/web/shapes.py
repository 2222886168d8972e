"""What the page gets, field by field, besides the results that the command prints too."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from ..breaker.shapes import BreakerPosition, Said
from ..core.proved import Slot
from ..reasons.opponents import Opponent
from ..records import Chance, Count, Limits, Plain
from ..show.shapes import Advice, Analysis, Contradiction, ProvedFalse, Puzzle


class ErrorInfo(TypedDict):
    """What is wrong."""

    code: str
    """What kind of failure it is, for programs."""
    message: str
    """What is wrong and what would be right, for people."""
    reason: NotRequired[str]
    """If the game is at fault, and not the request: the message without what could be typed."""
    line: NotRequired[Count]
    """The line of the log that is refused."""
    text: NotRequired[str]
    """That line."""


class Error(TypedDict):
    """A request that failed."""

    error: ErrorInfo
    """What is wrong."""


# The table.


class EditionState(TypedDict):
    """An edition."""

    name: str
    """Its name in the log."""
    title: str
    """Its name for people."""
    rules: Mapping[str, Any]
    """All rules, by the names of their options."""
    readings: Mapping[str, str]
    """By card, the reading that is in use where it is not the usual one."""


class RackState(TypedDict):
    """A rack on the table."""

    tiles: list[str]
    """The tiles that are known."""
    unknown: Count
    """How many are not."""


class Need(TypedDict):
    """What the game cannot go on without."""

    what: Annotated[str, Limits(choices=("edition", "players", "rack"))]
    """What must be told next."""
    name: str
    """Whose rack; else empty."""


class DeckTile(TypedDict):
    """A kind of tile."""

    tile: str
    """Its name, such as ``"B7"``."""
    number: Count
    """Its number."""
    colour: str
    """The letter of its colour."""
    name: str
    """The name of its colour."""
    copies: Count
    """How many the deck has."""
    gone: Count
    """How many of them the log places."""
    seen: Count
    """How many of those the player who is helped sees."""


class CardSide(TypedDict):
    """One side of a comparison: the tiles that count for it."""

    number: Count | None
    """Only this number."""
    colour: str | None
    """Only this colour."""
    without: str | None
    """Not this colour."""


class CardState(TypedDict):
    """A card."""

    card: Count
    """Its number."""
    text: str
    """What it asks."""
    answers: Sequence[str]
    """How it can be answered."""
    sides: list[CardSide] | None
    """The two sides of a comparison, the first (``>``) first; None for other cards."""
    to_come: bool
    """True if it can come next."""
    mine: str | None
    """What the player who is helped must answer; None while that cannot be told."""


class TableState(TypedDict):
    """The public state of the table, and what the edition has."""

    edition: EditionState
    """The edition with its rules."""
    players: Sequence[str]
    """Clockwise, the first to play first."""
    spares: Sequence[str]
    """The playerless racks."""
    seat: str | None
    """The player who gets the help; None if nobody does."""
    racks: Mapping[str, RackState]
    """Each rack that is filled, by name."""
    waiting: Sequence[str]
    """The racks to fill before the game goes on."""
    need: Need | None
    """What the game needs before it can go on; None if nothing."""
    scores: Mapping[str, int]
    """Points by player."""
    goal: Count
    """Points that win."""
    winner: str | None
    """Who has won."""
    pile: int
    """Tiles left to draw."""
    next_player: str | None
    """Who draws the next card."""
    next_answerer: str | None
    """Who gives the next answer."""
    asked: Count | None
    """The card that the others are answering, in editions where the others answer."""
    answered: Sequence[str]
    """Who has answered it."""
    reshuffle_due: bool
    """True if the rules want a reshuffle now."""
    spares_due: Count
    """Playerless racks to replace."""
    deck: list[DeckTile]
    """Every kind of tile."""
    cards: list[CardState]
    """Every card."""


class LogLine(TypedDict):
    """A line of the log. What an event is about is there if it is about that."""

    line: Count
    """Its number."""
    kind: str
    """``answer``, ``rack``, ``declare`` ... as its first word says; ``comment``; ``refused``."""
    text: str
    """The line as it was sent."""
    warnings: Sequence[str]
    """What is odd about it."""
    error: NotRequired[str]
    """Why it is refused, and what would be right."""
    reason: NotRequired[str]
    """The same without what could be typed."""
    written: NotRequired[str]
    """An event in its canonical spelling."""
    player: NotRequired[str]
    """Who answered, declared or drew tiles."""
    card: NotRequired[Count]
    """The card that was answered."""
    answer: NotRequired[str | None]
    """The answer; None if it was not heard."""
    doubted: NotRequired[bool]
    """True if the answer is in doubt."""
    numbers: NotRequired[str]
    """The numbers declared."""
    right: NotRequired[bool]
    """Whether the declaration was right."""
    tiles: NotRequired[list[str] | None]
    """The tiles on a rack, declared or swapped; None if they are not known."""
    saw: NotRequired[list[str] | None]
    """The old tiles that were seen after a declaration; None if they were not."""


class Game(TypedDict):
    """All that the page shows of a game."""

    table: TableState
    """The table and the cards."""
    lines: list[LogLine]
    """The log line by line; refused lines are left out of everything else."""
    analysis: Plain[Analysis] | None
    """What is known; None until there is something to analyse."""
    advice: Plain[Advice] | None
    """Declare now or wait; None where there is nothing to decide. With a large deck ``danger`` is None."""
    slots: Sequence[Slot]
    """How much of my rack is proved, place by place; none while there is no full rack that fits."""


class Entered(TypedDict):
    """A line as the prompt reads it."""

    line: str
    """The line as it would be logged; several are separated by line feeds."""
    warnings: Sequence[str]
    """What is odd about it."""
    suggestion: str | None
    """What the line may have been meant to be."""


class Opponents(TypedDict):
    """The others."""

    opponents: list[Opponent]
    """How far each of them is."""


class Diagnosis(TypedDict):
    """What is wrong with a log that can be read."""

    contradiction: Plain[Contradiction] | None
    """Where and why it contradicts itself; None if it does not."""
    false_answers: list[Plain[ProvedFalse]]
    """Answers that are proved false by racks that are known by now."""


# Puzzles.


class PageVerdict(TypedDict):
    """Whether a code solves a puzzle."""

    code: str
    """The code, in the usual order."""
    right: bool
    """Whether it is right."""
    lines: list[Count]
    """The lines of the fewest answers that exclude it; none if it is right, or if the tiles in sight exclude it."""


class PageHint(TypedDict):
    """A hint for a puzzle."""

    level: Count
    """How much it tells."""
    line: Count | None
    """The line of the answer that is worth another look."""
    claim: str | None
    """What follows, from level 3 on."""
    text: str
    """The hint in words."""


class PageStep(TypedDict):
    """A step of the solution of a puzzle."""

    lines: list[Count]
    """The lines of the answers that are combined."""
    follows: str
    """What follows from them, in words."""


class PageSolution(TypedDict):
    """The solution of a puzzle."""

    code: str
    """The code."""
    dealt: Sequence[str]
    """The tiles on the rack."""
    steps: list[PageStep]
    """A way to find it."""


class PagePuzzle(Puzzle):
    """A puzzle, and what was asked about it."""

    title: str
    """Its name for people."""
    verdict: PageVerdict | None
    """Whether the code solves it; None if there was none."""
    hint: PageHint | None
    """The hint; None if none was asked for."""
    solution: PageSolution | None
    """The solution; None if it was neither asked for nor found."""


# Code Breaker.


class SuitState(TypedDict):
    """A suit."""

    letter: str
    """Its letter in the log."""
    name: str
    """Its name."""
    symbol: str
    """Its symbol; empty if it has none."""


class PackHalf(TypedDict):
    """The cards of one side."""

    half: str | None
    """The name that the log has for it; None if both sides use the same cards."""
    ranks: list[str]
    """Its ranks."""
    suits: list[SuitState]
    """Its suits."""


class PackState(TypedDict):
    """A game of Code Breaker with its cards."""

    pack: str
    """Its name in the log."""
    title: str
    """Its name for people."""
    race: bool
    """True if two sides race."""
    halves: list[PackHalf]
    """The cards: one half, or two in a race."""


class BreakerTable(PackState):
    """The table of a game of Code Breaker."""

    mine: Count
    """Which half is mine."""
    turn: Count | None
    """Whose turn it is; None if the game is over."""
    revealed: Mapping[str, Sequence[str]]
    """By half, the codes that were shown."""


class BreakerCulprits(TypedDict):
    """A smallest set of answers without which a code is left."""

    lines: list[Count]
    """Their lines."""
    probability: Chance
    """How likely it is these, if it is one of the sets listed."""
    codes: Count
    """How many codes would be left."""
    instead: Mapping[str, Mapping[str, Chance]]
    """By line, the answers that would fit, with their chances."""


class BreakerContradiction(TypedDict):
    """Why no code is left."""

    culprits: list[BreakerCulprits]
    """What may be wrong, most likely first."""


class ShortBreakerAnalysis(BreakerPosition):
    """What the command prints, without lists of hundreds of codes."""

    contradiction: BreakerContradiction | None
    """Why no code is left; None if one is."""
    left: Count
    """How many codes are left, however many are listed."""


class BreakerLine(TypedDict):
    """A line of the log of Code Breaker."""

    line: Count
    """Its number."""
    kind: Annotated[str, Limits(choices=("pack", "me", "first", "guess", "code", "note", "comment", "refused"))]
    """What it is."""
    text: str
    """The line as it was sent."""
    warnings: Sequence[str]
    """What is odd about it."""
    error: NotRequired[str]
    """Why it is refused, and what would be right."""
    reason: NotRequired[str]
    """The same without what could be typed."""
    written: NotRequired[str]
    """An event in its canonical spelling."""


class BreakerGame(TypedDict):
    """All that the page shows of a game of Code Breaker."""

    table: BreakerTable
    """The cards."""
    lines: list[BreakerLine]
    """The log line by line; refused lines are left out of everything else."""
    analysis: ShortBreakerAnalysis
    """What is left, and what to guess."""


class BreakerAnswer(TypedDict):
    """What the setter of a code must say."""

    answer: Said
    """Numbers, suits, cards."""


# What is asked for without a log.


class OtherReading(TypedDict):
    """Another reading of a card."""

    card: Count
    """The number of the card."""
    reading: str
    """Its name for the option."""
    text: str
    """What the card then asks."""


class CardInfo(TypedDict):
    """A card of an edition, before there is a table."""

    card: Count
    """Its number."""
    text: str
    """What it asks."""
    answers: Sequence[str]
    """How it can be answered at the largest table."""
    by_racks: bool
    """True if it counts racks: then no answer is larger than the number of racks in sight."""
    sides: list[CardSide] | None
    """The two sides of a comparison, the first (``>``) first; None for other cards."""


class EditionInfo(EditionState):
    """An edition with its deck and the cards that can be read in another way."""

    deck: list[DeckTile]
    """Every kind of tile."""
    cards: list[CardInfo]
    """Every card, for a page that goes on while the server is away."""
    other_readings: list[OtherReading]
    """Readings that can be chosen."""


# Games against the computer.


class LevelInfo(TypedDict):
    """A level of computer players."""

    name: str
    """Its name in the log."""
    text: str
    """What it is like."""
    rating: int
    """Its strength in points; 1500 is the mean."""
    seconds: float
    """How long it thinks, on average."""


class Asked(TypedDict):
    """What a game against the computer waits for."""

    what: Annotated[str, Limits(choices=("answer", "declare", "spare"))]
    """An answer to a card; whether anybody declares, or the game goes on; which playerless rack is replaced."""
    players: Sequence[str]
    """The people who are asked; with `declare` any of them may."""
    card: Count | None
    """The card to be answered."""
    text: str | None
    """What it asks."""
    answers: Sequence[str]
    """How it can be answered."""
    spares: Sequence[str]
    """The playerless racks to choose from."""


class PlayedMoment(TypedDict):
    """A moment that mattered."""

    kind: Annotated[str, Limits(choices=("late", "missed", "excluded", "guess", "told"))]
    """What happened: a certain code was declared late or never, an excluded or a possible code was declared and wrong, a line
    told much."""
    line: Count
    """Its line in the log."""
    code: str | None
    """The code in question."""
    cards: Count
    """For what was late or missed: how many cards were drawn meanwhile."""
    chance: Chance | None
    """For a guess: the chance that the code had."""
    since: Count | None
    """For an excluded code: the line that ruled it out."""
    proof: Sequence[Count]
    """For what was late or missed: the lines of a smallest proof."""
    scored: Sequence[str]
    """For what was late or missed: who scored meanwhile."""
    facts: Sequence[str]
    """For a line that told much: what the player could know then, as claims."""
    text: str
    """The same for people."""


class MissedDeduction(TypedDict):
    """A code that was certain and not declared at once."""

    line: Count
    """The line after which it was certain."""
    late: Count
    """How many cards were drawn before it was declared, or the rack was lost."""
    cards: Sequence[int]
    """The cards whose answers prove it."""
    puzzle: bool
    """True if `missed` makes a puzzle of it."""


class LookedBack(TypedDict):
    """A game against the computer that is over."""

    opened: Sequence[str]
    """The log with all racks named."""
    note: str
    """The line that says what the game came to, for one's own progress."""
    moments: Sequence[PlayedMoment]
    """The moments that mattered most, in order."""
    missed: Sequence[MissedDeduction]
    """What could have been deduced."""


class PlayedOn(TypedDict):
    """A game against the computer, as one seat sees it."""

    added: Sequence[str]
    """The lines to add to the record."""
    owner: str
    """The person whose log the record is."""
    people: Sequence[str]
    """Everybody who is no computer player."""
    levels: Mapping[str, str]
    """The level of each computer player, by name."""
    seat: str
    """The seat that sees this."""
    log: str | None
    """The whole log of another seat than the owner's; None for the owner, who has the record."""
    ask: Asked | None
    """What the game waits for; None once it is over."""
    right: bool | None
    """Whether the answer that was just given was right; None if none was."""
    winner: str | None
    """Who has won."""
    over: bool
    """True once the game is over."""
    thinks: float
    """How many seconds the computer players think, on average."""
    ending: LookedBack | None
    """Once it is over: all racks, what mattered and what was missed; None before."""


class About(TypedDict):
    """Version, languages, editions, packs, and a game to try."""

    version: str
    """The version of the package."""
    languages: Sequence[str]
    """The languages of the page."""
    editions: list[EditionInfo]
    """The bundled editions."""
    packs: list[PackState]
    """The packs of Code Breaker that have a name."""
    levels: list[LevelInfo]
    """The computer players, the weakest first."""
    example: str
    """The log of the bundled game."""


class Texts(TypedDict):
    """The texts of a language."""

    lang: str
    """The language."""
    texts: Mapping[str, str]
    """What the page says, by the English texts."""
