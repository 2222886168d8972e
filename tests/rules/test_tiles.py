"""Tiles, racks and decks: every spelling of section 1 of the rules, and what is refused."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import edition, racks

from code777solver import Code777Error, Deck, Tile
from code777solver.errors import TileError
from code777solver.rules.tiles import COLOURS, number_code, tile_names

CLASSIC, UNIQUE = edition("classic").deck, edition("unique49").deck
COPIES = {"G1": 1, "Y2": 2, "K3": 3, "N4": 4, "R5": 4, "K5": 1, "G6": 3, "P6": 3, "P7": 1, "Y7": 2, "B7": 4}
WORDS = {
    "G": ["green", "●"],
    "Y": ["yellow", "▲"],
    "K": ["black", "★"],
    "N": ["brown"],
    "R": ["red", "◆"],
    "P": ["pink", "purple", "+"],
    "B": ["blue", "■"],
}


@pytest.mark.parametrize(
    ("number", "colour"), [(12, "Q"), (7, "Q"), (10, "B"), (-1, "B"), ("7", "B"), (7, "b"), (7, ["B"])]
)
def test_a_tile_that_no_deck_can_have_is_refused(number: Any, colour: Any) -> None:
    with pytest.raises(TileError, match=r"no tile of number .* and colour .*: from 0 to 9, and one letter of G Y K"):
        Tile(number, colour)


def test_a_tile_is_still_a_pair() -> None:
    tile = Tile(number=7, colour="B")
    assert tile == (7, "B") and hash(tile) == hash((7, "B"))
    assert (tile.number, tile.colour, repr(tile)) == (7, "B", "Tile(number=7, colour='B')")
    assert pickle.loads(pickle.dumps(tile)) == copy.deepcopy(tile) == tile
    assert type(Tile(np.int64(7), "B").number) is int  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ decks


def test_the_28_tiles_are_those_of_the_rules() -> None:
    assert dict(zip(CLASSIC.names, CLASSIC.copies, strict=True)) == COPIES
    assert CLASSIC.size == 28


def test_number_n_occurs_n_times_and_every_colour_four_times() -> None:
    tiles = CLASSIC.expand(CLASSIC.copies)
    assert Counter(tile.number for tile in tiles) == {n: n for n in range(1, 8)}
    assert Counter(tile.colour for tile in tiles) == dict.fromkeys("GYKNRPB", 4)


def test_the_49_tiles_are_every_number_in_every_colour_once() -> None:
    assert UNIQUE.size == 49
    assert set(UNIQUE.names) == {f"{colour}{number}" for colour in "GYKNRPB" for number in range(1, 8)}
    assert set(UNIQUE.copies) == {1}


def test_kinds_are_ordered_by_number() -> None:
    for deck in (CLASSIC, UNIQUE):
        numbers = [kind.number for kind in deck.kinds]
        assert numbers == sorted(numbers)
        assert deck.index == {kind: k for k, kind in enumerate(deck.kinds)}
        assert deck.numbers == (1, 2, 3, 4, 5, 6, 7)
        assert deck.colours == tuple("GYKNRPB")


def test_every_colour_has_an_icon_of_its_own_and_those_of_the_rules() -> None:
    assert len({colour.icon for colour in COLOURS.values()}) == 7
    for letter, words in WORDS.items():
        icons = [word for word in words if not word.isalpha()]
        assert icons in ([], [COLOURS[letter].icon])


@given(racks(edition("classic")))
def test_counting_and_expanding_are_inverse(rack: tuple[Tile, ...]) -> None:
    assert CLASSIC.expand(CLASSIC.counts(rack)) == rack
    assert CLASSIC.sort(reversed(rack)) == rack


def test_excess_names_the_kind_of_which_there_are_too_many() -> None:
    k3, g1 = Tile(3, "K"), Tile(1, "G")
    assert CLASSIC.excess([k3, k3, k3, g1]) is None
    assert CLASSIC.excess([g1, k3, k3, k3, k3]) == k3
    assert CLASSIC.excess([g1, g1]) == g1


def test_numbers_are_told_in_ascending_order_and_names_in_alphabetical_order() -> None:
    rack = [Tile(7, "B"), Tile(2, "Y"), Tile(5, "K")]
    assert number_code(rack) == "257"
    assert tile_names(rack) == ("B7", "K5", "Y2")


@pytest.mark.parametrize(
    ("copies", "message"),
    [
        ({}, "the deck has no tiles"),
        ({"X1": 1}, r"tile 'X1': must be a colour letter \(G Y K N R P B\) and a digit"),
        ({"G12": 1}, "tile 'G12': must be a colour letter"),
        ({"1G": 1}, "tile '1G': must be a colour letter"),
        ({"G1": 0}, r"tile 'G1': 0 copies \(must be a whole number from 1 to 20\)"),
        ({"G1": 21}, "tile 'G1': 21 copies"),
        ({"G1": True}, "tile 'G1': True copies"),
        ({"G1": 1.5}, "tile 'G1': 1.5 copies"),
        ({"G1": 1, "g1": 2}, "tile 'g1' is listed twice"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(copies: dict[str, int], message: str) -> None:
    with pytest.raises(TileError, match=message):
        Deck.of(copies)


# ------------------------------------------------------------------------------------------- spellings


def spellings(tile: Tile) -> list[str]:
    found = []
    for word in (tile.colour, *WORDS[tile.colour]):
        for text in {word, word.lower(), word.upper()}:
            for blank in ("", " ", "   "):
                found += [f"{text}{blank}{tile.number}", f"{tile.number}{blank}{text}"]
    return found


@pytest.mark.parametrize("deck", [CLASSIC, UNIQUE], ids=["28", "49"])
def test_letter_word_icon_and_digit_in_either_order(deck: Deck) -> None:
    for tile in deck.kinds:
        for text in spellings(tile):
            assert deck.tile(text) == tile, text


def test_brown_can_be_written_with_its_own_icon() -> None:
    assert CLASSIC.tile(f"{COLOURS['N'].icon}4") == Tile(4, "N")


def test_purple_is_pink() -> None:
    assert CLASSIC.rack("purple 6 PURPLE7 6purple") == CLASSIC.rack("P6 P6 P7")


@pytest.mark.parametrize(("text", "name"), [("1", "G1"), ("2", "Y2"), ("3", "K3"), ("4", "N4")])
def test_a_bare_number_names_the_tile_where_it_has_one_colour(text: str, name: str) -> None:
    assert CLASSIC.tile(text).name == name


@pytest.mark.parametrize(("number", "kinds"), [(5, "R5, K5"), (6, "G6, P6"), (7, "P7, Y7, B7")])
def test_a_bare_number_of_several_colours_is_refused(number: int, kinds: str) -> None:
    with pytest.raises(TileError, match=f"'{number}'.* can be any of {kinds}: add the colour"):
        CLASSIC.tile(str(number))


@pytest.mark.parametrize("number", range(1, 8))
def test_no_bare_number_names_a_tile_of_the_49(number: int) -> None:
    with pytest.raises(TileError, match="can be any of"):
        UNIQUE.tile(str(number))


@pytest.mark.parametrize(
    ("text", "name"), [("G9", "G6"), ("9g", "G6"), ("pink 9", "P6"), ("9 purple", "P6"), ("●9", "G6")]
)
def test_a_9_is_an_upside_down_6(text: str, name: str) -> None:
    assert CLASSIC.tile(text).name == name


def test_a_bare_9_is_as_ambiguous_as_a_6() -> None:
    with pytest.raises(TileError, match="'9'.* can be any of G6, P6: add the colour"):
        CLASSIC.tile("9")


def test_declared_numbers_are_sorted_and_a_9_is_a_6() -> None:
    assert CLASSIC.code("9 2,5") == CLASSIC.code("529") == CLASSIC.code("256") == "256"


def test_a_9_is_a_9_where_the_deck_has_one() -> None:
    deck = Deck.of({"G6": 1, "G9": 1})
    assert [tile.number for tile in deck.tiles("G9 G6")] == [9, 6]


def test_a_bare_9_is_the_6_where_there_is_one_colour() -> None:
    assert Deck.of({"G6": 2, "B7": 1}).tile("9") == Tile(6, "G")


@pytest.mark.parametrize(
    "text",
    [
        "Y2 K5 B7",
        "b7 y2 k5",
        "y2k5b7",
        "2y5k7b",
        "Y2,K5,B7",
        "Y2, K5, B7",
        "blue 7 2 k5",
        "7 blue 2 black 5",
        "2 black5 7 blue",
        "\tyellow 2   ★5 ■7 ",
    ],
)
def test_a_rack_in_any_order_and_any_mixture_of_spellings(text: str) -> None:
    assert [tile.name for tile in CLASSIC.rack(text)] == ["Y2", "K5", "B7"]


def test_a_number_may_belong_to_either_neighbour_only_one_of_which_is_a_tile() -> None:
    assert [tile.name for tile in CLASSIC.tiles("2 y 7")] == ["Y2", "Y7"]
    assert [tile.name for tile in CLASSIC.tiles("4 k 5")] == ["N4", "K5"]
    assert [tile.name for tile in CLASSIC.tiles("5 k 3")] == ["K5", "K3"]


def test_any_mixture_of_spellings_reads_back() -> None:
    rng = random.Random(777)
    for deck in (CLASSIC, UNIQUE):
        for _ in range(300):
            rack = rng.sample(deck.expand(deck.copies), rng.randint(1, 5))
            order: list[str] = [rng.choice("ab")] * len(rack)  # one word order a line: mixed ones can be ambiguous
            texts = []
            for tile, first in zip(rack, order, strict=True):
                word = rng.choice((tile.colour, *WORDS[tile.colour]))
                word = rng.choice((word, word.upper(), word.lower()))
                gap = rng.choice(("", " "))
                texts.append(f"{word}{gap}{tile.number}" if first == "a" else f"{tile.number}{gap}{word}")
            assert deck.tiles(rng.choice((" ", ", ", "  ")).join(texts)) == rack, texts


# --------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blu7", r"'blu' in 'blu7' is not a colour, did you mean 'blue'\? \(tiles are written like B7\)"),
        ("purpel 7", "'purpel' in 'purpel 7' is not a colour, did you mean 'purple'"),
        ("x7", "'x' in 'x7' is not a colour"),
        ("Y2 ?7", r"'\?' in 'Y2 \?7' is not a colour"),
        ("B8", r"no tile with number 8 in this deck \(numbers 1-7\)"),
        ("B0", "no tile with number 0 in this deck"),
        ("G4", r"no such tiles in this deck: 'G4' \(there are G1 Y2 K3 N4 R5 K5 G6 P6 P7 Y7 B7\)"),
        ("B7 blue", "no such tiles in this deck: 'B7 blue'"),
        ("R9", "no such tiles in this deck: 'R9'"),
        ("4 " * 25, "no such tiles in this deck"),
    ],
)
def test_text_that_names_no_tiles_is_refused_with_a_remedy(text: str, message: str) -> None:
    with pytest.raises(TileError, match=message):
        CLASSIC.rack(text)


def test_numbers_with_gaps_are_listed() -> None:
    with pytest.raises(TileError, match=r"\(numbers 1 4 7\)"):
        Deck.of({"G1": 1, "N4": 1, "B7": 1}).tile("B3")


@pytest.mark.parametrize(("text", "count"), [("", 0), ("Y2 K5", 2)])
def test_one_tile_is_wanted(text: str, count: int) -> None:
    with pytest.raises(TileError, match=f"names {count} tiles, but one is needed"):
        CLASSIC.tile(text)


@given(st.text(max_size=60) | st.text("BY K7259,■+?_²", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for deck in (CLASSIC, UNIQUE):
        try:
            tiles = deck.tiles(text)
        except Code777Error as error:
            assert isinstance(error, ValueError)
        else:
            assert all(tile in deck.index for tile in tiles)
