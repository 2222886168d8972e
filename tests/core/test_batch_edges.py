"""The edges of bulk work: large decks, wrong arguments, positions that contradict themselves, exact zeros and ones."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from code777solver import Batch, load_edition
from code777solver.errors import BeliefError, RuleError
from code777solver.rules.editions import Edition

WRONG = (-1, 4, 40, 1.5, "1", None, [1, 2], 10**30)
"""Numbers that are no number of answerers beside three known racks."""


def large_deck(folder: Path) -> Edition:
    """63 kinds, one tile of each: 39,711 racks, more than 16 bits can count."""
    path = folder / "large.toml"
    path.write_text(
        'title = "Large"\nextends = "classic"\n[deck]\n'
        'every = { numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9], colours = "GYKNRPB", copies = 1 }\n'
    )
    return load_edition(str(path))


@pytest.fixture(scope="module")
def batch() -> Batch:
    return Batch("classic", known=3)


def test_rack_numbers_of_a_large_deck_do_not_wrap(tmp_path: Path) -> None:
    large = Batch(large_deck(tmp_path), known=1)
    assert len(large.arrays.racks) == 39_711
    deals = large.deal(200, answers=2, seed=10)
    assert deals.own.min() >= 0 and deals.own.max() > 2**15
    found = large.solve(deals.racks, deals.answers)
    assert found.racks[np.arange(200), deals.own].all()
    last = large.rack_ids([["B7 B8 B9"]])
    assert [str(tile) for tile in large.rack(int(last[0, 0]))] == ["B7", "B8", "B9"]


@pytest.mark.parametrize("wrong", [w for w in WRONG if w is not None], ids=str)
def test_a_wrong_number_of_answerers_is_refused(batch: Batch, wrong: object) -> None:
    deals = batch.deal(2, answers=3)
    found = batch.solve(deals.racks, deals.answers)
    with pytest.raises(BeliefError, match="answerers"):
        found.ask(answerers=wrong)  # type: ignore[arg-type]
    with pytest.raises(BeliefError, match="answerers"):
        batch.deal(2, answerers=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "pairs", [[[3, 0], [0, 1]], [[0, 100], [0, 1]], [[-1, 0], [0, 1]], [[0, 1]], [0, 1], [], [[0.5, 1], [0, 1]], "01"]
)
def test_wrong_pairs_are_refused(batch: Batch, pairs: object) -> None:
    deals = batch.deal(2, answers=3)
    with pytest.raises(BeliefError, match="pairs"):
        batch.solve(deals.racks, deals.answers).ask_twice(pairs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"answers": 2.7}, "answers: whole numbers"),
        ({"answers": [1, 2, 3]}, "one number for all positions"),
        ({"answers": -1}, "-1 answers"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 1.5}, "seed 1.5"),
        ({"positions": 0}, "0 positions"),
    ],
)
def test_wrong_arguments_of_deal_are_refused(batch: Batch, arguments: dict[str, object], match: str) -> None:
    with pytest.raises((BeliefError, RuleError), match=match):
        batch.deal(**({"positions": 2} | arguments))  # type: ignore[arg-type]


def test_a_position_without_racks_tells_nothing_and_disturbs_no_other(batch: Batch) -> None:
    racks = batch.rack_ids([["Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7"]] * 2)
    both = batch.solve(racks, batch.encode([[(0, 1, "0")], [(0, 16, "<")]]))
    alone = batch.solve(racks[1:], batch.encode([[(0, 16, "<")]])).ask()
    found = both.ask()
    assert both.counts[0] == 0 and both.counts[1] > 0
    assert not found.measures[0].any() and not found.said[0].any()
    assert (found.measures[1] == alone.measures[0]).all() and (found.said[1] == alone.said[0]).all()
    assert both.entropy()[0] == 0 and not both.code_chances()[0].any()


@pytest.mark.parametrize("known", [1, 3])
def test_certain_is_exactly_certain(known: int) -> None:
    some = Batch("classic", known=known)
    deals = some.deal(5000, answers=9, seed=1)
    found = some.solve(deals.racks, deals.answers)
    certain = found.certain >= 0
    assert certain.sum() > 20
    assert (found.entropy()[certain] == 0).all() and (found.entropy() >= 0).all()
    assert (found.code_chances()[certain].max(axis=1) == 1).all()
    assert (found.ask().measures >= 0).all()
    assert (found.ask_twice(np.zeros((5000, 2), int)) >= 0).all()


def test_cards_come_in_the_same_order_again_where_the_rules_say_so() -> None:
    """Nobody answers a card twice before all cards went round as often as there are players."""
    some = Batch("code77", known=3, spares=2)
    deals = some.deal(50, answers=20, seed=3)
    for answers in deals.answers:
        given = Counter((int(who), int(column)) for who, column, _ in answers if column >= 0)
        assert max(given.values()) == 1


@pytest.mark.minutes
def test_no_wrong_argument_ends_the_process() -> None:
    """Each call of each way into the compiled code is tried with every kind of wrong argument, in a process of its own."""
    script = """
import numpy as np
from code777solver import Batch, Code777Error, VectorGames
wrong = [-1, 4, 99, 40_000, 2**40, 1.5, float("nan"), "x", None, [], [1], [[9, 9]], [[[9, 9, 9]]], np.zeros((0, 2), int),
         np.full((2, 3), -5), np.full((2, 3), 999_999), np.full((2, 4, 3), 120), np.full((2, 1, 3), -7), object()]
batch = Batch("classic", known=3)
deals = batch.deal(2, answers=3)
solved = batch.solve(deals.racks, deals.answers)
games = VectorGames("classic", ["learner", "certain", "certain"], games=2)
games.reset(1)
calls = {
    "solve racks": lambda x: batch.solve(x, deals.answers),
    "solve answers": lambda x: batch.solve(deals.racks, x),
    "solve threads": lambda x: batch.solve(deals.racks, deals.answers, threads=x),
    "ask": lambda x: solved.ask(answerers=x) if x is not None else None,
    "ask threads": lambda x: solved.ask(threads=x),
    "ask_twice": lambda x: solved.ask_twice(x),
    "entropy": lambda x: solved.entropy(threads=x),
    "code_chances": lambda x: solved.code_chances(threads=x),
    "deal": lambda x: batch.deal(x),
    "deal answers": lambda x: batch.deal(2, answers=x),
    "deal seed": lambda x: batch.deal(2, seed=x),
    "rack_ids": lambda x: batch.rack_ids(x),
    "encode": lambda x: batch.encode(x),
    "known": lambda x: Batch("classic", known=x),
    "spares": lambda x: Batch("classic", known=3, spares=x),
    "step": lambda x: games.step(x),
    "reset": lambda x: games.reset(x),
}
tried = 0
for name, call in calls.items():
    for value in wrong:
        if isinstance(value, int) and value > 10_000 and name in ("deal", "deal answers", "solve threads", "ask threads",
                                                                   "entropy", "code_chances"):
            continue  # allowed, only large
        try:
            call(value)
        except Code777Error as error:
            assert "\\n" not in str(error), (name, value, error)
        tried += 1
print(tried)
"""
    found = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, encoding="utf-8")
    assert found.returncode == 0, found.stderr[-2000:]
    assert int(found.stdout) > 200
