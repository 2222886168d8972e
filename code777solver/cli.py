"""The command ``code777``: arguments, files and exit statuses. No deduction.

Exit status 0: done; 1: the log contradicts itself; 2: bad input.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

import click

from . import report
from ._version import __version__
from .editions import Edition, load_edition
from .errors import Code777Error
from .game import ME, Table
from .notation import read_leniently
from .solver import Solver

DONE, CONTRADICTED, BAD_INPUT = 0, 1, 2
EXAMPLE = "first-game.c777"


def _fail(message: str) -> NoReturn:
    click.echo(f"code777: {message}", err=True)
    raise SystemExit(BAD_INPUT)


def _say(message: str) -> None:
    click.echo(f"code777: {message} ...", err=True)


def _read(file: str) -> str:
    """The text of a log file, ``-`` for standard input."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        _fail(f"cannot read {file}: {error.strerror or error}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        _fail(f"{file}: line {line} is not UTF-8 text: save the log as UTF-8")


def _table(file: str, text: str, seat: str, edition: str | None, cards: str | None) -> Table:
    """An empty table for a log, with what the command line says of edition and cards."""
    folder = Path() if file == "-" else Path(file).parent
    named = any(line.split()[:1] == ["edition"] for line in text.casefold().splitlines())
    if edition and named:
        _fail(f"--edition {edition}: the log names its edition itself; leave one of the two out")
    try:
        chosen: Edition = load_edition(edition or "classic")
    except Code777Error as error:
        _fail(f"--edition: {error}")
    return Table(edition=chosen, viewer=seat, folder=folder, house_cards=Path(cards) if cards else None)


def _common(command: Callable[..., Any]) -> Callable[..., Any]:
    """The arguments that every command on a log takes."""
    for option in (
        click.option("--cards", metavar="FILE", help="A TOML file with cards of your own."),
        click.option("--edition", metavar="NAME", help="Edition or TOML file, if the log names none."),
        click.option("--as", "seat", metavar="SEAT", default=ME, help="The seat to help, if it is not `me`."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts."),
        click.argument("file"),
    ):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="code777")
@click.pass_context
def main(context: click.Context) -> None:
    """The exact deduction assistant for the board game Code 777."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        click.echo("\nTry `code777 example`: it solves a bundled game and tells how to enter your own.")


@main.command()
@_common
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show at most N racks and codes.")
def analyze(file: str, *, as_json: bool, seat: str, edition: str | None, cards: str | None, top: int | None) -> None:
    """Exact chances of every rack you may hold, from the log FILE (- for standard input)."""
    text = _read(file)
    solver = Solver.at(_table(file, text, seat, edition, cards), say=_say)
    try:
        solver.tell(text)
        solver.belief  # noqa: B018  (raises if nobody is helped)
    except Code777Error as error:
        _fail(f"{file}: {error}" if file != "-" else str(error))
    if as_json:
        click.echo(json.dumps(report.analysis(solver, top=top)))
    else:
        _print(solver, top=top)
    raise SystemExit(CONTRADICTED if solver.contradictions else DONE)


@main.command()
@_common
def check(file: str, *, as_json: bool, seat: str, edition: str | None, cards: str | None) -> None:
    """Is the log FILE well formed and possible? Lists every bad line, what is odd and what contradicts."""
    text = _read(file)
    table = _table(file, text, seat, edition, cards)
    log, errors = read_leniently(text, table)
    solver = Solver.at(table, say=_say)
    if not errors:
        solver.tell(text)
    status = BAD_INPUT if errors else CONTRADICTED if solver.contradictions else DONE
    if as_json:
        bad = [{"line": error.line, "text": error.message} for error in errors]
        odd = [{"line": line, "text": warning} for line, warning in log.warnings]
        found = None if errors else report.contradiction(solver)
        click.echo(json.dumps({"ok": status == DONE, "errors": bad, "warnings": odd, "contradiction": found}))
        raise SystemExit(status)
    for error in errors:
        click.echo(f"{file}: {error}", err=True)
    for line, warning in log.warnings:
        click.echo(f"{file}: line {line}: odd: {warning}")
    for line in solver.contradictions:
        click.echo(f"{file}: line {line}: contradiction: no rack of {solver.seat} fits all lines up to here")
    if status == DONE:
        click.echo(f"{file}: {sum(1 for _ in log.steps)} events, possible")
    raise SystemExit(status)


@main.command()
def example() -> None:
    """Solve a bundled game and tell how to enter your own."""
    source = resources.files("code777solver").joinpath("data", "examples", EXAMPLE)
    text = source.read_text(encoding="utf-8")
    click.echo(text)
    solver = Solver.at(Table(), say=_say)
    solver.tell(text)
    _print(solver, top=8)
    click.echo(
        "\nYour own game: write lines like those above into a file, say game.c777, then run\n"
        "  code777 analyze game.c777        (--json for scripts, - to read from standard input)\n"
        "  code777 check game.c777          (to find slips)"
    )


def _print(solver: Solver, *, top: int | None) -> None:
    """Show an analysis to a person. rich is imported only here: scripts do not wait for it."""
    from rich.console import Console

    from . import render

    console = Console(highlight=False)
    plain = not console.encoding.lower().startswith("utf")
    rows = top or (len(solver.candidates) if not console.is_terminal else 12)
    console.print(render.analysis(solver, top=rows, width=console.width, plain=plain))
