"""The screen of a game: what it shows, that it fits, and how chances read."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from game_prompts import ENGLISH, SEATS, STATES, position, prompt_at, prompt_of, run_with, screen_of
from logs import DEAL, GAME
from printing import printed
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console, RenderableType

from code777solver import load_edition
from code777solver.errors import EditionError
from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.reasons import opponents
from code777solver.session import Session
from code777solver.show.game_screen import screen
from code777solver.show.panels import BAD, GOOD, ODD, STYLES, percent

# The screen.


@cache
def shown_at(edition: str, state: str, width: int) -> str:
    return screen_of(prompt_of(edition, state).session, width)


every_edition = pytest.mark.parametrize("edition", list(SEATS))
every_state = pytest.mark.parametrize("state", STATES)
both_widths = pytest.mark.parametrize("width", [80, 60])


@every_edition
@every_state
@both_widths
def test_the_screen_fits(edition: str, state: str, width: int) -> None:
    """With a line for the prompt and one for the card's text below it."""
    rows = shown_at(edition, state, width).splitlines()
    assert len(rows) <= 24 - 2
    assert max(map(cell_len, rows)) <= width


@every_edition
@pytest.mark.parametrize("state", ["early", "midway", "certain"])
@both_widths
def test_the_pyramid_shows_every_tile_as_it_is(edition: str, state: str, width: int) -> None:
    solver = prompt_of(edition, state).session.solver
    marks = dict(pyramid_marks(shown_at(edition, state, width)))
    seen = [tile.name for tile in solver.table.known_tiles()]
    for tile, copies in zip(solver.tiles, solver.edition.deck.copies, strict=True):
        mark = marks.get(tile.tile)
        if tile.at_least_one == 1:
            assert mark == "YES", tile
        elif tile.at_least_one == 0:
            assert mark == ("x" if seen.count(tile.tile) == copies else "-"), tile
        else:
            assert mark is not None, f"{tile.tile} is not on the screen"
            assert re.fullmatch(r"<1%|>99%|[1-9]\d?%", mark), tile
            if mark[0] not in "<>":
                assert abs(int(mark[:-1]) - 100 * tile.at_least_one) <= 0.5 + 1e-9


def pyramid_marks(shown: str) -> Iterator[tuple[str, str]]:
    """Each tile on the screen and what stands beside it."""
    for row in shown.splitlines():
        found = re.search(r"(?:^|\s)([1-7])  ((?:[GYKNRPB][x.]* +(?:YES|[x-]|[<>]?\d+%)\s*)+)", row)
        if found:
            for letter, mark in re.findall(r"([GYKNRPB])[x.]* +(YES|[x-]|[<>]?\d+%)(?=\s|$)", found[2]):
                yield f"{letter}{found[1]}", mark


@every_edition
@pytest.mark.parametrize("state", ["early", "midway"])
def test_the_screen_tells_what_is_left_and_what_would_help(edition: str, state: str) -> None:
    prompt = prompt_of(edition, state)
    solver, told = prompt.session.solver, shown_at(edition, state, 80)
    assert f"racks left: {len(solver.candidates):,}   codes left: {len(solver.codes):,}" in told
    if edition == "unique49":
        for rack in solver.candidates[:5]:
            assert f"{' '.join(rack.tiles)} {percent(rack.probability):>7}" in told
    else:
        for code in solver.codes[:5]:
            assert f"{code.numbers} {percent(code.probability):>7}" in told
    assert prompt.session.lines[-1] in told
    best = solver.questions[0]
    bits = best.tile_bits if edition == "unique49" else best.bits
    assert re.search(rf"{best.card} +{best.player} +{bits:.2f}", told)
    assert "can declare now" in told
    for player in solver.table.players:
        assert re.search(rf"{player} +~? *[<>]?[\d.]+ %", told) or player == "me"
    assert f"pile {solver.table.pile}" in told
    assert f"{'draws' if edition == 'unique49' else 'next'}: {solver.table.next_player}" in told


def test_the_screen_tells_what_the_last_answer_did() -> None:
    prompt = prompt_at(*GAME[:7])
    told = prompt.session.solver.answers_heard[-1]
    assert f"Bob 5 0: {told.bits:.2f} bits; without it {told.racks_without} racks" in screen_of(prompt.session)
    prompt.handle("note nothing new")
    assert "note nothing new" in screen_of(prompt.session)


@every_edition
def test_certainty_cannot_be_overlooked(edition: str) -> None:
    prompt = prompt_of(edition, "certain")
    solver, told = prompt.session.solver, shown_at(edition, "certain", 80)
    found = (
        solver.codes[0].numbers if solver.edition.rules.target == "numbers" else " ".join(solver.candidates[0].tiles)
    )
    (banner,) = [row for row in told.splitlines() if "CERTAIN" in row]
    assert found in banner
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard", highlight=False)
    console.print(screen(prompt.session, ENGLISH, width=80))
    assert isinstance(console.file, io.StringIO)
    assert re.search(r"\x1b\[1;7;[\d;]*m[^\x1b]*CERTAIN", console.file.getvalue()), "bold and reversed"
    assert not any("CERTAIN" in shown_at(edition, state, 80) for state in STATES if state != "certain")


@every_edition
def test_a_contradiction_is_told_with_its_line_and_the_way_out(edition: str) -> None:
    told = shown_at(edition, "contradiction", 80)
    assert f"CONTRADICTION at line {len(position(edition, 'contradiction'))}" in told
    assert "`why`" in told
    assert "racks left" not in told


@every_edition
def test_a_certain_tile_stands_out_without_colours(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the pyramid was bold, so that a tile that is certainly mine looked like any other."""
    monkeypatch.setenv("NO_COLOR", "1")
    sent = coloured(80, screen(prompt_of(edition, "certain").session, ENGLISH, width=80))
    assert re.search(r"\x1b\[1;7mYES\x1b", sent)
    sent = coloured(80, screen(prompt_of(edition, "midway").session, ENGLISH, width=80))
    chances = re.findall(r"((?:\x1b\[[\d;]*m)*)[<>]?\d+%", sent)
    assert chances
    assert not any("\x1b[1" in style or "\x1b[7" in style for style in chances)


def test_estimates_and_assumptions_look_different_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    exact = coloured(80, screen(prompt_of("classic", "midway").session, ENGLISH, width=80))
    assert "\x1b[3m" not in exact
    assert "assumed" not in exact
    prompt = prompt_of("classic", "midway")
    answer = max(number for number, line in enumerate(prompt.session.lines, 1) if re.match(r"(?!me)\w+ \d", line))
    prompt.handle(f"doubt {answer}")
    doubtful = coloured(80, screen(prompt.session, ENGLISH, width=80))
    assert "\x1b[3massumed: 25.0 % of the doubtful answers are wrong" in doubtful
    monkeypatch.setattr(opponents, "MOST_CELLS", 1000)
    sampled = coloured(80, screen(prompt_of("classic", "midway").session, ENGLISH, width=80))
    assert re.search(r"\x1b\[(?:\d;)*3m(?:Ann|Bob|Cid|Dan) +~", sampled)


def test_an_error_rate_is_said_to_be_assumed() -> None:
    prompt = prompt_at(DEAL[0], "option error_rate 0.02", *DEAL[1:], "Ann 16 <")
    assert "assumed: 2.0 % of all answers are wrong" in screen_of(prompt.session)


@every_edition
def test_the_others_are_shown_when_i_am_certain(edition: str) -> None:
    """Their chances vanished just when it matters who is first."""
    session = prompt_of(edition, "certain").session
    told = screen_of(session).partition("can declare now / next")[2]
    for other in session.solver.opponents:
        assert re.search(rf"{other.player} +~? *{re.escape(percent(other.certain))}", told)


@pytest.mark.parametrize("line", ["declare me 146 wrong", "declare Bob 566 right"])
def test_the_others_are_shown_while_a_rack_waits_for_its_tiles(line: str) -> None:
    prompt = prompt_at(*GAME)
    before = prompt.session.solver.opponents
    prompt.handle(line)
    told = screen_of(prompt.session).partition("could declare before / next")[2]
    for other in before:
        assert re.search(rf"{other.player} +{re.escape(percent(other.certain))}", told)


@pytest.mark.parametrize("width", [60, 76, 80, 100])
@pytest.mark.parametrize("code", ["en", "nl", "fr", "de"])
def test_the_texts_of_the_best_cards_end_with_a_whole_word(width: int, code: str) -> None:
    """They were cut in the middle of a word, at 30 letters."""
    prompt, t = prompt_of("classic", "early"), language(code)
    told = printed(screen(prompt.session, t, width=width), width)
    for row in re.findall(r"^ ?\d+ \w+ +\d\.\d\d (.*?)(?:  .*)?$", told, re.MULTILINE):
        texts = [t(card.text) for card in prompt.session.table.edition.cards.values()]
        if row.endswith("…"):
            assert any(f"{text} ".startswith(row[:-1] + mark) for text in texts for mark in " ,;:"), row
        else:
            assert not row.strip() or row in texts


def test_one_rack_is_not_racks() -> None:
    """`without it 1 racks`."""
    session = prompt_of("classic", "certain").session
    others = [name for name in session.table.players if name != "me"]
    for name in others:
        card = session.table.cards_to_come[0]
        for symbol in session.table.edition.card(card).meaning.symbols(3):
            supposed = session.suppose(f"{name} {card} {symbol}")
            if supposed.solver.belief.possible and supposed.solver.answers_heard[-1].racks_without == 1:
                assert "bits; without it 1 rack\n" in re.sub(" +\n", "\n", screen_of(supposed))
                return
    raise AssertionError


def test_a_comment_does_not_hide_what_an_answer_did() -> None:
    prompt = prompt_at(*GAME[:6], f"Bob 5 0  # {'very long ' * 20}")
    assert "Bob 5 0: " in screen_of(prompt.session)
    assert " racks\n" in re.sub(" +\n", "\n", screen_of(prompt.session))


HOSTILE = "\x1b]0;owned\x07 \x1b[2J\x1b[31m\x9b5n \x85 \u202egnorw \ufffe \x7f"


def test_no_text_steers_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape codes in notes, comments and typos reached the terminal as they were."""
    card = '[[card]]\nnumber = 1\ntext = "Odd?"\nracks = "sum >= 18"\n'
    odd = f'title = "odd"\nextends = "classic"\n{card}'
    (tmp_path / "odd.toml").write_text(odd, encoding="utf-8")
    for text in ("odd", "Odd?"):
        (tmp_path / "worse.toml").write_text(odd.replace(text, "\\u001b[2J"), encoding="utf-8")
        with pytest.raises(EditionError, match="must be one line of text") as refused:
            load_edition(str(tmp_path / "worse.toml"))
        assert str(refused.value).isprintable()
    path = tmp_path / "game.c777"
    lines = ("edition odd.toml", *GAME[1:], f"Zoe {HOSTILE}", "note caf\xe9")
    path.write_bytes("\n".join(lines).encode("latin-1", "replace") + b"\n")
    prompt = GamePrompt(Session.open(path), ENGLISH)
    replies = [screen(prompt.session, ENGLISH, width=80)]
    for entry in (
        "help 1",
        "rank",
        "hint 4",
        f"note {HOSTILE}",
        f"# {HOSTILE}",
        f"Bob 12 = # {HOSTILE}",
        f"Bob 1 3 # {HOSTILE}",
        "why",
        "log",
        f"{HOSTILE} 16 <",
        f"help {HOSTILE}",
        f"why {HOSTILE}",
        f"rack {HOSTILE}",
        f"whatif note {HOSTILE}",
        f"fix 6 note {HOSTILE}",
        "drop 6",
        f"save {tmp_path / 'no' / HOSTILE.replace('/', '')}",
        f"save ~nobody{HOSTILE}",
        f"as {HOSTILE}",
        f"edition {HOSTILE}",
        f"undo {HOSTILE}",
        "doubt 7",
    ):
        reply = prompt.handle(entry)
        replies += [reply.body or "", screen(prompt.session, ENGLISH, width=80)]
        assert prompt.toolbar(entry).isprintable()
    assert prompt.toolbar("1 ").isprintable()
    prompt.session.close()
    sent = run_with(["log"], tmp_path, monkeypatch)
    assert not [letter for letter in sent if not letter.isprintable() and letter != "\n"]
    for width in (80, 500):
        sent = coloured(width, *replies)
        plain = re.sub(r"\x1b\[[\d;]*m", "", sent)
        assert "[2J" in plain, "it is shown"
        assert not [letter for letter in plain if not letter.isprintable() and letter != "\n"], "and harmless"


@pytest.mark.parametrize("width", [60, 80])
def test_the_first_line_of_five_players_is_not_cut(width: int) -> None:
    prompt = prompt_at("players Ann Bob me Cid Dee", "rack Ann Y2 K5 B7")
    assert "next: Ann" in screen_of(prompt.session, width)


@pytest.mark.minutes
@pytest.mark.parametrize("width", [1, 2, 5, 10, 20, 40, 59, 61, 79, 100, 200, 1000])
def test_any_width_can_be_drawn(width: int) -> None:
    for state in STATES:
        session = prompt_of("classic", state).session
        rows = screen_of(session, width).splitlines()
        assert max(map(cell_len, rows)) <= width
    for entry in ("whatif Bob 12 =", "rank", "who", "help", "log", "why no 1", "declare?"):
        prompt = prompt_of("classic", "midway")
        prompt.width = width
        printed(prompt.handle(entry).body, width)


def test_long_names_and_lines_do_not_widen_the_screen() -> None:
    names = [letter * 31 for letter in "ABCD"]
    prompt = prompt_at("edition stronghold", f"players {' '.join(names)} me")
    for name, tiles in zip(names, ("Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7", "K3 N4 R5"), strict=True):
        prompt.handle(f"rack {name} {tiles}")
    prompt.handle(f"{names[0]} 16 =")
    prompt.handle(f"note {'a long story ' * 50}")
    for width in (60, 80):
        rows = screen_of(prompt.session, width).splitlines()
        assert len(rows) <= 22
        assert max(map(cell_len, rows)) <= width


@every_edition
@pytest.mark.parametrize("state", STATES)
def test_a_terminal_without_block_characters_gets_none(edition: str, state: str) -> None:
    assert screen_of(prompt_of(edition, state).session, 80, ascii_only=True).isascii()


def coloured(width: int, *bodies: RenderableType) -> str:
    """Output to a colour terminal."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system="256", highlight=False)
    for body in bodies:
        console.print(body)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;\d]*m")


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = prompt_of("classic", "midway")
    bodies = [prompt.handle(entry).body or "" for entry in ("nonsense", "why no 1", "rank", "doubt 6")]
    assert COLOUR.search(coloured(80, screen(prompt.session, ENGLISH, width=80), *bodies))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLOUR.search(coloured(80, screen(prompt.session, ENGLISH, width=80), *bodies))


def luminance(colour: str) -> float:
    """Brightness of a colour of the terminal, from 0 to 1, by the rules for web contents."""
    parts = [part / 255 for part in Color.parse(colour).get_truecolor()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", sorted({GOOD, ODD, BAD, *STYLES.values()} - {"bold"}))
def test_every_colour_can_be_read_on_white_and_on_black(colour: str) -> None:
    """A contrast of 3 or more. The yellow of many terminals has 1.5 on white, and their blue 2 on black."""
    light = luminance(colour)
    assert min(1.05 / (light + 0.05), (light + 0.05) / 0.05) >= 3


def test_no_style_hides_a_text_on_a_light_or_a_dark_background() -> None:
    """Black and white letters only where the background is set too."""
    for state in STATES:
        session = prompt_of("classic", state).session
        drawn = screen(session, ENGLISH, width=80)
        sent = coloured(80, drawn)
        for codes in re.findall(r"\x1b\[([\d;]+)m", sent):
            styles = set(re.sub(r"[34]8;5;\d+", "", codes).split(";"))
            if styles & {"30", "37", "90", "97"}:
                assert styles & {str(n) for n in (*range(40, 48), *range(100, 108))}, codes


# Chances.

BARE = re.compile(r"(?<![\d.,<>])(?:0|100|0\.0|100\.0) ?%")
"""A chance that reads as proved."""


@every_edition
@pytest.mark.parametrize("state", ["early", "midway", "certain"])
def test_only_what_is_proved_reads_0_or_100_percent(edition: str, state: str) -> None:
    solver = prompt_of(edition, state).session.solver
    proved = {
        *(percent(code.probability) for code in solver.codes),
        *(percent(chance) for other in solver.opponents if other.exact for chance in (other.certain, other.next_card)),
    }
    for found in BARE.findall(shown_at(edition, state, 80)):
        assert f"{found}" in proved
    assert (len(solver.codes) == 1) == ("100 %" in {percent(code.probability) for code in solver.codes})


def test_percent_never_rounds_to_certainty() -> None:
    rng = random.Random(777)
    chances = (
        [10.0**-n for n in range(1, 300, 7)] + [1 - 10.0**-n for n in range(1, 16)] + [rng.random() for _ in range(999)]
    )
    for chance in chances:
        assert 0 < chance < 1
        assert not BARE.search(percent(chance)), chance
    assert (percent(0.0), percent(1.0)) == ("0 %", "100 %")


@pytest.mark.parametrize("state", ["early", "midway"])
def test_a_sample_proves_nothing_about_the_others(state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where my racks were too many and a sample was taken, chances are marked, and none reads 0% or 100%."""
    monkeypatch.setattr(opponents, "MOST_CELLS", 1000)
    prompt = prompt_of("classic", state)
    assert not any(other.exact for other in prompt.session.solver.opponents)
    told = screen_of(prompt.session)
    shown = re.findall(r"(?:Ann|Bob|Cid|Dan) +(~? *[<>]?[\d.]+ %.*)", told)
    assert len(shown) == 3
    assert all("~" in line for line in shown)
    assert not any(BARE.search(line) for line in shown), shown
    who = printed(prompt.handle("who").body)
    assert "about" in who
    assert not BARE.search(who), who


def test_a_diagnosis_is_not_certain_while_a_tile_may_be_misread() -> None:
    for edition in ("classic", "stronghold", "code77"):
        told = printed(prompt_of(edition, "contradiction").handle("why").body, 200)
        if "Or it was none of the answers" in told:
            culprits = told[: told.index("Or it was none of the answers")]
            assert not re.search(r"^ *100 %", culprits, re.MULTILINE), culprits
