"""The page's modules on their own: the tests in tests/web/units, each a function that raises, run in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from webserver import DESKTOP, Server

UNITS = Path(__file__).parent / "units"
TESTS = [
    (path.name, name)
    for path in sorted(UNITS.glob("*.js"))
    if path.name != "assert.js"
    for name in re.findall(r"^export (?:async )?function (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.fixture(scope="module")
def page(server: Server, chrome: Any) -> Iterator[Any]:
    """The page itself, which also serves the folder of tests."""
    context = chrome.new_context(**DESKTOP, service_workers="block")
    found = context.new_page()
    found.route("**/units/*.js", lambda route: route.fulfill(path=UNITS / route.request.url.rpartition("/")[2]))
    found.set_default_timeout(90_000)  # however busy the machine is
    found.goto(server.url)
    yield found
    context.close()


@pytest.mark.parametrize(("file", "name"), TESTS, ids=[name for _, name in TESTS])
def test_unit(page: Any, file: str, name: str) -> None:
    page.evaluate("async ([file, name]) => { await (await import(`/units/${file}`))[name](); }", [file, name])
