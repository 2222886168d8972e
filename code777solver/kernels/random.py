"""Random numbers of the compiled loops: SplitMix64, a counter with a mixing function.

``state`` is always a (1,) uint64 array that holds the counter; each call advances it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .compiling import inlined

Words = NDArray[np.uint64]


@inlined
def random_word(state: Words) -> Any:
    """Next 64 random bits, uint64."""
    z = state[0] + np.uint64(0x9E3779B97F4A7C15)
    state[0] = z
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


@inlined
def below(state: Words, limit: Any) -> Any:
    """Random uint64 from 0 to ``limit - 1``; ``limit`` is an integer of at most 32 bits."""
    return (random_word(state) >> np.uint64(32)) * np.uint64(limit) >> np.uint64(32)


@inlined
def fraction(state: Words) -> Any:
    """Random float64 from 0 to below 1."""
    return np.float64(random_word(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
