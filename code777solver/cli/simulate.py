"""The command ``code777 simulate``: arguments and what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error
from ..jobs import run
from .common import (
    PLOT,
    UNTIL,
    check_files,
    edition_with,
    print_study,
    refusing,
    run_games,
    save_plot,
    shared,
    simulation_of,
    strategy_named,
    write_parquet,
)

if TYPE_CHECKING:
    from ..show import plots
else:
    plots = lazy_module("code777solver.show.plots")

TABLES = ("by_strategy", "by_seat", "by_strategy_and_seat", "length", "pruning")


@click.command()
@click.option("--strategy", "-s", "names", multiple=True, metavar="NAME", help="One per seat, or one for all.")
@click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="The number of players, with one strategy for all (4)."
)
@click.option(
    "--games", type=click.IntRange(min=1), default=100_000, show_default=True, metavar="N", help="The number of games."
)
@shared
@UNTIL
@click.option("--no-rotate", is_flag=True, help="Keep strategies in their seats; else they move on each game.")
@click.option("--pruning", is_flag=True, help="Count what each card removes.")
@click.option("--csv", "table", type=click.Choice(TABLES), help="Print one table as CSV.")
@click.option("--parquet", metavar="FILE", help="Write every single game as a Parquet file (extra `parquet`).")
@PLOT
@click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster at tcp://host:8786 (extra `cluster`).")
@click.option("--log", "game", type=click.IntRange(min=0), metavar="N", help="Print game N as a log and stop.")
def simulate(
    *,
    names: tuple[str, ...],
    players: int | None,
    games: int,
    edition: str,
    options: tuple[str, ...],
    seed: int,
    threads: int | None,
    wants_json: bool,
    until: float | None,
    no_rotate: bool,
    pruning: bool,
    table: str | None,
    parquet: str | None,
    plot: str | None,
    scheduler: str | None,
    game: int | None,
) -> None:
    """Play many games and show who wins.

    A strategy is certain, threshold:P, silence:D, slow:N, forgetful:E, look:PRICE, advised, or your own: FILE.py:FUNCTION
    or MODULE:FUNCTION. The same seed gives the same games on any number of threads or machines.
    """
    pruning = pruning or table == "pruning"
    with refusing():
        check_files(plot=plot, parquet=parquet)
        if until is not None and scheduler is not None:
            raise Code777Error("--until is for games on this machine: leave out --scheduler, or give --games")
        chosen = edition_with(edition, options)
        given = [strategy_named(name) for name in names or ("certain",)]
        simulation = simulation_of(
            chosen, given, players=_players(given, players), seed=seed, rotate=not no_rotate, pruning=pruning
        )
        if game is not None:
            click.echo(simulation.transcript(game).text, nl=False)
            return
    status = run_games(simulation, games, threads, scheduler, until=until)
    results = simulation.results
    if wants_json:
        click.echo(results.json())
    elif table:
        click.echo(results.csv(table), nl=False)
    else:
        print_study(results.text_parts(), chosen)
    if plot and results.games:
        with refusing():
            save_plot(plots.overview(results), plot)
    if parquet and results.games:
        with refusing():
            write_parquet(run(lambda: simulation.games(results.games)), parquet)
    raise SystemExit(status)


def _players(given: Sequence[object], players: int | None) -> int | None:
    return 4 if players is None and len(given) == 1 else players
