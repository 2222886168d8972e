"""A table at which a net learns by self-play: who sits there, the lessons of its games, and the steps of the net.

At some tables all seats learn. At the others one seat learns, or half of them, and the rest is a league: older selves and
the fixed strategies, all alike at most tables and mixed at some. `kernels.policy` tells what a lesson is; `training` makes
policies here, and `calibration` looks at how well their chances come true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels import board as kinds
from ..kernels import games, policy
from ..rules.editions import Edition
from .features import A_RIVAL, OWN
from .policy import OUTPUTS, Floats32, Policy
from .simulated_table import Seating, SimulatedTable

OLDER = 4
"""How many older selves there are; the oldest is replaced."""
IN_A_ROUND = 512
"""Games before the net learns from them."""
MOST_LESSONS = 160_000
MOST_SUMS = 256
"""What the players remember of racks they never saw: less than in other simulations, for speed."""
STEP = 1024
"""Lessons in one step of the net."""
RATE, LAST_RATE, RATE_LATER = 3e-3, 2e-4, 8e-4
"""How large a step of the net is at first and at last, and at first where a policy learns on."""
EXPLORE, WAVER, TRACE = 0.04, 0.02, 0.8
LIMITS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""The thresholds in the league."""
LARGE = 1000
"""Where the deck has more racks, nobody in the league declares on every card: those games would not end."""


class Recipe(NamedTuple):
    """How a net is made."""

    games: int
    """Games to learn from."""
    units: int = 64
    tables: int = 8
    """At how many tables the games of a round are played. Lessons of one table alone make the net lean towards it."""
    self_play: float = 0.2
    """How many of the tables are self-play."""
    alone: float = 0.8
    """At how many of the others one player learns alone."""
    alike: float = 0.8
    """At how many of the others all who do not learn play alike."""


EARLIER = Recipe(0, units=48, tables=1, self_play=0.5, alone=0.5, alike=0.6)
"""The recipe of the policies that no later one has beaten."""

LEARNER, FROZEN = (kinds.ADVISED, 0.0), (kinds.ADVISED, 1.0)
Seats = list[tuple[int, float]]
"""The kind and the parameter of each seat; the first ones learn."""


class Lessons(NamedTuple):
    """What the learner looked at, what happened, and the chance to win that came of it."""

    features: Floats32
    branch: NDArray[np.int64]
    target: NDArray[np.float64]
    scored_next: NDArray[np.float64]
    won: NDArray[np.float64]
    """How the game ended."""

    def take(self, chosen: NDArray[np.int64]) -> Lessons:
        """Some of them."""
        return Lessons(
            self.features[chosen], self.branch[chosen], self.target[chosen], self.scored_next[chosen], self.won[chosen]
        )


class Net:
    """The weights that learn, by Adam; ``mean`` is their running mean, which plays better than any one state of them."""

    def __init__(self, features: int, units: int, random: np.random.Generator) -> None:
        inner = random.normal(0, np.sqrt(2 / features), (features + 1, units))
        outer = random.normal(0, 0.3 / np.sqrt(units), (len(OUTPUTS), units + 1))
        inner[-1], outer[:, -1] = 0, -1
        self.weights: list[Floats32] = [inner.astype(np.float32), outer.astype(np.float32)]
        self.mean = [weights.copy() for weights in self.weights]
        self._first = [np.zeros_like(weights) for weights in self.weights]
        self._second = [np.zeros_like(weights) for weights in self.weights]
        self._steps = 0

    def learn(self, lessons: Lessons, rate: float, random: np.random.Generator) -> float:
        """Go once through the lessons; returns the mean square by which the net was off."""
        order, off = random.permutation(len(lessons.branch)), 0.0
        for start in range(0, len(order), STEP):
            chosen = order[start : start + STEP]
            off += self._step(lessons.take(chosen), rate)
        return off / len(order)

    def _step(self, lessons: Lessons, rate: float) -> float:
        inner, outer = self.weights
        x, rows = lessons.features, np.arange(len(lessons.branch))
        units = np.maximum(x @ inner[:-1] + inner[-1], 0)
        values = 1 / (1 + np.exp(-(units @ outer[:, :-1].T + outer[:, -1])))
        wrong = np.zeros_like(values)
        off = values[rows, lessons.branch] - lessons.target
        wrong[rows, lessons.branch] = off
        for branch, output in ((policy.WAIT, policy.POINT_WAIT), (policy.WRONG, policy.POINT_WRONG)):
            here = lessons.branch == branch
            wrong[here, output] = 0.3 * (values[here, output] - lessons.scored_next[here])
        back = (wrong @ outer[:, :-1]) * (units > 0)
        slopes = [
            np.vstack([x.T @ back, back.sum(axis=0)]) / len(rows),
            np.hstack([wrong.T @ units, wrong.sum(axis=0)[:, None]]) / len(rows),
        ]
        self._steps += 1
        keep = min(0.999, self._steps / (self._steps + 10))
        for weights, mean, first, second, slope in zip(
            self.weights, self.mean, self._first, self._second, slopes, strict=True
        ):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            size = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            weights -= (rate * first / (1 - 0.9**self._steps) / size).astype(np.float32)
            mean += (1 - keep) * (weights - mean)
        return float((off * off).sum())


def league(random: np.random.Generator, players: int, recipe: Recipe, limits: Sequence[float] = LIMITS) -> Seats:
    """Who sits at the next table; ``limits`` are the thresholds there are."""
    if random.random() < recipe.self_play:
        return [LEARNER] * players
    learners = 1 if random.random() < recipe.alone else max(1, players // 2)
    if random.random() < recipe.alike:
        return [LEARNER] * learners + [_other(random, limits)] * (players - learners)
    return [LEARNER] * learners + [_other(random, limits) for _ in range(players - learners)]


def _other(random: np.random.Generator, limits: Sequence[float]) -> tuple[int, float]:
    """A seat that does not learn."""
    kind = random.random()
    if kind < 0.3:
        return kinds.ADVISED, float(1 + random.integers(OLDER))
    if kind < 0.5:
        return kinds.CERTAIN, 0.0
    return kinds.THRESHOLD, float(random.choice(limits))


class SelfPlay:
    """A table at which net 0 learns, and the others at it."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        seed: int,
        *,
        recipe: Recipe = EARLIER,
        frozen: Policy | None = None,
        rival: tuple[int, float] = FROZEN,
        start: Policy | None = None,
    ) -> None:
        """With ``frozen`` all others play that policy, or as ``rival`` says, and the learner learns the best response to it.

        With ``start`` the net goes on from what that policy has learnt. A net has as many units as either.
        """
        before, self.recipe = frozen or start, recipe
        units = before.inner.shape[1] if before else recipe.units
        self.edition, self.players, self.seed = edition, players, seed
        self.frozen, self.rival = frozen, rival
        self.random = np.random.default_rng(seed)
        self.net = Net(OWN + A_RIVAL * (players - 1), units, self.random)
        self.rate, self.before = RATE, 0
        if start is not None:
            self.net.weights = [start.inner.copy(), start.outer.copy()]
            self.net.mean = [start.inner.copy(), start.outer.copy()]
            self.rate, self.before = RATE_LATER, int(start.about["games"])
        nets = [frozen or self.policy()] * (1 + OLDER)
        seating = Seating((kinds.ADVISED,) * players, (0.0,) * players)
        self.table = SimulatedTable(edition, seating, rotate=True, policies=nets)
        large = len(self.table.board.target) > LARGE
        self.limits = LIMITS[1:] if large else LIMITS
        self.state = self.table.state(lessons=MOST_LESSONS, most_sums=None if large else MOST_SUMS)
        self.played = 0

    def policy(self, **about: Any) -> Policy:
        """The net as it is now, averaged."""
        rules = self.edition.rules
        known = {"edition": self.edition.name, "players": self.players, "own_tiles_seen": rules.own_tiles_seen}
        inner, outer = (weights.copy() for weights in self.net.mean)
        return Policy(inner, outer, known | {"declare": rules.declare} | about)

    def lay(self, seats: Seats) -> None:
        """Seat the players of the next games."""
        self.table.reseat(Seating(tuple(kind for kind, _ in seats), tuple(number for _, number in seats)))
        board = self.table.packed[0]
        board["inner"][0], board["outer"][0] = self.net.weights
        board["learning"] = EXPLORE, WAVER, TRACE

    def winners(self, count: int) -> NDArray[np.int32]:
        """Play some games; returns the seat that won each."""
        results = np.zeros((count, kinds.SEATS + 2 * self.players), np.int32)
        self.state[0]["taught"] = 0
        games.play(self.table.packed, self.state, np.uint64(self.seed), np.uint64(self.played), results)
        self.played += count
        return results[:, kinds.WON_BY]

    def won_by_the_first(self, seats: Seats, count: int) -> tuple[int, int]:
        """How many games the first of some players wins in whole rounds of about ``count`` games, and of how many."""
        self.lay(seats)
        self.table.packed[0]["learning"] = 0.0, 0.0, 0.0
        first = self.played
        winners = np.concatenate([self.winners(IN_A_ROUND) for _ in range(count // IN_A_ROUND)])
        return int((winners == -(first + np.arange(len(winners))) % self.players).sum()), len(winners)

    def play(self, count: int) -> Lessons:
        """Play some games, and return what there is to learn from them."""
        self.winners(count)
        taught = int(self.state[0]["taught"][0])
        notes = self.state[0]["notes"][:taught]
        return Lessons(
            self.state[0]["lessons"][:taught].copy(),
            notes[:, policy.BRANCH].astype(np.int64),
            notes[:, policy.TARGET].copy(),
            notes[:, policy.MINE].copy(),
            notes[:, policy.WON].copy(),
        )

    def play_tables(self) -> Lessons:
        """Play at several tables, and return what there is to learn from all of them."""
        found = []
        for _ in range(self.recipe.tables):
            if self.frozen is None:
                self.lay(league(self.random, self.players, self.recipe, self.limits))
            else:
                self.lay([LEARNER] + [self.rival] * (self.players - 1))
            found.append(self.play(IN_A_ROUND // self.recipe.tables))
        return Lessons(*map(np.concatenate, zip(*found, strict=True)))

    def remember(self, place: int) -> None:
        """The net as it is now becomes an older self."""
        self.table.packed[0]["inner"][1 + place] = self.net.mean[0]
        self.table.packed[0]["outer"][1 + place] = self.net.mean[1]

    def learn(self) -> Iterator[tuple[int, float]]:
        """Play and learn; yields the games done and the mean square by which the net was off, now and then."""
        rounds = max(1, self.recipe.games // IN_A_ROUND)
        for done in range(rounds):
            rate = LAST_RATE + (self.rate - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * done / rounds))
            off = self.net.learn(self.play_tables(), float(rate), self.random)
            if self.frozen is None and done % 40 == 39:
                self.remember(done // 40 % OLDER)
            if done % 20 == 19 or done + 1 == rounds:
                yield self.played, off
