"""Whole games in plain Python, as one would write them first: every card is asked of every rack a player may hold.

Cards and tiles come from the slow twin in ``tests/helpers/reference.py``. Only the random numbers are those of the compiled games, so
that both play the very same games and can be compared card by card.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import checkout  # noqa: F401
from reference import CARDS, DECK_28, EDITIONS, Rack

RULES = EDITIONS["classic"]
POINTS = 3
WORD = 2**64 - 1
KINDS = tuple(DECK_28)
"""The tiles in the order of the deck: by number."""
EVERY = tuple(rack for rack in combinations_with_replacement(KINDS, 3) if not Counter(rack) - DECK_28)


@dataclass
class Random:
    """A counter, well mixed: the generator of the compiled games."""

    state: int

    def word(self) -> int:
        z = self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31

    def below(self, limit: int) -> int:
        return (self.word() >> 32) * limit >> 32


@dataclass
class Game:
    """Players who declare when they are certain."""

    random: Random
    players: int = 4
    pile: list[str] = field(default_factory=lambda: list(DECK_28.elements()))
    gone: list[Rack] = field(default_factory=list)
    racks: list[Rack] = field(default_factory=list)
    left: list[list[Rack]] = field(default_factory=list)
    """Racks that each player may hold."""

    def take(self) -> Rack:
        """Three random tiles from the pile, in the order of the deck."""
        tiles = []
        for _ in range(3):
            place = self.random.below(len(self.pile))
            tiles.append(self.pile[place])
            self.pile[place] = self.pile[-1]
            self.pile.pop()
        return tuple(sorted(tiles, key=KINDS.index))

    def allowed(self, player: int, racks: list[Rack]) -> list[Rack]:
        """The racks that the tiles out of the player's sight allow."""
        seen = Counter(tile for rack in [*self.gone, *self.racks] for tile in rack)
        free = DECK_28 - (seen - Counter(self.racks[player]))
        return [rack for rack in racks if all(rack.count(tile) <= free[tile] for tile in rack)]

    def reshuffle_if_due(self) -> None:
        if len(self.pile) <= RULES.reshuffle_at and self.gone:
            self.pile += [tile for rack in self.gone for tile in rack]
            self.gone = []

    def refill(self, player: int) -> None:
        self.gone.append(self.racks[player])
        self.racks[player] = ()
        self.reshuffle_if_due()
        self.racks[player] = self.take()
        for other in range(self.players):
            if other != player:
                self.left[other] = self.allowed(other, self.left[other])
        self.left[player] = self.allowed(player, list(EVERY))
        self.reshuffle_if_due()

    def answer(self, player: int, card: int) -> None:
        """Everybody else asks the card of every rack they may hold."""
        ask = CARDS[card]
        said = ask([rack for i, rack in enumerate(self.racks) if i != player])
        for other in range(self.players):
            if other != player:
                seen = [rack for i, rack in enumerate(self.racks) if i not in (player, other)]
                self.left[other] = [rack for rack in self.left[other] if ask([*seen, rack]) == said]

    def is_certain(self, player: int) -> bool:
        mine = sorted(tile[1] for tile in self.racks[player])
        return all(sorted(tile[1] for tile in rack) == mine for rack in self.left[player])


def play(seed: int, number: int) -> tuple[int, int]:
    """(winner, cards drawn) of one game."""
    random = Random(seed + number * 0xD1B54A32D192ED03 & WORD)
    random.state = random.word()
    game = Game(random)
    players = game.players
    game.racks = [game.take() for _ in range(players)]
    game.left = [game.allowed(player, list(EVERY)) for player in range(players)]
    deck, cards, drawn, scores = list(CARDS), len(CARDS), 0, [0] * players
    goal, winner = POINTS, -1
    while winner < 0:
        if cards == 0:
            cards = len(deck)
        place = random.below(cards)
        deck[place], deck[cards - 1] = deck[cards - 1], deck[place]
        cards -= 1
        reader = drawn % players
        game.answer(reader, deck[cards])
        drawn += 1
        while winner < 0 and (certain := [game.is_certain(player) for player in range(players)]) and any(certain):
            for i in range(players):
                player = (reader + i) % players
                if certain[player]:
                    scores[player] += 1
                    if scores[player] >= goal:
                        if winner < 0:
                            winner = player
                        else:
                            winner, goal = -1, goal + 1
                    game.refill(player)
    return winner, drawn
