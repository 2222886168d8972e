"""Which log a command means: the file that is named, or the last game of the prompt."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from ..errors import Code777Error
from ..lang import Language
from ..sentences import Sentence
from ..table.folders import games_folder
from ..table.journal import SUFFIX
from ..table.stored import last_game
from .exit_status import fail
from .stopping import Stoppable

__all__ = ["Commands", "chosen_file", "split_file"]


def chosen_file(file: str | None) -> str:
    """The file that is named, or the last game, which is told on standard error; exits with 2 if there is none."""
    if file is not None:
        return file
    try:
        found = str(last_game(games_folder()))
    except Code777Error as error:
        fail(error.sentence)
    told = Sentence("the last game, {file}", file=found)
    t = click.get_current_context().find_object(Language)
    click.echo(f"code777: {told if t is None else t(told)}", err=True)
    return found


def looks_like_file(word: str) -> bool:
    """Whether a word names a file, or would if there were one."""
    is_path = os.sep in word or (os.altsep or os.sep) in word
    return word == "-" or word.endswith(SUFFIX) or is_path or Path(word).is_file()


def split_file(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """The file at the beginning of some words, if there is one, and the other words."""
    if words and looks_like_file(words[0]):
        return words[0], tuple(words[1:])
    return None, tuple(words)


@click.command(hidden=True)
@click.argument("file", type=click.Path())
@click.pass_obj
def _prompt(t: Language, file: str) -> None:
    """The prompt on a log."""
    from ..prompt.game import start

    path = Path(file)
    try:
        if not path.is_file():
            fail(Sentence("cannot read {file}: no such file (`code777` alone starts a new game)", file=file))
        raise SystemExit(start(t, path))
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


class Commands(Stoppable):
    """Commands by name. A first word that is none of them may be a log: then the prompt opens on it."""

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
