"""One player's game as front ends use it: log lines with shortcuts, undo and redo, edits, autosave.

A session never loses what was entered: a line is on disk before its result is shown, a bad line changes nothing, and
trouble with the disk is told while the game continues in memory. Front ends call `Session.enter` and show the reply.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .errors import Code777Error, LineError, NotationError, RuleError, small_number
from .lang import language
from .records import replace
from .sentences import Sentence
from .table.autosave import Autosave
from .table.entry import Reader, Vocabulary, complete, expand, is_answer
from .table.events import Answer, Declare
from .table.journal import Journal, JournalError, UnreadableError, read_game, write_game
from .table.notation import Line, format_event
from .table.table import ME, Need, Table

if TYPE_CHECKING:
    from .solver import Solver

ENGLISH = Vocabulary(language("en"))
MOST_LISTED = 200
"""Racks among which the one that I declared is looked for, each time that a key is pressed."""


class Accepted(NamedTuple):
    """What became of a line."""

    text: str
    """The line as it was logged, shortcuts written out; empty if nothing was. Several are separated by line feeds."""
    warnings: tuple[str, ...] = ()
    suggestion: str | None = None
    """A line that an empty entry will log: the right answer to a card that I drew."""


class Session:
    """A game in progress."""

    def __init__(self, journal: Journal | None = None, *, seat: str = ME, folder: Path | None = Path()) -> None:
        self._autosave = Autosave(journal)
        self._table = Table(viewer=seat, folder=folder)
        self._now: Solver | None = None
        self._past: list[Solver | None] = []
        """The game before each change; None where the change was one more line."""
        self._future: list[Solver | Line] = []
        """What was undone: the line, or the game after another change."""
        self.suggestion: str | None = None
        self.unread: list[str] = []
        """What was wrong with the file when the game was opened, one text a line. Every line stays in it."""
        self._unreadable: set[str] = set()
        """Lines that could not be read: they are kept as they are, and nothing follows from them."""

    @classmethod
    def open(cls, path: Path, *, seat: str = ME) -> Session:
        """A game from its file, which is held under a lock until `close`."""
        journal = Journal(path)
        session = cls(journal, seat=seat, folder=path.parent)
        try:
            session._load(path, *journal.read())
        except BaseException:
            journal.close()
            raise
        return session

    @classmethod
    def in_memory(cls, path: Path, trouble: str) -> Session:
        """A game from a file that cannot be written: it goes on, and ``trouble`` says why it is not saved."""
        session = cls(folder=path.parent)
        session._load(path, *read_game(path))
        session.trouble = trouble
        return session

    @classmethod
    def around(cls, solver: Solver) -> Session:
        """A game in memory that goes on from a solver; no line of it can name a file."""
        session = cls(seat=solver.table.viewer or ME, folder=None)
        begun = (line.step.before for line in solver.log.lines if line.step is not None)
        session._table = replace(session._table, edition=next(begun, solver.table).edition)
        session._now = solver.copy()
        return session

    def _load(self, path: Path, lines: Sequence[str], cut_off: bool) -> None:
        """Read the file line by line, without writing to it.

        A line that cannot be read is kept as it is. Without the lines about edition and players nothing else could be
        judged: then `UnreadableError` is raised. A last line without an end was being written when a process died, so
        it was never accepted: what cannot be read of it becomes a comment.
        """
        for number, line in enumerate(lines, 1):
            torn = cut_off and number == len(lines)
            try:
                self.solver.tell(line)
                if torn:
                    self.unread.append(
                        Sentence(
                            "line {number} was being written when the program ended; please check it: {line}",
                            number=number,
                            line=line,
                        )
                    )
            except LineError as error:
                if torn:
                    self.solver.tell(f"# cut off: {line}")
                    self._autosave.behind = True
                    self.unread.append(
                        Sentence(
                            "line {number} was cut off when the program ended and is now a comment: {line}",
                            number=number,
                            line=line,
                        )
                    )
                elif not self.table.players:
                    raise UnreadableError(
                        "{name} cannot be read and is left unchanged: {error}; fix that line, or restore the file it names, and start again",
                        name=path.name,
                        error=error,
                    ) from None
                else:
                    self.solver.keep(line)
                    self._unreadable.add(line)
                    self.unread.append(
                        Sentence(
                            "{error}; it stays in the file but is not used (`fix {number} ...` replaces it)",
                            error=error,
                            number=number,
                        )
                    )
            except Code777Error as error:
                raise UnreadableError(
                    "{name} is left unchanged: line {number}: {error}", name=path.name, number=number, error=error
                ) from None
            self._past.append(None)

    def close(self) -> None:
        """Let go of the file; what could not be saved before is tried once more."""
        self._autosave.close(lambda: self.lines)

    @property
    def solver(self) -> Solver:
        """The game now. Do not feed it directly."""
        if self._now is None:
            self._now = _solver_at(self._table)
        return self._now

    @property
    def table(self) -> Table:
        return self._now.table if self._now is not None else self._table

    @property
    def path(self) -> Path | None:
        """The file of this game; None if it is kept in memory only."""
        return self._autosave.path

    @property
    def trouble(self) -> str | None:
        """What keeps the game from being saved, if anything does."""
        return self._autosave.trouble

    @trouble.setter
    def trouble(self, reason: str) -> None:
        self._autosave.trouble = reason

    def take_notices(self) -> list[str]:
        """What the player has to be told, once: that the game goes on in another file."""
        return self._autosave.take_notices()

    @property
    def lines(self) -> list[str]:
        """The log, one text a line."""
        return [line.text for line in self._now.log.lines] if self._now is not None else []

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
        proposal = self._propose(line)
        if proposal is not None:
            self.suggestion = proposal
            return Accepted("", suggestion=proposal)
        solver = self.solver.copy()
        solver.tell(line)
        self.suggestion = None
        step = solver.log.lines[-1].step
        self._autosave.append(line, lambda: [*self.lines, line])
        self._move_to(solver, before=None)
        return Accepted(line, step.warnings if step is not None else ())

    @property
    def need(self) -> Need | None:
        """What the game cannot go on without."""
        return self.table.need

    def _propose(self, line: str) -> str | None:
        """For my name and a card alone: the line with the right answer."""
        words = line.split()
        viewer = self.table.viewer
        if len(words) != 2 or words[0] != viewer or small_number(words[1]) is None:
            return None
        own = self.solver.right_answer(int(words[1]))
        return format_event(Answer(viewer, int(words[1]), own))

    def right_answer(self, card: int) -> str:
        """The answer that I have to give to a card."""
        return self.solver.right_answer(card)

    @property
    def certain_code(self) -> str:
        """The code that I can declare for certain; empty if there is none, or if the coach hides it."""
        from .reasons.marks import wants_coach  # not before a code is asked for: the prompt starts sooner

        solver = self.solver
        if not solver.rack_is_full or not solver.solved or wants_coach(solver.log.lines):
            return ""
        return " ".join(solver.candidates[0].tiles) if solver.by_tiles else solver.codes[0].numbers

    @property
    def declared_tiles(self) -> str | None:
        """The tiles that I must have seen after my declaration, ``""`` if I have to name them; None if there is no question."""
        table, lines = self.table, self.solver.log.lines
        step = lines[-1].step if lines else None
        event = step.event if step is not None else None
        if not isinstance(event, Declare) or event.player != table.viewer or event.saw is not None:
            return None
        if table.discards[-1].seen_by_owner or not (event.right or table.edition.rules.own_tiles_seen == "always"):
            return None
        before = self.solver.copy()
        before.undo()
        racks = before.candidates
        fits = [rack.tiles for rack in racks[:MOST_LISTED] if (rack.numbers == event.numbers) == event.right]
        return " ".join(fits[0]) if len(fits) == 1 and len(racks) <= MOST_LISTED else ""

    def suppose(self, text: str) -> Session:
        """Another session, in memory only, in which one more line has been entered."""
        other = Session(seat=self.table.viewer or ME, folder=self._table.folder)
        other._table, other._now = self._table, self.solver.copy()
        other.enter(text)
        return other

    # Changing what was entered.

    def undo(self) -> str:
        """Take back the last change, be it a line or an edit; returns what the last line is now."""
        if not self._past:
            raise RuleError("nothing to undo")
        before = self._past.pop()
        if before is None:
            self._future.append(self.solver.log.lines[-1])
            before = self.solver.copy()
            before.undo()
        else:
            self._future.append(self.solver)
        self._restore(before)
        return self._last_line

    def redo(self) -> str:
        """Make the last undone change again."""
        if not self._future:
            raise RuleError("nothing to redo")
        after = self._future.pop()
        if isinstance(after, Line):
            line, after = after, self.solver.copy()
            after.append(line)
            self._past.append(None)
        else:
            self._past.append(self.solver)
        self._restore(after)
        return self._last_line

    @property
    def _last_line(self) -> str:
        lines = self.solver.log.lines
        return lines[-1].text if lines else ""

    def amend(self, text: str) -> Accepted:
        """Put a longer text in place of the last line, as if it had been entered so at once."""
        solver = self.solver.copy()
        solver.undo()
        solver.tell(_plain_text(text))
        step = solver.log.lines[-1].step
        self._autosave.save([line.text for line in solver.log.lines])
        before = self.solver if not self._past or self._past[-1] is not None else None
        if before is None:
            self._past.pop()
        self._move_to(solver, before=before)
        return Accepted(text, step.warnings if step is not None else ())

    def fix(self, number: int, text: str) -> None:
        """Put another text in place of a line and replay the rest; if any line then fails, nothing changes.

        In place of an answer, another answer is enough: player and card stay.
        """
        lines, text = self.lines, _plain_text(text)
        self._require_line(number)
        table = self.solver.log.lines[number - 1].step
        before = table.before if table is not None else self._table_before(number)
        event = table.event if table is not None else None
        if isinstance(event, Answer) and is_answer(text, event.player, event.card, before):
            lines[number - 1] = f"{event.player} {event.card} {text}"
        else:
            lines[number - 1] = expand(text, before)
        self._rewrite(lines)

    def insert(self, number: int, text: str) -> str:
        """Put a line before another, or behind the last one, and replay the rest; returns it as it was logged.

        As with `fix`, shortcuts mean what they meant at that place, and if any line then fails, nothing changes.
        """
        lines, text = self.lines, _plain_text(text)
        if number != len(lines) + 1:
            self._require_line(number)
        line = expand(text.strip(), self._table_before(number - 1))
        lines.insert(number - 1, line if self._table.folder is None else _with_whole_path(line, self._table.folder))
        old = [*range(1, number), number, *range(number, len(lines))]
        self._rewrite(lines, old)
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

    def right_place(self, text: str) -> int | None:
        """The number that a line should have, if it is odd or refused at the end and fits earlier; None if not.

        ``text`` is the last line, or one that was refused.
        """
        from .table.places import right_place  # only lines out of order need it

        lines = self.solver.log.lines
        last = bool(lines) and lines[-1].text == text
        return right_place(lines[: len(lines) - last], text)

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
        step = self.solver.log.lines[number - 1].step
        if step is None or not isinstance(step.event, Answer) or step.event.symbol is None:
            raise RuleError("line {number} is not an answer: only answers can be doubted", number=number)
        event = step.event
        line = format_event(Answer(event.player, event.card, event.symbol, not event.doubted))
        _, mark, comment = self.lines[number - 1].partition("#")
        line += f"  {mark}{comment}" if mark else ""
        self.fix(number, line)
        return line

    def help_seat(self, seat: str) -> None:
        """Look at the same game from another seat. The file stays as it is."""
        table = replace(self._table, viewer=complete(seat, self.table.players))
        try:
            solver = self._replayed(self.lines, table)
        except LineError as error:
            raise RuleError(
                "this log cannot be read from {viewer}'s seat: {error}", viewer=table.viewer, error=error
            ) from None
        self._table = table
        self._move_to(solver, before=self.solver)

    def save_as(self, path: Path) -> Path:
        """Write the log to another file, whose path is returned; the game goes on in its own."""
        try:
            if path.name in ("", ".."):
                raise RuleError("{path} is not a valid file name: choose another", path=path)
            if path.suffix == "":
                path = path.with_suffix(".c777")
            if path.exists():
                raise RuleError("{path} already exists: choose another name", path=path)
            write_game(path, self.lines)
        except (OSError, ValueError) as error:
            if isinstance(error, Code777Error):
                raise
            raise JournalError(
                "cannot write {path!r}: {reason}", path=str(path), reason=getattr(error, "strerror", None) or error
            ) from None
        return path

    def _require_line(self, number: int) -> None:
        count = len(self.solver.log.lines)
        if not 1 <= number <= count:
            raise RuleError(
                Sentence("no line {number} (the log has lines 1 to {count})", number=number, count=count)
                if count
                else "the log is empty"
            )

    def _table_before(self, number: int) -> Table:
        for line in self.solver.log.lines[number:]:
            if line.step is not None:
                return line.step.before
        return self.table

    def _rewrite(self, lines: list[str], old: Sequence[int] = ()) -> None:
        """Replay and save other lines. ``old`` are the numbers by which the player knows them, if they have new ones."""
        try:
            solver = self._replayed(lines, self._table)
        except LineError as error:
            raise error.at(old[error.line - 1] if old and error.line else error.line, error.text) from None
        self._autosave.save(lines)
        self._move_to(solver, before=self.solver)

    def _replayed(self, lines: Iterable[str], table: Table) -> Solver:
        """A solver that has read these lines; those that could not be read before are tried again."""
        solver = _solver_at(table)
        for line in lines:
            try:
                solver.tell(line)
            except LineError:
                if line not in self._unreadable:
                    raise
                solver.keep(line)
        return solver

    def _move_to(self, solver: Solver, *, before: Solver | None) -> None:
        self._past.append(before)
        self._future.clear()
        self._now = solver
        self.suggestion = None

    def _restore(self, solver: Solver) -> None:
        self._now = solver
        self._table = replace(self._table, viewer=solver.table.viewer or ME)
        self._autosave.save(self.lines)
        self.suggestion = None


def _solver_at(table: Table) -> Solver:
    """A solver is imported when there is something to solve: the first question of a new game need not wait for it."""
    from .solver import Solver

    return Solver.at(table)


def _plain_text(text: str) -> str:
    """What was typed, without what surrounds it; bytes that are no text are refused."""
    if any(0xD800 <= ord(letter) < 0xE000 for letter in text):
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
