"""Looking around at the prompt of a game: everything that is left, and the other games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from ..errors import NotationError, small_number
from ..sentences import Sentence
from ..session import Session
from ..show import lists
from ..show.panels import ODD
from ..show.remark import Remark
from ..table.journal import JournalError, LockedError, UnreadableError, saved_games
from ..table.stored import stored_path
from .base import Commands, Reply
from .log_commands import LogPrompt
from .pages import Pages

if TYPE_CHECKING:
    from ..solver import Solver

__all__ = ["GAMES", "LISTS", "ListCommands", "StoreCommands", "opened"]

LISTS = {
    "codes": "every code that is left",
    "racks": "every rack that is left",
    "log": "log [N]: the log, or the lines around line N",
}
GAMES = {
    "games": "list the saved games",
    "open": "open N or FILE: continue another game",
}


class ListCommands(Commands):
    """Everything that is left, page by page."""

    def __init__(self, prompt: LogPrompt[Session]) -> None:
        self.prompt = prompt
        self.handlers = {"codes": self.codes, "racks": self.racks}

    def codes(self, rest: str) -> Reply:
        solver = self._with_a_rack()
        rows = lists.codes(solver, self.prompt.t, width=self.prompt.width)
        count = len(solver.codes)
        title = self.prompt.t.count(count, "{count} code left", "{count} codes left, likeliest first")
        return Reply(self._pages(title, rows))

    def racks(self, rest: str) -> Reply:
        solver = self._with_a_rack()
        rows = lists.racks(solver, self.prompt.t, width=self.prompt.width)
        count = len(solver.candidates)
        title = self.prompt.t.count(count, "{count} rack left", "{count} racks left, likeliest first")
        return Reply(self._pages(title, rows))

    def _with_a_rack(self) -> Solver:
        """The game, if there is something to list."""
        solver = self.prompt.session.solver
        if not solver.belief.possible:
            raise NotationError("No rack fits every answer: `why` lists what may be wrong.")
        if not solver.belief.is_full:
            raise NotationError("Your rack is empty.")
        return solver

    def _pages(self, title: str, rows: list[Text]) -> RenderableType:
        return Pages(Text(title, "bold"), rows, len(rows), self.prompt.t)


class StoreCommands(Commands):
    """The games in a folder: listed, opened, left for each other."""

    def __init__(self, prompt: LogPrompt[Session], folder: Path | None) -> None:
        self.prompt = prompt
        self.handlers = {"games": self.games, "open": self.open}
        self._folder = folder
        """Folder of stored games; None where no other game can be opened."""
        self._listed: list[Path] = []
        """The games as they were last numbered."""

    def games(self, rest: str) -> Reply:
        folder = self._own_folder()
        self._listed = saved_games(folder)
        if not self._listed:
            return Reply(Remark(self.prompt.t("No game is saved in {folder}", folder=folder)))
        rows = lists.games(self._listed, self.prompt.session.path, self.prompt.t, width=self.prompt.width)
        where = Remark(self.prompt.t("The games in {folder}", folder=folder))
        return Reply(Pages(where, rows, len(self._listed), self.prompt.t))

    def open(self, rest: str) -> Reply:
        folder = self._own_folder()
        if not rest:
            raise self.prompt.missing("open 2")
        number = small_number(rest)
        if number is None:
            path = stored_path(rest, folder)
        else:
            listed = self._listed or saved_games(folder)
            if not 1 <= number <= len(listed):
                raise NotationError("There is no game {number}; `games` lists them.", number=number)
            path = listed[number - 1]
        if self.prompt.session.path is not None and path.resolve() == self.prompt.session.path.resolve():
            return Reply(shows_screen=True)
        self.prompt.leave(f"open {rest}")
        self.go_to(opened(path))
        told: list[RenderableType] = [Remark(self.prompt.t("Continuing {file}; `new` starts another game.", file=path))]
        told += [Remark(self.prompt.t(note), ODD) for note in self.prompt.session.unread]
        return Reply(Group(*told), shows_screen=True)

    def go_to(self, session: Session) -> None:
        """Let go of the game on the screen and take another."""
        self.prompt.session.close()
        self.prompt.session = session

    def _own_folder(self) -> Path:
        if self._folder is None:
            raise NotationError("Other games cannot be opened here.")
        return self._folder


def opened(path: Path) -> Session:
    """A game from its file; kept in memory if it can be read but not written."""
    try:
        return Session.open(path)
    except (LockedError, UnreadableError):
        raise
    except (JournalError, OSError) as error:
        return Session.in_memory(path, Sentence("{error}; the game continues in memory", error=error))
