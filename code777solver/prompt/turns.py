"""Whose turn it is and what is missing: what the prompt asks for, and how an entry becomes whole log lines.

Nothing is kept but the beginning of a line whose end is asked for. All else follows from the log, so that undo, edits
and a restart find the same question again.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import Code777Error, NotationError, RuleError, small_number
from ..lang import Language
from ..rules.editions import edition_names
from ..sentences import Counted, Person, all_of
from ..session import Session
from ..table.events import KEYWORDS, Answer, Declare, Event
from ..table.notation import read_line
from ..table.table import ME, Table
from .spoken import in_digits

__all__ = ["Ask", "Entered", "asked", "completes", "count_tiles", "entered", "prompt_of", "unfinished"]

_OUTCOMES = {
    **dict.fromkeys(("right", "r", "yes", "y", "correct", "true"), "right"),
    **dict.fromkeys(("wrong", "w", "no", "n", "false"), "wrong"),
}
_SIGNS = ("<", "=", ">")
MOST_LISTED = 200
"""Racks among which the one that I declared is looked for, each time that a key is pressed."""


class Ask(NamedTuple):
    """What is asked for: ``edition``, ``players``, ``rack``, ``spare``, ``reshuffle``, ``saw``; or the end of a line
    that was begun: its ``answer``, the ``outcome`` or the ``code`` of a declaration."""

    what: str
    name: str = ""
    """Whose rack it is about, or who answers."""
    enter: str = ""
    """What Enter alone stands for."""


# What is asked.


def asked(session: Session, begun: str, *, reshuffle: bool = True) -> Ask | None:
    """What the prompt asks for now; None if anything may come. Without ``reshuffle``, what it asks for beyond that."""
    table, need = session.table, session.need
    if begun:
        return _end_of(session, begun)
    if need is not None and need.what != "rack":
        return Ask(need.what, enter="classic" if need.what == "edition" else "")
    if table.winner is not None:
        return None
    old = _old_tiles(session)
    due = reshuffle and table.reshuffle_due and not table.missed_reshuffle
    if old is not None:
        unseen = "reshuffle" if due else f"rack {table.viewer} ?"
        return Ask("saw", table.viewer or "", enter=f"saw {old}" if old else unseen)
    if due:
        return Ask("reshuffle", enter="reshuffle")
    if need is not None:
        return Ask("rack", need.name, enter=f"rack {need.name} ?" if need.name == table.viewer else "")
    if table.spares_due:
        return Ask("spare", table.spares[0] if len(table.spares) == 1 else "")
    card, name = table.open_card, table.next_answerer
    if card is None or name is None:
        return None
    return Ask(
        "answer", name, enter=f"{name} {card} {session.solver.right_answer(card)}" if name == table.viewer else ""
    )


def _end_of(session: Session, begun: str) -> Ask:
    words = begun.split()
    if words[0] != "declare":
        return Ask("answer", words[0])
    if len(words) > 2:
        return Ask("outcome", words[1])
    from ..reasons.marks import wants_coach  # not before a code is asked for: the prompt starts sooner

    certain, hidden = "", wants_coach(session.solver.log.lines)
    if words[1] == session.table.viewer and session.solver.rack_is_full and session.solver.solved and not hidden:
        certain = session.solver.declarable[0].declared
    return Ask("code", words[1], enter=certain)


def _old_tiles(session: Session) -> str | None:
    """The tiles that I must have seen after my declaration, ``""`` if I have to name them; None if there is no question."""
    table, lines = session.table, session.solver.log.lines
    step = lines[-1].step if lines else None
    event = step.event if step is not None else None
    if not isinstance(event, Declare) or event.player != table.viewer or event.saw is not None or step is None:
        return None
    if table.discards[-1].seen_by_owner or not (event.right or table.edition.rules.own_tiles_seen == "always"):
        return None
    before = session.solver.copy()
    before.undo()
    racks = before.candidates
    fits = [rack.tiles for rack in racks[:MOST_LISTED] if (rack.numbers == event.numbers) == event.right]
    return " ".join(fits[0]) if len(fits) == 1 and len(racks) <= MOST_LISTED else ""


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
            what = t("your tiles") if table.edition.rules.target.by_tiles else t("your numbers")
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


# What an entry amounts to.


class Entered(NamedTuple):
    """Whole lines to be logged, one after another, and what was begun and still lacks its end."""

    lines: tuple[str, ...] = ()
    begun: str = ""
    amends: bool = False
    """Whether the line takes the place of the last one, to which it adds something."""


def completes(session: Session, begun: str, text: str) -> bool:
    """Whether an entry is an answer to what is asked, although it may look like the beginning of a command."""
    ask = asked(session, begun, reshuffle=False)
    if ask is None:
        return False
    if ask.what == "outcome":
        return _outcome(text) is not None
    if ask.what in ("spare", "saw", "code"):
        return bool(count_tiles(text, session.table)) or (ask.what == "code" and text.strip().isdecimal())
    return ask.what == "answer" and _is_answer(session.table, ask.name, _card_asked(session.table, begun), text)


def entered(session: Session, text: str, begun: str) -> Entered:
    """The lines that an entry stands for. Raises `NotationError` where one thing is asked for and another came."""
    ask, table, text = asked(session, begun, reshuffle=False), session.table, text.replace("\ufeff", "").strip()
    if not text:
        return Entered((text,))
    if ask is not None and ask.what == "players":
        _require_me(text)
    if session.suggestion is not None and small_number(text) not in table.edition.cards:
        name, card, _ = session.suggestion.split()
        if text in _SIGNS:
            read_line(f"{name} {card} {text}", table)  # raises where the card is answered with a number
        if _is_answer(table, name, int(card), text):  # what was said, though it is not right
            return Entered((f"{name} {card} {in_digits(text, answer=True)}",))
    if ask is not None and completes(session, begun, text):
        found = _answered(session, ask, text, begun)
        if found is not None:
            return found
    elif ask is not None and begun and not _is_line(session, text):
        _refuse(ask, begun, text, table)
    if ask is not None and ask.what == "rack" and _is_about_a_card(session, text):
        raise NotationError(
            Person(ask.name, you=ask.name == table.viewer).says(
                "first your new tiles (Enter), then `{line}`",
                "first {name}'s new tiles, then `{line}`" if table.started else "first {name}'s tiles, then `{line}`",
                line=text,
            )
        )
    if (
        ask is not None
        and ask.what == "spare"
        and not ask.name
        and count_tiles(text, table) == table.edition.rules.spare_tiles
    ):
        raise NotationError("which one? Type `{example}` with the tiles", example=table.spares[0])
    return _whole(session, text)


def _require_me(text: str) -> None:
    """Refuse bare names without one for the player; whoever only watches writes the whole line."""
    names = text.partition("#")[0].replace(",", " ").split()
    if len(names) > 1 and names[0].casefold() not in KEYWORDS and ME not in map(str.casefold, names):
        raise NotationError(
            "nobody is `me`: type all players again, with `me` for yourself (or `players {names}` if you only watch)",
            names=" ".join(names),
        )


def _answered(session: Session, ask: Ask, text: str, begun: str) -> Entered | None:
    table = session.table
    match ask.what:
        case "outcome":
            words = text.split(None, 1)
            rest = f" {words[1]}" if len(words) > 1 else ""
            return Entered((f"{begun} {_outcome(words[0])}{rest}",))
        case "saw":
            return Entered((f"{session.lines[-1].rstrip()} saw {text.removeprefix('saw ')}",), amends=True)
        case "spare" if ask.name and count_tiles(text, table) == table.edition.rules.spare_tiles:
            return Entered((f"rack {ask.name} {text}",))
        case "code":
            return _declared(session, f"{begun} {text}")
        case "answer":
            card = _card_asked(table, begun)
            return Entered((f"{ask.name} {card} {in_digits(text, answer=True)}",))
    return None


def _whole(session: Session, text: str) -> Entered:
    """An entry that begins something of its own."""
    table = session.table
    if text.startswith("#") or not table.players:
        return Entered((text,))
    spread = _spread(session, text)
    if spread:
        return Entered(spread)
    line = session.written_out(_spare_named(text, table))
    words = line.partition("#")[0].split()
    if words and words[0] == "declare":
        return _declared(session, line)
    bare = len(words) == 2 and words[0] in table.players and words[0] != table.viewer
    if bare and not table.waiting and (small_number(words[1]) or 0) in table.edition.cards:
        return Entered(begun=" ".join(words))
    return Entered((line,))


def _spare_named(text: str, table: Table) -> str:
    """Tiles behind the name or the number of a playerless rack, as a line."""
    words = text.split()
    if not table.spares_due or len(words) < 2 or not count_tiles(" ".join(words[1:]), table):
        return text
    names = {**{spare.casefold(): spare for spare in table.spares}, **{spare[5:]: spare for spare in table.spares}}
    spare = names.get(words[0].casefold())
    whole = count_tiles(" ".join(words[1:]), table) == table.edition.rules.spare_tiles
    return f"rack {spare} {' '.join(words[1:])}" if spare and whole else text


def _spread(session: Session, text: str) -> tuple[str, ...]:
    """A card and several answers in seat order, one line each; () if it is not that.

    If one answer too few is given and I am among those who answer, it is mine that is left out: it is known.
    """
    table = session.table
    words = text.partition("#")[0].split()
    card = small_number(words[0])
    if card is None or card not in table.edition.cards or table.edition.rules.answered_by != "others" or table.waiting:
        return ()
    answers = in_digits(" ".join(words[1:]), answer=True).split()
    if len(answers) < 2 or answers[1:] == ["?"]:
        return ()
    order = answerers(table, card)
    known = table.viewer in order and len(answers) == len(order) - 1
    saying = [name for name in order if not (known and name == table.viewer)]
    if len(answers) > len(saying):
        raise NotationError(
            Counted(
                len(order),
                "{given} answers to card {card}, but only {names} answers it",
                "{given} answers to card {card}, but only {names} answer it",
                given=len(answers),
                card=card,
                names=all_of(order),
            )
        )
    given = dict(zip(saying, answers, strict=False))
    for name, answer in given.items():
        if answer != "?":
            table.edition.card(card).symbol(answer.removesuffix("?"), len(table.seen_by(name)))
    if known:
        given[table.viewer or ""] = session.solver.right_answer(card)
    return tuple(f"{name} {card} {given[name]}" for name in order if name in given)


def answerers(table: Table, card: int) -> list[str]:
    """Who still has to answer a card where all but its drawer do, clockwise."""
    again = table.open_card == card
    drawer = table.turn if again else table.players.index(table.next_player or table.players[0])
    count = len(table.players)
    order = [table.players[(drawer + i) % count] for i in range(1, count)]
    return [name for name in order if not (again and name in table.answered)]


# Declarations.


def _declared(session: Session, line: str) -> Entered:
    """A declaration with what goes without saying: that it is mine, and whether it is right where that is in sight."""
    table = session.table
    body, mark, comment = line.partition("#")
    before, _, saw = body.partition(" saw ")
    words = before.split()[1:]
    name = words.pop(0) if words and words[0] in table.players else table.viewer
    outcome = _outcome(words[-1]) if words else None
    if outcome:
        words.pop()
    if name is None or (words and not _names_code(" ".join(words), table)):
        return Entered((line,))
    if not words:
        return Entered(begun=f"declare {name}")
    whole = f"declare {name} {' '.join(words)}"
    end = (f" saw {saw.strip()}" if saw.strip() else "") + (f"  {mark}{comment}" if mark else "")
    if outcome is None:
        possible = [one for one in ("right", "wrong") if _can(f"{whole} {one}{end}", table)]
        if len(possible) == 2:
            return Entered(begun=whole)
        outcome = (possible or ["right"])[0]
    return Entered((f"{whole} {outcome}{end}",))


def _outcome(text: str) -> str | None:
    words = text.split(None, 1)
    outcome = _OUTCOMES.get(words[0].casefold()) if words else None
    return outcome if len(words) < 2 or (outcome and words[1].casefold().startswith("saw ")) else None


def _names_code(text: str, table: Table) -> bool:
    code = table.edition.deck.code(text)
    return code.isdecimal() or count_tiles(text, table) > 0


# Reading.


def _read(text: str, table: Table) -> Event | None:
    try:
        return read_line(text, table)
    except Code777Error:
        return None


def _can(text: str, table: Table) -> bool:
    event = _read(text, table)
    return event is not None and table.can(event)


def _is_line(session: Session, text: str) -> bool:
    """Whether an entry is a line of its own, or the beginning of one."""
    try:
        line = session.written_out(text)
    except Code777Error:
        return False
    words = line.split()
    bare = len(words) == 2 and words[0] in session.table.players and words[1].isdecimal()
    return bare or (bool(words) and words[0] == "declare") or _read(line, session.table) is not None


def _is_about_a_card(session: Session, text: str) -> bool:
    """Whether an entry reads as an answer to a card, though not as a whole rack."""
    table = session.table
    words = text.partition("#")[0].split()
    if len(words) < 2 or count_tiles(text, table) in (3, table.edition.rules.spare_tiles):
        return False
    named = words if not words[0].isdecimal() else [table.next_answerer or "", *words]
    return isinstance(_read(" ".join(named[:3]), table), Answer) if len(named) > 2 else False


def count_tiles(text: str, table: Table) -> int:
    """How many tiles a text names; 0 if it is anything else."""
    try:
        return len(table.edition.deck.tiles(text.removeprefix("saw ")))
    except Code777Error:
        return 0


def _card_asked(table: Table, begun: str) -> int:
    return small_number(begun.split()[1]) or 0 if begun else table.open_card or 0


def _is_answer(table: Table, name: str, card: int, text: str) -> bool:
    return isinstance(_read(f"{name} {card} {in_digits(text, answer=True)}", table), Answer)


def _refuse(ask: Ask, begun: str, text: str, table: Table) -> None:
    """Say what is asked where something else was typed."""
    if ask.what == "answer":
        read_line(f"{begun} {text}", table)  # raises: it says which answers there are
    if ask.what == "outcome":
        raise NotationError("`{text}` is not understood: was it right or wrong?", text=text)
    raise RuleError("`{text}` is not understood (like `{example}`)", text=text, example="257")


def unfinished(session: Session, begun: str, t: Language) -> str:
    """What a line lacks that has to be whole, since nobody can be asked."""
    what = asked(session, begun)
    if what is not None and what.what == "answer":
        return t("`{line}` lacks the answer", line=begun)
    return t("`{line}` lacks `right` or `wrong`", line=begun)
