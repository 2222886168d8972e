"""Levels of computer players, from beginner to master: a data file with a strategy, a description and a thinking time each."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated

from ..errors import Code777Error, nearest
from ..records import Record, in_json


class LevelError(Code777Error, ValueError):
    """Unknown level."""


@in_json("name", "text", "rating", "seconds")
class Level(Record):
    """A level of computer players."""

    name: Annotated[str, "Its name in the log."]
    strategy: str
    """A name of `play.strategies`, such as ``slow:2``."""
    seconds: Annotated[float, "The seconds that it thinks, on average."]
    rating: Annotated[int, "Its strength in points; 1500 is the mean."]
    text: Annotated[str, "A description of its play."]

    @property
    def kind(self) -> str:
        """The strategy without its number."""
        return self.strategy.partition(":")[0]

    @property
    def number(self) -> float:
        """The number of the strategy; 0 if it has none."""
        return float(self.strategy.partition(":")[2] or 0)

    @property
    def picks(self) -> bool:
        """True if it chooses which spare rack is replaced."""
        return self.kind == "advised"


@cache
def levels() -> dict[str, Level]:
    """Every level by name, the weakest first.

    >>> list(levels())[0], list(levels())[-1]
    ('beginner', 'master')
    """
    path = Path(__file__).parents[1] / "data" / "levels.toml"
    found = [Level(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["level"]]
    return {level.name: level for level in found}


def level_named(name: str) -> Level:
    """A level by its name; raises `LevelError`."""
    found = levels().get(name.casefold())
    if found is None:
        raise LevelError(
            "no level {name!r}{meant} (levels: {names})",
            name=name,
            meant=nearest(name, levels()),
            names=", ".join(levels()),
        )
    return found


__all__ = ["Level", "LevelError", "level_named", "levels"]
