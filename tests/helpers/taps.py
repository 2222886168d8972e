"""A person who plays a game against the computer on the page, served or in the pocket, by taps alone."""

from __future__ import annotations

import json
from typing import Any

from dealt import outcome
from fingers import Fingers

from code777solver import Solver
from code777solver.play.match import Match

MOST_ACTS = 400


def kept(person: Fingers, place: str = "play.game") -> Any:
    """Data that the browser keeps."""
    found = person.page.evaluate("place => localStorage.getItem(`code777.kept.${place}`)", place)
    return None if found is None else json.loads(found)


def lines(person: Fingers) -> list[str]:
    """The record of the game that is being played, or of the last one that is over."""
    return list((kept(person) or kept(person, "play.done")[0])["lines"])


def keep(person: Fingers, place: str, value: Any) -> None:
    """Let the browser keep something."""
    person.page.evaluate(
        "([place, text]) => localStorage.setItem(`code777.kept.${place}`, text)", [place, json.dumps(value)]
    )


def take_up(person: Fingers, record: list[str]) -> None:
    """Go on with a game that was left."""
    keep(person, "play.game", {"lines": record, "marks": {}, "over": False, "pace": 0})
    person.press("[data-k=menu]")
    person.press("#newplay")
    person.page.wait_for_selector(f"dialog [data-lines='{len(record)}']")


def look_back(person: Fingers, match: Match) -> None:
    """Open a game that is over from among one's games."""
    keep(person, "play.game", None)
    keep(person, "play.done", [{"lines": match.record, "marks": {}, "pace": 0, "note": outcome(match), "at": 0}])
    person.press("[data-k=menu]")
    person.press("#newplay")
    person.press("[data-k=played]")
    person.page.wait_for_selector("dialog [data-k=over]")


_DEALT = """number => {
  const [values, random] = [crypto.getRandomValues, Math.random];
  crypto.getRandomValues = (array) => array.fill(number);
  Math.random = () => 0.5;
  document.addEventListener("click", () => setTimeout(() => {
    crypto.getRandomValues = values;
    Math.random = random;
  }), { once: true, capture: true });
}"""
"""The next click deals the game of this number: the name of a game decides its deal."""


def start(
    person: Fingers, people: str = "", *, players: int = 2, level: str = "beginner", pace: int = 0, deal: int = 1
) -> None:
    """Deal a game: always the same one, since some deals can never be certain and some leave nothing to miss."""
    person.press("[data-k=play]:not(:disabled)")
    person.page.locator("dialog [data-k=people]").fill(people)
    for value in (players, level, pace):
        person.press(f"label:has(input[value='{value}'])")
    person.page.evaluate(_DEALT, deal)
    person.press("[data-k=deal]")


def act(person: Fingers, *, declares: bool = True) -> None:
    """Do what is asked: answer, declare what is certain, or go on."""
    page = person.page
    page.wait_for_selector("dialog [data-lines], dialog [data-k=over]")
    before = lines(person)
    page.wait_for_selector(f"dialog [data-lines='{len(before)}'], dialog [data-k=over]")  # not what was asked before
    if person.has("dialog [data-k=over]"):
        return
    solver = Solver.from_log("\n".join(before))
    if person.has("dialog [data-k=go]"):
        if solver.solved and declares:
            person.press("[data-k=declare]")
            for digit in solver.codes[0].numbers:
                person.press(f"[data-k=digit{digit}]")
            person.press("[data-k=say]")
        else:
            person.press("[data-k=go]")
    else:
        card = int(page.locator("dialog [data-k=asked]").inner_text().split(".")[0])
        person.press(f"[data-k='answer{solver.right_answer(card)}']")
    gone_on(person, before)


def gone_on(person: Fingers, before: list[str]) -> None:
    """Wait until the record has more lines than before."""
    while lines(person) == before:
        person.page.wait_for_timeout(20)


def play_out(person: Fingers, *, declares: bool = True) -> None:
    """Play on until the game is over."""
    for _ in range(MOST_ACTS):
        if person.has("dialog [data-k=over]"):
            return
        act(person, declares=declares)
    raise AssertionError("the game does not end")


def left_in_the_middle(person: Fingers) -> None:
    """Play a while, mark a tile, ask for a hint, leave, come back: everything is as it was."""
    page = person.page
    for _ in range(6):
        act(person)
    before = lines(person)
    assert "rack me ?" in before
    person.press("[data-k^=kind-]:not(:disabled)")
    person.press("[data-k=hint]")
    page.wait_for_selector("dialog .reply:not(:text('Tap a tile'))")
    page.reload()
    person.press("[data-k=play]:not(:disabled)")
    page.wait_for_selector("dialog .seat")
    assert lines(person) == before
    assert len(kept(person)["marks"]["me"]) == 1


def found_true(person: Fingers) -> Solver:
    """The record of the game that is over, read again."""
    assert kept(person) is None
    solver = Solver.from_log("\n".join(lines(person)))
    assert list(solver.log.warnings) == []
    assert not solver.contradictions
    assert solver.table.winner is not None
    return solver
