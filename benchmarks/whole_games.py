"""Whole games: four players of classic who declare when certain, against the same algorithm in C, and other strategies.

python benchmarks/whole_games.py [--quick]
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from process_memory import MEGABYTE, peak

from code777solver.kernels import games as kernels
from code777solver.kernels.board import POINTS, RESHUFFLE_AT, SEATS
from code777solver.play.simulation import Simulation

FOLDER = Path(__file__).parent
OTHERS: tuple[tuple[str, ...], ...] = (
    ("threshold:0.5",) * 4,
    ("slow:2",) * 4,
    ("forgetful:0.1",) * 4,
    ("silence:1", "certain", "certain", "certain"),
    ("silence:1",) * 4,
    ("advised", "certain", "certain", "certain"),
)


class _Board(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in (
            "added", "combined", "keyed", "signatures", "layout", "finals", "used", "kind_used", "supply", "rows",
            "groups", "kinds", "triple", "copies",
        )),
        *((name, ctypes.c_int64) for name in ("racks", "reshuffle_at", "points")),
    )  # fmt: skip


def build(added: int) -> Any:
    """Compile the yardstick for this machine, and for scenes with added words."""
    out = FOLDER / "_build" / "yardstick_games.so"
    out.parent.mkdir(exist_ok=True)
    source = FOLDER / "yardstick_games.c"
    options = ["-O3", "-march=native", "-shared", "-fPIC", f"-DADDED={added}"]
    subprocess.run(["gcc", *options, "-o", out, source], check=True)
    return ctypes.CDLL(str(out)).play


class Yardstick:
    """The C version of one table."""

    def __init__(self, table: Simulation) -> None:
        board = table.table.board
        self.play = build(board.added.shape[1])
        self.arrays = {name: np.ascontiguousarray(getattr(board, name)) for name, kind in _Board._fields_[:14]}
        self.board = _Board(
            *(array.ctypes.data for array in self.arrays.values()),
            len(board.target), int(board.rules[RESHUFFLE_AT]), int(board.rules[POINTS]),
        )  # fmt: skip

    def run(self, seed: int, games: int) -> np.ndarray[Any, Any]:
        rows = np.zeros((games, SEATS + 8), np.int32)
        pointer = ctypes.c_void_p(rows.ctypes.data)
        self.play(ctypes.byref(self.board), ctypes.c_uint64(seed), ctypes.c_uint64(0), ctypes.c_int64(games), pointer)
        return rows


def ours(table: Simulation, state: Any, games: int) -> np.ndarray[Any, Any]:
    rows = np.zeros((games, SEATS + 8), np.int32)
    kernels.play(table.table.packed, state, np.uint64(table.seed), np.uint64(0), rows)
    return rows


def seconds(call: Any) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def measure(quick: bool = False) -> dict[str, Any]:
    """Figures as plain data; asserts that both play the same games first."""
    games, rounds = (20_000, 3) if quick else (200_000, 7)
    table = Simulation("classic", ["certain"], players=4, seed=7)
    state, yardstick = table.table.state(), Yardstick(table)
    assert (ours(table, state, 5_000) == yardstick.run(7, 5_000)).all(), "the games differ"
    pairs = [
        (seconds(lambda: ours(table, state, games)), seconds(lambda: yardstick.run(7, games))) for _ in range(rounds)
    ]
    best, best_c = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    threads = [
        (seconds(lambda: table.run(2 * games)), seconds(lambda: table.run(2 * games, threads=2))) for _ in range(rounds)
    ]
    one, two = min(pair[0] for pair in threads), min(pair[1] for pair in threads)
    figures: dict[str, Any] = {
        "games_a_second": games / best,
        "games_a_second_c": games / best_c,
        "share_of_c": best_c / best,
        "whole_run_a_second": 2 * games / one,
        "two_threads": one / two,
        "strategies": {},
    }
    for strategies in OTHERS:
        sizes = (256, 2_000 if quick else 20_000)
        other = Simulation("classic", strategies, seed=7)
        other.run(sizes[0])
        taken = seconds(lambda other=other, size=sizes[1]: other.run(size))
        figures["strategies"][" ".join(strategies)] = sizes[1] / taken
    figures["peak_memory_mb"] = peak() / MEGABYTE
    return figures


def main() -> None:
    figures = measure("--quick" in sys.argv)
    print(
        f"4 certain players, classic: {figures['games_a_second']:,.0f} games/s, in C {figures['games_a_second_c']:,.0f}"
    )
    print(f"share of C {figures['share_of_c']:.2f} (goal 0.85); two threads {figures['two_threads']:.2f} x (goal 1.7)")
    for name, speed in figures["strategies"].items():
        print(f"{name}: {speed:,.0f} games/s")
    print(f"peak memory {figures['peak_memory_mb']:.0f} MB (goal 300)")


if __name__ == "__main__":
    main()
