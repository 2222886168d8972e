"""Draw the four walks of docs/design.md into docs/pictures/paths.svg: ``python docs/diagrams.py``.

A test fails if the picture is out of date, or if it names a module that does not exist.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).parent / "pictures" / "paths.svg"
BOX_WIDTH, BOX_HEIGHT, GAP = 400, 52, 22
LEFT, BETWEEN, TOP, BOTTOM = 20, 80, 64, 20
WIDTH = 2 * BOX_WIDTH + BETWEEN + 2 * LEFT


class Stop(NamedTuple):
    """One box: the modules that do the work (separated by spaces), or a place outside the package; and what happens."""

    names: str
    text: str
    outside: bool = False


PATHS = {
    "A typed line": (
        Stop("the keyboard", "b 5 0", outside=True),
        Stop("prompt", "a command of the prompt, or a line about the game?"),
        Stop("table.entry", "the whole line: Bob 5 0"),
        Stop("session", "logs it to a copy of the game"),
        Stop("table.notation", "reads the text as an event"),
        Stop("table.table", "the table after it; refuses what cannot be true"),
        Stop("core.belief", "weighs every rack that I may hold"),
        Stop("table.log_file", "the line on disk, then in memory"),
        Stop("information reasons", "the best cards; proofs; what the others know"),
        Stop("show", "lays the results out in 80 x 24 characters"),
        Stop("the screen", "14 codes left", outside=True),
    ),
    "A tap": (
        Stop("the page", "adds the line to its log, stores it, posts it", outside=True),
        Stop("web.app", "checks the request, once"),
        Stop("web.worker", "a process of its own takes the fields"),
        Stop("web.api", "the function of this endpoint"),
        Stop("web.solver_cache", "the game up to the last line that is known"),
        Stop("solver", "reads the new lines: table, belief, reasons"),
        Stop("web.page_data", "the records of the answer"),
        Stop("records", "one pass: JSON in the language of the page"),
        Stop("the page", "changes what differs", outside=True),
    ),
    "An edition": (
        Stop("data/editions/*.toml", "a deck, cards and rules", outside=True),
        Stop("rules.edition_file", "checks the file, reads the cards"),
        Stop("rules.edition", "frozen values: Edition, Deck, Card"),
        Stop("core.arrays", "every rack, and what each card measures on it"),
        Stop("core.rows", "for each answer the racks that give it, as bits"),
        Stop("play.simulated_table", "the rows of one table, packed for compiled code"),
    ),
    "A simulation": (
        Stop("the shell", "code777 simulate --games 1000000", outside=True),
        Stop("cli.simulate", "options become a Simulation"),
        Stop("jobs", "plays in a thread; Ctrl-C ends it after a block"),
        Stop("play.simulation", "a seed for each game, blocks of games"),
        Stop("kernels", "plays the games of a block, compiled"),
        Stop("play.results", "counts a block and adds it up"),
        Stop("play.study", "tables, JSON, CSV or HTML"),
    ),
}
"""The four walks, two in a row."""

STYLE = """\
.page { fill: #ffffff } .box { fill: #eef3fb; stroke: #3b62a8; stroke-width: 1.5 }
.outside { fill: #f6f1e4; stroke: #9a7b2f; stroke-width: 1.5; stroke-dasharray: 5 3 }
text { font-family: system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; fill: #20242b }
.title { font-size: 18px; font-weight: 600 } .text { font-size: 14px }
.name { font-size: 15px; font-weight: 700; font-family: ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace }
.arrow { stroke: #5a6270; stroke-width: 2; fill: none } .head { fill: #5a6270 }
@media (prefers-color-scheme: dark) {
.page { fill: #15181d } .box { fill: #1f2a3d; stroke: #7aa7e8 } .outside { fill: #2c2719; stroke: #d8b65f }
text { fill: #efece5 } .arrow { stroke: #a9b1bd } .head { fill: #a9b1bd } }
"""


def _column(stops: tuple[Stop, ...], x: int, top: int, title: str) -> list[str]:
    """The boxes of one path, with arrows between them and a title above."""
    middle = x + BOX_WIDTH // 2
    parts = [f'<text class="title" x="{x}" y="{top - 20}">{escape(title)}</text>']
    for row, stop in enumerate(stops):
        y, kind = top + row * (BOX_HEIGHT + GAP), "outside" if stop.outside else "box"
        name = " + ".join(stop.names.split()) if not stop.outside else stop.names
        parts.append(
            f'<rect class="{kind}" x="{x}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="8"/>\n'
            f'<text class="name" x="{x + 14}" y="{y + 22}">{escape(name)}</text>\n'
            f'<text class="text" x="{x + 14}" y="{y + 42}">{escape(stop.text)}</text>'
        )
        if row:
            parts.append(f'<path class="arrow" d="M{middle} {y - GAP + 1}V{y - 9}"/>')
            parts.append(f'<path class="head" d="M{middle - 6} {y - 10}h12l-6 9z"/>')
    return parts


def svg() -> str:
    """The picture."""
    parts, top, paths = [], TOP, list(PATHS.items())
    for pair in (paths[:2], paths[2:]):
        for column, (title, stops) in enumerate(pair):
            parts += _column(stops, LEFT + column * (BOX_WIDTH + BETWEEN), top, title)
        top += max(len(stops) for _, stops in pair) * (BOX_HEIGHT + GAP) + TOP - GAP
    height = top - TOP + BOTTOM
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The ways of a typed line, a tap, an edition and a simulation through the package</title>",
        f"<style>\n{STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="10"/>',
    ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(svg(), encoding="utf-8")
    print(f"{PICTURE.name} written")
