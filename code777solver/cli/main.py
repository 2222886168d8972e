"""The command ``code777``: its options and its commands. No deduction.

Exit status 0: done; 1: the log contradicts itself; 2: bad input; 130: stopped by Ctrl-C (what was done is printed).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .._later import later
from .._version import __version__
from ..errors import Code777Error
from ..jobs import telling
from ..lang import Language, language, preferred_language
from ..rules.editions import load_edition
from ..sentences import Sentence
from ..show.streams import take_any_text
from ..solver import Solver
from ..table.table import ME, Table
from .analyze import analyze
from .bench import bench
from .breaker import breaker
from .check import check
from .common import FILE, console_of, say
from .completion import completion_option, editions, languages
from .exit_status import fail
from .explain import explain
from .files import Commands, chosen_file, reading, solver_at
from .play import games, play
from .puzzle import puzzle
from .review import review
from .simulate import simulate

if TYPE_CHECKING:
    from ..prompt import game as prompt
    from ..show import note_sheet, panels
    from ..web import serve as web
else:
    prompt = later("code777solver.prompt.game")
    note_sheet = later("code777solver.show.note_sheet")
    panels = later("code777solver.show.panels")
    web = later("code777solver.web.serve")

EXAMPLE = "first-game.c777"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="code777")
@click.option("--lang", metavar="CODE", shell_complete=languages, help="Language: en, nl, fr or de.")
@completion_option
@click.pass_context
def main(context: click.Context, lang: str | None) -> None:
    """The exact deduction assistant for the board game Code 777.

    Without a command, it opens the prompt with a new game or the unfinished one. `code777 FILE` opens it on a log.
    Commands on a log take the last game if no FILE is named.
    """
    take_any_text()
    try:
        context.obj = language((lang or preferred_language()).casefold())
    except Code777Error as error:
        fail(Sentence("{place}: {error}", place="--lang", error=error))
    if context.invoked_subcommand is None:
        raise SystemExit(prompt.start(context.obj))


for command in (analyze, explain, check, review, breaker, puzzle, play, games, simulate, bench):
    main.add_command(command)


@main.command(short_help="Draw the note sheet of a game.")
@FILE
@click.option(
    "-o", "--output", metavar="FILE", default="sheet.svg", show_default=True, help="A .svg, .pdf or .png file."
)
@click.option("--as", "seat", metavar="SEAT", default=ME, help="The seat whose sheet to draw, if it is not `me`.")
@click.option("--blank", metavar="EDITION", shell_complete=editions, help="Draw an empty sheet of an edition instead.")
@click.pass_obj
def sheet(t: Language, file: str | None, output: str, seat: str, blank: str | None) -> None:
    """Draw the note sheet of the log FILE: tiles with marks, and who answered what to which card."""
    if file is not None and blank is not None:
        fail("--blank draws an empty sheet: leave out the log")
    with reading(file or "--blank"):
        solver = None if blank is not None else solver_at(chosen_file(file), seat, None, None)
        with telling(t("drawing the sheet"), t):
            drawing = (
                note_sheet.note_sheet(solver, t)
                if solver is not None
                else note_sheet.blank_sheet(load_edition(blank or ""), t)
            )
            note_sheet.write_sheet(drawing, Path(output))
    click.echo(t("{file} written", file=output))


@main.command(short_help="Serve the page for phones and browsers.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for phones.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7770, show_default=True, help="The port; 0 for any free one."
)
@click.option("--token", metavar="TEXT", help="The token to ask for; random if others can reach the server.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="A host name of this server; repeatable.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Worker processes (default: one per core).")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, help="Time limit for one request."
)
def serve(
    *, host: str, port: int, token: str | None, names: tuple[str, ...], workers: int | None, seconds: float
) -> None:
    """Serve the assistant as a page for phones and browsers, and as a JSON interface."""
    try:
        start = web.serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("code777solver"):
            raise
        fail(Sentence("{name} is not installed (pip install 'code777solver[web]')", name=error.name))
    with reading("-"):
        start(host=host, port=port, token=token, names=names, workers=workers, seconds=seconds)


@main.command()
@click.pass_obj
def example(t: Language) -> None:
    """Solve a bundled game and show how to enter your own."""
    source = Path(__file__).parents[1] / "data" / "examples" / EXAMPLE
    text = source.read_text(encoding="utf-8")
    click.echo(text)
    solver = Solver.at(Table(), say=say)
    solver.tell(text)
    console = console_of()
    console.print(panels.analysis(solver, t, top=8, width=console.width))
    why = t("Why must there be a 4 on my rack?  (`code777 explain game.c777 has 4`)")
    console.print(f"\n{why}\n", style="bold", markup=False)
    console.print(panels.proof(solver.why("has 4"), solver, t))
    click.echo(f"\n{t('Your own game:')}")
    for command, does in (
        ("code777", t("the prompt: it asks for what it needs, line by line")),
        ("code777 serve", t("the same as a page, also for phones (extra `web`)")),
    ):
        click.echo(f"  {command:<32} {does}")
    click.echo(t("Or write lines like those above into a file, say game.c777:"))
    for command, does in (
        ("code777 analyze game.c777", t("what you may hold (--json for scripts, - for standard input)")),
        ("code777 explain game.c777 no 6", t("why? (--hint 1 for a nudge)")),
        ("code777 check game.c777", t("slips and contradictions")),
    ):
        click.echo(f"  {command:<32} {does}")
