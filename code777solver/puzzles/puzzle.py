"""Deduction puzzles: the racks that you see, answers that are all needed, and exactly one code.

A puzzle is the opening of a legal game, so it has a log like any game. The same seed, edition,
number of players and level give the same puzzle everywhere (scheme 1: `Dice` from the text in `_dice`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date as Date
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from ..errors import ArgumentError, BeliefError, Code777Error, PuzzleError, nearest
from ..reasons.hints import Hint
from ..reasons.proofs import Proof
from ..records import Count, Limits, Record, in_json
from ..rules.editions import Edition, load_edition
from ..rules.targets import Target
from ..rules.tiles import Rack, number_code, tile_names
from ..solver import Solver
from ..table.events import Answer
from ..table.table import ME
from . import stored
from .levels import LEVELS, Grade
from .seeded_random import Dice

if TYPE_CHECKING:
    from .maker import Draft

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kay", "Lee")
"""Names of the other players, clockwise."""
WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "expert")
"""The level of the daily puzzle, from Monday to Sunday."""


class Clue(NamedTuple):
    """An answer of a puzzle.

    Without it, more than one code would be left.
    """

    line: Annotated[Count, "The line of the log."]
    player: Annotated[str, "The player who answers."]
    card: Annotated[Count, "The number of the card."]
    text: Annotated[str, "The text of the card."]
    answer: Annotated[str, "The answer."]


@in_json("code", "right", ("lines", "lines_against"))
class Verdict(NamedTuple):
    """Result of checking a code."""

    code: Annotated[str, "The code, in the usual order."]
    right: Annotated[bool, "True if it is right."]
    excluded_by: tuple[Clue, ...]
    """The fewest answers that together exclude a wrong code; none if the tiles in sight exclude it already."""
    proof: Proof | None
    """Proof in steps that the code is wrong; None if it is right."""

    @property
    def lines_against(self) -> list[Count]:
        """The lines of the fewest answers that exclude it; none if it is right, or if the tiles in sight exclude it."""
        return [clue.line for clue in self.excluded_by]

    def __str__(self) -> str:
        if self.right:
            return f"{self.code} is right"
        if not self.excluded_by:
            return f"{self.code} is wrong: the tiles in sight rule it out"
        reasons = " and ".join(f"{clue.player}'s answer to card {clue.card}" for clue in self.excluded_by)
        return f"{self.code} is wrong: {reasons} exclude{'s' if len(self.excluded_by) == 1 else ''} it"


@in_json("seed", ("edition", "edition_name"), "players", "level", "asks", "racks", "clues", "grade", "log")
class Puzzle(Record):
    """A puzzle, for solving it."""

    seed: Annotated[str, "What it was made from: its number, as text, or ``daily`` and a date."]
    edition: Edition
    players: Annotated[tuple[str, ...], "The players clockwise, first to play first; ``me`` is the one who solves."]
    racks: Annotated[Mapping[str, Rack], "For each rack in sight, by name, its tiles."]
    clues: Annotated[tuple[Clue, ...], "The answers, in the order of play."]
    log: Annotated[str, "The game as a log; it holds answers of ``me`` and answers not heard as well."]
    grade: Annotated[Grade, "Measures of the difficulty."]
    solution: str
    """The numbers (``257``), or the tiles (``B7 K5 Y2``) where colours count."""
    dealt: tuple[str, ...]
    """The tiles that are on my rack. Where numbers count, others with the same numbers may fit as well."""

    @property
    def edition_name(self) -> str:
        """Name of the edition."""
        return self.edition.name

    @property
    def level(self) -> Annotated[str, Limits(choices=("easy", "medium", "hard", "expert"))]:
        """Difficulty, in a word."""
        return self.grade.level

    @property
    def asks(self) -> Target:
        """Code to find: its numbers or its tiles."""
        return self.edition.rules.target

    @property
    def asks_for_tiles(self) -> bool:
        """True if the tiles must be named, and not only the numbers."""
        return self.edition.rules.target.by_tiles

    @property
    def solver(self) -> Solver:
        """The game with all answers; a new copy each time."""
        return self._solver.copy()

    @cached_property
    def _solver(self) -> Solver:
        return Solver.from_log(self.log, edition=self.edition)

    def hint(self, level: int = 1, notes: Iterable[str] = ()) -> Hint:
        """Help without spoilers: 1 where to look, 2 what it is about, 3 the deduction, 4 the proof.

        ``notes`` are what is known already (``no 6``, ``has blue``); the hint is about something else.
        """
        try:
            return self._solver.hint(level, notes)
        except (ArgumentError, BeliefError) as error:
            raise PuzzleError(error.sentence) from None

    def check(self, answer: str) -> Verdict:
        """Check a code (``257``, ``7 5 2``, ``B7 K5 Y2``); a wrong code comes with the answers that exclude it.

        Raises `PuzzleError` for text that names no code of the deck, or numbers where tiles must be named.
        """
        code = self._read(answer)
        if code == self.solution:
            return Verdict(code, True, (), None)
        try:
            proof = self._solver.why(f"not {code}")
        except Code777Error as error:
            raise PuzzleError("{answer!r}: {error}", answer=answer.strip(), error=error) from None
        lines = {heard.line for heard in proof.premises}
        return Verdict(code, False, tuple(clue for clue in self.clues if clue.line in lines), proof)

    def _read(self, answer: str) -> str:
        deck = self.edition.deck
        digits = deck.code(answer)
        if digits.isdecimal() and not self.asks_for_tiles:
            if len(digits) == 3:
                return digits
        elif not digits.isdecimal():
            try:
                rack = deck.rack(answer)
            except Code777Error as error:
                raise PuzzleError("{answer!r} is not a code: {error}", answer=answer.strip(), error=error) from None
            if len(rack) == 3:
                return self.edition.rules.target.code(rack)
        if self.asks_for_tiles:
            raise PuzzleError("{answer!r} is not a code: name three tiles, like B7 K5 Y2", answer=answer.strip())
        raise PuzzleError("{answer!r} is not a code: name three numbers, like 257", answer=answer.strip())

    @classmethod
    def daily(
        cls, date: Date | None = None, *, edition: str | Edition = "classic", players: int = 4, level: str | None = None
    ) -> Self:
        """The puzzle of a day (today by default): easy on Monday, expert on Sunday, unless a level is given.

        The default puzzles of stored years are read from a file; others are made, which imports numba.
        """
        day = date or Date.today()
        usual = edition == "classic" and players == 4 and level in (None, WEEK[day.weekday()])
        found = stored.daily(day) if usual else None
        return cls.made(day, edition=edition, players=players, level=level) if found is None else cls._read_back(found)

    @classmethod
    def made(cls, day: Date, *, edition: str | Edition = "classic", players: int = 4, level: str | None = None) -> Self:
        """The puzzle of a day, always made and never read from a file."""
        return cls._make(f"daily {day.isoformat()}", edition, players, level or WEEK[day.weekday()])

    @classmethod
    def _read_back(cls, found: stored.Stored) -> Self:
        solver = Solver.from_log(found.log, folder=None)
        table, edition = solver.table, solver.edition
        racks = {name: holding.tiles for name, holding in table.racks.items() if name != ME}
        clues = tuple(
            Clue(line.number, event.player, event.card, edition.card(event.card).text, event.symbol)
            for line in solver.log.lines
            if line.step is not None and isinstance(event := line.step.event, Answer)
            if event.player != ME and event.symbol is not None
        )
        solution = number_code(edition.deck.rack(" ".join(found.dealt)))
        return cls(found.seed, edition, table.players, racks, clues, found.log, found.grade, solution, found.dealt)

    @classmethod
    def _make(cls, seed: str, edition: str | Edition, players: int, level: str) -> Self:
        chosen = edition if isinstance(edition, Edition) else load_edition(edition)
        level = level.casefold()
        if level not in LEVELS:
            raise PuzzleError(
                "no level {level!r}{meant} (levels: {levels})",
                level=level,
                meant=nearest(level, LEVELS),
                levels=", ".join(LEVELS),
            )
        rules = chosen.rules
        if not rules.least_players <= players <= rules.most_players:
            raise PuzzleError(
                "{players} players: edition {name!r} is for {least} to {most}",
                players=players,
                name=chosen.name,
                least=rules.least_players,
                most=rules.most_players,
            )
        from .maker import Maker  # imports numba

        draft = Maker(chosen, players, level, _dice(seed, chosen, players, level)).make()
        if draft is None:
            raise PuzzleError(
                "no puzzle of level {level!r} was found for {players} players of edition {name!r}: choose another level or fewer players",
                level=level,
                players=players,
                name=chosen.name,
            )
        return cls._written(seed, chosen, draft)

    @classmethod
    def _written(cls, seed: str, edition: Edition, draft: Draft) -> Self:
        """Make a puzzle, a game with names, from a draft."""
        names = [*NAMES, *(f"Player{i}" for i in range(len(NAMES) + 1, len(draft.racks)))][: len(draft.racks) - 1]
        players = (*names[: draft.me], ME, *names[draft.me :])
        on_racks = dict(zip((*players, *edition.spare_racks(len(players))), (*draft.racks, *draft.spares), strict=True))
        lines = list(_header(edition, players))
        lines += [f"rack {name} {' '.join(map(str, rack))}" for name, rack in on_racks.items() if name != ME]
        clues = []
        for seat, number, heard in draft.answers:
            player, card = players[seat], edition.card(number)
            answer = card.answer([rack for name, rack in on_racks.items() if name != player]) if heard else "?"
            lines.append(f"{player} {number} {answer}")
            if heard and player != ME:
                clues.append(Clue(len(lines), player, number, card.text, answer))
        mine = on_racks.pop(ME)
        tiles = tile_names(mine)
        solution = edition.rules.target.code(mine)
        log = "\n".join(lines) + "\n"
        return cls(seed, edition, players, on_racks, tuple(clues), log, draft.grade, solution, tiles)


def make_puzzle(seed: int, edition: str | Edition = "classic", players: int = 4, level: str = "medium") -> Puzzle:
    """Make the puzzle of a seed. Imports numba.

    Raises `PuzzleError` for an unknown level, an impossible number of players, or if no such puzzle can be found: with nine
    players, very few tiles are out of sight.
    """
    try:
        number = index(seed)
    except TypeError:
        raise ArgumentError(
            "`{name}` is {value!r}, not a whole number (like {like})", name="seed", value=seed, like=7
        ) from None
    return Puzzle._make(str(number), edition, players, level)


def _dice(seed: str, edition: Edition, players: int, level: str) -> Dice:
    return Dice(f"code777 puzzle 1|{edition.name}|{players}|{level}|{seed}")


@lru_cache(maxsize=64)
def _header(edition: Edition, players: tuple[str, ...]) -> tuple[str, ...]:
    """Lines that name the edition, its options and the players."""
    return tuple(line.text for line in Solver(edition, players).log.lines)


__all__ = ["NAMES", "WEEK", "Clue", "Puzzle", "Verdict", "make_puzzle"]
