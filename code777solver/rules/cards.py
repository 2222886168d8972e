"""Meanings of the cards, in plain Python. Each card's meaning is written only here.

Every card has the form ``conclude(sum of measure(rack) over the racks seen)``: `measure` turns a rack into a few
small integers, sums of those describe any scene, and `conclude` turns a sum into an answer code. An answer
code is an index into the card's symbols: ``0 1 2 ...`` for counts, ``< = >`` for comparisons.

There are five kinds of meaning: the four here, which card files can describe, and functions in Python (`functions`).
Each has the same four members::

    width            number of integers that `measure` gives
    measure(rack)    those integers
    conclude(total)  the answer code for a sum; in this module plain arithmetic, so that NumPy columns work as well
    symbols(racks)   the answers that are possible when this number of racks is seen, by code
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, assert_never, get_args

from ..errors import CardError, TileError, nearest, one_line, small_number
from ..records import Count, Record
from ..sentences import Sentence
from .functions import Conclude, Functions, Measure, read_answers
from .tiles import COLOURS, Deck, Rack, Tile

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
SIDES = ("<", "=", ">")
_SIDE_WORDS = {"first": ">", "second": "<", "same": "=", "equal": "=", "==": "="}


def _longest_run(rack: Rack) -> int:
    """The most consecutive numbers, each on some tile: 5 5 6 has two."""
    numbers = {tile.number for tile in rack}
    return max((sum(1 for _ in _climb(n, numbers)) for n in numbers if n - 1 not in numbers), default=0)


def _climb(number: int, numbers: set[int]) -> Iterable[int]:
    while number in numbers:
        yield number
        number += 1


def _most_colours_of_a_number(rack: Rack) -> int:
    return max(Counter(tile.number for tile in set(rack)).values(), default=0)


RACK_MEASURES: Mapping[str, Callable[[Rack], int]] = {
    "sum": lambda rack: sum(tile.number for tile in rack),
    "colours": lambda rack: len({tile.colour for tile in rack}),
    "numbers": lambda rack: len({tile.number for tile in rack}),
    "parities": lambda rack: len({tile.number % 2 for tile in rack}),
    "identical": lambda rack: max(Counter(rack).values(), default=0),
    "shades": _most_colours_of_a_number,
    "run": _longest_run,
    "highest": lambda rack: max((tile.number for tile in rack), default=0),
    "lowest": lambda rack: min((tile.number for tile in rack), default=0),
}
"""Measures of one rack. ``identical`` is the size of the largest group of equal tiles, ``shades`` the
most colours in which one number appears, ``run`` the longest run of consecutive numbers."""


class Pick(Record):
    """A choice of tiles by number and colour, e.g. ``blue 7``, ``3``, ``pink``, ``7 not blue``."""

    number: Annotated[Count | None, "Only this number."] = None
    colour: Annotated[str | None, "Only this colour."] = None
    without: Annotated[str | None, "Not this colour."] = None

    def takes(self, tile: Tile) -> bool:
        return self.number in (None, tile.number) and self.colour in (None, tile.colour) and self.without != tile.colour

    @property
    def words(self) -> set[str]:
        """The ways to name this pick when a card compares it with another, case-folded."""
        words: set[str] = set()
        if self.number is not None:
            words |= {f"{self.number}", f"{self.number}s"}
        if self.colour is not None:
            colour = COLOURS[self.colour]
            words |= {colour.letter.casefold(), colour.name, colour.icon, *colour.aliases}
        if self.number is not None and self.colour is not None:
            named = [word for word in words if not word[0].isdecimal()]
            words |= {
                f"{word}{gap}{self.number}{ending}" for word in named for gap in ("", " ") for ending in ("", "s")
            }
        if self.without is not None:
            words |= {"other", "others"}
        for name in (str(self), str(self.said)):
            words |= {name, name.replace(" ", "")}
        return words

    def __str__(self) -> str:
        colour = COLOURS[self.colour].name if self.colour else ""
        number = "" if self.number is None else f"{self.number}s"
        without = f"not {COLOURS[self.without].name}" if self.without else ""
        return " ".join(part for part in (colour, number, without) if part)

    @property
    def said(self) -> str:
        """A tile that it takes, for messages: ``blue 7``, ``7 not blue``."""
        if self.without is not None:
            kept, colour = Pick(self.number, self.colour).said, Sentence(COLOURS[self.without].name)
            return Sentence("{tile} not {colour}", tile=kept, colour=colour)
        if self.colour is None:
            return "" if self.number is None else str(self.number)
        colour = Sentence(COLOURS[self.colour].name)
        return colour if self.number is None else Sentence(f"{colour} {{number}}", number=self.number)

    @classmethod
    def parse(cls, text: str) -> Pick:
        """Read a pick as it is written in a card file.

        >>> Pick.parse("7 not blue"), str(Pick.parse("blue 7"))
        (Pick(number=7, colour=None, without='B'), 'blue 7s')
        """
        number = colour = without = None
        words = re.findall(r"\d|[^\W\d_]+|[^\w\s]", text.casefold())
        for before, word in zip(["", *words], words, strict=False):
            letter = next((c.letter for c in COLOURS.values() if c.answers_to(word)), None)
            if word.isdecimal() and number is None:
                number = int(word)
            elif letter and before == "not" and without is None:
                without = letter
            elif letter and before != "not" and colour is None:
                colour = letter
            elif word != "not" or before == "not":
                raise CardError(
                    "{text!r}: cannot read {word!r} (like 'blue 7', '3', 'pink' or '7 not blue')", text=text, word=word
                )
        if (number is None and colour is None and without is None) or words[-1] == "not":
            raise CardError("{text!r} picks no tiles (like 'blue 7', '3', 'pink' or '7 not blue')", text=text)
        return cls(number, colour, without)


@lru_cache(maxsize=64)
def _counts(most: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(most + 1))


class CountRacks(Record):
    """Number of racks on which this comparison of a measure with a value holds."""

    what: str
    comparison: str
    value: int
    width = 1

    def measure(self, rack: Rack) -> tuple[int, ...]:
        return (int(bool(rack) and COMPARISONS[self.comparison](RACK_MEASURES[self.what](rack), self.value)),)

    def conclude(self, total: Sequence[int]) -> int:
        return total[0]

    def symbols(self, racks: int) -> tuple[str, ...]:
        return _counts(racks)


class CountValues(Record):
    """Number of colours, or of numbers, that are seen a given number of times."""

    values: tuple[str, ...] | tuple[int, ...]
    comparison: str
    times: int

    @property
    def width(self) -> int:
        return len(self.values)

    def measure(self, rack: Rack) -> tuple[int, ...]:
        seen = Counter(tile.colour if isinstance(self.values[0], str) else tile.number for tile in rack)
        return tuple(seen[value] for value in self.values)

    def conclude(self, total: Sequence[int]) -> int:
        return sum(COMPARISONS[self.comparison](count, self.times) for count in total)

    def symbols(self, racks: int) -> tuple[str, ...]:
        return _counts(len(self.values))

    @property
    def by_presence(self) -> bool:
        """True if it matters only which colours or numbers are seen, not how often."""
        return (self.comparison, self.times) in {(">=", 1), ("<", 1), ("==", 0), ("!=", 0), (">", 0), ("<=", 0)}


class CountTiles(Record):
    """Number of tiles of these picks on all racks seen."""

    picks: tuple[Pick, ...]
    most: int
    width = 1

    def measure(self, rack: Rack) -> tuple[int, ...]:
        return (sum(any(pick.takes(tile) for pick in self.picks) for tile in rack),)

    def conclude(self, total: Sequence[int]) -> int:
        return total[0]

    def symbols(self, racks: int) -> tuple[str, ...]:
        return _counts(self.most)


class Compare(Record):
    """Comparison of two picks: more tiles of the first are seen, or of the second. The sum is the difference."""

    first: Pick
    second: Pick
    width = 1

    def measure(self, rack: Rack) -> tuple[int, ...]:
        return (sum(map(self.first.takes, rack)) - sum(map(self.second.takes, rack)),)

    def conclude(self, total: Sequence[int]) -> int:
        return 1 + (total[0] > 0) * 1 - (total[0] < 0) * 1

    def symbols(self, racks: int) -> tuple[str, ...]:
        return SIDES


Meaning = CountRacks | CountValues | CountTiles | Compare | Functions
"""A closed set: code that matches on the kind names all of them, and the type checker reports a missing one."""


class Card(Record):
    """A numbered question with its text and its meaning."""

    number: int
    text: str
    meaning: Meaning

    def __init__(self, number: int, text: str, meaning: Meaning) -> None:
        if not isinstance(meaning, get_args(Meaning)):
            raise CardError(
                "card {number}: {kind} is not a known kind of meaning (use Card.of with functions to measure "
                "and conclude)",
                number=number,
                kind=type(meaning).__name__,
            )
        super().__init__(number, text, meaning)

    @classmethod
    def of(cls, number: int, text: str, *, measure: Measure, conclude: Conclude, answers: Sequence[str | int]) -> Card:
        """A card in Python, to be put into an edition by `Edition.with_card`.

        ``measure`` is given the tiles of a rack (one to three; each has ``number`` and ``colour``) and gives a whole
        number, or several. ``conclude`` is given the sum over all racks in sight, as a number, or as a tuple if there are
        several, and gives the place of the right answer in ``answers``, from 0. Both must always say the same of the same.

        >>> card = Card.of(
        ...     24,
        ...     "Is the sum of all numbers in sight odd?",
        ...     measure=lambda rack: sum(tile.number for tile in rack),
        ...     conclude=lambda total: total % 2,
        ...     answers=("even", "odd"),
        ... )
        >>> card.answer([Deck.of({"Y2": 2, "B7": 4}).rack("Y2 B7 B7")])
        'even'
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 99:
            raise CardError("card {number!r}: must be a whole number from 1 to 99", number=number)
        _check_text(number, text)
        for name, function in (("measure", measure), ("conclude", conclude)):
            if not callable(function):
                raise CardError(
                    "card {number}: {name}: must be a function, not {kind}",
                    number=number,
                    name=name,
                    kind=type(function).__name__,
                )
        return cls(number, text, Functions(number, measure, conclude, read_answers(number, answers)))

    @property
    def functions(self) -> tuple[Callable[..., object], ...]:
        """The author's own functions, if it is a card in Python."""
        return (self.meaning.of_rack, self.meaning.of_sum) if isinstance(self.meaning, Functions) else ()

    def total(self, racks: Iterable[Rack]) -> tuple[int, ...]:
        """The sum of the racks' measures: all that the answer depends on."""
        measures = [self.meaning.measure(rack) for rack in racks]
        return tuple(map(sum, zip(*measures, strict=True))) if measures else (0,) * self.meaning.width

    def answer(self, racks: Sequence[Rack]) -> str:
        """The right answer of somebody who sees these racks."""
        code = self.meaning.conclude(self.total(racks))
        return self.meaning.symbols(len(racks))[code]

    def code(self, text: str, racks: int) -> int:
        """Read an answer in any of its spellings as a code: the place of its symbol. ``racks`` as for `symbol`."""
        return self.meaning.symbols(racks).index(self.symbol(text, racks))

    def symbol(self, text: str, racks: int) -> str:
        """Read an answer in any of its spellings as its symbol; ``racks`` is how many the answerer sees.

        Raises `CardError` when the text is no answer to this card.
        """
        found = self.find_symbol(text, racks)
        if found is not None:
            return found
        symbols = self.meaning.symbols(racks)
        hint: str
        match self.meaning:
            case Compare(first, second):
                hint = Sentence("> ({first}), < ({second}) or = (same)", first=first.said, second=second.said)
            case Functions():
                hint = " ".join(symbols)
            case CountRacks() | CountValues() | CountTiles():
                hint = (
                    Sentence("{first} to {last}", first=symbols[0], last=symbols[-1])
                    if len(symbols) > 1
                    else symbols[0]
                )
            case _:
                assert_never(self.meaning)
        raise CardError(
            "{text!r} is not an answer to card {card} (answers: {answers})", text=text, card=self.number, answers=hint
        )

    def find_symbol(self, text: str, racks: int) -> str | None:
        """The symbol of an answer in any of its spellings; None when the text is no answer to this card.

        Only a colour and its number may stand apart: ``blue 7`` is an answer, ``0 3`` is none.
        """
        word, symbols = " ".join(text.casefold().split()), self.meaning.symbols(racks)
        if word not in symbols:
            match self.meaning:
                case Compare(first, second):
                    word = _SIDE_WORDS.get(word, word)
                    if word in first.words - second.words:
                        word = ">"
                    elif word in second.words - first.words:
                        word = "<"
                case Functions():
                    word = next((symbol for symbol in symbols if symbol.casefold() in (word, _as_number(word))), word)
                case CountRacks() | CountValues() | CountTiles():
                    word = _as_number(word)
                case _:
                    assert_never(self.meaning)
        return word if word in symbols else None


def _as_number(word: str) -> str:
    """A number in any spelling as it stands among the answers; other words as they are."""
    number = small_number(word)
    return word if number is None else str(number)


def _check_text(number: int, text: object) -> str:
    if not isinstance(text, str) or not text.strip() or one_line(text) != text:
        raise CardError("card {number}: must be one line of text", number=number)
    return text


def _split_condition(text: object, subjects: Iterable[str]) -> tuple[str, str, int]:
    """Read ``sum >= 18`` as subject, comparison and value."""
    subjects = list(subjects)
    match = re.fullmatch(r"\s*([a-z]+)\s*(>=|<=|==|!=|>|<)\s*(\d{1,3})\s*", str(text))
    if not match:
        raise CardError("{text!r} is not a condition (write it like '{subject} >= 2')", text=text, subject=subjects[0])
    if match[1] not in subjects:
        raise CardError(
            "cannot count {subject!r}{meant} (known: {subjects})",
            subject=match[1],
            meant=nearest(match[1], subjects),
            subjects=", ".join(subjects),
        )
    return match[1], match[2], int(match[3])


def _count_racks(spec: object, deck: Deck) -> Meaning:
    return CountRacks(*_split_condition(spec, RACK_MEASURES))


def _count_values(spec: object, deck: Deck) -> Meaning:
    what, comparison, times = _split_condition(spec, ("colours", "numbers"))
    return CountValues(deck.colours if what == "colours" else deck.numbers, comparison, times)


def _count_tiles(spec: object, deck: Deck) -> Meaning:
    texts = spec if isinstance(spec, list) else [spec]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise CardError("{spec!r} is not a list of tiles (write it like ['G1', 'black 5'])", spec=spec)
    picks = tuple(dict.fromkeys(Pick.parse(str(text)) for text in texts))
    found = sum(c for tile, c in zip(deck.kinds, deck.copies, strict=True) if any(p.takes(tile) for p in picks))
    return CountTiles(picks, found)


def _compare(spec: object, deck: Deck) -> Meaning:
    if not (isinstance(spec, list) and len(spec) == 2 and all(isinstance(text, str) for text in spec)):
        raise CardError("{spec!r}: a comparison needs two picks (like ['blue 7', '7 not blue'])", spec=spec)
    first, second = map(Pick.parse, spec)
    if first == second:
        raise CardError("{spec!r} compares a pick with itself", spec=spec)
    return Compare(first, second)


ASKS: Mapping[str, Callable[[object, Deck], Meaning]] = {
    "racks": _count_racks,
    "seen": _count_values,
    "tiles": _count_tiles,
    "compare": _compare,
}
"""The keys that say what a card asks in a card file, and how each is read."""


def make_card(number: int, spec: Mapping[str, object], deck: Deck) -> Card:
    """A card from its description in a card file, e.g. ``{"text": "...", "racks": "sum >= 18"}``.

    >>> deck = Deck.of({"Y2": 2, "B7": 4})
    >>> card = make_card(1, {"text": "Racks of 18 or more?", "racks": "sum >= 18"}, deck)
    >>> card.answer([deck.rack("Y2 B7 B7"), deck.rack("B7 B7")])
    '0'
    """
    kinds = [key for key in spec if key in ASKS]
    unknown = [key for key in spec if key not in ASKS and key not in ("number", "text", "readings")]
    if unknown:
        raise CardError(
            "card {number}: unknown key {key!r}{meant}",
            number=number,
            key=unknown[0],
            meant=nearest(unknown[0], [*ASKS, "text"]),
        )
    if len(kinds) != 1:
        raise CardError(
            "card {number}: exactly one of {choices} is needed, found {count}",
            number=number,
            choices=", ".join(ASKS),
            count=len(kinds),
        )
    text = _check_text(number, spec.get("text"))
    try:
        return Card(number, text, ASKS[kinds[0]](spec[kinds[0]], deck))
    except (CardError, TileError) as error:
        raise CardError("card {number}: {kind}: {error}", number=number, kind=kinds[0], error=error) from None
