"""How the kernels of games are compiled: without reference counts, into files that later runs load.

Arrays come from the caller, who keeps them alive. Counting references to some fifty arrays at every use took most of
the time of a simulated game.

Where there is no numba, as in a browser, nothing is compiled. A puzzle is made in a second even so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from importlib.util import find_spec
from typing import Any

from .caching import Compiled, cached, njit
from .shortcuts import uses


@lru_cache(maxsize=1024)
def _by_content(kind: Any) -> tuple[str, tuple[str, ...]]:
    """How a type is written in the names of compiled functions: by all that it is.

    Numba writes a record by a number that each process counts anew, and an array inside one without its shape. Two
    tables compiled by two processes would then share names, and whoever loads both from disk runs the code of the one
    on the arrays of the other.
    """
    return type(kind).__name__, (hashlib.sha256(str(kind).encode()).hexdigest()[:20],)


if find_spec("numba") is None:
    overload: Any = None
    Callee: Any = None
else:
    from numba import types
    from numba.core.compiler import Compiler
    from numba.extending import overload

    if uses("callees"):
        from .callees import Callee
    else:
        Callee = Compiler

    for _kind in (types.Record, types.NestedArray):
        setattr(_kind, "mangling_args", property(_by_content))  # noqa: B010  (numba's stubs have it as a method)

_PLAIN: dict[str, Any] = {**({"_nrt": False} if uses("uncounted") else {}), "error_model": "numpy", "nogil": True}
_CALLEE: dict[str, Any] = {**_PLAIN, "pipeline_class": Callee}
OPTIONS: dict[str, Any] = {**_CALLEE, "forceinline": True}
"""For what is compiled into its callers."""


def inlined(function: Compiled) -> Compiled:
    """Compiled into whatever calls it."""
    return njit(**OPTIONS)(function)  # type: ignore[no-any-return]


def compiled(function: Compiled) -> Compiled:
    """Compiled for others to call; allocates nothing."""
    return njit(**_CALLEE)(function)  # type: ignore[no-any-return]


def asked_where(field: str, otherwise: Any = None, *, axis: int = 0) -> Callable[[Compiled], Compiled]:
    """What `compiled_where` is where nothing is compiled: whether there is room is asked at every call."""

    def choose(function: Compiled) -> Compiled:
        @wraps(function)
        def call(*arguments: Any) -> Any:
            room = next(getattr(record, field) for record in arguments if hasattr(record, field))
            return function(*arguments) if room.shape[axis] > 1 else otherwise

        return call

    return choose


def compiled_where(field: str, otherwise: Any = None, *, axis: int = 0) -> Callable[[Compiled], Compiled]:
    """Compiled where a game's record has room in ``field``: more than one row, or whatever its ``axis`` counts.

    Elsewhere nothing is compiled, and a call does nothing and returns ``otherwise``. Numba compiles all that a function may
    call, and a table of people who declare when certain calls a fifth of it.
    """

    if overload is None:
        return asked_where(field, otherwise, axis=axis)

    def choose(function: Compiled) -> Compiled:
        whole = compiled(function)

        def called(*arguments: Any) -> Any:
            return function(*arguments)

        def generate(*arguments: Any) -> Compiled:
            record = next(kind for kind in arguments if field in getattr(kind, "fields", ()))
            if record.typeof(field).shape[axis] > 1:
                return lambda *arguments: whole(*arguments)  # noqa: PLW0108  (numba wants a function of Python)
            return lambda *arguments: otherwise

        overload(called, jit_options=OPTIONS, strict=False)(generate)
        return wraps(function)(called)

    return choose


def entry(function: Compiled) -> Compiled:
    """Called from Python; kept in a file."""
    return cached(**_PLAIN)(function)
