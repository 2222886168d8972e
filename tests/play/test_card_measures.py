"""Average information of cards, against sums made position by position."""

from __future__ import annotations

import math

import numpy as np
import pytest

from code777solver import Batch
from code777solver.core.batch import MEASURES
from code777solver.errors import RuleError
from code777solver.play.card_measures import MOST_ANSWERS, CardMeasures, measure_cards
from code777solver.play.edition_report import Silent, report_edition
from code777solver.records import replace
from code777solver.rules.editions import load_edition

POSITIONS = 320


@pytest.fixture(scope="module")
def measured() -> CardMeasures:
    return measure_cards("classic", players=3, positions=POSITIONS, seed=4)


@pytest.fixture(scope="module")
def figures() -> tuple[np.ndarray, np.ndarray]:
    """(positions, answerers, cards, measures) of the same positions, and the racks left in each."""
    batch = Batch("classic", known=2)
    deals = batch.deal(POSITIONS, answers=np.arange(POSITIONS) % (MOST_ANSWERS + 1), seed=4)
    solved = batch.solve(deals.racks, deals.answers)
    return solved.ask().measures[solved.certain < 0], solved.counts[solved.certain < 0]


def test_means_and_intervals_are_those_of_the_positions(
    measured: CardMeasures, figures: tuple[np.ndarray, ...]
) -> None:
    of_position = figures[0].mean(axis=1)
    assert measured.positions == len(of_position)
    assert measured.positions + measured.settled == POSITIONS
    for row in measured.rows():
        column = measured.cards.index(row["card"])
        for m, name in enumerate(MEASURES):
            values = of_position[:, column, m]
            assert row[name] == pytest.approx(values.mean(), abs=1e-12)
            half = 1.959964 * values.std(ddof=1) / math.sqrt(len(values))
            assert row[f"{name}_half"] == pytest.approx(half, abs=1e-9)


def test_stages_are_tenths_by_racks_left(measured: CardMeasures, figures: tuple[np.ndarray, ...]) -> None:
    measures, left = figures
    bits = MEASURES.index("number_bits")
    for s, (low, high) in enumerate(measured.stages):
        chosen = (left >= low) & (left <= high) if high else np.zeros(len(left), bool)
        assert measured.count[s] == chosen.sum()
        if not chosen.any():
            continue
        rows = [row for row in measured.by_stage() if (row["racks_from"], row["racks_to"]) == (low, high)]
        for c, row in enumerate(rows):
            assert row["number_bits"] == pytest.approx(measures[chosen][:, :, c, bits].mean(), abs=1e-9, nan_ok=True)


def test_who_answers_and_what(measured: CardMeasures, figures: tuple[np.ndarray, ...]) -> None:
    bits = MEASURES.index("number_bits")
    for row in measured.by_answerer():
        column = measured.cards.index(row["card"])
        expected = figures[0][:, row["answerer"] - 1, column, bits].mean()
        assert row["number_bits"] == pytest.approx(expected, abs=1e-12)
    shares: dict[int, float] = {}
    removed: dict[int, float] = {}
    for row in measured.by_answer():
        shares[row["card"]] = shares.get(row["card"], 0) + row["share"]
        if row["share"]:
            removed[row["card"]] = removed.get(row["card"], 0) + row["share"] * row["racks"]
    assert all(share == pytest.approx(1, abs=1e-9) for share in shares.values())
    for row in measured.rows():
        assert removed[row["card"]] == pytest.approx(row["racks"], abs=1e-9)


def test_a_card_that_everybody_answers_alike_keeps_nothing_of_its_bits(measured: CardMeasures) -> None:
    """Cards 1 to 7 count racks: the part of my rack is the same for every player who answers."""
    kept = {(row["first"], row["second"]): row["kept"] for row in measured.redundancy()}
    assert all(kept[card, card] == pytest.approx(0, abs=1e-9) for card in range(1, 8))
    assert kept[1, 2] > 0.5
    assert kept[8, 8] > 0.1


def test_threads_and_repetition_change_nothing(measured: CardMeasures) -> None:
    again = measure_cards("classic", players=3, positions=POSITIONS, seed=4, threads=2)
    assert again.as_dict() == measured.as_dict()


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(RuleError, match="1 positions"):
        measure_cards("classic", players=4, positions=1)


def test_a_report_by_the_name_of_an_edition_says_whose_policy_played() -> None:
    own = report_edition("classic", 3, games=20, positions=100, seed=1)
    assert (own.policy, own.fits) == ("classic-3", True)
    assert "another game" not in own.text()
    other = report_edition(
        load_edition("classic").with_options({"points_to_win": 2}), 3, games=20, positions=100, seed=1
    )
    assert (other.policy, other.fits) == ("classic-3", False)
    assert "3: skill is that of the policy classic-3, trained for another game\n" in other.text()


def test_cards_that_tell_nothing_are_no_count() -> None:
    """A lone `2` read as two cards; later the line printed the word `card` for each number."""
    report = report_edition("classic", 3, games=20, positions=100, seed=1)
    lines = {
        cards: next(line for line in replace(report, silent=silent).text().splitlines() if "tell nothing" in line)
        for cards, silent in {
            "card 2": (Silent(2, 1.0),),
            "cards 2, 5": (Silent(2, 1.0), Silent(5, 0.9)),
            "-": (),
        }.items()
    }
    assert {cards: line.removeprefix("cards that tell nothing").strip() for cards, line in lines.items()} == {
        cards: cards for cards in lines
    }


def test_a_report_for_designers() -> None:
    edition = load_edition("classic")
    found = report_edition(edition, 3, games=400, positions=200, seed=1)
    assert found.games == 400
    assert sum(seat.share for seat in found.seats) == pytest.approx(1 - found.unfinished / found.games)
    assert found.skill.low < found.skill.share < found.skill.high
    assert 2 <= found.combined <= found.heard
    assert found.as_dict()["settled"]["share"] <= 1
