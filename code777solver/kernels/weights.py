"""Weight of each rack for a simulated player: the exact weights of `code777solver.core.belief`, in compiled code.

    weight[seat, r] = scale[seat, r] * sum over S of past(S) * ways to draw S and r from the tiles out of sight

``S`` runs over the possible sums of the player's unseen racks out of play. ``scale`` is 1 for a new rack; after a
reshuffle it holds the factor that stems from the tiles before it. Only racks that are left have a weight.

If there are too many sums, the lightest are merged: their weight goes to ``rest``, and their tiles count as unknown.
That is ``u`` unseen tiles, any of the ``n`` out of sight. On average over those, rack r gets
``rest * (n - 3) * (n - 4) * ... (u factors) * ways to draw r``. So merging never loses a rack.

Where everybody sees the tiles that go out of play, a reshuffle only notes the pile before and after it. ``scale`` is
computed from these notes when it is needed; most racks are gone before that.

Shared arguments: ``s`` int64, a sum, row of ``sum_counts[seat]``; ``shuffle`` int64, row of ``shuffles``; ``after`` int64,
`BEFORE` or `AFTER` a reshuffle; ``drawn`` int64, number of tiles drawn; ``chance`` float64, a weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import (
    AFTER,
    BEFORE,
    BY_WEIGHTS,
    CHOICES_STALE,
    CODES_STALE,
    GONE,
    MOST,
    NEWS,
    OFF,
    OUTSIDE,
    PILE,
    SEEN_ALWAYS,
    SHUFFLED,
    SHUFFLES,
    WEIGHTS_STALE,
)
from .compiling import compiled, compiled_where, inlined
from .sets import lowest


@inlined
def weighs(state: Any) -> bool:
    """True if any seat weighs its racks; known when compiled."""
    return bool(state.scale.shape[0] > OFF)


@inlined
def mixed(state: Any) -> bool:
    """True if any seat does not simply declare when certain; known when compiled."""
    return bool(state.mixed.shape[0] > OFF)


@inlined
def members(state: Any, seat: Any) -> Any:
    """List the racks that are left to player ``seat`` in ``state.members``. Returns their number."""
    count = 0
    for w in range(state.left.shape[1]):
        word = state.left[seat, w]
        while word != np.uint64(0):
            state.members[np.uintp(count)] = w * 64 + lowest(word)
            word &= word - np.uint64(1)
            count += 1
    return count


@inlined
def drop(state: Any, seat: Any, r: Any) -> None:
    """Remove rack ``r`` from the set of player ``seat``."""
    state.left[seat, r >> np.uintp(6)] &= ~(np.uint64(1) << (np.uint64(r) & np.uint64(63)))


@compiled
def count_free(board: Any, state: Any, seat: int) -> None:
    """Count the tiles of each kind that player ``seat`` does not see, into ``state.free``."""
    for kind in range(board.held.shape[0]):
        state.free[kind] = board.held[kind]
    for j in range(state.rack.shape[0]):
        if j != seat:
            rack = state.rack[j]
            for i in range(board.sizes[rack]):
                state.free[board.kinds[rack, i]] -= 1
    for g in range(state.now[GONE]):
        if state.unseen[g] != seat:
            rack = state.gone[g]
            for i in range(board.sizes[rack]):
                state.free[board.kinds[rack, i]] -= 1


@compiled
def choose(board: Any, state: Any) -> None:
    """Compute ``state.choices`` from ``state.free``: the number of ways to draw up to three tiles of a kind, in any order."""
    for kind in range(board.held.shape[0]):
        free = max(state.free[np.uintp(kind)], 0)
        state.choices[np.uintp(kind * 4 + 1)] = free
        state.choices[np.uintp(kind * 4 + 2)] = free * (free - 1) // 2
        state.choices[np.uintp(kind * 4 + 3)] = free * (free - 1) * (free - 2) // 6
    state.choices[0] = 1.0


@inlined
def ways(board: Any, state: Any, r: Any) -> Any:
    """Number of ways to draw rack ``r``, by ``choices``, float64."""
    slots, choices = board.slots, state.choices
    return (
        choices[np.uintp(slots[r, np.uintp(0)])]
        * choices[np.uintp(slots[r, np.uintp(1)])]
        * choices[np.uintp(slots[r, np.uintp(2)])]
    )


@compiled
def take_sum(board: Any, state: Any, seat: int, s: int) -> Any:
    """Subtract sum ``s`` from ``free``. Returns its weight times the number of ways to draw it, 0 if impossible."""
    found = state.sum_weight[seat, s]
    for kind in range(board.held.shape[0]):
        for _ in range(state.sum_counts[seat, s, kind]):
            found *= max(state.free[kind], 0)
            state.free[kind] -= 1
    return found


@compiled
def return_sum(board: Any, state: Any, seat: int, s: int) -> None:
    """Undo `take_sum`."""
    for kind in range(board.held.shape[0]):
        state.free[kind] += state.sum_counts[seat, s, kind]


@compiled
def merged_factor(board: Any, state: Any, seat: int, drawn: int) -> Any:
    """Weight of the merged sums (``rest``) for one way to draw ``drawn`` tiles beside the unseen ones."""
    count, found = -drawn, state.rest[seat]
    for kind in range(board.held.shape[0]):
        count += state.free[kind]
    for g in range(state.now[GONE]):
        if state.unseen[g] == seat:
            found *= max(count, 0) * max(count - 1, 0) * max(count - 2, 0)
            count -= 3
    return found


@compiled_where("scale")
def fresh_weights(board: Any, state: Any, seat: int) -> None:
    """Reset the weights of player ``seat``, who has a new rack."""
    state.scaled[seat], state.applied[seat], state.best[seat, MOST] = 0, state.now[SHUFFLES], np.inf


@inlined
def scale_of(state: Any, seat: Any, r: Any) -> Any:
    """Factor that reshuffles have given rack ``r``, float64."""
    return state.scale[seat, r] if state.scaled[seat] else 1.0


@compiled_where("scale")
def saw_tiles(board: Any, state: Any, seat: int) -> None:
    """Mark the weights of player ``seat`` as stale after tiles came into sight. Weighs at once if that may exclude racks."""
    state.stale[seat] = CODES_STALE | WEIGHTS_STALE | CHOICES_STALE | NEWS
    if state.sums[seat] or state.strategy[seat] == OUTSIDE:
        weigh_racks(board, state, seat)


@inlined
def can_wait(board: Any, state: Any, seat: Any) -> Any:
    """True if a reshuffle need only be noted, because the player's weights are stale anyway."""
    return board.rules[SEEN_ALWAYS] and state.stale[seat] & WEIGHTS_STALE


@compiled_where("scale")
def before_reshuffle(board: Any, state: Any) -> None:
    """Note the pile before a reshuffle, and weigh the racks of players who cannot wait."""
    players, nobody = state.scores.shape[0], board.target.shape[0]
    if state.now[SHUFFLES] == state.shuffles.shape[0]:
        for seat in range(players):
            if state.weighing[seat] and state.rack[seat] < nobody:
                catch_up(board, state, seat)
            state.applied[seat] = 0
        state.now[SHUFFLES] = 0
    for seat in range(players):
        if state.weighing[seat] and state.rack[seat] < nobody and not can_wait(board, state, seat):
            weigh_racks(board, state, seat)
    note_pile(state, BEFORE)


@inlined
def note_pile(state: Any, after: int) -> None:
    """Write the pile to ``state.shuffles``."""
    shuffle = np.uintp(state.now[SHUFFLES])
    for kind in range(state.shuffles.shape[2]):
        state.shuffles[shuffle, after, kind] = 0
    for place in range(state.now[PILE]):
        state.shuffles[shuffle, after, np.uintp(state.pile[np.uintp(place)])] += 1


@inlined
def count_free_at_reshuffle(board: Any, state: Any, seat: Any, shuffle: Any, after: int) -> None:
    """Compute ``free`` and ``choices`` of player ``seat`` as they were at a noted reshuffle."""
    for kind in range(board.held.shape[0]):
        state.free[kind] = state.shuffles[shuffle, after, kind]
    for i in range(3):
        state.free[board.kinds[state.rack[seat], i]] += 1
    choose(board, state)


@compiled
def catch_up(board: Any, state: Any, seat: int) -> None:
    """Apply the noted reshuffles to ``scale``. ``weight`` is then the one just after the last of them."""
    for shuffle in range(state.applied[seat], state.now[SHUFFLES]):
        count_free_at_reshuffle(board, state, seat, shuffle, BEFORE)
        count = members(state, seat)
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            state.weight[seat, r] = scale_of(state, seat, r) * ways(board, state, r)
        count_free_at_reshuffle(board, state, seat, shuffle, AFTER)
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            state.scale[seat, r] = state.weight[seat, r] / ways(board, state, r)
        state.scaled[seat] = 1
    state.applied[seat] = state.now[SHUFFLES]


@compiled
def weigh_racks(board: Any, state: Any, seat: int) -> None:
    """Weigh the racks of player ``seat`` if their weights are stale."""
    stale = state.stale[seat]
    if not stale & (WEIGHTS_STALE | SHUFFLED):
        return
    catch_up(board, state, seat)
    state.stale[seat], state.best[seat, MOST] = stale & ~np.uint8(BY_WEIGHTS) | CODES_STALE, np.inf
    if stale & SHUFFLED:
        return
    count_free(board, state, seat)
    if state.sums[seat] == 0:
        choose(board, state)
        for place in range(members(state, seat)):
            r = np.uintp(state.members[np.uintp(place)])
            state.weight[seat, r] = scale_of(state, seat, r) * ways(board, state, r)
        return
    count = members(state, seat)
    for place in range(count):
        state.weight[seat, np.uintp(state.members[np.uintp(place)])] = 0.0
    for s in range(state.sums[seat]):
        chance = take_sum(board, state, seat, s)
        if chance > 0:
            choose(board, state)
            for place in range(count):
                r = np.uintp(state.members[np.uintp(place)])
                state.weight[seat, r] += chance * scale_of(state, seat, r) * ways(board, state, r)
        return_sum(board, state, seat, s)
    if state.rest[seat] > 0:
        chance = merged_factor(board, state, seat, 3)
        choose(board, state)
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            state.weight[seat, r] += chance * scale_of(state, seat, r) * ways(board, state, r)
    drop_weightless(state, seat)


@compiled
def drop_weightless(state: Any, seat: int) -> None:
    """Drop the racks without weight."""
    for place in range(members(state, seat)):
        r = np.uintp(state.members[np.uintp(place)])
        if state.weight[seat, r] <= 0:
            drop(state, seat, r)


@compiled_where("mixed")
def hide(board: Any, state: Any, seat: int) -> None:
    """Mark the rack of player ``seat`` as out of play and unseen by its owner."""
    state.unseen[state.now[GONE]] = seat
    for group in range(state.unseen_total.shape[1]):
        state.unseen_total[seat, group] += board.used[state.rack[seat], group]


@compiled_where("mixed")
def reset_unseen(state: Any) -> None:
    """Clear what is known of unseen racks: all tiles out of play are back in the pile."""
    for g in range(state.unseen.shape[0]):
        state.unseen[g] = -1
    for seat in range(state.unseen_total.shape[0]):
        state.sums[seat] = 0
        state.rest[seat] = 0.0
        for group in range(state.unseen_total.shape[1]):
            state.unseen_total[seat, group] = 0


@compiled_where("scale")
def reshuffled_weights(board: Any, state: Any) -> None:
    """Note the pile after a reshuffle. For players who cannot wait, compute ``scale`` at once."""
    players = state.scores.shape[0]
    nobody = board.target.shape[0]
    note_pile(state, AFTER)
    state.now[SHUFFLES] += 1
    for seat in range(players):
        if not state.weighing[seat] or state.rack[seat] >= nobody:
            continue
        if can_wait(board, state, seat):
            state.stale[seat] = CODES_STALE | SHUFFLED | CHOICES_STALE | NEWS
            continue
        count_free(board, state, seat)
        choose(board, state)
        for place in range(members(state, seat)):
            r = np.uintp(state.members[np.uintp(place)])
            state.scale[seat, r] = state.weight[seat, r] / ways(board, state, r)
        state.scaled[seat], state.applied[seat] = 1, state.now[SHUFFLES]


@compiled
def weigh_first_tiles(board: Any, state: Any, seat: int) -> None:
    """Compute ``state.part`` after the first one or two tiles of a rack that is filled in two goes."""
    count_free(board, state, seat)
    for i in range(state.part.shape[0]):
        state.part[i] = 0.0
    drawn = np.int64(board.sizes[state.rack[seat]])
    for s in range(max(1, state.sums[seat])):
        chance = 1.0
        if state.sums[seat]:
            chance = take_sum(board, state, seat, s)
        add_first_tiles(board, state, chance, drawn)
        if state.sums[seat]:
            return_sum(board, state, seat, s)
    if state.sums[seat] and state.rest[seat] > 0:
        add_first_tiles(board, state, merged_factor(board, state, seat, drawn), drawn)


@compiled
def add_first_tiles(board: Any, state: Any, chance: float, drawn: int) -> None:
    """Add to ``state.part`` the ways to draw one or two of the free tiles, times ``chance``."""
    kinds = board.held.shape[0]
    for a in range(kinds):
        first = chance * max(state.free[a], 0)
        if drawn == 1:
            state.part[a] += first
        else:
            for b in range(kinds):
                state.part[a * kinds + b] += first * max(state.free[b] - (a == b), 0)


@compiled
def weigh_two_goes(board: Any, state: Any, seat: int, first: int) -> None:
    """Weigh the racks of player ``seat`` by both draws. ``first`` int64: tiles in the first draw, 1 or 2."""
    kinds = board.held.shape[0]
    state.stale[seat], state.best[seat, MOST] = CODES_STALE | CHOICES_STALE | NEWS, np.inf
    count_free(board, state, seat)
    choose(board, state)
    for place in range(members(state, seat)):
        r = np.uintp(state.members[np.uintp(place)])
        scale = 0.0
        for i in range(3):
            a = board.kinds[r, i]
            if first == 1:
                scale += state.part[a] / state.free[a]
            else:
                b = board.kinds[r, (i + 1) % 3]
                both = state.free[a] * (state.free[b] - (a == b))
                scale += state.part[a * kinds + b] / both
        if weighs(state):
            state.scaled[seat] = 1
            state.scale[seat, r] = scale
            state.weight[seat, r] = scale * ways(board, state, r)
        if scale <= 0:
            drop(state, seat, r)
