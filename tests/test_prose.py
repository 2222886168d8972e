"""The word list of tests/prose.py: it finds words in texts and not in code, and the numbers that it allows only fall."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).with_name("prose.py")


@pytest.fixture
def prose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A new copy of the script that reads a folder with two files."""
    spec = importlib.util.spec_from_file_location("prose", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "prose", module)
    spec.loader.exec_module(module)
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "docs" / "page.md").write_text("# Page\n\nPicks by lot.\n\n```\nby lot\n```\n", encoding="utf-8")
    (tmp_path / "tests" / "test_a.py").write_text('"""Whether it holds."""\n\nx = "60 %"\n', encoding="utf-8")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "ALLOWED", tmp_path / "tests" / "prose.json")
    monkeypatch.setattr(sys, "argv", ["prose.py"])
    return module


def allow(prose: ModuleType, **numbers: int) -> None:
    prose.ALLOWED.write_text(json.dumps(numbers), encoding="utf-8")


def test_more_than_before_is_refused_with_place_and_cure(prose: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    allow(prose, tests=1)
    with pytest.raises(SystemExit, match="^more words of the list than before: docs; rewrite the sentences above$"):
        prose.main()
    assert capsys.readouterr().out == "docs/page.md:3: 'by lot': at random\n2 findings, 1 allowed\n"


def test_as_many_as_before_pass(prose: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    allow(prose, tests=1, docs=1)
    prose.main()
    assert capsys.readouterr().out == "2 findings, 2 allowed\n"


def test_allowed_numbers_only_fall(prose: ModuleType) -> None:
    allow(prose, tests=5, docs=0, pocket=3)
    prose.lower()
    assert prose.allowed() == {"docs": 0, "tests": 1}


def test_words_match_whole_words_in_any_case(prose: ModuleType) -> None:
    text = "Mended. Amended, recommended. So many as needed, 5% of `60 %`. What there is."
    assert [found.words for found in prose.in_text(text, "a.md", 1)] == ["Mended"]
