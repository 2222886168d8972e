"""A second opinion on declaring or waiting: rollouts from samples of the belief. Imports numba.

In a rollout, my rack is drawn from the exact belief. The others have the knowledge that follows from that rack. Cards and
tiles come in random order, and all players follow a simple rule. The results are estimates with standard errors.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, IntArray
from ..core.belief import Belief
from ..core.rows import as_sets
from ..errors import BeliefError
from ..kernels import advice as kernels
from ..kernels import board as kinds
from ..rules.tiles import Rack
from ..table.table import Table
from .advice import SECONDS, Advice, Decision, Outcome, RivalKnowledge, best_code, check
from .simulated_table import Seating, SimulatedTable

_BATCH = 100


def estimate_by_rollouts(
    position: Decision,
    *,
    seconds: float = SECONDS,
    samples: int | None = None,
    after: Advice | None = None,
    say: Callable[[int], None] = lambda played: None,
) -> Advice:
    """Estimate the values of declaring the likeliest code now and of waiting.

    Plays for about ``seconds``, without the time for compiling, or exactly ``samples`` games for each choice. ``after`` is an
    earlier advice on the same position, whose samples are included. ``say`` is called after each batch with the number of games
    played for each choice; compiling may delay the first call.
    """
    table, belief, seat, knowledge = position
    check(table, belief, seat)
    me = table.players.index(seat)
    simulated_table = SimulatedTable(
        table.edition, Seating((kinds.FEW,) * len(table.players), (1.0,) * len(table.players))
    )
    claim, code, chance = best_code(table, belief)
    racks, chances, sets = _possibilities(table, belief, seat, knowledge)
    state, rollout = pack_position(simulated_table, table, seat, belief), simulated_table.state(rollout=True)
    sums = np.zeros(kernels.SUMS) if after is None or after.sums is None else after.sums.copy()
    seed = 1 if after is None else after.seed + 1
    random = np.random.default_rng(seed)
    state[0]["rollout_random"][0] = np.uint64(seed)
    wanted = None if samples is None else int(sums[kernels.ROLLOUTS]) + samples
    limit: float | None = None
    while True:
        size = _BATCH if wanted is None else min(_BATCH, wanted - int(sums[kernels.ROLLOUTS]))
        picked = random.choice(len(racks), size=size, p=chances)
        kernels.roll_out_histories(simulated_table.packed, state, rollout, me, claim, picked, racks, sets, sums)
        limit = (
            time.perf_counter() + seconds if limit is None else limit
        )  # counted from the end of the first batch, which compiles
        say(int(sums[kernels.ROLLOUTS]))
        if sums[kernels.ROLLOUTS] == wanted or (wanted is None and time.perf_counter() >= limit):
            break
    exact = all(known.exact for known in knowledge.values()) and len(racks) == int(np.count_nonzero(belief.chances))
    return _advice(code, chance, sums, seed, bool(exact))


def _possibilities(
    table: Table, belief: Belief, seat: str, knowledge: Mapping[str, RivalKnowledge]
) -> tuple[IntArray, FloatArray, NDArray[np.uint64]]:
    """My racks, their chances, and the sets of racks that each player considers possible with each of mine.

    The sets are in the order of the players, and for each player in the order of my racks.
    """
    racks = np.nonzero(belief.chances)[0].astype(np.int64)
    for known in knowledge.values():
        racks = np.intersect1d(racks, known.racks)
    if not len(racks):
        raise BeliefError("what the others know cannot be tracked here")
    space = belief.pool.arrays.racks
    sets = np.zeros((len(table.players) * len(racks), as_sets(np.zeros((1, len(space)), bool)).shape[1]), np.uint64)
    for player, known in knowledge.items():
        order = np.argsort(
            known.chances, kind="stable"
        )  # if several histories have the same rack, the likeliest overwrites the others
        row = np.zeros(len(space), np.int64)
        row[known.racks[order]] = order
        first = table.players.index(player) * len(racks)
        sets[first : first + len(racks)] = as_sets(known.support[row[racks]])
    chances = belief.chances[racks]
    return racks, chances / chances.sum(), sets


def pack_position(simulated_table: SimulatedTable, table: Table, seat: str, belief: Belief) -> NDArray[np.void]:
    """The position as a packed state of a simulated game; the rack of ``seat`` is not set."""
    state, players = simulated_table.state(rollout=True), table.players
    now, record = state[0]["now"], state[0]
    index = {rack: number for number, rack in enumerate(_all_racks(simulated_table))}
    for j, name in enumerate(table.rack_names):
        record["rack"][j] = index[_key(simulated_table, table.racks[name].tiles)] if name != seat else 0
    gone = 0
    for discard in table.discards:
        if discard.holding.unknown or (discard.owner == seat and not discard.seen_by_owner):
            continue
        record["gone"][gone] = index[_key(simulated_table, discard.holding.tiles)]
        owned = discard.owner in players and not discard.seen_by_owner
        record["unseen"][gone] = players.index(discard.owner) if owned else -1
        gone += 1
    now[kinds.GONE] = gone
    record["deck"][: len(table.edition.cards)], now[kinds.DECK], now[kinds.ROUND] = _deck(table)
    now[kinds.READER] = players.index(table.next_player or players[0])
    now[kinds.GOAL], now[kinds.WINNER], now[kinds.CARDS] = table.goal, -1, 1
    for i, player in enumerate(players):
        record["scores"][i] = table.scores[player]
        record["spoke"][i], record["certain_since"][i] = 0, -1
    record["left"][players.index(seat)] = as_sets((belief.weights > 0)[None, :])[0]
    return state


def _deck(table: Table) -> tuple[list[int], int, int]:
    """Card columns, those to come first; number of cards to come; 1 if their order is known (then the next card is the last of them)."""
    columns = {card: column for column, card in enumerate(table.edition.cards)}
    order = table.known_order
    if len(order) == len(columns):
        return [columns[card] for card in reversed(order)], len(order) - len(table.round) % len(order), 1
    left = [columns[card] for card in table.cards_to_come]
    return [*left, *(column for column in columns.values() if column not in left)], len(left), 0


def _all_racks(simulated_table: SimulatedTable) -> list[tuple[int, ...]]:
    board = simulated_table.board
    return [tuple(row[:size]) for row, size in zip(board.kinds.tolist(), board.sizes.tolist(), strict=True)]


def _key(simulated_table: SimulatedTable, rack: Rack) -> tuple[int, ...]:
    return tuple(sorted(simulated_table.edition.deck.index[tile] for tile in rack))


def _advice(code: str, chance: float, sums: FloatArray, seed: int, exact: bool) -> Advice:
    count = float(sums[kernels.ROLLOUTS])

    def outcome(points: int, games: int) -> Outcome:
        point, game = float(sums[points]) / count, float(sums[games]) / count
        return Outcome(point, _error(point, count), game, _error(game, count))

    gain = float(sums[kernels.DIFFERENCE]) / count
    spread = max(0.0, float(sums[kernels.SQUARED]) / count - gain * gain)
    return Advice(
        code=code,
        probability=chance,
        declare=outcome(kernels.POINTS, kernels.GAMES),
        wait=outcome(kernels.POINTS_WAITING, kernels.GAMES_WAITING),
        gain=gain,
        gain_error=math.sqrt(spread / count),
        samples=int(count),
        exact=exact,
        sums=sums,
        seed=seed,
    )


def _error(share: float, count: float) -> float:
    """Standard error of a share, with a variance of at least ``1 / (count + 2)``, so that it is never 0."""
    return math.sqrt(max(share * (1 - share), 1 / (count + 2)) / count)
