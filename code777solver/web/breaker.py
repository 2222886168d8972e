"""Code Breaker for front ends, as plain data. No deduction."""

from __future__ import annotations

from typing import NamedTuple

from ..breaker import results
from ..breaker.breaker import Breaker
from ..breaker.notation import BreakerLog, format_event
from ..breaker.packs import BreakerPacks, load_game, pack_names
from ..breaker.round import SIDES, BreakerNote, Guess, MySide, Reveal, Starts, UsePack
from ..errors import LineError
from ..table.notation import split_lines
from . import shapes

MOST_CODES = 60
_KINDS = {UsePack: "pack", MySide: "me", Starts: "first", Guess: "guess", Reveal: "code", BreakerNote: "note"}


class ReadRound(NamedTuple):
    """A log that was read; lines that are refused have no effect."""

    breaker: Breaker
    refused: tuple[LineError, ...]


def read(text: str) -> ReadRound:
    """Read a log to its end."""
    log, refused = BreakerLog(), []
    for line in split_lines(text):
        try:
            log = log.add(line)
        except LineError as error:
            refused.append(error)
            log = log.keep(line)
    return ReadRound(Breaker.at(log), tuple(refused))


def game(found: ReadRound, *, top: int, strategy: str) -> shapes.BreakerGame:
    """All that the page shows."""
    table = found.breaker.round
    revealed = {side: table.game.packs[side].cards(code) for side, code in table.revealed.items()}
    return shapes.BreakerGame(
        table=shapes.BreakerTable(pack(table.game), table.mine, table.turn, revealed),
        lines=lines(found),
        analysis=_shortened(found.breaker, top=top, strategy=strategy),
    )


def _shortened(breaker: Breaker, *, top: int, strategy: str) -> shapes.ShortBreakerAnalysis:
    """The analysis without lists of hundreds of codes: ``left`` is their number, and so is ``codes`` of a culprit."""
    found = results.position(breaker, top=top, strategy=strategy)
    contradiction = None
    if breaker.contradicted:
        culprits = results.culprits(breaker)
        contradiction = shapes.BreakerContradiction(
            [shapes.BreakerCulprits(one.lines, one.probability, len(one.codes), one.instead) for one in culprits]
        )
    return shapes.ShortBreakerAnalysis(found._replace(codes=found.codes[:MOST_CODES]), contradiction, len(found.codes))


def lines(found: ReadRound) -> list[shapes.BreakerLogLine]:
    """The log line by line, refused ones in their place."""
    refused = {error.line: error for error in found.refused}
    told: list[shapes.BreakerLogLine] = []
    for line in found.breaker.log.lines:
        entry: shapes.BreakerLogLine = {"line": line.number, "kind": "comment", "text": line.text, "warnings": []}
        if line.number in refused:
            error = refused[line.number].message
            entry.update({"kind": "refused", "error": error, "reason": error.reason})
        elif line.event is not None:
            written = format_event(line.event, found.breaker.round)
            entry.update({"kind": _KINDS[type(line.event)], "written": written})
        told.append(entry)
    return told


def packs() -> list[shapes.PackState]:
    """The games that have a name."""
    return [pack(load_game(name)) for name in pack_names()]


def pack(found: BreakerPacks) -> shapes.PackState:
    """A game with its cards; a race has two halves, whose names the log uses."""
    halves = [
        shapes.PackHalf(SIDES[side] if found.is_race else None, half.ranks, half.suits)
        for side, half in enumerate(found.packs)
    ]
    return shapes.PackState(found.name, found.title, found.is_race, halves)


def texts() -> set[str]:
    """Texts that the page translates and gets from packs: their titles, the names of suits."""
    games = [load_game(name) for name in pack_names()]
    return {game.title for game in games} | {suit.name for game in games for suit in game.packs[0].suits}


def answer(name: str, *, guess: str, code: str) -> shapes.BreakerAnswer:
    """The right answer of the setter of a code."""
    return shapes.BreakerAnswer(list(Breaker(name).answer_to(guess, code)))
