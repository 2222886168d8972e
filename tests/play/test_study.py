"""Features of all studies: their tables as columns, CSV, JSON, Parquet and HTML."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from code777solver import compare, measure_cards, simulate, solvability
from code777solver.cli.research import VIEWS
from code777solver.cli.simulate import TABLES
from code777solver.play.league import League
from code777solver.play.rating import Tables
from code777solver.play.study import Study
from code777solver.play.study_text import TextTable, column, laid_out
from code777solver.rules.editions import load_edition


def strictly(text: str) -> Any:
    return json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def rated() -> Tables:
    tables = Tables(["strong", "weak"])
    tables.add([0, 1], np.array([70, 30]))
    return tables


def league() -> League:
    table = League(load_edition("classic"), 3, ["certain"], ["certain"], games=50)
    list(table.play())
    return table


@pytest.fixture(scope="module")
def studies() -> dict[str, Study]:
    return {
        "simulation": simulate("classic", ["certain"], players=3, games=60, pruning=True),
        "comparison": compare("classic", "threshold:0.6", "certain", players=3, games=60),
        "league": league(),
        "cards": measure_cards("classic", players=2, positions=60),
        "solvability": solvability("classic", players=3, deals=50, fewest=2),
        "rating": rated(),
    }


@pytest.mark.parametrize("name", ["simulation", "comparison", "league", "cards", "solvability", "rating"])
def test_every_table_has_the_same_rows_in_every_form(name: str, studies: dict[str, Study], tmp_path: Path) -> None:
    study = studies[name]
    assert strictly(study.json())
    assert study.table() == study.table(next(iter(study.tables())))
    assert study._repr_html_().count("<tr>") == min(60, len(study.table())) + 1
    for table in study.tables():
        rows, columns = study.table(table), study.columns(table)
        read = list(csv.DictReader(io.StringIO(study.csv(table))))
        assert [list(row) for row in (rows[0], columns, read[0])] == [list(columns)] * 3
        assert {len(rows), len(read), *map(len, columns.values())} == {len(rows)}
    for ending, start in ((".json", b"{"), (".csv", study.csv().encode()), (".parquet", b"PAR1")):
        study.save(tmp_path / f"study{ending}")
        assert (tmp_path / f"study{ending}").read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["simulation", "comparison", "league", "cards", "solvability", "rating"])
def test_the_text_shows_the_rows_of_the_first_table(name: str, studies: dict[str, Study]) -> None:
    study = studies[name]
    table = next(part for part in study.text_parts() if isinstance(part, TextTable))
    rows = study.table()[-1:] if name == "comparison" else study.table()
    assert [table.columns[0].cell(row) for row in table.rows] == [table.columns[0].cell(row) for row in rows]
    lines = study.text(200).splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:1] == table.columns[0].heading.split()[:1])
    for row, line in zip(table.rows, lines[start + 1 :], strict=False):
        assert line.split() == " ".join(one.cell(row) for one in table.columns).split()


def test_columns_without_room_follow_below_with_the_first_column_again() -> None:
    rows = [{"card": 1, "first": "abc", "second": "defgh"}, {"card": 22, "first": "ijk", "second": "l"}]
    table = TextTable(rows, [column("card"), column("first"), column("second", left=True)], describes_cards=True)
    texts = {1: "More 1s or more 7s?"}
    wide = [line.text + line.faint for line in laid_out([table], 38, texts)]
    assert wide == ["card  first  second", "   1    abc  defgh   More 1s or more …", "  22    ijk  l"]
    narrow = [line.text + line.faint for line in laid_out([table], 18, texts)]
    assert narrow == ["card  first", "   1    abc", "  22    ijk", "", "card  second", "   1  defgh", "  22  l"]


def test_the_json_of_a_single_game_has_no_infinity() -> None:
    found = strictly(compare("classic", "threshold:0.6", "certain", players=2, games=1).json())
    assert found["low"] is None
    assert found["seeds"][0]["half"] is None


def test_the_command_offers_the_tables_of_the_study(studies: dict[str, Study]) -> None:
    assert tuple(studies["simulation"].tables()) == TABLES
    assert tuple(studies["cards"].tables()) == VIEWS
