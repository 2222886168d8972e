"""The docstring of a kernel, its module or the package names every argument of the kernel."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from code777solver import kernels

FOLDER = Path(kernels.__file__).parent
DECORATORS = {"cached", "compiled", "compiled_where", "entry", "inlined", "intrinsic", "njit"}
MODULES = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")


def _decorators(function: ast.FunctionDef) -> set[str]:
    """Names of the decorators, with or without a call."""
    found = {one.func if isinstance(one, ast.Call) else one for one in function.decorator_list}
    return {one.id for one in found if isinstance(one, ast.Name)}


def _compiled(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and _decorators(node) & DECORATORS:
            yield node


def _named(text: str) -> set[str]:
    """The names in double backquotes, and those that begin an indented line of a table, before two blanks."""
    tables = re.findall(r"^    ((?:\w+, )*\w+)  ", text, re.MULTILINE)
    return set(re.findall(r"``(\w+)``", text)) | {name for row in tables for name in row.split(", ")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_argument_of_a_kernel_is_described(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    shared = _named(ast.get_docstring(tree) or "") | _named(kernels.__doc__ or "")
    missing = {}
    for function in _compiled(tree):
        own = ast.get_docstring(function) or ""
        arguments = {one.arg for one in function.args.args} - {"typing_context"}
        if not own or arguments - shared - _named(own):
            missing[function.name] = sorted(arguments - shared - _named(own))
    assert not missing
