"""The public door: what it has is what is stored, and pages use nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import door
import pytest

import code777solver
from code777solver import Solver
from code777solver.results import Candidate

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "notebooks").glob("*.ipynb"))]
PLUMBING = (
    *("at", "keep", "append", "do", "require_belief", "beliefs"),
    *("code_chances", "by_tiles", "last_answer", "look", "evidence", "rack_is_full"),
)


def test_the_door_is_as_stored() -> None:
    """A change that is meant is stored with `python tests/helpers/door.py`."""
    assert door.description() == door.STORED.read_text(encoding="utf-8")


def test_the_description_sees_members_and_signatures() -> None:
    """A wrong walk would find nothing changed."""
    text = door.description()
    assert "\n    right_answer(self, card: int) -> str\n" in text
    assert "\n    @codes(self) -> list[Code]\n" in text
    assert "code777solver.load_edition(name: str | Path, *, folder: Path | None=Path()) -> Edition\n" in text
    assert "code777solver.results.Code\n    numbers: str\n    probability: Chance\n" in text
    assert "    json(self) -> str\n" in text, "what a study has from its base"


def test_the_door_is_small() -> None:
    assert len(code777solver.__all__) <= 26
    assert len([name for name in dir(Solver) if not name.startswith("_")]) <= 46
    assert [name for name in PLUMBING if hasattr(Solver, name)] == []


def test_every_public_name_is_there() -> None:
    for name in code777solver.__all__:
        assert getattr(code777solver, name) is not None
    assert set(code777solver.__all__) <= set(dir(code777solver))
    for module in door.MODULES[1:]:
        found = pytest.importorskip(module) if module.endswith(("rl", "plots")) else sys.modules.get(module)
        found = found or getattr(code777solver, module.rpartition(".")[2])
        assert [name for name in found.__all__ if not hasattr(found, name)] == []
    with pytest.raises(AttributeError, match="has no attribute 'solve_everything'"):
        _ = code777solver.solve_everything


@pytest.mark.parametrize(
    ("name", "module"), [("Candidate", "results"), ("RuleError", "errors"), ("GuessAdvice", "breaker")]
)
def test_an_import_from_the_wrong_place_names_the_right_one(name: str, module: str) -> None:
    wanted = f"^cannot import name '{name}' from 'code777solver': it is in code777solver.{module}$"
    with pytest.raises(ImportError, match=wanted):
        exec(f"from code777solver import {name}")


def test_a_type_is_the_same_wherever_it_is_imported_from() -> None:
    assert Candidate is type(Solver("classic", "Ann me").what_if("rack Ann Y2 K5 B7").candidates[0])


def test_the_names_of_results_are_loaded_when_they_are_used() -> None:
    code = "import sys, code777solver.results, code777solver.errors; print({'numpy', 'numba'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_import_only_the_door(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("\\n", "\n")
    for line in re.findall(r"^\W*((?:from|import) code777solver\b[^\"#;\n]*)", text, re.MULTILINE):
        try:
            (node,) = ast.parse(line.strip()).body
        except (SyntaxError, ValueError):
            continue  # a sentence
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
        assert set(modules) <= set(door.MODULES), line
        if isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{one.name}" for one in node.names}
            assert names <= set(door.public()) | set(door.MODULES), line


def test_every_public_name_is_on_a_page_of_the_library() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    shown = re.findall(r"^::: (\S+)$", pages, re.MULTILINE)
    assert sorted(
        set(door.public()) - {"code777solver.errors.Code777Error", "code777solver.breaker.Breaker"}
    ) == sorted(shown)
