"""A process that answers one request at a time, and that may be ended at any moment.

A request comes as a frame on standard input: its length in four bytes, the name of the endpoint, a line feed, the body.
The answer goes to standard output: its length, the HTTP status in two bytes, one byte that is 1 for an SVG, the body.
The process ends when its input does, and so does not outlive its server.
"""

from __future__ import annotations

import json
import signal
import struct
import sys
import traceback
from contextlib import suppress
from typing import IO, Any

from ..core.arrays import arrays_for
from ..errors import Code777Error, LineError
from ..rules.editions import load_edition
from .api import ENDPOINTS, Picture
from .schema import InputError, check
from .solver_cache import Recall

LENGTH = struct.Struct(">I")
HEAD = struct.Struct(">HB")
MOST_MEMORY = 4 << 30
"""Address space of a worker; a request that wants more is refused."""


def encode(data: object) -> bytes:
    """One line of JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def failure(code: str, message: str, **more: object) -> bytes:
    """An error as clients get it."""
    return encode({"error": {"code": code, "message": message, **more}})


def answer(name: str, body: bytes, recall: Recall) -> tuple[int, bool, bytes]:
    """HTTP status, whether the body is an SVG, and the body."""
    try:
        endpoint = ENDPOINTS[name]
        found = endpoint.handle(check(endpoint.fields, json.loads(body)), recall)
        return (200, True, found.svg.encode()) if isinstance(found, Picture) else (200, False, encode(found))
    except InputError as error:
        return 422, False, failure("bad_request", str(error))
    except LineError as error:
        return 422, False, failure("bad_line", error.message, line=error.line, text=error.text)
    except Code777Error as error:
        return 422, False, failure("refused", str(error))
    except (RecursionError, MemoryError):
        return 422, False, failure("too_large", "that is too large to work out here")
    except Exception:  # noqa: BLE001  (a fault of ours must not end the worker; the traceback goes to the server's log)
        traceback.print_exc()
        return 500, False, failure("internal", "the server made a mistake; its log tells more")


def run(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer until there are no more requests."""
    recall = Recall()
    while head := _exactly(source, LENGTH.size):
        request = _exactly(source, LENGTH.unpack(head)[0])
        name, _, body = request.partition(b"\n")
        status, svg, found = answer(name.decode(), body, recall)
        sink.write(LENGTH.pack(HEAD.size + len(found)) + HEAD.pack(status, svg) + found)
        sink.flush()


def _exactly(source: IO[bytes], count: int) -> bytes:
    """So many bytes, or none if the input has ended."""
    data = source.read(count)
    return data if len(data) == count else b""


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not every system can
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main() -> None:
    """What a server starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the input
    _limit_memory()
    sink: Any = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that prints can disturb the frames
    with suppress(Code777Error):
        arrays_for(load_edition("classic"))
    with suppress(BrokenPipeError):
        run(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
