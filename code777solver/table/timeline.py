"""Racks of a player by line of the log, and the first line that matters for the present rack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import BeliefError
from ..rules.tiles import Rack
from .events import Declare, Fill, Reshuffle, Seat, Swap
from .notation import Line
from .table import Step


class NotFollowed(BeliefError):
    """The quick way does not cover this log: something earlier is unknown to me or to the opponent."""


class Timeline:
    """Rack of a player at each line: an old one that is known, or the present one, which is not."""

    def __init__(self, lines: Sequence[Line], seat: str) -> None:
        self.seat = seat
        self.lives: list[tuple[int, Rack | None]] = [(0, None)]
        """Where each rack begins and, once its owner saw it, what it was. A swapped tile makes another rack of it."""
        self.seen: set[int] = set()
        """Where those racks begin that their owner saw when they went out of play."""
        self.unseen: list[tuple[int, int]] = []
        """The line at which a rack went out of play unseen, and where it had begun."""
        self.swapped = False
        self._swaps: dict[int, Swap] = {}
        for line in lines:
            if line.step is not None:
                self._take(line, line.step)

    def _take(self, line: Line, step: Step) -> None:
        match step.event:
            case Declare(player=player) if player == self.seat:
                if step.after.discards[-1].seen_by_owner:
                    self._saw(step.after.discards[-1].holding.tiles)
                else:
                    self.unseen.append((line.number, self.present_since))
            case Fill(rack=name) if name == self.seat and step.before.started:
                if replaces(step):
                    self.unseen.append((line.number, self.present_since))
                self.lives.append((line.number, None))
            case Swap(player=player) if player == self.seat:
                self.swapped = True
                self._swaps[len(self.lives)] = step.event
                self.lives.append((line.number, None))

    def _saw(self, rack: Rack) -> None:
        """The present rack was seen; so is what it was before each swap whose new tile is known."""
        last = len(self.lives) - 1
        self.seen.add(self.lives[last][0])
        self.lives[last] = (self.lives[last][0], rack)
        while last in self._swaps and self._swaps[last].new is not None:
            swap, tiles = self._swaps[last], list(rack)
            assert swap.new is not None
            tiles.remove(swap.new)
            rack = (*tiles, swap.old)
            last -= 1
            self.lives[last] = (self.lives[last][0], rack)

    @property
    def present_since(self) -> int:
        """The line at which the present rack was drawn; 0 for the deal."""
        return self.lives[-1][0]

    def life(self, line: int) -> tuple[int, Rack | None]:
        """Where the rack that was there at a line began, and what it was if that is known."""
        return next(life for life in reversed(self.lives) if life[0] <= line)

    def at(self, line: int) -> Rack | None:
        """The rack at a line, None for the present one; raises `NotFollowed` for an old one that was never seen."""
        begin, rack = self.life(line)
        if rack is None and begin != self.present_since:
            raise NotFollowed(f"an earlier rack was never seen ({self.seat})")
        return rack


def replaces(step: Step) -> bool:
    """True if a fill puts new tiles in the place of others, which go out of play."""
    return len(step.after.discards) > len(step.before.discards)


def rack_since(lines: Sequence[Line], player: str) -> int:
    """The position of the line at which a player's present rack was drawn; 0 for the deal."""
    for i in range(len(lines) - 1, -1, -1):
        step = lines[i].step
        if step is not None and isinstance(step.event, Fill) and step.event.rack == player and step.before.started:
            return i
    return 0


class _Life:
    """One rack of a player: when it was drawn, and when it went away unseen, counted in reshuffles."""

    def __init__(self, place: int, drawn: int) -> None:
        self.place, self.drawn = place, drawn
        self.hidden: int | None = None


class Bearing(NamedTuple):
    """Part of the log that affects a player's knowledge of the present rack."""

    place: int
    """The position of the first line."""
    unseen: int
    """Number of racks that have gone out of play unseen from there on."""


def bearing_since(lines: Sequence[Line], player: str) -> Bearing:
    """From which line on the log affects what a player knows of the present rack.

    It is the line at which the rack was drawn, or at which an earlier rack from the same pile was drawn that went away
    unseen, or one before that which affects that one in turn.
    """
    lives, pile = [_Life(0, 0)], 0
    for i, line in enumerate(lines):
        step = line.step
        if step is None:
            continue
        match step.event:
            case Reshuffle():
                pile += 1
            case Declare(player=name) if name == player and not step.after.discards[-1].seen_by_owner:
                lives[-1].hidden = pile
            case Fill(rack=name) if name == player and step.before.started:
                if replaces(step):
                    lives[-1].hidden = pile
                elif player in step.before.racks:
                    continue  # the rest of a rack that was filled in two goes
                lives.append(_Life(i, pile))
    first, unseen = lives.pop(), 0
    while lives:
        bearing = next((life for life in lives if life.hidden == first.drawn), None)
        if bearing is None:
            break
        unseen += sum(life.hidden is not None for life in lives[lives.index(bearing) :])
        del lives[lives.index(bearing) :]
        first = bearing
    return Bearing(first.place, unseen)


class Span(NamedTuple):
    """The lines at which a rack lay there; ``end`` is where it was gone."""

    begin: int
    end: int | None

    def holds(self, line: int) -> bool:
        return self.begin <= line and (self.end is None or line < self.end)


def spans(lines: Sequence[Line], player: str) -> Iterator[Span]:
    """Every full rack that a player had. A swapped tile makes another rack of it."""
    begin: int | None = None
    for line in lines:
        if line.step is None:
            continue
        event, after = line.step.event, line.step.after
        starts = isinstance(event, Seat) or (
            line.step.before.started
            and (
                (isinstance(event, Fill) and event.rack == player and player not in after.waiting)
                or (isinstance(event, Swap) and event.player == player)
            )
        )
        ends = isinstance(event, Declare) and event.player == player
        if begin is not None and (starts or ends):
            yield Span(begin, line.number)
        if starts or ends:
            begin = line.number if starts else None
    if begin is not None:
        yield Span(begin, None)


__all__ = ["Bearing", "NotFollowed", "Span", "Timeline", "bearing_since", "rack_since", "replaces", "spans"]
