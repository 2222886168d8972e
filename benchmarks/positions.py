"""Seeded random positions, in names for the slow ways and encoded for the fast ones.

A position is what one of four players sees and has heard: three racks and eight truthful answers. Tiles are dealt
from a shuffled deck, the eight cards are different, and each is answered by one of the other three. Answers come from
the slow twin in ``tests/helpers/reference.py``, so that nothing here trusts the package that is measured.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import checkout  # noqa: F401
import numpy as np
from numpy.typing import NDArray
from reference import CARDS, EDITIONS, Rack

if TYPE_CHECKING:
    from code777solver import Batch

OTHERS = ("Ann", "Bob", "Cid")
HEARD = 8


@dataclass(frozen=True, slots=True)
class Position:
    """Racks in sight, answers heard, and my true rack. Racks are sorted tuples of tile names."""

    racks: tuple[Rack, ...]
    answers: tuple[tuple[int, int, str], ...]
    """(index into ``racks`` of the answerer's own rack, card, answer)."""
    mine: Rack

    def seen_by(self, who: int) -> list[Rack]:
        """The racks that the owner of ``racks[who]`` sees, without mine."""
        return [rack for index, rack in enumerate(self.racks) if index != who]


@dataclass(frozen=True, slots=True)
class Encoded:
    """The same positions as arrays, in the layout of `Batch.solve`."""

    racks: NDArray[np.int32]
    """(positions, 3): rack numbers."""
    answers: NDArray[np.int8]
    """(positions, 8, 3): answerer, card column, answer code."""

    def __len__(self) -> int:
        return len(self.racks)

    def head(self, number: int) -> Encoded:
        return Encoded(self.racks[:number], self.answers[:number])

    def rows(self) -> Iterable[Encoded]:
        """Each position as a batch of one."""
        return (Encoded(self.racks[p : p + 1], self.answers[p : p + 1]) for p in range(len(self)))


def random_positions(number: int, *, seed: int = 777, edition: str = "classic") -> list[Position]:
    """The same list for the same seed; a longer list begins with the shorter one."""
    rng = random.Random(seed)
    tiles = sorted(EDITIONS[edition].deck.elements())
    return [_deal(rng, tiles) for _ in range(number)]


def _deal(rng: random.Random, tiles: Sequence[str]) -> Position:
    dealt = rng.sample(tiles, 3 * (len(OTHERS) + 1))
    *racks, mine = (tuple(sorted(dealt[i : i + 3])) for i in range(0, len(dealt), 3))
    answers = []
    for card in rng.sample(sorted(CARDS), HEARD):
        who = rng.randrange(len(racks))
        seen = [*(rack for index, rack in enumerate(racks) if index != who), mine]
        answers.append((who, card, CARDS[card](seen)))
    return Position(tuple(racks), tuple(answers), mine)


def encode(batch: Batch, positions: Sequence[Position]) -> Encoded:
    tiles = {tile.name: tile for tile in batch.edition.deck.kinds}
    racks = batch.rack_ids([[tuple(tiles[name] for name in rack) for rack in position.racks] for position in positions])
    return Encoded(racks, batch.encode([position.answers for position in positions]))
