"""Results as plain data, ready for `json.dumps`: what ``--json`` prints. docs/json.md lists the fields."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from ..records import plain_data
from . import results

P = ParamSpec("P")


def _lowered(build: Callable[P, object]) -> Callable[P, Any]:
    @wraps(build)
    def lowered(*args: P.args, **named: P.kwargs) -> Any:
        return plain_data(build(*args, **named))

    return lowered


analysis = _lowered(results.analysis)
assumed = _lowered(results.assumed)
further = _lowered(results.further)
advice = _lowered(results.advice)
check = _lowered(results.check)
contradiction = _lowered(results.contradiction)
warnings = _lowered(results.warnings)
puzzle = _lowered(results.puzzle)
proof = hint = notes = own_card = review = plain_data
"""Records that are written as they are."""

__all__ = [
    "advice",
    "analysis",
    "assumed",
    "check",
    "contradiction",
    "further",
    "hint",
    "notes",
    "own_card",
    "plain_data",
    "proof",
    "puzzle",
    "review",
    "warnings",
]
