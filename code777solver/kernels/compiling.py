"""How kernels that work on many arrays at once are compiled: without reference counts.

Arrays come from the caller, who keeps them alive. Counting references to some fifty arrays at every use took most of
the time of a simulated game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

Compiled = Callable[..., Any]


def inlined(function: Compiled) -> Compiled:
    """Compiled into whatever calls it."""
    return njit(forceinline=True, _nrt=False, error_model="numpy")(function)  # type: ignore[no-any-return]


def compiled(function: Compiled) -> Compiled:
    """Compiled by itself; allocates nothing."""
    return njit(nogil=True, _nrt=False, error_model="numpy")(function)  # type: ignore[no-any-return]
