"""Events at a table: one frozen record for each kind of log line."""

from __future__ import annotations

from ..lang import Grammar
from ..records import Record
from ..rules.tiles import Rack, Tile

KEYWORDS = ("edition", "option", "players", "rack", "declare", "reshuffle", "swap", "penalty", "note")
"""The first words of log lines; no player can have such a name."""
GRAMMAR = Grammar(text_after=("note",), name_after=("rack", "declare", "swap", "penalty"), names_after=("players",))
"""Parts of a log line that are not translated."""


class UseEdition(Record):
    """The edition in play: a name or a ``.toml`` file."""

    name: str


class UseOption(Record):
    """One rule or card reading that differs from the edition's."""

    name: str
    value: str


class Seat(Record):
    """The players, clockwise, starting with the one who plays first."""

    players: tuple[str, ...]


class Fill(Record):
    """Tiles that now lie on a rack; ``tiles`` is None for a rack that the writer of the log does not see."""

    rack: str
    tiles: Rack | None


class Answer(Record, uncompared=("code",), unshown=("code",)):
    """A player answers a card; ``symbol`` is one of the card's symbols, None if the answer was not heard."""

    player: str
    card: int
    symbol: str | None
    doubted: bool = False
    """True if the writer of the log is unsure of having heard or written it correctly."""
    code: int | None = None
    """The place of ``symbol`` among the card's symbols. `Table.do` fills it in; None if the answer was not heard."""


class Declare(Record):
    """A player names their numbers, or their tiles if ``tiles`` is given; ``saw`` is what they found."""

    player: str
    numbers: str
    right: bool
    tiles: Rack | None = None
    saw: Rack | None = None


class Reshuffle(Record):
    """The tiles out of play went back into the pile."""


class Swap(Record):
    """A player saw a tile of their own: it is out of play, and a new one (None if unseen) replaces it."""

    player: str
    old: Tile
    new: Tile | None


class Penalty(Record):
    """A player loses points for a false answer."""

    player: str


class NoteEvent(Record):
    """A line ``note ...``, whose forms are listed in `table.notes`. Nothing at the table follows from it."""


class Note(NoteEvent):
    """Free text."""

    text: str


class StartMatch(NoteEvent):
    """A game against the computer begins."""

    number: str
    seats: tuple[str, ...]
    """The name and the level of each computer player, in turn; `play.setup` checks them."""


class DrawCard(NoteEvent):
    """A player draws a card that a person has to answer first."""

    player: str
    card: int


class RejectAnswer(NoteEvent):
    """A person's answer was wrong and noticed; the right one follows."""

    player: str
    card: int
    symbol: str


class SayCode(NoteEvent):
    """A person declares; others may have declared at the same moment."""

    player: str
    code: str


class AbandonMatch(NoteEvent):
    """Nobody has declared for too long: the game is given up."""


class EndMatch(NoteEvent):
    """The result of a game against the computer for its owner."""

    result: str
    """``won``, ``lost`` or ``tied``."""
    late: tuple[int, ...] = ()
    """For each code that was certain and not used at once: how many cards later, or let pass."""
    cards: tuple[int, ...] = ()
    """The cards whose answers would have proved those codes."""

    @property
    def won(self) -> bool:
        return self.result == "won"


class PutMarks(NoteEvent):
    """The writer of the log marks something on the note sheet, or takes a mark away."""

    kind: str
    """``cross``, ``circle`` or ``clear``."""
    what: str
    """Numbers, colours, tiles or codes; `reasons.marks` reads them."""


class UseCoach(NoteEvent):
    """From now on front ends hide what is deduced, or show it."""

    on: bool


AnyNote = Note | StartMatch | DrawCard | RejectAnswer | SayCode | AbandonMatch | EndMatch | PutMarks | UseCoach
Event = UseEdition | UseOption | Seat | Fill | Answer | Declare | Reshuffle | Swap | Penalty | AnyNote
