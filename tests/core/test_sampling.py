"""Random numbers for samples, against SplitMix64 in plain whole numbers."""

from __future__ import annotations

import pytest

from code777solver.core.sampling import fractions

MASK = (1 << 64) - 1


def slow(seed: int, count: int) -> list[float]:
    found, state = [], seed & MASK
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        found.append(((z ^ (z >> 31)) >> 11) / 2**53)
    return found


@pytest.mark.parametrize("seed", [0, 1, -1, 2**62])
def test_the_numbers_are_those_of_splitmix64(seed: int) -> None:
    assert fractions(seed, 0, 50).tolist() == slow(seed, 50)
    assert fractions(seed, 20, 30).tolist() == slow(seed, 50)[20:]


def test_they_fill_the_unit_interval_evenly() -> None:
    found = fractions(3, 0, 100_000)
    assert found.min() >= 0 and found.max() < 1
    assert found.mean() == pytest.approx(0.5, abs=0.005)
