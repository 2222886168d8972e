"""The command ``code777 bench``: which cards tell most, who wins, how fast this machine is."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error
from ..jobs import run
from ..rules.editions import Edition
from .common import (
    JSON,
    NUMBERS,
    PARQUET,
    PLAYERS,
    PLOT,
    POSITIONS,
    THREADS,
    check_files,
    edition_with,
    numbers_for,
    print_study,
    refusing,
    run_games,
    save_plot,
    say_stopped,
    shared,
    simulation_of,
    strategy_named,
    write_parquet,
)
from .compare import compare
from .exit_status import BAD_INPUT, DONE, INTERRUPTED
from .levels import levels
from .research import VIEWS, cards_in_positions, edition_report, solvable

if TYPE_CHECKING:
    from ..core import columns
    from ..play import league as leagues
    from ..play import results as all_results
    from ..play import study, study_text
    from ..play.results import Results
    from ..show import plots
    from . import speed as speeds
else:
    columns = lazy_module("code777solver.core.columns")
    leagues = lazy_module("code777solver.play.league")
    all_results = lazy_module("code777solver.play.results")
    study = lazy_module("code777solver.play.study")
    study_text = lazy_module("code777solver.play.study_text")
    plots = lazy_module("code777solver.show.plots")
    speeds = lazy_module("code777solver.cli.speed")


@click.group()
def bench() -> None:
    """Measure which cards tell most, and how fast this machine plays."""


@bench.command(short_help="Measure what each card tells.")
@NUMBERS
@click.option(
    "--games", type=click.IntRange(min=1), default=100_000, show_default=True, metavar="N", help="Games for each."
)
@shared
@POSITIONS
@click.option(
    "--by",
    type=click.Choice(VIEWS),
    help="Only what cards tell in positions: by card, answer, racks left (stages), answerer, or in pairs.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@PARQUET
@PLOT
def cards(
    *,
    numbers: tuple[int, ...],
    games: int,
    edition: str,
    options: tuple[str, ...],
    seed: int,
    threads: int | None,
    positions: int,
    by: str | None,
    wants_json: bool,
    as_csv: bool,
    parquet: str | None,
    plot: str | None,
) -> None:
    """Measure what each card tells: in games, and in many positions exactly.

    In games everybody declares when certain; the figures are for each number of players, and for early, middle and late
    answers about a rack. In positions every card is put to every player, so that cards can be compared.
    """
    found: dict[int, Results] = {}
    status = DONE
    if by is not None:
        with refusing():
            cards_in_positions(
                edition_with(edition, options),
                numbers,
                positions=positions,
                seed=seed,
                threads=threads,
                by=by,
                wants_json=wants_json,
                as_csv=as_csv,
                parquet=parquet,
                plot=plot,
            )
        return
    with refusing():
        check_files(plot=plot, parquet=parquet)
        chosen = edition_with(edition, options)
        simulations = {
            players: simulation_of(chosen, ["certain"], players=players, seed=seed, pruning=True)
            for players in numbers_for(chosen, numbers)
        }
    for players, simulation in simulations.items():
        status = run_games(simulation, games, threads, what=f"{players} players")
        if simulation.results.games:
            found[players] = simulation.results
        if status != DONE:
            break
    if found:
        _print_cards(found, chosen, wants_json=wants_json, as_csv=as_csv)
        if parquet:
            with refusing():
                write_parquet(study.by_players(found, "pruning"), parquet)
        if plot:
            with refusing():
                save_plot(plots.pruning(found), plot)
    raise SystemExit(status)


def _print_cards(found: Mapping[int, Results], edition: Edition, *, wants_json: bool, as_csv: bool) -> None:
    if wants_json:
        parts = [results.as_dict() for results in found.values()]
        each = [
            {"players": part["players"], "games": part["games"], "unfinished": part["unfinished"], **part["pruning"]}
            for part in parts
        ]
        click.echo(study.as_json({"edition": edition.name, "seed": parts[0]["seed"], "pruning": each}))
    elif as_csv:
        click.echo(columns.as_csv(study.by_players(found, "pruning")), nl=False)
    else:
        print_study(all_results.pruning_text(found), edition)


@bench.command()
@click.option(
    "--strategy",
    "-s",
    "rows",
    multiple=True,
    metavar="NAME",
    help="Who plays alone; repeat (all from 0 to certain). Your own: FILE.py:FUNCTION.",
)
@click.option("--field", "-f", "fields", multiple=True, metavar="NAME", help="Who fills the table; repeat (the same).")
@PLAYERS
@click.option("--games", type=click.IntRange(min=1), default=20_000, show_default=True, metavar="N", help="For each.")
@shared
@PLOT
def league(
    *,
    rows: tuple[str, ...],
    fields: tuple[str, ...],
    players: int,
    games: int,
    edition: str,
    options: tuple[str, ...],
    seed: int,
    threads: int | None,
    wants_json: bool,
    plot: str | None,
) -> None:
    """Every strategy against every field of others, seats rotating.

    One player of the strategy sits with others who all play alike. All tables play the same deals.
    """
    with refusing():
        check_files(plot=plot)
        alone, filling = ([strategy_named(name) for name in names or leagues.STRATEGIES] for names in (rows, fields))
        table = leagues.League(edition_with(edition, options), players, alone, filling, games=games, seed=seed)
    status, why = DONE, ""

    def play() -> None:
        for cell in table.play(threads or os.cpu_count() or 1):
            if sys.stderr.isatty():
                click.echo(f"{cell.strategy} against {cell.field}: {cell.share:.3f}", err=True)

    try:
        run(play)
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "stopped"
    except Code777Error as error:
        status, why = BAD_INPUT, str(error)
    if status != DONE:
        say_stopped(why, table.whole, len(table.rows) * len(table.fields), "tables")
    if wants_json:
        click.echo(table.json())
    else:
        print_study(table.text_parts())
    if plot and table.cells:
        with refusing():
            save_plot(plots.league(table), plot)
    raise SystemExit(status)


@bench.command(short_help="Measure how fast this machine is.")
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=1.0, show_default=True, help="Time for each figure.")
@THREADS
@JSON
def speed(*, seconds: float, threads: int | None, wants_json: bool) -> None:
    """Measure how many games, positions and answers per second this machine does.

    Four players, classic edition. Compare only figures from the same machine; benchmarks/ compares with other programs.
    """
    rows: list[speeds.Speed] = []
    status = DONE

    def time() -> None:
        for row in speeds.measure(seconds, threads or os.cpu_count() or 1):
            rows.append(row)
            if sys.stderr.isatty():
                click.echo(f"{row.what}, {row.threads} threads: done", err=True)

    try:
        run(time)
    except KeyboardInterrupt:
        status = INTERRUPTED
        kept = "these are the figures that were done" if rows else "no figures were done"
        click.echo(f"code777: stopped: {kept}", err=True)
    if wants_json:
        click.echo(json.dumps([row._asdict() for row in rows], indent=1))
    else:
        columns_shown = [
            study_text.column("what", left=True),
            study_text.column("threads"),
            study_text.column("per second", "per_second", form="{:,.0f}".format),
            study_text.column("", "unit", left=True),
        ]
        print_study([study_text.TextTable([row._asdict() for row in rows], columns_shown)])
    raise SystemExit(status)


for command in (compare, solvable, edition_report, levels):
    bench.add_command(command)
