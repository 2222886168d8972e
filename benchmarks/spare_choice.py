"""Value of choosing the playerless rack: ``python benchmarks/spare_choice.py [--deals N] [--first N] [--edition NAME]``

Two players who declare when certain play every deal twice, at the table of `code777 play`. In one game the player in one
seat picks the playerless rack by the rule of the level `master` (`play.spares`), in the other at random; the rival always
picks at random. The seat changes with each deal. Tiles and cards come in the same order in both games until they part.
Prints how often the seat wins either way, and the difference with its 95% interval. Both games of a
deal take some 30 ms of processor time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable

import checkout  # noqa: F401  (the package beside this file)

from code777solver.play.comparison import Pairs, sum_of
from code777solver.play.keyed_random import PUBLIC
from code777solver.play.levels import Level
from code777solver.play.match import Match
from code777solver.play.setup import Setup
from code777solver.rules.editions import load_edition
from code777solver.table.table import Table

PLAYERS = ("Ann", "Bob")
TELL_AFTER = 100


class Picking(Level):
    """A player who picks by the rule of the level `master`, however they declare."""

    name: str
    strategy: str
    seconds: float
    rating: int
    text: str

    @property
    def picks(self) -> bool:
        return True


def game(deal: int, edition: str, picks: str | None) -> Match:
    """A whole game of a deal; ``picks`` is who picks by the rule."""
    lines = (f"edition {edition}", f"players {' '.join(PLAYERS)}", f"note spares {deal}")
    plain = {"name": "certain", "strategy": "certain", "seconds": 0.0, "rating": 0, "text": ""}
    levels = {player: (Picking if player == picks else Level)(**plain) for player in PLAYERS}
    setup = Setup(str(deal), levels, Table(load_edition(edition), viewer=None), PLAYERS, lines)
    return Match(setup, setup.random(PUBLIC))


def pair(deal: int, edition: str) -> Pairs:
    """A deal twice: who of the two ways wins it."""
    seat = PLAYERS[deal % len(PLAYERS)]
    ends = [game(deal, edition, picks).table.winner for picks in (seat, None)]
    by_rule, by_lot = (winner == seat for winner in ends)
    given_up = [int(winner is None) for winner in ends]
    return Pairs(
        seed=0,
        games=1,
        both=int(by_rule and by_lot),
        first_only=int(by_rule and not by_lot),
        second_only=int(by_lot and not by_rule),
        unfinished=(given_up[0], given_up[1]),
    )


def play(deals: Iterable[int], edition: str) -> Pairs:
    """All deals together; says now and then how far it is."""
    found, begun = Pairs(0, 0, 0, 0, 0, (0, 0)), time.process_time()
    for deal in deals:
        found = sum_of([found, pair(deal, edition)])
        if found.games % TELL_AFTER == 0:
            print(f"{told(found)}  ({time.process_time() - begun:,.0f} s of processor time)", flush=True)
    return found


def told(found: Pairs) -> str:
    by_rule, by_lot = (100 * (found.both + alone) / found.games for alone in (found.first_only, found.second_only))
    return (
        f"{found.games:,} deals: {by_rule:.1f} % by the rule, {by_lot:.1f} % by lot, difference "
        f"{100 * found.difference:+.2f} ± {100 * found.half:.2f} points; given up {found.unfinished[0]} and "
        f"{found.unfinished[1]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--edition", default="stronghold")
    given = parser.parse_args()
    try:
        found = play(range(given.first, given.first + given.deals), given.edition)
    except KeyboardInterrupt:
        return
    print(told(found))


if __name__ == "__main__":
    main()
