"""Somebody who is new: the marks of the first game, help, the rules of Code Breaker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fingers import Fingers
from screens import EARLY
from webserver import PHONE, Server

MARK = ".tip p"


@pytest.fixture
def newcomer(server: Server, chrome: Any) -> Iterator[Fingers]:
    context = chrome.new_context(**PHONE)
    person = Fingers(context.new_page(), server.url, "tap", first_time=True)
    yield person
    assert person.errors == []
    context.close()


def test_three_marks_come_one_after_the_other_and_never_again(newcomer: Fingers) -> None:
    start = "\n".join(EARLY.split("\n")[:6])
    newcomer.load(start)
    before = newcomer.page.locator(".know").bounding_box()
    assert newcomer.text(MARK).startswith("After each card: tap here")
    newcomer.enter(EARLY.split("\n")[6])  # a player who does it has learnt it
    newcomer.settled(7)
    assert newcomer.text(MARK).startswith("Your rack")
    newcomer.press("[data-k=tip]")
    assert not newcomer.has(MARK)  # the third waits for another answer
    assert newcomer.page.locator(".know").bounding_box()["y"] == before["y"]
    newcomer.enter(EARLY.split("\n")[7])
    newcomer.settled(8)
    assert newcomer.text(MARK).startswith("What may be on your rack")
    newcomer.press("[data-k=tip]")
    newcomer.reload()
    newcomer.settled(8)
    assert not newcomer.has(MARK)


def test_help_shows_pictures_and_keys_only_where_there_are_keys(newcomer: Fingers) -> None:
    newcomer.press("[data-k=menu]")
    newcomer.press("#help")
    newcomer.page.wait_for_selector(".guide figure")
    pictures = newcomer.page.locator(".guide figure")
    assert pictures.count() == 7
    assert all(pictures.nth(i).locator(".drawn").inner_html() for i in range(7))
    keyboard = newcomer.page.evaluate("() => matchMedia('(any-hover: hover) and (any-pointer: fine)').matches")
    assert newcomer.has("kbd") == keyboard


@pytest.mark.parametrize("pack", ["breaker", "breaker-kids", "race"])
def test_the_example_in_the_rules_is_answered_rightly(newcomer: Fingers, server: Server, pack: str) -> None:
    newcomer.load(f"pack {pack}\n" + ("me low\n" if pack == "race" else ""))
    newcomer.press("[data-k=rules]")
    shown = newcomer.page.evaluate(
        "async pack => { const { example } = await import('/static/breakerrules.js');"
        " const { state } = await import('/static/hub.js'); return example(state.view.table.halves[0]); }",
        pack,
    )
    asked = server.post("answer", pack=pack, guess=" ".join(shown["guess"]), code=" ".join(shown["code"]))
    assert asked.json()["answer"] == shown["answer"]
    words = newcomer.text(".example .said3")
    assert [words.split()[i] for i in (0, 2, 4)] == [str(count) for count in shown["answer"]]
    assert [words.split()[i] for i in (1, 3, 5)] == ["numbers", "suits", "cards"]


def test_an_answer_in_practice_has_words(newcomer: Fingers) -> None:
    newcomer.press("[data-k=breaker]")
    newcomer.press("[data-k=pack-breaker-4]")
    newcomer.press("[data-k=chair] input[value=practice]")
    newcomer.press("[data-k=start]")
    for card in ("AS", "2H", "3D"):
        newcomer.press(f"[data-k=pad{card}]")
    newcomer.press("[data-k=go]")
    newcomer.page.wait_for_selector(".log .said3")
    assert newcomer.text(".log .said3").split()[1::2] == ["numbers", "suits", "cards"]
    assert "pack breaker" not in newcomer.text(".log")
