"""Packs of playing cards: ranks and suits, cards and codes as text and as numbers.

Card ``rank * suits + suit`` and code ``i`` of ``Pack.codes`` are numbered in the order of the pack; all arrays of this
sub-package follow these numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib import resources
from itertools import combinations
from math import comb
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import PackError, nearest
from ..records import Record, in_json
from ..sentences import Sentence, row

__all__ = ["BreakerPacks", "Pack", "Suit", "load_game", "load_pack", "pack_names"]

CODE_SIZE = 3
MOST_CARDS = 54
"""Most cards of a pack: with more, the search for a guess takes too long."""
MOST_SEARCHED = 8_000
"""Most codes of a pack with an exact search: with more, the table of answers is too large."""


@in_json("letter", "name", "symbol")
class Suit(Record):
    """A suit."""

    letter: Annotated[str, "Its letter in the log."]
    name: Annotated[str, "Its name."]
    symbol: Annotated[str, "Its symbol; empty if it has none."] = ""
    also: tuple[str, ...] = ()
    """Other spellings."""

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(word for word in (self.letter, self.name, self.symbol, *self.also) if word)


class Pack(Record):
    """The cards from which a code is set: every rank in every suit.

    >>> pack = load_pack("breaker-4")
    >>> pack.format(pack.read("ace of spades, 5♦ h2"))
    'AS 2H 5D'
    """

    name: str
    ranks: tuple[str, ...]
    suits: tuple[Suit, ...]

    @property
    def size(self) -> int:
        return len(self.ranks) * len(self.suits)

    @property
    def is_square(self) -> bool:
        """True if there are as many suits as ranks: then numbers and suits can be swapped."""
        return len(self.ranks) == len(self.suits)

    @property
    def codes(self) -> NDArray[np.int64]:
        """``codes[i]``: the three cards of code ``i``, ascending; codes in the order of their cards."""
        return _codes(self.size)

    def card(self, number: int, *, symbols: bool = False) -> str:
        """The name of a card: its rank, and the letter or the symbol of its suit."""
        suit = self.suits[number % len(self.suits)]
        return self.ranks[number // len(self.suits)] + (suit.symbol if symbols and suit.symbol else suit.letter)

    def cards(self, code: int, *, symbols: bool = False) -> tuple[str, ...]:
        """The names of a code's cards."""
        return tuple(self.card(number, symbols=symbols) for number in self.codes[code].tolist())

    def format(self, code: int, *, symbols: bool = False) -> str:
        """A code in the notation of a log."""
        return " ".join(self.cards(code, symbols=symbols))

    def read(self, text: str) -> int:
        """Read a code; raises `PackError` unless it is three different cards of this pack."""
        code, rest = self.split(text)
        if rest:
            raise PackError("{rest!r} after the three cards {cards}: remove it", rest=rest, cards=self.format(code))
        return code

    def split(self, text: str) -> tuple[int, str]:
        """The code that a text begins with, and what follows it."""
        found: list[int] = []
        folded, at = _folded(text), 0
        while len(found) < CODE_SIZE:
            match = self._pattern.match(folded, at)
            if match is None:
                raise PackError(self._why_not(text[at:].strip(" ,;+&"), len(found)))
            rank = self._ranks[match["r1"] or match["r2"]]
            suit = self._suits[match["s1"] or match["s2"]]
            found.append(rank * len(self.suits) + suit)
            at = match.end()
        twice = [card for card in found if found.count(card) > 1]
        if twice:
            raise PackError("{card} appears twice: a code is three different cards", card=self.card(twice[0]))
        return _place(sorted(found), self.size), text[at:].strip(" ,;:=\t")

    def owns(self, text: str) -> bool:
        """True if a text begins with a card of this pack."""
        return self._pattern.match(_folded(text)) is not None

    def _why_not(self, rest: str, found: int) -> str:
        known = {
            "ranks": " ".join(self.ranks),
            "suits": row(
                [Sentence("{letter} {suit}", letter=suit.letter, suit=Sentence(suit.name)) for suit in self.suits]
            ),
            "example": self.format(0),
        }
        if not rest:
            return Sentence(
                "{found} of {size} cards: name three different cards",
                remedy=" (ranks {ranks}; suits {suits}; like `{example}`)",
                found=found,
                size=CODE_SIZE,
                **known,
            )
        return Sentence(
            "no card of this pack at {rest!r}",
            remedy=" (ranks {ranks}; suits {suits}; like `{example}`)",
            rest=rest,
            **known,
        )

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        return _by_spelling((name, *_data()["ranks"].get(name, ())) for name in self.ranks)

    @cached_property
    def _suits(self) -> Mapping[str, int]:
        return _by_spelling(suit.spellings for suit in self.suits)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """One card, rank and suit in either order; a word does not end inside another word."""
        ranks, suits = _any_of(self._ranks), _any_of(self._suits)
        whole = r"(?![^\W\d_])"
        return re.compile(
            rf"[\s,;+&]*(?:(?P<r1>{ranks})\s*(?:\bof\s+)?(?P<s1>{suits})"
            rf"|(?P<s2>{suits})\s*(?P<r2>{ranks})(?!\d)){whole}"
        )


@lru_cache(maxsize=MOST_CARDS)
def _codes(cards: int) -> NDArray[np.int64]:
    """All codes of a pack with this number of cards. Packs share the array, so that caches of packs stay small."""
    found = np.array(list(combinations(range(cards), CODE_SIZE)), np.int64).reshape(-1, CODE_SIZE)
    found.setflags(write=False)
    return found


def _place(code: Sequence[int], cards: int) -> int:
    """Number of a code: codes with lower cards come first."""
    first, second, third = code
    return (
        comb(cards, 3)
        - comb(cards - first, 3)
        + comb(cards - first - 1, 2)
        - comb(cards - second, 2)
        + third
        - second
        - 1
    )


def _by_spelling(spellings: Iterable[Sequence[str]]) -> dict[str, int]:
    return {_folded(word): place for place, words in enumerate(spellings) for word in words}


def _folded(text: str) -> str:
    """Lowercase text of the same length. `str.casefold` turns some letters into two, and patterns match ``ı`` as ``i``."""
    return "".join(next((low for low in (c.casefold(), c.lower()) if len(low) == 1), c) for c in text)


def _capital(letter: str) -> str:
    """The letter in uppercase if that is read as the same letter; not so for ``ß`` (``SS``) and ``ı`` (``I``)."""
    return letter.upper() if _folded(letter.upper()) == _folded(letter) else letter


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


class BreakerPacks(Record, uncompared=("cards",)):
    """The packs of a game: one, or the two halves of a race."""

    name: str
    title: str
    packs: tuple[Pack, ...]
    cards: str = ""
    """The packs as a user would write them: ``A-5 / rock paper scissors``."""

    @property
    def is_race(self) -> bool:
        return len(self.packs) == 2


@cache
def _data() -> dict[str, Any]:
    source = resources.files("code777solver").joinpath("data", "breaker", "packs.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def pack_names() -> list[str]:
    """Names of the games.

    >>> pack_names()
    ['breaker', 'breaker-4', 'breaker-kids', 'race', 'race-kids']
    """
    return list(_data()["packs"])


@lru_cache(maxsize=64)
def load_game(text: str) -> BreakerPacks:
    """Load a game by its name, or from ranks and suits: ``A-4 / sun moon star``, in a race ``A-3 | 4-6 / sun moon``.

    >>> load_game("A-4 / sun moon star").packs[0].size
    12
    """
    known = _data()["packs"]
    wanted = " ".join(text.split())
    if "/" not in wanted:
        name = _folded(wanted)
        if name not in known:
            raise PackError(
                "no pack {text!r}{meant}",
                remedy=" (packs: {known}; or ranks and suits of your own, like `A-4 / sun moon star`)",
                text=text,
                meant=nearest(name, known),
                known=", ".join(known),
            )
        return _make_game(name, known[name]["title"], known[name]["cards"])
    return _make_game(wanted, "Code Breaker with cards of your own", wanted)


def load_pack(text: str) -> Pack:
    """Load the pack of a game that is not a race."""
    game = load_game(text)
    if game.is_race:
        raise PackError(
            "{name} is a race with two packs; choose a game with one pack", remedy=" (like `breaker`)", name=game.name
        )
    return game.packs[0]


def _make_game(name: str, title: str, cards: str) -> BreakerPacks:
    ranks_text, _, suits_text = cards.partition("/")
    halves = [_read_ranks(half) for half in ranks_text.split("|")]
    if len(halves) > 2:
        raise PackError("{cards!r}: {count} sets of ranks (use one, or two for a race)", cards=cards, count=len(halves))
    every = [rank for half in halves for rank in half]
    _refuse_twice(every, Sentence("rank"))
    suits = _read_suits(suits_text, {_folded(word) for rank in every for word in (rank, *_spellings(rank))})
    packs = []
    for half, side in zip(halves, ("low", "high") if len(halves) == 2 else ("",), strict=True):
        if not CODE_SIZE <= len(half) * len(suits) <= MOST_CARDS:
            raise PackError(
                "ranks {ranks} x suits {suits}: a pack has {least} to {most} cards",
                ranks=len(half),
                suits=len(suits),
                least=CODE_SIZE,
                most=MOST_CARDS,
            )
        packs.append(Pack(f"{name} {side}".rstrip(), half, suits))
    return BreakerPacks(name, title, tuple(packs), " ".join(cards.split()))


def _spellings(rank: str) -> Sequence[str]:
    found: Sequence[str] = _data()["ranks"].get(rank, ())
    return found


def _read_ranks(text: str) -> tuple[str, ...]:
    """Read ranks, ``A-5`` or ``A 2 3``; other names are ranks by themselves."""
    order = list(_data()["ranks"])
    known = _by_spelling((name, *_spellings(name)) for name in order)
    found: list[str] = []
    for word in text.replace(",", " ").split():
        first, dash, last = _folded(word).partition("-")
        if dash:
            if first not in known or last not in known or known[first] > known[last]:
                raise PackError(
                    "ranks {word!r}: a range must go up in {order}",
                    remedy=" (like `A-5`)",
                    word=word,
                    order=" ".join(order),
                )
            found += order[known[first] : known[last] + 1]
        elif _folded(word) in known:
            found.append(order[known[_folded(word)]])
        elif re.fullmatch(r"\w+", word):
            found.append(_capital(word) if len(word) == 1 else word)
        else:
            raise PackError("rank {word!r}: use letters and digits only", remedy=" (like `A` or `10`)", word=word)
    if not found:
        raise PackError("no ranks", remedy=": write ranks, `/` and suits (like `A-4 / sun moon star`)")
    return tuple(found)


def _read_suits(text: str, taken: set[str]) -> tuple[Suit, ...]:
    """Read suits by name. Each gets a letter of its name that no rank and no other suit has."""
    names = [_folded(word) for word in text.replace(",", " ").split()]
    usual = {
        _folded(word): name
        for name, spec in _data()["suits"].items()
        for word in (name, *spec.get("also", ()), *filter(None, [spec.get("symbol")]))
    }
    names = [usual.get(name, name) for name in names]
    if not names:
        raise PackError("no suits", remedy=": write ranks, `/` and suits (like `A-4 / sun moon star`)")
    _refuse_twice(names, Sentence("suit"))
    words = {name for name in names if len(name) > 1} | taken
    found = []
    for name in names:
        spec = _data()["suits"].get(name, {})
        if not re.fullmatch(r"[^\W\d_]+", name) or name in taken:
            raise PackError(
                "suit {name!r}: a suit must be a word that is not a rank", remedy=" (like `star`)", name=name
            )
        letters = [letter for letter in (spec.get("letter", name[0]), *name) if _folded(letter) not in words]
        if not letters:
            raise PackError("suit {name!r}: all its letters are taken; choose another name", name=name)
        words.add(_folded(letters[0]))
        also = tuple(word for word in spec.get("also", ()) if _folded(word) not in words)
        words.update(_folded(word) for word in also)
        found.append(Suit(_capital(letters[0]), name, spec.get("symbol", ""), also))
    return tuple(found)


def _refuse_twice(names: Sequence[str], what: str) -> None:
    folded = [_folded(name) for name in names]
    for name in folded:
        if folded.count(name) > 1:
            raise PackError("{what} {name!r} appears twice", what=what, name=name)
