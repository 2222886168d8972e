"""An edition and a number of players as arrays for compiled games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import IntArray, RackSpace, arrays_for, weigh
from ..core.rows import Lookup, build_finals, build_lookup, positions, words_for
from ..errors import RuleError
from ..kernels import board as kinds
from ..kernels.board import Board, State, pack
from ..kernels.unseen import MOST_SUMS, ROOM
from ..rules.editions import RACK_SIZE, Edition
from ..rules.tiles import Rack, Tile
from .policy import Policy, policy_for

MOST_QUIET = 200
"""A game without a declaration for this many cards is abandoned."""
MOST_CARDS = 1000
"""A game with this many cards is abandoned too; players can prolong it by repeated ties."""
MOST_PLAYERS = 5
ADVICE = (1.0, 1.0)
"""Numbers of codes left at which I and the others declare in a rollout; see `kernels.advice`."""
MOST_WATCHED = 1 << 30
"""Most bytes for the sets of players who reason from silence."""
MOST_WORK = 1 << 20
"""Largest product of the racks of the deck and the sums of racks that a player never saw."""
MOST_EVENTS = 4_000
"""Most events of a recorded game."""


_WEIGHING = {kinds.THRESHOLD, kinds.SILENCE, kinds.LOOK, kinds.ADVISED, kinds.OUTSIDE}


class Seating(NamedTuple):
    """Strategies of the seats: kinds (constants of `kernels.board`) and parameters."""

    strategy: tuple[int, ...]
    parameter: tuple[float, ...]

    @property
    def weighing(self) -> tuple[bool, ...]:
        return tuple(kind in _WEIGHING for kind in self.strategy)

    @property
    def watchers(self) -> int:
        """Number of seats that follow the knowledge of the others."""
        return self.strategy.count(kinds.SILENCE)

    @property
    def thinkers(self) -> int:
        """Number of seats that assume that the others reason from silence too."""
        return sum(
            kind == kinds.SILENCE and depth >= 2 for kind, depth in zip(self.strategy, self.parameter, strict=True)
        )

    @property
    def advised(self) -> bool:
        """True if any seat plays by a learnt policy."""
        return kinds.ADVISED in self.strategy

    @property
    def all_certain(self) -> bool:
        """True if every seat declares exactly when certain."""
        return all(kind == kinds.CERTAIN for kind in self.strategy)


class SimulatedTable:
    """One edition, a number of players, and their strategies."""

    def __init__(
        self,
        edition: Edition,
        seating: Seating,
        *,
        rotate: bool = False,
        policies: Sequence[Policy] = (),
        watchers: int = 0,
    ) -> None:
        """Build the arrays; raises `RuleError` if the edition cannot be simulated with these seats.

        ``policies`` are the nets; the parameter of a seat is the index of its net. The default is the shipped policy. ``watchers``
        makes room for this number of seats that reason from silence, if ``seating`` has fewer.
        """
        self.edition, self.seating = edition, seating
        self.watchers, self.thinkers = max(watchers, seating.watchers), seating.thinkers
        self.players = len(seating.strategy)
        self._check()
        self.racks = self.players + len(edition.spare_racks(self.players))
        board = _board(edition, self.players)
        self.board = board._replace(
            rules=board.rules.copy(),
            strategy=np.array(seating.strategy, np.int64),
            parameter=np.array(seating.parameter, np.float64),
            weighing=np.array(seating.weighing, np.uint8),
        )
        if seating.advised:
            nets = policies or [policy_for(edition, self.players)]
            self.board = self.board._replace(
                inner=np.stack([net.inner for net in nets]), outer=np.stack([net.outer for net in nets])
            )
        self.board.rules[kinds.ROTATE] = rotate
        self.packed = pack(self.board)
        if 8 * self._watched() * board.rows.shape[1] > MOST_WATCHED:
            raise RuleError(
                f"silence tracks what the others know for each of the {len(board.target)} racks of {edition.name!r}: "
                "that takes too much memory"
            )

    def reseat(self, seating: Seating) -> None:
        """Change the strategies of the seats. Nothing is compiled again.

        Strategies with silence or a learnt policy need a table that was made with room for them.
        """
        if seating.watchers > self.watchers:
            raise ValueError(f"{seating.watchers} seats reason from silence: there is room for {self.watchers}")
        if seating.thinkers > self.thinkers:
            raise ValueError(f"{seating.thinkers} seats take silence twice: there is room for {self.thinkers}")
        record = self.packed[0]
        record["strategy"], record["parameter"] = seating.strategy, seating.parameter
        record["weighing"] = seating.weighing

    def _watched(self) -> int:
        """Number of sets of racks that the seats with silence keep."""
        racks = len(self.board.target)
        return self.players * racks * (self.watchers + self.thinkers * self.players * racks)

    def _check(self) -> None:
        rules, name = self.edition.rules, self.edition.name
        most = min(MOST_PLAYERS, rules.most_players)
        if not max(2, rules.least_players) <= self.players <= most:
            raise RuleError(
                f"{self.players} {'player' if self.players == 1 else 'players'}: {max(2, rules.least_players)} to {most} "
                f"can be simulated in {name!r}"
            )
        if self.edition.deck.size < RACK_SIZE * (self.players + 1):
            raise RuleError(f"{self.edition.deck.size} tiles are too few for {self.players} players to refill a rack")
        spares = len(self.edition.spare_racks(self.players)) * rules.spare_tiles
        if spares and self.edition.deck.size - RACK_SIZE * self.players - spares < rules.spare_tiles:
            raise RuleError(f"{self.edition.deck.size} tiles are too few to replace a playerless rack of {name!r}")
        if not 1 <= rules.spare_tiles <= RACK_SIZE and self.edition.spare_racks(self.players):
            raise RuleError(f"spare_tiles {rules.spare_tiles}: a playerless rack holds 1 to {RACK_SIZE} tiles")

    def state(
        self,
        *,
        recorded: bool = False,
        pruned: bool = False,
        rollout: bool = False,
        lessons: int = 0,
        most_sums: int | None = None,
    ) -> NDArray[np.void]:
        """Allocate the state of one game, as a packed record.

        Arrays that are not needed have length 1 or 0; the compiled code reads from these lengths which parts are in use. With
        ``rollout`` the state is for a rollout of `kernels.advice`, in which no seat weighs racks. ``lessons`` is the number of
        choices that a learning net may record. ``most_sums`` limits the sums that players remember of racks that they never saw.
        """
        deck, board = self.edition.deck, self.board
        fields = board.added.shape[1] + board.combined.shape[1] + board.keyed.shape[1]
        groups, words = len(board.supply), board.rows.shape[1]
        players, count, racks = self.players, len(deck.kinds), len(self.board.target)
        events, targets = MOST_EVENTS if recorded else 0, int(board.target.max()) + 1
        features = 0 if rollout else board.inner.shape[1] - 1
        if most_sums is None:
            most_sums = min(MOST_SUMS, 1 << (MOST_WORK // racks).bit_length() - 1)
        thinkers = 0 if rollout else self.thinkers
        weighers, sums, room = (
            (0, 0, 0) if self.seating.all_certain or rollout else (players, most_sums, ROOM * most_sums)
        )
        return pack(
            State(
                random=np.zeros(1, np.uint64),
                now=np.zeros(kinds.NOW, np.int64),
                rack=np.zeros(self.racks, np.uint32),
                pile=np.zeros(deck.size, np.uint8),
                gone=np.zeros(deck.size, np.uint32),
                deck=np.zeros(len(self.edition.cards), np.uint8),
                scores=np.zeros(players, np.int64),
                left=np.zeros((players, words), np.uint64),
                scene=np.zeros((players**2, fields), np.uint64),
                full=np.zeros((players, fields), np.uint64),
                total=np.zeros(groups, np.uint32),
                unseen_total=np.zeros((players, groups), np.uint32),
                heard=np.zeros(players, np.int64),
                answers_since_draw=np.zeros(players, np.int64),
                certain_since=np.zeros(players, np.int64),
                spoke=np.zeros(players, np.int64),
                strategy=np.zeros(players, np.int64),
                parameter=np.zeros(players),
                weighing=np.zeros(players, np.uint8),
                claim=np.zeros(players, np.int64),
                mixed=np.zeros(1 if self.seating.all_certain and not rollout else 2, np.uint8),
                scale=np.ones((weighers, racks)),
                scaled=np.zeros(players, np.uint8),
                shuffles=np.zeros((kinds.MOST_SHUFFLES, 2, count), np.int64),
                applied=np.zeros(players, np.int64),
                scaled_choices=np.zeros((players, count * 4)),
                by_class=np.zeros((int(board.spoken.max()) + 1, 4)),
                weight=np.zeros((weighers, racks)),
                unseen=np.full(deck.size, -1, np.int64),
                sums=np.zeros(players, np.int64),
                sum_counts=np.zeros((weighers, sums, count), np.uint8),
                sum_weight=np.zeros((weighers, sums)),
                rest=np.zeros(players),
                room_counts=np.zeros((room + 1, count), np.uint8),
                room_weight=np.zeros(room + 1),
                room_place=np.zeros(2 * room, np.int64),
                free=np.zeros(count, np.int64),
                choices=np.zeros(count * 4),
                by_target=np.zeros(targets),
                members=np.zeros(racks, np.int64),
                touched=np.zeros(targets, np.int64),
                best=np.zeros((players, kinds.BEST)),
                stale=np.zeros(players, np.uint8),
                part=np.zeros(count * count if board.rules[kinds.RESHUFFLE_AT] < RACK_SIZE - 1 else 0),
                wrong=np.zeros(players, np.int64),
                others=np.zeros((0 if rollout else self._watched(), words), np.uint64),
                watcher=np.zeros(players, np.int64),
                shown=np.zeros(groups, np.uint32),
                kept=np.zeros((players * players, words), np.uint64),
                sure=np.zeros((players * players, words), np.uint64),
                silence_excluded=np.zeros((players, words), np.uint64),
                assumed=np.zeros((players, words), np.uint64),
                thinker=np.zeros(players, np.int64),
                nested_sets=np.zeros((thinkers * players**2 * racks**2, words), np.uint64),
                nested_kept=np.zeros((thinkers * players**2 * racks, words), np.uint64),
                ruled_out=np.zeros((thinkers * players * racks, words), np.uint64),
                ruled_out_kept=np.zeros((players**2, words), np.uint64),
                past=np.zeros((players * racks if thinkers else 0, words), np.uint64),
                blank=np.zeros((1, words), np.uint64),
                rollout_random=np.zeros(1, np.uint64),
                features=np.zeros(features, np.float32),
                units=np.zeros(board.inner.shape[2], np.float32),
                values=np.zeros(kinds.CHOICES),
                order=np.zeros(players, np.int64),
                lessons=np.zeros((lessons, features), np.float32),
                notes=np.zeros((lessons, kinds.NOTES)),
                taught=np.zeros(2, np.int64),
                pruned=np.zeros((len(self.edition.cards), kinds.PHASES if pruned else 1, 3)),
                events=np.zeros((events, 4), np.int32),
                sets=np.zeros((events, players, words), np.uint64),
            )
        )


@lru_cache(maxsize=8)
def _board(edition: Edition, players: int) -> Board:
    """Arrays of a table; the strategies of the seats are not set yet."""
    arrays, deck, rules = arrays_for(edition), edition.deck, edition.rules
    space, count = arrays.racks, len(deck.kinds)
    known = players + len(edition.spare_racks(players)) - 1
    short = [(tile,) for tile in deck.kinds] + [(a, b) for i, a in enumerate(deck.kinds) for b in deck.kinds[i:]]
    visible = len(short) if edition.spare_racks(players) and rules.spare_tiles < RACK_SIZE else 0
    lookup = build_lookup(arrays, edition.cards, known, whole=True, short=short, visible=visible)
    starts, finals = build_finals(arrays, edition.cards, known, lookup, short)
    added, combined, keyed, layout = _widened(lookup, len(edition.cards))
    groups = space.targets(rules.target)
    all_racks = [*map(space.rack, range(len(space))), (), *short]
    kinds_on = np.zeros((len(all_racks), RACK_SIZE), np.uint8)
    for i, rack in enumerate(all_racks):
        kinds_on[i, : len(rack)] = [deck.index[tile] for tile in rack]
    single = len(space) + 1 + np.arange(count)
    drawn = np.array([[math.comb(free, taken) for taken in range(4)] for free in range(max(deck.copies) + 1)], float)
    spoken = _declared_parts(edition)
    return Board(
        rules=_rules(edition, players),
        added=added,
        combined=combined,
        keyed=keyed.astype(np.uint32),
        signatures=lookup.signatures.astype(np.uint32),
        stretches=np.append(lookup.stretches, 0).astype(np.uint32),
        layout=np.column_stack([layout, starts[: len(layout)]]).astype(np.uint64),
        finals=finals,
        used=lookup.used.astype(np.uint32),
        kind_used=lookup.used[single].astype(np.uint32),
        supply=lookup.supply.astype(np.uint32),
        rows=lookup.rows,
        groups=_groups(groups, words_for(len(space))),
        kinds=kinds_on,
        sizes=np.array([len(rack) for rack in all_racks], np.uint8),
        triple=_triples(space.kinds, count),
        short=_shorts(short, deck.index, len(space) + 1, count),
        target=groups.astype(np.int64),
        copies=np.repeat(np.arange(count), deck.copies).astype(np.uint8),
        slots=np.stack(space.slots, axis=1).astype(np.uint16),
        repeats=space.repeats,
        held=np.array(deck.copies, np.int64),
        drawn=drawn,
        shrunk=np.divide(drawn[:, None], drawn, out=np.zeros((len(drawn), *drawn.shape)), where=drawn > 0),
        named=np.unique(groups, return_index=True)[1].astype(np.int64),
        code_slots=_code_slots(spoken, groups, kinds_on),
        spoken=spoken,
        strategy=np.zeros(0, np.int64),
        parameter=np.zeros(0),
        weighing=np.zeros(0, np.uint8),
        advice=np.array(ADVICE),
        inner=np.zeros((1, 1, 1), np.float32),
        outer=np.zeros((1, 1, 1), np.float32),
        prior=_prior(space, groups),
        learning=np.zeros(3),
    )


def _widened(lookup: Lookup, cards: int) -> tuple[Any, Any, Any, kinds.Ints]:
    """The three kinds of fields, each with at least one column, and the columns of each card."""
    layout, before = lookup.layout[:cards].copy(), 0
    parts: list[NDArray[Any]] = []
    whole: tuple[NDArray[Any], ...] = (lookup.added, lookup.combined, lookup.keyed)
    for part in whole:
        if part.shape[1] == 0:
            layout[lookup.layout[:cards, positions.WORD] >= before, positions.WORD] += 1
            part = np.zeros((len(part), 1), part.dtype)
        else:
            before += part.shape[1]
        parts.append(part)
    return parts[0], parts[1], parts[2], layout


def _rules(edition: Edition, players: int) -> kinds.Ints:
    rules = edition.rules
    numbers = np.zeros(kinds.RULES, np.int64)
    numbers[kinds.AT_ONCE] = rules.reshuffle_when == "at_once"
    numbers[kinds.RESHUFFLE_AT] = rules.reshuffle_at
    numbers[kinds.OTHERS_ANSWER] = rules.answered_by == "others"
    numbers[kinds.OWN_TURN] = rules.declare == "own_turn"
    numbers[kinds.CYCLE] = rules.cards_run_out == "cycle"
    numbers[kinds.POINTS] = rules.points_to_win
    numbers[kinds.ONE_MORE] = rules.tie == "one_more"
    numbers[kinds.RIGHT_FIRST] = rules.two_declare == "right_of_reader_first"
    numbers[kinds.SPARE_TILES] = rules.spare_tiles
    numbers[kinds.SPARES_REFRESHED] = min(rules.spares_refreshed, len(edition.spare_racks(players)))
    numbers[kinds.SEEN_ALWAYS] = rules.own_tiles_seen == "always"
    numbers[kinds.MOST_QUIET] = MOST_QUIET
    numbers[kinds.MOST_CARDS] = MOST_CARDS
    numbers[kinds.DIFFERENT_CARDS] = len(edition.cards)
    return numbers


def _prior(space: RackSpace, groups: IntArray) -> kinds.Floats:
    """Chance of each rack's code before any answer, (racks,)."""
    weights = space.ways(space.deck.copies) / space.repeats
    return weigh(groups, weights / weights.sum(), int(groups.max()) + 1)[groups]


def _groups(of_racks: kinds.Ints, words: int) -> kinds.Words:
    """(racks, words): for each rack, the set of racks with the same number in ``of_racks``, as bits."""
    sets = np.zeros((int(of_racks.max()) + 1, words), np.uint64)
    for rack, group in enumerate(of_racks.tolist()):
        sets[group, rack >> 6] |= np.uint64(1 << (rack & 63))
    return np.ascontiguousarray(sets[of_racks])


def _declared_parts(edition: Edition) -> kinds.Bytes:
    """(kinds,): the part of each tile that a declaration names, numbered: the number alone, or number and colour."""
    parts = [edition.rules.target.pick((tile.number, ""), (tile.number, tile.colour)) for tile in edition.deck.kinds]
    return np.array([sorted(set(parts)).index(one) for one in parts], np.uint8)


def _code_slots(spoken: kinds.Bytes, groups: IntArray, kinds_on: kinds.Bytes) -> NDArray[np.uint16]:
    """(codes, 3): the declared parts of each code with their counts, packed like ``slots`` of racks."""
    found = np.zeros((int(groups.max()) + 1, RACK_SIZE), np.uint16)
    for group, rack in zip(groups.tolist(), kinds_on.tolist(), strict=False):
        parts = Counter(int(spoken[kind]) for kind in rack)
        found[group, : len(parts)] = [which * 4 + count for which, count in parts.items()]
    return found


def _triples(racks: kinds.Bytes, count: int) -> kinds.Numbers:
    table = np.zeros((count,) * RACK_SIZE, np.uint32)
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        table[tuple(racks[:, order].T)] = np.arange(len(racks))
    return table.reshape(-1)


def _shorts(short: Sequence[Rack], index: Mapping[Tile, int], first: int, count: int) -> kinds.Numbers:
    table = np.zeros(count + count * count, np.uint32)
    for number, rack in enumerate(short, start=first):
        places = [index[tile] for tile in rack]
        if len(places) == 1:
            table[places[0]] = number
        else:
            table[[count + places[0] * count + places[1], count + places[1] * count + places[0]]] = number
    return table
