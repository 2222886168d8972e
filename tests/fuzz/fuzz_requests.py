"""Fuzz what comes over HTTP: ``python tests/fuzz/fuzz_requests.py [--seconds N] [FILE ...]``.

The first byte chooses an endpoint; the rest is the body of a request, as a worker of the server and the page without a server get it.
Each is answered: with a result, or with a refusal in one line; never with an internal error.
"""

from __future__ import annotations

import json
from pathlib import Path

from fuzzing import Target, instrumented, main, one_line

with instrumented(__name__):
    from code777solver.web.api import ENDPOINTS
    from code777solver.web.schema import InputError
    from code777solver.web.schema import check as check_fields
    from code777solver.web.solver_cache import SolverCache
    from code777solver.web.worker import answer

REFUSED = {"bad_request", "bad_line", "refused", "too_large"}
NAMES = list(ENDPOINTS)
EXAMPLE = Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777"
CACHE = SolverCache()


def check(data: bytes) -> None:
    """Raise if anything but the promised comes of these bytes."""
    name, body = NAMES[data[0] % len(NAMES)] if data else NAMES[0], data[1:]
    try:
        if ENDPOINTS[name].long(check_fields(ENDPOINTS[name].fields, json.loads(body))):
            return  # it would compile something
    except InputError:
        pass  # refused below
    except (ValueError, RecursionError):
        return  # no JSON: the server refuses it before it looks for an endpoint
    status, picture, content = answer(name, body, CACHE)
    if picture:
        assert status == 200
        assert b"<svg" in content[:200]
        return
    found = json.loads(content)
    if status == 200:
        return
    assert status == 422, f"{name}: {status}, {found}"
    assert found["error"]["code"] in REFUSED, found
    one_line(found["error"]["message"])


def _seeds() -> list[bytes]:
    """For every endpoint its own example, and those with a log also with a whole game."""
    found = []
    for number, name in enumerate(NAMES):
        fields = {field.name: field.example for field in ENDPOINTS[name].fields if field.required}
        found.append(bytes([number]) + json.dumps(fields).encode())
        if "log" in fields:
            found.append(bytes([number]) + json.dumps(fields | {"log": EXAMPLE.read_text(encoding="utf-8")}).encode())
    return found


TARGET = Target(
    name="requests",
    check=check,
    seeds=_seeds(),
    words=[
        *{f'"{field.name}":' for one in ENDPOINTS.values() for field in one.fields},
        *(
            '"me"',
            '"Ann"',
            '"en"',
            '"de"',
            "true",
            "false",
            "null",
            "NaN",
            "Infinity",
            "-0",
            "1e999",
            "[]",
            "{}",
            "[[[[",
            '"',
        ),
        *(
            "\\n",
            "\\u0000",
            "\\ud800",
            "\\u2028",
            "Ann 13 =\\n",
            "declare me 467 right\\n",
            "edition unique49\\n",
            "?",
            "9" * 400,
        ),
    ],
)

if __name__ == "__main__":
    main(TARGET)
