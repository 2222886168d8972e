"""Results as plain data, and the few words that say what is in a field beyond its type.

A result is declared once, as a typed record: a named tuple or data class that the library gives, or, where JSON has a shape
of its own, a `TypedDict` (`show.shapes`, `breaker.shapes`, `web.shapes`). `plain` turns a record into dicts and lists;
`web.schema` reads the same declarations for OpenAPI and for the tables of docs/json.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, cast

Shape = TypeVar("Shape")


class Limits(NamedTuple):
    """What a value must keep to; stands in `Annotated`."""

    low: float | None = None
    high: float | None = None
    most: int | None = None
    """The longest text, or the most items of a list."""
    choices: tuple[str, ...] = ()
    example: Any = None


Chance = Annotated[float, Limits(0, 1)]
Count = Annotated[int, Limits(0)]


class Plain(dict[str, Any], Generic[Shape]):
    """Plain data that has the fields of a record. Only a type: at run time it is any dict."""


_LEAVES = frozenset((str, int, float, bool, type(None)))


def plain(record: Shape) -> Plain[Shape]:
    """A record as dicts and lists, ready for `json.dumps`.

    >>> plain(Limits(0, 1, choices=("a",)))
    {'low': 0, 'high': 1, 'most': None, 'choices': ['a'], 'example': None}
    """
    return cast("Plain[Shape]", _lowered(record))


def _lowered(value: Any) -> Any:
    kind = type(value)
    if kind in _LEAVES:
        return value
    if hasattr(kind, "_fields"):
        return {
            name: part if type(part) in _LEAVES else _lowered(part)
            for name, part in zip(kind._fields, value, strict=True)
        }
    if kind is list or kind is tuple:
        return [part if type(part) in _LEAVES else _lowered(part) for part in value]
    if isinstance(value, Mapping):
        return {str(name): part if type(part) in _LEAVES else _lowered(part) for name, part in value.items()}
    return {name: _lowered(getattr(value, name)) for name in kind.__match_args__}
