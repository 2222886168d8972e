"""Follows one player through the log, for many hypotheses about racks that the viewer cannot see.

The possible racks of the player are one set for each hypothesis, as bits. Each answer reduces the sets. The supply of tiles
reduces them at the end and before each reshuffle. A rack of the player that goes out of play unseen is kept as a set too: as
long as the pile is the same, each later rack must be possible beside at least one rack of that set. Nothing else connects the
two, so pairs of racks are not followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import EditionArrays, FloatArray, IntArray, falling
from ..core.belief import Belief, error_rate, named_racks
from ..core.racksets import BoolArray, Sets, anything, chosen, sets_for
from ..records import Record, replace
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, Tile
from ..table.events import Answer, Declare, Fill, Reshuffle, Swap
from ..table.notation import Line
from ..table.table import Step, Table
from ..table.timeline import NotFollowed, Timeline, replaces

AFTER_ALL = 1_000_000_000
"""A line number beyond all lines."""
MOST_BESIDE = 4_000_000
"""Most combinations (hypotheses times unseen racks times racks) to try one by one; beyond that, undecided racks are kept."""
_FEW = 12
"""Number of unseen racks that are tried first, one after the other."""


class Unseen(Record, eq=False):
    """A seat with unknown racks: the rack number in every hypothesis, by the line at which the rack began."""

    timeline: Timeline
    racks: Mapping[int, IntArray]

    @property
    def size(self) -> int:
        return len(self.racks[self.timeline.present_since])

    def at(self, line: int) -> Rack | IntArray:
        """The rack at a line: tiles if known, else rack numbers by hypothesis."""
        begin, rack = self.timeline.life(line)
        if begin in self.racks:
            return self.racks[begin]
        if rack is None:
            raise NotFollowed(f"an earlier rack was never seen ({self.timeline.seat})")
        return rack

    def gone(self, line: int, count: int) -> list[IntArray]:
        """The last ``count`` racks that had gone out of play unseen before a line."""
        begins = [begin for gone, begin in self.timeline.unseen if gone <= line][-count:] if count else []
        if any(begin not in self.racks for begin in begins):
            raise NotFollowed(f"an earlier rack was never seen ({self.timeline.seat})")
        return [self.racks[begin] for begin in begins]


# Records of the changes of the possible racks, in order, from which weights are computed later. ``free`` are the free tiles
# before the change, (hypotheses, kinds).


class _Heard(Record, eq=False):
    """An answer: the racks that agree with it."""

    masks: Sets
    which: NDArray[np.intp] | None
    """(hypotheses,): index of the mask; None if one mask holds for all."""


class _Hidden(Record, eq=False):
    """The player's rack went out of play unseen by them."""

    free: IntArray
    allowed: BoolArray | None
    """(racks,): racks that it can have been, from a declaration; None if all."""


class _Seen(Record, eq=False):
    """The player's rack went out of play, and they saw it."""


class _Drew(Record, eq=False):
    """The player drew tiles."""

    tiles: int


class _Swapped(Record, eq=False):
    """The player saw one of their tiles, and another replaced it."""

    free: IntArray
    old: Tile


class _Reshuffled(Record, eq=False):
    """The tiles out of play went back into the pile."""

    free: IntArray
    table: Table
    """The table after it."""
    line: int


_Act = _Heard | _Hidden | _Seen | _Drew | _Swapped | _Reshuffled


class Tracker:
    """Possible racks of one player, for each of several hypotheses about racks that the viewer cannot see."""

    def __init__(self, arrays: EditionArrays, player: str, unknown: Mapping[str, Unseen]) -> None:
        """``unknown`` may include the tracked player's own racks: the true ones, which the player does not know."""
        self.arrays, self.player, self.own = arrays, player, unknown.get(player)
        self.unknown = {name: unseen for name, unseen in unknown.items() if name != player}
        self.sets = sets_for(arrays)
        self.size = next(iter(unknown.values())).size
        self.fits: Sets = np.repeat(self.sets.everything, self.size, axis=1)
        """Racks that the answers so far allow, without the supply of tiles since the last reshuffle."""
        self.hidden: list[Sets] = []
        """Possible racks of each rack that went out of play unseen since the last reshuffle."""
        self._survived: list[tuple[list[Sets], IntArray] | Tile] = []
        """Constraints on the present rack: unseen racks and free tiles before each reshuffle, and swapped tiles."""
        self.exact = True
        """False if there were too many unseen racks to try all of them."""
        self.in_two_goes = False
        """True if a rack was filled in two steps; then only `weights` is exact."""
        self._acts: list[_Act] = []

    def take(self, line: Line) -> None:
        """Follow one line of the log."""
        step = line.step
        if step is None:
            return
        match step.event:
            case Answer(player=player) if player != self.player:
                self._take_answer(step.event, step.after, line.number)
            case Fill(rack=name) if name == self.player and step.before.started:
                self._fill(step, line.number)
            case Declare(player=name) if name == self.player:
                self._declare(step.event, step, line.number)
            case Swap(player=name, old=old) if name == self.player:
                self._acts.append(_Swapped(self.free(step.before, line.number), old))
                self.fits = self._swapped(self.fits, old)
                self._survived.append(old)
            case Reshuffle():
                self._reshuffle(step, line.number)

    # Answers.

    def _take_answer(self, event: Answer, table: Table, line: int) -> None:
        """Take in an answer that the player heard. A doubtful or missing answer of the log is replaced by the right one.

        The right answer depends on the hypothesis: only the writer of the log is in doubt, not the player.
        """
        if event.code is not None and error_rate(event, table) == 0:
            masks, which = self.allowed(event.player, event.card, table, line, code=event.code)
        elif not table.racks[self.player].unknown:
            true = self.arrays.racks.find(table.racks[self.player].tiles)
            masks, which = self.allowed(event.player, event.card, table, line, true=true)
        else:
            masks, which = self._same_as_true(event, table, line)
        self._acts.append(_Heard(masks, which))
        self.fits &= masks if which is None else chosen(masks, which)

    def _same_as_true(self, event: Answer, table: Table, line: int) -> tuple[Sets, NDArray[np.intp]]:
        """Racks for which the answer is the same as for the true rack, which differs between hypotheses."""
        if self.own is None:
            raise NotFollowed(f"an answer in doubt is about the rack of {self.player}, which is not known")
        true = self.own.at(line)
        lowered = self.arrays.cards[event.card]
        total, hidden = self._scene(event.player, event.card, table, line)
        rows, place = self._by_total(event.card, total, hidden)
        held = lowered.classes[true if not isinstance(true, tuple) else self.arrays.racks.find(true)]
        pairs, which = np.unique(place * rows.shape[1] + held, return_inverse=True)
        scenes, classes = np.divmod(pairs, rows.shape[1])
        found = self.sets.distinct(event.card, rows[scenes] == rows[scenes, classes][:, None])
        return found.masks, found.which[which.reshape(-1)]

    def allowed(
        self, player: str, card: int, table: Table, line: int, *, code: int = 0, true: int | None = None
    ) -> tuple[Sets, NDArray[np.intp] | None]:
        """Racks for which a player answers ``code``, or the same as for the rack ``true``.

        Returns masks, and the index of the mask in each hypothesis; None if one mask holds for all.
        """
        lowered = self.arrays.cards[card]
        total, hidden = self._scene(player, card, table, line)
        if len(hidden) > 1:
            rows, place = self._by_total(card, total, hidden)
            said = code if true is None else rows[:, int(lowered.classes[true]), None]
            found = self.sets.distinct(card, rows == said)
            return found.masks, found.which[place]
        if true is None:
            found = self.sets.agreeing(card, total, code, alone=not hidden)
        else:
            found = self.sets.answered_as_with(card, total, true, alone=not hidden)
        return found.masks, found.which[lowered.classes[hidden[0]]] if hidden else None

    def would_answer(self, player: str, card: int, table: Table, line: int) -> NDArray[np.uint8]:
        """(hypotheses or 1, racks): answer of a player for each tracked rack. One row if it does not depend on the hypothesis."""
        lowered = self.arrays.cards[card]
        total, hidden = self._scene(player, card, table, line)
        if not hidden:
            return lowered.class_answers(total)[lowered.classes][None, :]
        if len(hidden) == 1:
            return lowered.pair_answers(total)[lowered.classes[hidden[0]]][:, lowered.classes]
        rows, place = self._by_total(card, total, hidden)
        return rows[place][:, lowered.classes]

    def _scene(self, player: str, card: int, table: Table, line: int) -> tuple[tuple[int, ...], list[IntArray]]:
        """Racks that a player sees beside the tracked one: the sum of the known racks, and the unknown ones."""
        known: list[Rack] = []
        hidden: list[IntArray] = []
        for name in table.seen_by(player):
            if name != self.player:
                rack = self._rack(name, table, line)
                (known if isinstance(rack, tuple) else hidden).append(rack)  # type: ignore[arg-type]
        return self.arrays.total(card, known), hidden

    def _by_total(
        self, card: int, total: tuple[int, ...], hidden: Sequence[IntArray]
    ) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        """Answers by sum of the other racks, (sums, classes), and the index of the sum in each hypothesis."""
        lowered = self.arrays.cards[card]
        sums = np.array(total) + sum(lowered.values[lowered.classes[racks]] for racks in hidden)
        sums = np.broadcast_to(sums, (self.size, len(total)))
        totals, place = np.unique(sums, axis=0, return_inverse=True)
        return np.stack([lowered.class_answers(tuple(row)) for row in totals.tolist()]), place.reshape(-1)

    def _rack(self, name: str, table: Table, line: int) -> Rack | IntArray:
        return self.unknown[name].at(line) if name in self.unknown else table.racks[name].tiles

    # The player's own racks.

    def _fill(self, step: Step, line: int) -> None:
        if replaces(step):
            self._hide(None, step.before, line)
        count = len(step.drawn) + step.unseen
        self._acts.append(_Drew(count))
        self.in_two_goes |= count != RACK_SIZE
        self.fits, self._survived = np.repeat(self.sets.everything, self.size, axis=1), []

    def _declare(self, event: Declare, step: Step, line: int) -> None:
        if step.after.discards[-1].seen_by_owner:
            self._acts.append(_Seen())
            return
        named = named_racks(event, step.after, self.arrays)
        self._hide(None if named is None else named == event.right, step.before, line)

    def _hide(self, allowed: BoolArray | None, table: Table, line: int) -> None:
        """Take the player's rack out of play unseen. If no rack was possible, the answers about it are ignored, as in a belief."""
        free = self.free(table, line)
        self._acts.append(_Hidden(free, allowed))
        held = self.beside(self.fits, free)
        lost = ~anything(held)
        if lost.any():
            held[:, lost] = self.beside(self._fresh, free)[:, lost]
            lost = ~anything(held)  # the racks before it contradict each other too, and are dropped
            for one in [*self.hidden, held]:
                one[:, lost] = self.sets.everything
        if allowed is not None:
            right = held & self.sets.pack(allowed[None, :])
            held = np.where(anything(right), right, held)
        self.hidden.append(held)

    @property
    def _fresh(self) -> Sets:
        """Possible racks if all answers about the present rack are ignored."""
        fresh = np.repeat(self.sets.everything, self.size, axis=1)
        for change in self._survived:
            if isinstance(change, Tile):
                fresh = self._swapped(fresh, change)
            else:
                hidden, free = change
                fresh = self.beside(fresh, free, hidden)
        return fresh

    def _swapped(self, sets: Sets, old: Tile) -> Sets:
        """Possible racks after tile ``old`` was seen and replaced, from those before."""
        space, kind = self.arrays.racks, self.arrays.deck.index[old]
        before = np.full((space.size, len(space)), -1)
        for rack, kinds in enumerate(space.kinds.tolist()):
            for j in range(space.size):
                before[j, rack] = space.index.get(tuple(sorted([*kinds[:j], *kinds[j + 1 :], kind])), -1)
        marks = self.sets.unpack(sets)
        return self.sets.pack(np.logical_or.reduce([marks[:, row] & (row >= 0) for row in before]))

    def _reshuffle(self, step: Step, line: int) -> None:
        free = self.free(step.before, line)
        self._acts.append(_Reshuffled(free, step.after, line))
        if not step.before.started or self.player in step.before.racks:
            self.fits = self.beside(self.fits, free)
            self._survived.append((self.hidden, free))
        self.hidden = []

    # The supply of tiles.

    def free(self, table: Table, line: int) -> IntArray:
        """(hypotheses, kinds): tiles on the player's rack, on their unseen old racks, or in the pile."""
        deck = self.arrays.deck
        seen: list[Tile] = []
        hidden: list[IntArray] = []
        for name in table.rack_names:
            if name == self.player or (table.started and name not in table.racks):
                continue
            if name in table.racks or name in self.unknown:
                rack = self._rack(name, table, line)
                if isinstance(rack, tuple):
                    seen += rack
                else:
                    hidden.append(rack)
        unseen = dict.fromkeys(self.unknown, 0)
        for discard in table.discards:
            if discard.seen_by_owner or discard.owner not in (self.player, *self.unknown):
                seen += discard.holding.tiles
            elif discard.owner != self.player:
                unseen[discard.owner] += 1
        for name, count in unseen.items():
            hidden += self.unknown[name].gone(line, count)
        free = np.array(deck.copies, np.int64) - np.array(deck.counts(seen))
        counts = self.arrays.racks.counts
        return np.asarray(free - sum(counts[racks].astype(np.int64) for racks in hidden)).reshape(-1, len(free))

    def support(self, table: Table, line: int) -> Sets:
        """Racks that the player considers possible."""
        if self.in_two_goes:
            return self.sets.pack(self.weights(table, line) > 0)
        return self.beside(self.fits, self.free(table, line))

    def beside(self, sets: Sets, free: IntArray, hidden: Sequence[Sets] | None = None) -> Sets:
        """The racks of ``sets`` that the free tiles allow beside at least one choice of the unseen racks."""
        hidden = self.hidden if hidden is None else hidden
        supplied = self.sets.supplied(free)
        bound = sets & supplied
        if not hidden:
            return bound
        return self._beside(
            bound, [one & supplied for one in hidden], np.broadcast_to(free, (self.size, free.shape[1]))
        )

    def _beside(self, bound: Sets, hidden: Sequence[Sets], free: IntArray) -> Sets:
        """The same for sets that are already reduced to the free tiles. Most rows are decided without trying all choices."""
        found = np.zeros_like(bound)
        rows = np.nonzero(anything(bound))[0]
        hidden, free = [one[:, rows] for one in hidden], free[rows]
        least = np.stack([self.sets.on_all(one) for one in hidden])
        bound = bound[:, rows] & self.sets.supplied(free - least.sum(axis=0))
        some = self._scattered(hidden, least)
        found[:, rows[some]] = bound[:, some]
        if some.all():
            return found
        rest = ~some
        settle = self._one_beside if len(hidden) == 1 else self._all_beside
        found[:, rows[rest]] = settle(bound[:, rest], [one[:, rest] for one in hidden], free[rest])
        return found

    def _scattered(self, hidden: Sequence[Sets], least: IntArray) -> BoolArray:
        """True for rows with four choices of the unseen racks that share no kind, apart from tiles that are on every choice.

        A rack of three tiles can block at most three of these choices, so only the tiles on every choice exclude racks.
        """
        forced = np.asarray(least.sum(axis=0) > 0)
        available = [
            one & self.sets.supplied(np.where(forced, few, RACK_SIZE)) for one, few in zip(hidden, least, strict=True)
        ]
        ok = np.ones(len(forced), np.bool_)
        for turn in range(RACK_SIZE + 1):
            for i in range(len(available)):
                rack, there = self.sets.some_rack(available[i], turn)
                ok &= there
                if not ok.any():
                    return ok
                kinds = self.arrays.racks.kinds[rack].astype(np.intp)
                for j in range(RACK_SIZE):
                    kind = np.where(forced[np.arange(len(kinds)), kinds[:, j]], -1, kinds[:, j])
                    without = chosen(self.sets.without, kind, wrap=True)
                    available = [one & without for one in available]
        return ok

    def _one_beside(self, bound: Sets, hidden: Sequence[Sets], free: IntArray) -> Sets:
        """Racks that are possible beside one unseen rack. The first `_FEW` choices decide most racks; the rest is examined closer."""
        (unseen,), kinds = hidden, self.arrays.racks.kinds.astype(np.intp)
        row, rack = self.sets.members(unseen)
        first = np.searchsorted(row, np.arange(bound.shape[1] + 1))
        count = np.diff(first)
        left, rows = bound.copy(), np.arange(bound.shape[1])
        for turn in range(min(int(count.max(initial=0)), _FEW)):
            rows = rows[(count[rows] > turn) & anything(left[:, rows])]
            if not len(rows):
                break
            place = np.where(count[rows] <= _FEW, turn, turn * count[rows] // _FEW)
            left[:, rows] &= ~self.sets.less(left[:, rows], free[rows], kinds[rack[first[rows] + place]])
        rows = np.nonzero((count > _FEW) & anything(left))[0]
        if len(rows):
            left[:, rows] = self._beside_none(left[:, rows], unseen[:, rows], free[rows])
        return bound & ~left

    def _beside_none(self, left: Sets, unseen: Sets, free: IntArray) -> Sets:
        """Racks of ``left`` that are possible beside no unseen rack.

        Each undecided rack either leads to an unseen rack that fits beside it, which also decides other racks, or is excluded
        together with all racks that are blocked for the same reason.
        """
        left, out = left.copy(), np.zeros_like(left)
        kinds = self.arrays.racks.kinds.astype(np.intp)
        rows = np.arange(left.shape[1])
        for turn in range(len(kinds)):
            rows = rows[anything(left[:, rows])]
            if not len(rows):
                break
            rack, _ = self.sets.some_rack(left[:, rows], turn)
            other, there = self.sets.some_rack(self.sets.less(unseen[:, rows], free[rows], kinds[rack]), turn)
            yes, no = rows[there], rows[~there]
            left[:, yes] &= ~self.sets.less(left[:, yes], free[yes], kinds[other[there]])
            if len(no):
                blocked = left[:, no] & self._blocked(unseen[:, no], free[no], kinds[rack[~there]])
                out[:, no] |= blocked
                left[:, no] &= ~blocked
        return out

    def _blocked(self, unseen: Sets, free: IntArray, kinds: NDArray[np.intp]) -> Sets:
        """Racks that are impossible for the same reason as a rack of these kinds: all with the same two tiles, if these block it."""
        blocked = self.sets.holding(kinds)
        for j in range(RACK_SIZE):
            two = np.delete(kinds, j, axis=1)
            blocked |= np.where(anything(self.sets.less(unseen, free, two)), np.uint64(0), self.sets.holding(two))
        return blocked

    def _all_beside(self, bound: Sets, hidden: Sequence[Sets], free: IntArray) -> Sets:
        """The same as `_beside`, by trying every possible rack of the first unseen one."""
        first, *others = hidden
        row, rack = self.sets.members(first)
        if len(row) * len(self.arrays.racks) > MOST_BESIDE:
            self.exact = False
            return bound
        kinds = self.arrays.racks.kinds[rack].astype(np.intp)
        sets = self.sets.less(bound[:, row], free[row], kinds)
        if others:
            left = free[row] - self.arrays.racks.counts[rack]
            sets = self._beside(sets, [self.sets.less(one[:, row], free[row], kinds) for one in others], left)
        found = np.zeros_like(bound)
        starts = np.nonzero(np.diff(row, prepend=-1))[0]
        if len(starts):
            found[:, row[starts]] = np.bitwise_or.reduceat(sets, starts, axis=1)
        return found

    # Weights, for chances.

    @property
    def in_steps(self) -> bool:
        """True if weights are computed for one hypothesis after the other."""
        return self.in_two_goes or any(isinstance(act, _Hidden | _Swapped) for act in self._acts)

    def weights(self, table: Table, line: int) -> FloatArray:
        """(hypotheses, racks): weights of the racks that the player considers possible."""
        now = self.free(table, line)
        if self.in_steps:
            return np.stack([self._belief(i, now[i % len(now)]).weights for i in range(self.size)])
        weights = self.sets.unpack(self.fits) * _ways(now, self.arrays)
        for act in self._acts:
            if isinstance(act, _Drew):
                weights = self.sets.unpack(self.fits) * _ways(now, self.arrays)
            elif isinstance(act, _Reshuffled):
                after = self.free(act.table, act.line)
                then, later = np.broadcast_arrays(_ways(act.free, self.arrays), _ways(after, self.arrays))
                weights = weights * np.divide(then, later, out=np.zeros(later.shape), where=later > 0)
        return np.asarray(weights / self.arrays.racks.repeats)

    def _belief(self, row: int, now: IntArray) -> Belief:
        """The player's belief under one of the hypotheses, step by step."""
        deck, belief = self.arrays.deck, Belief.deal(self.arrays)
        for act in self._acts:
            match act:
                case _Heard(masks, which):
                    column = masks[:, :1] if which is None else masks[:, which[row], None]
                    belief = replace(belief, likelihood=belief.likelihood * self.sets.unpack(column)[0])
                case _Hidden(free, allowed):
                    belief = _with_free(belief, free[row % len(free)]).hidden(allowed)
                case _Seen():
                    belief = belief.discarded(())
                case _Drew(count):
                    belief = (belief.discarded(()) if belief.is_full else belief).drew(count)
                case _Swapped(free, old):
                    belief = _with_free(belief, free[row % len(free)]).took_off(old).drew(1)
                case _Reshuffled(free, table, line):
                    after = self.free(table, line)
                    seen = deck.expand((np.array(deck.copies) - after[row % len(after)]).tolist())
                    belief = _with_free(belief, free[row % len(free)]).reshuffled(seen)
                case _:
                    assert_never(act)
        return _with_free(belief, now)


def _with_free(belief: Belief, free: IntArray) -> Belief:
    return replace(belief, pool=replace(belief.pool, free=tuple(free.tolist())))


def _ways(free: NDArray[Any], arrays: EditionArrays) -> FloatArray:
    table = falling(free, arrays.racks.size)
    ways = np.ones((len(free), len(arrays.racks)))
    for slot in arrays.racks.slots:
        ways *= table[:, slot]
    return ways


__all__ = ["AFTER_ALL", "Tracker", "Unseen"]
