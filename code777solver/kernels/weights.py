"""How likely each rack is to a simulated player: the exact weights of `code777solver.core.belief`, in compiled code.

    weight[seat, r] = scale[seat, r] * sum over S of past(S) * ways to draw S and r from the tiles out of sight

``S`` runs over what the player's own unseen racks out of play may come to. ``scale`` is one for a new rack and keeps,
over a reshuffle, what the tiles before it made of the rack. Weights are kept for the racks that are left only.

Where the sums are too many the lightest are dropped. What they weighed goes into ``rest``, and counts as if nothing were
known of them: ``u`` unseen tiles, any of the ``n`` out of sight. Averaged over those, a rack r has
``rest * (n - 3) * (n - 4) * ... (u factors) * ways to draw r``. So no rack is lost by it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import CLAIM, CODES, CUT_SHORT, GONE, MOST, RACKS, SECOND, SQUARES, TOTAL
from .compiling import compiled, inlined
from .sets import lowest, put, size

MOST_SUMS = 4096
"""What a player's unseen racks may come to, listed up to here; beyond, the lightest are lumped, and that is counted."""
ROOM = 4
"""So many times as many are made before some are dropped."""


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
def see_free(board: Any, state: Any, seat: int) -> None:
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
def fall(board: Any, state: Any) -> None:
    """Make ``falling`` of ``free``: in how many ways up to three tiles of a kind can be drawn one after the other."""
    for kind in range(board.held.shape[0]):
        free = state.free[kind]
        ways = 1.0
        for count in range(4):
            state.falling[kind * 4 + count] = ways
            ways *= max(free - count, 0)
    state.falling[0] = 1.0


@inlined
def ways(board: Any, state: Any, r: Any) -> Any:
    """In how many ways the tiles of a rack can be drawn, by ``falling``."""
    slots, falling = board.slots, state.falling
    return (
        falling[np.uintp(slots[r, np.uintp(0)])]
        * falling[np.uintp(slots[r, np.uintp(1)])]
        * falling[np.uintp(slots[r, np.uintp(2)])]
    )


@compiled
def taken_off(board: Any, state: Any, seat: int, s: int) -> Any:
    """Take sum ``s`` off ``free``; returns in how many ways it can be drawn, 0 if it cannot."""
    found = state.sum_weight[seat, s]
    for kind in range(board.held.shape[0]):
        for _ in range(state.sum_counts[seat, s, kind]):
            found *= max(state.free[kind], 0)
            state.free[kind] -= 1
    return found


@compiled
def put_back(board: Any, state: Any, seat: int, s: int) -> None:
    """Undo `taken_off`."""
    for kind in range(board.held.shape[0]):
        state.free[kind] += state.sum_counts[seat, s, kind]


@compiled
def lumped(board: Any, state: Any, seat: int, drawn: int) -> Any:
    """By how much ``rest`` counts for one way to draw so many tiles beside the unseen ones."""
    count, found = -drawn, state.rest[seat]
    for kind in range(board.held.shape[0]):
        count += state.free[kind]
    for g in range(state.now[GONE]):
        if state.unseen[g] == seat:
            found *= max(count, 0) * max(count - 1, 0) * max(count - 2, 0)
            count -= 3
    return found


@compiled
def fresh_mind(board: Any, state: Any, seat: int) -> None:
    """A new rack: nothing of the time before bears on it."""
    for r in range(state.scale.shape[1]):
        state.scale[seat, r] = 1.0


@compiled
def saw_tiles(board: Any, state: Any, seat: int) -> None:
    """Weigh a player's racks again: tiles have come into sight."""
    see_free(board, state, seat)
    if state.sums[seat] == 0:
        fall(board, state)
        for place in range(members(state, seat)):
            r = np.uintp(state.members[np.uintp(place)])
            state.weight[seat, r] = state.scale[seat, r] * ways(board, state, r) / board.repeats[r]
        return
    count = members(state, seat)
    for place in range(count):
        state.weight[seat, np.uintp(state.members[np.uintp(place)])] = 0.0
    for s in range(state.sums[seat]):
        chance = taken_off(board, state, seat, s)
        if chance > 0:
            fall(board, state)
            for place in range(count):
                r = np.uintp(state.members[np.uintp(place)])
                state.weight[seat, r] += chance * state.scale[seat, r] * ways(board, state, r) / board.repeats[r]
        put_back(board, state, seat, s)
    if state.rest[seat] > 0:
        chance = lumped(board, state, seat, 3)
        fall(board, state)
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            state.weight[seat, r] += chance * state.scale[seat, r] * ways(board, state, r) / board.repeats[r]
    keep_weighty(state, seat)


@compiled
def keep_weighty(state: Any, seat: int) -> None:
    """Drop the racks that have no weight."""
    for place in range(members(state, seat)):
        r = np.uintp(state.members[np.uintp(place)])
        if state.weight[seat, r] <= 0:
            drop(state, seat, r)


@compiled
def weigh_codes(board: Any, state: Any, seat: int) -> None:
    """Make ``best`` of a player again, if anything has changed since."""
    if not state.stale[seat]:
        return
    state.stale[seat] = 0
    codes, total, racks = 0, 0.0, members(state, seat)
    for place in range(racks):
        r = np.uintp(state.members[np.uintp(place)])
        weight, target = state.weight[seat, r], np.uintp(board.target[r])
        total += weight
        if state.by_target[target] == 0.0:
            state.touched[codes] = target
            state.heaviest[target] = r
            codes += 1
        elif weight > state.weight[seat, state.heaviest[target]]:
            state.heaviest[target] = r
        state.by_target[target] += weight
    most, second, squares, claim = 0.0, 0.0, 0.0, np.int64(-1)
    for i in range(codes):
        target = np.uintp(state.touched[i])
        weight, rack = state.by_target[target], state.heaviest[target]
        state.by_target[target] = 0.0
        squares += weight * weight
        likelier = weight > most
        if weight == most:
            likelier = state.weight[seat, rack] > state.weight[seat, claim] or (
                state.weight[seat, rack] == state.weight[seat, claim] and rack < claim
            )
        if likelier:
            most, second, claim = weight, most, rack
        elif weight > second:
            second = weight
    best = state.best
    best[seat, MOST], best[seat, SECOND], best[seat, TOTAL], best[seat, SQUARES] = most, second, total, squares
    best[seat, CODES], best[seat, RACKS], best[seat, CLAIM] = codes, racks, claim


@compiled
def best_code(board: Any, state: Any, seat: int, least: float) -> Any:
    """A rack of the likeliest code if its chance is at least ``least``, else -1."""
    weigh_codes(board, state, seat)
    likely = state.best[seat, MOST] >= least * state.best[seat, TOTAL]
    return np.int64(state.best[seat, CLAIM]) if likely else np.int64(-1)


@compiled
def few_codes(board: Any, state: Any, seat: int, most: Any) -> Any:
    """A rack of the code that most racks left have, if at most so many codes are left; else -1."""
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


@compiled
def hide(board: Any, state: Any, seat: int) -> None:
    """The rack of player ``seat`` goes out of play unseen by them."""
    state.unseen[state.now[GONE]] = seat
    for group in range(state.veil.shape[1]):
        state.veil[seat, group] += board.used[state.rack[seat], group]


@compiled
def show_all(state: Any) -> None:
    """All tiles out of play have gone back into the pile."""
    for g in range(state.unseen.shape[0]):
        state.unseen[g] = -1
    for seat in range(state.veil.shape[0]):
        state.sums[seat] = 0
        state.rest[seat] = 0.0
        for group in range(state.veil.shape[1]):
            state.veil[seat, group] = 0


@compiled
def went_unseen(board: Any, state: Any, seat: int, claim: int) -> None:
    """A player's rack, which is not what was claimed, goes out of play unseen: list what the unseen racks may come to now."""
    see_free(board, state, seat)
    kinds, listed = board.held.shape[0], 0
    forget_places(state)
    count = members(state, seat)
    lump_again(board, state, seat, claim, count)
    for s in range(max(state.rest[seat] == 0.0, state.sums[seat])):
        before = state.sum_weight[seat, s] if state.sums[seat] else 1.0
        for place in range(count):
            r = np.uintp(state.members[np.uintp(place)])
            if board.target[r] == board.target[claim]:
                continue
            for kind in range(kinds):
                state.room_counts[listed, kind] = state.sum_counts[seat, s, kind] if state.sums[seat] else 0
            enough = True
            for i in range(3):
                kind = board.kinds[r, i]
                state.room_counts[listed, kind] += 1
                enough &= state.room_counts[listed, kind] <= state.free[kind]
            if enough:
                state.room_weight[listed] = before * state.scale[seat, r] / board.repeats[r]
                listed = place_last(board, state, listed)
                if listed == state.room_weight.shape[0] - 1:
                    listed = keep_heaviest(board, state, seat, listed)
    if listed > state.sum_weight.shape[1]:
        listed = keep_heaviest(board, state, seat, listed)
    for s in range(listed):
        state.sum_weight[seat, s] = state.room_weight[s]
        for kind in range(kinds):
            state.sum_counts[seat, s, kind] = state.room_counts[s, kind]
    state.sums[seat] = listed


@compiled
def forget_places(state: Any) -> None:
    """Empty the table that finds the same sum again."""
    for place in range(state.room_place.shape[0]):
        state.room_place[place] = -1


@compiled
def place_last(board: Any, state: Any, last: int) -> int:
    """Add the sum in row ``last`` to one that is the same, or list it; returns how many are listed."""
    key = np.uint64(0)
    for kind in range(board.held.shape[0]):
        key = (key + np.uint64(state.room_counts[last, kind])) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    place = np.int64(key & np.uint64(state.room_place.shape[0] - 1))
    while state.room_place[place] >= 0:
        found, same = state.room_place[place], True
        for kind in range(board.held.shape[0]):
            same &= state.room_counts[found, kind] == state.room_counts[last, kind]
        if same:
            state.room_weight[found] += state.room_weight[last]
            return last
        place = (place + 1) & (state.room_place.shape[0] - 1)
    state.room_place[place] = last
    return last + 1


@compiled
def keep_heaviest(board: Any, state: Any, seat: int, listed: int) -> int:
    """Drop the lightest half or more of the sums; returns how many are left, as many as there is room for at most."""
    state.now[CUT_SHORT] += 1
    low, high = 0.0, 0.0
    for s in range(listed):
        high = max(high, state.room_weight[s])
    for _ in range(60):
        middle, heavier = 0.5 * (low + high), 0
        for s in range(listed):
            heavier += state.room_weight[s] > middle
        if heavier > state.sum_weight.shape[1]:
            low = middle
        else:
            high = middle
    forget_places(state)
    left = 0
    for s in range(listed):
        if state.room_weight[s] > high:
            state.room_weight[left] = state.room_weight[s]
            for kind in range(board.held.shape[0]):
                state.room_counts[left, kind] = state.room_counts[s, kind]
            left = place_last(board, state, left)
        else:
            state.rest[seat] += state.room_weight[s] * share_drawn(board, state, s)
    return left


@compiled
def share_drawn(board: Any, state: Any, s: int) -> Any:
    """The ways to draw the sum in row ``s`` of the room, as a share of the ways to draw any tiles, as many as those."""
    found, count = 1.0, 0
    for kind in range(board.held.shape[0]):
        count += state.free[kind]
    for kind in range(board.held.shape[0]):
        for i in range(state.room_counts[s, kind]):
            found *= max(state.free[kind] - i, 0) / count
            count -= 1
    return found


@compiled
def lump_again(board: Any, state: Any, seat: int, claim: int, count: int) -> None:
    """Another rack goes out of play unseen: what was lumped before is lumped with what that rack weighs on average."""
    if state.rest[seat] == 0.0:
        return
    fall(board, state)
    weight, tiles = 0.0, 0
    for kind in range(board.held.shape[0]):
        tiles += state.free[kind]
    for place in range(count):
        r = np.uintp(state.members[np.uintp(place)])
        if board.target[r] != board.target[claim]:
            weight += state.scale[seat, r] * ways(board, state, r) / board.repeats[r]
    state.rest[seat] *= weight / (tiles * (tiles - 1) * (tiles - 2))


@compiled
def reshuffled_minds(board: Any, state: Any) -> None:
    """The pile has changed: keep what the tiles before it made of each rack in ``scale``."""
    players = state.scores.shape[0]
    nobody = board.target.shape[0]
    for seat in range(players):
        if state.weighing[seat] and state.rack[seat] < nobody:
            see_free(board, state, seat)
            fall(board, state)
            for place in range(members(state, seat)):
                r = np.uintp(state.members[np.uintp(place)])
                state.scale[seat, r] = state.weight[seat, r] * board.repeats[r] / ways(board, state, r)


@compiled
def weigh_first_tiles(board: Any, state: Any, seat: int) -> None:
    """A rack that is filled in two goes has its first one or two tiles: in how many ways each can have come, in ``part``."""
    see_free(board, state, seat)
    for i in range(state.part.shape[0]):
        state.part[i] = 0.0
    drawn = np.int64(board.sizes[state.rack[seat]])
    for s in range(max(1, state.sums[seat])):
        chance = 1.0
        if state.sums[seat]:
            chance = taken_off(board, state, seat, s)
        add_first_tiles(board, state, chance, drawn)
        if state.sums[seat]:
            put_back(board, state, seat, s)
    if state.sums[seat] and state.rest[seat] > 0:
        add_first_tiles(board, state, lumped(board, state, seat, drawn), drawn)


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
    see_free(board, state, seat)
    fall(board, state)
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
            state.scale[seat, r] = scale
            state.weight[seat, r] = scale * ways(board, state, r) / board.repeats[r]
        if scale <= 0:
            drop(state, seat, r)
