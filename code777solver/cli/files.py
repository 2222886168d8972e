"""Choose and read the log of a command: the file that is named, or the last game of the prompt."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from .._lazy import lazy_module
from ..errors import Code777Error
from ..jobs import telling
from ..lang import Language
from ..rules.edition_file import read_card_file
from ..rules.editions import Edition, load_edition
from ..sentences import Sentence
from ..solver import Solver, new_solver, position_of
from ..table.folders import games_folder
from ..table.journal import SUFFIX
from ..table.stored import last_game
from ..table.table import ME, Table
from .common import JSON, current_language, group, say
from .completion import editions
from .exit_status import fail
from .stopping import Stoppable

if TYPE_CHECKING:
    from ..prompt import game as prompt
else:
    prompt = lazy_module("code777solver.prompt.game")

__all__ = ["CommandGroup", "chosen_file", "log_options", "reading", "solver_at", "split_file", "table_for", "text_of"]

log_options = group(
    JSON,
    click.option("--as", "seat", metavar="SEAT", default=ME, help="The seat to help, if it is not `me`."),
    click.option(
        "--edition", metavar="NAME", shell_complete=editions, help="Edition or TOML file if the log names none."
    ),
    click.option("--cards", metavar="FILE", help="A TOML file with your own cards."),
)
"""Options of every command on a log."""


def chosen_file(file: str | None) -> str:
    """The file that is named, or the last game, whose name goes to standard error; exits with 2 if there is none."""
    if file is not None:
        return file
    try:
        found = str(last_game(games_folder()))
    except Code777Error as error:
        fail(error.sentence)
    t = current_language()
    click.echo(f"code777: {t('the last game, {file}', file=found)}", err=True)
    return found


def looks_like_file(word: str) -> bool:
    """True for a word that has the form of a file name."""
    is_path = os.sep in word or (os.altsep or os.sep) in word
    return word == "-" or word.endswith(SUFFIX) or is_path or Path(word).is_file()


def split_file(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """The file at the beginning of some words, if there is one, and the other words."""
    if words and looks_like_file(words[0]):
        return words[0], tuple(words[1:])
    return None, tuple(words)


def text_of(file: str) -> str:
    """The text of a log file, ``-`` for standard input."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        fail(Sentence("cannot read {path}: {reason}", path=file, reason=error.strerror or error))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        fail(Sentence("{file}: line {line} is not UTF-8 text: save the log as UTF-8", file=file, line=line))


def table_for(file: str, text: str, seat: str, edition: str | None, cards: str | None) -> Table:
    """An empty table for a log, with what the command line says of edition and cards."""
    folder = Path() if file == "-" else Path(file).parent
    named = any(line.split()[:1] == ["edition"] for line in text.casefold().splitlines())
    if edition and named:
        fail(Sentence("--edition {name}: the log already names its edition; use only one of the two", name=edition))
    try:
        chosen: Edition = load_edition(edition or "classic")
    except Code777Error as error:
        fail(Sentence("{place}: {error}", place="--edition", error=error))
    house_cards = None
    try:
        if cards:
            house_cards = read_card_file(Path(cards))
            chosen.with_cards(house_cards)  # bad cards are refused before the log is read
    except Code777Error as error:
        fail(Sentence("{place}: {error}", place="--cards", error=error))
    return Table(edition=chosen, viewer=seat, folder=folder, house_cards=house_cards)


def solver_at(file: str, seat: str, edition: str | None, cards: str | None) -> Solver:
    """A solver that has read a whole log."""
    text = text_of(file)
    t = current_language()
    solver = new_solver(table_for(file, text, seat, edition, cards), say=partial(say, t=t))
    with reading(file), telling(t("reading the log"), t):
        solver.tell(text)
        position_of(solver).require_belief()
    return solver


@contextmanager
def reading(file: str) -> Iterator[None]:
    """Bad input ends with one line and status 2."""
    try:
        yield
    except Code777Error as error:
        fail(Sentence("{place}: {error}", place=file, error=error) if file != "-" else error.sentence)


@click.command(hidden=True)
@click.argument("file", type=click.Path())
@click.pass_obj
def _prompt(t: Language, file: str) -> None:
    """The prompt on a log."""
    path = Path(file)
    try:
        if not path.is_file():
            fail(Sentence("cannot read {file}: no such file (`code777` alone starts a new game)", file=file))
        raise SystemExit(prompt.start(t, path))
    except Code777Error as error:
        fail(error.sentence)


def _language_first(args: list[str]) -> list[str]:
    """Arguments with ``--lang`` before the command, where it belongs; people also type it after it."""
    for i, word in enumerate(args):
        if word == "--":
            break
        if word == "--lang" or word.startswith("--lang="):
            end = i + 1 + (word == "--lang")
            return [*args[i:end], *args[:i], *args[end:]]
    return args


class CommandGroup(Stoppable):
    """Commands by name. A first word that is none of them may be a log: then the prompt opens on it."""

    def __init__(self, *arguments: Any, modules: Mapping[str, Any], **named: Any) -> None:
        """``modules[name]`` holds the command of that name."""
        super().__init__(*arguments, **named)
        self._modules = modules

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(self._modules)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        module = self._modules.get(name)
        return None if module is None else getattr(module, name)

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(context, _language_first(args))

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(context, args[0]) is None and looks_like_file(args[0]):
            return "prompt", _prompt, args
        return super().resolve_command(context, args)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options; where none begins so, files, for the prompt opens on them."""
        return super().shell_complete(context, incomplete) or [CompletionItem(incomplete, type="file")]
