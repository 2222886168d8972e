"""True if deals can be solved at all, against a plain loop over all racks."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
import reference

from code777solver import load_edition
from code777solver.errors import RuleError
from code777solver.play.solvability import batch_for, everything_answered, fewest_answers, is_settled, solvability


def ways(deck: dict[str, int], racks: list[tuple[str, ...]]) -> int:
    """In how many ways the tiles of a deck can come to lie like this, rack by rack."""
    free, count = dict(deck), 1
    for rack in racks:
        for tile in set(rack):
            count *= comb(free[tile], rack.count(tile))
            free[tile] -= rack.count(tile)
    return count


def test_two_players_by_a_plain_loop() -> None:
    """Every pair of racks of `classic`: mine is settled if no other numbers would have got the same answers."""
    edition = load_edition("classic")
    deck = {str(kind): copies for kind, copies in zip(edition.deck.kinds, edition.deck.copies, strict=True)}
    space = batch_for(edition, 2).arrays.racks
    racks = [tuple(map(str, space.rack(i))) for i in range(len(space))]
    told = {rack: tuple(reference.answer(card, [rack]) for card in edition.cards) for rack in racks}
    settled = total = deals = 0
    for seen in racks:
        alike: dict[tuple[str, ...], set[str]] = {}
        weights = {mine: weight for mine in racks if (weight := ways(deck, [seen, mine]))}
        for mine in weights:
            alike.setdefault(told[mine], set()).add("".join(sorted(tile[1:] for tile in mine)))
        total += sum(weights.values())
        settled += sum(weight for mine, weight in weights.items() if len(alike[told[mine]]) == 1)
        deals += len(weights)
    found = solvability(edition, players=2, fewest=1)
    assert (found.exact, found.deals) == (True, deals)
    assert found.share == pytest.approx(float(Fraction(settled, total)), abs=1e-12)
    sampled = solvability(edition, players=2, deals=4000, fewest=1, every=False, seed=3)
    assert (sampled.exact, sampled.deals) == (False, 4000)
    assert sampled.low < found.share < sampled.high


def test_a_playerless_rack_of_one_tile_by_a_plain_loop() -> None:
    """Every rack of the other player and every tile beside it: the answers tell of that tile and mine only."""
    edition = load_edition("classic").with_options({"racks": 3, "spare_tiles": 1})
    deck = {str(kind): copies for kind, copies in zip(edition.deck.kinds, edition.deck.copies, strict=True)}
    space = batch_for(edition, 2).arrays.racks
    racks = [tuple(map(str, space.rack(i))) for i in range(len(space))]
    settled = total = deals = 0
    for spare in deck:
        told = {mine: tuple(reference.answer(card, [(spare,), mine]) for card in edition.cards) for mine in racks}
        for seen in racks:
            alike: dict[tuple[str, ...], set[str]] = {}
            free = {tile: copies - (tile == spare) - seen.count(tile) for tile, copies in deck.items()}
            if min(free.values()) < 0:
                continue
            here = ways(deck, [(spare,), seen])
            weights = {mine: weight for mine in racks if (weight := ways(free, [mine]))}
            for mine in weights:
                alike.setdefault(told[mine], set()).add("".join(sorted(tile[1:] for tile in mine)))
            total += here * sum(weights.values())
            settled += here * sum(weight for mine, weight in weights.items() if len(alike[told[mine]]) == 1)
            deals += len(weights)
    found = solvability(edition, players=2, fewest=1, every=True)
    assert (found.exact, found.deals) == (True, deals)
    assert found.share == pytest.approx(float(Fraction(settled, total)), abs=1e-12)


def test_the_fewest_answers_by_trying_all_pairs() -> None:
    batch = batch_for(load_edition("classic"), 4)
    deals = everything_answered(batch, batch.deal_racks(12, np.random.default_rng(1)), 3)
    found = [fewest_answers(batch, deals, p) for p in range(12)]
    assert set(found) >= {2, 3}
    for p, fewest in enumerate(found):
        for size in (1, 2):
            some = deals.answers[p][np.array(list(combinations(range(deals.answers.shape[1]), size)))]
            seen = np.repeat(deals.racks[p : p + 1], len(some), axis=0)
            assert (batch.solve(seen, some).certain >= 0).any() == (fewest is not None and fewest <= size)


def test_deals_that_no_answers_settle_are_counted_apart() -> None:
    edition = load_edition("classic")
    batch = batch_for(edition, 2)
    deals = everything_answered(batch, batch.deal_racks(60, np.random.default_rng(7)), 1)
    settled = is_settled(batch.solve(deals.racks, deals.answers), edition)
    assert [fewest_answers(batch, deals, p) is not None for p in range(60)] == settled.tolist()
    found = solvability(edition, players=2, fewest=60, seed=7)
    assert found.unsettled == 60 - settled.sum() > 0
    assert 0 not in found.fewest and sum(found.fewest.values()) == settled.sum()
    assert f" never: {found.unsettled}, 2: {found.fewest[2]}, 3: {found.fewest[3]}" in found.text(200)


def test_a_deal_that_needs_no_answer_is_not_one_that_is_never_settled(tmp_path: Path) -> None:
    """One kind of tile: every rack is known before the first answer."""
    (tmp_path / "one.toml").write_text(
        'extends = "classic"\n[deck]\nG5 = 12\n[rules]\nmost_players = 3\nreshuffle_at = 0\n', encoding="utf-8"
    )
    edition = load_edition("one.toml", folder=tmp_path)
    found = solvability(edition, players=2, fewest=20)
    assert (found.share, found.fewest, found.unsettled, found.never) == (1.0, {0: 20}, 0, ())
    assert "0: 20" in found.text() and "never" not in found.text()


def test_what_cannot_be_looked_at_is_said() -> None:
    with pytest.raises(RuleError, match="12 players"):
        solvability("classic", players=12)
    with pytest.raises(RuleError, match="too many deals"):
        solvability("classic", players=4, every=True)
