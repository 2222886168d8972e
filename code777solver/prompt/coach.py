"""Commands of the coach: players deduce by themselves and ask for help step by step. No deduction."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from rich.console import RenderableType
from rich.text import Text

from .._lazy import lazy_module
from ..errors import NotationError, small_number
from ..session import Session
from ..show import panels
from ..show.remark import Remark
from ..table.events import UseCoach
from ..table.notation import format_event
from ..table.vocabulary import Vocabulary
from .base import Commands, Handler, Reply
from .log_commands import LogPrompt

if TYPE_CHECKING:
    from .. import solver as solvers
    from ..reasons import hints, marks, wording
    from ..show import coach_screen
else:  # not before there is a game: the prompt starts sooner
    solvers = lazy_module("code777solver.solver")
    hints = lazy_module("code777solver.reasons.hints")
    marks = lazy_module("code777solver.reasons.marks")
    wording = lazy_module("code777solver.reasons.wording")
    coach_screen = lazy_module("code777solver.show.coach_screen")

__all__ = ["COACH", "CoachCommands"]

COACH = {
    "coach": "coach on: hide what is deduced, and deduce yourself; coach off",
    "cross": "cross 6: mark what you do not have; again: take it off",
    "circle": "circle B7: mark what you have; again: take it off",
    "marks": "which of your marks are proved, not proved or wrong",
    "peek": "peek [COMMAND]: show once what the coach hides",
}
_HIDDEN = ("codes", "racks", "rank", "who", "declare?", "whatif", "sheet")
"""Commands that show deductions, which the coach hides."""


class CoachedPrompt(LogPrompt[Session], Protocol):
    """The prompt of a game with a coach, as the coach sees it."""

    vocabulary: Vocabulary
    handlers: dict[str, Handler]

    @property
    def is_coached(self) -> bool: ...
    def full_screen(self) -> RenderableType | None: ...
    def help(self) -> Reply: ...


class CoachCommands(Commands):
    """Proofs, hints and the texts of cards; the player's own marks, with deductions hidden."""

    def __init__(self, prompt: CoachedPrompt) -> None:
        self.prompt = prompt
        self.handlers = {"why": self.why, "hint": self.hint, "help": self.help, "coach": self.coach, "peek": self.peek}
        self.handlers |= {"cross": partial(self._mark, "cross"), "circle": partial(self._mark, "circle")}
        self.handlers["marks"] = self.marks
        self._hint: tuple[str, int] = ("", 0)
        """The deduction of the last hint, and how much of it was shown."""
        self._told: tuple[int, tuple[str, ...]] = (0, ())
        """The deductions that were shown in full, and the place of the rack that they are about."""

    def before_command(self, name: str) -> None:
        if name in _HIDDEN and self.prompt.is_coached:
            raise NotationError("The coach hides this: `{command}` shows it once.", command=f"peek {name}")

    def why(self, rest: str) -> Reply:
        solver = self.prompt.session.solver
        if not solver.belief.possible:
            return Reply(panels.diagnosis(solver, self.prompt.t))
        if not rest:
            raise self.prompt.missing("why no 6")
        return Reply(panels.proof(solver.why(rest), solver, self.prompt.t))

    def help(self, rest: str) -> Reply:
        if not rest:
            return self.prompt.help()
        number = small_number(rest)
        if number is None:
            raise self.prompt.missing("help 16")
        card = self.prompt.session.table.edition.card(number)
        symbols = " ".join(card.meaning.symbols(max(1, len(self.prompt.session.table.rack_names) - 1)))
        return Reply(Text(f"{card.number}. {self.prompt.t(card.text)}   ({symbols})"))

    def coach(self, rest: str) -> Reply:
        wanted = rest.casefold()
        if wanted not in ("on", "off"):
            raise self.prompt.missing("coach off" if self.prompt.is_coached else "coach on")
        if (wanted == "on") != self.prompt.is_coached:
            self.prompt.session.enter(format_event(UseCoach(wanted == "on")))
        return Reply(shows_screen=True)

    def _mark(self, kind: str, rest: str) -> Reply:
        solver = self.prompt.session.solver
        wanted = marks.read_marks(kind, rest, solver.belief.pool.arrays.racks)
        if not wanted:
            raise self.prompt.missing("cross 6" if kind == "cross" else "circle B7")
        for event in marks.notes_of(wanted, solver.marks):
            self.prompt.session.enter(format_event(event))
        t = self.prompt.t
        claims = [wording.claim_text(mark.claim, t) for mark in self.prompt.session.solver.marks]
        told = t("your marks: {marks}", marks=", ".join(claims)) if claims else t("You have no marks.")
        return Reply(None if self.prompt.is_coached else Remark(told), shows_screen=self.prompt.is_coached)

    def marks(self, rest: str) -> Reply:
        claims = [mark.claim for mark in self.prompt.session.solver.marks]
        return Reply(coach_screen.marks_check(self.prompt.session.solver.check_notes(claims), self.prompt.t))

    def peek(self, rest: str) -> Reply:
        if not rest:
            shown = self.prompt.full_screen()
            return Reply(shown if shown is not None else Text(""))
        name, more = self.prompt.vocabulary.first_word(self.prompt.read(rest))
        if name not in _HIDDEN or name not in self.prompt.handlers:
            raise NotationError(
                "`{command}` hides nothing: `peek` alone shows the whole screen.", command=f"peek {name}"
            )
        return self.prompt.handlers[name](more)

    def hint(self, rest: str) -> Reply:
        if rest and small_number(rest) is None:
            raise self.prompt.missing("hint 2")
        solver = self.prompt.session.solver
        place = solvers.position_of(solver).evidence.begins[-1]
        told = self._told[1] if self._told[0] == place else ()
        notes = [*(mark.claim for mark in solver.marks), *told]
        level = int(rest) if rest else 1
        if self.prompt.is_coached:
            claim = solver.hint(hints.LEVELS, notes).claim or ""
            before, rung = self._hint
            if not rest and claim == before:
                level = rung + 1
            if level > hints.LEVELS:
                notes.append(claim)
                self._told = (place, (*told, claim))
                claim, level = solver.hint(hints.LEVELS, notes).claim or "", 1
            self._hint = (claim, level)
        return Reply(panels.hint(solver.hint(level, notes), solver, self.prompt.t))
