"""Completion in bash, zsh and fish: the scripts are there, and what a shell asks is answered."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from code777solver.cli.completion import SHELLS, VARIABLE
from code777solver.cli.main import main
from code777solver.rules.editions import edition_names

with suppress(ImportError):  # on Windows the tests that need it are left out
    import pty

DOCS = Path(__file__).parents[2] / "docs"


def asked(shell: str, line: str) -> list[str]:
    """Reply to a shell about a line whose last word is to be completed."""
    words = line.split(" ")
    environment = {**os.environ, VARIABLE: f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    if shell == "fish":
        environment |= {"COMP_WORDS": line, "COMP_CWORD": words[-1]}
    found = subprocess.run(
        [sys.executable, "-m", "code777solver"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert found.stderr == ""
    return found.stdout.splitlines()


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_asks_by_the_variable(shell: str) -> None:
    found = CliRunner().invoke(main, ["--completion", shell], prog_name="code777")
    assert found.exit_code == 0
    assert f"{VARIABLE}={shell}_complete" in found.stdout
    assert "code777" in found.stdout


def test_another_shell_is_refused() -> None:
    found = CliRunner().invoke(main, ["--completion", "tcsh"], prog_name="code777")
    assert found.exit_code == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in found.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_are_completed_and_where_there_is_none_files(shell: str) -> None:
    told = asked(shell, "code777 ana")
    assert any(re.search(r"\banalyze\b", line) for line in told)
    assert not any("simulate" in line or line.startswith("file") for line in told)
    assert asked(shell, "code777 fri")[0].startswith("file")


def test_what_follows_an_option_is_completed() -> None:
    assert asked("bash", "code777 analyze --edition ") == [f"plain,{name}" for name in edition_names()]
    assert asked("bash", "code777 puzzle --edition st") == ["plain,stronghold"]
    assert asked("bash", "code777 puzzle --edition mine") == ["file,mine"]
    assert asked("bash", "code777 --lang d") == ["plain,de"]
    assert asked("bash", "code777 analyze --wh") == ["plain,--what-if"]


@pytest.mark.parametrize("command", ["analyze", "check", "explain", "review", "sheet", "breaker"])
def test_a_log_is_completed_as_a_file(command: str) -> None:
    assert asked("bash", f"code777 {command} fri") == ["file,fri"]


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="there is no bash with a terminal")
def test_a_real_bash_completes_at_the_tab_key(tmp_path: Path) -> None:
    command = tmp_path / "code777"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m code777solver "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    pid, terminal = pty.fork()
    if pid == 0:
        environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PS1": "ready>", "TERM": "dumb"}
        os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], environment)
    try:
        _expect(terminal, b"ready>")
        os.write(terminal, b'eval "$(code777 --completion bash)"; echo do"ne"\r')
        _expect(terminal, b"\ndone\n(?s:.*)ready>")
        os.write(terminal, b"code777 anal\t")
        _expect(terminal, b"anal(?:\x07)?yze ")
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


def _expect(terminal: int, pattern: bytes) -> None:
    """Wait until something appears."""
    got, deadline = b"", time.monotonic() + 100
    while not re.search(pattern, got.replace(b"\r", b"")):
        assert time.monotonic() < deadline, got
        if select.select([terminal], [], [], 1)[0]:
            got += os.read(terminal, 4096)


def test_the_page_says_how_each_shell_is_told() -> None:
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    assert all(f"code777 --completion {shell}" in page for shell in SHELLS)
