"""Helpers and Hypothesis strategies that several test files share."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import reference
from hypothesis import strategies as st

from code777solver import Edition, Solver, load_edition, read_log
from code777solver.results import Belief, Table
from code777solver.rules.tiles import Rack, number_code
from code777solver.table.events import (
    AbandonMatch,
    Answer,
    AnyNote,
    Declare,
    DrawCard,
    EndMatch,
    Event,
    Fill,
    Note,
    Penalty,
    PutMarks,
    RejectAnswer,
    Reshuffle,
    SayCode,
    Seat,
    StartMatch,
    Swap,
    UseCoach,
    UseEdition,
    UseOption,
)

NAMES = ("classic", "code77", "stronghold", "unique49")
MOST_PLAYERS = {"classic": 5, "code77": 4, "stronghold": 5, "unique49": 4}
"""Most players in the random games of `reference`."""


@cache
def edition(name: str) -> Edition:
    return load_edition(name)


def join(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def play(*lines: str, viewer: str | None = "me") -> Table:
    """The table after these lines."""
    return read_log(join(*lines), Table(viewer=viewer)).table


def solve(*lines: str, seat: str = "me") -> Solver:
    """The solver after these lines."""
    return Solver.from_log(join(*lines), seat=seat)


def chances(belief: Belief) -> dict[tuple[str, ...], float]:
    """Sorted tile names -> probability, for every rack that is left."""
    space = belief.space
    return {
        tuple(sorted(tile.name for tile in space.rack(i))): float(chance)
        for i, chance in enumerate(belief.chances)
        if chance > 0
    }


def assert_same_chances(
    belief: Belief, expected: Mapping[tuple[str, ...], Fraction | float], *, where: object = ""
) -> None:
    """The same racks, and every chance within 1e-9, also relative to its size."""
    found = chances(belief)
    assert found.keys() == expected.keys(), where
    for rack, chance in expected.items():
        assert abs(found[rack] - float(chance)) <= 1e-9 * max(float(chance), 1e-3), (where, rack)


def deal(rng: random.Random, name: str, sizes: Sequence[int]) -> list[Rack]:
    """Racks of these sizes from a shuffled deck, each in deck order."""
    deck = edition(name).deck
    tiles = rng.sample(deck.expand(deck.copies), sum(sizes))
    racks, start = [], 0
    for size in sizes:
        racks.append(deck.sort(tiles[start : start + size]))
        start += size
    return racks


def names(rack: Iterable[object]) -> tuple[str, ...]:
    """A rack as `reference` writes it."""
    return tuple(sorted(map(str, rack)))


def random_log(seed: int, name: str, players: int, cards: int, **options: object) -> list[str]:
    """The lines of a random game in which every rack is in the log."""
    lines, _ = reference.random_game(random.Random(seed), name, players, cards, open_log=True, **options)  # type: ignore[arg-type]
    return lines


# ------------------------------------------------------------------------------------------ strategies


def racks(ed: Edition, size: int = 3) -> st.SearchStrategy[Rack]:
    """Any rack that the deck of an edition allows, in deck order."""
    deck = ed.deck
    tiles = deck.expand(deck.copies)
    places = st.lists(st.integers(0, len(tiles) - 1), min_size=size, max_size=size, unique=True)
    return places.map(lambda found: deck.sort(tiles[place] for place in found))


def note_texts() -> st.SearchStrategy[str]:
    """Notes with single blanks, as the reader of a line sees them."""
    words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=8)
    return st.lists(words, max_size=6).map(" ".join).map(lambda text: " ".join(text.split()))


def player_names() -> st.SearchStrategy[str]:
    words = {"edition", "option", "players", "rack", "declare", "reshuffle", "swap", "penalty", "note", "me"}
    name = st.from_regex(r"\A[A-Za-zäöéßñΩж][A-Za-z0-9_.'-]{0,12}\Z")
    return name.filter(lambda text: text.casefold() not in words)


def events(table: Table) -> st.SearchStrategy[Event]:
    """Events that can be written at a table, possible or not, in their canonical form."""
    ed, players = table.edition, table.players
    tiles = st.sampled_from(ed.deck.kinds)
    some_racks = racks(ed)
    return st.one_of(
        st.builds(Fill, st.sampled_from(table.rack_names), st.none() | some_racks | racks(ed, 1) | racks(ed, 2)),
        st.sampled_from(players).flatmap(lambda player: _answers(table, player)),
        st.tuples(st.sampled_from(players), some_racks, st.booleans(), st.booleans(), st.none() | some_racks).map(
            lambda d: Declare(d[0], number_code(d[1]), d[2], d[1] if d[3] else None, d[4])
        ),
        st.just(Reshuffle()),
        st.builds(Swap, st.sampled_from(players), tiles, st.none() | tiles),
        st.builds(Penalty, st.sampled_from(players)),
        notes(players),
    )


def notes(players: Sequence[str]) -> st.SearchStrategy[AnyNote]:
    """Every kind of note, as the players of a table would write it."""
    who, number = st.sampled_from(players), st.integers(0, 999_999)
    word = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=6)
    numbers, words = st.lists(number, max_size=3).map(tuple), st.lists(word, min_size=1, max_size=3)
    return st.one_of(
        st.builds(Note, note_texts()),
        st.builds(StartMatch, word.filter(lambda text: text not in ("draws", "says")), words.map(tuple)),
        st.builds(DrawCard, who, number),
        st.builds(RejectAnswer, who, number, word),
        st.builds(SayCode, who, words.map(" ".join)),
        st.just(AbandonMatch()),
        st.builds(EndMatch, st.sampled_from(["won", "lost", "tied"]), numbers, numbers),
        st.builds(PutMarks, st.sampled_from(["cross", "circle", "clear"]), words.map(", ".join)),
        st.builds(UseCoach, st.booleans()),
    )


def _answers(table: Table, player: str) -> st.SearchStrategy[Event]:
    racks_seen = len(table.seen_by(player))

    def symbols(card: int) -> st.SearchStrategy[Event]:
        answers = st.sampled_from(table.edition.card(card).meaning.symbols(racks_seen))
        heard = st.builds(Answer, st.just(player), st.just(card), answers, st.booleans())
        return heard | st.just(Answer(player, card, None))

    return st.sampled_from(sorted(table.edition.cards)).flatmap(symbols)


def set_up_events() -> st.SearchStrategy[Event]:
    """The events that come before the players sit down."""
    words = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#"), min_size=1, max_size=9)
    option_names = st.from_regex(r"\A[a-z][a-z_0-9]{0,12}\Z").filter(lambda name: name != "card")
    return st.one_of(
        st.builds(UseEdition, words),
        st.builds(UseOption, option_names, st.lists(words, min_size=1, max_size=3).map(" ".join)),
        st.builds(Seat, st.lists(player_names(), max_size=5).map(lambda found: ("me", *found))),
    )
