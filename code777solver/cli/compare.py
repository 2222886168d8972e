"""The command ``code777 bench compare``: two strategies in the same games."""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error
from ..jobs import run, telling
from .common import (
    PARQUET,
    PLAYERS,
    UNTIL,
    check_files,
    edition_with,
    print_study,
    refusing,
    say_stopped,
    shared,
    strategy_named,
    write_parquet,
)
from .exit_status import BAD_INPUT, DONE, INTERRUPTED

if TYPE_CHECKING:
    from ..play import comparison, study_text
    from ..play.comparison import Comparison
else:
    comparison = lazy_module("code777solver.play.comparison")
    study_text = lazy_module("code777solver.play.study_text")


@click.command(short_help="Compare two strategies in the same games.")
@click.argument("first")
@click.argument("second")
@click.option(
    "--others", "-f", default="certain", show_default=True, metavar="NAME", help="Who fills the rest of the table."
)
@PLAYERS
@click.option(
    "--games", type=click.IntRange(min=1), default=20_000, show_default=True, metavar="N", help="Games with each seed."
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many seeds, from --seed on.",
)
@UNTIL
@shared
@PARQUET
def compare(
    *,
    first: str,
    second: str,
    others: str,
    players: int,
    games: int,
    seeds: int,
    until: float | None,
    edition: str,
    options: tuple[str, ...],
    seed: int,
    threads: int | None,
    wants_json: bool,
    parquet: str | None,
) -> None:
    """Is the FIRST strategy better than the SECOND? Both play the same games.

    Each takes the same seat in the same deals, among the same others, and the difference is counted game by game. Its interval
    is narrower than that of two separate simulations.
    """
    kept: deque[Comparison] = deque(maxlen=1)
    status, why = DONE, ""
    with refusing(), telling("preparing"):
        check_files(parquet=parquet)
        chosen = edition_with(edition, options)
        one, other, rest = map(strategy_named, (first, second, others))

        try:
            run(
                lambda: comparison.compare(
                    chosen,
                    one,
                    other,
                    others=rest,
                    players=players,
                    games=games,
                    seeds=seeds,
                    seed=seed,
                    until=until,
                    threads=threads or os.cpu_count() or 1,
                    keep=kept.append,
                )
            )
        except KeyboardInterrupt:
            status, why = INTERRUPTED, "stopped"
        except Code777Error as error:
            if not kept:
                raise
            status, why = BAD_INPUT, str(error)
    found = kept[-1] if kept else None
    if status != DONE:
        say_stopped(why, found.games if found is not None else 0, games * seeds)
    if found is None:
        raise SystemExit(status)
    if wants_json:
        click.echo(found.json())
    else:
        remarks = []
        if status != DONE and found.games < games * seeds:
            remarks.append(f"stopped early: {found.games:,} of {games * seeds:,} games were done")
        if until is not None and found.half > until:
            remarks.append(f"The interval is still wider than ± {100 * until:g}: play more games")
        print_study([*found.text_parts(), *(study_text.TextLine(remark, "yellow") for remark in remarks)])
    if parquet:
        with refusing():
            write_parquet(found.columns(), parquet)
    raise SystemExit(status)
