"""A log that is edited, and its file: undo and redo, changes to older lines, autosave.

Every change takes the same three steps. The game with the change is worked out, its lines are written to disk, and then it
becomes the present game. So an error at any moment leaves the game as it was, and the file with the lines of the game before
the change or after it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from ..errors import Code777Error, LineError, NotationError, RuleError
from ..sentences import Sentence
from .autosave import Autosave
from .journal import Journal, JournalError, UnreadableError, write_game
from .notation import split_lines

__all__ = ["LogFile"]


class _Line(Protocol):
    @property
    def text(self) -> str: ...


class _Log(Protocol):
    @property
    def lines(self) -> Sequence[_Line]: ...


class _Game(Protocol):
    """A game that is fed with the lines of a log."""

    @property
    def log(self) -> _Log: ...
    def copy(self) -> Self: ...
    def tell(self, text: str, /) -> None: ...


G = TypeVar("G", bound=_Game)


class LogFile(ABC, Generic[G]):
    """A game with its history, and the file that holds its lines. Without a journal it is kept in memory only."""

    suffix: ClassVar[str]
    """Ending of the names of its files."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._autosave = Autosave(journal, self.suffix)
        self._history: list[G] = []
        """The game at the start and after each change, undone changes included. None of these is ever fed again."""
        self._place = 0
        """Index of the present game in the history."""
        self.unread: list[str] = []
        """Faults of the file when the game was opened, one text a line. Every line stays in the file."""
        self._copied: list[str] = []
        """The lines that were last found in another file, or written to one."""
        self._unreadable: set[str] = set()
        """Lines that could not be read: they are kept as they are, and nothing follows from them."""

    # The parts in which games differ.

    @abstractmethod
    def _start(self) -> G:
        """A game without lines."""

    @property
    def _can_be_judged(self) -> bool:
        """True if the lines to come can be judged if the next one is left out."""
        return True

    @abstractmethod
    def _refusal(self, number: int, line: str, error: LineError, *, cut_off: bool) -> Sentence:
        """The notice about a line of the file that cannot be read."""

    @abstractmethod
    def _keep(self, game: G, line: str) -> None:
        """Keep a line that cannot be read at its place in a game."""

    @abstractmethod
    def _doubted(self, number: int) -> str | None:
        """An answer with the mark of doubt, or without it if it has one; None for a line that is not an answer."""

    def _written(self, text: str, number: int, *, replaces: bool) -> str:
        """An entry as it is logged before a line, or in its place, without shortcuts."""
        return text

    def _changed(self) -> None:
        """Follow a change of the present game."""

    # The game and its file.

    @property
    def now(self) -> G:
        """The present game. Do not feed it directly."""
        if not self._history:
            self._history.append(self._start())
        return self._history[self._place]

    @property
    def lines(self) -> list[str]:
        """The log, one text a line."""
        return _texts(self.now) if self._history else []  # an empty log makes no game

    @property
    def path(self) -> Path | None:
        """The file of this game; None if it is kept in memory only."""
        return self._autosave.path

    @property
    def trouble(self) -> str | None:
        """Reason why the game cannot be saved; None if it is saved."""
        return self._autosave.trouble

    @trouble.setter
    def trouble(self, reason: str) -> None:
        self._autosave.trouble = reason

    @property
    def spare(self) -> Path | None:
        """The spare copy of a game that cannot be saved; None if there is none."""
        return self._autosave.spare

    @property
    def is_safe(self) -> bool:
        """True if every line is in a file that the player knows."""
        return self.trouble is None or self.lines == self._copied

    def retry(self) -> None:
        """Save once more what could not be saved."""
        self._autosave.retry(lambda: self.lines)

    def take_notices(self) -> list[str]:
        """Take the messages for the player, such as the name of another file in which the game continues."""
        return self._autosave.take_notices()

    def close(self) -> None:
        """Let go of the file; what could not be saved before is tried once more."""
        self._autosave.close(lambda: self.lines)

    def save_as(self, path: Path) -> Path:
        """Write the log to another file, whose path is returned; the game goes on in its own."""
        if path.name in ("", ".."):
            raise RuleError("{path} is not a valid file name: choose another", path=path)
        try:
            path = path if path.suffix else path.with_suffix(self.suffix)
            write_game(path, self.lines)
        except FileExistsError:
            raise RuleError("{path} already exists: choose another name", path=path) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise JournalError("cannot write {path!r}: {reason}", path=str(path), reason=reason) from None
        self._copied = self.lines
        return path

    def _load(self, name: str, lines: Sequence[str], cut_off: bool) -> None:
        """Read the lines of a file, without writing to it.

        A line that cannot be read is kept as it is; `UnreadableError` is raised if no other can be judged without it. A
        last line without an end was being written when a process died, so it was never accepted: if it cannot be read, it
        becomes a comment.
        """
        for number, line in enumerate(lines, 1):
            torn = cut_off and number == len(lines)
            game = self.now.copy()
            try:
                game.tell(line)
                if torn:
                    self.unread.append(
                        Sentence(
                            "line {number} was being written when the program ended; please check it: {line}",
                            number=number,
                            line=line,
                        )
                    )
            except LineError as error:
                if not torn and not self._can_be_judged:
                    raise UnreadableError(
                        "{name} cannot be read and is left unchanged: {error}; fix that line, or restore the file it names, and start again",
                        name=name,
                        error=error,
                    ) from None
                self.unread.append(self._refusal(number, line, error, cut_off=torn))
                self._keep(game, f"# cut off: {line}" if torn else line)
                if torn:
                    self._autosave.behind = True
                else:
                    self._unreadable.add(line)
            except Code777Error as error:
                raise UnreadableError(
                    "{name} is left unchanged: line {number}: {error}", name=name, number=number, error=error
                ) from None
            self._become(game)

    # Changes. After an error nothing has changed.

    def undo(self) -> str:
        """Take back the last change, be it a line or an edit; returns what the last line is now."""
        if not self._place:
            raise RuleError("nothing to undo")
        return self._go_to(self._place - 1)

    def redo(self) -> str:
        """Make the last undone change again; returns what the last line is now."""
        if self._place + 1 >= len(self._history):
            raise RuleError("nothing to redo")
        return self._go_to(self._place + 1)

    def fix(self, number: int, text: str) -> None:
        """Put another text in place of a line and replay the rest; if any line then fails, nothing changes."""
        self._require_line(number)
        lines = self.lines
        lines[number - 1] = _one_line(self._written(text, number, replaces=True))
        self._rewrite(lines)

    def insert(self, number: int, text: str) -> str:
        """Put a line before another, or behind the last one, and replay the rest; returns it as it was logged.

        As with `fix`, shortcuts mean what they meant at that place, and if any line then fails, nothing changes.
        """
        lines = _texts(self.now)
        if number != len(lines) + 1:
            self._require_line(number)
        lines.insert(number - 1, _one_line(self._written(text, number, replaces=False)))
        self._rewrite(lines, [*range(1, number + 1), *range(number, len(lines))])
        return lines[number - 1]

    def move(self, number: int, to: int) -> str:
        """Take a line out, put it back so that it has another number, and replay all; returns its text."""
        self._require_line(number)
        self._require_line(to)
        lines, old = self.lines, list(range(1, len(self.lines) + 1))
        lines.insert(to - 1, lines.pop(number - 1))
        old.insert(to - 1, old.pop(number - 1))
        self._rewrite(lines, old)
        return lines[to - 1]

    def drop(self, number: int) -> str:
        """Take a line out and replay the rest; returns its text."""
        self._require_line(number)
        lines = self.lines
        dropped = lines.pop(number - 1)
        self._rewrite(lines, [place for place in range(1, len(lines) + 2) if place != number])
        return dropped

    def doubt(self, number: int) -> str:
        """Mark an answer as doubtful, or take the mark off again; returns the line."""
        self._require_line(number)
        line = self._doubted(number)
        if line is None:
            raise RuleError("line {number} is not an answer: only answers can be doubted", number=number)
        _, mark, comment = self.lines[number - 1].partition("#")
        line += f"  {mark}{comment}" if mark else ""
        self.fix(number, line)
        return line

    def _require_line(self, number: int) -> None:
        count = len(self.lines)
        if not 1 <= number <= count:
            raise RuleError(
                Sentence("no line {number} (the log has lines 1 to {count})", number=number, count=count)
                if count
                else "the log is empty"
            )

    def _append(self, line: str, *, amends: bool = False) -> G:
        """Log one more line; returns the game after it. With ``amends`` it is part of the last change."""
        game = self.now.copy()
        game.tell(line)
        with self._autosave.changing(lambda: self.lines):
            self._autosave.append(line, lambda: _texts(game))
            self._become(game, amends=amends)
        return game

    def _rewrite(self, lines: Iterable[str], old: Sequence[int] = ()) -> None:
        """Replay and save other lines. ``old`` are the numbers by which the player knows them, if they have new ones."""
        try:
            game = self._replayed(lines, self._start())
        except LineError as error:
            raise error.at(old[error.line - 1] if old and error.line else error.line, error.text) from None
        self._replace(game)

    def _replayed(self, lines: Iterable[str], game: G) -> G:
        """A game that has read these lines; those that could not be read before are tried again."""
        for line in lines:
            try:
                game.tell(line)
            except LineError:
                if line not in self._unreadable:
                    raise
                self._keep(game, line)
        return game

    def _replace(self, game: G, *, amends: bool = False) -> None:
        """Save another game and make it the present one. With ``amends`` this is part of the last change."""
        with self._autosave.changing(lambda: self.lines):
            self._autosave.save(_texts(game))
            self._become(game, amends=amends)

    def _become(self, game: G, *, amends: bool = False) -> None:
        """Make a game the present one, in memory only."""
        place = self._place if amends else self._place + 1
        self._history[place:] = [game]
        self._place = place
        self._changed()

    def _go_to(self, place: int) -> str:
        lines = self._lines_at(place)
        with self._autosave.changing(lambda: self.lines):
            self._autosave.save(lines)
            self._place = place
            self._changed()
        return lines[-1] if lines else ""

    def _lines_at(self, place: int) -> list[str]:
        return _texts(self._history[place])


def _one_line(text: str) -> str:
    if len(split_lines(text)) > 1:
        raise NotationError("that is more than one line: enter one at a time")
    return text


def _texts(game: _Game) -> list[str]:
    return [line.text for line in game.log.lines]
