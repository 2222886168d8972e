"""Growth of waiting times: with lines, players, unseen racks, candidates, games and workers.

``python benchmarks/growth.py [--quick] [SECTION ...]``; `run.py` has the same sections.

*a line* is one more answer, told to a copy of a `Solver` that has heard the others, and the chances after it. The other columns are
that and then all of the analysis, what the others know, and the advice. Each figure is the best of several rounds, so
the solver remembers what cards mean at that table; `run.py solver` has what the first time costs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import lines
from checkout import ROOT
from games import analyze, solver_for
from positions import Position, random_positions
from sections import Requirement, Section, duration, run_sections, take_turns
from simulator import SEED, in_a_process

from code777solver import Simulation, Solver

WORKS: Mapping[str, Callable[[Solver], object]] = {
    "a line": lambda solver: solver.belief.chances,
    "analysis": analyze,
    "the others": lambda solver: solver.opponents,
}
ADVICE: Mapping[str, Callable[[Solver], object]] = {"advice": lambda solver: solver.advise()}
"""Where everybody may declare after any card."""
HEARD = 8
"""Answers that were heard where the number of players grows."""


def by_lines(quick: bool) -> Section:
    """A log of answers, comments, declarations and reshuffles; every work in a process of its own."""
    header = ("lines", "read", "open in a session", "one line more", "undo", "most memory")
    rows, seconds = [], {}
    with tempfile.TemporaryDirectory() as name:
        for count in (100, 1_000) if quick else (100, 1_000, 10_000, 100_000):
            path = Path(name) / f"{count}.c777"
            path.write_text(lines.log("mixed", count), encoding="utf-8")
            costs = [lines.cost(ROOT, work, path, Path(name)) for work in ("read", "session")]
            spent = {what: each for one in costs for what, each in one.seconds.items()}
            memory = max(one.memory for one in costs) / 2**20
            shown = [duration(spent[what]) for what in ("read", "open", "one line more", "undo")]
            rows.append((f"{count:,}", *shown, f"{memory:,.0f} MB"))
            seconds[f"{count:,} lines, read"] = spent["read"]
    return Section(header, rows, [], seconds)


def by_players(quick: bool) -> Section:
    """After eight answers heard in classic; and whole games of as many."""
    moments = {}
    for players in (2, 3, 4, 5):
        table = Simulation("classic", ["certain"], players=players, seed=SEED)
        moments[str(players)] = next(moment for game in range(100) if (moment := _moment(table, game)))
    return _solver_section("players", moments, {**WORKS, **ADVICE}, quick)


def _moment(table: Simulation, game: int) -> tuple[Solver, str] | None:
    """A game of a simulation, from the first seat, up to an answer that is the ninth to be heard; None if it is not so long."""
    text, heard = list[str](), 0
    for line in table.transcript(game).lines:
        word = line.split()[0]
        if word == "declare":
            return None
        if word in ("Bob", "Cid", "Dan", "Eve"):
            if heard == HEARD:
                return Solver.from_log("\n".join(text), seat="Ann"), line
            heard += 1
        text.append(line)
    return None


def by_unseen_racks(quick: bool) -> Section:
    """After a number of wrong declarations whose tiles I never saw; two answers heard about each rack."""
    moments = {}
    for edition, most in (("stronghold", 4), ("unique49", 2)):
        position = next(one for one in random_positions(50, edition=edition) if _after(one, edition, most).candidates)
        for unseen in range(most + 1):
            *before, last = _unseen(position, edition, unseen)
            moments[f"{edition}, {unseen}"] = Solver.from_log("\n".join(before)), last
    return _solver_section("racks unseen", moments, WORKS, quick)


def _after(position: Position, edition: str, racks: int) -> Solver:
    return Solver.from_log("\n".join(_unseen(position, edition, racks)))


def _unseen(position: Position, edition: str, racks: int) -> list[str]:
    """A game in which ``count`` racks of mine went unseen, and about each the same two answers were given."""
    log = str(solver_for(position, edition, heard=0).log).splitlines()
    answers = str(solver_for(position, edition, heard=2).log).splitlines()[len(log) :]
    declared = "G1 B2 K3" if edition == "unique49" else "111"
    return [*log, *(racks * [*answers, f"declare me {declared} wrong", "rack me ?"]), *answers]


def by_candidates(quick: bool) -> Section:
    """In unique49, where most racks can be left: a position after more and more answers."""
    (position,) = random_positions(1, edition="unique49")
    moments = {}
    for heard in (1, 2, 3, 4, 6, 8):
        before = solver_for(position, "unique49", heard=heard - 1)
        after = solver_for(position, "unique49", heard=heard)
        moments[f"{len(after.candidates):,}"] = before, str(after.log).splitlines()[-1]
    return _solver_section("racks left", moments, WORKS, quick)


def _solver_section(
    of: str, moments: Mapping[str, tuple[Solver, str]], works: Mapping[str, Callable[[Solver], object]], quick: bool
) -> Section:
    calls = {
        (label, name): _told(before, line, work)
        for label, (before, line) in moments.items()
        for name, work in works.items()
    }
    best = take_turns(calls, 3 if quick else 20)
    rows = [(label, *(duration(best[label, name]) for name in works)) for label in moments]
    return Section((of, *works), rows, [], {f"{label} {of}, {name}": each for (label, name), each in best.items()})


def _told(before: Solver, line: str, work: Callable[[Solver], object]) -> Callable[[], object]:
    def call() -> object:
        solver = before.copy()
        solver.tell(line)
        return work(solver)

    return call


def by_games(quick: bool) -> Section:
    """Four `certain` in classic on one thread, and the memory of the process."""
    header = ("games", "time", "games / s", "most memory")
    sizes = (10_000, 20_000) if quick else (10_000, 100_000, 1_000_000)
    table = Simulation("classic", ["certain"], players=4, seed=SEED)
    best = take_turns({size: _games(table, size) for size in sizes}, 3)
    rows = [
        (
            f"{size:,}",
            duration(best[size]),
            f"{size / best[size]:,.0f}",
            f"{in_a_process(['certain'], size)[1]:,.0f} MB",
        )
        for size in sizes
    ]
    return Section(header, rows, [], {f"{size:,} games": best[size] for size in sizes})


def _games(table: Simulation, size: int) -> Callable[[], object]:
    return lambda: table.run(size)


def by_workers(quick: bool) -> Section:
    """The same games on a Dask cluster of this machine; all count the same."""
    import cluster

    games = 100_000 if quick else 4_000_000
    table = Simulation("classic", ["certain"], players=4, seed=SEED)
    runs = [cluster.play(table, games, workers) for workers in ((1, 2) if quick else (1, 2, 4))]
    assert all(run.results == runs[0].results for run in runs), "the runs differ"
    header = ("workers", "games", "time", "games / s", "memory of a worker")
    rows = [
        (run.label, f"{games:,}", duration(run.seconds), f"{games / run.seconds:,.0f}", f"{run.worker:,.0f} MB")
        for run in runs
    ]
    return Section(header, rows, [], {f"{run.label} workers": run.seconds for run in runs})


SECTIONS: Mapping[str, Callable[[bool], Section]] = {
    "by-lines": by_lines,
    "by-players": by_players,
    "by-unseen": by_unseen_racks,
    "by-candidates": by_candidates,
    "by-games": by_games,
    "by-workers": by_workers,
}
REQUIREMENTS = {"by-workers": (Requirement("dask", "dask"), Requirement("distributed", "distributed"))}


def main(arguments: Sequence[str] | None = None) -> None:
    run_sections(SECTIONS, "How costs grow.", arguments, requirements=REQUIREMENTS)


if __name__ == "__main__":
    main()
