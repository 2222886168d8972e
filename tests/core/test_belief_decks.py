"""Beliefs about racks that went out unseen, in large and small decks: the filter against a draw tile by tile."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import reference
from strategies import assert_same_chances, chances, join

from code777solver import Solver
from code777solver.core import belief as belief_module
from code777solver.core.belief import Past
from code777solver.errors import BeliefError
from code777solver.solver import position_of

# -------------------------------------------------------------------- two own racks hidden among the 49 tiles

MANY_CARDS = "".join(
    f'[[card]]\nnumber = {30 + i}\ntext = "How many {pick}?"\ntiles = ["{pick}"]\n'
    for i, pick in enumerate((*"GYKNRPB", *"1234567"))
)


@pytest.mark.minutes
def test_two_own_racks_hidden_among_49_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that count colours and numbers leave few racks each time, so that the slow twin can follow."""
    (tmp_path / "mine.toml").write_text(f'extends = "unique49"\n{MANY_CARDS}', encoding="utf-8")
    monkeypatch.setitem(reference.EDITIONS, "mine.toml", reference.EDITIONS["unique49"])
    for i, pick in enumerate((*"GYKNRPB", *"1234567")):
        monkeypatch.setitem(
            reference.CARDS,
            30 + i,
            lambda racks, pick=pick: str(sum(pick in tile for rack in racks for tile in rack)),
        )
    rng = random.Random(49)
    tiles = rng.sample(sorted(reference.DECK_49.elements()), 49)
    ann, first, second, third = (tuple(sorted(tiles[i : i + 3])) for i in (0, 3, 6, 9))
    lines = ["edition mine.toml", "players Ann me", f"rack Ann {' '.join(ann)}", "rack spare1 X", "rack spare2 Y"]
    spares = (tiles[12],), (tiles[13],)
    lines[3:] = [f"rack spare1 {spares[0][0]}", f"rack spare2 {spares[1][0]}"]
    for mine in (first, second):
        wrong = sorted(rng.sample(tiles[20:], 3))
        for card in range(30, 44):
            lines.append(f"Ann {card} {reference.CARDS[card]([mine, *spares])}")
        lines += [f"declare me {' '.join(wrong)} wrong", "rack me ?"]
    asked = (31, 40, 1, 16, 22)
    lines += [f"Ann {card} {reference.CARDS[card]([third, *spares])}" for card in asked]
    solver = Solver.from_log(join(*lines), folder=tmp_path)
    expected = reference.beliefs(lines)
    for number in range(2, len(lines) + 1):
        belief = position_of(solver).beliefs[number - 1]
        assert belief is not None
        assert_same_chances(belief, expected[number - 1], where=lines[number - 1])
    states = [len(states) for _, states in reference._replay(lines, "me")]
    assert max(states) > 20_000  # two racks of several possible each
    assert third in expected[-1]


# ----------------------------------------------------------------- other decks, against a draw tile by tile


class TileByTile:
    """A filter that knows the pile of every state and draws one tile after another, with exact fractions."""

    def __init__(self, deck: list[str]) -> None:
        self.out: list[str] = []
        self.states: dict[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], Fraction] = {
            ((), (), tuple(sorted(deck))): Fraction(1)
        }

    def _each(self) -> Iterator[tuple[list[str], list[str], list[str], Fraction]]:
        for (mine, hidden, pile), weight in self.states.items():
            yield list(mine), list(hidden), list(pile), weight

    def _become(self, found: list[tuple[list[str], list[str], list[str], Fraction]]) -> None:
        self.states = defaultdict(Fraction)
        for mine, hidden, pile, weight in found:
            self.states[tuple(sorted(mine)), tuple(sorted(hidden)), tuple(sorted(pile))] += weight

    def draw_unseen(self, count: int) -> None:
        for _ in range(count):
            found = []
            for mine, hidden, pile, weight in self._each():
                for tile, copies in Counter(pile).items():
                    rest = list(pile)
                    rest.remove(tile)
                    found.append(([*mine, tile], hidden, rest, weight * Fraction(copies, len(pile))))
            self._become(found)

    def draw_seen(self, tiles: list[str]) -> None:
        for tile in tiles:
            found = []
            for mine, hidden, pile, weight in self._each():
                if tile in pile:
                    share = Fraction(pile.count(tile), len(pile))
                    pile.remove(tile)
                    found.append((mine, hidden, pile, weight * share))
            self._become(found)

    def keep(self, holds: object) -> None:
        assert callable(holds)
        self.states = {state: weight for state, weight in self.states.items() if holds(state[0])}

    def hide(self) -> None:
        self._become([([], hidden + mine, pile, weight) for mine, hidden, pile, weight in self._each()])

    def show(self, tiles: list[str]) -> None:
        self.keep(lambda mine: mine == tuple(sorted(tiles)))
        self._become([([], hidden, pile, weight) for _, hidden, pile, weight in self._each()])
        self.out += tiles

    def take_off(self, tile: str) -> None:
        """Any tile of the rack can be the one that I see."""
        self.keep(lambda mine: tile in mine)
        found = []
        for mine, hidden, pile, weight in self._each():
            share = Fraction(mine.count(tile), len(mine))
            mine.remove(tile)
            found.append((mine, hidden, pile, weight * share))
        self._become(found)
        self.out.append(tile)

    def reshuffle(self) -> None:
        self._become([(mine, [], pile + hidden + self.out, weight) for mine, hidden, pile, weight in self._each()])
        self.out = []

    def chances(self) -> dict[tuple[str, ...], Fraction]:
        total = sum(self.states.values())
        found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for (mine, _, _), weight in self.states.items():
            found[mine] += weight / total
        return dict(found)


class SmallGame:
    """Ann and me with a small deck, true tiles known; every event goes to the solver and to the slow filter."""

    def __init__(self, rng: random.Random, deck: list[str], folder: Path) -> None:
        self.rng, self.deck = rng, deck
        self.pile = rng.sample(deck, len(deck))
        self.racks: dict[str, list[str]] = {"me": [], "Ann": []}
        self.out: list[str] = []
        copies = "".join(f"{tile} = {count}\n" for tile, count in Counter(deck).items())
        rules = 'most_players = 2\nreshuffle_at = 0\nown_tiles_seen = "if_right"\nreshuffle_when = "when_refilling"\n'
        (folder / "small.toml").write_text(f'extends = "classic"\n[deck]\n{copies}[rules]\n{rules}', encoding="utf-8")
        self.solver = Solver.from_log("edition small.toml\nplayers Ann me", folder=folder)
        self.twin = TileByTile(deck)
        self.twin.draw_unseen(3)
        self.racks["me"] = self.draw(3)
        self.refill("Ann")

    def draw(self, count: int) -> list[str]:
        return [self.pile.pop() for _ in range(min(count, len(self.pile)))]

    def tell(self, line: str) -> None:
        self.solver.tell(line)
        assert_same_chances(self.solver.belief, self.twin.chances(), where=str(self.solver.log))

    def refill(self, name: str) -> None:
        while len(self.racks[name]) < 3:
            drawn = self.draw(3 - len(self.racks[name]))
            if not drawn:
                self.reshuffle()
                continue
            self.racks[name] += drawn
            if name == "me":
                self.twin.draw_unseen(len(drawn))
                self.tell("rack me ?")
            else:
                self.twin.draw_seen(drawn)
                self.tell(f"rack Ann {' '.join(self.racks['Ann'])}")

    def reshuffle(self) -> None:
        self.pile += self.out
        self.out = []
        self.rng.shuffle(self.pile)
        self.twin.reshuffle()
        self.tell("reshuffle")

    def step(self) -> None:
        rng, mine, ann = self.rng, self.racks["me"], self.racks["Ann"]
        numbers = "".join(sorted(tile[1] for tile in mine))
        match rng.randrange(12):
            case 0:
                self.declare_unseen()
            case 1:  # my right declaration, seen
                self.out += mine
                self.racks["me"] = []
                self.twin.show(mine)
                self.tell(f"declare me {numbers} right saw {' '.join(mine)}")
                self.refill("me")
            case 2 | 3:  # Ann's right declaration
                self.out += ann
                self.twin.out += ann
                self.racks["Ann"] = []
                self.tell(f"declare Ann {''.join(sorted(tile[1] for tile in ann))} right")
                self.refill("Ann")
            case 4 if self.pile:  # I see a tile of mine
                old = rng.choice(mine)
                mine.remove(old)
                self.out.append(old)
                mine += self.draw(1)
                self.twin.take_off(old)
                self.twin.draw_unseen(1)
                self.tell(f"swap me {old} ?")
            case 5 if self.pile:  # Ann sees a tile of hers
                old, (new,) = rng.choice(ann), self.draw(1)
                ann.remove(old)
                ann.append(new)
                self.out.append(old)
                self.twin.draw_seen([new])
                self.twin.out.append(old)
                self.tell(f"swap Ann {old} {new}")
            case 6 if rng.random() < 0.4:
                self.reshuffle()
            case 7 if len(self.pile) >= 3 and rng.random() < 0.4:  # my rack is replaced and nobody says why
                self.out += mine
                self.racks["me"] = self.draw(3)
                self.twin.hide()
                self.twin.draw_unseen(3)
                self.tell("rack me ?")
            case _:
                self.ask()

    def ask(self) -> None:
        """Ann answers a card."""
        card = self.rng.choice([n for n in reference.CARDS if n != 10])  # 10 depends on the deck's numbers
        ask = reference.CARDS[card]
        said = ask([tuple(sorted(self.racks["me"]))])
        self.twin.keep(lambda rack: ask([rack]) == said)
        self.tell(f"Ann {card} {said}")

    def declare_unseen(self) -> None:
        """I declare wrong and do not see my tiles."""
        mine = self.racks["me"]
        numbers = "".join(sorted(tile[1] for tile in mine))
        code = numbers
        while code == numbers:
            code = "".join(sorted(tile[1] for tile in self.rng.sample(self.deck, 3)))
        self.out += mine
        self.racks["me"] = []
        self.twin.keep(lambda rack: "".join(sorted(tile[1] for tile in rack)) != code)
        self.twin.hide()
        self.tell(f"declare me {code} wrong")
        self.refill("me")


def _random_deck(rng: random.Random, *, distinct: bool) -> list[str]:
    kinds = rng.sample([f"{colour}{number}" for colour in "GYKNRPB" for number in range(1, 8)], 11)
    if distinct:
        return kinds
    return [tile for tile in kinds[: rng.randint(4, 6)] for _ in range(rng.choice((1, 2, 3, 3)))]


@pytest.mark.parametrize("distinct", [True, False], ids=["every tile once", "several alike"])
def test_any_small_deck_equals_drawing_tile_by_tile(distinct: bool, tmp_path: Path) -> None:
    rng = random.Random(777)
    lines: list[str] = []
    games = 0
    while games < 12:
        deck = _random_deck(rng, distinct=distinct)
        if not 9 <= len(deck) <= 12:
            continue
        game = SmallGame(rng, deck, tmp_path)
        for _ in range(12):
            if len(game.twin.states) > 3_000:
                break
            game.step()
        assert tuple(sorted(game.racks["me"])) in chances(game.solver.belief)
        lines += str(game.solver.log).splitlines()
        games += 1
    for kind in ("declare me", "declare Ann", "swap me", "swap Ann", "reshuffle", "rack me"):
        assert sum(line.startswith(kind) for line in lines) >= 5, kind


@pytest.mark.seconds
@pytest.mark.parametrize("size", [12, 13])
def test_two_unseen_racks_that_are_too_many_to_add_up(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where every tile is there once, two unseen racks with very many sums are followed apart, and as exactly."""
    rng = random.Random(size)
    for _ in range(5 if size == 12 else 2):
        deck = rng.sample([f"{colour}{number}" for colour in "GYKNRPB" for number in range(1, 8)], size)
        game = SmallGame(rng, deck, tmp_path)
        game.ask()
        game.declare_unseen()
        with monkeypatch.context() as patch:
            patch.setattr(belief_module, "MOST_PAIRS", 0)
            game.ask()
            game.declare_unseen()
            game.ask()
            game.ask()
        past = game.solver.belief.pool.past
        assert past is not None
        assert past.other is not None


def test_a_third_unseen_rack_that_is_too_much_is_refused_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = [f"{colour}{number}" for colour in "GYKN" for number in range(1, 6)]
    game = SmallGame(random.Random(3), deck, tmp_path)
    game.solver.tell("declare me 111 wrong\nrack me ?")
    monkeypatch.setattr(belief_module, "MOST_SUMS", 0)
    game.solver.tell("declare me 111 wrong\nrack me ?")
    text = str(game.solver.log)
    with pytest.raises(BeliefError, match="combinations of your unseen racks are too many to track exactly: log `resh"):
        game.solver.tell("declare me 111 wrong")
    assert str(game.solver.log) == text


def test_two_unseen_racks_of_unique_tiles_are_never_too_many_and_the_refusal_of_a_third_names_all_three() -> None:
    """As docs/belief.md says: the limit of 50 million combinations is not one for a pair."""
    solver = Solver("unique49", ["Ann", "Bob", "me"])
    solver.tell("rack Ann Y2 K5 B7\nrack Bob G6 N4 R5\nrack spare1 G1")
    for _ in range(2):
        solver.tell("declare me G1 B2 K3 wrong\nrack me ?")
    past = solver.belief.pool.past
    assert past is not None and past.other is not None
    first, second, third = len(past.counts), len(past.other.counts), len(solver.candidates)
    assert first * second > belief_module.MOST_SUMS
    with pytest.raises(BeliefError, match=f"^{first:,} x {second:,} x {third:,} combinations of your unseen racks"):
        solver.tell("declare me G1 B2 K3 wrong")


def test_sums_of_unseen_racks_by_hand() -> None:
    """Two unseen racks of one tile each, from two kinds: equal sums are merged and the deck bounds them."""
    racks = np.array([[1, 0], [0, 1]], np.uint8)
    past = Past.nothing(2).plus(racks, np.array([0.5, 0.25]), (2, 1)).plus(racks, np.array([0.5, 0.25]), (2, 1))
    found = {tuple(row): weight for row, weight in zip(past.counts.tolist(), past.weights.tolist(), strict=True)}
    assert found == {(2, 0): 0.25, (1, 1): 0.25}  # (0, 2) is more than the deck has


@pytest.mark.parametrize("kinds", [5, 70])
def test_equal_sums_are_added_up_in_decks_of_any_size(kinds: int) -> None:
    """Rows of few kinds fit into one number each; those of many are compared whole."""
    rng = np.random.default_rng(kinds)
    counts = rng.integers(0, 3, (40, kinds)).astype(np.uint8)[rng.integers(0, 40, 300)]
    weights = rng.random(300)
    expected: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for row, weight in zip(counts.tolist(), weights.tolist(), strict=True):
        expected[tuple(row)] += weight
    different, sums = belief_module._merge(counts, weights, (2,) * kinds)
    found = {tuple(row): weight for row, weight in zip(different.tolist(), sums.tolist(), strict=True)}
    assert len(found) == len(different)
    assert found == pytest.approx(dict(expected))
