"""The likeliest code of a player who declares at a threshold, without weighing every rack.

Suppose that no rack of the player is out of play unseen, and ``scale`` is 1 or follows from the noted reshuffles. Then
the weight of a rack is a product of three entries of ``scaled_choices``, one for each group of equal tiles. One pass over
the remaining racks adds them up by code, and stops early if no code can be likely enough. A player who has heard no
answer needs no pass: the weight of a code is the product of the weights of its numbers.

After reshuffles these sums may differ from those of `kernels.codes` in the last digits. Where that could change the
decision, the exact weights decide, so the games are the same.

``least`` is a float64 chance from 0 to 1: the lowest at which the player declares.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import AFTER, BEFORE, CHOICES_STALE, MOST, NEWS, PILE, SHUFFLED, SHUFFLES
from .compiling import compiled, inlined
from .sets import lowest
from .weights import choose, count_free, count_free_at_reshuffle, ways

CLOSE = 1e-9
"""Sums whose relative difference is below this may be equal."""
ROUNDING = 1.000001
"""A sum above this factor times a bound exceeds it in spite of rounding."""
TOO_CLOSE = -2
"""Result of `likely_code`: the exact weights have to decide."""


@inlined
def needs_no_weights(state: Any, seat: Any) -> Any:
    """True if the weights of a player's racks are products of ``scaled_choices``."""
    return state.scaled[seat] == 0 and state.sums[seat] == 0 and state.rest[seat] == 0.0


@compiled
def make_scaled_choices(board: Any, state: Any, seat: int) -> None:
    """Compute ``state.scaled_choices[seat]``: the weight of 0 to 3 equal tiles of each kind."""
    own = state.rack[seat]
    for kind in range(board.held.shape[0]):
        state.free[kind] = 0
    for place in range(state.now[PILE]):
        state.free[np.uintp(state.pile[np.uintp(place)])] += 1
    for i in range(3):
        state.free[np.uintp(board.kinds[own, np.uintp(i)])] += 1
    for kind in range(board.held.shape[0]):
        free = np.uintp(state.free[kind])
        for taken in range(4):
            state.scaled_choices[seat, np.uintp(kind * 4 + taken)] = board.drawn[free, np.uintp(taken)]
    for shuffle in range(state.applied[seat], state.now[SHUFFLES]):
        for kind in range(board.held.shape[0]):
            state.free[kind] = 0
        for i in range(3):
            state.free[np.uintp(board.kinds[own, np.uintp(i)])] += 1
        for kind in range(board.held.shape[0]):
            before = np.uintp(state.shuffles[shuffle, BEFORE, kind] + state.free[kind])
            after = np.uintp(state.shuffles[shuffle, AFTER, kind] + state.free[kind])
            for taken in range(4):
                state.scaled_choices[seat, np.uintp(kind * 4 + taken)] *= board.shrunk[before, after, np.uintp(taken)]


@inlined
def scaled_weight(board: Any, state: Any, seat: Any, r: Any) -> Any:
    """Weight of a rack by ``scaled_choices``, float64."""
    slots, scaled_choices = board.slots, state.scaled_choices
    return (
        scaled_choices[seat, np.uintp(slots[r, np.uintp(0)])]
        * scaled_choices[seat, np.uintp(slots[r, np.uintp(1)])]
        * scaled_choices[seat, np.uintp(slots[r, np.uintp(2)])]
    )


@compiled
def add_up_products(board: Any, state: Any, seat: int) -> Any:
    """Weight of each code for a player who has heard no answer, into ``by_target``.

    Returns the total weight and the largest weight of a code, float64 each.
    """
    for which in range(state.by_class.shape[0]):
        state.by_class[which, 0], state.by_class[which, 1] = 1.0, 0.0
        state.by_class[which, 2], state.by_class[which, 3] = 0.0, 0.0
    for kind in range(board.held.shape[0]):
        of_class, scaled_choices, k = state.by_class[np.uintp(board.spoken[kind])], state.scaled_choices[seat], kind * 4
        one, two = of_class[1], of_class[2]
        of_class[3] += two * scaled_choices[k + 1] + one * scaled_choices[k + 2] + scaled_choices[k + 3]
        of_class[2] += one * scaled_choices[k + 1] + scaled_choices[k + 2]
        of_class[1] += scaled_choices[k + 1]
    total, most, slots = 0.0, 0.0, board.code_slots
    for target in range(slots.shape[0]):
        t = np.uintp(target)
        a, b, c = slots[t, np.uintp(0)], slots[t, np.uintp(1)], slots[t, np.uintp(2)]
        weight = part(state, a) * part(state, b) * part(state, c)
        state.by_target[t] = weight
        total += weight
        most = max(most, weight)
    return total, most


@inlined
def part(state: Any, slot: Any) -> Any:
    """Weight of one group of equal tiles of a code. ``slot`` uint16: an entry of ``board.code_slots``."""
    return state.by_class[np.uintp(slot) >> np.uintp(2), np.uintp(slot) & np.uintp(3)]


@inlined
def add_up_racks(board: Any, state: Any, seat: Any, enough: Any) -> Any:
    """Add the weights of the remaining racks by code into ``by_target``, until their total exceeds ``enough`` (float64).

    Returns the total weight and the largest weight of a code, float64 each.
    """
    total, most = 0.0, 0.0
    for w in range(state.left.shape[1]):
        word = state.left[seat, w]
        while word != np.uint64(0):
            r = np.uintp(w * 64) + np.uintp(lowest(word))
            word &= word - np.uint64(1)
            weight = scaled_weight(board, state, seat, r)
            target = np.uintp(board.target[r])
            summed = state.by_target[target] + weight
            state.by_target[target] = summed
            total += weight
            most = max(most, summed)
            if total > enough:
                return total, most
    return total, most


@compiled
def likely_code(board: Any, state: Any, seat: int, least: float) -> Any:
    """A rack of the likeliest code if its chance is at least ``least``; -1 if not; `TOO_CLOSE` if exact weights must decide."""
    s = np.uintp(seat)
    if not state.stale[s] & NEWS:
        return np.int64(-1)  # nothing new: the player did not declare before, either
    if state.stale[s] & CHOICES_STALE:
        make_scaled_choices(board, state, seat)
    state.stale[s] &= ~np.uint8(NEWS | CHOICES_STALE)
    exact = state.applied[s] == state.now[SHUFFLES]
    enough = state.best[s, MOST] / least * ROUNDING if least > 0.0 else np.inf
    if state.answers_since_draw[s] == 0:
        total, most = add_up_products(board, state, seat)
    else:
        total, most = add_up_racks(board, state, s, enough)
    if total > enough:
        forget(state)
        return np.int64(-1)
    state.best[s, MOST] = most
    if not exact and least > 0.0 and abs(most - least * total) <= CLOSE * total:
        forget(state)
        return np.int64(TOO_CLOSE)
    if most < least * total:
        forget(state)
        return np.int64(-1)
    return first_of_best(board, state, seat, most, exact)


@inlined
def forget(state: Any) -> None:
    """Set ``state.by_target`` back to zero."""
    for target in range(state.by_target.shape[0]):
        state.by_target[np.uintp(target)] = 0.0


@inlined
def first_of_best(board: Any, state: Any, seat: Any, most: Any, exact: Any) -> Any:
    """Among the codes that weigh most, the one with the heaviest rack; among equals the first. Returns that rack.

    ``most`` float64: the largest weight of a code. ``exact`` bool: whether no reshuffle is pending, so that sums are exact.
    """
    codes, racks, limit = 0, 0, most * (1.0 - CLOSE)
    for target in range(state.by_target.shape[0]):
        if state.by_target[np.uintp(target)] >= limit:
            state.touched[np.uintp(codes)] = target
            codes += 1
        state.by_target[np.uintp(target)] = 0.0
    for i in range(codes):
        group = np.uintp(board.named[np.uintp(state.touched[np.uintp(i)])])
        for w in range(state.left.shape[1]):
            word = state.left[seat, w] & board.groups[group, w]
            while word != np.uint64(0):
                r = np.uintp(w * 64) + np.uintp(lowest(word))
                word &= word - np.uint64(1)
                state.members[np.uintp(racks)] = r
                state.weight[seat, r] = scaled_weight(board, state, seat, r)
                racks += 1
    if codes > 1 and not exact:
        weigh_exactly(board, state, seat, racks)
    for place in range(racks):
        r = np.uintp(state.members[np.uintp(place)])
        state.by_target[np.uintp(board.target[r])] += state.weight[seat, r]
    found, heaviest, own = np.int64(-1), 0.0, 0.0
    for place in range(racks):
        r = state.members[np.uintp(place)]
        code, weight = state.by_target[np.uintp(board.target[r])], state.weight[seat, np.uintp(r)]
        if code > heaviest or (code == heaviest and (weight > own or (weight == own and r < found))):
            found, heaviest, own = r, code, weight
    for i in range(codes):
        state.by_target[np.uintp(state.touched[np.uintp(i)])] = 0.0
    return found


@compiled
def weigh_exactly(board: Any, state: Any, seat: int, racks: int) -> None:
    """Weigh the first ``racks`` (int64) entries of ``members`` step by step, as `kernels.weights` does.

    All weights of the player are stale at this point, and remain so.
    """
    last = state.now[SHUFFLES] - 1
    for place in range(racks):
        state.weight[seat, np.uintp(state.members[place])] = 1.0
    for shuffle in range(state.applied[seat], state.now[SHUFFLES]):
        count_free_at_reshuffle(board, state, seat, shuffle, BEFORE)
        for place in range(racks):
            r = np.uintp(state.members[place])
            state.weight[seat, r] *= ways(board, state, r)
        if shuffle == last and state.stale[seat] & SHUFFLED:
            return
        count_free_at_reshuffle(board, state, seat, shuffle, AFTER)
        for place in range(racks):
            r = np.uintp(state.members[place])
            state.weight[seat, r] /= ways(board, state, r)
    count_free(board, state, seat)
    choose(board, state)
    for place in range(racks):
        r = np.uintp(state.members[place])
        state.weight[seat, r] *= ways(board, state, r)
