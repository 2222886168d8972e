"""Code Breaker once more, slowly: its own answers, its own search, nothing of the package.

The search shares with the package's only the idea of a bound. It is not compiled, it knows no symmetry but that of
first guesses, and it remembers sets that it has solved.

``python tests/helpers/slow_breaker.py 5 5`` proves the best mean of a pack with five ranks in five suits, in some minutes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Card = tuple[int, int]
Code = tuple[Card, ...]
Codes = NDArray[np.int64]
NO_LIMIT = 1 << 40
WON = 63
"""The answer 3 3 3, in base 4."""


def codes_of(ranks: int, suits: int) -> list[Code]:
    """Every code: three different cards, as (rank, suit)."""
    return list(combinations([(rank, suit) for rank in range(ranks) for suit in range(suits)], 3))


def said(guess: Code, code: Code) -> tuple[int, int, int]:
    """Numbers, suits and cards that agree: each card of the guess is crossed off against one of the code."""

    def crossed(some: Iterable[object], others: Iterable[object]) -> int:
        rest, count = list(others), 0
        for thing in some:
            if thing in rest:
                rest.remove(thing)
                count += 1
        return count

    return (
        crossed((rank for rank, _ in guess), (rank for rank, _ in code)),
        crossed((suit for _, suit in guess), (suit for _, suit in code)),
        crossed(guess, code),
    )


class SlowSearch:
    """The least number of guesses over all codes of a set; sets are ascending numbers of codes."""

    def __init__(self, ranks: int, suits: int) -> None:
        self.codes = codes_of(ranks, suits)
        self.everything = np.arange(len(self.codes))
        answers = [[said(guess, code) for code in self.codes] for guess in self.codes]
        self.table = np.array(answers, np.int64) @ np.array([16, 4, 1])
        width = max(len(np.unique(row)) for row in self.table) - 1
        low = [0]
        depth, room = 1, 1
        for _ in self.codes:
            low.append(low[-1] + depth)
            room -= 1
            if room == 0:
                depth += 1
                room = width ** (depth - 1)
        self.low = np.array(low)
        """``low[n]``: one code is found by the first guess, ``width`` by the second, ``width ** 2`` by the third."""
        self.solved: dict[bytes, int] = {}
        self.sets = 0

    def least(self, codes: Codes, limit: int = NO_LIMIT) -> int:
        """The least total if it is below ``limit``, else something that is not."""
        low, key = int(self.low[len(codes)]), codes.tobytes()
        if len(codes) <= 2 or low >= limit:
            return low
        if key in self.solved:
            return self.solved[key]
        best = limit
        bounds = self.bounds(codes)
        for guess in np.argsort(bounds, kind="stable"):
            if bounds[guess] >= best:
                break
            best = min(best, self.after(int(guess), codes, best))
        if best < limit:
            self.solved[key] = best
        return best

    def bounds(self, codes: Codes) -> NDArray[np.int64]:
        """For each guess: one guess a code, and then what the sizes of the parts allow."""
        self.sets += 1
        count = len(self.table)
        keys = self.table[:, codes] + 64 * np.arange(count)[:, None]
        sizes = np.bincount(keys.ravel(), minlength=64 * count).reshape(count, 64)[:, :WON]
        return np.where(sizes.max(axis=1) == len(codes), NO_LIMIT, len(codes) + self.low[sizes].sum(axis=1))

    def after(self, guess: int, codes: Codes, limit: int = NO_LIMIT) -> int:
        """The least total when this guess comes first."""
        answers = self.table[guess, codes]
        parts = sorted((codes[answers == answer] for answer in np.unique(answers) if answer != WON), key=len)[::-1]
        known = [int(self.low[len(part)]) for part in parts]
        total = len(codes) + sum(known)
        for sharper in (self.lowest_bound, self.least):
            for place, part in enumerate(parts):
                if total >= limit:
                    return total
                rest = total - known[place]
                known[place] = sharper(part, limit - rest)
                total = rest + known[place]
        return total

    def lowest_bound(self, codes: Codes, limit: int) -> int:
        """A lower bound of the least total over all next guesses."""
        return int(self.low[len(codes)] if len(codes) <= 2 else self.bounds(codes).min())

    def kinds(self) -> list[int]:
        """A first guess of each kind: the number of ranks and of suits that it shows is all that can matter."""
        shown = {(len({r for r, _ in code}), len({s for _, s in code})): i for i, code in enumerate(self.codes)}
        return list(shown.values())


def exhaustive(search: SlowSearch, codes: Codes, cost: Callable[[int], int]) -> int:
    """The least cost of a set, without any bound: ``cost(k)`` for a code found by the k-th guess. For few codes."""
    known: dict[tuple[bytes, int], int] = {}

    def least(codes: Codes, depth: int) -> int:
        key = codes.tobytes(), depth
        if key not in known:
            found = []
            for guess in range(len(search.codes)):
                answers = search.table[guess, codes]
                kinds = np.unique(answers)
                if len(kinds) > 1 or kinds[0] == WON:
                    parts = [codes[answers == answer] for answer in kinds if answer != WON]
                    found.append(cost(depth) * (WON in kinds) + sum(least(part, depth + 1) for part in parts))
            known[key] = min(found)
        return known[key]

    return least(codes, 1)


def main() -> None:
    ranks, suits = map(int, sys.argv[1:3])
    start = time.time()
    search = SlowSearch(ranks, suits)
    best = NO_LIMIT
    bounds = {guess: search.after(guess, search.everything, 0) for guess in search.kinds()}
    for guess in sorted(bounds, key=lambda guess: bounds[guess]):
        best = min(best, search.after(guess, search.everything, best))
        print(f"{search.codes[guess]}: best so far {best}, {search.sets} sets, {time.time() - start:.0f} s", flush=True)
    print(f"best mean {best}/{len(search.codes)}")


if __name__ == "__main__":
    main()
