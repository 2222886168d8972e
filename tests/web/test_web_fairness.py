"""One client cannot stop the others from being served: lines by client, a worker in reserve, and costs that grow by the line."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from webserver import Server, loops, run_on

from code777solver.web import access, breaker
from code777solver.web.access import Gate, client_of
from code777solver.web.api import MOST_LINES
from code777solver.web.app import Dispatcher
from code777solver.web.pool import Busy, WorkerPool
from code777solver.web.process import Result
from code777solver.web.solver_cache import SolverCache

HEAD = "players Ann me\nrack Ann Y2 K5 B7\n"
PATIENCE = 5.0
"""Seconds that another client may wait. It is served at once on a quiet machine; before, it was 30 s or 503 after 60 s."""


# Lines by client, without processes.


class Idle:
    """Stands in for a worker."""

    gone, last = False, ""

    def end(self) -> None:
        return None


def stocked(size: int) -> WorkerPool:
    """A pool whose workers are never asked anything."""
    pool = WorkerPool(size, seconds=60)
    for _ in range(size):
        worker: Any = Idle()
        pool._ready.add(worker)
        pool._idle.append(worker)
    return pool


async def _steps() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.parametrize("loop", list(loops()))
def test_clients_are_served_in_turn(loop: str) -> None:
    """There was one line for all: a client behind thirty requests of another waited for all of them."""

    async def work() -> None:
        pool, served = stocked(1), list[str]()
        held = await pool._take("", "first")

        async def ask(client: str) -> Any:
            worker = await pool._take("", client)
            served.append(client)
            return worker

        asked = [asyncio.create_task(ask(client)) for client in ("Ann", "Ann", "Ann", "Ann", "Bob", "Bob", "Cid")]
        await _steps()
        assert pool.waiting == 7
        pool._give(held, "first")
        while len(served) < 7:
            await _steps()
            done = next(task for task in asked if task.done())
            asked.remove(done)
            pool._give(done.result(), served[-1])
        assert served == ["Ann", "Bob", "Cid", "Ann", "Bob", "Ann", "Ann"]
        await _steps()
        assert (pool.waiting, len(pool._idle)) == (0, 1)
        assert not pool._held
        assert not pool._lines

    run_on(loop, work())


@pytest.mark.parametrize("loop", list(loops()))
def test_the_last_idle_worker_is_for_a_client_that_has_none(loop: str) -> None:
    async def work() -> None:
        pool = stocked(3)
        flood = [asyncio.create_task(pool._take("", "Ann")) for _ in range(10)]
        await _steps()
        assert [task.done() for task in flood[:4]] == [True, True, False, False]
        mine = await asyncio.wait_for(pool._take("", "Bob"), 1)
        pool._give(flood[0].result(), "Ann")
        await _steps()
        assert not flood[2].done()
        other = await asyncio.wait_for(pool._take("", "Cid"), 1)
        pool._give(mine, "Bob")
        pool._give(other, "Cid")
        await _steps()
        assert flood[2].done()
        assert not flood[3].done()
        for task in flood:
            task.cancel()

    run_on(loop, work())


@pytest.mark.parametrize("loop", list(loops()))
def test_a_worker_lost_to_a_request_counts_until_another_is_there(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a client whose requests are ended one by one could have all workers replaced at the same time."""

    async def work() -> None:
        pool, started = stocked(2), list[tuple[float, str | None]]()
        monkeypatch.setattr(pool, "_begin_one", lambda pause=0.0, client=None: started.append((pause, client)))
        monkeypatch.setattr("code777solver.web.pool._end", lambda worker: asyncio.sleep(0))
        lost = await pool._take("", "Ann")
        pool._replace(lost, client="Ann")
        assert started == [(0.0, "Ann")]
        waits = asyncio.create_task(pool._take("", "Ann"))
        await _steps()
        assert not waits.done()
        mine = await asyncio.wait_for(pool._take("", "Bob"), 1)
        new: Any = Idle()
        pool._ready.add(new)
        pool._give(new, "Ann")
        assert await asyncio.wait_for(waits, 1) is new
        pool._give(mine, "Bob")
        assert pool._held == {"Ann": 1}

    run_on(loop, work())


def test_a_client_has_only_so_many_requests_under_way() -> None:
    """The same request many times stands in no line, but each holds a connection."""

    class Lane:
        seconds = 1.0

        async def run(self, *_: Any, **__: Any) -> Result:
            await asyncio.sleep(3600)
            raise AssertionError

    async def forever() -> Any:
        await asyncio.sleep(3600)

    async def work() -> None:
        lane: Any = Lane()
        prompt = Dispatcher(lane, lane, most=3)
        asked = [asyncio.create_task(prompt._work_out(lane, b"key", "", {}, "Ann", forever)) for _ in range(4)]
        await _steps()
        with pytest.raises(Busy, match="^$"):
            await asked[3]
        other = asyncio.create_task(prompt._work_out(lane, b"key", "", {}, "Bob", forever))
        await _steps()
        assert not other.done()
        assert len(prompt._running) == 2  # nobody waits in the line of another
        for task in (*asked, other):
            task.cancel()
        await asyncio.gather(*asked, other, return_exceptions=True)
        assert not prompt._asking

    asyncio.run(work())


def test_who_a_client_is() -> None:
    def found(address: str) -> str:
        return client_of({"client": (address, 1)})

    assert found("192.0.2.7") != found("192.0.2.8")
    assert found("2001:db8::1") == found("2001:db8::ffff:2") != found("2001:db8:0:1::1")
    assert found("::ffff:192.0.2.7") == found("192.0.2.7")
    assert found("fe80::1%eth0") == "fe80::/64"
    assert client_of({"client": None}) == client_of({}) == ""  # a socket of the file system


# Refused tokens.


def test_refused_tokens_are_counted_in_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(access.time, "monotonic", lambda: now)

    async def never(*_: Any) -> None:
        raise AssertionError

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        return None

    gate = Gate(never, token="0123456789abcdef", names=[], most_bytes=10)
    scope = {"type": "http", "method": "GET", "path": "/api/about", "raw_path": b"", "query_string": b""}
    scope |= {"headers": [(b"host", b"localhost")], "client": ("192.0.2.7", 4711)}
    with caplog.at_level(logging.WARNING):
        for second in (0.0, 1.0, 59.0, 61.0, 62.0):
            now = second
            asyncio.run(gate(dict(scope), receive, send))
    assert [record.getMessage() for record in caplog.records] == [
        "requests without the right token: 1 more, the last from 192.0.2.7",
        "requests without the right token: 3 more, the last from 192.0.2.7",
    ]


# Costs that grow by the line.


def steps(work: Callable[[], object]) -> int:
    """Number of trace events of Python while some work runs."""
    count = 0

    def trace(*_: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("head", "line"),
    [("", ""), ("", "z"), ("", "# z"), (HEAD, ""), (HEAD, "z"), (HEAD, "note z"), (HEAD, "Ann 16 <")],
    ids=lambda text: text.replace("\n", " / ") or "blank",
)
def test_reading_twice_as_many_lines_costs_twice_as_much(head: str, line: str) -> None:
    """Before the players were named, each line was followed again for every line behind it."""

    def read(count: int) -> int:
        return steps(lambda: SolverCache().read(head + f"{line}\n" * count, "me"))

    read(1)
    assert read(1200) < 2.1 * read(600)


@pytest.mark.seconds
@pytest.mark.parametrize("line", ["", "z", "note z", "AS 2H 3D 1 2 0 ?"])
def test_reading_twice_as_many_lines_of_code_breaker_costs_twice_as_much(line: str) -> None:
    """Every guess went through all guesses before it."""
    breaker.read(f"pack breaker-4\n{line}\n")

    def read(count: int) -> int:
        return steps(lambda: breaker.lines(breaker.read("pack breaker-4\n" + f"{line}\n" * count)))

    assert read(600) < 2.1 * read(300)


# Floods against a whole server.


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--workers", "2", "--seconds", "4") as running:
        yield running


def elsewhere() -> httpx.Client:
    """A client with another address than the flood."""
    return httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=120)


def test_too_many_lines_are_refused(server: Server) -> None:
    found = server.post("table", log="\n" * 30_000)
    assert (found.status_code, found.json()["error"]["message"]) == (
        422,
        "log: 30000 lines, but at most 4000 are accepted; leave out blank lines and comments, or begin a new log",
    )
    assert server.post("check", log="\n" * MOST_LINES).status_code == 200


def flood(server: Server, name: str, bodies: list[dict[str, Any]]) -> ExitStack:
    """Requests whose connections stay open and whose answers nobody reads."""
    held = ExitStack()
    for body in bodies:
        one = held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
        data = json.dumps(body).encode()
        head = f"POST /api/{name} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        one.sendall(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
    return held


def ask_again_and_again(client: httpx.Client, url: str, log: str, seconds: float) -> None:
    """For a number of seconds each request is answered, and soon."""
    first = time.monotonic()
    while (began := time.monotonic()) < first + seconds:
        found = client.post(url, json={"log": f"{log}note {began}\n"})
        assert found.status_code == 200, found.text
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.1)


SLOW = (
    "edition unique49\nplayers Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G1 R5\nrack spare1 P4\nme 1 0\nBob 1 0\n"
    "Ann 2 0\nme 2 1\ndeclare me G3 N4 P5 wrong\nrack me ?\nAnn 3 1\nBob 3 1\n"
)
"""A log of which `analyze` with silence takes longer than any worker may."""


@pytest.mark.minutes
@pytest.mark.skipif(sys.platform != "linux", reason="a second address of this computer")
@pytest.mark.parametrize(
    ("name", "bodies", "seconds"),
    [
        ("table", [{"log": "\n" * 30_000 + f"# {number}"} for number in range(24)], 1.0),
        ("table", [{"log": "\n" * (MOST_LINES - 1) + f"# {number}"} for number in range(24)], 1.0),
        ("analyze", [{"log": f"{SLOW}note {number}\n", "silence": 0.0, "depth": 2} for number in range(24)], 10.0),
    ],
    ids=["too many lines", "as many lines as there may be", "workers lost all the time"],
)
def test_a_flood_of_requests_holds_up_nobody_else(
    server: Server, name: str, bodies: list[dict[str, Any]], seconds: float
) -> None:
    """24 requests of 30,000 blank lines shut another client out for a minute, with 503."""
    with elsewhere() as client:
        client.post(f"{server.url}api/table", json={"log": HEAD})
        with flood(server, name, bodies):
            ask_again_and_again(client, f"{server.url}api/table", HEAD, seconds)


@pytest.mark.minutes
@pytest.mark.skipif(sys.platform != "linux", reason="a second address of this computer")
def test_long_work_of_one_client_holds_up_nobody_else(server: Server) -> None:
    """Three second opinions made another client wait 30 s for Code Breaker."""
    with elsewhere() as client:
        warm = [
            threading.Thread(target=lambda: httpx.post(f"{server.url}api/breaker", json={"log": ""}, timeout=300)),
            threading.Thread(target=lambda: client.post(f"{server.url}api/breaker", json={"log": "# b"}, timeout=300)),
        ]
        for thread in warm:  # both workers compile what Code Breaker needs
            thread.start()
        for thread in warm:
            thread.join()
        asked = [{"log": f"{HEAD}Ann 16 <\nme 1 0\n", "samples": 50_000 - number} for number in range(3)]
        with flood(server, "advise", asked):
            ask_again_and_again(client, f"{server.url}api/breaker", "", 5.0)
