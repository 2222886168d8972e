"""The page's modules on their own: the tests in tests/web/units, each a function that raises, run in a real browser."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reference import random_game
from webserver import DESKTOP, Server

from code777solver.errors import RuleError
from code777solver.records import plain_data
from code777solver.table.events import KEYWORDS, Seat
from code777solver.table.notation import read_log
from code777solver.table.setup_events import LONGEST_NAME
from code777solver.table.table import Table
from code777solver.web import page_data

UNITS = Path(__file__).parent / "units"
TESTS = [
    (path.name, name)
    for path in sorted(UNITS.glob("*.js"))
    if path.name != "assert.js"
    for name in re.findall(r"^export (?:async )?function (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
]
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
ODD_GAMES = {
    "swaps, penalties and a tie": """
        PLAYERS Ann Bob Me  # odd spelling
        rack ann y2 k5 b7
        Rack Bob G6 G6 R5
        Ann 16 > ?
        swap Ann Y2 N4
        bob 10 ?
        penalty Bob
        declare Ann 457 RIGHT
        rack Ann N4 P7 Y7
        declare Ann 477 right
        rack Ann G1 K3 P6
        declare Ann 136 right
        declare bob 566 right
        penalty Ann
        rack Ann R5 Y7 B7
        reshuffle
        rack Bob K3 P7 Y7
        me 5 1
        swap me R5 ?
        declare me 124 wrong saw G1 Y2 K3
        rack me ?
    """,
    "a tie, and a rack for which the pile has too few tiles": """
        option reshuffle_at 0
        option points_to_win 1
        players Ann Bob Cid Dan Eve Fay Gus Hal me
        rack Ann G1 Y2 Y2
        rack Bob K3 K3 K3
        rack Cid N4 N4 N4
        rack Dan N4 R5 R5
        rack Eve R5 R5 K5
        rack Fay G6 G6 G6
        rack Gus P6 P6 P6
        rack Hal P7 Y7 Y7
        Ann 16 ?
        declare Ann 122 right
        declare Hal 777 right
        rack Ann B7
        reshuffle
        rack Ann B7 G1 Y2
        rack Hal Y2 P7 Y7
        Bob 10 ?
    """,
    "options": """
        option advanced yes
        option reshuffle-at 1
        option card 2 or more
        option points_to_win 1
        players Ann me
        rack Ann Y2 K5 B7
        Ann 16 <
        declare Ann Y2 K5 B7 right
    """,
    "seen from outside, playerless racks replaced early": """
        edition stronghold
        players Ann Bob
        rack Ann Y2 K5 B7
        rack Bob G6 G6 R5
        rack spare1 N4 P7 Y7
        rack spare2 G1 K3 P6
        Ann 1 2
        rack spare1 R5 Y7 B7
        declare Bob 566 right
        rack Bob N4 N4 Y2
        rack spare2 P6 B7 B7
        Ann 4 1
        Ann 4 1
    """,
    "everybody else answers, out of turn": """
        edition unique49
        players Ann Bob me
        rack Ann G2 K5 B7
        rack Bob G6 Y6 R5
        rack spare1 G1
        Bob 1 0
        Bob 1 0
        Ann 2 1
        Bob 2 1
        Ann 3 1
        me 3 0
        Bob 5 1
    """,
}
"""Lines that the games of tests/cases lack."""


def tables() -> Iterator[dict[str, Any]]:
    """Games, each with the table after every line; None where that line does not make one yet."""
    logs = {path.stem: json.loads(path.read_text(encoding="utf-8"))["log"] for path in CASES}
    for name, text in ODD_GAMES.items():
        logs[name] = [line.strip() for line in text.strip().splitlines()]
    for edition in ("classic", "stronghold", "code77", "unique49"):
        for seed in range(3):
            logs[f"{edition} by chance {seed}"] = random_game(
                random.Random(seed), edition, players=2 + seed, cards=30, reveal_prob=0.5, swap_prob=0.1
            )[0]
    for name, log in logs.items():
        after = [line.step.after if line.step else None for line in read_log("\n".join(log)).lines]
        yield {"name": name, "log": log, "seat": "me", "tables": [state(table) if table else None for table in after]}


def state(table: Table) -> dict[str, Any] | None:
    """A table as the page gets it, without answers that need a solver."""
    if not table.players:
        return None
    found: dict[str, Any] = {name: getattr(table, name) for name in FIELDS}
    found["seat"] = table.viewer
    found["racks"] = {name: {"tiles": rack.tiles, "unknown": rack.unknown} for name, rack in table.racks.items()}
    found["edition"] = {"rules": table.edition.rules, "readings": table.edition.readings}
    found["deck"] = page_data.deck(table)
    found["cards"] = [card._replace(mine=None) for card in page_data.cards_on(table)]
    plain: dict[str, Any] = plain_data(found)
    for card in plain["cards"]:
        del card["mine"]
    return plain


FIELDS = [
    "players",
    "spares",
    "waiting",
    "need",
    "scores",
    "goal",
    "winner",
    "pile",
    "next_player",
    "next_answerer",
    "asked",
    "answered",
    "reshuffle_due",
    "spares_due",
]


def names() -> list[tuple[str, bool]]:
    """Names, and whether a table accepts them: every Latin, Greek and Cyrillic character first and later, and the limits."""
    characters = [chr(code) for code in range(0x21, 0x500) if chr(code).isprintable() and chr(code) != "#"]
    tried = [*characters, *(f"a{one}" for one in characters), *KEYWORDS, "Rack", "me"]
    tried += ["x" * LONGEST_NAME, "x" * (LONGEST_NAME + 1)]
    return [(name, accepts(name)) for name in tried]


def accepts(name: str) -> bool:
    try:
        Table().verify(Seat((name, "Other")))
    except RuleError:
        return False
    return True


@pytest.fixture(scope="module")
def page(server: Server, chrome: Any) -> Iterator[Any]:
    """The page itself, which also serves the folder of tests."""
    context = chrome.new_context(**DESKTOP, service_workers="block")
    found = context.new_page()
    found.route("**/units/*.js", lambda route: route.fulfill(path=UNITS / route.request.url.rpartition("/")[2]))
    expected = json.dumps({"games": list(tables()), "names": names()})
    found.route("**/units/tables.json", lambda route: route.fulfill(body=expected, content_type="application/json"))
    found.set_default_timeout(90_000)  # however busy the machine is
    found.goto(server.url)
    yield found
    context.close()


@pytest.mark.parametrize(("file", "name"), TESTS, ids=[name for _, name in TESTS])
def test_unit(page: Any, file: str, name: str) -> None:
    page.evaluate("async ([file, name]) => { await (await import(`/units/${file}`))[name](); }", [file, name])
