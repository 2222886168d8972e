"""Measurements on positions and deals: ``code777 bench cards --by``, ``bench solvable`` and ``bench edition``."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .._lazy import lazy_module
from ..jobs import run, telling
from ..rules.editions import Edition
from .common import (
    NUMBERS,
    POSITIONS,
    check_files,
    edition_with,
    numbers_for,
    print_study,
    refusing,
    save_plot,
    say_stopped,
    seeded,
    shared,
    write_parquet,
)
from .exit_status import DONE, INTERRUPTED

if TYPE_CHECKING:
    from ..core import columns
    from ..play import card_measures, solvability, study
    from ..play import edition_report as reports
    from ..show import plots
else:
    columns = lazy_module("code777solver.core.columns")
    card_measures = lazy_module("code777solver.play.card_measures")
    reports = lazy_module("code777solver.play.edition_report")
    solvability = lazy_module("code777solver.play.solvability")
    study = lazy_module("code777solver.play.study")
    plots = lazy_module("code777solver.show.plots")

VIEWS = ("cards", "answers", "stages", "answerers", "pairs")
"""Tables of `bench cards --by`."""
T = TypeVar("T")


@click.command(short_help="Measure how often a code can be certain at all.")
@NUMBERS
@click.option(
    "--deals", type=click.IntRange(min=2), default=20_000, show_default=True, metavar="N", help="Deals for each."
)
@click.option(
    "--fewest",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="Deals solved with fewest answers.",
)
@click.option("--every", is_flag=True, help="Look at every deal, where they can be listed (2 and 3 players).")
@shared
def solvable(
    *,
    numbers: tuple[int, ...],
    deals: int,
    fewest: int,
    every: bool,
    edition: str,
    options: tuple[str, ...],
    seed: int,
    threads: int | None,
    wants_json: bool,
) -> None:
    """Measure in what share of the deals every answer together settles my code.

    Everybody else answers every card. Where only one rack is in sight the figure is exact.
    """
    with refusing(), telling("preparing"):
        chosen = edition_with(edition, options)
        many = threads or os.cpu_count() or 1
        found, status = _each(
            numbers_for(chosen, numbers),
            lambda players: solvability.solvability(
                chosen, players=players, deals=deals, fewest=fewest, every=every or None, seed=seed, threads=many
            ),
        )
    if wants_json:
        click.echo(study.as_json([one.as_dict() for one in found]))
    elif found:
        print_study(solvability.solvability_text(found))
    raise SystemExit(status)


@click.command("edition", short_help="Report on an edition, for designers.")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@NUMBERS
@click.option(
    "--games", type=click.IntRange(min=4), default=20_000, show_default=True, metavar="N", help="Games for each."
)
@POSITIONS
@seeded
def edition_report(
    *,
    files: tuple[str, ...],
    numbers: tuple[int, ...],
    games: int,
    positions: int,
    seed: int,
    threads: int | None,
    wants_json: bool,
) -> None:
    """Is this set of cards and tiles a good game? A report for designers on FILE, an edition or its name.

    How long it takes, whether seats are fair, how much is luck, which cards tell nothing, and how hard it is to deduce.
    Several editions are shown side by side.
    """
    found: dict[str, Any] = {}
    status = DONE
    with refusing(), telling("measuring"):
        many = threads or os.cpu_count() or 1
        for name in files or ("classic",):
            chosen = edition_with(name, ())
            found[chosen.name], status = _each(
                numbers_for(chosen, numbers),
                partial(reports.report_edition, chosen, games=games, positions=positions, seed=seed, threads=many),
            )
            if status != DONE:
                break
    if wants_json:
        click.echo(study.as_json({name: [one.as_dict() for one in each] for name, each in found.items()}))
    elif any(found.values()):
        print_study(reports.editions_text(found))
    raise SystemExit(status)


def _each(numbers: Sequence[int], measure: Callable[[int], T]) -> tuple[list[T], int]:
    """Measure for each number of players; returns the finished results and the exit status."""
    found: list[T] = []
    try:
        for players in numbers:
            found.append(run(partial(measure, players)))
    except KeyboardInterrupt:
        say_stopped("stopped", len(found), len(numbers), "tables")
        return found, INTERRUPTED
    return found, DONE


def cards_in_positions(
    edition: Edition,
    numbers: Sequence[int],
    *,
    positions: int,
    seed: int,
    threads: int | None,
    by: str,
    wants_json: bool,
    as_csv: bool,
    parquet: str | None = None,
    plot: str | None = None,
) -> None:
    """Print what cards tell in positions, as text, JSON or CSV; write it as Parquet, and draw it."""
    check_files(plot=plot, parquet=parquet)
    with telling("measuring"):
        many = threads or os.cpu_count() or 1
        found, status = _each(
            numbers_for(edition, numbers),
            lambda players: card_measures.measure_cards(
                edition, players=players, positions=positions, seed=seed, threads=many
            ),
        )
    table = study.by_players({one.players: one for one in found}, by)
    if wants_json:
        click.echo(study.as_json([one.as_dict() for one in found]))
    elif as_csv and found:
        click.echo(columns.as_csv(table), nl=False)
    elif found:
        for one in found:
            print_study(one.text_parts(by), edition)
    if parquet and found:
        write_parquet(table, parquet)
    if plot and found:
        save_plot(plots.card_measures(found), plot)
    raise SystemExit(status)
