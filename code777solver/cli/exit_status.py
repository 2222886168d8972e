"""The end of commands: exit statuses, and the one line about bad input."""

from __future__ import annotations

from typing import NoReturn

import click

from ..lang import Language

DONE, CONTRADICTED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def fail(message: str) -> NoReturn:
    """End with one line on standard error, in the language of the command, and the status of bad input."""
    context = click.get_current_context(silent=True)
    t = context.find_object(Language) if context is not None else None
    click.echo(f"code777: {message if t is None else t(message)}", err=True)
    raise SystemExit(BAD_INPUT)
