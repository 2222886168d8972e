"""Games on disk that two prompts open, and games that are continued."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from logs import ROUND as GAME
from logs import write
from saved_sessions import ROOT, entered

from code777solver.prompt.game import new_session, open_session
from code777solver.session import Session
from code777solver.table.journal import Journal, JournalError, UnreadableError, read_game

OVER = (*GAME, "declare Ann 257 right", "rack Ann K3 N4 R5", "declare Ann 345 right", "rack Ann K3 N4 R5")
WON = (*OVER[:-1], "rack Ann N4 R5 B7", "declare Ann 457 right")


# Two prompts.


HOLDER = """
import sys
from pathlib import Path
from code777solver.session import Session
session = Session.open(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
session.close()
print("let go", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the game ``game.c777`` open."""
    write(tmp_path / "game.c777", *GAME)
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "game.c777")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def test_a_game_open_in_another_process_is_refused_clearly(holder: subprocess.Popen[str], tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    with pytest.raises(
        JournalError, match=r"game\.c777 is open in another prompt: close it there, or start a game with `new`"
    ):
        Session.open(path)
    assert path.read_text(encoding="utf-8").splitlines() == list(GAME)


def test_a_game_is_free_once_the_other_process_lets_go(holder: subprocess.Popen[str], tmp_path: Path) -> None:
    assert holder.stdin is not None
    assert holder.stdout is not None
    holder.stdin.write("\n")
    holder.stdin.flush()
    assert holder.stdout.readline() == "let go\n"
    session = Session.open(tmp_path / "game.c777")
    assert session.lines == list(GAME)
    session.close()


def test_a_game_is_free_once_the_other_process_is_killed(holder: subprocess.Popen[str], tmp_path: Path) -> None:
    holder.kill()
    holder.wait()
    session = Session.open(tmp_path / "game.c777")
    assert session.lines == list(GAME)
    session.close()


def test_a_second_prompt_does_not_take_the_game_of_the_first(holder: subprocess.Popen[str], tmp_path: Path) -> None:
    session = open_session(tmp_path)
    assert session.path != tmp_path / "game.c777"
    session.enter("classic")
    assert (tmp_path / "game.c777").read_text(encoding="utf-8").splitlines() == list(GAME)
    session.close()


def test_two_sessions_of_one_process_are_told_apart_too(tmp_path: Path) -> None:
    first = Session.open(tmp_path / "game.c777")
    with pytest.raises(JournalError, match="is open in another prompt"):
        Session.open(tmp_path / "game.c777")
    first.close()
    first.close()
    Session.open(tmp_path / "game.c777").close()


def test_letting_go_frees_nobody_elses_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second prompt may take the game at the very moment when the first lets go of it; a third is still refused."""
    path = tmp_path / "game.c777"
    first, taken = Journal(path), list[Journal]()
    unlink = os.unlink

    def meanwhile(name: Path) -> None:
        monkeypatch.setattr(os, "unlink", unlink)
        try:
            taken.append(Journal(path))
        except JournalError:
            pass  # not free yet: just as well
        unlink(name)

    monkeypatch.setattr(os, "unlink", meanwhile)
    first.close()
    assert os.unlink is unlink, "it was called"
    if taken:
        with pytest.raises(JournalError, match="is open in another prompt"):
            Journal(path)


# Going on.


def test_the_latest_unfinished_game_is_gone_on_with(tmp_path: Path) -> None:
    ages = {"older": GAME, "latest": (*GAME, "Ann 12 ="), "won": WON, "empty": ()}
    for age, (name, lines) in enumerate(ages.items()):
        os.utime(write(tmp_path / f"{name}.c777", *lines), (1_000_000 + age, 1_000_000 + age))
    session = open_session(tmp_path)
    assert session.path == tmp_path / "latest.c777"
    assert session.lines == [*GAME, "Ann 12 ="]
    session.close()
    again = open_session(tmp_path)
    assert again.path == tmp_path / "latest.c777"
    again.close()


def test_the_game_played_last_is_the_latest(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        write(tmp_path / f"{name}.c777", *GAME)
        time.sleep(0.02)
    entered(tmp_path / "one.c777", "Ann 12 =").close()
    session = open_session(tmp_path)
    assert session.path == tmp_path / "one.c777"
    session.close()


def test_a_won_game_is_over(tmp_path: Path) -> None:
    write(tmp_path / "won.c777", *WON)
    session = open_session(tmp_path)
    assert session.lines == []
    assert session.path not in (None, tmp_path / "won.c777")
    session.close()


def test_a_game_that_was_begun_is_gone_on_with_even_without_players(tmp_path: Path) -> None:
    """Killed after its first line: that line was accepted, and is asked for no second time."""
    entered(tmp_path / "begun.c777", "edition stronghold").close()
    session = open_session(tmp_path)
    assert session.lines == ["edition stronghold"]
    session.close()


def test_games_that_were_never_begun_do_not_hide_an_unfinished_one(tmp_path: Path) -> None:
    os.utime(write(tmp_path / "game.c777", *GAME), (1_000_000, 1_000_000))
    for _ in range(8):
        new_session(tmp_path).close()
    session = open_session(tmp_path)
    assert session.lines == list(GAME)
    session.close()


def test_a_game_on_a_disk_that_cannot_be_written_is_gone_on_with_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can still be read: the player sees the game that was left, and that it is not saved."""
    write(tmp_path / "game.c777", *GAME)
    real = os.open

    def read_only(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    session = open_session(tmp_path)
    assert session.trouble is not None
    assert "Read-only file system" in session.trouble
    assert session.lines == list(GAME)


def test_a_damaged_game_does_not_keep_the_prompt_from_starting(tmp_path: Path) -> None:
    rng = random.Random(777)
    for number in range(5):
        (tmp_path / f"bad{number}.c777").write_bytes(rng.randbytes(2000))
    (tmp_path / "long.c777").write_text("\n".join((*GAME, f"Ann {'1' * 5000} <")), encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    session = open_session(tmp_path)
    session.close()
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize(
    "lines",
    [
        ("edition mine.toml", *GAME[1:]),
        ("option cards mine.toml", *GAME[1:]),
        ("editoin classic", *GAME[1:]),
        ("edition classic", "players Ann Ann me", *GAME[2:]),
    ],
)
def test_a_game_whose_edition_is_missing_is_left_as_it_is(lines: tuple[str, ...], tmp_path: Path) -> None:
    """It was opened as a classic game, and the line about the edition became a comment in the file."""
    path = write(tmp_path / "game.c777", *lines)
    before = path.read_bytes()
    session = open_session(tmp_path)
    (told,) = session.unread
    assert told.startswith("game.c777 cannot be read and is left unchanged: line ")
    assert "mine.toml" in told or "mine.toml" not in lines[0]
    assert told.endswith("and start again")
    assert session.path != path
    session.enter("classic")
    session.close()
    assert path.read_bytes() == before
    with pytest.raises(UnreadableError, match="game.c777 cannot be read and is left unchanged: line "):
        Session.open(path)
    Journal(path).close()  # it is not locked any more


def test_a_game_whose_edition_came_back_is_gone_on_with(tmp_path: Path) -> None:
    path = write(tmp_path / "game.c777", "edition mine.toml", *GAME[1:])
    open_session(tmp_path).close()
    (tmp_path / "mine.toml").write_text('title = "Mine"\nextends = "classic"\n', encoding="utf-8")
    session = open_session(tmp_path)
    assert session.path == path
    assert session.unread == []
    assert session.table.edition.name == "mine"
    session.close()


def test_of_many_games_that_cannot_be_read_some_are_named(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path / f"game{number}.c777", "nonsense")
    session = open_session(tmp_path)
    assert len(session.unread) == 4
    assert session.unread[-1] == "and 2 more"
    session.close()


def test_a_line_after_the_end_is_kept_in_memory_and_told(tmp_path: Path) -> None:
    """The file may be open in another prompt by then."""
    session = entered(tmp_path / "game.c777", *GAME)
    session.close()
    session.enter("Ann 12 =")
    told = f"not saved (game.c777 was closed); the game continues in memory; a spare copy is in {session.spare}"
    assert session.trouble == told
    assert session.spare is not None
    assert read_game(session.spare)[0] == [*GAME, "Ann 12 ="]
    session.undo()
    session.close()
    assert (tmp_path / "game.c777").read_text(encoding="utf-8").splitlines() == list(GAME)
