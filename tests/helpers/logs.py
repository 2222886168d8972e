"""Beginnings of games that several test files play on, and logs on disk."""

from __future__ import annotations

from pathlib import Path

TABLE = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
FOUR = (
    "edition stronghold",
    "players Ann Bob Cid me",
    "rack Ann Y2 Y2 B7",
    "rack Bob G6 R5 R5",
    "rack Cid N4 N4 Y7",
)
DEAL = (
    "edition classic",
    "players Ann Bob me Cid",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 G6 R5",
    "rack Cid N4 P7 Y7",
)
ROUND = (*DEAL, "Ann 16 <", "Bob 5 0", "me 10 2", "Cid 18 >")
GAME = (*ROUND, "Ann 1 1")


def write(path: Path, *lines: str) -> Path:
    """A log as a file."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def games(folder: Path) -> list[list[str]]:
    """The games in a folder, oldest first, each as its lines."""
    return [path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.glob("*.c777"))]


def name_game(game: object) -> str:
    """The name of a test that plays a random game: its edition and its numbers, and how many options it has."""
    if not isinstance(game, tuple):
        return str(game)
    return "-".join(str(len(part) if isinstance(part, dict) else part) for part in game)
