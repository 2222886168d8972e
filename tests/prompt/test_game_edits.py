"""Edits at the prompt of a game: lines put between others, moved, opened for editing, offered their right place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from disk import Disk
from game_desks import ENGLISH, desk_at, refused
from logs import DEAL, GAME
from printing import printed
from pseudo_terminal import prompt
from rich.console import Console

from code777solver.errors import Code777Error
from code777solver.prompt.game import GameDesk
from code777solver.prompt.loop import on_script
from code777solver.session import Session
from code777solver.table.journal import read_game

SKIPPED = (*DEAL, "Ann 16 <", "Bob 5 0", "Cid 18 >", "Ann 1 1")
"""My answer was forgotten."""


# Insert and move.


def test_insert_puts_a_line_before_another() -> None:
    desk = desk_at(*SKIPPED)
    reply = desk.handle("insert 8 me 10 2")
    assert printed(reply.body) == "line 8 is new: me 10 2\n"
    assert reply.shows_screen
    assert desk.session.lines == list(GAME)
    assert list(desk.session.solver.warnings) == []


def test_an_inserted_shortcut_means_what_it_meant_there() -> None:
    """At line 8 it was my turn, and at the end it is Bob's."""
    desk = desk_at(*SKIPPED)
    desk.handle("insert 8 10 2")
    assert desk.session.lines == list(GAME)
    desk.handle("ins 11 5 1")
    assert desk.session.lines == [*GAME, "Bob 5 1"]


def test_insert_takes_the_first_place_and_the_end() -> None:
    desk = desk_at(*GAME)
    desk.handle("insert 1 # friday")
    desk.handle("insert 12 note the end")
    assert desk.session.lines == ["# friday", *GAME, "note the end"]


def test_move_gives_a_line_another_number() -> None:
    desk = desk_at(*SKIPPED, "me 10 2")
    reply = desk.handle("move 10 8")
    assert printed(reply.body) == "now line 8: me 10 2\n"
    assert desk.session.lines == list(GAME)
    desk.handle("mo 8 10")
    assert desk.session.lines == [*SKIPPED, "me 10 2"]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("insert", "a line number is missing (like `insert 7 Ann 16 <`"),
        ("insert Ann 16 <", "a line number is missing"),
        ("insert 7", "something is missing (like `insert 7 Ann 16 <`)"),
        ("insert 12 note", "no line 12 (the log has lines 1 to 10)"),
        ("insert 0 note", "no line 0 (the log has lines 1 to 10)"),
        ("insert 7 Ann 99 1", "line 7: no card 99"),
        ("insert 3 rack Ann Y2 K5 B7", "line 3: the rack of Ann is already in the log"),
        ("insert 6 declare Ann 257 right", "line 6: the rack of Ann has no tiles in the log"),
        ("move", "a line number is missing (like `move 9 7`"),
        ("move 9", "something is missing (like `move 9 7`)"),
        ("move 9 up", "something is missing (like `move 9 7`)"),
        ("move 9 11", "no line 11 (the log has lines 1 to 10)"),
        ("move 11 9", "no line 11 (the log has lines 1 to 10)"),
        ("move 2 4", "line 3: the players are not named yet"),
        ("drop 4", "line 6: the rack of Bob has no tiles"),
    ],
)
def test_an_edit_that_fails_says_which_line_by_the_number_that_log_shows(entry: str, why: str) -> None:
    assert why in refused(desk_at(*GAME), entry)


def test_undo_and_redo_go_through_every_edit(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    desk = desk_at(*SKIPPED, path=path)
    states = [desk.session.lines]
    for entry in ("me 10 2", "move 10 8", "insert 8 note late", "drop 8", "fix 7 Bob 5 1", "insert 11 12 =", "doubt 9"):
        assert not desk.handle(entry).failed, entry
        states.append(desk.session.lines)
    for _ in range(2):
        for state in reversed(states[:-1]):
            desk.handle("undo")
            assert desk.session.lines == state == read_game(path)[0]
        for state in states[1:]:
            desk.handle("redo")
            assert desk.session.lines == state == read_game(path)[0]


@pytest.mark.parametrize("change", ["insert", "move"])
@pytest.mark.parametrize("how", ["once", "for good", "half written"])
def test_no_fault_of_the_disk_loses_a_line(change: str, how: str, tmp_path: Path) -> None:
    """Whichever call fails: the file holds the old lines or the new ones, and all once the disk works again."""
    old = [*SKIPPED, "me 10 2"]

    def edit(session: Session) -> None:
        if change == "insert":
            session.insert(8, "note late")
        else:
            session.move(10, 8)

    expected = Session()
    for line in old:
        expected.enter(line)
    edit(expected)
    failed = 0
    for point in range(1, 40):
        path = tmp_path / f"{change}-{how}-{point}.c777"
        with Disk() as disk:
            session = Session.open(path)
            for line in old:
                session.enter(line)
            disk.fail_at, disk.lasting, disk.short = disk.calls + point, how == "for good", how == "half written"
            edit(session)
            failed += session.trouble is not None
            assert session.lines == expected.lines
            assert read_game_now(path) in (old, expected.lines)
            disk.heal()
            session.enter("note healed")
            assert session.trouble is None
            session.undo()
            session.close()
        assert read_game(path)[0] == expected.lines
    assert failed > 3


def read_game_now(path: Path) -> list[str]:
    """What another program would read."""
    return path.read_text(encoding="utf-8").splitlines()


def test_lines_that_cannot_be_read_stay_when_others_are_moved(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_text("\n".join([*SKIPPED, "Zoe 5 what", "me 10 2"]) + "\n", encoding="utf-8")
    desk = GameDesk(Session.open(path), ENGLISH)
    desk.handle("move 11 8")
    desk.handle("insert 1 # first")
    expected = ["# first", *GAME, "Zoe 5 what"]
    assert desk.session.lines == expected == read_game(path)[0]


# A line opened for editing.


def test_fix_with_a_number_alone_opens_the_line() -> None:
    desk = desk_at(*GAME)
    replies = list(desk.handle_block("fix 7"))
    assert [reply.failed for reply in replies] == [False]
    assert desk.draft == "fix 7 Bob 5 0"
    assert desk.session.lines == list(GAME)
    list(desk.handle_block("fix 7 Bob 5 1"))
    assert desk.draft == ""
    assert desk.session.lines[6] == "Bob 5 1"


def test_a_line_to_edit_keeps_the_rest_of_a_block() -> None:
    desk = desk_at(*GAME)
    list(desk.handle_block("12 =\nfix 7\n\nnote one\nnote two"))
    assert desk.draft == "fix 7 Bob 5 0\n\nnote one\nnote two"
    assert desk.session.lines == [*GAME, "Bob 12 ="]


def test_a_line_that_could_harm_the_terminal_is_spelled_out_for_editing(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_bytes(b"players Ann me\nnote \x1b[31m\xff\n")
    desk = GameDesk(Session.open(path), ENGLISH)
    assert desk.handle("fix 2").draft == "fix 2 note \\x1b[31m\\udcff"


def test_there_is_no_such_line_to_edit() -> None:
    assert refused(desk_at(*GAME), "fix 11") == "There is no line 11; `log` shows the lines."
    assert "no line 1" in refused(GameDesk(Session(), ENGLISH), "fix 1")


def test_a_script_cannot_edit_a_line(capsys: pytest.CaptureFixture[str]) -> None:

    errors = io.StringIO()
    status = on_script(desk_at(*GAME), ["fix 7"], Console(file=io.StringIO(), width=80), errors)
    assert (status, errors.getvalue()) == (2, "code777: line 1: something is missing (like `fix 7 Bob 5 0`)\n")


def test_a_line_is_edited_in_place_on_a_real_terminal(tmp_path: Path) -> None:
    with prompt(tmp_path) as terminal:
        terminal.enter(*GAME)
        terminal.expect("Ann 1 1: ")
        terminal.expect("▶Bob>")
        terminal.enter("fix 7")
        terminal.expect("fix 7 Bob 5 0")
        terminal.type("\x7f1\r")
        terminal.expect("▶")
        terminal.enter("quit")
        terminal.wait()
    (path,) = tmp_path.glob("*.c777")
    assert read_game(path)[0] == [*GAME[:6], "Bob 5 1", *GAME[7:]]


# The right place.


def test_a_late_answer_is_offered_its_place_and_enter_takes_it() -> None:
    desk = desk_at(*SKIPPED)
    reply = desk.handle("me 10 2")
    assert printed(reply.body, 100) == (
        "odd: out of turn: it was Bob's turn to draw a card\n"
        "It fits before line 8 (`Cid 18 >`): Enter does `move 10 8`.\n"
    )
    assert desk.session.lines == [*SKIPPED, "me 10 2"]
    assert desk.default("  ") == "move 10 8"
    desk.handle(desk.default(""))
    assert desk.session.lines == list(GAME)
    assert desk.default("") == ""
    desk.handle("undo")
    assert desk.session.lines == [*SKIPPED, "me 10 2"]


def test_an_offer_is_gone_once_something_else_is_entered() -> None:
    desk = desk_at(*SKIPPED, "me 10 2")
    desk.handle("log")
    assert desk.default("") == ""


def test_a_refused_line_is_offered_its_place() -> None:
    desk = desk_at(*GAME)
    assert refused(desk, "option reshuffle_at 4") == (
        "the players are already named: `edition` and `option` lines come before the one `players` line. "
        "It fits before line 2 (`players Ann Bob me Cid`): Enter does `insert 2 option reshuffle_at 4`."
    )
    desk.handle(desk.default(""))
    assert desk.session.lines == [GAME[0], "option reshuffle_at 4", *GAME[1:]]


def test_a_line_without_a_place_is_offered_none() -> None:
    desk = desk_at(*GAME)
    assert "It fits" not in printed(desk.handle("Cid 5 0").body)
    assert "It fits" not in refused(desk, "rack Zoe Y2 K5 B7")
    assert "It fits" not in refused(desk, "Ann 99 1")
    assert desk.default("") == ""


def test_piped_lines_stay_in_their_order() -> None:
    """Nobody is there to press Enter: a log that is piped in is not rearranged."""

    desk = GameDesk(Session(), ENGLISH)
    on_script(desk, [*SKIPPED, "me 10 2", "", "Bob 12 ="], Console(file=io.StringIO(), width=80), io.StringIO())
    assert desk.session.lines == [*SKIPPED, "me 10 2", "Bob 12 ="]


def test_session_insert_and_move_refuse_as_they_should() -> None:
    session = Session()
    with pytest.raises(Code777Error, match="the log is empty"):
        session.insert(2, "note")
    assert session.insert(1, "edition classic") == "edition classic"
    with pytest.raises(Code777Error, match="not valid text"):
        session.insert(1, "note \udcff")
