"""Sentences that can be said in another language later: English texts that remember how they were made.

Rules, table and solver say what is wrong or odd in English, and know no languages. A `Sentence` is that English text, for
scripts, logs and programmers; it also keeps its pattern and what was filled in, so that a front end can look the pattern
up and fill in the same things. What is filled in may be sentences too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self


class Sentence(str):
    """An English text made from a pattern with ``{placeholders}``, which is its key in the files of languages.

    >>> said = Sentence("no player {name!r}{meant}", name="Bbo", meant=Sentence(", did you mean {word!r}?", word="Bob"))
    >>> said, said.key
    ("no player 'Bbo', did you mean 'Bob'?", 'no player {name!r}{meant}')
    """

    __slots__ = ("key", "values")

    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> Self:
        made = str.__new__(cls, key.format(**values) if values else key)
        made.key, made.values = key, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.key, self.values)


class Counted(Sentence):
    """A sentence about a number of things, which has a form for one and a form for any other number.

    >>> Counted(1, "{count} rack", "{count} racks"), Counted(1200, "{count} rack", "{count} racks")
    ('1 rack', '1,200 racks')
    """

    __slots__ = ("number", "one", "other")

    number: int
    one: str
    other: str

    def __new__(cls, count: int, one: str, other: str, /, **values: Any) -> Self:
        key = one if count == 1 else other
        made = str.__new__(cls, key.format(count=f"{count:,}", **values))
        made.key, made.values = key, values
        made.number, made.one, made.other = count, one, other
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.key, self.values, self.number, self.one, self.other)


def _again(key: str, values: Mapping[str, Any], *counted: Any) -> Sentence:
    """A sentence that comes from another process."""
    return Counted(*counted, **values) if counted else Sentence(key, **values)


class Person:
    """A player as sentences name them: by name, or "you" for the player who is helped.

    >>> ann, you = Person("Ann"), Person("me", you=True)
    >>> ann.rack, you.rack, ann.says("you have won", "{name} has won"), you.says("you have won", "{name} has won")
    ('the rack of Ann', 'your rack', 'Ann has won', 'you have won')
    """

    __slots__ = ("_name", "_you")

    def __init__(self, name: str, *, you: bool = False) -> None:
        self._name, self._you = name, you

    def says(self, to_you: str, of_others: str, /, **values: Any) -> Sentence:
        """One of two sentences: that for the player who is helped, or that with the ``{name}`` of another."""
        return Sentence(to_you, **values) if self._you else Sentence(of_others, name=self._name, **values)

    @property
    def subject(self) -> str:
        return Sentence("you") if self._you else self._name

    @property
    def rack(self) -> Sentence:
        return self.says("your rack", "the rack of {name}")

    @property
    def on_rack(self) -> Sentence:
        """Where tiles are."""
        return self.says("on your rack", "on the rack of {name}")


def any_of(choices: Sequence[str]) -> str:
    """Choices in a row: ``a``, ``a or b``, ``a, b or c``."""
    *others, last = choices
    return Sentence("{first} or {last}", first=row(others), last=last) if others else last


def all_of(things: Sequence[str]) -> str:
    """Things in a row: ``a``, ``a and b``, ``a, b and c``."""
    *others, last = things
    return Sentence("{first} and {last}", first=row(others), last=last) if others else last


def row(things: Sequence[str]) -> str:
    """Things with commas between them, each of which can still be said in another language: ``a, b, c``."""
    *others, last = things
    return Sentence("{first}, {last}", first=row(others), last=last) if others else last
