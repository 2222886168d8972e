"""A learnt policy: a small net that predicts the chance to win after declaring and after waiting. Plain NumPy, not compiled.

Each net is a data file for one edition and number of players, with a description of its training. `benchmarks/training` in
the source tree makes the files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import RuleError
from ..records import Record, as_dict
from ..rules.editions import Edition, load_edition

Floats32 = NDArray[np.float32]

OUTPUTS = ("wait", "wrong", "right", "point_wait", "point_wrong")
"""Outputs of a net: the chance to win the game after waiting, after a wrong and after a right declaration; the chance to score
the next point after waiting and after a wrong declaration."""


class Policy(Record, eq=False):
    """A net with one layer of hidden units."""

    inner: Floats32
    """(features + 1, units): weights; the last row is the bias."""
    outer: Floats32
    """(outputs, units + 1): weights; the last column is the bias."""
    about: Mapping[str, Any]
    """The training: edition, players, games, seed; the calibration, and the errors that remain with it."""

    def values(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """Outputs of the net, (positions, outputs), for features of (positions, features)."""
        x = np.atleast_2d(features).astype(np.float32)
        units = np.maximum(x @ self.inner[:-1] + self.inner[-1], 0)
        return np.asarray(1 / (1 + np.exp(-(units @ self.outer[:, :-1].T + self.outer[:, -1]).astype(np.float64))))

    def calibrated(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chances corrected to the shares of games that this policy won against itself. The map increases, so it changes no choice."""
        slope, shift = self.about.get("calibration", (1.0, 0.0))
        within = np.clip(chances, 1e-9, 1 - 1e-9)
        return np.asarray(1 / (1 + np.exp(-(slope * np.log(within / (1 - within)) + shift))))

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, inner=self.inner, outer=self.outer, about=np.array(json.dumps(dict(self.about))))


def read_policy(path: Any) -> Policy:
    """Read a policy from its file."""
    with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
        return Policy(found["inner"], found["outer"], json.loads(str(found["about"])))


@cache
def shipped() -> tuple[str, ...]:
    """Names of the policies that come with the package, like ``classic-4``."""
    folder = resources.files("code777solver") / "data" / "policies"
    return tuple(sorted(file.name[: -len(".npz")] for file in folder.iterdir() if file.name.endswith(".npz")))


@lru_cache(maxsize=32)
def shipped_policy(name: str) -> Policy:
    """One of the policies that come with the package."""
    return read_policy(resources.files("code777solver") / "data" / "policies" / f"{name}.npz")


def policy_for(edition: Edition, players: int) -> Policy:
    """The policy of an edition and a number of players, or the one whose game is nearest."""
    return shipped_policy(nearest_policy(edition, players))


def nearest_policy(edition: Edition, players: int) -> str:
    """The name of the shipped policy for a table, like ``classic-4``.

    For other editions it is the policy of the edition with the fewest different rules and cards; the rules of `_WEIGHTIEST`
    count first. Among those it is the policy with the nearest number of players.
    """
    if not shipped():
        raise RuleError(
            "no policy comes with this copy for {name!r}: "
            "in the source tree, `python -m benchmarks.training {name} {players}` makes one",
            name=edition.name,
            players=players,
        )

    def distance(name: str) -> tuple[list[bool], int, int, str]:
        known, seats = learnt_for(name)
        theirs, mine = as_dict(known.rules), as_dict(edition.rules)
        other = [theirs[rule] != mine[rule] for rule in _WEIGHTIEST]
        others = sum(theirs[rule] != mine[rule] for rule in theirs) + known.differs_in_cards(edition)
        return other, others, abs(seats - players), name

    return min(shipped(), key=distance)


_WEIGHTIEST = ("declare", "own_tiles_seen", "target", "answered_by")
"""The rules that change the value of a declaration most."""


def learnt_for(name: str) -> tuple[Edition, int]:
    """The edition and the number of players that a shipped policy was made for."""
    edition, players = name.rsplit("-", 1)
    return load_edition(edition), int(players)


def fits(name: str, edition: Edition, players: int) -> bool:
    """True if a shipped policy was made for the same rules, tiles, cards and number of players."""
    known, seats = learnt_for(name)
    alike = (known.rules, known.readings) == (edition.rules, edition.readings)
    return seats == players and alike and not known.differs_in_cards(edition)
