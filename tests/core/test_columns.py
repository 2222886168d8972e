"""Results as columns: every kind of result, and the packages that take them."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from code777solver import Code777Error, Solver, columns, measure_cards, simulate, solvability
from code777solver.core import columns as module
from code777solver.core.columns import write_parquet
from code777solver.errors import ArgumentError
from code777solver.play.simulation import Simulation

LINES = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 16 <\nBob 10 3\n"


def solver() -> Solver:
    return Solver.from_log(LINES)


def test_candidates_are_columns_in_their_order() -> None:
    racks = solver().candidates
    found = columns(racks)
    assert list(found) == ["tiles", "numbers", "probability", "rack"]
    assert found["tiles"].tolist() == [" ".join(one.tiles) for one in racks]
    assert found["numbers"].tolist() == [one.numbers for one in racks]
    assert found["probability"].tolist() == [one.probability for one in racks]


@pytest.mark.parametrize("name", ["codes", "questions", "answers_heard", "tiles"])
def test_lists_of_records_are_columns_of_their_fields(name: str) -> None:
    rows = getattr(solver(), name)
    found = columns(rows)
    assert list(found) == list(rows[0]._fields)
    assert {len(column) for column in found.values()} == {len(rows)}
    for field, column in found.items():
        assert column.dtype.kind in "biufU"
        if isinstance(getattr(rows[0], field), int | float):
            assert column.tolist() == [getattr(row, field) for row in rows]


def test_chances_of_answers_are_text() -> None:
    question = solver().questions[0]
    said = columns([question])["answers"][0]
    assert dict(part.rsplit(":", 1) for part in said.split()) == {
        symbol: f"{chance:.6g}" for symbol, chance in question.answers.items()
    }


def test_what_is_missing_is_not_a_number_or_no_text() -> None:
    found = columns([{"n": 1, "x": None, "s": None, "b": True}, {"n": 2, "x": 3, "s": "a", "b": False}])
    assert found["n"].dtype == np.int64
    assert math.isnan(found["x"][0]) and found["x"][1] == 3.0
    assert found["s"].tolist() == ["", "a"]
    assert found["b"].dtype == bool
    assert columns([]) == {}


@pytest.mark.parametrize("bad", ["text", 3, [1, 2], None])
def test_what_has_no_columns_is_refused(bad: Any) -> None:
    with pytest.raises(ArgumentError, match="has no columns: give a result, or a list of records"):
        columns(bad)


def test_a_dict_of_arrays_is_not_taken_for_one_record() -> None:
    games = Simulation("classic", ["certain"], players=3, seed=1).games(20)
    found = columns(games)
    assert list(found) == list(games)
    assert all(found[name] is column for name, column in games.items())


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"a": np.zeros(2), "b": np.zeros(3)}, "column 'b' has 3 rows, column 'a' has 2"),
        ({"a": np.zeros(2), "b": 1}, "column 'b' is not an array of one dimension"),
        ({"a": np.zeros((2, 2))}, "column 'a' is not an array of one dimension"),
    ],
)
def test_arrays_that_are_no_columns_are_refused(bad: Any, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        columns(bad)


def results() -> list[Any]:
    """Results of every kind that is quick to get."""
    game = solver()
    return [game.candidates, game.codes, game.questions, game.answers_heard]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_data_frames_take_them_as_they_are(package: str) -> None:
    frames = pytest.importorskip(package, reason=f"{package} is not installed; the package does not need it")
    for result in results():
        frame = frames.DataFrame(columns(result))
        assert list(frame.columns) == list(columns(result))
        assert len(frame) == len(result)
    frame = frames.DataFrame(columns(solver().codes))
    assert frame["numbers"][0] == solver().codes[0].numbers
    assert float(frame["probability"].sum()) == pytest.approx(1)


def test_parquet_files_hold_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    found = columns(solver().candidates)
    write_parquet(found, tmp_path / "racks.parquet")
    back = parquet.read_table(tmp_path / "racks.parquet").to_pydict()
    assert back == {name: column.tolist() for name, column in found.items()}
    with pytest.raises(Code777Error, match="cannot write .*nowhere"):
        write_parquet(found, tmp_path / "nowhere" / "x.parquet")


def test_without_pyarrow_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Code777Error, match=r"Parquet files need pyarrow: pip install 'code777solver\[parquet\]'"):
        module.require_parquet()


@pytest.mark.minutes
def test_results_of_games_and_measurements_are_columns_with_a_short_name() -> None:
    played = simulate("classic", ["certain"], players=4, games=200, seed=1, pruning=True)
    assert repr(played) == "<Results classic, 4 players, 200 games, seed 1: certain 25.0 ± 3.0 %>"
    for table in ("by_strategy", "by_seat", "by_strategy_and_seat", "length", "pruning"):
        found = played.columns(table)
        assert list(found) == played.csv(table).splitlines()[0].split(",")
        assert {len(column) for column in found.values()} == {len(played.csv(table).splitlines()) - 1}
    measured = measure_cards("classic", players=3, positions=100)
    assert repr(measured).startswith("<CardMeasures classic, 3 players, ")
    assert len(columns(measured)["card"]) == 23
    assert len(measured.columns("pairs")["kept"]) == 23 * 23
    solved = solvability("classic", players=4, deals=50, fewest=1)
    assert repr(solved).startswith("<Solvability classic, 4 players: ")
    assert columns(solved)["players"].tolist() == [4]
    shown: list[Callable[[], str]] = [one._repr_html_ for one in (played, measured, solved, solver().candidates)]
    for html in shown:
        text = html()
        assert text.count("<tr>") == text.count("</tr>") >= 2
        assert "array(" not in text


@pytest.mark.minutes
def test_single_games_are_rows_that_add_up_to_the_counts() -> None:
    table = Simulation("classic", ["certain", "slow:1", "slow:1", "slow:1"], seed=2)
    found, whole = table.games(300, first=40), table.block(40, 300)
    assert found["game"].tolist() == list(range(40, 340))
    assert int((found["strategy"] == "certain").sum()) == whole.wins[0].sum()
    assert [int((found["seat"] == seat + 1).sum()) for seat in range(4)] == whole.wins.sum(axis=0).tolist()
    assert int(found["cards"].sum()) == whole.cards_drawn
    assert int(sum(found[f"right_{seat}"].sum() for seat in range(1, 5))) == whole.right.sum()
