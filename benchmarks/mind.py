"""Cost of reasons: information, diagnosis, opponents, proofs and silence at random positions, against their goals.

``python benchmarks/mind.py [--positions 40] [--seed 1]``

Positions are the ends of classic games of four, early, in the middle and late, played by the slow twin in
``tests/helpers/reference.py``; nobody's tile is swapped. For the diagnosis one answer is made false, so that the log
contradicts itself. Every position is measured some times, each time by a solver that has only read the log, and its
best time counts. A goal is judged by the 99% column: that share of the positions must reach it; where all parts are added up, the
mean is judged as well. A claim that holds and is not proved is an error; a missed goal is not.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import checkout  # noqa: F401
import numpy as np
from lies import answers_about_me, false_lines
from reference import Rack, random_game
from sections import Goal, Section

from code777solver import Solver
from code777solver.reasons.claims import Facts

STAGES = {"early": 4, "middle": 12, "late": 30}
"""Number of cards answered."""
ROUNDS = 5
RANDOM_CODES = 3
"""Codes of each position that are asked about with "why not"."""
Row = tuple[str, ...]
HEADER: Row = ("what", "goal", "mean", "median", "99 %", "worst", "")


@dataclass(frozen=True, slots=True)
class Position:
    """A log, what I truly hold, and the same log with a false answer that contradicts the others (if there is one)."""

    log: str
    mine: Rack
    false: str | None

    def solver(self) -> Solver:
        return _read(self.log)


def _read(log: str) -> Solver:
    """A solver that has read a log; the chances belong to reading it."""
    solver = Solver.from_log(log)
    solver.belief.chances  # noqa: B018  (computed when first asked for)
    return solver


def positions(number: int, cards: int, rng: random.Random, edition: str = "classic") -> list[Position]:
    """Random positions after a number of cards."""
    found = []
    for _ in range(number):
        lines, mine = random_game(rng, edition, 4, cards, swap_prob=0.0, max_states=0)
        found.append(Position("\n".join(lines), mine, _contradictory(lines, rng) if edition == "classic" else None))
    return found


def _contradictory(lines: Sequence[str], rng: random.Random) -> str | None:
    """The log with one answer made false, so that nothing is left; None if no answer does that."""
    lies = [(place, false) for place in answers_about_me(lines) for false in false_lines(lines[place])]
    for place, false in rng.sample(lies, len(lies)):
        text = "\n".join([*lines[:place], false, *lines[place + 1 :]])
        if not Solver.from_log(text).belief.possible:
            return text
    return None


# What is timed. Each takes a position and gives seconds, one figure for each thing done.


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def reasons(position: Position) -> list[float]:
    """Questions, answers, opponents, diagnosis."""
    solver = position.solver()
    times = [_timed(lambda: solver.questions), _timed(lambda: solver.answers_heard), _timed(lambda: solver.opponents)]
    if position.false is None:
        return [*times, 0.0]
    false = _read(position.false)
    return [*times, _timed(false.diagnose)]


def proofs(position: Position) -> list[float]:
    """Each claim that suggests itself: facts that hold, the code if it is certain, and some codes at random."""
    solver = position.solver()
    space = solver.belief.space
    facts = Facts(space)
    claims = list(facts.in_order(facts.proved(solver.candidates.rack_ids)))
    certain = [*claims, f"numbers {solver.codes[0].numbers}"] if solver.solved else claims
    codes = random.Random(position.log).sample(space.codes, RANDOM_CODES)
    times = []
    for claim in [*certain, *(f"not {code}" for code in codes)]:
        start = time.perf_counter()
        proof = solver.why(claim)
        times.append(time.perf_counter() - start)
        assert proof.proved or claim not in certain, f"{claim} holds and is not proved:\n{position.log}"
    return times


def silence(position: Position, depth: int) -> list[float]:
    solver = position.solver()
    return [_timed(lambda: solver.assuming_silence(depth=depth))]


def questions(position: Position) -> list[float]:
    solver = position.solver()
    return [_timed(lambda: solver.questions)]


def best_times(work: Callable[[Position], list[float]], chosen: Iterable[Position]) -> list[list[float]]:
    """For each position, the best of some rounds of each thing done."""
    return [np.min([work(position) for _ in range(ROUNDS)], axis=0).tolist() for position in chosen]


# What is printed.


def milliseconds(seconds: float) -> str:
    """Three digits, in a unit that a goal has.

    >>> milliseconds(0.00123), milliseconds(0.0456), milliseconds(2.5)
    ('1.23 ms', '45.6 ms', '2.50 s')
    """
    value, unit = (seconds, "s") if seconds >= 1 else (seconds * 1000, "ms")
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"


def row(what: str, seconds: Iterable[float], goal: float | None = None, judged: Sequence[str] = ("99 %",)) -> Row:
    """A line of the table; ``judged`` names the columns that must reach the goal."""
    times = np.array(list(seconds))
    figures = {
        "mean": float(times.mean()),
        "median": float(np.median(times)),
        "99 %": float(np.percentile(times, 99)),
        "worst": float(times.max()),
    }
    verdicts = [] if goal is None else [f"{name} {'ok' if figures[name] <= goal else 'MISSED'}" for name in judged]
    limit = "" if goal is None else milliseconds(goal)
    return (what, limit, *map(milliseconds, figures.values()), ", ".join(verdicts))


def measure(number: int, rng: random.Random) -> Iterable[Row]:
    """All rows; ``number`` positions a stage."""
    stages = {stage: positions(number, cards, rng) for stage, cards in STAGES.items()}
    everywhere = [position for stage in stages.values() for position in stage]
    parts = np.array(best_times(reasons, everywhere))
    for name, column in zip(("questions", "answers", "opponents", "diagnosis"), parts.T, strict=True):
        yield row(f"  {name}", column)
    for i, stage in enumerate(stages):
        yield row(f"  all four, {stage}", parts.sum(axis=1)[i * number : (i + 1) * number])
    yield row("all four together", parts.sum(axis=1), 0.010, ("mean", "99 %"))
    proved = best_times(proofs, everywhere)
    yield row("  a smallest proof", [seconds for times in proved for seconds in times])
    yield row("the slowest proof of a position", map(max, proved), 0.010)
    some = [position for stage in stages.values() for position in stage[: max(1, number // 4)]]
    for depth, goal in ((1, 0.100), (2, 3.0)):
        yield row(f"silence, depth {depth}", _flat(best_times(partial(silence, depth=depth), some)), goal)
    large = [one for cards in (1, 4, 12) for one in positions(max(1, number // 8), cards, rng, "unique49")]
    yield row("unique49: questions", _flat(best_times(questions, large)), 1.0)


def _flat(times: Iterable[Iterable[float]]) -> list[float]:
    return [seconds for each in times for seconds in each]


def section(quick: bool) -> Section:
    """The same as part of the suite."""
    rows = list(measure(4 if quick else 40, random.Random(1)))
    goals = [
        Goal(f"{what.strip()}, {name}, at most {goal}", figures[name], f"{name} ok" in verdicts)
        for what, goal, *cells, verdicts in rows
        for figures in [dict(zip(HEADER[2:6], cells, strict=True))]
        for name in figures
        if f"{name} ok" in verdicts or f"{name} MISSED" in verdicts
    ]
    seconds = {f"{what.strip()}, median": _seconds(median) for what, _, _, median, *_ in rows}
    return Section(HEADER[:-1], [cells[:-1] for cells in rows], goals, seconds)


def _seconds(text: str) -> float:
    """Read a duration that `milliseconds` wrote."""
    value, unit = text.split()
    return float(value) * (1.0 if unit == "s" else 1e-3)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Time the reasoning at random positions and compare with the goals.")
    parser.add_argument("--positions", type=int, default=40, help="positions a stage of the game (40)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other positions (1)")
    chosen = parser.parse_args(arguments)
    rows = [HEADER, *measure(chosen.positions, random.Random(chosen.seed))]
    widths = [max(len(cells[i]) for cells in rows) for i in range(len(HEADER))]
    for cells in rows:
        first, *rest = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        print("  ".join([cells[0].ljust(len(first)), *rest]).rstrip())


if __name__ == "__main__":
    main()
