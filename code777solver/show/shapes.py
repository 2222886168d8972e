"""What the JSON of a result holds: each field once, with its type and what it means.

Where JSON has the very fields of a record of the library (`Candidate`, `Opponent`, `RackStory` ...), that record stands
here itself. These declarations check `as_json`, and give OpenAPI and the tables of docs/json.md; a command that only
prints JSON does not import them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from ..information.candidates import Candidate, Code, TileChance
from ..information.questions import Question, Told
from ..reasons.diagnosis import Culprits
from ..reasons.misreadings import Misreading
from ..reasons.opponents import Opponent
from ..records import Chance, Count, Limits, Plain
from ..solver import OwnCard

Target = Annotated[str, Limits(choices=("numbers", "tiles"))]

# What is odd, wrong or contradictory.


class Remark(TypedDict):
    """Something to say about a line."""

    line: Count
    """The line of the log."""
    text: str
    """What is odd or wrong, in words."""


class Contradiction(TypedDict):
    """Where a log contradicts itself, and what would explain it. Both lists are empty if it is about an earlier rack."""

    lines: Sequence[Count]
    """The lines at which nothing was left that explains all lines up to there."""
    culprits: Sequence[Culprits]
    """The smallest sets of answers without which something is left, most likely first."""
    misreadings: Sequence[Misreading]
    """Other slips that would explain it, those that leave most racks first."""


class ProvedFalse(TypedDict):
    """An answer that is proved false by racks that are known by now."""

    line: Count
    """The line of the log."""
    player: str
    """Who answered."""
    card: Count
    """The number of the card."""
    said: str
    """The answer that was given."""
    right: str
    """The right answer."""
    scene: Mapping[str, list[str]]
    """The racks that the player saw, by name: the proof."""


class Check(TypedDict):
    """Whether a log is well formed and possible."""

    ok: bool
    """True if the status is 0; oddities do not count."""
    errors: list[Plain[Remark]]
    """The lines that are refused: what is wrong, and what would be right."""
    warnings: list[Plain[Remark]]
    """What is odd about the log."""
    contradiction: Plain[Contradiction] | None
    """Where and why the log contradicts itself; None if it does not, or if lines are refused."""
    false_answers: list[Plain[ProvedFalse]]
    """Answers that are proved false by racks that are known by now; empty if lines are refused."""


# Chances.


class Assumption(TypedDict):
    """What follows if somebody who is certain declares. It proves nothing."""

    factor: Chance
    """The factor for each opportunity that went by in silence."""
    depth: Annotated[int, Limits(1, 2)]
    """2 if the others reason in this way too."""
    possible: bool
    """False if the assumption contradicts the log."""
    codes: list[Code]
    """The number codes under the assumption; empty if it is not possible."""
    candidates: list[Candidate]
    """The racks under the assumption, most likely first."""


class FurtherAnswers(TypedDict):
    """An estimate of how many answers it still takes."""

    answers: float | None
    """The mean number of further answers until the code is certain, in the futures where it becomes so."""
    error: float | None
    """The standard error of that mean."""
    never: Chance
    """The share of futures in which it does not."""
    samples: Count
    """How many futures were tried; 0 with an error rate, since then no answer makes the code certain."""


class ChoiceOutcome(TypedDict):
    """Where a choice leads: chances with their standard errors."""

    point: Chance
    """The chance to score the next point at the table."""
    point_error: float
    """Its standard error."""
    game: Chance
    """The chance to win the game."""
    game_error: float
    """Its standard error."""


class CodeChoice(TypedDict):
    """A code that could be declared, and what that is worth."""

    code: str
    """The numbers, or tiles where those count."""
    chance: Chance
    """The exact chance that it is right."""
    game: Chance
    """The policy's chance to win the game by declaring it."""


class Advice(TypedDict):
    """Declare now or wait: what the learnt policy says, or an estimate by playing on."""

    code: str
    """What would be declared: the likeliest numbers, or tiles where those count."""
    chance: Chance
    """The exact chance that it is right."""
    better: Annotated[str, Limits(choices=("declare", "wait", "even"))]
    """What is better; ``even`` if the difference is within two standard errors, or for the policy very small."""
    declare: ChoiceOutcome
    """The outcome of declaring."""
    wait: ChoiceOutcome
    """The outcome of waiting."""
    gain: float
    """By how much declaring raises the chance to win the game."""
    gain_error: float
    """Its standard error."""
    samples: Count
    """Games played on for each choice; 0 for the policy."""
    exact: bool
    """False if what the others know was sampled or followed roughly."""
    policy: str | None
    """The policy that was asked, like ``classic-4``; null for an estimate by playing on."""
    fits: bool
    """False if the policy was learnt for another game: the nearest one."""
    if_right: Chance | None
    """The policy's chance to win the game after declaring, if the code turns out right."""
    if_wrong: Chance | None
    """The same if it turns out wrong."""
    codes: list[CodeChoice]
    """The likeliest codes, three at most; empty for an estimate by playing on."""
    next_chance: Chance | None
    """The chance that the likeliest code will have after the next answer I hear, on average: exact."""
    danger: Opponent | None
    """The opponent who is likeliest to be able to declare."""
    source: str
    """Where the verdict comes from, in words."""
    reasons: list[str]
    """What speaks for and against it, in words."""


class Analysis(TypedDict):
    """Everything that is known about a rack."""

    edition: str
    """Name of the edition."""
    seat: str
    """The player who is helped."""
    target: Target
    """What must be declared: then ``bits``, or ``tile_bits``, are what counts."""
    events: Count
    """How many lines told something; comments and blank lines do not count."""
    solved: bool
    """True if what must be declared is certain: the numbers, or the tiles where colours count."""
    racks: Count
    """How many racks are left, however many are listed."""
    candidates: list[Candidate]
    """The racks left, most likely first."""
    codes: list[Code]
    """The number codes left, most likely first; always all of them."""
    tiles: list[TileChance]
    """Every kind of tile in the deck, in the order of the deck."""
    questions: list[Question]
    """What each opponent would tell by answering each card that can still come, most bits about the numbers first."""
    answers: list[Told]
    """What the answers heard so far have told, in the order of the log."""
    opponents: list[Opponent] | None
    """How far the others are; None where the page asks for them on their own."""
    contradiction: Plain[Contradiction] | None
    """Where and why the log contradicts itself; None if it does not."""
    warnings: list[Plain[Remark]]
    """What is odd about the log."""
    assumed: NotRequired[Plain[Assumption]]
    """With ``--silence``: what holds under that assumption."""
    further: NotRequired[Plain[FurtherAnswers]]
    """With ``--further``: how many answers it still takes."""
    advice: NotRequired[Plain[Advice] | None]
    """With ``--advise``: declare now or wait; null where there is nothing to decide."""
    no_advice: NotRequired[str]
    """With ``--advise``: why there is nothing to decide."""
    second_opinion: NotRequired[Plain[Advice]]
    """With ``--advise --seconds``: the same by playing on."""


# Reasons.


class ProofAnswer(TypedDict):
    """An answer in a proof."""

    line: Count
    """The line of the log."""
    player: str
    """Who answered."""
    card: Count
    """The number of the card."""
    answer: str
    """What was answered."""
    seen: Mapping[str, list[str]]
    """The racks beside mine that the player saw, by name."""
    says: str
    """What it means for my rack."""


class StepOfProof(TypedDict):
    """One step of a proof."""

    answers: list[ProofAnswer]
    """One answer or two."""
    facts: Sequence[str]
    """Simple claims that are proved from here on."""
    racks: Count
    """How many racks are left after this step."""


class Proof(TypedDict):
    """A shortest proof of a claim, or what speaks against it."""

    claim: str
    """The claim, as it was understood."""
    proved: bool
    """True if it follows from the log."""
    chance: Chance
    """The chance of the claim."""
    counterexample: Sequence[str] | None
    """The likeliest rack against it, sorted by name; None if it is proved."""
    premises: list[Count]
    """The lines of the answers in the proof, in the order of the steps."""
    given: Sequence[Count]
    """Lines about earlier racks that are taken for granted; 0 stands for more than can be listed."""
    steps: list[StepOfProof]
    """The proof; empty if there is none, or if the tiles in sight are enough."""


class Hint(TypedDict):
    """Help without spoilers, as far as a level goes."""

    level: Annotated[int, Limits(1, 4)]
    """How much it tells."""
    text: str
    """The hint in words."""
    line: Count | None
    """The line of the answer that is worth another look; None if there is nothing to find, or a note is wrong."""
    about: str | None
    """The number, colour or tile that it tells about, from level 2 on; `code` if it rules out a code."""
    others: Count | None
    """How many other answers it takes as well, from level 2 on."""
    claim: str | None
    """What follows, from level 3 on."""
    proof: Plain[Proof] | None
    """The proof, at level 4."""
    given: Sequence[str]
    """The notes that the proof builds on, at level 4."""
    wrong: Sequence[str]
    """Notes that are wrong, which come first; before level 2, an empty text for each."""


class OwnCards(TypedDict):
    """Cards that the player drew."""

    cards: list[OwnCard]
    """What to say to each, and what it gives away; best first."""


# Puzzles.


class PuzzleClue(TypedDict):
    """An answer of a puzzle."""

    line: Count
    """The line of the log."""
    player: str
    """Who answers."""
    card: Count
    """The number of the card."""
    text: str
    """What it asks."""
    answer: str
    """What is answered."""


class PuzzleGrade(TypedDict):
    """How hard a puzzle is."""

    answers: Count
    """How many answers there are."""
    widest: Count
    """How many answers the largest step combines."""
    steps: Count
    """How many steps the solution has."""
    effort: Count
    """A finer measure."""
    kinds: list[str]
    """The kind of each card: ``compare``, ``tiles``, ``racks`` or ``spread``."""


class PuzzleStep(TypedDict):
    """A step to the solution."""

    clues: list[Count]
    """The answers that are combined, counted from 1."""
    facts: list[str]
    """What can be noted then."""
    racks: Count
    """How many racks agree with these answers and the notes before."""
    codes: Count
    """How many number codes they have."""


class Puzzle(TypedDict):
    """A puzzle, for solving it."""

    seed: str
    """What it was made from: its number, as text, or ``daily`` and a date."""
    edition: str
    """Name of the edition."""
    players: list[str]
    """The players clockwise, first to play first; ``me`` is the one who solves."""
    level: Annotated[str, Limits(choices=("easy", "medium", "hard", "expert"))]
    """How hard it is, in a word."""
    asks: Target
    """What is asked for."""
    racks: Mapping[str, list[str]]
    """For each rack in sight, by name, its tiles."""
    clues: list[PuzzleClue]
    """The answers, in the order of play."""
    grade: PuzzleGrade
    """How hard it is."""
    log: str
    """The game as a log; it holds answers of ``me`` and answers not heard as well."""


class SolvedPuzzle(Puzzle):
    """A puzzle and the way to its solution."""

    solution: str
    """The code: numbers (``"257"``), or tiles (``"B7 K5 Y2"``)."""
    dealt: list[str]
    """The tiles on the rack; others with the same numbers may fit."""
    steps: list[PuzzleStep]
    """A way to find it."""
