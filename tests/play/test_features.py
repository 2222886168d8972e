"""What a learnt policy looks at: compiled games and the log of the same game give the same features."""

from __future__ import annotations

from typing import Any

import numpy as np
import plain_kernels
import pytest

from code777solver import Solver, Table, load_edition
from code777solver.kernels import board as kinds
from code777solver.play.features import A_RIVAL, OWN, expected_best, features, record_of
from code777solver.play.policy import Policy
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.play.transcripts import NAMES, _line, edition_lines
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
            np.testing.assert_allclose(found, state[0]["features"], rtol=1e-5, atol=1e-6)
            looked = expected_best(solver.table, solver.belief, NAMES[seat])
            assert looked == pytest.approx(ahead, rel=1e-9)
            compared += 1
    assert compared >= 12


def test_a_declaration_begins_a_new_count_of_answers() -> None:
    text = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 8 5\nBob 10 2 ?\nme 5 1\ndeclare Ann 777 wrong"
    happened = [step.event for step in read_log(text).steps]
    assert record_of(happened, ("Ann", "Bob", "me")) == ([0, 2, 2], [1, 0, 0], 3, [0, 0, 1])
