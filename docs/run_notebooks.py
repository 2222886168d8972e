"""Run the notebooks and store what they show: ``python docs/run_notebooks.py [NUMBER]...`` (needs the extra ``notebook``).

The constants ``SIZE`` and ``PLAYERS`` at the top of a notebook say how much is played, and at which tables. Tests run a
small part.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parents[1] / "notebooks"
LONGEST = 900
"""Seconds for a cell, on a busy machine that compiles everything first."""


def number(path: Path) -> int:
    return int(path.name.partition("-")[0])


def notebooks() -> list[Path]:
    """All of them, in their order."""
    return sorted(FOLDER.glob("*.ipynb"), key=number)


def executed(path: Path, *, small: bool = False) -> NotebookNode:
    """A notebook, run from top to bottom, without the traces of a run that differ from time to time.

    A ``small`` run has a twentieth of the games, and only four players where the notebook compares numbers of players: each
    number is compiled again.
    """
    book = nbformat.read(path, as_version=4)
    for cell in book.cells if small else ():
        cell.source = re.sub(r"^SIZE = 1\b", "SIZE = 0.05", cell.source, flags=re.MULTILINE)
        cell.source = re.sub(r"^PLAYERS = \(.*\)$", "PLAYERS = (4,)", cell.source, flags=re.MULTILINE)
    NotebookClient(book, timeout=LONGEST, resources={"metadata": {"path": str(FOLDER)}}).execute()
    book.metadata["language_info"] = {"name": "python"}
    for cell in book.cells:
        cell.metadata.pop("execution", None)
    return book


def main() -> None:
    asked = set(map(int, sys.argv[1:]))
    for path in notebooks():
        if not asked or number(path) in asked:
            began = time.monotonic()
            nbformat.write(executed(path), path)
            print(f"{path.name}: {time.monotonic() - began:.0f} s, {path.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
