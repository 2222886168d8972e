"""Games against the computer as the server of the tests deals them, played without it: the page takes them up where they stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from webserver import SECRET

from code777solver import Solver
from code777solver.play.match import Match, resume
from code777solver.review.progress import outcome as outcome_of
from code777solver.review.reviewer import review_game
from code777solver.table.notation import format_event, read_log
from code777solver.table.table import Table

HEAD = ["edition classic", "players Ann me Bob Cid", "note play {number} Ann learner Bob learner Cid learner"]
UNIQUE = ["edition unique49", "players Ann me", "note play {number} Ann beginner"]
ALL = ("777", "666", "555", "567")
Claim = Callable[[Solver], str | None]
"""Chooses the declaration of a person who knows what this solver knows; None to stay silent."""


def dealt(number: str, head: list[str] = HEAD) -> Match:
    """A game of this number, up to what is asked first."""
    return resume("\n".join(head).format(number=number), SECRET.encode())


def play(match: Match, claim: Claim = lambda solver: None, *, lines: int = 10_000) -> Match:
    """Answer rightly and declare what ``claim`` says, until the log has a number of lines and a declaration may be made."""
    while (ask := match.ask) is not None and not (len(match.record) >= lines and ask.what == "declare"):
        solver = Solver.from_log("\n".join(match.record))
        if ask.what == "answer":
            match.answer(solver.right_answer(ask.card or 0))
        elif ask.what == "spare":
            match.choose(match.table.spares[0])
        else:
            code = claim(solver)
            match.declare({match.setup.owner: code} if code else {})
    return match


def outcome(match: Match) -> str:
    """The line that says what a game came to."""
    owner = match.setup.owner
    log = read_log("\n".join(match.opened), Table(viewer=owner, folder=None))
    return format_event(outcome_of(review_game(log), owner))


class Late:
    """One who first declares a code that is ruled out, or one that is possible, and then what is certain, but late."""

    def __init__(self, first: Literal["ruled out", "possible"] = "ruled out", cards: int = 2) -> None:
        self.first, self.cards = first, cards
        self.guessed, self.waited = False, 0

    def __call__(self, solver: Solver) -> str | None:
        possible = [code.numbers for code in solver.codes]
        if not self.guessed and 1 < len(possible) < 20:
            self.guessed = True
            return possible[-1] if self.first == "possible" else next(code for code in ALL if code not in possible)
        if not solver.solved:
            self.waited = 0
            return None
        self.waited += 1
        return possible[0] if self.waited > self.cards else None
