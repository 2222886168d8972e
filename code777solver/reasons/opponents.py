"""Knowledge of the others: for each rack that may be mine, the same rules give an opponent's possibilities.

A possibility of mine is my present rack, with my old ones that I never saw where they bear on what the opponent knows.
All of them are followed at once (`tracking`); where they are too many, a sample stands for them and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, NamedTuple, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import EditionArrays, FloatArray, IntArray, weigh
from ..core.belief import Belief, error_rate
from ..core.evidence import Evidence
from ..core.racksets import BoolArray, Sets, anything, meets
from ..core.sampling import fractions
from ..errors import BeliefError
from ..information.questions import BELOW_ONE
from ..records import Chance, Count, Record, in_json
from ..table.events import Answer, Seat
from ..table.notation import Line
from ..table.table import Table
from ..table.timeline import Timeline, bearing_since
from .tracking import AFTER_ALL, Tracker, Unseen

MOST_CELLS = 2_000_000
"""My possibilities times their racks (and 500, for what each costs anyway); beyond, mine are sampled.

Half of it where a rack that they never saw bears on theirs, a third where two do, and so on.
"""
MOST_WEIGHED = 2_000_000
"""The same where chances of their racks are needed and not only whether they are possible."""
MOST_REPLAYS = 200
"""My possibilities for which weights are worked out one by one."""


class Misled(TypedDict):
    """Why it is not known what an opponent knows."""

    misled_by: NotRequired[
        Annotated[tuple[Count, ...], "Only if ``certain`` is None: the lines whose answers are false for them."]
    ]


@in_json("player", "certain", "expected_codes", "next_card", "exact", "expected_racks", ("*", "misled"))
class Opponent(NamedTuple):
    """A player's distance to certainty, averaged over the racks that I may hold."""

    player: Annotated[str, "The opponent."]
    certain: Annotated[
        Chance | None, "The chance that they can declare now; None if a false answer leaves them no rack."
    ]
    expected_codes: Annotated[float, "The expected number of codes that they have left."]
    next_card: Annotated[
        Chance | None, "The chance that they can declare after the next card; None where ``certain`` is None."
    ]
    exact: Annotated[bool, "False if I had too many possible racks and a sample was used."] = True
    expected_racks: Annotated[float, "The expected number of racks that they may hold."] = 0.0
    misled_by: tuple[int, ...] = ()
    """The lines whose answers are false for them, where ``certain`` is None."""

    @property
    def misled(self) -> Misled:
        """Those lines, if there are any."""
        return {"misled_by": self.misled_by} if self.misled_by else {}


class MyRacks(NamedTuple):
    """My possible racks, present and earlier, as far as they matter to an opponent."""

    racks: dict[int, IntArray]
    """By the line at which a rack of mine began, its number in each possibility."""
    chances: FloatArray
    exact: bool

    def sample(self, most: int, seed: int) -> MyRacks:
        """At most a given number of possibilities, in proportion to their chances."""
        if len(self.chances) <= most:
            return self
        size = max(1, most)
        marks = (np.arange(size) + fractions(seed, 0, 1)) / size
        sums = np.cumsum(self.chances)
        chosen, times = np.unique(np.searchsorted(sums, marks * sums[-1], side="right"), return_counts=True)
        return MyRacks({begin: numbers[chosen] for begin, numbers in self.racks.items()}, times / size, False)


class View(Record, eq=False):
    """One opponent's knowledge now, for each of my possibilities."""

    arrays: EditionArrays
    table: Table
    opponent: str
    tracker: Tracker
    chances: FloatArray
    """The chance of each possibility."""
    held: Sets
    """The racks that they may hold, as they see it: one set for each possibility."""
    exact: bool
    lines: Sequence[Line]
    """The lines that bear on what they know."""
    fewer: Callable[[int], View]
    """This view with at most a given number of possibilities, sampled."""

    @property
    def own_racks(self) -> IntArray:
        """(possibilities,): the number of my rack in each."""
        (unseen,) = self.tracker.unknown.values()
        return unseen.racks[unseen.timeline.present_since]

    @cached_property
    def support(self) -> BoolArray:
        """(possibilities, their racks): whether they may hold it, as they see it."""
        return self.tracker.sets.unpack(self.held)

    @cached_property
    def weights(self) -> FloatArray:
        """(possibilities, their racks): the weight of each of their racks, as they see it."""
        return self.tracker.weights(self.table, AFTER_ALL)

    @property
    def _true(self) -> int:
        return self.arrays.racks.find(self.table.racks[self.opponent].tiles)

    @property
    def wrong(self) -> BoolArray:
        """(their racks,): the racks whose declaration would be wrong."""
        declared = self.arrays.racks.targets(self.table.edition.rules.target)
        return np.asarray(declared != declared[self._true])

    def summary(self) -> Opponent:
        """Sum up how close the opponent is to certainty."""
        known = bool(self._fits_something[self.chances > 0].all())
        return Opponent(
            player=self.opponent,
            certain=self.certain if known else None,
            expected_codes=self.expected_codes,
            next_card=self._after_next_card(self._doubtful, self._certain) if known else None,
            exact=self.exact,
            expected_racks=self.expected_racks,
            misled_by=() if known else tuple(self._false_lines()),
        )

    def _false_lines(self) -> Iterator[int]:
        """The lines with answers that cannot be true for the rack that they have, or had then."""
        for line in self.lines:
            event = line.step.event if line.step is not None else None
            if line.step is None or not isinstance(event, Answer) or event.player == self.opponent:
                continue
            table = line.step.after
            if event.code is None or error_rate(event, table) > 0:
                continue
            true = self.arrays.racks.find(table.racks[self.opponent].tiles)
            said = self.tracker.would_answer(event.player, event.card, table, line.number)[:, true]
            if (np.broadcast_to(said, self.chances.shape)[self.chances > 0] != event.code).any():
                yield line.number

    @property
    def certain(self) -> float:
        """The chance that they can declare now."""
        return self._chance(self._certain)

    @property
    def expected_codes(self) -> float:
        """The expected number of codes that they have left."""
        return float(self.chances @ self.tracker.sets.codes_left(self.held))

    @property
    def expected_racks(self) -> float:
        """The expected number of racks that they may hold."""
        return float(self.chances @ self.tracker.sets.racks_left(self.held))

    @cached_property
    def _doubtful(self) -> Sets:
        """Those of the racks that they may hold whose declaration would be wrong."""
        return self.held & self.tracker.sets.pack(self.wrong[None, :])

    @cached_property
    def _certain(self) -> BoolArray:
        """(possibilities,): whether they can declare."""
        return np.asarray(self._fits_something & ~anything(self._doubtful))

    @cached_property
    def _fits_something(self) -> BoolArray:
        """(possibilities,): whether they have any rack left; a false answer may have left none."""
        return anything(self.held)

    def _chance(self, settled: BoolArray) -> float:
        """The chance of the possibilities in which something holds; 1 only if it holds in all."""
        if settled[self.chances > 0].all():
            return 1.0
        return min(float(self.chances[settled].sum()), BELOW_ONE)

    def _after_next_card(self, doubtful: Sets, certain: BoolArray) -> float:
        """The chance to be certain after the next card, if all cards that can come are equally likely."""
        drawer = self.table.next_player
        if self.table.edition.rules.answered_by == "drawer":
            answerers = [drawer]
        else:
            answerers = [player for player in self.table.players if player != drawer]
        speaking = [player for player in answerers if player not in (None, self.opponent)]
        if not speaking or certain.all():
            return self._chance(certain)
        cards, open_ = self.table.cards_to_come, np.nonzero(anything(doubtful))[0]
        masks: list[Sets] = []
        which: list[NDArray[np.intp]] = []
        for player in speaking:
            assert player is not None
            found = [self.tracker.allowed(player, card, self.table, AFTER_ALL, true=self._true) for card in cards]
            masks.append(np.concatenate([one for one, _ in found], axis=1))
            rows = np.zeros((len(cards), len(open_)), np.intp)
            rows[1:] = np.cumsum([one.shape[1] for one, _ in found])[:-1, None]
            for row, (_, one) in zip(rows, found, strict=True):
                row += 0 if one is None else one[open_]
            which.append(rows.reshape(-1))
        left = meets(doubtful, np.tile(open_, len(cards)), masks, which).reshape(len(cards), -1)
        settled = np.repeat(self._fits_something[None, :], len(cards), axis=0)
        settled[:, open_] &= ~left
        chances = [self._chance(row) for row in settled]
        return 1.0 if all(chance == 1.0 for chance in chances) else float(np.mean(chances))

    def told(self, players: Sequence[str], card: int) -> float:
        """Bits about what they must declare, from the right answers of players to a card, averaged over what I may hold."""
        if self._weighable is not self:
            return self._weighable.told(players, card)
        after = self.weights
        for player in players:
            if player != self.opponent:
                answers = self.tracker.would_answer(player, card, self.table, AFTER_ALL)
                after = after * (answers == answers[:, self._true : self._true + 1])
        before = self.weights
        if not self.table.edition.rules.target.by_tiles:
            before, after = before @ self._in_code, after @ self._in_code
        before, after = _normal(before), _normal(after)
        moved = np.divide(after, before, out=np.ones_like(after), where=(after > 0) & (before > 0))
        return float(max(0.0, self.chances @ (after * np.log2(moved)).sum(axis=1)))

    def share(self, racks: BoolArray) -> float:
        """The chance that they give to some of their racks (a mark for each), on average over what I may hold."""
        if self._weighable is not self:
            return self._weighable.share(racks)
        chance = float(self.chances @ (_normal(self.weights) @ racks))
        possible = self.weights[self.chances > 0] > 0
        if self.exact and not possible[:, racks].any():
            return 0.0
        return 1.0 if self.exact and not possible[:, ~racks].any() else min(max(chance, 1 - BELOW_ONE), BELOW_ONE)

    @cached_property
    def _weighable(self) -> View:
        """This view, or a sample of it where the weights of all would be too much."""
        most = MOST_REPLAYS if self.tracker.in_steps else max(1, MOST_WEIGHED // len(self.arrays.racks))
        return self if len(self.chances) <= most else self.fewer(most)

    @cached_property
    def _in_code(self) -> FloatArray:
        """(their racks, codes): 1 where the rack has the code."""
        space = self.arrays.racks
        table = np.zeros((len(space), len(space.codes)))
        table[np.arange(len(space)), space.code_of] = 1
        return table


def _normal(weights: FloatArray) -> FloatArray:
    """Rows that sum to one; rows of zeros stay."""
    total = weights.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(weights, total, out=np.zeros_like(weights), where=total > 0))


def look(
    lines: Sequence[Line],
    belief: Belief,
    table: Table,
    timeline: Timeline,
    opponent: str,
    *,
    histories: Callable[[], Evidence],
    seed: int = 0,
) -> View:
    """An opponent's knowledge at the end of a log; ``timeline`` is that of my racks.

    ``histories`` gives `likely_histories` of the log; it is called only where an old rack of mine matters that I never saw.
    """
    start, unseen = bearing_since(lines, opponent)
    mine = _mine(timeline, lines, start, belief, histories)
    arrays = belief.pool.arrays

    def view(most: int) -> View:
        some = mine.sample(most, seed)
        tracker = Tracker(arrays, opponent, {timeline.seat: Unseen(timeline, some.racks)})
        for line in lines[start:]:
            tracker.take(line)
        if tracker.in_two_goes and len(some.chances) > MOST_REPLAYS:
            return view(MOST_REPLAYS)
        held = tracker.support(table, AFTER_ALL)
        exact = some.exact and tracker.exact
        return View(arrays, table, opponent, tracker, some.chances, held, exact, lines[start:], view)

    return view(MOST_CELLS // (len(arrays.racks) + 500) // (1 + unseen))


def _mine(
    timeline: Timeline, lines: Sequence[Line], start: int, belief: Belief, histories: Callable[[], Evidence]
) -> MyRacks:
    """My possibilities as far as they matter from the line at a position on."""
    present, step = timeline.present_since, lines[start].step
    needed = {begin for begin, _ in timeline.lives if begin > lines[start].number}
    needed.add(timeline.life(lines[start].number)[0])
    if step is not None:
        out = sum(not discard.seen_by_owner for discard in step.before.discards if discard.owner == timeline.seat)
        gone = [begin for gone, begin in timeline.unseen if gone < lines[start].number]
        needed.update(gone[len(gone) - out :])
    needed -= timeline.seen
    if needed == {present}:
        left = np.nonzero(belief.chances)[0]
        return MyRacks({present: left}, belief.chances[left], True)
    evidence = histories()
    deal = next(line.number for line in lines if line.step is not None and isinstance(line.step.event, Seat))
    begins = {
        0 if begin == deal else begin: stage for begin, stage in zip(evidence.begins, evidence.stages, strict=True)
    }
    if not needed <= begins.keys():
        raise BeliefError("an earlier rack of yours cannot be tracked")
    chances, kept = evidence.weights / evidence.weights.sum(), sorted(needed)
    if len(kept) < len(begins):
        key = np.zeros(len(chances), np.int64)
        for begin in kept:
            key = np.unique(key * len(evidence.arrays.racks) + begins[begin], return_inverse=True)[1].reshape(-1)
        _, one = np.unique(key, return_index=True)
        chances = weigh(key, chances, len(one))
        return MyRacks({begin: begins[begin][one] for begin in kept}, chances, not evidence.given)
    return MyRacks({begin: begins[begin] for begin in kept}, chances, not evidence.given)
