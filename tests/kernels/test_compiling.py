"""Names of compiled functions tell tables apart in every process: else one runs the other's code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


NEEDED = """
import numpy as np
from code777solver.kernels.compiling import compiled, compiled_where, entry

inner = compiled(lambda record: record.here[0])

@compiled_where("here", -1)
def asked(record):
    return inner(record)

@entry
def ask(records):
    return asked(records[0])

for rows in (1, 2):
    print(ask(np.ones(1, [("here", np.int64, (rows,))])), len(inner.overloads))
"""


@pytest.mark.seconds
def test_what_a_table_has_no_room_for_is_not_compiled(tmp_path: Path) -> None:
    script = tmp_path / "needed.py"
    script.write_text(NEEDED, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["-1 0", "1 1"]


CALLED = """
from code777solver.kernels.compiling import compiled, entry

inner = compiled(lambda number: number + 1)
outer = entry(lambda number: 10 * inner(number))
print(outer(1), len(inner.overloads))
for _ in range(2):
    try:
        inner(1)
    except TypeError:
        print("refused")
"""


@pytest.mark.seconds
def test_a_function_for_compiled_code_refuses_a_call_from_python(tmp_path: Path) -> None:
    """It is no machine code by itself, and a call would end the process."""
    script = tmp_path / "called.py"
    script.write_text(CALLED, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["20 1", "refused", "refused"]


LATER = """
import numba

numba.version_info = numba.version_info._replace(short=(99, 0))
""" + CALLED.replace("refused", "called")


@pytest.mark.seconds
def test_a_numba_of_the_future_compiles_in_its_own_way(tmp_path: Path) -> None:
    script = tmp_path / "later.py"
    script.write_text(LATER.replace("        inner(1)", "        print(inner(1))"), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["20 1", "2", "2"]
