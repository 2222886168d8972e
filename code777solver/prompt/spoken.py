"""What people type as they would say it, turned into entries: `14=`, `card 13`, `10 three`, several events in a line.

Only the spelling changes here. What an entry means is decided where it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

__all__ = ["UNSPLIT", "in_digits", "plainly", "several"]

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
    rf"(?:what|which|wat|welke|que|quelle|qu'est-ce|was|welche)\b.*\b{_CARD}\s+(\d{{1,2}})\b.*", re.IGNORECASE
)
_CARD_FIRST = re.compile(rf"{_CARD}\s+(\d{{1,2}})\b\s*(.*)", re.IGNORECASE)
_GLUED = re.compile(r"(?<!\S)(\d{1,2})([<>=]+)(\??)(?!\S)")
UNSPLIT = {
    "note",
    "n",
    "players",
    "edition",
    "option",
    "save",
    "sheet",
    "open",
    "why",
    "whatif",
    "fix",
    "insert",
    "cross",
    "circle",
    "hint",
    "help",
}
"""First words after which `;` and `,` are part of the text."""
_TILES_AFTER = {"rack", "r", "declare", "d", "swap", "s", "saw"}
MOST_TILES = 3


def plainly(text: str) -> str:
    """An entry in the spelling of the notation and the commands.

    >>> [plainly(text) for text in ("14=", "Bob 14<?", "13?", "card 13", "card 13 >", "What does card 13 ask again?")]
    ['14 =', 'Bob 14 < ?', 'help 13', 'help 13', '13 >', 'help 13']
    """
    body, mark, comment = text.partition("#")
    words = body.split()
    if not words or words[0].casefold() in ("note", "n"):
        return text
    asking = _ASKING.fullmatch(body.strip())
    if asking or re.fullmatch(r"\d{1,2}\?", body.strip()):
        return f"help {asking[1] if asking else words[0][:-1]}"
    if words[0].casefold() in ("exit", "bye") and len(words) == 1:
        return "quit"
    card = _CARD_FIRST.fullmatch(body.strip())
    if card:
        body = f"{card[1]} {card[2]}".strip() if card[2].strip(" ?") else f"help {card[1]}"
    body = _GLUED.sub(lambda match: " ".join((match[1], *match[2], *match[3])), body)
    return in_digits(body) + mark + comment


def in_digits(text: str, *, answer: bool = False) -> str:
    """Number words behind a card's number as digits; with ``answer`` the text is an answer itself.

    >>> in_digits("Bob 10 three"), in_digits("10 twee geen"), in_digits("aucun", answer=True), in_digits("no 6")
    ('Bob 10 3', '10 2 0', '0', 'no 6')
    """
    words = text.split()
    first = 0 if answer else next((i + 1 for i in (0, 1) if words[i : i + 1] and words[i].isdecimal()), len(words))
    said = [_DIGIT.get(word.casefold().rstrip("?"), "") for word in words]
    if not any(said[first:]):
        return text
    found = (
        f"{digit}?" if digit and word.endswith("?") else digit or word for word, digit in zip(words, said, strict=True)
    )
    return " ".join((*words[:first], *list(found)[first:]))


def several(text: str, tiles: Callable[[str], int], *, rack_asked: bool) -> list[str]:
    """The events of a line, which `;` and `,` separate. Commas between tiles separate nothing.

    ``tiles`` counts the tiles that a text names, 0 if it is anything else.

    >>> several("16 <; 5 0, me 10 3", lambda text: 0, rack_asked=False)
    ['16 <', '5 0', 'me 10 3']
    >>> several("rack Ann Y2, K5, B7, Bob 5 0", lambda text: sum(w[0] in "YKB" for w in text.split()), rack_asked=False)
    ['rack Ann Y2 K5 B7', 'Bob 5 0']
    """
    body, mark, comment = text.partition("#")
    words = body.split()
    if not words or words[0].casefold() in UNSPLIT or not re.search(r"[;,]", body):
        return [text]
    found = [part for part in _joined(body, tiles, rack_asked=rack_asked) if part]
    if not found:
        return [text]
    found[-1] += f"  {mark}{comment}" if mark else ""
    return found


def _joined(body: str, tiles: Callable[[str], int], *, rack_asked: bool) -> Iterator[str]:
    """The parts of a line, those that belong to one rack put together."""
    pieces = re.split(r"([;,])", body)
    event = pieces[0].strip()
    for mark, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        part = piece.strip()
        if mark == "," and _goes_on(event, part, tiles, rack_asked=rack_asked):
            event = f"{event} {part}"
        else:
            yield event
            event = part
    yield event


def _goes_on(event: str, part: str, tiles: Callable[[str], int], *, rack_asked: bool) -> bool:
    words = event.split()
    more = tiles(part)
    named = bool(words) and (words[0].casefold() in _TILES_AFTER or (tiles(event) > 0 and not words[0].isdecimal()))
    if not more or not (rack_asked or named):
        return False
    if any(word.isdecimal() and len(word) == MOST_TILES for word in words):  # a code of numbers is whole
        return False
    there = next((count for i in range(len(words)) if (count := tiles(" ".join(words[i:])))), 0)
    return there + more <= MOST_TILES
