"""Editions: the table of section 3 of the rules row by row, options, and editions and cards of your own."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategies import NAMES, edition

from code777solver import Code777Error, Edition, edition_names, load_edition
from code777solver.core.arrays import arrays_for
from code777solver.errors import EditionError
from code777solver.results import Table
from code777solver.rules.cards import CountValues
from code777solver.rules.edition_file import read_card_file
from code777solver.table.notation import read_line

# --------------------------------------------------------------------------------------- the edition table

TABLE: dict[str, dict[str, tuple[object, object, object, object]]] = {
    # rule: classic, stronghold, code77, unique49
    "racks": {
        "racks": (0, 4, 4, 4),
        "least_players": (2, 2, 2, 2),
        "most_players": (9, 5, 4, 4),
        "spare_tiles": (3, 3, 3, 1),
    },
    "playerless racks": {"spares_refreshed": (0, 1, 1, 1), "spare_choice": ("none", "reader", "anyone", None)},
    "who answers a card": {"answered_by": ("drawer", "drawer", "drawer", "others")},
    "cards run out": {"cards_run_out": ("reshuffle", "reshuffle", "cycle", "reshuffle")},
    "when one may declare": {"declare": ("any_time", "any_time", "any_time", "own_turn")},
    "what must be named": {"target": ("numbers", "numbers", "numbers", "tiles")},
    "own old tiles seen": {"own_tiles_seen": ("always", "if_right", "always", "if_right")},
    "number pile reshuffled": {
        "reshuffle_at": (7, 1, 7, 1),
        "reshuffle_when": ("at_once", "when_refilling", "at_once", "when_refilling"),
    },
    "win": {"points_to_win": (3, 3, 3, 1), "tie": ("one_more", "first", "first", "first")},
    "two declare at once": {"two_declare": ("first_said", "right_of_reader_first", "none", "none")},
    "false answer proved": {"false_answer_penalty": (1, 0, 0, 0)},
    "own tile seen by accident": {"seen_tile_swapped": (True, False, False, False)},
}
COLUMNS = ("classic", "stronghold", "code77", "unique49")


@pytest.mark.parametrize("row", TABLE)
def test_the_row_of_the_edition_table(row: str) -> None:
    for rule, values in TABLE[row].items():
        for name, value in zip(COLUMNS, values, strict=True):
            if value is not None:
                assert getattr(edition(name).rules, rule) == value, (name, rule)


def test_every_rule_is_in_the_table() -> None:
    """Rates of error are no rule of an edition: they are 0 unless somebody asks for more."""
    rules = {rule for row in TABLE.values() for rule in row}
    assert set(edition("classic").rules.__match_args__) - rules <= {"error_rate", "doubt_rate"}
    assert {getattr(edition(name).rules, "error_rate", 0) for name in NAMES} == {0}


def test_the_row_of_the_tiles() -> None:
    assert [edition(name).deck.size for name in COLUMNS] == [28, 28, 28, 49]
    assert edition("stronghold").deck == edition("code77").deck == edition("classic").deck


def test_the_editions_that_come_with_the_package() -> None:
    assert edition_names() == sorted(COLUMNS)
    assert {edition(name).name for name in NAMES} == set(COLUMNS)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_there(name: str) -> None:
    ed = edition(name)
    assert ed.title.strip()
    assert list(ed.cards) == list(range(1, 24))
    for number, (usual, *readings) in ed.printed.items():
        assert usual == "default"
        assert ed.card(number).text.strip()
        for reading in readings:
            other = ed.with_options({f"card{number}": reading}).card(number)
            assert other.text.strip()
            assert other.text != ed.card(number).text


@pytest.mark.parametrize(
    ("name", "players", "spares"),
    [
        ("classic", 2, ()),
        ("stronghold", 2, ("spare1", "spare2")),
        ("stronghold", 3, ("spare1",)),
        ("stronghold", 4, ()),
        ("stronghold", 5, ()),
        ("code77", 3, ("spare1",)),
        ("unique49", 2, ("spare1", "spare2")),
    ],
)
def test_playerless_racks_make_up_the_number(name: str, players: int, spares: tuple[str, ...]) -> None:
    assert edition(name).spare_racks(players) == spares


def test_a_name_may_be_written_in_any_case() -> None:
    assert load_edition("Stronghold") == load_edition("stronghold")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "clasic",
            "no edition 'clasic', did you mean 'classic'.* .editions: classic, code77, stronghold, unique49, or",
        ),
        ("", "no edition ''"),
        ("nowhere.toml", "nowhere.toml: cannot be read .No such file or directory"),
        ("../cards/standard", "no edition '../cards/standard'"),
    ],
)
def test_an_unknown_edition_is_refused(name: str, message: str) -> None:
    with pytest.raises(EditionError, match=message):
        load_edition(name)


def test_files_can_be_forbidden() -> None:
    with pytest.raises(EditionError, match="edition 'mine.toml': files are not read here"):
        load_edition("mine.toml", folder=None)


@pytest.mark.parametrize("name", ["a\0b.toml", "a\ud800.toml", "x" * 5000 + ".toml"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(EditionError, match="toml"):
        load_edition(name)


# ------------------------------------------------------------------------------------------------- options


@pytest.mark.parametrize("value", ["yes", "on", "true", "1", "YES", True])
def test_advanced_wants_the_colours_named(value: object) -> None:
    assert edition("classic").with_options({"advanced": value}).rules.target == "tiles"


@pytest.mark.parametrize("value", ["no", "off", "false", "0", False])
def test_advanced_can_be_switched_off(value: object) -> None:
    assert edition("unique49").with_options({"advanced": value}).rules.target == "numbers"


@pytest.mark.parametrize("at", [0, 1, 4, 7, "0", "4"])
def test_the_number_of_tiles_at_which_the_pile_is_reshuffled(at: object) -> None:
    assert edition("stronghold").with_options({"reshuffle_at": at}).rules.reshuffle_at == int(str(at))


@pytest.mark.parametrize(
    ("option", "value", "rule", "expected"),
    [
        ("Reshuffle-At", "4", "reshuffle_at", 4),
        ("reshuffle_when", "when refilling", "reshuffle_when", "when_refilling"),
        ("reshuffle_when", "At-Once", "reshuffle_when", "at_once"),
        ("seen_tile_swapped", "off", "seen_tile_swapped", False),
        ("points_to_win", "5", "points_to_win", 5),
        ("cards_run_out", "cycle", "cards_run_out", "cycle"),
    ],
)
def test_any_rule_is_an_option(option: str, value: str, rule: str, expected: object) -> None:
    assert getattr(edition("classic").with_options({option: value}).rules, rule) == expected


@pytest.mark.parametrize(
    ("number", "reading", "usual", "other"),
    [
        (2, "or_more", "12 or less", "12 or more"),
        (12, "black", "More 3s", "More black 3s"),
        (14, "any", "yellow 2s", "2s"),
    ],
)
def test_a_card_in_the_reading_of_another_printing(number: int, reading: str, usual: str, other: str) -> None:
    ed = edition("classic")
    changed = ed.with_options({f"card{number}": reading})
    assert usual in ed.card(number).text
    assert other in changed.card(number).text
    assert changed.readings == {number: reading}
    assert changed.with_options({f"card{number}": "default"}).readings == {}
    assert ed.with_options({f"CARD{number}": reading.replace("_", "-").upper()}) == changed


def test_card_2_or_more_counts_the_other_racks_and_12_itself() -> None:
    ed = edition("classic").with_options({"card2": "or_more"})
    racks = [ed.deck.rack(text) for text in ("N4 N4 N4", "G1 Y2 K3", "B7 B7 B7")]
    assert edition("classic").card(2).answer(racks) == "2"
    assert ed.card(2).answer(racks) == "2"
    assert ed.card(2).answer(racks[1:]) == "1"


@pytest.mark.seconds
def test_cards_12_and_14_read_differently_only_where_numbers_have_several_colours() -> None:
    for number, reading, text in ((12, "black", "R3 B1 B2"), (14, "any", "R2 B1 B3")):
        for name, differ in (("classic", False), ("unique49", True)):
            ed = edition(name)
            other = ed.with_options({f"card{number}": reading})
            spaces = arrays_for(ed).cards[number], arrays_for(other).cards[number]
            same = (spaces[0].answers((0,)) == spaces[1].answers((0,))).all()
            assert bool(same) is not differ
        rack = [edition("unique49").deck.rack(text)]
        assert edition("unique49").card(number).answer(rack) != other.card(number).answer(rack)


def test_options_do_not_change_the_edition_they_start_from() -> None:
    ed = edition("classic")
    ed.with_options({"advanced": "yes", "card2": "or_more", "reshuffle_at": 3})
    assert ed == load_edition("classic")
    assert ed.rules.target == "numbers"


def test_arrays_are_shared_by_editions_that_differ_in_rules_only() -> None:
    classic = edition("classic")
    assert classic.fingerprint == edition("stronghold").fingerprint == edition("code77").fingerprint
    assert classic.fingerprint == classic.with_options({"reshuffle_at": 3}).fingerprint
    prints = {classic.with_options({"card2": reading}).fingerprint for reading in ("default", "or_more")}
    assert len(prints | {edition("unique49").fingerprint}) == 3
    assert arrays_for(edition("stronghold")) is arrays_for(classic)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (
            "reshufle_at",
            4,
            r"no option 'reshufle_at', did you mean 'reshuffle_at'\? \(options: .*card2, card12, card14",
        ),
        ("colour", "red", "no option 'colour'"),
        ("advanced", "maybe", "advanced 'maybe': must be yes or no"),
        ("reshuffle_at", "-1", "reshuffle_at '-1': must be a whole number, 0 or more"),
        ("reshuffle_at", "four", "reshuffle_at 'four': must be a whole number"),
        ("reshuffle_at", 28, "reshuffle_at 28, but the deck has only 28 tiles"),
        ("reshuffle_when", "later", r"reshuffle_when 'later' \(choices: at_once, when_refilling\)"),
        ("tie", "frist", "tie 'frist', did you mean 'first'"),
        ("points_to_win", 0, r"points_to_win 0 \(1 or more\)"),
        ("spare_tiles", 0, r"spare_tiles 0 \(1 to 3\)"),
        ("spare_tiles", 4, "spare_tiles 4"),
        ("most_players", 1, "2 to 1 players"),
        ("least_players", 1, "1 to 9 players"),
        ("most_players", 10, "30 tiles on the racks, but the deck has 28"),
        ("racks", 11, "tiles on the racks, but the deck has 28"),
        ("seen_tile_swapped", "perhaps", "seen_tile_swapped 'perhaps': must be yes or no"),
        ("card2", "and_more", r"card 2 has no reading 'and_more' \(readings: default, or_more\)"),
        ("card3", "or_more", r"card 3 has no reading 'or_more' \(readings: default\)"),
        ("card99", "x", "no card 99 in edition 'classic'"),
    ],
)
def test_a_bad_option_is_refused_with_a_remedy(option: str, value: object, message: str) -> None:
    with pytest.raises(Code777Error, match=message):
        edition("classic").with_options({option: value})


@pytest.mark.parametrize("option", ["card99", "card" + "9" * 5000])
def test_an_option_for_a_card_that_is_not_there_is_an_edition_error(option: str) -> None:
    """`Edition.with_options` says that it raises `EditionError`."""
    with pytest.raises(EditionError, match="no card"):
        edition("classic").with_options({option: "x"})


# ------------------------------------------------------------------------------------ editions of your own


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def own(folder: Path, text: str) -> Edition:
    write(folder, text)
    return load_edition("mine.toml", folder=folder)


def test_an_edition_that_extends_another_takes_what_it_leaves_out(tmp_path: Path) -> None:
    ed = own(tmp_path, 'title = "Ours"\nextends = "stronghold"\n[rules]\nreshuffle_at = 4\n')
    base = edition("stronghold")
    assert (ed.name, ed.title) == ("mine", "Ours")
    assert ed.deck == base.deck
    assert ed.cards == base.cards
    assert ed.rules == base.with_options({"reshuffle_at": 4}).rules


def test_an_edition_may_extend_a_file_beside_it(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "code77"\n[rules]\npoints_to_win = 2\n', "base.toml")
    ed = own(tmp_path, 'extends = "base.toml"\n[rules]\nreshuffle_at = 3\n')
    assert (ed.rules.points_to_win, ed.rules.reshuffle_at, ed.rules.cards_run_out) == (2, 3, "cycle")


def test_an_edition_with_another_deck(tmp_path: Path) -> None:
    ed = own(
        tmp_path,
        'cards = "standard"\n[deck]\nB7 = 3\nG1 = 2\nN4 = 4\nK4 = 1\n[rules]\nmost_players = 2\nreshuffle_at = 2\n',
    )
    assert (ed.deck.names, ed.deck.copies) == (("G1", "N4", "K4", "B7"), (2, 4, 1, 3))
    assert ed.title == "mine"
    assert ed.rules.tie == "one_more"  # the rest is as in classic
    assert ed.card(8).meaning.symbols(1) == ("0", "1", "2", "3", "4")  # four colours
    assert ed.card(11).meaning.symbols(1) == ("0", "1", "2")  # two green 1s, no black 5, no pink 7


def test_a_full_grid_of_tiles(tmp_path: Path) -> None:
    ed = own(
        tmp_path,
        'extends = "unique49"\n[deck]\nevery = { numbers = [1, 2, 3, 8], colours = "GYKNR", copies = 2 }\nB9 = 1\n',
    )
    assert ed.deck.size == 41
    assert ed.deck.numbers == (1, 2, 3, 8, 9)
    assert ed.deck.tile("9").name == "B9"


def test_a_card_added_and_a_card_replaced(tmp_path: Path) -> None:
    ed = own(
        tmp_path,
        """
        extends = "classic"
        [[card]]
        number = 24
        text = "How many racks show a 7?"
        racks = "highest == 7"
        [[card]]
        number = 1
        text = "How many racks add up to 17 or more?"
        racks = "sum >= 17"
        """,
    )
    scene = [ed.deck.rack("B7 R5 R5"), ed.deck.rack("G6 G6 G6")]
    assert list(ed.cards) == list(range(1, 25))
    assert (ed.card(24).answer(scene), ed.card(1).answer(scene), edition("classic").card(1).answer(scene)) == (
        "1",
        "2",
        "1",
    )


def test_a_card_file_in_place_of_all_cards(tmp_path: Path) -> None:
    cards = '[[card]]\nnumber = 5\ntext = "More blue or more red?"\ncompare = ["blue", "red"]\n'
    write(tmp_path, cards, "cards.toml")
    ed = own(tmp_path, 'extends = "classic"\ncards = "cards.toml"\n')
    assert list(ed.cards) == [5]


def test_cards_from_a_file_are_added_to_an_edition(tmp_path: Path) -> None:
    path = write(
        tmp_path, '[[card]]\nnumber = 2\ntext = "More blue or more red?"\ncompare = ["blue", "red"]\n', "cards.toml"
    )
    ed = edition("classic").with_options({"card2": "or_more", "card14": "any"}).with_cards(path)
    assert ed.card(2).text == "More blue or more red?"
    assert edition("classic").with_cards(str(path)).card(2) == ed.card(2)  # a path as text had no attribute 'entries'
    assert ed.readings == {14: "any"}  # the replaced card has no readings
    assert list(ed.cards) == list(range(1, 24))


def test_cards_are_made_once(tmp_path: Path) -> None:
    """An option chooses among cards that are there, and a file that was read is not read again."""
    ed = edition("classic")
    assert ed.with_options({"card2": "or_more", "reshuffle_at": 4, "advanced": "yes"}).printed is ed.printed
    path = write(tmp_path, '[[card]]\nnumber = 24\ntext = "?"\nseen = "colours >= 7"\n', "cards.toml")
    house = read_card_file(path)
    path.unlink()
    table = Table(house_cards=house)
    for line in ("edition unique49", "players Ann me"):
        event = read_line(line, table)
        assert event is not None
        table = table.do(event).after
    assert table.edition.card(24).meaning == CountValues(edition("unique49").deck.colours, ">=", 7)


def test_a_reading_of_a_card_of_ones_own(tmp_path: Path) -> None:
    ed = own(
        tmp_path,
        """
        extends = "classic"
        [[card]]
        number = 30
        text = "How many racks show a 7?"
        racks = "highest == 7"
        [card.readings.six]
        text = "How many racks show a 6 at most?"
        racks = "highest <= 6"
        """,
    )
    scene = [ed.deck.rack("B7 R5 R5"), ed.deck.rack("G6 G6 G6"), ed.deck.rack("N4 N4 N4")]
    assert ed.card(30).answer(scene) == "1"
    assert ed.with_options({"card30": "six"}).card(30).answer(scene) == "2"


def test_a_reading_whose_name_has_capitals_can_be_chosen(tmp_path: Path) -> None:
    card = 'number = 30\ntext = "a?"\nracks = "sum >= 3"\n[card.readings.Ours]\ntext = "b?"\nracks = "sum >= 4"\n'
    ed = own(tmp_path, f'extends = "classic"\n[[card]]\n{card}')
    assert ed.with_options({"card30": "Ours"}).card(30).text == "b?"


CARD = '[[card]]\nnumber = 30\ntext = "?"\n'
BAD = {
    "no deck": ('cards = "standard"\n', "deck: missing"),
    "no cards": ("[deck]\nB7 = 9\nN4 = 19\n", "no cards"),
    "not toml": ('title = "x\n', "not valid TOML"),
    "unknown key": ('extends = "classic"\ntitel = "x"\n', "unknown key 'titel', did you mean 'title'"),
    "unknown base": ('extends = "clasic"\n', "extends: no edition 'clasic', did you mean 'classic'"),
    "base is no name": ("extends = 3\n", "extends: must be the name of an edition"),
    "extends itself": ('extends = "mine.toml"\n', "extends: mine.toml extends itself"),
    "unknown card file": ('extends = "classic"\ncards = "usual"\n', "cards: no card file 'usual'"),
    "card file is no name": ('extends = "classic"\ncards = 1\n', "cards: must be the name of a card file"),
    "deck is no table": ("deck = [1]\n", "deck: must be a table of tiles"),
    "tile": ('extends = "classic"\n[deck]\nZ1 = 1\n', "deck: tile 'Z1'"),
    "copies": ('extends = "classic"\n[deck]\nG1 = "two"\n', "deck: tile 'G1': 'two' copies"),
    "empty deck": ('extends = "classic"\n[deck]\n', "deck: the deck has no tiles"),
    "grid": ('extends = "classic"\n[deck]\nevery = { numbers = [1] }\n', "deck: every: numbers = "),
    "grid colours": (
        'extends = "classic"\n[deck]\nevery = { numbers = [1], colours = "XY", copies = 1 }\n',
        "deck: every: colours 'XY'",
    ),
    "deck too small": ('extends = "classic"\n[deck]\nB7 = 6\n', "27 tiles on the racks, but the deck has 6"),
    "unknown rule": ('extends = "classic"\n[rules]\nreshufle_at = 4\n', "rules: no rule 'reshufle_at', did you mean"),
    "rule value": ('extends = "classic"\n[rules]\ntie = "never"\n', "rules: tie 'never'"),
    "rule type": (
        'extends = "classic"\n[rules]\nreshuffle_at = 1.5\n',
        "rules: reshuffle_at 1.5: must be a whole number",
    ),
    "rules no table": ('extends = "classic"\nrules = 1\n', "rules: must be a table of rules"),
    "players": ('extends = "classic"\n[rules]\nleast_players = 0\n', "0 to 9 players"),
    "card no list": ('extends = "classic"\n[card]\nnumber = 1\n', "card: write cards as "),
    "card number": (
        'extends = "classic"\n[[card]]\nnumber = 100\n',
        "card entry 1: number: must be a whole number from 1 to 99",
    ),
    "card without number": ('extends = "classic"\n[[card]]\ntext = "?"\n', "card entry 1: number"),
    "card twice": (
        f'extends = "classic"\n{CARD}racks = "sum >= 1"\n{CARD}racks = "sum >= 2"\n',
        "card 30 appears twice",
    ),
    "card without meaning": (f'extends = "classic"\n{CARD}', "card 30: exactly one of"),
    "card condition": (f'extends = "classic"\n{CARD}racks = "weight >= 1"\n', "card 30: racks: cannot count 'weight'"),
    "card pick": (f'extends = "classic"\n{CARD}compare = ["beige", "blue"]\n', "card 30: compare: 'beige'"),
    "readings": (f'extends = "classic"\n{CARD}racks = "sum >= 1"\nreadings = 1\n', "card 30: readings"),
    "reading": (
        f'extends = "classic"\n{CARD}racks = "sum >= 1"\n[card.readings.x]\ntext = "?"\nracks = "sum"\n',
        "card 30: racks: 'sum' is not a condition",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_edition_file_is_refused_with_file_and_key(what: str, tmp_path: Path) -> None:
    text, message = BAD[what]
    with pytest.raises(EditionError, match=message) as caught:
        own(tmp_path, text)
    assert str(caught.value).startswith(str(tmp_path / "mine.toml"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["_defaults", "__match_args__", "_compared", "_shown"])
def test_a_rule_named_like_an_inner_field_is_unknown(name: str, tmp_path: Path) -> None:
    """`type object 'dict' has no attribute 'casefold'`; the list of rules began with these names."""
    with pytest.raises(EditionError, match=rf"rules: no rule '{name}' \(rules: least_players, most_players, "):
        own(tmp_path, f'extends = "classic"\n[rules]\n{name} = 3\n')


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "mine.toml"\n', "other.toml")
    with pytest.raises(EditionError, match="extends: .* extends itself"):
        own(tmp_path, 'extends = "other.toml"\n')


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b'title = "\xff"\n')
    with pytest.raises(EditionError, match="mine.toml: not valid TOML"):
        load_edition("mine.toml", folder=tmp_path)
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(EditionError, match="folder.toml: cannot be read"):
        load_edition("folder.toml", folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"cards.toml: it contains no \[\[card\]\]"),
        ('extends = "classic"\n', "cards.toml: unknown key 'extends'"),
        (f"{CARD}", "cards.toml: card 30: exactly one of"),
        ("[[card]\n", "cards.toml: not valid TOML"),
    ],
)
def test_a_bad_card_file_is_refused_with_its_name(text: str, message: str, tmp_path: Path) -> None:
    path = write(tmp_path, text, "cards.toml")
    with pytest.raises(EditionError, match=message):
        edition("classic").with_cards(path)


def test_a_file_is_named_by_text_or_by_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "classic"\n', encoding="utf-8")
    assert load_edition(path) == load_edition(str(path))
    assert load_edition(Path("mine.toml"), folder=tmp_path).name == "mine"
