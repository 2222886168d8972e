"""Features of a learnt policy: compiled games and the log of the same game give the same numbers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import plain_kernels
import pytest
from numba import njit
from reference import random_game
from slow_features import slow_features

from code777solver import Solver, load_edition
from code777solver.kernels import board as kinds
from code777solver.kernels import policy as compiled_policy
from code777solver.play.features import A_RIVAL, OWN, Situation, count_events, expected_best, features, numbers_of
from code777solver.play.policy import Policy
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.play.transcripts import NAMES, _line, edition_lines
from code777solver.results import Table
from code777solver.table.notation import read_log

TABLES = [
    ("classic", 4, (kinds.THRESHOLD, kinds.THRESHOLD, kinds.CERTAIN, kinds.LOOK), (0.1, 0.5, 0.0, 0.06)),
    ("classic", 2, (kinds.THRESHOLD, kinds.CERTAIN), (0.3, 0.0)),
    ("stronghold", 3, (kinds.THRESHOLD, kinds.THRESHOLD, kinds.LOOK), (0.5, 0.7, 0.0)),
    ("code77", 4, (kinds.THRESHOLD,) * 4, (0.7, 0.8, 0.9, 1.0)),
]


def random_policy(rivals: int) -> Policy:
    random = np.random.default_rng(1)
    inner = random.normal(size=(OWN + A_RIVAL * rivals + 1, 8)).astype(np.float32)
    return Policy(inner, random.normal(size=(5, 9)).astype(np.float32), {})


def opened(record: Any) -> Any:
    return plain_kernels._opened(record)[0]


@pytest.mark.parametrize(("name", "players", "strategy", "parameter"), TABLES)
@pytest.mark.parametrize("spare", [0, 1])
def test_features_of_a_log_are_those_of_the_simulated_game(
    name: str, players: int, strategy: tuple[int, ...], parameter: tuple[float, ...], spare: int
) -> None:
    """At every card of a game, for every seat; also with room for one rival more than there is."""
    net = random_policy(players - 1 + spare)
    table = SimulatedTable(load_edition(name), Seating((kinds.ADVISED,) * players, (0.0,) * players), policies=[net])
    board = table.packed[0]
    board["strategy"], board["parameter"], board["weighing"] = strategy, parameter, 1
    state, kernel = table.state(recorded=True), plain_kernels.sibling("policy")
    plain_kernels.begin(table.packed, state, np.uint64(9), np.uint64(spare))
    opening = [*edition_lines(table.edition), f"players {' '.join(NAMES[:players])}"]
    compared = 0
    while plain_kernels.goes_on(table.packed, state) and compared < 80:
        plain_kernels.next_turn(table.packed, state)
        while plain_kernels.declarations(table.packed, state):
            pass
        if state[0]["now"][kinds.WINNER] >= 0 or state[0]["now"][kinds.CUT_SHORT]:
            break  # a simulated player forgets unlikely sums of unseen racks, where there are very many
        events = state[0]["events"][: state[0]["now"][kinds.EVENTS]].tolist()
        text = "\n".join([*opening, *(_line(table, *event) for event in events)])
        for seat in range(players):
            with np.errstate(over="ignore"):
                kernel.look_around(opened(table.packed), opened(state), seat)
                ahead = kernel.expected_best(opened(table.packed), opened(state), seat)
            solver = Solver.from_log(text, seat=NAMES[seat])
            happened = [step.event for step in read_log(text, Table(viewer=NAMES[seat])).steps]
            found = features(solver.table, happened, solver.belief, NAMES[seat], players - 1 + spare)
            np.testing.assert_array_max_ulp(found, state[0]["features"], maxulp=1)
            looked = expected_best(solver.table, solver.belief, NAMES[seat])
            assert looked == pytest.approx(ahead, rel=1e-9)
            compared += 1
    assert compared >= 12


def test_a_declaration_begins_a_new_count_of_answers() -> None:
    text = (
        "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 8 5\nBob 10 2 ?\nme 5 1\ndeclare Ann 777 wrong"
    )
    happened = [step.event for step in read_log(text).steps]
    assert count_events(happened, ("Ann", "Bob", "me")) == ([0, 2, 2], [1, 0, 0], 3, [0, 0, 1])


@pytest.mark.parametrize(
    ("edition", "players", "cards"),
    [
        *(("classic", players, 26) for players in (2, 3, 4, 5)),
        *(("stronghold", players, 22) for players in (2, 3, 4, 5)),
        ("code77", 4, 26),
        ("unique49", 3, 3),
    ],
)
def test_features_are_what_they_are_said_to_be(edition: str, players: int, cards: int) -> None:
    """Worked out a second time from the lines, with chances from a slow filter that shares nothing with the package."""
    lines, _ = random_game(random.Random(players), edition, players, cards, max_states=3000)
    compared = 0
    for end in range(len(lines), 5, -4):
        solver = Solver.from_log("\n".join(lines[:end]))
        table = solver.table
        if table.winner is not None or table.waiting or not solver.belief.is_full:
            continue
        happened = [step.event for step in solver.log.steps]
        found = features(table, happened, solver.belief, "me")
        np.testing.assert_allclose(found, slow_features(lines[:end], "me"), rtol=1e-6, atol=1e-7)
        compared += 1
    assert compared >= (1 if edition == "unique49" else 3)


def situation(**changed: Any) -> Situation:
    """Four players in the middle of a game, seen by the second."""
    usual = Situation(
        me=1,
        codes=np.array([0.2, 0.5, 0.3]),
        codes_left=4.0,
        racks_left=16.0,
        need=[3, 2, 3, 3],
        turns=[0, 1, 2, 3],
        answers_since_draw=[4, 5, 4, 4],
        wrong=[0, 0, 0, 0],
        answers=30,
        unseen=[0, 0, 0, 0],
        pile=0.25,
        stack=0.5,
        common=[0.0, 0.0, 0.0, 0.0],
    )
    return usual._replace(**changed)


def test_what_grows_with_a_long_game_is_bounded() -> None:
    long = numbers_of(situation(answers=101, wrong=[16, 0, 15, 14]))
    assert long[16] == 2.5 == numbers_of(situation(answers=100))[16]
    assert numbers_of(situation(answers=99))[16] == pytest.approx(99 / 40)
    assert long[OWN + 6 :: A_RIVAL].tolist() == pytest.approx([3, 3, 14 / 5])
    assert long[OWN + 7 :: A_RIVAL].tolist() == pytest.approx([4 * wrong / 111 for wrong in (16, 15, 14)])


@pytest.mark.parametrize(
    ("changed", "order"),
    [
        ({}, [0, 2, 3]),
        ({"turns": [3, 0, 1, 2]}, [2, 3, 0]),
        ({"need": [3, 2, 2, 1]}, [3, 2, 0]),
        ({"answers_since_draw": [4, 5, 4, 5]}, [3, 0, 2]),
        ({"answers_since_draw": [4, 5, 99, 4], "need": [2, 2, 3, 3]}, [0, 2, 3]),
        ({"answers_since_draw": [0, 5, 99, 4], "need": [2, 2, 3, 3], "turns": [3, 1, 0, 2]}, [0, 2, 3]),
        ({"answers_since_draw": [90, 5, 95, 89]}, [0, 2, 3]),
        ({"answers_since_draw": [89, 5, 95, 90]}, [2, 3, 0]),
        ({"answers_since_draw": [4, 5, 4, 5], "turns": [0, 1, 2, 9]}, [3, 0, 2]),
    ],
)
def test_the_most_dangerous_rival_comes_first(changed: dict[str, Any], order: list[int]) -> None:
    """Order: fewest points needed; most answers heard, up to 90; first to read. A net for fewer rivals sees the first ones."""
    marked = situation(common=[0.1, 0.0, 0.2, 0.3], **changed)
    expected = [10 * marked.common[i] for i in order]
    assert numbers_of(marked)[OWN + 8 :: A_RIVAL].tolist() == pytest.approx(expected)
    assert numbers_of(marked, 2)[OWN + 8 :: A_RIVAL].tolist() == pytest.approx(expected[:2])
    assert numbers_of(marked, 4)[OWN + 8 :: A_RIVAL].tolist() == pytest.approx([*expected, 0])


def test_the_likeliest_codes_and_the_only_one() -> None:
    found = numbers_of(situation(need=[1, 1, 3, 1]))
    assert found[[0, 1, 2, 9]].tolist() == pytest.approx([0.5, 0.3, 0.38, 0.5])
    assert found[[17, 18]].tolist() == pytest.approx([0.4, 2 / 3])
    only = numbers_of(situation(codes=np.array([0.999_999])))
    assert only[:2].tolist() == [1.0, 0.0], "one code is certain, however the sum was rounded"


def test_where_answers_may_be_wrong_possibilities_count_by_how_uncertain_they_are() -> None:
    """All racks stay possible then. Equally likely ones count as many as they are, also in doubt."""
    lines = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 8 5")
    looked = {}
    for first, last in (("", ""), ("", " ?"), ("option error_rate 0.05\n", "")):
        solver = Solver.from_log(first + "\n".join(lines) + last)
        found = features(solver.table, (step.event for step in solver.log.steps), solver.belief, "me")
        looked[first, last] = 2 ** (10 * float(found[5]))
        chances = solver.belief.chances[solver.belief.chances > 0]
        doubtful = bool(first or last)
        assert looked[first, last] == pytest.approx(
            np.exp(-(chances * np.log(chances)).sum()) if doubtful else len(chances), rel=1e-4
        )
    assert len(set(looked.values())) == 3


@njit(_nrt=False, error_model="numpy")
def _looked_around(board: Any, state: Any, seat: int) -> None:
    compiled_policy.look_around(board[0], state[0], seat)


@pytest.mark.minutes
@pytest.mark.parametrize(("name", "players"), [("classic", 4), ("stronghold", 3)])
def test_compiled_features_are_those_of_the_log(name: str, players: int) -> None:
    """The machine code that simulated games run, on positions of a simulated game."""
    net = random_policy(players - 1)
    table = SimulatedTable(load_edition(name), Seating((kinds.ADVISED,) * players, (0.0,) * players), policies=[net])
    board = table.packed[0]
    board["strategy"], board["parameter"], board["weighing"] = (kinds.THRESHOLD,) * players, (0.4,) * players, 1
    state = table.state(recorded=True)
    plain_kernels.begin(table.packed, state, np.uint64(4), np.uint64(2))
    opening = [*edition_lines(table.edition), f"players {' '.join(NAMES[:players])}"]
    compared = 0
    while plain_kernels.goes_on(table.packed, state) and compared < 60:
        plain_kernels.next_turn(table.packed, state)
        while plain_kernels.declarations(table.packed, state):
            pass
        if state[0]["now"][kinds.WINNER] >= 0 or state[0]["now"][kinds.CUT_SHORT]:
            break
        events = state[0]["events"][: state[0]["now"][kinds.EVENTS]].tolist()
        text = "\n".join([*opening, *(_line(table, *event) for event in events)])
        for seat in range(players):
            _looked_around(table.packed, state, seat)
            solver = Solver.from_log(text, seat=NAMES[seat])
            found = features(solver.table, (step.event for step in solver.log.steps), solver.belief, NAMES[seat])
            np.testing.assert_array_max_ulp(found, state[0]["features"], maxulp=1)
            compared += 1
    assert compared >= 20


def test_what_is_lumped_of_unseen_racks_loses_no_rack() -> None:
    """With room for 64 sums instead of thousands nothing is lost, and the chances stay near the exact ones."""
    players = 3
    table = SimulatedTable(load_edition("stronghold"), Seating((kinds.THRESHOLD,) * players, (0.1, 0.1, 0.2)))
    state, codes = table.state(recorded=True, most_sums=64), plain_kernels.sibling("codes")
    opening = [*edition_lines(table.edition), f"players {' '.join(NAMES[:players])}"]
    off, uninformed, game = [], [], 0
    while len(off) < 24:
        if not game or not plain_kernels.goes_on(table.packed, state):
            plain_kernels.begin(table.packed, state, np.uint64(3), np.uint64(game))
            game += 1
        plain_kernels.next_turn(table.packed, state)
        while state[0]["now"][kinds.WINNER] < 0 and plain_kernels.declarations(table.packed, state):
            pass
        events = state[0]["events"][: state[0]["now"][kinds.EVENTS]].tolist()
        text = "\n".join([*opening, *(_line(table, *event) for event in events)])
        for seat in range(players):
            if state[0]["now"][kinds.WINNER] >= 0 or not state[0]["rest"][seat] > 0:
                continue
            codes.weigh_codes(opened(table.packed), opened(state), seat)
            left = np.unpackbits(state[0]["left"][seat].view(np.uint8), bitorder="little")[: len(table.board.target)]
            exact = Solver.from_log(text, seat=NAMES[seat]).belief.chances
            found = state[0]["weight"][seat] * left
            assert (found[exact > 0] > 0).all()
            off.append(abs(found / found.sum() - exact).sum() / 2)
            alike = (exact > 0) / np.count_nonzero(exact)
            uninformed.append(abs(alike - exact).sum() / 2)
    assert len(off) > 10
    assert np.mean(off) < 0.3 * np.mean(uninformed)
