"""Puzzles on the page: the endpoint against the library, and one solved in a real browser."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from fingers import Fingers

from code777solver import Puzzle, make_puzzle
from code777solver.puzzles.grading import LEVELS
from code777solver.web.api import PUZZLE_LEVELS
from code777solver.web.solver_cache import Recall
from code777solver.web.worker import answer


def ask(**fields: Any) -> tuple[int, Any]:
    status, _, found = answer("puzzle", json.dumps(fields).encode(), Recall())
    return status, json.loads(found)


def test_the_solution_is_not_sent_before_it_is_due() -> None:
    puzzle = make_puzzle(17, level="easy")
    wrong = "777" if puzzle.solution != "777" else "666"
    status, found = ask(seed="17", level="easy")
    assert status == 200
    assert found["log"] == puzzle.log
    assert (found["solution"], found["verdict"], found["hint"]) == (None, None, None)
    assert "dealt" not in found
    _, found = ask(seed="17", level="easy", code=wrong)
    assert found["verdict"]["right"] is False
    assert found["verdict"]["lines"] == [clue.line for clue in puzzle.check(wrong).excluded_by]
    assert found["solution"] is None
    for due in ({"code": puzzle.solution}, {"solution": "yes"}):
        _, found = ask(seed="17", level="easy", **due)
        assert found["solution"]["code"] == puzzle.solution
        assert len(found["solution"]["steps"]) == len(puzzle.grade.steps)


def test_hints_and_the_daily_puzzle() -> None:
    day = Puzzle.daily(date(2026, 11, 18))
    _, found = ask(seed="daily 2026-11-18", hint=3, lang="nl")
    assert found["log"] == day.log
    assert found["hint"]["claim"] == day.hint(3).claim
    assert "je rek" in found["hint"]["text"]
    assert found["title"] == "Puzzel van 2026-11-18: gemiddeld"
    _, after = ask(seed="daily 2026-11-18", hint=3, notes=[found["hint"]["claim"]])
    assert after["hint"]["claim"] != found["hint"]["claim"]
    assert tuple(LEVELS) == PUZZLE_LEVELS


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seed": "x"}, "seed 'x': must be a number, or `daily` and a date"),
        ({"seed": "daily soon"}, "seed 'daily soon': write the day like `daily 2026-11-16`"),
        ({"seed": "1", "code": "nonsense"}, "'nonsense' is not a code"),
        ({"seed": "1", "players": 8, "edition": "code77"}, "8 players: edition 'code77' is for 2 to 4"),
    ],
)
def test_refusals(fields: dict[str, Any], message: str) -> None:
    status, found = ask(**fields)
    assert status == 422
    assert found["error"]["message"].startswith(message)


def test_a_puzzle_is_solved(fingers: Fingers) -> None:
    page = fingers.page
    fingers.press("[data-k=puzzle]")
    with page.expect_response(lambda response: response.url.endswith("/api/puzzle")) as told:
        fingers.press("[data-k=easy]")
    sent = told.value.json()
    page.wait_for_selector(".clues li")
    puzzle = make_puzzle(int(sent["seed"]), level="easy")
    assert sent["solution"] is None
    assert [int(node.get_attribute("data-line") or 0) for node in page.locator(".clues li").all()] == [
        clue.line for clue in puzzle.clues
    ]
    fingers.press("[data-k=hint]")
    page.wait_for_selector(".clues .marked")
    assert page.locator(".clues .marked").get_attribute("data-line") == str(puzzle.hint(1).line)
    fingers.press("[data-k=hint]")
    page.wait_for_selector(".replies p:nth-child(2)")
    wrong = "777" if puzzle.solution != "777" else "666"
    for code, reply in ((wrong, ".replies .bad"), (puzzle.solution, ".replies .certain")):
        page.fill("#code", code)
        fingers.press("[data-k=check]")
        page.wait_for_selector(reply)
    assert page.locator(".way li").count() == len(puzzle.grade.steps)
    fingers.press("[data-k=look]")
    fingers.settled(len(puzzle.log.splitlines()))
    assert "\n".join(fingers.lines) + "\n" == puzzle.log


def test_the_daily_puzzle_given_up(fingers: Fingers) -> None:
    fingers.press("[data-k=puzzle]")
    fingers.press("[data-k=daily]")
    fingers.page.wait_for_selector(".clues li")
    fingers.press("[data-k=solution]")
    fingers.page.wait_for_selector(".way li")
    fingers.press("[data-k=another]")
    assert fingers.has("[data-k=expert]")
