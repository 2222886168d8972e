"""When nothing fits: which answers must be wrong, or what else would explain it; and which answers were proved false.

The racks that contradict the fewest answers point at the culprits. A tile misread on a rack in sight, a reshuffle
that was not logged, or another reading of a card are tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..core.arrays import FloatArray
from ..core.belief import Belief
from ..core.evidence import Evidence, Heard
from ..rules.cards import make_card
from ..rules.tiles import Rack, Tile
from ..table.events import Answer
from ..table.notation import Line
from ..table.table import Table
from ..table.timeline import NotFollowed, Timeline, rack_since
from .claims import BoolArray

if TYPE_CHECKING:
    from ..plain import Chance, Count


class Culprits(NamedTuple):
    """A smallest set of answers without which something is left."""

    lines: tuple[Count, ...]
    """The lines of these answers."""
    chance: Chance
    """How likely this set is to be the wrong one, among the smallest sets."""
    racks: Count
    """How many racks would be left."""
    codes: Count
    """How many number codes would be left."""
    instead: Mapping[int, Mapping[str, Chance]]
    """For each line, the answers that would fit, with their chances."""


class Misreading(NamedTuple):
    """Something other than an answer that would explain the contradiction."""

    kind: Literal["tile", "reshuffle", "reading"]
    """A tile misread on a rack, a reshuffle that was not logged, or another reading of a card."""
    text: str
    """What it is, in words."""
    racks: Count
    """How many racks would be left."""
    codes: Count
    """How many number codes would be left."""


class FalseAnswer(NamedTuple):
    """An answer that is proved false by racks that are known now."""

    line: int
    player: str
    card: int
    said: str
    right: str
    scene: tuple[tuple[str, Rack], ...]
    """The racks that the player saw: the proof."""


@dataclass(frozen=True)
class Diagnosis:
    """Everything that would bring racks back, likeliest first."""

    culprits: tuple[Culprits, ...]
    misreadings: tuple[Misreading, ...]


def diagnose(evidence: Evidence, belief: Belief, lines: Sequence[Line], table: Table, seat: str) -> Diagnosis:
    """Explain a contradiction about the present rack; nothing where there is none."""
    if len(evidence.weights) and evidence.against.min() == 0:
        return Diagnosis((), ())
    return Diagnosis(tuple(_culprits(evidence)), tuple(_misreadings(evidence, belief, lines, table, seat)))


def _culprits(evidence: Evidence) -> Iterator[Culprits]:
    """The smallest sets of answers whose removal leaves something, likeliest first."""
    if not len(evidence.weights) or not evidence.heard or evidence.against.min() == 0:
        return
    fewest = evidence.against == evidence.against.min()
    sets = evidence.rules_out[:, fewest].T
    weights = evidence.weights[fewest]
    for i, heard in enumerate(evidence.heard):
        wrong_weight = (1 if heard.firm else heard.error) / max(1, heard.others)
        weights = weights * np.where(evidence.disagrees[i, fewest], wrong_weight, 1 - heard.error)
    different, group = np.unique(sets, axis=0, return_inverse=True)
    group = group.reshape(-1)
    total = np.bincount(group, weights=weights)
    for g in np.argsort(-total, kind="stable"):
        members = np.nonzero(fewest)[0][group == g]
        wrong = np.nonzero(different[g])[0]
        chosen = np.zeros(len(evidence.weights), bool)
        chosen[members] = True
        yield Culprits(
            lines=tuple(evidence.heard[i].line for i in wrong),
            chance=float(total[g] / total.sum()),
            racks=evidence.racks_left(chosen),
            codes=evidence.codes_left(chosen),
            instead={evidence.heard[i].line: _right_answers(evidence, evidence.heard[i], members) for i in wrong},
        )


def _right_answers(evidence: Evidence, heard: Heard, members: np.ndarray) -> Mapping[str, float]:
    """What the answer should have been, over the histories that would be left."""
    lowered = evidence.arrays.cards[heard.card]
    codes = lowered.answers(heard.total)[evidence.stages[heard.stage][members]]
    chances = np.bincount(codes, weights=evidence.weights[members])
    symbols = lowered.card.meaning.symbols(len(heard.seen) + 1)
    order = np.argsort(-chances, kind="stable")
    return {symbols[a]: float(chances[a] / chances.sum()) for a in order if chances[a] > 0}


# What else may have gone wrong. Only the present rack is looked at.


def _misreadings(
    evidence: Evidence, belief: Belief, lines: Sequence[Line], table: Table, seat: str
) -> Iterator[Misreading]:
    found = [
        *_misread_tiles(evidence, belief, table),
        *_missed_reshuffle(evidence, belief, lines, table, seat),
        *_other_readings(evidence, belief, table),
    ]
    yield from sorted(found, key=lambda misreading: (-misreading.racks, misreading.text))


def _misread_tiles(evidence: Evidence, belief: Belief, table: Table) -> Iterator[Misreading]:
    """One tile on a rack in sight is another: try every one."""
    deck, arrays = evidence.arrays.deck, evidence.arrays
    heard = [one for one in evidence.heard if one.stage == len(evidence.stages) - 1 and one.firm]
    for place in dict.fromkeys(place for one in heard for place in one.seen):
        name, rack = place
        unaffected = [one for one in heard if place not in one.seen]
        racks = np.nonzero((belief.fresh > 0) & _agreeing(evidence, unaffected, belief, deck.copies, {}))[0]
        if not len(racks):
            continue
        affected = [one for one in heard if place in one.seen]
        counts = arrays.racks.counts[racks]
        for old in dict.fromkeys(rack):
            for new in deck.kinds:
                free = np.array(belief.pool.free)
                free[deck.index[old]] += 1
                free[deck.index[new]] -= 1
                if new == old or free[deck.index[new]] < 0:
                    continue
                other = deck.sort([*_without(rack, old), new])
                left = racks[(counts <= free).all(axis=1)]
                for one in affected:
                    seen = [other if spot == place else spot[1] for spot in one.seen]
                    left = left[arrays.cards[one.card].agreeing(arrays.total(one.card, seen), one.code)[left] > 0]
                    if not len(left):
                        break
                if len(left):
                    codes = int(np.count_nonzero(np.bincount(arrays.racks.code_of[left])))
                    yield Misreading("tile", f"{name} has {new} and not {old}", len(left), codes)


def _without(rack: Rack, tile: Tile) -> list[Tile]:
    rest = list(rack)
    rest.remove(tile)
    return rest


def _agreeing(
    evidence: Evidence,
    heard: Sequence[Heard],
    belief: Belief,
    free: Sequence[int],
    changed: Mapping[tuple[str, Rack], Rack],
) -> BoolArray:
    """The racks of the edition that agree with all answers if racks in sight or the free tiles were others."""
    arrays = evidence.arrays
    left: BoolArray = (arrays.racks.ways(free) > 0) & (belief.fresh > 0)
    for one in heard:
        total = one.total
        if any(place in changed for place in one.seen):
            total = arrays.total(one.card, [changed.get(place, place[1]) for place in one.seen])
        left = left & (arrays.cards[one.card].agreeing(total, one.code) > 0)
        if not left.any():
            break
    return left


def _codes(evidence: Evidence, left: BoolArray) -> int:
    return int(np.count_nonzero(np.bincount(evidence.arrays.racks.code_of[left])))


def _missed_reshuffle(
    evidence: Evidence, belief: Belief, lines: Sequence[Line], table: Table, seat: str
) -> Iterator[Misreading]:
    """What was out of play when my rack was drawn had been in the pile again, and nobody logged it."""
    drawn = lines[rack_since(lines, seat)].step
    before = drawn.before if drawn is not None else table
    if not before.discards or before.reshuffles != table.reshuffles:
        return
    free = list(belief.pool.free)
    for discard in before.discards:
        if discard.owner != seat or discard.seen_by_owner:
            for tile in discard.holding.tiles:
                free[evidence.arrays.deck.index[tile]] += 1
    heard = [one for one in evidence.heard if one.stage == len(evidence.stages) - 1 and one.firm]
    blank = Belief(belief.pool, belief.size, belief.likelihood, np.ones_like(belief.fresh))
    left = _agreeing(evidence, heard, blank, free, {})
    if left.any():
        yield Misreading("reshuffle", "a reshuffle is missing in the log", int(left.sum()), _codes(evidence, left))


def _other_readings(evidence: Evidence, belief: Belief, table: Table) -> Iterator[Misreading]:
    """The table reads a card in another way."""
    edition = table.edition
    heard = [one for one in evidence.heard if one.stage == len(evidence.stages) - 1 and one.firm]
    for number in dict.fromkeys(one.card for one in heard if one.card in edition.specs):
        spec = edition.specs[number]
        now = edition.readings.get(number, "default")
        for name, reading in {"default": spec, **spec.get("readings", {})}.items():
            if name == now:
                continue
            meaning = make_card(number, reading, edition.deck).meaning
            others = [one for one in heard if one.card != number]
            left = _agreeing(evidence, others, belief, belief.pool.free, {})
            for rack in np.nonzero(left)[0]:
                mine = meaning.measure(evidence.arrays.racks.rack(int(rack)))
                for one in heard:
                    if one.card == number and left[rack]:
                        measures = [mine, *(meaning.measure(seen) for _, seen in one.seen)]
                        left[rack] = (
                            meaning.conclude([sum(column) for column in zip(*measures, strict=True)]) == one.code
                        )
            if left.any():
                text = f"card {number} is meant as: {reading['text']}"
                yield Misreading("reading", text, int(left.sum()), _codes(evidence, left))


# The audit.


def audit(lines: Sequence[Line], table: Table) -> list[FalseAnswer]:
    """Every answer whose whole scene is known by now and that was false."""
    seat = table.viewer
    mine = Timeline(lines, seat) if seat is not None else None
    found = []
    for line in lines:
        event = line.step.event if line.step is not None else None
        if line.step is None or not isinstance(event, Answer) or event.symbol is None:
            continue
        scene = _known_scene(line, event, line.step.after, mine)
        if scene is None:
            continue
        right = line.step.after.edition.card(event.card).answer([rack for _, rack in scene])
        if right != event.symbol:
            found.append(FalseAnswer(line.number, event.player, event.card, event.symbol, right, scene))
    return found


def _known_scene(line: Line, event: Answer, table: Table, mine: Timeline | None) -> tuple[tuple[str, Rack], ...] | None:
    """The racks that the answerer saw, if all of them are known by now."""
    scene = []
    for name in table.seen_by(event.player):
        rack: Rack | None = table.racks[name].tiles
        if mine is not None and name == mine.seat:
            try:
                rack = mine.at(line.number)
            except NotFollowed:
                rack = None
        if rack is None:
            return None
        scene.append((name, rack))
    return tuple(scene)


def chances_of_error(evidence: Evidence) -> FloatArray:
    """For each answer heard, the chance that it is false, given all the others and the error rates."""
    return np.asarray(np.clip(evidence.disagrees @ evidence.posterior, 0.0, 1.0))
