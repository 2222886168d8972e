"""Simulated games as logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..errors import EditionError
from ..kernels import board as kinds
from ..kernels import games
from ..records import as_dict
from ..rules.editions import PYTHON, Edition, load_edition
from ..rules.tiles import number_code
from .simulated_table import MOST_EVENTS, SimulatedTable

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
"""Names of the players in the log of a simulated game, by seat."""


class Transcript(NamedTuple):
    """One simulated game: the lines of its log, and each player's possible racks after each line."""

    lines: tuple[str, ...]
    candidates: tuple[tuple[frozenset[int], ...] | None, ...]
    """One entry a line, one set of rack numbers a player; None for lines about the edition and the players."""
    winner: str | None
    complete: bool
    """False if the game was too long to be recorded to its end."""

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def transcript(table: SimulatedTable, seed: int, game: int = 0) -> Transcript:
    """Replay one game of a simulation and write its log. All racks are named, so the log serves every seat."""
    state, results = table.state(recorded=True), np.zeros((1, kinds.SEATS + 2 * table.players), np.int32)
    play(table, state, seed, game, results)
    return written(table, state, int(results[0, kinds.WON_BY]))


def written(table: SimulatedTable, state: Any, won: int) -> Transcript:
    """Transcript of a recorded game, finished or not; ``won`` is the seat of the winner, or -1."""
    count = int(state[0]["now"][kinds.EVENTS])
    kept = min(count, MOST_EVENTS)
    lines: list[str] = [*edition_lines(table.edition), f"players {' '.join(NAMES[: table.players])}"]
    candidates: list[tuple[frozenset[int], ...] | None] = [None] * len(lines)
    racks = len(table.board.target)
    sets = np.unpackbits(state[0]["sets"][:kept].view(np.uint8), axis=2, bitorder="little")[:, :, :racks]
    for event, held in zip(state[0]["events"][:kept].tolist(), sets, strict=True):
        lines.append(_line(table, *event))
        candidates.append(tuple(frozenset(np.nonzero(one)[0].tolist()) for one in held))
    return Transcript(tuple(lines), tuple(candidates), NAMES[won] if won >= 0 else None, kept == count)


def play(table: SimulatedTable, state: Any, seed: int, first: int, results: Any) -> None:
    """Play games in compiled code."""
    games.play(table.packed, state, np.uint64(seed), np.uint64(first), results)


def _line(table: SimulatedTable, kind: int, who: int, what: int, detail: int) -> str:
    edition, players = table.edition, table.players
    name = NAMES[who] if who < players else f"spare{who - players + 1}"
    if kind in (kinds.DEALT, kinds.FILLED, kinds.PART):
        return f"rack {name} {_tiles(table, what)}"
    if kind == kinds.ANSWERED:
        card = list(edition.cards.values())[what]
        return f"{name} {card.number} {card.meaning.symbols(table.racks - 1)[detail]}"
    if kind == kinds.DECLARED:
        declared = _tiles(table, what)
        declared = edition.rules.target.pick(number_code(edition.deck.rack(declared)), declared)
        return f"declare {name} {declared} {'right' if detail else 'wrong'}"
    return "reshuffle"


def _tiles(table: SimulatedTable, rack: int) -> str:
    deck, board = table.edition.deck, table.board
    return " ".join(str(deck.kinds[kind]) for kind in board.kinds[rack, : board.sizes[rack]])


def edition_lines(edition: Edition) -> Iterator[str]:
    """Lines of a log that name an edition and its options.

    Cards in Python are only named: such an edition must be passed along with the log.
    """
    if edition.own:
        yield from (f"option card{card} {PYTHON}" for card in edition.own)
        return
    plain = load_edition(edition.source or edition.name)
    if plain.differs_in_cards(edition):
        raise EditionError(
            f"edition {edition.name!r} has other tiles or cards than its file, which no log line can say: "
            "write your own edition file"
        )
    yield f"edition {edition.source or edition.name}"
    for rule, value in as_dict(edition.rules).items():
        if value != getattr(plain.rules, rule):
            yield f"option {rule} {('yes' if value else 'no') if isinstance(value, bool) else value}"
    for card, reading in edition.readings.items():
        if plain.readings.get(card) != reading:
            yield f"option card{card} {reading}"
