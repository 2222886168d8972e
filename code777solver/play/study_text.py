"""Studies as text: tables and sentences laid out as lines of a given width, without a terminal.

A column names the columns of the study that it prints, and their form. What does not fit side by side follows below, with the
first column again.

>>> rows = [{"card": 3, "share": 0.25, "half": 0.011}, {"card": 12, "share": 0.5, "half": 0.02}]
>>> columns = [column("card"), column("removed", "share", "half", form="{:.2f} ±{:.2f}".format)]
>>> for line in laid_out([TextTable(rows, columns)]):
...     print(line.text)
card     removed
   3  0.25 ±0.01
  12  0.50 ±0.02
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Literal, NamedTuple

Rows = list[dict[str, Any]]

_GAP = "  "
_LEAST_TEXT = 12
"""Characters that must be free for the beginning of a card's text to be of use."""


class TextLine(NamedTuple):
    """A line for people."""

    text: str
    style: Literal["", "bold", "dim", "yellow"] = ""
    faint: str = ""
    """Text at the end of the line that matters less."""


class TextColumn(NamedTuple):
    """A column as it is printed."""

    heading: str
    names: tuple[str, ...]
    """The columns of the study that it shows."""
    form: Callable[..., str]
    """Makes the text of a cell from their values."""
    left: bool

    def cell(self, row: Mapping[str, Any]) -> str:
        """The text in a row; a dash where the row lacks the column."""
        return self.form(*(row[name] for name in self.names)) if self.names[0] in row else "-"


class TextTable(NamedTuple):
    """Rows of a study and the columns to print of them."""

    rows: Rows
    columns: Sequence[TextColumn]
    title: str = ""
    describes_cards: bool = False
    """True if the text of the card in column ``card`` follows each row, where there is room."""


TextPart = TextLine | TextTable


def column(heading: str, *names: str, form: Callable[..., str] = str, left: bool = False) -> TextColumn:
    """Describe a column; without names it shows the column of the study that is called like its heading."""
    return TextColumn(heading, names or (heading,), form, left)


def percent(digits: int = 2) -> Callable[[float], str]:
    """Make a form for measured shares. A measured share proves nothing, so it may read 0 or 100.

    >>> percent()(0.2501), percent(1)(math.nan)
    ('25.01 %', '-')
    """
    return lambda value: "-" if math.isnan(value) else f"{value * 100:.{digits}f} %"


def across(rows: Rows, row: str, name: str, cell: TextColumn) -> Rows:
    """Spread rows over columns: one row for each value of ``row``, with the cells of the values of ``name`` as columns.

    The other columns are those of the first row with that value.
    """
    found: dict[Any, dict[str, Any]] = {}
    for one in rows:
        found.setdefault(one[row], dict(one))[str(one[name])] = cell.cell(one)
    return list(found.values())


def laid_out(
    parts: Iterable[TextPart], width: int = 80, card_texts: Mapping[int, str] | None = None
) -> Iterator[TextLine]:
    """Lay out sentences and tables as lines of at most ``width`` characters, where their words and columns allow it.

    ``card_texts`` are the questions of the cards by number.
    """
    for part in parts:
        if isinstance(part, TextLine):
            yield from _wrapped(part, width)
            continue
        if part.title:
            yield TextLine("")
            yield from _wrapped(TextLine(part.title, "bold"), width)
        texts = [(card_texts or {}).get(row["card"], "") for row in part.rows] if part.describes_cards else []
        yield from _table_lines(part, width, texts)


def _wrapped(line: TextLine, width: int) -> Iterator[TextLine]:
    for text in wrap(line.text, width, break_on_hyphens=False) or [""]:
        yield line._replace(text=text)


def _table_lines(table: TextTable, width: int, texts: Sequence[str]) -> Iterator[TextLine]:
    """The headings and rows of a table, in as many blocks as its columns need."""
    printed = [_filled(one, [one.cell(row) for row in table.rows]) for one in table.columns]
    blocks = _blocks([len(cells[0]) + len(_GAP) for cells in printed], width + len(_GAP))
    for number, block in enumerate(blocks):
        lines = [_GAP.join(cells).rstrip() for cells in zip(*(printed[i] for i in block), strict=True)]
        taken = sum(len(printed[i][0]) + len(_GAP) for i in block)
        if number:
            yield TextLine("")
        yield TextLine(lines[0], "bold")
        for i, line in enumerate(lines[1:]):
            text = _beginning(texts[i], width - taken) if texts and len(blocks) == 1 else ""
            yield TextLine(f"{line:<{taken}}" if text else line, faint=text)


def _filled(one: TextColumn, cells: Sequence[str]) -> list[str]:
    """The heading and the cells of a column, all of one length."""
    longest = max(map(len, (one.heading, *cells)))
    return [f"{text:{'<' if one.left else '>'}{longest}}" for text in (one.heading, *cells)]


def _blocks(sizes: Sequence[int], width: int) -> list[list[int]]:
    """Blocks of columns that fit side by side; the first column is repeated in each block."""
    found, taken = [[0]], sizes[0]
    for i, size in enumerate(sizes[1:], 1):
        if taken + size > width and len(found[-1]) > 1:
            found.append([0])
            taken = sizes[0]
        found[-1].append(i)
        taken += size
    return found


def _beginning(text: str, room: int) -> str:
    if room < _LEAST_TEXT:
        return ""
    return text if len(text) <= room else f"{text[: room - 1]}…"


__all__ = ["Rows", "TextColumn", "TextLine", "TextPart", "TextTable", "across", "column", "laid_out", "percent"]
