"""The how-to pages by doing them: their files are written as they stand there, their commands run, and the result is used."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import plain_kernels
import pytest
from click.testing import CliRunner, Result

from code777solver import Simulation, Solver, lang, load_edition, simulate
from code777solver.cli import main as cli
from code777solver.errors import EditionError
from code777solver.play import transcripts
from code777solver.prompt.game import GamePrompt
from code777solver.rules import editions
from code777solver.rules.cards import RACK_MEASURES
from code777solver.session import Session

ROOT = Path(__file__).parents[2]
HOWTO = ROOT / "docs" / "howto"
GAME = "players Ann me\nrack Ann Y2 K5 B7\n"


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of one language on a how-to page, in order."""
    text = (HOWTO / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def write_files(page: str, language: str, folder: Path) -> list[str]:
    """Write the blocks that begin with the name of a file, each under that name."""
    names = []
    for block in blocks(page, language):
        found = re.match(r"# (\S+\.\w+)\n", block)
        if found:
            (folder / found[1]).write_text(block, encoding="utf-8")
            names.append(found[1])
    return names


def run(line: str) -> Result:
    return CliRunner().invoke(cli.main, shlex.split(line))


def commands(page: str) -> list[str]:
    """The commands on a page, without the word `code777`."""
    lines = [line for block in blocks(page, "console") for line in block.splitlines()]
    assert all(line.startswith("code777 ") for line in lines)
    return [line.removeprefix("code777 ") for line in lines]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a log."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.c777").write_text(GAME, encoding="utf-8")
    return tmp_path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package's data, which the modules take for theirs; gives its folder."""
    copy = tmp_path / "package"
    shutil.copytree(Path(lang.__file__).parent / "data", copy / "data")
    monkeypatch.setattr(editions, "__file__", str(copy / "rules" / "editions.py"))
    monkeypatch.setattr(lang, "__file__", str(copy / "lang.py"))
    yield copy / "data"
    editions._load_bundled.cache_clear()
    lang.language.cache_clear()


@pytest.mark.minutes
@pytest.mark.parametrize("page", ["card.md", "edition.md", "strategy.md"])
def test_the_commands_run(page: str, folder: Path) -> None:
    for language in ("toml", "python"):
        write_files(page, language, folder)
    assert len(commands(page)) >= 2
    for line in commands(page):
        done = run(line)
        assert done.exit_code == 0, f"{line}: {done.output}"


# A card.


def test_cards_of_the_page_are_asked_and_answered(folder: Path) -> None:
    assert write_files("card.md", "toml", folder) == ["house.toml", "spread.toml"]
    solver = Solver.from_log(f"option cards house.toml\n{GAME}", folder=folder)
    assert [solver.edition.cards[number].text[:18] for number in (24, 27)] == [
        "How many racks hav",
        "More 6s or more 7s",
    ]
    assert {question.card for question in solver.questions} >= {24, 25, 26, 27}
    racks = [solver.edition.deck.rack(text) for text in ("G6 P6 B7", "Y2 K5 B7")]
    assert [solver.edition.card(number).answer(racks) for number in (24, 25, 26, 27)] == ["1", "2", "1", ">"]
    solver.answer("Ann", 24, 1)
    assert {min(code.numbers) for code in solver.codes} == {"6", "7"}
    proof = solver.why("no 3")
    assert (proof.proved, [heard.card for heard in proof.premises]) == (True, [24])


def test_cards_of_the_page_are_drawn_in_simulated_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in plain Python, since compiling a table with 27 cards takes long; the solver reads it without a warning."""
    write_files("card.md", "toml", folder)
    (folder / "more.toml").write_text('extends = "classic"\n' + (folder / "house.toml").read_text(encoding="utf-8"))
    monkeypatch.setattr(transcripts.games, "play", plain_kernels.play)
    game = Simulation(load_edition("more.toml"), ["certain"], players=3, seed=5).transcript(0)
    answered = {int(line.split()[1]) for line in game.lines if line.split()[0] in ("Ann", "Bob", "Cid")}
    assert answered & {24, 25, 26, 27}
    solver = Solver.from_log(game.text, seat="Ann", folder=folder)
    assert (solver.edition.name, list(solver.log.warnings), solver.contradictions) == ("more", [], ())


def test_a_new_measure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The function of the page goes where the page says, and a card that uses it rules racks out."""
    write_files("card.md", "toml", folder)
    with pytest.raises(EditionError, match="cannot count 'spread'"):
        load_edition("classic").with_cards(folder / "spread.toml")
    (source,) = [block for block in blocks("card.md", "python") if block.startswith("def spread")]
    measures = dict(RACK_MEASURES)
    (folder / "measure.py").write_text(source, encoding="utf-8")
    runpy.run_path(str(folder / "measure.py"), {"RACK_MEASURES": measures})
    for name, measure in measures.items():
        monkeypatch.setitem(RACK_MEASURES, name, measure)
    solver = Solver.from_log(f"option cards spread.toml\n{GAME}Ann 28 1\n", folder=folder)
    spreads = {int(max(code.numbers)) - int(min(code.numbers)) for code in solver.codes}
    assert spreads == {0, 1, 2}
    everything = Solver.from_log(GAME)
    near = [code for code in everything.codes if int(max(code.numbers)) - int(min(code.numbers)) <= 2]
    assert [code.numbers for code in sorted(solver.codes)] == [code.numbers for code in sorted(near)]


def test_a_card_in_python_step_by_step(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The files of the page print what the page says they print."""
    write_files("card.md", "python", folder)
    monkeypatch.syspath_prepend(folder)
    for name, printed in zip(("odd.py", "prunes.py"), blocks("card.md", "text"), strict=True):
        runpy.run_path(str(folder / name))
        assert capsys.readouterr().out == printed
    edition = sys.modules.pop("parity").edition
    text = str(Solver(edition, ["Ann", "me"]).log)
    assert text.startswith("option card24 python\n")
    assert Solver.from_log(text, edition=edition).edition.card(24).answer([edition.deck.rack("G1")]) == "odd"
    with pytest.raises(ValueError, match="no card 24 in edition 'classic'"):
        Solver.from_log(text)


# An edition.


def test_editions_of_the_page_beside_a_log(folder: Path) -> None:
    assert write_files("edition.md", "toml", folder) == ["mine.toml", "grid.toml"]
    logs = blocks("edition.md", "c777")
    assert [Solver.from_log(log, folder=folder).edition.name for log in logs] == ["mine", "grid"]
    mine = load_edition("mine.toml", folder=folder)
    assert (mine.rules.reshuffle_at, mine.rules.most_players, mine.rules.racks) == (7, 4, 4)
    assert mine.card(2).answer([mine.deck.rack("K3 N4 R5")]) == "0"
    assert load_edition("stronghold").card(2).answer([mine.deck.rack("K3 N4 R5")]) == "1"


def test_an_edition_that_comes_with_the_package(folder: Path, package: Path) -> None:
    """The file in the package's folder is enough for the name to be known everywhere."""
    write_files("edition.md", "toml", package / "editions")
    assert editions.edition_names() == ["classic", "code77", "grid", "mine", "stronghold", "unique49"]
    solver = Solver.from_log("edition grid\nplayers Ann me\nrack Ann G1 K1 B4\nAnn 1 1\n")
    assert (solver.edition.name, solver.edition.deck.size) == ("grid", 25)
    assert all(len(set(code.numbers)) <= 2 for code in solver.codes)
    done = run("analyze game.c777 --edition grid --json")
    assert (done.exit_code, done.stderr.count("no tile with number 7")) == (2, 1), "the log is of another deck"


# A language.


def test_a_language(folder: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the file of the page, what is typed in Spanish is logged in the notation, and shown in Spanish."""
    with pytest.raises(EditionError, match="no language 'es'"):
        lang.language("es")
    monkeypatch.setattr(lang, "LANGUAGES", (*lang.LANGUAGES, "es"))
    assert write_files("language.md", "toml", package / "lang") == ["es.toml"]
    spanish = lang.language("es")
    assert spanish("How many racks add up to 18 or more?") == "¿Cuántos atriles suman 18 o más?"
    assert spanish("undone") == "undone", "what is missing is English"
    typed, (logged,) = blocks("language.md", "text"), blocks("language.md", "c777")
    prompt = GamePrompt(Session(), spanish)
    for line in typed[0].splitlines():
        reply = prompt.handle(line)
        assert not reply.failed, line
    assert str(prompt.session.solver.log).split("\n") == logged.split("\n")


# A strategy.


@pytest.mark.minutes
def test_a_strategy(folder: Path) -> None:
    """It plays, under its own name, and declares without proof, which `certain` never does."""
    assert write_files("strategy.md", "python", folder) == ["mine.py"]
    done = run(commands("strategy.md")[1])
    header, *rows = [line.split(",") for line in done.stdout.splitlines()]
    found = {row[header.index("strategy")]: dict(zip(header, row, strict=True)) for row in rows}
    assert set(found) == {"bold_when_behind", "certain"}
    bold_when_behind = runpy.run_path(str(folder / "mine.py"))["bold_when_behind"]
    results = simulate("classic", [bold_when_behind, *["certain"] * 3], games=100, seed=1)
    bold, certain = results.by_strategy()
    assert bold["wrong_a_game"] > 0 == certain["wrong_a_game"]
