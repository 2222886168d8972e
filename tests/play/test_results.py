"""Results of simulated games: counted by hand from rows that were written by hand."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import numpy as np
import pytest

from code777solver import Code777Error, Simulation, load_edition, simulate
from code777solver.kernels.board import PHASES
from code777solver.play.results import PHASE_NAMES, Results, count, share_interval, total
from code777solver.records import replace

# A row: winner, cards, beliefs cut, then right and wrong declarations of each seat.
ROWS = np.array(
    [
        [0, 10, 0, 3, 0, 1, 2],
        [1, 20, 1, 0, 0, 3, 0],
        [1, 12, 0, 2, 1, 3, 0],
        [-1, 250, 0, 1, 0, 0, 0],
        [0, 14, 2, 3, 0, 2, 0],
    ],
    np.int32,
)


def empty(*, rotate: bool = True, strategies: tuple[str, ...] = ("certain", "slow:1"), **more: Any) -> Results:
    size = (len(strategies),) * 2
    arrays = {name: np.zeros(size, np.int64) for name in ("wins", "played", "right", "wrong")}
    return Results("classic", strategies, seed=1, rotate=rotate, cards=(1, 2, 5), **arrays, **more)


def test_rows_are_counted_by_strategy_and_seat() -> None:
    """With ``rotate``, seat s has strategy (s + game) mod 2; the first game here is number 7."""
    found = count(empty(), 7, ROWS, None)
    wins, right, wrong, played = np.zeros((4, 2, 2), np.int64)
    for i, row in enumerate(ROWS):
        for seat in range(2):
            strategy = (seat + 7 + i) % 2
            played[strategy, seat] += 1
            wins[strategy, seat] += row[0] == seat
            right[strategy, seat] += row[3 + 2 * seat]
            wrong[strategy, seat] += row[4 + 2 * seat]
    assert found.wins.tolist() == wins.tolist() == [[0, 1], [2, 1]]
    assert found.played.tolist() == played.tolist() == [[2, 3], [3, 2]]
    assert found.right.tolist() == right.tolist()
    assert found.wrong.tolist() == wrong.tolist()
    assert (found.games, found.unfinished, found.cut, found.cards_drawn) == (5, 1, 3, 306)


def test_without_rotation_every_strategy_keeps_its_seat() -> None:
    found = count(empty(rotate=False), 7, ROWS, None)
    assert found.wins.tolist() == [[2, 0], [0, 2]]
    assert found.played.tolist() == [[5, 0], [0, 5]]
    assert [(row["strategy"], row["seat"]) for row in found.by_strategy_and_seat()] == [("certain", 1), ("slow:1", 2)]


def test_results_add_up_whatever_the_parts() -> None:
    whole = count(empty(), 0, ROWS, None)
    parts = [count(empty(), 0, ROWS[:1], None), count(empty(), 1, ROWS[1:4], None), count(empty(), 4, ROWS[4:], None)]
    assert total(parts).as_dict() == whole.as_dict()
    assert total(parts).lengths.tolist() == whole.lengths.tolist()
    assert whole.lengths.sum() == 5


@pytest.mark.parametrize(
    "other",
    [
        empty(rotate=False),
        empty(strategies=("certain", "slow:2")),
        replace(empty(), seed=2),
        replace(empty(), edition="code77"),
    ],
)
def test_results_of_other_tables_do_not_add_up(other: Results) -> None:
    with pytest.raises(ValueError, match="only results with the same table, strategies and seed can be added"):
        empty() + other


def block(first: int, games: int, *, points: int = 3) -> Results:
    edition = load_edition("classic").with_options({"points_to_win": points})
    return Simulation(edition, "certain", players=3, seed=1).block(first, games)


def test_results_of_other_rules_do_not_add_up() -> None:
    with pytest.raises(Code777Error, match=r"can be added: points_to_win 3 and 1$"):
        block(0, 20) + block(20, 20, points=1)


def test_results_of_other_card_texts_do_not_add_up() -> None:
    other = load_edition("classic").with_options({"card2": "or_more"})
    with pytest.raises(Code777Error, match=r"can be added: fingerprint of tiles and cards \w{16} and \w{16}$"):
        block(0, 20) + Simulation(other, "certain", players=3, seed=1).block(20, 20)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ((0, 20), (0, 20), "games 0 to 19 are in both results"),
        ((0, 20), (15, 20), "games 15 to 19 are in both results"),
        ((15, 5), (0, 16), "game 15 is in both results"),
        ((5, 2), (0, 20), "games 5 to 6 are in both results"),
    ],
)
def test_the_same_games_are_not_counted_twice(first: tuple[int, int], second: tuple[int, int], said: str) -> None:
    with pytest.raises(Code777Error, match=said):
        block(*first) + block(*second)


def test_results_know_the_numbers_of_their_games() -> None:
    found = block(40, 10) + block(0, 20)
    assert (found.games, found.ranges) == (30, ((0, 20), (40, 50)))
    assert (found + block(20, 20)).ranges == ((0, 50),)
    assert simulate("classic", "certain", players=3, seed=1, games=50) == found + block(20, 20)


def test_only_results_can_be_added_to_results() -> None:
    with pytest.raises(Code777Error, match="cannot add int to results"):
        block(0, 5) + 1  # type: ignore[operator]


@pytest.mark.parametrize("name", ["x.xlsx", "x.txt", "x", "x.parquet.gz"])
def test_results_are_not_saved_as_json_under_another_ending(name: str, tmp_path: Path) -> None:
    with pytest.raises(Code777Error, match=r"the name must end in \.json, \.csv or \.parquet$"):
        empty().save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_endings_in_capitals_are_known(tmp_path: Path) -> None:
    count(empty(), 0, ROWS, None).save(tmp_path / "X.CSV")
    assert (tmp_path / "X.CSV").read_text(encoding="utf-8").startswith("strategy,")


def test_a_folder_that_is_missing_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(Code777Error, match="cannot write .*: No such file or directory"):
        empty().save(tmp_path / "missing" / "x.json")


def test_rows_of_the_tables() -> None:
    found = count(empty(), 0, ROWS, None)
    by_seat = found.by_seat()
    assert [(row["seat"], row["played"], row["wins"]) for row in by_seat] == [(1, 5, 2), (2, 5, 2)]
    assert [row["points_a_game"] for row in by_seat] == [9 / 5, 9 / 5]
    assert [row["wrong_a_game"] for row in by_seat] == [1 / 5, 2 / 5]
    by_strategy = found.by_strategy()
    assert [(row["strategy"], row["seats"], row["played"]) for row in by_strategy] == [
        ("certain", 1, 5),
        ("slow:1", 1, 5),
    ]
    # certain sits first in games 0, 2, 4 and second in games 1 and 3
    assert [row["wins"] for row in by_strategy] == [3, 1]
    both = found.by_strategy_and_seat()
    assert [(row["strategy"], row["seat"], row["wins"]) for row in both] == [
        ("certain", 1, 2),
        ("certain", 2, 1),
        ("slow:1", 1, 0),
        ("slow:1", 2, 1),
    ]
    assert by_strategy[0]["share"] == 3 / 5


def test_a_strategy_in_two_seats_is_one_row() -> None:
    rows = np.array([[0, 9, 0, 3, 0, 1, 0, 2, 0], [2, 9, 0, 1, 0, 1, 0, 3, 0]], np.int32)
    found = count(empty(strategies=("certain", "slow:1", "certain")), 0, rows, None)
    certain, slow = found.by_strategy()
    assert (certain["seats"], certain["played"], certain["wins"]) == (2, 4, 2)  # seats 1, 3, then 2, 3
    assert (slow["seats"], slow["played"], slow["wins"]) == (1, 2, 0)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # by hand: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n), z = 1.959964, z² = 3.841459
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (1, 4, 0.0455873, 0.6993582),
        (81, 263, 0.2552885, 0.3662096),
        (250_000, 1_000_000, 0.2491523, 0.2508496),
    ],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert share_interval(wins, games) == (pytest.approx(low, abs=5e-7), pytest.approx(high, abs=5e-7))


def test_no_game_says_nothing() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)


def test_lengths() -> None:
    found = count(empty(), 0, ROWS, None).lengths_table()
    lengths = [10, 20, 12, 250, 14]
    assert found["cards_a_game"] == mean(lengths)
    assert found["spread"] == pytest.approx(pstdev(lengths))
    assert (found["quarter"], found["half"], found["three_quarters"]) == (12, 14, 20)
    assert found["cards_a_point"] == pytest.approx(306 / 18)
    assert (found["games"], found["unfinished"]) == (5, 1)


def pruned_results() -> Results:
    pruned = np.zeros((3, PHASES, 3))
    rng = np.random.default_rng(5)
    for card, phase in ((0, 0), (0, 5), (0, PHASES - 1), (2, 2), (2, 3), (2, 8)):
        shares = rng.uniform(0.1 * card, 1, size=4 + phase)
        pruned[card, phase] = len(shares), shares.sum(), (shares**2).sum()
    return count(replace(empty(), pruned=pruned), 0, ROWS, pruned)


def test_pruning_is_mean_and_spread_by_card_and_phase() -> None:
    rng = np.random.default_rng(5)
    shares = {
        key: rng.uniform(0.1 * key[0], 1, size=4 + key[1]) for key in ((0, 0), (0, 5), (0, 15), (2, 2), (2, 3), (2, 8))
    }
    rows = {row["card"]: row for row in pruned_results().pruning()}
    for card, place in ((1, 0), (5, 2)):
        every = np.concatenate([found for key, found in shares.items() if key[0] == place])
        assert rows[card]["answers"] == len(every)
        assert rows[card]["mean"] == pytest.approx(every.mean())
        assert rows[card]["spread"] == pytest.approx(every.std())
        assert rows[card]["error"] == pytest.approx(every.std() / math.sqrt(len(every)))
    assert rows[2]["answers"] == 0
    assert [row["card"] for row in pruned_results().pruning()][-1] == 2  # never asked: last
    means = [row["mean"] for row in pruned_results().pruning()][:2]
    assert means == sorted(means, reverse=True)


def test_the_phases_add_up_to_all() -> None:
    found = pruned_results()
    early, middle, late = ({row["card"]: row["answers"] for row in found.pruning(phase)} for phase in PHASE_NAMES)
    every = {row["card"]: row["answers"] for row in found.pruning()}
    assert {card: early[card] + middle[card] + late[card] for card in every} == every
    assert (early[1], middle[1], late[1]) == (4, 9, 19)  # heard before: 0; 5; 15 or more
    assert (early[5], middle[5], late[5]) == (6, 7, 12)  # 2; 3; 8


def test_pruning_that_was_not_counted() -> None:
    with pytest.raises(ValueError, match="pruning was not counted: simulate with pruning=True"):
        count(empty(), 0, ROWS, None).pruning()


def test_adding_pruning() -> None:
    found = pruned_results()
    twice = found + replace(found, ranges=((5, 10),))
    assert twice.pruned is not None and found.pruned is not None
    assert np.array_equal(twice.pruned, 2 * found.pruned)


def test_json_is_plain_and_has_no_nan() -> None:
    for found in (count(empty(), 0, ROWS, None), empty(), pruned_results()):
        text = found.json()
        data = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
        assert data["games"] == found.games
        assert data["strategies"] == ["certain", "slow:1"]
        assert [row["wins"] for row in data["by_seat"]] == [row["wins"] for row in found.by_seat()]
    assert data["pruning"]["all"][-1] == {
        "card": 2,
        "answers": 0,
        "mean": None,
        "spread": None,
        "error": None,
        "half": None,
    }


@pytest.mark.parametrize("table", ["by_strategy", "by_seat", "by_strategy_and_seat", "length", "pruning"])
def test_csv_reads_back(table: str) -> None:
    found = pruned_results()
    read = list(csv.DictReader(io.StringIO(found.csv(table))))
    if table == "length":
        expected: list[dict[str, Any]] = [found.lengths_table()]
    elif table == "pruning":
        expected = [{"phase": "all", **row} for row in found.pruning()]
        expected += [{"phase": phase, **row} for phase in PHASE_NAMES for row in found.pruning(phase)]
    else:
        expected = getattr(found, table)()
    assert len(read) == len(expected)
    for row, wanted in zip(read, expected, strict=True):
        assert row.keys() == wanted.keys()
        for name, value in wanted.items():
            assert (
                row[name] == value if isinstance(value, str) else float(row[name]) == pytest.approx(value, nan_ok=True)
            )


def test_an_unknown_table() -> None:
    with pytest.raises(ValueError, match="no table 'by_card' .tables: by_strategy, by_seat,"):
        count(empty(), 0, ROWS, None).csv("by_card")


def test_saving(tmp_path: Path) -> None:
    found = count(empty(), 0, ROWS, None)
    found.save(tmp_path / "a.json")
    found.save(tmp_path / "a.csv")
    assert json.loads((tmp_path / "a.json").read_text()) == json.loads(found.json())
    assert (tmp_path / "a.csv").read_text() == found.csv("by_strategy")
