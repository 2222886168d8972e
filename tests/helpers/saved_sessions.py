"""Games that are entered into a file."""

from __future__ import annotations

from pathlib import Path

from code777solver.session import Session

ROOT = Path(__file__).parents[2]


def entered(path: Path, *lines: str) -> Session:
    session = Session.open(path)
    for line in lines:
        session.enter(line)
    return session
