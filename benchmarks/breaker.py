"""Code Breaker, side by side: answers of all pairs, the best first guess, a whole greedy plan, the proofs.

``python benchmarks/breaker.py`` compares results first and times only what agrees. ``--proofs`` runs the proofs too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations

import checkout
import numpy as np
from numpy.typing import NDArray
from slow_breaker import codes_of, said

from code777solver import Breaker
from code777solver.breaker.answers import ANSWERS, answer_rows, answer_table
from code777solver.breaker.packs import Pack, load_pack
from code777solver.breaker.plan_check import play_all
from code777solver.breaker.position import GuessPosition
from code777solver.breaker.prove import prove
from code777solver.breaker.strategies import STRATEGIES, greedy_plan

PACK = "breaker"
SAMPLE = 40
"""Guesses that plain Python answers; its time is scaled up from them."""

GOALS = {"answers of all pairs": 20, "first guess, cold": 1000, "first guess, warm": 50, "greedy plan": 300}
"""Milliseconds."""


def best_of(rounds: int, *ways: Callable[[], object]) -> list[float]:
    """The best time of each in milliseconds; they take turns."""
    best = [float("inf")] * len(ways)
    for _ in range(rounds):
        for place, way in enumerate(ways):
            start = time.perf_counter()
            way()
            best[place] = min(best[place], (time.perf_counter() - start) * 1000)
    return best


def counted(pack: Pack) -> NDArray[np.uint8]:
    """All pairs as one would write it with NumPy: counts of each number, suit and card, and the lesser of two."""
    ranks, suits = len(pack.ranks), len(pack.suits)
    key = np.zeros((len(pack.codes), len(pack.codes)), np.int64)
    for values, kinds, factor in (
        (pack.codes // suits, ranks, 16),
        (pack.codes % suits, suits, 4),
        (pack.codes, pack.size, 1),
    ):
        counts = np.array([np.bincount(row, minlength=kinds) for row in values])
        for kind in range(kinds):
            key += factor * np.minimum(counts[:, None, kind], counts[None, :, kind])
    names = np.zeros(64, np.uint8)
    for place, (numbers, agreeing, cards) in enumerate(ANSWERS):
        names[numbers * 16 + agreeing * 4 + cards] = place
    return names[key]


def pairs(pack: Pack) -> list[tuple[str, float]]:
    """Ways to answer every guess for every code."""
    codes = codes_of(len(pack.ranks), len(pack.suits))
    every = np.arange(len(codes))
    table = answer_table(pack)
    plain = [[ANSWERS.index(said(guess, code)) for code in codes] for guess in codes[:SAMPLE]]  # type: ignore[arg-type]
    assert (table[:SAMPLE] == plain).all()
    assert (table == counted(pack)).all()
    assert (table == answer_rows(pack, every, every)).all()

    def compiled() -> None:
        answer_table.cache_clear()
        answer_table(pack)

    python, numpy, words, ours = best_of(
        3,
        lambda: [said(guess, code) for guess in codes[:SAMPLE] for code in codes],
        lambda: counted(pack),
        lambda: answer_rows(pack, every, every),
        compiled,
    )
    return [
        ("plain Python (scaled up)", python * len(codes) / SAMPLE),
        ("NumPy, lesser of two counts", numpy),
        ("NumPy, words of bits", words),
        ("answers of all pairs", min(ours, best_of(20, compiled)[0])),
    ]


def first_guess() -> list[tuple[str, float]]:
    """The best guess before anything is known, in a fresh process and again; by entropy every guess is looked at."""
    code = "from code777solver import Breaker; print(*Breaker('breaker').best('{}').cards)"
    expected = {"optimal-mean": "AR AP 2S", "entropy": "AR 2P 3S"}
    found = []
    for strategy, cards in expected.items():

        def cold(strategy: str = strategy, cards: str = cards) -> None:
            done = subprocess.run(
                [sys.executable, "-c", code.format(strategy)],
                cwd=checkout.ROOT,
                env={**os.environ, "PYTHONPATH": str(checkout.ROOT)},
                capture_output=True,
                text=True,
                check=True,
            )
            assert done.stdout.strip() == cards

        def warm(strategy: str = strategy, cards: str = cards) -> None:
            assert " ".join(Breaker(PACK).best(strategy).cards) == cards

        warm()
        found.append((f"first guess, cold ({strategy})", best_of(3, cold)[0]))
        found.append((f"first guess, warm ({strategy})", best_of(20, warm)[0]))
    pack = load_pack(PACK)
    every = np.arange(len(pack.codes))
    sizes = best_of(3, lambda: GuessPosition(pack).sizes_of(every))[0]
    return [*found, ("NumPy, without symmetry", sizes)]


def numpy_plan(pack: Pack, table: NDArray[np.uint8]) -> list[int]:
    """The greedy plan by entropy with NumPy: one histogram of all guesses a set."""
    found: list[int] = []
    count = len(table)
    offsets = 32 * np.arange(count)[:, None]

    def grow(codes: NDArray[np.int64]) -> None:
        if len(codes) <= 2:
            return
        keys = table[:, codes] + offsets
        sizes = np.bincount(keys.ravel(), minlength=32 * count).reshape(count, 32)
        scores = (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1)
        equal = np.flatnonzero(scores <= scores.min() + 1e-9 * max(1.0, scores.min()))
        right = np.intersect1d(equal, codes)
        guess = int(right[0] if len(right) else equal[0])
        found.append(guess)
        answers = table[guess, codes]
        for answer in np.unique(answers):
            if answer != len(ANSWERS) - 1:
                grow(codes[answers == answer])

    grow(np.arange(count))
    return found


def greedy(pack: Pack) -> list[tuple[str, float]]:
    """The whole plan of the entropy strategy."""
    table, entropy = answer_table(pack), STRATEGIES["entropy"]
    plan = greedy_plan(pack, entropy)
    assert numpy_plan(pack, table) == plan
    counts = play_all(len(pack.ranks), len(pack.suits), plan)
    assert sum(guess * count for guess, count in counts.items()) == 9346
    numpy, ours = best_of(2, lambda: numpy_plan(pack, table), lambda: greedy_plan(pack, entropy))
    return [("NumPy", numpy), ("greedy plan", min(ours, best_of(5, lambda: greedy_plan(pack, entropy))[0]))]


def show(title: str, rows: list[tuple[str, float]]) -> None:
    slowest = max(time for _, time in rows)
    print(f"\n{title}\n{'way':40} {'ms':>10} {'x slowest':>10}")
    for name, taken in rows:
        goal = next((limit for start, limit in GOALS.items() if name.startswith(start)), None)
        verdict = "" if goal is None else f"   goal {goal} ms: {'ok' if taken <= goal else 'MISSED'}"
        print(f"{name:40} {taken:10.1f} {slowest / taken:10.1f}{verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--proofs", action="store_true", help="run the three proofs")
    chosen = parser.parse_args()
    pack = load_pack(PACK)
    assert len(list(combinations(range(pack.size), 3))) == len(pack.codes) == 2300
    show(f"All pairs of {len(pack.codes):,} codes", pairs(pack))
    show("The best first guess", first_guess())
    show("A whole greedy plan", greedy(pack))
    for name in ("breaker-kids", "breaker-4", "breaker") if chosen.proofs else ():
        found = prove(load_pack(name))
        assert found.agrees
        print(f"\nproof of {name}: {found.seconds:.1f} s, {found.searched:,} sets searched, {found.bounded:,} bounded")


if __name__ == "__main__":
    main()
