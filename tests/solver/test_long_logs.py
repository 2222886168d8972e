"""Long logs: what a line costs does not depend on how many lines there are. Memory is counted, never time."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from code777solver import Solver, read_log
from code777solver.session import Session

HEAD = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\n"
KINDS: dict[str, Callable[[int], str]] = {
    "comments": lambda count: "# nothing\n" * count,
    "one card again and again": lambda count: "Ann 1 1\n" * count,
    "answers": lambda count: "".join(f"{('Ann', 'Bob')[i % 2]} {i % 23 + 1} ?\n" for i in range(count)),
}
COUNT = 600


def log(kind: str, count: int) -> str:
    return HEAD + KINDS[kind](count)


def peak(work: Callable[[], object]) -> int:
    """The most bytes that some work holds at a time."""
    work()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def grows_with_the_lines(work: Callable[[int], object]) -> bool:
    """True if twice the lines take about twice the memory. With the square of them it would be four times."""
    return peak(lambda: work(4 * COUNT)) <= 2.5 * peak(lambda: work(2 * COUNT))


@pytest.mark.seconds
@pytest.mark.parametrize("kind", KINDS)
def test_reading_takes_memory_in_proportion(kind: str) -> None:
    assert grows_with_the_lines(lambda count: read_log(log(kind, count)))


@pytest.mark.seconds
@pytest.mark.parametrize("kind", KINDS)
def test_a_solver_takes_memory_in_proportion(kind: str) -> None:
    assert grows_with_the_lines(lambda count: Solver.from_log(log(kind, count)))


@pytest.mark.seconds
@pytest.mark.parametrize("kind", KINDS)
def test_a_session_takes_memory_in_proportion(kind: str, tmp_path: Path) -> None:
    def work(count: int) -> None:
        path = tmp_path / f"{count}.c777"
        path.write_text(log(kind, count), encoding="utf-8")
        session = Session.open(path)
        session.enter("note one more")
        session.undo()
        session.close()

    assert grows_with_the_lines(work)


def test_undo_and_redo_take_memory_in_proportion() -> None:
    def work(count: int) -> None:
        session = Session()
        for line in log("answers", count).splitlines():
            session.enter(line)
        for _ in range(count):
            session.undo()
        for _ in range(count):
            session.redo()
        assert len(session.lines) == count + 3

    assert grows_with_the_lines(lambda count: work(count // 4))


def test_a_belief_is_not_kept_for_every_line() -> None:
    """Each belief of the classic deck has two arrays of 2,008 bytes and more, beside a table and a line of some 3,000."""
    more = peak(lambda: Solver.from_log(log("one card again and again", 4 * COUNT)))
    less = peak(lambda: Solver.from_log(log("one card again and again", 2 * COUNT)))
    assert (more - less) / (2 * COUNT) < 4_000


@pytest.mark.parametrize("kind", KINDS)
def test_undo_and_redo_go_through_a_whole_long_game(kind: str) -> None:
    lines = log(kind, COUNT).splitlines()
    session = Session()
    for line in lines:
        session.enter(line)
    whole = session.solver
    for count in range(len(lines) - 1, -1, -1):
        assert session.undo() == (lines[count - 1] if count else "")
    assert session.lines == []
    for line in lines:
        assert session.redo() == line
    assert session.lines == lines
    assert session.table == whole.table
    assert session.solver.belief.weights.tolist() == whole.belief.weights.tolist()


def test_a_card_that_comes_again_and_again_is_in_the_round_once() -> None:
    table = read_log(log("one card again and again", 50)).table
    assert table.round == (1,)
    assert table.cards_to_come == tuple(range(2, 24))
