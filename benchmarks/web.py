"""Cost of the page and its server.

``python benchmarks/web.py [--quick] [--json FILE] [requests] [flight] [memory] [tap] [weight]``

*requests*: a real server, 64 connections that are kept open. The same client asks an empty endpoint and `POST /api/analyze`, in turns:
logs of 40 lines that were asked about before, and games that are followed line by line, in which every request is new to the server.
Before anything is timed the answers are compared with those of a solver.

*flight*: 1,000 different logs at the same time, on 1,000 connections; every one must be answered rightly.

*memory*: the resident memory of the server and its workers while 100,000 requests come in, one in ten of them new.

*tap*: Chromium, a phone's screen, a game of 40 lines. From the tap on an answer to the frame that shows what follows from it,
and the layout shift (CLS) that the browser itself counts meanwhile.

*weight*: everything that the browser loads, as files and as sent.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from checkout import ROOT
from process_memory import MEGABYTE, of_family
from reference import random_game
from sections import Goal, Section, at_most, duration, ratio_at_least, run_sections

sys.path.insert(0, str(ROOT / "tests" / "helpers"))
from fingers import Fingers
from webserver import PHONE, Server, browser

from code777solver import Solver
from code777solver.show import as_json

LINES = 40
CONNECTIONS = 64
SHARE = 0.3
"""Of the requests a second of the empty endpoint."""
TAP = 0.100
SHIFT = 0.02
WEIGHT = 150_000


def game(seed: int, lines: int = LINES) -> list[str]:
    """The first lines of a classic game of four."""
    found, _ = random_game(random.Random(seed), "classic", 4, lines, declare_prob=0.1, swap_prob=0.0)
    return found[:lines]


# A client that costs little.


class _Connection(asyncio.Protocol):
    """One request at a time; the answer's body is its result."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.waiting: asyncio.Future[tuple[int, bytes]] | None = None
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self.buffer[:end]).lower()
        place = head.index(b"content-length: ") + 16
        length = int(head[place : head.find(b"\r\n", place) if head.find(b"\r\n", place) > 0 else None])
        if len(self.buffer) >= end + 4 + length:
            body = bytes(self.buffer[end + 4 : end + 4 + length])
            del self.buffer[: end + 4 + length]
            assert self.waiting is not None
            self.waiting.set_result((int(head[9:12]), body))

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionError("the server hung up"))

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.waiting


EMPTY = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"


def analyze(log: str, top: int = 12) -> bytes:
    body = json.dumps({"log": log, "top": top}).encode()
    head = f"POST /api/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


async def _send(port: int, requests: Iterable[bytes], connections: int) -> list[tuple[int, bytes]]:
    loop = asyncio.get_running_loop()
    waiting = iter(enumerate(requests))
    answers: dict[int, tuple[int, bytes]] = {}

    async def work() -> None:
        _, connection = await loop.create_connection(_Connection, "127.0.0.1", port)
        for place, request in waiting:
            answers[place] = await connection.ask(request)
        connection.transport.close()

    await asyncio.gather(*(work() for _ in range(connections)))
    return [answers[place] for place in sorted(answers)]


def send(server: Server, requests: Iterable[bytes], connections: int = CONNECTIONS) -> list[tuple[int, bytes]]:
    """Status and body of each, in the order of the requests."""
    return asyncio.run(_send(server.port, requests, connections))


def rate(server: Server, requests: Sequence[bytes]) -> float:
    """Requests a second; all of them must be answered."""
    start = time.perf_counter()
    answers = send(server, requests)
    seconds = time.perf_counter() - start
    assert {status for status, _ in answers} == {200}
    return len(requests) / seconds


def _expected(log: str) -> Any:
    return json.loads(json.dumps(as_json.analysis(Solver.from_log(log, folder=None), top=12)))


# The sections.


def requests(quick: bool) -> Section:
    """Requests a second, in turns."""
    logs = ["\n".join(game(seed)) for seed in range(50)]
    count = 3000 if quick else 10_000
    with Server() as server:
        for log, (status, body) in zip(logs, send(server, map(analyze, logs)), strict=True):
            assert status == 200
            assert json.loads(body) == _expected(log)
        seeds = iter(range(1000, 10**9))
        rates: dict[str, list[float]] = {"empty": [], "asked before": [], "every one new": []}
        for _ in range(2 if quick else 5):
            rates["empty"].append(rate(server, [EMPTY] * count))
            rates["asked before"].append(rate(server, list(islice(cycle(map(analyze, logs)), count))))
            rates["every one new"].append(rate(server, list(_followed(seeds, 10 if quick else 20))))
    best = {name: max(each) for name, each in rates.items()}
    rows = [
        (name, f"{best[name]:,.0f}", f"{best[name] / best['empty']:.2f}", duration(1 / best[name])) for name in best
    ]
    goals = [
        ratio_at_least(
            "POST /api/analyze, asked before, against the empty endpoint", best["asked before"] / best["empty"], SHARE
        ),
        Goal(
            f"the same where every log is new, at least {SHARE} x",
            f"{best['every one new'] / best['empty']:.2f} x",
            best["every one new"] / best["empty"] >= SHARE,
        ),
    ]
    return Section(("endpoint", "requests/s", "x empty", "each"), rows, goals, {n: 1 / r for n, r in best.items()})


def _followed(seeds: Iterator[int], arrays: int) -> Iterator[bytes]:
    """Games at several tables at once, each line analysed as it comes."""
    games = [game(next(seeds)) for _ in range(arrays)]
    for count in range(8, LINES + 1):
        for lines in games:
            yield analyze("\n".join(lines[:count]))


def flight(quick: bool) -> Section:
    """Many requests at the same time."""
    count = 1000
    logs = [
        "\n".join(game(seed, lines))
        for seed, lines in zip(range(5000, 5000 + count), cycle(range(8, LINES + 1)), strict=False)
    ]
    with Server() as server:
        start = time.perf_counter()
        answers = send(server, map(analyze, logs), connections=count)
        seconds = time.perf_counter() - start
    wrong = sum(status != 200 for status, _ in answers)
    for log, (_, body) in islice(zip(logs, answers, strict=True), 0, count, 50):
        assert json.loads(body) == _expected(log)
    rows = [(f"{count:,} new logs at once", f"{wrong}", duration(seconds))]
    goals = [Goal(f"{count:,} requests in flight without an error", f"{wrong} errors", wrong == 0)]
    return Section(("requests", "errors", "all answered after"), rows, goals, {"flight": seconds})


def _memory(server: Server) -> float:
    """Resident memory of the server and its workers in megabytes."""
    assert server.process is not None
    return sum(of_family(server.process.pid)) / MEGABYTE


def memory(quick: bool) -> Section:
    """Memory over many requests."""
    total, steps = (20_000, 5) if quick else (100_000, 10)
    seeds = iter(range(20_000, 10**9))
    old = [analyze("\n".join(game(seed))) for seed in range(50)]
    rows, found = [], []
    with Server() as server:
        for step in range(1, steps + 1):
            new = _followed(seeds, total // steps // 10 // (LINES - 7) + 1)
            mixed = [request for fresh in new for request in (fresh, *random.Random(step).choices(old, k=9))]
            answers = send(server, mixed[: total // steps])
            assert {status for status, _ in answers} == {200}
            found.append(_memory(server))
            rows.append((f"{step * total // steps:,}", f"{found[-1]:.0f} MB"))
    half = found[len(found) // 2]
    growth = found[-1] / half
    goals = [Goal("memory in the second half of the requests, at most 1.1 x", f"{growth:.2f} x", growth <= 1.1)]
    return Section(("requests", "resident"), rows, goals, {"MB": found[-1]})


CLICK = """(selector) => new Promise((resolve) => {
  const before = document.body.dataset.lines;
  const painted = () => {
    const done = new MessageChannel();
    done.port1.onmessage = () => resolve(performance.now() - start);
    done.port2.postMessage(0);
  };
  const watch = new MutationObserver(() => {
    if (document.body.dataset.lines === before || document.body.matches('.stale')) return;
    watch.disconnect();
    requestAnimationFrame(painted);
  });
  watch.observe(document.body, { attributes: true });
  const start = performance.now();
  document.querySelector(selector).click();
})"""
"""Click, and resolve when the frame with the new screen has been painted."""


WATCH = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift" });
}"""
"""Add up what moves without having been touched."""


TAPPED = (("classic", 4), ("stronghold", 3), ("code77", 3), ("unique49", 3))
"""The editions that are tapped through, each with a number of players."""


def tapped(person: Fingers, edition: str, players: int, seed: int) -> list[float]:
    """Seconds from the tap on an answer to the frame, for some answers of a random game from line 40 on."""
    lines, _ = random_game(random.Random(seed), edition, players, 60, declare_prob=0.05, swap_prob=0.0)
    at = next(
        i
        for i in range(LINES - 1, len(lines))
        if lines[i].split()[1:2] and lines[i].split()[1].isdecimal() and not lines[i].startswith("me")
    )
    person.load("\n".join(lines[:at]))
    person.page.evaluate(WATCH)
    times = []
    for count, line in enumerate(lines[at : at + 8], at + 1):
        name, card, symbol = [*line.split(), "", ""][:3]
        if not card.isdecimal():
            break
        person.press("[data-k=go]")
        person.press(f"[data-k=card{card}]")
        person._who(name)
        times.append(person.page.evaluate(CLICK, f"dialog [data-k='answer{symbol}']") / 1000)
        person.settled(count)
    solver = Solver.from_log("\n".join(person.lines))
    if solver.belief.possible and solver.belief.is_full:
        tiles = solver.edition.rules.target == "tiles"
        assert person.shown_count() == len(solver.candidates if tiles else solver.codes)
    return times


def tap(quick: bool) -> Section:
    """From a tap to the screen."""
    rows, goals, seconds, shifts = [], [], dict[str, float](), [0.0]
    with Server() as server, browser() as chrome:
        for edition, players in TAPPED:
            times = []
            for seed in range(2 if quick else 6):
                context = chrome.new_context(**PHONE)
                person = Fingers(context.new_page(), server.url, "tap")
                times += tapped(person, edition, players, seed)
                shifts.append(float(person.page.evaluate("() => window.shift")))
                context.close()
            median, most = statistics.median(times), max(times)
            late = sorted(times)[-1 - len(times) // 100]
            rows.append((edition, f"{len(times)}", duration(median), duration(most)))
            goals.append(at_most(f"{edition}: 99th percentile", late, TAP))
            seconds[edition] = median
    goals.append(Goal(f"layout shift of any game, at most {SHIFT}", f"{max(shifts):.4f}", max(shifts) <= SHIFT))
    return Section((f"games of {LINES} lines", "taps", "median", "slowest"), rows, goals, seconds)


def weight(quick: bool) -> Section:
    """Bytes of everything that the first visit loads."""
    sizes: dict[str, tuple[int, int]] = {}
    with Server() as server, browser() as chrome:
        context = chrome.new_context(**{**PHONE, "locale": "de-DE"})
        page = context.new_page()

        def note(response: Any) -> None:
            sent = int(response.headers.get("content-length", 0))
            sizes[response.url.removeprefix(server.url)] = (len(response.body()), sent)

        page.on("response", note)
        page.goto(server.url, wait_until="networkidle")
        context.close()
    plain, sent = (sum(size[i] for size in sizes.values()) for i in (0, 1))
    rows = [(f"{len(sizes)} files", f"{plain:,}", f"{sent:,}")]
    goals = [Goal(f"page weight, at most {WEIGHT:,} bytes", f"{plain:,} as files, {sent:,} as sent", plain <= WEIGHT)]
    return Section(("first visit", "bytes", "as sent"), rows, goals, {"bytes": float(plain)})


SECTIONS: Mapping[str, Callable[[bool], Section]] = {
    "requests": requests,
    "flight": flight,
    "memory": memory,
    "tap": tap,
    "weight": weight,
}


def main(arguments: Sequence[str] | None = None) -> None:
    run_sections(SECTIONS, "Time the page and its server and say which goals are reached.", arguments)


if __name__ == "__main__":
    main()
