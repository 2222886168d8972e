"""Truthful random positions: tiles dealt, cards drawn, and the answers that would be given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules.editions import RACK_SIZE
from ..rules.tiles import Deck, Rack
from .arrays import EditionArrays, IntArray, RackSpace, conclude

RackNumbers = NDArray[np.int32]
"""Rack numbers; large decks have more racks than 16 bits can count."""


class Deals(NamedTuple):
    """Positions as `Batch.solve` takes them, and the true rack in each."""

    racks: RackNumbers
    """(positions, known): the racks in sight, spare racks last."""
    answers: NDArray[np.int8]
    """(positions, answers, 3): answerer, card column, answer code; a card column of -1 is no answer."""
    own: RackNumbers
    """(positions,): the rack that I hold."""


def short_racks(deck: Deck, tiles: int) -> tuple[Rack, ...]:
    """Every rack of ``tiles`` tiles. Their numbers follow those of the full racks and of no rack."""
    every = combinations_with_replacement(zip(deck.kinds, deck.copies, strict=True), tiles)
    return tuple(tuple(kind for kind, _ in rack) for rack in every if all(rack.count(one) <= one[1] for one in rack))


def deal_racks(
    space: RackSpace, deals: int, racks: int, rng: np.random.Generator, *, short: int = 0, short_tiles: int = 1
) -> RackNumbers:
    """(deals, racks): random racks from one full deck each. The last is mine; the ``short`` racks before it have ``short_tiles`` tiles."""
    deck = space.deck
    tiles = np.repeat(np.arange(len(deck.kinds), dtype=np.uint8), deck.copies)
    sizes = [*[RACK_SIZE] * (racks - short - 1), *[short_tiles] * short, RACK_SIZE]
    drawn = rng.permuted(np.broadcast_to(tiles, (deals, len(tiles))), axis=1)
    numbers = {RACK_SIZE: _numbers(space.kinds, len(deck.kinds), 0)}
    if short:
        listed = np.array([[deck.index[tile] for tile in rack] for rack in short_racks(deck, short_tiles)], np.int64)
        numbers[short_tiles] = _numbers(listed, len(deck.kinds), len(space) + 1)
    found, first = np.empty((deals, racks), np.int32), 0
    for j, size in enumerate(sizes):
        key = np.zeros(deals, np.int64)
        for place in range(first, first + size):
            key = key * len(deck.kinds) + drawn[:, place]
        found[:, j] = numbers[size][key]
        first += size
    return found


def _numbers(kinds: NDArray[Any], size: int, first: int) -> RackNumbers:
    """Number of a rack by its kinds in any order, read as digits to the base ``size``; ``first`` is the number of row 0."""
    racks, tiles = kinds.shape
    numbers = np.full(size**tiles, -1, np.int32)
    for order in permutations(range(tiles)):
        key = np.zeros(racks, np.int64)
        for place in order:
            key = key * size + kinds[:, place]
        numbers[key] = first + np.arange(racks)
    return numbers


def draw_cards(
    cards: int, heard: IntArray, answerers: int, rng: np.random.Generator, *, others_answer: bool, cycle: bool = False
) -> tuple[IntArray, IntArray]:
    """Draw cards from shuffled stacks until ``heard`` answers have been given: answerers and card columns, (deals, answers) each.

    A used-up stack is shuffled again, or with ``cycle`` drawn in the same order again. The players draw in turn, I last; the
    first one is random. The drawer answers, or with ``others_answer`` all the others. My own answers tell me nothing and are
    left out. Columns after the last answer are -1.
    """
    deals, most = len(heard), int(heard.max(initial=0))
    turns = [_turns(first, answerers, most, others_answer=others_answer) for first in range(answerers + 1)]
    order = np.array(turns, np.int64).reshape(answerers + 1, most, 2)[rng.integers(0, answerers + 1, deals)]
    rounds = -(-(int(order[..., 1].max(initial=0)) + 1) // cards)
    every = np.broadcast_to(np.arange(cards), (deals, cards))
    shuffled = [rng.permuted(every, axis=1) for _ in range(1 if cycle else rounds)]
    stack = np.concatenate(shuffled * rounds if cycle else shuffled, axis=1)
    columns = np.take_along_axis(stack, order[..., 1], axis=1)
    return order[..., 0], np.where(np.arange(most) < heard[:, None], columns, -1)


def _turns(first: int, answerers: int, most: int, *, others_answer: bool) -> list[tuple[int, int]]:
    """First answers that I hear if player ``first`` draws the first card: answerer and number of the card."""
    found: list[tuple[int, int]] = []
    card = 0
    while len(found) < most:
        drawer = (first + card) % (answerers + 1)
        found += [(who, card) for who in range(answerers) if (who != drawer) == others_answer]
        card += 1
    return found[:most]


def answer_truthfully(
    arrays: EditionArrays,
    cards: list[int],
    racks: RackNumbers,
    who: IntArray,
    columns: IntArray,
    short: Sequence[Rack] = (),
) -> NDArray[np.int8]:
    """Answers of each answerer; ``racks[:, -1]`` is mine, and I see the others. ``short``: see `short_racks`."""
    answers = np.stack([who, columns, np.zeros_like(columns)], axis=2).astype(np.int8)
    for column, card in enumerate(cards):
        places = np.nonzero(columns == column)
        if not len(places[0]):
            continue
        measures = arrays.measures(card, short)[racks]
        seen = measures.sum(axis=1)[places[0]] - measures[places[0], who[places]]
        answers[(*places, np.full(len(places[0]), 2))] = conclude(arrays.cards[card].card.meaning, list(seen.T))
    return answers
