"""What is odd about a line, as the page says it: people tap there, and type nothing.

Warnings keep the pattern they were made from, so each is found by its pattern, whatever it names and in whatever language
it will be told. A warning that speaks of nothing to type is told as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..sentences import Counted, Sentence

_Say = Callable[[int, dict[str, Any]], Sentence | None]
"""The number of things it is about, if any, and what is filled in -> what the page says; None if it says nothing."""


def _reshuffle_due(count: int, values: dict[str, Any]) -> Sentence:
    return Counted(count, "{count} tile is left: reshuffle now", "{count} tiles are left: reshuffle now")


def _too_early(count: int, values: dict[str, Any]) -> Sentence:
    return Counted(
        count,
        "reshuffled with {count} tile left, but this edition waits until {at}",
        "reshuffled with {count} tiles left, but this edition waits until {at}",
        at=values["at"],
    )


def _wrong_size(count: int, values: dict[str, Any]) -> Sentence:
    return Counted(
        count,
        "{count} tile on {name}, but in this edition it holds {full}",
        "{count} tiles on {name}, but in this edition it holds {full}",
        name=values["name"],
        full=values["full"],
    )


WORDS: dict[str, _Say] = {
    # The page asked for the tiles, and somebody skipped that: nothing odd.
    "you see the old tiles here: add `saw` and the tiles to use them": lambda count, values: None,
    "{name} sees the old tiles here: add `saw` and the tiles to use them": lambda count, values: None,
    "{count} tiles are left in the pile: a reshuffle is due here in {edition!r} (log `reshuffle` if it was done)": _reshuffle_due,
    "reshuffled with {count} tiles left in the pile, but {edition!r} waits until {at}": _too_early,
    "{count} tiles on {name}, but in {edition!r} it holds {full}": _wrong_size,
    "edition {name!r} has no rule for a tile seen by accident": lambda count, values: Sentence(
        "this edition has no rule for a tile seen by accident"
    ),
    "edition {name!r} requires the colours too": lambda count, values: Sentence(
        "this edition requires the colours too"
    ),
    "edition {name!r} has no penalty for a false answer": lambda count, values: Sentence(
        "this edition has no penalty for a false answer"
    ),
    "in {edition!r} the tiles of a wrong declaration stay hidden from you": lambda count, values: Sentence(
        "in this edition the tiles of a wrong declaration stay hidden from you"
    ),
    "in {edition!r} the tiles of a wrong declaration stay hidden from {name}": lambda count, values: Sentence(
        "in this edition the tiles of a wrong declaration stay hidden from {name}", name=values["name"]
    ),
}
"""Patterns of warnings that name a command or an edition's file; those about a number of things by their second form."""


def remarks(warnings: Iterable[str]) -> list[str]:
    """The warnings about a line in the words of the page, names as people write them.

    >>> remarks([Sentence("edition {name!r} has no penalty for a false answer", name="classic")])
    ['this edition has no penalty for a false answer']
    """
    return list(_said(warnings))


def _said(warnings: Iterable[str]) -> Iterator[str]:
    for warning in warnings:
        if not isinstance(warning, Sentence):
            yield warning
            continue
        named = _named(warning)
        counted = named if isinstance(named, Counted) else None
        say = WORDS.get(counted.other if counted else named.key)
        said = say(counted.number if counted else 0, dict(named.values)) if say else named
        if said is not None:
            yield said


_SPARE = re.compile(r"spare(\d+)")


def _named(sentence: Sentence) -> Sentence:
    """The same with names as people write them: the log has `_` for a space, and ``spare1`` for a rack of nobody."""
    values = {name: _name(value) for name, value in sentence.values.items()}
    if isinstance(sentence, Counted):
        return Counted(sentence.number, sentence.one, sentence.other, **values)
    return Sentence(sentence.key, **values)


def _name(value: object) -> object:
    if isinstance(value, Sentence):
        return _named(value)
    if not isinstance(value, str):
        return value
    spare = _SPARE.fullmatch(value)
    return Sentence("nobody {number}", number=spare[1]) if spare else value.strip("`").replace("_", " ")
