"""Shared parts of commands: their options, where they print, and how they play.

Slow modules are imported at their first use, so that other commands do not wait for them.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .._lazy import lazy_module
from ..errors import Code777Error, EditionError, StrategyError
from ..jobs import compiling, looking, run, telling
from ..lang import Language, language
from ..rules.editions import Edition, load_edition
from .exit_status import BAD_INPUT, DONE, INTERRUPTED, fail

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich import console as rich_console
    from rich import progress as rich_progress
    from rich import text as rich_text

    from ..core import columns
    from ..play import simulation as simulations
    from ..play import strategies, study_text
    from ..play.simulation import Progress, Simulation
    from ..play.study_text import TextPart
    from ..show import plots
else:
    rich_console = lazy_module("rich.console")
    rich_progress = lazy_module("rich.progress")
    rich_text = lazy_module("rich.text")
    columns = lazy_module("code777solver.core.columns")
    simulations = lazy_module("code777solver.play.simulation")
    strategies = lazy_module("code777solver.play.strategies")
    study_text = lazy_module("code777solver.play.study_text")
    plots = lazy_module("code777solver.show.plots")

# Options.

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def group(*options: Decorator) -> Decorator:
    """Several options as one decorator; the help lists them in this order."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _width(context: click.Context, option: click.Parameter, value: str | None) -> float | None:
    """The width of an interval: 0.5%, or 0.005."""
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


JSON = click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts.")
FILE = click.argument("file", required=False, type=click.Path())
EDITION = click.option("--edition", metavar="NAME", default="classic", show_default=True, help="Edition or TOML file.")
RULES = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Change a rule; repeatable.")
SEED = click.option(
    "--seed", type=click.IntRange(min=0), default=0, metavar="N", help="The seed of all random choices."
)
THREADS = click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one per processor)."
)
PLAYERS = click.option(
    "--players", type=click.IntRange(2, 5), default=4, show_default=True, metavar="N", help="How many play."
)
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
UNTIL = click.option(
    "--until",
    callback=_width,
    metavar="WIDTH",
    help="Stop when half of the 95 % interval is at most this, like 0.5%; --games is then the most.",
)
PARQUET = click.option("--parquet", metavar="FILE", help="Write the table as a Parquet file too (extra `parquet`).")
PLOT = click.option("--plot", metavar="FILE", help="Draw the results: .svg, .png or .pdf (extra `plot`).")
seeded = group(SEED, THREADS, JSON)
"""Options of every command that makes random choices on many threads."""
shared = group(EDITION, RULES, seeded)
"""The same, and the edition."""


# Printing and writing.


def current_language() -> Language:
    """The language of the command that runs; English in tests that call a command by itself."""
    return click.get_current_context().find_object(Language) or language("en")


def say(message: str, t: Language | None = None) -> None:
    """Report progress on standard error; only the main thread knows the language by itself."""
    click.echo(f"code777: {(current_language() if t is None else t)(message)} ...", err=True)


def console_of() -> rich_console.Console:
    """Console for results."""
    return rich_console.Console(highlight=False)


def print_study(parts: Iterable[TextPart], edition: Edition | None = None) -> None:
    """Print the text of a study, with the texts of the edition's cards where its tables have room."""
    console = console_of()
    texts = {number: card.text for number, card in edition.cards.items()} if edition is not None else None
    for line in study_text.laid_out(parts, console.width, texts):
        console.print(rich_text.Text.assemble((line.text, line.style), (line.faint, "dim")), soft_wrap=True)


@contextmanager
def refusing() -> Iterator[None]:
    """Report a refusal in one line and end the command."""
    try:
        yield
    except Code777Error as error:
        fail(str(error))


def check_files(*, plot: str | None = None, parquet: str | None = None) -> None:
    """Refuse at once what could not be written in the end."""
    if plot:
        plots.check_ending(plot)
    if parquet:
        columns.require_parquet()
    for path in map(Path, filter(None, (plot, parquet))):
        if path.is_dir():
            raise Code777Error(f"cannot write {path}: it is a folder")
        if not path.parent.is_dir():
            raise Code777Error(f"cannot write {path}: there is no folder {path.parent}")


def write_parquet(table: columns.Columns, path: str) -> None:
    columns.write_parquet(table, path)
    click.echo(f"code777: {path} written", err=True)


def save_plot(figure: Figure, path: str) -> None:
    plots.save(figure, path)
    click.echo(f"code777: {path} written", err=True)


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
    place, _, function = name.rpartition(":")
    if not (place and function.isidentifier()) or place.casefold() in strategies.FORMS:
        return strategies.read_strategy(name)
    try:
        module = _file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    except FileNotFoundError:
        raise StrategyError(f"strategy {name!r}: there is no file {place}") from None
    except ModuleNotFoundError as error:
        missing = f"there is no module {error.name}"
        raise StrategyError(
            f"strategy {name!r}: {missing} (name your own as FILE.py:FUNCTION or MODULE:FUNCTION)"
        ) from None
    except Exception as error:  # noqa: BLE001  (the user's code may raise anything)
        raise StrategyError(f"strategy {name!r}: {place} fails: {strategies.error_with_place(error)}") from None
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


def simulation_of(edition: Edition, chosen: Sequence[Any], **more: Any) -> Simulation:
    with telling("preparing"):
        return run(lambda: simulations.Simulation(edition, chosen, **more))


def run_games(
    simulation: Simulation,
    games: int,
    threads: int | None,
    scheduler: str | None = None,
    what: str = "",
    until: float | None = None,
) -> int:
    """Play the games. After Ctrl-C or an error, print in one line the number of games played."""
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
    shown = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(*shown, console=rich_console.Console(stderr=True), transient=True) as bar:
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
