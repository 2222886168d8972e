"""The table of endpoints: what each takes, what it does and what it gives.

Validation, the description at ``/api/openapi.json``, the workers and the routes all read `ENDPOINTS`. A handler gets the
checked fields and the worker's `Recall`; it returns JSON-ready data, or `Picture` for an SVG.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from .._version import __version__
from ..breaker.strategies import STRATEGIES
from ..errors import BeliefError
from ..lang import LANGUAGES, language
from ..reasons.hints import LEVELS
from ..reasons.proofs import Proof
from ..reasons.wording import consequence, own_rack
from ..rules.editions import edition_names
from ..session import Session
from ..show import as_json
from ..show.drawing import to_svg
from ..show.note_sheet import blank_sheet, note_sheet
from ..solver import Solver
from ..table.events import GRAMMAR
from . import breaker, page_data
from .schema import Field
from .solver_cache import Read, Recall

Json = dict[str, Any]

MOST_TEXT = 48_000
"""Characters of a log. A long evening has a few thousand."""
EXAMPLE = "first-game.c777"
PUZZLE_LEVELS = ("easy", "medium", "hard", "expert")
_EXAMPLE_LOG = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 >\nBob 10 3\n"


class Picture(NamedTuple):
    """An SVG."""

    svg: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One row of the table."""

    name: str
    summary: str
    fields: tuple[Field, ...]
    handle: Callable[[Json, Recall], object]
    gives: str
    """The name of the result's schema in `openapi.RESULTS`."""
    long: bool = False
    """Whether it compiles something when it is first used: then it has a worker and a time limit of its own."""


# What is read before anything else.


def _strictly(fields: Json, recall: Recall) -> Solver:
    """The solver of a log in which every line is accepted and somebody is helped."""
    read = recall.read(fields["log"], fields["seat"])
    if read.refused:
        raise read.refused[0]
    solver = read.solver
    solver.require_belief()
    return solver


# The handlers.


def _table(fields: Json, recall: Recall) -> Json:
    return page_data.game(recall.read(fields["log"], fields["seat"]), top=fields["top"])


def _what_if(fields: Json, recall: Recall) -> Json:
    read = recall.read(fields["log"], fields["seat"])
    session = Session.around(read.solver)
    for line in fields["lines"]:
        session.enter(line)
    return page_data.game(Read(session.solver, read.refused), top=fields["top"])


def _enter(fields: Json, recall: Recall) -> Json:
    read = recall.read(fields["log"], fields["seat"])
    session, t = Session.around(read.solver), language(fields["lang"])
    need = session.need
    text = t.read(
        fields["text"],
        session.table.rack_names,
        grammar=GRAMMAR,
        only_me=need is not None and need.what == "players",
    )
    accepted = session.enter(text)
    return {"line": accepted.text, "warnings": list(accepted.warnings), "suggestion": accepted.suggestion}


def _analyze(fields: Json, recall: Recall) -> Json:
    solver = _strictly(fields, recall)
    for line in fields["what_if"]:
        solver = solver.what_if(line)
    found = as_json.analysis(solver, top=fields["top"])
    if fields["silence"] is not None:
        found["assumed"] = as_json.assumed(solver.with_silence(factor=fields["silence"], depth=fields["depth"]))
    return found


def _opponents(fields: Json, recall: Recall) -> Json:
    return {"opponents": page_data.opponents(recall.read(fields["log"], fields["seat"]).solver)}


def _explain(fields: Json, recall: Recall) -> Json:
    solver = _ready(fields, recall)
    return _told(solver.why(fields["claim"]), solver, fields["lang"])


def _hint(fields: Json, recall: Recall) -> Json:
    solver = _ready(fields, recall)
    hint = solver.hint(fields["level"], fields["notes"])
    return as_json.hint(hint) | {"proof": _told(hint.proof, solver, fields["lang"]) if hint.proof else None}


def _told(proof: Proof, solver: Solver, lang: str) -> Json:
    """A proof whose sentences are in a language; claims and facts stay in the words of the notation."""
    found, t, evidence = as_json.proof(proof), language(lang), solver.evidence
    for step, written in zip(proof.steps, found["steps"], strict=True):
        for heard, entry in zip(step.answers, written["answers"], strict=True):
            entry["says"] = consequence(heard, evidence.arrays, own_rack(heard, evidence, t), t)
    return found


def _notes(fields: Json, recall: Recall) -> Json:
    return as_json.notes(_ready(fields, recall).check_notes(fields["notes"]))


def _ready(fields: Json, recall: Recall) -> Solver:
    """A solver to ask for reasons. Refused lines are left out, as the page shows the game without them."""
    solver = recall.read(fields["log"], fields["seat"]).solver
    if not solver.belief.possible:
        raise BeliefError("the log contradicts itself, so everything would be proved: see the diagnosis first")
    if not solver.rack_is_full:
        raise BeliefError(f"{solver.seat} holds no full rack now: `rack {solver.seat} ?` logs the new tiles")
    return solver


def _drew(fields: Json, recall: Recall) -> Json:
    solver = recall.read(fields["log"], fields["seat"]).solver
    solver.require_belief()
    return {"cards": [as_json.own_card(own) for own in solver.choose(fields["cards"])]}


def _advise(fields: Json, recall: Recall) -> Json:
    return as_json.advice(_ready(fields, recall).advise(samples=fields["samples"]))


def _breaker(fields: Json, recall: Recall) -> Json:
    return breaker.game(breaker.read(fields["log"]), top=fields["top"], strategy=fields["strategy"])


def _answer(fields: Json, recall: Recall) -> Json:
    return breaker.answer(fields["pack"], guess=fields["guess"], code=fields["code"])


def _puzzle(fields: Json, recall: Recall) -> Json:
    from .puzzle import puzzle  # imports numba and rich

    return puzzle(fields)


def _diagnose(fields: Json, recall: Recall) -> Json:
    solver = recall.read(fields["log"], fields["seat"]).solver
    solver.require_belief()
    return {"contradiction": as_json.contradiction(solver), "false_answers": as_json.false_answers(solver)}


def _check(fields: Json, recall: Recall) -> Json:
    read = recall.read(fields["log"], fields["seat"])
    solver, refused = read.solver, read.refused
    return {
        "ok": not refused and not solver.contradictions,
        "errors": [{"line": error.line, "text": error.message} for error in refused],
        "warnings": as_json.warnings(solver),
        "contradiction": None if refused else as_json.contradiction(solver),
        "false_answers": [] if refused else as_json.false_answers(solver),
    }


def _sheet(fields: Json, recall: Recall) -> Picture:
    solver, t = recall.read(fields["log"], fields["seat"]).solver, language(fields["lang"])
    return Picture(to_svg(note_sheet(solver, t) if solver.table.players else blank_sheet(solver.edition, t)))


_LOG = Field(
    "log", "string", "The log of the game, one event a line.", required=True, most=MOST_TEXT, example=_EXAMPLE_LOG
)
_SEAT = Field("seat", "string", "The seat that is helped.", default="me", most=31)
_TOP = Field("top", "integer", "At most so many racks are listed.", default=12, low=1, high=20_000)
_LANG = Field("lang", "string", "The language of the texts.", default="en", choices=LANGUAGES)
_NOTES = Field("notes", "strings", "Claims on the player's own sheet.", default=[], most=60, example=["no 6"])
_CARDS = Field("cards", "integers", "Cards that were drawn.", required=True, most=60, low=1, high=999_999, example=[10])
_COMMON = (_LOG, _SEAT)

ENDPOINTS: Mapping[str, Endpoint] = {
    endpoint.name: endpoint
    for endpoint in (
        Endpoint(
            "table",
            "All that a front end shows: the table, the cards, the log line by line and the analysis. Lines that are "
            "refused are left out and told in their place.",
            (*_COMMON, _TOP),
            _table,
            "Game",
        ),
        Endpoint(
            "whatif",
            "The same as it would be after more lines, shortcuts allowed; a line that is refused is an error.",
            (
                *_COMMON,
                _TOP,
                Field("lines", "strings", "What is supposed.", required=True, most=40, example=["Ann 18 >"]),
            ),
            _what_if,
            "Game",
        ),
        Endpoint(
            "enter",
            "Read a line as the prompt does: shortcuts written out, words of the language read.",
            (
                *_COMMON,
                _LANG,
                Field("text", "string", "What was typed.", required=True, most=2000, example="18 first"),
            ),
            _enter,
            "Entered",
        ),
        Endpoint(
            "analyze",
            "Exact chances of every rack, code and tile: what `code777 analyze --json` prints.",
            (
                *_COMMON,
                Field("top", "integer", "At most so many racks are listed.", low=1, high=20_000),
                Field("what_if", "strings", "Lines to suppose.", default=[], most=40, example=["Ann 18 >"]),
                Field("silence", "number", "Suppose that who is certain declares; 0: always.", low=0, high=1),
                Field("depth", "integer", "With silence: 2 if the others reason so too.", default=1, low=1, high=2),
            ),
            _analyze,
            "Analysis",
        ),
        Endpoint("opponents", "How far the others are.", _COMMON, _opponents, "Opponents"),
        Endpoint(
            "explain",
            "A shortest proof of a claim about the player's own rack, or what speaks against it.",
            (
                *_COMMON,
                _LANG,
                Field("claim", "string", "Like `no 6` or `has B7`.", required=True, most=200, example="no 6"),
            ),
            _explain,
            "Proof",
        ),
        Endpoint(
            "hint",
            "Help without spoilers.",
            (
                *_COMMON,
                _LANG,
                Field("level", "integer", "1 where to look .. 4 the proof.", default=1, low=1, high=LEVELS),
                _NOTES,
            ),
            _hint,
            "Hint",
        ),
        Endpoint("notes", "Which of the player's notes are proved.", (*_COMMON, _NOTES), _notes, "Notes"),
        Endpoint(
            "drew",
            "Cards that the player drew: what to say, and what it gives away; best first.",
            (*_COMMON, _CARDS),
            _drew,
            "OwnCards",
        ),
        Endpoint(
            "diagnose",
            "What would explain a contradiction, and the answers that are proved false.",
            _COMMON,
            _diagnose,
            "Diagnosis",
        ),
        Endpoint(
            "check",
            "Whether a log is well formed and possible: what `code777 check --json` prints.",
            _COMMON,
            _check,
            "Check",
        ),
        Endpoint(
            "advise",
            "Declare or wait? An estimate by playing on. The first advice for a kind of table takes a while.",
            (
                *_COMMON,
                Field("samples", "integer", "So many games for each choice.", default=3000, low=100, high=50_000),
            ),
            _advise,
            "Advice",
            long=True,
        ),
        Endpoint(
            "breaker",
            "Code Breaker: the cards, the log line by line, the codes left and the best guesses. Lines that are refused "
            "are left out and told in their place.",
            (
                Field(
                    "log",
                    "string",
                    "The log of the game, one event a line.",
                    required=True,
                    most=MOST_TEXT,
                    example="pack breaker-4\nAS 2H 3D 1 2 0\n",
                ),
                Field("top", "integer", "At most so many guesses.", default=6, low=1, high=50),
                Field(
                    "strategy",
                    "string",
                    "How guesses are chosen.",
                    default="optimal-mean",
                    choices=tuple(STRATEGIES),
                ),
            ),
            _breaker,
            "BreakerGame",
            long=True,
        ),
        Endpoint(
            "answer",
            "Code Breaker: what the setter of a code must say to a guess.",
            (
                Field("pack", "string", "The pack.", default="breaker", most=400),
                Field("guess", "string", "Three cards.", required=True, most=200, example="AR 2R 3P"),
                Field("code", "string", "The secret code.", required=True, most=200, example="AR 3W 5P"),
            ),
            _answer,
            "BreakerAnswer",
        ),
        Endpoint(
            "puzzle",
            "A puzzle by its seed; whether a code solves it, a hint, or the solution, which is sent only then or if the "
            "code is right.",
            (
                Field("seed", "string", "Its number, or `daily` and a date.", required=True, most=30, example="17"),
                Field(
                    "level", "string", "Medium, or that of the day, if empty.", default="", choices=("", *PUZZLE_LEVELS)
                ),
                Field("edition", "string", "The edition.", default="classic", choices=tuple(edition_names())),
                Field("players", "integer", "How many play.", default=4, low=2, high=9),
                _LANG,
                Field("code", "string", "A code to check.", default="", most=60, example="257"),
                Field("hint", "integer", "1 where to look .. 4 the proof; 0 for none.", default=0, low=0, high=LEVELS),
                _NOTES,
                Field("solution", "string", "Whether the solution is wanted.", default="no", choices=("no", "yes")),
            ),
            _puzzle,
            "Puzzle",
            long=True,
        ),
        Endpoint("sheet", "The note sheet as SVG; an empty one before the game.", (*_COMMON, _LANG), _sheet, "Sheet"),
    )
}


# What is the same for everybody and is asked for without a log.


def texts(code: str) -> Json:
    """What the page says in a language, by the English texts: those that its scripts name, and those that come as data."""
    named = page_scripts()
    data = page_data.texts() | breaker.texts()
    return {
        "lang": code,
        "texts": {
            text: found
            for text, found in language(code).texts.items()
            if text in data or json.dumps(text, ensure_ascii=False) in named
        },
    }


@cache
def page_scripts() -> str:
    """The scripts of the page, one behind the other."""
    files = resources.files("code777solver.web").joinpath("static").iterdir()
    return "".join(file.read_text(encoding="utf-8") for file in files if file.name.endswith(".js"))


@cache
def about() -> Json:
    """The version, the editions and packs, the languages and the bundled game."""
    source = resources.files("code777solver").joinpath("data", "examples", EXAMPLE)
    return {
        "version": __version__,
        "languages": list(LANGUAGES),
        "editions": page_data.editions(),
        "packs": breaker.packs(),
        "example": source.read_text(encoding="utf-8"),
    }
