"""Puzzles on paper: two on a page, with the tiles to cross off and room for the code; solutions on pages of their own.

As on the note sheet, every colour is an icon too, so that nothing is lost in black and white.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..lang import Language
from ..puzzles.puzzle import Puzzle
from ..rules.tiles import COLOURS, Tile
from .drawing import GREY, HEIGHT, WIDTH, Box, Drawing, Point, Shape, Stroke, Words, fitting_size, text_length, wrap
from .puzzle_words import key, measure, rack_name, solution_lines, task, title
from .sheet_cells import SheetCell, draw_cell

_MARGIN = 12.0
_INNER = WIDTH - 2 * _MARGIN
_BOTTOM = HEIGHT - _MARGIN
_BLOCK = (HEIGHT - 2 * _MARGIN) / 2
"""The height of one puzzle."""
_NOTES: Point = (66.0, 76.0)
"""The room for the tiles to cross off, on the right."""
_LEFT = _INNER - _NOTES[0] - 6
"""The width of what is on the left: racks and answers."""
_TILE, _STEP, _TEXT, _SMALL = 7.0, 3.7, 2.9, 2.5
_ABREAST = 3
"""Racks in a row."""


def puzzle_sheet(puzzles: Sequence[Puzzle], t: Language) -> Drawing:
    """Puzzles, two on a page, and then their solutions."""
    pages: list[list[Shape]] = []
    for place, puzzle in enumerate(puzzles):
        if place % 2 == 0:
            pages.append([])
        else:
            middle = _MARGIN + _BLOCK
            pages[-1].append(Stroke((_MARGIN, middle), (_MARGIN + _INNER, middle), 0.2, GREY))
        pages[-1] += _puzzle(puzzle, _MARGIN + place % 2 * (_BLOCK + 4), t)
    pages += _solutions(puzzles, t)
    count = len(pages)
    corner = (WIDTH - _MARGIN, HEIGHT - _MARGIN / 2)
    numbers = [Words(corner, f"{i + 1}/{count}", 2.4, anchor="end") for i in range(count)]
    return Drawing(
        t("Puzzles for Code 777"), tuple((*page, number) for page, number in zip(pages, numbers, strict=True))
    )


def _puzzle(puzzle: Puzzle, top: float, t: Language) -> list[Shape]:
    name = title(puzzle, t)
    table = f"{puzzle.edition.title}: {', '.join(puzzle.players)}"
    shapes: list[Shape] = [
        Words((_MARGIN, top + 5), name, fitting_size(name, 4.6, _LEFT, "bold"), "bold"),
        Words((_MARGIN, top + 9.5), table, fitting_size(table, _SMALL, _LEFT), colour=GREY),
    ]
    y = top + 13
    y += _racks(shapes, puzzle, y, t)
    y = _answers(shapes, puzzle, y + 3, t)
    if any(clue.answer in "<=>" for clue in puzzle.clues):
        signs = key(t)
        shapes.append(Words((_MARGIN, y + 1.5), signs, fitting_size(signs, 2.2, _LEFT), colour=GREY))
    _lines_to_write(shapes, y + 9, top + _BLOCK - 12, t)
    _tiles_to_cross(shapes, puzzle, top, t)
    _code_boxes(shapes, puzzle, top + 13 + _NOTES[1] + 8, t)
    return shapes


def _racks(shapes: list[Shape], puzzle: Puzzle, top: float, t: Language) -> float:
    """The racks in sight; returns their height."""
    width, height = _LEFT / _ABREAST, _TILE + 5
    for place, (name, rack) in enumerate(puzzle.racks.items()):
        x, y = _MARGIN + place % _ABREAST * width, top + place // _ABREAST * height
        shown = rack_name(name, t)
        shapes.append(Words((x, y + 2.6), shown, fitting_size(shown, _TEXT, width - 2, "bold"), "bold"))
        for i, tile in enumerate(rack):
            shapes += draw_cell(SheetCell(tile), (x + i * (_TILE + 0.8), y + 3.6), _TILE)
    return -(-len(puzzle.racks) // _ABREAST) * height


def _answers(shapes: list[Shape], puzzle: Puzzle, top: float, t: Language) -> float:
    """Draw the answers by player and card; returns where they end."""
    room = max(text_length(clue.player, _TEXT, "bold") for clue in puzzle.clues) + 2
    number, sign = 8.0, 8.0
    y = top
    for clue in puzzle.clues:
        lines = wrap(t(clue.text), _TEXT, _LEFT - room - number - sign - 1)
        y += _STEP + 0.6
        shapes.append(Words((_MARGIN, y), clue.player, _TEXT, "bold"))
        shapes.append(Words((_MARGIN + room + number - 2.5, y), str(clue.card), _TEXT, anchor="end", colour=GREY))
        for i, line in enumerate(lines):
            shapes.append(Words((_MARGIN + room + number, y + i * _STEP), line, _TEXT))
        shapes.append(Words((_MARGIN + _LEFT - 3, y), clue.answer, 3.6, "bold", "middle", mark="answer"))
        y += (len(lines) - 1) * _STEP
        shapes.append(Stroke((_MARGIN, y + 1.2), (_MARGIN + _LEFT, y + 1.2), 0.1, GREY))
    return y + 3


def _lines_to_write(shapes: list[Shape], top: float, bottom: float, t: Language) -> None:
    """Room for notes, where there is some."""
    if bottom - top < 14:
        return
    shapes.append(Words((_MARGIN, top), t("Notes"), _SMALL, colour=GREY))
    for i in range(1, int((bottom - top) / 7) + 1):
        shapes.append(Stroke((_MARGIN, top + i * 7), (_MARGIN + _LEFT, top + i * 7), 0.1, GREY))


def _tiles_to_cross(shapes: list[Shape], puzzle: Puzzle, top: float, t: Language) -> None:
    """Every tile of the deck by number; those in sight are crossed already."""
    deck = puzzle.edition.deck
    seen: Counter[Tile] = Counter(tile for rack in puzzle.racks.values() for tile in rack)
    rows: dict[int, list[SheetCell]] = {}
    for tile, copies in zip(deck.kinds, deck.copies, strict=True):
        rows.setdefault(tile.number, []).extend(
            SheetCell(tile, "seen" if i < seen[tile] else "open") for i in range(copies)
        )
    width, height = _NOTES
    side = min(10.0, width / max(map(len, rows.values())), (height - 14) / len(rows))
    middle = _MARGIN + _INNER - width / 2
    y = top + 13
    for row in rows.values():
        start = middle - len(row) * side / 2
        for i, cell in enumerate(row):
            shapes += draw_cell(cell, (start + i * side, y), side)
        y += side
    _colours(shapes, deck.colours, (_MARGIN + _INNER - width, y + 3), t)


def _colours(shapes: list[Shape], letters: Iterable[str], corner: Point, t: Language) -> None:
    """Draw the icon of each colour and its name in the answers."""
    x, y = corner
    for letter in letters:
        tile = Tile(0, letter)
        text = f"{letter} {t(COLOURS[letter].name)}"
        length = 4.2 + text_length(text, 2.3) + 2.2
        if x + length > _MARGIN + _INNER:
            x, y = corner[0], y + 4.2
        icon = draw_cell(SheetCell(tile), (x - 1, y - 2.4), 6.0)[1]
        shapes += [icon, Words((x + 2.6, y + 0.8), text, 2.3)]
        x += length


def _code_boxes(shapes: list[Shape], puzzle: Puzzle, y: float, t: Language) -> None:
    """The question and three boxes for the code."""
    width = _NOTES[0]
    left, side = _MARGIN + _INNER - width, 11.0
    asked = task(puzzle, t)
    shapes.append(Words((left + width / 2, y), asked, fitting_size(asked, 3.4, width, "bold"), "bold", "middle"))
    start = left + (width - 3 * side - 4) / 2
    shapes += [Box((start + i * (side + 2), y + 3), (side, side), 0.5) for i in range(3)]


def _solutions(puzzles: Sequence[Puzzle], t: Language) -> list[list[Shape]]:
    """The codes, each with a way to find it."""
    pages: list[list[Shape]] = []
    y = HEIGHT
    for puzzle in puzzles:
        lines = [line for step in solution_lines(puzzle, t) for line in wrap(step, _SMALL, _INNER - 4)]
        height = 13 + len(lines) * 3.4 + 6
        if y + height > _BOTTOM and (not pages or y > _MARGIN + 12):
            pages.append([Words((_MARGIN, _MARGIN + 5), t("Solutions"), 5.5, "bold")])
            y = _MARGIN + 10
        page = pages[-1]
        name = title(puzzle, t)
        page.append(Words((_MARGIN, y + 5.5), name, fitting_size(name, 3.6, 80, "bold"), "bold"))
        page.append(Words((_MARGIN + 84, y + 5.5), puzzle.solution, 4.2, "bold", mark="solution"))
        rack = puzzle.edition.deck.rack(" ".join(puzzle.dealt))
        for i, tile in enumerate(rack):
            page += draw_cell(SheetCell(tile), (_MARGIN + 112 + i * 7.4, y + 1), 7.0)
        page.append(Words((_MARGIN + _INNER, y + 5.5), measure(puzzle.grade, t), 2.1, anchor="end", colour=GREY))
        y += 12
        for line in lines:
            if y > _BOTTOM:  # only a solution that is longer than a page
                pages.append([])
                page, y = pages[-1], _MARGIN + 5
            page.append(Words((_MARGIN + 2, y), line, _SMALL))
            y += 3.4
        y += 5
    return pages


__all__ = ["puzzle_sheet"]
