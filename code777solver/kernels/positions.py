"""The racks that survive in many positions: per answer one shift, one small multiplication and one AND.

A scene is the known racks that one player sees. Its meaning for every card is packed into a few words::

    scene[who] = [added words | combined words | signatures]
    row        = base[card] + (scene[who][word[card]] >> shift[card] & mask[card]) * answers[card] + answer
    left      &= rows[row]

Added words hold small sums side by side, combined words hold sets of colours or numbers (joined by OR), and a
signature is looked up by a sum too wide for a field. The racks that the unseen tiles allow are rows too, found by sums
over all known racks. Rack number ``len(added) - 1`` stands for no rack.

Shared arguments, where arrays are flat if the function says so:

    lookup   `Lookup`
    racks    (positions, known) int32          rack numbers of the known racks
    p        int                               a position, row of ``racks``
    known    int                               number of known racks
    sizes    4 ints                            known racks, added words, combined words, keys
    layout   (128, 5) int64                    see `Lookup`
    c        int                               a card column, row of ``layout``
    code     int                               an answer code
    answers  (positions, n, 3) int8            known rack of the answerer, card column (negative: no answer), answer code
    scene    (known, words of a scene) uint64  scratch
    out      (positions, words) uint64         written: the sets of racks left
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .bits256 import both, load, store
from .caching import cached

Racks = NDArray[np.int32]
Answers = NDArray[np.int8]
Words = NDArray[np.uint64]
Keys = NDArray[np.int32]

WORD, SHIFT, MASK, ANSWERS, BASE = range(5)
LAYOUT = 5
"""Number of columns of ``layout``, one row a card: `WORD` to `BASE`."""
RACK, CARD, CODE, TILES = range(4)
"""Faults that `survivors` reports: rack number, card column, answer code, too many tiles of a kind."""


class Lookup(NamedTuple):
    """Arrays that the kernels read. ``R`` racks, and one more row for no rack."""

    added: Words
    """(R + 1, words): fields that are added."""
    combined: Words
    """(R + 1, words): fields that are joined by OR."""
    keyed: Keys
    """(R + 1, signatures): keys that are added."""
    signatures: Keys
    """Flat: signature of each key, one stretch for each column of ``keyed``."""
    stretches: Keys
    """Start of the stretch of each column of ``keyed``."""
    layout: NDArray[np.int64]
    """(128, 5): word, shift and mask of a card's field, its number of answers, its first row. Unused rows have no answers."""
    used: Keys
    """(R + 1, groups): tiles of each group of kinds on a rack, as a key that is added."""
    supply: Keys
    """(groups,): first row of each group."""
    tiles: Words
    """(R + 1, words): tile counts, packed into fields of a few bits for each kind."""
    slack: Words
    """(2, words): number added to ``tiles``, and the top bits, which are then set if there are too many tiles."""
    rows: Words
    """(rows, words of a set): sets of racks as bits."""


@njit(inline="always")
def flat(lookup: Lookup) -> Any:
    """Arrays of ``lookup`` without their shapes, except ``slack`` and ``rows``."""
    return (
        lookup.added.reshape(-1),
        lookup.combined.reshape(-1),
        lookup.keyed.reshape(-1),
        lookup.signatures,
        lookup.stretches,
        lookup.layout.reshape(-1),
        lookup.used.reshape(-1),
        lookup.supply,
        lookup.tiles.reshape(-1),
        lookup.slack,
        lookup.rows,
    )


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
    """Fill ``scene`` for the owner of each known rack of position ``p``. All arrays are flat.

    ``added``, ``combined``, ``keyed``, ``signatures``, ``stretches``: as in `Lookup`. ``sizes`` is constant for most callers, so that
    the compiler knows the widths.
    """
    known, adds, joins, keys = sizes
    for who in range(known):
        place = who * (adds + joins + keys)
        for w in range(adds):
            total = np.uint64(0)
            for j in range(known):
                if j != who:
                    total += added[np.uintp(racks[p * known + j] * adds + w)]
            scene[np.uintp(place + w)] = total
        for w in range(joins):
            union = np.uint64(0)
            for j in range(known):
                if j != who:
                    union |= combined[np.uintp(racks[p * known + j] * joins + w)]
            scene[np.uintp(place + adds + w)] = union
        for w in range(keys):
            key = stretches[w]
            for j in range(known):
                if j != who:
                    key += keyed[np.uintp(racks[p * known + j] * keys + w)]
            scene[np.uintp(place + adds + joins + w)] = signatures[np.uintp(key)]


@njit(inline="always")
def _rack_out_of_range(racks: Racks, p: int, known: int, limit: int) -> bool:
    """True if a rack number of position ``p`` is ``limit`` (int) or larger, or negative. ``racks`` is flat."""
    strange: Any = False
    for j in range(known):
        strange |= np.uint32(racks[p * known + j]) >= np.uint32(limit)
    return bool(strange)


@njit(inline="always")
def _too_many_tiles(racks: Racks, p: int, known: int, words: int, tiles: Words, slack: Words) -> bool:
    """True if the racks of position ``p`` hold more tiles of a kind than there are.

    ``racks`` and ``tiles`` are flat. ``words`` int: words of a row of ``tiles``. ``slack``: as in `Lookup`.
    """
    over = np.uint64(0)
    for w in range(words):
        taken = slack[0, w]
        for j in range(known):
            taken += tiles[np.uintp(racks[p * known + j] * words + w)]
        over |= taken & slack[1, w]
    return bool(over != np.uint64(0))


@njit(inline="always")
def _supply_row(racks: Racks, p: int, known: int, used: Keys, supply: Keys, groups: int, group: int) -> int:
    """Row (uintp) of the racks that the tiles out of sight allow, for one ``group`` of kinds (int). ``racks`` and ``used`` are flat.

    ``supply``: as in `Lookup`. ``groups`` int: number of groups.
    """
    row = supply[group]
    for j in range(known):
        row += used[np.uintp(racks[p * known + j] * groups + group)]
    return np.uintp(row)  # type: ignore[return-value]


@njit(inline="always")
def of_card(layout: NDArray[np.int64], c: int, column: int) -> int:
    """Entry of the flat ``layout`` for card ``c``, uintp. ``column`` int: `WORD` to `BASE`."""
    return np.uintp(layout[np.uintp(c * LAYOUT + column)])  # type: ignore[return-value]


@njit(inline="always")
def answer_row(field: int, layout: NDArray[np.int64], c: int, code: int) -> int:
    """Row (uintp) of an answer. ``field`` uint64: the word of the scene that the card reads. ``layout`` is flat."""
    signature = field >> of_card(layout, c, SHIFT) & of_card(layout, c, MASK)
    return of_card(layout, c, BASE) + signature * of_card(layout, c, ANSWERS) + code


@njit(inline="always")
def _fault_of_answer(layout: NDArray[np.int64], c: int, seen: bool) -> int:
    """Fault of an answer: `CODE` or `CARD`. ``seen`` bool: the answerer has a known rack. ``layout`` is flat."""
    return CODE if seen and of_card(layout, c, ANSWERS) > 0 else CARD


@lru_cache(maxsize=64)
def survivors(sizes: tuple[int, int, int, int], groups: int, words: int) -> Callable[..., tuple[int, int]]:
    """Make the kernel for decks of 193 to 256 racks, whose sets are vectors.

    ``groups`` int: groups of tile kinds. ``words`` int: words of a row of ``Lookup.tiles``.

    The kernel takes (racks, answers, lookup, scene, out). It stops at the first faulty position, and returns its number and the
    fault (`RACK` to `TILES`), or (-1, -1) if there is none.
    """
    known, fields = sizes[0], sizes[1] + sizes[2] + sizes[3]

    @cached(nogil=True)
    def kernel(racks: Racks, answers: Answers, lookup: Lookup, scene: Words, out: Words) -> tuple[int, int]:
        """Find the racks left in each position; see the module for the arguments."""
        added, combined, keyed, signatures, stretches, layout, used, supply, tiles, slack, rows = flat(lookup)
        limit, heard, said = lookup.tiles.shape[0], answers.shape[1], answers.reshape(-1)
        of_all, seen = racks.reshape(-1), scene.reshape(-1)
        for p in range(racks.shape[0]):
            if _rack_out_of_range(of_all, p, known, limit):
                return p, RACK
            if _too_many_tiles(of_all, p, known, words, tiles, slack):
                return p, TILES
            see(of_all, p, sizes, added, combined, keyed, signatures, stretches, seen)
            left = load(rows, _supply_row(of_all, p, known, used, supply, groups, 0))
            for group in range(1, groups):
                left = both(left, load(rows, _supply_row(of_all, p, known, used, supply, groups, group)))
            for a in range(p * heard, (p + 1) * heard):
                c = np.int64(said[np.uintp(3 * a + 1)])
                if c >= 0:
                    who, code = np.uintp(said[np.uintp(3 * a)]), np.uintp(said[np.uintp(3 * a + 2)])
                    if (who >= known) | (code >= of_card(layout, c, ANSWERS)):
                        return p, _fault_of_answer(layout, c, who < known)
                    field = seen[who * np.uintp(fields) + of_card(layout, c, WORD)]
                    left = both(left, load(rows, answer_row(field, layout, c, code)))
            store(out, p, left)
        return -1, -1

    return kernel


@cached(nogil=True)
def survivors_of_any(racks: Racks, answers: Answers, lookup: Lookup, scene: Words, out: Words) -> tuple[int, int]:
    """Find the racks left in each position, for a deck of any size. Returns what the kernel of `survivors` returns."""
    added, combined, keyed, signatures, stretches, layout, used, supply, tiles, slack, rows = flat(lookup)
    known, limit, words, groups = racks.shape[1], lookup.tiles.shape[0], lookup.tiles.shape[1], supply.shape[0]
    sizes = (known, lookup.added.shape[1], lookup.combined.shape[1], lookup.keyed.shape[1])
    fields, of_all, seen = scene.shape[1], racks.reshape(-1), scene.reshape(-1)
    for p in range(racks.shape[0]):
        if _rack_out_of_range(of_all, p, known, limit):
            return p, RACK
        if _too_many_tiles(of_all, p, known, words, tiles, slack):
            return p, TILES
        see(of_all, p, sizes, added, combined, keyed, signatures, stretches, seen)
        out[p] = rows[_supply_row(of_all, p, known, used, supply, groups, 0)]
        for group in range(1, groups):
            out[p] &= rows[_supply_row(of_all, p, known, used, supply, groups, group)]
        for a in range(answers.shape[1]):
            c = np.int64(answers[p, a, 1])
            if c >= 0:
                who, code = np.uintp(answers[p, a, 0]), np.uintp(answers[p, a, 2])
                if (who >= known) | (code >= of_card(layout, c, ANSWERS)):
                    return p, _fault_of_answer(layout, c, who < known)
                field = seen[who * np.uintp(fields) + of_card(layout, c, WORD)]
                out[p] &= rows[answer_row(field, layout, c, code)]
    return -1, -1


@cached(nogil=True)
def summarise(sets: Words, code_of: NDArray[np.int16], counts: NDArray[np.int32], certain: NDArray[np.int16]) -> None:
    """Count the racks in each set, and find the number code that they share.

    ``sets`` (positions, words) uint64. ``code_of`` (racks,) int16: number of each rack's code.
    ``counts`` (positions,) int32: written. ``certain`` (positions,) int16: written; -1 for several codes, or no rack.
    """
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
