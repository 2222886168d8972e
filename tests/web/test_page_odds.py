"""The page against the odds: long links, odd storage, storage that is full or forbidden, a server that hangs or fails, plain http."""

from __future__ import annotations

import base64
import json
import os
import signal
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fingers import Fingers
from webserver import PHONE, Server

SHORT = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 >\n"
LINES = SHORT.rstrip("\n").split("\n")
NAMES = ("constructor", "toString", "valueOf", "hasOwnProperty")
"""Names that every object of JavaScript answers to."""
FULL = """() => { let part = "x".repeat(2 ** 20), all = "";
  while (part.length) {
    try { localStorage.setItem("filler", all + part); all += part; }
    catch { part = part.slice(0, part.length / 2); } } }"""
"""Leave no room for another letter."""
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
ROWS = "() => [...document.querySelectorAll('#log li')].map((row) => row.id)"
NOTICED = 20_000
"""Milliseconds in which the page notices a server that hangs, on a machine that is busy."""


@pytest.fixture
def phone(server: Server, chrome: Any) -> Iterator[Callable[..., Fingers]]:
    """Opens the page on phones of their own, with scripts that run before those of the page."""
    contexts = []

    def opened(address: str = "", *, before: str = "", first_time: bool = False, url: str = server.url) -> Fingers:
        context = chrome.new_context(**PHONE)
        contexts.append(context)
        if before:
            context.add_init_script(before)
        return Fingers(context.new_page(), url + address, "tap", first_time=first_time)

    yield opened
    for context in contexts:
        context.close()


def link(text: str) -> str:
    """A log as the part of an address."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#game=" + base64.urlsafe_b64encode(squeezed.compress(text.encode()) + squeezed.flush()).decode().rstrip("=")


def store(person: Fingers, key: str, value: Any) -> None:
    person.page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)",
        [f"code777.{key}", value if isinstance(value, str) else json.dumps(value)],
    )


def game(lines: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": "1",
        "rev": 1,
        "seat": "me",
        "lines": lines,
        "past": [],
        "future": [],
        "created": 0,
        "changed": 0,
    } | more


def again(person: Fingers, current: str = "1") -> None:
    """Come back later, in a new tab of the same browser, to a game."""
    store(person, "current", current)
    person.page.evaluate("() => sessionStorage.clear()")
    person.reload()
    person.page.wait_for_selector("h1")


# Long and odd logs.


def test_a_short_link_to_many_blank_lines(phone: Callable[..., Fingers]) -> None:
    """31,000 blank lines are 142 letters: they froze the page for more than a minute, and at each later visit."""
    bomb = link("\n" * 31_000 + SHORT)
    assert len(bomb) < 200
    person = phone(bomb)
    person.page.get_by_text("That is too long for a game: at most 2,000 lines").wait_for(timeout=10_000)
    person.page.wait_for_selector("[data-k=new]:not(:disabled)", timeout=10_000)
    assert person.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('.game.'))") == []
    # As another version may have stored it: it is not opened, but can be deleted.
    store(person, "game.1", game([""] * 31_000 + LINES))
    store(person, "game.2", game(LINES, id="2"))
    again(person)
    person.page.get_by_text("Your last game cannot be read.").wait_for(timeout=10_000)
    person.press("[data-k=gamelist]")
    assert person.page.locator(".games li").count() == 2
    person.press("[data-k=unreadable] .danger")
    person.press("[data-k=agree]")
    person.page.wait_for_function("() => document.querySelectorAll('.games li').length === 1")
    person.press(".games .game")
    person.settled(4)
    assert person.errors == []


def test_a_long_log_shows_its_newest_lines(phone: Callable[..., Fingers]) -> None:
    person = phone(link(SHORT + "# a remark\n" * 1500))
    person.settled(1504)
    assert person.page.evaluate(ROWS) == [f"line{n}" for n in range(1504, 1304, -1)]
    person.press("[data-k=wholelog]")
    person.page.wait_for_selector("#line1")
    assert len(person.page.evaluate(ROWS)) == 1504
    assert person.errors == []


def test_a_game_that_stopped_the_page_is_not_opened_by_itself(phone: Callable[..., Fingers]) -> None:
    broken = """if (localStorage.getItem("broken")) { const insert = Node.prototype.insertBefore;
      Node.prototype.insertBefore = function (node, next) {
        if (node.id === "line4") throw new Error("stopped");
        return insert.call(this, node, next); } }"""
    person = phone(before=broken)
    person.load(SHORT)
    person.reload()
    person.settled(4)  # nothing stopped: it opens by itself
    person.page.evaluate("() => localStorage.setItem('broken', 'yes')")
    person.reload()
    person.page.wait_for_function("() => localStorage.getItem('code777.drawing')")
    person.page.evaluate("() => localStorage.removeItem('broken')")
    person.reload()
    person.page.get_by_text("The page stopped last time while it opened this game: Ann, Bob, me").wait_for()
    person.reload()  # the player decides
    person.press("[data-k=openit]")
    person.settled(4)
    person.page.wait_for_function("() => !localStorage.getItem('code777.drawing')")
    person.reload()
    person.settled(4)
    assert set(person.errors) == {"stopped"}


def test_odd_data_in_the_storage_is_skipped(phone: Callable[..., Fingers]) -> None:
    person = phone()
    odd: list[Any] = [game([5, None]), game("lines"), 7, "no JSON", [], game(LINES, past=5, seat=7, created="x", own=3)]
    for number, value in enumerate(odd):
        store(person, f"game.{number}", value)
    store(person, "prefs", {"tips": 3, "names": 5, "theme": [], "lang": {}, "token": 1})
    for name in ("play.game", "play.done", "play.wish", "solved", "about", "texts.de"):
        store(person, f"kept.{name}", {"play.game": {"lines": 3}, "play.done": [4], "solved": {"x": 1}}.get(name, 5))
    again(person, "0")
    person.press("[data-k=gamelist]")
    assert person.page.locator("[data-k=unreadable]").count() == 5
    person.press(".games .game")  # the only one with lines
    person.settled(4)
    person.press("[data-k=menu]")
    with person.page.expect_download():
        person.press("#savefile")
    for place, shown in (
        ("#newplay", "[data-k=deal]"),
        ("#newpuzzle", "[data-k=daily]"),
        ("#newgame", "[data-k=next]"),
    ):
        person.press("[data-k=menu]")
        person.press(place)
        person.page.wait_for_selector(shown)
        person.page.keyboard.press("Escape")
    assert person.errors == []


def test_players_called_like_parts_of_the_language(phone: Callable[..., Fingers]) -> None:
    person = phone()
    person.press("[data-k=new]:not(:disabled)")
    person.press("[data-k=next]")
    person._seat([*NAMES, "me"])
    person.press("[data-k=next]")
    racks = ("Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7", "G1 K3 P6")
    for tile in " ".join(racks).split():
        person.press(f"[data-k=kind-{tile}]")
    person.press("[data-k=start]")
    person.settled(6)
    assert person.page.locator(".seats .seat").count() == 4
    for count, line in enumerate(("constructor 16 <", "toString 10 3", "declare toString 566 right"), 7):
        person.enter(line)
        person.settled(count)
    assert person.text("[data-k=seat-toString] .points") == "1/3"
    person.press("[data-k=seat-constructor]")
    person.page.locator("dialog .tile").first.wait_for()
    person.page.keyboard.press("Escape")
    # The same from the log alone.
    person.page.route("**/api/table", lambda route: route.abort())
    person.reload()
    person.page.wait_for_selector(".away")
    assert person.text("[data-k=seat-toString] .points") == "1/3"
    assert person.page.locator("[data-k=seat-valueOf] .tile").all_inner_texts() == ["4", "7", "7"]
    assert [error for error in person.errors if "ERR_FAILED" not in error] == []


# Storage.


def test_storage_is_forbidden(phone: Callable[..., Fingers]) -> None:
    """It was an empty page."""
    person = phone(before=FORBIDDEN, first_time=True)
    person.page.get_by_text("This browser keeps nothing.").wait_for()
    assert person.text(".away") == "not saved"
    assert "Nothing you enter is saved" in person.text("[data-k=note]")
    person.load(SHORT)
    person.press("[data-k=tip]")
    person.enter("Bob 10 3")
    person.settled(5)
    person.press("[data-k=undo]")
    person.settled(4)
    assert person.page.get_by_text("This browser keeps nothing.").count() <= 1  # said once
    person.press("[data-k=menu]")
    person.press("#mygames")
    assert person.page.locator(".games li").count() == 1
    assert person.errors == []


def test_storage_is_full(phone: Callable[..., Fingers]) -> None:
    """The racks just entered were dropped, and so was each further line."""
    person = phone()
    person.press("[data-k=new]:not(:disabled)")
    person.press("[data-k=next]")
    person._seat(["Ann", "me"])
    person.press("[data-k=next]")
    for tile in ("Y2", "K5", "B7"):
        person.press(f"[data-k=kind-{tile}]")
    person.page.evaluate(FULL)
    person.press("[data-k=start]")
    person.page.get_by_text("This browser has no room left.").wait_for()
    person.settled(3)
    person.enter("Ann 11 2")
    person.settled(4)
    assert person.text("#line3 .what").split() == ["Ann", "2", "5", "7"]
    assert person.text(".away") == "not saved"
    assert person.stored is None
    with person.page.expect_event("dialog") as leaving:  # the browser asks before it is lost
        person.page.evaluate("() => setTimeout(() => location.reload())")
    assert leaving.value.type == "beforeunload"
    leaving.value.dismiss()
    person.page.evaluate("() => localStorage.removeItem('filler')")
    person.enter("me 16 <")  # there is room again: the whole game is stored
    person.page.wait_for_selector(".away", state="detached")
    assert person.lines == ["edition classic", "players Ann me", "rack Ann Y2 K5 B7", "Ann 11 2", "me 16 <"]
    person.reload()
    person.settled(5)
    assert person.errors == []


# The network.


def test_a_server_that_hangs(phone: Callable[..., Fingers]) -> None:
    """It was never noticed, and a reload hung although the browser has every file."""
    own = Server()
    assert own.process is not None
    person = phone(url=own.url)
    person.load(SHORT)
    person.page.wait_for_function("() => navigator.serviceWorker.controller")
    os.kill(own.process.pid, signal.SIGSTOP)
    try:
        person.enter("Bob 10 3")
        person.page.get_by_text("server unreachable").wait_for(timeout=NOTICED)
        person.page.reload(wait_until="commit", timeout=NOTICED)
        person.page.wait_for_selector("#line5", timeout=NOTICED)
        person.enter("me 22 =")
        assert person.lines == [*LINES, "Bob 10 3", "me 22 ="]
    finally:
        os.kill(own.process.pid, signal.SIGCONT)
    person.settled(6)
    person.page.wait_for_selector(".away", state="detached")
    own.stop()


def test_a_server_that_fails(phone: Callable[..., Fingers]) -> None:
    """The header blinked twice a second, with a request each time, for as long as the server answered 500."""
    person = phone()
    person.load(SHORT)
    page = person.page
    asked: list[str] = []
    page.on("request", lambda request: "/api/" in request.url and asked.append(request.url))
    page.route("**/api/table", lambda route: route.fulfill(status=500, json={"error": {"code": "x", "message": "x"}}))
    page.evaluate(
        """() => { window.blinks = 0; new MutationObserver(() => { const now = !!document.querySelector('.away');
        if (now !== window.away) window.blinks += 1; window.away = now; })
        .observe(document.getElementById('top'), { childList: true, subtree: true }); }"""
    )
    person.enter("Bob 10 3")
    page.get_by_text("server problem").wait_for()
    page.wait_for_timeout(5000)
    assert page.evaluate("() => window.blinks") == 1
    assert len(asked) <= 6
    person.press("[data-k=menu]")
    person.press("#sharegame")  # another request that is answered changes nothing
    page.wait_for_selector("img.qr")
    page.keyboard.press("Escape")
    assert page.evaluate("() => window.blinks") == 1
    page.unroute("**/api/table")
    person.settled(5)
    page.wait_for_selector(".away", state="detached")
    assert page.evaluate("() => window.blinks") == 2


def test_caches_of_other_pages_stay(phone: Callable[..., Fingers]) -> None:
    person = phone()
    person.page.wait_for_function("() => navigator.serviceWorker.controller")
    before = person.page.evaluate(
        """async () => { for (const name of ["photos", "code777-pocket-1", "code777-0123456789ab"]) await caches.open(name);
        const worker = (await navigator.serviceWorker.getRegistration()); await worker.unregister();
        return caches.keys(); }"""
    )
    person.reload()
    person.page.evaluate(
        """async () => { while (await caches.has("code777-0123456789ab")) await new Promise((go) => setTimeout(go, 50)); }"""
    )
    assert set(person.page.evaluate("() => caches.keys()")) == set(before) - {"code777-0123456789ab"}


# Copying over plain http, and the token.

PLAIN_HTTP = "Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });"


def test_copying_over_plain_http(phone: Callable[..., Fingers]) -> None:
    person = phone(before=PLAIN_HTTP)
    person.load(SHORT)
    person.press("[data-k=menu]")
    person.press("#sharegame")
    wanted = person.page.locator("[data-k=link]").input_value()
    person.press("[data-k=copy]")
    person.page.get_by_text("Copied.").wait_for()
    assert person.page.evaluate("() => document.getElementById('toasts').matches(':popover-open')")  # before the sheet
    person.page.evaluate("() => { document.querySelector('[data-k=link]').removeAttribute('readonly'); }")
    person.page.locator("[data-k=link]").fill("")
    person.page.keyboard.press("Control+V")
    assert person.page.locator("[data-k=link]").input_value() == wanted
    person.page.evaluate("() => { document.execCommand = () => false; }")
    person.press("[data-k=copy]")
    person.page.get_by_text("Copy the selected text yourself.").wait_for()
    assert person.page.evaluate("() => getSelection().toString() || document.activeElement.value") == wanted
    assert person.errors == []


def test_a_link_does_not_replace_the_token(phone: Callable[..., Fingers]) -> None:
    person = phone("#token=mine")
    token = "() => JSON.parse(localStorage.getItem('code777.prefs')).token"
    assert person.page.evaluate(token) == "mine"  # there was none
    for answer, then in (("text=Cancel", "mine"), ("[data-k=agree]", "other")):
        person.page.goto(person.page.url + "#token=other")
        person.reload()
        person.page.get_by_text("Use the token in the link?").wait_for()
        assert person.page.evaluate(token) == "mine"
        assert "token" not in person.page.url
        person.press(answer)
        person.page.wait_for_selector("[data-k=new]:not(:disabled)")
        assert person.page.evaluate(token) == then
    assert person.errors == []
