"""The screen of one who deduces alone: the table, what was said, the tiles in sight and the player's own marks.

Nothing on it is deduced. `O` is circled, `-` is crossed out, and `x` a tile that is seen, all of that kind or one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..lang import Language, visible
from ..reasons.marks import CIRCLE, CROSS, Mark
from ..reasons.wording import claim_text, thing
from ..rules.tiles import COLOURS
from ..table.events import Answer
from ..table.timeline import rack_since
from .game_screen import banner, table_line
from .panels import BAD, GOOD, ODD, STYLES
from .remark import Remark

if TYPE_CHECKING:
    from ..reasons.hints import NotesCheck
    from ..session import Session
    from ..solver import Solver

__all__ = ["marks_check", "notes", "screen"]

_LINES = 10
"""Answers that are shown, at most."""
_LEAST_ROOM = 14
"""Columns that a list of answers needs beside the pyramid."""


def screen(session: Session, t: Language, *, width: int) -> RenderableType:
    """Everything that a player may know without deducing, and the marks."""
    solver = session.solver
    parts: list[RenderableType] = [table_line(solver, t, width)]
    if session.trouble:
        parts.append(Remark(t(session.trouble), f"bold {BAD}"))
    if not solver.belief.is_full:
        return Group(*parts, Text(t("Your rack is empty."), "bold"))
    if not solver.belief.possible:
        line = solver.contradictions[-1]
        parts.append(banner(t("CONTRADICTION at line {line}: no rack fits every answer", line=line), BAD, width))
    parts.append(Text(t("coach: `hint` helps, `marks` checks, `peek` shows all"), "bold", no_wrap=True))
    return Group(*parts, *notes(solver, t, width))


def notes(solver: Solver, t: Language, width: int) -> list[RenderableType]:
    """The answers, the tiles in sight and the marks."""
    marks = solver.marks
    return [_middle(solver, marks, t, width), *_marked(marks, t)]


def _middle(solver: Solver, marks: Sequence[Mark], t: Language, width: int) -> RenderableType:
    """The answers beside the pyramid, or above it where there is no room."""
    deck = solver.edition.deck
    crowded = len(deck.kinds) > 20
    cells = max(sum(kind.number == number for kind in deck.kinds) for number in deck.numbers)
    copies = 0 if crowded else max(deck.copies)
    right = 4 + (4 + copies) * cells
    pyramid = _pyramid(solver, marks, copies)
    left = min(40, width - 2 - right)
    if left < _LEAST_ROOM:
        return Group(*_said(solver, width)[-3:], pyramid)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=left)
    grid.add_column(width=right)
    grid.add_row(Group(*_said(solver, left)), pyramid)
    return grid


def _said(solver: Solver, room: int) -> list[Text]:
    """The last answers about my rack, with their lines; my own tell me nothing."""
    lines = solver.log.lines
    said = [
        Text(visible(f"{line.number:>3} {line.text.partition('#')[0].strip()}"), no_wrap=True, overflow="ellipsis")
        for line in lines[rack_since(lines, solver.seat) :]
        if line.step is not None and isinstance(line.step.event, Answer) and line.step.event.player != solver.seat
    ]
    for line in said:
        line.truncate(room, overflow="ellipsis")
    return said[-_LINES:]


def _pyramid(solver: Solver, marks: Sequence[Mark], most: int) -> RenderableType:
    """The tiles by number: x for each that is seen or out of play, . for the others, and my marks."""
    deck, gone = solver.edition.deck, solver.table.seen_tiles()
    kind_of = {mark.what: mark.kind for mark in marks}
    lines = []
    for number in deck.numbers:
        row = kind_of.get(str(number))
        line = Text(no_wrap=True, overflow="ellipsis").append(f"{number}", "dim").append(*_sign(row)).append("  ")
        for kind, copies in zip(deck.kinds, deck.copies, strict=True):
            if kind.number != number:
                continue
            seen = gone[kind]
            own = kind_of.get(kind.name)
            out = CROSS in (row, kind_of.get(COLOURS[kind.colour].name))
            line.append(kind.colour, STYLES.get(kind.colour, ""))
            line.append(f"{('x' * seen + '.' * (copies - seen))[:most]:{most}}", "dim")
            sign, style = _sign(own or (CROSS if out else None))
            line.append("x" if seen == copies and sign == " " else sign, style).append("  ")
        lines.append(line)
    return Group(*lines)


def _sign(kind: str | None) -> tuple[str, str]:
    """The sign of a mark and its style."""
    return ("O", f"bold {GOOD}") if kind == CIRCLE else ("-", "") if kind == CROSS else (" ", "")


def _marked(marks: Sequence[Mark], t: Language) -> list[RenderableType]:
    """All marks in words, for colours and codes have no place in the pyramid."""
    rows = [(t("crossed"), CROSS), (t("circled"), CIRCLE)]
    room = max(cell_len(name) for name, _ in rows)
    found: list[RenderableType] = []
    for name, kind in rows:
        what = [thing(mark.what, t) for mark in marks if mark.kind == kind]
        if what:
            found.append(Text(f"{name}{' ' * (room - cell_len(name))}  {' '.join(what)}"))
    return found


def marks_check(found: NotesCheck, t: Language) -> RenderableType:
    """Marks that are proved, open or wrong, and the number of deductions still to find."""
    rows = [
        (t("proved"), found.proved, GOOD),
        (t("not proved"), found.unproved, ODD),
        (t("wrong"), found.wrong, f"bold {BAD}"),
    ]
    room = max(cell_len(name) for name, _, _ in rows)
    lines: list[RenderableType] = [
        Text(f"{name}{' ' * (room - cell_len(name))}  {', '.join(claim_text(mark, t) for mark in marks)}", style)
        for name, marks, style in rows
        if marks
    ]
    if not found.more:
        more = t("No other number, colour or tile can be proved now.")
    else:
        more = t.count(
            found.more,
            "{count} more fact about numbers, colours or tiles can be proved now.",
            "{count} more facts about numbers, colours or tiles can be proved now.",
        )
    return Group(*lines, Text(more, "dim"))
