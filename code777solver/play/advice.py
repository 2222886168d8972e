"""Declare or wait: what a learnt policy says of a position, at once and in plain NumPy.

Nothing here is proved. The chance of the code and what the next answer makes of it are exact; the chances to win are those
of the policy, which were checked against simulated games (docs/advice.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..core.arrays import FloatArray, weigh
from ..core.belief import Belief
from ..errors import BeliefError, RuleError
from ..rules.editions import RACK_SIZE
from ..table.events import Event
from ..table.table import Table
from .features import A_RIVAL, OWN, expected_best, features
from .policy import nearest_policy, shipped_policy

EVEN = 0.002
"""Where the policy sees less than this between two choices, it is too close to call."""


class Outcome(NamedTuple):
    """What a choice leads to: chances with their standard errors."""

    point: float
    """The chance to score the next point at the table, alone or together with somebody."""
    point_error: float
    game: float
    """The chance to win the game."""
    game_error: float


class Danger(NamedTuple):
    """The opponent who is likeliest to declare now."""

    player: str
    certain: float
    """The chance that the answers prove their code to them."""


@dataclass(frozen=True)
class Advice:
    """What declaring now and waiting for another card are worth."""

    code: str
    """The code to declare: the likeliest numbers, or tiles if those count."""
    chance: float
    """The exact chance that it is right."""
    declare: Outcome
    wait: Outcome
    gain: float
    """By how much declaring raises the chance to win the game."""
    gain_error: float
    """Its standard error; 0 for the policy, which has none."""
    samples: int
    """Games played on for each choice; 0 for the policy."""
    exact: bool
    """False if what the others know had to be sampled or followed roughly."""
    policy: str | None = None
    """The policy that was asked, like ``classic-4``; None for an estimate by playing on."""
    next_chance: float | None = None
    """The chance that the likeliest code will have after the next answer I hear, on average: exact."""
    danger: Danger | None = None
    """The opponent who is likeliest to be certain, if anybody can be."""
    sums: FloatArray | None = field(default=None, repr=False, compare=False)
    """For an estimate by playing on: what its samples add up to, so that more can be added."""
    seed: int = field(default=0, repr=False, compare=False)

    @property
    def better(self) -> str:
        """``declare``, ``wait``, or ``even`` if the difference is within two standard errors, or very small.

        A code that is certain is declared: it can be declared later too, but nothing is gained by that.
        """
        if self.chance >= 1:
            return "declare"
        if abs(self.gain) <= (EVEN if self.policy else 2 * self.gain_error):
            return "even"
        return "declare" if self.gain > 0 else "wait"


def advise(
    table: Table, events: Iterable[Event], belief: Belief, seat: str, dangers: Sequence[Danger] = ()
) -> Advice | None:
    """What the policy for this table says; None if there is none. ``events`` is all that has happened."""
    check(table, belief, seat)
    name = nearest_policy(table.edition, len(table.players))
    if name is None:
        return None
    policy = shipped_policy(name)
    rivals = (len(policy.inner) - 1 - OWN) // A_RIVAL
    wait, wrong, right, point_wait, point_wrong = policy.values(features(table, events, belief, seat, rivals))[0]
    _, code, chance = best_code(table, belief)
    error, point_error = float(policy.about["game_error"]), float(policy.about["point_error"])
    declare = chance * right + (1 - chance) * wrong
    return Advice(
        code=code,
        chance=chance,
        declare=Outcome(float(chance + (1 - chance) * point_wrong), point_error, float(declare), error),
        wait=Outcome(float(point_wait), point_error, float(wait), error),
        gain=float(declare - wait),
        gain_error=0.0,
        samples=0,
        exact=True,
        policy=name,
        next_chance=expected_best(table, belief, seat),
        danger=max(dangers, key=lambda danger: danger.certain, default=None),
    )


def check(table: Table, belief: Belief, seat: str) -> None:
    """Refuse a position in which there is nothing to decide."""
    if table.winner is not None:
        raise RuleError(f"the game is over: {table.person(table.winner).does('has')} won")
    if table.waiting or belief.size != RACK_SIZE:
        raise BeliefError("a rack has no tiles yet: there is nothing to declare now")
    if not belief.possible:
        raise BeliefError("no rack is left: the log contradicts itself")
    drawer = table.players[(table.players.index(table.next_player or seat) - 1) % len(table.players)]
    if table.edition.rules.declare == "own_turn" and drawer != seat:
        person = table.person(seat)
        raise RuleError(f"{person.subject} may declare only on {person.own} turn, after the card")


def best_code(table: Table, belief: Belief) -> tuple[int, str, float]:
    """A rack of the likeliest code, the code, and its chance."""
    space = belief.pool.arrays.racks
    if table.edition.rules.target == "tiles":
        rack = int(belief.chances.argmax())
        return rack, " ".join(space.named(rack)[0]), float(belief.chances[rack])
    of_codes = weigh(space.code_of, belief.chances, len(space.codes))
    code = int(of_codes.argmax())
    rack = int(np.where(space.code_of == code, belief.chances, -1.0).argmax())
    return rack, space.codes[code], float(of_codes[code])
