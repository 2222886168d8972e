"""Slips in a log that are no misheard answers: each one that is told fixes the whole log, to its last line."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import reference
from strategies import solve

from code777solver import Code777Error, Solver
from code777solver.results import Misreading

OTHERS = ("Ann", "Bob", "Cid", "Dan")
REFUTED = """\
players Cid Ann Bob me
rack Cid N4 G6 G6
rack Ann N4 R5 B7
rack Bob N4 R5 P6
Cid 3 1
rack me ?
declare me 257 wrong saw Y2 G6 B7
rack me ?
Ann 23 =
declare Cid 466 right
rack Cid Y2 K5 P7
"""


def mended(lines: list[str], slip: Misreading) -> list[str]:
    """The log as the suggestion says that it should read."""
    place = slip.line - 1
    return [*lines[:place], slip.instead, *lines[place + (slip.kind in ("tile", "player")) :]]


def slipped(seed: int) -> list[str]:
    """A true game with redraws in which one tile, or the name of who answered, was noted wrongly."""
    rng = random.Random(seed)
    edition = rng.choice(["classic", "stronghold", "code77"])
    options = {"declare_prob": 0.35, "max_states": 2_000, "swap_prob": 0.08}
    lines, _ = reference.random_game(rng, edition, rng.choice([3, 4]), rng.randint(8, 18), **options)
    if rng.random() < 0.5:
        places = [n for n, line in enumerate(lines) if line.startswith("rack") and "?" not in line]
        place = rng.choice(places)
        word, name, *tiles = lines[place].split()
        tiles[rng.randrange(len(tiles))] = rng.choice(list(reference.DECK_28))
        lines[place] = " ".join((word, name, *tiles))
    else:
        place = rng.choice([n for n, line in enumerate(lines) if line.split()[0] in OTHERS])
        players = [name for name in lines[1].split()[1:] if name != "me"]
        lines[place] = " ".join((rng.choice(players), *lines[place].split()[1:]))
    return lines


def contradicted(seeds: range) -> Iterator[tuple[list[str], Solver]]:
    for seed in seeds:
        lines = slipped(seed)
        try:
            solver = solve(*lines)
        except Code777Error:
            continue
        if not solver.belief.possible and solver.belief.is_full:
            yield lines, solver


@pytest.mark.seconds
def test_every_suggestion_mends_the_whole_log() -> None:
    """Of 199 suggested tiles 71 fixed nothing: other lines refuted them."""
    tried, games = {"tile": 0, "player": 0, "reshuffle": 0, "reading": 0}, 0
    for lines, solver in contradicted(range(200)):
        games += 1
        for slip in solver.diagnose().misreadings:
            again = solve(*mended(lines, slip))
            assert again.belief.possible
            assert len(again.contradictions) < len(solver.contradictions)
            assert (slip.racks, slip.codes) == (len(again.candidates), len(again.codes))
            tried[slip.kind] += 1
    assert games > 15
    assert tried["tile"] > 50
    assert tried["player"] > 10


def test_the_slow_twin_agrees_on_what_is_left() -> None:
    for lines, solver in contradicted(range(200, 260)):
        for slip in solver.diagnose().misreadings[:3]:
            if slip.kind != "reading" and not solve(*mended(lines, slip)).contradictions:  # of an older rack
                left = reference.beliefs(mended(lines, slip))[-1]
                assert (slip.racks, slip.codes) == (len(left), len(reference.codes(left)))


def test_a_tile_that_another_line_refutes_is_not_suggested() -> None:
    """Line 10 says that 466 was right, so Cid had no black 3."""
    solver = Solver.from_log(REFUTED)
    assert solver.contradictions
    found = [slip.text for slip in solver.diagnose().misreadings]
    assert "Cid has K3 and not G6" not in found
    assert "Cid has P6 and not G6" in found


def test_what_a_suggestion_changes_is_named() -> None:
    solver = Solver.from_log(REFUTED)
    (slip,) = [slip for slip in solver.diagnose().misreadings if slip.kind == "tile" and slip.line != 11]
    assert (slip.line, slip.instead) == (2, "rack Cid N4 G6 P6")


def test_a_tile_that_came_by_a_swap_is_changed_in_its_line() -> None:
    lines = ["players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "swap Bob G6 R5", "Ann 1 2"]
    found = [slip for slip in solve(*lines).diagnose().misreadings if slip.line == 4]
    assert found
    assert all(slip.instead.startswith("swap Bob G6 ") for slip in found)


def test_an_answer_heard_from_the_wrong_player_is_named() -> None:
    """Bob sees three 7s and says that there are more 7s that are not blue; it was noted as Ann's."""
    lines = ["players Ann Bob me", "rack Ann P7 Y7 Y7", "rack Bob B7 B7 B7", "Ann 16 <"]
    solver = solve(*lines)
    assert not solver.belief.possible
    (slip,) = [slip for slip in solver.diagnose().misreadings if slip.kind == "player"]
    assert (slip.text, slip.line, slip.instead) == ("Bob said it and not Ann: Bob 16 <", 4, "Bob 16 <")
    assert slip.racks == len(solve(*lines[:3], "Bob 16 <").candidates)


def test_nobody_else_is_suspected_at_a_table_for_two() -> None:
    solver = solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 1 1", "Ann 2 1")
    assert not solver.belief.possible
    assert [slip for slip in solver.diagnose().misreadings if slip.kind == "player"] == []


@pytest.mark.seconds
@pytest.mark.parametrize("kind", ["tile", "player"])
def test_the_planted_slip_is_found(kind: str) -> None:
    """The truth is among the suggestions, if the slip is of a kind that is looked for and concerns the present rack."""
    found = wanted = 0
    for seed in range(120):
        rng = random.Random(seed)
        lines, _ = reference.random_game(rng, "classic", 4, 14, declare_prob=0, swap_prob=0)
        if kind == "tile":
            place = rng.choice([n for n, line in enumerate(lines) if line.startswith("rack")])
            *head, tile = lines[place].split()
            wrong = " ".join((*head, rng.choice([other for other in reference.DECK_28 if other != tile])))
        else:
            place = rng.choice([n for n, line in enumerate(lines) if line.split()[0] in OTHERS])
            player, *rest = lines[place].split()
            others = [name for name in lines[1].split()[1:] if name not in ("me", player)]
            wrong = " ".join((rng.choice(others), *rest))
        false = [*lines[:place], wrong, *lines[place + 1 :]]
        try:
            solver = solve(*false)
        except Code777Error:
            continue
        if solver.belief.possible:
            continue
        wanted += 1
        right = solve(*lines)
        left = len(right.candidates), len(right.codes)
        found += any(
            slip.line == place + 1 and (slip.racks, slip.codes) == left and sorted(slip.instead) == sorted(lines[place])
            for slip in solver.diagnose().misreadings
        )
    assert wanted > 15
    assert found == wanted
