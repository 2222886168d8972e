"""What `code777 puzzle` does: prints puzzles, writes them on sheets, or lets one be solved. No deduction."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date as Date
from datetime import timedelta
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.text import Text

from ..errors import Code777Error, small_number
from ..lang import Language, visible
from ..puzzles.puzzle import Puzzle, PuzzleError, make_puzzle
from ..reasons.hints import LEVELS as RUNGS
from ..show import as_json
from ..show import puzzle_screen as show
from ..show.note_sheet import write_sheet
from ..show.panels import BAD
from ..show.puzzle_sheet import puzzle_sheet
from ..table.journal import games_folder
from ..table.notation import split_lines

DONE, UNSOLVED, BAD_INPUT = 0, 1, 2
_PATIENCE = 3.0
"""Seconds after which it is said that puzzles are being made."""

COMMANDS = {
    "hint": "hint [1-4]: where to look, what about, the deduction, the proof",
    "why": "why [CLAIM]: why the last code is wrong, or the proof of a claim",
    "note": "note CLAIM: what you know; hints are then about something else",
    "puzzle": "show the puzzle again",
    "log": "the lines so far",
    "give up": "show the solution",
    "new": "another puzzle",
    "help": "this list",
    "quit": "leave",
}


def chosen(
    *, seed: int | None, level: str | None, edition: str, players: int, daily: bool, date: str | None, count: int
) -> list[Puzzle]:
    """The puzzles that are asked for. Raises `PuzzleError`."""
    if date is not None and not daily:
        raise PuzzleError("--date goes with --daily")
    if daily and seed is not None:
        raise PuzzleError("--seed and --daily: give one of the two")
    with _patience():
        if daily:
            first = _day(date)
            days = (first + timedelta(days=i) for i in range(count))
            return [Puzzle.daily(day, edition=edition, players=players, level=level) for day in days]
        start = secrets.randbelow(1_000_000) if seed is None else seed
        return [make_puzzle(start + i, edition, players, level or "medium") for i in range(count)]


@contextmanager
def _patience() -> Iterator[None]:
    """Say something if it takes long: the first puzzle ever waits for the compiler."""
    timer = Timer(_PATIENCE, sys.stderr.write, ["code777: making puzzles (the very first takes longer) ...\n"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _day(text: str | None) -> Date:
    try:
        return Date.fromisoformat(text) if text is not None else Date.today()
    except ValueError:
        raise PuzzleError(f"--date {text}: a day is written like 2026-11-16") from None


def run(
    t: Language,
    puzzles: list[Puzzle],
    *,
    another: Callable[[], Puzzle] | None,
    wants_json: bool,
    as_list: bool,
    solution: bool,
    log: bool,
    sheet: str | None,
) -> int:
    """Show puzzles in the way that is asked for; returns the exit status."""
    if sheet is not None:
        write_sheet(puzzle_sheet(puzzles, t), Path(sheet))
    if wants_json:
        found = [as_json.puzzle(puzzle, solution=solution) for puzzle in puzzles]
        print(json.dumps(found if as_list else found[0]))
    elif log:
        print("\n".join(puzzle.log for puzzle in puzzles), end="")
    elif sheet is not None:
        print(f"{sheet} written")
    elif len(puzzles) == 1 and not solution:
        return _solve(t, puzzles[0], another)
    else:
        for number, puzzle in enumerate(puzzles):
            _console().print(
                Group(Text("\n" if number else ""), show.puzzle(puzzle, t)) if number else show.puzzle(puzzle, t)
            )
            if solution:
                _console().print(show.solution(puzzle, t))
    return DONE


def _solve(t: Language, puzzle: Puzzle, another: Callable[[], Puzzle] | None) -> int:
    desk = PuzzleDesk(puzzle, t, another)
    if sys.stdin.isatty():
        return _at_terminal(desk)
    lines = split_lines(sys.stdin.buffer.read().decode("utf-8-sig", errors="replace"))
    return run_script(desk, lines, _console())


class Reply(NamedTuple):
    """What to show after an entry."""

    body: RenderableType | None = None
    failed: bool = False
    done: bool = False


class PuzzleDesk:
    """The prompt for one puzzle, without a terminal."""

    def __init__(self, puzzle: Puzzle, t: Language, another: Callable[[], Puzzle] | None = None) -> None:
        self.t, self._another = t, another
        self.draft = ""
        self._begin(puzzle)

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.solved = False
        self.tried = False
        self.notes: list[str] = []
        self._rung = 0
        self._wrong = ""

    def handle(self, text: str) -> Reply:
        """Take one entry. A mistake is told in one line."""
        line = " ".join(text.split())
        head, _, rest = line.partition(" ")
        head = self.t.words.get(head.casefold(), head.casefold())
        try:
            if line.casefold() in ("give up", "giveup"):
                return self._give_up()
            handler = getattr(self, f"_do_{head}", None) if head in COMMANDS else None
            if handler is not None:
                reply: Reply = handler(rest)
                return reply
            return self._check(self.t.read(line)) if line else Reply()
        except Code777Error as error:
            return Reply(Text(visible(str(error)), BAD), failed=True)

    def _check(self, code: str) -> Reply:
        found = self.puzzle.check(code)
        self.tried, self.solved = True, found.right
        self._wrong = "" if found.right else found.code
        return Reply(show.verdict(found, self.t), done=found.right)

    def _do_hint(self, rest: str) -> Reply:
        level = small_number(rest) if rest else self._rung % RUNGS + 1
        if level is None or not 1 <= level <= RUNGS:
            raise PuzzleError(f"hint {rest}: 1 (where to look) to {RUNGS} (the proof)")
        found = self.puzzle.hint(level, self.notes)
        self._rung = level
        if level == RUNGS and found.claim:
            self.notes.append(found.claim)
        return Reply(show.hint(found, self.puzzle, self.t))

    def _do_why(self, rest: str) -> Reply:
        claim = self.t.read(rest) if rest else f"not {self._wrong}" if self._wrong else ""
        if not claim:
            raise PuzzleError("why what? Give a claim (like `why no 6`), or try a code first")
        found = self.puzzle.solver.why(claim)
        if not found.proved:
            return Reply(Text(self.t("That is not so."), BAD))
        return Reply(show.proof(found, self.puzzle, self.t))

    def _do_note(self, rest: str) -> Reply:
        checked = self.puzzle.solver.check_notes([self.t.read(rest)])
        if checked.proved:
            self.notes += checked.proved
            self._rung = 0
            return Reply(Text(self.t("That is so.")))
        return Reply(Text(self.t("That is not so."), BAD))

    def _do_puzzle(self, rest: str) -> Reply:
        return Reply(show.puzzle(self.puzzle, self.t))

    def _do_log(self, rest: str) -> Reply:
        return Reply(Text(self.puzzle.log.rstrip("\n")))

    def _give_up(self) -> Reply:
        return Reply(show.solution(self.puzzle, self.t), done=True)

    def _do_new(self, rest: str) -> Reply:
        if self._another is None:
            raise PuzzleError("there is one puzzle a day")
        self._begin(self._another())
        return Reply(show.puzzle(self.puzzle, self.t))

    def _do_help(self, rest: str) -> Reply:
        example = "B7 K5 Y2" if self.puzzle.asks_for_tiles else "257"
        lines = [f"{example:<9} {self.t('a code: is it right?')}"]
        return Reply(Text("\n".join([*lines, *(f"{name:<9} {self.t(text)}" for name, text in COMMANDS.items())])))

    def _do_quit(self, rest: str) -> Reply:
        return Reply(done=True)

    # What the terminal asks for.

    @property
    def prompt(self) -> str:
        return f"{self.t('your code')}> "

    def completions(self, text: str) -> Iterator[tuple[str, str]]:
        if not text.split() or not text[-1:].isspace():
            yield from ((name, self.t(meaning)) for name, meaning in COMMANDS.items())

    def toolbar(self, text: str) -> str:
        return ""


def run_script(desk: PuzzleDesk, lines: Iterable[str], console: Console) -> int:
    """Piped input: the puzzle, then a reply to each line. Status 1 if the codes given do not solve it, 2 for a bad line."""
    console.print(show.puzzle(desk.puzzle, desk.t))
    refused = False
    for number, line in enumerate(lines, 1):
        reply = desk.handle(line)
        if reply.failed:
            refused = True
            sys.stderr.write(f"code777: line {number}: {reply.body}\n")
        elif reply.body is not None:
            console.print(reply.body)
        if reply.done:
            break
    return BAD_INPUT if refused else UNSOLVED if desk.tried and not desk.solved else DONE


def _at_terminal(desk: PuzzleDesk) -> int:
    from ..prompt.terminal import ask

    console = _console()
    console.print(show.puzzle(desk.puzzle, desk.t))
    console.print(Text(desk.t("Type your code, `hint` or `help`."), "dim"))
    for entry in ask(desk, games_folder()):
        reply = desk.handle(entry)
        if reply.body is not None:
            console.print(reply.body)
        if reply.done:
            if desk.solved:
                console.print(Text(show.measure(desk.puzzle.grade, desk.t), "dim"))
            break
    return DONE


def _console() -> Console:
    return Console(highlight=False)


__all__ = ["COMMANDS", "PuzzleDesk", "Reply", "chosen", "run", "run_script"]
