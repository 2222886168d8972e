"""Nothing is lost: reloads, a server that dies and comes back, two tabs, several games, files, the token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fingers import Fingers
from webserver import PHONE, Server

from code777solver import Solver

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
SHORT = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 >\n"


@pytest.fixture
def context(chrome: Any) -> Iterator[Any]:
    found = chrome.new_context(**PHONE)
    yield found
    found.close()


def test_a_reload_goes_on_with_the_game(server: Server, context: Any) -> None:
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(SHORT)
    person.enter("Bob 10 3")
    person.settled(5)
    person.reload()
    person.settled(5)
    person.press("[data-k=undo]")  # the history is kept, too
    person.settled(4)
    assert person.lines == SHORT.rstrip("\n").split("\n")
    assert person.errors == []


def test_a_change_is_stored_before_it_is_sent(server: Server, context: Any) -> None:
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(SHORT)
    sent: list[str] = []
    person.page.on("request", lambda request: request.method == "POST" and sent.append(request.post_data))
    person.page.evaluate(
        """() => { const send = window.fetch; window.seen = [];
        window.fetch = (path, options) => { window.seen.push(Object.values(localStorage).join()); return send(path, options); }; }"""
    )
    person.enter("Bob 10 3")
    person.settled(5)
    assert "Bob 10 3" in sent[0]
    assert "Bob 10 3" in person.page.evaluate("() => window.seen[0]")


def test_the_server_dies_and_comes_back(context: Any) -> None:
    server = Server()
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(SHORT)
    server.stop(at_once=True)
    for line in ("Bob 10 3", "me 22 =", "Ann 12 ="):  # the turn goes round without a server
        assert line.split()[0] in person.text("[data-k=go]")
        person.enter(line)
        person.page.wait_for_selector(".away")
    assert person.lines == [*SHORT.rstrip("\n").split("\n"), "Bob 10 3", "me 22 =", "Ann 12 ="]
    assert person.text(".last").split() == ["Ann", "12", "="]
    server.start()
    person.page.wait_for_selector(".away", state="detached")
    person.settled(7)
    solver = Solver.from_log("\n".join(person.lines))
    assert person.shown_count() == len(solver.codes)
    person.enter("Bob 17 <")
    person.settled(8)
    server.stop()


def test_a_reload_while_the_server_is_away(context: Any) -> None:
    server = Server()
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(SHORT)
    person.page.wait_for_function("() => navigator.serviceWorker.controller")  # all files are kept
    server.stop(at_once=True)
    person.reload()
    person.page.wait_for_selector(".away")
    assert person.text("#line4").split()[:4] == ["4", "Ann", "16", ">"]
    assert person.lines == SHORT.rstrip("\n").split("\n")
    person.enter("Bob 10 3")  # logging goes on
    assert person.lines[-1] == "Bob 10 3"
    server.start()
    person.settled(5)
    person.enter("me 22 =")
    person.settled(6)
    server.stop()


def test_a_game_begun_and_reloaded_without_a_server(context: Any) -> None:
    server = Server()
    person = Fingers(context.new_page(), server.url, "tap")
    person.page.wait_for_function("() => navigator.serviceWorker.controller")  # all files are kept
    person.page.wait_for_selector("[data-k=new]:not(:disabled)")
    server.stop(at_once=True)
    person.reload()
    person.press("[data-k=new]:not(:disabled)")
    person.press("[data-k=next]")
    person._seat(["Ann", "me"])
    person.press("[data-k=next]")
    for tile in ("Y2", "K5", "B7"):
        person.press(f"[data-k=kind-{tile}]")
    person.press("[data-k=start]")
    person.enter("Ann 11 2")
    person.reload()
    assert "me" in person.text("[data-k=go]")
    person.enter("me 16 <")
    assert person.lines == ["edition classic", "players Ann me", "rack Ann Y2 K5 B7", "Ann 11 2", "me 16 <"]
    server.start()
    person.settled(5)
    assert person.shown_count() == len(Solver.from_log("\n".join(person.lines)).codes)
    server.stop()


def test_what_was_impossible_is_told_when_the_server_is_back(context: Any) -> None:
    server = Server()
    person = Fingers(context.new_page(), server.url, "tap")
    person.load("players Ann me\nrack Ann Y2 K5 B7\n")
    server.stop(at_once=True)
    person.enter("Ann 11 2")
    person.page.wait_for_selector(".away")
    person.press("[data-k=more]")
    person.press("[data-k=do-line]")
    person.page.locator("#typed").fill("Zoe 3 1")
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("() => document.querySelector('.last').textContent === 'Zoe 3 1'")
    server.start()
    person.page.wait_for_selector(".is-refused")
    assert "'Zoe' is neither a player" in person.text(".is-refused .bad")
    assert person.lines[-1] == "Zoe 3 1"  # kept, for the player to fix
    person.press("[data-k=line4]")
    person.press("text=Delete")
    person.settled(3)
    server.stop()


def test_two_tabs_do_not_overwrite_each_other(server: Server, context: Any) -> None:
    one = Fingers(context.new_page(), server.url, "tap")
    one.load(SHORT)
    two = Fingers(context.new_page(), server.url, "tap")
    two.settled(4)
    one.enter("Bob 10 3")
    one.settled(5)
    two.settled(5)  # told by the browser
    assert two.lines == one.lines
    # Now the second tab does not hear of it in time.
    two.page.evaluate("() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true)")
    two.page.evaluate(
        """() => { const key = 'code777.game.' + sessionStorage.getItem('code777.current');
        const game = JSON.parse(localStorage.getItem(key));
        game.lines.push('me 22 ='); game.rev += 1; localStorage.setItem(key, JSON.stringify(game)); }"""
    )
    two.enter("Bob 17 <")  # a new line goes behind the other's
    two.settled(7)
    assert two.lines[-2:] == ["me 22 =", "Bob 17 <"]
    two.page.evaluate(
        """() => { const key = 'code777.game.' + sessionStorage.getItem('code777.current');
        const game = JSON.parse(localStorage.getItem(key));
        game.lines.pop(); game.rev += 1; localStorage.setItem(key, JSON.stringify(game)); }"""
    )
    two.press("[data-k=line4]")
    two.press("text=Delete")  # any other change is not made on a log that is out of date
    two.page.get_by_text("changed in another tab").wait_for()
    two.settled(6)
    assert two.lines == [*SHORT.rstrip("\n").split("\n"), "Bob 10 3", "me 22 ="]


def test_several_games_and_files(server: Server, context: Any) -> None:
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(SHORT)
    person.load(EXAMPLE)
    person.press("[data-k=menu]")
    with person.page.expect_download() as download:
        person.press("#savefile")
    assert re.fullmatch(r"game-\d{4}-\d\d-\d\d\.c777", download.value.suggested_filename)
    assert Path(download.value.path()).read_text(encoding="utf-8") == EXAMPLE
    person.press("[data-k=menu]")
    person.press("#mygames")
    assert person.page.locator(".games li").count() == 2
    person.press(".games li:nth-child(2) .game")
    person.settled(4)
    assert "\n".join(person.lines) + "\n" == SHORT
    person.press("[data-k=menu]")
    person.press("#mygames")
    person.press(".games li.on .danger")
    person.press(".actions .danger")
    person.page.wait_for_selector(".welcome", state="attached")
    assert person.page.locator(".games li").count() == 1


def test_the_note_sheet(server: Server, context: Any) -> None:
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(EXAMPLE)
    person.press("[data-k=menu]")
    person.press("#notesheet")
    person.page.wait_for_function("() => document.querySelector('.paper img')?.naturalWidth > 100")
    assert person.errors == []


def test_names_and_notes_are_text(server: Server, context: Any) -> None:
    person = Fingers(context.new_page(), server.url, "tap")
    note = "note <img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    person.load(SHORT + note + "\n# </li><b id=bold>x</b>\n")
    assert note.removeprefix("note ") in person.text("#line5")
    assert not person.has("#bold")
    assert not person.has("main img")
    assert person.page.title() == "Code 777"
    assert person.errors == []


def test_the_token(context: Any) -> None:
    with Server("--host", "0.0.0.0") as server:
        token = server.printed[0].partition("#token=")[2]
        assert len(token) > 20
        url = f"http://127.0.0.1:{server.port}/"
        person = Fingers(context.new_page(), url, "tap")
        person.page.get_by_text("This server needs a token").wait_for()
        person.page.goto(f"{url}#token={token}")
        person.reload()
        person.page.wait_for_selector("[data-k=new]:not(:disabled)")
        assert token not in person.page.url
        person.page.goto(url)
        person.page.wait_for_selector("[data-k=new]:not(:disabled)")  # it is remembered
