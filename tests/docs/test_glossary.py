"""Every name in the glossary exists, every term has one meaning."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"
ROWS = re.findall(r"^\| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
TERMS = [row for row in ROWS if row[0] != "term"]


def test_each_term_is_defined_once() -> None:
    names = [term for term, _, _ in TERMS]
    assert len(names) > 50
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", sorted({code for _, _, code in TERMS if code != "-"}))
def test_each_name_in_the_code_exists(name: str) -> None:
    assert resolve_name(f"code777solver.{name.strip('`')}") is not None
