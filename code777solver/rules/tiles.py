"""Tiles, racks and decks: parse, format, count.

A rack is a tuple of tiles in deck order; their order on the table does not matter. A deck is a multiset of tile
kinds, and every array in the package that is indexed by kind follows ``Deck.kinds``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Self

from ..errors import TileError, nearest
from ..records import Record, in_json


class _NumberAndColour(NamedTuple):
    number: int
    colour: str


@in_json(("", "name"))
class Tile(_NumberAndColour):
    """One kind of tile: its ``number``, from 0 to 9, and the letter of its ``colour``; raises `TileError` for any other.

    >>> print(Tile(7, "B"))
    B7
    """

    __slots__ = ()

    def __new__(cls, number: int, colour: str) -> Self:
        if number not in _DIGITS or not isinstance(colour, str) or colour not in COLOURS:
            raise TileError(
                "no tile of number {number!r} and colour {colour!r}: from 0 to 9, and one letter of {colours}",
                number=number,
                colour=colour,
                colours=" ".join(COLOURS),
            )
        return super().__new__(cls, int(number), colour)

    @property
    def name(self) -> str:
        return f"{self.colour}{self.number}"

    def __str__(self) -> str:
        return self.name


_DIGITS = range(10)
Rack = tuple[Tile, ...]


class Colour(NamedTuple):
    """A tile colour: its letter in the notation, its name, an icon for colour-blind players, other names."""

    letter: str
    name: str
    icon: str
    aliases: tuple[str, ...] = ()

    def answers_to(self, word: str) -> bool:
        """True if ``word`` (already case-folded) is a way to write this colour."""
        return word in (self.letter.casefold(), self.name, self.icon, *self.aliases)


COLOURS: Mapping[str, Colour] = {
    colour.letter: colour
    for colour in (
        Colour("G", "green", "●"),
        Colour("Y", "yellow", "▲"),
        Colour("K", "black", "★"),
        Colour("N", "brown", "▼"),  # no printing agrees on an icon for brown; this one is ours
        Colour("R", "red", "◆"),
        Colour("P", "pink", "+", ("purple",)),
        Colour("B", "blue", "■"),
    )
}


def number_code(rack: Iterable[Tile]) -> str:
    """The numbers of a rack as players say them, ascending.

    >>> number_code([Tile(7, "B"), Tile(2, "Y"), Tile(5, "K")])
    '257'
    """
    return "".join(str(number) for number in sorted(tile.number for tile in rack))


def tile_names(rack: Iterable[Tile]) -> tuple[str, ...]:
    """Tile names in alphabetical order, the order of the JSON output.

    >>> tile_names([Tile(2, "Y"), Tile(5, "K"), Tile(7, "B")])
    ('B7', 'K5', 'Y2')
    """
    return tuple(sorted(tile.name for tile in rack))


class Deck(Record):
    """A multiset of tiles: ``copies[k]`` of ``kinds[k]``, ordered by number, then as given."""

    kinds: tuple[Tile, ...]
    copies: tuple[int, ...]

    @cached_property
    def size(self) -> int:
        return sum(self.copies)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The different numbers, ascending."""
        return tuple(sorted({kind.number for kind in self.kinds}))

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The letters of the different colours, in the usual order."""
        return tuple(letter for letter in COLOURS if any(kind.colour == letter for kind in self.kinds))

    @cached_property
    def index(self) -> Mapping[Tile, int]:
        """Tile kind -> its position in every array indexed by kind."""
        return {kind: k for k, kind in enumerate(self.kinds)}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(kind.name for kind in self.kinds)

    def counts(self, tiles: Iterable[Tile]) -> tuple[int, ...]:
        """Count tiles by kind, in deck order."""
        found = Counter(tiles)
        return tuple(found[kind] for kind in self.kinds)

    def sort(self, tiles: Iterable[Tile]) -> Rack:
        """The tiles as a rack, in deck order."""
        return tuple(sorted(tiles, key=self.index.__getitem__))

    def expand(self, counts: Sequence[int]) -> Rack:
        """The rack with these counts by kind."""
        return tuple(kind for kind, count in zip(self.kinds, counts, strict=True) for _ in range(count))

    def excess(self, tiles: Iterable[Tile]) -> Tile | None:
        """The first kind of which ``tiles`` holds more than the deck has, if any."""
        for kind, count in Counter(tiles).items():
            if count > self.copies[self.index[kind]]:
                return kind
        return None

    def tile(self, text: str) -> Tile:
        """Read one tile: letter and digit in either order, words, or a number with one colour only.

        >>> deck = Deck.of({"N4": 4, "Y7": 2, "B7": 4})
        >>> [str(deck.tile(text)) for text in ("B7", "7b", "blue 7", "blue7", "4")]
        ['B7', 'B7', 'B7', 'B7', 'N4']
        """
        tiles = self.tiles(text)
        if len(tiles) != 1:
            raise TileError("{text!r} names {count} tiles, but one is needed", text=text, count=len(tiles))
        return tiles[0]

    def code(self, text: str) -> str:
        """Read declared numbers, in any order, with or without spaces; ascending. A 9 is a 6 upside down.

        >>> Deck.of({"Y2": 2, "K5": 1, "G6": 3}).code("9 2 5")
        '256'
        """
        digits = "".join(str(int(c)) if c.isdecimal() else c for c in text if not c.isspace() and c != ",")
        return "".join(sorted(digits if 9 in self.numbers else digits.replace("9", "6")))

    def rack(self, text: str) -> Rack:
        """Read any number of tiles and put them in deck order.

        >>> deck = Deck.of({"Y2": 2, "K5": 1, "Y7": 2, "B7": 4})
        >>> " ".join(map(str, deck.rack("blue 7 2 k5")))
        'Y2 K5 B7'
        """
        return self.sort(self.tiles(text))

    def tiles(self, text: str) -> list[Tile]:
        """Read tiles in the order written. A colour and a number may be apart: ``blue 7`` or ``7 blue``."""
        found = self.find(text)
        if found is None:
            raise self._unreadable(text, _atoms(text))
        return found

    def find(self, text: str) -> list[Tile] | None:
        """The same; None if the text is anything else than tiles of this deck."""
        atoms = _atoms(text)
        return next(self._readings(atoms), None) if len(atoms) <= 24 else None

    def _readings(self, atoms: Sequence[str]) -> Iterator[list[Tile]]:
        """Every way to read the atoms as tiles, colour before number first."""
        if not atoms:
            yield []
            return
        first, *rest = atoms
        for head, tail in (((first, *rest[:1]), rest[1:]), ((first,), rest)):
            kind = self._kind(head) if len(head) <= len(atoms) else None
            if kind is not None:
                for others in self._readings(tail):
                    yield [kind, *others]

    def _kind(self, atoms: Sequence[str]) -> Tile | None:
        """The kind that a number, or a number with a colour, names; None if none or several."""
        digits = [int(atom) for atom in atoms if atom.isdecimal()]
        words = [atom for atom in atoms if not atom.isdecimal()]
        if len(digits) != 1:
            return None
        number = 6 if digits[0] == 9 and 9 not in self.numbers else digits[0]  # a 9 is a 6 upside down
        fits = [
            kind
            for kind in self.kinds
            if kind.number == number and all(COLOURS[kind.colour].answers_to(word) for word in words)
        ]
        return fits[0] if len(fits) == 1 else None

    def _unreadable(self, text: str, atoms: Sequence[str]) -> TileError:
        """Say which part of ``text`` names no tile, and what would."""
        colours = [name for c in COLOURS.values() for name in (c.name, *c.aliases)]
        for atom in atoms:
            if not atom.isdecimal() and not any(colour.answers_to(atom) for colour in COLOURS.values()):
                return TileError(
                    "{atom!r} in {text!r} is not a colour{meant} (tiles are written like {example})",
                    atom=atom,
                    text=text.strip(),
                    meant=nearest(atom, colours),
                    example=self.kinds[-1],
                )
        for place, atom in enumerate(atoms):
            number = int(self.code(atom)) if atom.isdecimal() else None
            same = [kind.name for kind in self.kinds if kind.number == number]
            if number is not None and not same:
                return TileError(
                    "no tile with number {number} in this deck (numbers {numbers})",
                    number=number,
                    numbers=_span(self.numbers),
                )
            beside = [*atoms[max(0, place - 1) : place], *atoms[place + 1 : place + 2]]
            if len(same) > 1 and all(other.isdecimal() for other in beside):
                return TileError(
                    "{atom!r} in {text!r} can be any of {tiles}: add the colour",
                    atom=atom,
                    text=text.strip(),
                    tiles=", ".join(same),
                )
        return TileError(
            "no such tiles in this deck: {text!r} (there are {names})", text=text.strip(), names=" ".join(self.names)
        )

    @classmethod
    def of(cls, copies: Mapping[str, int]) -> Deck:
        """A deck from tile names and how many there are of each, e.g. ``{"G1": 1, "Y2": 2}``."""
        kinds: dict[Tile, int] = {}
        for name, count in copies.items():
            match = re.fullmatch(r"([A-Za-z])(\d)", name)
            letter = match[1].upper() if match else ""
            if not match or letter not in COLOURS:
                raise TileError(
                    "tile {name!r}: must be a colour letter ({colours}) and a digit",
                    name=name,
                    colours=" ".join(COLOURS),
                )
            if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 20:
                raise TileError(
                    "tile {name!r}: {count!r} copies (must be a whole number from 1 to 20)", name=name, count=count
                )
            tile = Tile(int(match[2]), letter)
            if tile in kinds:
                raise TileError("tile {name!r} is listed twice", name=name)
            kinds[tile] = count
        if not kinds:
            raise TileError("the deck has no tiles")
        order = sorted(kinds, key=lambda tile: tile.number)
        return cls(tuple(order), tuple(kinds[tile] for tile in order))


def _atoms(text: str) -> list[str]:
    """Split ``7b``, ``blue7`` and ``y2k5b7`` into colours and single digits."""
    return re.findall(r"\d|[^\W\d_]+|[^\w\s]", text.casefold().replace(",", " "))


def _span(numbers: Sequence[int]) -> str:
    if list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return " ".join(map(str, numbers))
