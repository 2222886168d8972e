"""Decorators for the kernels of games: functions for other kernels, and entries that are cached on disk.

Without numba, as in a browser, nothing is compiled: results are the same, and a puzzle still takes about a second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, wraps
from importlib.util import find_spec
from typing import Any

from .board import OFF
from .caching import Compiled, cached, njit
from .shortcuts import uses


@lru_cache(maxsize=1024)
def _by_content(kind: Any) -> tuple[str, tuple[str, ...]]:
    """Kind and hash that name a numba type inside the names of compiled functions.

    Numba names a record by a number that each process counts for itself, and an array inside a record without its shape.
    Two tables that were compiled by two processes would then share function names, and a process that loads both from disk
    would run the code of one on the arrays of the other.
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

_PLAIN: dict[str, Any] = {"error_model": "numpy", "nogil": True}
_CALLEE: dict[str, Any] = {**_PLAIN, "pipeline_class": Callee}
OPTIONS: dict[str, Any] = {**_CALLEE, "forceinline": True}
"""Options of `njit` for functions that are compiled into their callers."""


def inlined(function: Compiled) -> Compiled:
    """Compile a function into each caller."""
    return njit(**OPTIONS)(function)  # type: ignore[no-any-return]


def compiled(function: Compiled) -> Compiled:
    """Compile a function that only other kernels call. It must not allocate."""
    return njit(**_CALLEE)(function)  # type: ignore[no-any-return]


def asked_where(field: str, otherwise: Any = None, *, axis: int = 0) -> Callable[[Compiled], Compiled]:
    """Stand-in for `compiled_where` without a compiler: tests the size of ``field`` at every call."""

    def choose(function: Compiled) -> Compiled:
        @wraps(function)
        def call(*arguments: Any) -> Any:
            room = next(getattr(record, field) for record in arguments if hasattr(record, field))
            return function(*arguments) if room.shape[axis] > OFF else otherwise

        return call

    return choose


def compiled_where(field: str, otherwise: Any = None, *, axis: int = 0) -> Callable[[Compiled], Compiled]:
    """Compile a function only for records in which ``field`` is on, that is, longer than `board.OFF` along ``axis``.

    For other records a call does nothing and returns ``otherwise``, and the function is not compiled. Numba compiles all
    functions that a kernel may call; a table of players who declare when certain needs a fifth of them.
    """

    if overload is None:
        return asked_where(field, otherwise, axis=axis)

    def choose(function: Compiled) -> Compiled:
        whole = compiled(function)

        def called(*arguments: Any) -> Any:
            return function(*arguments)

        def generate(*arguments: Any) -> Compiled:
            record = next(kind for kind in arguments if field in getattr(kind, "fields", ()))
            if record.typeof(field).shape[axis] > OFF:
                return lambda *arguments: whole(*arguments)  # noqa: PLW0108  (numba wants a function of Python)
            return lambda *arguments: otherwise

        overload(called, jit_options=OPTIONS, strict=False)(generate)
        return wraps(function)(called)

    return choose


def entry(function: Compiled) -> Compiled:
    """Compile a function that Python calls, and cache it on disk."""
    return cached(**_PLAIN)(function)
