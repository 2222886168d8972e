"""Ctrl-C ends a command at once and quietly, wherever it is: also inside compiled code, which no exception reaches."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from ..lang import Language
from .exit_status import INTERRUPTED

__all__ = ["Stoppable"]

_GRACE = 0.1
"""Seconds in which Python itself may see to it."""


class Stoppable(click.Group):
    """A group of commands that Ctrl-C ends with one line, in the language of the command, and status 130."""

    _running: click.Context | None = None

    def main(self, args: Sequence[str] | None = None, **named: Any) -> Any:  # type: ignore[override]
        """Run a command. What it did so far is printed if it can; the rest of it is let go."""
        if not named.pop("standalone_mode", True):
            return super().main(args, standalone_mode=False, **named)
        with _obeyed(self._say_stopped):
            try:
                found = super().main(args, standalone_mode=False, **named)
            except click.ClickException as error:
                error.show()
                raise SystemExit(error.exit_code) from None
            except click.Abort:
                self._say_stopped()
                raise SystemExit(INTERRUPTED) from None
            raise SystemExit(found if isinstance(found, int) else 0)

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        """The context of a call, which comes to know the language."""
        self._running = super().make_context(*arguments, **named)
        return self._running

    def _say_stopped(self) -> None:
        t = self._running.find_object(Language) if self._running is not None else None
        sys.stderr.write(f"\rcode777: {'stopped' if t is None else t('stopped')}\n")
        sys.stderr.flush()


@contextmanager
def _obeyed(say_stopped: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C raises `KeyboardInterrupt` in the main thread; where that thread cannot take it, the program ends."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not (
        signal.default_int_handler
    ):
        yield
        return
    taken = threading.Event()

    def interrupted(*_: object) -> None:
        taken.set()
        raise KeyboardInterrupt

    read, writing, close = _wakeup()

    def watch() -> None:
        while read():
            if signal.getsignal(signal.SIGINT) is interrupted and not taken.wait(_GRACE):
                say_stopped()
                os._exit(INTERRUPTED)

    signal.signal(signal.SIGINT, interrupted)
    old, hook = signal.set_wakeup_fd(writing, warn_on_full_buffer=False), sys.unraisablehook
    sys.unraisablehook = lambda found: None if found.exc_type is KeyboardInterrupt else hook(found)
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        sys.unraisablehook = hook
        signal.set_wakeup_fd(old)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        close()


def _wakeup() -> tuple[Callable[[], bytes], int, Callable[[], None]]:
    """A channel into which the system writes a byte for each signal: what reads it, its other end, and what closes that."""
    if hasattr(os, "set_blocking") and sys.platform != "win32":
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        return lambda: os.read(reading, 1), writing, lambda: os.close(writing)
    import socket  # Windows takes sockets here, and has no pipes that never wait before Python 3.12

    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    return lambda: ours.recv(1), theirs.fileno(), theirs.close
