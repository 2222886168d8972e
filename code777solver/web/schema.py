"""What an endpoint takes: one record a field, from which both the check and the description are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["string", "integer", "number", "strings", "integers"]
Json = dict[str, Any]

_NAMES = {"string": "text", "integer": "a whole number", "number": "a number"}
_NAMES |= {"strings": "a list of texts", "integers": "a list of whole numbers"}


class InputError(ValueError):
    """A request that does not fit its endpoint; the message names the field and what would be right."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a request."""

    name: str
    kind: Kind
    doc: str
    required: bool = False
    default: Any = None
    most: int | None = None
    """The longest text, or the most items of a list."""
    item_most: int = 200
    """The longest text in a list of texts."""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    example: Any = None

    @property
    def schema(self) -> Json:
        """This field in JSON Schema."""
        found: Json = {"description": self.doc}
        if self.kind in ("strings", "integers"):
            items: Json = {"type": "string", "maxLength": self.item_most}
            if self.kind == "integers":
                items = {"type": "integer", "minimum": self.low, "maximum": self.high}
            found |= {"type": "array", "items": items, "maxItems": self.most}
        else:
            found["type"] = self.kind
            found |= {"maxLength": self.most} if self.kind == "string" and self.most is not None else {}
            found |= {"minimum": self.low} if self.low is not None else {}
            found |= {"maximum": self.high} if self.high is not None else {}
        if self.choices:
            found["enum"] = list(self.choices)
        if self.default is not None:
            found["default"] = self.default
        if self.example is not None:
            found["examples"] = [self.example]
        return found

    def check(self, value: object) -> Any:
        """The value if it fits; raises `InputError`."""
        if self.kind == "string":
            return self._check_text(value, self.most)
        if self.kind in ("integer", "number"):
            return self._check_number(value, whole=self.kind == "integer")
        if not isinstance(value, list):
            raise self._wrong()
        if self.most is not None and len(value) > self.most:
            raise InputError(f"{self.name}: {len(value)} items, at most {self.most} are taken")
        if self.kind == "integers":
            return [self._check_number(item, whole=True) for item in value]
        return [self._check_text(item, self.item_most) for item in value]

    def _wrong(self) -> InputError:
        return InputError(f"{self.name}: {_NAMES[self.kind]} is needed")

    def _check_text(self, value: object, most: int | None) -> str:
        if not isinstance(value, str):
            raise self._wrong()
        if most is not None and len(value) > most:
            raise InputError(f"{self.name}: {len(value)} characters, at most {most} are taken")
        if any(0xD800 <= ord(letter) < 0xE000 for letter in value):
            raise InputError(f"{self.name}: that holds half characters that are no text")
        if self.choices and value not in self.choices:
            raise InputError(f"{self.name}: {value!r} (choices: {', '.join(self.choices)})")
        return value

    def _check_number(self, value: object, *, whole: bool) -> float:
        if isinstance(value, float) and whole and value.is_integer():
            value = int(value)  # 2.0 is an integer in JSON Schema
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            raise self._wrong()
        assert isinstance(value, int | float)
        if (self.low is not None and not value >= self.low) or (self.high is not None and not value <= self.high):
            raise InputError(f"{self.name}: {self.low} to {self.high} is needed, not {value}")
        return value


def check(fields: Sequence[Field], data: object) -> Json:
    """The fields of a request with defaults filled in; raises `InputError`."""
    if not isinstance(data, Mapping):
        raise InputError("the body is no JSON object")
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
