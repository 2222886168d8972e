"""The compiled code against the plain meaning of the cards, a general constraint solver and brute force.

A small run in a process of its own repeats part of this without compilation; tests/kernels/test_bounds.py, with checked bounds.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import csp
import numpy as np
import pytest
import reference
from fresh_numba import run_tests
from strategies import deal, edition, names, solve

from code777solver import Batch, Card, Code777Error, Edition, load_edition
from code777solver.core.arrays import ByteArray, EditionArrays, LoweredCard, arrays_for
from code777solver.core.rows import answer_sets
from code777solver.errors import BeliefError
from code777solver.rules.cards import COMPARISONS, RACK_MEASURES
from code777solver.rules.tiles import Rack

Given = list[tuple[int, int, str]]
"""(known rack of who answers, card, answer)."""


@cache
def batch(name: str, known: int) -> Batch:
    return Batch(name, known=known)


# --------------------------------------------------------------------------- predicates against the plain cards


def scenes(rng: random.Random, name: str, count: int) -> list[list[Rack]]:
    """Racks that an answerer may see beside mine: none, whole racks, or one-tile racks."""
    found: list[list[Rack]] = [[]]
    for _ in range(count - 1):
        sizes = [rng.choice((3, 3, 1)) if name != "classic" else 3 for _ in range(rng.randint(0, 4))]
        found.append(deal(rng, name, sizes))
    return found


def plain_code(card: Card, racks: list[Rack]) -> int:
    """The answer as a code: a rack may hold tiles of the scene again, so that the answer has no symbol."""
    return card.meaning.conclude(card.total(racks))


def compiled_answers(lowered: LoweredCard, total: tuple[int, ...], racks_seen: int) -> ByteArray:
    """The answer code for each rack, read from the rows that compiled code uses; 255 for a rack that is in no row."""
    answers = len(lowered.card.meaning.symbols(racks_seen))
    sets = answer_sets(lowered, np.array([total]), answers)
    bits = np.unpackbits(sets.view(np.uint8), axis=1, bitorder="little")[:, : len(lowered.classes)]
    assert (bits.sum(axis=0) <= 1).all(), "a rack gives two answers"
    return np.where(bits.any(axis=0), bits.argmax(axis=0), 255).astype(np.uint8)


def check_cards(ed: Edition, arrays: EditionArrays, found: list[list[Rack]], racks: list[int]) -> None:
    for number, card in ed.cards.items():
        lowered = arrays.cards[number]
        for scene in found:
            total = card.total(scene)
            assert arrays.total(number, scene) == total
            answers = len(card.meaning.symbols(len(scene) + 1))
            compiled, lower = compiled_answers(lowered, total, len(scene) + 1), lowered.answers(total)
            assert compiled.tolist() == np.where(lower < answers, lower, 255).tolist(), (number, scene)
            for i in racks:
                plain = plain_code(card, [*scene, arrays.racks.rack(i)])
                assert lower[i] == plain, (number, scene, i)
                assert compiled[i] == (plain if plain < answers else 255), (number, scene, i)
            for code in {0, answers - 1}:
                assert (lowered.agreeing(total, code) == (compiled == code)).all()


@pytest.mark.seconds
def test_every_card_on_every_rack_of_the_28_tiles() -> None:
    arrays = arrays_for(edition("classic"))
    assert len(arrays.racks) == 251
    check_cards(edition("classic"), arrays, scenes(random.Random(1), "classic", 40), list(range(251)))


def test_every_card_on_every_class_of_racks_of_the_49_tiles() -> None:
    """Racks of one class measure the same, so one of each class and a random one stand for all."""
    ed, rng = edition("unique49"), random.Random(2)
    arrays = arrays_for(ed)
    assert len(arrays.racks) == 18_424
    for number, card in ed.cards.items():
        lowered = arrays.cards[number]
        firsts = np.unique(lowered.classes, return_index=True)[1].tolist()
        chosen = firsts + [rng.randrange(18_424) for _ in range(40)]
        for i in chosen:
            measure = card.meaning.measure(arrays.racks.rack(i))
            assert tuple(lowered.values[lowered.classes[i]].tolist()) == measure
        for scene in scenes(rng, "unique49", 12):
            total = card.total(scene)
            answers, lower = len(card.meaning.symbols(len(scene) + 1)), lowered.answers(total)
            compiled = compiled_answers(lowered, total, len(scene) + 1)
            assert compiled.tolist() == np.where(lower < answers, lower, 255).tolist()
            for i in chosen:
                plain = plain_code(card, [*scene, arrays.racks.rack(i)])
                assert compiled[i] == (plain if plain < answers else 255), (number, scene, i)


def test_the_racks_of_a_deck_are_all_there_once_in_order() -> None:
    for name in ("classic", "unique49"):
        deck, space = edition(name).deck, arrays_for(edition(name)).racks
        rows = space.kinds.tolist()
        assert rows == sorted(rows)
        assert len({tuple(row) for row in rows}) == len(rows)
        assert (np.diff(space.kinds.astype(int), axis=1) >= 0).all()
        assert (space.counts <= np.array(deck.copies)).all()
    expected = {names(rack) for rack in combinations(reference.DECK_28.elements(), 3)}
    space = arrays_for(edition("classic")).racks
    assert {names(space.rack(i)) for i in range(len(space))} == expected
    for i in (0, 100, 250):
        assert space.find(space.rack(i)) == i
        assert space.codes[space.code_of[i]] == "".join(sorted(name[1] for name in names(space.rack(i))))


def test_ways_to_draw_a_rack() -> None:
    """The ways of all racks add up to the number of ordered draws of three tiles."""
    space = arrays_for(edition("classic")).racks
    copies = edition("classic").deck.copies
    ways = space.ways(copies) / space.repeats
    assert ways.sum() * 6 == 28 * 27 * 26
    k3 = space.find(edition("classic").deck.rack("K3 K3 N4"))
    assert ways[k3] == 3 * 4


# ------------------------------------------------------------------------------------------ cards of your own

CUSTOM_DECK = {"G1": 2, "Y2": 1, "K3": 3, "N4": 2, "R5": 2, "P6": 1, "B7": 2}


def custom_edition(folder: Path) -> Edition:
    """A small deck, and cards with every measure, every comparison and every form."""
    entries = [f'racks = "{what} {sign} {value}"' for what, sign, value in _conditions()]
    entries += [
        f'seen = "{what} {sign} {times}"'
        for what in ("colours", "numbers")
        for sign in COMPARISONS
        for times in (0, 1, 2)
    ]
    entries += [
        'tiles = ["G1", "blue", "5"]',
        'tiles = "not red"',
        'compare = ["3", "7"]',
        'compare = ["green", "blue 7"]',
    ]
    cards = "".join(f'[[card]]\nnumber = {i}\ntext = "card {i}?"\n{entry}\n' for i, entry in enumerate(entries, 1))
    deck = "".join(f"{tile} = {count}\n" for tile, count in CUSTOM_DECK.items())
    rules = "most_players = 4\nreshuffle_at = 0\n"
    (folder / "cards.toml").write_text(cards, encoding="utf-8")
    (folder / "custom.toml").write_text(
        f'extends = "classic"\ncards = "cards.toml"\n[deck]\n{deck}[rules]\n{rules}', encoding="utf-8"
    )
    return load_edition("custom.toml", folder=folder)


def _conditions() -> list[tuple[str, str, int]]:
    middle = {"sum": 13, "highest": 5, "lowest": 3}
    signs = list(COMPARISONS)
    return [(what, signs[i % 6], middle.get(what, 2)) for i, what in enumerate([*RACK_MEASURES, *RACK_MEASURES][:17])]


def test_cards_of_ones_own_on_every_rack_of_a_small_deck(tmp_path: Path) -> None:
    ed, rng = custom_edition(tmp_path), random.Random(3)
    arrays = arrays_for(ed)
    tiles = ed.deck.expand(ed.deck.copies)
    found: list[list[Rack]] = [[]]
    for _ in range(10):
        some = rng.sample(tiles, 6)
        found.append([ed.deck.sort(some[:3]), ed.deck.sort(some[3 : rng.choice((4, 6))])][: rng.randint(1, 2)])
    check_cards(ed, arrays, found, list(range(len(arrays.racks))))


def check_own_positions(ed: Edition, tiles: Rack, known: int, count: int, rng: random.Random) -> None:
    """Random positions against the plain cards asked about every three tiles that are left."""
    solver = Batch(ed, known=known)
    space = solver.arrays.racks
    rows, answers, expected = [], [], []
    for _ in range(count):
        some = rng.sample(tiles, 3 * known + 3)
        mine, *racks = (ed.deck.sort(some[i : i + 3]) for i in range(0, len(some), 3))
        given: Given = []
        for _ in range(rng.randint(0, 5)):
            who, card = rng.randrange(known), rng.choice(list(ed.cards))
            given.append((who, card, ed.card(card).answer([*racks[:who], *racks[who + 1 :], mine])))
        left = Counter(tiles)
        left.subtract(tile for rack in racks for tile in rack)
        expected.append(
            {
                space.find(rack)
                for rack in set(combinations(sorted(left.elements()), 3))
                if all(
                    ed.card(card).answer([*racks[:who], *racks[who + 1 :], ed.deck.sort(rack)]) == said
                    for who, card, said in given
                )
            }
        )
        assert space.find(mine) in expected[-1]
        rows.append(racks)
        answers.append(given)
    found = solver.solve(solver.rack_ids(rows), solver.encode(answers))
    assert [set(np.nonzero(row)[0].tolist()) for row in found.racks] == expected
    assert found.counts.tolist() == [len(racks) for racks in expected]


@pytest.mark.minutes
def test_positions_with_a_small_deck_and_cards_of_ones_own(tmp_path: Path) -> None:
    ed, rng = custom_edition(tmp_path), random.Random(4)
    for known in (1, 2, 3):
        check_own_positions(ed, ed.deck.expand(ed.deck.copies), known, 40, rng)


@pytest.mark.parametrize("second", ["green 1", "8", "pink"])
def test_a_comparison_that_only_one_side_can_win(second: str, tmp_path: Path) -> None:
    """One pick within the other, or of tiles that the deck lacks."""
    (tmp_path / "own.toml").write_text(
        'extends = "classic"\ncards = "cards.toml"\n[deck]\nG1 = 2\nG6 = 4\nB7 = 3\n'
        "[rules]\nmost_players = 3\nreshuffle_at = 0\n",
        encoding="utf-8",
    )
    card = f'[[card]]\nnumber = 1\ntext = "?"\ncompare = ["green", "{second}"]\n'
    (tmp_path / "cards.toml").write_text(card, encoding="utf-8")
    ed = load_edition("own.toml", folder=tmp_path)
    solver = Batch(ed, known=2)
    space = solver.arrays.racks
    seen = ed.deck.rack("B7 B7 B7")
    ids = solver.rack_ids([["G1 G1 G6", seen]] * 2)
    found = solver.solve(ids, solver.encode([[(0, 1, ">")], [(0, 1, "=")]]))
    for row, said in zip(found.racks, (">", "="), strict=True):
        expected = [
            ed.card(1).answer([seen, space.rack(i)]) == said and not {"B7", "G1"} & set(names(space.rack(i)))
            for i in range(len(space))
        ]
        assert row.tolist() == expected


# ------------------------------------------------------------------------------------------- many positions


def random_positions(rng: random.Random, name: str, known: int, count: int) -> tuple[list[list[Rack]], list[Given]]:
    """Known racks and true answers of their owners."""
    rows, answers = [], []
    for _ in range(count):
        mine, *racks = deal(rng, name, [3] * (known + 1))
        given: Given = []
        for _ in range(rng.randint(0, 8)):
            who, card = rng.randrange(known), rng.randint(1, 23)
            given.append((who, card, edition(name).card(card).answer([*racks[:who], *racks[who + 1 :], mine])))
        rows.append(racks)
        answers.append(given)
    return rows, answers


def brute_force(racks: list[Rack], given: Given, name: str) -> set[tuple[str, ...]]:
    """Every three of the tiles that are left, asked every card again by the slow twin."""
    plain = [names(rack) for rack in racks]
    left = Counter(reference.EDITIONS[name].deck)
    left.subtract(tile for rack in plain for tile in rack)
    return {
        mine
        for mine in set(combinations(sorted(left.elements()), 3))
        if all(reference.CARDS[card]([*plain[:who], *plain[who + 1 :], mine]) == said for who, card, said in given)
    }


def found_racks(solver: Batch, rows: list[list[Rack]], answers: list[Given]) -> list[set[tuple[str, ...]]]:
    space = solver.arrays.racks
    found = solver.solve(solver.rack_ids(rows), solver.encode(answers))
    sets = [{names(space.rack(int(i))) for i in np.nonzero(row)[0]} for row in found.racks]
    assert found.counts.tolist() == [len(racks) for racks in sets]
    for place, racks in zip(found.certain.tolist(), sets, strict=True):
        codes = {"".join(sorted(tile[1] for tile in rack)) for rack in racks}
        assert (space.codes[place] if place >= 0 else None) == (codes.pop() if len(codes) == 1 else None)
    return sets


@pytest.mark.minutes
@pytest.mark.parametrize("known", [1, 2, 3, 4])
def test_positions_of_the_28_tiles(known: int) -> None:
    rng = random.Random(known)
    rows, answers = random_positions(rng, "classic", known, 120)
    found = found_racks(batch("classic", known), rows, answers)
    for racks, given, left in zip(rows, answers, found, strict=True):
        assert left == brute_force(racks, given, "classic")
    for racks, given, left in list(zip(rows, answers, found, strict=True))[:25]:
        assert left == csp.solve([names(rack) for rack in racks], given)


@pytest.mark.seconds
@pytest.mark.parametrize("known", [1, 3])
def test_positions_of_the_49_tiles(known: int) -> None:
    rng = random.Random(known)
    rows, answers = random_positions(rng, "unique49", known, 4)
    found = found_racks(batch("unique49", known), rows, answers)
    for place, (racks, given, left) in enumerate(zip(rows, answers, found, strict=True)):
        assert left == brute_force(racks, given, "unique49")
        if place == 0:
            assert left == csp.solve([names(rack) for rack in racks], given, "unique49")


def test_a_batch_for_more_racks_solves_positions_with_fewer() -> None:
    rows, answers = random_positions(random.Random(9), "classic", 2, 60)
    assert found_racks(batch("classic", 4), rows, answers) == found_racks(batch("classic", 2), rows, answers)


def test_false_answers_leave_nothing() -> None:
    solver = batch("classic", 1)
    racks = solver.rack_ids([["Y2 K5 B7"]])
    found = solver.solve(racks, solver.encode([[(0, 1, "0"), (0, 1, "1")]]))
    assert found.counts.tolist() == [0]
    assert found.certain.tolist() == [-1]
    assert found.chances.sum() == 0


def test_answers_of_different_length_are_padded_and_threads_change_nothing() -> None:
    rows, answers = random_positions(random.Random(8), "classic", 3, 101)
    solver = batch("classic", 3)
    ids, coded = solver.rack_ids(rows), solver.encode(answers)
    one = solver.solve(ids, coded)
    for threads in (0, 2, 3, 200):
        many = solver.solve(ids, coded, threads=threads)
        assert (many.sets == one.sets).all()
    assert (solver.solve(ids[5:6], coded[5:6]).sets == one.sets[5:6]).all()
    assert solver.solve(ids[:0], coded[:0]).counts.tolist() == []
    assert (solver.solve(ids, coded[:, :0]).racks >= one.racks).all()


@pytest.mark.parametrize("name", ["classic", "unique49"])
def test_chances_of_positions_equal_those_of_the_solver(name: str) -> None:
    rng = random.Random(5)
    players = ["Ann", "Bob", "Cid", "me"]
    rows, answers = random_positions(rng, name, 3, 15 if name == "classic" else 3)
    solver = batch(name, 3)
    chances = solver.solve(solver.rack_ids(rows), solver.encode(answers)).chances
    for racks, given, found in zip(rows, answers, chances, strict=True):
        lines = [f"edition {name}", f"players {' '.join(players)}"]
        lines += [f"rack {player} {' '.join(map(str, rack))}" for player, rack in zip(players, racks, strict=False)]
        lines += [f"{players[who]} {card} {said}" for who, card, said in given]
        np.testing.assert_allclose(found, solve(*lines).belief.chances, rtol=1e-9, atol=1e-15)


# --------------------------------------------------------------------------------------------------- faults

RACKS = [["Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7"]]


@pytest.mark.parametrize(
    ("racks", "answers", "message"),
    [
        ([[-1, 2, 3]], [[]], "position 0: a rack number is out of range"),
        ([[0, 252, 3]], [[]], "position 0: a rack number is out of range"),
        ([[0, 30_000, 3]], [[]], "position 0: a rack number is out of range"),
        (None, [[[0, 23, 0]]], "position 0: an answer names a card or a rack that does not exist"),
        (None, [[[0, 127, 0]]], "position 0: an answer names a card or a rack that does not exist"),
        (None, [[[3, 0, 0]]], "position 0: an answer names a card or a rack that does not exist"),
        (None, [[[-1, 0, 0]]], "position 0: an answer names a card or a rack that does not exist"),
        (None, [[[0, 15, 3]]], "position 0: an answer code is out of range for its card"),
        (None, [[[0, 0, 4]]], "position 0: an answer code is out of range for its card"),
        (None, [[[0, 15, -1]]], "position 0: an answer code is out of range for its card"),
        ([1, 2, 3], [[]], r"\(positions, known\) and \(positions, answers, 3\) are needed"),
        (None, [[0, 1, 2]], "are needed"),
        (None, [[[0, 1]]], "are needed"),
        ([[1, 2, 3], [1, 2, 3]], [[]], "are needed"),
        ([[1, 2, 3, 4]], [[]], "4 known racks: this batch was made for at most 3"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(racks: object, answers: object, message: str) -> None:
    solver = batch("classic", 3)
    known = solver.rack_ids(RACKS) if racks is None else racks
    heard = np.zeros((1, 0, 3), int) if answers == [[]] else answers
    with pytest.raises(BeliefError, match=message):
        solver.solve(known, heard)  # type: ignore[arg-type]


def test_too_many_tiles_of_a_kind_are_refused_and_the_position_is_named() -> None:
    solver = batch("classic", 3)
    good, bad = RACKS[0], ["G1 Y2 K3", "G1 N4 N4", "B7 B7 B7"]
    ids = solver.rack_ids([good, good, bad])
    with pytest.raises(BeliefError, match="position 2: the racks hold more tiles of a kind than the deck has"):
        solver.solve(ids, np.zeros((3, 0, 3), int))
    with pytest.raises(BeliefError, match="position 2: the racks hold more tiles"):
        solver.solve(ids, np.zeros((3, 0, 3), int), threads=2)


@pytest.mark.parametrize(
    ("racks", "who", "code"),
    [(65_536, 0, 0), (-65_536, 0, 0), (0, 256, 0), (0, 0, 256), (0.5, 0, 0), (0, 0, 0.5)],
    ids=["rack number", "negative rack number", "answerer", "answer code", "rack and a half", "half a code"],
)
def test_numbers_that_do_not_fit_are_refused_and_not_cut_off(racks: float, who: int, code: float) -> None:
    """An array of another dtype is welcome, but 256 + 1 is not 1."""
    solver = batch("classic", 3)
    known, heard = solver.rack_ids(RACKS).astype(float), solver.encode([[(0, 16, "<")]]).astype(float)
    assert solver.solve(known.astype(int), heard.astype(int)).counts.tolist() == [121]
    wrong = known + racks, heard + np.array([who, 0, code])
    if not isinstance(racks, float) and not isinstance(code, float):
        wrong = wrong[0].astype(int), wrong[1].astype(int)
    with pytest.raises(Code777Error, match="out of range|are needed$"):
        solver.solve(*wrong)


def test_racks_and_answers_that_cannot_be_are_refused_when_they_are_encoded() -> None:
    solver = batch("classic", 3)
    for racks in ([["Y2 K5"]], [["G1 G1 G1"]], [["Y2 K5 B7"], ["Y2 K5 B7", "N4 N4 N4"]]):
        with pytest.raises(
            Code777Error, match="^all positions need the same number of racks$|^position 0: no such rack in this deck: "
        ):
            solver.rack_ids(racks)
    for given in ((0, 99, "1"), (0, 16, "purple"), (0, 1, "4"), (300, 1, "1")):
        with pytest.raises(Code777Error, match="^no card 99 |is not an answer to card |no known rack 300 "):
            solver.encode([[given]])


@pytest.mark.parametrize("known", [0, -1])
def test_a_batch_needs_a_known_rack(known: int) -> None:
    with pytest.raises(Code777Error, match=f"^{known} known racks: a position needs at least one other rack$"):
        Batch("classic", known=known)


@pytest.mark.parametrize(
    ("known", "message"),
    [
        (2.5, r"known 2\.5: a whole number is needed"),
        ("3", "known '3': a whole number is needed"),
        (None, "known None: a whole number is needed"),
        (9, "9 known racks: 28 tiles are enough for 8 beside mine"),
        (10, "10 known racks: 28 tiles are enough for 8 beside mine"),
    ],
)
def test_a_number_of_racks_that_cannot_be_is_refused_before_anything_is_built(
    known: object, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("code777solver.core.batch.build_lookup", lambda *_: pytest.fail("it was built"))
    with pytest.raises(BeliefError, match=message):
        Batch("classic", known=known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("racks", "message"),
    [
        ([], "no positions: give at least one"),
        (["Y2 K5 B7"], "position 0: a list is needed, not 'Y2 K5 B7'"),
        ("Y2 K5 B7", "positions: a list is needed"),
        (7, "positions: a list is needed, not 7"),
        ([["Y2 K5 B7"], [7]], "position 1: no such rack in this deck: 7"),
        ([[None]], "position 0: no such rack in this deck: None"),
    ],
)
def test_what_is_no_list_of_racks_is_refused_in_one_line(racks: object, message: str) -> None:
    with pytest.raises(BeliefError, match=message):
        batch("classic", 3).rack_ids(racks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[("Ann", 16, "<")]], "position 0, answer 0: known rack 'Ann': a whole number is needed"),
        ([[], [(0, 16, "<"), (0, "16", "<")]], "position 1, answer 1: card '16': a whole number is needed"),
        ([[(0, 16)]], r"position 0, answer 0: \(0, 16\) is not \(known rack, card, answer\)"),
        ([[(0, 16, None)]], r"position 0, answer 0: \(0, 16, None\) is not"),
        ([[(0, 16, 2.5)]], r"position 0, answer 0: \(0, 16, 2\.5\) is not"),
        ([[5]], "position 0, answer 0: a list is needed, not 5"),
        ([5], "position 0: a list is needed, not 5"),
        (5, "positions: a list is needed, not 5"),
        ([[(3, 16, "<")]], r"position 0, answer 0: no known rack 3 \(0 to 2\)"),
        ([[(0, 99, "<")]], "no card 99"),
    ],
)
def test_what_is_no_answer_is_refused_in_one_line(given: object, message: str) -> None:
    with pytest.raises(Code777Error, match=message) as caught:
        batch("classic", 3).encode(given)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_an_answer_may_be_a_number() -> None:
    solver = batch("classic", 3)
    assert np.array_equal(solver.encode([[(0, 1, 2)]]), solver.encode([[(0, 1, "2")]]))  # type: ignore[list-item]


def test_an_answer_needs_the_rack_of_who_gives_it() -> None:
    """With fewer racks than the batch can take, the rest are not there: nobody with such a rack can answer."""
    solver = batch("classic", 3)
    racks = solver.rack_ids([["Y2 K5 B7", "G6 G6 R5"], ["Y2 K5 B7", "G6 G6 R5"]])
    with pytest.raises(BeliefError, match="position 1: answer 1 comes from known rack 2, which is not there"):
        solver.solve(racks, solver.encode([[(0, 16, "<"), (1, 16, "<")], [(0, 16, "<"), (2, 16, "<")]]))
    nobody = len(solver.arrays.racks)
    gap = np.array([[racks[0, 0], nobody, racks[0, 1]]])
    with pytest.raises(BeliefError, match="position 0: answer 0 comes from known rack 1, which is not there"):
        solver.solve(gap, solver.encode([[(1, 16, "<")]]))
    assert (solver.solve(gap, solver.encode([[(2, 16, "<")]])).counts > 0).all()


def test_an_answer_counts_no_racks_that_are_not_there() -> None:
    """Ann, who sees one rack beside mine, cannot count three racks."""
    solver = batch("classic", 3)
    racks = solver.rack_ids([["Y2 K5 B7", "G6 G6 R5"]])
    assert solver.solve(racks, solver.encode([[(0, 1, "2")]])).counts.shape == (1,)
    with pytest.raises(BeliefError, match="position 0: answer 0 has code 3, but its card has 3 answers"):
        solver.solve(racks, solver.encode([[(0, 1, "3")]]))
    three = solver.rack_ids([["Y2 K5 B7", "G6 G6 R5", "N4 N4 N4"]])
    assert solver.solve(three, solver.encode([[(0, 1, "3")]])).counts.tolist() == [0]


# ---------------------------------------------------------------------------------------- other ways to run

MINI = """
extends = "classic"
cards = "cards.toml"
[deck]
G1 = 2
Y2 = 1
K3 = 3
N4 = 2
B7 = 3
[rules]
most_players = 3
reshuffle_at = 0
"""
MINI_CARDS = [
    'racks = "sum >= 12"',
    'seen = "colours >= 1"',
    'seen = "numbers >= 2"',
    'tiles = ["G1", "blue"]',
    'compare = ["3", "blue 7"]',
]


@pytest.fixture
def mini(tmp_path: Path) -> Edition:
    """A very small deck with one card of each form: enough to run every kernel uncompiled."""
    cards = "".join(f'[[card]]\nnumber = {i}\ntext = "?"\n{card}\n' for i, card in enumerate(MINI_CARDS, 1))
    (tmp_path / "cards.toml").write_text(cards, encoding="utf-8")
    (tmp_path / "mini.toml").write_text(MINI, encoding="utf-8")
    return load_edition("mini.toml", folder=tmp_path)


def test_mini_cards_and_positions(mini: Edition) -> None:
    rng, tiles = random.Random(1), mini.deck.expand(mini.deck.copies)
    arrays = arrays_for(mini)
    check_cards(mini, arrays, [[], [mini.deck.rack("G1 K3 B7")]], list(range(len(arrays.racks))))
    for known in (1, 2):
        check_own_positions(mini, tiles, known, 20, rng)


def test_mini_faults(mini: Edition) -> None:
    solver = Batch(mini, known=2)
    good = solver.rack_ids([["G1 Y2 K3", "K3 N4 B7"]])
    for racks, heard, message in (
        ([[-1, 0]], [], "a rack number is out of range"),
        ([[0, 999]], [], "a rack number is out of range"),
        (good, [[0, 5, 0]], "a card or a rack that does not exist"),
        (good, [[2, 0, 0]], "a card or a rack that does not exist"),
        (good, [[-1, 0, 0]], "a card or a rack that does not exist"),
        (good, [[0, 4, 3]], "an answer code is out of range"),
        (good, [[0, 4, -1]], "an answer code is out of range"),
        (solver.rack_ids([["K3 K3 K3", "K3 N4 N4"]]), [], "more tiles of a kind"),
    ):
        with pytest.raises(BeliefError, match=f"position 0: .*{message}"):
            solver.solve(racks, np.array(heard, int).reshape(1, -1, 3))


def test_mini_positions_of_the_28_tiles() -> None:
    """Few known racks, but the rows and, where it is compiled, the vector kernel of the whole deck."""
    rows, answers = random_positions(random.Random(6), "classic", 2, 10)
    found = found_racks(batch("classic", 2), rows, answers)
    assert found == [brute_force(racks, given, "classic") for racks, given in zip(rows, answers, strict=True)]


def test_too_many_tiles_are_noticed_with_any_number_of_racks(mini: Edition, tmp_path: Path) -> None:
    """Up to 16 racks of three black 3s: the check must not wrap round."""
    many = MINI.replace("G1 = 2", "G1 = 20").replace("N4 = 2", "N4 = 20").replace("B7 = 3", "B7 = 8")
    (tmp_path / "many.toml").write_text(many, encoding="utf-8")
    ed = load_edition("many.toml", folder=tmp_path)
    for known in (2, 11, 12, 16):
        solver = Batch(ed, known=known)
        with pytest.raises(BeliefError, match="more tiles of a kind"):
            solver.solve(solver.rack_ids([["K3 K3 K3"] * known]), np.zeros((1, 0, 3), int))


@pytest.mark.minutes
def test_the_same_without_compilation(tmp_path: Path) -> None:
    run_tests(tmp_path, "-k", "test_mini", __file__, NUMBA_DISABLE_JIT="1")
