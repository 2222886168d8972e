"""Where answers may be wrong: advice and own cards count the errors, and no number of answers excludes a rack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import log2, prod

import pytest

from code777solver import Solver

CLASSIC = "option error_rate {rate}\nplayers Ann me\nrack Ann Y2 K5 B7\nAnn 16 <\nme 1 0\n"
UNIQUE = "edition unique49\noption error_rate {rate}\nplayers Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G1 N4 P6\nrack spare1 R3\n"


def outcomes(solver: Solver, card: int, players: list[str]) -> Iterator[list[float]]:
    """For each way in which the players may answer: the joint chance of it and of each rack left, from the definition."""
    asked, error, table = solver.edition.cards[card], solver.edition.rules.error_rate, solver.table
    scenes = [[table.racks[name].tiles for name in table.seen_by(player) if name != "me"] for player in players]
    symbols = [asked.meaning.symbols(len(scene) + 1) for scene in scenes]
    racks = [solver.edition.deck.rack(" ".join(one.tiles)) for one in solver.candidates]
    truths = [[asked.answer([*scene, rack]) for scene in scenes] for rack in racks]
    for said in product(*symbols):
        yield [
            one.probability
            * prod(
                1 - error if symbol == true else error / (len(every) - 1)
                for symbol, true, every in zip(said, truth, symbols, strict=True)
            )
            for one, truth in zip(solver.candidates, truths, strict=True)
        ]


def grouped(solver: Solver, chances: list[float], *, tiles: bool) -> list[float]:
    if tiles:
        return chances
    found: dict[str, float] = {}
    for one, chance in zip(solver.candidates, chances, strict=True):
        found[one.numbers] = found.get(one.numbers, 0.0) + chance
    return list(found.values())


def bits(chances: list[float]) -> float:
    total = sum(chances)
    return -sum(chance / total * log2(chance / total) for chance in chances if chance)


@pytest.mark.parametrize("rate", [0, 0.05, 0.25])
def test_the_chance_after_the_next_answer_counts_errors(rate: float) -> None:
    solver = Solver.from_log(CLASSIC.format(rate=rate))
    cards = solver.table.cards_to_come
    best = sum(
        max(grouped(solver, joint, tiles=False)) for card in cards for joint in outcomes(solver, card, ["Ann"])
    ) / len(cards)
    assert solver.advise().next_probability == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("rate", [0, 0.1, 0.3])
@pytest.mark.parametrize("card", [3, 10, 17])
def test_what_my_card_gains_counts_errors(rate: float, card: int) -> None:
    solver = Solver.from_log(UNIQUE.format(rate=rate))
    before = bits(grouped(solver, [one.probability for one in solver.candidates], tiles=True))
    after = sum(sum(joint) * bits(joint) for joint in outcomes(solver, card, ["Ann", "Bob"]) if sum(joint))
    assert solver.my_card(card).gained == pytest.approx(before - after, abs=1e-9)


@pytest.mark.parametrize("rate", [0, 0.2])
def test_so_do_the_numbers(rate: float) -> None:
    solver = Solver.from_log(UNIQUE.format(rate=rate).replace("players", "option target numbers\nplayers"))
    before = bits(grouped(solver, [one.probability for one in solver.candidates], tiles=False))
    after = 0.0
    for joint in outcomes(solver, 10, ["Ann", "Bob"]):
        if sum(joint):
            after += sum(joint) * bits(grouped(solver, joint, tiles=False))
    assert solver.my_card(10).gained == pytest.approx(before - after, abs=1e-9)


def test_with_one_opponent_my_card_gains_what_its_question_tells() -> None:
    solver = Solver.from_log(
        "edition unique49\noption error_rate 0.3\nplayers Ann me\nrack Ann Y2 K5 B7\nrack spare1 G1\nrack spare2 R3\n"
    )
    told = next(one for one in solver.questions if (one.player, one.card) == ("Ann", 17))
    assert solver.my_card(17).gained == pytest.approx(told.tile_bits, abs=1e-12)


@pytest.mark.parametrize(("rate", "rounds"), [(1e-9, 8), (1e-200, 2), (0.01, 20), (1e-6, 50)])
def test_no_number_of_answers_excludes_a_rack(rate: float, rounds: int) -> None:
    """Likelihoods shrink with each answer; they must not vanish, however many come."""
    solver = Solver.from_log(f"option error_rate {rate}\nplayers Ann me\nrack Ann G1 K5 P7\n")
    before = len(solver.candidates)
    for card in range(1, 24):
        said = solver.edition.cards[card].answer([solver.edition.deck.rack("Y2 K3 B7")])
        for _ in range(rounds):
            solver.answer("Ann", card, said)
    assert len(solver.candidates) == before
    assert not solver.solved
    assert solver.candidates[0].probability < 1


def test_equally_bad_racks_stay_equally_likely() -> None:
    solver = Solver.from_log("option error_rate 1e-6\nplayers Ann me\nrack Ann G1 K5 P7\n")
    before = {one.tiles: one.probability for one in solver.candidates}
    for _ in range(50):
        solver.answer("Ann", 11, 3)
    assert {one.tiles: one.probability for one in solver.candidates} == pytest.approx(before)
