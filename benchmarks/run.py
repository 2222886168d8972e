"""Print what everything costs, side by side, and which goals are reached: the whole suite in one command.

``python benchmarks/run.py [--quick] [--json FILE] [SECTION ...]``

Results are compared before anything is timed: a difference is an error, a missed goal is only reported. Contestants
take turns, many rounds of them, and the best time of each counts: a busy machine disturbs all alike and only upwards.
What ``--json`` keeps is what `compare.py` compares and `page.py` makes docs/benchmarks.md of.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import games
import growth
import mind
import numpy as np
import peers
import simulator
from checkout import ROOT, checkouts
from positions import encode, random_positions
from sections import (
    Goal,
    Section,
    at_most,
    duration,
    processor_time,
    ratio_at_least,
    ratio_at_most,
    run_sections,
    take_turns,
)

from code777solver import Batch

CHECKED = 50
"""Positions on which even the slowest ways must agree."""

# Many positions.


def positions(quick: bool) -> Section:
    """Three racks and eight answers, by every way."""
    batch = Batch("classic", known=3)
    named = random_positions(20_000)
    encoded = encode(batch, named)
    expected = batch.solve(encoded.racks, encoded.answers).sets
    calls, sizes = {}, {}
    for way in peers.ways(batch):
        size = sizes[way.name] = min(way.most, len(named))
        calls[way.name] = way.prepare(named[:size], encoded.head(size))
        found = way.sets(calls[way.name]())
        assert size >= CHECKED and np.array_equal(found, expected[:size]), f"{way.name} finds other racks"
    print(f"{len(calls)} ways agree on all {CHECKED} to {len(named):,} positions that each is given.\n")
    best = take_turns(calls, 5 if quick else 40)
    seconds = {name: best[name] / sizes[name] for name in calls}
    return Section(
        ("way", "per position", "x naive", "x C"),
        _compared(seconds),
        _position_goals(seconds),
        seconds,
        next(iter(seconds)),
    )


def _compared(seconds: Mapping[str, float]) -> list[tuple[str, ...]]:
    naive, limit = next(iter(seconds.values())), seconds.get(peers.C)
    return [
        (
            name,
            duration(each),
            f"{naive / each:,.1f}" if naive / each < 100 else f"{naive / each:,.0f}",
            "-" if limit is None else f"{each / limit:,.2f}" if each / limit < 100 else f"{each / limit:,.0f}",
        )
        for name, each in seconds.items()
    ]


def _position_goals(seconds: Mapping[str, float]) -> list[Goal]:
    ours = seconds[peers.OURS]
    goals = []
    if peers.C in seconds:
        goals.append(ratio_at_most("batch, against C", ours / seconds[peers.C], 1.5))
    for name, each in seconds.items():
        if name.startswith(("python-constraint2", "OR-tools")):
            goals.append(ratio_at_least(f"batch, against {name}", each / ours, 20_000))
        elif name.startswith("NumPy mask rows, batched"):
            goals.append(ratio_at_least(f"batch, against {name}", each / ours, 15))
    return goals


# One game.

LIMITS = {
    ("classic", "answer"): 50e-6,
    ("classic", "analyze"): 2e-3,
    ("unique49", "answer"): 20e-3,
    ("unique49", "analyze"): 200e-3,
}
"""Seconds for one answer with chances, and for all that is computed of a position."""


def solver(quick: bool) -> Section:
    """One `Solver` told one answer, and all that is computed of a position."""
    calls: dict[tuple[str, str, str], Callable[[], object]] = {}
    for edition, name in (("classic", games.CLASSIC), ("unique49", games.UNIQUE49)):
        most, *_, fewest = games.load_game(name).moments()
        for moment in (most, fewest):
            left = f"again, {moment.racks:,} left"
            calls[edition, "answer", left] = _chances(moment)
            calls[edition, "analyze", left] = _analysis(moment)
    print("The solver has the known number of racks at every moment that is timed.\n")
    best = take_turns(calls, 20 if quick else 100) | _first_times(2 if quick else 7)
    names = {key: f"{key[0]}: {key[1]}, {key[2]}" for key in sorted(best)}
    goals = [
        at_most(f"{edition}: {kind}, slowest row", max(best[key] for key in best if key[:2] == (edition, kind)), limit)
        for (edition, kind), limit in LIMITS.items()
    ]
    rows = [(name, duration(best[key])) for key, name in names.items()]
    return Section(("what", "time"), rows, goals, {name: best[key] for key, name in names.items()})


def _chances(moment: games.Moment) -> Callable[[], object]:
    return lambda: moment.hear().belief.chances


def _analysis(moment: games.Moment) -> Callable[[], object]:
    return lambda: games.analyze(moment.hear())


def _first_times(rounds: int) -> dict[tuple[str, str, str], float]:
    """Times of the solver's first answers and analyses, in separate processes; the best of several rounds."""
    best: dict[tuple[str, str, str], float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for edition, kind in LIMITS:
                work = "first_answers" if kind == "answer" else "first_analyses"
                done = _process(["-c", f"import games; print(games.{work}({edition!r}))"], Path(folder))()
                key = edition, kind, "for the first time"
                best[key] = min(float(done.stdout), best.get(key, float("inf")))
    return best


# Fresh processes.

NUMPY, ANALYZE = "import numpy", "code777 analyze LOG --json"
IMPORTS = ("import code777solver", "from code777solver import Solver")
BULK = """
from code777solver import Batch
batch = Batch("classic", known=3)
racks = batch.rack_ids([["Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7"]])
assert batch.solve(racks, batch.encode([[(0, 16, "<"), (1, 5, "1")]])).counts == 33
"""


def startup(quick: bool) -> Section:
    """The command and the imports, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        first = dict(_first_runs(Path(folder)))
        commands = {
            "python -c pass": ["-c", "pass"],
            NUMPY: ["-c", "import numpy"],
            "import numba": ["-c", "import numba"],
            "Batch.solve, one position": ["-c", BULK],
        }
        calls = {name: _process(command, Path(folder)) for name, command in commands.items()}
        ours = {statement: ["-c", statement] for statement in IMPORTS}
        ours[ANALYZE] = _analyze_command(Path(folder), "classic")
        for name, command in ours.items():
            for mark, path in checkouts().items():
                calls[name + mark] = _process(command, Path(folder), path)
        best = take_turns(calls, 5 if quick else 25, processor_time)
    goals = [
        ratio_at_most("code777 analyze against import numpy", best[ANALYZE] / best[NUMPY], 1.7),
        *(ratio_at_most(f"{name} against import numpy", best[name] / best[NUMPY], 1.3) for name in IMPORTS),
        *(at_most(name, each, 15.0) for name, each in first.items()),
    ]
    seconds = best | first
    rows = [(name, duration(each), f"{each / best[NUMPY]:.2f}") for name, each in seconds.items()]
    return Section(("process", "processor time", "x import numpy"), rows, goals, seconds, NUMPY)


def _first_runs(folder: Path) -> Iterable[tuple[str, float]]:
    """Runs with empty caches, of one edition after the other and of what compiles; checks what they print."""
    for name in (games.CLASSIC, games.UNIQUE49):
        game, edition = games.load_game(name), name.split("-")[0]
        (folder / f"{edition}.c777").write_text(game.text, encoding="utf-8")
        start = processor_time()
        done = _process(_analyze_command(folder, edition), folder)()
        yield f"first code777 analyze, {edition}", processor_time() - start
        found = len(json.loads(done.stdout)["candidates"])
        assert found == game.counts[len(game.lines)], f"{edition}: {found} candidates"
        print(
            f"The first analyze finds the known count of racks, {found}, and says: {done.stderr.strip() or 'nothing'}"
        )
        assert "preparing" in done.stderr
    start = processor_time()
    _process(["-c", BULK], folder)()
    yield "first Batch.solve, which compiles", processor_time() - start
    print()


def _analyze_command(folder: Path, edition: str) -> list[str]:
    return ["-m", "code777solver", "analyze", str(folder / f"{edition}.c777"), "--json"]


def _process(
    command: Sequence[str], folder: Path, checkout: Path = ROOT
) -> Callable[[], subprocess.CompletedProcess[str]]:
    """A call that runs Python on a command to its end, with all caches in the folder, byte code included."""
    paths = [str(checkout), str(ROOT / "benchmarks"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "CODE777_CACHE": str(folder / "tables"),
        "NUMBA_CACHE_DIR": str(folder / "numba"),
        "PYTHONPYCACHEPREFIX": str(folder / "code"),
        "PYTHONDONTWRITEBYTECODE": "",
    }

    def call() -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done

    return call


# The command.


def keys(quick: bool) -> Section:
    """From a key to the screen; prompt.py."""
    import prompt

    return prompt.keys(quick)


def first_prompt(quick: bool) -> Section:
    """From the start to the first prompt; prompt.py."""
    import prompt

    return prompt.start(quick)


SECTIONS: Mapping[str, Callable[[bool], Section]] = {
    "positions": positions,
    "games": simulator.games,
    "solver": solver,
    "mind": mind.section,
    "startup": startup,
    "keys": keys,
    "prompt": first_prompt,
    **growth.SECTIONS,
}
REQUIREMENTS = {"positions": peers.REQUIREMENTS, "games": (simulator.GCC,), **growth.REQUIREMENTS}


def main(arguments: Sequence[str] | None = None) -> None:
    run_sections(
        SECTIONS,
        "Time everything side by side and say which goals are reached.",
        arguments,
        requirements=REQUIREMENTS,
    )


if __name__ == "__main__":
    main()
