"""Reading entries from a terminal with prompt_toolkit: history, completion, the text below the line while typing."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.styles import Style
from rich.cells import cell_len

from ..table.system_files import LARGEST
from .base import Prompt

_STYLE = Style.from_dict({"bottom-toolbar": "noreverse italic"})
"""A toolbar without a text is nothing to be seen."""


class _SafeHistory(FileHistory):
    """A history on disk that is given up quietly where it cannot be written: the game matters more."""

    def store_string(self, string: str) -> None:
        with suppress(OSError, UnicodeError):
            super().store_string(string)


class _Completer(Completer):
    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        word = document.get_word_before_cursor(WORD=True)
        for choice, meaning in self._prompt.completions(document.text_before_cursor):
            if choice.casefold().startswith(word.casefold()):
                yield Completion(choice, start_position=-len(word), display_meta=meaning)


def ask(prompt: Prompt, folder: Path | None) -> Iterator[str | None]:
    """Entries as they are typed, None for Ctrl-D; a pasted one may hold many lines. Ctrl-C clears the line."""
    history = _history(folder)
    session = _session(prompt, history)
    while True:
        try:
            yield _asked(session, prompt)
        except (KeyboardInterrupt, CancelledError):  # while a prompt starts, asyncio turns the one into the other
            prompt.draft = ""
            session = _session(prompt, history)  # one that was torn off in the middle does not start again
        except EOFError:
            yield None


def _session(prompt: Prompt, history: History) -> PromptSession[str]:
    return PromptSession(
        history=history,
        completer=_Completer(prompt),
        complete_while_typing=False,
        enable_history_search=True,
        key_bindings=_interrupts(exception=KeyboardInterrupt),
        style=_STYLE,
    )


def _asked(session: PromptSession[str], prompt: Prompt) -> str:
    return session.prompt(
        lambda: _in_rows(prompt.prompt_text, prompt.width),
        default=prompt.draft,
        bottom_toolbar=lambda: prompt.toolbar(session.default_buffer.document.current_line),
        pre_run=lambda: _limit(session, prompt.seconds),
    )


def _in_rows(prompt: str, width: int) -> str:
    """A prompt that is wider than the screen in rows that end with a word; else the terminal breaks it anywhere."""
    if cell_len(prompt) <= width:
        return prompt
    return "\n".join(wrap(prompt, width - 1)) + " "


def _limit(session: PromptSession[str], seconds: float | None) -> None:
    """Take Enter alone when the time is up, unless the player has begun to type."""
    if seconds is None:
        return
    app = session.app

    def out_of_time() -> None:
        if app.is_running and not app.is_done and app.loop is not None:
            if session.default_buffer.text:
                app.loop.call_later(1, out_of_time)
            else:
                _end(app, result="")

    if app.loop is not None:
        app.loop.call_later(seconds, out_of_time)


def _interrupts(**outcome: Any) -> KeyBindings:
    """Handle Ctrl-C, as a key and as a signal."""
    keys = KeyBindings()
    for key in ("c-c", "<sigint>"):
        keys.add(key, eager=True)(lambda event: _end(event.app, **outcome))
    return keys


def _end(app: Application[Any], **outcome: Any) -> None:
    """End a prompt, unless it is over or has yet to begin: a signal comes at any moment."""
    if app.future is not None and not app.future.done():
        app.exit(**outcome)


def ask_hidden(label: str) -> str:
    """One entry that is not shown while it is typed, and is kept in no history; empty after Ctrl-C or Ctrl-D."""
    try:
        return PromptSession[str](key_bindings=_interrupts(result="")).prompt(label, is_password=True)
    except (KeyboardInterrupt, CancelledError, EOFError):
        return ""


def ask_more(label: str) -> bool:
    """Ask whether to show the next page: Enter or space for yes; q, Esc, Ctrl-C or Ctrl-D for no. The question disappears."""
    keys = _interrupts(result="")
    for key, answer in (("enter", "y"), (" ", "y"), ("q", ""), ("escape", ""), ("c-d", "")):
        keys.add(key, eager=True)(lambda event, answer=answer: _end(event.app, result=answer))
    try:
        return bool(PromptSession[str](key_bindings=keys, erase_when_done=True).prompt(label))
    except (KeyboardInterrupt, CancelledError, EOFError):
        return False


def _history(folder: Path | None) -> History:
    if folder is None:
        return InMemoryHistory()
    path = folder / "history"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch()
        if path.is_file() and path.stat().st_size <= LARGEST:
            return _SafeHistory(str(path))
    except OSError:
        pass
    return InMemoryHistory()
