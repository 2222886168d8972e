"""Cards -> rows of bit masks: what the compiled loops look up instead of asking a card of every rack.

For each card and each scene that can make a difference to it there is one row a possible answer: the set of racks with
which that would be the answer. How a scene leads to its rows is told in `kernels.positions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .cards import COMPARISONS, Compare, CountValues, Question
from .compile import ByteArray, IntArray, LoweredCard, Tables
from .errors import BeliefError
from .kernels import positions, predicates
from .kernels.positions import Lookup

Sets = NDArray[np.uint64]

_MOST_KEYS = 16_000_000
_MOST_BYTES = 512_000_000
_WIDEST_UNION = 10
_COLUMNS = 128
"""As many as a signed byte can name, so that any card column in an answer can be looked up."""


def program(question: Question) -> tuple[int, int, int]:
    """A question as the compiled predicates know it: how, comparison, value."""
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


def build_lookup(tables: Tables, cards: Iterable[int], known: int) -> Lookup:
    """The rows for all positions with ``known`` other racks; each answerer sees one fewer, and mine."""
    racks = len(tables.racks)
    rows = _Rows(words_for(racks))
    fields, unions, keys = _Fields(racks), _Fields(racks), _Keys(racks)
    placed: list[tuple[_Fields | _Keys, int, int, int, int, int]] = []
    for card in cards:
        lowered = tables.cards[card]
        answers = len(lowered.card.question.symbols(known))
        if lowered.card.question.width == 1:
            where, (word, shift, mask), bases = fields, *_sum_field(lowered, known, fields)
        elif _presence_is_enough(lowered.card.question):
            where, (word, shift, mask), bases = unions, *_union_field(lowered, unions)
        else:
            bases = _reachable(lowered, known, tables)
            sets, signature_of = _merge_equal(_sets(lowered, bases, answers), len(bases))
            word = keys.add(*_key_of(lowered, bases, known, tables), signature_of)
            placed.append((keys, word, 0, 0xFFFFFFFF, answers, rows.add(sets)))
            continue
        placed.append((where, word, shift, mask, answers, rows.add(_sets(lowered, bases, answers))))
    first = {id(fields): 0, id(unions): fields.words, id(keys): fields.words + unions.words}
    layout = np.zeros((_COLUMNS, 5), np.int64)
    layout[: len(placed)] = [(first[id(where)] + word, *rest) for where, word, *rest in placed]
    used, supply = _supplies(tables, rows)
    tiles, slack = _packed_counts(tables.racks.counts, tables.deck.copies, known)
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


# Three ways to bring a scene down to a small number.


def _sum_field(lowered: LoweredCard, known: int, fields: _Fields) -> tuple[tuple[int, int, int], IntArray]:
    """One integer a rack: its sum, less the smallest possible, fits a few bits."""
    measures = lowered.values[:, 0]
    low, high = min(0, int(measures.min())), max(0, int(measures.max()))
    span = (high - low) * (known - 1)
    if not isinstance(lowered.card.question, Compare):
        span = min(span, int(lowered.card.question.symbols(known)[-1]))  # the deck may have fewer
    place = fields.add(np.append(measures[lowered.classes], 0) - low, most=span)
    sums = np.arange(span + 1) + low * (known - 1)
    return place, sums[:, None]


def _presence_is_enough(question: Question) -> bool:
    """Whether a card cares only which colours or numbers are seen, not how often."""
    if not isinstance(question, CountValues) or question.width > _WIDEST_UNION:
        return False
    return (question.comparison, question.times) in {(">=", 1), ("<", 1), ("==", 0), ("!=", 0), (">", 0), ("<=", 0)}


def _union_field(lowered: LoweredCard, unions: _Fields) -> tuple[tuple[int, int, int], IntArray]:
    """A set of colours or numbers a rack."""
    width = lowered.card.question.width
    bits = (lowered.values > 0) @ (1 << np.arange(width))
    place = unions.add(np.append(bits[lowered.classes], 0), most=(1 << width) - 1)
    return place, (np.arange(1 << width)[:, None] >> np.arange(width)) & 1


def _reachable(lowered: LoweredCard, known: int, tables: Tables) -> IntArray:
    """Every sum of the measures of the racks that an answerer can see beside mine."""
    width = lowered.card.question.width
    most = np.array(lowered.card.question.measure(tables.deck.expand(tables.deck.copies)))
    sums = np.zeros((1, width), np.int64)
    for _ in range(known - 1):
        more = (sums[:, None] + lowered.values).reshape(-1, width)
        sums = np.unique(np.vstack([sums, more[(more <= most).all(axis=1)]]), axis=0)
    return sums


def _key_of(lowered: LoweredCard, sums: IntArray, known: int, tables: Tables) -> tuple[IntArray, IntArray, int]:
    """Measures as single additive numbers: those of the racks, those of the sums, and the largest possible."""
    most = np.array(lowered.card.question.measure(tables.deck.expand(tables.deck.copies)))
    scale = np.cumprod(np.concatenate([[1], (most + 1)[:-1]]))
    of_racks = np.append((lowered.values @ scale)[lowered.classes], 0)
    largest = int(of_racks.max()) * (known - 1)
    if largest > _MOST_KEYS:
        raise BeliefError(f"card {lowered.card.number}: too many different scenes with this deck and {known} racks")
    return of_racks, sums @ scale, largest


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


def _supplies(tables: Tables, rows: _Rows) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For groups of kinds: the racks' use of them as a key, and where the rows of the group begin."""
    used, begins = [], []
    for kinds in _groups(tables.deck.copies):
        counts = tables.racks.counts[:, kinds].astype(np.int64)
        copies = np.array(tables.deck.copies)[kinds]
        scale = np.cumprod(np.concatenate([[1], (copies + 1)[:-1]]))
        uses = np.stack(np.unravel_index(np.arange(np.prod(copies + 1)), copies + 1, order="F"), axis=1)
        chosen = np.stack([(counts <= copies - use).all(axis=1) for use in uses])
        used.append(np.append(counts @ scale, 0))
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
    fields = np.zeros((len(counts) + 1, -(-len(copies) // a_word)), np.uint64)
    slack = np.zeros((2, fields.shape[1]), np.uint64)
    for kind, copy in enumerate(copies):
        word, shift = kind // a_word, np.uint64(bits * (kind % a_word))
        fields[:-1, word] |= counts[:, kind].astype(np.uint64) << shift
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
    tables: list[IntArray] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def add(self, of_racks: IntArray, of_sums: IntArray, largest: int, signature_of: IntArray) -> int:
        table = np.zeros(largest + 1, np.int64)
        table[of_sums] = signature_of
        self.starts.append(sum(len(one) for one in self.tables))
        self.columns.append(of_racks)
        self.tables.append(table)
        return len(self.columns) - 1

    @property
    def array(self) -> NDArray[np.int32]:
        if not self.columns:
            return np.zeros((self.racks + 1, 0), np.int32)
        return np.stack(self.columns, axis=1).astype(np.int32)

    @property
    def signatures(self) -> NDArray[np.int32]:
        return np.concatenate([*self.tables, np.zeros(1, np.int64)]).astype(np.int32)


__all__ = ["Lookup", "as_sets", "build_lookup", "compiled_answers", "positions", "program", "words_for"]
