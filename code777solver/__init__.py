"""An exact deduction assistant for the board game Code 777.

>>> from code777solver import Solver
>>> solver = Solver("classic", ["Ann", "me"])
>>> solver.rack("Ann", "Y2 K5 B7")
>>> solver.answer("Ann", 1, 1)
>>> len(solver.candidates)
45

The map. A room imports only from rooms above it, and inside a room a module imports only from those above it on the
room's own map; docs/design.md says why, and a test reads these lists.

``_version``     the version
``_lazy``        modules and names that are imported when they are first used
``sentences``    English texts that can be said in another language later
``errors``       everything raised on purpose
``records``      frozen records, quick to define, and records as plain data
``lang``         texts and input in four languages
``jobs``         long work: told of, and stopped by Ctrl-C
``rules``        the printed rules as values: tiles, cards, editions
``table``        what happened, as text and as frozen records: events, the table, the log, games on disk
``kernels``      compiled loops: arrays in, arrays out
``core``         enumerates every rack, filters by answers, keeps exact weights
``information``  which answers matter most
``reasons``      why: claims, proofs, hints, opponents, silence, contradictions
``play``         simulated games, strategies, and declare or wait
``review``       reviews of games: who could deduce what, and when
``solver``       `Solver`, where programmers start
``puzzles``      deduction puzzles
``breaker``      Code Breaker, a related game with playing cards
``session``      one player's game as front ends use it: undo, edits, autosave
``show``         results as text, tables, JSON, pictures and paper
``prompt``       the prompts at a terminal
``web``          the server and the page
``cli``          the command ``code777``
``__main__``     where the command starts

Modules of the door. They only name what other rooms define, and nothing in the package imports from them:

``results``      the types of results
``plots``        plots of results
``rl``           the game as an environment for learning agents
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._lazy import lazy_names

_HOMES = {
    # one game
    "solver": ("Solver",),
    "review.reviewer": ("review_game",),
    "table.notation": ("read_log",),
    # many positions and games (these import numba)
    "core.batch": ("Batch",),
    "play.simulation": ("Simulation", "simulate"),
    "play.comparison": ("compare",),
    "play.league": ("League",),
    "play.seat_view": ("SeatView",),
    "play.strategies": ("Strategy",),
    "play.vector_games": ("VectorGames",),
    # measurements of cards and editions (these import numba)
    "play.card_measures": ("measure_cards",),
    "play.solvability": ("solvability",),
    "play.edition_report": ("report_edition",),
    # puzzles
    "puzzles.puzzle": ("Puzzle", "make_puzzle"),
    # Code Breaker
    "breaker.breaker": ("Breaker",),
    # rules
    "rules.cards": ("Card",),
    "rules.tiles": ("Deck", "Tile"),
    "rules.editions": ("Edition", "edition_names", "load_edition"),
    # results as columns, for data frames
    "core.columns": ("columns",),
    # errors
    "errors": ("Code777Error",),
    # the version
    "_version": ("__version__",),
}
"""Every public name of the package by its home. docs/stub.py makes ``__init__.pyi`` from this list."""

_MODULES = ("errors", "results", "breaker", "plots", "rl")
"""The modules that are public, too."""


def _elsewhere(name: str) -> Any:
    """A public module, or a refusal that says in which of them a name is."""
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    for module in ("errors", "results", "breaker"):
        if not name.startswith("_") and name in import_module(f".{module}", __name__).__all__:
            raise ImportError(f"cannot import name {name!r} from {__name__!r}: it is in {__name__}.{module}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES, _elsewhere)
