"""Declare or wait, by a learnt policy: quick, in plain NumPy.

The chance of a code, now and after the next answer, is exact. The chances to win are estimates of the policy; docs/advice.md
compares them with simulated games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, IntArray
from ..core.belief import Belief
from ..errors import BeliefError, RuleError
from ..information.questions import BELOW_ONE
from ..records import Chance, Count, Limits, Record, in_json
from ..table.events import Event
from ..table.table import Table
from .features import A_RIVAL, OWN, expected_best, features
from .policy import fits, nearest_policy, shipped_policy

if TYPE_CHECKING:
    from ..reasons.opponents import Opponent

FEW = 3
"""Number of codes in `Advice.codes`."""

EVEN = 0.002
"""A smaller difference between the policy's chances to win counts as equal."""

ABOUT = 0.005
"""A code is about as good as the likeliest one if declaring it lowers the chance to win by less than this."""

SECONDS = 0.8
"""Default time for the rollouts of a second opinion."""


class Outcome(NamedTuple):
    """Outcome of a choice: chances with their standard errors."""

    point: Annotated[Chance, "The chance to score the next point at the table."]
    point_error: Annotated[float, "Its standard error."]
    game: Annotated[Chance, "The chance to win the game."]
    game_error: Annotated[float, "Its standard error."]


class Choice(NamedTuple):
    """A code that could be declared, and what that is worth."""

    code: Annotated[str, "The numbers, or tiles where those count."]
    probability: Annotated[Chance, "The exact chance that it is right."]
    game: Annotated[Chance, "The policy's chance to win the game by declaring it."]


_NOT_COMPARED = ("rivals", "sums", "seed")


@in_json(
    *("code", "probability", "better", "declare", "wait", "gain", "gain_error", "samples", "exact", "policy", "fits"),
    *("if_right", "if_wrong", "codes", "next_probability", "danger"),
)
class Advice(Record, uncompared=_NOT_COMPARED, unshown=_NOT_COMPARED):
    """Declare now or wait: what the learnt policy says, or an estimate by playing on."""

    code: Annotated[str, "The code to declare: the likeliest numbers, or tiles where those count."]
    probability: Annotated[Chance, "The exact chance that it is right."]
    declare: Annotated[Outcome, "The outcome of declaring."]
    wait: Annotated[Outcome, "The outcome of waiting."]
    gain: Annotated[float, "By how much declaring raises the chance to win the game."]
    gain_error: Annotated[float, "Its standard error."]
    samples: Annotated[Count, "Games played on for each choice; 0 for the policy."]
    exact: Annotated[bool, "False if what the others know was sampled or followed roughly."]
    policy: Annotated[
        str | None, "The policy that was asked, like ``classic-4``; None for an estimate by playing on."
    ] = None
    fits: Annotated[bool, "False if the policy was learnt for another game: the nearest one."] = True
    if_right: Annotated[
        Chance | None, "The policy's chance to win the game after declaring, if the code turns out right."
    ] = None
    if_wrong: Annotated[Chance | None, "The same if it turns out wrong."] = None
    codes: Annotated[
        tuple[Choice, ...], "The likeliest codes, three at most; empty for an estimate by playing on."
    ] = ()
    next_probability: Annotated[
        Chance | None,
        "The chance that the likeliest code will have after the next answer I hear, on average: exact.",
    ] = None
    rivals: Callable[[], Sequence[Opponent]] | None = None
    """Computes the opponents. This takes longer than the advice, so `danger` calls it when it is first read."""
    sums: FloatArray | None = None
    """Sums over the rollouts, to which more rollouts can be added; None for the policy."""
    seed: int = 0

    @cached_property
    def danger(self) -> Opponent | None:
        """The opponent who is likeliest to be able to declare.

        None if nobody's knowledge can be followed.
        """
        found = self.rivals() if self.rivals is not None else ()
        known = [one for one in found if one.certain is not None]
        return max(known, key=lambda opponent: (opponent.certain, opponent.next_card), default=None)

    @property
    def others(self) -> tuple[Choice, ...]:
        """Other codes that are about as good to declare as the likeliest; empty if waiting is better."""
        if self.better == "wait":
            return ()
        return tuple(
            choice for choice in self.codes if choice.code != self.code and choice.game > self.declare.game - ABOUT
        )

    @property
    def better(self) -> Annotated[str, Limits(choices=("declare", "wait", "even"))]:
        """The better choice; ``even`` if the difference is within two standard errors, or for the policy very small.

        A code that is certain is declared: it can be declared later too, but nothing is gained by that.
        """
        if self.probability >= 1:
            return "declare"
        if abs(self.gain) <= (EVEN if self.policy else 2 * self.gain_error):
            return "even"
        return "declare" if self.gain > 0 else "wait"


class RivalKnowledge(NamedTuple):
    """Racks that one opponent considers possible, for each rack that I may hold."""

    racks: IntArray
    """(possibilities,): the number of my rack."""
    chances: FloatArray
    """(possibilities,): the chance of my rack."""
    support: NDArray[np.bool_]
    """(possibilities, racks): True if the opponent considers the rack possible for themselves."""
    exact: bool
    """False if this was sampled or followed roughly."""


class Decision(NamedTuple):
    """A position for a second opinion, with everything that rollouts need."""

    table: Table
    belief: Belief
    seat: str
    knowledge: Mapping[str, RivalKnowledge]
    """Racks that each opponent considers possible, by name."""


def advise(
    table: Table,
    events: Iterable[Event],
    belief: Belief,
    seat: str,
    rivals: Callable[[], Sequence[Opponent]] | None = None,
) -> Advice:
    """Advice by the policy for this table, or by the nearest one. ``events`` are all events of the game so far."""
    check(table, belief, seat)
    name = nearest_policy(table.edition, len(table.players))
    policy = shipped_policy(name)
    slots = (len(policy.inner) - 1 - OWN) // A_RIVAL
    wait, wrong, right, point_wait, point_wrong = map(
        float, policy.values(features(table, events, belief, seat, slots))[0]
    )
    codes = best_codes(table, belief)
    _, code, chance = best_code(table, belief)
    chances = np.array([chance, *(likely for _, likely in codes)])
    declaring = chances * right + (1 - chances) * wrong
    declare, waiting, if_right, if_wrong, *games = policy.calibrated(
        np.array([declaring[0], wait, right, wrong, *declaring[1:]])
    ).tolist()
    error, point_error = float(policy.about["game_error"]), float(policy.about["point_error"])
    return Advice(
        code=code,
        probability=chance,
        declare=Outcome(chance + (1 - chance) * point_wrong, point_error, declare, error),
        wait=Outcome(point_wait, point_error, waiting, error),
        gain=declare - waiting,
        gain_error=0.0,
        samples=0,
        exact=True,
        policy=name,
        fits=fits(name, table.edition, len(table.players)),
        if_right=if_right,
        if_wrong=if_wrong,
        codes=tuple(Choice(named, likely, game) for (named, likely), game in zip(codes, games, strict=True)),
        next_probability=expected_best(table, belief, seat),
        rivals=rivals,
    )


def check(table: Table, belief: Belief, seat: str) -> None:
    """Refuse a position in which there is nothing to decide."""
    if table.winner is not None:
        raise RuleError(
            table.person(table.winner).says("the game is over: you have won", "the game is over: {name} has won")
        )
    if table.waiting or not belief.is_full:
        person = table.person((*table.waiting, seat)[0])
        raise BeliefError(
            person.says(
                "there is nothing to declare now: your rack has no tiles in the log yet",
                "there is nothing to declare now: {name}'s rack has no tiles in the log yet",
            )
        )
    if not belief.possible:
        raise BeliefError("the log contradicts itself: no rack is left to declare")
    drawer = table.players[(table.players.index(table.next_player or seat) - 1) % len(table.players)]
    if table.edition.rules.declare == "own_turn" and drawer != seat:
        person = table.person(seat)
        raise RuleError(
            person.says(
                "you may declare only on your own turn, after the card",
                "{name} may declare only on their own turn, after the card",
            )
        )


def best_code(table: Table, belief: Belief) -> tuple[int, str, float]:
    """A rack number with the likeliest code, the code, and its chance, which is 1 only if no other code is left."""
    space, target = belief.pool.arrays.racks, table.edition.rules.target
    of_codes = belief.target_chances(target)
    number, left = int(of_codes.argmax()), np.count_nonzero(of_codes)
    rack = int(np.where(space.targets(target) == number, belief.chances, -1.0).argmax())
    return rack, space.target_name(target, number), 1.0 if left == 1 else min(float(of_codes[number]), BELOW_ONE)


def best_codes(table: Table, belief: Belief) -> list[tuple[str, float]]:
    """The `FEW` likeliest codes with their exact chances, likeliest first."""
    target = table.edition.rules.target
    of_codes = belief.target_chances(target)
    found = [number for number in np.argsort(-of_codes, kind="stable")[:FEW].tolist() if of_codes[number] > 0]
    only = len(found) == 1
    return [
        (belief.space.target_name(target, number), 1.0 if only else min(float(of_codes[number]), BELOW_ONE))
        for number in found
    ]
