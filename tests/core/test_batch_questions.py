"""Random positions and what cards would tell in them, against `Solver`, which shares no code with the compiled loops."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import reference

from code777solver import Batch, Solver
from code777solver.core.batch import MEASURES
from code777solver.core.deals import Deals
from code777solver.errors import BeliefError

NAMES = ("Ann", "Bob", "Cid", "Dan")
TOLERANCE = 1e-9


def solver_of(batch: Batch, deals: Deals, p: int) -> Solver:
    """The same position as a log."""
    cards, players = list(batch.columns), NAMES[: batch.known - batch.spares]
    lines = [f"edition {batch.edition.name}", f"players {' '.join(players)} me"]
    names = [*players, *(f"spare{i + 1}" for i in range(batch.spares))]
    lines += [f"rack {name} {_tiles(batch, i)}" for name, i in zip(names, deals.racks[p].tolist(), strict=True)]
    for who, column, code in deals.answers[p].tolist():
        if column >= 0:
            symbols = batch.edition.card(cards[column]).meaning.symbols(batch.known)
            lines.append(f"{NAMES[who]} {cards[column]} {symbols[code]}")
    return Solver.from_log("\n".join(lines))


def _tiles(batch: Batch, number: int) -> str:
    return " ".join(map(str, batch.rack(number)))


@pytest.mark.parametrize(
    ("edition", "known", "spares"),
    [("classic", 3, 0), ("classic", 1, 0), ("stronghold", 3, 2), ("unique49", 2, 0), ("unique49", 3, 2)],
)
def test_answers_of_a_deal_are_true(edition: str, known: int, spares: int) -> None:
    batch = Batch(edition, known=known, spares=spares)
    deals = batch.deal(60, answers=6, seed=2)
    cards, space = list(batch.columns), batch.arrays.racks
    for p in range(60):
        racks = [tuple(map(str, batch.rack(int(i)))) for i in (*deals.racks[p], deals.own[p])]
        assert [len(rack) for rack in racks] == [*[3] * (known - spares), *[batch.spare_tiles] * spares, 3]
        assert set(deals.answers[p, :, 0].tolist()) <= set(range(known - spares))
        assert all(count <= space.deck.copies[kind] for kind, count in _kinds(racks, space))
        for who, column, code in deals.answers[p].tolist():
            seen = [rack for j, rack in enumerate(racks) if j != who]
            said = batch.edition.card(cards[column]).meaning.symbols(known)[code]
            assert reference.answer(cards[column], seen, edition) == said


def _kinds(racks: list[tuple[str, ...]], space: object) -> list[tuple[int, int]]:
    names = [str(kind) for kind in space.deck.kinds]  # type: ignore[attr-defined]
    return [(names.index(tile), count) for tile, count in Counter(tile for rack in racks for tile in rack).items()]


@pytest.mark.parametrize(("edition", "known"), [("classic", 3), ("stronghold", 3), ("unique49", 2)])
def test_everybody_answers_in_turn(edition: str, known: int) -> None:
    batch = Batch(edition, known=known)
    deals = batch.deal(2000, answers=2 * known, seed=3)
    who, columns = deals.answers[..., 0], deals.answers[..., 1]
    if batch.edition.rules.answered_by == "others":
        first = columns[:, 0]
        together = (columns == first[:, None]).sum(axis=1)
        assert set(together.tolist()) == {known - 1, known}  # all others if I drew the card, else one fewer
    else:
        assert all(len(set(row)) == len(row) for row in columns.tolist())  # no card comes twice from one stack
        assert all((later - former) % known == 1 for row in who.tolist() for former, later in pairwise(row))


def test_as_many_answers_as_were_asked_for_and_the_same_again() -> None:
    batch = Batch("classic", known=3)
    deals, again = (batch.deal(50, answers=np.arange(50) % 5, seed=9) for _ in range(2))
    assert ((deals.answers[..., 1] >= 0).sum(axis=1) == np.arange(50) % 5).all()
    assert all((one == other).all() for one, other in zip(deals, again, strict=True))
    assert (batch.deal(50, seed=10).racks != deals.racks).any()


@pytest.mark.parametrize(
    "wrong", [{"positions": 0}, {"answers": -1}, {"answerers": 0}, {"answerers": 4}, {"answers": [1, 2]}]
)
def test_a_deal_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises((BeliefError, ValueError), match="needed$"):
        Batch("classic", known=3).deal(**{"positions": 3, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("edition", "known", "spares", "count"),
    [
        ("classic", 3, 0, 12),
        ("stronghold", 3, 0, 6),
        ("stronghold", 3, 1, 3),
        ("unique49", 3, 0, 2),
        ("unique49", 3, 1, 2),
        ("unique49", 3, 2, 2),
    ],
)
def test_what_cards_tell_is_what_the_solver_says(edition: str, known: int, spares: int, count: int) -> None:
    batch = Batch(edition, known=known, spares=spares)
    deals = batch.deal(count, answers=np.arange(count) % 7, seed=5)
    found = batch.solve(deals.racks, deals.answers)
    asked, chances, entropy = found.ask(), found.code_chances(), found.entropy()
    left, of_racks = found.racks, found.chances
    for p in range(count):
        solver = solver_of(batch, deals, p)
        listed = {int(batch.rack_ids([[" ".join(one.tiles)]])[0, 0]): one.probability for one in solver.candidates}
        assert set(np.nonzero(left[p])[0].tolist()) == set(listed)
        assert [of_racks[p, i] for i in listed] == pytest.approx(list(listed.values()), abs=TOLERANCE)
        racks, codes = len(solver.candidates), len(solver.codes)
        for code in solver.codes:
            assert chances[p, batch.arrays.racks.codes.index(code.numbers)] == pytest.approx(
                code.probability, abs=TOLERANCE
            )
        assert entropy[p] == pytest.approx(
            -sum(c.probability * np.log2(c.probability) for c in solver.codes), abs=TOLERANCE
        )
        for question in solver.questions:
            who, column = NAMES.index(question.player), batch.columns[question.card]
            figures = dict(zip(MEASURES, asked.measures[p, who, column], strict=True))
            assert figures["racks"] == pytest.approx(1 - question.expected_racks / racks, abs=TOLERANCE)
            assert figures["codes"] == pytest.approx(1 - question.expected_codes / codes, abs=TOLERANCE)
            assert figures["number_bits"] == pytest.approx(question.bits, abs=TOLERANCE)
            assert figures["tile_bits"] == pytest.approx(question.tile_bits, abs=TOLERANCE)
            by_tiles = batch.edition.rules.target == "tiles"
            settles = question.settles_tiles if by_tiles else question.settles
            assert figures["settles"] == pytest.approx(settles, abs=TOLERANCE)
            assert figures["nothing"] == (len(question.answers) == 1)
            symbols = batch.edition.card(question.card).meaning.symbols(known)
            for a, symbol in enumerate(symbols):
                assert asked.said[p, who, column, a, 0] == pytest.approx(question.answers.get(symbol, 0), abs=TOLERANCE)


def test_what_a_card_tells_after_another() -> None:
    batch = Batch("classic", known=3)
    deals = batch.deal(2, answers=4, seed=6)
    after = batch.solve(deals.racks, deals.answers).ask_twice([[0, 1], [2, 0]])
    for p, (first, second) in enumerate(((0, 1), (2, 0))):
        solver = solver_of(batch, deals, p)
        for one, other in ((1, 2), (8, 9), (13, 15), (20, 20)):
            before = solver.question(NAMES[first], one)
            expected = 0.0
            for symbol, chance in before.answers.items():
                then = solver.copy()
                then.answer(NAMES[first], one, symbol)
                expected += chance * then.question(NAMES[second], other).bits
            row, column = batch.columns[one], batch.columns[other]
            assert after[p, row, column] == pytest.approx(expected, abs=TOLERANCE)
            alone = solver.question(NAMES[second], other).bits
            assert after[p, -1, column] == pytest.approx(alone, abs=TOLERANCE)


def test_playerless_racks_of_one_tile_are_read_and_too_many_tiles_found() -> None:
    batch = Batch("unique49", known=3, spares=2)
    racks = batch.rack_ids([["G1 G2 G3", "Y7", "K4"]])
    assert [_tiles(batch, i) for i in racks[0].tolist()] == ["G1 G2 G3", "Y7", "K4"]
    assert batch.solve(racks, np.zeros((1, 0, 3), np.int8)).counts.tolist() == [44 * 43 * 42 // 6]
    with pytest.raises(BeliefError, match="more tiles"):
        batch.solve(batch.rack_ids([["G1 G2 G3", "Y7", "G1"]]), np.zeros((1, 0, 3), np.int8))
    with pytest.raises(BeliefError, match="no such rack in this deck: Y7"):
        Batch("unique49", known=3).rack_ids([["G1 G2 G3", "Y7", "K4"]])
    with pytest.raises(BeliefError, match="4 playerless racks: 0 to 3"):
        Batch("unique49", known=3, spares=4)


def test_threads_change_nothing() -> None:
    batch = Batch("classic", known=3)
    deals = batch.deal(101, answers=5, seed=7)
    found = batch.solve(deals.racks, deals.answers)
    assert (found.entropy() == found.entropy(threads=3)).all()
    assert (found.ask().measures == found.ask(threads=3).measures).all()
