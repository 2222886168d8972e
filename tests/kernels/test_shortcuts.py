"""With plain numba, without the shortcuts of `kernels.shortcuts`, the same tests pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from fresh_numba import run_python, run_tests

from code777solver.kernels.shortcuts import NAMES, PLAIN

TESTS = (
    "tests/kernels/test_sets.py",
    "tests/core/test_compiled.py::test_mini_positions_of_the_28_tiles",
    "tests/core/test_compiled.py::test_mini_cards_and_positions",
    "tests/play/test_simulation.py::test_the_compiled_kernels_play_what_plain_python_plays",
)
SWITCHES = "from code777solver.kernels.shortcuts import NAMES, uses; print(*filter(uses, NAMES))"
FUTURE = "import numba; numba.version_info = numba.version_info._replace(short=(99, 0)); "


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("off", "before", "on"),
    [
        ("", "", NAMES),
        *((name, "", tuple(other for other in NAMES if other != name)) for name in NAMES),
        (", ".join(NAMES), "", ()),
        ("all", "", ()),
        ("", FUTURE, ()),
    ],
)
def test_shortcuts_are_switched_by_name_and_by_version(off: str, before: str, on: tuple[str, ...]) -> None:
    assert run_python("-c", before + SWITCHES, **{PLAIN: off}).split() == list(on)


@pytest.mark.minutes
def test_the_tests_of_compiled_code_pass_with_plain_numba(tmp_path: Path) -> None:
    run_tests(tmp_path, *TESTS, **{PLAIN: "all"})
