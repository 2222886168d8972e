"""The setup of a game against the computer: the lines at the head of its log, which determine the deal.

``note play NUMBER NAME LEVEL ...`` names the game and the computer players; all other players are people::

    edition stronghold
    players Ann me Bob
    note play 4711 Ann club Bob master
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import Code777Error
from ..records import Record
from ..table.events import Seat, StartMatch, UseEdition
from ..table.notation import Log, format_event, split_lines
from ..table.notes import note_in
from ..table.persistent_list import PersistentList
from ..table.table import ME, Table
from .keyed_random import KeyedRandom
from .levels import Level, level_named

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
"""Names of computer players; names of people are skipped."""
_NUMBER = re.compile(r"[0-9A-Za-z-]{1,40}")
_HEADS = ("edition", "option", "players")


class MatchError(Code777Error, ValueError):
    """A game against the computer that cannot be set up or continued."""


class Setup(Record):
    """Edition, players and levels of a game against the computer."""

    number: str
    """The number of the game, or any short word of letters and digits."""
    levels: Mapping[str, Level]
    """The level of each computer player, by name."""
    table: Table
    """The edition, without players."""
    players: tuple[str, ...]
    lines: tuple[str, ...]
    """The lines at the head of the log."""

    @property
    def people(self) -> tuple[str, ...]:
        """Players who are people, clockwise."""
        return tuple(player for player in self.players if player not in self.levels)

    @property
    def owner(self) -> str:
        """The person whose log is the record of the game: `me`, or the first person."""
        return ME if ME in self.people else self.people[0]

    def random(self, key: bytes) -> KeyedRandom:
        """Random numbers of this game."""
        return KeyedRandom(key, "\n".join(self.lines))


def new_setup(
    number: str,
    *,
    edition: str = "classic",
    options: Sequence[str] = (),
    people: Sequence[str] = (ME,),
    rivals: Sequence[str],
    folder: Path | None = Path(),
) -> Setup:
    """Set up a game of people against computer players with the levels ``rivals``. The number determines the seats.

    >>> setup = new_setup("7", rivals=["beginner", "master"])
    >>> sorted(setup.players), setup.owner
    (['Ann', 'Bob', 'me'], 'me')
    """
    _require_number(number)
    folded = {name.casefold() for name in people}
    names = [name for name in NAMES if name.casefold() not in folded][: len(rivals)]
    if len(names) < len(rivals):
        raise MatchError("{count} computer players are too many", count=len(rivals))
    chosen = [level_named(level).name for level in rivals]
    seats = KeyedRandom(b"seats", number).shuffled("seats", [*people, *names])
    levels = tuple(word for name in seats if name in names for word in (name, chosen[names.index(name)]))
    return read_setup(
        [
            f"edition {edition}",
            *(f"option {option}" for option in options),
            f"players {' '.join(seats)}",
            format_event(StartMatch(number, levels)),
        ],
        folder=folder,
    )


def read_setup(text: str | Sequence[str], *, folder: Path | None = Path()) -> Setup:
    """Read the setup at the head of a log; raises `MatchError` if there is none, `LineError` for a bad line."""
    log, lines = Log(PersistentList(), Table(viewer=None, folder=folder)), []
    before = log.table
    for line in split_lines(text) if isinstance(text, str) else text:
        if not is_head(line):
            continue
        log = log.add(line)
        step = log.lines[-1].step
        assert step is not None
        lines.append(format_event(step.event))
        if isinstance(step.event, Seat):
            before = step.before
        if isinstance(step.event, StartMatch):
            return _set_up(step.event, before, log.table, tuple(lines))
        if isinstance(step.event, UseEdition) and folder is None and step.event.name.casefold().endswith(".toml"):
            raise MatchError("edition {name!r}: files are not read here", name=step.event.name)
    raise MatchError("this is not the log of a game against the computer: it has no line `note play`")


def is_head(line: str) -> bool:
    """True if a line belongs to the head of a log: the edition, the players, the game."""
    words = line.casefold().split()
    return words[:1] != [] and (words[0] in _HEADS or isinstance(note_in(line), StartMatch))


def _require_number(number: str) -> None:
    if not _NUMBER.fullmatch(number):
        raise MatchError("the number of a game is up to 40 letters and digits, not {number!r}", number=number)


def _set_up(start: StartMatch, before: Table, table: Table, lines: tuple[str, ...]) -> Setup:
    if not table.players:
        raise MatchError("`note play` comes after the line of the players")
    _require_number(start.number)
    if len(start.seats) % 2:
        raise MatchError("`note play` takes the number of the game, then a name and a level for each computer player")
    levels = {}
    for name, level in zip(start.seats[::2], start.seats[1::2], strict=True):
        if name not in table.players or name in levels:
            raise MatchError("`note play`: no player {name!r}, or named twice", name=name)
        levels[name] = level_named(level)
    if len(levels) == len(table.players):
        raise MatchError("nobody is left to play: all players are computer players")
    return Setup(start.number, levels, before, table.players, lines)


__all__ = ["NAMES", "MatchError", "Setup", "is_head", "new_setup", "read_setup"]
