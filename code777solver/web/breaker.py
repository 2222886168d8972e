"""What a front end shows of Code Breaker, as plain data. No deduction."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..breaker.as_json import analysis
from ..breaker.breaker import Breaker
from ..breaker.notation import BreakerLog, format_event
from ..breaker.packs import Game, load_game, pack_names
from ..breaker.round import SIDES, BreakerNote, Guess, MySide, Reveal, Starts, UsePack
from ..errors import LineError
from ..table.notation import split_lines

Json = dict[str, Any]

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


def game(found: ReadRound, *, top: int, strategy: str) -> Json:
    """All that the page shows."""
    table = found.breaker.round
    return {
        "table": {
            **pack(table.game),
            "mine": table.mine,
            "turn": table.turn,
            "revealed": {str(side): list(table.game.packs[side].cards(code)) for side, code in table.revealed.items()},
        },
        "lines": lines(found),
        "analysis": _shortened(analysis(found.breaker, top=top, strategy=strategy)),
    }


def _shortened(found: Json) -> Json:
    """Without lists of hundreds of codes: ``left`` tells how many there are, and so does ``codes`` of a culprit."""
    contradiction = found["contradiction"]
    culprits = [one | {"codes": len(one["codes"])} for one in contradiction["culprits"]] if contradiction else []
    return found | {
        "left": len(found["codes"]),
        "codes": found["codes"][:MOST_CODES],
        "contradiction": contradiction and {"culprits": culprits},
    }


def lines(found: ReadRound) -> list[Json]:
    """The log line by line, refused ones in their place."""
    refused = {error.line: error for error in found.refused}
    told = []
    for line in found.breaker.log.lines:
        entry: Json = {"line": line.number, "kind": "comment", "text": line.text, "warnings": []}
        if line.number in refused:
            entry |= {"kind": "refused", "error": refused[line.number].message}
        elif line.event is not None:
            entry |= {"kind": _KINDS[type(line.event)], "written": format_event(line.event, found.breaker.round)}
        told.append(entry)
    return told


def packs() -> list[Json]:
    """The games that have a name."""
    return [pack(load_game(name)) for name in pack_names()]


def pack(found: Game) -> Json:
    """A game with its cards; a race has two halves, whose names the log uses."""
    halves = [
        {
            "half": SIDES[side] if found.is_race else None,
            "ranks": list(half.ranks),
            "suits": [{"letter": suit.letter, "name": suit.name, "symbol": suit.symbol} for suit in half.suits],
        }
        for side, half in enumerate(found.packs)
    ]
    return {"pack": found.name, "title": found.title, "race": found.is_race, "halves": halves}


def texts() -> set[str]:
    """What the page translates and gets from packs: their titles, the names of suits."""
    games = [load_game(name) for name in pack_names()]
    return {game.title for game in games} | {suit.name for game in games for suit in game.packs[0].suits}


def answer(name: str, *, guess: str, code: str) -> Json:
    """What the setter of a code must say."""
    return {"answer": list(Breaker(name).answer_to(guess, code))}
