"""Drawings as PDF, by fpdf2, and as PNG, by Pillow (extra ``sheet``).

Both formats paint the same shapes in the same order. Text is never longer than in Helvetica, for which the sheets are
laid out: a wider font is used in a smaller size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from typing import assert_never

from ..records import replace
from .drawing import (
    HEIGHT,
    WIDTH,
    Box,
    Disc,
    Drawing,
    Page,
    Point,
    Polygon,
    SheetError,
    Stroke,
    Weight,
    Words,
    printable,
)

try:
    from fontTools.ttLib import TTFont
    from fpdf import FPDF
    from PIL import Image, ImageDraw, ImageFont
except ImportError:
    raise SheetError("PDF and PNG need fpdf2 and Pillow: pip install 'code777solver[sheet]', or write .svg") from None

_POINTS = 72 / 25.4
"""Points to the millimetre."""
_SMOOTH = 2
"""A PNG is painted this many times larger and then reduced, since Pillow draws jagged edges."""


def to_pdf(drawing: Drawing) -> bytes:
    """The pages as a PDF file."""
    paper = _PdfPaper()
    paper.pdf.set_title(printable(drawing.title))
    for page in drawing.pages:
        paper.pdf.add_page()
        _paint(page, paper)
    return bytes(paper.pdf.output())


def to_png(drawing: Drawing, dpi: int = 150) -> bytes:
    """The pages as one picture, one below the other."""
    width, height = round(WIDTH * dpi / 25.4), round(HEIGHT * dpi / 25.4)
    whole = Image.new("RGB", (width, height * len(drawing.pages)), "white")
    for i, page in enumerate(drawing.pages):
        large = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), "white")
        _paint(page, _PngPaper(large, dpi / 25.4 * _SMOOTH))
        whole.paste(large.resize((width, height), Image.Resampling.BOX), (0, i * height))
    file = BytesIO()
    whole.save(file, "PNG", dpi=(dpi, dpi), optimize=True)
    return file.getvalue()


# Fonts.

_FONTS: dict[Weight, tuple[str, ...]] = {
    "normal": (
        *("LiberationSans-Regular.ttf", "arial.ttf", "Arial.ttf", "DejaVuSans.ttf"),
        *("NotoSans-Regular.ttf", "Arial Unicode.ttf", "msyh.ttc", "malgun.ttf", "DroidSansFallback.ttf"),
    ),
    "bold": (
        *("LiberationSans-Bold.ttf", "arialbd.ttf", "Arial Bold.ttf", "DejaVuSans-Bold.ttf"),
        *("NotoSans-Bold.ttf", "Arial Unicode.ttf", "msyhbd.ttc", "malgunbd.ttf", "DroidSansFallback.ttf"),
    ),
}
"""Fonts that machines have: most like Helvetica first, then fonts with more scripts."""


def _font_for(text: str, weight: Weight) -> str | None:
    """The file of the first font on this machine that has every letter of a text."""
    found = (_font_file(name) for name in _FONTS[weight])
    return next((path for path, letters in found if path and letters.issuperset(map(ord, text))), None)


@lru_cache(maxsize=32)
def _font_file(name: str) -> tuple[str, frozenset[int]]:
    """The path of a font, empty if the machine does not have it, and its letters."""
    try:
        path = str(ImageFont.truetype(name).path)
    except OSError:
        return "", frozenset()
    with TTFont(path, fontNumber=0, lazy=True) as font:
        return path, frozenset(font.getBestCmap() or ())


_PLAIN = str.maketrans("ŁłĐđĦħŦŧı", "LlDdHhTti") | {ord("ß"): "ss"}
"""Plain forms of letters that are no plain letter with an accent."""


def _fits(text: str, encoding: str) -> bool:
    return text.encode(encoding, "replace").decode(encoding) == text


def _reduced(text: str, encoding: str) -> str:
    """A text in the letters of an encoding: others lose their accents, or become ``?``."""
    forms = ((letter, unicodedata.normalize("NFKD", letter)[:1], letter.translate(_PLAIN)) for letter in text)
    return "".join(next((form for form in choice if _fits(form, encoding)), "?") for choice in forms)


def _lettering(text: str, weight: Weight, built_in: str | None) -> tuple[str, str | None]:
    """A text as it can be shown, and the file of its font: None for the font of the format.

    ``built_in`` is the encoding whose letters are in the font of the format, if that one comes first.
    """
    for form in (text, _reduced(text, "cp1252")):
        if built_in and _fits(form, built_in):
            return form, None
        if font := _font_for(form, weight):
            return form, font
    return _reduced(text, "ascii"), None


# Painting.


def _paint(page: Page, paper: _PdfPaper | _PngPaper) -> None:
    for shape in page:
        match shape:
            case Stroke(start, end):
                paper.line(start, end, shape.width, shape.colour)
            case Box((x, y), (width, height)):
                corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                paper.polygon(corners, shape.width, shape.colour, shape.fill)
            case Polygon(points):
                paper.polygon(points, shape.width, shape.colour, shape.fill)
            case Disc(centre, radius):
                paper.disc(centre, radius, shape.width, shape.colour, shape.fill)
            case Words():
                _write(shape, paper)
            case _:
                assert_never(shape)


def _write(words: Words, paper: _PdfPaper | _PngPaper) -> None:
    text, font = _lettering(printable(words.text), words.weight, paper.built_in)
    shown = replace(words, text=text)
    if (length := paper.length(shown, font)) > words.length:
        shown = replace(shown, size=words.size * words.length / length)
        length = paper.length(shown, font)
    start = words.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * length
    paper.write(replace(shown, at=(start, words.at[1])), font)


class _PdfPaper:
    """The last page of a PDF. Its own font is Helvetica, which every viewer has and which needs no file."""

    built_in = "cp1252"

    def __init__(self) -> None:
        self.pdf = FPDF(format=(WIDTH, HEIGHT))
        self.pdf.core_fonts_encoding = "cp1252"
        self.pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # the same drawing gives the same file

    def line(self, start: Point, end: Point, width: float, colour: str) -> None:
        self._style(width, colour, None)
        self.pdf.line(*start, *end)

    def polygon(self, points: Sequence[Point], width: float, colour: str, fill: str | None) -> None:
        if style := self._style(width, colour, fill):
            self.pdf.polygon(points, style=style)

    def disc(self, centre: Point, radius: float, width: float, colour: str, fill: str | None) -> None:
        if style := self._style(width, colour, fill):
            self.pdf.circle(*centre, radius, style=style)

    def _style(self, width: float, colour: str, fill: str | None) -> str:
        """Set the colours, and return what to draw: the outline (D), the inside (F) or both."""
        if width:
            self.pdf.set_line_width(width)
            self.pdf.set_draw_color(colour)
        if fill:
            self.pdf.set_fill_color(fill)
        return "D" * bool(width) + "F" * bool(fill)

    def length(self, words: Words, font: str | None) -> float:
        self._set_font(words, font)
        return self.pdf.get_string_width(words.text)

    def write(self, words: Words, font: str | None) -> None:
        self._set_font(words, font)
        self.pdf.set_text_color(words.colour)
        self.pdf.text(*words.at, words.text)

    def _set_font(self, words: Words, font: str | None) -> None:
        if font is None:
            self.pdf.set_font("helvetica", "B" if words.weight == "bold" else "", words.size * _POINTS)
            return
        if font.lower() not in self.pdf.fonts:
            self.pdf.add_font(font, fname=font)
        self.pdf.set_font(font, size=words.size * _POINTS)


class _PngPaper:
    """A Pillow image, ``scale`` pixels to the millimetre. Its own font is plain, so those of the machine come first."""

    built_in = None

    def __init__(self, image: Image.Image, scale: float) -> None:
        self.draw, self.scale = ImageDraw.Draw(image), scale

    def line(self, start: Point, end: Point, width: float, colour: str) -> None:
        self.draw.line([self._at(start), self._at(end)], colour, self._pixels(width))

    def polygon(self, points: Sequence[Point], width: float, colour: str, fill: str | None) -> None:
        corners = [self._at(point) for point in points]
        if fill:
            self.draw.polygon(corners, fill)
        if width:  # once around and over the first edge again, so that every corner is joined
            self.draw.line([*corners, *corners[:2]], colour, self._pixels(width), joint="curve")

    def disc(self, centre: Point, radius: float, width: float, colour: str, fill: str | None) -> None:
        (x, y), outer = centre, radius + width / 2  # Pillow draws the outline inside
        corners = [self._at((x - outer, y - outer)), self._at((x + outer, y + outer))]
        self.draw.ellipse(corners, fill, colour, self._pixels(width))

    def _at(self, point: Point) -> Point:
        return point[0] * self.scale, point[1] * self.scale

    def _pixels(self, width: float) -> int:
        return max(1, round(width * self.scale)) if width else 0

    def length(self, words: Words, font: str | None) -> float:
        return self._load(words, font).getlength(words.text) / self.scale

    def write(self, words: Words, font: str | None) -> None:
        thicker = int(words.size * self.scale / 24) if font is None and words.weight == "bold" else 0
        loaded = self._load(words, font)
        self.draw.text(self._at(words.at), words.text, words.colour, loaded, "ls", stroke_width=thicker)

    def _load(self, words: Words, font: str | None) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """A font in the size of these words; the one within Pillow is never bold and has no accents."""
        size = max(1.0, words.size * self.scale)
        return ImageFont.load_default(size) if font is None else ImageFont.truetype(font, size)
