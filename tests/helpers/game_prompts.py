"""Prompts of a game without a terminal, and what they say."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from logs import DEAL, GAME
from printing import printed
from reference import random_game
from rich.console import Console
from rich.text import Text

from code777solver import Solver
from code777solver.lang import language
from code777solver.prompt import game as game_prompt
from code777solver.prompt import terminal
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.prompt.loop import on_terminal
from code777solver.session import Session
from code777solver.show.game_screen import screen

ROOT = Path(__file__).parents[2]


ENGLISH = language("en")
CONTRADICTED = (*GAME, "Bob 1 3")


def prompt_at(*lines: str, path: Path | None = None) -> GamePrompt:
    """A prompt at which these lines have been entered."""
    prompt = GamePrompt(Session() if path is None else Session.open(path), ENGLISH)
    for line in lines:
        reply = prompt.handle(line)
        assert not reply.failed, printed(reply.body)
    return prompt


def refused(prompt: GamePrompt, entry: str) -> str:
    """The one line that refuses an entry; nothing has changed."""
    before = prompt.session.lines
    reply = prompt.handle(entry)
    assert reply.failed
    assert not reply.done
    assert not reply.shows_screen
    assert isinstance(reply.body, Text)
    assert len(reply.body.plain.splitlines()) == 1
    assert prompt.session.lines == before
    return reply.body.plain


def screen_of(session: Session, width: int = 80, *, ascii_only: bool = False) -> str:
    return printed(screen(session, ENGLISH, width=width, ascii_only=ascii_only), width)


PLACES: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "edition": DEAL[:1],
    "players": DEAL[:2],
    "half a deal": DEAL[:4],
    "deal": DEAL,
    "game": GAME,
    "my rack is empty": (*GAME, "declare me 146 wrong"),
    "a rack is empty": (*GAME, "declare Bob 566 right"),
    "contradiction": CONTRADICTED,
    "contradiction, then my declaration": (*CONTRADICTED, "declare me 146 wrong", "rack me ?", "me 12 ="),
    "my old rack unseen": (*GAME, "declare me 146 wrong", "rack me ?", "Bob 12 ="),
    "my tile swapped": (*GAME, "swap me R5 ?", "Bob 12 ="),
    "nobody is me": ("players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 ="),
    "over": (*GAME, "option_free"),
}
PLACES["over"] = (
    *GAME,
    "declare Ann 257 right",
    "rack Ann K3 K3 N4",
    "declare Ann 334 right",
    "rack Ann N4 N4 B7",
    "declare Ann 447 right",
)
PLACES["my rack in two goes"] = (
    "edition stronghold",
    "option reshuffle_at 0",
    "players Ann Bob me Cid Dee",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 G6 R5",
    "rack Cid N4 P7 Y7",
    "rack Dee K3 N4 R5",
    "Ann 16 <",
    "declare Ann 257 right",
    "rack Ann K3 P6 B7",
    "declare Bob 556 wrong",
    "rack Bob G1 N4 B7",
    "declare Cid 467 wrong",
    "rack Cid Y2 N4 R5",
    "declare Dee 445 wrong",
    "rack Dee K3 R5 P6",
    "declare me 336 wrong",
    "rack me ?",
    "reshuffle",
    "rack me ?",
    "Bob 5 0",
)
ENTRIES = (
    *COMMANDS,
    "fix 3 note",
    "fix 1 note",
    "drop 1",
    "doubt 6",
    "why no 6",
    "why has B7",
    "why not 257",
    "hint 4",
    "whatif Bob 5 1",
    "whatif 16",
    "whatif undo",
    "as Bob",
    "help 16",
    "16 <",
    "16",
    "me 16",
    "?",
    "#",
    "note",
    "reshuffle",
    "rack",
    "declare",
    "players",
    "edition",
    "penalty",
    "swap",
    "option",
)


def piped(text: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command with lines on its input, in a folder of its own: among them may be some that save files."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [sys.executable, "-m", "code777solver"],
            input=text.encode(),
            capture_output=True,
            cwd=folder,
            env={**os.environ, "CODE777_LANG": "en", "PYTHONPATH": str(ROOT), **environment},
            check=False,
            timeout=60,
        )


STATES = ("early", "midway", "certain", "contradiction")
SEATS = {"classic": 4, "stronghold": 3, "code77": 3, "unique49": 3}
"""Number of players; three leave one playerless rack."""


@cache
def position(edition: str, state: str) -> tuple[str, ...]:
    """The log of a game of truthful answers up to a state of knowledge."""
    lines, _ = random_game(random.Random(1), edition, SEATS[edition], 40, declare_prob=0.0, swap_prob=0.0)
    solver = Solver.from_log("")
    answers = [i for i, line in enumerate(lines) if not line.startswith(("edition", "players", "rack"))]
    if state == "early":
        return tuple(lines[: answers[0] + 2])
    certain = 0
    for i, line in enumerate(lines):
        solver.tell(line)
        if i >= answers[0] and solver.solved:
            certain = i + 1
            break
    assert certain, edition
    if state == "certain":
        return tuple(lines[:certain])
    middle = lines[: (answers[0] + certain) // 2]
    if state == "midway":
        return tuple(middle)
    before = Solver.from_log("\n".join(middle))
    others = [name for name in before.table.players if name != "me"]
    for card, name in ((card, name) for card in before.table.cards_to_come for name in others):
        for symbol in before.edition.card(card).meaning.symbols(len(before.table.rack_names) - 1):
            if not before.what_if(f"{name} {card} {symbol}").belief.possible:
                return (*middle, f"{name} {card} {symbol}")
    raise AssertionError(edition)


def prompt_of(edition: str, state: str) -> GamePrompt:
    return prompt_at(*position(edition, state))


def run_with(entries: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Output of the prompt when these entries are typed."""

    def ask(prompt: Any, _: Path) -> Iterator[str | None]:
        assert prompt.prompt_text
        yield from (*entries, None)

    monkeypatch.setattr(terminal, "ask", ask)
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    try:
        assert (
            on_terminal(
                GamePrompt(game_prompt.open_session(folder), ENGLISH, new=lambda: game_prompt.new_session(folder)),
                folder,
                console,
            )
            == 0
        )
    except KeyboardInterrupt:
        pytest.fail("Ctrl-C ended the game")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
