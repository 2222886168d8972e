"""An exact deduction assistant for the board game Code 777.

>>> from code777solver import Solver
>>> solver = Solver("classic", ["Ann", "me"])
>>> solver.rack("Ann", "Y2 K5 B7")
>>> solver.answer("Ann", 1, 1)
>>> len(solver.candidates)
45

The map, from the bottom up; each module imports only from those before it (docs/design.md tells why):

``errors``     everything raised on purpose
``tiles``      tiles, racks, decks: parse, format, count
``cards``      what each card asks, in plain Python
``editions``   decks, cards and rules from data files; options
``events``     what can happen at a table
``game``       the table after each event; what cannot be true, what is odd
``cache``      files that are made once
``kernels``    compiled code: arrays in, arrays out
``compile``    an edition as arrays
``lookup``     cards as rows of bit masks
``belief``     exact weights over one's own racks
``notation``   log text <-> events
``timeline``   which rack a player had when
``evidence``   the answers heard, and what each rules out
``batch``      many positions at once
``strategies`` how simulated players decide
``tabletop``   a simulated table as arrays
``views``      what a strategy of one's own may look at
``transcripts`` simulated games as logs
``results``    what came out of many games
``cluster``    games on a Dask cluster
``simulation`` millions of games
``dice``       chance that is the same everywhere
``grading``    how hard a puzzle is
``making``     how puzzles are made
``insight``    what answers tell, in bits
``claims``     sentences about a rack
``futures``    how long it will still take, by sampling
``lang``       texts and input in four languages
``wording``    what an answer says of my rack, in words
``racksets``   sets of racks as bits, many at a time
``tracking``   one player followed for many hypotheses
``opponents``  what the others know
``proofs``     shortest proofs, in steps
``silence``    what the others' silence suggests: an assumption
``diagnosis``  what must be wrong when nothing fits; false answers
``hints``      help without spoilers
``hindsight``  every seat's belief, with racks that were shown later
``verdicts``   what a review says: records
``review``     a game looked back on
``advise``     declare or wait, by playing on: an estimate
``solver``     the door: `Solver`
``speed``      how fast this machine is
``plots``      simulated games as plots
``puzzles``    deduction puzzles: `Puzzle`
``journal``    games on disk that survive a crash
``breaker``    Code Breaker and Code Breaker Race: `Breaker`
``session``    one player's game: shortcuts, undo, edits, autosave
``report``     results as plain data, for JSON
``render``     results for people
``review_words``  the sentences of a review
``review_screen`` a review for the terminal
``review_chart``  codes left, line by line, as SVG
``review_page``   a review as a page of HTML
``tables``     simulated games as tables for people
``screen``     the screen at the table
``breaker_screen``  Code Breaker for people
``puzzle_screen``  puzzles for people
``drawing``    shapes on a page as SVG, PDF and PNG
``sheet``      the note sheet
``puzzle_sheet``  puzzles to print
``terminal``   keys, history and completion
``desk``       the prompt without a terminal
``repl``       the prompt
``web``        the server and the page for phones
``exits``      how commands end
``simulate_command`` the commands that play games
``review_command`` what ``code777 review`` does
``breaker_prompt``  the prompt of Code Breaker
``breaker_command``  what ``code777 breaker`` does
``puzzle_command``  what ``code777 puzzle`` does
``cli``        the command ``code777``
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .advise import Advice, Outcome
    from .batch import Batch, Positions
    from .belief import Belief
    from .breaker.contradictions import WrongAnswers
    from .breaker.door import Breaker, GuessAdvice
    from .breaker.race import Chances
    from .cards import Card
    from .claims import Claim, ClaimError
    from .cluster import ClusterError
    from .diagnosis import Culprits, Diagnosis, FalseAnswer, Misreading
    from .editions import Edition, edition_names, load_edition
    from .errors import (
        BeliefError,
        CardError,
        Code777Error,
        EditionError,
        LineError,
        NotationError,
        PackError,
        RuleError,
        TileError,
    )
    from .evidence import Evidence, Heard
    from .futures import Further
    from .game import Step, Table
    from .grading import Grade
    from .hints import Hint, NotesCheck
    from .insight import Question, Told
    from .notation import Log, format_event, read_leniently, read_line, read_log
    from .opponents import Opponent, View
    from .proofs import Proof, ProofStep
    from .puzzles import Clue, Puzzle, PuzzleError, Verdict, make_puzzle
    from .results import Results
    from .review import review_game
    from .simulation import Simulation, simulate
    from .solver import Assumed, Candidate, Candidates, Code, OwnCard, Solver, TileChance
    from .strategies import Strategy, StrategyError
    from .tiles import Deck, Rack, Tile
    from .transcripts import Transcript
    from .verdicts import Declaration, GameReview, Knowledge, PlayerReview, RackStory, ReviewStep, TurningPoint
    from .views import SeatView

__all__ = [
    # the door
    "Solver",
    "Candidate",
    "Candidates",
    "Code",
    "TileChance",
    "Question",
    "Told",
    "Further",
    "Advice",
    "Outcome",
    # reasons
    "Claim",
    "Evidence",
    "Heard",
    "Proof",
    "ProofStep",
    "Hint",
    "NotesCheck",
    "Culprits",
    "Diagnosis",
    "FalseAnswer",
    "Misreading",
    # looking back
    "Declaration",
    "GameReview",
    "Knowledge",
    "PlayerReview",
    "RackStory",
    "ReviewStep",
    "TurningPoint",
    "review_game",
    # the others
    "Assumed",
    "Opponent",
    "OwnCard",
    "View",
    # many positions at once (imports numba)
    "Batch",
    "Positions",
    # many games (imports numba)
    "ClusterError",
    "Results",
    "SeatView",
    "Simulation",
    "Strategy",
    "StrategyError",
    "Transcript",
    "simulate",
    # puzzles (imports numba)
    "Clue",
    "Grade",
    "Puzzle",
    "PuzzleError",
    "Verdict",
    "make_puzzle",
    # rules
    "Card",
    "Deck",
    "Edition",
    "Rack",
    "Tile",
    "edition_names",
    "load_edition",
    # the log and the table
    "Log",
    "Step",
    "Table",
    "format_event",
    "read_leniently",
    "read_line",
    "read_log",
    # belief
    "Belief",
    # Code Breaker
    "GuessAdvice",
    "Breaker",
    "Chances",
    "WrongAnswers",
    # errors
    "BeliefError",
    "CardError",
    "ClaimError",
    "Code777Error",
    "EditionError",
    "LineError",
    "NotationError",
    "PackError",
    "RuleError",
    "TileError",
    "__version__",
]


_HOMES = {
    "advise": ("Advice", "Outcome"),
    "batch": ("Batch", "Positions"),
    "belief": ("Belief",),
    "breaker.contradictions": ("WrongAnswers",),
    "breaker.door": ("Breaker", "GuessAdvice"),
    "breaker.race": ("Chances",),
    "cards": ("Card",),
    "editions": ("Edition", "edition_names", "load_edition"),
    "claims": ("Claim", "ClaimError"),
    "cluster": ("ClusterError",),
    "diagnosis": ("Culprits", "Diagnosis", "FalseAnswer", "Misreading"),
    "errors": tuple(
        name
        for name in __all__
        if name.endswith("Error") and name not in ("ClaimError", "ClusterError", "PuzzleError", "StrategyError")
    ),
    "evidence": ("Evidence", "Heard"),
    "futures": ("Further",),
    "game": ("Step", "Table"),
    "grading": ("Grade",),
    "hints": ("Hint", "NotesCheck"),
    "insight": ("Question", "Told"),
    "notation": ("Log", "format_event", "read_leniently", "read_line", "read_log"),
    "opponents": ("Opponent", "View"),
    "proofs": ("Proof", "ProofStep"),
    "puzzles": ("Clue", "Puzzle", "PuzzleError", "Verdict", "make_puzzle"),
    "results": ("Results",),
    "review": ("review_game",),
    "simulation": ("Simulation", "simulate"),
    "strategies": ("Strategy", "StrategyError"),
    "transcripts": ("Transcript",),
    "verdicts": (
        "Declaration",
        "GameReview",
        "Knowledge",
        "PlayerReview",
        "RackStory",
        "ReviewStep",
        "TurningPoint",
    ),
    "views": ("SeatView",),
    "solver": ("Assumed", "Candidate", "Candidates", "Code", "OwnCard", "Solver", "TileChance"),
    "tiles": ("Deck", "Rack", "Tile"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Each name is imported when it is first used: nobody waits for what they do not need."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
