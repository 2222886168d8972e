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


@pytest.mark.parametrize("returned", [257, 1.5, ("257", 0.5), ["2", "5", "7"], True])
def test_a_strategy_that_returns_no_text_is_told_so(returned: Any) -> None:
    """It was a `TypeError` with a line of this package; ``view.codes[0]`` is a code and its chance."""

    def agent(view: SeatView) -> Any:
        return returned

    with pytest.raises(StrategyFailure, match=r"it returned .*, not a code as text like '\d\d\d'$") as caught:
        simulate("classic", [agent, "certain", "certain"], games=1)
    assert repr(returned) in str(caught.value)
