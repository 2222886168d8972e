"""Lines about turns: answers to cards, declarations, points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import Code777Error, RuleError
from ..records import replace
from ..rules.cards import Card
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, number_code
from ..sentences import Counted, Sentence, all_of, any_of
from .events import Answer, Declare, Penalty
from .rack_events import discard, new_tiles, require_supply, require_tiles, reshuffle_reminder, spell_tiles
from .state import AnyTable, EventEffect, Holding, PublicState
from .warning_kinds import EventWarning, WarningKind

MOST_UNSEEN = 2
"""In a deck of single tiles: the most racks of one player that may be out of play without having been seen by that player."""

# Answers.


def answer(before: AnyTable, event: Answer) -> EventEffect[AnyTable]:
    """Answer a card. The turn and the card deck move on if the card is a new one."""
    try:
        card = before.edition.card(event.card)
    except Code777Error as error:
        raise RuleError(error.sentence) from None
    if before.waiting:
        raise _not_full(before, before.waiting[0])
    table = _begin(before)
    if event.symbol is None and event.doubted:
        raise RuleError("an answer that was not heard cannot be marked as doubtful")
    event = replace(event, code=_code(event.symbol, card, table.racks_in_sight))
    warnings = list(_odd_answer(table, event, card))
    changes: dict[str, Any] = {"answered": (*table.answered, event.player)}
    if _is_new_card(table, event):
        changes = _turn_after(table, event, warnings) | _deck_after(table, event.card, warnings)
    after = replace(
        table,
        **changes,
        winner_may_be_joined=False,
        spares_due=0,
        missed_reshuffle=table.missed_reshuffle or table.reshuffle_due,
    )
    return EventEffect(event, after, tuple(warnings))


def _odd_answer(table: PublicState, event: Answer, card: Card) -> Iterator[EventWarning]:
    """Warnings about an answer that can be true."""
    if table.winner:
        yield _game_over(table, table.winner)
    elif table.spares_due:
        said = Sentence("a playerless rack ({spares}) should have been replaced", spares=any_of(table.spares))
        yield EventWarning(WarningKind.SPARE_NOT_REPLACED, said)
    if table.reshuffle_due and not table.missed_reshuffle:
        yield reshuffle_reminder(table)
    if event.symbol and table.viewer in (None, event.player):
        scene = [table.racks[name] for name in table.seen_by(event.player)]
        right = None if any(rack.unknown for rack in scene) else card.answer([rack.tiles for rack in scene])
        if right not in (None, event.symbol):
            said = Sentence(
                "card {number}: the right answer for the racks in sight is {right}, not {symbol}",
                number=card.number,
                right=right,
                symbol=event.symbol,
            )
            yield EventWarning(WarningKind.FALSE_ANSWER, said)


def _game_over(table: PublicState, winner: str) -> EventWarning:
    said = table.person(winner).says("the game is over: you have won", "the game is over: {name} has won")
    return EventWarning(WarningKind.GAME_OVER, said)


def _is_new_card(table: PublicState, event: Answer) -> bool:
    """True if an answer is the first one to a card that was just drawn."""
    if table.edition.rules.answered_by == "drawer" or table.asked != event.card:
        return True
    return event.player in table.answered or event.player == table.players[table.turn]


def _turn_after(table: PublicState, event: Answer, warnings: list[EventWarning]) -> dict[str, Any]:
    """Fields of the table that say whose turn it is, after a card was drawn."""
    expected = table.next_player or event.player
    if table.edition.rules.answered_by == "drawer":
        if event.player != expected:
            said = table.person(expected).says(
                "out of turn: it was your turn to draw a card",
                "out of turn: it was {name}'s turn to draw a card",
            )
            warnings.append(EventWarning(WarningKind.OUT_OF_TURN, said))
        return {"turn": (table.players.index(event.player) + 1) % len(table.players)}
    late = [p for i, p in enumerate(table.players) if i != table.turn and p not in table.answered]
    if table.asked is not None and late:
        said = Sentence(
            "card {asked}: no answer from {late}",
            asked=table.asked,
            late=all_of([table.person(name).subject for name in late]),
        )
        warnings.append(EventWarning(WarningKind.ANSWER_MISSING, said))
    turn = table.players.index(expected)
    if expected == event.player:
        said = table.person(event.player).says(
            "it was your turn to draw this card, so the others should answer it",
            "it was {name}'s turn to draw this card, so the others should answer it",
        )
        warnings.append(EventWarning(WarningKind.DRAWER_ANSWERED, said))
        turn = (turn + 1) % len(table.players)
    return {"turn": turn, "asked": event.card, "answered": (event.player,)}


def _deck_after(table: PublicState, card: int, warnings: list[EventWarning]) -> dict[str, Any]:
    """Fields of the table that say which cards are left, after a card was drawn.

    Where the order repeats, one card out of order makes it unknown again.
    """
    order, cards = table.order, table.edition.cards
    complete = len(table.round) >= len(cards) and set(table.round) >= set(cards)
    if complete and table.edition.rules.cards_run_out == "cycle":
        order = order or table.round
    expected = order[len(table.round) % len(order)] if order else None
    if expected not in (None, card):
        said = Sentence(
            "card {card} came, but the first round had card {expected} here: the order is unknown from now on",
            card=card,
            expected=expected,
        )
        warnings.append(EventWarning(WarningKind.ORDER_BROKEN, said))
        order = ()
    elif card in table.round and not complete:
        said = Sentence("card {card} has already been answered and should not be in the deck", card=card)
        warnings.append(EventWarning(WarningKind.CARD_AGAIN, said))
    if complete:
        return {"round": (card,), "order": order}
    return {"round": table.round if card in table.round else (*table.round, card), "order": order}


def _begin(table: AnyTable) -> AnyTable:
    """End the deal. The viewer's own rack is filled even if no line says so."""
    if table.started:
        return table
    racks = dict(table.racks)
    if table.viewer is not None:
        racks.setdefault(table.viewer, Holding(unknown=RACK_SIZE))
    return replace(table, racks=racks, started=True)


def _not_full(table: PublicState, name: str) -> RuleError:
    """Error for a rack that must be filled first."""
    line = f"rack {name} {'?' if name == table.viewer else '...'}"
    if name in table.racks:
        return RuleError("{rack} is not full", remedy=": log `{line}` first", rack=table.person(name).rack, line=line)
    return RuleError(
        "{rack} has no tiles in the log", remedy=": log `{line}` first", rack=table.person(name).rack, line=line
    )


def _code(symbol: str | None, card: Card, racks: int) -> int | None:
    """Place of an answer among the symbols of its card with this number of racks in sight."""
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


# Declarations and points.


def declare(before: AnyTable, event: Declare) -> EventEffect[AnyTable]:
    """Put the declared tiles out of play; a right declaration scores."""
    name = event.player
    if name in before.waiting:
        raise RuleError(
            before.person(name).says(
                "you have no tiles to declare",
                "{name} has no tiles to declare",
                remedy=": log `rack {rack} ...` first",
                rack=name,
            )
        )
    table = _begin(before)
    held = table.racks[name]
    _require_code(before, event)
    require_tiles(before, [*(event.tiles or ()), *(event.saw or ())])
    sort = before.edition.deck.sort
    event = replace(
        event,
        tiles=None if event.tiles is None else sort(event.tiles),
        saw=None if event.saw is None else sort(event.saw),
    )
    found = event.saw if event.saw is not None else None if held.unknown else held.tiles
    if found is not None:
        _require_found(table, event, held, found)
    rules = before.edition.rules
    seen = event.saw is not None or (held.unknown == 0 and (rules.own_tiles_seen == "always" or event.right))
    warnings = tuple(_odd_declaration(table, event, held))
    after = discard(table, name, seen=seen, found=event.saw)
    if event.right:
        after = _score(after, name)
    return EventEffect(event, after, warnings)


def _require_code(table: PublicState, event: Declare) -> None:
    """Refuse numbers that no rack of this deck can have."""
    numbers = table.edition.deck.numbers
    if len(event.numbers) != RACK_SIZE or not event.numbers.isdecimal():
        raise RuleError("{code!r} is not a code: declare {size} numbers, like 257", code=event.numbers, size=RACK_SIZE)
    for digit in event.numbers:
        if int(digit) not in numbers:
            raise RuleError(
                "no number {digit} in this deck (numbers {numbers})",
                digit=digit,
                numbers=" ".join(map(str, numbers)),
            )


def _require_found(table: PublicState, event: Declare, held: Holding, found: Rack) -> None:
    """Refuse tiles on a declared rack that are impossible, or that contradict right or wrong."""
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
            table.person(event.player).says(
                "you had {tiles} in the log, not {found}",
                "{name} had {tiles} in the log, not {found}",
                tiles=spell_tiles(held.tiles),
                found=spell_tiles(found),
            )
        )
    if held.unknown:
        require_supply(table, new_tiles(table, event.player, held, found))
    right, by_tiles = number_code(found) == event.numbers, table.edition.rules.target.by_tiles
    if by_tiles:
        right = found == event.tiles if event.tiles is not None else right and event.right
    if right != event.right:
        said = spell_tiles(event.tiles) if event.tiles else event.numbers
        raise RuleError(
            table.person(event.player).says(
                "you had {found}, so {said} is right, not wrong",
                "{name} had {found}, so {said} is right, not wrong",
                found=spell_tiles(found),
                said=said,
            )
            if right
            else table.person(event.player).says(
                "you had {found}, so {said} is wrong, not right",
                "{name} had {found}, so {said} is wrong, not right",
                found=spell_tiles(found),
                said=said,
            )
        )


def _odd_declaration(table: PublicState, event: Declare, held: Holding) -> Iterator[EventWarning]:
    """Warnings about a declaration that can be true."""
    rules, person = table.edition.rules, table.person(event.player)
    allowed = rules.own_tiles_seen == "always" or event.right
    if table.winner and not table.winner_may_be_joined:
        yield _game_over(table, table.winner)
    if event.tiles is None and rules.target.by_tiles:
        said = Sentence("edition {name!r} requires the colours too", name=table.edition.name)
        yield EventWarning(WarningKind.COLOURS_MISSING, said, Sentence("this edition requires the colours too"))
    if rules.declare == "own_turn" and event.player != _last_drawer(table):
        said = person.says(
            "you may declare only on your own turn, after the card",
            "{name} may declare only on their own turn, after the card",
        )
        yield EventWarning(WarningKind.OUT_OF_TURN, said)
    if event.player == table.viewer and held.unknown and event.saw is None and allowed:
        said = person.says(
            "you see the old tiles here",
            "{name} sees the old tiles here",
            remedy=": add `saw` and the tiles to use them",
        )
        yield EventWarning(WarningKind.OLD_TILES_NOT_NAMED, said)
    if event.saw is not None and not allowed and not too_many_unseen(table, event.player):
        said = person.says(
            "in {edition!r} the tiles of a wrong declaration stay hidden from you",
            "in {edition!r} the tiles of a wrong declaration stay hidden from {name}",
            edition=table.edition.name,
        )
        short = person.says(
            "in this edition the tiles of a wrong declaration stay hidden from you",
            "in this edition the tiles of a wrong declaration stay hidden from {name}",
        )
        yield EventWarning(WarningKind.OLD_TILES_HIDDEN, said, short)


def too_many_unseen(table: PublicState, player: str) -> bool:
    """True if a player could not follow the game exactly after one more of their racks goes out of play unseen.

    In a deck of single tiles, two such racks are followed exactly and three are not (`core.belief`). The third may be shown.
    """
    unseen = sum(discard.owner == player and not discard.seen_by_owner for discard in table.discards)
    return unseen >= MOST_UNSEEN and max(table.edition.deck.copies) == 1


def _last_drawer(table: PublicState) -> str | None:
    """Player who drew the last card; None before the first card."""
    if table.edition.rules.answered_by == "others":
        return table.players[table.turn] if table.asked is not None else None
    return table.players[table.turn - 1] if table.round else None


def _score(before: AnyTable, name: str) -> AnyTable:
    """The table after a point for a right declaration, which may win the game."""
    scores = {**before.scores, name: before.scores[name] + 1}
    spares_due = min(before.edition.rules.spares_refreshed, len(before.spares))
    table = replace(before, scores=scores, spares_due=before.spares_due + spares_due)
    if scores[name] < before.goal:
        return table
    if before.winner is None:
        return replace(table, winner=name, winner_may_be_joined=True)
    if before.winner_may_be_joined and before.winner != name and before.edition.rules.tie == "one_more":
        return replace(table, winner=None, winner_may_be_joined=False, goal=before.goal + 1)
    return table


def penalty(table: AnyTable, event: Penalty) -> EventEffect[AnyTable]:
    """Take points for a false answer."""
    points = table.edition.rules.false_answer_penalty
    warnings: tuple[EventWarning, ...] = ()
    if not points:
        said = Sentence("edition {name!r} has no penalty for a false answer", name=table.edition.name)
        short = Sentence("this edition has no penalty for a false answer")
        warnings = (EventWarning(WarningKind.NO_PENALTY_RULE, said, short),)
    scores = {**table.scores, event.player: table.scores[event.player] - points}
    after = replace(table, scores=scores)
    if table.winner == event.player and scores[event.player] < table.goal:
        after = replace(after, winner=None, winner_may_be_joined=False)
    return EventEffect(event, after, warnings)
