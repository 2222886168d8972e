"""Results for the page, field by field, besides those that the command prints too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple, NotRequired, TypedDict

from ..breaker.packs import Suit
from ..breaker.results import BreakerPosition, Said
from ..core.proved_slots import ProvedSlot
from ..play.levels import Level
from ..play.match import PendingMove
from ..reasons.diagnosis import FalseAnswer
from ..reasons.opponents import Opponent
from ..records import Chance, Count, Limits, in_json
from ..rules.cards import Pick
from ..rules.rules import Rules
from ..rules.tiles import Rack
from ..show.results import Analysis, Contradiction, WordedAdvice
from ..table.table import Need

if TYPE_CHECKING:
    from ..puzzles.puzzle import Puzzle, Verdict
    from ..review.lessons import Missed, Moment


class ErrorInfo(TypedDict):
    """Description of an error."""

    code: Annotated[str, "The kind of error, for programs."]
    message: Annotated[str, "The error and its remedy, for people."]
    reason: NotRequired[
        Annotated[str, "If the game is at fault, and not the request: the message without what could be typed."]
    ]
    line: NotRequired[Annotated[Count, "The line of the log that is refused."]]
    text: NotRequired[Annotated[str, "That line."]]


class Error(TypedDict):
    """A request that failed."""

    error: Annotated[ErrorInfo, "The error."]


# The table.


class EditionState(NamedTuple):
    """An edition."""

    name: Annotated[str, "Its name in the log."]
    title: Annotated[str, "Its name for people."]
    rules: Annotated[Rules, "All rules, by the names of their options."]
    readings: Annotated[Mapping[int, str], "By card, the reading that is in use where it is not the usual one."]


class RackState(NamedTuple):
    """A rack on the table."""

    tiles: Annotated[Rack, "The tiles that are known."]
    unknown: Annotated[Count, "The number of unknown tiles."]


class DeckTile(NamedTuple):
    """A kind of tile."""

    tile: Annotated[str, 'Its name, such as ``"B7"``.']
    number: Annotated[Count, "Its number."]
    colour: Annotated[str, "The letter of its colour."]
    name: Annotated[str, "The name of its colour."]
    copies: Annotated[Count, "The number of these tiles in the deck."]
    gone: Annotated[Count, "The number of them that the log places."]
    seen: Annotated[Count, "The number of those that the player who is helped sees."]


class CardState(NamedTuple):
    """A card."""

    card: Annotated[Count, "Its number."]
    text: Annotated[str, "Its text: the question."]
    answers: Annotated[Sequence[str], "The possible answers."]
    sides: Annotated[list[Pick] | None, "The two sides of a comparison, the first (``>``) first; None for other cards."]
    to_come: Annotated[bool, "True if it can come next."]
    mine: Annotated[str | None, "The right answer of the player who is helped; None while it is unknown."]


class TableState(NamedTuple):
    """The public state of the table, and what the edition has."""

    edition: Annotated[EditionState, "The edition with its rules."]
    players: Annotated[Sequence[str], "Clockwise, the first to play first."]
    spares: Annotated[Sequence[str], "The playerless racks."]
    seat: Annotated[str | None, "The player who gets the help; None if nobody does."]
    racks: Annotated[Mapping[str, RackState], "Each rack that is filled, by name."]
    waiting: Annotated[Sequence[str], "The racks to fill before the game goes on."]
    need: Annotated[Need | None, "The input that the game needs next; None if there is none."]
    scores: Annotated[Mapping[str, int], "Points by player."]
    goal: Annotated[Count, "Points that win."]
    winner: Annotated[str | None, "The player who has won; None if nobody has."]
    pile: Annotated[int, "Tiles left to draw."]
    next_player: Annotated[str | None, "The player who draws the next card."]
    next_answerer: Annotated[str | None, "The player who gives the next answer."]
    asked: Annotated[Count | None, "The card that the others are answering, in editions where the others answer."]
    answered: Annotated[Sequence[str], "The players who have answered it."]
    reshuffle_due: Annotated[bool, "True if the rules want a reshuffle now."]
    spares_due: Annotated[Count, "Playerless racks to replace."]
    deck: Annotated[list[DeckTile], "Every kind of tile."]
    cards: Annotated[list[CardState], "Every card."]


class LogLine(TypedDict):
    """A line of the log. What an event is about is there if it is about that."""

    line: Annotated[Count, "Its number."]
    kind: Annotated[str, "``answer``, ``rack``, ``declare`` ... as its first word says; ``comment``; ``refused``."]
    text: Annotated[str, "The line as it was sent."]
    warnings: Annotated[Sequence[str], "Warnings about the line."]
    error: NotRequired[Annotated[str, "Why it is refused, and what would be right."]]
    reason: NotRequired[Annotated[str, "The same without what could be typed."]]
    written: NotRequired[Annotated[str, "An event in its canonical spelling."]]
    player: NotRequired[Annotated[str, "The player who answered, declared or drew tiles."]]
    card: NotRequired[Annotated[Count, "The card that was answered."]]
    answer: NotRequired[Annotated[str | None, "The answer; None if it was not heard."]]
    doubted: NotRequired[Annotated[bool, "True if the answer is in doubt."]]
    numbers: NotRequired[Annotated[str, "The numbers declared."]]
    right: NotRequired[Annotated[bool, "True if the declaration was right."]]
    tiles: NotRequired[Annotated[Rack | None, "The tiles on a rack, declared or swapped; None if they are not known."]]
    saw: NotRequired[Annotated[Rack | None, "The old tiles that were seen after a declaration; None if they were not."]]


class Game(NamedTuple):
    """All that the page shows of a game."""

    table: Annotated[TableState, "The table and the cards."]
    lines: Annotated[list[LogLine], "The log line by line; refused lines are left out of everything else."]
    analysis: Annotated[Analysis | None, "The analysis; None until there is something to analyse."]
    advice: Annotated[
        WordedAdvice | None,
        "Declare now or wait; None where there is nothing to decide. With a large deck ``danger`` is None.",
    ]
    slots: Annotated[
        Sequence[ProvedSlot],
        "The proved part of my rack, place by place; empty while there is no full rack that fits.",
    ]


class EnteredLine(NamedTuple):
    """A line as the prompt reads it."""

    line: Annotated[str, "The line as it would be logged; several are separated by line feeds."]
    warnings: Annotated[Sequence[str], "Warnings about the line."]
    suggestion: Annotated[
        str | None, "The line with the right answer, if only `me` and a card were entered; None for other entries."
    ]


class Opponents(NamedTuple):
    """The others."""

    opponents: Annotated[list[Opponent], "Each opponent's distance to certainty."]


class DiagnosisReport(NamedTuple):
    """Faults of a log that can be read."""

    contradiction: Annotated[Contradiction | None, "Where and why it contradicts itself; None if it does not."]
    false_answers: Annotated[list[FalseAnswer], "Answers that are proved false by racks that are known by now."]


# Puzzles.


class PageHint(NamedTuple):
    """A hint for a puzzle."""

    level: Annotated[Count, "The level of detail."]
    line: Annotated[Count | None, "The line of the answer that is worth another look."]
    claim: Annotated[str | None, "The deduction, from level 3 on."]
    text: Annotated[str, "The hint in words."]


class PageStep(NamedTuple):
    """A step of the solution of a puzzle."""

    lines: Annotated[list[Count], "The lines of the answers that are combined."]
    follows: Annotated[str, "Their consequence, in words."]


class PageSolution(NamedTuple):
    """The solution of a puzzle."""

    code: Annotated[str, "The code."]
    dealt: Annotated[Sequence[str], "The tiles on the rack."]
    steps: Annotated[list[PageStep], "A way to find it."]


@in_json(("*", "puzzle"), "title", "verdict", "hint", "solution")
class PagePuzzle(NamedTuple):
    """A puzzle, and what was asked about it."""

    puzzle: Puzzle
    title: Annotated[str, "Its name for people."]
    verdict: Annotated[Verdict | None, "The verdict on the code that was tried; None if there was none."]
    hint: Annotated[PageHint | None, "The hint; None if none was asked for."]
    solution: Annotated[PageSolution | None, "The solution; None if it was neither asked for nor found."]


# Code Breaker.


class PackHalf(NamedTuple):
    """The cards of one side."""

    half: Annotated[str | None, "The name that the log has for it; None if both sides use the same cards."]
    ranks: Annotated[Sequence[str], "Its ranks."]
    suits: Annotated[Sequence[Suit], "Its suits."]


class PackState(NamedTuple):
    """A game of Code Breaker with its cards."""

    pack: Annotated[str, "Its name in the log."]
    title: Annotated[str, "Its name for people."]
    race: Annotated[bool, "True if two sides race."]
    halves: Annotated[list[PackHalf], "The cards: one half, or two in a race."]


@in_json(("*", "cards"), "mine", "turn", "revealed")
class BreakerTable(NamedTuple):
    """The table of a game of Code Breaker."""

    cards: PackState
    mine: Annotated[Count, "The index of my half."]
    turn: Annotated[Count | None, "The index of the half whose turn it is; None if the game is over."]
    revealed: Annotated[Mapping[int, Sequence[str]], "By half, the codes that were shown."]


class BreakerCulprits(NamedTuple):
    """A smallest set of answers without which a code is left."""

    lines: Annotated[list[Count], "Their lines."]
    probability: Annotated[Chance, "The chance that these are the wrong answers, if it is one of the sets listed."]
    codes: Annotated[Count, "The number of codes that would be left."]
    instead: Annotated[Mapping[str, Mapping[str, Chance]], "By line, the answers that would fit, with their chances."]


class BreakerContradiction(NamedTuple):
    """Why no code is left."""

    culprits: Annotated[list[BreakerCulprits], "Sets of answers that may be wrong, most likely first."]


@in_json(("*", "position"), "contradiction", "left")
class ShortBreakerAnalysis(NamedTuple):
    """Output of the command, without lists of hundreds of codes."""

    position: BreakerPosition
    contradiction: Annotated[BreakerContradiction | None, "Why no code is left; None if one is."]
    left: Annotated[Count, "The number of codes left, including those that are not listed."]


class BreakerLogLine(TypedDict):
    """A line of the log of Code Breaker."""

    line: Annotated[Count, "Its number."]
    kind: Annotated[
        str, "The kind of line.", Limits(choices=("pack", "me", "first", "guess", "code", "note", "comment", "refused"))
    ]
    text: Annotated[str, "The line as it was sent."]
    warnings: Annotated[Sequence[str], "Warnings about the line."]
    error: NotRequired[Annotated[str, "Why it is refused, and what would be right."]]
    reason: NotRequired[Annotated[str, "The same without what could be typed."]]
    written: NotRequired[Annotated[str, "An event in its canonical spelling."]]


class BreakerGame(NamedTuple):
    """All that the page shows of a game of Code Breaker."""

    table: Annotated[BreakerTable, "The cards."]
    lines: Annotated[list[BreakerLogLine], "The log line by line; refused lines are left out of everything else."]
    analysis: Annotated[ShortBreakerAnalysis, "The codes left, and the best guesses."]


class BreakerAnswer(NamedTuple):
    """Answer of the setter of a code."""

    answer: Annotated[Said, "Numbers, suits, cards."]


# What is asked for without a log.


class OtherReading(NamedTuple):
    """Another reading of a card."""

    card: Annotated[Count, "The number of the card."]
    reading: Annotated[str, "Its name for the option."]
    text: Annotated[str, "The question of the card in this reading."]


class CardInfo(NamedTuple):
    """A card of an edition, before there is a table."""

    card: Annotated[Count, "Its number."]
    text: Annotated[str, "Its text: the question."]
    answers: Annotated[Sequence[str], "The possible answers at the largest table."]
    by_racks: Annotated[bool, "True if it counts racks: then no answer is larger than the number of racks in sight."]
    sides: Annotated[list[Pick] | None, "The two sides of a comparison, the first (``>``) first; None for other cards."]


@in_json(("*", "edition"), "summary", "deck", "cards", "other_readings")
class EditionInfo(NamedTuple):
    """An edition with its deck and the cards that can be read in another way."""

    edition: EditionState
    summary: Annotated[str, "One line for people who choose an edition."]
    deck: Annotated[list[DeckTile], "Every kind of tile."]
    cards: Annotated[list[CardInfo], "Every card, for a page that goes on while the server is away."]
    other_readings: Annotated[list[OtherReading], "Readings that can be chosen."]


# Games against the computer.


@in_json(("*", "ask"), "text", "answers", "spares")
class WordedMove(NamedTuple):
    """Move that a game against the computer waits for."""

    ask: PendingMove
    text: Annotated[str | None, "The question in words."]
    answers: Annotated[Sequence[str], "The possible answers."]
    spares: Annotated[Sequence[str], "The playerless racks to choose from."]


@in_json(("*", "moment"), "facts", "text")
class PlayedMoment(NamedTuple):
    """A moment that mattered."""

    moment: Moment
    facts: Annotated[Sequence[str], "For a line that told much: what the player could know then, as claims."]
    text: Annotated[str, "The same for people."]


@in_json(("*", "missed"), "puzzle")
class MissedDeduction(NamedTuple):
    """A code that was certain and not declared at once."""

    missed: Missed
    puzzle: Annotated[bool, "True if `missed` makes a puzzle of it."]


class LookedBack(NamedTuple):
    """A game against the computer that is over."""

    opened: Annotated[Sequence[str], "The log with all racks named."]
    note: Annotated[str, "The line with the result of the game, for the player's progress."]
    moments: Annotated[Sequence[PlayedMoment], "The moments that mattered most, in order."]
    missed: Annotated[Sequence[MissedDeduction], "Deductions that were missed."]


class PlayedOn(NamedTuple):
    """A game against the computer, as one seat sees it."""

    added: Annotated[Sequence[str], "The lines to add to the record."]
    owner: Annotated[str, "The person whose log the record is."]
    people: Annotated[Sequence[str], "Everybody who is no computer player."]
    levels: Annotated[Mapping[str, str], "The level of each computer player, by name."]
    seat: Annotated[str, "The seat that sees this."]
    log: Annotated[
        str | None, "The whole log of another seat than the owner's; None for the owner, who has the record."
    ]
    ask: Annotated[WordedMove | None, "The move that the game waits for; None once it is over."]
    right: Annotated[bool | None, "True if the answer that was just given was right; None if none was given."]
    winner: Annotated[str | None, "The player who has won; None if nobody has."]
    over: Annotated[bool, "True once the game is over."]
    thinks: Annotated[float, "The seconds that the computer players think, on average."]
    ending: Annotated[LookedBack | None, "Once it is over: all racks, what mattered and what was missed; None before."]


class NameRule(NamedTuple):
    """The names that players can have."""

    pattern: Annotated[str, "A regular expression of JavaScript (with the flag `u`) that matches a whole name."]
    longest: Annotated[Count, "The most characters of a name."]
    reserved: Annotated[Sequence[str], "Names that nobody can have, in lowercase: words of the log, playerless racks."]


class About(NamedTuple):
    """Version, languages, editions, packs, and a game to try."""

    version: Annotated[str, "The version of the package."]
    languages: Annotated[Sequence[str], "The languages of the page."]
    editions: Annotated[list[EditionInfo], "The bundled editions."]
    names: Annotated[NameRule, "The names that players can have."]
    packs: Annotated[list[PackState], "The packs of Code Breaker that have a name."]
    levels: Annotated[list[Level], "The computer players, the weakest first."]
    example: Annotated[str, "The log of the bundled game."]


class Texts(NamedTuple):
    """The texts of a language."""

    lang: Annotated[str, "The language."]
    texts: Annotated[Mapping[str, str], "The texts of the page, by the English texts."]
