"""Editions: a deck, cards and rules as frozen values, a registry by name, and options.

An edition takes what its file (`edition_file`) leaves out from the one it extends. Options override single rules or
choose a card's other reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from operator import index
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

from ..errors import ArgumentError, CardError, EditionError, nearest, one_line, require_text, small_number
from ..records import Record, replace
from ..sentences import Sentence
from .cards import Card
from .edition_file import DEFAULT, CardFile, read_card_file, read_deck, read_entries, read_toml, refuse_unknown
from .functions import Functions, check_sums, fit
from .targets import Target
from .tiles import Deck

RACK_SIZE = 3
PYTHON = "python"
"""The reading of a card in Python: `option card24 python` in a log says that card 24 has to be handed over with it."""
_WORDS = {
    "yes": True,
    "on": True,
    "true": True,
    "1": True,
    "no": False,
    "off": False,
    "false": False,
    "0": False,
}


class Rules(Record):
    """One value for every point on which editions differ. The names are the option names of the log."""

    least_players: Annotated[int, "The smallest number of players."]
    most_players: Annotated[int, "The largest number of players."]
    racks: Annotated[int, "Racks that are always filled; 0 for one rack per player."]
    spare_tiles: Annotated[int, "How many tiles a playerless rack has."]
    spares_refreshed: Annotated[int, "How many playerless racks are replaced after each right declaration."]
    spare_choice: Annotated[Literal["none", "reader", "anyone"], "Who picks the one to replace if there are two."]
    answered_by: Annotated[Literal["drawer", "others"], "Who answers a card."]
    cards_run_out: Annotated[Literal["reshuffle", "cycle"], "What happens when all cards have been answered."]
    declare: Annotated[Literal["any_time", "own_turn"], "When a player may declare."]
    target: Annotated[Target, "What a declaration must name."]
    own_tiles_seen: Annotated[
        Literal["always", "if_right"], "When a player sees the tiles that they have just declared."
    ]
    reshuffle_at: Annotated[int, "The number of tiles left in the pile that causes a reshuffle."]
    reshuffle_when: Annotated[
        Literal["at_once", "when_refilling"], "When it happens: at once, or when a rack must be refilled."
    ]
    points_to_win: Annotated[int, "How many points win the game."]
    tie: Annotated[Literal["one_more", "first"], "What happens if two players reach that together."]
    two_declare: Annotated[
        Literal["first_said", "right_of_reader_first", "none"], "Who comes first if two declare at once."
    ]
    false_answer_penalty: Annotated[int, "How many points a `penalty` line takes."]
    seen_tile_swapped: Annotated[bool, "Whether a tile seen by accident is replaced."]
    error_rate: Annotated[float, "The chance that any answer in the log is wrong; 0 trusts all answers."]
    doubt_rate: Annotated[float, "The same for an answer that the log marks as doubted."]

    def read(self, name: str, value: object) -> Rules:
        """These rules with one of them changed; ``value`` may be text. Raises `EditionError`."""
        return replace(self, **{name: _read_rule(name, value)})


@lru_cache(maxsize=1)
def _rule_types() -> Mapping[str, Any]:
    return get_type_hints(Rules)


def _read_rule(name: str, value: object) -> Any:
    """The value of a rule, which may be given as text."""
    kinds = _rule_types()
    if name not in kinds:
        raise EditionError(
            "no rule {name!r}{meant} (rules: {rules})", name=name, meant=nearest(name, kinds), rules=", ".join(kinds)
        )
    return _read_value(name, value, kinds[name])


def _read_value(name: str, value: object, kind: Any) -> Any:
    """Check a rule's value, turning text from an option line into the right type."""
    if kind is bool:
        found = value if isinstance(value, bool) else _WORDS.get(str(value).casefold())
        if found is None:
            raise EditionError("{name} {value!r}: must be yes or no", name=name, value=value)
        return found
    if kind is int:
        text = str(value)
        if isinstance(value, bool) or not text.isdecimal() or len(text) > 3:
            raise EditionError("{name} {value!r}: must be a whole number, 0 or more", name=name, value=value)
        return int(text)
    if kind is float:
        try:
            share = float(str(value))
        except ValueError:
            share = -1.0
        if isinstance(value, bool) or not 0 <= share < 1:
            raise EditionError(
                "{name} {value!r}: must be a share from 0 to less than 1, like 0.05", name=name, value=value
            )
        return share
    choices = tuple(kind) if kind is Target else get_args(kind)
    word = str(value).casefold().replace("-", "_").replace(" ", "_")
    if word not in choices:
        raise EditionError(
            "{name} {value!r}{meant} (choices: {choices})",
            name=name,
            value=value,
            meant=nearest(word, choices),
            choices=", ".join(choices),
        )
    return choices[choices.index(word)]


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
    """What an `edition` line must name to load this edition's file."""

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
            on = _read_value(name, value, bool)
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
        _check(changed, name)
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

    def with_cards(self, file: Path | CardFile) -> Edition:
        """This edition with the ``[[card]]`` entries of a TOML file; they add cards, or replace one by its number."""
        if isinstance(file, Path):
            file = read_card_file(file)
        if not file.entries:
            raise EditionError("{path}: it contains no [[card]]", path=file.where)
        changed = replace(
            self,
            printed={**self.printed, **file.cards(self.deck)},
            readings={n: r for n, r in self.readings.items() if n not in file.entries},
            own={n: card for n, card in self.own.items() if n not in file.entries},
        )
        _check(changed, file.where)
        return changed

    def with_card(self, card: Card) -> Edition:
        """This edition with a card in Python added or put in place of its own; `CardError` if the functions do not do.

        >>> from code777solver import Card
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
        """Whether the two have other tiles or other cards, be it only in Python."""
        return (self.deck, self.printed, self.own) != (other.deck, other.printed, other.own)


def edition_names() -> list[str]:
    """The editions that come with the package.

    >>> edition_names()
    ['classic', 'code77', 'stronghold', 'unique49']
    """
    folder = _data("editions")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_edition(name: str | Path, *, folder: Path | None = Path()) -> Edition:
    """An edition by name, or from a ``.toml`` file; a relative path starts at ``folder``, None forbids files.

    >>> load_edition("classic").deck.size
    28
    """
    name = str(name) if isinstance(name, Path) else require_text(name, "edition", "classic")
    if not name.casefold().endswith(".toml"):
        return _load_bundled(name.casefold()).edition
    if folder is None:
        raise EditionError(
            "edition {name!r}: files are not read here (editions: {editions})",
            name=name,
            editions=", ".join(edition_names()),
        )
    path = folder / name
    return _load(path, path.stem, str(path), above=()).edition


class _Loaded(NamedTuple):
    """An edition, and its cards as files describe them: one that extends it may have another deck."""

    edition: Edition
    file: CardFile


@lru_cache(maxsize=16)
def _load_bundled(name: str) -> _Loaded:
    if name not in edition_names():
        names = edition_names()
        raise EditionError(
            "no edition {name!r}{meant} (editions: {names}, or a .toml file)",
            name=name,
            meant=nearest(name, names),
            names=", ".join(names),
        )
    return _load(_data("editions").joinpath(f"{name}.toml"), name, name, above=())


def _data(kind: str) -> Path:
    """A folder of the package. A plain path, because importing `importlib.resources` would slow the prompt down."""
    return Path(__file__).parents[1] / "data" / kind


def _load(source: Path, name: str, where: str, *, above: tuple[str, ...]) -> _Loaded:
    """Read one edition file and what it extends; ``where`` names it in messages, ``above`` extend it."""
    data = read_toml(source, where)
    refuse_unknown(data, ("title", "extends", "cards", "deck", "rules", "card"), where)
    base = _base(data.get("extends"), source, where, above)
    if base is None and "deck" not in data:
        raise EditionError(
            "{where}: deck: missing (give a [deck], or `extends` with the name of an edition)", where=where
        )
    entries = dict(base.file.entries) if base and "cards" not in data else {}
    if "cards" in data:
        entries |= _card_file(data["cards"], source, where).entries
    entries |= read_entries(data.get("card", []), where)
    title = data.get("title", name)
    if not isinstance(title, str) or not title.strip() or one_line(title) != title:
        raise EditionError("{where}: title: {title!r}: must be one line of text", where=where, title=title)
    deck = read_deck(data["deck"], where) if "deck" in data or base is None else base.edition.deck
    rules = _read_rules(data.get("rules", {}), base.edition.rules if base else None, where)
    file = CardFile(where, entries)
    edition = Edition(name=name, title=title, deck=deck, rules=rules, printed=file.cards(deck), source=where)
    _check(edition, where)
    return _Loaded(edition, file)


def _base(extends: object, source: Path, where: str, above: tuple[str, ...]) -> _Loaded | None:
    """The edition that a file extends, if it does."""
    if extends is None:
        return None
    if not isinstance(extends, str):
        raise EditionError("{where}: extends: must be the name of an edition", where=where)
    if not extends.endswith(".toml"):
        try:
            return _load_bundled(extends)
        except EditionError as error:
            raise EditionError("{where}: extends: {error}", where=where, error=error) from None
    path = _beside(source, extends)
    if "\0" in extends:
        raise EditionError("{where}: extends: not a possible file name: {extends!r}", where=where, extends=extends)
    if str(path.resolve()) in above:
        raise EditionError("{where}: extends: {extends} extends itself", where=where, extends=extends)
    return _load(path, path.stem, str(path), above=(*above, str(path.resolve())))


def _beside(source: Path, name: str) -> Path:
    """A file named in another file: relative to the folder that file is in."""
    return Path(str(source)).parent / name


def _card_file(name: object, source: Path, where: str) -> CardFile:
    if not isinstance(name, str):
        raise EditionError("{where}: cards: must be the name of a card file", where=where)
    if name.endswith(".toml"):
        path: Path = _beside(source, name)
    else:
        path = _data("cards").joinpath(f"{name}.toml")
        if not path.is_file():
            raise EditionError(
                "{where}: cards: no card file {name!r} (use 'standard' or a .toml file)", where=where, name=name
            )
    return read_card_file(path, name)


def _read_rules(data: object, base: Rules | None, where: str) -> Rules:
    if not isinstance(data, dict):
        raise EditionError("{where}: rules: must be a table of rules", where=where)
    try:
        named = {name: _read_rule(name, value) for name, value in data.items()}
    except EditionError as error:
        raise EditionError("{where}: rules: {error}", where=where, error=error) from None
    if set(named) == set(Rules.__match_args__):
        return Rules(**named)
    return replace(base or _load_bundled("classic").edition.rules, **named)


def _check(edition: Edition, where: str) -> None:
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
