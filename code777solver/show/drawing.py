"""Pages of simple shapes, and three ways to write them: SVG, PDF and PNG.

A drawing is a tuple of A4 pages, a page a tuple of shapes in the order they are painted. Lengths are millimetres, x runs
to the right and y down from the top left corner of the page. Text is laid out with the widths of Helvetica, which a
PDF needs no font file for; SVG and PNG squeeze other fonts into the same room.
"""

from __future__ import annotations

import unicodedata
import zlib
from dataclasses import dataclass
from html import escape
from io import BytesIO
from math import fsum
from typing import TYPE_CHECKING, Literal, assert_never

from ..errors import Code777Error

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

WIDTH, HEIGHT = 210.0, 297.0
"""The size of a page: A4, upright."""
BLACK, GREY = "#000000", "#555555"
_SMOOTH = 2
"""A PNG is painted this many times larger and then reduced, since Pillow draws jagged edges."""
_NEEDS_PILLOW = "PNG needs Pillow: pip install 'code777solver[sheet]', or write .svg or .pdf"

Point = tuple[float, float]
Weight = Literal["normal", "bold"]
Anchor = Literal["start", "middle", "end"]


class SheetError(Code777Error, RuntimeError):
    """A sheet that cannot be written, or not in this format."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight stroke. ``mark`` names what it stands for, and is the class of the element in SVG."""

    start: Point
    end: Point
    width: float = 0.2
    colour: str = BLACK
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle; ``fill`` None leaves it open, ``width`` 0 draws no outline. Likewise below."""

    corner: Point
    """The top left corner."""
    size: Point
    """How far it goes to the right and down."""
    width: float = 0.2
    colour: str = BLACK
    fill: str | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Polygon:
    """Straight edges around the given corners."""

    points: tuple[Point, ...]
    width: float = 0.2
    colour: str = BLACK
    fill: str | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, full or as a ring."""

    centre: Point
    radius: float
    width: float = 0.2
    colour: str = BLACK
    fill: str | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Words:
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


@dataclass(frozen=True, slots=True)
class Drawing:
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
    """How long a text is in Helvetica; a good guess for letters beyond the Latin ones.

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


def _printable(text: str) -> str:
    """A text without the characters that no format can hold: controls, halves of pairs, non-characters."""
    return "".join(
        "\ufffd" if unicodedata.category(letter) in ("Cc", "Cs") or ord(letter) & 0xFFFE == 0xFFFE else letter
        for letter in text
    )


_BARRED = str.maketrans("ŁłĐđĦħŦŧı", "LlDdHhTti")
"""Letters with a stroke that is part of them."""


def _western(text: str) -> str:
    """A text in the letters of Western Europe (code page 1252): others lose their accents, or become ``?``."""
    return "".join(_western_letter(letter) for letter in _printable(text))


def _western_letter(letter: str) -> str:
    for form in (letter, unicodedata.normalize("NFKD", letter)[:1], letter.translate(_BARRED)):
        try:
            form.encode("cp1252")
        except UnicodeEncodeError:
            continue
        return form
    return "?"


# SVG.


def to_svg(drawing: Drawing) -> str:
    """The pages as one SVG picture, one below the other."""
    height = HEIGHT * len(drawing.pages)
    size = f'width="{_n(WIDTH)}mm" height="{_n(height)}mm" viewBox="0 0 {_n(WIDTH)} {_n(height)}"'
    look = 'font-family="Helvetica, Arial, Liberation Sans, sans-serif" xml:space="preserve"'
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look}>',
        f"<title>{escape(_printable(drawing.title), quote=False)}</title>",
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
            return f"<text{named} {place} {look} {room}>{escape(_printable(text), quote=False)}</text>"
        case _:
            assert_never(shape)


def _svg_paint(shape: Box | Polygon | Disc) -> str:
    stroke = f'stroke="{shape.colour}" stroke-width="{_n(shape.width)}"' if shape.width else 'stroke="none"'
    return f'fill="{shape.fill or "none"}" {stroke}'


def _n(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


# PDF.


def to_pdf(drawing: Drawing) -> bytes:
    """The pages as a PDF file, in the standard fonts Helvetica and Helvetica-Bold."""
    count = len(drawing.pages)
    first = 6  # objects 1 to 5 are the catalogue, the list of pages, both fonts and the title
    kids = " ".join(f"{first + 2 * i} 0 R" for i in range(count))
    title = _printable(drawing.title).encode("utf-16-be").hex()
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
        f"<< /Title <feff{title}> >>".encode(),
    ]
    points = 72 / 25.4
    for i, page in enumerate(drawing.pages):
        size = f"{WIDTH * points:.2f} {HEIGHT * points:.2f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {first + 2 * i + 1} 0 R "
            "/Resources << /Font << /normal 3 0 R /bold 4 0 R >> >> >>".encode()
        )
        frame = f"{points:.6f} 0 0 {-points:.6f} 0 {HEIGHT * points:.2f} cm"  # millimetres, y down
        content = "\n".join([frame, *(_pdf_shape(shape) for shape in page)]).encode("cp1252")
        packed = zlib.compress(content, 9)
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed))
    return _pdf_file(objects)


def _pdf_file(objects: list[bytes]) -> bytes:
    """A file of numbered objects, with the table of where each begins."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        file += b"%010d 00000 n \n" % place
    file += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\n" % (len(objects) + 1)
    file += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(file)


def _pdf_shape(shape: Shape) -> str:
    match shape:
        case Stroke(start, end):
            stroke = f"{_pdf_colour(shape.colour)} RG {_n(shape.width)} w"
            return f"{stroke} {_n(start[0])} {_n(start[1])} m {_n(end[0])} {_n(end[1])} l S"
        case Box(corner, size):
            return _pdf_paint(shape, f"{_n(corner[0])} {_n(corner[1])} {_n(size[0])} {_n(size[1])} re")
        case Polygon(points):
            path = " ".join(f"{_n(x)} {_n(y)} {'l' if i else 'm'}" for i, (x, y) in enumerate(points))
            return _pdf_paint(shape, f"{path} h")
        case Disc(centre, radius):
            return _pdf_paint(shape, _pdf_circle(centre, radius))
        case Words(at, text):
            letters = _western(text).replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            x = at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * shape.length
            look = f"{_pdf_colour(shape.colour)} rg /{shape.weight} {_n(shape.size)} Tf"
            return f"BT {look} 1 0 0 -1 {_n(x)} {_n(at[1])} Tm ({letters}) Tj ET"
        case _:
            assert_never(shape)


def _pdf_circle(centre: Point, radius: float) -> str:
    """Four curves; 0.5523 puts their handles where they come closest to a circle."""
    (x, y), r, h = centre, radius, 0.5523 * radius
    curves = [
        (x + r, y + h, x + h, y + r, x, y + r),
        (x - h, y + r, x - r, y + h, x - r, y),
        (x - r, y - h, x - h, y - r, x, y - r),
        (x + h, y - r, x + r, y - h, x + r, y),
    ]
    return f"{_n(x + r)} {_n(y)} m " + " ".join(" ".join(map(_n, curve)) + " c" for curve in curves) + " h"


def _pdf_paint(shape: Box | Polygon | Disc, path: str) -> str:
    setting, way = "", "n"
    if shape.fill:
        setting, way = f"{_pdf_colour(shape.fill)} rg ", "f"
    if shape.width:
        setting += f"{_pdf_colour(shape.colour)} RG {_n(shape.width)} w "
        way = "B" if shape.fill else "S"
    return f"{setting}{path} {way}"


def _pdf_colour(colour: str) -> str:
    return " ".join(_n(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))


# PNG.


def to_png(drawing: Drawing, dpi: int = 150) -> bytes:
    """The pages as one picture, one below the other. Needs Pillow, and says so if it is missing."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise SheetError(_NEEDS_PILLOW) from None
    width, height = round(WIDTH * dpi / 25.4), round(HEIGHT * dpi / 25.4)
    whole = Image.new("RGB", (width, height * len(drawing.pages)), "white")
    for i, page in enumerate(drawing.pages):
        large = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), "white")
        painter = _Painter(ImageDraw.Draw(large), dpi / 25.4 * _SMOOTH)
        for shape in page:
            painter.paint(shape)
        whole.paste(large.resize((width, height), Image.Resampling.BOX), (0, i * height))
    file = BytesIO()
    whole.save(file, "PNG", dpi=(dpi, dpi), optimize=True)
    return file.getvalue()


_FONT_FILES: dict[Weight, tuple[str, ...]] = {
    "normal": ("LiberationSans-Regular.ttf", "arial.ttf", "Arial.ttf", "Helvetica.ttc", "DejaVuSans.ttf"),
    "bold": ("LiberationSans-Bold.ttf", "arialbd.ttf", "Arial Bold.ttf", "Helvetica.ttc", "DejaVuSans-Bold.ttf"),
}
"""Fonts that machines have, most like Helvetica first."""


class _Painter:
    """Paints shapes on a Pillow image, ``scale`` pixels to the millimetre."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self.draw, self.scale = draw, scale
        self._fonts: dict[tuple[Weight, int], tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, bool]] = {}

    def paint(self, shape: Shape) -> None:
        match shape:
            case Stroke(start, end):
                self.draw.line([self._at(start), self._at(end)], shape.colour, self._pixels(shape.width))
            case Box((x, y), (width, height)):
                self._polygon(shape, ((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
            case Polygon(points):
                self._polygon(shape, points)
            case Disc((x, y), radius):
                outer = radius + shape.width / 2  # Pillow draws the outline inside
                corners = [self._at((x - outer, y - outer)), self._at((x + outer, y + outer))]
                self.draw.ellipse(corners, shape.fill, shape.colour, self._pixels(shape.width))
            case Words():
                self._words(shape)
            case _:
                assert_never(shape)

    def _at(self, point: Point) -> Point:
        return point[0] * self.scale, point[1] * self.scale

    def _pixels(self, width: float) -> int:
        return max(1, round(width * self.scale)) if width else 0

    def _polygon(self, shape: Box | Polygon, points: tuple[Point, ...]) -> None:
        corners = [self._at(point) for point in points]
        if shape.fill:
            self.draw.polygon(corners, shape.fill)
        if shape.width:  # once around and over the first edge again, so that every corner is joined
            self.draw.line([*corners, *corners[:2]], shape.colour, self._pixels(shape.width), joint="curve")

    def _words(self, words: Words) -> None:
        """Text no longer than it would be in Helvetica, whatever font there is."""
        text, room = _printable(words.text), words.length * self.scale
        size = max(1, round(words.size * self.scale))
        font, plain = self._font(words.weight, size)
        if font.getlength(text) > room * 1.01:
            font, plain = self._font(words.weight, max(1, int(size * room / font.getlength(text))))
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[words.anchor]
        thicker = size // 24 if plain and words.weight == "bold" else 0
        shown = _bare(text) if plain else text
        self.draw.text(self._at(words.at), shown, words.colour, font, anchor, stroke_width=thicker)

    def _font(self, weight: Weight, size: int) -> tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, bool]:
        """A font, and whether it is the one within Pillow, which is never bold and has no accents."""
        if (weight, size) not in self._fonts:
            self._fonts[weight, size] = _load_font(weight, size)
        return self._fonts[weight, size]


def _load_font(weight: Weight, size: int) -> tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, bool]:
    from PIL import ImageFont

    for name in _FONT_FILES[weight]:
        try:
            return ImageFont.truetype(name, size), False
        except OSError:
            continue
    return ImageFont.load_default(size), True


def _bare(text: str) -> str:
    """The letters of a text without their accents; ``?`` for what is no Latin letter."""
    bases = (unicodedata.normalize("NFKD", letter)[:1] for letter in text.translate(_BARRED).replace("ß", "ss"))
    return "".join(base if base.isascii() else "?" for base in bases)
