"""Cards in Python: what is taken, and what is refused in one line when the card is made or put into an edition."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from strategies import edition

from code777solver import Batch, Card, Solver, load_edition
from code777solver.core.arrays import EditionArrays, arrays_for
from code777solver.errors import CardError, EditionError
from code777solver.rules.cards import Meaning
from code777solver.rules.tiles import Rack
from code777solver.table.folders import cache_folder

CLASSIC = edition("classic")
TEXT = "Is the sum of all numbers in sight odd?"


def total(rack: Rack) -> int:
    return sum(tile.number for tile in rack)


def card(
    measure: Callable[[Rack], Any] = total,
    conclude: Callable[[Any], Any] = lambda total: total % 2,
    answers: Any = ("even", "odd"),
    number: Any = 24,
    text: Any = TEXT,
) -> Card:
    return Card.of(number, text, measure=measure, conclude=conclude, answers=answers)


def test_a_card_answers_by_its_functions() -> None:
    ed = CLASSIC.with_card(card())
    racks = [ed.deck.rack(text) for text in ("Y2 K5 B7", "G6 G6 R5", "G1 N4 N4")]
    assert [ed.card(24).answer(racks[:count]) for count in (0, 1, 2, 3)] == ["even", "even", "odd", "even"]
    assert list(ed.cards) == list(range(1, 25))
    assert 24 not in CLASSIC.cards, "the edition that was given stays as it is"


@pytest.mark.parametrize(("text", "code"), [("odd", 1), ("ODD", 1), (" Even ", 0)])
def test_answers_are_typed_as_their_words(text: str, code: int) -> None:
    assert CLASSIC.with_card(card()).card(24).code(text, 3) == code


def test_answers_may_be_numbers() -> None:
    last_digit = card(conclude=lambda total: total % 10, answers=range(10))
    assert last_digit.code("07", 3) == 7
    with pytest.raises(CardError, match=r"^'10' is not an answer to card 24 \(answers: 0 1 2 3 4 5 6 7 8 9\)$"):
        last_digit.code("10", 3)


def test_one_number_may_come_in_a_tuple_and_may_be_of_numpy() -> None:
    found = CLASSIC.with_card(
        card(measure=lambda rack: (np.int64(total(rack)),), conclude=lambda total: total % 2 == 1)
    )
    assert found.card(24).answer([found.deck.rack("Y2 K5 G6")]) == "odd"


def test_several_numbers_are_added_one_by_one() -> None:
    """More racks with a 7 than racks with a 1?"""
    both = card(
        measure=lambda rack: [any(t.number == 7 for t in rack), any(t.number == 1 for t in rack)],
        conclude=lambda seen: seen[0] > seen[1],
        answers=("no", "yes"),
    )
    ed = CLASSIC.with_card(both)
    racks = [ed.deck.rack(text) for text in ("G1 K5 B7", "G6 G6 R5", "Y7 B7 B7")]
    assert [ed.card(24).answer(some) for some in (racks, racks[:2], [])] == ["yes", "no", "no"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"number": 0}, "card 0: must be a whole number from 1 to 99"),
        ({"number": True}, "card True: must be a whole number from 1 to 99"),
        ({"number": "24"}, "card '24': must be a whole number from 1 to 99"),
        ({"text": "two\nlines"}, "card 24: must be one line of text"),
        ({"text": ""}, "card 24: must be one line of text"),
        ({"measure": 3}, "card 24: measure: must be a function, not int"),
        ({"conclude": None}, "card 24: conclude: must be a function, not NoneType"),
        ({"answers": ("odd",)}, "card 24: answers: 2 to 100 words, like ('even', 'odd')"),
        ({"answers": "eo"}, "card 24: answers: 2 to 100 words, like ('even', 'odd')"),
        ({"answers": range(101)}, "card 24: answers: 2 to 100 words, like ('even', 'odd')"),
        ({"answers": ("no", "No")}, "card 24: answers: 'no' appears twice"),
        (
            {"answers": ("no", "not sure")},
            "card 24: answers: 'not sure': one word of up to 20 characters, without ? and #",
        ),
        ({"answers": ("no", "so?")}, "card 24: answers: 'so?': one word of up to 20 characters, without ? and #"),
        ({"answers": ("no", "")}, "card 24: answers: '': one word of up to 20 characters, without ? and #"),
    ],
)
def test_what_is_no_card(given: dict[str, Any], message: str) -> None:
    with pytest.raises(CardError, match=re.escape(message)) as refusal:
        card(**given)
    assert str(refusal.value) == message


def broken(rack: Rack) -> int:
    raise KeyError("no\nsuch")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"measure": lambda rack: 0.5}, "card 24: measure of G1 gives 0.5: it must give one or more whole numbers"),
        ({"measure": lambda rack: None}, "card 24: measure of G1 gives None: it must give one or more whole numbers"),
        ({"measure": lambda rack: "odd"}, "card 24: measure of G1 gives 'odd': it must give one or more whole numbers"),
        ({"measure": lambda rack: ()}, "card 24: measure of G1 gives 0 numbers: 1 to 16 are needed"),
        ({"measure": lambda rack: (1,) * 17}, "card 24: measure of G1 gives 17 numbers: 1 to 16 are needed"),
        (
            {"measure": lambda rack: 10**9},
            "card 24: measure of G1 gives 1000000000: numbers up to 1,000,000 are needed",
        ),
        (
            {"measure": lambda rack: (1,) * len(rack)},
            "card 24: measure of G1 Y2 gives (1, 1): it gave 1 number for other racks",
        ),
        (
            {"measure": lambda rack: rack[2].number},
            "card 24: measure of G1 failed: IndexError: tuple index out of range",
        ),
        ({"measure": broken}, "card 24: measure of G1 failed: KeyError: 'no\\nsuch'"),
        (
            {"conclude": lambda total: total},
            "card 24: conclude of the sum 2 gives 2: must be 0 to 1, the place of an answer in even odd",
        ),
        (
            {"conclude": lambda total: -1},
            "card 24: conclude of the sum 0 gives -1: must be 0 to 1, the place of an answer in even odd",
        ),
        (
            {"conclude": lambda total: "odd"},
            "card 24: conclude of the sum 0 gives 'odd': must be 0 to 1, the place of an answer in even odd",
        ),
        (
            {"conclude": lambda total: total % 2 / 1},
            "card 24: conclude of the sum 0 gives 0.0: must be 0 to 1, the place of an answer in even odd",
        ),
        (
            {"conclude": lambda total: 1 // (total - 50)},
            "card 24: conclude of the sum 0 gives -1: must be 0 to 1, the place of an answer in even odd",
        ),
        (
            {"conclude": lambda total: 0 // (total - 50)},
            "card 24: conclude of the sum 50 failed: ZeroDivisionError: integer division or modulo by zero",
        ),
        (
            {"measure": lambda rack: [total(rack) ** 2 * (i + 1) % 97 for i in range(9)], "conclude": lambda sums: 0},
            f"card 24: too many different sums with {CLASSIC.rules.most_players - 1} racks in sight: measure less",
        ),
    ],
)
def test_functions_that_do_not_do_are_refused_by_the_edition(given: dict[str, Any], message: str) -> None:
    with pytest.raises(CardError, match="^card 24: ") as refusal:
        CLASSIC.with_card(card(**given))
    assert str(refusal.value).replace("division by zero", "integer division or modulo by zero") == message
    assert "\n" not in str(refusal.value)


def test_no_scene_has_more_tiles_than_the_deck() -> None:
    """The deck has three black 3s: four need no answer. On how many racks they are is not bounded like this."""
    threes = card(measure=lambda rack: sum(t.name == "K3" for t in rack), conclude=int, answers=range(4))
    assert CLASSIC.with_card(threes).card(24).code("3", 3) == 3
    with pytest.raises(CardError, match="conclude of the sum 4 gives 4"):
        CLASSIC.with_card(card(measure=lambda rack: any(t.name == "K3" for t in rack), conclude=int, answers=range(4)))


def test_more_racks_in_sight_than_the_functions_can_answer() -> None:
    """Enough for the four racks that a table of five shows; a batch with more is refused, and so is an option."""
    most = card(measure=lambda rack: max(t.number for t in rack) == 7, conclude=int, answers=range(5))
    ed = CLASSIC.with_options({"most_players": 5}).with_card(most)
    assert Batch(ed, known=4).edition is ed
    message = "card 24: conclude of the sum 5 gives 5: must be 0 to 4"
    with pytest.raises(CardError, match=message):
        Batch(ed, known=5)
    with pytest.raises(EditionError, match=message):
        ed.with_options({"most_players": 6})


def test_a_kind_of_meaning_that_nobody_knows_is_refused() -> None:
    """It was answered by `Solver` and taken for a total in compiled code."""

    class Parity:
        width = 1

    with pytest.raises(CardError, match=r"^card 24: Parity is not a known kind of meaning \(use Card.of"):
        Card(24, TEXT, Parity())  # type: ignore[arg-type]
    with pytest.raises(CardError, match="^card 1: only cards made by Card.of can be added here"):
        load_edition("stronghold").with_card(CLASSIC.card(1))


def test_a_card_takes_the_place_of_another_and_gives_way_to_one(tmp_path: Any) -> None:
    ed = CLASSIC.with_options({"card2": "or_more"}).with_card(card(number=2))
    assert (ed.card(2).text, dict(ed.readings), len(ed.cards)) == (TEXT, {}, 23)
    (tmp_path / "two.toml").write_text('[[card]]\nnumber = 2\ntext = "?"\nracks = "sum > 3"\n', encoding="utf-8")
    assert ed.with_cards(tmp_path / "two.toml").card(2).text == "?"
    assert ed.with_options({"reshuffle_at": 4}).card(2).text == TEXT


def test_a_log_says_which_cards_are_in_python() -> None:
    """So it is not read with another card of that number by mistake."""
    ed = CLASSIC.with_card(card(number=5))
    solver = Solver(ed, ["Ann", "me"])
    solver.tell("rack Ann Y2 K5 B7\nAnn 5 odd")
    text = str(solver.log)
    assert text.splitlines()[:2] == ["option card5 python", "players Ann me"]
    again = Solver.from_log(text, edition=ed)
    assert (str(again.log), len(again.candidates)) == (text, len(solver.candidates))
    with pytest.raises(ValueError, match="card 5 has no reading 'python'"):
        Solver.from_log(text)
    with pytest.raises(ValueError, match="card 5 is written in Python and has no reading 'default'"):
        Solver.from_log("option card5 default", edition=ed)


def test_changed_functions_never_meet_old_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in memory nor from the cache file, where cards in Python are not kept at all."""
    monkeypatch.setenv("CODE777_CACHE", str(tmp_path))
    odd, sevens = card(), card(measure=lambda rack: sum(t.number == 7 for t in rack), conclude=lambda total: total > 0)
    other = card(conclude=lambda total: 1 - total % 2)
    first, second, third = (arrays_for(CLASSIC.with_card(one)) for one in (odd, sevens, other))
    assert len(first.cards[24].values) > 4 == len(second.cards[24].values)
    assert (first.cards[24].answers((0,)) + third.cards[24].answers((0,)) == 1).all()
    EditionArrays(CLASSIC.with_card(card()))
    files = list(cache_folder().iterdir())
    assert any(b'"values23"' in file.read_bytes() for file in files)
    assert not any(b'"values24"' in file.read_bytes() for file in files)


def test_every_kind_keeps_to_one_form() -> None:
    kinds = {type(one.meaning) for one in CLASSIC.with_card(card()).cards.values()}
    assert kinds == set(Meaning.__args__)
    for kind in kinds:
        assert {"width", "measure", "conclude", "symbols"} <= set(dir(kind))
