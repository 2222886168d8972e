"""Look and texts of the page: four languages, light and dark, accessibility by axe, sizes of what is tapped, weight."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from fingers import Fingers
from screens import EXAMPLE, walk
from webserver import DESKTOP, PHONE, Server

from code777solver.lang import LANGUAGES, language
from code777solver.web.page_files import page_files

STATIC = Path(__file__).parents[2] / "code777solver" / "web" / "static"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(server: Server, chrome: Any, scheme: str) -> None:
    context = chrome.new_context(**PHONE, color_scheme=scheme)
    person = Fingers(context.new_page(), server.url, "tap")
    found = []
    for name in walk(person):
        result = Axe().run(person.page, options={"runOnly": RULES}).response
        assert result["passes"], name
        found += [
            f"{name}: {one['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
            for one in result["violations"]
            for node in one["nodes"]
        ]
    assert found == [], "\n".join(found)
    dark = person.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", dark)[:3])) < 200) == (scheme == "dark")
    assert person.errors == []
    context.close()


TEXTS = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.add(walk.currentNode.textContent.trim());
  for (const node of document.querySelectorAll('[aria-label], [title], [alt]')) {
    for (const name of ['aria-label', 'title', 'alt']) if (node.hasAttribute(name)) found.add(node.getAttribute(name));
  }
  return [...found];
}"""


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language(server: Server, chrome: Any, code: str) -> None:
    """No English text is left on any screen, and cards and proofs are shown in the language."""
    context = chrome.new_context(**{**PHONE, "locale": code})
    person = Fingers(context.new_page(), server.url, "tap")
    t, shown = language(code), set[str]()
    person.page.wait_for_selector("[data-k=new]:not(:disabled)")
    for _ in walk(person):
        shown |= set(person.page.evaluate(TEXTS))
    english = {text for text, found in t.texts.items() if found != text}
    meant = set(t.texts.values())
    assert shown & english - meant == set()
    for text in ("Card and answer", "More black or more brown tiles?", "Best to hear", "Who plays?"):
        assert t(text) in shown
    assert person.page.evaluate("() => document.documentElement.lang") == code
    says = t("the others show {count} more {first}").partition("{")[0].casefold()
    assert any(text.casefold().startswith(says) for text in shown)
    context.close()


def test_choosing_language_and_colours(server: Server, chrome: Any) -> None:
    context = chrome.new_context(**PHONE)
    person = Fingers(context.new_page(), server.url, "tap")
    person.load(EXAMPLE)
    person.press("[data-k=menu]")
    person.press("#settings")
    person.press("input[value=nl]")
    person.page.get_by_role("heading", name="Instellingen").wait_for()
    person.press("input[value=dark]")
    person.reload()
    person.settled(19)
    assert "Kaart en antwoord" in person.text("[data-k=go]")
    assert person.page.evaluate("() => getComputedStyle(document.body).colorScheme") == "dark"
    context.close()


@pytest.mark.parametrize("size", ["320x640", "390x844", "820x1180", "844x390", "1440x900"])
def test_nothing_sticks_out_and_all_can_be_tapped(server: Server, chrome: Any, size: str) -> None:
    width, height = map(int, size.split("x"))
    context = chrome.new_context(**{**DESKTOP, "viewport": {"width": width, "height": height}})
    person = Fingers(context.new_page(), server.url, "click")
    for name in walk(person):
        wide = person.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} px too wide"
        small = person.page.evaluate(
            """() => [...document.querySelectorAll('dialog[open] button, body:not(:has(dialog[open])) button')]
            .map((node) => [node.outerHTML.slice(0, 100), node.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24)).map(([html]) => html)"""
        )
        assert small == [], name
    context.close()


def test_weight_and_files() -> None:
    """All files together, compressed as they are sent; what a first visit loads is measured by benchmarks/web.py."""
    assert sum(len(file.zipped) for name, file in page_files().items() if not name.startswith("screen-")) < 140_000


def test_the_files_that_are_kept_for_later_are_all_of_them() -> None:
    """A reload without a server needs every file but the worker that keeps them."""
    files = page_files()
    kept = set(json.loads(re.findall(rb"^const FILES = (.*);$", files["sw.js"].content, re.MULTILINE)[0]))
    shown_once = {"sw.js", "index.html", "screen-phone.png", "screen-desktop.png"}
    wanted = {f"/static/{name}" for name in files if name not in shown_once}
    assert kept == wanted | {"/"}  # the page itself


def test_nothing_is_read_as_markup_or_comes_from_elsewhere() -> None:
    for path in STATIC.iterdir():
        if path.suffix == ".png":
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|Function\(", text
        )
        assert not re.search(r"\son\w+=", text.replace(" onclick=", "")) or path.suffix != ".html"
        for address in re.findall(r"https?://[^\s\"'`)]+", text):
            assert address == "http://www.w3.org/2000/svg", f"{path.name}: {address}"
