"""Plots of simulated games: for people, printers and colour-blind eyes. Needs the extra ``plot``.

Every function gives a matplotlib figure, which notebooks show; `save` writes it to a file. Colours are those of Okabe
and Ito. Where a colour means something, so does a marker or a line style, so that nothing is lost in black and white.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import Code777Error
from ..play.card_measures import CardMeasures
from ..play.results import PHASE_NAMES, Results, by_strength, share_interval

if TYPE_CHECKING:
    from ..play.league import League

try:
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    raise Code777Error("plots need matplotlib: pip install 'code777solver[plot]'") from None

ENDINGS = (".svg", ".png", ".pdf")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00")
MARKERS = ("o", "s", "^", "D", "v", "X")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))
PHASE_LABELS = {
    "early": "0-2 answers heard",
    "middle": "3-7",
    "late": "8 or more",
}
"""Answers that the listener had heard about the rack before."""
_CARD_PANELS = (
    ("number_bits", 1.0, "bits about the numbers"),
    ("settles", 100.0, "settles the code, %"),
    ("nothing", 100.0, "tells nothing, %"),
)
_MOST_TICKS = 12
_STYLE: dict[str, Any] = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "code777solver",
    "savefig.dpi": 150,
}


class Curve(NamedTuple):
    """One line of a plot of shares."""

    label: str
    x: Sequence[float]
    share: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure; the ending of the name says how."""
    path = Path(path)
    check_ending(path)
    with rc_context(_STYLE):
        try:
            figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
        except OSError as error:
            raise Code777Error(f"cannot write {path}: {error.strerror or error}") from None


def check_ending(path: str | Path) -> None:
    """Refuse a file name that says nothing about the kind of picture."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise Code777Error(f"plot {path}: the name must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")


def overview(results: Results) -> Figure:
    """One simulation on a page: wins by strategy and seat, game length and, if it was counted, what cards remove."""
    heading = _what(results)
    with rc_context(_STYLE):
        rows = 3 if results.pruned is not None else 2
        figure = Figure(figsize=(8.0, 3.2 * rows + (1.6 if rows == 3 else 0)), layout="constrained")
        grid = figure.add_gridspec(rows, 2, height_ratios=[1, 1, 1.7][:rows])
        if len(set(results.strategies)) > 1:
            _draw_wins(figure.add_subplot(grid[0, 0]), results, "strategy")
            _draw_wins(figure.add_subplot(grid[0, 1]), results, "seat")
        else:
            _draw_wins(figure.add_subplot(grid[0, :]), results, "seat")
        _draw_lengths(figure.add_subplot(grid[1, :]), results)
        if rows == 3:
            _draw_pruning(figure.add_subplot(grid[2, :]), {results.players: results}, across=True)
        figure.suptitle(heading, fontsize=11, x=0.01, ha="left")
    return figure


def wins(results: Results, by: str = "strategy") -> Figure:
    """Share of games won with 95% intervals, by ``strategy`` or by ``seat``."""
    heading = _what(results)
    with rc_context(_STYLE):
        figure = Figure(figsize=(6.0, 3.2), layout="constrained")
        _draw_wins(figure.add_subplot(), results, by)
        figure.suptitle(heading, fontsize=10, x=0.01, ha="left")
    return figure


def lengths(results: Results) -> Figure:
    """The length of games in cards."""
    heading = _what(results)
    with rc_context(_STYLE):
        figure = Figure(figsize=(7.0, 3.0), layout="constrained")
        _draw_lengths(figure.add_subplot(), results)
        figure.suptitle(heading, fontsize=10, x=0.01, ha="left")
    return figure


def pruning(found: Results | Mapping[int, Results]) -> Figure:
    """The share of a listener's racks that each card removes: by number of players, and by phase."""
    several = {found.players: found} if isinstance(found, Results) else dict(found)
    with rc_context(_STYLE):
        figure = Figure(figsize=(9.0, 6.6), layout="constrained")
        axes = figure.subplots(1, 2, sharey=True)
        order = by_strength(several)
        _draw_pruning(axes[0], several)
        last = 4 if 4 in several else max(several)
        _draw_phases(axes[1], several[last], order)
        first = next(iter(several.values()))
        figure.suptitle(
            f"What a card tells: {first.edition}, {first.games:,} games for each number of players (bars: 95 % interval)",
            fontsize=11,
        )
    return figure


def card_measures(found: CardMeasures | Sequence[CardMeasures]) -> Figure:
    """The information of an answer to each card, exact in many positions: bits, and the chances to settle the code and to tell nothing."""
    several = [found] if isinstance(found, CardMeasures) else list(found)
    order = [row["card"] for row in several[-1].rows()]
    with rc_context(_STYLE):
        figure = Figure(figsize=(9.0, 6.6), layout="constrained")
        axes = figure.subplots(1, 3, sharey=True)
        for axis, (name, scale, label) in zip(axes, _CARD_PANELS, strict=True):
            for i, one in enumerate(several):
                rows = {row["card"]: row for row in one.rows()}
                axis.errorbar(
                    [scale * rows[card][name] for card in order],
                    np.arange(len(order)) + 0.15 * (i - (len(several) - 1) / 2),
                    xerr=[scale * rows[card][f"{name}_half"] for card in order],
                    color=COLOURS[i % len(COLOURS)],
                    marker=MARKERS[i % len(MARKERS)],
                    linestyle="none",
                    markersize=4.5,
                    elinewidth=0.9,
                    capsize=2,
                    label=f"{one.players} players",
                )
            _card_axis(axis, order)
            axis.set_xlabel(label)
        if len(several) > 1:
            _legend_below(axes[1], len(several))
        first = several[0]
        figure.suptitle(
            f"What an answer tells: {first.edition}, about {first.positions:,} positions each (bars: 95 % interval)",
            fontsize=11,
            x=0.01,
            ha="left",
        )
    return figure


def curves(drawn: Sequence[Curve], *, xlabel: str, ylabel: str, title: str, level: float | None = None) -> Figure:
    """Shares with 95% intervals over a parameter, such as a threshold; ``level`` is the share without any gain."""
    with rc_context(_STYLE):
        figure = Figure(figsize=(7.0, 4.2), layout="constrained")
        axes = figure.add_subplot()
        draw_curves(axes, drawn)
        if level is not None:
            axes.axhline(level * 100, color="#555555", linewidth=0.8, linestyle=":")
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        axes.set_title(title)
        places = sorted({x for curve in drawn for x in curve.x})
        if len(places) <= _MOST_TICKS:
            axes.set_xticks(places, [f"{x:g}" for x in places])
        if len(drawn) > 1:
            axes.legend()
    return figure


def league(table: League) -> Figure:
    """The share that one player of each strategy wins, over the certainty that the others require."""
    fields = {"certain": 1.0} | {
        field: float(field.partition(":")[2]) for field in table.fields if field.startswith("threshold:")
    }
    drawn = []
    for row in table.rows:
        cells = sorted((fields[c.field], c) for c in table.cells if c.strategy == row and c.field in fields)
        if cells:
            shares = [cell.share for _, cell in cells]
            ends = [share_interval(cell.wins, cell.games) for _, cell in cells]
            drawn.append(
                Curve(row, [x for x, _ in cells], shares, [low for low, _ in ends], [high for _, high in ends])
            )
    if not drawn:
        raise Code777Error("a league is drawn over fields of `threshold:P` and `certain`: there is none")
    return curves(
        drawn,
        xlabel="the others declare with this chance (1: certain)",
        ylabel="games won, %",
        title=f"{table.edition.name}, {table.players} players, {table.games:,} games each, seed {table.seed}",
        level=1 / table.players,
    )


def draw_curves(axes: Axes, drawn: Sequence[Curve]) -> None:
    """Lines, markers and intervals in percent."""
    for i, curve in enumerate(drawn):
        middle = 100 * np.asarray(curve.share)
        spread = np.abs(100 * np.array([curve.low, curve.high]) - middle)
        axes.errorbar(
            curve.x,
            middle,
            yerr=spread,
            label=curve.label,
            color=COLOURS[i % len(COLOURS)],
            marker=MARKERS[i % len(MARKERS)],
            linestyle=LINES[i % len(LINES)],
            linewidth=1.4,
            markersize=4.5,
            capsize=2,
        )


def _what(results: Results) -> str:
    """The heading of a plot; refuses to draw nothing."""
    if results.games == 0:
        raise Code777Error("no games were counted: there is nothing to draw")
    names = set(results.strategies)
    all_alike = f", all {names.pop()}" if len(names) == 1 else ""
    return f"{results.edition}, {results.players} players{all_alike}, {results.games:,} games, seed {results.seed}"


def _draw_wins(axes: Axes, results: Results, by: str) -> None:
    rows = results.by_strategy() if by == "strategy" else results.by_seat()
    labels = [str(row[by]) for row in rows]
    places = np.arange(len(rows))
    middle = np.array([100 * row["share"] for row in rows])
    limits = 100 * np.array([[row["low"] for row in rows], [row["high"] for row in rows]])
    axes.errorbar(
        middle, places, xerr=np.abs(limits - middle), fmt="o", color=COLOURS[0], capsize=4, markersize=6, linewidth=1.6
    )
    even = 100 / results.players
    axes.axvline(even, color="#555555", linewidth=0.9, linestyle="--")
    axes.set_yticks(places, labels if by == "strategy" else [f"seat {label}" for label in labels])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("games won by a player, %\n(bars: 95 % interval; dashed: equal shares)")
    if by == "strategy":
        axes.set_title("Wins by strategy")
    else:
        axes.set_title("Wins by seat (seat 1 reads the first card)")
    far = float(max(np.abs(limits - even).max(), 0.5))
    axes.set_xlim(max(0.0, even - 1.15 * far), even + 1.15 * far)


def _draw_lengths(axes: Axes, results: Results) -> None:
    found = results.lengths_table()
    used = np.nonzero(results.lengths)[0]
    last = int(np.searchsorted(np.cumsum(results.lengths), 0.999 * results.lengths.sum())) if len(used) else 1
    sizes = np.arange(last + 1)
    axes.bar(sizes, 100 * results.lengths[: last + 1] / max(1, results.games), width=0.9, color="#56B4E9")
    axes.axvline(found["cards_a_game"], color="black", linewidth=1.2, linestyle="--")
    axes.set_ylim(top=1.1 * axes.get_ylim()[1])  # the label stands above the bars
    axes.annotate(
        f"mean {found['cards_a_game']:.2f} cards",
        (found["cards_a_game"], axes.get_ylim()[1]),
        xytext=(5, -2),
        textcoords="offset points",
        va="top",
    )
    axes.set_xlim(max(0, int(used[0]) - 2) if len(used) else 0, last + 1)
    axes.set_xlabel(f"cards drawn in a game ({found['cards_a_point']:.2f} for each point)")
    axes.set_ylabel("games, %")
    axes.set_title("Game length" + ("" if last >= used[-1] else " (the longest 0.1 % are not shown)"))
    axes.grid(visible=False, axis="x")


def _draw_pruning(axes: Axes, found: Mapping[int, Results], *, across: bool = False) -> None:
    """Dots for each number of players; with ``across`` cards run to the right."""
    order = by_strength(found)
    places = np.arange(len(order))
    for i, (players, results) in enumerate(found.items()):
        rows = {row["card"]: row for row in results.pruning()}
        means = [100 * rows[card]["mean"] for card in order]
        style: dict[str, Any] = {
            "color": COLOURS[i % len(COLOURS)],
            "marker": MARKERS[i % len(MARKERS)],
            "linestyle": "none",
            "markersize": 5.5,
            "markerfacecolor": "white" if i % 2 else COLOURS[i % len(COLOURS)],
            "label": f"{players} players",
        }
        if across:
            halves = [100 * rows[card]["half"] for card in order]
            axes.errorbar(places, means, yerr=halves, elinewidth=0.8, capsize=2, **style)
        else:
            halves = [100 * rows[card]["half"] for card in order]
            axes.errorbar(
                means, places + 0.15 * (i - (len(found) - 1) / 2), xerr=halves, elinewidth=0.9, capsize=2, **style
            )
    if across:
        axes.set_xticks(places, [str(card) for card in order])
        axes.set_xlabel("card")
        axes.set_ylabel("racks removed, % (bars: 95 % interval)")
        axes.set_title("Share of a listener's racks that an answer removes")
        axes.set_ylim(bottom=0)
    else:
        _card_axis(axes, order)
        axes.set_title("By number of players")
        _legend_below(axes, len(found))


def _legend_below(axes: Axes, columns: int) -> None:
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.075), ncols=columns, handletextpad=0.2, columnspacing=1.2)


def _card_axis(axes: Axes, order: Sequence[int]) -> None:
    axes.set_yticks(range(len(order)), [f"card {card}" for card in order])
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel("share of a listener's racks that an answer removes, %")


def _draw_phases(axes: Axes, results: Results, order: Sequence[int]) -> None:
    for i, phase in enumerate(PHASE_NAMES):
        rows = {row["card"]: row for row in results.pruning(phase)}
        axes.errorbar(
            [100 * rows[card]["mean"] for card in order],
            range(len(order)),
            xerr=[100 * rows[card]["half"] for card in order],
            elinewidth=0.9,
            capsize=2,
            color=COLOURS[i],
            marker=MARKERS[i],
            linestyle="none",
            markersize=5.5,
            markerfacecolor="white" if i % 2 else COLOURS[i],
            label=PHASE_LABELS[phase],
        )
    _card_axis(axes, order)
    axes.set_title(f"Over the life of a rack, {results.players} players")
    _legend_below(axes, len(PHASE_NAMES))
