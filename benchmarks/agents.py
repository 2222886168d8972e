"""Speed of learning agents, and the result of a short training.

    python benchmarks/agents.py speed [GAMES_SIDE_BY_SIDE]      decisions of learners a second, on one thread
    python benchmarks/agents.py train [STEPS] [FILE]            a linear policy by policy gradient, against `certain`

The agent is saved as a strategy of your own, so it can sit down anywhere: `code777 bench league -s FILE:agent -f certain`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from code777solver import VectorGames
from code777solver.results import Sight

TABLE = ("learner", "certain", "certain", "certain")
RATE, SIDE_BY_SIDE, FORGETTING = 0.05, 512, 0.97


def speed(side_by_side: int = 256) -> None:
    """Decisions a second with a learner among three, and with four learners who see all chances."""
    for name, table, codes in (("one learner", TABLE, False), ("four learners, all chances", ("learner",) * 4, True)):
        games = VectorGames("classic", table, games=side_by_side, seed=1, codes=codes)
        sight, decisions, began = games.reset(), 0, time.process_time()
        for _ in range(400):
            decisions += int(sight.active.sum())
            sight = games.step(np.where(sight.chance >= 0.6, sight.likeliest, 0)).sight
        print(f"{name}: {decisions / (time.process_time() - began):,.0f} decisions a second of processor time")


def chance_to_declare(features: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(features @ weights[:-1] + weights[-1], -30, 30))))


def train(steps: int = 3000, *, seed: int = 1) -> NDArray[np.float64]:
    """REINFORCE: what led to a win is made likelier, by how much better that was than usual.

    ``trace`` remembers what each game's learner has been inclined to; it fades, and is used up when the game ends.
    """
    games, rng = VectorGames("classic", TABLE, games=SIDE_BY_SIDE, seed=seed), np.random.default_rng(seed)
    weights, usual = np.zeros(games.feature_count + 1), 0.0
    mean_square = np.full(len(weights), 1e-4)
    weights[-1] = -2.0  # rather waits
    trace, sight = np.zeros((SIDE_BY_SIDE, len(weights))), games.reset()
    for _ in range(steps):
        seen = np.hstack([sight.features[:, 0], np.ones((SIDE_BY_SIDE, 1), np.float32)])
        chance = chance_to_declare(sight.features[:, 0], weights)
        declares = rng.random(SIDE_BY_SIDE) < chance
        trace = FORGETTING * trace + np.where(sight.active, (declares - chance)[:, None] * seen, 0.0)
        turn = games.step(np.where(declares, sight.likeliest[:, 0], 0)[:, None])
        if turn.done.any():
            won = turn.rewards[turn.done, 0]
            gradient = ((won - usual)[:, None] * trace[turn.done]).mean(axis=0)
            usual += 0.01 * (float(won.mean()) - usual)
            mean_square += 0.01 * (gradient**2 - mean_square)
            weights += RATE * gradient / np.sqrt(mean_square + 1e-6)
            trace[turn.done] = 0.0
        sight = turn.sight
    return weights


def play_by(weights: NDArray[np.float64]) -> object:
    """The agent for many games at once; it declares if that is likelier than not."""

    def choose(sight: Sight) -> NDArray[np.int64]:
        return np.where(sight.features @ weights[:-1] + weights[-1] > 0, sight.likeliest, 0)

    return choose


def save(weights: NDArray[np.float64], path: Path) -> None:
    """Write the agent as a strategy of your own."""
    numbers = ", ".join(f"{weight:.5g}" for weight in weights)
    path.write_text(
        '"""A small agent that was trained; see benchmarks/agents.py."""\n\nimport numpy as np\n\n'
        f"WEIGHTS = np.array([{numbers}])\n\n\n"
        "def agent(view):\n    wants = view.features @ WEIGHTS[:-1] + WEIGHTS[-1] > 0\n"
        "    return view.codes[0][0] if wants else None\n",
        encoding="utf-8",
    )


def main(what: str = "speed", *more: str) -> None:
    if what == "speed":
        speed(*map(int, more[:1]))
        return
    weights = train(*map(int, more[:1]))
    found = VectorGames("classic", TABLE, games=SIDE_BY_SIDE).play(play_by(weights), 20_000, seed=2026)  # type: ignore[arg-type]
    print(found)
    if len(more) > 1:
        save(weights, Path(more[1]))
        print(f"written: {more[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
