"""``code777 simulate`` and ``code777 bench``, by the command line that a user has."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from code777solver import Simulation, Solver, simulate
from code777solver.cli import main as cli
from code777solver.errors import ClusterError
from code777solver.results import Results

with suppress(ImportError):  # on Windows the tests that need it are left out
    import pty

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, list(arguments), catch_exceptions=False, env={"COLUMNS": "100"})


def seats(*names: str) -> list[str]:
    return [word for name in names for word in ("-s", name)]


MIXED = seats("certain", "slow:1", "certain", "forgetful:0.2")


# What is printed.


@pytest.mark.minutes
def test_the_tables_for_people_have_the_numbers_of_the_library() -> None:
    done = run("simulate", *MIXED, "--games", "2000", "--seed", "3", "--threads", "2")
    assert (done.exit_code, done.stderr) == (0, "")
    results = simulate("classic", ["certain", "slow:1", "certain", "forgetful:0.2"], games=2000, seed=3)
    assert "classic, 4 players: 2,000 games" in done.stdout
    for row in results.by_strategy():
        line = next(line for line in done.stdout.splitlines() if line.startswith(row["strategy"]))
        assert re.split(r"\s{2,}", line.strip()) == [
            row["strategy"],
            str(row["seats"]),
            f"{row['wins']:,}",
            f"{100 * row['share']:.2f} %",
            f"{100 * row['low']:.2f} - {100 * row['high']:.2f} %",
            f"{row['points_a_game']:.3f}",
            f"{row['wrong_a_game']:.3f}",
        ]
    assert f"{results.lengths_table()['cards_a_game']:.2f} cards per game" in done.stdout


@pytest.mark.minutes
def test_json_is_the_library_s_and_does_not_depend_on_threads() -> None:
    one, two = (run("simulate", *MIXED, "--games", "1500", "--json", "--threads", n) for n in "12")
    assert one.stdout == two.stdout
    found = json.loads(one.stdout)
    assert (found["games"], found["strategies"]) == (1500, ["certain", "slow:1", "certain", "forgetful:0.2"])
    assert sum(row["wins"] for row in found["by_seat"]) + found["unfinished"] == 1500
    assert found != json.loads(run("simulate", *MIXED, "--games", "1500", "--json", "--seed", "1").stdout)


@pytest.mark.minutes
def test_json_has_the_fields_of_the_page() -> None:
    page = (
        (ROOT / "docs" / "json.md")
        .read_text(encoding="utf-8")
        .split("## `code777 simulate --json`")[1]
        .split("\n## ")[0]
    )
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE)
    found = json.loads(run("simulate", "--games", "50", "--pruning", "--json").stdout)
    assert list(found) == [name for name, _ in rows]
    told = {name: re.findall(r"`(\w+)`", text) for name, text in rows}
    assert list(found["by_strategy"][0]) == told["by_strategy"]
    assert list(found["by_seat"][0]) == ["seat", *told["by_strategy"][2:]]
    assert list(found["by_strategy_and_seat"][0]) == ["strategy", "seat", *told["by_strategy"][2:]]
    assert list(found["length"]) == told["length"]
    assert [*found["pruning"], *found["pruning"]["all"][0]] == told["pruning"]


@pytest.mark.minutes
def test_one_strategy_is_for_four_players_unless_told_otherwise() -> None:
    found = json.loads(run("simulate", "--games", "10", "--json").stdout)
    assert found["strategies"] == ["certain"] * 4


@pytest.mark.minutes
def test_no_rotate_keeps_strategies_in_their_seats() -> None:
    found = json.loads(run("simulate", *MIXED, "--games", "100", "--json", "--no-rotate").stdout)
    assert [(row["strategy"], row["seat"]) for row in found["by_strategy_and_seat"]] == [
        ("certain", 1),
        ("certain", 3),
        ("slow:1", 2),
        ("forgetful:0.2", 4),
    ]


@pytest.mark.minutes
def test_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(run("simulate", "--games", "300", "--csv", "by_seat").stdout)))
    assert [row["seat"] for row in rows] == ["1", "2", "3", "4"]
    assert {row["played"] for row in rows} == {"300"}


@pytest.mark.minutes
def test_csv_of_pruning_counts_it_without_being_asked() -> None:
    rows = list(csv.DictReader(io.StringIO(run("simulate", "--games", "300", "--csv", "pruning").stdout)))
    assert len(rows) == 4 * 23
    assert {row["phase"] for row in rows} == {"all", "early", "middle", "late"}


@pytest.mark.minutes
def test_options_change_the_rules() -> None:
    found = json.loads(run("simulate", "--games", "200", "--json", "--option", "points_to_win=1").stdout)
    assert max(row["points_a_game"] for row in found["by_seat"]) < 1.0
    assert found["length"]["cards_a_game"] < 20


@pytest.mark.minutes
def test_a_log_is_one_that_the_solver_reads() -> None:
    done = run("simulate", "--log", "5", "--seed", "2")
    assert done.stdout == Simulation("classic", ["certain"], players=4, seed=2).transcript(5).text
    solver = Solver.from_log(done.stdout, seat="Cid")
    assert (list(solver.log.warnings), solver.contradictions) == ([], ())
    assert max(solver.table.scores.values()) == 3


# Strategies of your own.

OWN = """\
def hopeful(view):
    code, chance = view.codes[0]
    return code if chance >= 0.5 else None

def broken(view):
    return 1 // 0

def nonsense(view):
    return "999"

LIMIT = 3
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


@pytest.mark.minutes
def test_a_strategy_from_a_file(own: str) -> None:
    table = seats(f"{own}:hopeful", "certain", "certain", "certain")
    found = json.loads(run("simulate", *table, "--games", "30", "--json").stdout)
    assert found["strategies"] == ["hopeful", "certain", "certain", "certain"]
    assert found["by_strategy"][0]["wrong_a_game"] > 0


@pytest.mark.minutes
def test_a_strategy_from_a_module(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(own).parent)
    table = seats("mine:hopeful", "certain", "certain", "certain")
    assert run("simulate", *table, "--games", "8", "--json").exit_code == 0


@pytest.mark.minutes
def test_a_strategy_that_fails_is_told_in_one_line_with_its_place(own: str) -> None:
    done = run("simulate", *seats(f"{own}:broken", "certain", "certain", "certain"), "--games", "30")
    assert done.exit_code == 2
    assert done.stderr == (
        "code777: your strategy broken failed in game 0, seat 1, after card 1: ZeroDivisionError: integer division or "
        "modulo by zero (mine.py, line 6) (--log 0 prints the game up to there): no games were done\n"
    )
    log = run("simulate", *seats(f"{own}:broken", "certain", "certain", "certain"), "--log", "0")
    assert log.exit_code == 0
    solver = Solver.from_log(log.stdout, seat="Ann")
    assert solver.log.lines[-1].text.split()[0] == "Ann", "the card that was answered just before"

    done = run("simulate", *seats(f"{own}:nonsense", "certain", "certain", "certain"), "--games", "30")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "it declared '999', and no rack of this deck has that code" in done.stderr


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (seats("certian"), "no strategy 'certian', did you mean 'certain'?"),
        (seats("threshold:2"), "strategy 'threshold:2': a number from 0 to 1 is needed"),
        (seats("threshold:x"), "strategy 'threshold:x': a number from 0 to 1 is needed"),
        (["--players", "9"], "9 players: 2 to 5 can be simulated in 'classic'"),
        (["--players", "1"], "1 player: 2 to 5 can be simulated in 'classic'"),
        ([*seats("certain", "slow:1"), "--players", "3"], "2 strategies for 3 players"),
        (["--edition", "clasic"], "clasic"),
        (["--option", "reshuffle_at"], "--option reshuffle_at: write NAME=VALUE"),
        (["--option", "reshuffle_att=4"], "no option 'reshuffle_att', did you mean 'reshuffle_at'?"),
        (["--games", "9999999999999"], "9999999999999 games: it must be a whole number from 1 to 10^12"),
        (["--plot", "picture.gif"], "plot picture.gif: the name must end in .svg, .png or .pdf"),
        (["--plot", "/no/such/folder/x.svg", "--games", "10"], "cannot write /no/such/folder/x.svg"),
        (seats("nowhere.py:choose"), "strategy 'nowhere.py:choose': there is no file nowhere.py"),
        (seats("no.such:choose"), "strategy 'no.such:choose': there is no module no"),
        (seats("json:loadz"), "strategy 'json:loadz': no function 'loadz' in json"),
    ],
    ids=lambda value: " ".join(value)[-24:] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    done = run("simulate", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("code777: ")


@pytest.mark.parametrize("option", ["--plot", "--parquet"])
@pytest.mark.parametrize(
    "command",
    [
        ["simulate"],
        ["bench", "cards"],
        ["bench", "cards", "--by", "cards"],
        ["bench", "league"],
        ["bench", "compare", "certain", "slow:1"],
    ],
    ids=" ".join,
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    command: list[str], option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if [*command[1:], option] in (["league", "--parquet"], ["compare", "certain", "slow:1", "--plot"]):
        pytest.skip("there is no such option")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    for path, why in (("folder.svg", "it is a folder"), ("nowhere/x.svg", "there is no folder nowhere")):
        done = run(*command, option, path)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr == f"code777: cannot write {path}: {why}\n"


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("def choose(:\n")
    done = run("simulate", *seats(f"{path}:choose"))
    assert done.exit_code == 2
    assert "fails: SyntaxError" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.minutes
def test_a_lost_scheduler_leaves_the_results_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(self: Simulation, games: int, **_: object) -> Results:
        self.results = self.block(0, 100)
        raise ClusterError("the scheduler at tcp://x:1 was lost after 100 games", self.results)

    monkeypatch.setattr(Simulation, "run", some)
    done = run("simulate", "--games", "5000", "--json", "--scheduler", "tcp://x:1")
    assert done.exit_code == 2
    assert done.stderr == (
        "code777: the scheduler at tcp://x:1 was lost after 100 games: "
        "these are the 100 of 5,000 games that were done\n"
    )
    assert json.loads(done.stdout)["games"] == 100


@pytest.mark.minutes
def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "code777solver.show.plots", raising=False)
    monkeypatch.delattr("code777solver.show.plots", raising=False)
    done = run("simulate", "--games", "10", "--plot", "x.svg")
    assert (done.exit_code, done.stderr) == (2, "code777: plots need matplotlib: pip install 'code777solver[plot]'\n")


# A terminal.


@pytest.mark.minutes
def test_a_bar_on_a_terminal_and_ctrl_c(tmp_path: Path) -> None:
    """The real program: a bar on standard error, and what is done when it is stopped."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "code777solver", "simulate", "--games", "1000000000", "--json", "--threads", "1"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
        cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (a shell's background jobs ignore it)
    )
    os.close(theirs)
    shown, until, sent = b"", time.monotonic() + 300, False
    while time.monotonic() < until:
        if select.select([ours], [], [], 1)[0]:
            try:
                data = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            shown += data
        if not sent and re.search(rb"[1-9]\d*/1000000000", shown):
            process.send_signal(signal.SIGINT)
            sent = True
    out, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 130
    games = json.loads(out)["games"]
    assert games > 0
    assert games % 4096 == 0
    assert f"code777: stopped: these are the {games:,} of 1,000,000,000 games that were done".encode() in shown
    assert b"Traceback" not in shown


# Benchmarks of the user's own machine.


@pytest.mark.minutes
def test_bench_cards() -> None:
    done = run("bench", "cards", "--players", "4", "--games", "500", "--seed", "1")
    assert (done.exit_code, done.stderr) == (0, "")
    rows = simulate("classic", ["certain"], players=4, games=500, seed=1, pruning=True).pruning()
    first = next(line for line in done.stdout.splitlines() if re.match(r"\s+\d+\s", line))
    assert first.split()[:2] == [str(rows[0]["card"]), f"{100 * rows[0]['mean']:.1f}"]
    found = json.loads(run("bench", "cards", "--players", "4", "--games", "500", "--seed", "1", "--json").stdout)
    assert [part["players"] for part in found["pruning"]] == [4]
    assert found["pruning"][0]["all"][0]["card"] == rows[0]["card"]
    table = run("bench", "cards", "--players", "4", "--games", "500", "--seed", "1", "--csv").stdout
    assert len(list(csv.DictReader(io.StringIO(table)))) == 4 * 23


def test_bench_refuses_what_the_edition_does_not_allow() -> None:
    done = run("bench", "cards", "--players", "5", "--edition", "stronghold", "--option", "most_players=4")
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
    assert "5 players: 2 to 4 can be simulated" in done.stderr


@pytest.mark.minutes
def test_bench_speed() -> None:
    done = run("bench", "speed", "--seconds", "0.1", "--threads", "1", "--json")
    rows = json.loads(done.stdout)
    assert [row["unit"] for row in rows] == ["games"] * 4 + ["positions", "answers"]
    assert all(row["per_second"] > 0 for row in rows)
