"""The page without a server, measured in Chromium: ``python benchmarks/pocket.py [FOLDER]``, by default build/pocket.

Prints what is sent; how long it takes from opening the page to the first analysis, on the first visit and on later ones without a
network, with and without the memory that the engine keeps; how long single requests take there and natively; the time from a
tap to the frame in the pocket and in the served page, in turns; and the memory of the tab after a log of 200 lines.
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from checkout import ROOT

sys.path[:0] = [str(ROOT / "tests" / "helpers")]
import in_pocket  # noqa: E402
from fingers import Fingers  # noqa: E402
from process_memory import resident  # noqa: E402
from web import TAPPED, tapped  # noqa: E402
from webserver import PHONE, Server, browser  # noqa: E402

from code777solver.web.solver_cache import SolverCache  # noqa: E402
from code777solver.web.worker import answer  # noqa: E402

EXAMPLE = (ROOT / "code777solver" / "data" / "examples" / "first-game.c777").read_text(encoding="utf-8")
ENDPOINTS = ("table", "analyze", "opponents", "hint", "diagnose", "review", "sheet")
TIMES, GAMES = 5, 3
FORGET = """async () => {
  for (const name of await caches.keys()) if (name.startsWith("code777-memory-")) await caches.delete(name);
}"""
GAME = {"id": "1", "rev": 1, "seat": "me", "past": [], "future": [], "created": 0, "changed": 0}


def main(folder: Path) -> None:
    if not (folder / "sw.js").exists():
        raise SystemExit(f"{folder} is not there: run `python3 dev.py pocket` first")
    files = [path for path in folder.rglob("*") if path.is_file()]
    total, packed = sum(map(size, files)), sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"{len(files)} files, {total / 1e6:.2f} MB, compressed {packed / 1e6:.2f} MB")
    with in_pocket.FileServer(folder) as server, browser() as chrome, Server() as other:
        context = chrome.new_context(**PHONE)
        page = context.new_page()
        page.set_default_timeout(120_000)
        starts(page, server)
        server.stop()
        requests(page)
        taps(page, server.url, chrome, other.url)
        long_log(page, server.url)
        server.start()


def starts(page: Any, server: in_pocket.FileServer) -> None:
    """From opening the page to the first analysis of a stored game."""
    page.goto(server.url + "static/icon.svg")
    game = GAME | {"lines": EXAMPLE.rstrip("\n").split("\n")}
    page.evaluate("game => localStorage.setItem('code777.game.1', JSON.stringify(game))", game)
    page.evaluate("() => localStorage.setItem('code777.current', '1')")
    print(f"first visit: {first_analysis(page, server.url):.2f} s to the first analysis")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    print(f"sent on the first visit: {server.sent / 1e6:.2f} MB")
    in_pocket.reopen(page)
    server.stop()
    kept, anew = [], []
    for _ in range(TIMES):
        kept.append(first_analysis(page, server.url))
        assert in_pocket.engine(page)["remembers"]
        page.evaluate(FORGET)
        anew.append(first_analysis(page, server.url))
        assert not in_pocket.engine(page)["remembers"]
        in_pocket.reopen(page)
    for name, times in (("with the kept memory", kept), ("without it", anew)):
        print(f"later visit, no network, {name}: {statistics.median(times):.2f} s ({min(times):.2f}-{max(times):.2f})")
    server.start()


def requests(page: Any) -> None:
    """Single requests, in the browser and natively."""
    print(f"{'milliseconds':12} browser  native")
    for name in ENDPOINTS:
        there = timed(lambda name=name: in_pocket.ask(page, name, log=EXAMPLE))
        recall = SolverCache()
        body = json.dumps({"log": EXAMPLE}).encode()
        here = timed(lambda name=name, recall=recall, body=body: answer(name, body, recall))
        print(f"{name:12} {there:7.1f} {here:7.1f}")


def taps(page: Any, url: str, chrome: Any, served: str) -> None:
    """From the tap on an answer to the frame that shows what follows, in games of 40 lines."""
    context = chrome.new_context(**PHONE)
    people = {"pocket": Fingers(page, url, "tap"), "served": Fingers(context.new_page(), served, "tap")}
    print(f"{'tap to frame, ms':16} {'taps':>5} {'pocket':>7} {'slowest':>8} {'served':>7} {'slowest':>8}")
    for edition, players in TAPPED:
        times: dict[str, list[float]] = {name: [] for name in people}
        for seed in range(GAMES):
            for name, person in people.items():
                times[name] += tapped(person, edition, players, seed)
        cells = [f"{statistics.median(times[name]) * 1000:7.0f} {max(times[name]) * 1000:8.0f}" for name in people]
        print(f"{edition:16} {len(times['pocket']):5} {' '.join(cells)}")
    context.close()


def long_log(page: Any, url: str) -> None:
    """Memory after a game of 200 lines that was asked about at every line."""
    page.goto(url)
    lines = in_pocket.long_game()
    for count in range(1, len(lines) + 1):
        in_pocket.ask(page, "table", log="\n".join(lines[:count]))
    Fingers(page, url, "tap").load("\n".join(lines))
    parts = {"Python": in_pocket.engine(page)["memory"], "scripts": in_pocket.script_heap(page)}
    if held := renderer_bytes(page):
        parts["the tab's process"] = held
    told = ", ".join(f"{name} {amount / 1e6:.0f} MB" for name, amount in parts.items())
    print(f"memory after {len(lines)} lines: {told}")


def renderer_bytes(page: Any) -> int:
    """Resident memory of the largest renderer, where the system tells."""
    session = page.context.browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [0]
    for one in found:
        if one["type"] == "renderer":
            sizes.append(resident(one["id"]))
    return max(sizes)


def size(path: Path) -> int:
    return path.stat().st_size


def first_analysis(page: Any, url: str) -> float:
    """Seconds from opening the page to the first analysis of a stored game."""
    begun = time.perf_counter()
    page.goto(url)
    page.wait_for_selector("body[data-lines]:not(.stale) .hero b")
    return time.perf_counter() - begun


def timed(work: Any) -> float:
    """The median of some runs after a first one."""
    work()
    times = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "pocket")
