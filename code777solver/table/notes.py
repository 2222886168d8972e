"""Text of a note <-> events. A note without one of these forms is free text::

note play 4711 Ann club Bob master     a game against the computer begins
note Ann draws 12                      a card that a person has to answer first
note false me 12 3                     a wrong answer that was noticed
note me says 257                       a person declares
note abandoned                         nobody has declared for too long
note over won late 6 35 cards 1 10     the result of the game
note cross 6                           a mark: `cross`, `circle` or `clear`
note coach on                          hide what is deduced, until `note coach off`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from ..errors import small_number
from .events import (
    AbandonMatch,
    AnyNote,
    DrawCard,
    EndMatch,
    Note,
    PutMarks,
    RejectAnswer,
    SayCode,
    StartMatch,
    UseCoach,
)

__all__ = ["note_in", "note_text", "parse_note"]


def note_in(line: str) -> AnyNote | None:
    """The note in a log line; None if the line is none.

    >>> note_in("note over won late 6 35 cards 1 10")
    EndMatch(result='won', late=(6, 35), cards=(1, 10))
    >>> note_in("note Ann hesitated"), note_in("Ann 16 <")
    (Note(text='Ann hesitated'), None)
    """
    words = line.split()
    return parse_note(" ".join(words[1:])) if words and words[0].casefold() == "note" else None


def parse_note(text: str) -> AnyNote:
    """The event that a note tells. Only the words of marks and of the coach may be capitalised.

    Text that would be written differently is free text, so that no log changes by being read.
    """
    found = _read(text.split())
    return found if found is not None and note_text(found).lower() == text.lower() else Note(text)


def _read(words: Sequence[str]) -> AnyNote | None:
    match words:
        case [player, "draws", card] if (number := small_number(card)) is not None:
            return DrawCard(player, number)
        case [player, "says", _, *_]:
            return SayCode(player, " ".join(words[2:]))
        case ["false", player, card, symbol] if (number := small_number(card)) is not None:
            return RejectAnswer(player, number, symbol)
        case ["abandoned"]:
            return AbandonMatch()
        case ["play", *rest]:
            return StartMatch(rest[0] if rest else "", tuple(rest[1:]))
        case ["over", "won" | "lost" | "tied" as result, *rest]:
            return _read_end(result, rest)
    match [word.lower() for word in words]:
        case ["cross" | "circle" | "clear" as kind, _, *_]:
            return PutMarks(kind, " ".join(words[1:]))
        case ["coach", "on" | "off" as wanted]:
            return UseCoach(wanted == "on")
    return None


def _read_end(result: str, words: Sequence[str]) -> EndMatch:
    """``[late NUMBER ...] [cards NUMBER ...]``. Words that do not belong here are left out, so the text differs."""
    at = words.index("cards") if "cards" in words else len(words)
    return EndMatch(result, _numbers(words[:at]), _numbers(words[at:]))


def _numbers(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(number for word in words if (number := small_number(word)) is not None)


def note_text(note: AnyNote) -> str:
    """The text of a note in its canonical spelling, without the word `note`."""
    match note:
        case Note(text):
            return text
        case StartMatch(number, seats):
            return " ".join(("play", number, *seats)).rstrip()
        case DrawCard(player, card):
            return f"{player} draws {card}"
        case RejectAnswer(player, card, symbol):
            return f"false {player} {card} {symbol}"
        case SayCode(player, code):
            return f"{player} says {code}"
        case AbandonMatch():
            return "abandoned"
        case EndMatch(result, late, cards):
            return f"over {result}{_listed('late', late)}{_listed('cards', cards)}"
        case PutMarks(kind, what):
            return f"{kind} {what}"
        case UseCoach(on):
            return f"coach {'on' if on else 'off'}"
        case _:
            assert_never(note)


def _listed(word: str, numbers: Sequence[int]) -> str:
    return "".join(f" {part}" for part in (word, *numbers)) if numbers else ""
