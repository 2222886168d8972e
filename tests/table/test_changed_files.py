"""Files that somebody else changes while a game is open, and files that are no games: nothing is overwritten or waited for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from code777solver.breaker.session import BreakerSession
from code777solver.prompt.game import open_session
from code777solver.session import Session
from code777solver.table.folders import FolderError, cache_folder, games_folder
from code777solver.table.journal import Journal, JournalError, LockedError, read_game, saved_games

with suppress(ImportError):  # on Windows the tests that need it are left out
    import pwd

ROOT = Path(__file__).parents[2]
GAME = ["players Ann me", "rack Ann Y2 K5 B7", "Ann 16 <", "note Zoë"]


def game(path: Path) -> Session:
    session = Session.open(path)
    for line in GAME:
        session.enter(line)
    return session


def edit_in_place(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"# mine")


def edit_by_rename(path: Path) -> None:
    other = path.with_suffix(".swp")
    other.write_text("note from an editor\n", encoding="utf-8")
    other.replace(path)


def edit_same_size_same_time(path: Path) -> None:
    """The hardest to notice: as many bytes, and the clock put back."""
    facts, data = path.stat(), path.read_bytes()
    path.write_bytes(data.replace(b"Ann 16 <", b"Ann 16 >"))
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))


def cut(path: Path) -> None:
    os.truncate(path, 20)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def add(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"note added elsewhere\n")


CHANGES: list[Callable[[Path], None]] = [
    Path.unlink,
    edit_in_place,
    edit_by_rename,
    edit_same_size_same_time,
    cut,
    empty,
    add,
]
DEEDS: dict[str, Callable[[Session], object]] = {
    "enter": lambda session: session.enter("Ann 5 1"),
    "undo": lambda session: session.undo(),
    "fix": lambda session: session.fix(3, "Ann 16 >"),
    "drop": lambda session: session.drop(4),
}


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_file_changed_by_somebody_else_is_left_alone(
    change: Callable[[Path], None], deed: str, tmp_path: Path
) -> None:
    path = tmp_path / "friday.c777"
    session = game(path)
    change(path)
    left = path.read_bytes() if path.exists() else None
    DEEDS[deed](session)
    assert (path.read_bytes() if path.exists() else None) == left
    assert session.path == tmp_path / "friday-2.c777"
    assert read_game(tmp_path / "friday-2.c777") == (session.lines, False)
    (notice,) = session.take_notices()
    assert notice.startswith(
        "friday.c777 was changed by another program and is left alone now; this game continues in "
    )
    assert notice.endswith("friday-2.c777")
    assert session.take_notices() == [], "it is told once"
    session.enter("note on")
    assert read_game(tmp_path / "friday-2.c777") == (session.lines, False)
    session.close()
    assert (path.read_bytes() if path.exists() else None) == left


def test_the_new_file_overwrites_no_other(tmp_path: Path) -> None:
    session = game(tmp_path / "friday.c777")
    (tmp_path / "friday-2.c777").write_text("note an older game\n", encoding="utf-8")
    (tmp_path / "friday-3.c777").symlink_to(tmp_path / "nowhere")
    (tmp_path / "friday.c777").unlink()
    session.enter("Ann 5 1")
    assert session.path == tmp_path / "friday-4.c777"
    assert (tmp_path / "friday-2.c777").read_text(encoding="utf-8") == "note an older game\n"


def touch(path: Path) -> None:
    os.utime(path, (1, 1))


def chmod(path: Path) -> None:
    path.chmod(0o600)


def link(path: Path) -> None:
    os.link(path, path.with_suffix(".backup"))


def read(path: Path) -> None:
    path.read_bytes()


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("change", [touch, chmod, link, read], ids=lambda change: change.__name__)
def test_a_file_with_the_same_bytes_is_gone_on_with(change: Callable[[Path], None], deed: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.c777"
    session = game(path)
    change(path)
    DEEDS[deed](session)
    assert session.path == path
    assert session.take_notices() == []
    assert read_game(path) == (session.lines, False)


def test_code_breaker_leaves_such_a_file_alone_too(tmp_path: Path) -> None:
    path = tmp_path / "game.breaker"
    session = BreakerSession(Journal(path), pack="breaker-kids")
    path.write_text("pack breaker-4\n", encoding="utf-8")
    session.enter("AR AP 2R 1 1 0")
    assert path.read_text(encoding="utf-8") == "pack breaker-4\n"
    assert session.path == tmp_path / "game-2.breaker"
    assert read_game(tmp_path / "game-2.breaker") == (["pack breaker-kids", "AR AP 2R 1 1 0"], False)
    assert "continues in" in session.take_notices()[0]


def test_lines_of_code_breaker_that_cannot_be_read_stay_in_the_file(tmp_path: Path) -> None:
    """They were left out when the file was written again."""
    path = tmp_path / "game.breaker"
    lines = ["pack breaker-kids", "what is this", "AR AP 2R 1 1 0"]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    session = BreakerSession(Journal(path))
    assert len(session.unread) == 1
    session.enter("note on")
    session.undo()
    session.close()
    assert read_game(path) == (lines, False)


# One game, several names.


def test_undo_through_a_symbolic_link_keeps_the_link(tmp_path: Path) -> None:
    target, alias = tmp_path / "games" / "real.c777", tmp_path / "alias.c777"
    target.parent.mkdir()
    target.write_text("".join(f"{line}\n" for line in GAME), encoding="utf-8")
    alias.symlink_to(target)
    session = Session.open(alias)
    session.undo()
    session.close()
    assert alias.is_symlink()
    assert read_game(target) == (GAME[:-1], False)


@pytest.mark.parametrize("kind", ["symbolic", "hard"])
@pytest.mark.parametrize("undone", [False, True])
def test_two_names_of_one_game_let_one_prompt_in(kind: str, undone: bool, tmp_path: Path) -> None:
    path, alias = tmp_path / "game.c777", tmp_path / "alias.c777"
    session = game(path)
    if kind == "hard":
        os.link(path, alias)
    else:
        alias.symlink_to(path)
    if undone:
        session.undo()
        session.redo()
    with pytest.raises(LockedError, match="is open in another prompt"):
        Journal(alias)
    session.close()
    Journal(alias).close()


def test_taking_files_away_lets_no_second_prompt_in(tmp_path: Path) -> None:
    """A lock file that was deleted let two prompts write to one game; the lock is on the game itself now."""
    session = game(tmp_path / "game.c777")
    for other in tmp_path.iterdir():
        if other.name != "game.c777":
            other.unlink()
    with pytest.raises(LockedError, match="game.c777 is open in another prompt"):
        Journal(tmp_path / "game.c777")
    session.close()


# What is no game, and who has no home.


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_game(tmp_path: Path) -> None:
    """Opening it waited for somebody at the other end, forever."""
    os.mkfifo(tmp_path / "x.c777")
    (tmp_path / "folder.c777").mkdir()
    assert saved_games(tmp_path) == []
    for name in ("x.c777", "folder.c777"):
        with pytest.raises(JournalError, match=r"not a regular file|[Ii]s a directory"):
            Session.open(tmp_path / name)
        with pytest.raises(JournalError, match=r"not a regular file|[Ii]s a directory"):
            read_game(tmp_path / name)
    session = open_session(tmp_path)
    assert session.lines == []
    session.close()


@pytest.mark.seconds
def test_a_game_that_cannot_be_followed_is_named_and_left_alone(tmp_path: Path) -> None:
    """Three own racks of the 49-tile deck that were never seen are too many to keep exactly; the prompt did not start."""
    unseen = ("declare me G4 G5 G6 wrong", "rack me ?")
    lines = ["edition unique49", "players Ann me", "rack Ann G1 Y2 K3", *unseen, *unseen, *unseen]
    path = tmp_path / "three.c777"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    session = open_session(tmp_path)
    (told,) = session.unread
    assert told.startswith("three.c777 is left unchanged: line 8: ")
    assert "too many to track exactly" in told
    assert session.lines == []
    session.close()
    assert read_game(path) == (lines, False)
    Journal(path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="a home is found in another way")
def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container may run as a number that is nobody's."""
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "CODE777_GAMES", "CODE777_CACHE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", _nobody)
    with pytest.raises(FolderError, match="no home folder: set CODE777_GAMES to a folder of your choice"):
        games_folder()
    with pytest.raises(FolderError, match="set CODE777_CACHE"):
        cache_folder()


def _nobody(number: int) -> None:
    raise KeyError(number)


_WITHOUT_A_HOME = """
import os, pwd, sys
def nobody(number): raise KeyError(number)
pwd.getpwuid = nobody
for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "CODE777_GAMES", "CODE777_CACHE"):
    os.environ.pop(name, None)
sys.argv = ["code777", *sys.argv[1:]]
from code777solver.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a home is found in another way")
@pytest.mark.parametrize("words", [[], ["analyze", "-"], ["check", "-"]])
def test_commands_run_without_a_home(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_A_HOME, *words],
        input="players Ann me\nrack Ann Y2 K5 B7\nAnn 16 <\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
