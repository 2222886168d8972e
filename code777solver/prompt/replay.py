"""The prompt of a replay: ``code777 review --step`` goes through a game move by move, and asks. No deduction."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ..lang import Language
from ..reasons.claims import parse_claim
from ..reasons.proofs import prove
from ..records import replace
from ..review.records import GameReview, ReviewStep
from ..show import review_screen
from ..show.panels import BAD, GOOD, ODD
from ..show.remark import Remark
from ..table.events import Event, Fill, Swap
from ..table.notation import format_event
from .base import Prompt, Reply

__all__ = ["COMMANDS", "ReplayPrompt"]

COMMANDS = {"back": "go back one line", "help": "this list", "quit": "leave"}


class ReplayPrompt(Prompt):
    """A game replayed move by move: first the line, then the question, then what could be deduced."""

    commands = COMMANDS

    def __init__(self, game: GameReview, focus: str, t: Language) -> None:
        super().__init__(t)
        self.handlers["back"] = self._back
        self.game, self.focus = game, focus
        self.place = 0
        self.told = False
        """True once the deductions of this step were shown."""

    @property
    def step(self) -> ReviewStep:
        return self.game.steps[self.place]

    @property
    def prompt_text(self) -> str:
        return self.t("next (Enter)> ") if self.told else self.t("What can be deduced now ({name})?> ", name=self.focus)

    @property
    def line(self) -> RenderableType:
        """The line of the log, with nothing that the player in focus does not see."""
        text = format_event(_as_seen(self.step.event, self.focus))
        return review_screen.event(self.game, self.step, text, self.t, place=self.place + 1)

    def scene(self) -> Iterator[RenderableType]:
        yield Remark(self.t("Enter shows it, then continues. Type a claim like `no 6` to check it. `back`, `quit`."))
        yield self.line

    def help_lines(self) -> Iterator[str]:
        yield self.t("Enter shows it, then continues. Type a claim like `no 6` to check it. `back`, `quit`.")
        yield from super().help_lines()

    def is_entry(self, text: str, command: str = "") -> bool:
        """A command is one word here; what has more is a claim."""
        return len(text.split()) > 1

    def enter(self, line: str) -> Reply:
        """Enter shows what could be deduced, then goes on; a claim is judged."""
        if line:
            return Reply(self._judge(" ".join(line.split())))
        if not self.told:
            self.told = True
            return Reply(review_screen.solution(self.game, self.step, self.focus, self.t))
        if self.place + 1 == len(self.game.steps):
            return Reply(done=True)
        self.place, self.told = self.place + 1, False
        return Reply(self.line)

    def _back(self, rest: str) -> Reply:
        self.place, self.told = max(0, self.place - 1), False
        return Reply(self.line)

    def _judge(self, said: str) -> Text:
        """Judge a claim about the rack of the player in focus: proved, open or wrong."""
        t, followed = self.t, self.game.followed[self.focus]
        if followed.at(self.step.line) is None:
            return Text(t("{name} cannot be followed here: a rack was never shown", name=self.focus), ODD)
        evidence = followed.evidence(self.step.line)
        proof = prove(parse_claim(said, evidence.arrays.racks), evidence)
        if proof.proved:
            lines = [str(heard.line) for heard in proof.premises]
            if not lines:
                return Text(t("Proved by the tiles in sight."), GOOD)
            by = t.count(
                len(lines),
                "Proved, by the answer in line {lines}.",
                "Proved, by the answers in lines {lines}.",
                lines=", ".join(lines),
            )
            return Text(by, GOOD)
        if proof.probability == 0.0:
            return Text(t("Wrong: the opposite is proved."), BAD)
        return Text(t("Not proved: the chance is {chance}.", chance=t.percent(proof.probability)), ODD)


def _as_seen(event: Event, seat: str) -> Event:
    """An event as a player saw it who does not see the own tiles."""
    match event:
        case Fill(rack=name) if name == seat:
            return replace(event, tiles=None)
        case Swap(player=name) if name == seat:
            return replace(event, new=None)
        case _:
            return event
