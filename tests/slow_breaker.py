"""Code Breaker once more, slowly: its own answers, its own search, nothing of the package.

The search differs from the package's in every part but the idea of a bound: sets are Python integers, nothing is
compiled, no symmetry is used after the first guess, and solved sets are remembered.

``python tests/slow_breaker.py 5 4`` proves the best mean of a pack with five ranks in four suits; see docs/breaker.md
for how long that takes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import combinations

Card = tuple[int, int]
Code = tuple[Card, ...]


def codes_of(ranks: int, suits: int) -> list[Code]:
    """Every code: three different cards, as (rank, suit)."""
    return list(combinations([(rank, suit) for rank in range(ranks) for suit in range(suits)], 3))


def said(guess: Code, code: Code) -> tuple[int, int, int]:
    """Numbers, suits and cards that agree: each card of the guess is crossed off against one of the code."""

    def crossed(some: list[object], others: list[object]) -> int:
        rest, count = list(others), 0
        for thing in some:
            if thing in rest:
                rest.remove(thing)
                count += 1
        return count

    return (
        crossed([rank for rank, _ in guess], [rank for rank, _ in code]),
        crossed([suit for _, suit in guess], [suit for _, suit in code]),
        crossed(list(guess), list(code)),
    )


class SlowSearch:
    """The least number of guesses over all codes of a set."""

    def __init__(self, ranks: int, suits: int) -> None:
        self.codes = codes_of(ranks, suits)
        self.everything = (1 << len(self.codes)) - 1
        self.parts: list[list[int]] = []
        """For each guess: the codes that give each answer, as bits."""
        for guess in self.codes:
            by_answer: dict[tuple[int, int, int], int] = {}
            for place, code in enumerate(self.codes):
                answer = said(guess, code)
                if answer != (3, 3, 3):
                    by_answer[answer] = by_answer.get(answer, 0) | 1 << place
            self.parts.append(list(by_answer.values()))
        width = max(map(len, self.parts))
        self.low = [0]
        """``low[n]``: one code is found by the first guess, ``width`` by the second, ``width ** 2`` by the third."""
        depth, room = 1, 1
        for _ in self.codes:
            self.low.append(self.low[-1] + depth)
            room -= 1
            if room == 0:
                depth += 1
                room = width ** (depth - 1)
        self.solved: dict[int, int] = {}
        self.sets = 0

    def least(self, codes: int, limit: int = 1 << 60) -> int:
        """The least total if it is below ``limit``, else something that is not."""
        count = codes.bit_count()
        if count <= 2 or self.low[count] >= limit:
            return self.low[count]
        if codes in self.solved:
            return self.solved[codes]
        best = limit
        for bound, guess in self.ranked(codes):
            if bound >= best:
                break
            best = min(best, self.after(guess, codes, best))
        if best < limit:
            self.solved[codes] = best
        return best

    def ranked(self, codes: int) -> list[tuple[int, int]]:
        """Every guess that tells something with a bound on what it leads to, lowest first."""
        self.sets += 1
        count, low, found = codes.bit_count(), self.low, []
        for guess, parts in enumerate(self.parts):
            sizes = [(codes & part).bit_count() for part in parts]
            if max(sizes) < count:
                found.append((count + sum([low[size] for size in sizes]), guess))
        return sorted(found)

    def after(self, guess: int, codes: int, limit: int) -> int:
        """The least total when this guess comes first."""
        parts = sorted((codes & part for part in self.parts[guess]), key=int.bit_count, reverse=True)
        total = codes.bit_count() + sum(self.low[part.bit_count()] for part in parts)
        for part in parts:
            if total >= limit:
                break
            low = self.low[part.bit_count()]
            total += self.least(part, limit - total + low) - low
        return total

    def kinds(self) -> list[int]:
        """A first guess of each kind: the number of ranks and of suits that it shows is all that can matter."""
        shown = {(len({r for r, _ in code}), len({s for _, s in code})): i for i, code in enumerate(self.codes)}
        return list(shown.values())


def exhaustive(search: SlowSearch, codes: int, cost: Callable[[int], int], depth: int = 1) -> int:
    """The least cost of a set, without any bound: ``cost(k)`` for a code found by the k-th guess. For few codes."""
    known: dict[tuple[int, int], int] = {}

    def least(codes: int, depth: int) -> int:
        if codes.bit_count() == 0:
            return 0
        if (codes, depth) not in known:
            found = []
            for guess in range(len(search.codes)):
                parts = [codes & part for part in search.parts[guess] if codes & part]
                if parts != [codes]:
                    win = cost(depth) if codes >> guess & 1 else 0
                    found.append(win + sum(least(part, depth + 1) for part in parts))
            known[codes, depth] = min(found)
        return known[codes, depth]

    return least(codes, depth)


def main() -> None:
    ranks, suits = map(int, sys.argv[1:3])
    start = time.time()
    search = SlowSearch(ranks, suits)
    best = 1 << 60
    bounds = {guess: search.after(guess, search.everything, 0) for guess in search.kinds()}
    for guess in sorted(bounds, key=lambda guess: bounds[guess]):
        best = min(best, search.after(guess, search.everything, best))
        print(f"{search.codes[guess]}: best so far {best}, {search.sets} sets, {time.time() - start:.0f} s", flush=True)
    print(f"best mean {best}/{len(search.codes)}")


if __name__ == "__main__":
    main()
