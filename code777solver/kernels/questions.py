"""Information that each card would give in many positions: for each answer the racks and codes left, and its chance.

Scenes and rows are those of `kernels.positions`. Shared arguments:

    racks     (positions, known) int32           rack numbers of the known racks
    sets      (positions, words) uint64          racks left in each position
    p         int                                a position
    lookup    `positions.Lookup`
    weighing  `Weighing`
    scene     (known, words of a scene) uint64   scratch
    weight    (racks, 2) float64                 scratch: ways n to draw each rack, and n log2 n
    table     (kinds * (size + 1),) float64      scratch: ways to draw 0 to size tiles of a kind
    by_code   (codes,) float64                   scratch, zero between calls
    listed    (racks,) int64                     scratch: codes of the racks met
"""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .caching import cached
from .positions import ANSWERS, WORD, Lookup, Racks, Words, answer_row, flat, of_card, see
from .sets import lowest

Floats = NDArray[np.float64]

RACKS, CODES, NUMBER_BITS, TILE_BITS, SETTLES, NOTHING = range(6)
"""Measures of a card: expected share of racks and of codes removed, bits about the numbers and about the tiles, chance that
it settles the code, and 1 if it gives no information.
"""
MEASURES = 6


class Weighing(NamedTuple):
    """Properties of racks that the kernels need to weigh them."""

    counts: NDArray[np.uint8]
    """(R + 1, kinds): tiles on each rack, then on no rack, then on the racks of fewer tiles, if any."""
    copies: NDArray[np.int64]
    """(kinds,): tiles of each kind in the deck."""
    slots: NDArray[np.int64]
    """(R, size): groups of equal tiles, as indices into ``table``."""
    repeats: Floats
    """(R,): number of orders of equal tiles on each rack."""
    code_of: NDArray[np.int64]
    """(R,): number of each rack's code."""


@cached(nogil=True)
def _weigh(racks: Racks, p: int, sets: Words, weighing: Weighing, table: Floats, weight: Floats) -> None:
    """Fill ``weight`` for the racks left in position ``p``, drawn from the tiles that no known rack shows."""
    counts, copies, slots, repeats, _ = weighing
    size = slots.shape[1]
    for k in range(copies.shape[0]):
        free = copies[k]
        for j in range(racks.shape[1]):
            free -= counts[racks[p, j], k]
        product = 1.0
        table[k * (size + 1)] = 1.0
        for c in range(size):
            product *= max(0, free - c)
            table[k * (size + 1) + c + 1] = product
    for w in range(sets.shape[1]):
        word = sets[p, w]
        while word != np.uint64(0):
            i = w * 64 + lowest(word)
            word &= word - np.uint64(1)
            product = 1.0
            for slot in range(size):
                product *= table[slots[i, slot]]
            weight[i, 0] = product / repeats[i]
            weight[i, 1] = weight[i, 0] * log2(weight[i, 0])


@cached(nogil=True)
def _size_up(
    sets: Words, p: int, rows: Words, row: int, weight: Floats, code_of: NDArray[np.int64], by_code: Floats, listed: Any
) -> tuple[int, int, float, float, float]:
    """Measure the racks in both row ``p`` of ``sets`` and row ``row`` (int) of ``rows``, (n, words) uint64.

    ``code_of`` (racks,) int64: number of each rack's code. Returns the number of racks and of codes, their total weight, and the
    entropies of racks and of codes in bits.
    """
    racks, total, of_racks = 0, 0.0, 0.0
    for w in range(sets.shape[1]):
        word = sets[p, w] & rows[row, w]
        while word != np.uint64(0):
            i = w * 64 + lowest(word)
            word &= word - np.uint64(1)
            total += weight[i, 0]
            of_racks += weight[i, 1]
            by_code[code_of[i]] += weight[i, 0]
            listed[racks] = code_of[i]
            racks += 1
    codes, of_codes = 0, 0.0
    for place in range(racks):
        own = by_code[listed[place]]
        if own > 0.0:
            codes += 1
            of_codes += own * log2(own)
            by_code[listed[place]] = 0.0
    if racks == 0:
        return 0, 0, 0.0, 0.0, 0.0
    rack_bits = max(0.0, log2(total) - of_racks / total) if racks > 1 else 0.0
    code_bits = max(0.0, log2(total) - of_codes / total) if codes > 1 else 0.0
    return racks, codes, total, rack_bits, code_bits


@cached(nogil=True)
def summarise_codes(racks: Racks, sets: Words, weighing: Weighing, chances: Floats, entropy: Floats) -> None:
    """Compute the chance of each code and the entropy of the codes.

    ``chances`` (positions, codes) float64: written; may have no columns. ``entropy`` (positions,) float64, in bits: written.
    """
    code_of = weighing.code_of
    table = np.zeros(weighing.copies.shape[0] * (weighing.slots.shape[1] + 1))
    weight, by_code = np.zeros((code_of.shape[0], 2)), np.zeros(code_of.max() + 1)
    listed = np.zeros(code_of.shape[0], np.int64)
    for p in range(sets.shape[0]):
        _weigh(racks, p, sets, weighing, table, weight)
        _, _, total, _, entropy[p] = _size_up(sets, p, sets, p, weight, code_of, by_code, listed)
        if chances.shape[1]:
            for code in range(chances.shape[1]):
                chances[p, code] = 0.0
            for w in range(sets.shape[1]):
                word = sets[p, w]
                while word != np.uint64(0):
                    i = w * 64 + lowest(word)
                    word &= word - np.uint64(1)
                    chances[p, code_of[i]] += weight[i, 0]
            for code in range(chances.shape[1]):  # a sum divided by the same sum is exactly 1
                if total > 0.0:
                    chances[p, code] /= total


@cached(nogil=True)
def ask(
    racks: Racks,
    sets: Words,
    lookup: Lookup,
    weighing: Weighing,
    by_tiles: bool,
    scene: Words,
    out: Floats,
    said: Floats,
) -> None:
    """Measure every card for every answerer.

    ``by_tiles`` bool: a declaration names tiles, not numbers.
    ``out`` (positions, answerers, cards, `MEASURES`) float64: written.
    ``said`` (positions, answerers, cards, answers, 2) float64: written; chance of each answer, and share of the racks it removes.
    """
    added, combined, keyed, signatures, stretches, layout, _, _, _, _, rows = flat(lookup)
    code_of, known = weighing.code_of, racks.shape[1]
    sizes = (known, lookup.added.shape[1], lookup.combined.shape[1], lookup.keyed.shape[1])
    of_all, seen = racks.reshape(-1), scene.reshape(-1)
    table = np.zeros(weighing.copies.shape[0] * (weighing.slots.shape[1] + 1))
    weight, by_code = np.zeros((code_of.shape[0], 2)), np.zeros(code_of.max() + 1)
    listed = np.zeros(code_of.shape[0], np.int64)
    for p in range(sets.shape[0]):
        see(of_all, p, sizes, added, combined, keyed, signatures, stretches, seen)
        _weigh(racks, p, sets, weighing, table, weight)
        before = _size_up(sets, p, sets, p, weight, code_of, by_code, listed)
        if before[0] == 0:
            out[p] = 0.0
            said[p] = 0.0
            continue
        for who in range(out.shape[1]):
            for c in range(out.shape[2]):
                field = scene[who, of_card(layout, c, WORD)]
                for measure in range(MEASURES):
                    out[p, who, c, measure] = 0.0
                out[p, who, c, NUMBER_BITS], out[p, who, c, TILE_BITS] = before[4], before[3]
                for a in range(np.int64(of_card(layout, c, ANSWERS))):
                    row = answer_row(field, layout, c, a)
                    left = _size_up(sets, p, rows, row, weight, code_of, by_code, listed)
                    chance = left[2] / before[2]
                    if said.shape[3]:
                        said[p, who, c, a, 0], said[p, who, c, a, 1] = chance, 1.0 - left[0] / before[0]
                    if left[0] == 0:
                        continue
                    out[p, who, c, RACKS] += chance * (1.0 - left[0] / before[0])
                    out[p, who, c, CODES] += chance * (1.0 - left[1] / before[1])
                    out[p, who, c, NUMBER_BITS] -= chance * left[4]
                    out[p, who, c, TILE_BITS] -= chance * left[3]
                    if (left[0] if by_tiles else left[1]) == 1:
                        out[p, who, c, SETTLES] += chance
                    if left[0] == before[0]:
                        out[p, who, c, NOTHING] = 1.0
                for measure in (NUMBER_BITS, TILE_BITS):  # differences of sums may be a little below 0
                    out[p, who, c, measure] = max(0.0, out[p, who, c, measure])


@cached(nogil=True)
def ask_twice(
    racks: Racks, sets: Words, pairs: NDArray[np.int64], lookup: Lookup, weighing: Weighing, scene: Words, out: Floats
) -> None:
    """Bits about the numbers that a second card still gives after a first one was answered.

    ``pairs`` (positions, 2) int64: known racks whose owners answer the first and the second card.
    ``out`` (positions, cards + 1, cards) float64: written, ``[p, first, second]``; the last row is without a first card.
    """
    added, combined, keyed, signatures, stretches, layout, _, _, _, _, rows = flat(lookup)
    code_of, known, cards = weighing.code_of, racks.shape[1], out.shape[2]
    sizes = (known, lookup.added.shape[1], lookup.combined.shape[1], lookup.keyed.shape[1])
    of_all, seen = racks.reshape(-1), scene.reshape(-1)
    table = np.zeros(weighing.copies.shape[0] * (weighing.slots.shape[1] + 1))
    weight, by_code = np.zeros((code_of.shape[0], 2)), np.zeros(code_of.max() + 1)
    listed = np.zeros(code_of.shape[0], np.int64)
    rest = np.zeros((1, sets.shape[1]), np.uint64)
    for p in range(sets.shape[0]):
        see(of_all, p, sizes, added, combined, keyed, signatures, stretches, seen)
        _weigh(racks, p, sets, weighing, table, weight)
        total = _size_up(sets, p, sets, p, weight, code_of, by_code, listed)[2]
        for first in range(cards + 1):
            for second in range(cards):
                out[p, first, second] = 0.0
            answers = np.int64(of_card(layout, first, ANSWERS)) if first < cards else 1
            for a in range(answers):
                for w in range(sets.shape[1]):
                    rest[0, w] = sets[p, w]
                if first < cards:
                    row = answer_row(scene[pairs[p, 0], of_card(layout, first, WORD)], layout, first, a)
                    for w in range(sets.shape[1]):
                        rest[0, w] &= rows[row, w]
                before = _size_up(rest, 0, rest, 0, weight, code_of, by_code, listed)
                if before[0] == 0:
                    continue
                for second in range(cards):
                    field = scene[pairs[p, 1], of_card(layout, second, WORD)]
                    bits = before[4]
                    for b in range(np.int64(of_card(layout, second, ANSWERS))):
                        left = _size_up(
                            rest, 0, rows, answer_row(field, layout, second, b), weight, code_of, by_code, listed
                        )
                        bits -= left[2] / before[2] * left[4]
                    out[p, first, second] += before[2] / total * max(0.0, bits)
