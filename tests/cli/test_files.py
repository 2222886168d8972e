"""The log of a command: `code777 FILE` opens the prompt on it, and commands without a file take the last game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from logs import DEAL, GAME, write
from pseudo_terminal import terminal_prompt

from code777solver.cli.files import split_file
from code777solver.cli.main import main
from code777solver.table.journal import read_game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games: the last one is `GAME`."""
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    monkeypatch.setenv("CODE777_LANG", "en")
    os.utime(write(tmp_path / "old.c777", *DEAL), (1, 1))
    write(tmp_path / "friday.c777", *GAME)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="code777")


# The language.


@pytest.mark.parametrize("arguments", [("--lang", "de", "check"), ("check", "--lang", "de"), ("check", "--lang=de")])
def test_the_language_may_follow_the_command(folder: Path, arguments: tuple[str, ...]) -> None:
    """`code777 check --lang de` was `No such option '--lang'. Did you mean '--log'?`."""
    found = run(*arguments)
    assert found.exit_code == 0, found.output
    assert found.output == run("--lang", "de", "check").output != run("check").output


def test_a_language_behind_two_dashes_is_a_name(folder: Path) -> None:
    assert run("check", "--", "--lang").exit_code == 2


# Commands without a file.


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "--json"),
        ("check",),
        ("check", "--json"),
        ("explain", "no", "6", "--json"),
        ("explain", "why", "not", "447", "--json"),
        ("explain", "--hint", "1", "--json"),
        ("review", "--json"),
    ],
)
def test_without_a_file_the_last_game_is_taken_and_told(arguments: tuple[str, ...], folder: Path) -> None:
    path = str(folder / "friday.c777")
    name, *rest = arguments
    found, wanted = run(*arguments), run(name, path, *rest)
    assert found.stdout == wanted.stdout != ""
    assert found.exit_code == wanted.exit_code == 0
    assert found.stderr == f"code777: the last game, {path}\n"
    assert wanted.stderr == ""


def test_a_sheet_of_the_last_game(folder: Path) -> None:
    out = folder / "sheet.svg"
    found = run("sheet", "-o", str(out))
    assert found.exit_code == 0
    assert "Ann" in out.read_text(encoding="utf-8")
    assert run("sheet", "--blank", "classic", "-o", str(out)).stderr == ""
    both = run("sheet", str(folder / "friday.c777"), "--blank", "classic")
    assert (both.exit_code, both.stderr) == (2, "code777: --blank draws an empty sheet: leave out the log\n")


@pytest.mark.parametrize("name", ["analyze", "check", "explain", "review", "sheet"])
def test_without_any_game_one_line_says_so(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    found = run(name)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"code777: no game is saved in {tmp_path}: name the file of a log\n"


def test_a_claim_is_no_file_and_a_file_is_no_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "game.txt", *GAME)
    assert split_file(["no", "6"]) == (None, ("no", "6"))
    assert split_file(["game.txt", "no", "6"]) == ("game.txt", ("no", "6"))
    assert split_file(["-", "no", "6"]) == ("-", ("no", "6"))
    assert split_file(["nowhere.c777", "no", "6"]) == ("nowhere.c777", ("no", "6"))
    assert split_file([f"a{os.sep}b", "no"]) == (f"a{os.sep}b", ("no",))
    assert split_file([]) == (None, ())
    assert "cannot read nowhere.c777" in run("explain", "nowhere.c777", "no", "6").stderr


# `code777 FILE`.


def test_a_file_opens_the_prompt_on_it_and_keeps_what_is_entered(tmp_path: Path) -> None:
    path = write(tmp_path / "friday.c777", *GAME)
    with terminal_prompt(tmp_path / "games", arguments=(str(path),)) as terminal:
        terminal.expect("friday.c777")
        terminal.expect("▶Bob>")
        terminal.enter("12 =")
        terminal.expect("Bob 12 =: ")
        terminal.enter("games", "quit")
        assert terminal.wait() == 0
    assert read_game(path)[0] == [*GAME, "Bob 12 ="]


def piped(path: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "code777solver", *arguments, str(path)],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env={**os.environ, "CODE777_LANG": "en", "CODE777_GAMES": str(path.parent / "games")},
    )


def test_lines_that_are_piped_in_go_on_with_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "friday.c777", *GAME)
    found = piped(path, "")
    assert (found.returncode, found.stderr) == (0, "")
    assert "next: Bob" in found.stdout
    assert piped(path, "12 =\n").returncode == 0
    assert read_game(path)[0] == [*GAME, "Bob 12 ="]
    assert "aan zet: me" in piped(path, "", "--lang", "nl").stdout


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("nowhere.c777", None, "no such file (`code777` alone starts a new game)"),
        ("bad.c777", b"what is this\n", "bad.c777 cannot be read and is left unchanged: line 1"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0", "picture.png cannot be read and is left unchanged: line 1"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_one_line(
    name: str, content: bytes | None, why: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    found = piped(path, "")
    assert (found.returncode, found.stdout) == (2, "")
    assert why in found.stderr
    assert found.stderr.count("\n") == 1
    assert (path.read_bytes() if path.exists() else None) == content


def test_a_word_that_is_neither_a_command_nor_a_file_is_refused(folder: Path) -> None:
    found = run("analyse")
    assert found.exit_code == 2
    assert "No such command 'analyse'" in found.stderr


def test_a_command_comes_before_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "check", *GAME)
    write(tmp_path / "game.c777", *GAME)
    assert json.loads(run("check", "game.c777", "--json").stdout)
