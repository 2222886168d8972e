"""Chances mean what they say: over many games the true tiles come as often as the filter expects them.

Two filters that simple tools use are put to the same test, and fail it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
import reference
from numpy.typing import NDArray
from strategies import join, random_log

from code777solver import Solver
from code777solver.table.events import Answer, Fill, Reshuffle

pytestmark = pytest.mark.minutes

Floats = NDArray[np.float64]

GAMES = 2_000
BOUND = {10: 29.588, 11: 31.264}
"""99.9% points of the chi-square distribution by degrees of freedom."""


class Outcome:
    """The end of one game as one player sees it, and the rack that they have in truth."""

    def __init__(self, lines: list[str], seat: str, truth: tuple[str, ...]) -> None:
        self.solver = Solver.from_log(join(*lines), seat=seat)
        self.seat = seat
        deck, space = self.solver.edition.deck, self.solver.belief.space
        self.counts: Floats = space.counts.astype(np.float64)
        self.true = space.find([deck.tile(name) for name in truth])
        self.exact: Floats = self.solver.belief.chances
        self.went_back = np.zeros(len(deck.kinds), bool)
        """The kinds of which a tile that was out of play when I drew my rack has gone back since."""
        self._naive()

    def _naive(self) -> None:
        """Answers about the present rack, and as its pool the deck without all that is in sight now."""
        solver = self.solver
        arrays, deck = solver.belief.pool.arrays, solver.edition.deck
        fits = np.ones(len(arrays.racks))
        gone: Floats = np.zeros(len(deck.kinds))
        for step in solver.log.steps:
            event = step.event
            if isinstance(event, Fill) and event.rack == self.seat:
                fits[:] = 1
                self.went_back[:] = False
                gone = _count(step.after.discards, deck)
            elif isinstance(event, Reshuffle):
                self.went_back |= gone > 0
                gone[:] = 0
            elif isinstance(event, Answer) and event.player != self.seat:
                seen = [step.after.racks[name].tiles for name in step.after.seen_by(event.player) if name != self.seat]
                card = arrays.cards[event.card]
                code = card.card.meaning.symbols(len(seen) + 1).index(event.symbol or "")
                fits *= card.answers(arrays.total(event.card, seen)) == code
        free = np.array(deck.copies) - _count(solver.table.discards, deck)
        for name, holding in solver.table.racks.items():
            if name != self.seat:
                free -= deck.counts(holding.tiles)
        weights = fits * arrays.racks.ways(free.astype(int).tolist()) / arrays.racks.repeats
        self.naive: Floats = weights / weights.sum()

    @property
    def equal(self) -> Floats:
        """The same racks, all equally likely."""
        left = self.exact > 0
        return left / left.sum()


def _count(discards: object, deck: object) -> Floats:
    counts = np.zeros(len(deck.kinds))  # type: ignore[attr-defined]
    for discard in discards:  # type: ignore[attr-defined]
        counts += deck.counts(discard.holding.tiles)  # type: ignore[attr-defined]
    return counts


Filter = Callable[[Outcome], Floats]
FILTERS: dict[str, Filter] = {
    "exact": lambda outcome: outcome.exact,
    "equal": lambda outcome: outcome.equal,
    "naive": lambda outcome: outcome.naive,
}


@cache
def outcomes() -> list[Outcome]:
    found = []
    for seed in range(GAMES):
        lines, truth = reference.random_game(random.Random(seed), "classic", 3, 5, declare_prob=0.9, swap_prob=0)
        found.append(Outcome(lines, "me", truth))
    return found


def chi_square(games: list[Outcome], chances: Filter, *, only_what_went_back: bool = False) -> float:
    """The standardised difference between true and expected tiles of each kind, over all games.

    The counts of the kinds of one rack hang together, so it is the whole covariance that standardises.
    """
    kinds = games[0].counts.shape[1]
    difference, covariance = np.zeros(kinds), np.zeros((kinds, kinds))
    for game in games:
        share = chances(game)
        counts = game.counts * game.went_back if only_what_went_back else game.counts
        expected = share @ counts
        difference += counts[game.true] - expected
        covariance += counts.T @ (counts * share[:, None]) - np.outer(expected, expected)
    return float(difference @ np.linalg.pinv(covariance, rcond=1e-9) @ difference)


def surprise(games: list[Outcome], chances: Filter) -> Floats:
    """Bits of surprise at the true rack, game by game."""
    return np.array([-np.log2(chances(game)[game.true]) for game in games])


def test_the_games_have_what_the_simple_filters_get_wrong() -> None:
    games = outcomes()
    assert sum(game.solver.table.reshuffles > 0 for game in games) > GAMES / 2
    assert sum(game.went_back.any() for game in games) > GAMES / 4


def test_without_a_reshuffle_the_visible_tiles_are_the_right_pool() -> None:
    calm = [game for game in outcomes() if not game.solver.table.reshuffles]
    assert len(calm) > 50
    for game in calm:
        np.testing.assert_allclose(game.naive, game.exact, rtol=1e-9, atol=1e-15)


def test_the_exact_filter_is_calibrated() -> None:
    assert chi_square(outcomes(), FILTERS["exact"]) < BOUND[10]
    assert chi_square(outcomes(), FILTERS["exact"], only_what_went_back=True) < BOUND[11]


def test_equal_chances_are_not_calibrated() -> None:
    assert chi_square(outcomes(), FILTERS["equal"]) > 2 * BOUND[10]


def test_the_visible_tiles_as_pool_of_an_old_rack_are_not_calibrated() -> None:
    assert chi_square(outcomes(), FILTERS["naive"], only_what_went_back=True) > 5 * BOUND[11]


@pytest.mark.parametrize("other", ["equal", "naive"])
def test_the_exact_filter_is_less_surprised_by_the_truth(other: str) -> None:
    games = outcomes()
    more = surprise(games, FILTERS[other]) - surprise(games, FILTERS["exact"])
    error = more.std() / len(games) ** 0.5
    assert more.mean() > 0.1
    assert more.mean() > 8 * error


@pytest.mark.parametrize("name", ["stronghold", "code77"])
def test_the_exact_filter_is_calibrated_in_other_editions(name: str) -> None:
    """Seen from another seat, whose wrong declarations go out unseen in stronghold."""
    games, hidden = [], 0
    for seed in range(400):
        lines = random_log(seed, name, 3, 5, declare_prob=0.6, max_states=0)
        seat = next(
            player for player in next(line for line in lines if "players" in line).split()[1:] if player != "me"
        )
        truth = [line for line in lines if line.startswith(f"rack {seat} ")][-1].split()[2:]
        games.append(Outcome(lines, seat, tuple(truth)))
        hidden += games[-1].solver.belief.pool.past is not None
    assert chi_square(games, FILTERS["exact"]) < BOUND[10]
    assert name == "code77" or hidden > 20
