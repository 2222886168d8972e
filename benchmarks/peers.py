"""Other ways to the same result, from plain Python to C, behind one shape: `Way`.

The first four read positions in names and state the problem themselves; the others read the arrays of `Batch` and
the rows it made. The constructor makes all that a way needs once for all positions; what depends on a position
(which racks are seen, which rows are meant) is computed in the time that is measured.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import checkout  # noqa: F401
import numpy as np
from numpy.typing import NDArray
from positions import Encoded, Position
from reference import CARDS, DECK_28, Rack
from sections import Requirement

from code777solver import Batch
from code777solver.core.rows import Sets, as_sets

SOURCE = Path(__file__).with_name("yardstick.c")
BUILD = Path(__file__).with_name("_build")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
"""Options of the compiler for ``yardstick.c``: the best code for this very machine, as numba makes it too."""
CONSTRAINT = Requirement("python-constraint2", "constraint", rows="python-constraint2")
ORTOOLS = Requirement("ortools", "ortools", rows="OR-tools CP-SAT")
REQUIREMENTS = (CONSTRAINT, ORTOOLS, Requirement("gcc", rows="the C yardstick"))
BLOCK = 2048
"""Positions worked on at a time by NumPy, so that what lies between two steps stays in the cache."""


@dataclass(frozen=True, slots=True)
class Way:
    """One contestant."""

    name: str
    most: int
    """On how many positions it is timed at most: slow ways get few."""
    prepare: Callable[[Sequence[Position], Encoded], Callable[[], Any]]
    """Positions -> the call that is timed; what it needs as input is laid out beforehand."""
    sets: Callable[[Any], Sets]
    """Converts the result of that call to sets in the form of `Positions.sets`."""


# Positions in names -> racks in names.


def naive(position: Position) -> frozenset[Rack]:
    """Ask every card of every rack."""
    asked = [(CARDS[card], position.seen_by(who), symbol) for who, card, symbol in position.answers]
    return frozenset(
        mine for mine in allowed(position) if all(ask([*seen, mine]) == answer for ask, seen, answer in asked)
    )


def allowed(position: Position) -> set[Rack]:
    """The racks that the unseen tiles allow."""
    unseen = Counter(DECK_28)
    unseen.subtract(tile for rack in position.racks for tile in rack)
    return set(combinations(sorted(unseen.elements()), 3))


def constraint_tiles(position: Position) -> frozenset[Rack]:
    """python-constraint, one variable a tile: the statement that the tests use."""
    import csp

    return frozenset(csp.solve(position.racks, position.answers))


def constraint_rack(position: Position) -> frozenset[Rack]:
    """python-constraint, one variable for the whole rack."""
    from constraint import Problem

    problem = Problem()
    problem.addVariable("mine", sorted(allowed(position)))
    for who, card, symbol in position.answers:
        problem.addConstraint(_agrees(card, position.seen_by(who), symbol), ["mine"])
    return frozenset(solution["mine"] for solution in problem.getSolutions())


def _agrees(card: int, seen: list[Rack], symbol: str) -> Callable[[Rack], bool]:
    ask = CARDS[card]
    return lambda mine: ask([*seen, mine]) == symbol


# Arrays -> sets.


class Features:
    """NumPy, one position a call: each card's measures of all racks, added up and compared."""

    def __init__(self, batch: Batch) -> None:
        self.counts = batch.arrays.racks.counts.astype(np.int64)
        self.copies = np.array(batch.edition.deck.copies)
        lowered = [batch.arrays.cards[card] for card in batch.columns]
        self.conclude: list[Callable[[Any], Any]] = [one.card.meaning.conclude for one in lowered]
        self.measures = [np.ascontiguousarray(one.values[one.classes].T) for one in lowered]

    def solve(self, racks: list[int], answers: list[list[int]]) -> NDArray[np.bool_]:
        """The racks left, as truth values."""
        left: NDArray[np.bool_] = (self.counts <= self.copies - self.counts[racks].sum(axis=0)).all(axis=1)
        for who, column, code in answers:
            measures = self.measures[column]
            seen = measures[:, racks[who - 1]] + measures[:, racks[who - 2]]
            left &= self.conclude[column](measures + seen[:, None]) == code
        return left


class Rows:
    """Rows of bits, one position a call: the row numbers in plain Python, the rows by NumPy or as `int`."""

    def __init__(self, batch: Batch) -> None:
        lookup = _standard(batch)
        self.added, self.combined = lookup.added[:, 0].tolist(), lookup.combined[:, 0].tolist()
        self.keyed, self.signatures = lookup.keyed[:, 0].tolist(), lookup.signatures.tolist()
        self.layout = [tuple(card) for card in lookup.layout.tolist()]
        self.used, self.supply = [tuple(use) for use in lookup.used.tolist()], lookup.supply.tolist()
        self.rows = lookup.rows
        self.ints = [int.from_bytes(row.tobytes(), "little") for row in lookup.rows]

    def _numbers(self, racks: list[int], answers: list[list[int]]) -> Iterator[int]:
        """The rows whose intersection is the outcome."""
        added, combined, keyed, signatures = self.added, self.combined, self.keyed, self.signatures
        first, second, third = racks
        scenes = [
            (added[a] + added[b], combined[a] | combined[b], signatures[keyed[a] + keyed[b]])
            for a, b in ((second, third), (first, third), (first, second))
        ]
        for start, a, b, c in zip(self.supply, self.used[first], self.used[second], self.used[third], strict=True):
            yield start + a + b + c
        for who, column, code in answers:
            word, shift, mask, several, base = self.layout[column]
            yield base + (scenes[who][word] >> shift & mask) * several + code

    def solve_arrays(self, racks: list[int], answers: list[list[int]]) -> Sets:
        found: Sets = np.bitwise_and.reduce(self.rows[list(self._numbers(racks, answers))], axis=0)
        return found

    def solve_ints(self, racks: list[int], answers: list[list[int]]) -> int:
        left, rows = -1, self.ints
        for number in self._numbers(racks, answers):
            left &= rows[number]
        return left


class BatchedRows:
    """Rows of bits, many positions a call, in NumPy."""

    def __init__(self, batch: Batch) -> None:
        lookup = self.lookup = _standard(batch)
        self.word, self.shift, self.mask, self.several, self.base = np.ascontiguousarray(lookup.layout.T)
        # Signed, so that no operation converts; what a sign would spoil is masked away.
        self.added, self.combined = lookup.added[:, 0].astype(np.int64), lookup.combined[:, 0].astype(np.int64)
        self.keyed, self.signatures = lookup.keyed[:, 0].astype(np.int64), lookup.signatures.astype(np.int64)
        self.used = lookup.used.astype(np.int64)

    def solve(self, positions: Encoded) -> Sets:
        """As one would write it: all positions at once, one array operation a step."""
        racks = positions.racks
        who, column, code = np.moveaxis(positions.answers, 2, 0)
        added, combined, keyed = self.added[racks], self.combined[racks], self.keyed[racks]
        scenes = np.empty((len(racks), 3, 3), np.int64)  # position, answerer, kind of word
        scenes[:, :, 0] = added.sum(axis=1, keepdims=True) - added
        scenes[:, :, 1] = combined[:, [1, 0, 0]] | combined[:, [2, 2, 1]]
        scenes[:, :, 2] = self.signatures[keyed.sum(axis=1, keepdims=True) - keyed]
        fields = scenes[np.arange(len(racks))[:, None], who, self.word[column]]
        signatures = fields >> self.shift[column] & self.mask[column]
        rows = self.lookup.rows[self.base[column] + signatures * self.several[column] + code]
        supplies = self.lookup.rows[self.used[racks].sum(axis=1) + self.lookup.supply]
        found: Sets = np.bitwise_and.reduce(rows, axis=1) & np.bitwise_and.reduce(supplies, axis=1)
        return found

    def solve_in_blocks(self, positions: Encoded) -> Sets:
        """The fastest we found: blocks that fit the cache, positions along the last axis, `take`, and in place."""
        out = np.empty((len(positions), self.lookup.rows.shape[1]), np.uint64)
        for start in range(0, len(out), BLOCK):
            part = slice(start, start + BLOCK)
            self._solve_block(positions.racks[part], positions.answers[part], out[part])
        return out

    def _solve_block(self, racks: NDArray[np.int32], answers: NDArray[np.int8], left: Sets) -> None:
        three, heard = racks.T.astype(np.intp), answers.T.astype(np.intp)
        who, column, code = heard
        scenes = np.empty((3, 3, len(left)), np.int64)  # answerer, kind of word, position
        added, combined, keyed = self.added.take(three), self.combined.take(three), self.keyed.take(three)
        np.subtract(added.sum(axis=0), added, out=scenes[:, 0])
        np.bitwise_or(combined[[1, 0, 0]], combined[[2, 2, 1]], out=scenes[:, 1])
        scenes[:, 2] = self.signatures.take(keyed.sum(axis=0) - keyed)
        who *= 3
        who += self.word.take(column)
        who *= len(left)
        who += np.arange(len(left))
        row = scenes.reshape(-1).take(who)
        row >>= self.shift.take(column)
        row &= self.mask.take(column)
        row *= self.several.take(column)
        row += self.base.take(column)
        row += code
        supplies = self.used.take(three, axis=0).sum(axis=0) + self.lookup.supply
        rows = self.lookup.rows
        rows.take(supplies[:, 0], axis=0, out=left, mode="clip")
        for numbers in (supplies[:, 1], supplies[:, 2], *row):
            left &= rows.take(numbers, axis=0, mode="clip")


class Yardstick:
    """``yardstick.c`` on the arrays of a batch."""

    def __init__(self, batch: Batch, library: ctypes.CDLL) -> None:
        lookup = _standard(batch)
        self._kept = [np.ascontiguousarray(one) for one in lookup]  # the addresses below stay good as long as these
        arrays = dict(zip(lookup._fields, self._kept, strict=True))
        order = ("added", "combined", "keyed", "signatures", "layout", "used", "supply", "rows")
        self._tables = [ctypes.c_void_p(arrays[name].ctypes.data) for name in order]
        self._survivors = library.survivors
        self._survivors.restype = None

    def solve(self, positions: Encoded) -> Sets:
        racks = np.ascontiguousarray(positions.racks, np.int32)  # as yardstick.c declares them
        answers = np.ascontiguousarray(positions.answers, np.int8)
        out = np.empty((len(racks), 4), np.uint64)
        self._survivors(
            *map(ctypes.c_int64, answers.shape[:2]),
            *(ctypes.c_void_p(array.ctypes.data) for array in (racks, answers)),
            *self._tables,
            ctypes.c_void_p(out.ctypes.data),
        )
        return out


def compile_yardstick() -> ctypes.CDLL | None:
    """The C yardstick, compiled again for this machine; None where there is no gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    BUILD.mkdir(exist_ok=True)
    library = BUILD / "yardstick.so"
    subprocess.run([gcc, *FLAGS, "-o", str(library), str(SOURCE)], check=True)
    return ctypes.CDLL(str(library))


def _standard(batch: Batch) -> Any:
    """The look-up arrays, if they have the one form that is written out here and in C."""
    lookup = batch.lookup
    widths = [array.shape[1] for array in (lookup.added, lookup.combined, lookup.keyed, lookup.used, lookup.rows)]
    if batch.known != 3 or widths != [1, 1, 1, 3, 4]:
        raise ValueError(f"the peers are written for three known racks and words (1, 1, 1, 3, 4), not {widths}")
    return lookup


# All of them.


def ways(batch: Batch) -> list[Way]:
    """Every way that this machine can run (`REQUIREMENTS`), slowest kind first."""
    found = [_named(batch, "naive itertools, plain Python", naive)]
    if CONSTRAINT.is_met:
        found.append(_named(batch, "python-constraint2, a variable per tile", constraint_tiles))
        found.append(_named(batch, "python-constraint2, a variable per rack", constraint_rack))
    if ORTOOLS.is_met:
        import cpsat

        found.append(_named(batch, "OR-tools CP-SAT, all solutions", cpsat.solve))
    features, rows, batched = Features(batch), Rows(batch), BatchedRows(batch)
    found += [
        _single("NumPy features, per position", 200, features.solve, lambda left: as_sets(np.array(left))),
        _single("NumPy mask rows, per position", 1_000, rows.solve_arrays, np.array),
        _single("plain Python int masks", 1_000, rows.solve_ints, _ints_as_sets),
        Way(CALLED, 1_000, lambda _, encoded: _each(batch, encoded), np.concatenate),
        _batched("NumPy mask rows, batched", batched.solve),
        _batched("NumPy mask rows, batched in blocks", batched.solve_in_blocks),
        _batched(OURS, lambda encoded: batch.solve(encoded.racks, encoded.answers).sets),
    ]
    library = compile_yardstick()
    if library is not None:
        found.append(_batched(C, Yardstick(batch, library).solve))
    return found


CALLED = "Batch.solve, a call per position"
OURS = "Batch.solve, batched"
C = "C yardstick, batched"
MANY = 1_000_000


def _named(batch: Batch, name: str, solve: Callable[[Position], frozenset[Rack]]) -> Way:
    def sets(found: list[frozenset[Rack]]) -> Sets:
        chosen = np.zeros((len(found), len(batch.arrays.racks)), bool)
        for p, racks in enumerate(found):
            chosen[p, batch.rack_ids([[" ".join(rack) for rack in racks]])[0]] = True
        return as_sets(chosen)

    return Way(name, 50, lambda positions, _: lambda: [solve(position) for position in positions], sets)


def _single(
    name: str, most: int, solve: Callable[[list[int], list[list[int]]], Any], sets: Callable[[Any], Sets]
) -> Way:
    def prepare(_: Sequence[Position], encoded: Encoded) -> Callable[[], Any]:
        pairs = list(zip(encoded.racks.tolist(), encoded.answers.tolist(), strict=True))
        return lambda: [solve(racks, answers) for racks, answers in pairs]

    return Way(name, most, prepare, sets)


def _batched(name: str, solve: Callable[[Encoded], Sets]) -> Way:
    return Way(name, MANY, lambda _, encoded: lambda: solve(encoded), lambda found: found)


def _each(batch: Batch, encoded: Encoded) -> Callable[[], list[Sets]]:
    singles = list(encoded.rows())
    return lambda: [batch.solve(one.racks, one.answers).sets for one in singles]


def _ints_as_sets(found: list[int]) -> Sets:
    return np.frombuffer(b"".join(one.to_bytes(32, "little") for one in found), np.uint64).reshape(-1, 4)
