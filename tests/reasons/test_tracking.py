"""Possible racks beside racks that went away unseen, and the line from which a log is followed."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sets_of_racks import SMALL, packed, unpacked
from strategies import solve

from code777solver.core.arrays import EditionArrays, arrays_for
from code777solver.reasons import tracking
from code777solver.reasons.tracking import Tracker, Unseen
from code777solver.rules.editions import load_edition
from code777solver.table.timeline import Timeline, bearing_since

TABLE = ("edition stronghold", "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack spare1 N4 N4 Y7")


def tracker(arrays: EditionArrays, size: int) -> Tracker:
    """A player under a number of hypotheses."""
    return Tracker(arrays, "Ann", {"me": Unseen(Timeline((), "me"), {0: np.zeros(size, np.int64)})})


def possible_beside(arrays: EditionArrays, sets: set[int], hidden: list[set[int]], free: list[int]) -> set[int]:
    """By trying every choice."""
    counts = arrays.racks.counts.astype(int)
    left = [np.array(free) - sum(counts[rack] for rack in choice) for choice in product(*hidden)]
    return {rack for rack in sets if any((counts[rack] <= rest).all() for rest in left)}


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, EditionArrays]:
    folder = tmp_path_factory.mktemp("editions")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    return {name: arrays_for(load_edition(name, folder=folder)) for name in ("classic", "small.toml")}


def meeting(arrays: EditionArrays, kinds: set[int], rng: np.random.Generator, number: int) -> set[int]:
    """Racks that all have a tile of some kinds, so that some others are impossible beside all of them."""
    having = [rack for rack, row in enumerate(arrays.racks.kinds.tolist()) if kinds & set(row)]
    return set(rng.choice(having, min(number, len(having)), replace=False).tolist())


@pytest.mark.seconds
@pytest.mark.parametrize("unseen", [1, 2])
@pytest.mark.parametrize("deck", ["classic", "small.toml"])
@pytest.mark.parametrize("seed", range(4))
def test_racks_beside_unseen_ones_are_those_that_some_choice_allows(
    decks: dict[str, EditionArrays], deck: str, unseen: int, seed: int
) -> None:
    arrays, rng = decks[deck], np.random.default_rng(seed)
    everything, rows = set(range(len(arrays.racks))), 24
    sets, hidden, free = [], [list[set[int]]() for _ in range(unseen)], []
    for row in range(rows):
        number = (1, 2, 5, 14, 40, 90)[row % 6] if unseen == 1 else (1, 2, 4, 8, 12, 20)[row % 6]
        sets.append(set(rng.choice(sorted(everything), 60, replace=False).tolist()) if row % 2 else everything)
        kinds = set(rng.choice(len(arrays.deck.kinds), 1 + row % 3, replace=False).tolist())
        for place in hidden:
            place.append(meeting(arrays, kinds, rng, number))
        taken = rng.integers(0, 2, len(arrays.deck.kinds)) * (rng.random(len(arrays.deck.kinds)) < 0.3)
        free.append((np.array(arrays.deck.copies) - taken).tolist())
    found = tracker(arrays, rows)
    found.hidden = [packed(found.sets, place) for place in hidden]
    beside = unpacked(found.sets, found.beside(packed(found.sets, sets), np.array(free)))
    excluded = 0
    for row in range(rows):
        wanted = possible_beside(arrays, sets[row], [place[row] for place in hidden], free[row])
        assert beside[row] == wanted, row
        excluded += possible_beside(arrays, sets[row], [], free[row]) != wanted
    assert excluded > rows // 4
    assert found.exact


def test_where_choices_are_too_many_to_try_what_is_not_excluded_stays_and_that_is_said(
    decks: dict[str, EditionArrays], monkeypatch: pytest.MonkeyPatch
) -> None:
    arrays, rng = decks["small.toml"], np.random.default_rng(1)
    everything = set(range(len(arrays.racks)))
    hidden = [meeting(arrays, {1, 2}, rng, 30), meeting(arrays, {3, 4}, rng, 30)]
    for most, exact in ((10_000_000, True), (10, False)):
        monkeypatch.setattr(tracking, "MOST_BESIDE", most)
        found = tracker(arrays, 1)
        found.hidden = [packed(found.sets, [one]) for one in hidden]
        (beside,) = unpacked(found.sets, found.beside(packed(found.sets, [everything]), np.array([arrays.deck.copies])))
        wanted = possible_beside(arrays, everything, hidden, list(arrays.deck.copies))
        assert found.exact == exact
        assert beside == wanted if exact else beside > wanted


def since(*lines: str, player: str = "Bob") -> int:
    """The line from which on a player's knowledge is followed."""
    log = solve(*TABLE, *lines).log.lines
    return bearing_since(log, player).place + 1


def test_following_begins_where_the_present_rack_was_drawn_or_an_unseen_one_out_of_the_same_pile() -> None:
    first = len(TABLE) + 1
    assert since("Ann 8 5") == 1
    right = ("Ann 8 5", "declare Bob 566 right", "rack Bob K3 N4 B7", "Bob 3 0")
    assert since(*right) == first + 2
    wrong = ("Ann 8 5", "declare Bob 111 wrong", "rack Bob K3 N4 B7", "Bob 3 0")
    assert since(*wrong) == 1
    assert since(*wrong, player="Ann") == 1
    assert since("Ann 8 5", "declare Bob 111 wrong", "reshuffle", "rack Bob K3 N4 B7", "Bob 3 0") == first + 3
    # A second one, after the first was seen: the chain ends where the pile was shuffled.
    again = ("declare Bob 111 wrong", "rack Bob P6 R5 R5", "me 1 0")
    assert since(*right, *again) == first + 2
    assert since(*wrong, *again) == 1
    assert since(*wrong, "reshuffle", *again) == 1
    assert since(*right, "reshuffle", *again, "reshuffle") == first + 2
    assert since(*wrong, "declare Bob 347 right", "rack Bob P6 R5 R5", "me 1 0") == 1
    assert since(*wrong, "reshuffle", "declare Bob 347 right", "rack Bob P6 R5 R5", "me 1 0") == first + 6
