"""The command ``code777 review``: the report as text, page or JSON, or the replay move by move. No deduction."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import BeliefError, Code777Error, RuleError
from ..jobs import telling
from ..lang import Language
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack
from ..show import as_json
from ..table.notation import Log, read_log
from .common import FILE, console_of
from .exit_status import CONTRADICTED, DONE, fail
from .files import chosen_file, log_options, reading, table_for, text_of

if TYPE_CHECKING:
    from ..prompt import loop, replay
    from ..review import reviewer
    from ..review.records import GameReview
    from ..show import review_page, review_screen
else:
    loop = lazy_module("code777solver.prompt.loop")
    replay = lazy_module("code777solver.prompt.replay")
    reviewer = lazy_module("code777solver.review.reviewer")
    review_page = lazy_module("code777solver.show.review_page")
    review_screen = lazy_module("code777solver.show.review_screen")

__all__ = ["review"]


@click.command(short_help="Show who could deduce what in a game, and when.")
@FILE
@log_options
@click.option("--html", metavar="OUT", help="Write the review as an HTML page (- for standard output).")
@click.option("--player", metavar="NAME", help="Whose deductions to show line by line (default: you).")
@click.option("--held", metavar="TILES", help="Your rack at the end of the log, if you know it now.")
@click.option("--step", is_flag=True, help="Replay move by move and ask what you can deduce.")
@click.pass_obj
def review(
    t: Language,
    file: str | None,
    *,
    wants_json: bool,
    seat: str,
    edition: str | None,
    cards: str | None,
    html: str | None,
    player: str | None,
    held: str | None,
    step: bool,
) -> None:
    """Review the game in the log FILE: who could deduce what, and when; who was late; what decided the game."""
    if wants_json + step + (html is not None) > 1:
        fail("--json, --html and --step cannot be combined: choose one")
    if step and file == "-":
        fail("--step reads what you type, so the log must be a file")
    file = chosen_file(file)
    text = text_of(file)
    with reading(file):
        with telling(t("reading the log"), t):
            log = read_log(text, table_for(file, text, seat, edition, cards))
        status = _run(t, log, held=held, player=player, html=html, wants_json=wants_json, step=step)
    raise SystemExit(status)


def _run(
    t: Language, log: Log, *, held: str | None, player: str | None, html: str | None, wants_json: bool, step: bool
) -> int:
    """Review a log and show it; returns the exit status."""
    with telling(t("reviewing the game"), t):
        game = reviewer.review_game(log, held=_held(log, held))
    focus = _focus(game, player)
    if html is not None:
        text = review_page.page(game, focus, t)
        if html == "-":
            sys.stdout.write(text)
        else:
            _write(Path(html), text)
            print(t("written: {file}", file=html))
    elif wants_json:
        print(json.dumps(as_json.review(game)))
    elif step:
        refused = loop.run(lambda _: replay.ReplayPrompt(game, focus, t)) if game.steps else DONE
        return refused or (CONTRADICTED if game.contradictions else DONE)
    else:
        console = console_of()
        ascii_only = not console.encoding.lower().startswith("utf")
        console.print(review_screen.page(game, focus, t, width=console.width, ascii_only=ascii_only))
    return CONTRADICTED if game.contradictions else DONE


def _held(log: Log, text: str | None) -> Rack | None:
    if text is None:
        return None
    try:
        rack = log.table.edition.deck.sort(log.table.edition.deck.rack(text))
    except Code777Error as error:
        raise BeliefError("--held: {error}", error=error) from None
    if len(rack) != RACK_SIZE:
        raise BeliefError("--held {text!r}: {count} tiles, like `Y2 K5 B7`", text=text, count=RACK_SIZE)
    return rack


def _focus(game: GameReview, player: str | None) -> str:
    """The player whose facts are listed: the one asked for, the one who wrote the log, or the first."""
    table = game.log.table
    if player is None:
        return game.seat or table.players[0]
    try:
        return table.player(player)
    except RuleError as error:
        raise BeliefError("--player: {error}", error=error) from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BeliefError("--html: cannot write {path}: {reason}", path=path, reason=error.strerror or error) from None
