"""Modules that are imported when something of them is first used: start-up counts.

>>> claims = lazy_module("code777solver.reasons.claims")
>>> claims.ClaimError.__name__
'ClaimError'
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class _LazyModule:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


def lazy_module(name: str) -> Any:
    """A module by its whole name, imported at the first use. Type checkers are shown a plain import instead."""
    return _LazyModule(name)
