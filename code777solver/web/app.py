"""The ASGI application. ``uvicorn --factory code777solver.web.app:create_app`` serves it without the command, too.

Answers are kept, encoded, by the request that asked for them: the same request, from any phone, is answered
without work, and while it is being worked out for a client it is worked out once.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..lang import LANGUAGES
from .about import about, texts
from .access import RETRY_AFTER, App, Gate, Receive
from .api import ENDPOINTS
from .cache import Cache
from .openapi import describe
from .page_files import MEDIA, File, page_files
from .pool import Busy, TooSlow, WorkerPool
from .process import Result
from .schema import InputError, check
from .secret import require_length, secret_key
from .worker import encode, failure

MOST_BYTES = 64 << 10
"""The largest request."""
SECONDS = 10.0
"""Seconds that a request may be worked on."""
LONG_SECONDS = 150.0
"""The same for endpoints that compile when they are first used."""
MOST_WAITING = 1000
"""Requests that may wait in each lane, and half as many of one client; the next one is refused."""
MOST_ANSWERS = 48 << 20
"""Bytes of answers that are kept."""
_JSON = "application/json"
_SVG = "image/svg+xml"
_HEAD = {"cache-control": "no-store"}


class _Work:
    """A request that is being worked out, and how many wait for it."""

    def __init__(self, lane: WorkerPool, checked: bytes, game: str, client: str) -> None:
        self.askers, self.begun = 0, False
        self.task = asyncio.get_running_loop().create_task(lane.run(checked, game, client, begun=self._begin))

    def _begin(self) -> None:
        self.begun = True


class Gone(Exception):
    """The client has gone."""


class Dispatcher:
    """Shared state of the endpoints: the workers, the cached responses and the requests in work.

    The workers of the long lane are started when they are first needed, and hold up nobody in the other. A client may
    have ``most`` requests under way.
    """

    def __init__(self, pool: WorkerPool, long: WorkerPool, *, most: int = MOST_WAITING // 2) -> None:
        self.pool, self.long, self._most = pool, long, most
        self._answers: Cache[bytes, Result] = Cache(most_bytes=MOST_ANSWERS)
        self._running: dict[tuple[str, bytes], _Work] = {}
        """By client and request, so that clients do not wait for each other."""
        self._asking: Counter[str] = Counter()
        """Requests in work by client."""

    async def handle(self, request: Request) -> Response:
        """Answer a request to one of the endpoints."""
        name: str = request.path_params["name"]
        endpoint = ENDPOINTS.get(name)
        if endpoint is None:
            return _failed(404, "not_found", f"no endpoint {name!r} (there are {', '.join(ENDPOINTS)})")
        body: bytes = request.scope["code777.body"]
        key = name.encode() + b"\n" + body
        found = self._answers.find(key)
        if found is None:
            media = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
            if media != _JSON:
                return _failed(415, "bad_request", f"the body must be {_JSON}, not {media or 'unnamed'}")
            try:
                fields = check(endpoint.fields, json.loads(body))
            except (ValueError, RecursionError) as error:
                reason = str(error) if isinstance(error, InputError) else "the body is not JSON"
                return _failed(422, "bad_request", reason)
            lane = self.long if endpoint.long(fields) else self.pool
            try:
                lane.open()
                found = await self._work_out(lane, key, name, fields, request.scope["code777.client"], request.receive)
            except TooSlow:
                seconds = f"{lane.seconds:g}"
                return _failed(422, "too_slow", f"that takes longer than {seconds} s to compute and was stopped")
            except Busy:
                return _failed(503, "busy", "too many requests are waiting: try again in a moment")
            except Gone:
                return Response(b"", 503)  # to nobody
        return Response(found.body, found.status, _HEAD, _SVG if found.svg else _JSON)

    async def _work_out(
        self, lane: WorkerPool, key: bytes, name: str, fields: dict[str, Any], client: str, receive: Receive
    ) -> Result:
        """The result of a request; the same request of a client at the same time waits for the same work.

        Raises `Gone` if the client hangs up. Work that nobody waits for any more is dropped if it still stands in line;
        what is being worked on is worked out, and kept for when the client comes back.
        """
        if self._asking[client] >= self._most:
            raise Busy
        work = self._running.get((client, key))
        if work is None:
            checked = name.encode() + b"\n" + encode(fields)
            work = self._running[client, key] = _Work(lane, checked, _game(fields.get("log", "")), client)
            work.task.add_done_callback(lambda task: self._finish(client, key, task))
        work.askers += 1
        self._asking[client] += 1
        hung_up = asyncio.get_running_loop().create_task(_hang_up(receive))
        try:
            await asyncio.wait((work.task, hung_up), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hung_up.cancel()
            work.askers -= 1
            self._asking[client] -= 1
            self._asking += Counter()  # clients that ask nothing are left out
            if not (work.askers or work.begun or work.task.done()):
                work.task.cancel()
                self._running.pop((client, key), None)
        if not work.task.done():
            raise Gone
        return work.task.result()

    def _finish(self, client: str, key: bytes, task: asyncio.Task[Result]) -> None:
        work = self._running.get((client, key))
        if work is not None and work.task is task:
            del self._running[client, key]
        if not task.cancelled() and task.exception() is None and task.result().status != 500:
            self._answers.keep(key, task.result(), len(key) + len(task.result().body) + 500)


async def _hang_up(receive: Receive) -> None:
    """Return when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _game(log: str) -> str:
    """A key for the requests of one game: the beginning of its log."""
    return log[:200]


def _failed(status: int, code: str, message: str) -> Response:
    headers = _HEAD | ({"retry-after": RETRY_AFTER} if status == 503 else {})
    return Response(failure(code, message), status, headers, _JSON)


async def _http_error(request: Request, error: Exception) -> Response:
    """Every error is one line of JSON."""
    assert isinstance(error, HTTPException)
    words = {404: "not found", 405: "this method is not allowed"}
    response = _failed(error.status_code, "not_found", words.get(error.status_code, error.detail))
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    return _failed(500, "internal", "internal server error; see the server's log")


def lanes(workers: int | None) -> tuple[int, int]:
    """Numbers of workers for quick requests and for long ones: one more in each lane than a client
    can keep busy."""
    workers = workers or max(2, os.cpu_count() or 2)
    return workers + 1, max(1, workers // 2) + 1


def create_app(
    *,
    token: str | None = None,
    names: Iterable[str] = (),
    workers: int | None = None,
    seconds: float = SECONDS,
    most_waiting: int = MOST_WAITING,
) -> App:
    """The application. ``CODE777_TOKEN`` is the default token, ``CODE777_HOSTS`` has more names. Raises `SecretError`."""
    if token is None and (given := os.environ.get("CODE777_TOKEN")):
        token = require_length("CODE777_TOKEN", given)
    names = [*names, *os.environ.get("CODE777_HOSTS", "").split()]
    key = secret_key()
    short_lane, long_lane = lanes(workers)
    pool = WorkerPool(short_lane, seconds=seconds, key=key, most_waiting=most_waiting)
    long = WorkerPool(long_lane, seconds=max(seconds, LONG_SECONDS), key=key, most_waiting=most_waiting)
    dispatcher = Dispatcher(pool, long, most=max(1, most_waiting // 2))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await pool.start()
        try:
            yield
        finally:
            await asyncio.gather(pool.stop(), long.stop())

    page = page_files()
    fixed = {
        "/api/openapi.json": File.of(MEDIA[".json"], encode(describe())),
        "/api/about": File.of(MEDIA[".json"], encode(about())),
        **{f"/api/texts/{code}": File.of(MEDIA[".json"], encode(texts(code))) for code in LANGUAGES},
        "/": page["index.html"],
        "/sw.js": page["sw.js"],
        **{f"/static/{name}": file for name, file in page.items()},
    }

    async def send_fixed(request: Request) -> Response:
        return fixed[request.url.path].response(request)

    async def health(request: Request) -> Response:
        return Response(b"{}", 200, _HEAD, _JSON)

    async def ready(request: Request) -> Response:
        if not pool.is_ready:
            return _failed(503, "busy", "no request can be handled at the moment")
        return Response(b"{}", 200, _HEAD, _JSON)

    routes: list[Any] = [
        Route("/api/health", health, methods=["GET"]),
        Route("/api/ready", ready, methods=["GET"]),
        *(Route(path, send_fixed, methods=["GET"]) for path in fixed),
        Route("/api/{name}", dispatcher.handle, methods=["POST"]),
    ]
    handlers: Any = {HTTPException: _http_error, Exception: _fault}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    return Gate(app, token=token, names=names, most_bytes=MOST_BYTES)
