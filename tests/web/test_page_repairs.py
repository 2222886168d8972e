"""Former faults of the page, and features of its second edition: each is tried as a person would."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fingers import Fingers
from webserver import DESKTOP, PHONE, Server

from code777solver import Solver

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
CERTAIN = EXAMPLE + "me 7 1\nCid 21 =\nAnn 15 <\nBob 19 <\n"
CONTRADICTED = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nBob 17 >\nAnn 11 3\n"
SHORT = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 >\n"
WON = "option points_to_win 1\nplayers Ann me\nrack Ann Y2 N4 R5\nAnn 1 1\nme 2 1\ndeclare Ann 245 right\n"


def choose_racks(person: Fingers) -> None:
    """The wizard up to three tiles."""
    person.press("[data-k=menu]")
    person.press("#newgame")
    person.press("[data-k=next]")
    person.press("[data-k=next]")
    for tile in ("Y2", "K5", "B7"):
        person.press(f"[data-k=kind-{tile}]")


def test_a_tap_beside_the_wizard_keeps_its_tiles(fingers: Fingers) -> None:
    choose_racks(fingers)
    fingers.page.mouse.click(200, 5)
    assert fingers.page.locator(".fillrack .slot .tile").count() == 3
    fingers.page.keyboard.press("Escape")  # asks
    fingers.press("[data-k=agree]")
    fingers.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    fingers.press("[data-k=new]")  # what was entered is still there
    assert fingers.page.locator(".fillrack .slot .tile").count() == 3


def test_back_closes_a_sheet_and_then_leaves_the_page(fingers: Fingers) -> None:
    fingers.load(SHORT)
    fingers.press("[data-k=menu]")
    fingers.press("#settings")
    fingers.page.wait_for_selector("dialog[open] input[value=dark]")
    fingers.page.go_back()
    fingers.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    assert fingers.lines == SHORT.rstrip("\n").split("\n")
    fingers.press("[data-k=go]")
    fingers.press("[data-k=card8]")
    fingers.press("[data-k='answer5']")
    fingers.settled(5)
    fingers.page.wait_for_function("() => !history.state?.sheet")  # nothing is left in the history


def test_the_second_tap_of_a_double_tap_does_not_fall_through(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    fingers.press("[data-k=go]")
    fingers.press("[data-k=card7]")
    box = fingers.page.locator("[data-k=answer1]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers.page.mouse.dblclick(x, y)
    fingers.settled(20)
    assert not fingers.has("dialog[open]")


@pytest.mark.parametrize(
    ("text", "told"), [("Dear Ann,\nhow are you?\n", "not a game: line 1: "), ("", "not a game: the file is empty")]
)
def test_a_file_that_is_no_log_is_refused(fingers: Fingers, text: str, told: str) -> None:
    fingers.load(SHORT)
    with fingers.page.expect_file_chooser() as chooser:
        fingers.press("[data-k=menu]")
        fingers.press("#openfile")
    chooser.value.set_files({"name": "letter.txt", "mimeType": "text/plain", "buffer": text.encode()})
    fingers.page.get_by_text(told).wait_for()
    assert fingers.lines == SHORT.rstrip("\n").split("\n")


def test_a_sheet_notices_that_another_tab_has_logged(server: Server, chrome: Any) -> None:
    context = chrome.new_context(**PHONE)
    one = Fingers(context.new_page(), server.url, "tap")
    one.load(SHORT)
    two = Fingers(context.new_page(), server.url, "tap")
    two.settled(4)
    two.press("[data-k=go]")
    one.enter("Bob 10 3")
    two.page.get_by_text("Another tab has logged a line meanwhile.").wait_for()
    context.close()


def test_show_texts_keeps_the_card_and_the_place(fingers: Fingers) -> None:
    fingers.load(SHORT)
    fingers.press("[data-k=go]")
    fingers.press("[data-k=card21]")
    fingers.press("[data-k=list]")
    assert fingers.page.locator("[aria-pressed=true]").get_attribute("data-k") == "card21"
    fingers.page.evaluate("() => { document.querySelector('.list').scrollTop = 300; }")
    fingers.press("[data-k=card8]")
    assert fingers.page.evaluate("() => document.querySelector('.list').scrollTop") > 100
    fingers.press("[data-k=list]")


def test_a_skipped_look_at_my_old_tiles_is_no_warning(fingers: Fingers) -> None:
    fingers.load(CERTAIN)
    fingers.press("[data-k=sure]")  # the strip is the button
    fingers.press("[data-k=right]")
    fingers.press("[data-k=unknown]")
    fingers.settled(24)
    assert fingers.lines[-1] == "declare me 467 right"
    assert not fingers.has("#line24 .odd")


def test_a_refused_change_is_told_without_lines_and_without_what_could_be_typed(fingers: Fingers) -> None:
    """It was `Line 3 would then fail: the rack of Ann has no tiles in the log: log `rack Ann ...` first`."""
    log = "players Ann me\nrack Ann Y2 K5 B7\nAnn 16 >\nme 7 1\ndeclare Ann 257 right\n"
    fingers.load(log)
    fingers.press("[data-k=line2]")
    fingers.press(".danger")
    toast = fingers.page.locator(".toast.bad")
    toast.wait_for()
    assert (
        toast.inner_text() == "Something logged later would then be impossible: the rack of Ann has no tiles in the log"
    )
    fingers.settled(5)
    assert fingers.lines == log.rstrip("\n").split("\n")


def test_names_with_spaces(fingers: Fingers) -> None:
    fingers.press("[data-k=new]")
    fingers.press("[data-k=next]")
    fingers._seat(["Mary Ann", "me"])
    fingers.press("[data-k=next]")
    for tile in ("Y2", "K5", "B7"):
        fingers.press(f"[data-k=kind-{tile}]")
    fingers.press("[data-k=start]")
    fingers.settled(3)
    assert fingers.lines[1] == "players Mary_Ann me"
    assert "Mary Ann" in fingers.text("[data-k=go]")
    assert "Mary Ann" in fingers.text(".seat")


def test_two_keys_for_a_card_and_one_for_its_answer(server: Server, chrome: Any) -> None:
    context = chrome.new_context(**DESKTOP)
    person = Fingers(context.new_page(), server.url, "keys")
    person.load(EXAMPLE)
    for key in "12>":
        person.page.keyboard.press(key)
    person.settled(20)
    assert person.lines[-1] == "me 12 >"
    context.close()


def test_the_strip_is_as_high_whatever_it_shows(fingers: Fingers) -> None:
    heights = set()
    for log in (SHORT, EXAMPLE, CERTAIN, CONTRADICTED):
        fingers.load(log)
        heights.add(fingers.page.locator(".hero").bounding_box()["height"])
    assert len(heights) == 1


def test_the_strip_shows_what_is_proved(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    assert fingers.page.locator(".slots3 .tile").all_inner_texts() == ["4", "6", "?"]
    assert fingers.text(".may") == "third: 1 5 7"
    solver = Solver.from_log(EXAMPLE)
    assert {code.numbers.replace("4", "", 1).replace("6", "", 1) for code in solver.codes} == {"1", "5", "7"}


def test_racks_are_counted_where_tiles_are_declared(fingers: Fingers) -> None:
    log = "edition unique49\nplayers Ann me\nrack Ann Y2 K5 B7\n"
    fingers.load(log)
    assert fingers.shown_count() == len(Solver.from_log(log).candidates)
    assert "racks left" in fingers.text(".hero .count")
    assert not fingers.has(".corner.right .code")  # each is less likely than 1%


# The ending, and sharing.


def test_the_ending(fingers: Fingers) -> None:
    fingers.load(WON)
    assert "Ann has won" in fingers.text("[data-k=go]")
    fingers.press("[data-k=go]")
    fingers.page.wait_for_selector(".chart path")
    assert fingers.text(".scores .won").split() == ["Ann", "1"]
    assert fingers.page.locator(".chart path[stroke]").count() == 2
    fingers.press("[data-k=again]")
    fingers.page.wait_for_selector(".fillrack")  # the same players, so only tiles are asked for
    assert fingers.page.locator(".fillrack").count() == 1


def test_a_game_as_a_picture(fingers: Fingers) -> None:
    fingers.load(WON)
    fingers.press("[data-k=go]")
    with fingers.page.expect_download() as download:
        fingers.press("[data-k=picture]")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_game_as_a_link(fingers: Fingers, chrome: Any) -> None:
    fingers.load(EXAMPLE)
    fingers.press("[data-k=menu]")
    fingers.press("#sharegame")
    fingers.page.wait_for_function("() => document.querySelector('img.qr')?.naturalWidth > 50")
    link = fingers.page.locator("[data-k=link]").input_value()
    sent: list[str] = []
    context = chrome.new_context(**PHONE)
    page = context.new_page()
    page.on("request", lambda request: sent.append(request.url))
    other = Fingers(page, link, "tap")
    other.settled(19)
    assert "\n".join(other.lines) + "\n" == EXAMPLE
    assert "game=" not in page.url
    assert all("game=" not in url for url in sent)
    page.goto(link.partition("#")[0] + "#game=nonsense")
    page.reload()
    page.get_by_text("This link holds no game.").wait_for()
    context.close()


def test_the_board_on_the_first_page_is_true() -> None:
    text = (Path(__file__).parents[2] / "code777solver/web/static/demo.js").read_text()
    solver = Solver("classic", ["Ann", "Bob", "Cid", "me"])
    for name, tiles in (("Ann", "Y2 K5 B7"), ("Bob", "G6 G6 R5"), ("Cid", "N4 P7 Y7")):
        solver.rack(name, tiles)
    assert f"codes: {len(solver.codes)}," in text
    told = re.findall(r'player: "(\w+)", card: (\d+), answer: "(.)", codes: (\d+)', text)
    for name, card, answer, codes in told:
        solver.tell(f"{name} {card} {answer}")
        assert len(solver.codes) == int(codes)
    assert len(told) == 3
    assert solver.solved


def test_another_game_asks_for_its_own_next_player(server: Server, chrome: Any) -> None:
    """Beside the board the player of the game before stayed chosen."""
    context = chrome.new_context(**DESKTOP)
    person = Fingers(context.new_page(), server.url)
    person.load(SHORT)
    assert person.page.locator(".dock input[value=Bob]").is_checked()
    person.load(EXAMPLE)
    assert person.text(".turn") == "You answer"
    assert person.page.locator(".dock input[value=me]").is_checked()
    context.close()
