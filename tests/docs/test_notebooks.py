"""The notebooks run from top to bottom, use the public API only and are kept without outputs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import code777solver

pytestmark = pytest.mark.minutes

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PUBLIC = {*code777solver.__all__, "plots"}


def code(path: Path) -> list[str]:
    """The code cells, without the magic lines."""
    book = nbformat.read(path, as_version=4)
    return [re.sub(r"^%.*$", "", cell.source, flags=re.MULTILINE) for cell in book.cells if cell.cell_type == "code"]


def test_there_are_five() -> None:
    assert [path.name[0] for path in NOTEBOOKS] == list("12345")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in book.cells)
    assert book.cells[0].source.startswith("# ")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path) -> None:
    """With plots that are really drawn: a figure that is not the last line of its cell would show nothing."""
    book = nbformat.read(path, as_version=4)
    NotebookClient(book, timeout=900, resources={"metadata": {"path": str(FOLDER)}}).execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 2
    assert not any(output.output_type == "error" for output in outputs)
