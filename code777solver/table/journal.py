"""Games on disk: plain logs that survive a crash at any moment, and that are never overwritten once others changed them.

Each line is appended and synced before its result is shown; changes to older lines replace the whole file at once.
Before every write the file must still be the one that this process read or wrote last. A lock on the file itself, which
the system drops when a process dies, keeps two prompts off one game, also if they open it by different names.

All system calls, here and in `system_files`, go through `os` and `fcntl`, one by one and unbuffered, so that tests can make
each of them fail.
"""

from __future__ import annotations

import os
import stat
import sys
import zlib
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Self

from ..errors import Code777Error
from .notation import split_lines
from .system_files import (
    BINARY,
    lock,
    make_folder,
    open_beside,
    read_all,
    read_rest,
    remove_leftovers,
    require_size,
    retry_if_locked,
    sync,
    sync_folder,
    write_all,
)

SUFFIX = ".c777"
_TAIL = 4096
"""Bytes at the end of a file that are compared to detect a change by another program."""


class JournalError(Code777Error, OSError):
    """A game file that cannot be used; the message says why and what to do."""


class LockedError(JournalError):
    """A game that another prompt has open."""


class ChangedError(JournalError):
    """A game file that is no longer as this process left it: deleted, replaced, cut or edited by somebody else."""


class UnreadableError(JournalError):
    """A game whose beginning cannot be read, so that nothing in it can be judged. Its file is left as it is."""


def new_game_path(folder: Path, suffix: str = SUFFIX) -> Path:
    """A file name for a game that starts now, not taken yet."""
    return free_path(folder / f"game-{datetime.now().strftime('%Y-%m-%d-%H%M%S')}{suffix}")


def path_beside(path: Path) -> Path:
    """A file name beside a game, not taken yet: ``friday-2.c777`` for ``friday.c777``."""
    return free_path(path, first=2)


def free_path(path: Path, first: int = 1) -> Path:
    """The path itself, or one with a number behind its name if that is taken."""
    for number in range(first, 1000):
        found = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        if not os.path.lexists(found):
            return found
    raise JournalError("too many games in {folder}", folder=path.parent)


def saved_games(folder: Path, suffix: str = SUFFIX) -> list[Path]:
    """The games in a folder, latest first. What is no regular file is no game."""
    found: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in folder.iterdir():
            if path.suffix == suffix:
                with suppress(OSError):
                    facts = path.stat()
                    if stat.S_ISREG(facts.st_mode):
                        found.append((facts.st_mtime_ns, path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


class _FileState(NamedTuple):
    """State of the file on disk as this process left it. A difference means that another program changed the file."""

    size: int
    tail: bytes
    """The last bytes, at most `_TAIL` of them."""
    checksum: int
    """Of all bytes."""
    times: tuple[int, int]
    """When the content and when anything at all was changed, in nanoseconds."""


def _file_state(data: bytes, times: tuple[int, int]) -> _FileState:
    return _FileState(len(data), data[-_TAIL:], zlib.crc32(data), times)


class _New(NamedTuple):
    """A file that is to take the place of the game's."""

    handle: int
    path: Path
    data: bytes


class Journal:
    """One game file, held under a lock."""

    def __init__(self, path: Path) -> None:
        """Take the file, making it if need be. Raises `JournalError` if it cannot be used or another prompt has it."""
        self.path = path
        self._held: list[int] = []
        """Open files under lock: the game, and before it those that it replaced, which may have other names."""
        self._closed = False
        self._seen = _file_state(b"", (0, 0))
        self._torn = b""
        """Bytes being appended when the disk refused; a part of them may stand behind the bytes in `_seen`."""
        self._new: _New | None = None
        """A file of which it is not known yet whether it has taken the place of the game's."""
        try:
            self._real = Path(os.path.realpath(path))
            make_folder(self._real.parent)
            self._take()
            remove_leftovers(self._real)
            self._remember(read_all(self._handle))
        except BaseException as error:
            self._let_go()
            if isinstance(error, BlockingIOError):
                raise LockedError(
                    "{name} is open in another prompt: close it there, or start a game with `new`", name=path.name
                ) from None
            if isinstance(error, OSError) and not isinstance(error, JournalError):
                raise JournalError("cannot write {path}: {reason}", path=path, reason=error.strerror or error) from None
            raise

    def _take(self) -> None:
        """Open and lock the file that has the name; one that loses its name in between is not it."""
        for _ in range(20):
            is_new = not self._real.exists()
            handle = os.open(self._real, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
            self._held.append(handle)
            _require_regular(os.fstat(handle), self.path)
            lock(handle)
            if self._is_in_place(handle):
                if is_new:
                    sync_folder(self._real.parent)
                return
            os.close(self._held.pop())
        raise BlockingIOError

    @property
    def _handle(self) -> int:
        return self._held[-1]

    def read(self) -> tuple[list[str], bool]:
        """The lines on disk, and whether the last one was cut off: it was being written when something died."""
        try:
            data = read_all(self._handle)
            self._remember(data)
        except OSError as error:
            raise JournalError("cannot read {path}: {reason}", path=self.path, reason=error.strerror or error) from None
        return _as_lines(data)

    def append(self, line: str) -> None:
        """Put one line safely on disk. Raises `ChangedError`, and writes nothing, if the file is not as it was left."""
        self._check()
        data = _bytes([line])
        if self._seen.size and not self._seen.tail.endswith(b"\n"):
            data = b"\n" + data
        seen, self._torn = self._seen, data
        try:
            os.lseek(self._handle, 0, os.SEEK_END)
            write_all(self._handle, data)
            sync(self._handle)
            tail, checksum = (seen.tail + data)[-_TAIL:], zlib.crc32(data, seen.checksum)
            self._seen = _FileState(seen.size + len(data), tail, checksum, _times(self._handle))
            self._torn = b""
        except BaseException:  # the caller does not keep the failed line: neither may the disk
            self._seen, self._torn = seen, data
            with suppress(OSError):
                os.ftruncate(self._handle, seen.size)
            raise

    def replace(self, lines: Sequence[str]) -> None:
        """Put other lines in place of all; either the old or the new ones are on disk, never a mixture.

        Raises `ChangedError`, and leaves the file alone, if it is not as it was left.
        """
        self._check()
        data = _bytes(lines)
        handle, path = open_beside(self._real)
        self._new = _New(handle, path, data)
        try:
            lock(handle)
            write_all(handle, data)
            sync(handle)
            if sys.platform == "win32":
                self._swap_closed(self._new)
            else:
                with suppress(OSError):
                    os.fchmod(handle, os.fstat(self._handle).st_mode & 0o777)
                os.replace(path, self._real)
                self._hold(self._new)
        except OSError:  # a network may say that it failed although it is done
            if not self._settle():
                raise
        except BaseException:
            with suppress(OSError):
                self._settle()
            raise
        self._remember(data)
        self._free_old()
        sync_folder(self._real.parent)

    def _settle(self) -> bool:
        """Find out whether the new file has taken the place of the game's. If so it is held, else it is let go."""
        new = self._new
        if new is None:
            return False
        if new.handle in self._held or self._is_in_place(new.handle):
            self._hold(new)
            return True
        self._new = None
        with suppress(OSError):
            os.close(new.handle)
        with suppress(OSError):
            os.unlink(new.path)
        return False

    def _hold(self, new: _New) -> None:
        if new.handle not in self._held:
            self._held.append(new.handle)
        self._torn, self._seen = b"", _file_state(new.data, (-1, -1))
        self._new = None

    def _swap_closed(self, new: _New) -> None:
        """Put the new file in place where an open file cannot be renamed or replaced, and take the file that is there then."""
        self._new = None
        os.close(new.handle)
        os.close(self._held.pop())
        try:
            retry_if_locked(lambda: os.replace(new.path, self._real))
            self._torn, self._seen = b"", _file_state(new.data, (-1, -1))
        except BaseException:
            with suppress(OSError):
                os.unlink(new.path)
            raise
        finally:
            self._take_again()

    def _take_again(self) -> None:
        """Take the file once more; if somebody else has it now, none is held, and it is tried again before each write."""
        try:
            retry_if_locked(self._take)
        except BaseException:
            self._let_go()
            raise

    def _free_old(self) -> None:
        """Close replaced files, except those with another name, by which another prompt could open the same game."""
        *old, new = self._held
        self._held = [new]
        for handle in old:
            try:
                is_gone = not os.fstat(handle).st_nlink
            except OSError:
                is_gone = False
            if is_gone:
                with suppress(OSError):
                    os.close(handle)
            else:
                self._held.insert(0, handle)

    def _check(self) -> None:
        """Raise `ChangedError` unless the file is as this process left it; a closed one is anybody's again."""
        if self._closed:
            raise JournalError("{name} was closed", name=self.path.name)
        try:
            self._settle()
            if not self._held:
                self._take_again()
            same = self._is_in_place(self._handle) and self._is_unchanged()
        except OSError as error:
            raise JournalError("cannot read {path}: {reason}", path=self.path, reason=error.strerror or error) from None
        if not same:
            raise ChangedError("{name} was changed by another program", name=self.path.name)

    def _is_in_place(self, handle: int) -> bool:
        """True if the open file is still the one with that name."""
        try:
            there = os.stat(self._real)
        except FileNotFoundError:
            return False
        return os.path.samestat(there, os.fstat(handle))

    def _is_unchanged(self) -> bool:
        """Times that differ prove nothing: a backup or a new name for the file changes them, too. Then bytes decide."""
        seen, facts = self._seen, os.fstat(self._handle)
        os.lseek(self._handle, max(0, seen.size - _TAIL), os.SEEK_SET)
        found = read_rest(self._handle)
        if self._torn:
            return found in (seen.tail + self._torn[:size] for size in range(len(self._torn) + 1))
        if found != seen.tail:
            return False
        if (facts.st_mtime_ns, facts.st_ctime_ns) != seen.times:
            if zlib.crc32(read_all(self._handle)) != seen.checksum:
                return False
            self._seen = seen._replace(times=_times(self._handle))
        return True

    def _remember(self, data: bytes) -> None:
        """Take these bytes for what is on disk now."""
        self._seen = _file_state(data, _times(self._handle))

    def close(self) -> None:
        """Let go of the game. A file without a line is taken away."""
        self._closed = True
        with suppress(OSError):
            self._settle()
        if self._held:
            is_empty = False
            with suppress(OSError):
                is_empty = (
                    not self._seen.size and self._is_in_place(self._handle) and not os.fstat(self._handle).st_size
                )
            if sys.platform == "win32":  # no open file can be taken away there
                self._let_go()
            if is_empty:
                with suppress(OSError):
                    os.unlink(self._real)
            self._let_go()

    def _let_go(self) -> None:
        if self._new is not None:  # nobody could say whether it is in place
            self._held.append(self._new.handle)
            self._new = None
        while self._held:
            with suppress(OSError):
                os.close(self._held.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_game(path: Path) -> tuple[list[str], bool]:
    """The lines of a game file, and whether the last one lacks its end.

    Bytes that are no UTF-8 come as lone surrogates, which are written back as the same bytes.
    """
    try:
        handle = os.open(path, os.O_RDONLY | BINARY)
        try:
            _require_regular(os.fstat(handle), path)
            return _as_lines(read_all(handle))
        finally:
            os.close(handle)
    except JournalError:
        raise
    except OSError as error:
        raise JournalError("cannot read {path}: {reason}", path=path, reason=error.strerror or error) from None


def write_game(path: Path, lines: Sequence[str]) -> None:
    """Write lines to a new file, all or nothing; OSError if there is one already."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
    try:
        try:
            write_all(handle, _bytes(lines))
            sync(handle)
        finally:
            os.close(handle)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def _require_regular(facts: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(facts.st_mode):
        raise JournalError("{path} is not a regular file: choose another name", path=path)
    require_size(facts)


def _as_lines(data: bytes) -> tuple[list[str], bool]:
    text = data.decode("utf-8", errors="surrogateescape")
    return split_lines(text), bool(text) and not text.endswith(("\n", "\r"))


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", errors="surrogateescape")


def _times(handle: int) -> tuple[int, int]:
    """When a file was changed; times that no file has if the system does not say, so that its bytes are compared."""
    try:
        facts = os.fstat(handle)
    except OSError:
        return -1, -1
    return facts.st_mtime_ns, facts.st_ctime_ns
