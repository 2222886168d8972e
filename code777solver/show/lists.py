"""Everything of a kind, in rows that fit a screen: codes, racks, stored games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from ..errors import Code777Error
from ..lang import Language, visible
from ..table.stored import StoredGame, stored_game
from ..table.table import ME
from .panels import ODD, tiles_text

if TYPE_CHECKING:
    from pathlib import Path

    from ..solver import Solver

__all__ = ["codes", "games", "racks"]

_GAP = 3
"""Blank columns between two columns of a list."""


def codes(solver: Solver, t: Language, *, width: int) -> list[Text]:
    """Every code that is left, most likely first, in rows."""
    return _in_rows([Text(f"{code.numbers} {t.percent(code.probability):>7}") for code in solver.codes], width)


def racks(solver: Solver, t: Language, *, width: int) -> list[Text]:
    """Every rack that is left, most likely first, in rows."""
    return _in_rows(
        [tiles_text(rack.tiles).append(f" {t.percent(rack.probability):>7}") for rack in solver.candidates], width
    )


def _in_rows(cells: Sequence[Text], width: int) -> list[Text]:
    """Cells of the same width side by side."""
    if not cells:
        return []
    count = max(1, (width + _GAP) // (cells[0].cell_len + _GAP))
    return [Text(" " * _GAP, no_wrap=True).join(cells[i : i + count]) for i in range(0, len(cells), count)]


def games(paths: Sequence[Path], current: Path | None, t: Language, *, width: int) -> Iterator[Text]:
    """Stored games as numbered rows. Each file is read when its row is asked for."""
    for number, path in enumerate(paths, 1):
        head = f"{number:>3}  "
        try:
            game = stored_game(path)
        except Code777Error as error:
            yield Text(head + t(error.sentence), ODD, no_wrap=True, overflow="ellipsis")
            continue
        here = current is not None and path.resolve() == current.resolve()
        state = t("this game") if here else _state(game, t)
        middle = f"{game.changed:%Y-%m-%d %H:%M}  {game.edition:<10.10}  {' '.join(game.players)}"
        room = width - cell_len(state) - 2
        line = Text(visible(head + middle), no_wrap=True)
        line.truncate(room, overflow="ellipsis", pad=True)
        yield line.append(f"  {state}", "bold" if here else "dim")


def _state(game: StoredGame, t: Language) -> str:
    if not game.players:
        return t("not readable")
    if game.winner:
        return t("you have won" if game.winner == ME else "{name} has won", name=game.winner)
    return t.count(game.answers, "{count} answer", "{count} answers")
