"""Edition -> arrays: every rack the deck allows, and every card lowered onto them.

The measure of a card takes few different values over the racks (at most 84 in the standard decks), so a card is
lowered to *classes*: which value each rack has. A scene then costs one evaluation of the card per class, by the card's
own plain Python running on NumPy columns, and one lookup per rack::

    kinds    (N, size)  the tile kinds on each rack, ascending; racks in lexicographic order
    classes  (N,)       one array per card: the class of each rack
    values   (V, width) one array per card: the measure of each class

What is made here is kept in a cache file, because evaluating 23 measures on the 18,424 racks of a large deck
takes a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from math import prod
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from .._version import __version__
from ..errors import CardError
from ..rules.cards import Card, Compare, CountRacks, CountTiles, CountValues, Meaning
from ..rules.editions import RACK_SIZE, Edition
from ..rules.functions import Functions
from ..rules.targets import Target
from ..rules.tiles import Deck, Rack, Tile, number_code, tile_names
from ..sentences import Sentence
from .cache import Arrays, load_arrays, save_arrays

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
ByteArray = NDArray[np.uint8]


class RackSpace:
    """Every rack of one size that a deck allows, in lexicographic order of kinds."""

    def __init__(self, deck: Deck, size: int, kinds: NDArray[np.uint8] | None = None) -> None:
        self.deck, self.size = deck, size
        self.kinds: NDArray[np.uint8] = _enumerate(deck, size) if kinds is None else kinds
        """(N, size): the kinds on each rack, ascending."""
        self._named: dict[int, tuple[tuple[str, ...], str]] = {}

    def __len__(self) -> int:
        return len(self.kinds)

    @cached_property
    def slots(self) -> tuple[IntArray, ...]:
        """For each group of equal tiles on a rack, ``kind * (size + 1) + count``; 0 (nothing) if no more.

        Indexes the flat table of `falling`: the product over slots is the number of ways to draw the rack.
        """
        kinds = self.kinds.astype(np.int64)
        slots = []
        for j in range(self.size):
            same = (kinds == kinds[:, j : j + 1]).sum(axis=1)
            first = (kinds[:, :j] != kinds[:, j : j + 1]).all(axis=1)
            slots.append(np.where(first, kinds[:, j] * (self.size + 1) + same, 0))
        return tuple(slots)

    @cached_property
    def counts(self) -> ByteArray:
        """(N, K): how many tiles of each kind a rack has."""
        counts = np.zeros((len(self), len(self.deck.kinds)), np.uint8)
        for j in range(self.size):
            np.add.at(counts, (np.arange(len(self)), self.kinds[:, j]), 1)
        return counts

    @cached_property
    def repeats(self) -> FloatArray:
        """(N,): number of orders of equal tiles on each rack, the product of the factorials of the counts."""
        table = np.array([1.0, 1.0, 2.0, 6.0])
        return np.asarray(table[self.counts].prod(axis=1))

    @cached_property
    def index(self) -> Mapping[tuple[int, ...], int]:
        """Number of a rack by its kinds, ascending."""
        return {tuple(row): i for i, row in enumerate(self.kinds.tolist())}

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """Distinct number codes, ascending."""
        return self._codes[0]

    @cached_property
    def code_of(self) -> IntArray:
        """(N,): the position in `codes` of each rack's numbers."""
        return self._codes[1]

    @cached_property
    def _codes(self) -> tuple[tuple[str, ...], IntArray]:
        numbers = np.sort(np.array([kind.number for kind in self.deck.kinds])[self.kinds], axis=1)
        packed = numbers @ (10 ** np.arange(self.size)[::-1]) if self.size else np.zeros(len(self), np.int64)
        different, code_of = np.unique(packed, return_inverse=True)
        return tuple(f"{code:0{self.size}d}" if self.size else "" for code in different), code_of.reshape(-1)

    def rack(self, i: int) -> Rack:
        """Tiles of rack number ``i``."""
        return tuple(self.deck.kinds[k] for k in self.kinds[i])

    def named(self, i: int) -> tuple[tuple[str, ...], str]:
        """Tile names of rack number ``i``, sorted, and its numbers; cached."""
        found = self._named.get(i)
        if found is None:
            rack = self.rack(i)
            found = self._named[i] = tile_names(rack), number_code(rack)
        return found

    def targets(self, target: Target) -> IntArray:
        """(N,): number of the declaration for each rack: its place in `codes`, or the rack's own number."""
        return np.arange(len(self)) if target.by_tiles else self.code_of

    def target_name(self, target: Target, i: int) -> str:
        """Text of a declaration, by its number in `targets`."""
        return " ".join(self.named(i)[0]) if target.by_tiles else self.codes[i]

    def find(self, rack: Iterable[Tile]) -> int:
        """Number of a rack given as tiles; KeyError if the deck does not allow it."""
        return self.index[tuple(sorted(self.deck.index[tile] for tile in rack))]

    def ways(self, free: Sequence[int]) -> FloatArray:
        """(N,): number of ways to draw each rack, tile by tile, from ``free[k]`` tiles of each kind."""
        table = falling(np.asarray(free), self.size)
        product = np.ones(len(self))
        for slot in self.slots:
            product *= table[slot]
        return product


def _enumerate(deck: Deck, size: int) -> NDArray[np.uint8]:
    racks = [
        rack
        for rack in combinations_with_replacement(range(len(deck.kinds)), size)
        if all(rack.count(kind) <= deck.copies[kind] for kind in set(rack))
    ]
    return np.array(racks, np.uint8).reshape(len(racks), size)


def falling(free: NDArray[Any], size: int) -> FloatArray:
    """Flat table ``[kind * (size + 1) + c]`` = free * (free - 1) * ... (c factors), for c = 0 .. size."""
    table = np.ones((*free.shape, size + 1))
    for c in range(size):
        table[..., c + 1] = table[..., c] * np.maximum(free - c, 0)
    return table.reshape(*free.shape[:-1], -1)


def weigh(groups: NDArray[Any], weights: FloatArray, length: int = 0) -> FloatArray:
    """Total weight in each group, for at least ``length`` groups."""
    found = np.bincount(groups.astype(np.intp, copy=False), weights=weights, minlength=length)
    return found.astype(np.float64, copy=False)


def tally(groups: NDArray[Any], length: int = 0) -> NDArray[np.intp]:
    """Number of entries in each group, for at least ``length`` groups.

    `bincount` accepts only the machine's own integers, which have 32 bits in a browser.
    """
    return np.bincount(groups.astype(np.intp, copy=False), minlength=length)


NO_ANSWER = 255
"""Code for a sum to which a card in Python has no answer: no scene of the edition adds up to it."""


def conclude(meaning: Meaning, total: Sequence[IntArray]) -> ByteArray:
    """Answer codes for many sums, given as columns, by the card's own `conclude`.

    This is the only way from sums to codes in arrays; the rows of compiled code use it, too.
    """
    match meaning:
        case CountRacks() | CountValues() | CountTiles() | Compare():
            columns: Any = total
            return np.asarray(meaning.conclude(columns)).astype(np.uint8)
        case Functions():
            return _sum_by_sum(meaning, total)
        case _:
            assert_never(meaning)


def _sum_by_sum(meaning: Functions, total: Sequence[IntArray]) -> ByteArray:
    """Ask a function in Python once for each distinct sum."""
    sums = np.stack([column.reshape(-1) for column in total], axis=1)
    if not len(sums):
        return np.zeros(total[0].shape, np.uint8)
    low = sums.min(axis=0)
    spans = (sums.max(axis=0) - low + 1).tolist()
    narrow = prod(spans) < 2**62
    keys = (sums - low) @ np.cumprod([1, *spans[:-1]]) if narrow else sums  # single numbers sort faster
    _, firsts, places = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    codes = np.array([_code(meaning, one) for one in sums[firsts].tolist()], np.uint8)
    return codes[places.reshape(-1)].reshape(total[0].shape)


def _code(meaning: Functions, total: Sequence[int]) -> int:
    try:
        return meaning.conclude(total)
    except CardError:  # the edition was refused if a scene could add up to this
        return NO_ANSWER


class LoweredCard:
    """A card on the racks of a deck: the class of each rack and the measure of each class."""

    def __init__(self, card: Card, classes: NDArray[np.uint8 | np.uint16], values: IntArray) -> None:
        self.card, self.classes, self.values = card, classes, values
        self.columns: tuple[IntArray, ...] = tuple(np.ascontiguousarray(column) for column in values.T)
        self._answers: dict[tuple[int, ...], ByteArray] = {}
        self._pairs: dict[tuple[int, ...], ByteArray] = {}
        self._agreeing: dict[tuple[tuple[int, ...], int], FloatArray] = {}

    def class_answers(self, total: tuple[int, ...]) -> ByteArray:
        """Answer code for each class, if the other racks seen sum to ``total``. Do not modify."""
        found = self._answers.get(total)
        if found is None:
            columns = [column + known for column, known in zip(self.columns, total, strict=True)]
            found = conclude(self.card.meaning, columns)
            _keep(self._answers, total, found)
        return found

    def answers(self, total: tuple[int, ...]) -> ByteArray:
        """Answer code for each rack, if the other racks seen sum to ``total``."""
        return self.class_answers(total)[self.classes]

    def pair_answers(self, total: tuple[int, ...]) -> ByteArray:
        """(classes, classes): answer code for two racks of these classes beside others. Do not modify."""
        found = self._pairs.get(total)
        if found is None:
            columns = [c[:, None] + c[None, :] + known for c, known in zip(self.columns, total, strict=True)]
            found = conclude(self.card.meaning, columns)
            _keep(self._pairs, total, found)
        return found

    def agreeing(self, total: tuple[int, ...], code: int) -> FloatArray:
        """1.0 for each rack with which that is the answer, else 0.0. Do not modify."""
        found = self._agreeing.get((total, code))
        if found is None:
            found = (self.class_answers(total) == code).astype(np.float64)[self.classes]
            _keep(self._agreeing, (total, code), found)
        return found


_MOST_KEPT = 2_000_000
"""Most bytes of arrays in one cache of a card."""
_OVERHEAD = 300
"""Bytes of a cache entry besides its array: key, header, slot."""
_MOST_MEASURES = 20_000
_MOST_TABLES = 16
"""Most editions whose arrays are cached; the bundled ones with all readings of one card are fewer."""
_MOST_RACKS = 40_000
"""Most racks in all cached arrays: those of two large decks, or of every small one."""


def _keep(memory: dict[Any, NDArray[Any]], key: object, value: NDArray[Any]) -> None:
    """Cache an array; clear a full cache first, so that a process that runs for days stays small."""
    if len(memory) * (value.nbytes + _OVERHEAD) > _MOST_KEPT:
        memory.clear()
    memory[key] = value


class EditionArrays:
    """Everything about an edition that the algorithms need, as arrays."""

    def __init__(self, edition: Edition, *, say: Callable[[str], None] | None = None) -> None:
        self.deck = edition.deck
        name = f"{edition.fingerprint}-v{__version__}"
        arrays = load_arrays(name)
        if arrays is None or not _is_whole(arrays, edition):
            if say is not None:
                say(Sentence("preparing the arrays of {name!r} (once)", name=edition.name))
            arrays = _build(edition)
            save_arrays(name, arrays)
        self.racks = RackSpace(edition.deck, RACK_SIZE, arrays["kinds"])
        own = _lowered(edition.own, self.racks)  # never from a file: a function may have been changed
        self.cards: Mapping[int, LoweredCard] = {
            number: LoweredCard(card, part[f"classes{number}"], part[f"values{number}"])
            for number, card in edition.cards.items()
            for part in (own if number in edition.own else arrays,)
        }
        self._spaces: dict[int, RackSpace] = {RACK_SIZE: self.racks}
        self._measures: dict[tuple[int, Rack], tuple[int, ...]] = {}

    def space(self, size: int) -> RackSpace:
        """The racks of another size: a rack that is being refilled has fewer tiles."""
        if size not in self._spaces:
            self._spaces[size] = RackSpace(self.deck, size)
        return self._spaces[size]

    def measures(self, card: int, short: Sequence[Rack] = ()) -> IntArray:
        """(racks + 1 + short racks, width): measure of each rack for a card, then of no rack, then of racks with fewer tiles."""
        lowered = self.cards[card]
        nothing = np.zeros((1, lowered.values.shape[1]), np.int64)
        of_short = [np.array([self.total(card, [rack])], np.int64) for rack in short]
        return np.vstack([lowered.values[lowered.classes], nothing, *of_short])

    def total(self, card: int, racks: Iterable[Rack]) -> tuple[int, ...]:
        """Sum of a card's measures over known racks; measures are cached."""
        lowered = self.cards[card]
        total: list[int] = [0] * lowered.card.meaning.width
        for rack in racks:
            measure = self._measures.get((card, rack))
            if measure is None:
                if len(self._measures) >= _MOST_MEASURES:
                    self._measures.clear()
                measure = self._measures[card, rack] = lowered.card.meaning.measure(rack)
            for j, value in enumerate(measure):
                total[j] += value
        return tuple(total)


def _is_whole(arrays: Arrays, edition: Edition) -> bool:
    """True if arrays from a file can be those of an edition: names, types, sizes and index ranges fit."""
    kinds = arrays.get("kinds")
    if kinds is None or kinds.dtype != np.uint8 or kinds.ndim != 2 or kinds.shape[1] != RACK_SIZE or not kinds.size:
        return False
    if kinds.max() >= len(edition.deck.kinds):
        return False
    for number in edition.printed:
        card = edition.cards[number]
        classes, values = arrays.get(f"classes{number}"), arrays.get(f"values{number}")
        if classes is None or values is None or classes.dtype not in (np.uint8, np.uint16) or values.dtype != np.int64:
            return False
        if classes.shape != kinds.shape[:1] or values.ndim != 2 or values.shape[1] != card.meaning.width:
            return False
        if classes.max() >= len(values):
            return False
    return True


_kept_arrays: dict[tuple[str, tuple[Card, ...]], EditionArrays] = {}


def arrays_key(edition: Edition) -> tuple[str, tuple[Card, ...]]:
    """Key of an edition's tables: its files, and the functions of its cards in Python."""
    return edition.fingerprint, tuple(edition.own.values())


def arrays_for(edition: Edition, *, say: Callable[[str], None] | None = None) -> EditionArrays:
    """The arrays of an edition, made or loaded once while they are in use; ``say`` gets a message if they have to be made.

    They depend on the deck and the cards only, so editions that differ in other rules share them.
    """
    key = arrays_key(edition)
    arrays = _kept_arrays.pop(key, None) or EditionArrays(edition, say=say)
    _kept_arrays[key] = arrays  # at the end: the least recently used go first
    while len(_kept_arrays) > 1 and (
        len(_kept_arrays) > _MOST_TABLES or sum(len(one.racks) for one in _kept_arrays.values()) > _MOST_RACKS
    ):
        del _kept_arrays[next(iter(_kept_arrays))]
    return arrays


def _build(edition: Edition) -> Arrays:
    """Enumerate the racks and lower every card that files describe onto them."""
    space = RackSpace(edition.deck, RACK_SIZE)
    return {"kinds": space.kinds} | _lowered({number: edition.cards[number] for number in edition.printed}, space)


def _lowered(cards: Mapping[int, Card], space: RackSpace) -> dict[str, NDArray[Any]]:
    """The classes and values of some cards."""
    racks = [space.rack(i) for i in range(len(space))] if cards else []
    arrays: dict[str, NDArray[Any]] = {}
    for number, card in cards.items():
        measures = np.array([card.meaning.measure(rack) for rack in racks], np.int64)
        values, classes = np.unique(measures, axis=0, return_inverse=True)
        arrays[f"values{number}"] = values
        arrays[f"classes{number}"] = classes.reshape(-1).astype(np.uint8 if len(values) <= 256 else np.uint16)
    return arrays
