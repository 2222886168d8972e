"""The player's marks: crosses and circles on the note sheet, kept in the log as notes.

``note cross 6`` means that I have no 6, ``note circle B7`` that I have a blue 7, and ``note clear 6`` removes a mark. A mark
is about a number, a colour, a tile or a code. A new rack begins without marks. ``note coach on`` asks front ends to hide
deductions, until ``note coach off``.

A mark is a claim. A proved mark counts as known: later deductions consider only the racks that agree with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..core.arrays import RackSpace
from ..core.evidence import Evidence
from ..errors import ClaimError
from ..records import replace
from ..rules.editions import RACK_SIZE
from ..table.events import Event, PutMarks, UseCoach
from ..table.notation import Line
from ..table.timeline import rack_since
from .claims import Claim, parse_claim

__all__ = ["CIRCLE", "CROSS", "Mark", "knowing", "marks_in", "notes_of", "read_marks", "wants_coach"]

CROSS, CIRCLE, _CLEAR = "cross", "circle", "clear"


class Mark(NamedTuple):
    """One mark."""

    kind: str
    """`CROSS` or `CIRCLE`."""
    what: str
    """A number, a colour, a tile or a code: ``6``, ``blue``, ``B7``, ``447``."""

    @property
    def claim(self) -> str:
        """The claim about the rack."""
        if len(self.what) == RACK_SIZE and self.what.isdecimal():
            return f"not {self.what}" if self.kind == CROSS else f"numbers {self.what}"
        return f"no {self.what}" if self.kind == CROSS else f"has {self.what}"


def read_marks(kind: str, text: str, space: RackSpace) -> list[Mark]:
    """Read marks, one or several (``6 B7 red``). Raises `ClaimError`.

    >>> from code777solver import Solver
    >>> space = Solver("classic", ["Ann", "me"]).belief.pool.arrays.racks
    >>> [mark.claim for mark in read_marks("cross", "6, blue 7", space)]
    ['no 6', 'no B7']
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [mark for part in parts for mark in _marks_of(kind, part, space)]


def _marks_of(kind: str, text: str, space: RackSpace) -> list[Mark]:
    try:
        return [_mark(kind, text, space)]
    except ClaimError:
        words = text.split()
        if len(words) == 1:
            raise
        return [_mark(kind, word, space) for word in words]


def _mark(kind: str, text: str, space: RackSpace) -> Mark:
    """One mark, with its subject in the spelling of the notation."""
    word = text.strip()
    if len(word) == RACK_SIZE and word.isdecimal():
        return Mark(kind, parse_claim(f"numbers {word}", space).opposite.removeprefix("not "))
    try:
        return Mark(kind, parse_claim(f"has {word}", space).text.removeprefix("has "))
    except ClaimError:
        if re.search(r"\d", word):
            raise
        raise ClaimError(
            "cannot mark {word!r}: name a number, a colour, a tile or a code (like 6, blue, B7 or 447)", word=word
        ) from None


def notes_of(wanted: Sequence[Mark], marks: Sequence[Mark]) -> list[PutMarks]:
    """Events that make the wanted marks, or remove those that exist already."""
    found: dict[str, list[str]] = {}
    for mark in dict.fromkeys(wanted):
        found.setdefault(_CLEAR if mark in marks else mark.kind, []).append(mark.what)
    return [PutMarks(kind, ", ".join(what)) for kind, what in found.items()]


def marks_in(lines: Sequence[Line], seat: str, space: RackSpace) -> tuple[Mark, ...]:
    """Marks about the present rack, in the order of the log. Other notes are skipped."""
    found: dict[str, Mark] = {}
    for event in _events(lines[rack_since(lines, seat) :]):
        if not isinstance(event, PutMarks):
            continue
        try:
            told = read_marks(event.kind, event.what, space)
        except ClaimError:
            continue
        for mark in told:
            found.pop(mark.what, None)
            if event.kind != _CLEAR:
                found[mark.what] = mark
    return tuple(found.values())


def wants_coach(lines: Sequence[Line]) -> bool:
    """True if deductions are to be hidden."""
    return next((event.on for event in _events(reversed(lines)) if isinstance(event, UseCoach)), False)


def _events(lines: Iterable[Line]) -> Iterable[Event]:
    return (line.step.event for line in lines if line.step is not None)


def knowing(evidence: Evidence, claims: Iterable[Claim]) -> Evidence:
    """The evidence reduced to histories that agree with all of these claims."""
    left = np.ones(len(evidence.weights), bool)
    for claim in claims:
        left &= claim.holds[evidence.racks]
    if left.all():
        return evidence
    return replace(
        evidence, stages=tuple(stage[left] for stage in evidence.stages), weights=evidence.weights[left].copy()
    )
