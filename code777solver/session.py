"""One player's game as front ends use it: log lines with shortcuts, undo and redo, edits, autosave.

A session never loses what was entered: a line is on disk before its result is shown, a bad line changes nothing, and
trouble with the disk is told while the game continues in memory. Front ends call `Session.enter` and show the reply.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .errors import LineError, NotationError, RuleError, small_number
from .lang import language
from .records import replace
from .sentences import Sentence
from .table.entry import Reader
from .table.events import Answer, Declare
from .table.journal import SUFFIX, Journal, read_game
from .table.log_file import LogFile
from .table.notation import format_event
from .table.table import ME, Need, Table
from .table.vocabulary import Vocabulary, complete, expand, is_answer
from .table.warning_kinds import EventWarning

if TYPE_CHECKING:
    from .solver import Solver

ENGLISH = Vocabulary(language("en"))
MOST_LISTED = 200
"""Racks among which the one that I declared is looked for, each time that a key is pressed."""

_SURROGATE = re.compile("[\ud800-\udfff]")


class Accepted(NamedTuple):
    """Result of entering a line."""

    text: str
    """The line as it was logged, shortcuts written out; empty if nothing was. Several are separated by line feeds."""
    warnings: tuple[EventWarning, ...] = ()
    suggestion: str | None = None
    """A line that an empty entry will log: the right answer to a card that I drew."""


class Session(LogFile["Solver"]):
    """A game in progress."""

    suffix = SUFFIX

    def __init__(self, journal: Journal | None = None, *, seat: str = ME, folder: Path | None = Path()) -> None:
        super().__init__(journal)
        self._table = Table(viewer=seat, folder=folder)
        """The table before the first line."""
        self.suggestion: str | None = None

    @classmethod
    def open(cls, path: Path, *, seat: str = ME) -> Session:
        """A game from its file, which is held under a lock until `close`."""
        journal = Journal(path)
        session = cls(journal, seat=seat, folder=path.parent)
        try:
            session._load(path.name, *journal.read())
        except BaseException:
            journal.close()
            raise
        return session

    @classmethod
    def in_memory(cls, path: Path, trouble: str) -> Session:
        """A game from a file that cannot be written: it goes on, and ``trouble`` says why it is not saved."""
        session = cls(folder=path.parent)
        session._load(path.name, *read_game(path))
        session._copied = session.lines
        session.trouble = trouble
        return session

    @classmethod
    def around(cls, solver: Solver) -> Session:
        """A game in memory that goes on from a solver; no line of it can name a file."""
        session = cls(seat=solver.table.viewer or ME, folder=None)
        begun = (line.step.before for line in solver.log.lines if line.step is not None)
        session._table = replace(session._table, edition=next(begun, solver.table).edition)
        session._history = [solver.copy()]
        return session

    def _start(self, seat: str = "") -> Solver:
        """A solver is imported when there is something to solve: the first question of a new game need not wait for it."""
        from .solver import new_solver

        return new_solver(replace(self._table, viewer=seat or self.table.viewer or ME))

    @property
    def _can_be_judged(self) -> bool:
        return bool(self.table.players)

    def _refusal(self, number: int, line: str, error: LineError, *, cut_off: bool) -> Sentence:
        if cut_off:
            return Sentence(
                "line {number} was cut off when the program ended and is now a comment: {line}",
                number=number,
                line=line,
            )
        return Sentence(
            "{error}; it stays in the file but is not used (`fix {number} ...` replaces it)", error=error, number=number
        )

    @property
    def solver(self) -> Solver:
        """The game now. Do not feed it directly."""
        return self.now

    @property
    def table(self) -> Table:
        return self._history[self._place].table if self._history else self._table

    # Entering.

    def enter(self, text: str, vocabulary: Vocabulary = ENGLISH) -> Accepted:
        """Log what an entry stands for, shortcuts allowed. Raises `Code777Error` and changes nothing."""
        reader = Reader(self, vocabulary)
        lines = reader.entered(reader.in_notation(_plain_text(text))[1]).lines
        if len(lines) > 1:
            tried = self.solver.copy()
            for line in lines:
                tried.tell(line)
        logged = [self.log(line) for line in lines]
        warnings = tuple(warning for accepted in logged for warning in accepted.warnings)
        return Accepted("\n".join(accepted.text for accepted in logged), warnings, logged[-1].suggestion)

    def log(self, line: str) -> Accepted:
        """Log a whole line; an empty one logs the suggestion. Raises `Code777Error` and changes nothing."""
        line = _plain_text(line) or self.suggestion or ""
        if not line:
            return Accepted("")
        if self._table.folder is not None:
            line = _with_whole_path(line, self._table.folder)
        words = line.split()
        proposal = self._propose(*words) if len(words) == 2 else None
        if proposal is not None:
            self.suggestion = proposal
            return Accepted("", suggestion=proposal)
        return _accepted(line, self._append(line))

    @property
    def need(self) -> Need | None:
        """Input that the game needs next; None if there is none."""
        return self.table.need

    def _propose(self, name: str, card: str) -> str | None:
        """The line with the right answer, if these are my name and a card; else None."""
        number = small_number(card)
        if number is None or name != self.table.viewer:
            return None
        return format_event(Answer(name, number, self.right_answer(number)))

    def right_answer(self, card: int) -> str:
        """The answer that I have to give to a card."""
        return self.solver.right_answer(card)

    @property
    def certain_code(self) -> str:
        """The code that I can declare for certain; empty if there is none, or if the coach hides it."""
        from .reasons.marks import wants_coach  # not before a code is asked for: the prompt starts sooner

        solver = self.solver
        if not solver.belief.is_full or not solver.solved or wants_coach(solver.log.lines):
            return ""
        return solver.declarable[0].declared

    @property
    def declared_tiles(self) -> str | None:
        """The tiles that I must have seen after my declaration, ``""`` if I have to name them; None if there is no question."""
        table = self.table
        if not table.discards or table.discards[-1].owner != table.viewer or table.discards[-1].seen_by_owner:
            return None
        step = self.solver.log.lines[-1].step
        event = step.event if step is not None else None
        if not isinstance(event, Declare) or event.player != table.viewer or event.saw is not None:
            return None
        if not event.right and table.edition.rules.own_tiles_seen != "always":
            return None
        before = self.solver.copy()
        before.undo()
        racks = before.candidates
        fits = [rack.tiles for rack in racks[:MOST_LISTED] if (rack.numbers == event.numbers) == event.right]
        return " ".join(fits[0]) if len(fits) == 1 and len(racks) <= MOST_LISTED else ""

    def suppose(self, text: str) -> Session:
        """Another session, in memory only, in which one more line has been entered."""
        other = Session(seat=self.table.viewer or ME, folder=self._table.folder)
        other._table, other._history = self._table, [self.solver]
        other.enter(text)
        return other

    # Changing what was entered.

    def amend(self, text: str) -> Accepted:
        """Put a longer text in place of the last line, as if it had been entered so at once."""
        solver = self.solver.copy()
        solver.undo()
        solver.tell(_plain_text(text))
        self._replace(solver, amends=self._place > 0 and self._lines_at(self._place - 1) == self.lines[:-1])
        return _accepted(text, solver)

    def _written(self, text: str, number: int, *, replaces: bool) -> str:
        """In place of an answer, another answer is enough: player and card stay."""
        text, before = _plain_text(text), self._table_before(number)
        step = self.solver.log.lines[number - 1].step if replaces else None
        event = step.event if step is not None else None
        if isinstance(event, Answer) and is_answer(text, event.card, before):
            return f"{event.player} {event.card} {text}"
        line, folder = expand(text, before), self._table.folder
        return line if folder is None or replaces else _with_whole_path(line, folder)

    def _keep(self, game: Solver, line: str) -> None:
        from .solver import keep_text  # as above

        keep_text(game, line)

    def _doubted(self, number: int) -> str | None:
        step = self.solver.log.lines[number - 1].step
        if step is None or not isinstance(step.event, Answer) or step.event.symbol is None:
            return None
        event = step.event
        return format_event(Answer(event.player, event.card, event.symbol, not event.doubted))

    def _table_before(self, number: int) -> Table:
        """The table at which a line was read, or would be."""
        steps = (line.step for line in self.solver.log.lines[number - 1 :])
        return next((step.before for step in steps if step is not None), self.table)

    def right_place(self, text: str) -> int | None:
        """The number that a line should have, if it is odd or refused at the end and fits earlier; None if not.

        ``text`` is the last line, or one that was refused.
        """
        from .table.late_lines import right_place  # only lines out of order need it

        lines = self.solver.log.lines
        last = bool(lines) and lines[-1].text == text
        return right_place(lines[: len(lines) - last], text)

    def help_seat(self, seat: str) -> None:
        """Look at the same game from another seat. The file stays as it is."""
        viewer = complete(seat, self.table)
        try:
            solver = self._replayed(self.lines, self._start(viewer))
        except LineError as error:
            raise RuleError(
                "this log cannot be read from {viewer}'s seat: {error}", viewer=viewer, error=error
            ) from None
        self._become(solver)

    def _changed(self) -> None:
        self.suggestion = None


def _accepted(line: str, solver: Solver) -> Accepted:
    step = solver.log.lines[-1].step
    return Accepted(line, step.warnings if step is not None else ())


def _plain_text(text: str) -> str:
    """Typed text without a byte order mark and blanks around it; refuses bytes that are not text."""
    if _SURROGATE.search(text):
        raise NotationError("that line is not valid text: type it again")
    return text.replace("\ufeff", "").strip()


def _with_whole_path(line: str, folder: Path) -> str:
    """A line that names a rules file beside the player, written so that the file is found again from any place."""
    content, mark, comment = line.partition("#")
    words = content.split()
    count = 1 if words[:1] == ["edition"] else 2 if words[:2] == ["option", "cards"] else 0
    name = " ".join(words[count:])
    try:
        if not count or not name.endswith(".toml") or not Path(name).is_file():
            return line
        path = Path(name).resolve()
        texts = [str(path), os.path.relpath(path, folder.resolve())]
    except (OSError, ValueError):  # not a possible file name: the edition will say so
        return line
    for text in texts:
        if "#" not in text and " ".join(text.split()) == text:
            return " ".join((*words[:count], text)) + (f"  {mark}{comment}" if mark else "")
    raise NotationError(
        "{path!r}: a log cannot contain a path with `#`: copy the file to {folder}", path=str(path), folder=folder
    )
