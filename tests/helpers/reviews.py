"""Reviews of known and random games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import reference

from code777solver import read_log
from code777solver.lang import language
from code777solver.results import Table
from code777solver.review.records import GameReview
from code777solver.review.reviewer import review_game

CASES = Path(__file__).parents[1] / "cases"
ENGLISH = language("en")


def look_back(*lines: str, viewer: str | None = "me", **options: Any) -> GameReview:
    return review_game(read_log("\n".join(lines), Table(viewer=viewer)), **options)


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return found


OPEN = [
    "edition classic",
    "players Ann Bob Cid",
    "rack Ann Y2 N4 R5",
    "rack Bob N4 R5 G6",
    "rack Cid K5 P6 Y7",
]


def answered(lines: list[str], cards: Iterator[int] | range) -> list[str]:
    """The lines with some more cards, answered truly in turn."""
    racks: dict[str, reference.Rack] = {}
    lines = list(lines)
    for line in lines:
        words = line.split()
        if words[0] == "rack":
            racks[words[1]] = tuple(words[2:])
    names = list(racks)
    turn = sum(line.split()[0] in names for line in lines)
    for card in cards:
        name = names[turn % len(names)]
        lines.append(f"{name} {card} {reference.answer(card, [racks[other] for other in names if other != name])}")
        turn += 1
    return lines


def random_game(edition: str, seed: int, options: dict[str, Any]) -> list[str]:
    """A game with all racks in the log."""
    rng = random.Random(seed)
    players, cards = rng.randint(2, 4), rng.randint(6, 18)
    return reference.random_game(rng, edition, players, cards, open_log=True, **options)[0]


def closed(lines: list[str]) -> list[str]:
    """An open log as I would have written it, line for line."""
    found: list[str] = []
    for line in lines:
        words = line.split()
        if words[:2] == ["rack", "me"]:
            declared = any(earlier.startswith("declare me") for earlier in found)
            found.append("rack me ?" if declared else "note my rack was dealt")
        else:
            found.append(f"swap me {words[2]} ?" if words[:2] == ["swap", "me"] else line)
    return found
