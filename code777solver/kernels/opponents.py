"""Racks that the others can hold from their own view, for each rack that a watching player may hold; and their silence.

    others[(watcher[seat] * players + o) * racks + r]   the racks that player o may hold in their own view, if seat holds r

A watching player assumes that the others declare as soon as they are certain, and drops every rack of their own with
which a silent player would have been certain. Where an old rack went out of play unseen by its owner, these sets may be
larger than the true ones, never smaller. Racks that silence excludes are no longer updated, so the same holds for them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import CARDS, MASK, OFF, OWN_TURN, READER, SHIFT, SILENCE, WORD
from .compiling import compiled, compiled_where, inlined
from .sets import lowest, narrow, outside, put, put_narrowed


@inlined
def tracks(state: Any) -> Any:
    """True if any seat watches the others; known when compiled."""
    return state.others.shape[0] > OFF


@inlined
def watches(state: Any, seat: Any) -> Any:
    """True if player ``seat`` watches the others."""
    return state.strategy[seat] == SILENCE


@inlined
def row_of(board: Any, state: Any, seat: Any, o: Any, r: Any) -> Any:
    """Row of ``state.others`` (uintp) for the racks of ``o``, if ``seat`` holds ``r``."""
    return np.uintp((state.watcher[seat] * state.scores.shape[0] + o) * board.target.shape[0]) + np.uintp(r)


@compiled
def see_supply(board: Any, state: Any, seat: int, o: int) -> None:
    """Compute ``state.shown``: rows of the supplies out of sight of ``o``, without the rack of ``seat``."""
    mine, theirs = state.rack[np.uintp(seat)], state.rack[np.uintp(o)]
    for group in range(board.supply.shape[0]):
        g = np.uintp(group)
        taken = (
            state.total[g]
            - board.used[theirs, g]
            - state.unseen_total[np.uintp(o), g]
            - state.unseen_total[np.uintp(seat), g]
        )
        state.shown[g] = board.supply[g] + taken - board.used[mine, g]


@inlined
def narrow_supply(board: Any, state: Any, row: Any, r: Any, j: Any) -> None:
    """Narrow ``state.others[row]``, for own rack ``r``, by the supplies that changed when rack ``j`` was filled. ``row`` uintp."""
    for group in range(board.supply.shape[0]):
        g = np.uintp(group)
        if board.used[state.rack[np.uintp(j)], g] != 0:
            narrow(state.others, row, board.rows, np.uintp(state.shown[g] + board.used[np.uintp(r), g]))


@inlined
def certain_by(board: Any, state: Any, row: Any, held: Any) -> Any:
    """True if all racks of ``state.others[row]`` have the code of rack ``held``; ``row`` and ``held`` uintp."""
    return not outside(state.others, row, board.groups, held)


@compiled_where("others")
def keep_others(board: Any, state: Any, seat: int, seen: bool) -> None:
    """Save in ``state.kept`` the sets of the others when the rack of ``seat`` goes out of play.

    ``seen`` bool: ``seat`` has seen the old rack, so only the sets for that rack count; else the union over all possible racks.
    """
    players, words = state.scores.shape[0], state.left.shape[1]
    for o in range(players):
        if o == seat:
            continue
        kept = np.uintp(seat * players + o)
        if seen:
            put(state.kept, kept, state.others, row_of(board, state, seat, o, state.rack[seat]))
            continue
        for w in range(words):
            state.kept[kept, w] = np.uint64(0)
        for w in range(words):
            word = state.left[seat, w]
            while word != np.uint64(0):
                row = row_of(board, state, seat, o, w * 64 + lowest(word))
                word &= word - np.uint64(1)
                for v in range(words):
                    state.kept[kept, v] |= state.others[row, v]


@compiled_where("others")
def number_watchers(state: Any) -> None:
    """Number the watching players: each has their own part of ``others``."""
    count = 0
    for seat in range(state.scores.shape[0]):
        state.watcher[seat] = count
        count += state.strategy[seat] == SILENCE


@compiled_where("others")
def reset_others(state: Any, seat: int) -> None:
    """Clear ``state.kept`` before the deal: every rack is possible."""
    players = state.scores.shape[0]
    for o in range(players):
        for w in range(state.left.shape[1]):
            state.kept[seat * players + o, w] = ~np.uint64(0)


@compiled_where("others")
def renew_others(board: Any, state: Any, seat: int) -> None:
    """Recompute ``others`` and ``sure`` after player ``seat`` got a new rack."""
    players, words = state.scores.shape[0], state.left.shape[1]
    for w in range(words):
        state.silence_excluded[seat, w] = np.uint64(0)
    for o in range(players):
        if o == seat:
            continue
        holds = state.rack[o] < board.target.shape[0]
        if holds:
            see_supply(board, state, seat, o)
        first, kept, held = row_of(board, state, seat, o, 0), np.uintp(seat * players + o), np.uintp(state.rack[o])
        for w in range(words):
            word, sure = state.left[seat, w], np.uint64(0)
            while word != np.uint64(0):
                bit = word & (~word + np.uint64(1))
                r = np.uintp(w * 64) + np.uintp(lowest(word))
                word ^= bit
                if not holds:
                    put(state.others, first + r, state.kept, kept)
                else:
                    put_narrowed(state.others, first + r, state.kept, kept, board.rows, state.shown, board.used, r)
                    if certain_by(board, state, first + r, held):
                        sure |= bit
            state.sure[kept, w] = sure


@compiled_where("others")
def others_see_rack(board: Any, state: Any, seat: int, j: int) -> None:
    """Update ``others`` and ``sure`` after ``seat`` saw rack ``j`` being filled. The owner of that rack starts afresh."""
    players, words, nobody = state.scores.shape[0], state.left.shape[1], board.target.shape[0]
    if state.rack[seat] >= nobody:
        return
    for o in range(players):
        if o == seat or state.rack[o] >= nobody:
            continue
        see_supply(board, state, seat, o)
        first, held = row_of(board, state, seat, o, 0), np.uintp(state.rack[o])
        for w in range(words):
            word, sure = state.left[seat, w] & ~state.silence_excluded[seat, w], np.uint64(0)
            while word != np.uint64(0):
                bit = word & (~word + np.uint64(1))
                r = np.uintp(w * 64) + np.uintp(lowest(word))
                word ^= bit
                if o == j:
                    allowed = np.uintp(state.shown[0] + board.used[r, 0])
                    put_narrowed(state.others, first + r, board.rows, allowed, board.rows, state.shown, board.used, r)
                else:
                    narrow_supply(board, state, first + r, r, j)
                if certain_by(board, state, first + r, held):
                    sure |= bit
            state.sure[seat * players + o, w] = sure


@compiled_where("others")
def others_hear_answer(board: Any, state: Any, seat: int, a: int, card: Any, first: Any, answers: Any) -> None:
    """Update ``others`` and ``sure`` after player ``a`` answered a card."""
    players, words = state.scores.shape[0], state.left.shape[1]
    adds, joins = board.added.shape[1], board.combined.shape[1]
    word_of, shift = np.int64(board.layout[card, np.uintp(WORD)]), board.layout[card, np.uintp(SHIFT)]
    mask = board.layout[card, np.uintp(MASK)]
    for o in range(players):
        if o == seat or o == a:
            continue
        rest = np.uint64(0)
        if a == seat:
            rest = state.scene[np.uintp(a * players + o), np.uintp(word_of)]
        else:
            for j in range(state.rack.shape[0]):
                if j != a and j != o and j != seat:
                    rack = state.rack[np.uintp(j)]
                    if word_of < adds:
                        rest += board.added[rack, np.uintp(word_of)]
                    elif word_of < adds + joins:
                        rest |= board.combined[rack, np.uintp(word_of - adds)]
                    else:
                        rest += np.uint64(board.keyed[rack, np.uintp(word_of - adds - joins)])
        theirs, held = row_of(board, state, seat, o, 0), np.uintp(state.rack[o])
        for w in range(words):
            word, sure = state.left[seat, w] & ~state.silence_excluded[seat, w], np.uint64(0)
            while word != np.uint64(0):
                bit = word & (~word + np.uint64(1))
                r = np.uintp(w * 64) + np.uintp(lowest(word))
                word ^= bit
                field = rest
                if a != seat:
                    if word_of < adds:
                        field += board.added[r, np.uintp(word_of)]
                    elif word_of < adds + joins:
                        field |= board.combined[r, np.uintp(word_of - adds)]
                    else:
                        column = np.uintp(word_of - adds - joins)
                        key = rest + np.uint64(board.keyed[r, column]) + np.uint64(board.stretches[column])
                        field = np.uint64(board.signatures[key])
                said = np.uintp(first + (field >> shift & mask) * answers)
                narrow(state.others, theirs + r, board.rows, said)
                if certain_by(board, state, theirs + r, held):
                    sure |= bit
            state.sure[seat * players + o, w] = sure


@compiled_where("others", False)
def apply_silence(board: Any, state: Any) -> Any:
    """Exclude racks by the silence of the others, for players who reason once. Returns True if any rack is new among them."""
    players, words = state.scores.shape[0], state.left.shape[1]
    reader = (state.now[READER] + players - 1) % players
    changed = False
    for seat in range(players):
        if state.strategy[seat] != SILENCE or state.parameter[seat] >= 2.0:
            continue
        for o in range(players):
            if o == seat or state.spoke[o] == state.now[CARDS] or (board.rules[OWN_TURN] and o != reader):
                continue
            for w in range(words):
                word = state.left[seat, w] & state.sure[seat * players + o, w] & ~state.silence_excluded[seat, w]
                state.silence_excluded[seat, w] |= word
                changed |= word != np.uint64(0)
    return changed


@compiled_where("others", -1)
def assumed_code(board: Any, state: Any, seat: int) -> Any:
    """A rack of the only code left to ``seat`` by answers and silence; -1 if there are several."""
    words = state.left.shape[1]
    some = False
    for w in range(words):
        state.assumed[seat, w] = state.left[seat, w] & ~state.silence_excluded[seat, w]
        some |= state.assumed[seat, w] != np.uint64(0)
    if not some:
        put(state.assumed, np.uintp(seat), state.left, np.uintp(seat))
    found = np.int64(-1)
    for w in range(words):
        if found < 0 and state.assumed[seat, w] != np.uint64(0):
            found = np.int64(w * 64 + lowest(state.assumed[seat, w]))
    if found >= 0 and outside(state.assumed, np.uintp(seat), board.groups, np.uintp(found)):
        found = np.int64(-1)
    return found
