"""Modules and names that are imported when they are first used: start-up counts.

>>> claims = lazy_module("code777solver.reasons.claims")
>>> claims.Claim.__name__
'Claim'
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

_PACKAGE = __name__.rpartition(".")[0]


class _LazyModule:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


def lazy_module(name: str) -> Any:
    """A module by its whole name, imported at the first use. Type checkers are shown a plain import instead."""
    return _LazyModule(name)


def lazy_names(
    module: str, homes: Mapping[str, tuple[str, ...]], missing: Callable[[str], Any] | None = None
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """``__all__``, ``__getattr__`` and ``__dir__`` of a module whose names are imported at their first use.

    ``homes`` has the names by the module of this package that defines them. ``missing`` is asked for any other name.

    >>> names, get, _ = lazy_names("code777solver", {"rules.tiles": ("Deck", "Tile")})
    >>> names, get("Tile").__module__
    (['Deck', 'Tile'], 'code777solver.rules.tiles')
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def get(name: str) -> Any:
        if name not in home_of:
            if missing is not None:
                return missing(name)
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        value = getattr(import_module(f".{home_of[name]}", _PACKAGE), name)
        setattr(sys.modules[module], name, value)
        return value

    return list(home_of), get, lambda: sorted(home_of)
