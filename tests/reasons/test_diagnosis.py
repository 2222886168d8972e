"""When nothing fits: the smallest sets of answers that must be wrong, or what else was misread, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

import pytest
import reference
import slow_mind
from logs import TABLE
from printing import printed
from slow_mind import Rack
from strategies import names, solve

from code777solver import Solver
from code777solver.reasons.misreadings import SLIP, Misreading
from code777solver.show import panels

PLAYERS = ("Ann", "Bob", "Cid", "Dan")
LIES = [
    *(("classic", seed, {"declare_prob": 0, "swap_prob": 0}) for seed in (3, 8, 11, 12, 15, 16, 30, 33, 34, 37)),
    *(("classic", seed, {"swap_prob": 0}) for seed in (1, 7, 16, 26, 28, 35)),
    *(("stronghold", seed, {"max_states": 8_000, "declare_prob": 0.4}) for seed in (5, 14, 17, 18, 20, 22, 37)),
    *(
        ("classic", seed, {"max_states": 5_000, "declare_prob": 0.1, "reveal_prob": 0.5, "swap_prob": 0.2})
        for seed in (3, 7, 8, 15, 25, 29, 30)
    ),
]
"""Edition, seed and options of true games in which one answer is then changed so that nothing is left."""
Lie = tuple[str, int, dict[str, Any]]


def play(edition: str, seed: int, options: dict[str, Any]) -> tuple[list[str], Rack]:
    return reference.random_game(random.Random(seed), edition, 2 + seed % 3, 10 + seed % 8, **options)


def tell_a_lie(lines: list[str], seed: int) -> tuple[int, str, list[str]]:
    """Change one answer: its line, what it really was, and the false log."""
    rng = random.Random(seed)
    line = rng.choice([n for n, text in enumerate(lines, 1) if text.split()[0] in PLAYERS])
    player, card, truth = lines[line - 1].split()
    others = [symbol for symbol in (">", "<", "=") if int(card) > 11] or ["0", "1", "2"]
    lie = rng.choice([symbol for symbol in others if symbol != truth])
    return line, truth, [*lines[: line - 1], f"{player} {card} {lie}", *lines[line:]]


def name_lie(lie: object) -> str:
    return f"{lie[0]}-{lie[1]}" if isinstance(lie, tuple) else str(lie)


# ------------------------------------------------------------------------------------------- culprits


@pytest.mark.parametrize("lie", LIES, ids=name_lie)
def test_culprits_are_the_smallest_sets_without_which_something_is_left(lie: Lie) -> None:
    lines, _ = play(*lie)
    line, truth, false = tell_a_lie(lines, lie[1])
    solver = solve(*false)
    assert solver.contradictions
    assert not solver.belief.possible
    found = solver.diagnose().culprits
    slow = slow_mind.culprits(slow_mind.read_evidence(false))
    assert {culprits.lines for culprits in found} == slow.keys()
    for culprits in found:
        assert culprits.probability == pytest.approx(slow[culprits.lines].chance, abs=1e-9)
        assert culprits.racks == len(slow[culprits.lines].racks)
        assert culprits.codes == len(set(map(slow_mind.numbers, slow[culprits.lines].racks)))
    # The rest of the log is true, so one answer is enough, and the lie is among those that explain it.
    lies = [culprits for culprits in found if culprits.lines == (line,)]
    assert len(lies) == 1
    assert truth in lies[0].instead[line]
    assert [culprits.probability for culprits in found] == sorted(
        (culprits.probability for culprits in found), reverse=True
    )
    assert sum(culprits.probability for culprits in found) == pytest.approx(1)


@pytest.mark.parametrize("lie", LIES[:10], ids=name_lie)
def test_putting_in_what_the_answer_should_have_been_brings_the_same_racks_back(lie: Lie) -> None:
    lines, true = play(*lie)
    line, truth, false = tell_a_lie(lines, lie[1])
    for culprits in solve(*false).diagnose().culprits:
        (wrong,) = culprits.lines
        player, card, _ = false[wrong - 1].split()
        back = {}
        for symbol in culprits.instead[wrong]:
            corrected = [*false[: wrong - 1], f"{player} {card} {symbol}", *false[wrong:]]
            back[symbol] = solve(*corrected)
            assert back[symbol].belief.possible, symbol
        assert sum(len(solver.candidates) for solver in back.values()) == culprits.racks
        assert sum(culprits.instead[wrong].values()) == pytest.approx(1)
        weights = {symbol: solver.belief.total for symbol, solver in back.items()}
        expected = {symbol: weight / sum(weights.values()) for symbol, weight in weights.items()}
        assert dict(culprits.instead[wrong]) == pytest.approx(expected)
        assert list(culprits.instead[wrong].values()) == sorted(culprits.instead[wrong].values(), reverse=True)
        if wrong == line:
            assert true in {candidate.tiles for candidate in back[truth].candidates}


@pytest.mark.parametrize("seed", range(12))
def test_of_several_lies_no_set_of_culprits_can_be_made_smaller(seed: int) -> None:
    lines, _ = play("classic", seed, {"declare_prob": 0, "swap_prob": 0})
    for more in range(3):
        _, _, lines = tell_a_lie(lines, 100 * more + seed)
    solver = solve(*lines)
    if solver.belief.possible:
        assert solver.contradictions == ()
        return
    heard = [told.line for told in solver.answers_heard]
    found = {culprits.lines for culprits in solver.diagnose().culprits}
    size = len(next(iter(found)))
    assert {len(chosen) for chosen in found} == {size}
    assert found == slow_mind.culprits(slow_mind.read_evidence(lines)).keys()

    def something_left(dropped: tuple[int, ...]) -> bool:
        left = slow_mind.hearing_only(lines, set(heard) - set(dropped))
        return solve(*left).belief.possible

    for chosen in found:
        assert something_left(chosen)
        for fewer in combinations(chosen, size - 1):
            assert not something_left(fewer)


def test_an_answer_about_an_old_rack_is_suspected_as_well() -> None:
    """Ann saw three rare tiles on a rack that has gone; Bob now sees one of them on the new one."""
    solver = solve(
        "edition stronghold",
        "players Ann Bob Cid me",
        "rack Ann Y2 Y2 B7",
        "rack Bob G6 R5 R5",
        "rack Cid N4 N4 Y7",
        "Ann 11 3",
        "declare me 146 wrong",
        "rack me ?",
        "Bob 11 1",
    )
    assert solver.contradictions == (9,)
    culprits = solver.diagnose().culprits
    assert {found.lines for found in culprits} == {(6,), (9,)}
    right = {found.lines: dict(found.instead[found.lines[0]]) for found in culprits}
    assert right[9,] == {"0": 1.0}
    assert right[6,].keys() == {"0", "1", "2"}


def test_the_likelier_slip_comes_first() -> None:
    """A false count of many has many ways to be false; the racks that are left weigh too."""
    solver = solve(*TABLE, "Ann 11 2", "Bob 11 1")
    found = solver.diagnose().culprits
    weights = {4: 0.0, 5: 0.0}
    for rack, chance in reference.beliefs(TABLE)[-1].items():
        rare = sum(rack.count(tile) for tile in ("G1", "P7"))  # K5 is on Ann's rack
        if rare == 0:
            weights[4] += float(chance) / 3  # Bob's 1 is right; Ann's 2 should have been 0
        elif rare == 2:
            weights[5] += float(chance) / 3
    assert [culprits.lines for culprits in found] == [(4,), (5,)]
    assert found[0].probability == pytest.approx(weights[4] / sum(weights.values()))


def test_what_i_doubt_weighs_in_whom_i_suspect() -> None:
    """Two answers exclude each other; a third, which I only half heard, speaks for one of them."""
    lines = (*TABLE, "Ann 11 2", "Bob 11 1", "me 5 0", "Ann 11 2 ?")
    solver = solve(*lines)
    slow = slow_mind.culprits(slow_mind.read_evidence(lines), doubt=0.25)
    found = {culprits.lines: culprits.probability for culprits in solver.diagnose().culprits}
    assert found == pytest.approx({lines: culprits.chance for lines, culprits in slow.items()})


def test_a_doubted_answer_is_no_culprit() -> None:
    solver = solve(*TABLE, "Ann 17 > ?", "Bob 1 2", "me 5 0")
    assert solver.contradictions == (5,)
    assert [culprits.lines for culprits in solver.diagnose().culprits] == [(5,)]


# ----------------------------------------------------------------------------------------- misreadings


def misreadings(solver: Solver, kind: str) -> list[Misreading]:
    return [misreading for misreading in solver.diagnose().misreadings if misreading.kind == kind]


def one_tile_changed(lines: list[str]) -> Iterator[tuple[str, str, str, list[str]]]:
    """Every log in which one tile of a rack in sight is another, if the deck has it: rack, old, new and log."""
    seen = [tile for line in lines if line.startswith("rack") for tile in line.split()[2:]]
    for n, line in enumerate(lines):
        if line.startswith("rack"):
            _, name, *tiles = line.split()
            for old in sorted(set(tiles)):
                for new in reference.DECK_28:
                    if new != old and seen.count(new) < reference.DECK_28[new]:
                        yield (
                            name,
                            old,
                            new,
                            [*lines[:n], f"rack {name} {' '.join(changed(tiles, old, new))}", *lines[n + 1 :]],
                        )


def changed(tiles: list[str], old: str, new: str) -> list[str]:
    rest = list(tiles)
    rest.remove(old)
    return [*rest, new]


@pytest.mark.parametrize("seed", [1, 4, 10])
def test_every_tile_is_named_that_explains_the_contradiction_if_it_was_misread(seed: int) -> None:
    lines, true = play("classic", seed, {"declare_prob": 0, "swap_prob": 0})
    rng = random.Random(seed)
    others = [change for change in one_tile_changed(lines) if not solve(*change[3]).belief.possible]
    name, truth, seen, misread = rng.choice(others)
    assert not reference.beliefs(misread)[-1]
    found = {(m.text, m.racks, m.codes) for m in misreadings(solve(*misread), "tile")}
    expected = set()
    for player, old, new, log in one_tile_changed(misread):
        left = reference.beliefs(log)[-1]
        if left:
            expected.add((f"{player} has {new} and not {old}", len(left), len(reference.codes(left))))
    assert found == expected
    assert f"{name} has {truth} and not {seen}" in {text for text, _, _ in found}
    assert true in reference.beliefs(lines)[-1]


def test_a_tile_that_was_misread_may_be_on_my_own_rack() -> None:
    """Ann has R5 and not the only K5, which is mine: the tile is free again for my rack."""
    racks = {"Ann": ("B7", "R5", "Y2"), "Bob": ("G6", "G6", "R5"), "me": ("K5", "N4", "P6")}
    lines = list(TABLE)
    for card in (11, 22, 21, 10, 8, 18):
        for player in ("Ann", "Bob"):
            seen = [rack for name, rack in racks.items() if name != player]
            lines.append(f"{player} {card} {reference.answer(card, seen)}")
    assert not reference.beliefs(lines)[-1]
    left = reference.beliefs([line.replace("Y2 K5 B7", "Y2 R5 B7") for line in lines])[-1]
    assert racks["me"] in left
    found = {misreading.text: misreading.racks for misreading in misreadings(solve(*lines), "tile")}
    assert found["Ann has R5 and not K5"] == len(left)


def test_misreadings_that_repair_all_come_first_then_the_newest_line_then_the_likeliest() -> None:
    lines, _ = play("classic", 8, {"declare_prob": 0, "swap_prob": 0})
    _, _, false = tell_a_lie(lines, 8)
    diagnosis = solve(*false).diagnose()
    found = [(len(one.leaves), one.line != len(false), -one.share) for one in diagnosis.misreadings]
    assert found == sorted(found)
    shares = [one.share for one in (*diagnosis.culprits, *diagnosis.misreadings)]
    assert all(0 < share < 1 for share in shares)
    assert sum(shares) == pytest.approx(1)


LAST_RACK = """\
edition classic
players Ann Bob Cid me
rack Ann N4 P6 R5
rack Bob K5 R5 Y2
rack Cid B7 K3 K3
Ann 23 <
Bob 4 2
declare Cid 337 right
rack Cid B7 K3 Y7
Cid 7 1
declare Bob 667 wrong
rack Bob G1 P7 R5
me 10 1
declare Cid 357 wrong
rack Cid B7 P6 P6
reshuffle
Ann 22 <
declare me 246 right saw G6 N4 Y2
rack me ?
Bob 2 1
Cid 21 =
me 12 <
declare Cid 667 right
rack Cid G6 K5 N4
Ann 8 7
declare Ann 456 right
rack Ann B7 Y2 R5
"""


def test_a_rack_that_was_entered_last_is_suspected_before_any_other_line() -> None:
    """Answers were blamed with more than 99.9%, and the rack that brought the contradiction was not listed."""
    lines = LAST_RACK.splitlines()
    solver = Solver.from_log(LAST_RACK)
    assert solver.contradictions == (len(lines),)
    diagnosis = solver.diagnose()
    assert {one.line for one in diagnosis.misreadings[:6]} == {len(lines)}
    assert not any(one.leaves for one in diagnosis.misreadings[:6])
    assert len({one.text for one in diagnosis.misreadings}) == len(diagnosis.misreadings)
    assert 0.3 < sum(one.share for one in diagnosis.culprits) < 0.7
    told = printed(panels.diagnosis(solver))
    assert f"Check line {len(lines)} first, the newest: {lines[-1]}" in told


def test_a_misread_tile_weighs_as_much_as_there_are_ways_to_draw_it() -> None:
    """By brute force: all deals with one tile of Ann misread, against all deals with one answer misheard."""
    answers = (("Ann", 11, "1"), ("Bob", 11, "1"))
    racks = {"Ann": ("B7", "K5", "Y2"), "Bob": ("G6", "G6", "R5")}
    diagnosis = solve(*TABLE, *(" ".join(map(str, one)) for one in answers)).diagnose()
    deck = Counter(reference.DECK_28)
    every = sorted(combinations_with_replacement(sorted(deck), 3))

    def ways(rack: tuple[str, ...], free: Counter[str]) -> int:
        return prod(comb(free[tile], count) for tile, count in Counter(rack).items())

    def weight(ann: tuple[str, ...], wrong: int | None) -> float:
        """The ways to deal Ann's rack and mine so that all answers are right but perhaps one."""
        free, total = deck - Counter(racks["Bob"]), 0
        for mine in every:
            said = [
                reference.answer(card, [mine, racks["Bob"] if player == "Ann" else ann]) == symbol
                for player, card, symbol in answers
            ]
            if said == [number != wrong for number in range(len(answers))]:
                total += ways(ann, free) * ways(mine, free - Counter(ann))
        return float(total)

    expected: dict[object, float] = {}
    for culprit, line in enumerate((4, 5)):
        expected[line] = SLIP / 3 * weight(racks["Ann"], culprit)  # of four answers three are wrong
    for old in racks["Ann"]:
        for new in deck:
            rest = Counter(racks["Ann"]) - Counter([old]) + Counter([new])
            other = tuple(sorted(rest.elements()))
            if new != old and (found := weight(other, None)):
                expected[f"Ann has {new} and not {old}"] = SLIP / 3 * rest[new] / (len(deck) - 1) * found
    shares: dict[object, float] = {one.lines[0]: one.share for one in diagnosis.culprits}
    shares |= {one.text: one.share for one in diagnosis.misreadings if one.text.startswith("Ann has")}
    assert len(expected) > 8
    total, found = sum(expected.values()), sum(shares.values())
    assert {name: share / found for name, share in shares.items()} == pytest.approx(
        {name: share / total for name, share in expected.items()}
    )


def test_a_tile_misread_on_a_rack_that_has_been_refilled_is_named() -> None:
    """Bob really has B7 R5 R5 now; it was noted as Y7 R5 R5."""
    lines = [*TABLE, "Ann 5 0", "declare Bob 566 right", "rack Bob Y7 R5 R5"]
    bob, mine = ("B7", "R5", "R5"), ("K3", "N4", "P6")
    for card in (20, 16, 14, 8, 17, 23):
        lines += [f"Ann {card} {reference.answer(card, [bob, mine])}", "Bob 3 0", "me 3 0"]
        if not solve(*lines).belief.possible:
            break
    found = misreadings(solve(*lines), "tile")
    left = reference.beliefs([line.replace("Y7 R5 R5", "B7 R5 R5") for line in lines])[-1]
    assert mine in left
    assert ("Bob has B7 and not Y7", len(left)) in {(misreading.text, misreading.racks) for misreading in found}


def missed_reshuffle(*, drawn_after: bool) -> list[str]:
    """G1, K5 and P7 go out of play, go back unnoticed and come to my new rack (if I draw one)."""
    redraw = ["declare me 146 wrong saw N4 N4 R5", "rack me ?"] if drawn_after else []
    return [
        "players Ann Bob me",
        "rack Ann G1 K5 P7",
        "rack Bob G6 G6 R5",
        "Ann 4 0",
        "declare Ann 157 right",
        "rack Ann Y2 B7 B7",
        *redraw,
        "Bob 11 2",
    ]


def test_a_missing_reshuffle_is_named_where_a_tile_out_of_play_must_be_mine() -> None:
    lines = missed_reshuffle(drawn_after=True)
    solver = solve(*lines)
    assert not solver.belief.possible
    (found,) = misreadings(solver, "reshuffle")
    assert found.text == "a reshuffle is missing in the log"
    left = reference.beliefs([*lines[:7], "reshuffle", *lines[7:]])[-1]
    assert (found.racks, found.codes) == (len(left), len(reference.codes(left)))
    assert ("G1", "P6", "P7") in left


def test_no_reshuffle_explains_a_tile_on_a_rack_that_was_dealt_before_it_went_out() -> None:
    """Tiles that go back can come to new racks, and never to one that is older."""
    lines = missed_reshuffle(drawn_after=False)
    solver = solve(*lines)
    assert not solver.belief.possible
    for place in range(6, len(lines) + 1):
        assert not reference.beliefs([*lines[:place], "reshuffle", *lines[place:]])[-1]
    assert misreadings(solver, "reshuffle") == []


def test_no_reshuffle_is_suspected_where_nothing_is_out_of_play() -> None:
    assert misreadings(solve(*TABLE, "Ann 1 2"), "reshuffle") == []


@pytest.mark.parametrize(("option", "reading"), [((), "or_more"), (("option card2 or_more",), None)])
def test_another_reading_of_card_2_is_named(option: tuple[str, ...], reading: str | None) -> None:
    """The others answer card 2 in one way and I have it in another."""
    spoken = {2: reading} if reading else {}
    racks = {"Ann": ("B7", "G6", "R5"), "Bob": ("G6", "P6", "R5"), "me": ("B7", "K3", "R5")}
    lines = [
        *option,
        "players Ann Bob me",
        "rack Ann B7 G6 R5",
        "rack Bob G6 P6 R5",
        *(
            f"{player} {card} {reference.answer(card, [racks['me'], racks[other]], readings=spoken)}"
            for player, other, card in (("Ann", "Bob", 21), ("Bob", "Ann", 10), ("Ann", "Bob", 8), ("Bob", "Ann", 2))
        ),
        "Ann 2 " + reference.answer(2, [racks["me"], racks["Bob"]], readings=spoken),
    ]
    solver = solve(*lines)
    assert not solver.belief.possible
    (found,) = [misreading for misreading in misreadings(solver, "reading") if "card 2 " in misreading.text]
    left = reference.beliefs(lines, readings=spoken)[-1]
    assert racks["me"] in left
    assert (found.racks, found.codes) == (len(left), len(reference.codes(left)))
    assert found.text == f"card 2 is meant as: How many racks add up to 12 or {'more' if reading else 'less'}?"


def test_a_reading_that_does_not_help_is_not_named() -> None:
    assert misreadings(solve(*TABLE, "Ann 1 2"), "reading") == []


@pytest.mark.seconds
def test_card_12_read_for_black_3s_only_is_tried_in_the_49_tile_deck() -> None:
    """Seen are a red 3 and no pink 6: `same` is right for black 3s, and wrong for all 3s unless P6 is mine."""
    lines = [
        "edition unique49",
        "players Ann Bob Cid me",
        "rack Ann Y2 K5 B7",
        "rack Bob G6 R3 R5",
        "rack Cid N4 P6 Y7",
        "Cid 12 =",
    ]
    solver = solve(*lines)
    assert not solver.belief.possible  # P6 is on Cid's rack
    (found,) = [misreading for misreading in misreadings(solver, "reading") if "card 12 " in misreading.text]
    left = list(reference.beliefs(lines, readings={12: "black"})[-1])
    assert (found.racks, found.codes) == (len(left), len(set(map(slow_mind.numbers, left))))


# --------------------------------------------------------------------------------------------- going on


def test_the_game_goes_on_with_the_culprit_in_doubt() -> None:
    lines, true = play("classic", 8, {"declare_prob": 0, "swap_prob": 0})
    line, _, false = tell_a_lie(lines, 8)
    assert line in {n for culprits in solve(*false).diagnose().culprits for n in culprits.lines}
    doubted = [*false[: line - 1], f"{false[line - 1]} ?", *false[line:]]
    solver = solve(*doubted)
    assert solver.contradictions == ()
    assert true in {candidate.tiles for candidate in solver.candidates}
    assert solver.error_probabilities()[line] == pytest.approx(1)


def test_undoing_the_lie_takes_the_contradiction_back() -> None:
    solver = solve(*TABLE, "Ann 8 5")
    before = [names(c.tiles) for c in solver.candidates]
    solver.tell("Bob 1 2")
    assert solver.contradictions == (5,)
    solver.undo()
    assert solver.contradictions == ()
    assert [names(c.tiles) for c in solver.candidates] == before
