"""Long work: what is told of it, Ctrl-C, other processes, errors."""

from __future__ import annotations

import importlib
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from game_prompts import prompt_at
from logs import GAME
from pseudo_terminal import terminal_prompt
from rich.console import Console

from code777solver import jobs
from code777solver.errors import NotationError
from code777solver.jobs import Job, StatusLine, noting, run, telling
from code777solver.prompt import terminal
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.loop import on_terminal

T = TypeVar("T")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def pressed_when(begun: threading.Event) -> None:
    """Press Ctrl-C as soon as something has begun."""

    def press() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


# Ctrl-C.


def test_ctrl_c_is_noted_and_counts_at_a_safe_point() -> None:
    before = signal.getsignal(signal.SIGINT)
    with noting():
        jobs.check()
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        with pytest.raises(KeyboardInterrupt, match="^$"):
            jobs.check()
        jobs.forget()
        jobs.check()
    assert signal.getsignal(signal.SIGINT) is before


def test_what_was_noted_is_forgotten_afterwards() -> None:
    with noting():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
    jobs.check()


def test_a_program_that_ignores_ctrl_c_goes_on_doing_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell starts what runs in the background so."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with noting():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# What is being done.


def test_quick_work_is_not_told_of() -> None:
    out = Terminal()
    with StatusLine(out).telling(lambda: "counting"):
        pass
    assert out.getvalue() == ""


def test_long_work_says_what_it_does_on_a_line_that_is_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PATIENCE", 0.01)
    out, told = Terminal(), threading.Event()

    def doing() -> str:
        told.set()
        return "counting"

    with StatusLine(out).telling(doing):
        told.wait()
    assert out.getvalue().startswith("\rcounting ...")
    assert out.getvalue().endswith("\r" + " " * len("counting ...") + "\r")


# The work of commands.


def test_the_work_of_a_command_gives_its_result_or_raises_what_went_wrong() -> None:
    assert run(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError, match="by zero"):
        run(lambda: 1 // 0)


def test_ctrl_c_ends_the_work_of_a_command_at_a_safe_point() -> None:
    begun, done = threading.Event(), list[int]()

    def work() -> None:
        while True:
            done.append(1)
            begun.set()
            jobs.check()
            time.sleep(0.001)

    pressed_when(begun)
    with pytest.raises(KeyboardInterrupt, match="^$"):
        run(work)
    counted = len(done)
    time.sleep(0.05)
    assert len(done) == counted, "it has ended"


def test_ctrl_c_does_not_wait_for_work_that_comes_to_no_safe_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code, or the compiler."""
    monkeypatch.setattr(jobs, "GRACE", 0.01)
    begun, let_go, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        let_go.wait()
        ended.set()

    pressed_when(begun)
    with pytest.raises(KeyboardInterrupt, match="^$"):
        run(work)
    assert not ended.is_set()
    let_go.set()
    ended.wait()


# The work of other processes.


def halved(say: Callable[[object], None], number: int) -> int:
    """Work as a process does it: what can be pickled by its name is a function of a module."""
    for part in range(2):
        say(part)
    if number % 2:
        raise NotationError("{number} is odd", number=number)
    return number // 2


def waited_for(job: Job[T]) -> T:
    while (found := job.wait()) is None:
        pass
    return found


def served(work: Callable[..., object], *args: object) -> list[object]:
    """Messages that a process would send, made in this one."""
    sink = io.BytesIO()
    jobs._serve((work, args, {}), sink)
    sink.seek(0)
    found = []
    while sink.tell() < len(sink.getvalue()):
        found.append(pickle.load(sink))
    return found


def test_a_process_passes_on_what_the_work_says_and_what_came_of_it() -> None:
    assert served(halved, 6) == [("said", 0), ("said", 1), ("done", 3)]
    *_, (kind, error) = served(halved, 7)
    assert (kind, str(error)) == ("refused", "7 is odd")


def test_where_no_process_can_be_started_this_one_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with Job(halved, 6) as job:
        assert job.wait() == 3
        assert job.said == 1
    with Job(halved, 7) as job, pytest.raises(NotationError, match="7 is odd"):
        job.wait()


PRINTED = """
def work(say, text):
    print("this is no message")
    say("half")
    return text * 2
"""


def test_another_process_works_and_what_it_prints_is_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_work.py").write_text(PRINTED, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{Path(__file__).parents[1]}")
    with Job(importlib.import_module("own_work").work, "one") as job:
        assert waited_for(job) == "oneone"
        assert job.said == "half"


ORPHAN = """
import os, sys, time
from code777solver.jobs import Job

def work(say):
    say(os.getpid())
    time.sleep(600)

if __name__ == "__main__":
    import own_work
    job = Job(own_work.work)
    while job.said is None:
        job.wait()
    print(job.said, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the states of processes")
def test_a_process_ends_with_its_parent_even_if_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "own_work.py"
    script.write_text(ORPHAN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{Path(__file__).parents[1]}")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        assert ends(child)


def ends(process: int) -> bool:
    """True if a process is gone, or waits for nothing but to be counted, within a minute."""
    for _ in range(600):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


# What programs show.


def test_a_stopped_entry_leaves_the_prompt_and_what_was_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    prompt, told = prompt_at(*GAME), Console(file=io.StringIO(), width=80, color_system=None)

    def stopped(self: GamePrompt) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GamePrompt, "screen", stopped)
    monkeypatch.setattr(terminal, "ask", lambda prompt, folder: iter(["3 0"]))
    monkeypatch.setattr(GamePrompt, "greeting", lambda self: iter(()))
    assert on_terminal(prompt, tmp_path, told) == 0
    assert prompt.session.lines == [*GAME, "Bob 3 0"]
    assert isinstance(told.file, io.StringIO)
    assert told.file.getvalue() == "stopped\n"


def test_a_command_says_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PATIENCE", 0.0)
    out = Terminal()
    with telling("making a puzzle", out=out):
        while "making" not in out.getvalue():
            time.sleep(0.01)
    assert out.getvalue().startswith("\rcode777: making a puzzle ...")
    assert out.getvalue().endswith(" \r")
    quiet = io.StringIO()
    with telling("making a puzzle", out=quiet):
        time.sleep(0.01)
    assert quiet.getvalue() == "", "only terminals are told"


def test_the_compiler_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "compiled_functions", lambda: (1, True))
    assert jobs.compiling() == "compiling, only the first time (1 function done)"
    monkeypatch.setattr(jobs, "compiled_functions", lambda: (3, False))
    assert jobs.compiling() is None


def test_compiled_functions_are_counted() -> None:
    from numba import njit

    before, _ = jobs.compiled_functions()
    njit(lambda x: x + 1)(1)
    assert jobs.compiled_functions() == (before + 1, False)


@pytest.mark.seconds
def test_ctrl_c_ends_a_command_with_one_line_and_its_status(tmp_path: Path) -> None:
    """click wrote "Aborted!"; before a command was there, Python wrote a traceback."""
    with terminal_prompt(tmp_path, arguments=("puzzle", "--level", "expert", "--count", "1000", "--json")) as terminal:
        terminal.expect("making 1,000 puzzles|compiling")
        terminal.type("\x03")
        assert terminal.wait() == 130
        assert "Aborted" not in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.text.rstrip().endswith("code777: stopped")
