"""The page without a server, measured in Chromium: ``python benchmarks/pocket.py [FOLDER]``, by default build/pocket.

Prints what is sent, how long it takes from opening the page to the first analysis, on the first visit and on a second one
without a network, and how long single requests take there and natively.
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
from webserver import PHONE, browser  # noqa: E402

from code777solver.web.solver_cache import Recall  # noqa: E402
from code777solver.web.worker import answer  # noqa: E402

EXAMPLE = (ROOT / "code777solver" / "data" / "examples" / "first-game.c777").read_text(encoding="utf-8")
ENDPOINTS = ("table", "analyze", "opponents", "hint", "diagnose", "review", "sheet")
TIMES = 5
GAME = {"id": "1", "rev": 1, "seat": "me", "past": [], "future": [], "created": 0, "changed": 0}


def main(folder: Path) -> None:
    if not (folder / "sw.js").exists():
        raise SystemExit(f"{folder} is not there: run `python3 dev.py pocket` first")
    files = [path for path in folder.rglob("*") if path.is_file()]
    total, packed = sum(map(size, files)), sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"{len(files)} files, {total / 1e6:.2f} MB, compressed {packed / 1e6:.2f} MB")
    with in_pocket.FileServer(folder) as server, browser() as chrome:
        context = chrome.new_context(**PHONE)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(server.url + "static/icon.svg")
        game = GAME | {"lines": EXAMPLE.rstrip("\n").split("\n")}
        page.evaluate("game => localStorage.setItem('code777.game.1', JSON.stringify(game))", game)
        page.evaluate("() => localStorage.setItem('code777.current', '1')")
        print(f"first visit: {first_analysis(page, server.url):.2f} s to the first analysis")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        print(f"sent on the first visit: {server.sent / 1e6:.2f} MB")
        server.stop()
        times = [first_analysis(page, server.url) for _ in range(TIMES)]
        print(f"second visit, no network: {statistics.median(times):.2f} s ({min(times):.2f}-{max(times):.2f})")
        print(f"{'milliseconds':12} browser  native")
        for name in ENDPOINTS:
            there = timed(lambda name=name: in_pocket.ask(page, name, log=EXAMPLE))
            recall = Recall()
            body = json.dumps({"log": EXAMPLE}).encode()
            here = timed(lambda name=name, recall=recall, body=body: answer(name, body, recall))
            print(f"{name:12} {there:7.1f} {here:7.1f}")
        memory = "async () => (await import(new URL('static/transport.js', location.href).href)).engine().memory"
        print(f"memory of Python: {page.evaluate(memory) / 1e6:.0f} MB")
        server.start()


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
