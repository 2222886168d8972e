"""Everything that scripts read, over many games: each `--json` of the command and each endpoint of the server.

    python tests/helpers/pinned.py DIR                  write every output of this checkout below DIR, one file each
    PYTHONPATH=OTHER python tests/helpers/pinned.py DIR  the same for another checkout; `diff -r` then compares bytes
    python tests/helpers/pinned.py --digests            store their digests in tests/golden/outputs.json

tests/test_golden.py compares the digests. They are made after rounding, because sums differ in their last digit between
versions of Python and NumPy.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from click.testing import CliRunner

TESTS = Path(__file__).resolve().parents[1]
DIGESTS = TESTS / "golden" / "outputs.json"
CLAIMS = ("no 6", "has B7", "has yellow", "why not 447")
BREAKER = "pack breaker-4\nAS 2H 3D 1 2 0\nAS 2S 4C 0 1 0\n"
SECRET = b"a secret for the same deals everywhere"
PLAYED = "players Ann Bob me\nnote play 4711 Ann club Bob club\n"
COMMANDS = {
    "puzzle": ("puzzle", "--seed", "7", "--solution", "--json"),
    "puzzle-daily": ("puzzle", "--daily", "--date", "2026-11-18", "--json"),
    "simulate": ("simulate", "--games", "400", "--seed", "3", "--pruning", "--json"),
    "bench-cards": ("bench", "cards", "--games", "200", "--seed", "3", "--json"),
    "bench-compare": ("bench", "compare", "certain", "threshold:0.6", "--games", "200", "--seed", "3", "--json"),
    "prove": ("breaker", "--prove", "A-3 / sun moon", "--json"),
}


def cases() -> dict[str, str]:
    """Logs by name: every known game, the same with one answer changed, and one with bad and odd lines."""
    found = {}
    for path in sorted((TESTS / "cases").glob("*.json")):
        lines = json.loads(path.read_text(encoding="utf-8"))["log"]
        found[path.stem] = "\n".join(lines)
        if path.stem.endswith(("0", "1")):
            found[f"{path.stem}-misheard"] = "\n".join(_misheard(lines))
    lines = found["classic-100"].split("\n")
    odd = [
        *lines[:6],
        "Zed 4 2",
        *lines[6:9],
        "reshuffle",
        "Bob 99 1",
        "penalty Bob",
        "note slow",
        "declare me 147 right",
    ]
    found["odd"] = "\n".join(odd)
    found["start"] = "edition stronghold\nplayers Ann Bob me"
    found["empty"] = ""
    return found


def _misheard(lines: list[str]) -> list[str]:
    other = {"<": ">", ">": "<", "=": "<", "0": "1", "1": "0", "2": "1"}
    spots = [k for k, line in enumerate(lines) if re.fullmatch(r"\w+ \d+ [<>=012]", line)]
    spot = spots[len(spots) // 2]
    return [*lines[:spot], lines[spot][:-1] + other[lines[spot][-1]], *lines[spot + 1 :]]


def requests(log: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The endpoints that take a log, with what is asked."""
    for lang in ("en", "de"):
        yield "table", {"log": log, "lang": lang}
        yield "hint", {"log": log, "level": 4, "lang": lang}
        yield "advise", {"log": log, "lang": lang}
    yield "analyze", {"log": log}
    yield "analyze", {"log": log, "top": 3, "silence": 0}
    for name in ("opponents", "diagnose", "check", "review", "sheet"):
        yield name, {"log": log}
    yield "notes", {"log": log, "notes": ["no 6", "has B7"]}
    yield "drew", {"log": log, "cards": [10, 3]}
    for claim in CLAIMS:
        yield "explain", {"log": log, "claim": claim}
    yield "whatif", {"log": log, "lines": ["10 2"]}
    for text in ("10 2", "18 erster", "declare me 147 right", "nonsense"):
        yield "enter", {"log": log, "text": text, "lang": "de" if "erst" in text else "en"}


def outputs(*, few: bool = False) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each output; ``few`` leaves out what must be compiled, and most of the games."""
    from code777solver.cli.main import main as command
    from code777solver.web import about, worker
    from code777solver.web.openapi import describe
    from code777solver.web.solver_cache import SolverCache

    def asked(name: str, fields: dict[str, Any]) -> bytes:
        status, _, body = worker.answer(name, json.dumps(fields).encode(), SolverCache(key=SECRET))
        return b"%d " % status + body

    def ran(*words: str, log: str = "") -> bytes:
        found = CliRunner().invoke(command, ("--lang", "en", *words), input=log)
        return b"%d " % found.exit_code + found.output.encode()

    logs = cases()
    if few:
        logs = {name: log for name, log in logs.items() if re.search(r"[01]$|misheard|odd|start|empty", name)}
    yield "openapi", json.dumps(describe()).encode()
    yield "about", worker.encode(about.about())
    for lang in ("en", "nl", "fr", "de"):
        yield f"texts-{lang}", worker.encode(about.texts(lang))
    yield "endpoint/answer", asked("answer", {"guess": "AR 2R 3P", "code": "AR 3W 5P"})
    yield "endpoint/daily", asked("daily", {"day": "2026-11-18", "hint": 3, "solution": "yes"})
    yield "endpoint/play", asked("play", {"log": PLAYED})
    yield "endpoint/progress", asked("progress", {"games": ["note play 1 Ann club\nnote over won late 6 cards 1 10"]})
    for name, log in logs.items():
        for number, (endpoint, fields) in enumerate(requests(log)):
            yield f"{name}/{number:02}-{endpoint}", asked(endpoint, fields)
        for words in (("analyze",), ("check",), ("review",), ("explain", "no 6")):
            yield f"{name}/{words[0]}", ran(words[0], "--json", "-", *words[1:], log=f"{log}\n")
    if not few:
        yield "endpoint/breaker", asked("breaker", {"log": BREAKER})
        for name, words in COMMANDS.items():
            yield f"command/{name}", ran(*words)


_FLOAT = re.compile(rb"-?\d+\.\d+(?:e-?\d+)?")


def digest(output: bytes) -> str:
    """A short digest of an output with its numbers rounded to nine digits."""
    rounded = _FLOAT.sub(lambda found: b"%.9g" % (round(float(found[0]), 12) + 0.0), output)
    return hashlib.sha256(rounded).hexdigest()[:16]


def main() -> None:
    """Write the outputs, or their digests."""
    if sys.argv[1:] == ["--digests"]:
        found = {name: digest(output) for name, output in outputs(few=True)}
        DIGESTS.parent.mkdir(exist_ok=True)
        DIGESTS.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
        print(len(found), "digests")
        return
    for name, output in outputs():
        path = Path(sys.argv[1], name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(output)


if __name__ == "__main__":
    main()
