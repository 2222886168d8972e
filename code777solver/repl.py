"""The prompt: ``code777`` without arguments. Keys, history, completion and the screen; no deduction.

`Desk` is the prompt without a terminal: it takes entries and gives replies, and its tests need no screen. `run` puts it
on a terminal with prompt_toolkit, and `run_script` on piped input.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from rich.console import Console, Group, RenderableType
from rich.text import Text

from . import render
from .editions import edition_names
from .errors import Code777Error, nearest, small_number
from .events import KEYWORDS
from .journal import Journal, JournalError, LockedError, new_game_path, saved_games
from .lang import Language
from .screen import screen
from .session import Session

COMMANDS = {
    "undo": "take back the last change",
    "redo": "make it again",
    "fix": "fix N LINE: put another line in place of line N",
    "drop": "drop N: take line N out",
    "doubt": "doubt N: mark answer N as doubtful, or as sure again",
    "why": "why CLAIM: prove it (no 6, has B7, not 447); alone: what may be wrong",
    "hint": "hint [1-4]: where to look, what about, the deduction, the proof",
    "whatif": "whatif LINE: suppose a line",
    "rank": "which answers to come would tell most",
    "who": "how close the others are",
    "declare?": "is it time to declare?",
    "log": "the lines so far",
    "sheet": "sheet FILE: the note sheet as .svg, .pdf or .png",
    "as": "as SEAT: look from another seat",
    "save": "save FILE: write the log to another file",
    "new": "start a new game",
    "help": "help [CARD]: this list, or what a card asks",
    "quit": "leave; the game is kept",
}


class Reply(NamedTuple):
    """What to show after an entry."""

    body: RenderableType | None = None
    shows_screen: bool = False
    failed: bool = False
    done: bool = False


class Desk:
    """The prompt without a terminal."""

    def __init__(self, session: Session, t: Language, *, new: Callable[[], Session] | None = None) -> None:
        self.session, self.t = session, t
        self._new = new
        self.plain = False
        """Whether the terminal lacks block characters."""

    def handle(self, text: str, *, width: int = 80) -> Reply:
        """Take one entry. A mistake is told in one line and changes nothing."""
        line = self._read(text).strip()
        head, _, rest = line.partition(" ")
        try:
            handler = getattr(self, f"_do_{head.casefold().replace('?', '_now')}", None)
            if head.casefold() in COMMANDS and handler is not None:
                reply: Reply = handler(rest.strip(), width)
                return reply
            return self._enter(line)
        except Code777Error as error:
            return Reply(Text(self._without_place(str(error)), "red"), failed=True)
        except RecursionError:
            return Reply(Text(self.t("That is too long to read."), "red"), failed=True)

    def _read(self, text: str) -> str:
        """An entry in the words of the notation."""
        need = self.session.need
        asked_for_names = need is not None and need.what == "players"
        head = text.split()[:1]
        only_me = asked_for_names and self.t.read("".join(head)).casefold() not in (*KEYWORDS, *COMMANDS)
        return self.t.read(text, self.session.table.rack_names, only_me=only_me)

    def _without_place(self, message: str) -> str:
        """Errors about the line being typed need no line number."""
        return re.sub(rf"^line {len(self.session.lines) + 1}: ", "", message)

    def _enter(self, line: str) -> Reply:
        word = line.split()[0].casefold() if line else ""
        known = [*COMMANDS, *KEYWORDS, *self.session.table.rack_names]
        try:
            accepted = self.session.enter(line)
        except Code777Error as error:
            likely = known[len(COMMANDS) :] if " " in line else known
            hint = "" if word in map(str.casefold, known) else nearest(word, likely) or nearest(word, known)
            if hint and hint not in str(error) and not word.isdecimal() and self.session.need is None:
                return Reply(Text(self.t("`{word}` is not understood", word=word) + hint, "red"), failed=True)
            raise
        if accepted.suggestion is not None:
            say = accepted.suggestion.split()[-1]
            text = self.t("Say: {answer}    (Enter logs `{line}`)", answer=say, line=accepted.suggestion)
            return Reply(Text(text, "bold green"))
        if not accepted.text:
            return Reply()
        warnings = [Text(self.t("odd: {text}", text=warning), "yellow") for warning in accepted.warnings]
        return Reply(Group(*warnings) if warnings else None, shows_screen=True)

    # Commands. Each takes the rest of the line and the width of the screen.

    def _do_undo(self, rest: str, width: int) -> Reply:
        self.session.undo()
        return Reply(Text(self.t("undone"), "dim"), shows_screen=True)

    def _do_redo(self, rest: str, width: int) -> Reply:
        self.session.redo()
        return Reply(Text(self.t("done again"), "dim"), shows_screen=True)

    def _do_fix(self, rest: str, width: int) -> Reply:
        number, line = self._number(rest, "fix 7 Ann 16 <")
        if not line:
            return self._usage("fix 7 Ann 16 <")
        self.session.fix(number, self._read(line))
        return Reply(shows_screen=True)

    def _do_drop(self, rest: str, width: int) -> Reply:
        dropped = self.session.drop(self._number(rest, "drop 7")[0])
        return Reply(Text(self.t("dropped: {line}", line=dropped), "dim"), shows_screen=True)

    def _do_doubt(self, rest: str, width: int) -> Reply:
        line = self.session.doubt(self._number(rest, "doubt 7")[0])
        return Reply(Text(self.t("now: {line}", line=line), "dim"), shows_screen=True)

    def _do_why(self, rest: str, width: int) -> Reply:
        solver = self.session.solver
        if not solver.belief.possible:
            return Reply(render.diagnosis(solver))
        if not rest:
            return self._usage("why no 6")
        return Reply(render.proof(solver.why(rest), solver))

    def _do_hint(self, rest: str, width: int) -> Reply:
        if rest and small_number(rest) is None:
            return self._usage("hint 2")
        return Reply(render.hint(self.session.solver.hint(int(rest or 1)), self.session.solver))

    def _do_whatif(self, rest: str, width: int) -> Reply:
        if not rest:
            return self._usage("whatif Ann 16 <")
        other = self.session.suppose(rest)
        return Reply(
            Group(
                Text(self.t("SUPPOSE {line}", line=rest), "italic bold"),
                screen(other, self.t, width=width, plain=self.plain),
            )
        )

    def _do_rank(self, rest: str, width: int) -> Reply:
        return Reply(render.questions(self.session.solver, self.t, top=15, width=width))

    def _do_who(self, rest: str, width: int) -> Reply:
        return Reply(render.opponents(self.session.solver))

    def _do_declare_now(self, rest: str, width: int) -> Reply:
        return Reply(render.declare_now(self.session.solver, self.t))

    def _do_log(self, rest: str, width: int) -> Reply:
        lines = [Text(f"{number:>3}  {line}") for number, line in enumerate(self.session.lines, 1)]
        return Reply(Group(*lines))

    def _do_sheet(self, rest: str, width: int) -> Reply:
        from .sheet import note_sheet, write_sheet

        if not rest:
            return self._usage("sheet notes.svg")
        write_sheet(note_sheet(self.session.solver, self.t), _path(rest))
        return Reply(Text(self.t("written: {file}", file=rest), "dim"))

    def _do_as(self, rest: str, width: int) -> Reply:
        if not rest:
            return self._usage("as Bob")
        self.session.help_seat(rest)
        return Reply(shows_screen=True)

    def _do_save(self, rest: str, width: int) -> Reply:
        if not rest:
            return self._usage("save friday.c777")
        path = self.session.save_as(_path(rest))
        return Reply(Text(self.t("written: {file}", file=path), "dim"))

    def _do_new(self, rest: str, width: int) -> Reply:
        if self._new is None:
            return Reply(Text(self.t("A new game cannot be started here."), "red"), failed=True)
        session = self._new()
        self.session.close()
        self.session = session
        return Reply(Text(self.t("A new game."), "dim"), shows_screen=False)

    def _do_help(self, rest: str, width: int) -> Reply:
        if rest:
            number = small_number(rest)
            if number is None:
                return self._usage("help 16")
            card = self.session.table.edition.card(number)
            symbols = " ".join(card.question.symbols(max(1, len(self.session.table.rack_names) - 1)))
            return Reply(Text(f"{card.number}. {self.t(card.text)}   ({symbols})"))
        lines = [Text(f"{name:<9} {self.t(text)}") for name, text in COMMANDS.items()]
        lines.append(
            Text(self.t("Anything else is a log line: `Ann 16 <`, `rack Bob G6 G6 R5`, `declare Ann 257 right`."))
        )
        return Reply(Group(*lines))

    def _do_quit(self, rest: str, width: int) -> Reply:
        self.session.close()
        if self.session.trouble:
            return Reply(Text(self.session.trouble, "bold red"), done=True)
        where = self.session.path
        kept = where is not None and bool(self.session.lines)
        return Reply(Text(self.t("kept in {file}", file=where), "dim") if kept else None, done=True)

    def _usage(self, example: str) -> Reply:
        return Reply(Text(self.t("something is missing (like `{example}`)", example=example), "red"), failed=True)

    def _number(self, rest: str, example: str) -> tuple[int, str]:
        word, _, after = rest.partition(" ")
        if small_number(word) is None:
            raise JournalError(self.t("a line number is missing (like `{example}`; `log` shows them)", example=example))
        return int(word), after.strip()

    # What the prompt line says.

    @property
    def prompt(self) -> str:
        """What is asked for now."""
        need = self.session.need
        if need is None:
            name = self.session.table.next_answerer
            return f"{name}> " if name else "> "
        if need.what == "edition":
            return self.t("edition ({names}; Enter for classic)> ", names=", ".join(edition_names()))
        if need.what == "players":
            return self.t("players clockwise, first to play first, `me` for yourself> ")
        return f"rack {need.name}> "

    def default(self, text: str) -> str:
        """An empty answer to the first question means the classic edition."""
        return "classic" if not text.strip() and self.session.need is not None and not self.session.lines else text

    def completions(self, text: str) -> Iterator[tuple[str, str]]:
        """What may come next after a beginning: the word, and what it means."""
        table, words = self.session.table, self._read(text).split()
        if not text or not text[-1].isspace():
            words = words[:-1]
        names = [(name, "") for name in table.rack_names]
        tiles = [(tile.name, "") for tile in table.edition.deck.kinds]
        cards = [(str(card.number), self.t(card.text)) for card in table.edition.cards.values()]
        head = words[0].casefold() if words else ""
        need = self.session.need
        if need is not None and need.what == "rack" and head not in (*KEYWORDS, *COMMANDS):
            yield from tiles
        if not words:
            lines = [(word, "") for word in KEYWORDS]
            yield from [*names, *cards, *lines, *((name, self.t(text)) for name, text in COMMANDS.items())]
        elif head in ("rack", "swap", "declare", "penalty", "as") and len(words) == 1:
            yield from names
        elif head in ("rack", "swap"):
            yield from tiles
        elif head == "declare":
            yield from [("right", ""), ("wrong", ""), ("saw", "")]
        elif len(words) == 1 and not head.isdecimal():
            yield from cards
        elif len(words) <= 2 and small_number(words[-1]) in table.edition.cards:
            card = table.edition.card(small_number(words[-1]) or 0)
            yield from [(symbol, self.t(card.text)) for symbol in card.question.symbols(len(table.rack_names) - 1)]

    def toolbar(self, text: str) -> str:
        """The text of the card that is being typed."""
        for word in text.split()[:2]:
            number = small_number(word)
            if number is not None and number in self.session.table.edition.cards:
                card = self.session.table.edition.card(number)
                return f"{card.number}. {self.t(card.text)}"
        return ""


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise JournalError(f"no such place: {text}") from None


# On a terminal and in a pipe.


def open_session(folder: Path) -> Session:
    """The latest game that is not over, or a new one; one kept in memory if the folder cannot be written."""
    busy: list[str] = []
    for path in saved_games(folder):
        try:
            session = Session.open(path)
        except LockedError as error:
            busy.append(str(error))
            continue
        except (JournalError, OSError) as error:
            try:
                session = Session.in_memory(path, f"{error}; the game goes on in memory")
            except JournalError:
                continue
        if session.lines and session.table.winner is None:
            return session
        session.close()
    session = new_session(folder)
    session.unread += busy
    return session


def new_session(folder: Path) -> Session:
    """A new game in a file of its own, or in memory if that cannot be made."""
    try:
        return Session(Journal(new_game_path(folder)))
    except JournalError as error:
        session = Session()
        session.trouble = f"{error}; the game is kept in memory only"
        return session


def run(folder: Path, t: Language, console: Console) -> int:
    """The prompt on a terminal. Returns the exit status."""
    from .terminal import ask

    desk = Desk(open_session(folder), t, new=lambda: new_session(folder))
    desk.plain = _is_plain(console)
    if desk.session.lines:
        console.print(Text(t("Going on with {file}; `new` starts another game.", file=desk.session.path), "dim"))
        _show_screen(desk, console)
    else:
        console.print(Text(t("A new game. `help` lists the commands."), "dim"))
    for note in desk.session.unread:
        console.print(Text(note, "yellow"))
    if desk.session.trouble:
        console.print(Text(desk.session.trouble, "bold red"))
    for entry in ask(desk, folder):
        try:
            reply = desk.handle(desk.default(entry), width=console.width)
            if reply.body is not None:
                console.print(reply.body)
            if reply.shows_screen and desk.session.table.players:
                _show_screen(desk, console)
        except KeyboardInterrupt:  # whatever was being worked out is let go; the line itself is logged or it is not
            continue
        if reply.done:
            return 0
    desk.handle("quit")
    return 0


def _show_screen(desk: Desk, console: Console) -> None:
    console.print(screen(desk.session, desk.t, width=console.width, plain=desk.plain))


def _is_plain(console: Console) -> bool:
    return not console.encoding.lower().startswith("utf")


def run_script(source: Iterable[str], t: Language, console: Console, errors: TextIO) -> int:
    """Piped input: every line is handled, the last screen is shown. Status 2 if a line was refused, 1 if contradicted."""
    desk = Desk(Session(), t)
    desk.plain = _is_plain(console)
    refused = False
    for number, line in enumerate(source, 1):
        reply = desk.handle(line.rstrip("\r\n"), width=console.width) if line.strip() else Reply()
        if reply.failed:
            refused = True
            errors.write(f"line {number}: {reply.body}\n")
        elif reply.body is not None:
            console.print(reply.body)
        if reply.done:
            break
    if desk.session.table.players:
        _show_screen(desk, console)
    if refused:
        return 2
    return 1 if desk.session.table.viewer is not None and desk.session.solver.contradictions else 0
