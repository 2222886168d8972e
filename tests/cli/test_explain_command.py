"""The mind through the command: what `analyze`, `explain` and `check` print, as JSON and for people, and how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from logs import TABLE
from strategies import join, solve

from code777solver.cli.main import main
from code777solver.reasons.claims import FORMS

GAME = (*TABLE, "Ann 17 >", "Bob 10 3", "me 5 0", "Ann 16 =")
BROKEN = (*TABLE, "Ann 11 2", "Bob 11 1", "me 5 0")
"""Two answers that exclude each other, at lines 4 and 5."""
WAITING = (*TABLE, "Ann 8 4", "Bob 5 0", "declare me 146 wrong saw G1 N4 R5")


def run(*arguments: str, log: tuple[str, ...] = GAME) -> Result:
    return CliRunner().invoke(main, [arguments[0], "-", *arguments[1:]], input=join(*log))


def data(*arguments: str, log: tuple[str, ...] = GAME, status: int = 0) -> Any:
    result = run(*arguments, "--json", log=log)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def assert_refused(result: Result, *words: str) -> None:
    """Bad input: status 2, one line that says why, and no traceback."""
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("code777: ")
    for word in words:
        assert word in line
    assert "Traceback" not in line


def assert_no_crash(result: Result) -> None:
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output


# -------------------------------------------------------------------------------------------- analyze


def test_analyze_json_has_the_fields_that_scripts_rely_on() -> None:
    found, solver = data("analyze"), solve(*GAME)
    assert found["edition"] == "classic"
    assert found["events"] == len(GAME)
    assert found["solved"] is solver.solved
    assert found["contradiction"] is None
    assert [row["tiles"] for row in found["candidates"]] == [list(c.tiles) for c in solver.candidates]
    assert [row["probability"] for row in found["codes"]] == [code.probability for code in solver.codes]
    wanted = ["line", "player", "card", "answer", "bits", "only", "racks_without", "codes_without", "tile_bits"]
    assert [list(row) for row in found["answers"]] == [wanted] * 3
    assert found["target"] == "numbers"
    assert [(row["line"], row["player"], row["card"]) for row in found["answers"]] == [
        (4, "Ann", 17),
        (5, "Bob", 10),
        (7, "Ann", 16),
    ]
    for row, told in zip(found["answers"], solver.answers_heard, strict=True):
        assert (row["bits"], row["only"]) == (told.bits, told.only)
    for row, opponent in zip(found["opponents"], solver.opponents, strict=True):
        assert row == {name: value for name, value in opponent._asdict().items() if name != "misled_by"}
        assert not opponent.misled_by
        assert {"player", "certain", "expected_codes"} <= row.keys()
    for row, question in zip(found["questions"], solver.questions, strict=True):
        assert row == {**question._asdict(), "answers": dict(question.answers)}
    assert "assumed" not in found
    assert "further" not in found


def test_analyze_json_of_a_contradiction_names_the_culprits_and_ends_with_1() -> None:
    found = data("analyze", log=BROKEN, status=1)
    assert found["candidates"] == found["codes"] == found["questions"] == found["opponents"] == []
    contradiction = found["contradiction"]
    assert contradiction["lines"] == [5]
    solver = solve(*BROKEN)
    culprits = solver.diagnose().culprits
    assert [row["lines"] for row in contradiction["culprits"]] == [list(c.lines) for c in culprits]
    assert {tuple(row["lines"]) for row in contradiction["culprits"]} == {(4,), (5,)}
    for row, expected in zip(contradiction["culprits"], culprits, strict=True):
        assert row["probability"] == expected.probability
        assert row["racks"] == expected.racks
        assert {int(line): answers for line, answers in row["instead"].items()} == expected.instead
    assert contradiction["misreadings"] == []


def test_analyze_json_of_a_contradiction_names_what_may_have_been_misread() -> None:
    """Bob's tiles add up to 17; with a 7 for a 6 they would count."""
    found = data("analyze", log=(*TABLE, "Ann 1 2"), status=1)["contradiction"]
    expected = solve(*TABLE, "Ann 1 2").diagnose().misreadings
    assert found["misreadings"] == [{**one._asdict(), "leaves": list(one.leaves)} for one in expected]
    assert {"kind": "tile", "text": "Bob has B7 and not G6"}.items() <= found["misreadings"][0].items()


def test_analyze_shows_people_the_culprits_too() -> None:
    result = run("analyze", log=BROKEN)
    assert result.exit_code == 1
    assert_no_crash(result)
    assert "CONTRADICTION at line 5" in result.stdout
    assert "line 4 (Ann 11 2)" in result.stdout
    assert "line 5 (Bob 11 1)" in result.stdout


@pytest.mark.parametrize("depth", [1, 2])
def test_analyze_with_silence_shows_the_assumption_apart(depth: int) -> None:
    plain, found = data("analyze"), data("analyze", "--silence", "0.5", "--depth", str(depth))
    assumed = found.pop("assumed")
    assert found == plain, "an assumption changes nothing else"
    expected = solve(*GAME).assuming_silence(factor=0.5, depth=depth)
    assert assumed == {
        "factor": 0.5,
        "depth": depth,
        "possible": True,
        "codes": [{"numbers": code.numbers, "probability": code.probability} for code in expected.codes],
        "candidates": [{**rack._asdict(), "tiles": list(rack.tiles)} for rack in expected.candidates],
    }
    text = run("analyze", "--silence", "0.5").stdout
    assert "IF the others declare when certain" in text
    assert "assumption" in text


def test_analyze_with_an_estimate_of_the_future() -> None:
    found = data("analyze", "--further")
    expected = solve(*GAME).further()
    assert found["further"] == expected._asdict()
    assert "Estimate:" in run("analyze", "--further").stdout


def test_an_estimate_without_an_end_has_nulls(tmp_path: Path) -> None:
    """Standard JSON has no NaN. With card 5 alone nobody ever knows more than odd or even."""
    (tmp_path / "one.toml").write_text('extends = "classic"\ncards = "five.toml"\n')
    (tmp_path / "five.toml").write_text('[[card]]\nnumber = 5\ntext = "Odd or even?"\nracks = "parities == 1"\n')
    path = tmp_path / "game.c777"
    path.write_text(join("edition one.toml", "players Ann me", "rack Ann Y2 K5 B7"))
    result = CliRunner().invoke(main, ["analyze", str(path), "--json", "--further"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    assert found["further"] == {"answers": None, "error": None, "never": 1.0, "samples": 4000}
    text = CliRunner().invoke(main, ["analyze", str(path), "--further"]).stdout
    assert "no future answers would settle your code" in " ".join(text.split())


def test_an_estimate_with_an_error_rate_says_that_nothing_becomes_certain() -> None:
    log = ("option error_rate 0.05", *GAME)
    found = json.loads(run("analyze", "--further", "--json", log=log).stdout)
    assert found["further"] == {"answers": None, "error": None, "never": 1.0, "samples": 0}
    text = " ".join(run("analyze", "--further", log=log).stdout.split())
    assert "Any answer may be wrong (`error_rate`), so no number of answers makes your code certain." in text
    assert "Estimate:" not in text


def test_analyze_what_if_supposes_lines_and_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    path.write_text(join(*GAME))
    result = CliRunner().invoke(main, ["analyze", str(path), "--json", "--what-if", "Bob 8 4", "--what-if", "me 3 0"])
    assert result.exit_code == 0
    found, expected = json.loads(result.stdout), solve(*GAME, "Bob 8 4", "me 3 0")
    assert [row["tiles"] for row in found["candidates"]] == [list(c.tiles) for c in expected.candidates]
    assert found["events"] == len(GAME) + 2
    assert path.read_text() == join(*GAME)
    assert_refused(run("analyze", "--what-if", "Bob 99 1"), "--what-if", "no card 99")
    assert run("analyze", "--json", "--what-if", "Bob 1 2").exit_code == 1


@pytest.mark.parametrize("log", [BROKEN, WAITING], ids=["contradiction", "no rack"])
@pytest.mark.parametrize("extra", [["--silence", "0"], ["--further"], ["--silence", "0", "--further"]])
@pytest.mark.parametrize("style", [["--json"], []])
def test_analyze_survives_games_without_a_rack_to_reason_about(
    log: tuple[str, ...], extra: list[str], style: list[str]
) -> None:
    result = run("analyze", *extra, *style, log=log)
    assert_no_crash(result)
    assert result.exit_code in (0, 1, 2)
    if style and result.exit_code < 2:
        found = json.loads(result.stdout)
        assert found.get("further") is None or found["further"]["answers"] != 0


def test_analyze_of_doubted_and_unheard_answers() -> None:
    found = data("analyze", log=(*TABLE, "Ann 17 > ?", "Bob 10 ?"))
    assert [(row["line"], row["only"]) for row in found["answers"]] == [(4, 0)]
    assert found["racks"] == len(solve(*TABLE).candidates)


def test_analyze_as_another_seat() -> None:
    log = (*TABLE, "rack me N4 N4 R5", "Ann 17 >", "me 8 6")
    found = data("analyze", "--as", "Bob", log=log)
    assert found["seat"] == "Bob"
    assert [row["player"] for row in found["opponents"]] == ["Ann", "me"]
    assert [row["line"] for row in found["answers"]] == [5, 6]


# -------------------------------------------------------------------------------------------- explain


@pytest.mark.parametrize("claim", [["has", "4"], ["has 4"], ["why", "has", "4?"], ["WHY", "HAS", "4s"]])
def test_explain_proves_a_claim(claim: list[str]) -> None:
    result = run("explain", *claim)
    assert result.exit_code == 0
    assert "Proved: has 4, by 1 answer." in result.stdout
    for part in (
        "Line 4: Ann answered card 17 with >",
        "More brown or more blue",
        "Bob R5 G6 G6",
        "so your rack has at least 1 more brown tile than blue tiles.",
    ):
        assert part in " ".join(result.stdout.split())
    found = data("explain", *claim)
    assert found["claim"] == "has 4"
    assert found["proved"] is True
    assert found["probability"] == 1.0
    assert found["premises"] == [4]
    assert found["counterexample"] is None
    assert found["given"] == []
    (step,) = found["steps"]
    (answer,) = step["answers"]
    assert answer["seen"] == {"Bob": ["R5", "G6", "G6"]}
    assert (answer["line"], answer["player"], answer["card"], answer["answer"]) == (4, "Ann", 17, ">")
    assert answer["says"].endswith("so your rack has at least 1 more brown tile than blue tiles")
    assert "has 4" in step["facts"]
    assert step["racks"] == len(solve(*TABLE, "Ann 17 >").candidates)


def test_explain_says_what_speaks_against_a_claim() -> None:
    result = run("explain", "no", "5")
    assert result.exit_code == 0
    proof = solve(*GAME).why("no 5")
    assert not proof.proved
    assert f"Not proved: no 5. Chance {proof.probability * 100:.1f} %." in result.stdout
    assert f"You may still hold {' '.join(proof.counterexample or ())}." in result.stdout
    found = data("explain", "no", "5")
    assert (found["proved"], found["probability"], found["steps"]) == (False, proof.probability, [])
    assert found["counterexample"] == list(proof.counterexample or ())


def test_explain_why_not_asks_for_the_opposite() -> None:
    assert data("explain", "why", "not", "no", "4")["claim"] == "has 4"
    assert data("explain", "why", "not", "223")["claim"] == "not 223"
    assert data("explain", "tiles", "N4", "N4", "R5")["claim"] == "the tiles are N4 N4 R5"


def test_explain_what_is_plain_to_see() -> None:
    result = run("explain", "no", "Y2", log=("players Ann me", "rack Ann Y2 Y2 B7"))
    assert "The tiles in sight alone prove it." in result.stdout


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_explain_hint_climbs_the_ladder(level: int) -> None:
    expected = solve(*GAME).hint(level)
    result = run("explain", "--hint", str(level))
    assert result.exit_code == 0
    assert expected.text in " ".join(result.stdout.split())
    found = data("explain", "--hint", str(level))
    assert (found["level"], found["text"], found["line"]) == (level, expected.text, expected.line)
    assert (found["claim"] is None) == (level < 3)
    assert (found["proof"] is None) == (level < 4)
    if level < 3:
        claim = solve(*GAME).hint(3).claim
        assert claim is not None
        assert claim not in result.stdout
    if level == 4:
        assert found["proof"]["proved"]
        assert "Proved:" in result.stdout


def test_explain_hint_leaves_out_what_is_noted() -> None:
    first = data("explain", "--hint", "3")["claim"]
    second = data("explain", "--hint", "3", "--note", first)["claim"]
    assert second not in (None, first)
    assert second == solve(*GAME).hint(3, [first]).claim


def test_explain_checks_notes() -> None:
    marks = ["--note", "has 4", "--note", "no 5", "--note", "no brown"]
    found = data("explain", *marks)
    assert found["proved"] == ["has 4"]
    assert found["unproved"] == ["no 5"]
    assert found["wrong"] == ["no brown"]
    assert found["more"] == solve(*GAME).check_notes(["has 4"]).more
    text = run("explain", *marks).stdout
    assert "proved: has 4" in text
    assert "not proved: no 5" in text
    assert "wrong: no brown" in text
    assert f"{found['more']} further fact" in text


def test_explain_drew_tells_what_to_say_and_what_it_gives_away() -> None:
    found = data("explain", "--drew", "16", "--drew", "5")
    solver = solve(*GAME)
    expected = solver.choose([16, 5])
    assert [row["card"] for row in found] == [own.card for own in expected]
    for row, own in zip(found, expected, strict=True):
        assert row["answer"] == own.answer == solver.right_answer(own.card)
        assert row["tells"] == dict(own.tells)
        assert row["text"] == solver.edition.card(own.card).text
    text = run("explain", "--drew", "16", "--drew", "5").stdout
    assert "Ann" in text
    assert "Bob" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["has", "blu"], ["cannot read the claim 'has blu'", "did you mean 'has blue'", FORMS]),
        (["no", "8"], ["no number 8 in this deck"]),
        (["has", "R7"], ["no such tiles"]),
        (["numbers", "111"], ["no rack of this deck has the numbers 111"]),
        (["--note", "hass blue"], ["cannot read the claim"]),
        (["--hint", "2", "--note", "gibberish"], ["cannot read the claim"]),
        (["--drew", "99"], ["no card 99"]),
        ([], ["nothing to explain"]),
    ],
)
@pytest.mark.parametrize("style", [[], ["--json"]])
def test_explain_refuses_what_it_cannot_read_in_one_line(
    arguments: list[str], words: list[str], style: list[str]
) -> None:
    assert_refused(run("explain", *arguments, *style), *words)


@pytest.mark.parametrize("arguments", [["no", "6"], ["--hint", "1"], ["--note", "no 6"], ["--drew", "5"]])
def test_explain_of_a_bad_log_is_refused_in_one_line(arguments: list[str]) -> None:
    assert_refused(run("explain", *arguments, log=(*TABLE, "Ann 99 1")), "line 4", "no card 99")
    assert_refused(run("explain", *arguments, log=("players Ann Bob", "rack Ann Y2 K5 B7")), "no player is called `me`")


@pytest.mark.parametrize("arguments", [["no", "6"], ["--hint", "1"], ["--note", "no 6"]])
def test_explain_without_a_rack_is_refused_in_one_line(arguments: list[str]) -> None:
    assert_refused(run("explain", *arguments, log=WAITING), "no full rack")


@pytest.mark.parametrize("arguments", [["no", "6"], ["--hint", "1"], ["--note", "no 6"]])
@pytest.mark.parametrize("style", [[], ["--json"]])
def test_explain_of_a_log_that_contradicts_itself_says_so_and_ends_with_1(
    arguments: list[str], style: list[str]
) -> None:
    """Status 1: the log contradicts itself. Nothing is proved then, and nothing is called proved."""
    result = run("explain", *arguments, *style, log=BROKEN)
    assert_no_crash(result)
    assert "contradict" in result.output
    assert result.exit_code == 1


def test_explain_drew_works_or_is_refused_in_a_log_that_contradicts_itself() -> None:
    result = run("explain", "--drew", "5", log=BROKEN)
    assert_no_crash(result)
    assert result.exit_code in (0, 1, 2)


@pytest.mark.parametrize("level", ["0", "5", "two"])
def test_explain_hint_has_four_levels(level: str) -> None:
    result = run("explain", "--hint", level)
    assert result.exit_code == 2
    assert "--hint" in result.stderr


# ---------------------------------------------------------------------------------------------- check


def test_check_of_a_contradiction_ends_with_1_and_explains_it() -> None:
    result = run("check", log=BROKEN)
    assert result.exit_code == 1
    assert "-: line 5: contradiction: no rack fits every answer up to here" in result.stdout
    assert "line 4 (Ann 11 2)" in result.stdout
    found = data("check", log=BROKEN, status=1)
    assert found["ok"] is False
    assert found["errors"] == []
    assert found["contradiction"]["lines"] == [5]
    assert {tuple(row["lines"]) for row in found["contradiction"]["culprits"]} == {(4,), (5,)}
    assert found["false_answers"] == []


def test_check_of_a_good_log_ends_with_0() -> None:
    assert data("check") == {"ok": True, "errors": [], "warnings": [], "contradiction": None, "false_answers": []}
    assert run("check").stdout == f"-: {len(GAME)} events, possible\n"


def test_check_names_a_false_answer_of_mine_without_ending_the_game() -> None:
    log = (*TABLE, "Ann 17 >", "Bob 10 3", "me 5 2")
    result = run("check", log=log)
    assert result.exit_code == 0
    assert "-: line 6: false answer (me): with Ann Y2 K5 B7, Bob R5 G6 G6 in sight, card 5 is 0, not 2" in result.stdout
    assert [row["right"] for row in data("check", log=log)["false_answers"]] == ["0"]


def test_check_of_a_game_that_has_ended_names_the_false_answer(tmp_path: Path) -> None:
    """I declare, I see my tiles, the game is over: no new rack follows, and the penalty is due now."""
    path = tmp_path / "over.c777"
    path.write_text(join(*TABLE, "Ann 17 >", "declare me 446 wrong saw B7 N4 P6"))
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 1
    assert (
        f"{path}: line 4: false answer (Ann): with Bob R5 G6 G6, me N4 P6 B7 in sight, card 17 is =, not >"
        in result.stdout
    )


# -------------------------------------------------------------------------------------- as a process


def test_explain_as_a_process(tmp_path: Path) -> None:
    """Without numba, quickly enough, and with the right status."""
    path = tmp_path / "game.c777"
    path.write_text(join(*GAME))
    root = Path(__file__).parents[2]

    def process(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "code777solver", *arguments]
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)

    done = process("explain", str(path), "has", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Proved: has 4")
    bad = process("explain", str(path), "has", "blu")
    assert bad.returncode == 2
    assert bad.stdout == ""
    assert len(bad.stderr.splitlines()) == 1
