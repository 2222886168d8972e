"""Puzzles in sentences, as every front end says them. Imports nothing of rich: the page runs without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..lang import Language
from ..puzzles.levels import Grade
from ..puzzles.puzzle import Clue, Puzzle
from ..reasons import wording
from ..reasons.hints import Hint
from ..rules.tiles import COLOURS


def level_name(level: str, t: Language) -> str:
    """The name of a level in a language."""
    return {"easy": t("easy"), "medium": t("medium"), "hard": t("hard"), "expert": t("expert")}[level]


def title(puzzle: Puzzle, t: Language) -> str:
    """The name and the difficulty of a puzzle."""
    name, level = puzzle.seed, level_name(puzzle.level, t)
    if name.startswith("daily "):
        return t("Puzzle of {date}: {level}", date=name.removeprefix("daily "), level=level)
    if name.startswith("game, line "):
        return t("Puzzle from your game, line {line}: {level}", line=name.removeprefix("game, line "), level=level)
    return t("Puzzle {seed}: {level}", seed=name, level=level)


def task(puzzle: Puzzle, t: Language) -> str:
    """The task."""
    return t("Which tiles are on your rack?") if puzzle.asks_for_tiles else t("Which numbers are on your rack?")


def key(t: Language) -> str:
    """The meaning of the signs of answers."""
    return t("> more of the first, < more of the second, = as many of both")


def rack_name(name: str, t: Language) -> str:
    """A player, or a playerless rack."""
    return t("nobody {number}", number=name.removeprefix("spare")) if name.startswith("spare") else name


def answers(clues: Iterable[Clue], puzzle: Puzzle) -> str:
    """Answers in short, as the log has them, with their numbers on the screen."""
    return ", ".join(f"({number_of(clue, puzzle)}) {clue.player} {clue.card} {clue.answer}" for clue in clues)


def hint_text(found: Hint, puzzle: Puzzle, t: Language) -> str:
    """A hint without its proof."""
    clue = next((clue for clue in puzzle.clues if clue.line == found.line), None)
    if clue is None:
        return t("Nothing more can be proved now about single numbers, colours or tiles.")
    if found.level == 1:
        return wording.look_again(clue.player, clue.card, number_of(clue, puzzle), t)
    if found.level == 2:
        return wording.tells_about(wording.thing(found.about or "", t), found.others, t)
    return facts([found.claim or ""], t)


def number_of(clue: Clue, puzzle: Puzzle) -> int:
    """The number that an answer has on the screen."""
    return puzzle.clues.index(clue) + 1


def solution_lines(found: Puzzle, t: Language) -> Iterator[str]:
    """The steps of a solution, a line each."""
    for number, (used, follows) in enumerate(solution_steps(found, t), 1):
        yield f"{number}. {answers(used, found)} => {follows}"


def solution_steps(found: Puzzle, t: Language) -> Iterator[tuple[list[Clue], str]]:
    """The steps of a solution: the answers that are combined, and what follows from them."""
    known: set[str] = set()
    for number, step in enumerate(found.grade.steps, 1):
        known |= set(step.facts)
        if number == len(found.grade.steps):
            follows = t("only {code} is left", code=found.solution)
        else:
            follows = facts([fact for fact in step.facts if not _is_plain(fact, known)] or step.facts, t)
        yield [found.clues[place] for place in step.clues], follows


def measure(grade: Grade, t: Language) -> str:
    """The difficulty."""
    return t(
        "Answers: {answers}. Steps: {steps}. Most answers in one step: {widest}.",
        answers=grade.answers,
        steps=len(grade.steps),
        widest=grade.widest,
    )


def facts(claims: Sequence[str], t: Language) -> str:
    """Facts as notes: what is on the rack, and what is not."""
    there = [wording.thing(claim.removeprefix("has "), t) for claim in claims if claim.startswith("has ")]
    absent = [wording.thing(claim.removeprefix("no "), t) for claim in claims if claim.startswith("no ")]
    parts = [t("on your rack: {things}", things=", ".join(there))] if there else []
    if absent:
        parts.append(t("not on your rack: {things}", things=", ".join(absent)))
    return t.semicolon.join(parts)


def _is_plain(fact: str, known: set[str]) -> bool:
    """True for a fact about a tile that follows from those about its number and its colour."""
    word, _, name = fact.partition(" ")
    if len(name) != 2 or name[0] not in COLOURS:
        number_or_colour = [other[4:] for other in known if other.startswith("has ") and len(other) == 6]
        return word == "has" and any(tile[1] == name or COLOURS[tile[0]].name == name for tile in number_or_colour)
    return word == "no" and bool(known & {f"no {name[1]}", f"no {COLOURS[name[0]].name}"})
