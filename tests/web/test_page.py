"""The page in a real browser: whole games by taps, clicks and keys; trouble on the way; languages; accessibility."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from fingers import Fingers, Means
from reference import random_game
from webserver import DESKTOP, PHONE, Server

from code777solver import Solver, read_log
from code777solver.table.notation import format_event

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()


def canonical(lines: list[str]) -> list[str]:
    return [format_event(step.event) for step in read_log("\n".join(lines)).steps]


def assert_shows(person: Fingers, lines: list[str]) -> None:
    """The screen describes what a solver finds."""
    solver = Solver.from_log("\n".join(lines))
    left = len(solver.candidates) if solver.edition.rules.target == "tiles" else len(solver.codes)
    assert person.shown_count() == left
    shown = person.page.locator(".corner.right .code b").all_inner_texts()
    if solver.edition.rules.target == "numbers":
        assert shown == [code.numbers for code in solver.codes[:5]]
    for tile in solver.tiles:
        label = person.page.locator(f".know [data-k=kind-{tile.tile}]").get_attribute("aria-label")
        assert ("certainly mine" in label) == (tile.at_least_one == 1)
        assert ("not mine" in label or "all seen" in label) == (tile.at_least_one == 0)


GAMES: list[tuple[str, int, int, int, Means, dict[str, Any]]] = [
    ("classic", 4, 8, 12, "tap", PHONE),
    ("stronghold", 3, 6, 0, "click", DESKTOP),
    ("unique49", 3, 2, 8, "tap", PHONE),
    ("code77", 2, 6, 2, "click", DESKTOP),
]


def a_game(edition: str, players: int, cards: int, seed: int) -> list[str]:
    return random_game(random.Random(seed), edition, players, cards, swap_prob=0.1, declare_prob=0.5)[0]


def test_the_games_have_everything() -> None:
    games = [a_game(*game[:4]) for game in GAMES]
    found = {" ".join(line.split()[:2]) for lines in games for line in lines}
    assert {"declare me", "rack me", "rack spare1", "reshuffle", "swap me"} <= found
    assert any(line.endswith(" right") for lines in games for line in lines)
    assert any(" wrong saw " in line for lines in games for line in lines)


@pytest.mark.parametrize(
    ("edition", "players", "cards", "seed", "means", "screen"), GAMES, ids=[game[0] for game in GAMES]
)
def test_a_whole_game(
    server: Server,
    chrome: Any,
    edition: str,
    players: int,
    cards: int,
    seed: int,
    means: Means,
    screen: dict[str, Any],
) -> None:
    lines = a_game(edition, players, cards, seed)
    dealt = next(i for i, line in enumerate(lines) if i > 1 and not line.startswith("rack"))
    context = chrome.new_context(**screen)
    person = Fingers(context.new_page(), server.url, means)
    person.set_up(lines[:dealt])
    for count, line in enumerate(lines[dealt:], dealt + 1):
        person.enter(line)
        person.settled(count)
    assert canonical(person.lines) == canonical(lines)
    if Solver.from_log("\n".join(lines)).belief.is_full:
        assert_shows(person, lines)
    assert person.errors == []
    context.close()


def test_a_game_with_the_keyboard_alone(server: Server, chrome: Any) -> None:
    lines = ["edition classic", "players Ann me", "rack Ann Y2 K5 B7", "Ann 11 2", "me 16 <", "declare Ann 257 right"]
    context = chrome.new_context(**DESKTOP)
    person = Fingers(context.new_page(), server.url, "keys")
    person.set_up(lines[:3])
    for count, line in enumerate(lines[3:5], 4):
        person.enter(line)
        person.settled(count)
    person.page.keyboard.press("d")  # a key of its own
    person.page.locator("dialog[open]").wait_for()
    person.page.keyboard.press("Escape")
    person.enter(lines[5])
    person.settled(6)
    person.page.keyboard.press("u")
    person.settled(5)
    person.page.keyboard.press("r")
    person.settled(6)
    assert person.lines == lines
    assert person.errors == []
    context.close()


def test_typing_a_line_with_shortcuts(fingers: Fingers) -> None:
    fingers.load("players Ann me\nrack Ann Y2 K5 B7\n")
    fingers.press("[data-k=more]")
    fingers.press("[data-k=do-line]")
    fingers.page.locator("#typed").fill("11 9")
    fingers.page.keyboard.press("Enter")
    fingers.page.get_by_text("is not an answer to card 11").wait_for()
    fingers.page.locator("#typed").fill("11 2")
    fingers.page.keyboard.press("Enter")
    fingers.settled(3)
    assert fingers.lines[-1] == "Ann 11 2"
    fingers.errors.clear()  # the browser notes that the server refused the first line


# Changing what was entered.


def test_undo_redo_edit_doubt_and_delete(fingers: Fingers) -> None:
    start = EXAMPLE.rstrip("\n").split("\n")
    fingers.load(EXAMPLE)
    fingers.enter("me 7 1")
    fingers.settled(20)
    fingers.press("[data-k=undo]")
    fingers.settled(19)
    assert fingers.lines == start
    fingers.press("[data-k=redo]")
    fingers.settled(20)
    assert fingers.lines == [*start, "me 7 1"]
    fingers.press("[data-k=line17]")
    fingers.press("text=I am not sure")
    fingers.page.wait_for_selector("#line17.unsure")
    assert fingers.lines[16] == "Ann 13 = ?"
    fingers.press("[data-k=line17]")
    fingers.press("text='Change'")
    assert (
        fingers.page.locator("dialog .answer.was").get_attribute("data-k") == "answer="
    )  # the present answer is marked
    fingers.press("[data-k='answer>']")
    fingers.page.wait_for_function("() => !document.body.matches('.stale')")
    assert fingers.lines[16] == "Ann 13 > ?"  # a line that is changed keeps its doubt
    fingers.press("[data-k=line8]")
    fingers.press("text=Delete")
    fingers.settled(19)
    assert fingers.lines == [*start[:7], *start[8:16], "Ann 13 > ?", *start[17:], "me 7 1"]
    for _ in range(3):
        fingers.press("[data-k=undo]")
    fingers.settled(20)
    fingers.page.wait_for_function("() => !document.body.matches('.stale')")
    assert fingers.lines == [*start, "me 7 1"]


def test_a_line_that_cannot_be_is_taken_back_and_told(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    fingers.press("[data-k=line4]")
    fingers.press("text=Delete")
    fingers.page.get_by_text(
        "Something logged later would then be impossible: the rack of Ann has no tiles in the log"
    ).wait_for()
    fingers.settled(19)
    assert fingers.lines == EXAMPLE.rstrip("\n").split("\n")


def test_a_contradiction_and_its_repair(fingers: Fingers) -> None:
    """The only black 5 is on Ann's rack, so she cannot see a green 1, a black 5 and a pink 7."""
    lines = ["players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Bob 17 >", "Ann 11 3", "Bob 12 ="]
    fingers.load("\n".join(lines))
    assert "Contradiction" in fingers.text(".hero.bad")
    assert fingers.text(".mend li").split()[2:7] == ["line", "5", "Ann", "11", "3"]
    found = Solver.from_log("\n".join(lines)).diagnose().culprits[0]
    likeliest = next(iter(found.instead[5]))
    fingers.press(f".mend button:has-text('It was {likeliest} ')")
    fingers.page.wait_for_function("() => !document.querySelector('.mend')")
    fingers.settled(6)
    assert fingers.lines == [*lines[:4], f"Ann 11 {likeliest}", lines[5]]
    assert_shows(fingers, fingers.lines)


# Asking.


def test_why_and_the_answers_in_the_log(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    fingers.press("[data-k=kind-N4]")
    fingers.page.wait_for_selector(".said.proved")
    proof = Solver.from_log(EXAMPLE).why("has N4")
    told = [int(line) for line in fingers.page.locator(".steps .line").all_inner_texts()]
    assert told == [heard.line for heard in proof.premises]
    fingers.press("text=Show these answers in the log")
    marked = fingers.page.locator(".log .marked").all()
    assert {int(str(row.get_attribute("id")).removeprefix("line")) for row in marked} == set(told)
    fingers.press("[data-k=kind-B7]")
    fingers.page.wait_for_selector(".said.open")
    assert "50.0\u00a0%" in fingers.text(".said")


def test_the_ladder_of_hints(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    fingers.press("[data-k=hint]")
    for rungs in (1, 2, 3):
        fingers.page.wait_for_function(
            f"() => document.querySelectorAll('dialog .content > .block').length === {rungs}"
        )
        assert not fingers.has(".said")
        fingers.press("[data-k=more]")
    fingers.page.wait_for_selector(".said.proved")
    assert not fingers.has("dialog [data-k=more]")


def test_what_if_leaves_the_game_alone(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    fingers.press("[data-k=more]")
    fingers.press("[data-k=do-whatif]")
    fingers.press("input[value=Bob]")
    fingers.press("[data-k=card19]")
    fingers.press("[data-k='answer<']")
    fingers.page.wait_for_selector(".suppose")
    fingers.settled(20)
    supposed = Solver.from_log(EXAMPLE).what_if("Bob 19 <")
    assert fingers.shown_count() == len(supposed.codes)
    assert len(fingers.lines) == 19
    fingers.press("text=Back to the game")
    fingers.settled(19)
    assert_shows(fingers, EXAMPLE.split("\n"))


def test_the_verdict_comes_by_itself_and_a_second_opinion_on_a_tap(fingers: Fingers) -> None:
    fingers.load(EXAMPLE)
    best = Solver.from_log(EXAMPLE).advise()
    said = {"declare": f"Declare {best.code}", "wait": "Wait", "even": "Close call"}[best.better]
    assert fingers.text(".verdict .pill") == said
    fingers.press("[data-k=advice]")
    rows = fingers.page.locator(".advice").first.locator("tbody tr")
    assert rows.first.inner_text().startswith(f"declare {best.code}")
    assert "Learnt from simulated games, not proved." in fingers.text(".advice .note")
    fingers.press("[data-k=playon]")
    fingers.page.wait_for_selector(".advice ~ .advice table", timeout=150_000)
    assert "Estimated from 3,000 games per choice." in fingers.text(".advice ~ .advice .note")
    fingers.page.keyboard.press("Escape")
    fingers.enter("me 7 1")  # the second opinion is about one position only
    fingers.settled(20)
    fingers.press("[data-k=advice]")
    assert fingers.page.locator(".advice").count() == 1
