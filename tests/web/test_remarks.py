"""Remarks about an odd or wrong line, as the page shows them: nothing to type, names as people write them, in every language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from logs import TABLE

from code777solver.lang import LANGUAGES
from code777solver.sentences import Sentence
from code777solver.table.warning_kinds import EventWarning, WarningKind
from code777solver.web.remarks import remarks
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer


def last_line(*lines: str, lang: str = "en", start: tuple[str, ...] = TABLE) -> Any:
    """The last line as the page gets it."""
    body = json.dumps({"log": "\n".join((*start, *lines)), "lang": lang})
    status, _, found = answer("table", body.encode(), SolverCache())
    assert status == 200
    return json.loads(found)["lines"][-1]


def told(*lines: str, lang: str = "en", start: tuple[str, ...] = TABLE) -> list[str]:
    """Warnings for the page about the last line."""
    shown: list[str] = last_line(*lines, lang=lang, start=start)["warnings"]
    return shown


def test_not_telling_my_old_tiles_is_not_odd() -> None:
    assert told("Ann 16 =", "declare me 146 right") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_to_type_in_any_language(lang: str) -> None:
    found = told("reshuffle", lang=lang) + told("penalty Bob", lang=lang) + told("Bob 16 =", lang=lang)
    assert found
    assert not any("`" in text or "'classic'" in text for text in found)


@pytest.mark.parametrize(
    ("start", "lines", "odd"),
    [
        (("option false_answer_penalty 0", *TABLE), ("penalty Bob",), "this edition has no penalty for a false answer"),
        (
            ("option own_tiles_seen if_right", *TABLE),
            ("Ann 16 =", "declare me 146 wrong saw G1 K3 N4"),
            "in this edition the tiles of a wrong declaration stay hidden from you",
        ),
        (
            ("option target tiles", *TABLE),
            ("Ann 16 =", "declare Bob 257 wrong"),
            "this edition requires the colours too",
        ),
        (
            ("edition stronghold", "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5"),
            ("rack spare1 N4",),
            "1 tile on nobody 1, but in this edition it holds 3",
        ),
        (
            ("option reshuffle_at 3", *TABLE),
            ("Ann 16 =", "declare me 146 wrong", "rack me ?", "reshuffle"),
            "this edition waits until 3",
        ),
        (
            ("option reshuffle_at 20", *TABLE),
            ("Ann 16 =", "declare me 146 wrong", "rack me ?", "Bob 16 ="),
            " tiles are left: reshuffle now",
        ),
    ],
)
def test_the_edition_is_not_named_by_its_file(start: tuple[str, ...], lines: tuple[str, ...], odd: str) -> None:
    found = told(*lines, start=start)
    assert any(odd in text for text in found), found


def test_names_are_written_as_people_do() -> None:
    sentence = Sentence("{name} has won", remedy=": type `{name}`", name="Mary_Ann")
    assert remarks([EventWarning(WarningKind.GAME_OVER, sentence)]) == ["Mary Ann has won"]


@pytest.mark.parametrize(
    ("line", "lang", "reason"),
    [
        ("declare Ann 257 right\ndeclare Ann 257 right", "en", "Ann has no tiles to declare"),
        ("declare Ann 257 right\nBob 16 =", "fr", "le chevalet de Ann n'a pas de tuiles dans le journal"),
        ("declare Ann", "de", "'Ann' ist nicht lesbar"),
        ("Ann 30 1", "en", "no card 30 in edition 'classic' (cards 1-23)"),
    ],
)
def test_the_reason_of_a_refusal_names_nothing_to_type(line: str, lang: str, reason: str) -> None:
    found = last_line(line, lang=lang)
    assert found["reason"] == reason
    assert found["error"].startswith(reason)
    assert ("`" in found["error"]) == (found["error"] != reason)


def test_an_error_comes_with_its_reason() -> None:
    body = {"log": "\n".join(TABLE), "lines": ["declare Ann 257 right", "declare Ann 257 right"]}
    status, _, found = answer("whatif", json.dumps(body).encode(), SolverCache())
    error = json.loads(found)["error"]
    assert (status, error["code"]) == (422, "bad_line")
    assert error["message"] == "Ann has no tiles to declare: log `rack Ann ...` first"
    assert error["reason"] == "Ann has no tiles to declare"
    status, _, found = answer(
        "explain", json.dumps({"log": "players Ann Bob", "claim": "no 6"}).encode(), SolverCache()
    )
    error = json.loads(found)["error"]
    assert (status, error["code"], error["reason"]) == (422, "refused", "no player is called `me`")


def test_a_refused_line_of_code_breaker_has_a_reason() -> None:
    body = json.dumps({"log": "pack breaker-4\nAS 2H 3D"}).encode()
    _, _, found = answer("breaker", body, SolverCache())
    line = json.loads(found)["lines"][-1]
    assert line["reason"] == "the answer to AS 2H 3D is missing: numbers, suits and cards"
    assert line["error"] == f"{line['reason']} (like `AS 2H 3D 1 2 0`)"
