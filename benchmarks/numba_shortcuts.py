"""Gain of each shortcut past plain numba (`code777solver.kernels.shortcuts`): with all of them on, without each, and with none.

``python benchmarks/numba_shortcuts.py [--quick]``

Each way runs in processes of its own with its own ``NUMBA_CACHE_DIR``. The first process of each starts with an empty
folder, so it compiles. All ways must play the same games and find the same racks; only then are times compared. Processes
take turns, and the best time of each way counts. ``--quick`` leaves out the strategy that takes a minute to compile.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from checkout import ROOT
from sections import Section, duration

from code777solver.kernels.shortcuts import NAMES, PLAIN

WAYS = {"all on": "", **{f"without {name}": name for name in NAMES}, "plain numba": "all"}
"""Rows of the tables, with the shortcuts that are off."""
ROUNDS = 3
WORK = """
import hashlib, json, sys, time
import numpy as np
sys.path.append(sys.argv[2])
from positions import encode, random_positions
from code777solver import Batch, Simulation
from code777solver.kernels import games
from code777solver.kernels.board import SEATS

def timed(call):
    start = time.process_time()
    call()
    return time.process_time() - start

task = sys.argv[1]
if task == "positions":
    batch, number = Batch("classic", known=3), 20_000
    given = encode(batch, random_positions(number))
    out = [None]
    def call():
        out[0] = batch.solve(given.racks, given.answers).sets
else:
    number = 4096 if task == "certain" else 512
    simulation = Simulation("classic", [task], players=4, seed=1)
    state, results = simulation.table.state(), np.zeros((number, SEATS + 8), np.int32)
    out = [results]
    def call():
        games.play(simulation.table.packed, state, np.uint64(1), np.uint64(0), results)
first = timed(call)
best = min(timed(call) for _ in range(20))
digest = hashlib.sha256(np.ascontiguousarray(out[0]).tobytes()).hexdigest()
print(json.dumps({"first": first, "each": best / number, "digest": digest}))
"""


def run(task: str, off: str, cache: str) -> dict[str, Any]:
    """Do a task in another process: seconds of processor time of the first call and of a game or position; a digest."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), PLAIN: off, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", WORK, task, str(ROOT / "benchmarks")]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def compare(task: str, unit: str) -> Section:
    """Time one task by all ways."""
    with TemporaryDirectory() as folder:
        caches = {way: str(Path(folder, str(place))) for place, way in enumerate(WAYS)}
        first = {way: run(task, off, caches[way]) for way, off in WAYS.items()}
        assert len({found["digest"] for found in first.values()}) == 1, f"{task}: the ways differ in their results"
        best = {way: found["each"] for way, found in first.items()}
        for _ in range(ROUNDS):
            for way, off in WAYS.items():
                best[way] = min(best[way], run(task, off, caches[way])["each"])
    seconds = {f"{task}, {way}": each for way, each in best.items()}
    rows = [
        (
            f"{task}, {way}",
            duration(first[way]["first"]),
            f"{first[way]['first'] / first['all on']['first']:.2f}",
            duration(best[way]),
            f"{best[way] / best['all on']:.2f}",
        )
        for way in WAYS
    ]
    return Section(("way", "first call", "x all on", unit, "x all on"), rows, [], seconds)


def main() -> None:
    """Print a table for each task."""
    for task, unit in (("certain", "a game"), ("positions", "a position"), ("threshold:0.5", "a game")):
        if task != "threshold:0.5" or "--quick" not in sys.argv:
            compare(task, unit).print()


if __name__ == "__main__":
    main()
