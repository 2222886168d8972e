"""Silence, for a player who assumes that the others reason from silence, too (`silence:2`).

Suppose that such a player holds rack ``r``, and ``o`` holds ``x``. For ``o``, a silent player who would be certain given
``r`` and ``x`` excludes ``x``. So the sets of all others by the answers are kept for all pairs:

    nested_sets[(((seat * players + o) * players + p) * racks + r) * racks + x]      racks of p, if seat holds r and o holds x
    nested_sets[(((seat * players + o) * players + seat) * racks + 0) * racks + x]   racks of seat, if o holds x
    ruled_out[(seat * players + o) * racks + r]                                      racks x that o excludes, if seat holds r

Here seats are numbered among the players who reason this way (``state.thinker``). As in `kernels.opponents`, sets may be too
large. Excluded pairs are no longer updated.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import CARDS, MASK, OFF, OWN_TURN, READER, SHIFT, SILENCE, WORD
from .compiling import compiled, compiled_where, inlined
from .opponents import row_of
from .sets import lowest, narrow, outside, put, put_narrowed


@inlined
def any_reasons_twice(state: Any) -> Any:
    """True if any seat reasons this way; known when compiled."""
    return state.nested_sets.shape[0] > OFF


@inlined
def reasons_twice(state: Any, seat: Any) -> Any:
    """True if player ``seat`` reasons this way."""
    return state.strategy[seat] == SILENCE and state.parameter[seat] >= 2.0


@compiled_where("nested_sets")
def number_thinkers(state: Any) -> None:
    """Number the players who reason this way: each has their own part of the arrays."""
    count = 0
    for seat in range(state.scores.shape[0]):
        state.thinker[seat] = count
        count += reasons_twice(state, seat)


@inlined
def row_of_pair(board: Any, state: Any, seat: Any, o: Any, p: Any, r: Any) -> Any:
    """First row (uintp) of ``nested_sets`` for the racks of ``p``, if ``seat`` holds ``r``; add ``x`` to it."""
    players, racks = state.scores.shape[0], board.target.shape[0]
    return np.uintp((((state.thinker[seat] * players + o) * players + p) * racks + np.int64(r)) * racks)


@inlined
def row_ruled_out(board: Any, state: Any, seat: Any, o: Any, r: Any) -> Any:
    """Row (uintp) of ``ruled_out`` for the racks that ``o`` excludes, if ``seat`` holds ``r``."""
    return np.uintp((state.thinker[seat] * state.scores.shape[0] + o) * board.target.shape[0]) + np.uintp(r)


@inlined
def kept_row(board: Any, state: Any, seat: Any, o: Any, p: Any) -> Any:
    """First row (uintp) of ``nested_kept`` for the racks of ``p``; add ``x`` to it."""
    players = state.scores.shape[0]
    return np.uintp(((state.thinker[seat] * players + o) * players + p) * board.target.shape[0])


@inlined
def holds(board: Any, state: Any, o: Any) -> Any:
    """True if player ``o`` has a full rack now."""
    return state.rack[o] < board.target.shape[0]


@inlined
def possible(board: Any, state: Any, seat: Any, o: Any, r: Any, w: Any) -> Any:
    """Racks of ``o`` that are still followed, if ``seat`` holds ``r``: word ``w`` of them, uint64."""
    row = row_of(board, state, seat, o, r)
    return state.others[row, w] & ~state.ruled_out[row_ruled_out(board, state, seat, o, r), w]


@inlined
def followed(state: Any, seat: Any, w: Any) -> Any:
    """Racks of ``seat`` that are still followed: word ``w`` of them, uint64."""
    return state.left[seat, w] & ~state.silence_excluded[seat, w]


# Tiles out of sight.


@inlined
def see_tiles(board: Any, state: Any, seat: Any, o: Any, p: Any, r: Any) -> None:
    """Compute ``state.shown`` for ``p``, without the rack of ``o``, if ``seat`` holds ``r`` (-1: ``p`` is ``seat``)."""
    for group in range(board.supply.shape[0]):
        g = np.uintp(group)
        taken = state.total[g] - state.unseen_total[np.uintp(o), g] - state.unseen_total[np.uintp(seat), g]
        taken -= board.used[state.rack[np.uintp(o)], g] + board.used[state.rack[np.uintp(seat)], g]
        if p != seat:
            taken -= board.used[state.rack[np.uintp(p)], g] + state.unseen_total[np.uintp(p), g]
            taken += board.used[np.uintp(r), g]
        state.shown[g] = board.supply[g] + taken


@compiled
def fill_own_sets(board: Any, state: Any, seat: int, o: int, base: Any, kept: Any) -> None:
    """Fill the sets of ``seat``, for each rack of ``o``, with row ``kept`` of ``base`` as far as the tiles allow.

    ``base`` (n, words) uint64. ``kept`` uintp.
    """
    words = state.left.shape[1]
    for w in range(words):
        state.assumed[seat, w] = np.uint64(0)
    for w in range(words):
        word = followed(state, seat, w)
        while word != np.uint64(0):
            r = w * 64 + lowest(word)
            word &= word - np.uint64(1)
            for v in range(words):
                state.assumed[seat, v] |= possible(board, state, seat, o, r, v)
    see_tiles(board, state, seat, o, seat, -1)
    first = row_of_pair(board, state, seat, o, seat, 0)
    for w in range(words):
        word = state.assumed[seat, w]
        while word != np.uint64(0):
            x = np.uintp(w * 64 + lowest(word))
            word &= word - np.uint64(1)
            put_narrowed(state.nested_sets, first + x, base, kept, board.rows, state.shown, board.used, x)


# A new rack of ``seat``.


@compiled_where("nested_sets")
def reset_nested(board: Any, state: Any, seat: int) -> None:
    """Clear the saved sets before the deal: every rack is possible."""
    players, racks, words = state.scores.shape[0], board.target.shape[0], state.left.shape[1]
    for o in range(players):
        for w in range(words):
            state.ruled_out_kept[np.uintp(seat * players + o), w] = np.uint64(0)
        for p in range(players):
            first = kept_row(board, state, seat, o, p)
            for x in range(racks):
                for w in range(words):
                    state.nested_kept[first + np.uintp(x), w] = ~np.uint64(0)


@compiled_where("nested_sets")
def keep_nested(board: Any, state: Any, seat: int, seen: bool) -> None:
    """Save the sets of the others about each other when the rack of ``seat`` goes out of play.

    ``seen`` bool: ``seat`` has seen the old rack, so only the sets for that rack count; else the union over all possible racks.
    """
    players, racks, words = state.scores.shape[0], board.target.shape[0], state.left.shape[1]
    for o in range(players):
        if o == seat:
            continue
        kept = np.uintp(seat * players + o)
        if seen:
            put(state.ruled_out_kept, kept, state.ruled_out, row_ruled_out(board, state, seat, o, state.rack[seat]))
        else:
            for w in range(words):
                state.ruled_out_kept[kept, w] = ~np.uint64(0)
            for w in range(words):
                word = followed(state, seat, w)
                while word != np.uint64(0):
                    row = row_ruled_out(board, state, seat, o, w * 64 + lowest(word))
                    word &= word - np.uint64(1)
                    for v in range(words):
                        state.ruled_out_kept[kept, v] &= state.ruled_out[row, v]
        for p in range(players):
            if p == seat or p == o:
                continue
            first = kept_row(board, state, seat, o, p)
            if seen:
                row = row_of_pair(board, state, seat, o, p, state.rack[seat])
                for every in range(racks):
                    put(state.nested_kept, first + np.uintp(every), state.nested_sets, row + np.uintp(every))
                continue
            for every in range(racks):
                for v in range(words):
                    state.nested_kept[first + np.uintp(every), v] = np.uint64(0)
            for w in range(words):
                word = followed(state, seat, w)
                while word != np.uint64(0):
                    r = w * 64 + lowest(word)
                    word &= word - np.uint64(1)
                    row = row_of_pair(board, state, seat, o, p, r)
                    for u in range(words):
                        ones = possible(board, state, seat, o, r, u)
                        while ones != np.uint64(0):
                            x = np.uintp(u * 64 + lowest(ones))
                            ones &= ones - np.uint64(1)
                            for v in range(words):
                                state.nested_kept[first + x, v] |= state.nested_sets[row + x, v]


@compiled_where("nested_sets")
def renew_nested(board: Any, state: Any, seat: int) -> None:
    """Recompute the nested sets after player ``seat`` got a new rack."""
    players, racks, words = state.scores.shape[0], board.target.shape[0], state.left.shape[1]
    for o in range(players):
        if o == seat or not holds(board, state, o):
            continue
        for r in range(racks):
            put(
                state.ruled_out,
                row_ruled_out(board, state, seat, o, r),
                state.ruled_out_kept,
                np.uintp(seat * players + o),
            )
        for w in range(words):
            state.blank[0, w] = ~np.uint64(0)
        fill_own_sets(board, state, seat, o, state.blank, np.uintp(0))
        for p in range(players):
            if p == seat or p == o or not holds(board, state, p):
                continue
            kept = kept_row(board, state, seat, o, p)
            for w in range(words):
                word = state.left[seat, w]
                while word != np.uint64(0):
                    r = w * 64 + lowest(word)
                    word &= word - np.uint64(1)
                    see_tiles(board, state, seat, o, p, r)
                    first = row_of_pair(board, state, seat, o, p, r)
                    for v in range(words):
                        ones = possible(board, state, seat, o, r, v)
                        while ones != np.uint64(0):
                            x = np.uintp(v * 64 + lowest(ones))
                            ones &= ones - np.uint64(1)
                            put_narrowed(
                                state.nested_sets,
                                first + x,
                                state.nested_kept,
                                kept + x,
                                board.rows,
                                state.shown,
                                board.used,
                                x,
                            )


# New racks of others.


@compiled_where("nested_sets")
def before_tiles(board: Any, state: Any, seat: int) -> None:
    """Save the sets of ``seat`` and ``others`` before ``seat`` draws conclusions from a new rack."""
    players, racks = state.scores.shape[0], board.target.shape[0]
    put(state.blank, np.uintp(0), state.left, np.uintp(seat))
    for p in range(players):
        if p != seat:
            first = row_of(board, state, seat, p, 0)
            for r in range(racks):
                put(state.past, np.uintp(p * racks + r), state.others, first + np.uintp(r))


@compiled_where("nested_sets")
def nested_see_rack(board: Any, state: Any, seat: int, j: int) -> None:
    """Update the nested sets after ``seat`` saw rack ``j`` being filled. The owner of that rack starts afresh."""
    players, words, racks = state.scores.shape[0], state.left.shape[1], board.target.shape[0]
    if not holds(board, state, seat):
        return
    for o in range(players):
        if o == seat or not holds(board, state, o):
            continue
        if o == j:
            for r in range(racks):
                for w in range(words):
                    state.ruled_out[row_ruled_out(board, state, seat, o, r), w] = np.uint64(0)
            fill_own_sets(board, state, seat, o, state.blank, np.uintp(0))
        else:
            see_tiles(board, state, seat, o, seat, -1)
            first = row_of_pair(board, state, seat, o, seat, 0)
            for every in range(racks):
                row = first + np.uintp(every)
                if could_hold(board, state, seat, o, every):
                    put_narrowed(
                        state.nested_sets,
                        row,
                        state.nested_sets,
                        row,
                        board.rows,
                        state.shown,
                        board.used,
                        np.uintp(every),
                    )
        for p in range(players):
            if p == seat or p == o or not holds(board, state, p):
                continue
            for w in range(words):
                word = followed(state, seat, w)
                while word != np.uint64(0):
                    r = w * 64 + lowest(word)
                    word &= word - np.uint64(1)
                    see_tiles(board, state, seat, o, p, r)
                    first, past = row_of_pair(board, state, seat, o, p, r), np.uintp(p * racks + r)
                    for v in range(words):
                        ones = possible(board, state, seat, o, r, v)
                        while ones != np.uint64(0):
                            x = np.uintp(v * 64 + lowest(ones))
                            ones &= ones - np.uint64(1)
                            if o == j:
                                put(state.nested_sets, first + x, state.past, past)
                            elif p == j:
                                allowed = np.uintp(state.shown[0] + board.used[x, 0])
                                put(state.nested_sets, first + x, board.rows, allowed)
                            put_narrowed(
                                state.nested_sets,
                                first + x,
                                state.nested_sets,
                                first + x,
                                board.rows,
                                state.shown,
                                board.used,
                                x,
                            )


@inlined
def could_hold(board: Any, state: Any, seat: Any, o: Any, x: Any) -> Any:
    """True if ``o`` may hold ``x`` for any rack of ``seat``."""
    word, bit, found = np.uintp(x >> 6), np.uint64(1) << np.uint64(x & 63), False
    for w in range(state.left.shape[1]):
        mine = followed(state, seat, w)
        while mine != np.uint64(0) and not found:
            r = w * 64 + lowest(mine)
            mine &= mine - np.uint64(1)
            found = possible(board, state, seat, o, r, word) & bit != np.uint64(0)
    return found


# Answers.


@inlined
def joined(board: Any, word_of: int, field: Any, rack: Any) -> Any:
    """Add one more rack to a word of a scene, packed as in `kernels.positions`, keys not looked up yet. Returns uint64.

    ``word_of`` int64: number of the word. ``field`` uint64: the word before. ``rack`` uintp: the rack number.
    """
    adds, joins = board.added.shape[1], board.combined.shape[1]
    if word_of < adds:
        return field + board.added[rack, np.uintp(word_of)]
    if word_of < adds + joins:
        return field | board.combined[rack, np.uintp(word_of - adds)]
    return field + np.uint64(board.keyed[rack, np.uintp(word_of - adds - joins)])


@inlined
def looked_up(board: Any, word_of: int, field: Any) -> Any:
    """Word ``word_of`` (int64) of a scene with its key looked up; ``field`` uint64: the word before. Returns uint64."""
    column = word_of - board.added.shape[1] - board.combined.shape[1]
    if column < 0:
        return field
    return np.uint64(board.signatures[field + np.uint64(board.stretches[np.uintp(column)])])


@compiled
def scene_without(board: Any, state: Any, word_of: int, a: int, b: int, c: int, d: int) -> Any:
    """Word ``word_of`` (int64) of the scene of all racks but ``a``, ``b``, ``c`` and ``d`` (int64, like ``j``). Returns uint64."""
    field = np.uint64(0)
    for j in range(state.rack.shape[0]):
        if j != a and j != b and j != c and j != d:
            field = joined(board, word_of, field, state.rack[np.uintp(j)])
    return field


@compiled_where("nested_sets")
def nested_hear_answer(board: Any, state: Any, seat: int, a: int, card: Any, first: Any, answers: Any) -> None:
    """Update the nested sets after player ``a`` answered a card."""
    players, words, racks = state.scores.shape[0], state.left.shape[1], board.target.shape[0]
    word_of, shift = np.int64(board.layout[card, np.uintp(WORD)]), board.layout[card, np.uintp(SHIFT)]
    mask = board.layout[card, np.uintp(MASK)]
    for o in range(players):
        if o == seat:
            continue
        if a != seat:
            rest, rows = (
                scene_without(board, state, word_of, a, seat, o, o),
                row_of_pair(board, state, seat, o, seat, 0),
            )
            for every in range(racks):
                if could_hold(board, state, seat, o, every):
                    field = rest if a == o else joined(board, word_of, rest, np.uintp(every))
                    said = np.uintp(first + (looked_up(board, word_of, field) >> shift & mask) * answers)
                    narrow(state.nested_sets, rows + np.uintp(every), board.rows, said)
        for p in range(players):
            if p == seat or p == o or p == a:
                continue
            rest = scene_without(board, state, word_of, a, p, seat, o)
            for w in range(words):
                word = followed(state, seat, w)
                while word != np.uint64(0):
                    r = w * 64 + lowest(word)
                    word &= word - np.uint64(1)
                    mine = rest if a == seat else joined(board, word_of, rest, np.uintp(r))
                    rows = row_of_pair(board, state, seat, o, p, r)
                    for v in range(words):
                        ones = possible(board, state, seat, o, r, v)
                        while ones != np.uint64(0):
                            x = np.uintp(v * 64 + lowest(ones))
                            ones &= ones - np.uint64(1)
                            field = mine if a == o else joined(board, word_of, mine, x)
                            said = np.uintp(first + (looked_up(board, word_of, field) >> shift & mask) * answers)
                            narrow(state.nested_sets, rows + x, board.rows, said)


# Silence.


@inlined
def kept_silent(board: Any, state: Any, o: Any) -> Any:
    """True if player ``o`` could have declared now and did not."""
    players = state.scores.shape[0]
    reader = (state.now[READER] + players - 1) % players
    return state.spoke[o] != state.now[CARDS] and not (board.rules[OWN_TURN] and o != reader)


@compiled_where("nested_sets", False)
def apply_silence_twice(board: Any, state: Any, seat: int) -> Any:
    """Exclude racks by silence for ``seat``, and pairs for the others. Returns True if any is new among them."""
    players, words, changed = state.scores.shape[0], state.left.shape[1], False
    for o in range(players):
        if o == seat or not kept_silent(board, state, o):
            continue
        for w in range(words):
            word = followed(state, seat, w)
            while word != np.uint64(0):
                bit = word & (~word + np.uint64(1))
                r = w * 64 + lowest(word)
                word ^= bit
                if would_declare(board, state, seat, o, r):
                    state.silence_excluded[seat, w] |= bit
                    changed = True
    for o in range(players):
        for w in range(words):
            word = followed(state, seat, w) if o != seat else np.uint64(0)
            while word != np.uint64(0):
                r = w * 64 + lowest(word)
                word &= word - np.uint64(1)
                changed |= rule_out(board, state, seat, o, r)
    return changed


@inlined
def would_declare(board: Any, state: Any, seat: Any, o: Any, r: Any) -> Any:
    """True if ``o`` would be certain by answers and silence, if ``seat`` held ``r``."""
    some = False
    for w in range(state.left.shape[1]):
        state.assumed[seat, w] = possible(board, state, seat, o, r, w)
        some |= state.assumed[seat, w] != np.uint64(0)
    if not some:
        put(state.assumed, np.uintp(seat), state.others, row_of(board, state, seat, o, r))
    return not outside(state.assumed, np.uintp(seat), board.groups, state.rack[np.uintp(o)])


@inlined
def rule_out(board: Any, state: Any, seat: Any, o: Any, r: Any) -> Any:
    """Exclude the racks of ``o`` that everybody's silence excludes, if ``seat`` holds ``r``. Returns True if any is new."""
    changed, out = False, row_ruled_out(board, state, seat, o, r)
    for p in range(state.scores.shape[0]):
        if p == o or not kept_silent(board, state, p):
            continue
        first = row_of_pair(board, state, seat, o, p, 0 if p == seat else r)
        held = np.uintp(r) if p == seat else np.uintp(state.rack[np.uintp(p)])
        for v in range(state.left.shape[1]):
            ones = possible(board, state, seat, o, r, v)
            while ones != np.uint64(0):
                bit = ones & (~ones + np.uint64(1))
                x = np.uintp(v * 64 + lowest(ones))
                ones ^= bit
                if not outside(state.nested_sets, first + x, board.groups, held):
                    state.ruled_out[out, v] |= bit
                    changed = True
    return changed
