"""Shortest proofs: as short as brute force finds, with no premise to spare, and true when only they are heard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from io import StringIO
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import reference
import slow_mind
from logs import FOUR, TABLE, name_game
from rich.console import Console
from slow_mind import Rack
from strategies import chances, names, solve

from code777solver import Solver
from code777solver.core.arrays import RackSpace
from code777solver.errors import BeliefError
from code777solver.reasons.claims import Facts, parse_claim
from code777solver.reasons.proofs import Proof, ease, find_cover, follows, prove, smallest_hitting_set
from code777solver.reasons.wording import consequence, scene
from code777solver.rules.editions import load_edition
from code777solver.rules.tiles import Deck
from code777solver.show import panels
from code777solver.solver import position_of

HIDDEN = {"max_states": 8_000, "declare_prob": 0.5}
SWAPPED = {"max_states": 8_000, "reveal_prob": 0.5, "swap_prob": 0.15}
GAMES = [
    *(("classic", 2 + seed % 3, 4 + seed, seed, {"declare_prob": 0}) for seed in (2, 4, 5, 6, 7, 8)),
    *(("classic", 2 + seed % 3, 6 + seed % 9, seed, {}) for seed in (203, 209, 211, 215)),
    *(("code77", 2 + seed % 3, 6 + seed % 9, seed, {}) for seed in (202, 208, 211)),
    *(("stronghold", 2 + seed % 3, 6 + seed % 9, seed, HIDDEN) for seed in (205, 206, 220, 229, 231, 250)),
    *(("classic", 2 + seed % 3, 6 + seed % 9, seed, SWAPPED) for seed in (212, 219, 221, 225, 229, 246)),
]
"""Edition, players, cards, seed and options of random games."""

Game = tuple[str, int, int, int, dict[str, Any]]


def play(edition: str, players: int, cards: int, seed: int, options: dict[str, Any]) -> list[str]:
    return reference.random_game(random.Random(seed), edition, players, cards, **options)[0]


@cache
def claims() -> list[str]:
    """Claims of every form about the 28 tiles."""
    subjects = [*map(str, range(1, 8)), "green", "yellow", "black", "brown", "red", "pink", "blue", *reference.DECK_28]
    simple = [f"{verb} {subject}" for verb in ("no", "has", "one", "two") for subject in subjects]
    rng = random.Random(0)
    codes = [slow_mind.numbers(tuple(rng.sample(sorted(reference.DECK_28.elements()), 3))) for _ in range(12)]
    return [*simple, *(f"{verb} {code}" for verb in ("numbers", "not") for code in codes), "not R5 R5 B7"]


def holds(claim: str, solver: Solver) -> Callable[[Rack], bool]:
    """The racks for which a claim holds, as a test of tile names."""
    return _true_of(claim, solver.edition.deck).__contains__


@cache
def _true_of(claim: str, deck: Deck) -> frozenset[Rack]:
    space = RackSpace(deck, 3) if deck.size > 28 else _space_of_28()
    return frozenset(names(space.rack(int(i))) for i in np.nonzero(parse_claim(claim, space).holds)[0])


@cache
def _space_of_28() -> RackSpace:
    return RackSpace(load_edition("classic").deck, 3)


def premises(proof: Proof) -> tuple[int, ...]:
    return tuple(sorted(heard.line for heard in proof.premises))


def heard_only(lines: Sequence[str], kept: Sequence[int]) -> set[Rack]:
    """The racks that are left for one who has heard only some of the answers, by the reference filter."""
    *_, (_, states) = reference._replay(slow_mind.hearing_only(lines, kept), "me")
    return {rack for rack, _ in states}


# --------------------------------------------------------------------------------------- brute force


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_a_proof_is_as_short_and_as_easy_as_any_set_of_answers_that_proves_the_claim(game: Game) -> None:
    lines = play(*game)
    solver = solve(*lines)
    slow = slow_mind.granted(slow_mind.read_evidence(lines), position_of(solver).evidence.given)
    for claim in claims():
        proof, found = solver.why(claim), slow_mind.smallest_proofs(slow, holds(claim, solver))
        assert proof.proved == bool(found), claim
        if found:
            assert premises(proof) in found, claim
            assert proof.given == position_of(solver).evidence.given
            easiest = min(slow_mind.difficulty(slow, lines) for lines in found)
            assert slow_mind.difficulty(slow, premises(proof)) == easiest, claim


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_a_proof_holds_for_one_who_heard_only_its_premises_and_needs_each_of_them(game: Game) -> None:
    lines = play(*game)
    solver = solve(*lines)
    rng = random.Random(2)
    proofs = [proof for proof in map(solver.why, claims()[::3]) if proof.proved and proof.premises]
    for proof in rng.sample(proofs, min(3, len(proofs))):
        true, used = (
            holds(proof.claim.replace("exactly ", "").replace("the numbers are", "numbers"), solver),
            premises(proof),
        )
        assert all(map(true, heard_only(lines, [*used, *proof.given]))), proof.claim
        for line in used:
            rest = [other for other in (*used, *proof.given) if other != line]
            assert not all(map(true, heard_only(lines, rest))), (proof.claim, line)


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_a_claim_that_is_not_proved_has_its_chance_and_a_candidate_against_it(game: Game) -> None:
    solver = solve(*play(*game))
    left = chances(solver.belief)
    for claim in claims()[::2]:
        proof, true = solver.why(claim), holds(claim, solver)
        chance = sum(chance for rack, chance in left.items() if true(rack))
        assert proof.probability == pytest.approx(chance, abs=1e-9), claim
        assert (proof.probability == 1.0) == proof.proved == all(map(true, left)), claim
        assert (proof.probability == 0.0) == (not any(map(true, left))), claim
        if proof.proved:
            assert proof.counterexample is None
        else:
            assert proof.steps == ()
            assert proof.counterexample in left, claim
            assert not true(proof.counterexample), claim


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_the_counterexample_is_the_likeliest_rack_against_the_claim(game: Game) -> None:
    solver = solve(*play(*game))
    left = chances(solver.belief)
    for claim in claims()[1::3]:
        proof, true = solver.why(claim), holds(claim, solver)
        if not proof.proved and proof.counterexample in left:
            most = max(chance for rack, chance in left.items() if not true(rack))
            assert left[proof.counterexample] == pytest.approx(most, rel=1e-9), claim


@pytest.mark.parametrize("game", [*GAMES[2:5], *GAMES[13:]], ids=name_game)
def test_every_rack_that_the_belief_has_excluded_is_proved_not_to_be_mine(game: Game) -> None:
    solver = solve(*play(*game))
    space, left = solver.belief.space, chances(solver.belief)
    excluded = [space.rack(i) for i in range(len(space)) if names(space.rack(i)) not in left]
    if len(excluded) > 40 and game[3] != 231:
        excluded = random.Random(3).sample(excluded, 40)
    for rack in excluded:
        assert solver.why(f"not {' '.join(map(str, rack))}").proved, rack


@pytest.mark.parametrize("game", GAMES[:8], ids=name_game)
def test_the_steps_tell_every_premise_once_and_only_true_and_new_facts(game: Game) -> None:
    lines = play(*game)
    solver = solve(*lines)
    facts = Facts(solver.belief.space)
    for claim in claims()[::4]:
        proof = solver.why(claim)
        assert sum(len(step.answers) for step in proof.steps) == len(set(premises(proof)))
        known = set(facts.proved(position_of(solver).evidence.racks))
        heard: list[int] = []
        for step in proof.steps:
            assert 1 <= len(step.answers) <= 2
            assert len(step.says) == len(step.answers)
            heard += [answer.line for answer in step.answers]
            left = heard_only(lines, heard)
            assert step.left == len(left)
            for fact in step.facts:
                assert fact not in known, fact
                assert all(map(holds(fact, solver), left)), fact
            known |= set(step.facts)


def test_a_step_tells_all_that_it_proves() -> None:
    lines = [*TABLE, "Ann 17 >", "Bob 10 2"]
    solver = solve(*lines)
    for claim in ("has 4", "has brown", "not 557"):
        for step in solver.why(claim).steps:
            left = heard_only(lines, [heard.line for heard in step.answers])
            before = heard_only(lines, [])
            new = {
                f"{verb} {name}"
                for verb in ("has", "no")
                for name in Facts(solver.belief.space).names
                if all(map(holds(f"{verb} {name}", solver), left))
                and not all(map(holds(f"{verb} {name}", solver), before))
            }
            assert set(step.facts) == new
            break


def test_a_step_is_one_answer_that_shows_something_or_else_two_or_else_the_strongest() -> None:
    """Each step of proofs, some of them of three answers and more, against the rule, written out."""
    kinds: set[tuple[int, bool, bool]] = set()
    for cards, seed in ((6, 12), (6, 15), (8, 7), (8, 12), (8, 15), (12, 4)):
        solver = solve(*play("classic", 3, cards, seed, {"declare_prob": 0}))
        evidence = position_of(solver).evidence
        racks = [names(evidence.arrays.racks.rack(int(rack))) for rack in evidence.racks]
        verbs = [f"{verb} {name}" for verb in ("has", "no") for name in Facts(evidence.arrays.racks).names]
        true = {fact: np.array([holds(fact, solver)(rack) for rack in racks]) for fact in verbs}
        for proof in map(solver.why, claims()[::3]):
            rest = {heard.line: ~out for heard, out in zip(evidence.heard, evidence.rules_out, strict=True)}
            rest = {line: rest[line] for line in premises(proof)}
            left, known = np.ones(len(racks), bool), {fact for fact in verbs if true[fact].all()}
            for step in proof.steps:
                after = {(line,): left & kept for line, kept in rest.items()}
                after |= {pair: left & rest[pair[0]] & rest[pair[1]] for pair in combinations(rest, 2)}
                new = {
                    group: {f for f in verbs if true[f][racks_left].all()} - known
                    for group, racks_left in after.items()
                }
                telling = [one for one in after if len(one) == 1 and new[one]] or [two for two in after if new[two]]
                strongest_first = sorted(
                    telling or [one for one in after if len(one) == 1], key=lambda g: after[g].sum()
                )
                group = tuple(sorted(heard.line for heard in step.answers))
                assert group in strongest_first
                assert after[group].sum() == after[strongest_first[0]].sum()
                assert set(step.facts) == new[group]
                kinds.add((len(group), bool(new[group]), len(rest) > len(group)))
                left, known = after[group], known | new[group]
                rest = {line: kept for line, kept in rest.items() if line not in group}
    assert kinds == {
        (1, True, False),
        (1, True, True),
        (1, False, False),
        (1, False, True),
        (2, True, False),
        (2, True, True),
    }


# -------------------------------------------------------------------------------------- hand-made logs


def test_one_answer_proves_a_tile() -> None:
    """Bob has no brown and no blue, Ann sees more brown than blue: there is brown on my rack."""
    proof = solve(*TABLE, "Ann 17 >", "Bob 5 1").why("has 4")
    assert proof.proved
    assert proof.probability == 1.0
    assert premises(proof) == (4,)
    (step,) = proof.steps
    assert step.answers[0].seen[0][0] == "Bob"
    assert step.says == (
        "the others show the same number of both, so your rack has at least 1 more brown tile than blue tiles",
    )
    assert "has 4" in step.facts


def test_what_the_tiles_in_sight_prove_needs_no_answer() -> None:
    solver = solve("players Ann me", "rack Ann Y2 Y2 B7", "Ann 8 3")
    for claim in ("no 2", "no yellow 2", "not 227", "why not has 2", "no Y2"):
        proof = solver.why(claim)
        assert proof.proved
        assert proof.premises == proof.steps == ()
        assert proof.probability == 1.0


def test_the_opposite_of_a_proved_claim_has_no_chance() -> None:
    solver = solve(*TABLE, "Ann 17 >")
    assert solver.why("has 4").proved
    proof = solver.why("no 4")
    assert (proof.proved, proof.probability) == (False, 0.0)
    assert proof.counterexample in {candidate.tiles for candidate in solver.candidates}


@pytest.mark.parametrize("claim", ["no 6", "has blue", "two 5s", "numbers 457", "tiles N4 N4 R5", "no B7"])
def test_a_claim_and_its_opposite_share_all_chances(claim: str) -> None:
    solver = solve(*TABLE, "Ann 17 >", "Bob 10 3")
    assert solver.why(claim).probability + solver.why(f"why not {claim}").probability == pytest.approx(1)


def test_an_answer_about_a_hidden_old_rack_proves_something_about_the_new_one() -> None:
    """Ann saw G1 and P7 on my old rack, since K5 is in sight; they are out of play, so they are not mine now."""
    lines = (
        *FOUR[:3],
        "rack Bob G6 R5 K5",
        "rack Cid N4 N4 Y7",
        "Ann 11 3",
        "declare me 146 wrong",
        "rack me ?",
        "Bob 8 6",
    )
    solver, slow = solve(*lines), slow_mind.read_evidence(lines)
    for claim in ("no 1", "no G1", "no P7", "not 157"):
        proof = solver.why(claim)
        assert premises(proof) == (6,), claim
        assert slow_mind.smallest_proofs(slow, holds(claim, solver)) == [(6,)]
        assert all(map(holds(claim, solver), heard_only(lines, [6])))
        assert not all(map(holds(claim, solver), heard_only(lines, [9])))
    assert solver.why("has 1").probability == 0.0
    lines = (*lines, "reshuffle", "declare me 146 wrong", "rack me ?")
    assert not solve(*lines).why("no 1").proved  # they went back, and a new rack may have them


def test_a_wrong_declaration_is_part_of_what_an_old_rack_says() -> None:
    """Three rare tiles or none: 157 was wrong, so none of them was on the old rack, and all may be on the new one."""
    lines = (*FOUR, "Ann 11 0", "declare me 146 wrong", "rack me ?")
    assert not solve(*lines).why("no 1").proved
    lines = (*FOUR, "Ann 11 3", "declare me 145 wrong", "rack me ?")
    assert premises(solve(*lines).why("no 1")) == (6,)


def test_an_answer_before_a_swap_proves_something_about_the_tiles_that_stayed() -> None:
    lines = (*TABLE, "Ann 11 2", "swap me G1 ?", "Bob 10 2")
    solver, slow = solve(*lines), slow_mind.read_evidence(lines)
    proof = solver.why("has P7")
    assert premises(proof) == (4,)
    assert slow_mind.smallest_proofs(slow, holds("has P7", solver)) == [(4,)]
    assert heard_only(lines, [4]) == {rack for rack in heard_only(lines, []) if "P7" in rack}
    assert not solve(*TABLE, "Ann 11 2", "swap me P7 ?", "swap me G1 ?").why("has 7").proved


def test_an_answer_before_a_swap_proves_what_is_out_of_play_when_the_rack_has_gone_unseen() -> None:
    lines = (*TABLE, "Ann 11 2", "swap me G1 ?", "declare me 146 wrong", "rack me ?")
    proof = solve(*lines).why("no P7")
    assert all("P7" not in rack for rack in heard_only(lines, [4]))
    assert proof.proved
    assert premises(proof) == (4,)


def test_answers_that_contradict_each_other_about_a_lost_rack_prove_nothing() -> None:
    solver = solve(*FOUR, "Bob 11 3", "Cid 11 0", "declare me 146 wrong", "rack me ?")
    assert solver.belief.possible
    for claim in ("has 1", "no 1"):
        assert not solver.why(claim).proved


def test_a_contradiction_proves_nothing() -> None:
    solver = solve(*TABLE, "Ann 1 2")
    with pytest.raises(BeliefError, match="contradicts itself, so every claim would be proved"):
        solver.why("no 6")


def test_there_is_nothing_to_prove_about_a_rack_that_is_not_there() -> None:
    solver = solve(*TABLE, "Ann 8 4", "declare me 146 wrong saw G1 N4 R5")
    with pytest.raises(BeliefError, match="no full rack"):
        solver.why("no 6")


def test_an_answer_in_doubt_is_no_premise() -> None:
    sure, unsure = solve(*TABLE, "Ann 17 >"), solve(*TABLE, "Ann 17 > ?")
    assert sure.why("has 4").proved
    proof = unsure.why("has 4")
    assert not proof.proved
    assert 0.5 < proof.probability < 1
    assert proof.probability == pytest.approx(sum(c for rack, c in chances(unsure.belief).items() if "N4" in rack))
    assert "N4" not in (proof.counterexample or ("N4",))
    assert premises(solve(*TABLE, "Ann 17 > ?", "Bob 10 3", "me 5 0", "Ann 17 >").why("has 4")) == (7,)
    assert solve("option doubt_rate 0", *TABLE, "Ann 17 > ?").why("has 4").proved
    assert not solve("option error_rate 0.01", *TABLE, "Ann 17 >").why("has 4").proved


def test_a_chance_that_rounds_to_one_is_not_a_proof() -> None:
    proof = solve("option doubt_rate 1e-300", *TABLE, "Ann 17 > ?").why("has 4")
    assert not proof.proved
    assert proof.probability < 1


@pytest.mark.seconds
def test_proofs_in_the_49_tile_deck() -> None:
    lines, _ = reference.random_game(random.Random(6), "unique49", 2, 5, declare_prob=0)
    solver = solve(*lines)
    slow = slow_mind.read_evidence(lines)
    proved = 0
    for claim in [f"{verb} {subject}" for verb in ("no", "has") for subject in ("7", "green", "pink", "blue")]:
        found = slow_mind.smallest_proofs(slow, holds(claim, solver))
        proof = solver.why(claim)
        assert proof.proved == bool(found)
        if found:
            proved += bool(found[0])
            assert premises(proof) in found
        else:
            assert proof.counterexample in slow.racks()
    assert proved


# -------------------------------------------------------------------------------------------- covers


def brute_force_cost(masks: set[int], costs: Sequence[int]) -> int:
    return min(
        sum(costs[bit] for bit in chosen)
        for size in range(len(costs) + 1)
        for chosen in combinations(range(len(costs)), size)
        if all(mask & sum(1 << bit for bit in chosen) for mask in masks)
    )


@pytest.mark.parametrize("seed", range(120))
def test_the_cheapest_hitting_set_costs_what_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    bits = rng.randint(1, 9)
    costs = [rng.choice([1, 1, 2, 3, 7]) if seed % 2 else 1000 + rng.randint(0, 8) for _ in range(bits)]
    density = rng.choice([0.2, 0.4, 0.7])
    masks = {sum((rng.random() < density) << bit for bit in range(bits)) for _ in range(rng.randint(0, 25))} - {0}
    chosen = smallest_hitting_set(masks, costs)
    assert chosen == sorted(set(chosen))
    assert all(mask & sum(1 << bit for bit in chosen) for mask in masks)
    assert sum(costs[bit] for bit in chosen) == brute_force_cost(masks, costs)


def test_the_obvious_first_choice_is_not_always_part_of_the_best() -> None:
    """Row 0 covers most, but rows 1 and 2 together cover all."""
    table = np.array([[1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 1, 0], [0, 0, 1, 1, 0, 1]], bool)
    assert find_cover(table, [0, 0, 0]) == [1, 2]
    assert find_cover(table, [0, 8, 8]) == [1, 2]  # fewer answers count more than easier ones


def test_among_equally_few_answers_the_easier_ones_are_taken() -> None:
    table = np.array([[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]], bool)
    assert find_cover(table, [5, 4, 3, 6]) == [1, 2]
    assert find_cover(table, [4, 5, 6, 3]) == [0, 3]


def test_a_column_that_no_row_covers_has_no_cover_and_no_column_needs_no_row() -> None:
    assert find_cover(np.array([[1, 0], [1, 0]], bool), [0, 0]) is None
    assert find_cover(np.zeros((0, 3), bool), []) is None
    assert find_cover(np.zeros((3, 0), bool), [0, 0, 0]) == []


@pytest.mark.parametrize("rows", [8, 9, 63, 64, 65, 130])
def test_covers_of_any_number_of_answers(rows: int) -> None:
    """Also where the rows do not fit into one machine word."""
    rng = np.random.default_rng(rows)
    table = rng.random((rows, 40)) < 0.05
    table[rows - 1] = True
    assert find_cover(table, [0] * rows) == [rows - 1]
    table[rows - 1, 7] = False
    table[rows - 2, 7] = True
    table[: rows - 2, 7] = False
    assert find_cover(table, [0] * rows) == [rows - 2, rows - 1]


@pytest.mark.parametrize("seed", range(4))
def test_a_proof_is_checked_by_running_only_its_premises(seed: int) -> None:
    lines = play("classic", 3, 12, seed, {"declare_prob": 0})
    solver = solve(*lines)
    evidence, rng = position_of(solver).evidence, random.Random(seed)
    for text in claims()[::5]:
        claim = parse_claim(text, solver.belief.space)
        chosen = rng.sample(evidence.heard, rng.randint(0, len(evidence.heard)))
        left = heard_only(lines, [heard.line for heard in chosen])
        assert follows(claim, chosen, evidence) == all(map(holds(text, solver), left)), text


# ------------------------------------------------------------------------------------------- wording


def counted(words: str) -> Callable[[str], bool]:
    """``blue 7s``, ``7s that are not blue``, ``brown tiles``, ``green 1``: which tiles are meant."""
    letters = {"green": "G", "yellow": "Y", "black": "K", "brown": "N", "red": "R", "pink": "P", "blue": "B"}
    kept, _, without = re.sub(" that (is|are) ", " ", words).partition("not ")
    parts = kept.split()
    colour = next((letters[part] for part in parts if part in letters), None)
    number = next((part[0] for part in parts if part[0].isdecimal()), None)
    return lambda tile: (
        (colour is None or tile[0] == colour)
        and (number is None or tile[1] == number)
        and (not without or tile[0] != letters[without.strip()])
    )


def meaning(says: str, card: int) -> Callable[[Rack], bool]:
    """Test of a rack that a sentence of a proof expresses, read word by word."""

    def ahead(first: str, second: str) -> Callable[[Rack], int]:
        return lambda rack: sum(map(counted(first), rack)) - sum(map(counted(second), rack))

    if match := re.fullmatch(r".* of the other racks counts?, so your rack does( not)?", says):
        return lambda rack: reference.answer(card, [rack]) == ("0" if match[1] else "1")
    if match := re.fullmatch(r"the others show \d+, so your rack has (\d+) of these: (.*)", says):
        picks = [counted(pick) for pick in match[2].split(", ")]
        return lambda rack: sum(any(pick(tile) for pick in picks) for tile in rack) == int(match[1])
    if re.fullmatch(r"the others show every (colour|number), so your rack adds none", says):
        return lambda rack: True
    if match := re.fullmatch(r"the others lack (.*), (?:so|and) your rack has (\w+) of these (colours|numbers)", says):
        lacking = [counted(name) for name in match[1].split(", ")]
        return lambda rack: sum(any(map(pick, rack)) for pick in lacking) == int(match[2].replace("none", "0"))
    if match := re.fullmatch(r"the others show (.*); colours seen 3 or more times: (\d), or (\d) with your rack", says):
        shown = {} if match[1] == "nothing" else dict(part.split(" × ")[::-1] for part in match[1].split(", "))
        assert sum(int(count) >= 3 for count in shown.values()) == int(match[2])
        every = ("green", "yellow", "black", "brown", "red", "pink", "blue")
        return lambda rack: (
            sum(int(shown.get(name, 0)) + sum(map(counted(name), rack)) >= 3 for name in every) == int(match[3])
        )
    _, _, says = says.partition(", so your rack has ")
    if match := re.fullmatch(r"as many (.*) as (.*)", says):
        return lambda rack: ahead(match[1], match[2])(rack) == 0
    if match := re.fullmatch(r"(exactly|at least|at most) (\d) more (.*) than (.*)", says):
        compare = {"exactly": int.__eq__, "at least": int.__ge__, "at most": int.__le__}[match[1]]
        return lambda rack: compare(ahead(match[3], match[4])(rack), int(match[2]))
    match = re.fullmatch(r"no fewer (.*) than (.*)", says)
    assert match, says
    return lambda rack: ahead(match[1], match[2])(rack) >= 0


@pytest.mark.parametrize("seed", range(16))
def test_every_sentence_says_of_my_rack_exactly_what_the_answer_says(seed: int) -> None:
    players = 2 + seed % 4
    lines = play("stronghold" if seed % 2 else "classic", players, 23, seed, {"declare_prob": 0, "swap_prob": 0})
    solver = solve(*lines)
    evidence = position_of(solver).evidence
    racks = [names(evidence.arrays.racks.rack(int(rack))) for rack in evidence.racks]
    for heard, wrong in zip(evidence.heard, evidence.disagrees, strict=True):
        says = consequence(heard, evidence.arrays)
        true = meaning(says, heard.card)
        for rack, against in zip(racks, wrong, strict=True):
            assert true(rack) != against, (heard, says, rack)


def test_numbers_agree_with_what_they_count() -> None:
    """Not "1 more yellow 7s"."""
    solver = solve(*TABLE, "Ann 16 >", "Bob 16 =", "Ann 17 >", "Bob 13 <")
    assert [
        consequence(heard, position_of(solver).evidence.arrays) for heard in position_of(solver).evidence.heard
    ] == [
        "the others show the same number of both, so your rack has at least 1 more blue 7 than 7s that are not blue",
        "the others show 1 more blue 7, so your rack has exactly 1 more 7 that is not blue than blue 7s",
        "the others show the same number of both, so your rack has at least 1 more brown tile than blue tiles",
        "the others show the same number of both, so your rack has at least 1 more yellow 7 than green 6s",
    ]


def test_the_scene_names_every_rack_that_the_answerer_saw() -> None:
    solver = solve(*TABLE, "Ann 8 5", "Bob 8 4")
    assert [scene(heard) for heard in position_of(solver).evidence.heard] == [
        "your rack, Bob R5 G6 G6",
        "your rack, Ann Y2 K5 B7",
    ]
    assert (
        scene(position_of(solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 8 3")).evidence.heard[0])
        == "only your rack"
    )


def test_a_sentence_about_an_old_rack_does_not_speak_of_the_rack_that_i_have_now() -> None:
    """An answer about a rack that has gone must not be told as one about the present rack."""
    lines = (*FOUR[:3], "rack Bob G6 R5 K5", "rack Cid N4 N4 Y7", "Ann 11 3", "declare me 146 wrong", "rack me ?")
    solver = solve(*lines)
    proof = solver.why("no 1")
    assert premises(proof) == (6,)
    console = Console(file=StringIO(), width=200, highlight=False)
    console.print(panels.proof(proof, solver))
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Ann answered card 11 with 3" in told
    assert re.search(r"\b(old|earlier|then|former|previous|before|had)\b", told), told


@pytest.mark.parametrize("number", ["1", "2", "3", "5", "6", "7"])
def test_the_counterexample_is_the_likeliest_also_where_answers_may_be_wrong(number: str) -> None:
    """Every history is open then, so the likeliest before any answer is not the likeliest after them."""
    solver = solve(
        "option error_rate 0.1",
        "players Ann Bob me",
        "rack Ann Y2 K5 B7",
        "rack Bob G6 G6 R5",
        "Ann 1 2",
        "Bob 10 3",
        "me 2 1",
        "Ann 16 <",
        "Bob 21 >",
    )
    proof = solver.why(f"no {number}")
    against = [one for one in solver.candidates if number in one.numbers]
    assert not proof.proved
    likeliest = max(one.probability for one in against)
    assert {one.tiles: one.probability for one in against}[proof.counterexample or ()] == pytest.approx(likeliest)


@pytest.mark.parametrize("number", ["1", "2", "3", "4", "5", "6", "7"])
def test_a_counterexample_speaks_against_the_claim_also_where_its_chance_is_too_small_to_write(number: str) -> None:
    """Two disagreements at this error rate are a chance that no float can hold, and still no proof."""
    solver = solve(
        "option error_rate 1e-300",
        "players Ann Bob me",
        "rack Ann Y2 K5 B7",
        "rack Bob G6 G6 R5",
        *("Ann 1 2", "Bob 10 3", "me 2 1", "Ann 16 <", "Bob 21 >", "me 3 0", "Ann 9 0", "Bob 8 3", "me 4 1", "Ann 5 0"),
    )
    proof = solver.why(f"no {number}")
    assert not proof.proved
    assert any(tile.endswith(number) for tile in proof.counterexample or ())


def test_a_claim_has_no_chance_where_no_rack_is_left() -> None:
    """`Solver.why` refuses such a log; `prove` returns a proof of anything, and the chance 0."""
    solver = solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 16 <", "Ann 16 >")
    racks = solver.belief.pool.arrays.racks
    assert [
        prove(parse_claim(text, racks), position_of(solver).evidence).probability for text in ("no 7", "has 7")
    ] == [
        0.0,
        0.0,
    ]


@pytest.mark.parametrize(("players", "more"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (8, 2)])
def test_answers_about_few_racks_and_simple_things_are_easy(players: int, more: int) -> None:
    """Comparing and counting tiles: 0; racks: 3; colours or numbers: 6; and one more for each two racks, up to two."""
    others = [f"P{i}" for i in range(1, players)]
    tiles = [
        "G1",
        "Y2",
        "Y2",
        "K3",
        "K3",
        "K3",
        "N4",
        "N4",
        "N4",
        "N4",
        "R5",
        "R5",
        "R5",
        "R5",
        "K5",
        "G6",
        "G6",
        "G6",
        "P6",
        "P6",
        "P6",
    ]
    dealt = [f"rack {name} {' '.join(tiles[3 * i : 3 * i + 3])}" for i, name in enumerate(others)]
    cards = {16: "=", 11: "?", 1: "0", 8: "0", 10: "0"}
    answers = [f"P1 {card} {'0' if said == '?' else said}" for card, said in cards.items()]
    evidence = position_of(solve(f"players {' '.join(others)} me", *dealt, *answers)).evidence
    found = {heard.card: ease(heard, evidence) for heard in evidence.heard}
    assert found == {16: more, 11: more, 1: 3 + more, 8: 6 + more, 10: 6 + more}


def test_the_cheapest_set_is_found_where_costs_differ_by_one() -> None:
    """Against all subsets; many small cases, since a greedy choice is often the best one too."""
    rng = random.Random(7)
    for _ in range(400):
        costs = [1000 + rng.randint(0, 3) for _ in range(9)]
        masks = {sum(1 << bit for bit in rng.sample(range(9), rng.randint(2, 4))) for _ in range(rng.randint(6, 14))}
        found = smallest_hitting_set(masks, costs)
        assert all(any(mask >> bit & 1 for bit in found) for mask in masks)
        best = min(
            sum(costs[bit] for bit in range(9) if chosen >> bit & 1)
            for chosen in range(512)
            if all(mask & chosen for mask in masks)
        )
        assert sum(costs[bit] for bit in found) == best, (masks, costs)
