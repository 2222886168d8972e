"""Players at a threshold find their likeliest code by a short way. The exact weights, the long way, are the yardstick."""

from __future__ import annotations

from typing import Any

import numpy as np
import plain_kernels
import pytest

from code777solver import Simulation
from code777solver.kernels import board as kinds

codes, likeliest = plain_kernels.sibling("codes"), plain_kernels.sibling("likeliest")


def played(edition: str, strategies: list[str], games: int, seed: int = 4) -> list[list[int]]:
    simulation = Simulation(edition, strategies, seed=seed)
    found = np.zeros((games, kinds.SEATS + 2 * len(strategies)), np.int32)
    state = simulation.table.state()
    plain_kernels.play(simulation.table.packed, state, np.uint64(seed), np.uint64(0), found)
    return found.tolist()  # type: ignore[no-any-return]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("edition", "strategies"),
    [
        ("classic", ["threshold:0", "threshold:0.05", "threshold:0.3"]),
        ("classic", ["threshold:0.25", "threshold:0.5"]),
        ("code77", ["threshold:0.1", "threshold:0.125", "threshold:0.5", "certain"]),
        ("stronghold", ["threshold:0.2", "threshold:0.5"]),
    ],
)
def test_games_are_the_same_by_exact_weights(
    edition: str, strategies: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: dict[str, int] = {}

    def counted(name: str) -> None:
        plain = getattr(likeliest, name)

        def call(*arguments: Any) -> Any:
            ways[name] = ways.get(name, 0) + 1
            return plain(*arguments)

        monkeypatch.setattr(likeliest, name, call)

    for name in ("add_up_products", "add_up_racks", "weigh_exactly"):
        counted(name)
    quick = played(edition, strategies, 5)
    assert ways["add_up_products"] > 10
    assert ways["add_up_racks"] > 10
    if edition == "classic":
        assert ways["weigh_exactly"] > 0, "no two codes were ever as good as equal after a reshuffle"
    monkeypatch.setattr(codes, "needs_no_weights", lambda state, seat: False)
    assert played(edition, strategies, 5) == quick


@pytest.mark.seconds
def test_games_are_the_same_if_reshuffles_are_not_left_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where more are left for later than there is room for."""
    strategies = ["threshold:0.3", "threshold:0.6", "look:0.1"]
    later = played("classic", strategies, 4)
    with monkeypatch.context() as patch:
        patch.setattr(kinds, "MOST_SHUFFLES", 1)
        assert played("classic", strategies, 4) == later
    weights = plain_kernels.sibling("weights")
    monkeypatch.setattr(weights, "can_wait", lambda board, state, seat: False)
    assert played("classic", strategies, 4) == later
