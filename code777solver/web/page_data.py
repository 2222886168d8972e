"""A game for front ends, as plain data: the table, the cards, the lines of the log. No deduction."""

from __future__ import annotations

from collections import Counter

from ..core.proved_slots import proved_slots
from ..errors import Code777Error, LineError
from ..lang import Language
from ..reasons.wording import COLOUR_NAMES
from ..records import replace
from ..rules.cards import Card, Compare, CountRacks, Pick
from ..rules.edition_file import DEFAULT
from ..rules.editions import Edition, edition_names, load_edition
from ..rules.tiles import COLOURS
from ..show import results
from ..solver import Solver
from ..table.events import (
    KEYWORDS,
    Answer,
    Declare,
    Fill,
    NoteEvent,
    Penalty,
    Reshuffle,
    Seat,
    Swap,
    UseEdition,
    UseOption,
)
from ..table.notation import Line, format_event
from ..table.setup_events import LONGEST_NAME
from ..table.table import Table
from . import shapes
from .remarks import remarks
from .solver_cache import Read

MANY_RACKS = 2000
"""Decks with more racks than this get their opponents by a request of their own, the slowest part."""
SUMMARIES = {
    "classic": "One rack each. The player who draws a card answers it.",
    "stronghold": "Always four racks; those without a player are seen by all.",
    "code77": "Four racks; the cards come again in the same order.",
    "unique49": "49 different tiles, colours count, everybody else answers.",
}
"""One line about each bundled edition, for people who choose one."""
NAME_PATTERN = r"^[\p{L}\p{Nl}\p{No}][\p{L}\p{N}_.'\-]*$"
"""The names that `Table` accepts, if they are not too long, for JavaScript."""
_KINDS = {
    UseEdition: "edition",
    UseOption: "option",
    Seat: "players",
    Fill: "rack",
    Answer: "answer",
    Declare: "declare",
    Reshuffle: "reshuffle",
    Swap: "swap",
    Penalty: "penalty",
}


def game(read: Read, *, top: int, t: Language) -> shapes.Game:
    """All that the page shows. ``analysis`` is None until there is something to analyse."""
    solver = read.solver
    found = analysis(solver, top=top)
    return shapes.Game(
        table=table(solver),
        lines=lines(read),
        analysis=found,
        advice=advice(solver, t),
        slots=() if found is None else proved_slots(solver.belief),
    )


def advice(solver: Solver, t: Language) -> results.WordedAdvice | None:
    """Declare or wait: what the learnt policy says; None where there is nothing to decide."""
    if not solver.table.players or solver.table.viewer is None:
        return None
    try:
        found = solver.advise()
    except Code777Error:
        return None
    return results.advice(found if len(solver.belief.space) <= MANY_RACKS else replace(found, rivals=None), t)


def analysis(solver: Solver, *, top: int) -> results.Analysis | None:
    """The documented report; with a large deck ``opponents`` is None, to be asked for on its own."""
    if not solver.table.players or solver.table.viewer is None:
        return None
    return results.analysis(solver, top=top, others=len(solver.belief.space) <= MANY_RACKS)


def table(solver: Solver) -> shapes.TableState:
    """The public state of the table, and what the edition has."""
    now = solver.table
    return shapes.TableState(
        edition=edition(now.edition),
        players=now.players,
        spares=now.spares,
        seat=now.viewer if now.players else None,
        racks={name: shapes.RackState(holding.tiles, holding.unknown) for name, holding in now.racks.items()},
        waiting=now.waiting,
        need=now.need,
        scores=now.scores,
        goal=now.goal,
        winner=now.winner,
        pile=now.pile if now.players else now.edition.deck.size,
        next_player=now.next_player,
        next_answerer=now.next_answerer,
        asked=now.asked,
        answered=now.answered,
        reshuffle_due=now.reshuffle_due,
        spares_due=now.spares_due,
        deck=deck(now),
        cards=cards(solver),
    )


def edition(found: Edition) -> shapes.EditionState:
    """An edition with its rules, by the names of the options."""
    return shapes.EditionState(found.name, found.title, found.rules, found.readings)


def editions() -> list[shapes.EditionInfo]:
    """The bundled editions, with their decks and the cards that can be read in another way."""
    found: list[shapes.EditionInfo] = []
    for name in edition_names():
        loaded = load_edition(name)
        readings = [
            shapes.OtherReading(number, reading, card.text)
            for number, cards in loaded.printed.items()
            for reading, card in cards.items()
            if reading != DEFAULT
        ]
        kinds = deck(Table(edition=loaded))
        found.append(shapes.EditionInfo(edition(loaded), SUMMARIES[name], kinds, card_infos(loaded), readings))
    return found


def name_rule() -> shapes.NameRule:
    """The names that players can have in every bundled edition."""
    spares = {spare for name in edition_names() for spare in load_edition(name).spare_racks(2)}
    return shapes.NameRule(NAME_PATTERN, LONGEST_NAME, (*KEYWORDS, *sorted(spares)))


def card_infos(found: Edition) -> list[shapes.CardInfo]:
    """Every card of an edition as it is asked at the largest table."""
    racks = max(found.rules.racks, found.rules.most_players) - 1
    return [
        shapes.CardInfo(
            card=number,
            text=card.text,
            answers=card.meaning.symbols(racks),
            by_racks=isinstance(card.meaning, CountRacks),
            sides=_sides(card),
        )
        for number, card in found.cards.items()
    ]


def texts() -> set[str]:
    """Texts that the page translates and gets from editions: titles, summaries, the texts of cards, the names of colours and of tiles."""
    readings = (cards for name in edition_names() for cards in load_edition(name).printed.values())
    found = {card.text for cards in readings for card in cards.values()}
    found |= {load_edition(name).title for name in edition_names()} | {names.number for names in COLOUR_NAMES.values()}
    return found | {colour.name for colour in COLOURS.values()} | set(SUMMARIES.values())


def deck(now: Table) -> list[shapes.DeckTile]:
    """Every kind of tile, with how many are placed by the log (``gone``) and how many of those the viewer sees."""
    placed, seen = Counter(now.known_tiles()), now.seen_tiles()
    return [
        shapes.DeckTile(
            tile=kind.name,
            number=kind.number,
            colour=kind.colour,
            name=COLOURS[kind.colour].name,
            copies=copies,
            gone=placed[kind],
            seen=seen[kind],
        )
        for kind, copies in zip(now.edition.deck.kinds, now.edition.deck.copies, strict=True)
    ]


def cards(solver: Solver) -> list[shapes.CardState]:
    """Every card: what it asks, how it can be answered, whether it can come next, and what I would have to say."""
    now = solver.table
    ready = bool(now.players) and now.viewer is not None and not now.waiting
    return [card._replace(mine=solver.right_answer(card.card)) if ready else card for card in cards_on(now)]


def cards_on(now: Table) -> list[shapes.CardState]:
    """The same without anybody's own answers."""
    racks = max(1, len(now.rack_names) - 1)
    to_come = frozenset(now.cards_to_come)
    return [
        shapes.CardState(
            card=number,
            text=card.text,
            answers=card.meaning.symbols(racks),
            sides=_sides(card),
            to_come=number in to_come,
            mine=None,
        )
        for number, card in now.edition.cards.items()
    ]


def _sides(card: Card) -> list[Pick] | None:
    """The two sides of a comparison, the first (``>``) first."""
    return [card.meaning.first, card.meaning.second] if isinstance(card.meaning, Compare) else None


def lines(read: Read) -> list[shapes.LogLine]:
    """The log line by line, refused ones in their place."""
    refused = {error.line: error for error in read.refused}
    return [_line(line, refused.get(line.number)) for line in read.solver.log.lines]


def _line(line: Line, error: LineError | None) -> shapes.LogLine:
    if error is not None:
        return {
            "line": line.number,
            "kind": "refused",
            "text": error.text,
            "warnings": [],
            "error": error.message,
            "reason": error.message.reason,
        }
    if line.step is None:
        return {"line": line.number, "kind": "comment", "text": line.text, "warnings": []}
    event = line.step.event
    found: shapes.LogLine = {
        "line": line.number,
        "kind": "note" if isinstance(event, NoteEvent) else _KINDS[type(event)],
        "text": line.text,
        "warnings": remarks(line.step.warnings),
        "written": format_event(event),
    }
    match event:
        case Answer(player, card, symbol, doubted):
            found.update({"player": player, "card": card, "answer": symbol, "doubted": doubted})
        case Fill(rack, tiles):
            found.update({"player": rack, "tiles": tiles})
        case Declare(player, numbers, right, tiles, saw):
            found.update({"player": player, "numbers": numbers, "right": right})
            found.update({"tiles": tiles, "saw": saw})
        case Swap(player, old, new):
            found.update({"player": player, "tiles": (old, new) if new else (old,)})
        case Penalty(player):
            found["player"] = player
        case _:
            pass
    return found
