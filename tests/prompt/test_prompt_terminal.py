"""The real program in a pseudo-terminal: a game typed, keys, resizing, a full disk, garbage, and kill -9.

Of the 50 kills in a pseudo-terminal that must lose nothing, 6 hit a process of its own, and 44 a fork of this one, which
runs the same program but need not import it again. 44 more hit `GamePrompt` over a pipe, while older lines are edited.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from garbage import garbage
from logs import ROUND as GAME
from logs import games, write
from printing import unwrapped
from pseudo_terminal import CTRL_C, CTRL_D, NEW_PROMPT, PATIENCE, TAB, UP, terminal_prompt
from reference import random_game

from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

resource = pytest.importorskip("resource", reason="there are no pseudo-terminals here")
interrupts = pytest.importorskip("interrupts")
pytestmark = pytest.mark.terminal
ROOT = Path(__file__).parents[2]
TRIES = 8
"""Number of times that Ctrl-C comes while a line is saved; `benchmarks/interrupts.py` tries it 300 times."""
COLOUR = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;\d]*m")


def put(folder: Path, *lines: str) -> Path:
    """A game that the prompt goes on with."""
    return write(folder / "game-2026-01-01-200000.c777", *lines)


# A game.


def test_a_whole_game_typed(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("A new game")
        terminal.expect(r"▶edition \(.*Enter for classic\)>")
        for typed, then in (
            ("", "▶players clockwise"),
            ("Ann Bob me Cid", "▶rack Ann>"),
            ("2 k5 b7", "▶rack Bob>"),
            ("G6 G6 R5", "▶rack Cid>"),
            ("N4 P7 Y7", r"racks left: \d+[\s\S]*?▶Ann>"),
            ("16 <", r"Ann 16 <: [\d.]+ bits[\s\S]*?▶Bob>"),
            ("b 5 0", "▶me>"),
            ("10", r"Say: 2    \(Enter logs `me 10 2`\)[\s\S]*?▶me 10, say 2 \(Enter\)>"),
            ("", "▶Cid>"),
            ("Cdi 18 >", r"did you mean 'Cid'\?[\s\S]*?▶Cid>"),
            ("18 <", "▶Ann>"),
            ("fix 9 18 >", "▶Ann>"),
            ("1 1", "▶Bob>"),
            ("undo", "undone[\\s\\S]*?▶Ann>"),
            ("redo", "done again[\\s\\S]*?▶Bob>"),
            ("d bob 566 right", "▶rack Bob>"),
            ("3 N4 R5", "▶Bob>"),
            ("12 =", "▶me>"),
            ("declare? ", r"Best code[\s\S]*?▶me>"),
            ("note a fine  evening", "▶me>"),
        ):
            terminal.enter(typed)
            terminal.expect(then)
        terminal.enter("quit")
        assert terminal.wait() == 0
        assert "kept in" in terminal.text
        assert b"Traceback" not in terminal.sent
    (log,) = games(tmp_path)
    assert log == [
        *GAME[:2],
        "rack Ann 2 k5 b7",
        *GAME[3:],
        "Ann 1 1",
        "declare Bob 566 right",
        "rack Bob 3 N4 R5",
        "Bob 12 =",
        "note a fine  evening",
    ]


def test_ctrl_c_ends_a_second_opinion_at_once(tmp_path: Path) -> None:
    """While it compiles, too, which takes many seconds with an empty cache; and nobody else's messages appear."""
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path, environment={"NUMBA_CACHE_DIR": str(tmp_path / "cache")}) as terminal:
        terminal.expect("▶Ann>")
        terminal.enter("declare? more")
        terminal.expect("Learnt from simulated games, not proved")
        terminal.expect(r"Second opinion: compiling, about a minute the first time, 2 s so far")
        terminal.type(CTRL_C)
        terminal.expect("▶Ann>")
        terminal.enter("12 =")
        terminal.expect("▶Bob>")
        terminal.enter("quit")
        assert terminal.wait() == 0
        for foreign in (b"Traceback", b"KeyboardInterrupt", b"Aborted", b"Exception"):
            assert foreign not in terminal.sent
    assert games(tmp_path) == [[*GAME, "Ann 12 ="]]


def test_ctrl_c_clears_the_line_and_the_game_goes_on(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        terminal.type("note never to be logg")
        terminal.expect("never to be logg")
        terminal.type(CTRL_C)
        terminal.expect("▶Ann>")
        terminal.type(CTRL_C + CTRL_C)
        terminal.enter("12 =")
        terminal.expect("▶Bob>")
        terminal.enter("quit")
        assert terminal.wait() == 0
    assert games(tmp_path) == [[*GAME, "Ann 12 ="]]


def test_ctrl_c_while_the_program_works_does_not_end_it(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        for number in range(5):
            terminal.enter("whatif 12 =")
            terminal.expect("whatif 12 =")
            time.sleep(0.01 * number)
            os.kill(terminal.pid, signal.SIGINT)  # as the terminal does while no prompt is shown
            terminal.expect("▶Ann>")
            terminal.settle()
        terminal.enter("12 =")
        terminal.expect("▶Bob>")
        terminal.enter("quit")
        assert terminal.wait() == 0
    assert games(tmp_path) == [[*GAME, "Ann 12 ="]]


@pytest.mark.parametrize("kind", interrupts.KINDS)
def test_ctrl_c_while_a_line_is_saved_leaves_disk_and_memory_alike(kind: str, tmp_path: Path) -> None:
    """The line was on disk and not in memory: two lines later the game went on in another file, without it.

    After an interrupted undo the line was gone from memory and still on disk, so a restart brought it back.
    """
    found = interrupts.split_games(kind, TRIES, tmp_path)
    assert found.split == 0
    assert found.stopped >= TRIES // 4, "Ctrl-C came while they were being saved"


def test_ctrl_d_ends_and_keeps_the_game(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶edition")
        terminal.enter(*GAME)
        terminal.expect("Cid 18 >: ")
        terminal.expect("▶Ann>")
        terminal.type("note half a li")
        terminal.expect("half a li")
        terminal.type(CTRL_C)
        terminal.expect("▶Ann>")
        terminal.type(CTRL_D)
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.sent
    assert games(tmp_path) == [list(GAME)]
    with terminal_prompt(tmp_path) as terminal:
        shown = terminal.expect("▶Ann>")
        assert "Continuing" in shown
        assert "racks left" in shown
        terminal.type(CTRL_D)
        assert terminal.wait() == 0
    assert games(tmp_path) == [list(GAME)]


def test_ctrl_d_at_the_first_question_ends(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶edition")
        terminal.type(CTRL_D)
        assert terminal.wait() == 0


# Keys.


def test_completion_and_the_text_of_the_card(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path, tells_place=True) as terminal:
        terminal.expect("▶Ann>")
        terminal.type("Bo" + TAB)
        terminal.settle()
        terminal.type(" 12")
        terminal.expect(r"12\. More 3s or more pink 6s")
        terminal.enter(" =")
        terminal.expect("▶me>")
        terminal.type("resh" + TAB)
        terminal.settle()
        terminal.type(CTRL_C)
        terminal.expect("▶me>")
        terminal.enter("note done", "quit")
        assert terminal.wait() == 0
    assert games(tmp_path) == [[*GAME, "Bob 12 =", "note done"]]


def pasted(text: str) -> str:
    """Bytes from a terminal when a text is pasted."""
    return f"\x1b[200~{text}\x1b[201~"


def test_a_pasted_log_is_taken_line_by_line(tmp_path: Path) -> None:
    """It was refused as one long line."""
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶edition")
        terminal.type(pasted("\n".join(("# Friday", "", *GAME))) + "\r")
        terminal.expect("Cid 18 >: [\\s\\S]*?▶Ann>")
        terminal.type(pasted("Ann 12 =\r\nBbo 3 1\r\nme 2 1") + "\r")
        terminal.expect("'Bbo' is neither a player[\\s\\S]*?▶Bob> Bbo 3 1")
        assert games(tmp_path) == [["# Friday", *GAME, "Ann 12 ="]]
        terminal.type(CTRL_C)
        terminal.expect("▶Bob>")
        terminal.type(pasted("Bob 3 1\nme 2 1\n") + "\r")
        terminal.expect("▶Cid>")
        terminal.enter("quit")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.sent
    assert games(tmp_path) == [["# Friday", *GAME, "Ann 12 =", "Bob 3 1", "me 2 1"]]


def test_what_was_not_understood_of_a_pasted_block_waits_to_be_mended(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        terminal.type(pasted("nn 12 =\nBob 3 1") + "\r")
        terminal.expect("is neither a player[\\s\\S]*?▶Ann> nn 12 =")
        terminal.settle()
        terminal.type(UP + "\x1b[HA\r")  # to the first line, to its beginning
        terminal.expect("▶me>")
    assert games(tmp_path) == [[*GAME, "Ann 12 =", "Bob 3 1"]]


def test_a_row_without_a_text_is_no_bar(tmp_path: Path) -> None:
    """The row of the card's text was reversed, also while there was no text."""
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path, tells_place=True) as terminal:
        terminal.expect("▶Ann>")
        terminal.settle()
        shown = terminal.sent[terminal.sent.rindex(NEW_PROMPT.encode()) :]
        assert not re.search(rb"\x1b\[(?:[\d;]*;)?7m", shown)
        terminal.type("12")
        terminal.expect(r"12\. More 3s")


def test_escape_codes_in_a_game_do_not_reach_the_terminal(tmp_path: Path) -> None:
    put(tmp_path, *GAME, "note \x1b]0;title\x07\x1b[2J\x1b[35;45m")
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        terminal.enter("log")
        terminal.expect(r"10  note \\x1b\]0;title\\x07\\x1b\[2J\\x1b\[35;45m[\s\S]*?▶Ann>")
        assert b"\x1b]0;title" not in terminal.sent
        assert b"\x1b[35;45m" not in terminal.sent


def test_undo_goes_back_through_the_whole_game_after_a_kill(tmp_path: Path) -> None:
    path = put(tmp_path, *GAME)
    for left in (len(GAME) - 1, len(GAME) - 2):
        with terminal_prompt(tmp_path) as terminal:
            terminal.expect("Continuing[\\s\\S]*?▶")
            terminal.enter("undo")
            terminal.expect("undone[\\s\\S]*?▶")
            terminal.kill()
        assert path.read_text(encoding="utf-8").splitlines() == list(GAME[:left])


def test_a_game_whose_edition_is_missing_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    path = put(tmp_path, "edition mine.toml", *GAME[1:])
    before = path.read_bytes()
    with terminal_prompt(tmp_path) as terminal:
        shown = unwrapped(terminal.expect("▶edition"))
        assert "cannot be read and is left unchanged: line 1:" in shown
        assert "mine.toml" in shown
        terminal.enter("", "Ann me")
        terminal.expect("▶rack Ann>")
        terminal.enter("quit")
        assert terminal.wait() == 0
    assert path.read_bytes() == before
    assert len(games(tmp_path)) == 2


def test_history_also_of_the_last_time(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    for _ in range(2):
        with terminal_prompt(tmp_path) as terminal:
            terminal.expect("▶Ann>")
            if len(games(tmp_path)[0]) == len(GAME):
                terminal.enter("note once more")
                terminal.expect("note once more\\s[\\s\\S]*?▶Ann>")
            terminal.type(UP + "\r")
            terminal.expect("note once more\\s[\\s\\S]*?▶Ann>")
            terminal.type(CTRL_D)
            assert terminal.wait() == 0
    assert games(tmp_path) == [[*GAME, *["note once more"] * 3]]


def test_bytes_that_are_no_text_do_not_end_the_game(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        for data in (
            b"note caf\xe9\r",
            b"\xff\xfe\x80\r",
            b"# \xc3\r",
            b"fix 9 note \xe9\r",
            b"whatif note \xe9\r",
            b"save \xe9\r",
        ):
            terminal.type(data)
            terminal.expect("▶Ann>")
        terminal.type(CTRL_C)
        terminal.enter("12 =")
        terminal.expect("▶Bob>")
        terminal.enter("quit")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.sent
    assert games(tmp_path)[0][-1] == "Ann 12 ="


# Terminals.


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    for environment in ({}, {"NO_COLOR": "1"}):
        put(tmp_path, *GAME)
        with terminal_prompt(tmp_path, environment=environment) as terminal:
            terminal.expect("▶Ann>")
            terminal.enter("nonsense", "12 =")
            terminal.expect("▶Bob>")
            assert bool(COLOUR.search(terminal.sent)) == (not environment)


def test_a_resized_terminal_gets_a_screen_that_fits(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        assert max(map(len, screen_rows(terminal.expect("▶Ann>")))) > 60
        terminal.resize(60)
        terminal.enter("12 =")
        rows = screen_rows(terminal.expect("▶Bob>"))
        assert max(map(len, rows)) <= 60


def screen_rows(text: str) -> list[str]:
    """The rows of the last screen, from its first line to the prompt."""
    rows = text[text.rindex("classic  Ann") :].splitlines()
    return [row.rstrip() for row in rows[:-1] if row.strip()]


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    environment = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with terminal_prompt(tmp_path, environment=environment) as terminal:
        shown = terminal.expect("▶Ann>")
        assert "####" in shown
        terminal.enter("whatif 12 =")
        shown = terminal.expect("SUPPOSE[\\s\\S]*?▶Ann>")
        assert "####" in shown
        assert "????" not in shown
        assert terminal.sent.isascii()


# The disk.


def test_a_full_disk_does_not_end_the_game(tmp_path: Path) -> None:
    """A limit on the size of files stands for a disk that gets full: what is typed continues in memory."""
    put(tmp_path, *GAME)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    with terminal_prompt(tmp_path, before=limit) as terminal:
        terminal.expect("▶Ann>")
        for number in range(12):
            terminal.enter(f"note line {number} and something to fill the disk with")
            terminal.expect(f"note line {number} and[\\s\\S]*?▶Ann>")
        terminal.enter("log")
        shown = terminal.expect("21  note line 11[\\s\\S]*?▶Ann>")
        terminal.enter("note the last")
        shown = terminal.expect("note the last[\\s\\S]*?▶Ann>")
        assert "not saved (File too large)" in shown
        assert b"Traceback" not in terminal.sent
    (log,) = games(tmp_path)
    assert log[: len(GAME)] == list(GAME)


def test_a_folder_that_cannot_be_made_does_not_keep_the_game_from_being_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    state = tmp_path / "state"
    with terminal_prompt(tmp_path / "file" / "games", environment={"CODE777_STATE": str(state)}) as terminal:
        shown = terminal.expect("▶edition")
        shown += terminal.text
        assert "only in memory" in unwrapped(shown)
        terminal.enter(*GAME)
        terminal.expect("Cid 18 >: ")
        terminal.expect("▶Ann>")
        terminal.enter("quit")
        shown = terminal.expect("the same again leaves it[\\s\\S]*?▶Ann>")
        spare = next(state.rglob("*.c777"))
        assert str(spare) in unwrapped(shown).replace(" ", "")
        assert spare.read_text(encoding="utf-8").splitlines() == list(GAME)
        terminal.enter("quit")
        assert terminal.wait() == 0
    assert spare.read_text(encoding="utf-8").splitlines() == list(GAME)


@pytest.mark.parametrize("leaves", [True, False])
def test_ctrl_d_asks_before_it_loses_a_game(leaves: bool, tmp_path: Path) -> None:
    """It ended without a word."""
    (tmp_path / "file").touch()
    nowhere = {"CODE777_STATE": str(tmp_path / "file" / "state")}
    with terminal_prompt(tmp_path / "file" / "games", environment=nowhere) as terminal:
        terminal.expect("▶edition")
        terminal.enter(*GAME)
        terminal.expect("Cid 18 >: ")
        terminal.expect("▶Ann>")
        terminal.type(CTRL_D)
        terminal.expect("This game is not saved[\\s\\S]*?▶Ann>")
        if not leaves:
            terminal.enter(f"save {tmp_path / 'elsewhere'}")
            terminal.expect("written[\\s\\S]*?▶Ann>")
        terminal.type(CTRL_D)
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.sent
    assert [path.name for path in tmp_path.glob("*.c777")] == ([] if leaves else ["elsewhere.c777"])


def test_a_game_that_is_killed_with_the_disk_full_has_a_spare_copy(tmp_path: Path) -> None:
    """The folder of games becomes a file while the prompt runs; then the window is closed."""
    folder, state = tmp_path / "games", tmp_path / "state"
    folder.mkdir()
    put(folder, *GAME)
    with terminal_prompt(folder, environment={"CODE777_STATE": str(state)}) as terminal:
        terminal.expect("▶Ann>")
        folder.rename(tmp_path / "away")
        folder.touch()
        terminal.enter("12 =")
        terminal.expect("not saved[\\s\\S]*?▶Bob>")
        terminal.kill()
    (spare,) = state.iterdir()
    assert spare.read_text(encoding="utf-8").splitlines() == [*GAME, "Ann 12 ="]


def test_a_second_prompt_is_told_that_the_game_is_open(tmp_path: Path) -> None:
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as first:
        first.expect("▶Ann>")
        with terminal_prompt(tmp_path) as second:
            shown = second.expect("▶edition")
            assert "is open in another prompt" in shown
            second.enter("code77")
            second.expect("▶players")
        first.enter("12 =")
        first.expect("▶Bob>")
    assert sorted(games(tmp_path)) == sorted([[*GAME, "Ann 12 ="], ["edition code77"]])


# Garbage.


def test_garbage_typed_in_a_terminal(tmp_path: Path) -> None:
    """Two hundred entries; ten thousand are given to the prompt without a terminal, by test_game_garbage.py."""
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        for entry in garbage(random.Random(77), 200):
            typed = "".join(letter for letter in entry if letter.isprintable() or letter == TAB)[:600]
            if not typed.casefold().startswith(("quit", "save", "sheet", "new")):
                terminal.enter(typed)
        terminal.type(CTRL_C)
        terminal.enter("note still here")
        while games(tmp_path)[0][-1] != "note still here":
            assert terminal.read(PATIENCE)
        assert b"Traceback" not in terminal.sent, terminal.sent[terminal.sent.index(b"Traceback") :].decode()
        assert b"Unhandled exception" not in terminal.sent
    session = Session.open(next(tmp_path.glob("*.c777")))
    assert session.lines[-1] == "note still here"
    assert session.unread == []
    session.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ctrl_c_at_any_moment(tmp_path: Path, seed: int) -> None:
    """It came while a prompt began or ended, or while a thread was started: a traceback, or the end of the program."""
    entries = ("16 <", "undo", "redo", "codes", "racks", "Bob 10 3", "hint", "nonsense", "declare?", "note here", TAB)
    rng = random.Random(seed)
    put(tmp_path, *GAME)
    with terminal_prompt(tmp_path) as terminal:
        terminal.expect("▶Ann>")
        for _ in range(60):
            terminal.enter(rng.choice(entries))
            if rng.random() < 0.5:
                time.sleep(rng.random() / 8)
            if rng.random() < 0.4:
                terminal.type(CTRL_C)
        terminal.type(CTRL_C)
        while games(tmp_path)[0][-1] != "note still here":
            terminal.enter("note still here")
            assert terminal.read(PATIENCE), terminal.text[-3000:]
            terminal.settle()
        for foreign in (b"Traceback", b"Unhandled", b"Exception"):
            assert foreign not in terminal.sent, terminal.sent[terminal.sent.index(foreign) :].decode()


# kill -9.

CHILD = """
import io, json, os, signal, sys
from pathlib import Path
from rich.console import Console
from code777solver.lang import language
from code777solver.prompt.game import GamePrompt, open_session
from code777solver.show.game_screen import screen
from code777solver.solver import Solver  # before the fork: a kill is to hit a game, and no import

english = language("en")

def work(folder, entries):
    prompt = GamePrompt(open_session(Path(folder)), english)
    for number, entry in entries:
        reply = prompt.handle(entry)
        shown = "refused" if reply.failed else "shown"
        if prompt.session.table.players:
            Console(file=io.StringIO(), width=80).print(screen(prompt.session, english, width=80))
        os.write(1, f"{shown} {number}\\n".encode())
    signal.pause()

for request in sys.stdin:
    pid = os.fork()
    if pid == 0:
        try:
            work(*json.loads(request))
        finally:
            os._exit(1)
    os.write(1, f"pid {pid}\\n".encode())
    os.waitpid(pid, 0)
    os.write(1, b"gone\\n")
"""


def steps(seed: int) -> list[str]:
    """The entries of a game, with older lines being changed now and then."""
    rng = random.Random(seed)
    lines, _ = random_game(rng, "classic", 4, 30, declare_prob=0.1, swap_prob=0.0, reveal_prob=1.0)
    prompt, entries = GamePrompt(Session(), language("en")), list[str]()
    for line in lines:
        answers = [i for i, old in enumerate(prompt.session.lines, 1) if re.match(r"(Ann|Bob|Cid|Dan|me) \d", old)]
        wanted = [line]
        if answers and rng.random() < 0.3:
            number = rng.choice(answers)
            wanted.append(rng.choice((f"doubt {number}", f"fix {number} note nothing", f"drop {number}")))
        for entry in wanted:
            if not prompt.handle(entry).failed:
                entries.append(entry)
    return entries


def logs_after(entries: list[str]) -> list[str]:
    """The file after none, one, two ... of the entries."""
    prompt, found = GamePrompt(Session(), language("en")), [""]
    for entry in entries:
        assert not prompt.handle(entry).failed
        found.append("".join(f"{line}\n" for line in prompt.session.lines))
    return found


def test_nothing_is_lost_by_44_kills_of_a_child_over_a_pipe(tmp_path: Path) -> None:
    """Everything that was shown is on disk, and at most the one entry that was being worked on is there besides."""
    rng = random.Random(777)
    server = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert server.stdin is not None
    assert server.stdout is not None
    kills = resumed = 0
    try:
        for seed in range(100):
            folder, entries = tmp_path / str(seed), steps(seed)
            expected, done = logs_after(entries), 0
            while done < len(entries) and kills < 44:
                server.stdin.write(json.dumps([str(folder), list(enumerate(entries, 1))[done:]]) + "\n")
                server.stdin.flush()
                pid = int(server.stdout.readline().removeprefix("pid "))
                awaited = rng.randint(0, min(6, len(entries) - done))
                told = [server.stdout.readline() for _ in range(awaited)]
                time.sleep(rng.uniform(0.0, 0.03))
                os.kill(pid, signal.SIGKILL)
                told += iter(server.stdout.readline, "gone\n")
                assert all(line.startswith("shown ") for line in told), told
                shown = int(told[-1].split()[1]) if told else done
                text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.c777"))
                assert text in expected[shown : shown + 2], (seed, shown, text)
                kills += 1
                resumed += bool(told) and done > 0
                done = expected.index(text, shown)
                if not text:
                    for path in folder.glob("*.c777"):
                        path.unlink()
            if kills >= 44:
                break
    finally:
        server.kill()
        server.wait()
        server.stdin.close()
        server.stdout.close()
    assert kills == 44
    assert resumed > 10, "most kills should hit a game that was gone on with"


@pytest.mark.parametrize(("kills", "forked"), [(6, False), (44, True)])
def test_nothing_is_lost_by_50_kills_in_a_terminal(kills: int, forked: bool, tmp_path: Path) -> None:
    rng = random.Random(777)
    path, typed, total = put(tmp_path, *GAME), 0, 0
    for number in range(kills):
        if number % 6 == 0:  # a log of hundreds of notes takes its time
            put(tmp_path, *GAME)
            typed = 0
        with terminal_prompt(tmp_path, forked=forked) as terminal:
            before = path.read_text(encoding="utf-8").splitlines()
            terminal.expect("Continuing[\\s\\S]*?▶Ann>")
            assert f"note step {typed - 1}\n" in path.read_text(encoding="utf-8") or not typed
            start = typed
            deadline = time.monotonic() + rng.uniform(0.0, 0.3 if forked else 0.6)
            while time.monotonic() < deadline:
                terminal.enter(f"note step {typed}")
                typed += 1
                terminal.read(0.005)
            terminal.kill()
            sent = terminal.sent
        # Only the screen shows a line in faint letters: the echo of what is typed is plain.
        shown = [int(number) for number in re.findall(rb"\x1b\[2mnote step (\d+)\x1b\[0m", sent)]
        log = path.read_text(encoding="utf-8").splitlines()
        assert log[: len(before)] == before
        new = [int(line.removeprefix("note step ")) for line in log[len(before) :]]
        assert new == list(range(start, start + len(new)))
        last = max(shown, default=start - 1)
        assert len(new) - (last - start + 1) in (0, 1), (shown, new)
        typed = start + len(new)
        total += len(new)
    assert total > 5, "some lines were taken between the kills"
