"""The player's own marks: how they are read, kept in the log, taken away, and known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from logs import GAME, TABLE
from strategies import solve

from code777solver import Solver
from code777solver.errors import Code777Error
from code777solver.reasons.claims import parse_claim
from code777solver.reasons.marks import knowing, notes_of, read_marks, wants_coach
from code777solver.results import Mark
from code777solver.solver import position_of
from code777solver.table.events import Event
from code777solver.table.notation import format_event


def marks(text: str, kind: str = "cross", solver: Solver | None = None) -> list[str]:
    solver = solver or solve(*TABLE)
    return [mark.what for mark in read_marks(kind, text, solver.belief.pool.arrays.racks)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("6", ["6"]),
        ("6s", ["6"]),
        ("b7", ["B7"]),
        ("7B", ["B7"]),
        ("blue 7", ["B7"]),
        ("blue7", ["B7"]),
        ("blue", ["blue"]),
        ("6 B7 red", ["6", "B7", "red"]),
        ("1 2 3", ["1", "2", "3"]),
        ("6, blue 7, red", ["6", "B7", "red"]),
        ("447", ["447"]),
        ("744", ["447"]),
        ("K3 N4 P6", ["K3", "N4", "P6"]),
        ("", []),
    ],
)
def test_marks_are_read_in_any_spelling(text: str, what: list[str]) -> None:
    assert marks(text) == what


def test_a_number_that_the_deck_has_in_one_colour_is_a_number() -> None:
    assert marks("3") == ["3"]


@pytest.mark.parametrize("text", ["8", "nothing", "B6", "6 what", "111", "6 B8"])
def test_what_the_deck_lacks_cannot_be_marked(text: str) -> None:
    with pytest.raises(Code777Error, match="^cannot mark |in this deck|no rack of this deck"):
        marks(text)


@pytest.mark.parametrize(
    ("mark", "claim", "opposite"),
    [
        (Mark("cross", "6"), "no 6", "has 6"),
        (Mark("circle", "6"), "has 6", "no 6"),
        (Mark("cross", "B7"), "no B7", "has B7"),
        (Mark("circle", "blue"), "has blue", "no blue"),
        (Mark("cross", "447"), "not 447", "the numbers are 447"),
        (Mark("circle", "447"), "the numbers are 447", "not 447"),
    ],
)
def test_a_mark_is_a_claim(mark: Mark, claim: str, opposite: str) -> None:
    found = parse_claim(mark.claim, solve(*TABLE).belief.pool.arrays.racks)
    assert (found.text, found.opposite) == (claim, opposite)


def test_marks_are_kept_in_the_log_and_taken_away_by_it() -> None:
    solver = solve(*GAME, "note cross 6", "note Circle b7", "note cross 4s", "note cross this out", "note clear 6")
    assert solver.marks == (Mark("circle", "B7"), Mark("cross", "4"))
    assert Solver.from_log(str(solver.log)).marks == solver.marks
    solver.tell("note circle 4")
    assert solver.marks == (Mark("circle", "B7"), Mark("circle", "4"))
    solver.undo()
    assert solver.marks == (Mark("circle", "B7"), Mark("cross", "4"))


def written(events: Sequence[Event]) -> list[str]:
    return [format_event(event) for event in events]


def test_the_same_mark_again_takes_it_away() -> None:
    mark = Mark("cross", "6")
    assert written(notes_of([mark], ())) == ["note cross 6"]
    assert written(notes_of([mark], (mark,))) == ["note clear 6"]
    assert written(notes_of([Mark("circle", "6")], (mark,))) == ["note circle 6"]
    assert written(notes_of([mark, mark, Mark("cross", "1")], (mark,))) == ["note clear 6", "note cross 1"]


def test_several_marks_are_one_line_and_a_colour_beside_a_number_is_no_tile() -> None:
    wanted = [Mark("cross", "blue"), Mark("cross", "7"), Mark("cross", "G1")]
    (line,) = written(notes_of(wanted, ()))
    assert line == "note cross blue, 7, G1"
    assert solve(*GAME, line).marks == tuple(wanted)


def test_a_new_rack_has_no_marks() -> None:
    solver = solve(*GAME, "note cross 6", "declare me 146 wrong", "rack me ?")
    assert solver.marks == ()
    solver.tell("note cross 1")
    assert solver.marks == (Mark("cross", "1"),)


def test_the_coach_is_on_until_it_is_off() -> None:
    lines = solve(*GAME, "note coach on", "note cross 6").log.lines
    assert wants_coach(lines)
    assert not wants_coach(solve(*GAME, "note coach on", "note coach off").log.lines)
    assert not wants_coach(solve(*GAME, "note coach Bob on this").log.lines)


def test_marks_tell_the_solver_nothing() -> None:
    """They are the player's own deductions, and may be wrong."""
    plain, marked = solve(*GAME), solve(*GAME, "note cross 4", "note circle G1")
    assert plain.codes == marked.codes


def test_who_knows_something_has_fewer_racks_to_think_about() -> None:
    solver = solve(*GAME)
    space = position_of(solver).evidence.arrays.racks
    claim = parse_claim("no 6", space)
    known = knowing(position_of(solver).evidence, [claim])
    assert 0 < len(known.racks) < len(position_of(solver).evidence.racks)
    assert claim.holds[known.racks].all()
    assert set(known.racks) == {rack for rack in position_of(solver).evidence.racks if claim.holds[rack]}
    assert knowing(position_of(solver).evidence, []) is position_of(solver).evidence
