"""Make the daily puzzles of some years: ``python docs/daily_puzzles.py 2026 2027`` (imports numba; takes some minutes).

They are the puzzles that `Puzzle.daily` makes from the date; with these files it reads them instead, at once and without
numba. A test makes some of them again and compares.
"""

from __future__ import annotations

import json
import sys
from datetime import date as Date
from datetime import timedelta
from pathlib import Path
from typing import Any

from code777solver import Puzzle

FOLDER = Path(__file__).parents[1] / "code777solver" / "data" / "puzzles"


def written(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as its line holds it, for `code777solver.puzzles.stored` to read."""
    return {
        "seed": puzzle.seed,
        "log": puzzle.log,
        "dealt": list(puzzle.dealt),
        "kinds": list(puzzle.grade.kinds),
        "steps": [[list(step.clues), list(step.facts), step.racks, step.codes] for step in puzzle.grade.steps],
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for year in map(int, sys.argv[1:]):
        day, lines = Date(year, 1, 1), []
        while day.year == year:
            lines.append(json.dumps(written(Puzzle.made(day)), separators=(",", ":")))
            day += timedelta(1)
        (FOLDER / f"daily-{year}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{year}: {len(lines)} puzzles")


if __name__ == "__main__":
    main()
