"""Results for people: tables and bars as rich renderables. No input, no output, no deduction."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from .solver import Solver

STYLES = {
    "G": "green",
    "Y": "yellow",
    "K": "bold",
    "N": "color(130)",
    "R": "red",
    "P": "magenta",
    "B": "blue",
}
"""How each colour of tile is shown, on light and on dark backgrounds; the letter says it without colour."""


def percent(chance: float) -> str:
    """A chance for people. 0 % and 100 % are only shown when they are proved.

    >>> percent(0.25), percent(0.9999), percent(1e-9), percent(1.0), percent(0.0)
    ('25.0 %', '>99.9 %', '<0.1 %', '100 %', '0 %')
    """
    if chance in (0.0, 1.0):
        return f"{chance:.0%}".replace("%", " %")
    if chance < 0.001:
        return "<0.1 %"
    if chance > 0.999:
        return ">99.9 %"
    return f"{chance * 100:.1f} %"


def plural(count: int, thing: str) -> str:
    """``1 rack``, ``2 racks``."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def tiles_text(names: Iterable[str]) -> Text:
    """Tile names in their colours."""
    return Text(" ").join(Text(name, STYLES.get(name[0], "")) for name in names)


def bar(share: float, width: int, *, plain: bool) -> str:
    """A horizontal bar; ``plain`` for terminals without block characters."""
    return ("#" if plain else "█") * max(1, round(share * width)) if share > 0 else ""


def analysis(solver: Solver, *, top: int, width: int, plain: bool = False) -> RenderableType:
    """All that `code777 analyze` shows."""
    parts: list[RenderableType] = [*_headline(solver)]
    if solver.belief.possible:
        parts += [_codes(solver, top=top, width=width, plain=plain), _racks(solver, top=top)]
        parts += [_pyramid(solver)]
        if not solver.solved and solver.questions:
            parts.append(_questions(solver, top=min(top, 8), width=width))
    if solver.warnings:
        parts.append(_warnings(solver))
    return Group(*parts)


def _titled(title: str, grid: Grid) -> RenderableType:
    return Group(Text(f"\n{title}", "bold"), grid)


def _headline(solver: Solver) -> Iterable[RenderableType]:
    table = solver.table
    score = ", ".join(f"{name} {points}" for name, points in table.scores.items())
    yield Text(f"{solver.edition.title} ({solver.edition.name}): {', '.join(table.players)}", "bold")
    yield Text(f"You are {solver.seat}. Points: {score}. {plural(table.pile, 'tile')} in the pile.", "dim")
    if not solver.belief.possible:
        line = solver.contradictions[-1]
        yield Text(f"\nCONTRADICTION at line {line}: no rack fits every answer.", "bold red")
        yield Text("An answer was misheard, a tile misread, or a reshuffle is missing.")
        return
    racks, codes = solver.candidates, solver.codes
    if solver.solved:
        found = codes[0].numbers if solver.edition.rules.target == "numbers" else " ".join(racks[0].tiles)
        yield Text(f"\n>>> CERTAIN: you hold {found}. Declare! <<<", "bold reverse green")
    else:
        yield Text(f"\n{plural(len(racks), 'rack')} left, {plural(len(codes), 'number code')} left", "bold")
    if solver.contradictions:
        yield Text(f"An earlier rack of yours contradicted its answers (line {solver.contradictions[-1]}).", "yellow")


def _grid(*columns: str) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    for name in columns:
        grid.add_column(name, justify="right" if name in ("chance", "bits", "codes", "settles", "card") else "left")
    grid.show_header = any(columns)
    return grid


def _codes(solver: Solver, *, top: int, width: int, plain: bool) -> RenderableType:
    codes = solver.codes
    grid = _grid("code", "chance", "")
    room = max(4, min(30, width - 24))
    for code in codes[:top]:
        share = code.probability / codes[0].probability
        grid.add_row(code.numbers, percent(code.probability), bar(share, room, plain=plain))
    if len(codes) > top:
        grid.add_row("...", "", f"and {len(codes) - top} more")
    return _titled("Numbers", grid)


def _racks(solver: Solver, *, top: int) -> RenderableType:
    racks = solver.candidates
    grid = _grid("rack", "chance")
    for candidate in racks[:top]:
        grid.add_row(tiles_text(candidate.tiles), percent(candidate.probability))
    if len(racks) > top:
        grid.add_row("...", f"and {len(racks) - top} more")
    return _titled("Tiles", grid)


def _pyramid(solver: Solver) -> RenderableType:
    """Every kind of tile by number, with the chance that one is mine."""
    grid = _grid("", "")
    for number in solver.edition.deck.numbers:
        row = Text()
        for tile in solver.tiles:
            if tile.tile[1:] == str(number):
                row.append(f"{tile.tile} ", STYLES.get(tile.tile[0], ""))
                row.append(*_mark(tile.at_least_one))
        grid.add_row(str(number), row)
    return _titled("Mine?  (chance that I hold one)", grid)


def _mark(chance: float) -> tuple[str, str]:
    """What a player writes beside a tile, and in which style."""
    if chance == 0:
        return f"{'no':9}", "dim"
    return (f"{'YES':9}", "bold green") if chance == 1 else (f"{percent(chance):9}", "")


def _questions(solver: Solver, *, top: int, width: int) -> RenderableType:
    """The answers that would tell most, of the cards that can still come."""
    grid = _grid("player", "card", "bits", "codes", "settles", "")
    for question in solver.questions[:top]:
        if question.bits > 0:
            text = solver.edition.card(question.card).text if width >= 76 else ""
            grid.add_row(
                question.player,
                str(question.card),
                f"{question.bits:.2f}",
                f"{question.expected_codes:.1f}",
                percent(question.settles),
                Text(text, "dim", overflow="ellipsis", no_wrap=True),
            )
    return _titled("Best answers to come", grid)


def _warnings(solver: Solver) -> RenderableType:
    lines = [Text(f"line {line}: {text}", "yellow") for line, text in solver.warnings]
    return Padding(Group(Text("Odd, but taken as written:", "bold yellow"), *lines), (1, 0, 0, 0))
