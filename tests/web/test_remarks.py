"""What is odd about a line, in the words of the page: nothing to type, names as people write them, in every language."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from logs import TABLE

import code777solver
from code777solver.lang import LANGUAGES
from code777solver.sentences import Counted, Sentence
from code777solver.web.remarks import WORDS, remarks
from code777solver.web.solver_cache import Recall
from code777solver.web.worker import answer

RULES = Path(code777solver.__file__).parent / "table" / "table.py"


def told(*lines: str, lang: str = "en", start: tuple[str, ...] = TABLE) -> list[str]:
    """What the page is told about the last line."""
    body = json.dumps({"log": "\n".join((*start, *lines)), "lang": lang})
    status, _, found = answer("table", body.encode(), Recall())
    assert status == 200
    shown: list[str] = json.loads(found)["lines"][-1]["warnings"]
    return shown


def test_every_entry_is_a_warning_of_the_rules() -> None:
    """A pattern that is reworded there would no longer be found here."""
    known = {
        node.value for node in ast.walk(ast.parse(RULES.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)
    }
    assert set(WORDS) <= known


def test_every_warning_with_something_to_type_has_an_entry() -> None:
    """Warnings are yielded or appended; those with a command between backticks are not for the page."""
    typed = set()
    for node in ast.walk(ast.parse(RULES.read_text(encoding="utf-8"))):
        kept = isinstance(node, ast.Yield) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
        )
        if kept or (isinstance(node, ast.FunctionDef) and node.name == "_reshuffle_reminder"):
            texts = {
                part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
            typed |= {text for text in texts if "`" in text or "{edition!r}" in text}
    assert typed
    assert {text for text in typed if "{count} tile " not in text} <= set(WORDS)


def test_not_telling_my_old_tiles_is_not_odd() -> None:
    assert told("Ann 16 =", "declare me 146 right") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_to_type_in_any_language(lang: str) -> None:
    found = told("reshuffle", lang=lang) + told("penalty Bob", lang=lang) + told("Bob 16 =", lang=lang)
    assert found
    assert not any("`" in text or "'classic'" in text for text in found)


def test_names_are_written_as_people_do() -> None:
    odd = Counted(
        1,
        "{count} tile on {name}, but in {edition!r} it holds {full}",
        "{count} tiles on {name}, but in {edition!r} it holds {full}",
        name="spare1",
        edition="stronghold",
        full=3,
    )
    assert remarks([odd]) == ["1 tile on nobody 1, but in this edition it holds 3"]
    assert remarks([Sentence("{name} has won", name="Mary_Ann"), "plain"]) == ["Mary Ann has won", "plain"]
