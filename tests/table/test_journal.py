"""Games on disk: what is accepted is synced before it is shown, and nothing but a line being written can be lost."""

from __future__ import annotations

import errno
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest
from logs import ROUND as GAME
from logs import write
from reference import random_game
from rich.console import Console
from saved_sessions import ROOT, entered

from code777solver.lang import language
from code777solver.prompt.game import GamePrompt, open_session
from code777solver.session import Session
from code777solver.show.game_screen import screen
from code777solver.table import journal as journals
from code777solver.table import system_files
from code777solver.table.folders import games_folder
from code777solver.table.journal import Journal, JournalError, new_game_path, saved_games

ENGLISH = language("en")


def shown(session: Session) -> str:
    """The screen as text."""
    console = Console(width=80, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(screen(session, ENGLISH, width=80))
    return capture.get()


# Where games are.


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path / "here"))
    assert games_folder() == tmp_path / "here"


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/code777solver/games"),
        ("linux", {"XDG_DATA_HOME": ""}, "/home/ann/.local/share/code777solver/games"),
        ("darwin", {}, "/home/ann/Library/Application Support/code777solver/games"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/code777solver/games"),
        ("win32", {"APPDATA": ""}, "/home/ann/AppData/Roaming/code777solver/games"),
    ],
)
def test_else_it_is_where_the_platform_expects_it(
    platform: str, variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CODE777_GAMES", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("USERPROFILE", "/home/ann")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert games_folder() == Path(folder)


def test_new_games_get_names_of_their_own(tmp_path: Path) -> None:
    names = []
    for _ in range(5):
        path = new_game_path(tmp_path)
        path.touch()
        names.append(path.name)
    assert len(set(names)) == 5
    assert all(name.startswith("game-") and name.endswith(".c777") for name in names)


def test_saved_games_are_listed_latest_first(tmp_path: Path) -> None:
    for age, name in enumerate(("old.c777", "new.c777", "newest.c777")):
        os.utime(write(tmp_path / name, *GAME), (1_000_000 + age, 1_000_000 + age))
    write(tmp_path / "history", "no game")
    assert [path.name for path in saved_games(tmp_path)] == ["newest.c777", "new.c777", "old.c777"]
    assert saved_games(tmp_path / "nowhere") == []


def test_a_file_that_cannot_be_looked_at_hides_no_other(tmp_path: Path) -> None:
    path = write(tmp_path / "game.c777", *GAME)
    (tmp_path / "gone.c777").symlink_to(tmp_path / "nowhere")
    assert path in saved_games(tmp_path)


# Each line is on disk before its result is shown.


class Recorder:
    """Records each sync, with the file's path where /proc shows it, and each renaming, in order."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self.deeds = path, list[str]()
        sync, replace = os.fsync, os.replace

        def recorded_sync(handle: int) -> None:
            sync(handle)
            self.deeds.append(f"sync {Path(f'/proc/self/fd/{handle}').readlink()}" if _HAS_PROC else "sync")

        def recorded_replace(source: Path, target: Path) -> None:
            self.deeds.append(f"rename to {target.name}")
            replace(source, target)

        monkeypatch.setattr(os, "fsync", recorded_sync)
        monkeypatch.setattr(os, "replace", recorded_replace)


_HAS_PROC = Path("/proc/self/fd").exists()


def test_append_writes_then_syncs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.c777"
    contents = []
    sync = os.fsync

    def recorded(handle: int) -> None:
        contents.append(path.read_bytes())
        sync(handle)

    with Journal(path) as journal:
        monkeypatch.setattr(os, "fsync", recorded)
        journal.append("edition classic")
        journal.append("note Zoë")
    assert contents == [b"edition classic\n", "edition classic\nnote Zoë\n".encode()]


def test_replace_syncs_the_new_file_before_it_takes_the_place_of_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "game.c777", "note old")
    recorder = Recorder(path, monkeypatch)
    with Journal(path) as journal:
        journal.replace(["note new", "note newer"])
    assert recorder.deeds[1] == "rename to game.c777"
    if _HAS_PROC:
        synced, *others = recorder.deeds
        assert re.fullmatch(rf"sync {path}\.[0-9a-f]+\.tmp", synced)
        assert others == ["rename to game.c777", f"sync {tmp_path}"]
    assert path.read_text(encoding="utf-8") == "note new\nnote newer\n"
    assert [other.name for other in tmp_path.iterdir()] == ["game.c777"]


def test_every_change_is_synced_before_the_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.c777"
    prompt = GamePrompt(entered(path, *GAME), ENGLISH)
    recorder = Recorder(path, monkeypatch)
    for entry in ("12 =", "undo", "redo", "fix 6 16 >", "drop 9", "doubt 7"):
        before = len(recorder.deeds)
        assert not prompt.handle(entry).failed
        assert any(deed.startswith("sync") for deed in recorder.deeds[before:]), entry
        assert path.read_text(encoding="utf-8").splitlines() == prompt.session.lines


def test_nothing_is_written_for_what_is_refused_or_only_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.c777"
    prompt = GamePrompt(entered(path, *GAME), ENGLISH)
    recorder = Recorder(path, monkeypatch)
    for entry in (
        "Zoe 1 1",
        "nonsense",
        "fix 3 rack",
        "drop 3",
        "rank",
        "log",
        "help",
        "whatif 12 =",
        "me 2",
        "why no 6",
    ):
        prompt.handle(entry)
    assert recorder.deeds == []


def test_a_replacement_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "game.c777", *GAME)
    with Journal(path) as journal:
        monkeypatch.setattr(os, "fsync", _full)
        with pytest.raises(OSError, match="No space left"):
            journal.replace(["note new"])
    assert path.read_text(encoding="utf-8").splitlines() == list(GAME)
    assert [other.name for other in tmp_path.iterdir()] == ["game.c777"]


def test_a_new_file_survives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder was not synced: then a file that was synced itself may not be found again."""
    recorder = Recorder(tmp_path / "game.c777", monkeypatch)
    Journal(tmp_path / "game.c777").close()
    assert recorder.deeds == ([f"sync {tmp_path}"] if _HAS_PROC else ["sync"])


def test_a_process_killed_while_it_replaced_the_file_leaves_nothing_behind(tmp_path: Path) -> None:
    path = write(tmp_path / "game.c777", *GAME)
    other = write(tmp_path / "game.c777-2.c777.tmp", "note of another game")
    child = subprocess.run(
        [sys.executable, "-c", _DIES_WHILE_IT_REPLACES, str(path)], capture_output=True, check=False, cwd=ROOT
    )
    assert child.returncode == -9 or sys.platform == "win32", child.stderr
    assert len(list(tmp_path.glob("*.tmp"))) == 2
    session = Session.open(path)
    assert session.lines == list(GAME)
    assert list(tmp_path.glob("*.tmp")) == [other]
    session.close()


_DIES_WHILE_IT_REPLACES = """
import os, signal, sys
from pathlib import Path
from code777solver.table.journal import Journal
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
Journal(Path(sys.argv[1])).replace(["note new"])
"""


def test_replacing_keeps_the_permissions_of_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "game.c777", *GAME)
    path.chmod(0o640)
    with Journal(path) as journal:
        journal.replace(["note new"])
    assert path.stat().st_mode & 0o777 == 0o640 or sys.platform == "win32"


def _full(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# A torn last line.


@pytest.mark.parametrize(
    "last",
    ["Ann 12 =", "note Zoë at the café", "declare Bob 566 right", "# a comment", "Ann 13 < ?", "rack me K3 N4 R5"],
)
def test_nothing_but_a_torn_last_line_is_lost(last: str, tmp_path: Path) -> None:
    whole = "".join(f"{line}\n" for line in GAME).encode()
    data = whole + f"{last}\n".encode()
    for size in range(len(whole), len(data) + 1):
        path = tmp_path / f"game-{size}.c777"
        path.write_bytes(data[:size])
        session = Session.open(path)
        assert session.lines[: len(GAME)] == list(GAME)
        assert len(session.lines) <= len(GAME) + 1
        session.enter("note after")
        text = path.read_bytes()
        assert text.startswith(whole)
        assert text.endswith(b"\nnote after\n")
        session.close()
        again = Session.open(path)
        assert again.lines == session.lines
        again.close()


@pytest.mark.parametrize(
    ("last", "torn"),
    [
        ("Ann 13 < ?", "Ann 13 <"),
        ("players Ann Bob me Cid", "players Ann Bob me"),
        ("declare me 146 wrong saw G1 N4 P6", "declare me 146 wrong"),
        ("rack me ?  # not seen", "rack me ?"),
    ],
)
def test_a_torn_line_is_not_silently_taken_for_a_whole_one(last: str, torn: str, tmp_path: Path) -> None:
    """Its result was never shown, and what is left of it may say something else: it has to be told."""
    assert last.startswith(torn)
    before = GAME[:1] if torn.startswith("players") else GAME
    path = write(tmp_path / "game.c777", *before)
    with path.open("ab") as file:
        file.write(torn.encode())
    session = Session.open(path)
    assert session.lines[: len(before)] == list(before)
    assert torn not in session.lines or session.unread


@pytest.mark.seconds
def test_a_file_torn_at_any_byte_opens_and_goes_on(tmp_path: Path) -> None:
    lines, _ = random_game(random.Random(5), "stronghold", 3, 12)
    data = "".join(f"{line}\n" for line in lines).encode()
    for size in range(len(data)):
        path = tmp_path / f"game-{size}.c777"
        path.write_bytes(data[:size])
        session = Session.open(path)
        complete = data[:size].count(b"\n")
        assert session.lines[:complete] == lines[:complete]
        session.enter("note on")
        session.close()
        assert path.read_bytes().endswith(b"\nnote on\n" if size else b"note on\n")


def test_a_torn_first_line_is_asked_for_again(tmp_path: Path) -> None:
    """It became a line of its own when the next was appended, and no later start could read the game."""
    path = tmp_path / "game.c777"
    path.write_bytes(b"edition clas")
    session = Session.open(path)
    assert path.read_bytes() == b"edition clas", "looking at a game does not change it"
    assert session.need is not None
    assert session.need.what == "edition"
    for line in GAME:
        session.enter(line)
    session.close()
    again = Session.open(path)
    assert again.unread == []
    assert again.lines == ["# cut off: edition clas", *GAME]
    again.close()


def test_bytes_that_are_no_text_lose_no_other_line(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    whole = [line.encode() for line in GAME]
    whole[5:5] = [b"note caf\xe9 \xff\xfe", b"\x00\x01\x80garbage", b"\xf0\x9f\x8e"]
    path.write_bytes(b"\n".join(whole) + b"\n")
    session = Session.open(path)
    assert [line for line in session.lines if line in GAME] == list(GAME)
    assert len(session.lines) == len(whole)
    assert session.solver.belief.possible
    session.enter("Ann 12 =")
    session.undo()
    session.close()
    assert path.read_bytes() == b"\n".join(whole) + b"\n", "even where the file was replaced as a whole"
    assert [line for line in Session.open(path).lines if line in GAME] == list(GAME)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_files_from_any_system_are_read(end: str, tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_bytes(b"\xef\xbb\xbf" + end.join(GAME).encode() + end.encode())
    session = Session.open(path)
    assert session.lines == list(GAME)
    assert session.unread == []
    session.enter("Ann 12 =")
    session.close()
    assert Session.open(path).lines == [*GAME, "Ann 12 ="]


def test_what_is_typed_in_bytes_that_are_no_text_is_kept_or_refused(tmp_path: Path) -> None:
    """Terminals hand on bytes that are no UTF-8 as lone surrogates, which cannot be written as they are."""
    path = tmp_path / "game.c777"
    prompt = GamePrompt(entered(path, *GAME), ENGLISH)
    prompt.handle("note caf\udce9")
    prompt.handle("# caf\udce9")
    prompt.handle("fix 6 note \udce9")
    prompt.handle("whatif note \udce9")
    prompt.handle("Ann 12 =")
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "Ann 12 ="
    assert prompt.session.trouble is None


# A disk that is full, and one that cannot be written.


class FullDisk:
    """Every write or sync of a journal fails while ``full`` is set; a share of a write may still come through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
        self.full = False
        self._how, self._os = how, os
        for module in (journals, system_files):
            monkeypatch.setattr(module, "os", self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        return _full() if self.full and self._how == "open" and flags & os.O_CREAT else os.open(path, flags, mode)

    def fsync(self, handle: int) -> None:
        if self.full and self._how in ("open", "sync"):
            _full()
        os.fsync(handle)

    def write(self, handle: int, data: bytes) -> int:
        if self.full and self._how == "write":
            os.write(handle, data[: len(data) // 2])
            _full()
        return os.write(handle, data)


@pytest.mark.parametrize("how", ["open", "sync", "write"])
def test_a_full_disk_is_told_and_the_game_goes_on(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.c777"
    session = entered(path, *GAME)
    disk = FullDisk(monkeypatch, how)
    disk.full = True
    assert session.enter("Ann 12 =").text == "Ann 12 ="
    assert session.trouble is not None
    assert "No space left on device" in session.trouble
    assert "continues in memory" in session.trouble
    assert "No space left on device" in shown(session)
    session.enter("Bob 3 1")
    session.fix(6, "Ann 16 >")
    session.undo()
    session.doubt(7)
    assert session.lines == [*GAME[:6], "Bob 5 0 ?", *GAME[7:], "Ann 12 =", "Bob 3 1"]
    assert session.trouble is not None
    disk.full = False
    session.enter("me 2 1")
    assert session.trouble is None
    assert "No space" not in shown(session)
    assert path.read_text(encoding="utf-8").splitlines() == session.lines
    session.enter("Cid 4 2")
    assert path.read_text(encoding="utf-8").splitlines() == session.lines
    assert [other.name for other in tmp_path.iterdir()] == ["game.c777"]


def test_a_game_that_could_not_be_saved_is_tried_again_when_the_player_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.c777"
    prompt = GamePrompt(entered(path, *GAME), ENGLISH)
    disk = FullDisk(monkeypatch, "open")
    disk.full = True
    prompt.handle("Ann 12 =")
    disk.full = False
    prompt.handle("quit")
    assert path.read_text(encoding="utf-8").splitlines() == [*GAME, "Ann 12 ="]


def test_a_game_that_is_not_saved_is_not_said_to_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.c777"
    prompt = GamePrompt(entered(path, *GAME), ENGLISH)
    disk = FullDisk(monkeypatch, "open")
    disk.full = True
    prompt.handle("Ann 12 =")
    assert "`save FILE` keeps it" in str(prompt.handle("quit").body)
    reply = prompt.handle("quit")
    assert reply.done
    assert "kept in" not in str(reply.body) or "not saved" in str(reply.body)


def test_a_folder_that_cannot_be_made_leaves_a_game_in_memory(tmp_path: Path) -> None:
    """The tests may run as root, whom no permission stops: a path below a file cannot be made by anybody."""
    blocked = write(tmp_path / "file", "no folder") / "games"
    session = open_session(blocked)
    assert session.path is None
    assert session.trouble is not None
    assert "cannot write" in session.trouble
    assert "only in memory" in session.trouble
    for line in GAME:
        session.enter(line)
    assert session.lines == list(GAME)
    assert "only in memory" in " ".join(shown(session).split())
    session.undo()
    session.close()


def test_a_file_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "folder.c777").mkdir()
    with pytest.raises(JournalError, match=r"cannot (read|write) .*folder\.c777"):
        Session.open(tmp_path / "folder.c777")
    with pytest.raises(JournalError, match="cannot write"):
        Journal(write(tmp_path / "file", "") / "game.c777")


def test_a_file_that_cannot_be_read_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "folder.c777").mkdir()
    for _ in range(2):
        with pytest.raises(JournalError, match="cannot"):
            Session.open(tmp_path / "folder.c777")
    with pytest.raises(JournalError, match="cannot") as caught:
        Session.open(tmp_path / "folder.c777")
    assert "another prompt" not in str(caught.value)
