"""Stored daily puzzles, one line of JSON each. Reading them is quick and does not import numba.

``docs/daily_puzzles.py`` makes the files.
"""

from __future__ import annotations

import json
from datetime import date as Date
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from .levels import Grade, SolvingStep


class Stored(NamedTuple):
    """The log of a puzzle, and the values that do not follow from the log."""

    seed: str
    log: str
    dealt: tuple[str, ...]
    grade: Grade


def daily(day: Date) -> Stored | None:
    """The default puzzle of a day; None if it is not stored."""
    found = _days(day.year).get(f"daily {day.isoformat()}")
    if found is None:
        return None
    line: dict[str, Any] = json.loads(found)
    steps = tuple(SolvingStep(tuple(clues), tuple(facts), racks, codes) for clues, facts, racks, codes in line["steps"])
    return Stored(line["seed"], line["log"], tuple(line["dealt"]), Grade(tuple(line["kinds"]), steps))


@lru_cache(maxsize=4)
def _days(year: int) -> dict[str, str]:
    """Lines of a year, by seed."""
    file = resources.files("code777solver").joinpath("data", "puzzles", f"daily-{year}.jsonl")
    if not file.is_file():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    return {line.partition('"seed":"')[2].partition('"')[0]: line for line in lines}
