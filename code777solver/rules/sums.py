"""What the measures of racks can add up to. In NumPy, and so imported only where arrays are made.

A measure *counts* if every rack measures what its tiles measure one by one: then no scene can have more than the whole
deck. Nothing like it holds for others, such as the highest number on a rack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tiles import Deck, Rack

IntArray = NDArray[np.int64]

_MOST_SUMS = 500_000
_MOST_WORK = 50_000_000
_FAR = 2**60


class Measured(NamedTuple):
    """A measure on the racks that may lie in sight, no rack among them."""

    values: IntArray
    """(values, width): every measure, and that of no rack; some may be there twice."""
    deck_least: IntArray
    deck_most: IntArray
    """(width,): limits to every sum, where a column counts tiles; else far away."""

    @classmethod
    def of(cls, measure: Callable[[Rack], tuple[int, ...]], deck: Deck, racks: Sequence[Rack]) -> Measured:
        """From a measure and the racks."""
        measures = np.array([measure(rack) for rack in racks], np.int64)
        counts = np.array([deck.counts(rack) for rack in racks], np.float64)
        tiles = np.array([measure((tile,)) for tile in deck.kinds], np.int64)
        limits = deck_limits(measures, counts, tiles, np.array(deck.copies))
        return cls(np.unique(np.vstack([np.zeros_like(measures[:1]), measures]), axis=0), *limits)

    @property
    def low(self) -> IntArray:
        """(width,): the least that one rack measures; 0 or less, since there may be no rack."""
        return np.asarray(self.values.min(axis=0))

    def most(self, racks: int) -> IntArray:
        """(width,): the most that so many racks add up to."""
        return np.asarray(np.minimum(self.values.max(axis=0) * racks, self.deck_most))

    def least(self, racks: int) -> IntArray:
        """(width,): the least that so many racks add up to; 0 or less."""
        return np.maximum(self.low * racks, self.deck_least)

    def reachable(self, racks: int) -> IntArray | None:
        """(sums, width): every sum of the measures of up to so many racks, within the limits; None if they are too many."""
        least, most = self.least(racks), self.most(racks)
        different = np.unique(self.values, axis=0)
        width = different.shape[1]
        sums = np.zeros((1, width), np.int64)
        for _ in range(racks):
            if len(sums) * len(different) * width > _MOST_WORK:
                return None
            more = (sums[:, None] + different).reshape(-1, width)
            sums = np.unique(more[((more >= least) & (more <= most)).all(axis=1)], axis=0)
            if len(sums) > _MOST_SUMS:
                return None
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
