"""The question cards against a table of answers that was worked out by hand."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from code777solver.rules.editions import load_edition

TABLE = Path(__file__).parents[1] / "truths" / "cards.toml"

CARDS = range(1, 24)
RACK_CARDS = range(1, 8)
COMPARE_CARDS = range(12, 24)
READINGS = {(2, "or_more"), (12, "black"), (14, "any")}

# Written out here on purpose, so that the table is checked without the package's own decks.
COPIES: dict[str, dict[str, int]] = {
    "classic": {
        "G1": 1,
        "Y2": 2,
        "K3": 3,
        "N4": 4,
        "R5": 4,
        "K5": 1,
        "G6": 3,
        "P6": 3,
        "P7": 1,
        "Y7": 2,
        "B7": 4,
    },
    "unique49": {colour + number: 1 for colour in "GYKNRPB" for number in "1234567"},
}
MOST_RACKS = {"classic": 4, "unique49": 3}
RACK_SIZES = {"classic": {3}, "unique49": {1, 3}}


class Truth(NamedTuple):
    """One row of the table."""

    card: int
    racks: tuple[str, ...]
    answer: str
    why: str
    edition: str = "classic"
    reading: str | None = None

    @property
    def scene(self) -> tuple[int, str, tuple[str, ...]]:
        return self.card, self.edition, self.racks


def read_table() -> list[Truth]:
    with TABLE.open("rb") as file:
        rows = tomllib.load(file)["truth"]
    return [Truth(**{**row, "racks": tuple(row["racks"])}) for row in rows]


TRUTHS = read_table()
USUAL = [truth for truth in TRUTHS if truth.reading is None]


def name_rows() -> list[str]:
    """Ids such as ``card05-3`` and ``card12-17-unique49-black``; the number counts within the card."""
    seen: Counter[int] = Counter()
    names = []
    for truth in TRUTHS:
        seen[truth.card] += 1
        parts = [f"card{truth.card:02d}", str(seen[truth.card])]
        if truth.edition != "classic":
            parts.append(truth.edition)
        if truth.reading is not None:
            parts.append(truth.reading)
        names.append("-".join(parts))
    return names


every_row = pytest.mark.parametrize("truth", TRUTHS, ids=name_rows())


@cache
def edition_of(name: str, card: int, reading: str | None) -> Any:
    edition = load_edition(name)
    return edition if reading is None else edition.with_options({f"card{card}": reading})


def answer(truth: Truth, racks: tuple[str, ...]) -> str:
    edition = edition_of(truth.edition, truth.card, truth.reading)
    result: str = edition.card(truth.card).answer([edition.deck.rack(text) for text in racks])
    return result


@every_row
def test_answer(truth: Truth) -> None:
    assert answer(truth, truth.racks) == truth.answer, truth.why


@every_row
def test_order_means_nothing(truth: Truth) -> None:
    for racks in permutations(truth.racks):
        assert answer(truth, racks) == truth.answer, racks
    for order in permutations(range(3)):
        racks = tuple(" ".join(reorder(text.split(), order)) for text in truth.racks)
        assert answer(truth, racks) == truth.answer, racks


def reorder(tiles: list[str], order: tuple[int, ...]) -> list[str]:
    return [tiles[place] for place in order if place < len(tiles)]


@every_row
def test_scene_can_be_dealt(truth: Truth) -> None:
    copies = COPIES[truth.edition]
    tiles = Counter(tile for text in truth.racks for tile in text.split())
    assert {tile: count for tile, count in tiles.items() if count > copies.get(tile, 0)} == {}
    assert 1 <= len(truth.racks) <= MOST_RACKS[truth.edition]
    assert {len(text.split()) for text in truth.racks} <= RACK_SIZES[truth.edition]


@pytest.mark.parametrize("card", CARDS)
def test_table_covers_card(card: int) -> None:
    rows = [truth for truth in USUAL if truth.card == card]
    assert len(rows) >= 6
    assert {len(truth.racks) for truth in rows} == {1, 2, 3, 4}
    assert any(len(text.split()) == 1 for truth in rows for text in truth.racks)


@pytest.mark.parametrize("card", RACK_CARDS)
def test_table_counts_racks(card: int) -> None:
    answers = {truth.answer for truth in USUAL if truth.card == card}
    assert "0" in answers
    assert len(answers - {"0"}) >= 2


@pytest.mark.parametrize("card", COMPARE_CARDS)
def test_table_compares_every_way(card: int) -> None:
    assert {truth.answer for truth in USUAL if truth.card == card} == {">", "<", "="}


def test_table_tells_readings_apart() -> None:
    usual = {truth.scene: truth.answer for truth in USUAL}
    others = [truth for truth in TRUTHS if truth.reading is not None]
    assert {(truth.card, truth.reading) for truth in others} == READINGS
    apart = {(truth.card, truth.reading) for truth in others if usual.get(truth.scene, truth.answer) != truth.answer}
    assert apart == READINGS


def test_table_has_no_repeats() -> None:
    repeats = Counter((truth.scene, truth.reading) for truth in TRUTHS)
    assert [scene for scene, count in repeats.items() if count > 1] == []
