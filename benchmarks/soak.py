"""Many lines through one session, with an eye on memory: ``python benchmarks/soak.py [--lines N] [--seed N]``.

A log does not grow without end: a game has some dozens of lines. So the session plays game after game. Each is a random
game of the slow twin, between whose lines others are thrown in: odd ones, notes, misreadings, nonsense, and at times an
undo, a redo, a line that is fixed, dropped or doubted. Then all of it is taken back, line by line, with the very `undo`
that a player has, and the next game begins in the same object. A line counts when it is entered, accepted or refused.

What is checked: nothing but `Code777Error` comes out, a refused line changes nothing, and the resident memory after the
first fifth (the warm-up, in which tables and memories fill) grows by no more than the bound that is printed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import checkout  # noqa: F401  (the package and the slow twin beside this file)
import reference
from process_memory import MEGABYTE, resident

from code777solver import Code777Error
from code777solver.session import Session

EDITIONS = {"classic": 700, "stronghold": 150, "code77": 140, "unique49": 10}
"""Relative frequency of each edition; one game of the largest costs as much as some fifty others."""
OPTIONS = (
    "option advanced",
    "option reshuffle_at 4",
    "option error_rate 0.05",
    "option card2 or_more",
    "option card14 any",
)
WARM_UP = 0.2
MOST_GROWTH = 32
"""Megabytes by which the resident memory may grow after the warm-up."""
ODD = (
    "note {word} said {word}",
    "# {word}",
    "{name} {card} ?",
    "{name} {card} {answer} ?",
    "{name} {card} {answer}",
    "{card} {answer}",
    "{name} {card}",
    "",
    "rack {name} {tile} {tile} {tile}",
    "rack {name} ?",
    "swap {name} {tile} {tile}",
    "penalty {name}",
    "reshuffle",
    "declare {name} {card}{card} wrong",
    "declare {name} 777 right",
    "edition {word}",
    "option {word} {card}",
    "players {name} {name}",
    "{word} {word} {word}",
    "{word}",
)


@dataclass
class Soak:
    """One session and what was done with it."""

    rng: random.Random
    session: Session = field(default_factory=lambda: Session(folder=None))
    done: Counter[str] = field(default_factory=Counter)

    def play(self) -> Iterator[None]:
        """One game, and all of it taken back; yields after each line that was entered."""
        rng = self.rng
        name = rng.choices(list(EDITIONS), list(EDITIONS.values()))[0]
        players = rng.randint(2, 4)
        lines, _ = reference.random_game(rng, name, players, rng.randint(10, 40), reveal_prob=0.8, max_states=2000)
        if rng.random() < 0.3:
            lines.insert(1, rng.choice(OPTIONS))
        for line in lines:
            yield self.enter(line)
            if rng.random() < 0.25:
                yield self.enter(self.odd_line())
            if rng.random() < 0.05:
                self.change()
        while self.session.lines:
            self.session.undo()
            self.done["taken back"] += 1
        self.done["games"] += 1

    def odd_line(self) -> str:
        rng, table = self.rng, self.session.table
        letters = "abcxyzéß٣ \t#?<>=0123456789"
        return rng.choice(ODD).format(
            name=rng.choice(table.rack_names or ("Ann", "me")),
            card=rng.randint(0, 30),
            answer=rng.choice("<=>0123456"),
            tile=rng.choice(table.edition.deck.names),
            word="".join(rng.choices(letters, k=rng.randint(1, 8))),
        )

    def enter(self, line: str) -> None:
        before = len(self.session.lines)
        try:
            accepted = self.session.enter(line)
            self.done["odd" if accepted.warnings else "accepted" if accepted.text else "empty"] += 1
            grown = 1 if accepted.text else 0
        except Code777Error:
            self.done["refused"] += 1
            grown = 0
        if len(self.session.lines) != before + grown:
            raise AssertionError(f"{line!r} made {len(self.session.lines) - before} lines instead of {grown}")

    def change(self) -> None:
        """Undo, redo, or change a line that was entered before."""
        session, number = self.session, self.rng.randint(1, len(self.session.lines) + 2)
        what = self.rng.choice(("undo", "redo", "fix", "drop", "doubt"))
        try:
            if what == "undo":
                for _ in range(self.rng.randint(1, 4)):
                    session.undo()
                if self.rng.random() < 0.8:
                    session.redo()
            elif what == "redo":
                session.redo()
            elif what == "fix":
                session.fix(number, self.odd_line())
            elif what == "drop":
                session.drop(number)
            else:
                session.doubt(number)
            self.done[what] += 1
        except Code777Error:
            self.done[f"{what} refused"] += 1


def soak(lines: int, seed: int = 0, *, intervals: int = 20) -> tuple[Soak, list[tuple[int, float]]]:
    """Enter a number of lines; also returns the memory at each interval, as (lines, megabytes)."""
    soaked = Soak(random.Random(seed))
    start = last = time.perf_counter()
    memory: list[tuple[int, float]] = []
    count = 0
    print(f"{'lines':>10} {'lines/s':>8} {'resident':>10}  games")
    while count < lines:
        for _ in soaked.play():
            count += 1
            if count % max(1, lines // intervals) == 0 and len(memory) < intervals:
                now = time.perf_counter()
                memory.append((count, resident() / MEGABYTE))
                rate = lines / intervals / (now - last)
                print(f"{count:>10,} {rate:>8,.0f} {memory[-1][1]:>7.1f} MB  {soaked.done['games']:,}", flush=True)
                last = now
    print(f"{count:,} lines in {time.perf_counter() - start:,.0f} s: {dict(soaked.done)}")
    return soaked, memory


def growth(memory: list[tuple[int, float]], lines: int) -> float:
    """The megabytes by which memory has grown since the end of the warm-up, at its highest."""
    warm = [size for count, size in memory if count <= max(lines * WARM_UP, memory[0][0])]
    return max(size for _, size in memory) - warm[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    _, memory = soak(options.lines, options.seed)
    grown = growth(memory, options.lines)
    met = "ok" if grown <= MOST_GROWTH else "MISSED"
    print(
        f"goal: at most {MOST_GROWTH} MB more than after the first {WARM_UP:.0%} of the lines; {grown:+.1f} MB: {met}"
    )


if __name__ == "__main__":
    main()
