"""`Solver`: one player's game, fed by methods or log lines, read as typed objects and arrays."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from ._lazy import lazy_module
from .core.belief import Belief
from .core.sampling import checked_seed
from .errors import ArgumentError, BeliefError, Code777Error, EditionError, RuleError, require_count, require_text
from .information.candidates import Assumed, Candidate, Candidates, Code, TileChance
from .information.questions import Question, Told, ask, joint_bits
from .reasons.position import Position
from .records import Count, as_dict, replace
from .rules.editions import PYTHON, Edition, load_edition
from .rules.tiles import Tile, number_code
from .table.events import Answer, Declare, Event, Fill, Penalty, Reshuffle, Seat, Swap, UseEdition, UseOption
from .table.notation import Line, Log, format_event, split_lines
from .table.notes import parse_note
from .table.table import ME, Step, Table

if TYPE_CHECKING:
    from .information import futures
    from .information.futures import Further
    from .play import advice, rollouts, second_opinion
    from .play.advice import Advice, Decision
    from .play.second_opinion import SecondOpinion
    from .reasons import claims, diagnosis, hints, marks, misreadings, proofs, silence
    from .reasons.diagnosis import Diagnosis, FalseAnswer
    from .reasons.hints import Hint, NotesCheck
    from .reasons.marks import Mark
    from .reasons.misreadings import Change, Left
    from .reasons.opponents import Opponent
    from .reasons.proofs import Proof
    from .review import reviewer
    from .review.records import GameReview
else:
    futures = lazy_module("code777solver.information.futures")
    advice = lazy_module("code777solver.play.advice")
    rollouts = lazy_module("code777solver.play.rollouts")
    second_opinion = lazy_module("code777solver.play.second_opinion")
    claims = lazy_module("code777solver.reasons.claims")
    diagnosis = lazy_module("code777solver.reasons.diagnosis")
    hints = lazy_module("code777solver.reasons.hints")
    marks = lazy_module("code777solver.reasons.marks")
    misreadings = lazy_module("code777solver.reasons.misreadings")
    proofs = lazy_module("code777solver.reasons.proofs")
    silence = lazy_module("code777solver.reasons.silence")
    reviewer = lazy_module("code777solver.review.reviewer")


class OwnCard(NamedTuple):
    """A card that I drew: the right answer, and what it tells the others."""

    card: Annotated[Count, "The number of the card."]
    text: Annotated[str, "The text of the card."]
    answer: Annotated[str | None, "The right answer; None if the others answer the card."]
    gained: Annotated[
        float, "Bits that I expect from it, about my numbers, or about my tiles where those must be declared."
    ]
    tells: Annotated[
        Mapping[str, float],
        "Bits that each opponent gets about their own numbers or tiles, on average over what I may hold.",
    ]


class Solver:
    """One player's view of a game, exact at every step.

    >>> solver = Solver("classic", ["Ann", "Bob", "me"])
    >>> solver.rack("Ann", "Y2 K5 B7")
    >>> solver.rack("Bob", "G6 G6 R5")
    >>> solver.answer("Ann", 16, "first")
    >>> solver.tell("Bob 10 3")
    >>> len(solver.candidates), solver.codes[0]
    (19, Code(numbers='457', probability=0.16))
    """

    def __init__(
        self,
        edition: str | Edition = "classic",
        players: str | Sequence[str] = (),
        *,
        seat: str = ME,
        options: Mapping[str, object] | None = None,
        folder: Path | None = Path(),
    ) -> None:
        """A new game. Without ``players`` the log lines are expected to name them, and the edition.

        The players are a list of names, or a text with blanks or commas between them: ``"Ann Bob me"``.
        """
        self._begin_at(Table(viewer=seat, folder=folder))
        if isinstance(edition, Edition):
            self._use(edition, folder)
        elif players or edition != "classic":
            self._do(UseEdition(require_text(edition, "edition", "classic")))
        for name, value in (options or {}).items():
            self._do(UseOption(name, str(value)))
        if players is not None and not isinstance(players, Iterable):
            raise ArgumentError("`players` is {players!r}, not a list of names (like 'Ann Bob me')", players=players)
        if players:
            names = players.replace(",", " ").split() if isinstance(players, str) else players
            self._do(Seat(tuple(require_text(name, f"players[{i}]", "Ann") for i, name in enumerate(names))))
        self._written = len(self.log.lines)

    def _use(self, edition: Edition, folder: Path | None) -> None:
        """Log the lines that lead to an edition.

        One without a file is used without lines, except for those that say which cards are in Python.
        """
        try:
            base = load_edition(edition.source or edition.name, folder=folder)
        except EditionError:
            base = None
        if base is None or base.differs_in_cards(edition):
            self._begin_at(Table(edition=edition, viewer=self.table.viewer, folder=folder))
            for card in edition.own:
                self._do(UseOption(f"card{card}", PYTHON))
            return
        self._do(UseEdition(edition.source or edition.name))
        for rule, value in as_dict(edition.rules).items():
            if value != getattr(base.rules, rule):
                self._do(UseOption(rule, str(value)))
        for card, reading in edition.readings.items():
            self._do(UseOption(f"card{card}", reading))

    @classmethod
    def from_log(
        cls, text: str, *, seat: str = ME, folder: Path | None = Path(), edition: Edition | None = None
    ) -> Self:
        """A game from the text of a log; raises `LineError` at the first bad line.

        ``edition`` is the one to begin with; a game with cards in Python needs it, since no line can describe them.

        >>> Solver.from_log("players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <").log.table.pile
        22
        """
        table = Table(viewer=seat, folder=folder)
        solver = cls.__new__(cls)
        solver._begin_at(table if edition is None else replace(table, edition=edition))
        solver.tell(text)
        return solver

    @classmethod
    def load(cls, path: str | Path, *, seat: str = ME, edition: Edition | None = None) -> Self:
        """A game from a ``.c777`` file. Editions that it names by file are looked for beside it.

        Raises `OSError` for a file that cannot be opened, as `open` does, and `ValueError` for one that cannot be read.
        """
        path = Path(path)
        return cls.from_log(path.read_text(encoding="utf-8-sig"), seat=seat, folder=path.parent, edition=edition)

    def _begin_at(self, table: Table, say: Callable[[str], None] | None = None) -> None:
        """Begin at a table where nothing has happened yet."""
        self._now = Position.at(table, say)
        self._written = 0

    def _do(self, event: Event) -> Step:
        """Add an event; raises `RuleError` if it cannot be true."""
        step = self.table.do(event)
        self._add(Line(len(self.log.lines) + 1, format_event(step.event), step))
        return step

    def _add(self, line: Line) -> None:
        """Add a line that was read at this very table."""
        self._now = self._now.plus(line)

    def copy(self) -> Self:
        """An independent solver at the same point; almost free."""
        twin = type(self).__new__(type(self))
        twin._now, twin._written = self._now, self._written
        return twin

    # Feeding.

    def tell(self, lines: str) -> None:
        """Read one or more log lines. A bad one raises `LineError` and is left out; those before it stay."""
        for text in split_lines(lines) or [""]:
            self._add(self.log.read(text))

    def rack(self, name: str, tiles: str | Iterable[str | Tile] | None = None) -> None:
        """The tiles now on a rack, as text or one by one; None (or ``"?"``) for tiles that I do not see."""
        known = None if tiles is None or tiles == "?" else self.edition.deck.rack(_as_text(tiles, "tiles", "Y2 K5 B7"))
        self._do(Fill(name, known))

    def answer(self, player: str, card: int, answer: str | int | None, *, doubted: bool = False) -> None:
        """A player answers a card, in any spelling of the notation; None if I did not hear the answer."""
        asked = self.edition.card(card)
        racks = len(self.table.rack_names) - 1
        symbol = None if answer is None else asked.symbol(str(answer), racks)
        self._do(Answer(player, asked.number, symbol, doubted))

    def declare(
        self,
        player: str,
        code: str | Iterable[str | Tile],
        *,
        right: bool,
        saw: str | Iterable[str | Tile] | None = None,
    ) -> None:
        """A player declares numbers (``"257"``) or tiles (``"Y2 K5 B7"``); ``saw`` is what they then found."""
        if right not in (True, False):
            raise ArgumentError("`right` must be True or False, not {value!r}", value=right)
        deck, text = self.edition.deck, _as_text(code, "code", "257")
        digits = deck.code(text)
        tiles = None if digits.isdecimal() else deck.rack(text)
        numbers = digits if tiles is None else number_code(tiles)
        self._do(
            Declare(player, numbers, bool(right), tiles, deck.rack(_as_text(saw, "saw", "Y2 K5 B7")) if saw else None)
        )

    def reshuffle(self) -> None:
        """The tiles out of play went back into the pile."""
        self._do(Reshuffle())

    def swap(self, player: str, old: str, new: str | None = None) -> None:
        """A player saw a tile of their own, and another replaced it; None for one that I do not see."""
        deck = self.edition.deck
        self._do(Swap(player, deck.tile(old), deck.tile(new) if new and new != "?" else None))

    def penalty(self, player: str) -> None:
        """A player loses points for a false answer."""
        self._do(Penalty(player))

    def note(self, text: str) -> None:
        """Keep a remark in the log."""
        self._do(parse_note(" ".join(text.split())))

    def undo(self) -> str:
        """Take the last line back; returns its text. The lines that the constructor wrote stay.

        >>> solver = Solver("classic", "Ann me")
        >>> solver.undo()
        Traceback (most recent call last):
        code777solver.errors.RuleError: nothing to undo
        """
        if len(self.log.lines) <= self._written:
            raise RuleError("nothing to undo")
        last = self.log.lines[-1]
        self._now = self._now.without_last()
        return last.text

    # Reading.

    @property
    def log(self) -> Log:
        """Everything logged so far."""
        return self._now.log

    @property
    def table(self) -> Table:
        """The public state of the table now."""
        return self._now.log.table

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def seat(self) -> str:
        """The seat being helped."""
        return self._now.seat

    @property
    def belief(self) -> Belief:
        """The exact belief about my rack now."""
        return self._now.belief

    @property
    def candidates(self) -> Candidates:
        """The racks that may be mine, most likely first; none while my rack waits to be filled."""
        return self._now.candidates

    @property
    def codes(self) -> list[Code]:
        """The number codes that may be mine, most likely first."""
        return list(self._now.codes)

    @property
    def declarable(self) -> Sequence[Candidate | Code]:
        """Possible declarations, most likely first: `codes`, or `candidates` where tiles count."""
        return self._now.declarable

    @property
    def tiles(self) -> list[TileChance]:
        """Every kind of tile in the deck and how likely it is on my rack, in deck order."""
        return list(self._now.tiles)

    @property
    def out_of_play(self) -> Counter[Tile]:
        """The tiles that are not on my rack for certain: in sight, out of play, or on old racks of mine in every case.

        So after ``declare me 146 right`` the only green 1 is gone, even if I did not look.
        """
        kinds = zip(self.edition.deck.kinds, self.belief.pool.surely_gone, strict=True)
        return self.table.seen_tiles() + Counter(dict(kinds))

    @property
    def solved(self) -> bool:
        """True if my code is certain: the numbers, or the tiles if colours count."""
        return self._now.solved

    @property
    def contradictions(self) -> tuple[int, ...]:
        """The lines after which no rack explains all lines so far. Empty if the log is consistent."""
        return tuple(self._now.contradictions)

    def question(self, player: str, card: int) -> Question:
        """Information that one player's answer to one card would give me now."""
        self.edition.card(card)
        player = self._now.opponent(player)
        if self.table.waiting or not self.belief.is_full:
            raise RuleError(
                "{rack} has no tiles in the log yet", rack=self.table.person((*self.table.waiting, self.seat)[0]).rack
            )
        if not self.belief.possible:
            raise BeliefError("the log contradicts itself: no rack is left to ask about")
        return ask(self.belief, self.table, player, card, self.seat)

    @property
    def questions(self) -> list[Question]:
        """Information from each opponent's answer to each card that can still come, most bits first.

        The bits are about the numbers, or about the tiles where those must be declared.
        """
        return list(self._now.questions)

    # Reasons.

    @property
    def answers_heard(self) -> list[Told]:
        """Information in each answer so far, in order."""
        return self._now.answers

    def why(self, claim: str) -> Proof:
        """A shortest proof of a claim about my rack (``no 6``, ``has B7``, ``numbers 257``), or what speaks against it.

        >>> solver = Solver.from_log("players Ann me\\nrack Ann Y2 K5 B7\\nAnn 17 >\\nAnn 10 5")
        >>> proof = solver.why("has 4")
        >>> proof.proved, [heard.line for heard in proof.premises]
        (True, [3])
        """
        if not self.belief.possible:
            raise BeliefError("the log contradicts itself, so every claim would be proved: see the diagnosis first")
        found = claims.parse_claim(require_text(claim, "claim", "no 6"), self.belief.pool.arrays.racks)
        return proofs.prove(found, self._now.evidence)

    def why_impossible(self, line: str) -> Proof | None:
        """Why a line cannot come now, such as ``Ann 16 <``; None if it can, or if nobody can tell from the answers.

        >>> solver = Solver.from_log("players Ann me\\nrack Ann Y2 K5 B7\\nAnn 8 1")
        >>> [heard.line for heard in solver.why_impossible("Ann 4 1").premises]
        [3]
        """
        event = self.log.read(line).step
        if event is None or not self.belief.possible or self.what_if(line).belief.possible or not self.belief.is_full:
            return None
        claim = claims.refuting(event.event, self.belief.pool.arrays, self.table, self.seat)
        return None if claim is None else proofs.prove(claim, self._now.evidence)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks about my rack that the log keeps: ``note cross 6``, ``note circle B7``."""
        return marks.marks_in(self.log.lines, self.seat, self.belief.pool.arrays.racks)

    def hint(self, level: int = 1, notes: Iterable[str] = ()) -> Hint:
        """Help without spoilers: 1 where to look, 2 what it is about, 3 the deduction, 4 the proof."""
        return hints.hint(self._now.evidence, level, notes)

    def check_notes(self, notes: Iterable[str]) -> NotesCheck:
        """Sort my notes (``no 6``, ``has B7``) into proved, open and wrong ones, and count further proved facts."""
        return hints.check_notes(self._now.evidence, notes)

    def diagnose(self) -> Diagnosis:
        """Explanations of a contradiction: changes of the log that leave racks again, likeliest first."""
        return diagnosis.diagnose(self._now.evidence, self.belief, self.log.lines, self.table, self.seat, self._attempt)

    def _attempt(self, change: Change) -> Left | None:
        """Racks and codes left by a changed log; None if it is refused, or has no fewer contradictions."""
        solver, later = self.copy(), list(reversed(self.log.lines[change.line - 1 :]))
        for _ in later:
            solver._now = solver._now.without_last()
        if not change.inserted:
            later.pop()
        try:
            solver.tell(change.text)
            for line in reversed(later):
                if line.step is None:
                    keep_text(solver, line.text)
                else:
                    solver.tell(line.text)
        except Code777Error:
            return None
        if len(solver.contradictions) >= len(self.contradictions):
            return None
        belief = solver.belief
        drawn = float((belief.fresh * belief.pool.ways(belief.size)).sum())
        chance = belief.total / drawn if drawn else 0.0
        return misreadings.Left(len(solver.candidates), len(solver.codes), chance, tuple(solver.contradictions))

    def audit(self) -> list[FalseAnswer]:
        """The answers that are proved false by racks that are known by now."""
        return diagnosis.audit(self.log.lines, self.table)

    def review(self, *, held: str | None = None) -> GameReview:
        """Review the game: who could deduce what, and when. ``held`` names my present rack, if I know it."""
        return reviewer.review_game(
            self.log, held=None if held is None else self.edition.deck.sort(self.edition.deck.rack(held))
        )

    def error_probabilities(self) -> dict[int, float]:
        """For each answer about my rack, by line, the probability that it is false, given the error rates."""
        found = diagnosis.chances_of_error(self._now.evidence)
        return {heard.line: float(chance) for heard, chance in zip(self._now.evidence.heard, found, strict=True)}

    def what_if(self, line: str) -> Self:
        """A new solver with one more line; this one does not change."""
        other = self.copy()
        other.tell(line)
        return other

    def further(self, *, samples: int = 4000, seed: int = 0) -> Further:
        """An estimate of how many more answers it takes until my code is certain (imports numba)."""
        samples = require_count(samples, "samples", like=4000)
        if not self.belief.is_full or not self.belief.possible or self.table.waiting:
            raise BeliefError("nothing to estimate: no rack is left, or the rack has no tiles yet")

        return futures.further(self.belief, self.table, self.seat, samples=samples, seed=checked_seed(seed))

    # The others.

    @property
    def opponents(self) -> list[Opponent]:
        """Each opponent's distance to certainty, as far as it can be followed; empty while a rack is not filled."""
        return list(self._now.opponents)

    def advise(
        self, *, seconds: float | None = None, samples: int | None = None, after: Advice | None = None
    ) -> Advice:
        """Declare the likeliest code now, or wait? What the learnt policy says, at once; nothing is compiled.

        With ``seconds`` or ``samples`` it is a second opinion: an estimate by rollouts (imports numba) that takes about
        ``seconds``, or plays exactly ``samples`` games a choice. ``after`` is an earlier estimate of the same position,
        whose games are added.
        """
        if seconds is None and samples is None and after is None:
            events = (step.event for step in self.log.steps)
            return advice.advise(self.table, events, self.belief, self.seat, lambda: self.opponents)
        _check_effort(seconds, samples)
        decision = self._decision()
        try:
            estimate = rollouts.estimate_by_rollouts
        except ModuleNotFoundError as error:  # in a browser
            raise BeliefError(
                "no second opinion here: playing on needs {name}, which is not installed", name=error.name
            ) from None
        return estimate(decision, seconds=advice.SECONDS if seconds is None else seconds, samples=samples, after=after)

    def advise_in_background(self, *, seconds: float = 2.0, samples: int | None = None) -> SecondOpinion:
        """The same by playing on, worked out by another process: it can be waited for, and stopped at any time.

        >>> solver = Solver.from_log("players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <")
        >>> with solver.advise_in_background(seconds=60) as asked:
        ...     asked.wait(0.01) is None, asked.games
        (True, 0)
        """
        _check_effort(seconds, samples)
        return second_opinion.SecondOpinion(self._decision(), seconds=seconds, samples=samples)

    def _decision(self) -> Decision:
        """The present decision with what the others know in it; refused where there is nothing to decide."""
        advice.check(self.table, self.belief, self.seat)
        views = map(self._now.look, self._now.others)
        known = {
            view.opponent: advice.RivalKnowledge(view.own_racks, view.chances, view.support, view.exact)
            for view in views
        }
        return advice.Decision(self.table, self.belief, self.seat, known)

    def right_answer(self, card: int) -> str:
        """My right answer to a card, from what I see."""
        asked = self.edition.card(card)
        if self.table.waiting:
            raise RuleError("{rack} has no tiles in the log yet", rack=self.table.person(self.table.waiting[0]).rack)
        return asked.answer([self.table.racks[name].tiles for name in self.table.seen_by(self.seat)])

    def my_card(self, card: int) -> OwnCard:
        """On my turn: the right answer to the card I drew, and what it tells the others."""
        drawn, right = self.edition.card(card), self.right_answer(card)
        views = [self._now.look(player) for player in self._now.others] if self.belief.possible else []
        symbol: str | None
        if self.edition.rules.answered_by == "drawer":
            symbol, speaking, gained = right, [self.seat], 0.0
        else:
            symbol, speaking = None, self._now.others
            gained = joint_bits(self.belief, self.table, self._now.others, card, self.seat) if views else 0.0
        tells = {view.opponent: view.told(speaking, card) for view in views}
        return OwnCard(card, drawn.text, symbol, gained, tells)

    def choose(self, cards: Iterable[int]) -> list[OwnCard]:
        """Cards to choose from, best first: what I gain minus what the others gain."""
        return sorted((self.my_card(card) for card in cards), key=lambda own: sum(own.tells.values()) - own.gained)

    def assuming_silence(self, *, factor: float = 0.0, depth: int = 1) -> Assumed:
        """The chances if the others declare as soon as they are certain. An assumption, never a proof."""
        if not self.belief.is_full:
            raise BeliefError("there is no full rack to reason about now")
        if not self.belief.possible:
            raise BeliefError("the log contradicts itself: no rack is left")

        factors = silence.silence_factors(self.log.lines, self.belief, self.seat, factor=factor, depth=depth)
        return Assumed(factor, depth, self.belief.space, silence.apply_silence(self.belief, factors))

    def __repr__(self) -> str:
        table = self.table
        if not table.players or table.viewer is None:
            lines = len(self.log.lines)
            return f"<Solver {table.edition.name}, {lines} {'line' if lines == 1 else 'lines'}>"
        return (
            f"<Solver {table.edition.name}, {self.seat} among {len(table.players)}: "
            f"racks left {len(self.candidates)}, codes left {len(self.codes)}>"
        )

    def _repr_html_(self) -> str:
        """The likeliest codes and racks as a table, for notebooks."""
        from html import escape

        if not self.table.players or self.table.viewer is None:
            return f"<p>{escape(repr(self))}</p>"
        codes = "".join(f"<tr><td>{c.numbers}</td><td>{c.probability:.1%}</td></tr>" for c in self.codes[:8])
        racks = "".join(
            f"<tr><td>{' '.join(c.tiles)}</td><td>{c.probability:.1%}</td></tr>" for c in self.candidates[:8]
        )
        return (
            f"<p>{escape(repr(self)[1:-1])}</p><div style='display:flex;gap:2em'>"
            f"<table><tr><th>numbers</th><th>chance</th></tr>{codes}</table>"
            f"<table><tr><th>rack</th><th>chance</th></tr>{racks}</table></div>"
        )


# For the other rooms of the package. These are not methods, because nobody who uses the library needs them.


def new_solver(table: Table, *, say: Callable[[str], None] | None = None) -> Solver:
    """A solver at a table where nothing has happened yet; ``say`` gets a text while arrays are prepared for the first time."""
    solver = Solver.__new__(Solver)
    solver._begin_at(table, say)
    return solver


def position_of(solver: Solver) -> Position:
    """The frozen position of a solver: beliefs, evidence, what opponents know."""
    return solver._now


def add_line(solver: Solver, line: Line) -> None:
    """Add a line that was read at this very table, such as one that was taken back."""
    solver._add(line)


def add_event(solver: Solver, event: Event) -> Step:
    """Add an event; raises `RuleError` if it cannot be true."""
    return solver._do(event)


def keep_text(solver: Solver, text: str) -> None:
    """Keep a line that cannot be read at its place in the log. Nothing follows from it."""
    solver._add(Line(len(solver.log.lines) + 1, text, None))


# Arguments.


def _check_effort(seconds: float | None, samples: int | None) -> None:
    """Refuse a time or a number of games that no second opinion can be made with."""
    if seconds is not None and not (isinstance(seconds, int | float) and 0 <= seconds < math.inf):
        raise ArgumentError(
            "`{name}` is {value!r}, not a number of seconds, 0 or more (like {like})",
            name="seconds",
            value=seconds,
            like=2,
        )
    if samples is not None:
        require_count(samples, "samples", like=1000)


def _as_text(tiles: object, name: str, like: str) -> str:
    """Tiles or numbers as text, as they are read; they may be given one by one, as results have them."""
    if isinstance(tiles, str):
        return tiles
    if isinstance(tiles, Iterable) and not isinstance(tiles, bytes):
        return " ".join(map(str, tiles))
    return require_text(tiles, name, like)
