"""Sets of racks in rows of arrays, whatever their width: the few operations that a game needs.

For sets of four words the operations work on one vector value; for others they loop over the words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import config
from numpy.typing import NDArray

from .bits256 import WORDS, any_outside, both, count, load, store
from .compiling import inlined

Words = NDArray[np.uint64]


class SetOperations(NamedTuple):
    """``put``, ``narrow`` and ``join`` change row ``i`` of the first array; the others only look."""

    put: Callable[..., None]
    """(sets, i, rows, j): row i becomes row j."""
    narrow: Callable[..., None]
    """(sets, i, rows, j): keep what is in row j too."""
    outside: Callable[..., bool]
    """(sets, i, rows, j): whether anything of row i is not in row j."""
    size: Callable[..., int]
    """(sets, i): how many racks."""


@cache
def set_operations(words: int) -> SetOperations:
    """The operations for sets of so many 64-bit words."""
    return _vectors() if words == WORDS and not config.DISABLE_JIT else _loops(words)  # type: ignore[attr-defined]


def _vectors() -> SetOperations:
    @inlined
    def put(sets: Words, i: int, rows: Words, j: int) -> None:
        store(sets, i, load(rows, j))

    @inlined
    def narrow(sets: Words, i: int, rows: Words, j: int) -> None:
        store(sets, i, both(load(sets, i), load(rows, j)))

    @inlined
    def outside(sets: Words, i: int, rows: Words, j: int) -> Any:
        return any_outside(load(sets, i), load(rows, j))

    @inlined
    def size(sets: Words, i: int) -> Any:
        return count(load(sets, i))

    return SetOperations(put, narrow, outside, size)


def _loops(words: int) -> SetOperations:
    @inlined
    def put(sets: Words, i: int, rows: Words, j: int) -> None:
        for w in range(words):
            sets[i, w] = rows[j, w]

    @inlined
    def narrow(sets: Words, i: int, rows: Words, j: int) -> None:
        for w in range(words):
            sets[i, w] &= rows[j, w]

    @inlined
    def outside(sets: Words, i: int, rows: Words, j: int) -> Any:
        left = np.uint64(0)
        for w in range(words):
            left |= sets[i, w] & ~rows[j, w]
        return left != np.uint64(0)

    @inlined
    def size(sets: Words, i: int) -> Any:
        total = 0
        for w in range(words):
            total += ones(sets[i, w])
        return total

    return SetOperations(put, narrow, outside, size)


@inlined
def ones(word: Any) -> Any:
    """How many bits of a word are set."""
    word = word - (word >> np.uint64(1) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@inlined
def lowest(word: Any) -> Any:
    """The number of the lowest bit that is set; 64 if none is."""
    return ones((word & (~word + np.uint64(1))) - np.uint64(1))
