"""Tiles on paper: an icon for each colour, a stroke for each mark, so that nothing is lost in black and white."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, NamedTuple

from ..rules.tiles import COLOURS, Tile
from .drawing import BLACK, GREY, Box, Disc, Point, Polygon, Shape, Stroke, Words, fitting_size

Mark = Literal["open", "seen", "excluded", "certain"]

_PAINT = {
    "G": "#3aa655",
    "Y": "#ffd92f",
    "K": "#000000",
    "N": "#9c6b3f",
    "R": "#e34234",
    "P": "#f29ac2",
    "B": "#3b7dd8",
}
"""Fill colours of the icons. They carry no meaning of their own: sheets are readable in black and white."""


class SheetCell(NamedTuple):
    """One physical tile of the pyramid and the mark on it."""

    tile: Tile
    mark: Mark = "open"
    chance: str = ""
    """The chance that a tile of this kind is mine, on the first of the kind that is still open."""


def draw_cell(cell: SheetCell, corner: Point, side: float) -> list[Shape]:
    """A tile: its icon, its number, and the mark on it. What is seen is only outlined."""
    x, y = corner
    seen, inset = cell.mark == "seen", side * 0.05
    middle = side * (0.5 if cell.mark == "certain" else 0.4)  # a ring needs the middle, a chance the lower edge
    number = (x + side * 0.7, y + middle + side * 0.15)
    shapes: list[Shape] = [
        Box((x + inset, y + inset), (side - 2 * inset, side - 2 * inset), side * 0.02),
        colour_icon(cell.tile.colour, (x + side * 0.32, y + middle), side * 0.18, filled=not seen),
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


def colour_icon(letter: str, centre: Point, radius: float, *, filled: bool = True) -> Shape:
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
