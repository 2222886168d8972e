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
from .logged import LogPrompt
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

    def __init__(self, desk: LogPrompt[Session]) -> None:
        self.desk = desk
        self.handlers = {"codes": self.codes, "racks": self.racks}

    def codes(self, rest: str) -> Reply:
        solver = self._with_a_rack()
        rows = lists.codes(solver, self.desk.t, width=self.desk.width)
        count = len(solver.codes)
        title = self.desk.t.count(count, "{count} code left", "{count} codes left, likeliest first")
        return Reply(self._pages(title, rows))

    def racks(self, rest: str) -> Reply:
        solver = self._with_a_rack()
        rows = lists.racks(solver, self.desk.t, width=self.desk.width)
        count = len(solver.candidates)
        title = self.desk.t.count(count, "{count} rack left", "{count} racks left, likeliest first")
        return Reply(self._pages(title, rows))

    def _with_a_rack(self) -> Solver:
        """The game, if there is something to list."""
        solver = self.desk.session.solver
        if not solver.belief.possible:
            raise NotationError("No rack fits every answer: `why` lists what may be wrong.")
        if not solver.rack_is_full:
            raise NotationError("Your rack is empty.")
        return solver

    def _pages(self, title: str, rows: list[Text]) -> RenderableType:
        return Pages(Text(title, "bold"), rows, len(rows), self.desk.t)


class StoreCommands(Commands):
    """The games in a folder: listed, opened, left for each other."""

    def __init__(self, desk: LogPrompt[Session], folder: Path | None) -> None:
        self.desk = desk
        self.handlers = {"games": self.games, "open": self.open}
        self._folder = folder
        """Where games are stored; None where no other game can be opened."""
        self._listed: list[Path] = []
        """The games as they were last numbered."""
        self._leaving = ""
        """The entry that would have left a game which is not saved: given again, it does."""

    def games(self, rest: str) -> Reply:
        folder = self._own_folder()
        self._listed = saved_games(folder)
        if not self._listed:
            return Reply(Remark(self.desk.t("No game is saved in {folder}", folder=folder)))
        rows = lists.games(self._listed, self.desk.session.path, self.desk.t, width=self.desk.width)
        where = Remark(self.desk.t("The games in {folder}", folder=folder))
        return Reply(Pages(where, rows, len(self._listed), self.desk.t))

    def open(self, rest: str) -> Reply:
        folder = self._own_folder()
        if not rest:
            raise self.desk.missing("open 2")
        number = small_number(rest)
        if number is None:
            path = stored_path(rest, folder)
        else:
            listed = self._listed or saved_games(folder)
            if not 1 <= number <= len(listed):
                raise NotationError("There is no game {number}; `games` lists them.", number=number)
            path = listed[number - 1]
        if self.desk.session.path is not None and path.resolve() == self.desk.session.path.resolve():
            return Reply(shows_screen=True)
        self.leave(f"open {rest}")
        self.go_to(opened(path))
        told: list[RenderableType] = [Remark(self.desk.t("Continuing {file}; `new` starts another game.", file=path))]
        told += [Remark(self.desk.t(note), ODD) for note in self.desk.session.unread]
        return Reply(Group(*told), shows_screen=True)

    def leave(self, entry: str) -> None:
        """Raise, once, if the game on the screen is in memory only: it would be lost."""
        if self.desk.session.trouble and self.desk.session.lines and self._leaving != entry:
            self._leaving = entry
            raise NotationError("This game is not saved: `save FILE` keeps it, and the same again leaves it without.")

    def go_to(self, session: Session) -> None:
        """Let go of the game on the screen and take another."""
        self.desk.session.close()
        self.desk.session = session
        self._leaving = ""

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
