"""The prompt in motion, for the README: one SVG that shows a real game, answer after answer, without a script.

docs/pictures.py writes it with the other pictures. Each frame is what a terminal shows: the screen, the prompt, and the
line that is typed next. With reduced motion, the last frame is shown.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from html import escape
from importlib import resources

import captures
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from code777solver.cli.example import EXAMPLE
from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session
from code777solver.show.game_screen import screen
from code777solver.table.notation import split_lines

SECONDS, LAST_SECONDS = 1.8, 5.0
"""Seconds that a frame and the last frame are shown."""
SIZE = 20
CELL = (12, 25)
"""The size of a letter, and the room that it takes."""
EDGE = 16
Row = list[tuple[str, Style]]


def frames(every: int = 2) -> Iterator[list[Row]]:
    """Screens after every second answer of the example, and at its end."""
    example = resources.files("code777solver").joinpath("data", "examples", EXAMPLE).read_text(encoding="utf-8")
    lines = [" ".join(line.partition("#")[0].split()) for line in (*split_lines(example), *captures.AFTER_THE_EXAMPLE)]
    lines = [line for line in lines if line]
    prompt = GamePrompt(Session(), language("en"))
    start = next(i for i, line in enumerate(lines) if line.split()[0] not in ("edition", "option", "players", "rack"))
    for i, line in enumerate((*lines, ""), -1):
        if i >= start - 1 and ((len(lines) - 1 - i) % every == 0):
            yield shown(prompt, line)
        if line:
            assert not prompt.handle(line).failed, line


def shown(prompt: GamePrompt, typed: str) -> list[Row]:
    """The rows of a screen with what is being typed."""
    console = Console(
        width=captures.LARGE[0], file=io.StringIO(), force_terminal=True, color_system="standard", highlight=False
    )
    rows = console.render_lines(screen(prompt.session, prompt.t, width=captures.LARGE[0]), pad=False)
    found: list[Row] = [[(part.text, part.style or Style()) for part in Segment.simplify(row)] for row in rows]
    found.append([(prompt.prompt_text, Style(bold=True)), (f"{typed}█", Style())])
    return found


def text(row: Row, y: int, theme: TerminalTheme) -> str:
    """One row; parts keep their columns in any font."""
    parts, column = [], 0
    for words, style in row:
        if words.strip():
            place = column + len(words) - len(words.lstrip())
            said = words.strip()
            marks = [f'x="{place * CELL[0]}"', f'textLength="{len(said) * CELL[0]}"']
            if style.color is not None and not style.color.is_default:
                marks.append(f'fill="{style.color.downgrade(ColorSystem.STANDARD).get_truecolor(theme).hex}"')
            for name, mark in (
                ("bold", 'font-weight="bold"'),
                ("italic", 'font-style="italic"'),
                ("dim", 'opacity=".6"'),
            ):
                if getattr(style, name):
                    marks.append(mark)
            parts.append(f"<tspan {' '.join(marks)}>{escape(said)}</tspan>")
        column += len(words)
    return f'<text y="{y}">{"".join(parts)}</text>' if parts else ""


def svg(theme: TerminalTheme) -> str:
    """The whole picture."""
    found = list(frames())
    high, wide = max(map(len, found)) * CELL[1] + 2 * EDGE, captures.LARGE[0] * CELL[0] + 2 * EDGE
    total = SECONDS * (len(found) - 1) + LAST_SECONDS
    rules, groups = [], []
    for i, rows in enumerate(found):
        begins, ends = 100 * SECONDS * i / total, 100 * SECONDS * (i + 1) / total
        hidden = "" if not i else "0%{visibility:hidden}"
        after = "" if i == len(found) - 1 else f"{ends:.2f}%{{visibility:hidden}}"
        rules.append(f"@keyframes f{i}{{{hidden}{begins:.2f}%{{visibility:visible}}{after}}}")
        rules.append(f"#f{i}{{animation:f{i} {total:.1f}s step-end infinite;visibility:hidden}}")
        drawn = "\n".join(filter(None, (text(row, (place + 1) * CELL[1], theme) for place, row in enumerate(rows))))
        groups.append(f'<g id="f{i}">\n{drawn}\n</g>')
    rules.append(
        f"@media (prefers-reduced-motion:reduce){{g g{{animation:none!important}}#f{len(found) - 1}{{visibility:visible}}}}"
    )
    style = "\n".join(rules)
    front, back = theme.foreground_color.hex, theme.background_color.hex
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-label="A game at the prompt of code777: after each answer it shows the racks and codes that are left, until one code is certain">
<style>
text{{font:{SIZE}px ui-monospace,"Cascadia Mono","Liberation Mono","DejaVu Sans Mono",monospace;white-space:pre}}
{style}
</style>
<rect width="{wide}" height="{high}" rx="10" fill="{back}"/>
<g transform="translate({EDGE} {EDGE - 8})" fill="{front}">
{chr(10).join(groups)}
</g>
</svg>
"""
