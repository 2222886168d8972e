"""The main figures for pytest-benchmark: ``python -m pytest benchmarks/test_benchmarks.py``.

Each test asserts the known outcome, then times. Ratios between ways need them side by side: see run.py.
"""

from __future__ import annotations

import games
import peers
import pytest
from positions import Encoded, Position, encode, random_positions
from pytest_benchmark.fixture import BenchmarkFixture

from code777solver import Batch

POSITIONS = 20_000


@pytest.fixture(scope="module")
def batch() -> Batch:
    return Batch("classic", known=3)


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    return random_positions(POSITIONS)


@pytest.fixture(scope="module")
def encoded(batch: Batch, positions: list[Position]) -> Encoded:
    return encode(batch, positions)


def test_batch(benchmark: BenchmarkFixture, batch: Batch, positions: list[Position], encoded: Encoded) -> None:
    """20,000 positions a call; the first fifty as plain Python finds them."""
    found = batch.solve(encoded.racks, encoded.answers)
    assert found.counts[:50].tolist() == [len(peers.naive(position)) for position in positions[:50]]
    benchmark.group = f"{POSITIONS:,} positions"
    benchmark(batch.solve, encoded.racks, encoded.answers)


def test_yardstick(benchmark: BenchmarkFixture, batch: Batch, encoded: Encoded) -> None:
    """The same in C."""
    library = peers.compile_yardstick()
    if library is None:
        pytest.skip("there is no gcc")
    yardstick = peers.Yardstick(batch, library)
    assert (yardstick.solve(encoded) == batch.solve(encoded.racks, encoded.answers).sets).all()
    benchmark.group = f"{POSITIONS:,} positions"
    benchmark(yardstick.solve, encoded)


def test_batch_of_one(benchmark: BenchmarkFixture, batch: Batch, positions: list[Position], encoded: Encoded) -> None:
    """Cost of a single position by the same method."""
    one = encoded.head(1)
    assert batch.solve(one.racks, one.answers).counts == len(peers.naive(positions[0]))
    benchmark(batch.solve, one.racks, one.answers)


@pytest.mark.parametrize("game", [games.CLASSIC, games.UNIQUE49])
def test_one_answer(benchmark: BenchmarkFixture, game: str) -> None:
    """A solver told one answer, chances included, with as many racks left as the game has."""
    moment = games.load_game(game).moments()[0]
    assert (moment.hear().belief.chances > 0).sum() == moment.racks
    benchmark.group = "one answer"
    benchmark(lambda: moment.hear().belief.chances)


@pytest.mark.parametrize("game", [games.CLASSIC, games.UNIQUE49])
def test_analyze(benchmark: BenchmarkFixture, game: str) -> None:
    """Candidates, codes, tiles and questions after one more answer, with as many racks left as the game has."""
    moment = games.load_game(game).moments()[0]
    assert len(games.analyze(moment.hear())[0]) == moment.racks
    benchmark.group = "analyze"
    benchmark(lambda: games.analyze(moment.hear()))
