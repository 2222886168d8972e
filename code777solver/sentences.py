"""Sentences that can be said in another language later: English texts that remember how they were made.

Rules, table and solver say what is wrong or odd in English, and know no languages. A `Sentence` is that English text, for
scripts, logs and programmers; it also keeps its pattern and what was filled in, so that a front end can look the pattern
up and fill in the same things. What is filled in may be sentences too.

A sentence may end with a remedy: something to type. A front end where people tap shows the `Sentence.reason` without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self


class Sentence(str):
    """An English text made from a pattern with ``{placeholders}``, which is its key in the files of languages.

    >>> said = Sentence("no player {name!r}{meant}", name="Bbo", meant=Sentence(", did you mean {word!r}?", word="Bob"))
    >>> said, said.key
    ("no player 'Bbo', did you mean 'Bob'?", 'no player {name!r}{meant}')
    >>> said = Sentence("the pile is empty", remedy=": log `reshuffle` first")
    >>> said, said.reason
    ('the pile is empty: log `reshuffle` first', 'the pile is empty')
    """

    __slots__ = ("key", "remedy", "values")

    key: str
    remedy: str
    """The pattern of the end that names something to type, with the mark before it; empty if there is none."""
    values: Mapping[str, Any]

    def __new__(cls, key: str, /, *, remedy: str = "", **values: Any) -> Self:
        made = str.__new__(cls, (key + remedy).format(**values) if values else key + remedy)
        made.key, made.remedy, made.values = key, remedy, values
        return made

    @property
    def reason(self) -> Sentence:
        """The same without the remedy."""
        return Sentence(self.key, **self.values)

    def parts(self) -> Iterator[str]:
        """The sentences that are filled in, and those in them."""
        for value in self.values.values():
            if isinstance(value, Sentence):
                yield value
                yield from value.parts()

    def filled(self, values: Mapping[str, Any]) -> Sentence:
        """The same with other values filled in."""
        return Sentence(self.key, remedy=self.remedy, **values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.key, self.remedy, self.values)


class Counted(Sentence):
    """A sentence about a number of things, which has a form for one and a form for any other number.

    >>> Counted(1, "{count} rack", "{count} racks"), Counted(1200, "{count} rack", "{count} racks")
    ('1 rack', '1,200 racks')
    """

    __slots__ = ("number", "one", "other")

    number: int
    one: str
    other: str

    def __new__(cls, count: int, one: str, other: str, /, *, remedy: str = "", **values: Any) -> Self:
        key = one if count == 1 else other
        made = str.__new__(cls, (key + remedy).format(count=f"{count:,}", **values))
        made.key, made.remedy, made.values = key, remedy, values
        made.number, made.one, made.other = count, one, other
        return made

    @property
    def reason(self) -> Sentence:
        return Counted(self.number, self.one, self.other, **self.values)

    def filled(self, values: Mapping[str, Any]) -> Sentence:
        return Counted(self.number, self.one, self.other, remedy=self.remedy, **values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.key, self.remedy, self.values, self.number, self.one, self.other)


def _again(key: str, remedy: str, values: Mapping[str, Any], *counted: Any) -> Sentence:
    """A sentence that comes from another process."""
    return Counted(*counted, remedy=remedy, **values) if counted else Sentence(key, remedy=remedy, **values)


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
