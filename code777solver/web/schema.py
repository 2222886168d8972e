"""JSON Schema from annotations, and the check of requests by the parameters of their endpoint.

Requests are checked by the very schema that is published, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from ..rules.tiles import Tile
from ..table.notation import split_lines

Json = dict[str, Any]

_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null", Tile: "string"}
MOST_LINES = "x-max-lines"
"""Our own word in a schema: JSON Schema has none for it."""
_NEEDED = {
    "string": ("text", "texts"),
    "integer": ("a whole number", "whole numbers"),
    "number": ("a number", "numbers"),
}


def schema_of(hint: Any, refer: Callable[[type], Json]) -> Json:
    """An annotation in JSON Schema; ``refer`` gives what stands in the place of a record."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _limited(schema_of(inner[0], refer), inner[1:])
    if origin is Literal:
        return {"type": "string", "enum": list(inner)}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"type": "string", "enum": [str(one) for one in hint]}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(one, refer) for one in inner]}
    if origin in (list, tuple, Sequence):
        return {"type": "array", "items": schema_of(inner[0], refer)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(inner[1], refer)}
    if hint is Any:
        return {}
    return {"type": _TYPES[hint]} if hint in _TYPES else refer(hint)


def _limited(schema: Json, said: tuple[Any, ...]) -> Json:
    """A schema with what `Annotated` says beside the type: limits, and in a text what it means."""
    for word in said:
        if isinstance(word, str):
            schema = {"description": word, **schema}
            continue
        if "anyOf" in schema:  # the limits are those of what is not null
            schema |= {"anyOf": [_limited(one, (word,)) if one != {"type": "null"} else one for one in schema["anyOf"]]}
            continue
        most = "maxItems" if schema["type"] == "array" else "maxLength"
        limits = {"minimum": word.low, "maximum": word.high, most: word.most, MOST_LINES: word.lines}
        limits |= {"enum": list(word.choices) or None}
        schema |= {name: value for name, value in limits.items() if value is not None}
        schema |= {"examples": [word.example]} if word.example is not None else {}
    return schema


# What comes in.


class InputError(ValueError):
    """A request that does not fit its endpoint; the message names the field and what would be right."""


class Field(NamedTuple):
    """One field of a request."""

    name: str
    schema: Json
    required: bool = True
    default: Any = None

    @property
    def example(self) -> Any:
        """A value to try, if one is given."""
        return self.schema.get("examples", [None])[0]

    def check(self, value: object) -> Any:
        """The value if it fits; raises `InputError`."""
        items = self.schema.get("items")
        if items is None:
            return self._check_one(value, self.schema)
        if not isinstance(value, list):
            raise self._wrong()
        if len(value) > self.schema["maxItems"]:
            raise InputError(f"{self.name}: {len(value)} items, but at most {self.schema['maxItems']} are accepted")
        return [self._check_one(item, items) for item in value]

    def _wrong(self) -> InputError:
        items = self.schema.get("items")
        needed = f"a list of {_NEEDED[items['type']][1]}" if items else _NEEDED[self.schema["type"]][0]
        return InputError(f"{self.name}: must be {needed}")

    def _check_one(self, value: object, schema: Json) -> Any:
        if schema["type"] == "string":
            return self._check_text(value, schema)
        if isinstance(value, float) and schema["type"] == "integer" and value.is_integer():
            value = int(value)  # 2.0 is an integer in JSON Schema
        if isinstance(value, bool) or not isinstance(value, int if schema["type"] == "integer" else int | float):
            raise self._wrong()
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            raise InputError(f"{self.name}: must be {low} to {high}, not {value}")
        return value

    def _check_text(self, value: object, schema: Json) -> str:
        if not isinstance(value, str):
            raise self._wrong()
        most, choices = schema.get("maxLength"), schema.get("enum")
        if most is not None and len(value) > most:
            raise InputError(f"{self.name}: {len(value)} characters, but at most {most} are accepted")
        if MOST_LINES in schema and (lines := len(split_lines(value))) > schema[MOST_LINES]:
            raise InputError(
                f"{self.name}: {lines} lines, but at most {schema[MOST_LINES]} are accepted; "
                "leave out blank lines and comments, or begin a new log"
            )
        if any(0xD800 <= ord(letter) < 0xE000 for letter in value):
            raise InputError(f"{self.name}: it contains characters that are not valid text")
        if choices and value not in choices:
            raise InputError(f"{self.name}: {value!r} (choices: {', '.join(choices)})")
        return value


def parameters_of(function: FunctionType) -> tuple[Field, ...]:
    """The keyword-only parameters of a function as fields. One whose default is None may be left out, but is not null."""
    code, hints, defaults = function.__code__, function.__annotations__, function.__kwdefaults__ or {}
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return tuple(_parameter(name, hints[name], defaults) for name in names)


def _parameter(name: str, hint: Any, defaults: Mapping[str, Any]) -> Field:
    kind, *said = get_args(hint)
    if NoneType in get_args(kind):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    schema = _limited(schema_of(kind, _no_record), tuple(said))
    if name not in defaults:
        return Field(name, schema)
    default = list(defaults[name]) if isinstance(defaults[name], tuple) else defaults[name]
    return Field(name, schema | ({"default": default} if default is not None else {}), required=False, default=default)


def _no_record(record: type) -> Json:
    raise TypeError(f"a request has no {record}: texts, numbers and lists of them only")


def check(fields: Sequence[Field], data: object) -> Json:
    """The fields of a request with defaults filled in; raises `InputError`."""
    if not isinstance(data, Mapping):
        raise InputError("the body is not a JSON object")
    known = {field.name for field in fields}
    for name in data:
        if name not in known:
            raise InputError(f"unknown field {name!r} (fields: {', '.join(sorted(known))})")
    found: Json = {}
    for field in fields:
        if field.name in data:
            found[field.name] = field.check(data[field.name])
        elif field.required:
            raise InputError(f"the field {field.name!r} is missing")
        else:
            found[field.name] = field.default
    return found


def body_schema(fields: Sequence[Field]) -> Json:
    """The body of a request in JSON Schema."""
    return {
        "type": "object",
        "properties": {field.name: field.schema for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }
