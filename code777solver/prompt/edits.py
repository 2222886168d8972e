"""Edits of a log at a prompt: undo and redo, lines replaced, put between others, moved, or offered their right place."""

from __future__ import annotations

from typing import Any

from ..errors import Code777Error, RuleError, small_number
from ..lang import visible
from ..sentences import Sentence
from ..session import Session
from ..show.remark import Remark
from .base import Commands, Reply
from .log_commands import LogPrompt, line_number, line_text

__all__ = ["EDITS", "EditCommands", "PlaceCommands"]

EDITS = {
    "undo": "take back the last change",
    "redo": "repeat the change you took back",
    "fix": "fix N [LINE]: replace line N; without LINE: edit it",
    "insert": "insert N LINE: put a new line before line N",
    "move": "move N M: make line N line M",
    "drop": "drop N: delete line N",
    "doubt": "doubt N: mark answer N as doubtful, or as sure again",
}


class EditCommands(Commands):
    """Changes of a log, taken back and repeated."""

    def __init__(self, prompt: LogPrompt[Any]) -> None:
        self.prompt = prompt
        self.handlers = {"undo": self.undo, "redo": self.redo, "fix": self.fix, "drop": self.drop, "doubt": self.doubt}

    def undo(self, rest: str) -> Reply:
        self.prompt.session.undo()
        return Reply(Remark(self.prompt.t("undone")), shows_screen=True)

    def redo(self, rest: str) -> Reply:
        self.prompt.session.redo()
        return Reply(Remark(self.prompt.t("done again")), shows_screen=True)

    def fix(self, rest: str) -> Reply:
        session = self.prompt.session
        number, line = line_number(rest, "fix {} {}".format(*self.prompt.example))
        if not line:
            return Reply(draft=f"fix {number} {visible(line_text(session.lines, number))}")
        session.fix(number, self.prompt.read(line))
        return Reply(shows_screen=True)

    def drop(self, rest: str) -> Reply:
        dropped = self.prompt.session.drop(line_number(rest, f"drop {self.prompt.example[0]}")[0])
        return Reply(Remark(self.prompt.t("dropped: {line}", line=dropped)), shows_screen=True)

    def doubt(self, rest: str) -> Reply:
        line = self.prompt.session.doubt(line_number(rest, f"doubt {self.prompt.example[0]}")[0])
        return Reply(Remark(self.prompt.t("now: {line}", line=line)), shows_screen=True)


class PlaceCommands(Commands):
    """Lines put between others or moved, and an offer to do so where a line fits earlier."""

    def __init__(self, prompt: LogPrompt[Session]) -> None:
        self.prompt = prompt
        self.handlers = {"insert": self.insert, "move": self.move}
        self.offer = ""
        """The command that Enter alone gives at a terminal, until something else is entered."""

    def insert(self, rest: str) -> Reply:
        example = "insert {} {}".format(*self.prompt.example)
        number, line = line_number(rest, example)
        if not line:
            raise self.prompt.missing(example)
        inserted = self.prompt.session.insert(number, self.prompt.read(line))
        told = self.prompt.t("line {number} is new: {line}", number=number, line=inserted)
        return Reply(Remark(told), shows_screen=True)

    def move(self, rest: str) -> Reply:
        number, place = line_number(rest, "move 9 7")
        to = small_number(place)
        if to is None:
            raise self.prompt.missing("move 9 7")
        line = self.prompt.session.move(number, to)
        return Reply(Remark(self.prompt.t("now line {number}: {line}", number=to, line=line)), shows_screen=True)

    def place_of(self, line: str) -> str:
        """Offer for the last line if it is odd there and fits earlier; empty if nothing is."""
        session = self.prompt.session
        place = session.right_place(line)
        if place is None:
            return ""
        self.offer = f"move {len(session.lines)} {place}"
        return self.prompt.t(self._offered(place))

    def refused_place(self, line: str, error: Code777Error) -> Code777Error:
        """Reason for a refusal, with the offer if the line fits earlier."""
        need = self.prompt.session.need
        if not isinstance(error, RuleError) or (need is not None and need.what != "rack"):
            return error
        try:
            place = self.prompt.session.right_place(line)
        except Code777Error:
            return error
        if place is None:
            return error
        self.offer = f"insert {place} {line}"
        return RuleError("{error}. {offer}", error=error.message, offer=self._offered(place))

    def _offered(self, place: int) -> Sentence:
        return Sentence(
            "It fits before line {place} (`{line}`): Enter does `{command}`.",
            place=place,
            line=visible(self.prompt.session.lines[place - 1].strip()),
            command=self.offer,
        )
