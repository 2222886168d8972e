"""Small decks by brute force: every deal, every tile that can be drawn and every tile that can be seen counts once.

Nothing here is shared with the filter or with its slow twin. A world says where each physical tile is. All tiles differ,
also those with the same face, so a world has no multiplicities. A line of the log splits the worlds or drops some.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from strategies import chances, names, solve

from code777solver import Solver
from code777solver.solver import position_of

Faces = tuple[str, ...]
Tiles = frozenset[int]


class World(NamedTuple):
    """Where the tiles are; all others are in the pile."""

    me: Tiles
    ann: Tiles
    out: Tiles


def _numbers(rack: Faces) -> str:
    return "".join(sorted(face[1] for face in rack))


def _compare(first: int, second: int) -> str:
    return "=" if first == second else ">" if first > second else "<"


CARDS: dict[int, Callable[[Faces], str]] = {
    1: lambda rack: str(int(sum(int(face[1]) for face in rack) >= 18)),
    5: lambda rack: str(int(len({int(face[1]) % 2 for face in rack}) == 1)),
    6: lambda rack: str(int(len(set(rack)) < 3)),
    8: lambda rack: str(len({face[0] for face in rack})),
    22: lambda rack: _compare(sum(face[0] == "K" for face in rack), sum(face[0] == "R" for face in rack)),
}
"""Some of the cards, for two players: the one who answers sees one rack."""


class Worlds:
    """Every world that agrees with what one seat has seen and heard, with its chance (not scaled)."""

    def __init__(self, deck: list[str], seat: str) -> None:
        self.deck, self.seat = deck, seat
        self.every = frozenset(range(len(deck)))
        self.chances: dict[World, Fraction] = {}
        for mine in combinations(self.every, 3):
            for hers in combinations(self.every - set(mine), 3):
                self.chances[World(frozenset(mine), frozenset(hers), frozenset())] = Fraction(1)

    def faces(self, tiles: Tiles) -> Faces:
        return tuple(sorted(self.deck[tile] for tile in tiles))

    def rack(self, world: World, name: str) -> Tiles:
        return world.me if name == "me" else world.ann

    def keep(self, holds: Callable[[World], bool]) -> None:
        self.chances = {world: chance for world, chance in self.chances.items() if holds(world)}

    def split(self, outcomes: Callable[[World], Iterator[tuple[World, Fraction]]]) -> None:
        found: dict[World, Fraction] = defaultdict(Fraction)
        for world, chance in self.chances.items():
            for after, share in outcomes(world):
                found[after] += chance * share
        self.chances = dict(found)

    def shows(self, name: str, faces: Faces) -> None:
        """A rack lies open to the seat."""
        self.keep(lambda world: self.faces(self.rack(world, name)) == tuple(sorted(faces)))

    def answers(self, name: str, card: int, said: str) -> None:
        other = "me" if name == "Ann" else "Ann"
        self.keep(lambda world: CARDS[card](self.faces(self.rack(world, other))) == said)

    def loses(self, name: str, face: str) -> None:
        """One of the tiles, each equally likely, is seen by its owner. It has this face and goes out of play."""

        def outcomes(world: World) -> Iterator[tuple[World, Fraction]]:
            rack = self.rack(world, name)
            for tile in rack:
                if self.deck[tile] == face:
                    yield self.placed(world, name, rack - {tile}, frozenset({tile})), Fraction(1, len(rack))

        self.split(outcomes)

    def discards(self, name: str) -> None:
        self.split(lambda world: iter([(self.placed(world, name, frozenset(), self.rack(world, name)), Fraction(1))]))

    def draws(self, name: str, count: int) -> None:
        """A number of tiles comes from the pile, one after another, each equally likely."""

        def outcomes(world: World) -> Iterator[tuple[World, Fraction]]:
            pile = self.every - world.me - world.ann - world.out
            for tile in pile:
                yield self.placed(world, name, self.rack(world, name) | {tile}), Fraction(1, len(pile))

        for _ in range(count):
            self.split(outcomes)

    def reshuffles(self) -> None:
        self.split(lambda world: iter([(world._replace(out=frozenset()), Fraction(1))]))

    def placed(self, world: World, name: str, rack: Tiles, out: Tiles = frozenset()) -> World:
        world = world._replace(out=world.out | out)
        return world._replace(me=rack) if name == "me" else world._replace(ann=rack)

    def of_seat(self) -> dict[Faces, Fraction]:
        """The chance of each rack that the seat may hold."""
        found: dict[Faces, Fraction] = defaultdict(Fraction)
        for world, chance in self.chances.items():
            found[self.faces(self.rack(world, self.seat))] += chance
        total = sum(self.chances.values())
        return {rack: chance / total for rack, chance in found.items()}


class Game:
    """A game of Ann and me whose true tiles are known; it grows line by line, with the worlds of each seat beside it."""

    def __init__(self, rng: random.Random, deck: list[str]) -> None:
        self.rng, self.deck = rng, deck
        self.worlds = {seat: Worlds(deck, seat) for seat in ("me", "Ann")}
        tiles = rng.sample(range(len(deck)), len(deck))
        self.racks = {"me": tiles[:3], "Ann": tiles[3:6]}
        self.pile, self.out = tiles[6:], list[int]()
        self.lines = ["edition small.toml", "players Ann me"]
        self.note("rack", "Ann", *self.faces("Ann"))
        self.note("rack", "me", *self.faces("me"))

    def faces(self, name: str) -> Faces:
        return tuple(sorted(self.deck[tile] for tile in self.racks[name]))

    def note(self, *words: str) -> None:
        self.lines.append(" ".join(words))
        self.look()

    def look(self) -> None:
        """Each seat sees the other's rack."""
        self.worlds["me"].shows("Ann", self.faces("Ann"))
        self.worlds["Ann"].shows("me", self.faces("me"))

    def each(self, change: Callable[[Worlds], None]) -> None:
        for worlds in self.worlds.values():
            change(worlds)

    def ask(self) -> None:
        name, card = self.rng.choice(("Ann", "me")), self.rng.choice(sorted(CARDS))
        said = CARDS[card](self.faces("me" if name == "Ann" else "Ann"))
        self.each(lambda worlds: worlds.answers(name, card, said))
        self.note(name, str(card), said)

    def swap(self, name: str) -> None:
        if not self.pile:
            return
        old = self.rng.choice(self.racks[name])
        self.racks[name].remove(old)
        self.out.append(old)
        self.racks[name].append(self.pile.pop())
        self.each(lambda worlds: worlds.loses(name, self.deck[old]))
        self.each(lambda worlds: worlds.draws(name, 1))
        self.note("swap", name, self.deck[old], self.deck[self.racks[name][-1]])

    def declare(self, name: str, right: bool) -> None:
        """Only a right declaration shows the owner the tiles. In these games no other one is refilled in two steps."""
        if len(self.pile) < 3:
            return
        old = self.faces(name)
        code = _numbers(old)
        while not right and code == _numbers(old):
            code = _numbers(tuple(self.rng.sample(self.deck, 3)))
        own = self.worlds[name]
        if right:
            own.shows(name, old)
        else:
            own.keep(lambda world: _numbers(own.faces(own.rack(world, name))) != code)
        self.each(lambda worlds: worlds.discards(name))
        self.out += self.racks[name]
        self.racks[name] = []
        saw = ("saw", *old) if right and name == "me" else ()
        self.lines.append(" ".join(("declare", name, code, "right" if right else "wrong", *saw)))
        self.racks[name] = [self.pile.pop() for _ in range(3)]
        self.each(lambda worlds: worlds.draws(name, 3))
        self.note("rack", name, *self.faces(name))

    def reshuffle(self) -> None:
        self.pile = self.rng.sample(self.pile + self.out, len(self.pile) + len(self.out))
        self.out = []
        self.each(lambda worlds: worlds.reshuffles())
        self.note("reshuffle")

    def step(self) -> None:
        name = self.rng.choice(("Ann", "me"))
        match self.rng.randrange(10):
            case 0 | 1 | 2 | 3:
                self.swap(name)
            case 4:
                self.declare(name, right=True)
            case 5:
                self.declare(name, right=False)
            case 6 if self.out:
                self.reshuffle()
            case _:
                self.ask()

    def closed(self) -> list[str]:
        """The log as I write it, without my own tiles."""
        found = []
        for line in self.lines:
            words = line.split()
            if words[:2] == ["rack", "me"]:
                words = ["rack", "me", "?"]
            elif words[:2] == ["swap", "me"]:
                words[3] = "?"
            found.append(" ".join(words))
        return found


def _small_edition(deck: list[str], folder: Path) -> None:
    copies = "".join(f"{tile} = {count}\n" for tile, count in Counter(deck).items())
    rules = 'most_players = 2\nreshuffle_at = 0\nown_tiles_seen = "if_right"\nreshuffle_when = "when_refilling"\n'
    (folder / "small.toml").write_text(f'extends = "classic"\n[deck]\n{copies}[rules]\n{rules}', encoding="utf-8")


def _random_deck(rng: random.Random) -> list[str]:
    faces = rng.sample([f"{colour}{number}" for colour in "GYKNRPB" for number in range(1, 8)], 4)
    return [face for face, copies in zip(faces, (4, 3, 2, 1), strict=True) for _ in range(copies)]


def _posterior(solver: Solver) -> dict[Faces, float]:
    found: dict[Faces, float] = defaultdict(float)
    evidence = position_of(solver).evidence
    for rack, chance in zip(evidence.racks, evidence.posterior, strict=True):
        if chance > 0:
            found[names(evidence.arrays.racks.rack(int(rack)))] += float(chance)
    return dict(found)


def _close(expected: dict[Faces, Fraction]) -> object:
    return pytest.approx({rack: float(chance) for rack, chance in expected.items()}, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_peeks_declarations_refills_and_reshuffles_equal_an_enumeration_of_all_deals(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    deck = _random_deck(rng)
    _small_edition(deck, tmp_path)
    game = Game(rng, deck)
    for _ in range(7):
        game.step()
        mine = Solver.from_log("\n".join(game.closed()), folder=tmp_path)
        assert chances(mine.belief) == _close(game.worlds["me"].of_seat()), game.lines
        assert _posterior(mine) == _close(game.worlds["me"].of_seat()), game.lines
        hers = Solver.from_log("\n".join(game.lines), folder=tmp_path, seat="Ann")
        assert chances(hers.belief) == _close(game.worlds["Ann"].of_seat()), game.lines
        assert _posterior(hers) == _close(game.worlds["Ann"].of_seat()), game.lines


@pytest.mark.parametrize("seed", range(6))
def test_what_ann_makes_of_her_peeks_equals_an_enumeration_for_each_of_my_racks(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    deck = _random_deck(rng)
    _small_edition(deck, tmp_path)
    game = Game(rng, deck)
    for _ in range(rng.choice((1, 2))):
        game.ask()
        game.swap("Ann")
    solver = Solver.from_log("\n".join(game.closed()), folder=tmp_path)
    view = position_of(solver).look("Ann")
    space = view.arrays.racks
    assert len(view.own_racks) >= 1
    for row, number in zip(view.weights, view.own_racks, strict=True):
        mine = names(space.rack(int(number)))
        worlds = Worlds(deck, "Ann")
        worlds.shows("me", mine)
        for line in game.lines[4:]:
            match line.split():
                case ["swap", name, old, _]:
                    worlds.loses(name, old)
                    worlds.draws(name, 1)
                    worlds.shows("me", mine)
                case [name, card, said]:
                    worlds.answers(name, int(card), said)
        found = {names(space.rack(int(i))): row[i] / row.sum() for i in np.nonzero(row)[0]}
        assert found == _close(worlds.of_seat())


def test_a_peeked_tile_counts_as_often_as_it_is_on_the_rack() -> None:
    """A deal of 25 tiles, copies apart, and three tiles to see: what is left behind is as likely as two fresh tiles."""
    deck = Counter(G1=1, Y2=2, K3=3, N4=4, R5=4, K5=1, G6=3, P6=3, P7=1, Y7=2, B7=4)
    deck.subtract(("G6", "R5", "Y2"))
    tiles = list(deck.elements())
    left: dict[Faces, int] = defaultdict(int)
    for rack in combinations(range(len(tiles)), 3):
        for seen in rack:
            if tiles[seen] == "R5":
                rest = [tiles[tile] for tile in rack if tile != seen]
                for new in set(range(len(tiles))) - set(rack):
                    left[tuple(sorted([*rest, tiles[new]]))] += 1
    total = sum(left.values())
    solver = solve("players Ann me", "rack Ann Y2 G6 R5", "swap me R5 ?")
    assert chances(solver.belief) == pytest.approx({rack: ways / total for rack, ways in left.items()}, abs=1e-12)
    with_another = sum(ways for rack, ways in left.items() if "R5" in rack) / total
    assert next(tile.at_least_one for tile in solver.tiles if tile.tile == "R5") == pytest.approx(with_another)
