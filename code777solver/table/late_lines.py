"""Where a line belongs: one that came late is offered the place at which nothing about it is odd."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Code777Error
from .notation import Line, read_line
from .table import Table

__all__ = ["right_place"]


def right_place(lines: Sequence[Line], text: str) -> int | None:
    """The number that a line would have where neither it nor any line after it is odd because of it; None if nowhere.

    ``lines`` are those of a log, and the line has no place among them yet. Of several such places the one with the fewest
    odd lines after it is meant, and of those the last. The end is none of them: there the line was odd, or refused.
    """
    best: tuple[int, int] | None = None
    odd_now = 0
    for place in range(len(lines) - 1, -1, -1):
        step = lines[place].step
        if step is None:  # a comment: before the line below it will do
            continue
        odd_now += len(step.warnings)
        odd_then = _odd_lines(text, lines[place:], step.before, odd_now)
        if odd_then is not None and (best is None or odd_now - odd_then > best[0]):
            best = (odd_now - odd_then, place + 1)
    return None if best is None else best[1]


def _odd_lines(text: str, after: Sequence[Line], table: Table, most: int) -> int | None:
    """Number of warnings about the lines after a new line.

    None if the new line has a warning itself, if a line is refused, or if there are more than ``most`` warnings.
    """
    try:
        event, odd = read_line(text, table), 0
        if event is None:
            return None
        step = table.do(event)
        if step.warnings:
            return None
        for line in after:
            if line.step is not None:
                next_event = read_line(line.text, step.after)
                assert next_event is not None  # it was one before
                step = step.after.do(next_event)
                odd += len(step.warnings)
                if odd > most:
                    return None
    except Code777Error:
        return None
    return odd
