"""Progress over games against the computer: wins by level, delays of declarations, overlooked cards.

The result of a game is a note at the end of its log, so that no game is reviewed twice::

    note over won late 6 35 cards 1 10 14

The game was won. Two codes were certain 6 and 35 cards before they were declared. Answers to three cards were overlooked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

from ..play.levels import levels
from ..records import Count
from ..table.events import EndMatch, StartMatch
from ..table.notes import note_in
from .lessons import missed
from .records import GameReview

MIXED = "mixed"
"""The level of a table with computer players of several levels."""


class LevelRow(NamedTuple):
    """Results against one level."""

    level: Annotated[str, "Its name; `mixed` where computer players of several levels sat at the table."]
    games: Annotated[Count, "Games that are over."]
    won: Annotated[Count, "Those that were won."]
    late: Annotated[
        float | None,
        "The mean number of cards that were let pass per code that was certain and not used at once; None if there is none.",
    ]
    missed: Annotated[Count, "The number of such codes."]


class Progress(NamedTuple):
    """All games together."""

    games: Annotated[Count, "Games that are over."]
    won: Annotated[Count, "Those that were won."]
    unfinished: Annotated[Count, "Games that are not over."]
    levels: Annotated[tuple[LevelRow, ...], "The weakest level first."]
    cards: Annotated[tuple[tuple[int, int], ...], "The cards that are overlooked, and how often, most often first."]


def outcome(review: GameReview, player: str) -> EndMatch:
    """The result of a game for a player."""
    winner = review.log.table.winner
    found = missed(review, player)
    return EndMatch(
        result="won" if winner == player else "lost" if winner else "tied",
        late=tuple(one.late for one in found),
        cards=tuple(sorted({card for one in found for card in one.cards})),
    )


def read_outcome(lines: Iterable[str]) -> EndMatch | None:
    """The result of a game, from its log; None if it is not over."""
    return next((note for note in map(note_in, lines) if isinstance(note, EndMatch)), None)


def level_of(lines: Iterable[str]) -> str | None:
    """The level of the computer players in a log, `MIXED` if they differ; None if there are none."""
    start = next((note for note in map(note_in, lines) if isinstance(note, StartMatch)), None)
    found = set(start.seats[1::2]) if start is not None else set()
    return MIXED if len(found) > 1 else next(iter(found), None)


def progress(logs: Iterable[Sequence[str]]) -> Progress:
    """Progress from logs of games against the computer; other logs are skipped."""
    found: dict[str, list[EndMatch]] = {}
    unfinished = 0
    for lines in logs:
        level = level_of(lines)
        if level is None:
            continue
        end = read_outcome(lines)
        if end is None:
            unfinished += 1
        else:
            found.setdefault(level, []).append(end)
    known = {level: place for place, level in enumerate([*levels(), MIXED])}
    rows = [_row(level, found[level]) for level in sorted(found, key=lambda name: (known.get(name, len(known)), name))]
    cards = Counter(card for ends in found.values() for end in ends for card in end.cards)
    return Progress(
        games=sum(row.games for row in rows),
        won=sum(row.won for row in rows),
        unfinished=unfinished,
        levels=tuple(rows),
        cards=tuple(sorted(cards.items(), key=lambda entry: (-entry[1], entry[0]))),
    )


def _row(level: str, ends: Sequence[EndMatch]) -> LevelRow:
    late = [cards for end in ends for cards in end.late]
    return LevelRow(
        level,
        len(ends),
        sum(end.won for end in ends),
        sum(late) / len(late) if late else None,
        len(late),
    )


__all__ = ["MIXED", "LevelRow", "Progress", "level_of", "outcome", "progress", "read_outcome"]
