"""What the others know: for each rack that may be mine, an opponent's own possibilities follow by the same rules.

A `Tracker` follows one opponent through the log for all my possible racks at once, as a truth table (my racks x their
racks). It needs my earlier racks to be known and the opponent's old racks to be seen by them. Where that is not so,
the log is replayed from the opponent's seat for each of my histories, which is slower and just as exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .belief import Belief, error_rate, follow
from .compile import FloatArray, IntArray, Tables, falling
from .editions import RACK_SIZE
from .events import Answer, Event, Fill, Reshuffle, Seat, Swap
from .evidence import Evidence, NotFollowed, Timeline, likely_histories, rack_since
from .game import Step, Table
from .insight import BELOW_ONE
from .notation import Line
from .tiles import Rack, Tile

BoolArray = NDArray[np.bool_]

MOST_CELLS = 2_000_000
"""My racks times their racks that are looked at exactly; beyond, my racks are sampled."""


_AFTER_ALL = 1_000_000_000
"""A line number after all lines."""
MOST_REPLAYS = 200
"""My histories for which the log is replayed one by one; beyond, they are sampled."""


class Opponent(NamedTuple):
    """How close a player is to declaring, averaged over what I may hold."""

    player: str
    certain: float
    """The chance that they can declare now."""
    expected_codes: float
    """The expected number of codes that they have left."""
    next_card: float
    """The chance that they can declare after the next card."""
    exact: bool = True
    """False if my racks were too many and a sample was taken."""


class Tracker:
    """One player's possibilities for each of several hypotheses about racks that somebody else cannot see.

    ``unknown`` names those racks: for each seat its timeline and, one entry a hypothesis, the number of its present rack.
    """

    def __init__(self, tables: Tables, player: str, unknown: Mapping[str, tuple[Timeline, IntArray]]) -> None:
        if any(timeline.swapped for timeline, _ in unknown.values()):
            raise NotFollowed("a tile was swapped")
        self.tables, self.player, self.unknown = tables, player, unknown
        self.size = len(next(iter(unknown.values()))[1])
        self.fits: BoolArray = np.ones((self.size, len(tables.racks)), bool)
        """(hypotheses, their racks): whether the answers so far allow it, the supply of tiles aside."""
        self.eras: list[tuple[FloatArray, FloatArray]] = []
        """Free tiles before and after each reshuffle that their rack has lived through."""

    def take(self, line: Line) -> None:
        """Follow one line of the log."""
        step = line.step
        if step is None:
            return
        match step.event:
            case Fill(rack=name) if name == self.player and step.before.started:
                if len(step.drawn) + step.unseen != RACK_SIZE:
                    raise NotFollowed("a rack was filled in two goes")
                self.fits = np.ones_like(self.fits)
                self.eras = []
            case Swap(player=name) if name == self.player:
                raise NotFollowed("a tile was swapped")
            case Answer(player=player, symbol=symbol) if player != self.player and symbol is not None:
                symbols = self.tables.cards[step.event.card].card.question.symbols(len(step.after.rack_names) - 1)
                answers = self.would_answer(player, step.event.card, step.after, line.number)
                said: NDArray[Any] | int = symbols.index(symbol)
                if error_rate(step.event, step.after) > 0 and not step.after.racks[self.player].unknown:
                    # I may have misheard or misnoted it, they did not: what was said is the truth.
                    true = self.tables.racks.find(step.after.racks[self.player].tiles)
                    said = answers[:, true : true + 1]
                self.fits = self.fits & (answers == said)
            case Reshuffle():
                self.fits = self.fits & self.supplied(step.before, line.number)
                self.eras.append((self.free(step.before, line.number), self.free(step.after, line.number)))

    def would_answer(self, player: str, card: int, table: Table, line: int) -> NDArray[np.uint8]:
        """(hypotheses or 1, their racks): what a player answers. One row is enough where no hypothesis matters."""
        lowered, known, hidden = self.tables.cards[card], [], []
        for name in table.seen_by(player):
            if name == self.player:
                continue
            old = self._rack(name, table, line)
            if old is None:
                hidden.append(lowered.classes[self.unknown[name][1]])
            else:
                known.append(old)
        total = self.tables.total(card, known)
        if not hidden:
            return lowered.class_answers(total)[lowered.classes][None, :]
        if len(hidden) == 1:
            return lowered.pair_answers(total)[hidden[0]][:, lowered.classes]
        sums = np.array(total) + sum(lowered.values[classes] for classes in hidden)
        totals, place = np.unique(sums, axis=0, return_inverse=True)
        rows = np.stack([lowered.class_answers(tuple(row)) for row in totals.tolist()])
        return rows[place.reshape(-1)][:, lowered.classes]

    def _rack(self, name: str, table: Table, line: int) -> Rack | None:
        """What lies on a rack at a line, None if it is one of the hypotheses."""
        if name in self.unknown:
            return self.unknown[name][0].at(line)
        return table.racks[name].tiles

    def free(self, table: Table, line: int) -> FloatArray:
        """(hypotheses, kinds): the tiles that may be on their rack or in the pile, as they see it."""
        deck = self.tables.deck
        seen: list[Tile] = []
        hidden = np.zeros((self.size, len(deck.kinds)))
        for name in table.rack_names:
            if name == self.player or (table.started and name not in table.racks):
                continue
            if name not in table.racks and name not in self.unknown:
                continue
            old = self._rack(name, table, line)
            if old is None:
                hidden += self.tables.racks.counts[self.unknown[name][1]]
            else:
                seen += old
        for discard in table.discards:
            if not discard.seen_by_owner and discard.owner in (self.player, table.viewer):
                raise NotFollowed(f"an old rack of {discard.owner} was never seen")
            seen += discard.holding.tiles
        return np.asarray(np.array(deck.copies) - np.array(deck.counts(seen)) - hidden)

    def supplied(self, table: Table, line: int) -> BoolArray:
        """(hypotheses, their racks): whether the tiles that they do not see allow the rack."""
        space, free = self.tables.racks, self.free(table, line)
        enough = (free[:, :, None] >= np.arange(space.size + 1)).reshape(len(free), -1)
        allowed = enough[:, space.slots[0]]
        for slot in space.slots[1:]:
            allowed &= enough[:, slot]
        return allowed

    def support(self, table: Table, line: int) -> BoolArray:
        """(hypotheses, their racks): the racks that they may hold, as they see it."""
        return self.fits & self.supplied(table, line)

    def weights(self, table: Table, line: int) -> FloatArray:
        """(hypotheses, their racks): the weights of the racks that they may hold, as they see it."""
        weights = self.fits * _ways(self.free(table, line), self.tables)
        for before, after in self.eras:
            then, now = _ways(before, self.tables), _ways(after, self.tables)
            weights *= np.divide(then, now, out=np.zeros_like(now), where=now > 0)
        return weights / self.tables.racks.repeats


def _ways(free: FloatArray, tables: Tables) -> FloatArray:
    table = falling(free, tables.racks.size)
    ways = np.ones((len(free), len(tables.racks)))
    for slot in tables.racks.slots:
        ways *= table[:, slot]
    return ways


@dataclass(frozen=True, eq=False)
class View:
    """One opponent's knowledge now, for each of my histories."""

    tables: Tables
    table: Table
    opponent: str
    tracker: Tracker
    chances: FloatArray
    """The chance of each history."""
    support: BoolArray
    """(histories, their racks): whether they may hold it, as they see it."""
    replayed: FloatArray | None
    """(histories, their racks): the weights of their racks where the log was replayed, else None."""
    exact: bool

    @cached_property
    def weights(self) -> FloatArray:
        """(histories, their racks): the weight of each of their racks, as they see it."""
        return self.tracker.weights(self.table, _AFTER_ALL) if self.replayed is None else self.replayed

    @property
    def wrong(self) -> BoolArray:
        """(their racks,): the racks whose declaration would be wrong."""
        true = self.tables.racks.find(self.table.racks[self.opponent].tiles)
        if self.table.edition.rules.target == "tiles":
            return np.asarray(np.arange(len(self.tables.racks)) != true)
        return np.asarray(self.tables.racks.code_of != self.tables.racks.code_of[true])

    def summary(self) -> Opponent:
        """How close the opponent is."""
        code_of = self.tables.racks.code_of
        order = np.argsort(code_of, kind="stable")
        starts = np.searchsorted(code_of[order], np.arange(len(self.tables.racks.codes)))
        codes = np.logical_or.reduceat(self.support[:, order], starts, axis=1).sum(axis=1)
        doubtful = self.support & self.wrong
        certain = self._fits_something & ~doubtful.any(axis=1)
        return Opponent(
            player=self.opponent,
            certain=self._chance(certain),
            expected_codes=float(self.chances @ codes),
            next_card=self._after_next_card(doubtful, certain),
            exact=self.exact,
        )

    @cached_property
    def _fits_something(self) -> BoolArray:
        """(histories,): whether anything at all is left to them; a false answer may have left them with nothing."""
        return np.asarray(self.support.any(axis=1))

    def _chance(self, settled: BoolArray) -> float:
        """The chance of the histories in which something holds; 1 only if it holds in all."""
        if settled[self.chances > 0].all():
            return 1.0
        return min(float(self.chances[settled].sum()), BELOW_ONE)

    def _after_next_card(self, doubtful: BoolArray, certain: BoolArray) -> float:
        """The chance to be certain after the next card, each card that can come being as likely."""
        drawer = self.table.next_player
        if self.table.edition.rules.answered_by == "drawer":
            answerers = [drawer]
        else:
            answerers = [player for player in self.table.players if player != drawer]
        speaking = [player for player in answerers if player not in (None, self.opponent)]
        if not speaking or certain.all():
            return self._chance(certain)
        true = self.tables.racks.find(self.table.racks[self.opponent].tiles)
        chances = []
        for card in self.table.cards_to_come:
            left = doubtful
            for player in speaking:
                assert player is not None
                answers = self.would_answer(player, card)
                left = left & (answers == answers[:, true : true + 1])
            chances.append(self._chance(self._fits_something & ~left.any(axis=1)))
        return 1.0 if all(chance == 1.0 for chance in chances) else float(np.mean(chances))

    def would_answer(self, player: str, card: int) -> NDArray[np.uint8]:
        """(histories or 1, their racks): what a player would answer now."""
        return self.tracker.would_answer(player, card, self.table, _AFTER_ALL)

    def told(self, players: Sequence[str], card: int) -> float:
        """Bits about their numbers that the right answers of players to a card give, on average over what I may hold."""
        true = self.tables.racks.find(self.table.racks[self.opponent].tiles)
        after = self.weights
        for player in players:
            if player != self.opponent:
                answers = self.would_answer(player, card)
                after = after * (answers == answers[:, true : true + 1])
        before, after = _normal(self.weights @ self._in_code), _normal(after @ self._in_code)
        moved = np.divide(after, before, out=np.ones_like(after), where=(after > 0) & (before > 0))
        return float(max(0.0, self.chances @ (after * np.log2(moved)).sum(axis=1)))

    @cached_property
    def _in_code(self) -> FloatArray:
        """(their racks, codes): 1 where the rack has the code."""
        space = self.tables.racks
        table = np.zeros((len(space), len(space.codes)))
        table[np.arange(len(space)), space.code_of] = 1
        return table


def _normal(weights: FloatArray) -> FloatArray:
    """Rows that sum to one; rows of zeros stay."""
    total = weights.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(weights, total, out=np.zeros_like(weights), where=total > 0))


def look(lines: Sequence[Line], belief: Belief, table: Table, seat: str, opponent: str, *, seed: int = 0) -> View:
    """An opponent's knowledge at the end of a log."""
    tables, mine = belief.pool.tables, Timeline(lines, seat)
    racks = np.nonzero(belief.chances)[0]
    chances = belief.chances[racks]
    exact = len(racks) * len(tables.racks) <= MOST_CELLS
    if not exact:
        size = max(1, MOST_CELLS // len(tables.racks))
        racks = np.random.default_rng(seed).choice(racks, size=size, p=chances)
        chances = np.full(size, 1 / size)
    try:
        tracker = Tracker(tables, opponent, {seat: (mine, racks)})
        for line in lines[rack_since(lines, opponent) :]:
            tracker.take(line)
        support, weights = tracker.support(table, _AFTER_ALL), None
    except NotFollowed:
        evidence = likely_histories(lines, tables, seat, most=MOST_REPLAYS, seed=seed)
        chances = evidence.weights / evidence.weights.sum()
        weights = np.stack([belief.weights for belief in _replays(lines, evidence, mine, opponent)])
        support, exact = weights > 0, not evidence.given
        mine.swapped = False  # the present rack is all that matters from here on
        tracker = Tracker(tables, opponent, {seat: (mine, evidence.racks)})
    return View(tables, table, opponent, tracker, chances, support, weights, exact)


# The slow way: the log from the opponent's seat, once for each of my histories.


def _replays(lines: Sequence[Line], evidence: Evidence, mine: Timeline, opponent: str) -> Iterator[Belief]:
    deal = next(line.number for line in lines if line.step is not None and isinstance(line.step.event, Seat))
    known = {begin: rack for begin, rack in mine.lives if rack is not None}
    for history in range(len(evidence.weights)):
        racks = {
            0 if begin == deal else begin: evidence.tables.racks.rack(int(stage[history]))
            for begin, stage in zip(evidence.begins, evidence.stages, strict=True)
        }
        yield replay(lines, opponent, mine, racks | known, evidence.tables)


def replay(lines: Sequence[Line], opponent: str, mine: Timeline, racks: dict[int, Rack], tables: Tables) -> Belief:
    """The opponent's belief at the end of a log in which my racks are filled in, by the line they began (0: the deal)."""
    table: Table | None = None
    belief = Belief.deal(tables)
    for line in lines:
        if line.step is None:
            continue
        for event in _filled_in(line, line.step, mine, racks):
            if table is None:
                table = line.step.before._with(viewer=opponent)
            if isinstance(event, Answer) and event.symbol is not None and error_rate(event, line.step.after) > 0:
                scene = [table.racks[name].tiles for name in table.seen_by(event.player)]
                event = replace(event, symbol=table.edition.card(event.card).answer(scene), doubted=False)
            step = table.do(event)
            if isinstance(event, Seat):  # the opponent heard everything well
                step = step._replace(after=step.after._with(edition=step.after.edition.with_options({"error_rate": 0})))
            belief = follow(belief, step, opponent)
            table = step.after
    return belief


def _filled_in(line: Line, step: Step, mine: Timeline, racks: dict[int, Rack]) -> Iterator[Event]:
    """An event with my own tiles named."""
    event = step.event
    if isinstance(event, Seat):
        yield event
        yield Fill(mine.seat, step.after.edition.deck.sort(racks[0]))
    elif isinstance(event, Fill) and event.rack == mine.seat:
        if step.before.started:
            yield replace(event, tiles=racks[line.number])
    elif isinstance(event, Swap) and event.player == mine.seat:
        kept = list(racks[max(begin for begin, _ in mine.lives if begin < line.number)])
        kept.remove(event.old)
        new = list(racks[line.number])
        for tile in kept:
            new.remove(tile)
        yield replace(event, new=new[0])
    else:
        yield event
