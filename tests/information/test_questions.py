"""Information of answers to come and of answers heard, against known games and a slow twin."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reference
import slow_mind
from logs import TABLE, name_game
from strategies import chances, solve

from code777solver import Solver
from code777solver.errors import Code777Error
from code777solver.information.questions import code_chances, entropy, gain, joint_bits
from code777solver.solver import position_of

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
GAMES = [
    *(("classic", 2 + seed % 3, 3 + seed, seed, {}) for seed in range(8)),
    *(("classic", 2 + seed % 3, 8 + seed, seed, {"reveal_prob": 0.5, "swap_prob": 0.1}) for seed in range(20, 25)),
    *(("stronghold", 2 + seed % 4, 6 + seed, seed, {}) for seed in range(40, 44)),
    *(("code77", 2 + seed % 3, 4 + 3 * seed, seed, {}) for seed in range(7, 11)),
]
"""Edition, players, cards, seed and options of random games."""


def play(edition: str, players: int, cards: int, seed: int, options: dict[str, Any] | None = None) -> list[str]:
    """The log of a random game; my rack is full at its end."""
    lines, _ = reference.random_game(random.Random(seed), edition, players, cards, max_states=6_000, **(options or {}))
    return lines


# ------------------------------------------------------------------------------------------- questions


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_bits_of_every_question_are_those_of_the_known_games(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    solver = Solver.from_log("\n".join(case["log"]))
    for player, expected in case["bits_about_numbers_at_end"].items():
        for card, bits in expected.items():
            assert solver.question(player, int(card)).bits == pytest.approx(bits, abs=1e-6), (player, card)
    listed = {(question.player, question.card): question.bits for question in solver.questions}
    for (player, card), bits in listed.items():
        if str(card) in case["bits_about_numbers_at_end"].get(player, {}):
            assert bits == pytest.approx(case["bits_about_numbers_at_end"][player][str(card)], abs=1e-6)
    assert listed


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_every_question_equals_the_slow_twin(game: tuple[str, int, int, int, dict[str, Any]]) -> None:
    lines = play(*game)
    solver, belief = solve(*lines), reference.beliefs(lines)[-1]
    others = [player for player in solver.table.players if player != "me"]
    for player in others:
        for card in reference.CARDS:
            found, slow = solver.question(player, card), slow_mind.question(belief, lines, player, card)
            assert found.bits == pytest.approx(slow.bits, abs=1e-9)
            assert found.bits == pytest.approx(reference.bits(belief, lines, "me", player, card), abs=1e-9)
            assert found.tile_bits == pytest.approx(slow.tile_bits, abs=1e-9)
            assert found.expected_codes == pytest.approx(slow.expected_codes, abs=1e-9)
            assert found.settles == pytest.approx(float(slow.settles), abs=1e-9)
            assert found.expected_racks == pytest.approx(slow.expected_racks, abs=1e-9)
            assert found.settles_tiles == pytest.approx(float(slow.settles_tiles), abs=1e-9)
            assert dict(found.answers) == pytest.approx(slow.answers, abs=1e-9)
            # What is proved is exact, and nothing else looks proved.
            assert (found.settles == 1.0) == (slow.settles == 1)
            assert (found.settles == 0.0) == (slow.settles == 0)
            assert (found.settles_tiles == 1.0) == (slow.settles_tiles == 1)
            assert (found.settles_tiles == 0.0) == (slow.settles_tiles == 0)
            assert (found.expected_codes == 1.0) == (slow.expected_codes == pytest.approx(1.0, abs=1e-12))
            assert all((chance == 1.0) == (len(slow.answers) == 1) for chance in found.answers.values())


@pytest.mark.seconds
def test_questions_of_the_49_tile_deck_equal_the_slow_twin() -> None:
    lines = play("unique49", 3, 3, 5, {"declare_prob": 0})
    solver, belief = solve(*lines), reference.beliefs(lines)[-1]
    for player, card in [
        (player, card)
        for player in solver.table.players
        if player != solver.seat
        for card in (1, 8, 11, 12, 14, 16, 23)
    ]:
        found, slow = solver.question(player, card), slow_mind.question(belief, lines, player, card)
        assert found.bits == pytest.approx(slow.bits, abs=1e-9)
        assert found.tile_bits == pytest.approx(slow.tile_bits, abs=1e-9)
        assert found.expected_codes == pytest.approx(slow.expected_codes, abs=1e-9)
        assert found.expected_racks == pytest.approx(slow.expected_racks, abs=1e-9)
        assert found.settles_tiles == pytest.approx(float(slow.settles_tiles), abs=1e-9)
        assert dict(found.answers) == pytest.approx(slow.answers, abs=1e-9)


@pytest.mark.parametrize("game", GAMES[::3], ids=name_game)
def test_a_question_tells_what_supposing_each_of_its_answers_tells(game: tuple[str, int, int, int, Any]) -> None:
    solver = solve(*play(*game))
    for question in solver.questions[:6]:
        before = entropy(code_chances(solver.belief))
        after = {a: solver.what_if(f"{question.player} {question.card} {a}") for a in question.answers}
        assert all(other.belief.possible for other in after.values())
        bits = sum(p * (before - entropy(code_chances(after[a].belief))) for a, p in question.answers.items())
        codes = sum(p * len(after[a].codes) for a, p in question.answers.items())
        settled = sum(p for a, p in question.answers.items() if len(after[a].codes) == 1)
        assert question.bits == pytest.approx(bits, abs=1e-9)
        assert question.expected_codes == pytest.approx(codes, abs=1e-9)
        assert question.settles == pytest.approx(settled, abs=1e-9)


def test_an_answer_that_may_be_wrong_tells_less_and_settles_nothing() -> None:
    """With an error rate a question is worth what supposing each of its answers is worth."""
    solver = solve("option error_rate 0.1", *TABLE, "Ann 8 5", "Bob 10 3")
    for player, card in (("Ann", 16), ("Bob", 17), ("Ann", 1)):
        question = solver.question(player, card)
        after = {a: solver.what_if(f"{player} {card} {a}") for a in question.answers}
        codes = sum(chance * len(after[a].codes) for a, chance in question.answers.items())
        bits = entropy(code_chances(solver.belief)) - sum(
            chance * entropy(code_chances(after[a].belief)) for a, chance in question.answers.items()
        )
        assert question.expected_codes == pytest.approx(codes, abs=1e-9), (player, card)
        assert question.expected_racks == pytest.approx(len(solver.candidates), abs=1e-9), (player, card)
        assert question.settles_tiles == 0
        assert question.bits == pytest.approx(bits, abs=1e-9), (player, card)


@pytest.mark.parametrize("game", GAMES[::2], ids=name_game)
def test_questions_ask_every_opponent_about_every_card_to_come_most_bits_first(
    game: tuple[str, int, int, int, Any],
) -> None:
    lines = play(*game)
    solver = solve(*lines)
    cards = slow_mind.next_turn(lines).cards
    asked = [(question.player, question.card) for question in solver.questions]
    others = [player for player in solver.table.players if player != "me"]
    assert sorted(asked) == sorted((player, card) for player in others for card in cards)
    bits = [question.bits for question in solver.questions]
    assert all(a >= b - 1e-9 for a, b in pairwise(bits))


@pytest.mark.seconds
def test_where_tiles_must_be_declared_questions_are_ranked_by_tile_bits() -> None:
    """By bits about the numbers, nothing was left to ask once the numbers were known."""
    solver = solve(*play("unique49", 3, 3, 5, {"declare_prob": 0}))
    bits = [question.tile_bits for question in solver.questions]
    assert all(a >= b - 1e-9 for a, b in pairwise(bits))
    numbers = [question.bits for question in solver.questions]
    assert not all(a >= b - 1e-9 for a, b in pairwise(numbers)), "the two orders should differ here"


def test_only_the_next_card_is_asked_where_the_order_repeats() -> None:
    lines = play("code77", 3, 30, 4, {"declare_prob": 0})
    first = [line.split()[1] for line in lines if line.split()[0] in ("Ann", "Bob", "Cid", "Dan", "me")]
    assert {question.card for question in solve(*lines).questions} == {int(first[30 % 23])}


def test_a_question_to_nobody_who_sees_my_rack_is_refused_or_tells_nothing() -> None:
    solver = solve(*TABLE)
    for player in ("me", "Zoe"):
        try:
            assert solver.question(player, 5).bits == 0, player
        except Code777Error:
            pass


def test_a_question_in_a_contradicted_game_does_not_claim_to_settle_anything() -> None:
    solver = solve(*TABLE, "Ann 1 2")
    assert solver.questions == []
    try:
        assert solver.question("Ann", 5).settles == 0
    except Code777Error:
        pass


def test_a_chance_of_one_is_proved() -> None:
    """A rack that only a doubt keeps alive is unlikely beyond what a float can hold, and yet not excluded."""
    doubtful = solve("option doubt_rate 1e-300", *TABLE, "Ann 11 2 ?")
    assert len(doubtful.candidates) > 100
    for player in ("Ann", "Bob"):
        question = doubtful.question(player, 11)
        assert len(question.answers) > 1
        assert all(0 < chance < 1 for chance in question.answers.values()), question.answers
        assert question.settles < 1


@pytest.mark.parametrize("seed", range(6))
def test_the_chances_of_the_answers_sum_to_one(seed: int) -> None:
    for question in solve(*play("classic", 4, 5, 100 + seed)).questions:
        assert math.fsum(question.answers.values()) == pytest.approx(1, abs=1e-12)
        assert all(0 < chance <= 1 for chance in question.answers.values())


# --------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_what_every_answer_has_told_equals_the_slow_twin(game: tuple[str, int, int, int, dict[str, Any]]) -> None:
    lines = play(*game)
    solver, beliefs, evidence = solve(*lines), reference.beliefs(lines), slow_mind.read_evidence(lines)
    assert [told.line for told in solver.answers_heard] == [heard.line for heard in evidence.heard]
    now = evidence.racks()
    for i, (told, heard) in enumerate(zip(solver.answers_heard, evidence.heard, strict=True)):
        assert (told.player, told.card, told.answer) == (heard.player, heard.card, heard.symbol)
        bits = slow_mind.gained(beliefs[told.line - 2], beliefs[told.line - 1])
        assert told.bits == pytest.approx(bits, abs=1e-9)
        assert told.tile_bits >= told.bits - 1e-9, "tiles tell the numbers"
        if position_of(solver).evidence.given:  # too many histories: answers about old racks are taken for granted
            continue
        without = evidence.racks(1 << i)
        assert told.racks_without == len(without)
        assert told.only == len(without - now)
        assert told.codes_without == len({slow_mind.numbers(rack) for rack in without})


@pytest.mark.parametrize("game", GAMES[::3], ids=name_game)
def test_the_last_answer_alone_tells_what_all_answers_tell_of_it(
    game: tuple[str, int, int, int, dict[str, Any]],
) -> None:
    """Also where it is doubted, and where old racks of mine still matter; no other line is an answer."""
    solver, heard = Solver(), 0
    for line in play(*game):
        words = line.split()
        solver.tell(f"{line} ?" if len(words) == 3 and words[1] == "16" and words[0] != "me" else line)
        if not solver.table.players or not solver.belief.possible or not solver.belief.is_full:
            continue
        told = solver.answers_heard[-1:]
        is_last = bool(told) and told[0].line == len(solver.log.lines)
        assert position_of(solver).last_answer == (told[0] if is_last else None)
        heard += is_last
    assert heard > 0


def test_an_answer_about_an_old_rack_still_rules_out_what_it_alone_rules_out() -> None:
    """Also where too many histories are possible and they are not listed one by one."""
    lines, _ = reference.random_game(random.Random(11), "stronghold", 4, 17, max_states=40_000)
    evidence = slow_mind.read_evidence(lines)
    only = {heard.line: len(evidence.racks(1 << i) - evidence.racks()) for i, heard in enumerate(evidence.heard)}
    assert {told.line: told.only for told in solve(*lines).answers_heard} == only


def test_bits_of_an_answer_are_those_by_which_it_moved_the_codes() -> None:
    solver = solve(*TABLE, "Ann 11 2")
    start = chances(solve(*TABLE).belief)
    share = sum(chance for rack, chance in start.items() if sum(rack.count(t) for t in ("G1", "K5", "P7")) == 2)
    assert share == pytest.approx(20 / math.comb(22, 3))  # G1, P7 and one of 20 others, of 22 free tiles
    told = solver.answers_heard[0]
    before, after = code_chances(solve(*TABLE).belief), code_chances(solver.belief)
    by_hand = sum(q * math.log2(q / p) for p, q in zip(before, after, strict=True) if q)
    assert told.bits == pytest.approx(by_hand)
    assert told.tile_bits == pytest.approx(-math.log2(share)), "of racks, one part is ruled out and the rest stays"
    assert (told.racks_without, told.only) == (len(start), len(start) - len(solver.candidates))


def test_answers_of_mine_and_answers_not_heard_tell_nothing() -> None:
    solver = solve(*TABLE, "Ann 16 ?", "Bob 5 1", "me 3 0")
    assert [told.line for told in solver.answers_heard] == [5]
    assert chances(solver.belief) == chances(solve(*TABLE, "note", "Bob 5 1", "note").belief)


def test_an_answer_that_repeats_another_brings_no_bits_and_rules_nothing_out_alone() -> None:
    first, second = solve(*TABLE, "Ann 17 >", "Bob 17 >", "me 17 >", "Ann 17 >").answers_heard[::2]
    assert first.bits > 0
    assert second.bits == 0
    assert first.only == second.only == 0


@pytest.mark.parametrize("tiles", [False, True])
@pytest.mark.parametrize("card", [4, 8, 10, 12, 17])
def test_what_several_answers_to_one_card_tell_together_equals_the_slow_twin(card: int, tiles: bool) -> None:
    lines = f"players Ann Bob Cid me\nrack Ann P6 Y7 B7\nrack Bob Y2 G6 G6\nrack Cid N4 K3 R5\nAnn {card % 23 + 1} ?"
    solver = Solver.from_log(("option target tiles\n" if tiles else "") + lines)
    racks = {"Ann": ("P6", "Y7", "B7"), "Bob": ("Y2", "G6", "G6"), "Cid": ("N4", "K3", "R5")}
    heard, joint, codes = dict[Any, float](), dict[Any, float](), dict[Any, float]()
    for mine in solver.candidates:
        said = tuple(
            reference.CARDS[card]([*(racks[o] for o in racks if o != one), mine.tiles]) for one in ("Bob", "Cid")
        )
        code = mine.tiles if tiles else "".join(sorted(tile[-1] for tile in mine.tiles))
        for sums, key in ((heard, said), (joint, (said, code)), (codes, code)):
            sums[key] = sums.get(key, 0.0) + mine.probability
    bits = {
        name: -sum(p * math.log2(p) for p in sums.values()) for name, sums in (("h", heard), ("j", joint), ("c", codes))
    }
    found = joint_bits(solver.belief, solver.table, ["Bob", "Cid"], card, "me")
    assert found == pytest.approx(bits["h"] + bits["c"] - bits["j"], abs=1e-9)


def test_gain_and_entropy_of_simple_distributions() -> None:
    half = np.array([0.5, 0.5])
    assert entropy(half) == 1
    assert entropy(np.array([1.0, 0.0])) == 0
    assert gain(half, np.array([1.0, 0.0])) == 1
    assert gain(half, half) == 0
    assert gain(half, np.zeros(2)) == 0
    assert slow_mind.entropy([0.5, 0.25, 0.25]) == 1.5
    assert slow_mind.divergence({"a": 0.5, "b": 0.5}, {"a": 1.0}) == 1


def test_the_twin_knows_a_question_by_hand() -> None:
    belief = {
        ("B7", "K3", "Y2"): Fraction(1, 2),
        ("B7", "N4", "Y2"): Fraction(1, 4),
        ("K3", "N4", "Y2"): Fraction(1, 4),
    }
    lines = ["players Ann Bob me", "rack Ann G6 G6 R5", "rack Bob G6 R5 R5"]
    found = slow_mind.question(belief, lines, "Ann", 17)  # brown or blue: <, =, >
    assert found == slow_mind.Question(1.5, 1.5, 1.0, Fraction(1), 1.0, Fraction(1), {"<": 0.5, "=": 0.25, ">": 0.25})
    found = slow_mind.question(belief, lines, "Ann", 14)
    assert found == slow_mind.Question(0.0, 0.0, 3.0, Fraction(0), 3.0, Fraction(0), {">": 1.0})
