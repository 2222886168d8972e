"""Files by plain system calls: what Linux, macOS and Windows do differently when a file is locked, synced or replaced.

Folders may hold names that somebody else put there, such as links to other files, pipes and devices. A new file gets a
random name that nothing has yet; of the others only regular files of a sensible size are read.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
LARGEST = 1 << 28
"""Bytes of a file that is read as a whole: a thousand times the longest game."""
BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
"""Non-blocking, because opening a pipe would wait for somebody at its other end."""
_RANDOM = 5
"""Random bytes in the name of a new file."""
_PAUSES = (0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6)
"""Seconds between attempts at what Windows refuses while a virus scanner or an indexer looks at the file."""


def read_all(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    return read_rest(handle)


def read_rest(handle: int) -> bytes:
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def write_all(handle: int, data: bytes) -> None:
    """Write all of it: a disk that is nearly full takes a part."""
    left = memoryview(data)
    while left:
        written = os.write(handle, left)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left = left[written:]


def read_regular(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a regular file; OSError if it is anything else, or has more than ``most`` bytes."""
    handle = os.open(path, os.O_RDONLY | BINARY)
    try:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        require_size(facts, most)
        return read_rest(handle)
    finally:
        os.close(handle)


def require_size(facts: os.stat_result, most: int = LARGEST) -> None:
    """Raise OSError for a file that is too large to be read as a whole."""
    if facts.st_size > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))


def open_beside(path: Path, mode: int = 0o600) -> tuple[int, Path]:
    """Open a new file with a random name beside another one, whose place it shall take; returns its path, too."""
    beside = path.with_name(f"{path.name}.{os.urandom(_RANDOM).hex()}.tmp")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | BINARY
    return os.open(beside, flags, mode), beside


def remove_leftovers(path: Path) -> None:
    """Remove the new files of processes that died while they replaced this one. It must be locked."""
    with suppress(OSError):
        for name in os.listdir(path.parent):
            if re.fullmatch(rf"{re.escape(path.name)}\.[0-9a-f]{{{2 * _RANDOM}}}\.tmp", name):
                with suppress(OSError):
                    os.unlink(path.with_name(name))


def write_whole(path: Path, data: bytes) -> None:
    """Put bytes in the place of a file, all or nothing; only this user can read them."""
    handle, beside = open_beside(path)
    try:
        try:
            write_all(handle, data)
        finally:
            os.close(handle)
        retry_if_locked(lambda: os.replace(beside, path))
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def make_folder(folder: Path) -> None:
    """Make a folder and those above it; each is synced into the one that it is in."""
    if not folder.is_dir():
        make_folder(folder.parent)
        with suppress(FileExistsError):
            os.mkdir(folder)
        sync_folder(folder.parent)


def sync(handle: int) -> None:
    """Make the bytes of a file survive a power cut. On macOS, plain syncing leaves them in the disk's own memory."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # disks of a network cannot
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def retry_if_locked(action: Callable[[], T]) -> T:
    """Result of an action. It is tried again for a second: on Windows another program may have the file open."""
    for pause in _PAUSES:
        with suppress(PermissionError):
            return action()
        time.sleep(pause)
    return action()


def sync_folder(folder: Path) -> None:
    """Make a new or renamed file survive a power cut, where folders can be synced."""
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:  # a folder that may be written but not read
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):  # some file systems cannot
            raise
    finally:
        os.close(handle)


def lock(handle: int) -> None:
    """Lock an open file against other processes until it is closed; BlockingIOError if one has it.

    On Windows a lock keeps others from reading, too, so a byte far behind the end is locked.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            os.lseek(handle, 0, os.SEEK_SET)  # the next write begins at the start of the file
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
