"""Hooks for players who do not simply declare when certain: who weigh, forget, reason from silence or follow a net.

Whole games (`kernels.games`) call these at every event. At a table where everybody declares when certain, none of them is
compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .board import (
    ADVISED,
    AT_START,
    CARDS,
    CODES_STALE,
    FEW,
    FORGETFUL,
    LOOK,
    NEWS,
    OUTSIDE,
    OWN_TURN,
    READER,
    SEEN_ALWAYS,
    SILENCE,
    SLOW,
    THRESHOLD,
    WRITTEN,
    Board,
    State,
)
from .codes import best_code, few_codes
from .compiling import compiled_where, inlined
from .opponents import (
    apply_silence,
    assumed_code,
    keep_others,
    number_watchers,
    others_hear_answer,
    others_see_rack,
    renew_others,
    reset_others,
    tracks,
    watches,
)
from .policy import advised_code, advises, learns, look_ahead
from .random import fraction
from .second_order import (
    any_reasons_twice,
    apply_silence_twice,
    before_tiles,
    keep_nested,
    nested_hear_answer,
    nested_see_rack,
    number_thinkers,
    reasons_twice,
    renew_nested,
    reset_nested,
)
from .sets import outside
from .unseen import list_unseen_sums
from .weights import fresh_weights, hide, reset_unseen, reshuffled_weights, saw_tiles, weighs


@compiled_where("mixed")
def start_reasoning(state: State) -> None:
    """Reset the state of all players at the start of a game."""
    if learns(state):
        state.taught[AT_START] = state.taught[WRITTEN]
    reset_unseen(state)
    if tracks(state):
        number_watchers(state)
    if any_reasons_twice(state):
        number_thinkers(state)


@compiled_where("mixed")
def start_seat(board: Board, state: State, seat: int) -> None:
    """Reset the state of player ``seat`` at the start of a game."""
    if tracks(state) and watches(state, seat):
        reset_others(state, seat)
    if any_reasons_twice(state) and reasons_twice(state, seat):
        reset_nested(board, state, seat)


@compiled_where("mixed")
def new_rack(board: Board, state: State, seat: int) -> None:
    """Update player ``seat`` after they got a new rack."""
    if weighs(state) and state.weighing[seat]:
        fresh_weights(board, state, seat)
        saw_tiles(board, state, seat)
    if tracks(state) and watches(state, seat):
        renew_others(board, state, seat)
    if any_reasons_twice(state) and reasons_twice(state, seat):
        renew_nested(board, state, seat)


@compiled_where("nested_sets")
def before_sight(board: Board, state: State, seat: int) -> None:
    """Prepare player ``seat`` for seeing a new rack."""
    if reasons_twice(state, seat):
        before_tiles(board, state, seat)


@compiled_where("mixed")
def after_sight(board: Board, state: State, seat: int, owner: int) -> None:
    """Update player ``seat`` after rack ``owner`` (int64, like ``j``) was filled in their sight."""
    if weighs(state) and state.weighing[seat]:
        saw_tiles(board, state, seat)
    if tracks(state) and watches(state, seat):
        others_see_rack(board, state, seat, owner)
    if any_reasons_twice(state) and reasons_twice(state, seat):
        nested_see_rack(board, state, seat, owner)


@compiled_where("mixed")
def after_reshuffle(board: Board, state: State) -> None:
    """Update all players after the tiles out of play went back into the pile."""
    reset_unseen(state)
    if weighs(state):
        reshuffled_weights(board, state)


@compiled_where("mixed", True)
def listens(state: State, seat: int) -> Any:
    """Count an answer for player ``seat``. Returns False if they miss it."""
    state.answers_since_draw[seat] += 1
    state.stale[seat] |= CODES_STALE | NEWS
    return state.strategy[seat] != FORGETFUL or fraction(state.random) >= state.parameter[seat]


@compiled_where("others")
def watchers_heard(board: Board, state: State, a: int, card: Any, first: Any, answers: Any) -> None:
    """Update the players who watch the others after ``a`` has answered."""
    players = state.scores.shape[0]
    for seat in range(players):
        if watches(state, seat):
            others_hear_answer(board, state, seat, a, card, first, answers)
    if any_reasons_twice(state):
        for seat in range(players):
            if reasons_twice(state, seat):
                nested_hear_answer(board, state, seat, a, card, first, answers)


@compiled_where("mixed")
def before_discard(board: Board, state: State, seat: int, claim: int, right: bool) -> None:
    """Update player ``seat``, who has declared, before their rack goes out of play. ``right`` bool: the declaration was right."""
    if not right and not board.rules[SEEN_ALWAYS]:
        if weighs(state) and state.weighing[seat]:
            list_unseen_sums(board, state, seat, claim)
        hide(board, state, seat)
    if tracks(state) and watches(state, seat):
        keep_others(board, state, seat, right or board.rules[SEEN_ALWAYS] != 0)
    if any_reasons_twice(state) and reasons_twice(state, seat):
        keep_nested(board, state, seat, right or board.rules[SEEN_ALWAYS] != 0)


@inlined
def reader_of_last(state: State) -> Any:
    """Player who drew the last card, int64."""
    players = state.scores.shape[0]
    reader = state.now[READER] - 1
    return reader if reader >= 0 else players - 1


@compiled_where("mixed", False)
def decide_by_strategy(board: Board, state: State) -> Any:
    """Set ``state.claim`` of each player by their strategy. Returns True if anybody declares."""
    players = state.scores.shape[0]
    anybody = False
    for seat in range(players):
        if board.rules[OWN_TURN] and seat != reader_of_last(state):
            state.claim[seat] = -1
            continue
        if state.strategy[seat] == OUTSIDE:
            anybody |= state.claim[seat] >= 0
            continue
        state.claim[seat] = -1
        if state.spoke[seat] == state.now[CARDS]:
            continue
        wants = False
        if outside(state.left, np.uintp(seat), board.groups, state.rack[np.uintp(seat)]):
            if weighs(state) and state.strategy[seat] == THRESHOLD:
                state.claim[seat] = best_code(board, state, seat, state.parameter[seat])
            elif weighs(state) and state.strategy[seat] == LOOK:
                state.claim[seat] = look_ahead(board, state, seat, state.parameter[seat])
            elif advises(state) and state.strategy[seat] == ADVISED:
                state.claim[seat] = advised_code(board, state, seat)
            elif state.strategy[seat] == FEW:
                state.claim[seat] = few_codes(board, state, seat, state.parameter[seat])
            elif tracks(state) and state.strategy[seat] == SILENCE:
                state.claim[seat] = assumed_code(board, state, seat)
            wants = state.claim[seat] >= 0
        else:
            wants = True
            if state.strategy[seat] == SLOW:
                if state.certain_since[seat] < 0:
                    state.certain_since[seat] = state.now[CARDS]
                wants = state.now[CARDS] - state.certain_since[seat] >= state.parameter[seat]
            if wants:
                state.claim[seat] = state.rack[np.uintp(seat)]
                if learns(state) and state.strategy[seat] == ADVISED:
                    state.claim[seat] = advised_code(board, state, seat)
                    wants = state.claim[seat] >= 0
        anybody |= wants
    return anybody


@compiled_where("others", False)
def apply_all_silence(board: Board, state: State) -> Any:
    """Apply the silence of everybody to the players who reason from it. Returns True if that brought news."""
    changed = False
    if any_reasons_twice(state):
        for seat in range(state.scores.shape[0]):
            if reasons_twice(state, seat):
                changed |= apply_silence_twice(board, state, seat)
    return apply_silence(board, state) or changed
