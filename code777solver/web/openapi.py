"""The endpoints as an OpenAPI 3.1 description, with a named schema for every record that comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from .._version import __version__
from ..lang import LANGUAGES
from ..reasons.hints import NotesCheck
from ..review.progress import Progress
from ..show import review_shapes
from ..show import shapes as results
from . import shapes
from .api import ENDPOINTS, Endpoint, Picture
from .schema import body_schema, record_schemas
from .shapes import About, Error, Texts

Json = dict[str, Any]


def result_of(endpoint: Endpoint) -> type:
    """The record that an endpoint gives, or `Picture`."""
    rooms: dict[str, Any] = {"shapes": shapes, "results": results, "review_shapes": review_shapes}
    names = rooms | {"NotesCheck": NotesCheck, "Progress": Progress}
    gives = get_type_hints(endpoint.function, localns=names)["return"]
    found: type = gives if gives is Picture else get_args(gives)[0]
    return found


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
