"""One player's game as front ends hold it: shortcuts, needs, suggestions, undo and redo, edits, another seat, saving."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from logs import DEAL, GAME
from reference import random_game

from code777solver import Solver
from code777solver.errors import Code777Error, NotationError, RuleError
from code777solver.sentences import Sentence
from code777solver.session import Accepted, Session
from code777solver.table.entry import expand
from code777solver.table.events import Answer
from code777solver.table.journal import JournalError
from code777solver.table.table import Need
from code777solver.table.warning_kinds import EventWarning, WarningKind
from code777solver.web import page_data


def game(*lines: str, path: Path | None = None) -> Session:
    """A session in which these lines have been entered; with a path, one that is saved there."""
    session = Session() if path is None else Session.open(path)
    for line in lines:
        session.enter(line)
    return session


def on_disk(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def assert_same_as_read(session: Session) -> None:
    """The session stands where a solver stands that has read its log from the beginning."""
    text = "".join(f"{line}\n" for line in session.lines)
    fresh = Solver.from_log(text, seat=session.solver.seat, folder=session.table.folder)
    assert fresh.table == session.table
    assert list(fresh.candidates) == list(session.solver.candidates)
    assert fresh.contradictions == session.solver.contradictions


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


# Undo and redo.


Change = Callable[[Session], object]
CHANGES: tuple[tuple[str, Change], ...] = (
    ("enter", lambda session: session.enter("Bob 12 =")),
    ("fix", lambda session: session.fix(6, "16 > ?")),
    ("doubt", lambda session: session.doubt(7)),
    ("drop", lambda session: session.drop(10)),
    ("enter again", lambda session: session.enter("Ann 2 0")),
    ("fix a rack", lambda session: session.fix(5, "rack Cid N4 P7 B7")),
    ("note", lambda session: session.enter("note end")),
)


def test_undo_and_redo_across_edits(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    states = [session.lines]
    for _, change in CHANGES:
        change(session)
        states.append(session.lines)
        assert_same_as_read(session)
    assert len({tuple(state) for state in states}) == len(states)
    for _ in range(2):
        for state in reversed(states[:-1]):
            assert session.undo() == state[-1]
            assert session.lines == state == on_disk(path)
            assert_same_as_read(session)
        for state in states[1:]:
            assert session.redo() == state[-1]
            assert session.lines == state == on_disk(path)
            assert_same_as_read(session)


def test_everything_can_be_undone() -> None:
    session = game(*GAME)
    for left in range(len(GAME) - 1, -1, -1):
        assert session.undo() == (GAME[left - 1] if left else "")
    assert session.lines == []
    assert session.need == Need("edition", "")
    with pytest.raises(RuleError, match="nothing to undo"):
        session.undo()
    for line in GAME:
        assert session.redo() == line
    with pytest.raises(RuleError, match="nothing to redo"):
        session.redo()
    assert session.lines == list(GAME)


@pytest.mark.parametrize(("name", "change"), CHANGES, ids=[name for name, _ in CHANGES])
def test_a_change_forgets_what_was_undone(name: str, change: Change) -> None:
    session = game(*GAME, "Bob 3 1")
    session.undo()
    change(session)
    with pytest.raises(RuleError, match="nothing to redo"):
        session.redo()


def test_random_undo_and_redo_agree_with_a_list_of_logs() -> None:
    rng = random.Random(777)
    lines, _ = random_game(rng, "classic", 4, 30)
    session, entered = Session(), iter(lines)
    past: list[list[str]] = []
    future: list[list[str]] = []
    now: list[str] = []
    for _ in range(300):
        deed = rng.choice(("enter", "undo", "redo"))
        if deed == "enter" and not future and (line := next(entered, None)) is not None:
            past.append(now)
            now = [*now, line]
            session.enter(line)
        elif deed == "undo" and past:
            future.append(now)
            now = past.pop()
            session.undo()
        elif deed == "redo" and future:
            past.append(now)
            now = future.pop()
            session.redo()
        assert session.lines == now


# Changing older lines.


def test_fix_replays_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    session.fix(7, "Bob 5 1")
    expected = [*GAME[:6], "Bob 5 1", *GAME[7:]]
    assert session.lines == expected == on_disk(path)
    assert_same_as_read(session)


def test_fix_takes_shortcuts_as_they_were_meant_at_that_line() -> None:
    session = game(*GAME)
    session.fix(7, "5 1")
    assert session.lines[6] == "Bob 5 1"
    session.fix(6, " a 16 > ")
    assert session.lines[5] == "Ann 16 >"
    session.fix(3, "r a Y2 K5 P6")
    assert session.lines[2] == "rack Ann Y2 K5 P6"


def test_fix_may_turn_a_line_into_a_comment_and_back() -> None:
    session = game(*GAME)
    session.fix(7, "# not heard")
    assert session.lines[6] == "# not heard"
    session.fix(7, "b 5 0")
    assert session.lines == list(GAME)
    assert_same_as_read(session)


@pytest.mark.parametrize(
    ("number", "text", "why"),
    [
        (2, "players Ann Bob me", "line 5: no rack 'Cid' at this table"),
        (3, "rack Ann G6 G6 B7", "line 4: one G6 too many"),
        (6, "declare Ann 257 right", "line 7: the rack of Ann has no tiles in the log"),
        (7, "Bob 99 0", "line 7: no card 99"),
        (8, "what is this", "line 8: 'what' is neither a player"),
        (1, "edition clasic", "line 1: no edition 'clasic', did you mean 'classic'"),
    ],
)
def test_a_fix_that_breaks_a_line_changes_nothing_and_says_why(
    number: int, text: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    solver = session.solver
    with pytest.raises(Code777Error, match=why):
        session.fix(number, text)
    assert session.solver is solver
    assert session.lines == list(GAME) == on_disk(path)
    assert session.undo() == GAME[-2]


def test_drop_takes_a_line_out_and_gives_its_text(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    assert session.drop(7) == "Bob 5 0"
    assert session.lines == [*GAME[:6], *GAME[7:]] == on_disk(path)
    assert_same_as_read(session)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (2, "line 3: the players are not named yet"),
        (4, "line 6: the rack of Bob has no tiles in the log"),
    ],
)
def test_a_drop_that_breaks_a_later_line_changes_nothing_and_says_why(number: int, why: str, tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    with pytest.raises(Code777Error, match=why):
        session.drop(number)
    assert session.lines == list(GAME) == on_disk(path)


@pytest.mark.parametrize("number", [-1, 0, 11, 999])
@pytest.mark.parametrize("verb", ["fix", "drop", "doubt"])
def test_there_is_no_such_line(verb: str, number: int) -> None:
    session = game(*GAME)
    with pytest.raises(RuleError, match=rf"no line {number} \(the log has lines 1 to 10\)"):
        _change(session, verb, number)
    with pytest.raises(RuleError, match="the log is empty"):
        _change(Session(), verb, number)


def _change(session: Session, verb: str, number: int) -> None:
    if verb == "fix":
        session.fix(number, "note")
    elif verb == "drop":
        session.drop(number)
    else:
        session.doubt(number)


def test_doubt_toggles(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    left = len(session.solver.candidates)
    assert session.doubt(6) == "Ann 16 < ?"
    assert session.lines[5] == "Ann 16 < ?" == on_disk(path)[5]
    step = session.solver.log.lines[5].step
    assert step is not None
    assert step.event == Answer("Ann", 16, "<", doubted=True)
    assert len(session.solver.candidates) > left
    assert session.doubt(6) == "Ann 16 <"
    assert session.lines == list(GAME) == on_disk(path)
    assert len(session.solver.candidates) == left


def test_doubt_keeps_the_comment_of_a_line() -> None:
    session = game(*DEAL, "Ann 16 < # she hesitated")
    assert "# she hesitated" in session.doubt(6)
    assert "# she hesitated" in session.doubt(6)


@pytest.mark.parametrize("number", [1, 2, 3, 6, 7])
def test_only_answers_can_be_doubted(number: int) -> None:
    session = game(*DEAL, "# a comment", "Ann 16 ?")
    with pytest.raises(RuleError, match=f"line {number} is not an answer: only answers can be doubted"):
        session.doubt(number)


# Another seat.

OPEN = (
    "edition classic",
    "players Ann Bob me",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 G6 R5",
    "rack me K3 N4 P7",
    "Ann 17 <",
    "Bob 10 2",
    "me 8 5",
)


def test_the_same_game_from_another_seat(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*OPEN, path=path)
    mine = list(session.solver.candidates)
    session.help_seat("bo")
    assert session.solver.seat == "Bob"
    assert_same_as_read(session)
    assert session.lines == list(OPEN) == on_disk(path)
    session.enter("Ann 3 0")
    assert session.solver.seat == "Bob"
    session.undo()
    session.undo()
    assert session.solver.seat == "me"
    assert list(session.solver.candidates) == mine
    session.redo()
    assert session.solver.seat == "Bob"
    session.fix(6, "Ann 17 =")
    assert session.solver.seat == "Bob"
    session.help_seat("me")
    assert session.solver.seat == "me"


def test_there_is_no_such_seat() -> None:
    session = game(*OPEN)
    with pytest.raises(RuleError, match=r"no player 'Bbo', did you mean 'Bob'\? \(players: Ann, Bob, me\)"):
        session.help_seat("Bbo")
    assert session.solver.seat == "me"


def test_a_seat_that_would_see_tiles_the_log_does_not_name_is_refused() -> None:
    session = game(*GAME)
    with pytest.raises(Code777Error, match="the rack of `me` has no tiles in the log"):
        session.help_seat("Ann")
    assert session.solver.seat == "me"
    assert session.lines == list(GAME)


def test_a_table_without_me_can_be_given_a_seat() -> None:
    session = game("edition classic", "players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 =")
    assert session.table.viewer is None
    session.help_seat("a")
    assert session.solver.seat == "Ann"
    session.undo()
    assert session.table.viewer is None


# Supposing and saving.


def test_suppose_leaves_the_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    session.undo()
    solver, size = session.solver, path.stat().st_size
    other = session.suppose("12 =")
    assert other.lines == [*GAME[:-1], "Ann 12 ="]
    assert_same_as_read(other)
    other.enter("note on and on")
    other.fix(6, "Ann 16 >")
    assert session.solver is solver
    assert session.lines == list(GAME[:-1]) == on_disk(path)
    assert path.stat().st_size == size
    session.redo()
    assert session.lines == list(GAME)


def test_a_supposed_line_that_is_refused_changes_nothing() -> None:
    session = game(*GAME[:7])
    session.enter("10")
    with pytest.raises(Code777Error, match="no card 99 in edition"):
        session.suppose("99 9")
    assert session.suggestion == "me 10 2"
    assert session.lines == list(GAME[:7])


def test_save_as_writes_the_log_and_goes_on_in_its_own_file(tmp_path: Path) -> None:
    session = game(*GAME, path=tmp_path / "game.c777")
    session.save_as(tmp_path / "friday.c777")
    session.save_as(tmp_path / "saturday")
    session.enter("note later")
    assert on_disk(tmp_path / "friday.c777") == on_disk(tmp_path / "saturday.c777") == list(GAME)
    assert session.path == tmp_path / "game.c777"
    assert on_disk(tmp_path / "game.c777") == [*GAME, "note later"]
    assert str(Solver.load(tmp_path / "friday.c777").log).splitlines() == list(GAME)


@pytest.mark.parametrize("name", ["friday.c777", "friday"])
def test_save_as_refuses_to_overwrite(name: str, tmp_path: Path) -> None:
    (tmp_path / "friday.c777").write_text("precious", encoding="utf-8")
    with pytest.raises(RuleError, match=r"friday\.c777 already exists: choose another name"):
        game(*GAME).save_as(tmp_path / name)
    assert (tmp_path / "friday.c777").read_text(encoding="utf-8") == "precious"


def test_save_as_tells_what_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for path in (tmp_path / "no" / "folder.c777", tmp_path / "file" / "below.c777", tmp_path / ("x" * 300)):
        with pytest.raises((JournalError, RuleError), match="cannot write"):
            game(*GAME).save_as(path)


# From a file and back.


def test_a_game_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    session.close()
    again = Session.open(path)
    assert again.lines == list(GAME)
    assert again.unread == []
    assert again.trouble is None
    assert_same_as_read(again)
    assert again.enter("12 =").text == "Bob 12 ="
    assert on_disk(path) == [*GAME, "Bob 12 ="]


def test_comments_blank_lines_and_spelling_survive(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    text = "# Friday\n\nEDITION Classic\nplayers  Ann me   # two\nRACK ann 2 5K b7\n\n# end"
    path.write_text(text + "\n", encoding="utf-8")
    session = Session.open(path)
    session.enter("ann 16 first")
    session.undo()
    assert path.read_text(encoding="utf-8") == text + "\n"


def test_lines_that_cannot_be_read_any_more_stay_as_they_are(tmp_path: Path) -> None:
    """They were rewritten as comments, so that a game could not be read again once what it lacked was back."""
    path = tmp_path / "game.c777"
    lines = [*GAME[:7], "Zoe 1 1", "me 10 2", "  nonsense \x1b"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    session = Session.open(path)
    assert session.lines == lines == on_disk(path)
    assert [error.partition(":")[0] for error in session.unread] == ["line 8", "line 10"]
    assert session.enter("Cid 18 >").text == "Cid 18 >"
    session.doubt(6)
    session.help_seat("me")
    session.undo()
    session.undo()
    assert on_disk(path) == [*lines, "Cid 18 >"]
    session.fix(8, "note Zoe was not there")
    session.drop(10)
    assert on_disk(path) == [*GAME[:7], "note Zoe was not there", "me 10 2", "Cid 18 >"]
    session.close()
    assert Session.open(path).unread == []


def test_a_line_that_could_not_be_read_is_used_once_it_can_be(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    lines = ["players Ann Zoi me", "rack Ann Y2 K5 B7", "rack Zoe G6 G6 R5"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    session = Session.open(path)
    assert session.need == Need("rack", "Zoi")
    session.fix(1, "players Ann Zoe me")
    assert session.need is None
    assert set(session.table.racks) == {"Ann", "Zoe"}


def test_after_a_restart_the_whole_game_can_be_undone(tmp_path: Path) -> None:
    """There was nothing to undo in a game that was gone on with."""
    path = tmp_path / "game.c777"
    game(*GAME, path=path).close()
    session = Session.open(path)
    for number in range(len(GAME), 0, -1):
        assert session.lines == list(GAME[:number]) == on_disk(path)
        assert_same_as_read(session) if number > 1 else None
        session.undo()
    assert session.lines == []
    with pytest.raises(RuleError, match="nothing to undo"):
        session.undo()
    for _ in GAME:
        session.redo()
    assert session.lines == list(GAME) == on_disk(path)
    assert_same_as_read(session)


@pytest.mark.parametrize("place", ["home", "my games"])
def test_an_edition_beside_the_player_is_found_again(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new game reads editions where it is started; going on with it elsewhere must not lose them."""
    from code777solver.prompt.game import new_session, open_session

    home, games = tmp_path / place, tmp_path / "games"
    home.mkdir()
    (home / "mine.toml").write_text(
        'title = "Mine"\nextends = "classic"\n[rules]\nreshuffle_at = 7\n', encoding="utf-8"
    )
    monkeypatch.chdir(home)
    session = new_session(games)
    for line in ("edition mine.toml", *DEAL[1:], "Ann 16 <"):
        session.enter(line)
    session.close()
    monkeypatch.chdir(tmp_path)
    again = open_session(games)
    assert again.unread == []
    assert again.table.edition.name == "mine"


@pytest.mark.parametrize("line", ["edition mine.toml", "edition mine.toml  # ours", "edition classic"])
def test_an_edition_beside_its_log_is_found_in_a_folder_with_a_comment_sign(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole path was written into the log, and what followed the ` #` in it was a comment."""
    from code777solver.prompt.game import new_session, open_session

    games = tmp_path / "games #1"
    games.mkdir()
    (games / "mine.toml").write_text('title = "Mine"\nextends = "classic"\n', encoding="utf-8")
    for place in (games, tmp_path):
        monkeypatch.chdir(place)
        session = new_session(games)
        for entry in (line, *DEAL[1:], "Ann 16 <"):
            session.enter(entry)
        session.close()
        again = open_session(games)
        assert again.unread == []
        assert again.lines[0].split() == line.split()
        assert again.table.edition.name == ("mine" if "mine" in line else "classic")
        again.close()


def test_an_edition_that_a_log_cannot_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from code777solver.prompt.game import new_session

    (tmp_path / "x #1").mkdir()
    (tmp_path / "x #1" / "mine.toml").write_text('title = "Mine"\nextends = "classic"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path / "x #1")
    session = new_session(tmp_path / "games")
    with pytest.raises(NotationError, match=r"a log cannot contain a path with `#`: copy the file to .*games"):
        session.enter("mine.toml")
    assert session.lines == []


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffAnn 12 =",
        "\ufeff",
        "\ufeff# hm",
        "note\ufeff",
        "note a\x0bb\x0cc",
        "note a\x85b",
        "note a\u2028b",
        "note \x00",
        "\x00",
        "#\x1b[31m",
        "Ann\xa012\u3000=",
        "Ann １２ =",
        "note a\rnote b",
        "note \x1c\x1d\x1e\x1f",
    ],
)
def test_what_was_accepted_is_read_again_as_it_was(text: str, tmp_path: Path) -> None:
    """With any odd letters, a line is refused when it is typed, or never."""
    path = tmp_path / "game.c777"
    session = game(*GAME, path=path)
    with suppress(Code777Error):
        session.enter(text)
    session.close()
    again = Session.open(path)
    assert again.unread == []
    assert again.lines == session.lines
    assert again.table == session.table


def test_a_session_in_memory_has_no_file() -> None:
    session = game(*GAME)
    assert session.path is None
    session.fix(6, "Ann 16 >")
    session.undo()
    session.close()
    assert session.lines == list(GAME)
    assert session.trouble is None


def _entered(session: Session, lines: Iterable[str]) -> Sequence[str]:
    return [session.enter(line).text for line in lines]


def test_whole_games_of_every_edition_can_be_undone_to_the_beginning() -> None:
    for edition in ("classic", "stronghold", "code77", "unique49"):
        lines, _ = random_game(random.Random(7), edition, 3, 10)
        session = Session()
        assert _entered(session, lines) == lines
        arrays = []
        for _ in lines:
            arrays.append(session.table)
            session.undo()
        for table in reversed(arrays):
            session.redo()
            assert session.table == table


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
