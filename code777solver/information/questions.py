"""Information of possible answers and of given ones.

All figures are exact, weighted by the belief. Bits are about the numbers, which most editions score; ``tile_bits`` are about
the exact tiles, which the others score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, product
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, tally, weigh
from ..core.belief import Belief, follow_all
from ..records import Chance, Count
from ..table.events import Answer
from ..table.notation import Line
from ..table.table import Step, Table

if TYPE_CHECKING:
    from ..core.evidence import Evidence


class Question(NamedTuple):
    """Information of a card if a given player answered it now."""

    player: Annotated[str, "The player who would answer."]
    card: Annotated[Count, "The number of the card."]
    bits: Annotated[float, "Expected information about the numbers, in bits."]
    tile_bits: Annotated[float, "Expected information about the tiles, in bits."]
    expected_codes: Annotated[float, "The expected number of number codes left."]
    settles: Annotated[Chance, "The chance that only one number code is left."]
    expected_racks: Annotated[float, "The expected number of racks left."]
    settles_tiles: Annotated[Chance, "The chance that only one rack is left."]
    answers: Annotated[Mapping[str, Chance], "The chance of each answer that can come."]


BELOW_ONE = 1 - 2**-53
"""Largest chance that is not proved; rounding must not exceed it."""
SAME = 12
"""Figures that agree to this many digits count as equal and keep the order of the deck or of the cards."""


def entropy(chances: FloatArray) -> float:
    """Bits in a distribution; zeros are allowed.

    >>> entropy(np.array([0.5, 0.25, 0.25, 0.0]))
    1.5
    """
    some = chances[chances > 0]
    return float(-(some * np.log2(some)).sum()) + 0.0


def ask(belief: Belief, table: Table, player: str, card: int, seat: str) -> Question:
    """Information for the player at ``seat`` if ``player`` answers ``card`` now."""
    return next(ask_all(belief, table, [player], [card], seat))


def ask_all(
    belief: Belief, table: Table, players: Iterable[str], cards: Iterable[int], seat: str
) -> Iterator[Question]:
    """Information of every pair of player and card, in no particular order."""
    arrays = belief.pool.arrays
    left = np.nonzero(belief.chances)[0]
    chances = belief.chances[left]
    codes, code_of = np.unique(belief.space.code_of[left], return_inverse=True)
    code_bits = entropy(weigh(code_of, chances, len(codes)))
    asked = list(product(players, cards))
    if not asked:
        return
    answers = np.empty((len(asked), len(left)), np.intp)
    symbols = []
    for row, (player, card) in enumerate(asked):
        lowered = arrays.cards[card]
        others = [table.racks[name].tiles for name in table.seen_by(player) if name != seat]
        answers[row] = lowered.class_answers(arrays.total(card, others))[lowered.classes[left]]
        symbols.append(lowered.card.meaning.symbols(len(others) + 1))
    most = max(map(len, symbols))
    # joint[q, a, c]: the chance that question q is answered with code a and that the c-th possible number code is mine.
    cells = (np.arange(len(asked))[:, None] * most + answers) * len(codes) + code_of
    weights = np.broadcast_to(chances, cells.shape).reshape(-1)
    joint = weigh(cells.reshape(-1), weights, len(asked) * most * len(codes)).reshape(len(asked), most, len(codes))
    noise = spread_errors(joint, [len(row) for row in symbols], table.edition.rules.error_rate)
    of_answer, codes_left = joint.sum(axis=2), np.count_nonzero(joint, axis=2)
    answer_bits = _row_entropy(of_answer)
    tile_bits = np.maximum(0.0, answer_bits - noise)
    bits = np.maximum(0.0, answer_bits + code_bits - _row_entropy(joint.reshape(len(asked), -1)))
    expected = (of_answer * codes_left).sum(axis=1)
    settles = np.where(codes_left == 1, of_answer, 0.0).sum(axis=1)
    always = (codes_left <= 1).all(axis=1)
    racks_left = _racks_left(answers, of_answer, certain=table.edition.rules.error_rate == 0)
    expected_racks = (of_answer * racks_left).sum(axis=1)
    settles_tiles = np.where(racks_left == 1, of_answer, 0.0).sum(axis=1)
    always_tiles = np.all(racks_left <= 1, axis=1).tolist()
    for row, (player, card) in enumerate(asked):
        yield Question(
            player=player,
            card=card,
            bits=float(bits[row]),
            tile_bits=float(tile_bits[row]),
            expected_codes=1.0 if always[row] else float(expected[row]),
            settles=1.0 if always[row] else min(float(settles[row]), BELOW_ONE),
            expected_racks=1.0 if always_tiles[row] else float(expected_racks[row]),
            settles_tiles=1.0 if always_tiles[row] else min(float(settles_tiles[row]), BELOW_ONE),
            answers=_chances_by_symbol(symbols[row], of_answer[row].tolist()),
        )


def _racks_left(answers: NDArray[np.intp], of_answer: FloatArray, *, certain: bool) -> NDArray[np.intp]:
    """(questions, answers): number of racks that an answer leaves; all of them if answers may be wrong."""
    asked, most = of_answer.shape
    if not certain:
        return np.where(of_answer > 0, answers.shape[1], 0)
    cells = np.arange(asked)[:, None] * most + answers
    return tally(cells.reshape(-1), asked * most).reshape(asked, most)


def spread_errors(joint: FloatArray, answers: Sequence[int], error: float) -> FloatArray:
    """Replace each answer by another one at the error rate, in place; returns the bits of noise in each question."""
    noise = np.zeros(len(joint))
    if error > 0:
        for row, count in enumerate(answers):
            if count > 1:
                other = error / (count - 1)
                joint[row, :count] = other * joint[row].sum(axis=0) + (1 - error - other) * joint[row, :count]
                noise[row] = -(1 - error) * np.log2(1 - error) - error * np.log2(other)
    return noise


def _row_entropy(chances: FloatArray) -> FloatArray:
    """Bits in each row."""
    rows, columns = np.nonzero(chances)
    some = chances[rows, columns]
    return weigh(rows, -some * np.log2(some), len(chances)) + 0.0


def _chances_by_symbol(symbols: Sequence[str], chances: Sequence[float]) -> dict[str, float]:
    """Chances of the possible answers; 1 only if there is no other."""
    found = {symbol: chance for symbol, chance in zip(symbols, chances, strict=False) if chance > 0}
    if len(found) == 1:
        return dict.fromkeys(found, 1.0)
    return {symbol: min(chance, BELOW_ONE) for symbol, chance in found.items()}


def by_bits(question: Question) -> tuple[float, float]:
    """Sort key of questions where numbers count: most bits about the numbers first, then about the tiles."""
    return -round(question.bits, SAME), -round(question.tile_bits, SAME)


def by_tile_bits(question: Question) -> tuple[float, float]:
    """Sort key of questions where tiles count."""
    return -round(question.tile_bits, SAME), -round(question.bits, SAME)


class Told(NamedTuple):
    """Information in an answer that was given."""

    line: Annotated[Count, "Its line in the log."]
    player: Annotated[str, "The player who answered."]
    card: Annotated[Count, "The number of the card."]
    answer: Annotated[str, "The answer."]
    bits: Annotated[float, "Information about the numbers when it came: how far it moved the chances of the codes."]
    only: Annotated[Count, "The number of racks that it alone rules out now: those that would be back without it."]
    racks_without: Annotated[Count, "The number of racks that would be left without it."]
    codes_without: Annotated[Count, "The number of number codes that would be left without it."]
    tile_bits: Annotated[float, "Information about the tiles when it came: how far it moved the chances of the racks."]


def gain(before: FloatArray, after: FloatArray) -> float:
    """Information gain in bits: the divergence of ``after`` from ``before``; 0 if nothing is left."""
    some = after > 0
    return (
        max(0.0, float((after[some] * np.log2(after[some] / before[some])).sum())) if (before[some] > 0).all() else 0.0
    )


def code_chances(belief: Belief) -> FloatArray:
    """The probability of each number code, in the order of ``belief.space.codes``."""
    return weigh(belief.space.code_of, belief.chances, len(belief.space.codes))


def review(lines: Sequence[Line], beliefs: Sequence[Belief | None], seat: str, evidence: Evidence) -> list[Told]:
    """Information of every answer so far, in order. ``beliefs[i]`` is the belief after ``lines[i]``."""
    place = {heard.line: i for i, heard in enumerate(evidence.heard)}
    now = evidence.against == 0
    steps = [(line.number, line.step) for line in lines if line.step is not None]
    racks, codes = evidence.racks_left(now), evidence.codes_left(now)
    found = []
    for line, (before, after) in zip(lines, pairwise(chain([None], beliefs)), strict=True):
        event = line.step.event if line.step is not None else None
        if not isinstance(event, Answer) or event.player == seat or event.symbol is None:
            continue
        bits, tile_bits = _gains(before, after)
        if evidence.given and line.number not in place:
            found.append(_earlier_answer(line.number, event, (bits, tile_bits), racks, steps, seat, evidence))
            continue
        left = evidence.without([place[line.number]]) if line.number in place else now
        racks_without, codes_without = (
            (evidence.racks_left(left), evidence.codes_left(left)) if left is not now else (racks, codes)
        )
        found.append(
            Told(
                line.number,
                event.player,
                event.card,
                event.symbol,
                bits,
                racks_without - racks,
                racks_without,
                codes_without,
                tile_bits,
            )
        )
    return found


def _gains(before: Belief | None, after: Belief | None) -> tuple[float, float]:
    """Information gain of an answer about the numbers and about the tiles, in bits."""
    if before is None or after is None:
        return 0.0, 0.0
    return gain(code_chances(before), code_chances(after)), gain(before.chances, after.chances)


def latest(lines: Sequence[Line], beliefs: Sequence[Belief | None], seat: str) -> Told | None:
    """Information of the answer in the last line, computed without the evidence; None if that line is not an answer.

    Without that answer, the belief would be the one before it.
    """
    step = lines[-1].step if len(lines) > 1 else None
    event = step.event if step is not None else None
    before, after = (beliefs[-2], beliefs[-1]) if len(beliefs) > 1 else (None, None)
    if not isinstance(event, Answer) or event.player == seat or event.symbol is None or not before or not after:
        return None
    racks, without = np.nonzero(after.chances)[0], np.nonzero(before.chances)[0]
    bits, tile_bits = _gains(before, after)
    return Told(
        lines[-1].number,
        event.player,
        event.card,
        event.symbol,
        bits,
        len(without) - len(racks),
        len(without),
        int(np.count_nonzero(tally(before.space.code_of[without]))),
        tile_bits,
    )


def _earlier_answer(
    number: int,
    event: Answer,
    bits: tuple[float, float],
    racks: int,
    steps: Sequence[tuple[int, Step]],
    seat: str,
    evidence: Evidence,
) -> Told:
    """Information of an answer about an earlier rack, by following the log again without it."""
    assert event.symbol is not None
    other = follow_all((step for line, step in steps if line != number), seat, evidence.arrays)
    assert other is not None
    left = np.nonzero(other.chances)[0]
    codes = len(np.unique(other.space.code_of[left]))
    return Told(number, event.player, event.card, event.symbol, bits[0], len(left) - racks, len(left), codes, bits[1])


def joint_bits(belief: Belief, table: Table, players: Sequence[str], card: int, seat: str) -> float:
    """Expected information about what must be declared if all of the players answer the same card."""
    error = table.edition.rules.error_rate
    if error > 0:
        return _joint_bits_with_errors(belief, table, players, card, seat, error)
    arrays = belief.pool.arrays
    left = np.nonzero(belief.chances)[0]
    chances, lowered = belief.chances[left], arrays.cards[card]
    outcome = np.zeros(len(left), np.int64)
    for player in players:
        seen = [table.racks[name].tiles for name in table.seen_by(player) if name != seat]
        outcome = outcome * 256 + lowered.class_answers(arrays.total(card, seen))[lowered.classes[left]]
        outcome = np.unique(outcome, return_inverse=True)[1].reshape(-1)
    if table.edition.rules.target.by_tiles:
        return entropy(weigh(outcome, chances, int(outcome.max(initial=0)) + 1))
    codes, code_of = np.unique(belief.space.code_of[left], return_inverse=True)
    outcomes = int(outcome.max(initial=0)) + 1
    joint = weigh(outcome * len(codes) + code_of.reshape(-1), chances, outcomes * len(codes))
    table_ = joint.reshape(outcomes, len(codes))
    return max(0.0, entropy(table_.sum(axis=1)) + entropy(table_.sum(axis=0)) - entropy(joint))


def _joint_bits_with_errors(
    belief: Belief, table: Table, players: Sequence[str], card: int, seat: str, error: float
) -> float:
    """The same if each answer may be wrong: information of the answers as heard, minus the bits of noise.

    ``truth[g, a, b, ...]`` is the chance that my code is group ``g`` and that the right answers are a, b, ... Answers that no
    rack of mine leads to are equally likely errors, and are counted as one.
    """
    arrays, lowered = belief.pool.arrays, belief.pool.arrays.cards[card]
    left = np.nonzero(belief.chances)[0]
    by_tiles = table.edition.rules.target == "tiles"
    groups = (
        np.zeros(len(left), np.int64) if by_tiles else np.unique(belief.space.code_of[left], return_inverse=True)[1]
    )
    cell, shape, channels = groups.reshape(-1), [int(groups.max(initial=0)) + 1], []
    for player in players:
        seen = [table.racks[name].tiles for name in table.seen_by(player) if name != seat]
        said = lowered.class_answers(arrays.total(card, seen))[lowered.classes[left]]
        used, place = np.unique(said, return_inverse=True)
        channels.append(_channel(len(used), len(lowered.card.meaning.symbols(len(seen) + 1)), error))
        cell, shape = cell * len(used) + place.reshape(-1), [*shape, len(used)]
    truth = weigh(cell, belief.chances[left], int(np.prod(shape))).reshape(shape)
    heard = [_apply_channels(part, channels).reshape(-1) for part in truth]
    noise = sum(entropy(channel[0]) for channel in channels)
    given = noise if by_tiles else sum(part.sum() * entropy(part / part.sum()) for part in heard)
    return max(0.0, entropy(np.asarray(sum(heard))) - float(given))


def _channel(used: int, answers: int, error: float) -> FloatArray:
    """(right answer, answer heard): chances; the last column stands for all answers that cannot be right."""
    if answers == 1:
        return np.ones((1, 1))
    other = error / (answers - 1)
    heard = np.full((used, used), other) + (1 - error - other) * np.eye(used)
    return np.hstack([heard, np.full((used, 1), (answers - used) * other)])


def _apply_channels(truth: FloatArray, channels: Sequence[FloatArray]) -> FloatArray:
    """Chances of the answers as heard: each axis is multiplied by its channel."""
    for channel in channels:
        truth = np.tensordot(
            truth, channel, axes=(0, 0)
        )  # the new axis is the last, so the next axis is again the first
    return truth
