"""The public door: one player's game, fed by methods or log lines, read as typed objects and arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple, Self, overload

import numpy as np

from .belief import Belief, follow
from .compile import ByteArray, FloatArray, IntArray, RackSpace, tables_for, weigh
from .editions import Edition, load_edition
from .errors import BeliefError, LineError, RuleError
from .events import Answer, Declare, Event, Fill, Note, Penalty, Reshuffle, Seat, Swap, UseOption
from .game import ME, Step, Table
from .insight import BELOW_ONE, Question, ask, ask_all
from .notation import Line, Log, format_event, read_line
from .tiles import number_code, tile_names

_SAME = 12
"""Chances that agree to so many digits are listed in alphabetical order."""


class Candidate(NamedTuple):
    """A rack that may be mine."""

    tiles: tuple[str, ...]
    """Tile names, sorted."""
    numbers: str
    probability: float


class Code(NamedTuple):
    """Three numbers that may be mine."""

    numbers: str
    probability: float


class TileChance(NamedTuple):
    """How likely a kind of tile is on my rack."""

    tile: str
    at_least_one: float
    expected: float
    """The expected number of tiles of this kind."""


class Candidates(Sequence[Candidate]):
    """The racks that may be mine, most likely first; as objects, or as arrays that are parallel to them."""

    def __init__(self, belief: Belief) -> None:
        self._space: RackSpace = belief.space
        chances = belief.chances
        left = np.nonzero(chances)[0]
        order = np.argsort(-np.round(chances[left], _SAME), kind="stable")
        self.rack_ids: IntArray = left[order]
        """The numbers of the racks in the edition's rack table."""
        most = 1.0 if len(left) == 1 else BELOW_ONE
        self.probabilities: FloatArray = np.minimum(chances[self.rack_ids], most)

    @property
    def counts(self) -> ByteArray:
        """(len, K): tiles of each kind, in deck order."""
        return self._space.counts[self.rack_ids]

    def __len__(self) -> int:
        return len(self.rack_ids)

    @overload
    def __getitem__(self, i: int) -> Candidate: ...
    @overload
    def __getitem__(self, i: slice) -> list[Candidate]: ...
    def __getitem__(self, i: int | slice) -> Candidate | list[Candidate]:
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        rack = self._space.rack(int(self.rack_ids[i]))
        return Candidate(tile_names(rack), number_code(rack), float(self.probabilities[i]))

    def __repr__(self) -> str:
        return f"<{len(self)} candidates>"


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
        players: Sequence[str] = (),
        *,
        seat: str = ME,
        options: Mapping[str, object] | None = None,
        folder: Path | None = Path(),
    ) -> None:
        """A new game. Without ``players`` the log lines are expected to name them, and the edition."""
        self._start(Table(edition=_as_edition(edition, folder), viewer=seat, folder=folder))
        for name, value in (options or {}).items():
            self.do(UseOption(name, str(value)))
        if players:
            self.do(Seat(tuple(players)))

    def _start(self, table: Table, say: Callable[[str], None] | None = None) -> None:
        self._log = Log((), table)
        self._beliefs: tuple[Belief | None, ...] = ()
        self._contradictions: tuple[int, ...] = ()
        self._say = say

    @classmethod
    def at(cls, table: Table, *, say: Callable[[str], None] | None = None) -> Self:
        """A solver at a table where nothing has happened yet; ``say`` is told what has to be prepared once."""
        solver = cls.__new__(cls)
        solver._start(table, say)
        return solver

    @classmethod
    def from_log(cls, text: str, *, seat: str = ME, folder: Path | None = Path()) -> Self:
        """A game from the text of a log; raises `LineError` at the first bad line.

        >>> Solver.from_log("players Ann me\\nrack Ann Y2 K5 B7\\nAnn 16 <").log.table.pile
        22
        """
        solver = cls.at(Table(viewer=seat, folder=folder))
        solver.tell(text)
        return solver

    @classmethod
    def load(cls, path: str | Path, *, seat: str = ME) -> Self:
        """A game from a ``.c777`` file. Editions that it names by file are looked for beside it."""
        path = Path(path)
        return cls.from_log(path.read_text(encoding="utf-8-sig"), seat=seat, folder=path.parent)

    def copy(self) -> Self:
        """An independent solver at the same point; costs next to nothing."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    # Feeding.

    def tell(self, lines: str) -> None:
        """Read one or more log lines. A bad one raises `LineError` and is left out; those before it stay."""
        for text in lines.splitlines() or [""]:
            number = len(self._log.lines) + 1
            try:
                event = read_line(text, self.table)
                step = None if event is None else self.table.do(event)
            except LineError as error:
                raise error.at(number, text) from None
            self._append(Line(number, text, step))

    def do(self, event: Event) -> Step:
        """Add an event; raises `RuleError` if it cannot be true."""
        step = self.table.do(event)
        self._append(Line(len(self._log.lines) + 1, format_event(event), step))
        return step

    def rack(self, name: str, tiles: str | None = None) -> None:
        """What now lies on a rack; None (or ``"?"``) for tiles that I do not see."""
        known = None if tiles in (None, "?") else self.edition.deck.rack(tiles or "")
        self.do(Fill(name, known))

    def answer(self, player: str, card: int, answer: str | int | None, *, doubted: bool = False) -> None:
        """A player answers a card, in any spelling of the notation; None if I did not hear what."""
        if player not in self.table.players:
            raise RuleError(f"no player {player!r} (players: {', '.join(self.table.players)})")
        asked = self.edition.card(card)
        racks = len(self.table.rack_names) - 1
        symbol = None if answer is None else asked.question.symbols(racks)[asked.code(str(answer), racks)]
        self.do(Answer(player, card, symbol, doubted))

    def declare(self, player: str, code: str, *, right: bool, saw: str | None = None) -> None:
        """A player declares numbers (``"257"``) or tiles (``"Y2 K5 B7"``); ``saw`` is what they then found."""
        deck = self.edition.deck
        tiles = None if code.isdecimal() else deck.rack(code)
        numbers = "".join(sorted(code)) if tiles is None else number_code(tiles)
        self.do(Declare(player, numbers, right, tiles, deck.rack(saw) if saw else None))

    def reshuffle(self) -> None:
        """The tiles out of play went back into the pile."""
        self.do(Reshuffle())

    def swap(self, player: str, old: str, new: str | None = None) -> None:
        """A player saw a tile of their own, and another replaced it; None for one that I do not see."""
        deck = self.edition.deck
        self.do(Swap(player, deck.tile(old), deck.tile(new) if new and new != "?" else None))

    def penalty(self, player: str) -> None:
        """A player loses points for a false answer."""
        self.do(Penalty(player))

    def note(self, text: str) -> None:
        """Keep a remark in the log."""
        self.do(Note(" ".join(text.split())))

    def undo(self) -> str:
        """Take the last line back; returns its text."""
        if not self._log.lines:
            raise RuleError("there is nothing to undo")
        *lines, last = self._log.lines
        table = last.step.before if last.step is not None else self.table
        self._log = Log(tuple(lines), table)
        self._beliefs = self._beliefs[:-1]
        self._contradictions = tuple(line for line in self._contradictions if line < last.number)
        return last.text

    def _append(self, line: Line) -> None:
        belief = self._beliefs[-1] if self._beliefs else None
        if line.step is not None:
            if isinstance(line.step.event, Seat):
                belief = Belief.deal(tables_for(line.step.after.edition, say=self._say))
            elif belief is not None and self.table.viewer is not None:
                belief = self._follow(belief, line)
        table = self.table if line.step is None else line.step.after
        self._log = Log((*self._log.lines, line), table)
        self._beliefs = (*self._beliefs, belief)

    def _follow(self, before: Belief, line: Line) -> Belief:
        """The belief after a line, noting whether the line contradicts what came before."""
        assert line.step is not None
        belief = follow(before, line.step, self.seat)
        if before.possible and (not belief.possible or _found_impossible(before, line.step, self.seat)):
            self._contradictions = (*self._contradictions, line.number)
        return belief

    # Reading.

    @property
    def log(self) -> Log:
        """Everything told so far."""
        return self._log

    @property
    def table(self) -> Table:
        """The public state of the table now."""
        return self._log.table

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def seat(self) -> str:
        """The seat being helped."""
        if self.table.viewer is None:
            seats = ", ".join(self.table.players)
            raise BeliefError(f"no player is called `me`: say who is helped with `--as` or seat= (players: {seats})")
        return self.table.viewer

    @property
    def belief(self) -> Belief:
        """The exact belief about my rack now."""
        belief = self._beliefs[-1] if self._beliefs else None
        if belief is None:
            raise BeliefError("the players are not named yet")
        self.seat  # noqa: B018  (raises if nobody is helped)
        return belief

    @property
    def beliefs(self) -> tuple[Belief | None, ...]:
        """The belief after each line; None until the players are named."""
        return self._beliefs

    @property
    def candidates(self) -> Candidates:
        """The racks that may be mine, most likely first."""
        return Candidates(self.belief)

    @property
    def codes(self) -> list[Code]:
        """The number codes that may be mine, most likely first."""
        names, chances = self.belief.space.codes, self.code_chances
        order = np.argsort(-np.round(chances, _SAME), kind="stable")
        left = [i for i in order if chances[i] > 0]
        most = 1.0 if len(left) == 1 else BELOW_ONE
        return [Code(names[i], min(float(chances[i]), most)) for i in left]

    @property
    def code_chances(self) -> FloatArray:
        """The probability of each number code, in the order of ``belief.space.codes``."""
        space = self.belief.space
        return weigh(space.code_of, self.belief.chances, len(space.codes))

    @property
    def tiles(self) -> list[TileChance]:
        """Every kind of tile in the deck and how likely it is on my rack, in deck order."""
        left = np.nonzero(self.belief.chances)[0]
        counts, chances = self.belief.space.counts[left], self.belief.chances[left]
        held = counts > 0
        at_least_one = np.where(held.all(axis=0), float(len(left) > 0), np.minimum(chances @ held, BELOW_ONE))
        return [
            TileChance(*row)
            for row in zip(self.edition.deck.names, at_least_one.tolist(), (chances @ counts).tolist(), strict=True)
        ]

    @property
    def solved(self) -> bool:
        """Whether what must be declared is certain: the numbers, or the tiles where colours count."""
        left = np.nonzero(self.belief.chances)[0]
        if self.edition.rules.target == "tiles":
            return len(left) == 1
        return len(left) > 0 and len(np.unique(self.belief.space.code_of[left])) == 1

    @property
    def contradictions(self) -> tuple[int, ...]:
        """The lines at which nothing was left that explains all lines before. Empty if all is well."""
        return self._contradictions

    @property
    def warnings(self) -> list[tuple[int, str]]:
        """Line number and text of everything odd so far."""
        return list(self._log.warnings)

    def question(self, player: str, card: int) -> Question:
        """What one player answering one card would tell me now."""
        return ask(self.belief, self.table, player, card, self.seat)

    @property
    def questions(self) -> list[Question]:
        """What each opponent answering each card that can still come would tell me, most bits first."""
        if self.table.waiting or not self.belief.possible:
            return []
        players = [player for player in self.table.players if player != self.seat]
        found = list(ask_all(self.belief, self.table, players, self.table.cards_to_come, self.seat))
        return sorted(found, key=lambda question: (-round(question.bits, _SAME), -round(question.tile_bits, _SAME)))

    def __repr__(self) -> str:
        table = self.table
        if not table.players or table.viewer is None:
            return f"<Solver {table.edition.name}, {len(self._log.lines)} lines>"
        return (
            f"<Solver {table.edition.name}, {self.seat} among {len(table.players)}: "
            f"{len(self.candidates)} racks, {len(self.codes)} codes left>"
        )

    def _repr_html_(self) -> str:
        """The likeliest codes and racks as a table, for notebooks."""
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


def _as_edition(edition: str | Edition, folder: Path | None) -> Edition:
    return load_edition(edition, folder=folder) if isinstance(edition, str) else edition


def _found_impossible(before: Belief, step: Step, seat: str) -> bool:
    """Whether a player found on their own rack what the answers had excluded."""
    event = step.event
    if isinstance(event, Declare) and event.player == seat and step.after.discards[-1].seen_by_owner:
        return bool(before.chances[before.space.find(step.after.discards[-1].holding.tiles)] == 0)
    return False
