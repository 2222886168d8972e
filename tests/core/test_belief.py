"""The exact filter against two slow ones, and what must hold of any belief."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
import reference
from strategies import MOST_PLAYERS, NAMES, assert_same_chances, chances, join, play, random_log, solve

from code777solver import Solver
from code777solver.errors import LineError
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


@pytest.mark.parametrize("numbers", ["111", "222", "777"])
def test_numbers_that_no_rack_has_are_simply_wrong_too(numbers: str) -> None:
    """777 can be mine; the others cannot, and exclude nothing."""
    assert check_game(["players Ann me", "rack Ann Y2 R5 B7", f"declare me {numbers} wrong", "rack me ?"], "me") == 4
