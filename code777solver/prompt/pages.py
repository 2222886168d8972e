"""Long lists page by page: a terminal shows as many rows as it has, and asks before the next; a script gets all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult

from ..lang import Language

__all__ = ["Pages"]

_LEAST_ROWS = 5


class Pages:
    """Rows, one line each, below a title, if they have one. They may be made while they are shown."""

    def __init__(self, title: RenderableType | None, rows: Iterable[RenderableType], count: int, t: Language) -> None:
        self.title, self.count, self.t = title, count, t
        self._rows = iter(rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title is not None:
            yield self.title
        yield from self._rows

    def turn(self, console: Console, wants_more: Callable[[str], bool]) -> None:
        """Print a page, ask, print the next. Where nothing is asked any more, a row more fits."""
        if self.title is not None:
            console.print(Group(self.title), crop=False)  # a path in it must stay whole
        room, shown = max(_LEAST_ROWS, console.height - (1 if self.title is None else 2)), 0
        while True:
            left = self.count - shown
            page = list(islice(self._rows, left if left <= room + 1 else room))
            for row in page:
                console.print(row)
            shown += len(page)
            if shown >= self.count:
                return
            label = self.t("-- {shown} of {count} rows: Enter for more, q to stop --", shown=shown, count=self.count)
            if not wants_more(label):
                return
