"""Parts that tests share: Ctrl-C, and for those of the page and of the server a running server and a browser."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest
import webserver
from fingers import Fingers


def pytest_configure() -> None:
    """A shell that starts the tests in the background may ignore Ctrl-C; commands that the tests start must not inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that drives the browser."""
    for item in items:
        if "chrome" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server() -> Iterator[webserver.Server]:
    """A server that is never stopped; a test that ends one starts its own."""
    with webserver.Server() as running:
        yield running


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    """A browser. While it lives it holds the event loop of this thread, so it does not outlive its module."""
    with webserver.browser() as running:
        yield running


@pytest.fixture
def fingers(server: webserver.Server, chrome: Any) -> Iterator[Fingers]:
    """A phone at the page; no error may appear in its console."""
    context = chrome.new_context(**webserver.PHONE)
    person = Fingers(context.new_page(), server.url, "tap")
    person.page.set_default_timeout(90_000)  # the first puzzle or game of a kind compiles
    yield person
    assert person.errors == []
    context.close()
