"""The screen at the table: all that matters in 80 x 24 characters, and usable at 60 columns.

What is proved is reversed (``YES``) or faint (what is out); exact chances are plain; estimates are in italics with a
``~``, and what is assumed is in italics and says so. So they differ without colours too, and in plain text. Nothing
reads 0% or 100% unless it is proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from .._lazy import lazy_module
from ..lang import Language, visible
from ..table.events import Answer, Fill
from ..table.table import ME
from .panels import BAD, GOOD, ODD, STYLES, bar, guess
from .remark import Remark

if TYPE_CHECKING:
    from .. import solver as solvers
    from ..session import Session
    from ..solver import Solver
else:
    solvers = lazy_module("code777solver.solver")

_QUESTION, _OTHERS = 16, 26
"""Columns of a card to come without its text, and of the others with a gap before them."""


def screen(session: Session, t: Language, *, width: int, ascii_only: bool = False) -> RenderableType:
    """Everything after a line: what is left, what is likely, who is close, what would help."""
    solver = session.solver
    parts: list[RenderableType] = [table_line(solver, t, width)]
    if session.trouble:
        parts.append(Remark(t(session.trouble), f"bold {BAD}"))
    if solver.table.viewer is None:
        parts.append(Text(t("Nobody here is called `me`: choose a seat with `as NAME`."), ODD))
        return Group(*parts)
    if not solver.belief.is_full:
        parts += [Text(t("Your rack is empty."), "bold"), _last_answer(solver, t), _others(solver, t)]
        return Group(*parts)
    parts.append(_state(solver, t, width))
    parts.append(_last_answer(solver, t))
    if solver.belief.possible:
        parts += [*_assumptions(solver, t), _middle(solver, t, width, ascii_only=ascii_only)]
        parts.append(_outlook(solver, t, width, ascii_only=ascii_only))
    else:
        parts.append(Text(t("`why` lists what may be wrong; `doubt N`, `fix N ...` or `drop N` corrects it."), ODD))
    return Group(*parts)


def _middle(solver: Solver, t: Language, width: int, *, ascii_only: bool) -> RenderableType:
    """Codes beside the pyramid, or above it where there is no room."""
    deck, target = solver.edition.deck, solver.edition.rules.target
    crowded = len(deck.kinds) > 20
    cells = max(sum(kind.number == number for kind in deck.kinds) for number in deck.numbers)
    copies = 0 if crowded else max(deck.copies)
    right = max(3 + (7 + copies) * cells, 0 if crowded else (width - 2) * 3 // 5)
    left = width - 2 - right
    if left < 14:
        likely = solver.declarable[: target.pick(4, 3)]
        codes = "  ".join(f"{one.declared} {t.percent(one.probability)}" for one in likely)
        return Group(Text(codes, no_wrap=True, overflow="ellipsis"), _pyramid(solver, t, copies))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=left)
    grid.add_column(width=right)
    grid.add_row(_codes(solver, t, room=left - target.pick(13, 18), ascii_only=ascii_only), _pyramid(solver, t, copies))
    return grid


def table_line(solver: Solver, t: Language, width: int) -> Text:
    table = solver.table
    end = ""
    if table.winner:
        end = t("you have won" if table.winner == table.viewer == ME else "{name} has won", name=table.winner)
    elif table.open_card is not None:
        mine = table.next_answerer == table.viewer == ME
        end = t(
            "card {card}: you answer" if mine else "card {card}: {name} answers",
            card=table.open_card,
            name=table.next_answerer,
        )
    elif table.next_player:
        others = table.edition.rules.answered_by == "others"
        end = t("draws: {name}" if others else "next: {name}", name=table.next_player)
    pile = t("pile {pile}", pile=table.pile)
    parts = [visible(table.edition.name), *(f"{name} {points}" for name, points in table.scores.items()), pile, end]
    gap = "  " if len("  ".join(parts)) <= width else " "
    line = Text(gap.join(parts[:-2]), no_wrap=True, overflow="ellipsis")
    line.stylize("bold", 0, len(parts[0]))
    line.append(f"{gap}{pile}", "dim")
    line.append(f"{gap}{end}", "bold" if table.winner else "dim")
    return line


def _state(solver: Solver, t: Language, width: int) -> RenderableType:
    """The codes and racks left. A contradiction or a certain code fills its row, reversed, so that it is seen without colours."""
    if not solver.belief.possible:
        line = solver.contradictions[-1]
        return banner(t("CONTRADICTION at line {line}: no rack fits every answer", line=line), BAD, width)
    if solver.solved:
        return banner(t(">>>  CERTAIN: {code}  <<<  declare it!", code=solver.declarable[0].declared), GOOD, width)
    racks, codes = t.number(len(solver.candidates)), t.number(len(solver.codes))
    return Text(t("racks left: {racks}   codes left: {codes}", racks=racks, codes=codes), "bold")


def banner(text: str, colour: str, width: int) -> RenderableType:
    return Text(text + " " * max(0, width - cell_len(text)), f"bold reverse {colour}", no_wrap=True, overflow="crop")


def _assumptions(solver: Solver, t: Language) -> list[RenderableType]:
    """The assumption behind the chances: how often answers are wrong."""
    rules = solver.edition.rules
    lines = []
    if rules.error_rate:
        lines.append(t("assumed: {share} of all answers are wrong", share=t.percent(rules.error_rate)))
    if _doubts(solver):
        lines.append(t("assumed: {share} of the doubtful answers are wrong", share=t.percent(rules.doubt_rate)))
    return [Text(line, "italic", no_wrap=True, overflow="ellipsis") for line in lines]


def _doubts(solver: Solver) -> bool:
    """True if the log holds a doubted answer of another player since my rack was last filled."""
    for line in reversed(solver.log.lines):
        event = line.step.event if line.step is not None else None
        if isinstance(event, Answer) and event.doubted and event.player != solver.seat:
            return True
        if isinstance(event, Fill) and event.rack == solver.seat:
            break
    return False


def _last_answer(solver: Solver, t: Language) -> RenderableType:
    answer = solvers.position_of(solver).last_answer if solver.belief.possible and solver.belief.is_full else None
    last = solver.log.lines[-1] if solver.log.lines else None
    if answer is None or last is None:
        return Text(visible(last.text) if last is not None else "", "dim", no_wrap=True, overflow="ellipsis")
    line, racks = last.text.partition("#")[0].strip(), answer.racks_without
    text = t.count(
        racks,
        "{line}: {bits} bits; without it {count} rack",
        "{line}: {bits} bits; without it {count} racks",
        line=line,
        bits=t.number(solver.edition.rules.target.bits(answer), 2),
    )
    return Text(text, "dim", no_wrap=True, overflow="ellipsis")


def _codes(solver: Solver, t: Language, *, room: int, ascii_only: bool) -> RenderableType:
    """The likeliest codes, or racks where tiles must be declared, with their chances."""
    likely = solver.declarable[:7]
    lines = []
    for one in likely:
        line = Text(f"{one.declared} {t.percent(one.probability):>7} ", no_wrap=True)
        line.append(bar(one.probability / likely[0].probability, max(2, room), ascii_only=ascii_only), "dim")
        lines.append(line)
    more = len(solver.declarable) - 7
    if more > 0:
        lines.append(Text(t("and {count} more", count=t.number(more)), "dim"))
    return Group(*lines)


def _pyramid(solver: Solver, t: Language, most: int) -> RenderableType:
    """The tiles by number: x for each that is seen or out of play, . for the others, and whether one is mine.

    ``most`` is the greatest number of copies, 0 if there is no room to show each copy.
    """
    deck, gone = solver.edition.deck, solver.out_of_play
    lines, tiles = [], solver.tiles
    for number in deck.numbers:
        line = Text(no_wrap=True, overflow="ellipsis")
        line.append(f"{number}  ", "dim")
        for tile, kind, copies in zip(tiles, deck.kinds, deck.copies, strict=True):
            if kind.number != number:
                continue
            seen = gone[kind]
            line.append(kind.colour, STYLES.get(kind.colour, ""))
            line.append(f"{('x' * seen + '.' * (copies - seen))[:most]:{most}} ", "dim")
            mark, style = _mark(tile.at_least_one, seen == copies, t)
            line.append(mark, style)
            line.append(" " * max(0, 5 - cell_len(mark)))
        lines.append(line)
    return Group(*lines)


def _mark(chance: float, all_seen: bool, t: Language) -> tuple[str, str]:
    """The mark of a tile: seen, excluded, possible with its chance, or certain."""
    if chance == 1:
        return t("YES"), f"bold reverse {GOOD}"
    if chance == 0:
        return "x" if all_seen else "-", "dim"
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{chance:.0%}", ""


def _outlook(solver: Solver, t: Language, width: int, *, ascii_only: bool) -> RenderableType:
    """The questions that would help me, unless I know enough, and the progress of the others."""
    if solver.solved or solver.table.waiting:
        return _others(solver, t)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=max(0, width - _OTHERS))
    grid.add_row(_questions(solver, t, width, ascii_only=ascii_only), _others(solver, t))
    return grid


def _questions(solver: Solver, t: Language, width: int, *, ascii_only: bool) -> RenderableType:
    """The best cards that can come, each with the player whose answer would tell most."""
    lines = [Text(t("best to hear"), "bold")]
    shown: set[int] = set()
    for question in solver.questions:
        bits = solver.edition.rules.target.bits(question)
        if question.card not in shown and bits > 0 and len(shown) < 5:
            shown.add(question.card)
            text = t(solver.edition.card(question.card).text)
            line = Text(f"{question.card:>2} {question.player:<6.6} {t.number(bits, 2)} ", no_wrap=True)
            line.append(_cut(text, width - _QUESTION - _OTHERS, "..." if ascii_only else "…"), "dim")
            lines.append(line)
    return Group(*lines)


def _cut(text: str, room: int, end: str) -> str:
    """As many whole words as there is room for."""
    if cell_len(text) <= room:
        return text
    while text and cell_len(text) + cell_len(end) > room:
        text = text.rpartition(" ")[0]
    return text.rstrip(",;:") + end if text else ""


def _others(solver: Solver, t: Language) -> RenderableType:
    """The chance of each opponent to declare; while a rack waits for tiles, as it was before."""
    before = solver
    while before.table.players and (before.table.waiting or not before.belief.is_full):
        before = before.copy()
        before.undo()
    found = before.opponents if before.table.players else []
    if not found:
        return Group()
    title = t("can declare now / next") if before.log is solver.log else t("could declare before / next")
    lines = [Text(title, "bold")]
    for other in found:
        style = f"bold {BAD}" if (other.certain or 0.0) > 0.5 else ""
        now, after = (guess(chance, t, exact=other.exact) for chance in (other.certain, other.next_card))
        if other.misled_by:
            after = t("line {line}", line=other.misled_by[-1])
        lines.append(Text(f"{other.player:<6.6} {now:>8} {after:>8}", style if other.exact else f"{style} italic"))
    return Group(*lines)
