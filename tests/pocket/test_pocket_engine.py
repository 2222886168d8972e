"""The engine of the pocket, in Chromium: it answers what the same function answers here.

Most tests ask an engine that began with a kept memory, as all do but the first; `test_pocket_page` plays with a first one too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import in_pocket
import pytest
from reference import random_game
from webserver import PHONE

from code777solver.web.api import ENDPOINTS
from code777solver.web.match import level_infos
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
PLAYED = "pack breaker-4\nAS 2H 3D 1 2 0\n"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chrome: Any) -> Iterator[Any]:
    with in_pocket.FileServer(in_pocket.built(tmp_path_factory)) as server:
        context = chrome.new_context(**PHONE)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(server.url)
        in_pocket.reopen(page)
        assert in_pocket.engine(page)["remembers"]
        yield page
        context.close()


def here(name: str, **body: object) -> tuple[int, Any]:
    status, _, content = answer(name, json.dumps(body).encode(), SolverCache())
    text = content.decode()
    return status, text if text.startswith("<") else json.loads(text)


def check(page: Any, name: str, **body: object) -> None:
    found, expected = in_pocket.ask(page, name, **body), here(name, **body)
    assert found[0] == expected[0], found[1]
    in_pocket.same(found[1], expected[1], name)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_known_games(page: Any, path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    steps = [step["after_lines"] for step in case["steps"]]
    for lines in sorted({steps[len(steps) // 2], len(case["log"])}):
        log = "\n".join(case["log"][:lines])
        check(page, "analyze", log=log)
        check(page, "table", log=log)


def test_a_game_with_swaps_of_my_own_tiles(page: Any) -> None:
    lines = random_game(random.Random(12), "classic", 4, 8, swap_prob=0.3, declare_prob=0.5)[0]
    assert any(line.startswith("swap me") for line in lines)
    check(page, "table", log="\n".join(lines))
    check(page, "review", log="\n".join(lines))


def test_large_arrays_are_added(page: Any) -> None:
    """NumPy then looks for a function that a browser does not have: see BACKTRACE in pocket/contents.py."""
    case = json.loads((CASES[0].parent / "stronghold-220.json").read_text(encoding="utf-8"))
    check(page, "opponents", log="\n".join(case["log"]))


MISSED = next(field.example for field in ENDPOINTS["missed"].fields if field.name == "log")
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
    ("play", {"log": "players Ann me\nnote play 4711 Ann club\n"}),
    ("play", {"log": "players Ann me\nnote play 4711 Ann club\n", "act": "go on", "lang": "de"}),
    *(("play", {"log": f"players Ann me\nnote play 4711 Ann {one.name}\n", "act": "go on"}) for one in level_infos()),
    *(
        ("play", {"log": f"edition {name}\nplayers Ann me\nnote play 4711 Ann master\n", "act": "go on"})
        for name in ("stronghold", "code77", "unique49")
    ),
    ("missed", {"log": MISSED, "solution": "yes", "lang": "nl"}),
    ("progress", {"games": ["note play 1 Ann club\nnote over won late 6 cards 1 10", "note play 2 Ann club"]}),
    ("answer", {"guess": "AR 2R 3P", "code": "AR 3W 5P"}),
    ("daily", {"day": "2026-11-17", "hint": 4, "lang": "de"}),
    ("daily", {"day": "2027-02-28", "solution": "yes"}),
    ("puzzle", {"seed": "17", "level": "hard"}),
    ("puzzle", {"seed": "5", "edition": "stronghold", "solution": "yes"}),
    ("puzzle", {"seed": "daily 2031-01-01"}),
    ("review", {"log": EXAMPLE}),
    ("qr", {"text": "http://127.0.0.1/"}),
    *(("breaker", {"log": f"pack {name}\n"}) for name in ("breaker", "breaker-4", "breaker-kids")),
]


def test_every_endpoint_is_asked() -> None:
    assert {name for name, _ in REQUESTS} | {"table"} == set(ENDPOINTS)


@pytest.mark.parametrize(("name", "body"), REQUESTS, ids=[f"{i}-{one[0]}" for i, one in enumerate(REQUESTS)])
def test_every_request(page: Any, name: str, body: dict[str, object]) -> None:
    check(page, name, **body)


@pytest.mark.parametrize("log", [PLAYED, "pack race\nme red\nfirst me\n"], ids=["off the plan", "race"])
def test_code_breaker_without_a_search(page: Any, log: str) -> None:
    """The codes left and what each guess would tell are exact; only how many more guesses it takes is not known."""
    status, found = in_pocket.ask(page, "breaker", log=log)
    assert status == 200, found
    _, expected = here("breaker", log=log)
    in_pocket.same(found["analysis"]["codes"], expected["analysis"]["codes"])
    assert found["table"] == expected["table"]
    assert found["analysis"]["best"]


def test_playing_on_is_refused_in_a_sentence(page: Any) -> None:
    status, found = in_pocket.ask(page, "advise", log=EXAMPLE, samples=10)
    assert status == 422
    assert "no second opinion here" in found["error"]["message"]


_ABORTED = """async () => {
  const { ask } = await import(new URL("static/transport.js", location.href).href);
  const called = new AbortController();
  const body = JSON.stringify({ seed: "17", edition: "unique49", level: "expert" });
  const slow = ask("/api/puzzle", { method: "POST", body, signal: called.signal });
  setTimeout(() => called.abort(), 500);
  return slow.catch((error) => error.name);
}"""


def test_long_work_is_ended_when_nobody_waits_for_it(page: Any) -> None:
    started: list[Any] = []
    page.on("worker", lambda one: started.append(one))  # noqa: PLW0108
    assert page.evaluate(_ABORTED) == "AbortError"
    check(page, "table", log=EXAMPLE)
    assert len(started) == 1  # a second engine, in the place of the first
