"""`code777 puzzle`: what is printed, read and written, in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from printing import printed

from code777solver import Solver, make_puzzle
from code777solver.cli import main as cli
from code777solver.lang import LANGUAGES, language
from code777solver.prompt.puzzle import COMMANDS, PuzzlePrompt
from code777solver.reasons.claims import parse_claim
from code777solver.show.drawing import HEIGHT, WIDTH, Box, Disc, Polygon, Stroke, Words, to_svg
from code777solver.show.puzzle_sheet import puzzle_sheet
from code777solver.solver import position_of

ENGLISH = language("en")
EASY = ["puzzle", "--seed", "7", "--level", "easy"]


def run(*arguments: str, lines: str = "", lang: str = "en") -> Result:
    return CliRunner().invoke(cli.main, ["--lang", lang, *arguments], input=lines)


def said(prompt: PuzzlePrompt, entry: str) -> str:
    reply = prompt.handle(entry)
    return ("! " if reply.failed else "") + printed(reply.body, 100).strip()


# Printing.


def test_a_puzzle_without_its_solution() -> None:
    puzzle = make_puzzle(7, level="easy")
    done = run(*EASY)
    assert done.exit_code == 0
    assert done.output.startswith("Puzzle 7: easy\nCode 777 (classic): ")
    for name, rack in puzzle.racks.items():
        assert re.search(rf"{name} +{' '.join(map(str, rack))}", done.output)
    assert all(re.search(rf"{c.player} +{c.card} .*", done.output) for c in puzzle.clues)
    assert done.output.rstrip().endswith("Which numbers are on your rack?")
    assert puzzle.solution not in done.output


def test_with_the_solution() -> None:
    puzzle = make_puzzle(7, level="easy")
    done = run(*EASY, "--solution")
    assert f"Solution: {puzzle.solution}" in done.output
    assert done.output.count("=>") == len(puzzle.grade.steps)
    assert f"only {puzzle.solution} is left" in done.output


def test_json() -> None:
    puzzle = make_puzzle(7, level="easy")
    found = json.loads(run(*EASY, "--json").output)
    assert "solution" not in found
    assert Solver.from_log(found["log"]).solved
    assert found["level"] == "easy"
    whole = json.loads(run(*EASY, "--json", "--solution").output)
    assert {**whole, "log": ""} == {**found, **{k: whole[k] for k in ("solution", "dealt", "steps")}, "log": ""}
    assert whole["solution"] == puzzle.solution
    several = json.loads(run(*EASY, "--json", "--count", "3").output)
    assert [one["seed"] for one in several] == ["7", "8", "9"]
    assert several[0] == found
    assert len(json.loads(run(*EASY, "--json", "--count", "1").output)) == 1


def test_the_log_can_be_analysed() -> None:
    log = run(*EASY, "--log").output
    assert log == make_puzzle(7, level="easy").log
    done = run("analyze", "-", "--json", lines=log)
    assert json.loads(done.output)["solved"]


def test_daily() -> None:
    done = run("puzzle", "--daily", "--date", "2026-11-22", "--players", "3")
    assert done.output.startswith("Puzzle of 2026-11-22: expert")
    two = json.loads(run("puzzle", "--daily", "--date", "2026-11-16", "--count", "2", "--json").output)
    assert [one["seed"] for one in two] == ["daily 2026-11-16", "daily 2026-11-17"]


def test_without_a_seed_there_is_a_number() -> None:
    done = run("puzzle", "--level", "easy")
    number = re.match(r"Puzzle (\d+): easy", done.output)
    assert number
    assert run("puzzle", "--level", "easy", "--seed", number[1]).output == done.output


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--level", "extreme"], "no level 'extreme'"),
        (["--players", "12"], "12 players: edition 'classic' is for 2 to 9"),
        (["--edition", "clasic"], "no edition 'clasic', did you mean 'classic'?"),
        (["--date", "2026-11-16"], "--date goes with --daily"),
        (["--daily", "--seed", "3"], "--seed and --daily cannot be combined: choose one"),
        (["--daily", "--date", "yesterday"], "--date yesterday: write the day like 2026-11-16"),
        (["--seed", "1", "--sheet", "x.doc"], "x.doc: the file name must end in .svg, .png or .pdf"),
        (["--seed", "1", "--sheet", "no/where/x.svg"], "no/where/x.svg: cannot be written"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], line: str) -> None:
    done = run("puzzle", *arguments)
    assert done.exit_code == 2
    assert done.output.startswith(f"code777: {line}")
    assert len(done.output.splitlines()) == 1


# Solving.


def test_piped_answers() -> None:
    solution = make_puzzle(7, level="easy").solution
    wrong = "777" if solution != "777" else "666"
    assert run(*EASY, lines=f"{wrong}\n{solution}\n").exit_code == 0
    done = run(*EASY, lines=f"{wrong}\n")
    assert done.exit_code == 1
    assert f"{wrong} is wrong" in done.output
    done = run(*EASY, lines="hint\nquit\n777\n")
    assert done.exit_code == 0
    assert re.search(r"Look again at (Ann|Bob|Cid)'s answer to card \d+ \(line \d\)", done.output)
    done = run(*EASY, lines="nonsense\n")
    assert done.exit_code == 2
    assert "code777: line 1: `nonsense` is not understood: type your code" in done.stderr


def test_hints_climb() -> None:
    prompt = PuzzlePrompt(make_puzzle(7, level="medium"), ENGLISH)
    first, second, third, proof = (said(prompt, "hint") for _ in range(4))
    assert first.startswith("Look again at Ann's answer to card")
    assert "tells you about" in second
    assert re.match(r"(not )?on your rack: ", third)
    assert proof.startswith(third)
    assert "racks left" in proof
    assert said(prompt, "hint 3") != third, "what was proved is known now"
    assert said(prompt, "hint 7").startswith("! no hint level 7: there are 1 (where to look) to 4")


def test_why_note_and_giving_up() -> None:
    puzzle = make_puzzle(7, level="medium")
    prompt = PuzzlePrompt(puzzle, ENGLISH)
    assert said(prompt, "why").startswith("! why what?")
    wrong = "777" if puzzle.solution != "777" else "666"
    assert said(prompt, wrong).startswith(f"{wrong} is wrong")
    assert "racks left" in said(prompt, "why") or puzzle.check(wrong).excluded_by == ()
    claim = puzzle.hint(3).claim
    assert claim
    assert "racks left" in said(prompt, f"why {claim}")
    assert said(prompt, f"note {claim}") == "That is right."
    opposite = claim.replace("no ", "has ") if claim.startswith("no ") else claim.replace("has ", "no ")
    assert said(prompt, f"note {opposite}") == "That is wrong."
    assert said(prompt, f"why {opposite}") == "That is wrong."
    assert puzzle.hint(3, [claim]).claim != claim
    assert said(prompt, "log") == puzzle.log.strip()
    assert "Which numbers" in said(prompt, "puzzle")
    assert len(said(prompt, "help").splitlines()) == len(COMMANDS) + 1
    assert said(prompt, "new").startswith("! there is only one puzzle a day")
    assert f"Solution: {puzzle.solution}" in said(prompt, "give up")
    assert prompt.handle("give up").done
    assert not prompt.solved
    assert said(prompt, "") == ""


def test_another_puzzle() -> None:
    prompt = PuzzlePrompt(make_puzzle(7), ENGLISH, lambda: make_puzzle(8))
    assert said(prompt, "new").startswith("Puzzle 8: medium")
    assert not prompt.handle(make_puzzle(8).solution).done
    assert prompt.solved
    assert prompt.prompt_text == "Enter for the next puzzle> "
    assert said(prompt, prompt.default("")).startswith("Puzzle 8: medium")
    assert not prompt.solved
    assert not prompt.handle("give up").done
    assert prompt.default(" ") == "new"
    assert prompt.default("257") == "257"


def test_a_note_steers_the_hints_and_they_name_the_numbers_on_the_screen() -> None:
    """Hints told what follows from a note, and named lines of a log that nobody sees."""
    prompt = PuzzlePrompt(make_puzzle(7), ENGLISH)
    told = []
    for _ in range(60):
        hint = prompt.puzzle.hint(3, prompt.notes)
        if hint.claim is None:
            break
        assert prompt.puzzle.solver.check_notes([hint.claim]).proved
        racks = position_of(prompt.puzzle.solver).evidence
        known = [parse_claim(note, racks.arrays.racks).holds[racks.racks] for note in prompt.notes]
        if known:
            left = racks.racks[np.logical_and.reduce(known)]
            assert not parse_claim(hint.claim, racks.arrays.racks).holds[left].all(), "it is known already"
        told.append(hint.claim)
        prompt.handle(f"note {hint.claim}")
    assert told
    assert "Nothing more can be proved" in said(prompt, "hint")
    prompt = PuzzlePrompt(make_puzzle(7), ENGLISH)
    line = prompt.puzzle.hint(1).line
    number = next(i for i, clue in enumerate(prompt.puzzle.clues, 1) if clue.line == line)
    clue = prompt.puzzle.clues[number - 1]
    assert said(prompt, "hint") == f"Look again at {clue.player}'s answer to card {clue.card} (line {number})."
    assert re.search(rf"^ *{number}\.  {clue.player} ", said(prompt, "puzzle"), re.MULTILINE)
    assert f"{number}. " in said(prompt, "hint 4")


def test_a_note_that_does_not_follow_is_not_called_wrong() -> None:
    puzzle = next(one for one in map(make_puzzle, range(1, 60)) if len(one.solver.candidates) > 1)
    prompt, solver = PuzzlePrompt(puzzle, ENGLISH), puzzle.solver
    open_ = next(tile.tile for tile in solver.tiles if 0 < tile.at_least_one < 1)
    absent = next(tile.tile for tile in solver.tiles if tile.at_least_one == 0)
    assert said(prompt, f"note has {open_}") == "That does not follow from the answers."
    assert said(prompt, f"note has {absent}") == "That is wrong."
    assert said(prompt, f"note no {absent}, no {absent[1:]}") in ("That is right.", "That is wrong.")


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_every_language(code: str) -> None:
    t = language(code)
    done = run(*EASY, lines="hint\n777\nhint 3\n", lang=code)
    assert t("Which numbers are on your rack?") in done.output
    assert t("easy") in done.output
    if code != "en":
        assert not re.search(r"Look again|is wrong|your rack|How many|More ", done.output)


# Paper.


@pytest.mark.parametrize("name", ["sheet.svg", "sheet.pdf", "sheet.png"])
def test_sheets_are_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    done = run(*EASY, "--count", "3", "--sheet", str(path))
    assert done.output == f"{path} written\n"
    assert path.read_bytes()[:4] in (b"<?xm", b"%PDF", b"\x89PNG")


@pytest.mark.seconds
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("edition", "players", "level"), [("classic", 4, "expert"), ("classic", 9, "easy"), ("unique49", 2, "medium")]
)
def test_everything_is_on_the_paper(edition: str, players: int, level: str, code: str) -> None:
    """Inside the margins, no puzzle in another's half, solutions on pages of their own."""
    puzzles = [make_puzzle(seed, edition, players, level) for seed in range(3)]
    drawing = puzzle_sheet(puzzles, language(code))
    for page in drawing.pages:
        for shape in page:
            match shape:
                case Words():
                    left = shape.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * shape.length
                    points = [(left, shape.at[1] - shape.size), (left + shape.length, shape.at[1])]
                case Box():
                    points = [shape.corner, (shape.corner[0] + shape.size[0], shape.corner[1] + shape.size[1])]
                case Stroke():
                    points = [shape.start, shape.end]
                case Polygon():
                    points = list(shape.points)
                case Disc():
                    points = [shape.centre]
            assert all(10 <= x <= WIDTH - 10 and 5 <= y <= HEIGHT - 5 for x, y in points), shape
    marks = [[shape.text for shape in page if shape.mark == "answer"] for page in drawing.pages if page]  # type: ignore[union-attr]
    assert [answer for page in marks for answer in page] == [clue.answer for one in puzzles for clue in one.clues]
    solved = [[s.text for s in page if isinstance(s, Words) and s.mark == "solution"] for page in drawing.pages]
    assert [code for page in solved for code in page] == [puzzle.solution for puzzle in puzzles]
    assert all(not answers or not codes for answers, codes in zip(marks, solved, strict=True))
    answers_end = [max((s.at[1] for s in page if s.mark == "answer"), default=0.0) for page in drawing.pages]  # type: ignore[union-attr]
    assert max(answers_end) < HEIGHT - 14


def test_a_sheet_of_many_puzzles_has_many_pages() -> None:
    puzzles = [make_puzzle(seed, level="easy") for seed in range(9)]
    drawing = puzzle_sheet(puzzles, ENGLISH)
    assert len(drawing.pages) >= 5 + 1
    svg = to_svg(drawing)
    assert all(f"Puzzle {seed}: easy" in svg for seed in range(9))


# docs/json.md


def _told(title: str) -> list[list[str]]:
    """The fields in each table under a heading of the page, table by table."""
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.split("## `code777 puzzle --json`\n", 1)[1] if title else page
    if title != "puzzle":
        section = section.split(f"### `{title}`\n", 1)[1]
    section = re.split(r"^##", section, maxsplit=1, flags=re.MULTILINE)[0]
    arrays = re.findall(r"\|---\|---\|\n((?:\|.*\n)+)", section)
    return [re.findall(r"^\| `(\w+)`", table, re.MULTILINE) for table in arrays]


def test_json_has_the_fields_of_the_page() -> None:
    found = json.loads(run(*EASY, "--json", "--solution").output)
    always, solved = _told("puzzle")
    assert list(found) == [*always, *solved]
    assert [list(clue) for clue in found["clues"]] == _told("clues") * len(found["clues"])
    assert [list(found["grade"])] == _told("grade")
    assert all(list(step) == ["clues", "facts", "racks", "codes"] for step in found["steps"])
