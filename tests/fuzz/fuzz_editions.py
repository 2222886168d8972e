"""Fuzz editions from files: ``python tests/fuzz/fuzz_editions.py [--seconds N] [FILE ...]``.

Any file is either refused in one clear line, or it is an edition that a game can be played with: its
cards make sense, its tables stay within bounds, and a session with it goes on.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from math import comb
from pathlib import Path

from fuzzing import Target, instrumented, main, one_line

with instrumented(__name__):
    from code777solver import Code777Error, Edition, load_edition
    from code777solver.errors import EditionError
    from code777solver.rules.cards import ASKS, RACK_MEASURES
    from code777solver.rules.rules import Rules
    from code777solver.session import Session
    from code777solver.solver import Solver

DATA = Path(__file__).parents[2] / "code777solver" / "data"
SPLIT = b"\n#---\n"
"""Between the edition and a second file, which it may call ``more.toml``."""
MOST_RACKS = comb(70 + 2, 3)
"""Racks of three out of 7 colours with 10 numbers: no deck has more."""
MOST_MEASURED = 20_000
"""Racks times cards that are measured for one input; larger editions are tried by hand in the tests."""

SMALL = """\
title = "Small"
[deck]
G1 = 3
every = { numbers = [2, 3], colours = "YB", copies = 2 }
[rules]
most_players = 3
reshuffle_at = 2
[[card]]
number = 1
text = "Sum?"
racks = "sum >= 6"
[card.readings.less]
text = "Less?"
racks = "sum < 6"
[[card]]
number = 2
text = "Colours?"
seen = "colours == 0"
[[card]]
number = 7
text = "Which?"
compare = ["blue 3", "3 not blue"]
"""
MORE = 'extends = "more.toml"\ncards = "more.toml"\n#---\n[[card]]\nnumber = 3\ntext = "?"\ntiles = ["G1", "yellow"]\n'


@cache
def _folder() -> Path:
    """A folder for the files of the inputs."""
    return Path(tempfile.mkdtemp(prefix="code777-fuzz-"))


def check(data: bytes) -> None:
    """Raise if anything but the promised comes of a file with these bytes."""
    folder = _folder()
    first, _, second = data.partition(SPLIT)
    (folder / "edition.toml").write_bytes(first)
    (folder / "more.toml").write_bytes(second)
    try:
        edition = load_edition("edition.toml", folder=folder)
    except EditionError as error:
        one_line(str(error))
        return
    _check_edition(edition)
    if len(edition.cards) * comb(len(edition.deck.kinds) + 2, 3) <= MOST_MEASURED:
        _check_game(edition, folder)


def _check_edition(edition: Edition) -> None:
    one_line(edition.title)
    assert 1 <= len(edition.cards) <= 99
    assert comb(len(edition.deck.kinds) + 2, 3) <= MOST_RACKS
    assert edition.deck.size <= 70 * 20
    assert len(edition.fingerprint) == 16
    for number, card in edition.cards.items():
        one_line(card.text)
        assert edition.card(number) is card
        for reading in edition.printed[number]:
            other = edition.with_options({f"card{number}": reading})
            assert other.cards[number].number == number
            one_line(other.cards[number].text)
        for option, value in ((f"card{number}", "no such reading"), (f"card{number}", ""), ("no_such", "1")):
            try:
                edition.with_options({option: value})
            except EditionError as error:
                one_line(str(error))


def _check_game(edition: Edition, folder: Path) -> None:
    """Deal from the top of the deck, ask every card once, look at what follows."""
    session = Session(folder=folder)
    session.enter("edition edition.toml")
    names = ["me", *(f"P{i}" for i in range(1, edition.rules.least_players))]
    session.enter("players " + " ".join(names))
    tiles = list(edition.deck.expand(edition.deck.copies))
    while (need := session.need) is not None:
        size = 3 if need.name in names else edition.rules.spare_tiles
        dealt, tiles = tiles[:size], tiles[size:]
        session.enter(f"rack {need.name} " + " ".join(map(str, dealt)))
    mine = edition.deck.sort(tiles[:3])
    for number, card in list(edition.cards.items())[:12]:
        player = session.table.next_answerer or names[1]
        seen = [session.table.racks[name].tiles for name in session.table.seen_by(player) if name != "me"]
        answer = card.answer([*seen, mine] if player != "me" else seen)
        session.enter(f"{player} {number} {answer}")
    solver: Solver = session.solver
    if len(mine) == 3:
        assert solver.belief.possible, "the true rack is ruled out"
        assert tuple(sorted(map(str, mine))) in {one.tiles for one in solver.candidates}
    assert abs(sum(code.probability for code in solver.codes) - 1) < 1e-6 or not solver.belief.possible
    try:
        assert solver.questions or not solver.belief.possible
        session.enter(f"declare P1 {''.join(str(t.number) for t in session.table.racks['P1'].tiles)} right")
        session.enter("reshuffle")
    except Code777Error as error:
        one_line(str(error))


TARGET = Target(
    name="editions",
    check=check,
    seeds=[
        *((DATA / f"editions/{name}.toml").read_bytes() for name in ("classic", "code77", "stronghold", "unique49")),
        SMALL.encode(),
        MORE.encode(),
        b'extends = "classic"\n[[card]]\n' + (DATA / "cards/standard.toml").read_bytes().split(b"[[card]]", 2)[-1],
    ],
    words=[
        *(
            "title",
            "extends",
            "cards",
            "deck",
            "rules",
            "[[card]]",
            "number",
            "text",
            "readings",
            "every",
            "[card.readings.x]",
        ),
        *("numbers", "colours", "copies", '"standard"', '"classic"', '"more.toml"', "true", "1979-05-27", "nan", "inf"),
        *ASKS,
        *RACK_MEASURES,
        *Rules.__annotations__,
        *(
            ">=",
            "==",
            "!=",
            "not",
            "blue 7",
            "G1 = 1",
            "0x",
            "1e400",
            '"""',
            "'''",
            "{",
            "}",
            "[",
            "]",
            "\\n",
            "\\u0000",
        ),
        "9" * 4301,
        "0x" + "f" * 4000,
    ],
)

if __name__ == "__main__":
    os.environ["CODE777_CACHE"] = os.devnull  # no folder: the tables are not kept
    main(TARGET)
