"""The kernels of simulated games as plain Python: the same source, loaded once more with nothing compiled.

A shape of table that is compiled takes some ten seconds; in plain Python any shape plays at once, a game in a part of
a second. `test_simulation` proves that both play the same games, so what one of them shows holds for the other.
"""

from __future__ import annotations

import importlib
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np

import code777solver.kernels as compiled_kernels
from code777solver.kernels.compiling import asked_where

_NAME = "plain_kernels_of_games"


def _load() -> Any:
    package = types.ModuleType(_NAME)
    package.__path__ = [str(Path(str(compiled_kernels.__file__)).parent)]
    compiling: Any = types.ModuleType(f"{_NAME}.compiling")
    compiling.inlined = compiling.compiled = compiling.entry = lambda function: function
    compiling.compiled_where = asked_where
    compiling.OPTIONS = {}
    sys.modules |= {_NAME: package, compiling.__name__: compiling}
    return importlib.import_module(f"{_NAME}.games")


GAMES = _load()


def sibling(name: str) -> Any:
    """Another of the kernel modules in plain Python."""
    return importlib.import_module(f"{_NAME}.{name}")


def _called(name: str) -> Any:
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return getattr(GAMES, name)(*map(_opened, arguments))

    return call


def _opened(argument: Any) -> Any:
    """A packed record as a thing with its arrays as attributes; they share the record's memory."""
    names = argument.dtype.names if isinstance(argument, np.ndarray) else None
    return argument if not names else [types.SimpleNamespace(**{name: argument[0][name] for name in names})]


play, begin, goes_on, next_turn, declarations, note_result = map(
    _called, ("play", "begin", "goes_on", "next_turn", "declarations", "note_result")
)
