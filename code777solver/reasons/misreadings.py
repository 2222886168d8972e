"""Slips in the log, other than misheard answers, that would explain a contradiction.

A tile misread on a rack in sight, an answer that somebody else gave, a reshuffle that nobody logged, another reading of a
card. Each is one change of the log. Cheap tests on the present rack choose which changes are worth a try; then the whole
changed log is read again, and only what is found true to its end is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import comb
from typing import Annotated, Literal, NamedTuple

import numpy as np

from ..core.belief import Belief
from ..core.evidence import Evidence, Heard
from ..records import Chance, Count, replace
from ..rules.edition_file import DEFAULT
from ..rules.tiles import Rack, Tile
from ..sentences import Sentence
from ..table.events import Answer, Event, Fill, Reshuffle, Seat, Swap, UseOption
from ..table.notation import Line, format_event
from ..table.table import Table
from ..table.timeline import rack_since
from .claims import BoolArray

MOST_ATTEMPTS = 300
"""Most changes of each kind that are tried; those that leave most racks come first."""
SLIP = 0.02
"""The assumed chance of a slip of each kind: an answer misheard, a rack misread (each tile a third of it), an answer
noted for another player, a reshuffle not logged, a card read in another way. The ways of one slip are equally likely."""


Kind = Literal["tile", "player", "reshuffle", "reading"]


class Misreading(NamedTuple):
    """A slip that would explain the contradiction, other than a wrong answer. The changed log was read to its end."""

    kind: Annotated[
        Kind,
        "A tile misread on a rack, an answer of another player, a reshuffle not logged, or another reading of a card.",
    ]
    text: Annotated[str, "The slip in words."]
    racks: Annotated[Count, "The number of racks that would be left."]
    codes: Annotated[Count, "The number of number codes that would be left."]
    line: Annotated[
        Count, "The line to change; for ``reshuffle`` and ``reading`` the line before which one is missing."
    ]
    instead: Annotated[str, "The line as it should read."]
    share: Annotated[Chance, "Its chance among all explanations listed, if slips are equally likely."]
    leaves: Annotated[tuple[Count, ...], "The lines at which the changed log still contradicts itself."]


class Left(NamedTuple):
    """Racks, codes and contradictions that a changed log leaves."""

    racks: int
    codes: int
    chance: float
    """The chance of the answers about my rack, before any of them was heard."""
    contradictions: tuple[int, ...]
    """The lines at which the changed log still contradicts itself: about older racks, or before its end."""


class Change(NamedTuple):
    """One change of a log: another text for a line, or one more line before it."""

    line: int
    text: str
    inserted: bool = False


Attempt = Callable[[Change], Left | None]
"""Reads the changed log to its end; None if a line of it is refused, or it contradicts itself, too."""


class _Idea(NamedTuple):
    kind: Kind
    text: str
    change: Change
    racks: int
    """Number of racks that the quick test leaves. It orders the attempts and is not shown."""
    prior: float
    """The chance of the slip, relative to a log without slips."""


class Weighed(NamedTuple):
    """A slip that explains the contradiction, and its weight beside other explanations."""

    slip: Misreading
    weight: float


def find_misreadings(
    evidence: Evidence, belief: Belief, lines: Sequence[Line], table: Table, seat: str, attempt: Attempt
) -> list[Weighed]:
    """Every slip that explains the contradiction. Only the present rack is looked at; shares are not known yet."""
    if not belief.is_full:
        return []
    heard = [one for one in evidence.heard if one.stage == len(evidence.stages) - 1 and one.firm]
    found = []
    for ideas in (
        _misread_tiles(evidence, belief, heard, lines, table, seat),
        _other_speakers(evidence, belief, heard, lines, table, seat),
        _missed_reshuffle(lines, table, seat),
        _other_readings(heard, lines, table),
    ):
        for idea in islice(sorted(ideas, key=lambda idea: -idea.racks), MOST_ATTEMPTS):
            left = attempt(idea.change)
            if left is not None:
                line, text = idea.change.line, idea.change.text
                slip = Misreading(idea.kind, idea.text, left.racks, left.codes, line, text, 0.0, left.contradictions)
                found.append(Weighed(slip, idea.prior * left.chance))
    return found


# A tile.


def _misread_tiles(
    evidence: Evidence, belief: Belief, heard: Sequence[Heard], lines: Sequence[Line], table: Table, seat: str
) -> Iterator[_Idea]:
    """One tile on a rack in sight is another: every one that leaves a rack.

    A rack that was entered after the last answer counts, too: its tiles cannot be mine.
    """
    deck, arrays = evidence.arrays.deck, evidence.arrays
    present = ((name, spot.tiles) for name, spot in table.racks.items() if name != seat and spot.tiles)
    for place in dict.fromkeys([*(place for one in heard for place in one.seen), *present]):
        name, rack = place
        racks = np.nonzero(_agreeing(evidence, belief, [one for one in heard if place not in one.seen]))[0]
        if not len(racks):
            continue
        affected = [one for one in heard if place in one.seen]
        counts = arrays.racks.counts[racks]
        for old in dict.fromkeys(rack):
            source = _line_that_placed(old, name, affected[0].line if affected else len(lines) + 1, lines)
            if source is None:
                continue
            for new in deck.kinds:
                free = np.array(belief.pool.free)
                free[deck.index[old]] += 1
                free[deck.index[new]] -= 1
                if new == old or free[deck.index[new]] < 0:
                    continue
                other = deck.sort([*_without(rack, old), new])
                left = racks[(counts <= free).all(axis=1)]
                for one in affected:
                    seen = [other if spot == place else spot[1] for spot in one.seen]
                    left = left[arrays.cards[one.card].agreeing(arrays.total(one.card, seen), one.code)[left] > 0]
                    if not len(left):
                        break
                if len(left):
                    number, event = source
                    changed = Change(number, format_event(_with_tile(event, old, new)))
                    yield _Idea(
                        "tile",
                        Sentence("{name} has {new} and not {old}", name=name, new=new, old=old),
                        changed,
                        len(left),
                        _chance_misread(rack, old, new, belief.pool.free[deck.index[old]], int(free[deck.index[new]]))
                        / (len(deck.kinds) - 1),
                    )


def _chance_misread(rack: Rack, old: Tile, new: Tile, free_old: int, free_new: int) -> float:
    """The chance that a tile of a rack is ``new`` and was misread, relative to the rack as it was noted.

    ``free_old`` and ``free_new`` are the tiles of both kinds that are nowhere in sight, the latter after the change. The
    rack with ``new`` is as likely as there are ways to draw it, and any of its tiles of that kind may have been misread.
    """
    olds, news = rack.count(old), rack.count(new)
    ways = comb(free_old + olds, olds - 1) * comb(free_new + 1 + news, news + 1)
    return SLIP / 3 * (news + 1) * ways / (comb(free_old + olds, olds) * comb(free_new + 1 + news, news))


def _line_that_placed(tile: Tile, name: str, before: int, lines: Sequence[Line]) -> tuple[int, Fill | Swap] | None:
    """The last line before another one that put a tile on a rack."""
    for line in reversed(lines[: before - 1]):
        event = line.step.event if line.step is not None else None
        if isinstance(event, Fill) and event.rack == name and event.tiles is not None and tile in event.tiles:
            return line.number, event
        if isinstance(event, Swap) and event.player == name and event.new == tile:
            return line.number, event
    return None


def _with_tile(event: Fill | Swap, old: Tile, new: Tile) -> Event:
    if isinstance(event, Swap):
        return replace(event, new=new)
    return replace(event, tiles=(*_without(event.tiles or (), old), new))


def _without(rack: Rack, tile: Tile) -> list[Tile]:
    rest = list(rack)
    rest.remove(tile)
    return rest


def _agreeing(evidence: Evidence, belief: Belief, heard: Sequence[Heard]) -> BoolArray:
    """The racks of the edition that agree with these answers; the free tiles are ignored."""
    left: BoolArray = belief.fresh > 0
    for one in heard:
        left = left & (evidence.arrays.cards[one.card].agreeing(one.total, one.code) > 0)
    return left


# A player.


def _other_speakers(
    evidence: Evidence, belief: Belief, heard: Sequence[Heard], lines: Sequence[Line], table: Table, seat: str
) -> Iterator[_Idea]:
    """An answer was heard right, but from somebody else."""
    for one in heard:
        step = lines[one.line - 1].step
        event = step.event if step is not None else None
        if step is None or not isinstance(event, Answer):
            continue
        free = evidence.arrays.racks.ways(belief.pool.free) > 0
        others = free & _agreeing(evidence, belief, [other for other in heard if other is not one])
        if not others.any():
            continue
        for player in table.players:
            if player in (event.player, seat):
                continue
            said = format_event(replace(event, player=player))
            text = Sentence("{name} said it and not {other}: {said}", name=player, other=event.player, said=said)
            prior = SLIP / max(1, len(table.players) - 2)
            yield _Idea("player", text, Change(one.line, said), int(others.sum()), prior)


# A reshuffle, or a card that is read in another way.


def _missed_reshuffle(lines: Sequence[Line], table: Table, seat: str) -> Iterator[_Idea]:
    """A missing reshuffle: before my rack was drawn, the tiles out of play went back into the pile."""
    drawn = lines[rack_since(lines, seat)]
    before = drawn.step.before if drawn.step is not None else table
    if before.discards and before.reshuffles == table.reshuffles:
        change = Change(drawn.number, format_event(Reshuffle()), inserted=True)
        yield _Idea("reshuffle", Sentence("a reshuffle is missing in the log"), change, 0, SLIP)


def _other_readings(heard: Sequence[Heard], lines: Sequence[Line], table: Table) -> Iterator[_Idea]:
    """The table reads a card in another way."""
    edition = table.edition
    seated = next(line.number for line in lines if line.step is not None and isinstance(line.step.event, Seat))
    for number in dict.fromkeys(one.card for one in heard):
        for name, card in edition.printed.get(number, {}).items():
            if name != edition.readings.get(number, DEFAULT):
                option = format_event(UseOption(f"card{number}", name))
                change = Change(seated, option, inserted=True)
                yield _Idea(
                    "reading",
                    Sentence("card {number} is meant as: {text}", number=number, text=Sentence(card.text)),
                    change,
                    0,
                    SLIP / (len(edition.printed[number]) - 1),
                )
