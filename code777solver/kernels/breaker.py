"""Code Breaker: answers of all pairs, the parts into which guesses split sets of codes, and the exact search.

A code is a row number; ``table[guess, code]`` is the number of the answer (below 32), the same if guess and code are swapped.
`descend` finds the least total cost of a set of codes, where ``cost[k]`` is the cost of a code found by the ``k``-th
guess: ``cost[k] = k`` gives the best mean, ``cost[k] = k > 4`` the fewest codes that need more than four guesses.
Depths count from 1, the first guess. Arrays of `Space` that have a row for each depth are scratch. Shared arguments:

    space         `Space`
    depth         int      number of the next guess
    start, size   int      the set ``space.members[depth, start : start + size]``
    alive         int      symmetries that still hold: the first entries of ``space.alive[depth]``
    guess         int      a code
    answer        int      an answer
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from .caching import cached

ANSWERS = 32
"""Upper limit of the number of answers; three cards have at most 29."""

NEVER = np.int64(1) << 60
"""Bound of a guess that gives no information."""


class Space(NamedTuple):
    """Input of a search, and its scratch memory."""

    table: NDArray[np.uint8]
    """(codes, codes): answer of each guess to each code."""
    cost: NDArray[np.int64]
    """(depths,): cost of a code found by the k-th guess."""
    floor: NDArray[np.int64]
    """``floor[k, n]``: no set of ``n`` codes costs less when the next guess is the ``k``-th."""
    perms: NDArray[np.int16]
    """(symmetries, codes): symmetries that keep all earlier guesses, without the identity."""
    turns: NDArray[np.bool_]
    """(symmetries,): True if a symmetry swaps numbers with suits."""
    mirror: NDArray[np.uint8]
    """(answers,): each answer with numbers and suits swapped."""
    members: NDArray[np.int32]
    """(depths, codes): the codes left before the k-th guess; the parts of one guess are adjacent."""
    bounds: NDArray[np.int64]
    """(depths, codes): bounds of all guesses."""
    alive: NDArray[np.int16]
    """(depths, symmetries): numbers of the symmetries that still hold."""
    best: NDArray[np.int32]
    """(depths,): the guess found for the set last searched at that depth."""
    win: int
    """The answer to a right guess."""
    width: int
    """The most answers, other than the winning one, that any guess can get."""
    counts: NDArray[np.int64]
    """(2,): sets searched, sets bounded."""


@intrinsic
def popcount(typing_context: Any, word: Any) -> Any:
    """Number of set bits in ``word``, an unsigned integer."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return word(word), generate


@intrinsic
def _bit(typing_context: Any, answer: Any) -> Any:
    """``1 << answer`` in 32 bits: numba would widen it to 64, which halves the speed of the loops below."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(32)
        return builder.shl(ir.Constant(word, 1), builder.zext(args[0], word))

    return types.uint32(answer), generate


@intrinsic
def _join(typing_context: Any, a: Any, b: Any) -> Any:
    """Bitwise OR of ``a`` and ``b``, uint32 each, in 32 bits."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.or_(args[0], args[1])

    return types.uint32(a, b), generate


@cached(nogil=True)
def answer_pairs(
    guesses: NDArray[np.uint64], codes: NDArray[np.uint64], names: NDArray[np.uint8], out: NDArray[np.uint8]
) -> None:
    """Answer of each guess to each code.

    ``guesses``, ``codes`` (n, 3) uint64: counts of each number in unary, of each suit in unary, and the cards as bits. The
    overlap of two such words is the number of bits in both.
    ``names`` (64,) uint8: number of the answer ``numbers * 16 + suits * 4 + cards``.
    ``out`` (guesses, codes) uint8: written.
    """
    for i in range(guesses.shape[0]):
        numbers, suits, cards = guesses[i, 0], guesses[i, 1], guesses[i, 2]
        for j in range(codes.shape[0]):
            key = (
                (popcount(numbers & codes[j, 0]) << 4)
                | (popcount(suits & codes[j, 1]) << 2)
                | popcount(cards & codes[j, 2])
            )
            out[i, j] = names[key]


@cached(nogil=True)
def score_guesses(
    table: NDArray[np.uint8],
    guesses: NDArray[np.int64],
    codes: NDArray[np.int64],
    weights: NDArray[np.float64],
    by_largest: bool,
    out: NDArray[np.float64],
) -> None:
    """Score guesses by the sum, or the maximum if ``by_largest`` (bool), of ``weights[n]`` over their parts of ``n`` codes.

    ``table`` (codes, codes) uint8. ``guesses``, ``codes`` (n,) int64: code numbers. ``weights`` (n + 1,) float64.
    ``out`` (guesses,) float64: written.
    """
    sizes = np.empty(ANSWERS, np.int64)
    for i in range(guesses.shape[0]):
        sizes[:] = 0
        row = table[guesses[i]]
        for j in range(codes.shape[0]):
            sizes[row[codes[j]]] += 1
        score = weights[sizes[0]]
        for a in range(1, ANSWERS):
            score = max(score, weights[sizes[a]]) if by_largest else score + weights[sizes[a]]
        out[i] = score


@cached(nogil=True)
def bound_guesses(space: Space, depth: int, start: int, size: int, out: NDArray[np.int64]) -> Any:
    """Lower bound of the cost of each guess for a set of three codes or more. Returns the least bound, int64.

    ``out`` (codes,) int64: written. The bound assumes that each part splits as well as any set of its size. It is exact where no
    part has more than two codes.
    """
    space.counts[1] += 1
    codes = space.members[depth, start : start + size]
    table, cost, floor = space.table, space.cost, space.floor
    count = table.shape[0]
    if size <= space.width + 1:
        # Every part of p codes costs at least one code now and p - 1 later, so only the number of parts matters.
        seen = np.empty(count, np.uint32)
        row = table[codes[0]]
        for g in range(count):
            seen[g] = _bit(row[g])
        for i in range(1, size):
            row = table[codes[i]]
            for g in range(count):
                seen[g] = _join(seen[g], _bit(row[g]))
        for g in range(count):
            parts = np.int64(popcount(seen[g]))
            out[g] = parts * cost[depth + 1] + (size - parts) * cost[depth + 2] if parts > 1 else NEVER
        for i in range(size):
            parts = np.int64(popcount(seen[codes[i]])) - 1
            out[codes[i]] = cost[depth] + parts * cost[depth + 1] + (size - 1 - parts) * cost[depth + 2]
    else:
        sizes = np.empty(ANSWERS, np.int64)
        for g in range(count):
            sizes[:] = 0
            row = table[g]
            for i in range(size):
                sizes[row[codes[i]]] += 1
            total = np.int64(0)
            for a in range(ANSWERS):
                if sizes[a] == size:
                    total = NEVER
                elif sizes[a]:
                    total += cost[depth] if a == space.win else floor[depth + 1, sizes[a]]
            out[g] = min(total, NEVER)
    least = NEVER
    for g in range(count):
        least = min(least, out[g])
    return least


@cached(nogil=True)
def _is_first_of_orbit(space: Space, depth: int, alive: int, guess: int) -> bool:
    """True if no symmetry that still holds maps the guess to a lower number."""
    for i in range(alive):
        if space.perms[space.alive[depth, i], guess] < guess:
            return False
    return True


@cached(nogil=True)
def _split(space: Space, depth: int, start: int, size: int, guess: int, ends: Any, sizes: Any) -> None:
    """Sort a set by its answers to a guess into ``members[depth + 1]``.

    ``ends`` (`ANSWERS`,) int64: written; part ``a`` ends before ``ends[a]``. ``sizes`` (`ANSWERS`,) int64: written.
    """
    row, codes, out = space.table[guess], space.members[depth], space.members[depth + 1]
    sizes[:] = 0
    for i in range(start, start + size):
        sizes[row[codes[i]]] += 1
    at = 0
    for a in range(ANSWERS):
        ends[a] = at
        at += sizes[a]
    for i in range(start, start + size):
        a = row[codes[i]]
        out[ends[a]] = codes[i]
        ends[a] += 1


@cached(nogil=True)
def _keep(space: Space, depth: int, alive: int, guess: int, answer: int) -> int:
    """List the symmetries that also keep this guess and its answer. Returns their number."""
    kept = 0
    for i in range(alive):
        p = space.alive[depth, i]
        if space.perms[p, guess] == guess and (not space.turns[p] or space.mirror[answer] == answer):
            space.alive[depth + 1, kept] = p
            kept += 1
    return kept


@cached(nogil=True)
def _keeps_a_swap(space: Space, depth: int, alive: int, guess: int) -> bool:
    """True if a symmetry that swaps numbers with suits keeps this guess: then mirrored answers leave equal sets."""
    for i in range(alive):
        p = space.alive[depth, i]
        if space.turns[p] and space.perms[p, guess] == guess:
            return True
    return False


@cached(nogil=True)
def descend(space: Space, depth: int, start: int, size: int, alive: int, limit: int) -> Any:
    """Least cost of a set if it is below ``limit`` (int), else a lower bound of it that is at least ``limit``. Returns int64.

    ``space.best[depth]`` is then a guess that reaches it. Where all further guesses cost the same, any guess does.
    Guesses are tried in the order of their bounds until the bound reaches the best cost so far; the parts of a guess
    are bounded before any is searched, and the largest comes first.
    """
    codes = space.members[depth, start : start + size]
    if size <= 2 or space.cost[depth] == space.cost[-1]:
        space.best[depth] = codes[0]
        return space.floor[depth, size]
    space.counts[0] += 1
    best = limit
    bounds = space.bounds[depth]
    least = bound_guesses(space, depth, start, size, bounds)
    if least >= best:
        return least
    ranked = bounds * 2 + 1
    for i in range(size):
        ranked[codes[i]] -= 1  # of equal guesses, one that may be right comes first
    ends = np.empty(ANSWERS, np.int64)
    sizes = np.empty(ANSWERS, np.int64)
    known = np.empty(ANSWERS, np.int64)
    exact = np.empty(ANSWERS, np.int64)
    open_parts = np.empty(ANSWERS, np.int64)
    for guess in np.argsort(ranked, kind="mergesort"):
        total = bounds[guess]
        if total >= best:
            break
        if not _is_first_of_orbit(space, depth, alive, guess):
            continue
        _split(space, depth, start, size, guess, ends, sizes)
        parts = 0
        for a in range(ANSWERS):
            exact[a] = -1
            if sizes[a] > 2:
                place = parts
                while place > 0 and sizes[open_parts[place - 1]] < sizes[a]:
                    open_parts[place] = open_parts[place - 1]
                    place -= 1
                open_parts[place] = a
                parts += 1
        for i in range(parts):
            a = open_parts[i]
            known[a] = bound_guesses(space, depth + 1, ends[a] - sizes[a], sizes[a], space.bounds[depth + 1])
            total += known[a] - space.floor[depth + 1, sizes[a]]
            if total >= best:
                break
        turned = _keeps_a_swap(space, depth, alive, guess)
        for i in range(parts):
            if total >= best:
                break
            a = open_parts[i]
            twin = space.mirror[a]
            if turned and exact[twin] >= 0:
                exact[a] = exact[twin]
            else:
                kept = _keep(space, depth, alive, guess, a)
                rest = total - known[a]
                exact[a] = descend(space, depth + 1, ends[a] - sizes[a], sizes[a], kept, best - rest)
            total += exact[a] - known[a]
        if total < best:
            best = total
            space.best[depth] = guess
    return best
