"""Ctrl-C ends a command quietly, with one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from ..lang import Language
from .exit_status import INTERRUPTED

__all__ = ["Stoppable"]


class Stoppable(click.Group):
    """A group of commands that Ctrl-C ends with one line, in the language of the command, and status 130."""

    _running: click.Context | None = None

    def main(self, args: Sequence[str] | None = None, **named: Any) -> Any:  # type: ignore[override]
        """Run a command. What it did so far is printed if it can; the rest of it is let go."""
        if not named.pop("standalone_mode", True):
            return super().main(args, standalone_mode=False, **named)
        try:
            found = super().main(args, standalone_mode=False, **named)
        except click.ClickException as error:
            error.show()
            raise SystemExit(error.exit_code) from None
        except click.Abort:
            t = self._running.find_object(Language) if self._running is not None else None
            sys.stderr.write(f"\rcode777: {'stopped' if t is None else t('stopped')}\n")
            raise SystemExit(INTERRUPTED) from None
        raise SystemExit(found if isinstance(found, int) else 0)

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        """The context of a call, which comes to know the language."""
        self._running = super().make_context(*arguments, **named)
        return self._running
