"""Bits of words, in plain Python and compiled."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numba import njit

from code777solver.kernels.sets import lowest, ones

WORDS = (0, 1, 2, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0x0123456789ABCDEF, 0xFEDCBA9876543210 << 4 & 2**64 - 1)
"""The last ones overflow where bytes are added up by a multiplication."""


@pytest.mark.parametrize("word", WORDS)
def test_bits_are_counted_without_a_warning(word: int) -> None:
    text = f"{word:064b}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (ones(np.uint64(word)), lowest(np.uint64(word))) == (text.count("1"), text[::-1].find("1") % 65)


@pytest.mark.seconds
def test_compiled_code_counts_the_same() -> None:
    both = njit(lambda word: (ones(word), lowest(word)))
    assert all(both(np.uint64(word)) == (ones(word), lowest(word)) for word in WORDS)
