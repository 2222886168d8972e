"""Games against the computer on the page: whole games by taps, left and gone on with, timed, looked back on, shared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from dealt import Claim, Late, dealt, play
from fingers import Fingers
from taps import act, found_true, gone_on, kept, left_in_the_middle, lines, look_back, play_out, start, take_up
from webserver import DESKTOP, PHONE, Server

from code777solver import Solver, load_edition
from code777solver.cli.main import main


def test_a_whole_game_by_taps_left_in_the_middle_and_gone_on_with(fingers: Fingers) -> None:
    page = fingers.page
    start(fingers)
    left_in_the_middle(fingers)
    play_out(fingers)
    assert page.locator("dialog .way li").count() >= 1
    found_true(fingers)
    fingers.press("[data-k=again]")
    page.wait_for_selector("dialog [data-k=progress]")
    assert "beginner" in page.locator("dialog [data-k=progress] table").inner_text()


def test_what_was_missed_is_a_graded_puzzle_to_solve_there(fingers: Fingers) -> None:
    page = fingers.page
    start(fingers, level="regular")
    play_out(fingers, declares=False)
    page.wait_for_selector("dialog [data-k=missed0]")
    page.wait_for_function(
        "() => /easy|medium|hard|expert/.test(document.querySelector('[data-k=missed0]').textContent)"
    )
    (game,) = kept(fingers, "play.done")
    assert not any(line.startswith("note over") for line in game["lines"])
    with page.expect_response("**/api/missed") as found:
        fingers.press("[data-k=missed0]")
    page.wait_for_selector("dialog:last-of-type .clues li")
    assert "Puzzle from your game" in page.locator("dialog:last-of-type h2").inner_text()
    for digit in Solver.from_log(found.value.json()["log"]).codes[0].numbers:
        fingers.press(f"[data-k=digit{digit}]")
    fingers.press("[data-k=check]")
    page.wait_for_selector("dialog:last-of-type .headline.certain")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('[data-k=missed0]').textContent.includes('✓')")


def test_progress_is_that_of_the_terminal(fingers: Fingers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games as files in a folder, one of them left for another."""
    page = fingers.page
    start(fingers, level="regular")
    play_out(fingers, declares=False)
    fingers.press("[data-k=again]")
    page.wait_for_selector("dialog [data-k=deal]")
    fingers.press("[data-k=deal]")
    act(fingers)
    fingers.press("[data-k=leave]")
    fingers.press("[data-k=agree]")
    page.wait_for_selector("dialog [data-k=progress] table")
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    for place, game in enumerate(kept(fingers, "play.done")):
        text = "\n".join([*game["lines"], *([game["note"]] if game["note"] else [])])
        (tmp_path / f"game-{place}.c777").write_text(text + "\n", encoding="utf-8")
    told = json.loads(CliRunner().invoke(main, ["games", "--progress", "--json"]).output)
    assert (told["games"], told["unfinished"]) == (1, 1)
    (level,) = told["levels"]
    cells = page.locator("dialog [data-k=progress] td").all_inner_texts()
    late = "-" if level["late"] is None else f"{level['late']:.1f}"
    assert cells == [level["level"], str(level["games"]), str(level["won"]), str(level["missed"]), late]
    assert told["cards"]
    cards = ", ".join(f"{card} ({count}x)" for card, count in told["cards"][:8])
    assert page.locator("dialog [data-k=overlooked]").inner_text() == f"Answers you overlook, by card: {cards}"
    assert "1 game is not finished." in page.locator("dialog [data-k=progress]").inner_text()
    unfinished = kept(fingers, "play.done")[0]["lines"]
    fingers.press("[data-k=played]")
    page.wait_for_selector("dialog .seat")
    assert lines(fingers) == unfinished


@pytest.fixture
def timed(server: Server, chrome: Any) -> Iterator[Fingers]:
    """A phone whose time passes only when a test says so."""
    context = chrome.new_context(**PHONE)
    page = context.new_page()
    page.clock.install()
    person = Fingers(page, server.url, "tap")
    yield person
    assert person.errors == []
    context.close()


def until(person: Fingers, selector: str) -> None:
    """Let seconds pass until something is there; what the server takes is not measured."""
    for _ in range(400):
        if person.has(selector):
            return
        person.page.clock.run_for(250)
        person.page.wait_for_timeout(10)
    raise AssertionError(f"{selector} does not come")


def test_with_a_time_to_think_the_game_goes_on_by_itself_and_can_be_paused(timed: Fingers) -> None:
    page = timed.page
    start(timed, level="master", pace=10)
    asked = "dialog [data-k=pace] [role=timer], dialog .pad .answer"
    until(timed, asked)
    while timed.has("dialog .pad .answer"):  # a card that asks me waits for me
        before = lines(timed)
        page.clock.run_for(60_000)
        assert lines(timed) == before
        timed.press(".pad .answer")
        until(timed, "dialog [data-k=pace] [role=timer]" if len(lines(timed)) > len(before) else asked)
    before = lines(timed)
    timed.press("[data-k=pause]")
    page.clock.run_for(60_000)
    assert lines(timed) == before
    timed.press("[data-k=pause]")
    until(timed, "dialog [data-k=thinking]")
    assert lines(timed) == before
    until(timed, "dialog [data-k=pace] [role=timer], dialog .pad .answer")
    assert len(lines(timed)) > len(before)


def test_step_by_step_nothing_happens_unasked(timed: Fingers) -> None:
    start(timed, level="master")
    until(timed, "dialog [data-k=go], dialog .pad .answer")
    before = lines(timed)
    timed.page.clock.run_for(600_000)
    assert lines(timed) == before
    assert not timed.has("dialog [data-k=pace]")


def test_a_declaration_is_told_to_be_certain_or_not(fingers: Fingers) -> None:
    page = fingers.page
    start(fingers)
    while not fingers.has("dialog [data-k=go]"):
        act(fingers)
    fingers.press("[data-k=declare]")
    for digit in "777":
        fingers.press(f"[data-k=digit{digit}]")
    fingers.press("[data-k=say]")
    page.wait_for_selector("dialog [data-k=verdict]")
    said = page.locator("dialog [data-k=verdict] span").inner_text()
    assert said == "It was ruled out." or said.startswith("It was not certain: it had ")


def test_a_game_that_cannot_be_gone_on_with_does_not_bar_the_way(fingers: Fingers) -> None:
    """A record of another server, or names that no log can have."""
    page = fingers.page
    start(fingers, "Tom, note")
    page.wait_for_selector("dialog .bad")
    fingers.press("[data-k=leave]")
    page.wait_for_selector("dialog [data-k=deal]")
    page.locator("dialog [data-k=people]").fill("")
    fingers.press("[data-k=deal]")
    page.wait_for_selector("dialog .seat")
    game = kept(fingers)
    game["lines"][3] = "rack Ann G1 Y2 Y2"
    page.evaluate("text => localStorage.setItem('code777.kept.play.game', text)", json.dumps(game))
    page.reload()
    fingers.press("[data-k=play]:not(:disabled)")
    page.wait_for_selector("dialog .bad")
    told = page.locator("dialog .bad").inner_text()
    assert told == "This game cannot be continued: its record was changed, or another server dealt it."
    fingers.press("[data-k=leave]")
    fingers.press("[data-k=agree]")
    page.wait_for_selector("dialog [data-k=deal]")
    fingers.errors.clear()  # the browser tells of answers that were refused


def test_the_pyramid_is_never_under_the_buttons(fingers: Fingers) -> None:
    """With four players its last rows were, on most phones."""
    page = fingers.page
    start(fingers, players=4)

    def look(when: str) -> None:
        for width, height in ((390, 844), (360, 640), (320, 640), (820, 1180)):
            page.set_viewport_size({"width": width, "height": height})
            rows, tray = (page.locator(f"dialog {part}").evaluate_all(BOXES) for part in (".know .row", ".tray"))
            assert len(rows) == 7
            assert rows[0]["top"] >= 0, f"{when}, {width} x {height}"
            assert rows[-1]["bottom"] <= tray[0]["top"] < tray[0]["bottom"] <= height, f"{when}, {width} x {height}"

    page.wait_for_selector("dialog [data-lines]")
    while len(lines(fingers)) < 20 or not fingers.has("dialog [data-k=go]"):
        look("an answer" if fingers.has("dialog .pad .answer") else "others")
        act(fingers, declares=False)
    fingers.press("[data-k=declare]")
    look("declaring")


def test_tiles_are_declared_from_the_pyramid_with_the_marks(fingers: Fingers) -> None:
    """A second pyramid among the buttons pushed these off the screen."""
    page = fingers.page
    fingers.press("[data-k=play]:not(:disabled)")
    for value in ("unique49", "2", "beginner", "0"):
        fingers.press(f"label:has(input[value='{value}'])")
    fingers.press("[data-k=deal]")
    page.wait_for_selector("dialog [data-lines]")
    while not fingers.has("dialog [data-k=declare]"):
        act(fingers)
    fingers.press("[data-k=declare]")
    assert page.locator("dialog .pyramid").count() == 1
    kinds = [one.get_attribute("data-k") for one in page.locator("dialog .kind:not(:disabled)").all()[:4]]
    for kind in (kinds[0], kinds[1], kinds[1], kinds[2], kinds[3]):  # one twice, and one too many
        fingers.press(f"[data-k={kind}]")
    assert page.locator("dialog .slots button").count() == 3
    fingers.press("[data-k=say]")
    page.wait_for_function("() => localStorage.getItem('code777.kept.play.game').includes('declare me ')")
    (said,) = [line.split() for line in lines(fingers) if line.startswith("declare me ")]
    assert sorted(said[2:5]) == sorted(str(kind).removeprefix("kind-") for kind in kinds[:3])
    assert not kept(fingers)["marks"]


def test_on_a_wide_screen_the_sheet_is_no_higher_than_what_it_shows(server: Server, chrome: Any) -> None:
    """It was as high as the screen, and half empty; the answers scroll beside the pyramid."""
    context = chrome.new_context(**{**DESKTOP, "viewport": {"width": 1440, "height": 900}})
    person = Fingers(context.new_page(), server.url)
    for told in (8, 60):
        take_up(person, play(dealt("0"), lines=told).record)
        (sheet,), (tray,), (given,) = (
            person.page.locator(f"dialog{part}").evaluate_all(BOXES) for part in ("", " .tray", " .given")
        )
        assert sheet["bottom"] - tray["bottom"] < 40
        assert given["bottom"] <= tray["bottom"] + 1
        person.page.keyboard.press("Escape")
    context.close()


def test_what_mattered_is_told_by_cards_and_not_by_lines_of_the_log(fingers: Fingers) -> None:
    """`line 54: Ann 16 > told you much; proof: lines 32 42`: on the page nobody sees the log."""
    page, kinds = fingers.page, set[str]()
    texts = {number: card.text for number, card in load_edition("classic").cards.items()}
    people: list[Claim] = [Late("ruled out"), Late("possible"), Late("possible", cards=0), lambda solver: None]
    for claim in people:
        match = play(dealt("0"), claim)
        with page.expect_response(lambda response: response.url.endswith("/api/play")) as found:
            look_back(fingers, match)
        ending = found.value.json()["ending"]
        kinds |= {one["kind"] for one in ending["moments"]}
        shown = page.locator("dialog [data-k=moments]").inner_text()
        assert not re.search(r"\blines?\b|`", page.locator("dialog").inner_text(), re.IGNORECASE)
        for one in ending["moments"]:
            at = one["since"] if one["kind"] == "excluded" else one["line"]
            name, card, *_ = ending["opened"][at - 1].split()
            if name in match.setup.players:
                assert name in shown
                assert texts[int(card)] in shown
            if one["kind"] == "guess":
                assert f"You declared {one['code']}: a guess with a chance of " in shown
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    assert kinds == {"late", "missed", "excluded", "guess", "told"}


BOXES = "nodes => nodes.map((node) => node.getBoundingClientRect().toJSON())"


def test_people_who_share_a_device_see_only_the_racks_of_others(fingers: Fingers) -> None:
    page = fingers.page
    start(fingers, "Tom, Lis")
    page.wait_for_selector("dialog [data-k=turned]")
    assert not fingers.has("dialog .tile")
    for _ in range(4):
        before = lines(fingers)
        page.wait_for_selector(f"dialog [data-k=turned][data-lines='{len(before)}']")
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
        gone_on(fingers, before)
