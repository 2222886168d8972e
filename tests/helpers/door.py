"""The public door as text: every public name with its members and signatures, and the inner types that those name.

    python tests/helpers/door.py    store it in tests/golden/door.txt

tests/test_door.py compares it with the stored text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import code777solver

STORED = Path(__file__).resolve().parents[1] / "golden" / "door.txt"
MODULES = ("code777solver", *(f"code777solver.{name}" for name in code777solver._MODULES))
_PACKAGE = Path(code777solver.__file__).parent
_SPECIAL = ("__init__", "__add__", "__call__", "__getitem__", "__iter__", "__len__")
_Home = tuple[str, str]
"""A module, and a name that it defines."""


@cache
def _tree(module: str) -> ast.Module:
    path = _PACKAGE.joinpath(*module.split(".")[1:])
    file = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def _known(module: str) -> dict[str, _Home]:
    """The names of this package that a module defines or imports, by their homes."""
    found: dict[str, _Home] = {}
    parts = module.split(".")
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.level:
            source = ".".join([*parts[: len(parts) - node.level], *filter(None, [node.module])])
            found |= {alias.asname or alias.name: (source, alias.name) for alias in node.names}
    for node in _tree(module).body:
        names = [node.name] if isinstance(node, ast.ClassDef | ast.FunctionDef) else []
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names += [target.id for target in targets if isinstance(target, ast.Name)]
        found |= {name: (module, name) for name in names}
    return found


def _home(module: str, name: str) -> _Home:
    """The place where a name is defined, through all imports."""
    source = _known(module).get(name, (module, name)) if module.startswith("code777solver.") else (module, name)
    return source if source == (module, name) else _home(*source)


def public() -> dict[str, _Home]:
    """The home of each public name, by where it is imported from."""
    found = {}
    for module in MODULES:
        homes = getattr(import_module(module), "_HOMES", None)
        for name in import_module(module).__all__:
            at = module if homes is None else next(f"code777solver.{home}" for home in homes if name in homes[home])
            found[f"{module}.{name}"] = _home(at, name)
    return found


def _node(home: _Home) -> ast.ClassDef | ast.FunctionDef | None:
    found = (node for node in _tree(home[0]).body if isinstance(node, ast.ClassDef | ast.FunctionDef))
    return next((node for node in found if node.name == home[1]), None)


def _members(home: _Home) -> Iterator[tuple[str, ast.FunctionDef | ast.AnnAssign]]:
    """The public members of a class with the modules that define them, its own before those of its bases."""
    node = _node(home)
    if not isinstance(node, ast.ClassDef):
        return
    for part in node.body:
        if (isinstance(part, ast.FunctionDef) and (not part.name.startswith("_") or part.name in _SPECIAL)) or (
            isinstance(part, ast.AnnAssign) and not ast.unparse(part.target).startswith("_")
        ):
            yield home[0], part
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(name, ast.Name) and name.id in _known(home[0]) and name.id != "Record":
            yield from _members(_home(home[0], name.id))


def _written(node: ast.AST) -> str:
    """A signature, or a field with its type; descriptions are left out."""
    if isinstance(node, ast.FunctionDef):
        returns = f" -> {_type(node.returns)}" if node.returns else ""
        kind = "" if "property" not in {ast.unparse(one).rpartition("_")[2] for one in node.decorator_list} else "@"
        return f"{kind}{node.name}({ast.unparse(node.args)}){returns}"
    assert isinstance(node, ast.AnnAssign)
    return f"{ast.unparse(node.target)}: {_type(node.annotation)}"


def _type(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Annotated" and isinstance(node.slice, ast.Tuple):
        return ast.unparse(node.slice.elts[0])
    return ast.unparse(node)


def _named(node: ast.AST) -> Iterator[str]:
    """The names in a signature."""
    given = (
        [node.returns, *(one.annotation for one in ast.walk(node.args) if isinstance(one, ast.arg))]
        if isinstance(node, ast.FunctionDef)
        else [node.annotation]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    for one in filter(None, given):
        for part in ast.walk(ast.parse(_type(one))):
            if isinstance(part, ast.Name):
                yield part.id


def inner() -> dict[str, str]:
    """The types that a public signature names and that are not public, each with the first place that names it."""
    homes, found = set(public().values()), {}
    for name, home in public().items():
        node = _node(home)
        nodes = [(home[0], node)] if isinstance(node, ast.FunctionDef) else list(_members(home))
        for module, part in nodes:
            for one in _named(part):
                if one in _known(module) and (place := _home(module, one)) not in homes:
                    member = "" if part is node else f".{_written(part).strip('@').partition('(')[0].partition(':')[0]}"
                    found.setdefault(".".join(place).removeprefix("code777solver."), f"{name}{member}")
    return found


def description() -> str:
    """The whole door."""
    lines = []
    for name, home in public().items():
        node = _node(home)
        if isinstance(node, ast.FunctionDef):
            lines.append(f"{name.rpartition('.')[0]}.{_written(node)}")
            continue
        lines.append(name)
        lines += [f"    {text}" for text in dict.fromkeys(_written(part) for _, part in _members(home))]
    lines += ["", "Inner types that these name:", *(f"    {name} ({where})" for name, where in sorted(inner().items()))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STORED.write_text(description(), encoding="utf-8")
