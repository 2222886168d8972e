"""Names of compiled functions tell tables apart, whichever process compiled them: else one runs the other's code."""

from __future__ import annotations

import subprocess
import sys

import pytest

NAMES = """
import numpy as np
from numba import from_dtype, types
from code777solver.kernels import compiling
for i in range({before}):
    from_dtype(np.dtype([("x", np.int64, (50 + i,))], align=True))
for shape in ((4, 4), (4, 2)):
    record = from_dtype(np.dtype([("left", np.uint64, shape)], align=True))
    print(record.mangling_args, record.typeof("left").mangling_args)
"""


def _names(before: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", NAMES.format(before=before)], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.seconds
def test_records_are_named_by_what_they_hold() -> None:
    four, two = _names(before=0)
    assert four != two
    assert _names(before=3) == [four, two]
