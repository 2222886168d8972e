"""The referee holds the racks, the pile and the cards of one game and applies the rules.

Each method does one thing by the rules of the edition and adds its steps, with all racks named, to `Referee.public_steps`.
Only `seen_by` decides which part of a step a seat sees.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..errors import RuleError
from ..records import replace
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, Tile, number_code
from ..table.events import Answer, Declare, Event, Fill, Penalty, RejectAnswer, Reshuffle, Seat
from ..table.table import Step, Table
from ..table.turn_events import too_many_unseen
from .keyed_random import KeyedRandom


class DeclaredCode(NamedTuple):
    """A declared code: its numbers, and its tiles if they were named."""

    numbers: str
    tiles: Rack | None = None

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles)) if self.tiles else self.numbers


def read_declared_code(text: str, table: Table) -> DeclaredCode:
    """Read a declared code, ``257`` or ``Y2 K5 B7``; raises if it is not a code, or has only numbers where tiles must be named."""
    deck = table.edition.deck
    code = deck.code(text)
    if code.isdecimal():
        if table.edition.rules.target.by_tiles:
            raise RuleError("edition {name!r} requires the colours too", name=table.edition.name)
        if len(code) != RACK_SIZE or any(int(digit) not in deck.numbers for digit in code):
            raise RuleError("{code!r} is not a code: declare {size} numbers, like 257", code=text, size=RACK_SIZE)
        supply = Counter(dict.fromkeys(deck.numbers, 0))
        for tile, copies in zip(deck.kinds, deck.copies, strict=True):
            supply[tile.number] += copies
        if any(code.count(digit) > supply[int(digit)] for digit in code):
            raise RuleError("no rack of this deck has the numbers {code}", code=code)
        return DeclaredCode(code)
    tiles = deck.sort(deck.rack(text))
    if len(tiles) != RACK_SIZE:
        raise RuleError("{code!r} is not a code: declare {size} tiles, like Y2 K5 B7", code=text, size=RACK_SIZE)
    if deck.excess(tiles) is not None:
        raise RuleError("no rack of this deck has the tiles {code}", code=text)
    return DeclaredCode(number_code(tiles), table.edition.rules.target.pick(None, tiles))


class Referee:
    """All racks, tiles and cards of one game, and the rules that move them."""

    def __init__(self, table: Table, players: tuple[str, ...], random: KeyedRandom) -> None:
        """Seat the players at ``table``, which has an edition and no players yet. Nothing is dealt."""
        self._random = random
        self.table = replace(table, viewer=None).do(Seat(players)).after
        """The table of an onlooker who sees all racks."""
        self.public_steps: list[Step] = []
        """Steps since the players took their seats, with all racks named."""
        deck = self.table.edition.deck
        tiles = [tile for tile, copies in zip(deck.kinds, deck.copies, strict=True) for _ in range(copies)]
        self._pile: list[Tile] = random.shuffled("tiles", tiles)
        self._order: list[int] = random.shuffled("cards 0", self.table.edition.cards)
        self._stack: list[int] = list(self._order)
        self._rounds = 0

    def tell(self, event: Event) -> None:
        """Do an event by the rules and record its step."""
        step = self.table.do(event)
        self.table = step.after
        self.public_steps.append(step)

    # Tiles.

    def deal(self) -> None:
        """Fill every rack."""
        for name in self.table.rack_names:
            size = RACK_SIZE if name in self.table.players else self.table.edition.rules.spare_tiles
            self._fill(name, size)

    def _fill(self, name: str, size: int) -> None:
        kept = self.table.racks[name].tiles if name in self.table.players and name in self.table.racks else ()
        new = [self._pile.pop() for _ in range(min(size - len(kept), len(self._pile)))]
        self.tell(Fill(name, self.table.edition.deck.sort([*kept, *new])))

    def _reshuffle(self) -> None:
        back = [tile for discard in self.table.discards for tile in discard.holding.tiles]
        self.tell(Reshuffle())
        everything = self.table.edition.deck.sort([*self._pile, *back])
        self._pile = self._random.shuffled(f"reshuffle {self.table.reshuffles}", everything)

    def refill(self, player: str) -> None:
        """Put three new tiles on a rack. If the pile has fewer, the rest comes after a reshuffle."""
        while player in self.table.waiting:
            if self.table.reshuffle_due or not self._pile:
                self._reshuffle()
            self._fill(player, RACK_SIZE)
        self._reshuffle_at_once()

    def _reshuffle_at_once(self) -> None:
        if self.table.reshuffle_due and self.table.edition.rules.reshuffle_when == "at_once":
            self._reshuffle()

    def prepare_spare(self) -> None:
        """Reshuffle, if one is due, before a spare rack is replaced."""
        if self.table.reshuffle_due:
            self._reshuffle()

    def any_spare(self) -> str:
        """A random spare rack."""
        return self.table.spares[self._random.below("spare", len(self.table.spares))]

    def replace_spare(self, name: str) -> None:
        """Put new tiles on a spare rack."""
        self._fill(name, self.table.edition.rules.spare_tiles)
        self._reshuffle_at_once()

    # Cards.

    def draw(self) -> int:
        """Draw the next card. When the stack is empty, the cards are shuffled or come again in the same order, by the rules."""
        if not self._stack:
            self._rounds += 1
            if self.table.edition.rules.cards_run_out == "reshuffle":
                self._order = self._random.shuffled(f"cards {self._rounds}", self.table.edition.cards)
            self._stack = list(self._order)
        return self._stack.pop(0)

    def answerers(self, drawer: str) -> tuple[str, ...]:
        """Players who answer a card, in order."""
        players = self.table.players
        if self.table.edition.rules.answered_by == "drawer":
            return (drawer,)
        place = players.index(drawer)
        return (*players[place + 1 :], *players[:place])

    def right_answer(self, player: str, card: int) -> str:
        """The right answer of a player, from the racks that they see."""
        seen = [self.table.racks[name].tiles for name in self.table.seen_by(player)]
        return self.table.edition.card(card).answer(seen)

    def answer(self, player: str, card: int) -> None:
        """Let a player give the right answer."""
        self.tell(Answer(player, card, self.right_answer(player, card)))

    def false_answer(self, player: str, card: int, symbol: str) -> None:
        """Record a wrong answer, ``symbol``. Every seat sees it; the rules of the edition set its price."""
        self.tell(RejectAnswer(player, card, symbol))
        if self.table.edition.rules.false_answer_penalty:
            self.tell(Penalty(player))

    # Declarations.

    def may_declare(self, drawer: str) -> tuple[str, ...]:
        """Players who may declare after a card, in the order of their declarations."""
        rules, players = self.table.edition.rules, self.table.players
        if rules.declare == "own_turn":
            return (drawer,)
        first = players.index(drawer) - (rules.two_declare == "right_of_reader_first")
        return tuple(players[(first + i) % len(players)] for i in range(len(players)))

    def declare(self, player: str, claim: DeclaredCode) -> bool:
        """Let a player declare; returns True if the code is right. The rack goes out of play."""
        held = self.table.racks[player].tiles
        right = self.table.edition.rules.target.pick(claim.numbers == number_code(held), claim.tiles == held)
        self.tell(Declare(player, claim.numbers, right, claim.tiles))
        return right


def seen_by(seat: str | None, step: Step) -> Event:
    """The event of a step as a seat would log it. None is an onlooker, who sees everything."""
    match step.event:
        case Fill(rack=name) if name == seat:
            return Fill(name, None)
        case Declare(player=player, right=right) if player == seat:
            allowed = (
                right or step.before.edition.rules.own_tiles_seen == "always" or too_many_unseen(step.before, player)
            )
            return replace(step.event, saw=step.before.racks[player].tiles) if allowed else step.event
        case _:
            return step.event


__all__ = ["DeclaredCode", "Referee", "read_declared_code", "seen_by"]
