"""Strategies for the next guess, by name.

A guess splits the codes into parts, one for each answer. Greedy strategies look one guess ahead: they give each part a weight
by its size, and choose the guess with the least sum (or the least maximum). Optimal strategies search to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import PackError, nearest
from ..records import Record
from .answers import ANSWERS, WIN, answer_table
from .packs import Pack

__all__ = ["STRATEGIES", "GuessStrategy", "greedy_plan", "strategy_named"]

Weights = NDArray[np.float64]


class GuessStrategy(Record):
    """A strategy. ``weight`` is None for optimal strategies."""

    name: str
    text: str
    weight: Callable[[NDArray[Any]], Weights] | None = None
    by_largest: bool = False
    """True to use the greatest weight of a part instead of the sum."""
    possible_only: bool = False
    """True to guess only possible codes."""

    @property
    def is_greedy(self) -> bool:
        return self.weight is not None

    def scores(self, sizes: NDArray[Any]) -> Weights:
        """Scores of guesses; less is better. ``sizes[..., a]`` is the number of codes left by answer ``a``."""
        if self.weight is None:
            raise PackError("{name} looks ahead to the end and has no scores", name=self.name)
        weights = self.weight(sizes)
        found: Weights = weights.max(axis=-1) if self.by_largest else weights.sum(axis=-1)
        return found


def _bits(sizes: NDArray[Any]) -> Weights:
    """n log2 n: the least sum has the least expected entropy."""
    bits: Weights = sizes * np.log2(np.maximum(sizes, 1))
    return bits


def _squares(sizes: NDArray[Any]) -> Weights:
    return np.asarray(sizes, np.float64) ** 2


def _parts(sizes: NDArray[Any]) -> Weights:
    return -(np.asarray(sizes) > 0).astype(np.float64)


def _size(sizes: NDArray[Any]) -> Weights:
    return np.asarray(sizes, np.float64)


STRATEGIES: dict[str, GuessStrategy] = {
    strategy.name: strategy
    for strategy in (
        GuessStrategy("optimal-mean", "the fewest guesses on average, proved"),
        GuessStrategy("optimal-worst", "the fewest guesses for the hardest code, proved"),
        GuessStrategy("entropy", "the most bits", _bits),
        GuessStrategy("expected-size", "the fewest codes left on average", _squares),
        GuessStrategy("most-parts", "the most distinct answers", _parts),
        GuessStrategy("minimax", "the fewest codes left at worst", _size, by_largest=True),
        GuessStrategy("consistent", "the most bits among codes that may be right", _bits, possible_only=True),
    )
}


def strategy_named(name: str) -> GuessStrategy:
    """A strategy by its name; ``optimal`` is short for the first.

    >>> strategy_named("optimal").name
    'optimal-mean'
    """
    key = name.strip().casefold().replace("_", "-").replace(" ", "-")
    key = {"optimal": "optimal-mean", "mean": "optimal-mean", "worst": "optimal-worst"}.get(key, key)
    if key not in STRATEGIES:
        raise PackError(
            "no strategy {name!r}{meant} (strategies: {strategies})",
            name=name,
            meant=nearest(key, STRATEGIES),
            strategies=", ".join(STRATEGIES),
        )
    return STRATEGIES[key]


def greedy_plan(pack: Pack, strategy: GuessStrategy) -> list[int]:
    """The whole plan of a greedy strategy, written as in `plans`. Compiled.

    Of guesses with equal scores, a possible code comes first, then the lowest.
    """
    from ..kernels.breaker import score_guesses

    if strategy.weight is None:
        raise PackError("{name} is not greedy: see Search.plan", name=strategy.name)
    table = answer_table(pack)
    every = np.arange(len(table))
    weights = strategy.weight(np.arange(len(table) + 1))
    scores = np.empty(len(table))
    found: list[int] = []

    def grow(codes: NDArray[np.int64]) -> None:
        if len(codes) <= 2:
            return
        guesses = codes if strategy.possible_only else every
        score_guesses(table, guesses, codes, weights, strategy.by_largest, scores)
        guess = int(first_best(scores[: len(guesses)], guesses, codes))
        found.append(guess)
        answers = table[guess][codes]
        order = np.argsort(answers, kind="stable")
        ends = np.cumsum(np.bincount(answers, minlength=len(ANSWERS)))
        for place in range(WIN):
            start = ends[place - 1] if place else 0
            if ends[place] > start:
                grow(codes[order[start : ends[place]]])

    grow(every)
    return found


def first_best(scores: Weights, guesses: NDArray[np.int64], codes: NDArray[np.int64]) -> int:
    """The guess with the least score; of equal ones a possible code, then the lowest."""
    least = scores.min()
    equal = guesses[scores <= least + 1e-9 * max(1.0, abs(least))]
    right = equal[np.isin(equal, codes, assume_unique=True)]
    return int(right[0] if len(right) else equal[0])
