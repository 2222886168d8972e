"""Very many games on a Dask cluster of this machine: the same results by any number of workers, and what they cost.

``python benchmarks/cluster.py [--games N] [--workers 1 2 4] [--plan]``

Every row is a run of the same games by a number of worker processes of one thread each; the last row is run with two workers, of which
one is killed in the middle. All must count the same, bit by bit. *client* and *worker* are the most memory that the process which
asked and the largest worker ever had. ``--plan`` reckons from these rows what 10^9 games take.
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT  # noqa: F401  makes the tests' helpers importable
from dask_processes import processes, scheduler_and_workers
from process_memory import MEGABYTE, peak

from code777solver import Simulation
from code777solver.results import Results

BILLION = 1_000_000_000


class Run(NamedTuple):
    """Results and cost of one run."""

    label: str
    workers: int
    results: Results
    seconds: float
    client: float
    worker: float


def play(table: Simulation, games: int, workers: int, *, kill: bool = False) -> Run:
    """The games on a cluster that is started for them; with ``kill`` one worker dies in the middle."""
    with tempfile.TemporaryDirectory() as folder, processes() as start:
        address, (_, *started) = scheduler_and_workers(start, Path(folder), workers)
        table.run(workers * 8_000, scheduler=address)  # every worker has compiled, or read what was compiled
        killed: list[int] = []

        def watch(done: int, games: int) -> None:
            if kill and not killed and done * 2 > games:
                killed.append(done)
                started[0].send_signal(signal.SIGKILL)

        begun = time.perf_counter()
        results = table.run(games, scheduler=address, progress=watch)
        seconds = time.perf_counter() - begun
        assert bool(killed) == kill, "the run ended before its worker was killed"
        label = f"{workers}, one killed after {killed[0]:,} games" if kill else str(workers)
        most = max(peak(worker.pid) for worker in started if worker.poll() is None)
        return Run(label, workers, results, seconds, peak() / MEGABYTE, most / MEGABYTE)


def report(runs: Sequence[Run]) -> None:
    print(f"{'workers':36} {'seconds':>9} {'games / s':>11} {'client':>8} {'worker':>8}")
    for run in runs:
        rate = run.results.games / run.seconds
        print(f"{run.label:36} {run.seconds:9,.1f} {rate:11,.0f} {run.client:5,.0f} MB {run.worker:5,.0f} MB")
    print(f"{runs[0].results.games:,} games: all {len(runs)} runs counted the same, bit by bit.")


def plan(runs: Sequence[Run]) -> None:
    """Print the time for a billion games, by the best rate per core in these runs, on one core and on more."""
    rate = max(run.results.games / run.seconds / min(run.workers, os.cpu_count() or 1) for run in runs)
    hours = BILLION / rate / 3600
    print(f"\n10^9 games at {rate:,.0f} games / s and core: {hours:.1f} hours of one core,", end=" ")
    print(", ".join(f"{hours * 60 / cores:,.1f} minutes of {cores}" for cores in (8, 64)) + ".")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Very many games on a Dask cluster of this machine.")
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--plan", action="store_true", help="reckon what 10^9 games take")
    chosen = parser.parse_args(arguments)
    table = Simulation("classic", ["certain"], players=4, seed=777)
    runs = [play(table, chosen.games, workers) for workers in chosen.workers]
    runs.append(play(table, chosen.games, 2, kill=True))
    assert all(run.results == runs[0].results for run in runs), "the runs differ"
    report(runs)
    if chosen.plan:
        plan(runs)


if __name__ == "__main__":
    main()
