"""The prompt of a game as it runs: scripts, a terminal that is none, and piped input."""

from __future__ import annotations

import asyncio
import gc
import io
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from game_prompts import CONTRADICTED, ENGLISH, PLACES, piped, prompt_at, run_with, screen_of
from logs import GAME, games
from printing import unwrapped
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console, RenderableType

from code777solver.__main__ import main
from code777solver.prompt import game as game_prompt
from code777solver.prompt import terminal
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.loop import on_script
from code777solver.session import Session
from code777solver.show import game_screen
from code777solver.show.game_screen import screen

# Scripts.


def script(*lines: str) -> tuple[int, str, str]:
    """Status, output and complaints of a piped script."""
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    errors = io.StringIO()
    status = on_script(GamePrompt(Session(), ENGLISH), lines, console, errors)
    assert isinstance(console.file, io.StringIO)
    return status, console.file.getvalue(), errors.getvalue()


def test_a_script_shows_the_last_screen_once() -> None:
    status, told, errors = script(*GAME)
    assert (status, errors) == (0, "")
    assert told == screen_of(prompt_at(*GAME).session)


def test_a_script_that_contradicts_itself_has_status_1() -> None:
    status, told, errors = script(*CONTRADICTED)
    assert (status, errors) == (1, "")
    assert "CONTRADICTION at line 11" in told


def test_a_script_with_a_bad_line_has_status_2_and_goes_on() -> None:
    status, told, errors = script("# Friday", "", *GAME[:5], "Zoe 16 <", *GAME[5:], "nonsense")
    assert status == 2
    assert [line.split(": ")[:2] for line in errors.splitlines()] == [["code777", "line 8"], ["code777", "line 14"]]
    assert "'Zoe' is neither a player" in errors
    assert "racks left" in told


def test_a_script_may_hold_commands() -> None:
    status, told, errors = script(*GAME, "why no P7", "undo", "quit", "nonsense after the end")
    assert (status, errors) == (0, "")
    assert "Proved: " in told
    assert "me 10 2" not in told
    assert "Cid 18 >" in told


def test_a_card_alone_in_a_script_is_logged() -> None:
    """It was told what to say, and then it was forgotten."""
    status, told, errors = script(*GAME[:7], "10", "Cid 18 >")
    assert (status, errors) == (0, "")
    assert "Say: 2" in told
    assert "out of turn" not in told
    assert "next: Ann" in told


def test_an_empty_script_says_nothing() -> None:
    assert script() == (0, "", "")
    assert script("", "# only a comment") == (0, "", "")


# On a terminal, but without one.


def test_a_game_is_started_left_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run_with(["", "Ann Bob me Cid", *GAME[2:7]], tmp_path, monkeypatch)
    assert "A new game" in told
    assert "racks left" in told
    told = run_with([*GAME[7:], "quit", "never typed"], tmp_path, monkeypatch)
    assert "Continuing" in told
    assert "Bob 5 0" in told
    assert games(tmp_path) == [list(GAME)]
    told = run_with(["new", "code77", "Ann me", "nonsense"], tmp_path, monkeypatch)
    assert "A new game" in told
    assert sorted(games(tmp_path)) == sorted([list(GAME), ["edition code77", "players Ann me"]])


@pytest.mark.parametrize("place", ["my rack in two goes", "contradiction, then my declaration"])
def test_a_game_whose_reasons_cannot_be_followed_can_still_be_opened(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the prompt could not even be started any more."""
    (tmp_path / "game.c777").write_text("\n".join(PLACES[place]) + "\n", encoding="utf-8")
    told = run_with(["note on"], tmp_path, monkeypatch)
    assert "racks left" in told
    assert games(tmp_path)[0][-1] == "note on"


def test_ctrl_c_while_something_is_worked_out_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses = iter([True])

    def pressed(*arguments: Any, **named: Any) -> RenderableType:
        if next(presses, False):
            raise KeyboardInterrupt
        return screen(*arguments, **named)

    monkeypatch.setattr(game_screen, "screen", pressed)
    told = run_with([*GAME], tmp_path, monkeypatch)
    assert games(tmp_path) == [list(GAME)]
    assert "racks left" in told


def test_ctrl_c_before_the_first_prompt_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(game_prompt, "start", interrupted)
    monkeypatch.setattr(sys, "argv", ["code777"])
    try:
        with pytest.raises(SystemExit, match="130"):
            main()
    finally:
        gc.enable()


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, asyncio.CancelledError])
def test_ctrl_c_at_any_moment_of_a_prompt_only_clears_the_line(
    interruption: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While prompt_toolkit starts a prompt, asyncio turns the signal into a cancelled task."""
    typed: list[str | type[BaseException]] = ["12 =", interruption, "note on", EOFError]

    def entered(*_: Any, **__: Any) -> str:
        entry = typed.pop(0)
        if isinstance(entry, str):
            return entry
        raise entry

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        monkeypatch.setattr(PromptSession, "prompt", entered)
        assert list(islice(terminal.ask(prompt_at(*GAME), tmp_path), 3)) == ["12 =", "note on", None]


def test_a_second_prompt_says_that_the_game_is_open_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Session.open(tmp_path / "game.c777")
    for line in GAME:
        first.enter(line)
    told = run_with([], tmp_path, monkeypatch)
    assert "open in another prompt" in told
    first.close()


def test_trouble_with_the_disk_is_told_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    told = run_with([*GAME], tmp_path / "file" / "games", monkeypatch)
    assert "only in memory" in unwrapped(told)
    assert "racks left" in told


def test_lines_that_cannot_be_read_any_more_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.c777").write_text("\n".join((*GAME, "Zoe 1 1")) + "\n", encoding="utf-8")
    assert "line 11: 'Zoe' is neither a player" in run_with([], tmp_path, monkeypatch)


# The command with piped input is driven here as a process; in a terminal it is driven by test_prompt_terminal.py.


def test_a_log_can_be_piped_through_the_command(tmp_path: Path) -> None:
    done = piped("\n".join(GAME) + "\n", CODE777_GAMES=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == screen_of(prompt_at(*GAME).session)
    assert list(tmp_path.iterdir()) == [], "a script is no game to go on with"
    assert piped("\n".join(CONTRADICTED)).returncode == 1
    done = piped("\r\n".join((*GAME, "nonsense")))
    assert done.returncode == 2
    assert done.stderr.decode().startswith("code777: line 11: 'nonsense' is neither a player")
    assert piped("").returncode == 0


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    lines = ("players Zoë Bob me", "rack Zoë Y2 K5 B7", "rack Bob G6 G6 R5", "Zoë 16 >", f"note {'long ' * 40}")
    done = piped("\n".join((*lines, "whatif Bob 5 0")), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"####" in done.stdout
    assert b"????" not in done.stdout
