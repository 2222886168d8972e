"""One worker process as an event loop sees it: a request is written, an answer read, and every way to fail is one error.

What can go wrong differs between event loops and systems: a broken pipe, a closed handle, an answer cut off, a frame that
is none. For whoever asked, each means the same: the worker is of no more use (`WorkerGoneError`).
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from .worker import HEAD, LENGTH, RETIRES, SVG

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_MOST_ANSWER = 64 << 20
"""Bytes of the longest answer; a frame that says more is none."""
_EXIT_SECONDS = 10.0
"""How long to wait for a process that was ended; the system may keep it for longer."""
COMMAND = ("-m", "code777solver.web.worker")


class Result(NamedTuple):
    """What a worker gave."""

    status: int
    svg: bool
    body: bytes


class WorkerGoneError(Exception):
    """The process has ended, or makes no sense."""


class Worker(asyncio.SubprocessProtocol):
    """A process that answers one request at a time."""

    def __init__(self, lost: Callable[[Worker], None]) -> None:
        self.last = ""
        """Which game it worked on last: its next line is quicker there."""
        self.gone = False
        self.retires = False
        """Whether it asks to be replaced: it has grown, or run out of memory."""
        self.pid = 0
        self._lost = lost
        self._transport: Any = None
        self._buffer = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._exited: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(cls, lost: Callable[[Worker], None], *, seconds: float) -> Worker:
        """Start a process; ``lost`` is called once when it is gone. Raises `OSError` and others if that fails."""
        loop = asyncio.get_running_loop()
        starting = loop.create_task(
            loop.subprocess_exec(
                lambda: cls(lost),
                sys.executable,
                *COMMAND,
                f"{2 * seconds + 5:g}",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=None,
                env={**os.environ, **dict.fromkeys(_THREADS, "1")},
            )
        )
        try:
            _, worker = await asyncio.shield(starting)
        except asyncio.CancelledError:  # half a start would leave a process and its pipes behind
            with suppress(Exception):
                _, worker = await starting
                worker.end()
                await worker.exited()
            raise
        return worker

    async def ask(self, request: bytes) -> Result:
        """Send a request and wait for its answer. Raises `WorkerGoneError`."""
        if self.gone or self._transport is None:
            raise WorkerGoneError
        self._answer = asyncio.get_running_loop().create_future()
        try:
            self._transport.get_pipe_transport(0).write(LENGTH.pack(len(request)) + request)
            frame = await self._answer
        except WorkerGoneError:
            raise
        except Exception as error:  # asyncio and uvloop differ in what a closed pipe raises
            raise WorkerGoneError(str(error)) from None
        finally:
            self._answer = None
        status, flags = HEAD.unpack_from(frame)
        self.retires = bool(flags & RETIRES)
        return Result(status, bool(flags & SVG), frame[HEAD.size :])

    def end(self) -> None:
        """End the process at once."""
        self._lose()
        if self._transport is not None:
            with suppress(ProcessLookupError):
                self._transport.kill()

    async def exited(self) -> None:
        """Wait until the process has ended and its pipes are closed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_EXIT_SECONDS):
                await asyncio.shield(self._exited)

    # What the event loop tells.

    def connection_made(self, transport: Any) -> None:  # not every loop's transport is a SubprocessTransport
        self._transport = transport
        self.pid = transport.get_pid() or 0

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._buffer += data
        if len(self._buffer) < LENGTH.size:
            return
        (length,) = LENGTH.unpack_from(self._buffer)
        whole = LENGTH.size + length
        nonsense = not HEAD.size <= length <= _MOST_ANSWER or len(self._buffer) > whole
        if nonsense or self._answer is None or self._answer.done():
            self.end()
        elif len(self._buffer) == whole:
            frame = bytes(memoryview(self._buffer)[LENGTH.size :])
            self._buffer.clear()
            self._answer.set_result(frame)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._lose()

    def process_exited(self) -> None:
        self._lose()
        self._transport.close()  # a pipe that was never read to its end would stay open

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._exited.done():
            self._exited.set_result(None)

    def _lose(self) -> None:
        if not self.gone:
            self.gone = True
            if self._answer is not None and not self._answer.done():
                self._answer.set_exception(WorkerGoneError())
            self._lost(self)
