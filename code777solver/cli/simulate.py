"""The command ``code777 simulate``: arguments, progress and what is printed; and what all commands that play share.

What is compiled is imported inside the functions, so that other commands do not wait for it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import Code777Error, EditionError
from ..jobs import compiling, looking, run, telling
from ..rules.editions import Edition, load_edition
from .exit_status import BAD_INPUT, DONE, INTERRUPTED, fail

if TYPE_CHECKING:
    from ..play.simulation import Progress, Simulation

TABLES = ("by_strategy", "by_seat", "by_strategy_and_seat", "length", "pruning")


NUMBERS = click.option(
    "--players",
    "numbers",
    type=click.IntRange(2, 5),
    multiple=True,
    metavar="N",
    help="2 to 5; repeatable (default: all).",
)
POSITIONS = click.option(
    "--positions",
    type=click.IntRange(min=50),
    default=4_000,
    show_default=True,
    metavar="N",
    help="Positions for each.",
)


def _width(context: click.Context, option: click.Parameter, value: str | None) -> float | None:
    """How narrow an interval has to be: 0.5%, or 0.005."""
    if value is None:
        return None
    text = value.strip()
    try:
        width = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        width = 0.0
    if not 0 < width < 1:
        raise click.BadParameter(f"{value!r} is not a width like 0.5%", context, option)
    return width


UNTIL = click.option(
    "--until",
    callback=_width,
    metavar="WIDTH",
    help="Stop when half of the 95 % interval is at most this, like 0.5%; --games is then the most.",
)
PARQUET = click.option("--parquet", metavar="FILE", help="Write the table as a Parquet file too (extra `parquet`).")


def seeded(command: Callable[..., Any]) -> Callable[..., Any]:
    """The arguments of every command that draws lots on many threads."""
    for option in (
        click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts."),
        click.option(
            "--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one per processor)."
        ),
        click.option(
            "--seed", type=click.IntRange(min=0), default=0, metavar="N", help="The seed of all random choices."
        ),
    ):
        command = option(command)
    return command


def shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same, and the edition."""
    command = seeded(command)
    for option in (
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Change a rule; repeatable."),
        click.option("--edition", metavar="NAME", default="classic", show_default=True, help="Edition or TOML file."),
    ):
        command = option(command)
    return command


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
@click.option("--plot", metavar="FILE", help="Draw the results: .svg, .png or .pdf (extra `plot`).")
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
        console, simulation_tables = tables_of()
        console.print(simulation_tables.simulation(results, chosen, width=console.width))
    if plot and results.games:
        with refusing():
            plots_of().save(plots_of().overview(results), plot)
            click.echo(f"code777: {plot} written", err=True)
    if parquet and results.games:
        with refusing():
            write_parquet(run(lambda: simulation.games(results.games)), parquet)
    raise SystemExit(status)


def check_files(*, plot: str | None = None, parquet: str | None = None) -> None:
    """Refuse at once what could not be written in the end."""
    if plot:
        plots_of().check_ending(plot)
    if parquet:
        from ..core.columns import require_parquet

        require_parquet()
    for path in map(Path, filter(None, (plot, parquet))):
        if path.is_dir():
            raise Code777Error(f"cannot write {path}: it is a folder")
        if not path.parent.is_dir():
            raise Code777Error(f"cannot write {path}: there is no folder {path.parent}")


def write_parquet(columns: Any, path: str) -> None:
    from ..core.columns import write_parquet as write

    write(columns, path)
    click.echo(f"code777: {path} written", err=True)


def _players(given: Sequence[object], players: int | None) -> int | None:
    return 4 if players is None and len(given) == 1 else players


def simulation_of(edition: Edition, strategies: Sequence[Any], **more: Any) -> Simulation:
    def made() -> Simulation:
        from ..play.simulation import Simulation

        return Simulation(edition, strategies, **more)

    with telling("preparing"):
        return run(made)


def plots_of() -> Any:
    from ..show import plots

    return plots


def console_of() -> Any:
    """Where tables are printed."""
    from rich.console import Console

    return Console(highlight=False)


def tables_of() -> tuple[Any, Any]:
    from ..show import simulation_tables

    return console_of(), simulation_tables


@contextmanager
def refusing() -> Iterator[None]:
    """What is refused is told in one line, and the command ends."""
    try:
        yield
    except Code777Error as error:
        fail(str(error))


# What was given.


def edition_with(name: str, options: Sequence[str]) -> Edition:
    """An edition with options like ``reshuffle_at=4``."""
    read: dict[str, object] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise EditionError(f"--option {option}: write NAME=VALUE, like reshuffle_at=4")
        read[key.strip()] = value.strip()
    return load_edition(name).with_options(read)


def strategy_named(name: str) -> Any:
    """A strategy by its name, or a function by its place: ``FILE.py:FUNCTION`` or ``MODULE:FUNCTION``."""
    from ..play.strategies import FORMS, StrategyError, blamed, read_strategy

    place, _, function = name.rpartition(":")
    if not (place and function.isidentifier()) or place.casefold() in FORMS:
        return read_strategy(name)
    try:
        module = _file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    except FileNotFoundError:
        raise StrategyError(f"strategy {name!r}: there is no file {place}") from None
    except ModuleNotFoundError as error:
        missing = f"there is no module {error.name}"
        raise StrategyError(
            f"strategy {name!r}: {missing} (name your own as FILE.py:FUNCTION or MODULE:FUNCTION)"
        ) from None
    except Exception as error:  # noqa: BLE001  (whatever the user's code raises)
        raise StrategyError(f"strategy {name!r}: {place} fails: {blamed(error)}") from None
    found = getattr(module, function, None)
    if not callable(found):
        raise StrategyError(f"strategy {name!r}: no function {function!r} in {place}")
    return found


def _file(path: Path) -> Any:
    """A module from a file. It is nobody's to import, so its functions travel to a cluster by value."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numbers_for(edition: Edition, numbers: Sequence[int]) -> list[int]:
    """The numbers of players that were asked for, or all that the edition allows."""
    rules = edition.rules
    return sorted(set(numbers)) or [n for n in range(2, 6) if rules.least_players <= n <= rules.most_players]


# Playing.


def run_games(
    simulation: Simulation,
    games: int,
    threads: int | None,
    scheduler: str | None = None,
    what: str = "",
    until: float | None = None,
) -> int:
    """Play; whatever stops it, what is done is in the simulation's results, and one line says how much that is."""
    many = threads or os.cpu_count() or 1
    own = simulation.asks
    stopped = ""
    with _progress(games, what) as progress:
        try:
            run(
                lambda: simulation.run(
                    games, threads=1 if own else many, scheduler=scheduler, until=until, progress=progress
                )
            )
            return DONE
        except KeyboardInterrupt:
            status, stopped = INTERRUPTED, "stopped"
        except Code777Error as error:
            status, stopped = BAD_INPUT, str(error)
            if hasattr(error, "game"):
                stopped += f" (--log {error.game} prints the game up to there)"
    say_stopped(stopped, simulation.results.games, games)
    return status


def say_stopped(why: str, done: int, wanted: int, what: str = "games") -> None:
    """One line that says why less was done than was asked for, and how much was."""
    kept = f"these are the {done:,} of {wanted:,} {what} that were done" if done else f"no {what} were done"
    click.echo(f"code777: {why}: {kept}", err=True)


@contextmanager
def _progress(games: int, what: str) -> Iterator[Progress | None]:
    """A bar on standard error if that is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{what}: preparing" if what else "preparing", total=games)

        def update(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=what or "games")

        def look() -> None:
            """Tell of the compiler's work, which precedes all other and can take as long."""
            told = compiling()
            if told is not None:
                bar.update(task, description=f"{what}: {told}" if what else told)

        with looking(look):
            yield update
