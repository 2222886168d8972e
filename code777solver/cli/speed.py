"""The speed of this machine: games of each strategy, positions in bulk, answers one by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from ..core.batch import Batch
from ..play.simulation import Simulation
from ..solver import Solver

STRATEGIES = ("certain", "threshold:0.8", "slow:1", "forgetful:0.1")
POSITIONS = 20_000
_LOG = """\
players Ann Bob Cid me
rack Ann Y2 K5 B7
rack Bob G6 G6 R5
rack Cid N4 P7 Y7
Ann 16 <
"""


class Speed(NamedTuple):
    """One measured figure."""

    what: str
    per_second: float
    unit: str
    """The unit: games, positions, answers."""
    threads: int


def measure(seconds: float, threads: int) -> Iterator[Speed]:
    """Each figure takes about ``seconds``, after one call that compiles what is needed."""
    for name in STRATEGIES:
        simulation = Simulation("classic", [name], players=4)
        games = simulation.block_size
        for many in sorted({1, threads}):
            chunk = games * many * 2
            rate = _rate(partial(simulation.run, chunk, threads=many), seconds)
            yield Speed(f"4 x {name}", chunk * rate, "games", many)
    yield from _positions(seconds, threads)
    yield Speed("one more answer, with chances", _rate(_answer(), seconds), "answers", 1)


def _rate(call: Callable[[], object], seconds: float) -> float:
    """Calls a second."""
    call()
    calls, start = 0, time.perf_counter()
    while True:
        call()
        calls += 1
        passed = time.perf_counter() - start
        if passed >= seconds:
            return calls / passed


def _positions(seconds: float, threads: int) -> Iterator[Speed]:
    """Random positions of three racks and eight answers."""
    batch, rng = Batch("classic", known=3), np.random.default_rng(1)
    deck = batch.edition.deck
    tiles = [tile for tile, copies in zip(deck.kinds, deck.copies, strict=True) for _ in range(copies)]
    dealt = [rng.permutation(len(tiles))[:9].reshape(3, 3).tolist() for _ in range(200)]
    racks = batch.rack_ids([[deck.rack(" ".join(str(tiles[i]) for i in rack)) for rack in row] for row in dealt])
    racks = np.tile(racks, (POSITIONS // len(racks), 1))
    columns = rng.integers(0, len(batch.columns), (len(racks), 8))
    answers = np.stack([rng.integers(0, 3, columns.shape), columns, np.zeros_like(columns)], axis=2).astype(np.int8)
    for many in sorted({1, threads}):
        rate = _rate(partial(batch.solve, racks, answers, threads=many), seconds)
        yield Speed("positions, 3 racks and 8 answers", POSITIONS * rate, "positions", many)


def _answer() -> Callable[[], object]:
    before = Solver.from_log(_LOG)

    def hear() -> object:
        solver = before.copy()
        solver.answer("Bob", 5, 2)
        return solver.belief.chances

    return hear
