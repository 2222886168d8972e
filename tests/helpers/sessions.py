"""Sessions in memory or on disk, for the tests of all their parts."""

from __future__ import annotations

from pathlib import Path

from code777solver import Solver
from code777solver.session import Session


def game(*lines: str, path: Path | None = None) -> Session:
    """A session in which these lines have been entered; with a path, one that is saved there."""
    session = Session() if path is None else Session.open(path)
    for line in lines:
        session.enter(line)
    return session


def on_disk(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def assert_same_as_read(session: Session) -> None:
    """The session stands where a solver stands that has read its log from the beginning."""
    text = "".join(f"{line}\n" for line in session.lines)
    fresh = Solver.from_log(text, seat=session.solver.seat, folder=session.table.folder)
    assert fresh.table == session.table
    assert list(fresh.candidates) == list(session.solver.candidates)
    assert fresh.contradictions == session.solver.contradictions
