"""Known games, worked out elsewhere: the solver finds the same racks, chances and bits at every step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from code777solver import Solver

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return case


def test_there_is_a_known_game_of_every_edition() -> None:
    assert {read(path)["edition"] for path in CASES} == {"classic", "code77", "stronghold", "unique49"}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_known_game(path: Path) -> None:
    case = read(path)
    steps = {step["after_lines"]: step for step in case["steps"]}
    solver = Solver()
    for number, line in enumerate(case["log"], 1):
        solver.tell(line)
        if number in steps:
            check_step(solver, steps.pop(number))
    assert not steps
    assert solver.edition.name == case["edition"]
    assert solver.contradictions == ()
    assert tuple(sorted(case["true_rack"])) in {candidate.tiles for candidate in solver.candidates}
    for player, expected in case["bits_about_numbers_at_end"].items():
        bits = {card: solver.question(player, int(card)).bits for card in expected}
        assert bits == pytest.approx(expected, abs=1e-6), player


def check_step(solver: Solver, step: dict[str, Any]) -> None:
    candidates, codes = solver.candidates, solver.codes
    assert len(candidates) == step["racks"]
    expected = step["codes"]
    assert len(expected) == min(12, len(codes))
    found = {code.numbers: code.probability for code in codes}
    assert {numbers: found[numbers] for numbers in expected} == pytest.approx(expected, abs=1e-9)
    likeliest = [code.probability for code in codes[:12]]
    assert likeliest == pytest.approx(sorted(expected.values(), reverse=True), abs=1e-9)
    if "candidates" in step:
        named = {" ".join(candidate.tiles): candidate.probability for candidate in candidates}
        assert named == pytest.approx(step["candidates"], abs=1e-9)


@pytest.mark.parametrize("path", CASES[::7], ids=lambda path: path.stem)
def test_a_whole_log_and_its_lines_one_by_one_give_the_same(path: Path) -> None:
    lines = read(path)["log"]
    whole, single = Solver.from_log("\n".join(lines)), Solver()
    for line in lines:
        single.tell(line)
    assert [c.tiles for c in whole.candidates] == [c.tiles for c in single.candidates]
    assert whole.belief.chances.tolist() == single.belief.chances.tolist()
    assert whole.table == single.table
