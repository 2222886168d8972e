"""Cards as rows of bit masks, which the compiled loops look up instead of asking a card about every rack.

Each card has one row for each distinct scene and answer: the set of racks that give the answer in that scene.
`kernels.positions` shows the way from a scene to its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from ..errors import BeliefError
from ..kernels import positions, predicates
from ..kernels.positions import Lookup
from ..rules.cards import CountValues
from ..rules.editions import RACK_SIZE
from ..rules.functions import Functions, check_sums
from ..rules.sums import Measured, deck_limits
from ..rules.tiles import Rack
from .arrays import ByteArray, EditionArrays, IntArray, LoweredCard, conclude

Sets = NDArray[np.uint64]

_MOST_KEYS = 16_000_000
_MOST_PACKED = 2**62
_MOST_BYTES = 512_000_000
_WIDEST_UNION = 10
_WIDEST_FIELD = 4095
"""Largest sum with rows of its own; of larger sums only few can be reached."""
_AT_ONCE = 1_000_000
"""Answer codes computed at a time."""
_COLUMNS = 128
"""Number of card columns, the most that a signed byte can name: any column in an answer can be looked up."""


def build_lookup(
    arrays: EditionArrays,
    cards: Iterable[int],
    known: int,
    *,
    whole: bool = False,
    short: Sequence[Rack] = (),
    visible: int = 0,
) -> Lookup:
    """Rows for all positions with ``known`` other racks; each answerer sees one fewer, and mine.

    With ``whole``, fields are wide enough for the sum of all the known racks. ``short`` are racks of fewer tiles: they
    get the numbers after that of no rack, and the first ``visible`` of them may be in sight when a card is answered.
    """
    racks = len(arrays.racks) + len(short)
    rows = _Rows(words_for(len(arrays.racks)))
    fields, unions, keys = _Fields(racks), _Fields(racks), _Keys(racks)
    counts = _counts(arrays, short)
    of_kinds = counts.astype(np.float64)
    placed: list[tuple[_Fields | _Keys, int, int, int, int, int]] = []
    for card in cards:
        lowered = arrays.cards[card]
        if isinstance(lowered.card.meaning, Functions):
            check_sums(lowered.card.meaning, arrays.deck, RACK_SIZE, known)
        measures = arrays.measures(card, short)
        measured = _measured(lowered, arrays, measures, of_kinds)
        answers = len(lowered.card.meaning.symbols(known))
        if _in_a_field(measured, known):
            where, (word, shift, mask), bases = fields, *_sum_field(measures, measured, known, fields, whole)
        elif _presence_is_enough(lowered):
            where, (word, shift, mask), bases = unions, *_union_field(measures, unions)
        else:
            end = len(arrays.racks) + 1 + visible
            bases = _reachable(lowered, _measured(lowered, arrays, measures[:end], of_kinds[:end]), known)
            sets, signature_of = _merge_equal(answer_sets(lowered, bases, answers), len(bases))
            word = keys.add(*_key_of(lowered, measures, measured, bases, known), signature_of)
            placed.append((keys, word, 0, 0xFFFFFFFF, answers, rows.add(sets)))
            continue
        placed.append((where, word, shift, mask, answers, rows.add(answer_sets(lowered, bases, answers))))
    first = {id(fields): 0, id(unions): fields.words, id(keys): fields.words + unions.words}
    layout = np.zeros((_COLUMNS, 5), np.int64)
    layout[: len(placed)] = [(first[id(where)] + word, *rest) for where, word, *rest in placed]
    used, supply = _supplies(arrays, counts, rows)
    tiles, slack = _packed_counts(counts, arrays.deck.copies, known)
    return Lookup(
        added=fields.array,
        combined=unions.array,
        keyed=keys.array,
        signatures=keys.signatures,
        stretches=np.array(keys.starts, np.int32),
        layout=layout,
        used=used,
        supply=supply,
        tiles=tiles,
        slack=slack,
        rows=rows.array,
    )


def words_for(racks: int) -> int:
    """Number of 64-bit words in a set of racks."""
    return -(-racks // 64)


def as_sets(chosen: NDArray[np.bool_]) -> Sets:
    """Rows of truth values as rows of bits; bit ``i`` is rack ``i``."""
    padded = np.zeros((len(chosen), words_for(chosen.shape[1]) * 64), bool)
    padded[:, : chosen.shape[1]] = chosen
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def build_finals(
    arrays: EditionArrays, cards: Iterable[int], known: int, lookup: Lookup, short: Sequence[Rack] = ()
) -> tuple[IntArray, ByteArray]:
    """Answers of an answerer who sees ``known`` whole racks, by the same fields as the rows.

    Returns the start of each card's stretch, and the answer codes. For a card with a key, the field is the sum of the keys
    itself. ``short`` are those for which the rows were made.
    """
    starts = np.zeros(_COLUMNS, np.int64)
    of_kinds = _counts(arrays, short).astype(np.float64)
    parts: list[ByteArray] = []
    for column, card in enumerate(cards):
        lowered = arrays.cards[card]
        measures = arrays.measures(card, short)
        measured, mask = _measured(lowered, arrays, measures, of_kinds), int(lookup.layout[column, positions.MASK])
        starts[column] = sum(len(part) for part in parts)
        if _in_a_field(measured, known):
            sums = np.arange(mask + 1)[:, None] + measured.low * known
        elif _presence_is_enough(lowered):
            sums = (np.arange(mask + 1)[:, None] >> np.arange(lowered.card.meaning.width)) & 1
        else:
            sums = _unpacked(lowered, measures, measured, known)
        parts.append(conclude(lowered.card.meaning, list(sums.T)))
    return starts, np.concatenate(parts)


def _measured(lowered: LoweredCard, arrays: EditionArrays, measures: IntArray, counts: NDArray[np.float64]) -> Measured:
    """Sums that these measures, of racks with these tiles, can reach."""
    tiles = np.array([arrays.total(lowered.card.number, [(tile,)]) for tile in arrays.deck.kinds], np.int64)
    values = np.vstack([lowered.values, measures[len(lowered.classes) :]])
    return Measured(values, *deck_limits(measures, counts, tiles, np.array(arrays.deck.copies)))


def _counts(arrays: EditionArrays, short: Sequence[Rack]) -> ByteArray:
    """(racks + 1 + short racks, kinds): number of tiles of each kind on each rack, and on no rack."""
    more = np.array([arrays.deck.counts(rack) for rack in [(), *short]], np.uint8)
    return np.vstack([arrays.racks.counts, more])


# Three ways to reduce a scene to a small number.


def _above(measured: Measured, racks: int) -> IntArray:
    """(width,): largest sum over ``racks`` racks after `Measured.low` was subtracted from each, so that none is negative."""
    return measured.most(racks) - measured.low * racks


def _in_a_field(measured: Measured, known: int) -> bool:
    """True if the measure is one number, and sums are small."""
    return measured.values.shape[1] == 1 and int(_above(measured, known)[0]) <= _WIDEST_FIELD


def _sum_field(
    measures: IntArray, measured: Measured, known: int, fields: _Fields, whole: bool
) -> tuple[tuple[int, int, int], IntArray]:
    """Field of a card with one integer a rack: its sum, less the smallest possible, fits a few bits."""
    most = int(_above(measured, known - 1)[0])
    place = fields.add(measures[:, 0] - measured.low[0], most=int(_above(measured, known)[0]) if whole else most)
    sums = np.arange(most + 1) + measured.low[0] * (known - 1)
    return place, sums[:, None]


def _presence_is_enough(lowered: LoweredCard) -> bool:
    """True if a card depends only on the colours or numbers seen, not on their counts, and these are few."""
    meaning = lowered.card.meaning
    return isinstance(meaning, CountValues) and meaning.by_presence and meaning.width <= _WIDEST_UNION


def _union_field(measures: IntArray, unions: _Fields) -> tuple[tuple[int, int, int], IntArray]:
    """Field of a card with a set of colours or numbers a rack."""
    width = measures.shape[1]
    place = unions.add((measures > 0) @ (1 << np.arange(width)), most=(1 << width) - 1)
    return place, (np.arange(1 << width)[:, None] >> np.arange(width)) & 1


def _reachable(lowered: LoweredCard, in_sight: Measured, known: int) -> IntArray:
    """Every sum of the measures of the racks that an answerer sees beside mine."""
    found = in_sight.reachable(known - 1)
    if found is None:
        raise _too_many_scenes(lowered, known)
    return found


def _too_many_scenes(lowered: LoweredCard, known: int) -> BeliefError:
    return BeliefError(
        "card {number}: too many different scenes with this deck and {known} racks",
        number=lowered.card.number,
        known=known,
    )


def _key_of(
    lowered: LoweredCard, measures: IntArray, measured: Measured, sums: IntArray, known: int
) -> tuple[IntArray, IntArray, int]:
    """Measures as single additive numbers: those of the racks, those of the sums, and the largest possible."""
    if prod((_above(measured, known) + 1).tolist()) > _MOST_PACKED:
        raise _too_many_scenes(lowered, known)
    scale = _scale(measured, known)
    of_racks = (measures - measured.low) @ scale
    largest = int(of_racks.max()) * (known - 1)
    if largest > _MOST_KEYS:
        raise _too_many_scenes(lowered, known)
    return of_racks, (sums - measured.low * (known - 1)) @ scale, largest


def _scale(measured: Measured, known: int) -> IntArray:
    """Factor of each column of a measure in its key."""
    return np.asarray(np.cumprod(np.concatenate([[1], (_above(measured, known) + 1)[:-1]])))


def _unpacked(lowered: LoweredCard, measures: IntArray, measured: Measured, known: int) -> IntArray:
    """(keys, width): the sum of measures that each key stands for, up to the most that the racks can reach."""
    scale, most = _scale(measured, known), _above(measured, known)
    largest = min(int(((lowered.values - measured.low) @ scale).max()) * known, int(most @ scale))
    return (np.arange(largest + 1)[:, None] // scale) % (most + 1) + measured.low * known


def _merge_equal(sets: Sets, scenes: int) -> tuple[Sets, IntArray]:
    """Keep the rows of distinct scenes; also returns the number of the kept scene for each scene."""
    blocks, same = np.unique(sets.reshape(scenes, -1), axis=0, return_inverse=True)
    return np.ascontiguousarray(blocks).reshape(-1, sets.shape[1]), same.reshape(-1)


def answer_sets(lowered: LoweredCard, bases: IntArray, answers: int) -> Sets:
    """(scenes * answers, words): the racks that give each answer, the other racks seen summing to ``bases[scene]``."""
    classes, words = lowered.classes.astype(np.uint16), words_for(len(lowered.classes))
    if len(bases) * answers * words * 8 > _MOST_BYTES:
        raise BeliefError(
            "card {number}: too many different scenes for a deck of {count} racks",
            number=lowered.card.number,
            count=len(classes),
        )
    out = np.zeros((len(bases) * answers, words), np.uint64)
    step = max(1, _AT_ONCE // len(lowered.values))
    for first in range(0, len(bases), step):
        some = bases[first : first + step]
        totals = [base[:, None] + values for base, values in zip(some.T, lowered.columns, strict=True)]
        codes = conclude(lowered.card.meaning, totals)
        predicates.fill_rows(codes, classes, answers, out[first * answers : (first + len(some)) * answers])
    return out


# Racks that the unseen tiles allow.


def _supplies(arrays: EditionArrays, counts: ByteArray, rows: _Rows) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Tiles of each group of kinds on a rack as a key, and the first row of each group."""
    used, begins = [], []
    for kinds in _groups(arrays.deck.copies):
        of_racks = counts[:, kinds].astype(np.int64)
        copies = np.array(arrays.deck.copies)[kinds]
        scale = np.cumprod(np.concatenate([[1], (copies + 1)[:-1]]))
        uses = np.stack(np.unravel_index(np.arange(np.prod(copies + 1)), copies + 1, order="F"), axis=1)
        chosen = np.stack([(of_racks[: len(arrays.racks)] <= copies - use).all(axis=1) for use in uses])
        used.append(of_racks @ scale)
        begins.append(rows.add(as_sets(chosen)))
    return np.stack(used, axis=1).astype(np.int32), np.array(begins, np.int32)


def _groups(copies: Sequence[int]) -> list[list[int]]:
    """Split the kinds so that the uses of each group are few enough to list."""
    groups: list[list[int]] = [[]]
    uses = 1
    for kind, count in enumerate(copies):
        if uses * (count + 1) > 256:
            groups.append([])
            uses = 1
        groups[-1].append(kind)
        uses *= count + 1
    return groups


def _packed_counts(counts: ByteArray, copies: Sequence[int], known: int) -> tuple[Sets, Sets]:
    """Counts as narrow fields, and two numbers that make a field's top bit mean "too many": (0) added, (1) the top bits."""
    size, bits = int(counts.max()), 2
    while any(
        copy >= 1 << (bits - 1) or (1 << (bits - 1)) - 1 - copy + known * min(size, copy) >= 1 << bits
        for copy in copies
    ):
        bits += 1
    a_word = 64 // bits
    fields = np.zeros((len(counts), -(-len(copies) // a_word)), np.uint64)
    slack = np.zeros((2, fields.shape[1]), np.uint64)
    for kind, copy in enumerate(copies):
        word, shift = kind // a_word, np.uint64(bits * (kind % a_word))
        fields[:, word] |= counts[:, kind].astype(np.uint64) << shift
        slack[0, word] |= np.uint64((1 << (bits - 1)) - 1 - copy) << shift
        slack[1, word] |= np.uint64(1 << (bits - 1)) << shift
    return fields, slack


# Collecting.


@dataclass
class _Rows:
    words: int
    parts: list[Sets] = field(default_factory=list)

    def add(self, sets: Sets) -> int:
        """Append rows; returns where they begin."""
        self.parts.append(sets)
        return sum(len(part) for part in self.parts[:-1])

    @property
    def array(self) -> Sets:
        return np.ascontiguousarray(np.vstack(self.parts))


@dataclass
class _Fields:
    """Small numbers packed side by side into words, one row a rack and one for no rack."""

    racks: int
    columns: list[Sets] = field(default_factory=list)
    taken: int = 64

    def add(self, numbers: IntArray, *, most: int) -> tuple[int, int, int]:
        """Pack one number a rack, whose sums or unions stay at or below ``most``; returns word, shift and mask."""
        bits = max(1, most.bit_length())
        if self.taken + bits > 64:
            self.columns.append(np.zeros(self.racks + 1, np.uint64))
            self.taken = 0
        shift, self.taken = self.taken, self.taken + bits
        self.columns[-1] |= numbers.astype(np.uint64) << np.uint64(shift)
        return len(self.columns) - 1, shift, (1 << bits) - 1

    @property
    def words(self) -> int:
        return len(self.columns)

    @property
    def array(self) -> Sets:
        return np.stack(self.columns, axis=1) if self.columns else np.zeros((self.racks + 1, 0), np.uint64)


@dataclass
class _Keys:
    """Numbers too wide for a field, with a table from their sums to signatures."""

    racks: int
    columns: list[IntArray] = field(default_factory=list)
    arrays: list[IntArray] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def add(self, of_racks: IntArray, of_sums: IntArray, largest: int, signature_of: IntArray) -> int:
        table = np.zeros(largest + 1, np.int64)
        table[of_sums] = signature_of
        self.starts.append(sum(len(one) for one in self.arrays))
        self.columns.append(of_racks)
        self.arrays.append(table)
        return len(self.columns) - 1

    @property
    def array(self) -> NDArray[np.int32]:
        if not self.columns:
            return np.zeros((self.racks + 1, 0), np.int32)
        return np.stack(self.columns, axis=1).astype(np.int32)

    @property
    def signatures(self) -> NDArray[np.int32]:
        return np.concatenate([*self.arrays, np.zeros(1, np.int64)]).astype(np.int32)


__all__ = ["Lookup", "answer_sets", "as_sets", "build_finals", "build_lookup", "positions", "words_for"]
