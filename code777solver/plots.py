"""Plots of results. Needs the extra ``plot``."""

from __future__ import annotations

from .show.plots import (
    COLOURS,
    LINES,
    MARKERS,
    Curve,
    card_measures,
    curves,
    draw_curves,
    league,
    lengths,
    overview,
    pruning,
    save,
    wins,
)

__all__ = [
    "COLOURS",
    "LINES",
    "MARKERS",
    "Curve",
    "card_measures",
    "curves",
    "draw_curves",
    "league",
    "lengths",
    "overview",
    "pruning",
    "save",
    "wins",
]
