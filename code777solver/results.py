"""The types of results: for annotations, and to look up what a result holds. You receive them and need not make them."""

from __future__ import annotations

from ._lazy import lazy_names

_HOMES = {
    # what Solver returns
    "information.candidates": ("Assumed", "Candidate", "Candidates", "Code", "TileChance"),
    "information.questions": ("Question", "Told"),
    "information.futures": ("Further",),
    "play.advice": ("Advice", "Choice", "Outcome"),
    "play.second_opinion": ("SecondOpinion",),
    "solver": ("OwnCard",),
    "core.belief": ("Belief",),
    "core.arrays": ("ByteArray", "FloatArray", "IntArray", "RackSpace"),
    "records": ("Chance", "Count"),
    # all of it as plain data, as `code777 analyze --json` prints it
    "show.as_json": ("analysis",),
    # reasons
    "core.evidence": ("Heard",),
    "reasons.proofs": ("Proof", "ProofAnswer", "ProofStep"),
    "reasons.hints": ("Hint", "NotesCheck"),
    "reasons.marks": ("Mark",),
    "reasons.diagnosis": ("Culprits", "Diagnosis", "FalseAnswer"),
    "reasons.misreadings": ("Misreading",),
    "reasons.opponents": ("Opponent",),
    # reviews
    "review.records": (
        "Declaration",
        "GameReview",
        "Knowledge",
        "NothingLeft",
        "PlayerReview",
        "RackStory",
        "ReviewStep",
        "TurningPoint",
    ),
    # the rules, the log and the table
    "rules.tiles": ("Rack",),
    "rules.rules": ("Rules",),
    "rules.targets": ("Target",),
    "rules.functions": ("Conclude", "Measure"),
    "table.notation": ("Line", "Log"),
    "table.events": ("Event",),
    "table.table": ("Discard", "Holding", "Need", "Step", "Table"),
    "table.warning_kinds": ("EventWarning",),
    # many positions and games
    "core.batch": ("Positions", "QuestionMeasures"),
    "core.deals": ("Deals", "RackNumbers"),
    "play.results": ("Results",),
    "play.comparison": ("Comparison", "Pairs"),
    "play.league": ("LeagueCell",),
    "play.strategies": ("Chooser",),
    "play.study": ("Rows",),
    "core.columns": ("Columns",),
    "play.transcripts": ("Transcript",),
    "play.vector_games": ("Agent", "Sight", "Turn"),
    "play.card_measures": ("CardMeasures",),
    "play.solvability": ("Solvability",),
    "play.edition_report": ("Repeated", "Share", "Silent", "TableReport"),
    # puzzles
    "puzzles.puzzle": ("Clue", "Verdict"),
    "puzzles.levels": ("Grade", "SolvingStep"),
}
"""Every type by its home. docs/stub.py makes ``results.pyi`` from this list."""

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
