"""The screen, the sheet and the choice of a language, in every language."""

from __future__ import annotations

import locale
import re
from functools import cache
from itertools import cycle

import pytest
from click.testing import CliRunner
from languages import GAMES, card_texts, shown_lines
from rich.cells import cell_len

from code777solver import load_edition
from code777solver.cli import main as cli
from code777solver.errors import EditionError
from code777solver.lang import LANGUAGES, Language, language, preferred_language
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.session import Session
from code777solver.show.drawing import Words
from code777solver.show.game_screen import screen
from code777solver.show.note_sheet import blank_sheet, note_sheet
from code777solver.table.table import ME

OTHERS = [code for code in LANGUAGES if code != "en"]

each = pytest.mark.parametrize("code", OTHERS)


# ------------------------------------------------------------------------------------------------ the screen


def _played(racks: dict[str, str], mine: str, answers: int) -> Session:
    """A game in which the players answer one card after the other, truly."""
    session = Session()
    edition = load_edition("classic")
    session.enter("edition classic")
    session.enter(f"players {' '.join(racks)} me")
    for name, tiles in racks.items():
        session.enter(f"rack {name} {tiles}")
    held = {name: edition.deck.rack(tiles) for name, tiles in (*racks.items(), (ME, mine))}
    for (name, _), card in zip(cycle(held.items()), list(edition.cards.values())[::-1][:answers], strict=False):
        seen = [rack for other, rack in held.items() if other != name]
        session.enter(f"{name} {card.number} {card.answer(seen)}")
    return session


THREE = {"Ann": "Y2 K5 B7", "Bob": "G6 G6 R5"}
SIX = {"Annabel": "Y2 K5 B7", "Bob": "G6 G6 R5", "Cid": "N4 P7 Y7", "Dee": "K3 N4 R5", "Eve": "P6 Y7 B7"}


@cache
def _situations() -> dict[str, Session]:
    contradicted = _played(THREE, "K3 N4 B7", 0)
    contradicted.enter("Ann 1 2")
    nobody = Session()
    nobody.enter("edition classic")
    nobody.enter("players Ann Bob")
    declared = _played(THREE, "K3 N4 B7", 3)
    declared.enter("declare me 345 wrong saw K3 N4 B7")
    return {
        "deal": _played(THREE, "K3 N4 B7", 0),
        "middle": _played(THREE, "K3 N4 B7", 5),
        "six": _played(SIX, "K3 N4 B7", 4),
        "certain": _played(SIX, "K3 N4 B7", 23),
        "contradicted": contradicted,
        "nobody": nobody,
        "declared": declared,
    }


def test_the_situations_are_those() -> None:
    assert _situations()["certain"].solver.solved
    assert _situations()["contradicted"].solver.contradictions
    assert not _situations()["declared"].solver.belief.is_full


@each
@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("name", ["deal", "middle", "six", "certain", "contradicted", "nobody", "declared"])
def test_the_screen_fits(code: str, width: int, name: str) -> None:
    """In 24 lines with one for the prompt, and nothing is wrapped or cut that is not in English."""
    session = _situations()[name]
    english, lines = (shown_lines(screen(session, language(c), width=width), width) for c in ("en", code))
    assert len(lines) <= 23
    assert max(map(cell_len, lines)) <= width
    assert len(lines) == len(english), "\n".join(lines)
    cut = [line for line, was in zip(lines, english, strict=True) if "…" in line and "…" not in was]
    assert cut == []


@each
def test_what_must_not_be_missed_is_in_capitals(code: str) -> None:
    t = language(code)
    certain = shown_lines(screen(_situations()["certain"], t, width=80))[1]
    contradiction = shown_lines(screen(_situations()["contradicted"], t, width=60), 60)[1]
    assert re.fullmatch(r">>>  [A-Z]+ ?: 347  <<<  .+!", certain)
    assert re.match(r"[A-Z]{8,}\b.* 5 ?: ", contradiction)


@each
def test_help_and_card_texts_fit_a_line(code: str) -> None:
    prompt = GamePrompt(Session(), language(code))
    lines = list(prompt.help_lines())
    assert [line[:9].strip() for line in lines[: len(COMMANDS)]] == list(COMMANDS)
    assert max(map(cell_len, lines[: len(COMMANDS) + 4])) <= 80, "the commands, and four shortcuts"
    assert max(cell_len(language(code)(text)) for text in card_texts()) <= max(map(len, card_texts()))


@each
def test_prompts(code: str) -> None:
    prompt = GamePrompt(Session(), language(code))
    english = GamePrompt(Session(), language("en"))
    for entry in ("classic", "Ann me"):
        assert prompt.prompt_text != english.prompt_text
        assert len(prompt.prompt_text) < 80
        prompt.handle(entry)
        english.handle(entry)


# ------------------------------------------------------------------------------------------------ the sheet


@each
def test_nothing_on_the_note_sheet_is_english(code: str) -> None:
    t = language(code)
    for sheet in (note_sheet(_situations()["six"].solver, t), blank_sheet(load_edition("classic"), t)):
        words = {shape.text for page in sheet.pages for shape in page if isinstance(shape, Words)}
        assert t("Cards") in words
        assert {t("More red or more pink tiles?"), f"B {t('blue')}"} <= words
        assert {text for text in words if t(text) != text} == set()


# ------------------------------------------------------------------------------------------------ choosing


SETTINGS = ("CODE777_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getlocale", lambda *_: (None, None))


@pytest.mark.usefixtures("_bare")
@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("nl_BE.UTF-8", "nl"),
        ("nl", "nl"),
        ("fr_FR", "fr"),
        ("de_DE@euro", "de"),
        ("DE_at", "de"),
        ("en_GB.UTF-8", "en"),
        ("C", "en"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
        ("xx", "en"),
        ("", "en"),
    ],
)
@pytest.mark.parametrize("name", SETTINGS)
def test_preferred_language(name: str, setting: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, setting)
    assert preferred_language() == code


@pytest.mark.usefixtures("_bare")
def test_the_first_setting_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preferred_language() == "en"
    for name, setting, code in zip(
        reversed(SETTINGS), ("nl_BE", "fr_FR", "C", "de"), ("nl", "fr", "en", "de"), strict=True
    ):
        monkeypatch.setenv(name, setting)
        assert preferred_language() == code


@pytest.mark.parametrize("code", ["xx", "", "nl_BE", "../en"])
def test_an_unknown_language(code: str) -> None:
    with pytest.raises(EditionError, match=r"no language .*\(languages: en, nl, fr, de\)$"):
        language(code)


def test_an_unknown_language_on_the_command_line() -> None:
    done = CliRunner().invoke(cli.main, ["--lang", "xx"])
    assert done.exit_code == 2
    assert done.output.splitlines() == ["code777: --lang: no language 'xx' (languages: en, nl, fr, de)"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_piped_input_in_the_language(code: str) -> None:
    done = CliRunner().invoke(cli.main, ["--lang", code.upper()], input="\n".join(GAMES[code][:9]))
    assert done.exit_code == 0
    assert language(code)("best to hear") in done.output


@pytest.mark.usefixtures("_bare")
def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_BE.UTF-8")
    done = CliRunner().invoke(cli.main, input="\n".join(GAMES["fr"][:9]))
    assert "réponses utiles" in done.output
    done = CliRunner().invoke(cli.main, ["--lang", "nl"], input="\n".join(GAMES["nl"][:9]))
    assert "nuttigst te horen" in done.output


def test_a_language_without_a_text_shows_english() -> None:
    t = Language("xx", {"undone": "nude"}, {})
    assert (t("undone"), t("done again"), t.read("rack Ann 7")) == ("nude", "done again", "rack Ann 7")
