"""The command ``code777 analyze``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error
from ..jobs import run, telling
from ..lang import Language
from ..show import as_json
from ..solver import Solver
from .common import FILE, console_of, say
from .exit_status import CONTRADICTED, DONE, INTERRUPTED
from .files import chosen_file, log_options, reading, solver_at

if TYPE_CHECKING:
    from ..play.advice import Advice
    from ..show import panels
else:
    panels = lazy_module("code777solver.show.panels")


@click.command(short_help="Show the exact chance of every rack you may hold.")
@FILE
@log_options
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show at most N racks (and N codes in tables).")
@click.option("--what-if", "lines", multiple=True, metavar="LINE", help="Suppose one more log line; repeatable.")
@click.option(
    "--silence", type=click.FloatRange(0, 1), metavar="S", help="Assume people declare once certain; S = 0: always."
)
@click.option("--depth", type=click.IntRange(1, 2), default=1, help="With --silence, 2: the others assume it too.")
@click.option("--further", is_flag=True, help="Estimate how many more answers it takes.")
@click.option("--advise", is_flag=True, help="Say whether to declare now or to wait.")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 3600), metavar="S", help="Also play on for S seconds: a second opinion."
)
@click.pass_obj
def analyze(
    t: Language,
    file: str | None,
    *,
    wants_json: bool,
    seat: str,
    edition: str | None,
    cards: str | None,
    top: int | None,
    lines: tuple[str, ...],
    silence: float | None,
    depth: int,
    further: bool,
    advise: bool,
    seconds: float | None,
) -> None:
    """Show the exact chance of every rack you may hold, from the log FILE (- for standard input)."""
    file = chosen_file(file)
    solver = solver_at(file, seat, edition, cards)
    with reading("--what-if"):
        for line in lines:
            solver = solver.what_if(line)
    with reading(file):
        with telling(t("working it out"), t):
            assumed = None if silence is None else solver.assuming_silence(factor=silence, depth=depth)
            estimate = run(solver.further) if further and solver.belief.possible and solver.belief.is_full else None
            advice = _advice(solver, None if wants_json else t) if advise or seconds is not None else None
        asked = seconds is not None and not isinstance(advice, str)
        stopped = False
        if wants_json:
            second, stopped = _second_opinion(solver, seconds) if asked else (None, False)
            found = as_json.analysis(
                solver, top=top, assuming=assumed, estimate=estimate, advising=advice, second=second
            )
            click.echo(json.dumps(found))
        else:
            console = console_of()
            rows = top or (len(solver.candidates) if not console.is_terminal else 12)
            ascii_only = not console.encoding.lower().startswith("utf")
            with telling(t("working it out"), t):
                shown = panels.analysis(solver, t, top=rows, width=console.width, ascii_only=ascii_only)
            console.print(shown)
            if assumed is not None:
                console.print(panels.assumed(assumed, t, top=min(rows, 8), target=solver.edition.rules.target))
            if estimate is not None:
                console.print(panels.further(estimate, t))
            if advice is not None:
                console.print()
            if isinstance(advice, str):
                console.print(panels.no_advice(advice, t))
            elif advice is not None:
                console.print(panels.advice(advice, t))
            second, stopped = _second_opinion(solver, seconds) if asked else (None, False)
            if second is not None:
                console.print(panels.second_opinion(second, t))
    raise SystemExit(INTERRUPTED if stopped else CONTRADICTED if solver.contradictions else DONE)


def _advice(solver: Solver, t: Language | None) -> Advice | str:
    """The advice of the policy, or the reason for the lack of it, in a language or as data."""
    try:
        return solver.advise()
    except Code777Error as error:
        return str(error) if t is None else t(error.sentence)


def _second_opinion(solver: Solver, seconds: float | None) -> tuple[Advice | None, bool]:
    """An estimate by playing on, and whether Ctrl-C came first. Says what is being done."""
    try:
        with solver.advise_in_background(seconds=seconds or 0) as asked:
            say("second opinion: compiling, about a minute the first time")
            while (found := asked.wait()) is None and not asked.games:
                pass
            say("second opinion: playing on")
            while found is None:
                found = asked.wait()
            return found, False
    except KeyboardInterrupt:
        return None, True
