"""Every result is what its declaration says: no field more, none less, in that order, of that type; and it is told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import jsonschema
import pytest
from click.testing import CliRunner

from code777solver.breaker.results import BestPlayProof, BreakerAnalysis
from code777solver.cli import main as cli
from code777solver.puzzles.puzzle import Puzzle
from code777solver.reasons.hints import Hint, NotesCheck
from code777solver.reasons.proofs import Proof
from code777solver.records import Chance, Limits, plain_data
from code777solver.review.records import GameReview
from code777solver.show.results import Analysis, Check, LineRemark, SolvedPuzzle
from code777solver.solver import OwnCard
from code777solver.web import api
from code777solver.web.api import ENDPOINTS, Picture
from code777solver.web.openapi import describe, fields_of, record_schemas, records, result_of
from code777solver.web.schema import parameters_of
from code777solver.web.shapes import About, Error, Texts
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer

TESTS = Path(__file__).parents[1]
EXAMPLE = (TESTS.parent / "code777solver/data/examples/first-game.c777").read_text(encoding="utf-8")
REVIEWED, REASONS = (
    re.findall(
        r"^```c777\n(.*?)^```$", (TESTS.parent / "docs" / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )[0]
    for page in ("review.md", "reasons.md")
)
CASES = {
    path.stem: "\n".join(json.loads(path.read_text(encoding="utf-8"))["log"])
    for path in sorted((TESTS / "cases").glob("*.json"))
}
LOGS = {
    "the bundled game": EXAMPLE,
    "reasons": REASONS,
    "a contradiction": REASONS.replace("Ann 12 =", "Ann 12 >"),
    "review": REVIEWED,
    "a false answer": "players Ann me\nrack Ann Y2 K5 B7\nAnn 1 1\ndeclare me 146 wrong saw G1 K3 N4\nrack me ?\n",
    "a refused line": "players Ann me\nrack Ann Y2 K5 B7\nAnn 99 1\nAnn 11 2\n",
    "nothing": "",
    "no tiles yet": "players Ann Bob me\n# soon\n",
    "a large deck": "edition unique49\nplayers Ann me\nrack Ann Y2 K5 B7\nrack spare1 G6\nrack spare2 R1\n",
    "every event": "edition stronghold\noption reshuffle_at 4\nplayers Ann Bob Cid me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\n"
    "rack Cid N4 P7 Y7\nAnn 16 <\nBob 5 2 ?\ndeclare me 777 wrong\nrack me ?\nnote hi\nreshuffle\nswap Bob G6 Y7\npenalty Ann\n",
}
ROUNDS = {
    "two guesses": "pack breaker-4\nAS 2H 3D 1 2 0\nAH 4D 4C 0 2 0\n",
    "a contradiction": "pack breaker-4\n# well\nAS 2H 3D 1 2 0\nAS 2H 3D 1 1 0\n",
    "a shown code": "pack breaker-4\nAS 2H 3D 1 2 0\ncode AS 2S 3S\n",
    "a race": "pack race-kids\nme high\nAR AP 2R 2 2 1\n4R 4P 5R 2 2 1\n",
}


# A validator that lets nothing pass that is not declared.


@cache
def validator(record: type) -> Callable[[Any], None]:
    """Raises where a value is not exactly such a record."""
    schemas = record_schemas([record])
    for schema in schemas.values():
        schema["additionalProperties"] = False
    whole = {"$ref": f"#/components/schemas/{record.__name__}", "components": {"schemas": schemas}}
    check = jsonschema.Draft202012Validator(whole)

    def validate(value: Any) -> None:
        check.validate(value)
        in_order(value, whole, schemas)

    return validate


def in_order(value: Any, schema: dict[str, Any], schemas: dict[str, Any]) -> None:
    """The fields come in the order of the declaration, which is that of the pages."""
    for part in schema.get("anyOf", [schema]):
        name = part.get("$ref", "").rpartition("/")[2]
        if isinstance(value, list):
            for item in value:
                in_order(item, part.get("items", {}), schemas)
        elif isinstance(value, dict) and name:
            properties = schemas[name]["properties"]
            assert list(value) == [field for field in properties if field in value], name
            for field, inner in value.items():
                in_order(inner, properties[field], schemas)
        elif isinstance(value, dict):
            for inner in value.values():
                in_order(inner, part.get("additionalProperties", {}), schemas)


# The server.


def asked() -> Iterator[Any]:
    """Every endpoint with every log."""
    more: dict[str, list[dict[str, Any]]] = {
        "whatif": [{"lines": ["me 7 1"]}, {"lines": []}],
        "enter": [{"text": "note x"}, {"text": "7"}],
        "analyze": [{}, {"silence": 0.0, "top": 2}],
        "explain": [{"claim": "no 6"}, {"claim": "no pink", "lang": "fr"}],
        "hint": [{"level": level} for level in (1, 2, 3, 4)],
        "notes": [{"notes": ["no 6", "has 4"]}],
        "drew": [{"cards": [7, 2]}],
        "advise": [{"samples": 100}],
        "puzzle": [{"seed": "17"}, {"seed": "17", "code": "777", "hint": 4, "solution": "yes"}],
        "progress": [
            {"games": []},
            {"games": ["note play 1 Ann club\nnote over lost late 3 4 cards 1 2", "note play 2 Ann club"]},
        ],
        "missed": [{}, {"line": 8, "code": "777", "hint": 4, "solution": "yes"}],
        "daily": [{"day": "2026-11-18"}, {"day": "2026-11-18", "code": "777", "hint": 4, "solution": "yes"}],
        "answer": [{"guess": "AR 2R 3P", "code": "AR 3W 5P"}],
    }
    for name, endpoint in ENDPOINTS.items():
        if result_of(endpoint) is Picture:
            continue
        logs: dict[str, str | None] = {**LOGS}
        if name == "breaker":
            logs = {**ROUNDS, "a refused line": "pack breaker-4\nAS 2H 1\n"}
        if "log" not in {field.name for field in endpoint.fields}:
            logs = {"": None}
        if name == "play":
            logs = {"a new game": "players Ann me\nnote play 4711 Ann club\n", "no game": EXAMPLE}
        if name == "missed":
            logs = {"review": REVIEWED, "late": next(one.example for one in endpoint.fields if one.name == "log")}
        if name == "advise":
            logs = {"the bundled game": EXAMPLE}
        yield pytest.param(name, logs, more.get(name, [{}]), id=name)


@pytest.mark.parametrize(("name", "logs", "bodies"), list(asked()))
def test_every_endpoint_gives_what_it_declares(
    name: str, logs: dict[str, str | None], bodies: list[dict[str, Any]]
) -> None:
    cache, done = SolverCache(), 0
    for log in logs.values():
        for body in bodies:
            status, _, found = answer(name, json.dumps(body if log is None else {"log": log, **body}).encode(), cache)
            validator(result_of(ENDPOINTS[name]) if status == 200 else Error)(json.loads(found))
            assert status in (200, 422)
            done += status == 200
    assert done


@pytest.mark.seconds
@pytest.mark.parametrize("name", CASES)
def test_known_games_over_http(name: str) -> None:
    cache = SolverCache()
    for endpoint in ("table", "diagnose"):
        status, _, found = answer(endpoint, json.dumps({"log": CASES[name]}).encode(), cache)
        assert status == 200
        validator(result_of(ENDPOINTS[endpoint]))(json.loads(found))


def test_what_is_asked_for_without_a_log() -> None:
    validator(About)(plain_data(api.about()))
    validator(Texts)(plain_data(api.texts("de")))


# The command.


def printed(log: str, *arguments: str) -> Any:
    done = CliRunner().invoke(cli.main, [*arguments, "--json"], input=log)
    return json.loads(done.stdout) if done.stdout else None


COMMANDS: list[tuple[list[str], type]] = [
    (["analyze", "-", "--silence", "0", "--further"], Analysis),
    (["check", "-"], Check),
    (["explain", "-", "no", "6"], Proof),
    (["explain", "-", "no", "pink"], Proof),
    (["explain", "-", "--hint", "1"], Hint),
    (["explain", "-", "--hint", "4"], Hint),
    (["explain", "-", "--note", "no 6"], NotesCheck),
    (["review", "-"], GameReview),
]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("arguments", "record"), COMMANDS, ids=lambda value: " ".join(value) if type(value) is list else ""
)
def test_every_command_prints_what_is_declared(arguments: list[str], record: type) -> None:
    done = 0
    for log in LOGS.values():
        found = printed(log, *arguments)
        if found is not None:
            validator(record)(found)
            done += 1
    assert done


def test_advice_and_cards_drawn() -> None:
    found = printed(EXAMPLE, "analyze", "-", "--advise", "--seconds", "0.1")
    validator(Analysis)(found)
    assert "advice" in found
    refused = printed(f"{EXAMPLE}declare Ann 111 wrong\n", "analyze", "-", "--advise")
    validator(Analysis)(refused)
    assert refused["advice"] is None
    cards = printed(EXAMPLE, "explain", "-", "--drew", "7", "--drew", "2")
    assert len(cards) == 2
    for card in cards:
        validator(OwnCard)(card)


def test_puzzles() -> None:
    validator(Puzzle)(printed("", "puzzle", "--seed", "17"))
    validator(SolvedPuzzle)(printed("", "puzzle", "--seed", "17", "--solution"))


@pytest.mark.parametrize("log", ROUNDS.values(), ids=list(ROUNDS))
def test_code_breaker(log: str) -> None:
    validator(BreakerAnalysis)(printed(log, "breaker", "-"))


@pytest.mark.seconds
def test_the_proof_of_best_play() -> None:
    validator(BestPlayProof)(printed("", "breaker", "--prove", "breaker-4"))


# The description.


def test_the_schema_is_valid_and_every_field_of_it_is_told() -> None:
    schemas = describe()["components"]["schemas"]
    assert len(schemas) > 50
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["description"].endswith("."), name
        for field, part in schema["properties"].items():
            assert part["description"].endswith("."), f"{name}.{field} has no docstring"


def test_chances_and_choices_are_in_the_schema() -> None:
    schemas = describe()["components"]["schemas"]
    chance = schemas["Candidate"]["properties"]["probability"]
    assert (chance["type"], chance["minimum"], chance["maximum"]) == ("number", 0, 1)
    assert schemas["WordedAdvice"]["properties"]["better"]["enum"] == ["declare", "wait", "even"]
    assert {"tile", "reshuffle", "reading"} <= set(schemas["Misreading"]["properties"]["kind"]["enum"])
    assert schemas["Analysis"]["properties"]["contradiction"]["anyOf"][1] == {"type": "null"}
    assert "advice" not in schemas["Analysis"]["required"]


def test_two_records_of_one_name_are_refused() -> None:
    class LineRemark(TypedDict):
        """Another remark."""

        level: int

    with pytest.raises(TypeError, match="two records are called LineRemark"):
        record_schemas([Check, LineRemark])
    assert len({record.__name__ for record in records()}) > 10


def test_an_endpoint_is_one_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new function is checked, answered and described, with nothing else to write."""

    def twice(cache: SolverCache, *, card: api._Card, seat: api._Seat = "me") -> Any:
        """Twice a card."""
        return {"twice": 2 * card, "seat": seat}

    hints = {"card": api._Card, "seat": api._Seat, "return": LineRemark}
    monkeypatch.setattr(twice, "__annotations__", hints)
    api._endpoint()(twice)
    try:
        assert json.loads(answer("twice", b'{"card": 7}', SolverCache())[2]) == {"twice": 14, "seat": "me"}
        refused = json.loads(answer("twice", b'{"card": 0}', SolverCache())[2])["error"]["message"]
        assert refused == "card: must be 1 to 999999, not 0"
        described = describe()["paths"]["/api/twice"]["post"]
        assert described["summary"] == "Twice a card."
        assert described["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/LineRemark")
    finally:
        del ENDPOINTS["twice"]


# Plain data.


class Rod(NamedTuple):
    """A record."""

    name: str
    long: Chance


def test_records_become_dicts_and_lists_all_the_way_down() -> None:
    assert plain_data({"rods": (Rod("a", 0.5),), "by": {3: Rod("b", 1.0)}}) == {
        "rods": [{"name": "a", "long": 0.5}],
        "by": {"3": {"name": "b", "long": 1.0}},
    }


def test_what_a_field_means_is_read_from_below_it() -> None:
    docs = {field.name: field.doc for field in fields_of(SolvedPuzzle)}
    assert docs["seed"] == "What it was made from: its number, as text, or `daily` and a date."
    assert docs["solution"] == 'The code: numbers (`"257"`), or tiles (`"B7 K5 Y2"`).'


def test_limits_of_parameters() -> None:
    fields = {field.name: field for field in parameters_of(api.analyze)}
    assert fields["top"].schema == {"description": "The most racks to list.", "type": "integer"} | {
        "minimum": 1,
        "maximum": 20_000,
    }
    assert (fields["log"].required, fields["what_if"].default) == (True, [])
    assert Limits(0, 1).choices == ()
