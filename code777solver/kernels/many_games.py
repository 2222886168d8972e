"""Many games side by side, in which some players are asked outside: each goes on until somebody has to be asked.

A game stands at one of these points between two calls:

    NEW       it has not been dealt
    ASKING    players are asked, and their actions come with the next call
    PENDING   it is over before anybody was asked, and this has not been told yet
    OVER      it is over, and no other game follows

An action is 0 to wait; else it declares a code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .board import CARDS, CODES, MOST, OWN_TURN, ROTATE, TOTAL, WINNER, Floats, Ints
from .codes import add_up, likeliest
from .compiling import compiled, entry
from .games import decide, draw_card, note, resolve, start, undecided
from .opponents import apply_silence, tracks
from .policy import look_around
from .reasoning import reader_of_last

NEW, ASKING, PENDING, OVER = range(4)
_DEAL, _DRAW, _ASK, _DECIDE, _END = range(5)


class Slots(NamedTuple):
    """Where each of the games stands. ``A`` players of each are asked."""

    number: Ints
    """(games,): the number of the game that is played there."""
    point: NDArray[np.uint8]
    """(games,): `NEW`, `ASKING`, `PENDING` or `OVER`."""
    asked: Ints
    """(A,): the places of those who are asked in the list of strategies."""
    racks: Ints
    """(codes,): a rack of each code."""


class Sights(NamedTuple):
    """What those who are asked see; written by the kernel. Arrays with a size of 1 where 0 would do: are not written."""

    seat: Ints
    """(games, A)"""
    active: NDArray[np.uint8]
    """(games, A): 1 for those who have to act."""
    features: NDArray[np.float32]
    """(games, A, features)"""
    tiles: NDArray[np.uint8]
    """(games, A, other racks, kinds)"""
    best: Ints
    """(games, A): a rack of the likeliest code."""
    chance: Floats
    """(games, A): its chance."""
    chances: NDArray[np.float32]
    """(games, A, codes), or (1, 1, 1)"""
    mask: NDArray[np.int8]
    """(games, A, actions), or (1, 1, 1)"""


class Ends(NamedTuple):
    """What came of the actions; written by the kernel."""

    done: NDArray[np.uint8]
    """(games,): 1 where a game has ended; where it is 1 before, an end is kept for the next call."""
    number: Ints
    """(games,): its number."""
    rows: NDArray[np.int32]
    """(games, results): how it ended, as in `kernels.games`."""


@compiled
def seat_of(board: Any, place: int, game: int, players: int) -> Any:
    """Where somebody sits in a game: the strategies move one seat on with each."""
    return (place - game) % players if board.rules[ROTATE] else np.int64(place)


@compiled
def may_act(board: Any, state: Any, seat: int) -> Any:
    """Whether a player can declare now."""
    if board.rules[OWN_TURN] and seat != reader_of_last(state):
        return False
    return state.spoke[seat] != state.now[CARDS]


@compiled
def take_actions(board: Any, state: Any, slots: Slots, game: int, actions: Ints, best: Ints, by_code: bool) -> None:
    """Those who are asked declare what their actions say."""
    for a in range(slots.asked.shape[0]):
        seat = seat_of(board, slots.asked[a], slots.number[game], state.scores.shape[0])
        state.claim[seat] = -1
        if actions[game, a] > 0 and may_act(board, state, seat):
            state.claim[seat] = slots.racks[actions[game, a] - 1] if by_code else best[game, a]


@compiled
def ask(board: Any, state: Any, slots: Slots, game: int) -> Any:
    """Nobody who is asked has declared yet; returns whether any of them may."""
    anybody = False
    for a in range(slots.asked.shape[0]):
        seat = seat_of(board, slots.asked[a], slots.number[game], state.scores.shape[0])
        state.claim[seat] = -1
        anybody |= may_act(board, state, seat)
    return anybody


@compiled
def show(board: Any, state: Any, slots: Slots, game: int, sights: Sights, by_code: bool) -> None:
    """Write down what each of those who are asked sees, and nothing of their own rack."""
    players = state.scores.shape[0]
    for a in range(slots.asked.shape[0]):
        seat = seat_of(board, slots.asked[a], slots.number[game], players)
        sights.seat[game, a] = seat
        sights.active[game, a] = slots.point[game] == ASKING and may_act(board, state, seat)
        look_around(board, state, seat)
        for f in range(sights.features.shape[2]):
            sights.features[game, a, f] = state.features[f]
        total = state.best[seat, TOTAL]
        sights.chance[game, a] = 1.0 if state.best[seat, CODES] <= 1 else state.best[seat, MOST] / total
        sights.best[game, a] = likeliest(board, state, seat)
        for i in range(1, state.rack.shape[0]):  # clockwise from the player, then those of nobody
            j = (seat + i) % players if i < players else i
            rack = state.rack[j]
            for k in range(board.sizes[rack]):
                sights.tiles[game, a, i - 1, board.kinds[rack, k]] += 1
        if by_code:
            sights.mask[game, a, 0] = 1
            racks = add_up(board, state, seat)
            for place in range(racks):
                target = board.target[state.members[place]]
                weight = state.by_target[target]
                if weight > 0.0:
                    sights.chances[game, a, target] = weight / total
                    sights.mask[game, a, 1 + target] = 1
                state.by_target[target] = 0.0


@entry
def advance(
    boards: Any,
    states: Any,
    seed: Any,
    slots: Slots,
    actions: Ints,
    best: Ints,
    stride: int,
    limit: int,
    by_code: bool,
    sights: Sights,
    ends: Ends,
) -> None:
    """Do what the actions say, and play on until somebody has to be asked again.

    A game that ends is followed by the one whose number is larger by ``stride``, as long as that is below ``limit``.
    """
    board = boards[0]
    for game in range(slots.number.shape[0]):
        state, point = states[game], slots.point[game]
        step = _DEAL if point == NEW else _DECIDE if point == ASKING else _END
        if point == ASKING:
            take_actions(board, state, slots, game, actions, best, by_code)
        while slots.point[game] != OVER:
            if step == _DEAL:
                start(board, state, seed, slots.number[game])
                step = _DRAW
            elif step == _DRAW:
                step = _END
                if undecided(board, state):
                    draw_card(board, state)
                    step = _ASK
            elif step == _ASK:
                step = _DECIDE if state.now[WINNER] < 0 else _END
                if step == _DECIDE and ask(board, state, slots, game):
                    slots.point[game] = ASKING
                    break
            elif step == _DECIDE:
                step = _DRAW
                if decide(board, state):
                    resolve(board, state)
                    step = _ASK
                elif tracks(state) and apply_silence(board, state):
                    step = _ASK
            else:
                if ends.done[game]:
                    slots.point[game] = PENDING
                    break
                ends.done[game] = 1
                ends.number[game] = slots.number[game]
                note(state, ends.rows, game)
                if slots.number[game] + stride >= limit:
                    slots.point[game] = OVER
                else:
                    slots.number[game] += stride
                    step = _DEAL
        show(board, state, slots, game, sights, by_code)


__all__ = ["ASKING", "NEW", "OVER", "PENDING", "Ends", "Sights", "Slots", "advance"]
