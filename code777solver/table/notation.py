"""Log text <-> events. One event per line; comments, blank lines and the writer's spelling are kept.

`read_line` needs the table before the line, since a tile, a name or an answer means something only there.
`Log` is the whole text with what each line did; `format_event` writes an event in its canonical spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, assert_never

from ..errors import Code777Error, LineError, NotationError, RuleError, nearest, require_text, small_number
from ..records import Record
from ..rules.tiles import number_code
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
from .notes import note_text, parse_note
from .persistent_list import PersistentList
from .table import Step, Table, find_name


class Line(NamedTuple):
    """A line of a log: its place, its text to the letter, and the step it made (None: comment or blank)."""

    number: int
    text: str
    step: Step | None


class Log(Record):
    """A game as text and as steps. ``str(log)`` is the text that was read, unchanged."""

    lines: PersistentList[Line]
    table: Table
    """The table after the last line."""

    @property
    def steps(self) -> Iterator[Step]:
        return (line.step for line in self.lines if line.step is not None)

    @property
    def warnings(self) -> Iterator[tuple[int, str]]:
        """Line number and text of everything odd."""
        for line in self.lines:
            if line.step is not None:
                yield from ((line.number, warning.sentence) for warning in line.step.warnings)

    def __str__(self) -> str:
        return "".join(f"{line.text}\n" for line in self.lines)

    def add(self, text: str) -> Log:
        """The log with one more line; raises `LineError` (with its number) and changes nothing if it is bad."""
        return self.plus(self.read(text))

    def read(self, text: str, *, number: int | None = None) -> Line:
        """Read the next line; ``number`` is its place if that is not the next one. Raises as `add` does."""
        place = len(self.lines) + 1 if number is None else number
        try:
            event = read_line(text, self.table)
            return Line(place, text, None if event is None else self.table.do(event))
        except LineError as error:
            raise error.at(place, text) from None

    def plus(self, line: Line) -> Log:
        """The log with one more line, which was read at this table."""
        return Log(self.lines.plus(line), self.table if line.step is None else line.step.after)

    def without_last(self) -> Log:
        """The log with one line less."""
        step = self.lines[-1].step
        return Log(self.lines.without_last(), self.table if step is None else step.before)


def read_log(text: str, table: Table | None = None) -> Log:
    """Read a whole log; raises `LineError` at the first line that cannot be read or cannot be true.

    >>> log = read_log("players Ann me  # two of us\\nrack Ann 2 k5 blue 7\\nAnn 16 other")
    >>> [format_event(step.event) for step in log.steps]
    ['players Ann me', 'rack Ann Y2 K5 B7', 'Ann 16 <']
    """
    log, errors = read_leniently(text, table)
    if errors:
        raise errors[0]
    return log


def read_leniently(text: str, table: Table | None = None) -> tuple[Log, list[LineError]]:
    """Read a whole log without the lines that are refused; also returns the refusals, in order."""
    log = Log(PersistentList(), table or Table())
    errors: list[LineError] = []
    for number, written in enumerate(split_lines(text), 1):
        try:
            log = log.plus(log.read(written, number=number))
        except LineError as error:
            errors.append(error)
            if not log.table.players:
                break  # without its first lines nothing of a log can be judged
    return log, errors


def split_lines(text: str) -> list[str]:
    """The lines of a log. Only line feeds and carriage returns end one, so that a note may hold anything else."""
    lines = re.split(r"\r\n|\r|\n", require_text(text, "lines", "Ann 16 <").removeprefix("\ufeff"))
    return lines if lines[-1] else lines[:-1]


def read_line(text: str, table: Table) -> Event | None:
    """The event that a line tells, None for a comment or a blank line.

    Raises `NotationError` for a line that cannot be read. `Table.do` decides whether the event can be true.
    """
    head, _, rest = _content(text).partition(" ")
    word = head.casefold()
    if not word:
        return None
    try:
        return _read(word, head, rest, table)
    except LineError:
        raise
    except Code777Error as error:
        raise NotationError(error.sentence).at(0, text) from None


def _content(text: str) -> str:
    """A line without its comment. A note keeps everything."""
    words = " ".join(text.split())
    return words if words.casefold().startswith("note ") else " ".join(text.partition("#")[0].split())


def _read(word: str, head: str, rest: str, table: Table) -> Event:
    match word:
        case "edition":
            return UseEdition(rest or _need(rest, "edition", "classic"))
        case "option":
            return _read_option(rest)
        case "players":
            return Seat(tuple(rest.split()))
        case "note":
            return parse_note(rest)
        case "reshuffle":
            if rest:
                raise NotationError("{rest!r} after `reshuffle`: it takes nothing", rest=rest)
            return Reshuffle()
        case "rack" | "declare" | "swap" | "penalty" if not table.players:
            raise RuleError("the players are not named yet", remedy=": write `players Ann me ...` first")
        case "rack":
            return _read_rack(rest, table)
        case "declare":
            return _read_declaration(rest, table)
        case "swap":
            return _read_swap(rest, table)
        case "penalty":
            return Penalty(table.player(_need(rest, "penalty", "Bob")))
        case _:
            return _read_answer(head, rest, table)


def _need(rest: str, keyword: str, example: str) -> str:
    if not rest or " " in rest:
        raise NotationError(
            "`{keyword}` takes one word, not {rest!r}",
            remedy=" (like `{keyword} {example}`)",
            keyword=keyword,
            rest=rest,
            example=example,
        )
    return rest


def _read_option(rest: str) -> UseOption:
    words = rest.split()
    if len(words) > 2 and words[0].casefold() == "card" and words[1].isdecimal():
        words = [f"card{words[1]}", "_".join(words[2:])]
    if not words:
        raise NotationError("`option` takes a name and a value", remedy=" (like `option reshuffle_at 4`)")
    name, value = words[0].casefold().replace("-", "_"), " ".join(words[1:])
    return UseOption(name, value or "yes")


def _read_rack(rest: str, table: Table) -> Fill:
    head, _, tiles = rest.partition(" ")
    name = table.rack_name(head)
    if not tiles:
        raise NotationError(
            "the tiles {place} are missing",
            remedy=" (like `rack {name} Y2 K5 B7`)",
            place=table.person(name).on_rack,
            name=name,
        )
    return Fill(name, None if set(tiles.split()) == {"?"} else table.edition.deck.rack(tiles))


def _read_declaration(rest: str, table: Table) -> Declare:
    """``NAME CODE right|wrong [saw TILES]``, where CODE is numbers or tiles."""
    before, said, saw = _split_at("saw", rest)
    match = re.fullmatch(r"(\S+)\s+(.+?)\s+((?ai:right|wrong))", before)
    if not match or (said and not saw.strip()):
        raise NotationError(
            "cannot read {rest!r}",
            remedy=" (like `declare Ann 257 right` or `declare me 146 wrong saw G1 N4 P6`)",
            rest=rest,
        )
    deck = table.edition.deck
    code = deck.code(match[2])
    tiles = None if code.isdecimal() else deck.rack(match[2])
    return Declare(
        player=table.player(match[1]),
        numbers=code if tiles is None else number_code(tiles),
        right=match[3].casefold() == "right",
        tiles=tiles,
        saw=deck.rack(saw) if said else None,
    )


def _split_at(word: str, text: str) -> tuple[str, str, str]:
    """`str.partition` at a whole word, in any case."""
    match = re.search(rf" (?ai:{word}) ", text)
    return (text[: match.start()], match[0], text[match.end() :]) if match else (text, "", "")


def _read_swap(rest: str, table: Table) -> Swap:
    """``NAME OLD NEW``, where NEW may be ``?``."""
    head, _, tiles = rest.partition(" ")
    deck, unknown = table.edition.deck, tiles.rstrip().endswith("?")
    found = deck.tiles(tiles.rstrip().rstrip("?"))
    if not head or len(found) + unknown != 2:
        raise NotationError("cannot read {rest!r}", remedy=" (like `swap Bob G6 Y7`, or `swap me R5 ?`)", rest=rest)
    return Swap(table.player(head), found[0], None if unknown else found[1])


def _read_answer(head: str, rest: str, table: Table) -> Answer:
    """``NAME CARD ANSWER``; ``?`` after the answer doubts it, ``?`` in its place says it was not heard."""
    if not table.players:
        raise NotationError(
            "cannot read {head!r}{meant}",
            remedy=" (`edition`, `option` and `players` lines come first)",
            head=head,
            meant=nearest(head, KEYWORDS),
        )
    player = find_name(head, table.players)
    if player is None:
        choices = [*table.players, *KEYWORDS]
        raise NotationError(
            "{head!r} is neither a player nor a word of the notation{meant} (players: {players})",
            head=head,
            meant=nearest(head, choices),
            players=", ".join(table.players),
        )
    card_text, _, answer = rest.partition(" ")
    number = small_number(card_text)
    if not rest:
        raise NotationError(
            "after `{player}` come a card and an answer", remedy=" (like `{player} 16 <`)", player=player
        )
    if number is None or not answer:
        raise NotationError(
            "`{player}` takes a card and an answer, not {rest!r}",
            remedy=" (like `{player} 16 <`)",
            player=player,
            rest=rest,
        )
    card = table.edition.card(number)
    said, doubted = heard_in(answer)
    symbol = card.symbol(said, table.racks_in_sight) if said else None
    return Answer(player, card.number, symbol, doubted=bool(said) and doubted)


def heard_in(answer: str) -> tuple[str, bool]:
    """An answer without the ``?`` that doubts it, and whether there is one; nothing is left where it was not heard."""
    said = answer.strip()
    return said.removesuffix("?").rstrip(), said.endswith("?")


def format_event(event: Event) -> str:
    """An event in its canonical spelling, without a line end."""
    if isinstance(event, NoteEvent):
        return f"note {note_text(event)}".rstrip()
    match event:
        case UseEdition(name):
            return f"edition {name}"
        case UseOption(name, value):
            return f"option {name} {value}"
        case Seat(players):
            return " ".join(("players", *players))
        case Fill(rack, tiles):
            return f"rack {rack} {_tiles(tiles) if tiles is not None else '?'}"
        case Answer(player, card, symbol, doubted):
            return f"{player} {card} {symbol or '?'}{' ?' if doubted else ''}"
        case Declare(player, numbers, right, tiles, saw):
            said = f"declare {player} {_tiles(tiles) if tiles else numbers} {'right' if right else 'wrong'}"
            return f"{said} saw {_tiles(saw)}" if saw is not None else said
        case Reshuffle():
            return "reshuffle"
        case Swap(player, old, new):
            return f"swap {player} {old} {new or '?'}"
        case Penalty(player):
            return f"penalty {player}"
        case _:
            assert_never(event)


def _tiles(tiles: Sequence[object]) -> str:
    return " ".join(map(str, tiles))
