"""One position: the possible codes, and how each guess splits them. Plain NumPy, so that it starts quickly.

Guesses that are equal up to renaming ranks and suits that no guess has distinguished are counted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..records import Record
from .answers import ANSWERS, MIRROR, WIN, AnsweredGuess, answer_rows
from .packs import Pack
from .strategies import GuessStrategy, first_best
from .symmetry import first_guesses, symmetries_of

__all__ = ["GuessPosition", "Split"]

CHUNK = 4_000_000
"""Most pairs of guess and code that are answered at a time."""


class Split(Record):
    """The split of the possible codes by one guess."""

    guess: int
    sizes: NDArray[np.int64]
    """``sizes[a]``: number of codes left after answer ``a`` of `ANSWERS`."""

    @property
    def bits(self) -> float:
        """Expected information of the answer, in bits."""
        shares = self.sizes[self.sizes > 0] / self.sizes.sum()
        return float(max(0.0, -(shares * np.log2(shares)).sum()))

    @property
    def parts(self) -> int:
        """Number of possible answers."""
        return int((self.sizes > 0).sum())

    @property
    def expected_codes(self) -> float:
        """Expected number of codes left after the answer; 0 after the winning one."""
        rest = self.sizes[:WIN]
        return float((rest**2).sum() / self.sizes.sum())

    @property
    def worst_codes(self) -> int:
        return int(self.sizes[:WIN].max())

    @property
    def chance(self) -> float:
        """The chance that this guess is right."""
        return float(self.sizes[WIN] / self.sizes.sum())


class GuessPosition(Record):
    """Guesses at one code with their answers."""

    pack: Pack
    history: tuple[AnsweredGuess, ...] = ()

    @cached_property
    def left(self) -> NDArray[np.int64]:
        """The codes that fit every answer, ascending."""
        codes = np.arange(len(self.pack.codes))
        for step in self.history:
            codes = codes[answer_rows(self.pack, np.array([step.guess]), codes)[0] == step.answer]
        return codes

    @cached_property
    def guesses(self) -> NDArray[np.int64]:
        """Guesses to consider: of guesses that are equal up to renaming, only the lowest."""
        every = np.arange(len(self.pack.codes))
        if not self.history:
            return np.array(first_guesses(self.pack))
        perms, turns = symmetries_of(self.pack, self.history[0].guess)
        for step in self.history:
            fixed = (perms[:, step.guess] == step.guess) & (~turns | (MIRROR[step.answer] == step.answer))
            perms, turns = perms[fixed], turns[fixed]
        return every[(perms >= every).all(axis=0)]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """``sizes[i, a]``: number of codes left by answer ``a`` to ``guesses[i]``."""
        return self.sizes_of(self.guesses)

    def sizes_of(self, guesses: NDArray[np.int64]) -> NDArray[np.int64]:
        """The same for the given guesses."""
        left, room = self.left, len(ANSWERS)
        out = np.empty((len(guesses), room), np.int64)
        step = max(1, CHUNK // max(1, len(left)))
        for start in range(0, len(guesses), step):
            some = guesses[start : start + step]
            keys = answer_rows(self.pack, some, left) + room * np.arange(len(some))[:, None]
            out[start : start + step] = np.bincount(keys.ravel(), minlength=room * len(some)).reshape(-1, room)
        return out

    def split(self, guess: int) -> Split:
        """The split by one guess."""
        return Split(guess, self.sizes_of(np.array([guess]))[0])

    def best(self, strategy: GuessStrategy) -> int:
        """The guess of a greedy strategy."""
        if len(self.left) <= 2:
            return int(self.left[0])
        guesses, sizes = self._considered(strategy)
        return first_best(strategy.scores(sizes), guesses, self.left)

    def ranked(self, strategy: GuessStrategy, top: int) -> list[Split]:
        """The ``top`` best guesses of a greedy strategy; of equal ones, possible codes come first."""
        if len(self.left) == 0:
            return []
        guesses, sizes = self._considered(strategy)
        useful = (sizes > 0).sum(axis=1) > 1
        if useful.any():
            guesses, sizes = guesses[useful], sizes[useful]
        else:
            guesses, sizes = self.left, self.sizes_of(self.left)
        scores = np.round(strategy.scores(sizes), 9)
        order = np.lexsort((guesses, sizes[:, WIN] == 0, scores))[:top]
        return [Split(int(guesses[i]), sizes[i]) for i in order]

    def _considered(self, strategy: GuessStrategy) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        if not strategy.possible_only:
            return self.guesses, self.sizes
        may_be = np.isin(self.guesses, self.left, assume_unique=True)
        return self.guesses[may_be], self.sizes[may_be]

    def after(self, steps: Sequence[AnsweredGuess]) -> GuessPosition:
        """The position after more guesses."""
        return GuessPosition(self.pack, (*self.history, *steps))
