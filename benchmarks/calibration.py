"""Reliability table of a shipped policy: predicted chances to win beside the shares of games that it won.

    python benchmarks/calibration.py [EDITION] [PLAYERS] [GAMES]      (classic 4 4096)

The policy plays at mixed tables (`training.self_play`) and then only against itself, in games that it was not trained on.
Each position in which it chose goes into a bin by the chance to win that it predicted for its choice. The table compares the
mean prediction of a bin with the share of games won.
"""

from __future__ import annotations

import sys

from training.calibration import predictions, reliability

from code777solver.play.policy import policy_for
from code777solver.rules.editions import load_edition


def main(edition_name: str = "classic", players: int = 4, games: int = 4096) -> None:
    edition = load_edition(edition_name)
    for where, itself in (("the league", False), ("itself", True)):
        policy = policy_for(edition, players)
        found = reliability(predictions(edition, policy, players, games=games, seed=2026, itself=itself))
        positions = sum(count for *_, count in found.rows)
        print(f"{edition_name}, {players} players, against {where}: {games:,} games, {positions:,} positions")
        for choice, said, won, count in found.rows:
            print(f"{choice:8} said {100 * said:5.1f} %  won {100 * won:5.1f} %  {count:9,} positions")
        print(f"off by {100 * found.game_error:.2f} points (games), {100 * found.point_error:.2f} (next point)")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:4]))
