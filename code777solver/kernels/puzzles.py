"""Puzzles: answers in the order of play that leave one code, none of them superfluous, and their difficulty.

An answer excludes a set of wrong racks, a row of bits. Players count from 0 without the one who solves. Shared arguments:

    sets      (players, cards, words) uint64   racks that each answer excludes
    target    (words,) uint64                  all wrong racks
    speakers  (seats, n) int64                 players whose answers count at each turn of a round, ended by -1
    seat      int                              turn of the round, row of ``speakers``
    covered   (turns + 1, words) uint64        racks excluded before each turn
    once      (turns + 1, words) uint64        of these, the racks that only one answer excludes
    turn      int                              row of ``covered``
    heard     (turns, players) bool            answers that count
    dice      (1,) uint64                      state of the random numbers
    chance    int                              upper limit of the random addition to a cost
    marks     (racks, words) uint64            facts that hold for each rack, as bits
    noted     (racks,) bool                    scratch: racks that the solver's notes still allow
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .caching import cached
from .random import below

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Classes = NDArray[np.uint16]

_WRONG = np.uint64(1) << np.uint64(63)


@cached(nogil=True, error_model="numpy")
def throw(dice: Words, limit: int) -> Any:
    """Random int64 from 0 to ``limit - 1``; ``limit`` int, at most 2**31."""
    return np.int64(below(dice, limit))


@cached(nogil=True, error_model="numpy")
def disagree(answers: Bytes, classes: Classes, mine: int, out: Bools) -> None:
    """Find the racks that each answer excludes: ``out[p * cards + c, i]`` for player ``p``, card ``c`` and rack ``i``.

    ``answers`` (players, cards, classes) uint8: answer with a rack of each class.
    ``classes`` (cards, racks) uint16: class of each rack.
    ``mine`` int: the true rack.
    ``out`` (players * cards, racks) bool: written.
    """
    for p in range(answers.shape[0]):
        for c in range(answers.shape[1]):
            row = p * answers.shape[1] + c
            right = answers[p, c, classes[c, mine]]
            for i in range(classes.shape[1]):
                out[row, i] = answers[p, c, classes[c, i]] != right


@cached(nogil=True, error_model="numpy")
def pack(against: Bools, wrong: Bools, out: Words) -> None:
    """Pack the wrong racks that each answer excludes into bits.

    ``against`` (answers, racks) bool. ``wrong`` (racks,) bool.
    ``out`` (answers + 1, words) uint64: written; the last row has all wrong racks.
    """
    for row in range(out.shape[0]):
        for word in range(out.shape[1]):
            out[row, word] = 0
    rows, place = against.shape[0], 0
    for i in range(wrong.shape[0]):
        if wrong[i]:
            word, bit = place >> 6, np.uint64(place & 63)
            for row in range(rows):
                out[row, word] |= np.uint64(against[row, i]) << bit
            out[rows, word] |= np.uint64(1) << bit
            place += 1


@cached(nogil=True, error_model="numpy")
def facts_alone(against: Bools, marks: Words, out: Ints) -> None:
    """Count the facts that each answer proves alone: bits that some rack has, but no rack that agrees with the answer.

    ``against`` (answers, racks) bool. ``out`` (answers,) int64: written.
    """
    whole = np.zeros(marks.shape[1], np.uint64)
    for rack in range(marks.shape[0]):
        for w in range(marks.shape[1]):
            whole[w] |= marks[rack, w]
    for i in range(against.shape[0]):
        out[i] = 0
        for w in range(marks.shape[1]):
            left = np.uint64(0)
            for rack in range(marks.shape[0]):
                left |= marks[rack, w] & (np.uint64(against[i, rack]) - np.uint64(1))
            word = whole[w] & ~left
            while word:
                word &= word - np.uint64(1)
                out[i] += 1


@cached(nogil=True, error_model="numpy")
def cover(
    sets: Words,
    target: Words,
    costs: Ints,
    chance: int,
    speakers: Ints,
    limits: Ints,
    dice: Words,
    drawn: Ints,
    heard: Bools,
) -> int:
    """Go round the table until all of ``target`` is excluded. Returns the number of turns, 0 if no plan was found.

    ``costs`` (players, cards) int64: the lower, the sooner an answer is tried.
    ``limits`` (5,) int64: fewest and most answers, choices in total and at each turn, and the number of racks left from which
    an end is searched for.
    ``drawn`` (turns,) int64: written; card of each turn, -1 where nobody else speaks. No card comes twice.
    ``heard``: written.
    """
    players, cards, words = sets.shape
    fewest, most, nodes, breadth, few = limits[0], limits[1], limits[2], limits[3], limits[4]
    turns, seats = drawn.shape[0], speakers.shape[0]
    order, plans = np.empty((players, cards), np.int64), np.empty((turns, cards), np.int64)
    for p in range(players):
        _arrange(costs[p], chance, dice, order[p])
    covered, once = np.zeros((turns + 1, words), np.uint64), np.zeros((turns + 1, words), np.uint64)
    place, tried = np.zeros(turns + 1, np.int64), np.zeros(turns + 1, np.int64)
    count = np.zeros(turns + 1, np.int64)
    chosen = np.empty((most + players, 2), np.int64)
    used = np.zeros(cards, np.bool_)
    for turn in range(turns):
        for player in range(players):
            heard[turn, player] = False
    turn, choices, used_up = 0, 0, 0
    while True:
        # Choose an unused card for this turn, and the answers to it that help.
        found = False
        seat = turn % seats
        silent = turn < turns and speakers[seat, 0] < 0
        if turn < turns and used_up < cards and silent and place[turn] == 0:
            place[turn] = 1
            drawn[turn] = -1
            found = True
        elif turn < turns and not silent and count[turn] < most and used_up < cards and tried[turn] < breadth:
            if place[turn] == 0:
                _plan(sets, target, covered, turn, speakers, seat, order, few, plans)
            while place[turn] < cards and not found:
                card = plans[turn, place[turn]]
                place[turn] += 1
                if used[card]:
                    continue
                found = _hear(sets, speakers, seat, card, most, count[turn], chosen, covered, once, turn, heard) > 0
                drawn[turn] = card
        if not found:
            if turn == 0:
                return 0
            place[turn] = tried[turn] = 0
            turn -= 1
            used_up -= 1
            if drawn[turn] >= 0:
                used[drawn[turn]] = False
                for player in range(players):
                    heard[turn, player] = False
            continue
        if drawn[turn] < 0:
            for w in range(words):
                covered[turn + 1, w], once[turn + 1, w] = covered[turn, w], once[turn, w]
            count[turn + 1] = count[turn]
        else:
            used[drawn[turn]] = True
            tried[turn] += 1
            choices += 1
            count[turn + 1] = count[turn]
            for player in range(players):
                count[turn + 1] += heard[turn, player]
        used_up += 1
        turn += 1
        if _is_done(target, covered, turn):
            if count[turn] >= fewest:
                return turn
            place[turn] = cards  # too few answers: step back
        if choices > nodes:
            return 0


@cached(nogil=True, error_model="numpy")
def _arrange(costs: Ints, chance: int, dice: Words, order: Ints) -> None:
    """Sort the cards by cost plus a random addition. ``costs`` (cards,) int64; ``order`` (cards,) int64: written."""
    keys = np.empty(costs.shape[0], np.int64)
    for card in range(costs.shape[0]):
        key = costs[card] + throw(dice, chance)
        at = card
        while at > 0 and keys[at - 1] > key:
            keys[at], order[at] = keys[at - 1], order[at - 1]
            at -= 1
        keys[at], order[at] = key, card


@cached(nogil=True, error_model="numpy")
def _is_done(target: Words, covered: Words, turn: int) -> bool:
    """True if all of ``target`` is excluded before ``turn``."""
    for w in range(target.shape[0]):
        if target[w] & ~covered[turn, w]:
            return False
    return True


@cached(nogil=True, error_model="numpy")
def _plan(
    sets: Words, target: Words, covered: Words, turn: int, speakers: Ints, seat: int, order: Ints, few: int, plans: Ints
) -> None:
    """Order in which cards are tried in a turn: by cost, or once at most ``few`` (int) racks are left, by the racks left after it.

    ``order`` (players, cards) int64: cards by cost. ``plans`` (turns, cards) int64: row ``turn`` is written.
    """
    words, cards, first = target.shape[0], order.shape[1], speakers[seat, 0]
    left = 0
    for w in range(words):
        left += _ones(target[w] & ~covered[turn, w])
    keys = np.zeros(cards, np.int64)
    for step in range(cards):
        card = order[first, step]
        key = 0
        if left <= few:
            for w in range(words):
                rest = target[w] & ~covered[turn, w]
                for k in range(speakers.shape[1]):
                    if speakers[seat, k] >= 0:
                        rest &= ~sets[speakers[seat, k], card, w]
                key += _ones(rest)
        at = step
        while at > 0 and keys[at - 1] > key:
            keys[at], plans[turn, at] = keys[at - 1], plans[turn, at - 1]
            at -= 1
        keys[at], plans[turn, at] = key, card


@cached(nogil=True, error_model="numpy")
def _ones(word: Any) -> Any:
    """Number of set bits in ``word``, uint64."""
    word = word - (word >> np.uint64(1) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@cached(nogil=True, error_model="numpy")
def _hear(
    sets: Words,
    speakers: Ints,
    seat: int,
    card: int,
    most: int,
    count: int,
    chosen: Ints,
    covered: Words,
    once: Words,
    turn: int,
    heard: Bools,
) -> int:
    """Accept the answers to ``card`` (int) after which every answer still excludes a rack that no other does.

    ``most`` int: limit of answers. ``count`` int: answers before. ``chosen`` (most + players, 2) int64: player and card of each
    answer, extended. Rows ``turn + 1`` of ``covered`` and ``once`` are written. Returns the number of accepted answers.
    """
    words = covered.shape[1]
    total, after = count, turn + 1
    for w in range(words):
        covered[after, w], once[after, w] = covered[turn, w], once[turn, w]
    for player in range(heard.shape[1]):
        heard[turn, player] = False
    for k in range(speakers.shape[1]):
        player = speakers[seat, k]
        if player < 0 or total == most:
            break
        fresh = False
        for w in range(words):
            if sets[player, card, w] & ~covered[after, w]:
                fresh = True
                break
        good = fresh
        for i in range(total):
            if not good:
                break
            good = False
            for w in range(words):
                if sets[chosen[i, 0], chosen[i, 1], w] & once[after, w] & ~sets[player, card, w]:
                    good = True
                    break
        if good:
            for w in range(words):
                ruled_out = sets[player, card, w]
                once[after, w] = (once[after, w] & ~ruled_out) | (ruled_out & ~covered[after, w])
                covered[after, w] |= ruled_out
            chosen[total, 0], chosen[total, 1] = player, card
            heard[turn, player] = True
            total += 1
    return total - count


@cached(nogil=True, error_model="numpy")
def gather(against: Bools, rows: Ints, out: Ints) -> None:
    """Pack some answers into one bit each: ``out[i]`` has bit ``k`` set if answer ``rows[k]`` excludes rack ``i``.

    ``against`` (answers, racks) bool. ``rows`` (n,) int64. ``out`` (racks,) int64: written.
    """
    for i in range(out.shape[0]):
        out[i] = 0
    for k in range(rows.shape[0]):
        for i in range(out.shape[0]):
            out[i] |= np.int64(against[rows[k], i]) << k


@cached(nogil=True, error_model="numpy")
def open_after(against: Ints, noted: Bools, marks: Words, table: Words) -> None:
    """Facts left open by each group of answers, for the racks that the notes allow.

    ``against`` (racks,) int64: one bit for each answer that excludes the rack. ``table`` (2**answers, words) uint64: written.
    """
    full = table.shape[0] - 1
    for group in range(full + 1):
        for w in range(marks.shape[1]):
            table[group, w] = 0
    for rack in range(against.shape[0]):
        if noted[rack]:
            group = full ^ against[rack]
            for w in range(marks.shape[1]):
                table[group, w] |= marks[rack, w]
    bit = 1
    while bit <= full:  # racks that agree with a group agree with its subsets
        for group in range(full + 1):
            if not group & bit:
                for w in range(marks.shape[1]):
                    table[group, w] |= table[group | bit, w]
        bit *= 2


@cached(nogil=True, error_model="numpy")
def widest(against: Ints, marks: Words, sizes: Ints, most: int, noted: Bools, table: Words) -> int:
    """Number of answers that the largest step has to combine; ``most + 1`` if ``most`` (int) is not enough.

    ``against`` (racks,) int64: one bit for each answer that excludes the rack. ``sizes`` (2**answers,) int64: answers in each group.
    ``table`` (2**answers, words) uint64: scratch. The last bit of the last word of ``marks`` stands for the wrong racks.
    """
    for rack in range(noted.shape[0]):
        noted[rack] = True
    last = marks.shape[1] - 1
    known = np.empty(marks.shape[1], np.uint64)
    size = 1
    while True:
        open_after(against, noted, marks, table)
        for w in range(known.shape[0]):
            known[w] = table[0, w]
        for group in range(table.shape[0]):
            if sizes[group] <= size:
                if not table[group, last] & _WRONG:
                    return size
                for w in range(known.shape[0]):
                    known[w] &= table[group, w]
        news = False
        for w in range(known.shape[0]):
            news = news or known[w] != table[0, w]
        if not news:
            size += 1
            if size > most:
                return size
            continue
        for rack in range(noted.shape[0]):
            for w in range(known.shape[0]):
                if marks[rack, w] & ~known[w]:
                    noted[rack] = False


@cached(nogil=True, error_model="numpy")
def follow(against: Ints, marks: Words, groups: Ints, noted: Bools, after: Words, agreeing: Ints) -> int:
    """Take groups of answers one after the other. Returns the number of groups after which one code is left, 0 if none.

    ``against`` (racks,) int64: one bit for each answer that excludes the rack. ``groups`` (n,) int64: answers of each group, as bits.
    ``after`` (n, words) uint64: written; facts left open. ``agreeing`` (n,) int64: written; racks left.
    """
    for rack in range(noted.shape[0]):
        noted[rack] = True
    words = marks.shape[1]
    last = words - 1
    for step in range(groups.shape[0]):
        for w in range(words):
            after[step, w] = 0
        agreeing[step] = 0
        for rack in range(against.shape[0]):
            if noted[rack] and not against[rack] & groups[step]:
                agreeing[step] += 1
                for w in range(words):
                    after[step, w] |= marks[rack, w]
        if not after[step, last] & _WRONG:
            return step + 1
        for rack in range(against.shape[0]):
            for w in range(words):
                if marks[rack, w] & ~after[step, w] & ~(_WRONG if w == last else np.uint64(0)):
                    noted[rack] = False
    return 0
