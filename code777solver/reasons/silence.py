"""Reasoning from what the others do not say. An assumption about people, never a proof.

A player who is certain declares. So a rack of mine with which an opponent would have been certain, but stayed silent,
loses weight: a factor ``s`` for each opportunity (0: perfect players). A player who declares had that code among their
own possibilities, and was certain if the declaration was right and players are perfect. At depth 1 the opponents'
knowledge comes from answers alone; at depth 2 they reason about silence themselves, at depth 1.

An opportunity ends when the next card is answered: for everyone, or for the drawer alone if players may declare only on
their own turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..core.arrays import EditionArrays, FloatArray
from ..core.belief import Belief, named_racks
from ..core.racksets import Sets, anything, sets_for
from ..errors import BeliefError
from ..records import replace
from ..table.events import Answer, Declare, NoteEvent
from ..table.notation import Line
from ..table.table import Table
from ..table.timeline import NotFollowed, Timeline, bearing_since
from .claims import BoolArray
from .tracking import Tracker, Unseen

DEPTHS = (1, 2)


class Opportunity(NamedTuple):
    """The end of an opportunity: who stayed silent, or who declared, after a line."""

    place: int
    """The position of the line after which the knowledge is looked at."""
    player: str
    declared: Declare | None
    """None if the player stayed silent."""


def opportunities(lines: Sequence[Line]) -> list[Opportunity]:
    """Every opportunity that has ended and every declaration, in the order of the lines."""
    found: list[Opportunity] = []
    spoken: set[str] = set()
    answered, before = False, 0
    for place, line in enumerate(lines):
        if line.step is None:
            continue
        event = line.step.event
        if isinstance(event, Declare) and answered:
            spoken.add(event.player)
            found.append(Opportunity(before, event.player, event))
        elif isinstance(event, Answer):
            if answered and is_new_card(line):
                able = may_declare(line.step.before)
                found += [Opportunity(before, player, None) for player in able if player not in spoken]
                spoken = set()
            answered = True
        if not isinstance(event, NoteEvent):
            before = place
    return found


def is_new_card(line: Line) -> bool:
    """True if an answer is the first to its card: only then has the opportunity after the card before ended."""
    assert line.step is not None
    before, after = line.step.before, line.step.after
    return before.asked is None or before.turn != after.turn or len(after.answered) <= len(before.answered)


def may_declare(table: Table) -> tuple[str, ...]:
    """Players who may declare now, by the rules."""
    if table.edition.rules.declare == "own_turn":
        return (table.players[table.turn],) if table.asked is not None else ()
    return table.players


def silence_factors(
    lines: Sequence[Line], belief: Belief, seat: str, *, factor: float = 0.0, depth: int = 1
) -> FloatArray:
    """For each rack of the edition, how much the others' silence and declarations speak for it (1: nothing against).

    Raises `BeliefError` where an old rack that matters was never seen, since then it is not followed.
    """
    if depth not in DEPTHS:
        raise BeliefError("silence depth {depth}: 1 or 2", depth=depth)
    if not 0 <= factor <= 1:
        raise BeliefError("silence factor {factor}: a number from 0 (perfect players) to 1 (no effect)", factor=factor)
    arrays, mine = belief.pool.arrays, Timeline(lines, seat)
    racks = np.nonzero(belief.chances)[0]
    factors = np.ones(len(arrays.racks))
    weights = np.ones(len(racks))
    # An opponent who never rules a rack out for good cannot become certain by silence: depth matters only at factor 0.
    reasoning = depth if factor == 0 else 1
    for marks, declared in _marks(
        arrays,
        lines,
        {seat: Unseen(mine, {mine.present_since: racks})},
        seat,
        mine.present_since,
        reasoning,
        perfect=factor == 0,
    ):
        weights = weights * (np.where(marks, 0.0, 1.0) if declared else np.where(marks, factor, 1.0))
    factors[racks] = weights
    return factors


def _marks(
    arrays: EditionArrays,
    lines: Sequence[Line],
    unknown: Mapping[str, Unseen],
    observer: str,
    since: int,
    depth: int,
    *,
    perfect: bool,
) -> Iterator[tuple[BoolArray, bool]]:
    """For each moment since a line, the hypotheses that it speaks against, and whether it was a declaration."""
    all_moments = [moment for moment in opportunities(lines) if lines[moment.place].number >= since]
    for player in dict.fromkeys(moment.player for moment in all_moments if moment.player != observer):
        theirs = [moment for moment in all_moments if moment.player == player]
        start = bearing_since(lines[: theirs[0].place + 1], player).place
        if any(seat.timeline.swapped for seat in unknown.values()):
            raise NotFollowed("a tile was swapped")
        tracker = Tracker(arrays, player, unknown)
        wanted = {moment.place: moment for moment in theirs}
        for place in range(start, len(lines)):
            line = lines[place]
            tracker.take(line)
            if place in wanted and line.step is not None:
                table = line.step.after
                support = tracker.support(table, line.number)
                if depth > 1:
                    support = support & ~_ruled_out_by_silence(
                        arrays, lines[: place + 1], unknown, player, support, depth - 1
                    )
                marks = _speaks_against(wanted[place], support, arrays, table, perfect=perfect)
                yield marks, wanted[place].declared is not None


def _speaks_against(
    moment: Opportunity, support: Sets, arrays: EditionArrays, table: Table, *, perfect: bool
) -> BoolArray:
    """The hypotheses in which the player would have acted differently."""
    certain = sets_for(arrays).of_one_kind(support, table.edition.rules.target)
    if moment.declared is None:
        return certain
    named = named_racks(replace(moment.declared, right=True), table, arrays)
    assert named is not None
    unthinkable = ~anything(support & sets_for(arrays).pack(named[None, :]))
    return np.asarray(unthinkable | (~certain if moment.declared.right and perfect else False))


def _ruled_out_by_silence(
    arrays: EditionArrays, lines: Sequence[Line], unknown: Mapping[str, Unseen], player: str, support: Sets, depth: int
) -> Sets:
    """Racks that the player excludes because the others would have declared: one set for each hypothesis."""
    hypothesis, rack = sets_for(arrays).members(support)
    if not len(hypothesis):
        return np.zeros_like(support)
    pairs = {
        name: Unseen(seat.timeline, {begin: racks[hypothesis] for begin, racks in seat.racks.items()})
        for name, seat in unknown.items()
    }
    timeline = Timeline(lines, player)
    pairs[player] = Unseen(timeline, {timeline.present_since: rack})
    against = np.zeros(len(rack), bool)
    for found, _ in _marks(arrays, lines, pairs, player, timeline.present_since, depth, perfect=True):
        against |= found
    out = np.zeros((support.shape[1], len(arrays.racks)), bool)
    out[hypothesis[against], rack[against]] = True
    return sets_for(arrays).pack(out)


def apply_silence(belief: Belief, factors: FloatArray) -> FloatArray:
    """The chances of the racks under the assumption; all zero if it contradicts the log."""
    weights = belief.chances * factors
    total = weights.sum()
    return np.asarray(weights / total if total > 0 else weights)


__all__ = [
    "DEPTHS",
    "NotFollowed",
    "Opportunity",
    "apply_silence",
    "is_new_card",
    "may_declare",
    "opportunities",
    "silence_factors",
]
