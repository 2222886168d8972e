"""``code777 example``: a bundled game, solved."""

from __future__ import annotations

from pathlib import Path

import click

from ..lang import Language
from ..show import panels
from ..solver import new_solver
from ..table.table import Table
from .common import console_of, say

__all__ = ["example"]

EXAMPLE = "first-game.c777"


@click.command()
@click.pass_obj
def example(t: Language) -> None:
    """Solve a bundled game and show how to enter your own."""
    source = Path(__file__).parents[1] / "data" / "examples" / EXAMPLE
    text = source.read_text(encoding="utf-8")
    click.echo(text)
    solver = new_solver(Table(), say=say)
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
