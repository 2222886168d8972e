"""Results as plain data: what ``--json`` prints. `shapes` declares the fields; docs/json.md tells them."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING

from ..information.candidates import Assumed
from ..information.questions import by_bits
from ..lang import Language, language
from ..records import Plain, plain
from ..solver import OwnCard, Solver
from . import advice_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..core.evidence import Heard
    from ..errors import LineError
    from ..information.futures import Further
    from ..play import advice as play
    from ..puzzles import puzzle as puzzles
    from ..reasons import hints, proofs
    from ..reasons.diagnosis import FalseAnswer
    from ..review.records import GameReview
    from ..rules.tiles import Rack
    from . import shapes
    from .review_shapes import Review

ENGLISH = language("en")


def analysis(
    solver: Solver,
    *,
    top: int | None = None,
    others: bool = True,
    assuming: Assumed | None = None,
    estimate: Further | None = None,
    advising: play.Advice | str | None = None,
    second: play.Advice | None = None,
) -> Plain[shapes.Analysis]:
    """Everything `code777 analyze` knows, ready for `json.dumps`; ``top`` limits the candidates.

    Without ``others`` there is None for the opponents: with a large deck they take longer than all the rest.
    """
    found: shapes.Analysis = {
        "edition": solver.edition.name,
        "seat": solver.seat,
        "target": solver.edition.rules.target,
        "events": sum(1 for _ in solver.log.steps),
        "solved": solver.solved,
        "racks": len(solver.candidates),
        "candidates": list(islice(solver.candidates, top)),
        "codes": solver.codes,
        "tiles": solver.tiles,
        "questions": sorted(solver.questions, key=by_bits),
        "answers": solver.answers if solver.rack_is_full else [],
        "opponents": solver.opponents if others else None,
        "contradiction": contradiction(solver),
        "warnings": warnings(solver),
    }
    if assuming is not None:
        found["assumed"] = assumed(assuming, top=top)
    if estimate is not None:
        found["further"] = further(estimate)
    if isinstance(advising, str):
        found |= {"advice": None, "no_advice": advising}
    elif advising is not None:
        found["advice"] = advice(advising)
    if second is not None:
        found["second_opinion"] = advice(second)
    return plain(found)


def assumed(found: Assumed, *, top: int | None = None) -> Plain[shapes.Assumption]:
    """Chances under an assumption, apart from everything proved."""
    return plain(
        {
            "factor": found.factor,
            "depth": found.depth,
            "possible": found.possible,
            "codes": found.codes,
            "candidates": list(islice(found.candidates, top)),
        }
    )


def further(found: Further) -> Plain[shapes.FurtherAnswers]:
    """An estimate; numbers that do not exist are null."""
    return plain(
        {
            "answers": None if math.isnan(found.answers) else found.answers,
            "error": None if math.isnan(found.error) else found.error,
            "never": found.never,
            "samples": found.samples,
        }
    )


def advice(found: play.Advice, t: Language = ENGLISH) -> Plain[shapes.Advice]:
    """Declare or wait: what the policy says, or an estimate by playing on. The reasons are told in a language."""
    return plain(
        {
            "code": found.code,
            "chance": found.chance,
            "better": found.better,
            "declare": _outcome(found.declare),
            "wait": _outcome(found.wait),
            "gain": found.gain,
            "gain_error": found.gain_error,
            "samples": found.samples,
            "exact": found.exact,
            "policy": found.policy,
            "fits": found.fits,
            "if_right": found.if_right,
            "if_wrong": found.if_wrong,
            "codes": [{"code": one.code, "chance": one.chance, "game": one.game} for one in found.codes],
            "next_chance": found.next_chance,
            "danger": found.danger,
            "source": advice_words.source(found, t),
            "reasons": list(advice_words.reasons(found, t)),
        }
    )


def _outcome(found: play.Outcome) -> shapes.ChoiceOutcome:
    return {
        "point": found.point,
        "point_error": found.point_error,
        "game": found.game,
        "game_error": found.game_error,
    }


def warnings(solver: Solver) -> list[Plain[shapes.Remark]]:
    """What is odd about the log."""
    return _remarks(solver.warnings)


def _remarks(found: Iterable[tuple[int, str]]) -> list[Plain[shapes.Remark]]:
    return [plain({"line": line, "text": text}) for line, text in found]


def contradiction(solver: Solver) -> Plain[shapes.Contradiction] | None:
    """Where the log contradicts itself, if it does, and what would explain it."""
    if not solver.contradictions:
        return None
    explained = solver.diagnose() if not solver.belief.possible and solver.rack_is_full else None
    return plain(
        {
            "lines": solver.contradictions,
            "culprits": explained.culprits if explained else [],
            "misreadings": explained.misreadings if explained else [],
        }
    )


def false_answers(solver: Solver) -> list[Plain[shapes.ProvedFalse]]:
    """The answers that are proved false by now."""
    return [_false_answer(false) for false in solver.audit()]


def _false_answer(false: FalseAnswer) -> Plain[shapes.ProvedFalse]:
    return plain(
        {
            "line": false.line,
            "player": false.player,
            "card": false.card,
            "said": false.said,
            "right": false.right,
            "scene": _scene(false.scene),
        }
    )


def _scene(racks: Iterable[tuple[str, Rack]]) -> dict[str, list[str]]:
    return {name: [tile.name for tile in rack] for name, rack in racks}


def check(
    solver: Solver, errors: Iterable[LineError], odd: Iterable[tuple[int, str]] | None = None
) -> Plain[shapes.Check]:
    """Whether a log is well formed and possible; ``odd`` has the warnings if the solver read no lines.

    After errors neither contradictions nor false answers are looked for.
    """
    refused = _remarks((error.line, error.message) for error in errors)
    return plain(
        {
            "ok": not refused and not solver.contradictions,
            "errors": refused,
            "warnings": _remarks(solver.warnings if odd is None else odd),
            "contradiction": None if refused else contradiction(solver),
            "false_answers": [] if refused else false_answers(solver),
        }
    )


def proof(found: proofs.Proof, says: Callable[[Heard], str] | None = None) -> Plain[shapes.Proof]:
    """A proof, or what speaks against the claim. ``says`` words what an answer means, if not in English."""
    return plain(
        {
            "claim": found.claim,
            "proved": found.proved,
            "chance": found.chance,
            "counterexample": found.counterexample or None,
            "premises": [heard.line for heard in found.premises],
            "given": found.given,
            "steps": [_step(step, says) for step in found.steps],
        }
    )


def _step(step: proofs.ProofStep, says: Callable[[Heard], str] | None) -> shapes.StepOfProof:
    return {
        "answers": [
            {
                "line": heard.line,
                "player": heard.player,
                "card": heard.card,
                "answer": heard.symbol,
                "seen": _scene(heard.seen),
                "says": says(heard) if says else english,
            }
            for heard, english in zip(step.answers, step.says, strict=True)
        ],
        "facts": step.facts,
        "racks": step.left,
    }


def hint(found: hints.Hint, says: Callable[[Heard], str] | None = None) -> Plain[shapes.Hint]:
    """One rung of the ladder; ``says`` as for a proof."""
    return plain(
        {
            "level": found.level,
            "text": found.text,
            "line": found.line,
            "about": found.about,
            "others": found.others,
            "claim": found.claim,
            "proof": proof(found.proof, says) if found.proof else None,
            "given": found.given,
            "wrong": found.wrong,
        }
    )


def notes(found: hints.NotesCheck) -> Plain[hints.NotesCheck]:
    """What is right about the player's marks."""
    return plain(found)


def own_card(found: OwnCard) -> Plain[OwnCard]:
    """What to say to a card, and what it gives away."""
    return plain(found)


def review(found: GameReview) -> Plain[Review]:
    """A game looked back on."""
    table = found.log.table
    return plain(
        {
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
            "racks": [story for player in found.players for story in player.racks],
            "turning_points": [
                {
                    "line": point.line,
                    "text": point.text,
                    "bits": point.bits,
                    "certain": point.certain,
                    "total": point.total,
                }
                for point in found.turning_points
            ],
            "steps": [{"line": step.line, "text": step.text, "known": step.known} for step in found.steps],
            "contradictions": [{"line": line, "player": player} for line, player in found.contradictions],
            "false_answers": [_false_answer(false) for false in found.false_answers],
        }
    )


def puzzle_alone(found: puzzles.Puzzle) -> shapes.Puzzle:
    """A puzzle for solving it."""
    grade = found.grade
    return {
        "seed": found.seed,
        "edition": found.edition.name,
        "players": list(found.players),
        "level": found.level,
        "asks": found.edition.rules.target,
        "racks": _scene(found.racks.items()),
        "clues": [
            {"line": clue.line, "player": clue.player, "card": clue.card, "text": clue.text, "answer": clue.answer}
            for clue in found.clues
        ],
        "grade": {
            "answers": grade.answers,
            "widest": grade.widest,
            "steps": len(grade.steps),
            "effort": grade.effort,
            "kinds": list(grade.kinds),
        },
        "log": found.log,
    }


def puzzle(found: puzzles.Puzzle, *, solution: bool) -> Plain[shapes.Puzzle] | Plain[shapes.SolvedPuzzle]:
    """A puzzle; with ``solution``, also the code and the steps to it."""
    if not solution:
        return plain(puzzle_alone(found))
    solved: shapes.SolvedPuzzle = {
        **puzzle_alone(found),
        "solution": found.solution,
        "dealt": list(found.dealt),
        "steps": [
            {
                "clues": [place + 1 for place in step.clues],
                "facts": list(step.facts),
                "racks": step.racks,
                "codes": step.codes,
            }
            for step in found.grade.steps
        ],
    }
    return plain(solved)
