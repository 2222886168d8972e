"""Results as plain data: what ``--json`` prints. Names are those that scripts rely on; see docs/json.md."""

from __future__ import annotations

import math
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..solver import Assumed, OwnCard, Solver

if TYPE_CHECKING:
    from ..information.futures import Further
    from ..play.advice import Advice
    from ..puzzles.puzzle import Puzzle
    from ..reasons.diagnosis import FalseAnswer
    from ..reasons.hints import Hint, NotesCheck
    from ..reasons.proofs import Proof
    from ..review.records import GameReview, RackStory, TurningPoint


def analysis(solver: Solver, *, top: int | None = None, others: bool = True) -> dict[str, Any]:
    """Everything `code777 analyze` knows, ready for `json.dumps`; ``top`` limits the candidates.

    Without ``others`` the opponents are left empty: with a large deck they take longer than all the rest.
    """
    return {
        "edition": solver.edition.name,
        "seat": solver.seat,
        "events": sum(1 for _ in solver.log.steps),
        "solved": solver.solved,
        "racks": len(solver.candidates),
        "candidates": [
            {"tiles": list(candidate.tiles), "numbers": candidate.numbers, "probability": candidate.probability}
            for candidate in islice(solver.candidates, top)
        ],
        "codes": [{"numbers": code.numbers, "probability": code.probability} for code in solver.codes],
        "tiles": [
            {"tile": tile.tile, "at_least_one": tile.at_least_one, "expected": tile.expected} for tile in solver.tiles
        ],
        "questions": [
            {
                "player": question.player,
                "card": question.card,
                "bits": question.bits,
                "tile_bits": question.tile_bits,
                "expected_codes": question.expected_codes,
                "settles": question.settles,
                "answers": dict(question.answers),
            }
            for question in solver.questions
        ],
        "answers": [_plain(told) for told in solver.answers] if solver.rack_is_full else [],
        "opponents": opponents(solver) if others else [],
        "contradiction": contradiction(solver),
        "warnings": warnings(solver),
    }


def opponents(solver: Solver) -> list[dict[str, Any]]:
    """How far the others are."""
    return [_plain(opponent) for opponent in solver.opponents]


def contradiction(solver: Solver) -> dict[str, Any] | None:
    """Where the log contradicts itself, if it does, and what would explain it."""
    if not solver.contradictions:
        return None
    found: dict[str, Any] = {"lines": list(solver.contradictions), "culprits": [], "misreadings": []}
    if not solver.belief.possible and solver.rack_is_full:
        diagnosis = solver.diagnose()
        found["culprits"] = [_plain(culprits) for culprits in diagnosis.culprits]
        found["misreadings"] = [_plain(misreading) for misreading in diagnosis.misreadings]
    return found


def false_answers(solver: Solver) -> list[dict[str, Any]]:
    """The answers that are proved false by now."""
    return list(map(_false_answer, solver.audit()))


def _false_answer(false: FalseAnswer) -> dict[str, Any]:
    return {**_plain(false), "scene": {name: [tile.name for tile in rack] for name, rack in false.scene}}


def proof(found: Proof) -> dict[str, Any]:
    """A proof, or what speaks against the claim."""
    return {
        "claim": found.claim,
        "proved": found.proved,
        "chance": found.chance,
        "counterexample": list(found.counterexample) if found.counterexample else None,
        "premises": [heard.line for heard in found.premises],
        "given": list(found.given),
        "steps": [
            {
                "answers": [
                    {
                        "line": heard.line,
                        "player": heard.player,
                        "card": heard.card,
                        "answer": heard.symbol,
                        "seen": {name: [tile.name for tile in rack] for name, rack in heard.seen},
                        "says": says,
                    }
                    for heard, says in zip(step.answers, step.says, strict=True)
                ],
                "facts": list(step.facts),
                "racks": step.left,
            }
            for step in found.steps
        ],
    }


def hint(found: Hint) -> dict[str, Any]:
    """One rung of the ladder."""
    return {**_plain(found), "proof": proof(found.proof) if found.proof else None}


def notes(found: NotesCheck) -> dict[str, Any]:
    """What is right about the player's marks."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found._asdict().items()}


def own_card(found: OwnCard) -> dict[str, Any]:
    """What to say to a card, and what it gives away."""
    return {**_plain(found), "tells": dict(found.tells)}


def assumed(found: Assumed) -> dict[str, Any]:
    """Chances under an assumption, apart from everything proved."""
    return {
        "factor": found.factor,
        "depth": found.depth,
        "possible": found.possible,
        "codes": [_plain(code) for code in found.codes],
    }


def further(found: Further) -> dict[str, Any]:
    """An estimate; numbers that do not exist are null."""
    return {name: None if math.isnan(value) else value for name, value in found._asdict().items()}


def advice(found: Advice) -> dict[str, Any]:
    """Declare or wait: an estimate."""
    return {
        "code": found.code,
        "chance": found.chance,
        "better": found.better,
        "declare": _plain(found.declare),
        "wait": _plain(found.wait),
        "gain": found.gain,
        "gain_error": found.gain_error,
        "samples": found.samples,
        "exact": found.exact,
        "policy": found.policy,
        "next_chance": found.next_chance,
        "danger": None if found.danger is None else _plain(found.danger),
    }


def review(found: GameReview) -> dict[str, Any]:
    """A game looked back on."""
    table = found.log.table
    return {
        "edition": table.edition.name,
        "seat": found.seat,
        "target": found.target,
        "winner": table.winner,
        "complete": found.complete,
        "players": [
            {
                "player": player.player,
                "points": player.points,
                "received": player.received,
                "given": player.given,
                "turning_points": [point.line for point in player.turning_points],
            }
            for player in found.players
        ],
        "racks": [_story(story) for player in found.players for story in player.racks],
        "turning_points": list(map(_turning_point, found.turning_points)),
        "steps": [
            {"line": step.line, "text": step.text, "known": [_record(one) for one in step.known]}
            for step in found.steps
        ],
        "contradictions": [{"line": line, "player": player} for line, player in found.contradictions],
        "false_answers": list(map(_false_answer, found.false_answers)),
    }


def _story(story: RackStory) -> dict[str, Any]:
    said = story.declaration
    return {
        **_record(story),
        "passed": {str(threshold): line for threshold, line in story.passed.items()},
        "declaration": None if said is None else _record(said),
    }


def _turning_point(point: TurningPoint) -> dict[str, Any]:
    return {**_record(point), "bits": dict(point.bits), "total": point.total}


def _record(record: Any) -> dict[str, Any]:
    """A data class as a dict, its tuples as lists; what it holds of other classes stays."""
    found = {entry.name: getattr(record, entry.name) for entry in fields(record)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _plain(record: Any) -> dict[str, Any]:
    """A named tuple as a dict, its own tuples as lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in record._asdict().items()}


def warnings(solver: Solver) -> list[dict[str, Any]]:
    """What is odd about the log."""
    return [{"line": line, "text": text} for line, text in solver.warnings]


def puzzle(found: Puzzle, *, solution: bool) -> dict[str, Any]:
    """A puzzle for solving it; with ``solution``, also the code and the steps to it."""
    grade = found.grade
    data: dict[str, Any] = {
        "seed": found.seed,
        "edition": found.edition.name,
        "players": list(found.players),
        "level": found.level,
        "asks": found.edition.rules.target,
        "racks": {name: [str(tile) for tile in rack] for name, rack in found.racks.items()},
        "clues": [clue._asdict() for clue in found.clues],
        "grade": {
            "answers": grade.answers,
            "widest": grade.widest,
            "steps": len(grade.steps),
            "effort": grade.effort,
            "kinds": list(grade.kinds),
        },
        "log": found.log,
    }
    if solution:
        data["solution"] = found.solution
        data["dealt"] = list(found.dealt)
        data["steps"] = [
            {
                "clues": [place + 1 for place in step.clues],
                "facts": list(step.facts),
                "racks": step.racks,
                "codes": step.codes,
            }
            for step in grade.steps
        ]
    return data
