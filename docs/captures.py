"""Write what the screen of the prompt shows, early, midway and when all is certain, into docs/prompt.md.

``python docs/captures.py`` plays the bundled example and what happens after it, and puts the text of an 80 x 24 terminal
without colours between the markers of the page. A test fails if the page is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from rich.console import Console

from code777solver.cli.main import EXAMPLE
from code777solver.lang import language
from code777solver.prompt.game import GameDesk
from code777solver.session import Session
from code777solver.show.game_screen import screen
from code777solver.table.notation import split_lines

PAGE = Path(__file__).with_name("prompt.md")
COLUMNS, ROWS = 80, 24
AFTER_THE_EXAMPLE = ("me 7 1", "Cid 21 =", "Ann 15 <", "Bob 19 <")
"""How the example may go on, with 4, 6 and 7 on my rack."""
MOMENTS = {"early": "Ann 16 <", "midway": "Cid 8 6", "certain": "Bob 19 <"}
"""The name of each capture, and the answer that it follows."""
TYPED = {"early": "5", "midway": "13", "certain": ""}
"""What is being typed at each moment: the last row then tells what that card asks."""


def capture(desk: GameDesk, typed: str) -> str:
    """The terminal after an answer, in a frame: the screen, the prompt with what is being typed, the card's text."""
    console = Console(width=COLUMNS, color_system=None, highlight=False)
    with console.capture() as printed:
        console.print(screen(desk.session, desk.t, width=COLUMNS))
    rows = [*printed.get().splitlines(), f"{desk.prompt}{typed}"]
    assert len(rows) < ROWS, f"{len(rows)} rows do not fit"
    rows += [""] * (ROWS - 1 - len(rows)) + [desk.toolbar(typed)]
    edge = f"+{'-' * COLUMNS}+"
    return "\n".join((edge, *(f"|{row[:COLUMNS]:{COLUMNS}}|" for row in rows), edge))


def moments() -> Iterator[tuple[str, GameDesk]]:
    """The name of each moment, with the desk as it then is."""
    example = resources.files("code777solver").joinpath("data", "examples", EXAMPLE).read_text(encoding="utf-8")
    desk = GameDesk(Session(), language("en"))
    for line in (*split_lines(example), *AFTER_THE_EXAMPLE):
        reply = desk.handle(line)
        assert not reply.failed, line
        for name, moment in MOMENTS.items():
            if " ".join(line.partition("#")[0].split()) == moment:
                yield name, desk


def captures() -> dict[str, str]:
    """All captures by name."""
    return {name: capture(desk, TYPED[name]) for name, desk in moments()}


def updated(page: str) -> str:
    """The page with the captures as they are now."""
    for name, text in captures().items():
        begin, end = f"<!-- capture {name} -->\n", f"<!-- end of {name} -->"
        assert begin in page, f"no {begin.strip()} on the page"
        assert end in page, f"no {end} on the page"
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}```text\n{text}\n```\n{end}{rest.partition(end)[2]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{PAGE} written")
