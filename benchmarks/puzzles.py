"""Puzzles a second, on one core: ``python benchmarks/puzzles.py [--count N]``.

Every puzzle is first checked by plain Python that shares no code with the package: one code is left, and more than one
without any single answer. Then the same seeds are made again and timed. What is compiled is compiled before. The last
columns are measured apart: how long proving one code and no superfluous answer takes plain Python, for comparison,
and the share of the time that grading (the largest step and the steps of a solution) takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import combinations

import checkout  # noqa: F401
import reference

from code777solver import Puzzle, make_puzzle
from code777solver.errors import PuzzleError
from code777solver.puzzles.grading import Riddle
from code777solver.puzzles.levels import LEVELS

GOAL = 50
TABLES = (("classic", 4), ("classic", 2), ("classic", 7), ("stronghold", 3), ("code77", 4), ("unique49", 4))


def check(puzzle: Puzzle) -> None:
    """Stop if a puzzle has another number of codes than one, or an answer that is not needed."""
    racks = {name: tuple(map(str, rack)) for name, rack in puzzle.racks.items()}
    unseen = reference.EDITIONS[puzzle.edition.name].deck.copy()
    unseen.subtract(tile for rack in racks.values() for tile in rack)
    possible = sorted(set(combinations(sorted(unseen.elements()), 3)))
    sets = []
    for clue in puzzle.clues:
        seen = [rack for name, rack in racks.items() if name != clue.player]
        ask = reference.CARDS[clue.card]
        sets.append({rack for rack in possible if ask([*seen, rack]) == clue.answer})
    for place in range(-1, len(sets)):
        left = set.intersection(*(agree for i, agree in enumerate(sets) if i != place))
        codes = {" ".join(rack) if puzzle.asks_for_tiles else "".join(sorted(t[1] for t in rack)) for rack in left}
        assert (codes == {puzzle.solution}) == (place < 0), (puzzle.seed, place)


class Clock:
    """Time spent in some methods."""

    def __init__(self) -> None:
        self.seconds = 0.0
        for name in ("__init__", "widest", "solve"):
            setattr(Riddle, name, self._timed(getattr(Riddle, name)))

    def _timed(self, method):  # type: ignore[no-untyped-def]
        def call(*arguments, **options):  # type: ignore[no-untyped-def]
            start = time.process_time()
            try:
                return method(*arguments, **options)
            finally:
                self.seconds += time.process_time() - start

        return call


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, metavar="N", help="puzzles of each kind")
    count = parser.parse_args().count
    grading = Clock()
    print(
        f"{'edition':12}{'players':>8}{'level':>8}{'puzzles/s':>11}{'goal':>8}{'answers':>9}{'grading':>9}{'slow proof':>12}"
    )
    for edition, players in TABLES:
        for level in LEVELS:
            some = count if edition != "unique49" else max(2, count // 10)
            try:
                make_puzzle(-1, edition, players, level)
            except PuzzleError as error:
                print(f"{edition:12}{players:>8}{level:>8}  {error}")
                continue
            puzzles = [make_puzzle(seed, edition, players, level) for seed in range(some)]
            start = time.process_time()
            for puzzle in puzzles:
                check(puzzle)
            slow = (time.process_time() - start) / some
            grading.seconds, start = 0.0, time.process_time()
            again = [make_puzzle(seed, edition, players, level) for seed in range(some)]
            seconds = time.process_time() - start
            assert again == puzzles
            speed = some / seconds
            answers = sum(len(puzzle.clues) for puzzle in puzzles) / some
            verdict = "ok" if speed >= GOAL else "MISSED"
            share = grading.seconds / seconds
            print(
                f"{edition:12}{players:>8}{level:>8}{speed:>11,.0f}{verdict:>8}{answers:>9.1f}{share:>9.0%}{slow * 1e3:>9.1f} ms"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
