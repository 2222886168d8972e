"""Games on disk on Windows and macOS, which are simulated: no open file is replaced, and the disk is really synced."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from logs import ROUND as GAME
from windows import Windows

from code777solver.session import Session
from code777solver.table import system_files
from code777solver.table.folders import cache_folder, games_folder
from code777solver.table.journal import Journal, JournalError, LockedError, write_game


@pytest.fixture
def windows() -> Iterator[Windows]:
    with Windows() as system:
        yield system


def test_a_whole_game_on_windows(windows: Windows, tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    with Journal(path) as journal:
        for line in GAME:
            journal.append(line)
        journal.replace(GAME[:-1])
        journal.append("# after the change")
        assert journal.read() == ([*GAME[:-1], "# after the change"], False)
    assert path.read_text(encoding="utf-8").splitlines() == [*GAME[:-1], "# after the change"]
    assert [file.name for file in tmp_path.iterdir()] == ["game.c777"]


def test_a_session_with_undo_and_edits_on_windows(windows: Windows, tmp_path: Path) -> None:
    session = Session.open(tmp_path / "game.c777")
    for line in GAME:
        session.enter(line)
    session.undo()
    session.redo()
    session.undo()
    assert session.trouble is None
    session.close()
    assert (tmp_path / "game.c777").read_text(encoding="utf-8").splitlines() == list(GAME[:-1])


def test_a_virus_scanner_that_looks_at_the_file_is_waited_for(windows: Windows, tmp_path: Path) -> None:
    with Journal(tmp_path / "game.c777") as journal:
        journal.append("# old")
        windows.scanned = 4
        journal.replace(["# new"])
        assert journal.read() == (["# new"], False)
    assert len(windows.paused) == 4
    assert sorted(windows.paused) == windows.paused


def test_a_replacement_that_windows_refuses_for_good_keeps_the_old_game_in_hand(
    windows: Windows, tmp_path: Path
) -> None:
    """The file that was closed to be replaced got the number of the new one, which was then closed as well."""
    path = tmp_path / "game.c777"
    with Journal(path) as journal:
        journal.append("# old")
        windows.scanned = 1000
        with pytest.raises(PermissionError, match="denied"):
            journal.replace(["# new"])
        windows.scanned = 0
        with pytest.raises(LockedError, match="game.c777 is open in another prompt"):
            Journal(path)
        journal.append("# more")
        journal.replace(["# newest"])
    assert path.read_text(encoding="utf-8") == "# newest\n"
    assert [file.name for file in tmp_path.iterdir()] == ["game.c777"]


def test_a_file_that_somebody_took_while_it_was_swapped_is_tried_again(
    windows: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.c777"
    journal = Journal(path)
    journal.append("# old")
    takers: list[int] = []
    replace = windows.replace

    def replace_and_lose(source: Path, target: Path) -> None:
        replace(source, target)
        takers.append(windows.open(target, os.O_RDWR))
        system_files.lock(takers[0])

    monkeypatch.setattr(windows, "replace", replace_and_lose)
    with pytest.raises(BlockingIOError, match="denied"):
        journal.replace(["# new"])
    with pytest.raises(JournalError, match="cannot read .*game.c777"):
        journal.append("# more")
    windows.close(takers[0])
    journal.append("# more")
    journal.close()
    assert path.read_text(encoding="utf-8") == "# new\n# more\n"
    with pytest.raises(JournalError, match="game.c777 was closed"):
        journal.append("# late")


def test_an_empty_game_leaves_no_file_on_windows(windows: Windows, tmp_path: Path) -> None:
    Journal(tmp_path / "game.c777").close()
    assert list(tmp_path.iterdir()) == []


def test_half_a_copy_leaves_no_file_on_windows(
    windows: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(windows, "write", full, raising=False)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        write_game(tmp_path / "copy.c777", GAME)
    assert list(tmp_path.iterdir()) == []


def test_two_prompts_on_one_game_on_windows(windows: Windows, tmp_path: Path) -> None:
    with Journal(tmp_path / "game.c777") as first:
        first.append("# mine")
        with pytest.raises(LockedError, match="open in another prompt"):
            Journal(tmp_path / "game.c777")
        first.append("# still mine")
    with Journal(tmp_path / "game.c777") as second:
        assert second.read() == (["# mine", "# still mine"], False)


@pytest.mark.parametrize("answers", [True, False])
def test_macos_is_asked_to_empty_the_memory_of_the_disk(
    answers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk of a network cannot do that; then plain syncing has to do."""
    asked: list[str] = []

    def fcntl(handle: int, what: int) -> None:
        asked.append(f"full {what}")
        if not answers:
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    module: Any = SimpleNamespace(F_FULLFSYNC=51, fcntl=fcntl)
    monkeypatch.setitem(sys.modules, "fcntl", module)
    monkeypatch.setattr(system_files, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(system_files.os, "fsync", lambda handle: asked.append("sync"))
    system_files.sync(3)
    assert asked == (["full 51"] if answers else ["full 51", "sync"])


@pytest.mark.parametrize(
    ("platform", "variables", "games", "cache"),
    [
        ("win32", {}, "AppData/Roaming/code777solver/games", "AppData/Local/code777solver"),
        ("win32", {"APPDATA": "R", "LOCALAPPDATA": "L"}, "R/code777solver/games", "L/code777solver"),
        ("darwin", {}, "Library/Application Support/code777solver/games", "Library/Caches/code777solver"),
    ],
)
def test_where_each_system_keeps_a_users_files(
    platform: str,
    variables: dict[str, str],
    games: str,
    cache: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("CODE777_GAMES", "CODE777_CACHE", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    for name, folder in variables.items():
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setattr("sys.platform", platform)
    assert (games_folder(), cache_folder()) == (tmp_path / games, tmp_path / cache)
