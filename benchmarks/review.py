"""Cost of the review of a game, beside one analysis of its end and beside the slow twin at every seat.

``python benchmarks/review.py [--games 4] [--seed 3]``

Classic games of four with about forty lines, played by the slow twin in ``tests/helpers/reference.py``. *Open*: all racks are in
the log, so that everybody is followed exactly. *My own*: the log as I would have written it, with estimates where my rack
was never shown. Racks left after every line, for every player who is followed exactly, are those of the twin,
or nothing is timed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence

import checkout  # noqa: F401
import reference
from sections import Section, at_most, duration, ratio_at_most, take_turns

from code777solver import Solver, read_log, review_game
from code777solver.lang import language
from code777solver.results import GameReview
from code777solver.show.as_json import analysis
from code777solver.show.as_json import review as as_data
from code777solver.show.review_page import page

LINES = range(38, 46)
ROUNDS = 5


def games(number: int, seed: int) -> list[list[str]]:
    """Open logs of about forty lines."""
    rng = random.Random(seed)
    found: list[list[str]] = []
    while len(found) < number:
        lines, _ = reference.random_game(rng, "classic", 4, 24, declare_prob=0.2, swap_prob=0.0, open_log=True)
        if len(lines) in LINES:
            found.append(lines)
    return found


def my_own(lines: Sequence[str]) -> list[str]:
    """The log without my tiles, line for line."""
    found: list[str] = []
    for line in lines:
        if line.startswith("rack me "):
            line = "rack me ?" if any(earlier.startswith("declare me") for earlier in found) else "# dealt"
        found.append(line)
    return found


def check(game: GameReview, lines: Sequence[str]) -> None:
    """The racks left of everybody, after every line since the first answer."""
    first = next(i for i, line in enumerate(lines, 1) if line.split()[0] not in ("edition", "players", "rack"))
    for player in game.players:
        beliefs = reference.beliefs(list(lines), player.player)
        for step in game.steps:
            one = step.of(player.player)
            if one is not None and one.kind != "estimate" and step.line >= first:
                assert one.racks == len(beliefs[step.line - 1]), (player.player, step.line)


def section(number: int = 4, seed: int = 3) -> Section:
    """Time everything on the same games."""
    logs = games(number, seed)
    opened = [read_log("\n".join(lines)) for lines in logs]
    mine = [read_log("\n".join(my_own(lines))) for lines in logs]
    for lines, open_log, own_log in zip(logs, opened, mine, strict=True):
        check(review_game(open_log), lines)
        check(review_game(own_log), lines)
    reviews, english = [review_game(log) for log in mine], language("en")
    calls: dict[str, Callable[[], object]] = {
        "read the log": lambda: [Solver.from_log(str(log)) for log in mine],
        "read it and analyze its end": lambda: [json.dumps(analysis(Solver.from_log(str(log)))) for log in mine],
        "review, open": lambda: [review_game(log) for log in opened],
        "review, my own": lambda: [review_game(log) for log in mine],
        "a review as JSON": lambda: [json.dumps(as_data(game)) for game in reviews],
        "a review as a page": lambda: [page(game, "me", english) for game in reviews],
    }
    best = take_turns(calls, ROUNDS)
    best |= take_turns({"the slow twin at every seat": lambda: _slowly(logs)}, 1)
    seconds = {name: time / number for name, time in best.items()}
    analyzed = seconds["read it and analyze its end"]
    rows = [(name, duration(time), f"{time / analyzed:.2f}") for name, time in seconds.items()]
    goals = [
        at_most("review of forty lines, my own log", seconds["review, my own"], 0.5),
        ratio_at_most("review of an open log / one analysis", seconds["review, open"] / analyzed, 5),
        ratio_at_most("review of my own log / one analysis", seconds["review, my own"] / analyzed, 10),
    ]
    return Section(("what", "a game", "x analyze"), rows, goals, seconds, "read it and analyze its end")


def _slowly(logs: Sequence[list[str]]) -> None:
    for lines in logs:
        for player in next(line for line in lines if line.startswith("players ")).split()[1:]:
            reference.beliefs(lines, player)


def main() -> None:
    parser = argparse.ArgumentParser(description="What looking back on a game costs.")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=3)
    chosen = parser.parse_args()
    section(chosen.games, chosen.seed).print()


if __name__ == "__main__":
    main()
