"""Limits on connections, put around uvicorn's own protocols: how many there are, how long each may idle, how long a head is.

A connection is *quiet* unless a whole request of it is being answered: it has sent nothing, or part of a request, or was
answered. Quiet ones cost a client nothing, so they are what floods are made of: they are closed when they take too long,
and when there are too many the one that has been quiet longest makes room. A request is thus refused only if that many
others are really being answered.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from http import HTTPStatus
from typing import Any, NamedTuple

from .access import MOST_HEAD, RETRY_AFTER
from .worker import failure

HEAD_SECONDS = 10.0
"""Seconds for the head of a request, and for the first bytes of a new connection."""
STALL_SECONDS = 20.0
"""Seconds that a client may leave its response unread."""
_MOST_WIRE = 128 << 10
"""Bytes that may follow a head before the next: a body with what chunks cost, and what was sent ahead."""
_SLICE = 8 << 10
"""Bytes that are parsed before the limits are looked at again."""
_MOST = 4096
_LEAST = 16


class ConnectionLimits(NamedTuple):
    """The limits of a server."""

    connections: int
    backlog: int
    """Connections that the system may keep for it until they are accepted."""
    head_seconds: float = HEAD_SECONDS
    stall_seconds: float = STALL_SECONDS


def limits_for(files: int, workers: int) -> ConnectionLimits | None:
    """The limits where ``files`` files can be open; None if that is too few.

    Kept free: 16 files for each worker, of which it holds 2 and needs 6 when it starts; 64 for the rest of the
    program; and as many as may be accepted before the first of them is looked at.

    >>> limits_for(1024, workers=3)
    ConnectionLimits(connections=784, backlog=128, head_seconds=10.0, stall_seconds=20.0)
    """
    backlog = max(_LEAST, min(512, files // 8))
    connections = files - backlog - 16 * workers - 64
    return ConnectionLimits(min(_MOST, connections), backlog) if connections >= _LEAST else None


def most_files() -> int:
    """Number of files that this process may have open; raises the limit where the system leaves that to us."""
    if sys.platform == "win32":
        return 2048
    try:
        import resource
    except ImportError:
        return 2048

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _MOST
    if now == resource.RLIM_INFINITY or now >= wanted:
        return wanted
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    except (ValueError, OSError):
        return now
    return allowed


class Connections:
    """All connections of a server."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.open: set[Any] = set()
        self.quiet: dict[Any, None] = {}
        """Those that are, longest first."""
        self.evicted = 0
        self._sweeping = False

    def add(self, one: Any) -> bool:
        """True if a new connection may stay."""
        self.open.add(one)
        if len(self.open) > self.limits.connections:
            if not self.quiet:
                return False
            oldest = next(iter(self.quiet))
            del self.quiet[oldest]
            self.evicted += 1
            oldest.transport.abort()
        self.quiet[one] = None
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(1.0, self._sweep)
        return True

    def remove(self, one: Any) -> None:
        self.open.discard(one)
        self.quiet.pop(one, None)

    def _sweep(self) -> None:
        """Once a second, as long as there are connections."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for one in list(self.open):
            one.look(now)
        self._sweeping = bool(self.open)
        if self._sweeping:
            loop.call_later(1.0, self._sweep)


def guarded_protocol(limits: ConnectionLimits) -> type[asyncio.Protocol]:
    """uvicorn's protocol class, the quick one if httptools is there, within limits."""
    try:
        base: Any = importlib.import_module("uvicorn.protocols.http.httptools_impl").HttpToolsProtocol
    except ImportError:
        base = importlib.import_module("uvicorn.protocols.http.h11_impl").H11Protocol
    connections = Connections(limits)

    class Guarded(base):  # type: ignore[misc]
        """One connection. `cycle` is uvicorn's name for the request that came last, and its answer."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            self._begun: float | None = self.loop.time()
            """Since when a head is awaited; None between requests."""
            self._head = self._wire = 0
            self._has_line = False
            self._unread, self._unread_since = 0, 0.0
            super().connection_made(transport)
            if not connections.add(self):
                self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "busy", "too many connections: try again in a moment")

        def connection_lost(self, exc: Exception | None) -> None:
            connections.remove(self)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), _SLICE):
                if not self.transport.is_closing():
                    self._take(data[start : start + _SLICE])

        def _take(self, data: bytes) -> None:
            before = self.cycle
            super().data_received(data)
            if self.cycle is not before:
                self._begun, self._head, self._wire, self._has_line = None, 0, 0, False
            else:
                self._wire += len(data)
                if self._is_between():
                    self._head += len(data)
                    self._has_line = self._has_line or b"\n" in data
                    if self._begun is None:
                        self._begun = self.loop.time()
            if self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body:
                connections.quiet.pop(self, None)
            if self._head > MOST_HEAD:
                self._refuse_head()
            elif self._wire > _MOST_WIRE and not self.transport.is_closing():
                self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", "the request is too large")

        def on_response_complete(self) -> None:
            self._begun, self._head, self._has_line = None, 0, False
            if self in connections.open:
                connections.quiet[self] = None
            super().on_response_complete()

        def shutdown(self) -> None:
            """The server ends: what is being answered is answered, the rest closed."""
            if self._is_between():
                self.transport.close()
            else:
                super().shutdown()

        def look(self, now: float) -> None:
            """Close the connection if it has taken too long."""
            unread = self.transport.get_write_buffer_size()
            if not unread or unread < self._unread or not self._unread:
                self._unread_since = now
            self._unread = unread
            if unread and now - self._unread_since > limits.stall_seconds:
                self.transport.abort()
            elif self._begun is not None and self._is_between() and now - self._begun > limits.head_seconds:
                if self._head and not self.transport.is_closing():
                    message = f"the request headers took longer than {limits.head_seconds:g} s to come"
                    self._refuse(HTTPStatus.REQUEST_TIMEOUT, "too_slow", message)
                else:
                    self.transport.close()

        def _is_between(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def _refuse_head(self) -> None:
            if self.transport.is_closing():
                return
            if self._has_line:
                message = f"at most {MOST_HEAD} bytes of headers are accepted"
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too_large", message)
            else:
                self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG, "too_large", "the address is too long")

        def _refuse(self, status: HTTPStatus, code: str, message: str) -> None:
            """Answer without the application, and close."""
            body = failure(code, message)
            again = f"retry-after: {RETRY_AFTER}\r\n" if status == HTTPStatus.SERVICE_UNAVAILABLE else ""
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
                f"content-length: {len(body)}\r\ncache-control: no-store\r\n{again}connection: close\r\n\r\n"
            )
            if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
                self.transport.write(head.encode() + body)
            self.transport.close()

    return Guarded
