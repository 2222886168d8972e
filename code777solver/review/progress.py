"""One's own progress over the games against the computer: wins by level, how late one declares, which cards one overlooks.

What a game comes to is one note at the end of its log, so that nothing has to be reviewed twice::

    note over won late 6 35 cards 1 10 14

It was won; two codes were certain 6 and 35 cards before they were used; answers to three cards were overlooked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

from ..play.levels import levels
from ..records import Count
from .lessons import missed
from .records import GameReview

MIXED = "mixed"
"""Stands for the level where computer players of several levels sat at the table."""
_OVER = re.compile(r"note over (won|lost|tied)( late( \d+)+)?( cards( \d+)+)?")


class Outcome(NamedTuple):
    """What one game came to."""

    won: bool
    late: tuple[int, ...]
    """For each code that was certain and not used at once: how many cards later, or let pass."""
    cards: tuple[int, ...]
    """The cards whose answers would have proved those codes."""


class LevelRow(NamedTuple):
    """How one fares against a level."""

    level: Annotated[str, "Its name; `mixed` where computer players of several levels sat at the table."]
    games: Annotated[Count, "Games that are over."]
    won: Annotated[Count, "Those that were won."]
    late: Annotated[
        float | None,
        "The mean number of cards that were let pass per code that was certain and not used at once; None if there is none.",
    ]
    missed: Annotated[Count, "How many such codes there were."]


class Progress(NamedTuple):
    """All games together."""

    games: Annotated[Count, "Games that are over."]
    won: Annotated[Count, "Those that were won."]
    unfinished: Annotated[Count, "Games that are not over."]
    levels: Annotated[tuple[LevelRow, ...], "The weakest level first."]
    cards: Annotated[tuple[tuple[int, int], ...], "The cards that are overlooked, and how often, most often first."]


def outcome_note(review: GameReview, player: str) -> str:
    """The note that says what a game came to for a player."""
    winner = review.log.table.winner
    found = missed(review, player)
    parts = ["note over", "won" if winner == player else "lost" if winner else "tied"]
    if found:
        parts += ["late", *(str(one.late) for one in found)]
    cards = sorted({card for one in found for card in one.cards})
    if cards:
        parts += ["cards", *map(str, cards)]
    return " ".join(parts)


def read_outcome(lines: Iterable[str]) -> Outcome | None:
    """What a game came to, from its log; None if it is not over.

    >>> read_outcome(["note over won late 6 35 cards 1 10"])
    Outcome(won=True, late=(6, 35), cards=(1, 10))
    """
    for line in lines:
        text = " ".join(line.split())
        if _OVER.fullmatch(text):
            head, _, cards = text.partition(" cards ")
            words, _, late = head.partition(" late ")
            return Outcome(words.split()[2] == "won", _numbers(late), _numbers(cards))
    return None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def level_of(lines: Iterable[str]) -> str | None:
    """The level of the computer players in a log, `MIXED` if they differ; None if there are none."""
    for line in lines:
        words = line.split()
        if words[:2] == ["note", "play"]:
            found = dict.fromkeys(words[4::2])
            return None if not found else next(iter(found)) if len(found) == 1 else MIXED
    return None


def progress(logs: Iterable[Sequence[str]]) -> Progress:
    """The progress that the logs of games against the computer show; other logs are passed by."""
    found: dict[str, list[Outcome]] = {}
    unfinished = 0
    for lines in logs:
        level = level_of(lines)
        if level is None:
            continue
        outcome = read_outcome(lines)
        if outcome is None:
            unfinished += 1
        else:
            found.setdefault(level, []).append(outcome)
    known = {level: place for place, level in enumerate([*levels(), MIXED])}
    rows = [_row(level, found[level]) for level in sorted(found, key=lambda name: (known.get(name, len(known)), name))]
    cards = Counter(card for outcomes in found.values() for outcome in outcomes for card in outcome.cards)
    return Progress(
        games=sum(row.games for row in rows),
        won=sum(row.won for row in rows),
        unfinished=unfinished,
        levels=tuple(rows),
        cards=tuple(sorted(cards.items(), key=lambda entry: (-entry[1], entry[0]))),
    )


def _row(level: str, outcomes: Sequence[Outcome]) -> LevelRow:
    late = [cards for outcome in outcomes for cards in outcome.late]
    return LevelRow(
        level,
        len(outcomes),
        sum(outcome.won for outcome in outcomes),
        sum(late) / len(late) if late else None,
        len(late),
    )


__all__ = ["MIXED", "LevelRow", "Outcome", "Progress", "level_of", "outcome_note", "progress", "read_outcome"]
