"""The documentation site: built with warnings as errors, whole, and complete without a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from webserver import DESKTOP, PHONE

import code777solver

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LOADS = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "use": ("href", "xlink:href"),
    "image": ("href", "xlink:href"),
}
"""The elements that make a browser load something, and where they say what. For links see below."""
LOADING_LINKS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"}
LAZY = (
    "/mermaid",
    "/glightbox",
    "/resize-observer-polyfill",
    "api.github.com",
    "clipboardjs",
)
"""Addresses in the theme's script that are used only by features which the site does not have."""


def build(folder: Path, config: Path = ROOT / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(folder)]
    plain = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=plain)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stderr
    return folder


class _Loads(HTMLParser):
    """Collects what a page makes a browser load, and the names that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        self.loaded += [given[name] for name in LOADS.get(tag, ()) if name in given]
        if tag == "link" and LOADING_LINKS & set(given.get("rel", "").split()):
            self.loaded.append(given.get("href", ""))
        self.loaded += re.findall(r"url\(([^)]*)\)", given.get("style", ""))


def look(page: Path) -> _Loads:
    found = _Loads()
    found.feed(page.read_text(encoding="utf-8"))
    return found


# What is loaded.


def test_the_look_at_pages_can_fail(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<link rel="stylesheet" href="//a/b.css"><script src="https://c/d.js"></script><img src="e.png">')
    assert look(page).loaded == ["//a/b.css", "https://c/d.js", "e.png"]


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        for address in look(page).loaded:
            assert not re.match(r"\s*(\w+:)?//", address), f"{page.name} loads {address}"
            if not address.startswith(("data:", "#")):
                start = site if address.startswith("/") else page.parent  # 404.html is shown at any address
                assert (start / re.split(r"[?#]", address.lstrip("/"))[0]).exists(), f"{page.name}: no {address}"


def test_styles_pictures_and_scripts_load_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*"):
        if path.suffix in (".css", ".svg"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(url\(|@import)\s*['\"]?\s*(https?:)?//", text), path.name
        if path.suffix == ".svg":
            assert not re.search(r"href=[\"'](https?:)?//", text), path.name
        if path.suffix == ".js" and path.parent.name == "javascripts":
            found = re.findall(r"https://[\w.-]+\.[a-z]+/[\w./-]*", path.read_text(encoding="utf-8"))
            assert [address for address in found if not any(known in address for known in LAZY)] == []


def test_pages_and_search_work_from_a_folder(site: Path, chrome: Any) -> None:
    """A browser opens the files, without a server: nothing is asked for beyond the folder, and the search finds a page."""
    asked: list[str] = []
    broken: list[str] = []
    page = chrome.new_context(**DESKTOP).new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto((site / "index.html").as_uri())
    page.click("input.md-search__input")
    page.wait_for_selector(".md-search-result__meta:has-text('Type to start')")  # the index is there
    page.keyboard.type("reshuffle")
    page.wait_for_selector(".md-search-result__item a")
    results = page.locator(".md-search-result__item > a").evaluate_all("links => links.map(link => link.href)")
    for name in ("cards.html", "api/solver.html", "worked.html"):
        page.goto((site / name).as_uri())
        assert page.locator("h1").first.inner_text()
    assert broken == []
    assert len(results) > 3
    assert all(address.startswith(("file:", "data:", "about:")) for address in asked + results)


@pytest.mark.parametrize(("scheme", "screen"), [("light", DESKTOP), ("dark", PHONE)], ids=["desktop", "phone"])
def test_pages_can_be_read_by_everybody(scheme: str, screen: dict[str, Any], site: Path, chrome: Any) -> None:
    """Contrast, names, keyboard: axe finds nothing serious."""
    page = chrome.new_context(**screen, color_scheme=scheme).new_page()
    for name in ("index", "cards", "start/programmers"):
        page.goto((site / f"{name}.html").as_uri())
        found = Axe().run(page).response["violations"]
        serious = [
            (rule["id"], rule["nodes"][0]["html"]) for rule in found if rule["impact"] in ("serious", "critical")
        ]
        assert serious == [], name


# What is there.


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml with any tags of its plugins."""


_Loader.add_multi_constructor("!", lambda loader, tag, node: None)


def nav_pages(entries: object) -> list[str]:
    if isinstance(entries, str):
        return [entries]
    parts = entries.values() if isinstance(entries, dict) else entries
    assert not isinstance(parts, str)
    return [page for part in parts for page in nav_pages(part)]  # type: ignore[attr-defined]


def test_the_navigation_has_every_page_once() -> None:
    pages = nav_pages(yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)["nav"])
    assert sorted(pages) == sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize(
    ("page", "text", "complaint"),
    [
        ("lost.md", "# Lost\n", "lost.md"),
        ("index.md", "[nowhere](nowhere.md)\n", "nowhere.md"),
        ("index.md", "[no such part](other.md#part)\n", "#part"),
        ("index.md", "![no picture](none.svg)\n", "none.svg"),
    ],
)
def test_the_build_is_strict(page: str, text: str, complaint: str, tmp_path: Path) -> None:
    """With the settings of the site: a page without a place, a dead link, part or picture ends the build."""
    config = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)
    config |= {"docs_dir": "docs", "site_dir": "site", "nav": ["index.md", "other.md"]}
    config |= {"plugins": ["search"], "hooks": []}
    (tmp_path / "docs").mkdir()
    for name in ("index.md", "other.md"):
        (tmp_path / "docs" / name).write_text(f"# {name}\n", encoding="utf-8")
    shutil.copytree(DOCS / "assets", tmp_path / "docs" / "assets")
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    done = build(tmp_path / "site", tmp_path / "mkdocs.yml")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "docs" / page).open("a", encoding="utf-8") as file:
        file.write(text)
    done = build(tmp_path / "site", tmp_path / "mkdocs.yml")
    assert done.returncode == 1
    assert complaint in done.stderr


def test_the_reference_has_every_public_name(site: Path) -> None:
    """Each public name that stands on a page of the reference is there to be linked to once it is built."""
    named = [
        name
        for page in sorted((DOCS / "api").glob("*.md"))
        for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(named) == len(set(named))
    assert {f"code777solver.{name}" for name in code777solver.__all__} <= set(named)
    anchors = set[str]().union(*(look(page).anchors for page in (site / "api").glob("*.html")))
    assert [name for name in named if name not in anchors] == []


def test_the_reference_has_the_members_of_classes(site: Path) -> None:
    anchors = set[str]().union(*(look(page).anchors for page in (site / "api").glob("*.html")))
    top, results = "code777solver", "code777solver.results"
    classes = {top: ("Solver", "Batch", "Breaker", "SeatView", "Edition"), results: ("Results", "Proof")}
    for module, name in [(module, name) for module, names in classes.items() for name in names]:
        found = getattr(import_module(module), name)
        members = [member for member in vars(found) if not member.startswith("_")]
        assert members
        assert [member for member in members if f"{module}.{name}.{member}" not in anchors] == []


def test_examples_of_docstrings_are_shown_as_code(site: Path) -> None:
    page = (site / "api" / "solver.html").read_text(encoding="utf-8")
    assert page.count('class="gp"') > 10, "prompts"
    assert "<p>&gt;&gt;&gt;" not in page
    assert "<blockquote>" not in page


def test_examples_are_marked_as_sessions() -> None:
    """An example with prompts is `pycon`, which separates typed text from printed text."""
    for page in [ROOT / "README.md", *DOCS.rglob("*.md")]:
        assert not re.search(r"^```python\n>>>", page.read_text(encoding="utf-8"), re.MULTILINE), page.name


def test_without_the_pocket_logs_are_only_read(site: Path) -> None:
    """The boxes to try them in (docs/try_it.py) need its engine: nothing of them is there."""
    assert not (site / "pocket").exists()
    assert "try.js" not in (site / "worked.html").read_text(encoding="utf-8")
