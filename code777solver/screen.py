"""The screen at the table: all that matters in 80 x 24 characters, and usable at 60 columns.

Facts are plain, assumptions and estimates are in italics and say so; nothing reads 0 % or 100 % unless it is proved.
"""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from .lang import Language
from .render import STYLES, bar, guess, percent
from .session import Session
from .solver import Solver


def screen(session: Session, t: Language, *, width: int, plain: bool = False) -> RenderableType:
    """Everything after a line: what is left, what is likely, who is close, what would help."""
    solver = session.solver
    parts: list[RenderableType] = [_table_line(solver, t, width)]
    if session.trouble:
        parts.append(Text(session.trouble, "bold red"))
    if solver.table.viewer is None:
        parts.append(Text(t("Nobody here is called `me`: choose a seat with `as NAME`."), "yellow"))
        return Group(*parts)
    if not solver.rack_is_full:
        parts.append(Text(t("Your rack is empty."), "bold"))
        return Group(*parts)
    parts.append(_state(solver, t))
    parts.append(_last_answer(solver, t))
    if solver.belief.possible:
        parts.append(_middle(solver, t, width, plain=plain))
        if not solver.solved and not solver.table.waiting:
            parts.append(_outlook(solver, t, width))
    else:
        parts.append(Text(t("`why` lists what may be wrong; `doubt N`, `fix N ...` or `drop N` mends it."), "yellow"))
    return Group(*parts)


def _middle(solver: Solver, t: Language, width: int, *, plain: bool) -> RenderableType:
    """Codes beside the pyramid, or above it where there is no room."""
    deck = solver.edition.deck
    crowded = len(deck.kinds) > 20
    cells = max(sum(kind.number == number for kind in deck.kinds) for number in deck.numbers)
    right = 3 + 7 * cells if crowded else (width - 2) * 3 // 5
    left = width - 2 - right
    if left < 14:
        codes = "  ".join(f"{code.numbers} {percent(code.probability)}" for code in solver.codes[:4])
        return Group(Text(codes, no_wrap=True, overflow="ellipsis"), _pyramid(solver, t))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=left)
    grid.add_column(width=right)
    grid.add_row(_codes(solver, t, room=left - 13, plain=plain), _pyramid(solver, t))
    return grid


def _table_line(solver: Solver, t: Language, width: int) -> Text:
    table = solver.table
    end = ""
    if table.winner:
        end = t("{name} has won", name=table.winner)
    elif table.next_player:
        end = t("next: {name}", name=table.next_player)
    pile = t("pile {pile}", pile=table.pile)
    parts = [table.edition.name, *(f"{name} {points}" for name, points in table.scores.items()), pile, end]
    gap = "  " if len("  ".join(parts)) <= width else " "
    line = Text(gap.join(parts[:-2]), no_wrap=True, overflow="ellipsis")
    line.stylize("bold", 0, len(table.edition.name))
    line.append(f"{gap}{pile}", "dim")
    line.append(f"{gap}{end}", "bold" if table.winner else "dim")
    return line


def _state(solver: Solver, t: Language) -> RenderableType:
    if not solver.belief.possible:
        line = solver.contradictions[-1]
        return Text(t("CONTRADICTION at line {line}: no rack fits every answer", line=line), "bold white on red")
    racks, codes = solver.candidates, solver.codes
    if solver.solved:
        found = codes[0].numbers if solver.edition.rules.target == "numbers" else " ".join(racks[0].tiles)
        return Text(t(">>>  CERTAIN: {code}  <<<  declare it!", code=found), "bold black on green")
    return Text(t("racks left: {racks}   codes left: {codes}", racks=len(racks), codes=len(codes)), "bold")


def _last_answer(solver: Solver, t: Language) -> RenderableType:
    answer = solver.last_answer if solver.belief.possible else None
    last = solver.log.lines[-1] if solver.log.lines else None
    if answer is None or last is None:
        return Text(last.text if last is not None else "", "dim", no_wrap=True, overflow="ellipsis")
    text = t(
        "{line}: {bits} bits; without it {racks} racks",
        line=last.text.strip(),
        bits=f"{answer.bits:.2f}",
        racks=answer.racks_without,
    )
    return Text(text, "dim", no_wrap=True, overflow="ellipsis")


def _codes(solver: Solver, t: Language, *, room: int, plain: bool) -> RenderableType:
    codes = solver.codes
    lines = []
    for code in codes[:7]:
        line = Text(f"{code.numbers} {percent(code.probability):>7} ", no_wrap=True)
        line.append(bar(code.probability / codes[0].probability, max(2, room), plain=plain), "dim")
        lines.append(line)
    if len(codes) > 7:
        lines.append(Text(t("and {count} more", count=len(codes) - 7), "dim"))
    return Group(*lines)


def _pyramid(solver: Solver, t: Language) -> RenderableType:
    """The tiles by number: x for each that is seen or out of play, . for the others, and whether one is mine."""
    deck, table = solver.edition.deck, solver.table
    gone: Counter[str] = Counter()
    for name, holding in table.racks.items():
        if name != solver.seat:
            gone.update(tile.name for tile in holding.tiles)
    for discard in table.discards:
        if discard.owner != solver.seat or discard.seen_by_owner:
            gone.update(tile.name for tile in discard.holding.tiles)
    crowded = len(deck.kinds) > 20
    lines, tiles = [], solver.tiles
    for number in deck.numbers:
        line = Text(f"{number}  ", "bold", no_wrap=True, overflow="ellipsis")
        for tile, copies in zip(tiles, deck.copies, strict=True):
            if tile.tile[1:] != str(number):
                continue
            seen = gone[tile.tile]
            line.append(tile.tile[0], STYLES.get(tile.tile[0], ""))
            line.append(" " if crowded else "x" * seen + "." * (copies - seen) + " ", "dim")
            line.append(*_mark(tile.at_least_one, seen == copies, t))
        lines.append(line)
    return Group(*lines)


def _mark(chance: float, all_seen: bool, t: Language) -> tuple[str, str]:
    """What stands beside a tile: seen, excluded, possible with its chance, or certain."""
    if chance == 1:
        return f"{t('YES'):5}", "bold green"
    if chance == 0:
        return f"{'x' if all_seen else '-':5}", "dim"
    return f"{'<1%' if chance < 0.01 else '>99%' if chance > 0.99 else f'{chance:.0%}':5}", ""


def _outlook(solver: Solver, t: Language, width: int) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_row(_questions(solver, t, width), _others(solver, t))
    return grid


def _questions(solver: Solver, t: Language, width: int) -> RenderableType:
    """The best cards that can come, each with the player whose answer would tell most."""
    lines = [Text(t("best to hear"), "bold")]
    shown: set[int] = set()
    for question in solver.questions:
        if question.card not in shown and question.bits > 0 and len(shown) < 5:
            shown.add(question.card)
            text = t(solver.edition.card(question.card).text) if width >= 76 else ""
            line = Text(f"{question.card:>2} {question.player:<6.6} {question.bits:.2f} ", no_wrap=True)
            line.append(text[: max(0, width - 50)], "dim")
            lines.append(line)
    return Group(*lines)


def _others(solver: Solver, t: Language) -> RenderableType:
    lines = [Text(t("can declare now / next"), "bold")]
    for other in solver.opponents:
        style = "bold red" if other.certain > 0.5 else ""
        now, after = (guess(chance, exact=other.exact, mark="~") for chance in (other.certain, other.next_card))
        line = Text(f"{other.player:<6.6} {now:>8} {after:>8}", style)
        lines.append(line)
    return Group(*lines)
