"""Mutation testing: change one thing in a module, and see whether its tests notice.

    python tests/mutants.py cards proofs belief        # some minutes; prints every mutant that survives
    python tests/mutants.py belief --quick             # without the second try
    python tests/mutants.py cards --only 17            # one mutant, in a fresh process

Tests are collected and run once, which tells which of them reach which line. Each mutant then gets a forked process, in
which the functions that it changes get their new code, and only the tests that reach its line run, the quickest first,
until one fails. What survives there, or stands outside of any function, is tried again in a fresh process that imports
the changed module, so that nothing that was remembered from before the change can hide it.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import gc
import importlib
import importlib.abc
import importlib.util
import os
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = {
    "cards": ("rules/test_cards.py", "rules/test_card_truths.py", "rules/test_editions.py", "rules/test_tiles.py"),
    "belief": ("core/test_belief.py", "reasons/test_doubt.py", "core/test_cases.py", "solver/test_solver.py"),
    "proofs": ("reasons/test_proofs.py", "reasons/test_hints.py"),
    "claims": ("reasons/test_claims.py", "reasons/test_proofs.py", "reasons/test_hints.py"),
    "wording": ("reasons/test_proofs.py", "test_lang.py", "cli/test_explain_command.py"),
}
"""The quick tests of each module."""
SLOW = 0.7
"""Seconds from which a test runs only for mutants that all others have missed."""
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """A module with one change."""

    number: int
    line: int
    what: str
    tree: ast.Module


def mutants(source: str) -> list[Mutant]:
    """Every mutant of a module. Annotations, docstrings and texts are left alone."""
    tree = ast.parse(source)
    found: list[Mutant] = []
    skipped = {id(part) for node in ast.walk(tree) for part in _meaningless(node)}
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for what, change in _changes(node):
            twin = copy.deepcopy(tree)
            if not change(next(other for i, other in enumerate(ast.walk(twin)) if i == place), twin):
                continue
            found.append(Mutant(0, node.lineno, what, ast.fix_missing_locations(twin)))  # type: ignore[attr-defined]
    found.sort(key=lambda one: one.line)
    return [one._replace(number=number) for number, one in enumerate(found)]


def _meaningless(node: ast.AST) -> Iterator[ast.AST]:
    """Parts of a node without any effect on what a program does, or on its messages only."""
    parts: list[ast.AST | None] = []
    if isinstance(node, ast.arg | ast.AnnAssign):
        parts.append(node.annotation)
    if isinstance(node, ast.FunctionDef):
        parts.append(node.returns)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        parts += node.decorator_list
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom):
        parts.append(node)
    if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
        parts.append(node)
    for part in parts:
        if part is not None:
            yield from ast.walk(part)


Change = Callable[[Any, ast.Module], bool]


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """The ways to change a node: what is written there, and a function that does it to the node's twin."""
    shown = ast.unparse(node).split("\n")[0][:70] if isinstance(node, ast.expr | ast.stmt) else ""
    match node:
        case ast.Compare(ops=[op, *_]):
            new = _COMPARED[type(op)]
            yield f"{shown}  ->  {new.__name__}", lambda twin, _: _set(twin, ops=[new(), *twin.ops[1:]])
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _COMPUTED:
            other = _COMPUTED[type(op)]
            yield f"{shown}  ->  {other.__name__}", lambda twin, _: _set(twin, op=other())
        case ast.BoolOp(op=op):
            swapped = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield f"{shown}  ->  {type(swapped).__name__}", lambda twin, _: _set(twin, op=swapped)
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub()):
            yield f"{shown}  ->  without {type(node.op).__name__}", _replace_by(lambda twin: twin.operand)
        case ast.IfExp():
            yield f"{shown}  ->  always", lambda twin, _: _set(twin, test=ast.Constant(True))
            yield f"{shown}  ->  never", lambda twin, _: _set(twin, test=ast.Constant(False))
        case ast.Constant(value=bool() as value):
            yield f"{value}  ->  {not value}", lambda twin, _: _set(twin, value=not twin.value)
        case ast.Constant(value=int() | float() as value):
            yield f"{value}  ->  {value + 1}", lambda twin, _: _set(twin, value=twin.value + 1)
        case ast.If() | ast.While():
            if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):  # those are changed themselves
                negated = _negated
                yield f"{shown}  ->  negated", lambda twin, _: _set(twin, test=negated(twin.test))
        case ast.Return(value=value) if value is not None and ast.unparse(value) != "None":
            yield f"{shown}  ->  return None", lambda twin, _: _set(twin, value=ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield f"{shown}  ->  removed", _replace_by(lambda twin: ast.Pass())
        case ast.AugAssign() | ast.Continue() | ast.Break():
            yield f"{shown}  ->  removed", _replace_by(lambda twin: ast.Pass())


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _set(node: ast.AST, **values: object) -> bool:
    for name, value in values.items():
        setattr(node, name, value)
    return True


def _replace_by(make: Callable[[Any], ast.AST]) -> Change:
    def change(twin: ast.AST, tree: ast.Module) -> bool:
        for parent in ast.walk(tree):
            for name, value in ast.iter_fields(parent):
                if value is twin:
                    setattr(parent, name, make(twin))
                    return True
                if isinstance(value, list) and any(part is twin for part in value):
                    setattr(parent, name, [make(part) if part is twin else part for part in value])
                    return True
        return False

    return change


# New code for functions that exist.


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield (constant.co_qualname, constant.co_firstlineno), constant
            yield from _codes(constant)


class Patches:
    """The functions of an imported module, ready to get the code of a mutant."""

    def __init__(self, name: str) -> None:
        module = sys.modules[f"code777solver.{name}"]
        self.path = str(module.__file__)
        self.old = dict(_codes(compile(Path(self.path).read_text(encoding="utf-8"), self.path, "exec")))
        known = gc.get_objects()
        self.functions = [one for one in known if isinstance(one, FunctionType) and one.__globals__ is module.__dict__]
        self.memories = [one for one in known if isinstance(one, functools._lru_cache_wrapper)]

    def apply(self, mutant: Mutant) -> bool:
        """Change the functions, and forget what was worked out before; False if the mutant changes something else."""
        new = dict(_codes(compile(mutant.tree, self.path, "exec")))
        changed = {key for key, code in new.items() if self.old.get(key) != code}
        reached = False
        for function in self.functions:
            key = (function.__code__.co_qualname, function.__code__.co_firstlineno)
            if key in changed and len(new[key].co_freevars) == len(function.__code__.co_freevars):
                function.__code__ = new[key]
                reached = True
        for memory in self.memories:
            memory.cache_clear()
        sys.modules["code777solver.core.arrays"].__dict__["_made"].clear()
        return reached


class Loop:
    """A plugin for pytest that runs the tests once for each mutant."""

    def __init__(self, name: str, every: int, *, quick: bool) -> None:
        self.name, self.quick = name, quick
        self.path = ROOT / "code777solver" / f"{name}.py"
        self.mutants = mutants(self.path.read_text(encoding="utf-8"))[::every]
        self.outcome: Counter[str] = Counter()
        self.survivors: list[Mutant] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        seconds, reaching = self._measure(session.items)
        self.patches = Patches(self.name)
        everything = sorted(session.items, key=lambda item: seconds[item.nodeid])
        for mutant in self.mutants:
            names = reaching.get(mutant.line, set())
            chosen = [item for item in everything if item.nodeid in names]
            if not chosen or "" in names:  # reached while tests were collected: any test may notice
                chosen += [item for item in everything if item.nodeid not in names]
            quick = [item for item in chosen if seconds[item.nodeid] < SLOW]
            limit = 5 + 3 * sum(seconds[item.nodeid] for item in quick)
            killed = self._forked(mutant, quick, limit)
            if self.quick and killed == "outside":
                self.outcome["not tried"] += 1
            elif killed in ("", "outside") and (
                self.quick or self._survives_afresh(mutant, [item.nodeid for item in chosen])
            ):
                self.survivors.append(mutant)
                print(f"  survived: {mutant.number}, line {mutant.line}: {mutant.what}", flush=True)
                self.outcome["survived"] += 1
            else:
                self.outcome[killed if killed not in ("", "outside") else "killed afresh"] += 1
        return True

    def _measure(self, items: list[pytest.Item]) -> tuple[dict[str, float], dict[int, set[str]]]:
        """Run all tests unchanged: how long each takes, and which reach each line."""
        import coverage

        cover = coverage.Coverage(data_file=None, include=[str(self.path)], config_file=False)
        seconds: dict[str, float] = {}
        cover.start()
        for item, after in zip(items, [*items[1:], None], strict=True):
            cover.switch_context(item.nodeid)
            start = time.perf_counter()
            reports = _run(item, after)
            seconds[item.nodeid] = time.perf_counter() - start
            if any(report.failed for report in reports):
                raise SystemExit(f"{item.nodeid} fails without any change")
        cover.stop()
        reached = cover.get_data().contexts_by_lineno(str(self.path))
        return seconds, {line: set(contexts) for line, contexts in reached.items()}

    def _forked(self, mutant: Mutant, items: list[pytest.Item], limit: float) -> str:
        """How a mutant dies in a copy of this process; empty if it does not, "outside" if it is in no function."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            status = b"s"
            try:
                sink = os.open(os.devnull, os.O_WRONLY)
                os.dup2(sink, 1)
                os.dup2(sink, 2)
                if not self.patches.apply(mutant):
                    status = b"o"
                else:
                    for item, after in zip(items, [*items[1:], None], strict=True):
                        if any(report.failed for report in _run(item, after)):
                            status = b"k"
                            break
            except BaseException:  # noqa: BLE001  (whatever it is, the mutant did it)
                status = b"k"
            os.write(writing, status)
            os._exit(0)
        os.close(writing)
        ready = select.select([reading], [], [], limit)[0]
        found = os.read(reading, 1) if ready else b"t"
        os.close(reading)
        if found == b"t":
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return {b"k": "killed", b"": "killed", b"t": "killed by the clock", b"o": "outside"}.get(found, "")

    def _survives_afresh(self, mutant: Mutant, names: list[str]) -> bool:
        command = [sys.executable, __file__, self.name, "--only", str(mutant.number)]
        try:
            run = subprocess.run(
                command, input="\n".join(names), text=True, capture_output=True, timeout=600, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0


def _run(item: pytest.Item, after: pytest.Item | None) -> list[Any]:
    from _pytest.runner import runtestprotocol

    return runtestprotocol(item, log=False, nextitem=after)


# A fresh process.


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module of the package with a change."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        self.name, self.mutant = f"code777solver.{name}", mutant
        self.path = ROOT / "code777solver" / f"{name}.py"

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> Any:
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def exec_module(self, module: Any) -> None:
        exec(compile(self.mutant.tree, str(self.path), "exec"), module.__dict__)


class _Only:
    """A plugin that keeps the named tests."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.names] or items


def _files(name: str) -> list[str]:
    return [str(ROOT / "tests" / file) for file in TESTS[name]]


_OPTIONS = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", f"--rootdir={ROOT}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("modules", nargs="+", choices=sorted(TESTS))
    parser.add_argument("--only", type=int, help="run this mutant alone; tests may be named on standard input")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="a sample: every Nth mutant")
    parser.add_argument("--quick", action="store_true", help="no second try in a fresh process")
    options = parser.parse_args()
    os.chdir(ROOT)
    if options.only is not None:
        (name,) = options.modules
        mutant = mutants((ROOT / "code777solver" / f"{name}.py").read_text(encoding="utf-8"))[options.only]
        print(f"{name} {mutant.number}, line {mutant.line}: {mutant.what}")
        sys.meta_path.insert(0, _Finder(name, mutant))
        named = set() if sys.stdin.isatty() else set(sys.stdin.read().split("\n"))
        raise SystemExit(int(pytest.main([*_OPTIONS, *_files(name)], plugins=[_Only(named)])))
    for name in options.modules:
        print(f"{name}.py", flush=True)
        start = time.perf_counter()
        child = os.fork()  # each module is measured with nothing imported before
        if child == 0:
            loop = Loop(name, options.every, quick=options.quick)
            pytest.main([*_OPTIONS, "-s", *_files(name)], plugins=[loop])
            total = sum(loop.outcome.values())
            rest = ", ".join(f"{count} {how}" for how, count in sorted(loop.outcome.items()))
            sample = f" (every {options.every}th)" if options.every > 1 else ""
            print(f"{name}.py: {total} mutants{sample} in {time.perf_counter() - start:,.0f} s: {rest}", flush=True)
            os._exit(0 if total == len(loop.mutants) else 1)
        if os.waitpid(child, 0)[1]:
            raise SystemExit(f"{name}.py: not all mutants were tried")


if __name__ == "__main__":
    main()
