"""The real program in a pseudo-terminal: what a person types, and what is sent to the screen."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from code777solver.__main__ import main

with suppress(ImportError):  # on Windows the tests that need them are left out
    import fcntl
    import pty
    import termios

ROOT = Path(__file__).parents[2]
PATIENCE = 150.0
"""Seconds until something that should appear is missed: a busy machine is slow, and the first advice compiles."""
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][0-9A-B]|[=>78])")
NEW_PROMPT = "\x1b[?2004h"
"""prompt_toolkit sends this once a prompt, before it draws it; while typing it may draw the prompt again and again."""
CTRL_C, CTRL_D, UP, TAB = "\x03", "\x04", "\x1b[A", "\t"


class Prompt:
    """The real program in a pseudo-terminal of its own; with ``tells_place`` one that says where its cursor is.

    Only then prompt_toolkit knows how much room is below the prompt, and shows something there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        columns: int = 80,
        tells_place: bool = False,
        environment: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
        arguments: tuple[str, ...] = (),
        forked: bool = False,
    ) -> None:
        settings = {
            **os.environ,
            "CODE777_GAMES": str(folder),
            "CODE777_LANG": "en",
            "LC_ALL": "C.UTF-8",
            "PROMPT_TOOLKIT_NO_CPR": "" if tells_place else "1",
            "PYTHONPATH": str(ROOT),
            "TERM": "xterm",
            **(environment or {}),
        }
        for name in ("COLUMNS", "LINES", *(() if environment and "NO_COLOR" in environment else ("NO_COLOR",))):
            settings.pop(name, None)
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            try:
                if before is not None:
                    before()
                if forked:
                    run_here(settings)
                os.execve(sys.executable, [sys.executable, "-m", "code777solver", *arguments], settings)
            finally:
                os._exit(127)
        self.resize(columns)
        self.sent = b""
        """Everything that the program has sent to the terminal."""
        self._seen = 0
        self.status: int | None = None

    def resize(self, columns: int) -> None:
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read(self, seconds: float) -> bool:
        """Take what the program sends, waiting for it; False if nothing came."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._terminal, 1 << 16)
        except OSError:  # the program has ended
            data = b""
        self.sent += data
        if b"\x1b[6n" in data:
            os.write(self._terminal, b"\x1b[20;1R")
        return bool(data)

    def settle(self) -> None:
        """Wait until nothing comes any more."""
        while self.read(0.3):
            pass

    def type(self, text: str | bytes) -> None:
        """Type, reading along: neither side may wait for the other."""
        data = text if isinstance(text, bytes) else text.encode()
        deadline = time.monotonic() + PATIENCE
        while data and time.monotonic() < deadline:
            readable, writable, _ = select.select([self._terminal], [self._terminal], [], 1)
            if readable:
                self.read(0)
            if writable:
                data = data[os.write(self._terminal, data[:256]) :]

    def enter(self, *lines: str) -> None:
        for line in lines:
            self.type(line + "\r")

    @property
    def text(self) -> str:
        """Output since the last `expect`, without escape sequences; each new prompt begins with a ▶."""
        return ESCAPES.sub("", self.sent.decode("utf-8", errors="replace").replace(NEW_PROMPT, "▶"))[self._seen :]

    def expect(self, pattern: str, *, seconds: float = PATIENCE) -> str:
        """Wait until something appears; returns the text up to there, and goes on behind it."""
        deadline = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.text)
            if found:
                self._seen += found.end()
                return found.string[: found.end()]
            assert time.monotonic() < deadline, f"no {pattern!r} in: {self.text[-2000:]}"
            if not self.read(0.1):
                assert not self._ended(), f"ended with {self.status}: {self.text[-3000:]}"

    def _ended(self) -> bool:
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def wait(self) -> int:
        """The exit status, once the program has ended."""
        deadline = time.monotonic() + PATIENCE
        while not self._ended():
            assert time.monotonic() < deadline, f"still running: {self.text[-500:]}"
            self.read(0.05)
        while self.read(0.05):
            pass
        assert self.status is not None
        return self.status

    def kill(self) -> None:
        """kill -9, and what was sent before it."""
        if not self._ended():
            os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        while self.read(0.02):
            pass

    def close(self) -> None:
        self.kill()
        os.close(self._terminal)


def run_here(settings: Mapping[str, str]) -> NoReturn:
    """The program in this process, whose terminal is that of its three first files."""
    os.environ.clear()
    os.environ.update(settings)
    sys.argv = ["code777"]
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    try:
        main()
    finally:
        os._exit(1)


@contextmanager
def terminal_prompt(folder: Path, **named: object) -> Iterator[Prompt]:
    found = Prompt(folder, **named)  # type: ignore[arg-type]
    try:
        yield found
    finally:
        found.close()
