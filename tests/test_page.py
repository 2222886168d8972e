"""The page in a real browser: whole games by taps, clicks and keys; trouble on the way; languages; accessibility."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fingers import Fingers, Means
from reference import random_game
from webserver import DESKTOP, PHONE, Server, browser

from code777solver import Solver, format_event, read_log

EXAMPLE = (Path(__file__).parents[1] / "code777solver/data/examples/first-game.c777").read_text()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    with browser() as running:
        yield running


@pytest.fixture
def fingers(server: Server, chrome: Any) -> Iterator[Fingers]:
    """A phone at the page."""
    context = chrome.new_context(**PHONE)
    person = Fingers(context.new_page(), server.url, "tap")
    yield person
    assert person.errors == []
    context.close()


def canonical(lines: list[str]) -> list[str]:
    return [format_event(step.event) for step in read_log("\n".join(lines)).steps]


def assert_shows(person: Fingers, lines: list[str]) -> None:
    """The screen tells what a solver finds."""
    solver = Solver.from_log("\n".join(lines))
    assert person.text(".corner.left b") == str(len(solver.codes))
    shown = person.page.locator(".corner.right .code b").all_inner_texts()
    if solver.edition.rules.target == "numbers":
        assert shown == [code.numbers for code in solver.codes[:5]]
    for tile in solver.tiles:
        label = person.page.locator(f".know [data-k=kind-{tile.tile}]").get_attribute("aria-label")
        assert ("certainly mine" in label) == (tile.at_least_one == 1)
        assert ("not mine" in label or "all seen" in label) == (tile.at_least_one == 0)


GAMES: list[tuple[str, int, Means, dict[str, Any], int]] = [
    ("classic", 4, "tap", PHONE, 5),
    ("stronghold", 3, "click", DESKTOP, 3),
    ("unique49", 3, "tap", PHONE, 1),
    ("code77", 2, "click", DESKTOP, 2),
]


@pytest.mark.parametrize(("edition", "players", "means", "screen", "seed"), GAMES, ids=[game[0] for game in GAMES])
def test_a_whole_game(
    server: Server, chrome: Any, edition: str, players: int, means: Means, screen: dict[str, Any], seed: int
) -> None:
    cards = 5 if edition == "unique49" else 16
    lines, _ = random_game(random.Random(seed), edition, players, cards, swap_prob=0.1)
    deal = sum(line.startswith("rack") for line in lines[: players + 4]) + 2
    deal = next(i for i, line in enumerate(lines) if i > 1 and not line.startswith("rack")) if deal else 0
    context = chrome.new_context(**screen)
    person = Fingers(context.new_page(), server.url, means)
    person.set_up(lines[:deal])
    for count, line in enumerate(lines[deal:], deal + 1):
        person.enter(line)
        person.settled(count)
    assert canonical(person.lines) == canonical(lines)
    if Solver.from_log("\n".join(lines)).rack_is_full:
        assert_shows(person, lines)
    assert person.errors == []
    context.close()
