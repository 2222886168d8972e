"""Estimate, by sampling, of the number of further answers until my code is certain. Imports numba."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..core.belief import Belief
from ..kernels.futures import further_answers
from ..table.table import Table

MOST_ANSWERS = 300


class Further(NamedTuple):
    """An estimate, with its error."""

    answers: float
    """The mean number of further answers heard until my code is certain, in the futures where it becomes so."""
    error: float
    """The standard error of that mean."""
    never: float
    """The share of futures in which the answers never settle it."""
    samples: int
    """Number of futures sampled; 0 if answers may be wrong (``error_rate``), since then no answer can settle the code."""


def further(belief: Belief, table: Table, seat: str, *, samples: int = 4000, seed: int = 0) -> Further:
    """Sample the further game from the belief: random cards, and no rack changes."""
    arrays = belief.pool.arrays
    left = np.nonzero(belief.chances)[0]
    space = arrays.racks
    group = space.targets(table.edition.rules.target)[left]
    if table.edition.rules.error_rate > 0 and len(np.unique(group)) > 1:
        return Further(float("nan"), float("nan"), 1.0, 0)
    cards = list(table.edition.cards)
    others = [player for player in table.players if player != seat]
    answers = np.empty((len(others), len(cards), len(left)), np.uint8)
    for p, player in enumerate(others):
        seen = [table.racks[name].tiles for name in table.seen_by(player) if name != seat]
        for c, card in enumerate(cards):
            lowered = arrays.cards[card]
            answers[p, c] = lowered.class_answers(arrays.total(card, seen))[lowered.classes[left]]
    order = table.known_order
    if order:
        begin = len(table.round) % len(order)
        coming, every = [*order[begin:]], [*order]
    else:
        coming, every = [*table.cards_to_come], cards
    out = np.empty(samples, np.int64)
    further_answers(
        answers,
        np.ascontiguousarray(group, np.int64),
        np.cumsum(belief.chances[left]),
        _answerers_by_turn(table, others),
        np.array([cards.index(card) for card in coming], np.int64),
        np.array([cards.index(card) for card in every], np.int64),
        not order,
        MOST_ANSWERS,
        seed,
        out,
    )
    settled = out[out >= 0]
    if not len(settled):
        return Further(float("nan"), float("nan"), 1.0, samples)
    error = float(settled.std(ddof=1) / np.sqrt(len(settled))) if len(settled) > 1 else 0.0
    return Further(float(settled.mean()), error, 1 - len(settled) / samples, samples)


def _answerers_by_turn(table: Table, others: list[str]) -> np.ndarray:
    """Players who answer at each turn from now on: the drawer, or all others."""
    first = table.players.index(table.next_player or table.players[0])
    turns = [table.players[(first + i) % len(table.players)] for i in range(len(table.players))]
    if table.edition.rules.answered_by == "drawer":
        rows = [[others.index(player)] if player in others else [-1] for player in turns]
    else:
        rows = [[others.index(p) if p != player else -1 for p in others] for player in turns]
    return np.array(rows, np.int8)
