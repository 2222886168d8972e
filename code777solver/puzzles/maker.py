"""Makes puzzles: a deal, and answers in the order of play that leave one code, none of them superfluous.

Each answer rules out a set of wrong racks. A puzzle is a minimal cover: its answers rule out all wrong racks, and each answer
rules out at least one rack that no other does. Sets of racks are bits. The search goes round the table and lets each player in
turn draw a card that is still in the deck. It prunes a branch as soon as an answer is superfluous, since further answers
cannot change that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, assert_never

import numpy as np

from ..core.arrays import EditionArrays, IntArray, arrays_for
from ..kernels import puzzles
from ..reasons.claims import BoolArray
from ..records import Record
from ..rules.cards import Compare, CountRacks, CountTiles, CountValues, Meaning
from ..rules.editions import RACK_SIZE, Edition
from ..rules.functions import Functions
from ..rules.targets import Target
from ..rules.tiles import Rack, Tile
from .grading import Riddle, marks_for
from .levels import EASE, LEVELS, MOST_ANSWERS, Grade, level_of
from .seeded_random import Dice


class SearchSettings(Record):
    """Parameters of the search for puzzles of a level."""

    facts: int
    """Penalty for each fact that an answer proves by itself; negative to prefer such answers."""
    chance: int
    """Size of the random part of a choice, on the same scale."""
    fewest: int
    most: int
    """Most answers. Other limits hold if tiles must be named or few tiles are out of sight."""


SEARCH_SETTINGS = {
    "easy": SearchSettings(-1, 12, 3, 7),
    "medium": SearchSettings(0, 8, 4, 9),
    "hard": SearchSettings(2, 9, 5, 10),
    "expert": SearchSettings(3, 9, 5, 10),
}
_DEALS = 600
"""The search gives up after this many deals without a puzzle."""
_RACKS = 8
"""Number of racks tried as mine in each deal, and number of tries for each."""
_TRIES = 20
_NODES = 60
_BREADTH = 2
"""Most choices in each search, and at each turn."""
_FEW = 8
_RARE, _NEED = 4, 9
_FOR_COLOURS = 3
"""Additional answers allowed if tiles must be named."""


class DraftAnswer(NamedTuple):
    """The answer of a player to a card; an answer that was not heard gives no information."""

    seat: int
    card: int
    heard: bool


class Draft(Record):
    """A puzzle as plain values: seats clockwise from the first to play, tiles, answers in order."""

    me: int
    racks: tuple[Rack, ...]
    """Racks by seat, my own included."""
    spares: tuple[Rack, ...]
    answers: tuple[DraftAnswer, ...]
    grade: Grade


def kind_of(meaning: Meaning) -> str:
    """Kind of a card, one of `KINDS`. A card in Python counts as the hardest kind, since its question is unknown."""
    match meaning:
        case Compare():
            return "compare"
        case CountTiles():
            return "tiles"
        case CountRacks():
            return "racks"
        case CountValues() | Functions():
            return "spread"
        case _:
            assert_never(meaning)


class Scene:
    """A deal as seen from my seat, before one of the possible racks is chosen as mine."""

    def __init__(self, arrays: EditionArrays, racks: Sequence[Rack], spares: Sequence[Rack]) -> None:
        self.arrays = arrays
        seen = arrays.deck.counts([tile for rack in (*racks, *spares) for tile in rack])
        free = [copies - count for copies, count in zip(arrays.deck.copies, seen, strict=True)]
        self.racks: IntArray = np.flatnonzero(arrays.racks.ways(free))
        ids = [arrays.racks.find(rack) for rack in racks]
        players, cards = len(racks), len(arrays.cards)
        classes = max(len(lowered.values) for lowered in arrays.cards.values())
        self._answers = np.zeros((players, cards, classes), np.uint8)
        """(players, cards, classes): answer of each other player to a card, by the class of my rack."""
        self._classes = np.empty((cards, len(self.racks)), np.uint16)
        for column, (card, lowered) in enumerate(arrays.cards.items()):
            measures = lowered.values[lowered.classes[ids]]
            rest = measures.sum(axis=0) + arrays.total(card, spares) - measures
            self._classes[column] = lowered.classes[self.racks]
            for player, total in enumerate(rest.tolist()):
                self._answers[player, column, : len(lowered.values)] = lowered.class_answers(tuple(total))

    def against(self, mine: int) -> BoolArray:
        """(players * cards, racks): True if the answer rules out the rack, when the rack at ``mine`` is mine."""
        found = np.empty((self._answers.shape[0] * self._answers.shape[1], len(self.racks)), bool)
        puzzles.disagree(self._answers, self._classes, mine, found)
        return found

    def wrong(self, mine: int, target: Target) -> BoolArray:
        """(racks,): True for racks that are not the solution: those with other numbers, or all others if tiles are named."""
        codes = self.arrays.racks.targets(target)[self.racks]
        return np.asarray(codes != codes[mine])


class _Found(NamedTuple):
    draws: Sequence[tuple[int, tuple[int, ...]]]
    """For each turn the column of its card, -1 if it gives me no information, and the players whose answers I hear."""
    grade: Grade


class Maker:
    """Makes random puzzles of one level for one edition and number of players."""

    def __init__(self, edition: Edition, players: int, level: str, dice: Dice) -> None:
        self.edition, self.players, self.level, self.dice = edition, players, level, dice
        self.arrays, self.settings = arrays_for(edition), SEARCH_SETTINGS[level]
        self.cards = list(edition.cards)
        self.target = edition.rules.target
        hidden = edition.deck.size - (players - 1) * RACK_SIZE
        self.fewest = min(self.settings.fewest, hidden // 2)  # with four tiles out of sight, two answers are many
        self.kinds = [kind_of(lowered.card.meaning) for lowered in self.arrays.cards.values()]

    def make(self) -> Draft | None:
        """Make a puzzle of the level; None if `_DEALS` deals in a row gave none."""
        for _ in range(_DEALS):
            racks, spares, pile = self._deal()
            scene = Scene(self.arrays, racks, spares)
            me = self.dice.below(self.players)
            for first in range(0, min(len(pile), RACK_SIZE * _RACKS) - RACK_SIZE + 1, RACK_SIZE):
                mine = self.arrays.deck.sort(pile[first : first + RACK_SIZE])
                found = self._search(scene, int(np.searchsorted(scene.racks, self.arrays.racks.find(mine))), me)
                if found is not None:
                    seated = (*racks[:me], mine, *racks[me:])
                    return Draft(me, seated, tuple(spares), self._answers(me, found.draws), found.grade)
        return None

    def _deal(self) -> tuple[list[Rack], list[Rack], list[Tile]]:
        """Racks of the others, spare racks, and the tiles that are left."""
        deck = self.edition.deck
        pile = [tile for tile, copies in zip(deck.kinds, deck.copies, strict=True) for _ in range(copies)]
        self.dice.shuffle(pile)
        racks = [deck.sort([pile.pop() for _ in range(RACK_SIZE)]) for _ in range(self.players - 1)]
        size, spares = self.edition.rules.spare_tiles, self.edition.spare_racks(self.players)
        return racks, [deck.sort([pile.pop() for _ in range(size)]) for _ in spares], pile

    def _search(self, scene: Scene, place: int, me: int) -> _Found | None:
        """Answers that make a puzzle of the level, if the rack at ``place`` is mine."""
        against, wrong = scene.against(place), scene.wrong(place, self.target)
        spoken = against.sum(axis=0, dtype=np.int64)[wrong]
        if not spoken.all():  # not even all answers together leave one code
            return None
        shape = (self.players - 1, len(self.cards))
        packed = np.empty((len(against) + 1, -(-int(wrong.sum()) // 64)), np.uint64)
        puzzles.pack(against, wrong, packed)
        sets, target = packed[:-1].reshape(*shape, -1), packed[-1]
        facts = np.zeros(len(against), np.int64)
        if not self.target.by_tiles:  # with tiles there are too many racks for a single answer to prove facts
            puzzles.facts_alone(against, marks_for(self.arrays.racks).words[scene.racks], facts)
        needed = against[:, wrong][:, spoken <= _RARE].any(axis=1)  # few other answers rule out those racks
        costs = (self.settings.facts * facts - _NEED * needed).reshape(shape)
        most = min(self.settings.most + _FOR_COLOURS * self.target.by_tiles, MOST_ANSWERS)
        limits = np.array([self.fewest, most, _NODES, _BREADTH, _FEW])
        state, speakers = np.array([self.dice.state], np.uint64), self._heard_players(me)
        drawn, heard = np.empty(len(self.cards), np.int64), np.empty((len(self.cards), self.players - 1), bool)
        riddle = Riddle(self.arrays.racks, scene.racks, wrong, against)
        found = None
        for _ in range(_TRIES):
            turns = puzzles.cover(sets, target, costs, self.settings.chance, speakers, limits, state, drawn, heard)
            if turns:
                given = zip(drawn[:turns].tolist(), heard[:turns].tolist(), strict=True)
                found = self._graded(
                    riddle, [(card, tuple(p for p, yes in enumerate(row) if yes)) for card, row in given]
                )
                if found is not None:
                    break
        self.dice.state = int(state[0])
        return found

    def _graded(self, riddle: Riddle, draws: Sequence[tuple[int, tuple[int, ...]]]) -> _Found | None:
        """Draws of cards with their grade; None if the grade is not the wanted level."""
        given = [(player, column) for column, players in draws for player in players]
        kinds = tuple(self.kinds[column] for _, column in given)
        riddle.choose([player * len(self.cards) + column for player, column in given])
        if level_of(riddle.widest(_WIDE), kinds) != self.level:
            return None
        return _Found(draws, Grade(kinds, riddle.solve([EASE[kind] for kind in kinds])))

    def _heard_players(self, me: int) -> IntArray:
        """(seats, players): players whose answers I hear when each seat draws, numbered without me; rows are padded with -1."""
        rows = np.full((self.players, self.players), -1)
        for seat in range(self.players):
            heard = [other - (other > me) for other in self._answerers(seat) if other != me]
            rows[seat, : len(heard)] = heard
        return rows

    def _answerers(self, seat: int) -> list[int]:
        """Seats that answer when ``seat`` draws."""
        if self.edition.rules.answered_by == "drawer":
            return [seat]
        return [(seat + i) % self.players for i in range(1, self.players)]

    def _answers(self, me: int, draws: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[DraftAnswer, ...]:
        """All answers in order, including my own and those that I did not hear."""
        unused = sorted(set(range(len(self.cards))) - {column for column, _ in draws})
        self.dice.shuffle(unused)
        answers: list[DraftAnswer] = []
        for turn, (column, heard) in enumerate(draws):
            card = self.cards[column if column >= 0 else unused.pop()]
            for seat in self._answerers(turn % self.players):
                answers.append(DraftAnswer(seat, card, seat == me or seat - (seat > me) in heard))
        return tuple(answers)


_WIDE = max(level.widest for level in LEVELS.values() if level.widest < MOST_ANSWERS)
"""Any larger step belongs to the highest level."""


__all__ = ["SEARCH_SETTINGS", "Draft", "DraftAnswer", "Maker", "Scene", "SearchSettings", "kind_of"]
