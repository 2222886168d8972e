"""One player's game as front ends hold it: shortcuts, needs, suggestions, undo and redo, edits, another seat, saving."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from logs import DEAL, GAME
from reference import random_game
from sessions import assert_same_as_read, game, on_disk

from code777solver.errors import Code777Error, NotationError, RuleError
from code777solver.sentences import Sentence
from code777solver.session import Accepted, Session
from code777solver.table.table import Need
from code777solver.table.vocabulary import expand
from code777solver.table.warning_kinds import EventWarning, WarningKind
from code777solver.web import page_data

# What is asked for.


@pytest.mark.parametrize(
    ("edition", "players", "racks"),
    [
        ("classic", "Ann Bob me Cid", {"Ann": "2 K5 B7", "Bob": "G6 G6 R5", "Cid": "4 P7 Y7"}),
        ("stronghold", "me, Ann, Bob", {"Ann": "2 K5 B7", "Bob": "G6 G6 R5", "spare1": "N4 P7 Y7"}),
        ("code77", "Ann me", {"Ann": "2 K5 B7", "spare1": "G6 G6 R5", "spare2": "N4 P7 Y7"}),
        ("unique49", "Ann me", {"Ann": "Y2 K5 B7", "spare1": "G6", "spare2": "R1"}),
    ],
)
def test_edition_then_seats_then_racks_are_needed(edition: str, players: str, racks: dict[str, str]) -> None:
    session = Session()
    assert session.need == Need("edition", "")
    assert session.enter(edition).text == f"edition {edition}"
    assert session.need == Need("players", "")
    assert session.enter(players).text == f"players {players.replace(',', '')}"
    for name, tiles in racks.items():
        assert session.need == Need("rack", name)
        assert session.enter(tiles).text == f"rack {name} {tiles}"
    assert session.need is None
    assert session.table.edition.name == edition
    assert set(session.table.racks) == set(racks)


def test_whole_lines_do_where_something_is_needed() -> None:
    session = game(*GAME)
    assert session.lines == list(GAME)
    assert session.need is None


def test_racks_may_come_in_another_order_by_name() -> None:
    session = game("classic", "Ann Bob me")
    assert session.enter("bob G6 G6 R5").text == "rack Bob G6 G6 R5"
    assert session.need == Need("rack", "Ann")
    assert session.enter("r a Y2 K5 B7").text == "rack Ann Y2 K5 B7"
    assert session.need is None


def test_notes_and_comments_are_taken_while_something_is_needed() -> None:
    session = game("classic")
    assert session.enter("note we play at Bob's").text == "note we play at Bob's"
    assert session.enter("# a comment").text == "# a comment"
    assert session.need == Need("players", "")
    assert game("edition classic", "option card12 black").need == Need("players", "")


def test_a_new_rack_is_needed_after_a_declaration() -> None:
    session = game(*GAME, "declare Bob 566 right")
    assert session.need == Need("rack", "Bob")
    assert session.enter("K3 N4 R5").text == "rack Bob K3 N4 R5"
    session.enter("declare me 146 wrong")
    assert session.need == Need("rack", "me")
    assert session.enter("?").text == "rack me ?"
    assert session.need is None


def test_an_answer_is_refused_while_a_rack_is_needed() -> None:
    session = game(*DEAL[:3])
    with pytest.raises(RuleError, match="the rack of Bob has no tiles in the log"):
        session.enter("Ann 16 <")
    assert session.lines == list(DEAL[:3])


@pytest.mark.parametrize("tiles", ["n 4 p 7 y 7", "r 5 p 7 y 7", "b 7 p 7 y 7", "4 n 7 p 7 y"])
def test_tiles_with_a_space_inside_are_a_rack_where_one_is_needed(tiles: str) -> None:
    session = game(*DEAL[:2])
    assert session.enter(tiles).text == f"rack Ann {tiles}"


# Shortcuts.


@pytest.mark.parametrize(
    ("typed", "logged"),
    [
        ("16 <", "Ann 16 <"),
        ("  16   <  ", "Ann 16 <"),
        ("16 other", "Ann 16 other"),
        ("16 < ?", "Ann 16 < ?"),
        ("16 ?", "Ann 16 ?"),
        ("a 16 <", "Ann 16 <"),
        ("AN 16 <", "Ann 16 <"),
        ("b 5 2", "Bob 5 2"),
        ("ann 16 <", "Ann 16 <"),
        ("Ann 16 < # more 7s", "Ann 16 < # more 7s"),
        ("d ann 257 right", "declare Ann 257 right"),
        ("decl b 566 right", "declare Bob 566 right"),
        ("declare Ann Y2 K5 B7 right", "declare Ann Y2 K5 B7 right"),
        ("s b G6 Y7", "swap Bob G6 Y7"),
        ("pen c", "penalty Cid"),
        ("n hello there", "note hello there"),
        ("note  to the   letter # all of it", "note  to the   letter # all of it"),
        ("#a  comment", "#a  comment"),
        ("resh", "reshuffle"),
        ("1 2", "Ann 1 2"),
    ],
)
def test_shortcuts_are_written_out(typed: str, logged: str) -> None:
    session = game(*DEAL)
    assert session.enter(typed).text == logged
    assert session.lines[-1] == logged


def test_the_player_whose_turn_it_is_follows_the_log() -> None:
    session = game(*DEAL)
    for typed, logged in (("16 <", "Ann 16 <"), ("5 0", "Bob 5 0"), ("me 10 2", "me 10 2"), ("18 >", "Cid 18 >")):
        assert session.enter(typed).text == logged


def test_where_the_others_answer_the_next_of_them_is_meant() -> None:
    session = game("edition unique49", "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 R5 P1", "rack spare1 N4")
    logged = [session.enter(typed).text for typed in ("16 =", "me 16 >", "2 1", "a 2 1")]
    assert logged == ["Bob 16 =", "me 16 >", "me 2 1", "Ann 2 1"]


@pytest.mark.parametrize(
    ("typed", "choices"),
    [
        ("n 16 <", "Noah or Nora"),
        ("no 16 <", "Noah or Nora"),
        ("declare no 257 right", "Noah or Nora"),
        ("p Nora", "players or penalty"),
    ],
)
def test_an_ambiguous_beginning_asks(typed: str, choices: str) -> None:
    session = game("edition classic", "players Noah Nora me", "rack Noah Y2 K5 B7", "rack Nora G6 G6 R5")
    before = session.lines
    with pytest.raises(NotationError, match=f"is ambiguous .{choices}.: type more of it"):
        session.enter(typed)
    assert session.lines == before


def test_names_go_before_words_of_the_notation() -> None:
    session = game("edition classic", "players Rob Dee me", "rack Rob Y2 K5 B7", "rack Dee G6 G6 R5")
    assert session.enter("r 16 <").text == "Rob 16 <"
    assert session.enter("d 5 0").text == "Dee 5 0"
    assert session.enter("d d 566 right").text == "declare Dee 566 right"
    assert session.enter("r d K3 N4 R5").text == "rack Dee K3 N4 R5"


@pytest.mark.parametrize("edition", ["classic", "stronghold", "code77", "unique49"])
def test_what_is_written_out_already_stays_as_it_is(edition: str) -> None:
    for seed in range(4):
        lines, _ = random_game(random.Random(seed), edition, 3, 14)
        session = Session()
        for line in lines:
            table = session.table
            assert expand(line, table) == line
            assert session.enter(line).text == line
            assert table is not session.table or not line.strip()
        assert session.lines == lines
        assert_same_as_read(session)


# The right answer to say.


def test_a_card_alone_on_my_turn_proposes_the_right_answer() -> None:
    session = game(*GAME[:7])
    accepted = session.enter("10")
    racks = [session.table.racks[name].tiles for name in session.table.seen_by("me")]
    assert accepted == Accepted("", suggestion=f"me 10 {session.table.edition.card(10).answer(racks)}")
    assert session.suggestion == accepted.suggestion == "me 10 2"
    assert session.lines == list(GAME[:7])
    assert session.enter("").text == "me 10 2"
    assert session.suggestion is None
    assert session.lines == list(GAME[:8])
    assert session.enter("") == Accepted("")


@pytest.mark.parametrize("card", range(1, 24))
def test_the_answer_proposed_is_never_odd(card: int) -> None:
    session = game(*GAME[:7])
    session.enter(str(card))
    accepted = session.enter("")
    assert accepted.text.startswith(f"me {card} ")
    assert not any("from what me sees" in warning.sentence for warning in accepted.warnings)


def test_my_name_and_a_card_propose_out_of_turn_too() -> None:
    session = game(*DEAL)
    assert session.enter("me 10").suggestion == "me 10 2"
    accepted = session.enter("")
    assert accepted.text == "me 10 2"
    assert [odd.sentence for odd in accepted.warnings] == ["out of turn: it was Ann's turn to draw a card"]


def test_where_others_answer_my_answer_to_their_card_is_proposed() -> None:
    session = game("edition unique49", "players Ann me", "rack Ann Y2 K5 B7", "rack spare1 G6", "rack spare2 R1")
    assert session.enter("16").suggestion == "me 16 >"


def test_a_card_alone_is_refused_on_the_turn_of_another() -> None:
    session = game(*DEAL)
    with pytest.raises(NotationError, match="`Ann` takes a card and an answer"):
        session.enter("16")
    assert session.suggestion is None


def test_a_card_that_is_not_there_proposes_nothing() -> None:
    session = game(*GAME[:7])
    with pytest.raises(Code777Error, match="no card 77"):
        session.enter("77")
    assert session.suggestion is None


def test_another_entry_forgets_the_proposal() -> None:
    session = game(*GAME[:7])
    session.enter("10")
    session.enter("note hm")
    assert session.suggestion is None
    assert session.enter("") == Accepted("")


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session.undo(),
        lambda session: session.fix(3, "rack Ann Y2 K3 K3"),
        lambda session: session.drop(7),
        lambda session: session.doubt(6),
    ],
    ids=["undo", "fix", "drop", "doubt"],
)
def test_a_change_of_the_log_forgets_the_proposal(change: Callable[[Session], object]) -> None:
    """The right answer may be another one after it: Enter must not log the old one."""
    session = game(*GAME[:7])
    session.enter("10")
    change(session)
    lines = session.lines
    session.enter("")
    assert session.lines == lines


# Lines that are refused or odd.


@pytest.mark.parametrize(
    "bad",
    ["Ann 99 1", "Ann 16 7", "Zoe 16 <", "rack Zoe Y2 K5 B7", "declare Ann 256 right", "undp", "edition code77", "99"],
)
def test_a_refused_line_changes_nothing(bad: str, tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    session.undo()
    table, lines = session.table, session.lines
    with pytest.raises(Code777Error, match="^line 10: "):
        session.enter(bad)
    assert session.table is table
    assert session.lines == lines == on_disk(path)
    session.redo()
    assert session.lines == list(GAME) == on_disk(path)


def test_odd_lines_are_logged_with_their_warnings() -> None:
    accepted = game(*DEAL).enter("Bob 16 <")
    odd = EventWarning(WarningKind.OUT_OF_TURN, Sentence("out of turn: it was Ann's turn to draw a card"))
    assert accepted == Accepted("Bob 16 <", (odd,))


def test_a_contradiction_is_logged_not_refused() -> None:
    session = game(*GAME, "Bob 1 3")
    assert not session.solver.belief.possible
    assert session.solver.contradictions == (11,)
    session.undo()
    assert session.solver.belief.possible


def test_lines_that_hold_several_are_logged_as_several(tmp_path: Path) -> None:
    session = game(*DEAL, path=tmp_path / "game.c777")
    session.enter("note one\nnote two")
    assert session.lines[-2:] == ["note one", "note two"] == on_disk(tmp_path / "game.c777")[-2:]


# What the game needs.


WON = (
    *("declare Ann 257 right", "rack Ann K3 K3 N4", "declare Ann 334 right", "rack Ann N4 N4 B7"),
    "declare Ann 447 right",
)


@pytest.mark.parametrize("seed", range(6))
def test_the_page_and_the_session_need_the_same(seed: int) -> None:
    """They disagreed after a win and after a lone note."""
    edition = ("classic", "stronghold", "code77", "unique49")[seed % 4]
    lines, _ = random_game(random.Random(seed), edition, 3, 14)
    for log in (["note hm"], ["# hm"], [*GAME, *WON], *(lines[:n] for n in range(len(lines) + 1))):
        session = Session()
        for line in log:
            session.enter(line)
        assert page_data.table(session.solver).need == session.need, log
