"""Plots show the numbers of the results, and say what they are."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from code777solver import Code777Error
from code777solver.results import Results
from code777solver.show import plots


def results(players: int = 4, *, pruned: bool = False, strategies: tuple[str, ...] = ()) -> Results:
    """Made by hand: seat 1 of four wins 10 of 100 games, seat 2 20, and so on."""
    size = (players, players)
    wins = np.zeros(size, np.int64)
    wins[0] = np.arange(1, players + 1) * 10
    lengths = np.zeros(4097, np.int64)
    lengths[[20, 30]] = 50
    table = np.zeros((2, 16, 3))
    table[0, 0] = 100, 50, 30
    table[0, 4] = 100, 20, 10
    table[1, 0] = 100, 70, 60
    table[1, 9] = 100, 10, 5
    return Results(
        edition="classic",
        strategies=strategies or ("certain",) * players,
        seed=0,
        rotate=False,
        cards=(5, 9),
        games=100,
        wins=wins,
        played=np.full(size, 25),
        right=np.full(size, 5),
        wrong=np.zeros(size, np.int64),
        lengths=lengths,
        cards_drawn=2500,
        pruned=table if pruned else None,
    )


def texts(figure: Figure) -> str:
    figure.draw_without_rendering()
    found = [text.get_text() for text in figure.findobj(lambda artist: hasattr(artist, "get_text"))]
    return "\n".join(found)


def test_wins_by_seat() -> None:
    figure = plots.wins(results(), "seat")
    (axes,) = figure.axes
    points = axes.lines[0].get_xydata()
    assert points.tolist() == [[10.0, 0.0], [20.0, 1.0], [30.0, 2.0], [40.0, 3.0]]
    assert "seat 4" in texts(figure)
    assert "games won by a player, %" in texts(figure)
    low, high = axes.get_xlim()
    assert low < 10
    assert high > 40


def test_wins_by_strategy() -> None:
    figure = plots.wins(results(strategies=("certain", "slow:1", "slow:1", "slow:1")))
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["certain", "slow:1"]


def test_lengths() -> None:
    figure = plots.lengths(results())
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in figure.axes[0].patches}
    assert {size: height for size, height in heights.items() if height} == {20: 50.0, 30: 50.0}
    assert "mean 25.00 cards" in texts(figure)


def test_the_mean_length_stands_beside_its_line_and_above_the_bars() -> None:
    """Blanks before it kept it off the line, and SVG drops them."""
    figure = plots.lengths(results())
    axes = figure.axes[0]
    figure.canvas.draw()
    (label,) = axes.texts
    box = label.get_window_extent()
    line = axes.transData.transform((25.0, 0.0))[0]
    highest = max(axes.transData.transform((0.0, bar.get_height()))[1] for bar in axes.patches)
    assert label.get_text() == "mean 25.00 cards"
    assert box.x0 > line + 1
    assert box.y0 > highest


def test_pruning_by_players_and_phase() -> None:
    figure = plots.pruning({3: results(3, pruned=True), 4: results(pruned=True)})
    players, phases = figure.axes
    # Card 9 removes 80 of 200, card 5 70 of 200: card 9 comes first.
    assert [label.get_text() for label in players.get_yticklabels()] == ["card 9", "card 5"]
    points = [line for line in players.lines if line.get_marker() in plots.MARKERS]
    assert [np.asarray(line.get_xdata()).tolist() for line in points] == [[40.0, 35.0]] * 2
    assert np.asarray(phases.lines[0].get_xdata()).tolist() == [70.0, 50.0]
    markers = [line.get_marker() for line in points]
    assert len(set(markers)) == len(markers)
    legend = players.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["3 players", "4 players"]


def test_curves_differ_without_colour() -> None:
    x, y = (0.5, 0.6), (0.2, 0.3)
    drawn = [plots.Curve(name, x, y, (0.1, 0.2), (0.3, 0.4)) for name in "abc"]
    figure = plots.curves(drawn, xlabel="threshold", ylabel="won, %", title="t", level=0.25)
    lines = [line for line in figure.axes[0].lines if line.get_linestyle() != "None" and len(line.get_xdata()) == 2]
    marked = [line for line in lines if line.get_marker() in plots.MARKERS]
    assert len({(line.get_marker(), str(line.get_linestyle())) for line in marked}) == 3
    assert np.allclose(marked[0].get_ydata(), [20, 30])
    assert [tick.get_text() for tick in figure.axes[0].get_xticklabels()] == ["0.5", "0.6"]


@pytest.mark.parametrize("pruned", [False, True])
def test_an_overview_is_a_whole_page(pruned: bool) -> None:
    figure = plots.overview(results(pruned=pruned))
    assert "classic, 4 players, all certain, 100 games, seed 0" in texts(figure)
    assert len(figure.axes) == 2 + pruned
    mixed = plots.overview(results(pruned=pruned, strategies=("certain", "slow:1", "slow:1", "slow:1")))
    assert len(mixed.axes) == 3 + pruned


@pytest.mark.parametrize("ending", plots.ENDINGS)
def test_files(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"plot{ending}"
    plots.save(plots.lengths(results()), path)
    starts = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    assert path.read_bytes().startswith(starts[ending])


def test_an_svg_has_text_that_can_be_searched_and_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        plots.save(plots.lengths(results()), tmp_path / name)
    first = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert first == (tmp_path / "b.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(first)
    assert re.search(r">\s*games, %\s*<", first)


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Code777Error, match=r"the name must end in \.svg, \.png or \.pdf"):
        plots.save(plots.lengths(results()), tmp_path / "plot.gif")


def test_no_games_at_all() -> None:
    with pytest.raises(Code777Error, match="no games were counted: there is nothing to draw"):
        plots.overview(Results(edition="classic", strategies=("certain",) * 4, seed=0, rotate=True, cards=()))
