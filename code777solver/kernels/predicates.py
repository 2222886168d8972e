"""What each kind of card answers, compiled: one call gives the answer for every rack.

``base`` is the sum of the measures of the racks already known, ``features[i]`` the measure of rack ``i``; the
answer to a card depends on ``base + features[i]`` only. The meanings here are those of `code777solver.rules.cards`, and a
test compares the two on every rack.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

TOTAL, COUNT, COMPARE = 0, 1, 2
"""How a sum becomes an answer: as it is; how many columns compare so with a value; by its sign."""
AT_LEAST, AT_MOST, EQUAL, UNEQUAL, MORE, LESS = range(6)

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def holds(comparison: int, count: int, value: int) -> Any:
    """Whether ``count`` compares so with ``value``."""
    if comparison == AT_LEAST:
        return count >= value
    if comparison == AT_MOST:
        return count <= value
    if comparison == EQUAL:
        return count == value
    if comparison == UNEQUAL:
        return count != value
    if comparison == MORE:
        return count > value
    return count < value


@njit(cache=True, nogil=True)
def answer_all(how: int, comparison: int, value: int, base: Ints, features: Ints, out: NDArray[np.uint8]) -> None:
    """``out[i]`` = the answer code with rack ``i``."""
    for i in range(features.shape[0]):
        if how == TOTAL:
            out[i] = base[0] + features[i, 0]
        elif how == COMPARE:
            total = base[0] + features[i, 0]
            out[i] = 1 + (1 if total > 0 else 0) - (1 if total < 0 else 0)
        else:
            found = 0
            for j in range(features.shape[1]):
                if holds(comparison, base[j] + features[i, j], value):
                    found += 1
            out[i] = found


@njit(cache=True, nogil=True)
def fill_rows(
    how: int,
    comparison: int,
    value: int,
    bases: Ints,
    features: Ints,
    answers: int,
    scratch: NDArray[np.uint8],
    out: NDArray[np.uint64],
) -> None:
    """Bit ``i`` of row ``s * answers + a`` of ``out`` is set if rack ``i`` gives answer ``a`` beside ``bases[s]``.

    ``out`` starts as zeros; ``scratch`` holds one byte a rack.
    """
    one = np.uint64(1)
    for s in range(bases.shape[0]):
        answer_all(how, comparison, value, bases[s], features, scratch)
        for i in range(features.shape[0]):
            if np.intp(scratch[i]) < answers:
                out[s * answers + np.intp(scratch[i]), i >> 6] |= one << np.uint64(i & 63)
