"""Editions that differ in their cards share compiled code: their records have one type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import plain_kernels
import pytest
from numba import typeof
from slow_games import write_edition

from code777solver import load_edition
from code777solver.kernels import board as kinds
from code777solver.kernels.board import pack
from code777solver.play.simulated_table import Seating, SimulatedTable

CARDS = (
    'racks = "sum >= 18"',
    'racks = "colours == 3"',
    'seen = "colours >= 3"',
    'compare = ["blue 7", "green"]',
    'tiles = ["G1", "black 5"]',
)


def table_with(folder: Path, cards: tuple[str, ...]) -> SimulatedTable:
    deck = load_edition("classic").deck
    tiles = {str(tile): copies for tile, copies in zip(deck.kinds, deck.copies, strict=True)}
    edition = write_edition(folder, tiles, cards, {"most_players": 4})
    return SimulatedTable(edition, Seating((kinds.CERTAIN,) * 4, (0.0,) * 4))


@pytest.mark.parametrize("cards", [(*CARDS[:4], 'tiles = ["7"]'), CARDS[:3], (*CARDS, 'racks = "sum <= 12"')])
def test_an_edition_with_other_cards_is_not_compiled_again(cards: tuple[str, ...], tmp_path: Path) -> None:
    one, other = table_with(tmp_path, CARDS), table_with(tmp_path, cards)
    assert one.board.rows.shape != other.board.rows.shape
    assert typeof(one.packed) == typeof(other.packed)
    for room in ({}, {"pruned": True}, {"recorded": True}):
        assert typeof(one.state(**room)) == typeof(other.state(**room))


def test_a_record_holds_what_it_was_made_of(tmp_path: Path) -> None:
    table = table_with(tmp_path, CARDS)
    for name, value in table.board._asdict().items():
        held = pack(table.board)[0][name]
        assert np.array_equal(held[: len(value)], value), name
        assert len(held) == len(value) or name in kinds.BY_CARDS, name
        assert not held[len(value) :].any(), name


def test_only_the_cards_of_the_edition_are_drawn(tmp_path: Path) -> None:
    """The deck has room for more cards than there are."""
    table = table_with(tmp_path, CARDS)
    state: Any = table.state(recorded=True)
    plain_kernels.play(table.packed, state, np.uint64(1), np.uint64(0), np.zeros((1, 3 + 2 * 4), np.int32))
    events = state[0]["events"][: state[0]["now"][kinds.EVENTS]]
    drawn = [card for kind, _, card, _ in events.tolist() if kind == kinds.ANSWERED]
    assert all(set(drawn[first : first + 5]) == set(range(5)) for first in range(0, len(drawn) - 4, 5))
    assert len(drawn) >= 5
