"""Results put together for programs: what ``--json`` prints and the server sends, before it is lowered to plain data.

Most results are records of the library and are written as they are. Here are those that several parts make up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, NamedTuple, NotRequired, TypedDict

from ..information.candidates import Assumed, Candidate, Code, TileChance
from ..information.questions import Question, Told, by_bits
from ..lang import Language, language
from ..reasons.diagnosis import Culprits, FalseAnswer
from ..reasons.misreadings import Misreading
from ..reasons.opponents import Opponent
from ..records import Chance, Count, Limits, in_json
from ..rules.targets import Target
from ..solver import OwnCard, Solver
from . import advice_words

if TYPE_CHECKING:
    from ..core.evidence import Heard
    from ..errors import LineError
    from ..information.futures import Further
    from ..play.advice import Advice
    from ..puzzles.levels import SolvingStep
    from ..puzzles.puzzle import Puzzle
    from ..reasons.hints import Hint

ENGLISH = language("en")

# What is odd, wrong or contradictory.


class LineRemark(NamedTuple):
    """Something to say about a line."""

    line: Annotated[Count, "The line of the log."]
    text: Annotated[str, "The warning or the error, in words."]


class Contradiction(NamedTuple):
    """Where a log contradicts itself, and what would explain it. Both lists are empty if it is about an earlier rack."""

    lines: Annotated[Sequence[Count], "The lines at which nothing was left that explains all lines up to there."]
    culprits: Annotated[
        Sequence[Culprits], "The smallest sets of answers without which something is left, most likely first."
    ]
    misreadings: Annotated[
        Sequence[Misreading], "Other slips that would explain it, those that leave most racks first."
    ]


class Check(NamedTuple):
    """Check of a log: errors, warnings and contradictions."""

    ok: Annotated[bool, "True if the status is 0; oddities do not count."]
    errors: Annotated[list[LineRemark], "The lines that are refused: what is wrong, and what would be right."]
    warnings: Annotated[list[LineRemark], "Warnings about lines of the log."]
    contradiction: Annotated[
        Contradiction | None,
        "Where and why the log contradicts itself; None if it does not, or if lines are refused.",
    ]
    false_answers: Annotated[
        list[FalseAnswer],
        "Answers that are proved false by racks that are known by now; empty if lines are refused.",
    ]


def warnings(solver: Solver) -> list[LineRemark]:
    """Warnings about lines of the log."""
    return [LineRemark(*found) for found in solver.log.warnings]


def contradiction(solver: Solver) -> Contradiction | None:
    """Where the log contradicts itself, if it does, and what would explain it."""
    if not solver.contradictions:
        return None
    if solver.belief.possible or not solver.belief.is_full:
        return Contradiction(solver.contradictions, (), ())
    explained = solver.diagnose()
    return Contradiction(solver.contradictions, explained.culprits, explained.misreadings)


def check(solver: Solver, errors: Iterable[LineError], odd: Iterable[tuple[int, str]] | None = None) -> Check:
    """Check a log for errors, warnings and contradictions; ``odd`` has the warnings if the solver read no lines.

    After errors neither contradictions nor false answers are looked for.
    """
    refused = [LineRemark(error.line, error.message) for error in errors]
    return Check(
        ok=not refused and not solver.contradictions,
        errors=refused,
        warnings=warnings(solver) if odd is None else [LineRemark(*found) for found in odd],
        contradiction=None if refused else contradiction(solver),
        false_answers=[] if refused else solver.audit(),
    )


# Chances.


class Assumption(NamedTuple):
    """Chances under the assumption that players who are certain declare. It proves nothing."""

    factor: Annotated[Chance, "The factor for each opportunity that went by in silence."]
    depth: Annotated[int, "2 if the others reason in this way too.", Limits(1, 2)]
    possible: Annotated[bool, "False if the assumption contradicts the log."]
    codes: Annotated[list[Code], "The number codes under the assumption; empty if it is not possible."]
    candidates: Annotated[list[Candidate], "The racks under the assumption, most likely first."]


class FurtherAnswers(NamedTuple):
    """An estimate of how many answers it still takes."""

    answers: Annotated[
        float | None,
        "The mean number of further answers until the code is certain, in the futures where it becomes so.",
    ]
    error: Annotated[float | None, "The standard error of that mean."]
    never: Annotated[Chance, "The share of futures in which it does not."]
    samples: Annotated[
        Count, "The number of futures tried; 0 with an error rate, since then no answer makes the code certain."
    ]


@in_json(("*", "advice"), "source", "reasons")
class WordedAdvice(NamedTuple):
    """Declare now or wait: what the learnt policy says, or an estimate by playing on."""

    advice: Advice
    source: Annotated[str, "Where the verdict comes from, in words."]
    reasons: Annotated[list[str], "Reasons for and against it, in words."]


class Analysis(TypedDict):
    """Everything that is known about a rack."""

    edition: Annotated[str, "Name of the edition."]
    seat: Annotated[str, "The player who is helped."]
    target: Annotated[Target, "The target of a declaration. ``bits`` count for numbers, ``tile_bits`` for tiles."]
    events: Annotated[Count, "The number of events; comments and blank lines do not count."]
    solved: Annotated[bool, "True if what must be declared is certain: the numbers, or the tiles where colours count."]
    racks: Annotated[Count, "The number of racks left, including those that are not listed."]
    candidates: Annotated[list[Candidate], "The racks left, most likely first."]
    codes: Annotated[list[Code], "The number codes left, most likely first; always all of them."]
    tiles: Annotated[list[TileChance], "Every kind of tile in the deck, in the order of the deck."]
    questions: Annotated[
        list[Question],
        "Information from each opponent's answer to each card that can still come, most bits about the numbers first.",
    ]
    answers: Annotated[list[Told], "Information in the answers so far, in the order of the log."]
    opponents: Annotated[
        list[Opponent] | None, "Each opponent's distance to certainty; None where the page asks for it separately."
    ]
    contradiction: Annotated[Contradiction | None, "Where and why the log contradicts itself; None if it does not."]
    warnings: Annotated[list[LineRemark], "Warnings about lines of the log."]
    assumed: NotRequired[Annotated[Assumption, "With ``--silence``: what holds under that assumption."]]
    further: NotRequired[Annotated[FurtherAnswers, "With ``--further``: how many answers it still takes."]]
    advice: NotRequired[
        Annotated[WordedAdvice | None, "With ``--advise``: declare now or wait; null where there is nothing to decide."]
    ]
    no_advice: NotRequired[Annotated[str, "With ``--advise``: why there is nothing to decide."]]
    second_opinion: NotRequired[Annotated[WordedAdvice, "With ``--advise --seconds``: the same by playing on."]]


def analysis(
    solver: Solver,
    *,
    top: int | None = None,
    others: bool = True,
    assuming: Assumed | None = None,
    estimate: Further | None = None,
    advising: Advice | str | None = None,
    second: Advice | None = None,
) -> Analysis:
    """Everything `code777 analyze` knows; ``top`` limits the candidates.

    Without ``others`` there is None for the opponents: with a large deck they take longer than all the rest.
    """
    found: Analysis = {
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
        "answers": solver.answers_heard if solver.belief.is_full else [],
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
    return found


def assumed(found: Assumed, *, top: int | None = None) -> Assumption:
    """Chances under an assumption, apart from everything proved."""
    return Assumption(found.factor, found.depth, found.possible, found.codes, list(islice(found.candidates, top)))


def further(found: Further) -> FurtherAnswers:
    """An estimate; numbers that do not exist are None."""
    answers, error = (None if math.isnan(number) else number for number in (found.answers, found.error))
    return FurtherAnswers(answers, error, found.never, found.samples)


def advice(found: Advice, t: Language = ENGLISH) -> WordedAdvice:
    """Declare or wait, with the reasons in a language."""
    return WordedAdvice(found, advice_words.source(found, t), list(advice_words.reasons(found, t)))


# Reasons.


class OwnCards(NamedTuple):
    """Cards that the player drew."""

    cards: Annotated[list[OwnCard], "The right answer to each card, and what it gives away; best first."]


def hint(found: Hint, says: Callable[[Heard], str]) -> Hint:
    """A hint whose proof is worded in a language."""
    return found._replace(proof=found.proof.worded(says)) if found.proof else found


# Puzzles.


@in_json(("*", "puzzle"), "solution", "dealt", "steps")
class SolvedPuzzle(NamedTuple):
    """A puzzle and the way to its solution."""

    puzzle: Puzzle
    solution: Annotated[str, 'The code: numbers (``"257"``), or tiles (``"B7 K5 Y2"``).']
    dealt: Annotated[Sequence[str], "The tiles on the rack; others with the same numbers may fit."]
    steps: Annotated[Sequence[SolvingStep], "A way to find it."]


def puzzle(found: Puzzle, *, solution: bool) -> Puzzle | SolvedPuzzle:
    """A puzzle; with ``solution``, also the code and the steps to it."""
    return SolvedPuzzle(found, found.solution, found.dealt, found.grade.steps) if solution else found
