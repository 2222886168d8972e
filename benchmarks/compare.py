"""Compare two runs of the suite: ``python benchmarks/compare.py OLD.json NEW.json [--all]``.

Machines differ, and are busy. Where a section has a row that both runs did alike (plain Python, ``import numpy``), times are divided by
that row before they are compared; elsewhere they are compared as they are. Rows that changed by less than a tenth are
left out unless ``--all`` is given; goals are told that were reached in one run only.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sections import Section, duration

CHANGED = 1.1


def load(path: Path) -> dict[str, Any]:
    """The sections of a run."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        sections: dict[str, Any] = kept["sections"]
    except OSError as error:
        raise SystemExit(f"compare.py: cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise SystemExit(f"compare.py: {path} is no result of run.py --json") from None
    return sections


def changes(old: Mapping[str, Any], new: Mapping[str, Any], *, everything: bool) -> Iterator[tuple[str, ...]]:
    """A row for each figure that both have: the section, its name, both times, and how many times slower it has become."""
    for name in (one for one in old if one in new):
        before, after = old[name]["seconds"], new[name]["seconds"]
        reference = new[name]["reference"]
        fair = before[reference] / after[reference] if reference in before and reference in after else 1.0
        for row in (one for one in before if one in after):
            ratio = after[row] / before[row] * fair
            if everything or not 1 / CHANGED <= ratio <= CHANGED:
                how = f"{ratio:.2f} x" + (
                    "" if 1 / CHANGED <= ratio <= CHANGED else " slower" if ratio > 1 else " FASTER"
                )
                yield name, row, duration(before[row]), duration(after[row]), how


def goals(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Goals that one run reached and the other did not."""
    for name in (one for one in old if one in new):
        before = {goal["text"]: goal for goal in old[name]["goals"]}
        for goal in new[name]["goals"]:
            was = before.get(goal["text"])
            if was is not None and was["ok"] != goal["ok"]:
                state = "now reached" if goal["ok"] else "now MISSED"
                yield f"{name}: {goal['text']}: {was['reached']} -> {goal['reached']}, {state}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Compare two results of run.py --json.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--all", action="store_true", help="also rows that hardly changed")
    chosen = parser.parse_args(arguments)
    old, new = load(chosen.old), load(chosen.new)
    rows = list(changes(old, new, everything=chosen.all))
    if rows:
        Section(("section", "figure", "old", "new", "beside its reference"), rows, [], {}).print()
    else:
        print("No figure changed by more than a tenth.")
    for line in goals(old, new):
        print(line)


if __name__ == "__main__":
    main()
