"""The coach at the prompt of a game: the player deduces, and is told only what is asked for. No deduction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from .._later import later
from ..errors import NotationError, small_number
from ..show import panels
from ..show.remark import Remark
from ..table.events import UseCoach
from ..table.notation import format_event
from .base import Reply
from .browse import BrowseDesk

if TYPE_CHECKING:
    from ..reasons import hints, marks, wording
    from ..show import coach_screen
else:  # not before there is a game: the prompt starts sooner
    hints = later("code777solver.reasons.hints")
    marks = later("code777solver.reasons.marks")
    wording = later("code777solver.reasons.wording")
    coach_screen = later("code777solver.show.coach_screen")

__all__ = ["COACH", "CoachDesk"]

COACH = {
    "coach": "coach on: hide what is deduced, and deduce yourself; coach off",
    "cross": "cross 6: mark what you do not have; again: take it off",
    "circle": "circle B7: mark what you have; again: take it off",
    "marks": "which of your marks are proved, not proved or wrong",
    "peek": "peek [COMMAND]: show once what the coach hides",
}
_HIDDEN = ("codes", "racks", "rank", "who", "declare?", "whatif", "sheet")
"""Commands that tell what the coach hides."""


class CoachDesk(BrowseDesk):
    """The part of the prompt of a game that keeps marks and hides what is deduced."""

    _hint: tuple[str, int] = ("", 0)
    """The deduction that was hinted at, and how much of it was told."""
    _told: tuple[int, tuple[str, ...]] = (0, ())
    """The deductions that were told in full, and the place of the rack that they are about."""

    @property
    def is_coached(self) -> bool:
        """Whether what is deduced is hidden."""
        return marks.wants_coach(self.session.solver.log.lines)

    def screen(self) -> RenderableType | None:
        table = self.session.table
        if not table.players or table.viewer is None or not self.is_coached:
            return self.full_screen()
        return coach_screen.screen(self.session, self.t, width=self.width)

    def full_screen(self) -> RenderableType | None:
        """The screen with all that is deduced."""
        raise NotImplementedError

    def carry_out(self, name: str, handler: Callable[[str], Reply], rest: str) -> Reply:
        if name in _HIDDEN and self.is_coached:
            raise NotationError("The coach hides this: `{command}` shows it once.", command=f"peek {name}")
        return handler(rest)

    # Commands. Each takes the rest of the line.

    def _do_why(self, rest: str) -> Reply:
        solver = self.session.solver
        if not solver.belief.possible:
            return Reply(panels.diagnosis(solver, self.t))
        if not rest:
            raise self.missing("why no 6")
        return Reply(panels.proof(solver.why(rest), solver, self.t))

    def _do_help(self, rest: str) -> Reply:
        if not rest:
            return super()._do_help(rest)
        number = small_number(rest)
        if number is None:
            raise self.missing("help 16")
        card = self.session.table.edition.card(number)
        symbols = " ".join(card.meaning.symbols(max(1, len(self.session.table.rack_names) - 1)))
        return Reply(Text(f"{card.number}. {self.t(card.text)}   ({symbols})"))

    def _do_coach(self, rest: str) -> Reply:
        wanted = rest.casefold()
        if wanted not in ("on", "off"):
            raise self.missing("coach off" if self.is_coached else "coach on")
        if (wanted == "on") != self.is_coached:
            self.session.enter(format_event(UseCoach(wanted == "on")))
        return Reply(shows_screen=True)

    def _do_cross(self, rest: str) -> Reply:
        return self._mark("cross", rest, "cross 6")

    def _do_circle(self, rest: str) -> Reply:
        return self._mark("circle", rest, "circle B7")

    def _mark(self, kind: str, rest: str, example: str) -> Reply:
        solver = self.session.solver
        wanted = marks.read_marks(kind, rest, solver.belief.pool.arrays.racks)
        if not wanted:
            raise self.missing(example)
        for event in marks.notes_of(wanted, solver.marks):
            self.session.enter(format_event(event))
        claims = [wording.claim_text(mark.claim, self.t) for mark in self.session.solver.marks]
        told = self.t("your marks: {marks}", marks=", ".join(claims)) if claims else self.t("You have no marks.")
        return Reply(None if self.is_coached else Remark(told), shows_screen=self.is_coached)

    def _do_marks(self, rest: str) -> Reply:
        claims = [mark.claim for mark in self.session.solver.marks]
        return Reply(coach_screen.marks_check(self.session.solver.check_notes(claims), self.t))

    def _do_peek(self, rest: str) -> Reply:
        if not rest:
            shown = self.full_screen()
            return Reply(shown if shown is not None else Text(""))
        name, more = self.vocabulary.first_word(self.read(rest))
        if name not in _HIDDEN:
            raise NotationError(
                "`{command}` hides nothing: `peek` alone shows the whole screen.", command=f"peek {name}"
            )
        handler: Callable[[str], Reply] = getattr(self, f"_do_{name.replace('?', '_now')}")
        return handler(more)

    def _do_hint(self, rest: str) -> Reply:
        if rest and small_number(rest) is None:
            raise self.missing("hint 2")
        solver = self.session.solver
        place = solver.evidence.begins[-1]
        told = self._told[1] if self._told[0] == place else ()
        notes = [*(mark.claim for mark in solver.marks), *told]
        level = int(rest) if rest else 1
        if self.is_coached:
            claim = solver.hint(hints.LEVELS, notes).claim or ""
            before, rung = self._hint
            if not rest and claim == before:
                level = rung + 1
            if level > hints.LEVELS:
                notes.append(claim)
                self._told = (place, (*told, claim))
                claim, level = solver.hint(hints.LEVELS, notes).claim or "", 1
            self._hint = (claim, level)
        return Reply(panels.hint(solver.hint(level, notes), solver, self.t))
