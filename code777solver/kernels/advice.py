"""Declare or wait, by playing on: the game is played to its end from racks that a player may hold, once for each choice.

In a rollout the player holds a rack drawn from their own weights, the others know what they would know then, the tiles in
the pile come in random order, and everybody goes on by a simple rule: declare when so few codes are left.
Both choices are played with the same rack and the same randomness, so that their difference is known better than either.
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
"""The numbers in ``Board.advice``: with how many codes left a player declares in a rollout, the same for the others."""
GAMES, POINTS, GAMES_WAITING, POINTS_WAITING, DIFFERENCE, SQUARED, POINT_DIFFERENCE, POINT_SQUARED, ROLLOUTS = range(9)
"""What rollouts add up to: games and points won if declaring, if waiting, sums and squares of the differences, rollouts."""
SUMS = 9


@compiled
def start_rollout(board: Any, state: Any, rollout: Any, seat: int, r: Any, sets: Any, first: Any, stride: Any) -> None:
    """Make ``rollout`` the game as it may be, with rack ``r`` in the place of player ``seat``.

    What player ``o`` can hold then, as they see it, is row ``first + o * stride`` of ``sets``.
    """
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
        if state.unseen[g] != seat:  # what went unseen by its owner may as well still be in the pile, to its owner
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
    """Tiles lie on a rack or out of play, so they are not in the pile."""
    for i in range(board.sizes[rack]):
        rollout.free[board.kinds[rack, i]] -= 1
    for group in range(board.supply.shape[0]):
        rollout.total[group] += board.used[rack, group]


@compiled
def finish_rollout(board: Any, rollout: Any, seat: int, claim: Any) -> Any:
    """Play the game to its end after player ``seat`` declares a rack's code, or waits (-1). 2: game won, 1: next point."""
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
    """1 if the next point has been scored and player ``seat`` scored it, 0 if only others did, -1 if it is still open."""
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
    """Play on after declaring a rack's code now, and after waiting, with rack ``r``; add up how it ends."""
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
    """Play rollouts from a position that is laid out in ``states``, once for each history ``picked``.

    ``racks[h]`` is the rack of player ``seat`` in history ``h``, row ``o * len(racks) + h`` of ``sets`` what ``o`` can hold.
    """
    for i in range(picked.shape[0]):
        h = picked[i]
        roll_out_both(boards[0], states[0], rollouts[0], seat, claim, racks[h], sets, h, racks.shape[0], sums)
