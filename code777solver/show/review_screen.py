"""A game review for the terminal: one page, and one step of a replay. No input, no output, no deduction."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ..lang import Language, visible
from ..review.records import GameReview, Knowledge, RackStory, ReviewStep
from ..rules.targets import Target
from ..table.events import Answer
from . import review_words as words
from .panels import BAD, GOOD, ODD, STYLES, bar, tiles_text

_EVENT, _WIDE = 24, 100
"""Columns of a line of the log in the list of moves, and from where on there is room for more."""


def page(review: GameReview, focus: str, t: Language, *, width: int, ascii_only: bool = False) -> RenderableType:
    """The whole report; ``focus`` is the player whose facts are listed line by line."""
    table = review.log.table
    parts: list[RenderableType] = [
        Text(f"{t('Game review')}: {t(visible(table.edition.title))} ({table.edition.name})", "bold"),
        Text(words.result(review, t)),
        *_troubles(review, t),
        _titled(t("Who could declare when"), _stories(review, t, wide=width >= _WIDE)),
        _titled(words.turning_title(review, t), _turning(review, t, width, ascii_only=ascii_only)),
        _titled(t("Bits learnt and given away"), _balance(review, t)),
        _titled(words.moves_title(review, focus, t), _moves(review, focus, t, width)),
        Text("\n" + " ".join(words.legend(review, t)), "dim"),
    ]
    return Group(*parts)


def _titled(title: str, body: RenderableType) -> RenderableType:
    return Group(Text(f"\n{title}", "bold"), body)


def _grid(*columns: str, right: tuple[str, ...] = ()) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    for name in columns:
        grid.add_column(name, justify="right" if name in right else "left", overflow="fold")
    return grid


def _troubles(review: GameReview, t: Language) -> list[Text]:
    found = [
        Text(t("CONTRADICTION at line {line}: no rack fits every answer", line=line) + f" ({name})", f"bold {BAD}")
        for line, name in review.contradictions
    ]
    return found + [
        Text(t("line {line}: {said} was wrong, {right} is right", line=f.line, said=f.said, right=f.right), ODD)
        for f in review.false_answers
    ]


def _stories(review: GameReview, t: Language, *, wide: bool) -> RenderableType:
    title = words.thresholds_title(review.thresholds)
    seen = wide and any(story.foreseen is not None for player in review.players for story in player.racks)
    grid = _grid(
        t("player"),
        t("rack"),
        title,
        t("certain"),
        *([words.as_seen(review, t)] if seen else []),
        t("proved by"),
        t("declared"),
        "",
    )
    for column in (1, 2, len(grid.columns) - 2):
        grid.columns[column].no_wrap = True
    for player in review.players:
        for story in player.racks:
            grid.add_row(
                player.player,
                tiles_text(story.tiles) if story.tiles else Text("?", "dim"),
                words.passed(story, review.thresholds),
                _kinded(words.certain(story), story.kind),
                *([words.foreseen(story, t)] if seen else []),
                words.reason(story),
                _declared(story, t),
                _kinded(words.verdict(story, t), story.declaration.kind if story.declaration else story.kind),
            )
    return grid


def _kinded(text: str, kind: str | None) -> Text:
    """Estimates are in italics as well as marked."""
    return Text(text, "italic" if kind == "estimate" else "")


def _declared(story: RackStory, t: Language) -> Text:
    found = story.declaration
    return Text(words.declared(story, t), "dim" if found is None else GOOD if found.right else BAD)


def _turning(review: GameReview, t: Language, width: int, *, ascii_only: bool) -> RenderableType:
    names = [player.player for player in review.players]
    grid = _grid(t("line"), "", *names, t("all"), "", "", right=(t("line"), *names, t("all")))
    most = max((point.total for point in review.turning_points), default=1.0)
    room = max(4, min(16, width - 40 - 7 * len(names)))
    for point in review.turning_points:
        grid.add_row(
            str(point.line),
            Text(point.text, no_wrap=True, overflow="ellipsis"),
            *(words.bits(point.bits.get(name), t, 2) for name in names),
            words.bits(point.total, t, 2),
            bar(point.total / most, room, ascii_only=ascii_only),
            Text(words.settles(point, t), "bold"),
        )
    return grid


def _balance(review: GameReview, t: Language) -> RenderableType:
    grid = _grid(t("player"), t("learnt"), t("given"), "", right=(t("learnt"), t("given")))
    for player in review.players:
        most = ", ".join(
            f"{point.text} {words.bits(point.bits[player.player], t, 2)}" for point in player.turning_points[:3]
        )
        grid.add_row(player.player, words.bits(player.received, t), words.bits(player.given, t), Text(most, "dim"))
    return grid


def _moves(review: GameReview, focus: str, t: Language, width: int) -> RenderableType:
    names = [player.player for player in review.players]
    grid = _grid(t("line"), "", *names, t("best code"), "", right=(t("line"), *names))
    grid.columns[1].max_width = _EVENT + max(0, width - _WIDE)
    for step in review.steps:
        grid.add_row(
            str(step.line),
            Text(step.text, no_wrap=True, overflow="ellipsis"),
            *(_left(step.of(name), review.target, t) for name in names),
            words.best(step, focus, t),
            Text(words.news(step, focus, t)),
        )
    return grid


def _left(one: Knowledge | None, target: Target, t: Language) -> Text:
    if one is None:
        return Text("-", "dim")
    style = "italic" if one.kind == "estimate" else f"bold {GOOD}" if one.certain == 1.0 else ""
    return Text(words.left(one, target, t), style)


# One step of a replay.


def event(review: GameReview, step: ReviewStep, text: str, t: Language, *, place: int) -> RenderableType:
    """The line itself, before its deductions."""
    title = Text(f"[{place}/{len(review.steps)}] ", "dim")
    title.append(t("line {line}", line=step.line) + ": ", "dim")
    title.append(visible(text), "bold")
    if not isinstance(step.event, Answer):
        return title
    return Group(title, Text(t(review.log.table.edition.card(step.event.card).text), "dim"))


def solution(review: GameReview, step: ReviewStep, focus: str, t: Language) -> RenderableType:
    """Deductions that were possible after a line: by the player in focus, then by the others."""
    lines: list[Text] = []
    for one in sorted(step.known, key=lambda one: one.player != focus):
        line = Text(f"{one.player:>10}  ", "bold" if one.player == focus else "")
        count = words.left(one, review.target, t)
        line.append(f"{count:>7}  ", "italic" if one.kind == "estimate" else "")
        line.append(f"{words.chance_text(one, t):>16}  ")
        line.append(
            f"{t('{bits} bits', bits=words.bits(one.bits, t, 2)):>9}  " if one.kind != "estimate" else " " * 12, "dim"
        )
        line.append(words.facts(one, t), STYLES["B"] if one.player == focus else "dim")
        if one.certain == 1.0:
            line.append("  " + t("can declare"), f"bold {GOOD}")
        lines.append(line)
    return Group(*lines) if lines else Text(t("Nobody holds a full rack that can be followed."), "dim")


__all__ = ["event", "page", "solution"]
