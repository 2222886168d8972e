"""`benchmarks/spare_choice.py` on a few deals: both games are the same until a rack is picked, and only the rule makes a difference."""

from __future__ import annotations

import sys
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import spare_choice

from code777solver.play import computer_players
from code777solver.table.events import Fill


def test_the_games_of_a_deal_part_where_a_rack_is_picked() -> None:
    by_rule, by_lot = (spare_choice.game(1, "stronghold", picks).view(None) for picks in ("Bob", None))
    alike = [one for one, _ in takewhile(lambda both: both[0] == both[1], zip(by_rule, by_lot, strict=False))]
    assert sum(line.startswith("declare") for line in alike) >= 1
    if len(alike) < len(by_rule):
        assert all(lines[len(alike)].startswith("rack spare") for lines in (by_rule, by_lot))


def test_the_rule_is_asked_for_one_player_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def chosen(table: Any, _belief: Any, seat: str, _tried: Any) -> str:
        asked.append(seat)
        return table.spares[0]

    monkeypatch.setattr(computer_players, "choose_spare", chosen)
    match = spare_choice.game(1, "stronghold", "Bob")
    assert set(asked) == {"Bob"}
    replaced = [step for step in match.referee.public_steps if isinstance(step.event, Fill) and step.before.spares_due]
    assert len(asked) < len(replaced), "Ann picks by lot"
    spare_choice.game(1, "stronghold", None)
    assert set(asked) == {"Bob"}


def test_a_rule_that_is_no_rule_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spare_choice.Picking, "picks", property(lambda _: False))
    found = spare_choice.play(range(4), "stronghold")
    assert (found.games, found.first_only, found.second_only) == (4, 0, 0)
    assert 0 < found.both < 4


def test_what_is_told_adds_up() -> None:
    text = spare_choice.told(spare_choice.Pairs(0, 200, 90, 20, 10, (0, 1)))
    assert text == ("200 deals: 55.0 % by the rule, 50.0 % by lot, difference +5.00 ± 5.34 points; given up 0 and 1")
