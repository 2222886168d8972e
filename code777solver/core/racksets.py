"""Sets of racks as bits, many at a time: one column a set, 64 racks a word.

A set of the 251 racks of a small deck is four words, so that an answer costs a few ANDs for each of thousands of
hypotheses. The racks of a number code stand side by side, in one word if they fit, so that codes are counted by words::

    sets     (W, R)  uint64: bit ``place % 64`` of word ``place // 64`` in column ``i`` is 1 if a rack is in set i
    masks    (W, D)  few different sets that an answer allows; a row of classes says which of them each hypothesis meets
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.targets import Target
from .arrays import EditionArrays, IntArray, tally

Sets = NDArray[np.uint64]
BoolArray = NDArray[np.bool_]

_BITS = 64
_MOST_MASKS = 128
"""Most masks in one table of the racks that a supply of tiles allows."""
_MOST_KEPT = 4_000_000
"""Most bytes of cached masks for each card."""
_AT_ONCE = 1 << 17
"""Words processed at a time."""


class Masks(NamedTuple):
    """The racks that an answer allows, by the class of one more rack that the answerer sees."""

    which: NDArray[np.intp]
    """(classes,): the mask of each class; all 0 where no other rack matters."""
    masks: Sets
    """(words, masks)"""


class RackSets:
    """Layout of an edition's racks in words, and the effect of answers and supplies of tiles on sets of them."""

    def __init__(self, arrays: EditionArrays) -> None:
        self.arrays = arrays
        self.place, self.words, self._cells = _layout(tally(arrays.racks.code_of), arrays.racks.code_of)
        self.everything = self.pack(np.ones((1, len(arrays.racks)), bool))
        """(words, 1): all racks."""
        self._masks_by_card: dict[int, dict[tuple[tuple[int, ...], int, bool, bool], Masks]] = {
            card: {} for card in arrays.cards
        }

    # To and from truth values.

    def pack(self, marks: BoolArray) -> Sets:
        """Sets of (sets, racks) truth values."""
        spread = np.zeros((len(marks), self.words * _BITS), bool)
        spread[:, self.place] = marks
        return np.ascontiguousarray(np.packbits(spread, axis=1, bitorder="little").view("<u8").T.astype(np.uint64))

    def unpack(self, sets: Sets) -> BoolArray:
        """(sets, racks) truth values of sets."""
        rows = np.ascontiguousarray(sets.T).astype("<u8").view(np.uint8)
        return np.unpackbits(rows, axis=1, bitorder="little")[:, self.place].view(bool)

    def members(self, sets: Sets) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Every rack of every set: the number of the set, ascending, and the rack."""
        column, word = np.nonzero(sets.T)
        some = np.ascontiguousarray(sets[word, column]).astype("<u8").view(np.uint8).reshape(-1, _BITS // 8)
        place, bit = np.nonzero(np.unpackbits(some, axis=1, bitorder="little"))
        return column[place], self.rack_at[word[place] * _BITS + bit]

    @cached_property
    def rack_at(self) -> NDArray[np.intp]:
        """(words * 64,): the rack at each place, -1 where there is none."""
        found = np.full(self.words * _BITS, -1, np.intp)
        found[self.place] = np.arange(len(self.place))
        return found

    # Racks that an answer allows.

    def agreeing(self, card: int, total: tuple[int, ...], code: int, *, alone: bool = False) -> Masks:
        """Racks with which a card gets the answer ``code``, beside a rack of each class and others that sum to ``total``.

        With ``alone`` there are the others only.
        """
        return self._masks(card, total, code, as_with=False, alone=alone)

    def answered_as_with(self, card: int, total: tuple[int, ...], rack: int, *, alone: bool = False) -> Masks:
        """Racks with which a card gets the same answer as with ``rack``, beside the same racks as in `agreeing`."""
        return self._masks(card, total, int(self.arrays.cards[card].classes[rack]), as_with=True, alone=alone)

    def _masks(self, card: int, total: tuple[int, ...], said: int, *, as_with: bool, alone: bool) -> Masks:
        memory = self._masks_by_card[card]
        found = memory.get((total, said, as_with, alone))
        if found is None:
            lowered = self.arrays.cards[card]
            rows = lowered.class_answers(total)[None, :] if alone else lowered.pair_answers(total)
            found = self.distinct(card, rows == (rows[:, said : said + 1] if as_with else said))
            if len(memory) * found.masks.nbytes > _MOST_KEPT:
                memory.clear()
            memory[total, said, as_with, alone] = found
        return found

    def distinct(self, card: int, allowed: BoolArray) -> Masks:
        """Masks of rows of truth values over the classes of a card; equal rows share a mask."""
        places: dict[bytes, int] = {}
        which = [places.setdefault(row.tobytes(), len(places)) for row in np.packbits(allowed, axis=1)]
        first = [which.index(place) for place in range(len(places))]
        return Masks(np.array(which), self.pack(allowed[first][:, self.arrays.cards[card].classes]))

    # Racks that the tiles allow.

    @cached_property
    def _supplies(self) -> tuple[IntArray, IntArray, list[Sets]]:
        """Most useful count of each kind, scales, and the racks that each supply allows, by groups of kinds.

        The scales are (kinds, groups): counts times scales are the places in the tables of the groups.
        """
        space, kinds = self.arrays.racks, len(self.arrays.deck.kinds)
        most = np.minimum(space.deck.copies, space.size)
        arrays: list[Sets] = []
        scales = np.zeros((kinds, kinds), np.int64)
        for kind in range(kinds):
            enough = self.pack(space.counts[:, kind][None, :] <= np.arange(most[kind] + 1)[:, None])
            if not arrays or arrays[-1].shape[1] * enough.shape[1] > _MOST_MASKS:
                arrays.append(self.everything)
            scales[kind, len(arrays) - 1] = arrays[-1].shape[1]
            arrays[-1] = (enough[:, :, None] & arrays[-1][:, None, :]).reshape(self.words, -1)
        return most, np.ascontiguousarray(scales[:, : len(arrays)]), arrays

    @cached_property
    def without(self) -> Sets:
        """(words, kinds + 1): the racks without a tile of a kind; the last column has all racks."""
        return np.concatenate([self.pack(self.arrays.racks.counts.T == 0), self.everything], axis=1)

    @cached_property
    def _at_most(self) -> Sets:
        """(words, (size + 1) * kinds + 1): the racks with at most 0, 1, ... tiles of each kind; the last column is empty."""
        counts = self.arrays.racks.counts.T
        each = [self.pack(counts <= number) for number in range(self.arrays.racks.size + 1)]
        return np.concatenate([*each, np.zeros_like(self.everything)], axis=1)

    def on_all(self, sets: Sets) -> IntArray:
        """(sets, kinds): least number of tiles of each kind on the racks of a set."""
        kinds = self.arrays.racks.kinds[self.some_rack(sets)[0]].astype(np.intp)  # other kinds cannot be on all racks
        found = np.zeros((sets.shape[1], len(self.arrays.deck.kinds)), np.int64)
        for j in range(kinds.shape[1]):
            fewer = chosen(self._at_most, _earlier(kinds, j) * found.shape[1] + kinds[:, j])
            found[np.arange(len(kinds)), kinds[:, j]] += ~anything(sets & fewer)
        return found

    def holding(self, kinds: NDArray[np.intp]) -> Sets:
        """Racks that have all tiles of a row of kinds."""
        found = np.repeat(self.everything, len(kinds), axis=1)
        for j in range(kinds.shape[1]):
            found &= ~chosen(self._at_most, _earlier(kinds, j) * len(self.arrays.deck.kinds) + kinds[:, j])
        return found

    def less(self, sets: Sets, free: IntArray, kinds: NDArray[np.intp]) -> Sets:
        """Sets cut to the free tiles after the tiles in a row of kinds were taken away."""
        number, row = len(self.arrays.deck.kinds), np.arange(len(kinds))
        for j in range(kinds.shape[1]):
            left = free[row, kinds[:, j]] - (kinds == kinds[:, j, None]).sum(axis=1)
            place = np.minimum(left, self.arrays.racks.size) * number + kinds[:, j]
            sets = sets & chosen(self._at_most, np.where(left < 0, -1, place), wrap=True)
        return sets

    def supplied(self, free: IntArray) -> Sets:
        """Racks that ``free[i, k]`` tiles of each kind allow, one set for each row; empty where a count is negative."""
        most, scales, arrays = self._supplies
        lacking = free.min(initial=0) < 0
        places = np.minimum(np.maximum(free, 0) if lacking else free, most) @ scales
        sets = chosen(arrays[0], places[:, 0])
        for group, table in enumerate(arrays[1:], 1):
            sets &= chosen(table, places[:, group])
        if lacking:
            sets[:, (free < 0).any(axis=1)] = 0
        return sets

    # Contents of a set.

    def codes_left(self, sets: Sets) -> IntArray:
        """Number of number codes in each set."""
        word, mask, starts = self._cells
        found = np.empty(sets.shape[1], np.int64)
        for part in _parts(sets.shape[1], len(word)):
            held = (sets[word, part] & mask[:, None]) != 0
            if len(starts) < len(word):
                held = np.logical_or.reduceat(held, starts, axis=0)
            found[part] = np.count_nonzero(held, axis=0)
        return found

    def racks_left(self, sets: Sets) -> IntArray:
        """Number of racks in each set."""
        return np.asarray(self.unpack(sets).sum(axis=1, dtype=np.int64))

    def of_one_kind(self, sets: Sets, target: Target = Target.NUMBERS) -> BoolArray:
        """True for sets with racks that all have one number code, or the same tiles."""
        rack, there = self.some_rack(sets)
        if target.by_tiles:
            place, column = self.place[rack], np.arange(sets.shape[1])
            others = sets.copy()
            others[place // _BITS, column] &= ~(np.uint64(1) << (place % _BITS).astype(np.uint64))
            return np.asarray(there & ~anything(others))
        return np.asarray(there & ~anything(sets & ~chosen(self.with_code, self.arrays.racks.code_of[rack])))

    @cached_property
    def with_code(self) -> Sets:
        """(words, codes): the racks of each number code."""
        codes = np.arange(len(self.arrays.racks.codes))
        return self.pack(self.arrays.racks.code_of[None, :] == codes[:, None])

    def some_rack(self, sets: Sets, turn: int = 0) -> tuple[NDArray[np.intp], BoolArray]:
        """One rack of each set, and True if there is one. Different ``turn`` values give different racks where possible."""
        shifted = np.roll(sets, -(turn * max(1, self.words // 4)) % self.words, axis=0) if turn else sets
        first = (shifted != 0).argmax(axis=0)
        word = (first + turn * max(1, self.words // 4)) % self.words
        bits = shifted[first, np.arange(sets.shape[1])]
        low = bits & (~bits + np.uint64(1))
        if turn % 2:  # odd turns take the highest bit
            high = bits.copy()
            for step in (1, 2, 4, 8, 16, 32):
                high |= high >> np.uint64(step)
            low = high ^ (high >> np.uint64(1))
        place = word * _BITS + np.log2(np.maximum(low, np.uint64(1)).astype(np.float64)).astype(np.intp)
        return self.rack_at[place], bits != 0


def _earlier(kinds: NDArray[np.intp], j: int) -> IntArray:
    """Number of tiles before place ``j`` in each row that equal the one there."""
    return np.asarray((kinds[:, :j] == kinds[:, j, None]).sum(axis=1))


def _parts(columns: int, height: int) -> list[slice]:
    """Columns in blocks of a bounded number of cells."""
    width = max(1, _AT_ONCE // max(1, height))
    return [slice(start, min(start + width, columns)) for start in range(0, columns, width)]


def _layout(sizes: IntArray, code_of: IntArray) -> tuple[IntArray, int, tuple[IntArray, Sets, IntArray]]:
    """Bit of each rack, number of words, and the parts of words that hold the racks of each code.

    The parts are three arrays: the word and the bits of each part, and the first part of each code.
    """
    room: list[int] = []
    parts: dict[int, list[tuple[int, int, int]]] = {}
    for code in np.argsort(-sizes, kind="stable").tolist():
        left, parts[code] = int(sizes[code]), []
        while left > 0:
            size = min(left, _BITS)
            word = next((w for w, free in enumerate(room) if free >= size), len(room))
            if word == len(room):
                room.append(_BITS)
            parts[code].append((word, _BITS - room[word], size))
            room[word] -= size
            left -= size
    place = np.empty(len(code_of), np.int64)
    words, masks, starts = list[int](), list[int](), list[int]()
    order = np.argsort(code_of, kind="stable")
    done = 0
    for code in range(len(sizes)):
        starts.append(len(words))
        for word, bit, size in parts[code]:
            place[order[done : done + size]] = word * _BITS + bit + np.arange(size)
            done += size
            words.append(word)
            masks.append(((1 << size) - 1) << bit)
    return place, len(room), (np.array(words), np.array(masks, np.uint64), np.array(starts))


def chosen(table: Sets, places: IntArray, *, wrap: bool = False) -> Sets:
    """Columns of a table of sets. `take` is fast but accepts only the machine's own integers, of 32 bits in a browser."""
    return table.take(places.astype(np.intp, copy=False), axis=1, mode="wrap" if wrap else "raise")


def anything(sets: Sets) -> BoolArray:
    """True for sets that are not empty."""
    return np.asarray(np.bitwise_or.reduce(sets, axis=0) != 0)


def meets(sets: Sets, column: IntArray, masks: list[Sets], which: list[NDArray[np.intp]]) -> BoolArray:
    """For each i, True if set ``column[i]`` has a rack in common with all of ``masks[j][:, which[j][i]]`` together.

    Words with most set bits come first; entries that are settled are not tested again.
    """
    found = np.zeros(len(column), bool)
    order = np.argsort(-np.count_nonzero(sets, axis=1), kind="stable")
    left = np.arange(len(column))
    start, width = 0, 1
    while start < len(order) and len(left):
        if len(left) * (len(order) - start) <= _AT_ONCE:
            width = len(order) - start
        words = order[start : start + width]
        block = sets[words]
        some = np.zeros(len(left), bool)
        rows = [mask[words] for mask in masks]
        for part in _parts(len(left), len(words)):
            here = left[part]
            both = chosen(block, column[here])
            for row, one in zip(rows, which, strict=True):
                both &= chosen(row, one[here])
            some[part] = np.bitwise_or.reduce(both, axis=0) != 0
        found[left[some]] = True
        left = left[~some]
        start, width = start + width, width * 4
    return found


@lru_cache(maxsize=4)
def sets_for(arrays: EditionArrays) -> RackSets:
    """Layout of an edition, cached while it is in use."""
    return RackSets(arrays)


__all__ = ["Masks", "RackSets", "Sets", "anything", "chosen", "meets", "sets_for"]
