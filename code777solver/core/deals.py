"""Truthful random positions: tiles dealt, cards drawn, answers as they would be given."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.editions import RACK_SIZE
from .arrays import EditionArrays, IntArray, RackSpace, conclude


class Deals(NamedTuple):
    """Positions as `Batch.solve` takes them, and the rack that is true in each."""

    racks: NDArray[np.int16]
    """(positions, known): the racks in sight."""
    answers: NDArray[np.int8]
    """(positions, answers, 3): who answers, card column, answer code; a card column of -1 is no answer."""
    own: NDArray[np.int16]
    """(positions,): the rack that I hold."""


def deal_racks(space: RackSpace, deals: int, racks: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """(deals, racks): so many racks at random, from one full deck each."""
    deck = space.deck
    tiles = np.repeat(np.arange(len(deck.kinds), dtype=np.uint8), deck.copies)
    numbers, size = _rack_numbers(space), len(deck.kinds)
    drawn = rng.permuted(np.broadcast_to(tiles, (deals, len(tiles))), axis=1)[:, : racks * RACK_SIZE]
    key = np.zeros((deals, racks), np.int64)
    for place in range(RACK_SIZE):
        key = key * size + drawn[:, place::RACK_SIZE]
    return numbers[key]


def _rack_numbers(space: RackSpace) -> NDArray[np.int16]:
    """Three kinds in any order, read as one number -> the number of the rack."""
    kinds, size = space.kinds.astype(np.int64), len(space.deck.kinds)
    numbers = np.full(size**RACK_SIZE, -1, np.int16)
    for order in permutations(range(RACK_SIZE)):
        key = np.zeros(len(kinds), np.int64)
        for place in order:
            key = key * size + kinds[:, place]
        numbers[key] = np.arange(len(kinds))
    return numbers


def draw_cards(
    cards: int, heard: IntArray, answerers: int, rng: np.random.Generator, *, others_answer: bool
) -> tuple[IntArray, IntArray]:
    """Cards from shuffled stacks until so many answers have been heard, (deals, answers): who, and card columns.

    The players draw in turn, I last; who begins is random. The drawer answers, or where ``others_answer`` all the
    others. What I answer tells me nothing and is left out. Columns after the last answer wanted are -1.
    """
    deals, most = len(heard), int(heard.max(initial=0))
    turns = [_turns(first, answerers, most, others_answer=others_answer) for first in range(answerers + 1)]
    order = np.array(turns, np.int64).reshape(answerers + 1, most, 2)[rng.integers(0, answerers + 1, deals)]
    rounds = -(-(int(order[..., 1].max(initial=0)) + 1) // cards)
    every = np.broadcast_to(np.arange(cards), (deals, cards))
    stack = np.concatenate([rng.permuted(every, axis=1) for _ in range(rounds)], axis=1)
    columns = np.take_along_axis(stack, order[..., 1], axis=1)
    return order[..., 0], np.where(np.arange(most) < heard[:, None], columns, -1)


def _turns(first: int, answerers: int, most: int, *, others_answer: bool) -> list[tuple[int, int]]:
    """The first answers that I hear, if player ``first`` draws the first card: who gives it, and to which card."""
    found: list[tuple[int, int]] = []
    card = 0
    while len(found) < most:
        drawer = (first + card) % (answerers + 1)
        found += [(who, card) for who in range(answerers) if (who != drawer) == others_answer]
        card += 1
    return found[:most]


def answer_truthfully(
    arrays: EditionArrays, cards: list[int], racks: NDArray[np.int16], who: IntArray, columns: IntArray
) -> NDArray[np.int8]:
    """What each answerer says; ``racks[:, -1]`` is mine, and the others are in sight for me."""
    answers = np.stack([who, columns, np.zeros_like(columns)], axis=2).astype(np.int8)
    for column, card in enumerate(cards):
        places = np.nonzero(columns == column)
        if not len(places[0]):
            continue
        lowered = arrays.cards[card]
        measures = lowered.values[lowered.classes[racks]]
        seen = measures.sum(axis=1)[places[0]] - measures[places[0], who[places]]
        answers[(*places, np.full(len(places[0]), 2))] = conclude(lowered.card.meaning, list(seen.T))
    return answers
