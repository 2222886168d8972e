"""Edited logs of both games: disk, memory and what was acknowledged agree after every change and every failure."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from disk import Disk
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import GAME

from code777solver.breaker.session import BreakerSession
from code777solver.errors import Code777Error, RuleError
from code777solver.session import Session
from code777solver.table.journal import Journal, read_game

pytest.importorskip("fcntl", reason="`Disk` is one of POSIX; test_other_systems.py has one of Windows")

BREAKER_GAME = ("pack breaker-kids", "AR AP 2R 1 1 0", "note warm", "AS 2P 3R 1 2 0", "note hot")


class Played(NamedTuple):
    """One of the two games."""

    open: Callable[[Path], Any]
    lines: tuple[str, ...]
    answer: int
    """The number of a line that is an answer, with a line behind it that need not stay there."""
    instead: str
    next: str


GAMES = {
    "game": Played(Session.open, GAME, 6, "Ann 16 >", "Bob 12 ="),
    "Code Breaker": Played(lambda path: BreakerSession(Journal(path)), BREAKER_GAME, 2, "AR AP 2R 1 2 0", "note done"),
}
CHANGES: dict[str, Callable[[Any, Played], object]] = {
    "enter": lambda session, played: session.enter(played.next),
    "undo": lambda session, _: session.undo(),
    "redo": lambda session, _: session.redo(),
    "fix": lambda session, played: session.fix(played.answer, played.instead),
    "insert": lambda session, played: session.insert(played.answer, "note between"),
    "move": lambda session, played: session.move(played.answer, played.answer + 1),
    "drop": lambda session, played: session.drop(played.answer),
    "doubt": lambda session, played: session.doubt(played.answer),
}
FAULTS: dict[str, dict[str, Any]] = {
    "EIO once": {},
    "EIO for good": {"lasting": True},
    "EIO, half is written": {"lasting": True, "short": True},
    "EIO, but the call has worked": {"late": True},
    "ENOSPC once": {"code": errno.ENOSPC},
    "ENOSPC for good, half is written": {"code": errno.ENOSPC, "lasting": True, "short": True},
    "ENOSPC, but the call has worked": {"code": errno.ENOSPC, "late": True},
    "Ctrl-C before the call": {"interrupts": True},
    "Ctrl-C after the call": {"interrupts": True, "late": True},
}


def opened(path: Path, played: Played) -> Any:
    """A game after some changes, of which the last was undone."""
    session = played.open(path)
    for line in (*played.lines, "note undone"):
        session.enter(line)
    session.undo()
    return session


def on_disk(path: Path) -> list[str]:
    return read_game(path)[0]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_change_is_on_disk_and_can_be_undone_and_redone(name: str, change: str, tmp_path: Path) -> None:
    played, path = GAMES[name], tmp_path / "game"
    session = opened(path, played)
    CHANGES[change](session, played)
    after = session.lines
    assert after == on_disk(path) != list(played.lines)
    back, again = (session.redo, session.undo) if change == "undo" else (session.undo, session.redo)
    back()
    assert session.lines == on_disk(path) == list(played.lines)
    again()
    assert session.lines == on_disk(path) == after


@pytest.mark.parametrize("name", GAMES)
def test_two_lines_are_not_put_in_the_place_of_one(name: str, tmp_path: Path) -> None:
    played = GAMES[name]
    session = opened(tmp_path / "game", played)
    for number in (1, 3, len(played.lines) + 1):
        with pytest.raises(Code777Error, match="that is more than one line: enter one at a time"):
            session.insert(number, "note a\nb")
    with pytest.raises(Code777Error, match="that is more than one line: enter one at a time"):
        session.fix(3, "note a\nb")
    assert session.lines == on_disk(tmp_path / "game") == list(played.lines)
    session.close()


def points_passed(name: str, change: str, fault: str, folder: Path) -> int:
    """Make a change again and again, with a fault at each of its system calls; returns how many calls that is.

    After the fault the game is closed, or goes on: with lines, with undo and redo, or without another change until the
    process dies and the file is opened again.
    """
    played = GAMES[name]
    before = list(played.lines)
    reference = opened(folder / "reference", played)
    CHANGES[change](reference, played)
    for point in range(1, 1000):
        for then in ("closes", "goes on", "dies"):
            path = folder / f"game-{point}-{then}"
            with Disk(**FAULTS[fault]) as disk:
                session = opened(path, played)
                disk.fail_at = disk.calls + point
                made = True
                try:
                    CHANGES[change](session, played)
                except KeyboardInterrupt:
                    made = False
                reached = disk.calls >= disk.fail_at
                where = (point, disk.log[-1])
                assert session.lines == (reference.lines if made else before), where
                *lines, torn = path.read_text(encoding="utf-8").split("\n")
                assert lines in (before, reference.lines), where
                assert made or (lines, torn) == (before, ""), where
                assert not made or session.trouble or lines == session.lines, where
                assert made or session.trouble is None, where
                disk.heal()
                if then == "closes":
                    session.close()
                elif then == "goes on":
                    session.enter("note later")
                    session.undo()
                    session.redo()
                assert then == "dies" or session.trouble is None, where
                assert session.path == path, "nobody else changed the file"
                expected = session.lines
            again = played.open(path)
            if then == "dies":
                assert again.lines[: len(lines)] == lines, where
                assert len(again.lines) == len(lines) + bool(torn), where
            else:
                assert again.lines == expected, where
            again.close()
        if not reached:
            return point - 1
    raise AssertionError("a change makes fewer calls")


@pytest.mark.seconds
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", GAMES)
def test_disk_and_memory_agree_whichever_call_fails(name: str, change: str, fault: str, tmp_path: Path) -> None:
    assert points_passed(name, change, fault, tmp_path) >= 5


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", GAMES)
def test_an_interrupted_change_can_be_made_again(name: str, change: str, tmp_path: Path) -> None:
    """The history of undo and redo is as it was, too."""
    played, path = GAMES[name], tmp_path / "game"
    with Disk(interrupts=True) as disk:
        session = opened(path, played)
        disk.fail_at = disk.calls + 1
        with pytest.raises(KeyboardInterrupt, match="^$"):
            CHANGES[change](session, played)
        disk.heal()
        CHANGES[change](session, played)
    reference = opened(tmp_path / "reference", played)
    CHANGES[change](reference, played)
    assert session.lines == reference.lines == on_disk(path)
    assert history(session) == history(reference)


def history(session: Any) -> list[list[str]]:
    """The log after each undo, down to the beginning, and after each redo."""
    found = []
    for step in (session.undo, session.redo):
        with suppress(RuleError):
            while True:
                step()
                found.append(session.lines)
    return found


# Any sequence of changes, beside a model that knows nothing but lists.


class Model:
    """The states of a log as lists of lines."""

    def __init__(self, lines: list[str]) -> None:
        self.states, self.place = [lines], 0

    @property
    def lines(self) -> list[str]:
        return list(self.states[self.place])

    def change(self, kind: str, number: int, other: int, text: str) -> None:
        lines = self.lines
        if kind in ("undo", "redo"):
            self.place += 1 if kind == "redo" else -1
            return
        if kind == "enter":
            lines.append(text)
        elif kind == "fix":
            lines[number - 1] = text
        elif kind == "insert":
            lines.insert(number - 1, text)
        elif kind == "move":
            lines.insert(other - 1, lines.pop(number - 1))
        elif kind == "drop":
            del lines[number - 1]
        elif kind == "doubt":
            line = lines[number - 1]
            lines[number - 1] = line.removesuffix(" ?") if line.endswith(" ?") else f"{line} ?"
        self.states[self.place + 1 :] = [lines]
        self.place += 1


def change(session: Any, kind: str, number: int, other: int, text: str) -> None:
    match kind:
        case "undo" | "redo":
            getattr(session, kind)()
        case "enter":
            session.enter(text)
        case "fix" | "insert":
            getattr(session, kind)(number, text)
        case "move":
            session.move(number, other)
        case _:
            getattr(session, kind)(number)


TEXTS = {
    "game": [
        "note one",
        "# two",
        "Bob 12 =",
        "Ann 16 >",
        "me 3 ?",
        "declare Bob 566 wrong",
        "rack Bob G6 G6 R5",
        "bad",
    ],
    "Code Breaker": ["note one", "# two", "AS 2P 3R 2 2 1", "AR AP 2R 1 1 0", "pack breaker-kids", "bad"],
}


@settings(max_examples=60, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("name", GAMES)
def test_any_sequence_of_changes_is_that_of_a_list(name: str, data: st.DataObject) -> None:
    played = GAMES[name]
    kinds = st.sampled_from([*CHANGES, "undo", "undo", "redo", "redo"])
    numbers = st.integers(0, len(played.lines) + 3)
    changes = data.draw(st.lists(st.tuples(kinds, numbers, numbers, st.sampled_from(TEXTS[name])), max_size=25))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        path.write_text("".join(f"{line}\n" for line in played.lines), encoding="utf-8")
        session = played.open(path)
        model = Model([])
        for line in played.lines:
            model.change("enter", 0, 0, line)
        for kind, number, other, text in changes:
            try:
                change(session, kind, number, other, text)
            except Code777Error:
                pass  # a change that is refused changes nothing
            else:
                model.change(kind, number, other, text)
            assert session.lines == model.lines == on_disk(path)
        session.close()
        again = played.open(path)
        assert again.lines == model.lines
        assert again.unread == []
        assert again.now.log == session.now.log, "the game is the one that its file tells"
        again.close()
        assert history(session) == history_of(model)


def history_of(model: Model) -> list[list[str]]:
    return [*reversed(model.states[: model.place]), *model.states[1:]]
