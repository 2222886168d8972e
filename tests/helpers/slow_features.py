"""Features of a learnt policy, worked out a second time from the lines of a log, in plain Python.

Nothing here comes from the package under test: the chances are those of `reference`, the rest is counted line by line.
"""

from __future__ import annotations

import math
from collections import Counter

import reference

GOAL = {"classic": 3, "stronghold": 3, "code77": 3, "unique49": 1}


class Story:
    """State of each player after the lines of a log."""

    def __init__(self, lines: list[str], seat: str) -> None:
        self.edition = next((line.split()[1] for line in lines if line.startswith("edition")), "classic")
        self.rules = reference.EDITIONS[self.edition]
        self.players = next(line.split()[1:] for line in lines if line.startswith("players"))
        self.seat = seat
        self.heard = dict.fromkeys(self.players, 0)
        self.wrong = dict.fromkeys(self.players, 0)
        self.points = dict.fromkeys(self.players, 0)
        self.unseen = dict.fromkeys(self.players, 0)
        self.racks: dict[str, tuple[str, ...]] = {seat: ("?",) * 3}
        self.answers = 0
        self.tiles_out = 0
        for line in lines:
            self._read(line.split())

    def _read(self, words: list[str]) -> None:
        match words:
            case ["rack", name, *tiles]:
                if len(self.racks.get(name, ())):  # a playerless rack is replaced
                    self.tiles_out += len(self.racks[name])
                self.racks[name] = tuple(tiles) if tiles != ["?"] else ("?",) * 3
            case ["declare", name, *rest]:
                right = "right" in rest
                self.points[name] += right
                self.wrong[name] += not right
                self.heard[name] = 0
                shown = "saw" in rest if name == self.seat else (right or self.rules.wrong_is_shown)
                self.unseen[name] += not shown
                self.tiles_out += 3
                self.racks[name] = ()
            case ["swap", name, old, new]:
                self.tiles_out += 1
                tiles = [*self.racks[name]]
                tiles.remove(old if old in tiles else "?")
                self.racks[name] = (*tiles, new)
            case ["reshuffle"]:
                self.tiles_out = 0
                self.unseen = dict.fromkeys(self.players, 0)
            case [name, card, _] if name in self.players and card.isdecimal():
                self.answers += 1
                for player in self.players:
                    self.heard[player] += player != name

    def need(self, player: str) -> int:
        return GOAL[self.edition] - self.points[player]

    @property
    def cards(self) -> int:
        """Number of cards read."""
        return self.answers // (len(self.players) - 1) if self.rules.all_answer else self.answers

    def turns(self, player: str) -> int:
        """Number of players who read a card before this one does."""
        order = [self.players[(self.cards + i) % len(self.players)] for i in range(len(self.players))]
        return order.index(player)

    @property
    def pile(self) -> int:
        on_racks = sum(len(rack) for rack in self.racks.values())
        return self.rules.deck.total() - on_racks - self.tiles_out


def chance_of_code(rack: tuple[str, ...], deck: Counter[str], names_tiles: bool) -> float:
    """Chance that three tiles from a full deck make the same code as a rack."""
    tiles, hits, everything = sorted(deck.elements()), 0, 0
    wanted = sorted(rack) if names_tiles else sorted(tile[1] for tile in rack)
    for i in range(len(tiles)):
        for j in range(i):
            for k in range(j):
                three = [tiles[i], tiles[j], tiles[k]]
                everything += 1
                hits += (sorted(three) if names_tiles else sorted(tile[1] for tile in three)) == wanted
    return hits / everything


def slow_features(lines: list[str], seat: str) -> list[float]:
    story = Story(lines, seat)
    belief = reference.beliefs(lines, seat)[-1]
    codes = belief if story.rules.names_tiles else reference.codes(belief)
    chances = sorted((float(chance) for chance in codes.values()), reverse=True)
    count, others = len(story.players), [player for player in story.players if player != seat]
    ready = [player for player in others if story.need(player) == 1]
    found = [
        chances[0],
        chances[1] if len(chances) > 1 else 0,
        sum(chance**2 for chance in chances),
        1 / len(chances),
        math.log2(len(chances)) / 8,
        math.log2(len(belief)) / 10,
        story.heard[seat] / 10,
        story.need(seat) == 1,
        story.need(seat) == 2,
        chances[0] if story.need(seat) == 1 else 0,
        story.turns(seat) == 0,
        story.turns(seat) == count - 1,
        story.turns(seat) / count,
        story.pile / story.rules.deck.total(),
        (23 - story.cards % 23) / 23,
        story.unseen[seat] / 3,
        min(story.answers, 100) / 40,
        max([story.heard[player] for player in ready], default=0) / 10,
        len(ready) / 3,
        sum(story.heard[player] for player in others) / 30,
        sum(story.heard[player] == 0 for player in others) / 3,
    ]
    others.sort(key=lambda player: (story.need(player), -min(story.heard[player], 90), story.turns(player)))
    for player in others:
        found += [
            story.need(player) == 1,
            story.need(player) == 2,
            story.heard[player] / 10,
            story.heard[player] == 0,
            story.turns(player) / count,
            story.unseen[player] / 3,
            min(story.wrong[player], 15) / 5,
            4 * story.wrong[player] / (story.answers + 10),
            10 * chance_of_code(story.racks[player], story.rules.deck, story.rules.names_tiles),
        ]
    return [float(value) for value in found]
