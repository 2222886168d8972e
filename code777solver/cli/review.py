"""What ``code777 review`` does: the report as text, page or JSON, or the replay move by move. No deduction."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console

from ..errors import BeliefError, Code777Error, RuleError
from ..jobs import telling
from ..lang import Language
from ..prompt import loop
from ..prompt.replay import ReplayDesk
from ..review.records import GameReview
from ..review.reviewer import review_game
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack
from ..show import as_json, review_screen
from ..show.review_page import page
from ..table.notation import Log
from .exit_status import CONTRADICTED, DONE

__all__ = ["run"]


def run(
    t: Language, log: Log, *, held: str | None, player: str | None, html: str | None, wants_json: bool, step: bool
) -> int:
    """Review a log and show it; returns the exit status."""
    with telling(t("reviewing the game"), t):
        game = review_game(log, held=_held(log, held))
    focus = _focus(game, player)
    if html is not None:
        text = page(game, focus, t)
        if html == "-":
            sys.stdout.write(text)
        else:
            _write(Path(html), text)
            print(t("written: {file}", file=html))
    elif wants_json:
        print(json.dumps(as_json.review(game)))
    elif step:
        refused = loop.run(lambda _: ReplayDesk(game, focus, t)) if game.steps else DONE
        return refused or (CONTRADICTED if game.contradictions else DONE)
    else:
        console = _console()
        plain = not console.encoding.lower().startswith("utf")
        console.print(review_screen.page(game, focus, t, width=console.width, plain=plain))
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
    """The player whose facts are told: the one asked for, the one who wrote the log, or the first."""
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


def _console() -> Console:
    return Console(highlight=False)
