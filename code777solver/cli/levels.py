"""The command ``code777 bench levels``: how strong the computer players are."""

from __future__ import annotations

import sys

import click

from ..errors import Code777Error
from ..jobs import run
from ..rules.editions import load_edition
from .exit_status import BAD_INPUT, DONE, INTERRUPTED

__all__ = ["levels"]


@click.command(short_help="Rate the computer players of `code777 play`.")
@click.option("--edition", metavar="NAME", default="classic", show_default=True, help="Edition or TOML file.")
@click.option("--players", type=click.IntRange(2, 5), default=4, show_default=True, metavar="N", help="How many play.")
@click.option(
    "--games",
    type=click.IntRange(min=240),
    default=100_000,
    show_default=True,
    metavar="N",
    help="About so many games.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="The seed of all random choices.")
@click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts.")
def levels(*, edition: str, players: int, games: int, seed: int, wants_json: bool) -> None:
    """Rate the computer players of `code777 play` in a league of all levels.

    They meet at tables that are seated by lot. 400 points are odds of ten to one between two players; the mean is 1500.
    """
    from ..play.levels import levels as all_levels
    from ..play.rating import Tables, play_tables
    from ..play.study import as_json

    strategies = {level.name: level.strategy for level in all_levels().values()}
    status, found = DONE, Tables(list(strategies))

    def play() -> None:
        nonlocal found
        for found in play_tables(load_edition(edition), players, strategies, games=games, seed=seed):
            if sys.stderr.isatty():
                click.echo(f"\r{found.games:,} games", nl=False, err=True)

    try:
        run(play)
    except KeyboardInterrupt:
        status = INTERRUPTED
        click.echo(f"code777: stopped: these are the {found.games:,} games that were done", err=True)
    except Code777Error as error:
        click.echo(f"code777: {error}", err=True)
        raise SystemExit(BAD_INPUT) from None
    if wants_json:
        click.echo(as_json({"edition": edition, "players": players, "seed": seed, **found.as_dict()}))
    else:
        from rich.console import Console

        from ..show.simulation_tables import ratings

        Console(highlight=False).print(ratings(found, edition, players, seed))
    raise SystemExit(status)
