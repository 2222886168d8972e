"""Work beside the terminal: what is told while it takes long, Ctrl-C, errors."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from game_desks import desk_at
from logs import GAME
from pseudo_terminal import prompt
from rich.console import Console

from code777solver.prompt import terminal, working
from code777solver.prompt.game import GameDesk
from code777solver.prompt.loop import on_terminal
from code777solver.prompt.working import Worker, patiently


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def wait_for(event: threading.Event) -> None:
    """Wait in small steps, as work in Python does, so that it can be stopped."""
    while not event.wait(0.01):
        pass


def test_quick_work_is_not_told_of() -> None:
    out = Terminal()
    assert Worker(out).do(lambda: 7, lambda: "counting") == 7
    assert out.getvalue() == ""


def test_long_work_says_what_it_does_on_a_line_that_is_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PATIENCE", 0.01)
    out, told = Terminal(), threading.Event()

    def doing() -> str:
        told.set()
        return "counting"

    Worker(out).do(lambda: wait_for(told), doing)
    assert out.getvalue().startswith("\rcounting ...")
    assert out.getvalue().endswith("\r" + " " * len("counting ...") + "\r")


def test_what_goes_wrong_in_the_work_is_raised_where_it_is_waited_for() -> None:
    with pytest.raises(ZeroDivisionError):
        Worker(None).do(lambda: 1 // 0, lambda: "")


def test_ctrl_c_ends_the_waiting_and_stops_the_work() -> None:
    worker, begun, never = Worker(None), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        wait_for(never)

    def press() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with worker.quiet(), pytest.raises(KeyboardInterrupt):
        worker.do(work, lambda: "")
    assert worker.do(lambda: "next", lambda: "") == "next", "it has stopped, for the next thing waits for that"
    assert not worker.is_stopping


@pytest.mark.skipif(
    sys.gettrace() is not None and sys.version_info < (3, 12),
    reason="while a thread in one call is told to stop, a tracing interpreter of 3.11 gets no further",
)
def test_ctrl_c_does_not_wait_for_work_that_cannot_be_stopped() -> None:
    """Compiled code takes no exception before it returns; `join` once took such a thread for dead."""
    worker, begun, let_go = Worker(None), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        let_go.wait()  # one call, as into compiled code

    def press() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with worker.quiet(), pytest.raises(KeyboardInterrupt):
        worker.do(work, lambda: "")
    assert worker.is_stopping
    let_go.set()
    assert worker.do(lambda: "next", lambda: "") == "next"


def test_ctrl_c_while_nothing_is_waited_for_does_nothing() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Worker(None).quiet():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_stopped_entry_leaves_the_prompt_and_what_was_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    desk, told = desk_at(*GAME), Console(file=io.StringIO(), width=80, color_system=None)

    def stopped(self: GameDesk) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GameDesk, "screen", stopped)
    monkeypatch.setattr(terminal, "ask", lambda desk, folder: iter(["3 0"]))
    monkeypatch.setattr(GameDesk, "greeting", lambda self: iter(()))
    assert on_terminal(desk, tmp_path, told) == 0
    assert desk.session.lines == [*GAME, "Bob 3 0"]
    assert isinstance(told.file, io.StringIO)
    assert told.file.getvalue() == "stopped\n"


def test_a_command_says_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "PATIENCE", 0.0)
    out = Terminal()
    with patiently("making a puzzle", out=out):
        while "making" not in out.getvalue():
            time.sleep(0.01)
    assert out.getvalue().startswith("\rcode777: making a puzzle ...")
    assert out.getvalue().endswith(" \r")
    quiet = io.StringIO()
    with patiently("making a puzzle", out=quiet):
        time.sleep(0.01)
    assert quiet.getvalue() == "", "only terminals are told"


def test_the_compiler_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "compiled_functions", lambda: (1, True))
    assert working.compiling() == "compiling, only the first time (1 function done)"
    monkeypatch.setattr(working, "compiled_functions", lambda: (3, False))
    assert working.compiling() is None


def test_compiled_functions_are_counted() -> None:
    from numba import njit

    before, _ = working.compiled_functions()
    njit(lambda x: x + 1)(1)
    assert working.compiled_functions() == (before + 1, False)


@pytest.mark.seconds
def test_ctrl_c_ends_a_command_with_one_line_and_its_status(tmp_path: Path) -> None:
    """click wrote "Aborted!"; before a command was there, Python wrote a traceback."""
    with prompt(tmp_path, arguments=("puzzle", "--level", "expert", "--count", "1000", "--json")) as terminal:
        terminal.expect("making 1,000 puzzles|compiling")
        terminal.type("\x03")
        assert terminal.wait() == 130
        assert "Aborted" not in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.text.rstrip().endswith("code777: stopped")
