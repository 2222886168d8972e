"""Draw the pictures of the documentation into docs/pictures: ``python docs/pictures.py`` (needs the extra ``plot``).

The prompt (also in motion, by docs/moving.py) and the note sheet show the game that `code777 example` solves, the puzzles are those of seed 17, and the plots
are those that `code777 bench cards` and `code777 simulate` draw with ``--plot``; ``--no-plots`` leaves these as they are.
The pictures of the page are made by docs/screenshots.py, which needs a browser. A test fails if something that is drawn has
changed and its picture has not.
"""

from __future__ import annotations

import io
import sys
from importlib import resources
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from code777solver import Simulation, Solver, load_edition, make_puzzle
from code777solver.cli.example import EXAMPLE
from code777solver.lang import language
from code777solver.records import replace
from code777solver.show import plots
from code777solver.show.drawing import Drawing, to_svg
from code777solver.show.game_screen import screen
from code777solver.show.note_sheet import blank_sheet, note_sheet
from code777solver.show.puzzle_sheet import puzzle_sheet

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS))
import captures
import moving
from card_pages import GAMES, PLAYERS, SEED

FOLDER = DOCS / "pictures"
STRATEGIES = ("certain", "threshold:0.6", "slow:1", "certain")
"""Strategies at the table of the plot of games."""
PUZZLES = ("easy", "medium")
"""The levels of the two puzzles on the sheet."""
DARK = TerminalTheme(
    (21, 24, 29),
    (239, 236, 229),
    [
        (37, 37, 42),
        (255, 154, 143),
        (111, 208, 140),
        (243, 198, 107),
        (122, 167, 232),
        (242, 163, 198),
        (95, 208, 194),
        (239, 236, 229),
    ],
)
"""The eight colours of a terminal, as the site has them at night."""
FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 WIDE HIGH">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "Cascadia Mono", "Liberation Mono", "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>{lines}</defs>
<rect width="WIDE" height="HIGH" rx="10" fill="#15181d"/>
<g transform="translate(14, 14)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""An empty picture of a terminal, which names no font that would have to be fetched. WIDE and HIGH are filled in first."""
CELL = (12.2, 24.4)
"""The size of a character in such a picture."""
EDGE = 28


def prompt(moment: str) -> str:
    """The prompt with its colours, at one of the moments of docs/prompt.md."""
    console = Console(
        width=captures.LARGE[0], record=True, file=io.StringIO(), force_terminal=True, color_system="standard"
    )
    for name, prompt in captures.moments():
        if name == moment:
            console.print(screen(prompt.session, prompt.t, width=captures.LARGE[0]))
            console.print(f"[bold]{prompt.prompt_text}[/bold]{captures.TYPED[name]}", highlight=False)
    rows = console.export_text(clear=False).count("\n")
    size = {"WIDE": captures.LARGE[0] * CELL[0] + EDGE, "HIGH": rows * CELL[1] + EDGE}
    frame = FRAME
    for word, length in size.items():
        frame = frame.replace(word, f"{length:.0f}")
    return console.export_svg(theme=DARK, code_format=frame, unique_id=moment, title="")


def one_page(drawing: Drawing) -> Drawing:
    """The first page alone: solutions are no picture for a page about puzzles."""
    return replace(drawing, pages=drawing.pages[:1])


def drawn() -> dict[str, str]:
    """The pictures that are the same on every machine, by file name."""
    example = resources.files("code777solver").joinpath("data", "examples", EXAMPLE).read_text(encoding="utf-8")
    english = language("en")
    return {
        "game.svg": moving.svg(DARK),
        "prompt.svg": prompt("midway"),
        "certain.svg": prompt("certain"),
        "sheet.svg": to_svg(note_sheet(Solver.from_log(example), english)),
        "puzzles.svg": to_svg(one_page(puzzle_sheet([make_puzzle(17, level=level) for level in PUZZLES], english))),
        "blank-sheet.svg": to_svg(blank_sheet(load_edition("classic"), english)),
    }


def plot() -> None:
    """The plots, whose letters and lines depend on the version of matplotlib."""
    found = {}
    for players in PLAYERS:
        table = Simulation("classic", ["certain"], players=players, seed=SEED, pruning=True)
        table.run(GAMES)
        found[players] = table.results
    plots.save(plots.pruning(found), FOLDER / "cards.svg")
    table = Simulation("classic", list(STRATEGIES), seed=SEED)
    table.run(GAMES)
    plots.save(plots.overview(table.results), FOLDER / "games.svg")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, picture in drawn().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
    if "--no-plots" not in sys.argv:
        plot()
    (DOCS / "assets" / "icon.svg").write_bytes(
        resources.files("code777solver").joinpath("web/static/icon.svg").read_bytes()
    )
    for path in sorted(FOLDER.iterdir()):
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
