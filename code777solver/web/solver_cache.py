"""The cache of a worker between requests, so that the next line of a game costs one line and not the whole log.

A log may hold lines that are refused, for instance because they were entered while no server could check them. Those
are kept at their place without effect, and told.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import LineError
from ..play.keyed_random import PUBLIC
from ..play.match import Match
from ..solver import Solver, keep_text, new_solver, position_of
from ..table.notation import split_lines
from ..table.table import Table
from .cache import Cache

_ARRAYS = 3
"""Arrays of one number a rack that a line may add to a belief."""
_MOST_MATCHES = 16


class Read(NamedTuple):
    """A log that was read."""

    solver: Solver
    refused: tuple[LineError, ...]


class SolverCache:
    """The latest solvers by the beginning of their log, as many as fit into ``most_bytes`` (by a cautious estimate) and
    ``most`` entries; the latest games against the computer by their record; and the key that those are dealt with.
    """

    def __init__(self, *, key: bytes = PUBLIC, most: int = 512, most_bytes: int = 128 << 20) -> None:
        self.key = key
        self.matches: Cache[str, Match] = Cache(most=_MOST_MATCHES)
        self._solvers: Cache[tuple[str, int, str], Read] = Cache(most=most, most_bytes=most_bytes)
        """By the seat, the number of lines, and the lines."""

    def __len__(self) -> int:
        return len(self._solvers)

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
                keep_text(solver, text)
        found = Read(solver, tuple(refused))
        self._keep(seat, lines, found)
        return found

    def _longest(self, lines: list[str], seat: str) -> tuple[Read, int]:
        """The solver of the longest beginning that is kept, and how many lines it has."""
        for count in sorted({count for _, count, _ in self._solvers if count <= len(lines)}, reverse=True):
            found = self._solvers.find((seat, count, _joined(lines[:count])))
            if found is not None:
                return found, count
        return Read(new_solver(Table(viewer=seat, folder=None)), ()), 0

    def _keep(self, seat: str, lines: list[str], read: Read) -> None:
        belief, text = position_of(read.solver).beliefs[-1], _joined(lines)
        racks = len(belief.space) if belief is not None else 0
        size = 4096 + len(text) + len(lines) * (1024 + racks * 8 * _ARRAYS)
        self._solvers.keep((seat, len(lines), text), read, size)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines)
