"""What can happen at a table: one frozen record for each kind of log line."""

from __future__ import annotations

from ..lang import Grammar
from ..records import Record
from ..rules.tiles import Rack, Tile

KEYWORDS = ("edition", "option", "players", "rack", "declare", "reshuffle", "swap", "penalty", "note")
"""The first words of log lines; no player can have such a name."""
GRAMMAR = Grammar(text_after=("note",), name_after=("rack", "declare", "swap", "penalty"), names_after=("players",))
"""What a language leaves alone in a log line."""


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
    """What now lies on a rack; ``tiles`` is None for a rack that the writer of the log does not see."""

    rack: str
    tiles: Rack | None


class Answer(Record, uncompared=("code",), unshown=("code",)):
    """A player answers a card; ``symbol`` is one of the card's symbols, None if the answer was not heard."""

    player: str
    card: int
    symbol: str | None
    doubted: bool = False
    """Whether the writer of the log is unsure of having heard or written it correctly."""
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


class Note(Record):
    """Free text."""

    text: str


Event = UseEdition | UseOption | Seat | Fill | Answer | Declare | Reshuffle | Swap | Penalty | Note
