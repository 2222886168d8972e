"""Grades a puzzle: it is solved like a person would solve it, and the largest step counts.

A person notes simple facts: *has* or *no* for each number, colour and tile. A step combines a group of answers with the notes
so far and adds the facts that follow; the last step leaves one code. The size of a step is the number of answers in it. The
grade of a puzzle is the largest step of the solution whose largest step is smallest. All groups of answers are examined at
once, with ``R`` racks, ``K`` answers and ``W`` words::

    against  (R,)      one bit for each answer that rules out the rack
    marks    (R, W)    one bit for each fact that the rack contradicts, and one for racks that are not the solution
    open     (2**K, W) for each group of answers, the union of the marks of all racks that agree with the group
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import IntArray, RackSpace
from ..kernels import puzzles
from ..reasons.claims import BoolArray, Facts
from .levels import MOST_ANSWERS, SolvingStep

Words = NDArray[np.uint64]


class Marks:
    """Facts that each rack of an edition contradicts, as bits."""

    def __init__(self, space: RackSpace) -> None:
        self.space = space
        self.facts = Facts(space)
        subjects = len(self.facts.names)
        self.claims = tuple(f"{word} {name}" for name in self.facts.names for word in ("has", "no"))
        """The fact of each bit. It is proved when no rack with that bit is left."""
        bits = np.empty((len(space), 2 * subjects), bool)
        bits[:, 0::2] = ~self.facts.has
        bits[:, 1::2] = self.facts.has
        width = -(-(2 * subjects + 1) // 64)  # the last bit of the last word is for racks that are not the solution
        padded = np.zeros((len(space), width * 64), bool)
        padded[:, : 2 * subjects] = bits
        self.words: Words = np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
        """(racks, words): the bits of each rack."""

    def claims_in(self, words: Words) -> list[str]:
        """Facts whose bits are set, numbers first."""
        bits = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
        return [self.claims[place] for place in np.nonzero(bits)[0] if place < len(self.claims)]


@lru_cache(maxsize=4)
def marks_for(space: RackSpace) -> Marks:
    """Marks of the racks of an edition, cached."""
    return Marks(space)


_WRONG = np.uint64(1) << np.uint64(63)
_BITS = np.array([byte.bit_count() for byte in range(256)])


class Riddle:
    """One puzzle as bits: the racks that the tiles in sight allow, and the answers that rule out each."""

    def __init__(self, space: RackSpace, racks: IntArray, wrong: BoolArray, against: BoolArray) -> None:
        """``against`` is (answers, racks), for any number of answers; `choose` selects those of the puzzle."""
        self.marks, self.racks, self.wrong, self._rows = marks_for(space), racks, wrong, against
        self.words = self.marks.words[racks]
        self.words[:, -1] |= np.where(wrong, _WRONG, np.uint64(0))
        self._noted = np.ones(len(racks), bool)
        self.choose(range(min(len(against), MOST_ANSWERS)))

    def choose(self, rows: Sequence[int]) -> None:
        """Select the answers of the puzzle, as rows of ``against``."""
        self.against = np.empty(len(self.racks), np.int64)
        puzzles.gather(self._rows, np.array(rows, np.int64), self.against)
        self._table = np.empty((1 << len(rows), self.words.shape[1]), np.uint64)
        self._sizes = _sizes(len(rows))

    def widest(self, most: int = MOST_ANSWERS) -> int:
        """Number of answers in the largest step; ``most + 1`` if ``most`` answers are not enough."""
        return int(puzzles.widest(self.against, self.words, self._sizes, most, self._noted, self._table))

    def solve(self, ease: Sequence[int]) -> tuple[SolvingStep, ...]:
        """Solution whose largest step is smallest, with the easiest answers first and without superfluous steps."""
        noted = np.ones(len(self.racks), bool)
        sizes, table = self._sizes, self._table
        costs = np.array([sum(ease[i] for i in _places(group)) for group in range(len(sizes))])
        groups: list[int] = []
        while True:
            puzzles.open_after(self.against, noted, self.words, table)
            solved = table[:, -1] & _WRONG == 0
            telling = np.flatnonzero(
                (table != table[0]).any(axis=1)
            )  # the bit of wrong racks is cleared when none is left
            left = _BITS[np.ascontiguousarray(table[telling]).view(np.uint8)].sum(axis=1)
            best = telling[np.lexsort((left, costs[telling], ~solved[telling], sizes[telling]))[0]]
            groups.append(int(best))
            if solved[best]:
                break
            known = table[best].copy()
            known[-1] |= _WRONG
            noted &= ~(self.words & ~known).any(axis=1)
        for place in range(len(groups) - 2, -1, -1):
            shorter = groups[:place] + groups[place + 1 :]
            if self._length(shorter):
                groups = shorter
        return self._solving_steps(groups)

    def _length(self, groups: Sequence[int]) -> int:
        """Number of these groups after which one code is left; 0 if all of them leave more."""
        after = np.empty((len(groups), self.words.shape[1]), np.uint64)
        return int(
            puzzles.follow(
                self.against, self.words, np.array(groups), self._noted, after, np.empty(len(groups), np.int64)
            )
        )

    def _solving_steps(self, groups: Sequence[int]) -> tuple[SolvingStep, ...]:
        """Solving steps of these groups of answers, in order."""
        known = np.bitwise_or.reduce(self.words, axis=0)
        noted = np.ones(len(self.racks), bool)
        steps = []
        for group in groups:
            agree = noted & (self.against & group == 0)
            after = np.bitwise_or.reduce(self.words[agree], axis=0)
            codes = np.unique(self.marks.space.code_of[self.racks[agree]])
            facts = self.marks.claims_in(known & ~after)
            steps.append(SolvingStep(tuple(_places(group)), tuple(facts), int(agree.sum()), len(codes)))
            known = known & after
            known[-1] |= _WRONG
            noted &= ~(self.words & ~known).any(axis=1)
        return tuple(steps)


@lru_cache(maxsize=16)
def _sizes(count: int) -> IntArray:
    """(2**count,): number of answers in each group."""
    return np.array([group.bit_count() for group in range(1 << count)])


def _places(group: int) -> list[int]:
    return [place for place in range(group.bit_length()) if group >> place & 1]


__all__ = ["Marks", "Riddle", "marks_for"]
