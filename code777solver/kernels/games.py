"""Whole games in compiled code: the deal, cards, answers, declarations, refills, reshuffles and points.

The racks that a player can still hold are a set, narrowed by each answer and by each tile that comes into sight. The true
rack is always in it, so a player is certain exactly if nothing outside the true rack's group is left.

    scene[a * players + seat]   sight of player a without the racks of a and seat, packed as in `kernels.positions`
    full[a]                     whole sight of player a, packed the same way
    left[seat]                  the racks that player seat may hold

Randomness is a counter for each game. It starts from the seed and the number of the game, so a game does not depend on
the number of other games, or on the machine. `kernels` describes the arguments that all functions share.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .board import (
    ANSWERED,
    ANSWERS,
    AT_ONCE,
    BASE,
    CARDS,
    CUT,
    CUT_SHORT,
    CYCLE,
    DEALT,
    DECK,
    DECLARED,
    DETAIL,
    DIFFERENT_CARDS,
    EVENTS,
    FILLED,
    FINAL,
    GOAL,
    GONE,
    KIND,
    LENGTH,
    MASK,
    MOST_CARDS,
    MOST_QUIET,
    OFF,
    ONE_MORE,
    OTHERS_ANSWER,
    OWN_TURN,
    PART,
    PHASES,
    PILE,
    POINTS,
    READER,
    RESHUFFLE_AT,
    RESHUFFLED,
    RIGHT_FIRST,
    ROTATE,
    ROUND,
    SEATS,
    SHARE,
    SHARE_SQUARED,
    SHIFT,
    SPARE_TILES,
    SPARES_REFRESHED,
    SPOKEN,
    TIMES,
    WHAT,
    WHO,
    WINNER,
    WON_BY,
    WORD,
    Board,
    State,
)
from .compiling import compiled, compiled_where, entry, inlined
from .opponents import tracks
from .policy import draw_lessons
from .random import below, random_word
from .reasoning import (
    after_reshuffle,
    after_sight,
    apply_all_silence,
    before_discard,
    before_sight,
    decide_by_strategy,
    listens,
    new_rack,
    reader_of_last,
    start_reasoning,
    start_seat,
    watchers_heard,
)
from .sets import narrow, outside, put, size
from .weights import before_reshuffle, mixed, weigh_first_tiles, weigh_two_goes


@inlined
def recorded(state: State) -> Any:
    """True if events are recorded; known when compiled."""
    return state.events.shape[0] > OFF


@inlined
def counts_pruned(state: State) -> Any:
    """True if the racks that each card removes are counted; known when compiled."""
    return state.pruned.shape[1] > OFF


@compiled_where("events")
def record(state: State, kind: int, who: Any, what: Any, detail: Any) -> None:
    """Append an event to ``state.events``, with the sets of all players after it.

    ``kind`` int64: `DEALT` to `RESHUFFLED`. ``who`` int64: a player or a rack on the table. ``what`` int64: rack or card.
    ``detail`` int64: answer code, or 1 for a right declaration.
    """
    players = state.scores.shape[0]
    words = state.left.shape[1]
    if recorded(state):
        place = state.now[EVENTS]
        if place < state.events.shape[0]:
            state.events[place, KIND] = kind
            state.events[place, WHO] = who
            state.events[place, WHAT] = what
            state.events[place, DETAIL] = detail
            for player in range(players):
                for w in range(words):
                    state.sets[place, player, w] = state.left[player, w]
        state.now[EVENTS] = place + 1


@compiled
def see(board: Board, state: State) -> None:
    """Recompute ``scene`` and ``full`` after a rack has changed."""
    players = state.scores.shape[0]
    racks = state.rack.shape[0]
    adds = board.added.shape[1]
    joins = board.combined.shape[1]
    keys = board.keyed.shape[1]
    for w in range(adds):
        total = np.uint64(0)
        for j in range(racks):
            total += board.added[state.rack[j], w]
        for a in range(players):
            seen = total - board.added[state.rack[a], w]
            state.full[a, w] = seen
            for seat in range(players):
                rest = seen - board.added[state.rack[seat], w]
                state.scene[a * players + seat, w] = rest
    for w in range(joins):
        for a in range(players):
            union = np.uint64(0)
            for j in range(racks):
                if j != a:
                    union |= board.combined[state.rack[j], w]
            state.full[a, adds + w] = union
            for seat in range(a):
                union = np.uint64(0)
                for j in range(racks):
                    if j != a and j != seat:
                        union |= board.combined[state.rack[j], w]
                state.scene[a * players + seat, adds + w] = union
                state.scene[seat * players + a, adds + w] = union
    for w in range(keys):
        key = np.uint64(0)
        for j in range(racks):
            key += np.uint64(board.keyed[state.rack[j], w])
        for a in range(players):
            seen = key - np.uint64(board.keyed[state.rack[a], w])
            state.full[a, adds + joins + w] = seen
            for seat in range(a):
                rest = seen - np.uint64(board.keyed[state.rack[seat], w])
                signature = np.uint64(board.signatures[np.uint64(board.stretches[w]) + rest])
                state.scene[a * players + seat, adds + joins + w] = signature
                state.scene[seat * players + a, adds + joins + w] = signature


@inlined
def supply_row(board: Board, state: State, seat: int, group: int) -> Any:
    """Row of ``board.rows`` (uintp): the racks that the tiles out of sight of ``seat`` allow, for one ``group`` of kinds (int64)."""
    g = np.uintp(group)
    own = board.used[state.rack[np.uintp(seat)], g] + state.unseen_total[np.uintp(seat), g]
    return np.uintp(board.supply[g] + state.total[g] - own)


@compiled
def supplied(board: Board, state: State, seat: int) -> None:
    """Keep the racks of player ``seat`` that the tiles out of their sight allow."""
    groups = board.supply.shape[0]
    for group in range(groups):
        narrow(state.left, np.uintp(seat), board.rows, supply_row(board, state, seat, group))


@compiled
def show_new_rack(board: Board, state: State, owner: int) -> None:
    """Update the other players after rack ``owner`` (int64, like ``j``) was filled."""
    players = state.scores.shape[0]
    for seat in range(players):
        if seat != owner:
            before_sight(board, state, seat)
            supplied(board, state, seat)
            after_sight(board, state, seat, owner)


@compiled
def fresh(board: Board, state: State, seat: int) -> None:
    """Reset the knowledge of player ``seat``, who has a new rack drawn in one go."""
    groups = board.supply.shape[0]
    put(state.left, np.uintp(seat), board.rows, supply_row(board, state, seat, 0))
    for group in range(1, groups):
        narrow(state.left, np.uintp(seat), board.rows, supply_row(board, state, seat, group))
    state.heard[seat] = 0
    state.answers_since_draw[seat] = 0
    state.certain_since[seat] = -1
    new_rack(board, state, seat)


@inlined
def take_tile(board: Board, state: State) -> Any:
    """Remove a random tile from the pile. Returns its kind, uintp."""
    groups = board.supply.shape[0]
    count = state.now[PILE]
    place = np.uintp(below(state.random, count))
    kind = np.uintp(state.pile[place])
    state.pile[place] = state.pile[np.uintp(count - 1)]
    state.now[PILE] = count - 1
    for group in range(groups):
        state.total[np.uintp(group)] += board.kind_used[kind, np.uintp(group)]
    return kind


@compiled
def reshuffle(board: Board, state: State) -> None:
    """Return the racks out of play to the pile."""
    groups = board.supply.shape[0]
    before_reshuffle(board, state)
    for i in range(state.now[GONE]):
        old = state.gone[np.uintp(i)]
        for j in range(board.sizes[old]):
            kind = board.kinds[old, np.uintp(j)]
            state.pile[np.uintp(state.now[PILE])] = kind
            state.now[PILE] += 1
            for group in range(groups):
                state.total[np.uintp(group)] -= board.kind_used[np.uintp(kind), np.uintp(group)]
    state.now[GONE] = 0
    after_reshuffle(board, state)
    record(state, RESHUFFLED, 0, 0, 0)


@compiled
def reshuffle_if_due(board: Board, state: State, refilling: bool) -> None:
    """Reshuffle if the pile is short. ``refilling`` bool: a rack is about to be filled, not just filled."""
    due = state.now[PILE] <= board.rules[RESHUFFLE_AT] and state.now[GONE] > 0
    if due and (refilling or board.rules[AT_ONCE]):
        reshuffle(board, state)


@compiled
def out_of_play(board: Board, state: State, j: int) -> None:
    """Move the tiles of rack ``j`` out of play."""
    state.gone[np.uintp(state.now[GONE])] = state.rack[np.uintp(j)]
    state.now[GONE] += 1
    state.rack[np.uintp(j)] = board.target.shape[0]


@compiled_where("part")
def fill_in_two_goes(board: Board, state: State, j: int, first: int) -> None:
    """Fill rack ``j`` when the pile holds only ``first`` tiles (int64, 1 or 2): the others are drawn after a reshuffle.

    Tables that reshuffle a pile of two before a refill never need this; there ``state.part`` is off.
    """
    kinds = board.kind_used.shape[0]
    a = take_tile(board, state)
    b = np.uintp(0)
    if first == 1:
        state.rack[j] = board.short[a]
    else:
        b = take_tile(board, state)
        state.rack[j] = board.short[kinds + a * np.uintp(kinds) + b]
    show_new_rack(board, state, j)
    record(state, PART, j, state.rack[j], 0)
    weigh_first_tiles(board, state, j)
    reshuffle(board, state)
    if first == 1:
        b = take_tile(board, state)
    c = take_tile(board, state)
    state.rack[j] = board.triple[(a * np.uintp(kinds) + b) * np.uintp(kinds) + c]
    show_new_rack(board, state, j)
    fresh(board, state, j)
    weigh_two_goes(board, state, j, first)


@compiled
def fill(board: Board, state: State, j: int) -> None:
    """Draw tiles for rack ``j``: three, or ``rules[SPARE_TILES]`` for a spare rack."""
    players = state.scores.shape[0]
    kinds = np.uintp(board.kind_used.shape[0])
    if j >= players and board.rules[SPARE_TILES] < 3:
        a = take_tile(board, state)
        if board.rules[SPARE_TILES] == 1:
            state.rack[np.uintp(j)] = board.short[a]
        else:
            state.rack[np.uintp(j)] = board.short[kinds + a * kinds + take_tile(board, state)]
    else:
        a = take_tile(board, state)
        b = take_tile(board, state)
        c = take_tile(board, state)
        state.rack[np.uintp(j)] = board.triple[(a * kinds + b) * kinds + c]


@compiled
def refill_player(board: Board, state: State, seat: int) -> None:
    """Fill the rack of player ``seat`` and update everybody."""
    reshuffle_if_due(board, state, True)
    if state.now[PILE] < 3:
        fill_in_two_goes(board, state, seat, state.now[PILE])
    else:
        fill(board, state, seat)
        show_new_rack(board, state, seat)
        fresh(board, state, seat)
    record(state, FILLED, seat, state.rack[np.uintp(seat)], 0)
    reshuffle_if_due(board, state, False)


@compiled
def replace_spare(board: Board, state: State) -> None:
    """Replace a random spare rack; never in two goes."""
    players = state.scores.shape[0]
    racks = state.rack.shape[0]
    few = state.now[PILE] <= board.rules[RESHUFFLE_AT] or state.now[PILE] < board.rules[SPARE_TILES]
    if few and state.now[GONE] > 0:
        reshuffle(board, state)
    j = players + np.int64(below(state.random, racks - players))
    out_of_play(board, state, j)
    fill(board, state, j)
    show_new_rack(board, state, j)
    record(state, FILLED, j, state.rack[np.uintp(j)], 0)
    reshuffle_if_due(board, state, False)


@compiled
def start(board: Board, state: State, seed: Any, game: Any) -> None:
    """Deal a game. ``game`` uint64: its number."""
    players = state.scores.shape[0]
    racks = state.rack.shape[0]
    groups = board.supply.shape[0]
    state.random[0] = np.uint64(seed) + np.uint64(game) * np.uint64(0xD1B54A32D192ED03)
    state.random[0] = random_word(state.random)
    for i in range(state.now.shape[0]):
        state.now[i] = 0
    state.now[PILE] = board.copies.shape[0]
    state.now[DECK] = board.rules[DIFFERENT_CARDS]
    state.now[GOAL] = board.rules[POINTS]
    state.now[WINNER] = -1
    for i in range(board.copies.shape[0]):
        state.pile[i] = board.copies[i]
    for i in range(board.rules[DIFFERENT_CARDS]):
        state.deck[i] = i
    for group in range(groups):
        state.total[group] = 0
    for j in range(racks):
        fill(board, state, j)
    for seat in range(players):
        state.scores[seat] = 0
        state.wrong[seat] = 0
        state.claim[seat] = -1
        state.spoke[seat] = -1
        place = (seat + np.int64(game)) % players if board.rules[ROTATE] else seat
        state.strategy[seat] = board.strategy[place]
        state.parameter[seat] = board.parameter[place]
        state.weighing[seat] = board.weighing[place]
    start_reasoning(state)
    for seat in range(players):
        start_seat(board, state, seat)
        fresh(board, state, seat)
    see(board, state)
    if recorded(state):
        for j in range(racks):
            record(state, DEALT, j, state.rack[j], 0)


@inlined
def next_card(board: Board, state: State) -> Any:
    """Draw a card from the deck. Returns it, uintp."""
    if state.now[DECK] == 0:
        state.now[DECK] = board.rules[DIFFERENT_CARDS]
        state.now[ROUND] += 1
    last = np.uintp(state.now[DECK] - 1)
    if board.rules[CYCLE] == 0 or state.now[ROUND] == 0:
        place = np.uintp(below(state.random, state.now[DECK]))
        card = state.deck[place]
        state.deck[place] = state.deck[last]
        state.deck[last] = card
    state.now[DECK] -= 1
    return np.uintp(state.deck[last])


@compiled_where("pruned", axis=1)
def narrow_and_count(board: Board, state: State, seat: int, row: Any, card: Any) -> None:
    """Apply an answer to the set of player ``seat``, and count the racks that it removes. ``row`` uintp: its row of ``board.rows``."""
    before = size(state.left, np.uintp(seat))
    narrow(state.left, np.uintp(seat), board.rows, row)
    share = 1.0 - size(state.left, np.uintp(seat)) / before
    phase = min(state.heard[seat], PHASES - 1)
    state.pruned[card, phase, TIMES] += 1.0
    state.pruned[card, phase, SHARE] += share
    state.pruned[card, phase, SHARE_SQUARED] += share * share
    state.heard[seat] += 1


@inlined
def answer(board: Board, state: State, a: int, card: Any) -> None:
    """Let player ``a`` answer a card, and everybody else narrow their sets."""
    players = state.scores.shape[0]
    word, shift = np.uintp(board.layout[card, WORD]), board.layout[card, SHIFT]
    mask, answers = board.layout[card, MASK], board.layout[card, ANSWERS]
    seen = state.full[np.uintp(a), word] >> shift & mask
    code = np.uint64(board.finals[board.layout[card, FINAL] + seen])
    first = board.layout[card, BASE] + code
    for seat in range(players):
        if seat != a:
            signature = state.scene[np.uintp(a * players + seat), word] >> shift & mask
            if mixed(state) and not listens(state, seat):
                continue
            row = np.uintp(first + signature * answers)
            if counts_pruned(state):
                narrow_and_count(board, state, seat, row, card)
            else:
                narrow(state.left, np.uintp(seat), board.rows, row)
    watchers_heard(board, state, a, card, first, answers)
    record(state, ANSWERED, a, card, code)


@inlined
def draw_card(board: Board, state: State) -> None:
    """Let the next player draw a card, and have it answered."""
    players = state.scores.shape[0]
    card, reader = next_card(board, state), state.now[READER]
    if board.rules[OTHERS_ANSWER]:
        for i in range(1, players):
            a = reader + i
            answer(board, state, a - players if a >= players else a, card)
    else:
        answer(board, state, reader, card)
    state.now[CARDS] += 1
    state.now[READER] = reader + 1 if reader + 1 < players else 0


@compiled
def decide_when_certain(board: Board, state: State) -> Any:
    """`decide` where everybody declares exactly when certain."""
    anybody = False
    for seat in range(state.scores.shape[0]):
        wants = not outside(state.left, np.uintp(seat), board.groups, state.rack[np.uintp(seat)])
        wants &= state.spoke[np.uintp(seat)] != state.now[CARDS]
        if board.rules[OWN_TURN] and seat != reader_of_last(state):
            wants = False
        state.claim[seat] = np.int64(state.rack[np.uintp(seat)]) if wants else -1
        anybody |= wants
    return anybody


@inlined
def decide(board: Board, state: State) -> Any:
    """Set ``state.claim`` of all players at once, by what they know now. Returns True if anybody declares."""
    return decide_by_strategy(board, state) if mixed(state) else decide_when_certain(board, state)


@compiled
def resolve(board: Board, state: State) -> None:
    """Settle the declarations in ``state.claim`` one after the other. Nobody declares twice between two cards."""
    players = state.scores.shape[0]
    first = reader_of_last(state) + players - board.rules[RIGHT_FIRST]
    over = False
    for i in range(players):
        seat = np.int64((first + i) % players)
        claim = state.claim[seat]
        if claim < 0 or over:
            continue
        state.claim[seat] = -1
        state.spoke[seat] = state.now[CARDS]
        state.now[SPOKEN] = state.now[CARDS]
        right = board.target[claim] == board.target[state.rack[seat]]
        record(state, DECLARED, seat, claim, right)
        score = state.scores[seat]
        if right:
            score += 1
            state.scores[seat] = score
            if score >= state.now[GOAL]:
                if state.now[WINNER] < 0:
                    state.now[WINNER] = seat
                else:
                    state.now[WINNER] = -1
                    state.now[GOAL] += 1
                over = board.rules[ONE_MORE] == 0
        elif mixed(state):
            state.wrong[seat] += 1
        if over:
            continue
        before_discard(board, state, seat, claim, right)
        out_of_play(board, state, seat)
        refill_player(board, state, seat)
        if right:
            for _ in range(board.rules[SPARES_REFRESHED]):
                replace_spare(board, state)
    see(board, state)


@inlined
def undecided(board: Board, state: State) -> Any:
    """True if another card is drawn."""
    quiet = state.now[CARDS] - state.now[SPOKEN]
    return state.now[WINNER] < 0 and quiet < board.rules[MOST_QUIET] and state.now[CARDS] < board.rules[MOST_CARDS]


@compiled
def note(state: State, results: NDArray[np.int32], row: int) -> None:
    """Write the result of a game to row ``row`` (int64) of ``results``, (games, `SEATS` + 2 * players) int32."""
    results[row, WON_BY] = state.now[WINNER]
    results[row, LENGTH] = state.now[CARDS]
    results[row, CUT] = state.now[CUT_SHORT]
    for seat in range(state.scores.shape[0]):
        results[row, SEATS + 2 * seat] = state.scores[seat]
        results[row, SEATS + 2 * seat + 1] = state.wrong[seat]


@compiled
def settle(board: Board, state: State) -> None:
    """Let players declare until nobody wants to, and then apply silence."""
    again = True
    while again and state.now[WINNER] < 0:
        again = decide(board, state)
        if again:
            resolve(board, state)
        elif tracks(state):
            again = apply_all_silence(board, state)


@entry
def play(boards: Any, states: Any, seed: Any, first: Any, results: NDArray[np.int32]) -> None:
    """Play ``len(results)`` games and note how each ended.

    ``first`` uint64: number of the first game. ``results`` (games, `SEATS` + 2 * players) int32: written.
    """
    board, state = boards[0], states[0]
    for game in range(results.shape[0]):
        start(board, state, seed, first + np.uint64(game))
        while undecided(board, state):
            draw_card(board, state)
            settle(board, state)
        note(state, results, game)
        draw_lessons(board, state)


# Single steps, for games in which somebody acts from outside.


@entry
def begin(boards: Any, states: Any, seed: Any, game: Any) -> None:
    """Deal one game. ``game`` uint64: its number."""
    start(boards[0], states[0], seed, game)


@entry
def goes_on(boards: Any, states: Any) -> bool:
    """True if another card is drawn."""
    return bool(undecided(boards[0], states[0]))


@entry
def next_turn(boards: Any, states: Any) -> None:
    """Draw a card and have it answered."""
    draw_card(boards[0], states[0])


@entry
def declarations(boards: Any, states: Any) -> bool:
    """Let players declare. Returns True if anybody did, or if silence brought news."""
    if decide(boards[0], states[0]):
        resolve(boards[0], states[0])
        return True
    return bool(tracks(states[0]) and apply_all_silence(boards[0], states[0]))


@entry
def note_result(states: Any, results: NDArray[np.int32], row: int) -> None:
    """Write the result of the game to row ``row`` (int64) of ``results``, as `note` does."""
    note(states[0], results, row)
