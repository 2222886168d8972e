"""The commands ``code777 simulate`` and ``code777 bench``: arguments, progress and what is printed.

What is compiled is imported inside the functions, so that other commands do not wait for it.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import Code777Error, EditionError
from ..prompt.working import Worker, compiling, leave, patiently
from ..rules.editions import Edition, load_edition
from .exit_status import BAD_INPUT, DONE, INTERRUPTED, fail

if TYPE_CHECKING:
    from ..play.results import Results
    from ..play.simulation import Progress, Simulation
    from .speed import Speed

_WORKER = Worker(None)
TABLES = ("by_strategy", "by_seat", "by_strategy_and_seat", "length", "pruning")


def _shared(command: Callable[..., Any]) -> Callable[..., Any]:
    """The arguments of every command that plays games."""
    for option in (
        click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts."),
        click.option(
            "--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one per processor)."
        ),
        click.option(
            "--seed", type=click.IntRange(min=0), default=0, metavar="N", help="The seed of all random choices."
        ),
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
@_shared
@click.option("--no-rotate", is_flag=True, help="Keep strategies in their seats; else they move on each game.")
@click.option("--pruning", is_flag=True, help="Count what each card removes.")
@click.option("--csv", "table", type=click.Choice(TABLES), help="Print one table as CSV.")
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
    no_rotate: bool,
    pruning: bool,
    table: str | None,
    plot: str | None,
    scheduler: str | None,
    game: int | None,
) -> None:
    """Play many games and show who wins.

    A strategy is certain, threshold:P, silence:D, slow:N, forgetful:E, advised, or your own: FILE.py:FUNCTION or
    MODULE:FUNCTION. The same seed gives the same games on any number of threads or machines.
    """
    pruning = pruning or table == "pruning"
    with _refusing():
        if plot:
            _plots().check_ending(plot)
        chosen = edition_with(edition, options)
        given = [strategy_named(name) for name in names or ("certain",)]
        simulation = _simulation(
            chosen, given, players=_players(given, players), seed=seed, rotate=not no_rotate, pruning=pruning
        )
        if game is not None:
            click.echo(simulation.transcript(game).text, nl=False)
            return
    status = _run(simulation, games, threads, scheduler)
    results = simulation.results
    if wants_json:
        click.echo(results.json())
    elif table:
        click.echo(results.csv(table), nl=False)
    else:
        console, simulation_tables = _console()
        console.print(simulation_tables.simulation(results, chosen, width=console.width))
    if plot and results.games:
        with _refusing():
            _plots().save(_plots().overview(results), plot)
            click.echo(f"code777: {plot} written", err=True)
    leave(_WORKER, status)


def _players(given: Sequence[object], players: int | None) -> int | None:
    return 4 if players is None and len(given) == 1 else players


def _simulation(edition: Edition, strategies: Sequence[Any], **more: Any) -> Simulation:
    with patiently("preparing"):
        from ..play.simulation import Simulation

        return Simulation(edition, strategies, **more)


def _plots() -> Any:
    from ..show import plots

    return plots


def _console() -> tuple[Any, Any]:
    from rich.console import Console

    from ..show import simulation_tables

    return Console(highlight=False), simulation_tables


@contextmanager
def _refusing() -> Iterator[None]:
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
    from ..play.strategies import StrategyError, read_strategy

    place, _, function = name.rpartition(":")
    if not (place and function.isidentifier()):
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
        raise StrategyError(f"strategy {name!r}: {place} fails: {_blamed(error)}") from None
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


def _blamed(error: BaseException) -> str:
    """An error of the user's code in one line, with the place where it came up."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{place}"


# Playing.


def _run(simulation: Simulation, games: int, threads: int | None, scheduler: str | None = None, what: str = "") -> int:
    """Play; whatever stops it, what is done is in the simulation's results, and one line says how much that is."""
    many = threads or os.cpu_count() or 1
    own = any(strategy.choose is not None for strategy in simulation.strategies)
    stopped = None
    with _progress(games, what) as progress, _WORKER.quiet():
        try:
            _WORKER.do(
                lambda: simulation.run(games, threads=1 if own else many, scheduler=scheduler, progress=progress),
                lambda: "",
            )
            return DONE
        except KeyboardInterrupt:
            status, stopped = INTERRUPTED, "stopped"
        except Code777Error as error:
            status, stopped = BAD_INPUT, str(error)
        except Exception as error:
            if not own:
                raise
            status, stopped = BAD_INPUT, f"your strategy failed: {_blamed(error)}"
    done = simulation.results.games
    kept = f"these are the {done:,} of {games:,} games that were done" if done else "no games were done"
    click.echo(f"code777: {stopped}: {kept}", err=True)
    return status


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

        with _told_of_compiling(lambda text: bar.update(task, description=f"{what}: {text}" if what else text)):
            yield update


@contextmanager
def _told_of_compiling(tell: Callable[[str], None]) -> Iterator[None]:
    """Tell of the compiler's work, which precedes all other and can take as long."""
    from threading import Event, Thread

    ended = Event()

    def watch() -> None:
        while not ended.wait(0.2):
            told = compiling()
            if told is not None:
                tell(told)

    Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


# Benchmarks.


@click.group()
def bench() -> None:
    """Measure which cards tell most, and how fast this machine plays."""


@bench.command()
@click.option(
    "--players",
    "numbers",
    type=click.IntRange(2, 5),
    multiple=True,
    metavar="N",
    help="2 to 5; repeatable (default: all).",
)
@click.option(
    "--games", type=click.IntRange(min=1), default=100_000, show_default=True, metavar="N", help="Games for each."
)
@_shared
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--plot", metavar="FILE", help="Draw the results: .svg, .png or .pdf (extra `plot`).")
def cards(
    *,
    numbers: tuple[int, ...],
    games: int,
    edition: str,
    options: tuple[str, ...],
    seed: int,
    threads: int | None,
    wants_json: bool,
    as_csv: bool,
    plot: str | None,
) -> None:
    """Measure what share of a listener's racks each card removes.

    The figures are for each number of players, and for early, middle and late answers about a rack. Everybody declares
    when certain.
    """
    found: dict[int, Results] = {}
    status = DONE
    with _refusing():
        if plot:
            _plots().check_ending(plot)
        chosen = edition_with(edition, options)
        simulations = {
            players: _simulation(chosen, ["certain"], players=players, seed=seed, pruning=True)
            for players in _numbers(chosen, numbers)
        }
    for players, simulation in simulations.items():
        status = _run(simulation, games, threads, what=f"{players} players")
        if simulation.results.games:
            found[players] = simulation.results
        if status != DONE:
            break
    if found:
        _print_cards(found, chosen, wants_json=wants_json, as_csv=as_csv)
        if plot:
            with _refusing():
                _plots().save(_plots().pruning(found), plot)
                click.echo(f"code777: {plot} written", err=True)
    leave(_WORKER, status)


def _numbers(edition: Edition, numbers: Sequence[int]) -> list[int]:
    """The numbers of players that were asked for, or all that the edition allows."""
    rules = edition.rules
    return sorted(set(numbers)) or [n for n in range(2, 6) if rules.least_players <= n <= rules.most_players]


def _print_cards(found: Mapping[int, Results], edition: Edition, *, wants_json: bool, as_csv: bool) -> None:
    if wants_json:
        parts = [json.loads(results.json()) for results in found.values()]
        by_players = [{"players": part["players"], "games": part["games"], **part["pruning"]} for part in parts]
        click.echo(json.dumps({"edition": edition.name, "seed": parts[0]["seed"], "pruning": by_players}, indent=1))
    elif as_csv:
        for i, (players, results) in enumerate(found.items()):
            header, *lines = results.csv("pruning").splitlines()
            click.echo(
                "\n".join([*([f"players,{header}"] if i == 0 else []), *(f"{players},{line}" for line in lines)])
            )
    else:
        console, simulation_tables = _console()
        console.print(simulation_tables.cards(found, edition, width=console.width))


@bench.command()
@click.option("--seconds", type=click.FloatRange(0.1, 60), default=1.0, show_default=True, help="Time for each figure.")
@click.option("--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one per processor).")
@click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts.")
def speed(*, seconds: float, threads: int | None, wants_json: bool) -> None:
    """Measure how many games, positions and answers per second this machine does.

    Four players, classic edition. Compare only figures from the same machine; benchmarks/ compares with other programs.
    """
    from .speed import measure

    try:
        rows: list[Speed] = []
        for row in measure(seconds, threads or os.cpu_count() or 1):
            rows.append(row)
            if sys.stderr.isatty():
                click.echo(f"{row.what}, {row.threads} threads: done", err=True)
    except KeyboardInterrupt:
        click.echo(f"code777: stopped: these are the {len(rows)} figures that were done", err=True)
    if wants_json:
        click.echo(json.dumps([row._asdict() for row in rows], indent=1))
    else:
        console, simulation_tables = _console()
        console.print(simulation_tables.speeds(rows))
