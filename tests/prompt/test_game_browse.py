"""Looking around at the prompt of a game: every code and rack, the log around a line, stored games, pages."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from game_prompts import CONTRADICTED, ENGLISH, prompt_at, refused
from logs import DEAL, GAME, write
from printing import printed
from pseudo_terminal import CTRL_C, CTRL_D, terminal_prompt
from rich.console import Console
from rich.text import Text

from code777solver.prompt import game as game_prompt
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.pages import Pages
from code777solver.session import Session
from code777solver.table.journal import LockedError
from code777solver.table.stored import last_game, stored_game


def prompt_in(folder: Path, *lines: str) -> GamePrompt:
    """A prompt on a new game in a folder."""
    prompt = GamePrompt(
        game_prompt.new_session(folder), ENGLISH, new=lambda: game_prompt.new_session(folder), folder=folder
    )
    for line in lines:
        assert not prompt.handle(line).failed
    return prompt


def dated(path: Path, seconds: int) -> Path:
    os.utime(path, (1_700_000_000 + seconds,) * 2)
    return path


# Everything that is left.


@pytest.mark.parametrize("width", [40, 60, 80, 132])
@pytest.mark.parametrize("what", ["codes", "racks"])
def test_everything_that_is_left_is_listed_likeliest_first_and_fits(what: str, width: int) -> None:
    prompt = prompt_at(*GAME)
    prompt.width = width
    solver = prompt.session.solver
    title, *rows = printed(prompt.handle(what).body, width).splitlines()
    wanted = (
        [code.numbers for code in solver.codes] if what == "codes" else [" ".join(r.tiles) for r in solver.candidates]
    )
    assert title == f"{len(wanted)} {what} left, likeliest first"
    text = " ".join(rows)
    places = [text.index(name) for name in wanted]
    assert places == sorted(places)
    assert len(set(places)) == len(wanted)
    assert max(map(len, rows)) <= width
    assert text.count("%") == len(wanted)


def test_one_code_is_one() -> None:
    prompt = prompt_at(*GAME)
    while len(prompt.session.solver.codes) > 1:
        best = prompt.session.solver.questions[0]
        prompt.handle(f"{best.player} {best.card} {max(best.answers, key=lambda s: best.answers[s])}")
    assert printed(prompt.handle("codes").body).startswith("1 code left\n")


def test_where_nothing_is_left_the_lists_say_why() -> None:
    assert refused(prompt_at(*CONTRADICTED), "codes") == "No rack fits every answer: `why` lists what may be wrong."
    assert refused(prompt_at(*GAME, "declare me 146 wrong"), "racks") == "Your rack is empty."
    assert "not named yet" in refused(prompt_at(), "racks")


def test_log_shows_the_lines_around_one() -> None:
    prompt = prompt_at(*GAME, *(f"note {i}" for i in range(11, 41)))
    rows = printed(prompt.handle("log 20").body).splitlines()
    assert [int(row.split()[0].rstrip(">")) for row in rows] == list(range(12, 29))
    assert [row for row in rows if ">" in row[:5]] == [" 20> note 20"]
    assert len(printed(prompt.handle("log").body).splitlines()) == 40
    assert "There is no line 41" in refused(prompt, "log 41")
    assert "like `log 7`" in refused(prompt, "log x")
    assert "like `log 7`" in refused(prompt, "log 7 8")


# Pages.


def turned(count: int, height: int, answers: list[bool]) -> tuple[list[str], list[str]]:
    """Printed lines and questions when pages are turned."""
    console = Console(file=io.StringIO(), width=80, height=height, color_system=None)
    asked: list[str] = []

    def more(label: str) -> bool:
        asked.append(label)
        return answers.pop(0)

    rows = (Text(f"row {i}") for i in range(1, count + 1))
    Pages(Text("title"), rows, count, ENGLISH).turn(console, more)
    assert answers == []
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines(), asked


def test_pages_fit_the_screen_and_are_asked_for() -> None:
    shown, asked = turned(50, 24, [True, True])
    assert shown == ["title", *(f"row {i}" for i in range(1, 51))]
    assert asked == [
        "-- 22 of 50 rows: Enter for more, q to stop --",
        "-- 44 of 50 rows: Enter for more, q to stop --",
    ]


def test_no_page_holds_a_single_row_that_would_have_fitted() -> None:
    """The last page may use the row of the question, which is not asked any more."""
    assert turned(23, 24, [])[1] == []
    assert len(turned(24, 24, [True])[1]) == 1


def test_pages_can_be_stopped() -> None:
    assert turned(50, 24, [False])[0][-1] == "row 22"


def test_rows_are_made_only_when_they_are_shown() -> None:
    made: list[int] = []
    rows = (made.append(i) or Text(str(i)) for i in range(100))
    console = Console(file=io.StringIO(), width=80, height=12)
    Pages(Text(""), rows, 100, ENGLISH).turn(console, lambda _: False)
    assert len(made) == 10


def test_a_script_gets_everything_at_once() -> None:
    assert len(printed(Pages(Text("title"), map(Text, "abc" * 30), 90, ENGLISH)).splitlines()) == 91


def test_pages_on_a_real_terminal(tmp_path: Path) -> None:
    """Enter and space turn, q stops, Ctrl-C stops too, and the prompt goes on."""
    with terminal_prompt(tmp_path) as terminal:
        terminal.enter(*DEAL, "Ann 16 <")
        terminal.expect("Ann 16 <: ")
        terminal.expect("▶Bob>")
        for key in ("\r", " ", "q", CTRL_C, CTRL_D):
            terminal.enter("racks")
            terminal.expect("racks left, likeliest first")
            terminal.expect("-- 22 of .* rows: Enter for more, q to stop --")
            terminal.type(key)
            shown = terminal.expect("▶Bob>")
            assert ("%" in shown) == (key in "\r "), key


# Stored games.


def test_games_lists_what_is_stored_latest_first(tmp_path: Path) -> None:
    dated(write(tmp_path / "old.c777", *GAME, "declare Ann 257 right"), 0)
    dated(write(tmp_path / "first.c777", "players Zoe me", "rack Zoe Y2 K5 B7", "Zoe 16 <"), 60)
    dated(write(tmp_path / "bad.c777", "what is this"), 120)
    (tmp_path / "notes.txt").write_text("no game")
    prompt = prompt_in(tmp_path, *DEAL)
    title, *rows = printed(prompt.handle("games").body, 900).splitlines()
    assert title == f"The games in {tmp_path}"
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4"]
    assert rows[0].endswith("Ann Bob me Cid" + rows[0].split("Ann Bob me Cid")[1])
    assert rows[0].rstrip().endswith("this game")
    assert rows[1].rstrip().endswith("not readable")
    assert "classic     Zoe me" in rows[2]
    assert rows[2].rstrip().endswith("1 answer")
    assert rows[3].rstrip().endswith("5 answers")


def test_a_list_of_games_fits_a_narrow_screen_and_its_folder_can_be_copied(tmp_path: Path) -> None:
    write(tmp_path / "long.c777", "players Annabelle-Charlotte Bartholomew me Christopherson")
    prompt = prompt_in(tmp_path, *DEAL)
    prompt.width = 60
    console = Console(file=io.StringIO(), width=60, height=24, color_system=None)
    body = prompt.handle("games").body
    assert isinstance(body, Pages)
    body.turn(console, lambda _: True)
    assert isinstance(console.file, io.StringIO)
    *title, first, second = console.file.getvalue().splitlines()
    assert str(tmp_path) in title
    assert max(len(first), len(second)) <= 60
    assert second.startswith("  2  ")
    assert second.endswith("0 answers")


def test_open_goes_on_with_another_game_and_keeps_the_first(tmp_path: Path) -> None:
    friday = write(tmp_path / "friday.c777", *GAME)
    prompt = prompt_in(tmp_path, *DEAL)
    first = prompt.session.path
    for name in ("friday", "friday.c777", str(friday)):
        reply = prompt.handle(f"open {name}")
        assert reply.shows_screen
        assert f"Continuing {friday}" in printed(reply.body, 500)
        assert prompt.session.lines == list(GAME)
        assert first is not None
        with pytest.raises(LockedError, match="friday.c777 is open in another prompt"):
            Session.open(friday)
        prompt.handle(f"open {first}")
        assert prompt.session.lines == list(DEAL)
        Session.open(friday).close()


def test_open_takes_the_number_that_games_showed(tmp_path: Path) -> None:
    """Even if the order has changed since."""
    dated(write(tmp_path / "a.c777", *GAME), 0)
    dated(write(tmp_path / "b.c777", *DEAL), 60)
    prompt = prompt_in(tmp_path, "edition code77", "players Ann me")
    prompt.handle("games")
    dated(tmp_path / "a.c777", 1_000_000_000)
    prompt.handle("open 2")
    assert prompt.session.path == tmp_path / "b.c777"
    assert "There is no game 4; `games` lists them." in refused(prompt, "open 4")
    prompt.handle("open 2")  # this one
    assert prompt.session.path == tmp_path / "b.c777"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("open", "like `open 2`"),
        ("open fridya", "no game 'fridya', did you mean 'friday'?"),
        ("open bad", "bad.c777 cannot be read and is left unchanged"),
        ("open taken", "taken.c777 is open in another prompt"),
        ("open \0", "no game"),
        ("open 0", "There is no game 0"),
    ],
)
def test_what_cannot_be_opened_leaves_everything_as_it_is(entry: str, why: str, tmp_path: Path) -> None:
    write(tmp_path / "friday.c777", *GAME)
    write(tmp_path / "bad.c777", "what is this")
    other = Session.open(write(tmp_path / "taken.c777", *GAME))
    prompt = prompt_in(tmp_path, *DEAL)
    before = sorted(tmp_path.iterdir())
    session = prompt.session
    assert why in refused(prompt, entry)
    assert prompt.session is session
    assert sorted(tmp_path.iterdir()) == before
    other.close()


@pytest.mark.parametrize("entry", ["open friday", "new"])
def test_a_game_that_is_not_saved_is_not_left_unasked(entry: str, tmp_path: Path) -> None:
    write(tmp_path / "friday.c777", *GAME)
    prompt = prompt_in(tmp_path, *DEAL)
    prompt.session.close()  # from now on nothing can be saved
    prompt.session.enter("note lost")
    assert "`save FILE` keeps it" in refused(prompt, entry)
    assert "`save FILE` keeps it" in refused(prompt, "open friday" if entry == "new" else "new")
    assert "`save FILE` keeps it" in refused(prompt, entry)
    assert not prompt.handle(entry).failed
    assert prompt.session.lines != [*DEAL, "note lost"]


def test_without_a_folder_there_are_no_other_games() -> None:
    for entry in ("games", "open 1"):
        assert refused(prompt_at(*GAME), entry) == "Other games cannot be opened here."


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    prompt = GamePrompt(Session(), ENGLISH, folder=tmp_path / "none")
    assert printed(prompt.handle("games").body, 500) == f"No game is saved in {tmp_path / 'none'}\n"


def test_stored_games_are_read_without_a_lock_and_bytes_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "odd.c777"
    path.write_bytes(b"players Ann me\nnote \xff\x1b[31m\nrack Ann Y2 K5 B7\nAnn 16 <\nZoe 5 1\n")
    session = Session.open(path)
    found = stored_game(path)
    assert (found.edition, found.players, found.answers, found.winner) == ("classic", ("Ann", "me"), 1, None)
    session.close()


def test_the_winner_is_named(tmp_path: Path) -> None:
    racks = ("rack Ann K3 K3 N4", "rack Ann N4 N4 B7", "rack Ann K5 P6 B7")
    points = ("declare Ann 257 right", "declare Ann 334 right", "declare Ann 447 right")
    path = write(tmp_path / "won.c777", *GAME, *(line for pair in zip(points, racks, strict=True) for line in pair))
    assert stored_game(path).winner == "Ann"


def test_the_last_game_is_the_one_changed_last(tmp_path: Path) -> None:
    dated(write(tmp_path / "b.c777", *GAME), 0)
    dated(write(tmp_path / "a.c777", *GAME), 60)
    assert last_game(tmp_path) == tmp_path / "a.c777"
