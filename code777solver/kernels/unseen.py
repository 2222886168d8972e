"""Possible sums of the racks that a player never saw, after one more of them has gone out of play (see `kernels.weights`).

Shared arguments: ``s`` int64, row of the list or of the workspace (``room_counts``, ``room_weight``); ``listed`` int64, rows of
the workspace in use; ``count`` int64, racks in ``state.members``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import CUT_SHORT
from .compiling import compiled, compiled_where
from .weights import choose, count_free, members, scale_of, ways

MOST_SUMS = 4096
"""Most sums that are listed for a player. Beyond this, the lightest are merged, and the game counts that."""
ROOM = 4
"""Size of the workspace, in multiples of the sums listed."""
MOST_PAIRS_PER_SUM = 256
"""Above this many (sum, rack) pairs per slot, merge all sums: listing them would take too long."""


@compiled_where("scale")
def list_unseen_sums(board: Any, state: Any, seat: int, claim: int) -> None:
    """List the possible sums again when the rack of player ``seat``, who declared ``claim`` wrongly, goes out of play unseen."""
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
    """Empty the hash table that finds equal sums."""
    for place in range(state.room_place.shape[0]):
        state.room_place[place] = -1


@compiled
def place_last(board: Any, state: Any, last: int) -> int:
    """Merge row ``last`` (int64) of the workspace with an equal one, or list it. Returns the number of rows in use."""
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
    """Merge the lightest half or more of the sums into ``rest``. Returns the number kept, at most the length of the list."""
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
    """Ways to draw the sum in row ``s`` of the workspace, as a share (float64) of the ways to draw as many tiles of any kind."""
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
    """Merge all sums of player ``seat`` into ``rest``."""
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
    """Extend the merged sums (``rest``) by another unseen rack, with the average weight of that rack."""
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
