"""Puzzles for the page. Nothing is kept: a puzzle is made anew from its seed for each request, and the solution is sent
only if it is asked for or found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as Date
from typing import TYPE_CHECKING

from ..lang import Language
from ..puzzles import stored
from ..puzzles.puzzle import Puzzle, PuzzleError, make_puzzle
from ..records import Plain, plain
from ..show import as_json
from ..show import puzzle_words as show

if TYPE_CHECKING:
    from . import shapes


def answered(
    found: Puzzle, t: Language, *, code: str, hint: int, notes: Sequence[str], solution: bool
) -> Plain[shapes.PagePuzzle]:
    """A puzzle, and what is asked about it: whether a code is right, a hint, the solution."""
    verdict = _verdict(found, code) if code else None
    return plain(
        {
            **as_json.puzzle_alone(found),
            "title": show.title(found, t),
            "verdict": verdict,
            "hint": _hint(found, t, hint, notes) if hint else None,
            "solution": _solution(found, t) if solution or (verdict and verdict["right"]) else None,
        }
    )


def _verdict(found: Puzzle, code: str) -> shapes.PageVerdict:
    verdict = found.check(code)
    return {"code": verdict.code, "right": verdict.right, "lines": [clue.line for clue in verdict.excluded_by]}


def _hint(found: Puzzle, t: Language, level: int, notes: Sequence[str]) -> shapes.PageHint:
    hint = found.hint(level, notes)
    return {"level": hint.level, "line": hint.line, "claim": hint.claim, "text": show.hint_text(hint, found, t)}


def _solution(found: Puzzle, t: Language) -> shapes.PageSolution:
    steps: list[shapes.PageStep] = [
        {"lines": [clue.line for clue in used], "follows": follows} for used, follows in show.solution_steps(found, t)
    ]
    return {"code": found.solution, "dealt": found.dealt, "steps": steps}


def stored_daily(day: str) -> Puzzle:
    """The puzzle of a day, if it was made beforehand."""
    date = _date(day)
    if stored.daily(date) is None:
        raise PuzzleError(f"no puzzle is stored for {day}: ask `puzzle` for `daily {day}`, which makes it")
    return Puzzle.daily(date)


def _date(day: str) -> Date:
    try:
        return Date.fromisoformat(day)
    except ValueError:
        raise PuzzleError(f"day {day!r}: write it like `2026-11-16`") from None


def made(seed: str, *, level: str, edition: str, players: int) -> Puzzle:
    """The puzzle of a seed."""
    word, _, day = seed.partition(" ")
    if word == "daily":
        try:
            return Puzzle.daily(Date.fromisoformat(day), level=level or None, edition=edition, players=players)
        except ValueError as error:
            if isinstance(error, PuzzleError):
                raise
            raise PuzzleError(f"seed {seed!r}: write the day like `daily 2026-11-16`") from None
    if not seed.isascii() or not seed.isdecimal():
        raise PuzzleError(f"seed {seed!r}: must be a number, or `daily` and a date")
    return make_puzzle(int(seed), level=level or "medium", edition=edition, players=players)
