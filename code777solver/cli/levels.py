"""The command ``code777 bench levels``: how strong the computer players are."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error
from ..jobs import run
from ..rules.editions import load_edition
from .common import EDITION, JSON, PLAYERS, SEED, print_study
from .exit_status import BAD_INPUT, DONE, INTERRUPTED

if TYPE_CHECKING:
    from ..play import levels as rivals
    from ..play import rating, study, study_text
else:
    rivals = lazy_module("code777solver.play.levels")
    rating = lazy_module("code777solver.play.rating")
    study = lazy_module("code777solver.play.study")
    study_text = lazy_module("code777solver.play.study_text")

__all__ = ["levels"]


@click.command(short_help="Rate the computer players of `code777 play`.")
@EDITION
@PLAYERS
@click.option(
    "--games",
    type=click.IntRange(min=240),
    default=100_000,
    show_default=True,
    metavar="N",
    help="About so many games.",
)
@SEED
@JSON
def levels(*, edition: str, players: int, games: int, seed: int, wants_json: bool) -> None:
    """Rate the computer players of `code777 play` in a league of all levels.

    They meet at tables that are seated by lot. 400 points are odds of ten to one between two players; the mean is 1500.
    """
    strategies = {level.name: level.strategy for level in rivals.levels().values()}
    status, found = DONE, rating.Tables(list(strategies))

    def play() -> None:
        nonlocal found
        for found in rating.play_tables(load_edition(edition), players, strategies, games=games, seed=seed):
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
        click.echo(study.as_json({"edition": edition, "players": players, "seed": seed, **found.as_dict()}))
    else:
        head = f"{edition}, {players} players: {found.games:,} games at tables seated by lot, seed {seed}"
        print_study([study_text.TextLine(head, "bold"), *found.text_parts()])
    raise SystemExit(status)
