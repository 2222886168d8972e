"""Every system call of the journal fails once, and the power is cut between any two of them: nothing acknowledged is lost.

A game of a few lines is kept over and over, each time with one call failing; then the file is opened again. What it holds
must be the game as it stood after the last change that was acknowledged, or after a later one, and nothing else.
``PYTHONPATH=tests/helpers python tests/table/test_faults.py`` prints how many points there are, and how many there are for
each kind of change to an edited log, by `test_log_file.points_passed`.
"""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from disk import Disk

from code777solver.session import Session
from code777solver.table.autosave import Autosave
from code777solver.table.journal import Journal, JournalError, read_game

pytest.importorskip("fcntl", reason="`Disk` is one of POSIX; test_other_systems.py has one of Windows")

CODES = (errno.ENOSPC, errno.EIO, errno.EMFILE, errno.EINTR)
WAYS = ("once", "for good", "half written")
GAME = ("players Ann me", "rack Ann Y2 K5 B7", "Ann 16 <", "note Zoë")
STATES: tuple[tuple[str, ...], ...] = (
    *(GAME[:size] for size in range(1, len(GAME) + 1)),
    GAME[:3],
    GAME,
    (*GAME[:2], "Ann 16 >", GAME[3]),
    (*GAME[:2], "Ann 16 >", GAME[3], "Ann 5 1"),
    (*GAME[:2], "Ann 16 >", "Ann 5 1 ?"),
    (*GAME[:2], "Ann 16 >", "Ann 5 1 ?", "Ann 1 0"),
)
"""The game after each change: lines appended, and older ones changed, taken back or dropped."""


class Kept:
    """A game that goes through `STATES`, and what was said to be saved of it."""

    def __init__(self, path: Path) -> None:
        self.states: list[tuple[str, ...]] = [()]
        self.acknowledged = 0
        self.autosave = Autosave(Journal(path))

    def change(self, lines: tuple[str, ...]) -> None:
        if lines[:-1] == self.states[-1]:
            self.autosave.append(lines[-1], lambda: lines)
        else:
            self.autosave.save(lines)
        self.states.append(lines)
        if self.autosave.trouble is None:
            self.acknowledged = len(self.states) - 1

    def play(self) -> None:
        for lines in STATES:
            self.change(lines)

    def allows(self, lines: Sequence[str]) -> bool:
        """True if a file with these lines loses nothing that was acknowledged, and invents nothing."""
        return tuple(lines) in self.states[self.acknowledged :]


def fault_points(folder: Path) -> int:
    """Number of system calls that one game makes."""
    with Disk() as disk:
        Kept(folder / "counted.c777").play()
        return disk.calls


def fail(path: Path, point: int, code: int, how: str) -> None:
    """Keep a game while one call fails, fix the disk, go on, and look at the file."""
    with Disk(fail_at=point, code=code, lasting=how == "for good", short=how == "half written") as disk:
        try:
            kept = Kept(path)
        except JournalError:
            return
        kept.play()
        disk.heal()
        kept.change((*STATES[-1], "note healed"))
        assert kept.autosave.trouble is None, "as soon as the disk works again, all is saved"
        assert kept.autosave.path == path, "nobody else changed the file"
    assert read_game(path) == ([*STATES[-1], "note healed"], False), (point, disk.log[point - 1])


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("code", CODES, ids=[errno.errorcode[code] for code in CODES])
def test_every_system_call_may_fail(code: int, how: str, tmp_path: Path) -> None:
    points = fault_points(tmp_path)
    assert points > 100
    for point in range(1, points + 1):
        fail(tmp_path / f"game-{point}.c777", point, code, how)


@pytest.mark.parametrize("code", CODES, ids=[errno.errorcode[code] for code in CODES])
def test_a_process_that_dies_while_the_disk_fails_loses_nothing_acknowledged(code: int, tmp_path: Path) -> None:
    """The disk never works again, and nobody closes the game: at most the beginning of one more line is there."""
    for point in range(1, fault_points(tmp_path) + 1):
        path = tmp_path / f"game-{point}.c777"
        with Disk(fail_at=point, code=code, lasting=True, short=True) as disk:
            try:
                kept = Kept(path)
            except JournalError:
                continue
            kept.play()
        lines, cut_off = read_game(path)
        assert kept.allows(lines[:-1] if cut_off else lines), (point, disk.log[point - 1], lines)


def test_a_session_keeps_its_promise_too(tmp_path: Path) -> None:
    """The same with the session that prompts use, at some of the points."""
    for point in range(1, fault_points(tmp_path) + 1, 11):
        path = tmp_path / f"game-{point}.c777"
        with Disk(fail_at=point, lasting=True, short=True) as disk:
            try:
                session = Session.open(path)
            except JournalError:
                continue
            for line in GAME:
                session.enter(line)
            session.undo()
            assert session.trouble is not None or not disk.fail_at or disk.calls < point
            disk.heal()
            session.redo()
            assert session.trouble is None
        assert read_game(path) == (list(GAME), False)


def cut_power(path: Path) -> set[tuple[int, bytes | None]]:
    """Keep a game; gives how much was acknowledged and what may be on the disk, before and after each system call."""
    found: set[tuple[int, bytes | None]] = set()
    with Disk() as disk:
        disk.before_each = lambda: found.update((0, content) for content in disk.record.states(path))
        kept = Kept(path)
        disk.before_each = lambda: found.update((kept.acknowledged, one) for one in disk.record.states(path))
        for lines in STATES:
            kept.change(lines)
            disk.before_each()
    return found


def test_the_power_is_cut_between_any_two_calls(tmp_path: Path) -> None:
    """Only what was synced is sure to be there; of the rest any part may be, torn at any byte, or zeros in its place."""
    states, again = [(), *STATES], tmp_path / "again.c777"
    found = cut_power(tmp_path / "game.c777")
    assert len(found) > 80
    for acknowledged, content in found:
        if content is None:
            assert acknowledged == 0, "a game of which something was acknowledged has its file"
            continue
        again.write_bytes(content)
        lines, cut_off = read_game(again)
        known = tuple(line for line in (lines[:-1] if cut_off else lines) if not line.startswith("\0"))
        assert known in states[acknowledged : acknowledged + 2], (acknowledged, content)


def test_a_game_torn_by_a_power_cut_opens_and_tells_it(tmp_path: Path) -> None:
    again = tmp_path / "again.c777"
    for content in sorted({content for _, content in cut_power(tmp_path / "game.c777") if content}):
        again.write_bytes(content)
        session = Session.open(again)
        whole = content.endswith(b"\n") and b"\0" not in content
        assert whole or session.unread
        session.close()
        assert again.read_bytes() == content, "looking at a game does not change it"


def test_a_short_write_is_written_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system may take fewer bytes than it is given, without an error."""
    path = tmp_path / "game.c777"
    with Disk() as disk:
        real = disk._write
        monkeypatch.setattr(disk, "_write", lambda handle, data: real(handle, data[:1]))
        journal = Journal(path)
        journal.append("note one")
        journal.replace(["note two", "note three"])
    assert read_game(path) == (["note two", "note three"], False)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        points = fault_points(Path(folder))
        for way in WAYS:
            for code in CODES:
                for point in range(1, points + 1):
                    fail(Path(folder) / f"{way}-{code}-{point}.c777", point, code, way)
        cuts = len(cut_power(Path(folder) / "cut.c777"))
        print(
            f"{points} fault points x {len(CODES)} errors x {len(WAYS)} ways: {points * len(CODES) * len(WAYS)} passed"
        )
        print(f"{cuts} states of the disk after a power cut")
    from test_log_file import CHANGES, FAULTS, GAMES, points_passed

    total = 0
    for change in CHANGES:
        counts = []
        for name in GAMES:
            for fault in FAULTS:
                with tempfile.TemporaryDirectory() as folder:
                    counts.append(points_passed(name, change, fault, Path(folder)))
        total += sum(counts)
        print(f"{change:<7} {sum(counts):>5} points passed")
    print(f"{total} points in {len(GAMES)} games with {len(FAULTS)} faults: disk, memory and replies agree")
