"""Puzzles on the page: the endpoint against the library, and one solved in a real browser."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from fingers import Fingers

from code777solver import Puzzle, Solver, make_puzzle
from code777solver.puzzles.levels import LEVELS
from code777solver.web.api import PUZZLE_LEVELS
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer


def ask(**fields: Any) -> tuple[int, Any]:
    status, _, found = answer("puzzle", json.dumps(fields).encode(), SolverCache())
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


def press_code(person: Fingers, code: str) -> None:
    while not person.page.locator("[data-k=rubout]").is_disabled():
        person.press("[data-k=rubout]")
    for digit in code:
        person.press(f"[data-k=digit{digit}]")
    person.press("[data-k=check]")


def wrong_code(puzzle: Puzzle) -> str:
    return "777" if puzzle.solution != "777" else "666"


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
    press_code(fingers, wrong_code(puzzle))
    page.wait_for_selector(".reply.bad")
    press_code(fingers, puzzle.solution)
    page.wait_for_selector(".headline.certain")
    assert page.locator(".way li").count() == len(puzzle.grade.steps)
    fingers.press("[data-k=look]")
    fingers.settled(len(puzzle.log.splitlines()))
    assert "\n".join(fingers.lines) + "\n" == puzzle.log


DAY = date(2026, 11, 16)


def open_day(person: Fingers) -> Puzzle:
    """A certain day, independent of the clock."""
    person.page.clock.set_fixed_time("2026-11-16T12:00:00")
    person.reload()
    person.press("[data-k=puzzle]:not(:disabled)")
    person.press(f"[data-k=day-{DAY.isoformat()}]")
    person.page.wait_for_selector(".clues li")
    return Puzzle.daily(DAY)


def test_marks_are_checked_kept_and_hinted_from(fingers: Fingers) -> None:
    puzzle = open_day(fingers)
    solver = puzzle.solver
    unseen = [tile.tile for tile in solver.tiles if f"rack {tile.tile}" not in puzzle.log]
    open_ = [name for name in unseen if not fingers.page.locator(f"[data-k=kind-{name}]").is_disabled()]
    absent = next(name for name in open_ if solver.why(f"no {name}").proved)
    present = next(name for name in open_ if solver.why(f"has {name}").proved or name in puzzle.dealt)
    fingers.press(f"[data-k=kind-{absent}]")  # crossed out, rightly
    fingers.press(f"[data-k=kind-{present}]")  # crossed out, wrongly
    fingers.press("[data-k=marks]")
    fingers.page.wait_for_selector(f"[data-k=kind-{present}].wrong")
    assert not fingers.has(f"[data-k=kind-{absent}].wrong")
    fingers.reload()
    fingers.press("[data-k=puzzle]:not(:disabled)")
    fingers.press(f"[data-k=day-{DAY.isoformat()}]")
    fingers.page.wait_for_selector(f"[data-k=kind-{absent}].cross")
    fingers.press(f"[data-k=kind-{present}]")
    fingers.page.wait_for_selector(f"[data-k=kind-{present}].circle")
    with fingers.page.expect_request(lambda request: request.url.endswith("/api/daily")) as asked:
        fingers.press("[data-k=hint]")
    assert {f"no {absent}", f"has {present}"} <= set(asked.value.post_data_json["notes"])


def test_the_pyramid_is_never_under_the_buttons(fingers: Fingers) -> None:
    """On phones the code and the hints lay over it."""
    open_day(fingers)
    page = fingers.page
    boxes = "nodes => nodes.map((node) => node.getBoundingClientRect().toJSON())"
    for width, height in ((390, 844), (360, 640), (320, 640), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        given, rows, tray = (
            page.locator(f"dialog:last-of-type {part}").evaluate_all(boxes)
            for part in (".given", ".know .row", ".tray")
        )
        assert given[0]["bottom"] <= rows[0]["top"] + 1, f"{width} x {height}"
        assert rows[-1]["bottom"] <= tray[0]["top"] < tray[0]["bottom"] <= height, f"{width} x {height}"


def test_tiles_are_named_on_the_pyramid_with_the_marks(fingers: Fingers) -> None:
    """A second pyramid among the buttons pushed these off the screen."""
    page = fingers.page

    def of_tiles(route: Any) -> None:
        route.fulfill(json={**route.fetch().json(), "asks": "tiles"})

    page.route("**/api/daily", of_tiles)
    open_day(fingers)
    fingers.press("[data-k=naming]")
    assert page.locator("dialog:last-of-type .pyramid").count() == 1
    kinds = [one.get_attribute("data-k") for one in page.locator("dialog:last-of-type .kind:not(:disabled)").all()[:4]]
    for kind in kinds:  # one too many
        fingers.press(f"[data-k={kind}]")
    named = [kind.removeprefix("kind-") for kind in kinds[:3] if kind]
    with page.expect_request("**/api/daily") as asked:
        fingers.press("[data-k=check]")
    assert asked.value.post_data_json["code"] == " ".join(named)
    page.wait_for_selector(".reply.bad")
    assert not page.locator("dialog:last-of-type .kind.cross").count()
    fingers.press("[data-k=cancel]")
    fingers.press(f"[data-k={kinds[0]}]")
    page.wait_for_selector(f"[data-k={kinds[0]}].cross")


def test_the_answer_that_a_hint_is_about_comes_into_sight(fingers: Fingers) -> None:
    open_day(fingers)
    fingers.page.set_viewport_size({"width": 360, "height": 640})
    for _ in range(4):
        fingers.press("[data-k=hint]")
        fingers.page.wait_for_selector(".clues .marked")
    part = """node => {
      const [row, list] = [node, node.closest('.given')].map((one) => one.getBoundingClientRect());
      return row.top >= list.top && row.bottom <= list.bottom + 1;
    }"""
    assert fingers.page.locator(".clues .marked").evaluate(part)


def test_a_solved_day_is_in_the_calendar(fingers: Fingers) -> None:
    puzzle = open_day(fingers)
    press_code(fingers, puzzle.solution)
    fingers.page.wait_for_selector(".headline.certain")
    fingers.page.keyboard.press("Escape")
    fingers.page.wait_for_selector(f"[data-k=day-{DAY.isoformat()}].done")
    assert fingers.text(".streak") == "1 day in a row"


def test_the_daily_puzzle_given_up(fingers: Fingers) -> None:
    open_day(fingers)
    fingers.press("[data-k=solution]")
    fingers.page.wait_for_selector(".way li")
    fingers.page.keyboard.press("Escape")
    fingers.page.wait_for_selector(f"[data-k=day-{DAY.isoformat()}].given")
    assert not fingers.has(".streak")


def test_stored_days_are_told_apart_from_others() -> None:
    status, _, found = answer("daily", json.dumps({"day": "2026-11-18"}).encode(), SolverCache())
    assert status == 200
    assert json.loads(found) == ask(seed="daily 2026-11-18")[1]
    for day, message in (("2030-01-01", "no puzzle is stored for 2030-01-01"), ("soon", "day 'soon': write it like")):
        status, _, found = answer("daily", json.dumps({"day": day}).encode(), SolverCache())
        assert status == 422
        assert json.loads(found)["error"]["message"].startswith(message)


def test_coach_mode_hides_what_follows_and_checks_marks(fingers: Fingers) -> None:
    log = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 >\nBob 10 3\nAnn 7 1\n"
    fingers.load(log)
    fingers.press("[data-k=menu]")
    fingers.press("#coach")
    fingers.page.wait_for_selector("[data-k=marks]")
    assert not fingers.has(".hero .count")
    assert not fingers.has(".know .chance")
    fingers.press("[data-k=kind-G1]")  # no green 1: proved
    fingers.press("[data-k=kind-R5]")  # no red 5: wrong
    fingers.press("[data-k=marks]")
    fingers.page.wait_for_selector("[data-k=kind-R5].wrong")
    assert not fingers.has("[data-k=kind-G1].wrong")
    fingers.reload()
    fingers.settled(6)
    assert fingers.has("[data-k=kind-G1].cross")
    fingers.press("[data-k=uncoach]")
    assert fingers.shown_count() == len(Solver.from_log(log).codes)
