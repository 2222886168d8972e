"""Work that may take long: it is done beside the terminal, which says what is being done and obeys Ctrl-C at once.

The work runs in a thread of its own. The main thread waits, and after a moment tells on one line what is going on. That
line is gone when the result comes. Ctrl-C ends the waiting at once, also where compiled code cannot be interrupted; the
work itself stops as soon as it can, and nothing else is begun before it has.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import IO, Any, Generic, NoReturn, TypeVar

from ..sentences import Counted, Sentence

__all__ = ["Worker", "compiled_functions", "compiling", "leave", "patiently"]

PATIENCE = 0.3
"""Seconds after which something is said."""
_TICK = 0.05
"""Seconds between two looks at the work and at Ctrl-C, and until work that is stopped is left alone."""

T = TypeVar("T")


class _Job(Generic[T]):
    """Something that a thread does, and what came of it."""

    def __init__(self, action: Callable[[], T]) -> None:
        self._action = action
        self.result: T | None = None
        self.error: BaseException | None = None
        self.ended = threading.Event()
        """Its own, since a thread whose `join` was interrupted is taken for dead by some versions of Python."""
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.result = self._action()
        except BaseException as error:  # noqa: BLE001  (it is raised where the result is waited for)
            self.error = error
        finally:
            self.ended.set()

    def stop(self) -> None:
        """Let the work end at its next step in Python."""
        import ctypes

        ident = self.thread.ident
        if ident is not None and not self.ended.is_set():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(KeyboardInterrupt))


class Worker:
    """Does one thing at a time; ``out`` is a terminal, or None where nothing is to be told; ``t`` says it in a language."""

    def __init__(self, out: IO[str] | None, t: Callable[[str], str] = str) -> None:
        self._out, self._t = out, t
        self._left: _Job[Any] | None = None
        """Work that was given up and may still be stopping."""
        self._waiting = self._interrupted = False
        self._shown = 0

    @property
    def is_stopping(self) -> bool:
        """Whether work that was given up still runs."""
        return self._left is not None and not self._left.ended.is_set()

    def do(self, action: Callable[[], T], doing: Callable[[], str]) -> T:
        """The result of an action; ``doing`` says what it does, as long as it takes. Ctrl-C raises `KeyboardInterrupt`."""
        job = _Job(action)
        self._waiting, self._interrupted = True, False
        try:
            if self._left is not None:
                self._wait(self._left, doing)
                self._left = None
            job.thread.start()
            self._wait(job, doing)
        except KeyboardInterrupt:
            self._waiting = False
            if job.thread.ident is not None:
                job.stop()
                job.ended.wait(_TICK)
                self._left = job
            raise
        finally:
            self._waiting = False
            self.tell("")
        if job.error is not None:
            raise job.error
        return job.result  # type: ignore[return-value]  # it is what the action returned

    def _wait(self, job: _Job[Any], doing: Callable[[], str]) -> None:
        waited = 0.0
        while not job.ended.wait(_TICK):
            if self._interrupted:
                raise KeyboardInterrupt
            waited += _TICK
            if waited >= PATIENCE:
                self.tell(self._t(compiling() or "") or doing())

    def tell(self, text: str) -> None:
        """One line, in the place of the one before; the cursor is left at its beginning when there is none."""
        if self._out is None or (not text and not self._shown):
            return
        line = f"{text} ..." if text else ""
        self._out.write(f"\r{line}{' ' * (self._shown - len(line))}" + ("" if line else "\r"))
        self._out.flush()
        self._shown = len(line)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Ctrl-C counts only while something is waited for; nothing foreign is printed about what it stops.

        It is noted, and looked for while waiting: an exception at any place breaks what threads are made of.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupted(*_: object) -> None:
            self._interrupted = self._waiting

        old, hook = signal.signal(signal.SIGINT, interrupted), sys.unraisablehook
        sys.unraisablehook = lambda found: None if found.exc_type is KeyboardInterrupt else hook(found)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, old)
            sys.unraisablehook = hook


def leave(worker: Worker, status: int) -> NoReturn:
    """End the program, without waiting for work that was given up."""
    if worker.is_stopping:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)
    raise SystemExit(status)


# What the compiler does. It tells nobody but those who ask its own events.


def compiled_functions() -> tuple[int, bool]:
    """How many functions were compiled since this was first asked, and whether one is being compiled now."""
    if "numba.core.event" not in sys.modules:
        return 0, False
    found = _listener()
    return found.count, found.depth > 0


@cache
def _listener() -> Any:
    from numba.core import event

    class Counting(event.Listener):
        count = depth = 0

        def on_start(self, event: object) -> None:
            self.depth += 1

        def on_end(self, event: object) -> None:
            self.depth = max(0, self.depth - 1)
            self.count += 1

    found = Counting()
    event.register("numba:compile", found)  # type: ignore[no-untyped-call]  # numba has no types
    return found


def compiling() -> Sentence | None:
    """What the compiler does, if it does something: it is the only thing that no work knows of itself."""
    count, now = compiled_functions()
    if not now:
        return None
    return Counted(
        count,
        "compiling, only the first time ({count} function done)",
        "compiling, only the first time ({count} functions done)",
    )


@contextmanager
def patiently(doing: str, t: Callable[[str], str] = str, out: IO[str] | None = None) -> Iterator[None]:
    """Say on standard error, if that is a terminal, what is being done once it takes a moment; nothing may be printed inside."""
    stream = out or sys.stderr
    if not stream.isatty():
        yield
        return
    told, ended = Worker(stream, t), threading.Event()

    def watch() -> None:
        if ended.wait(PATIENCE):
            return
        while True:
            told.tell(f"code777: {t(compiling() or '') or doing}")
            if ended.wait(_TICK):
                break

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        told.tell("")
