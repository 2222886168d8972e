"""Best play from any position: from a plan of the package if the game follows one, else by search."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from .._lazy import lazy_module
from .answers import AnsweredGuess
from .packs import MOST_SEARCHED, Pack
from .plans import Plan, best_plan, proved_best
from .position import GuessPosition

if TYPE_CHECKING:
    from . import search as searches
else:
    searches = lazy_module("code777solver.breaker.search")  # imports numba

__all__ = ["Outlook", "best_guess", "can_search", "compiles", "is_planned", "outlook", "plan_from"]

AT_ONCE = 600
"""Most codes of a position that is searched while a user waits."""


class Outlook(NamedTuple):
    """Guesses still needed with best play after a guess, including this guess and the last one."""

    expected: float
    worst: int


@cache
def compiles() -> bool:
    """True if numba is installed, which a search needs; in a browser it is not."""
    return find_spec("numba") is not None


def is_planned(position: GuessPosition, *, worst: bool = False) -> bool:
    """True if `best_guess` needs no search: few codes are left, or the game follows a plan of the package."""
    few = 0 < len(position.left) <= 2
    return few or (not (worst and position.history) and _node(position) is not None)


def can_search(position: GuessPosition) -> bool:
    """True if exact play is known, or found quickly."""
    if len(position.left) == 0:
        return False
    if not position.history and proved_best(position.pack) is not None:
        return True
    if not compiles():
        return False
    return len(position.left) <= AT_ONCE and len(position.pack.codes) <= MOST_SEARCHED


def best_guess(position: GuessPosition, *, worst: bool = False) -> int:
    """First guess of a best plan: best for the mean, or for the worst case and then the mean."""
    if len(position.left) <= 2:
        return int(position.left[0])
    node = None if worst and position.history else _node(position)
    if node is not None:
        return node
    return _best(position.pack, tuple(position.history), worst)


def _node(position: GuessPosition) -> int | None:
    """The guess of the package's own plan: best for the mean everywhere, for the worst case at the start."""
    best = proved_best(position.pack)
    if best is not None and not position.history:
        return best.guesses[0]
    plan = best_plan(position.pack)
    node = plan.node(position.history) if plan is not None else None
    return None if node is None else node.guess


@lru_cache(maxsize=256)
def _best(pack: Pack, history: tuple[AnsweredGuess, ...], worst: bool) -> int:
    search = searches.search_for(pack)
    if not worst:
        return search.best(history, searches.MEAN).guess
    most = 1
    while search.best(history, searches.beyond(most), 1).total:
        most += 1
    return search.best(history, searches.both(searches.beyond(most), searches.MEAN)).guess


@lru_cache(maxsize=4096)
def outlook(pack: Pack, history: tuple[AnsweredGuess, ...], guess: int) -> Outlook:
    """Outlook of a guess. The two figures are each the best possible, and may belong to different plans."""
    position = GuessPosition(pack, history)
    best = proved_best(pack)
    if not history and best is not None:
        found = {opening.guess: opening for opening in best.openings}
        if guess in found:
            return Outlook(found[guess].total / len(pack.codes), found[guess].worst)
    search = searches.search_for(pack)
    total = search.value(guess, history, searches.MEAN)
    most = 1
    while search.value(guess, history, searches.beyond(most), 1):
        most += 1
    return Outlook(total / len(position.left), most)


@lru_cache(maxsize=256)
def plan_from(pack: Pack, history: tuple[AnsweredGuess, ...]) -> Plan:
    """A plan with the best mean from a position."""
    plan = best_plan(pack)
    node = plan.node(history) if plan is not None else None
    if node is not None:
        return Plan(node)
    position = GuessPosition(pack, history)
    if len(position.left) <= 2:
        return Plan.read(pack, [], position.left)
    return Plan.read(pack, searches.search_for(pack).plan(history), position.left)
