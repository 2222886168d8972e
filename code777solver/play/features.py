"""Features of a position, the input of a learnt policy: computed from a log, in NumPy. `kernels.policy` computes the same in
simulated games.

Of the player and the table:

    0   the chance of the likeliest code                11  1 if I read the last card
    1   the chance of the next one                      12  how many read before me, as a share of the players
    2   the sum of the squared chances of all codes     13  tiles in the pile, as a share of the deck
    3   1 / codes left                                  14  cards left in the stack, as a share of all
    4   log2 of the codes left, / 8                     15  racks of mine out of play that I never saw, / 3
    5   log2 of the racks left, / 10                    16  answers given in this game, up to 100, / 40
    6   answers heard about my rack, / 10               17  most answers heard by a rival who needs 1 point, / 10
    7   1 if I need 1 point                             18  rivals who need 1 point, / 3
    8   1 if I need 2                                   19  answers heard by all rivals, / 30
    9   the chance of the likeliest code if I need 1    20  rivals with a new rack, / 3
    10  1 if I read the next card

Then of each rival, the most dangerous first (fewest points needed, then most answers about the present rack, then the next to read):

    0   1 if they need 1 point                          5   racks of theirs out of play that they never saw, / 3
    1   1 if they need 2                                6   their wrong declarations in this game, up to 15, / 5
    2   answers heard about their rack, / 10            7   the same for each answer given: 4 * wrong / (answers + 10)
    3   1 if they heard none                            8   10 * the chance of their code before any answer
    4   how many read before them, as a share

If the net has room for more rivals than play, the rest is zeros. If it has room for fewer, it gets the most dangerous ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import EditionArrays, FloatArray, weigh
from ..core.belief import Belief
from ..information.questions import spread_errors
from ..table.events import Answer, Declare, Event
from ..table.table import Table

OWN, A_RIVAL = 21, 9
"""Number of features of the player and the table, and of each rival."""


class EventCounts(NamedTuple):
    """Counts of events so far. Lists are in the order of the seats."""

    answers_since_draw: list[int]
    """Answers that others have given since the present rack was drawn."""
    wrong: list[int]
    """Wrong declarations."""
    answers: int
    """Answers given by anybody."""
    doubted: list[int]
    """The answers of ``answers_since_draw`` that the log marks as doubtful."""


def count_events(events: Iterable[Event], players: Sequence[str]) -> EventCounts:
    """Count the events of a game."""
    answers_since_draw, wrong, doubted = (dict.fromkeys(players, 0) for _ in range(3))
    answers = 0
    for event in events:
        if isinstance(event, Answer):
            answers += 1
            for player in players:
                answers_since_draw[player] += player != event.player
                doubted[player] += player != event.player and event.doubted
        elif isinstance(event, Declare):
            answers_since_draw[event.player] = doubted[event.player] = 0
            wrong[event.player] += not event.right
    return EventCounts(list(answers_since_draw.values()), list(wrong.values()), answers, list(doubted.values()))


def prior(table: Table, arrays: EditionArrays) -> FloatArray:
    """The chance of each rack's code before anything is known."""
    groups, space = arrays.racks.targets(table.edition.rules.target), arrays.racks
    weights = space.ways(space.deck.copies) / space.repeats
    return weigh(groups, weights / weights.sum(), int(groups.max()) + 1)[groups]


class Situation(NamedTuple):
    """Values from which the features are computed. Sequences are in the order of the seats; ``me`` is the seat of the player."""

    me: int
    codes: FloatArray
    """The chances of the codes that are left, in any order."""
    codes_left: float
    racks_left: float
    need: Sequence[int]
    """Points that each player still needs to win."""
    turns: Sequence[int]
    """Number of players who read a card before this player does."""
    answers_since_draw: Sequence[int]
    wrong: Sequence[int]
    answers: int
    unseen: Sequence[int]
    """Number of each player's racks that are out of play and that the player never saw."""
    pile: float
    """Tiles in the pile, as a share of the deck."""
    stack: float
    """Cards left in the stack, as a share of all."""
    common: Sequence[float]
    """Chance of each player's code before any answer; 0 for mine and for racks out of sight."""


def features(
    table: Table, events: Iterable[Event], belief: Belief, seat: str, rivals: int | None = None
) -> NDArray[np.float32]:
    """Features of the position of ``seat``, with room for ``rivals`` rivals (default: those at the table)."""
    players, me, count = table.players, table.players.index(seat), len(table.players)
    record, arrays = count_events(events, players), belief.pool.arrays
    reader = players.index(table.next_player or seat)
    stack = len(table.edition.cards) - len(set(table.round)) or len(table.edition.cards)
    codes = weigh(arrays.racks.targets(table.edition.rules.target), belief.chances, 0)
    codes = codes[codes > 0]
    doubtful = record.doubted[me] > 0 or table.edition.rules.error_rate > 0
    common = prior(table, arrays)
    in_sight = [i != me and not table.racks[player].unknown for i, player in enumerate(players)]
    return numbers_of(
        Situation(
            me=me,
            codes=codes,
            codes_left=_as_many_as(codes, doubtful),
            racks_left=_as_many_as(belief.chances, doubtful),
            need=[table.goal - table.scores[player] for player in players],
            turns=[(i - reader) % count for i in range(count)],
            answers_since_draw=record.answers_since_draw,
            wrong=record.wrong,
            answers=record.answers,
            unseen=[sum(d.owner == player and not d.seen_by_owner for d in table.discards) for player in players],
            pile=table.pile / table.edition.deck.size,
            stack=stack / len(table.edition.cards),
            common=[
                float(common[arrays.racks.find(table.racks[player].tiles)]) if seen else 0.0
                for player, seen in zip(players, in_sight, strict=True)
            ],
        ),
        rivals,
    )


def numbers_of(now: Situation, rivals: int | None = None) -> NDArray[np.float32]:
    """Features as an array, with room for ``rivals`` rivals (default: those at the table)."""
    me, need, answers_since_draw, turns, count = now.me, now.need, now.answers_since_draw, now.turns, len(now.need)
    codes = np.sort(now.codes)[::-1]
    chance = 1.0 if len(codes) == 1 else float(codes[0])
    others = [i for i in range(count) if i != me]
    ready = [i for i in others if need[i] <= 1]
    found = [
        chance,
        float(codes[1]) if len(codes) > 1 else 0.0,
        float((codes * codes).sum()),
        1 / now.codes_left,
        np.log2(now.codes_left) / 8,
        np.log2(now.racks_left) / 10,
        answers_since_draw[me] / 10,
        need[me] <= 1,
        need[me] == 2,
        chance if need[me] <= 1 else 0.0,
        turns[me] == 0,
        turns[me] == count - 1,
        turns[me] / count,
        now.pile,
        now.stack,
        now.unseen[me] / 3,
        min(now.answers, 100) / 40,
        max((answers_since_draw[i] for i in ready), default=0) / 10,
        len(ready) / 3,
        sum(answers_since_draw[i] for i in others) / 30,
        sum(answers_since_draw[i] == 0 for i in others) / 3,
    ]
    others.sort(key=lambda i: need[i] * 1000 - min(answers_since_draw[i], 90) * 10 + turns[i])
    slots = len(others) if rivals is None else rivals
    for i in others[:slots]:
        found += [
            need[i] <= 1,
            need[i] == 2,
            answers_since_draw[i] / 10,
            answers_since_draw[i] == 0,
            turns[i] / count,
            now.unseen[i] / 3,
            min(now.wrong[i], 15) / 5,
            4 * now.wrong[i] / (now.answers + 10),
            10 * now.common[i],
        ]
    found += [0.0] * (OWN + A_RIVAL * slots - len(found))
    return np.array(found, np.float32)


def _as_many_as(chances: FloatArray, doubtful: bool) -> float:
    """Number of possibilities left.

    With doubtful answers almost nothing is excluded. Then it is the number of equally likely possibilities with the same
    entropy, because nets were trained only on games in which all answers are right.
    """
    left = chances[chances > 0]
    return float(2 ** -(left * np.log2(left)).sum()) if doubtful else float(len(left))


def expected_best(table: Table, belief: Belief, seat: str) -> float:
    """The chance that the likeliest code will have after the next answer that ``seat`` hears, on average; exact."""
    players, arrays = table.players, belief.pool.arrays
    reader, everybody = table.next_player or seat, table.edition.rules.answered_by == "others"
    own = reader == seat and not everybody
    asked = players.index(reader) + (own or everybody)
    answerer = players[asked % len(players)]
    if answerer == seat:
        answerer = players[(asked + 1) % len(players)]
    cards, order = table.cards_to_come, table.known_order
    if own and order:
        cards = (order[(len(table.round) + 1) % len(order)],)
    elif own and len(cards) == 1:
        cards = tuple(table.edition.cards) if table.edition.rules.cards_run_out != "cycle" else table.round[:1]
    left = np.nonzero(belief.chances)[0]
    codes, code_of = np.unique(arrays.racks.targets(table.edition.rules.target)[left], return_inverse=True)
    seen = [table.racks[name].tiles for name in table.seen_by(answerer) if name != seat]
    total = 0.0
    for card in cards:
        lowered = arrays.cards[card]
        said = lowered.class_answers(arrays.total(card, seen))[lowered.classes[left]].astype(np.int64)
        answers = len(lowered.card.meaning.symbols(len(seen) + 1))
        joint = weigh(said * len(codes) + code_of.reshape(-1), belief.chances[left], answers * len(codes))
        joint = joint.reshape(1, answers, len(codes))
        spread_errors(joint, [answers], table.edition.rules.error_rate)
        total += float(joint.max(axis=2).sum())
    return min(1.0, total / len(cards))
