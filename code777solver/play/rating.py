"""Ratings of players, one number each, from games at mixed tables in compiled code.

The model: the chance of a player to win is their strength divided by the sum of strengths at the table (Bradley-Terry for
two players). Ratings are maximum-likelihood estimates; 400 points are odds of ten to one, and the mean is 1500. Intervals come
from the Fisher information.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..core.arrays import FloatArray, IntArray
from ..jobs import check
from ..kernels import board as kinds
from ..kernels import games as kernels
from ..rules.editions import Edition
from .keyed_random import PUBLIC, KeyedRandom
from .levels import levels
from .results import Z
from .simulated_table import Seating, SimulatedTable
from .strategies import read_strategy
from .study import Rows, Study
from .study_text import TextLine, TextPart, TextTable, column, percent

MEAN = 1500.0
POINTS = 400 / math.log(10)
"""Points for a factor of e in the odds."""
BLOCK = 240
"""Games of one seating; each player sits in every seat equally often."""
_STEPS = 60


class Rating(NamedTuple):
    """The strength of one player."""

    name: str
    points: float
    half: float
    """Half of the 95% interval."""
    games: int
    wins: int


class Tables(Study):
    """Results by table: its players, and the number of games that each won."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._seated: list[tuple[int, ...]] = []
        self._won: list[IntArray] = []
        self.unfinished = 0

    @property
    def games(self) -> int:
        """Games with a winner."""
        return int(sum(won.sum() for won in self._won))

    def add(self, seated: Sequence[int], won: IntArray) -> None:
        """Add games of a table: the numbers of its players, and the games that each won, in the same order."""
        self._seated.append(tuple(seated))
        self._won.append(np.asarray(won, np.int64))

    def ratings(self) -> list[Rating]:
        """Maximum-likelihood ratings, in the order of the names.

        >>> tables = Tables(["strong", "weak"])
        >>> tables.add([0, 1], np.array([910, 90]))
        >>> [round(rating.points) for rating in tables.ratings()]
        [1701, 1299]
        """
        count = len(self.names)
        strength, curve = np.zeros(count), np.zeros((count, count))
        for _ in range(_STEPS):
            slope, curve = self._derivatives(strength)
            step = np.linalg.lstsq(curve, slope, rcond=None)[0]
            step *= min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
            strength = strength + step - (strength + step).mean()
            if np.abs(step).max() < 1e-10:
                break
        spread = np.sqrt(np.clip(np.diag(np.linalg.pinv(curve)), 0, None))
        wins, games = self._counts()
        return [
            Rating(name, MEAN + POINTS * float(strength[i]), Z * POINTS * float(spread[i]), int(games[i]), int(wins[i]))
            for i, name in enumerate(self.names)
        ]

    def _derivatives(self, strength: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient and negative Hessian of the log-likelihood."""
        slope, curve = np.zeros(len(strength)), np.zeros((len(strength),) * 2)
        for seated, won in zip(self._seated, self._won, strict=True):
            weight = np.zeros(len(strength))
            np.add.at(weight, list(seated), np.exp(strength[list(seated)]))
            share, games = weight / weight.sum(), won.sum()
            np.add.at(slope, list(seated), won)
            slope -= games * share
            curve += games * (np.diag(share) - np.outer(share, share))
        return slope, curve

    def _counts(self) -> tuple[IntArray, IntArray]:
        wins, games = np.zeros(len(self.names), np.int64), np.zeros(len(self.names), np.int64)
        for seated, won in zip(self._seated, self._won, strict=True):
            np.add.at(wins, list(seated), won)
            np.add.at(games, list(seated), won.sum())
        return wins, games

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {"levels": self._levels}

    def _levels(self) -> Rows:
        return [rating._asdict() for rating in self.ratings()]

    def text_parts(self) -> Iterator[TextPart]:
        """The rating of each player, and how far it is above that of the one before."""
        rows: Rows = [{**row, "step": ""} for row in self._levels()]
        for before, row in pairwise(rows):
            row["step"] = f"{row['points'] - before['points']:+.0f}"
        yield TextTable(
            rows,
            [
                column("level", "name", left=True),
                column(
                    "strategy", "name", form=lambda name: levels()[name].strategy if name in levels() else "", left=True
                ),
                column("rating", "points", "half", form="{:.0f} ±{:.0f}".format),
                column("step"),
                column(
                    "won", "wins", "games", form=lambda wins, games: percent(1)(wins / games if games else math.nan)
                ),
            ],
        )
        note = "400 points are odds of ten to one between two players; the mean is 1500. ± is half of a 95 % interval."
        yield TextLine(note, "dim")

    def as_dict(self) -> dict[str, Any]:
        return {"games": self.games, "unfinished": self.unfinished, "levels": self._levels()}

    def __repr__(self) -> str:
        return f"<Tables of {len(self.names)} players, {self.games:,} games>"


def play_tables(
    edition: Edition, players: int, strategies: Mapping[str, str], *, games: int, seed: int = 0
) -> Iterator[Tables]:
    """Play about ``games`` games at tables with random seats; yields the results so far after each table.

    ``strategies`` are names of `play.strategies`, by player.
    """
    found = Tables(list(strategies))
    read = [read_strategy(name) for name in strategies.values()]
    table = SimulatedTable(edition, Seating((kinds.ADVISED,) * players, (0.0,) * players), rotate=True)
    state, random = table.state(), KeyedRandom(PUBLIC, f"levels {seed}")
    results = np.zeros((BLOCK, kinds.SEATS + 2 * players), np.int32)
    rotation = np.arange(BLOCK)
    for first in range(0, games, BLOCK):
        seated = [random.below("seats", len(read)) for _ in range(players)]
        if len(set(seated)) == 1:  # equal players give no information
            seated[0] = (seated[0] + 1 + random.below("other", len(read) - 1)) % len(read)
        chosen = [read[i] for i in seated]
        table.reseat(Seating(tuple(one.kind for one in chosen), tuple(one.parameter for one in chosen)))
        kernels.play(table.packed, state, np.uint64(seed), np.uint64(first), results)
        winner = results[:, kinds.WON_BY]
        place = (winner + rotation + first) % players
        found.unfinished += int((winner < 0).sum())
        found.add(seated, np.bincount(place[winner >= 0], minlength=players))
        yield found
        check()


__all__ = ["Rating", "Tables", "play_tables"]
