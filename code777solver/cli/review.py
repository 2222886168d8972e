"""What ``code777 review`` does: the report as text, page or JSON, and the replay move by move. No deduction."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

from ..errors import BeliefError, Code777Error, nearest
from ..lang import Language, visible
from ..reasons.claims import parse_claim
from ..reasons.proofs import prove
from ..records import replace
from ..review.records import GameReview, ReviewStep
from ..review.reviewer import review_game
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack
from ..show import as_json, review_screen
from ..show.panels import BAD, GOOD, ODD, percent
from ..show.review_page import page
from ..table.events import Event, Fill, Swap
from ..table.notation import Log, format_event

DONE, CONTRADICTED = 0, 1
BACK, QUIT = ("back", "b"), ("quit", "q")


class Reply(NamedTuple):
    """What a replay says to an entry."""

    body: RenderableType | None
    done: bool = False


class Replay:
    """A game replayed move by move: first the line, then the question, then what could be deduced."""

    def __init__(self, game: GameReview, focus: str, t: Language) -> None:
        self.game, self.focus, self.t = game, focus, t
        self.place = 0
        self.told = False
        """Whether what could be deduced at this step was shown."""

    @property
    def step(self) -> ReviewStep:
        return self.game.steps[self.place]

    @property
    def prompt(self) -> str:
        return self.t("next (Enter)> ") if self.told else self.t("What can be deduced now ({name})?> ", name=self.focus)

    @property
    def line(self) -> RenderableType:
        """The line of the log, with nothing that the player in focus does not see."""
        text = format_event(_as_seen(self.step.event, self.focus))
        return review_screen.event(self.game, self.step, text, self.t, place=self.place + 1)

    def handle(self, entry: str) -> Reply:
        """Enter shows what could be deduced, then goes on; a claim is judged; `back` and `quit`."""
        said = " ".join(self.t.read(entry).split())
        if said.casefold() in QUIT:
            return Reply(None, done=True)
        if said.casefold() in BACK:
            self.place, self.told = max(0, self.place - 1), False
            return Reply(self.line)
        if said:
            return Reply(self._judge(said))
        if not self.told:
            self.told = True
            return Reply(review_screen.solution(self.game, self.step, self.focus, self.t))
        if self.place + 1 == len(self.game.steps):
            return Reply(None, done=True)
        self.place, self.told = self.place + 1, False
        return Reply(self.line)

    def _judge(self, said: str) -> Text:
        """Whether a claim about the rack of the player in focus is proved, open or wrong."""
        t, followed = self.t, self.game.followed[self.focus]
        try:
            if followed.at(self.step.line) is None:
                raise BeliefError(t("{name} cannot be followed here: a rack was never shown", name=self.focus))
            evidence = followed.evidence(self.step.line)
            proof = prove(parse_claim(said, evidence.arrays.racks), evidence)
        except Code777Error as error:
            return Text(visible(str(error)), ODD)
        if proof.proved:
            lines = ", ".join(str(heard.line) for heard in proof.premises)
            return Text(
                t("Proved, by the answers in lines {lines}.", lines=lines)
                if lines
                else t("Proved by the tiles in sight."),
                GOOD,
            )
        if proof.chance == 0.0:
            return Text(t("Wrong: the opposite is proved."), BAD)
        return Text(t("Not proved: the chance is {chance}.", chance=percent(proof.chance)), ODD)


def _as_seen(event: Event, seat: str) -> Event:
    """An event as seen by a player who does not see their own tiles."""
    match event:
        case Fill(rack=name) if name == seat:
            return replace(event, tiles=None)
        case Swap(player=name) if name == seat:
            return replace(event, new=None)
        case _:
            return event


def run(
    t: Language, log: Log, *, held: str | None, player: str | None, html: str | None, wants_json: bool, step: bool
) -> int:
    """Review a log and show it; returns the exit status."""
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
        replay(Replay(game, focus, t), sys.stdin, _console())
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
        raise BeliefError(f"--held: {error}") from None
    if len(rack) != RACK_SIZE:
        raise BeliefError(f"--held {text!r}: {RACK_SIZE} tiles are needed, like `Y2 K5 B7`")
    return rack


def _focus(game: GameReview, player: str | None) -> str:
    """The player whose facts are told: the one asked for, the one who wrote the log, or the first."""
    names = game.log.table.players
    if player is None:
        return game.seat or names[0]
    for name in names:
        if name.casefold() == player.casefold():
            return name
    raise BeliefError(f"--player: no player {player!r}{nearest(player, names)} (players: {', '.join(names)})")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BeliefError(f"--html: cannot write {path}: {error.strerror or error}") from None


def replay(game: Replay, source: Iterable[str], console: Console) -> None:
    """Replay on a terminal, or on piped input."""
    if not game.game.steps:
        return
    t = game.t
    console.print(Text(t("Enter shows it, then goes on. A claim like `no 6` is judged. `back`, `quit`."), "dim"))
    console.print(game.line)
    entries = iter(source)
    while True:
        console.print(Text(game.prompt), end="")
        entry = next(entries, None)
        if entry is None:
            console.print()
            return
        reply = game.handle(entry)
        if reply.body is not None:
            console.print(reply.body)
        if reply.done:
            return


def _console() -> Console:
    return Console(highlight=False)


__all__ = ["Replay", "Reply", "replay", "run"]
