"""Does advice win games? The strategy `advised` against each of the others, four players of classic.

    python benchmarks/advised.py [GAMES]      (100,000 games at each table if nothing is said)

At each table sit four different strategies, and the seats rotate. A fair share is 25 %.
"""

from __future__ import annotations

import os
import sys

from code777solver import Simulation

TABLES = (
    ("advised", "certain", "threshold:0.5", "threshold:0.6"),
    ("advised", "threshold:0.2", "threshold:0.3", "threshold:0.4"),
    ("advised", "threshold:0.1", "threshold:0.7", "threshold:0.9"),
)


def main() -> None:
    games = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 100_000
    for strategies in TABLES:
        results = Simulation("classic", strategies, seed=77).run(games, threads=os.cpu_count() or 1)
        print(f"{games:,} games:", flush=True)
        for row in results.by_strategy():
            share, low, high = (100 * row[name] for name in ("share", "low", "high"))
            print(
                f"  {row['strategy']:14} won {share:.2f} % ({low:.2f} to {high:.2f}), "
                f"{row['wrong_a_game']:.2f} wrong declarations a game",
                flush=True,
            )


if __name__ == "__main__":
    main()
