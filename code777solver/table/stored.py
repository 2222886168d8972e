"""Summary of a stored game, without opening it: its edition, its players, its number of answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ..errors import nearest
from .events import Answer, EndMatch, StartMatch
from .journal import SUFFIX, JournalError, read_game, saved_games
from .notation import read_leniently
from .notes import note_in
from .table import Table

__all__ = ["StoredGame", "is_finished", "is_played", "last_game", "stored_game", "stored_path"]


class StoredGame(NamedTuple):
    """A game on disk. One whose beginning cannot be read has no players."""

    path: Path
    changed: datetime
    """When its file was last changed, in local time."""
    edition: str
    players: tuple[str, ...]
    answers: int
    """Number of answers in its log."""
    winner: str | None


def stored_game(path: Path) -> StoredGame:
    """Read what a game is about; bad lines are left out. Raises `JournalError` if the file cannot be read."""
    lines, _ = read_game(path)
    try:
        changed = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError as error:
        raise JournalError("cannot read {path}: {reason}", path=path, reason=error.strerror or error) from None
    text = "\n".join(lines).encode("utf-8", errors="replace").decode("utf-8")
    log, _ = read_leniently(text, Table(folder=path.parent))
    answers = sum(isinstance(step.event, Answer) for step in log.steps)
    return StoredGame(path, changed, log.table.edition.name, log.table.players, answers, log.table.winner)


def is_played(lines: Sequence[str]) -> bool:
    """True if a log is that of a game against the computer."""
    return any(isinstance(note_in(line), StartMatch) for line in lines)


def is_finished(lines: Sequence[str]) -> bool:
    """True if a log tells the result of a game against the computer."""
    return any(isinstance(note_in(line), EndMatch) for line in lines)


def last_game(folder: Path) -> Path:
    """The game that was changed last; raises `JournalError` if there is none."""
    found = saved_games(folder)
    if not found:
        raise JournalError("no game is saved in {folder}: name the file of a log", folder=folder)
    return found[0]


def stored_path(name: str, folder: Path) -> Path:
    """The file that a player means: a path, or the name of a stored game with or without its ending.

    Raises `JournalError` if there is no such file.
    """
    try:
        given = Path(name).expanduser()
        for path in (given, folder / given, folder / f"{given}{SUFFIX}"):
            if path.is_file():
                return path
    except (OSError, ValueError, RuntimeError):
        pass  # not a possible name of a file
    names = [path.stem for path in saved_games(folder)]
    raise JournalError(
        "no game {name!r}{meant} (`games` lists those in {folder})",
        name=name,
        meant=nearest(Path(name).stem, names),
        folder=folder,
    )
