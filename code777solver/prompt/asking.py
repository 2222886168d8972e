"""Questions of the prompt of a game, in words."""

from __future__ import annotations

from ..lang import Language
from ..rules.editions import edition_names
from ..session import Session
from ..table.entry import asked
from ..table.table import ME, Table

__all__ = ["prompt_of", "unfinished"]


def prompt_of(session: Session, begun: str, t: Language) -> str:
    """The prompt: what is asked, and what Enter stands for."""
    table, ask = session.table, asked(session, begun)
    if session.suggestion is not None:
        return _saying(session.suggestion, t)
    if ask is None:
        return _open_prompt(table, t)
    match ask.what:
        case "edition":
            return t("edition ({names}; Enter for classic)> ", names=", ".join(edition_names()))
        case "players":
            return t("players clockwise, first player first, `me` for yourself> ")
        case "reshuffle":
            return t("reshuffle now: Enter once it is done (or go on)> ")
        case "saw" if ask.enter.startswith("saw "):
            return t("what did you see? (Enter: {tiles})> ", tiles=ask.enter.removeprefix("saw "))
        case "saw":
            return t("what did you see? (Enter: I did not look)> ")
        case "rack":
            return _rack_prompt(table, ask.name, t)
        case "spare" if ask.name:
            return t("rack {name}, new tiles> ", name=ask.name)
        case "spare":
            return t("{names}: which one, and its new tiles> ", names=" / ".join(table.spares))
        case "outcome":
            return t("right or wrong?> ")
        case "code":
            what = t("your tiles") if table.edition.rules.target == "tiles" else t("your numbers")
            what = what if ask.name == ME else f"declare {ask.name}"
            return f"{what} (Enter: {ask.enter})> " if ask.enter else f"{what}> "
        case _:
            if not ask.enter:
                return f"{begun or f'{ask.name} {table.open_card}'}> "
            return _saying(ask.enter, t)


def _saying(line: str, t: Language) -> str:
    name, card, answer = line.split()
    return t("{name} {card}, say {answer} (Enter)> ", name=name, card=card, answer=answer)


def _rack_prompt(table: Table, name: str, t: Language) -> str:
    held = table.racks.get(name)
    if name == table.viewer:
        return t("rack {name} (Enter or ?: drawn, unseen)> ", name=name)
    if held is not None:
        return t("rack {name}, all tiles> ", name=name)
    missing = 3 if name in table.players else table.edition.rules.spare_tiles
    if table.started and table.pile < missing:
        return t("rack {name}, the first {count}> ", name=name, count=table.pile)
    return t("rack {name}> ", name=name)


def _open_prompt(table: Table, t: Language) -> str:
    if table.winner is not None or table.next_answerer is None:
        return "> "
    if table.edition.rules.answered_by == "drawer":
        return f"{table.next_answerer}> "
    if table.next_player == table.viewer == ME:
        return t("you draw> ")
    return t("{name} draws> ", name=table.next_player)


def unfinished(session: Session, begun: str, t: Language) -> str:
    """The missing part of a line of a script, which cannot be asked for."""
    what = asked(session, begun)
    if what is not None and what.what == "answer":
        return t("`{line}` lacks the answer", line=begun)
    return t("`{line}` lacks `right` or `wrong`", line=begun)
