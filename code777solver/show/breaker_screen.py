"""Code Breaker for the eye: the screen at the table and the report of the command. No input, no deduction.

Facts are plain; what rests on an assumption about the other player is in italics and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..breaker.breaker import Breaker, GuessAdvice
from ..breaker.round import Guess
from ..lang import Language, visible
from .panels import BAD, GOOD, ODD

if TYPE_CHECKING:
    from ..breaker.prove import OptimumProof

STYLES = {
    "rock": "bold",
    "paper": ODD,
    "scissors": BAD,
    "water": "color(33)",
    "lizard": GOOD,
    "spades": "bold",
    "hearts": BAD,
    "diamonds": "color(163)",
    "clubs": GOOD,
}
"""Styles of suits; the letter or symbol is enough without colour."""


def cards_text(breaker: Breaker, code: int, *, side: int | None = None, ascii_only: bool = False) -> Text:
    """The cards of a code in the colours of their suits."""
    pack = breaker.pack if side is None else breaker.game.packs[side]
    found = Text()
    for place, number in enumerate(pack.codes[code].tolist()):
        found.append(" " if place else "")
        found.append(
            pack.card(number, symbols=not ascii_only), STYLES.get(pack.suits[number % len(pack.suits)].name, "")
        )
    return found


def screen(
    breaker: Breaker,
    t: Language,
    *,
    strategy: str,
    width: int,
    top: int = 5,
    help_me: bool = True,
    ascii_only: bool = False,
) -> RenderableType:
    """Everything after a line. ``help_me`` is off in practice: then only what was said is shown."""
    parts: list[RenderableType] = [_headline(breaker, t), *_guesses(breaker, t, ascii_only=ascii_only)]
    parts += _ending(breaker, t)
    if breaker.contradicted:
        parts.append(Text(t("CONTRADICTION: no code fits every answer"), f"bold {BAD}"))
        parts.append(diagnosis(breaker, t))
    elif not breaker.round.outcome and help_me:
        parts.append(codes(breaker, t, width=width, lines=3, ascii_only=ascii_only))
        parts += _race(breaker, t)
        if not breaker.solved and not breaker.round.broke(breaker.round.mine):
            parts.append(best_guesses(breaker, t, strategy=strategy, top=top, ascii_only=ascii_only))
    return Group(*parts)


def _headline(breaker: Breaker, t: Language) -> Text:
    table = breaker.round
    line = Text(breaker.game.name, "bold")
    made = len(table.made(table.mine))
    if table.game.is_race:
        turn = "" if table.turn is None else t("your turn") if table.turn == table.mine else t("their turn")
        cards = f"{table.pack.ranks[0]}-{table.pack.ranks[-1]}"
        line.append("   " + t("you guess {cards}", cards=cards))
        line.append(f"   {turn}" if turn else "", "bold")
    line.append("   " + t("guesses: {count}", count=made), "dim")
    return line


def _guesses(breaker: Breaker, t: Language, *, ascii_only: bool) -> list[RenderableType]:
    """The guesses and their answers, side by side in a race."""
    table = breaker.round
    if not table.guesses:
        return []
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    grid.show_header = table.game.is_race
    for side in (table.mine, table.theirs) if table.game.is_race else (0,):
        grid.add_column("", justify="right")
        grid.add_column(t("you") if side == table.mine else t("they"))
        grid.add_column("")
    mine, theirs = table.made(table.mine), table.made(table.theirs) if table.game.is_race else ()
    for place in range(max(len(mine), len(theirs))):
        row: list[RenderableType] = []
        for made in (mine, theirs) if table.game.is_race else (mine,):
            row += _guess(breaker, made[place], ascii_only=ascii_only) if place < len(made) else ["", "", ""]
        grid.add_row(*row)
    return [grid]


def _guess(breaker: Breaker, guess: Guess, *, ascii_only: bool) -> list[RenderableType]:
    said = Text(f"{guess.answer}{' ?' if guess.doubted else ''}", "dim" if guess.doubted else "bold")
    number = Text(f"{breaker.log.line_of(guess)}", "dim")
    return [number, cards_text(breaker, guess.code, side=guess.side, ascii_only=ascii_only), said]


def _ending(breaker: Breaker, t: Language) -> list[RenderableType]:
    table = breaker.round
    found: list[RenderableType] = []
    if table.outcome == "shown":
        found.append(Text(t("The code was shown before it was broken."), "bold"))
    elif table.outcome == "broken":
        count = len(table.made(0))
        text = t.count(count, ">>>  broken in {count} guess  <<<", ">>>  broken in {count} guesses  <<<")
        found.append(Text(text, f"bold {GOOD}"))
    elif table.outcome == "tie":
        found.append(Text(t(">>>  a tie  <<<"), f"bold {GOOD}"))
    elif table.outcome:
        found.append(Text(t(">>>  you win  <<<") if table.outcome == "me" else t(">>>  they win  <<<"), f"bold {GOOD}"))
    elif table.is_last_chance:
        found.append(
            Text(
                t("Last chance: one guess to tie.") if table.turn == table.mine else t("They have one guess to tie."),
                "bold",
            )
        )
    for line, guess, right in breaker.false_answers():
        text = t("line {line}: {said} was wrong, {right} is right", line=line, said=guess.answer, right=right)
        found.append(Text(text, ODD))
    return found


def codes(breaker: Breaker, t: Language, *, width: int, lines: int, ascii_only: bool) -> RenderableType:
    """The codes left, as many as fit; all are as likely."""
    left = breaker.position.left.tolist()
    if len(left) == 1:
        name = breaker.pack.format(left[0], symbols=not ascii_only)
        return Text(t(">>>  CERTAIN: {code}  <<<", code=name), f"bold {GOOD}")
    chance = t.percent(1 / len(left))
    parts: list[RenderableType] = [
        Text(t("codes left: {count}   each {chance}", count=t.number(len(left)), chance=chance), "bold")
    ]
    cell = max(len(breaker.pack.format(code, symbols=not ascii_only)) for code in left) + 3
    columns = max(1, width // cell)
    room = columns * lines
    if len(left) <= room:
        for start in range(0, len(left), columns):
            row = Text()
            for code in left[start : start + columns]:
                text = cards_text(breaker, code, ascii_only=ascii_only)
                row.append_text(text)
                row.append(" " * (cell - len(text)))
            row.rstrip()
            parts.append(row)
    return Group(*parts)


def _race(breaker: Breaker, t: Language) -> list[RenderableType]:
    chances = breaker.chances
    if chances is None:
        return []
    left = len(breaker.their_position.left)
    numbers = {name: t.percent(value) for name, value in chances._asdict().items()}
    text = t(
        "they: codes left {left}; if they play well: win {win}, tie {tie}, lose {lose}", left=t.number(left), **numbers
    )
    return [Text(text, "italic")]


def best_guesses(breaker: Breaker, t: Language, *, strategy: str, top: int, ascii_only: bool) -> RenderableType:
    """The next guesses, best first."""
    return advice_table(breaker, t, breaker.guesses(top, strategy), ascii_only=ascii_only)


def advice_table(breaker: Breaker, t: Language, found: Sequence[GuessAdvice], *, ascii_only: bool) -> RenderableType:
    """A table of guesses and their effects."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    race = any(advice.race is not None for advice in found)
    ahead = any(advice.expected_guesses is not None for advice in found)
    grid.add_column(t("next guess"))
    for title in (
        t("right?"),
        t("bits"),
        t("answers"),
        t("codes then"),
        *([t("guesses to go")] if ahead else []),
        *([t("race")] if race else []),
    ):
        grid.add_column(title, justify="right")
    for advice in found:
        grid.add_row(*_row(breaker, advice, t, ahead=ahead, race=race, ascii_only=ascii_only))
    return Group(grid, Text(t("before the slash on average, after it at worst"), "dim"))


def _row(
    breaker: Breaker, advice: GuessAdvice, t: Language, *, ahead: bool, race: bool, ascii_only: bool
) -> list[RenderableType]:
    """One guess. Averages come before the slash, the worst case after it."""
    row: list[RenderableType] = [
        cards_text(breaker, breaker.pack.read(" ".join(advice.cards)), ascii_only=ascii_only),
        t.percent(advice.probability) if advice.possible else "-",
        t.number(advice.bits, 2),
        str(advice.parts),
        f"{t.number(advice.expected_codes, 1)} / {t.number(advice.worst_codes)}",
    ]
    if ahead:
        row.append(
            ""
            if advice.expected_guesses is None
            else f"{t.number(advice.expected_guesses, 3)} / {advice.worst_guesses}"
        )
    if race:
        row.append(Text("" if advice.race is None else t.percent(advice.race), "italic"))
    return row


def diagnosis(breaker: Breaker, t: Language, *, top: int = 6) -> RenderableType:
    """The answers of which one must be wrong, and answers that would fit."""
    found = breaker.diagnose()
    if not found:
        return Text(t("No contradiction. Codes that fit: {count}.", count=t.number(len(breaker.position.left))))
    lines: list[RenderableType] = [Text(t("One of these must be wrong, likeliest first:"), "bold")]
    for wrong in found[:top]:
        for place in wrong.places:
            number = breaker.line_of(place)
            said = visible(breaker.log.lines[number - 1].text.strip())
            fits = ", ".join(f"{fit} ({t.percent(share)})" for fit, share in list(wrong.instead[place].items())[:4])
            text = t("line {line} ({said}): more likely {fits}", line=number, said=said, fits=fits)
            lines.append(Text(f"{t.percent(wrong.probability):>7}  {text}"))
    return Group(*lines)


def proof(found: OptimumProof) -> RenderableType:
    """The report of `--prove`."""
    best, count = found.best, found.codes
    grid = Grid(box=None, padding=(0, 3, 0, 0), show_edge=False, pad_edge=False)
    for title in ("first guess", "guesses in all", "mean", "worst"):
        grid.add_column(title, justify="left" if title == "first guess" else "right")
    for opening in sorted(best.openings, key=lambda opening: opening.total):
        mean = f"{opening.total / count:.4f}"
        grid.add_row(found.pack.format(opening.guess), f"{opening.total:,}", mean, str(opening.worst))
    spread = ", ".join(f"{n:,} with {guess}" for guess, n in found.counts.items())
    lines: list[RenderableType] = [
        Text(f"PROVED for {found.pack.name}, {count:,} codes:", f"bold {GOOD}"),
        Text(f"  the best mean is {best.total}/{count} = {best.total / count:.4f} guesses;"),
        Text(
            f"  the best worst case is {best.worst}: under any plan at least {best.late:,} codes need {best.worst} or "
            "more."
        ),
        Text(
            "  One plan has both; played against every code it finds " + spread + " guesses."
            if found.reaches_both
            else f"  No plan has both. The one with the best mean finds {spread} guesses."
        ),
        Text("\nThe best that can follow each kind of first guess:", "bold"),
        grid,
        Text(
            f"\n{found.searched:,} sets of codes searched, {found.bounded:,} bounded, {found.seconds:.1f} s."
            + ("" if found.known is None else " The plan in the package is the same." if found.agrees else ""),
            "dim",
        ),
    ]
    if not found.agrees:
        lines.append(Text("The plan in the package differs from this result: please report this.", f"bold {BAD}"))
    return Group(*lines)
