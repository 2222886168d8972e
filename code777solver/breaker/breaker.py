"""`Breaker`: Code Breaker for programmers and for the front ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from ..errors import LineError, PackError
from ..records import Chance, Count, in_json
from ..table.notation import split_lines
from .answers import Overlap, answer, read_answer
from .best_play import best_guess, can_search, compiles, is_planned, outlook
from .contradictions import WrongAnswers, wrong_answers
from .notation import BreakerLog, format_event
from .packs import BreakerPacks, Pack
from .position import GuessPosition, Split
from .round import SIDES, Guess, Round
from .strategies import STRATEGIES, GuessStrategy, strategy_named

if TYPE_CHECKING:
    from .race import Chances, Race

__all__ = ["Breaker", "GuessAdvice", "PossibleCode"]


@in_json("cards", "probability")
class PossibleCode(NamedTuple):
    """A code that is left."""

    cards: Annotated[tuple[str, ...], "Three names."]
    probability: Annotated[Chance, "Its chance: all are equally likely."]


@in_json(
    *("cards", "bits", ("answers", "parts"), "expected_codes", "worst_codes", "possible", "probability"),
    *("expected_guesses", "worst_guesses", "race"),
)
class GuessAdvice(NamedTuple):
    """A guess and what it would do."""

    cards: Annotated[tuple[str, ...], "Three names."]
    bits: Annotated[float, "Expected information of the answer, in bits."]
    parts: Annotated[Count, "The number of possible answers."]
    expected_codes: Annotated[float, "Codes left on average."]
    worst_codes: Annotated[Count, "Codes left at worst."]
    possible: Annotated[bool, "True if it can itself be the code."]
    probability: Annotated[Chance, "The chance that it is."]
    expected_guesses: Annotated[
        float | None,
        "Guesses with best play, counting this one and the last; None if there is too much to search.",
    ]
    worst_guesses: Annotated[Count | None, "The same at worst."]
    race: Annotated[float | None, "The chance to win plus half the chance to tie; None without a race."] = None


class Breaker:
    """One game of Code Breaker: takes guesses and answers, gives the possible codes and the best next guesses.

    >>> breaker = Breaker("breaker-4")
    >>> breaker.tell("AS 2S 3H 1 1 0")
    >>> len(breaker.codes), breaker.best().cards
    (185, ('AH', '4H', '4D'))
    """

    def __init__(self, pack: str = "breaker", *, me: str = "", first: str = "") -> None:
        """``me`` (``low`` or ``high``) and ``first`` (``me`` or ``them``) are for a race."""
        self.log = BreakerLog()
        lines = [f"pack {pack}", *([f"me {me}"] if me else []), *([f"first {first}"] if first else [])]
        for line in lines:
            try:
                self.log = self.log.add(line)
            except LineError as error:
                raise PackError(error.message) from None

    @classmethod
    def from_log(cls, text: str, *, start: BreakerLog | None = None) -> Self:
        """A game from the text of a log; ``start`` has the lines before its first line, which are not numbered."""
        breaker = cls.at(BreakerLog(round=start.round) if start is not None else BreakerLog())
        breaker.tell(text)
        return breaker

    @classmethod
    def at(cls, log: BreakerLog) -> Self:
        """A game at the end of a log that has been read."""
        breaker = cls.__new__(cls)
        breaker.log = log
        return breaker

    def copy(self) -> Self:
        """An independent game at the same point; almost free."""
        return self.at(self.log)

    # Events.

    def tell(self, text: str) -> None:
        """Read one or more lines. The first bad line raises an error, and then none of them is taken."""
        log = self.log
        for line in split_lines(text):
            log = log.add(line)
        self._set(log)

    def guess(self, cards: str, said: str | Iterable[int]) -> None:
        """A guess and its answer: ``breaker.guess("AS 2H 3D", (1, 2, 0))``."""
        answered = read_answer(said if isinstance(said, str) else " ".join(map(str, said)))
        self.tell(f"{cards} {answered}")

    def undo(self) -> str:
        """Take back the last line; returns its text."""
        if not self.log.lines:
            raise PackError("nothing to undo")
        last = self.log.lines[-1].text
        self._set(self.log.without_last())
        return last

    def keep(self, text: str) -> None:
        """Log a line that has no effect, for instance because it was refused."""
        self._set(self.log.keep(text))

    def _set(self, log: BreakerLog) -> None:
        self.log = log
        for name in ("position", "race"):
            self.__dict__.pop(name, None)

    # Knowledge.

    @property
    def round(self) -> Round:
        """The state of the game: turn, guesses, outcome."""
        return self.log.round

    @property
    def game(self) -> BreakerPacks:
        return self.round.game

    @property
    def pack(self) -> Pack:
        """The cards that I guess."""
        return self.round.pack

    @cached_property
    def position(self) -> GuessPosition:
        """The position of my guesses: the codes that may be the one I have to find."""
        return GuessPosition(self.pack, self.round.history())

    @property
    def their_position(self) -> GuessPosition:
        """In a race: the position of the other side's guesses."""
        table = self.round
        return GuessPosition(table.game.packs[table.theirs], table.history(table.theirs))

    @property
    def codes(self) -> list[PossibleCode]:
        """The codes that fit every answer, in the order of the pack; all are equally likely."""
        left = self.position.left.tolist()
        return [PossibleCode(self.pack.cards(code), 1 / len(left)) for code in left]

    @property
    def solved(self) -> bool:
        """True if one code is left."""
        return len(self.position.left) == 1

    @property
    def contradicted(self) -> bool:
        """True if no code fits every answer."""
        return len(self.position.left) == 0

    # Guesses.

    def best(self, strategy: str = "optimal-mean") -> GuessAdvice:
        """The next guess of a strategy; in a race, the guess that wins most often replaces ``optimal-mean``."""
        return self._advice(self._open_position().split(self.next_guess(strategy)))

    def next_guess(self, strategy: str = "optimal-mean") -> int:
        """Number of the next guess of a strategy; entropy replaces it if the search would take too long."""
        chosen = strategy_named(strategy)
        position = self._open_position()
        if chosen.is_greedy:
            return position.best(chosen)
        if chosen.name == "optimal-mean" and self.race is not None and self.race.is_known:
            return self.race.plan.root.guess
        worst = chosen.name == "optimal-worst"
        if not can_search(position) and not is_planned(position, worst=worst):
            return position.best(STRATEGIES["entropy"])
        return best_guess(position, worst=worst)

    def guesses(self, top: int = 8, strategy: str = "optimal-mean") -> list[GuessAdvice]:
        """The ``top`` best next guesses. Of guesses that are equal up to renaming, one is listed.

        An optimal strategy puts its choice first, followed by guesses with many bits, in its order.
        """
        if self.contradicted:
            return []
        chosen = strategy_named(strategy)
        position = self._open_position()
        if chosen.is_greedy:
            return [self._advice(split) for split in position.ranked(chosen, top)]
        found = [self._advice(split) for split in position.ranked(STRATEGIES["entropy"], top)]
        own = self.best(strategy)
        others = [advice for advice in found if set(advice.cards) != set(own.cards)]
        return [own, *sorted(others, key=lambda advice: _order(advice, chosen))][:top]

    def advise(self, cards: str) -> GuessAdvice:
        """Advice on any guess."""
        return self._advice(self._open_position().split(self.pack.read(cards)))

    def _open_position(self) -> GuessPosition:
        if self.contradicted:
            raise PackError("no code fits every answer: see diagnose()")
        return self.position

    def _advice(self, split: Split) -> GuessAdvice:
        position = self.position
        ahead = outlook(self.pack, position.history, split.guess) if can_search(position) else None
        race = self.race.score(split.guess) if self.race is not None and self.race.is_known else None
        return GuessAdvice(
            cards=self.pack.cards(split.guess),
            bits=split.bits,
            parts=split.parts,
            expected_codes=split.expected_codes,
            worst_codes=split.worst_codes,
            possible=split.chance > 0,
            probability=split.chance,
            expected_guesses=None if ahead is None else ahead.expected,
            worst_guesses=None if ahead is None else ahead.worst,
            race=race,
        )

    # The setter, and the race.

    def answer_to(self, guess: str, code: str) -> Overlap:
        """Answer of the setter of ``code``.

        >>> print(Breaker("breaker").answer_to("AR 2R 3P", "AR 3W 5P"))
        2 2 1
        """
        pack = next((pack for pack in self.game.packs if pack.owns(guess)), self.pack)
        return answer(pack, pack.read(guess), pack.read(code))

    @cached_property
    def race(self) -> Race | None:
        """The race from my side; None for a game with one guesser, and without numba."""
        if not self.game.is_race or not compiles():
            return None
        from .race import Race

        return Race(self.round)

    @property
    def chances(self) -> Chances | None:
        """Chances of the race; None if there is no race, or if the exact search would take too long."""
        if self.race is None or not (self.round.outcome or self.race.is_known) or self.round.outcome == "shown":
            return None
        return self.race.chances

    # Contradictions.

    def diagnose(self) -> list[WrongAnswers]:
        """Sets of answers that must be wrong if no code fits, likeliest first. Places are indices of my answers that are not in doubt."""
        return wrong_answers(self.pack, self.round.history())

    def line_of(self, place: int) -> int:
        """Line number of an answer, given its place in `diagnose`."""
        made = [guess for guess in self.round.made(self.round.mine) if not guess.doubted]
        return self.log.line_of(made[place])

    def false_answers(self) -> list[tuple[int, Guess, Overlap]]:
        """Answers that do not fit a shown code: the line, the guess, and the right answer."""
        return [(self.log.line_of(guess), guess, right) for guess, right in self.round.false_answers()]

    def canonical(self) -> str:
        """The log in canonical spelling, without comments."""
        events = [line.event for line in self.log.lines if line.event is not None]
        return "".join(f"{format_event(event, self.round)}\n" for event in events)

    def __repr__(self) -> str:
        side = f", {SIDES[self.round.mine]}" if self.game.is_race else ""
        return (
            f"<Breaker {self.game.name}{side}: guesses {len(self.round.guesses)}, codes left {len(self.position.left)}>"
        )


def _order(advice: GuessAdvice, strategy: GuessStrategy) -> tuple[float, ...]:
    """Sort key, best first: by the race, by the score of the strategy, then by bits."""
    worst, mean = advice.worst_guesses or 0, advice.expected_guesses or 0.0
    race = -(advice.race or 0.0) if strategy.name == "optimal-mean" else 0.0
    return (race, *((worst, mean) if strategy.name == "optimal-worst" else (mean, worst)), -advice.bits)
