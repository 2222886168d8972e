"""Cards -> rows of bit masks: what the compiled loops look up instead of asking a card of every rack.

For each card and each scene that can make a difference to it there is one row a possible answer: the set of racks with
which that would be the answer. `kernels.positions` explains how a scene leads to its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..errors import BeliefError
from ..kernels import positions, predicates
from ..kernels.positions import Lookup
from ..rules.cards import COMPARISONS, Compare, CountValues, Question
from ..rules.tiles import Rack
from .arrays import ByteArray, EditionArrays, IntArray, LoweredCard

Sets = NDArray[np.uint64]

_MOST_KEYS = 16_000_000
_MOST_BYTES = 512_000_000
_WIDEST_UNION = 10
_COLUMNS = 128
"""As many as a signed byte can name, so that any card column in an answer can be looked up."""


def program(question: Question) -> tuple[int, int, int]:
    """A question in the form of the compiled predicates: how, comparison, value."""
    if isinstance(question, CountValues):
        return predicates.COUNT, list(COMPARISONS).index(question.comparison), question.times
    if isinstance(question, Compare):
        return predicates.COMPARE, 0, 0
    return predicates.TOTAL, 0, 0


def compiled_answers(lowered: LoweredCard, total: Sequence[int]) -> ByteArray:
    """The answer code for each rack by the compiled predicate, the other racks seen summing to ``total``."""
    features = lowered.values[lowered.classes]
    out = np.empty(len(features), np.uint8)
    predicates.answer_all(*program(lowered.card.question), np.asarray(total, np.int64), features, out)
    return out


def build_lookup(
    arrays: EditionArrays,
    cards: Iterable[int],
    known: int,
    *,
    whole: bool = False,
    short: Sequence[Rack] = (),
    visible: int = 0,
) -> Lookup:
    """The rows for all positions with ``known`` other racks; each answerer sees one fewer, and mine.

    With ``whole`` fields are wide enough for the sum of all the known racks. ``short`` are racks of fewer tiles: they
    get the numbers after that of no rack, and the first ``visible`` of them may lie there when a card is answered.
    """
    racks = len(arrays.racks) + len(short)
    rows = _Rows(words_for(len(arrays.racks)))
    fields, unions, keys = _Fields(racks), _Fields(racks), _Keys(racks)
    placed: list[tuple[_Fields | _Keys, int, int, int, int, int]] = []
    for card in cards:
        lowered = arrays.cards[card]
        measures = _measures(lowered, short)
        answers = len(lowered.card.question.symbols(known))
        if lowered.card.question.width == 1:
            where, (word, shift, mask), bases = fields, *_sum_field(lowered, measures, known, fields, whole)
        elif _presence_is_enough(lowered.card.question):
            where, (word, shift, mask), bases = unions, *_union_field(measures, unions)
        else:
            bases = _reachable(lowered, measures[: len(arrays.racks) + 1 + visible], known - 1, arrays)
            sets, signature_of = _merge_equal(_sets(lowered, bases, answers), len(bases))
            word = keys.add(*_key_of(lowered, measures, bases, known, arrays), signature_of)
            placed.append((keys, word, 0, 0xFFFFFFFF, answers, rows.add(sets)))
            continue
        placed.append((where, word, shift, mask, answers, rows.add(_sets(lowered, bases, answers))))
    first = {id(fields): 0, id(unions): fields.words, id(keys): fields.words + unions.words}
    layout = np.zeros((_COLUMNS, 5), np.int64)
    layout[: len(placed)] = [(first[id(where)] + word, *rest) for where, word, *rest in placed]
    counts = _counts(arrays, short)
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
    """How many 64-bit words a set of racks takes."""
    return -(-racks // 64)


def as_sets(chosen: NDArray[np.bool_]) -> Sets:
    """Rows of truth values as rows of bits; bit ``i`` is rack ``i``."""
    padded = np.zeros((len(chosen), words_for(chosen.shape[1]) * 64), bool)
    padded[:, : chosen.shape[1]] = chosen
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def build_finals(arrays: EditionArrays, cards: Iterable[int], known: int, lookup: Lookup) -> tuple[IntArray, ByteArray]:
    """What an answerer who sees ``known`` whole racks says, by the same fields as the rows.

    Returns where each card's stretch begins, and the answer codes. For a card with a key the field that is looked up is
    the sum of the keys itself.
    """
    starts = np.zeros(_COLUMNS, np.int64)
    parts: list[ByteArray] = []
    for column, card in enumerate(cards):
        lowered = arrays.cards[card]
        question, mask = lowered.card.question, int(lookup.layout[column, positions.MASK])
        starts[column] = sum(len(part) for part in parts)
        if question.width == 1:
            sums = (np.arange(mask + 1) + _lowest(lowered) * known)[:, None]
        elif _presence_is_enough(question):
            sums = (np.arange(mask + 1)[:, None] >> np.arange(question.width)) & 1
        else:
            sums = _unpacked(lowered, known, arrays)
        parts.append(np.asarray(question.conclude(list(sums.T))).astype(np.uint8))
    return starts, np.concatenate(parts)


def _measures(lowered: LoweredCard, short: Sequence[Rack]) -> IntArray:
    """(racks + 1 + short racks, width): what each rack measures, and no rack."""
    nothing = np.zeros((1, lowered.values.shape[1]), np.int64)
    of_short = [np.array([lowered.card.question.measure(rack)], np.int64) for rack in short]
    return np.vstack([lowered.values[lowered.classes], nothing, *of_short])


def _counts(arrays: EditionArrays, short: Sequence[Rack]) -> ByteArray:
    """(racks + 1 + short racks, kinds): how many tiles of each kind lie on each rack, and on no rack."""
    more = np.array([arrays.deck.counts(rack) for rack in [(), *short]], np.uint8)
    return np.vstack([arrays.racks.counts, more])


# Three ways to bring a scene down to a small number.


def _lowest(lowered: LoweredCard) -> int:
    """What to subtract from a rack's measure so that it is not negative."""
    return min(0, int(lowered.values.min()))


def _sum_field(
    lowered: LoweredCard, measures: IntArray, known: int, fields: _Fields, whole: bool
) -> tuple[tuple[int, int, int], IntArray]:
    """One integer a rack: its sum, less the smallest possible, fits a few bits."""
    low, high = _lowest(lowered), max(0, int(measures.max()))
    most = (high - low) * known if isinstance(lowered.card.question, Compare) else _largest_answer(lowered, known)
    span = min((high - low) * (known - 1), most)
    place = fields.add(measures[:, 0] - low, most=min((high - low) * known, most) if whole else span)
    sums = np.arange(span + 1) + low * (known - 1)
    return place, sums[:, None]


def _largest_answer(lowered: LoweredCard, racks: int) -> int:
    """The largest answer: the deck may have fewer tiles that a card counts than the racks could hold."""
    return int(lowered.card.question.symbols(racks)[-1])


def _presence_is_enough(question: Question) -> bool:
    """Whether a card cares only which colours or numbers are seen, not how often."""
    if not isinstance(question, CountValues) or question.width > _WIDEST_UNION:
        return False
    return (question.comparison, question.times) in {(">=", 1), ("<", 1), ("==", 0), ("!=", 0), (">", 0), ("<=", 0)}


def _union_field(measures: IntArray, unions: _Fields) -> tuple[tuple[int, int, int], IntArray]:
    """A set of colours or numbers a rack."""
    width = measures.shape[1]
    place = unions.add((measures > 0) @ (1 << np.arange(width)), most=(1 << width) - 1)
    return place, (np.arange(1 << width)[:, None] >> np.arange(width)) & 1


def _reachable(lowered: LoweredCard, measures: IntArray, racks: int, arrays: EditionArrays) -> IntArray:
    """Every sum of measures that the deck allows for this many racks."""
    width = lowered.card.question.width
    most = _whole_deck(lowered, arrays)
    different = np.unique(measures, axis=0)
    sums = np.zeros((1, width), np.int64)
    for _ in range(racks):
        more = (sums[:, None] + different).reshape(-1, width)
        sums = np.unique(np.vstack([sums, more[(more <= most).all(axis=1)]]), axis=0)
    return sums


def _key_of(
    lowered: LoweredCard, measures: IntArray, sums: IntArray, known: int, arrays: EditionArrays
) -> tuple[IntArray, IntArray, int]:
    """Measures as single additive numbers: those of the racks, those of the sums, and the largest possible."""
    scale = _scale(lowered, arrays)
    of_racks = measures @ scale
    largest = int(of_racks.max()) * (known - 1)
    if largest > _MOST_KEYS:
        raise BeliefError(f"card {lowered.card.number}: too many different scenes with this deck and {known} racks")
    return of_racks, sums @ scale, largest


def _scale(lowered: LoweredCard, arrays: EditionArrays) -> IntArray:
    """What each column of a measure counts for in its key."""
    return np.asarray(np.cumprod(np.concatenate([[1], (_whole_deck(lowered, arrays) + 1)[:-1]])))


def _whole_deck(lowered: LoweredCard, arrays: EditionArrays) -> IntArray:
    """The measure of all tiles together: no scene has more."""
    return np.array(lowered.card.question.measure(arrays.deck.expand(arrays.deck.copies)))


def _unpacked(lowered: LoweredCard, known: int, arrays: EditionArrays) -> IntArray:
    """(keys, width): the sum of measures that each key stands for, up to what so many racks can come to."""
    scale, most = _scale(lowered, arrays), _whole_deck(lowered, arrays)
    largest = min(int((lowered.values @ scale).max()) * known, int(most @ scale))
    return (np.arange(largest + 1)[:, None] // scale) % (most + 1)


def _merge_equal(sets: Sets, scenes: int) -> tuple[Sets, IntArray]:
    """Keep the rows of scenes that make a difference; also which of those each scene has."""
    blocks, same = np.unique(sets.reshape(scenes, -1), axis=0, return_inverse=True)
    return np.ascontiguousarray(blocks).reshape(-1, sets.shape[1]), same.reshape(-1)


def _sets(lowered: LoweredCard, bases: IntArray, answers: int) -> Sets:
    """(scenes * answers, words): the racks that give each answer in each scene, by the compiled predicate."""
    features = np.ascontiguousarray(lowered.values[lowered.classes])
    words = words_for(len(features))
    if len(bases) * answers * words * 8 > _MOST_BYTES:
        raise BeliefError(f"card {lowered.card.number}: too many different scenes for a deck of {len(features)} racks")
    out = np.zeros((len(bases) * answers, words), np.uint64)
    scratch = np.empty(len(features), np.uint8)
    predicates.fill_rows(*program(lowered.card.question), bases.astype(np.int64), features, answers, scratch, out)
    return out


# What the unseen tiles allow.


def _supplies(arrays: EditionArrays, counts: ByteArray, rows: _Rows) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For groups of kinds: the racks' use of them as a key, and where the rows of the group begin."""
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
    """Counts as narrow fields, and what makes a field's top bit say "too many": (0) added, (1) the top bits."""
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


__all__ = ["Lookup", "as_sets", "build_finals", "build_lookup", "compiled_answers", "positions", "program", "words_for"]
