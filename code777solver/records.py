"""Frozen records that cost next to nothing to define, and records as plain data.

A frozen dataclass compiles six methods when its class is made. That took a quarter of the time that `Solver` takes to
import, so what is needed at every start is a `Record`: the same to write and to read, with methods that all records share.

A result is declared once, as a record whose fields say what they hold: ``line: Annotated[Count, "The line of the log."]``.
`plain_data` turns results into dicts and lists for JSON; `in_json` names what differs there. `web.schema` reads the same
declarations for OpenAPI and for the tables of docs/json.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn, TypeVar, dataclass_transform

from .sentences import Sentence

R = TypeVar("R", bound="Record")
T = TypeVar("T")


class _MadeBy(NamedTuple):
    factory: Callable[[], Any]


def field(*, factory: Callable[[], T]) -> T:
    """A default that is made for each record separately."""
    return _MadeBy(factory)  # type: ignore[return-value]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """A record whose fields are those of its base and the annotations of its class, in order, with their defaults.

    Two records are equal if they are of one class and their fields are. ``eq=False`` compares by identity instead,
    ``uncompared`` names fields that do not count, and ``unshown`` those that ``repr`` leaves out.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), replace(Point(1), y=2) == Point(1, 2)
    (Point(x=1, y=0), True)
    >>> class Label(Point):
    ...     text: str = ""
    >>> Label(1, text="a")
    Label(x=1, y=0, text='a')
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _compared: ClassVar[tuple[str, ...]] = ()
    _shown: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(
        cls, *, eq: bool = True, uncompared: tuple[str, ...] = (), unshown: tuple[str, ...] = ()
    ) -> None:
        own = [name for name in cls.__annotations__ if name not in cls.__match_args__]
        cls._defaults = cls._defaults | {n: cls.__dict__[n] for n in cls.__annotations__ if n in cls.__dict__}
        cls._compared = tuple(name for name in (*cls._compared, *own) if name not in uncompared)
        cls._shown = tuple(name for name in (*cls._shown, *own) if name not in unshown)
        cls.__match_args__ = (*cls.__match_args__, *own)  # type: ignore[misc]
        if not eq:
            cls.__eq__ = object.__eq__  # type: ignore[method-assign]
            cls.__hash__ = object.__hash__  # type: ignore[method-assign]

    def __init__(self, *values: Any, **named: Any) -> None:
        names, put = self.__match_args__, object.__setattr__
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} has {len(names)} fields, not {len(values)}")
        for name, value in zip(names, values, strict=False):
            put(self, name, value)
        for name in names[len(values) :]:
            if name in named:
                put(self, name, named.pop(name))
            elif name in self._defaults:
                default = self._defaults[name]
                put(self, name, default.factory() if isinstance(default, _MadeBy) else default)
            else:
                raise TypeError(f"{type(self).__name__} needs {name!r}")
        if named:
            raise TypeError(f"{type(self).__name__} has no field {next(iter(named))!r}, or it was given twice")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: use `replace` to get another with a different {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._compared)

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name in self._compared]))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._shown)})"


def replace(record: R, **changes: Any) -> R:
    """Another record, with some fields changed. Its ``__init__`` is not called: every typed line makes several tables."""
    old, names = record.__dict__, record.__match_args__
    fields = {name: old[name] for name in names} | changes
    if len(fields) > len(names):
        raise TypeError(f"{type(record).__name__} has no field {next(name for name in changes if name not in names)!r}")
    new = object.__new__(type(record))
    new.__dict__.update(fields)
    return new


def as_dict(record: Record) -> dict[str, Any]:
    """The fields of a record by name, in order."""
    return {name: getattr(record, name) for name in record.__match_args__}


# Records as JSON, and what a field says beyond its type.


class Limits(Record):
    """Limits of a value, for `Annotated`."""

    low: float | None = None
    high: float | None = None
    most: int | None = None
    """The longest text, or the most items of a list."""
    lines: int | None = None
    """The most lines of a text."""
    choices: tuple[str, ...] = ()
    example: Any = None


Chance = Annotated[float, Limits(0, 1)]
Count = Annotated[int, Limits(0)]


def in_json(*names: str | tuple[str, str]) -> Callable[[type[T]], type[T]]:
    """Declare what the JSON of a record holds, in order, where that is not simply all its fields.

    A name is that of a field or a property. A pair is a name in JSON and the field or property that it is read from. The
    name ``*`` puts the fields of a record that is held among the others; an empty name writes that one value for the record.

    >>> @in_json("x", ("height", "y"))
    ... class Point(NamedTuple):
    ...     x: int
    ...     y: int
    ...     label: str
    >>> plain_data([Point(1, 2, "a")])
    [{'x': 1, 'height': 2}]
    """
    pairs = tuple((name, name) if isinstance(name, str) else name for name in names)

    def declare(record: type[T]) -> type[T]:
        record.__json__ = pairs  # type: ignore[attr-defined]
        return record

    return declare


_LEAVES = frozenset((str, int, float, bool, type(None)))


def plain_data(value: Any, say: Callable[[Sentence], str] = str) -> Any:
    """A result as dicts and lists, ready for `json.dumps`; ``say`` words its sentences in a language.

    >>> plain_data(Limits(0, 1, choices=("a",)))
    {'low': 0, 'high': 1, 'most': None, 'lines': None, 'choices': ['a'], 'example': None}
    """
    kind = type(value)
    if kind in _LEAVES:
        return value
    if kind is list or kind is tuple:
        return [part if type(part) in _LEAVES else plain_data(part, say) for part in value]
    if isinstance(value, Sentence):
        return say(value)
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {str(name): part if type(part) in _LEAVES else plain_data(part, say) for name, part in value.items()}
    pairs = getattr(kind, "__json__", None)
    if pairs is not None:
        return _chosen(value, pairs, say)
    names = getattr(kind, "__match_args__", None)
    if names is None:
        return [plain_data(part, say) for part in value]
    return {name: plain_data(getattr(value, name), say) for name in names}


def _chosen(value: Any, pairs: tuple[tuple[str, str], ...], say: Callable[[Sentence], str]) -> Any:
    """A record that declares what JSON holds of it."""
    found: dict[str, Any] = {}
    for name, source in pairs:
        part = plain_data(getattr(value, source), say)
        if not name:
            return part
        found |= part if name == "*" else {name: part}
    return found


__all__ = ["Chance", "Count", "Limits", "Record", "as_dict", "field", "in_json", "plain_data", "replace"]
