"""Answers of Code Breaker: hand-checked, as text, and fast ones against plain ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_breaker import codes_of, said

from code777solver.breaker import answers as module
from code777solver.breaker.answers import ANSWERS, MIRROR, WIN, Overlap, answer, answer_rows, answer_table, read_answer
from code777solver.breaker.packs import load_pack
from code777solver.errors import PackError

SAMPLE = "2R 4P 5P"
"""One code and a guess for every clue of a sample round, answered by hand."""

ROUND = [
    ("AL 2P 3W", "1 1 0"),  # the 2; one paper
    ("2R 3P 5W", "2 2 1"),  # the 2 and the 5; rock and paper; 2R
    ("AS 2W 3L", "1 0 0"),  # the 2
    ("2R 3W 3L", "1 1 1"),  # 2R alone
    ("AR AP 3P", "0 3 0"),  # no number; rock, paper, paper
    ("AR 2P 3L", "1 2 0"),  # the 2; rock and paper
    ("2P 4S 5W", "3 1 0"),  # every number; one paper
    ("2P 4P 5R", "3 3 1"),  # everything but two cards in each other's suit
    ("5P 2R 4P", "3 3 3"),  # the order does not matter
]


@pytest.mark.parametrize(("guess", "expected"), ROUND)
def test_a_sample_round(guess: str, expected: str) -> None:
    pack = load_pack("breaker")
    assert str(answer(pack, pack.read(guess), pack.read(SAMPLE))) == expected


@pytest.mark.parametrize(
    ("guess", "code", "expected"),
    [
        ("AR 2R 3P", "AR 3W 5P", (2, 2, 1)),
        ("AR AP AS", "AR 2R 3R", (1, 1, 1)),  # three aces against one, and three rocks against one
        ("AR AP AS", "AW AL 2R", (2, 1, 0)),  # as many aces as both have
        ("AR AP 2R", "AP AR 3W", (2, 2, 2)),
        ("AR AP 2S", "3W 4L 5W", (0, 0, 0)),
        ("AR 2R 3R", "4R 5R AR", (1, 3, 1)),
    ],
)
def test_numbers_and_suits_are_multisets(guess: str, code: str, expected: tuple[int, int, int]) -> None:
    pack = load_pack("breaker")
    assert answer(pack, pack.read(guess), pack.read(code)) == expected
    assert answer(pack, pack.read(code), pack.read(guess)) == expected


@pytest.mark.parametrize("shape", ["A-3 / rock paper scissors", "A-5 / sun moon", "A 2 / x b c d e f"])
def test_every_pair_of_small_packs(shape: str) -> None:
    pack = load_pack(shape)
    codes = codes_of(len(pack.ranks), len(pack.suits))
    every = np.arange(len(codes))
    expected = np.array([[ANSWERS.index(Overlap(*said(guess, code))) for code in codes] for guess in codes])
    assert (answer_table(pack) == expected).all()
    assert (answer_rows(pack, every, every) == expected).all()


@given(st.sampled_from(["breaker", "breaker-4", "A-K / spades hearts diamonds clubs", "A-9 / x b c d e f"]), st.data())
def test_the_fast_answers_are_the_plain_ones(name: str, data: st.DataObject) -> None:
    pack = load_pack(name)
    codes = codes_of(len(pack.ranks), len(pack.suits))
    guess, code = (data.draw(st.integers(0, len(codes) - 1)) for _ in range(2))
    expected = said(codes[guess], codes[code])
    assert answer(pack, guess, code) == expected
    assert ANSWERS[answer_rows(pack, np.array([guess]), np.array([code]))[0, 0]] == expected
    if len(codes) < 3000:
        assert ANSWERS[answer_table(pack)[guess, code]] == expected


def test_the_table_of_the_large_pack_is_symmetric_and_has_every_answer() -> None:
    table = answer_table(load_pack("breaker"))
    assert (table == table.T).all()
    assert (np.unique(table) == np.arange(29)).all()
    assert (table.diagonal() == WIN).all()
    assert (table == WIN).sum() == len(table)


def test_there_are_29_answers() -> None:
    assert len(ANSWERS) == 29
    assert list(ANSWERS) == sorted(ANSWERS)
    assert ANSWERS[WIN] == (3, 3, 3)
    assert [ANSWERS[place] for place in MIRROR] == [(suits, numbers, cards) for numbers, suits, cards in ANSWERS]


def test_counting_bits_without_the_function_of_numpy_2(monkeypatch: pytest.MonkeyPatch) -> None:
    words = np.random.default_rng(1).integers(0, 2**63, 500).astype(np.uint64) * np.uint64(2) + np.uint64(1)
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert module._ones(words).tolist() == [int(word).bit_count() for word in words]


@pytest.mark.parametrize(
    "text",
    [
        "1 2 0",
        "120",
        "1/2/0",
        "1, 2, 0",
        "1-2-0",
        "one number, two suits, zero cards",
        "1 number 2 suits no cards",
        "1n 2s 0c",
    ],
)
def test_answers_as_people_write_them(text: str) -> None:
    assert read_answer(text) == (1, 2, 0)


@pytest.mark.parametrize("text", ["333", "3 3 3", "win", "YES", "right", "all numbers, all suits, all cards"])
def test_the_winning_answer(text: str) -> None:
    assert read_answer(text) == ANSWERS[WIN]


@given(st.sampled_from(ANSWERS))
def test_every_answer_is_read_as_it_is_written(said: Overlap) -> None:
    assert read_answer(str(said)) == said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2", "cannot read the answer '1 2': give numbers, suits and cards that agree"),
        ("1 2 0 0", "cannot read the answer"),
        ("4 1 0", "answer '4 1 0': at most 3 of each"),
        ("1 0 1", "answer '1 0 1': a card that agrees is also a number and a suit"),
        ("3 3 2", "answer '3 3 2': with two cards, all numbers and all suits, the third card agrees too"),
        ("2 suits 1 number 0 cards", "cannot read the answer"),
        ("maybe", "cannot read the answer 'maybe'"),
    ],
)
def test_what_is_no_answer(text: str, message: str) -> None:
    with pytest.raises(PackError, match=message):
        read_answer(text)
