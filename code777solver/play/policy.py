"""A learnt policy: a small net that says what declaring and waiting are worth. Plain NumPy; nothing is compiled.

The nets are data files, one for an edition and a number of players, each with what it was trained on. `training` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import RuleError
from ..rules.editions import Edition

Floats32 = NDArray[np.float32]

OUTPUTS = ("wait", "wrong", "right", "point_wait", "point_wrong")
"""What a net says: the chance to win after waiting, after a wrong and after a right declaration; the chance that the next
point is one's own after waiting and after a wrong declaration."""


@dataclass(frozen=True, eq=False)
class Policy:
    """A net with one layer of hidden units."""

    inner: Floats32
    """(features + 1, units): the last row is added as it is."""
    outer: Floats32
    """(outputs, units + 1): the last column is added as it is."""
    about: Mapping[str, Any]
    """What it was trained on: edition, players, games, seed, and how well it is calibrated."""

    def values(self, features: NDArray[Any]) -> NDArray[np.float64]:
        """(positions, outputs): what the net says to the features of each position."""
        x = np.atleast_2d(features).astype(np.float32)
        units = np.maximum(x @ self.inner[:-1] + self.inner[-1], 0)
        return np.asarray(1 / (1 + np.exp(-(units @ self.outer[:, :-1].T + self.outer[:, -1]).astype(np.float64))))

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, inner=self.inner, outer=self.outer, about=np.array(json.dumps(dict(self.about))))


def read_policy(path: Any) -> Policy:
    """A policy from its file."""
    with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
        return Policy(found["inner"], found["outer"], json.loads(str(found["about"])))


@cache
def shipped() -> tuple[str, ...]:
    """The names of the policies that come with the package, like ``classic-4``."""
    folder = resources.files("code777solver") / "data" / "policies"
    return tuple(sorted(file.name[: -len(".npz")] for file in folder.iterdir() if file.name.endswith(".npz")))


@lru_cache(maxsize=32)
def shipped_policy(name: str) -> Policy:
    """One of the policies that come with the package."""
    return read_policy(resources.files("code777solver") / "data" / "policies" / f"{name}.npz")


def policy_for(edition: Edition, players: int) -> Policy:
    """The policy of an edition and a number of players, or the one whose game is nearest."""
    name = nearest_policy(edition, players)
    if name is None:
        raise RuleError(
            f"no policy comes with this copy for {edition.name!r}: "
            f"`python -m code777solver.play.training {edition.name} {players}` makes one"
        )
    return shipped_policy(name)


def nearest_policy(edition: Edition, players: int) -> str | None:
    """The name of the shipped policy for a table; None if none is shipped.

    It is that of a game in which declarations come at the same moment, and a wrong declarer's tiles are seen as here, if
    possible; the edition's own, if there is one; with as nearly as many players as can be had.
    """
    rules = edition.rules
    known = {name: shipped_policy(name).about for name in shipped()}

    def distance(name: str) -> tuple[bool, bool, bool, int, str]:
        about = known[name]
        return (
            about["declare"] != rules.declare,
            about["own_tiles_seen"] != rules.own_tiles_seen,
            about["edition"] != edition.name,
            abs(about["players"] - players),
            name,
        )

    return min(known, key=distance, default=None)
