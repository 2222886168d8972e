"""Choose the spare rack to replace, where the rules let the reader choose. Plain NumPy.

The racks in sight determine the information of the next answers. For each spare rack, a few racks that may replace it are
tried: how many bits would the cards give me about my rack on average, and the others about their racks? The best choice has
the largest difference.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.arrays import EditionArrays, IntArray
from ..core.belief import Belief
from ..information.questions import entropy
from ..rules.tiles import Rack
from ..table.table import Table

TRIED = 6
"""Number of replacement racks that are tried."""


def choose_spare(table: Table, belief: Belief, seat: str, tried: Sequence[Rack]) -> str:
    """The best spare rack to replace for the player at ``seat``; ``tried`` are racks that may replace it."""
    return max(table.spares, key=lambda name: _bits_gained(table, belief, seat, name, tried))


def unseen_tiles(table: Table, seat: str) -> Rack:
    """Tiles that a player does not see now, in play or out of play."""
    left = dict(zip(table.edition.deck.kinds, table.edition.deck.copies, strict=True))
    in_sight = [holding.tiles for name, holding in table.racks.items() if name != seat]
    for tiles in (*in_sight, *(discard.holding.tiles for discard in table.discards)):
        for tile in tiles:
            left[tile] -= 1
    return tuple(tile for tile, count in left.items() for _ in range(count))


def _bits_gained(table: Table, belief: Belief, seat: str, name: str, tried: Sequence[Rack]) -> float:
    """Bits that the coming cards give this player minus those that they give the others, if a rack is replaced; a mean."""
    arrays, others = belief.pool.arrays, [player for player in table.players if player != seat]
    prior = arrays.racks.ways(arrays.racks.deck.copies) / arrays.racks.repeats
    total, held = prior.sum(), {player: arrays.racks.find(table.racks[player].tiles) for player in others}
    kept = [table.racks[spare].tiles for spare in table.spares if spare != name]
    bits = 0.0
    for card in table.cards_to_come:
        for new in tried:
            answers = _answers(table, arrays, card, [*kept, new], {seat, others[0]})
            bits += entropy(np.bincount(answers, belief.chances) / belief.chances.sum())
            for player in others:
                answers = _answers(table, arrays, card, [*kept, new], {seat, player})
                bits += float(np.log2(prior[answers == answers[held[player]]].sum() / total)) / len(others)
    return bits


def _answers(table: Table, arrays: EditionArrays, card: int, spares: Sequence[Rack], without: set[str]) -> IntArray:
    """Answer of one player to a card for each rack that the other player may hold."""
    seen = [*spares, *(table.racks[player].tiles for player in table.players if player not in without)]
    lowered = arrays.cards[card]
    return np.asarray(lowered.class_answers(arrays.total(card, seen))[lowered.classes], np.int64)


__all__ = ["TRIED", "choose_spare", "unseen_tiles"]
