"""The answers heard, and the possibilities that each of them excludes.

A possibility is a *history* of my racks as far as it matters: usually just the present rack. Where an old rack went out
unseen, or one of its tiles was swapped, an answer about the old rack can say something about the present one. Then a
history has several stages, and each answer is about one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import BeliefError
from ..records import Record
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, Tile
from ..table.events import Answer, Declare, Fill, Reshuffle, Seat, Swap
from ..table.notation import Line
from ..table.table import Step, Table
from ..table.timeline import rack_since
from .arrays import EditionArrays, FloatArray, IntArray, falling, tally, weigh
from .belief import Belief, error_rate, named_racks
from .sampling import fractions

BoolArray = NDArray[np.bool_]

MOST_HISTORIES = 300_000
"""Most possibilities that are listed one by one."""


class Heard(NamedTuple):
    """One answer about a rack of mine."""

    line: int
    player: str
    card: int
    symbol: str
    code: int
    seen: tuple[tuple[str, Rack], ...]
    """The racks that the answerer saw beside mine, by name."""
    total: tuple[int, ...]
    """Sum of the card's measures over those racks."""
    stage: int
    """The rack that the answer is about: its number in the histories."""
    error: float
    """Chance that the answer is wrong; if it is above 0, the answer excludes nothing."""
    others: int
    """Number of other answers that the card has."""

    @property
    def firm(self) -> bool:
        return self.error == 0


class Evidence(Record, eq=False):
    """The possibilities before any answer, and the effect of each answer on them."""

    arrays: EditionArrays
    stages: tuple[IntArray, ...]
    """Rack numbers, one array a stage, one entry a history; the last stage is the present rack."""
    weights: FloatArray
    """The weight of each history without any answer but those in ``given``."""
    heard: tuple[Heard, ...]
    begins: tuple[int, ...] = (0,)
    """The line at which each stage began."""
    given: tuple[int, ...] = ()
    """Lines whose answers are applied to ``weights``, because too many histories would be left without them."""

    @property
    def racks(self) -> IntArray:
        """The present rack in each history."""
        return self.stages[-1]

    @cached_property
    def disagrees(self) -> NDArray[np.bool_]:
        """(answers, histories): True where an answer contradicts a history."""
        rows = [
            self.arrays.cards[heard.card].class_answers(heard.total)[
                self.arrays.cards[heard.card].classes[self.stages[heard.stage]]
            ]
            != heard.code
            for heard in self.heard
        ]
        return np.array(rows, bool).reshape(len(rows), len(self.weights))

    @cached_property
    def rules_out(self) -> NDArray[np.bool_]:
        """(answers, histories): True where an answer, taken as true, excludes a history."""
        firm = np.array([heard.firm for heard in self.heard], bool)
        return np.asarray(self.disagrees & firm[:, None])

    @cached_property
    def posterior(self) -> FloatArray:
        """Chance of each history after all answers, with error rates; all zero if none is left."""
        weights = self.weights.copy()
        for heard, wrong in zip(self.heard, self.disagrees, strict=True):
            weights *= np.where(wrong, heard.error / max(1, heard.others), 1 - heard.error)
        total = weights.sum()
        return weights / total if total > 0 else weights

    @cached_property
    def against(self) -> IntArray:
        """(histories,): number of answers that exclude each history."""
        return np.asarray(self.rules_out.sum(axis=0))

    def without(self, dropped: Iterable[int]) -> NDArray[np.bool_]:
        """Histories left if the answers at these positions of ``heard`` are left out."""
        dropped = list(dropped)
        return np.asarray(self.against - self.rules_out[dropped].sum(axis=0) == 0)

    def rack_weights(self, left: NDArray[np.bool_]) -> FloatArray:
        """Weight of each rack of the edition over some of the histories, without error rates."""
        return weigh(self.racks[left], self.weights[left], len(self.arrays.racks))

    def codes_left(self, left: NDArray[np.bool_]) -> int:
        """Number of number codes in some of the histories."""
        return int(np.count_nonzero(tally(self.arrays.racks.code_of[self.racks[left]])))

    def racks_left(self, left: NDArray[np.bool_]) -> int:
        """Number of racks in some of the histories."""
        return len(self.racks[left]) if len(self.stages) == 1 else int(np.count_nonzero(tally(self.racks[left])))


def gather(lines: Sequence[Line], beliefs: Sequence[Belief | None], seat: str) -> Evidence:
    """Evidence about the present rack at the end of a log."""
    belief = beliefs[-1] if beliefs else None
    if belief is None or not belief.is_full:
        raise BeliefError("there is no full rack to reason about now")
    start = rack_since(lines, seat)
    drawn = beliefs[start]
    alone = drawn is None or drawn.pool.past is None  # none can have come since: then it would be another rack
    swapped = any(_is_own_swap(line, seat) for line in lines[start:])
    if alone and not swapped:
        prior = belief.fresh * belief.pool.ways(belief.size)
        racks = np.nonzero(prior)[0]
        heard = tuple(
            _heard(line, belief.pool.arrays, seat, stage=0) for line in lines[start:] if _is_heard(line, seat)
        )
        return Evidence(belief.pool.arrays, (racks,), prior[racks], heard, (lines[start].number,))
    try:
        histories = _Histories(belief.pool.arrays, seat)
        histories.read(lines)
        return histories.evidence()
    except BeliefError:
        return _present_only(lines[start:], belief, seat)


def _present_only(lines: Sequence[Line], belief: Belief, seat: str) -> Evidence:
    """Evidence from the answers about the present rack only; the others, too many to list, stay in the weights."""
    prior = belief.fresh * belief.pool.ways(belief.size)
    racks = np.nonzero(prior)[0]
    last_swap = max((i for i, line in enumerate(lines) if _is_own_swap(line, seat)), default=0)
    heard = tuple(
        _heard(line, belief.pool.arrays, seat, stage=0) for line in lines[last_swap:] if _is_heard(line, seat)
    )
    earlier = [line.number for line in lines[:last_swap] if _is_heard(line, seat)]
    return Evidence(belief.pool.arrays, (racks,), prior[racks], heard, (lines[0].number,), given=(0, *earlier))


def likely_histories(lines: Sequence[Line], arrays: EditionArrays, seat: str, *, seed: int = 0) -> Evidence:
    """The histories of all my racks that were never seen, with all answers applied to the weights.

    Exact if they can be listed at every point; else a sample in proportion to the weights stands for them, and ``given``
    is not empty.
    """
    return LikelyHistories(arrays, seat, seed=seed).of(lines)


class LikelyHistories:
    """`likely_histories` for a log that grows: lines are read only once."""

    def __init__(self, arrays: EditionArrays, seat: str, *, seed: int = 0) -> None:
        self._about = arrays, seat
        self._new = partial(_Histories, arrays, seat, apply=True, seed=seed)
        self._state = self._new()
        self._read: tuple[Line, ...] = ()

    def is_for(self, arrays: EditionArrays, seat: str) -> bool:
        """True if it reads for this seat with these arrays."""
        return self._about[0] is arrays and self._about[1] == seat

    def of(self, lines: Sequence[Line]) -> Evidence:
        """Histories at the end of a log. Lines count as read only if they are the same objects."""
        done = len(self._read)
        if done > len(lines) or any(old is not new for old, new in zip(self._read, lines, strict=False)):
            self._state, self._read, done = self._new(), (), 0
        state, self._state, self._read = self._state, self._new(), ()  # if a line raises, start afresh next time
        state.read(lines[done:])
        self._state, self._read = state, tuple(lines)
        return state.evidence()


def _is_heard(line: Line, seat: str) -> bool:
    event = line.step.event if line.step is not None else None
    return isinstance(event, Answer) and event.player != seat and event.symbol is not None


def _is_own_swap(line: Line, seat: str) -> bool:
    event = line.step.event if line.step is not None else None
    return isinstance(event, Swap) and event.player == seat


def _heard(line: Line, arrays: EditionArrays, seat: str, *, stage: int) -> Heard:
    assert line.step is not None
    event, table = line.step.event, line.step.after
    assert isinstance(event, Answer)
    assert event.symbol is not None and event.code is not None
    seen = tuple((name, table.racks[name].tiles) for name in table.seen_by(event.player) if name != seat)
    return Heard(
        line=line.number,
        player=event.player,
        card=event.card,
        symbol=event.symbol,
        code=event.code,
        seen=seen,
        total=arrays.total(event.card, [rack for _, rack in seen]),
        stage=stage,
        error=error_rate(event, table),
        others=len(arrays.cards[event.card].card.meaning.symbols(len(seen) + 1)) - 1,
    )


class _Histories:
    """Reads a log and lists every history of my racks with its weight, before any answer excludes one.

    A stage ends when the rack changes. Stages that no longer bear on the present rack are summed out.
    """

    def __init__(self, arrays: EditionArrays, seat: str, *, apply: bool = False, seed: int = 0) -> None:
        """With ``apply``, answers change the weights, and stages are kept until they have been seen."""
        self.arrays, self.seat, self.apply = arrays, seat, apply
        self.seed, self.numbers_used = seed, 0
        self.counts = arrays.racks.counts.astype(np.int64)
        self.stages: list[IntArray] = []
        self.begins: list[int] = []
        self.weights: FloatArray = np.ones(1)
        self.holding = False
        """True if the last stage is on the rack now."""
        self.hidden: list[int] = []
        """The stages that are out of play unseen since the last reshuffle."""
        self.seen: set[int] = set()
        """The stages that were seen in the end, and so have one value only."""
        self.chain: list[int] = []
        """For each stage, the number of the chain it belongs to: stages that shared a pile, or a swapped tile."""
        self.first_stage = 0
        """The first stage of the rack that is in play now, or was last."""
        self.heard: list[Heard] = []
        self.given: list[int] = []

    def read(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if line.step is not None:
                self._take(line, line.step)

    def evidence(self) -> Evidence:
        if not self.holding:
            raise BeliefError("there is no full rack to reason about now")
        left = self.weights > 0  # a filtered copy: later reading must not depend on this call
        stages, begins, given = tuple(stage[left] for stage in self.stages), tuple(self.begins), tuple(self.given)
        return Evidence(self.arrays, stages, self.weights[left], tuple(self.heard), begins, given)

    def _take(self, line: Line, step: Step) -> None:
        match step.event:
            case Seat():
                self._draw(step.after, line.number)
            case Fill(rack=name) if name == self.seat:
                if step.before.started:
                    self._refill(step, line.number)
            case Swap(player=player, old=old) if player == self.seat:
                self._swap(old, step, line.number)
            case Fill() | Swap() if step.drawn:
                self.weights = self.weights * _draws(self._pile(step.before), self.arrays.deck.counts(step.drawn))
                if not self.weights.any():
                    raise BeliefError("the log contradicts itself about earlier racks")
            case Declare(player=player) if player == self.seat:
                self._declare(step.event, step)
            case Reshuffle():
                self.hidden = []
            case Answer() if _is_heard(line, self.seat):
                self.heard.append(_heard(line, self.arrays, self.seat, stage=len(self.stages) - 1))
                if self.apply:
                    self._apply_heard()

    def _pile(self, table: Table) -> IntArray:
        """(histories, kinds): the tiles in the pile."""
        known = [tile for name, holding in table.racks.items() if name != self.seat for tile in holding.tiles] + list(
            _discards_known(table, self.seat)
        )
        pile = np.array(self.arrays.deck.copies) - np.array(self.arrays.deck.counts(known))
        pile = np.repeat(pile[None, :], len(self.weights), axis=0)
        for stage in self.hidden + ([len(self.stages) - 1] if self.holding else []):
            pile -= self.counts[self.stages[stage]]
        return pile

    def _draw(self, table: Table, line: int) -> None:
        """Draw a full rack from the pile: every history branches."""
        space = self.arrays.racks
        if len(self.weights) * len(space) > MOST_HISTORIES:
            self._make_room(MOST_HISTORIES // len(space))
        pile = falling(self._pile(table), space.size)
        ways = np.ones((len(self.weights), len(space))) / space.repeats
        for slot in space.slots:
            ways *= pile[:, slot]
        history, rack = np.nonzero(ways)
        self.stages = [stage[history] for stage in self.stages] + [rack]
        self.weights = self.weights[history] * ways[history, rack]
        self.begins.append(line)
        self._link([*self.hidden, len(self.stages) - 1])
        self.first_stage = len(self.stages) - 1
        self.holding = True

    def _link(self, stages: Sequence[int]) -> None:
        """Put stages that bear on each other, and all that bear on those, into one chain."""
        self.chain += range(len(self.chain), len(self.stages))
        joined = {self.chain[stage] for stage in stages}
        self.chain = [min(joined) if chain in joined else chain for chain in self.chain]

    def _refill(self, step: Step, line: int) -> None:
        if len(step.drawn) + step.unseen != RACK_SIZE:
            raise BeliefError("a rack that was filled in two goes cannot be tracked here")
        if self.holding:
            self._put_away(None, seen=False)
        self._sum_out()
        self._draw(step.before, line)

    def _declare(self, event: Declare, step: Step) -> None:
        discard = step.after.discards[-1]
        space = self.arrays.racks
        if discard.seen_by_owner:
            self._put_away(self.stages[-1] == space.find(discard.holding.tiles), seen=True)
            return
        named = named_racks(event, step.after, self.arrays)
        self._put_away(None if named is None else named[self.stages[-1]] == event.right, seen=False)

    def _put_away(self, possible: BoolArray | None, *, seen: bool) -> None:
        """Move the rack out of play; ``possible`` marks the histories that agree with the declaration.

        Where the answers contradict that, or each other, they are left out, as the belief does.
        """
        left = self._evidence().posterior > 0
        if not left.any():
            self.heard = [heard for heard in self.heard if heard.stage < self.first_stage]
            left = self._evidence().posterior > 0
        if possible is not None and (left & possible).any():
            self._keep(possible)
        elif seen and possible is not None:
            self.heard = [heard for heard in self.heard if heard.stage < self.first_stage]
            self._keep(possible)
        if not len(self.weights) or not (self._evidence().posterior > 0).any():
            raise BeliefError("the log contradicts itself about earlier racks")
        (self.seen.add if seen else self.hidden.append)(len(self.stages) - 1)
        self.holding = False

    def _evidence(self) -> Evidence:
        return Evidence(self.arrays, tuple(self.stages), self.weights, tuple(self.heard))

    def _keep(self, chosen: NDArray[np.bool_]) -> None:
        self.stages = [stage[chosen] for stage in self.stages]
        self.weights = self.weights[chosen]

    def _sum_out(self) -> None:
        """Drop the stages that cannot bear on what is drawn next: those in no chain with one that is out of play unseen.

        Where histories are followed for their own sake (``apply``), every stage that was never seen is kept.
        """
        alive = {self.chain[stage] for stage in self.hidden}
        kept = [
            stage
            for stage in range(len(self.stages))
            if stage not in self.seen and (self.apply or self.chain[stage] in alive)
        ]
        place = {stage: i for i, stage in enumerate(kept)}
        self.heard = [heard._replace(stage=place[heard.stage]) for heard in self.heard if heard.stage in place]
        self.hidden = [place[stage] for stage in self.hidden]
        self.seen = set()
        self.begins = [self.begins[stage] for stage in kept]
        chains = [self.chain[stage] for stage in kept]
        self.chain = [chains.index(chain) for chain in chains]
        if not kept:
            self.stages, self.weights = [], np.ones(1)
            return
        rows, group = np.unique(np.stack([self.stages[stage] for stage in kept], axis=1), axis=0, return_inverse=True)
        self.weights = weigh(group.reshape(-1), self.weights, len(rows))
        self.stages = list(rows.T)

    def _apply_heard(self) -> None:
        """Apply the answers so far to the weights; from here on they are taken for granted."""
        self.weights = self._evidence().posterior
        self._keep(self.weights > 0)
        if not self.apply:
            self.given += [heard.line for heard in self.heard]
        self.heard = []

    def _make_room(self, most: int) -> None:
        """Reduce the histories to ``most`` before they branch."""
        self._apply_heard()
        if len(self.weights) <= most:
            return
        if not self.apply or most == 0:
            raise BeliefError("too many histories to list")
        self._sample(most)

    def _sample(self, most: int) -> None:
        total = self.weights.sum()
        sums = self.weights.cumsum()
        chosen = np.searchsorted(sums / sums[-1], fractions(self.seed, self.numbers_used, most), side="right")
        self.numbers_used += most
        self.stages = [stage[chosen] for stage in self.stages]
        self.weights = np.full(most, total / most)
        self.given = [0]

    def _swap(self, old: Tile, step: Step, line: int) -> None:
        """Replace one tile of the rack, which was seen, by another: a new stage, bound to the one before.

        Each tile of the rack is equally likely to be the one seen, so a history counts once for each copy of the tile.
        """
        space, kind = self.arrays.racks, self.arrays.deck.index[old]
        self.weights = self.weights * self.counts[self.stages[-1]][:, kind]
        self._keep(self.weights > 0)
        pile = self._pile(step.before)
        history, new = np.nonzero(pile > 0)
        after = self.counts[self.stages[-1][history]].copy()
        after[:, kind] -= 1
        after[np.arange(len(new)), new] += 1
        ids = np.array(
            [space.index[tuple(np.repeat(np.arange(len(row)), row.astype(np.intp)).tolist())] for row in after], np.intp
        )
        self.weights = self.weights[history] * pile[history, new]
        self.stages = [stage[history] for stage in self.stages] + [ids]
        self.begins.append(line)
        self._link([len(self.stages) - 2, len(self.stages) - 1])


def _discards_known(table: Table, seat: str) -> Iterable[Tile]:
    for discard in table.discards:
        if discard.owner != seat or discard.seen_by_owner:
            yield from discard.holding.tiles


def _draws(pile: IntArray, drawn: Sequence[int]) -> FloatArray:
    """Number of ways to draw these tiles from each pile."""
    ways = np.ones(len(pile))
    for kind, count in enumerate(drawn):
        for c in range(count):
            ways *= np.maximum(pile[:, kind] - c, 0)
    return ways
