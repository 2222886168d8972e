"""Questions of the cards: meanings against the slow twin, spellings of answers, descriptions that are refused."""

from __future__ import annotations

import random

import pytest
import reference
from strategies import deal, edition, names

from code777solver import Code777Error
from code777solver.errors import CardError
from code777solver.rules.cards import (
    COMPARISONS,
    RACK_MEASURES,
    Compare,
    CountRacks,
    CountTiles,
    CountValues,
    Pick,
    make_card,
)
from code777solver.rules.tiles import Deck, Tile

CLASSIC, UNIQUE = edition("classic"), edition("unique49")
ALL = range(1, 24)
READINGS = {2: "or_more", 12: "black", 14: "any"}


def test_there_are_23_cards_with_a_text_each() -> None:
    for ed in (CLASSIC, UNIQUE):
        assert list(ed.cards) == list(ALL)
        assert len({card.text for card in ed.cards.values()}) == 23
        assert all(card.text.endswith("?") and card.number == number for number, card in ed.cards.items())


# -------------------------------------------------------------------------------------------- meanings


@pytest.mark.parametrize("name", ["classic", "unique49"])
def test_every_card_answers_as_the_slow_twin_does(name: str) -> None:
    rng = random.Random(23)
    others = edition(name).with_options({f"card{n}": reading for n, reading in READINGS.items()})
    for _ in range(300):
        sizes = [rng.choice((3, 3, 3, 1)) if name == "unique49" else 3 for _ in range(rng.randint(0, 5))]
        scene = deal(rng, name, sizes)
        plain = [names(rack) for rack in scene]
        for number, card in edition(name).cards.items():
            assert card.answer(scene) == reference.answer(number, plain, name), (number, plain)
            found = others.card(number).answer(scene)
            assert found == reference.answer(number, plain, name, READINGS), (number, plain)


@pytest.mark.parametrize("number", ALL)
def test_an_answer_depends_on_a_sum_over_the_racks(number: int) -> None:
    rng, card = random.Random(number), CLASSIC.card(number)
    for _ in range(50):
        racks = deal(rng, "classic", [3] * 4)
        parts = [card.total([rack]) for rack in racks]
        assert card.total(racks) == tuple(map(sum, zip(*parts, strict=True)))
        order = rng.sample(racks, 4)
        assert card.answer(order) == card.answer(racks)


@pytest.mark.parametrize("number", range(12, 24))
def test_none_of_either_is_the_same(number: int) -> None:
    assert CLASSIC.card(number).answer([]) == "="


@pytest.mark.parametrize(
    ("number", "symbols"),
    [
        *((n, "0 1 2 3") for n in range(1, 8)),
        *((n, "0 1 2 3 4 5 6 7") for n in (8, 9, 10)),
        (11, "0 1 2 3"),
        *((n, "< = >") for n in range(12, 24)),
    ],
)
def test_the_answers_that_a_card_allows_with_three_racks_in_sight(number: int, symbols: str) -> None:
    assert CLASSIC.card(number).meaning.symbols(3) == tuple(symbols.split())


def test_the_racks_in_sight_bound_the_rack_cards_and_the_deck_bounds_card_11() -> None:
    for racks in range(6):
        assert CLASSIC.card(1).meaning.symbols(racks)[-1] == str(racks)
        assert CLASSIC.card(11).meaning.symbols(racks)[-1] == "3"
        assert CLASSIC.card(8).meaning.symbols(racks)[-1] == "7"


MEASURED = [
    ("", dict.fromkeys(RACK_MEASURES, 0)),
    ("Y2", {"sum": 2, "colours": 1, "numbers": 1, "parities": 1, "identical": 1, "shades": 1, "run": 1}),
    ("R5 R5 K5", {"sum": 15, "colours": 2, "numbers": 1, "parities": 1, "identical": 2, "shades": 2, "run": 1}),
    ("K3 N4 R5", {"sum": 12, "colours": 3, "numbers": 3, "parities": 2, "identical": 1, "shades": 1, "run": 3}),
    ("G1 K3 N4", {"sum": 8, "run": 2, "highest": 4, "lowest": 1, "parities": 2}),
    ("B7 Y7 P7", {"sum": 21, "shades": 3, "identical": 1, "run": 1, "highest": 7, "lowest": 7}),
    ("N4 N4 N4", {"identical": 3, "shades": 1, "colours": 1}),
]


@pytest.mark.parametrize(("text", "values"), MEASURED, ids=[text or "empty" for text, _ in MEASURED])
def test_what_is_measured_on_one_rack(text: str, values: dict[str, int]) -> None:
    rack = CLASSIC.deck.rack(text)
    assert {what: RACK_MEASURES[what](rack) for what in values} == values


def test_an_empty_rack_is_counted_by_no_rack_card() -> None:
    for number in range(1, 8):
        assert CLASSIC.card(number).answer([(), ()]) == "0"


# ------------------------------------------------------------------------------------ answers as text


SIDES = {
    12: (["3", "3s", "first"], ["pink", "purple", "P", "+", "pink6", "p6", "6s", "second"]),
    13: (["green", "g", "G6", "●", "6", "green6"], ["yellow", "y", "Y7", "▲", "7s", "yellow7"]),
    14: (["2", "2s", "Y2", "yellow2"], ["7", "7s", "y7", "Yellow7"]),
    15: (["pink", "P6", "purple", "purple6"], ["green", "G6", "g"]),
    16: (["blue", "b", "B7", "■", "blue7", "BLUE"], ["other", "others", "Other"]),
    17: (["brown", "n"], ["blue", "b"]),
    18: (["red", "r", "◆"], ["pink", "purple", "+"]),
    19: (["green", "g"], ["blue", "B"]),
    20: (["yellow", "y"], ["pink", "p"]),
    21: (["black", "k", "★"], ["brown", "N"]),
    22: (["black", "K"], ["red", "R"]),
    23: (["green", "●"], ["yellow", "▲"]),
}


@pytest.mark.parametrize("number", SIDES)
def test_a_side_is_named_by_sign_word_or_colour(number: int) -> None:
    card = CLASSIC.card(number)
    firsts, seconds = SIDES[number]
    for text in (">", "first", "FIRST", *firsts):
        assert card.meaning.symbols(3)[card.code(text, 3)] == ">", text
    for text in ("<", "second", "Second", *seconds):
        assert card.meaning.symbols(3)[card.code(text, 3)] == "<", text
    for text in ("=", "==", "same", "SAME", "equal"):
        assert card.meaning.symbols(3)[card.code(text, 3)] == "=", text


@pytest.mark.parametrize(("number", "word"), [(16, "7"), (16, "7s"), (15, "6"), (14, "yellow"), (13, "blue")])
def test_a_word_for_both_sides_or_for_neither_is_refused(number: int, word: str) -> None:
    with pytest.raises(CardError, match=f"'{word}' is not an answer to card {number} .answers: > "):
        CLASSIC.card(number).code(word, 3)


@pytest.mark.parametrize("number", SIDES)
def test_the_words_that_a_refusal_offers_are_accepted(number: int) -> None:
    card = CLASSIC.card(number)
    question = card.meaning
    assert isinstance(question, Compare)
    assert card.code(str(question.first).replace(" ", ""), 3) == 2
    assert card.code(str(question.second).replace(" ", ""), 3) == 0
    assert card.code(str(question.first.said), 3) == 2
    assert card.code(str(question.second.said), 3) == 0


@pytest.mark.parametrize("number", range(1, 12))
def test_counts_are_numbers_in_range(number: int) -> None:
    card = CLASSIC.card(number)
    symbols = card.meaning.symbols(3)
    for code, symbol in enumerate(symbols):
        assert card.code(symbol, 3) == card.code(f"0{symbol}", 3) == code
    for text in (str(len(symbols)), "-1", "1.5", "one", "", ">", "same", "²"):
        with pytest.raises(CardError, match=rf"is not an answer to card {number} \(answers: 0 to {symbols[-1]}\)"):
            card.code(text, 3)


@pytest.mark.parametrize(("number", "text"), [(1, "9" * 5000), (16, "9" * 5000), (8, "8" * 5000)])
def test_an_endless_number_is_refused_like_any_other(number: int, text: str) -> None:
    with pytest.raises(CardError, match="is not an answer to card"):
        CLASSIC.card(number).code(text, 3)


def test_a_card_that_the_edition_lacks_is_refused() -> None:
    with pytest.raises(CardError, match=r"no card 24 in edition 'classic' \(cards 1-23\)"):
        CLASSIC.card(24)


# ---------------------------------------------------------------------------------------- descriptions


@pytest.mark.parametrize(
    ("text", "pick", "shown"),
    [
        ("blue 7", Pick(7, "B"), "blue 7s"),
        ("B7", Pick(7, "B"), "blue 7s"),
        ("7 blue", Pick(7, "B"), "blue 7s"),
        ("3", Pick(3), "3s"),
        ("purple", Pick(None, "P"), "pink"),
        ("7 not blue", Pick(7, None, "B"), "7s not blue"),
        ("not red", Pick(None, None, "R"), "not red"),
    ],
)
def test_a_pick_of_tiles(text: str, pick: Pick, shown: str) -> None:
    assert Pick.parse(text) == pick
    assert str(pick) == shown
    assert Pick.parse(shown.replace("s", "")) == pick


def test_what_a_pick_takes() -> None:
    b7, y7, y2 = Tile(7, "B"), Tile(7, "Y"), Tile(2, "Y")
    assert [Pick(7, "B").takes(tile) for tile in (b7, y7, y2)] == [True, False, False]
    assert [Pick(7).takes(tile) for tile in (b7, y7, y2)] == [True, True, False]
    assert [Pick(None, "Y").takes(tile) for tile in (b7, y7, y2)] == [False, True, True]
    assert [Pick(7, None, "B").takes(tile) for tile in (b7, y7, y2)] == [False, True, False]


@pytest.mark.parametrize("text", ["", "7 7", "blue green", "beige 7", "7 not beige", "not not blue", "many", "12"])
def test_a_pick_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="like 'blue 7', '3', 'pink' or '7 not blue'"):
        Pick.parse(text)


@pytest.mark.parametrize("text", ["7 not", "not", "7 blue not"])
def test_a_pick_with_nothing_after_not_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="picks no tiles .like 'blue 7'"):
        Pick.parse(text)


def test_an_icon_in_a_pick_is_read_or_refused_and_not_passed_over() -> None:
    """``■ 7`` must not silently mean any 7."""
    try:
        found = Pick.parse("■ 7")
    except CardError:
        return
    assert found == Pick(7, "B")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"racks": "sum >= 18"}, "card 40: must be one line of text"),
        ({"text": "  ", "racks": "sum >= 18"}, "card 40: must be one line of text"),
        ({"text": 5, "racks": "sum >= 18"}, "card 40: must be one line of text"),
        ({"text": "?"}, "card 40: exactly one of racks, seen, tiles, compare is needed, found 0"),
        ({"text": "?", "racks": "sum >= 1", "seen": "colours >= 1"}, "exactly one of .* is needed, found 2"),
        ({"text": "?", "rack": "sum >= 18"}, "card 40: unknown key 'rack', did you mean 'racks'"),
        ({"text": "?", "racks": "som >= 18"}, "card 40: racks: cannot count 'som', did you mean 'sum'"),
        (
            {"text": "?", "racks": "sum => 18"},
            "card 40: racks: 'sum => 18' is not a condition .write it like 'sum >= 2'",
        ),
        ({"text": "?", "racks": "sum >= -1"}, "card 40: racks: .* is not a condition"),
        ({"text": "?", "racks": 18}, "card 40: racks: 18 is not a condition"),
        ({"text": "?", "seen": "sum >= 1"}, r"card 40: seen: cannot count 'sum'.* \(known: colours, numbers\)"),
        ({"text": "?", "seen": "colours"}, "card 40: seen: 'colours' is not a condition"),
        ({"text": "?", "tiles": []}, r"card 40: tiles: \[\] is not a list of tiles"),
        ({"text": "?", "tiles": [1]}, r"card 40: tiles: \[1\] is not a list of tiles"),
        ({"text": "?", "tiles": ["beige 1"]}, "card 40: tiles: 'beige 1': cannot read 'beige'"),
        ({"text": "?", "compare": "blue"}, "card 40: compare: 'blue': a comparison needs two picks"),
        ({"text": "?", "compare": ["blue", "red", "pink"]}, "card 40: compare: .* a comparison needs two picks"),
        ({"text": "?", "compare": ["blue 7", "7 blue"]}, "card 40: compare: .* compares a pick with itself"),
    ],
)
def test_a_card_description_that_makes_no_sense_is_refused(spec: dict[str, object], message: str) -> None:
    with pytest.raises(CardError, match=message) as caught:
        make_card(40, spec, CLASSIC.deck)
    assert isinstance(caught.value, Code777Error)


def test_the_four_forms_of_a_card() -> None:
    deck = CLASSIC.deck
    scene = [deck.rack("Y2 K5 B7"), deck.rack("G6 G6 R5"), deck.rack("B7 B7 N4")]

    def answer(**spec: object) -> str:
        return make_card(40, {"text": "?", **spec}, deck).answer(scene)

    assert answer(racks="highest == 7") == "2"
    assert answer(racks="lowest > 3") == "2"
    assert answer(racks="numbers != 3") == "2"
    assert answer(seen="numbers >= 2") == "3"  # 5, 6 and 7
    assert answer(seen="colours < 1") == "1"  # pink
    assert answer(tiles=["blue", "G6"]) == "5"
    assert answer(tiles="blue") == "3"
    assert answer(compare=["blue", "green 6"]) == ">"
    assert answer(compare=["1", "pink"]) == "="


def test_tiles_of_overlapping_picks_are_counted_once() -> None:
    card = make_card(40, {"text": "?", "tiles": ["blue", "blue 7", "7"]}, CLASSIC.deck)
    assert card.answer([CLASSIC.deck.rack("B7 Y7 N4")]) == "2"
    assert card.meaning.symbols(1)[-1] == "7"  # the deck has seven


def test_the_comparisons_are_what_they_look_like() -> None:
    for sign, holds in COMPARISONS.items():
        for a, b in ((1, 2), (2, 2), (3, 2)):
            assert holds(a, b) == eval(f"{a} {sign} {b}")


def test_widths() -> None:
    assert CountRacks("sum", ">=", 18).width == Compare(Pick(7), Pick(6)).width == CountTiles((Pick(7),), 7).width == 1
    assert CountValues(("G", "Y"), ">=", 1).width == 2


def test_a_card_has_as_many_answers_as_can_come_true() -> None:
    """Racks: none to all of them. Colours, numbers: none to all of the deck's. Tiles: none to all that fit."""
    ed = edition("classic")
    assert ed.card(1).meaning.symbols(3) == ("0", "1", "2", "3")
    assert ed.card(8).meaning.symbols(3) == tuple("01234567")
    assert ed.card(11).meaning.symbols(3) == ("0", "1", "2", "3")
    assert ed.card(16).meaning.symbols(3) == ("<", "=", ">")


def test_a_deck_of_one_colour_or_one_number_can_be_asked_about() -> None:
    blue = Deck.of({"B6": 3, "B7": 4})
    seven = Deck.of({"G7": 3, "B7": 4})
    spec = {"text": "How many colours are not seen?", "seen": "colours == 0"}
    assert make_card(1, spec, blue).answer([blue.rack("B6 B7")]) == "0"
    assert make_card(1, spec, blue).answer([()]) == "1"
    spec = {"text": "How many numbers are seen twice?", "seen": "numbers == 2"}
    assert make_card(1, spec, seven).answer([seven.rack("G7 B7")]) == "1"


@pytest.mark.parametrize(("racks", "range_"), [(0, "0"), (1, "0 to 1"), (3, "0 to 3")])
def test_a_refusal_tells_which_answers_there_are(racks: int, range_: str) -> None:
    with pytest.raises(CardError, match=rf"'9' is not an answer to card 1 \(answers: {range_}\)$"):
        edition("classic").card(1).code("9", racks)


def test_a_colour_alone_is_not_named_with_a_number() -> None:
    assert all(word.isalpha() or not word.isascii() for word in Pick(colour="B").words)
    assert {"blue7", "blue7s"} <= Pick(7, "B").words
    assert not any("none" in word for word in Pick(colour="B").words | Pick(7).words)
