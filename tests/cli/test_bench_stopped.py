"""``code777 bench`` stopped by Ctrl-C: what is counted is printed, marked, and the status is 130."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

from code777solver.cli import speed
from code777solver.cli.main import main
from code777solver.errors import StrategyError
from code777solver.play import comparison, league, rating, solvability
from code777solver.play.comparison import Pairs

PAIR = ("bench", "compare", "threshold:0.6", "certain", "--threads", "1", "--seed", "1")
LEAGUE = ("bench", "league", "--players", "3", "--threads", "1", "-s", "certain", "-s", "slow:1", "-f", "certain")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False, env={"COLUMNS": "160"})


def stopping(after: int, found: Callable[..., Any], error: BaseException | None = None) -> Callable[..., Any]:
    """A function that gives results ``after`` times, and is then interrupted."""
    calls = iter(range(after))

    def call(*arguments: Any, **named: Any) -> Any:
        if next(calls, None) is None:
            raise error or KeyboardInterrupt
        return found(*arguments, **named)

    return call


def pairs(counter: Any, _first: int, games: int) -> Pairs:
    """Games of which each strategy wins some alone."""
    return Pairs(counter.pairs.seed, games, games // 5, games // 10, games // 20, (0, 0))


def test_a_comparison_that_is_stopped_prints_the_games_that_were_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """It dropped them, and said `stopped`."""
    monkeypatch.setattr(comparison._Counter, "block", stopping(3, pairs))
    done = run(*PAIR, "--games", "20000")
    assert done.exit_code == 130
    assert done.stderr == "code777: stopped: these are the 1,500 of 20,000 games that were done\n"
    assert "classic, 4 players, the others certain: 1,500 games" in done.stdout
    assert "stopped early: 1,500 of 20,000 games were done" in done.stdout
    monkeypatch.setattr(comparison._Counter, "block", stopping(3, pairs))
    found = json.loads(run(*PAIR, "--games", "20000", "--json").stdout)
    assert (found["games"], found["difference"]) == (1500, pytest.approx((150 - 75) / 1500))


def test_a_comparison_that_is_stopped_at_once_has_nothing_to_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison._Counter, "block", stopping(0, pairs))
    done = run(*PAIR)
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "code777: stopped: no games were done\n")


def test_a_comparison_that_ends_early_by_itself_is_not_called_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison._Counter, "block", stopping(100, pairs))
    done = run(*PAIR, "--games", "20000", "--until", "5%")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "others certain: 1,000 games" in done.stdout
    assert "stopped early" not in done.stdout


def test_a_comparison_in_which_a_strategy_fails_prints_the_games_that_were_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison._Counter, "block", stopping(2, pairs, StrategyError("mine: it failed")))
    done = run(*PAIR, "--games", "20000")
    assert done.exit_code == 2
    assert done.stderr == "code777: mine: it failed: these are the 1,000 of 20,000 games that were done\n"
    assert "others certain: 1,000 games" in done.stdout


def played(_league: Any, _table: Any, _free: Any, _first: int) -> tuple[int, int]:
    return 1000, 250


def test_a_league_that_is_stopped_prints_the_table_in_progress_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league.League, "_block", stopping(5, played))
    done = run(*LEAGUE, "--games", "3000")
    assert done.exit_code == 130
    assert done.stderr == "code777: stopped: these are the 1 of 2 tables that were done\n"
    assert "stopped early, 2,000 games only: slow:1 against certain" in done.stdout
    assert done.stdout.count("25.0 ±") == 2
    monkeypatch.setattr(league.League, "_block", stopping(5, played))
    cells = json.loads(run(*LEAGUE, "--games", "3000", "--json").stdout)["cells"]
    assert [(cell["strategy"], cell["games"], cell["wins"]) for cell in cells] == [
        ("certain", 3000, 750),
        ("slow:1", 2000, 500),
    ]


def test_a_league_that_is_stopped_does_not_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """All games of the table were waited for."""
    asked = []

    def block(table: Any, *arguments: Any) -> Any:
        asked.append(arguments)
        return count(table, *arguments)

    count = stopping(2, played)
    monkeypatch.setattr(league.League, "_block", block)
    assert run(*LEAGUE, "--games", "10000000").exit_code == 130
    assert len(asked) <= 5


def test_a_league_that_is_stopped_at_once_is_not_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(league.League, "_block", stopping(0, played))
    done = run(*LEAGUE, "--plot", str(tmp_path / "league.svg"))
    assert (done.exit_code, done.stderr) == (130, "code777: stopped: no tables were done\n")
    assert not list(tmp_path.iterdir())


def test_figures_of_speed_that_are_stopped_have_the_status_of_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was that of success."""

    def measure(*_: object) -> Iterator[speed.Speed]:
        yield speed.Speed("4 x certain", 1000.0, "games", 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(speed, "measure", measure)
    done = run("bench", "speed", "--json")
    assert done.exit_code == 130
    assert done.stderr == "code777: stopped: these are the figures that were done\n"
    assert [row["what"] for row in json.loads(done.stdout)] == ["4 x certain"]


def test_tables_of_deals_that_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solvability, "solvability", stopping(1, solvability.solvability))
    asked = ("bench", "solvable", "--players", "2", "--players", "3", "--fewest", "1", "--json")
    done = run(*asked)
    assert (done.exit_code, done.stderr) == (130, "code777: stopped: these are the 1 of 2 tables that were done\n")
    assert [one["players"] for one in json.loads(done.stdout)] == [2]
    done = run(*asked)
    assert (done.exit_code, done.stderr) == (130, "code777: stopped: no tables were done\n")


def test_ratings_that_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(_edition: Any, _players: int, strategies: Any, **_: Any) -> Iterator[rating.Tables]:
        tables = rating.Tables(list(strategies))
        tables.add([0, 1], rating.np.array([140, 100]))
        yield tables
        raise KeyboardInterrupt

    monkeypatch.setattr(rating, "play_tables", play)
    done = run("bench", "levels", "--json")
    assert (done.exit_code, done.stderr) == (130, "code777: stopped: these are the 240 games that were done\n")
    assert json.loads(done.stdout)["games"] == 240
