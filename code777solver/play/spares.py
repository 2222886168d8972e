"""Which playerless rack to replace, where the rules let the reader choose: plain NumPy.

What stays in sight decides how much the next answers tell. So each rack is taken away in thought, and some that may come are
put in its place: how much would the cards then tell me of my rack on average, and the others of the racks that I see them
hold? The best is what tells me most and them least.
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
"""Racks that may come: so many are tried."""


def choose_spare(table: Table, belief: Belief, seat: str, tried: Sequence[Rack]) -> str:
    """The playerless rack that is best replaced for the player at ``seat``; ``tried`` are racks that may come."""
    return max(table.spares, key=lambda name: _told_more(table, belief, seat, name, tried))


def unseen_tiles(table: Table, seat: str) -> Rack:
    """All tiles that a player does not see now, in play or out of it."""
    left = dict(zip(table.edition.deck.kinds, table.edition.deck.copies, strict=True))
    in_sight = [holding.tiles for name, holding in table.racks.items() if name != seat]
    for tiles in (*in_sight, *(discard.holding.tiles for discard in table.discards)):
        for tile in tiles:
            left[tile] -= 1
    return tuple(tile for tile, count in left.items() for _ in range(count))


def _told_more(table: Table, belief: Belief, seat: str, name: str, tried: Sequence[Rack]) -> float:
    """How many bits the cards to come tell this player, less what they tell the others, if a rack is replaced."""
    arrays, others = belief.pool.arrays, [player for player in table.players if player != seat]
    prior = arrays.racks.ways(arrays.racks.deck.copies) / arrays.racks.repeats
    total, held = prior.sum(), {player: arrays.racks.find(table.racks[player].tiles) for player in others}
    kept = [table.racks[spare].tiles for spare in table.spares if spare != name]
    bits = 0.0
    for card in table.cards_to_come:
        for new in tried:
            said = _answers(table, arrays, card, [*kept, new], {seat, others[0]})
            bits += entropy(np.bincount(said, belief.chances) / belief.chances.sum())
            for player in others:
                said = _answers(table, arrays, card, [*kept, new], {seat, player})
                bits += float(np.log2(prior[said == said[held[player]]].sum() / total)) / len(others)
    return bits


def _answers(table: Table, arrays: EditionArrays, card: int, spares: Sequence[Rack], without: set[str]) -> IntArray:
    """What is answered to a card for each rack that one of two players may hold, if the other one answers."""
    seen = [*spares, *(table.racks[player].tiles for player in table.players if player not in without)]
    lowered = arrays.cards[card]
    return np.asarray(lowered.class_answers(arrays.total(card, seen))[lowered.classes], np.int64)


__all__ = ["TRIED", "choose_spare", "unseen_tiles"]
