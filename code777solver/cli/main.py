"""The command ``code777``: its options and its commands. No deduction.

Exit status 0: done; 1: the log contradicts itself; 2: bad input; 130: stopped by Ctrl-C (what was done is printed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from .._version import __version__
from ..errors import Code777Error
from ..lang import language, preferred_language
from ..sentences import Sentence
from ..show.streams import take_any_text
from .completion import completion_option, languages
from .exit_status import fail
from .files import CommandGroup

if TYPE_CHECKING:
    from ..prompt import game as prompt
else:
    prompt = lazy_module("code777solver.prompt.game")

MODULES = {
    "analyze": lazy_module("code777solver.cli.analyze"),
    "bench": lazy_module("code777solver.cli.bench"),
    "breaker": lazy_module("code777solver.cli.breaker"),
    "check": lazy_module("code777solver.cli.check"),
    "example": lazy_module("code777solver.cli.example"),
    "explain": lazy_module("code777solver.cli.explain"),
    "games": lazy_module("code777solver.cli.play"),
    "play": lazy_module("code777solver.cli.play"),
    "puzzle": lazy_module("code777solver.cli.puzzle"),
    "review": lazy_module("code777solver.cli.review"),
    "serve": lazy_module("code777solver.cli.serve"),
    "sheet": lazy_module("code777solver.cli.sheet"),
    "simulate": lazy_module("code777solver.cli.simulate"),
}
"""Command -> its module, which holds it under that name and is imported when the command is used."""


@click.group(
    cls=CommandGroup,
    modules=MODULES,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="code777")
@click.option("--lang", metavar="CODE", shell_complete=languages, help="Language: en, nl, fr or de.")
@completion_option
@click.pass_context
def main(context: click.Context, lang: str | None) -> None:
    """The exact deduction assistant for the board game Code 777.

    Without a command, it opens the prompt with a new game or the unfinished one. `code777 FILE` opens it on a log.
    Commands on a log take the last game if no FILE is named.
    """
    take_any_text()
    try:
        context.obj = language((lang or preferred_language()).casefold())
    except Code777Error as error:
        fail(Sentence("{place}: {error}", place="--lang", error=error))
    if context.invoked_subcommand is None:
        raise SystemExit(prompt.start(context.obj))
