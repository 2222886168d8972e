"""Garbage that is typed at the prompt of a game, or piped into it."""

from __future__ import annotations

import random
import re
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from game_prompts import ENGLISH, piped, prompt_at, screen_of
from garbage import garbage
from logs import DEAL, GAME
from printing import printed
from rich.text import Text

from code777solver import Solver
from code777solver.prompt.game import GamePrompt
from code777solver.reasons import opponents
from code777solver.session import Session


@pytest.mark.minutes
def test_garbage_typed_ten_thousand_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No entry raises, every refusal is one line, and the game can be read again from its text and from its file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(opponents, "MOST_REPLAYS", 10)
    rng, failures = random.Random(777), dict[str, str]()
    prompt = GamePrompt(Session(), ENGLISH)
    slowest, begin = (0.0, ""), time.perf_counter()
    for number, entry in enumerate(garbage(rng, 10_000)):
        if number % 250 == 0:
            prompt.session.close()
            prompt = _prompt_in(tmp_path, number, rng.choice((0, 1, 2, 5, 10, 10)))
        start = time.perf_counter()
        try:
            if _type(prompt, entry, look=number % 50 == 0):
                prompt = _prompt_in(tmp_path, number, 10)
            if number % 50 == 49:
                _assert_sound(prompt.session)
        except Exception as error:  # noqa: BLE001  (all of them are collected)
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} in {Path(where.filename).name}:{where.name}"
            failures.setdefault(kind, f"{entry[:60]!r} ({len(entry)} characters): {str(error)[:100]}")
            if number % 50 == 49:
                prompt = _prompt_in(tmp_path, number + 1, 10)
        slowest = max(slowest, (time.perf_counter() - start, entry[:60]))
    print(f"\n10,000 entries in {time.perf_counter() - begin:.1f} s; slowest {slowest[0]:.2f} s: {slowest[1]!r}")
    assert not failures, "\n".join(f"{kind}: {example}" for kind, example in failures.items())


def _prompt_in(folder: Path, number: int, lines: int) -> GamePrompt:
    """A prompt on a game of its own, some lines of which have been entered."""

    def new() -> Session:
        return Session.open(folder / f"another-{number}-{len(list(folder.iterdir()))}.c777")

    prompt = GamePrompt(Session.open(folder / f"game-{number}.c777"), ENGLISH, new=new)
    for line in GAME[:lines]:
        prompt.handle(line)
    return prompt


def _type(prompt: GamePrompt, entry: str, *, look: bool) -> bool:
    """All that happens when something is typed: the reply, now and then the screen, the toolbar, the completions.

    Returns whether the prompt has ended.
    """
    reply = prompt.handle(entry)
    if reply.failed:
        assert isinstance(reply.body, Text)
        assert len(reply.body.plain.splitlines()) <= 1, reply.body.plain
    printed(reply.body).encode("utf-8", errors="replace")
    if look and prompt.session.table.players:
        screen_of(prompt.session)
    prompt.toolbar(entry)
    list(prompt.completions(entry))
    return reply.done


def _assert_sound(session: Session) -> None:
    """The log can be read again, from its text and from its file, and says the same."""
    assert session.path is not None
    for text in ("".join(f"{line}\n" for line in session.lines), session.path.read_bytes().decode("utf-8")):
        again = Solver.from_log(text, seat=session.table.viewer or "me", folder=session.table.folder)
        assert again.table == session.table


@pytest.mark.seconds
@pytest.mark.parametrize(("head", "word"), [("rack Ann ", "B7 "), ("players ", "Ann "), ("", "1 "), ("", "xxxxx")])
def test_very_long_lines_are_refused_quickly(head: str, word: str) -> None:
    """Twenty thousand tiles, or names, or numbers: what they cost grows no faster than their number."""
    for lines in (DEAL[:1], DEAL[:2], GAME):
        few, many = (calls_of(partial(prompt_at(*lines).handle, head + word * size)) for size in (5_000, 20_000))
        assert many < 5 * few + 10_000, lines


def calls_of(function: Callable[[], object]) -> int:
    """Number of function calls, built-in functions included: a measure of work that no other process can change."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.seconds
def test_two_thousand_lines_of_garbage_piped_through_the_command() -> None:
    lines = [re.sub(r"[\r\n\x85\u2028]", " ", line) for line in garbage(random.Random(7), 2000)]
    lines = [line for line in lines if not line.lower().startswith(("quit", "save", "sheet"))]
    text = "\n".join((*GAME, *lines)).encode("utf-8", errors="replace").decode()
    done = piped(text)
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")[-2000:]
    assert done.returncode in (1, 2)
