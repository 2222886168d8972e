"""The setter's answers: in plain Python, as text, and for many pairs at once.

The meaning is written once, in `answer`. For bulk work a code is three words of bits: the count of each number in unary (two
fives are ``011``), the count of each suit in unary, and its cards. The overlap of two codes is the number of common bits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import PackError
from .packs import CODE_SIZE, Pack

__all__ = [
    "ANSWERS",
    "MIRROR",
    "WIN",
    "AnsweredGuess",
    "Overlap",
    "answer",
    "answer_rows",
    "answer_table",
    "is_answer_word",
    "read_answer",
    "words",
]


class Overlap(NamedTuple):
    """Numbers of ranks, suits and whole cards of a guess that agree with the code.

    >>> print(Overlap(numbers=1, suits=2, cards=0))
    1 2 0
    """

    numbers: int
    suits: int
    cards: int

    def __str__(self) -> str:
        return f"{self.numbers} {self.suits} {self.cards}"


class AnsweredGuess(NamedTuple):
    """A guess that was made, and the place of its answer in `ANSWERS`."""

    guess: int
    answer: int


def _can_be(numbers: int, suits: int, cards: int) -> bool:
    """True if an answer is possible. If two cards, all numbers and all suits agree, the third card must agree too."""
    return cards <= min(numbers, suits) and (numbers, suits, cards) != (3, 3, 2)


ANSWERS: tuple[Overlap, ...] = tuple(
    Overlap(numbers, suits, cards)
    for numbers in range(CODE_SIZE + 1)
    for suits in range(CODE_SIZE + 1)
    for cards in range(CODE_SIZE + 1)
    if _can_be(numbers, suits, cards)
)
"""All possible answers; arrays hold indices into this list."""

WIN = len(ANSWERS) - 1
"""Index of 3 3 3."""

MIRROR = np.array([ANSWERS.index(Overlap(suits, numbers, cards)) for numbers, suits, cards in ANSWERS], np.uint8)
"""Index of each answer with numbers and suits swapped."""

_NAMES = np.zeros(64, np.uint8)
for _place, _answer in enumerate(ANSWERS):
    _NAMES[_answer.numbers * 16 + _answer.suits * 4 + _answer.cards] = _place


def answer(pack: Pack, guess: int, code: int) -> Overlap:
    """Answer of the setter of ``code`` to a guess.

    >>> from code777solver.breaker.packs import load_pack
    >>> pack = load_pack("breaker")
    >>> print(answer(pack, pack.read("AR 2R 3P"), pack.read("AR 3W 5P")))
    2 2 1
    """
    mine, theirs = pack.codes[guess].tolist(), pack.codes[code].tolist()
    suits = len(pack.suits)
    return Overlap(
        _common((card // suits for card in mine), (card // suits for card in theirs)),
        _common((card % suits for card in mine), (card % suits for card in theirs)),
        _common(mine, theirs),
    )


def _common(some: Iterable[int], others: Iterable[int]) -> int:
    """Size of the intersection of two multisets."""
    return (Counter(some) & Counter(others)).total()


_WORDS = {"no": 0, "none": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "all": 3}
_WINS = {"win", "won", "yes", "right", "correct", "solved"}


def is_answer_word(word: str) -> bool:
    """True if an answer in words may begin with this word.

    >>> is_answer_word("no"), is_answer_word("note")
    (True, False)
    """
    return word in _WORDS or word in _WINS


def read_answer(text: str) -> Overlap:
    """Read an answer as people write it: ``1 2 0``, ``120``, ``1/2/0``, ``one number, two suits, no cards``, ``win``.

    >>> read_answer("one number, 2 suits, no cards")
    Overlap(numbers=1, suits=2, cards=0)
    """
    words = re.findall(r"[^\W\d_]+|\d", text.casefold())
    if len(words) == 1 and words[0] in _WINS:
        return ANSWERS[WIN]
    values = [int(word) if word.isdecimal() else _WORDS[word] for word in words if word.isdecimal() or word in _WORDS]
    things = [word for word in words if not word.isdecimal() and word not in (*_WORDS, "and")]
    expected = [("n", "number", "numbers"), ("s", "suit", "suits"), ("c", "card", "cards")]
    named = len(things) == 3 and all(thing in names for thing, names in zip(things, expected, strict=True))
    if len(values) != 3 or (things and not named):
        raise PackError(
            "cannot read the answer {text!r}: give numbers, suits and cards that agree",
            remedy=" (like `1 2 0`)",
            text=text,
        )
    if max(values) > CODE_SIZE:
        raise PackError("answer {text!r}: at most {most} of each", text=text, most=CODE_SIZE)
    if values[2] > min(values[0], values[1]):
        raise PackError(
            "answer {text!r}: a card that agrees is also a number and a suit (numbers, suits, cards)", text=text
        )
    if not _can_be(*values):
        raise PackError(
            "answer {text!r}: with two cards, all numbers and all suits, the third card agrees too", text=text
        )
    return Overlap(*values)


@lru_cache(maxsize=16)
def words(pack: Pack) -> NDArray[np.uint64]:
    """``words(pack)[code]`` = numbers in unary, suits in unary, cards as bits."""
    suits = len(pack.suits)
    out = np.zeros((len(pack.codes), 3), np.uint64)
    for column, (values, most) in enumerate(
        [
            (pack.codes // suits, min(CODE_SIZE, suits)),
            (pack.codes % suits, min(CODE_SIZE, len(pack.ranks))),
            (pack.codes, 1),
        ]
    ):
        for i in range(CODE_SIZE):
            before = (values[:, :i] == values[:, i : i + 1]).sum(axis=1)
            out[:, column] |= np.uint64(1) << (values[:, i] * most + before).astype(np.uint64)
    out.setflags(write=False)
    return out


def answer_rows(pack: Pack, guesses: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.uint8]:
    """``out[i, j]``: index in `ANSWERS` of the answer of code ``codes[j]`` to ``guesses[i]``. Plain NumPy."""
    every = words(pack)
    some, others = every[guesses], every[codes]
    key = np.zeros((len(some), len(others)), np.uint8)
    for column, shift in enumerate((4, 2, 0)):
        key |= _ones(some[:, None, column] & others[None, :, column]) << np.uint8(shift)
    return _NAMES[key]


def _ones(bits: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Number of bits set in each word. NumPy 1 has no function for it, so pairs, nibbles and bytes are added up."""
    if hasattr(np, "bitwise_count"):
        counted: NDArray[np.uint8] = np.bitwise_count(bits)
        return counted
    pairs = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    nibbles = (pairs & np.uint64(0x3333333333333333)) + ((pairs >> np.uint64(2)) & np.uint64(0x3333333333333333))
    counts = (nibbles + (nibbles >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    total: NDArray[np.uint8] = ((counts * np.uint64(0x0101010101010101)) >> np.uint64(56)).astype(np.uint8)
    return total


@lru_cache(maxsize=2)
def answer_table(pack: Pack) -> NDArray[np.uint8]:
    """``table[guess, code]``: index of the answer, for all pairs. Compiled; imports numba."""
    from ..kernels.breaker import answer_pairs

    every = words(pack)
    out = np.empty((len(every), len(every)), np.uint8)
    answer_pairs(every, every, _NAMES, out)
    out.setflags(write=False)
    return out
