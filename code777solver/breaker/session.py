"""A game as front ends use it: shortcuts, undo and redo, autosave, secret codes, practice.

The program can play each role. It holds the secret code of a side if one was set or drawn, and then gives the right
answers; it guesses for a side if asked to. Secrets are never written to disk.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from ..errors import LineError, NotationError, PackError, RuleError
from ..sentences import Sentence
from ..table.journal import Journal
from ..table.log_file import LogFile
from .answers import Overlap, answer, read_answer
from .best_play import best_guess, can_search, is_planned
from .breaker import Breaker
from .notation import format_event, read_line
from .position import GuessPosition
from .round import Guess, Reveal
from .strategies import STRATEGIES

__all__ = ["SUFFIX", "BreakerSession", "Logged"]

SUFFIX = ".breaker"


class Logged(NamedTuple):
    """Result of an entry: the lines that were logged, and the answer of the program, if it gave one."""

    lines: tuple[str, ...]
    said: Overlap | None = None


class BreakerSession(LogFile[Breaker]):
    """One game with the state that a prompt needs."""

    suffix = SUFFIX

    def __init__(self, journal: Journal | None = None, *, pack: str = "", seed: int | None = None) -> None:
        """Start a new game, or continue that of a journal."""
        super().__init__(journal)
        self._random = random.Random(seed)
        self.secrets: dict[int, int] = {}
        """Codes that the program knows, by the side that has to find them."""
        self.robots: set[int] = set()
        """Sides that the program guesses for."""
        self.strategy = "optimal-mean"
        if journal is not None:
            self._load(journal.path.name, *journal.read())
        if pack:
            self.enter(f"pack {pack}")

    def _start(self) -> Breaker:
        return Breaker.from_log("")

    def _refusal(self, number: int, line: str, error: LineError, *, cut_off: bool) -> Sentence:
        return Sentence("{error}: {line}", error=error, line=line.strip())

    @property
    def breaker(self) -> Breaker:
        """The present game. Do not add lines to it directly."""
        return self.now

    # Lines.

    def enter(self, text: str) -> Logged:
        """Log one line, with missing parts filled in; raises and changes nothing if it is bad.

        Cards alone are answered if the program knows the code; an answer alone belongs to the proposed guess.
        """
        line = " ".join(text.split())
        if not line:
            return Logged(())
        line, said = self._complete(line)
        self._check_against_secret(line)
        self._append(line)
        added = [line]
        try:
            while self._robot_can_go():
                added.append(self._robot_line())
                self._append(added[-1], amends=True)
        except KeyboardInterrupt:  # the line and the reply of the program belong together
            self.undo()
            raise
        return Logged(tuple(added), said)

    def _complete(self, line: str) -> tuple[str, Overlap | None]:
        table = self.breaker.round
        side = next((side for side, pack in enumerate(table.game.packs) if pack.owns(line)), None)
        if side is None:
            proposed = self.proposal
            said = _answer_alone(line)
            if said is None:
                return line, None
            if proposed is None or table.turn is None:
                raise NotationError("{line!r}: which guess is this the answer to? Name the cards first", line=line)
            return f"{table.game.packs[table.turn].format(proposed)} {said}", None
        code, rest = table.game.packs[side].split(line)
        if rest or side not in self.secrets:
            return line, None
        said = answer(table.game.packs[side], code, self.secrets[side])
        return f"{table.game.packs[side].format(code)} {said}", said

    def _check_against_secret(self, line: str) -> None:
        event = read_line(line, self.breaker.round)
        if isinstance(event, Guess) and event.side in self.secrets:
            pack = self.breaker.game.packs[event.side]
            right = answer(pack, event.code, self.secrets[event.side])
            if right != event.answer:
                raise RuleError(
                    "the right answer to {cards} is {right}, not {answer}",
                    cards=pack.format(event.code),
                    right=right,
                    answer=event.answer,
                )

    def _robot_can_go(self) -> bool:
        """True if the program guesses and also knows the code, so that no person has to act."""
        turn = self.breaker.round.turn
        return turn is not None and turn in self.robots and turn in self.secrets and self.breaker.game.is_race

    def _robot_line(self) -> str:
        table = self.breaker.round
        side = table.turn or 0
        pack, guess = table.game.packs[side], self._choice(side)
        return f"{pack.format(guess)} {answer(pack, guess, self.secrets[side])}"

    @property
    def proposal(self) -> int | None:
        """The guess that the program proposes to the side to guess; None if it knows the code itself."""
        turn = self.breaker.round.turn
        if turn is None or turn in self.secrets or not self._helps(turn):
            return None
        return self._choice(turn) if len(self._position(turn).left) else None

    def _helps(self, side: int) -> bool:
        return side == self.breaker.round.mine or side in self.robots

    def _choice(self, side: int) -> int:
        """Next guess of a side: mine by the chosen strategy; the other by the best mean, or to tie with its last guess."""
        if side == self.breaker.round.mine:
            return self.breaker.next_guess(self.strategy)
        position = self._position(side)
        if self.breaker.round.is_last_chance or not (can_search(position) or is_planned(position)):
            return position.best(STRATEGIES["consistent"])
        return best_guess(position)

    def _position(self, side: int) -> GuessPosition:
        return GuessPosition(self.breaker.game.packs[side], self.breaker.round.history(side))

    # Roles.

    def set_code(self, text: str) -> None:
        """Keep a code secret and answer guesses at it."""
        table = self.breaker.round
        side = self._side_to_set()
        pack = table.game.packs[side]
        code = pack.read(text)
        for guess in table.made(side):
            right = answer(pack, guess.code, code)
            if right != guess.answer and not guess.doubted:
                line = self.breaker.log.line_of(guess)
                raise PackError(
                    "line {line} would be wrong: the right answer to {cards} is {right}",
                    line=line,
                    cards=pack.format(guess.code),
                    right=right,
                )
        self.secrets[side] = code

    def _side_to_set(self) -> int:
        """The side whose code is set: each side sets the code that the other has to find."""
        return self.breaker.round.theirs if self.breaker.game.is_race else 0

    def play(self, chair: str) -> None:
        """Start practice. ``guess``: the program draws a code and I guess. ``set``: I think of one and the program guesses.

        In a race the program does both.
        """
        if chair not in ("guess", "set") and not self.breaker.game.is_race:
            raise PackError("`play guess` (I set a code, you guess) or `play set` (you set a code, I guess)")
        table = self.breaker.round
        if table.guesses:
            raise PackError("a game is under way: `new` starts another one")
        before = dict(self.secrets), set(self.robots)
        if table.game.is_race or chair == "guess":
            self.secrets[table.mine] = self._random.randrange(len(table.pack.codes))
        if table.game.is_race or chair == "set":
            self.robots.add(table.theirs if table.game.is_race else 0)
        try:
            if self._robot_can_go():
                self._append(self._robot_line())
        except KeyboardInterrupt:
            self.secrets, self.robots = before
            raise

    @property
    def is_secret(self) -> bool:
        """True if the program knows the code that I have to find: then it helps only on request."""
        return self.breaker.round.mine in self.secrets

    def show(self) -> None:
        """Log the secret codes and forget them."""
        if not self.secrets:
            raise PackError("there is no secret code")
        for number, (side, code) in enumerate(self.secrets.items()):
            self._append(format_event(Reveal(side, code), self.breaker.round), amends=number > 0)
        self.secrets.clear()

    # Edits.

    def _keep(self, game: Breaker, line: str) -> None:
        game.keep(line)

    def _doubted(self, number: int) -> str | None:
        event = self.breaker.log.lines[number - 1].event
        if not isinstance(event, Guess):
            return None
        return format_event(Guess(event.side, event.code, event.answer, not event.doubted), self.breaker.round)


def _answer_alone(line: str) -> Overlap | None:
    """The answer if a line is only an answer, else None; raises `PackError` for an impossible answer."""
    if set(line) <= set("0123456789 /,.-:"):
        return read_answer(line)
    try:
        return read_answer(line)
    except PackError:
        return None
