"""The command ``code777 puzzle``: prints puzzles, writes them on sheets, or lets one be solved. No deduction."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date as Date
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from .._lazy import lazy_module
from ..errors import PuzzleError
from ..jobs import check, run, telling
from ..lang import Language
from ..show import as_json
from ..table.notation import Log, read_log
from ..table.table import ME
from .common import JSON, console_of
from .completion import editions
from .exit_status import DONE
from .files import reading, table_for, text_of

if TYPE_CHECKING:
    import secrets

    from ..prompt import loop
    from ..prompt import puzzle as prompts
    from ..puzzles import from_game
    from ..puzzles import puzzle as puzzles
    from ..puzzles.puzzle import Puzzle
    from ..review import reviewer
    from ..show import puzzle_screen, puzzle_sheet, sheet_file
else:
    secrets = lazy_module("secrets")
    loop = lazy_module("code777solver.prompt.loop")
    prompts = lazy_module("code777solver.prompt.puzzle")
    from_game = lazy_module("code777solver.puzzles.from_game")
    puzzles = lazy_module("code777solver.puzzles.puzzle")
    reviewer = lazy_module("code777solver.review.reviewer")
    sheet_file = lazy_module("code777solver.show.sheet_file")
    puzzle_screen = lazy_module("code777solver.show.puzzle_screen")
    puzzle_sheet = lazy_module("code777solver.show.puzzle_sheet")

__all__ = ["puzzle"]


@click.command(short_help="Set a puzzle with exactly one solution.")
@click.option("--seed", type=int, metavar="N", help="The number of the puzzle (default: random).")
@click.option("--level", metavar="LEVEL", help="easy, medium, hard or expert [default: medium].")
@click.option(
    "--edition",
    metavar="NAME",
    default="classic",
    show_default=True,
    shell_complete=editions,
    help="Edition or TOML file.",
)
@click.option(
    "--players", type=int, metavar="N", default=4, show_default=True, help="The number of players, including you."
)
@click.option("--daily", is_flag=True, help="Today's puzzle: easy on Monday, expert on Sunday.")
@click.option("--date", metavar="YYYY-MM-DD", help="With --daily: the puzzle of another day.")
@click.option("--count", type=click.IntRange(1, 1000), metavar="N", help="Make N puzzles.")
@JSON
@click.option("--log", "as_log", is_flag=True, help="Print the puzzle as a log.")
@click.option("--game", metavar="FILE", help="Puzzles from the deductions you missed in a game.")
@click.option("--solution", is_flag=True, help="Also print the solution, step by step.")
@click.option("--sheet", metavar="FILE", help="Write a .svg, .pdf or .png to print; solutions last.")
@click.pass_obj
def puzzle(
    t: Language,
    *,
    seed: int | None,
    level: str | None,
    edition: str,
    players: int,
    daily: bool,
    date: str | None,
    count: int | None,
    wants_json: bool,
    as_log: bool,
    game: str | None,
    solution: bool,
    sheet: str | None,
) -> None:
    """Set a puzzle: the racks you see, answers that are all needed, and exactly one code.

    At a terminal, type the code, `hint`, `why` or `give up`. Piped lines are read in the same way.
    """
    if game is not None:
        text = text_of(game)
        with reading(game):
            found = _missed(t, read_log(text, table_for(game, text, ME, None, None)))
            status = _show(t, found, _Form(wants_json, as_log, sheet, solution, as_list=True, one_by_one=True))
        raise SystemExit(status)
    with reading("-"):
        found = _chosen(
            t, seed=seed, level=level, edition=edition, players=players, daily=daily, date=date, count=count or 1
        )
        form = _Form(wants_json, as_log, sheet, solution, as_list=count is not None)
        more = partial(_another, edition, players, level or "medium")
        status = _show(t, found, form, another=None if daily else more)
    raise SystemExit(status)


class _Form(NamedTuple):
    """The way in which puzzles are shown."""

    wants_json: bool
    as_log: bool
    sheet: str | None
    """The file to write them to."""
    solution: bool
    """True to show the solutions too."""
    as_list: bool = False
    """True for a JSON list even with one puzzle."""
    one_by_one: bool = False
    """True to solve all of them, one after the other."""


def _chosen(
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
    first, start = _day(date), _random_seed() if seed is None else seed

    def one(number: int) -> Puzzle:
        check()
        if daily:
            return puzzles.Puzzle.daily(first + timedelta(days=number), edition=edition, players=players, level=level)
        return puzzles.make_puzzle(start + number, edition, players, level or "medium")

    with telling(t.count(count, "making a puzzle", "making {count} puzzles"), t):
        return run(lambda: [one(number) for number in range(count)])


def _random_seed() -> int:
    """The number of a puzzle that nobody chose."""
    return secrets.randbelow(1_000_000)


def _missed(t: Language, log: Log) -> list[Puzzle]:
    """The puzzles that a game has to give. Raises `PuzzleError` if there are none."""
    with telling(t("reviewing the game"), t):
        found = run(lambda: list(from_game.puzzles_of(reviewer.review_game(log))))
    if not found:
        raise PuzzleError("you missed nothing in this game that makes a puzzle")
    return found


def _day(text: str | None) -> Date:
    try:
        return Date.fromisoformat(text) if text is not None else Date.today()
    except ValueError:
        raise PuzzleError("--date {text}: write the day like 2026-11-16", text=text) from None


def _another(edition: str, players: int, level: str) -> Puzzle:
    return puzzles.make_puzzle(_random_seed(), edition, players, level)


def _show(t: Language, found: list[Puzzle], form: _Form, *, another: Callable[[], Puzzle] | None = None) -> int:
    """Show puzzles, or let one be solved and then ``another``; returns the exit status."""
    if form.sheet is not None:
        sheet_file.write_sheet(puzzle_sheet.puzzle_sheet(found, t), Path(form.sheet))
    if form.wants_json:
        data = [as_json.puzzle(puzzle, solution=form.solution) for puzzle in found]
        print(json.dumps(data if form.as_list else data[0]))
    elif form.as_log:
        print("\n".join(puzzle.log for puzzle in found), end="")
    elif form.sheet is not None:
        print(t("{file} written", file=form.sheet))
    elif (len(found) == 1 or form.one_by_one) and not form.solution:
        series = found[1:] if form.one_by_one else None
        return loop.run(lambda _: prompts.PuzzlePrompt(found[0], t, another, series=series))
    else:
        console = console_of()
        for number, puzzle in enumerate(found):
            if number:
                console.print("\n")
            console.print(puzzle_screen.puzzle(puzzle, t))
            if form.solution:
                console.print(puzzle_screen.solution(puzzle, t))
    return DONE
