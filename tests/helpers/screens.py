"""Every screen of the page, one after the other: for axe, for the languages, for pictures to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from dealt import UNIQUE, Late, dealt, play
from fingers import Fingers
from taps import keep, look_back, take_up

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text(encoding="utf-8")
EARLY = "\n".join(EXAMPLE.split("\n")[:10]) + "\n"
CERTAIN = EXAMPLE + "me 7 1\nCid 21 =\nAnn 15 <\nBob 19 <\n"
CONTRADICTED = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nBob 17 >\nAnn 11 3\n"
WON = """option points_to_win 1
players Ann Bob me
rack Ann Y2 N4 R5
rack Bob G6 K3 B7
Ann 16 =
Bob 5 0
me 18 >
Ann 8 6
Bob 14 =
me 21 =
Ann 2 0
Bob 11 0
me 3 0
Ann 22 =
Bob 10 2
me 7 0
declare Ann 245 right
"""
TILES = """edition unique49
players me Ann Bob
rack Ann Y2 K5 B7
rack Bob G6 G1 R5
rack spare1 P4
Ann 8 4
Bob 8 4
"""
WAITING = EXAMPLE + "declare Cid 477 right\n"
TODAY = "2026-11-16T12:00:00"


class Screen(NamedTuple):
    name: str
    go: Callable[[Fingers], None]
    on_top: bool = False
    """True if it is reached from the sheet before it."""


def _press(*selectors: str) -> Callable[[Fingers], None]:
    def go(person: Fingers) -> None:
        for selector in selectors:
            person.press(selector)

    return go


def _open(log: str) -> Callable[[Fingers], None]:
    return lambda person: person.load(log)


def _then(selector: str, *presses: str) -> Callable[[Fingers], None]:
    """Press, and wait for something to appear."""

    def go(person: Fingers) -> None:
        _press(*presses)(person)
        person.page.wait_for_selector(selector)

    return go


def _card(person: Fingers) -> None:
    """The cards; where they are docked they are there already."""
    if not person.has(".dock .grid"):
        person.press("[data-k=go]")


def _ending(person: Fingers) -> None:
    person.load(WON)
    person.press("[data-k=go]")
    person.page.wait_for_selector(".chart path")


def _puzzle(person: Fingers) -> None:
    person.press("[data-k=day-2026-11-01]")
    person.page.wait_for_selector(".clues li")
    person.press(".kind:not(:disabled)")
    person.press("[data-k=hint]")
    person.page.wait_for_selector(".clues .marked")


def _coach(person: Fingers) -> None:
    person.load(EXAMPLE)
    person.press("[data-k=menu]")
    person.press("#coach")
    person.press(".kind:not(:disabled)")
    person.press("[data-k=marks]")
    person.page.wait_for_selector(".kind.cross")


def _practice(person: Fingers) -> None:
    """A guess in practice, answered by the page."""
    person.press("[data-k=menu]")
    person.press("#newbreaker")
    person.press("[data-k=pack-breaker-4]")
    person.press("[data-k=chair] input[value=practice]")
    person.press("[data-k=start]")
    for card in ("AS", "2H", "3D"):
        person.press(f"[data-k=pad{card}]")
    person.press("[data-k=go]")
    person.page.wait_for_selector(".log .said3")


def _playing(person: Fingers) -> None:
    """A game against the computer, with a mark and a hint."""
    take_up(person, play(dealt("0"), lines=30).record)
    for _ in range(2):
        person.press(".kind:not(:disabled)")
    before = person.text("dialog .reply")
    person.press("[data-k=hint]")
    person.page.wait_for_function("before => document.querySelector('dialog .reply').innerText !== before", arg=before)


def _answering(person: Fingers) -> None:
    """A card that is asked of the person."""
    match = play(dealt("0"), lines=30)
    while match.ask is None or match.ask.what != "answer":
        match.go_on()
    take_up(person, match.record)
    person.page.wait_for_selector("dialog [data-k=asked]")


def _declaring_tiles(person: Fingers) -> None:
    take_up(person, play(dealt("0", UNIQUE), lines=20).record)
    person.press("[data-k=declare]")
    for place in (0, 3):
        person.page.locator("dialog .kind:not(:disabled)").nth(place).click()


def _turned_away(person: Fingers) -> None:
    head = ["edition classic", "players Tom Ann Lis", "note play 1 Ann learner"]
    keep(person, "play.game", {"lines": dealt("1", head).record, "marks": {}, "over": False, "pace": 0})
    _then("dialog [data-k=turned]", "[data-k=menu]", "#newplay")(person)


def _no_play(person: Fingers) -> None:
    """One's games, and the way to a new one."""
    look_back(person, play(dealt("0"), Late()))
    person.press("[data-k=again]")
    person.page.wait_for_selector("dialog [data-k=progress] table")


def _tip(number: int) -> Callable[[Fingers], None]:
    """A mark of the first game."""

    def go(person: Fingers) -> None:
        person.page.evaluate(
            "tips => localStorage.setItem('code777.prefs', JSON.stringify({...JSON.parse(localStorage.getItem('code777.prefs')), tips}))",
            number,
        )
        person.reload()
        person.page.wait_for_selector(".tip")

    return go


def _no_tips(person: Fingers) -> None:
    person.press("[data-k=tip]")
    person.page.wait_for_selector(".tip", state="detached")


SCREENS = [
    Screen("early", _open(EARLY)),
    Screen("first mark", _tip(0)),
    Screen("second mark", _tip(1)),
    Screen("third mark", _tip(2)),
    Screen("no marks", _no_tips),
    Screen("board", _open(EXAMPLE)),
    Screen("card", _card),
    Screen("answers", _press("[data-k=card21]"), on_top=True),
    Screen("why", _then(".said.proved", "[data-k=kind-N4]")),
    Screen("verdict", _then(".advice table", "[data-k=advice]")),
    Screen("codes", _press("[data-k=codes]")),
    Screen("declare", _press("[data-k=declare]")),
    Screen("line", _press("[data-k=line17]")),
    Screen("question", _press("[data-k^=best-]")),
    Screen("seat", _press("[data-k=seat-Ann]")),
    Screen("more", _press("[data-k=more]")),
    Screen("typed line", _press("[data-k=do-line]"), on_top=True),
    Screen("hint", _then("dialog .block", "[data-k=hint]")),
    Screen("ask", _press("[data-k=ask]")),
    Screen("menu", _press("[data-k=menu]")),
    Screen("help", _then(".guide", "#help"), on_top=True),
    Screen("settings", _press("[data-k=menu]", "#settings")),
    Screen("games", _press("[data-k=menu]", "#mygames")),
    Screen("note sheet", _then(".paper img", "[data-k=menu]", "#notesheet")),
    Screen("wizard", _press("[data-k=menu]", "#newgame")),
    Screen("players", _press("[data-k=next]"), on_top=True),
    Screen("racks", _press("[data-k=next]"), on_top=True),
    Screen("contradiction", _open(CONTRADICTED)),
    Screen("certain", _open(CERTAIN)),
    Screen("new tiles", _open(WAITING)),
    Screen("tiles declared", _open(TILES)),
    Screen("ending", _ending),
    Screen("share", _then("dialog svg, dialog img", "[data-k=share]"), on_top=True),
    Screen("puzzles", _then(".calendar", "[data-k=menu]", "#newpuzzle")),
    Screen("puzzle", _puzzle, on_top=True),
    Screen("solved", _then(".way", "[data-k=solution]"), on_top=True),
    Screen("coach", _coach),
    Screen("coach off", _then(".hero .count", "[data-k=uncoach]")),
    Screen("new breaker", _press("[data-k=menu]", "#newbreaker")),
    Screen("keep", _press("[data-k=chair] input[value=keep]"), on_top=True),
    Screen("practice", _practice),
    Screen("breaker rules", _press("[data-k=rules]")),
    Screen("breaker", _open("pack breaker-4\nAS 2H 3D 1 2 0\n")),
    Screen("breaker line", _press("[data-k=line2]")),
    Screen("breaker contradiction", _open("pack breaker-4\nAS 2H 3D 1 2 0\nAS 2H 3D 1 1 0\n")),
    Screen("broken", _open("pack breaker-4\nAS 2H 3D 3 3 3\n")),
    Screen("race", _open("pack race-kids\nme high\n")),
    Screen("race rules", _press("[data-k=rules]")),
    Screen("playing", _playing),
    Screen("declaring", _press("[data-k=declare]", "[data-k=digit4]"), on_top=True),
    Screen("answering", _answering),
    Screen("declaring tiles", _declaring_tiles),
    Screen("turned away", _turned_away),
    Screen("played", lambda person: look_back(person, play(dealt("0"), Late()))),
    Screen("play", _no_play),
]


def walk(person: Fingers) -> Iterator[str]:
    """Go through all screens; yields the name of each when it is there."""
    person.page.clock.set_fixed_time(TODAY)  # the calendar shows the month
    person.page.wait_for_selector("[data-k=new]:not(:disabled)")
    yield "welcome"
    for screen in SCREENS:
        if not screen.on_top:
            while person.has("dialog[open]"):
                person.page.keyboard.press("Escape")
                person.page.wait_for_timeout(30)
        screen.go(person)
        yield screen.name
