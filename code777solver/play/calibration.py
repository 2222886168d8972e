"""Do the chances of a policy come true? What it says against what comes of it, and a map that brings the two together.

A net learns in mixed company and promises a little too much among equals. So each policy has two numbers, fitted to games
against itself: where the net says ``c``, the policy says ``sigmoid(slope * logit(c) + shift)``. The map rises with ``c``, so
no choice changes by it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels import policy
from ..rules.editions import Edition
from .policy import Policy
from .self_play import EARLIER, IN_A_ROUND, LEARNER, Recipe, SelfPlay, league

GAMES = 20 * IN_A_ROUND
"""Games to fit the map to, and again to see how well it does."""
FEWEST = 30
"""Bins with fewer positions are left out of a table."""

Floats = NDArray[np.float64]


class Claims(NamedTuple):
    """What a policy said of its choices, and what came of them, position by position."""

    said: Floats
    """The chance to win by the choice that it took."""
    won: Floats
    said_point: Floats
    """The same for the next point."""
    point: Floats
    waits: NDArray[np.bool_]
    """Whether it waited."""


class Calibration(NamedTuple):
    """How well the chances to win came true, in games that were not learnt from."""

    rows: list[tuple[str, float, float, int]]
    """The choice, the chance that the policy gave on average, the share that was won, and the positions, bin by bin."""
    game_error: float
    """The root of the mean square of the differences, over positions."""
    point_error: float


def claims(
    edition: Edition,
    policy_: Policy,
    players: int,
    *,
    games_played: int,
    seed: int,
    recipe: Recipe = EARLIER,
    itself: bool = False,
) -> Claims:
    """Let a policy play at tables of the league, or only against ``itself``.

    ``recipe`` says how many of the tables are of which kind.
    """
    self_play = SelfPlay(edition, players, seed, frozen=policy_)
    self_play.net.weights = [policy_.inner, policy_.outer]
    found = []
    for _ in range(max(1, games_played // IN_A_ROUND)):
        mixed = league(self_play.random, players, recipe, self_play.limits) if not itself else None
        self_play.lay(mixed or [LEARNER] * players)
        self_play.table.packed[0]["learning"] = 0.0, 0.0, 0.0
        lessons = self_play.play(IN_A_ROUND)
        values = policy_.values(lessons.features)
        branch, p = lessons.branch, lessons.features[:, 0].astype(np.float64)
        waits = branch == policy.WAIT
        declared = p * values[:, policy.RIGHT] + (1 - p) * values[:, policy.WRONG]
        said = policy_.calibrated(np.where(waits, values[:, policy.WAIT], declared))
        said_point = np.where(waits, values[:, policy.POINT_WAIT], p + (1 - p) * values[:, policy.POINT_WRONG])
        found.append(Claims(said, lessons.won, said_point, lessons.scored_next, waits))
    return Claims(*map(np.concatenate, zip(*found, strict=True)))


def reliability(found: Claims) -> Calibration:
    """The claims in bins of ten percent."""
    rows, square, square_point = [], 0.0, 0.0
    for name, chosen in (("wait", found.waits), ("declare", ~found.waits)):
        for mean, share, count in _bins(found.said[chosen], found.won[chosen]):
            if count >= FEWEST:
                rows.append((name, mean, share, count))
                square += count * (mean - share) ** 2
        for mean, share, count in _bins(found.said_point[chosen], found.point[chosen]):
            square_point += count * (mean - share) ** 2
    return Calibration(rows, float(np.sqrt(square / len(found.said))), float(np.sqrt(square_point / len(found.said))))


def _bins(said: Floats, came: Floats) -> list[tuple[float, float, int]]:
    """What was said on average and how often it came true, for each tenth in which something was said."""
    tenth = np.minimum((said * 10).astype(int), 9)
    return [
        (float(said[here].mean()), float(came[here].mean()), int(here.sum()))
        for here in (tenth == i for i in range(10))
        if here.any()
    ]


def fit(said: Floats, won: Floats) -> tuple[float, float]:
    """The slope and the shift that make the chances likeliest to have come true: two numbers, by Newton's method."""
    said = np.clip(said, 1e-9, 1 - 1e-9)
    x = np.stack([np.log(said / (1 - said)), np.ones(len(said))])
    weights = np.array([1.0, 0.0])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-(weights @ x)))
        step = np.linalg.solve((x * (chance * (1 - chance))) @ x.T, x @ (won - chance))
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])


def recalibrated(edition: Edition, policy_: Policy, players: int, *, seed: int, games_played: int = GAMES) -> Policy:
    """The same policy with its map, and how far off it then is in other games: among equals or in mixed company, whichever is
    more."""
    about = {name: value for name, value in policy_.about.items() if name != "calibration"}
    plain = Policy(policy_.inner, policy_.outer, about)
    raw = claims(edition, plain, players, games_played=games_played, seed=seed + 1, itself=True)
    about["calibration"] = [round(number, 4) for number in fit(raw.said, raw.won)]
    mapped = Policy(policy_.inner, policy_.outer, about)
    found = [
        reliability(claims(edition, mapped, players, games_played=games_played, seed=seed + 2 + i, itself=itself))
        for i, itself in enumerate((True, False))
    ]
    about["game_error"] = round(max(one.game_error for one in found), 4)
    about["point_error"] = round(max(one.point_error for one in found), 4)
    return Policy(policy_.inner, policy_.outer, about)
