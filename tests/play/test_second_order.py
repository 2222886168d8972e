"""Players who take it that the others reason from silence (`silence:2`), in small games in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import plain_kernels
import pytest
from slow_games import write_edition

from code777solver import Edition, Simulation, Solver
from code777solver.errors import Code777Error
from code777solver.kernels import board as kinds
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.play.transcripts import NAMES, _line

DECK = {"G1": 2, "Y2": 3, "K3": 2, "N4": 3, "R5": 3, "G6": 2}
CARDS = (
    'racks = "sum >= 12"',
    'racks = "colours == 3"',
    'racks = "identical >= 2"',
    'seen = "numbers == 0"',
    'compare = ["Y2", "N4"]',
    'compare = ["K3", "R5"]',
    'tiles = ["G1", "G6"]',
)
RULES = {"reshuffle_at": 2, "reshuffle_when": "at_once", "own_tiles_seen": "always", "most_players": 3, "racks": 0}


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    return write_edition(tmp_path_factory.mktemp("own"), DECK, CARDS, RULES)


def table_of(edition: Edition, others: float, players: int = 3) -> SimulatedTable:
    """One who reasons twice, and others who reason so deeply from silence."""
    kind = kinds.SILENCE if others else kinds.CERTAIN
    depths = (2.0, *(others,) * (players - 1))
    return SimulatedTable(edition, Seating((kinds.SILENCE,) + (kind,) * (players - 1), depths))


def settled(table: SimulatedTable, seed: int, game: int, cards: int = 40) -> Iterator[Any]:
    """The state of a game after each card, when nobody wants to declare any more."""
    state = table.state(recorded=True)
    plain_kernels.begin(table.packed, state, np.uint64(seed), np.uint64(game))
    while plain_kernels.goes_on(table.packed, state) and state[0]["now"][kinds.CARDS] < cards:
        plain_kernels.next_turn(table.packed, state)
        while plain_kernels.declarations(table.packed, state):
            pass
        if state[0]["now"][kinds.WINNER] < 0:
            yield state[0]


def members(words: Any) -> set[int]:
    return set(np.nonzero(np.unpackbits(np.asarray(words).view(np.uint8), bitorder="little"))[0].tolist())


def supposed(table: SimulatedTable, lines: list[str], racks: dict[str, int], seat: str) -> set[int] | None:
    """Racks that ``seat`` may hold by the log, if others had drawn these racks last; None if the deck does not allow it."""
    lines = list(lines)
    for name, rack in racks.items():
        last = max(i for i, line in enumerate(lines) if line.startswith(f"rack {name}"))
        tiles = " ".join(str(table.edition.deck.kinds[kind]) for kind in table.board.kinds[rack])
        lines[last] = f"rack {name} {tiles}"
    try:
        solver = Solver.from_log("\n".join(lines), edition=table.edition, seat=seat)
    except Code777Error:
        return None
    return set(np.nonzero(solver.belief.chances)[0].tolist())


def test_what_everybody_knows_with_each_pair_of_racks(edition: Edition) -> None:
    """The log from a third seat, with other racks in the places of two, leaves that seat just those racks."""
    table, compared, own = table_of(edition, 0.0), 0, 0
    racks = len(table.board.target)
    for game in range(3):
        for state in settled(table, 5, game, 9):
            if state["now"][kinds.CARDS] % 4 != 1:
                continue
            lines = [f"players {' '.join(NAMES[:3])}"]
            lines += [_line(table, *event) for event in state["events"][: state["now"][kinds.EVENTS]].tolist()]
            mine = sorted(members(state["left"][0]) - members(state["silence_excluded"][0]))
            for o, p in ((1, 2), (2, 1)):
                for rack in mine[:: max(1, len(mine) // 3)]:
                    out = members(state["ruled_out"][o * racks + rack])
                    theirs = sorted(members(state["others"][o * racks + rack]) - out)
                    for x in theirs[:: max(1, len(theirs) // 3)]:
                        expected = supposed(table, lines, {NAMES[0]: rack, NAMES[o]: x}, NAMES[p])
                        if expected is not None:
                            row = (((o * 3 + p) * racks) + rack) * racks + x
                            assert members(state["nested_sets"][row]) == expected
                            compared += 1
                        expected = supposed(table, lines, {NAMES[o]: x}, NAMES[0])
                        if expected is not None:
                            assert members(state["nested_sets"][(o * 3 * racks) * racks + x]) == expected
                            own += 1
    assert compared > 40
    assert own > 40


@pytest.mark.parametrize("players", [2, 3])
def test_with_the_true_rack_the_others_rule_out_what_they_really_do(edition: Edition, players: int) -> None:
    """At a table with people who reason from silence by the answers, they themselves are the yardstick."""
    table, told, helped = table_of(edition, 1.0, players), 0, 0
    racks = len(table.board.target)
    for game in range(6):
        for state in settled(table, 8, game):
            mine = int(state["rack"][0])
            assert mine not in members(state["silence_excluded"][0])
            helped += len(members(state["silence_excluded"][0]) & members(state["left"][0]))
            for o in range(1, players):
                left = members(state["left"][o])
                assert members(state["others"][o * racks + mine]) == left
                ruled_out = members(state["ruled_out"][o * racks + mine]) & left
                assert ruled_out == members(state["silence_excluded"][o]) & left
                told += len(ruled_out)
            assert state["wrong"].sum() == 0
    assert told > 0
    assert helped > 0


def test_it_excludes_what_the_solver_excludes_at_depth_two(edition: Edition) -> None:
    """The solver takes silence once a card; here those who draw their conclusions at once may tell more."""
    table, compared = table_of(edition, 1.0), 0
    for game in range(8):
        for state in settled(table, 8, game, 12):
            lines = [f"players {' '.join(NAMES[:3])}"]
            lines += [_line(table, *event) for event in state["events"][: state["now"][kinds.EVENTS]].tolist()]
            if any(line.startswith("declare") for line in lines):
                break  # the solver draws conclusions from declarations too
            solver = Solver.from_log("\n".join(lines), edition=table.edition, seat=NAMES[0])
            left = set(np.nonzero(solver.belief.chances)[0].tolist())
            assumed = solver.assuming_silence(depth=2).chances
            excluded = left - set(np.nonzero(assumed)[0].tolist())
            assert excluded <= members(state["silence_excluded"][0])
            compared += len(excluded)
    assert compared > 0


def test_who_reasons_twice_is_refused_where_it_takes_too_much_memory() -> None:
    with pytest.raises(Code777Error, match=r"each of the 18424 racks of 'unique49': that takes too much memory"):
        Simulation("unique49", ["silence:2", "certain", "certain"])
