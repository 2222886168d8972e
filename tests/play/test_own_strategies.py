"""Functions as strategies: their names in tables, and what they may return."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from code777solver import SeatView, compare, load_edition, simulate
from code777solver.errors import StrategyFailure
from code777solver.play.league import League
from code777solver.play.strategies import read_strategies


def make(least: float) -> Callable[[SeatView], str | None]:
    """A closure: all have the name ``agent``."""

    def agent(view: SeatView) -> str | None:
        code, chance = view.codes[0]
        return code if chance >= least else None

    return agent


def test_functions_of_one_name_are_two_strategies() -> None:
    eager, patient = make(0.0), make(1.0)
    played = simulate("classic", [eager, patient, eager, "certain"], games=4)
    assert [(row["strategy"], row["seats"]) for row in played.by_strategy()] == [
        ("agent", 2),
        ("agent#2", 1),
        ("certain", 1),
    ]
    found = compare("classic", eager, patient, others=eager, players=3, games=4)
    assert (found.first, found.second, found.others) == ("agent", "agent#2", ("agent", "agent"))
    league = League(load_edition("classic"), 3, [eager, patient], [patient, "certain"], games=4)
    assert (league.rows, league.fields) == (("agent", "agent#2"), ("agent#2", "certain"))


def test_a_function_does_not_take_the_name_of_a_strategy() -> None:
    def certain(view: SeatView) -> None:
        return None

    given = read_strategies([certain, "certain", certain])
    assert [one.name for one in given] == ["certain#2", "certain", "certain#2"]
    assert [one.name for one in read_strategies(given)] == ["certain#2", "certain", "certain#2"]
