"""When nothing fits: which answers must be wrong, or what else would explain it; and which answers were proved false.

The racks that contradict the fewest answers point at the culprits. A tile misread on a rack in sight, a reshuffle
that was not logged, or another reading of a card are tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from ..core.arrays import FloatArray, weigh
from ..core.belief import Belief
from ..core.evidence import Evidence, Heard
from ..records import Chance, Count, Record, in_json
from ..rules.tiles import Rack
from ..table.events import Answer
from ..table.notation import Line
from ..table.table import Table
from ..table.timeline import NotFollowed, Timeline
from .misreadings import SLIP, Attempt, Misreading, find_misreadings


class Culprits(NamedTuple):
    """A smallest set of answers to remove so that some rack is left."""

    lines: Annotated[tuple[Count, ...], "The lines of these answers."]
    probability: Annotated[Chance, "The chance that this set is the wrong one, among the smallest sets."]
    racks: Annotated[Count, "The number of racks that would be left."]
    codes: Annotated[Count, "The number of number codes that would be left."]
    instead: Annotated[
        Mapping[int, Mapping[str, Chance]], "For each line, the answers that would fit, with their chances."
    ]
    share: Annotated[Chance, "Its chance among all explanations listed, if slips are equally likely."]


@in_json("line", "player", "card", "said", "right", ("scene", "racks_seen"))
class FalseAnswer(NamedTuple):
    """An answer that is proved false by racks that are known by now."""

    line: Annotated[Count, "The line of the log."]
    player: Annotated[str, "The player who answered."]
    card: Annotated[Count, "The number of the card."]
    said: Annotated[str, "The answer that was given."]
    right: Annotated[str, "The right answer."]
    scene: tuple[tuple[str, Rack], ...]

    @property
    def racks_seen(self) -> Mapping[str, Rack]:
        """The racks that the player saw, by name: the proof."""
        return dict(self.scene)


class Diagnosis(Record):
    """Everything that would bring racks back, likeliest first.

    Of the misreadings those come first that repair the whole log, and among them those of the line that was entered last.
    """

    culprits: tuple[Culprits, ...]
    misreadings: tuple[Misreading, ...]


def diagnose(
    evidence: Evidence, belief: Belief, lines: Sequence[Line], table: Table, seat: str, attempt: Attempt
) -> Diagnosis:
    """Explain a contradiction about the present rack; nothing where there is none.

    ``attempt`` says what a changed log leaves, or that it would be refused, too.
    """
    if len(evidence.weights) and evidence.against.min() == 0:
        return Diagnosis((), ())
    culprits = list(_culprits(evidence))
    slips = find_misreadings(evidence, belief, lines, table, seat, attempt)
    total = sum(culprit.share for culprit in culprits) + sum(found.weight for found in slips)
    if not total:
        return Diagnosis((), ())
    newest = lines[-1].number
    misreadings = [found.slip._replace(share=found.weight / total) for found in slips]
    misreadings.sort(key=lambda slip: (len(slip.leaves), slip.line != newest, -slip.share, -slip.line, slip.text))
    return Diagnosis(tuple(culprit._replace(share=culprit.share / total) for culprit in culprits), tuple(misreadings))


def _culprits(evidence: Evidence) -> Iterator[Culprits]:
    """The smallest sets of answers whose removal leaves some rack, likeliest first.

    Their shares are not divided by those of other explanations yet.
    """
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
    total = weigh(group, weights)
    newest = np.array([-int(np.nonzero(row)[0].max(initial=0)) for row in different])
    for g in np.lexsort((newest, -total)):
        members = np.nonzero(fewest)[0][group == g]
        wrong = np.nonzero(different[g])[0]
        chosen = np.zeros(len(evidence.weights), bool)
        chosen[members] = True
        yield Culprits(
            lines=tuple(evidence.heard[i].line for i in wrong),
            probability=float(total[g] / total.sum()),
            racks=evidence.racks_left(chosen),
            codes=evidence.codes_left(chosen),
            instead={evidence.heard[i].line: _right_answers(evidence, evidence.heard[i], members) for i in wrong},
            share=float(SLIP ** len(wrong) * total[g] / evidence.weights.sum()),
        )


def _right_answers(evidence: Evidence, heard: Heard, members: np.ndarray) -> Mapping[str, float]:
    """Chances of the right answers, by symbol, over the histories that would be left; likeliest first."""
    lowered = evidence.arrays.cards[heard.card]
    codes = lowered.answers(heard.total)[evidence.stages[heard.stage][members]]
    chances = weigh(codes, evidence.weights[members])
    symbols = lowered.card.meaning.symbols(len(heard.seen) + 1)
    order = np.argsort(-chances, kind="stable")
    return {symbols[a]: float(chances[a] / chances.sum()) for a in order if chances[a] > 0}


# The audit.


def audit(lines: Sequence[Line], table: Table) -> list[FalseAnswer]:
    """Every false answer whose whole scene is known by now."""
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
