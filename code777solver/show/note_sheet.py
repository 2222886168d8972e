"""The note sheet on paper: a pyramid of tiles for each reshuffle period, and the cards with who answered what.

Every mark is a stroke and every colour an icon, so that nothing is lost in black and white. A page shows two periods,
newest first: on top their pyramids, below the cards with one column of answers for each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..lang import Language
from ..rules.cards import Card
from ..rules.editions import Edition
from ..rules.tiles import COLOURS, Deck
from ..solver import Solver
from ..table.events import NoteEvent
from ..table.notes import note_text
from ..table.table import ME, Table
from .drawing import (
    GREY,
    HEIGHT,
    WIDTH,
    Drawing,
    Point,
    Shape,
    Stroke,
    Words,
    fitting_size,
    text_length,
    wrap,
)
from .sheet_cells import SheetCell, colour_icon, draw_cell
from .sheet_periods import Period, SheetAnswer, marked_cells, periods, tile_copies

_MARGIN = 12.0
_INNER = WIDTH - 2 * _MARGIN
_BOTTOM = HEIGHT - _MARGIN
_ABREAST = 2
"""Periods on one page."""
_GAP = 6.0
_CELL = 10.0
_PYRAMID: Point = ((_INNER - _GAP) / 2, 7 * _CELL)
"""The room for the tiles of one period."""
_NUMBER, _CARD = 8.0, 84.0
"""The first two columns of the list of cards."""
_TEXT, _SMALL, _STEP, _PAD = 2.8, 2.0, 3.5, 1.1
"""In the list: size of letters and of line numbers, from line to line, and between text and rule."""
_ROW = _STEP + 2 * _PAD
_AFTER, _APART = 1.2, 3.0
"""Between an answer and its line number, and between two answers."""
_TOGETHER = 6
"""A row of the list with no more lines than this is never split between pages."""


# The sheets.


def note_sheet(solver: Solver, t: Language) -> Drawing:
    """The game as a player would have noted it: a pyramid and a column of answers for each reshuffle period."""
    known, paper = periods(solver), _Paper(_title(solver.edition))
    for start in range(0, len(known), _ABREAST):
        shown = known[start : start + _ABREAST]
        _head(paper, _standing(solver.table, t))
        _legend(paper, solver.edition.deck, t, chances=True)
        _pyramids(paper, [(_heading(solver, period, t), marked_cells(period)) for period in shown])
        columns = [(t("Period {number}", number=period.number), period.answers) for period in shown]
        _cards(paper, solver.edition, columns, t, least=_ROW)
        _key_to_answers(paper, t)
    _notes(paper, solver, t)
    return paper.drawing()


def blank_sheet(edition: Edition, t: Language) -> Drawing:
    """A sheet to print and to write on: two pyramids without marks, and the cards."""
    paper = _Paper(_title(edition))
    _head(paper, t("Players and points:"), ruled=True)
    _legend(paper, edition.deck, t, chances=False)
    cells = [SheetCell(tile) for tile, _ in tile_copies(edition.deck)]
    titles = [t("Period {number}", number=number) for number in range(1, _ABREAST + 1)]
    _pyramids(paper, [((title, ""), cells) for title in titles])
    _cards(paper, edition, [(title, {}) for title in titles], t, least=_roomy_row(edition, _BOTTOM - paper.y - _ROW, t))
    return paper.drawing()


def _roomy_row(edition: Edition, room: float, t: Language) -> float:
    """The greatest height of a row, within reason, with which all cards still fit into ``room``."""
    heights = [len(_card_lines(card, t)) * _STEP + 2 * _PAD for card in edition.cards.values()]
    choices = np.arange(8.0, _ROW, -0.1).tolist()
    return next((least for least in choices if sum(max(least, height) for height in heights) <= room), _ROW)


# The parts of a page.


class _Paper:
    """Pages being filled from top to bottom; ``y`` is where the next part begins."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.pages: list[list[Shape]] = []
        self.y = _MARGIN

    def new_page(self) -> None:
        self.pages.append([])
        self.y = _MARGIN

    def add(self, *shapes: Shape) -> None:
        self.pages[-1].extend(shape for shape in shapes if not isinstance(shape, Words) or shape.text)

    def drawing(self) -> Drawing:
        """The finished pages, numbered if there are several."""
        count = len(self.pages)
        corner = (WIDTH - _MARGIN, HEIGHT - _MARGIN / 2)
        numbers = [Words(corner, f"{i + 1}/{count}", 2.4, anchor="end") for i in range(count)] if count > 1 else []
        return Drawing(self.title, tuple((*page, *numbers[i : i + 1]) for i, page in enumerate(self.pages)))


def _title(edition: Edition) -> str:
    return f"{edition.title} ({edition.name})"


def _standing(table: Table, t: Language) -> str:
    """The seat of the notes, and the points."""
    facts = []
    if table.players and table.viewer is not None:
        facts.append(t("Seat: {name}", name=table.viewer))
    if table.players:
        points = ", ".join(f"{name} {score}" for name, score in table.scores.items())
        facts.append(t("Points: {points}", points=points))
    if table.winner:
        facts.append(t("you have won" if table.winner == table.viewer == ME else "{name} has won", name=table.winner))
    return "   ".join(facts)


def _head(paper: _Paper, facts: str = "", *, ruled: bool = False) -> None:
    """A new page with the title and a line of facts, or of room for them."""
    paper.new_page()
    size = fitting_size(paper.title, 5.5, _INNER, "bold")
    paper.add(Words((_MARGIN, paper.y + 5), paper.title, size, "bold"))
    paper.add(Words((_MARGIN, paper.y + 11), facts, fitting_size(facts, 3.4, _INNER)))
    if ruled:
        start = _MARGIN + text_length(facts, 3.4) + 2
        paper.add(Stroke((start, paper.y + 11.5), (_MARGIN + _INNER, paper.y + 11.5), 0.15))
    paper.y += 14


def _legend(paper: _Paper, deck: Deck, t: Language, *, chances: bool) -> None:
    """Draw the meaning of icons and marks: small cells, each with its words, in two lines."""
    icons = [(None, letter, t(COLOURS[letter].name)) for letter in deck.colours]
    tile = deck.kinds[-1]
    marks = [
        (SheetCell(tile, "seen"), "", t("seen or out of play")),
        (SheetCell(tile, "excluded"), "", t("not mine, by deduction")),
        (SheetCell(tile, "certain"), "", t("certainly mine")),
    ]
    if chances:
        marks.append((SheetCell(tile, "open", "25%"), "", t("chance that one of the kind is mine")))
    for entries, side in ((icons, 3.6), (marks, 6.2)):
        words = [f"{letter} {text}".strip() for _, letter, text in entries]
        room = _INNER - len(entries) * (side + 5)
        size = min(2.8, fitting_size("".join(words), 2.8, room))
        x = _MARGIN
        for (cell, letter, _), text in zip(entries, words, strict=True):
            if cell is None:
                paper.add(colour_icon(letter, (x + side / 2, paper.y + side / 2), side / 2))
            else:
                paper.add(*draw_cell(cell, (x, paper.y), side))
            paper.add(Words((x + side + 1.2, paper.y + side / 2 + 1), text, size))
            x += side + 5 + text_length(text, size)
        paper.y += side + 2
    paper.y += 1


def _heading(solver: Solver, period: Period, t: Language) -> tuple[str, str]:
    """The lines of a period, and what was left at its end."""
    title = t("Period {number}, lines {first}-{last}", number=period.number, first=period.first, last=period.last)
    belief = period.belief
    if belief is None:
        return title, ""
    if not belief.possible:
        line = max((line for line in solver.contradictions if line <= period.last), default=period.last)
        return title, t("CONTRADICTION at line {line}: no rack fits every answer", line=line)
    if belief.size == 0:
        return title, t("Your rack is empty.")
    left = np.nonzero(belief.chances)[0]
    codes = len(np.unique(belief.space.code_of[left]))
    return title, t("racks left: {racks}   codes left: {codes}", racks=len(left), codes=codes)


def _pyramids(paper: _Paper, blocks: Sequence[tuple[tuple[str, str], Sequence[SheetCell]]]) -> None:
    """The tiles of some periods side by side, each below its two lines of heading."""
    width, height = _PYRAMID
    left = (WIDTH - len(blocks) * width - (len(blocks) - 1) * _GAP) / 2
    for i, ((title, state), cells) in enumerate(blocks):
        middle = left + i * (width + _GAP) + width / 2
        size = fitting_size(state, 2.8, width)
        paper.add(Words((middle, paper.y + 3.5), title, fitting_size(title, 3.6, width, "bold"), "bold", "middle"))
        paper.add(Words((middle, paper.y + 7.5), state, size, anchor="middle"))
        side, rows = _rows(cells)
        for down, row in enumerate(rows):
            start = middle - len(row) * side / 2
            for across, cell in enumerate(row):
                paper.add(*draw_cell(cell, (start + across * side, paper.y + 9.5 + down * side), side))
    paper.y += 9.5 + height + 3


def _rows(cells: Sequence[SheetCell]) -> tuple[float, list[Sequence[SheetCell]]]:
    """The cells by number, and how large they can be. Very long rows are folded, so that all stay readable."""
    width, height = _PYRAMID
    numbers: dict[int, list[SheetCell]] = {}
    for cell in cells:
        numbers.setdefault(cell.tile.number, []).append(cell)
    best: tuple[float, int] = (0.0, 0)
    for most in range(1, max(map(len, numbers.values())) + 1):
        count = sum(math.ceil(len(row) / most) for row in numbers.values())
        best = max(best, (min(_CELL, width / most, height / count), most))
    side, most = best
    return side, [row[i : i + most] for row in numbers.values() for i in range(0, len(row), most)]


# The list of cards.


class _Entry(NamedTuple):
    """An answer as it stands in a column: who said what, and the line of the log in small print."""

    text: str
    line: str

    @property
    def length(self) -> float:
        return text_length(self.text, _TEXT) + _AFTER + text_length(self.line, _SMALL)


def _entry(heard: SheetAnswer) -> _Entry:
    answer = heard.answer
    said = f"{answer.symbol}?" if answer.symbol and answer.doubted else answer.symbol or "?"
    return _Entry(f"{answer.player} {said}", str(heard.line))


def _flow(entries: Sequence[_Entry], room: float) -> list[list[_Entry]]:
    """Entries in lines that fit."""
    lines: list[list[_Entry]] = []
    used = room
    for entry in entries:
        if not lines or used + _APART + entry.length > room:
            lines.append([])
            used = -_APART
        lines[-1].append(entry)
        used += _APART + entry.length
    return lines


def _cards(
    paper: _Paper,
    edition: Edition,
    columns: Sequence[tuple[str, Mapping[int, Sequence[SheetAnswer]]]],
    t: Language,
    *,
    least: float,
) -> None:
    """The cards, each with its answers in one column a period; goes on over as many pages as it takes."""
    width = (_INNER - _NUMBER - _CARD) / len(columns)
    titles = [title for title, _ in columns]
    _card_titles(paper, titles, width, t)
    for number, card in edition.cards.items():
        text = _card_lines(card, t)
        flows = [_flow([_entry(heard) for heard in said.get(number, ())], width - 2 * _PAD) for _, said in columns]
        lines, start = max(1, len(text), *map(len, flows)), 0
        while start < lines:
            fit = int((_BOTTOM - paper.y - 2 * _PAD) / _STEP)
            if fit < min(lines - start, _TOGETHER) or paper.y + least > _BOTTOM:
                _head(paper)
                _card_titles(paper, titles, width, t)
                continue
            part = slice(start, start + fit)
            height = max(least, min(lines - start, fit) * _STEP + 2 * _PAD)
            _card_row(paper, number, text[part], [flow[part] for flow in flows], width, height)
            start += fit


def _card_lines(card: Card, t: Language) -> list[str]:
    return wrap(t(card.text), _TEXT, _CARD - 2 * _PAD)


def _card_titles(paper: _Paper, titles: Sequence[str], width: float, t: Language) -> None:
    base = paper.y + _ROW - _PAD - 0.8
    paper.add(Words((_MARGIN + _NUMBER + _PAD, base), t("Cards"), _TEXT, "bold"))
    for i, title in enumerate(titles):
        x = _MARGIN + _NUMBER + _CARD + i * width + _PAD
        paper.add(Words((x, base), title, fitting_size(title, _TEXT, width - 2 * _PAD, "bold"), "bold"))
    _rules(paper, len(titles), width, _ROW)


def _rules(paper: _Paper, columns: int, width: float, height: float) -> None:
    """The rule below a row and those between its columns, a bold one before each period."""
    top, bottom = paper.y, paper.y + height
    paper.add(Stroke((_MARGIN, bottom), (_MARGIN + _INNER, bottom), 0.15))
    for i in range(columns):
        x = _MARGIN + _NUMBER + _CARD + i * width
        paper.add(Stroke((x, top), (x, bottom), 0.6))
    paper.y = bottom


def _card_row(
    paper: _Paper, number: int, text: Sequence[str], flows: Sequence[list[list[_Entry]]], width: float, height: float
) -> None:
    lines = max(1, len(text), *map(len, flows))
    base = paper.y + (height - lines * _STEP) / 2 + _STEP - 0.8
    paper.add(Words((_MARGIN + _NUMBER - 2, base), str(number), 3.2, "bold", "end"))
    for i, line in enumerate(text):
        paper.add(Words((_MARGIN + _NUMBER + _PAD, base + i * _STEP), line, _TEXT))
    for column, flow in enumerate(flows):
        left = _MARGIN + _NUMBER + _CARD + column * width + _PAD
        for i, entries in enumerate(flow):
            x, y = left, base + i * _STEP
            for entry in entries:
                scale = min(1.0, (width - 2 * _PAD) / entry.length)  # only for a very long name
                paper.add(Words((x, y), entry.text, _TEXT * scale, mark="answer"))
                small = x + (text_length(entry.text, _TEXT) + _AFTER) * scale
                paper.add(Words((small, y), entry.line, _SMALL * scale, colour=GREY))
                x += entry.length + _APART
    _rules(paper, len(flows), width, height)


def _key_to_answers(paper: _Paper, t: Language) -> None:
    text = t(
        "> more of the first, < more of the second, = as many of both, ? in doubt or not heard; small: line of the log"
    )
    size = fitting_size(text, 2.4, _INNER)
    paper.y += _STEP
    paper.add(Words((_MARGIN, paper.y), text, size))


def _notes(paper: _Paper, solver: Solver, t: Language) -> None:
    """The remarks in the log, each with its line."""
    notes = [
        (line.number, note_text(line.step.event))
        for line in solver.log.lines
        if line.step is not None and isinstance(line.step.event, NoteEvent)
    ]
    for i, (number, note) in enumerate(notes):
        text = wrap(note, _TEXT, _INNER - _NUMBER)
        for j, line in enumerate(text):
            if paper.y + _STEP * (1 if i or j else 3) > _BOTTOM:
                _head(paper)
            if not i and not j:
                paper.y += _STEP * 1.6
                paper.add(Words((_MARGIN, paper.y), t("Notes"), _TEXT, "bold"))
            paper.y += _STEP
            if not j:
                paper.add(Words((_MARGIN + _NUMBER - 2, paper.y), str(number), _SMALL, anchor="end", colour=GREY))
            paper.add(Words((_MARGIN + _NUMBER, paper.y), line, _TEXT))
