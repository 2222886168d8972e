"""Strategies of simulated players: by name, or your own function.

    certain        declares as soon as the answers prove the code
    threshold:P    declares the likeliest code as soon as its chance is at least P
    silence:D      like certain, and assumes that the others declare as soon as they are certain (D = 1: by the answers,
                   D = 2: by the answers and by silence)
    slow:N         like certain, but notices N cards late
    forgetful:E    like certain, but misses each answer with chance E
    look:PRICE     declares the likeliest code unless the next answer raises its chance by more than PRICE, on average
    advised        declares when the learnt policy of `Solver.advise` says so

Your own strategy is a function that gets a `SeatView` and returns the code to declare, or None to wait.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import StrategyError, StrategyFailure, nearest
from ..kernels import board as kinds
from ..records import Record, replace

Chooser = Callable[[Any], "str | None"]
"""Gets a `SeatView` after each card and each refill, and returns the code to declare or None."""


def failure(choose: Chooser, why: str, *, game: int, seat: int, card: int) -> StrategyFailure:
    """Error that names the function, the game, the seat and the number of cards drawn."""
    name = getattr(choose, "__name__", "own")
    error = StrategyFailure(f"your strategy {name} failed in game {game}, seat {seat + 1}, after card {card}: {why}")
    error.function, error.game, error.seat, error.card = name, game, seat, card
    return error


def error_with_place(error: BaseException) -> str:
    """An error of user code in one line, with its place in the source."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{place}"


class Strategy(Record, uncompared=("choose",)):
    """The strategy of one seat."""

    name: str
    kind: int
    parameter: float = 0.0
    choose: Chooser | None = None
    """Your own function, called after each card and each refill; None for a named strategy."""


FORMS = {
    "certain": (kinds.CERTAIN, None),
    "threshold": (kinds.THRESHOLD, (0.0, 1.0)),
    "silence": (kinds.SILENCE, (1, 2)),
    "slow": (kinds.SLOW, (0, 100)),
    "forgetful": (kinds.FORGETFUL, (0.0, 1.0)),
    "look": (kinds.LOOK, (-1.0, 1.0)),
    "advised": (kinds.ADVISED, None),
}
"""For each name: its kind, and the smallest and largest number after it. If both are integers, the number must be one."""


def read_strategy(given: str | Chooser | Strategy) -> Strategy:
    """A strategy from its name, like ``threshold:0.6``, or from a function.

    >>> read_strategy("slow:2").parameter
    2.0
    """
    if isinstance(given, Strategy):
        return given
    if callable(given):
        return Strategy(getattr(given, "__name__", "own"), kinds.OUTSIDE, choose=given)
    name, _, number = given.strip().partition(":")
    form = FORMS.get(name.casefold())
    if form is None:
        raise StrategyError(
            f"no strategy {given!r}{nearest(name, FORMS)} "
            "(strategies: certain, threshold:P, silence:D, slow:N, forgetful:E, look:PRICE, advised)"
        )
    kind, limits = form
    if limits is None:
        if number:
            raise StrategyError(f"strategy {given!r}: {name} takes no number")
        return Strategy(name.casefold(), kind)
    least, most = limits
    whole = isinstance(least, int)
    try:
        value = float(number)
    except ValueError:
        value = float("nan")
    if not least <= value <= most or (whole and value != int(value)):
        what = "a whole number" if whole else "a number"
        raise StrategyError(f"strategy {given!r}: {what} from {least:g} to {most:g} is needed, like {name}:{most:g}")
    return Strategy(f"{name.casefold()}:{value:.12g}", kind, value)


def with_distinct_names(strategies: Sequence[Strategy]) -> tuple[Strategy, ...]:
    """The same strategies. Functions that share a name, like closures or lambdas, get a number: ``agent``, ``agent#2``.

    A named strategy keeps its name, and a function in several seats has one name.
    """
    names: dict[str, Chooser | None] = {one.name: None for one in strategies if one.choose is None}
    found = []
    for one in strategies:
        name, number = one.name, 1
        while names.setdefault(name, one.choose) != one.choose:
            number += 1
            name = f"{one.name}#{number}"
        found.append(one if name == one.name else replace(one, name=name))
    return tuple(found)


def read_strategies(
    given: str | Sequence[str | Chooser | Strategy], players: int | None = None
) -> tuple[Strategy, ...]:
    """Strategies of all seats. With ``players``, a single strategy is used for every seat."""
    each = [given] if isinstance(given, str) else given
    strategies = with_distinct_names([read_strategy(one) for one in each])
    if not strategies:
        raise StrategyError("no strategy given: name one for each seat, or one for all and the number of players")
    if len(strategies) == 1:
        if players is None:
            raise StrategyError(f"{strategies[0].name} for how many players? Name one for each seat, or give players=4")
        return strategies * players
    if players is not None and len(strategies) != players:
        raise StrategyError(
            f"{len(strategies)} strategies for {players} players: name one for each seat, or one for all"
        )
    return strategies
