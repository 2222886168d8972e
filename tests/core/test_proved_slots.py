"""The proved part of a rack, compared with the racks themselves."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from reference import random_game

from code777solver import Solver
from code777solver.core.proved_slots import ProvedSlot, proved_slots


def slow(racks: list[tuple[str, ...]]) -> list[ProvedSlot]:
    """The same by counting in every rack."""
    tiles = Counter(racks[0])
    numbers = Counter(tile[1:] for tile in racks[0])
    for rack in racks:
        tiles &= Counter(rack)
        numbers &= Counter(tile[1:] for tile in rack)
    found = [ProvedSlot(tile, int(tile[1:]), ()) for tile in tiles.elements()]
    bare = numbers - Counter(tile[1:] for tile in tiles.elements())
    found += [ProvedSlot(None, int(number), ()) for number in bare.elements()]
    rest = {int(n) for rack in racks for n in (Counter(tile[1:] for tile in rack) - numbers).elements()}
    return [*found, *[ProvedSlot(None, None, tuple(sorted(rest)))] * (3 - len(found))]


@pytest.mark.parametrize("edition", ["classic", "stronghold", "code77", "unique49"])
def test_slots_are_what_all_racks_share(edition: str) -> None:
    kinds = set()
    for seed in range(12):
        lines, _ = random_game(random.Random(seed), edition, 3, 14, declare_prob=0.0, swap_prob=0.0)
        for count in range(6, len(lines) + 1, 3):
            solver = Solver.from_log("\n".join(lines[:count]))
            if not solver.candidates:
                assert proved_slots(solver.belief) == ()
                continue
            found = proved_slots(solver.belief)
            assert sorted(map(repr, found)) == sorted(map(repr, slow([rack.tiles for rack in solver.candidates])))
            kinds |= {(slot.tile is not None, slot.number is not None) for slot in found}
    assert (False, False) in kinds
    if edition == "classic":
        assert kinds == {(True, True), (False, True), (False, False)}


def test_no_slots_without_a_full_rack_or_a_possible_one() -> None:
    start = "players Ann me\nrack Ann Y2 K5 B7\n"
    assert proved_slots(Solver.from_log(start + "declare me 111 wrong").belief) == ()
    assert proved_slots(Solver.from_log(start + "Ann 11 3\nAnn 11 0").belief) == ()
