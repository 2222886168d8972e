"""Ctrl-C while a game is being saved to a slow disk: how many games are split, with lines on disk that memory lacks, or the reverse.

``python benchmarks/interrupts.py [--tries N] [--milliseconds N]``

The real program runs in a pseudo-terminal, and each sync of a file takes 120 ms longer, as on a memory card or in a network
folder. Ctrl-C comes at a random moment after Enter. Then the game goes on with two more lines, a copy is written from memory,
and the program ends. A game is split if it went on in another file, or if copy and file differ. *lines*: the interrupted entry
is a line. *undo*: it takes one back.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT
from logs import ROUND, games, write
from pseudo_terminal import CTRL_C, Prompt, terminal_prompt

KINDS = ("lines", "undo")
SLOW_DISK = """
import os, time
sync = os.fsync

def slowly(handle):
    sync(handle)
    time.sleep({seconds})

os.fsync = slowly
"""
A_GAME = 25
"""Interrupted entries in one run of the program."""


class Found(NamedTuple):
    """The outcome of many interrupted entries."""

    split: int
    """Entries that left disk and memory different."""
    stopped: int
    """Entries that were being worked on when Ctrl-C came: the program said that it stopped."""


def split_games(kind: str, tries: int, folder: Path, *, seconds: float = 0.12, seed: int = 1) -> Found:
    """Interrupt a number of entries."""
    rng = random.Random(seed)
    slow = folder / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(SLOW_DISK.format(seconds=seconds), encoding="utf-8")
    split = stopped = done = 0
    while done < tries:
        place = folder / f"games-{done}"
        place.mkdir()
        write(place / "game-2026-01-01-200000.c777", *ROUND)
        settings = {"PYTHONPATH": f"{slow}{os.pathsep}{ROOT}"}
        with terminal_prompt(place, environment=settings, before=_heed_interrupts) as terminal:
            terminal.expect("▶Ann>")
            for number in range(done, min(tries, done + A_GAME)):
                split += _is_split(terminal, kind, place, number, rng.random() * 2 * seconds)
                done += 1
            terminal.enter("quit")
            terminal.wait()
            split += b"changed by another program" in terminal.sent
            stopped += terminal.sent.count(b"stopped")
    return Found(split, stopped)


def _heed_interrupts() -> None:
    """Let Ctrl-C be delivered even if this script runs in the background of a shell, which has it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_split(terminal: Prompt, kind: str, folder: Path, number: int, wait: float) -> bool:
    """Interrupt one entry, go on, and compare the file with what the program has in memory."""
    _enter(terminal, f"note {number}")
    terminal.enter("undo" if kind == "undo" else f"note {number} interrupted")
    time.sleep(wait)
    terminal.type(CTRL_C)
    terminal.settle()
    _enter(terminal, f"note {number} next")
    _enter(terminal, f"note {number} last")
    copy = folder / f"{number}.copy"
    terminal.enter(f"save {copy}")
    terminal.expect("written[\\s\\S]*?▶Ann>")
    return games(folder) != [copy.read_text(encoding="utf-8").splitlines()]


def _enter(terminal: Prompt, line: str) -> None:
    """Enter a line, and wait until it is logged: faint letters are those of the screen, not of what is typed."""
    terminal.enter(line)
    terminal.expect(f"{line}[\\s\\S]*?{line}[\\s\\S]*?▶Ann>")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Ctrl-C while a game is being saved to a slow disk.")
    parser.add_argument("--tries", type=int, default=300, help="interrupted entries of each kind")
    parser.add_argument("--milliseconds", type=int, default=120, help="how much longer a sync takes")
    wanted = parser.parse_args(arguments)
    total = 0
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            found = split_games(kind, wanted.tries, Path(folder), seconds=wanted.milliseconds / 1000)
        print(
            f"{kind:<5}  {found.split} of {wanted.tries} games split, {found.stopped} entries stopped;"
            f" syncs {wanted.milliseconds} ms slower",
            flush=True,
        )
        total += found.split
    return 1 if total else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
