"""Words and shortcuts of an entry, put into the words of the notation.

`Vocabulary` finds the first word of an entry, and `spoken` and `expand` write its shortcuts out: ``14=``, ``card 10 three``,
``16 <`` for the player who answers next, beginnings of names and keywords.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ..errors import NotationError
from ..lang import Grammar, Language
from ..sentences import any_of
from .events import GRAMMAR, KEYWORDS
from .notation import heard_in
from .table import Table

LETTERS = {"r": "rack", "d": "declare", "s": "swap", "n": "note"}
"""Words of the notation that a letter is enough for."""
_NUMBERS = {
    "0": "zero none no nul geen null kein keine keiner keins keines zéro aucun aucune",
    "1": "one een één eentje un une ein eine eins",
    "2": "two twee deux zwei zwo",
    "3": "three drie trois drei",
    "4": "four vier quatre",
    "5": "five vijf cinq fünf",
    "6": "six zes sechs",
    "7": "seven zeven sept sieben",
}
_DIGIT = {word: digit for digit, words in _NUMBERS.items() for word in words.split()}
"""Number words of the four languages: no word means two numbers, so all are understood in each."""
_CARD = r"(?:card|kaart|carte|karte)"
_ASKING = re.compile(
    rf"(?:(?:what|which|wat|welke|que|quelle|qu'est-ce|was|welche)\b.*\b{_CARD}\s+(\d{{1,2}})\b.*|(\d{{1,2}})\?)",
    re.IGNORECASE,
)
_CARD_FIRST = re.compile(rf"{_CARD}\s+(\d{{1,2}})\b\s*(.*)", re.IGNORECASE)
_GLUED = re.compile(r"(?<!\S)(\d{1,2})([<>=]+)(\??)(?!\S)")


class Vocabulary(NamedTuple):
    """The words that an entry may begin with."""

    t: Language
    words: Sequence[str] = ()
    """First words of lines."""
    commands: Collection[str] = ()
    grammar: Grammar = GRAMMAR
    numbered: Sequence[str] = ()
    """Commands that a number follows, as the card follows a name."""

    def first_word(self, text: str) -> tuple[str, str]:
        """The first word in small letters, or a command of two, and what follows it."""
        words = text.split(None, 1)
        head, rest = (words[0].casefold() if words else ""), (words[1].strip() if len(words) > 1 else "")
        both = f"{head} {rest.casefold()}"
        return (both, "") if both in self.commands else (head, rest)

    def in_notation(
        self, text: str, read: Callable[[str], str], is_entry: Callable[[str], bool], names: Collection[str]
    ) -> str:
        """An entry in the words of the notation, its first word written out if it is the beginning of one word only.

        ``read`` translates, and ``is_entry`` is True if the first word may be left as it is. Raises `NotationError` if
        several words begin so.
        """
        line = read(text).strip()
        word, rest = self.first_word(text)
        if word in self.words or word in self.commands or not word[:1].isalpha():
            return line
        if word not in self.t.words:
            if is_entry(line):
                return line
            whole = self._beginning_with(word)
            return read(f"{whole} {rest}").strip() if whole else line
        head = self.first_word(line)[0]
        if head in (*self.words, *self.commands, *map(str.casefold, names)) or not any(
            known.startswith(head) for known in self.words
        ):
            return line
        return " ".join((text.split()[0], *line.split()[1:]))  # translated, it only looks like a beginning (`geen`)

    def _beginning_with(self, word: str) -> str | None:
        """The word of the notation that begins so, here or in the player's language."""
        asks, stem = word.endswith("?"), word.rstrip("?")
        found = {
            meaning: whole
            for whole, meaning in ({name: name for name in (*self.words, *self.commands)} | dict(self.t.words)).items()
            if whole.replace(" ", "").startswith(stem)
            and (meaning in self.words or meaning in self.commands)
            and asks == whole.endswith("?")
        }
        if len(found) > 1:
            raise _ambiguous(word, sorted(found.values()))
        return next(iter(found), None)


def spoken(text: str, *, questions: bool = True, several: bool = False) -> str:
    """An entry in the spelling of the notation and, with ``questions``, of the commands.

    With ``several``, each sign behind a card is an answer of its own.

    >>> [spoken(text) for text in ("14=", "Bob 14<?", "13?", "card 13", "card 13 >", "What does card 13 ask again?")]
    ['14 =', 'Bob 14 < ?', 'help 13', 'help 13', '13 >', 'help 13']
    """
    body, mark, comment = text.partition("#")
    said = body.strip()
    asking = _ASKING.fullmatch(said) if questions else None
    if asking:
        return f"help {asking[1] or asking[2]}"
    card = _CARD_FIRST.fullmatch(said)
    if card and card[2].strip(" ?"):
        body = f"{card[1]} {card[2]}".strip()
    elif card and questions:
        body = f"help {card[1]}"
    body = _GLUED.sub(lambda match: " ".join((match[1], *(match[2] if several else (match[2],)), *match[3])), body)
    return in_digits(body) + mark + comment


def in_digits(text: str, *, answer: bool = False) -> str:
    """Number words behind a card's number as digits; with ``answer`` the text is an answer itself.

    >>> in_digits("Bob 10 three"), in_digits("10 twee geen"), in_digits("aucun", answer=True), in_digits("no 6")
    ('Bob 10 3', '10 2 0', '0', 'no 6')
    """
    words = text.split()
    if answer:
        first = 0
    elif words and words[0].isdecimal():
        first = 1
    elif len(words) > 1 and words[1].isdecimal():
        first = 2
    else:
        return text
    said = [_DIGIT.get(word.casefold().rstrip("?"), "") for word in words[first:]]
    if not any(said):
        return text
    found = [
        f"{digit}{'?' * word.endswith('?')}" if digit else word for word, digit in zip(words[first:], said, strict=True)
    ]
    return " ".join((*words[:first], *found))


def expand(text: str, table: Table) -> str:
    """Write shortcuts out: ``16 <`` for the player who answers next, beginnings of names and words.

    What is no shortcut is left alone, for the notation to accept or refuse.
    """
    words = text.split()
    if not words or words[0].startswith("#") or words[0].casefold() == "note":
        return text
    head = words[0].casefold()
    if head.isdecimal() and table.next_answerer is not None:
        return " ".join((table.next_answerer, *words))
    if head in KEYWORDS:
        keyword: str | None = head
    elif len(words) > 1 and is_card_number(words[1]):
        keyword = _unambiguous_match(head, table.players)
    else:
        keyword = LETTERS.get(head) or _unambiguous_match(head, KEYWORDS)
    if keyword is None:
        return text
    if keyword in ("rack", "declare", "swap", "penalty") and len(words) > 1:
        name = _unambiguous_match(words[1].casefold(), table.rack_names)
        return " ".join((keyword, name or words[1], *words[2:]))
    return " ".join((keyword, *words[1:]))


def is_card_number(word: str) -> bool:
    """True if a word behind a name looks like the number of a card."""
    return word.isdecimal() and len(word) < 3


def is_answer(text: str, card: int | None, table: Table) -> bool:
    """True if a text is an answer to a card, with or without a mark of doubt."""
    said, doubted = heard_in(text.partition("#")[0])
    if card is None or card not in table.edition.cards:
        return False
    if not said:
        return doubted
    return table.edition.card(card).find_symbol(said, table.racks_in_sight) is not None


def complete(word: str, table: Table) -> str:
    """The one player whose name begins so; raises `RuleError` if none or several do."""
    return only_match(word.casefold(), table.players) or table.player(word)


def _ambiguous(beginning: str, found: Sequence[str]) -> NotationError:
    """Error for a text with which several words begin."""
    return NotationError(
        "`{beginning}` is ambiguous ({choices}): type more of it", beginning=beginning, choices=any_of(found)
    )


def _unambiguous_match(beginning: str, names: Sequence[str]) -> str | None:
    """The one name that begins with a text; None if there is none. Raises `NotationError` if there are several."""
    found = _matches(beginning, names)
    if len(found) > 1:
        raise _ambiguous(beginning, found)
    return found[0] if found else None


def only_match(beginning: str, names: Sequence[str]) -> str | None:
    """The one name that begins with a text; None if there are none or several."""
    found = _matches(beginning, names)
    return found[0] if len(found) == 1 else None


def _matches(beginning: str, names: Sequence[str]) -> list[str]:
    """The names that begin with a case-folded text. A name that is the whole text excludes the others."""
    found = []
    for name in names:
        folded = name.casefold()
        if folded == beginning:
            return [name]
        if folded.startswith(beginning):
            found.append(name)
    return found
