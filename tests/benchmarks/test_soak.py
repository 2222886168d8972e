"""A few thousand lines of `benchmarks/soak.py`, and that memories which could grow without end do not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from code777solver import load_edition
from code777solver.core import arrays as compiling
from code777solver.core.arrays import EditionArrays, arrays_for
from code777solver.core.racksets import sets_for

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import soak


@pytest.mark.seconds
def test_a_few_thousand_lines_through_one_session(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(soak, "EDITIONS", {"classic": 8, "stronghold": 1, "code77": 1})
    soaked, memory = soak.soak(3000, seed=5, intervals=4)
    assert soaked.session.lines == []
    kinds = (
        "accepted",
        "odd",
        "refused",
        "empty",
        "undo",
        "redo refused",
        "fix",
        "drop",
        "doubt",
        "taken back",
        "games",
    )
    assert all(soaked.done[kind] > 0 for kind in kinds), soaked.done
    assert sum(soaked.done[kind] for kind in ("accepted", "odd", "refused", "empty")) >= 3000
    assert [count for count, _ in memory] == [750, 1500, 2250, 3000]
    assert "3,000" in capsys.readouterr().out


def test_a_refused_line_that_changes_the_log_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    one = soak.Soak(soak.random.Random(0))
    monkeypatch.setattr(type(one.session), "lines", property(lambda session: [""] * session.undo_count))
    monkeypatch.setattr(type(one.session), "undo_count", 0, raising=False)
    with pytest.raises(AssertionError, match="made 0 lines instead of 1"):
        one.enter("edition classic")


def test_growth_counts_from_the_end_of_the_warm_up() -> None:
    memory = [(100, 50.0), (200, 80.0), (300, 81.0), (900, 95.0), (1000, 90.0)]
    assert soak.growth(memory, 1000) == 15.0


def test_tables_of_many_editions_are_let_go(tmp_path: Path) -> None:
    made = []
    for value in range(compiling._MOST_TABLES + 5):
        deck = "every = { numbers = [1, 2, 3], colours = 'GYB', copies = 3 }"
        text = f'[deck]\n{deck}\n[rules]\nmost_players = 3\n[[card]]\nnumber = 1\ntext = "?"\nracks = "sum > {value}"\n'
        (tmp_path / "mine.toml").write_text(text)
        made.append(load_edition("mine.toml", folder=tmp_path))
        sets_for(arrays_for(made[-1]))
        arrays_for(load_edition("classic"))
    assert len(compiling._kept_arrays) <= compiling._MOST_TABLES
    assert arrays_for(made[-1]) is arrays_for(made[-1])
    kept = {id(arrays) for arrays in compiling._kept_arrays.values()}
    assert id(arrays_for(load_edition("classic"))) in kept, "what is asked for again and again stays"
    assert compiling.arrays_key(made[-1]) in compiling._kept_arrays
    assert compiling.arrays_key(made[0]) not in compiling._kept_arrays
    assert sets_for.cache_info().currsize <= compiling._MOST_TABLES


def test_what_tables_remember_of_scenes_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_MOST_KEPT", 20_000)
    monkeypatch.setattr(compiling, "_MOST_MEASURES", 50)
    ed = load_edition("classic")
    arrays = EditionArrays(ed)
    racks = [arrays.racks.rack(i) for i in range(len(arrays.racks))]
    for i in range(len(racks) - 1):
        for card in (1, 8):
            total = arrays.total(card, (racks[i], racks[i + 1]))
            right = [ed.card(card).answer([racks[i], racks[i + 1], mine]) for mine in racks[:5]]
            symbols = ed.card(card).meaning.symbols(3)
            assert [symbols[code] for code in arrays.cards[card].answers(total)[:5]] == right
            assert arrays.cards[card].agreeing(total, 0).shape == (len(racks),)
    assert len(arrays._measures) <= 50
    for card in (1, 8):
        assert len(arrays.cards[card]._agreeing) * (8 * len(racks) + 300) <= 20_000 + 8 * len(racks) + 300
        assert len(arrays.cards[card]._answers) <= 20_000 // 300 + 1
