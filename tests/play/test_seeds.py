"""Seeds of NumPy, as in ``for seed in np.arange(10)``: taken wherever a seed is, with the same result."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from code777solver import (
    Batch,
    Code777Error,
    Solver,
    VectorGames,
    compare,
    load_edition,
    make_puzzle,
    measure_cards,
    simulate,
    solvability,
)
from code777solver.play.league import League

GAME = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 <\n"
SEEDED: dict[str, Callable[[Any], Any]] = {
    "simulate": lambda seed: simulate("classic", "certain", players=3, games=5, seed=seed).json(),
    "compare": lambda seed: compare("classic", "certain", "slow:1", players=3, games=5, seed=seed).json(),
    "league": lambda seed: League(load_edition("classic"), 3, ["certain"], ["certain"], games=5, seed=seed).json(),
    "measure_cards": lambda seed: measure_cards("classic", players=3, positions=30, seed=seed).json(),
    "solvability": lambda seed: solvability("classic", players=3, deals=5, fewest=1, seed=seed).json(),
    "deals": lambda seed: json.dumps(Batch("classic").deal(3, seed=seed).racks.tolist()),
    "vector games": lambda seed: json.dumps(VectorGames(games=2, seed=seed).seed),
    "further": lambda seed: json.dumps(Solver.from_log(GAME).further(samples=5, seed=seed)),
}


@pytest.mark.parametrize("call", SEEDED.values(), ids=SEEDED)
def test_a_seed_of_numpy_is_a_seed(call: Callable[[Any], Any]) -> None:
    """Some refused it; `measure_cards` and others kept it, and then could not be written as JSON."""
    assert call(np.int64(1)) == call(1)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None, 2**63])
@pytest.mark.parametrize("call", SEEDED.values(), ids=SEEDED)
def test_a_wrong_seed_is_one_line(call: Callable[[Any], Any], seed: Any) -> None:
    with pytest.raises(Code777Error, match="it must be a whole number from 0 to 2.63 - 1"):
        call(seed)


def test_the_seed_of_a_puzzle_is_not_rounded() -> None:
    assert make_puzzle(np.int64(1), level="easy").seed == "1"  # type: ignore[arg-type]
    with pytest.raises(Code777Error, match=r"`seed` is 1\.5, not a whole number"):
        make_puzzle(1.5)  # type: ignore[arg-type]
