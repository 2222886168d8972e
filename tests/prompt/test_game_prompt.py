"""The prompt of a game without a terminal: lines that are logged, and pasted blocks."""

from __future__ import annotations

from pathlib import Path

from game_prompts import ENGLISH, prompt_at
from logs import DEAL, GAME
from printing import printed

from code777solver import edition_names
from code777solver.prompt.base import Reply
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session

ROOT = Path(__file__).parents[2]


# Log lines.


def test_a_line_is_logged_and_the_screen_shown() -> None:
    prompt = prompt_at(*DEAL)
    assert prompt.handle("16 <") == Reply(None, shows_screen=True)
    assert prompt.session.lines == list(GAME[:6])


def test_an_odd_line_is_logged_and_said_to_be_odd() -> None:
    reply = prompt_at(*DEAL).handle("Bob 16 <")
    assert printed(reply.body) == "odd: out of turn: it was Ann's turn to draw a card\n"
    assert reply.shows_screen
    assert not reply.failed


def test_a_declaration_that_proves_an_answer_false_says_so() -> None:
    """It is what a penalty is given for; the screen went on as if nothing had happened."""
    prompt = prompt_at(*GAME)
    assert printed(prompt.handle("declare me 777 right saw B7 B7 B7").body, 200).splitlines() == [
        "line 6: false answer (Ann): with Bob R5 G6 G6, me B7 B7 B7, Cid N4 P7 Y7 in sight, card 16 is >, not <",
        "line 7: false answer (Bob): with Ann Y2 K5 B7, me B7 B7 B7, Cid N4 P7 Y7 in sight, card 5 is 1, not 0",
        "line 10: false answer (Ann): with Bob R5 G6 G6, me B7 B7 B7, Cid N4 P7 Y7 in sight, card 1 is 2, not 1",
    ]
    prompt.handle("?")
    assert prompt.handle("declare Bob 566 right").body is None, "what was told is not told again"
    assert prompt_at(*GAME).handle("declare me 344 right saw K3 N4 N4").body is None


def test_my_card_is_answered_and_logged_on_enter() -> None:
    prompt = prompt_at(*GAME[:7])
    reply = prompt.handle("10")
    assert printed(reply.body) == "Say: 2    (Enter logs `me 10 2`)\n"
    assert not reply.shows_screen
    assert prompt.session.lines == list(GAME[:7])
    assert prompt.handle("").shows_screen
    assert prompt.session.lines == list(GAME[:8])
    assert prompt.handle("") == Reply()


def test_looking_something_up_does_not_forget_my_answer() -> None:
    prompt = prompt_at(*GAME[:7])
    prompt.handle("10")
    for entry in ("help 10", "rank", "log", "who"):
        prompt.handle(entry)
    prompt.handle("")
    assert prompt.session.lines[-1] == "me 10 2"


def test_an_empty_answer_to_the_first_question_is_the_classic_edition() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    assert prompt.default("") == prompt.default("  ") == "classic"
    assert prompt.default("code77") == "code77"
    prompt.handle(prompt.default(""))
    assert prompt.session.lines == ["edition classic"]
    assert prompt.default("") == ""


def test_the_prompt_says_what_is_needed() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    prompts = [prompt.prompt_text]
    for line in ("stronghold", "Ann Bob me", "2 K5 B7", "G6 G6 R5", "N4 P7 Y7", "16 <", "5 0"):
        assert not prompt.handle(line).failed
        prompts.append(prompt.prompt_text)
    assert all(name in prompts[0] for name in edition_names())
    assert "players" in prompts[1]
    assert prompts[2:] == ["rack Ann> ", "rack Bob> ", "rack spare1> ", "Ann> ", "Bob> ", "me> "]


# Pasted blocks.


def taken(prompt: GamePrompt, *lines: str) -> list[Reply]:
    return list(prompt.handle_block("\n".join(lines)))


def test_a_pasted_log_is_taken_line_by_line() -> None:
    """It was refused as one long line."""
    prompt = GamePrompt(Session(), ENGLISH)
    replies = taken(prompt, "# Friday", "", *GAME, "")
    assert prompt.session.lines == ["# Friday", *GAME]
    assert not any(reply.failed for reply in replies)
    assert prompt.draft == ""


def test_a_pasted_log_with_the_line_ends_of_another_system() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    list(prompt.handle_block("\r\n".join(GAME) + "\r\n"))
    assert prompt.session.lines == list(GAME)


def test_a_block_stops_at_the_first_line_that_is_not_understood_and_keeps_the_rest() -> None:
    prompt = prompt_at(*DEAL)
    replies = taken(prompt, "Ann 16 <", "Bbo 5 0", "", "me 10 2", "Cid 18 >")
    assert [reply.failed for reply in replies] == [False, True]
    assert prompt.session.lines == [*DEAL, "Ann 16 <"]
    assert prompt.draft == "Bbo 5 0\n\nme 10 2\nCid 18 >"
    taken(prompt, *prompt.draft.replace("Bbo", "Bob").splitlines())
    assert prompt.session.lines == list(GAME[:9])
    assert prompt.draft == ""


def test_a_block_stops_where_my_answer_is_proposed() -> None:
    """The proposed answer must be seen before it is said, and is not lost if the next line comes at once."""
    prompt = prompt_at(*GAME[:7])
    taken(prompt, "10", "Cid 18 >")
    assert prompt.session.lines == list(GAME[:7])
    assert prompt.draft == "me 10 2\nCid 18 >"
    taken(prompt, *prompt.draft.splitlines())
    assert prompt.session.lines == list(GAME[:9])


def test_a_block_may_hold_commands_and_ends_with_quit() -> None:
    prompt = prompt_at(*DEAL)
    replies = taken(prompt, "Ann 16 <", "undo", "Ann 16 >", "quit", "Bob 5 0")
    assert replies[-1].done
    assert prompt.session.lines == [*DEAL, "Ann 16 >"]
