"""Puzzles from your own game: each can be solved by its clues alone, and none of the clues is superfluous."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from printing import printed
from scripted import TABLES, game

from code777solver import Puzzle, Solver, read_log, review_game
from code777solver.cli.main import main
from code777solver.lang import language
from code777solver.play.match import Match
from code777solver.prompt.puzzle import PuzzlePrompt
from code777solver.puzzles.from_game import puzzles_of
from code777solver.rules.tiles import number_code


def idle(match: Match) -> str:
    """The log of a game in which I never declare, up to its end or some length."""
    while (ask := match.ask) is not None and len(match.record) < 120:
        if ask.what == "answer":
            match.answer(match.referee.right_answer("me", ask.card or 0))
        elif ask.what == "spare":
            match.choose("spare1")
        else:
            match.go_on()
    return "\n".join(match.view(None)) + "\n"


@pytest.mark.minutes
def test_every_missed_deduction_is_a_puzzle() -> None:
    found = 0
    for edition, players in TABLES:
        review = review_game(read_log(idle(game(5, edition, players))))
        for puzzle in puzzles_of(review):
            found += 1
            assert puzzle.check(puzzle.solution).right
            assert "rack me ?" in puzzle.log
            deck = puzzle.edition.deck
            held = deck.rack(" ".join(puzzle.dealt))
            assert puzzle.solution == (" ".join(puzzle.dealt) if puzzle.asks_for_tiles else number_code(held))
            for clue in puzzle.clues:
                lines = puzzle.log.splitlines()
                lines[clue.line - 1] = f"{clue.player} {clue.card} ?"
                assert not Solver.from_log("\n".join(lines)).solved
    assert found > 5


@pytest.mark.minutes
def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_text(idle(game(5, "classic", 3)), encoding="utf-8")
    done = CliRunner().invoke(main, ["puzzle", "--game", str(path)], input="135\n")
    assert done.exit_code == 0, done.output
    assert "135" in done.output
    path.write_text("players Ann me\nrack Ann Y2 K5 B7\nAnn 1 1\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["puzzle", "--game", str(path)], input="")
    assert done.exit_code == 2
    assert "you missed nothing" in done.output


def test_the_last_puzzle_of_a_game_is_the_last() -> None:
    """It came again and again."""
    first, second = (Puzzle.daily(date(2026, 11, day)) for day in (16, 17))
    prompt = PuzzlePrompt(first, language("en"), series=[second])
    reply = prompt.handle(first.solution)
    assert not reply.done
    assert "next puzzle" in prompt.prompt_text
    prompt.handle(prompt.default(""))
    assert prompt.puzzle is second
    reply = prompt.handle("new")
    assert reply.failed
    assert "this was the last puzzle" in printed(reply.body)
    assert prompt.puzzle is second
    assert prompt.handle(second.solution).done
