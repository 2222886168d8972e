"""Answers that may be wrong: exact weights, the liar named, and a game that goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
import slow_mind
from logs import TABLE
from slow_mind import Rack
from strategies import assert_same_chances, chances, solve

from code777solver import Solver
from code777solver.errors import LineError
from code777solver.solver import position_of

PLAYERS = ("Ann", "Bob", "Cid", "Dan")
RATES = [(0.0, 0.25), (0.1, 0.25), (0.3, 0.1), (0.0, 0.9), (0.02, 0.02)]
"""Error rate and doubt rate."""


def doubtful(seed: int, edition: str = "classic", **options: Any) -> list[str]:
    """A true game in which I doubt about every third answer, did not hear some, and misheard a few."""
    options = {"declare_prob": 0.15, "swap_prob": 0, "max_states": 2_000, **options}
    lines, _ = reference.random_game(random.Random(seed), edition, 2 + seed % 3, 8 + seed, **options)
    rng, result = random.Random(seed), []
    for line in lines:
        words = line.split()
        if words[0] not in PLAYERS or rng.random() < 0.5:
            result.append(line)
        elif rng.random() < 0.2:
            result.append(f"{words[0]} {words[1]} ?")
        elif rng.random() < 0.3:
            other = rng.choice([s for s in ((">", "<", "=") if int(words[1]) > 11 else ("0", "1")) if s != words[2]])
            result.append(f"{words[0]} {words[1]} {other} ?")
        else:
            result.append(f"{line} ?")
    return result


def with_rates(lines: list[str], error: float, doubt: float) -> list[str]:
    at = next(n for n, line in enumerate(lines) if line.startswith("players"))
    return [*lines[:at], f"option error_rate {error}", f"option doubt_rate {doubt}", *lines[at:]]


def slowly(lines: list[str], error: float, doubt: float) -> tuple[dict[Rack, float], dict[int, float]]:
    """Chances of the racks, and of an error at each line."""
    evidence = slow_mind.read_evidence(lines)
    joint = slow_mind.posterior(evidence, error=error, doubt=doubt)
    return slow_mind.rack_chances(joint), slow_mind.errors(evidence, joint)


# ------------------------------------------------------------------------------------ exact weights


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("rates", RATES)
def test_chances_equal_the_slow_twin_at_any_rates(seed: int, rates: tuple[float, float]) -> None:
    lines = with_rates(doubtful(seed), *rates)
    solver = solve(*lines)
    racks, errors = slowly(lines, *rates)
    assert_same_chances(solver.belief, racks)
    assert solver.error_probabilities().keys() <= errors.keys()
    for line, chance in solver.error_probabilities().items():
        assert chance == pytest.approx(errors[line], abs=1e-9), line


@pytest.mark.parametrize("seed", [2, 5, 6, 8, 11])
def test_doubts_about_old_racks_weigh_too(seed: int) -> None:
    """Also where the old rack went away unseen, or a tile of it was swapped."""
    options: dict[str, Any] = {"swap_prob": 0.2, "reveal_prob": 0.4, "declare_prob": 0.3, "max_states": 1_500}
    lines = with_rates(doubtful(seed, **options), 0.05, 0.3)
    racks, errors = slowly(lines, 0.05, 0.3)
    solver = solve(*lines)
    assert_same_chances(solver.belief, racks)
    for line, chance in solver.error_probabilities().items():
        assert chance == pytest.approx(errors[line], abs=1e-9), line
    assert solver.why("no 6").probability == pytest.approx(
        sum(c for rack, c in racks.items() if "6" not in slow_mind.numbers(rack))
    )


def test_one_answer_in_doubt_by_hand() -> None:
    """Bob sees Ann's K5 and my rack. One in four of what I doubt is wrong, and then any of three answers as likely."""
    prior = reference.beliefs(TABLE)[-1]
    weights = {}
    for rack, chance in prior.items():
        right = 1 + sum(rack.count(tile) for tile in ("G1", "P7")) == 2
        weights[rack] = float(chance) * (0.75 if right else 0.25 / 3)
    total = sum(weights.values())
    solver = solve(*TABLE, "Bob 11 2 ?")
    assert_same_chances(solver.belief, {rack: weight / total for rack, weight in weights.items()})
    wrong = sum(weight for rack, weight in weights.items() if sum(rack.count(t) for t in ("G1", "P7")) != 1)
    assert solver.error_probabilities() == {4: pytest.approx(wrong / total)}
    assert len(solver.candidates) == len(prior)


@pytest.mark.parametrize(
    ("line", "others"), [("Ann 16 > ?", 2), ("Ann 11 1 ?", 3), ("Ann 8 4 ?", 7), ("Ann 10 4 ?", 7), ("Ann 1 0 ?", 2)]
)
def test_a_wrong_answer_may_be_any_other_answer_of_its_card(line: str, others: int) -> None:
    solver = solve("option doubt_rate 0.4", *TABLE, line)
    firm = solve(*TABLE, line.removesuffix(" ?"))
    before = chances(solve(*TABLE).belief)
    ratio = {rack: chance / before[rack] for rack, chance in chances(solver.belief).items()}
    agreeing = [ratio[rack] for rack in chances(firm.belief)]
    disagreeing = [ratio[rack] for rack in before.keys() - chances(firm.belief).keys()]
    assert agreeing == pytest.approx([agreeing[0]] * len(agreeing))
    assert disagreeing == pytest.approx([agreeing[0] * (0.4 / others) / 0.6] * len(disagreeing))


def test_the_rates_that_are_used() -> None:
    """A doubted answer is at least as doubtful as any other."""

    def rates(*options: str) -> list[float]:
        return [heard.error for heard in position_of(solve(*options, *TABLE, "Ann 16 > ?", "Bob 5 0")).evidence.heard]

    assert rates() == [0.25, 0.0]
    assert rates("option doubt_rate 0.5") == [0.5, 0.0]
    assert rates("option error_rate 0.1") == [0.25, 0.1]
    assert rates("option error_rate 0.4") == [0.4, 0.4]
    assert rates("option doubt_rate 0") == [0.0, 0.0]


def test_without_doubt_or_errors_nothing_changes() -> None:
    plain = solve(*TABLE, "Ann 16 >", "Bob 10 3")
    assert chances(solve("option doubt_rate 0.9", *TABLE, "Ann 16 >", "Bob 10 3").belief) == chances(plain.belief)
    assert chances(solve("option doubt_rate 0", *TABLE, "Ann 16 > ?", "Bob 10 3").belief) == chances(plain.belief)
    assert set(plain.error_probabilities().values()) == {0.0}


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("error_rate 1", "error_rate '1': must be a share from 0 to less than 1, like 0.05"),
        ("error_rate -0.1", "error_rate '-0.1': must be a share"),
        ("doubt_rate often", "doubt_rate 'often': must be a share"),
        ("doubt_rate nan", "doubt_rate 'nan': must be a share"),
        ("dout_rate 0.1", "did you mean 'doubt_rate'"),
    ],
)
def test_a_rate_is_a_share(option: str, reason: str) -> None:
    with pytest.raises(LineError, match=reason):
        solve(f"option {option}", *TABLE)


def test_a_doubted_answer_excludes_nothing_and_a_repeated_one_excludes_less_and_less() -> None:
    lines: tuple[str, ...] = TABLE
    odds = []
    for _ in range(4):
        lines = (*lines, "Ann 17 > ?", "Bob 5 ?", "me 5 0")
        solver = solve(*lines)
        assert len(solver.candidates) == len(reference.beliefs(TABLE)[-1])
        odds.append(solver.why("has 4").probability)
    assert odds == sorted(odds)
    assert odds[-1] < 1


# ------------------------------------------------------------------------------------ not heard


def test_an_answer_not_heard_tells_only_that_the_card_is_gone() -> None:
    heard, unheard = solve(*TABLE, "Ann 16 >"), solve(*TABLE, "Ann 16 ?")
    assert chances(unheard.belief) == chances(solve(*TABLE).belief)
    assert unheard.table.cards_to_come == heard.table.cards_to_come
    assert 16 not in unheard.table.cards_to_come
    assert unheard.table.next_player == heard.table.next_player == "Bob"
    assert unheard.answers_heard == []
    assert position_of(unheard).evidence.heard == ()
    assert unheard.error_probabilities() == {}
    assert unheard.audit() == []


def test_an_answer_not_heard_keeps_the_turn_of_one_who_may_declare() -> None:
    """It is a card like any other for the silence of the others."""
    lines = reference.random_game(random.Random(7), "classic", 3, 12, declare_prob=0, swap_prob=0)[0]
    last = lines[-1].split()
    unheard = [*lines[:-1], f"{last[0]} {last[1]} ?"]
    assert solve(*unheard).assuming_silence().chances.any()
    assert slow_mind.moments(unheard) == slow_mind.moments(lines)


def test_methods_say_the_same_as_lines() -> None:
    solver = Solver("classic", ["Ann", "Bob", "me"])
    solver.rack("Ann", "Y2 K5 B7")
    solver.rack("Bob", "G6 G6 R5")
    solver.answer("Ann", 16, "first", doubted=True)
    solver.answer("Bob", 5, None)
    lines = str(solver.log).splitlines()
    assert lines[-2:] == ["Ann 16 > ?", "Bob 5 ?"]
    again = Solver.from_log(str(solver.log))
    assert chances(again.belief) == chances(solver.belief)
    assert chances(solver.belief) == chances(solve(*TABLE, "Ann 16 > ?").belief)


@pytest.mark.parametrize("spelled", ["Ann 16 >?", "ann 16 first ?", "Ann 16 blue ?  # so I think", "ANN 16 > ?"])
def test_a_doubt_may_be_spelled_in_several_ways(spelled: str) -> None:
    assert chances(solve(*TABLE, spelled).belief) == chances(solve(*TABLE, "Ann 16 > ?").belief)


# -------------------------------------------------------------------------------------- the liar


@pytest.mark.parametrize("seed", [3, 5, 8, 9, 12, 13, 18, 30])
def test_the_liar_is_the_likeliest_to_be_wrong_and_the_truth_comes_back(seed: int) -> None:
    """All answers may be wrong, one of them is, and enough of the others speak against it."""
    options: dict[str, Any] = {"declare_prob": 0, "swap_prob": 0}
    lines, true = reference.random_game(random.Random(seed), "classic", 4, 20, **options)
    rng = random.Random(seed)
    answers = [n for n, line in enumerate(lines) if line.split()[0] in PLAYERS and int(line.split()[1]) > 11]
    n = rng.choice(answers)
    player, card, truth = lines[n].split()
    false = [*lines[:n], f"{player} {card} {rng.choice([s for s in '<>=' if s != truth])}", *lines[n + 1 :]]
    assert not solve(*false).belief.possible
    rated = with_rates(false, 0.05, 0.25)
    solver = solve(*rated)
    assert solver.contradictions == ()
    assert true in chances(solver.belief)
    found, (_, errors) = solver.error_probabilities(), slowly(rated, 0.05, 0.25)
    assert found == pytest.approx(errors, abs=1e-9)
    culprits = {line for found in solve(*false).diagnose().culprits for line in found.lines}
    likeliest = max(found, key=lambda line: found[line])
    assert likeliest - 2 in culprits  # two option lines more
    assert found[n + 3] > 0.05


def test_a_lie_that_is_doubted_and_contradicted_is_wrong_for_certain() -> None:
    """Bob says that my rack has two rare tiles; Ann, whom I trust, that there is none."""
    lines = (*TABLE, "Ann 11 0", "Bob 11 3 ?")
    solver = solve(*lines)
    assert solver.contradictions == ()
    assert chances(solver.belief) == pytest.approx(chances(solve(*TABLE, "Ann 11 0").belief))
    assert solver.error_probabilities() == {4: 0.0, 5: pytest.approx(1.0)}
    assert solve(*TABLE, "Ann 11 0", "Bob 11 3").contradictions == (5,)


def test_two_that_exclude_each_other_share_one_error() -> None:
    solver = solve("option error_rate 0.1", *TABLE, "Ann 11 0", "Bob 11 2")
    found = solver.error_probabilities()
    evidence = slow_mind.read_evidence(["note", *TABLE, "Ann 11 0", "Bob 11 2"])
    joint = slow_mind.posterior(evidence, error=0.1)
    assert found == pytest.approx(slow_mind.errors(evidence, joint))
    assert 1 <= sum(found.values()) <= 2
    both = sum(chance for (_, against), chance in joint.items() if against == 3)
    assert sum(found.values()) == pytest.approx(1 + both)


def test_the_sum_of_the_chances_of_error_is_the_expected_number_of_errors() -> None:
    lines = with_rates(doubtful(5), 0.1, 0.25)
    evidence = slow_mind.read_evidence(lines)
    joint = slow_mind.posterior(evidence, error=0.1, doubt=0.25)
    expected = sum(chance * against.bit_count() for (_, against), chance in joint.items())
    found = solve(*lines).error_probabilities()
    assert found.keys() == {heard.line for heard in evidence.heard}
    assert sum(found.values()) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(10))
def test_a_chance_of_error_is_a_chance(seed: int) -> None:
    found = solve(*with_rates(doubtful(seed), 0.1, 0.25)).error_probabilities()
    assert all(0 <= chance <= 1 for chance in found.values()), found


def test_the_game_goes_on_after_a_contradiction_when_the_false_line_is_doubted() -> None:
    """The same log, with a question mark at the false line, reaches the truth in the end."""
    racks = {"Ann": ("B7", "K5", "Y2"), "Bob": ("G6", "G6", "R5"), "me": ("K3", "N4", "P6")}
    lines = list(TABLE)
    for card in (11, 10, 8, 12, 15, 21, 17, 1, 4):
        for player in ("Ann", "Bob", "me"):
            lines.append(f"{player} {card} {reference.answer(card, [r for p, r in racks.items() if p != player])}")
    lie = lines.index("Ann 12 =")
    false = [*lines[:lie], "Ann 12 >", *lines[lie + 1 :]]
    broken = solve(*false)
    assert broken.contradictions
    assert not broken.belief.possible
    culprits = broken.diagnose().culprits
    assert (lie + 1,) in {found.lines for found in culprits}
    mended = solve(*false[:lie], "Ann 12 > ?", *false[lie + 1 :])
    assert mended.contradictions == ()
    assert racks["me"] in chances(mended.belief)
    assert mended.error_probabilities()[lie + 1] == pytest.approx(1)
    assert chances(mended.belief) == pytest.approx(chances(solve(*lines[:lie], "Ann 12 ?", *lines[lie + 1 :]).belief))


def test_a_new_rack_starts_without_the_contradiction_of_the_old_one() -> None:
    solver = solve(*TABLE, "Ann 1 2", "declare me 146 wrong saw G1 N4 R5", "rack me ?", "Bob 8 6")
    assert solver.contradictions == (4,)
    assert solver.belief.possible
    fresh = solve(*TABLE, "Ann 1 ?", "declare me 146 wrong saw G1 N4 R5", "rack me ?", "Bob 8 6")
    assert chances(solver.belief) == pytest.approx(chances(fresh.belief))
