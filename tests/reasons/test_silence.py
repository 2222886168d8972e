"""Reasoning from what the others do not say: an assumption, exactly as a slow reference works it out."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import reference
import slow_mind
from logs import TABLE, name_game
from slow_mind import Rack
from strategies import chances, names, solve

from code777solver import Solver
from code777solver.errors import BeliefError, Code777Error
from code777solver.reasons.silence import opportunities

SILENT = {"declare_prob": 0, "swap_prob": 0}
SPOKEN = {"declare_prob": 0.15, "swap_prob": 0}
RIGHT = {"declare_prob": 0.1, "right_prob": 1.0}
GAMES = [
    *(("classic", seed, SILENT) for seed in (4, 5, 7, 9, 10, 11, 13)),
    *(("classic", seed, SPOKEN) for seed in (3, 4, 5, 7, 8, 10, 11, 13)),
    *(("code77", seed, {"declare_prob": 0.12}) for seed in (4, 5, 6, 10, 12)),
    *(("stronghold", seed, RIGHT) for seed in (3, 4, 5, 6, 10, 11)),
]
"""Edition, seed and options of random games with few racks that may be mine."""
Game = tuple[str, int, dict[str, Any]]


def play(edition: str, seed: int, options: dict[str, Any]) -> list[str]:
    return reference.random_game(random.Random(seed), edition, 2 + seed % 3, 5 + seed, **options)[0]


@cache
def slow_silence(index: int) -> dict[Rack, slow_mind.Against]:
    """Findings of a slow reference for one of the games."""
    return slow_mind.silence(play(*GAMES[index]))


def assumed(solver: Solver, **options: Any) -> dict[Rack, float]:
    """Racks and their chances under the assumption."""
    found = solver.assuming_silence(**options).chances
    space = solver.belief.space
    return {names(space.rack(int(i))): float(found[i]) for i in np.nonzero(found)[0]}


def expected(solver: Solver, slow: dict[Rack, slow_mind.Against], factor: float = 0.0) -> dict[Rack, float]:
    weights = {rack: chance * slow[rack].weight(factor) for rack, chance in chances(solver.belief).items()}
    total = sum(weights.values())
    return {rack: weight / total for rack, weight in weights.items() if weight}


# ------------------------------------------------------------------------------- the slow reference


@pytest.mark.parametrize("index", range(len(GAMES)), ids=lambda index: name_game(GAMES[index]))
def test_perfect_players_at_depth_1_equal_the_slow_reference(index: int) -> None:
    solver, slow = solve(*play(*GAMES[index])), slow_silence(index)
    assert slow.keys() == chances(solver.belief).keys()
    assert assumed(solver) == pytest.approx(expected(solver, slow), abs=1e-12)
    found = solver.assuming_silence()
    assert found.possible == any(against.weight(0) for against in slow.values())
    assert (found.factor, found.depth) == (0.0, 1)


@pytest.mark.parametrize("index", range(len(GAMES)), ids=lambda index: name_game(GAMES[index]))
def test_each_silence_of_one_who_was_certain_costs_the_factor(index: int) -> None:
    """A player who is not perfect may also be right by luck; but nobody names a code that they have excluded."""
    solver, slow = solve(*play(*GAMES[index])), slow_silence(index)
    for factor in (0.3, 1.0):
        assert assumed(solver, factor=factor) == pytest.approx(expected(solver, slow, factor), abs=1e-12)


def test_the_games_of_these_tests_have_every_kind_of_moment() -> None:
    games = [slow_silence(index) for index in range(len(GAMES))]
    found = [against for game in games for against in game.values()]
    assert any(against.silences > 1 for against in found)
    assert any(against.unthinkable for against in found)
    assert any(against.lucky and not against.unthinkable for against in found)
    assert any(against.weight(0) for against in found)
    assert {0.0, 1.0} in [{against.weight(0) for against in game.values()} for game in games]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("edition", "seed"),
    [*(("stronghold", seed) for seed in (5, 34, 35, 57)), *(("classic", seed) for seed in (16, 28, 32, 48))],
)
def test_others_who_never_saw_an_old_rack_or_had_a_tile_swapped_are_followed_as_the_slow_reference_does(
    edition: str, seed: int
) -> None:
    options: dict[str, Any] = {"declare_prob": 0.2, "right_prob": 0.3, "max_states": 0}
    if edition == "classic":
        options = {"declare_prob": 0.1, "swap_prob": 0.15}
    lines = reference.random_game(random.Random(seed), edition, 2 + seed % 3, 5 + seed % 10, **options)[0]
    assert any(line.endswith("wrong") if edition == "stronghold" else line.startswith("swap") for line in lines)
    solver, slow = solve(*lines), slow_mind.silence(lines)
    for factor in (0.0, 0.3):
        assert assumed(solver, factor=factor) == pytest.approx(expected(solver, slow, factor), abs=1e-12)


@pytest.mark.parametrize("seed", [1, 4, 7, 10, 13, 16])
def test_others_who_reason_about_silence_themselves_equal_a_slow_reference_too(seed: int) -> None:
    lines = reference.random_game(random.Random(seed), "classic", 3, 9 + seed % 4, **SILENT)[0]  # type: ignore[arg-type]
    solver = solve(*lines)
    assert set(assumed(solver, depth=2)) == slow_mind.silent_at_depth_2(lines)


@pytest.mark.parametrize("seed", [1, 7, 13])
def test_others_who_reason_about_silence_think_that_i_heard_what_they_heard(seed: int) -> None:
    """I doubt one answer and missed another. They heard both right, and do not know that I did not."""
    lines = reference.random_game(random.Random(seed), "classic", 3, 10, **SILENT)[0]  # type: ignore[arg-type]
    doubted, missed = random.Random(seed).sample(slow_mind.answer_places(lines), 2)
    told = slow_mind.stories_in_doubt(lines, {doubted: Fraction(1, 4), missed: None})
    log = list(lines)
    log[doubted] += " ?"
    log[missed] = " ".join([*lines[missed].split()[:2], "?"])
    for depth, slow in (
        (1, {rack for rack, against in slow_mind.silence(lines, told=told).items() if not against.silences}),
        (2, slow_mind.silent_at_depth_2(lines, told=told)),
    ):
        assert set(assumed(solve(*log), depth=depth)) == slow


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("own_turn", [False, True])
def test_where_all_answer_a_card_the_opportunity_ends_with_the_next_card(seed: int, own_turn: bool) -> None:
    """On your own turn only: the drawer of the card alone had the chance to declare."""
    rng = random.Random(seed)
    tiles = rng.sample(sorted(reference.DECK_28.elements()), 9)
    racks = {name: tuple(sorted(tiles[i : i + 3])) for i, name in zip((0, 3, 6), ("Ann", "Bob", "me"), strict=True)}
    lines = ["edition classic", "players Ann Bob me"]
    lines += [f"rack {name} {' '.join(rack)}" for name, rack in racks.items() if name != "me"]
    for turn, card in enumerate(rng.sample(sorted(reference.CARDS), 7 + seed)):
        for name in ("Ann", "Bob", "me"):
            if name != ("Ann", "Bob", "me")[turn % 3]:
                seen = [rack for other, rack in racks.items() if other != name]
                lines.append(f"{name} {card} {reference.answer(card, seen)}")
    options = ["option answered_by others", f"option declare {'own_turn' if own_turn else 'any_time'}"]
    solver = solve(lines[0], *options, *lines[1:])
    assert list(solver.log.warnings) == []
    ended = slow_mind.moments(lines, all_answer=True, own_turn=own_turn)
    slow = slow_mind.silence(lines, ended=ended)
    for factor in (0.0, 0.5):
        assert assumed(solver, factor=factor) == pytest.approx(expected(solver, slow, factor), abs=1e-12)


@pytest.mark.parametrize("seed", [4, 5, 7, 9])
def test_where_tiles_must_be_named_one_who_knows_only_the_numbers_is_not_certain(seed: int) -> None:
    lines = play("classic", seed, SILENT)
    solver, slow = solve(lines[0], "option advanced", *lines[1:]), slow_mind.silence(lines, tiles=True)
    assert assumed(solver, factor=0.5) == pytest.approx(expected(solver, slow, 0.5), abs=1e-12)


def test_where_tiles_must_be_named_a_declaration_names_tiles_that_were_thinkable() -> None:
    """With P7 on my rack Ann cannot have meant P7 N4 Y2, though her numbers may be 247 all the same."""
    lines = ["players Ann Bob me", "rack Ann Y2 N4 B7", "rack Bob G6 G6 R5", "Ann 4 0", "Bob 1 0", "me 8 5"]
    lines += ["declare Ann P7 N4 Y2 wrong", "rack Ann R5 R5 N4"]
    solver, slow = solve("option advanced", *lines), slow_mind.silence(lines, tiles=True)
    unthinkable = {rack for rack, against in slow.items() if against.unthinkable}
    assert unthinkable
    assert len(unthinkable) < len(slow)
    assert set(assumed(solver)) == {rack for rack, against in slow.items() if against.weight(0)}


# --------------------------------------------------------------------------------- perfect players


def perfect_game(seed: int, players: int, cards: int) -> tuple[list[str], Rack]:
    """A game in which players declare when certain: my log, and my last rack."""
    rng = random.Random(seed)
    everyone = rng.sample(["me", "Ann", "Bob", "Cid"][:players], players)
    game = reference._Game(rng, "classic", True, pile=sorted(reference.DECK_28.elements()))
    game.lines += ["edition classic", f"players {' '.join(everyone)}"]
    rng.shuffle(game.pile)
    for name in everyone:
        game.deal(name, 3)
    stack = rng.sample(sorted(reference.CARDS), len(reference.CARDS))
    for turn in range(cards):
        game.answer(everyone[turn % players], stack[turn])
        silent = list(everyone)
        while ready := [name for name in silent if knows(game.lines, name)]:
            game.declare(ready[0], True, True)
            silent.remove(ready[0])
    lines = [
        "rack me ?" if line.startswith("rack me ") else line
        for n, line in enumerate(game.lines)
        if not (line.startswith("rack me ") and n < players + 2)
    ]
    return lines, game.racks["me"]


def knows(lines: list[str], name: str) -> bool:
    *_, (_, states) = reference._replay(lines, name)
    return slow_mind.is_certain({rack for rack, _ in states})


@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 4), (5, 3), (8, 4)])
def test_among_perfect_players_the_truth_is_never_excluded(seed: int, players: int) -> None:
    lines, true = perfect_game(seed, players, 14)
    assert any(line.startswith("declare") for line in lines)
    solver = solve(*lines)
    assert true in assumed(solver)
    assert assumed(solver)[true] >= chances(solver.belief)[true] - 1e-12
    assert solver.assuming_silence().possible


# ------------------------------------------------------------------------------------ made by hand


def test_the_moments_of_a_short_game() -> None:
    lines = [
        "edition classic",
        *TABLE,
        "Ann 8 5",  # line 5; before it nobody could know anything
        "Bob 5 0",  # ends the opportunity after line 5
        "declare Ann 257 right",
        "rack Ann K3 N4 N4",
        "me 3 0",  # ends the one after line 6: Ann has spoken
    ]
    found = [
        (moment.place + 1, moment.player, moment.declared and moment.declared.numbers)
        for moment in opportunities(solve(*lines).log.lines)
    ]
    assert found == [
        *((5, player, None) for player in ("Ann", "Bob", "me")),
        (6, "Ann", "257"),
        *((8, player, None) for player in ("Bob", "me")),
    ]
    slow = [(moment.line, moment.player, moment.said) for moment in slow_mind.moments(lines)]
    assert found == slow


@pytest.mark.parametrize("between", ["# a comment", "", "   ", "note hm"])
@pytest.mark.parametrize(
    "game", [("classic", 5, SILENT), ("classic", 7, SILENT), ("stronghold", 11, RIGHT)], ids=name_game
)
def test_comments_blank_lines_and_notes_do_not_matter(game: Game, between: str) -> None:
    lines = play(*game)
    first = next(n for n, line in enumerate(lines) if line.startswith("players")) + 1
    spaced = [*lines[:first], *(text for line in lines[first:] for text in (line, between))]
    assert assumed(solve(*spaced)) == assumed(solve(*lines))


def test_silence_proves_nothing_and_changes_nothing() -> None:
    lines = play("classic", 7, SILENT)
    solver = solve(*lines)
    before = (chances(solver.belief), [told.only for told in solver.answers_heard], solver.why("no 1"), str(solver.log))
    assert len(assumed(solver)) < len(before[0])
    assert (
        chances(solver.belief),
        [told.only for told in solver.answers_heard],
        solver.why("no 1"),
        str(solver.log),
    ) == before
    assert len(solver.candidates) == len(before[0])


def test_codes_under_the_assumption_add_up_and_come_most_likely_first() -> None:
    solver = solve(*play("code77", 5, {"declare_prob": 0.12}))
    found = solver.assuming_silence(factor=0.2)
    by_code: dict[str, float] = {}
    for rack, chance in assumed(solver, factor=0.2).items():
        by_code[slow_mind.numbers(rack)] = by_code.get(slow_mind.numbers(rack), 0.0) + chance
    assert {code.numbers: code.probability for code in found.codes} == pytest.approx(by_code)
    listed = [code.probability for code in found.codes]
    assert listed == sorted(listed, reverse=True)
    assert sum(listed) == pytest.approx(1)


def test_an_assumption_that_the_log_contradicts_leaves_nothing_and_says_so() -> None:
    solver = solve(*play("classic", 11, SILENT))
    found = solver.assuming_silence()
    assert not found.possible
    assert found.codes == []
    assert not found.chances.any()
    assert solver.assuming_silence(factor=0.01).possible


def test_before_any_card_has_been_answered_silence_says_nothing() -> None:
    for lines in (TABLE, (*TABLE, "Ann 8 5")):
        solver = solve(*lines)
        assert assumed(solver) == pytest.approx(chances(solver.belief))


def test_only_silence_since_my_present_rack_counts() -> None:
    """Somebody who was certain beside my old rack said nothing; that says nothing of the new one."""
    lines = play("classic", 7, SILENT)
    mine = next(rack for rack, against in slow_mind.silence(lines).items() if against.silences)
    fresh = solve(*lines, f"declare me 111 wrong saw {' '.join(mine)}", "rack me ?")
    assert fresh.contradictions == ()
    assert assumed(fresh) == pytest.approx(chances(fresh.belief))


@pytest.mark.parametrize(("seed", "players"), [(0, 3), (8, 4), (20, 3), (29, 4)])
def test_what_others_knew_of_racks_that_have_gone_does_not_bear_on_those_that_came(seed: int, players: int) -> None:
    """A player who declares and draws again knows nothing of the new rack, and may well be silent."""
    lines, true = perfect_game(seed, players, 22)
    solver, slow = solve(*lines), slow_mind.silence(lines)
    assert slow[true] == (0, False, False)
    for factor in (0.0, 0.5):
        assert assumed(solver, factor=factor) == pytest.approx(expected(solver, slow, factor), abs=1e-12)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"depth": 0}, "silence depth 0: 1 or 2"),
        ({"depth": 3}, "silence depth 3: 1 or 2"),
        ({"factor": -0.1}, r"silence factor -0.1: a number from 0 \(perfect players\) to 1 \(no effect\)"),
        ({"factor": 1.5}, "silence factor 1.5"),
    ],
)
def test_depths_and_factors_that_make_no_sense_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BeliefError, match=reason):
        solve(*TABLE, "Ann 8 5").assuming_silence(**options)


def hidden_game(*mine: str) -> list[str]:
    """My old rack goes away unseen after Ann has drawn a new one; an open log names mine."""
    first, second = mine or ("", "?")
    return [
        "edition stronghold",
        "players Ann me",
        "rack Ann Y2 Y2 B7",
        "rack spare1 G6 R5 R5",
        "rack spare2 N4 N4 Y7",
        *([f"rack me {first}"] if first else []),
        "Ann 8 7",
        "declare Ann 227 right",
        "rack Ann K3 P6 B7",
        "rack spare1 K3 N4 B7",
        "declare me 146 wrong",
        f"rack me {second}",
        "me 3 0",
        "Ann 5 0",
        "me 1 0",
        "Ann 4 2",
    ]


def test_an_old_rack_that_was_never_seen_is_said_not_to_be_followed() -> None:
    with pytest.raises(BeliefError, match="an earlier rack was never seen \\(me\\)"):
        solve(*hidden_game()).assuming_silence()


def test_an_open_log_does_not_lend_me_the_rack_that_i_never_saw() -> None:
    """A rack that the log names and I have not seen does not change my deductions."""
    with pytest.raises(BeliefError, match="an earlier rack was never seen \\(me\\)"):
        solve(*hidden_game("G1 K5 P6", "K3 R5 G6")).assuming_silence()


@pytest.mark.parametrize(
    "lines",
    [
        (*TABLE, "Ann 1 2", "Bob 5 0", "me 3 0", "Ann 8 5"),
        (*TABLE, "Ann 8 4", "Bob 5 0", "declare me 146 wrong saw G1 N4 R5"),
    ],
    ids=["contradiction", "no rack"],
)
def test_where_there_is_nothing_to_assume_about_that_is_said(lines: tuple[str, ...]) -> None:
    solver = solve(*lines)
    try:
        found = solver.assuming_silence()
    except Code777Error:
        return
    assert not found.possible
    assert found.codes == []
