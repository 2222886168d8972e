"""Proofs of claims: a smallest set of answers that proves a claim, in steps.

Each answer rules out a fixed set of histories. A claim is proved if every history that contradicts it is ruled out. So a
shortest proof is a smallest set cover, found exactly by branch and bound over bit masks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Annotated, NamedTuple, assert_never

import numpy as np

from ..core.arrays import weigh
from ..core.evidence import Evidence, Heard
from ..errors import BeliefError
from ..records import Chance, Count, in_json
from ..rules.cards import Compare, CountRacks, CountTiles, CountValues
from ..rules.functions import Functions
from ..rules.tiles import Rack
from . import wording
from .claims import BoolArray, Claim, Facts

_PER_ANSWER = 1000
"""The cost of one more answer: more than any difference in ease."""


class ProofAnswer(NamedTuple):
    """An answer in a proof."""

    line: Annotated[Count, "The line of the log."]
    player: Annotated[str, "The player who answered."]
    card: Annotated[Count, "The number of the card."]
    answer: Annotated[str, "The answer."]
    seen: Annotated[Mapping[str, Rack], "The racks beside mine that the player saw, by name."]
    says: Annotated[str, "Its meaning for my rack."]


@in_json(("answers", "told"), "facts", ("racks", "left"))
class ProofStep(NamedTuple):
    """One step of a proof."""

    answers: tuple[Heard, ...]
    saw: tuple[str, ...]
    """For each answer, the racks that the player saw."""
    says: tuple[str, ...]
    """For each answer, its meaning for my rack."""
    facts: Annotated[tuple[str, ...], "Simple claims that are proved from here on."]
    left: Annotated[Count, "The number of racks left after this step."]

    @property
    def told(self) -> tuple[ProofAnswer, ...]:
        """One answer or two."""
        return tuple(
            ProofAnswer(heard.line, heard.player, heard.card, heard.symbol, dict(heard.seen), says)
            for heard, says in zip(self.answers, self.says, strict=True)
        )


@in_json("claim", "proved", "probability", "counterexample", ("premises", "lines"), "given", "steps")
class Proof(NamedTuple):
    """A shortest proof of a claim, or what speaks against it."""

    claim: Annotated[str, "The claim, as it was understood."]
    proved: Annotated[bool, "True if it follows from the log."]
    probability: Annotated[Chance, "The chance of the claim."]
    steps: Annotated[tuple[ProofStep, ...], "The proof; empty if there is none, or if the tiles in sight are enough."]
    counterexample: Annotated[
        tuple[str, ...] | None, "The likeliest rack against it, sorted by name; None if it is proved."
    ]
    given: Annotated[
        tuple[Count, ...],
        "Lines about earlier racks that are taken for granted; 0 stands for more than can be listed.",
    ] = ()

    @property
    def premises(self) -> tuple[Heard, ...]:
        """The answers that the proof uses."""
        return tuple(heard for step in self.steps for heard in step.answers)

    @property
    def lines(self) -> list[Count]:
        """The lines of the answers in the proof, in the order of the steps."""
        return [heard.line for heard in self.premises]

    def worded(self, says: Callable[[Heard], str]) -> Proof:
        """The same proof with other words for the meaning of its answers."""
        steps = [step._replace(says=tuple(map(says, step.answers))) for step in self.steps]
        return self._replace(steps=tuple(steps))


def prove(claim: Claim, evidence: Evidence) -> Proof:
    """A shortest proof of a claim, or its chance and the likeliest rack against it."""
    chance = _chance(claim, evidence)
    against = ~claim.holds[evidence.racks]
    cover = find_cover(evidence.rules_out[:, against], [ease(heard, evidence) for heard in evidence.heard])
    if cover is None:
        open_ = np.where(against, evidence.posterior, 0.0)
        if not open_.any():
            open_ = np.where(against & (evidence.against == 0), evidence.weights, 0.0)
        rack = evidence.arrays.racks.rack(int(weigh(evidence.racks, open_, len(evidence.arrays.racks)).argmax()))
        return Proof(claim.text, False, chance, (), tuple(sorted(tile.name for tile in rack)), evidence.given)
    steps = _in_steps(cover, evidence)
    proof = Proof(claim.text, True, chance, steps, None, evidence.given)
    if not follows(claim, proof.premises, evidence):
        raise BeliefError("the proof of {text!r} failed its own check; this is a bug", text=claim.text)
    return proof


def follows(claim: Claim, premises: Sequence[Heard], evidence: Evidence) -> bool:
    """Check a proof by running only its premises: every history that agrees with them must satisfy the claim."""
    arrays = evidence.arrays
    left = np.ones(len(evidence.weights), bool)
    for heard in premises:
        lowered = arrays.cards[heard.card]
        left &= lowered.answers(heard.total)[evidence.stages[heard.stage]] == heard.code
    return bool(claim.holds[evidence.racks[left]].all())


def _chance(claim: Claim, evidence: Evidence) -> float:
    posterior = evidence.posterior
    holds = claim.holds[evidence.racks]
    if not posterior.any():
        return 0.0
    if holds[posterior > 0].all():
        return 1.0
    return min(float(posterior[holds].sum()), 1 - 2**-53)


def ease(heard: Heard, evidence: Evidence) -> int:
    """Difficulty of an answer for people: comparing two colours is easy, counting missing colours is not."""
    meaning = evidence.arrays.cards[heard.card].card.meaning
    match meaning:
        case Compare() | CountTiles():
            kind = 0
        case CountRacks():
            kind = 1
        case CountValues() | Functions():
            kind = 2
        case _:
            assert_never(meaning)
    return 3 * kind + min(2, len(heard.seen) // 2)


def find_cover(rules_out: BoolArray, difficulty: Sequence[int]) -> list[int] | None:
    """The cheapest set of rows that covers every column: fewest rows, then least difficulty; None if there is none.

    ``rules_out`` is (answers, histories to rule out).
    """
    masks = _column_masks(rules_out)
    if 0 in masks:
        return None
    return smallest_hitting_set(masks, [_PER_ANSWER + d for d in difficulty])


def _column_masks(table: BoolArray) -> set[int]:
    """The different columns as bit masks over the rows."""
    if table.shape[1] == 0:
        return set()
    packed = np.packbits(table, axis=0, bitorder="little")
    if len(packed) <= 8:
        words = np.zeros((8, table.shape[1]), np.uint8)
        words[: len(packed)] = packed
        return {int(mask) for mask in np.unique(np.ascontiguousarray(words.T).view("<u8"))}
    return {int.from_bytes(column.tobytes(), "little") for column in np.unique(packed, axis=1).T}


def smallest_hitting_set(masks: set[int], costs: Sequence[int]) -> list[int]:
    """The cheapest set of bits with at least one bit in every mask. No mask may be empty.

    >>> smallest_hitting_set({0b011, 0b110, 0b100}, [1, 1, 1])
    [0, 2]
    >>> smallest_hitting_set({0b011, 0b110, 0b100}, [3, 1, 1])
    [1, 2]
    """
    best = _greedy(_minimal(masks), costs)
    return sorted(_search(_minimal(masks), costs, [], 0, best, sum(costs[bit] for bit in best))[0])


def _minimal(masks: set[int]) -> list[int]:
    """The masks that contain no other mask, smallest first."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if not any(mask & other == other for other in kept):
            kept.append(mask)
    return kept


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _greedy(masks: list[int], costs: Sequence[int]) -> list[int]:
    """A greedy hitting set, not always the cheapest: repeatedly the bit that hits most masks for its cost."""
    chosen: list[int] = []
    while masks:
        met: dict[int, int] = {}
        for mask in masks:
            for bit in _bits(mask):
                met[bit] = met.get(bit, 0) + 1
        bit = max(met, key=lambda b: (met[b] / costs[b], -b))
        chosen.append(bit)
        masks = [mask for mask in masks if not mask >> bit & 1]
    return chosen


def _search(
    masks: list[int], costs: Sequence[int], chosen: list[int], cost: int, best: list[int], best_cost: int
) -> tuple[list[int], int]:
    """Branch on the smallest mask that is not hit yet; prune if the lower bound of `_least` is too high."""
    if not masks:
        return (chosen, cost) if cost < best_cost else (best, best_cost)
    if cost + _least(masks, costs) >= best_cost:
        return best, best_cost
    forbidden = 0
    for bit in sorted(_bits(masks[0]), key=lambda b: (costs[b], b)):
        rest = {
            mask & ~forbidden for mask in masks if not mask >> bit & 1
        }  # not empty, because no mask is a subset of the first
        best, best_cost = _search(_minimal(rest), costs, [*chosen, bit], cost + costs[bit], best, best_cost)
        forbidden |= 1 << bit
    return best, best_cost


def _least(masks: list[int], costs: Sequence[int]) -> int:
    """A lower bound: masks without a common bit need a bit each."""
    bound, used = 0, 0
    for mask in masks:
        if not mask & used:
            used |= mask
            bound += min(costs[bit] for bit in _bits(mask))
    return bound


# Steps of a proof.


def _in_steps(cover: Sequence[int], evidence: Evidence) -> tuple[ProofStep, ...]:
    """Arrange the answers in steps of one or two, so that each step proves a new fact where possible."""
    facts = Facts(evidence.arrays.racks)
    left = np.ones(len(evidence.weights), bool)
    known = facts.proved(evidence.racks)
    rest, steps = list(cover), []
    while rest:
        group, after, new = _next_step(rest, left, known, facts, evidence)
        rest = [i for i in rest if i not in group]
        left, known = after, known | new
        answers = tuple(evidence.heard[i] for i in group)
        mine = [wording.own_rack(heard, evidence) for heard in answers]
        steps.append(
            ProofStep(
                answers=answers,
                saw=tuple(wording.scene(heard, name) for heard, name in zip(answers, mine, strict=True)),
                says=tuple(
                    wording.consequence(heard, evidence.arrays, name) for heard, name in zip(answers, mine, strict=True)
                ),
                facts=tuple(facts.in_order(new)),
                left=evidence.racks_left(left),
            )
        )
    return tuple(steps)


def _next_step(
    rest: Sequence[int], left: BoolArray, known: frozenset[str], facts: Facts, evidence: Evidence
) -> tuple[tuple[int, ...], BoolArray, frozenset[str]]:
    """One answer that proves a new fact; else two that do; else the answer that rules out most."""

    def outcome(group: tuple[int, ...]) -> tuple[tuple[int, ...], BoolArray, frozenset[str]]:
        after = left & ~evidence.rules_out[list(group)].any(axis=0)
        return group, after, facts.proved(evidence.racks[after]) - known

    singles = [outcome((i,)) for i in rest]
    telling = [one for one in singles if one[2]]
    if not telling and len(rest) > 1:
        telling = [pair for pair in map(outcome, combinations(rest, 2)) if pair[2]]
    return min(telling or singles, key=lambda found: (int(found[1].sum()), found[0]))
