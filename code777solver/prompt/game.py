"""The prompt: ``code777`` without arguments, on a terminal (`run`) or on piped input (`run_script`)."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.text import Text

from ..lang import Language, visible
from ..session import Session
from ..show.game_screen import screen
from ..show.panels import BAD, ODD
from ..table.journal import (
    Journal,
    JournalError,
    LockedError,
    UnreadableError,
    games_folder,
    new_game_path,
    saved_games,
)
from ..table.notation import split_lines
from .game_desk import COMMANDS, Desk, Reply

__all__ = ["COMMANDS", "Desk", "Reply", "new_session", "open_session", "run", "run_script", "start"]


_MOST_PASSED = 3
"""Of games that are passed over, so many are named."""


def open_session(folder: Path) -> Session:
    """The latest game that is not over, or a new one; one kept in memory if the folder cannot be written.

    Games that another prompt has open or that cannot be read are passed over, and named in ``unread``.
    """
    passed: list[str] = []
    for path in saved_games(folder):
        try:
            session = _open(path)
        except (LockedError, UnreadableError) as error:
            passed.append(str(error))
            continue
        except JournalError:
            continue
        if session.lines and session.table.winner is None:
            break
        session.close()
    else:
        session = new_session(folder)
    shown = (
        passed if len(passed) <= _MOST_PASSED else [*passed[:_MOST_PASSED], f"and {len(passed) - _MOST_PASSED} more"]
    )
    session.unread += shown
    return session


def _open(path: Path) -> Session:
    """A game from its file; kept in memory if it can be read but not written."""
    try:
        return Session.open(path)
    except (LockedError, UnreadableError):
        raise
    except (JournalError, OSError) as error:
        return Session.in_memory(path, f"{error}; the game goes on in memory")


def new_session(folder: Path) -> Session:
    """A new game in a file of its own, or in memory if that cannot be made."""
    try:
        return Session(Journal(new_game_path(folder)), folder=folder)
    except JournalError as error:
        session = Session()
        session.trouble = f"{error}; the game is kept in memory only"
        return session


def start(t: Language) -> int:
    """The prompt on a terminal, or on piped input. Returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows a question mark
    console = Console(highlight=False)
    if sys.stdin.isatty():
        return run(games_folder(), t, console)
    gc.enable()
    text = sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
    return run_script(split_lines(text), t, console, sys.stderr)


def run(folder: Path, t: Language, console: Console) -> int:
    """The prompt on a terminal. Returns the exit status."""
    from .terminal import ask

    desk = Desk(open_session(folder), t, new=lambda: new_session(folder))
    desk.plain = _is_plain(console)
    if desk.session.lines:
        console.print(Text(t("Going on with {file}; `new` starts another game.", file=desk.session.path), "dim"))
        _show_screen(desk, console)
    else:
        console.print(Text(t("A new game. `help` lists the commands."), "dim"))
    for note in desk.session.unread:
        console.print(Text(visible(note), ODD))
    if desk.session.trouble:
        console.print(Text(visible(desk.session.trouble), f"bold {BAD}"))
    gc.freeze()
    gc.enable()
    for entry in ask(desk, folder):
        changed, reply = False, Reply()
        try:
            for reply in desk.handle_block(desk.default(entry), width=console.width):
                changed = changed or reply.shows_screen
                if reply.body is not None and not reply.failed:
                    console.print(reply.body)
            if changed and not reply.done and desk.session.table.players:
                _show_screen(desk, console)
            if reply.failed and reply.body is not None:  # the last of a block: it must not scroll away
                console.print(reply.body)
        except KeyboardInterrupt:  # whatever was being worked out is let go; the line itself is logged or it is not
            continue
        if reply.done:
            return 0
    desk.handle("quit")
    return 0


def _show_screen(desk: Desk, console: Console) -> None:
    console.print(screen(desk.session, desk.t, width=console.width, plain=desk.plain))


def _is_plain(console: Console) -> bool:
    return not console.encoding.lower().startswith("utf")


def run_script(source: Iterable[str], t: Language, console: Console, errors: TextIO) -> int:
    """Piped input: every line is handled, the last screen is shown. Status 2 if a line was refused, 1 if contradicted."""
    desk = Desk(Session(), t)
    desk.plain = _is_plain(console)
    refused = False
    for number, line in enumerate(source, 1):
        reply = desk.handle(line.rstrip("\r\n"), width=console.width)
        if reply.failed:
            refused = True
            errors.write(f"line {number}: {reply.body}\n")
        elif reply.body is not None:
            console.print(reply.body)
        if desk.session.suggestion:
            desk.handle("")  # nobody is there to press Enter
        if reply.done:
            break
    if desk.session.table.players:
        _show_screen(desk, console)
    if refused:
        return 2
    return 1 if desk.session.table.viewer is not None and desk.session.solver.contradictions else 0
