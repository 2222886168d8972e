"""The file system of Windows, for `code777solver.table.journal`, as far as games feel it.

Open files can be neither replaced nor taken away, nor can one that a virus scanner looks at. Locks are those of `msvcrt`;
`fchmod` and the syncing of folders do not exist.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Self

import pytest

from code777solver.table import journal, system_files

POSIX = ("fcntl", "termios", "pty", "tty", "resource", "pwd", "grp", "uvloop")
"""Modules that Windows does not have."""


class Windows:
    """The modules `os` and `sys` as the journal sees them. Use it as a context manager."""

    def __init__(self) -> None:
        self.scanned = 0
        """Number of further times that a virus scanner keeps a file from being replaced."""
        self.paused: list[float] = []
        self._open: dict[int, Path] = {}
        self._locked: dict[int, tuple[int, int]] = {}
        self._patch = pytest.MonkeyPatch()

    def __enter__(self) -> Self:
        msvcrt: Any = ModuleType("msvcrt")
        msvcrt.LK_NBLCK, msvcrt.locking = 2, self._lock
        for name in POSIX:
            self._patch.setitem(sys.modules, name, None)
        self._patch.setitem(sys.modules, "msvcrt", msvcrt)
        for module in (journal, system_files):
            self._patch.setattr(module, "os", self)
            self._patch.setattr(module, "sys", SimpleNamespace(platform="win32"))
        self._patch.setattr(system_files, "time", SimpleNamespace(sleep=self.paused.append))
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
        for handle in self._open:
            os.close(handle)

    def __getattr__(self, name: str) -> Any:
        if name in ("fchmod", "set_blocking"):
            raise AttributeError(name)
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        handle = os.open(path, flags, mode)
        self._open[handle] = Path(path)
        return handle

    def close(self, handle: int) -> None:
        del self._open[handle]  # a handle that is closed twice may be somebody else's by now
        self._locked.pop(handle, None)
        os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        if self.scanned:
            self.scanned -= 1
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        self._require_closed(source, target)
        os.replace(source, target)

    def unlink(self, path: Path) -> None:
        self._require_closed(path)
        os.unlink(path)

    def _require_closed(self, *paths: Path) -> None:
        if any(Path(path) in self._open.values() for path in paths):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def _lock(self, handle: int, mode: int, count: int) -> None:
        """A lock belongs to an open file, and hinders all others of the same file."""
        facts = os.fstat(handle)
        mine = (facts.st_dev, facts.st_ino)
        if any(other == mine for key, other in self._locked.items() if key != handle):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        self._locked[handle] = mine
