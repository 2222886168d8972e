"""The prompt of a puzzle: ``code777 puzzle``. Commands and replies; no deduction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from ..errors import PuzzleError, small_number
from ..lang import Language
from ..puzzles.puzzle import Puzzle
from ..reasons.hints import LEVELS as RUNGS
from ..rules.tiles import COLOURS
from ..show import puzzle_screen as show
from ..show.panels import BAD, ODD
from ..show.puzzle_words import measure
from ..show.remark import Remark
from .base import Prompt, Reply

__all__ = ["COMMANDS", "PuzzlePrompt"]

COMMANDS = {
    "hint": "hint [1-4]: where to look, what about, the deduction, the proof",
    "why": "why [CLAIM]: why the last code is wrong, or the proof of a claim",
    "note": "note CLAIM: note what you know; hints then skip it",
    "puzzle": "show the puzzle again",
    "log": "show the log",
    "give up": "show the solution",
    "new": "another puzzle",
    "help": "this list",
    "quit": "leave",
}


class PuzzlePrompt(Prompt):
    """The prompt of one puzzle after another, without a terminal."""

    commands = COMMANDS
    alone = ("puzzle", "log", "give up", "new", "quit")

    def __init__(
        self,
        puzzle: Puzzle,
        t: Language,
        another: Callable[[], Puzzle] | None = None,
        *,
        series: Sequence[Puzzle] | None = None,
    ) -> None:
        """After the puzzle come the rest of its ``series``, if it is one of several; ``another`` makes more, if it is there."""
        super().__init__(t)
        self.handlers |= {"hint": self._hint, "why": self._why, "note": self._note, "give up": self._give_up}
        self.handlers |= {"puzzle": self._show_puzzle, "log": self._log, "new": self._start_new}
        self._another = another
        self._is_one_of_several = series is not None
        self._series = list(series or ())
        self._begin(puzzle)

    def _begin(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.solved = False
        self.tried = False
        self.notes: list[str] = []
        self._rung = 0
        self._wrong = ""
        self._over = False

    # Entries.

    @property
    def status(self) -> int:
        """1 if the codes given do not solve the puzzle."""
        return int(self.tried and not self.solved)

    def is_entry(self, text: str, command: str = "") -> bool:
        """True for a code of tiles. One or two letters are not enough to give up."""
        if command:
            return False
        word = self.vocabulary.first_word(text)[0]
        if len(word) < 4 and "give up".startswith(word):
            return True
        return bool(self.puzzle.edition.deck.find(text))

    def enter(self, line: str) -> Reply:
        if not line:
            return Reply()
        word = line.split()[0]
        if word.isalpha() and not any(colour.answers_to(word.casefold()) for colour in COLOURS.values()):
            raise PuzzleError("`{word}` is not understood: type your code, `hint` or `help`", word=word)
        found = self.puzzle.check(" ".join(line.split()))
        self.tried, self.solved = True, found.right
        self._wrong = "" if found.right else found.code
        told = show.verdict(found, self.puzzle, self.t)
        if not found.right:
            return Reply(told)
        return self._ended(told, Text(measure(self.puzzle.grade, self.t), "dim"))

    def _ended(self, *told: RenderableType) -> Reply:
        """The puzzle is over: the next one comes with Enter, if there is one."""
        self._over = True
        return Reply(Group(*told), done=not self._has_more)

    @property
    def _has_more(self) -> bool:
        return bool(self._series) or self._another is not None

    def default(self, text: str) -> str:
        """After a puzzle, Enter alone asks for the next."""
        return "new" if self._over and not text.strip() else text

    def doing(self, text: str) -> str:
        return self.t("making a puzzle") if text.split() == ["new"] else super().doing(text)

    # Commands. Each takes the rest of the line.

    def _hint(self, rest: str) -> Reply:
        level = small_number(rest) if rest else self._rung % RUNGS + 1
        if level is None or not 1 <= level <= RUNGS:
            raise PuzzleError(
                "no hint level {level}: there are 1 (where to look) to {most} (the proof)", level=rest, most=RUNGS
            )
        found = self.puzzle.hint(level, self.notes)
        self._rung = level
        if level == RUNGS and found.claim:
            self.notes.append(found.claim)
        return Reply(show.hint(found, self.puzzle, self.t))

    def _why(self, rest: str) -> Reply:
        claim = rest or (f"not {self._wrong}" if self._wrong else "")
        if not claim:
            raise PuzzleError("why what? Give a claim (like `why no 6`), or try a code first")
        found = self.puzzle.solver.why(claim)
        if not found.proved:
            return Reply(Text(self.t("That is wrong."), BAD))
        return Reply(show.proof(found, self.puzzle, self.t))

    def _note(self, rest: str) -> Reply:
        if not rest:
            raise self.missing("note no 6")
        checked = self.puzzle.solver.check_notes([self.t.read(note) for note in rest.split(",") if note.strip()])
        self.notes += checked.proved
        self._rung = 0
        if checked.wrong:
            return Reply(Text(self.t("That is wrong."), BAD))
        if checked.unproved:
            return Reply(Text(self.t("That does not follow from the answers."), ODD))
        return Reply(Text(self.t("That is right.")))

    def _show_puzzle(self, rest: str) -> Reply:
        return Reply(show.puzzle(self.puzzle, self.t))

    def _log(self, rest: str) -> Reply:
        return Reply(Text(self.puzzle.log.rstrip("\n")))

    def _give_up(self, rest: str) -> Reply:
        return self._ended(show.solution(self.puzzle, self.t))

    def _start_new(self, rest: str) -> Reply:
        if self._series:
            self._begin(self._series.pop(0))
        elif self._another is not None:
            self._begin(self._another())
        else:
            several = self._is_one_of_several
            raise PuzzleError("this was the last puzzle" if several else "there is only one puzzle a day")
        return Reply(show.puzzle(self.puzzle, self.t))

    def help_lines(self) -> Iterator[str]:
        example = "B7 K5 Y2" if self.puzzle.asks_for_tiles else "257"
        yield f"{example:<9} {self.t('a code: is it right?')}"
        yield from super().help_lines()

    # What the terminal shows.

    def scene(self) -> Iterator[RenderableType]:
        yield show.puzzle(self.puzzle, self.t)

    def greeting(self) -> Iterator[RenderableType]:
        yield from self.scene()
        yield Remark(self.t("Type your code, `hint` or `help`."))

    @property
    def prompt_text(self) -> str:
        if self._over and self._has_more:
            return self.t("Enter for the next puzzle> ")
        return f"{self.t('your code')}> "
