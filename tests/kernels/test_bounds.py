"""With numba's bounds checking on, the tests of compiled code pass: no kernel reads or writes beside an array."""

from __future__ import annotations

from pathlib import Path

import pytest
from fresh_numba import run_python, run_tests

from code777solver.kernels.shortcuts import PLAIN

CHECKED = {"NUMBA_BOUNDSCHECK": "1", PLAIN: "vectors"}
"""The vectors of `kernels.bits256` are off: they are read and written without an index that could be checked."""
TESTS = (
    "tests/core/test_batch_edges.py",
    "tests/core/test_batch_questions.py",
    "tests/core/test_compiled.py",
    "tests/play/test_simulation.py::test_the_compiled_kernels_play_what_plain_python_plays",
)
SLOW = ("49", "ends_the_process", "without_compilation", "test_positions_of_the_28_tiles")
"""Parts of the names of tests that are left out, because they take long or start processes themselves."""
TOO_SHORT = """
import numpy as np
from code777solver import Batch
from code777solver.kernels.positions import survivors_of_any
batch = Batch("classic", known=1)
racks, answers = batch.rack_ids([["Y2 K5 B7"]] * 2), batch.encode([[], []])
try:
    survivors_of_any(racks, answers, batch.lookup, batch.scratch(), np.empty((1, batch.lookup.rows.shape[1]), np.uint64))
except IndexError as error:
    print(error)
"""


@pytest.mark.seconds
def test_bounds_are_checked_in_such_a_process(tmp_path: Path) -> None:
    """An output array with one row for two positions."""
    assert "out of bounds" in run_python("-c", TOO_SHORT, NUMBA_CACHE_DIR=str(tmp_path), **CHECKED)


@pytest.mark.minutes
def test_the_tests_of_compiled_code_pass_with_checked_bounds(tmp_path: Path) -> None:
    run_tests(tmp_path, *TESTS, "-k", " and ".join(f"not {part}" for part in SLOW), **CHECKED)
