"""Draw the two paths of docs/design.md into docs/pictures/paths.svg: ``python docs/diagrams.py``.

A test fails if the picture is out of date, or if it names a module that does not exist.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).parent / "pictures" / "paths.svg"
BOX_WIDTH, BOX_HEIGHT, GAP = 400, 52, 22
LEFT, RIGHT, TOP, BOTTOM = 20, 500, 64, 20
WIDTH = RIGHT + BOX_WIDTH + LEFT


class Stop(NamedTuple):
    """One box: the modules that do the work (separated by spaces), or a place outside the package; and what happens."""

    names: str
    text: str
    outside: bool = False


TYPED = (
    Stop("a typed line", "b 5 0", outside=True),
    Stop("prompt", "a command of the prompt, or a line about the game?"),
    Stop("session", "spells it out: Bob 5 0; saves it; keeps undo"),
    Stop("table.notation", "reads the text as an event"),
    Stop("table.table", "the table after it; refuses what cannot be true"),
    Stop("core.belief", "weighs every rack that I may hold"),
    Stop("information reasons", "the best cards; proofs; what the others know"),
    Stop("show", "lays the results out in 80 x 24 characters"),
    Stop("the screen", "14 codes left", outside=True),
)
EDITION = (
    Stop("data/editions/*.toml", "a deck, cards and rules", outside=True),
    Stop("rules", "frozen objects: Edition, Deck, Card"),
    Stop("core.arrays", "every rack, and what each card measures on it"),
    Stop("core.rows", "for each answer the racks that give it, as bits"),
    Stop("kernels", "compiled loops over these rows"),
    Stop("core.batch play.simulation", "Batch: positions; Simulation: games; by the million"),
)
FIRST = 3
"""The row where the second path starts, so that arrays and belief are side by side."""

STYLE = """\
.page { fill: #ffffff } .box { fill: #eef3fb; stroke: #3b62a8; stroke-width: 1.5 }
.outside { fill: #f6f1e4; stroke: #9a7b2f; stroke-width: 1.5; stroke-dasharray: 5 3 }
text { font-family: system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; fill: #20242b }
.title { font-size: 18px; font-weight: 600 } .text { font-size: 14px }
.name { font-size: 15px; font-weight: 700; font-family: ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace }
.arrow { stroke: #5a6270; stroke-width: 2; fill: none } .feeds { stroke-dasharray: 6 4 } .head { fill: #5a6270 }
@media (prefers-color-scheme: dark) {
.page { fill: #15181d } .box { fill: #1f2a3d; stroke: #7aa7e8 } .outside { fill: #2c2719; stroke: #d8b65f }
text { fill: #efece5 } .arrow { stroke: #a9b1bd } .head { fill: #a9b1bd } }
"""


def _top(row: int) -> int:
    return TOP + row * (BOX_HEIGHT + GAP)


def _column(stops: tuple[Stop, ...], x: int, first: int, title: str) -> list[str]:
    """The boxes of one path from a row on, with arrows between them and a title above."""
    middle = x + BOX_WIDTH // 2
    parts = [f'<text class="title" x="{x}" y="{_top(first) - 20}">{escape(title)}</text>']
    for row, stop in enumerate(stops, first):
        y, kind = _top(row), "outside" if stop.outside else "box"
        name = " + ".join(stop.names.split()) if not stop.outside else stop.names
        parts.append(
            f'<rect class="{kind}" x="{x}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="8"/>\n'
            f'<text class="name" x="{x + 14}" y="{y + 22}">{escape(name)}</text>\n'
            f'<text class="text" x="{x + 14}" y="{y + 42}">{escape(stop.text)}</text>'
        )
        if row > first:
            parts.append(f'<path class="arrow" d="M{middle} {y - GAP + 1}V{y - 9}"/>')
            parts.append(f'<path class="head" d="M{middle - 6} {y - 10}h12l-6 9z"/>')
    return parts


def svg() -> str:
    """The picture."""
    height = _top(len(TYPED)) - GAP + BOTTOM
    arrays = FIRST + [stop.names for stop in EDITION].index("core.arrays")
    y = _top(arrays) + BOX_HEIGHT // 2
    assert arrays == [stop.names for stop in TYPED].index("core.belief")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>How a typed line travels to the screen, and how an edition file becomes compiled rows</title>",
        f"<style>\n{STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="10"/>',
        *_column(TYPED, LEFT, 0, "A typed line travels to the screen"),
        *_column(EDITION, RIGHT, FIRST, "An edition file becomes compiled rows"),
        f'<path class="arrow feeds" d="M{RIGHT} {y}H{LEFT + BOX_WIDTH + 9}"/>',
        f'<path class="head" d="M{LEFT + BOX_WIDTH + 10} {y - 6}v12l-9 -6z"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(svg(), encoding="utf-8")
    print(f"{PICTURE.name} written")
