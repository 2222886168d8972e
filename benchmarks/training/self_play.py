"""Simulated games in which a net learns by self-play: the seats at each table, the lessons of the games, the steps of the net.

At a part of the tables every seat learns. At the others one seat learns, or half of the seats, against a league: earlier
versions of the net and the fixed strategies. At most of these tables the seats that do not learn share one strategy; at the
rest they differ. `code777solver.kernels.policy` defines a lesson and its target. `train` makes policies here, and
`calibration` checks their chances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from code777solver.kernels import board as kinds
from code777solver.kernels import games, policy
from code777solver.play.features import A_RIVAL, OWN
from code777solver.play.policy import OUTPUTS, Floats32, Policy
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.rules.editions import Edition

EARLIER_VERSIONS = 4
"""Number of earlier versions of the net in the league; the newest replaces the oldest."""
ROUND_GAMES = 512
"""Games in a round; the net learns after each round."""
MOST_LESSONS = 160_000
"""Lessons of a round that are kept; later ones are dropped."""
MOST_SUMS = 256
"""``most_sums`` of the simulated table: smaller than in other simulations, for speed."""
BATCH = 1024
"""Lessons in one step of the net."""
FIRST_RATE, LAST_RATE, CONTINUED_RATE = 3e-3, 2e-4, 8e-4
"""Learning rates: of the first and the last round, and of the first round after ``start``."""
EXPLORE, WAVER, TRACE = 0.04, 0.02, 0.8
"""Values of ``Board.learning``; `code777solver.kernels.policy` describes them."""
THRESHOLDS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""Thresholds of the players in the league."""
LARGE = 1000
"""With more racks in the deck, threshold 0 leaves the league: players who declare on every card would not end the game."""


class Recipe(NamedTuple):
    """Settings of the training of one net."""

    games: int
    """Games to learn from."""
    units: int = 64
    """Hidden units of the net."""
    tables: int = 8
    """Number of tables that share the games of a round. Lessons of a single table pull the net towards that table."""
    self_play: float = 0.2
    """Share of tables at which every seat learns."""
    one_learner: float = 0.8
    """Share of the other tables with one learner; the rest has half of the seats learning."""
    same_rivals: float = 0.8
    """Share of the other tables at which all seats that do not learn have the same strategy."""


ONE_TABLE = Recipe(0, units=48, tables=1, self_play=0.5, one_learner=0.5, same_rivals=0.6)
"""The older recipe, with one table a round. The default recipe beats it only in Stronghold with four players."""

LEARNER, FROZEN = (kinds.ADVISED, 0.0), (kinds.ADVISED, 1.0)
Seats = list[tuple[int, float]]
"""The strategy of each seat, as its kind and parameter; learners come first. Net ``n`` is ``(ADVISED, n)``."""


class Lessons(NamedTuple):
    """Choices of the learners, one row each."""

    features: Floats32
    """(lessons, features): the input of the net."""
    branch: NDArray[np.int64]
    """The outcome of the choice: `policy.WAIT`, `policy.WRONG` or `policy.RIGHT`."""
    target: NDArray[np.float64]
    """The chance to win that the net should predict."""
    scored_next: NDArray[np.float64]
    """1 if this player scored the next point, else 0."""
    won: NDArray[np.float64]
    """1 if this player won the game, else 0."""

    def take(self, chosen: NDArray[np.int64]) -> Lessons:
        """Rows by their indices."""
        return Lessons(
            self.features[chosen], self.branch[chosen], self.target[chosen], self.scored_next[chosen], self.won[chosen]
        )


class Net:
    """The weights, trained with Adam, and ``mean``, their running mean, which plays better than the weights themselves."""

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
        """Go once through the lessons in random order; returns the mean squared error."""
        order, squares = random.permutation(len(lessons.branch)), 0.0
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            squares += self._step(lessons.take(chosen), rate)
        return squares / len(order)

    def _step(self, lessons: Lessons, rate: float) -> float:
        """Take one step along the gradient; returns the sum of squared errors before it."""
        inner, outer = self.weights
        x, rows = lessons.features, np.arange(len(lessons.branch))
        units = np.maximum(x @ inner[:-1] + inner[-1], 0)
        values = 1 / (1 + np.exp(-(units @ outer[:, :-1].T + outer[:, -1])))
        errors = np.zeros_like(values)
        error = values[rows, lessons.branch] - lessons.target
        errors[rows, lessons.branch] = error
        for branch, output in ((policy.WAIT, policy.POINT_WAIT), (policy.WRONG, policy.POINT_WRONG)):
            here = lessons.branch == branch
            errors[here, output] = 0.3 * (values[here, output] - lessons.scored_next[here])
        back = (errors @ outer[:, :-1]) * (units > 0)
        gradients = [
            np.vstack([x.T @ back, back.sum(axis=0)]) / len(rows),
            np.hstack([errors.T @ units, errors.sum(axis=0)[:, None]]) / len(rows),
        ]
        self._steps += 1
        keep = min(0.999, self._steps / (self._steps + 10))
        for weights, mean, first, second, gradient in zip(
            self.weights, self.mean, self._first, self._second, gradients, strict=True
        ):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            size = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            weights -= (rate * first / (1 - 0.9**self._steps) / size).astype(np.float32)
            mean += (1 - keep) * (weights - mean)
        return float((error * error).sum())


def random_seats(
    random: np.random.Generator, players: int, recipe: Recipe, thresholds: Sequence[float] = THRESHOLDS
) -> Seats:
    """Seats of the next table, with at least one learner."""
    if random.random() < recipe.self_play:
        return [LEARNER] * players
    learners = 1 if random.random() < recipe.one_learner else max(1, players // 2)
    if random.random() < recipe.same_rivals:
        return [LEARNER] * learners + [_league_player(random, thresholds)] * (players - learners)
    return [LEARNER] * learners + [_league_player(random, thresholds) for _ in range(players - learners)]


def _league_player(random: np.random.Generator, thresholds: Sequence[float]) -> tuple[int, float]:
    """A player that does not learn."""
    kind = random.random()
    if kind < 0.3:
        return kinds.ADVISED, float(1 + random.integers(EARLIER_VERSIONS))
    if kind < 0.5:
        return kinds.CERTAIN, 0.0
    return kinds.THRESHOLD, float(random.choice(thresholds))


class SelfPlay:
    """A simulated table at which net 0 learns. Nets 1 to `EARLIER_VERSIONS` are its earlier versions, or ``frozen``."""

    def __init__(
        self,
        edition: Edition,
        players: int,
        seed: int,
        *,
        recipe: Recipe = ONE_TABLE,
        frozen: Policy | None = None,
        rival: tuple[int, float] = FROZEN,
        start: Policy | None = None,
    ) -> None:
        """Prepare the table and the net.

        With ``frozen`` one seat learns a response to others who all play that policy, or ``rival`` if it is given. With
        ``start`` the net begins with the weights of that policy. With either, the net has as many units as that policy.
        """
        before, self.recipe = frozen or start, recipe
        units = before.inner.shape[1] if before else recipe.units
        self.edition, self.players, self.seed = edition, players, seed
        self.frozen, self.rival = frozen, rival
        self.random = np.random.default_rng(seed)
        self.net = Net(OWN + A_RIVAL * (players - 1), units, self.random)
        self.rate, self.games_before = FIRST_RATE, 0
        if start is not None:
            self.net.weights = [start.inner.copy(), start.outer.copy()]
            self.net.mean = [start.inner.copy(), start.outer.copy()]
            self.rate, self.games_before = CONTINUED_RATE, int(start.about["games"])
        nets = [frozen or self.policy()] * (1 + EARLIER_VERSIONS)
        seating = Seating((kinds.ADVISED,) * players, (0.0,) * players)
        self.table = SimulatedTable(edition, seating, rotate=True, policies=nets)
        large = len(self.table.board.target) > LARGE
        self.thresholds = THRESHOLDS[1:] if large else THRESHOLDS
        self.state = self.table.state(lessons=MOST_LESSONS, most_sums=None if large else MOST_SUMS)
        self.played = 0

    def policy(self, **about: Any) -> Policy:
        """A policy with the running mean of the weights; ``about`` is added to its description."""
        rules = self.edition.rules
        known = {"edition": self.edition.name, "players": self.players, "own_tiles_seen": rules.own_tiles_seen}
        inner, outer = (weights.copy() for weights in self.net.mean)
        return Policy(inner, outer, known | {"declare": rules.declare} | about)

    def seat(self, seats: Seats) -> None:
        """Seat the players of the next games, with the present weights of the net."""
        self.table.reseat(Seating(tuple(kind for kind, _ in seats), tuple(number for _, number in seats)))
        board = self.table.packed[0]
        board["inner"][0], board["outer"][0] = self.net.weights
        board["learning"] = EXPLORE, WAVER, TRACE

    def winners(self, count: int) -> NDArray[np.int32]:
        """Play ``count`` games; returns the seat that won each."""
        results = np.zeros((count, kinds.SEATS + 2 * self.players), np.int32)
        self.state[0]["taught"] = 0
        games.play(self.table.packed, self.state, np.uint64(self.seed), np.uint64(self.played), results)
        self.played += count
        return results[:, kinds.WON_BY]

    def wins_of_first_player(self, seats: Seats, count: int) -> tuple[int, int]:
        """Number of games that the first of ``seats`` wins, and number of games: ``count``, rounded down to whole rounds."""
        self.seat(seats)
        self.table.packed[0]["learning"] = 0.0, 0.0, 0.0
        first = self.played
        winners = np.concatenate([self.winners(ROUND_GAMES) for _ in range(count // ROUND_GAMES)])
        return int((winners == -(first + np.arange(len(winners))) % self.players).sum()), len(winners)

    def play(self, count: int) -> Lessons:
        """Play ``count`` games; returns their lessons."""
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
        """Play one round at the tables of the recipe; returns the lessons of all of them."""
        found = []
        for _ in range(self.recipe.tables):
            if self.frozen is None:
                self.seat(random_seats(self.random, self.players, self.recipe, self.thresholds))
            else:
                self.seat([LEARNER] + [self.rival] * (self.players - 1))
            found.append(self.play(ROUND_GAMES // self.recipe.tables))
        return Lessons(*map(np.concatenate, zip(*found, strict=True)))

    def add_earlier_version(self, place: int) -> None:
        """Put the present net into the league, in place of earlier version ``place`` (from 0)."""
        self.table.packed[0]["inner"][1 + place] = self.net.mean[0]
        self.table.packed[0]["outer"][1 + place] = self.net.mean[1]

    def learn(self) -> Iterator[tuple[int, float]]:
        """Play and learn; yields the number of games played and the mean squared error, every 20 rounds and at the end."""
        rounds = max(1, self.recipe.games // ROUND_GAMES)
        for done in range(rounds):
            rate = LAST_RATE + (self.rate - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * done / rounds))
            error = self.net.learn(self.play_tables(), float(rate), self.random)
            if self.frozen is None and done % 40 == 39:
                self.add_earlier_version(done // 40 % EARLIER_VERSIONS)
            if done % 20 == 19 or done + 1 == rounds:
                yield self.played, error
