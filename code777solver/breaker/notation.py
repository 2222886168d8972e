"""Log text <-> events of Code Breaker. One event per line; comments, blank lines and the writer's spelling are kept.

::

    pack breaker-4                # first; `breaker` if absent; or `pack A-4 / sun moon star`
    me high                       # in a race: the half that I guess; `low` if absent
    first them                    # in a race: who guesses first; the one with the low half if absent
    AS 2H 3D 1 2 0                # a guess; one number, two suits, no card agree
    AS 4H 5C 0 1 0 ?              # an answer that is in doubt: kept, not used
    code 2S 3H 5H                 # the code, when it is shown
    note anything
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import Code777Error, LineError, NotationError, nearest
from ..records import Record, field
from ..sentences import any_of
from ..table.notation import split_lines
from ..table.persistent_list import PersistentList
from .answers import read_answer
from .round import ME, SIDES, THEM, BreakerNote, Event, Guess, MySide, Reveal, Round, Starts, UsePack

__all__ = ["KEYWORDS", "BreakerLine", "BreakerLog", "format_event", "read_line", "read_log"]

KEYWORDS = ("pack", "me", "them", "first", "guess", "code", "note")


class BreakerLine(NamedTuple):
    """A line of a log: its number, its exact text, and its event (None for a comment or blank line)."""

    number: int
    text: str
    event: Event | None
    before: Round
    """The game before it."""


class BreakerLog(Record):
    """A game as text and as events. ``str(log)`` is the text that was read, unchanged."""

    lines: PersistentList[BreakerLine] = field(factory=PersistentList)
    round: Round = field(factory=Round)

    def __str__(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines)

    def add(self, text: str) -> BreakerLog:
        """The log with one more line; raises `LineError` (with its number) and changes nothing if it is bad."""
        number = len(self.lines) + 1
        try:
            event = read_line(text, self.round)
            after = self.round if event is None else self.round.do(event)
        except LineError as error:
            raise error.at(number, text) from None
        except Code777Error as error:
            raise NotationError(error.sentence).at(number, text) from None
        return BreakerLog(self.lines.plus(BreakerLine(number, text, event, self.round)), after)

    def keep(self, text: str) -> BreakerLog:
        """The log with a line that has no effect, for instance because it was refused."""
        return BreakerLog(self.lines.plus(BreakerLine(len(self.lines) + 1, text, None, self.round)), self.round)

    def without_last(self) -> BreakerLog:
        """The log without its last line."""
        return BreakerLog(self.lines.without_last(), self.lines[-1].before)

    def line_of(self, guess: Guess) -> int:
        """Line number of a guess."""
        return next(line.number for line in self.lines if line.event is guess)


def read_log(text: str) -> BreakerLog:
    """Read a whole log; the first line that is unreadable or impossible raises an error with its number.

    >>> log = read_log("pack breaker-4  # ordinary cards\\nace of spades, 2♥ 3♦: 1/2/0")
    >>> [format_event(line.event, log.round) for line in log.lines]
    ['pack breaker-4', 'AS 2H 3D 1 2 0']
    """
    log = BreakerLog()
    for line in split_lines(text):
        log = log.add(line)
    return log


def read_line(text: str, table: Round) -> Event | None:
    """Event of a line; None for a comment or blank line."""
    content = " ".join(text.split())
    if not content.casefold().startswith("note "):
        content = " ".join(text.partition("#")[0].split())
    head, _, rest = content.partition(" ")
    word = head.casefold()
    match word:
        case "":
            return None
        case "note":
            return BreakerNote(rest)
        case "pack":
            return UsePack(_need(rest, "pack", "breaker-4"))
        case "first":
            return Starts(_choice(rest, "first", (ME, THEM)))
        case "code":
            side = _side(rest, table)
            return Reveal(side, table.game.packs[side].read(rest))
        case "guess":
            return _read_guess(_need(rest, "guess", "AR 2P 3S 1 2 0"), table)
        case "me" | "them" if table.game.is_race and rest.casefold() not in SIDES:
            guess = _read_guess(_need(rest, word, "AR 2P 3S 1 2 0"), table)
            if table.name(guess.side) != word:
                raise NotationError(
                    "`{word}` does not guess these cards: that half belongs to the other side", word=word
                )
            return guess
        case "me":
            return MySide(SIDES.index(_choice(rest, "me", SIDES)))
        case _:
            if head.isalpha() and len(head) > 2 and not any(pack.owns(content) for pack in table.game.packs):
                raise NotationError(
                    "{head!r} is neither a card nor a word of the log{meant}", head=head, meant=nearest(word, KEYWORDS)
                )
            return _read_guess(content, table)


def _need(rest: str, keyword: str, example: str) -> str:
    if not rest:
        raise NotationError(
            "`{keyword}` takes a value", remedy=" (like `{keyword} {example}`)", keyword=keyword, example=example
        )
    return rest


def _choice(rest: str, keyword: str, choices: tuple[str, ...]) -> str:
    if rest.casefold() not in choices:
        wanted = any_of([f"`{keyword} {choice}`" for choice in choices])
        raise NotationError("`{line}`: write {wanted}", line=f"{keyword} {rest}".strip(), wanted=wanted)
    return rest.casefold()


def _side(text: str, table: Round) -> int:
    """Side whose cards a text begins with; mine if it begins with no card."""
    return next((side for side, pack in enumerate(table.game.packs) if pack.owns(text)), table.mine)


def _read_guess(text: str, table: Round) -> Guess:
    """Read ``CARDS ANSWER``, with ``?`` at the end if the answer is in doubt."""
    side = _side(text, table)
    code, said = table.game.packs[side].split(text)
    doubted = said.endswith("?")
    said = said.removesuffix("?").strip()
    if not said:
        cards = table.game.packs[side].format(code)
        raise NotationError(
            "the answer to {cards} is missing: numbers, suits and cards", remedy=" (like `{cards} 1 2 0`)", cards=cards
        )
    return Guess(side, code, read_answer(said), doubted)


def format_event(event: Event, table: Round) -> str:
    """An event in canonical spelling, without a line end. ``table`` has the packs."""
    match event:
        case UsePack(text):
            return f"pack {text}"
        case MySide(side):
            return f"me {SIDES[side]}"
        case Starts(who):
            return f"first {who}"
        case Guess(side, code, answer, doubted):
            return f"{table.game.packs[side].format(code)} {answer}{' ?' if doubted else ''}"
        case Reveal(side, code):
            return f"code {table.game.packs[side].format(code)}"
        case BreakerNote(text):
            return f"note {text}".rstrip()
