"""Everything that a process remembers has a bound: a server runs for months, and strangers choose what it is asked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from code777solver.breaker import packs
from code777solver.breaker.packs import load_game
from code777solver.breaker.search import MEAN, Search, both

ROOT = Path(__file__).parents[1] / "code777solver"

MODULE_MEMORIES = {
    "core/arrays.py:_kept_arrays": "`arrays_for` drops the oldest beyond a number of tables and of racks",
    "web/endpoints.py:ENDPOINTS": "one for each endpoint, entered when the module is imported",
}
"""Empty containers at the top of a module, which can only be there to be filled; and what bounds them."""

OBJECT_MEMORIES = {
    "breaker/search.py:_floors": "emptied when 16 are there",
    "core/arrays.py:_agreeing": "emptied when it holds 2 MB",
    "core/arrays.py:_answers": "emptied when it holds 2 MB",
    "core/arrays.py:_measures": "emptied when 20,000 are there",
    "core/arrays.py:_named": "one entry for each rack of a deck",
    "core/arrays.py:_pairs": "emptied when it holds 2 MB",
    "play/keyed_random.py:_drawn": "one for each purpose that the rules of a game know",
    "play/match.py:computers": "one for each computer player of one game",
    "prompt/play.py:_claims": "one for each player of one game",
    "review/reviewer.py:views": "one for each line and seat of the game that is reviewed",
    "table/timeline.py:_swaps": "one for each swap of one game",
    "breaker/session.py:secrets": "one for each side of one game",
    "web/app.py:_asking": "one for each client that has a request under way",
    "web/app.py:_running": "one for each request that is being answered",
    "web/connections.py:quiet": "one for each open connection, which are limited",
    "web/cache.py:_kept": "those that were not asked for longest go beyond a number of entries or bytes",
    "web/pool.py:_held": "one for each client that has a worker",
    "web/pool.py:_lines": "one for each request in line, which are limited",
}
"""Dictionaries that objects fill; and what bounds them."""

_EMPTY = ("dict", "set", "list", "OrderedDict", "defaultdict", "Counter", "deque", "WeakValueDictionary")
_MAPPINGS = ("dict", "OrderedDict", "defaultdict", "Counter")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def called(node: ast.expr) -> str:
    """The name at the end of what is called or used: ``cache`` of ``@functools.cache``."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_empty(node: ast.expr | None, kinds: tuple[str, ...]) -> bool:
    if isinstance(node, ast.Dict):
        return not node.keys
    if isinstance(node, ast.List):
        return not node.elts and "list" in kinds
    return isinstance(node, ast.Call) and called(node) in kinds and not node.args


def unbounded(tree: ast.AST) -> Iterator[str]:
    """Functions that remember what they gave, for as many arguments as ever come."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            taken = node.args
            has_arguments = bool(taken.posonlyargs or taken.args or taken.kwonlyargs or taken.vararg or taken.kwarg)
            for mark in node.decorator_list:
                if called(mark) == "cache" and has_arguments:
                    yield node.name
                if called(mark) == "lru_cache" and not _has_size(mark):
                    yield node.name
        elif isinstance(node, ast.Assign | ast.Return):
            for part in ast.walk(node):
                if isinstance(part, ast.Call) and called(part) in ("cache", "lru_cache") and not _has_size(part):
                    yield ast.unparse(node)


def _has_size(mark: ast.expr) -> bool:
    """True if the size is written there, as a number or by the name of one."""
    sizes = [word.value for word in mark.keywords if word.arg == "maxsize"] if isinstance(mark, ast.Call) else []
    return bool(sizes) and not (isinstance(sizes[0], ast.Constant) and sizes[0].value is None)


def targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def test_every_remembering_function_has_a_bound() -> None:
    """`load_game` kept every pack that was ever asked for, 4 MB each."""
    assert [(name, list(unbounded(tree))) for name, tree in modules() if list(unbounded(tree))] == []


@pytest.mark.parametrize(
    "code",
    [
        "@cache\ndef f(x): ...",
        "@functools.cache\ndef f(*, x): ...",
        "@lru_cache\ndef f(x): ...",
        "@lru_cache(maxsize=None)\ndef f(x): ...",
        "@functools.lru_cache()\ndef f(x): ...",
        "class A:\n    @cache\n    def f(self): ...",
        "f = lru_cache(maxsize=None)(g)",
        "f = cache(g)",
    ],
)
def test_memory_without_a_bound_is_noticed(code: str) -> None:
    assert list(unbounded(ast.parse(code)))


def test_functions_without_arguments_and_with_a_size_are_bounded() -> None:
    assert not list(unbounded(ast.parse("@cache\ndef f(): ...\n@lru_cache(maxsize=4)\ndef g(x): ...")))


def test_every_memory_of_a_module_is_known() -> None:
    found = {
        f"{name}:{target.id}"
        for name, tree in modules()
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty(node.value, _EMPTY)
        for target in targets(node)
        if isinstance(target, ast.Name)
    }
    assert found == set(MODULE_MEMORIES)


def test_every_memory_of_an_object_is_known() -> None:
    found = {
        f"{name}:{target.attr}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty(node.value, _MAPPINGS)
        for target in targets(node)
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
    }
    assert found == set(OBJECT_MEMORIES)


def test_packs_share_what_is_large() -> None:
    """A pack of 54 cards held 4 MB of its own, and so did everything that remembered one."""
    first, second = (load_game(f"A-9 / sun moon star tree lamp {name}").packs[0] for name in ("fish", "bird"))
    assert first.size == second.size == 54
    assert first.codes is second.codes
    first.read("A fish 2 fish 3 fish")
    assert not any(hasattr(value, "nbytes") or len(value) > 200 for value in vars(first).values() if _sized(value))


def _sized(value: object) -> bool:
    return hasattr(value, "__len__")


@pytest.mark.parametrize("cards", [3, 4, 12, 25, 54])
def test_the_place_of_a_code(cards: int) -> None:
    codes = packs._codes(cards)
    assert [packs._place(code, cards) for code in codes.tolist()] == list(range(len(codes)))


def test_a_search_forgets_costs() -> None:
    """Every turn of a race has costs of its own, and each was kept."""
    search = Search(load_game("A-3 / sun moon").packs[0])
    first = search._floor(MEAN).copy()
    for i in range(100):
        search._floor(both(MEAN, MEAN + i))
        assert len(search._floors) <= 16
    assert (search._floor(MEAN) == first).all()
