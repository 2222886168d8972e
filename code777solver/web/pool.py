"""Worker processes as an event loop sees them: requests wait in line, and one that takes too long loses its worker.

A process can be ended whatever it is doing, a thread cannot; so the work is done in processes, and the others do not
notice when one of them is replaced.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from typing import NamedTuple

from .worker import HEAD, LENGTH

_WARM_UP = b"check\n" + b'{"log":"players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <"}'
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Result(NamedTuple):
    """What a worker gave."""

    status: int
    svg: bool
    body: bytes


class TooSlow(Exception):
    """A request whose worker was ended after ``seconds``."""


class Busy(Exception):
    """More requests wait than the pool keeps."""


class _Worker:
    """One process and its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.last = ""
        """Which game it worked on last: its next line is quicker there."""

    @classmethod
    async def start(cls) -> _Worker:
        environment = {**os.environ, **dict.fromkeys(_THREADS, "1")}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "code777solver.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
        )
        return cls(process)

    async def ask(self, request: bytes) -> Result:
        """Send a request and wait for its answer. Raises `EOFError` or `OSError` if the process is gone."""
        writer, reader = self.process.stdin, self.process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(LENGTH.pack(len(request)) + request)
        await writer.drain()
        frame = await reader.readexactly(LENGTH.unpack(await reader.readexactly(LENGTH.size))[0])
        status, svg = HEAD.unpack_from(frame)
        return Result(status, bool(svg), frame[HEAD.size :])

    def end(self) -> None:
        """End the process at once."""
        if self.process.returncode is None:
            self.process.kill()


class WorkerPool:
    """A fixed number of workers. One event loop owns it."""

    def __init__(self, size: int, *, seconds: float, most_waiting: int = 4000) -> None:
        self.size, self.seconds, self._most_waiting = size, seconds, most_waiting
        self._idle: list[_Worker] = []
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._all: set[_Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False
        self.replaced = 0
        """How many workers were ended and replaced."""

    async def start(self) -> None:
        """Start the workers; returns when the first is ready, raises `RuntimeError` if it does not get ready."""
        for _ in range(self.size):
            self._begin_one()
        await asyncio.wait(list(self._starting), return_when=asyncio.FIRST_COMPLETED)
        if not self._idle:
            await self.stop()
            raise RuntimeError("the workers do not start; the lines above tell why")

    async def stop(self) -> None:
        """End all workers."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._all:
            worker.end()
        await asyncio.gather(*(worker.process.wait() for worker in self._all), return_exceptions=True)
        for waiting in self._waiting:
            waiting.cancel()

    async def run(self, request: bytes, game: str) -> Result:
        """The answer to a request. ``game`` tells which requests belong together. Raises `TooSlow` or `Busy`."""
        for _ in range(2):  # once more if the worker had died before, which is not this request's fault
            worker = await self._take(game)
            done = False
            try:
                result = await asyncio.wait_for(worker.ask(request), self.seconds)
                done = True
            except TimeoutError:
                raise TooSlow from None
            except (EOFError, OSError):
                continue
            finally:
                if done:
                    self._give(worker)
                else:
                    self._replace(worker)
            return result
        return Result(500, False, b'{"error":{"code":"internal","message":"the workers of the server end too early"}}')

    async def _take(self, game: str) -> _Worker:
        """An idle worker, preferably the one that knows the game; waits in line if there is none."""
        if self._idle:
            place = next((i for i, worker in enumerate(self._idle) if worker.last == game), 0)
            worker = self._idle.pop(place)
        else:
            if len(self._waiting) >= self._most_waiting:
                raise Busy
            waiting: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            try:
                worker = await waiting
            except asyncio.CancelledError:
                if waiting.done() and not waiting.cancelled():
                    self._give(waiting.result())
                raise
        worker.last = game
        return worker

    def _give(self, worker: _Worker) -> None:
        """A worker is free: the next in line gets it."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(worker)
                return
        self._idle.append(worker)

    def _replace(self, worker: _Worker) -> None:
        worker.end()
        self._all.discard(worker)
        if not self._closed:
            self.replaced += 1
            self._begin_one()

    def _begin_one(self) -> None:
        task = asyncio.get_running_loop().create_task(self._start_one())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_one(self) -> None:
        """Start a worker and let it load what every request needs."""
        worker = await _Worker.start()
        self._all.add(worker)
        try:
            await asyncio.wait_for(worker.ask(_WARM_UP), 60)
        except (TimeoutError, EOFError, OSError):
            worker.end()
            self._all.discard(worker)
            await asyncio.sleep(1)
            if not self._closed:
                self._begin_one()
            return
        self._give(worker)
