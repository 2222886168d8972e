"""Bugs that the fuzz targets found, one test each. The targets themselves run and can fail."""

from __future__ import annotations

from pathlib import Path

import fuzz_breaker
import fuzz_editions
import fuzz_links
import fuzz_log
import fuzz_requests
import pytest
from fuzzing import Target, inputs, one_line
from hypothesis import given, settings
from hypothesis import strategies as st

from code777solver import Code777Error, load_edition
from code777solver.breaker.notation import read_log
from code777solver.breaker.packs import load_game
from code777solver.errors import EditionError, NotationError, PackError
from code777solver.rules.edition_file import MOST_BYTES

EXAMPLE = fuzz_links.EXAMPLE.read_bytes()
CARD = 'extends = "classic"\n[[card]]\nnumber = 30\ntext = "?"\nracks = "sum >= 3"\n'


def refusal(folder: Path, text: str) -> str:
    """Why an edition is refused: one line that names the file."""
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(EditionError, match=r"mine\.toml") as caught:
        load_edition("mine.toml", folder=folder)
    one_line(str(caught.value))
    assert str(caught.value).startswith(str(folder / "mine.toml"))
    return str(caught.value)


def test_a_number_of_thousands_of_digits_was_a_plain_value_error(tmp_path: Path) -> None:
    assert "not valid TOML" in refusal(tmp_path, "[deck]\nG1 = " + "9" * 5000)


@pytest.mark.parametrize("where", ["[deck]\nG1", "[rules]\nracks"])
def test_a_huge_hexadecimal_number_could_not_be_quoted(where: str, tmp_path: Path) -> None:
    assert "numbers beyond 1,000,000,000" in refusal(tmp_path, f'extends = "classic"\n{where} = 0x' + "f" * 5000)


@pytest.mark.parametrize("key", ["title", "deck.G1", "rules.racks"])
def test_tables_deep_inside_each_other_could_not_be_quoted(key: str, tmp_path: Path) -> None:
    deep = "".join(f"[{key}{'.a' * 40 * i}]\n" for i in range(1, 40))
    assert "dots" in refusal(tmp_path, f'extends = "classic"\n{key}{".a" * 3000} = 1\n')
    assert "dots" in refusal(tmp_path, f'extends = "classic"\n{deep}')
    assert "over 8 deep" in refusal(tmp_path, f'extends = "classic"\n{key}{".a" * 40} = 1\n')


def test_a_key_of_very_many_parts_took_all_memory(tmp_path: Path) -> None:
    assert "more than 50 dots" in refusal(tmp_path, "a." * (MOST_BYTES // 2 - 10) + "b = 1\n")


def test_a_file_without_end_was_read_whole(tmp_path: Path) -> None:
    assert "too large" in refusal(tmp_path, "#" * (MOST_BYTES + 1))
    fits = 'extends = "classic"\n'
    (tmp_path / "mine.toml").write_text(fits + "#" * (MOST_BYTES - len(fits)), encoding="utf-8")
    assert load_edition("mine.toml", folder=tmp_path).deck == load_edition("classic").deck


@pytest.mark.parametrize("key", ["number = 1979-05-27", "readings = 1979-05-27", "number = 4", "readings = {}"])
def test_a_reading_with_a_date_in_it_had_no_fingerprint(key: str, tmp_path: Path) -> None:
    refusal(tmp_path, f'{CARD}[card.readings.ours]\ntext = "?"\nracks = "sum >= 4"\n{key}\n')


@pytest.mark.parametrize("name", [r'"a\nb"', '"or-more"', '"or more"', "default", '""', "Default"])
def test_a_reading_that_no_option_could_choose_was_taken(name: str, tmp_path: Path) -> None:
    """One with a line end in it also broke the message that lists the readings in two."""
    found = refusal(tmp_path, f'{CARD}[card.readings.{name}]\ntext = "?"\nracks = "sum >= 4"\n')
    assert "is not a valid name" in found


@pytest.mark.parametrize("title", [r'"two\nlines"', '""', "3", "[1]", r'"\u001b[31mred"'])
def test_a_title_could_be_anything(title: str, tmp_path: Path) -> None:
    assert "title: " in refusal(tmp_path, f'extends = "classic"\ntitle = {title}\n')


def test_a_text_of_a_card_could_have_line_ends(tmp_path: Path) -> None:
    assert "card 30: must be one line of text" in refusal(tmp_path, CARD.replace('"?"', r'"a\nb"'))


def test_a_message_was_as_long_as_what_it_quotes(tmp_path: Path) -> None:
    found = refusal(tmp_path, f"{'k' * 40_000} = 1\n")
    assert found.endswith("(keys: title, extends, cards, deck, rules, card)")
    error = NotationError("x" * 40_000).at(7, "")
    assert len(str(error)) < 2000
    assert str(error).startswith("line 7: xxx")


def test_thousands_of_equal_picks_made_a_card_slow(tmp_path: Path) -> None:
    card = CARD.replace('racks = "sum >= 3"', "tiles = [" + '"blue 7", "pink", ' * 4000 + "]")
    (tmp_path / "mine.toml").write_text(card, encoding="utf-8")
    question = load_edition("mine.toml", folder=tmp_path).card(30).meaning
    assert [str(pick) for pick in question.picks] == ["blue 7s", "pink"]  # type: ignore[attr-defined]


# The targets.


needs_node = pytest.mark.skipif(fuzz_links.NODE is None, reason="Node is not here")


@pytest.mark.parametrize(
    "target",
    [
        fuzz_log.TARGET,
        fuzz_editions.TARGET,
        fuzz_breaker.TARGET,
        fuzz_requests.TARGET,
        pytest.param(fuzz_links.TARGET, marks=needs_node),
    ],
    ids=lambda target: target.name,
)
def test_a_target_holds_for_its_seeds_and_near_them(target: Target) -> None:
    for seed in target.seeds:
        target.check(seed)

    @settings(max_examples=60)
    @given(inputs(target))
    def near(data: bytes) -> None:
        target.check(data)

    near()


def test_the_log_target_notices_text_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_log.Log, "__str__", lambda log: "".join(f"{line.text.strip()}\n" for line in log.lines))
    with pytest.raises(AssertionError, match="the text has changed"):
        fuzz_log.check(b"\0players Ann me  \n")


def test_the_log_target_notices_a_spelling_that_reads_as_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_log, "format_event", lambda event: "players Ann me")
    with pytest.raises(AssertionError, match="players Ann me"):
        fuzz_log.check(b"\0players Ann Bob me\n")


@pytest.mark.parametrize("wrong", [ValueError("no"), EditionError("")])
def test_the_edition_target_notices_other_errors_and_empty_ones(
    wrong: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise wrong

    monkeypatch.setattr(fuzz_editions, "load_edition", refuse)
    with pytest.raises((ValueError, AssertionError), match="^an empty message$|^no$"):
        fuzz_editions.check(b"")


def test_a_pack_chosen_after_a_code_was_shown_changed_its_cards() -> None:
    fuzz_breaker.check(b"pack breaker-4\ncode 2S 3C 5S\npack race\nAR AP 2S 1 1 0\n")
    with pytest.raises(Code777Error, match="line 3: `pack` comes before `me`, `first` and `code`"):
        read_log("pack breaker-4\ncode 2S 3C 5S\npack race\n")


@pytest.mark.parametrize("pack", ["pa3 ß2 / sun moon star", "A-4 | İ8 / sun moon star", "A ß / iv ıy", "A-3 / ßo sso"])
def test_cards_with_letters_that_have_no_plain_capital_could_not_be_read(pack: str) -> None:
    for half in load_game(pack).packs:
        assert [half.read(half.format(code)) for code in range(len(half.codes))] == list(range(len(half.codes)))


def test_a_dotless_i_in_a_suit_was_a_key_error() -> None:
    """Patterns that ignore case take it for an i; small letters do not."""
    with pytest.raises(PackError, match="no card of this pack at '3 dıamonds'"):
        load_game("breaker-4").packs[0].read("AS 2H 3 dıamonds")


def test_the_breaker_target_notices_a_spelling_that_reads_as_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_breaker, "format_event", lambda event, table: "pack breaker")
    with pytest.raises(AssertionError, match="pack breaker"):
        fuzz_breaker.check(b"pack breaker-4\n")


@pytest.mark.parametrize("wrong", [ZeroDivisionError("no"), Code777Error("")])
def test_the_target_of_requests_notices_faults_and_empty_messages(
    wrong: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, fields: object, cache: object) -> None:
        raise wrong

    monkeypatch.setattr(type(fuzz_requests.ENDPOINTS["analyze"]), "handle", fail)
    with pytest.raises(AssertionError, match="^an empty message$|: 500, "):
        fuzz_requests.check(fuzz_requests.TARGET.seeds[0])


@needs_node
@pytest.mark.parametrize(
    ("code", "broken", "seen"),
    [
        ("size > most", "size > 2 * most", b"\1" + fuzz_links.deflated(b"a" * 48_001)),
        ("size > most", "size >= most", b"\1" + fuzz_links.deflated(b"a" * 48_000)),
        ("return text + decoder.decode()", "return text", b"\1" + fuzz_links.deflated(b"Ann \xc3")),
        ('.replaceAll("_", "/")', "", b"\0" + fuzz_links.letters_of(fuzz_links.deflated(EXAMPLE)).encode()),
        ("letters.replaceAll", "letters.slice(1).replaceAll", b"\2players Ann me"),
    ],
)
def test_the_target_of_links_notices_a_page_that_reads_them_otherwise(
    code: str, broken: str, seen: bytes, tmp_path: Path
) -> None:
    right = fuzz_links.LINKS.read_text(encoding="utf-8")
    assert code in right
    (tmp_path / "links.js").write_text(right.replace(code, broken), encoding="utf-8")
    fuzz_links.check(seen)
    page = fuzz_links.Page(tmp_path / "links.js")
    with pytest.raises(AssertionError, match=" and not |another text is in the link"):
        fuzz_links.check(seen, page)
    page.close()


@given(st.text(max_size=40))
def test_a_message_is_one_printable_line(text: str) -> None:
    if text.strip():
        one_line(f"{NotationError(text)}")
    assert str(NotationError(text)) == text or not text.isprintable()
