"""The note sheet: what stands on it is what the log tells, and every format can be opened."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib import get_data_path
from PIL import Image

from code777solver import Solver, edition_names, load_edition
from code777solver.errors import Code777Error
from code777solver.lang import LANGUAGES, language
from code777solver.records import replace
from code777solver.rules.tiles import COLOURS
from code777solver.show import paper
from code777solver.show.drawing import (
    HEIGHT,
    WIDTH,
    Box,
    Disc,
    Drawing,
    Point,
    Polygon,
    SheetError,
    Stroke,
    Words,
    text_length,
    to_svg,
    wrap,
)
from code777solver.show.note_sheet import blank_sheet, note_sheet
from code777solver.show.paper import to_pdf, to_png
from code777solver.show.sheet_cells import colour_icon
from code777solver.show.sheet_file import write_sheet
from code777solver.show.sheet_periods import marked_cells, periods
from code777solver.table.events import Answer

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
SVG = "{http://www.w3.org/2000/svg}"
ENGLISH = language("en")
ODD = 'note if 3 < 5 & 7 > 6 then "x" (or \\) Привет \x01 end'


def game(name: str) -> Solver:
    path = Path(__file__).parents[1] / "cases" / f"{name}.json"
    return Solver.from_log("\n".join(json.loads(path.read_text(encoding="utf-8"))["log"]))


def odd_game() -> Solver:
    """Names and notes that need care, doubted and unheard answers, a reshuffle while my rack is half full."""
    long = "Maximiliana-Wilhelmina.Theodora"
    lines = [
        "edition stronghold",
        "option reshuffle_at 0",
        f"players O'Neil {long} me Łukasz Dée",
        "rack O'Neil Y2 K5 B7",
        f"rack {long} G6 G6 R5",
        "rack Łukasz N4 P7 Y7",
        "rack Dée K3 N4 R5",
        "O'Neil 16 < ?",
        f"{long} 1 ?",
        ODD,
        "declare O'Neil 257 right",
        "rack O'Neil K3 P6 B7",
        f"declare {long} 556 wrong",
        f"rack {long} G1 N4 B7",
        "declare Łukasz 467 wrong",
        "rack Łukasz Y2 N4 R5",
        "declare Dée 445 wrong",
        "rack Dée K3 R5 P6",
        "declare me 336 wrong",
        "rack me ?",
        "reshuffle",
        "rack me ?",
        *["Dée 5 0 ?", "O'Neil 5 1 ?"] * 60,
        "note " + "a long remark " * 300,
    ]
    return Solver.from_log("\n".join(lines))


def texts(svg: str, mark: str | None = None) -> list[str]:
    found = ET.fromstring(svg).iter(f"{SVG}text")
    return [element.text or "" for element in found if mark is None or element.get("class") == mark]


def answers(solver: Solver) -> Counter[str]:
    """Every answer of a log, as the sheet shows it."""
    found: Counter[str] = Counter()
    for step in solver.log.steps:
        if isinstance(step.event, Answer):
            said = (step.event.symbol or "") + ("?" if step.event.doubted or not step.event.symbol else "")
            found[f"{step.event.player} {said}"] += 1
    return found


# What stands on the sheet.


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_card_and_every_answer_is_on_the_sheet(path: Path) -> None:
    solver = game(path.stem)
    svg = to_svg(note_sheet(solver, ENGLISH))
    shown = texts(svg)
    assert {str(number) for number in solver.edition.cards} <= set(shown)
    assert Counter(texts(svg, "answer")) == answers(solver)
    whole = " ".join(shown)
    assert all(card.text in whole for card in solver.edition.cards.values())
    assert len(periods(solver)) == solver.table.reshuffles + 1
    for period in periods(solver):
        assert f"Period {period.number}, lines {period.first}-{period.last}" in shown


def test_marks_of_a_known_position() -> None:
    """The case file leaves two racks, N4 R5 Y2 (74%) and N4 N4 R5; 15 tiles lie on racks or are out of play."""
    solver = game("stronghold-200")
    (period,) = periods(solver)
    marks: dict[str, list[str]] = {}
    for tile, mark, chance in marked_cells(period):
        marks.setdefault(str(tile), []).append(mark + chance)
    assert marks == {
        "G1": ["seen"],
        "Y2": ["seen", "open74%"],
        "K3": ["seen", "excluded", "excluded"],
        "N4": ["seen", "seen", "certain", "open"],
        "R5": ["seen", "seen", "certain", "excluded"],
        "K5": ["excluded"],
        "G6": ["excluded"] * 3,
        "P6": ["seen"] * 3,
        "P7": ["seen"],
        "Y7": ["seen", "excluded"],
        "B7": ["seen"] * 3 + ["excluded"],
    }
    root = ET.fromstring(to_svg(note_sheet(solver, ENGLISH)))
    strokes = Counter(element.get("class") for element in root.iter() if element.tag != f"{SVG}text")
    assert strokes["seen"] == 2 * (15 + 1)  # two strokes a cross; the legend has one of each
    assert strokes["excluded"] == 9 + 1
    assert strokes["certain"] == 2 + 1


def test_each_period_shows_its_own_end() -> None:
    """A reshuffle takes the crosses of the tiles out of play away; the answers stay with their period."""
    newest, middle, oldest = periods(game("classic-122"))
    assert [(p.first, p.last) for p in (newest, middle, oldest)] == [(29, 30), (19, 28), (1, 18)]
    assert sum(mark == "seen" for _, mark, _ in marked_cells(oldest)) == 4 * 3 + 2 * 3
    assert sum(mark == "seen" for _, mark, _ in marked_cells(middle)) == 4 * 3 + 2 * 3
    assert sum(mark == "seen" for _, mark, _ in marked_cells(newest)) == 4 * 3
    assert list(newest.answers) == [22]
    assert [heard.line for said in middle.answers.values() for heard in said] == [20, 23, 24, 25, 26]


def test_as_many_crosses_as_tiles_in_sight_at_the_deal() -> None:
    for name in edition_names():
        solver = Solver(name, ["Ann", "me"])
        assert {mark for _, mark, _ in marked_cells(periods(solver)[0])} == {"open"}
        solver.rack("Ann", "Y2 K5 B7")
        cells = marked_cells(periods(solver)[0])
        assert len(cells) == solver.edition.deck.size
        assert sorted(str(tile) for tile, mark, _ in cells if mark == "seen") == ["B7", "K5", "Y2"]


def test_nothing_is_deduced_from_a_contradiction_or_an_empty_rack() -> None:
    table = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\n"
    for more, said in (("Ann 1 2", "CONTRADICTION at line 4"), ("Ann 16 >\ndeclare me 146 wrong", "rack is empty")):
        solver = Solver.from_log(table + more)
        assert {mark for _, mark, _ in marked_cells(periods(solver)[0])} == {"seen", "open"}
        assert any(said in text for text in texts(to_svg(note_sheet(solver, ENGLISH))))


def test_a_log_without_me_has_a_sheet_of_what_everyone_sees() -> None:
    solver = Solver.from_log("players Ann Bob\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 =\n")
    assert Counter(mark for _, mark, _ in marked_cells(periods(solver)[0])) == {"seen": 6, "open": 22}
    assert texts(to_svg(note_sheet(solver, ENGLISH)), "answer") == ["Ann ="]


def test_a_game_that_has_not_begun_has_a_sheet() -> None:
    assert "Code 777 (classic)" in texts(to_svg(note_sheet(Solver(), ENGLISH)))


def test_doubted_and_unheard_answers() -> None:
    shown = Counter(texts(to_svg(note_sheet(odd_game(), ENGLISH)), "answer"))
    assert shown["O'Neil <?"] == 1
    assert shown["Maximiliana-Wilhelmina.Theodora ?"] == 1
    assert shown["Dée 0?"] == shown["O'Neil 1?"] == 60


def test_names_and_notes_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = note_sheet(odd_game(), ENGLISH)
    shown = " ".join(texts(to_svg(sheet)))
    assert "O'Neil 1" in shown
    assert 'if 3 < 5 & 7 > 6 then "x" (or \\) Привет \ufffd end' in shown
    monkeypatch.setattr(paper, "_FONTS", {"normal": (), "bold": ()})
    shown = " ".join(pdf_texts(to_pdf(sheet)))
    assert 'if 3 < 5 & 7 > 6 then "x" (or \\) ?????? ? end' in shown
    assert "Lukasz 0, Dée 0" in shown


@pytest.mark.parametrize("name", edition_names())
def test_blank_sheet(name: str) -> None:
    edition = load_edition(name)
    sheet = blank_sheet(edition, ENGLISH)
    assert len(sheet.pages) == 1
    icons = sum(isinstance(shape, Polygon | Disc) and shape.fill is not None for shape in sheet.pages[0])
    assert icons == 2 * edition.deck.size + len(edition.deck.colours) + 2  # those of the legend; a crossed tile is bare
    shown = texts(to_svg(sheet))
    assert {str(number) for number in edition.cards} <= set(shown)
    assert not any("%" in text for text in shown)
    strokes = Counter(shape.mark for shape in sheet.pages[0] if not isinstance(shape, Words))
    assert (strokes["seen"], strokes["excluded"], strokes["certain"]) == (2, 1, 1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_blank_sheet_is_one_page_in_every_language(code: str) -> None:
    assert [len(blank_sheet(load_edition(name), language(code)).pages) for name in edition_names()] == [1, 1, 1, 1]


def test_rows_of_a_large_deck_are_folded(tmp_path: Path) -> None:
    (tmp_path / "wide.toml").write_text('extends = "classic"\n[deck]\nG1 = 20\nY1 = 20\nB9 = 3\n')
    sheet = blank_sheet(load_edition("wide.toml", folder=tmp_path), ENGLISH)
    boxes = [shape for shape in sheet.pages[0] if isinstance(shape, Box)]
    assert len(boxes) == 2 * 43 + 3
    assert sum(box.size[0] > 7 for box in boxes) == 2 * 43
    assert all(5 <= x <= WIDTH - 5 and 5 <= y <= HEIGHT - 5 for x, y in extent(sheet))


# Readable by everyone.


def test_icons_differ_in_shape_and_are_no_letters() -> None:
    forms = [colour_icon(letter, (0, 0), 1, filled=False) for letter in COLOURS]
    assert len(set(forms)) == len(COLOURS)
    glyphs = {colour.icon for colour in COLOURS.values()} - {"+"}
    for page in note_sheet(game("unique49-400"), ENGLISH).pages:
        assert not any(set(shape.text) & glyphs for shape in page if isinstance(shape, Words))


def test_the_sheet_says_the_same_in_black_and_white() -> None:
    """Every filled shape has an outline or is black, and no text is paler than dark grey."""
    for shape in (shape for page in note_sheet(game("code77-301"), ENGLISH).pages for shape in page):
        assert shape.colour in ("#000000", "#555555")
        assert isinstance(shape, Stroke | Words) or shape.width > 0


def extent(sheet: Drawing) -> Iterator[Point]:
    for shape in (shape for page in sheet.pages for shape in page):
        match shape:
            case Stroke(start, end):
                yield from (start, end)
            case Box((x, y), (width, height)):
                yield from ((x, y), (x + width, y + height))
            case Polygon(points):
                yield from points
            case Disc((x, y), radius):
                yield from ((x - radius, y - radius), (x + radius, y + radius))
            case Words((x, y), _, size):
                start = x - {"start": 0, "middle": 0.5, "end": 1}[shape.anchor] * shape.length
                yield from ((start, y - 0.72 * size), (start + shape.length, y + 0.21 * size))


@pytest.mark.parametrize("name", ["odd", "classic-122", "code77-301", "unique49-400"])
def test_nothing_leaves_the_page(name: str) -> None:
    sheet = note_sheet(odd_game() if name == "odd" else game(name), ENGLISH)
    for x, y in extent(sheet):
        assert 5 <= x <= WIDTH - 5
        assert 5 <= y <= HEIGHT - 5


def test_a_long_list_goes_on_over_pages_and_loses_nothing() -> None:
    solver = odd_game()
    sheet = note_sheet(solver, ENGLISH)
    assert len(sheet.pages) >= 2
    svg = to_svg(sheet)
    assert Counter(texts(svg, "answer")) == answers(solver)
    assert " ".join(texts(svg)).count("remark") == 300
    assert f"1/{len(sheet.pages)}" in texts(svg)


def test_wrapping_keeps_the_text() -> None:
    text = "How many racks have nothing but even, or nothing but odd, numbers?"
    lines = wrap(text, 3, 30)
    assert " ".join(lines) == text
    assert max(text_length(line, 3) for line in lines) <= 30
    assert "".join(wrap("x" * 100, 3, 20)) == "x" * 100
    assert wrap("", 3, 20) == [""]


# The formats.


def pdf_objects(pdf: bytes) -> dict[bytes, bytes]:
    """The objects of a PDF by number, with what is packed unpacked."""
    found = dict(re.findall(rb"(\d+) 0 obj\n(.*?)\nendobj\n", pdf, re.DOTALL))
    for number, body in found.items():
        head, is_stream, packed = body.partition(b"\nstream\n")
        if is_stream and b"/FlateDecode" in head:
            found[number] = zlib.decompress(packed.removesuffix(b"\nendstream"))
    return found


def pdf_texts(pdf: bytes) -> list[str]:
    """Every text of a PDF in the order it is written, letters of embedded fonts by the table that names them."""
    objects = pdf_objects(pdf)
    fonts = {name: objects[number] for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", b"\n".join(objects.values()))}
    texts, font = [], b""
    for number in re.findall(rb"/Contents (\d+) 0 R", b"\n".join(objects.values())):
        found = re.findall(rb"/(F\d+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", objects[number], re.DOTALL)
        for name, letters in found:
            if name:
                font = fonts[name]
                continue
            plain = re.sub(rb"\\(.)", lambda one: one[1].replace(b"r", b"\r"), letters, flags=re.DOTALL)
            table = re.search(rb"/ToUnicode (\d+) 0 R", font)
            if table is None:
                texts.append(plain.decode("cp1252"))
                continue
            names = dict(re.findall(rb"<(\w{4})> <(\w+)>", objects[table[1]].partition(b"beginbfchar")[2]))
            codes = (names[plain[i : i + 2].hex().upper().encode()] for i in range(0, len(plain), 2))
            texts.append(b"".join(bytes.fromhex(code.decode()) for code in codes).decode("utf-16-be"))
    return texts


@pytest.mark.parametrize("name", ["classic-100", "classic-122", "code77-301", "odd"])
def test_pdf_structure(name: str) -> None:
    sheet = note_sheet(odd_game() if name == "odd" else game(name), ENGLISH)
    pdf = to_pdf(sheet)
    assert pdf.startswith(b"%PDF-1.")
    assert pdf.endswith(b"%%EOF\n")
    assert pdf.count(b"/Type /Page\n") == len(sheet.pages)
    assert f"/Count {len(sheet.pages)}\n".encode() in pdf
    assert b"/MediaBox [0 0 595.28 841.89]" in pdf
    assert len(pdf_texts(pdf)) == sum(isinstance(shape, Words) for page in sheet.pages for shape in page)


def test_pdf_tells_every_answer() -> None:
    solver = game("code77-301")
    shown = Counter(pdf_texts(to_pdf(note_sheet(solver, ENGLISH))))
    for said, count in answers(solver).items():
        assert shown[said] == count


def dejavu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the machine have one font: that of matplotlib, which has the letters of Europe."""
    folder = Path(get_data_path()) / "fonts" / "ttf"
    files = {"normal": (str(folder / "DejaVuSans.ttf"),), "bold": (str(folder / "DejaVuSans-Bold.ttf"),)}
    monkeypatch.setattr(paper, "_FONTS", files)


@pytest.mark.parametrize("name", ["Łukasz", "Ελένη", "Дарья"])
def test_names_in_other_letters(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PDF and PNG take a font that has the letters; one that no font has becomes a question mark."""
    dejavu(monkeypatch)
    solver = Solver.from_log(f"players {name} me\nrack {name} Y2 K5 B7\n{name} 17 >\nnote 日 Dée\n")
    sheet = note_sheet(solver, ENGLISH)
    shown = pdf_texts(to_pdf(sheet))
    assert f"{name} >" in shown
    assert "? Dée" in shown
    written: list[str] = []
    monkeypatch.setattr(paper._PngPaper, "write", lambda _, words, font: written.append(words.text))
    to_png(sheet, dpi=60)
    assert written == shown


def test_words_fit_in_any_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """DejaVu is wider than Helvetica: a text keeps the room that it was laid out in, and its anchor."""
    dejavu(monkeypatch)
    for anchor, start in (("start", 100), ("middle", 50), ("end", 0)):
        words = Words((100, 50), "Ελένη WWWW", 10, anchor=anchor)  # type: ignore[arg-type]
        drawing = Drawing("", ((replace(words, size=100 / words.length * 10),),))
        picture = Image.open(BytesIO(to_png(drawing, dpi=127))).convert("L")  # 5 pixels to the millimetre
        left, _, right, _ = picture.point(lambda grey: 255 - grey).getbbox()
        assert 5 * start <= left < right <= 5 * (start + 101)
        assert right - left > 5 * 95


def test_svg_has_the_size_of_its_pages() -> None:
    sheet = note_sheet(game("classic-122"), ENGLISH)
    root = ET.fromstring(to_svg(sheet))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "594mm", "0 0 210 594")
    assert len(root.findall(f"{SVG}g")) == len(sheet.pages) == 2


def test_png_has_the_size_of_its_pages_and_is_not_empty() -> None:
    sheet = note_sheet(game("classic-122"), ENGLISH)
    picture = Image.open(BytesIO(to_png(sheet, dpi=100)))
    assert picture.size == (827, 1169 * 2)
    grey = picture.convert("L")
    for page in range(2):
        ink = grey.crop((0, page * 1169, 827, (page + 1) * 1169)).histogram()
        assert 0.02 < sum(ink[:128]) / sum(ink) < 0.3
        assert sum(ink[250:]) / sum(ink) > 0.5
    assert grey.crop((0, 0, 827, 40)).getextrema() == (255, 255)  # the margin


def test_png_with_the_font_that_comes_with_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "_FONTS", {"normal": (), "bold": ()})
    picture = Image.open(BytesIO(to_png(note_sheet(odd_game(), ENGLISH), dpi=60)))
    assert picture.convert("L").getextrema() == (0, 255)


@pytest.mark.parametrize("missing", ["fpdf", "PIL"])
@pytest.mark.parametrize("ending", [".pdf", ".png"])
def test_without_the_extra(missing: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, "code777solver.show.paper")
    sheet = blank_sheet(load_edition("classic"), ENGLISH)
    refused = "PDF and PNG need fpdf2 and Pillow: pip install 'code777solver[sheet]', or write .svg"
    with pytest.raises(SheetError, match=f"^{re.escape(refused)}$"):
        write_sheet(sheet, tmp_path / f"sheet{ending}")
    write_sheet(sheet, tmp_path / "sheet.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.svg"]


def test_the_same_game_gives_the_same_file() -> None:
    for solver in (game("classic-100"), odd_game()):
        one, two = (note_sheet(solver, ENGLISH) for _ in range(2))
        assert to_svg(one) == to_svg(two)
        assert to_pdf(one) == to_pdf(two)


# Files.


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    sheet = blank_sheet(load_edition("classic"), ENGLISH)
    for name, start in (("a.svg", b"<?xml"), ("b.PDF", b"%PDF-"), ("c.png", b"\x89PNG")):
        write_sheet(sheet, tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["sheet.jpg", "sheet", "svg"])
def test_unknown_ending(name: str, tmp_path: Path) -> None:
    with pytest.raises(SheetError, match=r"the file name must end in \.svg, \.png or \.pdf"):
        write_sheet(blank_sheet(load_edition("classic"), ENGLISH), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_unwritable(tmp_path: Path) -> None:
    sheet = blank_sheet(load_edition("classic"), ENGLISH)
    with pytest.raises(Code777Error, match="cannot be written: No such file or directory"):
        write_sheet(sheet, tmp_path / "nowhere" / "sheet.svg")
    (tmp_path / "folder.pdf").mkdir()
    with pytest.raises(SheetError, match=r"folder\.pdf: cannot be written: "):
        write_sheet(sheet, tmp_path / "folder.pdf")
