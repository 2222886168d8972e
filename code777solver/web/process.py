"""One worker process as an event loop sees it: a request is written, an answer read, and every way to fail is one error.

A thread for each process does all that may block or fail: it starts the process, writes, reads, and waits for its end. The
event loops have calls for this, too, but differ in what they raise, and leave files open or wait forever where a start
fails halfway. For the caller, each fault means the same: the worker is of no more use (`WorkerGoneError`).
"""

from __future__ import annotations

import asyncio
import os
import queue
import select
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from . import secret
from .worker import HEAD, LENGTH, MARK_BYTES, RETIRES, SVG

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_MOST_ANSWER = 64 << 20
"""Bytes of the longest answer; a frame that says more is none."""
_START_SECONDS = 60.0
"""Seconds for the system to start a process, without the work of the process itself."""
_EXIT_SECONDS = 10.0
"""Seconds to wait for a process that was ended; the system may keep it for longer."""
_LOOK_SECONDS = 0.5
"""Seconds between two checks of an idle process."""
COMMAND = ("-m", "code777solver.web.worker")


class Result(NamedTuple):
    """The response of a worker."""

    status: int
    svg: bool
    body: bytes


class WorkerGoneError(Exception):
    """The process has ended, or makes no sense."""


class Worker:
    """A process that answers one request at a time. One event loop owns it."""

    def __init__(self, lost: Callable[[Worker], None]) -> None:
        self.last = ""
        """The game it worked on last: its next line is quicker there."""
        self.retires = False
        """True if it asks to be replaced: it has grown, or run out of memory."""
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        """None ends the thread."""
        self._ended = False
        self._answer: asyncio.Future[bytes] | None = None
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._exited: asyncio.Future[None] = self._loop.create_future()

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    @property
    def gone(self) -> bool:
        """True once it was ended, or has ended by itself."""
        try:
            return self._ended or self._process is None or self._process.poll() is not None
        except OSError:
            return True

    @classmethod
    async def start(cls, lost: Callable[[Worker], None], *, seconds: float, key: bytes | None = None) -> Worker:
        """Start a process, which gets the key of the games, or finds it itself; ``lost`` is called once when it is gone. Raises `OSError` and
        others if that fails."""
        worker = cls(lost)
        command = [sys.executable, *COMMAND, f"{2 * seconds + 5:g}"]
        threading.Thread(target=worker._serve, args=(command, key), name="worker", daemon=True).start()
        try:
            async with asyncio.timeout(_START_SECONDS):
                await asyncio.shield(worker._started)
        except BaseException:
            worker.end()  # if the process starts after all, the thread ends it
            raise
        return worker

    async def ask(self, request: bytes) -> Result:
        """Send a request and wait for its answer. Raises `WorkerGoneError`."""
        if self.gone:
            raise WorkerGoneError
        self._answer = self._loop.create_future()
        self._requests.put(request)
        try:
            frame = await self._answer
        finally:
            self._answer = None
        _, status, flags = HEAD.unpack_from(frame)
        self.retires = bool(flags & RETIRES)
        return Result(status, bool(flags & SVG), frame[HEAD.size :])

    def end(self) -> None:
        """End the process at once."""
        self._ended = True
        self._requests.put(None)
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()

    async def exited(self) -> None:
        """Wait until the process has ended and its pipes are closed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_EXIT_SECONDS):
                await asyncio.shield(self._exited)

    # What the thread does.

    def _serve(self, command: list[str], key: bytes | None) -> None:
        files: list[int] = []
        try:
            theirs_in, ours_out = _pipe(files)
            ours_in, theirs_out = _pipe(files)
            environment = {**os.environ, **dict.fromkeys(_THREADS, "1")}
            if key is not None:
                environment[secret.NAME] = key.decode()
            process = subprocess.Popen(command, stdin=theirs_in, stdout=theirs_out, env=environment)
        except BaseException as error:  # noqa: BLE001  (passed on to the caller that waits for the start)
            _close(files)
            self._tell(_fail, self._started, error)
            self._tell(_fulfil, self._exited, None)
            return
        self._process = process
        _close([theirs_in, theirs_out])
        self._tell(_fulfil, self._started, None)
        with suppress(Exception):
            self._answer_all(process, ours_in, ours_out)
        _close([ours_in, ours_out])
        with suppress(Exception):
            process.kill()
            process.wait()
        self._tell(self._lose)

    def _answer_all(self, process: subprocess.Popen[bytes], source: int, sink: int) -> None:
        """Until the process has ended or makes no sense."""
        while not self._ended:
            try:
                request = self._requests.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                request = b""
            if request is None or process.poll() is not None or _is_stopped(process.pid) or _has_more(source):
                return
            if request:
                mark = os.urandom(MARK_BYTES)  # what was written unasked, even just now, is not taken for the answer
                _write(sink, LENGTH.pack(MARK_BYTES + len(request)) + mark + request)
                (length,) = LENGTH.unpack(_read(source, LENGTH.size))
                if not HEAD.size <= length <= _MOST_ANSWER:
                    return
                frame = _read(source, length)
                if not frame.startswith(mark) or _has_more(source):
                    return
                self._tell(self._deliver, frame)

    def _tell(self, what: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens
            self._loop.call_soon_threadsafe(what, *arguments)

    # What the loop does when it is told.

    def _deliver(self, frame: bytes) -> None:
        if self._answer is not None:
            _fulfil(self._answer, frame)

    def _lose(self) -> None:
        self._ended = True
        _fulfil(self._exited, None)
        if self._answer is not None:
            _fail(self._answer, WorkerGoneError())
        self._lost(self)


def _fulfil(future: asyncio.Future[Any], value: object) -> None:
    if not future.done():
        future.set_result(value)


def _fail(future: asyncio.Future[Any], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # if nobody waits any more, nobody need be told


def _pipe(files: list[int]) -> tuple[int, int]:
    """A pipe whose two ends are added to ``files``."""
    source, sink = os.pipe()
    files += (source, sink)
    return source, sink


def _close(files: list[int]) -> None:
    for file in files:
        with suppress(OSError):
            os.close(file)


def _write(file: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


def _read(file: int, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = os.read(file, min(count - len(parts), 1 << 20))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


def _is_stopped(pid: int) -> bool:
    """True for a child held by a signal (SIGSTOP): a request would only wait for its time limit."""
    if sys.platform == "win32" or not hasattr(os, "waitid"):
        return False
    return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None


def _has_more(file: int) -> bool:
    """True if an idle process has written something or closed its end."""
    if sys.platform == "win32" or not hasattr(select, "poll"):
        return False
    poller = select.poll()
    poller.register(file, select.POLLIN | select.POLLHUP)
    return bool(poller.poll(0))
