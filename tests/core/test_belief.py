"""The exact filter against two slow ones, and what must hold of any belief."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import reference
from strategies import MOST_PLAYERS, NAMES, assert_same_chances, chances, join, play, random_log, solve

from code777solver import Solver
from code777solver.core import belief as belief_module
from code777solver.core.belief import Past
from code777solver.errors import BeliefError, LineError
from code777solver.solver import position_of

# --------------------------------------------------------------------------- random games of every edition


def twin_beliefs(lines: list[str], seat: str, most: int = 60_000) -> Iterator[dict[tuple[str, ...], Fraction]]:
    """The belief after each line by the slow twin, for as long as it has few enough states."""
    table = reference._Table(seat)
    states: reference.States = {((), ()): 1}
    belief = reference._normalised(states)
    for line in lines:
        redraws = line.startswith(f"rack {seat} ") and all(rack == () for rack, _ in states)
        if redraws and len(states) > 1 and len(states) * 150 > most:
            return
        before, states = states, reference._read(states, table, line, None)
        belief = belief if states is before else reference._normalised(states)
        yield belief


def check_game(lines: list[str], seat: str) -> int:
    """Compare at every line; returns how many lines could be compared."""
    solver = Solver.from_log(join(*lines), seat=seat)
    assert solver.contradictions == ()
    number = 0
    for number, expected in enumerate(twin_beliefs(lines, seat), 1):
        belief = position_of(solver).beliefs[number - 1]
        if belief is None:
            assert list(expected) == [()]
        else:
            assert_same_chances(belief, expected, where=(seat, number, lines[number - 1]))
    return number


@pytest.mark.seconds
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["classic", "code77", "stronghold"])
def test_the_filter_equals_the_slow_twin_from_every_seat(name: str, players: int) -> None:
    """With swaps, hidden racks, replaced playerless racks and reshuffles, after every line."""
    if players > MOST_PLAYERS[name]:
        with pytest.raises(LineError, match="takes 2 to 4"):
            play(f"edition {name}", "players " + " ".join("abcde"[:players]))
        return
    compared = total = 0
    for seed in range(5):
        lines = random_log(100 * players + seed, name, players, 20, declare_prob=0.3, swap_prob=0.12, max_states=20_000)
        for seat in seats_of(lines)[:3]:
            compared += check_game(lines, seat)
            total += len(lines)
    assert compared > total / 2


def seats_of(lines: list[str]) -> list[str]:
    return next(line for line in lines if line.startswith("players")).split()[1:]


@pytest.mark.seconds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_filter_equals_the_slow_twin_with_49_tiles(players: int) -> None:
    lines = random_log(players, "unique49", players, 4, declare_prob=0.5, max_states=0)
    assert check_game(lines, seats_of(lines)[players - 2]) >= 8


def test_swaps_reshuffles_and_hidden_racks_all_occur_in_these_games() -> None:
    kinds: Counter[str] = Counter()
    for name in ("classic", "stronghold"):
        for players in (2, 3, 4, 5):
            for seed in range(5):
                lines = random_log(
                    100 * players + seed, name, players, 20, declare_prob=0.3, swap_prob=0.12, max_states=20_000
                )
                for line in lines:
                    kinds[line.split()[0]] += 1
                    if line.startswith("declare") and line.endswith("wrong") and name == "stronghold":
                        kinds["hidden"] += 1
    assert min(kinds["swap"], kinds["reshuffle"], kinds["hidden"], kinds["declare"]) >= 5, kinds


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


# ------------------------------------------------------------------------------------ what holds of any belief


@pytest.mark.parametrize("name", NAMES)
def test_the_true_rack_survives_and_chances_sum_to_one(name: str) -> None:
    for seed in range(5 if name == "unique49" else 20):
        players = 2 + seed % (MOST_PLAYERS[name] - 1)
        lines = random_log(
            seed, name, players, 14, declare_prob=0.25, swap_prob=0.1, max_states=0 if name == "unique49" else 20_000
        )
        for seat in seats_of(lines) if name != "unique49" else ["me"]:
            solver = Solver.from_log(join(*lines), seat=seat)
            for line, belief in zip(solver.log.lines, position_of(solver).beliefs, strict=True):
                if belief is None or line.step is None or not line.step.after.started:
                    continue
                assert (belief.chances >= 0).all()
                assert belief.chances.sum() == pytest.approx(1, abs=1e-12)
                held = line.step.after.racks.get(seat)
                truth = held.tiles if held else ()
                assert belief.chances[belief.space.find(truth)] > 0, (seed, seat, line.number)


def test_a_rack_of_more_ways_is_more_likely() -> None:
    solver = solve("players Ann me", "rack Ann G6 P6 Y7")
    found = chances(solver.belief)
    ways = found["K3", "N4", "R5"] / found["G1", "K5", "P7"]
    assert ways == pytest.approx(3 * 4 * 4)


def test_tiles_that_went_back_are_not_on_a_rack_dealt_before() -> None:
    lines = ["players Ann me", "rack Ann K5 P7 G1", "declare Ann 157 right", "rack Ann Y2 Y2 K3", "reshuffle"]
    solver = solve(*lines)
    assert not any({"K5", "P7", "G1"} & set(rack) for rack in chances(solver.belief))
    solver.tell("declare me 345 right saw K3 N4 R5\nrack me ?")
    assert ("G1", "K5", "P7") in chances(solver.belief)


def test_what_i_answer_tells_me_nothing() -> None:
    solver = solve("players me Ann", "rack Ann Y2 K5 B7")
    before = solver.belief.chances.copy()
    solver.tell("me 16 >\nme 8 3\nnote hm\npenalty Ann")
    assert solver.belief.chances.tolist() == before.tolist()


def test_a_seat_that_is_helped_does_not_use_its_own_rack_lines() -> None:
    opened = ["players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack me K3 N4 R5", "Ann 8 5", "Bob 9 0"]
    other = [line.replace("rack Bob G6 G6 R5", "rack Bob N4 N4 Y7") for line in opened]
    for lines in (opened, other):
        lines[4:] = ["Ann 1 0"]
    first, second = solve(*opened, seat="Bob"), solve(*other, seat="Bob")
    assert first.belief.chances.tolist() == second.belief.chances.tolist()


@pytest.mark.parametrize("name", ["classic", "stronghold"])
def test_the_order_of_independent_answers_does_not_matter(name: str) -> None:
    rng = random.Random(6)
    for seed in range(6):
        lines = random_log(seed, name, 3, 15, declare_prob=0.2, max_states=20_000)
        blocks: list[list[str]] = [[]]
        for line in lines:
            is_answer = line.split()[0] not in ("edition", "players", "rack", "declare", "reshuffle", "swap")
            if not is_answer or (blocks[-1] and blocks[-1][-1].split()[0] in ("rack", "players", "reshuffle", "swap")):
                blocks.append([])
            blocks[-1].append(line)
            if not is_answer:
                blocks.append([])
        shuffled = [line for block in blocks for line in rng.sample(block, len(block))]
        assert sorted(shuffled) == sorted(lines)
        one, other = solve(*lines), solve(*shuffled)
        np.testing.assert_allclose(one.belief.chances, other.belief.chances, rtol=1e-12, atol=0)


def test_all_orders_of_four_answers_agree() -> None:
    start = ["players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5"]
    answers = ["Ann 8 5", "Bob 16 >", "Ann 1 0", "Bob 10 2"]
    found = {tuple(solve(*start, *order).belief.chances.tolist()) for order in permutations(answers)}
    assert len(found) == 1


@pytest.mark.parametrize("name", NAMES)
def test_undo_restores_exactly(name: str) -> None:
    lines = random_log(3, name, 3, 10, declare_prob=0.4, swap_prob=0.2, max_states=2_000)
    solver = Solver()
    past = []
    for line in ["# start", *lines, "", "note end"]:
        past.append((solver.table, tuple(position_of(solver).beliefs), solver.contradictions, str(solver.log)))
        solver.tell(line)
    whole = (solver.table, tuple(position_of(solver).beliefs), solver.contradictions, str(solver.log))
    undone = []
    while past:
        undone.append(solver.undo())
        table, beliefs, contradictions, text = past.pop()
        assert solver.table == table
        assert tuple(position_of(solver).beliefs) == beliefs
        assert solver.contradictions == contradictions
        assert str(solver.log) == text
    with pytest.raises(LineError, match="nothing to undo"):
        solver.undo()
    for line in reversed(undone):
        solver.tell(line)
    assert (solver.table, str(solver.log)) == (whole[0], whole[3])
    last = whole[1][-1]
    assert last is not None
    assert solver.belief.chances.tolist() == last.chances.tolist()


def test_a_copy_is_independent() -> None:
    solver = solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 8 3")
    twin = solver.copy()
    before = (str(solver.log), solver.belief.chances.tolist(), solver.table)
    twin.tell("me 16 <\nAnn 1 1\nAnn 1 0")
    assert twin.contradictions
    assert (str(solver.log), solver.belief.chances.tolist(), solver.table) == before
    assert solver.contradictions == ()
    solver.undo()
    assert len(twin.log.lines) == 6


# -------------------------------------------------------------------------------------------- unreliable answers


@pytest.mark.parametrize(
    ("options", "answer", "error"),
    [
        (["option error_rate 0.1"], "Ann 8 5", 0.1),
        (["option error_rate 0.1"], "Ann 16 <", 0.1),
        (["option error_rate 0.3", "option doubt_rate 0.2"], "Ann 1 1 ?", 0.3),
        (["option doubt_rate 0.2"], "Ann 1 1 ?", 0.2),
        (["option doubt_rate 0.2"], "Ann 1 1", 0.0),
    ],
)
def test_an_answer_that_may_be_false_spares_the_others_a_share(options: list[str], answer: str, error: float) -> None:
    """A rack that disagrees keeps its weight times the error rate, shared among the other answers."""
    start = [*options, "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5"]
    before, after = solve(*start), solve(*start, answer)
    card = after.edition.card(int(answer.split()[1]))
    seen = after.table.racks["Bob"].tiles
    space = after.belief.space
    weights = np.array(
        [
            1 - error
            if card.answer([seen, space.rack(i)]) == answer.split()[2]
            else error / (len(card.meaning.symbols(2)) - 1)
            for i in range(len(space))
        ]
    )
    expected = before.belief.chances * weights
    np.testing.assert_allclose(after.belief.chances, expected / expected.sum(), rtol=1e-12)


def test_an_answer_that_was_not_heard_tells_nothing() -> None:
    start = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
    solver = solve(*start, "Ann 8 ?")
    assert solver.belief.chances.tolist() == solve(*start).belief.chances.tolist()
    assert solver.table.round == (8,)
    assert solver.table.next_player == "Bob"


def test_with_an_error_rate_nothing_is_ever_contradicted() -> None:
    solver = solve("option error_rate 0.05", "players Ann me", "rack Ann Y2 K5 B7", "Ann 1 0", "Ann 1 1", "Ann 8 1")
    assert solver.contradictions == ()
    assert solver.belief.possible


# ------------------------------------------------------------------------------------------------ contradictions

START = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")


def test_an_answer_that_leaves_no_rack_is_named_and_the_game_goes_on() -> None:
    solver = solve(*START, "Ann 1 0", "# the next one is false", "Ann 1 2", "Bob 8 5", "me 16 >")
    assert solver.contradictions == (6,)
    assert not solver.belief.possible
    assert len(solver.candidates) == 0
    assert solver.codes == []
    assert solver.belief.chances.sum() == 0
    assert not solver.solved
    assert solver.questions == []


@pytest.mark.parametrize("reshuffle", [(), ("reshuffle",)], ids=["", "after a reshuffle"])
def test_a_redraw_recovers_from_a_contradiction(reshuffle: tuple[str, ...]) -> None:
    """Nothing of the old rack's answers is believed, but the tiles in sight still are."""
    lines = [*START, "Ann 1 0", "Ann 1 2", *reshuffle]
    for own in ("declare me 123 wrong saw K3 N4 R5", "declare me 123 wrong"):
        solver = solve(*lines, own, "rack me ?")
        assert solver.contradictions == (5,), own
        assert solver.belief.possible
        plain = solve(*START, *reshuffle, own, "rack me ?")
        np.testing.assert_allclose(solver.belief.chances, plain.belief.chances, rtol=1e-12)
        solver.tell("Bob 8 5")
        assert solver.contradictions == (5,)
        solver.tell("Ann 1 0\nAnn 1 2")
        assert solver.contradictions == (5, 10 + len(reshuffle))


@pytest.mark.parametrize("first", [True, False], ids=["contradicted, reshuffled", "reshuffled, contradicted"])
def test_the_doubted_old_rack_still_lacks_the_tiles_that_were_out_when_it_was_dealt(first: bool) -> None:
    start = ["players Ann me", "rack Ann K5 P7 G1", "declare Ann 157 right", "rack Ann Y2 Y2 K3"]
    false = ["Ann 1 0", "Ann 1 1"]
    own = ["declare me 123 wrong", "rack me ?"]
    solver = solve(*start, *(false if first else []), "reshuffle", *([] if first else false), *own)
    plain = solve(*start, "reshuffle", *own)
    assert len(solver.contradictions) == 1
    np.testing.assert_allclose(solver.belief.chances, plain.belief.chances, rtol=1e-12)


def test_undo_takes_a_contradiction_back() -> None:
    solver = solve(*START, "Ann 1 0", "Ann 1 2")
    solver.undo()
    assert solver.contradictions == ()
    assert solver.belief.possible


def test_finding_on_my_rack_what_was_excluded_is_a_contradiction() -> None:
    solver = solve(*START, "Ann 1 0", "declare me 777 right saw B7 B7 Y7", "rack me ?")
    assert solver.contradictions == (5,)
    assert solver.belief.possible
    assert not any(rack.count("B7") > 1 for rack in chances(solver.belief))


def _certain_game() -> tuple[list[str], str]:
    """A stronghold game in which only one code of mine is left."""
    for seed in range(100):
        lines, _ = reference.random_game(random.Random(seed), "stronghold", 4, 16, declare_prob=0)
        codes = solve(*lines).codes
        if len(codes) == 1:
            return lines, codes[0].numbers
    raise AssertionError("no such game")


def test_the_only_code_declared_wrong_is_a_contradiction() -> None:
    """Some answer was false, and it was about this rack: the slow twin has nothing left."""
    lines, code = _certain_game()
    lines.append(f"declare me {code} wrong")
    assert reference.beliefs(lines)[-1] == {}
    solver = solve(*lines)
    assert solver.contradictions == (len(lines),)
    solver.tell("rack me ?")
    assert solver.belief.possible


def test_an_excluded_code_declared_right_is_a_contradiction() -> None:
    lines, code = _certain_game()
    other = "345" if code != "345" else "245"
    lines.append(f"declare me {other} right")
    assert reference.beliefs(lines)[-1] == {}
    assert solve(*lines).contradictions == (len(lines),)


def test_a_redraw_recovers_when_an_older_unseen_rack_turns_out_impossible() -> None:
    """A false answer put the black 5 on my old rack, which went out unseen; then Ann draws it."""
    lines = [
        *(
            "edition stronghold",
            "players Ann Bob Cid me",
            "rack Ann Y2 R5 B7",
            "rack Bob G6 G6 R5",
            "rack Cid N4 P7 Y7",
        ),
        *("Ann 11 3", "declare me 123 wrong", "rack me ?", "declare Ann 257 right", "rack Ann K5 N4 B7"),
    ]
    solver = solve(*lines)
    assert all({"G1", "K5"} <= set(rack) for rack in chances(position_of(solver).beliefs[5]))  # type: ignore[arg-type]
    assert solver.contradictions == (10,)
    solver.tell("declare me 366 right saw K3 P6 P6\nrack me ?")
    assert solver.contradictions == (10,)
    assert solver.belief.possible


@pytest.mark.parametrize(
    "lines",
    [
        ("edition unique49", "players Ann me", "rack Ann Y2 K5 B7", "rack spare1 G1", "rack spare2 G2"),
        ("option advanced", "players Ann me", "rack Ann Y2 R5 B7"),
    ],
    ids=["unique49", "advanced"],
)
@pytest.mark.parametrize("guess", ["K5 K5 K5", "G1 G1 P6"])
def test_a_guess_that_no_rack_can_be_is_simply_wrong(lines: tuple[str, ...], guess: str) -> None:
    """A player may name tiles that the deck does not have so often; nothing is learnt from that."""
    solver = solve(*lines, f"declare me {guess} wrong", "rack me ?")
    plain = solve(*lines, "declare me 111 wrong", "rack me ?")
    np.testing.assert_allclose(solver.belief.chances, plain.belief.chances, rtol=1e-12)


@pytest.mark.parametrize("numbers", ["111", "222", "777"])
def test_numbers_that_no_rack_has_are_simply_wrong_too(numbers: str) -> None:
    """777 can be mine; the others cannot, and exclude nothing."""
    assert check_game(["players Ann me", "rack Ann Y2 R5 B7", f"declare me {numbers} wrong", "rack me ?"], "me") == 4


def test_an_answer_cannot_be_wrong_where_the_card_has_no_other() -> None:
    belief = solve("players Ann me", "rack Ann Y2 R5 B7").belief
    heard = belief.heard(8, (0,) * 7, 3, error=0.25, others=0)
    assert set(heard.likelihood.tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        (("declare me 146 wrong", "rack me ?"), ""),
        (("declare me 146 right", "rack me ?"), "G1 N4 P6"),
        (("declare me 146 right", "rack me ?", "declare me 346 right", "rack me ?"), "G1 N4 P6 K3 N4"),
        (("declare me 146 right", "rack me ?", "reshuffle"), ""),
    ],
)
def test_tiles_that_every_unseen_rack_of_mine_had_are_out_of_play(lines: tuple[str, ...], gone: str) -> None:
    """Three colours were on the first rack, so the 6 beside the only 1 was pink; the second 6 may be either."""
    solver = solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 8 3", *lines)
    assert Counter(map(str, solver.out_of_play.elements())) == Counter(["Y2", "K5", "B7", *gone.split()])
