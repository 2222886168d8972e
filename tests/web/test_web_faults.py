"""The server gets over faults of the system and floods; `benchmarks/faults.py` and `floods.py` print the counts."""

from __future__ import annotations

import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("limits of processes, /proc", allow_module_level=True)
pytest.importorskip("resource")

from webserver import loops

from benchmarks import faults, floods

LEAST = {
    "calls that start and ask a process": 30,
    "files left when a process is started": 16,
    "workers that die or write nonsense": 38,
    "memory": 9,
}


QUICK = ("files left when a process is started",)


@pytest.mark.parametrize("loop", list(loops()))
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.minutes if name not in QUICK else ()) for name in faults.PARTS]
)
def test_after_a_fault_everything_goes_on(name: str, loop: str) -> None:
    found = faults.inject(name, loop)
    assert found.failures == []
    assert found.points >= LEAST[name]


SHORT = ("heads and addresses that are too long", "clients gone after any byte")


@pytest.mark.minutes
@pytest.mark.parametrize("plain", [False, True], ids=["uvloop", "plain"])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SHORT else pytest.mark.minutes) for name in floods.FLOODS]
)
def test_after_a_flood_a_normal_request_is_answered(name: str, plain: bool) -> None:
    assert floods.flood(name, plain=plain).failures == []
