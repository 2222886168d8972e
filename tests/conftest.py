"""Every run of the tests is the same, and neither reads nor writes the user's own cache files.

Also what the tests of the page and of the server share: a running server and a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import webserver
from hypothesis import settings

from code777solver.core.arrays import arrays_for
from code777solver.rules.editions import load_edition

settings.register_profile("seeded", derandomize=True, database=None, deadline=None)
settings.load_profile("seeded")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables are made afresh once a session, so that no stale file hides a change of the package.

    The classic ones are made before the first test: a command says on stderr that it makes tables, and which test
    would see that line depended on the order of the tests.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CODE777_CACHE", str(tmp_path_factory.mktemp("cache")))
        arrays_for(load_edition("classic"))
        yield


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
