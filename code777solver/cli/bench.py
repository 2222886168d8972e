"""The command ``code777 bench``: which cards tell most, who wins, how fast this machine is."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from ..errors import Code777Error
from ..jobs import run
from ..rules.editions import Edition
from .compare import compare
from .exit_status import BAD_INPUT, DONE, INTERRUPTED
from .research import VIEWS, cards_in_positions, edition_report, solvable
from .simulate import (
    NUMBERS,
    PARQUET,
    POSITIONS,
    check_files,
    edition_with,
    numbers_for,
    plots_of,
    refusing,
    run_games,
    say_stopped,
    shared,
    simulation_of,
    strategy_named,
    tables_of,
    write_parquet,
)

if TYPE_CHECKING:
    from ..play.results import Results
    from .speed import Speed


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
@click.option("--plot", metavar="FILE", help="Draw the results: .svg, .png or .pdf (extra `plot`).")
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
                from ..play.study import by_players

                write_parquet(by_players(found, "pruning"), parquet)
        if plot:
            with refusing():
                plots_of().save(plots_of().pruning(found), plot)
                click.echo(f"code777: {plot} written", err=True)
    raise SystemExit(status)


def _print_cards(found: Mapping[int, Results], edition: Edition, *, wants_json: bool, as_csv: bool) -> None:
    from ..core.columns import as_csv as csv_of
    from ..play.study import as_json, by_players

    if wants_json:
        parts = [results.as_dict() for results in found.values()]
        each = [
            {"players": part["players"], "games": part["games"], "unfinished": part["unfinished"], **part["pruning"]}
            for part in parts
        ]
        click.echo(as_json({"edition": edition.name, "seed": parts[0]["seed"], "pruning": each}))
    elif as_csv:
        click.echo(csv_of(by_players(found, "pruning")), nl=False)
    else:
        console, simulation_tables = tables_of()
        console.print(simulation_tables.cards(found, edition, width=console.width))


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
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True, metavar="N", help="How many play.")
@click.option("--games", type=click.IntRange(min=1), default=20_000, show_default=True, metavar="N", help="For each.")
@shared
@click.option("--plot", metavar="FILE", help="Draw the results: .svg, .png or .pdf (extra `plot`).")
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
    from ..play.league import STRATEGIES, League

    with refusing():
        check_files(plot=plot)
        alone, filling = ([strategy_named(name) for name in names or STRATEGIES] for names in (rows, fields))
        table = League(edition_with(edition, options), players, alone, filling, games=games, seed=seed)
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
        console, simulation_tables = tables_of()
        console.print(simulation_tables.league(table))
    if plot and table.cells:
        with refusing():
            plots_of().save(plots_of().league(table), plot)
            click.echo(f"code777: {plot} written", err=True)
    raise SystemExit(status)


@bench.command(short_help="Measure how fast this machine is.")
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=1.0, show_default=True, help="Time for each figure.")
@click.option("--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one per processor).")
@click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts.")
def speed(*, seconds: float, threads: int | None, wants_json: bool) -> None:
    """Measure how many games, positions and answers per second this machine does.

    Four players, classic edition. Compare only figures from the same machine; benchmarks/ compares with other programs.
    """
    from .speed import measure

    rows: list[Speed] = []
    status = DONE

    def time() -> None:
        for row in measure(seconds, threads or os.cpu_count() or 1):
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
        console, simulation_tables = tables_of()
        console.print(simulation_tables.speeds(rows))
    raise SystemExit(status)


bench.add_command(compare)
bench.add_command(solvable)
bench.add_command(edition_report)
