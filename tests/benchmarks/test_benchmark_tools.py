"""The page of benchmarks is made of the run that is kept, and two runs are compared fairly."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BENCHMARKS = ROOT / "benchmarks"


def tool(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def section(seconds: dict[str, float], *, reference: str = "", ok: bool = True) -> dict[str, Any]:
    goal = {"text": "goal", "reached": "1 x", "ok": ok}
    return {"header": ["what"], "rows": [], "goals": [goal], "seconds": seconds, "reference": reference}


def kept(path: Path, **sections: Any) -> str:
    path.write_text(json.dumps({"machine": {}, "quick": True, "sections": sections}))
    return str(path)


def test_times_are_compared_beside_what_both_did_alike(tmp_path: Path) -> None:
    """The new machine is twice as slow in everything, so nothing has changed but `b`."""
    old = kept(tmp_path / "old.json", games=section({"plain": 1.0, "a": 0.1, "b": 0.1}, reference="plain"))
    new = kept(tmp_path / "new.json", games=section({"plain": 2.0, "a": 0.2, "b": 0.6}, reference="plain", ok=False))
    done = tool("compare.py", old, new)
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith("games ")]
    assert rows == [["games", "b", "100", "ms", "600", "ms", "3.00", "x", "slower"]]
    assert "games: goal: 1 x -> 1 x, now MISSED" in done.stdout
    assert len([line for line in tool("compare.py", old, new, "--all").stdout.splitlines() if "games  " in line]) == 3


def test_sections_without_a_reference_and_what_only_one_run_has(tmp_path: Path) -> None:
    old = kept(tmp_path / "old.json", mind=section({"a": 2.0, "gone": 1.0}), keys=section({"x": 1.0}))
    new = kept(tmp_path / "new.json", mind=section({"a": 1.0, "new": 1.0}))
    assert "0.50 x FASTER" in tool("compare.py", old, new).stdout
    assert "gone" not in tool("compare.py", old, new, "--all").stdout


def test_nothing_changed(tmp_path: Path) -> None:
    old = kept(tmp_path / "old.json", mind=section({"a": 1.0}))
    assert tool("compare.py", old, old).stdout == "No figure changed by more than a tenth.\n"


@pytest.mark.parametrize("text", ["", "[]", "{}"])
def test_what_is_no_run_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    done = tool("compare.py", str(path), str(path))
    assert (done.returncode, done.stderr) == (1, f"compare.py: {path} is no result of run.py --json\n")


def test_the_page_is_the_run_that_is_kept() -> None:
    code = "import json, page; print(page.page(json.loads(page.RESULTS.read_text(encoding='utf-8'))), end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=BENCHMARKS)
    assert (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8") == done.stdout, "run `python3 dev.py fix`"


@pytest.mark.seconds
def test_plain_python_plays_the_games_of_the_simulator() -> None:
    """An engine that shares nothing with the compiled one but its random numbers."""
    code = (
        "import simulator, plain_games\n"
        "table = simulator.Simulation('classic', ['certain'], players=4, seed=9)\n"
        "assert [plain_games.play(9, game) for game in range(12)] == simulator.played(table, 12)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=BENCHMARKS)
    assert (done.returncode, done.stderr) == (0, "")


WITHOUT = """
import importlib.util, shutil
find, missing = importlib.util.find_spec, {missing!r}
importlib.util.find_spec = lambda name, *more: None if name in missing else find(name, *more)
shutil.which = lambda name: None if name in missing else name
import run
nothing = run.Section(("what",), [], [], dict())
run.SECTIONS = {{name: lambda quick: nothing for name in run.SECTIONS}}
run.main({arguments!r})
"""


def run_without(missing: Sequence[str], *arguments: str) -> list[str]:
    """Lines that run.py prints, with sections that time nothing, where these packages and programs are missing."""
    code = WITHOUT.format(missing=missing, arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=BENCHMARKS)
    assert (done.returncode, done.stderr) == (0, "")
    return [line for line in done.stdout.splitlines() if line.startswith(("==", "Left out"))]


def test_a_section_that_needs_a_missing_package_is_left_out_from_the_start() -> None:
    """As with the extra `bench` alone, which has no Dask."""
    first, *sections = run_without(["distributed"])
    assert first == "Left out: section by-workers (the package distributed is not installed)"
    assert "== by-games" in sections and "== by-workers" not in sections


def test_rows_that_need_a_missing_package_or_program_are_named_before_anything_is_timed() -> None:
    assert run_without(["constraint", "ortools", "gcc"], "by-games", "positions", "games") == [
        "Left out: python-constraint2 in section positions (the package python-constraint2 is not installed)",
        "Left out: OR-tools CP-SAT in section positions (the package ortools is not installed)",
        "Left out: the C yardstick in section positions (the program gcc is not installed)",
        "Left out: the C yardstick in section games (the program gcc is not installed)",
        "== by-games",
        "== positions",
        "== games",
    ]


@pytest.mark.seconds
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_the_yardstick_in_c_finds_the_racks_of_batch(tmp_path: Path) -> None:
    """Rack numbers have the same width in C as in `Batch`."""
    code = (
        "import pathlib, peers, positions, sys\n"
        "peers.BUILD = pathlib.Path(sys.argv[1])\n"
        "batch = peers.Batch('classic', known=3)\n"
        "encoded = positions.encode(batch, positions.random_positions(200))\n"
        "found = peers.Yardstick(batch, peers.compile_yardstick()).solve(encoded)\n"
        "assert (found == batch.solve(encoded.racks, encoded.answers).sets).all()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=BENCHMARKS)
    assert (done.returncode, done.stderr) == (0, "")
