"""Structure of the package in numbers: size, kinds of records, repeated mechanisms, and the way of one typed line.

``python benchmarks/structure.py [--against PATH]``

Counts come from the syntax trees; the calls come from a traced prompt. ``--against`` prints another checkout beside this one.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from checkout import ROOT

LOG = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Bob 5 0", "me 10 2")
TRACE = """
import json, sys
from code777solver.lang import language
from code777solver.prompt import game
from code777solver.session import Session

kind = getattr(game, "GamePrompt", None) or game.GameDesk  # its older name
prompt = kind(Session(), language("en"))
for line in sys.argv[1:]:
    prompt.handle(line)
prompt.handle("Ann 18 <")
prompt.handle("undo")
calls, functions, logged = 0, set(), False

def note(frame, event, _):
    global calls, logged
    if event != "call" or logged or "code777solver" not in frame.f_code.co_filename:
        return
    calls += 1
    functions.add(frame.f_code)

before = len(prompt.session.lines)
def watch(frame, event, argument):
    global logged
    note(frame, event, argument)
    if event == "return" and not logged and len(prompt.session.lines) > before:
        logged = True
sys.setprofile(watch)
list(prompt.handle_block("Ann 16 >"))
sys.setprofile(None)
print(json.dumps([calls, len(functions), len({f.co_filename for f in functions})]))
"""


def trees(root: Path) -> dict[str, ast.Module]:
    """Every module of the package below a checkout."""
    found = sorted((root / "code777solver").rglob("*.py"))
    return {str(path.relative_to(root)): ast.parse(path.read_text(encoding="utf-8")) for path in found}


def classes(modules: dict[str, ast.Module]) -> Iterator[tuple[str, ast.ClassDef]]:
    for name, tree in modules.items():
        yield from ((name, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def bases(node: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases]


def is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(one) and "transform" not in ast.unparse(one) for one in node.decorator_list)


def inner_imports(tree: ast.Module) -> int:
    """Import statements inside functions."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    inside = {part for one in functions for part in ast.walk(one) if isinstance(part, ast.Import | ast.ImportFrom)}
    return len(inside)


def depth(room: str, found: list[tuple[str, ast.ClassDef]]) -> int:
    """The longest chain of classes of a room that inherit from each other."""
    own = {node.name: bases(node) for name, node in found if f"/{room}/" in name}

    def chain(name: str) -> int:
        return 1 + max((chain(base) for base in own[name] if base in own), default=0)

    return max(map(chain, own))


def targets(tree: ast.Module) -> int:
    """Comparisons that ask whether numbers or tiles are declared."""
    return sum(
        isinstance(node, ast.Compare)
        and "target" in ast.unparse(node)
        and "'tiles'" in ast.unparse(node).replace('"', "'")
        for node in ast.walk(tree)
    )


def figures(root: Path) -> dict[str, int]:
    modules = trees(root)
    found = list(classes(modules))
    kinds = Counter(base for _, node in found for base in bases(node) if base in ("TypedDict", "NamedTuple", "Record"))
    names = Counter(node.name for _, node in found)
    settings = os.environ | {"PYTHONPATH": str(root)}
    traced = subprocess.run(
        [sys.executable, "-c", TRACE, *LOG],
        cwd=root,
        env=settings,
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    calls, functions, files = json.loads(traced.stdout)
    return {
        "lines of Python": sum(len((root / name).read_text(encoding="utf-8").splitlines()) for name in modules),
        "modules": len(modules),
        "TypedDicts": kinds["TypedDict"],
        "NamedTuples": kinds["NamedTuple"],
        "Records": kinds["Record"],
        "dataclasses": sum(is_dataclass(node) for _, node in found),
        "class names that stand twice": sum(count > 1 for count in names.values()),
        "imports inside functions": sum(map(inner_imports, modules.values())),
        "comparisons with the target of a declaration": sum(map(targets, modules.values())),
        "depth of prompt classes": depth("prompt", found),
        "calls until `Ann 16 >` is logged": calls,
        "functions until `Ann 16 >` is logged": functions,
        "modules until `Ann 16 >` is logged": files,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--against", type=Path, help="another checkout, shown first")
    other = parser.parse_args().against
    columns = [figures(root) for root in ([other.resolve()] if other else []) + [ROOT]]
    for name in columns[0]:
        print(f"{name:48}" + "".join(f"{column[name]:>10,}" for column in columns))


if __name__ == "__main__":
    main()
