"""The referee: the truth of a game in one object. Racks, piles and cards are here, and what the rules make of them.

Every verb does one thing by the rules of the edition and adds to `Referee.public_steps` what the table has seen of it, all racks
named. What one seat may know of that is made by `seen_by`, and by nothing else.
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
from .keyed_random import KeyedRandom

MOST_UNSEEN = 2
"""In a deck of single tiles, so many of a player's own racks may lie out of play unseen."""


class DeclaredCode(NamedTuple):
    """What a player declares: numbers, and the tiles where those were named."""

    numbers: str
    tiles: Rack | None = None

    def __str__(self) -> str:
        return " ".join(map(str, self.tiles)) if self.tiles else self.numbers


def read_declared_code(text: str, table: Table) -> DeclaredCode:
    """A declared code, ``257`` or ``Y2 K5 B7``; raises if it is none, or numbers alone where tiles must be named."""
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
    """The truth of one game."""

    def __init__(self, table: Table, players: tuple[str, ...], random: KeyedRandom) -> None:
        """``table`` has the edition and nobody at it yet. Nothing is dealt."""
        self._random = random
        self.table = replace(table, viewer=None).do(Seat(players)).after
        """Everything there is to see, for one who sees it all."""
        self.public_steps: list[Step] = []
        """What has happened since the players sat down."""
        deck = self.table.edition.deck
        tiles = [tile for tile, copies in zip(deck.kinds, deck.copies, strict=True) for _ in range(copies)]
        self._pile: list[Tile] = random.shuffled("tiles", tiles)
        self._order: list[int] = random.shuffled("cards 0", self.table.edition.cards)
        self._stack: list[int] = list(self._order)
        self._rounds = 0

    def tell(self, event: Event) -> None:
        """Something happens, by the rules."""
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
        """Three new tiles. Where the pile has fewer, the rest come after a reshuffle."""
        while player in self.table.waiting:
            if self.table.reshuffle_due or not self._pile:
                self._reshuffle()
            self._fill(player, RACK_SIZE)
        self._reshuffle_at_once()

    def _reshuffle_at_once(self) -> None:
        if self.table.reshuffle_due and self.table.edition.rules.reshuffle_when == "at_once":
            self._reshuffle()

    def prepare_spare(self) -> None:
        """See to it that the pile can replace a playerless rack."""
        if self.table.reshuffle_due:
            self._reshuffle()

    def any_spare(self) -> str:
        """A playerless rack by lot."""
        return self.table.spares[self._random.below("spare", len(self.table.spares))]

    def replace_spare(self, name: str) -> None:
        """New tiles on a playerless rack."""
        self._fill(name, self.table.edition.rules.spare_tiles)
        self._reshuffle_at_once()

    # Cards.

    def draw(self) -> int:
        """The next card. When they run out, they are shuffled, or come again in the same order."""
        if not self._stack:
            self._rounds += 1
            if self.table.edition.rules.cards_run_out == "reshuffle":
                self._order = self._random.shuffled(f"cards {self._rounds}", self.table.edition.cards)
            self._stack = list(self._order)
        return self._stack.pop(0)

    def answerers(self, drawer: str) -> tuple[str, ...]:
        """Who answers a card, in order."""
        players = self.table.players
        if self.table.edition.rules.answered_by == "drawer":
            return (drawer,)
        place = players.index(drawer)
        return (*players[place + 1 :], *players[:place])

    def right_answer(self, player: str, card: int) -> str:
        """What a player has to say, from the racks that they see."""
        seen = [self.table.racks[name].tiles for name in self.table.seen_by(player)]
        return self.table.edition.card(card).answer(seen)

    def answer(self, player: str, card: int) -> None:
        """A player gives the right answer."""
        self.tell(Answer(player, card, self.right_answer(player, card)))

    def false_answer(self, player: str, card: int, symbol: str) -> None:
        """A player has said something else; everybody hears of it, and it costs what the edition says."""
        self.tell(RejectAnswer(player, card, symbol))
        if self.table.edition.rules.false_answer_penalty:
            self.tell(Penalty(player))

    # Declarations.

    def may_declare(self, drawer: str) -> tuple[str, ...]:
        """Who may declare after a card, in the order in which they are heard."""
        rules, players = self.table.edition.rules, self.table.players
        if rules.declare == "own_turn":
            return (drawer,)
        first = players.index(drawer) - (rules.two_declare == "right_of_reader_first")
        return tuple(players[(first + i) % len(players)] for i in range(len(players)))

    def declare(self, player: str, claim: DeclaredCode) -> bool:
        """A player declares; returns whether that is right. The rack is out of play then."""
        held = self.table.racks[player].tiles
        right = self.table.edition.rules.target.pick(claim.numbers == number_code(held), claim.tiles == held)
        self.tell(Declare(player, claim.numbers, right, claim.tiles))
        return right


def seen_by(seat: str | None, step: Step) -> Event:
    """What a seat sees of a step, as it would log it. For a seat of None, who looks on from outside, that is everything."""
    match step.event:
        case Fill(rack=name) if name == seat:
            return Fill(name, None)
        case Declare(player=player, right=right) if player == seat:
            allowed = (
                right or step.before.edition.rules.own_tiles_seen == "always" or _too_many_unseen(step.before, player)
            )
            return replace(step.event, saw=step.before.racks[player].tiles) if allowed else step.event
        case _:
            return step.event


def _too_many_unseen(table: Table, player: str) -> bool:
    """Whether a player could not follow the game exactly if one more rack of theirs went out of play unseen.

    In a deck of single tiles, two such racks are followed exactly and three are not (`core.belief`). The third is shown.
    """
    unseen = sum(discard.owner == player and not discard.seen_by_owner for discard in table.discards)
    return unseen >= MOST_UNSEEN and max(table.edition.deck.copies) == 1


__all__ = ["DeclaredCode", "Referee", "read_declared_code", "seen_by"]
