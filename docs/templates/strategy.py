"""Copy me: a strategy for simulated games. Seat it with `code777 simulate -s strategy.py:patient -s certain`."""

from __future__ import annotations

from code777solver import SeatView

ENOUGH = 0.6


def patient(view: SeatView) -> str | None:
    """Return the code to declare, or None to wait. It is called after each card and each refill.

    ``view`` has what a player at this seat can know: the possible codes with their chances, scores, seats, the goal.
    """
    code, chance = view.codes[0]
    return code if chance >= ENOUGH else None
