"""The interface fuzzed from its own description: no server error for any request, and answers as they are described."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import checks
from webserver import Server

from code777solver.web.api import ENDPOINTS
from code777solver.web.openapi import describe

pytestmark = pytest.mark.minutes

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
HOW_MANY = 25

schema = schemathesis.openapi.from_dict(describe())


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--seconds", "60") as running:
        yield running


@schema.parametrize()
@settings(
    max_examples=HOW_MANY, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
def test_the_description_holds(case: Any, server: Server) -> None:
    """Any log is text that fits the description, so a refusal (422) of a fitting request is right; so is 413."""
    response = case.call(base_url=server.url.rstrip("/"), timeout=120)
    excluded = [checks.positive_data_acceptance, checks.unsupported_method]
    if response.status_code == 413:
        excluded.append(checks.negative_data_rejection)
    case.validate_response(response, excluded_checks=excluded)


def _logs() -> st.SearchStrategy[str]:
    """Logs with lines dropped, doubled, moved and mistyped: nearer to real trouble than any text."""
    lines = EXAMPLE.rstrip("\n").split("\n")
    other = [
        "reshuffle",
        "swap Bob G6 Y7",
        "declare me 467 right",
        "rack me ?",
        "penalty Ann",
        "Ann 13 = ?",
        "edition unique49",
    ]
    return st.lists(st.sampled_from([*lines, *other]), max_size=24).map("\n".join) | st.lists(
        st.integers(0, len(lines) - 1), max_size=6
    ).map(lambda gone: "\n".join(line for i, line in enumerate(lines) if i not in gone))


@pytest.mark.parametrize("name", [name for name, one in ENDPOINTS.items() if one.fields[0].name == "log"])
def test_mangled_games(name: str, server: Server) -> None:
    required = {field.name: field.example for field in ENDPOINTS[name].fields if field.required}
    client = httpx.Client(base_url=server.url, timeout=120)
    seen: set[int] = set()

    @settings(max_examples=HOW_MANY, deadline=None, derandomize=True, database=None)
    @given(_logs())
    def play(log: str) -> None:
        found = client.post(f"api/{name}", json=required | {"log": log})
        assert found.status_code in (200, 422), found.text
        seen.add(found.status_code)
        if found.status_code == 422:
            assert found.json()["error"]["code"] in ("bad_line", "refused"), found.text

    play()
    assert (200 in seen) == (name not in ("play", "missed"))  # no record of a game, no deduction that was missed


def test_everything_is_described() -> None:
    paths = describe()["paths"]
    assert {path.removeprefix("/api/") for path in paths} == {*ENDPOINTS, "about", "texts/{lang}", "health", "ready"}
