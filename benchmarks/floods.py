"""Floods against a whole server on this machine: idle connections, slow heads, abandoned requests, heads without end.

``python benchmarks/floods.py`` starts servers of its own, as they run in production and as they run without uvloop and
httptools, and prints what came, and whether a normal request was answered rightly afterwards.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

import httpx
from webserver import Server

PATIENCE = 60.0
"""Seconds that a normal request may take after a flood; worked off one by one, abandoned requests would take far longer."""
SLOW = (
    "edition unique49\nplayers Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G1 R5\nrack spare1 P4\nme 1 0\nBob 1 0\nAnn 2 0\n"
    "me 2 1\ndeclare me G3 N4 P5 wrong\nrack me ?\nAnn 3 1\nBob 3 1\n"
)
LOG = "players Ann me\nrack Ann Y2 K5 B7\nAnn 16 <\n"


class Flood(NamedTuple):
    """Number of attacks (connections, requests or killed workers), and the failures."""

    count: int
    failures: list[str]


def request(body: object, name: str = "analyze", *, headers: str = "") -> bytes:
    """A request as bytes."""
    data = json.dumps(body).encode()
    head = f"POST /api/{name} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n{headers}"
    return f"{head}content-length: {len(data)}\r\n\r\n".encode() + data


def slow(number: int) -> dict[str, object]:
    """A request that takes longer than any worker may."""
    return {"log": f"{SLOW}note {number}\n", "silence": 0.0, "depth": 2}


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def reset(one: socket.socket) -> None:
    """Close with a reset instead of an end."""
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()


def reply(one: socket.socket) -> bytes:
    """Bytes received until the server closes; a reset ends them, too."""
    found = b""
    with suppress(ConnectionError):
        while part := one.recv(1 << 16):
            found += part
    return found


def normal(server: Server) -> list[str]:
    """Faults of an ordinary request, and of the two that report on the server."""
    wrong = []
    for path in ("health", "ready"):
        found = httpx.get(f"{server.url}api/{path}", timeout=PATIENCE)
        if found.status_code != 200 and path == "health":
            wrong.append(f"{path} {found.status_code}")
    found = httpx.post(f"{server.url}api/check", json={"log": LOG}, timeout=PATIENCE)
    if found.status_code != 200 or found.json()["ok"] is not True:
        wrong.append(f"a normal request got {found.status_code} {found.text}")
    return wrong


def idle(server: Server, count: int = 1100) -> Flood:
    """Connections that send nothing, and three requests that cost their workers."""
    held = [connect(server) for _ in range(count)]
    found: list[int] = []

    def ask(number: int) -> None:
        found.append(httpx.post(f"{server.url}api/analyze", json=slow(number), timeout=PATIENCE).status_code)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wrong = [f"a slow request got {status}" for status in found if status not in (200, 422)]
    wrong += ["a slow request failed"] * (3 - len(found)) + normal(server)
    for one in held:
        one.close()
    return Flood(count + 3, wrong + normal(server))


def slow_heads(server: Server, count: int = 200) -> Flood:
    """Heads that come a byte at a time: all are closed after seconds, and meanwhile others are served."""
    held = [connect(server) for _ in range(count)]
    for one in held:
        one.sendall(b"GET / HTTP/1.1\r\nx-slow: ")
    wrong = normal(server)
    for one in held:
        with suppress(OSError):
            one.sendall(b"a")
    for one in held:
        found = reply(one)
        if found and b" 408 " not in found:
            wrong.append(f"a slow head got {found[:80]!r}")
        one.close()
    return Flood(count, wrong + normal(server))


def abandoned(server: Server, count: int = 1000) -> Flood:
    """Slow requests whose clients hang up at once."""
    for number in range(count):
        with connect(server) as one:
            one.sendall(request(slow(number)))
    return Flood(count, normal(server))


def endless(server: Server, count: int = 20) -> Flood:
    """Heads and addresses without end; and requests that are too long but whole."""
    wrong = []
    for number in range(count):
        start, status = ((b"GET / HTTP/1.1\r\nx: ", b" 431 "), (b"GET /", b" 414 "))[number % 2]
        with connect(server) as one:
            with suppress(ConnectionError):
                one.sendall(start)
                for _ in range(1000):
                    one.sendall(b"a" * 1000)
            found = reply(one)
            if found and status not in found:
                wrong.append(f"a head without end got {found[:80]!r}")
    for path, headers, status in (("a" * 5000, {}, 414), ("", {"x": "a" * 15000, "y": "a" * 15000}, 431)):
        got = httpx.get(server.url + path, headers=headers, timeout=PATIENCE).status_code
        if got != status:
            wrong.append(f"{got} instead of {status}")
    return Flood(count + 2, wrong + normal(server))


def resets(server: Server) -> Flood:
    """A client that is gone after any number of bytes of its request, or of the answer."""
    sent = request({"log": LOG}, "check")
    for place in range(len(sent) + 1):
        one = connect(server)
        one.sendall(sent[:place])
        reset(one)
    for place in range(1, 60):
        one = connect(server)
        one.sendall(b"GET /static/app.js HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        one.recv(place)
        reset(one)
    return Flood(len(sent) + 60, normal(server))


def unread(server: Server, count: int = 50) -> Flood:
    """Clients that ask for much and read nothing."""
    ask = b"GET /static/app.js HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: identity\r\n\r\n"
    held = [connect(server) for _ in range(count)]
    for one in held:
        one.sendall(ask * 50)
    wrong = normal(server)
    for one in held:
        reset(one)
    return Flood(count, wrong + normal(server))


def no_files(server: Server) -> Flood:
    """The running server may open no more files, and all its workers are killed: alive but not ready, until it may again."""
    assert server.process is not None
    pid = server.process.pid
    old = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    wrong = []
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        client.get("api/health")  # the connection is there before the limit
        killed: list[int] = []
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                killed += [int(child) for child in (thread / "children").read_text().split()]
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, old[1]))
        for child in set(killed):
            os.kill(child, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while client.get("api/ready").status_code != 503:
            if time.monotonic() > deadline:
                wrong.append("ready without workers")
                break
            time.sleep(0.05)
        if client.get("api/health").status_code != 200:
            wrong.append("not alive without workers")
        resource.prlimit(pid, resource.RLIMIT_NOFILE, old)
    return Flood(len(set(killed)), wrong + normal(server))


FLOODS: dict[str, tuple[Callable[[Server], Flood], tuple[str, ...], int | None]] = {
    "idle connections and 3 slow requests, 1,024 files": (idle, ("--seconds", "2", "--workers", "2"), 1024),
    "heads that come slowly": (slow_heads, ("--workers", "2"), None),
    "requests abandoned at once": (abandoned, ("--seconds", "2", "--workers", "2"), None),
    "heads and addresses that are too long": (endless, ("--workers", "2"), None),
    "clients gone after any byte": (resets, ("--workers", "2"), None),
    "clients that read nothing": (unread, ("--workers", "2"), None),
    "workers killed while no file can be opened": (no_files, ("--workers", "2"), None),
}


def flood(name: str, *, plain: bool) -> Flood:
    """One flood against a server of its own."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if most == resource.RLIM_INFINITY else min(4096, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    work, options, files = FLOODS[name]
    with Server(*options, plain=plain, files=files) as server:
        return work(server)


def main() -> None:
    counted = failed = 0
    for name in FLOODS:
        for plain in (False, True):
            found = flood(name, plain=plain)
            counted, failed = counted + found.count, failed + bool(found.failures)
            print(f"{found.count:>6,}  {name} ({'asyncio, h11' if plain else 'uvloop, httptools'})", flush=True)
            for failure in found.failures:
                print(f"        FAILED {failure}", flush=True)
    total = 2 * len(FLOODS)
    print(f"{counted:,} connections, requests and kills in {total} floods, {total - failed} survived")
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
