"""What the others can hold as they see it, for each rack that a watching player may hold; and what their silence says.

    others[(l * players + o) * racks + r]   the racks that player o may hold, as o sees it, if player l holds rack r

A player who takes it that the others declare as soon as they are certain drops every rack of their own with which
somebody who said nothing would have been certain. Where a player's old rack went out of play unseen by its owner, the
sets here may be larger than what the others really have left, never smaller. The same holds for racks that silence
speaks against: they are not followed any further.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import CARDS, MASK, OWN_TURN, READER, SHIFT, SILENCE, WORD
from .compiling import compiled, inlined
from .sets import lowest, narrow, outside, put


@inlined
def tracks(state: Any) -> Any:
    """Whether any seat watches the others; known when compiled."""
    return state.others.shape[0] > 1


@inlined
def watches(state: Any, l: Any) -> Any:
    """Whether player ``l`` does."""
    return state.strategy[l] == SILENCE


@inlined
def row_of(board: Any, state: Any, l: Any, o: Any, r: Any) -> Any:
    return np.uintp((l * state.scores.shape[0] + o) * board.target.shape[0]) + np.uintp(r)


@compiled
def narrow_supply(board: Any, state: Any, l: int, o: int, r: Any) -> None:
    """Keep of what ``o`` may hold, if ``l`` holds ``r``, what the tiles out of sight of ``o`` allow."""
    mine, theirs = state.rack[np.uintp(l)], state.rack[np.uintp(o)]
    row = row_of(board, state, l, o, r)
    for group in range(board.supply.shape[0]):
        g = np.uintp(group)
        taken = state.total[g] - board.used[theirs, g] - state.veil[np.uintp(o), g] - state.veil[np.uintp(l), g]
        taken += board.used[np.uintp(r), g] - board.used[mine, g]
        narrow(state.others, row, board.rows, np.uintp(board.supply[g] + taken))


@compiled
def keep_others(board: Any, state: Any, l: int, seen: bool) -> None:
    """The rack of ``l`` goes out of play: what the others know so far, by the old rack if ``l`` has seen it."""
    players, words = state.scores.shape[0], state.left.shape[1]
    for o in range(players):
        if o == l:
            continue
        kept = np.uintp(l * players + o)
        if seen:
            put(state.kept, kept, state.others, row_of(board, state, l, o, state.rack[l]))
            continue
        for w in range(words):
            state.kept[kept, w] = np.uint64(0)
        for w in range(words):
            word = state.left[l, w]
            while word != np.uint64(0):
                row = row_of(board, state, l, o, w * 64 + lowest(word))
                word &= word - np.uint64(1)
                for v in range(words):
                    state.kept[kept, v] |= state.others[row, v]


@compiled
def keep_everything(state: Any, l: int) -> None:
    """Before the deal nobody knows anything."""
    players = state.scores.shape[0]
    for o in range(players):
        for w in range(state.left.shape[1]):
            state.kept[l * players + o, w] = ~np.uint64(0)


@compiled
def renew_others(board: Any, state: Any, l: int) -> None:
    """Player ``l`` has a new rack, which the others see."""
    players, words = state.scores.shape[0], state.left.shape[1]
    for w in range(words):
        state.hushed[l, w] = np.uint64(0)
        word = state.left[l, w]
        while word != np.uint64(0):
            r = w * 64 + lowest(word)
            word &= word - np.uint64(1)
            for o in range(players):
                if o != l:
                    put(state.others, row_of(board, state, l, o, r), state.kept, np.uintp(l * players + o))
                    if state.rack[o] < board.target.shape[0]:
                        narrow_supply(board, state, l, o, r)


@compiled
def others_saw(board: Any, state: Any, l: int, j: int) -> None:
    """Rack ``j`` was filled in sight of ``l``: what everybody concludes; its owner starts afresh."""
    players, words, nobody = state.scores.shape[0], state.left.shape[1], board.target.shape[0]
    if state.rack[l] >= nobody:
        return
    for o in range(players):
        if o == l or state.rack[o] >= nobody:
            continue
        for w in range(words):
            word = state.left[l, w] & ~state.hushed[l, w]
            while word != np.uint64(0):
                r = w * 64 + lowest(word)
                word &= word - np.uint64(1)
                if o == j:
                    row = row_of(board, state, l, o, r)
                    for v in range(words):
                        state.others[row, v] = ~np.uint64(0)
                narrow_supply(board, state, l, o, r)


@compiled
def others_heard(board: Any, state: Any, l: int, a: int, card: Any, first: Any, answers: Any) -> None:
    """Player ``a`` answered a card; ``first`` is the row of that answer beside a scene of nothing."""
    players, words = state.scores.shape[0], state.left.shape[1]
    adds, joins = board.added.shape[1], board.combined.shape[1]
    word_of, shift = np.int64(board.layout[card, np.uintp(WORD)]), board.layout[card, np.uintp(SHIFT)]
    mask = board.layout[card, np.uintp(MASK)]
    for o in range(players):
        if o == l or o == a:
            continue
        rest = np.uint64(0)
        if a == l:
            rest = state.scene[np.uintp(a * players + o), np.uintp(word_of)]
        else:
            for j in range(state.rack.shape[0]):
                if j != a and j != o and j != l:
                    rack = state.rack[np.uintp(j)]
                    if word_of < adds:
                        rest += board.added[rack, np.uintp(word_of)]
                    elif word_of < adds + joins:
                        rest |= board.combined[rack, np.uintp(word_of - adds)]
                    else:
                        rest += np.uint64(board.keyed[rack, np.uintp(word_of - adds - joins)])
        for w in range(words):
            word = state.left[l, w] & ~state.hushed[l, w]
            while word != np.uint64(0):
                r = np.uintp(w * 64) + np.uintp(lowest(word))
                word &= word - np.uint64(1)
                field = rest
                if a != l:
                    if word_of < adds:
                        field += board.added[r, np.uintp(word_of)]
                    elif word_of < adds + joins:
                        field |= board.combined[r, np.uintp(word_of - adds)]
                    else:
                        column = np.uintp(word_of - adds - joins)
                        key = rest + np.uint64(board.keyed[r, column]) + np.uint64(board.stretches[column])
                        field = np.uint64(board.signatures[key])
                row = np.uintp(first + (field >> shift & mask) * answers)
                narrow(state.others, row_of(board, state, l, o, r), board.rows, row)


@compiled
def hear_silence(board: Any, state: Any) -> Any:
    """Nobody else declares now: what that says to those who listen for it. Whether it says anything new."""
    players, words = state.scores.shape[0], state.left.shape[1]
    reader = (state.now[READER] + players - 1) % players
    changed = False
    for l in range(players):
        if state.strategy[l] != SILENCE:
            continue
        for o in range(players):
            if o == l or state.spoke[o] == state.now[CARDS] or (board.rules[OWN_TURN] and o != reader):
                continue
            for w in range(words):
                word = state.left[l, w] & ~state.hushed[l, w]
                while word != np.uint64(0):
                    bit = word & (~word + np.uint64(1))
                    row = row_of(board, state, l, o, w * 64 + lowest(word))
                    if not outside(state.others, row, board.groups, state.rack[np.uintp(o)]):
                        state.hushed[l, w] |= bit
                        changed = True
                    word ^= bit
    return changed


@compiled
def assumed_code(board: Any, state: Any, l: int) -> Any:
    """A rack of the only code left to ``l`` by answers and silence; -1 if there are several."""
    words = state.left.shape[1]
    some = False
    for w in range(words):
        state.assumed[l, w] = state.left[l, w] & ~state.hushed[l, w]
        some |= state.assumed[l, w] != np.uint64(0)
    if not some:
        put(state.assumed, np.uintp(l), state.left, np.uintp(l))
    found = np.int64(-1)
    for w in range(words):
        if found < 0 and state.assumed[l, w] != np.uint64(0):
            found = np.int64(w * 64 + lowest(state.assumed[l, w]))
    if found >= 0 and outside(state.assumed, np.uintp(l), board.groups, np.uintp(found)):
        found = np.int64(-1)
    return found
