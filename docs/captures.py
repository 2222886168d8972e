"""Write what the screen of the prompt shows, early, midway and when all is certain, into docs/prompt.md.

``python docs/captures.py`` plays the bundled example and what happens after it, and puts the text of a terminal without
colours between the markers of the page: 80 x 24, and midway also 60 x 20, in every language. A test fails if the page is
out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from rich.console import Console

from code777solver.cli.example import EXAMPLE
from code777solver.lang import LANGUAGES, language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session
from code777solver.table.notation import split_lines

PAGE = Path(__file__).with_name("prompt.md")
LARGE, SMALL = (80, 24), (60, 20)
"""Columns and rows of a usual terminal, and of a narrow one."""
AFTER_THE_EXAMPLE = ("me 7 1", "Cid 21 =", "Ann 15 <", "Bob 19 <")
"""A continuation of the example, with 4, 6 and 7 on my rack."""
MOMENTS = {"early": "Ann 16 <", "midway": "Cid 8 6", "certain": "Bob 19 <"}
"""The name of each capture, and the answer that it follows."""
TILES = (
    *("edition unique49", "players Ann Bob me Cid", "rack Ann Y2 K5 B7", "rack Bob G6 P6 R5", "rack Cid N4 N1 N2"),
    *("10 2 1 1", "17 > < >", "23 < = <", "22 < > =", "3 1 1 2"),
)
"""A game in which tiles must be declared and all but its drawer answer a card."""
TYPED = {"early": "5", "midway": "13", "certain": "", "coach": "hint"}
"""Entry being typed at each moment. After a card, the last row describes what that card asks."""


def capture(prompt: GamePrompt, typed: str, size: tuple[int, int] = LARGE) -> str:
    """The terminal after an answer, in a frame: the screen, the prompt with what is being typed, the card's text."""
    width, height = size
    console = Console(width=width, color_system=None, highlight=False)
    with console.capture() as printed:
        prompt.width = width
        console.print(prompt.screen())
    rows = [*printed.get().splitlines(), f"{prompt.prompt_text}{typed}"]
    assert len(rows) < height, f"{len(rows)} rows do not fit"
    rows += [""] * (height - 1 - len(rows)) + [prompt.toolbar(typed)]
    edge = f"+{'-' * width}+"
    return "\n".join((edge, *(f"|{row[:width]:{width}}|" for row in rows), edge))


def moments(code: str = "en") -> Iterator[tuple[str, GamePrompt]]:
    """The name of each moment, with the prompt as it then is."""
    example = resources.files("code777solver").joinpath("data", "examples", EXAMPLE).read_text(encoding="utf-8")
    prompt = GamePrompt(Session(), language(code))
    for line in (*split_lines(example), *AFTER_THE_EXAMPLE):
        reply = prompt.handle(line)
        assert not reply.failed, line
        for name, moment in MOMENTS.items():
            if " ".join(line.partition("#")[0].split()) == moment:
                yield name, prompt
                if name == "midway":
                    yield "coach", coached(prompt)


def coached(prompt: GamePrompt) -> GamePrompt:
    """The same game for one who deduces alone, with a few marks."""
    other = GamePrompt(Session(), prompt.t)
    for line in (*prompt.session.lines, "coach on", "cross P6 G6", "circle 5"):
        assert not other.handle(line).failed, line
    return other


def captures() -> dict[str, str]:
    """All captures by name."""
    found = {name: capture(prompt, TYPED[name]) for name, prompt in moments()}
    for code in LANGUAGES:
        prompt = next(prompt for name, prompt in moments(code) if name == "midway")
        if code != "en":
            found[f"{code} 80 x 24"] = capture(prompt, TYPED["midway"])
        found[f"{code} 60 x 20"] = capture(prompt, TYPED["midway"], SMALL)
    prompt = GamePrompt(Session(), language("en"))
    for line in TILES:
        assert not prompt.handle(line).failed, line
    found["tiles"], found["tiles 60 x 20"] = capture(prompt, "16"), capture(prompt, "16", SMALL)
    return found


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
