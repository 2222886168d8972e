"""Sums that the measures of racks can have. In NumPy, and so imported only where arrays are made.

A measure *counts* if every rack measures what its tiles measure one by one: then no scene can have more than the whole
deck. Nothing like it holds for others, such as the highest number on a rack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tiles import Deck, Rack

IntArray = NDArray[np.int64]

_MOST_SUMS = 500_000
_LARGEST_BOX = 16_000_000
_MOST_WORK = 8_000_000_000
_LONGEST_LIST = 5_000_000
_FAR = 2**60


class Measured(NamedTuple):
    """A measure on the racks that may lie in sight, no rack among them."""

    values: IntArray
    """(values, width): every measure, and that of no rack; some may be there twice."""
    deck_least: IntArray
    deck_most: IntArray
    """(width,): limits to every sum, where a column counts tiles; else far away."""

    @classmethod
    def of(cls, measure: Callable[[Rack], tuple[int, ...]], deck: Deck, racks: Sequence[tuple[int, ...]]) -> Measured:
        """From a measure and the racks, each as the kinds of its tiles; all single tiles are among them."""
        found = {kinds: measure(tuple(deck.kinds[kind] for kind in kinds)) for kinds in racks}
        measures = np.array(list(found.values()), np.int64)
        counts = np.zeros((len(racks), len(deck.kinds)))
        places = np.repeat(np.arange(len(racks)), [len(kinds) for kinds in racks])
        np.add.at(counts, (places, np.array([kind for kinds in racks for kind in kinds])), 1)
        tiles = np.array([found[(kind,)] for kind in range(len(deck.kinds))], np.int64)
        limits = deck_limits(measures, counts, tiles, np.array(deck.copies))
        return cls(np.unique(np.vstack([np.zeros_like(measures[:1]), measures]), axis=0), *limits)

    @property
    def low(self) -> IntArray:
        """(width,): the least that one rack measures; 0 or less, since there may be no rack."""
        return np.asarray(self.values.min(axis=0))

    def most(self, racks: int) -> IntArray:
        """(width,): the most that this number of racks adds up to."""
        return np.asarray(np.minimum(self.values.max(axis=0) * racks, self.deck_most))

    def least(self, racks: int) -> IntArray:
        """(width,): the least that this number of racks adds up to; 0 or less."""
        return np.maximum(self.low * racks, self.deck_least)

    def reachable(self, racks: int) -> IntArray | None:
        """(sums, width): every sum of the measures of up to ``racks`` racks, within the limits; None if too many."""
        least, most = self.least(racks), self.most(racks)
        different = np.unique(self.values, axis=0)
        box = prod((most - least + 1).tolist())
        if box <= _LARGEST_BOX and box * len(different) * racks <= _MOST_WORK:
            found: IntArray | None = _marked(different, racks, least, most)
        else:
            found = _listed(different, racks, least, most)
        return None if found is None or len(found) > _MOST_SUMS else found


def _marked(different: IntArray, racks: int, least: IntArray, most: IntArray) -> IntArray:
    """The sums of `Measured.reachable` as marks in a box that has a place for each."""
    sides = most - least + 1
    marks = np.zeros(sides.tolist(), bool)
    marks[tuple(-least)] = True
    for _ in range(racks):
        more = marks.copy()
        for step in different.tolist():
            if all(abs(one) < side for one, side in zip(step, sides.tolist(), strict=True)):
                more[_moved(step)] |= marks[_moved([-one for one in step])]
        marks = more
    return np.argwhere(marks) + least


def _moved(step: Sequence[int]) -> tuple[slice, ...]:
    """The part of a box that lies inside it after a step back."""
    return tuple(slice(one, None) if one >= 0 else slice(None, one) for one in step)


def _listed(different: IntArray, racks: int, least: IntArray, most: IntArray) -> IntArray | None:
    """The same as a list, where sums are few and far between; None if they are many."""
    width = different.shape[1]
    sums = np.zeros((1, width), np.int64)
    for _ in range(racks):
        if len(sums) * len(different) * width > _LONGEST_LIST:
            return None
        more = (sums[:, None] + different).reshape(-1, width)
        sums = np.unique(more[((more >= least) & (more <= most)).all(axis=1)], axis=0)
    return sums


def deck_limits(
    measures: IntArray, counts: NDArray[np.float64], tiles: IntArray, copies: IntArray
) -> tuple[IntArray, IntArray]:
    """(width,) twice: the least and the most that any racks of a deck can add up to, where a column counts tiles.

    ``measures`` (racks, width) and ``counts`` (racks, kinds) are those of racks, ``tiles`` (kinds, width) the measures of a
    single tile of each kind.
    """
    counting = (counts @ tiles == measures).all(axis=0)
    held = copies[:, None]
    least = np.where(counting, (np.minimum(tiles, 0) * held).sum(axis=0), -_FAR)
    most = np.where(counting, (np.maximum(tiles, 0) * held).sum(axis=0), _FAR)
    return least, most
