"""The memory of processes, as the benchmarks tell it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import process_memory
from process_memory import MEGABYTE, address_space, of_family, peak, resident

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems tell less")


GIVEN_BACK = """
from process_memory import MEGABYTE, address_space, peak, resident
before, room = resident(), 48 * MEGABYTE
held = b"x" * (64 * MEGABYTE)
assert min(resident(), peak()) >= before + room
del held
assert resident() < before + room <= peak()
assert address_space() >= resident()
"""


def test_memory_that_was_given_back_counts_only_for_the_peak() -> None:
    """The system counts a little late, so there is some room in each comparison; a process that has run for long would
    take what it had before.
    """
    subprocess.run([sys.executable, "-c", GIVEN_BACK], check=True, cwd=BENCHMARKS)


def test_another_process_is_told_until_it_is_gone() -> None:
    command = [sys.executable, "-c", "held = b'x' * (64 << 20); print('ready', flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        assert resident(process.pid) >= 64 * MEGABYTE
        assert max(of_family(process.pid)) >= 64 * MEGABYTE
        assert len(of_family(os.getpid())) >= 2
        process.communicate("\n")
    assert resident(process.pid) == peak(process.pid) == address_space(process.pid) == 0


def test_where_the_system_does_not_tell_the_peak_stands_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> str:
        raise OSError

    monkeypatch.setattr(process_memory.Path, "read_text", missing)
    assert resident() == peak() == address_space() > 0
    assert resident(os.getpid()) == 0


def test_no_other_benchmark_reads_it_by_itself() -> None:
    """Four did, each in its own way."""
    found = [
        path.name
        for path in BENCHMARKS.glob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("/status", "/statm", "ru_maxrss", "VmHWM", '"ps"'))
    ]
    assert found == ["process_memory.py"]
