"""Beliefs of every seat, line by line, using racks that the log shows only later.

The writer of a log does not see their own rack, but all others see it and use it. If the log shows it later (by a
declaration, in a log with all racks, or after the game), the deductions of the others can be followed exactly. If a rack of
the writer is never shown, the others are not followed from there on, until their racks no longer depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..core.arrays import EditionArrays
from ..core.belief import Belief, emptied, follow, named_racks
from ..core.evidence import Evidence, gather
from ..errors import BeliefError, RuleError
from ..records import replace
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, Tile
from ..table.events import Declare, Event, Fill, Seat, Swap
from ..table.notation import Line, Log, format_event
from ..table.table import Step, Table
from ..table.timeline import Timeline

Beliefs = tuple[Belief | None, ...]


class Following(NamedTuple):
    """Beliefs of one player through a game."""

    seat: str
    lines: tuple[Line, ...]
    """The log, with the racks that this player saw named where the whole log shows them."""
    beliefs: Beliefs
    """Belief of the player after each line; None where it cannot be followed."""

    def place(self, number: int) -> int:
        """Index of the line with this number; of the last one if there are several."""
        return max(i for i, line in enumerate(self.lines) if line.number == number)

    def at(self, number: int) -> Belief | None:
        """Belief after the line with this number."""
        return self.beliefs[self.place(number)]

    def evidence(self, number: int) -> Evidence:
        """Evidence after the line with this number."""
        end = self.place(number) + 1
        return gather(self.lines[:end], self.beliefs[:end], self.seat)


def opened(log: Log, beliefs: Beliefs, held: Rack | None = None) -> tuple[Line, ...]:
    """The lines of a log with the viewer's racks named where they are known; line numbers stay.

    A rack is known if it was shown later, or if the viewer could deduce it from ``beliefs``, those of the viewer. A rack that
    was dealt without a line gets one after the line of the players, with the same number. ``held`` is the viewer's rack at
    the end.
    """
    seat = log.table.viewer
    if seat is None or not log.table.players:
        return tuple(log.lines)
    mine = Timeline(log.lines, seat)
    known = {begin: rack for begin, rack in mine.lives if rack is not None}
    for begin, rack in _deduced(log, beliefs, mine):
        known.setdefault(begin, rack)
    if held is not None:
        if seat in log.table.waiting:
            raise BeliefError("{seat} has no rack at the end of this log", seat=seat)
        known[mine.present_since] = held
    lines = _reopened(log.lines, seat, known)
    if held is not None and _table(lines).racks.get(seat, (None,))[0] != held:
        names = " ".join(map(str, held))
        raise BeliefError(
            "{seat} cannot hold {names} at the end: other lines put those tiles elsewhere", seat=seat, names=names
        )
    return lines


def _deduced(log: Log, beliefs: Beliefs, mine: Timeline) -> Iterator[tuple[int, Rack]]:
    """Racks that the viewer could deduce before they were replaced, or from the result of a right declaration."""
    for place, line in enumerate(log.lines):
        gone = place + 1 == len(log.lines)
        belief, allowed = beliefs[place], None
        event = line.step.event if line.step is not None else None
        if isinstance(event, Declare) and event.player == mine.seat and line.step is not None:
            belief, gone = beliefs[place - 1], True
            named = named_racks(event, line.step.after, belief.pool.arrays) if belief is not None else None
            allowed = None if named is None else named == event.right
        if gone and belief is not None and belief.is_full:
            left = np.nonzero(belief.chances if allowed is None else belief.chances * allowed)[0]
            if len(left) == 1:
                yield mine.life(line.number)[0], belief.space.rack(int(left[0]))


def _reopened(lines: Sequence[Line], seat: str, known: dict[int, Rack]) -> tuple[Line, ...]:
    """The lines with the known racks named. A rack that contradicts other lines counts as unknown."""
    while True:
        found: list[Line] = []
        begin = _replay(lines, seat, known, found)
        if begin is None:
            return tuple(found)
        known = {other: rack for other, rack in known.items() if other != begin}


def _replay(lines: Sequence[Line], seat: str, known: dict[int, Rack], found: list[Line]) -> int | None:
    """Replay all events; returns the start of the rack that makes one of them impossible, None if all are possible."""
    table = next(line.step.before for line in lines if line.step is not None)
    own_deal = any(_deals(line, seat) for line in lines)
    begin = 0
    for line in lines:
        if line.step is None:
            found.append(line)
            continue
        if _changes(line.step.event, seat) and table.started:
            begin = line.number
        try:
            step = table.do(_named(line.step.event, table, seat, known.get(begin)))
        except RuleError:
            if not known:
                raise
            return max((other for other in known if other <= begin), default=min(known))
        table = step.after
        found.append(Line(line.number, line.text, step))
        if isinstance(step.event, Seat) and 0 in known and not own_deal:
            deal = Fill(seat, known[0])
            if not table.can(deal):
                return 0
            found.append(Line(line.number, format_event(deal), table.do(deal)))
            table = table.do(deal).after
    return None


def _changes(event: Event, seat: str) -> bool:
    """True if an event puts other tiles on a player's rack."""
    return getattr(event, "rack", None) == seat or (isinstance(event, Swap) and event.player == seat)


def _deals(line: Line, seat: str) -> bool:
    step = line.step
    return step is not None and isinstance(step.event, Fill) and step.event.rack == seat and not step.before.started


def _named(event: Event, table: Table, seat: str, rack: Rack | None) -> Event:
    """An event with the viewer's new tiles named, if they are known."""
    match event:
        case Fill(rack=name, tiles=None) if name == seat and rack is not None:
            return replace(event, tiles=rack)
        case Swap(player=name, old=old, new=None) if name == seat and rack is not None:
            before = table.racks[seat]
            if before.unknown or old not in before.tiles:
                return event
            new = _without(rack, _without(before.tiles, [old]))
            return replace(event, new=new[0]) if len(new) == 1 else event
        case _:
            return event


def _without(tiles: Sequence[Tile], less: Sequence[Tile]) -> list[Tile]:
    left = list(tiles)
    for tile in less:
        if tile in left:
            left.remove(tile)
    return left


def _table(lines: Sequence[Line]) -> Table:
    return next(line.step.after for line in reversed(lines) if line.step is not None)


def follow_seat(lines: Sequence[Line], seat: str, arrays: EditionArrays) -> Following:
    """Follow the player at a seat through the lines of a log."""
    found: list[Belief | None] = []
    belief: Belief | None = None
    for line in lines:
        in_sight = True
        if line.step is not None:
            belief, table = _follow(belief, line.step, seat, arrays), line.step.after
            in_sight = _in_sight(table, seat)
            if table.started and not in_sight:
                belief = None
        found.append(belief if in_sight else None)
    return Following(seat, tuple(lines), tuple(found))


def _follow(belief: Belief | None, step: Step, seat: str, arrays: EditionArrays) -> Belief | None:
    if isinstance(step.event, Seat):
        return Belief.deal(arrays)
    own = isinstance(step.event, Fill) and step.event.rack == seat and step.before.started
    if belief is not None:
        dealt_late = own and seat not in step.before.racks and belief.is_full
        return belief if dealt_late else follow(belief, step, seat)
    return _belief_after_draw(step, seat, arrays) if own else None


def _in_sight(table: Table, seat: str) -> bool:
    """True if the log names every tile that a player sees on racks."""
    viewer = table.viewer
    if viewer not in (None, seat) and viewer not in table.racks and viewer not in table.waiting:
        return False
    return all(holding.unknown == 0 for name, holding in table.racks.items() if name != seat)


def _belief_after_draw(step: Step, seat: str, arrays: EditionArrays) -> Belief | None:
    """Belief about a rack that was just drawn; None if earlier events affect it."""
    before = step.before
    if seat in before.racks or any(
        discard.holding.unknown or (discard.owner == seat and not discard.seen_by_owner) for discard in before.discards
    ):
        return None
    drawn = len(step.drawn) + step.unseen
    return emptied(arrays).saw(before.known_tiles()).drew(drawn) if drawn == RACK_SIZE else None


__all__ = ["Beliefs", "Following", "follow_seat", "opened"]
