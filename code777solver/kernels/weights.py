"""How likely each rack is to a simulated player: the exact weights of `code777solver.core.belief`, in compiled code.

    weight[seat, r] = scale[seat, r] * sum over S of past(S) * ways to draw S and r from the tiles out of sight

``S`` runs over what the player's own unseen racks out of play may come to. ``scale`` is one for a new rack and keeps,
over a reshuffle, what the tiles before it made of the rack. Weights are kept for the racks that are left only.

Where the sums are too many the lightest are dropped. What they weighed goes into ``rest``, and counts as if nothing were
known of them: ``u`` unseen tiles, any of the ``n`` out of sight. Averaged over those, a rack r has
``rest * (n - 3) * (n - 4) * ... (u factors) * ways to draw r``. So no rack is lost by it.

Where everybody sees the tiles that go out of play, a reshuffle only notes the pile before and after it. ``scale`` is
made of these notes when somebody asks for it, and most racks are gone before anybody does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import (
    BY_WEIGHTS,
    CHOICES_STALE,
    CODES_STALE,
    GONE,
    MOST,
    NEWS,
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
    """Whether any seat weighs its racks; known when compiled."""
    return bool(state.scale.shape[0] > 1)


@inlined
def mixed(state: Any) -> bool:
    """Whether any seat does otherwise than declare when certain; known when compiled."""
    return bool(state.mixed.shape[0] > 1)


@inlined
def members(state: Any, seat: Any) -> Any:
    """List the racks that are left to a player in ``members``; returns how many they are."""
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
    """A rack is left to a player no more."""
    state.left[seat, r >> np.uintp(6)] &= ~(np.uint64(1) << (np.uint64(r) & np.uint64(63)))


@compiled
def count_free(board: Any, state: Any, seat: int) -> None:
    """The tiles of each kind that player ``seat`` does not see, in ``free``."""
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
    """Make ``choices`` of ``free``: which up to three tiles of a kind can be drawn, in any order."""
    for kind in range(board.held.shape[0]):
        free = max(state.free[np.uintp(kind)], 0)
        state.choices[np.uintp(kind * 4 + 1)] = free
        state.choices[np.uintp(kind * 4 + 2)] = free * (free - 1) // 2
        state.choices[np.uintp(kind * 4 + 3)] = free * (free - 1) * (free - 2) // 6
    state.choices[0] = 1.0


@inlined
def ways(board: Any, state: Any, r: Any) -> Any:
    """Which tiles can be drawn as a rack, by ``choices``."""
    slots, choices = board.slots, state.choices
    return (
        choices[np.uintp(slots[r, np.uintp(0)])]
        * choices[np.uintp(slots[r, np.uintp(1)])]
        * choices[np.uintp(slots[r, np.uintp(2)])]
    )


@compiled
def take_sum(board: Any, state: Any, seat: int, s: int) -> Any:
    """Take sum ``s`` off ``free``; returns in how many ways it can be drawn, 0 if it cannot."""
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
    """By how much ``rest`` counts for one way to draw so many tiles beside the unseen ones."""
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
    """A new rack: nothing of the time before bears on it."""
    state.scaled[seat], state.applied[seat], state.best[seat, MOST] = 0, state.now[SHUFFLES], np.inf


@inlined
def scale_of(state: Any, seat: Any, r: Any) -> Any:
    """What reshuffles have made of a rack."""
    return state.scale[seat, r] if state.scaled[seat] else 1.0


@compiled_where("scale")
def saw_tiles(board: Any, state: Any, seat: int) -> None:
    """Tiles have come into sight: a player's racks have to be weighed again, at once where that may rule some out."""
    state.stale[seat] = CODES_STALE | WEIGHTS_STALE | CHOICES_STALE | NEWS
    if state.sums[seat] or state.strategy[seat] == OUTSIDE:
        weigh_racks(board, state, seat)


@inlined
def can_wait(board: Any, state: Any, seat: Any) -> Any:
    """Whether a reshuffle need only be noted: the player's racks have to be weighed again in any case."""
    return board.rules[SEEN_ALWAYS] and state.stale[seat] & WEIGHTS_STALE


@compiled_where("scale")
def before_reshuffle(board: Any, state: Any) -> None:
    """Note the pile as it was; weigh by it the racks of those who cannot wait."""
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
    note_pile(state, 0)


@inlined
def note_pile(state: Any, after: int) -> None:
    """Note what lies in the pile before or after a reshuffle."""
    shuffle = np.uintp(state.now[SHUFFLES])
    for kind in range(state.shuffles.shape[2]):
        state.shuffles[shuffle, after, kind] = 0
    for place in range(state.now[PILE]):
        state.shuffles[shuffle, after, np.uintp(state.pile[np.uintp(place)])] += 1


@inlined
def count_free_at_reshuffle(board: Any, state: Any, seat: Any, shuffle: Any, after: int) -> None:
    """The tiles that player ``seat`` did not see before or after a reshuffle, in ``free`` and ``choices``."""
    for kind in range(board.held.shape[0]):
        state.free[kind] = state.shuffles[shuffle, after, kind]
    for i in range(3):
        state.free[board.kinds[state.rack[seat], i]] += 1
    choose(board, state)


@compiled
def catch_up(board: Any, state: Any, seat: int) -> None:
    """Make ``scale`` of the reshuffles that it does not know of yet; ``weight`` is that after the last of them."""
    for shuffle in range(state.applied[seat], state.now[SHUFFLES]):
        count_free_at_reshuffle(board, state, seat, shuffle, 0)
        count = members(state, seat)
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            state.weight[seat, r] = scale_of(state, seat, r) * ways(board, state, r)
        count_free_at_reshuffle(board, state, seat, shuffle, 1)
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            state.scale[seat, r] = state.weight[seat, r] / ways(board, state, r)
        state.scaled[seat] = 1
    state.applied[seat] = state.now[SHUFFLES]


@compiled
def weigh_racks(board: Any, state: Any, seat: int) -> None:
    """Weigh a player's racks, if tiles have come into sight since."""
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
    """Drop the racks that have no weight."""
    for place in range(members(state, seat)):
        r = np.uintp(state.members[np.uintp(place)])
        if state.weight[seat, r] <= 0:
            drop(state, seat, r)


@compiled_where("mixed")
def hide(board: Any, state: Any, seat: int) -> None:
    """The rack of player ``seat`` goes out of play unseen by them."""
    state.unseen[state.now[GONE]] = seat
    for group in range(state.unseen_total.shape[1]):
        state.unseen_total[seat, group] += board.used[state.rack[seat], group]


@compiled_where("mixed")
def reset_unseen(state: Any) -> None:
    """All tiles out of play have gone back into the pile."""
    for g in range(state.unseen.shape[0]):
        state.unseen[g] = -1
    for seat in range(state.unseen_total.shape[0]):
        state.sums[seat] = 0
        state.rest[seat] = 0.0
        for group in range(state.unseen_total.shape[1]):
            state.unseen_total[seat, group] = 0


@compiled_where("scale")
def reshuffled_weights(board: Any, state: Any) -> None:
    """The pile has changed: note it; those who cannot wait keep what the tiles before it made of each rack in ``scale``."""
    players = state.scores.shape[0]
    nobody = board.target.shape[0]
    note_pile(state, 1)
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
    """A rack that is filled in two goes has its first one or two tiles: in how many ways each can have come, in ``part``."""
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
    """Add to ``part`` the ways in which one or two tiles can come from those that are free."""
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
    """The rest has come after a reshuffle: weigh the racks by both draws; ``first`` tiles came in the first."""
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
