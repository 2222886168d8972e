"""Limits of a client's connection: time, size and number of requests; and the fate of a request whose client has gone."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from webserver import Server, loops, run_on

from code777solver.web.access import MOST_HEAD, MOST_URL, Gate
from code777solver.web.app import Dispatcher, create_app
from code777solver.web.cache import Cache
from code777solver.web.connections import ConnectionLimits, Connections, limits_for
from code777solver.web.pool import Busy
from code777solver.web.process import Result

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()


@pytest.fixture(scope="module", params=[False, True], ids=["uvloop", "plain"])
def either(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server as in production, and one without uvloop and httptools."""
    with Server("--workers", "2", "--token", "sesame", plain=request.param) as running:
        yield running


def raw(server: Server, request: bytes) -> bytes:
    """Send a request; returns all bytes up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as one:
        one.sendall(request)
        found = b""
        while part := one.recv(1 << 16):
            found += part
    return found


@pytest.mark.parametrize(
    "twice",
    [
        "host: 127.0.0.1\r\nhost: 127.0.0.1",
        "host: evil.example\r\nhost: 127.0.0.1",
        "host: 127.0.0.1\r\nHost: evil.example",
        "host: 127.0.0.1\r\nauthorization: Bearer wrong\r\nauthorization: Bearer sesame",
        "host: 127.0.0.1\r\norigin: http://evil.example\r\norigin: http://127.0.0.1",
        "host: 127.0.0.1\r\ncontent-type: text/plain\r\ncontent-type: application/json",
        "host: 127.0.0.1\r\ncontent-length: 0\r\ncontent-length: 5",
        "host: 127.0.0.1\r\ncontent-length: 0\r\ntransfer-encoding: chunked",
    ],
)
def test_a_header_that_is_there_twice_is_refused(either: Server, twice: str) -> None:
    """The last one won, so that a proxy and the server could read two different hosts."""
    found = raw(either, f"GET /api/health HTTP/1.1\r\n{twice}\r\nconnection: close\r\n\r\n".encode())
    assert found.startswith(b"HTTP/1.1 400 ")


def test_health_and_readiness_need_no_token(either: Server) -> None:
    for path in ("health", "ready"):
        found = httpx.get(f"{either.url}api/{path}")
        assert (found.status_code, found.json()) == (200, {})


def test_long_addresses_and_heads(either: Server) -> None:
    for path, headers, status in (
        ("?" + "a" * (MOST_URL - 2), {}, 200),
        ("?" + "a" * MOST_URL, {}, 414),
        ("", {"x": "a" * (MOST_HEAD - 1000)}, 200),
        ("", {"x": "a" * MOST_HEAD}, 431),
    ):
        assert httpx.get(either.url + path, headers=headers).status_code == status


def test_a_pipelined_head_without_end_is_refused(either: Server) -> None:
    """The limit is on every head, not only on the first of a connection."""
    first = b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", either.port), timeout=60) as one:
        one.sendall(first)
        answer = b""
        while not answer.endswith(b"{}"):  # the head and the body may come one after the other
            part = one.recv(1000)
            assert part, answer
            answer += part
        assert answer.startswith(b"HTTP/1.1 200 ")
        one.sendall(b"GET / HTTP/1.1\r\nx: " + b"a" * MOST_HEAD)
        assert one.recv(1000).startswith(b"HTTP/1.1 431 ")


def test_a_get_with_a_body_without_end_is_closed(either: Server) -> None:
    with (
        socket.create_connection(("127.0.0.1", either.port), timeout=60) as one,
        pytest.raises(ConnectionError, match="[Bb]roken pipe|reset|aborted"),
    ):
        one.sendall(b"GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n")
        for _ in range(5000):
            one.sendall(b"3e8\r\n" + b"a" * 1000 + b"\r\n")


@pytest.mark.seconds
@pytest.mark.parametrize("plain", [False, True], ids=["uvloop", "plain"])
def test_sigterm_lets_running_requests_end(plain: bool) -> None:
    """The server asks for the body (100) when it has begun with a request; then it is told to end."""
    body = json.dumps({"log": EXAMPLE}).encode()
    head = "POST /api/check HTTP/1.1\r\nhost: 127.0.0.1\r\nexpect: 100-continue\r\ncontent-type: application/json\r\n"
    with Server("--workers", "1", "--seconds", "60", plain=plain) as server:
        assert server.process is not None
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as one:
            one.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode())
            assert b" 100 " in one.recv(1000)
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(
                httpx.TransportError, match="^$|refused|reset|disconnected|aborted|closed"
            ):  # until it takes no more connections
                while True:
                    httpx.get(f"{server.url}api/health", timeout=60)
            one.sendall(body)
            found = b""
            while part := one.recv(1 << 16):
                found += part
        assert found.startswith(b"HTTP/1.1 200 ")
        server.process.wait(60)


# The line, and those who leave it, without processes.


class Lane:
    """Stands in for a pool: everything waits until it is let go."""

    def __init__(self, *, begins: bool) -> None:
        self.begins, self.seconds = begins, 1.0
        self.running = self.asked = self.dropped = 0
        self.gate: asyncio.Event = asyncio.Event()

    def open(self) -> None:
        return None

    async def run(self, request: bytes, game: str, client: str, *, begun: Any) -> Result:
        self.asked += 1
        if self.begins:
            begun()
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        return Result(200, False, request[:5])


class Client:
    """Somebody who asked, and may hang up."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


async def _steps() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("loop", list(loops()))
@pytest.mark.parametrize("begins", [False, True])
def test_abandoned_requests_are_dropped_unless_they_are_worked_on(loop: str, begins: bool) -> None:
    """A client that had gone still held the line: its requests were worked off one after the other."""

    async def work() -> None:
        lane = Lane(begins=begins)
        dispatcher = Dispatcher(lane, lane)  # type: ignore[arg-type]
        clients = [Client() for _ in range(3)]
        asking = [asyncio.create_task(dispatcher._work_out(lane, b"key", "", {}, "a", one.receive)) for one in clients]  # type: ignore[arg-type]
        await _steps()
        assert lane.asked == 1
        clients[0].gone.set()
        clients[1].gone.set()
        await _steps()
        assert [task.done() for task in asking] == [True, True, False]
        assert lane.dropped == 0
        clients[2].gone.set()
        await _steps()
        assert lane.dropped == (not begins)
        assert bool(dispatcher._running) == begins
        lane.gate.set()
        again = await dispatcher._work_out(lane, b"key", "", {}, "a", Client().receive)  # type: ignore[arg-type]
        assert again.status == 200
        assert lane.asked == 1 + (not begins)
        await _steps()
        assert dispatcher._answers.find(b"key") == again
        assert not dispatcher._running
        await asyncio.gather(*asking, return_exceptions=True)

    run_on(loop, work())


def call(app: Any, path: str) -> tuple[int, dict[bytes, bytes], Any]:
    """The answer of an application that was not started to a GET."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": [(b"host", b"localhost")], "http_version": "1.1", "scheme": "http", "root_path": ""}
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), json.loads(sent[1]["body"])


def test_a_server_without_workers_is_alive_and_not_ready() -> None:
    """`/api/health` said 200 while both workers were gone forever, and nothing else told."""
    app = create_app(workers=1)
    assert call(app, "/api/health")[0] == 200
    status, headers, body = call(app, "/api/ready")
    assert (status, headers[b"retry-after"], body["error"]["code"]) == (503, b"2", "busy")


def test_a_request_that_is_cut_off_at_the_end_is_told_to_come_again() -> None:
    async def app(*_: Any) -> None:
        raise asyncio.CancelledError

    status, headers, body = call(Gate(app, token=None, names=[], most_bytes=10), "/")
    assert (status, headers[b"retry-after"], body["error"]["code"]) == (503, b"2", "busy")


def test_busy_is_told_with_a_time() -> None:
    class Full(Lane):
        async def run(self, *_: Any, **__: Any) -> Result:
            raise Busy

    asked = SimpleNamespace(
        path_params={"name": "check"},
        headers={"content-type": "application/json"},
        scope={"code777.body": b'{"log": ""}', "code777.client": "a"},
        receive=lambda: asyncio.Event().wait(),
    )

    async def work() -> Any:
        lane = Full(begins=False)
        return await Dispatcher(lane, lane).handle(asked)  # type: ignore[arg-type]

    found = asyncio.run(work())
    assert (found.status_code, found.headers["retry-after"]) == (503, "2")


def test_an_answer_that_is_kept_twice_counts_once() -> None:
    answers = Cache[bytes, bytes](most_bytes=2000)
    for _ in range(10):
        answers.keep(b"a", b"x", 1501)
    answers.keep(b"b", b"", 501)
    assert answers.find(b"a") is None or answers.find(b"b") is not None
    assert answers._bytes == sum(size for _, size in answers._kept.values())


# How many connections.


@pytest.mark.parametrize("workers", [2, 3, 12, 96])
def test_workers_can_always_be_started(workers: int) -> None:
    """Of the files that may be open, those that workers need are never given to connections."""
    for files in range(16, 9000, 7):
        limits = limits_for(files, workers)
        if limits is not None:
            assert limits.connections + limits.backlog + 8 * workers + 32 <= files
            assert limits.connections >= 16
    assert limits_for(64, workers) is None


class Transport:
    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


class Connection:
    def __init__(self) -> None:
        self.transport = Transport()

    def look(self, now: float) -> None:
        return None


def test_the_longest_quiet_connection_makes_room() -> None:
    async def work() -> None:
        connections = Connections(ConnectionLimits(3, 16))
        first, second, third, fourth, fifth = (Connection() for _ in range(5))
        for one in (first, second, third):
            assert connections.add(one)
        del connections.quiet[first]  # it is being answered
        assert connections.add(fourth)
        assert [one.transport.aborted for one in (first, second, third, fourth)] == [False, True, False, False]
        connections.remove(second)
        connections.quiet.clear()
        assert not connections.add(fifth)
        for one in (first, third, fourth, fifth):
            connections.remove(one)
        assert not connections.open

    asyncio.run(work())


def test_too_few_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="the server ended with status 2"):
        Server("--workers", "8", files=100)
