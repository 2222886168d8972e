"""Puzzles for the page. Nothing is kept: each request makes the puzzle again from its seed, and the solution is sent
only if it is asked for or found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date as Date
from functools import lru_cache

from ..errors import PuzzleError
from ..lang import Language
from ..puzzles import stored
from ..puzzles.puzzle import Puzzle, make_puzzle
from ..review.reviewer import review_game
from ..show import puzzle_words as show
from ..table.notation import read_log
from ..table.table import Table
from . import shapes


def answered(
    found: Puzzle, t: Language, *, code: str, hint: int, notes: Sequence[str], solution: bool
) -> shapes.PagePuzzle:
    """A puzzle, and what is asked about it: whether a code is right, a hint, the solution."""
    verdict = found.check(code) if code else None
    return shapes.PagePuzzle(
        found,
        title=show.title(found, t),
        verdict=verdict,
        hint=_hint(found, t, hint, notes) if hint else None,
        solution=_solution(found, t) if solution or (verdict and verdict.right) else None,
    )


def _hint(found: Puzzle, t: Language, level: int, notes: Sequence[str]) -> shapes.PageHint:
    hint = found.hint(level, notes)
    return shapes.PageHint(hint.level, hint.line, hint.claim, show.hint_text(hint, found, t))


def _solution(found: Puzzle, t: Language) -> shapes.PageSolution:
    steps = [shapes.PageStep([clue.line for clue in used], follows) for used, follows in show.solution_steps(found, t)]
    return shapes.PageSolution(found.solution, found.dealt, steps)


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


def from_game(log: str, line: int) -> Puzzle:
    """The puzzle of what was missed after a line of a game; the first one for 0."""
    found = _of_game(log)
    if not found:
        raise PuzzleError("you missed nothing in this game that makes a puzzle")
    if line not in (0, *found):
        raise PuzzleError("no puzzle comes from line {line} (lines: {lines})", line=line, lines=_list(found))
    return found[line] if line else next(iter(found.values()))


def _list(lines: Iterable[int]) -> str:
    return ", ".join(map(str, lines))


@lru_cache(maxsize=8)
def _of_game(log: str) -> dict[int, Puzzle]:
    """The puzzles of a game by line; remembered while they are being solved."""
    from ..puzzles.from_game import puzzle_at
    from ..puzzles.missed import positions

    review = review_game(read_log(log, Table(folder=None)))
    return {one.line: puzzle_at(one, solver, review) for one, solver in positions(review)}


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
