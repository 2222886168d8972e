"""First entries of new users at the prompt, and its replies: one test for each thing that misled somebody."""

from __future__ import annotations

from pathlib import Path

import pytest
from game_prompts import ENGLISH, prompt_at, refused
from logs import DEAL
from printing import printed
from pseudo_terminal import terminal_prompt
from rich.cells import cell_len

from code777solver import make_puzzle
from code777solver.lang import LANGUAGES, language
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.puzzle import PuzzlePrompt
from code777solver.prompt.terminal import _in_rows
from code777solver.session import Session

UNIQUE = ("edition unique49", "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 P6 R5", "rack spare1 N1")


def told(prompt: GamePrompt, *entries: str) -> str:
    """Replies to entries that are understood, as at a terminal."""
    replies = [reply for entry in entries for reply in prompt.handle_block(prompt.default(entry))]
    assert not any(reply.failed for reply in replies), [printed(reply.body) for reply in replies]
    return "".join(printed(reply.body) for reply in replies if reply.body is not None)


# Who plays.


def test_players_without_me_are_asked_for_again() -> None:
    """They were taken, all racks were asked for, and then nothing could be told; a new list was `no colour`."""
    prompt = prompt_at("edition classic")
    assert refused(prompt, "Ann Bob Cid") == (
        "nobody is `me`: type all players again, with `me` for yourself (or `players Ann Bob Cid` if you only watch)"
    )
    assert prompt.session.lines == ["edition classic"]
    told(prompt, "Ann, Bob, Me, Cid")
    assert prompt.session.table.viewer == "me"


@pytest.mark.parametrize(("code", "line"), [("nl", "Ann ik Bob"), ("fr", "Ann moi Bob"), ("de", "Ann ich Bob")])
def test_the_word_for_oneself_is_me(code: str, line: str) -> None:
    prompt = GamePrompt(Session(), language(code))
    told(prompt, "classic", line)
    assert prompt.session.table.viewer == "me"


def test_who_only_watches_writes_the_whole_line_and_is_told_how_to_choose_a_seat() -> None:
    """`why` spoke of an option of the command line and of an argument in Python."""
    prompt = prompt_at("players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
    for entry in ("why no 6", "hint", "declare?", "rank"):
        assert refused(prompt, entry) == "Nobody here is called `me`: choose a seat with `as NAME`."
    told(prompt, "as Bob", "why no 6")


# Racks.


def test_a_rack_that_the_deck_cannot_make_is_not_blamed_on_the_log() -> None:
    """`the log already has 0 on racks` helped nobody who had typed a tile twice."""
    prompt = prompt_at("players Ann me")
    assert refused(prompt, "k5 k5 b7") == "2 K5 in one place, but the deck has only 1: a tile was misread"


def test_a_rack_typed_again_midway_names_its_line() -> None:
    """It was refused for a missing reshuffle, since its tiles had just been put out of play."""
    prompt = prompt_at(*DEAL, "Ann 16 <")
    number = next(place for place, line in enumerate(prompt.session.lines, 1) if line.startswith("rack Ann"))
    line = prompt.session.lines[number - 1]
    assert refused(prompt, line) == f"the rack of Ann is in line {number} already: `fix {number} {line}` corrects it"


# Cards, answers and lines.


def test_the_row_below_shows_the_line_that_a_command_is_about() -> None:
    """Below `fix 7` stood what card 7 asks."""
    prompt = prompt_at(*DEAL, "Ann 16 <")
    last = len(prompt.session.lines)
    for entry in ("fix {}", "fix {} ", "drop {}", "dr {}", "doubt {}", "insert {}", "log {}", "move {} 4"):
        assert prompt.toolbar(entry.format(last)) == f"{last}  Ann 16 <"
    assert prompt.toolbar(f"fix {last} Ann 15").startswith("15. ")
    assert prompt.toolbar("help 9").startswith("9. ")
    for entry in ("hint 2", "open 1", "d 3", "declare 3", "note 3", "fix 99"):
        assert prompt.toolbar(entry) == "", entry


def test_the_row_below_shows_no_card_where_tiles_are_typed() -> None:
    prompt = prompt_at("players Ann me")
    assert prompt.toolbar("3 4 r5") == ""


def test_a_game_that_is_won_has_no_card_below() -> None:
    prompt = prompt_at(*UNIQUE)
    told(prompt, "10 1")
    assert prompt.toolbar("").startswith("10. ")
    told(prompt, "d bob g6 p6 r5")
    assert prompt.session.table.winner == "Bob"
    assert prompt.toolbar("") == ""


def test_what_was_begun_is_not_lost_without_a_word() -> None:
    prompt = prompt_at(*DEAL)
    told(prompt, "16")
    assert prompt.prompt_text == "Ann 16> "
    assert told(prompt, "14 =") == "not logged: `Ann 16` lacks the answer\n"
    told(prompt, "d me 467")
    assert told(prompt, "5 0") == "not logged: `declare me 467` lacks `right` or `wrong`\n"
    told(prompt, "d me 467")
    assert "not logged" not in told(prompt, "wrong")
    told(prompt, "", "Cid 13")
    assert prompt.prompt_text == "Cid 13> "
    assert told(prompt, "") == "", "Enter lets go of it on purpose"


def test_my_answer_may_be_another_than_the_one_proposed() -> None:
    """`<` was `neither a player nor a word of the notation`, and the card was forgotten."""
    prompt = prompt_at("players me Ann", "rack Ann Y2 K5 B7")
    told(prompt, "22")
    assert refused(prompt, "blurb")
    assert prompt.prompt_text == "me 22, say > (Enter)> "
    told(prompt, "<")
    assert prompt.session.lines[-1] == "me 22 <"
    told(prompt, "Ann 5 0", "10")
    assert refused(prompt, "<") == "'<' is not an answer to card 10 (answers: 0 to 7)"
    told(prompt, "0")
    assert prompt.session.lines[-1] == "me 10 0"


def test_another_players_card_takes_the_place_of_my_proposal() -> None:
    """The prompt went on proposing my answer, and said nothing of the card."""
    prompt = prompt_at(*DEAL)
    told(prompt, "me 10")
    assert prompt.prompt_text.startswith("me 10, say ")
    told(prompt, "3")
    assert prompt.prompt_text == "Ann 3> "


def test_a_name_alone_is_told_what_follows_it() -> None:
    assert refused(prompt_at(*DEAL), "Bob") == "after `Bob` come a card and an answer (like `Bob 16 <`)"


@pytest.mark.parametrize(
    ("entry", "claim"), [("6", "has 6"), ("green", "has green"), ("B7", "has B7"), ("7s", "has 7")]
)
def test_why_with_a_bare_thing_asks_whether_it_is_there(entry: str, claim: str) -> None:
    """`why 6` was refused for want of a colour."""
    prompt = prompt_at(*DEAL)
    assert told(prompt, f"why {entry}").startswith(f"Not proved: {claim}. ")


def test_a_question_mark_alone_is_help() -> None:
    prompt = prompt_at(*DEAL)
    assert printed(prompt.handle("?").body) == printed(prompt.handle("help").body)
    assert printed(GamePrompt(Session(), ENGLISH).handle("?").body) == printed(prompt.handle("help").body)
    puzzle = PuzzlePrompt(make_puzzle(7), ENGLISH)
    assert printed(puzzle.handle("?").body) == printed(puzzle.handle("help").body)
    told(prompt, "16", "?")
    assert prompt.session.lines[-1] == "Ann 16 ?", "where an answer is asked for it is one that was not heard"


@pytest.mark.parametrize("entry", ["foo", "next", "cross 6", "solve it"])
def test_a_word_in_a_puzzle_is_no_misspelt_colour(entry: str) -> None:
    """`'foo' is not a code: 'foo' in 'foo' is not a colour`."""
    reply = PuzzlePrompt(make_puzzle(7), ENGLISH).handle(entry)
    assert reply.failed
    word = entry.split()[0]
    assert printed(reply.body) == f"`{word}` is not understood: type your code, `hint` or `help`\n"


# Narrow screens.


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_prompt_wider_than_the_screen_breaks_between_words(code: str, width: int) -> None:
    """`Enter for cl` and `assic` stood on two rows."""
    prompt = GamePrompt(Session(), language(code))
    whole = prompt.prompt_text
    rows = _in_rows(whole, width)
    assert rows.split() == whole.split()
    assert rows.endswith("> ")
    assert all(cell_len(row) <= width for row in rows.splitlines())


def test_the_first_question_on_a_narrow_terminal(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path, columns=40) as terminal:
        text = terminal.expect("classic\\)>")
        assert "unique49;" in text.split()
