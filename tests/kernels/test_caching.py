"""Compiled code is kept wherever it can be kept, and works where it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, in which nothing compiled can be kept. Files stand in the place of folders: a test that
    runs as root may write anywhere."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(ROOT / "code777solver", folder / "code777solver", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "code777solver" / "kernels" / "__pycache__").write_text("no folder")
    (folder / "home").write_text("no folder")
    return folder


def run(installed: Path, *arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python as a user whose home cannot be written."""
    home = str(installed / "home" / "nobody")
    nowhere = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), home)
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("CODE777_", "NUMBA_"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=installed,
        env={**settings, **nowhere, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


KERNEL = """
import numpy as np
from code777solver.kernels.predicates import fill_rows
out = np.zeros((2, 1), np.uint64)
fill_rows(np.array([[0, 1]], np.uint8), np.array([0, 1, 1], np.uint16), 2, out)
print(out.tolist(), "loaded" if fill_rows.stats.cache_hits else "compiled")
"""


@pytest.mark.seconds
def test_a_user_without_a_writable_home_compiles_anew(installed: Path) -> None:
    done = run(installed, "-c", KERNEL)
    assert (done.stdout, done.stderr) == ("[[1], [6]] compiled\n", "")


@pytest.mark.seconds
def test_compiled_code_goes_to_the_cache_folder_of_the_package(installed: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = run(installed, "-c", KERNEL, CODE777_CACHE=str(cache))
    assert (first.stdout, first.stderr) == ("[[1], [6]] compiled\n", "")
    again = run(installed, "-c", KERNEL, CODE777_CACHE=str(cache))
    assert (again.stdout, again.stderr) == ("[[1], [6]] loaded\n", "")
    files = sorted(path.suffix for path in cache.rglob("predicates.fill_rows*"))
    assert files == [".nbc", ".nbi"]


@pytest.mark.seconds
def test_a_damaged_file_is_made_again(installed: Path, tmp_path: Path) -> None:
    run(installed, "-c", KERNEL, CODE777_CACHE=str(tmp_path))
    index = next(tmp_path.rglob("predicates.fill_rows*.nbi"))
    whole = index.read_bytes()
    index.write_bytes(whole[:-20])
    done = run(installed, "-c", KERNEL, CODE777_CACHE=str(tmp_path))
    assert (done.stdout, done.stderr) == ("[[1], [6]] compiled\n", "")
    assert len(index.read_bytes()) == len(whole)


@pytest.mark.minutes
@pytest.mark.parametrize(
    ("arguments", "text", "expected"),
    [
        (["breaker"], "pack breaker-kids\nAR AP 2R 1 1 0\n", "AR AP 2R"),
        (["simulate", "--games", "20", "--players", "2"], "", "20 games"),
        (["puzzle", "--seed", "5", "--log"], "", "Ann"),
    ],
)
def test_commands_work_without_a_writable_home(installed: Path, arguments: list[str], text: str, expected: str) -> None:
    done = run(installed, "-m", "code777solver", *arguments, text=text)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    assert "Traceback" not in done.stderr
