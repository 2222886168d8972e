"""Changes of a session: undo and redo, edits of older lines, another seat."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from logs import DEAL, GAME
from reference import random_game
from sessions import assert_same_as_read, game, on_disk

from code777solver.errors import Code777Error, RuleError
from code777solver.session import Session
from code777solver.table.events import Answer
from code777solver.table.table import Need

# Undo and redo.


Change = Callable[[Session], object]
CHANGES: tuple[tuple[str, Change], ...] = (
    ("enter", lambda session: session.enter("Bob 12 =")),
    ("fix", lambda session: session.fix(6, "16 > ?")),
    ("doubt", lambda session: session.doubt(7)),
    ("drop", lambda session: session.drop(10)),
    ("enter again", lambda session: session.enter("Ann 2 0")),
    ("fix a rack", lambda session: session.fix(5, "rack Cid N4 P7 B7")),
    ("note", lambda session: session.enter("note end")),
)


def test_undo_and_redo_across_edits(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    states = [session.lines]
    for _, change in CHANGES:
        change(session)
        states.append(session.lines)
        assert_same_as_read(session)
    assert len({tuple(state) for state in states}) == len(states)
    for _ in range(2):
        for state in reversed(states[:-1]):
            assert session.undo() == state[-1]
            assert session.lines == state == on_disk(path)
            assert_same_as_read(session)
        for state in states[1:]:
            assert session.redo() == state[-1]
            assert session.lines == state == on_disk(path)
            assert_same_as_read(session)


def test_everything_can_be_undone() -> None:
    session = game(*GAME)
    for left in range(len(GAME) - 1, -1, -1):
        assert session.undo() == (GAME[left - 1] if left else "")
    assert session.lines == []
    assert session.need == Need("edition", "")
    with pytest.raises(RuleError, match="nothing to undo"):
        session.undo()
    for line in GAME:
        assert session.redo() == line
    with pytest.raises(RuleError, match="nothing to redo"):
        session.redo()
    assert session.lines == list(GAME)


@pytest.mark.parametrize(("name", "change"), CHANGES, ids=[name for name, _ in CHANGES])
def test_a_change_forgets_what_was_undone(name: str, change: Change) -> None:
    session = game(*GAME, "Bob 3 1")
    session.undo()
    change(session)
    with pytest.raises(RuleError, match="nothing to redo"):
        session.redo()


def test_random_undo_and_redo_agree_with_a_list_of_logs() -> None:
    rng = random.Random(777)
    lines, _ = random_game(rng, "classic", 4, 30)
    session, entered = Session(), iter(lines)
    past: list[list[str]] = []
    future: list[list[str]] = []
    now: list[str] = []
    for _ in range(300):
        deed = rng.choice(("enter", "undo", "redo"))
        if deed == "enter" and not future and (line := next(entered, None)) is not None:
            past.append(now)
            now = [*now, line]
            session.enter(line)
        elif deed == "undo" and past:
            future.append(now)
            now = past.pop()
            session.undo()
        elif deed == "redo" and future:
            past.append(now)
            now = future.pop()
            session.redo()
        assert session.lines == now


# Changing older lines.


def test_fix_replays_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    session.fix(7, "Bob 5 1")
    expected = [*GAME[:6], "Bob 5 1", *GAME[7:]]
    assert session.lines == expected == on_disk(path)
    assert_same_as_read(session)


def test_fix_takes_shortcuts_as_they_were_meant_at_that_line() -> None:
    session = game(*GAME)
    session.fix(7, "5 1")
    assert session.lines[6] == "Bob 5 1"
    session.fix(6, " a 16 > ")
    assert session.lines[5] == "Ann 16 >"
    session.fix(3, "r a Y2 K5 P6")
    assert session.lines[2] == "rack Ann Y2 K5 P6"


def test_fix_may_turn_a_line_into_a_comment_and_back() -> None:
    session = game(*GAME)
    session.fix(7, "# not heard")
    assert session.lines[6] == "# not heard"
    session.fix(7, "b 5 0")
    assert session.lines == list(GAME)
    assert_same_as_read(session)


@pytest.mark.parametrize(
    ("number", "text", "why"),
    [
        (2, "players Ann Bob me", "line 5: no rack 'Cid' at this table"),
        (3, "rack Ann G6 G6 B7", "line 4: one G6 too many"),
        (6, "declare Ann 257 right", "line 7: the rack of Ann has no tiles in the log"),
        (7, "Bob 99 0", "line 7: no card 99"),
        (8, "what is this", "line 8: 'what' is neither a player"),
        (1, "edition clasic", "line 1: no edition 'clasic', did you mean 'classic'"),
    ],
)
def test_a_fix_that_breaks_a_line_changes_nothing_and_says_why(
    number: int, text: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    solver = session.solver
    with pytest.raises(Code777Error, match=why):
        session.fix(number, text)
    assert session.solver is solver
    assert session.lines == list(GAME) == on_disk(path)
    assert session.undo() == GAME[-2]


def test_drop_takes_a_line_out_and_gives_its_text(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    assert session.drop(7) == "Bob 5 0"
    assert session.lines == [*GAME[:6], *GAME[7:]] == on_disk(path)
    assert_same_as_read(session)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (2, "line 3: the players are not named yet"),
        (4, "line 6: the rack of Bob has no tiles in the log"),
    ],
)
def test_a_drop_that_breaks_a_later_line_changes_nothing_and_says_why(number: int, why: str, tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    with pytest.raises(Code777Error, match=why):
        session.drop(number)
    assert session.lines == list(GAME) == on_disk(path)


@pytest.mark.parametrize("number", [-1, 0, 11, 999])
@pytest.mark.parametrize("verb", ["fix", "drop", "doubt"])
def test_there_is_no_such_line(verb: str, number: int) -> None:
    session = game(*GAME)
    with pytest.raises(RuleError, match=rf"no line {number} \(the log has lines 1 to 10\)"):
        _change(session, verb, number)
    with pytest.raises(RuleError, match="the log is empty"):
        _change(Session(), verb, number)


def _change(session: Session, verb: str, number: int) -> None:
    if verb == "fix":
        session.fix(number, "note")
    elif verb == "drop":
        session.drop(number)
    else:
        session.doubt(number)


def test_doubt_toggles(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    left = len(session.solver.candidates)
    assert session.doubt(6) == "Ann 16 < ?"
    assert session.lines[5] == "Ann 16 < ?" == on_disk(path)[5]
    step = session.solver.log.lines[5].step
    assert step is not None
    assert step.event == Answer("Ann", 16, "<", doubted=True)
    assert len(session.solver.candidates) > left
    assert session.doubt(6) == "Ann 16 <"
    assert session.lines == list(GAME) == on_disk(path)
    assert len(session.solver.candidates) == left


def test_doubt_keeps_the_comment_of_a_line() -> None:
    session = game(*DEAL, "Ann 16 < # she hesitated")
    assert "# she hesitated" in session.doubt(6)
    assert "# she hesitated" in session.doubt(6)


@pytest.mark.parametrize("number", [1, 2, 3, 6, 7])
def test_only_answers_can_be_doubted(number: int) -> None:
    session = game(*DEAL, "# a comment", "Ann 16 ?")
    with pytest.raises(RuleError, match=f"line {number} is not an answer: only answers can be doubted"):
        session.doubt(number)


# Another seat.


OPEN = (
    "edition classic",
    "players Ann Bob me",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 G6 R5",
    "rack me K3 N4 P7",
    "Ann 17 <",
    "Bob 10 2",
    "me 8 5",
)


def test_the_same_game_from_another_seat(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*OPEN, path=path)
    mine = list(session.solver.candidates)
    session.help_seat("bo")
    assert session.solver.seat == "Bob"
    assert_same_as_read(session)
    assert session.lines == list(OPEN) == on_disk(path)
    session.enter("Ann 3 0")
    assert session.solver.seat == "Bob"
    session.undo()
    session.undo()
    assert session.solver.seat == "me"
    assert list(session.solver.candidates) == mine
    session.redo()
    assert session.solver.seat == "Bob"
    session.fix(6, "Ann 17 =")
    assert session.solver.seat == "Bob"
    session.help_seat("me")
    assert session.solver.seat == "me"


def test_there_is_no_such_seat() -> None:
    session = game(*OPEN)
    with pytest.raises(RuleError, match=r"no player 'Bbo', did you mean 'Bob'\? \(players: Ann, Bob, me\)"):
        session.help_seat("Bbo")
    assert session.solver.seat == "me"


def test_a_seat_that_would_see_tiles_the_log_does_not_name_is_refused() -> None:
    session = game(*GAME)
    with pytest.raises(Code777Error, match="the rack of `me` has no tiles in the log"):
        session.help_seat("Ann")
    assert session.solver.seat == "me"
    assert session.lines == list(GAME)


def test_a_table_without_me_can_be_given_a_seat() -> None:
    session = game("edition classic", "players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 =")
    assert session.table.viewer is None
    session.help_seat("a")
    assert session.solver.seat == "Ann"
    session.undo()
    assert session.table.viewer is None
