"""Completion in the shell: the script that a shell reads, and what may follow an option."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

from ..lang import LANGUAGES
from ..rules.editions import edition_names

__all__ = ["SHELLS", "VARIABLE", "completion_option", "editions", "languages"]

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_CODE777_COMPLETE"
"""The environment variable by which a shell asks for completions."""


def _print_script(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is None or context.resilient_parsing:
        return
    found = get_completion_class(shell)
    assert found is not None  # one of `SHELLS`
    click.echo(found(context.command, {}, "code777", VARIABLE).source())
    context.exit()


completion_option = click.option(
    "--completion",
    type=click.Choice(SHELLS),
    is_eager=True,
    expose_value=False,
    callback=_print_script,
    help="Print the script for completion in a shell.",
)


def editions(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The editions; where none begins so, files, for an edition may be one. Bash forgets words beside files."""
    found = [CompletionItem(name) for name in edition_names() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def languages(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(code) for code in LANGUAGES if code.startswith(incomplete)]
