"""What the prompts of games that are kept as logs share: edits of the log, undo, autosave, going on with a game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text

from ..errors import Code777Error, LineError, NotationError, small_number
from ..lang import Language, visible
from ..sentences import Sentence
from ..show.panels import BAD, ODD
from ..show.remark import Remark
from ..table.folders import FolderError, games_folder
from ..table.journal import JournalError, LockedError, UnreadableError, saved_games
from ..table.log_file import LogFile
from .base import Desk, Reply

__all__ = ["LogDesk", "file_path", "in_own_folder", "latest_game"]

_AROUND = 8
"""How many lines `log N` shows on either side of line N."""
_MOST_PASSED = 3
"""Of games that are passed over, so many are named."""


S = TypeVar("S", bound=LogFile[Any])


class LogDesk(Desk, Generic[S]):
    """The prompt of a game that is kept as a log, without a terminal."""

    example: ClassVar[tuple[int, str]]
    """The number of a line and a line, to show how lines are changed."""

    def __init__(self, session: S, t: Language) -> None:
        super().__init__(t)
        self.session = session

    @property
    @abstractmethod
    def is_under_way(self) -> bool:
        """Whether this game was begun before the prompt was opened."""

    def greeting(self) -> Iterator[RenderableType]:
        if self.is_under_way and self.session.path is not None:
            yield Remark(self.t("Continuing {file}; `new` starts another game.", file=self.session.path))
        elif not self.is_under_way:
            yield Remark(self.t("A new game. `help` lists the commands."))
        shown = self.screen()
        if shown is not None:
            yield shown
        for note in self.session.unread:
            yield Remark(self.t(note), ODD)
        if self.session.trouble and shown is None:  # the screen tells it itself
            yield Remark(self.t(self.session.trouble), f"bold {BAD}")

    def notices(self) -> Iterator[RenderableType]:
        for notice in self.session.take_notices():
            yield Remark(self.t(notice), f"bold {BAD}")

    def reason(self, error: Code777Error) -> str:
        """Errors about the line being typed need no line number."""
        if isinstance(error, LineError) and error.line == len(self.session.lines) + 1:
            return self.explained(error.message)
        return super().reason(error)

    def close(self) -> None:
        self.session.close()

    # Commands. Each takes the rest of the line.

    def _do_undo(self, rest: str) -> Reply:
        self.session.undo()
        return Reply(Remark(self.t("undone")), shows_screen=True)

    def _do_redo(self, rest: str) -> Reply:
        self.session.redo()
        return Reply(Remark(self.t("done again")), shows_screen=True)

    def _do_fix(self, rest: str) -> Reply:
        example = "fix {} {}".format(*self.example)
        number, line = self._number(rest, example)
        if not line:
            return Reply(draft=f"fix {number} {visible(self._line(number))}")
        self.session.fix(number, self.read(line))
        return Reply(shows_screen=True)

    def _do_drop(self, rest: str) -> Reply:
        dropped = self.session.drop(self._number(rest, f"drop {self.example[0]}")[0])
        return Reply(Remark(self.t("dropped: {line}", line=dropped)), shows_screen=True)

    def _do_doubt(self, rest: str) -> Reply:
        line = self.session.doubt(self._number(rest, f"doubt {self.example[0]}")[0])
        return Reply(Remark(self.t("now: {line}", line=line)), shows_screen=True)

    def _do_log(self, rest: str) -> Reply:
        lines, chosen = self.session.lines, 0
        if rest:
            chosen, more = self._number(rest, f"log {self.example[0]}")
            self._line(chosen)
            if more:
                raise self.missing(f"log {chosen}")
        return Reply(
            Group(
                *(
                    Text(visible(f"{number:>3}{'>' if number == chosen else ' '} {line}"))
                    for number, line in enumerate(lines, 1)
                    if not chosen or abs(number - chosen) <= _AROUND
                )
            )
        )

    def _do_save(self, rest: str) -> Reply:
        if not rest:
            raise self.missing(f"save friday{self.session.suffix}")
        return self.written(self.session.save_as(file_path(rest)))

    def _do_quit(self, rest: str) -> Reply:
        self.close()
        if self.session.trouble:
            return Reply(Remark(self.t(self.session.trouble), f"bold {BAD}"), done=True)
        where = self.session.path
        kept = where is not None and bool(self.session.lines)
        return Reply(Remark(self.t("kept in {file}", file=where)) if kept else None, done=True)

    def written(self, file: object) -> Reply:
        """That a file was written."""
        return Reply(Remark(self.t("written: {file}", file=file)))

    def _line(self, number: int) -> str:
        """The text of a line of the log."""
        lines = self.session.lines
        if not 1 <= number <= len(lines):
            raise NotationError("There is no line {number}; `log` shows the lines.", number=number)
        return lines[number - 1].strip()

    def _number(self, rest: str, example: str) -> tuple[int, str]:
        word, _, after = rest.partition(" ")
        number = small_number(word)
        if number is None:
            raise NotationError("a line number is missing (like `{example}`; `log` shows them)", example=example)
        return number, after.strip()


def file_path(text: str) -> Path:
    """The file that a player names, `~` included."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise JournalError("no such place: {text}", text=text) from None


def in_own_folder(made: Callable[[Path], S], in_memory: Callable[[], S]) -> S:
    """A game in the user's folder; in memory, and told so, if the user has none."""
    try:
        return made(games_folder())
    except FolderError as error:
        session = in_memory()
        session.trouble = Sentence("{error}; the game is kept only in memory", error=error)
        return session


def latest_game(
    folder: Path, suffix: str, *, opened: Callable[[Path], S], goes_on: Callable[[S], bool], new: Callable[[], S]
) -> S:
    """The latest game in a folder that can be gone on with, or a new one.

    Games that another prompt has open or that cannot be read are passed over, and named in ``unread``.
    """
    passed: list[str] = []
    for path in saved_games(folder, suffix):
        try:
            session = opened(path)
        except (LockedError, UnreadableError) as error:
            passed.append(error.sentence)
            continue
        except (JournalError, OSError):
            continue
        if goes_on(session):
            break
        session.close()
    else:
        session = new()
    more = len(passed) - _MOST_PASSED
    session.unread += passed if more <= 0 else [*passed[:_MOST_PASSED], Sentence("and {count} more", count=more)]
    return session
