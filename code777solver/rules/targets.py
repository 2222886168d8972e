"""Target of a declaration: the numbers of a rack, or its tiles. Picks the part that counts where results have both."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol, TypeVar

from .tiles import Tile, number_code, tile_names

T = TypeVar("T")


class _Informs(Protocol):
    @property
    def bits(self) -> float: ...
    @property
    def tile_bits(self) -> float: ...


class _Expects(Protocol):
    @property
    def expected_codes(self) -> float: ...
    @property
    def expected_racks(self) -> float: ...


class Target(StrEnum):
    """The rule ``target``.

    >>> Target.NUMBERS.example, Target.TILES.example, Target("tiles").pick("codes", "racks")
    ('257', 'Y2 K5 B7', 'racks')
    """

    NUMBERS = "numbers"
    TILES = "tiles"

    __repr__ = str.__repr__
    """The plain word, as messages quote it."""

    @property
    def by_tiles(self) -> bool:
        """True if colours count."""
        return self is Target.TILES

    def pick(self, numbers: T, tiles: T) -> T:
        """One of two: the first where numbers are declared, the second where tiles are."""
        return tiles if self.by_tiles else numbers

    @property
    def example(self) -> str:
        """A code as it is declared."""
        return self.pick("257", "Y2 K5 B7")

    def code(self, rack: Iterable[Tile]) -> str:
        """A rack as it is declared."""
        return " ".join(tile_names(rack)) if self.by_tiles else number_code(rack)

    def bits(self, found: _Informs) -> float:
        """The bits of a result that are about what must be declared."""
        return self.pick(found.bits, found.tile_bits)

    def expected(self, found: _Expects) -> float:
        """The expected number of possible declarations that a result leaves: codes or racks."""
        return self.pick(found.expected_codes, found.expected_racks)
