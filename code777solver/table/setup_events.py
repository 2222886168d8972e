"""Lines before the first tile: edition, options and players."""

from __future__ import annotations

import re

from ..errors import Code777Error, EditionError, RuleError, nearest
from ..records import replace
from ..rules.editions import Edition, load_edition
from ..sentences import Counted
from .events import KEYWORDS, Seat, UseEdition, UseOption
from .state import ME, AnyTable, EventEffect, PublicState, find_name

LONGEST_NAME = 31
"""The most characters of a player's name."""
_NAME = re.compile(rf"[^\W\d_][\w.'-]{{0,{LONGEST_NAME - 1}}}")


def set_up(table: AnyTable, event: UseEdition | UseOption | Seat) -> EventEffect[AnyTable]:
    """Choose the edition, change an option or seat the players."""
    if table.players:
        raise RuleError(
            "the players are already named",
            remedy=": `edition` and `option` lines come before the one `players` line",
        )
    try:
        match event:
            case UseEdition(name):
                if table.edition_named:
                    raise RuleError("only one `edition` line is allowed", remedy=", before any `option` line")
                after = replace(table, edition=load_edition(name, folder=table.folder), edition_named=True)
            case UseOption(name, value):
                after = replace(table, edition=_with_option(table, name, value), edition_named=True)
            case Seat(players):
                after = _seat(table, players)
    except RuleError:
        raise
    except Code777Error as error:
        raise RuleError(error.sentence) from None
    return EventEffect(event, after)


def _with_option(table: PublicState, name: str, value: str) -> Edition:
    if name == "cards":
        if table.folder is None:
            raise EditionError("option cards {value!r}: files are not read here", value=value)
        return table.edition.with_cards(table.folder / value)
    return table.edition.with_options({name: value})


def _seat(table: AnyTable, players: tuple[str, ...]) -> AnyTable:
    rules = table.edition.rules
    if not rules.least_players <= len(players) <= rules.most_players:
        raise RuleError(
            Counted(
                len(players),
                "{count} player: edition {name!r} takes {least} to {most}",
                "{count} players: edition {name!r} takes {least} to {most}",
                name=table.edition.name,
                least=rules.least_players,
                most=rules.most_players,
            )
        )
    players = tuple(ME if name.casefold() == ME else name for name in players)
    folded = [name.casefold() for name in players]
    for name in players:
        if not _NAME.fullmatch(name):
            raise RuleError(
                "{name!r} is not a valid name: use a letter, then letters, digits or . ' - _, 31 characters at most",
                name=name,
            )
        if name.casefold() in KEYWORDS:
            raise RuleError("{name!r} is a word of the notation: choose another name", name=name)
        if folded.count(name.casefold()) > 1:
            raise RuleError("two players are called {name!r}: names must differ", name=name)
        if name.casefold() in {spare.casefold() for spare in table.edition.spare_racks(2)}:
            raise RuleError("{name!r} is the name of a playerless rack: choose another name", name=name)
    edition = table.edition.with_cards(table.house_cards) if table.house_cards else table.edition
    return replace(
        table,
        edition=edition,
        viewer=_viewer_among(table, players),
        players=players,
        rack_names=(*players, *edition.spare_racks(len(players))),
        scores=dict.fromkeys(players, 0),
        goal=edition.rules.points_to_win,
    )


def _viewer_among(table: PublicState, players: tuple[str, ...]) -> str | None:
    """The seat being helped, spelled as the players line does; None if nobody is called `me`."""
    if table.viewer is None:
        return None
    found = find_name(table.viewer, players)
    if found is not None or table.viewer == ME:
        return found
    raise RuleError(
        "no player {viewer!r} to help{meant} (players: {players})",
        viewer=table.viewer,
        meant=nearest(table.viewer, players),
        players=", ".join(players),
    )
