"""A game of people against computer players, from the deal to the end.

A game is a function of its setup, a key and the actions of the people. All of this except the key is in one person's log, the
record of the game. A record has a note where the other lines do not determine the action::

    note Ann draws 12      a person has to answer first, so the card is on the table before any answer
    note me says 257       a person declares; others may have declared at the same moment
    note false me 12 3     a person gave a wrong answer, which was noticed; the right one follows

So the key and the record are enough to continue a game (`resume`); no other state is stored.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from ..errors import Code777Error, RuleError
from ..records import Count, replace
from ..sentences import Sentence, any_of
from ..table.events import AbandonMatch, Answer, DrawCard, Event, Fill, RejectAnswer, SayCode, Seat, StartMatch
from ..table.notation import format_event, read_line, split_lines
from ..table.notes import note_in
from ..table.table import Step, Table
from .computer_players import ComputerPlayer
from .keyed_random import KeyedRandom
from .referee import DeclaredCode, Referee, read_declared_code, seen_by
from .setup import MatchError, Setup, is_head, read_setup

MOST_QUIET = 200
"""A game is given up after this many cards without a declaration."""


class PendingMove(NamedTuple):
    """An action of a person that the game waits for."""

    what: Annotated[
        Literal["answer", "declare", "spare"],
        "An answer to a card; whether anybody declares, or the game goes on; which playerless rack is replaced.",
    ]
    players: Annotated[tuple[str, ...], "The people who are asked; with `declare` any of them may."]
    card: Annotated[Count | None, "The card to be answered."] = None


PersonAction = str | Mapping[str, DeclaredCode]
"""An action of people: an answer, the name of a spare rack, or declared codes by player (none, to continue)."""


class Match:
    """One game. `ask` is the action that it waits for, None after the end."""

    def __init__(self, setup: Setup, random: KeyedRandom) -> None:
        self.setup = setup
        self.referee = Referee(setup.table, setup.players, random)
        self.computers: dict[str, ComputerPlayer] = {}
        for name, level in setup.levels.items():
            table = replace(setup.table, viewer=name)
            self.computers[name] = ComputerPlayer(name, level, table, random)
            self.computers[name].sit_down(table.do(Seat(setup.players)))
        self._taken = 0
        self._cards = self._last_declaration = 0
        self.ask: PendingMove | None = None
        self._game = self._play()
        self._go_on(None)

    @property
    def table(self) -> Table:
        """The table with all racks, as an onlooker sees it."""
        return self.referee.table

    @property
    def is_over(self) -> bool:
        return self.ask is None

    @property
    def is_quiet(self) -> bool:
        """True if the game was given up because nobody declared for `MOST_QUIET` cards."""
        return self._cards - self._last_declaration >= MOST_QUIET

    # Actions of people.

    def answer(self, text: str) -> bool:
        """Answer the card for the person who is asked; returns True if the answer is right. A wrong answer is corrected in the log."""
        ask = self._require("answer")
        card = self.table.edition.card(ask.card or 0)
        racks = len(self.table.seen_by(ask.players[0]))
        symbol = card.symbol(text, racks)
        right = symbol == self.referee.right_answer(ask.players[0], card.number)
        self._go_on(symbol)
        return right

    def declare(self, claims: Mapping[str, str]) -> None:
        """Declare codes, by player, all at the same moment."""
        ask = self._require("declare")
        for player in claims:
            if player not in ask.players:
                raise RuleError(
                    "{name} may not declare now (asked: {players})", name=player, players=any_of(ask.players)
                )
        self._go_on({player: read_declared_code(code, self.table) for player, code in claims.items()})

    def check_claim(self, code: str) -> DeclaredCode:
        """Read a code that a person wants to declare; raises if it is not a code."""
        self._require("declare")
        return read_declared_code(code, self.table)

    def go_on(self) -> None:
        """Continue without a declaration by a person."""
        self.declare({})

    def choose(self, spare: str) -> None:
        """Choose the spare rack to replace, for the reader."""
        self._require("spare")
        names = {name.casefold(): name for name in self.table.spares}
        if spare.casefold() not in names:
            raise RuleError("choose {spares}, not {name!r}", spares=any_of(self.table.spares), name=spare)
        self._go_on(names[spare.casefold()])

    def _require(self, what: str) -> PendingMove:
        if self.ask is None:
            raise MatchError("the game is over")
        if self.ask.what != what:
            needed = {
                "answer": Sentence("card {card} has to be answered first", card=self.ask.card),
                "declare": Sentence("there is nothing to answer now: go on, or declare"),
                "spare": Sentence("a playerless rack has to be chosen first"),
            }
            raise MatchError(needed[self.ask.what])
        return self.ask

    # The course of a game.

    def _go_on(self, action: PersonAction | None) -> None:
        try:
            self.ask = self._game.send(action)
        except StopIteration:
            self.ask = None

    def _play(self) -> Generator[PendingMove, PersonAction | None, None]:
        self.referee.deal()
        while self.table.winner is None:
            if self.is_quiet:
                self.referee.tell(AbandonMatch())
                return
            drawer = self.table.next_player or self.setup.players[0]
            card = self.referee.draw()
            answerers = self.referee.answerers(drawer)
            if answerers[0] in self.setup.people:
                self.referee.tell(DrawCard(drawer, card))
            for player in answerers:
                if player in self.setup.people:
                    action = yield PendingMove("answer", (player,), card)
                    if action != self.referee.right_answer(player, card):
                        self.referee.false_answer(player, card, str(action))
                self.referee.answer(player, card)
            self._cards += 1
            yield from self._declarations(drawer)

    def _declarations(self, drawer: str) -> Generator[PendingMove, PersonAction | None, None]:
        """Let all players declare at the same moment; repeat after each declaration, because new tiles came into sight."""
        declared: set[str] = set()
        while self.table.winner is None:
            self._think()
            able = [player for player in self.referee.may_declare(drawer) if player not in declared]
            claims: dict[str, DeclaredCode | None] = {
                player: self.computers[player].decide(self._cards) for player in able if player in self.computers
            }
            people = tuple(player for player in able if player in self.setup.people)
            if people:
                action = yield PendingMove("declare", people)
                assert isinstance(action, Mapping)
                for player, code in action.items():
                    self.referee.tell(SayCode(player, str(code)))
                    claims[player] = code
            declarations = [(player, claim) for player in able if (claim := claims.get(player)) is not None]
            if not declarations:
                return
            self._last_declaration = self._cards
            for place, (player, claim) in enumerate(declarations):
                declared.add(player)
                right = self.referee.declare(player, claim)
                last = place == len(declarations) - 1 or self.table.edition.rules.tie == "first"
                if self.table.winner is not None and last:
                    return
                self.referee.refill(player)
                if right:
                    yield from self._replace_spares(drawer)

    def _replace_spares(self, drawer: str) -> Generator[PendingMove, PersonAction | None, None]:
        while self.table.spares_due:
            self.referee.prepare_spare()
            picks = self.table.edition.rules.spare_choice == "reader" and len(self.table.spares) > 1
            if picks and drawer in self.setup.people:
                name = str((yield PendingMove("spare", (drawer,))))
            else:
                self._think()
                name = (picks and self.computers[drawer].choose_spare()) or self.referee.any_spare()
            self.referee.replace_spare(name)

    def _think(self) -> None:
        """Let the computer players take in the new steps."""
        for step in self.referee.public_steps[self._taken :]:
            for computer in self.computers.values():
                computer.take(step)
        self._taken = len(self.referee.public_steps)

    # The log.

    def view(self, seat: str | None) -> list[str]:
        """The log as a seat would have written it; with None, the log with all racks."""
        return [*self.setup.lines, *(format_event(seen_by(seat, step)) for step in self.referee.public_steps)]

    @property
    def opened(self) -> list[str]:
        """The record with all racks named, for the review of a finished game."""
        owner = self.setup.owner
        events = (step.event if _fills(owner, step) else seen_by(owner, step) for step in self.referee.public_steps)
        return [*self.setup.lines, *map(format_event, events)]

    @property
    def record(self) -> list[str]:
        """The log from which `resume` continues the game. It contains only what its owner has seen."""
        return self.view(self.setup.owner)


def _fills(owner: str, step: Step) -> bool:
    return isinstance(step.event, Fill) and step.event.rack == owner


def resume(text: str, key: bytes, *, folder: Path | None = Path()) -> Match:
    """Continue a game from its record; raises `MatchError` with the first line that does not belong to it.

    The game continues up to the next action of a person.
    """
    setup = read_setup(text, folder=folder)
    match = Match(setup, setup.random(key))
    _Follower(match, split_lines(text)).follow()
    return match


class _Follower:
    """Replays a game from its record."""

    def __init__(self, match: Match, lines: Sequence[str]) -> None:
        self.match = match
        self.lines = [(number, line) for number, line in _lines_by_game(lines) if not self._is_remark(line)]
        self.place = 0
        """Number of lines compared so far."""

    def _is_remark(self, line: str) -> bool:
        """True if a note only looks like a declaration: `note Ann says she is tired`."""
        note = note_in(line)
        if not isinstance(note, SayCode):
            return False
        try:
            read_declared_code(note.code, self.match.table)
        except Code777Error:
            return True
        return note.player not in self.match.setup.people

    def follow(self) -> None:
        owner, steps = self.match.setup.owner, self.match.referee.public_steps
        while True:
            for step in steps[self.place :]:
                self._drop_abandoned(step.event)
                if self.place == len(self.lines):
                    return
                if self.lines[self.place][1] != format_event(seen_by(owner, step)):
                    raise self._foreign()
                self.place += 1
            if not self.match.is_quiet:
                self._drop_abandoned(None)
            if self.place == len(self.lines):
                return
            if self.match.ask is None:
                raise self._foreign()
            self._do(self.match.ask)

    def _drop_abandoned(self, expected: Event | None) -> None:
        """Skip a line `note abandoned` that a person wrote in the middle of the game."""
        while self.place < len(self.lines) and isinstance(note_in(self.lines[self.place][1]), AbandonMatch):
            if isinstance(expected, AbandonMatch):
                return
            del self.lines[self.place]

    def _do(self, ask: PendingMove) -> None:
        """Do the next action of the record."""
        match ask.what, self._next():
            case "answer", RejectAnswer(player, card, str(symbol)) | Answer(player, card, str(symbol)) if (
                player == ask.players[0] and card == ask.card
            ):
                self.match.answer(symbol)
            case "declare", _:
                self.match.declare(dict(self._claims(ask.players)))
            case "spare", Fill(rack=name) if name in self.match.table.spares:
                self.match.choose(name)
            case _:
                raise self._foreign()

    def _next(self) -> Event | None:
        """The next event of the record; None if it cannot be read."""
        try:
            return read_line(self.lines[self.place][1], self.match.table)
        except Code777Error:
            return None

    def _claims(self, people: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The codes that people declare next, at the same moment."""
        for _, line in self.lines[self.place :]:
            note = note_in(line)
            if not isinstance(note, SayCode) or note.player not in people:
                return
            yield note.player, note.code

    def _foreign(self) -> MatchError:
        number, line = self.lines[self.place]
        return MatchError("line {number} is not what happened in this game: {line}", number=number, line=line)


def game_lines(lines: Sequence[str], view: Sequence[str]) -> int:
    """Number of lines of ``view`` that the log already has, in order. Other lines of the log are remarks and marks."""
    if not any(isinstance(note_in(line), StartMatch) for line in lines):
        return 0
    expected = [line for _, line in _lines_by_game(view)]
    place = 0
    for _, line in _lines_by_game(lines):
        if place < len(expected) and line == expected[place]:
            place += 1
    return len(view) - len(expected) + place


def _lines_by_game(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Number and text of the lines of a record that the game may have written: without remarks, marks and the head.

    The head ends with the first `note play`; another one is a remark.
    """
    begun = False
    for number, text in enumerate(lines, 1):
        note = note_in(text)
        if not begun and is_head(text):
            begun = isinstance(note, StartMatch)
        elif note is None:
            if line := " ".join(text.partition("#")[0].split()):
                yield number, line
        elif isinstance(note, DrawCard | SayCode | RejectAnswer | AbandonMatch):
            yield number, format_event(note)


__all__ = ["Match", "PendingMove", "game_lines", "resume"]
