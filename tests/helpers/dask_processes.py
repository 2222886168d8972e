"""A Dask cluster of processes on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def processes() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Something that starts a process of Dask; processes that still run are ended."""
    running: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "dask", *arguments]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
        running.append(subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True))
        return running[-1]

    try:
        yield start
    finally:
        for process in running:
            process.kill()
            process.communicate()


def scheduler_and_workers(
    start: Callable[..., subprocess.Popen[str]], folder: Path, workers: int, both: Sequence[str] = ()
) -> tuple[str, list[subprocess.Popen[str]]]:
    """The address of a scheduler with a number of workers of one thread each; the scheduler is the first of the processes.

    ``both`` are options of scheduler and workers.
    """
    file = folder / "scheduler.json"
    started = [start("scheduler", "--port", "0", "--dashboard-address", ":0", "--scheduler-file", str(file), *both)]
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder), *both)
    started += [start("worker", "--scheduler-file", str(file), *options) for _ in range(workers)]
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if file.exists() and file.read_text():
            return json.loads(file.read_text())["address"], started
        time.sleep(0.05)
    raise AssertionError("no scheduler came up")
