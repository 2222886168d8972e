"""Random numbers determined by a text: equal on every machine and version of Python.

Python's `random` guarantees this only for single numbers, not for shuffles and choices; NumPy does not guarantee it for its
generators. This is SplitMix64, started from the SHA-256 of a text.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from typing import Any

_MASK = (1 << 64) - 1


class Dice:
    """A stream of random integers determined by a text.

    >>> dice = Dice("monday")
    >>> [dice.below(6) + 1 for _ in range(5)]
    [5, 4, 1, 3, 5]
    """

    def __init__(self, text: str) -> None:
        self.state = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
        """64 bits; `kernels.puzzles.throw` continues the same stream from it."""

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1`` (2**31 at most), all equally likely to within one part in 2**32."""
        self.state = state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((state ^ (state >> 31)) >> 32) * limit >> 32

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put items into a random order, in place: from the last place to the second, each swapped with one before it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


__all__ = ["Dice"]
