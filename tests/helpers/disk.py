"""Disks that fail and power that is cut, for everything that goes through `code777solver.table.journal`.

`Disk` stands in for the module `os` there. It counts the calls that can fail on a real machine, makes one of them (or all
from one on) fail, and keeps a record of what a power cut would leave: bytes that were not synced may be lost or torn, and
so may names in a folder that was not synced.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import pytest

from code777solver.table import journal, system_files

with suppress(ImportError):  # on Windows the tests that need it are left out
    import fcntl

FALLIBLE = (
    "open",
    "read",
    "write",
    "fsync",
    "ftruncate",
    "replace",
    "unlink",
    "mkdir",
    "lseek",
    "fstat",
    "stat",
    "fchmod",
)


class Disk:
    """The module `os`, with faults. Use it as a context manager: on leaving, all files that are open are closed."""

    def __init__(
        self,
        *,
        fail_at: int = 0,
        code: int = errno.EIO,
        lasting: bool = False,
        short: bool = False,
        interrupts: bool = False,
        late: bool = False,
    ) -> None:
        """The call number ``fail_at`` fails, or with ``lasting`` all calls from it on, until `heal`.

        With ``short`` a failing write has put half of its bytes on the disk before it fails. With ``interrupts`` Ctrl-C is
        raised in place of an error. With ``late`` the call has done its work before anything is raised.
        """
        self.calls = 0
        self.log: list[str] = []
        self.fail_at, self.code, self.lasting, self.short = fail_at, code, lasting, short
        self.interrupts, self.late = interrupts, late
        self.record = PowerCut()
        self.before_each: Callable[[], object] = lambda: None
        self._open: set[int] = set()
        self._patch = pytest.MonkeyPatch()

    def __enter__(self) -> Self:
        for module in (journal, system_files):
            self._patch.setattr(module, "os", self)
        flock = fcntl.flock

        def locked(handle: int, how: int) -> None:
            with self._call("flock"):
                flock(handle, how)

        self._patch.setattr(fcntl, "flock", locked)
        return self

    def __exit__(self, *_: object) -> None:
        """As when a process dies: files are closed, nothing else happens."""
        self._patch.undo()
        for handle in self._open:
            os.close(handle)

    def heal(self) -> None:
        self.fail_at = 0

    @contextmanager
    def _call(self, name: str) -> Iterator[None]:
        self.before_each()
        self.calls += 1
        self.log.append(name)
        fails = self.fail_at and (self.calls == self.fail_at or (self.lasting and self.calls > self.fail_at))
        fault = KeyboardInterrupt() if self.interrupts else OSError(self.code, os.strerror(self.code))
        if fails and not self.late:
            raise fault
        yield
        if fails and self.late:
            raise fault

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in FALLIBLE:
            return real

        def call(*arguments: Any, **named: Any) -> Any:
            with self._call(name):
                return real(*arguments, **named)

        return call

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        with self._call("open"):
            is_new = not os.path.lexists(path)
            handle = os.open(path, flags, mode)
            self._open.add(handle)
            if not os.path.isdir(path):
                self.record.opened(Path(path), os.fstat(handle).st_ino, is_new=is_new)
                if flags & os.O_TRUNC:
                    self.record.cut(os.fstat(handle).st_ino, 0)
            return handle

    def close(self, handle: int) -> None:
        self._open.discard(handle)
        os.close(handle)

    def write(self, handle: int, data: bytes) -> int:
        try:
            with self._call("write"):
                return self._write(handle, bytes(data))
        except OSError:
            if self.short:
                self._write(handle, bytes(data)[: len(data) // 2])
            raise

    def _write(self, handle: int, data: bytes) -> int:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        self.record.wrote(os.fstat(handle).st_ino, place, data)
        return os.write(handle, data)

    def ftruncate(self, handle: int, size: int) -> None:
        with self._call("ftruncate"):
            os.ftruncate(handle, size)
            self.record.cut(os.fstat(handle).st_ino, size)

    def fsync(self, handle: int) -> None:
        with self._call("fsync"):  # the disk itself need not be asked: the record says what is safe
            self.record.synced(os.fstat(handle).st_ino)

    def replace(self, source: Path, target: Path) -> None:
        with self._call("replace"):
            os.replace(source, target)
            self.record.renamed(Path(source), Path(target))

    def unlink(self, path: Path) -> None:
        with self._call("unlink"):
            os.unlink(path)
            self.record.removed(Path(path))


class PowerCut:
    """Contents of the disk after a power cut: all synced writes, and any part of those after them, in order."""

    def __init__(self) -> None:
        self._safe: dict[int, bytes] = {}
        self._lazy: dict[int, list[tuple[int, bytes | None]]] = {}
        """Inode -> writes that were not synced, as place and bytes; no bytes: the file is cut there."""
        self._names: dict[Path, int] = {}
        self._renames: list[dict[Path, int]] = []
        """The names in the folder after each change that was not synced."""

    def opened(self, path: Path, inode: int, *, is_new: bool) -> None:
        if inode not in self._safe:
            self._safe[inode], self._lazy[inode] = b"" if is_new else path.read_bytes(), []
        if is_new:
            self._changed({**self._latest, path: inode})
        elif path not in self._latest:
            self._names[path] = inode

    def wrote(self, inode: int, place: int, data: bytes) -> None:
        self._lazy[inode].append((place, data))

    def cut(self, inode: int, size: int) -> None:
        self._lazy[inode].append((size, None))

    def synced(self, inode: int) -> None:
        if inode in self._safe:
            *_, self._safe[inode] = self._contents(inode)
            self._lazy[inode].clear()
        elif self._renames:  # a folder
            self._names = self._renames[-1]
            self._renames.clear()

    def renamed(self, source: Path, target: Path) -> None:
        names = dict(self._latest)
        names[target] = names.pop(source)
        self._changed(names)

    def removed(self, path: Path) -> None:
        self._changed({name: inode for name, inode in self._latest.items() if name != path})

    @property
    def _latest(self) -> dict[Path, int]:
        return self._renames[-1] if self._renames else self._names

    def _changed(self, names: dict[Path, int]) -> None:
        self._renames.append(names)

    def _contents(self, inode: int) -> Iterator[bytes]:
        """Each content that the file may have, the last one being what was written."""
        content = self._safe[inode]
        yield content
        for place, data in self._lazy[inode]:
            if data is None:
                content = content[:place]
                yield content
                continue
            for size in range(1, len(data) + 1):
                yield content[:place].ljust(place, b"\0") + data[:size] + content[place + size :]
            yield content[:place].ljust(place, b"\0") + b"\0" * len(data) + content[place + len(data) :]
            content = content[:place].ljust(place, b"\0") + data + content[place + len(data) :]
            yield content

    def states(self, path: Path) -> set[bytes | None]:
        """Possible contents of the file after a cut now; None if it may be gone."""
        found: set[bytes | None] = set()
        for names in (self._names, *self._renames):
            if path in names:
                found.update(self._contents(names[path]))
            else:
                found.add(None)
        return found
