"""Copy me: a card that no key of a card file can ask, as two functions (docs/howto/card.md explains them)."""

from __future__ import annotations

from collections.abc import Sequence

from code777solver import Card, Tile, load_edition


def measure(rack: Sequence[Tile]) -> int:
    """The part of one rack: here, the sum of its numbers. Racks may have one to three tiles."""
    return sum(tile.number for tile in rack)


def conclude(total: int) -> int:
    """The place of the right answer among `answers`, from the sum over all racks in sight."""
    return total % 2


card = Card.of(
    24,
    "Is the sum of all numbers in sight odd?",
    measure=measure,
    conclude=conclude,
    answers=("even", "odd"),
)
edition = load_edition("classic").with_card(card)
