"""Planted lies: how often one false answer shows itself, and how often the diagnosis points at it.

``python benchmarks/lies.py [--games 1000] [--seed 1] [--near]``

Each game is a classic one of four, played by the slow twin in ``tests/helpers/reference.py``: truthful answers, refills and
reshuffles. One answer about my present rack is changed to another symbol of its card, each symbol being as likely;
with ``--near`` a number is changed by one only. The table is printed as Markdown; docs/reasons.md has it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import checkout  # noqa: F401
from reference import random_game

from code777solver import Solver, load_edition

BUCKETS = ((8, 11), (12, 15), (16, 20))
"""Fewest and most answers heard about my present rack."""
OTHERS = ("Ann ", "Bob ", "Cid ", "Dan ")
"""Beginnings of their answers in the log."""
FEWEST, MOST = BUCKETS[0][0], BUCKETS[-1][1]
HEADER = ("answers heard", "games", "contradiction", "first", "second", "later", "stated", "sets")


class Outcome(NamedTuple):
    """Outcome of one lie."""

    heard: int
    rank: int | None
    """Place of the lie among the likeliest sets, from 0; None if the log still makes sense."""
    sets: int
    """Number of smallest sets."""
    stated: float
    """The chance that the diagnosis gives its first set."""


def play(rng: random.Random, *, near: bool = False) -> Outcome:
    """One game with one lie."""
    lines, answers = _game(rng)
    place = rng.choice(answers)
    lines[place] = rng.choice(false_lines(lines[place], near=near))
    solver = Solver.from_log("\n".join(lines))
    if solver.belief.possible:
        return Outcome(len(answers), None, 0, 0.0)
    culprits = solver.diagnose().culprits
    # Without the lie the truth is left: so a single answer is always enough, and the lie is always among them.
    assert all(len(one.lines) == 1 for one in culprits), culprits
    rank = [one.lines[0] for one in culprits].index(place + 1)
    return Outcome(len(answers), rank, len(culprits), culprits[0].probability)


def false_lines(line: str, *, near: bool = False) -> list[str]:
    """A line with an answer from someone who sees three racks, changed in every way that makes it false."""
    player, card, symbol = line.split()
    return [
        f"{player} {card} {other}"
        for other in load_edition("classic").card(int(card)).meaning.symbols(3)
        if other != symbol and (not near or not symbol.isdecimal() or abs(int(other) - int(symbol)) == 1)
    ]


def answers_about_me(lines: Sequence[str]) -> list[int]:
    """The places of the lines that are answers about my present rack."""
    mine = max((place for place, line in enumerate(lines) if line == "rack me ?"), default=0)
    return [place for place, line in enumerate(lines) if place > mine and line.startswith(OTHERS)]


def _game(rng: random.Random) -> tuple[list[str], list[int]]:
    """A log with a wanted number of answers about my present rack, and their places."""
    while True:
        cards = rng.randint(FEWEST, MOST) * 4 // 3
        lines, _ = random_game(rng, "classic", 4, cards, declare_prob=0.1, swap_prob=0.0)
        answers = answers_about_me(lines)
        if FEWEST <= len(answers) <= MOST:
            return lines, answers


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The lines of the table: each bucket, then all."""
    yield f"| {' | '.join(HEADER)} |"
    yield "|" + "---|" * len(HEADER)
    for first, last in (*BUCKETS, (FEWEST, MOST)):
        chosen = [one for one in outcomes if first <= one.heard <= last]
        found = [one for one in chosen if one.rank is not None]
        ranks = [min(one.rank or 0, 2) for one in found]
        cells = [
            f"{first} to {last}",
            f"{len(chosen):,}",
            _share(len(found), len(chosen)),
            *(_share(ranks.count(rank), len(found)) for rank in range(3)),
            _share(sum(one.stated for one in found), len(found)),
            f"{sum(one.sets for one in found) / max(1, len(found)):.2f}",
        ]
        yield f"| {' | '.join(cells)} |"


def _share(part: float, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Plant one false answer a game and see what the diagnosis finds.")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (1)")
    parser.add_argument("--near", action="store_true", help="numbers are off by one: slips that are harder to find")
    chosen = parser.parse_args(arguments)
    rng = random.Random(chosen.seed)
    for line in table([play(rng, near=chosen.near) for _ in range(chosen.games)]):
        print(line)


if __name__ == "__main__":
    main()
