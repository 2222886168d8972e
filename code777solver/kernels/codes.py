"""The likeliest code of a simulated player, from the weights of `kernels.weights`.

``least`` is a float64 chance from 0 to 1: the lowest at which the player declares.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import BY_WEIGHTS, CODES, CODES_STALE, MOST, RACKS, SECOND, SQUARES, TOTAL
from .compiling import compiled, compiled_where
from .likeliest import ROUNDING, TOO_CLOSE, likely_code, needs_no_weights
from .sets import lowest, put, size
from .weights import members, weigh_racks


@compiled
def weigh_codes(board: Any, state: Any, seat: int) -> None:
    """Recompute ``state.best[seat]`` if it is stale."""
    if not state.stale[seat] & BY_WEIGHTS:
        return
    weigh_racks(board, state, seat)
    state.stale[seat] &= ~np.uint8(BY_WEIGHTS)
    racks, codes, total, most, second, squares = add_up(board, state, seat), 0, 0.0, 0.0, 0.0, 0.0
    for place in range(racks):
        target = np.uintp(board.target[np.uintp(state.members[np.uintp(place)])])
        weight = state.by_target[target]
        state.by_target[target] = 0.0  # the first rack of a code stands for all of them
        codes += weight > 0.0
        total += weight
        squares += weight * weight
        second = max(second, min(most, weight))
        most = max(most, weight)
    best = state.best
    best[seat, MOST], best[seat, SECOND], best[seat, TOTAL], best[seat, SQUARES] = most, second, total, squares
    best[seat, CODES], best[seat, RACKS] = codes, racks


@compiled
def add_up(board: Any, state: Any, seat: int) -> Any:
    """List a player's racks in ``state.members`` and add their weights by code into ``state.by_target``.

    Returns the number of racks, int64. The caller sets ``by_target`` back to zero.
    """
    racks, s = members(state, seat), np.uintp(seat)
    for place in range(racks):
        r = np.uintp(state.members[np.uintp(place)])
        state.by_target[np.uintp(board.target[r])] += state.weight[s, r]
    return racks


@compiled
def likeliest(board: Any, state: Any, seat: int) -> Any:
    """Heaviest rack of the likeliest code, the first among equals; -1 if no rack is left. Weights must be up to date."""
    racks, found, most, heaviest = add_up(board, state, seat), np.int64(-1), 0.0, 0.0
    for place in range(racks):
        r = state.members[np.uintp(place)]
        code, own = state.by_target[board.target[r]], state.weight[seat, r]
        if code > most or (code == most and own > heaviest):
            found, most, heaviest = r, code, own
    for place in range(racks):
        state.by_target[board.target[state.members[np.uintp(place)]]] = 0.0
    return found


@compiled
def cannot_reach(state: Any, seat: int, least: float) -> Any:
    """True if no code can have the chance ``least``.

    Adds up the racks that are left until they weigh too much. Answers since the codes were weighed made no code heavier.
    """
    if state.stale[seat] & BY_WEIGHTS != CODES_STALE or least <= 0.0:
        return False
    enough, total = state.best[seat, MOST] / least * ROUNDING, 0.0
    for w in range(state.left.shape[1]):
        word = state.left[seat, w]
        while word != np.uint64(0):
            total += state.weight[np.uintp(seat), np.uintp(w * 64) + np.uintp(lowest(word))]
            word &= word - np.uint64(1)
            if total > enough:
                return True
    return False


@compiled_where("scale", -1)
def best_code(board: Any, state: Any, seat: int, least: float) -> Any:
    """A rack of the likeliest code if its chance is at least ``least``, else -1."""
    if needs_no_weights(state, seat):
        found = likely_code(board, state, seat, least)
        if found != TOO_CLOSE:
            return found
    if cannot_reach(state, seat, least):
        return np.int64(-1)
    weigh_codes(board, state, seat)
    if state.best[seat, MOST] < least * state.best[seat, TOTAL]:
        return np.int64(-1)
    return likeliest(board, state, seat)


@compiled_where("mixed", -1)
def few_codes(board: Any, state: Any, seat: int, most: Any) -> Any:
    """A rack of the code with most racks left, if at most ``most`` (float64) codes are left; else -1."""
    words = state.left.shape[1]
    put(state.assumed, np.uintp(seat), state.left, np.uintp(seat))
    found, largest, codes, before = np.int64(-1), 0, 0, size(state.assumed, np.uintp(seat))
    while codes < most and before > 0:
        codes += 1
        place = 0
        while state.assumed[seat, place] == np.uint64(0):
            place += 1
        r = np.int64(place * 64 + lowest(state.assumed[seat, place]))
        for w in range(words):
            state.assumed[seat, w] &= ~board.groups[np.uintp(r), w]
        after = size(state.assumed, np.uintp(seat))
        if before - after > largest:
            found, largest = r, before - after
        before = after
    return found if before == 0 else np.int64(-1)
