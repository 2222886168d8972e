"""Compiled code in files that later runs load.

Numba keeps the files in ``NUMBA_CACHE_DIR``, beside the source or in the user's cache folder. If none of these can be
written, they go to the folder that ``CODE777_CACHE`` names. Without any folder, or if the disk fails, each run compiles
again.

Without numba, as in a browser, functions stay plain Python: the results are the same, but slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Compiled = Callable[..., Any]
F = TypeVar("F", bound=Compiled)


def _uncompiled(**options: object) -> Callable[[Compiled], Compiled]:
    """Stand-in for `njit` without numba. Random words overflow on purpose, so warnings about that are off."""

    def keep(function: Compiled) -> Compiled:
        @wraps(function)
        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*arguments)

        return call

    return keep


if find_spec("numba") is None:
    njit: Any = _uncompiled
else:
    from numba import config, njit
    from numba.core.caching import FunctionCache

    class _Files(FunctionCache):
        """Files of one function. If they cannot be read or written, the function is compiled again."""

        def load_overload(self, *arguments: Any) -> Any:
            try:
                return super().load_overload(*arguments)
            except Exception:  # noqa: BLE001  (a damaged file can fail in any way)
                with suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, *arguments: Any) -> None:
            with suppress(OSError):
                super().save_overload(*arguments)


def cached(**options: Any) -> Callable[[F], F]:
    """Compile with these options of `njit`, and cache the code in files."""

    def keep(function: F) -> F:
        found: F = njit(**options)(function)
        if hasattr(found, "_cache"):  # plain functions have no cache
            found._cache = _files_of(function) or found._cache
        return found

    return keep


def _files_of(function: Compiled) -> Any:
    """Files of a function; None if there is no folder for them."""
    try:
        return _Files(function)
    except RuntimeError:  # numba found no folder
        own = os.environ.get("CODE777_CACHE")
        if not own:
            return None
    config.CACHE_DIR = str(Path(own, "numba"))  # type: ignore[attr-defined]
    try:
        return _Files(function)
    except RuntimeError:
        return None
