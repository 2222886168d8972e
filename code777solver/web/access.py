"""Access control as ASGI middleware: the Host header, the origin, the token, the size; and the headers of every answer.

Against other web sites that a player's browser shows: a Host header with a name that is not ours is refused (a foreign
name may be made to point here), and so is a request that another origin sent. Against others in the network: the token.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

from .worker import failure

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
OPEN = ("/api/health", "/api/ready")
"""Need no token, so that a balancer can look whether the server lives, and whether it can answer."""
MOST_HEAD = 16 << 10
"""Bytes of all headers of a request."""
MOST_URL = 4 << 10
"""Bytes of the path and the query."""
RETRY_AFTER = "2"
"""Seconds after which somebody who was sent away may ask again."""
LOG_SECONDS = 60.0
"""Seconds between two lines in the log about refused tokens."""
_log = logging.getLogger(__name__)
_ONCE = {b"host", b"origin", b"authorization", b"content-length", b"content-type", b"transfer-encoding"}
"""Headers whose meaning would depend on which of two is read."""


def client_of(scope: Mapping[str, Any]) -> str:
    """The sender of a request: its address. A client may choose any address of an IPv6 network, so there the network counts.

    The token tells nothing more: all who may come in have the same one.

    >>> client_of({"client": ("192.168.1.9", 51000)}), client_of({"client": ("2001:db8::7", 51000)})
    ('192.168.1.9', '2001:db8::/64')
    """
    address = scope["client"][0] if scope.get("client") else ""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return str(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class _RefusedLogins:
    """Counts requests without the right token, and logs them: the first at once, then at most one line a minute."""

    def __init__(self) -> None:
        self._count, self._next = 0, -math.inf

    def add(self, client: str) -> None:
        self._count += 1
        now = time.monotonic()
        if now >= self._next:
            _log.warning("requests without the right token: %d more, the last from %s", self._count, client)
            self._count, self._next = 0, now + LOG_SECONDS


class Gate:
    """The application behind it sees only requests that may come in, with bodies that are complete."""

    def __init__(
        self, app: App, *, token: str | None, names: Iterable[str], most_bytes: int, body_seconds: float = 10.0
    ) -> None:
        self._app = app
        self._token = None if token is None else f"Bearer {token}".encode()
        self._names = {name.casefold() for name in names}
        self._most_bytes, self._body_seconds = most_bytes, body_seconds
        self._refused_logins = _RefusedLogins()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        headers: dict[bytes, bytes] = dict(scope["headers"])
        refusal = _misshapen(scope["headers"], scope) or self._refusal(scope, headers)
        body = b""
        if refusal is None and scope["method"] == "POST":
            try:
                async with asyncio.timeout(self._body_seconds):
                    found = await self._body(receive)
            except TimeoutError:
                refusal = 408, failure("too_slow", f"the request took longer than {self._body_seconds:g} s to arrive")
            else:
                if found is None:
                    refusal = 413, failure("too_large", f"at most {self._most_bytes} bytes are accepted")
                else:
                    body = found
        if refusal is not None:
            await _send(guarded, *refusal)
            return
        scope["code777.body"], scope["code777.client"] = body, client_of(scope)
        try:
            await self._app(scope, receive, guarded)
        except asyncio.CancelledError:
            if begun:
                raise
            await _send(guarded, 503, failure("busy", "the server stopped before this was done"))

    def _refusal(self, scope: MutableMapping[str, Any], headers: dict[bytes, bytes]) -> tuple[int, bytes] | None:
        host = headers.get(b"host", b"").decode("latin-1")
        if not self.knows(host):
            return 400, failure(
                "host", f"this server is not called {_name(host)!r}: use its address, or `--allow-host {_name(host)}`"
            )
        origin = headers.get(b"origin")
        if origin is not None and origin.partition(b"://")[2] != headers.get(b"host"):
            return 403, failure("origin", "requests from other web sites are refused")
        if self._token is not None and scope["path"].startswith("/api/") and scope["path"] not in OPEN:
            given = headers.get(b"authorization", b"")
            if not hmac.compare_digest(given, self._token):
                self._refused_logins.add(client_of(scope))
                return 401, failure("token", "the token is missing or wrong: open the address that the server printed")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > self._most_bytes:
            return 413, failure("too_large", f"at most {self._most_bytes} bytes are accepted")
        return None

    def knows(self, host: str) -> bool:
        """True for a Host header of ours: any address as such, `localhost`, or a name that was given."""
        name = _name(host).casefold()
        if name in self._names or name == "localhost":
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    async def _body(self, receive: Receive) -> bytes | None:
        """The whole body; None if it is too large."""
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            body: bytes = message.get("body", b"")
            return body if len(body) <= self._most_bytes else None
        parts, size = [], 0
        while message["type"] == "http.request":
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._most_bytes:
                return None
            if not message.get("more_body"):
                break
            message = await receive()
        return b"".join(parts)


def _name(host: str) -> str:
    """A Host header without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _misshapen(headers: Sequence[tuple[bytes, bytes]], scope: Mapping[str, Any]) -> tuple[int, bytes] | None:
    """Reason for refusing a request by its headers alone: too long, or ambiguous."""
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_URL:
        return 414, failure("too_large", f"at most {MOST_URL} bytes of path and query are accepted")
    if sum(len(name) + len(value) + 4 for name, value in headers) > MOST_HEAD:
        return 431, failure("too_large", f"at most {MOST_HEAD} bytes of headers are accepted")
    names = [name for name, _ in headers if name in _ONCE]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        return 400, failure("bad_request", f"the header {twice.decode()!r} appears more than once")
    if b"content-length" in names and b"transfer-encoding" in names:
        return 400, failure("bad_request", "a body has a length or comes in chunks, not both")
    return None


async def _send(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers.append((b"cache-control", b"no-store"))
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == 503:
        headers.append((b"retry-after", RETRY_AFTER.encode()))
    if status in (400, 408, 413, 414, 431, 503):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
