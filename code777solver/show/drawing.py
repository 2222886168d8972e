"""Pages of simple shapes, and how to write them as SVG.

A drawing is a tuple of A4 pages, a page a tuple of shapes in the order they are painted. Lengths are millimetres, x runs
to the right and y down from the top left corner of the page. Text is laid out with the widths of Helvetica; other
fonts are squeezed into the same room.
"""

from __future__ import annotations

import unicodedata
from html import escape
from math import fsum
from typing import Literal, assert_never

from ..errors import Code777Error
from ..records import Record

WIDTH, HEIGHT = 210.0, 297.0
"""The size of a page: A4, upright."""
BLACK, GREY = "#000000", "#555555"

Point = tuple[float, float]
Weight = Literal["normal", "bold"]
Anchor = Literal["start", "middle", "end"]


class SheetError(Code777Error, RuntimeError):
    """A sheet that cannot be written, or not in this format."""


class Stroke(Record):
    """A straight stroke. ``mark`` names what it stands for, and is the class of the element in SVG."""

    start: Point
    end: Point
    width: float = 0.2
    colour: str = BLACK
    mark: str = ""


class Box(Record):
    """An upright rectangle; ``fill`` None leaves it open, ``width`` 0 draws no outline. Likewise below."""

    corner: Point
    """The top left corner."""
    size: Point
    """Its width and height."""
    width: float = 0.2
    colour: str = BLACK
    fill: str | None = None
    mark: str = ""


class Polygon(Record):
    """Straight edges around the given corners."""

    points: tuple[Point, ...]
    width: float = 0.2
    colour: str = BLACK
    fill: str | None = None
    mark: str = ""


class Disc(Record):
    """A circle, full or as a ring."""

    centre: Point
    radius: float
    width: float = 0.2
    colour: str = BLACK
    fill: str | None = None
    mark: str = ""


class Words(Record):
    """One line of text; ``at`` is on its base line, at its start, middle or end."""

    at: Point
    text: str
    size: float = 3.0
    weight: Weight = "normal"
    anchor: Anchor = "start"
    colour: str = BLACK
    mark: str = ""

    @property
    def length(self) -> float:
        return text_length(self.text, self.size, self.weight)


Shape = Stroke | Box | Polygon | Disc | Words
Page = tuple[Shape, ...]


class Drawing(Record):
    """Pages to be written as a file. The title is for viewers that show one; it is not on the paper."""

    title: str
    pages: tuple[Page, ...]


# Text.

_LETTERS: dict[Weight, str] = {  # the widths of " " to "~" in Helvetica and Helvetica-Bold, in thousandths of the size
    "normal": """
        278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
        584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944
        667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500
        278 556 500 722 500 500 500 334 260 334 584""",
    "bold": """
        278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333
        584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944
        667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556
        333 611 556 778 556 556 500 389 280 389 584""",
}
_WIDTHS = {
    weight: {chr(32 + i): int(width) / 1000 for i, width in enumerate(widths.split())}
    for weight, widths in _LETTERS.items()
}


def text_length(text: str, size: float, weight: Weight = "normal") -> float:
    """The length of a text in Helvetica; a good guess for letters beyond the Latin ones.

    >>> round(text_length("Code 777", 10), 2)
    43.36
    """
    return size * fsum(_letter_width(letter, weight) for letter in text)  # `sum` rounds otherwise since Python 3.12


def _letter_width(letter: str, weight: Weight) -> float:
    widths = _WIDTHS[weight]
    base = unicodedata.normalize("NFKD", letter)[:1]
    wide = 1.0 if unicodedata.east_asian_width(letter) in "WF" else widths["0"]
    return widths.get(letter) or widths.get(base) or wide


def fitting_size(text: str, size: float, room: float, weight: Weight = "normal") -> float:
    """The size at which a text fits into ``room``: the one given if it does already.

    >>> fitting_size("Ann", 3, 50), round(fitting_size("Ann" * 10, 3, 25), 2)
    (3, 1.41)
    """
    length = text_length(text, size, weight)
    return size if length <= room else size * room / length


def wrap(text: str, size: float, room: float, weight: Weight = "normal") -> list[str]:
    """The lines into which a text is broken so that each fits; only a word that is too long is cut.

    >>> wrap("More red or more pink tiles?", 3, 22)
    ['More red or', 'more pink tiles?']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_length(longer, size, weight) <= room:
            lines[-1] = longer
            continue
        *pieces, rest = _cut(word, size, room, weight)
        lines += [*pieces, rest]
    return [line for line in lines if line] or [""]


def _cut(word: str, size: float, room: float, weight: Weight) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_length(pieces[-1] + letter, size, weight) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def printable(text: str) -> str:
    """A text without the characters that no format can hold: controls, halves of pairs, non-characters."""
    return "".join(
        "\ufffd" if unicodedata.category(letter) in ("Cc", "Cs") or ord(letter) & 0xFFFE == 0xFFFE else letter
        for letter in text
    )


# SVG.


def to_svg(drawing: Drawing) -> str:
    """The pages as one SVG picture, one below the other."""
    height = HEIGHT * len(drawing.pages)
    size = f'width="{_n(WIDTH)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(WIDTH)} {_n(height)}"'
    look = 'font-family="Helvetica, Arial, Liberation Sans, sans-serif" xml:space="preserve"'
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look}>',
        f"<title>{escape(printable(drawing.title), quote=False)}</title>",
        f'<rect width="{_n(WIDTH)}" height="{_n(height)}" fill="#ffffff"/>',
    ]
    for i, page in enumerate(drawing.pages):
        parts.append(f'<g class="page" transform="translate(0 {_n(i * HEIGHT)})">')
        parts += [_svg_shape(shape) for shape in page]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _svg_shape(shape: Shape) -> str:
    named = f' class="{escape(shape.mark)}"' if shape.mark else ""
    match shape:
        case Stroke(start, end):
            place = f'x1="{_n(start[0])}" y1="{_n(start[1])}" x2="{_n(end[0])}" y2="{_n(end[1])}"'
            return f'<line{named} {place} stroke="{shape.colour}" stroke-width="{_n(shape.width)}"/>'
        case Box(corner, size):
            place = f'x="{_n(corner[0])}" y="{_n(corner[1])}" width="{_n(size[0])}" height="{_n(size[1])}"'
            return f"<rect{named} {place} {_svg_paint(shape)}/>"
        case Polygon(points):
            corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            return f'<polygon{named} points="{corners}" {_svg_paint(shape)}/>'
        case Disc(centre, radius):
            place = f'cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}"'
            return f"<circle{named} {place} {_svg_paint(shape)}/>"
        case Words(at, text):
            place = f'x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(shape.size)}" text-anchor="{shape.anchor}"'
            look = f'font-weight="{shape.weight}" fill="{shape.colour}"'
            room = f'textLength="{_n(shape.length)}" lengthAdjust="spacingAndGlyphs"'
            return f"<text{named} {place} {look} {room}>{escape(printable(text), quote=False)}</text>"
        case _:
            assert_never(shape)


def _svg_paint(shape: Box | Polygon | Disc) -> str:
    stroke = f'stroke="{shape.colour}" stroke-width="{_n(shape.width)}"' if shape.width else 'stroke="none"'
    return f'fill="{shape.fill or "none"}" {stroke}'


def _n(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
