"""Cost of the prompt: from a key to the screen, and from the start to the first prompt.

``python benchmarks/prompt.py [--quick] [--json FILE] [keys] [start]``

*keys*: seeded games of 40 lines are typed line by line into `GamePrompt`, each game in a fresh process and on a file of its
own, as at a table. Timed is every answer: `GamePrompt.handle`, which also puts the line on the disk, and the screen rendered to a string
for a colour terminal of 80 columns. The last screen must tell the number of racks that a solver finds in the whole log.

*start*: the real program in a pseudo-terminal, from its start to the first prompt, on a new game and on one of 40 lines, in turns
with ``python -c "import numpy"``. All with byte code, as an installer leaves it: a checkout that may not be written to would
else be compiled at each start.
"""

from __future__ import annotations

import io
import json
import os
import pty
import random
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT, checkouts
from reference import random_game
from rich.console import Console
from sections import Section, at_most, duration, processor_time, ratio_at_most, run_sections

from code777solver import Solver
from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session
from code777solver.show.game_screen import screen

NUMPY = "import numpy"
LINES = 40
LIMIT = 0.050
"""Seconds from a key to the screen."""
TIMES_NUMPY = 2.5
PATIENCE = 60.0
_BYTE_CODE = tempfile.TemporaryDirectory()


class Kind(NamedTuple):
    """Games of the same kind."""

    edition: str
    players: int
    seen: float = 1.0
    """The chance that I note which tiles I had when I declared, where the edition shows me."""


KINDS = {
    "classic": Kind("classic", 4),
    "classic, my old racks unseen": Kind("classic", 4, seen=0.0),
    "stronghold": Kind("stronghold", 3),
    "code77": Kind("code77", 3),
    "unique49": Kind("unique49", 3),
}


def game(kind: Kind, seed: int) -> list[str]:
    """The first lines of a game; it has an old rack of mine if that is what the kind is about."""
    rng = random.Random(seed)
    while True:
        lines, _ = random_game(
            rng, kind.edition, kind.players, LINES, declare_prob=0.1, swap_prob=0.0, reveal_prob=kind.seen
        )
        if kind.seen == 1.0 or any(line == "rack me ?" for line in lines[: LINES // 2]):
            return lines[:LINES]


# From a key to the screen.


def play(kind: Kind, seed: int) -> list[float]:
    """Seconds for each answer of a game, in order. To be called in a fresh process."""
    times, english = [], language("en")
    with tempfile.TemporaryDirectory() as folder:
        prompt = GamePrompt(Session.open(Path(folder) / "game.c777"), english)
        for line in game(kind, seed):
            console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="256", highlight=False)
            start = time.perf_counter()
            reply = prompt.handle(line)
            if prompt.session.table.players:
                console.print(screen(prompt.session, english, width=80))
            seconds = time.perf_counter() - start
            assert not reply.failed, line
            if line.split()[1:2] and line.split()[1].isdecimal():
                times.append(seconds)
        assert isinstance(console.file, io.StringIO)
        _assert_shown(prompt.session.lines, console.file.getvalue())
        prompt.session.close()
    return times


def _assert_shown(lines: Sequence[str], shown: str) -> None:
    """The screen shows how many racks a solver finds that reads the whole log."""
    solver = Solver.from_log("\n".join(lines))
    if solver.belief.is_full and not solver.solved:
        assert f"racks left: {len(solver.candidates)} " in shown, lines


def keys(quick: bool) -> Section:
    """Every answer of some games of each kind."""
    rows, goals, seconds = [], [], dict[str, float]()
    for name in KINDS:
        times = []
        for seed in range(2 if quick else 4):
            done = _python("benchmarks/prompt.py", PLAY, name, str(seed))
            times += json.loads(done.stdout)
        median, most = statistics.median(times), statistics.quantiles(times, n=100, method="inclusive")[98]
        rows.append((name, f"{len(times)}", duration(median), duration(most), duration(max(times))))
        goals += [at_most(f"{name}: median", median, LIMIT), at_most(f"{name}: 99 %", most, LIMIT)]
        seconds |= {f"{name}, median": median, f"{name}, 99 %": most}
    return Section((f"games of {LINES} lines", "answers", "median", "99 %", "slowest"), rows, goals, seconds)


def _environment(folder: Path | None = None, checkout: Path = ROOT) -> dict[str, str]:
    paths = [str(checkout), str(ROOT / "benchmarks"), *filter(None, [os.environ.get("PYTHONPATH")])]
    found = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "CODE777_LANG": "en", "TERM": "xterm"}
    found |= {"PYTHONPYCACHEPREFIX": _BYTE_CODE.name, "PYTHONDONTWRITEBYTECODE": ""}
    return found | ({"CODE777_GAMES": str(folder)} if folder is not None else {})


def _python(*command: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, *command], env=_environment(), cwd=ROOT, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    return done


# From the start to the first prompt.


def first_prompt(folder: Path, expected: bytes, checkout: Path = ROOT) -> float:
    """Processor time until the real program in a pseudo-terminal shows a prompt; it is killed then."""
    environment = _environment(folder, checkout) | {"PROMPT_TOOLKIT_NO_CPR": "1"}
    start, before = time.perf_counter(), processor_time()
    pid, terminal = pty.fork()
    if pid == 0:
        try:
            os.chdir(folder.parent)
            os.execve(sys.executable, [sys.executable, "-m", "code777solver"], environment)
        finally:
            os._exit(127)
    shown = b""
    try:
        while expected not in shown:
            if select.select([terminal], [], [], PATIENCE)[0]:
                shown += os.read(terminal, 1 << 16)
            assert time.perf_counter() - start < PATIENCE, shown
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
    return processor_time() - before


def import_numpy() -> float:
    before = processor_time()
    _python("-c", "import numpy")
    return processor_time() - before


def start(quick: bool) -> Section:
    """The first prompt against ``import numpy``, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        old.mkdir()
        lines = game(KINDS["classic"], 0)
        (old / "game.c777").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        prompt = Solver.from_log("\n".join(lines)).table.next_answerer
        calls: dict[str, Callable[[], float]] = {NUMPY: import_numpy}
        for mark, path in checkouts().items():
            calls[f"first prompt, new game{mark}"] = partial(first_prompt, new, b"edition (", path)
            calls[f"first prompt, game of {LINES} lines{mark}"] = partial(
                first_prompt, old, f"{prompt}>".encode(), path
            )
        times: dict[str, list[float]] = {name: [] for name in calls}
        for call in calls.values():
            call()
        for _ in range(5 if quick else 21):
            for name, call in calls.items():
                times[name].append(call())
    best = {name: min(each) for name, each in times.items()}
    median = {name: statistics.median(each) for name, each in times.items()}
    rows = [
        (
            name,
            duration(best[name]),
            f"{best[name] / best[NUMPY]:.2f}",
            duration(median[name]),
            f"{median[name] / median[NUMPY]:.2f}",
        )
        for name in calls
    ]
    goals = [
        ratio_at_most(f"{name} against import numpy", best[name] / best[NUMPY], TIMES_NUMPY)
        for name in calls
        if name != NUMPY and not name.endswith("]")
    ]
    return Section(("process", "best", "x import numpy", "median", "x import numpy"), rows, goals, best, NUMPY)


PLAY = "--play"
"""Argument for a separate process that plays one game, so that each game starts in the same way."""
SECTIONS: Mapping[str, Callable[[bool], Section]] = {"keys": keys, "start": start}


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == [PLAY]:
        print(json.dumps(play(KINDS[arguments[1]], int(arguments[2]))))
    else:
        run_sections(SECTIONS, "Time the prompt and say which goals are reached.", arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
