"""Faults of the system, one by one, against the workers of the server: after each, everything goes on.

``python benchmarks/faults.py`` injects them and prints how many there were and how many the server got over. A fault
point is passed if a request after it gets the right answer in bounded time, all workers are back, and nothing else was
answered wrongly. `floods.py` does the same with a whole server and its connections.

Most faults meet a stand-in for the worker that starts in no time and can be told to fail at any byte; those of memory meet
the real one.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
sys.path.insert(0, str(Path(__file__).parent))

from process_memory import address_space
from webserver import loops, run_on

from code777solver.web import process
from code777solver.web.pool import Pauses, WorkerPool
from code777solver.web.process import Result, Worker
from code777solver.web.worker import HEAD, LENGTH, MARK_BYTES

BOUND = 120.0
"""Seconds within which everything must be right again; a busy machine needs some of them."""
ERRORS = (errno.EMFILE, errno.EAGAIN, errno.ENOMEM)
QUICK = Pauses(0.005, 0.02)
STAND_IN = r"""
import os, sys
def take(count):
    data = b""
    while len(data) < count:
        part = os.read(0, count - len(data))
        if not part:
            os._exit(0)
        data += part
    return data
def once(path):
    try:
        os.unlink(path)
        return True
    except OSError:
        return False
fault, _, more = os.environ.get("FAULT", "").partition(" ")
place, _, token = more.partition(" ")
if fault == "start" and once(token):
    os._exit(1)
warm = take(int.from_bytes(take(4), "big"))
def answer(request):
    mark, body = request[:8], request[:7:-1]
    return (len(body) + 11).to_bytes(4, "big") + mark + b"\0\xc8\0" + body
os.write(1, answer(warm))
if fault == "unasked" and once(token):
    os.write(1, b"\0\0\0\4abcd")
while True:
    if fault == "read" and os.path.exists(token):
        take(int(place))
        if once(token):
            os._exit(1)
    request = take(int.from_bytes(take(4), "big"))
    found = answer(request)
    if fault == "write" and once(token):
        os.write(1, found[:int(place)])
        os._exit(1)
    if fault == "frame" and once(token):
        os.write(1, bytes.fromhex(place))
    elif fault == "before" and once(token):
        os.write(1, bytes.fromhex(place) + found)
    elif fault == "after" and once(token):
        os.write(1, found + bytes.fromhex(place))
    else:
        os.write(1, found)
"""


class Part(NamedTuple):
    """One kind of fault: how many points were tried, and what went wrong."""

    points: int
    failures: list[str]


class Tally:
    """Counts points as they are tried."""

    def __init__(self) -> None:
        self.points, self.failures = 0, []

    def note(self, name: str, fault: str | None) -> None:
        self.points += 1
        if fault is not None:
            self.failures.append(f"{name}: {fault}")

    @property
    def part(self) -> Part:
        return Part(self.points, self.failures)


@asynccontextmanager
async def pool_of(size: int, *, command: tuple[str, ...] = ("-c", STAND_IN)) -> AsyncIterator[WorkerPool]:
    """A pool that is full when it is given, and stopped in the end."""
    with mock.patch.object(process, "COMMAND", command):
        pool = WorkerPool(size, seconds=BOUND, pauses=QUICK)
        pool.open()
        await whole(pool)
        yield pool
        await pool.stop()


async def whole(pool: WorkerPool) -> None:
    """Wait until all workers are there."""
    async with asyncio.timeout(BOUND):
        while len(pool._idle) < pool.size:
            await asyncio.sleep(0.002)


async def goes_on(pool: WorkerPool) -> str | None:
    """Describe the fault of a pool; None if it is as good as new."""
    try:
        async with asyncio.timeout(BOUND):
            found = await pool.run(b"again", "game")
        await whole(pool)
    except TimeoutError:
        return "not right again in time"
    return None if found == Result(200, False, b"niaga") else f"answered {found}"


def files_open() -> list[int]:
    return [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]


def arm(token: Path) -> None:
    """Make the next stand-in fail: the one that removes the file."""
    token.touch()


def armed(token: Path) -> bool:
    return token.exists()


def kill(pool: WorkerPool) -> None:
    for worker in pool._idle:
        os.kill(worker.pid, signal.SIGKILL)


async def replaced(pool: WorkerPool) -> None:
    """End all workers, and wait until others are there."""
    before = set(pool._ready)
    kill(pool)
    async with asyncio.timeout(BOUND):
        while before & pool._ready:
            await asyncio.sleep(0.002)
    await whole(pool)


CALLS = [
    (home, name)
    for home, name in (
        (threading.Thread, "start"),
        (os, "pipe"),
        (os, "write"),
        (subprocess, "_fork_exec"),
        (subprocess.Popen, "__init__"),
        (os, "read"),
        (os, "waitpid"),
        (select, "poll"),
    )
    if hasattr(home, name)
]
"""Functions that start, ask and watch a process; not every version of Python calls all of them."""


@contextmanager
def watched(fail: Callable[[str], object]) -> Iterator[None]:
    """Ask before each of these calls whether it shall fail."""

    def asking(name: str, real: Any) -> Any:
        def call(*given: Any, **more: Any) -> Any:
            error = fail(name)
            if isinstance(error, Exception):
                raise error
            return real(*given, **more)

        return call

    with ExitStack() as patches:
        for home, name in CALLS:
            patches.enter_context(mock.patch.object(home, name, asking(name, getattr(home, name))))
        yield


async def starts(tally: Tally) -> None:
    """Every call with which a process is started and asked fails once, with every error."""
    async with pool_of(1) as pool:
        names: list[str] = []
        with watched(names.append):
            await replaced(pool)
            await goes_on(pool)
        for error in ERRORS:
            for place, name in enumerate(names):
                left = [place]

                def fail(called: str, left: list[int] = left, error: int = error) -> Exception | None:
                    left[0] -= 1
                    if left[0] != -1:
                        return None
                    return RuntimeError("no thread") if called == "start" else OSError(error, os.strerror(error))

                with watched(fail):
                    kill(pool)
                    found = await goes_on(pool)
                if left[0] < 0:  # else the threads took turns in another order, and there were fewer calls
                    tally.note(f"{name} (call {place}) {errno.errorcode[error]}", found)


async def descriptors(tally: Tally) -> None:
    """A process is started while only a few files can be opened: each call that opens one fails in turn."""
    real, tries = Worker.start, [0]

    async def start(*given: Any, **more: Any) -> Worker:
        try:
            return await real(*given, **more)
        finally:
            tries[0] += 1

    old = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with pool_of(1) as pool:
        await goes_on(pool)
        for room in range(16):
            top = max(files_open()) + 32
            tries[0] = 0
            held: list[int] = []
            with mock.patch.object(Worker, "start", start):
                resource.setrlimit(resource.RLIMIT_NOFILE, (top, old[1]))
                try:
                    while True:
                        held.append(os.open(os.devnull, os.O_RDONLY))
                except OSError:
                    pass
                try:
                    kill(pool)
                    async with asyncio.timeout(
                        BOUND
                    ):  # until the dead worker has left its own files, and one start ended
                        while pool._ready:
                            await asyncio.sleep(0.002)
                    try:
                        while True:
                            held.append(os.open(os.devnull, os.O_RDONLY))
                    except OSError:
                        pass
                    for _ in range(min(room, len(held))):
                        os.close(held.pop())
                    tries[0] = 0
                    async with asyncio.timeout(BOUND):
                        while tries[0] < 2 and not pool._ready:
                            await asyncio.sleep(0.002)
                finally:
                    for one in held:
                        os.close(one)
                    resource.setrlimit(resource.RLIMIT_NOFILE, old)
                tally.note(f"{room} files left", await goes_on(pool))


async def deaths(tally: Tally) -> None:
    """A worker dies at its start, idle, having read or written any number of bytes, or writes what is no answer."""
    with tempfile.TemporaryDirectory() as folder:
        token = Path(folder, "token")
        request = LENGTH.size + MARK_BYTES + len(b"again")
        other = LENGTH.pack(HEAD.size + 1) + HEAD.pack(b"another.", 200, 0) + b"A"  # an answer to another request
        faults = [("start", "0"), ("unasked", "0"), ("before", other.hex()), ("after", other.hex()), ("after", "00")]
        faults += [("read", str(count)) for count in range(1, request + 1)]
        faults += [("write", str(count)) for count in range(LENGTH.size + HEAD.size + len(b"again"))]
        faults += [("frame", text) for text in ("00000000", "00000002c800", "ffffffff", other.hex())]
        for fault, place in faults:
            arm(token)
            with mock.patch.dict(os.environ, FAULT=f"{fault} {place} {token}"):
                async with pool_of(1) as pool:
                    found = await goes_on(pool)
                    tally.note(f"{fault} {place}", found or ("the fault did not happen" if armed(token) else None))
    async with pool_of(2) as pool:
        for count in (1, 2):
            for _ in range(5):
                for worker in pool._idle[:count]:
                    os.kill(worker.pid, signal.SIGKILL)
                tally.note(f"{count} killed while idle", await goes_on(pool))


REAL = ("-m", "code777solver.web.worker")
CHECK = b'check\n{"log":"players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <"}'
LARGE = {"log": "edition unique49\nplayers Ann me\nrack Ann Y2 K5 B7\nrack spare1 G6\nrack spare2 R1\n"}


async def memory(tally: Tally) -> None:
    """A real worker may take only a little more memory than it has; or cannot even start with what it is given."""
    async with pool_of(1, command=REAL) as pool:
        right = await pool.run(CHECK, "")
        for more in (0, 1 << 20, 4 << 20, 16 << 20, 64 << 20):
            worker = pool._idle[0]
            taken = address_space(worker.pid)
            resource.prlimit(worker.pid, resource.RLIMIT_AS, (taken + more, taken + more))
            found = await pool.run(b"table\n" + json.dumps(LARGE).encode(), "")
            wrong = None if found.status in (200, 422, 500) else f"answered {found}"
            if found.status == 422 and json.loads(found.body)["error"]["code"] != "too_large":
                wrong = f"answered {found.body!r}"
            if not worker.gone:  # it had enough, for once; the next fault wants a fresh one
                os.kill(worker.pid, signal.SIGKILL)
            again = await pool.run(CHECK, "")
            tally.note(f"{more >> 20} MB more", wrong or (None if again == right else f"answered {again}"))
            await whole(pool)
    with tempfile.TemporaryDirectory() as folder:
        for most in (16, 64, 128, 256):
            token = Path(folder, "token")
            arm(token)
            code = (
                "import os, resource, sys\n"
                "try:\n"
                f"    os.unlink({str(token)!r})\n"
                f"    resource.setrlimit(resource.RLIMIT_AS, ({most << 20}, {most << 20}))\n"
                "except FileNotFoundError:\n"
                "    pass\n"
                "os.execv(sys.executable, [sys.executable, '-m', 'code777solver.web.worker', '600'])\n"
            )
            with mock.patch.dict(os.environ, PYTHONFAULTHANDLER=""):
                async with pool_of(2, command=("-c", code)) as pool:
                    again = await pool.run(CHECK, "")
            tally.note(f"start with {most} MB", None if again == right else f"answered {again}")


Work = Callable[[Tally], Coroutine[Any, Any, None]]
PARTS: dict[str, tuple[Work, tuple[str, ...]]] = {
    "calls that start and ask a process": (starts, ("uvloop", "asyncio")),
    "files left when a process is started": (descriptors, ("uvloop", "asyncio")),
    "workers that die or write nonsense": (deaths, ("uvloop", "asyncio")),
    "memory": (memory, ("uvloop", "asyncio")),
}


def inject(name: str, loop: str) -> Part:
    """Try all points of one kind on one event loop; files that stay open count as a failure."""
    run_on(loop, asyncio.sleep(0))  # what a loop opens once for all
    tally, before = Tally(), len(files_open())
    logging.disable(logging.WARNING)
    try:
        run_on(loop, PARTS[name][0](tally))
    finally:
        logging.disable(logging.NOTSET)
    if len(files_open()) > before:
        tally.failures.append(f"{len(files_open()) - before} files were left open")
    return tally.part


def main() -> None:
    points = failed = 0
    for name, (_, wanted) in PARTS.items():
        for loop in wanted:
            if loop in loops():
                part = inject(name, loop)
                points, failed = points + part.points, failed + len(part.failures)
                print(f"{part.points:>5}  {name} ({loop})", flush=True)
                for failure in part.failures:
                    print(f"       FAILED {failure}", flush=True)
    print(f"{points} fault points, {points - failed} passed")
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
