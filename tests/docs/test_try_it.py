"""The boxes of the site in which logs can be tried, in Chromium, from a plain file server: they say what the library says."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import in_pocket
import pytest
from axe_playwright_python.sync_playwright import Axe
from webserver import DESKTOP, PHONE

from code777solver import Solver

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
LOG = re.compile(r"^```c777\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("worked", "notation", "cards")


def logs(page: Path) -> list[str]:
    """The logs of a page that need no file of their own."""
    return [log.rstrip("\n") for log in LOG.findall(page.read_text(encoding="utf-8")) if ".toml" not in log]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site with the engine in it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(ROOT / "mkdocs.yml"), "-d", str(folder)]
    settings = {"NO_MKDOCS_2_WARNING": "1", "CODE777_POCKET": str(in_pocket.built(tmp_path_factory))}
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, **settings}
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[in_pocket.FileServer]:
    with in_pocket.FileServer(site) as running:
        yield running


@pytest.fixture
def reader(server: in_pocket.FileServer, chrome: Any) -> Iterator[Any]:
    """A page that reaches nothing but the server, and shows no error."""
    broken: list[str] = []
    with in_pocket.the_world() as (proxy, outside):
        context = chrome.new_context(**PHONE, base_url=server.url, proxy={"server": proxy, "bypass": "127.0.0.1"})
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.on("console", lambda message: message.type == "error" and broken.append(message.text))
        yield page
        context.close()
    assert outside == []
    assert broken == []


def says(box: Any, count: str) -> None:
    """Wait until a box says how many codes are left."""
    box.locator(".try-count", has_text=re.compile(rf"^{count} left")).wait_for()


def left(log: str) -> str:
    """Text with the numbers of codes and racks that are left, by the library."""
    solver = Solver.from_log(log)
    codes, racks = len(solver.codes), len(solver.candidates)
    return f"{codes} code{'s' * (codes != 1)} left, {racks} rack{'s' * (racks != 1)}"


def test_a_reader_edits_the_worked_game(reader: Any) -> None:
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url))
    reader.goto("worked.html")
    assert not any("/pocket/" in address for address in asked), "the engine is loaded before anybody wants it"
    reader.get_by_role("button", name="Try it").click()
    box = reader.locator(".try-box")
    (log,) = logs(ROOT / "docs" / "worked.md")
    assert box.locator("textarea").input_value() == log
    chances = [[code.numbers, f"{100 * code.probability:.1f} %"] for code in Solver.from_log(log).codes]
    box.locator(".try-count").wait_for()
    assert box.locator(".try-count").inner_text() == left(log)
    assert [row.split() for row in box.locator("ol > li").all_inner_texts()] == [
        [code, *chance.split()] for code, chance in chances
    ]
    start = "\n".join(log.split("\n")[:3])
    seen = {left(log)}
    for line in ("Ann 16 <", "Bob 22 >  # no comment", "Ann 1 1"):
        start += f"\n{line}"
        box.locator("textarea").fill(start)
        reader.wait_for_function(
            "wanted => document.querySelector('.try-count')?.innerText === wanted", arg=left(start)
        )
        seen.add(left(start))
    assert len(seen) == 4
    box.get_by_role("button", name="As printed").click()
    reader.wait_for_function("wanted => document.querySelector('.try-count')?.innerText === wanted", arg=left(log))
    box.get_by_role("button", name="Close").click()
    assert reader.locator(".language-c777").first.is_visible()
    assert not reader.locator(".try-box").count()


def test_the_box_shows_that_the_engine_is_loaded(reader: Any, server: in_pocket.FileServer) -> None:
    server.gives_engine.clear()
    reader.goto("worked.html")
    reader.get_by_role("button", name="Try it").click()
    reader.locator(".try-found progress").wait_for()
    reader.locator("textarea").fill("players Ann me\nrack Ann Y2 K5 B7")
    server.gives_engine.set()
    reader.locator(".try-count", has_text=left("players Ann me\nrack Ann Y2 K5 B7")).wait_for()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Bob 10 3", "Bob 99 3"), "line 6: no card 99 in edition 'classic' (cards 1-23)"),
        (("rack Bob G6 G6 R5", ""), "rack Bob and its tiles are missing."),
        (("players Ann Bob me", "players Ann Bob Cid"), "Nobody here is me, so there is nobody to help."),
        (("Ann 16 >", "Ann 1 2"), "line 5: nothing fits all answers up to here"),
        (("rack Ann", "rack <img src=x onerror=alert(1)>"), "at this table (racks"),
    ],
    ids=["card", "rack", "me", "contradiction", "markup"],
)
def test_a_wrong_log_is_told_in_a_line(change: tuple[str, str], said: str, reader: Any) -> None:
    reader.goto("notation.html")
    reader.get_by_role("button", name="Try it").first.click()
    field = reader.locator("textarea")
    assert change[0] in field.input_value()
    field.fill(field.input_value().replace(*change))
    reader.locator(".try-found p", has_text=said).first.wait_for()


def test_every_card_has_a_box(reader: Any) -> None:
    """All open at once, with one engine; each says what the table says."""
    started: list[Any] = []
    reader.on("worker", lambda one: "engine" in one.url and started.append(one))
    reader.goto("cards.html")
    rows = reader.locator("tr:has(code.try)")
    assert rows.count() == 23
    wanted = [row.locator("td").last.inner_text() for row in rows.all()]
    for row in rows.all():
        row.get_by_role("button", name="Try").click()
    for box, count in zip(reader.locator(".try-row .try-box").all(), wanted, strict=True):
        says(box, f"{count} codes?")
    assert len(started) == 1


@pytest.mark.parametrize("name", PAGES)
def test_every_log_has_a_box(name: str, reader: Any) -> None:
    found = logs(ROOT / "docs" / f"{name}.md")
    reader.goto(f"{name}.html")
    buttons = reader.locator(".language-c777 + .try-button")
    assert buttons.count() == len(found)
    for _ in found:
        buttons.first.click()  # which then is no longer right below its log
    for box, log in zip(reader.locator(".md-content__inner > .try-box").all(), found, strict=True):
        box.locator(".try-count", has_text=left(log)).wait_for()


def test_logs_of_all_pages_can_be_read() -> None:
    """Each gets a box, so each must say something."""
    found = [log for page in (ROOT / "docs").rglob("*.md") for log in logs(page)]
    assert len(found) > 8
    for log in found:
        assert Solver.from_log(log).candidates, log


def test_a_log_with_files_has_no_box(reader: Any) -> None:
    reader.goto("howto/card.html")
    assert reader.locator(".language-c777").count()
    assert not reader.locator(".try-button").count()


def test_a_page_opened_from_a_folder_says_what_it_needs(site: Path, chrome: Any) -> None:
    page = chrome.new_context(**DESKTOP).new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto((site / "worked.html").as_uri())
    page.get_by_role("button", name="Try it").click()
    assert "only from a web server" in page.locator(".try-error").inner_text()
    assert page.locator(".language-c777").first.is_visible()
    assert broken == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boxes_can_be_read_by_everybody(scheme: str, server: in_pocket.FileServer, chrome: Any) -> None:
    page = chrome.new_context(**PHONE, color_scheme=scheme, base_url=server.url).new_page()
    page.set_default_timeout(120_000)
    page.goto("cards.html")
    page.locator("tr:has(code.try)").nth(15).get_by_role("button", name="Try").click()
    box = page.locator(".try-box")
    says(box, "26 codes")
    field = box.locator("textarea")
    field.fill(f"{field.input_value()}\nBob 99 1\n")
    box.locator(".try-error").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    inside = box.bounding_box()
    assert inside["x"] >= 0
    assert inside["x"] + inside["width"] <= PHONE["viewport"]["width"]
    found = Axe().run(page).response["violations"]
    assert [rule["id"] for rule in found if rule["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("there", [True, False], ids=["with Node", "without"])
def test_the_site_is_built_with_the_pocket_or_says_that_it_is_not(
    there: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    ran: list[str] = []
    for name in ("NO_MKDOCS_2_WARNING", "CODE777_POCKET"):
        monkeypatch.setenv(name, "")  # so that it is put back
    monkeypatch.setattr(shutil, "which", lambda name: name if there else None)
    monkeypatch.setattr(dev, "run", lambda *command, **_: ran.append(str(command[-1])))
    assert dev.site("build", "--strict")[1:] == ("-m", "mkdocs", "build", "--strict")
    assert ran == (["pocket/build.py"] if there else [])
    assert os.environ["CODE777_POCKET"] == (str(ROOT / "build" / "pocket") if there else "")
    assert ("logs of the site cannot be tried" in capsys.readouterr().out) is not there
