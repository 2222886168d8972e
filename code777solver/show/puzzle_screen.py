"""Puzzles for the eye. No input, no output, no deduction."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..lang import Language, visible
from ..puzzles.puzzle import Puzzle, Verdict
from ..reasons import wording
from ..reasons.hints import Hint
from ..reasons.proofs import Proof
from ..solver import position_of
from .panels import BAD, GOOD, hanging, tiles_text
from .puzzle_words import answers, facts, hint_text, key, measure, number_of, rack_name, solution_lines, task, title


def puzzle(found: Puzzle, t: Language) -> RenderableType:
    """The puzzle without its solution."""
    racks = _grid()
    for name, rack in found.racks.items():
        racks.add_row("", rack_name(name, t), tiles_text(map(str, rack)))
    clues = _grid(2)
    for number, clue in enumerate(found.clues, 1):
        clues.add_row(f"{number}.", clue.player, str(clue.card), t(clue.text), Text(clue.answer, "bold"))
    place = f"{t(visible(found.edition.title))} ({found.edition.name}): {', '.join(found.players)}"
    parts: list[RenderableType] = [Text(title(found, t), "bold"), Text(place, "dim")]
    parts += [Text("\n" + t("You see"), "bold"), racks, Text("\n" + t("They answer"), "bold"), clues]
    if any(clue.answer in "<=>" for clue in found.clues):
        parts.append(Text(key(t), "dim"))
    return Group(*parts, Text("\n" + task(found, t), "bold"))


def _grid(right: int | None = None) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, show_header=False, pad_edge=False)
    for column in range(5 if right is not None else 3):
        grid.add_column(justify="right" if column in (0, right) else "left", min_width=2 if column == 0 else None)
    return grid


def verdict(found: Verdict, puzzle: Puzzle, t: Language) -> Text:
    """Right or wrong, and which answers exclude a wrong code."""
    if found.right:
        return Text(t("Right: {code}.", code=found.code), f"bold {GOOD}")
    if not found.excluded_by:
        return Text(t("{code} is wrong: the tiles in sight rule it out.", code=found.code), BAD)
    return Text(
        t("{code} is wrong. It contradicts: {answers}", code=found.code, answers=answers(found.excluded_by, puzzle)),
        BAD,
    )


def hint(found: Hint, solved: Puzzle, t: Language) -> RenderableType:
    """One rung of the ladder."""
    lines: list[RenderableType] = [Text(hint_text(found, solved, t))]
    if found.proof is not None:
        lines.append(proof(found.proof, solved, t))
    return Group(*lines)


def proof(found: Proof, puzzle: Puzzle, t: Language) -> RenderableType:
    """A proof in steps; the answers have the numbers that they have on the screen."""
    lines: list[RenderableType] = []
    arrays, number = (
        position_of(puzzle.solver).evidence.arrays,
        {clue.line: number_of(clue, puzzle) for clue in puzzle.clues},
    )
    for step in found.steps:
        for heard in step.answers:
            head = f"{heard.player} {heard.card} {heard.symbol}  {t(puzzle.edition.card(heard.card).text)}"
            lines.append(hanging(head, mark=f"{number[heard.line]}.", indent=4))
            lines.append(hanging(wording.consequence(heard, arrays, t("your rack"), t), "dim", indent=4))
        shown = facts(step.facts, t)
        left = t("racks left: {racks}", racks=t.number(step.left))
        lines.append(hanging(f"{shown + t.semicolon if shown else ''}{left}", "bold", "=>", indent=7))
    return Group(*lines)


def solution(found: Puzzle, t: Language) -> RenderableType:
    """The code, and a way to find it."""
    lines: list[RenderableType] = [Text(t("Solution: {code}", code=found.solution), f"bold {GOOD}")]
    lines += [Text(line) for line in solution_lines(found, t)]
    return Group(*lines, Text(measure(found.grade, t), "dim"))
