"""`benchmarks/endurance.py` for a moment: it asks what it says, notices faults, and measures growth from the right place."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from code777solver import Solver
from code777solver.show import as_json

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import endurance


def test_entries_at_the_prompt_are_taken_and_refused() -> None:
    done = {what for what, _ in islice(endurance.prompt(random.Random(1)), 60)}
    assert done == {"taken", "refused"}


def test_a_refused_entry_that_changes_the_log_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = endurance.GamePrompt.handle
    monkeypatch.setattr(
        endurance.GamePrompt, "handle", lambda prompt, entry: handle(prompt, entry)._replace(failed=True)
    )
    with pytest.raises(AssertionError, match="was refused and has changed the log"):
        list(islice(endurance.prompt(random.Random(1)), 5))


@pytest.mark.seconds
def test_a_server_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    compare = endurance.compare
    monkeypatch.setattr(endurance, "compare", lambda told, lines: compared.append(compare(told, lines)))
    doing = endurance.server(random.Random(2))
    assert all(held > 10 for _, held in islice(doing, 3))
    doing.close()
    assert compared == [None]


def test_an_answer_that_a_solver_would_not_give_is_noticed() -> None:
    lines = ["players Ann me", "rack Ann Y2 K5 B7", "Ann 8 3"]
    right = json.loads(json.dumps(as_json.analysis(Solver.from_log("\n".join(lines)), top=12)))
    endurance.compare(right, lines)
    with pytest.raises(AssertionError, match="another answer than a solver's"):
        endurance.compare({**right, "racks": []}, lines)


def test_growth_counts_from_the_first_fifth_of_the_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = count()
    monkeypatch.setattr(endurance.time, "perf_counter", lambda: next(clock))

    def part(rng: random.Random) -> Iterator[tuple[str, float]]:
        yield from (("step", 100.0 + step if step < 13 else 90.0) for step in count(1))

    monkeypatch.setitem(endurance.PARTS, "prompt", part)
    assert endurance.endure("prompt", 20) == 8.0
    told = capsys.readouterr().out.splitlines()
    assert told[2].split() == ["1", "1", "101.0", "MB"]
    assert told[-1] == "20 done: {'step': 20}"
    assert len(told) == 23
