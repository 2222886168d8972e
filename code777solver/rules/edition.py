"""An edition: a deck, cards and rules as frozen values, and options that change them.

Options override single rules or choose a card's other reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import index
from pathlib import Path

from ..errors import ArgumentError, CardError, EditionError, nearest, small_number
from ..records import Record, replace
from ..sentences import Sentence
from .cards import Card
from .edition_file import DEFAULT, CardFile, read_card_file
from .functions import Functions, check_sums, fit
from .rules import Rules, read_value
from .targets import Target
from .tiles import Deck

RACK_SIZE = 3
PYTHON = "python"
"""The reading of a card in Python: `option card24 python` in a log says that card 24 has to be handed over with it."""


class Edition(Record, uncompared=("source",), unshown=("printed", "own", "source")):
    """One game: its deck, its cards and its rules, with any options applied."""

    name: str
    title: str
    deck: Deck
    rules: Rules
    printed: Mapping[int, Mapping[str, Card]]
    """The cards of its files by number, each in all its readings; the default one is first."""
    readings: Mapping[int, str] = {}
    """The cards that are not read in the default way, and how they are read."""
    own: Mapping[int, Card] = {}
    """The cards in Python, by number. No file describes them."""
    source: str = ""
    """Name or path for an `edition` line that loads this edition's file."""

    def __hash__(self) -> int:
        return hash((self.name, self.deck, self.rules))

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """The cards by number, ascending, each in the reading that was chosen."""
        return {
            number: self.own[number] if number in self.own else self._read(number)
            for number in sorted({*self.printed, *self.own})
        }

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of everything in this edition's files that determines its arrays: deck, cards and readings.

        Cards in Python are not in it: nobody can say whether a function is the same as yesterday's.
        """
        import hashlib  # too slow for those who only want to know the rules

        content = (self.deck.names, self.deck.copies, [self._read(number) for number in sorted(self.printed)])
        return hashlib.sha256(repr(content).encode()).hexdigest()[:16]

    def _read(self, number: int) -> Card:
        """A card of the files in the reading that was chosen."""
        return self.printed[number][self.readings.get(number, DEFAULT)]

    def card(self, number: int) -> Card:
        """The card with this number; `CardError` when the edition has none."""
        try:
            return self.cards[index(number)]
        except TypeError:
            raise ArgumentError("card {number!r}: not a whole number (like 16)", number=number) from None
        except KeyError:
            raise CardError(
                "no card {number} in edition {name!r} (cards {cards})",
                number=number,
                name=self.name,
                cards=_spans(self.cards),
            ) from None

    def spare_racks(self, players: int) -> tuple[str, ...]:
        """The names of the playerless racks for a number of players."""
        return tuple(f"spare{i + 1}" for i in range(max(0, self.rules.racks - players)))

    def with_options(self, options: Mapping[str, object]) -> Edition:
        """This edition with options applied, in order; raises `EditionError` for a bad one.

        >>> from code777solver import load_edition
        >>> load_edition("stronghold").with_options({"reshuffle_at": 4}).rules.reshuffle_at
        4
        >>> load_edition("classic").with_options({"card2": "or_more"}).card(2).text
        'How many racks add up to 12 or more?'
        """
        edition = self
        for name, value in options.items():
            edition = edition._with_option(name.casefold().replace("-", "_"), value)
        return edition

    def _with_option(self, name: str, value: object) -> Edition:
        if name == "advanced":
            on = read_value(name, value, bool)
            return replace(self, rules=self.rules.read("target", Target.TILES if on else Target.NUMBERS))
        if name.startswith("card") and name[4:].isdecimal():
            return self._with_reading(small_number(name[4:]), str(value).casefold().replace("-", "_").replace(" ", "_"))
        if name not in Rules.__match_args__:
            known = [
                *Rules.__match_args__,
                "advanced",
                *(f"card{n}" for n, readings in self.printed.items() if len(readings) > 1),
                *(f"card{n}" for n in self.own),
            ]
            raise EditionError(
                "no option {name!r}{meant} (options: {known})",
                name=name,
                meant=nearest(name, known),
                known=", ".join(known),
            )
        changed = replace(self, rules=self.rules.read(name, value))
        check_edition(changed, name)
        return changed

    def _with_reading(self, number: int | None, wanted: str) -> Edition:
        if number in self.own:
            if wanted != PYTHON:
                raise EditionError(
                    "card {number} is written in Python and has no reading {wanted!r}", number=number, wanted=wanted
                )
            return self
        if number is None or number not in self.printed:
            raise EditionError(
                "no card {number} in edition {name!r} (cards {cards})",
                number=number or Sentence("of that number"),
                name=self.name,
                cards=_spans(self.cards),
            )
        known = self.printed[number]
        reading = next((name for name in known if name.casefold() == wanted), None)
        if reading is None:
            raise EditionError(
                "card {number} has no reading {wanted!r} (readings: {known})",
                number=number,
                wanted=wanted,
                known=", ".join(known),
            )
        others = {n: r for n, r in self.readings.items() if n != number}
        return replace(self, readings=others if reading == DEFAULT else {**others, number: reading})

    def with_cards(self, file: str | Path | CardFile) -> Edition:
        """This edition with the ``[[card]]`` entries of a TOML file; they add cards, or replace one by its number."""
        if isinstance(file, str | Path):
            file = read_card_file(Path(file))
        if not file.entries:
            raise EditionError("{path}: it contains no [[card]]", path=file.where)
        changed = replace(
            self,
            printed={**self.printed, **file.cards(self.deck)},
            readings={n: r for n, r in self.readings.items() if n not in file.entries},
            own={n: card for n, card in self.own.items() if n not in file.entries},
        )
        check_edition(changed, file.where)
        return changed

    def with_card(self, card: Card) -> Edition:
        """This edition with a card in Python added or put in place of its own; `CardError` if the functions do not do.

        >>> from code777solver import Card, load_edition
        >>> sevens = Card.of(
        ...     24,
        ...     "Is a 7 in sight?",
        ...     measure=lambda rack: sum(tile.number == 7 for tile in rack),
        ...     conclude=lambda total: total > 0,
        ...     answers=("no", "yes"),
        ... )
        >>> edition = load_edition("classic").with_card(sevens)
        >>> edition.card(24).answer([edition.deck.rack("Y2 K5 B7")])
        'yes'
        """
        if not isinstance(card, Card):
            raise ArgumentError("`card` is {card!r}, not a card: `Card.of` makes one", card=card)
        if not isinstance(card.meaning, Functions):
            raise CardError(
                "card {number}: only cards made by Card.of can be added here; others come from a file",
                number=card.number,
            )
        number = card.number
        fitted = Card(number, card.text, fit(card.meaning, self.deck))
        changed = replace(
            self,
            printed={n: cards for n, cards in self.printed.items() if n != number},
            readings={n: r for n, r in self.readings.items() if n != number},
            own={**self.own, number: fitted},
        )
        changed._check_own()
        return changed

    def _check_own(self) -> None:
        """Refuse cards in Python that cannot answer in every scene of this edition."""
        in_sight = max(self.rules.racks, self.rules.most_players) - 1
        for card in self.own.values():
            if isinstance(card.meaning, Functions):
                check_sums(card.meaning, self.deck, RACK_SIZE, in_sight)

    def differs_in_cards(self, other: Edition) -> bool:
        """True if the two have other tiles or other cards, be it only in Python."""
        return (self.deck, self.printed, self.own) != (other.deck, other.printed, other.own)


def check_edition(edition: Edition, where: str) -> None:
    """Refuse an edition that nobody could play."""
    rules, deck = edition.rules, edition.deck
    try:
        if not edition.cards:
            raise EditionError('no cards (give `cards = "standard"` or [[card]] entries)')
        edition._check_own()
    except (CardError, EditionError) as error:
        raise EditionError("{where}: {error}", where=where, error=error) from None
    if not 2 <= rules.least_players <= rules.most_players:
        raise EditionError(
            "{where}: {least} to {most} players (2 or more, least first)",
            where=where,
            least=rules.least_players,
            most=rules.most_players,
        )
    tiles = RACK_SIZE * rules.most_players + rules.spare_tiles * max(0, rules.racks - rules.most_players)
    fewest = RACK_SIZE * rules.least_players + rules.spare_tiles * max(0, rules.racks - rules.least_players)
    if max(tiles, fewest) > deck.size:
        raise EditionError(
            "{where}: {tiles} tiles on the racks, but the deck has {size}",
            where=where,
            tiles=max(tiles, fewest),
            size=deck.size,
        )
    if not 1 <= rules.spare_tiles <= RACK_SIZE:
        raise EditionError(
            "{where}: spare_tiles {count} (1 to {most})", where=where, count=rules.spare_tiles, most=RACK_SIZE
        )
    if rules.reshuffle_at >= deck.size:
        raise EditionError(
            "{where}: reshuffle_at {at}, but the deck has only {size} tiles",
            where=where,
            at=rules.reshuffle_at,
            size=deck.size,
        )
    if rules.points_to_win < 1:
        raise EditionError("{where}: points_to_win {points} (1 or more)", where=where, points=rules.points_to_win)


def _spans(numbers: Iterable[int]) -> str:
    """``1-23`` or ``1-11, 13``."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in spans)
