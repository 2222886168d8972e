"""What came out of simulated games, as tables for people. No input, no output."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ..play.league import League
from ..play.levels import levels
from ..play.rating import Tables
from ..play.results import PHASE_NAMES, Results, by_strength
from ..rules.editions import Edition


def share(value: float, digits: int = 2) -> str:
    """A measured share; it proves nothing, so it may well read 0 or 100.

    >>> share(0.2501), share(math.nan)
    ('25.01 %', '-')
    """
    return "-" if math.isnan(value) else f"{value * 100:.{digits}f} %"


def simulation(results: Results, edition: Edition, *, width: int = 80) -> RenderableType:
    """Wins by strategy and by seat, game length and, if it was counted, what cards remove."""
    parts: list[RenderableType] = [heading(results)]
    if results.games == 0:
        return Group(*parts)
    parts.append(
        titled(
            "Wins by strategy (per player; points and wrong declarations per game)",
            _wins(results.by_strategy(), "strategy", "seats"),
        )
    )
    parts.append(titled("Wins by seat (the first reads the first card)", _wins(results.by_seat(), "seat")))
    parts.append(titled("Length", _length(results)))
    if results.pruned is not None:
        parts.append(titled("Share of a listener's racks that an answer removes", pruning(results, edition, width)))
    return Group(*parts)


def heading(results: Results) -> RenderableType:
    """What was played."""
    seats = "strategies move round the seats" if results.rotate else "strategies keep their seats"
    lines = [
        Text(f"{results.edition}, {results.players} players: {results.games:,} games", "bold"),
        Text(f"seed {results.seed}; {seats if len(set(results.strategies)) > 1 else results.strategies[0]}", "dim"),
    ]
    if results.unfinished:
        lines.append(Text(f"{results.unfinished:,} games were given up: nobody declared any more", "yellow"))
    if results.cut:
        lines.append(Text(f"{results.cut:,} times unlikely unseen racks had to be dropped from a belief", "yellow"))
    return Group(*lines)


def league(table: League) -> RenderableType:
    """The share of games that one player of each row wins at a table of each column."""
    head = Text(
        f"{table.edition.name}, {table.players} players: {table.games:,} games at each table, seed {table.seed}"
    )
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False)
    grid.add_column("one of / against the rest")
    for name in table.fields:
        grid.add_column(name, justify="right")
    found = {(cell.strategy, cell.field): cell for cell in table.cells}
    for row in table.rows:
        cells = [found.get((row, name)) for name in table.fields]
        grid.add_row(row, *("-" if cell is None else f"{100 * cell.share:.1f} ±{cell.half:.1f}" for cell in cells))
    fair = Text(f"Percent of the games won; {100 / table.players:.0f} is fair. ± is half of a 95 % interval.", "dim")
    short = [
        Text(f"stopped early, {cell.games:,} games only: {cell.strategy} against {cell.field}", "yellow")
        for cell in table.cells
        if cell.games < table.games
    ]
    return Group(Text(head.plain, "bold"), grid, fair, *short)


def ratings(tables: Tables, edition: str, players: int, seed: int) -> RenderableType:
    """How strong each level is, the weakest first, and how far above the one before it."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False)
    for name, justify in (
        ("level", "left"),
        ("strategy", "left"),
        ("rating", "right"),
        ("step", "right"),
        ("won", "right"),
    ):
        grid.add_column(name, justify="left" if justify == "left" else "right")
    before = None
    for rating in tables.ratings():
        step = "" if before is None else f"{rating.points - before:+.0f}"
        won = share(rating.wins / rating.games if rating.games else math.nan, 1)
        strategy = levels()[rating.name].strategy if rating.name in levels() else ""
        grid.add_row(rating.name, strategy, f"{rating.points:.0f} ±{rating.half:.0f}", step, won)
        before = rating.points
    head = f"{edition}, {players} players: {tables.games:,} games at tables seated by lot, seed {seed}"
    last = "400 points are odds of ten to one between two players; the mean is 1500. ± is half of a 95 % interval."
    return Group(Text(head, "bold"), grid, Text(last, "dim"))


def titled(title: str, body: RenderableType) -> RenderableType:
    return Padding(Group(Text(title, "bold"), body), (1, 0, 0, 0))


def grid(*columns: str, left: Sequence[str] = (), text: int = 0) -> Grid:
    """A table without lines; with ``text`` a last column of at most that many characters."""
    table = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=True)
    if text > 0:
        table.add_column("", no_wrap=True, overflow="ellipsis", max_width=text, style="dim")
    return table


def _wins(rows: Iterable[Mapping[str, object]], *names: str) -> RenderableType:
    table = grid(*names, "wins", "share", "95 % interval", "points", "wrong", left=["strategy"])
    for row in rows:
        low, high = float(str(row["low"])), float(str(row["high"]))
        table.add_row(
            *(str(row[name]) for name in names),
            f"{row['wins']:,}",
            share(float(str(row["share"]))),
            f"{low * 100:.2f} - {high * 100:.2f} %",
            f"{row['points_a_game']:.3f}",
            f"{row['wrong_a_game']:.3f}",
        )
    return table


def _length(results: Results) -> RenderableType:
    found = results.lengths_table()
    return Group(
        Text(f"{found['cards_a_game']:.2f} cards per game (standard deviation {found['spread']:.2f})"),
        Text(f"a quarter of the games end by card {found['quarter']}, half by {found['half']}, "
             f"three quarters by {found['three_quarters']}"),
        Text(f"{found['cards_a_point']:.3f} cards per point"),
    )  # fmt: skip


def pruning(results: Results, edition: Edition, width: int) -> RenderableType:
    """One row a card, strongest first: mean and spread, and the mean by phase."""
    phases = {phase: {row["card"]: row["mean"] for row in results.pruning(phase)} for phase in PHASE_NAMES}
    room = width - 50
    table = grid("card", "mean", "spread", *PHASE_NAMES, text=room)
    for row in results.pruning():
        card = row["card"]
        table.add_row(
            str(card),
            share(row["mean"], 1),
            share(row["spread"], 1),
            *(share(phases[phase][card], 1) for phase in PHASE_NAMES),
            *([edition.card(card).text] if room > 0 else []),
        )
    return table


def cards(found: Mapping[int, Results], edition: Edition, *, width: int = 80) -> RenderableType:
    """What each card removes, for several numbers of players side by side; strongest over all first."""
    games = next(iter(found.values()))
    order = by_strength(found)
    whole = {players: {row["card"]: row for row in results.pruning()} for players, results in found.items()}
    room = width - 7 - 14 * len(found)
    means = grid("card", *(f"{players} players" for players in found), text=room)
    for card in order:
        cells = [f"{share(rows[card]['mean'], 1)} ±{rows[card]['half'] * 100:.1f}" for rows in whole.values()]
        means.add_row(str(card), *cells, *([edition.card(card).text] if room > 0 else []))
    phased = grid("card", *(f"{players} players" for players in found))
    for card in order:
        phased.add_row(str(card), *(_by_phase(results, card) for results in found.values()))
    return Group(
        Text(
            f"{games.edition}: {games.games:,} games for each number of players, everyone declares when certain", "bold"
        ),
        *(
            Text(f"{players} players: {results.unfinished:,} games were given up, nobody declared any more", "yellow")
            for players, results in found.items()
            if results.unfinished
        ),
        titled("Share of a listener's racks that an answer removes, ± half of a 95 % interval", means),
        titled("The same in % after 0-2, 3-7 and 8 or more answers about the rack", phased),
    )


def _by_phase(results: Results, card: int) -> str:
    means = [next(row["mean"] for row in results.pruning(phase) if row["card"] == card) for phase in PHASE_NAMES]
    return " ".join("  -" if math.isnan(mean) else f"{mean * 100:3.0f}" for mean in means)


def speeds(rows: Iterable[tuple[str, float, str, int]]) -> RenderableType:
    """Figures of this machine: what is done, how often a second, its unit, by how many threads."""
    table = grid("what", "threads", "per second", "", left=["what", ""])
    for what, per_second, unit, threads in rows:
        table.add_row(what, str(threads), f"{per_second:,.0f}", unit)
    return table
