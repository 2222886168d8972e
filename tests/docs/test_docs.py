"""The pages agree with the package: examples load, tables agree with the data, keys and help are those printed.

`python3 dev.py fix` remakes the generated pages that are compared here.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import code777solver
from code777solver import Simulation, Solver, edition_names, load_edition
from code777solver.cli import main as cli
from code777solver.cli.serve import serve
from code777solver.rules.cards import ASKS, COMPARISONS, RACK_MEASURES
from code777solver.rules.rules import Rules
from code777solver.web.api import ENDPOINTS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"
TOP = ("README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in TOP), *sorted(DOCS.rglob("*.md"))]


def _script(name: str) -> ModuleType:
    """A module of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def _blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _section(text: str, title: str) -> str:
    """Text under a heading, up to the next heading of any level."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no section {title!r}"
    return found[1]


def _rows(text: str) -> list[list[str]]:
    """The cells of the first table in a text, header first, without code marks."""
    lines = [line.strip() for line in text.splitlines()]
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        cells = re.split(r"(?<!\\)\|", line)[1:-1]
        rows.append([cell.strip().strip("`").replace("\\|", "|") for cell in cells])
    return [rows[0], *rows[2:]]


def _first_column(text: str) -> list[str]:
    return [row[0] for row in _rows(text)[1:]]


# Pages in general.


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def _write_examples(page: Path, folder: Path) -> list[Path]:
    """Write the TOML blocks of a page, each under the name in its first line."""
    paths = []
    for block in _blocks(page.read_text(encoding="utf-8"), "toml"):
        found = re.match(r"# (\S+\.toml)\n", block)
        assert found, f"{page.name}: a TOML block starts with a line like `# mine.toml`"
        paths.append(folder / found[1])
        paths[-1].write_text(block, encoding="utf-8")
    return paths


def _logs() -> Iterator[Any]:
    for page in PAGES:
        for i, block in enumerate(_blocks(page.read_text(encoding="utf-8"), "c777"), 1):
            yield pytest.param(page, block, id=f"{page.relative_to(ROOT)}-{i}")


@pytest.mark.parametrize(("page", "log"), list(_logs()))
def test_logs_load_without_a_word(page: Path, log: str, tmp_path: Path) -> None:
    _write_examples(page, tmp_path)
    solver = Solver.from_log(log, folder=tmp_path)
    assert list(solver.log.warnings) == []
    assert solver.contradictions == ()
    assert solver.belief.possible


# docs/design.md


def test_the_picture_of_the_paths_is_up_to_date() -> None:
    script = _script("diagrams")
    assert script.PICTURE.read_text(encoding="utf-8") == script.svg(), "run `python3 dev.py fix`"


def test_the_picture_of_the_paths_names_what_there_is() -> None:
    script = _script("diagrams")
    package = ROOT / "code777solver"
    assert max(map(len, script.PATHS.values())) <= 12
    for stop in (stop for path in script.PATHS.values() for stop in path):
        for name in () if stop.outside else stop.names.split():
            place = package / name.replace(".", "/")
            assert place.is_dir() or place.with_suffix(".py").is_file(), name


def test_files_named_on_the_page_of_design_exist() -> None:
    """In the table of changes, and wherever a module is named by its path."""
    for name in re.findall(r"`([a-z_]+/[a-z_/]+(?:\.[a-z]+)?)`", _page("design.md")):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "code777solver")), name


# docs/notation.md


def test_every_option_is_in_the_list() -> None:
    edition = load_edition("classic")
    readings = [f"card{number}" for number, cards in edition.printed.items() if len(cards) > 1]
    known = [*Rules.__match_args__, "advanced", *readings, "cards"]
    assert sorted(_first_column(_section(_page("notation.md"), "option"))) == sorted(known)


# docs/editions.md


def _shown(value: object) -> str:
    """A rule's value as an option line has it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def test_rules_of_every_edition() -> None:
    header, *rows = _rows(_section(_page("editions.md"), "The rules side by side"))
    assert sorted(header[1:]) == edition_names()
    editions = [load_edition(name) for name in header[1:]]
    expected = [
        [rule, *(_shown(getattr(edition.rules, rule)) for edition in editions)] for rule in Rules.__match_args__
    ]
    assert rows == expected


def test_every_rule_is_explained() -> None:
    assert _first_column(_section(_page("editions.md"), "What the rules mean")) == [*Rules.__match_args__]


def test_cards_and_readings() -> None:
    page, edition = _page("cards.md"), load_edition("classic")
    cards = [[str(number), card.text] for number, card in edition.cards.items()]
    assert [row[:2] for row in _rows(_section(page, "What they ask"))[1:]] == cards
    readings = [
        [f"option card{number} {name}", card.text]
        for number, cards in edition.printed.items()
        for name, card in cards.items()
        if name != "default"
    ]
    assert _rows(_section(page, "Other readings"))[1:] == readings


def test_what_a_card_can_ask() -> None:
    page = _page("howto/card.md")
    assert _first_column(_section(page, "What a card can ask")) == list(ASKS)
    rack = load_edition("classic").deck.rack("Y2 Y2 B7")
    measured = [[name, str(measure(rack))] for name, measure in RACK_MEASURES.items()]
    assert [row[:2] for row in _rows(_section(page, "Measures"))[1:]] == measured
    assert all(f"`{comparison}`" in page for comparison in COMPARISONS)


def test_own_editions_and_cards_load(tmp_path: Path) -> None:
    pages = (DOCS / "howto" / "edition.md", DOCS / "howto" / "card.md")
    paths = {path.name: path for page in pages for path in _write_examples(page, tmp_path)}
    assert set(paths) == {"mine.toml", "grid.toml", "house.toml", "spread.toml"}
    mine, grid = (load_edition(str(paths[name])) for name in ("mine.toml", "grid.toml"))
    assert (mine.name, mine.rules.reshuffle_at, mine.rules.most_players) == ("mine", 7, 4)
    assert (grid.deck.size, len(grid.cards)) == (25, 2)
    house = load_edition("classic").with_cards(paths["house.toml"])
    assert set(house.cards) - set(range(1, 24))
    assert len({type(card.meaning) for card in house.cards.values()}) == len(ASKS)


def test_own_editions_and_cards_on_the_command_line(tmp_path: Path) -> None:
    for page in ("edition", "card"):
        _write_examples(DOCS / "howto" / f"{page}.md", tmp_path)
    log = tmp_path / "game.c777"
    log.write_text("players Ann me\nrack Ann Y2 K5 B7\nAnn 24 0\n", encoding="utf-8")
    options = ["--cards", str(tmp_path / "house.toml"), "--json"]
    done = CliRunner().invoke(cli.main, ["analyze", str(log), *options])
    assert (done.exit_code, json.loads(done.stdout)["edition"]) == (0, "classic")
    log.write_text("players Ann me\nrack Ann Y2 K5 B7\n", encoding="utf-8")
    done = CliRunner().invoke(cli.main, ["analyze", str(log), "--edition", str(tmp_path / "mine.toml"), "--json"])
    assert (done.exit_code, json.loads(done.stdout)["edition"]) == (0, "mine")


# docs/web.md


def _documented(title: str) -> list[str]:
    return _first_column(_section(_page("web.md"), title))


def test_every_endpoint_and_field_of_the_server() -> None:
    rows = _rows(_section(_page("web.md"), "JSON over HTTP"))[1:]
    told = {row[0]: re.findall(r"\w+", row[1].replace("`", " ")) for row in rows}
    told = {name: [field for field in fields if field != "lang"] for name, fields in told.items()}
    found = {name: [field.name for field in endpoint.fields] for name, endpoint in ENDPOINTS.items()}
    assert {name for name, fields in found.items() if "lang" not in fields} == set()
    always = {"log", "seat", "lang"}
    assert {name: ["log", "seat", *fields] for name, fields in told.items()} == {
        name: ["log", "seat", *sorted(set(fields) - always, key=told[name].index)] for name, fields in found.items()
    }


def test_every_option_of_the_server() -> None:
    options = [name for parameter in serve.params for name in parameter.opts if name.startswith("--")]
    assert _documented("Who can use it") == options


# docs/json.md


def _run(command: str, log: str, *options: str) -> tuple[int, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "code777solver", command, "-", *options, "--json"],
        input=log.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else None


def _fields(title: str) -> list[str]:
    """The fields that the page tells under a heading."""
    return _first_column(_section(_page("json.md"), title))


def test_the_tables_of_fields_are_up_to_date() -> None:
    assert _script("field_tables").stale() == [], "run `python3 dev.py fix`"


def test_every_record_that_a_command_prints_has_a_table() -> None:
    assert _script("field_tables").untold() == set()


def test_exit_statuses() -> None:
    bad = "players Ann me\nrack Ann K3 K3 K3 K3\n"
    assert _run("analyze", bad) == (2, None)
    status, found = _run("check", bad)
    assert (status, found["ok"]) == (2, False)
    assert list(found["errors"][0]) == _fields("`warnings` and `errors`")
    assert _fields("Exit statuses") == ["0", "1", "2"]


# docs/commands.md and docs/commands/


def test_the_pages_of_the_commands_are_up_to_date() -> None:
    assert _script("command_pages").stale() == [], "run `python3 dev.py fix`"


def test_every_command_has_a_page() -> None:
    shown = CliRunner().invoke(cli.main, ["--help"]).stdout.partition("Commands:\n")[2]
    names = [line.split()[0] for line in shown.splitlines() if line[:3].strip()]
    assert len(names) >= 9
    assert "..." not in shown, "what a command does fits its line"
    for name in names:
        page = _page(f"commands/{name}.md")
        options = re.findall(r"--[a-z-]+", CliRunner().invoke(cli.main, [name, "--help"]).stdout)
        assert [option for option in options if option not in page] == []


# docs/cards.md


def test_the_page_of_the_cards_is_up_to_date() -> None:
    script = _script("card_pages")
    assert _page("cards.md") == script.page(json.loads(_page("cards.json"))), "run `python3 dev.py fix`"


@pytest.mark.minutes
def test_the_strength_of_the_cards_is_what_is_measured() -> None:
    """The figures for four players, and the bits, come out again to the last digit."""
    script, kept = _script("card_pages"), json.loads(_page("cards.json"))
    assert script.measure_bits() == kept["bits"]
    table = Simulation("classic", ["certain"], players=4, seed=script.SEED, pruning=True)
    table.run(script.GAMES)
    removed = {str(row["card"]): [round(row["mean"], 6), round(row["error"], 6)] for row in table.results.pruning()}
    assert removed == kept["removed"]["4"]["all"]


# docs/editions/


def test_every_edition_has_a_page_with_a_whole_game() -> None:
    assert sorted(path.stem for path in (DOCS / "editions").glob("*.md")) == edition_names()
    for name in edition_names():
        (log,) = _blocks(_page(f"editions/{name}.md"), "c777")
        solver = Solver.from_log(log)
        assert solver.edition.name == name
        assert sum(1 for _ in solver.log.steps) >= 8


# Pictures.


def test_drawn_pictures_are_up_to_date() -> None:
    for name, picture in _script("pictures").drawn().items():
        assert (DOCS / "pictures" / name).read_text(encoding="utf-8") == picture, "run `python3 dev.py fix`"


def test_every_picture_is_shown_and_they_are_small() -> None:
    pictures = [path for path in DOCS.rglob("*") if path.suffix in (".svg", ".png") and path.parent.name != "assets"]
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [path.name for path in pictures if f"{path.name})" not in shown] == []
    assert sum(path.stat().st_size for path in pictures) < 1_500_000


# Other files that tell the version.


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation), "what the format asks for"
    assert (citation["version"], citation["license"]) == (code777solver.__version__, "MIT")


def test_the_templates_of_issues_are_forms() -> None:
    """Each has a name and a text for the list, and asks something that must be answered, each under a name of its own."""
    templates = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in TEMPLATES.glob("*.yml")}
    assert set(templates) == {"bug", "feature", "rules", "config"}
    del templates["config"]
    for template in templates.values():
        assert template["name"] and template["description"]
        asked = template["body"]
        assert all(field["attributes"]["label"] for field in asked)
        assert len({field["id"] for field in asked}) == len(asked)
        assert any(field.get("validations", {}).get("required") for field in asked)
