"""Of the beliefs after each line few are kept; the others are found again, equal to the last bit."""

from __future__ import annotations

import random

import numpy as np
import pytest
from reference import random_game

from code777solver import Solver, read_log
from code777solver.core import belief_history as module
from code777solver.core.arrays import arrays_for
from code777solver.core.belief import follow
from code777solver.core.belief_history import BeliefHistory
from code777solver.results import Belief
from code777solver.solver import position_of
from code777solver.table.events import Seat


@pytest.fixture(autouse=True)
def few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LATEST", 3)
    monkeypatch.setattr(module, "_MOST_MARKS", 4)


def game() -> list[str]:
    lines, _ = random_game(random.Random(3), "classic", 3, 30, declare_prob=0.4, swap_prob=0.1, max_states=2_000)
    return [text for line in lines for text in (line, "# a comment")]


def followed(lines: list[str]) -> list[Belief | None]:
    """The same without a history: every step once, every belief kept."""
    found: list[Belief | None] = []
    belief: Belief | None = None
    for line in read_log("\n".join(lines)).lines:
        if line.step is not None and isinstance(line.step.event, Seat):
            belief = Belief.deal(arrays_for(line.step.after.edition))
        elif line.step is not None and belief is not None:
            belief = follow(belief, line.step, "me")
        found.append(belief)
    return found


def same(one: Belief | None, other: Belief | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.size == other.size and bool(np.array_equal(one.weights, other.weights))


def test_every_belief_is_found_again() -> None:
    lines = game()
    wanted, solver = followed(lines), Solver.from_log("\n".join(lines))
    assert len(lines) > 40
    assert isinstance(position_of(solver).beliefs, BeliefHistory)
    assert len(position_of(solver).beliefs._latest) <= 6 and len(position_of(solver).beliefs._marks) <= 4
    assert len(position_of(solver).beliefs) == len(wanted)
    assert all(map(same, position_of(solver).beliefs, wanted))
    assert all(same(position_of(solver).beliefs[i], wanted[i]) for i in range(-len(wanted), len(wanted)))
    assert all(map(same, position_of(solver).beliefs[5:-5:2], wanted[5:-5:2]))


def test_undo_goes_back_through_the_whole_game_and_lines_can_follow_anywhere() -> None:
    lines = game()
    wanted, solver = followed(lines), Solver.from_log("\n".join(lines))
    for count in range(len(lines) - 1, 0, -1):
        solver.undo()
        assert same(position_of(solver).beliefs[-1], wanted[count - 1])
        again = solver.what_if(lines[count])
        assert same(position_of(again).beliefs[-1], wanted[count])
        assert len(position_of(solver).beliefs) == count
    solver.undo()
    assert list(position_of(solver).beliefs) == []


def test_answers_tell_the_same_whatever_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(game())
    few = Solver.from_log(text).answers_heard
    monkeypatch.setattr(module, "_LATEST", 1000)
    assert few == Solver.from_log(text).answers_heard
    assert few
