"""A real server in a process of its own, and a real browser, for the tests of the page and of the interface."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

_T = TypeVar("_T")
ROOT = Path(__file__).parents[2]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
_ANY: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB"}
PHONE: dict[str, Any] = {**_ANY, "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {**_ANY, "viewport": {"width": 1280, "height": 800}}
SECRET = "the same deals every time"


_PLAIN = """
import sys
sys.modules.update(uvloop=None, httptools=None)
from code777solver.__main__ import main
main()
"""


def loops() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The event loops that a server may run on: plain asyncio, and uvloop where it is installed."""
    found: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"asyncio": asyncio.new_event_loop}
    try:
        import uvloop
    except ImportError:
        return found
    return {"uvloop": uvloop.new_event_loop, **found}


def run_on(loop: str, work: Coroutine[Any, Any, _T]) -> _T:
    """Like `asyncio.run`, on one of the `loops`."""
    with asyncio.Runner(loop_factory=loops()[loop]) as runner:
        return runner.run(work)


class Server:
    """`code777 serve`, which can be stopped and started again on the same port.

    ``plain``: as if neither uvloop nor httptools were installed; ``files``: how many may be open; ``program``: what runs
    instead of the package, as text; ``settings``: other variables of its environment.
    """

    def __init__(
        self,
        *options: str,
        plain: bool = False,
        files: int | None = None,
        program: str = "",
        settings: dict[str, str] | None = None,
    ) -> None:
        self.options, self.program, self.files = options, program or (_PLAIN if plain else ""), files
        self.settings = {**os.environ, "CODE777_SECRET": SECRET, **(settings or {})}
        if program:
            self.settings["PYTHONPATH"] = str(Path(__file__).parent)
        self.process: subprocess.Popen[str] | None = None
        self.url, self.port, self.printed = "", 0, [""]
        self.start()

    def start(self) -> None:
        program = ["-c", self.program] if self.program else ["-m", "code777solver"]
        command = [sys.executable, *program, "serve", "--port", str(self.port), *self.options]
        if self.files is not None:
            command = ["/bin/sh", "-c", f'ulimit -n {self.files}; exec "$0" "$@"', *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=self.settings)
        assert self.process.stdout is not None
        self.printed = []
        for line in self.process.stdout:
            self.printed.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        assert self.printed, f"the server ended with status {self.process.wait()}"
        self.url = self.printed[0].partition("#")[0]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        for _ in range(200):
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/api/health", timeout=5).raise_for_status()
                break
            except httpx.TransportError:
                self._wait()

    def _wait(self) -> None:
        assert self.process is not None
        try:
            self.process.wait(0.1)
        except subprocess.TimeoutExpired:
            return
        raise AssertionError(f"the server ended with status {self.process.returncode}")

    def stop(self, *, at_once: bool = False) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL if at_once else signal.SIGTERM)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def post(self, name: str, **body: Any) -> httpx.Response:
        return httpx.post(f"{self.url}api/{name}", json=body, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def chromium() -> str:
    """Where Chromium is."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "no Chromium: `apt-get install chromium` (dev.py check does that where it may)"
    return found


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium under Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield running
        running.close()
