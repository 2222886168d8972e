"""Many positions at once: arrays in, sets of racks out.

A position is what one player sees and has heard since their rack was dealt: the other racks, and for each answer who
gave it, the card and the answer. Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from operator import index
from typing import Any, NamedTuple, SupportsIndex

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import BeliefError
from ..kernels import positions as kernels
from ..kernels import questions
from ..kernels.shortcuts import uses
from ..rules.editions import RACK_SIZE, Edition, load_edition
from ..rules.tiles import Rack
from .arrays import EditionArrays, FloatArray, arrays_for, falling
from .deals import Deals, RackNumbers, answer_truthfully, deal_racks, draw_cards, short_racks
from .rows import Sets, build_lookup
from .sampling import checked_seed

_FAULTS = {
    kernels.RACK: "a rack number is out of range",
    kernels.CARD: "an answer names a card or a rack that does not exist",
    kernels.CODE: "an answer code is out of range for its card",
    kernels.TILES: "the racks hold more tiles of a kind than the deck has",
}


class Batch:
    """Positions of one edition with up to ``known`` other racks, solved in compiled code.

    ``spares`` of them may be playerless. Where those have fewer tiles than others, they get rack numbers after that of no rack.

    >>> batch = Batch("classic", known=3)
    >>> racks = batch.rack_ids([["Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7"]])
    >>> answers = batch.encode([[(0, 16, "<"), (1, 5, "1")]])
    >>> batch.solve(racks, answers).counts
    array([33], dtype=int32)
    """

    def __init__(self, edition: str | Edition = "classic", *, known: int = 3, spares: int = 0) -> None:
        self.edition = edition if isinstance(edition, Edition) else load_edition(edition)
        self.known = _whole(known, "known")
        if self.known < 1:
            raise BeliefError(f"{known} known racks: a position needs at least one other rack")
        self.spares, self.spare_tiles = _whole(spares, "spares"), self.edition.rules.spare_tiles
        if not 0 <= self.spares <= self.known:
            raise BeliefError(f"{spares} playerless racks: 0 to {self.known} of the known racks can be playerless")
        saved = self.spares * (RACK_SIZE - self.spare_tiles)
        tiles, most = self.edition.deck.size, (self.edition.deck.size + saved) // RACK_SIZE - 1
        if self.known > most:
            raise BeliefError(f"{known} known racks: {tiles} tiles are enough for {most} beside mine")
        few = self.spares and self.spare_tiles < RACK_SIZE
        self.short: tuple[Rack, ...] = short_racks(self.edition.deck, self.spare_tiles) if few else ()
        """The racks of fewer tiles, in the order of their numbers."""
        self.arrays: EditionArrays = arrays_for(self.edition)
        self.columns: dict[int, int] = {card: column for column, card in enumerate(self.edition.cards)}
        """Card number -> its column in encoded answers."""
        self.lookup = build_lookup(self.arrays, self.columns, self.known, short=self.short, visible=len(self.short))

    def __repr__(self) -> str:
        return f"<Batch {self.edition.name}, {self.known} known {'rack' if self.known == 1 else 'racks'}>"

    def rack_ids(self, racks: Sequence[Sequence[str | Rack]]) -> RackNumbers:
        """Racks as text or tiles -> array of rack numbers for `solve`."""
        ids = [[self._rack_id(p, rack) for rack in _listed(row, f"position {p}")] for p, row in _positions(racks)]
        if not ids:
            raise BeliefError("no positions: give at least one, as a list of racks")
        if len({len(row) for row in ids}) > 1:
            raise BeliefError("all positions need the same number of racks")
        return np.array(ids, np.int32).reshape(len(ids), -1)

    def _rack_id(self, position: int, rack: str | Rack) -> int:
        if isinstance(rack, str):
            rack = self.edition.deck.rack(rack)
        try:
            in_order = tuple(sorted(rack, key=self.edition.deck.index.__getitem__))
            if in_order in self.short:
                return len(self.arrays.racks) + 1 + self.short.index(in_order)
            return self.arrays.racks.find(rack)
        except KeyError:
            text = " ".join(map(str, rack)) or "no tiles"
        except TypeError:
            text = repr(rack)
        raise BeliefError(f"position {position}: no such rack in this deck: {text}")

    def rack(self, number: int) -> Rack:
        """The tiles on a rack, by its number."""
        after = number - len(self.arrays.racks) - 1
        return self.short[after] if after >= 0 else self.arrays.racks.rack(number)

    def encode(self, answers: Sequence[Sequence[tuple[int, int, str]]]) -> NDArray[np.int8]:
        """(which known rack is the answerer's, card, answer as text) -> array for `solve`, padded to one length."""
        rows = [_listed(row, f"position {p}") for p, row in _positions(answers)]
        coded = np.full((len(rows), max(map(len, rows), default=0), 3), -1, np.int8)
        for p, row in enumerate(rows):
            for a, given in enumerate(row):
                coded[p, a] = self._encoded(given, f"position {p}, answer {a}")
        return coded

    def _encoded(self, given: tuple[int, int, str], where: str) -> tuple[int, int, int]:
        parts = _listed(given, where)
        if len(parts) != 3 or not isinstance(parts[2], str | SupportsIndex):
            raise BeliefError(f"{where}: {given!r} is not (known rack, card, answer), such as (0, 16, '<')")
        who, card = _whole(parts[0], f"{where}: known rack"), _whole(parts[1], f"{where}: card")
        if not 0 <= who < self.known:
            raise BeliefError(f"{where}: no known rack {who} (0 to {self.known - 1})")
        code = self.edition.card(card).code(str(parts[2]), self.known)
        return who, self.columns[card], code

    def deal(
        self, positions: int, *, answers: int | ArrayLike = 8, seed: int = 0, answerers: int | None = None
    ) -> Deals:
        """Random positions in which every answer is true: racks and answers for `solve`, and the rack that I hold.

        Tiles are dealt from a full deck, and the players draw cards in turn. ``answers`` is how many I have heard, the
        same in all positions or one number each. The owners of the first ``answerers`` racks answer (default: all
        but the ``spares``); the others are playerless.

        >>> batch = Batch("classic", known=3)
        >>> deals = batch.deal(1000, answers=8, seed=1)
        >>> found = batch.solve(deals.racks, deals.answers)
        >>> bool(found.racks[range(1000), deals.own].all())
        True
        """
        count, asked = _whole(positions, "positions"), self.answerers(answerers)
        if count < 1:
            raise BeliefError(f"{count} positions: at least 1 is needed")
        heard = _as_integers(answers, np.int64, "answers")
        if heard.ndim != 1 or len(heard) not in (1, count):
            raise BeliefError(f"answers {heard.shape}: one number for all positions, or {count} numbers, are needed")
        if heard.min() < 0:
            raise BeliefError(f"{heard.min()} answers: at least 0 are needed")
        rng = np.random.default_rng(checked_seed(seed))
        racks, rules = self.deal_racks(count, rng), self.edition.rules
        who, columns = draw_cards(
            len(self.columns),
            np.broadcast_to(heard, (count,)),
            asked,
            rng,
            others_answer=rules.answered_by == "others",
            cycle=rules.cards_run_out == "cycle",
        )
        return self.answered(racks, who, columns)

    def answerers(self, number: int | None) -> int:
        """Number of known racks whose owners answer; all but the ``spares`` if no number is given."""
        if number is None:
            return self.known - self.spares
        asked = _whole(number, "answerers")
        if not 1 <= asked <= self.known:
            raise BeliefError(f"{asked} answerers: 1 to {self.known} are needed")
        return asked

    def deal_racks(self, positions: int, rng: np.random.Generator) -> RackNumbers:
        """(positions, known + 1): random racks, mine last and the spare racks before it."""
        short = self.spares if self.short else 0
        return deal_racks(self.arrays.racks, positions, self.known + 1, rng, short=short, short_tiles=self.spare_tiles)

    def answered(self, racks: RackNumbers, who: NDArray[Any], columns: NDArray[Any]) -> Deals:
        """Positions with these racks, mine last, in which these players have truthfully answered these card columns."""
        said = answer_truthfully(self.arrays, list(self.columns), racks, who, columns, self.short)
        return Deals(np.ascontiguousarray(racks[:, :-1]), said, racks[:, -1])

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """(racks + 1 + short racks, kinds): the tiles on each rack, and on no rack."""
        few = [self.edition.deck.counts(rack) for rack in ((), *self.short)]
        return np.vstack([self.arrays.racks.counts, np.array(few, np.uint8)])

    @cached_property
    def weighing(self) -> questions.Weighing:
        """Properties of racks that the compiled code needs to weigh them."""
        space = self.arrays.racks
        return questions.Weighing(
            self.counts,
            np.asarray(space.deck.copies, np.int64),
            np.ascontiguousarray(np.stack(space.slots, axis=1)),
            space.repeats,
            np.ascontiguousarray(space.code_of),
        )

    def scratch(self) -> Sets:
        """Scratch memory for the scenes of one position."""
        lookup = self.lookup
        return np.empty(
            (self.known, lookup.added.shape[1] + lookup.combined.shape[1] + lookup.keyed.shape[1]), np.uint64
        )

    def solve(self, racks: ArrayLike, answers: ArrayLike, *, threads: int = 1) -> Positions:
        """The racks left in each position.

        ``racks[p, j]`` are the numbers of the known racks (as many as the edition has racks: no rack).
        ``answers[p, a]`` is (known rack whose owner answers, card column, answer code); a negative column is no answer.
        """
        known, heard = _as_integers(racks, np.int32, "rack numbers"), _as_integers(answers, np.int8, "answers")
        if known.ndim != 2 or heard.ndim != 3 or heard.shape[2] != 3 or len(known) != len(heard):
            raise BeliefError(
                f"racks {known.shape}, answers {heard.shape}: (positions, known) and (positions, answers, 3) are needed"
            )
        if known.shape[1] > self.known:
            raise BeliefError(f"{known.shape[1]} known racks: this batch was made for at most {self.known}")
        if known.shape[1] < self.known:
            nobody = np.full((len(known), self.known - known.shape[1]), len(self.arrays.racks), np.int32)
            known = np.hstack([known, nobody])
        self._require_answerers(known, heard)
        out = np.empty((len(known), self.lookup.rows.shape[1]), np.uint64)
        in_parts(len(known), _threads(threads), lambda part: self._run(known, heard, out, part))
        return Positions(self, known, out)

    def _require_answerers(self, racks: RackNumbers, answers: NDArray[np.int8]) -> None:
        """Check answers where a position has fewer racks than the batch can take.

        The answerer must have a rack, and answers count fewer racks. The compiled code finds all other faults.
        """
        there = racks != len(self.arrays.racks)
        if there.all() or not answers.shape[1]:
            return
        who, column, code = (answers[:, :, part].astype(np.intp) for part in range(3))
        usual = (column >= 0) & (column < len(self.columns)) & (who >= 0) & (who < self.known)
        row = np.arange(len(racks))[:, None]
        symbols = np.array(
            [[len(card.meaning.symbols(n)) for n in range(self.known + 1)] for card in self.edition.cards.values()]
        )
        seen = there.sum(axis=1)[:, None]  # all racks in place except the answerer's, plus mine
        absent = usual & ~there[row, np.where(usual, who, 0)]
        beyond = usual & (code >= symbols[np.where(usual, column, 0), seen])
        for p, a in np.argwhere(absent | beyond)[:1].tolist():
            if absent[p, a]:
                raise BeliefError(f"position {p}: answer {a} comes from known rack {who[p, a]}, which is not there")
            raise BeliefError(
                f"position {p}: answer {a} has code {code[p, a]}, but its card has "
                f"{symbols[column[p, a], seen[p, 0]]} answers with the racks there"
            )

    def _run(self, racks: RackNumbers, answers: NDArray[np.int8], out: Sets, part: slice) -> None:
        lookup = self.lookup
        widths = (lookup.added.shape[1], lookup.combined.shape[1], lookup.keyed.shape[1])
        # Vector values exist in compiled code only.
        vectors = out.shape[1] == 4 and uses("vectors") and not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
        kernel = (
            kernels.survivors((self.known, *widths), len(lookup.supply), lookup.tiles.shape[1])
            if vectors
            else kernels.survivors_of_any
        )
        bad, what = kernel(racks[part], answers[part], lookup, self.scratch(), out[part])
        if bad >= 0:
            raise BeliefError(f"position {part.start + bad}: {_FAULTS[what]}")


def _threads(number: int) -> int:
    return _whole(number, "threads", least=0)


def in_parts(count: int, threads: int, do: Callable[[slice], None]) -> None:
    """Apply ``do`` to ``count`` rows, in as many equal parts as there are threads."""
    if threads <= 1:
        do(slice(0, count))
        return
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda ends: do(slice(*ends)), pairwise(count * i // threads for i in range(threads + 1))))


def _whole(number: SupportsIndex, what: str, *, least: int | None = None) -> int:
    try:
        found = index(number)
    except TypeError:
        raise BeliefError(f"{what} {number!r}: a whole number is needed") from None
    if least is not None and found < least:
        raise BeliefError(f"{what} {found}: at least {least} is needed")
    return found


def _positions(rows: Sequence[Any]) -> Iterable[tuple[int, Any]]:
    return enumerate(_listed(rows, "positions"))


def _listed(row: Any, where: str) -> list[Any]:
    """A sequence as a list; a text does not count as a sequence of letters."""
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise BeliefError(f"{where}: a list is needed, not {row!r}")
    return list(row)


def _as_integers(values: ArrayLike, dtype: type[np.signedinteger[Any]], what: str) -> NDArray[Any]:
    """An array of a small integer type; values that do not fit are refused, not truncated."""
    given = np.asarray(values)
    if given.dtype == dtype:
        return np.ascontiguousarray(given)
    if given.dtype.kind not in "iuf":
        raise BeliefError(f"{what}: must be whole numbers, not {given.dtype}")
    limits = np.iinfo(dtype)
    if given.size and not ((given >= limits.min) & (given <= limits.max) & (given == np.floor(given))).all():
        raise BeliefError(f"{what}: whole numbers from {limits.min} to {limits.max} are needed")
    return np.ascontiguousarray(given, dtype)


class Positions:
    """The results for many positions."""

    def __init__(self, batch: Batch, racks: RackNumbers, sets: Sets) -> None:
        self._batch, self._racks = batch, racks
        self.sets: Sets = sets
        """(positions, words): bit ``i`` is set if rack ``i`` of the edition is still possible."""

    def __repr__(self) -> str:
        return f"<Positions: {len(self.sets):,} of {self._batch.edition.name}>"

    @cached_property
    def _summary(self) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
        counts, certain = np.empty(len(self.sets), np.int32), np.empty(len(self.sets), np.int16)
        kernels.summarise(self.sets, self._batch.arrays.racks.code_of.astype(np.int16), counts, certain)
        return counts, certain

    @property
    def counts(self) -> NDArray[np.int32]:
        """(positions,): number of racks left."""
        return self._summary[0]

    @property
    def certain(self) -> NDArray[np.int16]:
        """The number code that is certain, as an index into the edition's codes; -1 where none is."""
        return self._summary[1]

    @property
    def racks(self) -> NDArray[np.bool_]:
        """(positions, racks): True where a rack is still possible."""
        bits = np.unpackbits(self.sets.view(np.uint8), axis=1, bitorder="little")
        return bits[:, : len(self._batch.arrays.racks)].astype(bool)

    @property
    def chances(self) -> FloatArray:
        """(positions, racks): the probability of each rack, as for tiles dealt from a full deck."""
        space = self._batch.arrays.racks
        free = np.asarray(space.deck.copies) - self._batch.counts[self._racks].sum(axis=1, dtype=np.int64)
        table = falling(free, space.size)
        weights: FloatArray = self.racks / space.repeats
        for slot in space.slots:
            weights *= table[:, slot]
        total = weights.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(weights, total, out=weights, where=total > 0))

    def code_chances(self, *, threads: int = 1) -> FloatArray:
        """(positions, codes): the probability of each number code; the codes are ``arrays.racks.codes`` of the batch.

        >>> batch = Batch("classic", known=3)
        >>> deals = batch.deal(100, answers=30, seed=1)
        >>> found = batch.solve(deals.racks, deals.answers)
        >>> bool(((found.code_chances() > 0).sum(axis=1) == 1).all())
        True
        """
        return self._by_code(len(self._batch.arrays.racks.codes), threads)[0]

    def entropy(self, *, threads: int = 1) -> FloatArray:
        """(positions,): bits missing about the number code; 0 where it is certain."""
        return self._by_code(0, threads)[1]

    def _by_code(self, codes: int, threads: int) -> tuple[FloatArray, FloatArray]:
        chances, entropy = np.zeros((len(self.sets), codes)), np.zeros(len(self.sets))
        weighing = self._batch.weighing

        def some(part: slice) -> None:
            questions.summarise_codes(self._racks[part], self.sets[part], weighing, chances[part], entropy[part])

        in_parts(len(self.sets), _threads(threads), some)
        return chances, entropy

    def ask(self, *, answerers: int | None = None, threads: int = 1) -> QuestionMeasures:
        """Measure each card in each position as if it were answered next, exactly.

        The owners of the first ``answerers`` racks are asked (default: all but the ``spares``). Where no rack is left,
        everything is 0.
        """
        batch = self._batch
        who, cards = batch.answerers(answerers), len(batch.columns)
        measures = np.zeros((len(self.sets), who, cards, questions.MEASURES))
        most = int(batch.lookup.layout[:cards, kernels.ANSWERS].max())
        said = np.zeros((len(self.sets), who, cards, most, 2))
        tiles = batch.edition.rules.target.by_tiles

        def some(part: slice) -> None:
            args = (batch.lookup, batch.weighing, tiles, batch.scratch(), measures[part], said[part])
            questions.ask(self._racks[part], self.sets[part], *args)

        in_parts(len(self.sets), _threads(threads), some)
        return QuestionMeasures(measures, said)

    def ask_twice(self, pairs: ArrayLike, *, threads: int = 1) -> FloatArray:
        """(positions, cards + 1, cards): bits about the numbers that a card still gives after another one.

        ``pairs[p]`` has the answerers of the first and the second card. The last row is for cards without another one.
        """
        batch, chosen = self._batch, _as_integers(pairs, np.int64, "pairs of known racks")
        if chosen.shape != (len(self.sets), 2):
            raise BeliefError(
                f"pairs {chosen.shape}: ({len(self.sets)}, 2) is needed, two known racks for each position"
            )
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < batch.known:
            raise BeliefError(f"pairs of known racks: numbers from 0 to {batch.known - 1} are needed")
        out = np.zeros((len(self.sets), len(batch.columns) + 1, len(batch.columns)))

        def some(part: slice) -> None:
            args = (chosen[part], batch.lookup, batch.weighing, batch.scratch(), out[part])
            questions.ask_twice(self._racks[part], self.sets[part], *args)

        in_parts(len(self.sets), _threads(threads), some)
        return out


class QuestionMeasures(NamedTuple):
    """Information that each card would give in many positions."""

    measures: FloatArray
    """(positions, answerers, cards, measures), in the order of `MEASURES`."""
    said: FloatArray
    """(positions, answerers, cards, answers, 2): the chance of each answer, and the share of racks that it removes."""


MEASURES = ("racks", "codes", "number_bits", "tile_bits", "settles", "nothing")
"""Expected shares of racks and of codes removed, bits about the numbers and about the tiles, and the chances that the
answer settles the declaration and that it gives no information.
"""
