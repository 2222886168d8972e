"""The race: the chances of both sides, and guesses to win it.

The side that breaks its code in the earlier round wins. In the same round it is a tie, since the second side may finish the
round. So only rounds count. Assumption: the other side plays for the fewest guesses on average from its position, and all
codes that fit its answers are equally likely. The search finds the plan that wins most often against that, with a tie as half
a win; of equal plans, the one with fewer guesses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..records import Record
from .best_play import can_search, plan_from
from .plans import Plan, proved_best
from .position import GuessPosition
from .round import Round
from .search import Cost, racing, search_for

__all__ = ["Chances", "Race"]


class Chances(NamedTuple):
    """Chances of the end of a race, from my side."""

    win: float
    tie: float
    lose: float

    @property
    def score(self) -> float:
        """Wins, and ties by half."""
        return self.win + self.tie / 2


class Race(Record):
    """The present state of a race, from my side."""

    round: Round

    @property
    def is_known(self) -> bool:
        """True if both sides can be searched exactly; with large custom packs only after a few guesses."""
        sides = (self.round.mine, self.round.theirs)
        return all(self.round.broke(side) or can_search(self._position_of(side)) for side in sides)

    @cached_property
    def rounds_of_other(self) -> tuple[int, ...]:
        """``counts[r]``: number of codes, of those the other side may have to find, with which it finishes in round ``r``."""
        table, side = self.round, self.round.theirs
        made = len(table.made(side))
        if table.broke(side):
            return (*[0] * made, 1)
        position = self._position_of(side)
        if table.is_last_chance and table.turn == side:
            return (*[0] * (made + 1), 1, len(position.left) - 1)  # with one guess left, they guess a possible code
        return (*[0] * made, *plan_from(position.pack, position.history).counts)

    @cached_property
    def _made(self) -> int:
        return len(self.round.made(self.round.mine))

    @cached_property
    def cost(self) -> Cost:
        """``cost[k]``: loss if I find my code by my ``k``-th further guess."""
        return racing(dict(enumerate(self.rounds_of_other)), self._made)

    @cached_property
    def plan(self) -> Plan:
        """My plan that wins most often."""
        position = self._position_of(self.round.mine)
        if len(position.left) <= 2:
            return Plan.read(position.pack, [], position.left)
        known = proved_best(position.pack)
        if (
            not self.round.guesses
            and known is not None
            and known == proved_best(self.round.game.packs[self.round.theirs])
        ):
            return Plan.read(position.pack, known.race)
        guesses = search_for(position.pack).plan(position.history, self.cost)
        return Plan.read(position.pack, guesses, position.left)

    def score(self, guess: int) -> float:
        """Chance to win plus half the chance to tie if this guess comes next and then the best play for the race."""
        position = self._position_of(self.round.mine)
        total = search_for(position.pack).value(guess, position.history, self.cost) >> 20
        return 1 - total / (2 * sum(self.rounds_of_other) * len(position.left))

    def _position_of(self, side: int) -> GuessPosition:
        return GuessPosition(self.round.game.packs[side], self.round.history(side))

    @cached_property
    def chances(self) -> Chances:
        """Chances if I play to win the race and they play for the fewest guesses on average."""
        if self.round.outcome in ("me", "tie", "them"):
            return Chances(*(float(self.round.outcome == end) for end in ("me", "tie", "them")))
        if self.round.broke(self.round.mine):
            return self._compare((*[0] * self._made, 1))
        return self._compare((*[0] * self._made, *self.plan.counts))

    def _compare(self, mine: Sequence[int]) -> Chances:
        """Chances from ``mine`` and `rounds_of_other`, which are independent: neither code depends on the other."""
        theirs = self.rounds_of_other
        length = max(len(mine), len(theirs))
        me, them = (np.pad(np.array(side, float), (0, length - len(side))) for side in (mine, theirs))
        pairs = np.outer(me / me.sum(), them / them.sum())
        return Chances(float(np.triu(pairs, 1).sum()), float(np.trace(pairs)), float(np.tril(pairs, -1).sum()))
