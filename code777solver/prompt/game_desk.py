"""The prompt without a terminal: entries in, replies out. Commands, typos, completion; no deduction.

What a first word means is decided here. A line about somebody goes first (`Log 16 <` where a player is called so), then
words of the notation and commands, then their beginnings, if only one word begins so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from ..errors import Code777Error, NotationError, nearest, small_number
from ..lang import Language, visible
from ..rules.editions import edition_names
from ..session import LETTERS, Session, require_one
from ..show import panels
from ..show.game_screen import screen
from ..show.panels import BAD, GOOD, ODD
from ..table.events import GRAMMAR, KEYWORDS, Declare
from ..table.journal import JournalError
from ..table.notation import split_lines
from ..table.table import ME

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


_ALONE = ("undo", "redo", "rank", "who", "declare?", "log", "new", "quit")
"""Commands that nothing follows."""
_NUMBERED = ("fix", "drop", "doubt", "hint", "help")
"""Commands that a number follows, as the card follows a name."""
_GRAMMAR = GRAMMAR._replace(text_after=(*GRAMMAR.text_after, "save", "sheet"), name_after=(*GRAMMAR.name_after, "as"))


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
        self.draft = ""
        """What the next line to be typed begins with: the rest of a block of which a line was not understood."""

    def handle(self, text: str, *, width: int = 80) -> Reply:
        """Take one entry. A mistake is told in one line and changes nothing."""
        try:
            line = self._read(self._written_out(text)).strip()
            name, rest = _first_word(line)
            if name not in COMMANDS or self._is_about_somebody(name, line):
                return self._enter(line)
            if rest and name in _ALONE:
                raise NotationError(self.t("nothing follows `{name}`, but there is `{rest}`", name=name, rest=rest))
            handler: Callable[[str, int], Reply] = getattr(self, f"_do_{name.replace('?', '_now')}")
            return handler(rest, width)
        except Code777Error as error:
            return _mistake(self._without_place(str(error)))
        except RecursionError:
            return _mistake(self.t("That is too long to read."))

    def _is_about_somebody(self, command: str, line: str) -> bool:
        """Whether a line that begins with a command is rather about a player who is called so, or nearly so."""
        called = command in map(str.casefold, self.session.table.rack_names)
        return self.session.is_about_somebody(line, whole=command in _NUMBERED or not called)

    def handle_block(self, text: str, *, width: int = 80) -> Iterator[Reply]:
        """Take an entry of one or more lines, such as a pasted log, one by one.

        At a line that is not understood, or that asks for something, the rest is left in `draft`, that line included.
        """
        self.draft = ""
        lines = split_lines(text)
        if len(lines) < 2:
            yield self.handle(text, width=width)
            return
        for number, line in enumerate(lines):
            if not line.strip():
                continue
            reply = self.handle(line, width=width)
            yield reply
            left = lines[number + 1 :]
            proposed = self.session.suggestion if any(map(str.strip, left)) else None
            if reply.failed or proposed:
                self.draft = "\n".join((proposed or line, *left)).strip("\n")
            if reply.failed or proposed or reply.done:
                return

    def _written_out(self, text: str) -> str:
        """An entry whose first word is written out if it is the beginning of one word only; asks if of several.

        So are beginnings of words of the language. Where something is asked for, they are part of the answer.
        """
        word, rest = _first_word(text)
        need, names = self.session.need, map(str.casefold, self.session.table.rack_names)
        if not word[:1].isalpha() or word in (*KEYWORDS, *COMMANDS, *LETTERS, *self.t.words, *names):
            return text
        if need is not None and (need.what != "rack" or rest):
            return text
        if self.session.is_about_somebody(self._read(text)):
            return text
        asks, stem = word.endswith("?"), word.rstrip("?")
        words = {name: name for name in (*KEYWORDS, *COMMANDS)} | dict(self.t.words)
        found = {
            meaning: whole
            for whole, meaning in words.items()
            if whole.startswith(stem) and meaning in (*KEYWORDS, *COMMANDS) and asks == whole.endswith("?")
        }
        require_one(word, sorted(found.values()))
        return f"{next(iter(found))} {rest}" if found else text

    def _read(self, text: str) -> str:
        """An entry in the words of the notation."""
        need, names = self.session.need, False
        if need is not None and need.what == "players":
            words = [self.t.read(word).casefold() for word in text.replace(",", " ").split()]
            listed = len(words) > 1 and ME in words
            names = words[:1] != [] and words[0] not in KEYWORDS and (listed or words[0] not in COMMANDS)
        return self.t.read(text, self.session.table.rack_names, grammar=_GRAMMAR, only_me=names)

    def _without_place(self, message: str) -> str:
        """Errors about the line being typed need no line number."""
        return re.sub(rf"^line {len(self.session.lines) + 1}: ", "", message)

    def _enter(self, line: str) -> Reply:
        typed = line.split()[0] if line else ""
        word = typed.casefold()
        known = [*COMMANDS, *KEYWORDS, *self.session.table.rack_names]
        try:
            accepted = self.session.enter(line)
        except Code777Error as error:
            likely = known[len(COMMANDS) :] if " " in line else known
            hint = "" if word in map(str.casefold, known) else nearest(word, likely) or nearest(word, known)
            if hint and hint not in str(error) and not word.isdecimal() and self.session.need is None:
                return _mistake(self.t("`{word}` is not understood", word=typed) + hint)
            raise
        if accepted.suggestion is not None:
            say = accepted.suggestion.split()[-1]
            text = self.t("Say: {answer}    (Enter logs `{line}`)", answer=say, line=accepted.suggestion)
            return Reply(Text(text, f"bold {GOOD}"))
        if not accepted.text:
            return Reply()
        told = [Text(self.t("odd: {text}", text=warning), ODD) for warning in accepted.warnings]
        told += [Text(text, f"bold {BAD}") for text in self._proved_false()]
        return Reply(Group(*told) if told else None, shows_screen=True)

    def _proved_false(self) -> Iterator[str]:
        """What a declaration just entered has brought to light about earlier answers."""
        solver = self.session.solver
        step = solver.log.lines[-1].step
        if step is None or not isinstance(step.event, Declare):
            return
        before = solver.copy()
        before.undo()
        for answer in solver.audit():
            if answer not in before.audit():
                scene = ", ".join(f"{name} {' '.join(map(str, rack))}" for name, rack in answer.scene)
                yield self.t(
                    "false answer in line {line}: {name} saw {scene}; card {card} is {right}, not {said}",
                    line=answer.line,
                    name=answer.player,
                    scene=scene,
                    card=answer.card,
                    right=answer.right,
                    said=answer.said,
                )

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
            return Reply(panels.diagnosis(solver))
        if not rest:
            return self._usage("why no 6")
        return Reply(panels.proof(solver.why(rest), solver, self.t))

    def _do_hint(self, rest: str, width: int) -> Reply:
        if rest and small_number(rest) is None:
            return self._usage("hint 2")
        return Reply(panels.hint(self.session.solver.hint(int(rest or 1)), self.session.solver, self.t))

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
        return Reply(panels.questions(self.session.solver, self.t, top=15, width=width))

    def _do_who(self, rest: str, width: int) -> Reply:
        return Reply(panels.opponents(self.session.solver, self.t))

    def _do_declare_now(self, rest: str, width: int) -> Reply:
        return Reply(panels.declare_now(self.session.solver, self.t))

    def _do_log(self, rest: str, width: int) -> Reply:
        lines = [Text(visible(f"{number:>3}  {line}")) for number, line in enumerate(self.session.lines, 1)]
        return Reply(Group(*lines))

    def _do_sheet(self, rest: str, width: int) -> Reply:
        from ..show.note_sheet import note_sheet, write_sheet

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
            return _mistake(self.t("A new game cannot be started here."))
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
            symbols = " ".join(card.meaning.symbols(max(1, len(self.session.table.rack_names) - 1)))
            return Reply(Text(f"{card.number}. {self.t(card.text)}   ({symbols})"))
        lines = [Text(f"{name:<9} {self.t(text)}") for name, text in COMMANDS.items()]
        lines.append(
            Text(self.t("Anything else is a log line: `Ann 16 <`, `rack Bob G6 G6 R5`, `declare Ann 257 right`."))
        )
        return Reply(Group(*lines))

    def _do_quit(self, rest: str, width: int) -> Reply:
        self.session.close()
        if self.session.trouble:
            return Reply(Text(visible(self.session.trouble), f"bold {BAD}"), done=True)
        where = self.session.path
        kept = where is not None and bool(self.session.lines)
        return Reply(Text(self.t("kept in {file}", file=where), "dim") if kept else None, done=True)

    def _usage(self, example: str) -> Reply:
        return _mistake(self.t("something is missing (like `{example}`)", example=example))

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
        return self.t("rack {name}> ", name=need.name)

    def default(self, text: str) -> str:
        """An empty answer to the first question means the classic edition."""
        need = self.session.need
        return "classic" if not text.strip() and need is not None and need.what == "edition" else text

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
            lines = [*((word, "") for word in KEYWORDS), *((name, self.t(text)) for name, text in COMMANDS.items())]
            yield from [*names, *cards, *self._in_both_languages(lines)]
        elif head in ("rack", "swap", "declare", "penalty", "as") and len(words) == 1:
            yield from names
        elif head in ("rack", "swap"):
            yield from tiles
        elif head == "declare":
            yield from self._in_both_languages([("right", ""), ("wrong", ""), ("saw", "")])
        elif len(words) == 1 and not head.isdecimal():
            yield from cards
        elif len(words) <= 2 and small_number(words[-1]) in table.edition.cards:
            card = table.edition.card(small_number(words[-1]) or 0)
            yield from [(symbol, self.t(card.text)) for symbol in card.meaning.symbols(len(table.rack_names) - 1)]

    def _in_both_languages(self, choices: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Words of the notation, each behind the word of the player's language for it."""
        for word, meaning in choices:
            local = self.t.word(word)
            if local != word:
                yield local, meaning or word
            yield word, meaning

    def toolbar(self, text: str) -> str:
        """The text of the card that is being typed."""
        for word in text.split()[:2]:
            number = small_number(word)
            if number is not None and number in self.session.table.edition.cards:
                card = self.session.table.edition.card(number)
                return f"{card.number}. {self.t(card.text)}"
        return ""


def _first_word(text: str) -> tuple[str, str]:
    """The first word in small letters, and what follows it."""
    words = text.split(None, 1)
    return (words[0].casefold() if words else ""), (words[1].strip() if len(words) > 1 else "")


def _mistake(text: str) -> Reply:
    """One line that says what is wrong."""
    return Reply(Text(visible(text), BAD), failed=True)


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise JournalError(f"no such place: {text}") from None
