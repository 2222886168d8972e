"""The table of endpoints as an OpenAPI 3.1 description, with a schema for everything that comes back."""

from __future__ import annotations

from typing import Any

from .._version import __version__
from ..lang import LANGUAGES
from .api import ENDPOINTS, Endpoint
from .schema import body_schema

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer", "minimum": 0}
NUMBER: Json = {"type": "number"}
CHANCE: Json = {"type": "number", "minimum": 0, "maximum": 1}
YES_NO: Json = {"type": "boolean"}
ANY_OBJECT: Json = {"type": "object"}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _map(values: Json) -> Json:
    return {"type": "object", "additionalProperties": values}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(**properties: Json) -> Json:
    """An object that has all of these; more may be added in later versions."""
    return {"type": "object", "properties": properties, "required": list(properties)}


_CODES = _list(_object(numbers=TEXT, probability=CHANCE))
_WARNINGS = _list(_object(line=WHOLE, text=TEXT))
_OPPONENTS = _list(
    _object(player=TEXT, certain=CHANCE, expected_codes=NUMBER, next_card=CHANCE, exact=YES_NO),
)
_CONTRADICTION = _or_null(
    _object(
        lines=_list(WHOLE),
        culprits=_list(
            _object(lines=_list(WHOLE), chance=CHANCE, racks=WHOLE, codes=WHOLE, instead=_map(_map(CHANCE)))
        ),
        misreadings=_list(_object(kind=TEXT, text=TEXT, racks=WHOLE, codes=WHOLE)),
    )
)
_FALSE_ANSWERS = _list(
    _object(line=WHOLE, player=TEXT, card=WHOLE, said=TEXT, right=TEXT, scene=_map(_list(TEXT))),
)
_ANALYSIS = _object(
    edition=TEXT,
    seat=TEXT,
    events=WHOLE,
    solved=YES_NO,
    racks=WHOLE,
    candidates=_list(_object(tiles=_list(TEXT), numbers=TEXT, probability=CHANCE)),
    codes=_CODES,
    tiles=_list(_object(tile=TEXT, at_least_one=CHANCE, expected=NUMBER)),
    questions=_list(
        _object(
            player=TEXT,
            card=WHOLE,
            bits=NUMBER,
            tile_bits=NUMBER,
            expected_codes=NUMBER,
            settles=CHANCE,
            answers=_map(CHANCE),
        )
    ),
    answers=_list(
        _object(
            line=WHOLE,
            player=TEXT,
            card=WHOLE,
            answer=TEXT,
            bits=NUMBER,
            only=WHOLE,
            racks_without=WHOLE,
            codes_without=WHOLE,
        )
    ),
    opponents=_or_null(_OPPONENTS),
    contradiction=_CONTRADICTION,
    warnings=_WARNINGS,
)
_PROOF = _object(
    claim=TEXT,
    proved=YES_NO,
    chance=CHANCE,
    counterexample=_or_null(_list(TEXT)),
    premises=_list(WHOLE),
    given=_list(WHOLE),
    steps=_list(
        _object(
            answers=_list(_object(line=WHOLE, player=TEXT, card=WHOLE, answer=TEXT, seen=_map(_list(TEXT)), says=TEXT)),
            facts=_list(TEXT),
            racks=WHOLE,
        )
    ),
)
_OUTCOME = _object(point=CHANCE, point_error=NUMBER, game=CHANCE, game_error=NUMBER)
_SUIT = _object(letter=TEXT, name=TEXT, symbol=TEXT)
_PACK: Json = {
    "pack": TEXT,
    "title": TEXT,
    "race": YES_NO,
    "halves": _list(_object(half=_or_null(TEXT), ranks=_list(TEXT), suits=_list(_SUIT))),
}
_PICK = _object(number=_or_null(WHOLE), colour=_or_null(TEXT), without=_or_null(TEXT))
_TABLE = _object(
    edition=_object(name=TEXT, title=TEXT, rules=ANY_OBJECT, readings=_map(TEXT)),
    players=_list(TEXT),
    spares=_list(TEXT),
    seat=_or_null(TEXT),
    racks=_map(_object(tiles=_list(TEXT), unknown=WHOLE)),
    waiting=_list(TEXT),
    need=_or_null(_object(what={"enum": ["edition", "players", "rack"]}, name=TEXT)),
    scores=_map({"type": "integer"}),
    goal=WHOLE,
    winner=_or_null(TEXT),
    pile={"type": "integer"},
    next_player=_or_null(TEXT),
    next_answerer=_or_null(TEXT),
    asked=_or_null(WHOLE),
    answered=_list(TEXT),
    reshuffle_due=YES_NO,
    spares_due=WHOLE,
    deck=_list(_object(tile=TEXT, number=WHOLE, colour=TEXT, name=TEXT, copies=WHOLE, gone=WHOLE, seen=WHOLE)),
    cards=_list(
        _object(
            card=WHOLE,
            text=TEXT,
            answers=_list(TEXT),
            sides=_or_null(_list(_PICK)),
            to_come=YES_NO,
            mine=_or_null(TEXT),
        )
    ),
)

RESULTS: dict[str, Json] = {
    "Error": _object(error=_object(code=TEXT, message=TEXT)),
    "Analysis": _ANALYSIS,
    "Game": _object(
        table=_TABLE,
        lines=_list(_object(line=WHOLE, kind=TEXT, text=TEXT, warnings=_list(TEXT))),
        analysis=_or_null(_ref("Analysis")),
    ),
    "Entered": _object(line=TEXT, warnings=_list(TEXT), suggestion=_or_null(TEXT)),
    "Opponents": _object(opponents=_OPPONENTS),
    "Proof": _PROOF,
    "Hint": _object(
        level=WHOLE,
        text=TEXT,
        line=_or_null(WHOLE),
        about=_or_null(TEXT),
        others=_or_null(WHOLE),
        claim=_or_null(TEXT),
        proof=_or_null(_ref("Proof")),
    ),
    "Notes": _object(proved=_list(TEXT), unproved=_list(TEXT), wrong=_list(TEXT), more=WHOLE),
    "OwnCards": _object(
        cards=_list(_object(card=WHOLE, text=TEXT, answer=_or_null(TEXT), gained=NUMBER, tells=_map(NUMBER)))
    ),
    "Diagnosis": _object(contradiction=_CONTRADICTION, false_answers=_FALSE_ANSWERS),
    "Check": _object(
        ok=YES_NO,
        errors=_WARNINGS,
        warnings=_WARNINGS,
        contradiction=_CONTRADICTION,
        false_answers=_FALSE_ANSWERS,
    ),
    "Texts": _object(lang=TEXT, texts=_map(TEXT)),
    "Advice": _object(
        code=TEXT,
        chance=CHANCE,
        better={"enum": ["declare", "wait", "even"]},
        declare=_OUTCOME,
        wait=_OUTCOME,
        gain=NUMBER,
        gain_error=NUMBER,
        samples=WHOLE,
        exact=YES_NO,
    ),
    "BreakerGame": _object(
        table=_object(**_PACK, mine=WHOLE, turn=_or_null(WHOLE), revealed=_map(_list(TEXT))),
        lines=_list(_object(line=WHOLE, kind=TEXT, text=TEXT, warnings=_list(TEXT))),
        analysis=_object(
            pack=TEXT,
            guesses=_list(_object(line=WHOLE, player=TEXT, cards=_list(TEXT), answer=_list(WHOLE), doubted=YES_NO)),
            solved=YES_NO,
            outcome=_or_null(TEXT),
            left=WHOLE,
            codes=_list(_object(cards=_list(TEXT), probability=CHANCE)),
            strategy=TEXT,
            best=_list(
                _object(
                    cards=_list(TEXT),
                    bits=NUMBER,
                    answers=WHOLE,
                    expected_codes=NUMBER,
                    worst_codes=WHOLE,
                    possible=YES_NO,
                    probability=CHANCE,
                    expected_guesses=_or_null(NUMBER),
                    worst_guesses=_or_null(WHOLE),
                    race=_or_null(NUMBER),
                )
            ),
            race=_or_null(ANY_OBJECT),
            false_answers=_list(ANY_OBJECT),
            contradiction=_or_null(ANY_OBJECT),
        ),
    ),
    "Puzzle": _object(
        seed=TEXT,
        title=TEXT,
        edition=TEXT,
        players=_list(TEXT),
        level=TEXT,
        asks={"enum": ["numbers", "tiles"]},
        racks=_map(_list(TEXT)),
        clues=_list(_object(line=WHOLE, player=TEXT, card=WHOLE, text=TEXT, answer=TEXT)),
        grade=_object(answers=WHOLE, widest=WHOLE, steps=WHOLE, effort=WHOLE, kinds=_list(TEXT)),
        log=TEXT,
        verdict=_or_null(_object(code=TEXT, right=YES_NO, lines=_list(WHOLE))),
        hint=_or_null(_object(level=WHOLE, line=_or_null(WHOLE), claim=_or_null(TEXT), text=TEXT)),
        solution=_or_null(_object(code=TEXT, dealt=_list(TEXT), steps=_list(TEXT))),
    ),
    "BreakerAnswer": _object(answer=_list(WHOLE)),
    "About": _object(
        version=TEXT, languages=_list(TEXT), editions=_list(ANY_OBJECT), packs=_list(_object(**_PACK)), example=TEXT
    ),
}
SHEET = "Sheet"
"""Not JSON, but an SVG."""

_REFUSALS = {
    "400": "A Host header that is not the server's.",
    "401": "The token is missing or wrong.",
    "403": "A request from another web site.",
    "404": "There is nothing here.",
    "408": "The request took too long to come.",
    "413": "The request is too large.",
    "415": "The body is not JSON.",
    "422": "The request does not fit, a line of the log is refused, or it takes too long to work out.",
    "503": "Too many requests are waiting.",
}


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _responses(content: Json, refusals: tuple[str, ...]) -> Json:
    found = {"200": {"description": "Done.", "content": content}}
    return found | {status: {"description": _REFUSALS[status], "content": _json(_ref("Error"))} for status in refusals}


def _post(endpoint: Endpoint) -> Json:
    svg = {"image/svg+xml": {"schema": TEXT}}
    return {
        "post": {
            "operationId": endpoint.name,
            "summary": endpoint.summary,
            "requestBody": {"required": True, "content": _json(body_schema(endpoint.fields))},
            "responses": _responses(
                svg if endpoint.gives == SHEET else _json(_ref(endpoint.gives)),
                tuple(status for status in _REFUSALS if status != "404"),
            ),
        }
    }


def _get(name: str, summary: str, schema: Json, **more: Any) -> Json:
    refusals = ("400", "401", "403", "404")
    return {"get": {"operationId": name, "summary": summary, "responses": _responses(_json(schema), refusals), **more}}


def describe() -> Json:
    """The description that is served at ``/api/openapi.json``."""
    language: Json = {"name": "lang", "in": "path", "required": True, "schema": {"enum": list(LANGUAGES)}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "code777solver",
            "version": __version__,
            "summary": "The exact deduction assistant for the board game Code 777.",
            "description": "Stateless: the log of the game comes with every request. docs/json.md tells what the "
            "fields mean, docs/notation.md what a log is.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{}, {"token": []}],
        "paths": {
            **{f"/api/{name}": _post(endpoint) for name, endpoint in ENDPOINTS.items()},
            "/api/about": _get("about", "Version, languages, editions, and a game to try.", _ref("About")),
            "/api/texts/{lang}": _get(
                "texts", "The texts of a language, by the English ones.", _ref("Texts"), parameters=[language]
            ),
            "/api/health": _get("health", "An empty object, for balancers. Needs no token.", ANY_OBJECT),
        },
        "components": {
            "schemas": RESULTS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
