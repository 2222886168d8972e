"""Warnings about a line as the page shows them: people tap there, see which edition is played, and type nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..sentences import Sentence
from ..table.warning_kinds import EventWarning, WarningKind

_UNSHOWN = frozenset((WarningKind.OLD_TILES_NOT_NAMED,))
"""Kinds that are not odd on the page: it has asked for these tiles, and somebody skipped that."""


def remarks(warnings: Iterable[EventWarning]) -> list[str]:
    """The warnings that the page shows, names as people write them."""
    return [_named(odd.short or odd.sentence.reason) for odd in warnings if odd.kind not in _UNSHOWN]


_SPARE = re.compile(r"spare(\d+)")


def _named(sentence: Sentence) -> Sentence:
    """The same with names as people write them: the log has `_` for a space, and ``spare1`` for a rack of nobody."""
    return sentence.filled({name: _name(value) for name, value in sentence.values.items()})


def _name(value: object) -> object:
    if isinstance(value, Sentence):
        return _named(value)
    if not isinstance(value, str):
        return value
    spare = _SPARE.fullmatch(value)
    return Sentence("nobody {number}", number=spare[1]) if spare else value.strip("`").replace("_", " ")
