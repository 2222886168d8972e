"""Many games side by side, in which some players act from outside: each game runs until an action is needed.

Between two calls a game is at one of these points:

    NEW       not dealt yet
    ASKING    players are asked; their actions come with the next call
    PENDING   over before anybody was asked, and not reported yet
    OVER      over, and no other game follows

An action is 0 to wait, or else declares a code. The kernels share these arguments:

    slots      `Slots`                   position of each game
    game       int64                     a game: index into ``slots.number``
    actions    (games, A) int64          0: wait; else 1 + number of a code, or 1 for the likeliest code
    best       (games, A) int64          a rack of the likeliest code, as `Sights.best` had it
    by_code    bool                      whether actions name codes
    sights     `Sights`                  written
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
    """Position of each game. ``A`` players of each game are asked."""

    number: Ints
    """(games,): number of the game that is played there."""
    point: NDArray[np.uint8]
    """(games,): `NEW`, `ASKING`, `PENDING` or `OVER`."""
    asked: Ints
    """(A,): places of the asked players in the list of strategies."""
    racks: Ints
    """(codes,): a rack of each code."""


class Sights(NamedTuple):
    """Observations of the asked players, written by the kernel. An array with all sizes 1 is off: it is not written."""

    seat: Ints
    """(games, A): the seat of the asked player."""
    active: NDArray[np.uint8]
    """(games, A): 1 for players who have to act."""
    features: NDArray[np.float32]
    """(games, A, features): see `play.features`."""
    tiles: NDArray[np.uint8]
    """(games, A, other racks, kinds): tiles on each rack in sight, clockwise, spare racks last."""
    best: Ints
    """(games, A): a rack of the likeliest code."""
    chance: Floats
    """(games, A): its chance."""
    chances: NDArray[np.float32]
    """(games, A, codes): chance of each code; or (1, 1, 1): off."""
    mask: NDArray[np.int8]
    """(games, A, actions): 1 for legal actions; or (1, 1, 1): off."""


class Ends(NamedTuple):
    """Games that have ended, written by the kernel."""

    done: NDArray[np.uint8]
    """(games,): 1 where a game has ended. If it is already 1, the next end waits for the next call."""
    number: Ints
    """(games,): number of the ended game."""
    rows: NDArray[np.int32]
    """(games, results): result, with the columns of `kernels.games.note`."""


@compiled
def seat_of(board: Any, place: int, game: int, players: int) -> Any:
    """Seat (int64) of a strategy in a game: strategies move by one seat from game to game where the table rotates.

    ``place`` int64: place in the list of strategies. ``game`` int64: number of the game. ``players`` int64.
    """
    return (place - game) % players if board.rules[ROTATE] else np.int64(place)


@compiled
def may_act(board: Any, state: Any, seat: int) -> Any:
    """True if player ``seat`` can declare now."""
    if board.rules[OWN_TURN] and seat != reader_of_last(state):
        return False
    return state.spoke[seat] != state.now[CARDS]


@compiled
def take_actions(board: Any, state: Any, slots: Slots, game: int, actions: Ints, best: Ints, by_code: bool) -> None:
    """Set ``state.claim`` of the asked players as their actions say."""
    for a in range(slots.asked.shape[0]):
        seat = seat_of(board, slots.asked[a], slots.number[game], state.scores.shape[0])
        state.claim[seat] = -1
        if actions[game, a] > 0 and may_act(board, state, seat):
            state.claim[seat] = slots.racks[actions[game, a] - 1] if by_code else best[game, a]


@compiled
def ask(board: Any, state: Any, slots: Slots, game: int) -> Any:
    """Reset the claims of the asked players. Returns True if any of them may act."""
    anybody = False
    for a in range(slots.asked.shape[0]):
        seat = seat_of(board, slots.asked[a], slots.number[game], state.scores.shape[0])
        state.claim[seat] = -1
        anybody |= may_act(board, state, seat)
    return anybody


@compiled
def show(board: Any, state: Any, slots: Slots, game: int, sights: Sights, by_code: bool) -> None:
    """Write the observations of each asked player; their own rack is not among them."""
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
        for i in range(1, state.rack.shape[0]):  # clockwise from the player, then the spare racks
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
    """Apply the actions, and play each game until somebody has to be asked again.

    A game that ends is followed by the one whose number is larger by ``stride`` (int64), while that is below ``limit`` (int64).
    ``ends`` `Ends`: written.
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
