"""`code777 serve`: the socket, the token, what is printed, and uvicorn."""

from __future__ import annotations

import ipaddress
import math
import os
import secrets
import socket
import sys
from collections.abc import Iterable
from io import StringIO

import segno
import uvicorn

from ..errors import Code777Error
from .access import MOST_HEAD
from .app import create_app, lanes
from .connections import guarded_protocol, limits_for, most_files
from .secret import require_length


class ServeError(Code777Error, OSError):
    """The server cannot start; the message says why and what to do."""


def is_loopback(host: str) -> bool:
    """True for an address that only this machine can reach.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket; raises `ServeError`."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ServeError(f"cannot listen on {host} port {port}: {reason} (--port 0 takes any free port)") from None
    return listening


def addresses(host: str) -> list[str]:
    """The addresses to tell to people: the host, or the machine's own where it listens on all."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"[{host}]" if ":" in host else host]
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this only asks which address would be used
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    return found or ["127.0.0.1"]


def qr_code(text: str) -> str:
    """A QR code for a terminal."""
    out = StringIO()
    segno.make(text, error="m", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()


def serve(
    *, host: str, port: int, token: str | None, names: Iterable[str], workers: int | None, seconds: float
) -> None:
    """Serve until Ctrl-C. Off this machine a token is needed; one is made if neither this nor ``CODE777_TOKEN`` gives one."""
    files, processes = most_files(), sum(lanes(workers))
    limits = limits_for(files, processes)
    if limits is None:
        raise ServeError(f"at most {files} files can be open, too few for {processes} workers (`ulimit -n 1024`)")
    listening = open_socket(host, port)
    port = listening.getsockname()[1]
    token = token or os.environ.get("CODE777_TOKEN") or None
    if not is_loopback(host):
        token = secrets.token_urlsafe(16) if token is None else require_length("the token", token)
    own = [socket.gethostname(), f"{socket.gethostname()}.local"] if not is_loopback(host) else []
    given = [host] if not is_loopback(host) else []
    app = create_app(
        token=token,
        names=[*names, *own, *given],
        workers=workers,
        seconds=seconds,
        most_waiting=limits.connections // 3,
    )
    for line in _greeting(host, port, token):
        print(line, flush=True)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=guarded_protocol(limits),
        h11_max_incomplete_event_size=4 * MOST_HEAD,  # our own limit comes first, with a status that gives the reason
        ws="none",
        backlog=limits.backlog,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=math.ceil(seconds) + 2,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    server.run(sockets=[listening])
    if not server.started:
        raise ServeError("the server did not start; the lines above say why")


def _greeting(host: str, port: int, token: str | None) -> Iterable[str]:
    ending = f"#token={token}" if token else ""
    urls = [f"http://{address}:{port}/{ending}" for address in addresses(host)]
    yield from urls
    if not is_loopback(host):
        if "utf" in (sys.stdout.encoding or "").casefold():
            yield qr_code(urls[0])
        yield "Anyone with this address can use the server: show it only to your table."
    yield "Ctrl-C stops it; games stay in the browsers."
