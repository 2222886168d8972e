"""Promises of the container, as far as they can be tried without an engine: its files, a server that can write nowhere,
and a game against the computer that two servers play by turns behind a balancer.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path

import httpx
import pytest
import yaml
from scripted import Client, game
from webserver import Server

from code777solver.cli.serve import serve

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "container" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((ROOT / "container" / "compose.yml").read_text(encoding="utf-8"))
NOWHERE = {"HOME": "/dev/null", "CODE777_GAMES": "/dev/null/games", "CODE777_CACHE": "/dev/null/cache"}
"""A user's folders on a disk that cannot be written."""
SECRET = {"CODE777_SECRET": "the same at both servers"}


# The files.


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name}\s+(.*)$", DOCKERFILE.rpartition("\nFROM ")[2], re.MULTILINE)


def test_the_image_has_one_port_and_it_is_that_of_the_server() -> None:
    port = next(option.default for option in serve.params if option.name == "port")
    assert instructions("EXPOSE") == [str(port)]
    assert f"127.0.0.1:{port}/api/ready" in instructions("HEALTHCHECK")[0]


def test_the_image_does_not_run_as_root() -> None:
    (user,) = instructions("USER")
    assert all(int(number) > 0 for number in user.split(":"))


def test_all_that_is_written_goes_to_tmp_or_is_made_before() -> None:
    (settings,) = instructions("ENV")
    places = dict(re.findall(r"(\w+)=(\S+)", settings))
    assert places["CODE777_GAMES"].startswith("/tmp/")
    assert places["NUMBA_CACHE_DIR"].startswith("/tmp/")
    assert "chmod -R a+rX /opt/code777" in DOCKERFILE, "files of a cache are their maker's alone"
    assert f"CODE777_CACHE={places['CODE777_CACHE']} " in DOCKERFILE.partition("\nFROM ")[2]


def test_both_servers_are_the_same_and_closed() -> None:
    one, two = COMPOSE["services"]["one"], COMPOSE["services"]["two"]
    assert one == two
    assert one["read_only"]
    assert one["cap_drop"] == ["ALL"]
    assert "ports" not in one, "only the proxy is reached a token from outside"
    caddy = (ROOT / "container" / "Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy one:7770 two:7770" in caddy


# Two servers behind a balancer.


class Balancer(BaseHTTPRequestHandler):
    """Hands each request to the next server, with the headers as they came."""

    servers: Iterator[str]
    served: list[str]

    def do_POST(self) -> None:
        server = next(self.servers)
        self.served.append(server)
        body = self.rfile.read(int(self.headers["content-length"]))
        names = ("host", "content-type", "authorization")
        headers = {name: self.headers[name] for name in names if self.headers[name]}
        found = httpx.post(f"{server}{self.path.lstrip('/')}", content=body, headers=headers, timeout=120)
        self.send_response(found.status_code)
        self.send_header("content-length", str(len(found.content)))
        self.end_headers()
        self.wfile.write(found.content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def balanced(*settings: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The address of a balancer in front of a server for each of the settings, and who was asked."""
    with ExitStack() as stack:
        urls = [
            stack.enter_context(
                Server("--workers", "1", settings={**NOWHERE, "CODE777_HOSTS": "game.example", **more})
            ).url
            for more in settings
        ]
        handler = type("Handler", (Balancer,), {"servers": cycle(urls), "served": []})
        front = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=front.serve_forever, daemon=True).start()
        stack.callback(front.server_close)
        stack.callback(front.shutdown)
        yield f"http://127.0.0.1:{front.server_port}/", handler.served


def ask(url: str, log: str, act: str) -> tuple[int, bytes]:
    found = httpx.post(
        f"{url}api/play",
        json={"log": log, "act": act, "seat": "", "lang": "en"},
        headers={"host": "game.example", "authorization": "Bearer for all"},
        timeout=120,
    )
    return found.status_code, found.content


def player(url: str) -> Client:
    """One who plays through the balancer and keeps the record."""
    return Client(game(3, "classic", 3).setup, partial(ask, url))


@pytest.mark.seconds
def test_a_game_goes_on_at_either_server() -> None:
    with balanced({**SECRET, "CODE777_TOKEN": "for all"}, {**SECRET, "CODE777_TOKEN": "for all"}) as (url, served):
        client = player(url)
        client.play(3)
        assert client.now["over"]
        assert len(served) >= 10
        assert abs(served.count(served[0]) - served.count(served[1])) <= 1


@pytest.mark.seconds
def test_servers_of_two_secrets_do_not_share_a_game() -> None:
    """So the test above would notice if the secret were not taken from the environment."""
    with balanced(SECRET, {"CODE777_SECRET": "another one, long enough"}) as (url, _):
        status, body = ask(url, player(url).log, "")
        told = json.loads(body)
        assert status == 422, told
        assert "is not what happened in this game" in told["error"]["message"]


def test_the_token_of_the_environment_holds_for_others_too() -> None:
    """`code777 serve --host 0.0.0.0` made one of its own, so that each server asked for another."""
    with Server("--host", "0.0.0.0", "--workers", "1", settings={"CODE777_TOKEN": "a token from outside"}) as server:
        assert server.printed[0].endswith("#token=a token from outside")
        body = {"log": "players Ann me\nrack Ann Y2 K5 B7\n"}
        address = f"http://127.0.0.1:{server.port}/api/table"
        assert httpx.post(address, json=body, timeout=60).status_code == 401
        good = {"authorization": "Bearer a token from outside"}
        assert httpx.post(address, json=body, headers=good, timeout=60).status_code == 200
