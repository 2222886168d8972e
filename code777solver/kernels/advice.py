"""Declare or wait, by playing on: the game is dreamt to its end from racks that a player may hold, once for each choice.

In a dream the player holds a rack drawn from their own weights, the others know what they would know then, the tiles in
the pile come in random order, and everybody goes on by a simple rule: declare when so few codes are left.
Both choices are dreamt with the same rack and the same randomness, so that their difference is known better than either.
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
"""The numbers in ``Board.advice``: with how many codes left a player declares in a dream, the same for the others."""
GAMES, POINTS, GAMES_WAITING, POINTS_WAITING, DIFFERENCE, SQUARED, POINT_DIFFERENCE, POINT_SQUARED, DREAMT = range(9)
"""What dreams add up to: games and points won if declaring, if waiting, sums and squares of the differences, dreams."""
SUMS = 9


@compiled
def fall_asleep(board: Any, state: Any, dream: Any, seat: int, r: Any, sets: Any, first: Any, stride: Any) -> None:
    """Make ``dream`` the game as it may be, with rack ``r`` in the place of player ``seat``.

    What player ``o`` can hold then, as they see it, is row ``first + o * stride`` of ``sets``.
    """
    players, racks = state.scores.shape[0], state.rack.shape[0]
    groups, kinds = board.supply.shape[0], board.held.shape[0]
    for i in range(state.now.shape[0]):
        dream.now[i] = state.now[i]
    for j in range(racks):
        dream.rack[j] = state.rack[j]
    dream.rack[seat] = r
    for i in range(state.deck.shape[0]):
        dream.deck[i] = state.deck[i]
    for kind in range(kinds):
        dream.free[kind] = board.held[kind]
    for group in range(groups):
        dream.total[group] = 0
        for player in range(players):
            dream.veil[player, group] = 0
    for j in range(racks):
        lay(board, dream, dream.rack[j])
    dream.now[GONE] = 0
    for g in range(state.now[GONE]):
        if state.unseen[g] != seat:  # what went unseen by its owner may as well still be in the pile, to its owner
            dream.gone[dream.now[GONE]] = state.gone[g]
            dream.unseen[dream.now[GONE]] = state.unseen[g]
            dream.now[GONE] += 1
            lay(board, dream, state.gone[g])
            if state.unseen[g] >= 0:
                for group in range(groups):
                    dream.veil[state.unseen[g], group] += board.used[state.gone[g], group]
    place = 0
    for kind in range(kinds):
        for _ in range(dream.free[kind]):
            dream.pile[place] = kind
            place += 1
    dream.now[PILE] = place
    for player in range(players):
        dream.scores[player] = state.scores[player]
        dream.spoke[player] = state.spoke[player]
        dream.since[player] = state.since[player]
        dream.heard[player] = state.heard[player]
        dream.told[player] = state.told[player]
        dream.wrong[player] = 0
        dream.sums[player] = 0
        dream.claim[player] = -1
        dream.strategy[player] = FEW
        dream.parameter[player] = board.advice[OWN_BASE] if player == seat else board.advice[OTHERS_BASE]
        dream.weighing[player] = 0
        if player == seat:
            put(dream.left, np.uintp(player), state.left, np.uintp(player))
        else:
            put(dream.left, np.uintp(player), sets, np.uintp(first + player * stride))
    see(board, dream)


@compiled
def lay(board: Any, dream: Any, rack: Any) -> None:
    """Tiles lie on a rack or out of play, so they are not in the pile."""
    for i in range(board.sizes[rack]):
        dream.free[board.kinds[rack, i]] -= 1
    for group in range(board.supply.shape[0]):
        dream.total[group] += board.used[rack, group]


@compiled
def play_on(board: Any, dream: Any, seat: int, claim: Any) -> Any:
    """Dream the game to its end after player ``seat`` declares a rack's code, or waits (-1). 2: game won, 1: next point."""
    players = dream.scores.shape[0]
    kind, before, points = dream.strategy[seat], dream.scores[seat], 0
    for player in range(players):
        points += dream.scores[player]
    dream.strategy[seat] = OUTSIDE
    dream.claim[seat] = claim
    if decide(board, dream):
        resolve(board, dream)
    dream.strategy[seat] = kind
    dream.spoke[seat] = dream.now[CARDS]
    settle(board, dream)
    outcome = scored(dream, seat, before, points)
    while undecided(board, dream):
        draw_card(board, dream)
        settle(board, dream)
        if outcome < 0:
            outcome = scored(dream, seat, before, points)
    return 2 * (dream.now[WINNER] == seat) + (outcome == 1)


@compiled
def scored(dream: Any, seat: int, before: Any, points: Any) -> Any:
    """1 if the next point has been scored and player ``seat`` scored it, 0 if only others did, -1 if it is still open."""
    now = 0
    for player in range(dream.scores.shape[0]):
        now += dream.scores[player]
    if now == points:
        return -1
    return 1 if dream.scores[seat] > before else 0


@compiled
def dream_both(
    board: Any, state: Any, dream: Any, seat: int, claim: Any, r: Any, sets: Any, first: Any, stride: Any, sums: Any
) -> None:
    """Dream of declaring a rack's code now, and of waiting, with rack ``r``; add up how it ends."""
    seed = random_word(state.asleep)
    fall_asleep(board, state, dream, seat, r, sets, first, stride)
    dream.random[0] = seed
    declared = play_on(board, dream, seat, claim)
    fall_asleep(board, state, dream, seat, r, sets, first, stride)
    dream.random[0] = seed
    waited = play_on(board, dream, seat, np.int64(-1))
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
    sums[DREAMT] += 1.0


@entry
def dream_of_histories(
    boards: Any,
    states: Any,
    dreams: Any,
    seat: int,
    claim: Any,
    picked: NDArray[np.int64],
    racks: NDArray[np.int64],
    sets: NDArray[np.uint64],
    sums: NDArray[np.float64],
) -> None:
    """Dream from a position that is laid out in ``states``, once for each history ``picked``.

    ``racks[h]`` is the rack of player ``seat`` in history ``h``, row ``o * len(racks) + h`` of ``sets`` what ``o`` can hold.
    """
    for i in range(picked.shape[0]):
        h = picked[i]
        dream_both(boards[0], states[0], dreams[0], seat, claim, racks[h], sets, h, racks.shape[0], sums)
