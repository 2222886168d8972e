"""The contract of every edition, prompt and endpoint. All lists come from the package: a new one is covered at once."""

from __future__ import annotations

import importlib
import inspect
import json
import pickle
import pkgutil
import random
from collections.abc import Callable
from datetime import date as Date
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from printing import printed
from webserver import Server

from code777solver import Edition, Puzzle, Solver, edition_names, load_edition, prompt
from code777solver.breaker.session import BreakerSession
from code777solver.lang import language
from code777solver.prompt.base import Prompt, Reply
from code777solver.prompt.breaker import BreakerPrompt
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.play import PlayPrompt, Wish, new_match
from code777solver.prompt.puzzle import PuzzlePrompt
from code777solver.prompt.replay import ReplayPrompt
from code777solver.review.reviewer import review_game
from code777solver.session import Session
from code777solver.table.notation import format_event, read_log
from code777solver.table.table import Table
from code777solver.web.api import ENDPOINTS
from code777solver.web.openapi import describe
from code777solver.web.schema import InputError, check
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH = language("en")
EXAMPLE = (Path(prompt.__file__).parents[1] / "data" / "examples" / "first-game.c777").read_text(encoding="utf-8")
LONG = "x" * 5_000


# Editions.


def truthful_game(edition: Edition, seed: int) -> tuple[list[str], list[str]]:
    """The log of a random deal with true answers to ten random cards, and my rack."""
    rng, names = random.Random(seed), ["Ann", "Bob", "me"]
    spares = edition.spare_racks(len(names))
    pile = rng.sample(edition.deck.expand(edition.deck.copies), edition.deck.size)
    racks = {}
    for name in (*names, *spares):
        size = edition.rules.spare_tiles if name in spares else 3
        racks[name], pile = edition.deck.sort(pile[:size]), pile[size:]
    lines = [f"edition {edition.name}", f"players {' '.join(names)}"]
    lines += [f"rack {name} {' '.join(map(str, rack))}" for name, rack in racks.items() if name != "me"]
    for number, card in enumerate(rng.sample(sorted(edition.cards), 10)):
        asked = names[number % 3]
        truth = edition.card(card).answer([rack for name, rack in racks.items() if name != asked])
        lines.append(f"{asked} {card} {truth}")
    return lines, sorted(map(str, racks["me"]))


@pytest.mark.parametrize("name", edition_names())
def test_an_edition_is_described_and_can_be_copied(name: str) -> None:
    edition = load_edition(name)
    assert edition.name == name
    assert edition.title.strip()
    assert pickle.loads(pickle.dumps(edition)) == edition
    assert f"({name}.md)" in (DOCS / "editions.md").read_text(encoding="utf-8").replace("editions/", "")
    assert (DOCS / "editions" / f"{name}.md").is_file()
    told = (DOCS / "cards.md").read_text(encoding="utf-8")
    assert [card.number for card in edition.cards.values() if f"| {card.number} | {card.text} |" not in told] == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", edition_names())
def test_true_answers_never_contradict_each_other(name: str, seed: int) -> None:
    """My true rack stays possible after every line, and the log comes back from its events to the letter."""
    lines, mine = truthful_game(load_edition(name), seed)
    solver = Solver.from_log("\n".join(lines[:2]))
    for line in lines[2:]:
        solver.tell(line)
        assert solver.contradictions == ()
    assert mine in [sorted(map(str, candidate.tiles)) for candidate in solver.candidates]
    log = read_log("\n".join(lines), Table(viewer="me"))
    assert [format_event(step.event) for step in log.steps if step.event is not None] == lines


# Prompts.


MAKERS: dict[type[Prompt], Callable[[], Prompt]] = {
    GamePrompt: lambda: GamePrompt(Session(), ENGLISH),
    BreakerPrompt: lambda: BreakerPrompt(BreakerSession(), ENGLISH),
    PuzzlePrompt: lambda: PuzzlePrompt(Puzzle.daily(Date(2026, 11, 18)), ENGLISH),
    PlayPrompt: lambda: PlayPrompt(*new_match(Wish(number="4711").setup(), None), ENGLISH),
    ReplayPrompt: lambda: ReplayPrompt(review_game(read_log(EXAMPLE, Table(viewer="me"))), "me", ENGLISH),
}
"""A new prompt of each class, as it is before the first entry."""


def prompt_classes() -> list[type[Prompt]]:
    """Every prompt of the package."""
    modules = [
        importlib.import_module(f"{prompt.__name__}.{one.name}") for one in pkgutil.iter_modules(prompt.__path__)
    ]
    found = {value for module in modules for value in vars(module).values() if inspect.isclass(value)}
    return sorted((one for one in found if issubclass(one, Prompt) and one is not Prompt), key=lambda one: one.__name__)


def state(one: Prompt) -> tuple[object, ...]:
    """Everything that an entry may change and a player would see."""
    session = getattr(one, "session", None)
    lines = tuple(session.lines) if session is not None else ()
    return one.prompt_text, printed(one.screen()), lines, tuple(getattr(one, "notes", ())), getattr(one, "place", 0)


def one_line(reply: Reply) -> str:
    """The text of a refusal."""
    assert reply.failed
    assert not reply.done
    text: str = getattr(reply.body, "plain", "")
    assert text.strip()
    assert "\n" not in text
    return text


def test_every_prompt_is_covered() -> None:
    assert set(prompt_classes()) == set(MAKERS), "add the new prompt to MAKERS"


@pytest.fixture(params=prompt_classes(), ids=lambda one: one.__name__)
def fresh(request: pytest.FixtureRequest) -> Prompt:
    made = MAKERS[request.param]()
    assert isinstance(made, Prompt)
    return made


@pytest.mark.parametrize(
    "entry", ["xyzzy plugh", pytest.param(LONG, id="long"), "\x00", "undo", "quit now please", "🂡🂡"], ids=repr
)
def test_a_prompt_refuses_in_one_line_and_keeps_its_state(fresh: Prompt, entry: str) -> None:
    before = state(fresh)
    assert len(one_line(fresh.handle(entry))) <= 1_500
    assert state(fresh) == before


def test_enter_alone_never_ends_or_breaks_a_prompt(fresh: Prompt) -> None:
    for _ in range(3):
        reply = fresh.handle(fresh.default(""))
        assert not reply.done
        if reply.failed:
            one_line(reply)


def test_a_prompt_lists_its_commands(fresh: Prompt) -> None:
    before = state(fresh)
    reply = fresh.handle("help")
    assert not reply.failed
    shown = printed(reply.body)
    assert [command for command in fresh.commands if command not in shown] == []
    assert set(fresh.commands) <= set(fresh.handlers)
    assert state(fresh) == before


def test_quit_ends_a_prompt(fresh: Prompt) -> None:
    assert fresh.handle("quit").done


# Endpoints.


@pytest.mark.parametrize("name", ENDPOINTS)
def test_an_endpoint_is_described(name: str) -> None:
    endpoint, described = ENDPOINTS[name], describe()["paths"][f"/api/{name}"]["post"]
    assert f"| `{name}` |" in (DOCS / "web.md").read_text(encoding="utf-8")
    assert endpoint.summary.endswith(".")
    assert all(field.schema["description"].endswith(".") for field in endpoint.fields)
    schema = described["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert {"200", "422"} <= set(described["responses"])


@pytest.mark.parametrize("name", ENDPOINTS)
def test_an_endpoint_names_its_missing_field(name: str) -> None:
    first = next(field.name for field in ENDPOINTS[name].fields if field.required)
    with pytest.raises(InputError, match=f"the field '{first}' is missing"):
        check(ENDPOINTS[name].fields, {})


@pytest.mark.minutes
@pytest.mark.parametrize("name", ENDPOINTS)
def test_an_endpoint_answers_its_own_example(name: str) -> None:
    example = {field.name: field.example for field in ENDPOINTS[name].fields if field.required}
    assert answer(name, json.dumps(example).encode(), SolverCache()).status == 200


@pytest.mark.seconds
@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"log": 7}', b'{"no such field": 1}'])
def test_endpoints_refuse_bad_bodies_in_one_line(body: bytes, server: Server) -> None:
    for name in ENDPOINTS:
        found = httpx.post(f"{server.url}api/{name}", content=body, headers={"content-type": "application/json"})
        assert found.status_code in (400, 422), name
        error: dict[str, Any] = found.json()["error"]
        assert error["code"] == "bad_request", name
        assert "\n" not in error["message"]
