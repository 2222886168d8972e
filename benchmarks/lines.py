"""Cost of a log by its length: time and memory from 1,000 to 100,000 lines.

``python benchmarks/lines.py [--quick] [--against PATH]``

Each figure comes from a process of its own, so that peak memory is that of the work alone. *read* is `read_log`, *solver* is
`Solver.from_log`, *session* is a game opened from its file, and then one line more and one undo. With ``--against`` the
same is measured on another checkout, in turns; a length is left out there once a shorter one took longer than
`PATIENCE`. ``x shorter`` is what ten times the lines (or the step from the row above) cost per line: 1.0 is linear.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT
from process_memory import peak
from sections import duration

LENGTHS = (1_000, 10_000, 100_000)
QUICK = (1_000, 4_000)
PATIENCE = 60.0
HEAD = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")


def comments(count: int) -> list[str]:
    return ["# nothing"] * count


def answers(count: int) -> list[str]:
    """Rounds of all cards; what was said was not heard, so that the log cannot contradict itself."""
    return [f"{('Ann', 'Bob', 'me')[i % 3]} {i % 23 + 1} ?" for i in range(count)]


def mixed(count: int) -> list[str]:
    """Answers, comments, and declarations with new racks and reshuffles."""
    turn = [
        "Ann 1 1", "# a remark", "Bob 2 ?", "me 3 ?", "note another", "declare me 257 wrong saw Y2 N4 Y7", "rack me ?",
        "Ann 4 ?", "", "Bob 5 ?", "reshuffle",
    ]  # fmt: skip
    return [turn[i % len(turn)] for i in range(count)]


KINDS: Mapping[str, Callable[[int], list[str]]] = {"comments": comments, "answers": answers, "mixed": mixed}


def log(kind: str, count: int) -> str:
    return "\n".join([*HEAD, *KINDS[kind](count - len(HEAD))]) + "\n"


# In a process of its own.


def read(path: Path) -> dict[str, float]:
    from code777solver import read_log

    return {"read": _timed(lambda: read_log(path.read_text(encoding="utf-8")))}


def solver(path: Path) -> dict[str, float]:
    from code777solver import Solver

    return {"solver": _timed(lambda: Solver.load(path))}


def session(path: Path) -> dict[str, float]:
    import code777solver.solver  # noqa: F401  what a session imports when it needs it is no part of the work
    from code777solver.session import Session

    games: list[Session] = []
    seconds = {"open": _timed(lambda: games.append(Session.open(path)))}
    (game,) = games
    before = game.lines
    seconds["one line more"] = _timed(lambda: game.enter("note the end"))
    seconds["undo"] = _timed(game.undo)
    assert game.lines == before, "undo did not bring the game back"
    game.close()
    return seconds


WORKS: Mapping[str, Callable[[Path], dict[str, float]]] = {"read": read, "solver": solver, "session": session}


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


# The table.


class Cost(NamedTuple):
    """Cost of one operation on one log."""

    seconds: dict[str, float]
    memory: int


def cost(checkout: Path, work: str, path: Path, folder: Path) -> Cost:
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(checkout), str(ROOT / "benchmarks")]),
        "CODE777_CACHE": str(folder / "tables"),
    }
    command = [sys.executable, str(Path(__file__)), DO, work, str(path)]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    return Cost(*json.loads(done.stdout))


def table(checkouts: Sequence[Path], lengths: Sequence[int]) -> None:
    header = ("checkout", "log", "lines", "read", "solver", "open", "one line more", "undo", "most memory", "x shorter")
    print(" | ".join(header))
    print(" | ".join("-" * len(name) for name in header))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind in KINDS:
            last: dict[Path, float] = {}
            for count in lengths:
                path = folder / f"{kind}-{count}.c777"
                path.write_text(log(kind, count), encoding="utf-8")
                for checkout in checkouts:
                    if checkout != ROOT and last.get(checkout, 0.0) * count > PATIENCE:
                        continue
                    costs = [cost(checkout, work, path, folder) for work in WORKS]
                    seconds = {what: each for one in costs for what, each in one.seconds.items()}
                    whole = sum(seconds.values()) / count
                    growth = f"{whole / last[checkout]:.2f}" if checkout in last else "-"
                    last[checkout] = whole
                    shown = [duration(seconds[what]) for what in header[3:8]]
                    memory = f"{max(one.memory for one in costs) / 2**20:,.0f} MB"
                    print(" | ".join((checkout.name, kind, f"{count:,}", *shown, memory, growth)), flush=True)


DO = "--do"


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == [DO]:
        print(json.dumps((WORKS[arguments[1]](Path(arguments[2])), peak())))
        return
    parser = argparse.ArgumentParser(description="Cost of a log by its length.")
    parser.add_argument("--quick", action="store_true", help="short logs only")
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout to measure beside this one")
    chosen = parser.parse_args(arguments)
    against = [chosen.against.resolve()] if chosen.against else []
    table([ROOT, *against], QUICK if chosen.quick else LENGTHS)


if __name__ == "__main__":
    main(sys.argv[1:])
