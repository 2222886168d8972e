"""Evidence against each rack: the same as in a slow twin that follows every history of my racks."""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
import slow_mind
from logs import FOUR, TABLE, name_game
from strategies import chances, join, names, solve

from code777solver import Solver
from code777solver.core import evidence as evidence_module
from code777solver.core.evidence import Evidence, LikelyHistories, likely_histories
from code777solver.errors import BeliefError
from code777solver.solver import position_of

UNIQUE = (
    "edition unique49",
    "players Ann Bob me Cid",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 K6 R5",
    "rack Cid N4 P7 Y7",
    *("Bob 11 3", "me 11 2", "Cid 11 2"),
    *("Ann 8 7", "me 8 7", "Cid 8 6"),
    *("Ann 1 1", "Bob 1 1", "Cid 1 0"),
)
"""Three cards with which my rack may be G1 B2 N3."""
MANY_RACKS = {"max_states": 8_000, "declare_prob": 0.5}
UNSEEN_OR_SWAPPED = {"max_states": 8_000, "reveal_prob": 0.5, "swap_prob": 0.15}
GAMES = [
    *(("classic", seed, {}) for seed in range(4)),
    *(("code77", seed, {"declare_prob": 0.4}) for seed in range(4)),
    *(("stronghold", seed, MANY_RACKS) for seed in (205, 207, 210, 219, 222, 229, 231, 245, 249, 250, 254)),
    *(("classic", seed, UNSEEN_OR_SWAPPED) for seed in (206, 212, 219, 223, 228, 241, 242, 246, 248, 250)),
]
"""Edition, seed and options of random games. Most have old racks of mine that still matter."""


def play(edition: str, seed: int, options: dict[str, Any], **more: Any) -> list[str]:
    players, cards = 2 + seed % 3, 6 + seed % 9
    return reference.random_game(random.Random(seed), edition, players, cards, **options, **more)[0]


def posterior(evidence: Evidence) -> dict[tuple[str, ...], float]:
    """Sorted tile names -> chance, for every rack that is left."""
    found: dict[tuple[str, ...], float] = {}
    for rack, chance in zip(evidence.racks, evidence.posterior, strict=True):
        if chance > 0:
            key = names(evidence.arrays.racks.rack(int(rack)))
            found[key] = found.get(key, 0.0) + float(chance)
    return found


def left_without(solver: Solver, lines: tuple[int, ...]) -> set[tuple[str, ...]]:
    """The racks that are left if some answers are left out."""
    evidence = position_of(solver).evidence
    places = [i for i, heard in enumerate(evidence.heard) if heard.line in lines]
    racks = evidence.racks[evidence.without(places)]
    return {names(evidence.arrays.racks.rack(int(rack))) for rack in racks}


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_all_answers_together_leave_what_the_belief_leaves(game: tuple[str, int, dict[str, Any]]) -> None:
    solver = solve(*play(*game))
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-9)


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_without_any_one_or_two_answers_the_same_racks_are_left_as_in_the_slow_twin(
    game: tuple[str, int, dict[str, Any]],
) -> None:
    lines = play(*game)
    solver = solve(*lines)
    slow = slow_mind.granted(slow_mind.read_evidence(lines), position_of(solver).evidence.given)
    rng = random.Random(1)
    every = [heard.line for heard in slow.heard]
    for chosen in [(), *((line,) for line in every), *(tuple(rng.sample(every, 2)) for _ in every[1:])]:
        mask = sum(1 << i for i, heard in enumerate(slow.heard) if heard.line in chosen)
        assert left_without(solver, chosen) == slow.racks(mask), chosen


@pytest.mark.parametrize("seed", range(6))
def test_each_answer_alone_rules_out_the_racks_for_which_it_would_be_another(seed: int) -> None:
    lines = play("classic", seed, {"declare_prob": 0})
    solver = solve(*lines)
    for i, heard in enumerate(position_of(solver).evidence.heard):
        player, card, symbol = lines[heard.line - 1].split()
        assert (heard.player, heard.card, heard.symbol) == (player, int(card), symbol)
        others = [tuple(line.split()[2:]) for line in lines if line.startswith("rack") and line.split()[1] != player]
        assert sorted(names(rack) for _, rack in heard.seen) == sorted(others)
        for rack, out in zip(
            position_of(solver).evidence.racks, position_of(solver).evidence.rules_out[i], strict=True
        ):
            mine = names(position_of(solver).evidence.arrays.racks.rack(int(rack)))
            assert out == (reference.answer(int(card), [*others, mine]) != symbol)


# ----------------------------------------------------------------------------------- racks of the past


def test_an_answer_about_a_hidden_old_rack_still_speaks() -> None:
    """Two of the rare tiles went out of play unseen: three of them cannot be on the new rack, and two hardly."""
    lines = (*FOUR, "Ann 11 2", "declare me 157 wrong", "rack me ?")
    solver = solve(*lines)
    slow = slow_mind.read_evidence(lines)
    assert posterior(position_of(solver).evidence) == pytest.approx(
        slow_mind.rack_chances(slow_mind.posterior(slow)), abs=1e-12
    )
    assert [heard.line for heard in position_of(solver).evidence.heard] == [6]
    assert ("G1", "K5", "P7") in left_without(solver, (6,))
    assert ("G1", "K5", "P7") not in left_without(solver, ())


def test_a_hidden_rack_that_was_reshuffled_speaks_of_the_one_that_was_drawn_beside_it() -> None:
    """Old rack, next rack drawn without its tiles, reshuffle; the next one is hidden too, and the third is mine now."""
    lines = (*FOUR, "Ann 11 2", "declare me 157 wrong", "rack me ?", "reshuffle", "declare me 146 wrong", "rack me ?")
    solver = solve(*lines)
    slow = slow_mind.rack_chances(slow_mind.posterior(slow_mind.read_evidence(lines)))
    assert chances(solver.belief) == pytest.approx(slow, abs=1e-12)
    assert posterior(position_of(solver).evidence) == pytest.approx(slow, abs=1e-12)


def test_what_was_said_before_a_tile_was_swapped_speaks_of_the_tiles_that_stayed() -> None:
    lines = (*TABLE, "Ann 11 2", "swap me G1 ?")
    solver = solve(*lines)
    assert [heard.line for heard in position_of(solver).evidence.heard] == [4]
    assert left_without(solver, ()) == {rack for rack in left_without(solver, (4,)) if "P7" in rack}
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-12)


def test_what_was_said_before_a_swap_still_speaks_when_the_rack_has_gone_unseen() -> None:
    """The two tiles that stayed are out of play now, and the answer about the rack before the swap named them."""
    lines = (*TABLE, "Ann 11 2", "swap me G1 ?", "declare me 146 wrong", "rack me ?")
    solver = solve(*lines)
    slow = slow_mind.rack_chances(slow_mind.posterior(slow_mind.read_evidence(lines)))
    assert chances(solver.belief) == pytest.approx(slow, abs=1e-12)
    assert not any("P7" in rack for rack in slow)
    assert posterior(position_of(solver).evidence) == pytest.approx(slow, abs=1e-12)


def test_answers_that_contradict_each_other_about_a_lost_rack_prove_nothing_about_the_new_one() -> None:
    """The belief goes on without them; so must the reasons."""
    solver = solve(*FOUR, "Bob 11 3", "Cid 11 0", "declare me 146 wrong", "rack me ?")
    assert solver.contradictions == (7,)
    assert solver.belief.possible
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-9)


def test_a_contradiction_about_a_lost_rack_is_survived_where_histories_are_too_many_too() -> None:
    solver = solve(*UNIQUE[:-1], "Cid 1 3", "declare me G1 G2 G3 wrong", "rack me ?", "Ann 17 =")
    assert solver.contradictions == (14,)
    assert solver.belief.possible
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-9)


def test_a_rack_that_was_seen_says_nothing_of_the_next_beyond_its_tiles() -> None:
    solver = solve(*TABLE, "Ann 11 2", "declare me 146 wrong saw G1 N4 P7", "rack me ?", "Bob 11 1")
    assert [heard.line for heard in position_of(solver).evidence.heard] == [7]
    assert len(position_of(solver).evidence.stages) == 1
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-12)


def test_a_rack_filled_in_two_goes_is_judged_by_the_answers_since() -> None:
    lines = (
        "edition stronghold",
        "option reshuffle_at 0",
        "players Ann Bob me Cid Dee",
        "rack Ann Y2 K5 B7",
        "rack Bob G6 G6 R5",
        "rack Cid N4 P7 Y7",
        "rack Dee K3 N4 R5",
        "Ann 16 <",
        "declare Ann 257 right",
        "rack Ann K3 P6 B7",
        "declare Bob 556 wrong",
        "rack Bob G1 N4 B7",
        "declare Cid 467 wrong",
        "rack Cid Y2 N4 R5",
        "declare Dee 445 wrong",
        "rack Dee K3 R5 P6",
        "declare me 146 wrong saw G6 P6 Y7",
        "rack me ?",
        "reshuffle",
        "rack me ?",
        "Ann 8 7",
    )
    solver = solve(*lines)
    assert [heard.line for heard in position_of(solver).evidence.heard] == [21]
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-12)
    assert solver.why("no 1").probability == pytest.approx(
        sum(c for r, c in chances(solver.belief).items() if "G1" not in r)
    )


def test_where_histories_are_too_many_old_answers_are_taken_for_granted_and_named() -> None:
    solver = solve(*UNIQUE, "declare me G1 G2 G3 wrong", "rack me ?", "Ann 17 =", "Cid 17 =")
    assert position_of(solver).evidence.given == (0,)
    assert [heard.line for heard in position_of(solver).evidence.heard] == [17, 18]
    assert position_of(solver).evidence.begins == (16,)
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-9)


@pytest.mark.parametrize("seed", [204, 206, 208, 216, 219, 228, 238, 245, 248, 259])
def test_histories_with_the_answers_applied_are_those_of_the_slow_twin(seed: int) -> None:
    """The opponents' knowledge is computed from these histories where old racks of mine were never seen."""
    lines = play("stronghold", seed, {"max_states": 2_000, "declare_prob": 0.4})
    told = slow_mind.stories(lines, most=4_000)
    assert told
    solver = solve(*lines)
    found = likely_histories(solver.log.lines, solver.belief.pool.arrays, "me")
    assert not found.given
    weights: dict[tuple[str, ...], float] = {}
    for rack, weight in zip(found.racks, found.weights / found.weights.sum(), strict=True):
        key = names(found.arrays.racks.rack(int(rack)))
        weights[key] = weights.get(key, 0.0) + float(weight)
    assert weights == pytest.approx(chances(solver.belief), abs=1e-9)
    total = sum(story.weight for story in told)
    slow: dict[tuple[str, ...], float] = {}
    for story in told:
        slow[story.rack] = slow.get(story.rack, 0.0) + story.weight / total
    assert weights == pytest.approx(slow, abs=1e-9)


def test_histories_of_a_growing_log_are_those_of_the_whole_log_also_after_an_undo() -> None:
    lines = play("stronghold", 250, {"max_states": 2_000, "declare_prob": 0.4})
    solver = solve(*lines[:4])
    growing = LikelyHistories(solver.belief.pool.arrays, "me")
    several = 0
    for line in lines[4:]:
        solver.tell(line)
        if line.startswith("note") or not solver.belief.is_full:
            continue
        if len(solver.log.lines) % 7 == 0:  # a line is typed again: equal, but another object
            last = solver.undo()
            if solver.belief.is_full:
                growing.of(solver.log.lines)
            solver.tell(last)
        found = growing.of(solver.log.lines)
        whole = likely_histories(solver.log.lines, solver.belief.pool.arrays, "me")
        assert found.begins == whole.begins
        assert found.weights.tolist() == whole.weights.tolist()
        assert [stage.tolist() for stage in found.stages] == [stage.tolist() for stage in whole.stages]
        several += len(found.stages) > 1
    assert several > 3


def test_a_sample_of_histories_stands_for_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two racks of mine went out unseen. Each history that is drawn weighs the same, and together they weigh what all did."""
    lines = ("Ann 1 1", "declare me 146 wrong", "rack me ?", "Bob 8 6", "declare me 257 wrong", "rack me ?", "Cid 1 1")
    solver = solve(*FOUR, *lines)
    arrays = solver.belief.pool.arrays
    exact = likely_histories(solver.log.lines[:-1], arrays, "me")
    assert not exact.given
    monkeypatch.setattr(evidence_module, "MOST_HISTORIES", 300 * len(arrays.racks))
    samples = [likely_histories(solver.log.lines[:-1], arrays, "me", seed=seed) for seed in range(6)]
    assert all(sample.given == (0,) for sample in samples)
    assert len({tuple(sample.stages[0]) for sample in samples}) == len(samples), "seeds differ"
    whole = exact.weights.sum()
    assert [sample.weights.sum() / whole for sample in samples] == pytest.approx([1] * 6)
    for stage in range(3):
        for tile in range(0, len(arrays.deck.kinds), 3):
            held = [_share_with(one, stage, tile) for one in (exact, *samples)]
            assert sum(held[1:]) / 6 == pytest.approx(held[0], abs=0.04), (stage, tile)
    monkeypatch.setattr(evidence_module, "MOST_HISTORIES", len(arrays.racks) - 1)
    with pytest.raises(BeliefError, match="too many histories to list"):
        likely_histories(solver.log.lines, arrays, "me")


def _share_with(evidence: Evidence, stage: int, kind: int) -> float:
    """The share of the histories, by weight, with a kind of tile on one of the racks."""
    held = evidence.arrays.racks.counts[evidence.stages[stage], kind] > 0
    return float(evidence.weights[held].sum() / evidence.weights.sum())


@pytest.mark.parametrize("answers", [("Bob 11 3", "Cid 11 0"), ("Bob 11 3",)], ids=["each other", "what was seen"])
def test_a_rack_that_was_seen_at_last_counts_where_answers_contradict(answers: tuple[str, ...]) -> None:
    """The histories go on with what was seen; only the answers about that rack are left out."""
    solver = solve(*FOUR, "Ann 1 1", "declare me 146 wrong", "rack me ?", *answers)
    solver.tell("declare me 146 wrong saw K3 K3 P6\nrack me ?")
    assert solver.contradictions
    assert posterior(position_of(solver).evidence) == pytest.approx(chances(solver.belief), abs=1e-9)


# ----------------------------------------------------------------------------------------- what is used


@pytest.mark.parametrize("game", [("stronghold", 229, MANY_RACKS), ("stronghold", 245, MANY_RACKS)], ids=name_game)
def test_my_own_tiles_in_the_log_are_not_used(game: tuple[str, int, dict[str, Any]]) -> None:
    closed, opened = solve(*play(*game)), solve(*play(*game, open_log=True))
    assert posterior(position_of(closed).evidence) == posterior(position_of(opened).evidence)
    assert [told[1:] for told in closed.answers_heard] == [told[1:] for told in opened.answers_heard]


def test_answers_in_doubt_rule_nothing_out_and_answers_not_heard_are_not_there() -> None:
    solver = solve(*TABLE, "Ann 16 > ?", "Bob 5 ?", "me 3 0", "Ann 8 5")
    assert [(heard.line, heard.firm, heard.error) for heard in position_of(solver).evidence.heard] == [
        (4, False, 0.25),
        (7, True, 0.0),
    ]
    assert not position_of(solver).evidence.rules_out[0].any()
    assert position_of(solver).evidence.disagrees[0].any()


def test_the_evidence_follows_every_line_and_every_undo() -> None:
    solver = solve(*TABLE, "Ann 8 5")
    first = position_of(solver).evidence
    assert position_of(solver).evidence is first
    solver.tell("Bob 10 3")
    assert [heard.line for heard in position_of(solver).evidence.heard] == [4, 5]
    solver.undo()
    assert posterior(position_of(solver).evidence) == posterior(first)


def test_there_is_no_evidence_about_a_rack_that_is_not_there() -> None:
    for lines in ((), ("edition classic",), (*TABLE, "Ann 8 5", "declare me 146 wrong saw G1 N4 R5")):
        with pytest.raises(BeliefError, match=r"no full rack|not named yet|no player"):
            _ = position_of(Solver.from_log(join(*lines))).evidence
