"""Edits at the prompt of a game: lines put between others, moved, opened for editing, offered their right place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from disk import Disk
from game_prompts import ENGLISH, prompt_at, refused
from logs import DEAL, GAME
from printing import printed
from pseudo_terminal import terminal_prompt
from rich.console import Console

from code777solver.errors import Code777Error
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.loop import on_script
from code777solver.session import Session
from code777solver.table.journal import read_game

SKIPPED = (*DEAL, "Ann 16 <", "Bob 5 0", "Cid 18 >", "Ann 1 1")
"""My answer was forgotten."""


# Insert and move.


def test_insert_puts_a_line_before_another() -> None:
    prompt = prompt_at(*SKIPPED)
    reply = prompt.handle("insert 8 me 10 2")
    assert printed(reply.body) == "line 8 is new: me 10 2\n"
    assert reply.shows_screen
    assert prompt.session.lines == list(GAME)
    assert list(prompt.session.solver.log.warnings) == []


def test_an_inserted_shortcut_means_what_it_meant_there() -> None:
    """At line 8 it was my turn, and at the end it is Bob's."""
    prompt = prompt_at(*SKIPPED)
    prompt.handle("insert 8 10 2")
    assert prompt.session.lines == list(GAME)
    prompt.handle("ins 11 5 1")
    assert prompt.session.lines == [*GAME, "Bob 5 1"]


def test_insert_takes_the_first_place_and_the_end() -> None:
    prompt = prompt_at(*GAME)
    prompt.handle("insert 1 # friday")
    prompt.handle("insert 12 note the end")
    assert prompt.session.lines == ["# friday", *GAME, "note the end"]


def test_move_gives_a_line_another_number() -> None:
    prompt = prompt_at(*SKIPPED, "me 10 2")
    reply = prompt.handle("move 10 8")
    assert printed(reply.body) == "now line 8: me 10 2\n"
    assert prompt.session.lines == list(GAME)
    prompt.handle("mo 8 10")
    assert prompt.session.lines == [*SKIPPED, "me 10 2"]


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
    assert why in refused(prompt_at(*GAME), entry)


def test_undo_and_redo_go_through_every_edit(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    prompt = prompt_at(*SKIPPED, path=path)
    states = [prompt.session.lines]
    for entry in ("me 10 2", "move 10 8", "insert 8 note late", "drop 8", "fix 7 Bob 5 1", "insert 11 12 =", "doubt 9"):
        assert not prompt.handle(entry).failed, entry
        states.append(prompt.session.lines)
    for _ in range(2):
        for state in reversed(states[:-1]):
            prompt.handle("undo")
            assert prompt.session.lines == state == read_game(path)[0]
        for state in states[1:]:
            prompt.handle("redo")
            assert prompt.session.lines == state == read_game(path)[0]


@pytest.mark.parametrize("change", ["insert", "move"])
@pytest.mark.parametrize("how", ["once", "for good", "half written"])
def test_no_fault_of_the_disk_loses_a_line(change: str, how: str, tmp_path: Path) -> None:
    """For every call that fails: the file holds the old lines or the new ones, and all once the disk works again."""
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
    """Lines that another program would read."""
    return path.read_text(encoding="utf-8").splitlines()


def test_lines_that_cannot_be_read_stay_when_others_are_moved(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_text("\n".join([*SKIPPED, "Zoe 5 what", "me 10 2"]) + "\n", encoding="utf-8")
    prompt = GamePrompt(Session.open(path), ENGLISH)
    prompt.handle("move 11 8")
    prompt.handle("insert 1 # first")
    expected = ["# first", *GAME, "Zoe 5 what"]
    assert prompt.session.lines == expected == read_game(path)[0]


# A line opened for editing.


def test_fix_with_a_number_alone_opens_the_line() -> None:
    prompt = prompt_at(*GAME)
    replies = list(prompt.handle_block("fix 7"))
    assert [reply.failed for reply in replies] == [False]
    assert prompt.draft == "fix 7 Bob 5 0"
    assert prompt.session.lines == list(GAME)
    list(prompt.handle_block("fix 7 Bob 5 1"))
    assert prompt.draft == ""
    assert prompt.session.lines[6] == "Bob 5 1"


def test_a_line_to_edit_keeps_the_rest_of_a_block() -> None:
    prompt = prompt_at(*GAME)
    list(prompt.handle_block("12 =\nfix 7\n\nnote one\nnote two"))
    assert prompt.draft == "fix 7 Bob 5 0\n\nnote one\nnote two"
    assert prompt.session.lines == [*GAME, "Bob 12 ="]


def test_a_line_that_could_harm_the_terminal_is_spelled_out_for_editing(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_bytes(b"players Ann me\nnote \x1b[31m\xff\n")
    prompt = GamePrompt(Session.open(path), ENGLISH)
    assert prompt.handle("fix 2").draft == "fix 2 note \\x1b[31m\\udcff"


def test_there_is_no_such_line_to_edit() -> None:
    assert refused(prompt_at(*GAME), "fix 11") == "There is no line 11; `log` shows the lines."
    assert "no line 1" in refused(GamePrompt(Session(), ENGLISH), "fix 1")


def test_a_script_cannot_edit_a_line(capsys: pytest.CaptureFixture[str]) -> None:

    errors = io.StringIO()
    status = on_script(prompt_at(*GAME), ["fix 7"], Console(file=io.StringIO(), width=80), errors)
    assert (status, errors.getvalue()) == (2, "code777: line 1: something is missing (like `fix 7 Bob 5 0`)\n")


def test_a_line_is_edited_in_place_on_a_real_terminal(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path) as terminal:
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
    prompt = prompt_at(*SKIPPED)
    reply = prompt.handle("me 10 2")
    assert printed(reply.body, 100) == (
        "odd: out of turn: it was Bob's turn to draw a card\n"
        "It fits before line 8 (`Cid 18 >`): Enter does `move 10 8`.\n"
    )
    assert prompt.session.lines == [*SKIPPED, "me 10 2"]
    assert prompt.default("  ") == "move 10 8"
    prompt.handle(prompt.default(""))
    assert prompt.session.lines == list(GAME)
    assert prompt.default("") == ""
    prompt.handle("undo")
    assert prompt.session.lines == [*SKIPPED, "me 10 2"]


def test_an_offer_is_gone_once_something_else_is_entered() -> None:
    prompt = prompt_at(*SKIPPED, "me 10 2")
    prompt.handle("log")
    assert prompt.default("") == ""


def test_a_refused_line_is_offered_its_place() -> None:
    prompt = prompt_at(*GAME)
    assert refused(prompt, "option reshuffle_at 4") == (
        "the players are already named: `edition` and `option` lines come before the one `players` line. "
        "It fits before line 2 (`players Ann Bob me Cid`): Enter does `insert 2 option reshuffle_at 4`."
    )
    prompt.handle(prompt.default(""))
    assert prompt.session.lines == [GAME[0], "option reshuffle_at 4", *GAME[1:]]


def test_a_line_without_a_place_is_offered_none() -> None:
    prompt = prompt_at(*GAME)
    assert "It fits" not in printed(prompt.handle("Cid 5 0").body)
    assert "It fits" not in refused(prompt, "rack Zoe Y2 K5 B7")
    assert "It fits" not in refused(prompt, "Ann 99 1")
    assert prompt.default("") == ""


def test_piped_lines_stay_in_their_order() -> None:
    """Nobody is there to press Enter: a log that is piped in is not rearranged."""

    prompt = GamePrompt(Session(), ENGLISH)
    on_script(prompt, [*SKIPPED, "me 10 2", "", "Bob 12 ="], Console(file=io.StringIO(), width=80), io.StringIO())
    assert prompt.session.lines == [*SKIPPED, "me 10 2", "Bob 12 ="]


def test_session_insert_and_move_refuse_as_they_should() -> None:
    session = Session()
    with pytest.raises(Code777Error, match="the log is empty"):
        session.insert(2, "note")
    assert session.insert(1, "edition classic") == "edition classic"
    with pytest.raises(Code777Error, match="not valid text"):
        session.insert(1, "note \udcff")
