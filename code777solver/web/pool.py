"""Worker processes as an event loop sees them: requests wait in line, and one that takes too long loses its worker.

A process can be ended at any moment, a thread cannot; so the work is done in processes, and the others do not
notice when one of them is replaced. A pool always comes back: a worker that cannot be started is tried again, with
growing pauses, for as long as the pool is open.

Every client has a separate line, and the lines are served in turn. The last idle worker is for a client that holds
none, so one client cannot keep the request of another waiting. The place of a worker that was lost to a client's request
counts as held by that client until another one was started.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from .process import Result, Worker, WorkerGoneError

_WARM_UP = b"check\n" + b'{"log":"players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <"}'
_WARM_UP_SECONDS = 120.0
_TRIES = 3
"""Workers that one request may lose; workers that were dead before do not count."""
_BROKEN = Result(500, False, b'{"error":{"code":"internal","message":"the workers of the server end too early"}}')
_log = logging.getLogger(__name__)


class TooSlow(Exception):
    """A request whose worker was ended after ``seconds``."""


class Busy(Exception):
    """More requests wait than the pool keeps, or one has waited for too long."""


class Pauses(NamedTuple):
    """Seconds before a start that failed is tried again: the first time, doubled each time, and at most."""

    first: float = 0.5
    most: float = 30.0


_PAUSES = Pauses()


class WorkerPool:
    """A fixed number of workers. One event loop owns it."""

    def __init__(
        self,
        size: int,
        *,
        seconds: float,
        key: bytes | None = None,
        most_waiting: int = 1000,
        most_wait: float | None = None,
        pauses: Pauses = _PAUSES,
    ) -> None:
        self.size, self.seconds, self._key = size, seconds, key
        self._most_waiting, self._pauses = most_waiting, pauses
        self.most_wait = max(60.0, 3 * seconds) if most_wait is None else most_wait
        """Seconds that a request may wait in line."""
        self._idle: list[Worker] = []
        self._lines: dict[str, dict[asyncio.Future[Worker], str]] = {}
        """Those who wait, by client, with the game of each; the client whose turn it is comes first."""
        self._held: Counter[str] = Counter()
        """Workers in use by client."""
        self._ready: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._first: asyncio.Future[None] | None = None
        self._failed = 0
        self._closed = False
        self.replaced = 0
        """Workers that were ended or lost, and replaced."""

    @property
    def workers(self) -> int:
        """Workers that are ready or busy."""
        return len(self._ready)

    @property
    def waiting(self) -> int:
        """Requests in line."""
        return sum(map(len, self._lines.values()))

    @property
    def is_ready(self) -> bool:
        """True if a request that comes now would be worked on."""
        return bool(self._ready) and self.waiting < self._most_waiting and not self._closed

    def open(self) -> None:
        """Start the workers, if nobody has. Requests may come at once: they wait in line."""
        if self._first is None:
            self._first = asyncio.get_running_loop().create_future()
            for _ in range(self.size):
                self._begin_one()

    async def start(self) -> None:
        """Open, and return when the first worker is ready; raises `RuntimeError` if every one fails at first."""
        self.open()
        assert self._first is not None
        try:
            await asyncio.shield(self._first)
        except RuntimeError:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End all workers. Requests that still wait are refused: the pool is busy."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(_end(worker) for worker in self._ready), *self._ending)
        self._ready.clear()
        self._idle.clear()
        for waiting in [waiting for line in self._lines.values() for waiting in line]:
            if not waiting.done():
                waiting.set_exception(Busy())
        if self._first is not None and not self._first.done():
            self._first.cancel()

    async def run(
        self, request: bytes, game: str, client: str = "", *, begun: Callable[[], None] | None = None
    ) -> Result:
        """The answer to a request of a client. Requests with the same ``game`` belong together; ``begun`` is called
        when the request has left the line. Raises `TooSlow` or `Busy`.
        """
        for _ in range(_TRIES):
            worker = await self._take(game, client)
            if begun is not None:
                begun()
            done = False
            try:
                async with asyncio.timeout(self.seconds):
                    result = await worker.ask(request)
                done = not worker.retires
            except TimeoutError:
                raise TooSlow from None
            except WorkerGoneError:
                continue
            finally:
                if done:
                    self._give(worker, client)
                else:
                    self._replace(worker, client=client)
            return result
        return _BROKEN

    async def _take(self, game: str, client: str) -> Worker:
        """An idle worker, preferably the one that knows the game; waits in line if there is none for this client."""
        if self._closed:
            raise Busy
        for worker in [worker for worker in self._idle if worker.gone]:
            self._lose(worker)
        return self._hand_over(game, client) if self._may_take(client) else await self._stand_in_line(game, client)

    def _may_take(self, client: str) -> bool:
        return len(self._idle) > 1 or (bool(self._idle) and not self._held[client])

    def _hand_over(self, game: str, client: str) -> Worker:
        place = next((i for i, worker in enumerate(self._idle) if worker.last == game), 0)
        worker = self._idle.pop(place)
        worker.last = game
        self._held[client] += 1
        return worker

    def _release(self, client: str | None) -> None:
        """A client holds one worker less."""
        if client is not None:
            self._held[client] -= 1
            self._held += Counter()  # those with none are left out

    async def _stand_in_line(self, game: str, client: str) -> Worker:
        if self.waiting >= self._most_waiting:
            raise Busy
        waiting: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, {})[waiting] = game
        try:
            async with asyncio.timeout(self.most_wait):
                return await waiting
        except BaseException as error:
            if waiting.done() and not waiting.cancelled() and waiting.exception() is None:
                self._give(waiting.result(), client)  # it came too late
            if isinstance(error, TimeoutError):
                raise Busy from None
            raise
        finally:
            self._leave(client, waiting)

    def _leave(self, client: str, waiting: asyncio.Future[Worker]) -> None:
        line = self._lines.get(client, {})
        line.pop(waiting, None)
        if not line:
            self._lines.pop(client, None)

    def _give(self, worker: Worker, client: str | None = None) -> None:
        """A worker is free, which a client has held if one is named: the next in line gets it."""
        if worker.gone or self._closed:
            self._replace(worker, client=client)
            return
        self._release(client)
        self._idle.append(worker)
        self._serve_lines()

    def _serve_lines(self) -> None:
        """Give idle workers to those who wait, one client after the other."""
        while (client := next(filter(self._may_take, self._lines), None)) is not None:
            line = self._lines.pop(client)
            waiting, game = next(iter(line.items()))
            del line[waiting]
            if line:
                self._lines[client] = line  # behind the others
            if not waiting.done():
                waiting.set_result(self._hand_over(game, client))

    def _replace(self, worker: Worker, pause: float = 0.0, client: str | None = None) -> None:
        """End a worker, and start another in its place; a second call changes nothing."""
        worker.end()
        if worker in self._ready and not self._closed:
            self._ready.discard(worker)
            self.replaced += 1
            _remember(self._ending, _end(worker))
            self._begin_one(pause, client)
        else:
            self._release(client)

    def _lose(self, worker: Worker) -> None:
        """A worker has ended by itself. If it was busy, the waiting request replaces it."""
        if worker in self._idle:
            self._idle.remove(worker)
            self._replace(worker, self._pauses.first)

    def _begin_one(self, pause: float = 0.0, client: str | None = None) -> None:
        _remember(self._starting, self._start_one(pause, client))

    async def _start_one(self, pause: float, client: str | None) -> None:
        """Start a worker and let it load what every request needs; try again until that works. The place is held by a
        client, if one is named, until the first try."""
        while True:
            await asyncio.sleep(pause)
            worker = None
            try:
                worker = await Worker.start(self._lose, seconds=self.seconds, key=self._key)
                async with asyncio.timeout(_WARM_UP_SECONDS):
                    await worker.ask(_WARM_UP)
            except asyncio.CancelledError:
                await _end(worker)
                raise
            except Exception as error:  # noqa: BLE001  (after any error the place in the pool must not stay empty)
                await _end(worker)
                pause = min(max(2 * pause, self._pauses.first), self._pauses.most)
                _log.warning("a worker did not start, next try in %g s: %s", pause, str(error) or type(error).__name__)
                self._tell_failure()
                self._release(client)
                client = None
                self._serve_lines()
            else:
                break
        self._ready.add(worker)
        if self._first is not None and not self._first.done():
            self._first.set_result(None)
        self._give(worker, client)

    def _tell_failure(self) -> None:
        self._failed += 1
        if self._failed >= self.size and self._first is not None and not self._first.done():
            self._first.set_exception(RuntimeError("the workers did not start; the lines above say why"))
            self._first.exception()  # marks it as retrieved, for callers who do not wait for the start


def _remember(tasks: set[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
    """Begin a task that is in a set until it is done."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def _end(worker: Worker | None) -> None:
    if worker is not None:
        worker.end()
        await worker.exited()
