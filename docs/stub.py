"""Make the stubs of the modules whose names are imported at their first use: they tell type checkers what is public.

    python docs/stub.py

The names come from the list in each module; a test fails while a stub is out of date.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

MODULES = ("code777solver", "code777solver.results", "code777solver.breaker")


def stubs() -> dict[Path, str]:
    """The text of each stub by its file."""
    return {Path(_file(name)).with_suffix(".pyi"): _stub(name) for name in MODULES}


def _file(name: str) -> str:
    return import_module(name).__file__ or ""


def _stub(name: str) -> str:
    """The public names of a module as imports, which are public for type checkers if they say `a as a`."""
    module = import_module(name)
    package = name if hasattr(module, "__path__") else name.rpartition(".")[0]
    up = "." * (package.count(".") + 1)
    names = sorted((home, one) for home, found in module._HOMES.items() for one in found)
    lines = [f"from {up}{home} import {one} as {one}" for home, one in names]
    lines += [f"from . import {one} as {one}" for one in getattr(module, "_MODULES", ())]
    return "\n".join([f'"""Made by docs/stub.py from the list in {Path(_file(name)).name}."""', "", *lines, ""])


def stale() -> list[str]:
    """The stubs that are out of date."""
    found = {path: path.read_text(encoding="utf-8") if path.is_file() else "" for path in stubs()}
    return [str(path) for path, text in stubs().items() if found[path] != text]


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")
        print(f"written: {path}")
