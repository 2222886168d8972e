"""What was measured about cards and editions, as tables for people. No input, no output."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from ..play.card_measures import CardMeasures
from ..play.comparison import Comparison
from ..play.edition_report import Share, TableReport
from ..play.solvability import Solvability
from ..rules.editions import Edition
from .simulation_tables import grid, share, titled

_HALVES = "Each figure with half of its 95 % interval."


def measures(found: CardMeasures, edition: Edition, *, by: str = "cards", width: int = 80) -> RenderableType:
    """One view of what the cards tell."""
    head = Text(
        f"{found.edition}, {found.players} players: {found.positions:,} positions, seed {found.seed}; "
        f"{found.settled:,} more were settled already and left out",
        "bold",
    )
    views = {"cards": _cards, "answers": _answers, "stages": _stages, "answerers": _answerers, "pairs": _pairs}
    return Group(head, views[by](found, edition, width))


def _cards(found: CardMeasures, edition: Edition, width: int) -> RenderableType:
    table = grid("card", "racks", "codes", "bits", "tile bits", "settles", "nothing", text=width - 76)
    for row in found.rows():
        cells = [_share(row, "racks"), _share(row, "codes"), _bits(row, "number_bits"), _bits(row, "tile_bits")]
        cells += [_share(row, "settles"), _share(row, "nothing")]
        table.add_row(str(row["card"]), *cells, *([edition.card(row["card"]).text] if width > 76 else []))
    note = (
        f"Shares of racks and codes removed, bits about the numbers and the tiles, chance to settle the code and to tell "
        f"nothing; {_HALVES[0].lower()}{_HALVES[1:]}"
    )
    return Group(titled("What an answer tells, before it is known", table), Text(note, "dim"))


def _answers(found: CardMeasures, edition: Edition, width: int) -> RenderableType:
    table = grid("card", "answer", "comes", "racks removed", left=("answer",))
    for row in found.by_answer():
        if row["share"] > 0:
            comes = f"{share(row['share'], 1)} ±{row['share_half'] * 100:.1f}"
            table.add_row(str(row["card"]), row["answer"], comes, share(row["racks"], 1))
    return titled("How often each answer comes, and what it then removes", table)


def _stages(found: CardMeasures, edition: Edition, width: int) -> RenderableType:
    table = grid("card", *(f"{low}-{high}" if low < high else str(low) for low, high in found.stages))
    rows: dict[int, list[str]] = {}
    for row in found.by_stage():
        rows.setdefault(row["card"], []).append("-" if math.isnan(row["number_bits"]) else f"{row['number_bits']:.2f}")
    for card, cells in rows.items():
        table.add_row(str(card), *cells)
    return titled("Bits about the numbers, by how many racks were left", table)


def _answerers(found: CardMeasures, edition: Edition, width: int) -> RenderableType:
    table = grid("card", *(f"player {who + 1}" for who in range(found.players - 1)))
    rows: dict[int, list[str]] = {}
    for row in found.by_answerer():
        rows.setdefault(row["card"], []).append(_bits(row, "number_bits"))
    for card, cells in rows.items():
        table.add_row(str(card), *cells)
    return titled("Bits about the numbers, by who answers (clockwise from me)", table)


def _pairs(found: CardMeasures, edition: Edition, width: int) -> RenderableType:
    table = grid("first", *map(str, found.cards))
    for a, card in enumerate(found.cards):
        table.add_row(str(card), *("-" if math.isnan(kept) else f"{kept * 100:.0f}" for kept in found.after[a]))
    return titled("What a card (column) keeps of its bits, in %, once another (row) has been answered", table)


def _share(row: Mapping[str, float], name: str) -> str:
    return f"{row[name] * 100:.1f} ±{row[name + '_half'] * 100:.1f}"


def _bits(row: Mapping[str, float], name: str) -> str:
    return f"{row[name]:.3f} ±{row[name + '_half']:.3f}"


def comparison(found: Comparison, *, until: float | None = None, wanted: int | None = None) -> RenderableType:
    """Two strategies in the same games: the difference with its interval, seed by seed if there are several.

    ``wanted`` is how many games were asked for, where it was stopped before.
    """
    first, second = found.shares
    table = grid("seed", "games", f"only {found.first}", f"only {found.second}", "both", "difference", "± 95 %")
    rows = found.rows() if len(found.pairs) > 1 else found.rows()[-1:]
    for row in rows:
        cells = [f"{row[name]:,}" for name in ("games", "first_only", "second_only", "both")]
        table.add_row(row["seed"], *cells, f"{100 * row['difference']:+.2f}", f"{100 * row['half']:.2f}")
    verdict = f"{found.better} wins more often" if found.better else "Which of them is better is not settled yet"
    parts: list[RenderableType] = [
        Text(
            f"{found.edition}, {found.players} players, the others {_alike(found.others)}: {found.games:,} games",
            "bold",
        ),
        Text(f"{found.first} wins {share(first)}, {found.second} {share(second)} of the same games."),
        titled("Games won by only one of them, by both, and the difference in points (percent of the games)", table),
        Text(
            f"{verdict}: {100 * found.low:+.2f} to {100 * found.high:+.2f}. Two separate simulations would give "
            f"± {100 * found.unpaired_half:.2f} instead of ± {100 * found.half:.2f}."
        ),
    ]
    for name, count in zip((found.first, found.second), found.whole.unfinished, strict=True):
        if count:
            parts.append(Text(f"with {name}, {count:,} games were given up: nobody declared any more", "yellow"))
    if wanted is not None and found.games < wanted:
        parts.append(Text(f"stopped early: {found.games:,} of {wanted:,} games were done", "yellow"))
    if until is not None and found.half > until:
        parts.append(Text(f"The interval is still wider than ± {100 * until:g}: play more games", "yellow"))
    return Group(*parts)


def _alike(names: Sequence[str]) -> str:
    return names[0] if len(set(names)) == 1 else ", ".join(names)


def solvable(found: Sequence[Solvability]) -> RenderableType:
    """In what share of the deals the code is certain in the end."""
    table = grid(
        "players", "deals", "settled", "95 % interval", "fewest answers (deals)", left=("fewest answers (deals)",)
    )
    for row in found:
        interval = "exact" if row.exact else f"{row.low * 100:.3f} to {row.high * 100:.3f} %"
        sizes = ", ".join(f"{size or 'never'}: {count}" for size, count in row.fewest.items())
        table.add_row(str(row.players), f"{row.deals:,}", share(row.share, 4), interval, sizes)
    parts: list[RenderableType] = [
        Text(f"{found[0].edition}: every card answered by everybody else", "bold"),
        titled("In what share of the deals my code is then certain", table),
    ]
    for row in found:
        if row.never:
            parts.append(titled(f"Never, with {row.players} players (mine last)", Group(*map(Text, row.never[:3]))))
    return Group(*parts)


def editions(found: Mapping[str, Sequence[TableReport]], width: int = 80) -> RenderableType:
    """Editions side by side, one column for each number of players; as many side by side as the width has room for."""
    columns = [(f"{name}, {report.players}", report) for name, reports in found.items() for report in reports]
    labels = max(len(label) for label, _ in _ROWS) + 2
    each = (
        max([len(name) for name, _ in columns] + [len(cell(report)) for _, cell in _ROWS for _, report in columns]) + 2
    )
    fit = max(1, (width - labels) // each)
    parts: list[RenderableType] = []
    for start in range(0, len(columns), fit):
        some = columns[start : start + fit]
        table = grid("", *(name for name, _ in some), left=("",))
        for label, cell in _ROWS:
            table.add_row(label, *(cell(report) for _, report in some))
        parts += [table, Text()]
    parts += [
        Text(f"{name}: cards that repeat each other: {_pairs_of(report)}")
        for name, report in columns
        if report.repeated
    ]
    note = (
        "All declare when certain, except that `skill` is one player by the trained policy among them. A card tells nothing "
        "if it does so in 90 % of the positions; of a pair, the second keeps less than a quarter of its bits."
    )
    return Group(*parts, Text(note, "dim"))


def _seats(report: TableReport) -> str:
    best, worst = (pick(report.seats, key=lambda seat: seat.share) for pick in (max, min))
    return f"{best.share * 100:.1f} / {worst.share * 100:.1f} %"


def _interval(found: Share) -> str:
    return f"{found.share * 100:.1f} ± {(found.high - found.low) * 50:.1f} %"


def _pairs_of(report: TableReport) -> str:
    shown = [f"{a}-{b}" for a, b, _ in report.repeated[:3]]
    more = len(report.repeated) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


_ROWS: tuple[tuple[str, Callable[[TableReport], str]], ...] = (
    ("cards a game (spread)", lambda report: f"{report.cards:.1f} ({report.spread:.1f})"),
    ("cards a point", lambda report: f"{report.cards_a_point:.1f}"),
    ("games given up", lambda report: share(report.unfinished / report.games, 1)),
    ("best and worst seat", _seats),
    ("skill wins", lambda report: _interval(report.skill)),
    ("fair would be", lambda report: share(1 / report.players, 1)),
    ("deals settled in the end", lambda report: share(report.settled.share, 2)),
    ("answers heard", lambda report: f"{report.heard:.1f}"),
    ("of them needed", lambda report: f"{report.combined:.1f}"),
    ("cards that tell nothing", lambda report: ", ".join(str(card) for card, _ in report.silent) or "-"),
    ("pairs that repeat", lambda report: str(len(report.repeated) or "-")),
)
"""What is shown of an edition with a number of players."""
