"""Declare or wait, by rollouts: the game is played to its end from racks that a player may hold, once for each choice.

In a rollout the player holds a rack drawn by their own weights, and the others know what they would know then. The tiles
in the pile come in random order, and everybody declares when few enough codes are left. Both choices are played with the
same rack and the same randomness, so their difference has less noise than either.

Shared arguments: ``rollout`` record of `board.State`, scratch for one rollout; ``sets`` (n, words) uint64, racks that the
others can hold, player ``o`` in row ``first + o * stride`` (``first``, ``stride`` int64).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .board import CARDS, FEW, GONE, OUTSIDE, PILE, WINNER
from .compiling import compiled, entry
from .games import decide, draw_card, resolve, see, settle, undecided
from .random import random_word
from .sets import put

OWN_BASE, OTHERS_BASE = range(2)
"""Numbers in ``Board.advice``: codes left at which the player declares in a rollout, and the same for the others."""
GAMES, POINTS, GAMES_WAITING, POINTS_WAITING, DIFFERENCE, SQUARED, POINT_DIFFERENCE, POINT_SQUARED, ROLLOUTS = range(9)
"""Entries of ``sums``: games and points won after declaring, after waiting; sums and squares of the differences; rollouts."""
SUMS = 9


@compiled
def start_rollout(board: Any, state: Any, rollout: Any, seat: int, r: Any, sets: Any, first: Any, stride: Any) -> None:
    """Copy the game to ``rollout``, with rack ``r`` for player ``seat``."""
    players, racks = state.scores.shape[0], state.rack.shape[0]
    groups, kinds = board.supply.shape[0], board.held.shape[0]
    for i in range(state.now.shape[0]):
        rollout.now[i] = state.now[i]
    for j in range(racks):
        rollout.rack[j] = state.rack[j]
    rollout.rack[seat] = r
    for i in range(state.deck.shape[0]):
        rollout.deck[i] = state.deck[i]
    for kind in range(kinds):
        rollout.free[kind] = board.held[kind]
    for group in range(groups):
        rollout.total[group] = 0
        for player in range(players):
            rollout.unseen_total[player, group] = 0
    for j in range(racks):
        lay(board, rollout, rollout.rack[j])
    rollout.now[GONE] = 0
    for g in range(state.now[GONE]):
        if state.unseen[g] != seat:  # an unseen rack of the player may as well be in the pile
            rollout.gone[rollout.now[GONE]] = state.gone[g]
            rollout.unseen[rollout.now[GONE]] = state.unseen[g]
            rollout.now[GONE] += 1
            lay(board, rollout, state.gone[g])
            if state.unseen[g] >= 0:
                for group in range(groups):
                    rollout.unseen_total[state.unseen[g], group] += board.used[state.gone[g], group]
    place = 0
    for kind in range(kinds):
        for _ in range(rollout.free[kind]):
            rollout.pile[place] = kind
            place += 1
    rollout.now[PILE] = place
    for player in range(players):
        rollout.scores[player] = state.scores[player]
        rollout.spoke[player] = state.spoke[player]
        rollout.certain_since[player] = state.certain_since[player]
        rollout.heard[player] = state.heard[player]
        rollout.answers_since_draw[player] = state.answers_since_draw[player]
        rollout.wrong[player] = 0
        rollout.sums[player] = 0
        rollout.claim[player] = -1
        rollout.strategy[player] = FEW
        rollout.parameter[player] = board.advice[OWN_BASE] if player == seat else board.advice[OTHERS_BASE]
        rollout.weighing[player] = 0
        if player == seat:
            put(rollout.left, np.uintp(player), state.left, np.uintp(player))
        else:
            put(rollout.left, np.uintp(player), sets, np.uintp(first + player * stride))
    see(board, rollout)


@compiled
def lay(board: Any, rollout: Any, rack: Any) -> None:
    """Remove the tiles of a rack from the pile of ``rollout``. ``rack`` int64: a rack number."""
    for i in range(board.sizes[rack]):
        rollout.free[board.kinds[rack, i]] -= 1
    for group in range(board.supply.shape[0]):
        rollout.total[group] += board.used[rack, group]


@compiled
def finish_rollout(board: Any, rollout: Any, seat: int, claim: Any) -> Any:
    """Play to the end after player ``seat`` declares ``claim`` or waits. Returns int64: 2 if they win, plus 1 for the next point."""
    players = rollout.scores.shape[0]
    kind, before, points = rollout.strategy[seat], rollout.scores[seat], 0
    for player in range(players):
        points += rollout.scores[player]
    rollout.strategy[seat] = OUTSIDE
    rollout.claim[seat] = claim
    if decide(board, rollout):
        resolve(board, rollout)
    rollout.strategy[seat] = kind
    rollout.spoke[seat] = rollout.now[CARDS]
    settle(board, rollout)
    outcome = next_point(rollout, seat, before, points)
    while undecided(board, rollout):
        draw_card(board, rollout)
        settle(board, rollout)
        if outcome < 0:
            outcome = next_point(rollout, seat, before, points)
    return 2 * (rollout.now[WINNER] == seat) + (outcome == 1)


@compiled
def next_point(rollout: Any, seat: int, before: Any, points: Any) -> Any:
    """1 if player ``seat`` scored the next point, 0 if another did, -1 if it is open.

    ``before`` int64: points of ``seat`` at the start. ``points`` int64: points of all at the start.
    """
    now = 0
    for player in range(rollout.scores.shape[0]):
        now += rollout.scores[player]
    if now == points:
        return -1
    return 1 if rollout.scores[seat] > before else 0


@compiled
def roll_out_both(
    board: Any, state: Any, rollout: Any, seat: int, claim: Any, r: Any, sets: Any, first: Any, stride: Any, sums: Any
) -> None:
    """Play rollouts after declaring and after waiting, and add the results to ``sums``, (`SUMS`,) float64."""
    seed = random_word(state.rollout_random)
    start_rollout(board, state, rollout, seat, r, sets, first, stride)
    rollout.random[0] = seed
    declared = finish_rollout(board, rollout, seat, claim)
    start_rollout(board, state, rollout, seat, r, sets, first, stride)
    rollout.random[0] = seed
    waited = finish_rollout(board, rollout, seat, np.int64(-1))
    game, game_waiting = 1.0 * (declared >= 2), 1.0 * (waited >= 2)
    point, point_waiting = 1.0 * (declared % 2), 1.0 * (waited % 2)
    sums[GAMES] += game
    sums[GAMES_WAITING] += game_waiting
    sums[POINTS] += point
    sums[POINTS_WAITING] += point_waiting
    sums[DIFFERENCE] += game - game_waiting
    sums[SQUARED] += (game - game_waiting) ** 2
    sums[POINT_DIFFERENCE] += point - point_waiting
    sums[POINT_SQUARED] += (point - point_waiting) ** 2
    sums[ROLLOUTS] += 1.0


@entry
def roll_out_histories(
    boards: Any,
    states: Any,
    rollouts: Any,
    seat: int,
    claim: Any,
    picked: NDArray[np.int64],
    racks: NDArray[np.int64],
    sets: NDArray[np.uint64],
    sums: NDArray[np.float64],
) -> None:
    """Play rollouts from the position in ``states``, once for each entry of ``picked``.

    ``rollouts`` (1,) record of `board.State`: scratch.
    ``picked`` (n,) int64: numbers of histories.
    ``racks`` (histories,) int64: rack of player ``seat`` in each history.
    ``sets`` (players * histories, words) uint64: row ``o * len(racks) + h`` has the racks that ``o`` can hold in history ``h``.
    ``sums`` (`SUMS`,) float64: results are added.
    """
    for i in range(picked.shape[0]):
        h = picked[i]
        roll_out_both(boards[0], states[0], rollouts[0], seat, claim, racks[h], sets, h, racks.shape[0], sums)
