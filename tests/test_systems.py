"""Linux, macOS and Windows, where this machine can only play the others: consoles of old code pages, no POSIX, other folders."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from dev_script import load_dev
from logs import ROUND as GAME
from webserver import Server

from code777solver.cli import files
from code777solver.prompt import loop
from code777solver.show import streams
from code777solver.table.notation import read_leniently

ROOT = Path(__file__).parents[1]
HELPERS = ROOT / "tests" / "helpers"
EXAMPLE = str(ROOT / "code777solver" / "data" / "examples" / "first-game.c777")
WITHOUT_POSIX = "import no_posix; no_posix.take_away(); from code777solver.__main__ import main; main()"


def code777(*words: str, encoding: str = "utf-8", text: str = "", program: str = "", **more: str) -> tuple[int, bytes]:
    """Status and all that was printed; ``program`` runs instead of the package."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PYTHONPATH": str(HELPERS), **more}
    done = subprocess.run(
        [sys.executable, *(("-c", program) if program else ("-m", "code777solver")), *words],
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
        env=environment,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout


# Consoles and files that do not know every letter.


@pytest.mark.parametrize(("encoding", "lang"), [("cp1252", "fr"), ("cp437", "de"), ("ascii", "nl")])
@pytest.mark.parametrize("words", [("example",), ("analyze", EXAMPLE), ("review", EXAMPLE), ("--help",)], ids=" ".join)
@pytest.mark.seconds
def test_a_console_of_an_old_code_page_shows_everything(words: tuple[str, ...], lang: str, encoding: str) -> None:
    status, printed = code777(*words, encoding=encoding, CODE777_LANG=lang)
    assert status == 0, printed
    assert b"??" not in printed
    assert b"Traceback" not in printed
    printed.decode(encoding)


def test_bars_and_accents_are_still_there_in_ascii() -> None:
    """Bars of question marks told nothing."""
    status, printed = code777("analyze", "-", encoding="ascii", text="\n".join(GAME).replace("Ann", "Zoë"))
    assert status == 0
    assert b"####" in printed
    assert b"Zoe" in printed


def test_a_mistake_quotes_any_letter_on_any_console() -> None:
    status, printed = code777("analyze", "日本→Łódź.c777", encoding="cp1252")
    assert status == 2
    assert "?->Lódz".encode("cp1252") in printed
    assert b"Traceback" not in printed


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp850", "latin-1", "ascii"])
def test_no_letter_at_all_raises(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    monkeypatch.setattr(sys, "stdout", out)
    streams.take_any_text()
    print("".join(chr(number) for number in range(0x20, 0x3000)), "😀\udce9", flush=True)
    print("█░…±×–’ ♠♥♦♣ → ≥ √")
    out.flush()
    assert isinstance(out.buffer, io.BytesIO)
    assert out.buffer.getvalue()


def test_each_sign_of_a_bar_stays_one_letter() -> None:
    assert "".join(map(streams.readable, "█" * 5)) == "#####"


# Without what only POSIX has.


@pytest.mark.parametrize(
    "words", [("analyze", "-"), ("check", "-"), ("explain", "-", "no", "6"), ("review", "-")], ids=" ".join
)
def test_commands_need_nothing_of_posix(words: tuple[str, ...]) -> None:
    text = Path(EXAMPLE).read_text(encoding="utf-8")
    assert code777(*words, text=text, program=WITHOUT_POSIX) == code777(*words, text=text)


@pytest.mark.seconds
def test_the_server_needs_nothing_of_posix() -> None:
    with Server(program=WITHOUT_POSIX) as server:
        assert server.post("table", log="\n".join(GAME)).status_code == 200
        assert httpx.get(f"{server.url}api/ready").status_code == 200


class Console(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("platform", "asks"), [("win32", False), ("linux", True), ("darwin", True)])
def test_a_prompt_that_is_written_to_a_file_reads_lines_on_windows(
    platform: str, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no screen to draw on there, and prompt_toolkit raised an error that only tells of consoles."""
    typed: Any = Console()
    typed.buffer = io.BytesIO(b"")
    taken: list[str] = []
    monkeypatch.setattr(
        loop, "sys", SimpleNamespace(platform=platform, stdin=typed, stdout=io.StringIO(), stderr=sys.stderr)
    )
    monkeypatch.setattr(loop, "on_terminal", lambda *_: taken.append("asked") or 0)
    monkeypatch.setattr(loop, "on_script", lambda *_: taken.append("read") or 0)
    loop.run(lambda on_terminal: SimpleNamespace())  # type: ignore[arg-type, return-value]
    assert taken == (["asked"] if asks else ["read"])


@pytest.mark.minutes
def test_the_tests_themselves_can_be_collected_without_posix() -> None:
    words = ["-m", "pytest", "-p", "no_posix", "-p", "no:cacheprovider", "--collect-only", "-q", "tests"]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(HELPERS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


# Paths with backslashes.


@pytest.mark.parametrize("word", [r"games\friday", "games/friday", r"C:\Users\Ann\friday"])
def test_windows_knows_two_signs_between_folders(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "os", SimpleNamespace(sep="\\", altsep="/"))
    assert files.looks_like_file(word)
    assert not files.looks_like_file("friday")


def test_a_log_keeps_the_backslashes_of_a_path() -> None:
    (refused,) = read_leniently("edition C:\\games\\mine.toml\n")[1]
    assert str(refused) == f"line 1: C:\\games\\mine.toml: cannot be read ({os.strerror(errno.ENOENT)})"


# dev.py


@pytest.mark.parametrize(("platform", "folder"), [("win32", "Scripts"), ("darwin", "bin"), ("linux", "bin")])
def test_programs_of_the_environment(platform: str, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert ROOT / ".venv" / folder == load_dev().BIN
