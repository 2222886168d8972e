"""The note sheet on paper: a pyramid of tiles for each reshuffle period, and the cards with who answered what.

Every mark is a stroke and every colour an icon, so that nothing is lost in black and white. A page shows two periods,
newest first: on top their pyramids, below the cards with one column of answers for each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from ..core.belief import Belief
from ..lang import Language
from ..records import Record
from ..rules.cards import Card
from ..rules.editions import Edition
from ..rules.tiles import COLOURS, Deck, Tile
from ..sentences import any_of
from ..solver import Solver, position_of
from ..table.events import Answer, NoteEvent, Reshuffle
from ..table.notes import note_text
from ..table.table import ME, Table
from .drawing import (
    BLACK,
    GREY,
    HEIGHT,
    WIDTH,
    Box,
    Disc,
    Drawing,
    Point,
    Polygon,
    Shape,
    SheetError,
    Stroke,
    Words,
    fitting_size,
    text_length,
    to_svg,
    wrap,
)

Mark = Literal["open", "seen", "excluded", "certain"]

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

_PAINT = {
    "G": "#3aa655",
    "Y": "#ffd92f",
    "K": "#000000",
    "N": "#9c6b3f",
    "R": "#e34234",
    "P": "#f29ac2",
    "B": "#3b7dd8",
}
"""The icons are filled so, for those who see it and print it; nothing depends on it."""


# What is known in each period.


class SheetCell(NamedTuple):
    """One physical tile of the pyramid and the mark on it."""

    tile: Tile
    mark: Mark = "open"
    chance: str = ""
    """The chance that a tile of this kind is mine, on the first of the kind that is still open."""


class SheetAnswer(NamedTuple):
    """An answer and the line of the log that tells it."""

    line: int
    answer: Answer


class Period(Record):
    """The game between two reshuffles, with the table and the belief at its end."""

    number: int
    first: int
    last: int
    """Its lines in the log, both included."""
    table: Table
    belief: Belief | None
    """None if nobody is helped, or before the players are named."""
    answers: Mapping[int, tuple[SheetAnswer, ...]]
    """By card, in the order of the log."""


def periods(solver: Solver) -> list[Period]:
    """The reshuffle periods of a game, the current one first. A `reshuffle` line opens the period after it."""
    lines = solver.log.lines
    starts = [i for i, line in enumerate(lines) if line.step is not None and isinstance(line.step.event, Reshuffle)]
    found = []
    for number, (start, end) in enumerate(zip([0, *starts], [*starts, len(lines)], strict=True), 1):
        table, belief = solver.table, position_of(solver).beliefs[end - 1] if end else None
        if end < len(lines):
            step = lines[end].step
            assert step is not None
            table = step.before
        answers: dict[int, tuple[SheetAnswer, ...]] = {}
        for line in lines[start:end]:
            if line.step is not None and isinstance(line.step.event, Answer):
                event = line.step.event
                answers[event.card] = (*answers.get(event.card, ()), SheetAnswer(line.number, event))
        known = belief if table.viewer is not None else None
        found.append(Period(number, start + 1, end, table, known, answers))
    return found[::-1]


def marked_cells(period: Period) -> list[SheetCell]:
    """Every physical tile with its mark, in deck order; the copies of a kind are seen, then mine, then open.

    Once it is certain how many of a kind are mine, its other copies are excluded.
    """
    deck, seen = period.table.edition.deck, period.table.seen_tiles()
    belief = period.belief
    if belief is None or belief.size == 0 or not belief.possible:
        return [SheetCell(tile, "seen" if i < seen[tile] else "open") for tile, i in _copies(deck)]
    left = np.nonzero(belief.chances)[0]
    counts = belief.space.counts[left]
    least, most = counts.min(axis=0), counts.max(axis=0)
    chances = belief.chances[left] @ (counts > 0)
    cells = []
    for tile, i in _copies(deck):
        kind, place = deck.index[tile], i - seen[tile]
        if place < 0:
            cells.append(SheetCell(tile, "seen"))
        elif place < least[kind]:
            cells.append(SheetCell(tile, "certain"))
        elif least[kind] == most[kind]:
            cells.append(SheetCell(tile, "excluded"))
        else:
            cells.append(SheetCell(tile, "open", "" if place else _percent(float(chances[kind]))))
    return cells


def _copies(deck: Deck) -> list[tuple[Tile, int]]:
    return [(tile, i) for tile, copies in zip(deck.kinds, deck.copies, strict=True) for i in range(copies)]


def _percent(chance: float) -> str:
    """A chance that is neither 0 nor 1, short; it is never shown as if it were."""
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{chance:.0%}"


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
    cells = [SheetCell(tile) for tile, _ in _copies(edition.deck)]
    titles = [t("Period {number}", number=number) for number in range(1, _ABREAST + 1)]
    _pyramids(paper, [((title, ""), cells) for title in titles])
    _cards(paper, edition, [(title, {}) for title in titles], t, least=_roomy_row(edition, _BOTTOM - paper.y - _ROW, t))
    return paper.drawing()


def _roomy_row(edition: Edition, room: float, t: Language) -> float:
    """The greatest height of a row, within reason, with which all cards still fit into ``room``."""
    heights = [len(_card_lines(card, t)) * _STEP + 2 * _PAD for card in edition.cards.values()]
    choices = np.arange(8.0, _ROW, -0.1).tolist()
    return next((least for least in choices if sum(max(least, height) for height in heights) <= room), _ROW)


def write_sheet(drawing: Drawing, path: Path) -> None:
    """Write a drawing as a file; the ending of its name says the format. Raises `SheetError`."""
    write = _WRITERS.get(path.suffix.casefold())
    if write is None:
        raise SheetError("{path}: the file name must end in {endings}", path=path, endings=any_of([*_WRITERS]))
    content = write(drawing)
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SheetError("{path}: cannot be written: {reason}", path=path, reason=reason) from None


def _to_png(drawing: Drawing) -> bytes:
    from .paper import to_png

    return to_png(drawing)


def _to_pdf(drawing: Drawing) -> bytes:
    from .paper import to_pdf

    return to_pdf(drawing)


_WRITERS: Mapping[str, Callable[[Drawing], bytes]] = {
    ".svg": lambda drawing: to_svg(drawing).encode(),
    ".png": _to_png,
    ".pdf": _to_pdf,
}


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
        """What was drawn, with the number of each page if there are several."""
        count = len(self.pages)
        corner = (WIDTH - _MARGIN, HEIGHT - _MARGIN / 2)
        numbers = [Words(corner, f"{i + 1}/{count}", 2.4, anchor="end") for i in range(count)] if count > 1 else []
        return Drawing(self.title, tuple((*page, *numbers[i : i + 1]) for i, page in enumerate(self.pages)))


def _title(edition: Edition) -> str:
    return f"{edition.title} ({edition.name})"


def _standing(table: Table, t: Language) -> str:
    """Whose notes these are, and the points."""
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
    """What the icons and the marks mean: small cells, each with its words, in two lines."""
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
                paper.add(_icon(letter, (x + side / 2, paper.y + side / 2), side / 2))
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


def draw_cell(cell: SheetCell, corner: Point, side: float) -> list[Shape]:
    """A tile: its icon, its number, and the mark on it. What is seen is only outlined."""
    x, y = corner
    seen, inset = cell.mark == "seen", side * 0.05
    middle = side * (0.5 if cell.mark == "certain" else 0.4)  # a ring needs the middle, a chance the lower edge
    number = (x + side * 0.7, y + middle + side * 0.15)
    shapes: list[Shape] = [
        Box((x + inset, y + inset), (side - 2 * inset, side - 2 * inset), side * 0.02),
        _icon(cell.tile.colour, (x + side * 0.32, y + middle), side * 0.18, filled=not seen),
        Words(number, str(cell.tile.number), side * 0.42, "bold", "middle", GREY if seen else BLACK),
    ]
    near, far = inset, side - inset
    up = Stroke((x + near, y + far), (x + far, y + near), side * 0.055, mark=cell.mark)
    down = Stroke((x + near, y + near), (x + far, y + far), side * 0.055, mark=cell.mark)
    match cell.mark:
        case "seen":
            shapes += [up, down]
        case "excluded":
            shapes.append(up)
        case "certain":
            shapes.append(Disc((x + side / 2, y + side / 2), side * 0.42, side * 0.08, mark=cell.mark))
        case "open":
            size = fitting_size(cell.chance, side * 0.23, side * 0.8)
            shapes.append(Words((x + side / 2, y + side * 0.88), cell.chance, size, anchor="middle"))
    return shapes


def _icon(letter: str, centre: Point, radius: float, *, filled: bool = True) -> Shape:
    """The icon of a colour as a shape, so that it does not depend on any font."""
    width, fill = radius * 0.12, _PAINT[letter] if filled else None
    icon = COLOURS[letter].icon
    if icon == "●":
        return Disc(centre, radius * 0.9, width, fill=fill)
    corners = tuple((centre[0] + x * radius, centre[1] + y * radius) for x, y in _ICONS[icon])
    return Polygon(corners, width, fill=fill)


def _turn(step: int, steps: int, radius: float = 1.0) -> Point:
    """A point on a circle, clockwise from the top."""
    angle = 2 * math.pi * step / steps
    return radius * math.sin(angle), -radius * math.cos(angle)


_ICONS: Mapping[str, tuple[Point, ...]] = {
    "▲": ((0, -0.95), (1, 0.85), (-1, 0.85)),
    "▼": ((0, 0.95), (-1, -0.85), (1, -0.85)),
    "★": tuple(_turn(i, 10, 0.42 if i % 2 else 1.1) for i in range(10)),
    "◆": tuple(_turn(i, 4, 1.1) for i in range(4)),
    "■": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "+": tuple(
        (x * sx, y * sy)
        for sx, sy, order in ((1, -1, 1), (1, 1, -1), (-1, 1, 1), (-1, -1, -1))
        for x, y in ((0.35, 1.0), (0.35, 0.35), (1.0, 0.35))[::order]
    ),
}
"""The corners of each icon but the disc, in a square from -1 to 1."""


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
