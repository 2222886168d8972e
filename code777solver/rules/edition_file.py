"""Files of editions and of cards: TOML that is read with care, and its cards made for a deck.

An edition file has ``title``, ``extends`` (another edition), ``cards`` (a card file), ``[deck]``, ``[rules]`` and
``[[card]]`` entries that add or replace single cards; a card file has ``[[card]]`` entries only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import CardError, EditionError, TileError, nearest
from .cards import ASKS, Card, make_card
from .tiles import COLOURS, Deck

__all__ = [
    "DEFAULT",
    "MOST_BYTES",
    "CardFile",
    "read_card_file",
    "read_deck",
    "read_entries",
    "read_toml",
    "refuse_unknown",
]

DEFAULT = "default"
"""The reading of a card that needs no option."""
MOST_BYTES = 100_000
"""The largest file that is read. Bundled ones have some thousand bytes."""
_MOST_DOTS = 50
"""Dots in one line. A key of very many parts, a.b.c and so on, costs tomllib quadratic time and memory."""
_DEEPEST = 8
"""Levels of nested tables and lists; no key needs more than five."""
_LARGEST = 10**9
CardEntry = Mapping[str, Any]
"""A card as a file describes it, other readings included."""


class CardFile(NamedTuple):
    """The ``[[card]]`` entries that a file has, by number. The answers to a card depend on the deck."""

    where: str
    """The file, for messages."""
    entries: Mapping[int, CardEntry]

    def cards(self, deck: Deck) -> dict[int, Mapping[str, Card]]:
        """Every card in each of its readings, the default one first; raises `EditionError` for a bad one."""
        try:
            usual = {number: make_card(number, self.entries[number], deck) for number in sorted(self.entries)}
            return {
                number: {DEFAULT: usual[number]}
                | {name: make_card(number, reading, deck) for name, reading in entry.get("readings", {}).items()}
                for number, entry in self.entries.items()
            }
        except CardError as error:
            raise EditionError("{where}: {error}", where=self.where, error=error) from None


def read_card_file(path: Path, where: str = "") -> CardFile:
    """The cards of a TOML file; ``where`` names it in messages if its path does not."""
    where = where or str(path)
    data = read_toml(path, where)
    refuse_unknown(data, ("card",), where)
    return CardFile(where, read_entries(data.get("card", []), where))


def read_toml(source: Path, where: str) -> dict[str, Any]:
    try:
        with source.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a possible file name"
        raise EditionError(
            "{where}: cannot be read ({reason})", where=where if where.isprintable() else ascii(where), reason=reason
        ) from None
    if len(text) > MOST_BYTES:
        raise EditionError(
            "{where}: too large for an edition or cards (at most {most:,} bytes)", where=where, most=MOST_BYTES
        )
    if any(line.count(b".") > _MOST_DOTS for line in text.split(b"\n")):
        raise EditionError(
            "{where}: a line with more than {most} dots: no key or text here needs that many",
            where=where,
            most=_MOST_DOTS,
        )
    import tomllib

    try:
        data = tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise EditionError(
            "{where}: not valid TOML: {reason}", where=where, reason=str(error).splitlines()[0]
        ) from None
    for key, value in data.items():
        if not _is_plain(value, _DEEPEST):
            raise EditionError(
                "{where}: {key}: dates, numbers beyond {largest:,} and tables over {deepest} deep are not allowed here",
                where=where,
                key=key,
                largest=_LARGEST,
                deepest=_DEEPEST,
            )
    return data


def _is_plain(value: object, depth: int) -> bool:
    """True if a value contains only texts, reasonable numbers, and lists and tables of these."""
    if isinstance(value, list | dict):
        inside = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_is_plain(one, depth - 1) for one in inside)
    return isinstance(value, str) or (isinstance(value, int | float) and abs(value) <= _LARGEST)


def refuse_unknown(data: Mapping[str, object], known: Iterable[str], where: str) -> None:
    known = list(known)
    for key in data:
        if key not in known:
            raise EditionError(
                "{where}: unknown key {key!r}{meant} (keys: {known})",
                where=where,
                key=key,
                meant=nearest(key, known),
                known=", ".join(known),
            )


def read_deck(data: object, where: str) -> Deck:
    """``[deck]``: copies by tile name, or ``every = {numbers, colours, copies}`` for a full grid."""
    if not isinstance(data, dict):
        raise EditionError("{where}: deck: must be a table of tiles, like G1 = 1", where=where)
    copies = dict(data)
    every = copies.pop("every", None)
    try:
        if every is not None:
            numbers, colours, each = every["numbers"], every["colours"], every["copies"]
            if not set(colours) <= set(COLOURS):
                raise TileError(
                    "every: colours {colours!r} (letters: {letters})", colours=colours, letters=" ".join(COLOURS)
                )
            grid = {f"{letter}{number}": each for number in numbers for letter in colours}
            twice = sorted(grid.keys() & copies.keys())
            if twice:
                raise TileError("{tile} is listed, but `every` already includes it", tile=twice[0])
            copies |= grid
        return Deck.of(copies)
    except TileError as error:
        raise EditionError("{where}: deck: {error}", where=where, error=error) from None
    except (KeyError, TypeError):
        raise EditionError(
            '{where}: deck: every: numbers = [..], colours = ".." and copies = n are needed', where=where
        ) from None


def read_entries(entries: object, where: str) -> dict[int, CardEntry]:
    """``[[card]]`` entries by number."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise EditionError("{where}: card: write cards as [[card]] entries", where=where)
    found: dict[int, CardEntry] = {}
    for place, entry in enumerate(entries, 1):
        number = entry.get("number")
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 99:
            raise EditionError(
                "{where}: card entry {place}: number: must be a whole number from 1 to 99", where=where, place=place
            )
        if number in found:
            raise EditionError("{where}: card {number} appears twice", where=where, number=number)
        readings = entry.get("readings", {})
        if not isinstance(readings, dict) or not all(isinstance(reading, dict) for reading in readings.values()):
            raise EditionError(
                "{where}: card {number}: readings: write [card.readings.NAME] tables", where=where, number=number
            )
        for name, reading in readings.items():
            if not re.fullmatch(r"[A-Za-z0-9_]{1,30}", name) or name.casefold() == DEFAULT:
                raise EditionError(
                    "{where}: card {number}: readings: {name!r} is not a valid name: use letters, digits and _, but not `default`",
                    where=where,
                    number=number,
                    name=name,
                )
            refuse_unknown(reading, ("text", *ASKS), f"{where}: card {number}: readings: {name}")
        found[number] = entry
    return found
