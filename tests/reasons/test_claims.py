"""Claims about a rack: every form says for which racks it holds, and what cannot be read is refused with help."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
import reference
import slow_mind
from strategies import edition, names

from code777solver import Solver
from code777solver.core.arrays import RackSpace
from code777solver.errors import ClaimError, Code777Error
from code777solver.reasons.claims import FORMS, Claim, Facts, colour_counts, number_counts, parse_claim
from code777solver.rules.editions import load_edition
from code777solver.rules.tiles import Deck

Rack = tuple[str, ...]


@cache
def space(name: str = "classic") -> RackSpace:
    return RackSpace(edition(name).deck, 3)


@cache
def racks(name: str = "classic") -> list[Rack]:
    return [names(space(name).rack(i)) for i in range(len(space(name)))]


def holds(claim: Claim, name: str = "classic") -> set[Rack]:
    return {rack for rack, yes in zip(racks(name), claim.holds, strict=True) if yes}


def number(n: int) -> Callable[[Rack], int]:
    return lambda rack: slow_mind.numbers(rack).count(str(n))


def colour(letter: str) -> Callable[[Rack], int]:
    return lambda rack: slow_mind.colours(rack).count(letter)


def tile(name: str) -> Callable[[Rack], int]:
    return lambda rack: rack.count(name)


COUNTED = [
    ("no 6", "no 6", number(6), {0}),
    ("no 6s", "no 6", number(6), {0}),
    ("without 6", "no 6", number(6), {0}),
    ("has 7", "has 7", number(7), {1, 2, 3}),
    ("has 7s", "has 7", number(7), {1, 2, 3}),
    ("have 7", "has 7", number(7), {1, 2, 3}),
    ("with 7", "has 7", number(7), {1, 2, 3}),
    ("one 5", "exactly one 5", number(5), {1}),
    ("two 5s", "exactly two 5", number(5), {2}),
    ("2 5s", "exactly two 5", number(5), {2}),
    ("three 7s", "exactly three 7", number(7), {3}),
    ("1 1", "exactly one 1", number(1), {1}),
    ("no red", "no red", colour("R"), {0}),
    ("no reds", "no red", colour("R"), {0}),
    ("has blue", "has blue", colour("B"), {1, 2, 3}),
    ("has b", "has blue", colour("B"), {1, 2, 3}),
    ("has K", "has black", colour("K"), {1, 2, 3}),
    ("no purple", "no pink", colour("P"), {0}),
    ("two purples", "exactly two pink", colour("P"), {2}),
    ("has ▼", "has brown", colour("N"), {1, 2, 3}),
    ("three greens", "exactly three green", colour("G"), {3}),
    ("has B7", "has B7", tile("B7"), {1, 2, 3}),
    ("no 7b", "no B7", tile("B7"), {0}),
    ("two B7", "exactly two B7", tile("B7"), {2}),
    ("two B7s", "exactly two B7", tile("B7"), {2}),
    ("no blue 7s", "no B7", tile("B7"), {0}),
    ("has purple 6", "has P6", tile("P6"), {1, 2, 3}),
    ("no black5", "no K5", tile("K5"), {0}),
    ("has P9", "has P6", tile("P6"), {1, 2, 3}),
]
WHOLE = [
    ("numbers 257", "the numbers are 257", lambda rack: slow_mind.numbers(rack) == "257"),
    ("numbers 7 5 2", "the numbers are 257", lambda rack: slow_mind.numbers(rack) == "257"),
    ("725", "the numbers are 257", lambda rack: slow_mind.numbers(rack) == "257"),
    ("2, 5, 7", "the numbers are 257", lambda rack: slow_mind.numbers(rack) == "257"),
    ("tiles R5 R5 B7", "the tiles are R5 R5 B7", lambda rack: rack == ("B7", "R5", "R5")),
    ("B7 r5 red 5", "the tiles are R5 R5 B7", lambda rack: rack == ("B7", "R5", "R5")),
    ("tiles purple 6 P6 brown4", "the tiles are N4 P6 P6", lambda rack: rack == ("N4", "P6", "P6")),
    ("not 447", "not 447", lambda rack: slow_mind.numbers(rack) != "447"),
    ("not 7 4 4", "not 447", lambda rack: slow_mind.numbers(rack) != "447"),
    ("not R5 R5 B7", "not R5 R5 B7", lambda rack: rack != ("B7", "R5", "R5")),
]


@pytest.mark.parametrize(("text", "said", "count", "counts"), COUNTED, ids=lambda value: str(value)[:20])
def test_a_claim_about_a_number_a_colour_or_a_tile(
    text: str, said: str, count: Callable[[Rack], int], counts: set[int]
) -> None:
    claim = parse_claim(text, space())
    assert claim.text == said
    assert holds(claim) == {rack for rack in racks() if count(rack) in counts}


@pytest.mark.parametrize(("text", "said", "true"), WHOLE, ids=lambda value: str(value)[:20])
def test_a_claim_about_the_whole_rack(text: str, said: str, true: Callable[[Rack], bool]) -> None:
    claim = parse_claim(text, space())
    assert claim.text == said
    assert holds(claim) == {rack for rack in racks() if true(rack)}


@pytest.mark.parametrize("text", [text for text, *_ in [*COUNTED, *WHOLE]])
def test_why_asks_the_same_and_why_not_the_opposite(text: str) -> None:
    plain = parse_claim(text, space())
    for spelled in (f"why {text}", f"Why {text} ?", f"WHY {text.upper()}?"):
        assert parse_claim(spelled, space()).text == plain.text
        assert (parse_claim(spelled, space()).holds == plain.holds).all()
    opposite = parse_claim(f"why not {text}", space())
    assert (opposite.holds == ~plain.holds).all()
    assert opposite.text == plain.opposite
    assert opposite.negated().text == plain.text


@pytest.mark.parametrize(
    ("text", "opposite"),
    [("no 6", "has 6"), ("has blue", "no blue"), ("two 5s", "not exactly two 5"), ("257", "not 257")],
)
def test_the_opposite_is_said_in_words(text: str, opposite: str) -> None:
    assert parse_claim(text, space()).opposite == opposite
    assert parse_claim(f"why not {text}", space()).text == opposite


def test_every_form_that_is_offered_can_be_read() -> None:
    for form in FORMS.split(", "):
        assert 0 < parse_claim(form, space()).holds.sum() < len(space())


@pytest.mark.parametrize(
    "subject", [*map(str, range(1, 8)), "green", "yellow", "black", "brown", "red", "pink", "blue"]
)
def test_counts_of_a_subject_share_out_all_racks(subject: str) -> None:
    """No rack has two different counts, and every rack has one."""
    counts = [parse_claim(f"{word} {subject}", space()).holds for word in ("no", "one", "two", "three")]
    assert (np.sum(counts, axis=0) == 1).all()
    assert (parse_claim(f"has {subject}", space()).holds == ~counts[0]).all()


def test_a_tile_and_a_number_are_the_same_where_the_number_has_one_colour() -> None:
    assert (parse_claim("has 4", space()).holds == parse_claim("has N4", space()).holds).all()
    assert (parse_claim("has 5", space()).holds != parse_claim("has R5", space()).holds).any()


def test_claims_about_the_49_tile_deck() -> None:
    assert holds(parse_claim("two 7s", space("unique49")), "unique49") == {
        rack for rack in racks("unique49") if number(7)(rack) == 2
    }
    assert holds(parse_claim("has G5", space("unique49")), "unique49") == {
        rack for rack in racks("unique49") if "G5" in rack
    }
    assert len(holds(parse_claim("numbers 777", space("unique49")), "unique49")) == 35


# ------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "text", ["has blu", "no gren", "what is this", "", "why", "why not", "not", "tiles", "no", "has"]
)
def test_a_claim_that_cannot_be_read_is_refused_with_all_forms(text: str) -> None:
    with pytest.raises(ClaimError, match=re.escape(f"cannot read the claim {text!r}")) as caught:
        parse_claim(text, space())
    assert str(caught.value).endswith(f"(forms: {FORMS})")
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, Code777Error)


@pytest.mark.parametrize(
    ("text", "meant"), [("has blu", "has blue"), ("no rad", "no red"), ("hasblue", "has blue"), ("nored", "no red")]
)
def test_the_nearest_form_is_offered(text: str, meant: str) -> None:
    with pytest.raises(ClaimError, match=f"did you mean '{meant}'"):
        parse_claim(text, space())


@pytest.mark.parametrize(("text", "meant"), [("hsa 7", "has 7"), ("tow 5s", "two 5s"), ("number 257", "numbers 257")])
def test_a_slip_in_a_claim_with_a_number_is_met_with_the_forms_too(text: str, meant: str) -> None:
    """The trouble is the form of the claim, and not the tile."""
    with pytest.raises(ClaimError, match=f"did you mean '{meant}'") as caught:
        parse_claim(text, space())
    assert FORMS in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no 8", r"no number 8 in this deck \(numbers 1 2 3 4 5 6 7\)"),
        ("has 0", r"no number 0 in this deck"),
        ("two 10s", r"no number 10 in this deck"),
        ("has R7", r"no such tiles in this deck: 'r7'"),
        ("no yellow 5", r"no such tiles in this deck: 'yellow 5'"),
        ("numbers 111", r"no rack of this deck has the numbers 111"),
        ("258", r"no rack of this deck has the numbers 258"),
        ("tiles G1 G1 B7", r"the deck cannot make G1 G1 B7: it has fewer of those tiles"),
        ("tiles R5 B7", r"cannot read the claim 'tiles R5 B7'"),
        ("tiles 7 7 B7", r"can be any of P7, Y7, B7: add the colour"),
    ],
)
def test_what_the_deck_lacks_is_said(text: str, reason: str) -> None:
    with pytest.raises(ClaimError, match=reason) as caught:
        parse_claim(text, space())
    assert "\n" not in str(caught.value)


def test_a_colour_that_the_deck_lacks_is_said() -> None:
    small = RackSpace(Deck.of({"Y2": 2, "K3": 3, "B7": 4}), 3)
    for word in ("red", "reds", "R", "purple"):
        with pytest.raises(ClaimError, match=r"no (red|pink) tiles in this deck"):
            parse_claim(f"no {word}", small)
    with pytest.raises(ClaimError, match=r"no number 5 in this deck \(numbers 2 3 7\)"):
        parse_claim("has 5", small)
    assert parse_claim("has blue", small).holds.any()


@pytest.mark.parametrize(("text", "same"), [("numbers 679", "numbers 667"), ("no 9", "no 6"), ("two 9s", "two 6s")])
def test_a_9_is_a_6_upside_down_in_claims_as_everywhere(text: str, same: str) -> None:
    assert (parse_claim(text, space()).holds == parse_claim(same, space()).holds).all()


def test_a_solver_reads_claims_for_its_own_deck() -> None:
    unique = Solver("unique49", ["Ann", "Bob", "Cid", "me"])
    for player, tiles in (("Ann", "G1 G2 G3"), ("Bob", "Y1 Y2 Y3"), ("Cid", "K1 K2 K3")):
        unique.rack(player, tiles)
    assert unique.why("has R7").proved is False
    assert unique.why("no G1").proved
    with pytest.raises(ClaimError, match=r"the deck cannot make B7 B7 B7"):
        unique.why("tiles B7 B7 B7")


# ---------------------------------------------------------------------------------------------- facts


def test_counts_by_number_and_by_colour_are_those_of_the_racks() -> None:
    deck = load_edition("classic").deck
    for i, rack in enumerate(racks()):
        assert number_counts(space())[i].tolist() == [number(n)(rack) for n in deck.numbers]
        assert colour_counts(space())[i].tolist() == [colour(letter)(rack) for letter in deck.colours]


def test_facts_are_what_all_racks_have_in_common() -> None:
    facts = Facts(space())
    some = [("B7", "K5", "Y2"), ("B7", "B7", "K5")]
    found = facts.proved(np.array([racks().index(rack) for rack in some]))
    names_of = {**{str(n): number(n) for n in range(1, 8)}, **{name: tile(name) for name in reference.DECK_28}}
    words = ("green", "yellow", "black", "brown", "red", "pink", "blue")
    names_of |= {word: colour(letter) for letter, word in zip("GYKNRPB", words, strict=True)}
    expected = {f"has {name}" for name, count in names_of.items() if all(count(rack) for rack in some)}
    expected |= {f"no {name}" for name, count in names_of.items() if not any(count(rack) for rack in some)}
    assert found == expected
    assert {"has B7", "has black", "no 6", "no pink"} <= found
    assert not {"has yellow", "no yellow", "has 2", "no 2"} & found
    assert facts.proved(np.zeros(0, np.intp)) == frozenset()


def test_every_fact_is_a_claim_with_the_same_words() -> None:
    facts = Facts(space())
    for verb in ("has", "no"):
        for name in facts.names:
            assert parse_claim(f"{verb} {name}", space()).text == f"{verb} {name}"
    told = list(facts.in_order(frozenset({"no B7", "has red", "no 6", "has 7", "no red"})))
    assert told == ["no 6", "has 7", "has red", "no red", "no B7"]


def test_the_rack_table_of_these_tests_has_every_rack_of_the_deck_once() -> None:
    every = {
        rack
        for rack in combinations_with_replacement(sorted(reference.DECK_28), 3)
        if all(rack.count(name) <= reference.DECK_28[name] for name in rack)
    }
    assert sorted(racks()) == sorted(every)
