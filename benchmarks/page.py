"""Make docs/benchmarks.md from a run: ``python benchmarks/page.py [RESULTS.json]``.

The page is the one place where figures are kept, with the machine they come from; benchmarks/results.json is the run behind it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from checkout import ROOT

RESULTS, PAGE = ROOT / "benchmarks" / "results.json", ROOT / "docs" / "benchmarks.md"
TITLES = {
    "positions": "One position: three racks and eight answers",
    "games": "Whole games: four players, classic",
    "solver": "One `Solver`",
    "mind": "Reasons",
    "startup": "Start-up",
    "keys": "From a key to the screen",
    "prompt": "From the start to the first prompt",
    "by-lines": "As it grows: lines of a log",
    "by-players": "As it grows: players",
    "by-unseen": "As it grows: racks of mine that went unseen",
    "by-candidates": "As it grows: racks left",
    "by-games": "As it grows: games",
    "by-workers": "As it grows: workers of a cluster",
}
INTRODUCTION = """\
# Benchmarks

Every table comes from one run on one machine, with the methods side by side; compare ratios, not times.
[How it is measured](measuring.md) explains what is measured and how. `python benchmarks/page.py` makes this page from
`benchmarks/results.json`, which `python benchmarks/run.py --json benchmarks/results.json` writes.
"""


def page(kept: dict[str, Any]) -> str:
    """The page of a run."""
    where = ", ".join(f"{name} {value}" for name, value in kept["machine"].items())
    parts = [INTRODUCTION, f"Measured with {where}{' (a quick run)' if kept['quick'] else ''}.\n"]
    goals = [goal for section in kept["sections"].values() for goal in section["goals"]]
    reached = sum(goal["ok"] for goal in goals)
    parts.append(f"{reached} of {len(goals)} goals are reached.\n")
    for name, section in kept["sections"].items():
        parts.append(f"## {TITLES[name]}\n")
        parts.append(_table(section["header"], section["rows"]))
        if section["goals"]:
            rows = [(goal["text"], goal["reached"], "yes" if goal["ok"] else "**missed**") for goal in section["goals"]]
            parts.append(_table(("goal", "measured", "reached"), rows))
    return "\n".join(parts)


def _table(header: Any, rows: Any) -> str:
    lines = [_line(header), "|---|" + "---:|" * (len(header) - 1), *map(_line, rows)]
    return "\n".join(lines) + "\n"


def _line(cells: Any) -> str:
    return "| " + " | ".join(str(cell).strip().replace("|", "\\|").replace(" %", "%") for cell in cells) + " |"


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else RESULTS
    PAGE.write_text(page(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")
    print(f"{PAGE} written")


if __name__ == "__main__":
    main()
