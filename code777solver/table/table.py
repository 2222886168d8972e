"""The table: its state after each event, and the three verbs of an event.

`Table.verify` raises `RuleError` for an event that cannot be true, `Table.can` asks, and `Table.do` returns a frozen `Step`
with the new table. An event that is only odd is done, and ``Step.warnings`` says what is odd: real tables are messy.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar, assert_never

from ..errors import LineError, RuleError
from ..records import replace
from ..rules.tiles import Rack
from .events import (
    Answer,
    Declare,
    Event,
    Fill,
    NoteEvent,
    Penalty,
    Reshuffle,
    Seat,
    Swap,
    UseEdition,
    UseOption,
)
from .notes import note_text
from .rack_events import fill, reshuffle, swap
from .setup_events import set_up
from .state import ME, Discard, Holding, Need, PublicState, find_name
from .turn_events import answer, declare, penalty
from .warning_kinds import EventWarning

__all__ = ["ME", "Discard", "Holding", "Need", "Step", "Table", "find_name"]

AboutPlayer = TypeVar("AboutPlayer", Answer, Declare, Swap, Penalty)


class Step(NamedTuple):
    """One event done: the table before and after, and what was odd about it.

    ``drawn`` are the tiles that came from the pile in sight of everyone but the rack's owner; ``unseen`` counts
    those whose names the log does not give.
    """

    event: Event
    before: Table
    after: Table
    warnings: tuple[EventWarning, ...]
    drawn: Rack = ()
    unseen: int = 0


class Table(PublicState):
    """The public state of the table, with the three verbs of an event."""

    def verify(self, event: Event) -> None:
        """Raise `RuleError` with the reason if this event cannot be true now."""
        self.do(event)

    def can(self, event: Event) -> bool:
        """True if this event can be true now."""
        try:
            self.verify(event)
        except LineError:
            return False
        return True

    def do(self, event: Event) -> Step:
        """The table after an event, with warnings about what is odd; raises as `verify` does."""
        if isinstance(event, NoteEvent):
            if {"\n", "\r"} & set(note_text(event)):
                raise RuleError("a note must be one line", remedy=": use one `note` per line")
            return Step(event, self, self, ())
        match event:
            case UseEdition() | UseOption() | Seat():
                change = set_up(self, event)
            case _ if not self.players:
                raise RuleError("the players are not named yet", remedy=": write `players Ann me ...` first")
            case Fill():
                change = fill(self, event)
            case Answer():
                change = answer(self, self._spelled(event))
            case Declare():
                change = declare(self, self._spelled(event))
            case Swap():
                change = swap(self, self._spelled(event))
            case Reshuffle():
                change = reshuffle(self, event)
            case Penalty():
                change = penalty(self, self._spelled(event))
            case _:
                assert_never(event)
        return Step(change.event, self, change.after, change.warnings, change.drawn, change.unseen)

    def _spelled(self, event: AboutPlayer) -> AboutPlayer:
        """The event with its player's name as the players line spells it."""
        return event if event.player in self.players else replace(event, player=self.player(event.player))
