"""What all studies have in common: their tables as columns, CSV, JSON, Parquet and HTML."""

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


def test_the_json_of_a_single_game_has_no_infinity() -> None:
    found = strictly(compare("classic", "threshold:0.6", "certain", players=2, games=1).json())
    assert found["low"] is None
    assert found["seeds"][0]["half"] is None


def test_the_command_offers_the_tables_of_the_study(studies: dict[str, Study]) -> None:
    assert tuple(studies["simulation"].tables()) == TABLES
    assert tuple(studies["cards"].tables()) == VIEWS
