"""Links, pipes and devices that somebody else put into the folders of games and caches: nothing follows or waits for them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from logs import GAME
from prompt_toolkit.history import InMemoryHistory

from code777solver.core.cache import load_arrays, save_arrays
from code777solver.prompt.terminal import _history
from code777solver.session import Session
from code777solver.table import system_files
from code777solver.table.journal import Journal, JournalError, read_game
from code777solver.table.system_files import read_regular, write_whole
from code777solver.web import secret

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
ARRAYS = {"a": np.arange(3)}


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def sparse(path: Path) -> None:
    """A file of a terabyte that takes no room."""
    with path.open("wb") as file:
        file.truncate(1 << 40)


def folder(path: Path) -> None:
    path.mkdir()


def loop(path: Path) -> None:
    path.symlink_to(path.name)


PLANTED = (pipe, endless, sparse, folder, loop)
Plant = Callable[[Path], None]


@pytest.fixture
def known_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody guesses the random names."""

    class System:
        def __getattr__(self, name: str) -> object:
            return getattr(os, name)

        def urandom(self, size: int) -> bytes:
            return bytes(size)

    monkeypatch.setattr(system_files, "os", System())


@pytest.mark.usefixtures("known_names")
def test_a_link_at_the_name_of_a_new_file_is_not_followed(tmp_path: Path) -> None:
    """A link at NAME.c777.tmp had another file of the player overwritten, and the game became a link to it."""
    path, other = tmp_path / "game.c777", tmp_path / "letter.txt"
    other.write_text("dear")
    session = Session.open(path)
    for line in GAME:
        session.enter(line)
    beside = tmp_path / f"game.c777.{'00' * 5}.tmp"
    beside.symlink_to(other)
    session.undo()
    assert session.trouble is not None
    assert other.read_text() == "dear"
    assert read_game(path)[0] == list(GAME)
    beside.unlink()
    session.enter("note later")
    assert session.trouble is None
    assert not path.is_symlink()
    assert read_game(path)[0] == [*GAME[:-1], "note later"]
    session.close()


@pytest.mark.usefixtures("known_names")
def test_cache_files_and_the_key_follow_no_link_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_CACHE", str(tmp_path))
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    monkeypatch.delenv("CODE777_SECRET", raising=False)
    other = tmp_path / "letter.txt"
    other.write_text("dear")
    for name in ("x.arrays", "server.key"):
        (tmp_path / f"{name}.{'00' * 5}.tmp").symlink_to(other)
    assert not save_arrays("x", ARRAYS)
    monkeypatch.setenv("CODE777_SECRET", "")
    assert len(secret.secret_key()) == 64, "it lasts as long as the server"
    assert other.read_text() == "dear"
    assert not (tmp_path / "server.key").exists()


def test_new_files_have_random_names_and_are_private(tmp_path: Path) -> None:
    found = [system_files.open_beside(tmp_path / "x") for _ in range(20)]
    assert len({path for _, path in found}) == 20
    for handle, _ in found:
        assert stat.S_IMODE(os.fstat(handle).st_mode) == 0o600
        os.close(handle)


def test_a_file_that_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "x", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("plant", PLANTED)
def test_only_regular_files_of_a_sensible_size_are_read(plant: Plant, tmp_path: Path) -> None:
    plant(tmp_path / "x")
    with pytest.raises(OSError, match=r"\[Errno"):
        read_regular(tmp_path / "x")


@pytest.mark.parametrize("plant", PLANTED)
def test_a_cache_file_that_is_none_is_made_again(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe hung every start, and a link to an endless device ate the memory."""
    monkeypatch.setenv("CODE777_CACHE", str(tmp_path))
    plant(tmp_path / "x.arrays")
    assert load_arrays("x") is None
    assert save_arrays("x", ARRAYS) is (plant is not folder)
    assert (load_arrays("x") is None) is (plant is folder)


@pytest.mark.parametrize("plant", PLANTED)
def test_a_key_that_is_no_file_is_not_used(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    monkeypatch.setenv("CODE777_SECRET", "")
    plant(tmp_path / "server.key")
    assert len(secret.secret_key()) == 64


@pytest.mark.parametrize("plant", PLANTED)
def test_a_game_that_is_no_file_is_refused(plant: Plant, tmp_path: Path) -> None:
    plant(tmp_path / "x.c777")
    for use in (Journal, read_game):
        with pytest.raises(JournalError, match="x.c777"):
            use(tmp_path / "x.c777")


@pytest.mark.parametrize("plant", PLANTED)
def test_a_history_that_is_no_file_is_not_read(plant: Plant, tmp_path: Path) -> None:
    plant(tmp_path / "history")
    assert isinstance(_history(tmp_path), InMemoryHistory)
