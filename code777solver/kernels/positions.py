"""The racks that survive in many positions: per answer one shift, one small multiplication and one AND.

What a scene (the known racks that one player sees) means for every card is packed into a few words::

    scene[who] = [added words | combined words | signatures]
    row        = base[card] + (scene[who][word[card]] >> shift[card] & mask[card]) * answers[card] + answer
    left      &= rows[row]

Added words hold small sums side by side, combined words hold sets of colours or numbers (joined by OR), and a
signature is looked up by a sum too wide for a field. What the unseen tiles allow comes from rows too, by sums over
all known racks. Rack number ``len(added) - 1`` stands for no rack.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .bits256 import both, load, store

Racks = NDArray[np.int16]
Answers = NDArray[np.int8]
Words = NDArray[np.uint64]
Keys = NDArray[np.int32]

WORD, SHIFT, MASK, ANSWERS, BASE = range(5)
"""The columns of ``layout``, one row a card."""
RACK, CARD, CODE, TILES = range(4)
"""What `survivors` finds wrong with a position."""


class Lookup(NamedTuple):
    """The arrays that the kernels read. ``R`` racks, one more row for no rack."""

    added: Words
    """(R + 1, words): fields that sum."""
    combined: Words
    """(R + 1, words): fields that join."""
    keyed: Keys
    """(R + 1, signatures): keys that sum."""
    signatures: Keys
    """Flat: signature of each key, one stretch for each column of ``keyed``."""
    stretches: Keys
    """Where the stretch of each column of ``keyed`` begins."""
    layout: NDArray[np.int64]
    """(128, 5): where a card finds its field, and its rows. Columns without a card have no answers."""
    used: Keys
    """(R + 1, groups): which tiles of each group of kinds a rack uses, as a sum."""
    supply: Keys
    """Where the rows of each group begin."""
    tiles: Words
    """(R + 1, words): tile counts, six bits a kind."""
    slack: Words
    """What makes the top bit of such a field say that there are too many."""
    rows: Words
    """(rows, words of a set): sets of racks as bits."""


@njit(inline="always")
def see(
    racks: Racks,
    p: int,
    sizes: tuple[int, int, int, int],
    added: Words,
    combined: Words,
    keyed: Keys,
    signatures: Keys,
    stretches: Keys,
    scene: Words,
) -> None:
    """Fill ``scene[who]`` for the owner of each known rack of position ``p``."""
    known, adds, joins, keys = sizes
    for who in range(known):
        for w in range(adds):
            total = np.uint64(0)
            for j in range(known):
                if j != who:
                    total += added[np.uintp(racks[p, j]), w]
            scene[who, w] = total
        for w in range(joins):
            union = np.uint64(0)
            for j in range(known):
                if j != who:
                    union |= combined[np.uintp(racks[p, j]), w]
            scene[who, adds + w] = union
        for w in range(keys):
            key = stretches[w]
            for j in range(known):
                if j != who:
                    key += keyed[np.uintp(racks[p, j]), w]
            scene[who, adds + joins + w] = signatures[np.uintp(key)]


@njit(inline="always")
def _strange(racks: Racks, p: int, known: int, limit: int) -> bool:
    """Whether a rack number of position ``p`` is out of range."""
    strange: Any = False
    for j in range(known):
        strange |= np.uint16(racks[p, j]) >= np.uint16(limit)
    return bool(strange)


@njit(inline="always")
def _too_many(racks: Racks, p: int, known: int, words: int, tiles: Words, slack: Words) -> bool:
    """Whether the racks of position ``p`` hold more tiles of a kind than there are."""
    over = np.uint64(0)
    for w in range(words):
        taken = slack[0, w]
        for j in range(known):
            taken += tiles[np.uintp(racks[p, j]), w]
        over |= taken & slack[1, w]
    return bool(over != np.uint64(0))


@njit(inline="always")
def _supply_row(racks: Racks, p: int, known: int, used: Keys, supply: Keys, group: int) -> int:
    row = supply[group]
    for j in range(known):
        row += used[np.uintp(racks[p, j]), group]
    return np.uintp(row)  # type: ignore[return-value]


@njit(inline="always")
def answer_row(field: int, layout: NDArray[np.int64], c: int, code: int) -> int:
    signature = field >> np.uint64(layout[c, SHIFT]) & np.uint64(layout[c, MASK])
    return np.uintp(layout[c, BASE]) + signature * np.uintp(layout[c, ANSWERS]) + code  # type: ignore[return-value]


@njit(inline="always")
def _what_is_wrong(layout: NDArray[np.int64], c: int, seen: bool) -> int:
    return CODE if seen and layout[c, ANSWERS] > 0 else CARD


@lru_cache(maxsize=64)
def survivors(sizes: tuple[int, int, int, int], groups: int, words: int) -> Callable[..., tuple[int, int]]:
    """The kernel for decks of 193 to 256 racks.

    ``sizes``: known racks, added words, combined words, keys; ``groups`` of kinds; ``words`` of tile counts.

    The kernel takes (racks, answers, lookup, scene, out). ``answers[p, a]`` = (known rack of who answers, card column,
    answer code); a column below zero is no answer. ``scene`` is scratch, one row a known rack; ``out[p]`` gets the set
    of racks left. It stops at the first position that makes no sense and returns its number and what is wrong;
    (-1, -1) if all are done.
    """
    known = sizes[0]

    @njit(cache=True, nogil=True)
    def kernel(racks: Racks, answers: Answers, lookup: Lookup, scene: Words, out: Words) -> tuple[int, int]:
        added, combined, keyed, signatures, stretches, layout, used, supply, tiles, slack, rows = lookup
        for p in range(racks.shape[0]):
            if _strange(racks, p, known, tiles.shape[0]):
                return p, RACK
            if _too_many(racks, p, known, words, tiles, slack):
                return p, TILES
            see(racks, p, sizes, added, combined, keyed, signatures, stretches, scene)
            left = load(rows, _supply_row(racks, p, known, used, supply, 0))
            for group in range(1, groups):
                left = both(left, load(rows, _supply_row(racks, p, known, used, supply, group)))
            for a in range(answers.shape[1]):
                c = np.int64(answers[p, a, 1])
                if c >= 0:
                    who, code = np.uintp(answers[p, a, 0]), np.uintp(answers[p, a, 2])
                    if (who >= known) | (code >= np.uintp(layout[c, ANSWERS])):
                        return p, _what_is_wrong(layout, c, who < known)
                    field = scene[who, np.uintp(layout[c, WORD])]
                    left = both(left, load(rows, answer_row(field, layout, c, code)))
            store(out, p, left)
        return -1, -1

    return kernel


@njit(cache=True, nogil=True)
def survivors_of_any(racks: Racks, answers: Answers, lookup: Lookup, scene: Words, out: Words) -> tuple[int, int]:
    """The same for a deck of any size: sets have as many words as it takes."""
    added, combined, keyed, signatures, stretches, layout, used, supply, tiles, slack, rows = lookup
    known = racks.shape[1]
    sizes = (known, added.shape[1], combined.shape[1], keyed.shape[1])
    for p in range(racks.shape[0]):
        if _strange(racks, p, known, tiles.shape[0]):
            return p, RACK
        if _too_many(racks, p, known, tiles.shape[1], tiles, slack):
            return p, TILES
        see(racks, p, sizes, added, combined, keyed, signatures, stretches, scene)
        out[p] = rows[_supply_row(racks, p, known, used, supply, 0)]
        for group in range(1, supply.shape[0]):
            out[p] &= rows[_supply_row(racks, p, known, used, supply, group)]
        for a in range(answers.shape[1]):
            c = np.int64(answers[p, a, 1])
            if c >= 0:
                who, code = np.uintp(answers[p, a, 0]), np.uintp(answers[p, a, 2])
                if (who >= known) | (code >= np.uintp(layout[c, ANSWERS])):
                    return p, _what_is_wrong(layout, c, who < known)
                field = scene[who, np.uintp(layout[c, WORD])]
                out[p] &= rows[answer_row(field, layout, c, code)]
    return -1, -1


@njit(cache=True, nogil=True)
def summarise(sets: Words, code_of: NDArray[np.int16], counts: NDArray[np.int32], certain: NDArray[np.int16]) -> None:
    """How many racks are in each set, and the one number code they all share (-1: several, or no rack)."""
    one = np.uint64(1)
    for p in range(sets.shape[0]):
        found = 0
        code = -1
        same = True
        for i in range(code_of.shape[0]):
            if sets[p, i >> 6] >> np.uint64(i & 63) & one:
                found += 1
                if code == -1:
                    code = code_of[i]
                elif code != code_of[i]:
                    same = False
        counts[p] = found
        certain[p] = code if same else -1
