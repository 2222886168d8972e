"""``code777 sheet``: the note sheet of a game on paper."""

from __future__ import annotations

from pathlib import Path

import click

from ..jobs import telling
from ..lang import Language
from ..rules.editions import load_edition
from ..show import note_sheet
from ..show.sheet_file import write_sheet
from ..table.table import ME
from .common import FILE
from .completion import editions
from .exit_status import fail
from .files import chosen_file, reading, solver_at

__all__ = ["sheet"]


@click.command(short_help="Draw the note sheet of a game.")
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
            write_sheet(drawing, Path(output))
    click.echo(t("{file} written", file=output))
