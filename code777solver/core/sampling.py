"""Random numbers for samples: SplitMix64, the same on every machine. NumPy's generators are missing in a browser."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

import numpy as np

from ..errors import RuleError
from .arrays import FloatArray


def checked_seed(seed: SupportsIndex) -> int:
    """A seed as a whole number, of Python or NumPy; raises `RuleError` for anything else."""
    try:
        found = index(seed)
    except TypeError:
        found = -1
    if not 0 <= found < 2**63:
        raise RuleError(f"seed {seed!r}: it must be a whole number from 0 to 2^63 - 1")
    return found


def fractions(seed: int, start: int, count: int) -> FloatArray:
    """Numbers ``start`` to ``start + count - 1`` of the sequence of a seed: from 0 to less than 1.

    >>> fractions(7, 0, 3).round(3).tolist(), fractions(7, 2, 1).round(3).tolist()
    ([0.39, 0.017, 0.901], [0.901])
    """
    z = np.arange(start + 1, start + count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z += np.array(seed, np.int64).astype(np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) * 2.0**-53


__all__ = ["checked_seed", "fractions"]
