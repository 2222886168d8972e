"""Long work: how it is told of, and how Ctrl-C stops it.

Ctrl-C is noted, and counts at safe points only: nothing is thrown into work from outside, so nothing is torn, least of all
what is being saved.

`noting`     as long as it lasts, Ctrl-C is noted and not raised
`check`      a safe point: the work ends here if Ctrl-C was noted
`telling`    says what is being done, once it takes a moment
`run`        the work of a command: what is still inside compiled code after Ctrl-C ends with the command
`Job`        the work of a prompt, which goes on: another process does it, and is ended by Ctrl-C
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Concatenate, Generic, ParamSpec, Self, TypeVar

from ._lazy import lazy_module
from .errors import Code777Error, JobError
from .sentences import Counted, Sentence

if TYPE_CHECKING:
    import pickle
    import queue
    import subprocess
else:
    pickle, queue, subprocess = lazy_module("pickle"), lazy_module("queue"), lazy_module("subprocess")

__all__ = ["Job", "StatusLine", "check", "compiling", "looking", "noting", "run", "telling"]

PATIENCE = 0.3
"""Seconds after which something is said."""
_TICK = 0.05
"""Seconds between two looks at the work and at Ctrl-C."""
GRACE = 0.5
"""Seconds that a command's work has after Ctrl-C to come to a safe point."""

T = TypeVar("T")
P = ParamSpec("P")


# Ctrl-C.


class _CtrlC:
    """True if Ctrl-C was pressed. A plain flag: what a signal interrupts may hold any lock."""

    noted = False

    def note(self, *_: object) -> None:
        self.noted = True


_ctrl_c = _CtrlC()


@contextmanager
def noting() -> Iterator[None]:
    """Note Ctrl-C instead of raising it, for `check`. A program that was told to ignore it does so."""
    old = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or old in (signal.SIG_IGN, None):
        yield
        return
    forget()
    signal.signal(signal.SIGINT, _ctrl_c.note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, old)
        forget()


def forget() -> None:
    """Let go of what was noted: it was meant for what is over."""
    _ctrl_c.noted = False


def check() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C was noted. Called where the results so far are complete."""
    if _ctrl_c.noted:
        raise KeyboardInterrupt


# What is being done.


class StatusLine:
    """A line of a terminal that says what is being done and is then gone; ``out`` is None where nothing is to be told."""

    def __init__(self, out: IO[str] | None, t: Callable[[str], str] = str, start: str = "") -> None:
        self._out, self._t, self._start = out, t, start
        self._shown = 0

    def tell(self, text: str) -> None:
        """One line, in the place of the one before; the cursor is left at its beginning when there is none."""
        if self._out is None or (not text and not self._shown):
            return
        line = f"{self._start}{text} ..." if text else ""
        self._out.write(f"\r{line}{' ' * (self._shown - len(line))}" + ("" if line else "\r"))
        self._out.flush()
        self._shown = len(line)

    @contextmanager
    def telling(self, doing: Callable[[], str]) -> Iterator[None]:
        """Say what the main thread does, once it takes a moment; nothing may be printed inside."""
        if self._out is None:
            yield
            return
        try:
            with looking(lambda: self.tell(self._t(compiling() or "") or doing())):
                yield
        finally:
            self.tell("")


@contextmanager
def looking(look: Callable[[], object]) -> Iterator[None]:
    """Look at the work of the main thread again and again, from another thread, once it takes a moment."""
    ended = threading.Event()

    def watch() -> None:
        pause = PATIENCE
        while not ended.wait(pause):
            look()
            pause = _TICK

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def telling(doing: str, t: Callable[[str], str] = str, out: IO[str] | None = None) -> Iterator[None]:
    """Say on standard error, if that is a terminal, what a command does."""
    stream = out or sys.stderr
    with StatusLine(stream if stream.isatty() else None, t, "code777: ").telling(lambda: doing):
        yield


def compiled_functions() -> tuple[int, bool]:
    """Number of functions compiled since the first call, and True if one is being compiled now."""
    if "numba.core.event" not in sys.modules:
        return 0, False
    found = _listener()
    return found.count, found.depth > 0


@cache
def _listener() -> Any:
    """The compiler tells nobody what it does but those who ask its own events."""
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
    """Progress of the compiler; None if it is idle. No other work can report this."""
    count, now = compiled_functions()
    if not now:
        return None
    return Counted(
        count,
        "compiling, only the first time ({count} function done)",
        "compiling, only the first time ({count} functions done)",
    )


# The work of commands.


def run(work: Callable[[], T]) -> T:
    """Do the work of a command in a thread, while the main thread waits for it or for Ctrl-C.

    Ctrl-C raises `KeyboardInterrupt` as soon as the work has come to a safe point, or after a moment. Work that has not
    ended by then is inside compiled code, which nothing reaches: it ends with the program, which has to end now.
    """
    result: list[T] = []
    error: list[BaseException] = []
    ended = threading.Event()

    def target() -> None:
        try:
            result.append(work())
        except BaseException as raised:  # noqa: BLE001  (it is raised where the result is waited for)
            error.append(raised)
        finally:
            ended.set()

    with noting():
        threading.Thread(target=target, daemon=True).start()
        while not ended.wait(_TICK):
            if _ctrl_c.noted:
                ended.wait(GRACE)
                break
        if error:
            raise error[0]
        check()
    return result[0]


# The work of other processes.

COMMAND = ("-m", "code777solver.jobs")


class Job(Generic[T]):
    """Work of another process. `stop`, or the end of a ``with``, ends the process.

        with Job(work, 7) as job:                     the process starts, and calls work(say, 7)
            while (found := job.wait()) is None:      it works; `job.said` is what it last passed to `say`
                check()

    The work and what it takes and gives must be picklable, and it gives something. The process ignores Ctrl-C and has
    nowhere to write messages to. Where no process can be started, this one does the work when it is first waited for.
    """

    def __init__(
        self, work: Callable[Concatenate[Callable[[object], None], P], T], *args: P.args, **named: P.kwargs
    ) -> None:
        self.said: object = None
        self._work: Callable[[Callable[[object], None]], T] = lambda say: work(say, *args, **named)
        self._told: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        asked = pickle.dumps((work, args, named))
        try:
            self._process = subprocess.Popen(
                [sys.executable, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError:
            return
        threading.Thread(target=self._listen, args=(self._process, asked), daemon=True).start()

    def _listen(self, process: subprocess.Popen[bytes], asked: bytes) -> None:
        """Pass on what the process says, until it has ended."""
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(Exception), process.stdout, process.stdin:
            process.stdin.write(asked)
            process.stdin.flush()  # and stays open: its end tells the process that nobody waits
            while True:
                kind, what = pickle.load(process.stdout)
                self._told.put((kind, what))
        process.wait()
        self._told.put(("refused", JobError("the process that worked it out has ended unexpectedly")))

    def wait(self, seconds: float = 0.1) -> T | None:
        """Result of the work; None if it is not there after ``seconds``. Raises the error that ended the work.

        Returns None earlier if the process reports progress (`said`).
        """
        if self._process is None:
            return self._work(self._say)
        try:
            kind, what = self._told.get(timeout=seconds)
        except queue.Empty:
            return None
        if kind == "refused":
            raise what
        if kind == "done":
            found: T = what
            return found
        self._say(what)
        return None

    def _say(self, what: object) -> None:
        self.said = what

    def stop(self) -> None:
        """End the process at once."""
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _serve(request: tuple[Callable[..., object], tuple[Any, ...], dict[str, Any]], sink: BinaryIO) -> None:
    """Do the work of a request, and pass on its messages and its result."""

    def tell(kind: str, what: object) -> None:
        pickle.dump((kind, what), sink)
        sink.flush()

    work, args, named = request
    try:
        found = work(lambda what: tell("said", what), *args, **named)
    except Code777Error as error:
        tell("refused", error)
    else:
        tell("done", found)


def _end_with_parent() -> None:
    """End this process when its input ends: the parent is gone, even if it was killed."""
    os.read(0, 1)  # a buffered read would hold a lock while the interpreter ends
    os._exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with os.fdopen(os.dup(1), "wb") as pipe, suppress(BrokenPipeError):  # nobody waits any more
        os.dup2(2, 1)  # what is printed goes where messages go
        asked = pickle.load(sys.stdin.buffer)
        threading.Thread(target=_end_with_parent, daemon=True).start()
        _serve(asked, pipe)
