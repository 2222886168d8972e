"""Help while typing: the help with its shortcuts, and the completions after a card."""

from __future__ import annotations

from pathlib import Path

import pytest
from game_prompts import ENGLISH, prompt_at
from logs import DEAL, GAME
from printing import printed
from pseudo_terminal import terminal_prompt
from rich.cells import cell_len

from code777solver.lang import LANGUAGES, language
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.rules.cards import Compare
from code777solver.session import Session
from code777solver.table.events import KEYWORDS
from code777solver.table.vocabulary import LETTERS


def prompt_in(code: str, width: int = 80) -> GamePrompt:
    prompt = GamePrompt(prompt_at(*GAME).session, language(code))
    prompt.width = width
    return prompt


# Completion.


def test_completion_after_a_card_tells_which_side_each_sign_means() -> None:
    prompt = prompt_in("en")
    for typed in ("16 ", "Ann 16 ", "b 16 ", "ann 16 <"):
        assert list(prompt.completions(typed)) == [
            (">", "blue 7s"),
            ("=", "as many of both"),
            ("<", "7s that are not blue"),
        ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sides_are_those_of_the_card(code: str) -> None:
    """In each language, and as the notation reads them: the word for a side is the sign beside it."""
    prompt = prompt_in(code)
    for card in prompt.session.table.edition.cards.values():
        told = dict(prompt.completions(f"Ann {card.number} "))
        if not isinstance(card.meaning, Compare):
            assert list(told) == list(card.meaning.symbols(3))
            continue
        assert list(told) == [">", "=", "<"]
        assert len(set(told.values())) == 3
        for sign, pick in ((">", card.meaning.first), ("<", card.meaning.second)):
            digits = {letter for letter in told[sign] if letter.isdecimal()}
            assert digits == ({str(pick.number)} if pick.number else set()), (card, told)
            assert card.meaning.symbols(3)[card.code("".join(str(pick).split()), 3)] == sign


def test_the_row_below_tells_the_sides_where_there_is_room() -> None:
    wide, narrow = prompt_in("en", 80), prompt_in("en", 60)
    assert wide.toolbar("13") == "13. More green 6s or more yellow 7s?   > green 6s   < yellow 7s"
    assert narrow.toolbar("13") == "13. More green 6s or more yellow 7s?"
    assert wide.toolbar("5") == "5. How many racks have nothing but even, or nothing but odd, numbers?"


def test_tab_shows_the_sides_on_a_real_terminal(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path, tells_place=True) as terminal:
        terminal.enter(*DEAL)
        terminal.expect("▶Ann>")
        terminal.type("16 \t")
        text = terminal.expect("7s that are not blue")
        assert "blue 7s" in text


# Help.


def test_help_tells_every_command_and_every_shortcut() -> None:
    told = printed(prompt_in("en").handle("help").body)
    heads = [line[:9].strip() for line in told.splitlines()]
    assert [head for head in heads if head in COMMANDS] == list(COMMANDS)
    assert "\n16 <  " in told
    assert "\n16     " in told
    assert " ".join(LETTERS) in heads
    assert f"short for {', '.join(LETTERS.values())}" in told


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_help_tells_the_words_of_the_language(code: str) -> None:
    told = " ".join(printed(prompt_in(code, 200).handle("help").body, 200).split())
    for word in KEYWORDS:
        assert f"{language(code).word(word)} ({word})" in told


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_help_is_wrapped_below_its_text(code: str, width: int) -> None:
    body = prompt_in(code, width).handle("help").body
    rows = printed(body, 200).splitlines()
    assert max(map(cell_len, rows)) <= width
    commands = rows[: next(i for i, row in enumerate(rows) if row.startswith("16 <"))]
    assert all(row.startswith(" " * 10) or row[:9].strip() in COMMANDS for row in commands)


def test_help_is_shown_page_by_page(tmp_path: Path) -> None:
    """It was longer than the screen, and its beginning was gone."""
    with terminal_prompt(tmp_path) as terminal:
        terminal.enter("help")
        terminal.expect("undo      take back the last change")
        terminal.expect("-- 23 of .* rows: Enter for more, q to stop --")
        terminal.type("\r")
        terminal.expect("Anything else is a log line")


def test_the_shortcuts_in_the_help_work() -> None:
    prompt = prompt_at(*GAME[:7])
    assert printed(prompt.handle("10").body).startswith("Say: 2")
    prompt.handle("")
    assert prompt.session.lines[-1] == "me 10 2"
    prompt.handle("18 >")
    assert prompt.session.lines[-1] == "Cid 18 >"
    prompt.handle("b 12 =")
    assert prompt.session.lines[-1] == "Bob 12 ="
    prompt.handle("un")
    assert prompt.session.lines[-1] == "Cid 18 >"
    prompt.handle("d ann 257 right")
    prompt.handle("r ann K3 N4 B7")
    prompt.handle("s bob G6 Y7")
    prompt.handle("n end")
    assert [line.split()[0] for line in prompt.session.lines[-4:]] == ["declare", "rack", "swap", "note"]
    assert GamePrompt(Session(), ENGLISH).handle("help").failed is False
