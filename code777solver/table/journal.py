"""Games on disk: plain ``.c777`` logs that survive a crash at any moment.

Each accepted line is appended, flushed and synced before its result is shown; changes to older lines replace the whole
file at once. A lock, which the system drops when a process dies, keeps two prompts off one game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Self

from ..errors import Code777Error
from .notation import split_lines

SUFFIX = ".c777"


class JournalError(Code777Error, OSError):
    """A game file that cannot be used; the message says why and what to do."""


class LockedError(JournalError):
    """A game that another prompt has open."""


class UnreadableError(JournalError):
    """A game whose first lines cannot be read, so that the rest cannot be checked. Its file stays unchanged."""


def games_folder() -> Path:
    """Where games are kept: ``CODE777_GAMES`` if set, else the platform's place for a user's data."""
    named = os.environ.get("CODE777_GAMES")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "code777solver" / "games"


def new_game_path(folder: Path, suffix: str = SUFFIX) -> Path:
    """A file name for a game that starts now, not taken yet."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for ending in ("", *(f"-{n}" for n in range(2, 1000))):
        path = folder / f"game-{stamp}{ending}{suffix}"
        if not path.exists():
            return path
    raise JournalError(f"too many games in {folder}")


def saved_games(folder: Path, suffix: str = SUFFIX) -> list[Path]:
    """The games in a folder, latest first."""
    found: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in folder.iterdir():
            if path.suffix == suffix:
                with suppress(OSError):
                    found.append((path.stat().st_mtime_ns, path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


class Journal:
    """One game file, held under a lock."""

    def __init__(self, path: Path) -> None:
        """Take the file, creating it if needed. Raises `JournalError` if it cannot be used or another prompt has it."""
        self.path = path
        self._temporary = path.with_name(path.name + ".tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(path.with_name(path.name + ".lock"))
            if not path.exists():
                path.touch()
                _sync_folder(path.parent)
            path.open("ab").close()
            with suppress(OSError):
                self._temporary.unlink()  # left by a process that died while it replaced the file
        except BlockingIOError:
            raise LockedError(f"{path.name} is open in another prompt: close it there, or start with `new`") from None
        except OSError as error:
            raise JournalError(f"cannot write {path}: {error.strerror or error}") from None

    def read(self) -> tuple[list[str], bool]:
        """The lines on disk, and whether the last one was cut off: it was being written when something died."""
        return read_game(self.path)

    def append(self, line: str) -> None:
        """Put one line safely on disk."""
        with self.path.open("ab") as file:
            if file.tell() and not self._ends_with_newline():
                file.write(b"\n")
            file.write(_bytes([line]))
            _sync(file)

    def _ends_with_newline(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def replace(self, lines: list[str]) -> None:
        """Replace all lines; either the old or the new ones are on disk, never a mixture."""
        try:
            with self._temporary.open("wb") as file:
                file.write(_bytes(lines))
                _sync(file)
            with suppress(OSError):
                self._temporary.chmod(self.path.stat().st_mode & 0o777)
            self._temporary.replace(self.path)
        except BaseException:
            with suppress(OSError):
                self._temporary.unlink(missing_ok=True)
            raise
        _sync_folder(self.path.parent)

    def close(self) -> None:
        """Let go of the game."""
        if self._lock is not None:
            with suppress(OSError):
                if self.path.stat().st_size == 0:
                    self.path.unlink()
            self._lock.close()  # the lock file stays: taking it away could free a lock that somebody else has by now
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_game(path: Path) -> tuple[list[str], bool]:
    """The lines of a game file, and whether the last one lacks its end.

    Bytes that are no UTF-8 come as lone surrogates, which are written back as the same bytes.
    """
    try:
        text = path.read_bytes().decode("utf-8", errors="surrogateescape")
    except OSError as error:
        raise JournalError(f"cannot read {path}: {error.strerror or error}") from None
    return split_lines(text), bool(text) and not text.endswith(("\n", "\r"))


def write_game(path: Path, lines: Sequence[str]) -> None:
    """Write lines to a new file; OSError if there is one already."""
    with path.open("xb") as file:
        file.write(_bytes(lines))
        _sync(file)


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", errors="surrogateescape")


def _sync(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new or renamed file survive a power cut, where folders can be synced."""
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _lock(path: Path) -> Any:
    """An open file that no other process can lock; BlockingIOError if one has."""
    file = path.open("a+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            try:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError as error:
                raise BlockingIOError(*error.args) from None
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        file.close()
        raise
    return file
