"""The command ``code777 explain``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..jobs import telling
from ..lang import Language
from ..show import as_json
from .common import console_of, current_language
from .exit_status import CONTRADICTED, fail
from .files import chosen_file, log_options, reading, solver_at, split_file

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..show import panels
else:
    panels = lazy_module("code777solver.show.panels")


@click.command(short_help="Prove a claim, give a hint, or check your notes.")
@log_options
@click.argument("words", nargs=-1, metavar="[FILE] [CLAIM]", type=click.Path())
@click.option(
    "--hint", "level", type=click.IntRange(1, 4), metavar="1-4", help="Give a hint: 1 where to look ... 4 the proof."
)
@click.option(
    "--note", "marks", multiple=True, metavar="CLAIM", help="A note of yours, to check or to skip; repeatable."
)
@click.option(
    "--drew",
    type=int,
    multiple=True,
    metavar="CARD",
    help="A card you drew: the answer, and what it tells; repeatable.",
)
@click.pass_obj
def explain(
    t: Language,
    *,
    words: tuple[str, ...],
    wants_json: bool,
    seat: str,
    edition: str | None,
    cards: str | None,
    level: int | None,
    marks: tuple[str, ...],
    drew: tuple[int, ...],
) -> None:
    """Prove CLAIM (`no 6`, `has B7`, `why not 447`) with the fewest answers, give a hint, or check your notes."""
    named, claim = split_file(words)
    file = chosen_file(named)
    solver = solver_at(file, seat, edition, cards)
    if not solver.belief.possible and not drew:
        text = t("{file}: the log contradicts itself: see `code777 check {file}`", file=file)
        click.echo(f"code777: {text}", err=True)
        raise SystemExit(CONTRADICTED)
    with reading(file):
        if drew:
            chosen = solver.choose(drew)
            _show(
                [as_json.own_card(own) for own in chosen],
                lambda: panels.own_cards(chosen, t),
                wants_json=wants_json,
            )
        elif level is not None:
            typed_marks = [t.read(mark) for mark in marks]
            hint = solver.hint(level, typed_marks or [mark.claim for mark in solver.marks])
            _show(as_json.hint(hint), lambda: panels.hint(hint, solver, t), wants_json=wants_json)
        elif marks:
            typed = {t.read(mark): mark for mark in marks}
            notes = solver.check_notes(typed)
            _show(as_json.notes(notes), lambda: panels.notes(notes, t, typed), wants_json=wants_json)
        elif claim:
            proof = solver.why(t.read(" ".join(claim)))
            _show(as_json.proof(proof), lambda: panels.proof(proof, solver, t), wants_json=wants_json)
        else:
            fail("nothing to explain: give a claim (like `no 6` or `has B7`), --hint, --note or --drew")


def _show(data: object, rendered: Callable[[], RenderableType], *, wants_json: bool) -> None:
    """Print for scripts or for people."""
    if wants_json:
        click.echo(json.dumps(data))
    else:
        console = console_of()
        t = current_language()
        with telling(t("working it out"), t):
            shown = rendered()
        console.print(shown)
