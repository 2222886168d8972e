"""A game after a line of its log, as one player sees it. Frozen; results are computed once and cached."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from .._lazy import lazy_module
from ..core.belief import Belief, found_impossible
from ..core.belief_history import BeliefHistory, Say
from ..errors import BeliefError, RuleError
from ..information.candidates import Candidate, Candidates, Code, TileChance, ranked_codes, tile_chances
from ..information.questions import Question, Told, ask_all, by_bits, by_tile_bits, latest, review
from ..records import Record, replace
from ..rules.editions import Edition
from ..rules.targets import Target
from ..table.notation import Line, Log
from ..table.persistent_list import PersistentList
from ..table.table import Table, find_name

if TYPE_CHECKING:
    from ..core import evidence as evidence_module
    from ..core.evidence import Evidence
    from ..table import timeline as timeline_module
    from ..table.timeline import Timeline
    from . import opponents as opponents_module
    from .opponents import Opponent, View
else:
    evidence_module = lazy_module("code777solver.core.evidence")
    opponents_module = lazy_module("code777solver.reasons.opponents")
    timeline_module = lazy_module("code777solver.table.timeline")


class _HistoryReader:
    """Reads the histories of racks that I never saw. Shared by the positions of a game: each line is read once."""

    def __init__(self) -> None:
        self._reader: evidence_module.LikelyHistories | None = None

    def at(self, position: Position) -> Evidence:
        arrays, seat = position.belief.pool.arrays, position.seat
        if self._reader is None or not self._reader.is_for(arrays, seat):
            self._reader = evidence_module.LikelyHistories(arrays, seat)
        return self._reader.of(position.log.lines)


class Position(Record, eq=False):
    """A log, and the belief of the player being helped after each of its lines."""

    log: Log
    beliefs: BeliefHistory
    contradictions: PersistentList[int]
    """The lines after which no rack explains all lines so far."""
    reader: _HistoryReader

    @classmethod
    def at(cls, table: Table, say: Say | None = None) -> Position:
        """The position at a table without events; ``say`` is called with the description of slow one-time work."""
        return cls(Log(PersistentList(), table), BeliefHistory(say), PersistentList(), _HistoryReader())

    def plus(self, line: Line) -> Position:
        """The position after one more line, which was read at this table."""
        beliefs, found = self.beliefs.plus(line), self.contradictions
        if _contradicts(self.beliefs.now, line, beliefs.now):
            found = found.plus(line.number)
        return replace(self, log=self.log.plus(line), beliefs=beliefs, contradictions=found)

    def without_last(self) -> Position:
        """The position before the last line."""
        found = self.contradictions
        if found and found[-1] == self.log.lines[-1].number:
            found = found.without_last()
        return replace(self, log=self.log.without_last(), beliefs=self.beliefs.without_last(), contradictions=found)

    @property
    def table(self) -> Table:
        return self.log.table

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def target(self) -> Target:
        return self.edition.rules.target

    @property
    def seat(self) -> str:
        """The seat being helped; raises `BeliefError` if there is none."""
        self._require_seat()
        assert self.table.viewer is not None
        return self.table.viewer

    def _require_seat(self) -> None:
        if self.table.viewer is None:
            seats = ", ".join(self.table.players)
            raise BeliefError(
                "no player is called `me`",
                remedy=": choose a seat with `--as` or seat= (players: {seats})",
                seats=seats,
            )

    @property
    def belief(self) -> Belief:
        """The exact belief about my rack."""
        self.require_belief()
        assert self.beliefs.now is not None
        return self.beliefs.now

    def require_belief(self) -> None:
        """Raise `BeliefError` with the reason if there is no belief: no players, or no seat to help."""
        if self.beliefs.now is None:
            raise BeliefError("the players are not named yet")
        self._require_seat()

    @property
    def is_open(self) -> bool:
        """True if all racks are filled and at least one rack is possible for me."""
        return not self.table.waiting and self.belief.possible and self.belief.is_full

    # My rack.

    @cached_property
    def candidates(self) -> Candidates:
        """The racks that may be mine, most likely first; none while my rack waits to be filled."""
        return Candidates(self.belief.space, self.belief.chances if self.belief.is_full else np.zeros(0))

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The number codes that may be mine, most likely first."""
        return tuple(ranked_codes(self.belief.space, self.belief.chances)) if self.belief.is_full else ()

    @property
    def declarable(self) -> Sequence[Candidate | Code]:
        """Codes that can be declared, most likely first: `codes`, or `candidates` where tiles count."""
        return self.candidates if self.target.by_tiles else self.codes

    @property
    def solved(self) -> bool:
        """True if my code is certain: the numbers, or the tiles if colours count."""
        return self.belief.is_full and bool(np.count_nonzero(self.belief.target_chances(self.target)) == 1)

    @cached_property
    def tiles(self) -> tuple[TileChance, ...]:
        """Every kind of tile in the deck and how likely it is on my rack, in deck order."""
        return tuple(tile_chances(self.belief.space, self.belief.chances, self.edition.deck.names))

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The answers that can still come, most telling first; none while a rack is not filled."""
        if not self.is_open:
            return ()
        found = ask_all(self.belief, self.table, self.others, self.table.cards_to_come, self.seat)
        return tuple(sorted(found, key=self.target.pick(by_bits, by_tile_bits)))

    @cached_property
    def evidence(self) -> Evidence:
        """The answers that rule out each rack that I might hold."""
        return evidence_module.gather(self.log.lines, self.beliefs, self.seat)

    @property
    def answers(self) -> list[Told]:
        """The information in every answer so far, in order."""
        return review(self.log.lines, self.beliefs, self.seat, self.evidence)

    @property
    def last_answer(self) -> Told | None:
        """The last of `answers` if it is the last line of the log, without looking at the others; else None."""
        return latest(self.log.lines, self.beliefs, self.seat)

    # The others.

    @property
    def others(self) -> list[str]:
        """The other players."""
        return [player for player in self.table.players if player != self.seat]

    def opponent(self, player: str) -> str:
        """The name of an opponent as the log spells it; raises `RuleError` if there is none."""
        found = find_name(player, self.others)
        if found is None:
            raise RuleError(
                "no opponent {player!r} (opponents: {others})", player=player, others=", ".join(self.others)
            )
        return found

    @cached_property
    def _timeline(self) -> Timeline:
        """My racks with the lines at which they began and ended."""
        return timeline_module.Timeline(self.log.lines, self.seat)

    @cached_property
    def _histories(self) -> Evidence:
        """The histories of those racks of mine that I never saw."""
        return self.reader.at(self)

    def look(self, player: str) -> View:
        """Knowledge of an opponent, for each rack that may be mine."""
        return opponents_module.look(
            self.log.lines,
            self.belief,
            self.table,
            self._timeline,
            self.opponent(player),
            histories=lambda: self._histories,
        )

    @cached_property
    def opponents(self) -> tuple[Opponent, ...]:
        """Each opponent's distance to certainty, as far as it can be followed; empty while a rack is not filled."""
        found = []
        for player in self.others if self.is_open else ():
            # a log with an earlier contradiction cannot be followed from other seats
            with suppress(BeliefError):
                found.append(self.look(player).summary())
        return tuple(found)


def _contradicts(before: Belief | None, line: Line, after: Belief | None) -> bool:
    """True if a line contradicts the lines before it."""
    if before is None or after is None or line.step is None or line.step.after.viewer is None or not before.possible:
        return False
    return not after.possible or found_impossible(before, line.step, line.step.after.viewer)
