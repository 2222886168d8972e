"""Packs and cards of Code Breaker: the editions, spellings, and packs of your own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from code777solver.breaker.packs import load_game, load_pack, pack_names
from code777solver.errors import PackError


@pytest.mark.parametrize(
    ("name", "cards", "codes"), [("breaker", 25, 2300), ("breaker-4", 20, 1140), ("breaker-kids", 9, 84)]
)
def test_the_three_packs(name: str, cards: int, codes: int) -> None:
    pack = load_pack(name)
    assert (pack.size, len(pack.codes)) == (cards, codes)


def test_names_of_the_cards() -> None:
    kids, ordinary = load_pack("breaker-kids"), load_pack("breaker-4")
    assert [kids.card(number) for number in range(9)] == ["AR", "AP", "AS", "2R", "2P", "2S", "3R", "3P", "3S"]
    assert [ordinary.card(number, symbols=True) for number in range(4)] == ["A♠", "A♥", "A♦", "A♣"]
    assert [suit.name for suit in load_pack("breaker").suits] == ["rock", "paper", "scissors", "water", "lizard"]


def test_a_race_has_two_halves_with_the_same_suits() -> None:
    low, high = load_game("race").packs
    assert (low.ranks, high.ranks) == (("A", "2", "3", "4", "5"), ("6", "7", "8", "9", "10"))
    assert low.suits == high.suits == load_pack("breaker").suits
    kids = load_game("race-kids").packs
    assert [pack.ranks for pack in kids] == [("A", "2", "3"), ("4", "5", "6")]
    assert [len(pack.codes) for pack in kids] == [84, 84]


@pytest.mark.parametrize(
    "text",
    [
        "AR 5L 2W",
        "ar 5l 2w",
        "2w 5L AR",
        "RA L5 W2",
        "A rock 5 lizard 2 water",
        "ace of rock, five of lizard, two of water",
        "1R, 5L; 2W",
        "rock A + lizard 5 & water 2",
        "AR5L2W",
        "Arock 5Lizards two water",
        "  A R  5 L  2 W  ",
    ],
)
def test_cards_in_the_usual_spellings(text: str) -> None:
    pack = load_pack("breaker")
    assert pack.format(pack.read(text)) == "AR 2W 5L"


@pytest.mark.parametrize(
    ("pack", "text", "expected"),
    [
        ("breaker-4", "A♠ 2♥ 5♦", "AS 2H 5D"),
        ("breaker-4", "AS H2 DA", "AS AD 2H"),
        ("breaker-4", "♤A ♡2 ♢5", "AS 2H 5D"),
        ("breaker-4", "ace of spades 2 of hearts 5 of diamonds", "AS 2H 5D"),
        ("breaker-4", "A schoppen 2 cœur 5 karo", "AS 2H 5D"),
        ("A-K / spades hearts diamonds clubs", "10♠ TH 10 of clubs", "10S 10H 10C"),
        ("A-K / spades hearts diamonds clubs", "king of hearts, S Q, jd", "JD QS KH"),
    ],
)
def test_ordinary_cards(pack: str, text: str, expected: str) -> None:
    cards = load_pack(pack)
    assert cards.format(cards.read(text)) == expected


@given(st.sampled_from(pack_names()), st.data())
def test_a_code_is_read_as_it_is_written(name: str, data: st.DataObject) -> None:
    pack = data.draw(st.sampled_from(load_game(name).packs))
    code = data.draw(st.integers(0, len(pack.codes) - 1))
    order = data.draw(st.permutations(range(3)))
    for symbols in (False, True):
        cards = pack.cards(code, symbols=symbols)
        assert pack.read(" ".join(cards[i] for i in order)) == code
        assert pack.split(pack.format(code, symbols=symbols) + " 1 2 0") == (code, "1 2 0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AR 2P", r"2 of 3 cards: name three different cards \(ranks A 2 3 4 5; suits R rock"),
        ("AR 2P 2P", "2P appears twice: a code is three different cards"),
        ("AR 2P 6S", "no card of this pack at '6S'"),
        ("AR 2P 10S", "no card of this pack at '10S'"),
        ("AR 2P 3 stone", "no card of this pack at '3 stone'"),
        ("AR 2P 3Sx", "no card of this pack at '3Sx'"),
        ("AR 2P 3S 4W", "'4W' after the three cards AR 2P 3S"),
        ("", "0 of 3 cards"),
    ],
)
def test_what_is_no_code(text: str, message: str) -> None:
    with pytest.raises(PackError, match=message):
        load_pack("breaker").read(text)


def test_a_pack_of_ones_own() -> None:
    pack = load_pack("A-4 / sun moon star")
    assert pack.size == 12
    assert [suit.letter for suit in pack.suits] == ["S", "M", "T"]
    assert pack.format(pack.read("A sun 3 star 4M")) == "AS 3T 4M"
    words = load_pack("low mid high / red blue")
    assert words.format(words.read("low red, mid blue, blue high")) == "lowR midB highB"


def test_letters_of_suits_are_no_ranks() -> None:
    pack = load_pack("A-10 / torch ash")
    assert [suit.letter for suit in pack.suits] == ["O", "S"]  # T is a ten, and A an ace


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("braker", "no pack 'braker', did you mean 'breaker'?"),
        ("A-4 /", "no suits: write ranks"),
        ("/ sun moon", "no ranks: write ranks"),
        ("5-2 / sun moon", "ranks '5-2': a range must go up"),
        ("A A / sun moon", "rank 'a' appears twice"),
        ("A 2 3 / sun sun", "suit 'sun' appears twice"),
        ("A-K / a b c d e", "suit 'a': a suit must be a word that is not a rank"),
        ("A / sun moon", "ranks 1 x suits 2: a pack has 3 to 54 cards"),
        ("A-K / red blue green white black", "ranks 13 x suits 5: a pack has 3 to 54 cards"),
        ("A | 2 | 3 / sun moon star", "3 sets of ranks"),
        ("A-3 | 3-5 / sun moon star", "rank '3' appears twice"),
        ("A-3 / ab ba bab", "suit 'ba': all its letters are taken"),
        ("A! 2 / sun moon", "rank 'A!': use letters and digits only"),
    ],
)
def test_packs_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(PackError, match=re.escape(message)) as caught:
        load_game(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_pack_is_no_race() -> None:
    with pytest.raises(PackError, match="race is a race with two packs"):
        load_pack("race")
