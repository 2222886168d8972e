"""The templates of docs/templates: each is used as it stands, and a how-to page links to it."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path

import plain_kernels
import pytest

from code777solver import Simulation, Solver
from code777solver.play import transcripts

DOCS = Path(__file__).parents[2] / "docs"
TEMPLATES = DOCS / "templates"
PAGES = {"card.toml": "card.md", "card.py": "card.md", "edition.toml": "edition.md", "strategy.py": "strategy.md"}
RACKS = "players Ann me\nrack Ann Y2 K5 B7\n"


def test_every_template_is_linked_from_its_page() -> None:
    assert {path.name for path in TEMPLATES.iterdir() if path.is_file()} == set(PAGES)
    for name, page in PAGES.items():
        assert f"(../templates/{name})" in (DOCS / "howto" / page).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("name", PAGES)
def test_a_template_says_that_it_is_one(name: str) -> None:
    assert (TEMPLATES / name).read_text(encoding="utf-8").lstrip('#" ').startswith("Copy me: ")


def test_the_template_of_a_card(tmp_path: Path) -> None:
    shutil.copy(TEMPLATES / "card.toml", tmp_path)
    log = f"option cards card.toml\noption card24 seven\n{RACKS}Ann 24 1\n"
    solver = Solver.from_log(log, folder=tmp_path)
    assert {str(candidate.numbers) for candidate in solver.candidates} == {"777"}


def test_the_template_of_a_card_in_python() -> None:
    edition = runpy.run_path(str(TEMPLATES / "card.py"))["edition"]
    solver = Solver.from_log(RACKS, edition=edition)
    before = len(solver.candidates)
    solver.tell("Ann 24 odd")
    assert 0 < len(solver.candidates) < before
    assert all(sum(map(int, candidate.numbers)) % 2 for candidate in solver.candidates)


def test_the_template_of_an_edition(tmp_path: Path) -> None:
    shutil.copy(TEMPLATES / "edition.toml", tmp_path)
    solver = Solver.from_log(f"edition edition.toml\n{RACKS}Ann 2 1\n", folder=tmp_path)
    assert solver.edition.title == "Our house rules"
    assert solver.edition.rules.reshuffle_at == 7
    assert all(sum(map(int, candidate.numbers)) <= 11 for candidate in solver.candidates)


def test_the_template_of_a_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of four plays by it, and declares before it is certain."""
    patient = runpy.run_path(str(TEMPLATES / "strategy.py"))["patient"]
    monkeypatch.setattr(transcripts.games, "play", plain_kernels.play)
    game = Simulation("classic", [patient], players=4, seed=1).transcript(0)
    assert any(line.startswith("declare") and " wrong" in line for line in game.lines)
