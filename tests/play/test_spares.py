"""Choice of the playerless rack that a computer player replaces: the rule against one that asks the cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import log2
from typing import Any

import pytest
from strategies import solve

from code777solver import load_edition
from code777solver.play import computer_players
from code777solver.play.keyed_random import PUBLIC
from code777solver.play.match import Match, resume
from code777solver.play.setup import new_setup
from code777solver.play.spares import TRIED, choose_spare, unseen_tiles
from code777solver.rules.cards import Card
from code777solver.rules.tiles import Rack

EDITION = load_edition("stronghold")
LOG = (
    "edition stronghold",
    "players Ann me",
    "rack Ann Y2 K5 B7",
    "rack spare1 G6 G6 R5",
    "rack spare2 N4 N4 R5",
    "Ann 8 5",
    "me 10 2",
    "Ann 3 0",
)


def all_racks() -> list[tuple[Rack, float]]:
    """Every rack of the deck, with the ways to draw it."""
    held, found = dict(zip(EDITION.deck.kinds, EDITION.deck.copies, strict=True)), []
    for tiles in combinations_with_replacement(EDITION.deck.kinds, 3):
        ways = 1.0
        for tile, count in Counter(tiles).items():
            for used in range(count):
                ways *= (held[tile] - used) / (used + 1)
        if ways:
            found.append((EDITION.deck.sort(tiles), ways))
    return found


def said(card: Card, racks: list[Rack]) -> int:
    """The number of the answer of somebody who sees these racks, be there tiles enough for them or not."""
    return card.meaning.conclude(card.total(racks))


def bits(weights: list[tuple[int, float]], heard: int | None = None) -> float:
    """Information of an answer on average, or of the answer ``heard``."""
    by_answer: Counter[int] = Counter()
    for answer, weight in weights:
        by_answer[answer] += weight
    total = sum(by_answer.values())
    if heard is not None:
        return -log2(by_answer[heard] / total)
    return -sum(w / total * log2(w / total) for w in by_answer.values() if w)


def test_the_rack_is_chosen_that_leaves_me_more_to_hear_than_the_others() -> None:
    solver = solve(*LOG)
    tried = [EDITION.deck.rack(text) for text in ("K3 K3 B7", "Y2 G1 P6")]
    mine = [(EDITION.deck.rack(" ".join(candidate.tiles)), candidate.probability) for candidate in solver.candidates]
    ann = solver.table.racks["Ann"].tiles
    scores = {}
    for name, kept in (("spare1", "N4 N4 R5"), ("spare2", "G6 G6 R5")):
        scores[name] = 0.0
        for number in solver.table.cards_to_come:
            for new in tried:
                card, spares = EDITION.card(number), [EDITION.deck.rack(kept), new]
                scores[name] += bits([(said(card, [*spares, rack]), chance) for rack, chance in mine])
                told = [(said(card, [*spares, rack]), ways) for rack, ways in all_racks()]
                scores[name] -= bits(told, said(card, [*spares, ann]))
    assert abs(scores["spare1"] - scores["spare2"]) > 0.1
    assert choose_spare(solver.table, solver.belief, "me", tried) == max(scores, key=lambda name: scores[name])


def test_tiles_that_may_come_are_those_out_of_sight() -> None:
    table = solve(*LOG).table
    in_sight = Counter(tile for name in ("Ann", "spare1", "spare2") for tile in table.racks[name].tiles)
    assert Counter(unseen_tiles(table, "me")) + in_sight == Counter(
        dict(zip(EDITION.deck.kinds, EDITION.deck.copies, strict=True))
    )


@pytest.mark.parametrize(("level", "chooses"), [("master", True), ("beginner", False)])
def test_a_master_who_reads_chooses_at_the_table(level: str, chooses: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def chosen(table: Any, belief: Any, seat: str, tried: Any) -> str:
        unseen = Counter(unseen_tiles(table, seat))
        assert all(len(rack) == 3 and not Counter(rack) - unseen for rack in tried)
        asked.append((seat, len(tried)))
        return "spare2"

    monkeypatch.setattr(computer_players, "choose_spare", chosen)
    setup = new_setup("3", edition="stronghold", rivals=[level])
    match = Match(setup, setup.random(PUBLIC))
    while (ask := match.ask) is not None:
        if ask.what == "answer":
            match.answer(match.referee.right_answer("me", ask.card or 0))
        elif ask.what == "spare":
            match.choose("spare1")
        else:
            held = match.table.racks["me"].tiles
            match.declare({"me": "".join(str(tile.number) for tile in held)})
    assert bool(asked) == chooses
    assert set(asked) <= {(match.table.players[0], TRIED), (match.table.players[1], TRIED)}
    assert resume("\n".join(match.record), PUBLIC).record == match.record
