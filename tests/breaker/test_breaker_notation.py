"""The log of Code Breaker: it round-trips, bad lines are refused in one line, and the door keeps in step with it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_breaker import codes_of, said

from code777solver import Breaker
from code777solver.breaker.answers import ANSWERS
from code777solver.breaker.notation import format_event, read_log
from code777solver.errors import LineError, NotationError, PackError, RuleError

SAMPLE = """\
# a game with my niece
pack breaker-4        # ordinary cards

AS 2S 3H 1 1 0
  guess ace of hearts, 4♥ 4♦: 1/1/0   # she took long
NOTE  she  smiles # at this
2C 4D 5S 0 1 0 ?
code 2D 3S 4H
"""


def test_what_is_written_survives_to_the_letter() -> None:
    assert str(read_log(SAMPLE)) == SAMPLE
    assert str(Breaker.from_log(SAMPLE).log) == SAMPLE


def test_the_one_spelling_of_a_log() -> None:
    breaker = Breaker.from_log(SAMPLE)
    expected = (
        "pack breaker-4\nAS 2S 3H 1 1 0\nAH 4H 4D 1 1 0\nnote she smiles # at this\n2C 4D 5S 0 1 0 ?\ncode 2D 3S 4H\n"
    )
    assert breaker.canonical() == expected
    assert Breaker.from_log(expected).canonical() == expected


@st.composite
def logs(draw: st.DrawFn) -> list[str]:
    """Lines of a game for children: any answer, as long as nobody has won."""
    codes, names = codes_of(3, 3), ("R", "P", "S")
    lines = ["pack breaker-kids"]
    for _ in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(["guess", "note", "comment", "blank"]))
        if kind == "guess":
            cards = " ".join("A23"[rank] + names[suit] for rank, suit in draw(st.sampled_from(codes)))
            doubt = draw(st.sampled_from(["", " ?"]))
            lines.append(f"{cards} {draw(st.sampled_from(ANSWERS[:-1]))}{doubt}")
        elif kind == "note":
            lines.append(f"note {draw(st.text('abc #?é', max_size=8))}")
        else:
            lines.append("" if kind == "blank" else "# A 1 ?")
    return lines


@given(logs())
def test_reading_and_writing_is_a_fixed_point(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    log = read_log(text)
    assert str(log) == text
    events = [line.event for line in log.lines if line.event is not None]
    again = read_log("".join(f"{format_event(event, log.round)}\n" for event in events))
    assert [line.event for line in again.lines] == events
    assert again.round == log.round


@given(logs())
def test_the_codes_left_are_those_that_fit(lines: list[str]) -> None:
    breaker = Breaker.from_log("\n".join(lines))
    codes = codes_of(3, 3)
    made = [guess for guess in breaker.round.guesses if not guess.doubted]
    fits = [i for i, code in enumerate(codes) if all(said(codes[g.code], code) == tuple(g.answer) for g in made)]
    assert breaker.position.left.tolist() == fits
    assert breaker.contradicted == (not fits)
    assert [code.probability for code in breaker.codes] == [1 / len(fits) for _ in fits]


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("AS 2S", NotationError, "line 3: 2 of 3 cards: name three different cards"),
        ("AS 2S 3H", NotationError, "line 3: the answer to AS 2S 3H is missing: numbers, suits and cards"),
        ("AS 2S 3H 1 1", NotationError, "line 3: cannot read the answer '1 1'"),
        ("AS 2S 3H 3 3 2", NotationError, "line 3: answer '3 3 2'"),
        ("AS 2S 9H 1 1 0", NotationError, "line 3: no card of this pack at '9H 1 1 0'"),
        ("pack race", RuleError, "line 3: `pack` comes before the first guess"),
        ("pack", NotationError, "line 3: `pack` takes a value (like `pack breaker-4`)"),
        ("pak race", NotationError, "line 3: 'pak' is neither a card nor a word of the log, did you mean 'pack'?"),
        ("first", NotationError, "line 3: `first`: write `first me` or `first them`"),
        ("first Bob", NotationError, "line 3: `first Bob`: write `first me` or `first them`"),
        ("me AS 2S 3H 1 1 0", NotationError, "line 3: `me AS 2S 3H 1 1 0`: write `me low` or `me high`"),
        ("code AS 2S", NotationError, "line 3: 2 of 3 cards"),
    ],
)
def test_bad_lines_are_told_in_one_line(line: str, kind: type[LineError], message: str) -> None:
    breaker = Breaker.from_log("pack breaker-4\nAS 2S 3H 1 1 0")
    with pytest.raises(kind, match=re.escape(message)) as caught:
        breaker.tell(line)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(breaker.log.lines) == 2


def test_all_lines_are_taken_or_none() -> None:
    breaker = Breaker("breaker-4")
    with pytest.raises(LineError, match="line 3"):
        breaker.tell("AS 2S 3H 1 1 0\nAS 2S")
    assert breaker.log.round.guesses == ()


def test_an_unknown_pack() -> None:
    with pytest.raises(PackError, match="no pack 'braker', did you mean 'breaker'"):
        Breaker("braker")


def test_without_a_pack_it_is_the_large_one() -> None:
    assert Breaker().game.name == Breaker.from_log("AR AP 2S 1 1 0").game.name == "breaker"


def test_a_guess_by_its_parts() -> None:
    breaker = Breaker("breaker-4")
    breaker.guess("A♠ 2♠ 3♥", (1, 1, 0))
    breaker.guess("AH 4H 4D", "120")
    assert breaker.canonical() == "pack breaker-4\nAS 2S 3H 1 1 0\nAH 4H 4D 1 2 0\n"
    assert breaker.undo() == "AH 4H 4D 1 2 0"
    assert len(breaker.codes) == 185
    assert repr(breaker) == "<Breaker breaker-4: guesses 1, codes left 185>"


def test_nothing_follows_a_broken_code() -> None:
    breaker = Breaker.from_log("pack breaker-kids\nAR AP 2R 3 3 3")
    assert breaker.round.outcome == "broken"
    with pytest.raises(RuleError, match="the game is over"):
        breaker.tell("AR AP 2S 1 1 0")


# False answers and contradictions.


def test_answers_that_do_not_fit_the_code_shown() -> None:
    breaker = Breaker.from_log("pack breaker-kids\nAR AP 2R 1 1 0\nAP AS 3R 1 2 0\ncode AS 2P 3P")
    assert [(line, tuple(guess.answer), tuple(right)) for line, guess, right in breaker.false_answers()] == [
        (2, (1, 1, 0), (2, 1, 0)),
        (3, (1, 2, 0), (2, 2, 1)),
    ]


def test_the_answer_that_must_be_wrong() -> None:
    """Three answers leave AS 3S 3P alone; a fourth speaks against it."""
    codes = codes_of(3, 3)
    lines = ["AR AP 2R 1 1 0", "AR 2S 3S 2 2 1", "AR AP 2R 3 3 1"]
    breaker = Breaker.from_log("\n".join(["pack breaker-kids", *lines]))
    assert breaker.contradicted
    assert breaker.guesses() == []
    made = [(guess.code, tuple(guess.answer)) for guess in breaker.round.guesses]
    misses = {
        i: [place for place, (guess, answer) in enumerate(made) if said(codes[guess], code) != answer]
        for i, code in enumerate(codes)
    }
    fewest = min(map(len, misses.values()))
    sets = {tuple(places) for places in misses.values() if len(places) == fewest}
    found = breaker.diagnose()
    assert {wrong.places for wrong in found} == sets
    assert sum(wrong.probability for wrong in found) == pytest.approx(1)
    assert [wrong.probability for wrong in found] == sorted((wrong.probability for wrong in found), reverse=True)
    for wrong in found:
        assert list(wrong.codes) == [i for i, places in misses.items() if tuple(places) == wrong.places]
        for place, instead in wrong.instead.items():
            right = {said(codes[made[place][0]], codes[i]) for i in wrong.codes}
            assert {tuple(answer) for answer in instead} == right
            assert sum(instead.values()) == pytest.approx(1)
    assert breaker.line_of(2) == 4


def test_taking_the_wrong_answer_out_mends_it() -> None:
    lines = ["pack breaker-kids", "AR AP 2R 1 1 0", "AR 2S 3S 2 2 1", "AR AP 2R 3 3 1"]
    wrong = Breaker.from_log("\n".join(lines)).diagnose()[0]
    rest = [line for number, line in enumerate(lines, 1) if number - 2 not in wrong.places]
    assert Breaker.from_log("\n".join(rest)).position.left.tolist() == list(wrong.codes)


def test_doubted_answers_are_not_used() -> None:
    sure = Breaker.from_log("pack breaker-kids\nAR AP 2R 1 1 0")
    doubted = Breaker.from_log("pack breaker-kids\nAR AP 2R 1 1 0\nAR AP 2R 3 3 1 ?")
    assert doubted.position.left.tolist() == sure.position.left.tolist()
    assert doubted.diagnose() == []


# Advice.


def test_advice_is_what_it_says() -> None:
    """Each figure of each guess, counted by hand."""
    breaker = Breaker.from_log("pack breaker-kids\nAR AP 2R 1 1 0")
    codes = codes_of(3, 3)
    left = breaker.position.left.tolist()
    found = breaker.guesses(6)
    assert len(found) == 6
    for advice in found:
        guess = breaker.pack.read(" ".join(advice.cards))
        parts: dict[tuple[int, int, int], int] = {}
        for code in left:
            answer = said(codes[guess], codes[code])
            parts[answer] = parts.get(answer, 0) + 1
        rest = [size for answer, size in parts.items() if answer != (3, 3, 3)]
        assert advice.parts == len(parts)
        assert advice.possible == (guess in left) == (advice.probability > 0)
        assert advice.probability == pytest.approx((guess in left) / len(left))
        assert advice.expected_codes == pytest.approx(sum(size * size for size in rest) / len(left))
        assert advice.worst_codes == max(rest)
        assert advice.race is None
    assert found[0].expected_guesses == min(advice.expected_guesses or 99 for advice in found)


@pytest.mark.parametrize("strategy", ["entropy", "expected-size", "most-parts", "minimax", "consistent"])
def test_the_best_guess_of_a_strategy_leads_its_list(strategy: str) -> None:
    breaker = Breaker.from_log("pack breaker-4\nAS 2S 3H 1 1 0")
    best = breaker.best(strategy)
    found = breaker.guesses(8, strategy)
    key = {
        "entropy": lambda advice: round(-advice.bits, 9),
        "consistent": lambda advice: round(-advice.bits, 9),
        "most-parts": lambda advice: -advice.parts,
        "minimax": lambda advice: max(advice.worst_codes, advice.possible),
        "expected-size": lambda advice: advice.expected_codes * 185 + advice.possible,
    }[strategy]
    assert found[0] == best
    assert [key(advice) for advice in found] == sorted(key(advice) for advice in found)
    assert strategy != "consistent" or all(advice.possible for advice in found)


def test_the_optimal_strategies_at_the_start_need_no_search() -> None:
    breaker = Breaker("breaker")
    for strategy in ("optimal-mean", "optimal-worst"):
        best = breaker.best(strategy)
        assert (best.cards, best.worst_guesses) == (("AR", "AP", "2S"), 5)
        assert best.expected_guesses == pytest.approx(9263 / 2300)


def test_a_strategy_for_the_worst_case_has_the_least_worst_case() -> None:
    breaker = Breaker.from_log("pack breaker-4\nAS 2S 3H 2 1 0")
    worst, mean = breaker.best("optimal-worst"), breaker.best("optimal-mean")
    assert worst.worst_guesses is not None
    assert mean.worst_guesses is not None
    assert worst.worst_guesses <= mean.worst_guesses
    assert (mean.expected_guesses or 0) <= (worst.expected_guesses or 9)


def test_an_unknown_strategy() -> None:
    with pytest.raises(PackError, match="no strategy 'entropie', did you mean 'entropy'?"):
        Breaker().best("entropie")


def test_the_setter_is_told_the_answer() -> None:
    assert Breaker("race").answer_to("6R 7R 8P", "6R 8W 10P") == (2, 2, 1)
    with pytest.raises(PackError, match="no card of this pack"):
        Breaker("breaker").answer_to("AR 2R 3P", "6R 8W 10P")


def test_a_position_too_large_to_search_is_still_advised() -> None:
    breaker = Breaker.from_log("pack A-K / spades hearts diamonds clubs\nAS 2H 3D 1 1 0")
    best = breaker.best()
    assert best.expected_guesses is None
    assert best.cards == breaker.best("entropy").cards
