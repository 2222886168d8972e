"""What `code777 puzzle` does: prints puzzles, writes them on sheets, or lets one be solved. No deduction."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import date as Date
from datetime import timedelta
from pathlib import Path

from rich.console import Console, Group
from rich.text import Text

from ..jobs import check, telling
from ..jobs import run as run_work
from ..lang import Language
from ..prompt import loop
from ..prompt.puzzle import PuzzleDesk
from ..puzzles.puzzle import Puzzle, PuzzleError, make_puzzle
from ..show import as_json
from ..show import puzzle_screen as show
from ..show.note_sheet import write_sheet
from ..show.puzzle_sheet import puzzle_sheet
from ..table.notation import Log
from .exit_status import DONE

__all__ = ["chosen", "missed", "run"]


def chosen(
    t: Language,
    *,
    seed: int | None,
    level: str | None,
    edition: str,
    players: int,
    daily: bool,
    date: str | None,
    count: int,
) -> list[Puzzle]:
    """The puzzles that are asked for. Raises `PuzzleError`."""
    if date is not None and not daily:
        raise PuzzleError("--date goes with --daily")
    if daily and seed is not None:
        raise PuzzleError("--seed and --daily cannot be combined: choose one")
    first, start = _day(date), random_seed() if seed is None else seed

    def one(number: int) -> Puzzle:
        check()
        if daily:
            return Puzzle.daily(first + timedelta(days=number), edition=edition, players=players, level=level)
        return make_puzzle(start + number, edition, players, level or "medium")

    with telling(t.count(count, "making a puzzle", "making {count} puzzles"), t):
        return run_work(lambda: [one(number) for number in range(count)])


def random_seed() -> int:
    """The number of a puzzle that nobody chose."""
    return secrets.randbelow(1_000_000)


def missed(t: Language, log: Log) -> list[Puzzle]:
    """The puzzles that a game has to give. Raises `PuzzleError` if there are none."""
    from ..puzzles.from_game import puzzles_of
    from ..review.reviewer import review_game

    with telling(t("reviewing the game"), t):
        found = run_work(lambda: list(puzzles_of(review_game(log))))
    if not found:
        raise PuzzleError("you missed nothing in this game that makes a puzzle")
    return found


def _day(text: str | None) -> Date:
    try:
        return Date.fromisoformat(text) if text is not None else Date.today()
    except ValueError:
        raise PuzzleError("--date {text}: write the day like 2026-11-16", text=text) from None


def run(
    t: Language,
    puzzles: list[Puzzle],
    *,
    another: Callable[[], Puzzle] | None,
    wants_json: bool,
    as_list: bool,
    solution: bool,
    log: bool,
    sheet: str | None,
    one_by_one: bool = False,
) -> int:
    """Show puzzles in the way that is asked for; with ``one_by_one`` they are to be solved, one after the other.
    Returns the exit status."""
    if sheet is not None:
        write_sheet(puzzle_sheet(puzzles, t), Path(sheet))
    if wants_json:
        found = [as_json.puzzle(puzzle, solution=solution) for puzzle in puzzles]
        print(json.dumps(found if as_list else found[0]))
    elif log:
        print("\n".join(puzzle.log for puzzle in puzzles), end="")
    elif sheet is not None:
        print(t("{file} written", file=sheet))
    elif (len(puzzles) == 1 or one_by_one) and not solution:
        return loop.run(lambda _: PuzzleDesk(puzzles[0], t, another, series=puzzles[1:] if one_by_one else None))
    else:
        for number, puzzle in enumerate(puzzles):
            _console().print(
                Group(Text("\n" if number else ""), show.puzzle(puzzle, t)) if number else show.puzzle(puzzle, t)
            )
            if solution:
                _console().print(show.solution(puzzle, t))
    return DONE


def _console() -> Console:
    return Console(highlight=False)
