"""Logs of a few lines, and what the table says about them."""

from __future__ import annotations

from collections import Counter

from strategies import join

from code777solver import Tile, read_log
from code777solver.results import Rack, Table
from code777solver.table.table import Step

CLASSIC = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
STRONGHOLD = ("edition stronghold", *CLASSIC, "rack spare1 N4 P7 Y7")
CODE77 = ("edition code77", *CLASSIC, "rack spare1 N4 P7 Y7")
UNIQUE = ("edition unique49", "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 Y6 R5", "rack spare1 N4")


def warned(*lines: str, viewer: str | None = "me") -> list[str]:
    """Warnings about the last line."""
    *_, step = read_log(join(*lines), Table(viewer=viewer)).steps
    return said(step)


def said(step: Step) -> list[str]:
    """The sentences about what is odd about an event."""
    return [warning.sentence for warning in step.warnings]


def unplaced_tiles(table: Table) -> list[Tile]:
    """The tiles that the log places nowhere."""
    left = Counter(table.edition.deck.expand(table.edition.deck.copies))
    left.subtract(table.known_tiles())
    return list(left.elements())


def some_rack(table: Table) -> Rack:
    return table.edition.deck.sort(unplaced_tiles(table)[:3])


def numbers(table: Table, name: str) -> str:
    return "".join(sorted(str(tile.number) for tile in table.racks[name].tiles))
