"""The commands ``code777 play`` and ``code777 games``. No deduction."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error
from ..lang import Language
from ..records import plain_data
from ..sentences import Sentence
from ..table.folders import games_folder
from ..table.journal import JournalError, read_game, saved_games
from ..table.stored import is_played, stored_game
from .breaker import practise
from .common import JSON, RULES, console_of
from .completion import editions
from .exit_status import DONE, fail

if TYPE_CHECKING:
    from rich import text as rich_text

    from ..prompt import play as prompt
    from ..review import progress
    from ..show import lists as listings
    from ..show import play_screen
else:
    rich_text = lazy_module("rich.text")
    prompt = lazy_module("code777solver.prompt.play")
    progress = lazy_module("code777solver.review.progress")
    listings = lazy_module("code777solver.show.lists")
    play_screen = lazy_module("code777solver.show.play_screen")

__all__ = ["games", "play"]

PLAYERS, LEVEL = 4, "regular"
"""The players by default."""


@click.command(short_help="Play a whole game against the computer, with a coach.")
@click.option(
    "--edition", metavar="NAME", shell_complete=editions, help="Edition, TOML file or pack [default: classic]."
)
@RULES
@click.option("--players", type=click.IntRange(2, 5), metavar="N", help="How many play, you included [default: 4].")
@click.option("--level", "names", multiple=True, metavar="LEVEL", help="One for all rivals, or one each; repeatable.")
@click.option("--seed", metavar="N", help="The number of the game: the same number is the same game.")
@click.option("--people", metavar="NAMES", help="Hot seat: several people on this device, like Tom,Lis.")
@click.option(
    "--pace",
    type=click.FloatRange(1, 600),
    metavar="SECONDS",
    help="Time to think after each card [default: no limit].",
)
@click.option("--new", is_flag=True, help="Start a new game even if one is unfinished.")
@click.option("--levels", "lists", is_flag=True, help="List the levels and their ratings.")
@click.pass_obj
def play(
    t: Language,
    *,
    edition: str | None,
    options: tuple[str, ...],
    players: int | None,
    names: tuple[str, ...],
    seed: str | None,
    people: str | None,
    pace: float | None,
    new: bool,
    lists: bool,
) -> None:
    """Play a whole game against the computer, with a coach; or go on with the one left unfinished.

    You see the racks of the others and not your own. Answer when a card asks you, and declare when you know.
    """
    if lists:
        for line in play_screen.level_list(t):
            click.echo(line)
        raise SystemExit(DONE)
    if edition is not None and _is_pack(edition):
        raise SystemExit(practise(t, edition, _number(seed)))
    wants = new or any(value is not None and value != () for value in (edition, options, players, names, seed, people))
    try:
        wish = _wish(edition, options, players, names, seed, people) if wants else None
        status = prompt.start(t, wish, seconds=pace)
    except Code777Error as error:
        fail(error.sentence)
    raise SystemExit(status)


def _is_pack(name: str) -> bool:
    """True if Code Breaker is meant."""
    return name.casefold().startswith(("breaker", "race"))


def _number(seed: str | None) -> int | None:
    if seed is None:
        return None
    if not seed.isdecimal() or len(seed) > 18:
        fail(Sentence("--seed {seed!r}: Code Breaker takes a whole number", seed=seed))
    return int(seed)


def _wish(
    edition: str | None,
    options: tuple[str, ...],
    players: int | None,
    names: tuple[str, ...],
    seed: str | None,
    people: str | None,
) -> prompt.Wish:
    """The game that the command line asks for."""
    persons = tuple(name for name in (people or "me").replace(",", " ").split())
    if players is None:
        players = max(len(persons), len(names) + len(persons) if len(names) > 1 else PLAYERS)
    rivals = players - len(persons)
    if rivals < 0:
        fail(Sentence("--players {players}: {count} people are named", players=players, count=len(persons)))
    levels = names or (LEVEL,)
    if len(levels) not in (1, rivals):
        fail(Sentence("--level: name one for all {count} rivals, or one each", count=rivals))
    for option in options:
        if "=" not in option:
            fail(Sentence("--option {option!r}: write NAME=VALUE, like reshuffle_at=4", option=option))
    return prompt.Wish(
        edition=edition or "classic",
        options=tuple(option.replace("=", " ", 1) for option in options),
        people=persons,
        rivals=levels * rivals if len(levels) == 1 else levels,
        number=seed or "",
    )


@click.command(short_help="List the stored games, or show your progress.")
@click.option(
    "--progress", "wants_progress", is_flag=True, help="Your games against the computer: wins, lateness, cards."
)
@JSON
@click.pass_obj
def games(t: Language, *, wants_progress: bool, wants_json: bool) -> None:
    """List the stored games, or show your progress against the computer."""
    try:
        folder = games_folder()
    except Code777Error as error:
        fail(error.sentence)
    paths, console = saved_games(folder), console_of()
    if wants_progress:
        logs = []
        for path in paths:
            try:
                logs.append(read_game(path)[0])
            except (JournalError, OSError):
                continue
        found = progress.progress(logs)
        if wants_json:
            click.echo(json.dumps(plain_data(found)))
        else:
            console.print(play_screen.progress_page(found, t))
        raise SystemExit(DONE)
    if wants_json:
        click.echo(json.dumps([_entry(path) for path in paths]))
    elif not paths:
        click.echo(t("No game is saved in {folder}", folder=folder))
    else:
        click.echo(t("The games in {folder}", folder=folder))
        for row in listings.games(paths, None, t, width=console.width):
            console.print(row if isinstance(row, rich_text.Text) else str(row))
    raise SystemExit(DONE)


def _entry(path: Path) -> dict[str, object]:
    """A stored game for scripts; one that cannot be read has an error instead."""
    try:
        game = stored_game(path)
        played = is_played(read_game(path)[0])
    except (Code777Error, OSError) as error:
        return {"file": str(path), "error": str(error)}
    return {
        "file": str(path),
        "changed": game.changed.isoformat(timespec="seconds"),
        "edition": game.edition,
        "players": list(game.players),
        "answers": game.answers,
        "winner": game.winner,
        "played": played,
    }
