"""Possible futures: supposing a line leaves the game as it is, and the estimate of futures is true in tiny games."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest
import reference
import slow_mind
from logs import TABLE
from slow_mind import Rack
from strategies import chances, solve

import code777solver
from code777solver import Solver, load_edition
from code777solver.errors import LineError
from code777solver.records import replace
from code777solver.rules.edition_file import CardFile, read_card_file
from code777solver.rules.editions import Edition
from code777solver.rules.targets import Target
from code777solver.rules.tiles import Deck
from code777solver.solver import position_of

STANDARD = Path(code777solver.__file__).parent / "data" / "cards" / "standard.toml"


def state(solver: Solver) -> tuple[Any, ...]:
    return (
        str(solver.log),
        solver.table,
        chances(solver.belief),
        solver.contradictions,
        list(solver.log.warnings),
        [told.only for told in solver.answers_heard],
        len(position_of(solver).beliefs),
    )


# ------------------------------------------------------------------------------------------ supposing


@pytest.mark.parametrize(
    "line",
    [
        "Bob 10 3",
        "Bob 10 3 ?",
        "Bob 10 ?",
        "Bob 1 2",
        "me 5 2",
        "declare Ann 257 right",
        "swap me G1 ?",
        "swap Bob G6 Y7",
        "reshuffle",
        "note hm",
        "# nothing",
        "penalty Bob",
    ],
)
def test_supposing_a_line_leaves_the_game_as_it_is(line: str) -> None:
    solver = solve(*TABLE, "Ann 8 5")
    before = state(solver)
    other = solver.what_if(line)
    assert state(solver) == before
    told = solve(*TABLE, "Ann 8 5", line)
    assert str(other.log) == str(told.log)
    assert chances(other.belief) == chances(told.belief)
    assert (other.table, other.contradictions, list(other.log.warnings)) == (
        told.table,
        told.contradictions,
        list(told.log.warnings),
    )


def test_what_is_supposed_goes_its_own_way() -> None:
    solver = solve(*TABLE, "Ann 8 5")
    before, evidence = state(solver), position_of(solver).evidence
    other = solver.what_if("Bob 10 3")
    other.tell("me 5 0\nAnn 16 >")
    further = other.what_if("Bob 17 <")
    assert state(solver) == before
    assert position_of(solver).evidence is evidence
    assert len(position_of(other).evidence.heard) == 3
    assert len(position_of(further).evidence.heard) == 4
    further.undo()
    further.undo()
    assert len(further.log.lines) == len(other.log.lines) - 1
    solver.tell("Bob 10 4")
    assert str(other.log).count("Bob 10") == 1
    assert chances(other.belief) == chances(solve(*TABLE, "Ann 8 5", "Bob 10 3", "me 5 0", "Ann 16 >").belief)


@pytest.mark.parametrize("line", ["Bob 99 1", "Zoe 5 0", "declare Ann 666 right", "players Ann me", "Bob 1 7"])
def test_a_line_that_cannot_be_supposed_is_refused_and_changes_nothing(line: str) -> None:
    solver = solve(*TABLE, "Ann 8 5")
    before = state(solver)
    with pytest.raises(LineError, match="^line 5: "):
        solver.what_if(line)
    assert state(solver) == before


@pytest.mark.parametrize("seed", range(4))
def test_supposing_every_answer_shares_out_the_racks(seed: int) -> None:
    lines, _ = reference.random_game(random.Random(seed), "classic", 3, 6, declare_prob=0, swap_prob=0)
    solver = solve(*lines)
    left = chances(solver.belief)
    player = next(name for name in solver.table.players if name != "me")
    for card in (1, 8, 16):
        found = [chances(solver.what_if(f"{player} {card} {a}").belief) for a in solver.question(player, card).answers]
        assert sum(map(len, found)) == len(left)
        assert set().union(*found) == set(left)


# -------------------------------------------------------------------------------------------- futures


def tiny(cards: tuple[int, ...], deck: dict[str, int], **rules: Any) -> Edition:
    """A game of few tiles and few cards, so that all futures can be followed."""
    classic = load_edition("classic")
    entries = read_card_file(STANDARD).entries
    printed = CardFile("tiny", {card: entries[card] for card in cards}).cards(Deck.of(deck))
    changed = replace(classic.rules, most_players=3, reshuffle_at=0, **rules)
    return replace(classic, name="tiny", deck=Deck.of(deck), printed=printed, rules=changed)


def begin(edition: Edition, racks: dict[str, str], *lines: str) -> Solver:
    solver = Solver(edition, list(racks))
    for name, tiles in racks.items():
        if name != "me":
            solver.rack(name, tiles)
    for line in lines:
        solver.tell(line)
    return solver


EIGHT = {"Y2": 1, "K3": 2, "N4": 1, "R5": 1, "G6": 1, "B7": 2}
RACKS = {"Ann": "K3 N4 B7", "me": "?"}


def everything(
    solver: Solver, fresh: tuple[int, ...], *, in_order: bool = False, tiles: bool = False
) -> slow_mind.Further:
    """All futures of a tiny game in which the next to draw is known, followed slowly."""
    table = solver.table
    others = [name for name in table.players if name != "me"]
    racks = {name: tuple(map(str, table.racks[name].tiles)) for name in others}
    start = table.players.index(table.next_player or table.players[0])
    turns = [table.players[(start + i) % len(table.players)] for i in range(len(table.players))]
    drawer_answers = table.edition.rules.answered_by == "drawer"
    speaking = [[name for name in others if (name == drawer) == drawer_answers] for drawer in turns]
    speakers = [[[rack for other, rack in racks.items() if other != name] for name in names] for names in speaking]
    every = table.order or (table.round if in_order else tuple(sorted(table.edition.cards)))
    return slow_mind.further(chances(solver.belief), speakers, fresh, every, in_order=in_order, tiles=tiles)


def assert_close(solver: Solver, exact: slow_mind.Further, samples: int = 8_000) -> None:
    found = solver.further(samples=samples, seed=1)
    assert found.samples == samples
    assert found.never == pytest.approx(exact.never, abs=5 * math.sqrt(0.25 / samples))
    if exact.never == 1:
        assert math.isnan(found.answers)
        return
    assert (found.never == 0) == (exact.never < 1e-9)
    error = exact.deviation / math.sqrt(samples * (1 - exact.never))
    assert abs(found.answers - exact.answers) <= 5 * error + 1e-12
    assert found.error == pytest.approx(error, rel=0.15, abs=1e-12)


@pytest.mark.parametrize("cards", [(8, 17), (10, 12, 21), (5, 8, 17, 19), (1, 10, 17, 22), (2, 4)])
@pytest.mark.parametrize("me_first", [False, True])
def test_the_mean_over_all_futures_of_a_tiny_game(cards: tuple[int, ...], me_first: bool) -> None:
    """My own turns take cards away and tell me nothing."""
    racks = dict(reversed(RACKS.items())) if me_first else RACKS
    solver = begin(tiny(cards, EIGHT), racks)
    assert_close(solver, everything(solver, cards))


def test_cards_that_have_come_do_not_come_again_before_the_deck_is_complete() -> None:
    solver = begin(tiny((8, 10, 17, 19), EIGHT), RACKS, "Ann 8 3", "me 17 =")
    assert solver.table.cards_to_come == (10, 19)
    assert_close(solver, everything(solver, (10, 19)))


def test_a_card_that_is_gone_cannot_settle_it_before_the_deck_is_complete() -> None:
    """Only 17 tells N4 from B7, and I have just drawn it: Ann must answer 14, and then draws 17 with 1/2 each time."""
    deck = {"Y2": 2, "N4": 1, "B7": 1, "K3": 3}
    solver = begin(tiny((14, 17), deck), {"me": "?", "Ann": "K3 K3 K3"}, "me 17 =")
    exact = everything(solver, (14,))
    assert exact.answers == pytest.approx(1 + 2)
    assert_close(solver, exact)


def test_two_others_and_a_rack_between_them() -> None:
    deck = {**EIGHT, "P6": 2, "Y7": 1}
    solver = begin(tiny((8, 12, 20), deck), {"Ann": "K3 N4 B7", "me": "?", "Bob": "Y2 P6 P6"})
    assert_close(solver, everything(solver, (8, 12, 20)))


def test_where_the_others_answer_all_their_answers_count() -> None:
    deck = {**EIGHT, "P6": 2, "Y7": 1}
    edition = tiny((8, 12, 20), deck, answered_by="others")
    solver = begin(edition, {"Ann": "K3 N4 B7", "me": "?", "Bob": "Y2 P6 P6"})
    exact = everything(solver, (8, 12, 20))
    assert_close(solver, exact)


def test_where_tiles_must_be_named_numbers_alone_are_not_enough() -> None:
    cards, racks = (10, 14, 17), {"Ann": "K3 K3 K3", "me": "?"}
    deck = {"Y2": 2, "K3": 3, "N4": 1, "R5": 1, "K5": 1}  # no card here tells R5 from K5
    by_number, by_tile = begin(tiny(cards, deck), racks), begin(tiny(cards, deck, target=Target.TILES), racks)
    assert_close(by_number, everything(by_number, cards))
    assert_close(by_tile, everything(by_tile, cards, tiles=True))
    assert by_tile.further().never > by_number.further().never


def test_the_second_round_repeats_the_order_of_the_first() -> None:
    cards = (17, 10, 21, 8, 19)
    edition = tiny(cards, {**EIGHT, "N4": 3, "P6": 2}, cards_run_out="cycle")
    asked = [f"{('Ann', 'me')[i % 2]} {card} ?" for i, card in enumerate(cards)]
    solver = begin(edition, RACKS, *asked, "me 17 ?")
    assert solver.table.order == cards
    exact = everything(solver, cards[1:], in_order=True)
    assert exact.deviation > 0
    assert_close(solver, exact)


def test_the_order_is_known_as_soon_as_the_first_round_is_over() -> None:
    """All cards have come once: the next ones come in the same order, beginning with the first."""
    cards = (17, 10, 21, 8, 19)
    edition = tiny(cards, {**EIGHT, "N4": 3, "P6": 2}, cards_run_out="cycle")
    asked = [f"{('Ann', 'me')[i % 2]} {card} ?" for i, card in enumerate(cards)]
    solver = begin(edition, RACKS, *asked)
    assert solver.table.cards_to_come == (17,)
    assert_close(solver, everything(solver, cards, in_order=True))


def test_one_who_is_certain_needs_no_more() -> None:
    solver = begin(tiny((8, 17), {"Y2": 3, "K3": 3}), {"Ann": "K3 K3 K3", "me": "?"})
    assert solver.solved
    assert solver.further() == (0.0, 0.0, 0.0, 4000)


def test_exactly_one_answer_when_each_card_settles_everything() -> None:
    deck = {"Y2": 2, "N4": 1, "B7": 1, "K3": 3}
    solver = begin(tiny((17,), deck), {"Ann": "K3 K3 K3", "me": "?"})
    # Of Y2 Y2 N4 B7 three are mine: N4 B7 Y2 (same), N4 Y2 Y2 (brown) or B7 Y2 Y2 (blue).
    assert solver.question("Ann", 17).settles == 1.0
    assert solver.further() == (1.0, 0.0, 0.0, 4000)
    waiting = begin(tiny((17,), deck), {"me": "?", "Ann": "K3 K3 K3"})
    assert waiting.further() == (1.0, 0.0, 0.0, 4000)  # my own card first, which is no answer heard


def test_answers_that_cannot_tell_never_settle_it() -> None:
    solver = begin(tiny((5,), {"K3": 3, "R5": 2, "B7": 2}), {"Ann": "K3 K3 K3", "me": "?"})
    found = solver.further(samples=500)
    assert found.never == 1.0
    assert math.isnan(found.answers)
    assert math.isnan(found.error)


def test_with_an_error_rate_nothing_becomes_certain() -> None:
    """Any answer may be wrong, so none rules anything out, now or later. The rate was once ignored here."""
    deck = {"Y2": 2, "N4": 1, "B7": 1, "K3": 3}
    sure = begin(tiny((17,), deck), {"Ann": "K3 K3 K3", "me": "?"})
    assert (sure.further().answers, sure.question("Ann", 17).settles) == (1.0, 1.0)
    doubting = begin(tiny((17,), deck, error_rate=0.01), {"Ann": "K3 K3 K3", "me": "?"})
    found = doubting.further()
    assert (found.never, found.samples) == (1.0, 0)
    assert math.isnan(found.answers)
    assert math.isnan(found.error)
    assert [question.settles for question in doubting.questions] == [0.0]
    sure.answer("Ann", 17, ">")
    doubting.answer("Ann", 17, ">")
    assert (sure.solved, doubting.solved) == (True, False)
    # What the tiles alone settle is certain all the same.
    alone = begin(tiny((17,), {"Y2": 3, "K3": 3}, error_rate=0.01), {"Ann": "K3 K3 K3", "me": "?"})
    assert alone.solved
    assert alone.further() == (0.0, 0.0, 0.0, 4000)


def test_doubts_about_answers_given_leave_those_to_come_firm() -> None:
    deck = {"Y2": 2, "N4": 1, "B7": 1, "K3": 3}
    solver = begin(tiny((17,), deck), {"Ann": "K3 K3 K3", "me": "?"})
    solver.answer("Ann", 17, ">", doubted=True)
    assert not solver.solved
    assert solver.further() == (1.0, 0.0, 0.0, 4000)


def test_the_estimate_is_seeded_and_its_error_shrinks_with_the_samples() -> None:
    solver = solve(*TABLE, "Ann 8 5", "Bob 10 3")
    assert solver.further(seed=3) == solver.further(seed=3)
    assert solver.further(seed=3) != solver.further(seed=4)
    few, many = solver.further(samples=500, seed=5), solver.further(samples=50_000, seed=5)
    assert few.error / many.error == pytest.approx(10, rel=0.25)
    assert abs(few.answers - many.answers) < 5 * few.error
    assert solver.further().samples == 4000


def test_the_estimate_leaves_the_game_as_it_is() -> None:
    solver = solve(*TABLE, "Ann 8 5")
    before = state(solver)
    solver.further(samples=100)
    assert state(solver) == before


def test_more_answers_bring_the_end_nearer() -> None:
    """On average over the truth, a future that has begun is shorter by what was heard."""
    lines, _ = reference.random_game(random.Random(6), "classic", 4, 20, declare_prob=0, swap_prob=0)
    begin_at = next(n for n, line in enumerate(lines) if line.split()[0] not in ("edition", "players", "rack"))
    expected = [solve(*lines[:n]).further(samples=2000).answers for n in (begin_at, begin_at + 8, begin_at + 16)]
    assert expected[0] > expected[1] > expected[2]


@pytest.mark.parametrize(
    "lines",
    [(*TABLE, "Ann 1 2"), (*TABLE, "Ann 8 4", "declare me 146 wrong saw G1 N4 R5")],
    ids=["contradiction", "no rack"],
)
def test_an_estimate_about_nothing_does_not_promise_an_end(lines: tuple[str, ...]) -> None:
    """No answers to go would mean that my code is certain."""
    solver = solve(*lines)
    assert not solver.solved
    try:
        found = solver.further(samples=100)
    except (ValueError, RuntimeError):
        return
    assert found.answers != 0.0


def test_the_twin_by_hand() -> None:
    racks: list[Rack] = [("N4", "Y2", "Y2"), ("B7", "Y2", "Y2")]
    even = dict.fromkeys(racks, 0.5)
    assert slow_mind.further(even, [[[]]], (17,), (17,)) == (1.0, 0.0, 0.0)
    # With two cards, and every second one mine: Ann draws 17 with 1/2, again and again, which takes 2 on average.
    assert slow_mind.further(even, [[[]], []], (17, 14), (17, 14)).answers == pytest.approx(2)
    assert slow_mind.further(even, [[[]], []], (14, 17), (14, 17), in_order=True).never == 1.0
    assert slow_mind.further(even, [[], [[]]], (14, 17), (14, 17), in_order=True) == (1.0, 0.0, 0.0)
    assert slow_mind.further(even, [[[]]], (14,), (14,)).never == 1.0
