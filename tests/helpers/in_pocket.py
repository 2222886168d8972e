"""The pocket as people get it: built once, put on a plain file server, opened in a browser that has no other network."""

from __future__ import annotations

import functools
import http.server
import json
import math
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest
from reference import random_game

ROOT = Path(__file__).parents[2]
OF_CHROMIUM = "content-autofill."
"""Beginning of the host that Chromium itself asks when a page has a field to type into."""
WAIT = 300
"""Seconds for another process of the tests to build."""


def built(factory: pytest.TempPathFactory) -> Path:
    """The pocket in a folder that all processes of the tests share: the first builds it, the others wait."""
    own = factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    target, done = shared / "pocket", shared / "pocket-built"
    try:
        target.mkdir()
    except FileExistsError:
        for _ in range(WAIT * 10):
            if done.exists():
                return target
            time.sleep(0.1)
        raise AssertionError("the pocket was not built: see the other failure") from None
    assert shutil.which("npm"), "no npm: `apt-get install nodejs npm` (dev.py check does that where it may)"
    command = [sys.executable, str(ROOT / "pocket" / "build.py"), str(target)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    done.touch()
    return target


class FileServer:
    """`python -m http.server`, more or less, that counts what it sends and can be switched off."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.sent = folder, 0
        self.gives_engine = threading.Event()
        """Until it is set, parts of the engine are not sent."""
        self.gives_engine.set()
        self.port = 0
        self.start()

    def start(self) -> None:
        owner = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

            def log_message(self, *said: object) -> None:
                pass

            def copyfile(self, source: Any, outputfile: Any) -> None:
                if self.path.endswith(".bin"):
                    owner.gives_engine.wait()
                content = source.read()
                owner.sent += len(content)
                outputfile.write(content)

        class Quiet(http.server.ThreadingHTTPServer):
            def handle_error(self, request: object, client_address: object) -> None:
                pass  # the browser has closed the connection

        self._server = Quiet(("127.0.0.1", self.port), functools.partial(Handler, directory=str(self.folder)))
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


@contextmanager
def the_world() -> Iterator[tuple[str, list[str]]]:
    """All that is not this machine: a proxy that notes who was asked, and answers nobody."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def _note(self) -> None:
            if not self.path.startswith(OF_CHROMIUM):
                asked.append(f"{self.command} {self.path}")
            self.send_error(502)

        do_GET = do_POST = do_CONNECT = do_HEAD = _note  # noqa: N815

        def log_message(self, *said: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


_KEPT = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("code777-memory-"));
  const cache = name && (await caches.open(name));
  const [request] = cache ? await cache.keys() : [];
  const found = request && (await cache.match(request));
  return Boolean(found) && (await found.blob()).size === Number(found.headers.get("x-bytes"));
}"""
_STATE = "async () => (await import(new URL('static/transport.js', location.href).href)).engine()"


def engine(page: Any) -> dict[str, Any]:
    """State of the engine, as its page knows it."""
    found: dict[str, Any] = page.evaluate(_STATE)
    return found


def reopen(page: Any) -> None:
    """Open a page again, with the memory that its engine had after the first start."""
    ask(page, "check", log="")
    for _ in range(WAIT * 10):
        if page.evaluate(_KEPT):
            break
        time.sleep(0.1)
    page.reload()
    ask(page, "check", log="")


_ASK = """async ([name, body]) => {
  const { ask } = await import(new URL("static/transport.js", location.href).href);
  const response = await ask(`/api/${name}`, { method: "POST", body: JSON.stringify(body) });
  return [response.status, await response.text()];
}"""


def ask(page: Any, name: str, **body: object) -> tuple[int, Any]:
    """Status and answer of the engine in a page; JSON is read."""
    status, text = page.evaluate(_ASK, [name, body])
    return status, text if text.startswith("<") else json.loads(text)


def long_game() -> list[str]:
    """A long evening: 200 lines with declarations, refills, swaps and reshuffles."""
    source = random.Random(1)
    lines = random_game(source, "classic", 4, 170, declare_prob=0.06, right_prob=0.3, swap_prob=0.02)[0]
    assert len(lines) == 200
    return lines


def script_heap(page: Any) -> int:
    """Bytes that a page's own scripts use; Python's memory is in `engine`."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return int(found["JSHeapUsedSize"])


def same(found: Any, expected: Any, place: str = "") -> None:
    """Assert that two answers are the same: exact numbers to 1e-12, the estimates of a small network to 1e-6."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), place
        for key, value in expected.items():
            same(found[key], value, f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), place
        for i, value in enumerate(expected):
            same(found[i], value, f"{place}[{i}]")
    elif isinstance(expected, float) and isinstance(found, int | float):
        within = 1e-6 if "advi" in place else 1e-12
        assert math.isclose(found, expected, rel_tol=within, abs_tol=within), f"{place}: {found} {expected}"
    else:
        assert found == expected, place
