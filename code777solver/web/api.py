"""The endpoints: each is one function, which declares all there is to say about it.

`endpoints` reads the declarations. The check of requests, the description at ``/api/openapi.json``, the workers and the routes
all use its table. Annotations of parameters are therefore values here, and those of results, which only the description needs,
are texts.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Annotated

from .._lazy import lazy_module
from ..breaker.strategies import STRATEGIES
from ..core.evidence import Heard
from ..errors import BeliefError, LineError
from ..lang import language
from ..reasons.hints import LEVELS
from ..reasons.wording import consequence, own_rack
from ..records import Limits
from ..rules.editions import edition_names
from ..session import Accepted, Session
from ..show import results
from ..show.drawing import to_svg
from ..show.note_sheet import blank_sheet, note_sheet
from ..solver import Solver, position_of
from ..table.entry import Reader
from ..table.events import KEYWORDS
from ..table.notation import split_lines
from ..table.vocabulary import Vocabulary
from . import breaker as rounds
from . import match, page_data, shapes
from .endpoints import ENDPOINTS, Lang, Picture, endpoint
from .solver_cache import Read, SolverCache

if TYPE_CHECKING:
    import segno

    from ..reasons.hints import Hint, NotesCheck
    from ..reasons.proofs import Proof
    from ..review import progress as progress_notes
    from ..review import reviewer
    from ..review.progress import Progress
    from ..review.records import GameReview
    from . import puzzle as puzzles
else:
    segno = lazy_module("segno")
    progress_notes = lazy_module("code777solver.review.progress")
    reviewer = lazy_module("code777solver.review.reviewer")
    puzzles = lazy_module("code777solver.web.puzzle")  # imports numba

__all__ = ["ENDPOINTS", "MOST_LINES", "MOST_TEXT", "PUZZLE_LEVELS"]

MOST_TEXT = 48_000
"""Characters of a log. A long evening has a few thousand."""
MOST_LINES = 4000
"""Lines of a log. A long evening has a few hundred."""
MOST_GAMES = 500
PUZZLE_LEVELS = ("easy", "medium", "hard", "expert")
_EXAMPLE_LOG = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 >\nBob 10 3\n"
_MISSED_LOG = (
    "players Ann me\nrack Ann R5 Y7 B7\nrack me Y2 R5 Y7\n"
    "Ann 22 <\nme 1 1\nAnn 13 <\nme 2 0\nAnn 14 =\nme 3 1\nAnn 4 0\n"
)


# What requests hold.

_Log = Annotated[
    str, "The log of the game, one event per line.", Limits(most=MOST_TEXT, lines=MOST_LINES, example=_EXAMPLE_LOG)
]
_BreakerLog = Annotated[
    str,
    "The log of the game, one event per line.",
    Limits(most=MOST_TEXT, lines=MOST_LINES, example="pack breaker-4\nAS 2H 3D 1 2 0\n"),
]
_Record = Annotated[
    str,
    "The record of the game: the owner's log, whose head names the game and the computer players.",
    Limits(most=MOST_TEXT, lines=MOST_LINES, example="players Ann me\nnote play 4711 Ann club\n"),
]
_Seat = Annotated[str, "The seat to help.", Limits(most=31)]
_Top = Annotated[int, "The most racks to list.", Limits(1, 20_000)]
_Line = Annotated[str, Limits(most=200)]
_Game = Annotated[str, Limits(most=1000)]


_Lines = Annotated[Sequence[_Line], "Lines to suppose.", Limits(most=40, example=["Ann 18 >"])]
_Notes = Annotated[Sequence[_Line], "Claims on the player's own sheet.", Limits(most=60, example=["no 6"])]
_Card = Annotated[int, Limits(1, 999_999)]
_CodeTried = Annotated[str, "A code to check.", Limits(most=60, example="257")]
_Hint = Annotated[int, "1 where to look .. 4 the proof; 0 for none.", Limits(0, LEVELS)]
_Solution = Annotated[str, "`yes` to include the solution.", Limits(choices=("no", "yes"))]


# What is read before anything else.


def _strictly(cache: SolverCache, log: str, seat: str) -> Solver:
    """The solver of a log in which every line is accepted and somebody is helped."""
    read = cache.read(log, seat)
    if read.refused:
        raise read.refused[0]
    solver = read.solver
    position_of(solver).require_belief()
    return solver


def _ready(cache: SolverCache, log: str, seat: str) -> Solver:
    """A solver to ask for reasons. Refused lines are left out, as the page shows the game without them."""
    solver = cache.read(log, seat).solver
    if not solver.belief.possible:
        raise BeliefError("the log contradicts itself, so every claim would be proved: see the diagnosis first")
    if not solver.belief.is_full:
        raise BeliefError(
            solver.table.person(solver.seat).says(
                "you hold no full rack now",
                "{name} holds no full rack now",
                remedy=": `rack {rack} ?` logs the new tiles",
                rack=solver.seat,
            )
        )
    return solver


def _words(solver: Solver, lang: str) -> Callable[[Heard], str]:
    """The meaning of an answer, in a language; claims and facts stay in the words of the notation."""
    evidence, t = position_of(solver).evidence, language(lang)
    return lambda heard: consequence(heard, evidence.arrays, own_rack(heard, evidence, t), t)


# The endpoints.


@endpoint()
def table(cache: SolverCache, *, log: _Log, seat: _Seat = "me", lang: Lang = "en", top: _Top = 12) -> "shapes.Game":
    """All that a front end shows: the table, the cards, the log line by line and the analysis. Lines that are refused
    are left out and told in their place."""
    return page_data.game(cache.read(log, seat), top=top, t=language(lang))


@endpoint()
def whatif(
    cache: SolverCache, *, log: _Log, seat: _Seat = "me", lang: Lang = "en", top: _Top = 12, lines: _Lines
) -> "shapes.Game":
    """The same as it would be after more lines, shortcuts allowed; a line that is refused is an error."""
    read = cache.read(log, seat)
    session = Session.around(read.solver)
    for line in lines:
        session.enter(line)
    return page_data.game(Read(session.solver, read.refused), top=top, t=language(lang))


@endpoint()
def enter(
    cache: SolverCache,
    *,
    log: _Log,
    seat: _Seat = "me",
    lang: Lang = "en",
    text: Annotated[str, "The typed text.", Limits(most=2000, example="18 first")],
) -> "shapes.EnteredLine":
    """Read a line as the prompt does: shortcuts written out, words of the language read."""
    session, t = Session.around(cache.read(log, seat).solver), language(lang)
    vocabulary = Vocabulary(t, KEYWORDS)
    logged: list[Accepted] = []
    try:
        for event in Reader(session, vocabulary).events(text):
            logged.append(session.enter(event, vocabulary))
    except LineError as error:
        raise type(error)(t.as_typed(error.message, text)).at(error.line, error.text) from None
    line = "\n".join(accepted.text for accepted in logged if accepted.text)
    warnings = [warning.sentence for accepted in logged for warning in accepted.warnings]
    return shapes.EnteredLine(line, warnings, logged[-1].suggestion)


@endpoint()
def analyze(
    cache: SolverCache,
    *,
    log: _Log,
    seat: _Seat = "me",
    top: Annotated[int | None, "The most racks to list.", Limits(1, 20_000)] = None,
    what_if: _Lines = (),
    silence: Annotated[float | None, "Assume that players declare once certain; 0: always.", Limits(0, 1)] = None,
    depth: Annotated[int, "With silence: 2 if the others assume it too.", Limits(1, 2)] = 1,
) -> "results.Analysis":
    """Exact chances of every rack, code and tile: what `code777 analyze --json` prints."""
    solver = _strictly(cache, log, seat)
    for line in what_if:
        solver = solver.what_if(line)
    assuming = None if silence is None else solver.assuming_silence(factor=silence, depth=depth)
    return results.analysis(solver, top=top, assuming=assuming)


@endpoint()
def opponents(cache: SolverCache, *, log: _Log, seat: _Seat = "me") -> "shapes.Opponents":
    """Each opponent's distance to certainty."""
    solver = cache.read(log, seat).solver
    if not solver.table.players:
        raise BeliefError("the players are not named yet")
    return shapes.Opponents(solver.opponents)


@endpoint()
def explain(
    cache: SolverCache,
    *,
    log: _Log,
    seat: _Seat = "me",
    lang: Lang = "en",
    claim: Annotated[str, "Like `no 6` or `has B7`.", Limits(most=200, example="no 6")],
) -> "Proof":
    """A shortest proof of a claim about the player's own rack, or what speaks against it."""
    solver = _ready(cache, log, seat)
    return solver.why(language(lang).read(claim)).worded(_words(solver, lang))


@endpoint()
def hint(
    cache: SolverCache,
    *,
    log: _Log,
    seat: _Seat = "me",
    lang: Lang = "en",
    level: Annotated[int, "1 where to look .. 4 the proof.", Limits(1, LEVELS)] = 1,
    notes: _Notes = (),
) -> "Hint":
    """Help without spoilers."""
    solver = _ready(cache, log, seat)
    return results.hint(solver.hint(level, notes), _words(solver, lang))


@endpoint()
def notes(cache: SolverCache, *, log: _Log, seat: _Seat = "me", notes: _Notes = ()) -> "NotesCheck":
    """The player's notes, sorted into proved, open and wrong ones."""
    return _ready(cache, log, seat).check_notes(notes)


@endpoint()
def drew(
    cache: SolverCache,
    *,
    log: _Log,
    seat: _Seat = "me",
    cards: Annotated[Sequence[_Card], "Cards that were drawn.", Limits(most=60, example=[10])],
) -> "results.OwnCards":
    """Cards that the player drew: what to say, and what it gives away; best first."""
    solver = cache.read(log, seat).solver
    position_of(solver).require_belief()
    return results.OwnCards(solver.choose(cards))


@endpoint()
def diagnose(cache: SolverCache, *, log: _Log, seat: _Seat = "me") -> "shapes.DiagnosisReport":
    """Explanations of a contradiction, and the answers that are proved false."""
    solver = cache.read(log, seat).solver
    position_of(solver).require_belief()
    return shapes.DiagnosisReport(results.contradiction(solver), solver.audit())


@endpoint()
def check(cache: SolverCache, *, log: _Log, seat: _Seat = "me") -> "results.Check":
    """Check of a log: errors, warnings and contradictions, as `code777 check --json` prints them."""
    read = cache.read(log, seat)
    return results.check(read.solver, read.refused)


@endpoint(long=lambda fields: fields["samples"] > 0)
def advise(
    cache: SolverCache,
    *,
    log: _Log,
    seat: _Seat = "me",
    lang: Lang = "en",
    samples: Annotated[
        int, "For a second opinion by playing on: how many games to play for each choice.", Limits(0, 50_000)
    ] = 0,
) -> "results.WordedAdvice":
    """Declare or wait? What the learnt policy says, at once; with samples an estimate by playing on, which takes a while."""
    return results.advice(_ready(cache, log, seat).advise(samples=samples or None), language(lang))


@endpoint(long=True)
def breaker(
    cache: SolverCache,
    *,
    log: _BreakerLog,
    top: Annotated[int, "The most guesses to list.", Limits(1, 50)] = 6,
    strategy: Annotated[str, "The strategy for guesses.", Limits(choices=tuple(STRATEGIES))] = "optimal-mean",
) -> "shapes.BreakerGame":
    """Code Breaker: the cards, the log line by line, the codes left and the best guesses. Lines that are refused are left
    out and told in their place."""
    return rounds.game(rounds.read(log), top=top, strategy=strategy)


@endpoint()
def answer(
    cache: SolverCache,
    *,
    pack: Annotated[str, "The pack.", Limits(most=400)] = "breaker",
    guess: Annotated[str, "Three cards.", Limits(most=200, example="AR 2R 3P")],
    code: Annotated[str, "The secret code.", Limits(most=200, example="AR 3W 5P")],
) -> "shapes.BreakerAnswer":
    """Code Breaker: what the setter of a code must say to a guess."""
    return rounds.answer(pack, guess=guess, code=code)


@endpoint()
def daily(
    cache: SolverCache,
    *,
    day: Annotated[str, "The date.", Limits(most=30, example="2026-11-18")],
    lang: Lang = "en",
    code: _CodeTried = "",
    hint: _Hint = 0,
    notes: _Notes = (),
    solution: _Solution = "no",
) -> "shapes.PagePuzzle":
    """The usual puzzle of a day, at once: one of those that were made beforehand."""
    found = puzzles.stored_daily(day.strip())
    return puzzles.answered(found, language(lang), code=code, hint=hint, notes=notes, solution=solution == "yes")


@endpoint(long=True)
def puzzle(
    cache: SolverCache,
    *,
    seed: Annotated[str, "Its number, or `daily` and a date.", Limits(most=30, example="17")],
    level: Annotated[str, "Empty: medium, or the level of the day.", Limits(choices=("", *PUZZLE_LEVELS))] = "",
    edition: Annotated[str, "The edition.", Limits(choices=tuple(edition_names()))] = "classic",
    players: Annotated[int, "The number of players.", Limits(2, 9)] = 4,
    lang: Lang = "en",
    code: _CodeTried = "",
    hint: _Hint = 0,
    notes: _Notes = (),
    solution: _Solution = "no",
) -> "shapes.PagePuzzle":
    """A puzzle by its seed; whether a code solves it, a hint, or the solution, which is sent only then or if the code is
    right."""
    found = puzzles.made(seed.strip(), level=level, edition=edition, players=players)
    return puzzles.answered(found, language(lang), code=code, hint=hint, notes=notes, solution=solution == "yes")


@endpoint()
def review(cache: SolverCache, *, log: _Log, seat: _Seat = "me") -> "GameReview":
    """A game looked back on, line by line: what `code777 review --json` prints."""
    return reviewer.review_game(_strictly(cache, log, seat).log)


@endpoint()
def play(
    cache: SolverCache,
    *,
    log: _Record,
    act: Annotated[
        str,
        "A person's move: `go on`, `answer 3`, `declare me 257` or `spare spare1`; empty to look.",
        Limits(most=200),
    ] = "",
    seat: Annotated[str, "The person who looks; empty for the owner of the record.", Limits(most=31)] = "",
    lang: Lang = "en",
) -> "shapes.PlayedOn":
    """A game against the computer: what comes of what a person does. A record of its first lines alone begins a game;
    once it is over, all racks come with it, what mattered, and what was missed."""
    return match.played_on(cache, log, act, seat, language(lang))


@endpoint(long=True)
def missed(
    cache: SolverCache,
    *,
    log: Annotated[
        str,
        "The log of a finished game with all racks named.",
        Limits(most=MOST_TEXT, lines=MOST_LINES, example=_MISSED_LOG),
    ],
    line: Annotated[int, "The line after which the code was certain; 0: the first one.", Limits(0, 99_999)] = 0,
    lang: Lang = "en",
    code: _CodeTried = "",
    hint: _Hint = 0,
    notes: _Notes = (),
    solution: _Solution = "no",
) -> "shapes.PagePuzzle":
    """A puzzle from a deduction that was missed in the player's game, with the options of `puzzle`."""
    found = puzzles.from_game(log, line)
    return puzzles.answered(found, language(lang), code=code, hint=hint, notes=notes, solution=solution == "yes")


@endpoint()
def progress(
    cache: SolverCache,
    *,
    games: Annotated[
        Sequence[_Game],
        "For each game against the computer the lines `note play` and `note over` of its log.",
        Limits(most=MOST_GAMES, example=["note play 1 Ann club\nnote over won late 6 cards 1 10"]),
    ],
) -> "Progress":
    """Results of games against the computer, as `code777 games --progress --json` prints them."""
    return progress_notes.progress(split_lines(game) for game in games)


@endpoint()
def qr(
    cache: SolverCache,
    *,
    text: Annotated[str, "The content of the code.", Limits(most=2000, example="https://example.org/")],
) -> Picture:
    """A QR code as SVG."""
    out = BytesIO()
    segno.make(text, error="l", micro=False).save(out, kind="svg", scale=4, border=3, xmldecl=False)
    return Picture(out.getvalue().decode())


@endpoint()
def sheet(cache: SolverCache, *, log: _Log, seat: _Seat = "me", lang: Lang = "en") -> Picture:
    """The note sheet as SVG; an empty one before the game."""
    solver, t = cache.read(log, seat).solver, language(lang)
    return Picture(to_svg(note_sheet(solver, t) if solver.table.players else blank_sheet(solver.edition, t)))
