"""Players who look ahead by one answer, and players with a learnt policy: a small neural net values each choice.

`code777solver.play.features` describes the inputs of the net one by one, and computes the same from a log.

    units   = max(0, features . inner + its last row)
    values  = sigmoid(units . outer + its last column)

Declare if ``p * right + (1 - p) * wrong > wait``, where ``p`` is the exact chance of the likeliest code.

A net that learns stores its inputs, its choice and its values. After the game each of these lessons gets its target, from
the last to the first:

    target = later;   for the lesson before:  later = value + trace * (target - value of the actual branch)

``value`` is the value of the choice before it is known whether a declaration is right, which removes that luck.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import (
    ANSWERS,
    AT_START,
    BASE,
    CARDS,
    CODES,
    CYCLE,
    DECK,
    DIFFERENT_CARDS,
    GOAL,
    GONE,
    MASK,
    MOST,
    OFF,
    OTHERS_ANSWER,
    PILE,
    RACKS,
    READER,
    ROUND,
    SECOND,
    SHIFT,
    SQUARES,
    TOTAL,
    WINNER,
    WORD,
    WRITTEN,
)
from .codes import likeliest, weigh_codes
from .compiling import compiled, compiled_where, inlined
from .random import fraction
from .sets import lowest

OWN, A_RIVAL = 21, 9
"""Number of features of the player and the table, and of each rival."""
WAIT, WRONG, RIGHT, POINT_WAIT, POINT_WRONG = range(5)
"""Outputs of the net: chance to win after waiting, after a wrong and after a right declaration; chance to score the next
point after waiting and after a wrong declaration.
"""
EXPLORE, WAVER, TRACE = range(3)
"""Numbers in ``Board.learning``: share of random choices, width of the noise between nearly equal choices, and the share of
later results in a target.
"""
SEAT, BRANCH, VALUE, THOUGHT, BY_LOT, POINTS, MINE, TARGET, WON = range(9)
"""Columns of ``State.notes``: the player; the branch taken (`WAIT`, `WRONG`, `RIGHT`); value of the better choice; value of the
branch taken; 1 if the choice was random; points of all players and of this one at that time. After the game `TARGET` is the
target, `MINE` is 1 if this player scored the next point, and `WON` is 1 if they won.
"""


@inlined
def advises(state: Any) -> bool:
    """True if any seat plays by a net; known when compiled."""
    return bool(state.features.shape[0] > OFF)


@inlined
def learns(state: Any) -> bool:
    """True if net 0 learns; known when compiled."""
    return bool(state.lessons.shape[0] > OFF)


# One answer ahead.


@compiled_where("scale", -1)
def look_ahead(board: Any, state: Any, seat: int, price: float) -> Any:
    """A rack of the likeliest code if the next answer would not raise its chance by more than ``price`` (float64), else -1."""
    weigh_codes(board, state, seat)
    ahead = expected_best(board, state, seat)
    now = state.best[seat, MOST] / state.best[seat, TOTAL]
    return likeliest(board, state, seat) if now >= ahead - price else np.int64(-1)


@compiled
def expected_best(board: Any, state: Any, seat: int) -> Any:
    """Expected chance of the likeliest code after the next answer that player ``seat`` hears, float64."""
    cards, reader = board.rules[DIFFERENT_CARDS], state.now[READER]
    skipped = 1 if reader == seat and not board.rules[OTHERS_ANSWER] else 0
    a = (reader + 1) % state.scores.shape[0] if skipped or board.rules[OTHERS_ANSWER] else reader
    if a == seat:
        a = (a + 1) % state.scores.shape[0]
    left = state.now[DECK] - skipped
    repeats = board.rules[CYCLE] != 0 and (state.now[ROUND] > 0 or left <= 0)
    if repeats:
        last = left - 1 if left > 0 else cards - 1 + left
        return best_after(board, state, seat, a, np.uintp(state.deck[last])) / state.best[seat, TOTAL]
    count = state.now[DECK] if left > 0 else cards
    total = 0.0
    for i in range(count):
        total += best_after(board, state, seat, a, np.uintp(state.deck[i]))
    return total / (count * state.best[seat, TOTAL])


@compiled
def best_after(board: Any, state: Any, seat: int, a: int, card: Any) -> Any:
    """Weight of the likeliest code after each answer of player ``a`` to a card, summed over the answers, float64."""
    word_of, shift = np.uintp(board.layout[card, np.uintp(WORD)]), board.layout[card, np.uintp(SHIFT)]
    mask, answers = board.layout[card, np.uintp(MASK)], board.layout[card, np.uintp(ANSWERS)]
    scene = state.scene[np.uintp(a * state.scores.shape[0] + seat), word_of] >> shift & mask
    first = board.layout[card, np.uintp(BASE)] + scene * answers
    total = 0.0
    for answer in range(np.int64(answers)):
        row, codes, most = np.uintp(first + np.uint64(answer)), 0, 0.0
        for w in range(state.left.shape[1]):
            word = state.left[seat, w] & board.rows[row, np.uintp(w)]
            while word != np.uint64(0):
                r = np.uintp(w * 64) + np.uintp(lowest(word))
                word &= word - np.uint64(1)
                target = np.uintp(board.target[r])
                summed = state.by_target[target]
                if summed == 0.0:
                    state.touched[codes] = target
                    codes += 1
                summed += state.weight[seat, r]
                state.by_target[target] = summed
                most = max(most, summed)
        for i in range(codes):
            state.by_target[np.uintp(state.touched[i])] = 0.0
        total += most
    return total


# Features, the inputs of the net.


@inlined
def needed(state: Any, seat: Any) -> Any:
    """Points that player ``seat`` still needs, int64."""
    return state.now[GOAL] - state.scores[seat]


@inlined
def turns_until(state: Any, seat: Any) -> Any:
    """Number of others who draw a card before player ``seat``, int64."""
    players = state.scores.shape[0]
    return (seat - state.now[READER] + players) % players


@inlined
def racks_unseen(state: Any, seat: Any) -> Any:
    """Number of racks of player ``seat`` that are out of play unseen by them, int64."""
    count = 0
    for g in range(state.now[GONE]):
        count += state.unseen[g] == seat
    return count


@compiled
def by_danger(state: Any, seat: int) -> None:
    """Sort the rivals into ``state.order``: by points needed, then answers heard, then turn."""
    count = 0
    for other in range(state.scores.shape[0]):
        if other == seat:
            continue
        key = needed(state, other) * 1000 - min(state.answers_since_draw[other], 90) * 10 + turns_until(state, other)
        place = count
        while place > 0:
            before = state.order[place - 1]
            other_key = (
                needed(state, before) * 1000
                - min(state.answers_since_draw[before], 90) * 10
                + turns_until(state, before)
            )
            if other_key < key:
                break
            state.order[place] = before
            place -= 1
        state.order[place] = other
        count += 1


@compiled
def look_around(board: Any, state: Any, seat: int) -> None:
    """Compute ``state.features`` for player ``seat``."""
    weigh_codes(board, state, seat)
    by_danger(state, seat)
    players, x = state.scores.shape[0], state.features
    best, total = state.best, state.best[seat, TOTAL]
    answers = state.now[CARDS] * (players - 1 if board.rules[OTHERS_ANSWER] else 1)
    need, turns = needed(state, seat), turns_until(state, seat)
    chance = best[seat, MOST] / total
    if best[seat, CODES] <= 1:
        chance = 1.0
    deck = state.now[DECK] if state.now[DECK] > 0 else board.rules[DIFFERENT_CARDS]
    ready, ready_told, told, silent = 0, 0, 0, 0
    for other in range(players):
        if other != seat:
            told += state.answers_since_draw[other]
            silent += state.answers_since_draw[other] == 0
            if needed(state, other) <= 1:
                ready += 1
                ready_told = max(ready_told, state.answers_since_draw[other])
    x[0] = chance
    x[1] = best[seat, SECOND] / total
    x[2] = best[seat, SQUARES] / (total * total)
    x[3] = 1.0 / best[seat, CODES]
    x[4] = np.log2(best[seat, CODES]) / 8.0
    x[5] = np.log2(best[seat, RACKS]) / 10.0
    x[6] = state.answers_since_draw[seat] / 10.0
    x[7] = 1.0 if need <= 1 else 0.0
    x[8] = 1.0 if need == 2 else 0.0
    x[9] = chance if need <= 1 else 0.0
    x[10] = 1.0 if turns == 0 else 0.0
    x[11] = 1.0 if turns == players - 1 else 0.0
    x[12] = turns / players
    x[13] = state.now[PILE] / board.copies.shape[0]
    x[14] = deck / board.rules[DIFFERENT_CARDS]
    x[15] = racks_unseen(state, seat) / 3.0
    x[16] = min(answers, 100) / 40.0
    x[17] = ready_told / 10.0
    x[18] = ready / 3.0
    x[19] = told / 30.0
    x[20] = silent / 3.0
    for slot in range((x.shape[0] - OWN) // A_RIVAL):
        at = OWN + slot * A_RIVAL
        if slot >= players - 1:
            for i in range(A_RIVAL):
                x[at + i] = 0.0
            continue
        other = state.order[slot]
        x[at] = 1.0 if needed(state, other) <= 1 else 0.0
        x[at + 1] = 1.0 if needed(state, other) == 2 else 0.0
        x[at + 2] = state.answers_since_draw[other] / 10.0
        x[at + 3] = 1.0 if state.answers_since_draw[other] == 0 else 0.0
        x[at + 4] = turns_until(state, other) / players
        x[at + 5] = racks_unseen(state, other) / 3.0
        x[at + 6] = min(state.wrong[other], 15) / 5.0
        x[at + 7] = 4.0 * state.wrong[other] / (answers + 10.0)
        x[at + 8] = 10.0 * board.prior[state.rack[other]]


@compiled
def evaluate(board: Any, state: Any, net: int) -> None:
    """Compute ``state.values``, the chances to win, from the features. ``net`` int64: number of the net."""
    count, width = state.features.shape[0], state.units.shape[0]
    for u in range(width):
        state.units[np.uintp(u)] = board.inner[np.uintp(net), np.uintp(count), np.uintp(u)]
    for f in range(count):
        x = state.features[np.uintp(f)]
        if x != np.float32(0.0):
            for u in range(width):
                state.units[np.uintp(u)] += x * board.inner[np.uintp(net), np.uintp(f), np.uintp(u)]
    for u in range(width):
        state.units[np.uintp(u)] = max(state.units[np.uintp(u)], np.float32(0.0))
    outer, units, n = board.outer, state.units, np.uintp(net)
    last = np.uintp(width)
    wait = np.float64(outer[n, np.uintp(WAIT), last])
    wrong = np.float64(outer[n, np.uintp(WRONG), last])
    right = np.float64(outer[n, np.uintp(RIGHT), last])
    for u in range(width):  # three independent sums run in parallel
        unit, at = units[np.uintp(u)], np.uintp(u)
        wait += unit * outer[n, np.uintp(WAIT), at]
        wrong += unit * outer[n, np.uintp(WRONG), at]
        right += unit * outer[n, np.uintp(RIGHT), at]
    state.values[WAIT] = 1.0 / (1.0 + np.exp(-wait))
    state.values[WRONG] = 1.0 / (1.0 + np.exp(-wrong))
    state.values[RIGHT] = 1.0 / (1.0 + np.exp(-right))


@compiled_where("features", -1)
def advised_code(board: Any, state: Any, seat: int) -> Any:
    """A rack of the likeliest code if the net of player ``seat`` declares it, else -1."""
    look_around(board, state, seat)
    net = np.int64(state.parameter[seat])
    evaluate(board, state, net)
    chance, values = np.float64(state.features[0]), state.values
    declared = chance * values[RIGHT] + (1.0 - chance) * values[WRONG]
    wants = declared > values[WAIT] or chance >= 1.0
    if learns(state) and net == 0:
        wants = choose_and_note(board, state, seat, declared, wants)
    return likeliest(board, state, seat) if wants else np.int64(-1)


# Learning.


@compiled_where("lessons", False)
def choose_and_note(board: Any, state: Any, seat: int, declared: float, wants: Any) -> Any:
    """Choose as a learner does, now and then at random, and store the lesson. Returns True to declare.

    ``declared`` float64: value of declaring. ``wants`` bool: the choice by value.
    """
    values, chance, greedy = state.values, np.float64(state.features[0]), wants
    if chance < 1.0:
        if fraction(state.random) < board.learning[EXPLORE]:
            wants = fraction(state.random) < 0.5
        else:
            wants = declared - values[WAIT] > board.learning[WAVER] * (fraction(state.random) - 0.5)
    place = state.taught[WRITTEN]
    if place < state.lessons.shape[0]:
        branch = WAIT
        if wants:
            claim = likeliest(board, state, seat)
            branch = RIGHT if board.target[claim] == board.target[state.rack[seat]] else WRONG
        for f in range(state.features.shape[0]):
            state.lessons[place, f] = state.features[f]
        state.notes[place, SEAT], state.notes[place, BRANCH] = seat, branch
        state.notes[place, VALUE] = declared if greedy else values[WAIT]
        state.notes[place, THOUGHT] = values[branch]
        state.notes[place, BY_LOT] = 1.0 if wants != greedy else 0.0
        points = 0
        for other in range(state.scores.shape[0]):
            points += state.scores[other]
        state.notes[place, POINTS], state.notes[place, MINE] = points, state.scores[seat]
        state.taught[WRITTEN] = place + 1
    return wants


@compiled_where("lessons")
def draw_lessons(board: Any, state: Any) -> None:
    """Give the lessons of the finished game their targets."""
    points = 0
    for other in range(state.scores.shape[0]):
        points += state.scores[other]
    for seat in range(state.scores.shape[0]):
        later = 1.0 if state.now[WINNER] == seat else 0.0
        all_points, own_points, scored_next = np.float64(points), np.float64(state.scores[seat]), 0.0
        for back in range(state.taught[WRITTEN] - state.taught[AT_START]):
            note = state.notes[state.taught[WRITTEN] - 1 - back]
            if note[SEAT] != seat:
                continue
            if all_points > note[POINTS]:
                scored_next = 1.0 if own_points > note[MINE] else 0.0
            all_points, own_points = note[POINTS], note[MINE]
            note[MINE] = scored_next
            note[TARGET] = later
            note[WON] = 1.0 if state.now[WINNER] == seat else 0.0
            trace = 0.0 if note[BY_LOT] > 0 else board.learning[TRACE]
            later = note[VALUE] + trace * (note[TARGET] - note[THOUGHT])
