"""A prompt as it runs: on a terminal, or on lines that are piped in."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.control import Control

from ..jobs import StatusLine, check, forget, noting
from ..show.remark import Remark
from ..show.streams import take_any_text
from ..table.folders import FolderError, games_folder
from ..table.notation import split_lines
from .base import Prompt, Reply, refusal
from .pages import Pages

__all__ = ["on_script", "on_terminal", "own_folder", "run"]

_BLANK_ROWS = 100
REFUSED = 2
"""The exit status of a script of which a line was not understood."""


def run(make: Callable[[bool], Prompt]) -> int:
    """Run a prompt on the terminal or on piped input; ``make`` gets True for a terminal. Returns the exit status."""
    take_any_text()
    console = Console(highlight=False)
    if sys.stdin.isatty() and (sys.stdout.isatty() or sys.platform != "win32"):  # Windows draws on consoles only
        return on_terminal(make(True), own_folder(), console)
    gc.enable()
    text = sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
    return on_script(make(False), split_lines(text), console, sys.stderr)


def own_folder() -> Path | None:
    """The folder of the user's games; None if the user has none."""
    try:
        return games_folder()
    except FolderError:
        return None


def on_terminal(prompt: Prompt, folder: Path | None, console: Console) -> int:
    """Ask until the prompt ends; the history of entries is kept in a folder, if there is one. Returns the exit status."""
    from .terminal import ask, ask_hidden, ask_more

    _fit(prompt, console)
    line = StatusLine(console.file if console.is_terminal else None, prompt.t)
    for part in prompt.greeting():
        _show(part, console)
    gc.freeze()
    gc.enable()
    with noting(), _Privacy(console) as privacy:
        for entry in ask(prompt, folder):
            _fit(prompt, console)
            forget()
            if entry is None:
                reply = prompt.handle_end()
                if reply.done:
                    break
                _show(reply.body, console)
                continue
            turn = _Turn(prompt, line)
            try:
                turn.take(prompt.default(entry))
                if turn.last.asks_hidden:
                    turn.take_hidden(ask_hidden(turn.last.asks_hidden))
                screen = turn.screen()
            except KeyboardInterrupt:  # at a safe point: show what was logged, drop the rest
                screen = Remark(prompt.t("stopped"))
            privacy.set(prompt.is_private)
            for body in turn.told:
                if isinstance(body, Pages):
                    body.turn(console, ask_more)
                else:
                    _show(body, console)
            try:
                _show(turn.rest(), console)
            except KeyboardInterrupt:
                screen = Remark(prompt.t("stopped"))
            _show(screen, console)
            _show_notices(prompt, console)
            _show(turn.refused, console)  # last: it must not scroll away
            if turn.last.done:
                break
    return 0


class _Privacy:
    """The alternate screen of the terminal, which leaves nothing behind: it is used while the prompt is private.

    Where there is none, blank rows move what was shown out of sight.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._is_on = False

    def set(self, private: bool) -> None:
        """Turn to the alternate screen, or back."""
        if private == self._is_on:
            return
        self._is_on = private
        if self._console.is_terminal and not self._console.is_dumb_terminal and not self._console.legacy_windows:
            self._console.control(Control.alt_screen(private))
        elif not private:
            self._console.print("\n" * _BLANK_ROWS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.set(False)


class _Turn:
    """The results of one entry, computed while the terminal waits. Ctrl-C counts after each line of the entry."""

    def __init__(self, prompt: Prompt, line: StatusLine) -> None:
        self._prompt, self._line = prompt, line
        self._entry = ""
        self._changed = False
        self.told: list[RenderableType | None] = []
        self.refused: RenderableType | None = None
        self.last = Reply()

    def take(self, entry: str) -> None:
        """Take an entry, which may have many lines."""
        self._entry = entry
        with self._line.telling(self._doing):
            for reply in self._prompt.handle_block(entry):
                self._note(reply)
                check()

    def take_hidden(self, entry: str) -> None:
        """Take what was typed unseen."""
        with self._line.telling(self._doing):
            self._note(self._prompt.handle_hidden(entry))

    def rest(self) -> RenderableType | None:
        """Compute the slow rest of the last reply. It reports its progress, and Ctrl-C stops it at each report."""
        said = [""]

        def say(doing: str) -> None:
            check()
            said[0] = doing

        if self.last.later is None:
            return None
        check()
        with self._line.telling(lambda: said[0]):
            return self.last.later(say)

    def screen(self) -> RenderableType | None:
        """The screen, if anything has changed."""
        if not self._changed or self.last.done:
            return None
        with self._line.telling(self._doing):
            return self._prompt.screen()

    def _note(self, reply: Reply) -> None:
        self.last = reply
        self._changed = self._changed or reply.shows_screen
        if reply.failed:
            self.refused = reply.body
        else:
            self.told.append(reply.body)

    def _doing(self) -> str:
        lines = self._entry.count("\n") + 1
        if lines > 1:
            return self._prompt.t(
                "working it out: line {done} of {count}", done=min(lines, len(self.told) + 1), count=lines
            )
        return self._prompt.doing(self._entry)


def on_script(prompt: Prompt, source: Iterable[str], console: Console, errors: TextIO) -> int:
    """Handle every line, then show the last screen. Returns 2 if a line was refused, else what the prompt says."""
    _fit(prompt, console)
    for part in prompt.scene():
        _show(part, console)
    status = 0
    lines = enumerate(source, 1)
    for number, line in lines:
        for event in prompt.events(line.rstrip("\r\n")):
            reply = prompt.handle(event)
            if reply.asks_hidden:
                number, line = next(lines, (number + 1, ""))
                reply = prompt.handle_hidden(line)
            if prompt.unfinished:  # nobody is there to be asked
                reply = refusal(prompt.unfinished)
                prompt.forget()
            if reply.draft:  # nobody is there to edit it
                reply = refusal(prompt.reason(prompt.missing(reply.draft)))
            if reply.failed:
                status = REFUSED
                place = prompt.t("line {line}: {text}", line=number, text=reply.body)
                errors.write(f"code777: {place}\n")
            else:
                _show(reply.body, console)
            if reply.later is not None:
                _show(reply.later(lambda doing: None), console)
            _show_notices(prompt, console)
            if prompt.proposal:
                prompt.handle("")  # nobody is there to press Enter
            if reply.failed or reply.done:
                break
        if reply.done:
            break
    _show(prompt.screen(), console)
    return status or prompt.status


def _fit(prompt: Prompt, console: Console) -> None:
    prompt.width = console.width
    prompt.ascii_only = not console.encoding.lower().startswith("utf")


def _show_notices(prompt: Prompt, console: Console) -> None:
    for notice in prompt.notices():
        _show(notice, console)


def _show(body: RenderableType | None, console: Console) -> None:
    """Print; nothing is cut off a remark, for a path in it may be wider than the screen."""
    if isinstance(body, Group):
        for part in body.renderables:
            _show(part, console)
    elif isinstance(body, Pages):
        body.turn(console, lambda _: True)
    elif isinstance(body, Remark):
        console.print(Group(body), crop=False)  # alone it would be joined with other texts, and be one of them
    elif body is not None:
        console.print(body)
