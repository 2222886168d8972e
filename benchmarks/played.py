"""Whole games against the computer in every edition, by scripted people: ``python benchmarks/played.py [--games N]``.

Each game is played twice: typed into the command ``code777 play``, and over the page's endpoint ``play`` by a client that holds
nothing but the record. The people know only their own log; they answer as they must, declare what is certain, and some
guess now and then. Nothing may be refused, and both logs are read again by `Solver`: without a warning, without a
contradiction, with the same winner, and the rack that was really dealt is possible after every line.

``--games`` is for each edition; the numbers of players take turns. ``--first`` begins with another game.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import checkout  # noqa: F401  (the package and the scripted people)
from click.testing import CliRunner
from scripted import TABLES, Client, Person, game, step_by_step

from code777solver import Solver, read_log
from code777solver.cli.main import main as command
from code777solver.play.match import Match
from code777solver.play.setup import Setup
from code777solver.table.table import Table

EDITIONS = tuple(dict.fromkeys(edition for edition, _ in TABLES))


def typed(match: Match, seed: int) -> list[str]:
    """Play the game to its end; returns the entries of a scripted person."""
    person = Person(match, "me", seed)
    entries: list[str] = []
    for _ in step_by_step(match, {"me": person}, entries.append):
        pass
    return entries


def through_the_command(number: int, edition: str, players: int, folder: Path) -> tuple[Match, str]:
    """The game, and the log that ``code777 play`` has saved of it."""
    match = game(number, edition, players)
    entries, path = typed(match, number), folder / f"{edition}-{players}-{number}.c777"
    levels = [word for name in _seated(match.setup) for word in ("--level", match.setup.levels[name].name)]
    arguments = ["play", "--seed", str(number), "--edition", edition, "--players", str(players), *levels]
    done = CliRunner().invoke(command, arguments, input="\n".join([*entries, f"save {path}"]) + "\n")
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    path.unlink()
    return match, text


def _seated(setup: Setup) -> list[str]:
    """The computer players in the order in which the command names their levels."""
    return sorted(setup.levels)


def through_the_endpoint(number: int, edition: str, players: int) -> Client:
    """A game over the page's interface, to its end."""
    client = Client(game(number, edition, players).setup)
    client.play(number)
    assert client.now["over"]
    return client


def _hidden(line: str) -> str:
    """A line as it was known before the end."""
    return "rack me ?" if line.startswith("rack me ") else line


def found_true(record: Sequence[str], opened: Sequence[str], winner: str | None) -> None:
    """Replay the record of `me`, who does not know their own rack, beside the log in which all racks are named."""
    truth = read_log("\n".join(opened), Table(viewer=None))
    assert list(truth.warnings) == []
    assert truth.table.winner == winner
    solver = Solver()
    for said, line in zip(record, truth.lines, strict=True):
        solver.tell(said)
        held = line.step.after.racks.get("me") if line.step is not None else None
        if held is not None and len(held.tiles) == 3:
            assert solver.belief.chances[solver.belief.space.find(held.tiles)] > 0, line.text
    assert list(solver.log.warnings) == []
    assert list(solver.contradictions) == []
    assert solver.table.winner == winner


def play(edition: str, games: Sequence[int], folder: Path) -> Counter[str]:
    """Play games of an edition both ways; gives how many were won, lost and abandoned, and how many cards were answered."""
    tables = [table for table in TABLES if table[0] == edition]
    counts: Counter[str] = Counter()
    for number in games:
        _, players = tables[number % len(tables)]
        match, saved = through_the_command(number, edition, players, folder)
        lines = [line for line in saved.splitlines() if not line.startswith(("note coach", "note over"))]
        record = list(map(_hidden, lines))
        assert record == match.record
        found_true(record, lines, match.table.winner)
        client = through_the_endpoint(number, edition, players)
        found_true(client.view("me"), client.now["ending"]["opened"], client.now["winner"])
        for winner in (match.table.winner, client.now["winner"]):
            counts["won" if winner == "me" else "lost" if winner else "abandoned"] += 1
        counts["lines"] += len(lines) + len(client.now["ending"]["opened"])
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description="Play whole games against the computer by both front ends.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--edition", action="append", choices=EDITIONS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for edition in given.edition or EDITIONS:
            began = time.perf_counter()
            counts = play(edition, range(given.first, given.first + given.games), Path(folder))
            seconds = time.perf_counter() - began
            print(
                f"{edition}: {given.games} games typed, {given.games} over the endpoint; won {counts['won']}, "
                f"lost {counts['lost']}, abandoned {counts['abandoned']}; {counts['lines']} lines, all true ({seconds:.0f} s)",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
