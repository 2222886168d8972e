"""Notes with a meaning: each kind is read and written in one way, and every other text stays as it is."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import notes, play, solve

from code777solver import Solver
from code777solver.errors import RuleError
from code777solver.table.events import (
    AbandonMatch,
    AnyNote,
    DrawCard,
    EndMatch,
    Note,
    NoteEvent,
    PutMarks,
    RejectAnswer,
    SayCode,
    StartMatch,
    UseCoach,
)
from code777solver.table.notation import format_event, read_line
from code777solver.table.notes import note_in, parse_note
from code777solver.table.table import Table

PLAYERS = ("Ann", "Bob", "me")
TABLE = play("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
KINDS = {
    "note": Note(""),
    "note Ann hesitated # twice": Note("Ann hesitated # twice"),
    "note play 4711": StartMatch("4711", ()),
    "note play 4711 Ann club Bob master": StartMatch("4711", ("Ann", "club", "Bob", "master")),
    "note play": StartMatch("", ()),
    "note play 4711 Ann": StartMatch("4711", ("Ann",)),
    "note Ann draws 12": DrawCard("Ann", 12),
    "note play draws 12": DrawCard("play", 12),
    "note false me 12 <": RejectAnswer("me", 12, "<"),
    "note me says 257": SayCode("me", "257"),
    "note over says Y2 K5 B7": SayCode("over", "Y2 K5 B7"),
    "note abandoned": AbandonMatch(),
    "note over won": EndMatch("won"),
    "note over tied late 6 35": EndMatch("tied", late=(6, 35)),
    "note over lost cards 1": EndMatch("lost", cards=(1,)),
    "note over won late 6 cards 1 10": EndMatch("won", (6,), (1, 10)),
    "note cross 6, blue 7": PutMarks("cross", "6, blue 7"),
    "note circle B7": PutMarks("circle", "B7"),
    "note clear 447": PutMarks("clear", "447"),
    "note coach on": UseCoach(True),
    "note coach off": UseCoach(False),
}


@pytest.mark.parametrize("text", KINDS)
def test_every_kind_is_read_and_written(text: str) -> None:
    note = KINDS[text]
    assert note_in(text) == note
    assert read_line(text, Table()) == note
    assert format_event(note) == text
    assert note_in(f"  NOTE {text[5:].replace(' ', '   ')} ") == note


def test_no_kind_is_forgotten() -> None:
    assert {type(note) for note in KINDS.values()} == set(get_args(AnyNote)) == set(NoteEvent.__subclasses__())


@pytest.mark.parametrize(
    "text",
    [
        "Ann draws",
        "Ann draws twelve",
        "Ann draws 012",
        "Ann draws ٣",
        "Ann draws 1234567",
        "Ann Draws 12",
        "Ann says",
        "false",
        "false alarm",
        "false me 12 3 4",
        "false me twelve 3",
        "abandoned by all",
        "Abandoned",
        "Play 4711",
        "player 4711",
        "over",
        "over already",
        "over won late",
        "over won cards",
        "over won late 06",
        "over won 6 late 7",
        "over won late 6 six",
        "over won cards 1 late 6",
        "over won late " + "9" * 5000,
        "cross",
        "cro\N{LATIN SMALL LETTER SHARP S} 6",
        "coach",
        "coach Bob on this",
    ],
)
def test_a_malformed_note_is_free_text(text: str) -> None:
    assert parse_note(text) == Note(text)
    assert format_event(parse_note(text)) == f"note {text}"


@pytest.mark.parametrize(
    ("text", "note"),
    [("Circle b7", PutMarks("circle", "b7")), ("CLEAR B7", PutMarks("clear", "B7")), ("Coach ON", UseCoach(True))],
)
def test_marks_and_the_coach_may_be_capitalised(text: str, note: AnyNote) -> None:
    assert parse_note(text) == note


@given(notes(PLAYERS))
def test_a_note_that_is_written_reads_back(note: AnyNote) -> None:
    text = format_event(note)
    assert read_line(text, TABLE) == note_in(text) == note
    assert format_event(note_in(text) or Note("none")) == text


WORDS = [
    "play",
    "over",
    "won",
    "late",
    "cards",
    "false",
    "draws",
    "says",
    "abandoned",
    "cross",
    "coach",
    "on",
    "me",
    "6",
    "06",
]


@given(st.lists(st.sampled_from([*WORDS, "", "Ann", "#", "B7,"]), max_size=7).map(" ".join))
def test_no_text_changes_by_being_read(text: str) -> None:
    line = " ".join(f"note {text}".split())
    note = read_line(f"note {text}", TABLE)
    assert note is not None
    assert format_event(note) == line
    assert read_line(line, TABLE) == note


@given(notes(PLAYERS))
def test_nothing_at_the_table_follows_from_a_note(note: AnyNote) -> None:
    for table in (Table(), TABLE):
        step = table.do(note)
        assert step.before is step.after is table
        assert step.warnings == ()


def test_a_note_is_one_line() -> None:
    for note in (Note("two\nlines"), SayCode("me", "2\r57")):
        with pytest.raises(RuleError, match="one line"):
            TABLE.do(note)


def test_a_solver_takes_a_note_for_what_it_tells() -> None:
    solver = solve("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
    solver.note(" cross   6 ")
    solver.note("Ann hesitated")
    assert [line.text for line in solver.log.lines[-2:]] == ["note cross 6", "note Ann hesitated"]
    assert [mark.claim for mark in solver.marks] == ["no 6"]
    assert Solver.from_log(str(solver.log)).marks == solver.marks
