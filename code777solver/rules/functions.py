"""Cards in Python: two functions of the author's own, and what they have to keep to.

``measure(rack)`` gives a whole number, or several; ``conclude(sum)`` gives the place of the right answer among the card's
answers. They are called here and nowhere else, so that every part of the package gets the same answers from them. What
they give is checked when the card is put into an edition: every rack is measured and every sum concluded from.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from ..errors import CardError, one_line
from ..records import Record, field, replace
from .tiles import Deck, Rack

if TYPE_CHECKING:
    from .sums import Measured

Measure = Callable[[Rack], int | Sequence[int]]
Conclude = Callable[[Any], int]

MOST_ANSWERS = 100
LARGEST = 1_000_000
"""The largest number, and less a sign the smallest, that a rack may measure."""
WIDEST = 16
"""The most numbers that a rack may measure."""
_LONGEST = 20


class Functions(Record, uncompared=("_codes",), unshown=("_codes",)):
    """The meaning of a card as two functions in Python."""

    number: int
    """The card's, for messages."""
    of_rack: Measure
    of_sum: Conclude
    words: tuple[str, ...]
    """The answers, by code."""
    width: int = 0
    """Number of integers that a rack measures; 0 while the card is in no edition."""
    _codes: dict[tuple[int, ...], int] = field(factory=dict)
    """Cache of conclusions: sum -> answer code."""

    def measure(self, rack: Rack) -> tuple[int, ...]:
        """Measure a rack with the author's function. A rack without tiles measures 0; the function is not called."""
        if not rack:
            return (0,) * max(1, self.width)
        try:
            found = self.of_rack(rack)
        except Exception as error:
            raise CardError(f"{self._on(rack)} failed: {_told(error)}") from error
        try:
            given = tuple(found) if isinstance(found, Sequence) else (found,)
            numbers = tuple(operator.index(one) for one in given)
        except TypeError:
            raise CardError(f"{self._on(rack)} gives {_shown(found)}: it must give one or more whole numbers") from None
        if not 1 <= len(numbers) <= WIDEST:
            raise CardError(f"{self._on(rack)} gives {len(numbers)} numbers: 1 to {WIDEST} are needed")
        if self.width and len(numbers) != self.width:
            usual = "1 number" if self.width == 1 else f"{self.width} numbers"
            raise CardError(f"{self._on(rack)} gives {_shown(found)}: it gave {usual} for other racks")
        if max(map(abs, numbers)) > LARGEST:
            raise CardError(f"{self._on(rack)} gives {_shown(found)}: numbers up to {LARGEST:,} are needed")
        return numbers

    def conclude(self, total: Sequence[int]) -> int:
        """The answer code for one sum; `CardError` for a sum from which the author's function concludes no answer."""
        key = tuple(total)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = self._concluded(key)
        return code

    def _concluded(self, total: tuple[int, ...]) -> int:
        plain = total[0] if len(total) == 1 else total
        where = f"card {self.number}: conclude of the sum {plain}"
        try:
            found = self.of_sum(plain)
        except Exception as error:
            raise CardError(f"{where} failed: {_told(error)}") from error
        try:
            code = operator.index(found)
        except TypeError:
            code = -1
        if not 0 <= code < len(self.words):
            raise CardError(
                f"{where} gives {_shown(found)}: must be 0 to {len(self.words) - 1}, the place of an answer in "
                f"{' '.join(self.words[:6])}{' ...' if len(self.words) > 6 else ''}"
            )
        return code

    def symbols(self, racks: int) -> tuple[str, ...]:
        return self.words

    def _on(self, rack: Rack) -> str:
        return f"card {self.number}: measure of {' '.join(map(str, rack))}"


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {one_line(str(error))[:100]}"


def _shown(found: object) -> str:
    return one_line(repr(found))[:60]


def read_answers(number: int, answers: Sequence[str | int]) -> tuple[str, ...]:
    """The answers of a card as words that can be typed in a log."""
    words = tuple(map(str, answers))
    if isinstance(answers, str) or not 2 <= len(words) <= MOST_ANSWERS:
        raise CardError(f"card {number}: answers: 2 to {MOST_ANSWERS} words, like ('even', 'odd')")
    for word in words:
        if not word.isprintable() or not 1 <= len(word) <= _LONGEST or set(word) & set("?# \u00a0"):
            raise CardError(
                f"card {number}: answers: {word!r}: one word of up to {_LONGEST} characters, without ? and #"
            )
    folded = [word.casefold() for word in words]
    twice = [word for word in words if folded.count(word.casefold()) > 1]
    if twice:
        raise CardError(f"card {number}: answers: {twice[0]!r} appears twice")
    return words


def fit(meaning: Functions, deck: Deck) -> Functions:
    """The functions of a card that is put into an edition: it is known then how many numbers a rack measures."""
    return replace(meaning, width=len(meaning.measure(deck.kinds[:1])))


@lru_cache(maxsize=64)
def check_sums(meaning: Functions, deck: Deck, size: int, racks: int) -> None:
    """Conclude from every sum of the measures of up to ``racks`` racks. Raises `CardError` if one fails.

    Where a measure counts tiles, a sum is no larger than the whole deck allows; else any racks may lie side by side.
    """
    found = _measured(meaning, deck, size).reachable(racks)
    if found is None:
        raise CardError(f"card {meaning.number}: too many different sums with {racks} racks in sight: measure less")
    for total in found.tolist():
        meaning.conclude(total)


@lru_cache(maxsize=16)
def _measured(meaning: Functions, deck: Deck, size: int) -> Measured:
    """The measures of every rack of up to ``size`` tiles that a deck allows."""
    from .sums import Measured

    every = (
        kinds for count in range(1, size + 1) for kinds in combinations_with_replacement(range(len(deck.kinds)), count)
    )
    racks = [kinds for kinds in every if all(kinds.count(kind) <= deck.copies[kind] for kind in kinds)]
    return Measured.of(meaning.measure, deck, racks)
