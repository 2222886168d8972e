"""The prompt of a game while somebody types: completion, and the text of the card."""

from __future__ import annotations

from pathlib import Path

from game_prompts import ENTRIES, PLACES, prompt_at
from logs import DEAL, GAME
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from code777solver.lang import language
from code777solver.prompt import terminal
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.table.events import KEYWORDS

ROOT = Path(__file__).parents[2]


def offered(prompt: GamePrompt, text: str) -> list[str]:
    return [word for word, _ in prompt.completions(text)]


def test_completion_offers_what_may_come() -> None:
    prompt = prompt_at(*GAME)
    first = offered(prompt, "")
    assert {"Ann", "Bob", "me", "Cid", "16", *KEYWORDS, *COMMANDS} <= set(first)
    assert offered(prompt, "An") == first
    assert offered(prompt, "Ann ") == offered(prompt, "Ann 1") == [str(card) for card in range(1, 24)]
    assert offered(prompt, "Ann 16 ") == offered(prompt, "16 ") == [">", "=", "<"]
    assert offered(prompt, "Ann 5 ") == ["0", "1", "2", "3"]
    assert offered(prompt, "rack ") == offered(prompt, "declare B") == ["Ann", "Bob", "me", "Cid"]
    assert {"G1", "B7"} <= set(offered(prompt, "rack Bob ")) >= set(offered(prompt, "swap Bob G"))
    assert {"right", "wrong"} <= set(offered(prompt, "declare Ann 257 "))
    assert offered(prompt, "as ") == ["Ann", "Bob", "me", "Cid"]


def test_completion_offers_the_words_of_the_language_too() -> None:
    """Only English words were offered."""
    prompt = GamePrompt(prompt_at(*GAME).session, language("nl"))
    assert {"terug", "undo", "rek", "rack", "waarom", "why"} <= set(offered(prompt, ""))
    assert {"juist", "right", "fout", "wrong"} <= set(offered(prompt, "meld Ann 257 "))
    assert all(
        word == prompt.t.read(word) or prompt.t.read(word) in (*KEYWORDS, *COMMANDS) for word in offered(prompt, "")
    )


def test_completion_shows_the_text_of_a_card() -> None:
    prompt = prompt_at(*GAME)
    cards = dict(prompt.completions("Ann "))
    assert cards["16"] == prompt.session.table.edition.card(16).text
    assert dict(prompt.completions("Ann 5 "))["2"] == cards["5"]


def test_completion_offers_tiles_where_a_rack_is_needed() -> None:
    assert {"G1", "B7"} <= set(offered(prompt_at(*DEAL[:2]), ""))


def test_completion_at_any_beginning_is_quiet() -> None:
    for lines in PLACES.values():
        prompt = prompt_at(*lines)
        for entry in (*ENTRIES, *GAME, "1" * 5000, "Ann " + "9" * 5000 + " ", "²", "٣ ", "Ann ² "):
            for size in {0, 1, len(entry) // 2, len(entry)}:
                list(prompt.completions(entry[:size]))
                prompt.toolbar(entry[:size])


def test_the_text_of_the_card_is_shown_while_typing() -> None:
    prompt = prompt_at(*GAME)
    card = prompt.session.table.edition.card(16)
    assert prompt.toolbar("16") == prompt.toolbar("Ann 16 ") == prompt.toolbar("16 <") == f"16. {card.text}"
    assert prompt.toolbar("") == prompt.toolbar("Ann") == prompt.toolbar("99") == ""


def test_only_what_begins_so_is_completed() -> None:
    completer = terminal._Completer(prompt_at(*GAME))
    for text, expected in (("re", {"redo", "reshuffle"}), ("b", {"Bob"}), ("Ann 2", {"2", *map(str, range(20, 24))})):
        found = completer.get_completions(Document(text), CompleteEvent())
        assert {completion.text for completion in found} == expected
