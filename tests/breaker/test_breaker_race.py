"""The race: one test for each rule, and chances against a plain count over all pairs of codes."""

from __future__ import annotations

from itertools import product

import pytest
from slow_breaker import SlowSearch, codes_of, exhaustive, said

from code777solver import Breaker
from code777solver.breaker.answers import ANSWERS
from code777solver.breaker.best_play import best_guess, plan_from
from code777solver.breaker.packs import load_pack
from code777solver.breaker.plans import Plan, best_plan, proved_best
from code777solver.breaker.race import Race
from code777solver.errors import LineError

LOW, HIGH = "AR AP 2R", "4R 4P 5R"
"""A first guess of each side in the race for children."""


def race(*lines: str) -> Breaker:
    return Breaker.from_log("\n".join(["pack race-kids", *lines]))


# The rules.


def test_each_side_guesses_cards_of_its_own_half() -> None:
    game = race(f"{LOW} 1 1 0", f"{HIGH} 2 2 1")
    assert [game.round.name(guess.side) for guess in game.round.guesses] == ["me", "them"]
    with pytest.raises(LineError, match="no card of this pack at '4R 2R 1 1 0'"):
        game.tell("AR 4R 2R 1 1 0")
    assert len(game.codes) < 84
    assert all(card[0] in "A23" for code in game.codes for card in code.cards)


def test_i_may_have_the_high_half() -> None:
    game = race("me high", f"{LOW} 1 1 0", f"{HIGH} 2 2 1")
    assert [game.round.name(guess.side) for guess in game.round.guesses] == ["them", "me"]
    assert all(card[0] in "456" for code in game.codes for card in code.cards)


def test_the_low_half_starts_unless_a_line_says_otherwise() -> None:
    assert race().round.turn == 0
    assert race("me high").round.turn == 0
    assert race("first them").round.turn == 1
    assert race("me high", "first me").round.turn == 1
    assert race("me high", "first them").round.turn == 0


def test_turns_alternate() -> None:
    game = race(f"{LOW} 1 1 0")
    assert game.round.turn == 1
    with pytest.raises(LineError, match="it is the turn of `them`, who guesses 4-6: the sides take turns"):
        game.tell("AR AP 3R 1 1 0")
    game.tell(f"{HIGH} 1 1 0")
    assert game.round.turn == 0


def test_after_the_first_side_breaks_its_code_the_second_has_one_guess() -> None:
    game = race(f"{LOW} 3 3 3")
    assert game.round.is_last_chance
    assert game.round.turn == 1
    assert game.round.outcome == ""


def test_the_second_side_ties_in_the_same_round() -> None:
    game = race(f"{LOW} 3 3 3", f"{HIGH} 3 3 3")
    assert game.round.outcome == "tie"
    assert game.chances == (0, 1, 0)


def test_the_second_side_misses_its_last_chance() -> None:
    game = race(f"{LOW} 3 3 3", f"{HIGH} 1 1 0")
    assert game.round.outcome == "me"
    assert game.chances == (1, 0, 0)
    assert race("me high", f"{LOW} 3 3 3", f"{HIGH} 1 1 0").round.outcome == "them"


def test_when_the_second_side_breaks_its_code_first_it_has_won_at_once() -> None:
    game = race(f"{LOW} 1 1 0", f"{HIGH} 3 3 3")
    assert game.round.outcome == "them"
    assert game.round.turn is None
    assert not game.round.is_last_chance


@pytest.mark.parametrize("ending", [[f"{LOW} 3 3 3", f"{HIGH} 3 3 3"], [f"{LOW} 1 1 0", f"{HIGH} 3 3 3"]])
def test_nothing_is_guessed_after_the_end(ending: list[str]) -> None:
    with pytest.raises(LineError, match="the game is over: no more guesses"):
        race(*ending, "AR AP 3R 1 1 0")


def test_a_code_that_is_shown_ends_the_race() -> None:
    game = race(f"{LOW} 1 1 0", "code AP 2S 3S")
    assert game.round.outcome == "shown"
    assert game.chances is None


def test_who_guesses_may_be_written_before_the_cards() -> None:
    game = race(f"me {LOW} 1 1 0", f"them {HIGH} 1 1 0")
    assert len(game.round.guesses) == 2
    with pytest.raises(LineError, match="`them` does not guess these cards"):
        game.tell("them AR AP 3R 1 1 0")


@pytest.mark.parametrize(("line", "word"), [("me low", "me"), ("first me", "first")])
def test_sides_are_for_a_race_and_come_first(line: str, word: str) -> None:
    with pytest.raises(LineError, match=f"`{word}` is for a race, but breaker has one guesser"):
        Breaker.from_log(line)
    with pytest.raises(LineError, match=f"`{word}` comes before the first guess"):
        race(f"{LOW} 1 1 0", line)


# The chances.


def play(plan: Plan, code: int) -> int:
    """Guesses that a plan needs for a code, answered the slow way."""
    codes, node, count = codes_of(3, 3), plan.root, 1
    while node.guess != code:
        node = node.after[ANSWERS.index(said(codes[node.guess], codes[code]))]  # type: ignore[arg-type]
        count += 1
    return count


def test_chances_at_the_start_are_a_count_over_all_pairs_of_codes() -> None:
    best = best_plan(load_pack("breaker-kids"))
    known = proved_best(load_pack("breaker-kids"))
    assert best is not None
    assert known is not None
    mine = Plan.read(load_pack("breaker-kids"), known.race)
    pairs = [(play(mine, a), play(best, b)) for a, b in product(range(84), range(84))]
    expected = [sum(f(a, b) for a, b in pairs) / 84**2 for f in (int.__lt__, int.__eq__, int.__gt__)]
    assert race().chances == pytest.approx(expected)


@pytest.mark.parametrize("mine", ["low", "high"])
def test_chances_in_a_game_are_a_count_over_the_codes_left(mine: str) -> None:
    """Uneven numbers of guesses: the second side is one behind, and rounds are what counts."""
    game = race(f"me {mine}", f"{LOW} 1 1 0", f"{HIGH} 2 2 1", "AP AS 3R 1 2 0")
    table = game.round
    assert game.race is not None
    other = plan_from(table.game.packs[table.theirs], table.history(table.theirs))
    made = {side: len(table.made(side)) for side in (0, 1)}
    pairs = [
        (made[table.mine] + play(game.race.plan, int(a)), made[table.theirs] + play(other, int(b)))
        for a, b in product(game.position.left, game.their_position.left)
    ]
    expected = [sum(f(a, b) for a, b in pairs) / len(pairs) for f in (int.__lt__, int.__eq__, int.__gt__)]
    assert game.chances == pytest.approx(expected)
    assert sum(expected) == pytest.approx(1)


def test_with_one_guess_left_they_are_taken_to_name_a_code_that_fits() -> None:
    """Though on average another guess would be better for them."""
    game = Breaker.from_log("pack race\nAR AP 2S 1 1 0\n6R 6P 7S 2 2 1\nAS 3W 4W 3 3 3")
    left = len(game.their_position.left)
    assert left == 142
    assert best_guess(game.their_position) not in game.their_position.left
    assert game.chances == pytest.approx((1 - 1 / left, 1 / left, 0))


def test_with_one_guess_left_i_name_a_code_that_fits() -> None:
    game = race("me high", f"{LOW} 1 1 0", f"{HIGH} 2 2 1", "AP AS 3R 3 3 3")
    left = len(game.codes)
    best = game.best()
    assert best.possible
    assert best.race == pytest.approx(0.5 / left)
    assert game.chances == pytest.approx((0, 1 / left, 1 - 1 / left))


def test_no_plan_wins_more_often() -> None:
    """Every plan there is for a few codes, judged by a plain count of wins and half the ties."""
    game = race(f"{LOW} 1 1 0", f"{HIGH} 1 1 0")
    chances = game.chances
    assert game.race is not None
    assert chances is not None
    theirs = {rounds: count for rounds, count in enumerate(game.race.rounds_of_other) if count}
    total = sum(theirs.values())

    def lost(guess: int) -> int:
        return sum(count * (2 if rounds < 1 + guess else rounds == 1 + guess) for rounds, count in theirs.items())

    search = SlowSearch(3, 3)
    least = exhaustive(search, game.position.left, lost)
    assert chances.score == pytest.approx(1 - least / (2 * total * len(game.codes)))
    assert game.best().race == pytest.approx(chances.score)


def test_the_guess_for_the_race_is_not_the_guess_for_the_mean() -> None:
    """The mean can be had with a guess that cannot be right; in the race the chance to finish now is worth more."""
    game = race("me high", "AP 2P 3P 2 1 1", "5S 6R 6P 2 1 1", "2R 3R 3S 1 2 1")
    mean = game.advise(game.pack.format(best_guess(game.position)))
    best = game.best()
    assert best.cards != mean.cards
    assert best.race is not None
    assert mean.race is not None
    assert best.race > mean.race + 0.1
    assert game.chances is not None
    assert game.chances.score == pytest.approx(best.race)
    assert game.guesses(3)[0].cards == best.cards


def test_a_race_for_the_large_pack_at_the_start() -> None:
    game = Breaker("race")
    chances = game.chances
    assert chances is not None
    assert chances == pytest.approx((0.235913, 0.531461, 0.232626), abs=1e-6)
    assert game.best().cards == ("AR", "AP", "2S")
    assert Race(game.round).is_known


def test_too_much_is_open_to_tell() -> None:
    game = Breaker("A-6 | 7-Q / sun moon star fire leaf wind")
    assert game.chances is None
    assert game.best().race is None
