"""Sets of racks as bits do what sets of Python do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sets_of_racks import SMALL, packed, unpacked

from code777solver.core.arrays import EditionArrays, arrays_for
from code777solver.core.racksets import RackSets, anything, meets
from code777solver.rules.editions import load_edition
from code777solver.rules.targets import Target


@pytest.fixture(scope="module", params=["classic", "small", "unique49"])
def sets(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RackSets:
    folder = tmp_path_factory.mktemp("editions")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    name = "small.toml" if request.param == "small" else request.param
    return RackSets(arrays_for(load_edition(name, folder=folder)))


def some(sets: RackSets, number: int, share: float, seed: int = 0) -> list[set[int]]:
    """Random sets of racks, an empty one and a full one among them."""
    rng, size = np.random.default_rng(seed), len(sets.arrays.racks)
    found = [set(np.nonzero(rng.random(size) < share)[0].tolist()) for _ in range(number)]
    return [*found, set(), set(range(size))]


def tiles(arrays: EditionArrays, rack: int) -> Counter[int]:
    return Counter(arrays.racks.kinds[rack].tolist())


def test_what_is_packed_comes_back_and_is_listed(sets: RackSets) -> None:
    chosen = some(sets, 6, 0.1)
    bits = packed(sets, chosen)
    assert unpacked(sets, bits) == chosen
    column, rack = sets.members(bits)
    assert column.tolist() == sorted(column.tolist())
    listed: list[set[int]] = [set() for _ in chosen]
    for place, one in zip(column.tolist(), rack.tolist(), strict=True):
        assert one not in listed[place]
        listed[place].add(one)
    assert listed == chosen
    assert anything(bits).tolist() == [bool(racks) for racks in chosen]


def test_the_words_are_few(sets: RackSets) -> None:
    assert sets.words == {251: 4, 560: 10, 18_424: 297}[len(sets.arrays.racks)]


def test_codes_are_counted(sets: RackSets) -> None:
    code_of = sets.arrays.racks.code_of
    for share in (0.5 / len(code_of), 0.01, 0.2):
        chosen = some(sets, 8, share, seed=int(1 / share))
        codes = [{int(code_of[rack]) for rack in racks} for racks in chosen]
        bits = packed(sets, chosen)
        assert sets.codes_left(bits).tolist() == [len(found) for found in codes]
        assert sets.of_one_kind(bits).tolist() == [len(found) == 1 for found in codes]
        assert sets.of_one_kind(bits, Target.TILES).tolist() == [len(racks) == 1 for racks in chosen]


def test_a_set_of_one_code_or_one_rack_is_of_one_kind(sets: RackSets) -> None:
    code_of = sets.arrays.racks.code_of
    for code in (0, int(code_of[len(code_of) // 2]), int(code_of[-1])):
        racks = np.nonzero(code_of == code)[0].tolist()
        bits = packed(sets, [set(racks), {racks[-1]}, {racks[0], (racks[0] + len(code_of) // 2) % len(code_of)}])
        assert sets.of_one_kind(bits).tolist() == [True, True, False]
        assert sets.of_one_kind(bits, Target.TILES).tolist() == [len(racks) == 1, True, False]


@pytest.mark.parametrize("turn", range(6))
def test_some_rack_is_in_the_set(sets: RackSets, turn: int) -> None:
    chosen = some(sets, 20, 3 / len(sets.arrays.racks), seed=turn)
    rack, there = sets.some_rack(packed(sets, chosen), turn)
    assert there.tolist() == [bool(racks) for racks in chosen]
    assert all(one in racks for one, racks in zip(rack.tolist(), chosen, strict=True) if racks)


def test_the_supply_of_tiles_decides(sets: RackSets) -> None:
    arrays, rng = sets.arrays, np.random.default_rng(3)
    free = rng.integers(0, np.array(arrays.deck.copies) + 1, (4, len(arrays.deck.kinds)))
    free[3, 2] = -1
    for row, found in zip(free.tolist(), unpacked(sets, sets.supplied(free)), strict=True):
        fitting = {
            rack
            for rack in range(len(arrays.racks))
            if min(row) >= 0 and all(count <= row[kind] for kind, count in tiles(arrays, rack).items())
        }
        assert found == fitting


def test_tiles_taken_away_leave_less(sets: RackSets) -> None:
    arrays, rng = sets.arrays, np.random.default_rng(4)
    racks = rng.integers(0, len(arrays.racks), 5)
    free = arrays.racks.counts[racks].astype(np.int64) + rng.integers(0, 2, (5, len(arrays.deck.kinds)))
    free[4] -= arrays.racks.counts[racks[4]]  # what is taken is not there: nothing fits
    kinds = arrays.racks.kinds[racks].astype(np.intp)
    all_ = sets.supplied(np.maximum(free, 0))
    found = sets.less(all_, free, kinds)
    wanted = sets.supplied(np.maximum(free - arrays.racks.counts[racks], 0))
    assert unpacked(sets, found)[:4] == unpacked(sets, wanted)[:4]
    holding = unpacked(sets, sets.holding(kinds[:, :2]))
    for row, some_kinds in enumerate(kinds[:, :2].tolist()):
        pair = Counter(some_kinds)
        assert holding[row] == {rack for rack in range(len(arrays.racks)) if not pair - tiles(arrays, rack)}


def test_tiles_that_all_racks_of_a_set_have(sets: RackSets) -> None:
    arrays, rng = sets.arrays, np.random.default_rng(5)
    chosen = []
    for number in (1, 2, 3, 30):
        forced = tiles(arrays, int(rng.integers(len(arrays.racks))))
        having = [rack for rack in range(len(arrays.racks)) if not Counter(list(forced)[:1]) - tiles(arrays, rack)]
        chosen.append(set(rng.choice(having, min(number, len(having)), replace=False).tolist()))
    for row, racks in zip(sets.on_all(packed(sets, chosen)).tolist(), chosen, strict=True):
        least = [min(tiles(arrays, rack)[kind] for rack in racks) for kind in range(len(arrays.deck.kinds))]
        assert row == least


@pytest.mark.parametrize("share", [0.3, 0.002])
def test_sets_meet_masks(sets: RackSets, share: float) -> None:
    rng = np.random.default_rng(6)
    chosen, first, second = some(sets, 10, share), some(sets, 4, share, seed=1), some(sets, 4, 0.5, seed=2)
    column = rng.integers(0, len(chosen), 60)
    one, two = rng.integers(0, len(first), 60), rng.integers(0, len(second), 60)
    found = meets(packed(sets, chosen), column, [packed(sets, first), packed(sets, second)], [one, two])
    wanted = [bool(chosen[c] & first[a] & second[b]) for c, a, b in zip(column, one, two, strict=True)]
    assert found.tolist() == wanted
    assert 0 < sum(wanted) < 60


def test_an_answer_allows_the_racks_that_the_card_says(sets: RackSets) -> None:
    arrays, rng = sets.arrays, np.random.default_rng(7)
    space, numbers = arrays.racks, range(len(arrays.racks))
    known = space.rack(int(rng.integers(len(space))))
    for card in list(arrays.cards)[:: 5 if len(space) < 1000 else 11]:
        lowered = arrays.cards[card]
        for mine in rng.integers(0, len(space), 2).tolist():
            true = int(rng.integers(len(space)))
            scenes = {rack: lowered.card.total([known, space.rack(mine), space.rack(rack)]) for rack in numbers}
            said = {rack: lowered.card.meaning.conclude(total) for rack, total in scenes.items()}
            found = sets.answered_as_with(card, arrays.total(card, [known]), true)
            place = int(found.which[lowered.classes[mine]])
            assert unpacked(sets, found.masks)[place] == {rack for rack in numbers if said[rack] == said[true]}
            found = sets.agreeing(card, arrays.total(card, [known, space.rack(mine)]), int(said[true]), alone=True)
            assert unpacked(sets, found.masks) == [{rack for rack in numbers if said[rack] == said[true]}]
