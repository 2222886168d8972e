"""Write the tables of JSON fields in the pages: docs/json.md, docs/web.md, docs/breaker.md.

``python docs/field_tables.py`` fills in what stands between ``<!-- fields: Analysis -->`` and ``<!-- end -->`` from the
declaration of that record, ``<!-- fields: SolvedPuzzle beside Puzzle -->`` only those that the second does not have. A
test fails if a table is out of date, or if a command prints a record that has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from code777solver.breaker.results import BestPlayProof, BreakerAnalysis
from code777solver.puzzles.puzzle import Puzzle
from code777solver.reasons.hints import Hint, NotesCheck
from code777solver.reasons.proofs import Proof
from code777solver.review.records import GameReview
from code777solver.show.results import Analysis, Check, SolvedPuzzle
from code777solver.solver import OwnCard
from code777solver.web.openapi import fields_of
from code777solver.web.openapi import records as given
from code777solver.web.schema import schema_of

DOCS = Path(__file__).parent
MARKED = re.compile(r"(<!-- fields: (\w+)(?: beside (\w+))? -->\n).*?(<!-- end -->)", re.DOTALL)
PRINTED = (
    Analysis,
    Proof,
    Hint,
    NotesCheck,
    OwnCard,
    Check,
    GameReview,
    Puzzle,
    SolvedPuzzle,
    BreakerAnalysis,
    BestPlayProof,
)
"""Records that the commands print."""
_WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}


def named(records: Iterable[type]) -> dict[str, type]:
    """Records and all that they hold, by name."""
    found: dict[str, type] = {}
    seen: set[type] = set()

    def walk(record: type) -> None:
        if found.setdefault(record.__name__, record) is not record:
            raise ValueError(f"two records are called {record.__name__}")
        if record not in seen:
            seen.add(record)
            for field in fields_of(record):
                for inner in _records(schema_of(field.hint, lambda record: {"type": "object", "is": record})):
                    walk(inner)

    for record in records:
        walk(record)
    return found


def _records(schema: Any) -> Iterator[type]:
    """The records in a schema."""
    if isinstance(schema, dict):
        if "is" in schema:
            yield schema["is"]
        for part in schema.values():
            yield from _records(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _records(part)


def table(record: type, beside: type | None) -> str:
    """The fields of a record as a table, without those of another one."""
    rows = ["| field | type | content |", "|---|---|---|"]
    known = {field.name for field in fields_of(beside)} if beside else set()
    for field in (field for field in fields_of(record) if field.name not in known):
        kind = _kind(schema_of(field.hint, lambda record: {"type": "object"}))
        rows.append(f"| `{field.name}` | {kind} | {field.doc.replace('|', chr(92) + '|')} |")
    return "\n".join(rows) + "\n"


def _kind(schema: dict[str, Any]) -> str:
    """A type in words.

    >>> _kind({"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]})
    'list of whole numbers, or null'
    """
    if "anyOf" in schema:
        return ", or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f'`"{one}"`' for one in schema["enum"])
    if schema.get("type") in ("array", "object"):
        word, inside = (
            ("list", schema["items"]) if schema["type"] == "array" else ("object", schema.get("additionalProperties"))
        )
        return f"{word} of {_many(_kind(inside))}" if inside else word
    if schema.get("maximum") is not None:
        return f"{_WORDS[schema['type']]}, {schema['minimum']} to {schema['maximum']}"
    return _WORDS.get(schema.get("type", ""), "")


def _many(kind: str) -> str:
    """The plural of a type in words.

    >>> _many("list of texts"), _many("number, 0 to 1")
    ('lists of texts', 'numbers, 0 to 1')
    """
    return re.sub("^(text|list|object|number|whole number)", r"\1s", kind)


def pages() -> dict[Path, str]:
    """The pages that have such tables, as they should be."""
    known = named((*PRINTED, *given()))

    def fill(found: re.Match[str]) -> str:
        return f"{found[1]}\n{table(known[found[2]], known.get(found[3]))}\n{found[4]}"

    texts = {path: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
    return {path: MARKED.sub(fill, text) for path, text in texts.items() if MARKED.search(text)}


def untold() -> set[str]:
    """Records that a command prints and that no page has a table of."""
    return set(named(PRINTED)) - {found[2] for text in pages().values() for found in MARKED.finditer(text)}


def stale() -> list[str]:
    """Pages whose tables are out of date."""
    return [path.name for path, text in pages().items() if path.read_text(encoding="utf-8") != text]


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
