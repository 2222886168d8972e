"""Whole games: compiled, in plain Python and, where there is gcc, in C (`whole_games.Yardstick`).

All three play the same games: winner and number of cards of each are compared before anything is timed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryDirectory

import plain_games
import whole_games
from checkout import ROOT
from sections import Goal, Requirement, Section, duration, ratio_at_least, take_turns

from code777solver import Simulation

GCC = Requirement("gcc", rows="the C yardstick")
SEED = 1
PLAIN, OURS, KERNEL, C = "plain Python", "4 x certain, 1 thread", "4 x certain, not counted", "C yardstick, not counted"
OTHERS = {
    "threshold:0": 512,
    "threshold:0.3": 512,
    "threshold:0.8": 512,
    "silence:1": 512,
    "slow:1": 2048,
    "forgetful:0.1": 2048,
}
"""The other strategies, and how many games a turn has."""
LEAST_RATES = {"threshold": 60_000, "silence": 20_000, "slow": 20_000, "forgetful": 20_000}
"""Games a second on one core."""
LEAST_OF_C, LEAST_OF_TWO, MOST_MEGABYTES, MOST_COMPILING = 0.85, 1.8, 300, 5.0
PROCESS = """
import json, sys, time
from code777solver import Simulation
begin = time.process_time()
Simulation("classic", json.loads(sys.argv[1]), players=4).run(int(sys.argv[2]), threads=2)
took = time.process_time() - begin
sys.path.append(sys.argv[3])
from process_memory import MEGABYTE, peak
print(took, peak() / MEGABYTE)
"""


def games(quick: bool) -> Section:
    """Four certain players by every way, then the other strategies."""
    table = Simulation("classic", ["certain"], players=4, seed=SEED)
    size = table.block_size * (4 if quick else 16)
    many = os.cpu_count() or 1
    calls: dict[str, Callable[[], object]] = {
        OURS: partial(table.run, size),
        f"4 x certain, {many} threads": partial(table.run, size * many, threads=many),
    }
    sizes = {OURS: size, f"4 x certain, {many} threads": size * many}
    few = 10 if quick else 40
    plain = [plain_games.play(SEED, number) for number in range(few)]
    assert plain == played(table, few), "plain Python plays other games"
    print("Plain Python and the simulator play the same games.\n")
    state = table.table.state()
    calls[KERNEL], sizes[KERNEL] = partial(whole_games.ours, table, state, size), size
    if GCC.is_met:
        yardstick = whole_games.Yardstick(table)
        rows_of_c, rows_of_ours = yardstick.run(SEED, 20_000), whole_games.ours(table, state, 20_000)
        assert (rows_of_c == rows_of_ours).all(), "C plays other games"
        calls[C], sizes[C] = partial(yardstick.run, SEED, size), size
        print("C and the simulator play the same 20,000 games.\n")
    for name, each in OTHERS.items():
        calls[f"4 x {name}"] = partial(Simulation("classic", [name], players=4, seed=SEED).run, each)
        sizes[f"4 x {name}"] = each
    best = take_turns(calls, 3 if quick else 20)
    seconds = {PLAIN: _plain_seconds(few)} | {name: best[name] / sizes[name] for name in calls}
    rows = [
        (
            name,
            f"{1 / each:,.0f}",
            duration(each),
            f"{seconds[PLAIN] / each:,.0f}",
            f"{seconds[C] / each:.2f}" if C in seconds else "-",
        )
        for name, each in seconds.items()
    ]
    header = ("strategies", "games / s", "a game", "x plain Python", "speed of C")
    return Section(header, rows, _goals(seconds, many, quick), seconds, PLAIN)


def played(table: Simulation, number: int) -> list[tuple[int, int]]:
    """(winner, cards drawn) of the first games, as blocks of one tell them."""
    found = []
    for game in range(number):
        one = table.block(game, 1)
        won = one.wins.sum(axis=0)
        found.append((int(won.argmax()) if won.any() else -1, one.cards_drawn))
    return found


def _plain_seconds(number: int) -> float:
    """The best of some games in plain Python would be the shortest of them: their mean is what counts."""
    start = time.perf_counter()
    for game in range(number):
        plain_games.play(SEED, game)
    return (time.perf_counter() - start) / number


def _goals(seconds: dict[str, float], many: int, quick: bool) -> list[Goal]:
    goals = []
    if C in seconds:
        goals.append(ratio_at_least("certain on one core, of the speed of C", seconds[C] / seconds[OURS], LEAST_OF_C))
    if many > 1:
        gain = seconds[OURS] / seconds[f"4 x certain, {many} threads"]
        goals.append(ratio_at_least(f"certain on {many} threads, of one thread", gain, LEAST_OF_TWO))
    goals += [_rate(name, 1 / seconds[f"4 x {name}"]) for name in OTHERS]
    for names in (["certain"], ["threshold:0.8"]):
        size = in_a_process(names, 20_000 if quick else 1_000_000 if names == ["certain"] else 50_000)[1]
        goals.append(Goal(f"{names[0]}: memory, at most {MOST_MEGABYTES} MB", f"{size:.0f} MB", size <= MOST_MEGABYTES))
    with TemporaryDirectory() as empty:
        took, size = in_a_process(["certain"], 1, cache=empty)
    goals.append(
        Goal(
            f"certain: first compilation, processor time, at most {duration(MOST_COMPILING)}",
            duration(took),
            took <= MOST_COMPILING,
        )
    )
    goals.append(
        Goal(f"certain: memory, compiling, at most {MOST_MEGABYTES} MB", f"{size:.0f} MB", size <= MOST_MEGABYTES)
    )
    return goals


def _rate(name: str, rate: float) -> Goal:
    least = LEAST_RATES[name.partition(":")[0]]
    return Goal(f"{name}, games / s / core, at least {least:,}", f"{rate:,.0f}", rate >= least)


def in_a_process(strategies: list[str], number: int, *, cache: str | None = None) -> tuple[float, float]:
    """Seconds of processor time that games take in a process of their own, and the most megabytes that it ever has.

    With an empty folder as numba's ``cache`` it compiles them first.
    """
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    command = [sys.executable, "-c", PROCESS, json.dumps(strategies), str(number), str(ROOT / "benchmarks")]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    took, size = done.stdout.split()
    return float(took), float(size)
