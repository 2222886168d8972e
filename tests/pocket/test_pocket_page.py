"""The page without a server, in Chromium: whole games by taps without a network, its start, its updates, its limits."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import in_pocket
import pytest
import taps
from fingers import Fingers
from reference import random_game
from webserver import PHONE

from code777solver import Solver, read_log
from code777solver.table.notation import format_event

MOST_BYTES = 10_000_000
GAMES = [("classic", 4, 8, 12), ("stronghold", 3, 3, 0), ("code77", 2, 3, 2), ("unique49", 3, 2, 8)]


class Visit(NamedTuple):
    """A phone that has opened the pocket, the server of its files, and what it asked the rest of the world."""

    server: in_pocket.FileServer
    context: Any
    outside: list[str]

    def open(self) -> Fingers:
        return Fingers(self.context.new_page(), self.server.url, "tap")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return in_pocket.built(tmp_path_factory)


@pytest.fixture
def visit(folder: Path, chrome: Any) -> Iterator[Visit]:
    with in_pocket.FileServer(folder) as server, in_pocket.the_world() as (proxy, outside):
        context = chrome.new_context(**PHONE, proxy={"server": proxy, "bypass": "127.0.0.1"})
        yield Visit(server, context, outside)
        context.close()
    assert outside == []


def ready(person: Fingers) -> None:
    """Everything is kept."""
    person.page.get_by_text("Ready without a network.").wait_for()


def canonical(lines: list[str]) -> list[str]:
    return [format_event(step.event) for step in read_log("\n".join(lines)).steps]


def test_whole_games_without_a_network(visit: Visit) -> None:
    person = visit.open()
    ready(person)
    assert visit.server.sent < MOST_BYTES
    visit.server.stop()
    for edition, players, cards, seed in GAMES:
        lines = random_game(random.Random(seed), edition, players, cards, swap_prob=0.1, declare_prob=0.5)[0]
        dealt = next(i for i, line in enumerate(lines) if i > 1 and not line.startswith("rack"))
        person.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        person.reload()
        person.set_up(lines[:dealt])
        for count, line in enumerate(lines[dealt:], dealt + 1):
            person.enter(line)
            person.settled(count)
        person.reload()
        person.settled(len(lines))
        assert canonical(person.lines) == canonical(lines)
        solver = Solver.from_log("\n".join(lines))
        if solver.belief.is_full:
            target = solver.edition.rules.target
            assert person.shown_count() == len(solver.codes if target == "numbers" else solver.candidates)
    assert person.errors == []
    visit.server.start()


def test_a_game_is_entered_while_the_engine_loads(visit: Visit) -> None:
    visit.server.gives_engine.clear()
    person = visit.open()
    page = person.page
    page.locator(".loading").wait_for()
    page.evaluate(
        """() => { localStorage.setItem("code777.game.1", JSON.stringify({ id: "1", rev: 1, seat: "me",
           lines: ["players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5"],
           past: [], future: [], created: 0, changed: 0 })); sessionStorage.setItem("code777.current", "1"); }"""
    )
    page.reload()
    page.locator(".seat").first.wait_for()
    person.enter("Ann 16 <")
    person.enter("Bob 10 3")
    assert person.lines[3:] == ["Ann 16 <", "Bob 10 3"]
    assert not page.locator(".hero .count").count()
    visit.server.gives_engine.set()
    person.settled(5)
    assert person.shown_count() == len(Solver.from_log("\n".join(person.lines)).codes)
    assert person.errors == []


MOST_PYTHON, MOST_SCRIPTS = 100_000_000, 50_000_000
"""Bytes: Python's memory after a long evening, and what the page's own scripts use beside it."""


def test_200_lines_take_little_memory(visit: Visit) -> None:
    """A long evening, asked about every few lines and entered to its end, keeps within a small part of a phone's memory."""
    lines = in_pocket.long_game()
    person = visit.open()
    for count in range(5, 190, 5):
        assert in_pocket.ask(person.page, "table", log="\n".join(lines[:count]))[0] == 200
    person.load("\n".join(lines[:190]))
    for count, line in enumerate(lines[190:], 191):
        person.enter(line)
        person.settled(count)
    assert canonical(person.lines) == canonical(lines)
    assert person.shown_count() == len(Solver.from_log("\n".join(lines)).codes)
    assert 0 < in_pocket.engine(person.page)["memory"] < MOST_PYTHON
    assert in_pocket.script_heap(person.page) < MOST_SCRIPTS


_DAMAGED = """async (how) => {
  const name = (await caches.keys()).find((one) => one.startsWith("code777-memory-"));
  const cache = await caches.open(name);
  const [request] = await cache.keys();
  const kept = await cache.match(request);
  let bytes = new Uint8Array(await kept.arrayBuffer());
  if (how === "half") bytes = bytes.subarray(0, bytes.length / 2);
  if (how === "empty") bytes.fill(0);
  if (how === "changed") {
    const text = new TextDecoder("latin1").decode(bytes);
    for (let at = 0; (at = text.indexOf('"solved":false', at) + 1); ) bytes[at + 1] = "S".charCodeAt(0);
  }
  await cache.put(request, new Response(bytes, { headers: kept.headers }));
}"""


@pytest.mark.parametrize("how", ["half", "empty", "changed"])
def test_a_damaged_memory_is_not_used(how: str, visit: Visit) -> None:
    """The engine then starts from the beginning, and keeps its memory again."""
    page = visit.open().page
    in_pocket.reopen(page)
    assert in_pocket.engine(page)["remembers"]
    page.evaluate(_DAMAGED, how)
    page.reload()
    log = "players Ann me\nrack Ann Y2 K5 B7\n"
    status, found = in_pocket.ask(page, "analyze", log=log)
    assert (status, found["racks"]) == (200, len(Solver.from_log(log).candidates))
    assert not in_pocket.engine(page)["remembers"]
    in_pocket.reopen(page)
    assert in_pocket.engine(page)["remembers"]


def test_an_update_waits_until_the_player_takes_it(folder: Path, tmp_path: Path, chrome: Any) -> None:
    copy = tmp_path / "pocket"
    shutil.copytree(folder, copy)
    with in_pocket.FileServer(copy) as server:
        context = chrome.new_context(**PHONE)
        person = Fingers(context.new_page(), server.url, "tap")
        ready(person)
        before = server.sent
        (copy / "api" / "about.json").write_text(json.dumps({"version": "newer"}))
        script = (copy / "sw.js").read_text()
        files = json.loads(script.split("const FILES = ")[1].split(";\n")[0])
        newer = script.replace(files["api/about.json"], "0" * 16).replace('VERSION = "', 'VERSION = "1')
        (copy / "sw.js").write_text(newer)
        person.reload()
        person.page.locator("[data-k=newer]").wait_for()
        assert server.sent - before < 100_000  # only what has changed
        kept = "() => fetch('api/about.json').then((response) => response.json()).then((found) => found.version)"
        assert person.page.evaluate(kept) != "newer"
        with person.page.expect_navigation():
            person.press("[data-k=newer]")
        assert person.page.evaluate(kept) == "newer"
        context.close()


def test_a_log_in_a_link_stays_text(visit: Visit) -> None:
    bad = "<img src=x onerror=document.title='ran'> <script>document.title='ran'</script>"
    log = f"players Ann me\nrack Ann Y2 K5 B7  # {bad}\n# {bad}\n"
    packed = (
        "async (text) => { const bytes = new Uint8Array(await new Response(new Response(text).body.pipeThrough("
        "new CompressionStream('deflate-raw'))).arrayBuffer()); return btoa(String.fromCharCode(...bytes))"
        ".replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''); }"
    )
    person = visit.open()
    letters = person.page.evaluate(packed, log)
    person.page.goto("about:blank")
    person.page.goto(f"{visit.server.url}#game={letters}")
    person.settled()
    assert person.lines == log.rstrip("\n").split("\n")
    assert person.page.title() == "Code 777"
    assert not person.page.locator("main img, main script").count()


def test_nothing_outside_is_reached_and_no_text_is_run(visit: Visit) -> None:
    person = visit.open()
    page = person.page
    refused = "() => fetch('http://example.org/').then(() => 'reached', () => 'refused')"
    assert page.evaluate(refused) == "refused"
    page.evaluate(
        "() => { const one = document.createElement('script'); one.textContent = 'window.ran = 1'; document.body.append(one); }"
    )
    assert page.evaluate("() => window.ran") is None
    assert "Content Security Policy" in " ".join(person.errors)


def test_what_needs_compiled_code_is_not_offered(visit: Visit) -> None:
    person = visit.open()
    person.press("[data-k=puzzle]")
    labels = person.page.locator("dialog[open] .choice").inner_text()
    assert "four racks" in labels
    assert "49" not in labels


def test_no_second_opinion_is_offered(visit: Visit) -> None:
    """Playing on needs compiled code; what the policy says is there."""
    person = visit.open()
    person.load("\n".join(in_pocket.long_game()))
    person.press("[data-k=advice]")
    sheet = person.page.locator("dialog[open]")
    assert sheet.locator(".lean").count() == 1
    assert not sheet.locator("[data-k=playon]").count()


def test_the_browser_is_asked_to_keep_games(folder: Path, chrome: Any) -> None:
    with in_pocket.FileServer(folder) as server:
        context = chrome.new_context(**PHONE)
        context.add_init_script(
            "window.asked = 0; StorageManager.prototype.persist = () => Promise.resolve(Boolean(++window.asked))"
        )
        person = Fingers(context.new_page(), server.url, "tap")
        in_pocket.ask(person.page, "check", log="")
        in_pocket.ask(person.page, "check", log="")
        assert person.page.evaluate("() => window.asked") == 1
        context.close()


@pytest.mark.parametrize(
    ("log", "figures"),
    [
        ("pack breaker-4\nAS 2H 3D 1 2 0\n", r"\d+\.\d\d bits"),
        ("pack race\nme red\nfirst me\n", r"(\d\.\d\d guesses on average, \d at worst · )?\d+\.\d\d bits"),
    ],
    ids=["off the plan", "race"],
)
def test_code_breaker_leaves_out_what_it_cannot_tell(log: str, figures: str, visit: Visit) -> None:
    """The number of further guesses off a plan, and the winner of a race, are not shown."""
    person = visit.open()
    person.load(log)
    rows = person.page.locator(".bestrow small").all_inner_texts()
    assert rows
    for row in rows:
        assert re.fullmatch(figures + "( · cannot be the code)?", row), row
    if "race" in log:
        assert "Codes left for them:" in person.text("[aria-label=race]")
    assert person.errors == []


def test_a_game_against_the_computer_without_a_network_left_in_the_middle_and_gone_on_with(visit: Visit) -> None:
    person = visit.open()
    ready(person)
    visit.server.stop()
    taps.start(person)
    taps.left_in_the_middle(person)
    taps.play_out(person)
    assert person.page.locator("dialog .way li").count() >= 1
    taps.found_true(person)
    person.press("[data-k=again]")
    person.page.wait_for_selector("dialog [data-k=progress] table")
    assert person.errors == []
    visit.server.start()
