"""The pool of workers, on the event loops that a server may run on: it always comes back, and the line has an end."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from webserver import loops, run_on

from code777solver.web import process, worker
from code777solver.web.pool import Busy, Pauses, TooSlow, WorkerPool
from code777solver.web.process import Worker

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
QUICK = b"check\n" + json.dumps({"log": EXAMPLE}).encode()
SHORT = Pauses(0.05, 0.2)

pytestmark = [
    pytest.mark.minutes,
    pytest.mark.parametrize("loop", list(loops())),
    pytest.mark.skipif(sys.platform == "win32", reason="signals"),
]


async def full(pool: WorkerPool) -> None:
    """Wait until every worker is there and idle."""
    async with asyncio.timeout(120):
        while len(pool._idle) < pool.size:
            await asyncio.sleep(0.02)


def play(loop: str, work: Coroutine[Any, Any, None]) -> None:
    run_on(loop, work)


_HANGS = """
from code777solver.web import worker
import time
respond = worker.respond
def slowly(name, fields, cache):
    if fields["log"] == "hang":
        time.sleep(3600)
    return respond(name, fields, cache)
worker.respond = slowly
worker.main()
"""
HANG = b'check\n{"log": "hang"}'


def test_a_request_that_takes_too_long_is_ended_alone(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers are real processes."""
    monkeypatch.setattr(process, "COMMAND", ("-c", _HANGS))

    async def work() -> None:
        pool = WorkerPool(2, seconds=3)
        await pool.start()
        await full(pool)
        first = pool._idle[0]
        slow = asyncio.create_task(pool.run(HANG, "a", "Ann"))
        await asyncio.sleep(0)
        others = await asyncio.gather(*(pool.run(QUICK, "b", "Bob") for _ in range(20)))
        assert all(result.status == 200 for result in others)
        with pytest.raises(TooSlow, match="^$"):
            await slow
        assert pool.replaced == 1
        await full(pool)
        assert first not in pool._ready
        assert (await pool.run(QUICK, "a")).status == 200
        await pool.stop()

    play(loop, work())


def test_a_stopped_idle_worker_costs_no_request(loop: str) -> None:
    """It waited for its whole time, and was told that the request took too long."""

    async def work() -> None:
        pool = WorkerPool(2, seconds=60)
        await pool.start()
        await full(pool)
        for one in pool._idle:
            os.kill(one.pid, signal.SIGSTOP)
        async with asyncio.timeout(60):
            while pool.replaced < 2:  # although nobody asks
                await asyncio.sleep(0.02)
        assert (await pool.run(QUICK, "a")).status == 200
        await pool.stop()

    play(loop, work())


@pytest.mark.minutes
def test_a_killed_idle_worker_costs_no_request(loop: str) -> None:
    """Under uvloop, writing to it raised `RuntimeError: handler is closed`, and the next request got 500."""

    async def work() -> None:
        pool = WorkerPool(2, seconds=60, pauses=SHORT)
        await pool.start()
        for kills in (1, 2, 2):
            await full(pool)
            for one in pool._idle[:kills]:
                os.kill(one.pid, signal.SIGKILL)
            assert (await pool.run(QUICK, "a")).status == 200
        await full(pool)
        for one in list(pool._idle):
            os.kill(one.pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            while pool.is_ready:
                await asyncio.sleep(0.01)
        assert pool.workers == 0
        await full(pool)  # they are replaced although nobody asks
        assert pool.is_ready
        assert pool.replaced == 7
        await pool.stop()

    play(loop, work())


def test_starts_that_fail_are_tried_again(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`OSError: too many open files` ended the starting task, and the place in the pool stayed empty forever."""
    start, left = Worker.start, 5

    async def failing(*arguments: Any, **more: Any) -> Worker:
        nonlocal left
        if left:
            left -= 1
            raise OSError(24, "Too many open files")
        return await start(*arguments, **more)

    async def work() -> None:
        pool = WorkerPool(2, seconds=60, pauses=SHORT)
        await pool.start()
        await full(pool)
        monkeypatch.setattr(Worker, "start", failing)
        for one in list(pool._idle):
            os.kill(one.pid, signal.SIGKILL)
        assert (await pool.run(QUICK, "a")).status == 200
        await full(pool)
        assert left == 0
        await pool.stop()

    play(loop, work())


def test_pauses_between_starts_grow(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    async def work() -> None:
        pool = WorkerPool(1, seconds=60, pauses=Pauses(1, 10))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "sleep", note)
            patch.setattr(Worker, "start", None)
            pool.open()
            while len(slept) < 7:
                await sleep(0)
        await pool.stop()

    play(loop, work())
    assert slept[:7] == [0, 1, 2, 4, 8, 10, 10]


def test_workers_that_cannot_start_are_told(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(RuntimeError, match="the workers did not start"):
        run_on(loop, WorkerPool(2, seconds=1).start())


def test_the_line_has_an_end(loop: str) -> None:
    """In number and in time; and what leaves the line leaves no trace in it."""

    async def work() -> None:
        pool = WorkerPool(1, seconds=60, most_waiting=3, most_wait=3)
        await pool.start()
        await full(pool)
        held = pool._idle.pop()
        line = [asyncio.create_task(pool.run(QUICK, "a")) for _ in range(3)]
        await asyncio.sleep(0)
        assert not pool.is_ready
        with pytest.raises(Busy, match="^$"):
            await pool.run(QUICK, "a")
        line[0].cancel()
        await asyncio.sleep(0)
        assert pool.waiting == 2
        for one in line[1:]:
            with pytest.raises(Busy, match="^$"):
                await one
        assert (pool.waiting, pool.is_ready) == (0, True)
        pool._give(held)
        assert (await pool.run(QUICK, "a")).status == 200
        await pool.stop()

    play(loop, work())


def test_a_request_that_leaves_the_line_as_it_is_served_gives_the_worker_back(loop: str) -> None:
    async def work() -> None:
        pool = WorkerPool(1, seconds=60)
        await pool.start()
        await full(pool)
        worker = pool._idle.pop()
        waiting = asyncio.create_task(pool.run(QUICK, "a"))
        await asyncio.sleep(0)
        pool._give(worker)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError, match="^$"):
            await waiting
        assert (await pool.run(QUICK, "b")).status == 200
        await pool.stop()

    play(loop, work())


def test_a_worker_that_has_grown_is_replaced_after_its_answer(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "from code777solver.web import worker; worker.run.__kwdefaults__['most_resident'] = 1; worker.main()"

    monkeypatch.setattr(process, "COMMAND", ("-c", code))

    async def work() -> None:
        pool = WorkerPool(1, seconds=60)
        await pool.start()
        for count in range(1, 4):
            await full(pool)
            one = pool._idle[0]
            assert (await pool.run(QUICK, "a")).status == 200
            assert (one.gone, pool.replaced) == (True, count)
        await pool.stop()

    play(loop, work())


def test_a_worker_that_ran_out_of_memory_is_replaced(loop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request that is too large is told so, and the next one goes to a worker that is whole."""
    code = (
        "from code777solver.web import worker\n"
        "from code777solver.web.endpoints import Endpoint\n"
        "handle = Endpoint.handle\n"
        "def short(endpoint, fields, cache):\n"
        "    if fields['log'] == 'large':\n"
        "        raise MemoryError\n"
        "    return handle(endpoint, fields, cache)\n"
        "Endpoint.handle = short\n"
        "worker.main()\n"
    )
    monkeypatch.setattr(process, "COMMAND", ("-c", code))

    async def work() -> None:
        pool = WorkerPool(1, seconds=120)
        await pool.start()
        await full(pool)
        one = pool._idle[0]
        assert (await pool.run(QUICK, "")).status == 200
        assert not one.gone
        found = await pool.run(b'check\n{"log": "large"}', "")
        assert (found.status, json.loads(found.body)["error"]["code"]) == (422, "too_large")
        assert one.gone
        assert (await pool.run(QUICK, "")).status == 200
        await pool.stop()

    play(loop, work())


def test_a_request_without_end_ends_its_worker_even_if_the_server_has_gone(loop: str) -> None:
    """A server that is killed cannot end its workers: their own alarm does."""
    code = (
        "from code777solver.web import worker\n"
        "import signal, time\n"
        "def respond(*_):\n"
        "    time.sleep(3600)\n"
        "worker.respond = respond\n"
        "worker.main()\n"
    )

    async def work() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(process, "COMMAND", ("-c", code))
            one = await Worker.start(lambda _: None, seconds=-2.4)
        with pytest.raises(process.WorkerGoneError, match="^$"):
            await one.ask(QUICK)
        await one.exited()

    play(loop, work())


def test_workers_leave_signals_to_the_server(loop: str) -> None:
    """A supervisor may send SIGTERM to every process of a service: running requests end all the same."""

    async def work() -> None:
        pool = WorkerPool(1, seconds=60)
        await pool.start()
        await full(pool)
        for name in (signal.SIGTERM, signal.SIGINT):
            os.kill(pool._idle[0].pid, name)
        assert (await pool.run(QUICK, "a")).status == 200
        assert pool.replaced == 0
        await pool.stop()

    play(loop, work())


def test_resident_memory_is_measured(loop: str) -> None:
    assert 5 << 20 < worker.resident_bytes() < 1 << 40
