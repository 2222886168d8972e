"""Every test, and every example of the docs, finds the same surroundings: on any machine, for any user, in any terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from code777solver.core.arrays import arrays_for
from code777solver.rules.editions import load_edition

settings.register_profile("seeded", derandomize=True, database=None, deadline=None)
settings.load_profile("seeded")

SURROUNDINGS = {"LANG": "C.UTF-8", "TERM": "xterm", "TZ": "UTC", "COLUMNS": "80", "LINES": "24"}
"""Environment of every test; other variables that would change the output are removed."""
TAKEN_AWAY = (
    *("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME"),
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
    *("PYTHONIOENCODING", "PYTHONUTF8", "PYTHONWARNINGS", "PROMPT_TOOLKIT_NO_CPR", "INPUTRC"),
)
PAGES_THAT_PLAY = ("docs/howto/strategy.md", "docs/simulation.md")
"""Their examples compile the tables of whole games."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(PAGES_THAT_PLAY):
            item.add_marker("minutes")


@pytest.fixture(scope="session", autouse=True)
def _same_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The same language, colours, width and folders everywhere; nothing of the user's own is read or written. What a test
    saves under a plain name lands in a folder that is thrown away, not in the project.

    Compiled tables are made afresh once a session, so that no stale file hides a change of the package. The classic ones are
    made before the first test: a command says on stderr that it makes tables, and which test would see that line
    depended on the order of the tests.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name in TAKEN_AWAY or name.startswith("CODE777_"):
                patch.delenv(name)
        for name, value in SURROUNDINGS.items():
            patch.setenv(name, value)
        patch.setenv("CODE777_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CODE777_GAMES", str(tmp_path_factory.mktemp("games")))
        patch.setenv("CODE777_STATE", str(tmp_path_factory.mktemp("state")))
        patch.chdir(tmp_path_factory.mktemp("here"))
        arrays_for(load_edition("classic"))
        yield
