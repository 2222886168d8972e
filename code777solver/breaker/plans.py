"""Whole plans of play as short lists of guesses, and the proved best ones that come with the package.

A plan is written as its guesses in the order of a walk: a guess, then for each answer that leaves three codes or more,
in the order of `ANSWERS`, the plan for what is left. One or two codes need no entry: they are guessed in order. Codes
are numbers, so that packs with as many ranks and suits share a plan.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import PackError
from ..records import Record
from .answers import WIN, answer_rows
from .packs import Pack

__all__ = ["Best", "Node", "Opening", "Plan", "best_plan", "proved_best", "shape"]


class Node(Record, unshown=("codes", "after")):
    """One place in a plan: the codes left, the guess, and what follows each answer but the winning one."""

    guess: int
    codes: NDArray[np.int64]
    after: Mapping[int, Node]

    def depths(self, depth: int = 1) -> Iterator[int]:
        """With which guess each code is found."""
        if self.guess in self.codes:
            yield depth
        for node in self.after.values():
            yield from node.depths(depth + 1)


class Plan(Record):
    """A way to break every code of a set."""

    root: Node

    @classmethod
    def read(cls, pack: Pack, guesses: Sequence[int], codes: NDArray[np.int64] | None = None) -> Plan:
        """The plan that a list of guesses tells; for some codes only, if they are given."""
        rest = iter(guesses)
        every = np.arange(len(pack.codes)) if codes is None else codes
        try:
            root = _grow(pack, every, rest)
        except StopIteration:
            raise PackError("a plan that ends too early") from None
        if next(rest, None) is not None:
            raise PackError("a plan that goes on after its end")
        return cls(root)

    def node(self, history: Sequence[tuple[int, int]]) -> Node | None:
        """The place after some guesses and answers, if they were those of the plan."""
        node: Node | None = self.root
        for guess, place in history:
            node = node.after.get(place) if node is not None and node.guess == guess else None
        return node

    @property
    def counts(self) -> tuple[int, ...]:
        """``counts[k]``: how many codes are found with the ``k``-th guess."""
        return tuple(np.bincount(list(self.root.depths())).tolist())


def _grow(pack: Pack, codes: NDArray[np.int64], rest: Iterator[int]) -> Node:
    guess = int(codes[0]) if len(codes) <= 2 else next(rest)
    if len(codes) == 1:
        return Node(guess, codes, {})
    answers = answer_rows(pack, np.array([guess]), codes)[0]
    after = {int(place): _grow(pack, codes[answers == place], rest) for place in np.unique(answers) if place != WIN}
    return Node(guess, codes, after)


class Opening(NamedTuple):
    """A kind of first guess and the best that can follow it."""

    guess: int
    total: int
    """Guesses over all codes."""
    worst: int


class Best(Record, unshown=("guesses", "race")):
    """What was proved of a pack: no plan needs fewer guesses over all codes, and none has a lower worst case."""

    total: int
    worst: int
    late: int
    """With any plan at least this many codes need ``worst`` guesses or more."""
    openings: tuple[Opening, ...]
    guesses: tuple[int, ...]
    """A plan with that total, and of those one that comes closest to that worst case: for the three packs of the game
    it reaches both."""
    race: tuple[int, ...]
    """The plan that wins most often against one who follows ``guesses``, both at the start."""


def shape(pack: Pack) -> str:
    """What plans are kept under: ``5x4`` for five ranks in four suits."""
    return f"{len(pack.ranks)}x{len(pack.suits)}"


@cache
def _data() -> dict[str, Any]:
    source = resources.files("code777solver").joinpath("data", "breaker", "plans.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def proved_best(pack: Pack) -> Best | None:
    """What the package knows of a pack without searching."""
    found = _data().get(shape(pack))
    if found is None:
        return None
    openings = tuple(Opening(*opening) for opening in found["openings"])
    return Best(found["total"], found["worst"], found["late"], openings, tuple(found["guesses"]), tuple(found["race"]))


@lru_cache(maxsize=16)
def best_plan(pack: Pack) -> Plan | None:
    """The proved best plan, if the package has one."""
    best = proved_best(pack)
    return None if best is None else Plan.read(pack, best.guesses)
