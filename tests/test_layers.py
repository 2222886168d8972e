"""Imports point one way: a room imports only from rooms above it on the package's map, a module only from those above it
on its room's map. The maps are the docstrings themselves; docs/design.md shows the same list of rooms.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "code777solver"
HEAVY = {"numba", "llvmlite", "click", "rich", "prompt_toolkit", "starlette", "uvicorn", "segno"}
HEAVY |= {"matplotlib", "distributed"}


def map_of(path: Path) -> list[str]:
    """The names on the map in a package's docstring, from the top of the list to its end."""
    docstring = ast.get_docstring(ast.parse(path.joinpath("__init__.py").read_text(encoding="utf-8"))) or ""
    return re.findall(r"^``(\w+)``  ", docstring, re.MULTILINE)


ROOMS = map_of(PACKAGE)
DOORS = ROOMS[ROOMS.index("__main__") + 1 :]
"""The public modules at the end of the map: what they name is defined in the rooms."""
MAPS = {room: map_of(PACKAGE / room) for room in ROOMS if (PACKAGE / room).is_dir()}


def modules() -> dict[str, Path]:
    """Dotted name inside the package -> file; the package itself is the empty name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path) -> Iterator[tuple[str, int]]:
    """Every module of the package that a module imports, with the line, wherever the import stands."""
    here = name.split(".") if name else []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "code777solver":
                    yield alias.name.removeprefix("code777solver").lstrip("."), node.lineno
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                up = node.level - (path.name == "__init__.py")
                target = [*here[: len(here) - up], *(node.module or "").split(".")]
            elif node.module and node.module.split(".")[0] == "code777solver":
                target = node.module.split(".")[1:]
            else:
                continue
            dotted = ".".join(part for part in target if part)
            for alias in node.names:
                inner = f"{dotted}.{alias.name}".lstrip(".")
                yield inner if _exists(inner) else dotted, node.lineno


def _exists(module: str) -> bool:
    path = PACKAGE.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or path.joinpath("__init__.py").is_file()


def room_of(module: str) -> str:
    return module.split(".")[0]


def upward(name: str, target: str) -> bool:
    """True if an import points against the maps. Importing the package itself means importing its door, `solver`."""
    own, other = room_of(name), room_of(target) or "solver"
    if own != other:
        return ROOMS.index(other) >= ROOMS.index(own) or own == "kernels"
    inside = MAPS.get(own, [])
    places = [part.split(".")[1] if "." in part else "" for part in (name, target)]
    if not all(places):
        return bool(places[1])
    return inside.index(places[1]) >= inside.index(places[0])


def test_every_room_and_module_is_on_its_map() -> None:
    assert {room_of(name) for name in modules()} - {""} == set(ROOMS)
    for room, inside in MAPS.items():
        found = {name.split(".")[1] for name in modules() if name.startswith(f"{room}.")}
        assert found == set(inside), room


def test_the_package_has_few_rooms() -> None:
    """A listing tells the story only while it is short."""
    names = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith(("_", "py.typed"))} - set(DOORS)
    assert len(names) <= 22, sorted(names)


@pytest.mark.parametrize("name", DOORS)
def test_a_module_of_the_door_defines_nothing(name: str) -> None:
    """It names what the rooms define, so it is no room."""
    body = ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8")).body
    assert {type(node) for node in body} <= {ast.Expr, ast.ImportFrom, ast.Assign}


@pytest.mark.parametrize("name", [name for name in modules() if name])
def test_imports_point_one_way(name: str) -> None:
    for target, line in imports(name, modules()[name]):
        assert not upward(name, target), f"{name}:{line} imports {target}, which is not above it on the map"


def test_no_class_name_stands_twice() -> None:
    """A name that means two things has to be looked up each time it is read."""
    homes: dict[str, list[str]] = {}
    for name, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(name)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_the_design_page_shows_the_same_rooms() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text.split("## Rooms\n")[1].split("\n## ")[0], re.MULTILINE) == ROOMS


def test_the_walk_finds_imports_of_every_form(tmp_path: Path) -> None:
    """A wrong walk would find nothing wrong."""
    text = (
        "import code777solver.cli.main\nfrom code777solver import solver\nfrom .. import lang, __version__\n"
        "from ..kernels import positions\nfrom .cards import Card\nimport numpy\n"
        "def f():\n    from ..show.panels import percent\n    if 1:\n        import code777solver\n"
    )
    path = tmp_path / "editions.py"
    path.write_text(text)
    found = [target for target, _ in imports("rules.editions", path)]
    wanted = ["cli.main", "solver", "lang", "", "kernels.positions", "rules.cards", "show.panels", ""]
    assert sorted(found) == sorted(wanted)
    inner = tmp_path / "__init__.py"
    inner.write_text("from .bits256 import load\nfrom ..rules.tiles import Tile\nfrom ..rules import cards\n")
    assert [target for target, _ in imports("kernels", inner)] == ["kernels.bits256", "rules.tiles", "rules.cards"]


def test_upward_imports_are_noticed() -> None:
    for above, below in pairwise(ROOMS):
        if below != "kernels":
            assert not upward(below, above)
        assert upward(above, below)
    assert upward("kernels.games", "errors")
    assert upward("rules.tiles", "rules.cards")
    assert not upward("rules.cards", "rules.tiles")


def test_the_walk_sees_the_imports_that_are_there() -> None:
    found = {name: {target for target, _ in imports(name, path)} for name, path in modules().items()}
    assert {"core.belief", "table.notation", "table.table"} <= found["solver"]
    assert found["rules.tiles"] == {"errors", "records"}
    assert {room_of(target) for target in found["kernels.positions"]} == {"kernels"}


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
    late = {"numpy", "numba", "prompt_toolkit", "click"}
    assert _loaded("import code777solver.prompt.game") & late == set()


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
        "from code777solver.web.solver_cache import SolverCache\n"
        "answer('table', b'{\"log\": \"players Ann me\\\\nrack Ann Y2 K5 B7\\\\nAnn 16 <\"}', SolverCache())"
    )
    assert _loaded(code) & HEAVY == set()


def test_the_stubs_are_up_to_date() -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import stub; print(stub.stale())"],
        cwd=ROOT / "docs",
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "[]", "run `python3 dev.py fix`"
