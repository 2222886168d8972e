"""Games against the computer on the page: a whole game by taps, left in the middle and gone on with, and a shared device."""

from __future__ import annotations

import json
from typing import Any

from fingers import Fingers

from code777solver import Solver


def kept(person: Fingers) -> dict[str, Any]:
    """What the browser keeps of the game."""
    found = person.page.evaluate("localStorage.getItem('code777.kept.play.game')")
    return dict(json.loads(found))


def start(person: Fingers, people: str = "") -> None:
    person.press("[data-k=play]:not(:disabled)")
    person.page.locator("dialog [data-k=people]").fill(people)
    person.press("label:has(input[value='2'])")
    person.press("label:has(input[value='beginner'])")
    person.press("[data-k=deal]")


def act(person: Fingers) -> None:
    """Do what is asked: answer, declare what is certain, or go on."""
    page = person.page
    page.wait_for_selector("dialog [data-k=go], dialog [class~=pad] .answer, dialog [data-k=over]")
    if person.has("dialog [data-k=over]"):
        return
    before = len(kept(person)["lines"])
    solver = Solver.from_log("\n".join(kept(person)["lines"]))
    if person.has("dialog [data-k=go]"):
        if solver.solved:
            person.press("[data-k=declare]")
            for digit in solver.codes[0].numbers:
                person.press(f"[data-k=digit{digit}]")
            person.press("[data-k=say]")
        else:
            person.press("[data-k=go]")
    else:
        card = int(page.locator("dialog .reply").inner_text().split(".")[0])
        person.press(f"[data-k='answer{solver.right_answer(card)}']")
    while len(kept(person)["lines"]) == before:
        page.wait_for_timeout(20)


def test_a_whole_game_by_taps_left_in_the_middle_and_gone_on_with(fingers: Fingers) -> None:
    page = fingers.page
    start(fingers)
    for _ in range(6):
        act(fingers)
    lines = kept(fingers)["lines"]
    assert "rack me ?" in lines
    fingers.press("[data-k=kind-G1]:not(:disabled), [data-k^=kind-]:not(:disabled)")
    fingers.press("[data-k=hint]")
    page.wait_for_selector("dialog .reply:not(:text('Tap a tile'))")
    page.reload()
    fingers.press("[data-k=play]:not(:disabled)")
    page.wait_for_selector("dialog .seat")
    assert kept(fingers)["lines"] == lines
    assert len(kept(fingers)["marks"]["me"]) == 1
    for _ in range(400):
        if fingers.has("dialog [data-k=over]"):
            break
        act(fingers)
    assert fingers.has("dialog [data-k=over]")
    assert page.locator("dialog .way li").count() >= 1
    solver = Solver.from_log("\n".join(kept(fingers)["lines"]))
    assert solver.warnings == []
    assert solver.table.winner is not None
    fingers.press("[data-k=again]")
    page.wait_for_selector("dialog [data-k=progress]")
    assert "beginner" in page.locator("dialog [data-k=progress]").inner_text()


def test_people_who_share_a_device_see_only_the_racks_of_others(fingers: Fingers) -> None:
    page = fingers.page
    start(fingers, "Tom, Lis")
    page.wait_for_selector("dialog [data-k=turned]")
    assert not fingers.has("dialog .tile")
    for _ in range(4):
        page.wait_for_selector("dialog [data-k=turned]")
        asked = [name for name in ("Tom", "Lis") if fingers.has(f"dialog [data-k=look-{name}]")]
        fingers.press(f"[data-k=look-{asked[0]}]")
        page.wait_for_selector(f"dialog [data-k=seat-{asked[0]}]")
        assert page.locator(f"dialog [data-k=seat-{asked[0]}] .tile.none").count() == 3
        other = "Lis" if asked[0] == "Tom" else "Tom"
        assert page.locator(f"dialog [data-k=seat-{other}] .tile[aria-label]").count() == 3
        if len(asked) == 1:
            fingers.press(".pad .answer")
        else:
            fingers.press("[data-k=away]")
            fingers.press("[data-k=go]")
