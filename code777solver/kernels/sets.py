"""Operations on sets of racks in rows of arrays. Each is written twice: in plain Python, and as compiled code does it best.

Where sets have four words, in a record, the operations work on one vector value; otherwise they loop over words.

``sets``, ``rows``, ``base``  (n, words) uint64: one set a row
``i``, ``j``                  uintp: row of ``sets``, and of ``rows`` or ``base``
``word``                      uint64: one word of a set
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from .bits256 import WORDS, any_outside, both, count, load, store
from .compiling import OPTIONS
from .shortcuts import uses

Words = NDArray[np.uint64]


def ones(word: Any) -> Any:
    """Number of set bits in ``word``."""
    return int(word).bit_count()


def lowest(word: Any) -> Any:
    """Index of the lowest set bit of ``word``; 64 if none is set."""
    bits = int(word)
    return (bits & -bits).bit_length() - 1 if bits else 64


def _ones(word: Any) -> Any:
    """Compiled `ones`: adds up bits in parallel."""
    word = word - (word >> np.uint64(1) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


def _lowest(word: Any) -> Any:
    """Compiled `lowest`."""
    return ones((word & (~word + np.uint64(1))) - np.uint64(1))


def put(sets: Words, i: int, rows: Words, j: int) -> None:
    """Copy row ``j`` of ``rows`` to row ``i`` of ``sets``."""
    for w in range(sets.shape[1]):
        sets[i, w] = rows[j, w]


def narrow(sets: Words, i: int, rows: Words, j: int) -> None:
    """Intersect row ``i`` of ``sets`` with row ``j`` of ``rows``, in place."""
    for w in range(sets.shape[1]):
        sets[i, w] &= rows[j, w]


def put_narrowed(sets: Words, i: int, base: Words, j: int, rows: Words, first: Any, more: Any, r: int) -> None:
    """Write row ``j`` of ``base``, intersected with rows ``first + more[r]`` of ``rows``, to row ``i`` of ``sets``.

    ``first`` (groups,) uint32: first row of each group of tile kinds.
    ``more`` (racks, groups) uint32: offset for each rack.
    ``r`` uintp: the row of ``more``.
    """
    for w in range(sets.shape[1]):
        word = base[j, w]
        for g in range(first.shape[0]):
            word &= rows[np.uintp(first[g] + more[r, g]), w]
        sets[i, w] = word


def outside(sets: Words, i: int, rows: Words, j: int) -> Any:
    """True if row ``i`` of ``sets`` has a rack that row ``j`` of ``rows`` lacks."""
    left = np.uint64(0)
    for w in range(sets.shape[1]):
        left |= sets[i, w] & ~rows[j, w]
    return left != np.uint64(0)


def size(sets: Words, i: int) -> Any:
    """Number of racks in row ``i`` of ``sets``."""
    total = 0
    for w in range(sets.shape[1]):
        total += ones(sets[i, w])
    return total


def _put(sets: Words, i: int, rows: Words, j: int) -> None:
    """Compiled `put` for four words."""
    store(sets, i, load(rows, j))


def _narrow(sets: Words, i: int, rows: Words, j: int) -> None:
    """Compiled `narrow` for four words."""
    store(sets, i, both(load(sets, i), load(rows, j)))


def _put_narrowed(sets: Words, i: int, base: Words, j: int, rows: Words, first: Any, more: Any, r: int) -> None:
    """Compiled `put_narrowed` for four words."""
    value = load(base, j)
    for g in range(first.shape[0]):
        value = both(value, load(rows, np.uintp(first[g] + more[r, g])))
    store(sets, i, value)


def _outside(sets: Words, i: int, rows: Words, j: int) -> Any:
    """Compiled `outside` for four words."""
    return any_outside(load(sets, i), load(rows, j))


def _size(sets: Words, i: int) -> Any:
    """Compiled `size` for four words."""
    return count(load(sets, i))


def _fits_a_vector(sets: Any) -> bool:
    """True for the type of rows of four words. Only arrays inside records have their shape in their type."""
    return uses("vectors") and tuple(getattr(sets, "shape", None) or ())[1:] == (WORDS,)


@overload(ones, jit_options=OPTIONS, strict=False)
def _choose_ones(word: Any) -> Any:
    return _ones


@overload(lowest, jit_options=OPTIONS, strict=False)
def _choose_lowest(word: Any) -> Any:
    return _lowest


@overload(size, jit_options=OPTIONS, strict=False)
def _choose_size(sets: Any, i: Any) -> Any:
    return _size if _fits_a_vector(sets) else size


@overload(put, jit_options=OPTIONS, strict=False)
def _choose_put(sets: Any, i: Any, rows: Any, j: Any) -> Any:
    return _put if _fits_a_vector(sets) else put


@overload(narrow, jit_options=OPTIONS, strict=False)
def _choose_narrow(sets: Any, i: Any, rows: Any, j: Any) -> Any:
    return _narrow if _fits_a_vector(sets) else narrow


@overload(put_narrowed, jit_options=OPTIONS, strict=False)
def _choose_put_narrowed(sets: Any, i: Any, base: Any, j: Any, rows: Any, first: Any, more: Any, r: Any) -> Any:
    return _put_narrowed if _fits_a_vector(sets) else put_narrowed


@overload(outside, jit_options=OPTIONS, strict=False)
def _choose_outside(sets: Any, i: Any, rows: Any, j: Any) -> Any:
    return _outside if _fits_a_vector(sets) else outside
