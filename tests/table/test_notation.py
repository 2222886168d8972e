"""The log: what is written reads back, every spelling is understood, and what is wrong is refused in its place."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import edition, events, join, play, random_log, set_up_events, solve

from code777solver import Code777Error, Solver, read_log
from code777solver.errors import LineError, NotationError, RuleError
from code777solver.results import Table
from code777solver.rules.tiles import Tile
from code777solver.solver import add_event
from code777solver.table.events import (
    Answer,
    Declare,
    Event,
    Fill,
    Note,
    NoteEvent,
    Penalty,
    Reshuffle,
    Seat,
    Swap,
    UseEdition,
    UseOption,
)
from code777solver.table.notation import format_event, read_leniently, read_line

DEAL = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
CLASSIC = play(*DEAL)
STRONGHOLD = play("edition stronghold", "players Ann me Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
UNIQUE = play("edition unique49", "players Ann me", "rack Ann Y2 K5 B7")
ADVANCED = play("option advanced", *DEAL)
Y2, K5, B7, G6, R5, Y7 = (CLASSIC.edition.deck.tile(name) for name in ("Y2", "K5", "B7", "G6", "R5", "Y7"))
G1, N4, P6 = (CLASSIC.edition.deck.tile(name) for name in ("G1", "N4", "P6"))


# ------------------------------------------------------------------------------------------- round trips


@pytest.mark.parametrize("table", [CLASSIC, STRONGHOLD, UNIQUE, ADVANCED], ids=lambda table: table.edition.name)
def test_an_event_that_is_written_reads_back(table: Table) -> None:
    @settings(max_examples=250)
    @given(events(table))
    def check(event: Event) -> None:
        text = format_event(event)
        assert read_line(text, table) == event
        assert format_event(read_line(text, table) or Note("none")) == text
        if not isinstance(event, NoteEvent) and " saw " not in text:  # the case of `saw` has a test of its own
            assert read_line(f"  {text.upper()} # x", table) == event

    check()


@given(set_up_events())
def test_a_setting_up_event_that_is_written_reads_back(event: Event) -> None:
    assert read_line(format_event(event), Table()) == event


@pytest.mark.parametrize("name", ["classic", "code77", "stronghold", "unique49"])
def test_a_whole_game_reads_back_to_the_letter(name: str) -> None:
    for seed in range(2 if name == "unique49" else 6):
        text = join(*random_log(seed, name, 3, 12, max_states=0 if name == "unique49" else 2_000))
        log = read_log(text)
        assert str(log) == text
        again = read_log(join(*map(format_event, (step.event for step in log.steps))))
        assert [step.event for step in again.steps] == [step.event for step in log.steps]
        assert again.table == log.table
        assert str(Solver.from_log(text).log) == text


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30), max_size=6))
def test_comments_notes_and_blank_lines_survive(texts: list[str]) -> None:
    lines = ["# a game", *DEAL[:1]]
    for text in texts:
        lines += [f"#{text}", f"  # {text}", f"note {text}", "", "\t ", f"rack Ann Y2 K5 B7 # {text}"][: len(text) % 6]
    lines = list(dict.fromkeys(lines))  # a rack is dealt once
    text = join(*lines)
    assert str(read_log(text)) == text
    assert str(Solver.from_log(text).log) == text


def test_a_note_keeps_the_sign_of_a_comment() -> None:
    assert read_line("note Ann # 7 was unsure # very", CLASSIC) == Note("Ann # 7 was unsure # very")
    assert read_line("NOTE x", CLASSIC) == Note("x")
    assert read_line("note", CLASSIC) == Note("")
    assert read_line("note # x", CLASSIC) == Note("# x")


@pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_only_line_ends_end_a_line(sign: str) -> None:
    text = join(*DEAL, f"note a{sign}b", f"# c{sign}d", f"Ann 16 < # e{sign}f")
    assert str(read_log(text)) == text
    assert str(Solver.from_log(text).log) == text
    assert len(read_log(text).lines) == 6


@pytest.mark.parametrize("text", ["", "   ", "\t", "# x", "   # rack Ann", "#"])
def test_comments_and_blank_lines_are_no_events(text: str) -> None:
    assert read_line(text, CLASSIC) is None


def test_a_comment_may_follow_an_event() -> None:
    assert read_line("Ann 16 < # what she said", CLASSIC) == Answer("Ann", 16, "<")
    assert read_line("Ann 16 <# what she said", CLASSIC) == Answer("Ann", 16, "<")


def test_letter_case_and_the_width_of_blanks_do_not_matter() -> None:
    plain = [
        *("edition classic", "option advanced yes", *DEAL, "Ann 16 second", "declare Bob G6 G6 R5 right"),
        *("rack Bob K3 N4 B7", "swap Ann K5 Y7", "declare me G1 N4 P6 wrong", "rack me ?", "reshuffle"),
        *("penalty Bob",),
    ]
    log = read_log(join(*plain))
    for change in (str.upper, str.lower, str.swapcase):
        lines = [change(line) if not line.startswith("players") else line for line in plain]
        other = read_log(join(*("  \t".join(line.split(" ")) + "  " for line in lines)))
        assert other.table == log.table, change


@pytest.mark.parametrize("word", ["saw", "SAW", "Saw"])
def test_letter_case_does_not_matter_after_a_declaration(word: str) -> None:
    event = read_line(f"declare me 146 wrong {word} G1 N4 P6", CLASSIC)
    assert event == Declare("me", "146", False, None, (G1, N4, P6))


def test_me_is_me_in_any_case() -> None:
    for name in ("me", "ME", "Me"):
        solver = solve(f"players Ann {name}", "rack ANN Y2 K5 B7", "mE 16 >")
        assert solver.seat == solver.table.players[1]
        assert solver.table.next_player == "Ann"
    assert read_line("Me 16 <", CLASSIC) == Answer("me", 16, "<")


@pytest.mark.parametrize("read", [read_log, lambda text: Solver.from_log(text).log], ids=["read_log", "Solver"])
def test_a_byte_order_mark_and_the_line_ends_of_other_systems_are_passed_over(read: object) -> None:
    assert callable(read)
    expected = read_log(join(*DEAL)).table
    assert read("\r\n".join(DEAL) + "\r\n").table == expected
    assert read("\n".join(DEAL)).table == expected
    assert read("\ufeff" + join(*DEAL)).table == expected


def test_a_file_with_a_byte_order_mark_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_text("\ufeff" + join(*DEAL), encoding="utf-8")
    assert Solver.load(path).table.players == ("Ann", "Bob", "me")


def test_an_edition_file_is_looked_for_beside_the_log(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "classic"\n[rules]\npoints_to_win = 9\n', encoding="utf-8")
    (tmp_path / "cards.toml").write_text('[[card]]\nnumber = 24\ntext = "?"\nracks = "sum >= 1"\n', encoding="utf-8")
    (tmp_path / "game.c777").write_text(
        join("edition ours.toml", "option cards cards.toml", *DEAL, "Ann 24 2"), encoding="utf-8"
    )
    solver = Solver.load(tmp_path / "game.c777")
    assert solver.table.goal == 9
    assert solver.table.round == (24,)
    with pytest.raises(RuleError, match="line 1: edition 'ours.toml': files are not read here"):
        Solver.from_log("edition ours.toml", folder=None)
    with pytest.raises(RuleError, match="line 1: option cards 'cards.toml': files are not read here"):
        Solver.from_log("option cards cards.toml", folder=None)


# --------------------------------------------------------------------------------------------- spellings


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("rack Ann Y2 K5 B7", Fill("Ann", (Y2, K5, B7))),
        ("RACK ANN blue 7, 2y black5", Fill("Ann", (Y2, K5, B7))),
        ("rack Ann y2k5b7", Fill("Ann", (Y2, K5, B7))),
        ("rack me ?", Fill("me", None)),
        ("rack me ? ? ?", Fill("me", None)),
        ("declare Ann 257 right", Declare("Ann", "257", True)),
        ("declare Ann 752 right", Declare("Ann", "257", True)),
        ("declare Ann 2 5 7 RIGHT", Declare("Ann", "257", True)),
        ("declare Ann 2,5,7 right", Declare("Ann", "257", True)),
        ("declare Ann 2, 5, 7 right", Declare("Ann", "257", True)),
        ("declare Ann B7 2y K5 right", Declare("Ann", "257", True, (Y2, K5, B7))),
        ("declare me 146 wrong saw P6 G1 N4", Declare("me", "146", False, None, (G1, N4, P6))),
        ("reshuffle", Reshuffle()),
        ("swap Bob G6 Y7", Swap("Bob", G6, Y7)),
        ("swap Bob green 6 7 yellow", Swap("Bob", G6, Y7)),
        ("swap me R5 ?", Swap("me", R5, None)),
        ("swap me 5red?", Swap("me", R5, None)),
        ("penalty bob", Penalty("Bob")),
    ],
)
def test_a_line_in_other_words(text: str, event: Event) -> None:
    assert read_line(text, CLASSIC) == event


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        *(("16 >", ">"), ("16 first", ">"), ("16 blue", ">"), ("16 B7", ">"), ("16 blue 7", ">"), ("16 7 ■", None)),
        *(("16 <", "<"), ("16 second", "<"), ("16 other", "<"), ("16 Others", "<"), ("16 =", "="), ("16 same", "=")),
        *(("12 3s", ">"), ("12 purple 6", "<"), ("17 brown", ">"), ("17 b", "<"), ("21 ★", ">")),
        *(("5 2", "2"), ("5 02", "2"), ("005 2", "2"), ("8 7", "7"), ("11 3", "3"), ("10 0", "0"), ("1 2", "2")),
    ],
)
def test_an_answer_in_other_words(text: str, symbol: str | None) -> None:
    if symbol is None:
        with pytest.raises(NotationError, match="is not an answer to card"):
            read_line(f"Ann {text}", CLASSIC)
    else:
        assert read_line(f"aNN {text}", CLASSIC) == Answer("Ann", int(text.split()[0]), symbol)


def test_an_answer_may_be_doubted_or_missed() -> None:
    assert read_line("Ann 16 < ?", CLASSIC) == read_line("Ann 16 <?", CLASSIC) == Answer("Ann", 16, "<", True)
    assert read_line("Ann 5 2?", CLASSIC) == Answer("Ann", 5, "2", True)
    assert read_line("Ann 16 ?", CLASSIC) == Answer("Ann", 16, None)


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("edition stronghold", UseEdition("stronghold")),
        ("option reshuffle_at 4", UseOption("reshuffle_at", "4")),
        ("option Reshuffle-At 4", UseOption("reshuffle_at", "4")),
        ("option advanced", UseOption("advanced", "yes")),
        ("option card 2 or more", UseOption("card2", "or_more")),
        ("option card2 or_more", UseOption("card2", "or_more")),
        ("option cards House Rules.toml", UseOption("cards", "House Rules.toml")),
        ("players Ann Zoë O'Neil me", Seat(("Ann", "Zoë", "O'Neil", "me"))),
    ],
)
def test_a_setting_up_line_in_other_words(text: str, event: Event) -> None:
    assert read_line(text, Table()) == event


def test_a_reading_may_be_written_in_words() -> None:
    for text in ("option card 2 or more", "option card2 or_more", "option CARD2 or-more", "option card2 or more"):
        assert play(text).edition.readings == {2: "or_more"}, text


def test_options_and_edition_are_used() -> None:
    table = play(
        "edition stronghold", "option reshuffle_at 4", "option advanced", "option card2 or_more", "players A me"
    )
    assert table.edition.name == "stronghold"
    assert table.edition.rules.reshuffle_at == 4
    assert table.edition.rules.target == "tiles"
    assert table.edition.readings == {2: "or_more"}
    assert play("players A me").edition.name == "classic"


def test_an_option_is_not_lost_when_the_edition_is_named_after_it() -> None:
    """The edition comes first: another order is refused, or the option still holds."""
    try:
        table = play("option reshuffle_at 4", "edition stronghold")
    except RuleError:
        return
    assert table.edition.rules.reshuffle_at == 4


def test_the_methods_of_the_solver_understand_the_spellings_of_the_log() -> None:
    def start() -> Solver:
        solver = Solver("classic", ["Ann", "Bob", "me"])
        solver.rack("Ann", "blue 7 2 k5")
        solver.rack("Bob", "G6 G6 R5")
        return solver

    for card, text, symbol in ((16, "other", "<"), (1, 1, "1"), (13, "green 6", ">"), (22, "Black", ">")):
        solver = start()
        solver.answer("Ann", card, text)
        assert [step.event for step in solver.log.steps][-1] == Answer("Ann", card, symbol)
    for code in ("257", "752", "Y2 K5 B7", "2 5 7", "2,5,7"):
        solver = start()
        solver.declare("Ann", code, right=True)
        assert solver.table.scores["Ann"] == 1, code


@pytest.mark.parametrize("name", ["classic", "stronghold", "unique49"])
def test_the_log_of_a_solver_tells_the_whole_game(name: str) -> None:
    """`str(solver.log)` is the file that is kept: from it the same game must come back."""
    solver = Solver(name, ["Ann", "me"], options={"points_to_win": 2})
    solver.rack("Ann", "Y2 K5 B7")
    again = Solver.from_log(str(solver.log))
    assert again.edition == solver.edition
    assert again.table == solver.table


def test_the_log_of_a_solver_with_a_ready_made_edition_tells_which() -> None:
    solver = Solver(edition("stronghold"), ["Ann", "me"])
    assert Solver.from_log(str(solver.log)).edition == solver.edition


def test_the_log_of_a_solver_with_an_edition_file_reads_back(tmp_path: Path) -> None:
    """A file name with a blank in it is refused, or written so that it can be read."""
    (tmp_path / "our house.toml").write_text('extends = "classic"\n', encoding="utf-8")
    try:
        solver = Solver("our house.toml", ["Ann", "me"], folder=tmp_path)
    except Code777Error:
        return
    assert Solver.from_log(str(solver.log), folder=tmp_path).edition == solver.edition


@pytest.mark.parametrize(
    "event",
    [
        Answer("Ann", 16, None, True),
        Note("two\nlines"),
        Note("  two   blanks "),
        Declare("me", "٢٥٧", False),
        Declare("Ann", "752", True),
        Fill("me", (B7, Y2, R5)),
    ],
    ids=[
        "not heard and doubted",
        "line end",
        "blanks",
        "other digits",
        "numbers in another order",
        "tiles in another order",
    ],
)
def test_an_event_made_by_hand_is_refused_or_written_so_that_it_reads_back(event: Event) -> None:
    solver = solve(*DEAL)
    try:
        add_event(solver, event)
    except Code777Error:
        return
    again = Solver.from_log(str(solver.log))
    assert again.table == solver.table
    assert again.belief.chances.tolist() == solver.belief.chances.tolist()


def test_digits_of_another_script_are_the_same_numbers_or_refused() -> None:
    try:
        event = read_line("declare me ٢٥٧ wrong", CLASSIC)
    except Code777Error:
        return
    assert event == Declare("me", "257", False)


@pytest.mark.parametrize("players", [["Ann Lee", "me"], ["rack", "me"], ["7up", "me"], ["Ann#", "me"], ["", "me"]])
def test_a_name_that_no_log_can_hold_is_refused_by_the_solver_too(players: list[str]) -> None:
    with pytest.raises(Code777Error, match="is not a valid name: |is a word of the notation: "):
        Solver("classic", players)


# ----------------------------------------------------------------------------------------------- refusals

BAD_LINES = [
    # what cannot be read
    ("Ann", "after `Ann` come a card and an answer .like `Ann 16 <`."),
    ("Ann 16", "`Ann` takes a card and an answer"),
    ("Ann sixteen <", "`Ann` takes a card and an answer, not 'sixteen <'"),
    ("Ann 24 1", r"no card 24 in edition 'classic' \(cards 1-23\)"),
    ("Ann 0 1", "no card 0 in edition 'classic'"),
    ("Ann 5 3", r"'3' is not an answer to card 5 \(answers: 0 to 2\)"),
    ("Ann 5 -1", "'-1' is not an answer to card 5"),
    ("Ann 10 0 3", r"'0 3' is not an answer to card 10 \(answers: 0 to 7\)"),
    ("Ann 10 0 3 ?", r"'0 3' is not an answer to card 10 \(answers: 0 to 7\)"),
    ("Ann 14 = =", "'= =' is not an answer to card 14"),
    ("Ann 16 bl ue", "'bl ue' is not an answer to card 16"),
    ("Ann 16 7", r"'7' is not an answer to card 16 \(answers: > \(blue 7\), < \(7 not blue\) or = \(same\)\)"),
    ("Ann 11 4", r"'4' is not an answer to card 11 \(answers: 0 to 3\)"),
    (
        "Anne 16 <",
        r"'Anne' is neither a player nor a word of the notation, did you mean 'Ann'\? \(players: Ann, Bob, me\)",
    ),
    ("Dan 16 <", r"'Dan' is neither a player nor a word of the notation.*\(players: Ann, Bob, me\)"),
    ("rak Ann Y2 K5 B7", "'rak' is neither a player nor a word of the notation, did you mean 'rack'"),
    ("rack", "no rack '' at this table .racks: Ann, Bob, me"),
    ("rack Ann", "the tiles on the rack of Ann are missing .like `rack Ann Y2 K5 B7`"),
    ("rack Dan Y2 K5 B7", r"no rack 'Dan' at this table.* \(racks: Ann, Bob, me\)"),
    ("rack spare1 Y2 K5 B7", "no rack 'spare1' at this table"),
    ("rack Ann Y2 K5 B8", "no tile with number 8 in this deck"),
    ("rack Ann Y2 K5 blu7", "'blu' in 'Y2 K5 blu7' is not a colour, did you mean 'blue'"),
    ("rack Ann Y2 K5 6", "'6' in 'Y2 K5 6' can be any of G6, P6: add the colour"),
    ("declare", "cannot read '' .like `declare Ann 257 right` or"),
    ("declare Ann", "cannot read 'Ann'"),
    ("declare Ann 257", "cannot read 'Ann 257'"),
    ("declare Ann right", "cannot read 'Ann right'"),
    ("declare Ann 257 maybe", "cannot read 'Ann 257 maybe'"),
    ("declare Ann 257 rıght", "cannot read 'Ann 257 rıght'"),  # was taken for right and read as wrong
    ("declare Ann 257 RİGHT", "cannot read 'Ann 257 RİGHT'"),
    ("declare Ann 257 right now", "cannot read"),
    ("declare me 257 wrong saw", "cannot read"),
    ("declare Dan 257 right", "no player 'Dan'"),
    ("declare Ann Y2 K5 X7 right", "'x' in 'Y2 K5 X7' is not a colour"),
    ("reshuffle now", "'now' after `reshuffle`: it takes nothing"),
    ("swap", "cannot read '' .like `swap Bob G6 Y7`, or `swap me R5 \\?`"),
    ("swap Bob", "cannot read 'Bob'"),
    ("swap Bob G6", "cannot read 'Bob G6'"),
    ("swap Bob G6 Y7 R5", "cannot read 'Bob G6 Y7 R5'"),
    ("swap Dan G6 Y7", "no player 'Dan'"),
    ("swap me ? R5", r"'\?' in '\? R5' is not a colour"),
    ("penalty", "`penalty` takes one word, not '' .like `penalty Bob`."),
    ("penalty Ann Bob", "`penalty` takes one word"),
    ("penalty Dan", r"no player 'Dan'.* \(players: Ann, Bob, me\)"),
    # what cannot be true
    (
        "edition classic",
        "the players are already named: `edition` and `option` lines come before the one `players` line",
    ),
    ("option advanced", "the players are already named"),
    ("players Ann me", "the players are already named"),
    ("rack Ann Y2 K5 B7", "the rack of Ann is already in the log: correct that line instead"),
    ("rack Ann ?", "the rack of Ann is in sight: name its tiles"),
    ("swap Ann K5 ?", "the rack of Ann is in sight: name its tiles"),
    ("swap Ann R5 B7", "Ann has no R5: the rack is Y2 K5 B7"),
    ("swap Ann K5 K5", "one K5 too many: the deck has 1, and the log already has 1 on racks: a tile was misread"),
    ("swap me K5 ?", "one K5 too many"),
    ("declare Ann 25 right", "'25' is not a code: declare 3 numbers, like 257"),
    ("declare Ann 2578 right", "'2578' is not a code"),
    ("declare Ann 258 right", r"no number 8 in this deck \(numbers 1 2 3 4 5 6 7\)"),
    ("declare Ann 257 wrong", "Ann had Y2 K5 B7, so 257 is right, not wrong"),
    ("declare Ann 256 right", "Ann had Y2 K5 B7, so 256 is wrong, not right"),
    ("declare Ann 257 right saw Y2 K5 Y7", "Ann had Y2 K5 B7 in the log, not Y2 K5 Y7"),
    ("declare me 257 right saw Y2 R5 P7 B7", "4 tiles after `saw`: 3 are needed"),
    ("declare me 257 right saw Y2 K5 Y7", "one K5 too many"),
    ("declare me 257 wrong saw Y2 R5 Y7", "you had Y2 R5 Y7, so 257 is right, not wrong"),
    ("declare me 257 right saw Y2 R5 P6", "you had Y2 R5 P6, so 257 is wrong, not right"),
]


@pytest.mark.parametrize(("line", "message"), BAD_LINES, ids=[line for line, _ in BAD_LINES])
def test_a_bad_line_is_refused_with_its_number_and_a_remedy(line: str, message: str) -> None:
    good = (*DEAL, "# a comment")
    text = join(*good, line, "Ann 16 <")
    with pytest.raises(LineError, match=f"^line 5: {message}") as caught:
        read_log(text)
    assert (caught.value.line, caught.value.text) == (5, line)
    assert isinstance(caught.value, Code777Error) and isinstance(caught.value, ValueError)
    assert "{" not in str(caught.value)
    # what was before stays, and the rest is still read
    log, errors = read_leniently(text)
    assert [error.line for error in errors] == [5]
    assert [entry.text for entry in log.lines] == [*good, "Ann 16 <"]
    solver = solve(*good)
    table, chances = solver.table, solver.belief.chances.tolist()
    with pytest.raises(LineError, match=f"^line 5: {message}"):
        solver.tell(line)
    assert solver.table is table
    assert solver.belief.chances.tolist() == chances
    assert str(solver.log) == join(*good)
    solver.tell("Ann 16 <")


BAD_STARTS = [
    ("Ann 16 <", "cannot read 'Ann'.* .`edition`, `option` and `players` lines come first"),
    ("player Ann me", "cannot read 'player', did you mean 'players'"),
    ("rack Ann Y2 K5 B7", "the players are not named yet: write `players Ann me ...` first"),
    ("declare Ann 257 right", "the players are not named yet"),
    ("swap me R5 ?", "the players are not named yet"),
    ("penalty Ann", "the players are not named yet"),
    ("reshuffle", "the players are not named yet"),
    ("players", "0 players: edition 'classic' takes 2 to 9"),
    ("players me", "1 player: edition 'classic' takes 2 to 9"),
    ("players a b c d e f g h i j", "10 players: edition 'classic' takes 2 to 9"),
    ("players Ann ann", "two players are called 'Ann'"),
    ("players Ann rack", "'rack' is a word of the notation: choose another name"),
    ("players Ann Note", "'Note' is a word of the notation"),
    ("players 7up me", "'7up' is not a valid name: .*letters, digits or . ' - _"),
    ("players Ann, me", "'Ann,' is not a valid name"),
    (f"players {'a' * 32} me", "'a{32}' is not a valid name"),
    ("edition", "`edition` takes one word, not '' .like `edition classic`."),
    ("edition code 77", "no edition 'code 77', did you mean 'code77'"),
    ("edition clasic", "no edition 'clasic', did you mean 'classic'"),
    ("edition nowhere.toml", "nowhere.toml: cannot be read"),
    ("option", "`option` takes a name and a value .like `option reshuffle_at 4`"),
    ("option colour red", "no option 'colour'"),
    ("option reshuffle_at many", "reshuffle_at 'many': must be a whole number, 0 or more"),
    ("option card2 sometimes", "card 2 has no reading 'sometimes'"),
    ("option card77 any", "no card 77 in edition 'classic'"),
    ("option cards nowhere.toml", "nowhere.toml: cannot be read"),
]


@pytest.mark.parametrize(("line", "message"), BAD_STARTS, ids=[line for line, _ in BAD_STARTS])
def test_a_bad_line_before_the_players_are_named(line: str, message: str) -> None:
    with pytest.raises(LineError, match=f"^line 2: {message}"):
        read_log(join("", line))
    log, errors = read_leniently(join("", line, *DEAL))
    assert errors[0].line == 2
    assert log.lines[0].text == ""  # what was before stays
    solver = Solver()
    with pytest.raises(LineError, match=message):
        solver.tell(line)
    solver.tell(join(*DEAL))
    assert solver.table == CLASSIC


@pytest.mark.parametrize("name", ["spare1", "SPARE2"])
def test_a_player_cannot_be_called_like_a_playerless_rack(name: str) -> None:
    with pytest.raises(RuleError, match=f"'{name}' is the name of a playerless rack: choose another name"):
        play("edition stronghold", f"players Ann {name}")


def test_several_bad_lines_are_told_in_order_and_the_first_one_raises() -> None:
    text = join(*DEAL, "Ann 99 1", "Ann 1 1", "Bob 1 9")
    _, errors = read_leniently(text)
    assert [error.line for error in errors] == [4, 6]
    with pytest.raises(LineError, match="line 4: no card 99"):
        read_log(text)


def test_a_line_added_to_a_log_has_the_next_number() -> None:
    log = read_log(join(*DEAL))
    assert str(log.add("Ann 16 <")) == join(*DEAL, "Ann 16 <")
    with pytest.raises(LineError, match="^line 4: no card 99"):
        log.add("Ann 99 1")
    assert str(log) == join(*DEAL)


def test_warnings_carry_the_number_of_their_line() -> None:
    log = read_log(join(*DEAL, "# x", "Bob 16 <"))
    assert list(log.warnings) == [(5, "out of turn: it was Ann's turn to draw a card")]


# ------------------------------------------------------------------------------------------------- garbage

ENDLESS = "9" * 5000
BIZARRE = [
    f"Ann {ENDLESS} 1",
    f"Ann 1 {ENDLESS}",
    f"declare Ann {ENDLESS} right",
    f"rack Ann {ENDLESS}",
    "declare Ann ²²² right",
    "declare Ann ٢٥٧ right",
    "rack Ann ___",
    "rack Ann ,",
    "declare me ___ wrong",
    "declare me 146 wrong saw ,",
    "swap me _ ?",
    "swap me ??",
    "Ann ² 1",
    "Ann ٣ 1",
    "\x00",
    "Ann\x001\x001",
    "İ 16 <",
]
BIZARRE_STARTS = [
    f"option card{ENDLESS} x",
    f"option card {ENDLESS} x y",
    f"option reshuffle_at {ENDLESS}",
    "edition a\0.toml",
    "edition a\ud800.toml",
    "option cards a\0",
    "option cards a\ud800",
    "option cards .",
    "edition /.toml",
    "option card² x",
    f"players {'ß' * 40} me",
]


@pytest.mark.parametrize("line", BIZARRE, ids=lambda line: ascii(line)[:30])
def test_a_bizarre_line_is_read_or_refused(line: str) -> None:
    solver = solve(*DEAL)
    try:
        solver.tell(line)
    except Code777Error:
        assert str(solver.log) == join(*DEAL)


@pytest.mark.parametrize("line", BIZARRE_STARTS, ids=lambda line: ascii(line)[:30])
def test_a_bizarre_first_line_is_read_or_refused(line: str) -> None:
    solver = Solver()
    try:
        solver.tell(line)
    except Code777Error:
        assert str(solver.log) == ""


def _survives(text: str) -> None:
    """For any line, only errors of the package escape, and the solver stays usable."""
    for table in (Table(folder=None), CLASSIC, UNIQUE):
        try:
            read_log(text, table)
        except Code777Error:
            pass
        for line in text.splitlines():
            try:
                event = read_line(line, table)
                if event is not None:
                    table.can(event)
            except Code777Error:
                pass
    solver = Solver(folder=None)
    for line in text.splitlines():
        try:
            solver.tell(line)
        except Code777Error:
            pass
    if solver.table.players and solver.table.viewer:
        assert abs(solver.belief.chances.sum() - 1) < 1e-9 or not solver.belief.possible
    assert str(solver.log) == join(*(entry.text for entry in solver.log.lines))


VOCABULARY = """
    edition option players rack declare swap penalty note reshuffle right wrong saw ? me Ann Bob spare1 Y2 K5 B7 G6 7 9
    blue first > < = 16 5 card2 or_more advanced classic unique49 stronghold # , reshuffle_at 0 R5 257
"""
WORDS = st.sampled_from(VOCABULARY.split())


@settings(max_examples=150)
@given(st.lists(st.lists(WORDS, max_size=7).map(" ".join) | st.text(max_size=25), max_size=10).map("\n".join))
@example("players me Ann\nrack Ann Y2 K5 B7\nswap me R5 ?\nrack me ?\ndeclare me 257 wrong\nrack me ?\nreshuffle")
def test_garbage_is_read_or_refused(text: str) -> None:
    _survives(text)


@settings(max_examples=100)
@given(st.binary(max_size=80))
def test_bytes_that_were_never_a_log_are_read_or_refused(data: bytes) -> None:
    _survives(data.decode("latin-1"))
    _survives(data.decode("utf-8", errors="surrogateescape"))


@pytest.mark.parametrize("name", ["classic", "code77", "stronghold", "unique49"])
def test_a_damaged_log_is_read_or_refused_line_by_line(name: str) -> None:
    """Lines lost, doubled, moved, and letters changed in games that were right."""
    rng = random.Random(7)
    letters = "YKNRPBG1234567890?<>=# ²me"
    for seed in range(6 if name == "unique49" else 20):
        lines = random_log(seed, name, rng.randint(2, 4), 10, declare_prob=0.4, max_states=0)
        for _ in range(6):
            place = rng.randrange(len(lines))
            match rng.randrange(5):
                case 0:
                    del lines[place]
                case 1:
                    lines.insert(rng.randrange(len(lines)), lines[place])
                case 2:
                    lines.insert(rng.randrange(len(lines)), lines.pop(place))
                case 3 if lines[place]:
                    cut = rng.randrange(len(lines[place]))
                    lines[place] = lines[place][:cut] + rng.choice(letters) + lines[place][cut + 1 :]
                case _:
                    lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
        _survives(join(*lines))


def test_tiles_of_another_deck_in_an_event_are_refused_and_not_a_crash() -> None:
    """Events can be made by hand: `Table.do` promises `RuleError` for what cannot be true."""
    for event in (Fill("me", (Tile(9, "B"),) * 3), Swap("me", Tile(9, "B"), None), Declare("me", "25", True)):
        with pytest.raises(RuleError, match="^no B9 in this deck |is not a code: "):
            CLASSIC.do(event)
    assert edition("classic").deck.size == 28


def test_a_log_without_its_last_line_is_the_log_before_it() -> None:
    """One took the table from another line than the last."""
    lines = ["players Ann me", "rack Ann Y2 K5 B7", "", "Ann 16 >", "# a remark", "declare me 256 wrong saw Y2 R5 Y7"]
    logs = [read_log(join(*lines[:count])) for count in range(len(lines) + 1)]
    for shorter, longer in pairwise(logs):
        assert longer.without_last() == shorter
        assert longer.without_last().table == shorter.table
