"""The notebooks run from top to bottom, use the public API only, and are stored as they ran."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import nbformat
import pytest

import code777solver

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import run_notebooks

pytestmark = pytest.mark.minutes

NOTEBOOKS = run_notebooks.notebooks()
PUBLIC = {*code777solver.__all__, *code777solver._MODULES}
EACH = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code(path: Path) -> list[str]:
    """The code cells, without the magic lines."""
    book = nbformat.read(path, as_version=4)
    return [re.sub(r"^%.*$", "", cell.source, flags=re.MULTILINE) for cell in book.cells if cell.cell_type == "code"]


def printed(book: nbformat.NotebookNode) -> list[str]:
    """Output of each code cell."""
    return [
        "".join(output.get("text", "") for output in cell.outputs) for cell in book.cells if cell.cell_type == "code"
    ]


def pictures(book: nbformat.NotebookNode) -> int:
    """Number of pictures shown."""
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    return sum("image/png" in output.get("data", {}) for output in outputs)


def test_they_are_numbered_and_named_on_the_page() -> None:
    assert [run_notebooks.number(path) for path in NOTEBOOKS] == list(range(1, 11))
    page = (run_notebooks.FOLDER.parent / "docs" / "simulation.md").read_text(encoding="utf-8")
    listed = page.split("## Notebooks")[1].split("\n## ")[0]
    assert re.findall(r"`(\d+-[a-z-]+\.ipynb)`", listed) == [path.name for path in NOTEBOOKS]


@EACH
def test_it_uses_the_public_api_only(path: Path) -> None:
    for source in code(path):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("code777solver"):
                assert node.module == "code777solver"
                assert {alias.name for alias in node.names} <= PUBLIC
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("code777solver") for alias in node.names)
            if isinstance(node, ast.Attribute) and node.attr != "_replace":
                assert not node.attr.startswith("_"), node.attr


@EACH
def test_it_is_stored_as_it_ran(path: Path) -> None:
    """From top to bottom, without an error or a warning, and with its pictures."""
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert book.cells[0].source.startswith("# ")
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in outputs)
    assert pictures(book) >= 2


@EACH
def test_it_runs(path: Path) -> None:
    """As it is stored where nothing is played; else with few games, which print other figures in the same places.

    A figure that is not the last line of its cell would show nothing.
    """
    stored, now = nbformat.read(path, as_version=4), run_notebooks.executed(path, small=True)
    assert pictures(now) == pictures(stored)
    if any(re.search(r"^SIZE = 1\b", source, re.MULTILINE) for source in code(path)):
        assert [bool(text) for text in printed(now)] == [bool(text) for text in printed(stored)]
    else:
        assert printed(now) == printed(stored), "run `python docs/run_notebooks.py`"
