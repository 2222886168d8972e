"""Each strategy against each field: one player of the strategy, and a field of others who all play the same strategy.

All tables play the same deals, and one compiled table serves them all. A cell holds what
``code777 simulate -s ROW -s FIELD -s FIELD ... --seed SEED`` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ..core.sampling import checked_seed
from ..jobs import check
from ..kernels import board as kinds
from ..kernels import games as kernels
from ..rules.editions import Edition
from .results import share_interval
from .simulated_table import Seating, SimulatedTable
from .simulation import Simulation
from .strategies import Chooser, Strategy, read_strategy, with_distinct_names
from .study import Rows, Study
from .study_text import TextLine, TextPart, TextTable, across, column

STRATEGIES = (
    *(f"threshold:{limit:g}" for limit in (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)),
    "certain",
    "look:0.06",
    "look:0.1",
    "advised",
)
"""Default strategies. A threshold of 1 is `certain`. `silence:1` is not among them because it takes much longer."""
BLOCK = 1000
"""Games in a block, which one thread plays."""


class LeagueCell(NamedTuple):
    """One player of a strategy against a field."""

    strategy: str
    field: str
    games: int
    wins: int

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def half(self) -> float:
        """Half of the 95% interval, in percent."""
        low, high = share_interval(self.wins, self.games)
        return 50 * (high - low)


class League(Study):
    """Strategies, fields, and the cells that have been played."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        rows: Sequence[str | Chooser | Strategy] = STRATEGIES,
        fields: Sequence[str | Chooser | Strategy] = STRATEGIES,
        *,
        games: int = 20_000,
        seed: int = 0,
    ) -> None:
        """Strategies are names, or functions, which play a few hundred games a second."""
        self.edition, self.players, self.games, self.seed = edition, players, games, checked_seed(seed)
        read = with_distinct_names([read_strategy(one) for one in (*rows, *fields)])
        names = tuple(one.name for one in read)
        self.rows, self.fields = names[: len(rows)], names[len(rows) :]
        self._known = dict(zip(names, read, strict=True))
        self.cells: list[LeagueCell] = []
        named = [name for name, one in self._known.items() if one.choose is None]
        self._tables = [self._table(), *([self._table(silent=True)] if self._silent(*named) else [])]

    def _silent(self, *names: str) -> bool:
        return any(self._known[name].kind == kinds.SILENCE for name in names)

    def _table(self, *, silent: bool = False) -> SimulatedTable:
        """Table for all strategies that share compiled code; those with ``silent`` need another one."""
        first = kinds.SILENCE if silent else kinds.ADVISED
        strategy = (first,) + (kinds.ADVISED,) * (self.players - 1)
        watchers = self.players if silent else 0
        return SimulatedTable(self.edition, Seating(strategy, (0.0,) * self.players), rotate=True, watchers=watchers)

    def _seating(self, row: str, field: str) -> Seating:
        seats: list[Strategy] = [self._known[row], *[self._known[field]] * (self.players - 1)]
        return Seating(tuple(seat.kind for seat in seats), tuple(seat.parameter for seat in seats))

    def play(self, threads: int = 1) -> Iterator[LeagueCell]:
        """Play all tables, one after the other; yields their cells and adds them to ``cells``.

        If it is interrupted, the present cell is added with the games that were done.
        """
        for field in self.fields:
            for row in self.rows:
                games = wins = 0
                try:
                    for more, won in self._blocks(row, field, threads):
                        games, wins = games + more, wins + won
                        check()
                finally:
                    if games:
                        self.cells.append(LeagueCell(row, field, games, wins))
                yield self.cells[-1]

    @property
    def whole(self) -> int:
        """Number of tables that have played all their games."""
        return sum(cell.games == self.games for cell in self.cells)

    def _blocks(self, row: str, field: str, threads: int) -> Iterator[tuple[int, int]]:
        """For each block: number of games, and number of wins of the player of ``row``."""
        if any(self._known[name].choose is not None for name in (row, field)):
            seats = [self._known[row], *[self._known[field]] * (self.players - 1)]
            simulation = Simulation(self.edition, seats, seed=self.seed)
            for block in simulation.blocks(self.games):
                yield block[1], int(simulation.block(*block).wins[0].sum())
            return
        table = self._tables[-1 if self._silent(row, field) else 0]
        table.reseat(self._seating(row, field))
        with ThreadPoolExecutor(threads) as pool:
            free = [table.state() for _ in range(threads)]
            todo = (partial(self._block, table, free, first) for first in range(0, self.games, BLOCK))
            waiting = [pool.submit(block) for block in islice(todo, 2 * threads)]
            try:
                while waiting:
                    yield waiting.pop(0).result()
                    waiting += [pool.submit(block) for block in islice(todo, 1)]
            finally:
                for job in waiting:
                    job.cancel()

    def _block(self, table: SimulatedTable, free: list[Any], first: int) -> tuple[int, int]:
        """Play a block; returns the number of games, and the wins of the player who is alone against the field."""
        state = free.pop()
        count = min(BLOCK, self.games - first)
        results = np.zeros((count, kinds.SEATS + 2 * self.players), np.int32)
        kernels.play(table.packed, state, np.uint64(self.seed), np.uint64(first), results)
        free.append(state)
        alone = -(first + np.arange(count)) % self.players
        return count, int((results[:, kinds.WON_BY] == alone).sum())

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {"cells": self._cells}

    def _cells(self) -> Rows:
        """One row for each cell that has been played."""
        found = []
        for cell in self.cells:
            low, high = share_interval(cell.wins, cell.games)
            found.append({**cell._asdict(), "share": cell.share, "low": low, "high": high})
        return found

    def text_parts(self) -> Iterator[TextPart]:
        """The share of games that one player of each row wins at a table of each column."""
        yield TextLine(
            f"{self.edition.name}, {self.players} players: {self.games:,} games at each table, seed {self.seed}", "bold"
        )
        cell = column(
            "", "share", "low", "high", form=lambda share, low, high: f"{100 * share:.1f} ±{50 * (high - low):.1f}"
        )
        played = {row["strategy"]: row for row in across(self.table(), "strategy", "field", cell)}
        yield TextTable(
            [played.get(name, {"strategy": name}) for name in self.rows],
            [column("one of / against the rest", "strategy", left=True), *map(column, self.fields)],
        )
        yield TextLine(
            f"Percent of the games won; {100 / self.players:.0f} is fair. ± is half of a 95 % interval.", "dim"
        )
        for one in self.cells:
            if one.games < self.games:
                yield TextLine(f"stopped early, {one.games:,} games only: {one.strategy} against {one.field}", "yellow")

    def as_dict(self) -> dict[str, Any]:
        return {"edition": self.edition.name, "players": self.players, "seed": self.seed, "cells": self.table()}

    def __repr__(self) -> str:
        done = f"{len(self.cells)} of {len(self.rows) * len(self.fields)} tables played"
        return f"<League {self.edition.name}, {self.players} players, {self.games:,} games each, {done}>"
