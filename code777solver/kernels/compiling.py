"""How the kernels of games are compiled: without reference counts, into files that later runs load.

Arrays come from the caller, who keeps them alive. Counting references to some fifty arrays at every use took most of
the time of a simulated game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

Compiled = Callable[..., Any]

_PLAIN: dict[str, Any] = {"_nrt": False, "error_model": "numpy", "nogil": True}
OPTIONS: dict[str, Any] = {**_PLAIN, "forceinline": True}
"""For what is compiled into its callers."""


def inlined(function: Compiled) -> Compiled:
    """Compiled into whatever calls it."""
    return njit(**OPTIONS)(function)  # type: ignore[no-any-return]


def compiled(function: Compiled) -> Compiled:
    """Compiled by itself; allocates nothing."""
    return njit(**_PLAIN)(function)  # type: ignore[no-any-return]


def entry(function: Compiled) -> Compiled:
    """Called from Python; kept in a file."""
    return njit(cache=True, **_PLAIN)(function)  # type: ignore[no-any-return]
