"""Sessions from a file and back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from logs import DEAL, GAME
from reference import random_game
from sessions import assert_same_as_read, game, on_disk

from code777solver import Solver
from code777solver.errors import Code777Error, NotationError, RuleError
from code777solver.session import Session
from code777solver.table.journal import JournalError
from code777solver.table.table import Need

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
