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
``_lazy``        modules that are imported when they are first used
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
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    # the door
    "Solver": "solver",
    "Candidate Candidates Code TileChance": "information.candidates",
    "Question Told": "information.questions",
    "Further": "information.futures",
    "Advice Outcome": "play.advice",
    "SecondOpinion": "play.second_opinion",
    # reasons
    "Claim": "reasons.claims",
    "Evidence Heard": "core.evidence",
    "Proof ProofStep": "reasons.proofs",
    "Hint NotesCheck": "reasons.hints",
    "Mark": "reasons.marks",
    "Culprits Diagnosis FalseAnswer": "reasons.diagnosis",
    "Misreading": "reasons.misreadings",
    # looking back
    "Declaration GameReview Knowledge PlayerReview RackStory ReviewStep TurningPoint": "review.records",
    "review_game": "review.reviewer",
    # the others
    "Assumed": "information.candidates",
    "OwnCard": "solver",
    "Opponent View": "reasons.opponents",
    # many positions at once (imports numba)
    "Batch Positions": "core.batch",
    # many games (imports numba)
    "ClusterError": "play.cluster",
    "Results": "play.results",
    "Comparison compare": "play.comparison",
    "League": "play.league",
    "SeatView": "play.seat_view",
    "Simulation simulate": "play.simulation",
    "Strategy StrategyError StrategyFailure": "play.strategies",
    "Transcript": "play.transcripts",
    "LEARNER Sight Turn VectorGames": "play.vector_games",
    # what cards and editions are worth (imports numba)
    "CardMeasures measure_cards": "play.card_measures",
    "Solvability solvability": "play.solvability",
    "TableReport report_edition": "play.edition_report",
    # puzzles (imports numba)
    "Clue Puzzle PuzzleError Verdict make_puzzle": "puzzles.puzzle",
    "Grade": "puzzles.levels",
    # rules
    "Card": "rules.cards",
    "Deck Rack Tile": "rules.tiles",
    "Edition edition_names load_edition": "rules.editions",
    # the log and the table
    "Log format_event read_leniently read_line read_log": "table.notation",
    "Step Table": "table.table",
    # results as columns, for data frames
    "columns": "core.columns",
    # belief
    "Belief": "core.belief",
    # Code Breaker
    "GuessAdvice Breaker": "breaker.breaker",
    "Chances": "breaker.race",
    "WrongAnswers": "breaker.contradictions",
    # errors
    "ArgumentError BeliefError CardError Code777Error EditionError LineError": "errors",
    "NotationError PackError RuleError TileError": "errors",
    "ClaimError": "reasons.claims",
    # the version
    "__version__": "_version",
}

"""Every public name, and the module that holds it. ``__init__.pyi`` is made from this list (docs/stub.py)."""

_HOME_OF = {name: home for names, home in _HOMES.items() for name in names.split()}
_MODULES = {"plots": "show.plots", "report": "show.as_json", "rl": "play.rl"}
"""Modules that are public as a whole, under these names."""

__all__ = list(_HOME_OF)


def __getattr__(name: str) -> Any:
    """Import each name when it is first used: nobody waits for what they do not need."""
    if name in _MODULES:
        value: Any = import_module(f".{_MODULES[name]}", __name__)
    elif name in _HOME_OF:
        value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
