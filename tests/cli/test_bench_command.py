"""``code777 bench compare``, ``bench cards --by``, ``bench solvable``, ``bench edition``, ``--until`` and ``--parquet``.

What they print is held against the library; what the library computes has its own tests.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from code777solver import compare, measure_cards, simulate, solvability
from code777solver.cli import main as cli
from code777solver.errors import RuleError
from code777solver.play.simulation import Simulation

FEW = ("--games", "600", "--seed", "1")
PAIR = ("bench", "compare", "threshold:0.6", "certain")
POSITIONS = ("--players", "2", "--positions", "60", "--seed", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.main, list(arguments), catch_exceptions=False, env={"COLUMNS": "160"})


def refused(*arguments: str) -> str:
    """The one line with which a command refuses what it got."""
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("code777: ")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr.removeprefix("code777: ").rstrip("\n")


def read(path: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = parquet.read_table(path).to_pydict()
    return found


# Two strategies in the same games.


@pytest.mark.minutes
def test_compare_prints_the_difference_that_the_library_counts() -> None:
    done = run(*PAIR, *FEW)
    assert (done.exit_code, done.stderr) == (0, "")
    found = compare("classic", "threshold:0.6", "certain", games=600, seed=1)
    counts = found.whole
    assert "classic, 4 players, the others certain: 600 games" in done.stdout
    row = next(line for line in done.stdout.splitlines() if line.split()[:1] == ["all"])
    assert row.split() == [
        *("all", "600", str(counts.first_only), str(counts.second_only), str(counts.both)),
        *(f"{100 * found.difference:+.2f}", f"{100 * found.half:.2f}"),
    ]
    assert f"± {100 * found.unpaired_half:.2f} instead of ± {100 * found.half:.2f}." in done.stdout


@pytest.mark.minutes
def test_compare_with_several_seeds_has_a_row_for_each_and_one_for_all() -> None:
    done = run(*PAIR, "--games", "300", "--seed", "5", "--seeds", "2")
    rows = [line.split()[:2] for line in done.stdout.splitlines() if re.match(r"\s*(\d+|all)\s+\d+\s", line)]
    assert rows == [["5", "300"], ["6", "300"], ["all", "600"]]


@pytest.mark.minutes
def test_json_of_a_comparison_is_the_library_s_and_does_not_depend_on_threads() -> None:
    one, two = (run(*PAIR, *FEW, "--seeds", "2", "--json", "--threads", n).stdout for n in "12")
    assert one == two
    found = compare("classic", "threshold:0.6", "certain", games=600, seed=1, seeds=2)
    assert json.loads(one) == found.as_dict()


def test_the_others_and_their_number_are_those_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def played(*_: object, **named: Any) -> None:
        asked.update(named)
        raise RuleError("enough")

    monkeypatch.setattr("code777solver.play.comparison.compare", played)
    assert refused(*PAIR, "--others", "slow:1", "--players", "3", "--games", "70", "--seeds", "9") == "enough"
    assert (asked["others"].name, asked["players"], asked["games"], asked["seeds"]) == ("slow:1", 3, 70, 9)


# Until an interval is narrow enough.


@pytest.mark.minutes
@pytest.mark.parametrize("width", ["3%", "0.03", " 3 %"])
def test_compare_until_an_interval_is_narrow_enough(width: str) -> None:
    found = json.loads(run(*PAIR, "--games", "50000", "--seed", "1", "--until", width, "--json").stdout)
    assert 1000 <= found["games"] < 10_000
    assert found["high"] - found["low"] <= 2 * 0.03
    assert found == compare("classic", "threshold:0.6", "certain", games=found["games"], seed=1).as_dict()


@pytest.mark.minutes
def test_compare_says_that_the_interval_is_still_too_wide() -> None:
    text = "The interval is still wider than ± 0.1: play more games"
    assert text in run(*PAIR, *FEW, "--until", "0.1%").stdout
    assert text not in run(*PAIR, *FEW).stdout


@pytest.mark.minutes
def test_simulate_until_an_interval_is_narrow_enough() -> None:
    table = [word for name in ("threshold:0.6", "certain", "certain", "certain") for word in ("-s", name)]
    found = json.loads(run("simulate", *table, "--games", "50000", "--until", "2%", "--json").stdout)
    assert 1000 <= found["games"] < 10_000
    first = found["by_strategy"][0]
    assert first["high"] - first["low"] <= 2 * 0.02
    assert found == json.loads(run("simulate", *table, "--games", str(found["games"]), "--json").stdout)


@pytest.mark.parametrize("command", [PAIR, ("simulate",)], ids=["compare", "simulate"])
@pytest.mark.parametrize("width", ["narrow", "0", "0%", "100%", "1", "-1%", "0.5%%"])
def test_a_width_that_is_none_is_refused_by_name(command: tuple[str, ...], width: str) -> None:
    done = run(*command, "--until", width)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"Error: Invalid value for '--until': {width!r} is not a width like 0.5%"


def test_until_is_not_for_a_cluster() -> None:
    assert refused("simulate", "--until", "1%", "--scheduler", "tcp://x:1") == (
        "--until is for games on this machine: leave out --scheduler, or give --games"
    )


# Parquet.


@pytest.mark.minutes
def test_a_comparison_as_parquet(tmp_path: Path) -> None:
    path = tmp_path / "pair.parquet"
    done = run(*PAIR, *FEW, "--seeds", "2", "--parquet", str(path))
    assert (done.exit_code, done.stderr) == (0, f"code777: {path} written\n")
    expected = compare("classic", "threshold:0.6", "certain", games=600, seed=1, seeds=2).columns()
    assert read(path) == {name: column.tolist() for name, column in expected.items()}


@pytest.mark.minutes
def test_single_games_as_parquet(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    done = run("simulate", "--games", "300", "--seed", "2", "--parquet", str(path), "--json")
    found = read(path)
    assert found["game"] == list(range(300))
    wins = [found["seat"].count(seat) for seat in (1, 2, 3, 4)]
    assert wins == [row["wins"] for row in json.loads(done.stdout)["by_seat"]]


@pytest.mark.minutes
def test_what_cards_remove_as_parquet(tmp_path: Path) -> None:
    path = tmp_path / "cards.parquet"
    assert run("bench", "cards", "--players", "4", "--games", "200", "--parquet", str(path)).exit_code == 0
    found = read(path)
    rows = simulate("classic", ["certain"], players=4, games=200, pruning=True).table("pruning")
    assert set(found["players"]) == {4}
    assert found["card"] == [row["card"] for row in rows]
    assert found["mean"] == pytest.approx([row["mean"] for row in rows], nan_ok=True)


def test_what_cards_tell_in_positions_as_parquet(tmp_path: Path) -> None:
    path = tmp_path / "pairs.parquet"
    assert run("bench", "cards", "--by", "pairs", *POSITIONS, "--parquet", str(path)).exit_code == 0
    found, expected = read(path), measure_cards("classic", players=2, positions=60, seed=1).columns("pairs")
    assert list(found) == ["players", *expected]
    assert len(found["kept"]) == 23 * 23
    assert found["kept"] == pytest.approx(expected["kept"].tolist(), nan_ok=True)


@pytest.mark.parametrize(
    "command",
    [PAIR, ("simulate",), ("bench", "cards"), ("bench", "cards", "--by", "cards")],
    ids=" ".join,
)
def test_without_pyarrow_nothing_is_played_first(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object, **__: object) -> None:
        raise AssertionError("it plays before it refuses")

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for name in ("run", "rows", "block"):
        monkeypatch.setattr(Simulation, name, played)
    monkeypatch.setattr("code777solver.play.card_measures.measure_cards", played)
    assert refused(*command, "--parquet", "x.parquet") == (
        "Parquet files need pyarrow: pip install 'code777solver[parquet]'"
    )


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none" / "x.parquet"
    done = run("bench", "cards", "--by", "cards", *POSITIONS, "--parquet", str(path))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"code777: cannot write {path}: ")
    assert len(done.stderr.splitlines()) == 1


# What cards tell in positions, deals, editions.


@pytest.mark.parametrize(
    ("view", "title"),
    [
        ("cards", "What an answer tells, before it is known"),
        ("answers", "How often each answer comes, and what it then removes"),
        ("stages", "Bits about the numbers, by how many racks were left"),
        ("answerers", "Bits about the numbers, by who answers"),
        ("pairs", "What a card (column) keeps of its bits"),
    ],
)
def test_every_view_of_cards_in_positions(view: str, title: str) -> None:
    done = run("bench", "cards", "--by", view, *POSITIONS)
    assert (done.exit_code, done.stderr) == (0, "")
    found = measure_cards("classic", players=2, positions=60, seed=1)
    assert f"{found.positions} positions, seed 1; {found.settled} more were settled already" in done.stdout
    assert title in done.stdout
    table = list(csv.DictReader(io.StringIO(run("bench", "cards", "--by", view, *POSITIONS, "--csv").stdout)))
    assert len(table) == len(found.table(view))
    assert list(table[0]) == ["players", *found.table(view)[0]]


def test_cards_in_positions_show_half_of_the_interval_beside_each_figure() -> None:
    best = measure_cards("classic", players=2, positions=60, seed=1).rows()[0]
    lines = run("bench", "cards", "--by", "cards", *POSITIONS).stdout.splitlines()
    row = next(line for line in lines if line.split()[:1] == [str(best["card"])])
    assert f"{best['number_bits']:.3f} ±{best['number_bits_half']:.3f}" in row


def test_solvable_says_which_figure_is_exact() -> None:
    done = run("bench", "solvable", "--players", "2", "--players", "3", "--deals", "50", "--fewest", "3", "--seed", "1")
    assert (done.exit_code, done.stderr) == (0, "")
    exact, sampled = (line for line in done.stdout.splitlines() if re.match(r"\s*[23]\s+[\d,]+\s", line))
    whole, found = (solvability("classic", players=n, deals=50, fewest=3, seed=1) for n in (2, 3))
    assert exact.split()[1:5] == [f"{whole.deals:,}", f"{100 * whole.share:.4f}", "%", "exact"]
    assert f"{100 * found.low:.3f} to {100 * found.high:.3f} %" in sampled
    assert "Never, with 2 players (mine last)" in done.stdout


def test_solvable_refuses_to_list_more_deals_than_it_can() -> None:
    assert refused("bench", "solvable", "--players", "4", "--every") == (
        "'classic' with 4 players has too many deals to look at every one"
    )


@pytest.mark.minutes
def test_an_edition_of_one_s_own_has_a_report_beside_the_classic_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "To one point"\nextends = "classic"\n[rules]\npoints_to_win = 1\n', encoding="utf-8")
    few = ("--players", "4", "--games", "40", "--positions", "60")
    found = json.loads(run("bench", "edition", "classic", str(path), *few, "--json").stdout)
    assert list(found) == ["classic", "mine"]
    (whole,), (short,) = found.values()
    assert short["cards"] < whole["cards"] / 2
    assert sum(seat["share"] for seat in whole["seats"]) == pytest.approx(1 - whole["unfinished"] / whole["games"])


# Clear words.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["certian", "certain"], "no strategy 'certian', did you mean 'certain'?"),
        (["certain", "slow:1", "--others", "certian"], "no strategy 'certian', did you mean 'certain'?"),
        (["certain", "nowhere.py:choose"], "strategy 'nowhere.py:choose': there is no file nowhere.py"),
        (["certain", "slow:1", "--edition", "clasic"], "clasic"),
        (
            ["certain", "slow:1", "--edition", "code77", "--players", "5"],
            "5 players: 2 to 4 can be simulated in 'code77'",
        ),
        (["certain", "slow:1", "--games", "9999999999999"], "9999999999999 games: it must be a whole number"),
    ],
    ids=lambda value: " ".join(value)[-24:] if isinstance(value, list) else "",
)
def test_what_cannot_be_compared_is_told_in_one_line(arguments: list[str], message: str) -> None:
    assert message in refused("bench", "compare", *arguments)


def test_a_comparison_needs_two() -> None:
    done = run("bench", "compare", "certain")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == "Error: Missing argument 'SECOND'."


@pytest.mark.minutes
def test_a_strategy_that_fails_in_a_comparison_is_named_with_its_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def broken(view):\n    return 1 // 0\n", encoding="utf-8")
    assert refused("bench", "compare", f"{path}:broken", "certain", "--games", "20") == (
        "your strategy broken failed in game 0, seat 1, after card 1: ZeroDivisionError: integer division or modulo by "
        "zero (mine.py, line 2)"
    )


def test_cards_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "code777solver.show.plots", raising=False)
    monkeypatch.delattr("code777solver.show.plots", raising=False)
    assert refused("bench", "cards", "--by", "cards", *POSITIONS, "--plot", "x.svg") == (
        "plots need matplotlib: pip install 'code777solver[plot]'"
    )
