"""The engine of the pocket, in Chromium: it answers what the same function answers here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pocket
import pytest
from webserver import PHONE

from code777solver.web.solver_cache import Recall
from code777solver.web.worker import answer

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
BREAKER = "pack breaker-4\nAS 2H 3D 1 2 0\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chrome: Any) -> Iterator[Any]:
    with pocket.FileServer(pocket.built(tmp_path_factory.getbasetemp().parent)) as server:
        context = chrome.new_context(**PHONE)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(server.url)
        yield page
        context.close()


def here(name: str, **body: object) -> tuple[int, Any]:
    status, _, content = answer(name, json.dumps(body).encode(), Recall())
    text = content.decode()
    return status, text if text.startswith("<") else json.loads(text)


def check(page: Any, name: str, **body: object) -> None:
    found, expected = pocket.ask(page, name, **body), here(name, **body)
    assert found[0] == expected[0], found[1]
    pocket.same(found[1], expected[1], name)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_known_games(page: Any, path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    steps = [step["after_lines"] for step in case["steps"]]
    for lines in sorted({steps[len(steps) // 2], len(case["log"])}):
        log = "\n".join(case["log"][:lines])
        check(page, "analyze", log=log)
        check(page, "table", log=log)


REQUESTS: list[tuple[str, dict[str, object]]] = [
    ("enter", {"log": EXAMPLE, "text": "nonsense"}),
    ("enter", {"log": "players Ann me\nrack Ann Y2 K5 B7\n", "text": "11 2"}),
    ("whatif", {"log": EXAMPLE, "lines": ["Ann 3 1"]}),
    ("analyze", {"log": EXAMPLE, "silence": 0.5, "depth": 2}),
    ("opponents", {"log": EXAMPLE}),
    ("explain", {"log": EXAMPLE, "claim": "no 6", "lang": "de"}),
    ("hint", {"log": EXAMPLE, "level": 4}),
    ("notes", {"log": EXAMPLE, "notes": ["no 6", "has B7"]}),
    ("drew", {"log": EXAMPLE, "cards": [1, 10, 18]}),
    ("diagnose", {"log": EXAMPLE}),
    ("check", {"log": EXAMPLE + "Ann 99 1\n"}),
    ("advise", {"log": EXAMPLE, "lang": "nl"}),
    ("sheet", {"log": EXAMPLE, "lang": "fr"}),
    ("answer", {"guess": "AR 2R 3P", "code": "AR 3W 5P"}),
    ("breaker", {"log": ""}),
]


@pytest.mark.parametrize(("name", "body"), REQUESTS, ids=[f"{i}-{one[0]}" for i, one in enumerate(REQUESTS)])
def test_every_request(page: Any, name: str, body: dict[str, object]) -> None:
    check(page, name, **body)
