"""A process that answers one request at a time, and that may be ended at any moment.

A request comes as a frame on standard input: its length in four bytes, a mark of eight, the name of the endpoint, a line
feed, its fields as JSON, which the server has checked. The answer goes to standard output: its length, the same mark, by which it is known to belong to this
request, the HTTP status in two bytes, a byte of flags (`SVG`, `RETIRES`), the body.
The process ends when its input does, and so does not outlive its server. A request that runs on although the server has
gone is ended by an alarm of the system.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..core.arrays import arrays_for
from ..errors import Code777Error, LineError
from ..lang import Language, language
from ..records import plain_data
from ..rules.editions import load_edition
from .api import ENDPOINTS
from .endpoints import Picture
from .schema import InputError, check
from .secret import secret_key
from .solver_cache import SolverCache

LENGTH = struct.Struct(">I")
MARK_BYTES = 8
HEAD = struct.Struct(f">{MARK_BYTES}sHB")
SVG, RETIRES = 1, 2
"""Flags of an answer: the body is a picture; the worker wants to be replaced."""
MOST_MEMORY = 4 << 30
"""Address space of a worker; a request that wants more is refused."""
MOST_RESIDENT = 1 << 30
"""Memory in use at which a worker is replaced, after its answer."""


def encode(result: object, t: Language | None = None) -> bytes:
    """A result as one line of JSON, its sentences in a language."""
    data = plain_data(result, t) if t is not None and t.code != "en" else plain_data(result)
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def failure(code: str, message: str, **more: object) -> bytes:
    """An error as clients get it."""
    return encode({"error": {"code": code, "message": message, **more}})


class WorkerReply(NamedTuple):
    """The answer to a request."""

    status: int
    """The HTTP status."""
    svg: bool
    """True for a picture."""
    body: bytes


_TOO_LARGE = WorkerReply(422, False, failure("too_large", "that is too large to compute here"))
"""Made beforehand, since there may be no memory to make it."""


def answer(name: str, body: bytes, cache: SolverCache) -> WorkerReply:
    """Check a request and answer it."""
    try:
        return respond(name, check(ENDPOINTS[name].fields, json.loads(body)), cache)
    except InputError as error:
        return WorkerReply(422, False, failure("bad_request", str(error)))
    except (MemoryError, RecursionError):
        return _TOO_LARGE


def respond(name: str, fields: dict[str, Any], cache: SolverCache) -> WorkerReply:
    """Answer a request that was checked. Raises `MemoryError`."""
    t = language(fields.get("lang", "en"))
    try:
        found = ENDPOINTS[name].handle(fields, cache)
        if isinstance(found, Picture):
            return WorkerReply(200, True, found.svg.encode())
        return WorkerReply(200, False, encode(found, t))
    except LineError as error:
        said = error.message
        return WorkerReply(
            422, False, failure("bad_line", t(said), reason=t(said.reason), line=error.line, text=error.text)
        )
    except Code777Error as error:
        return WorkerReply(422, False, failure("refused", t(error.sentence), reason=t(error.sentence.reason)))
    except RecursionError:
        return _TOO_LARGE
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  (a fault of ours must not end the worker; the traceback goes to the server's log)
        traceback.print_exc()
        return WorkerReply(500, False, failure("internal", "internal server error; see the server's log"))


def run(
    source: IO[bytes],
    sink: IO[bytes],
    *,
    key: bytes,
    seconds: float = 0.0,
    most_resident: int = MOST_RESIDENT,
) -> None:
    """Answer until there are no more requests. One that takes longer than ``seconds``, if given, ends the process."""
    cache = SolverCache(key=key)
    while length := _exactly(source, LENGTH.size):
        request = _exactly(source, LENGTH.unpack(length)[0])
        _set_alarm(seconds)
        mark, (name, _, fields) = request[:MARK_BYTES], request[MARK_BYTES:].partition(b"\n")
        try:
            reply, retires = respond(name.decode(), json.loads(fields), cache), resident_bytes() > most_resident
        except MemoryError:
            reply, retires = _TOO_LARGE, True
        head = HEAD.pack(mark, reply.status, reply.svg * SVG | retires * RETIRES)
        sink.write(LENGTH.pack(len(head) + len(reply.body)) + head + reply.body)
        sink.flush()
        _set_alarm(0)


def _exactly(source: IO[bytes], count: int) -> bytes:
    """Exactly ``count`` bytes, or none if the input has ended."""
    data = source.read(count)
    return data if len(data) == count else b""


def resident_bytes() -> int:
    """Memory in use; its peak where the system reports only that; 0 if it reports neither."""
    if sys.platform == "win32":
        return 0
    with suppress(OSError, ValueError, IndexError, AttributeError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return 0


def _set_alarm(seconds: float) -> None:
    if sys.platform != "win32" and hasattr(signal, "setitimer"):  # its default action ends the process at any moment
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory() -> None:
    if sys.platform != "win32":
        with suppress(ImportError, ValueError, OSError):  # not every system can
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main() -> None:
    """Entry point of the process; the first argument is the time limit of a request in seconds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the input
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # so is this, if it goes to all: running requests shall end
    _limit_memory()
    sink: Any = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that prints can disturb the frames
    with suppress(Code777Error):
        arrays_for(load_edition("classic"))
    with suppress(BrokenPipeError):
        run(sys.stdin.buffer, sink, key=secret_key(), seconds=float(sys.argv[1]) if len(sys.argv) > 1 else 0.0)


if __name__ == "__main__":
    main()
