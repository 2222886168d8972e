"""The prompt of a game: ``code777`` without arguments."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from ..errors import BeliefError, Code777Error, NotationError, RuleError, small_number
from ..lang import Language, visible
from ..session import Accepted, Session
from ..show import advice_words, game_screen, panels
from ..show.panels import BAD, GOOD, ODD
from ..show.remark import Remark
from ..table.entry import Reader, asked
from ..table.events import GRAMMAR, KEYWORDS, Declare, Fill
from ..table.journal import SUFFIX, Journal, new_game_path
from ..table.stored import is_played
from ..table.vocabulary import LETTERS
from ..table.warning_kinds import WarningKind
from . import asking, loop
from .base import Prompt, Reply
from .browse import GAMES, LISTS, ListCommands, StoreCommands, opened
from .coach import COACH, CoachCommands
from .edits import EDITS, EditCommands, PlaceCommands
from .help import shortcuts, sides, with_sides
from .log_commands import LogCommands, file_path, greeting, in_own_folder, latest_game, or_in_memory

if TYPE_CHECKING:
    from ..solver import Solver

__all__ = ["COMMANDS", "GamePrompt", "new_session", "open_session", "start"]

COMMANDS = {
    **EDITS,
    "why": "why CLAIM: prove it (no 6, has B7, not 447); alone: what may be wrong",
    "hint": "hint [1-4]: where to look, what about, the deduction, the proof",
    **COACH,
    "whatif": "whatif LINE: suppose a line",
    "rank": "which answers would tell you most",
    "who": "how close the others are",
    "declare?": "is it time to declare? `declare? more` asks for a second opinion",
    **LISTS,
    "sheet": "sheet FILE: the note sheet as .svg, .pdf or .png",
    "as": "as SEAT: see the game from another seat",
    "save": "save FILE: save a copy of the log",
    "new": "start a new game",
    **GAMES,
    "help": "help [CARD]: this list, or what a card asks",
    "quit": "leave; the game is saved",
}

_NUMBERED = ("fix", "insert", "move", "drop", "doubt", "hint", "open", "help")
"""Commands that a number follows, as the card follows a name."""


_GRAMMAR = GRAMMAR._replace(
    text_after=(*GRAMMAR.text_after, "save", "sheet", "open"),
    name_after=(*GRAMMAR.name_after, "as"),
    line_after=("fix", "insert", "whatif"),
)


class GamePrompt(Prompt):
    """The prompt of a game without a terminal."""

    commands = COMMANDS
    words = KEYWORDS
    alone = ("undo", "redo", "rank", "who", "marks", "codes", "racks", "games", "new", "quit")
    example = (7, "Ann 16 <")

    def __init__(
        self,
        session: Session,
        t: Language,
        *,
        new: Callable[[], Session] | None = None,
        folder: Path | None = None,
    ) -> None:
        """``new`` makes a new game, and ``folder`` is where the others are stored; without them there is only this one."""
        super().__init__(t)
        self.session = session
        self._edits, self._places, self._store = EditCommands(self), PlaceCommands(self), StoreCommands(self, folder)
        self.use(LogCommands(self), self._edits, self._places, ListCommands(self), self._store, CoachCommands(self))
        self.handlers |= {"whatif": self._what_if, "rank": self._rank, "who": self._who, "declare?": self._declare_now}
        self.handlers |= {"undo": self._undo, "sheet": self._sheet, "as": self._as, "new": self._start_new}
        self.vocabulary = self.vocabulary._replace(grammar=_GRAMMAR, numbered=_NUMBERED)
        self._new = new
        self._begun = ""
        """A line whose end is asked for."""
        self._reader = self._read_at()
        """The reader of the entry that is being handled."""

    # Entries.

    @property
    def kept(self) -> Session:
        return self.session

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.session.table.rack_names)

    @property
    def proposal(self) -> str:
        return self.session.suggestion or ""

    @property
    def status(self) -> int:
        """1 if the log contradicts itself."""
        return int(self.session.table.viewer is not None and bool(self.session.solver.contradictions))

    def default(self, text: str) -> str:
        """Enter alone stands for what the prompt says: the classic edition, a reshuffle, new tiles that I do not see."""
        if text.strip():
            return text
        if self.proposal or self._places.offer:
            return self._places.offer
        ask = asked(self.session, self._begun)
        return text if ask is None else ask.enter

    def handle(self, text: str) -> Reply:
        self._places.offer = ""
        return super().handle(text)

    def events(self, text: str) -> list[str]:
        return self._read_at().events(text) if ";" in text or "," in text else [text]

    def _read_at(self) -> Reader:
        """A reader of entries at this moment of the game."""
        return Reader(self.session, self.vocabulary, self._begun)

    @property
    def unfinished(self) -> str:
        return asking.unfinished(self.session, self._begun, self.t) if self._begun else ""

    def forget(self) -> None:
        self._begun = ""

    def in_notation(self, text: str) -> tuple[str, str]:
        self._reader = self._read_at()
        return self._reader.in_notation(text)

    def read(self, text: str) -> str:
        return self._read_at().translated(text)

    def reason(self, error: Code777Error) -> str:
        """Reason for refusing an entry; here a command chooses the seat, not an option."""
        if isinstance(error, BeliefError) and self.session.table.players and self.session.table.viewer is None:
            return self.t("Nobody here is called `me`: choose a seat with `as NAME`.")
        return super().reason(error)

    def meant(self, line: str) -> str:
        return super().meant(line) if self.session.need is None else ""

    def enter(self, line: str) -> Reply:
        begun = self._begun
        lacks = self.unfinished if begun else ""
        found = self._reader.entered(line)
        if found.begun:
            self.session.suggestion = None
        replies = [self._log(one, amends=found.amends) for one in found.lines]
        self._begun = found.begun
        bodies = [reply.body for reply in replies if reply.body is not None]
        kept = (*found.lines, found.begun)
        if begun and line.strip() and not any(one.startswith(f"{begun} ") for one in kept):
            bodies.insert(0, Text(self.t("not logged: {text}", text=lacks), ODD))
        return Reply(Group(*bodies) if bodies else None, shows_screen=any(reply.shows_screen for reply in replies))

    def _log(self, line: str, *, amends: bool = False) -> Reply:
        twice = self._rack_again(line)
        try:
            accepted = self.session.amend(line) if amends else self.session.log(line)
        except Code777Error as error:
            if twice is not None and isinstance(error, RuleError):
                raise self._in_line_already(line, twice) from None
            raise self._places.refused_place(line, error) from None
        if accepted.suggestion is not None:
            say = accepted.suggestion.split()[-1]
            text = self.t("Say: {answer}    (Enter logs `{line}`)", answer=say, line=accepted.suggestion)
            return Reply(Text(text, f"bold {GOOD}"))
        if not accepted.text:
            return Reply()
        told = [Text(self.t("odd: {text}", text=warning), ODD) for warning in self._odd(accepted)]
        if twice is not None:
            told.append(
                Text(
                    self.t("To correct line {line} instead: `undo`, then `fix {line} {text}`.", line=twice, text=line),
                    ODD,
                )
            )
        elif told and (place := self._places.place_of(accepted.text)):
            told.append(Text(place, ODD))
        told += [Text(text, f"bold {BAD}") for text in self._proved_false()]
        return Reply(Group(*told) if told else None, shows_screen=True)

    def _rack_again(self, line: str) -> int | None:
        """The line that a rack is in already which is entered again; before the first card that is refused."""
        words = line.split()
        if words[:1] != ["rack"] or len(words) < 3:
            return None
        table = self.session.table
        if words[1] not in table.racks or words[1] in table.waiting:
            return None
        if words[1] in table.spares and table.spares_due:
            return None
        lines = [(one.number, one.step.event) for one in self.session.solver.log.lines if one.step is not None]
        named = [number for number, event in lines if isinstance(event, Fill) and event.rack == words[1]]
        if not named:  # my own, which need not be logged at the deal
            return None
        number = named[-1]
        if not table.started:
            raise self._in_line_already(line, number)
        return number

    def _in_line_already(self, line: str, number: int) -> NotationError:
        return NotationError(
            "the rack of {name} is in line {line} already: `fix {line} {text}` corrects it",
            name=line.split()[1],
            line=number,
            text=line,
        )

    def _odd(self, accepted: Accepted) -> Iterator[str]:
        """Warnings about a line, without those that the next question of the prompt covers."""
        ask = asked(self.session, "")
        skipped = WarningKind.OLD_TILES_NOT_NAMED if ask is not None and ask.what == "saw" else None
        yield from (warning.sentence for warning in accepted.warnings if warning.kind is not skipped)

    def _proved_false(self) -> Iterator[str]:
        """Earlier answers that the declaration just entered proves false."""
        solver = self.session.solver
        step = solver.log.lines[-1].step
        if step is None or not isinstance(step.event, Declare):
            return
        before = solver.copy()
        before.undo()
        for answer in solver.audit():
            if answer not in before.audit():
                yield panels.false_answer(answer, self.t)

    # Commands. Each takes the rest of the line.

    def _undo(self, rest: str) -> Reply:
        if self._begun:
            self.forget()
            return Reply(Remark(self.t("undone")))
        return self._edits.undo(rest)

    def _what_if(self, rest: str) -> Reply:
        if not rest:
            raise self.missing("whatif Ann 16 <")
        supposed, solver = self.session.suppose(rest), self.session.solver
        if supposed.lines and not supposed.solver.belief.possible and solver.belief.possible:
            line = supposed.lines[-1]
            return Reply(panels.impossible(solver.why_impossible(line), line, solver, self.t))
        shown = game_screen.screen(supposed, self.t, width=self.width, ascii_only=self.ascii_only)
        return Reply(Group(Text(self.t("SUPPOSE {line}", line=rest), "italic bold"), shown))

    def _rank(self, rest: str) -> Reply:
        return Reply(panels.questions(self.session.solver, self.t, top=15, width=self.width))

    def _who(self, rest: str) -> Reply:
        return Reply(panels.who(self.session.solver, self.t))

    def _declare_now(self, rest: str) -> Reply:
        solver = self.session.solver
        if not rest:
            return Reply(panels.declare_now(solver, self.t))
        if rest.casefold() not in ("more", self.t("more")):
            raise NotationError(self.t("`declare? {rest}`: type `declare?` or `declare? more`", rest=rest))
        if solver.codes and not solver.solved:
            solver.advise()  # refuses where there is nothing to decide
            return Reply(panels.declare_now(solver, self.t), later=lambda say: self._second_opinion(solver, say))
        return Reply(panels.declare_now(solver, self.t))

    def _second_opinion(self, solver: Solver, say: Callable[[str], None]) -> RenderableType:
        """The estimate by rollouts. Its process has ended on return, also after an error."""
        begun = time.monotonic()
        try:
            with solver.advise_in_background() as asked:
                found = None
                while found is None:
                    say(advice_words.doing(asked.games, time.monotonic() - begun, self.t))
                    found = asked.wait()
        except Code777Error as error:
            return Remark(self.t(error.sentence), BAD)
        return panels.second_opinion(found, self.t)

    def _sheet(self, rest: str) -> Reply:
        from ..show.note_sheet import note_sheet
        from ..show.sheet_file import write_sheet

        if not rest:
            raise self.missing("sheet notes.svg")
        write_sheet(note_sheet(self.session.solver, self.t), file_path(rest))
        return Reply(Remark(self.t("written: {file}", file=rest)))

    def _as(self, rest: str) -> Reply:
        if not rest:
            raise self.missing("as Bob")
        self.session.help_seat(rest)
        return Reply(shows_screen=True)

    def _start_new(self, rest: str) -> Reply:
        if self._new is None:
            raise NotationError("A new game cannot be started here.")
        self.leave("new")
        self._store.go_to(self._new())
        return Reply(Remark(self.t("A new game.")))

    def help_lines(self) -> Iterator[str]:
        yield from super().help_lines()
        yield from shortcuts(self.t)
        yield self.t("Anything else is a log line: `Ann 16 <`, `rack Bob G6 G6 R5`, `declare Ann 257 right`.")

    # What the terminal shows.

    def greeting(self) -> Iterator[RenderableType]:
        return greeting(self, is_under_way=bool(self.session.lines))

    @property
    def is_coached(self) -> bool:
        """True while deductions are hidden."""
        from ..reasons.marks import wants_coach  # not before there is a game: the prompt starts sooner

        return wants_coach(self.session.solver.log.lines)

    def screen(self) -> RenderableType | None:
        table = self.session.table
        if not table.players or table.viewer is None or not self.is_coached:
            return self.full_screen()
        from ..show import coach_screen

        return coach_screen.screen(self.session, self.t, width=self.width)

    def full_screen(self) -> RenderableType | None:
        """The screen with all that is deduced."""
        if not self.session.table.players:
            return None
        return game_screen.screen(self.session, self.t, width=self.width, ascii_only=self.ascii_only)

    @property
    def prompt_text(self) -> str:
        return asking.prompt_of(self.session, self._begun, self.t)

    def close(self) -> None:
        self.session.close()

    def completions(self, text: str) -> Iterator[tuple[str, str]]:
        table, words = self.session.table, self.read(text).split()
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
            yield from [*names, *cards, *self.choices()]
        elif head in ("rack", "swap", "declare", "penalty", "as") and len(words) == 1:
            yield from names
        elif head in ("rack", "swap"):
            yield from tiles
        elif head == "declare":
            yield from self.in_both_languages([("right", ""), ("wrong", ""), ("saw", "")])
        elif len(words) == 1 and not head.isdecimal():
            yield from cards
        elif len(words) <= 2 and small_number(words[-1]) in table.edition.cards:
            card = table.edition.card(small_number(words[-1]) or 0)
            told = sides(card, self.t)
            symbols = card.meaning.symbols(len(table.rack_names) - 1)
            yield from [(symbol, told.get(symbol, self.t(card.text))) for symbol in told or symbols]

    def toolbar(self, text: str) -> str:
        """The text of the card that is being typed or answered, or the line that a command is about."""
        table, ask = self.session.table, asked(self.session, self._begun, reshuffle=False)
        line, text = self._line_named(text)
        if line or (ask is not None and ask.what != "answer"):
            return line
        named = self._begun.split() or [str(table.open_card or "") if table.winner is None else ""]
        for word in (*text.split()[:2], *named):
            number = small_number(word)
            if number is not None and number in self.session.table.edition.cards:
                card = self.session.table.edition.card(number)
                return with_sides(f"{card.number}. {self.t(card.text)}", card, self.t, width=self.width)
        return ""

    def _line_named(self, text: str) -> tuple[str, str]:
        """The line of the log whose number a command takes, and what of the entry may name a card."""
        word, rest = self.vocabulary.first_word(self.read(text))
        if word in (*LETTERS, *KEYWORDS):
            return "", ""
        found = [name for name in (*_NUMBERED, "log") if word and name.startswith(word)]
        if len(found) != 1 or found[0] == "help" or word in map(str.casefold, self.names):
            return "", text
        number, _, new = rest.partition(" ")
        place = small_number(number) or 0
        if new.strip() and found[0] in ("fix", "insert"):
            return "", new
        if found[0] in ("hint", "open") or not 1 <= place <= len(self.session.lines):
            return "", ""
        return f"{place}  {visible(self.session.lines[place - 1].strip())}", ""


# Games on disk, and the start.


def open_session(folder: Path) -> Session:
    """The latest game that is not over, or a new one; one kept in memory if the folder cannot be written."""
    return latest_game(
        folder,
        SUFFIX,
        opened=opened,
        goes_on=lambda session: bool(session.lines) and session.table.winner is None and not is_played(session.lines),
        new=lambda: new_session(folder),
    )


def new_session(folder: Path) -> Session:
    """A new game in a file of its own, or in memory if that cannot be made."""
    return or_in_memory(lambda: Session(Journal(new_game_path(folder)), folder=folder), Session)


def start(t: Language, file: Path | None = None) -> int:
    """The prompt on a terminal, or on piped input; on a file, if one is named. Returns the exit status."""

    def made(is_terminal: bool) -> GamePrompt:
        if not is_terminal:
            return GamePrompt(opened(file) if file else Session(), t)
        session = opened(file) if file else in_own_folder(open_session, Session)
        return GamePrompt(session, t, new=lambda: in_own_folder(new_session, Session), folder=loop.own_folder())

    return loop.run(made)
