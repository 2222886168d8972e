"""The proved part of a rack: tile by tile, or at least number by number."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ..records import Count
from ..rules.editions import RACK_SIZE
from .belief import Belief


class ProvedSlot(NamedTuple):
    """One of the three places on my rack. The order of places means nothing: proved tiles come first."""

    tile: Annotated[str | None, "The tile, if it is proved."]
    number: Annotated[Count | None, "Its number, if that is proved."]
    may_be: Annotated[tuple[Count, ...], "The numbers that may stand here, if none is proved."]


def proved_slots(belief: Belief) -> tuple[ProvedSlot, ...]:
    """Places of a full rack; none if no rack is left, or if it is not full.

    >>> from code777solver import Solver
    >>> log = "players Ann Bob me\\nrack Ann Y2 K5 B7\\nrack Bob G6 G6 R5\\nAnn 16 >\\nBob 10 3\\nAnn 7 1"
    >>> [slot.tile or slot.number for slot in proved_slots(Solver.from_log(log).belief)]
    ['R5', 6, 'B7']
    """
    left = np.nonzero(belief.chances)[0]
    if not belief.is_full or not len(left):
        return ()
    deck = belief.space.deck
    counts = belief.space.counts[left]
    numbers = sorted({kind.number for kind in deck.kinds})
    of = np.array([[kind.number == number for number in numbers] for kind in deck.kinds], np.uint8)
    by_number = counts @ of
    tiles, sure = counts.min(axis=0), by_number.min(axis=0)
    may_be = tuple(
        number for number, most, least in zip(numbers, by_number.max(axis=0), sure, strict=True) if most > least
    )
    found = []
    for place, number in enumerate(numbers):
        named = [
            kind.name
            for kind, count in zip(deck.kinds, tiles, strict=True)
            if kind.number == number
            for _ in range(count)
        ]
        found += [ProvedSlot(name, number, ()) for name in named]
        found += [ProvedSlot(None, number, ())] * (int(sure[place]) - len(named))
    return (*found, *[ProvedSlot(None, None, may_be)] * (RACK_SIZE - len(found)))
