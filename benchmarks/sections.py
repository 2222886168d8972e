"""Tables with goals for the benchmarks, and timing of contestants in turns."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import resource
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from checkout import OTHERS

Name = TypeVar("Name")

SHORTEST = 0.005
"""Seconds that a contestant runs for when its turn comes: quick ones are called several times."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal and the figure reached."""

    text: str
    reached: str
    ok: bool

    def __str__(self) -> str:
        return f"  {'ok' if self.ok else 'MISSED':7}{self.text}: {self.reached}"


@dataclass(frozen=True, slots=True)
class Section:
    """A printed table and its goals."""

    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    goals: list[Goal]
    seconds: dict[str, float]
    """The figures behind the table, by row."""
    reference: str = ""
    """The row of ``seconds`` by which two runs are compared: the work that both machines did."""

    def print(self) -> None:
        widths = [max(len(row[i]) for row in [self.header, *self.rows]) for i in range(len(self.header))]
        for row in (self.header, tuple("-" * width for width in widths), *self.rows):
            first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            print("  ".join([row[0].ljust(len(first)), *rest]))
        print()
        for goal in self.goals:
            print(goal)
        print()

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A package or a program that a section needs, or only some of its rows."""

    name: str
    module: str = ""
    """The module of a package; empty for a program."""
    rows: str = ""
    """The rows that need it; empty if the whole section does."""

    @property
    def is_met(self) -> bool:
        return (importlib.util.find_spec(self.module) if self.module else shutil.which(self.name)) is not None

    def __str__(self) -> str:
        return f"the {'package' if self.module else 'program'} {self.name}"


def processor_time() -> float:
    """Processor time of processes that have ended: other work on the machine hardly changes it."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def take_turns(
    calls: Mapping[Name, Callable[[], object]], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[Name, float]:
    """The best time of each call in seconds by a clock, over rounds in which each has its turn."""
    best = dict.fromkeys(calls, float("inf"))
    for call in calls.values():
        call()
    for _ in range(rounds):
        for name, call in calls.items():
            stop = clock() + SHORTEST
            while True:
                start = clock()
                call()
                end = clock()
                best[name] = min(best[name], end - start)
                if end >= stop:
                    break
    return best


def duration(seconds: float) -> str:
    """Three digits, with a unit that suits.

    >>> duration(0.0000000253), duration(0.00128), duration(14.2)
    ('25.3 ns', '1.28 ms', '14.2 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)):
        if seconds >= size or unit == "ns":
            value = seconds / size
            return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"
    raise AssertionError


def at_most(text: str, seconds: float, limit: float) -> Goal:
    return Goal(f"{text}, at most {duration(limit)}", duration(seconds), seconds <= limit)


def ratio_at_most(text: str, ratio: float, limit: float) -> Goal:
    return Goal(f"{text}, at most {limit} x", f"{ratio:.2f} x", ratio <= limit)


def ratio_at_least(text: str, ratio: float, limit: float) -> Goal:
    return Goal(
        f"{text}, at least {limit:,} x", f"{ratio:,.2f} x" if ratio < 100 else f"{ratio:,.0f} x", ratio >= limit
    )


def machine() -> dict[str, str]:
    """Where the figures come from."""
    return {
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "machine": platform.platform(),
        "processors": str(os.cpu_count()),
    }


def run_sections(
    sections: Mapping[str, Callable[[bool], Section]],
    description: str,
    arguments: Sequence[str] | None = None,
    *,
    requirements: Mapping[str, Sequence[Requirement]] | None = None,
) -> None:
    """The command of a script that has sections: run those that are named, or all, print them, keep them as JSON.

    Sections and rows whose ``requirements`` are not met are left out; this is printed before the first section runs.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("section", nargs="*", help=f"what to run: {', '.join(sections)} (all)")
    parser.add_argument("--quick", action="store_true", help="fewer positions and rounds: seconds, not minutes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also keep tables, goals and figures in a file")
    parser.add_argument(
        "--against", type=Path, metavar="PATH", help="another checkout; startup and prompt time it beside this one"
    )
    chosen = parser.parse_args(arguments)
    if chosen.against is not None:
        OTHERS.append(chosen.against.resolve())
    unknown = [name for name in chosen.section if name not in sections]
    if unknown:
        parser.error(f"no section {unknown[0]!r} (sections: {', '.join(sections)})")
    where = machine()
    print(", ".join(f"{name} {value}" for name, value in where.items()))
    done: dict[str, Section] = {}
    for name in _runnable(chosen.section or list(sections), requirements or {}):
        print(f"== {name}\n", flush=True)
        done[name] = sections[name](chosen.quick)
        done[name].print()
        if chosen.json:  # after each section, so that a later failure loses nothing
            kept = {"machine": where, "quick": chosen.quick, "sections": {n: one.as_dict() for n, one in done.items()}}
            chosen.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    missed = [goal for section in done.values() for goal in section.goals if not goal.ok]
    number = sum(len(section.goals) for section in done.values())
    print(f"{number - len(missed)} of {number} goals reached." if missed else f"All {number} goals reached.")


def _runnable(names: Sequence[str], requirements: Mapping[str, Sequence[Requirement]]) -> list[str]:
    """The sections that can run here; prints a line for each missing package or program."""
    left_out = []
    for name in names:
        for missing in (one for one in requirements.get(name, ()) if not one.is_met):
            rows = f"{missing.rows} in section {name}" if missing.rows else f"section {name}"
            print(f"Left out: {rows} ({missing} is not installed)")
            if not missing.rows:
                left_out.append(name)
    print()
    return [name for name in names if name not in left_out]
