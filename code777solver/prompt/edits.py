"""Edits of older lines at the prompt of a game: lines put between others, moved, or offered the place where they belong."""

from __future__ import annotations

from ..errors import Code777Error, RuleError, small_number
from ..lang import visible
from ..sentences import Sentence
from ..session import Session
from ..show.remark import Remark
from .base import Reply
from .logged import LogDesk

__all__ = ["EDITS", "EditDesk"]

EDITS = {
    "undo": "take back the last change",
    "redo": "repeat the change you took back",
    "fix": "fix N [LINE]: replace line N; without LINE: edit it",
    "insert": "insert N LINE: put a new line before line N",
    "move": "move N M: make line N line M",
    "drop": "drop N: delete line N",
    "doubt": "doubt N: mark answer N as doubtful, or as sure again",
}


class EditDesk(LogDesk[Session]):
    """The part of the prompt of a game that changes older lines."""

    offer = ""
    """The command that Enter alone gives at a terminal, until something else is entered."""

    def default(self, text: str) -> str:
        return super().default(text) if text.strip() else self.offer

    def handle(self, text: str) -> Reply:
        self.offer = ""
        return super().handle(text)

    def place_of(self, line: str) -> str:
        """What is offered for the last line if it is odd there and fits earlier; empty if nothing is."""
        place = self.session.right_place(line)
        if place is None:
            return ""
        self.offer = f"move {len(self.session.lines)} {place}"
        return self.t(self._offered(place))

    def refused_place(self, line: str, error: Code777Error) -> Code777Error:
        """Why a line is refused, and what is offered if it fits earlier."""
        need = self.session.need
        if not isinstance(error, RuleError) or (need is not None and need.what != "rack"):
            return error
        try:
            place = self.session.right_place(line)
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
            line=visible(self.session.lines[place - 1].strip()),
            command=self.offer,
        )

    # Commands. Each takes the rest of the line.

    def _do_insert(self, rest: str) -> Reply:
        example = "insert {} {}".format(*self.example)
        number, line = self._number(rest, example)
        if not line:
            raise self.missing(example)
        written = self.session.insert(number, self.read(line))
        told = self.t("line {number} is new: {line}", number=number, line=written)
        return Reply(Remark(told), shows_screen=True)

    def _do_move(self, rest: str) -> Reply:
        number, place = self._number(rest, "move 9 7")
        to = small_number(place)
        if to is None:
            raise self.missing("move 9 7")
        line = self.session.move(number, to)
        return Reply(Remark(self.t("now line {number}: {line}", number=to, line=line)), shows_screen=True)
