"""Ways to choose a guess, by name.

The greedy ones look one guess ahead: each gives every part that a guess splits the codes into a weight by its size, and
takes the guess with the least sum (or the least maximum). The optimal ones look ahead to the end.
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
    """One way to choose. ``weight`` is None for those that look ahead to the end."""

    name: str
    text: str
    weight: Callable[[NDArray[Any]], Weights] | None = None
    by_largest: bool = False
    """Parts are judged by the greatest weight and not by the sum."""
    possible_only: bool = False
    """Only codes that may be right are guessed."""

    @property
    def is_greedy(self) -> bool:
        return self.weight is not None

    def scores(self, sizes: NDArray[Any]) -> Weights:
        """``sizes[..., a]``: how many codes are left by each answer. Less is better."""
        if self.weight is None:
            raise PackError("{name} looks ahead to the end and has no scores", name=self.name)
        weights = self.weight(sizes)
        found: Weights = weights.max(axis=-1) if self.by_largest else weights.sum(axis=-1)
        return found


def _bits(sizes: NDArray[Any]) -> Weights:
    """n log2 n: the least sum leaves the fewest bits to be found."""
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

    Of guesses with equal scores one that may be right comes first, then the lowest.
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
    """The guess with the least score; of equals one that may be right, then the lowest."""
    least = scores.min()
    equal = guesses[scores <= least + 1e-9 * max(1.0, abs(least))]
    right = equal[np.isin(equal, codes, assume_unique=True)]
    return int(right[0] if len(right) else equal[0])
