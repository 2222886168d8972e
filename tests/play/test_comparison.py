"""Two strategies in the same games: the counts, against games counted one by one; the interval; and when it stops."""

from __future__ import annotations

import math

import numpy as np
import pytest

from code777solver import SeatView, compare, simulate
from code777solver.errors import RuleError, StrategyError, StrategyFailure
from code777solver.play.comparison import Comparison, Pairs
from code777solver.play.simulation import Simulation

pytestmark = pytest.mark.minutes
FIELD = ["certain", "certain", "certain"]


def winners(strategy: str, games: int, seed: int) -> list[bool]:
    """True if the first of the strategies wins each game, by the columns of single games."""
    return (Simulation("classic", [strategy, *FIELD], seed=seed).games(games)["strategy"] == strategy).tolist()


def test_the_counts_are_those_of_the_single_games() -> None:
    found = compare("classic", "threshold:0.6", "threshold:0.2", games=700, seed=3, seeds=2, threads=2)
    assert [one.seed for one in found.pairs] == [3, 4]
    for one in found.pairs:
        pairs = list(zip(*(winners(name, 700, one.seed) for name in ("threshold:0.6", "threshold:0.2")), strict=True))
        assert one.games == 700
        assert one.both == pairs.count((True, True))
        assert one.first_only == pairs.count((True, False))
        assert one.second_only == pairs.count((False, True))
    shares = [
        simulate("classic", [name, *FIELD], games=700, seed=seed).by_strategy()[0]["wins"]
        for name in ("threshold:0.6", "threshold:0.2")
        for seed in (3, 4)
    ]
    assert found.shares == (sum(shares[:2]) / 1400, sum(shares[2:]) / 1400)
    assert found.difference == pytest.approx(found.shares[0] - found.shares[1])


def test_the_interval_is_that_of_the_differences_game_by_game() -> None:
    pairs = Pairs(1, 100, 30, 20, 10, (0, 0))
    differences = np.array([0] * 70 + [1] * 20 + [-1] * 10)
    assert pairs.difference == pytest.approx(differences.mean())
    assert pairs.half == pytest.approx(1.959964 * differences.std(ddof=1) / 10)
    found = Comparison("classic", 4, "a", "b", ("c",) * 3, (pairs,))
    first, second = np.array([1] * 50 + [0] * 50), np.array([1] * 40 + [0] * 60)
    assert found.unpaired_half == pytest.approx(
        1.959964 * math.sqrt(first.var(ddof=1) / 100 + second.var(ddof=1) / 100), rel=1e-3
    )
    assert found.half < found.unpaired_half


def test_pairing_makes_the_interval_narrower_as_shown_by_many_seeds() -> None:
    """The spread of the difference over seeds is that of the paired interval, not of the wider one."""
    found = compare("classic", "threshold:0.6", "threshold:0.5", games=250, seeds=60)
    spread = float(np.std([one.difference for one in found.pairs], ddof=1))
    paired, unpaired = (half / 1.959964 * math.sqrt(60) for half in (found.half, found.unpaired_half))
    assert paired < 0.8 * unpaired
    assert 0.75 * paired < spread < 1.25 * paired


def test_the_same_strategy_never_differs_from_itself() -> None:
    found = compare("classic", "threshold:0.6", "threshold:0.6", games=300)
    assert (found.difference, found.half, found.better) == (0.0, 0.0, None)


def test_it_stops_when_the_interval_is_narrow_enough_and_not_before() -> None:
    wanted = 0.03
    found = compare("classic", "threshold:0.6", "certain", games=100_000, until=wanted, threads=2)
    assert found.half <= wanted
    assert 1000 <= found.games < 10_000
    shorter = compare("classic", "threshold:0.6", "certain", games=found.games - 500)
    assert shorter.half > wanted or shorter.games < 1000
    assert found.pairs == compare("classic", "threshold:0.6", "certain", games=found.games).pairs


def test_a_simulation_stops_the_same_way_on_any_number_of_threads() -> None:
    parts = ["threshold:0.6", *FIELD]
    found = simulate("classic", parts, games=200_000, until=0.012, seed=4)
    assert found.half <= 0.012
    assert found.games < 20_000
    assert found == simulate("classic", parts, games=200_000, until=0.012, seed=4, threads=3)
    assert found == simulate("classic", parts, games=found.games, seed=4)
    with pytest.raises(RuleError, match="until 2: a share between 0 and 1 is needed"):
        simulate("classic", parts, until=2)


def test_what_is_missing_or_fails_is_said_clearly() -> None:
    with pytest.raises(
        StrategyError, match="threshold:0.6 for how many players. Name one for each seat, or give players=4"
    ):
        simulate("classic", ["threshold:0.6"])
    with pytest.raises(RuleError, match="2 others and 4 players"):
        compare("classic", "certain", "slow:1", others=["certain", "certain"], players=4)
    with pytest.raises(RuleError, match="0 seeds"):
        compare("classic", "certain", "slow:1", seeds=0)

    def third_time_unlucky(view: SeatView) -> str | None:
        return "" if view.cards_drawn < 3 else [None][view.cards_drawn]

    def patient(view: SeatView) -> str | None:
        return None if view.cards_drawn < 3 else [None][view.cards_drawn]

    table = Simulation("classic", [patient, *FIELD], seed=1)
    with pytest.raises(
        StrategyFailure, match=r"your strategy patient failed in game 0, seat 1, after card 3: IndexError"
    ) as info:
        table.run(10)
    assert (info.value.function, info.value.game, info.value.card) == ("patient", 0, 3)
    log = table.transcript(0)
    answers = [line for line in log.lines if line.split()[0] in {"Ann", "Bob", "Cid", "Dan"}]
    assert [line.split()[0] for line in answers] == ["Ann", "Bob", "Cid"]
    with pytest.raises(StrategyFailure, match="it declared '', and no rack of this deck has that code"):
        Simulation("classic", [third_time_unlucky, *FIELD], seed=1).run(10)
