"""The belief after each line of a log, in memory that does not grow with the log.

The latest beliefs are kept, and some older ones, evenly spaced. Any other is computed again from the nearest kept one
before it, with the same result to the last bit. An ordinary game has fewer lines than are kept, so nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from ..table.events import Seat
from ..table.notation import Line
from ..table.persistent_list import PersistentList
from .arrays import arrays_for
from .belief import Belief, follow

_LATEST = 128
"""Fewest of the latest beliefs that are kept; the most is twice this number."""
_MOST_MARKS = 128
"""Most older beliefs that are kept."""

Say = Callable[[str], None]


class BeliefHistory(Sequence[Belief | None]):
    """Beliefs of the helped player after each line; None until the players are named. Immutable."""

    __slots__ = ("_latest", "_lines", "_marks", "_say", "_stride")

    def __init__(self, say: Say | None = None) -> None:
        """Start with an empty log; ``say`` gets a message when arrays have to be prepared."""
        self._say = say
        self._lines: PersistentList[Line] = PersistentList()
        self._latest: tuple[Belief | None, ...] = ()
        """After the last lines, one each."""
        self._stride = _LATEST
        self._marks: tuple[Belief | None, ...] = ()
        """``marks[i]`` is the belief after the first ``(i + 1) * stride`` lines."""

    @property
    def now(self) -> Belief | None:
        """The belief after the last line."""
        return self._latest[-1] if self._latest else None

    def plus(self, line: Line) -> BeliefHistory:
        """History with one more line."""
        belief = self._after(self.now, line)
        latest, marks, stride = (*self._latest, belief), self._marks, self._stride
        lines = self._lines.plus(line)
        if len(latest) > 2 * _LATEST:
            latest = latest[_LATEST:]
        if len(lines) % stride == 0:
            marks = (*marks, belief)
        if len(marks) > _MOST_MARKS:
            marks, stride = marks[1::2], stride * 2
        return self._changed(lines, latest, marks, stride)

    def without_last(self) -> BeliefHistory:
        """History without the last line."""
        lines, latest = self._lines.without_last(), self._latest[:-1]
        if not latest:
            latest = tuple(self._followed(max(0, len(lines) - _LATEST), len(lines)))
        return self._changed(lines, latest, self._marks[: len(lines) // self._stride], self._stride)

    def _changed(
        self,
        lines: PersistentList[Line],
        latest: tuple[Belief | None, ...],
        marks: tuple[Belief | None, ...],
        stride: int,
    ) -> BeliefHistory:
        new = object.__new__(BeliefHistory)
        new._say, new._lines, new._latest, new._marks, new._stride = self._say, lines, latest, marks, stride
        return new

    def _after(self, belief: Belief | None, line: Line) -> Belief | None:
        step = line.step
        if step is None:
            return belief
        if isinstance(step.event, Seat):
            return Belief.deal(arrays_for(step.after.edition, say=self._say))
        viewer = step.after.viewer
        return belief if belief is None or viewer is None else follow(belief, step, viewer)

    def _followed(self, start: int, stop: int) -> Iterator[Belief | None]:
        """Beliefs after lines ``start`` to ``stop - 1``, computed again from a kept one."""
        mark = start // self._stride
        belief = self._marks[mark - 1] if mark else None
        begin = mark * self._stride
        for place in range(begin, stop):
            belief = self._after(belief, self._lines[place])
            if place >= start:
                yield belief

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Belief | None]:
        return self._between(0, len(self))

    def _between(self, start: int, stop: int) -> Iterator[Belief | None]:
        older = len(self) - len(self._latest)
        yield from self._followed(start, min(stop, older))
        yield from self._latest[max(0, start - older) : max(0, stop - older)]

    @overload
    def __getitem__(self, i: int) -> Belief | None: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Belief | None, ...]: ...
    def __getitem__(self, i: int | slice) -> Belief | tuple[Belief | None, ...] | None:
        if isinstance(i, slice):
            start, stop, step = i.indices(len(self))
            return tuple(self._between(start, stop)) if step == 1 else tuple(self)[i]
        place = range(len(self))[i]
        latest = place - (len(self) - len(self._latest))
        return self._latest[latest] if latest >= 0 else next(self._followed(place, place + 1))

    def __repr__(self) -> str:
        return f"<beliefs after {len(self)} {'line' if len(self) == 1 else 'lines'}>"
