"""One player's game as front ends use it: log lines with shortcuts, undo and redo, edits, autosave.

A session never loses what was entered: a line is on disk before its result is shown, a bad line changes nothing, and
trouble with the disk is told while the game continues in memory. Front ends call `Session.enter` and show the reply.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .errors import Code777Error, LineError, NotationError, RuleError, TileError, small_number
from .records import replace
from .sentences import Sentence, any_of
from .table.events import KEYWORDS, Answer
from .table.journal import SUFFIX, Journal, read_game
from .table.log_file import LogFile
from .table.notation import format_event, read_line
from .table.oddities import Warned
from .table.table import ME, Table, find_name

if TYPE_CHECKING:
    from .solver import Solver


class Accepted(NamedTuple):
    """What became of a line."""

    text: str
    """The line as it was logged, shortcuts written out; empty if nothing was."""
    warnings: tuple[Warned, ...] = ()
    suggestion: str | None = None
    """A line that an empty entry will log: the right answer to a card that I drew."""


class Need(NamedTuple):
    """What has to be entered next: ``edition``, ``players``, or the ``rack`` of somebody."""

    what: str
    name: str


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
        from .solver import Solver

        return Solver.at(replace(self._table, viewer=seat or self.table.viewer or ME))

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
        return self.now.table if self._history else self._table

    # Entering.

    def enter(self, text: str) -> Accepted:
        """Log a line, shortcuts allowed; an empty one logs the suggestion. Raises `Code777Error` and changes nothing."""
        text = _plain_text(text) or self.suggestion or ""
        if not text:
            return Accepted("")
        line = self.written_out(text)
        proposal = self._propose(line)
        if proposal is not None:
            self.suggestion = proposal
            return Accepted("", suggestion=proposal)
        return _accepted(line, self._append(line))

    @property
    def need(self) -> Need | None:
        """What the game cannot go on without: the edition, the players or a rack; None if it can, or if it is over."""
        table = self.table
        if not table.players:
            return Need("players" if table.edition_named else "edition", "")
        if table.winner is not None:
            return None
        for name in table.waiting:
            return Need("rack", name)
        return None

    def written_out(self, text: str) -> str:
        """A line without shortcuts. Where something is asked for, the bare answer to that will do."""
        line, folder = self._without_shortcuts(text), self._table.folder
        return line if folder is None else _with_whole_path(line, folder)

    def is_about_somebody(self, text: str, *, whole: bool = False) -> bool:
        """Whether a line is about a player or a rack although its first word may be a command too.

        It is if it reads ``NAME CARD ...``, ``NAME TILES`` where a rack is asked for, or as names with `me` among them
        where the players are. With ``whole`` a name and a card are not enough: an answer must follow.
        """
        words, need = text.partition("#")[0].replace(",", " ").split(), self.need
        if len(words) < 2:
            return False
        if need is not None and need.what != "rack":
            return need.what == "players" and ME in (word.casefold() for word in words)
        head, rest = words[0].casefold(), " ".join(words[1:])
        if need is not None and _begins(head, self.table.rack_names) is not None and self._is_rack(rest):
            return True
        if _begins(head, self.table.players) is None or not words[1].isdecimal():
            return False
        return not whole or self._is_answer(text)

    def _is_answer(self, text: str) -> bool:
        try:
            return isinstance(read_line(expand(text, self.table), self.table), Answer)
        except Code777Error:
            return False

    def _reads(self, text: str, table: Table) -> bool:
        try:
            return read_line(text, table) is not None
        except Code777Error:
            return False

    def _is_rack(self, text: str) -> bool:
        try:
            return text == "?" or bool(self.table.edition.deck.rack(text))
        except TileError:
            return False

    def _without_shortcuts(self, text: str) -> str:
        need = self.need
        head = text.split()[0].casefold()
        if need is None or head.startswith("#") or head in KEYWORDS:
            return expand(text, self.table)
        if need.what == "edition":
            return f"edition {text}"
        if need.what == "players":
            return f"players {re.sub(r' *, *', ' ', text)}"
        if self._is_rack(text):
            return f"rack {need.name} {text}"
        named = _begins(head, self.table.rack_names)
        if named is not None and len(head) > 1 and len(text.split()) > 1:
            rest = text.split(None, 1)[1]
            return expand(text, self.table) if rest.split()[0].isdecimal() else f"rack {named} {rest}"
        with suppress(NotationError):  # a beginning of several words is none of them here, but tiles that are misspelt
            line = expand(text, self.table)
            if line.split()[0] in KEYWORDS:
                return line
        return f"rack {need.name} {text}"

    def _propose(self, line: str) -> str | None:
        """For my name and a card alone: the line with the right answer."""
        words = line.split()
        viewer = self.table.viewer
        if len(words) != 2 or words[0] != viewer or small_number(words[1]) is None:
            return None
        own = self.solver.right_answer(int(words[1]))
        return format_event(Answer(viewer, int(words[1]), own))

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
        if step is not None and isinstance(step.event, Answer):
            answer = f"{step.event.player} {step.event.card} {text}"
            if self._reads(answer, before):
                return answer
        line, folder = expand(text, before), self._table.folder
        return line if folder is None or replaces else _with_whole_path(line, folder)

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
        from .table.places import right_place  # only lines out of order need it

        lines = self.solver.log.lines
        last = bool(lines) and lines[-1].text == text
        return right_place(lines[: len(lines) - last], text if last else self.written_out(text))

    def help_seat(self, seat: str) -> None:
        """Look at the same game from another seat. The file stays as it is."""
        viewer = _begins(seat.casefold(), self.table.players) or self.table.player(seat)
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


# Shortcuts.


def expand(text: str, table: Table) -> str:
    """Write shortcuts out: ``16 <`` for whoever is to answer, beginnings of names and words.

    What is no shortcut is left alone, for the notation to accept or refuse.
    """
    words = text.split()
    if not words or words[0].startswith("#") or words[0].casefold() == "note":
        return text
    head = words[0].casefold()
    if head.isdecimal() and table.next_answerer is not None:
        return " ".join((table.next_answerer, *words))
    if head in KEYWORDS:
        keyword: str | None = head
    elif len(words) > 1 and words[1].isdecimal() and len(words[1]) < 3:
        keyword = _only(head, table.players)
    else:
        keyword = LETTERS.get(head) or _only(head, KEYWORDS)
    if keyword is None:
        return text
    if keyword in ("rack", "declare", "swap", "penalty") and len(words) > 1:
        name = _only(words[1].casefold(), table.rack_names)
        return " ".join((keyword, name or words[1], *words[2:]))
    return " ".join((keyword, *words[1:]))


LETTERS = {"r": "rack", "d": "declare", "s": "swap", "n": "note"}
"""Words of the notation that a letter is enough for."""


def require_one(beginning: str, found: Sequence[str]) -> None:
    """Raise `NotationError` if more than one word may be meant."""
    if len(found) > 1:
        raise NotationError(
            "`{beginning}` is ambiguous ({choices}): type more of it", beginning=beginning, choices=any_of(found)
        )


def _only(beginning: str, names: Sequence[str]) -> str | None:
    """As `_begins`, but raises `NotationError` if several begin so."""
    found = _begins(beginning, names)
    if found is None:
        require_one(beginning, [name for name in names if name.casefold().startswith(beginning)])
    return found


def _begins(beginning: str, names: Sequence[str]) -> str | None:
    """The one name that is this text or begins with it; None if none or several do."""
    whole = find_name(beginning, names)
    if whole is not None:
        return whole
    found = [name for name in names if name.casefold().startswith(beginning)]
    return found[0] if len(found) == 1 else None


def check_line(text: str, table: Table) -> str | None:
    """Why a line would be refused now; None if it would not. For hints while typing."""
    try:
        event = read_line(expand(text, table), table)
        if event is not None:
            table.verify(event)
    except Code777Error as error:
        return error.sentence
    return None
