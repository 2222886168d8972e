"""Commands of prompts whose games are logs: show the log, save it, continue a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

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
from .base import Commands, Reply

__all__ = [
    "LogCommands",
    "LogPrompt",
    "file_path",
    "greeting",
    "in_own_folder",
    "latest_game",
    "line_number",
    "line_text",
    "or_in_memory",
]

_AROUND = 8
"""Lines that `log N` shows on either side of line N."""
_MOST_PASSED = 3
"""Skipped games that are named, at most."""


S = TypeVar("S", bound=LogFile[Any])


class LogPrompt(Protocol[S]):
    """The prompt of a game that is kept as a log, as its groups of commands see it."""

    t: Language
    width: int
    session: S
    """The game on the screen."""

    @property
    def kept(self) -> S:
        """The game that is saved."""

    @property
    def example(self) -> tuple[int, str]:
        """The number of a line and a line, to show how lines are changed."""

    def read(self, text: str) -> str: ...
    def missing(self, example: str) -> NotationError: ...
    def close(self) -> None: ...
    def leave(self, entry: str) -> None: ...
    def screen(self) -> RenderableType | None: ...


class LogCommands(Commands):
    """The log shown and saved, and the end, which says where it is kept."""

    def __init__(self, prompt: LogPrompt[Any]) -> None:
        self.prompt = prompt
        self.handlers = {"log": self.log, "save": self.save, "quit": self.quit}
        self._leaving: tuple[str, list[str]] | None = None
        """The entry that would have left a game which is not saved, and its lines: given again, it does."""

    def reason(self, error: Code777Error) -> Sentence | None:
        """Errors about the line being typed need no line number."""
        if isinstance(error, LineError) and error.line == len(self.prompt.session.lines) + 1:
            return error.message
        return None

    def notices(self) -> Iterator[str]:
        yield from self.prompt.session.take_notices()

    def log(self, rest: str) -> Reply:
        lines, chosen = self.prompt.session.lines, 0
        if rest:
            chosen, more = line_number(rest, f"log {self.prompt.example[0]}")
            line_text(lines, chosen)
            if more:
                raise self.prompt.missing(f"log {chosen}")
        return Reply(
            Group(
                *(
                    Text(visible(f"{number:>3}{'>' if number == chosen else ' '} {line}"))
                    for number, line in enumerate(lines, 1)
                    if not chosen or abs(number - chosen) <= _AROUND
                )
            )
        )

    def save(self, rest: str) -> Reply:
        if not rest:
            raise self.prompt.missing(f"save friday{self.prompt.session.suffix}")
        return Reply(Remark(self.prompt.t("written: {file}", file=self.prompt.session.save_as(file_path(rest)))))

    def before_leaving(self, entry: str) -> None:
        session = self.prompt.kept
        session.retry()
        leaving = (entry, session.lines)
        if session.is_safe or self._leaving == leaving:
            return
        self._leaving = leaving
        if session.spare is None:
            raise NotationError("This game is not saved: `save FILE` keeps it, and the same again leaves it without.")
        raise NotationError(
            "This game is not saved (a spare copy is in {path}): `save FILE` keeps it, and the same again leaves it.",
            path=session.spare,
        )

    def quit(self, rest: str) -> Reply:
        self.prompt.leave("quit")
        self.prompt.close()
        session, t = self.prompt.kept, self.prompt.t
        if session.trouble:
            return Reply(Remark(t(session.trouble), f"bold {BAD}"), done=True)
        kept = session.path is not None and bool(session.lines)
        return Reply(Remark(t("kept in {file}", file=session.path)) if kept else None, done=True)


def greeting(prompt: LogPrompt[Any], *, is_under_way: bool) -> Iterator[RenderableType]:
    """Greet with the state of the game: continued or new, the screen, and problems with its file."""
    session, t = prompt.session, prompt.t
    if is_under_way and session.path is not None:
        yield Remark(t("Continuing {file}; `new` starts another game.", file=session.path))
    elif not is_under_way:
        yield Remark(t("A new game. `help` lists the commands."))
    shown = prompt.screen()
    if shown is not None:
        yield shown
    for note in session.unread:
        yield Remark(t(note), ODD)
    if session.trouble and shown is None:  # the screen tells it itself
        yield Remark(t(session.trouble), f"bold {BAD}")


def line_number(rest: str, example: str) -> tuple[int, str]:
    """The number of a line that a command begins with, and what follows it."""
    word, _, after = rest.partition(" ")
    number = small_number(word)
    if number is None:
        raise NotationError("a line number is missing (like `{example}`; `log` shows them)", example=example)
    return number, after.strip()


def line_text(lines: Sequence[str], number: int) -> str:
    """The text of a line of the log."""
    if not 1 <= number <= len(lines):
        raise NotationError("There is no line {number}; `log` shows the lines.", number=number)
    return lines[number - 1].strip()


def file_path(text: str) -> Path:
    """The file that a player names, `~` included."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise JournalError("no such place: {text}", text=text) from None


def in_own_folder(made: Callable[[Path], S], in_memory: Callable[[], S]) -> S:
    """A game in the user's folder; without a folder, a game in memory with a remark."""
    return or_in_memory(lambda: made(games_folder()), in_memory)


def or_in_memory(made: Callable[[], S], in_memory: Callable[[], S]) -> S:
    """A game in a file; if the file cannot be made, a game in memory with a remark."""
    try:
        return made()
    except (FolderError, JournalError) as error:
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
