"""Remarks of the program: a path in them can be copied on any width of screen."""

from __future__ import annotations

import re
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.containers import Lines
from rich.text import Text

from ..lang import visible

__all__ = ["Remark"]


class Remark(Text):
    """A text that is wrapped between words and never inside one. Nothing in it can harm a terminal.

    >>> from rich.console import Group
    >>> Console(width=20).print(Group(Remark("written: /home/ann/games/friday.c777 today")), crop=False)
    written:
    /home/ann/games/friday.c777
    today
    """

    def __init__(self, text: str, style: str = "dim") -> None:
        super().__init__(visible(text), style)

    def wrap(self, console: Console, width: int, **_: Any) -> Lines:
        """Lines that fit, but for words that are longer than a line."""
        cuts, used = [], 0
        for word in re.finditer(r"\S+\s*", self.plain):
            if used and used + cell_len(word[0].rstrip()) > width:
                cuts.append(word.start())
                used = 0
            used += cell_len(word[0])
        lines = Lines(self.divide(cuts))
        for line in lines:
            line.rstrip()
        return lines
