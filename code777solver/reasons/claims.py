"""Claims about my rack: ``no 6``, ``has B7``, ``two 5s``, ``numbers 257``, ``not R5 R5 B7``.

A claim is a statement and the set of racks for which it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import ByteArray, EditionArrays, RackSpace
from ..errors import ClaimError, Code777Error, nearest
from ..records import Record
from ..rules.editions import RACK_SIZE
from ..rules.tiles import COLOURS, Deck
from ..sentences import Sentence
from ..table.events import Answer, Event
from ..table.table import Table

BoolArray = NDArray[np.bool_]

FORMS = "no 6, has 7, two 5s, no red, has blue, has B7, two B7, numbers 257, tiles R5 R5 B7, not 447, not R5 R5 B7"
_COUNTS = {"no": 0, "one": 1, "two": 2, "three": 3, "0": 0, "1": 1, "2": 2, "3": 3}
_HEADS = {*_COUNTS, "not", "numbers", "tiles", "has", "have", "with", "without"}
_COUNT_WORDS = {0: "no", 1: "one", 2: "two", 3: "three"}


class Claim(Record, eq=False):
    """A statement about a rack, and the racks for which it holds."""

    text: str
    holds: BoolArray
    """(racks,): True for each rack of the edition for which it holds."""
    opposite: str
    """The statement that holds for all other racks."""

    def negated(self) -> Claim:
        return Claim(self.opposite, ~self.holds, self.text)


def parse_claim(text: str, space: RackSpace) -> Claim:
    """Read a claim; ``why`` before it is ignored, and ``why not X`` asks for the opposite of X.

    ``not 6`` and ``not B7`` are ``no 6`` and ``no B7``; ``6`` and ``B7`` alone are ``has 6`` and ``has B7``.

    Raises `ClaimError` with the forms that are understood.
    """
    words = " ".join(text.casefold().replace("?", " ").split())
    contrast = re.match(r"why not ", words)
    words = re.sub(r"^why( not)? ", "", words)
    claim = _parse(words, text.strip(), space)
    return claim.negated() if contrast else claim


def _parse(words: str, text: str, space: RackSpace) -> Claim:
    head, _, rest = words.partition(" ")
    if rest and head.isalpha() and head not in _HEADS and not any(c.answers_to(head) for c in COLOURS.values()):
        raise _unknown(text)
    if head == "not" and rest:
        name = _single(rest, text, space)
        return _parse(f"no {name}", text, space) if name else _whole(rest, text, space).negated()
    if head in ("numbers", "tiles") and rest:
        return _whole(rest, text, space)
    if head in ("has", "have", "with") and rest:
        name, counts = _subject(rest, text, space)
        return _counted(f"has {name}", f"no {name}", counts > 0)
    if head in ("no", "without", "0") and rest:
        name, counts = _subject(rest, text, space)
        return _counted(f"no {name}", f"has {name}", counts == 0)
    if head in _COUNTS and rest:
        name, counts = _subject(rest, text, space)
        several = f"{_COUNT_WORDS[_COUNTS[head]]} {name}"
        return _counted(f"exactly {several}", f"not exactly {several}", counts == _COUNTS[head])
    name = _single(words, text, space)
    return _parse(f"has {name}", text, space) if name else _whole(words, text, space)


def _counted(text: str, opposite: str, holds: BoolArray) -> Claim:
    return Claim(text, np.asarray(holds), opposite)


def _whole(words: str, text: str, space: RackSpace) -> Claim:
    """A claim about the whole rack: its number code, or its tiles."""
    code = space.deck.code(words)
    if code.isdecimal() and len(code) == RACK_SIZE:
        if code not in space.codes:
            raise ClaimError("no rack of this deck has the numbers {code}", code=code)
        return Claim(f"the numbers are {code}", np.asarray(space.code_of == space.codes.index(code)), f"not {code}")
    try:
        rack = space.deck.rack(words)
    except Code777Error as error:
        if re.search(r"\d", words):
            raise ClaimError(error.sentence) from None
        raise _unknown(text) from None
    if len(rack) != RACK_SIZE:
        raise _unknown(text)
    names = " ".join(map(str, rack))
    holds = np.zeros(len(space), bool)
    try:
        holds[space.find(rack)] = True
    except KeyError:
        raise ClaimError("the deck cannot make {names}: it has fewer of those tiles", names=names) from None
    return Claim(f"the tiles are {names}", holds, f"not {names}")


def _single(words: str, text: str, space: RackSpace) -> str:
    """The number, colour or tile that a text names; ``""`` if it names none, or more than one."""
    try:
        return _subject(words, text, space)[0]
    except ClaimError:
        return ""


def _subject(words: str, text: str, space: RackSpace) -> tuple[str, ByteArray]:
    """Subject of a claim, a number, colour or tile: its name, and its count on each rack, (racks,)."""
    deck = space.deck
    single = re.sub(r"s$", "", words) if not re.fullmatch(r"[a-z]", words) else words
    if single.isdecimal():
        number = int(deck.code(single)) if len(single) == 1 else -1
        if number not in deck.numbers:
            raise ClaimError(
                "no number {digit} in this deck (numbers {numbers})",
                digit=single,
                numbers=" ".join(map(str, deck.numbers)),
            )
        return str(number), number_counts(space)[:, deck.numbers.index(number)]
    for letter, colour in COLOURS.items():
        if colour.answers_to(single) or colour.answers_to(words):
            if letter not in deck.colours:
                raise ClaimError("no {colour} tiles in this deck", colour=Sentence(colour.name))
            return colour.name, colour_counts(space)[:, deck.colours.index(letter)]
    try:
        tile = deck.tile(single)
    except Code777Error as error:
        if re.search(r"\d", words):
            raise ClaimError(error.sentence) from None
        raise _unknown(text) from None
    return tile.name, space.counts[:, deck.index[tile]]


def _unknown(text: str) -> ClaimError:
    return ClaimError(
        "cannot read the claim {text!r}{meant} (forms: {forms})",
        text=text,
        meant=nearest(text, FORMS.split(", ")),
        forms=FORMS,
    )


def number_counts(space: RackSpace) -> ByteArray:
    """(racks, numbers): count of tiles of each number of the deck."""
    return _grouped(space, [space.deck.numbers.index(kind.number) for kind in space.deck.kinds])


def colour_counts(space: RackSpace) -> ByteArray:
    """(racks, colours): count of tiles of each colour of the deck."""
    return _grouped(space, [space.deck.colours.index(kind.colour) for kind in space.deck.kinds])


def _grouped(space: RackSpace, group_of_kind: list[int]) -> ByteArray:
    member = np.zeros((len(group_of_kind), max(group_of_kind) + 1), np.uint8)
    member[np.arange(len(group_of_kind)), group_of_kind] = 1
    return space.counts @ member


def refuting(event: Event, arrays: EditionArrays, table: Table, seat: str) -> Claim | None:
    """The claim that an answer is impossible: it holds for racks with another answer. None if the event is not about my rack."""
    if not isinstance(event, Answer) or event.code is None or event.player == seat:
        return None
    seen = [table.racks[name].tiles for name in table.seen_by(event.player) if name != seat]
    lowered = arrays.cards[event.card]
    holds = np.asarray(lowered.answers(arrays.total(event.card, seen)) != event.code)
    text = f"{event.player} {event.card} {event.symbol}"
    return Claim(f"not {text}", holds, text)


class Facts:
    """The simple facts about a rack: for each number, colour and tile, none of it or at least one."""

    def __init__(self, space: RackSpace) -> None:
        deck: Deck = space.deck
        self.space = space
        self.names: tuple[str, ...] = (
            *map(str, deck.numbers),
            *(COLOURS[letter].name for letter in deck.colours),
            *deck.names,
        )
        self.has: BoolArray = np.hstack([number_counts(space), colour_counts(space), space.counts]) > 0
        """(racks, subjects): True if the rack has at least one."""

    def proved(self, racks: NDArray[np.intp]) -> frozenset[str]:
        """Facts that hold for all of these racks, as claims."""
        if len(racks) == 0:
            return frozenset()
        has = self.has[racks]
        every, some = np.atleast_1d(has.all(axis=0)), np.atleast_1d(has.any(axis=0))
        return frozenset(
            [f"has {name}" for name, yes in zip(self.names, every, strict=True) if yes]
            + [f"no {name}" for name, yes in zip(self.names, some, strict=True) if not yes]
        )

    def in_order(self, facts: frozenset[str]) -> Iterator[str]:
        """Facts in order: numbers, colours, tiles; ``has`` before ``no``."""
        place = {name: i for i, name in enumerate(self.names)}
        return iter(sorted(facts, key=lambda fact: (place[fact.split(" ", 1)[1]], fact)))

    def strongest(self, new: frozenset[str], proved: frozenset[str]) -> Iterator[str]:
        """The new facts, in order, without those that follow directly from another proved fact.

        ``no G6`` follows from ``no 6`` and from ``no green``; ``has 6`` and ``has green`` follow from ``has G6``.
        """
        letters = {colour.name: letter for letter, colour in COLOURS.items()}
        deck = set(self.space.deck.names)
        having = [fact[4:] for fact in proved if fact.startswith("has ") and fact[4:] in deck]
        for fact in self.in_order(new):
            head, name = fact.split(" ", 1)
            if name in deck:
                implied = head == "no" and (f"no {name[1:]}" in proved or f"no {COLOURS[name[0]].name}" in proved)
            else:
                implied = head == "has" and any(letters.get(name, name) in tile for tile in having)
            if not implied:
                yield fact
