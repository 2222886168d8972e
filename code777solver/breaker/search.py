"""Exact best play: branch and bound over all guesses, compiled.

A cost function gives the cost of a code that a plan finds by its k-th guess. `MEAN` counts guesses, `beyond(w)` counts the
codes that need more than ``w``, and `racing` is for a race. docs/breaker.md describes the method. Ctrl-C is
honoured before each compiled call: even a large set takes less time than the start of another process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import PackError
from ..jobs import check
from ..kernels import breaker as kernel
from .answers import ANSWERS, MIRROR, WIN, AnsweredGuess, answer_table
from .packs import MOST_SEARCHED, Pack
from .symmetry import Symmetries, first_guesses, symmetries_of

__all__ = ["DEPTH", "MEAN", "NO_LIMIT", "Cost", "Found", "Search", "beyond", "both", "racing", "search_for"]

DEPTH = 24
"""Cost functions are constant from this guess on, which bounds the memory of a search."""

NO_LIMIT = 1 << 59

Cost = NDArray[np.int64]
"""``cost[k]``: cost of a code found by the ``k``-th guess from now; not decreasing. ``cost[0]`` is not used."""

MEAN: Cost = np.minimum(np.arange(DEPTH + 3), DEPTH).astype(np.int64)
_SCALE = 1 << 20
_MOST_FLOORS = 16


def beyond(guesses: int) -> Cost:
    """Cost 1 for every code that needs more than ``guesses`` guesses."""
    return (np.arange(DEPTH + 3) > guesses).astype(np.int64)


def both(first: Cost, second: Cost) -> Cost:
    """Lexicographic cost: the first, then the second. Totals are ``first << 20 | second``."""
    return first * _SCALE + second


def racing(theirs: Mapping[int, int], made: int) -> Cost:
    """Cost in a race: 2 for each of their codes found in an earlier round, 1 for a tie; then the number of guesses.

    ``theirs[r]`` is the number of codes that the other side finds in round ``r``, of those it may have to find; ``made`` is the
    number of guesses that this side has made.
    """
    lost = [sum(n * (2 * (r < made + k) + (r == made + k)) for r, n in theirs.items()) for k in range(DEPTH + 3)]
    return both(np.array(lost, np.int64), MEAN)


class Found(NamedTuple):
    """The least total cost of a set of codes, and a first guess that reaches it."""

    total: int
    guess: int


class Search:
    """Best play with one pack. A position is given as the guesses so far with their answers. Safe to share between threads."""

    def __init__(self, pack: Pack) -> None:
        if len(pack.codes) > MOST_SEARCHED:
            raise PackError(
                "{count:,} codes are too many for an exact search (at most {most:,})",
                count=len(pack.codes),
                most=MOST_SEARCHED,
            )
        self.pack = pack
        self.table = answer_table(pack)
        count = len(pack.codes)
        kinds = [np.bincount(self.table[guess], minlength=len(ANSWERS)) for guess in first_guesses(pack)]
        self._width = max(int((sizes[:WIN] > 0).sum()) for sizes in kinds)
        self._members = np.zeros((DEPTH + 3, count), np.int32)
        self._bounds = np.zeros((DEPTH + 3, count), np.int64)
        self._best = np.zeros(DEPTH + 3, np.int32)
        self._lock = Lock()
        self._floors: dict[bytes, NDArray[np.int64]] = {}
        self.counts = np.zeros(2, np.int64)
        """Number of sets searched and of sets bounded since this object was made."""

    def left(self, history: Sequence[AnsweredGuess]) -> NDArray[np.int64]:
        """The codes that fit every answer."""
        fits = np.ones(len(self.table), np.bool_)
        for step in history:
            fits &= self.table[step.guess] == step.answer
        return np.flatnonzero(fits)

    def best(self, history: Sequence[AnsweredGuess], cost: Cost = MEAN, limit: int = NO_LIMIT) -> Found:
        """The least total cost from a position, and a guess that reaches it.

        A total of ``limit`` or more only means that no total is below ``limit``.
        """
        if not history:
            return self._best_first(cost, limit)
        return self._descend(self.left(history), self._symmetries(history), cost, 1, limit)

    def _best_first(self, cost: Cost, limit: int) -> Found:
        """Best first guess; one guess of each kind up to renaming is tried."""
        everything = np.arange(len(self.table))
        if len(everything) <= 2:
            return self._descend(everything, None, cost, 1, limit)
        kinds = first_guesses(self.pack)
        bounds = [self.bound(guess, everything, cost) for guess in kinds]
        best = Found(limit, -1)
        for bound, guess in sorted(zip(bounds, kinds, strict=True)):
            if bound < best.total:
                total = self.value(guess, [], cost, best.total)
                best = Found(total, guess) if total < best.total else best
        return best

    def bound(self, guess: int, codes: NDArray[np.int64], cost: Cost = MEAN, depth: int = 1) -> int:
        """Lower bound of the total of plans that start with this guess, from the sizes of its parts."""
        sizes = np.bincount(self.table[guess][codes], minlength=len(ANSWERS))
        floor = self._floor(cost)
        return int(cost[depth] * (sizes[WIN] > 0) + floor[depth + 1, sizes[:WIN]].sum())

    def parts(self, guess: int, codes: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
        """The codes by their answer to a guess, without the winning one; largest part first."""
        answers = self.table[guess][codes]
        found = {int(place): codes[answers == place] for place in np.unique(answers) if place != WIN}
        return dict(sorted(found.items(), key=lambda item: -len(item[1])))

    def value(self, guess: int, history: Sequence[AnsweredGuess], cost: Cost = MEAN, limit: int = NO_LIMIT) -> int:
        """The least total cost from a position when this guess comes next; see `best` for ``limit``."""
        codes = self.left(history)
        parts = self.parts(guess, codes)
        known = {place: self._least(part, cost, 2) for place, part in parts.items()}
        total = int(cost[1]) * (sum(map(len, parts.values())) < len(codes)) + sum(known.values())
        exact: dict[int, int] = {}
        symmetries = self._symmetries([*history, AnsweredGuess(guess, -1)])
        turned = bool(symmetries.turns.any())
        for place, part in parts.items():
            if total >= limit:
                break
            twin = int(MIRROR[place])
            if turned and twin in exact:
                exact[place] = exact[twin]
            else:
                kept = _keeping(symmetries, place)
                exact[place] = self._descend(part, kept, cost, 2, limit - (total - known[place])).total
            total += exact[place] - known[place]
        return total

    def plan(self, history: Sequence[AnsweredGuess], cost: Cost = MEAN) -> list[int]:
        """A best plan from a position: its guesses in preorder, parts in the order of their answers.

        Sets of one or two codes are left out: their codes are guessed in order.
        """
        return self._plan(self.best(history, cost).guess, list(history), cost, 1)

    def _plan(self, guess: int, history: list[AnsweredGuess], cost: Cost, depth: int) -> list[int]:
        codes = self.left(history)
        if len(codes) <= 2:
            return []
        found = [guess]
        for place, part in sorted(self.parts(guess, codes).items()):
            if len(part) > 2:
                after = [*history, AnsweredGuess(guess, place)]
                best = self._descend(part, self._symmetries(after), cost, depth + 1, NO_LIMIT)
                found += self._plan(best.guess, after, cost, depth + 1)
        return found

    # Calls of the compiled code.

    def _descend(
        self, codes: NDArray[np.int64], symmetries: Symmetries | None, cost: Cost, depth: int, limit: int
    ) -> Found:
        check()
        space = self._space(cost, symmetries)
        with self._lock:
            space.members[depth, : len(codes)] = codes
            total = kernel.descend(space, depth, 0, len(codes), len(space.perms), limit)
            return Found(int(total), int(space.best[depth]))

    def _least(self, codes: NDArray[np.int64], cost: Cost, depth: int) -> int:
        """The least bound of any next guess for a set."""
        space = self._space(cost, None)
        if len(codes) <= 2:
            return int(space.floor[depth, len(codes)])
        with self._lock:
            space.members[depth, : len(codes)] = codes
            return int(kernel.bound_guesses(space, depth, 0, len(codes), space.bounds[depth]))

    def _space(self, cost: Cost, symmetries: Symmetries | None) -> kernel.Space:
        if symmetries is None:
            symmetries = Symmetries(np.zeros((0, len(self.table)), np.int16), np.zeros(0, np.bool_))
        alive = np.zeros((DEPTH + 3, len(symmetries.perms)), np.int16)
        alive[:] = np.arange(len(symmetries.perms))
        return kernel.Space(
            table=self.table,
            cost=cost,
            floor=self._floor(cost),
            perms=symmetries.perms,
            turns=symmetries.turns,
            mirror=MIRROR,
            members=self._members,
            bounds=self._bounds,
            alive=alive,
            best=self._best,
            win=WIN,
            width=self._width,
            counts=self.counts,
        )

    def _floor(self, cost: Cost) -> NDArray[np.int64]:
        """``floor[k, n]``: lower bound for ``n`` codes from guess ``k`` on: one code found now, at most `width` by the next guess,
        ``width ** 2`` by the one after, ...
        """
        key = cost.tobytes()
        known = self._floors.get(key)
        if known is None:
            count = len(self.table)
            ranks = np.zeros(count, np.int64)
            start, room = 1, self._width
            while start < count:
                ranks[start:] += 1
                start, room = start + room, room * self._width
            floor = np.zeros((DEPTH + 3, count + 1), np.int64)
            for depth in range(DEPTH + 3):
                floor[depth, 1:] = np.cumsum(cost[np.minimum(depth + ranks, DEPTH + 2)])
            if len(self._floors) >= _MOST_FLOORS:  # the costs of a race change with every turn
                self._floors = {}
            known = self._floors[key] = floor
        return known

    def _symmetries(self, history: Sequence[AnsweredGuess]) -> Symmetries:
        """Renamings that keep every guess and answer; an answer of -1 is not known yet."""
        if not history:
            return Symmetries(np.zeros((0, len(self.table)), np.int16), np.zeros(0, np.bool_))
        found = _symmetries_of(self.pack, history[0].guess)
        for step in history:
            fixed = found.perms[:, step.guess] == step.guess
            found = Symmetries(found.perms[fixed], found.turns[fixed])
            if step.answer >= 0:
                found = _keeping(found, step.answer)
        return found


@lru_cache(maxsize=12)
def _symmetries_of(pack: Pack, guess: int) -> Symmetries:
    return symmetries_of(pack, guess)


def _keeping(symmetries: Symmetries, place: int) -> Symmetries:
    """The renamings that also keep an answer."""
    if MIRROR[place] == place:
        return symmetries
    straight = ~symmetries.turns
    return Symmetries(np.ascontiguousarray(symmetries.perms[straight]), symmetries.turns[straight])


@lru_cache(maxsize=4)
def search_for(pack: Pack) -> Search:
    """The search of a pack, with its table and its cache; shared by all callers."""
    return Search(pack)
