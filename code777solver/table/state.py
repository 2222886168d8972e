"""State of the table: everything that is public after an event, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Generic, NamedTuple, TypeVar

from ..errors import RuleError, nearest, require_text
from ..records import Limits, Record, field
from ..rules.edition_file import CardFile
from ..rules.editions import RACK_SIZE, Edition, load_edition
from ..rules.tiles import Rack, Tile
from ..sentences import Person
from .events import Event
from .warning_kinds import EventWarning

ME = "me"


def find_name(name: str, names: Iterable[str]) -> str | None:
    """One of these names, given in any case; None if it is not among them."""
    folded = require_text(name, "name", ME).casefold()
    for known in names:
        if known.casefold() == folded:
            return known
    return None


class Holding(NamedTuple):
    """Tiles on a rack: those that the log names, and the number of unknown ones."""

    tiles: Rack = ()
    unknown: int = 0

    @property
    def size(self) -> int:
        return len(self.tiles) + self.unknown


class Discard(NamedTuple):
    """Tiles out of play. Their owner, if it was a player, may not have seen them; everybody else has."""

    owner: str
    holding: Holding
    seen_by_owner: bool


class Need(NamedTuple):
    """Input that the game needs next."""

    what: Annotated[str, "The kind of input.", Limits(choices=("edition", "players", "rack"))]
    name: Annotated[str, "The name of the rack; else empty."]


class PublicState(Record, uncompared=("edition_named",), unshown=("folder", "house_cards")):
    """Everything that is public at the table, as far as the log tells."""

    edition: Edition = field(factory=lambda: load_edition("classic"))
    edition_named: bool = False
    """True if a line has named the edition, or an option has changed it: then it cannot be named any more."""
    viewer: str | None = ME
    """The seat being helped: its own rack is hidden from it. None to look on from outside."""
    folder: Path | None = Path()
    """Where editions named by file are looked for; None forbids files."""
    house_cards: CardFile | None = None
    """Cards of a file that are added, or put in place of the edition's, when the players sit down."""
    players: tuple[str, ...] = ()
    rack_names: tuple[str, ...] = ()
    """The players' racks, then the playerless ones."""
    racks: Mapping[str, Holding] = field(factory=dict)
    """Tiles on each rack, by its name. A rack that waits to be filled is not there, or smaller than it should be."""
    discards: tuple[Discard, ...] = ()
    started: bool = False
    """True if a card has been answered or a code declared: the deal is over."""
    scores: Mapping[str, int] = field(factory=dict)
    goal: int = 0
    """Points that win; grows when two reach it together and the edition plays on."""
    winner: str | None = None
    winner_may_be_joined: bool = False
    """True if the winning point was scored since the last card, so that another can still draw level."""
    round: tuple[int, ...] = ()
    """The cards answered since the card deck was last complete, in order, each once."""
    order: tuple[int, ...] = ()
    """The order in which the cards came in the last whole round, () while it is unknown."""
    turn: int = 0
    """The seat that draws the next card, or that drew the current one while others answer it."""
    asked: int | None = None
    """The card being answered by everyone but its drawer, where the edition has it so."""
    answered: tuple[str, ...] = ()
    """Players who have answered that card."""
    spares_due: int = 0
    """Playerless racks still to be replaced after a right declaration."""
    reshuffles: int = 0
    missed_reshuffle: bool = False
    """True if a reshuffle was due and the game went on without it (said once)."""

    # What follows from the fields.

    @property
    def spares(self) -> tuple[str, ...]:
        """The playerless racks."""
        return self.rack_names[len(self.players) :]

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """The racks that must be filled before the game goes on."""
        return tuple(name for name in self.rack_names if self.missing(name))

    @cached_property
    def need(self) -> Need | None:
        """The edition, the players or the rack that must be logged next; None if nothing must, or if the game is over."""
        if not self.players:
            return Need("players" if self.edition_named else "edition", "")
        return Need("rack", self.waiting[0]) if self.waiting and self.winner is None else None

    def missing(self, name: str) -> int:
        """Number of tiles that a rack lacks. The viewer's own rack counts as dealt even if no line says so."""
        holding = self.racks.get(name)
        if holding is None:
            return 0 if name == self.viewer and not self.started else self.full_size(name)
        return max(0, self.full_size(name) - holding.size) if name in self.players else 0

    def full_size(self, name: str) -> int:
        """Number of tiles on a full rack."""
        return RACK_SIZE if name in self.players else self.edition.rules.spare_tiles

    @cached_property
    def pile(self) -> int:
        """Number of tiles left to draw."""
        on_racks = 0
        for name in self.rack_names:
            holding = self.racks.get(name)
            on_racks += holding.size if holding else 0 if self.started else self.full_size(name)
        return self.edition.deck.size - on_racks - sum(discard.holding.size for discard in self.discards)

    @cached_property
    def reshuffle_due(self) -> bool:
        """True if the rules want the tiles out of play back in the pile before anything else.

        A playerless rack is never filled in two goes: where the pile has too few tiles for it, it is time as well.
        """
        rules = self.edition.rules
        too_few = self.spares_due > 0 and not self.waiting and self.pile < rules.spare_tiles
        if not self.players or not self.discards or (self.pile > rules.reshuffle_at and not too_few):
            return False
        return rules.reshuffle_when == "at_once" or bool(self.waiting) or self.spares_due > 0

    @property
    def next_player(self) -> str | None:
        """Player who draws the next card."""
        if not self.players:
            return None
        return self.players[(self.turn + (self.asked is not None)) % len(self.players)]

    @property
    def next_answerer(self) -> str | None:
        """Player who gives the next answer: the drawer, or where the others answer, the next of them clockwise."""
        if not self.players or self.edition.rules.answered_by == "drawer":
            return self.next_player
        count = len(self.players)
        order = [self.players[(self.turn + i) % count] for i in range(1, count)]
        waiting = [player for player in order if player not in self.answered] if self.asked is not None else []
        if waiting:
            return waiting[0]
        drawer = self.players.index(self.next_player or self.players[0])
        return self.players[(drawer + 1) % count]

    @property
    def open_card(self) -> int | None:
        """The card that others than its drawer answer, while some of them still have to; None if there is none."""
        return self.asked if self.asked is not None and len(self.answered) < len(self.players) - 1 else None

    @property
    def known_order(self) -> tuple[int, ...]:
        """The order in which the cards come again, where the edition repeats it and a whole round was seen; else ()."""
        if self.edition.rules.cards_run_out != "cycle":
            return ()
        return self.order or (self.round if set(self.round) >= set(self.edition.cards) else ())

    @property
    def cards_to_come(self) -> tuple[int, ...]:
        """The cards that can be drawn next: those not seen this round, or the very next one if it is known."""
        left = tuple([card for card in self.edition.cards if card not in self.round])
        if self.edition.rules.cards_run_out == "cycle" and (self.order or not left):
            order = self.order or self.round
            return (order[len(self.round) % len(order)],)
        return left or tuple(self.edition.cards)

    @cached_property
    def racks_in_sight(self) -> int:
        """Number of racks that each player sees: all but their own."""
        return len(self.rack_names) - 1

    def seen_by(self, player: str) -> tuple[str, ...]:
        """The racks that a player sees."""
        return tuple(filter(player.__ne__, self.rack_names))

    def known_tiles(self) -> Iterator[Tile]:
        """Every tile that the log places on a rack or out of play now."""
        for holding in self.racks.values():
            yield from holding.tiles
        for discard in self.discards:
            yield from discard.holding.tiles

    def seen_tiles(self) -> Counter[Tile]:
        """The tiles that the viewer sees on racks or knows to be out of play."""
        seen: Counter[Tile] = Counter()
        for name, holding in self.racks.items():
            if name != self.viewer:
                seen.update(holding.tiles)
        for discard in self.discards:
            if discard.owner != self.viewer or discard.seen_by_owner:
                seen.update(discard.holding.tiles)
        return seen

    # Names.

    def player(self, name: str) -> str:
        """A player as the players line spells the name, which may be given in any case; raises `RuleError`."""
        found = find_name(name, self.players)
        if found is None:
            raise RuleError(
                "no player {name!r}{meant} (players: {players})",
                name=name,
                meant=nearest(name, self.players),
                players=", ".join(self.players),
            )
        return found

    def rack_name(self, name: str) -> str:
        """The same for a rack, be it a player's or a playerless one."""
        found = find_name(name, self.rack_names)
        if found is None:
            raise RuleError(
                "no rack {name!r} at this table{meant} (racks: {racks})",
                name=name,
                meant=nearest(name, self.rack_names),
                racks=", ".join(self.rack_names),
            )
        return found

    def person(self, name: str) -> Person:
        """A player as messages name them; ``me`` is marked as a name where somebody else is helped."""
        return Person(f"`{ME}`" if name == ME else name, you=name == ME == self.viewer)


AnyTable = TypeVar("AnyTable", bound=PublicState)


class EventEffect(NamedTuple, Generic[AnyTable]):
    """Result of an event: the event as it is logged, the table after it, and the rest of a `Step`."""

    event: Event
    after: AnyTable
    warnings: tuple[EventWarning, ...] = ()
    drawn: Rack = ()
    unseen: int = 0
