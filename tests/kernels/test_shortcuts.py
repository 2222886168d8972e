"""With plain numba, without the shortcuts of `kernels.shortcuts`, the same tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from code777solver.kernels.shortcuts import NAMES, PLAIN

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/kernels/test_sets.py",
    "tests/core/test_compiled.py::test_mini_positions_of_the_28_tiles",
    "tests/core/test_compiled.py::test_mini_cards_and_positions",
    "tests/play/test_simulation.py::test_the_compiled_kernels_play_what_plain_python_plays",
)
SWITCHES = "from code777solver.kernels.shortcuts import NAMES, uses; print(*filter(uses, NAMES))"
FUTURE = "import numba; numba.version_info = numba.version_info._replace(short=(99, 0)); "


def run(*words: str, off: str, **settings: str) -> str:
    environment = {**os.environ, PLAIN: off, **settings}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout


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
    assert run("-c", before + SWITCHES, off=off).split() == list(on)


@pytest.mark.minutes
def test_the_tests_of_compiled_code_pass_with_plain_numba(tmp_path: Path) -> None:
    """A fresh folder for compiled code: numba does not know that it would be compiled in another way."""
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, off="all", NUMBA_CACHE_DIR=str(tmp_path))
