"""`code777 breaker`: the prompt in every chair, piped input, the report, JSON, bad input, games on disk."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from printing import printed, unwrapped
from slow_breaker import codes_of, said

from code777solver.breaker import best_play
from code777solver.breaker.packs import load_pack
from code777solver.breaker.session import SUFFIX, BreakerSession
from code777solver.cli import main as cli
from code777solver.errors import PackError
from code777solver.jobs import noting
from code777solver.lang import language
from code777solver.prompt.base import Reply
from code777solver.prompt.breaker import COMMANDS, BreakerPrompt, new_session, open_session
from code777solver.table.journal import Journal

ROOT = Path(__file__).parents[2]


def prompt(*entries: str, pack: str = "breaker-kids", code: str = "en", seed: int = 1) -> BreakerPrompt:
    found = BreakerPrompt(BreakerSession(pack=pack, seed=seed), language(code))
    for entry in entries:
        reply = found.handle(entry)
        assert not reply.failed, (entry, str(reply.body))
    return found


def shown(found: BreakerPrompt, width: int = 80) -> str:
    found.width = width
    return printed(found.screen(), width)


def said_by(reply: Reply) -> str:
    return printed(reply.body)


# The guesser's assistant.


def test_guesses_and_answers_in() -> None:
    found = prompt("AR AP 2R 1 1 0")
    screen = shown(found)
    assert "breaker-kids   guesses: 1" in screen
    assert re.search(r"2 +AR AP 2R +1 1 0", screen)
    assert "codes left: 7   each 14.3 %" in screen
    assert "next guess" in screen


def test_an_answer_alone_belongs_to_the_guess_that_is_proposed() -> None:
    found = prompt("AR AP 2R 1 1 0")
    first = found.session.breaker.best().cards
    found.handle("120")
    assert found.session.lines[-1] == f"{' '.join(first)} 1 2 0"


def test_certain_and_broken() -> None:
    pack = load_pack("breaker-kids")
    found = prompt("AR AP 2R 1 1 0")
    while len(found.session.breaker.codes) > 1:
        found.handle(f"{' '.join(found.session.breaker.best().cards)} {_true(found, pack.read('AS 3P 3S'))}")
    assert ">>>  CERTAIN: AS 3P 3S  <<<" in shown(found)
    found.handle("AS 3P 3S win")
    assert ">>>  broken in 3 guesses  <<<" in shown(found)
    reply = found.handle("AR AP 2S 1 1 0")
    assert reply.failed
    assert "the game is over" in said_by(reply)


def _true(found: BreakerPrompt, code: int) -> str:
    codes = codes_of(3, 3)
    guess = found.session.breaker.pack.read(" ".join(found.session.breaker.best().cards))
    return " ".join(map(str, said(codes[guess], codes[code])))


def test_the_screen_fits_80_columns_and_24_lines() -> None:
    lines = ["AR AP 2S 1 1 0", "AW 3R 4W 1 2 0"]
    for pack, entries in (("breaker", lines), ("race", [lines[0], "6R 6P 7S 2 2 1", lines[1]])):
        for code in ("en", "nl", "fr", "de"):
            rows = shown(prompt(*entries, pack=pack, code=code)).splitlines()
            assert len(rows) <= 24
            assert max(map(len, rows)) <= 80
            assert not any(row.endswith("…") for row in rows)


def test_symbols_of_suits_only_where_they_can_be_shown() -> None:
    found = prompt("AS 2S 3H 1 1 0", pack="breaker-4")
    assert "A♠ 2♠ 3♥" in shown(found)
    found.ascii_only = True
    assert "AS 2S 3H" in shown(found)
    assert shown(found).isascii()


def test_best_try_and_codes() -> None:
    found = prompt("AR AP 2R 1 1 0")
    assert len(said_by(found.handle("best 3")).splitlines()) == 1 + 3 + 1
    assert "14.3 %" in said_by(found.handle("try AS 3P 3S"))
    listed = said_by(found.handle("codes"))
    assert all(" ".join(code.cards) in listed for code in found.session.breaker.codes)


def test_undo_redo_fix_drop_doubt() -> None:
    found = prompt("AR AP 2R 1 1 0", "AS 2P 3R 1 2 0")
    found.handle("undo")
    assert len(found.session.lines) == 2
    found.handle("redo")
    assert len(found.session.lines) == 3
    assert not found.handle("fix 3 AS 2P 3R 2 2 1").failed
    assert found.session.lines[-1] == "AS 2P 3R 2 2 1"
    found.handle("undo")
    assert found.session.lines[-1] == "AS 2P 3R 1 2 0"
    found.handle("doubt 3")
    assert found.session.lines[-1] == "AS 2P 3R 1 2 0 ?"
    found.handle("doubt 3")
    assert found.session.lines[-1] == "AS 2P 3R 1 2 0"
    found.handle("drop 3")
    assert len(found.session.lines) == 2
    assert found.handle("drop 9").failed
    assert found.handle("redo").failed
    assert found.handle("fix").failed


def test_a_contradiction_is_explained() -> None:
    found = prompt("AR AP 2R 1 1 0", "AR 2S 3S 2 2 1", "AR AP 2R 3 3 1")
    screen = shown(found)
    assert "CONTRADICTION: no code fits every answer" in screen
    assert "One of these must be wrong, likeliest first:" in screen
    assert re.search(r"line 4 \(AR AP 2R 3 3 1\): more likely 1 1 0", screen)
    assert said_by(found.handle("why")).strip() in screen
    assert "nothing to guess" in said_by(found.handle("best"))


def test_strategies_are_listed_and_chosen() -> None:
    found = prompt("AS 2S 3H 1 1 0", pack="breaker-4")
    assert "* optimal-mean" in said_by(found.handle("strategy"))
    found.handle("strategy minimax")
    assert "* minimax" in said_by(found.handle("strategy"))
    assert found.session.proposal == found.session.breaker.next_guess("minimax")
    assert "no strategy 'max'" in said_by(found.handle("strategy max"))


# The setter's helper.


def test_the_setter_gets_the_right_answer_to_each_guess() -> None:
    found = prompt("set 2S 3R 3P")
    codes, pack = codes_of(3, 3), load_pack("breaker-kids")
    for guess in ("AR AP 2R", "2S 3P 3S"):
        reply = found.handle(guess)
        numbers, suits, cards = said(codes[pack.read(guess)], codes[pack.read("2S 3R 3P")])
        assert said_by(reply).strip() == f"Answer: numbers {numbers}, suits {suits}, cards {cards}"
        assert found.session.lines[-1] == f"{guess} {numbers} {suits} {cards}"
    assert "3R" not in shown(found).replace("3P 3S", "")


def test_a_wrong_answer_is_not_taken() -> None:
    found = prompt("set 2S 3R 3P")
    reply = found.handle("AR AP 2R 3 1 0")
    assert reply.failed
    assert said_by(reply).strip() == "the right answer to AR AP 2R is 1 2 0, not 3 1 0"
    assert found.session.lines == ["pack breaker-kids"]


def test_the_code_may_be_typed_unseen() -> None:
    found = prompt()
    assert found.handle("set").asks_hidden
    assert not found.handle_hidden("2S 3R 3P").failed
    assert found.handle_hidden("2S 3R").failed
    assert found.session.secrets == {0: load_pack("breaker-kids").read("2S 3R 3P")}


def test_a_code_that_earlier_answers_rule_out() -> None:
    found = prompt("AR AP 2R 1 1 0")
    reply = found.handle("set 2S 3R 3P")
    assert reply.failed
    assert "line 2 would be wrong: the right answer to AR AP 2R is 1 2 0" in said_by(reply)


def test_the_secret_is_nowhere_until_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / f"game{SUFFIX}"
    session = BreakerSession(Journal(path), pack="breaker-kids")
    found = BreakerPrompt(session, language("en"))
    found.handle("set 2S 3R 3P")
    found.handle("AR AP 2R")
    assert "2S 3R 3P" not in path.read_text() + shown(found) + said_by(found.handle("log"))
    assert "code 2S 3R 3P" in said_by(found.handle("show"))
    assert path.read_text().endswith("code 2S 3R 3P\n")
    session.close()


# Practice.


def test_the_program_sets_and_i_guess() -> None:
    found = prompt("play guess", seed=7)
    secret = found.session.secrets[0]
    assert "codes left" not in shown(found)
    assert "next guess" not in shown(found)
    assert found.handle("1 1 0").failed
    pack, codes = found.session.breaker.pack, codes_of(3, 3)
    reply = found.handle(pack.format(3))
    numbers, suits, cards = said(codes[3], codes[secret])
    assert f"numbers {numbers}, suits {suits}, cards {cards}" in said_by(reply)
    assert "next guess" in said_by(found.handle("best"))
    found.handle(pack.format(secret))
    assert "broken in" in shown(found)


@pytest.mark.parametrize("pack", ["breaker-kids", "breaker-4"])
def test_the_program_guesses_what_i_set(pack: str) -> None:
    rng = random.Random(3)
    ranks, suits = (3, 3) if pack == "breaker-kids" else (5, 4)
    codes = codes_of(ranks, suits)
    for _ in range(3):
        found, secret = prompt("play set", pack=pack), rng.choice(codes)
        for count in range(1, 6):
            proposed = found.session.proposal
            assert proposed is not None
            cards = found.session.breaker.pack.format(proposed, symbols=True)
            assert f"My guess: {cards}. Numbers, suits, cards?" in shown(found)
            found.handle(" ".join(map(str, said(codes[proposed], secret))))
            if found.session.breaker.round.outcome:
                break
        assert found.session.breaker.round.outcome == "broken"
        assert count <= (4 if pack == "breaker-kids" else 5)


def test_practice_of_a_race_against_the_program() -> None:
    """I keep my own code secret too, so that the program answers itself: only my guesses are typed."""
    found = prompt("set 4R 5P 6S", "play", pack="race-kids")
    secret = found.session.secrets[0]
    found.handle("AR AP 2R")
    assert [found.session.breaker.round.name(guess.side) for guess in found.session.breaker.round.guesses] == [
        "me",
        "them",
    ]
    found.handle("undo")
    assert found.session.breaker.round.guesses == ()
    found.handle(found.session.breaker.pack.format(secret))
    assert found.session.breaker.round.outcome in ("me", "tie")
    assert ">>>" in shown(found)


def test_practice_of_a_race_where_i_answer() -> None:
    found = prompt("play", pack="race-kids")
    found.handle("AR AP 2R")
    assert "My guess: 4R 4P 5R. Numbers, suits, cards?" in shown(found)
    found.handle("1 1 0")
    assert found.session.lines[-1] == "4R 4P 5R 1 1 0"


def test_ctrl_c_stops_the_search_for_a_guess() -> None:
    found = prompt("AR AP 2R 1 1 0")
    best_play.outlook.cache_clear()
    with noting():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt, match="^$"):
            found.handle("best")
    assert "next guess" in said_by(found.handle("best"))


@pytest.mark.parametrize("entries", [("set 4R 5P 6S", "play"), ("first them", "set 4R 5P 6S")])
def test_a_line_goes_with_the_reply_of_the_program_that_ctrl_c_stopped(
    entries: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = prompt(*entries, pack="race-kids")
    before = found.session.lines, dict(found.session.secrets), set(found.session.robots)

    def stopped(_: BreakerSession, side: int) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(BreakerSession, "_choice", stopped)
    with pytest.raises(KeyboardInterrupt, match="^$"):
        found.handle("AR AP 2R" if "play" in entries else "play")
    assert (found.session.lines, found.session.secrets, found.session.robots) == before


def test_the_program_may_start_a_race() -> None:
    found = prompt("first them", "set 4R 5P 6S", "play", pack="race-kids")
    assert [guess.side for guess in found.session.breaker.round.guesses] == [1]
    assert found.session.breaker.round.turn == 0


def test_in_a_race_one_sets_the_code_that_the_other_guesses() -> None:
    found = prompt(pack="race-kids")
    assert "no card of this pack at 'AR 2P 3S'" in said_by(found.handle("set AR 2P 3S"))
    found.handle("set 4R 5P 6S")
    found.handle("AR AP 2R 1 1 0")
    assert "Answer: numbers 2, suits 2, cards 1" in said_by(found.handle("4R 4P 5R"))


def test_practice_starts_a_game() -> None:
    assert "a game is under way" in said_by(prompt("AR AP 2R 1 1 0").handle("play guess"))
    assert "`play guess`" in said_by(prompt().handle("play"))
    assert "there is no secret code" in said_by(prompt().handle("show"))


# Words.


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("undoo", "`undoo` is not understood, did you mean 'undo'?"),
        ("foo", "'foo' is neither a card nor a word of the log"),
        ("AR AP", "2 of 3 cards"),
        ("AR AP 2R", "the answer to AR AP 2R is missing"),
        ("4 4 4", "answer '4 4 4': at most 3 of each"),
        ("best x", "something is missing (like `best 8`)"),
        ("save", "something is missing"),
        ("undo", "nothing to undo"),
        ("doubt 1", "line 1 is not an answer"),
        ("try AR", "1 of 3 cards"),
        ("new nothing", "no pack 'nothing'"),
    ],
)
def test_bad_entries_are_told_in_one_line(entry: str, message: str) -> None:
    found = prompt()
    if entry == "undo":
        found.handle("undo")
    reply = found.handle(entry)
    assert reply.failed
    assert message in str(reply.body)
    assert "\n" not in str(reply.body)
    assert "line 2:" not in str(reply.body)


def test_help_tells_every_command() -> None:
    lines = said_by(prompt().handle("help")).splitlines()
    assert [line.split()[0] for line in lines[: len(COMMANDS)]] == list(COMMANDS)
    assert set(prompt().handlers) == set(COMMANDS)


@pytest.mark.parametrize("code", ["en", "nl", "fr", "de"])
def test_help_fits_the_screen(code: str) -> None:
    assert len(said_by(prompt(code=code).handle("help")).splitlines()) == len(COMMANDS) + 3


def test_commands_in_another_language() -> None:
    found = prompt("AR AP 2R 1 1 0", code="nl")
    assert not found.handle("terug").failed
    assert found.session.lines == ["pack breaker-kids"]


def test_a_pasted_log() -> None:
    """From the line that is not understood on, the rest waits to be fixed."""
    found = prompt()
    replies = list(found.handle_block("AR AP 2R 1 1 0\n\nAS 2P\nnote x"))
    assert [reply.failed for reply in replies] == [False, False, True]
    assert found.draft == "AS 2P\nnote x"
    assert [reply.failed for reply in found.handle_block("note y")] == [False]
    assert found.draft == ""


def test_nothing_that_was_typed_steers_the_terminal() -> None:
    found = prompt("note \x1b[31mred")
    assert "\x1b" not in said_by(found.handle("log"))
    assert "\x1b" not in str(found.handle("AR \x1b[31m").body)


def test_completion() -> None:
    found = prompt()
    assert ("best", COMMANDS["best"]) in list(found.completions(""))
    assert ("race", "") in list(found.completions("pack "))
    assert "minimax" in dict(found.completions("strategy "))
    assert ("3S", "") in list(found.completions("AR "))
    assert found.prompt_text == "2> ", "the number that the guess will have in the list and in the log"
    assert prompt(pack="race-kids").prompt_text == "me> "
    assert found.toolbar("AR")


# Games on disk.


def test_a_game_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    session = open_session(tmp_path, "breaker-kids")
    session.enter("AR AP 2R 1 1 0")
    session.enter("AS 2P 3R 1 2 0")
    session.undo()
    session.close()
    again = open_session(tmp_path)
    assert again.lines == ["pack breaker-kids", "AR AP 2R 1 1 0"]
    assert again.path == session.path
    again.enter("AR AP 2S 3 3 3")
    again.close()
    fresh = open_session(tmp_path)
    assert fresh.lines == []
    fresh.close()


def test_a_line_on_disk_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / f"game-2026-01-01-200000{SUFFIX}"
    path.write_text("pack breaker-kids\nAR AP 2R 1 1 0\nAR AP", encoding="utf-8")
    session = open_session(tmp_path)
    assert session.lines == ["pack breaker-kids", "AR AP 2R 1 1 0", "# cut off: AR AP"]
    assert len(session.unread) == 1
    assert "2 of 3 cards" in session.unread[0]
    session.close()


def test_a_game_that_is_open_elsewhere_is_left_alone(tmp_path: Path) -> None:
    first = open_session(tmp_path, "breaker-kids")
    first.enter("AR AP 2R 1 1 0")
    second = open_session(tmp_path)
    assert second.path != first.path
    assert "is open in another prompt" in second.unread[0]
    first.close()
    second.close()


def test_a_bad_pack_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no pack 'nothing'"):
        new_session(tmp_path, "nothing")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    session = new_session(tmp_path / "file" / "games", "breaker-kids")
    session.enter("AR AP 2R 1 1 0")
    assert "the game is kept only in memory" in session.trouble
    assert "only in memory" in unwrapped(shown(BreakerPrompt(session, language("en"))))


def test_save_and_new(tmp_path: Path) -> None:
    found = prompt("AR AP 2R 1 1 0")
    found.handle(f"save {tmp_path / 'friday'}")
    assert (tmp_path / f"friday{SUFFIX}").read_text() == "pack breaker-kids\nAR AP 2R 1 1 0\n"
    assert found.handle(f"save {tmp_path / 'no' / 'folder'}").failed
    assert "already exists" in unwrapped(said_by(found.handle(f"save {tmp_path / 'friday'}")))
    found.handle("new race")
    assert found.session.breaker.game.name == "race"
    found.handle("new")
    assert found.session.breaker.game.name == "race"


# The command.


def run(*arguments: str, typed: str = "") -> Any:
    return CliRunner().invoke(cli.main, ["breaker", *arguments], input=typed)


def test_piped_input() -> None:
    done = run(typed="pack breaker-kids\nAR AP 2R 1 1 0\ncodes\n")
    assert done.exit_code == 0
    assert done.stdout.count("codes left: 7") == 2


def test_piped_input_with_a_bad_line() -> None:
    done = run("--pack", "breaker-kids", typed="AR AP 2R 1 1 0\nAR AP\nset\n2S 3R\nquit\nnonsense\n")
    assert done.exit_code == 2
    assert [line.split(": ")[1] for line in done.stderr.splitlines()] == ["line 2", "line 4"]


def test_piped_input_that_contradicts() -> None:
    assert run("--pack", "breaker-kids", typed="AR AP AS 0 0 0\n").exit_code == 1


def test_practice_from_a_pipe_is_repeatable() -> None:
    outputs = {run("--pack", "breaker", "--seed", "4", typed="play guess\nAR AP 2S\nshow\n").stdout for _ in range(2)}
    assert len(outputs) == 1


def test_a_log_as_json(tmp_path: Path) -> None:
    path = tmp_path / "game.breaker"
    path.write_text("pack race-kids\nAR AP 2R 1 1 0\n4R 4P 5R 2 2 1 ?\nnote hm\n", encoding="utf-8")
    done = run(str(path), "--json", "--top", "3")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    page = (ROOT / "docs" / "breaker.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \|", page.partition("## JSON")[2], re.MULTILINE)
    assert list(found) == told[: len(found)]
    assert found["guesses"][1] == {
        "line": 3,
        "player": "them",
        "cards": ["4R", "4P", "5R"],
        "answer": [2, 2, 1],
        "doubted": True,
    }
    assert len(found["codes"]) == 7
    assert len(found["best"]) == 3
    assert found["race"]["turn"] == "me"
    assert found["race"]["win"] + found["race"]["tie"] + found["race"]["lose"] == pytest.approx(1)
    assert set(told) >= {*found["best"][0], *found["race"], *found["guesses"][0], *found["codes"][0]}


def test_a_contradiction_as_json() -> None:
    done = run("-", "--json", typed="pack breaker-kids\nAR AP 2R 1 1 0\nAR 2S 3S 2 2 1\nAR AP 2R 3 3 1\n")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["best"] == found["codes"] == []
    culprits = found["contradiction"]["culprits"]
    assert sum(culprit["probability"] for culprit in culprits) == pytest.approx(1)
    assert culprits[0]["lines"] == [4]
    assert list(culprits[0]["instead"]) == ["4"]


def test_false_answers_as_json() -> None:
    done = run("-", "--json", typed="pack breaker-kids\nAR AP 2R 1 1 0\ncode AS 2P 3P\n")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["outcome"] == "shown"
    assert found["false_answers"] == [{"line": 2, "cards": ["AR", "AP", "2R"], "answer": [1, 1, 0], "right": [2, 1, 0]}]


def test_the_proof_as_a_report_and_as_json() -> None:
    done = run("--prove", "breaker-kids")
    assert done.exit_code == 0
    assert "the best mean is 236/84 = 2.8095 guesses" in done.stdout
    assert "the best worst case is 4: under any plan at least 2 codes need 4 or more" in done.stdout
    assert "first guess AR AP 2R: 236 guesses in all at best, 4 at worst" in done.stderr
    found = json.loads(run("--prove", "breaker-kids", "--json").stdout)
    assert (found["total"], found["codes"], found["worst"], found["agrees"]) == (236, 84, 4, True)
    assert found["found_with"] == {"1": 1, "2": 17, "3": 63, "4": 3}


def test_the_proof_of_a_pack_of_ones_own() -> None:
    found = json.loads(run("--prove", "A-3 / sun moon", "--json").stdout)
    assert (found["codes"], found["agrees"]) == (20, True)


@pytest.mark.parametrize(
    ("arguments", "typed", "message"),
    [
        (["nowhere.breaker"], "", "code777: cannot read nowhere.breaker: No such file or directory"),
        (["-"], "AR AP\n", "code777: line 1: 2 of 3 cards"),
        (["-", "--pack", "race"], "pack race\n", "code777: --pack race: the log already names its pack"),
        (["-", "--pack", "brake"], "", "code777: --pack: no pack 'brake', did you mean 'breaker'?"),
        (["--strategy", "max"], "", "code777: --strategy: no strategy 'max'"),
        (["-", "--strategy", "max"], "", "code777: --strategy: no strategy 'max'"),
        (["--prove", "race"], "", "code777: --prove: race is a race with two packs"),
        (["--prove", "A-K / spades hearts diamonds clubs"], "", "22,100 codes are too many for an exact search"),
        (["--json"], "", "code777: --json needs the log FILE of a game"),
        (["--pack", "x"], "", "code777: --pack: no pack 'x'"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: list[str], typed: str, message: str) -> None:
    done = run(*arguments, typed=typed)
    assert done.exit_code == 2
    assert message in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_the_start_needs_no_compiler() -> None:
    """The first guess of a game is known: nobody waits for numba."""
    code = (
        "import sys; from code777solver import Breaker; "
        "b = Breaker('breaker'); assert b.guesses()[0].cards == ('AR', 'AP', '2S'); "
        "b.tell('AR AP 2S 1 1 0'); b.next_guess(); b.codes; assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


if sys.platform != "win32":
    from pseudo_terminal import terminal_prompt

    @pytest.mark.terminal
    def test_on_a_terminal_the_code_is_not_shown(tmp_path: Path) -> None:
        with terminal_prompt(tmp_path, arguments=("breaker", "--pack", "breaker-kids")) as terminal:
            terminal.expect("A new game")
            terminal.expect("▶2>")
            terminal.enter("set")
            terminal.expect(r"the code \(hidden\)>")
            terminal.enter("2S 3R 3P")
            terminal.expect("The code is set")
            terminal.expect("▶2>")
            terminal.enter("AR AP 2R")
            terminal.expect("Answer: numbers 1, suits 2, cards 0")
            terminal.expect("▶3>")
            terminal.enter("quit")
            assert terminal.wait() == 0
            assert b"3R" not in terminal.sent
        assert [path.read_text() for path in tmp_path.glob(f"*{SUFFIX}")] == ["pack breaker-kids\nAR AP 2R 1 2 0\n"]
