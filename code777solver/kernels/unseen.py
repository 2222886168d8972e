"""What the racks that a player never saw may come to, after one more of them has gone out of play (see `kernels.weights`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import CUT_SHORT
from .compiling import compiled, compiled_where
from .weights import choose, count_free, members, scale_of, ways

MOST_SUMS = 4096
"""What a player's unseen racks may come to, listed up to here; beyond, the lightest are merged_factor, and that is counted."""
ROOM = 4
"""So many times as many are made before some are dropped."""
MOST_PAIRS_PER_SUM = 256
"""If pairs of a sum and a rack are more than so many for each sum there is room for, all is merged_factor: listing takes too long."""


@compiled_where("scale")
def list_unseen_sums(board: Any, state: Any, seat: int, claim: int) -> None:
    """A player's rack, which is not what was claimed, goes out of play unseen: list what the unseen racks may come to now."""
    count_free(board, state, seat)
    kinds, listed = board.held.shape[0], 0
    clear_places(state)
    count = members(state, seat)
    if max(1, state.sums[seat]) * count > MOST_PAIRS_PER_SUM * state.sum_weight.shape[1]:
        merge_all_sums(board, state, seat)
    merge_unseen_rack(board, state, seat, claim, count)
    for s in range(state.sums[seat] if state.rest[seat] > 0 else max(1, state.sums[seat])):
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
                state.room_weight[listed] = before * scale_of(state, seat, r) / board.repeats[r]
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
def clear_places(state: Any) -> None:
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
    clear_places(state)
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
def merge_all_sums(board: Any, state: Any, seat: int) -> None:
    """Forget what the unseen racks may be: all of it goes into ``rest``."""
    if state.sums[seat] == 0 and state.rest[seat] == 0.0:
        state.rest[seat] = 1.0
    for s in range(state.sums[seat]):
        for kind in range(board.held.shape[0]):
            state.room_counts[0, kind] = state.sum_counts[seat, s, kind]
        state.rest[seat] += state.sum_weight[seat, s] * share_drawn(board, state, 0)
    state.sums[seat] = 0
    state.now[CUT_SHORT] += 1


@compiled
def merge_unseen_rack(board: Any, state: Any, seat: int, claim: int, count: int) -> None:
    """Another rack goes out of play unseen: what was merged_factor before is merged_factor with what that rack weighs on average."""
    if state.rest[seat] == 0.0:
        return
    choose(board, state)
    weight, tiles = 0.0, 0
    for kind in range(board.held.shape[0]):
        tiles += state.free[kind]
    for place in range(count):
        r = np.uintp(state.members[np.uintp(place)])
        if board.target[r] != board.target[claim]:
            weight += scale_of(state, seat, r) * ways(board, state, r)
    state.rest[seat] *= weight / (tiles * (tiles - 1) * (tiles - 2))
