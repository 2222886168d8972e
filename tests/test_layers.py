"""Imports inside the package point one way: a module imports only from lower layers, also inside functions."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "code777solver"

LAYERS = """
    errors _version
    tiles lang drawing dice
    cards
    editions
    events
    game cache kernels
    compile
    lookup belief notation claims racksets
    timeline batch futures journal tabletop strategies results grading
    breaker.packs breaker.checker
    breaker.answers breaker.symmetry
    breaker.strategies breaker.plans breaker.contradictions breaker.rounds
    breaker.log breaker.position breaker.search
    breaker.exact breaker.prove
    breaker.race
    breaker.door
    breaker.report breaker.sitting
    breaker
    evidence tracking views transcripts cluster making
    simulation
    insight wording
    explain diagnose diagnosis opponents proofs
    advise silence hints hindsight
    verdicts
    review
    solver
    speed plots puzzles
    __init__
    session report
    render tables
    screen sheet breaker_screen review_words puzzle_screen
    review_screen review_chart
    review_page
    terminal desk puzzle_sheet
    repl web exits breaker_prompt
    simulate_command breaker_command review_command puzzle_command
    cli
    __main__
"""
"""From bottom to top; the modules of one line do not import each other. The package itself is its public door."""

WEB = """
    web web.schema web.recall web.files
    web.view web.breaker web.puzzle
    web.api
    web.openapi web.worker
    web.pool web.gate
    web.app
    web.serve
"""
"""The same inside the server."""

RANK = {name: rank for rank, line in enumerate(LAYERS.strip().splitlines()) for name in line.split()}
WEB_RANK = {name: rank for rank, line in enumerate(WEB.strip().splitlines()) for name in line.split()}
HEAVY = {"numba", "llvmlite", "click", "rich", "prompt_toolkit", "starlette", "uvicorn", "segno"}
HEAVY |= {"matplotlib", "distributed"}


def layer(module: str) -> str:
    """The entry of `LAYERS` for a dotted name inside the package: ``kernels.bits256`` is ``kernels``.

    A module inside a sub-package may have a layer of its own.
    """
    return module if module in RANK else module.split(".")[0] or "__init__"


def modules() -> dict[str, Path]:
    """Dotted name inside the package -> file."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
        found[name] = path
    return found


def imports(name: str, path: Path) -> Iterator[tuple[str, int]]:
    """Every module of the package that a module imports, with the line, wherever the import stands."""
    is_package = path.name == "__init__.py"
    here = [] if name == "__init__" else name.split(".")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "code777solver":
                    yield alias.name.removeprefix("code777solver").lstrip(".") or "__init__", node.lineno
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                up = node.level - 1 if is_package else node.level
                base = here[: len(here) - up] if up else here
                target = [*base, *(node.module or "").split(".")]
            elif node.module and node.module.split(".")[0] == "code777solver":
                target = node.module.split(".")[1:]
            else:
                continue
            dotted = ".".join(part for part in target if part)
            for alias in node.names:
                inner = f"{dotted}.{alias.name}".lstrip(".")
                yield inner if _exists(inner) else dotted or "__init__", node.lineno


def _exists(module: str) -> bool:
    path = PACKAGE.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or path.joinpath("__init__.py").is_file()


def test_every_module_has_its_layer() -> None:
    assert {layer(name) for name in modules()} - RANK.keys() == set()
    assert {name for name in modules() if layer(name) == "web"} == WEB_RANK.keys()


@pytest.mark.parametrize("name", modules())
def test_imports_point_down(name: str) -> None:
    own = RANK.get(layer(name), -1)  # a module without a layer fails above
    for target, line in imports(name, modules()[name]):
        if layer(name) == "kernels":
            assert layer(target) == "kernels", f"{name}:{line} imports {target}"
        elif layer(name) == layer(target) == "web":
            assert WEB_RANK[target] < WEB_RANK[name], f"{name}:{line} imports {target}, which is not below it"
        elif own >= 0 and layer(target) in RANK:
            assert RANK[layer(target)] < own, f"{name}:{line} imports {target}, which is not below it"


def test_the_walk_finds_imports_of_every_form(tmp_path: Path) -> None:
    """A wrong walk would find nothing wrong."""
    text = (
        "import code777solver.cli\nfrom code777solver import solver\nfrom . import tiles, __version__\n"
        "from .kernels import positions\nfrom .cards import Card\nimport numpy\n"
        "def f():\n    from .render import percent\n    if 1:\n        import code777solver\n"
    )
    path = tmp_path / "game.py"
    path.write_text(text)
    found = [target for target, _ in imports("game", path)]
    assert sorted(found) == sorted(
        ["cli", "solver", "tiles", "__init__", "kernels.positions", "cards", "render", "__init__"]
    )
    inner = tmp_path / "positions.py"
    inner.write_text("from .bits256 import load\nfrom ..tiles import Tile\nfrom .. import cards\n")
    assert [target for target, _ in imports("kernels.positions", inner)] == ["kernels.bits256", "tiles", "cards"]


def test_the_walk_sees_the_imports_that_are_there() -> None:
    found = {name: {layer(target) for target, _ in imports(name, path)} for name, path in modules().items()}
    assert {"belief", "notation", "game"} <= found["solver"]
    assert found["tiles"] == {"errors"}
    assert found["kernels.positions"] == {"kernels"}


def _loaded(code: str) -> set[str]:
    result = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return {name.split(".")[0] for name in result.stdout.split()}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert "code777solver" in _loaded("import code777solver")
    assert _loaded("import code777solver") & HEAVY == set()


def test_the_prompt_starts_without_what_only_answers_need() -> None:
    """NumPy is the larger part of a second: it is loaded behind the first prompt."""
    assert _loaded("import code777solver.repl") & {"numpy", "numba"} == set()


def test_solving_a_game_loads_nothing_heavy() -> None:
    code = (
        "from code777solver import Solver\n"
        "s = Solver.from_log('players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <')\n"
        "s.candidates, s.questions"
    )
    assert _loaded(code) & HEAVY == set()


def test_a_worker_of_the_server_loads_nothing_heavy() -> None:
    """Each of several processes would pay for it in time and memory."""
    code = (
        "from code777solver.web.worker import answer\n"
        "from code777solver.web.recall import Recall\n"
        "answer('table', b'{\"log\": \"players Ann me\\\\nrack Ann Y2 K5 B7\\\\nAnn 16 <\"}', Recall())"
    )
    assert _loaded(code) & HEAVY == set()


def test_every_public_name_is_there() -> None:
    import code777solver

    for name in code777solver.__all__:
        assert getattr(code777solver, name) is not None
    assert set(code777solver.__all__) <= set(dir(code777solver))
    with pytest.raises(AttributeError, match="has no attribute 'solve_everything'"):
        _ = code777solver.solve_everything
