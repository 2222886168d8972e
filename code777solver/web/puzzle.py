"""Puzzles for the page. Nothing is kept: a puzzle is made anew from its seed for each request, and the solution is sent
only if it is asked for or found."""

from __future__ import annotations

from datetime import date as Date
from typing import Any

from ..lang import language
from ..puzzles.puzzle import Puzzle, PuzzleError, make_puzzle
from ..show import as_json
from ..show import puzzle_screen as show

Json = dict[str, Any]


def puzzle(fields: Json) -> Json:
    """A puzzle, and what is asked about it: whether a code is right, a hint, the solution."""
    found, t = _made(fields), language(fields["lang"])
    verdict = found.check(fields["code"]) if fields["code"] else None
    hint = found.hint(fields["hint"], fields["notes"]) if fields["hint"] else None
    solved = fields["solution"] == "yes" or (verdict is not None and verdict.right)
    return as_json.puzzle(found, solution=False) | {
        "title": show.title(found, t),
        "verdict": verdict
        and {"code": verdict.code, "right": verdict.right, "lines": [c.line for c in verdict.excluded_by]},
        "hint": hint
        and {"level": hint.level, "line": hint.line, "claim": hint.claim, "text": show.hint_text(hint, found, t)},
        "solution": {"code": found.solution, "dealt": list(found.dealt), "steps": list(show.solution_lines(found, t))}
        if solved
        else None,
    }


def _made(fields: Json) -> Puzzle:
    seed, rest = fields["seed"].strip(), {"edition": fields["edition"], "players": fields["players"]}
    word, _, day = seed.partition(" ")
    if word == "daily":
        try:
            return Puzzle.daily(Date.fromisoformat(day), level=fields["level"] or None, **rest)
        except ValueError as error:
            if isinstance(error, PuzzleError):
                raise
            raise PuzzleError(f"seed {seed!r}: a day is written like `daily 2026-11-16`") from None
    if not seed.isascii() or not seed.isdecimal():
        raise PuzzleError(f"seed {seed!r}: a number is needed, or `daily` and a date")
    return make_puzzle(int(seed), level=fields["level"] or "medium", **rest)
