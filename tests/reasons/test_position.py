"""A frozen position under `Solver`."""

from __future__ import annotations

import pytest
from strategies import solve

from code777solver.reasons.position import Position
from code777solver.solver import position_of
from code777solver.table.notation import read_log
from code777solver.table.table import Table

GAME = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 >", "Bob 10 3")
UNSEEN = ("players Ann me", "rack Ann Y2 K5 B7", "Ann 16 >", "declare me 146 wrong", "rack me ?", "Ann 8 1")


def follow(*lines: str) -> Position:
    position = Position.at(Table())
    for line in read_log("\n".join(lines)).lines:
        position = position.plus(line)
    return position


def test_results_are_worked_out_once() -> None:
    position = follow(*GAME)
    assert position.evidence is position.evidence
    assert position.opponents is position.opponents
    assert position.questions is position.questions
    assert position.candidates is position.candidates


def test_a_position_does_not_change() -> None:
    position = follow(*GAME)
    racks, later = len(position.candidates), position.plus(position.log.read("me 8 1"))
    assert (len(position.log.lines), len(later.log.lines)) == (5, 6)
    assert len(position.candidates) == racks
    with pytest.raises(AttributeError, match="Position is frozen"):
        position.log = later.log  # type: ignore[misc]


@pytest.mark.parametrize("lines", [GAME, UNSEEN])
def test_a_line_taken_back_gives_the_earlier_results(lines: tuple[str, ...]) -> None:
    before, after = follow(*lines[:-1]), follow(*lines)
    assert after.opponents != before.opponents
    assert after.without_last().opponents == before.opponents


def test_positions_of_one_game_read_old_racks_in_any_order() -> None:
    solver = solve(*UNSEEN[:-1], "Ann 4 1")
    solver.opponents  # noqa: B018  read once already
    solver.undo()
    solver.tell(UNSEEN[-1])
    assert solver.opponents == solve(*UNSEEN).opponents


def test_a_copy_shares_its_position_until_a_line_is_added() -> None:
    solver = solve(*GAME)
    twin = solver.copy()
    assert position_of(twin).evidence is position_of(solver).evidence
    twin.undo()
    assert len(solver.log.lines) == len(twin.log.lines) + 1
