"""The endpoints as an OpenAPI 3.1 description, with a named schema for every record that comes back."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, NotRequired, get_args, get_origin, get_type_hints

from .._version import __version__
from ..lang import LANGUAGES
from ..play.advice import Advice
from ..puzzles.levels import SolvingStep
from ..puzzles.puzzle import Puzzle, Verdict
from ..reasons.hints import Hint, NotesCheck
from ..reasons.opponents import Opponent
from ..reasons.proofs import Proof
from ..review.lessons import Missed, Moment
from ..review.progress import Progress
from ..review.records import GameReview
from .api import ENDPOINTS
from .endpoints import Endpoint, Picture
from .schema import Json, body_schema, schema_of
from .shapes import About, Error, Texts

_HIDDEN: dict[str, type] = {
    record.__name__: record
    for record in (
        *(Advice, GameReview, Hint, Missed, Moment, NotesCheck, Opponent, Progress, Proof, Puzzle),
        *(SolvingStep, Verdict),
    )
}
"""Records that modules with annotations of them import for type checkers only."""


# Records.


class RecordField(NamedTuple):
    """One field of a record, as JSON has it."""

    name: str
    hint: Any
    doc: str
    """The description: the text in its `Annotated`, or the docstring of a property."""
    required: bool


@lru_cache(maxsize=256)
def fields_of(record: type) -> tuple[RecordField, ...]:
    """The fields that JSON has of a record, in order."""
    return tuple(_fields(record))


def _fields(record: type) -> Iterator[RecordField]:
    hints = _hints(record)
    names: Iterable[str] = getattr(record, "__match_args__", hints)
    for name, source in getattr(record, "__json__", [(name, name) for name in names]):
        member = getattr(record, source, None)
        if isinstance(member, property | cached_property):
            function: Any = member.fget if isinstance(member, property) else member.func
            hint, optional, doc = _hints(function)["return"], False, (function.__doc__ or "").partition("\n\n")[0]
        else:
            optional = get_origin(hints[source]) is NotRequired
            hint = get_args(hints[source])[0] if optional else hints[source]
            doc = next((word for word in getattr(hint, "__metadata__", ()) if isinstance(word, str)), "")
        if name == "*":
            yield from _fields(hint)
        else:
            yield RecordField(name, hint, _in_json(doc), not optional)


def _hints(found: Any) -> dict[str, Any]:
    """The annotations of a record or function."""
    known = vars(sys.modules[found.__module__])
    hidden = {name: record for name, record in _HIDDEN.items() if name not in known}
    return get_type_hints(found, localns=hidden, include_extras=True)


def _in_json(doc: str) -> str:
    """A docstring in the words of JSON and Markdown."""
    return re.sub(r"\bNone\b", "null", " ".join(doc.split()).replace("``", "`"))


def record_schemas(records: Iterable[type]) -> dict[str, Json]:
    """The schemas of records and of all that they hold, by name."""
    found: dict[str, Json] = {}
    owners: dict[str, type] = {}

    def refer(record: type) -> Json:
        name = record.__name__
        if owners.setdefault(name, record) is not record:
            raise TypeError(f"two records are called {name}: {record} and {owners[name]}")
        if name not in found:
            found[name] = {}
            parts = fields_of(record)
            found[name] |= {
                "type": "object",
                "description": _in_json((record.__doc__ or "").partition("\n\n")[0]),
                "properties": {
                    part.name: {"description": ""} | schema_of(part.hint, refer) | {"description": part.doc}
                    for part in parts
                },
                "required": [part.name for part in parts if part.required],
            }
        return {"$ref": f"#/components/schemas/{name}"}

    for record in records:
        schema_of(record, refer)
    return dict(sorted(found.items()))


def result_of(endpoint: Endpoint) -> type:
    """The record that an endpoint gives, or `Picture`."""
    found: type = _hints(endpoint.function)["return"]
    return found


# The description.


def records() -> Iterator[type]:
    """Every record that a client may get."""
    yield from (Error, About, Texts)
    yield from (gives for gives in map(result_of, ENDPOINTS.values()) if gives is not Picture)


def _ref(record: type) -> Json:
    return {"$ref": f"#/components/schemas/{record.__name__}"}


_REFUSALS = {
    "400": "A Host header that is not the server's, or a header that is there twice.",
    "401": "The token is missing or wrong.",
    "403": "A request from another web site.",
    "404": "Not found.",
    "408": "The request took too long to arrive.",
    "413": "The request is too large.",
    "414": "The address is too long.",
    "415": "The body is not JSON.",
    "422": "The request does not fit, a line of the log is refused, or it takes too long to compute.",
    "431": "The headers are too long.",
    "503": "Too many requests are waiting, or none can be worked on; `Retry-After` tells when to come again.",
}


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _responses(content: Json, refusals: tuple[str, ...]) -> Json:
    found = {"200": {"description": "Done.", "content": content}}
    return found | {status: {"description": _REFUSALS[status], "content": _json(_ref(Error))} for status in refusals}


def _post(endpoint: Endpoint) -> Json:
    gives = result_of(endpoint)
    svg = {"image/svg+xml": {"schema": {"type": "string"}}}
    return {
        "post": {
            "operationId": endpoint.name,
            "summary": endpoint.summary,
            "requestBody": {"required": True, "content": _json(body_schema(endpoint.fields))},
            "responses": _responses(
                svg if gives is Picture else _json(_ref(gives)),
                tuple(status for status in _REFUSALS if status != "404"),
            ),
        }
    }


def _get(name: str, summary: str, schema: Json, *, busy: bool = False, **more: Any) -> Json:
    refusals = ("400", "401", "403", "404", "414", "431", *(["503"] if busy else []))
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
            "description": "Stateless: the log of the game comes with every request. docs/notation.md describes "
            "logs. Fields may be added in later versions.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{}, {"token": []}],
        "paths": {
            **{f"/api/{name}": _post(endpoint) for name, endpoint in ENDPOINTS.items()},
            "/api/about": _get("about", "Version, languages, editions, and a game to try.", _ref(About)),
            "/api/texts/{lang}": _get(
                "texts", "The texts of a language, by the English ones.", _ref(Texts), parameters=[language]
            ),
            "/api/health": _get(
                "health", "An empty object while the server lives. Needs no token.", {"type": "object"}
            ),
            "/api/ready": _get(
                "ready",
                "An empty object while requests can be worked on. Needs no token.",
                {"type": "object"},
                busy=True,
            ),
        },
        "components": {
            "schemas": record_schemas(records()),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
