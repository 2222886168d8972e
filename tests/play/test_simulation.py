"""Many games: the same seed gives the same games, however they are played; deals and draws are fair; known figures."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import plain_kernels
import pytest
from slow_games import players_of, write_edition

from code777solver import load_edition
from code777solver.errors import RuleError
from code777solver.kernels import board as kinds
from code777solver.kernels import games as compiled_kernels
from code777solver.play.results import Results, total
from code777solver.play.simulation import Simulation, simulate
from code777solver.play.transcripts import _line

pytestmark = pytest.mark.minutes

HIDDEN = load_edition("classic").with_options({"own_tiles_seen": "if_right", "reshuffle_at": 1, "tie": "first"})
"""Racks go out of play unseen by their owners: the most that a game has to remember."""
MIXED = ("threshold:0.35", "forgetful:0.2", "threshold:0.6")


def rows(simulation: Simulation, first: int, games: int, kernels: Any = compiled_kernels, **room: bool) -> Any:
    """Ends of games, one row a game, and the counts of the cards."""
    state = simulation.table.state(**room)
    found = np.zeros((games, kinds.SEATS + 2 * simulation.table.players), np.int32)
    kernels.play(simulation.table.packed, state, np.uint64(simulation.seed), np.uint64(first), found)
    return found, state[0]["pruned"][: len(simulation.edition.cards)].copy()


def same(one: Results, other: Results) -> bool:
    arrays = ("wins", "played", "right", "wrong", "lengths")
    numbers = ("games", "unfinished", "cut", "cards_drawn", "seed", "strategies")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays) and all(
        getattr(one, name) == getattr(other, name) for name in numbers
    )


# -------------------------------------------------------------------------------------------- the same games


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_change_the_games(threads: int) -> None:
    alone = simulate(HIDDEN, MIXED, games=1100, seed=5)
    assert same(simulate(HIDDEN, MIXED, games=1100, seed=5, threads=threads), alone)
    assert alone.games == 1100


def test_threads_do_not_change_sums_of_shares() -> None:
    one, two = (simulate("classic", players=4, games=9000, seed=5, pruning=True, threads=n) for n in (1, 2))
    assert same(one, two)
    assert one.pruned is not None and np.array_equal(one.pruned, two.pruned)  # to the last bit


def test_blocks_of_any_size_add_up_to_the_same() -> None:
    simulation = Simulation(HIDDEN, MIXED, seed=5)
    whole = simulation.run(500)
    bounds = [0, 1, 2, 130, 131, 400, 500]
    parts = [simulation.block(a, b - a) for a, b in pairwise(bounds)]
    assert same(total(parts), whole)
    simulation.block_size = 77
    assert same(simulation.run(500, threads=2), whole)


@pytest.mark.parametrize(("edition", "given"), [(HIDDEN, MIXED), (HIDDEN, ("threshold:0.2",) * 3)])
def test_a_game_alone_is_the_same_as_in_a_run(edition: Any, given: tuple[str, ...]) -> None:
    """A game leaves nothing behind that reaches into the next."""
    simulation = Simulation(edition, given, seed=8)
    whole, _ = rows(simulation, 0, 120)
    for game in range(120):
        assert rows(simulation, game, 1)[0][0].tolist() == whole[game].tolist(), game


def test_other_seeds_give_other_games() -> None:
    found = [simulate(HIDDEN, MIXED, games=200, seed=seed) for seed in (0, 1, 2**63 - 1)]
    assert not any(np.array_equal(a.lengths, b.lengths) for a, b in combinations(found, 2))
    simulation = Simulation(HIDDEN, MIXED, seed=1)
    assert len({tuple(row) for row in rows(simulation, 0, 100)[0].tolist()}) > 90


def test_the_compiled_kernels_play_what_plain_python_plays() -> None:
    simulation = Simulation(HIDDEN, MIXED, seed=21)
    assert rows(simulation, 3, 5)[0].tolist() == rows(simulation, 3, 5, plain_kernels)[0].tolist()
    simulation = Simulation("classic", ["certain"], players=4, seed=21)
    fast, slow = (rows(simulation, 10, 12, each, pruned=True) for each in (compiled_kernels, plain_kernels))
    assert fast[0].tolist() == slow[0].tolist()
    assert np.allclose(fast[1], slow[1])
    assert fast[1][:, :, 0].sum() > 0


def test_games_are_the_same_when_they_are_written_down() -> None:
    """Counted from the logs: wins and declarations by strategy and seat, with strategies moving on each game."""
    simulation = Simulation(HIDDEN, MIXED, seed=13)
    found, expected = simulation.run(60), np.zeros((3, 3, 3), np.int64)
    cards = 0
    for game in range(60):
        played = simulation.transcript(game)
        names = players_of(played)
        for seat, name in enumerate(names):
            strategy = (seat + game) % 3
            said = [line.split()[-1] for line in played.lines if line.startswith(f"declare {name} ")]
            expected[:, strategy, seat] += [played.winner == name, said.count("right"), said.count("wrong")]
        cards += sum(line.split()[0] in names for line in played.lines)
    assert found.wins.tolist() == expected[0].tolist()
    assert found.right.tolist() == expected[1].tolist()
    assert found.wrong.tolist() == expected[2].tolist()
    assert found.cards_drawn == cards
    assert found.played.tolist() == [[20] * 3] * 3
    assert sum(row["wins"] for row in found.by_seat()) == 60 - found.unfinished


def test_progress_is_told_and_results_are_kept() -> None:
    simulation, told = Simulation(HIDDEN, MIXED, seed=1), list[tuple[int, int]]()

    def progress(done: int, games: int) -> None:
        told.append((done, games))
        if done >= 512:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="^$"):
        simulation.run(2000, progress=progress)
    assert told == [(256, 2000), (512, 2000)]
    assert same(simulation.results, simulate(HIDDEN, MIXED, games=512, seed=1))
    with pytest.raises(KeyboardInterrupt, match="^$"):
        simulation.run(2000, threads=2, progress=progress)
    assert same(simulation.results, simulate(HIDDEN, MIXED, games=512, seed=1))


# --------------------------------------------------------------------------------------------------- fairness


def chi_square(counts: dict[Any, int], shares: dict[Any, float]) -> float:
    """Distance of counts from shares, in standard deviations; cells that expect fewer than five are put together."""
    games, rest, cells = sum(counts.values()), [0.0, 0.0], []
    for key, share in shares.items():
        if share * games < 5:
            rest[0] += counts.get(key, 0)
            rest[1] += share * games
        else:
            cells.append((counts.get(key, 0), share * games))
    cells += [(rest[0], rest[1])] if rest[1] >= 1 else []
    assert counts.keys() <= shares.keys()
    square = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    freedom = len(cells) - 1
    return (square - freedom) / math.sqrt(2 * freedom)


def lines_of(simulation: Simulation, state: Any, game: int) -> list[str]:
    """The log of a game without its head, quicker than `transcript`: nobody's racks are asked for."""
    found = np.zeros((1, kinds.SEATS + 2 * simulation.table.players), np.int32)
    compiled_kernels.play(simulation.table.packed, state, np.uint64(simulation.seed), np.uint64(game), found)
    events = state[0]["events"][: int(state[0]["now"][kinds.EVENTS])].tolist()
    return [_line(simulation.table, *event) for event in events]


def test_deals_draws_and_cards_are_fair() -> None:
    simulation = Simulation("classic", ["certain", "certain", "slow:0"], seed=3)
    deck = simulation.edition.deck
    held = dict(zip(map(str, deck.kinds), deck.copies, strict=True))
    tiles = [tile for tile, count in held.items() for _ in range(count)]
    racks = Counter(" ".join(sorted(rack)) for rack in combinations(tiles, 3))
    dealt: list[Counter[str]] = [Counter(), Counter(), Counter()]
    first, pairs, drawn, expected = Counter[int](), Counter[tuple[int, int]](), Counter[str](), Counter[str]()
    state = simulation.table.state(recorded=True)
    for game in range(2500):
        lines = lines_of(simulation, state, game)
        names = {"Ann": 0, "Bob": 1, "Cid": 2}
        left = Counter(held)
        for line in lines[:3]:
            _, name, *rack = line.split()
            dealt[names[name]][" ".join(sorted(rack))] += 1
            left.subtract(rack)
        cards = [int(line.split()[1]) for line in lines if line.split()[0] in names]
        first[cards[0]] += 1
        pairs[cards[0], cards[1]] += 1
        refill = next(line for line in lines[3:] if line.startswith("rack"))  # 19 tiles are in the pile
        drawn[refill.split()[2]] += 1
        drawn[refill.split()[3]] += 1
        drawn[refill.split()[4]] += 1
        expected.update({tile: count * 3 / 19 for tile, count in left.items()})  # type: ignore[dict-item]
    every = sum(racks.values())
    for counts in dealt:
        assert abs(chi_square(counts, {rack: ways / every for rack, ways in racks.items()})) < 4
    assert abs(chi_square(first, dict.fromkeys(range(1, 24), 1 / 23))) < 4
    both = {(a, b): 1 / (23 * 22) for a in range(1, 24) for b in range(1, 24) if a != b}
    assert pairs.keys() <= both.keys()
    for tile, mean in expected.items():
        assert abs(drawn[tile] - mean) < 4.5 * math.sqrt(mean)


# ----------------------------------------------------------------------------------------------- known figures


def test_four_certain_players_of_the_classic_game() -> None:
    games = 40_000
    found = simulate("classic", players=4, games=games, seed=1, pruning=True)
    error = math.sqrt(0.25 * 0.75 / games)
    for row, share in zip(found.by_seat(), (0.230, 0.243, 0.257, 0.270), strict=True):
        assert abs(row["share"] - share) < 4 * error + 0.0005
        assert row["low"] < row["share"] < row["high"]
    assert found.wrong.sum() == found.unfinished == found.cut == 0
    pruning = found.pruning()
    assert pruning[0]["card"] == 8 and abs(pruning[0]["mean"] - 0.425) < 4 * pruning[0]["error"] + 0.0005
    assert pruning[-1]["card"] == 7 and abs(pruning[-1]["mean"] - 0.163) < 4 * pruning[-1]["error"] + 0.0005
    early = {row["card"]: row for row in found.pruning("early")}
    late = {row["card"]: row for row in found.pruning("late")}
    assert all(early[card]["answers"] > 0 < late[card]["answers"] for card in range(1, 24))
    answers = sum(row["answers"] for row in pruning)
    assert answers == 3 * found.cards_drawn  # every card is heard by three
    lengths = found.lengths_table()
    assert lengths["quarter"] <= lengths["half"] <= lengths["three_quarters"]
    assert lengths["cards_a_point"] == pytest.approx(found.cards_drawn / found.right.sum())


# --------------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("games", [0, -1, 10**12 + 1])
def test_an_impossible_number_of_games(games: int) -> None:
    with pytest.raises(RuleError, match=rf"{games} games: it must be a whole number from 1 to 10\^12"):
        Simulation(HIDDEN, MIXED).run(games)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_an_impossible_seed(seed: int) -> None:
    with pytest.raises(RuleError, match=f"seed {seed}: it must be a whole number from 0 to"):
        Simulation(HIDDEN, MIXED, seed=seed)


def test_an_edition_with_too_few_tiles_to_replace_a_spare(tmp_path: Path) -> None:
    """Twelve tiles on four racks: after a right declaration nothing is left to put on a playerless rack."""
    deck = {"G1": 1, "Y2": 2, "K3": 3, "N4": 3, "R5": 3}
    rules = {"most_players": 2, "racks": 4, "spares_refreshed": 1, "reshuffle_at": 1}
    edition = write_edition(tmp_path, deck, ['racks = "sum >= 9"', 'compare = ["3", "4"]'], rules)
    with pytest.raises(RuleError, match="tiles are too few"):
        Simulation(edition, ["certain"], players=2)


def test_pruning_is_counted_with_a_single_card(tmp_path: Path) -> None:
    deck = {"G1": 2, "Y2": 3, "K3": 3, "N4": 3}
    edition = write_edition(tmp_path, deck, ['seen = "colours >= 1"'], {"most_players": 2, "points_to_win": 1})
    simulation = Simulation(edition, ["certain"], players=2, pruning=True)
    _, pruned = rows(simulation, 0, 2, plain_kernels, pruned=True)
    assert pruned[0, :, 0].sum() > 0


@pytest.mark.parametrize(("reshuffle_at", "goes"), [(1, 2), (2, 1)])
def test_racks_are_filled_in_two_goes_only_where_there_is_room_for_it(reshuffle_at: int, goes: int) -> None:
    """Here the pile comes down to two tiles, and at 2 they are reshuffled before a rack is filled."""
    rules = {"racks": 4, "spare_tiles": 1, "points_to_win": 7, "reshuffle_when": "when_refilling"}
    rules["reshuffle_at"] = reshuffle_at
    simulation = Simulation(load_edition("classic").with_options(rules), ["certain"], players=2, seed=4)
    state = simulation.table.state(recorded=True)
    assert (state[0]["part"].size > 1) == (goes == 2)
    events = []
    for game in range(6):
        plain_kernels.play(simulation.table.packed, state, np.uint64(4), np.uint64(game), np.zeros((1, 7), np.int32))
        events += state[0]["events"][: state[0]["now"][kinds.EVENTS]].tolist()
    assert any(kind == kinds.PART for kind, *_ in events) == (goes == 2)
    full = len(simulation.table.board.target)
    filled = [rack for kind, who, rack, _ in events if kind == kinds.FILLED and who < 2]
    assert filled and max(filled) < full
