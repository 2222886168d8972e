"""The page about the prompt: its captures, its commands, its shortcuts."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from game_prompts import prompt_at, refused
from logs import GAME

from code777solver.lang import language
from code777solver.prompt.game import COMMANDS, GamePrompt

ROOT = Path(__file__).parents[2]


def captures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("captures", ROOT / "docs" / "captures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page() -> str:
    return (ROOT / "docs" / "prompt.md").read_text(encoding="utf-8")


def rows_under(title: str) -> list[list[str]]:
    """The cells of the table under a heading of the page, without its header and code marks."""
    section = page().partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in rows[2:]]


def test_the_captures_on_the_page_are_up_to_date() -> None:
    assert page() == captures().updated(page()), "run `python3 dev.py fix`"


def test_the_page_lists_every_command() -> None:
    listed = [row[0].split("`")[1].split()[0] for row in rows_under("Commands")]
    assert listed == list(COMMANDS)


def test_the_shortcuts_on_the_page_are_true() -> None:
    rows = rows_under("Shortcuts")
    assert len(rows) >= 6
    for typed, logged, *_ in rows:
        entries, lines = re.findall(r"`([^`]*)`", typed), re.findall(r"`([^`]*)`", logged)
        prompt = prompt_at(*(GAME[:7] if entries == ["10"] else GAME[:6]))
        if logged.startswith("`rack"):
            prompt.handle("declare Bob 566 right")
        before = len(prompt.session.lines)
        for entry in entries:
            assert not any(reply.failed for reply in prompt.handle_block(entry)), entry
        if lines:
            assert set(lines) <= {*prompt.session.lines, prompt.session.suggestion}, typed
        else:
            assert (logged, len(prompt.session.lines) - before) == ("three lines", 3)


@pytest.mark.parametrize("code", ["nl", "fr", "de"])
def test_a_word_for_no_is_not_the_beginning_of_note(code: str) -> None:
    prompt = GamePrompt(prompt_at(*GAME).session, language(code))
    before = prompt.session.lines
    refused(prompt, language(code).word("no"))
    assert prompt.session.lines == before
