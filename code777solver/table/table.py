"""The table: an immutable state after each event, and what the rules say of the next one.

Three verbs an event: `Table.verify` raises `RuleError` for what cannot be true, `Table.can` asks, `Table.do`
returns a frozen `Step` with the new table. What is merely odd is done all the same, and said in
``Step.warnings``: real tables are messy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, assert_never

from ..errors import Code777Error, EditionError, LineError, RuleError, nearest, require_text
from ..records import Limits, Record, field, replace
from ..rules.cards import Card
from ..rules.edition_file import CardFile
from ..rules.editions import RACK_SIZE, Edition, load_edition
from ..rules.tiles import Rack, Tile, number_code
from ..sentences import Counted, Person, Sentence, all_of, any_of
from .events import (
    KEYWORDS,
    Answer,
    Declare,
    Event,
    Fill,
    NoteEvent,
    Penalty,
    Reshuffle,
    Seat,
    Swap,
    UseEdition,
    UseOption,
)
from .notes import note_text
from .warning_kinds import EventWarning, WarningKind

ME = "me"
LONGEST_NAME = 31
"""The most characters of a player's name."""
_NAME = re.compile(rf"[^\W\d_][\w.'-]{{0,{LONGEST_NAME - 1}}}")
AboutPlayer = TypeVar("AboutPlayer", Answer, Declare, Swap, Penalty)


def find_name(name: str, names: Iterable[str]) -> str | None:
    """One of these names, given in any case; None if it is not among them."""
    folded = require_text(name, "name", ME).casefold()
    for known in names:
        if known.casefold() == folded:
            return known
    return None


class Holding(NamedTuple):
    """What lies on a rack: the tiles that the log names, and how many it does not."""

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
    """What the game cannot go on without."""

    what: Annotated[str, "What must be told next.", Limits(choices=("edition", "players", "rack"))]
    name: Annotated[str, "Whose rack; else empty."]


class Step(NamedTuple):
    """One event done: the table before and after, and what was odd about it.

    ``drawn`` are the tiles that came from the pile in sight of everyone but the rack's owner; ``unseen`` counts
    those whose names the log does not give.
    """

    event: Event
    before: Table
    after: Table
    warnings: tuple[EventWarning, ...]
    drawn: Rack = ()
    unseen: int = 0


class Table(Record, uncompared=("edition_named",), unshown=("folder", "house_cards")):
    """Everything that is public at the table, as far as the log tells."""

    edition: Edition = field(factory=lambda: load_edition("classic"))
    edition_named: bool = False
    """Whether a line has named the edition, or an option has changed it: then it cannot be named any more."""
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
    """What lies on each rack. A rack that waits to be filled is not there, or smaller than it should be."""
    discards: tuple[Discard, ...] = ()
    started: bool = False
    """Whether a card has been answered or a code declared: the deal is over."""
    scores: Mapping[str, int] = field(factory=dict)
    goal: int = 0
    """Points that win; grows when two reach it together and the edition plays on."""
    winner: str | None = None
    winner_may_be_joined: bool = False
    """Whether the winning point was scored since the last card, so that another can still draw level."""
    round: tuple[int, ...] = ()
    """The cards answered since the card deck was last complete, in order, each once."""
    order: tuple[int, ...] = ()
    """The order in which the cards came in the last whole round, () while it is unknown."""
    turn: int = 0
    """The seat that draws the next card, or that drew the current one while others answer it."""
    asked: int | None = None
    """The card being answered by everyone but its drawer, where the edition has it so."""
    answered: tuple[str, ...] = ()
    """Who has answered that card."""
    spares_due: int = 0
    """Playerless racks still to be replaced after a right declaration."""
    reshuffles: int = 0
    missed_reshuffle: bool = False
    """Whether a reshuffle was due and the game went on without it (said once)."""

    # What follows from the fields.

    @property
    def spares(self) -> tuple[str, ...]:
        """The playerless racks."""
        return self.rack_names[len(self.players) :]

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """The racks that must be filled before the game goes on."""
        return tuple(name for name in self.rack_names if self._missing(name))

    @property
    def need(self) -> Need | None:
        """What the game cannot go on without: the edition, the players or a rack; None if it can, or if it is over."""
        if not self.players:
            return Need("players" if self.edition_named else "edition", "")
        return Need("rack", self.waiting[0]) if self.waiting and self.winner is None else None

    def _missing(self, name: str) -> int:
        """How many tiles a rack lacks. An unlogged deal of the viewer's own rack is taken for granted."""
        holding = self.racks.get(name)
        if holding is None:
            return 0 if name == self.viewer and not self.started else self._full_size(name)
        return max(0, self._full_size(name) - holding.size) if name in self.players else 0

    def _full_size(self, name: str) -> int:
        return RACK_SIZE if name in self.players else self.edition.rules.spare_tiles

    @cached_property
    def pile(self) -> int:
        """How many tiles are left to draw."""
        on_racks = 0
        for name in self.rack_names:
            holding = self.racks.get(name)
            on_racks += holding.size if holding else 0 if self.started else self._full_size(name)
        return self.edition.deck.size - on_racks - sum(discard.holding.size for discard in self.discards)

    @cached_property
    def reshuffle_due(self) -> bool:
        """Whether the rules want the tiles out of play back in the pile before anything else.

        A playerless rack is never filled in two goes: where the pile has too few tiles for it, it is time as well.
        """
        rules = self.edition.rules
        too_few = self.spares_due > 0 and not self.waiting and self.pile < rules.spare_tiles
        if not self.players or not self.discards or (self.pile > rules.reshuffle_at and not too_few):
            return False
        return rules.reshuffle_when == "at_once" or bool(self.waiting) or self.spares_due > 0

    @property
    def next_player(self) -> str | None:
        """Who draws the next card."""
        if not self.players:
            return None
        return self.players[(self.turn + (self.asked is not None)) % len(self.players)]

    @property
    def next_answerer(self) -> str | None:
        """Who gives the next answer: the drawer, or where the others answer, the next of them clockwise."""
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

    # The three verbs.

    def verify(self, event: Event) -> None:
        """Raise `RuleError` with the reason if this event cannot be true now."""
        self.do(event)

    def can(self, event: Event) -> bool:
        """Whether this event can be true now."""
        try:
            self.verify(event)
        except LineError:
            return False
        return True

    def do(self, event: Event) -> Step:
        """The table after an event, with warnings about what is odd; raises as `verify` does."""
        if isinstance(event, NoteEvent):
            if {"\n", "\r"} & set(note_text(event)):
                raise RuleError("a note must be one line", remedy=": use one `note` per line")
            return Step(event, self, self, ())
        match event:
            case UseEdition() | UseOption() | Seat():
                return self._set_up(event)
            case _ if not self.players:
                raise RuleError("the players are not named yet", remedy=": write `players Ann me ...` first")
            case Fill():
                return self._fill(event)
            case Answer():
                return self._answer(self._spelled(event))
            case Declare():
                return self._declare(self._spelled(event))
            case Swap():
                return self._swap(self._spelled(event))
            case Reshuffle():
                return self._reshuffle(event)
            case Penalty():
                return self._penalty(self._spelled(event))
            case _:
                assert_never(event)

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

    def _spelled(self, event: AboutPlayer) -> AboutPlayer:
        """The event with its player's name as the players line spells it."""
        name = self.player(event.player)
        return event if name == event.player else replace(event, player=name)

    # Setting up.

    def _set_up(self, event: UseEdition | UseOption | Seat) -> Step:
        if self.players:
            raise RuleError(
                "the players are already named",
                remedy=": `edition` and `option` lines come before the one `players` line",
            )
        try:
            match event:
                case UseEdition(name):
                    if self.edition_named:
                        raise RuleError("only one `edition` line is allowed", remedy=", before any `option` line")
                    after = replace(self, edition=load_edition(name, folder=self.folder), edition_named=True)
                case UseOption(name, value):
                    after = replace(self, edition=self._with_option(name, value), edition_named=True)
                case Seat(players):
                    after = self._seat(players)
        except RuleError:
            raise
        except Code777Error as error:
            raise RuleError(error.sentence) from None
        return Step(event, self, after, ())

    def _with_option(self, name: str, value: str) -> Edition:
        if name == "cards":
            if self.folder is None:
                raise EditionError("option cards {value!r}: files are not read here", value=value)
            return self.edition.with_cards(self.folder / value)
        return self.edition.with_options({name: value})

    def _seat(self, players: tuple[str, ...]) -> Table:
        rules = self.edition.rules
        if not rules.least_players <= len(players) <= rules.most_players:
            raise RuleError(
                Counted(
                    len(players),
                    "{count} player: edition {name!r} takes {least} to {most}",
                    "{count} players: edition {name!r} takes {least} to {most}",
                    name=self.edition.name,
                    least=rules.least_players,
                    most=rules.most_players,
                )
            )
        players = tuple(ME if name.casefold() == ME else name for name in players)
        folded = [name.casefold() for name in players]
        for name in players:
            if not _NAME.fullmatch(name):
                raise RuleError(
                    "{name!r} is not a valid name: use a letter, then letters, digits or . ' - _, 31 characters at most",
                    name=name,
                )
            if name.casefold() in KEYWORDS:
                raise RuleError("{name!r} is a word of the notation: choose another name", name=name)
            if folded.count(name.casefold()) > 1:
                raise RuleError("two players are called {name!r}: names must differ", name=name)
            if name.casefold() in {spare.casefold() for spare in self.edition.spare_racks(2)}:
                raise RuleError("{name!r} is the name of a playerless rack: choose another name", name=name)
        edition = self.edition.with_cards(self.house_cards) if self.house_cards else self.edition
        return replace(
            self,
            edition=edition,
            viewer=self._viewer_among(players),
            players=players,
            rack_names=(*players, *edition.spare_racks(len(players))),
            scores=dict.fromkeys(players, 0),
            goal=edition.rules.points_to_win,
        )

    def _viewer_among(self, players: tuple[str, ...]) -> str | None:
        """The seat being helped, spelled as the players line does; None if nobody is called `me`."""
        if self.viewer is None:
            return None
        found = find_name(self.viewer, players)
        if found is not None or self.viewer == ME:
            return found
        raise RuleError(
            "no player {viewer!r} to help{meant} (players: {players})",
            viewer=self.viewer,
            meant=nearest(self.viewer, players),
            players=", ".join(players),
        )

    def person(self, name: str) -> Person:
        """A player as messages name them; ``me`` is marked as a name where somebody else is helped."""
        return Person(f"`{ME}`" if name == ME else name, you=name == ME == self.viewer)

    # Racks.

    def _fill(self, event: Fill) -> Step:
        """Tiles come from the pile onto a rack: at the deal, as a refill, or in place of what lay there."""
        name = self.rack_name(event.rack)
        warnings: list[EventWarning] = []
        self._require_tiles(event.tiles or ())
        if event.tiles is None:
            self._require_unseen(name)
        event = Fill(name, None if event.tiles is None else self.edition.deck.sort(event.tiles))
        if name in self.racks and not self.started:
            raise RuleError("{rack} is already in the log: correct that line instead", rack=self.person(name).rack)
        table = self
        if self.started and not self._missing(name):
            if name in self.players:
                said = self.person(name).says(
                    "you have not declared: the old tiles are treated as out of play, unseen",
                    "{name} has not declared: the old tiles are treated as out of play, unseen",
                )
                warnings.append(EventWarning(WarningKind.NOT_DECLARED, said))
            elif not self.spares_due:
                said = Sentence("{name} was replaced, but no right declaration called for it", name=name)
                warnings.append(EventWarning(WarningKind.SPARE_REPLACED, said))
            due = self.spares_due if name in self.players else max(0, self.spares_due - 1)
            table = replace(self._discard(name, seen=False), spares_due=due)
            if self.reshuffle_due and self.edition.rules.reshuffle_when == "when_refilling":
                warnings.append(self._reshuffle_reminder())
        elif self.started and self.reshuffle_due and self.edition.rules.reshuffle_when == "when_refilling":
            warnings.append(self._reshuffle_reminder())
        kept = table.racks.get(name, Holding())
        count = table._draw_count(name, kept, event.tiles, warnings)
        drawn = self._new_tiles(name, kept, event.tiles)
        table._require_supply(drawn)
        holding = Holding(kept.tiles, kept.unknown + count) if event.tiles is None else Holding(event.tiles)
        after = replace(table, racks={**table.racks, name: holding})
        unseen = count if event.tiles is None else 0
        return Step(event, self, after, tuple(warnings), drawn=drawn, unseen=unseen)

    def _draw_count(self, name: str, kept: Holding, tiles: Rack | None, warnings: list[EventWarning]) -> int:
        """How many tiles a fill draws; raises if that many cannot have been drawn."""
        full = self._full_size(name)
        if name not in self.players and tiles is not None:
            if not 1 <= len(tiles) <= RACK_SIZE:
                raise RuleError(
                    Counted(
                        len(tiles),
                        "{count} tile on {name}: a rack holds 1 to {most}",
                        "{count} tiles on {name}: a rack holds 1 to {most}",
                        name=name,
                        most=RACK_SIZE,
                    )
                )
            if len(tiles) != full:
                said = Counted(
                    len(tiles),
                    "{count} tile on {name}, but in {edition!r} it holds {full}",
                    "{count} tiles on {name}, but in {edition!r} it holds {full}",
                    name=name,
                    edition=self.edition.name,
                    full=full,
                )
                short = Counted(
                    len(tiles),
                    "{count} tile on {name}, but in this edition it holds {full}",
                    "{count} tiles on {name}, but in this edition it holds {full}",
                    name=name,
                    full=full,
                )
                warnings.append(EventWarning(WarningKind.SPARE_SIZE, said, short))
            full = len(tiles)
        left = self.pile if self.started else full
        wanted = full - kept.size
        count = min(wanted, left)
        if count == 0:
            raise RuleError("no tiles are left in the pile", remedy=": log `reshuffle` first")
        if tiles is not None and len(tiles) != kept.size + count:
            if len(tiles) == full:
                raise RuleError(
                    Counted(
                        left,
                        "only {count} tile left in the pile",
                        "only {count} tiles left in the pile",
                        remedy=": log `reshuffle` first, or `rack {name}` with the first {number}, then `reshuffle`, then the whole rack",
                        name=name,
                        number=kept.size + count,
                    )
                )
            raise RuleError(
                Counted(
                    len(tiles),
                    "{count} tile {place}: it needs {number}",
                    "{count} tiles {place}: it needs {number}",
                    place=self.person(name).on_rack,
                    number=kept.size + count,
                )
            )
        return count

    def _new_tiles(self, name: str, kept: Holding, tiles: Rack | None) -> Rack:
        """The named tiles that were not on the rack before."""
        if tiles is None:
            return ()
        new = Counter(tiles)
        new.subtract(kept.tiles)
        if min(new.values()) < 0:
            lost = next(tile for tile, count in new.items() if count < 0)
            raise RuleError(
                "{lost} was {place} but is not in this line: name all its tiles",
                lost=lost,
                place=self.person(name).on_rack,
            )
        return self.edition.deck.sort(new.elements())

    def _discard(self, name: str, *, seen: bool, found: Rack | None = None) -> Table:
        """This table with a rack's tiles out of play; ``found`` names them if the log did not."""
        holding = self.racks[name] if found is None else Holding(found)
        racks = {other: held for other, held in self.racks.items() if other != name}
        return replace(self, racks=racks, discards=(*self.discards, Discard(name, holding, seen)))

    def _swap(self, event: Swap) -> Step:
        name = event.player
        warnings: list[EventWarning] = []
        self._require_tiles(tile for tile in (event.old, event.new) if tile is not None)
        if event.new is None:
            self._require_unseen(name)
        if not self.edition.rules.seen_tile_swapped:
            said = Sentence("edition {name!r} has no rule for a tile seen by accident", name=self.edition.name)
            short = Sentence("this edition has no rule for a tile seen by accident")
            warnings.append(EventWarning(WarningKind.NO_SWAP_RULE, said, short))
        held = self.racks.get(name) or (Holding(unknown=RACK_SIZE) if name not in self.waiting else None)
        if held is None:
            raise RuleError(
                self.person(name).says(
                    "you have no tiles now",
                    "{name} has no tiles now",
                    remedy=": log `rack {rack} ...` first",
                    rack=name,
                )
            )
        if self.pile < 1:
            raise RuleError("no tiles are left in the pile", remedy=": log `reshuffle` first")
        if held.unknown == 0 and event.old not in held.tiles:
            raise RuleError(
                self.person(name).says(
                    "you have no {tile}: the rack is {tiles}",
                    "{name} has no {tile}: the rack is {tiles}",
                    tile=event.old,
                    tiles=_show(held.tiles),
                )
            )
        extra = [tile for tile in (event.old, event.new) if tile]
        if event.old in held.tiles:
            extra.remove(event.old)
        self._require_supply(extra)
        left = Counter(held.tiles)
        unknown = held.unknown
        if event.old in left:
            left[event.old] -= 1
        else:
            unknown -= 1
        if event.new is None:
            unknown += 1
        else:
            left[event.new] += 1
        after = replace(
            self,
            racks={**self.racks, name: Holding(self.edition.deck.sort(left.elements()), unknown)},
            discards=(*self.discards, Discard(name, Holding((event.old,)), seen_by_owner=True)),
        )
        drawn = (event.new,) if event.new else ()
        return Step(event, self, after, tuple(warnings), drawn=drawn, unseen=event.new is None)

    def _reshuffle(self, event: Reshuffle) -> Step:
        warnings: list[EventWarning] = []
        if not self.discards:
            said = Sentence("no tiles are out of play, so this reshuffle changes nothing")
            warnings.append(EventWarning(WarningKind.NOTHING_TO_RESHUFFLE, said))
        elif not self.reshuffle_due and self.pile > self.edition.rules.reshuffle_at:
            at = self.edition.rules.reshuffle_at
            said = Counted(
                self.pile,
                "reshuffled with {count} tile left in the pile, but {edition!r} waits until {at}",
                "reshuffled with {count} tiles left in the pile, but {edition!r} waits until {at}",
                edition=self.edition.name,
                at=at,
            )
            short = Counted(
                self.pile,
                "reshuffled with {count} tile left, but this edition waits until {at}",
                "reshuffled with {count} tiles left, but this edition waits until {at}",
                at=at,
            )
            warnings.append(EventWarning(WarningKind.RESHUFFLED_EARLY, said, short))
        after = replace(self, discards=(), reshuffles=self.reshuffles + 1, missed_reshuffle=False)
        return Step(event, self, after, tuple(warnings))

    def _reshuffle_reminder(self) -> EventWarning:
        said = Counted(
            self.pile,
            "{count} tile is left in the pile: a reshuffle is due here in {edition!r}",
            "{count} tiles are left in the pile: a reshuffle is due here in {edition!r}",
            remedy=" (log `reshuffle` if it was done)",
            edition=self.edition.name,
        )
        short = Counted(self.pile, "{count} tile is left: reshuffle now", "{count} tiles are left: reshuffle now")
        return EventWarning(WarningKind.RESHUFFLE_DUE, said, short)

    # Cards.

    def _answer(self, event: Answer) -> Step:
        try:
            card = self.edition.card(event.card)
        except Code777Error as error:
            raise RuleError(error.sentence) from None
        self._require_full()
        table = self._begin()
        scene = table.seen_by(event.player)
        if event.symbol is None and event.doubted:
            raise RuleError("an answer that was not heard cannot be marked as doubtful")
        event = replace(event, code=_code(event.symbol, card, len(scene)))
        warnings = list(table._odd_answer(event, card, scene))
        changes: dict[str, Any] = {"answered": (*table.answered, event.player)}
        if table._is_new_card(event):
            changes = table._turn_after(event, warnings) | table._deck_after(event.card, warnings)
        after = replace(
            table,
            **changes,
            winner_may_be_joined=False,
            spares_due=0,
            missed_reshuffle=table.missed_reshuffle or table.reshuffle_due,
        )
        return Step(event, self, after, tuple(warnings))

    def _odd_answer(self, event: Answer, card: Card, scene: tuple[str, ...]) -> Iterator[EventWarning]:
        if self.winner:
            yield self._game_over(self.winner)
        elif self.spares_due:
            said = Sentence("a playerless rack ({spares}) should have been replaced", spares=any_of(self.spares))
            yield EventWarning(WarningKind.SPARE_NOT_REPLACED, said)
        if self.reshuffle_due and not self.missed_reshuffle:
            yield self._reshuffle_reminder()
        holdings = [self.racks[name] for name in scene]
        if event.symbol and self.viewer in (None, event.player) and not any(holding.unknown for holding in holdings):
            right = card.answer([holding.tiles for holding in holdings])
            if right != event.symbol:
                said = Sentence(
                    "card {number}: the right answer for the racks in sight is {right}, not {symbol}",
                    number=card.number,
                    right=right,
                    symbol=event.symbol,
                )
                yield EventWarning(WarningKind.FALSE_ANSWER, said)

    def _game_over(self, winner: str) -> EventWarning:
        said = self.person(winner).says("the game is over: you have won", "the game is over: {name} has won")
        return EventWarning(WarningKind.GAME_OVER, said)

    def _is_new_card(self, event: Answer) -> bool:
        if self.edition.rules.answered_by == "drawer" or self.asked != event.card:
            return True
        return event.player in self.answered or event.player == self.players[self.turn]

    def _turn_after(self, event: Answer, warnings: list[EventWarning]) -> dict[str, Any]:
        """A card was drawn: the fields that say whose turn it is."""
        expected = self.next_player or event.player
        if self.edition.rules.answered_by == "drawer":
            if event.player != expected:
                said = self.person(expected).says(
                    "out of turn: it was your turn to draw a card",
                    "out of turn: it was {name}'s turn to draw a card",
                )
                warnings.append(EventWarning(WarningKind.OUT_OF_TURN, said))
            return {"turn": (self.players.index(event.player) + 1) % len(self.players)}
        late = [p for i, p in enumerate(self.players) if i != self.turn and p not in self.answered]
        if self.asked is not None and late:
            said = Sentence(
                "card {asked}: no answer from {late}",
                asked=self.asked,
                late=all_of([self.person(name).subject for name in late]),
            )
            warnings.append(EventWarning(WarningKind.ANSWER_MISSING, said))
        turn = self.players.index(expected)
        if expected == event.player:
            said = self.person(event.player).says(
                "it was your turn to draw this card, so the others should answer it",
                "it was {name}'s turn to draw this card, so the others should answer it",
            )
            warnings.append(EventWarning(WarningKind.DRAWER_ANSWERED, said))
            turn = (turn + 1) % len(self.players)
        return {"turn": turn, "asked": event.card, "answered": (event.player,)}

    def _deck_after(self, card: int, warnings: list[EventWarning]) -> dict[str, Any]:
        """A card was drawn: the fields that say what is left of the deck.

        Where the order repeats, one card out of order makes it unknown again.
        """
        order, cards = self.order, self.edition.cards
        complete = len(self.round) >= len(cards) and set(self.round) >= set(cards)
        if complete and self.edition.rules.cards_run_out == "cycle":
            order = order or self.round
        expected = order[len(self.round) % len(order)] if order else None
        if expected not in (None, card):
            said = Sentence(
                "card {card} came, but the first round had card {expected} here: the order is unknown from now on",
                card=card,
                expected=expected,
            )
            warnings.append(EventWarning(WarningKind.ORDER_BROKEN, said))
            order = ()
        elif card in self.round and not complete:
            said = Sentence("card {card} has already been answered and should not be in the deck", card=card)
            warnings.append(EventWarning(WarningKind.CARD_AGAIN, said))
        if complete:
            return {"round": (card,), "order": order}
        return {"round": self.round if card in self.round else (*self.round, card), "order": order}

    def _begin(self) -> Table:
        """The deal is over; the viewer's own rack is there even if no line says so."""
        if self.started:
            return self
        racks = dict(self.racks)
        if self.viewer is not None:
            racks.setdefault(self.viewer, Holding(unknown=RACK_SIZE))
        return replace(self, racks=racks, started=True)

    # Declarations and points.

    def _declare(self, event: Declare) -> Step:
        name = event.player
        if name in self.waiting:
            raise RuleError(
                self.person(name).says(
                    "you have no tiles to declare",
                    "{name} has no tiles to declare",
                    remedy=": log `rack {rack} ...` first",
                    rack=name,
                )
            )
        table = self._begin()
        held = table.racks[name]
        self._require_code(event)
        self._require_tiles([*(event.tiles or ()), *(event.saw or ())])
        sort = self.edition.deck.sort
        event = replace(
            event,
            tiles=None if event.tiles is None else sort(event.tiles),
            saw=None if event.saw is None else sort(event.saw),
        )
        found = event.saw if event.saw is not None else None if held.unknown else held.tiles
        if found is not None:
            table._require_found(event, held, found)
        rules = self.edition.rules
        seen = event.saw is not None or (held.unknown == 0 and (rules.own_tiles_seen == "always" or event.right))
        warnings = tuple(table._odd_declaration(event, held))
        after = table._discard(name, seen=seen, found=event.saw)
        if event.right:
            after = after._score(name)
        return Step(event, self, after, warnings)

    def _require_code(self, event: Declare) -> None:
        numbers = self.edition.deck.numbers
        if len(event.numbers) != RACK_SIZE or not event.numbers.isdecimal():
            raise RuleError(
                "{code!r} is not a code: declare {size} numbers, like 257", code=event.numbers, size=RACK_SIZE
            )
        for digit in event.numbers:
            if int(digit) not in numbers:
                raise RuleError(
                    "no number {digit} in this deck (numbers {numbers})",
                    digit=digit,
                    numbers=" ".join(map(str, numbers)),
                )

    def _require_found(self, event: Declare, held: Holding, found: Rack) -> None:
        """The tiles found on a declared rack must be possible, and agree with right or wrong."""
        if len(found) != RACK_SIZE:
            raise RuleError(
                Counted(
                    len(found),
                    "{count} tile after `saw`: {size} are needed",
                    "{count} tiles after `saw`: {size} are needed",
                    size=RACK_SIZE,
                )
            )
        if held.unknown == 0 and found != held.tiles:
            raise RuleError(
                self.person(event.player).says(
                    "you had {tiles} in the log, not {found}",
                    "{name} had {tiles} in the log, not {found}",
                    tiles=_show(held.tiles),
                    found=_show(found),
                )
            )
        if held.unknown:
            self._require_supply(self._new_tiles(event.player, held, found))
        right, by_tiles = number_code(found) == event.numbers, self.edition.rules.target.by_tiles
        if by_tiles:
            right = found == event.tiles if event.tiles is not None else right and event.right
        if right != event.right:
            said = _show(event.tiles) if event.tiles else event.numbers
            raise RuleError(
                self.person(event.player).says(
                    "you had {found}, so {said} is right, not wrong",
                    "{name} had {found}, so {said} is right, not wrong",
                    found=_show(found),
                    said=said,
                )
                if right
                else self.person(event.player).says(
                    "you had {found}, so {said} is wrong, not right",
                    "{name} had {found}, so {said} is wrong, not right",
                    found=_show(found),
                    said=said,
                )
            )

    def _odd_declaration(self, event: Declare, held: Holding) -> Iterator[EventWarning]:
        rules, person = self.edition.rules, self.person(event.player)
        allowed = rules.own_tiles_seen == "always" or event.right
        if self.winner and not self.winner_may_be_joined:
            yield self._game_over(self.winner)
        if event.tiles is None and rules.target.by_tiles:
            said = Sentence("edition {name!r} requires the colours too", name=self.edition.name)
            yield EventWarning(WarningKind.COLOURS_MISSING, said, Sentence("this edition requires the colours too"))
        if rules.declare == "own_turn" and event.player != self._last_reader:
            said = person.says(
                "you may declare only on your own turn, after the card",
                "{name} may declare only on their own turn, after the card",
            )
            yield EventWarning(WarningKind.OUT_OF_TURN, said)
        if event.player == self.viewer and held.unknown and event.saw is None and allowed:
            said = person.says(
                "you see the old tiles here",
                "{name} sees the old tiles here",
                remedy=": add `saw` and the tiles to use them",
            )
            yield EventWarning(WarningKind.OLD_TILES_NOT_NAMED, said)
        if event.saw is not None and not allowed:
            said = person.says(
                "in {edition!r} the tiles of a wrong declaration stay hidden from you",
                "in {edition!r} the tiles of a wrong declaration stay hidden from {name}",
                edition=self.edition.name,
            )
            short = person.says(
                "in this edition the tiles of a wrong declaration stay hidden from you",
                "in this edition the tiles of a wrong declaration stay hidden from {name}",
            )
            yield EventWarning(WarningKind.OLD_TILES_HIDDEN, said, short)

    @property
    def _last_reader(self) -> str | None:
        """Who drew the last card; None before the first."""
        if self.edition.rules.answered_by == "others":
            return self.players[self.turn] if self.asked is not None else None
        return self.players[self.turn - 1] if self.round else None

    def _score(self, name: str) -> Table:
        """A point for a right declaration, and what it may win."""
        scores = {**self.scores, name: self.scores[name] + 1}
        spares_due = min(self.edition.rules.spares_refreshed, len(self.spares))
        table = replace(self, scores=scores, spares_due=self.spares_due + spares_due)
        if scores[name] < self.goal:
            return table
        if self.winner is None:
            return replace(table, winner=name, winner_may_be_joined=True)
        if self.winner_may_be_joined and self.winner != name and self.edition.rules.tie == "one_more":
            return replace(table, winner=None, winner_may_be_joined=False, goal=self.goal + 1)
        return table

    def _penalty(self, event: Penalty) -> Step:
        points = self.edition.rules.false_answer_penalty
        warnings: tuple[EventWarning, ...] = ()
        if not points:
            said = Sentence("edition {name!r} has no penalty for a false answer", name=self.edition.name)
            short = Sentence("this edition has no penalty for a false answer")
            warnings = (EventWarning(WarningKind.NO_PENALTY_RULE, said, short),)
        scores = {**self.scores, event.player: self.scores[event.player] - points}
        after = replace(self, scores=scores)
        if self.winner == event.player and scores[event.player] < self.goal:
            after = replace(after, winner=None, winner_may_be_joined=False)
        return Step(event, self, after, warnings)

    # What must hold.

    def _require_unseen(self, name: str) -> None:
        """Only a rack that its owner cannot see may be left unnamed."""
        if name == self.viewer:
            return
        if name == ME and self.viewer is not None:
            raise RuleError(
                "{viewer} sees {rack}, but this log does not name its tiles",
                viewer=self.viewer,
                rack=self.person(name).rack,
            )
        raise RuleError("{rack} is in sight: name its tiles", rack=self.person(name).rack)

    def _require_full(self) -> None:
        for name in self.waiting:
            line = f"rack {name} {'?' if name == self.viewer else '...'}"
            if name in self.racks:
                raise RuleError(
                    "{rack} is not full", remedy=": log `{line}` first", rack=self.person(name).rack, line=line
                )
            raise RuleError(
                "{rack} has no tiles in the log", remedy=": log `{line}` first", rack=self.person(name).rack, line=line
            )

    def _require_tiles(self, tiles: Iterable[Tile]) -> None:
        for tile in tiles:
            if tile not in self.edition.deck.index:
                raise RuleError(
                    "no {tile} in this deck (there are {names})", tile=tile, names=" ".join(self.edition.deck.names)
                )

    def _require_supply(self, extra: Iterable[Tile]) -> None:
        """The deck must hold all the tiles that the log places somewhere, and ``extra``."""
        extra = list(extra)
        tile = self.edition.deck.excess([*self.known_tiles(), *extra])
        if tile is None:
            return
        copies = self.edition.deck.copies[self.edition.deck.index[tile]]
        gone = sum(discard.holding.tiles.count(tile) for discard in self.discards)
        seen = sum(holding.tiles.count(tile) for holding in self.racks.values())
        if extra.count(tile) > copies:
            raise RuleError(
                "{count} {tile} in one place, but the deck has only {copies}: a tile was misread",
                count=extra.count(tile),
                tile=tile,
                copies=copies,
            )
        if gone:
            raise RuleError(
                "one {tile} too many: the deck has {copies}, and the log already has {seen} on racks and {gone} out of play",
                remedy="; a line `reshuffle` is missing, or a tile was misread",
                tile=tile,
                copies=copies,
                seen=seen,
                gone=gone,
            )
        raise RuleError(
            "one {tile} too many: the deck has {copies}, and the log already has {seen} on racks: a tile was misread",
            tile=tile,
            copies=copies,
            seen=seen,
        )


def _code(symbol: str | None, card: Card, racks: int) -> int | None:
    """The place of an answer among the symbols that its card has with this number of racks in sight."""
    if symbol is None:
        return None
    symbols = card.meaning.symbols(racks)
    if symbol in symbols:
        return symbols.index(symbol)
    raise RuleError(
        Counted(
            racks,
            "{symbol!r} is not an answer to card {card} with {count} rack in sight (answers: {symbols})",
            "{symbol!r} is not an answer to card {card} with {count} racks in sight (answers: {symbols})",
            symbol=symbol,
            card=card.number,
            symbols=" ".join(symbols),
        )
    )


def _show(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))
