"""The screen of a game against the computer: racks in sight, new events, the viewer's marks, and the next question.

Nothing on it is deduced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..lang import Language, visible
from ..play.levels import levels
from ..table.events import Answer, Declare, Event, Fill, Penalty, RejectAnswer, Reshuffle, StartMatch
from ..table.notation import read_line
from ..table.notes import note_in
from ..table.table import ME, Table
from . import coach_screen, panels
from .game_screen import table_line
from .panels import BAD, GOOD, ODD, tiles_text
from .remark import Remark

if TYPE_CHECKING:
    from ..play.match import Match, PendingMove
    from ..review.progress import Progress
    from ..session import Session
    from ..solver import Solver

_DEAL = ("edition ", "option ", "players ", "rack ")

__all__ = ["after_the_deal", "asked", "certainty", "happened", "level_list", "progress_page", "screen"]


def screen(session: Session, match: Match, t: Language, *, width: int) -> RenderableType:
    """All that a seat may know without deducing."""
    solver = session.solver
    parts: list[RenderableType] = [table_line(solver, t, width)]
    if session.trouble:
        parts.append(Remark(t(session.trouble), f"bold {BAD}"))
    parts.append(_racks(solver.table, match, t))
    if solver.belief.is_full:
        parts += coach_screen.notes(solver, t, width)
    return Group(*parts)


def _racks(table: Table, match: Match, t: Language) -> RenderableType:
    """All racks except the viewer's."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for name in table.seen_by(table.viewer or ""):
        level = match.setup.levels.get(name)
        holding = table.racks.get(name)
        tiles = tiles_text(map(str, holding.tiles)) if holding is not None else Text("")
        grid.add_row(Text(visible(name), "bold"), tiles, Text(t(level.name) if level is not None else "", "dim"))
    return grid


def asked(ask: PendingMove | None, table: Table, t: Language, *, alone: bool) -> str:
    """The event that the game waits for, in a line; ``alone`` if there is only one person."""
    if ask is None:
        return t("The game is over.")
    match ask.what:
        case "answer":
            card = table.edition.card(ask.card or 0)
            symbols = " ".join(card.meaning.symbols(len(table.rack_names) - 1))
            text = t(card.text)
            if alone:
                return t("Card {card}: {text} ({symbols}) Your answer?", card=card.number, text=text, symbols=symbols)
            return t(
                "{name}, card {card}: {text} ({symbols}) Your answer?",
                name=ask.players[0],
                card=card.number,
                text=text,
                symbols=symbols,
            )
        case "spare":
            return t("Which playerless rack is replaced: {spares}?", spares=", ".join(table.spares))
        case _:
            return t("Enter goes on; `declare {code}` declares.", code=table.edition.rules.target.example)


def happened(lines: Sequence[str], table: Table, t: Language) -> Iterator[Text]:
    """New lines of the log as people would tell them; what is noted only for the record is left out."""
    for line in lines:
        yield from _told(read_line(line, table), table, t)


def after_the_deal(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a game from its first card on: the deal is on the screen."""
    return lines[next((i for i, line in enumerate(lines) if not _is_deal(line)), len(lines)) :]


def _is_deal(line: str) -> bool:
    return line.startswith(_DEAL) or isinstance(note_in(line), StartMatch)


def _told(event: Event | None, table: Table, t: Language) -> Iterator[Text]:
    match event:
        case RejectAnswer(player=player, card=card, symbol=said):
            if player == ME:
                yield Text(t("Your answer {said} to card {card} was wrong.", said=said, card=card), BAD)
            else:
                yield Text(t("{name} answered {said} to card {card}: wrong.", name=player, said=said, card=card), BAD)
        case Answer(player=player, card=card, symbol=symbol) if player != table.viewer:
            text = f"{player}: {t(table.edition.card(card).text)}"
            yield Text(visible(f"{card:>2}  {text}  ")).append(symbol or "?", "bold")
        case Declare(player=player, right=right):
            code = " ".join(map(str, event.tiles)) if event.tiles else event.numbers
            if player == table.viewer == ME:
                said = t("You declare {code}: right!" if right else "You declare {code}: wrong.", code=code)
            else:
                said = t(
                    "{name} declares {code}: right!" if right else "{name} declares {code}: wrong.",
                    name=player,
                    code=code,
                )
            told = Text(said, f"bold {GOOD if right else ODD}")
            if event.saw is not None:
                told.append("  ").append(tiles_text(map(str, event.saw)))
            yield told
        case Fill(rack=name, tiles=tiles) if tiles is not None:
            yield Text(t("{name} draws", name=name) + "  ", "dim").append(tiles_text(map(str, tiles)))
        case Reshuffle():
            yield Text(t("The tiles out of play are shuffled into the pile."), "dim")
        case Penalty(player=player):
            yield Text(t("You lose a point.") if player == ME else t("{name} loses a point.", name=player), BAD)


def certainty(solver: Solver, code: str, t: Language) -> RenderableType:
    """The reason why a declared code is certain or not. ``solver`` is the game before."""
    found = solver.why(f"{solver.edition.rules.target} {code}")
    if found.proved:
        return Group(Text(t("It was certain:"), GOOD), panels.proof(found, solver, t))
    against = solver.why(f"not {code}")
    if against.proved:
        return Group(Text(t("It was ruled out:"), ODD), panels.proof(against, solver, t))
    count, chance = len(solver.declarable), _chance(solver, code)
    if solver.edition.rules.target.by_tiles:
        said = t("It was not certain: {count} racks were left, and it had {chance}.", count=count, chance=chance)
    else:
        said = t("It was not certain: {count} codes were left, and it had {chance}.", count=count, chance=chance)
    return Text(said, ODD)


def _chance(solver: Solver, code: str) -> str:
    wanted = " ".join(sorted(code.split())) if solver.edition.rules.target.by_tiles else "".join(sorted(code))
    return panels.percent(next((one.probability for one in solver.declarable if one.declared == wanted), 0.0))


def level_list(t: Language) -> Iterator[str]:
    """The levels, a line each."""
    for level in levels().values():
        yield f"{level.name:<10} {level.rating:>5}  {t(level.text)}"


def progress_page(found: Progress, t: Language) -> RenderableType:
    """Wins by level, how late one declares, which cards one overlooks."""
    if not found.games:
        return Text(t("No game against the computer is finished yet: `code777 play` starts one."))
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    for name in (t("level"), t("games"), t("won"), t("late"), t("cards late")):
        grid.add_column(name, justify="left" if name == t("level") else "right")
    for row in found.levels:
        late = "-" if row.late is None else t.number(row.late, 1)
        grid.add_row(t(row.level), str(row.games), str(row.won), str(row.missed), late)
    parts: list[RenderableType] = [grid]
    if found.cards:
        cards = ", ".join(f"{card} ({count}x)" for card, count in found.cards[:8])
        parts.append(Text("\n" + t("Answers you overlook, by card: {cards}", cards=cards)))
    if found.unfinished:
        parts.append(
            Text(t.count(found.unfinished, "{count} game is not finished.", "{count} games are not finished."), "dim")
        )
    return Group(*parts)
