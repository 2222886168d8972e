"""Compare the chances that a policy predicts with the games that it wins, and fit a map that brings the two together.

A net learns at mixed tables and predicts slightly too much at tables of equal players. So each policy has two numbers,
fitted to games against itself: if the net predicts ``c``, the policy reports ``sigmoid(slope * logit(c) + shift)``. The map
rises with ``c``, so it changes no choice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from code777solver.kernels import policy as outputs
from code777solver.play.policy import Policy
from code777solver.rules.editions import Edition

from .self_play import LEARNER, ONE_TABLE, ROUND_GAMES, Recipe, SelfPlay, random_seats

GAMES = 20 * ROUND_GAMES
"""Games to fit the map to, and again to measure its error."""
FEWEST = 30
"""Bins with fewer positions are left out of a table."""

Floats = NDArray[np.float64]


class Predictions(NamedTuple):
    """Chances that a policy predicted for its choices, and the results, one value for each position."""

    game: Floats
    """Predicted chance to win the game with the choice that it made."""
    won: Floats
    """1 if it won the game, else 0."""
    point: Floats
    """Predicted chance to score the next point."""
    scored: Floats
    """1 if it scored the next point, else 0."""
    waits: NDArray[np.bool_]
    """True if it chose to wait."""


class Calibration(NamedTuple):
    """Accuracy of the predicted chances, in games that the policy was not trained on."""

    rows: list[tuple[str, float, float, int]]
    """A row for each bin: the choice, the mean prediction, the share of games won, the number of positions."""
    game_error: float
    """Root of the mean squared difference of prediction and share, weighted by positions."""
    point_error: float
    """The same for the next point."""


def predictions(
    edition: Edition,
    policy: Policy,
    players: int,
    *,
    games: int,
    seed: int,
    recipe: Recipe = ONE_TABLE,
    itself: bool = False,
) -> Predictions:
    """Play games with a policy at the tables of a recipe, or only against ``itself``."""
    self_play = SelfPlay(edition, players, seed, frozen=policy)
    self_play.net.weights = [policy.inner, policy.outer]
    found = []
    for _ in range(max(1, games // ROUND_GAMES)):
        mixed = random_seats(self_play.random, players, recipe, self_play.thresholds) if not itself else None
        self_play.seat(mixed or [LEARNER] * players)
        self_play.table.packed[0]["learning"] = 0.0, 0.0, 0.0
        lessons = self_play.play(ROUND_GAMES)
        values = policy.values(lessons.features)
        branch, p = lessons.branch, lessons.features[:, 0].astype(np.float64)
        waits = branch == outputs.WAIT
        declared = p * values[:, outputs.RIGHT] + (1 - p) * values[:, outputs.WRONG]
        game = policy.calibrated(np.where(waits, values[:, outputs.WAIT], declared))
        point = np.where(waits, values[:, outputs.POINT_WAIT], p + (1 - p) * values[:, outputs.POINT_WRONG])
        found.append(Predictions(game, lessons.won, point, lessons.scored_next, waits))
    return Predictions(*map(np.concatenate, zip(*found, strict=True)))


def reliability(found: Predictions) -> Calibration:
    """Predictions and results in bins of ten percent."""
    rows, square, square_point = [], 0.0, 0.0
    for name, chosen in (("wait", found.waits), ("declare", ~found.waits)):
        for mean, share, count in _bins(found.game[chosen], found.won[chosen]):
            if count >= FEWEST:
                rows.append((name, mean, share, count))
                square += count * (mean - share) ** 2
        for mean, share, count in _bins(found.point[chosen], found.scored[chosen]):
            square_point += count * (mean - share) ** 2
    return Calibration(rows, float(np.sqrt(square / len(found.game))), float(np.sqrt(square_point / len(found.game))))


def _bins(predicted: Floats, happened: Floats) -> list[tuple[float, float, int]]:
    """Mean prediction, share that happened and number of positions, for each tenth that has any."""
    tenth = np.minimum((predicted * 10).astype(int), 9)
    return [
        (float(predicted[here].mean()), float(happened[here].mean()), int(here.sum()))
        for here in (tenth == i for i in range(10))
        if here.any()
    ]


def fit(predicted: Floats, won: Floats) -> tuple[float, float]:
    """Slope and shift of the map with the highest likelihood: logistic regression by Newton's method."""
    predicted = np.clip(predicted, 1e-9, 1 - 1e-9)
    x = np.stack([np.log(predicted / (1 - predicted)), np.ones(len(predicted))])
    weights = np.array([1.0, 0.0])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-(weights @ x)))
        step = np.linalg.solve((x * (chance * (1 - chance))) @ x.T, x @ (won - chance))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])


def recalibrated(edition: Edition, policy: Policy, players: int, *, seed: int, games: int = GAMES) -> Policy:
    """The same policy with its map and its errors.

    The errors are measured in games other than those of the fit, against itself and at mixed tables; the larger one counts.
    """
    about = {name: value for name, value in policy.about.items() if name != "calibration"}
    plain = Policy(policy.inner, policy.outer, about)
    raw = predictions(edition, plain, players, games=games, seed=seed + 1, itself=True)
    about["calibration"] = [round(number, 4) for number in fit(raw.game, raw.won)]
    mapped = Policy(policy.inner, policy.outer, about)
    found = [
        reliability(predictions(edition, mapped, players, games=games, seed=seed + 2 + i, itself=itself))
        for i, itself in enumerate((True, False))
    ]
    about["game_error"] = round(max(one.game_error for one in found), 4)
    about["point_error"] = round(max(one.point_error for one in found), 4)
    return Policy(policy.inner, policy.outer, about)
