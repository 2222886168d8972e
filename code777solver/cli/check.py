"""The command ``code777 check``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..lang import Language
from ..show import as_json
from ..solver import add_line, new_solver
from ..table.notation import read_leniently
from .common import FILE, console_of, say
from .exit_status import BAD_INPUT, CONTRADICTED, DONE
from .files import chosen_file, log_options, reading, table_for, text_of

if TYPE_CHECKING:
    from ..show import panels
else:
    panels = lazy_module("code777solver.show.panels")


@click.command(short_help="List bad lines, odd lines and contradictions of a log.")
@FILE
@log_options
@click.pass_obj
def check(
    t: Language, file: str | None, *, wants_json: bool, seat: str, edition: str | None, cards: str | None
) -> None:
    """Check the log FILE: list bad lines, odd lines and contradictions."""
    file = chosen_file(file)
    text = text_of(file)
    table = table_for(file, text, seat, edition, cards)
    log, errors = read_leniently(text, table)
    solver = new_solver(table, say=say)
    if not errors:
        with reading(file):
            for read in log.lines:
                add_line(solver, read)
    status = BAD_INPUT if errors else CONTRADICTED if solver.contradictions else DONE
    false = solver.audit() if not errors else []
    if wants_json:
        click.echo(json.dumps(as_json.check(solver, errors, log.warnings)))
        raise SystemExit(status)
    for error in errors:
        click.echo(f"{file}: {t(error.sentence)}", err=True)
    for line, warning in log.warnings:
        click.echo(f"{file}: {t('line {line}: odd: {text}', line=line, text=warning)}")
    for answer in false:
        click.echo(f"{file}: {panels.false_answer(answer, t)}")
    for line in solver.contradictions:
        click.echo(f"{file}: {t('line {line}: contradiction: no rack fits every answer up to here', line=line)}")
    if status == CONTRADICTED and not solver.belief.possible and solver.belief.is_full:
        console_of().print(panels.diagnosis(solver, t))
    if status == DONE:
        count = sum(1 for _ in log.steps)
        click.echo(f"{file}: {t.count(count, '{count} event, possible', '{count} events, possible')}")
    raise SystemExit(status)
