"""Plans as lists of guesses, and the proved best plans that come with the package.

A plan is a list of guesses in preorder: a guess, then for each answer that leaves three or more codes, in the order of
`ANSWERS`, the plan for these codes. One or two codes have no entry: they are guessed in order. Codes are numbers, so packs
with the same numbers of ranks and suits share a plan.
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
    """A node of a plan: the possible codes, the guess, and the node after each answer except the winning one."""

    guess: int
    codes: NDArray[np.int64]
    after: Mapping[int, Node]

    def depths(self, depth: int = 1) -> Iterator[int]:
        """Number of guesses for each code."""
        if self.guess in self.codes:
            yield depth
        for node in self.after.values():
            yield from node.depths(depth + 1)


class Plan(Record):
    """A plan that finds every code of a set."""

    root: Node

    @classmethod
    def read(cls, pack: Pack, guesses: Sequence[int], codes: NDArray[np.int64] | None = None) -> Plan:
        """Read a plan from its list of guesses; ``codes`` are the codes to find (default: all)."""
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
        """Node after these guesses and answers; None if they left the plan."""
        node: Node | None = self.root
        for guess, place in history:
            node = node.after.get(place) if node is not None and node.guess == guess else None
        return node

    @property
    def counts(self) -> tuple[int, ...]:
        """``counts[k]``: number of codes found by guess number ``k``."""
        return tuple(np.bincount(list(self.root.depths())).tolist())


def _grow(pack: Pack, codes: NDArray[np.int64], rest: Iterator[int]) -> Node:
    guess = int(codes[0]) if len(codes) <= 2 else next(rest)
    if len(codes) == 1:
        return Node(guess, codes, {})
    answers = answer_rows(pack, np.array([guess]), codes)[0]
    after = {int(place): _grow(pack, codes[answers == place], rest) for place in np.unique(answers) if place != WIN}
    return Node(guess, codes, after)


class Opening(NamedTuple):
    """A kind of first guess, and the best results after it."""

    guess: int
    total: int
    """Sum of guesses over all codes."""
    worst: int


class Best(Record, unshown=("guesses", "race")):
    """Proved results for a pack: no plan needs fewer guesses over all codes, and none has a lower worst case."""

    total: int
    worst: int
    late: int
    """With any plan at least this many codes need ``worst`` guesses or more."""
    openings: tuple[Opening, ...]
    guesses: tuple[int, ...]
    """A plan with the best total and, among those, the best worst case. For the three packs of the game it reaches both
    optima."""
    race: tuple[int, ...]
    """The plan that wins most often, from the start, against an opponent who follows ``guesses``."""


def shape(pack: Pack) -> str:
    """Key of the stored plans: ``5x4`` for five ranks in four suits."""
    return f"{len(pack.ranks)}x{len(pack.suits)}"


@cache
def _data() -> dict[str, Any]:
    source = resources.files("code777solver").joinpath("data", "breaker", "plans.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def proved_best(pack: Pack) -> Best | None:
    """Stored results for a pack; None if the package has none."""
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
