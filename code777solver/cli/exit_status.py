"""How the commands end: exit statuses, and the one line about bad input."""

from __future__ import annotations

from typing import NoReturn

import click

DONE, CONTRADICTED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def fail(message: str) -> NoReturn:
    """End with one line on standard error and the status of bad input."""
    click.echo(f"code777: {message}", err=True)
    raise SystemExit(BAD_INPUT)
