"""What every card would tell in many positions: for each answer, how many racks and codes would be left, and how likely
it is. Scenes and rows are those of `kernels.positions`.
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
"""What is expected of a card: share of racks and of codes removed, bits about the numbers and about the tiles, and the
chance that it settles the code and that it tells nothing."""
MEASURES = 6


class Weighing(NamedTuple):
    """What the kernels need to know about racks to weigh them."""

    counts: NDArray[np.uint8]
    """(R + 1, kinds): tiles on each rack; after those, on no rack, and on racks of fewer tiles where there are any."""
    copies: NDArray[np.int64]
    slots: NDArray[np.int64]
    """(R, size): the groups of equal tiles, as places in the table of `falling`."""
    repeats: Floats
    code_of: NDArray[np.int64]


@cached(nogil=True)
def _weigh(racks: Racks, p: int, sets: Words, weighing: Weighing, table: Floats, weight: Floats) -> None:
    """In how many ways (n) each rack left in position ``p`` can be drawn from the tiles that nobody shows, and n log n."""
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
    """Of the racks in both sets: how many, how many codes, their weight, and the entropies of racks and of codes."""
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
    """``chances[p]`` gets the chance of each code in position ``p`` (unless it has no columns), ``entropy[p]`` its bits."""
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
    """``out[p, who, card]`` gets what is expected of the card, asked of the owner of known rack ``who``.

    ``said[p, who, card, answer]`` gets how likely the answer is and what share of the racks it would remove.
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
    """``out[p, first, second]``: bits about the numbers that one card still tells once another has been answered.

    ``pairs[p]`` says who answers the first and who the second. ``out[p, last row]`` is what each tells without the other.
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
