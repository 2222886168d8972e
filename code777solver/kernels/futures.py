"""Number of further answers until certainty: many random futures in compiled code."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .caching import cached


@cached(nogil=True)
def further_answers(
    answers: NDArray[np.uint8],
    group: NDArray[np.int64],
    cumulative: NDArray[np.float64],
    speakers: NDArray[np.int8],
    fresh: NDArray[np.int64],
    every: NDArray[np.int64],
    shuffled: bool,
    most: int,
    seed: int,
    out: NDArray[np.int64],
) -> None:
    """Sample futures: ``out[s]`` is the number of answers in future ``s`` until one group is left, -1 if ``most`` were not enough.

    ``answers`` (players, cards, candidates) uint8: answer code of a player to a card if that candidate is true.
    ``group`` (candidates,) int64: the group (code or rack) of each candidate.
    ``cumulative`` (candidates,) float64: running sum of the candidates' chances, 0 to 1.
    ``speakers`` (turns, n) int8: players who answer at each turn of a round, padded with -1.
    ``fresh`` (m,) int64: card columns still in the deck, in order.
    ``every`` (cards,) int64: all card columns.
    ``shuffled`` bool: cards come in random order, not as listed.
    ``most`` int: limit of answers in one future.
    ``seed`` int: seed of numba's random numbers.
    ``out`` (futures,) int64: written.
    """
    np.random.seed(seed)
    count = group.shape[0]
    alive = np.empty(count, np.int64)
    deck = np.empty(every.shape[0], np.int64)
    for s in range(out.shape[0]):
        truth = min(np.searchsorted(cumulative, np.random.random(), side="right"), count - 1)
        left = count
        for i in range(count):
            alive[i] = i
        size = fresh.shape[0]
        deck[:size] = fresh
        place, heard, turn = 0, 0, 0
        certain = _one_group(alive, left, group)
        while not certain and heard < most:
            if place == size:
                size = every.shape[0]
                deck[:size] = every
                place = 0
            if shuffled:
                other = place + np.random.randint(0, size - place)
                deck[place], deck[other] = deck[other], deck[place]
            card = deck[place]
            place += 1
            for k in range(speakers.shape[1]):
                player = speakers[turn, k]
                if player >= 0:
                    heard += 1
                    kept = 0
                    for i in range(left):
                        if answers[player, card, alive[i]] == answers[player, card, truth]:
                            alive[kept] = alive[i]
                            kept += 1
                    left = kept
            certain = _one_group(alive, left, group)
            turn = (turn + 1) % speakers.shape[0]
            if turn == 0 and heard == 0:
                break
        out[s] = heard if certain else -1


@njit(inline="always")
def _one_group(alive: NDArray[np.int64], left: int, group: NDArray[np.int64]) -> bool:
    """True if the first ``left`` (int) candidates of ``alive`` (n,) int64 are in one ``group``, (candidates,) int64."""
    same = True
    for i in range(1, left):
        if group[alive[i]] != group[alive[0]]:
            same = False
    return same
