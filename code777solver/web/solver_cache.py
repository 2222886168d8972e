"""Solvers kept by the beginning of their log: the next line of a game costs one line and not the whole log.

A log may hold lines that are refused, for instance because they were entered while no server could check them. Those
are kept at their place without effect, and told.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import NamedTuple

from ..errors import LineError
from ..solver import Solver
from ..table.notation import split_lines
from ..table.table import Table

_ARRAYS = 3
"""Arrays of one number a rack that a line may add to a belief."""


class Read(NamedTuple):
    """A log that was read."""

    solver: Solver
    refused: tuple[LineError, ...]


class Recall:
    """The latest solvers, as many as fit into ``most_bytes`` (by a cautious estimate) and ``most`` entries."""

    def __init__(self, *, most: int = 512, most_bytes: int = 128 << 20) -> None:
        self._most, self._most_bytes, self._bytes = most, most_bytes, 0
        self._kept: OrderedDict[tuple[str, str], tuple[Read, int]] = OrderedDict()
        self._lengths: Counter[int] = Counter()
        """How many of them have so many lines."""

    def __len__(self) -> int:
        return len(self._kept)

    def read(self, log: str, seat: str) -> Read:
        """The game of a log, with the lines that are refused."""
        lines = split_lines(log)
        found, start = self._longest(lines, seat)
        if start == len(lines):
            return found
        solver, refused = found.solver.copy(), list(found.refused)
        for number, text in enumerate(lines[start:], start + 1):
            try:
                solver.tell(text)
            except LineError as error:
                refused.append(error if error.line else error.at(number, text))
                solver.keep(text)
        found = Read(solver, tuple(refused))
        self._keep((seat, _joined(lines)), found)
        return found

    def _longest(self, lines: list[str], seat: str) -> tuple[Read, int]:
        """The solver of the longest beginning that is kept, and how many lines it has."""
        for count in sorted((length for length in self._lengths if length <= len(lines)), reverse=True):
            key = (seat, _joined(lines[:count]))
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0], count
        return Read(Solver.at(Table(viewer=seat, folder=None)), ()), 0

    def _keep(self, key: tuple[str, str], read: Read) -> None:
        belief = next((belief for belief in reversed(read.solver.beliefs) if belief is not None), None)
        racks = len(belief.space) if belief is not None else 0
        size = 4096 + len(key[1]) + len(read.solver.log.lines) * (1024 + racks * 8 * _ARRAYS)
        self._kept[key] = (read, size)
        self._bytes += size
        self._lengths[len(read.solver.log.lines)] += 1
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._bytes > self._most_bytes):
            _, (old, freed) = self._kept.popitem(last=False)
            self._bytes -= freed
            length = len(old.solver.log.lines)
            self._lengths[length] -= 1
            if not self._lengths[length]:
                del self._lengths[length]


def _joined(lines: list[str]) -> str:
    return "\n".join(lines)
