"""Possible racks, number codes and kinds of tiles, ranked by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple, overload

import numpy as np

from ..core.arrays import ByteArray, FloatArray, IntArray, RackSpace, tally, weigh
from ..core.columns import Columns, html_table
from ..records import Chance
from .questions import BELOW_ONE, SAME


class Candidate(NamedTuple):
    """A rack that may be mine."""

    tiles: Annotated[tuple[str, ...], "Tile names, sorted."]
    numbers: Annotated[str, 'Their numbers, ascending, as text: ``"237"``.']
    probability: Annotated[Chance, "The chance that this is the rack."]

    @property
    def declared(self) -> str:
        """The tiles as they are declared."""
        return " ".join(self.tiles)


class Code(NamedTuple):
    """Three numbers that may be mine."""

    numbers: Annotated[str, "Ascending, as text."]
    probability: Annotated[Chance, "The chance that these are the numbers."]

    @property
    def declared(self) -> str:
        """The numbers as they are declared."""
        return self.numbers


class TileChance(NamedTuple):
    """Chance of a kind of tile on my rack."""

    tile: Annotated[str, 'The kind of tile, such as ``"B7"``.']
    at_least_one: Annotated[Chance, "The chance that there are one or more of it."]
    expected: Annotated[float, "The expected number of tiles of this kind."]


class Assumed(NamedTuple):
    """Chances under an assumption about people. They prove nothing."""

    factor: float
    depth: int
    space: RackSpace
    chances: FloatArray
    """(racks,): the probability of each rack of the edition; all zero if the assumption contradicts the log."""

    @property
    def possible(self) -> bool:
        return bool(self.chances.any())

    @property
    def codes(self) -> list[Code]:
        """The number codes, most likely first."""
        return ranked_codes(self.space, self.chances)

    @property
    def candidates(self) -> Candidates:
        """The racks, most likely first."""
        return Candidates(self.space, self.chances)


class Candidates(Sequence[Candidate]):
    """The racks that may be mine, most likely first; as objects, or as parallel arrays."""

    def __init__(self, space: RackSpace, chances: FloatArray) -> None:
        self._space = space
        left = np.nonzero(chances)[0]
        order = np.argsort(-np.round(chances[left], SAME), kind="stable")
        self.rack_ids: IntArray = left[order]
        """Numbers of the racks in the edition's rack table."""
        most = 1.0 if len(left) == 1 else BELOW_ONE
        self.probabilities: FloatArray = np.minimum(chances[self.rack_ids], most)

    @property
    def counts(self) -> ByteArray:
        """(len, kinds): number of tiles of each kind, in deck order."""
        return self._space.counts[self.rack_ids]

    def __len__(self) -> int:
        return len(self.rack_ids)

    @overload
    def __getitem__(self, i: int) -> Candidate: ...
    @overload
    def __getitem__(self, i: slice) -> list[Candidate]: ...
    def __getitem__(self, i: int | slice) -> Candidate | list[Candidate]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        return Candidate(*self._space.named(int(self.rack_ids[i])), float(self.probabilities[i]))

    def __iter__(self) -> Iterator[Candidate]:
        named = self._space.named
        for rack, chance in zip(self.rack_ids.tolist(), self.probabilities.tolist(), strict=True):
            yield Candidate(*named(rack), chance)

    def columns(self) -> Columns:
        """The racks as columns, for data frames."""
        named = [self._space.named(rack) for rack in self.rack_ids.tolist()]
        return {
            "tiles": np.array([" ".join(tiles) for tiles, _ in named], np.str_),
            "numbers": np.array([numbers for _, numbers in named], np.str_),
            "probability": self.probabilities,
            "rack": self.rack_ids,
        }

    def __repr__(self) -> str:
        return f"<{len(self)} candidates>"

    def _repr_html_(self) -> str:
        return html_table(repr(self)[1:-1], self.columns())


def ranked_codes(space: RackSpace, rack_chances: FloatArray) -> list[Code]:
    """The number codes that are possible, most likely first."""
    chances = weigh(space.code_of, rack_chances, len(space.codes))
    order = np.argsort(-np.round(chances, SAME), kind="stable")
    left = [i for i in order if chances[i] > 0]
    most = 1.0 if len(left) == 1 else BELOW_ONE
    return [Code(space.codes[i], min(float(chances[i]), most)) for i in left]


def tile_chances(space: RackSpace, rack_chances: FloatArray, names: Sequence[str]) -> list[TileChance]:
    """Every kind of tile, by its name, in deck order."""
    left = np.nonzero(rack_chances)[0]
    kinds, chances = space.kinds[left], rack_chances[left]
    having, at_least_one, expected = (np.zeros(len(names)) for _ in range(3))
    for j in range(kinds.shape[1]):
        first = kinds[:, j] != kinds[:, j - 1] if j else np.ones(len(left), bool)
        having += tally(kinds[first, j], len(having))
        at_least_one += weigh(kinds[first, j], chances[first], len(having))
        expected += weigh(kinds[:, j], chances, len(having))
    at_least_one = np.where((having == len(left)) & (having > 0), 1.0, np.minimum(at_least_one, BELOW_ONE))
    return [TileChance(*row) for row in zip(names, at_least_one.tolist(), expected.tolist(), strict=True)]
