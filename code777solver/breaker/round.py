"""The state of a game of Code Breaker after each event: legal events, turn, outcome.

In a race each side guesses the code of the other; the side with the low half guesses cards of the low half.
Sides are numbered as the packs of the game: 0, and in a race 1 for the high half.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ..errors import RuleError
from ..records import Record, field, replace
from ..table.persistent_list import PersistentList
from .answers import ANSWERS, WIN, AnsweredGuess, Overlap, answer
from .packs import BreakerPacks, Pack, load_game

__all__ = ["SIDES", "BreakerNote", "Event", "Guess", "MySide", "Reveal", "Round", "Starts", "UsePack"]

SIDES = ("low", "high")
ME, THEM = "me", "them"


class UsePack(Record):
    """The packs of the game."""

    text: str


class MySide(Record):
    """The half that I guess."""

    side: int


class Starts(Record):
    """The side that guesses first: ``me`` or ``them``."""

    who: str


class Guess(Record):
    """A guess and its answer. A doubted answer is kept and not used."""

    side: int
    code: int
    answer: Overlap
    doubted: bool = False

    @property
    def step(self) -> AnsweredGuess:
        return AnsweredGuess(self.code, ANSWERS.index(self.answer))

    @property
    def wins(self) -> bool:
        return self.answer == ANSWERS[WIN]


class Reveal(Record):
    """The code that a side had to find, shown when the game is over or given up."""

    side: int
    code: int


class BreakerNote(Record):
    """A note: any text."""

    text: str


Event = UsePack | MySide | Starts | Guess | Reveal | BreakerNote


class Round(Record):
    """A game so far. `do` returns the next one, or raises `RuleError` with the reason."""

    game: BreakerPacks = field(factory=lambda: load_game("breaker"))
    mine: int = 0
    starter: str = ""
    """``me`` or ``them`` if a line names it; empty if the low half starts."""
    guesses: PersistentList[Guess] = field(factory=PersistentList)
    revealed: Mapping[int, int] = field(factory=dict)

    @property
    def pack(self) -> Pack:
        """The cards that I guess."""
        return self.game.packs[self.mine]

    @property
    def theirs(self) -> int:
        """The side of the other player in a race."""
        return 1 - self.mine

    @property
    def first(self) -> int:
        """The side that guesses first."""
        if not self.game.is_race or not self.starter:
            return 0
        return self.mine if self.starter == ME else self.theirs

    def made(self, side: int) -> tuple[Guess, ...]:
        """The guesses of a side."""
        return tuple(guess for guess in self.guesses if guess.side == side)

    def history(self, side: int | None = None) -> tuple[AnsweredGuess, ...]:
        """Guesses of a side whose answers are not in doubt; mine by default."""
        wanted = self.mine if side is None else side
        return tuple(guess.step for guess in self.made(wanted) if not guess.doubted)

    def broke(self, side: int) -> bool:
        """True if a side has found its code. At most one guess of the other side follows, so the last two guesses are enough."""
        return any(guess.wins and guess.side == side for guess in islice(reversed(self.guesses), 2))

    @property
    def turn(self) -> int | None:
        """The side to guess, None when the game is over.

        In a race the first side begins every round. If it breaks its code, the second may still finish the round. A
        code that is shown ends the game.
        """
        if self.revealed:
            return None
        if not self.game.is_race:
            return None if self.broke(0) else 0
        first, second = self.first, 1 - self.first
        if self.guesses and self.guesses[-1].side == first:
            return second
        return None if self.broke(first) or self.broke(second) else first

    @property
    def is_last_chance(self) -> bool:
        """True if, in a race, the first side has broken its code and the second has one guess left to tie."""
        return self.game.is_race and self.turn is not None and self.broke(self.first)

    @property
    def outcome(self) -> str:
        """Outcome: ``broken``, in a race ``me``, ``them`` or ``tie``, ``shown`` if a code was shown before that; else empty."""
        if self.turn is not None:
            return ""
        if not self.game.is_race:
            return "broken" if self.broke(0) else "shown"
        mine, theirs = self.broke(self.mine), self.broke(self.theirs)
        if mine and theirs:
            return "tie"
        if len(self.guesses) % 2 or not (mine or theirs):
            return "shown"
        return ME if mine else THEM

    def name(self, side: int) -> str:
        """``me`` or ``them``."""
        return ME if side == self.mine else THEM

    def do(self, event: Event) -> Round:
        """The game after an event."""
        match event:
            case UsePack(text):
                self._early("pack")
                if self.starter or self.mine or self.revealed:  # codes were read with the pack of their time
                    raise RuleError("`pack` comes before `me`, `first` and `code`")
                return Round(load_game(text))
            case MySide(side):
                self._early("me")
                self._race("me")
                return replace(self, mine=side)
            case Starts(who):
                self._early("first")
                self._race("first")
                return replace(self, starter=who)
            case Guess():
                self._may_guess(event)
                return replace(self, guesses=self.guesses.plus(event))
            case Reveal(side, code):
                if side in self.revealed:
                    raise RuleError("this code has already been shown")
                return replace(self, revealed={**self.revealed, side: code})
            case BreakerNote():
                return self

    def _early(self, word: str) -> None:
        if self.guesses:
            raise RuleError("`{word}` comes before the first guess", word=word)

    def _race(self, word: str) -> None:
        if not self.game.is_race:
            raise RuleError(
                "`{word}` is for a race, but {name} has one guesser",
                remedy=" (choose a race with `pack race`)",
                word=word,
                name=self.game.name,
            )

    def _may_guess(self, guess: Guess) -> None:
        if self.turn is None:
            raise RuleError("the game is over: no more guesses")
        if self.game.is_race and guess.side != self.turn:
            cards = "-".join((self.game.packs[self.turn].ranks[0], self.game.packs[self.turn].ranks[-1]))
            raise RuleError(
                "it is the turn of `{name}`, who guesses {cards}: the sides take turns",
                name=self.name(self.turn),
                cards=cards,
            )

    def false_answers(self) -> list[tuple[Guess, Overlap]]:
        """Answers that do not fit a shown code, with the right answers."""
        found = []
        for guess in self.guesses:
            if guess.side in self.revealed:
                right = answer(self.game.packs[guess.side], guess.code, self.revealed[guess.side])
                if right != guess.answer:
                    found.append((guess, right))
        return found
