"""Belief of a player: exact weights over their possible racks, updated event by event.

Between two reshuffles every tile on the player's racks, old or new, came from one shuffled pile. So the weight of
holding ``r``, with old racks that went out unseen summing to ``S``, is a product::

    weight(r, S) = likelihood(r) * past(S) * (number of ways to draw r and S from the free tiles)

where the *free* tiles are those not known to be elsewhere. Nothing else couples the racks, which keeps the filter
exact and small: an answer changes only ``likelihood``, another player's refill only ``free``, and
a rack of the player that goes out unseen is folded into ``past``. See docs/belief.md for the derivation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..errors import BeliefError
from ..records import Record, replace
from ..rules.editions import RACK_SIZE
from ..rules.targets import Target
from ..rules.tiles import Rack, Tile
from ..table.events import Answer, Declare, Fill, Reshuffle, Seat, Swap
from ..table.table import Step, Table
from .arrays import EditionArrays, FloatArray, IntArray, RackSpace, falling, weigh

_BLOCK = 4_000_000
"""Array elements worked on at a time, to bound memory."""
MOST_SUMS = 50_000_000
"""Most combinations of unseen racks that are enumerated."""


MOST_PAIRS = 1_000_000
"""Most combinations that are enumerated where two unseen racks can be kept apart instead; that is exact for any number of them."""


class Past(Record, eq=False):
    """The player's racks that went out unseen since the last reshuffle: their possible sums, with weights.

    ``counts[i, k]`` tiles of kind ``k`` are in sum ``i``; sums are distinct. The weights do not count the ways
    to draw the tiles.
    """

    counts: NDArray[np.uint8]
    weights: FloatArray
    other: Past | None = None
    """A second unseen rack that shares no tile with the first, where the sums of both are too many to list."""

    @classmethod
    def nothing(cls, kinds: int) -> Past:
        return cls(np.zeros((1, kinds), np.uint8), np.ones(1))

    def plus(self, racks: NDArray[np.uint8], weights: FloatArray, copies: Sequence[int]) -> Past:
        """With one more unseen rack, whose possible counts and weights are given."""
        pairable = max(copies) == 1 and int(self.counts[0].sum()) == RACK_SIZE
        if self.other is not None:
            raise BeliefError(
                "{first:,} x {second:,} x {third:,} combinations of your unseen racks are too many to track exactly",
                remedy=": log `reshuffle`, or `saw` with the tiles if you saw them",
                first=len(self.counts),
                second=len(self.other.counts),
                third=len(racks),
            )
        if len(racks) * len(self.counts) > (MOST_PAIRS if pairable else MOST_SUMS):
            if pairable:
                return Past(self.counts, self.weights, Past(racks, weights))
            raise BeliefError(
                "{first:,} x {second:,} combinations of your unseen racks are too many to track exactly",
                remedy=": log `reshuffle`, or `saw` with the tiles if you saw them",
                first=len(self.counts),
                second=len(racks),
            )
        limit = np.asarray(copies, np.uint8)
        sums: list[NDArray[np.uint8]] = []
        masses: list[FloatArray] = []
        rows = max(1, _BLOCK // max(1, racks.size))
        for start in range(0, len(self.counts), rows):
            block = self.counts[start : start + rows, None, :] + racks[None, :, :]
            fits = (block <= limit).all(axis=2)
            mass = self.weights[start : start + rows, None] * weights[None, :]
            different, mass = _merge(block[fits], mass[fits], copies)
            sums.append(different)
            masses.append(mass)
        counts, total = _merge(np.concatenate(sums), np.concatenate(masses), copies)
        return Past(counts, total / total.max(initial=1.0))


def _merge(
    counts: NDArray[np.uint8], weights: FloatArray, copies: Sequence[int]
) -> tuple[NDArray[np.uint8], FloatArray]:
    """Add up the weights of equal rows."""
    radix = [copy + 1 for copy in copies]
    if float(np.prod(np.array(radix, float))) < 2**62:
        scale = np.cumprod([1, *radix[:-1]], dtype=np.int64)
        _, first, inverse = np.unique(counts @ scale, return_index=True, return_inverse=True)
        different = counts[first]
    else:
        different, inverse = np.unique(counts, axis=0, return_inverse=True)
    return different, weigh(inverse.reshape(-1), weights, len(different))


class Pool(Record, eq=False):
    """The free tiles and the unseen past: together they decide how likely a rack is before any answer."""

    arrays: EditionArrays
    free: tuple[int, ...]
    """By kind: the tiles on the player's rack, on their unseen old racks, or in the pile."""
    past: Past | None = None

    @cached_property
    def surely_gone(self) -> tuple[int, ...]:
        """By kind: the tiles that are on the unseen old racks in every case, so that they are out of play for certain."""
        gone, past = np.zeros(len(self.free), np.int64), self.past
        while past is not None:
            fits = past.counts[(past.weights > 0) & (past.counts <= np.asarray(self.free)).all(axis=1)]
            gone += fits.min(axis=0) if len(fits) else 0
            past = past.other
        return tuple(gone.tolist())

    @cached_property
    def _ways(self) -> dict[int, FloatArray]:
        return {}

    def ways(self, size: int) -> FloatArray:
        """For each rack of a size, the weighted number of ways to hold it, the unseen past summed out."""
        if size not in self._ways:
            self._ways[size] = self._count_ways(self.arrays.space(size))
        return self._ways[size]

    def _count_ways(self, space: RackSpace) -> FloatArray:
        if self.past is None:
            return space.ways(self.free) / space.repeats
        if max(self.arrays.deck.copies) == 1:
            return self._ways_beside_distinct_tiles(space, self.past)
        free = np.asarray(self.free, np.int64)
        left = free - self.past.counts
        weights = self.past.weights * _ways_to_draw(free, self.past.counts)
        ways = np.zeros(len(space))
        rows = max(1, _BLOCK // max(1, len(space)))
        for start in range(0, len(left), rows):
            table = falling(left[start : start + rows], space.size)
            product = np.ones((len(table), len(space)))
            for slot in space.slots:
                product *= table[:, slot]
            ways += weights[start : start + rows] @ product
        return ways / space.repeats

    def _ways_beside_distinct_tiles(self, space: RackSpace, past: Past) -> FloatArray:
        """For a deck of unique tiles: the weight of the past sums that share no tile with a rack.

        By inclusion and exclusion over the tiles of the rack, so that past and present are never paired up. The
        subtractions are repeated with whole numbers to tell an exact zero from a rounding error.
        """
        free = np.asarray(self.free, bool)
        members, weights = _members(past, free)
        if past.other is None:
            ways = _avoiding(members, weights, space)
            number = _avoiding(members, np.ones(len(weights)), space)
        else:
            members2, weights2 = _members(past.other, free)
            ways = _avoiding_both(members, weights, members2, weights2, space)
            number = _avoiding_both(members, np.ones(len(weights)), members2, np.ones(len(weights2)), space)
        held = free[space.kinds].all(axis=1) if space.size else np.ones(len(space), bool)
        return np.where(held & (np.rint(number) > 0), np.maximum(ways, 0.0), 0.0)


def _members(past: Past, free: NDArray[np.bool_]) -> tuple[NDArray[np.intp], FloatArray]:
    """The kinds in each sum that the free tiles allow, one row a sum, and their weights."""
    fits = (past.counts <= free).all(axis=1)
    return np.nonzero(past.counts[fits])[1].reshape(int(fits.sum()), int(past.counts[0].sum())), past.weights[fits]


def _ways_to_draw(free: IntArray, counts: NDArray[np.uint8]) -> FloatArray:
    """Number of ways to draw each row of counts from the free tiles, tile by tile."""
    most = int(counts.max(initial=0))
    table = falling(free, most).reshape(len(free), most + 1)
    return np.asarray(table[np.arange(len(free)), counts].prod(axis=1))


def _avoiding(members: NDArray[np.intp], weights: FloatArray, space: RackSpace) -> FloatArray:
    """For each rack, the weight of the sets (rows of distinct kinds) that contain none of its tiles."""
    kinds = len(space.deck.kinds)
    result = np.full(len(space), weights.sum())
    for size in range(1, space.size + 1):
        within = np.zeros(kinds**size)
        for places in combinations(range(members.shape[1]), size):
            key = _key(members[:, places], kinds)
            within += weigh(key, weights, kinds**size)
        for places in combinations(range(space.size), size):
            result += (-1) ** size * within[_key(space.kinds[:, places].astype(np.intp), kinds)]
    return result


def _avoiding_both(
    first: NDArray[np.intp], weights: FloatArray, second: NDArray[np.intp], weights2: FloatArray, space: RackSpace
) -> FloatArray:
    """For each rack, the weight of the pairs of sets that share no tile with it nor with each other.

    The second set avoids the first and the rack together: inclusion and exclusion over the tiles of both, sorted by
    how many of them are on the rack (0 to 3), then over those of the first set that the rack has.
    """
    if space.size not in (0, RACK_SIZE):
        raise BeliefError("two unseen racks cannot be tracked together with a rack that is being refilled")
    kinds = len(space.deck.kinds)
    alone, pair, triple = _inside(second, weights2, kinds)
    a, b, c = first.T
    whole = weights2.sum() - alone[a] - alone[b] - alone[c] + pair[a, b] + pair[a, c] + pair[b, c] - triple[a, b, c]
    result = _avoiding(first, weights * whole, space)
    if space.size == 0:
        return result
    x, y, z = space.kinds.astype(np.intp).T
    result -= triple[x, y, z] * _avoiding(first, weights, space)
    holds = np.zeros((kinds, len(first)), bool)
    for column in (a, b, c):
        holds[column, np.arange(len(first))] = True
    for kind in range(kinds):
        one = alone[kind] - pair[kind, a] - pair[kind, b] - pair[kind, c]
        one = one + triple[kind, a, b] + triple[kind, a, c] + triple[kind, b, c]
        having = (space.kinds == kind).any(axis=1)
        result[having] -= _avoiding(first, weights * one, space)[having]
    for kind in range(kinds):
        for kind2 in range(kind + 1, kinds):
            two = pair[kind, kind2] - triple[kind, kind2, a] - triple[kind, kind2, b] - triple[kind, kind2, c]
            mass = np.where(holds[kind] | holds[kind2], 0.0, weights * two)
            met = weigh(a, mass, kinds) + weigh(b, mass, kinds) + weigh(c, mass, kinds)
            third = _third_kind(space, kind, kind2)
            result[third[0]] += mass.sum() - met[third[1]]
    return result


def _inside(sets: NDArray[np.intp], weights: FloatArray, kinds: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The weight of the sets that contain a kind, two kinds, three kinds; symmetric, zero where kinds are equal."""
    alone = np.zeros(kinds)
    pair = np.zeros((kinds, kinds))
    triple = np.zeros((kinds, kinds, kinds))
    for i in range(3):
        np.add.at(alone, sets[:, i], weights)
        for j in range(3):
            if i != j:
                np.add.at(pair, (sets[:, i], sets[:, j]), weights)
                np.add.at(triple, (sets[:, i], sets[:, j], sets[:, 3 - i - j]), weights)
    return alone, pair, triple


def _third_kind(space: RackSpace, kind: int, kind2: int) -> tuple[IntArray, IntArray]:
    """The racks that hold two kinds, and the third kind on each."""
    held = ((space.kinds == kind) | (space.kinds == kind2)).sum(axis=1) == 2
    racks = np.nonzero(held)[0]
    return racks, space.kinds[racks].astype(np.int64).sum(axis=1) - kind - kind2


def _key(kinds: NDArray[np.intp], base: int) -> NDArray[np.intp]:
    """Rows of ascending kinds as single numbers."""
    key = np.zeros(len(kinds), np.intp)
    for j in range(kinds.shape[1]):
        key = key * base + kinds[:, j]
    return key


_FAINTEST = 1e-100
"""The least likelihood, relative to the best rack, that answers which may be wrong leave to a rack."""


def _without_underflow(likelihood: FloatArray, factor: FloatArray) -> FloatArray:
    """The product, in which nothing above 0 becomes 0: hundreds of answers that may be wrong still exclude no rack."""
    left = likelihood > 0
    product = likelihood * factor
    if product[left].min(initial=1.0) >= _FAINTEST:
        return product
    scaled = likelihood / likelihood.max(initial=0.0) * factor
    return np.where(left, np.maximum(scaled / (scaled.max(initial=0.0) or 1.0), _FAINTEST), 0.0)


class Belief(Record, eq=False):
    """Knowledge of one player about their own rack. Immutable: every update returns a new belief."""

    pool: Pool
    size: int
    """Number of tiles on the rack."""
    likelihood: FloatArray
    """Likelihood of everything heard for each rack of that size, relative to a fresh draw."""
    fresh: FloatArray
    """Likelihood without any answer about the present rack, for the case that all of them are doubted."""

    @classmethod
    def deal(cls, arrays: EditionArrays) -> Belief:
        """A full rack, with nothing else seen yet."""
        ones = np.ones(len(arrays.racks))
        return cls(Pool(arrays, arrays.deck.copies), RACK_SIZE, ones, ones)

    @property
    def space(self) -> RackSpace:
        """The racks that the arrays here are about."""
        return self.pool.arrays.space(self.size)

    @property
    def is_full(self) -> bool:
        """True if all tiles are on the rack; False between a declaration and the new tiles."""
        return self.size == RACK_SIZE

    @cached_property
    def weights(self) -> FloatArray:
        """The weight of each rack, not normalised."""
        return self.likelihood * self.pool.ways(self.size)

    @cached_property
    def total(self) -> float:
        """The sum of the weights; zero if and only if no rack is left."""
        return float(self.weights.sum())

    @property
    def possible(self) -> bool:
        """False if the log contradicts itself: no rack is left."""
        return self.total > 0

    @cached_property
    def chances(self) -> FloatArray:
        """The probability of each rack; all zero if none is possible."""
        return self.weights / self.total if self.possible else self.weights

    def target_chances(self, target: Target) -> FloatArray:
        """The probability of each declaration, in the order of ``space.targets``."""
        return self.chances if target.by_tiles else weigh(self.space.code_of, self.chances, len(self.space.codes))

    # Events of others.

    def saw(self, tiles: Iterable[Tile]) -> Belief:
        """Tiles came from the pile in plain sight."""
        index = self.pool.arrays.deck.index
        free = list(self.pool.free)
        for tile in tiles:
            free[index[tile]] -= 1
        return replace(self, pool=replace(self.pool, free=tuple(free)))

    def heard(self, card: int, total: tuple[int, ...], code: int, *, error: float = 0.0, others: int = 1) -> Belief:
        """Somebody who sees my rack, and others that sum to ``total``, answered a card.

        With an ``error`` rate, any of ``others`` may be the true answer, and nothing is ruled out.
        """
        agreeing = self.pool.arrays.cards[card].agreeing(total, code)
        if error > 0 and others > 0:
            agreeing = error / others + (1 - error - error / others) * agreeing
            return Belief(self.pool, self.size, _without_underflow(self.likelihood, agreeing), self.fresh)
        return Belief(self.pool, self.size, self.likelihood * agreeing, self.fresh)

    def reshuffled(self, seen: Iterable[Tile]) -> Belief:
        """All tiles but those on racks are in the pile again; ``seen`` are the tiles on other racks."""
        pool = emptied(self.pool.arrays).saw(seen).pool
        belief = self if self.fresh_possible else self._forgetting_the_past()
        then, now = belief.pool.ways(self.size), pool.ways(self.size)
        scale = np.divide(then, now, out=np.zeros_like(now), where=now > 0)
        scale /= scale.max(initial=0.0) or 1.0
        return Belief(pool, self.size, belief.likelihood * scale, belief.fresh * scale)

    # Events of my own rack.

    def discarded(self, rack: Rack) -> Belief:
        """My rack went out of play, and I saw it."""
        return self.saw(rack)._emptied()

    def hidden(self, allowed: NDArray[np.bool_] | None = None) -> Belief:
        """My rack went out of play unseen; ``allowed`` is True for the racks that it can have been."""
        belief = self if self.possible else self.doubted()
        likelihood = belief.likelihood if allowed is None else belief.likelihood * allowed
        if not (likelihood * belief.pool.ways(self.size)).any():
            likelihood = belief.likelihood
        held = likelihood * belief.pool.ways(self.size) > 0
        space, pool = belief.space, belief.pool
        past = pool.past or Past.nothing(len(pool.free))
        past = past.plus(space.counts[held], likelihood[held] / space.repeats[held], pool.arrays.deck.copies)
        return replace(belief, pool=replace(pool, past=past))._emptied()

    def drew(self, count: int) -> Belief:
        """I drew tiles unseen."""
        if self.size == 0:
            full = np.ones(len(self.pool.arrays.space(count)))
            return Belief(self.pool, count, full, full)
        old, new = self.space, self.pool.arrays.space(self.size + count)
        likelihood, fresh = np.zeros(len(new)), np.zeros(len(new))
        kinds = len(self.pool.free)
        keys = _key(old.kinds.astype(np.intp), kinds)
        for places in combinations(range(new.size), old.size):
            from_ = np.searchsorted(keys, _key(new.kinds[:, places].astype(np.intp), kinds))
            likelihood += self.likelihood[from_]
            fresh += self.fresh[from_]
        return Belief(self.pool, new.size, likelihood, fresh)

    def took_off(self, tile: Tile) -> Belief:
        """I saw a tile of mine; it went out of play and the others stayed.

        Each tile of the rack is equally likely to be the one seen, so a rack counts once for each copy of the tile. That
        cancels the division by the number of copies in the ways to draw the rack.
        """
        kind = self.pool.arrays.deck.index[tile]
        old, new = self.space, self.pool.arrays.space(self.size - 1)
        kinds = len(self.pool.free)
        with_it = np.sort(np.column_stack([new.kinds.astype(np.intp), np.full(len(new), kind)]), axis=1)
        keys = _key(old.kinds.astype(np.intp), kinds)
        wanted = _key(with_it, kinds)
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        there = keys[place] == wanted
        pool = self.saw([tile]).pool
        return Belief(pool, new.size, self.likelihood[place] * there, self.fresh[place] * there)

    @cached_property
    def fresh_possible(self) -> bool:
        """True if any rack is left when all answers about the present one are doubted."""
        return bool((self.fresh * self.pool.ways(self.size)).any())

    def doubted(self) -> Belief:
        """As if no answer about the present rack had been heard; forgets unseen racks too if need be."""
        belief = self if self.fresh_possible else self._forgetting_the_past()
        return replace(belief, likelihood=belief.fresh)

    def _forgetting_the_past(self) -> Belief:
        """A log can contradict itself beyond the present rack; what is left then is a plain draw."""
        ones = np.ones_like(self.fresh)
        return Belief(replace(self.pool, past=None), self.size, self.likelihood, ones)

    def _emptied(self) -> Belief:
        """No rack at all. Unseen racks that turned out impossible are forgotten, so that the game can go on."""
        pool = self.pool if self.pool.ways(0).any() else replace(self.pool, past=None)
        return Belief(pool, 0, _ONE, _ONE)


_ONE = np.ones(1)


def emptied(arrays: EditionArrays) -> Belief:
    """No rack at all, and nothing seen yet."""
    return Belief(Pool(arrays, arrays.deck.copies), 0, _ONE, _ONE)


def follow(belief: Belief, step: Step, seat: str) -> Belief:
    """The belief of the player at ``seat`` after one more step of the game."""
    match step.event:
        case Fill(rack=name):
            return _after_fill(belief, step, own=name == seat)
        case Answer(player=player) if player != seat:
            return _after_answer(belief, step.event, step.after, seat)
        case Declare(player=player) if player == seat:
            return _after_own_declaration(belief, step.event, step)
        case Swap(player=player, old=old):
            return belief.took_off(old).drew(1) if player == seat else belief.saw(step.drawn)
        case Reshuffle():
            return belief.reshuffled(_seen_on_racks(step.after, seat))
        case _:
            return belief


def _after_fill(belief: Belief, step: Step, *, own: bool) -> Belief:
    if not own:
        return belief.saw(step.drawn)
    if not step.before.started:
        return belief  # the deal, which every belief starts from
    replaced = len(step.after.discards) > len(step.before.discards)
    return (belief.hidden() if replaced else belief).drew(len(step.drawn) + step.unseen)


def _after_answer(belief: Belief, event: Answer, table: Table, seat: str) -> Belief:
    if event.code is None:
        return belief
    arrays = belief.pool.arrays
    seen = [table.racks[name].tiles for name in table.seen_by(event.player) if name != seat]
    others = len(arrays.cards[event.card].card.meaning.symbols(len(seen) + 1)) - 1
    total, error = arrays.total(event.card, seen), error_rate(event, table)
    return belief.heard(event.card, total, event.code, error=error, others=others)


def error_rate(event: Answer, table: Table) -> float:
    """The chance that an answer in the log is wrong."""
    rules = table.edition.rules
    return max(rules.error_rate, rules.doubt_rate) if event.doubted else rules.error_rate


def _after_own_declaration(belief: Belief, event: Declare, step: Step) -> Belief:
    discard = step.after.discards[-1]
    if discard.seen_by_owner:
        return belief.discarded(discard.holding.tiles)
    named = named_racks(event, step.after, belief.pool.arrays)
    return belief.hidden(None if named is None else named == event.right)


def named_racks(event: Declare, table: Table, arrays: EditionArrays) -> NDArray[np.bool_] | None:
    """(racks,): racks that a declaration names; None if it does not say enough to be right or wrong."""
    space, by_tiles = arrays.racks, table.edition.rules.target.by_tiles
    if by_tiles and event.tiles is not None:
        named = np.zeros(len(space), bool)
        place = space.index.get(tuple(sorted(arrays.deck.index[tile] for tile in event.tiles)))
        if place is not None:
            named[place] = True
        return named
    if by_tiles and not event.right:
        return None
    return np.asarray(space.code_of == (space.codes.index(event.numbers) if event.numbers in space.codes else -1))


def found_impossible(before: Belief, step: Step, seat: str) -> bool:
    """True if the result of a player's own declaration contradicts the answers."""
    event = step.event
    if not isinstance(event, Declare) or event.player != seat:
        return False
    if step.after.discards[-1].seen_by_owner:
        return bool(before.chances[before.space.find(step.after.discards[-1].holding.tiles)] == 0)
    named = named_racks(event, step.after, before.pool.arrays)
    return named is not None and not before.chances[named == event.right].any()


def _seen_on_racks(table: Table, seat: str) -> list[Tile]:
    return [tile for name, holding in table.racks.items() if name != seat for tile in holding.tiles]


def follow_all(steps: Iterable[Step], seat: str, arrays: EditionArrays) -> Belief | None:
    """The belief at the end of a game; None before the players are named."""
    belief = None
    for step in steps:
        if isinstance(step.event, Seat):
            belief = Belief.deal(arrays)
        elif belief is not None:
            belief = follow(belief, step, seat)
    return belief
