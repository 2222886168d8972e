"""The prompt without a terminal: every command, typos, the screen, garbage, scripts."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import io
import os
import random
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from garbage import garbage
from logs import DEAL, GAME, games
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from reference import random_game
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console, RenderableType
from rich.text import Text

from code777solver import EditionError, Solver, edition_names, load_edition
from code777solver.__main__ import main
from code777solver.lang import language
from code777solver.prompt import game as game_prompt
from code777solver.prompt import terminal
from code777solver.prompt.game import COMMANDS, Desk, Reply, run_script
from code777solver.reasons import opponents
from code777solver.session import Session
from code777solver.show.game_screen import screen
from code777solver.show.panels import BAD, GOOD, ODD, STYLES, percent
from code777solver.table.events import KEYWORDS

ROOT = Path(__file__).parents[2]
ENGLISH = language("en")
CONTRADICTED = (*GAME, "Bob 1 3")


def text_of(body: RenderableType | None, width: int = 80) -> str:
    """What is printed, without colours."""
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False)
    if body is not None:
        console.print(body)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def desk_at(*lines: str, path: Path | None = None) -> Desk:
    """A prompt at which these lines have been entered."""
    desk = Desk(Session() if path is None else Session.open(path), ENGLISH)
    for line in lines:
        reply = desk.handle(line)
        assert not reply.failed, text_of(reply.body)
    return desk


def refused(desk: Desk, entry: str) -> str:
    """The one line that refuses an entry; nothing has changed."""
    before = desk.session.lines
    reply = desk.handle(entry)
    assert reply.failed
    assert not reply.done
    assert not reply.shows_screen
    assert isinstance(reply.body, Text)
    assert len(reply.body.plain.splitlines()) == 1
    assert desk.session.lines == before
    return reply.body.plain


def screen_of(session: Session, width: int = 80, *, plain: bool = False) -> str:
    return text_of(screen(session, ENGLISH, width=width, plain=plain), width)


# Log lines.


def test_a_line_is_logged_and_the_screen_shown() -> None:
    desk = desk_at(*DEAL)
    assert desk.handle("16 <") == Reply(None, shows_screen=True)
    assert desk.session.lines == list(GAME[:6])


def test_an_odd_line_is_logged_and_said_to_be_odd() -> None:
    reply = desk_at(*DEAL).handle("Bob 16 <")
    assert text_of(reply.body) == "odd: out of turn: Ann was to draw a card\n"
    assert reply.shows_screen
    assert not reply.failed


def test_a_declaration_that_proves_an_answer_false_says_so() -> None:
    """It is what a penalty is given for; the screen went on as if nothing had happened."""
    desk = desk_at(*GAME)
    assert text_of(desk.handle("declare me 777 right saw B7 B7 B7").body, 200).splitlines() == [
        "false answer in line 6: Ann saw Bob R5 G6 G6, me B7 B7 B7, Cid N4 P7 Y7; card 16 is >, not <",
        "false answer in line 7: Bob saw Ann Y2 K5 B7, me B7 B7 B7, Cid N4 P7 Y7; card 5 is 1, not 0",
        "false answer in line 10: Ann saw Bob R5 G6 G6, me B7 B7 B7, Cid N4 P7 Y7; card 1 is 2, not 1",
    ]
    desk.handle("?")
    assert desk.handle("declare Bob 566 right").body is None, "what was told is not told again"
    assert desk_at(*GAME).handle("declare me 344 right saw K3 N4 N4").body is None


def test_my_card_is_answered_and_logged_on_enter() -> None:
    desk = desk_at(*GAME[:7])
    reply = desk.handle("10")
    assert text_of(reply.body) == "Say: 2    (Enter logs `me 10 2`)\n"
    assert not reply.shows_screen
    assert desk.session.lines == list(GAME[:7])
    assert desk.handle("").shows_screen
    assert desk.session.lines == list(GAME[:8])
    assert desk.handle("") == Reply()


def test_looking_something_up_does_not_forget_my_answer() -> None:
    desk = desk_at(*GAME[:7])
    desk.handle("10")
    for entry in ("help 10", "rank", "log", "who"):
        desk.handle(entry)
    desk.handle("")
    assert desk.session.lines[-1] == "me 10 2"


def test_an_empty_answer_to_the_first_question_is_the_classic_edition() -> None:
    desk = Desk(Session(), ENGLISH)
    assert desk.default("") == desk.default("  ") == "classic"
    assert desk.default("code77") == "code77"
    desk.handle(desk.default(""))
    assert desk.session.lines == ["edition classic"]
    assert desk.default("") == ""


def test_the_prompt_says_what_is_needed() -> None:
    desk = Desk(Session(), ENGLISH)
    prompts = [desk.prompt]
    for line in ("stronghold", "Ann Bob me", "2 K5 B7", "G6 G6 R5", "N4 P7 Y7", "16 <", "5 0"):
        assert not desk.handle(line).failed
        prompts.append(desk.prompt)
    assert all(name in prompts[0] for name in edition_names())
    assert "players" in prompts[1]
    assert prompts[2:] == ["rack Ann> ", "rack Bob> ", "rack spare1> ", "Ann> ", "Bob> ", "me> "]


# Commands.


def test_undo_and_redo() -> None:
    desk = desk_at(*GAME)
    assert desk.handle("undo").shows_screen
    assert desk.session.lines == list(GAME[:-1])
    assert desk.handle("REDO").shows_screen
    assert desk.session.lines == list(GAME)
    assert refused(desk, "redo") == "there is nothing to redo"
    assert refused(Desk(Session(), ENGLISH), "undo") == "there is nothing to undo"


def test_fix() -> None:
    desk = desk_at(*GAME)
    assert desk.handle("fix 7 5 1").shows_screen
    assert desk.session.lines[6] == "Bob 5 1"
    assert "line 7: no card 99" in refused(desk, "fix 7 Bob 99 1")
    assert "line 5: no 'Cid'" in refused(desk, "fix 2 players Ann Bob me")
    assert "(the log has lines 1 to 10)" in refused(desk, "fix 11 note")


def test_drop() -> None:
    desk = desk_at(*GAME)
    reply = desk.handle("drop 7")
    assert text_of(reply.body) == "dropped: Bob 5 0\n"
    assert reply.shows_screen
    assert "Bob 5 0" not in desk.session.lines
    assert "line 5: the rack of Bob has no tiles" in refused(desk, "drop 4")


def test_doubt() -> None:
    desk = desk_at(*GAME)
    assert text_of(desk.handle("doubt 6").body) == "now: Ann 16 < ?\n"
    assert text_of(desk.handle("doubt 6").body) == "now: Ann 16 <\n"
    assert "line 3 is no answer" in refused(desk, "doubt 3")


def test_why() -> None:
    desk = desk_of("classic", "midway")
    left = desk.session.solver.candidates
    assert "Proved: no P7. The tiles in sight alone" in text_of(desk.handle("why no P7").body)
    told = text_of(desk.handle(f"why has {left[0].tiles[0]}").body)
    assert "Not proved" in told
    assert "You may still hold" in told
    assert "blah" in refused(desk, "why blah")
    desk = desk_of("classic", "certain")
    told = text_of(desk.handle(f"why numbers {desk.session.solver.codes[0].numbers}").body)
    assert re.search(r"Proved: .*, by \d+ answers?\.", told)
    assert "1. Line " in told


def test_why_of_a_contradiction_lists_what_may_be_wrong() -> None:
    desk = desk_at(*CONTRADICTED)
    for entry in ("why", "why no 6"):
        told = text_of(desk.handle(entry).body)
        assert "One of these must be wrong" in told
        assert "line 11 (Bob 1 3)" in told


def test_hint_tells_more_at_each_level() -> None:
    desk = desk_of("classic", "certain")
    told = [text_of(desk.handle(f"hint {level}").body) for level in (1, 2, 3, 4)]
    assert text_of(desk.handle("hint").body) == told[0]
    assert "Look again at what" in told[0]
    assert len(set(told)) == 4
    assert "It follows" in told[2]
    assert "The proof" in told[3]
    assert "1 (where to look) to 4 (the proof)" in refused(desk, "hint 5")


def test_whatif_shows_the_screen_of_a_supposed_line_and_logs_nothing() -> None:
    desk = desk_at(*GAME)
    reply = desk.handle("whatif 12 =")
    told = text_of(reply.body)
    assert told.startswith("SUPPOSE 12 =\n")
    supposed = Solver.from_log("\n".join((*GAME, "Bob 12 =")))
    assert f"racks left: {len(supposed.candidates)}   codes left: {len(supposed.codes)}" in told
    assert desk.session.lines == list(GAME)
    assert "no card 99" in refused(desk, "whatif 99 1")


def test_rank_lists_the_best_answers_to_come() -> None:
    desk = desk_at(*GAME)
    told = text_of(desk.handle("rank").body)
    best = desk.session.solver.questions[0]
    assert "Best answers to come" in told
    assert f"{best.bits:.2f}" in told


def test_who_tells_how_close_the_others_are() -> None:
    told = text_of(desk_at(*GAME).handle("who").body)
    assert all(name in told for name in ("Ann", "Bob", "Cid"))
    assert "can declare" in told


@pytest.mark.minutes
def test_declare_now_weighs_my_best_code_against_the_others() -> None:
    desk = desk_at(*GAME)
    best = desk.session.solver.codes[0]
    told = text_of(desk.handle("declare?").body)
    assert f"Best code {best.numbers}: right with {percent(best.probability)}." in told
    assert desk.session.lines == list(GAME)
    assert "Yes: " in text_of(desk_of("classic", "certain").handle("declare?").body)


@pytest.mark.minutes
def test_declare_now_names_the_tiles_where_colours_count() -> None:
    desk = desk_of("unique49", "certain")
    (rack,) = desk.session.solver.candidates
    told = text_of(desk.handle("declare?").body)
    assert all(tile in told for tile in rack.tiles)


def test_log_numbers_the_lines_as_fix_and_drop_count_them() -> None:
    desk = desk_at(*GAME, "# a comment", "note hm")
    told = text_of(desk.handle("log").body).splitlines()
    assert [line.split(None, 1) for line in told] == [[str(i), line] for i, line in enumerate(desk.session.lines, 1)]


def test_sheet_writes_a_file(tmp_path: Path) -> None:
    desk = desk_at(*GAME)
    path = tmp_path / "notes.svg"
    assert "written" in text_of(desk.handle(f"sheet {path}").body)
    assert "<svg" in path.read_text(encoding="utf-8")
    refused(desk, f"sheet {tmp_path / 'notes.doc'}")
    refused(desk, f"sheet {tmp_path / 'no' / 'folder.svg'}")


def test_as_looks_from_another_seat() -> None:
    desk = desk_at("edition classic", "players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 =")
    assert "choose a seat with `as NAME`" in screen_of(desk.session)
    assert desk.handle("as bob").shows_screen
    assert desk.session.solver.seat == "Bob"
    assert "racks left" in screen_of(desk.session)
    assert "no player 'Bbo', did you mean 'Bob'?" in refused(desk, "as Bbo")


def test_save_writes_the_log_to_another_file(tmp_path: Path) -> None:
    desk = desk_at(*GAME)
    assert "friday.c777" in text_of(desk.handle(f"save {tmp_path / 'friday'}").body, 500)
    assert (tmp_path / "friday.c777").read_text(encoding="utf-8").splitlines() == list(GAME)
    assert "exists already" in refused(desk, f"save {tmp_path / 'friday'}")
    assert "cannot write" in refused(desk, f"save {tmp_path / 'no' / 'folder'}")


@pytest.mark.parametrize("name", [".", "..", "/", "~nobody-of-this-name/x", "a\0b", "x" * 300])
@pytest.mark.parametrize("command", ["save", "sheet"])
def test_names_that_no_file_can_have_are_refused(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(desk_at(*GAME), f"{command} {name}")


def test_new_starts_another_game_and_keeps_the_old(tmp_path: Path) -> None:
    desk = Desk(Session.open(tmp_path / "old.c777"), ENGLISH, new=lambda: Session.open(tmp_path / "new.c777"))
    for line in GAME:
        desk.handle(line)
    assert "A new game" in text_of(desk.handle("new").body)
    assert desk.session.lines == []
    assert desk.prompt.startswith("edition")
    Session.open(tmp_path / "old.c777").close()
    assert (tmp_path / "old.c777").read_text(encoding="utf-8").splitlines() == list(GAME)
    assert "cannot be started here" in refused(desk_at(), "new")


def test_help_lists_every_command_and_tells_every_card() -> None:
    desk = desk_at(*GAME)
    told = text_of(desk.handle("help").body)
    assert all(re.search(rf"^{re.escape(name)} ", told, re.MULTILINE) for name in COMMANDS)
    for number, card in desk.session.table.edition.cards.items():
        assert f"{number}. {card.text}" in text_of(desk.handle(f"help {number}").body, 200)
    assert "(< = >)" in text_of(desk.handle("help 16").body)
    assert "no card 99" in refused(desk, "help 99")
    assert "1. How many" in text_of(Desk(Session(), ENGLISH).handle("help 1").body)


def test_quit_lets_go_of_the_game_and_says_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    desk = desk_at(*GAME, path=path)
    reply = desk.handle("quit")
    assert reply.done
    assert text_of(reply.body, 500) == f"kept in {path}\n"
    Session.open(path).close()
    assert desk_at(*GAME).handle("quit") == Reply(None, done=True)


@pytest.mark.parametrize(
    ("entry", "example"),
    [
        ("fix", "fix 7 Ann 16 <"),
        ("fix 7", "fix 7 Ann 16 <"),
        ("fix seven Ann 16 <", "fix 7 Ann 16 <"),
        ("drop", "drop 7"),
        ("drop seven", "drop 7"),
        ("doubt", "doubt 7"),
        ("doubt all", "doubt 7"),
        ("why", "why no 6"),
        ("hint more", "hint 2"),
        ("whatif", "whatif Ann 16 <"),
        ("as", "as Bob"),
        ("save", "save friday.c777"),
        ("sheet", "sheet notes.svg"),
        ("help me", "help 16"),
    ],
)
def test_what_is_missing_is_shown_by_an_example(entry: str, example: str) -> None:
    assert f"`{example}" in refused(desk_at(*GAME), entry)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "declare?"])
def test_every_command_is_there(name: str) -> None:
    """`declare?` compiles, and has tests of its own."""
    desk = desk_at(*GAME)
    reply = desk.handle(name)
    assert not reply.failed or re.search("missing|nothing to redo|cannot be started", text_of(reply.body))


PLACES: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "edition": DEAL[:1],
    "players": DEAL[:2],
    "half a deal": DEAL[:4],
    "deal": DEAL,
    "game": GAME,
    "my rack is empty": (*GAME, "declare me 146 wrong"),
    "a rack is empty": (*GAME, "declare Bob 566 right"),
    "contradiction": CONTRADICTED,
    "contradiction, then my declaration": (*CONTRADICTED, "declare me 146 wrong", "rack me ?", "me 12 ="),
    "my old rack unseen": (*GAME, "declare me 146 wrong", "rack me ?", "Bob 12 ="),
    "my tile swapped": (*GAME, "swap me R5 ?", "Bob 12 ="),
    "nobody is me": ("players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 ="),
    "over": (*GAME, "option_free"),
}
PLACES["over"] = (
    *GAME,
    "declare Ann 257 right",
    "rack Ann K3 K3 N4",
    "declare Ann 334 right",
    "rack Ann N4 N4 B7",
    "declare Ann 447 right",
)
PLACES["my rack in two goes"] = (
    "edition stronghold",
    "option reshuffle_at 0",
    "players Ann Bob me Cid Dee",
    "rack Ann Y2 K5 B7",
    "rack Bob G6 G6 R5",
    "rack Cid N4 P7 Y7",
    "rack Dee K3 N4 R5",
    "Ann 16 <",
    "declare Ann 257 right",
    "rack Ann K3 P6 B7",
    "declare Bob 556 wrong",
    "rack Bob G1 N4 B7",
    "declare Cid 467 wrong",
    "rack Cid Y2 N4 R5",
    "declare Dee 445 wrong",
    "rack Dee K3 R5 P6",
    "declare me 336 wrong",
    "rack me ?",
    "reshuffle",
    "rack me ?",
    "Bob 5 0",
)
ENTRIES = (
    *COMMANDS,
    "fix 3 note",
    "fix 1 note",
    "drop 1",
    "doubt 6",
    "why no 6",
    "why has B7",
    "why not 257",
    "hint 4",
    "whatif Bob 5 1",
    "whatif 16",
    "whatif undo",
    "as Bob",
    "help 16",
    "16 <",
    "16",
    "me 16",
    "?",
    "#",
    "note",
    "reshuffle",
    "rack",
    "declare",
    "players",
    "edition",
    "penalty",
    "swap",
    "option",
)


@pytest.mark.parametrize("place", PLACES)
def test_every_command_can_be_given_anywhere(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No entry raises, whatever stands on the table, and the screen can be shown after it."""
    monkeypatch.setattr(opponents, "MOST_REPLAYS", 10)
    failures = []
    for entry in ENTRIES:
        desk = Desk(Session(), ENGLISH)
        for line in PLACES[place]:
            assert not desk.handle(line).failed, line
        try:
            reply = desk.handle(entry)
            text_of(reply.body)
            if reply.failed:
                assert len(str(reply.body).splitlines()) == 1, entry
            if desk.session.table.players and (reply.shows_screen or entry == ENTRIES[0]):
                screen_of(desk.session)
            assert desk.prompt
            list(desk.completions(entry))
            desk.toolbar(entry)
        except Exception as error:  # noqa: BLE001  (all of them are collected)
            failures.append(f"{entry}: {type(error).__name__}: {error}")
    assert not failures, "\n".join(failures)


# Typos.


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("undp", "undo"),
        ("rdeo", "redo"),
        ("fxi 3 note", "fix"),
        ("drpo 3", "drop"),
        ("dobut 3", "doubt"),
        ("hnit", "hint"),
        ("wahtif Ann 16 <", "whatif"),
        ("rankk", "rank"),
        ("whoo", "who"),
        ("declrae?", "declare?"),
        ("logg", "log"),
        ("sheeet x.svg", "sheet"),
        ("savee x", "save"),
        ("nwe", "new"),
        ("hlep", "help"),
        ("quti", "quit"),
        ("Anm 16 <", "Ann"),
        ("rak Bob G6 G6 R5", "rack"),
        ("resuffle", "reshuffle"),
        ("declrae Ann 257 right", "declare"),
        ("pnalty Bob", "penalty"),
        ("noet hi", "note"),
        ("rack Bbo G6 G6 R5", "Bob"),
        ("declare Cdi 477 right", "Cid"),
    ],
)
def test_a_typo_is_told_with_the_nearest_match(typo: str, meant: str) -> None:
    told = refused(desk_at(*GAME), typo)
    assert f"did you mean {meant!r}?" in told


def test_a_typo_is_told_as_it_was_typed() -> None:
    """It was told in small letters."""
    assert refused(desk_at(*GAME), "Hlep") == "`Hlep` is not understood, did you mean 'help'?"


def test_a_typo_in_the_first_answers_is_told_too() -> None:
    desk = Desk(Session(), ENGLISH)
    assert "did you mean 'classic'?" in refused(desk, "clasic")
    desk.handle("classic")
    assert "1 players: edition 'classic' takes 2 to" in refused(desk, "Ann")
    desk.handle("Ann me")
    assert "X9" in refused(desk, "Y2 K5 X9").upper()


@pytest.mark.parametrize("entry", ["Ann 16", "Ann x <", "Ann 16 q", "bob 5"])
def test_a_name_that_is_right_is_not_corrected(entry: str) -> None:
    assert "did you mean" not in refused(desk_at(*GAME), entry)


def test_a_line_typed_now_is_refused_without_a_line_number() -> None:
    assert not refused(desk_at(*GAME), "Ann 99 1").startswith("line ")
    assert refused(desk_at(*GAME), "fix 6 Ann 99 1").startswith("line 6: ")


# Beginnings of words.


@pytest.mark.parametrize(
    ("typed", "choices"),
    [
        ("re", "redo or reshuffle"),
        ("RE", "redo or reshuffle"),
        ("w", "whatif, who or why"),
        ("wh", "whatif, who or why"),
        ("h", "help or hint"),
        ("do 3", "doubt"),
        ("p Bob", "penalty or players"),
        ("sa", "save"),
    ],
)
def test_a_beginning_of_several_words_asks(typed: str, choices: str) -> None:
    """`re` logged a reshuffle although `redo` begins so too."""
    desk = desk_at(*GAME)
    if " or " in choices:
        assert f"may be {choices}: type more of it" in refused(desk, typed)
    else:
        assert "is not understood" not in str(desk.handle(typed).body)
    assert "reshuffle" not in desk.session.lines


@pytest.mark.parametrize("lines", [GAME, (*GAME, "declare Bob 566 right")])
def test_a_beginning_asks_where_a_rack_is_asked_for_too(lines: tuple[str, ...]) -> None:
    assert "may be redo or reshuffle" in refused(desk_at(*lines), "re")


@pytest.mark.parametrize(
    ("typed", "command"),
    [("un", "undo"), ("U", "undo"), ("lo", "log"), ("ran", "rank"), ("fi 7 5 1", "fix 7 5 1"), ("dec?", "declare?")],
)
def test_a_beginning_of_one_command_is_enough(typed: str, command: str) -> None:
    short, whole = desk_at(*GAME), desk_at(*GAME)
    assert text_of(short.handle(typed).body) == text_of(whole.handle(command).body)
    assert short.session.lines == whole.session.lines


def test_a_beginning_of_one_word_of_the_notation_is_enough() -> None:
    desk = desk_at(*GAME)
    desk.handle("resh")
    desk.handle("no  two  spaces")
    assert desk.session.lines[-2:] == ["reshuffle", "note two  spaces"]


def test_beginnings_of_the_words_of_a_language() -> None:
    desk = Desk(desk_at(*GAME).session, language("nl"))
    assert not desk.handle("teru").failed
    assert desk.session.lines == list(GAME[:-1])
    assert "may be schrap or schudden: type more of it" in str(desk.handle("sch").body)
    assert "may be notitie or notitieblad" in str(desk.handle("notit zwart").body)
    desk.handle("opmerk zwart of niet")
    assert desk.session.lines[-1] == "note zwart of niet"


@pytest.mark.parametrize("command", ["undo", "redo", "rank", "who", "log", "new", "quit", "declare?"])
def test_what_follows_a_command_that_stands_alone_is_refused(command: str) -> None:
    """`undo 7` took back the last line, whatever its number."""
    assert f"nothing follows `{command}`" in refused(desk_at(*GAME), f"{command} 7")


# Players who are called like commands.


def named_game(*names: str) -> Desk:
    """A game of three and me, with the players called so."""
    desk = Desk(Session(), ENGLISH)
    for line in ("classic", f"{' '.join(names)} me"):
        assert not desk.handle(line).failed, line
    for name, tiles in zip(names, ("Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7"), strict=False):
        assert not desk.handle(f"{name} {tiles}").failed, name
    return desk


@pytest.mark.parametrize("names", [("Log", "New", "Rank"), ("Fix", "Help", "Hint"), ("Undo", "As", "Quit")])
def test_a_player_may_be_called_like_a_command(names: tuple[str, ...]) -> None:
    """Neither the names, nor the racks, nor the answers of such players could be typed."""
    desk = named_game(*names)
    assert list(desk.session.table.players) == [*names, "me"]
    for name in names:
        for typed in (f"{name} 16 <", f"{name.casefold()} 5 0", f"{name} 2 0 ?", f"{name} 3 ?"):
            assert not desk.handle(typed).failed, typed
            assert desk.session.lines[-1].split()[0] == name
        assert not desk.handle(f"penalty {name}").failed


def test_commands_still_work_beside_players_who_are_called_so() -> None:
    desk = named_game("Log", "Fix", "Help")
    assert "rack Log Y2 K5 B7" in text_of(desk.handle("log").body)
    desk.handle("16 <")
    assert desk.session.lines[-1] == "Log 16 <"
    desk.handle("fix 6 16 =")
    assert desk.session.lines[-1] == "Log 16 ="
    assert "16. More blue 7s" in text_of(desk.handle("help 16").body)
    assert desk.handle("Help 16 <").shows_screen
    assert desk.session.lines[-1] == "Help 16 <"
    assert "is no answer to card 16" in refused(desk, "Log 16 7")
    assert "no card 99" in refused(desk, "Log 99 1")


def test_a_name_that_a_command_begins_is_taken_if_an_answer_follows() -> None:
    desk = named_game("Logan", "Asta")
    for typed, logged in (("log 16 <", "Logan 16 <"), ("as 5 0", "Asta 5 0")):
        desk.handle(typed)
        assert desk.session.lines[-1] == logged
    assert desk.handle("as me").shows_screen
    assert desk.session.lines[-1] == "Asta 5 0"


def test_commands_are_commands_where_the_players_are_asked_for() -> None:
    desk = desk_at("edition classic")
    assert "edition classic" in text_of(desk.handle("log").body)
    assert "16. More" in text_of(desk.handle("help 16").body)
    assert not desk.handle("undo").failed
    assert desk.session.lines == []


def test_a_player_may_be_called_like_a_command_of_the_language() -> None:
    """A Dutch `stop` is quit: as a name it was left alone, even where the command was meant."""
    desk = Desk(Session(), language("nl"))
    for line in ("classic", "Stop Roos ik", "stop Y2 K5 B7", "G6 G6 R5", "Stop 16 gelijk"):
        assert not desk.handle(line).failed, line
    assert desk.session.lines[1:] == [
        "players Stop Roos me",
        "rack Stop Y2 K5 B7",
        "rack Roos G6 G6 R5",
        "Stop 16 same",
    ]
    assert desk.handle("stop").done


# Pasted blocks.


def taken(desk: Desk, *lines: str) -> list[Reply]:
    return list(desk.handle_block("\n".join(lines)))


def test_a_pasted_log_is_taken_line_by_line() -> None:
    """It was refused as one long line."""
    desk = Desk(Session(), ENGLISH)
    replies = taken(desk, "# Friday", "", *GAME, "")
    assert desk.session.lines == ["# Friday", *GAME]
    assert not any(reply.failed for reply in replies)
    assert desk.draft == ""


def test_a_pasted_log_with_the_line_ends_of_another_system() -> None:
    desk = Desk(Session(), ENGLISH)
    list(desk.handle_block("\r\n".join(GAME) + "\r\n"))
    assert desk.session.lines == list(GAME)


def test_a_block_stops_at_the_first_line_that_is_not_understood_and_keeps_the_rest() -> None:
    desk = desk_at(*DEAL)
    replies = taken(desk, "Ann 16 <", "Bbo 5 0", "", "me 10 2", "Cid 18 >")
    assert [reply.failed for reply in replies] == [False, True]
    assert desk.session.lines == [*DEAL, "Ann 16 <"]
    assert desk.draft == "Bbo 5 0\n\nme 10 2\nCid 18 >"
    taken(desk, *desk.draft.replace("Bbo", "Bob").splitlines())
    assert desk.session.lines == list(GAME[:9])
    assert desk.draft == ""


def test_a_block_stops_where_my_answer_is_proposed() -> None:
    """What is to be said must be seen, and is not lost if the next line comes at once."""
    desk = desk_at(*GAME[:7])
    taken(desk, "10", "Cid 18 >")
    assert desk.session.lines == list(GAME[:7])
    assert desk.draft == "me 10 2\nCid 18 >"
    taken(desk, *desk.draft.splitlines())
    assert desk.session.lines == list(GAME[:9])


def test_a_block_may_hold_commands_and_ends_with_quit() -> None:
    desk = desk_at(*DEAL)
    replies = taken(desk, "Ann 16 <", "undo", "Ann 16 >", "quit", "Bob 5 0")
    assert replies[-1].done
    assert desk.session.lines == [*DEAL, "Ann 16 >"]


# While typing.


def offered(desk: Desk, text: str) -> list[str]:
    return [word for word, _ in desk.completions(text)]


def test_completion_offers_what_may_come() -> None:
    desk = desk_at(*GAME)
    first = offered(desk, "")
    assert {"Ann", "Bob", "me", "Cid", "16", *KEYWORDS, *COMMANDS} <= set(first)
    assert offered(desk, "An") == first
    assert offered(desk, "Ann ") == offered(desk, "Ann 1") == [str(card) for card in range(1, 24)]
    assert offered(desk, "Ann 16 ") == offered(desk, "16 ") == ["<", "=", ">"]
    assert offered(desk, "Ann 5 ") == ["0", "1", "2", "3"]
    assert offered(desk, "rack ") == offered(desk, "declare B") == ["Ann", "Bob", "me", "Cid"]
    assert {"G1", "B7"} <= set(offered(desk, "rack Bob ")) >= set(offered(desk, "swap Bob G"))
    assert {"right", "wrong"} <= set(offered(desk, "declare Ann 257 "))
    assert offered(desk, "as ") == ["Ann", "Bob", "me", "Cid"]


def test_completion_offers_the_words_of_the_language_too() -> None:
    """Only English words were offered."""
    desk = Desk(desk_at(*GAME).session, language("nl"))
    assert {"terug", "undo", "rek", "rack", "waarom", "why"} <= set(offered(desk, ""))
    assert {"juist", "right", "fout", "wrong"} <= set(offered(desk, "meld Ann 257 "))
    assert all(word == desk.t.read(word) or desk.t.read(word) in (*KEYWORDS, *COMMANDS) for word in offered(desk, ""))


def test_completion_shows_the_text_of_a_card() -> None:
    desk = desk_at(*GAME)
    cards = dict(desk.completions("Ann "))
    assert cards["16"] == desk.session.table.edition.card(16).text
    assert dict(desk.completions("Ann 16 "))["<"] == cards["16"]


def test_completion_offers_tiles_where_a_rack_is_needed() -> None:
    assert {"G1", "B7"} <= set(offered(desk_at(*DEAL[:2]), ""))


def test_completion_at_any_beginning_is_quiet() -> None:
    for lines in PLACES.values():
        desk = desk_at(*lines)
        for entry in (*ENTRIES, *GAME, "1" * 5000, "Ann " + "9" * 5000 + " ", "²", "٣ ", "Ann ² "):
            for size in {0, 1, len(entry) // 2, len(entry)}:
                list(desk.completions(entry[:size]))
                desk.toolbar(entry[:size])


def test_the_text_of_the_card_is_shown_while_typing() -> None:
    desk = desk_at(*GAME)
    card = desk.session.table.edition.card(16)
    assert desk.toolbar("16") == desk.toolbar("Ann 16 ") == desk.toolbar("16 <") == f"16. {card.text}"
    assert desk.toolbar("") == desk.toolbar("Ann") == desk.toolbar("99") == ""


def test_only_what_begins_so_is_completed() -> None:
    completer = terminal._Completer(desk_at(*GAME))
    for text, expected in (("re", {"redo", "reshuffle"}), ("b", {"Bob"}), ("Ann 2", {"2", *map(str, range(20, 24))})):
        found = completer.get_completions(Document(text), CompleteEvent())
        assert {completion.text for completion in found} == expected


# The screen.

STATES = ("early", "midway", "certain", "contradiction")
SEATS = {"classic": 4, "stronghold": 3, "code77": 3, "unique49": 3}
"""How many play; three leave one playerless rack."""


@cache
def position(edition: str, state: str) -> tuple[str, ...]:
    """The log of a game of truthful answers up to a state of knowledge."""
    lines, _ = random_game(random.Random(1), edition, SEATS[edition], 40, declare_prob=0.0, swap_prob=0.0)
    solver = Solver.from_log("")
    answers = [i for i, line in enumerate(lines) if not line.startswith(("edition", "players", "rack"))]
    if state == "early":
        return tuple(lines[: answers[0] + 2])
    certain = 0
    for i, line in enumerate(lines):
        solver.tell(line)
        if i >= answers[0] and solver.solved:
            certain = i + 1
            break
    assert certain, edition
    if state == "certain":
        return tuple(lines[:certain])
    middle = lines[: (answers[0] + certain) // 2]
    if state == "midway":
        return tuple(middle)
    before = Solver.from_log("\n".join(middle))
    others = [name for name in before.table.players if name != "me"]
    for card, name in ((card, name) for card in before.table.cards_to_come for name in others):
        for symbol in before.edition.card(card).meaning.symbols(len(before.table.rack_names) - 1):
            if not before.what_if(f"{name} {card} {symbol}").belief.possible:
                return (*middle, f"{name} {card} {symbol}")
    raise AssertionError(edition)


def desk_of(edition: str, state: str) -> Desk:
    return desk_at(*position(edition, state))


@cache
def shown_at(edition: str, state: str, width: int) -> str:
    return screen_of(desk_of(edition, state).session, width)


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
    solver = desk_of(edition, state).session.solver
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
    desk = desk_of(edition, state)
    solver, told = desk.session.solver, shown_at(edition, state, 80)
    assert f"racks left: {len(solver.candidates)}   codes left: {len(solver.codes)}" in told
    for code in solver.codes[:5]:
        assert f"{code.numbers} {percent(code.probability):>7}" in told
    assert desk.session.lines[-1] in told
    best = solver.questions[0]
    assert re.search(rf"{best.card} +{best.player} +{best.bits:.2f}", told)
    assert "can declare now" in told
    for player in solver.table.players:
        assert re.search(rf"{player} +~? *[<>]?[\d.]+ %", told) or player == "me"
    assert f"pile {solver.table.pile}" in told
    assert f"next: {solver.table.next_player}" in told


def test_the_screen_tells_what_the_last_answer_did() -> None:
    desk = desk_at(*GAME[:7])
    told = desk.session.solver.answers[-1]
    assert f"Bob 5 0: {told.bits:.2f} bits; without it {told.racks_without} racks" in screen_of(desk.session)
    desk.handle("note nothing new")
    assert "note nothing new" in screen_of(desk.session)


@every_edition
def test_certainty_cannot_be_overlooked(edition: str) -> None:
    desk = desk_of(edition, "certain")
    solver, told = desk.session.solver, shown_at(edition, "certain", 80)
    found = (
        solver.codes[0].numbers if solver.edition.rules.target == "numbers" else " ".join(solver.candidates[0].tiles)
    )
    (banner,) = [row for row in told.splitlines() if "CERTAIN" in row]
    assert found in banner
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard", highlight=False)
    console.print(screen(desk.session, ENGLISH, width=80))
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
    sent = coloured(80, screen(desk_of(edition, "certain").session, ENGLISH, width=80))
    assert re.search(r"\x1b\[1;7mYES\x1b", sent)
    sent = coloured(80, screen(desk_of(edition, "midway").session, ENGLISH, width=80))
    chances = re.findall(r"((?:\x1b\[[\d;]*m)*)[<>]?\d+%", sent)
    assert chances
    assert not any("\x1b[1" in style or "\x1b[7" in style for style in chances)


def test_estimates_and_assumptions_look_different_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    exact = coloured(80, screen(desk_of("classic", "midway").session, ENGLISH, width=80))
    assert "\x1b[3m" not in exact
    assert "assumed" not in exact
    desk = desk_of("classic", "midway")
    answer = max(number for number, line in enumerate(desk.session.lines, 1) if re.match(r"(?!me)\w+ \d", line))
    desk.handle(f"doubt {answer}")
    doubtful = coloured(80, screen(desk.session, ENGLISH, width=80))
    assert "\x1b[3massumed: 25.0 % of the doubtful answers are wrong" in doubtful
    monkeypatch.setattr(opponents, "MOST_CELLS", 1000)
    sampled = coloured(80, screen(desk_of("classic", "midway").session, ENGLISH, width=80))
    assert re.search(r"\x1b\[(?:\d;)*3m(?:Ann|Bob|Cid|Dan) +~", sampled)


def test_an_error_rate_is_said_to_be_assumed() -> None:
    desk = desk_at(DEAL[0], "option error_rate 0.02", *DEAL[1:], "Ann 16 <")
    assert "assumed: 2.0 % of all answers are wrong" in screen_of(desk.session)


@every_edition
def test_the_others_are_shown_when_i_am_certain(edition: str) -> None:
    """Their chances vanished just when it matters who is first."""
    session = desk_of(edition, "certain").session
    told = screen_of(session).partition("can declare now / next")[2]
    for other in session.solver.opponents:
        assert re.search(rf"{other.player} +~? *{re.escape(percent(other.certain))}", told)


@pytest.mark.parametrize("line", ["declare me 146 wrong", "declare Bob 566 right"])
def test_the_others_are_shown_while_a_rack_waits_for_its_tiles(line: str) -> None:
    desk = desk_at(*GAME)
    before = desk.session.solver.opponents
    desk.handle(line)
    told = screen_of(desk.session).partition("could declare before / next")[2]
    for other in before:
        assert re.search(rf"{other.player} +{re.escape(percent(other.certain))}", told)


@pytest.mark.parametrize("width", [60, 76, 80, 100])
@pytest.mark.parametrize("code", ["en", "nl", "fr", "de"])
def test_the_texts_of_the_best_cards_end_with_a_whole_word(width: int, code: str) -> None:
    """They were cut in the middle of a word, at 30 letters."""
    desk, t = desk_of("classic", "early"), language(code)
    told = text_of(screen(desk.session, t, width=width), width)
    for row in re.findall(r"^ ?\d+ \w+ +\d\.\d\d (.*?)(?:  .*)?$", told, re.MULTILINE):
        texts = [t(card.text) for card in desk.session.table.edition.cards.values()]
        if row.endswith("…"):
            assert any(f"{text} ".startswith(row[:-1] + mark) for text in texts for mark in " ,;:"), row
        else:
            assert not row.strip() or row in texts


def test_one_rack_is_not_racks() -> None:
    """`without it 1 racks`."""
    session = desk_of("classic", "certain").session
    others = [name for name in session.table.players if name != "me"]
    for name in others:
        card = session.table.cards_to_come[0]
        for symbol in session.table.edition.card(card).meaning.symbols(3):
            supposed = session.suppose(f"{name} {card} {symbol}")
            if supposed.solver.belief.possible and supposed.solver.answers[-1].racks_without == 1:
                assert "bits; without it 1 rack\n" in re.sub(" +\n", "\n", screen_of(supposed))
                return
    raise AssertionError


def test_a_comment_does_not_hide_what_an_answer_did() -> None:
    desk = desk_at(*GAME[:6], f"Bob 5 0  # {'very long ' * 20}")
    assert "Bob 5 0: " in screen_of(desk.session)
    assert " racks\n" in re.sub(" +\n", "\n", screen_of(desk.session))


HOSTILE = "\x1b]0;owned\x07 \x1b[2J\x1b[31m\x9b5n \x85 \u202egnorw \ufffe \x7f"


def test_no_text_steers_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape codes in notes, comments and typos reached the terminal as they were."""
    card = '[[card]]\nnumber = 1\ntext = "Odd?"\nracks = "sum >= 18"\n'
    odd = f'title = "odd"\nextends = "classic"\n{card}'
    (tmp_path / "odd.toml").write_text(odd, encoding="utf-8")
    for text in ("odd", "Odd?"):
        (tmp_path / "worse.toml").write_text(odd.replace(text, "\\u001b[2J"), encoding="utf-8")
        with pytest.raises(EditionError, match="a text of one line is needed") as refused:
            load_edition(str(tmp_path / "worse.toml"))
        assert str(refused.value).isprintable()
    path = tmp_path / "game.c777"
    lines = ("edition odd.toml", *GAME[1:], f"Zoe {HOSTILE}", "note caf\xe9")
    path.write_bytes("\n".join(lines).encode("latin-1", "replace") + b"\n")
    desk = Desk(Session.open(path), ENGLISH)
    replies = [screen(desk.session, ENGLISH, width=80)]
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
        reply = desk.handle(entry)
        replies += [reply.body or "", screen(desk.session, ENGLISH, width=80)]
        assert desk.toolbar(entry).isprintable()
    assert desk.toolbar("1 ").isprintable()
    desk.session.close()
    sent = run_with(["log"], tmp_path, monkeypatch)
    assert not [letter for letter in sent if not letter.isprintable() and letter != "\n"]
    for width in (80, 500):
        sent = coloured(width, *replies)
        plain = re.sub(r"\x1b\[[\d;]*m", "", sent)
        assert "[2J" in plain, "it is shown"
        assert not [letter for letter in plain if not letter.isprintable() and letter != "\n"], "and harmless"


@pytest.mark.parametrize("width", [60, 80])
def test_the_first_line_of_five_players_is_not_cut(width: int) -> None:
    desk = desk_at("players Ann Bob me Cid Dee", "rack Ann Y2 K5 B7")
    assert "next: Ann" in screen_of(desk.session, width)


@pytest.mark.minutes
@pytest.mark.parametrize("width", [1, 2, 5, 10, 20, 40, 59, 61, 79, 100, 200, 1000])
def test_any_width_can_be_drawn(width: int) -> None:
    for state in STATES:
        session = desk_of("classic", state).session
        rows = screen_of(session, width).splitlines()
        assert max(map(cell_len, rows)) <= width
    for entry in ("whatif Bob 12 =", "rank", "who", "help", "log", "why no 1", "declare?"):
        text_of(desk_of("classic", "midway").handle(entry, width=width).body, width)


def test_long_names_and_lines_do_not_widen_the_screen() -> None:
    names = [letter * 31 for letter in "ABCD"]
    desk = desk_at("edition stronghold", f"players {' '.join(names)} me")
    for name, tiles in zip(names, ("Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7", "K3 N4 R5"), strict=True):
        desk.handle(f"rack {name} {tiles}")
    desk.handle(f"{names[0]} 16 =")
    desk.handle(f"note {'a long story ' * 50}")
    for width in (60, 80):
        rows = screen_of(desk.session, width).splitlines()
        assert len(rows) <= 22
        assert max(map(cell_len, rows)) <= width


@every_edition
@pytest.mark.parametrize("state", STATES)
def test_a_terminal_without_block_characters_gets_none(edition: str, state: str) -> None:
    assert screen_of(desk_of(edition, state).session, 80, plain=True).isascii()


def coloured(width: int, *bodies: RenderableType) -> str:
    """What a colour terminal is sent."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system="256", highlight=False)
    for body in bodies:
        console.print(body)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;\d]*m")


def test_no_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of("classic", "midway")
    bodies = [desk.handle(entry).body or "" for entry in ("nonsense", "why no 1", "rank", "doubt 6")]
    assert COLOUR.search(coloured(80, screen(desk.session, ENGLISH, width=80), *bodies))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLOUR.search(coloured(80, screen(desk.session, ENGLISH, width=80), *bodies))


def luminance(colour: str) -> float:
    """How bright a colour of the terminal is, from 0 to 1, as the rules for web contents count it."""
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
        session = desk_of("classic", state).session
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
    solver = desk_of(edition, state).session.solver
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
    """Where my racks were too many and a sample was taken, chances are marked, and none reads 0 % or 100 %."""
    monkeypatch.setattr(opponents, "MOST_CELLS", 1000)
    desk = desk_of("classic", state)
    assert not any(other.exact for other in desk.session.solver.opponents)
    told = screen_of(desk.session)
    shown = re.findall(r"(?:Ann|Bob|Cid|Dan) +(~? *[<>]?[\d.]+ %.*)", told)
    assert len(shown) == 3
    assert all("~" in line for line in shown)
    assert not any(BARE.search(line) for line in shown), shown
    who = text_of(desk.handle("who").body)
    assert "about" in who
    assert not BARE.search(who), who


def test_a_diagnosis_is_not_certain_while_a_tile_may_be_misread() -> None:
    for edition in ("classic", "stronghold", "code77"):
        told = text_of(desk_of(edition, "contradiction").handle("why").body, 200)
        if "Or it was none of the answers" in told:
            culprits = told[: told.index("Or it was none of the answers")]
            assert not re.search(r"^ *100 %", culprits, re.MULTILINE), culprits


# Garbage.


@pytest.mark.minutes
def test_garbage_typed_ten_thousand_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No entry raises, every refusal is one line, and the game can be read again from its text and from its file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(opponents, "MOST_REPLAYS", 10)
    rng, failures = random.Random(777), dict[str, str]()
    desk = Desk(Session(), ENGLISH)
    slowest, begin = (0.0, ""), time.perf_counter()
    for number, entry in enumerate(garbage(rng, 10_000)):
        if number % 250 == 0:
            desk.session.close()
            desk = _desk_in(tmp_path, number, rng.choice((0, 1, 2, 5, 10, 10)))
        start = time.perf_counter()
        try:
            _type(desk, entry, look=number % 50 == 0)
            if number % 50 == 49:
                _assert_sound(desk.session)
        except Exception as error:  # noqa: BLE001  (all of them are collected)
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} in {Path(where.filename).name}:{where.name}"
            failures.setdefault(kind, f"{entry[:60]!r} ({len(entry)} characters): {str(error)[:100]}")
            if number % 50 == 49:
                desk = _desk_in(tmp_path, number + 1, 10)
        slowest = max(slowest, (time.perf_counter() - start, entry[:60]))
    print(f"\n10,000 entries in {time.perf_counter() - begin:.1f} s; slowest {slowest[0]:.2f} s: {slowest[1]!r}")
    assert not failures, "\n".join(f"{kind}: {example}" for kind, example in failures.items())


def _desk_in(folder: Path, number: int, lines: int) -> Desk:
    """A prompt on a game of its own, some lines of which have been entered."""

    def new() -> Session:
        return Session.open(folder / f"another-{number}-{len(list(folder.iterdir()))}.c777")

    desk = Desk(Session.open(folder / f"game-{number}.c777"), ENGLISH, new=new)
    for line in GAME[:lines]:
        desk.handle(line)
    return desk


def _type(desk: Desk, entry: str, *, look: bool) -> None:
    """All that happens when something is typed: the reply, now and then the screen, the toolbar, the completions."""
    reply = desk.handle(entry)
    if reply.failed:
        assert isinstance(reply.body, Text)
        assert len(reply.body.plain.splitlines()) <= 1, reply.body.plain
    text_of(reply.body).encode("utf-8", errors="replace")
    if look and desk.session.table.players:
        screen_of(desk.session)
    desk.toolbar(entry)
    list(desk.completions(entry))


def _assert_sound(session: Session) -> None:
    """The log can be read again, from its text and from its file, and says the same."""
    assert session.path is not None
    for text in ("".join(f"{line}\n" for line in session.lines), session.path.read_bytes().decode("utf-8")):
        again = Solver.from_log(text, seat=session.table.viewer or "me", folder=session.table.folder)
        assert again.table == session.table


def test_very_long_lines_are_refused_quickly() -> None:
    """Twenty thousand tiles, or names, or numbers: a pasted file must not hang the prompt."""
    for entry in ("rack Ann " + "B7 " * 20_000, "players " + "Ann " * 20_000, "1 " * 20_000, "x" * 100_000):
        for lines in (DEAL[:1], DEAL[:2], GAME):
            desk = desk_at(*lines)
            start = time.perf_counter()
            desk.handle(entry)
            assert time.perf_counter() - start < 2, entry[:20]


# Scripts.


def script(*lines: str) -> tuple[int, str, str]:
    """Status, output and complaints of a piped script."""
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    errors = io.StringIO()
    status = run_script(lines, ENGLISH, console, errors)
    assert isinstance(console.file, io.StringIO)
    return status, console.file.getvalue(), errors.getvalue()


def test_a_script_shows_the_last_screen_once() -> None:
    status, told, errors = script(*GAME)
    assert (status, errors) == (0, "")
    assert told == screen_of(desk_at(*GAME).session)


def test_a_script_that_contradicts_itself_has_status_1() -> None:
    status, told, errors = script(*CONTRADICTED)
    assert (status, errors) == (1, "")
    assert "CONTRADICTION at line 11" in told


def test_a_script_with_a_bad_line_has_status_2_and_goes_on() -> None:
    status, told, errors = script("# Friday", "", *GAME[:5], "Zoe 16 <", *GAME[5:], "nonsense")
    assert status == 2
    assert [line.partition(":")[0] for line in errors.splitlines()] == ["line 8", "line 14"]
    assert "'Zoe' is no player" in errors
    assert "racks left" in told


def test_a_script_may_hold_commands() -> None:
    status, told, errors = script(*GAME, "why no P7", "undo", "quit", "nonsense after the end")
    assert (status, errors) == (0, "")
    assert "Proved: " in told
    assert "me 10 2" not in told
    assert "Cid 18 >" in told


def test_a_card_alone_in_a_script_is_logged() -> None:
    """It was told what to say, and then it was forgotten."""
    status, told, errors = script(*GAME[:7], "10", "Cid 18 >")
    assert (status, errors) == (0, "")
    assert "Say: 2" in told
    assert "out of turn" not in told
    assert "next: Ann" in told


def test_an_empty_script_says_nothing() -> None:
    assert script() == (0, "", "")
    assert script("", "# only a comment") == (0, "", "")


# On a terminal, but without one.


def run_with(entries: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the prompt prints when these entries are typed."""

    def ask(desk: Any, _: Path) -> Iterator[str]:
        assert desk.prompt
        yield from entries

    monkeypatch.setattr(terminal, "ask", ask)
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    try:
        assert game_prompt.run(folder, ENGLISH, console) == 0
    except KeyboardInterrupt:
        pytest.fail("Ctrl-C ended the game")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_game_is_started_left_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run_with(["", "Ann Bob me Cid", *GAME[2:7]], tmp_path, monkeypatch)
    assert "A new game" in told
    assert "racks left" in told
    told = run_with([*GAME[7:], "quit", "never typed"], tmp_path, monkeypatch)
    assert "Going on with" in told
    assert "Bob 5 0" in told
    assert games(tmp_path) == [list(GAME)]
    told = run_with(["new", "code77", "Ann me", "nonsense"], tmp_path, monkeypatch)
    assert "A new game" in told
    assert sorted(games(tmp_path)) == sorted([list(GAME), ["edition code77", "players Ann me"]])


@pytest.mark.parametrize("place", ["my rack in two goes", "contradiction, then my declaration"])
def test_a_game_whose_reasons_cannot_be_followed_can_still_be_opened(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the prompt could not even be started any more."""
    (tmp_path / "game.c777").write_text("\n".join(PLACES[place]) + "\n", encoding="utf-8")
    told = run_with(["note on"], tmp_path, monkeypatch)
    assert "racks left" in told
    assert games(tmp_path)[0][-1] == "note on"


def test_ctrl_c_while_something_is_worked_out_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses = iter([True])

    def pressed(*arguments: Any, **named: Any) -> RenderableType:
        if next(presses, False):
            raise KeyboardInterrupt
        return screen(*arguments, **named)

    monkeypatch.setattr(game_prompt, "screen", pressed)
    told = run_with([*GAME], tmp_path, monkeypatch)
    assert games(tmp_path) == [list(GAME)]
    assert "racks left" in told


def test_ctrl_c_before_the_first_prompt_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(game_prompt, "start", interrupted)
    monkeypatch.setattr(sys, "argv", ["code777"])
    try:
        with pytest.raises(SystemExit, match="130"):
            main()
    finally:
        gc.enable()


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, asyncio.CancelledError])
def test_ctrl_c_at_any_moment_of_a_prompt_only_clears_the_line(
    interruption: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While prompt_toolkit starts a prompt, asyncio turns the signal into a cancelled task."""
    typed: list[str | type[BaseException]] = ["12 =", interruption, "note on", EOFError]

    def entered(*_: Any, **__: Any) -> str:
        entry = typed.pop(0)
        if isinstance(entry, str):
            return entry
        raise entry

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        monkeypatch.setattr(PromptSession, "prompt", entered)
        assert list(terminal.ask(desk_at(*GAME), tmp_path)) == ["12 =", "note on"]


def test_a_second_prompt_says_that_the_game_is_open_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Session.open(tmp_path / "game.c777")
    for line in GAME:
        first.enter(line)
    told = run_with([], tmp_path, monkeypatch)
    assert "open in another prompt" in told
    first.close()


def test_trouble_with_the_disk_is_told_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    told = run_with([*GAME], tmp_path / "file" / "games", monkeypatch)
    assert "in memory only" in " ".join(told.split())
    assert "racks left" in told


def test_lines_that_cannot_be_read_any_more_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.c777").write_text("\n".join((*GAME, "Zoe 1 1")) + "\n", encoding="utf-8")
    assert "line 11: 'Zoe' is no player" in run_with([], tmp_path, monkeypatch)


# The page.


def captures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("captures", ROOT / "docs" / "captures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page() -> str:
    return (ROOT / "docs" / "prompt.md").read_text(encoding="utf-8")


def rows_under(title: str) -> list[list[str]]:
    """The cells of the table under a heading of the page, without its header and code marks."""
    section = page().partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in rows[2:]]


def test_the_captures_on_the_page_are_up_to_date() -> None:
    assert page() == captures().updated(page()), "run `python docs/captures.py`"


def test_the_page_lists_every_command() -> None:
    listed = [row[0].split("`")[1].split()[0] for row in rows_under("Commands")]
    assert listed == list(COMMANDS)


def test_the_shortcuts_on_the_page_are_true() -> None:
    rows = rows_under("Shortcuts")
    assert len(rows) >= 6
    for typed, logged, *_ in rows:
        session = desk_at(*(GAME[:7] if typed.strip("`") == "10" else GAME[:6])).session
        if "declare" not in logged and logged.startswith("`rack"):
            session.enter("declare Bob 566 right")
        accepted = session.enter(typed.strip("`"))
        assert (accepted.suggestion or accepted.text) == logged.strip("`")


# The command with piped input is driven here as a process; in a terminal it is driven by test_prompt_terminal.py.


def piped(text: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "code777solver"],
        input=text.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "CODE777_LANG": "en", **environment},
        check=False,
        timeout=60,
    )


def test_a_log_can_be_piped_through_the_command(tmp_path: Path) -> None:
    done = piped("\n".join(GAME) + "\n", CODE777_GAMES=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == screen_of(desk_at(*GAME).session)
    assert list(tmp_path.iterdir()) == [], "a script is no game to go on with"
    assert piped("\n".join(CONTRADICTED)).returncode == 1
    done = piped("\r\n".join((*GAME, "nonsense")))
    assert done.returncode == 2
    assert done.stderr.decode().startswith("line 11: 'nonsense' is no player")
    assert piped("").returncode == 0


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    lines = ("players Zoë Bob me", "rack Zoë Y2 K5 B7", "rack Bob G6 G6 R5", "Zoë 16 >", f"note {'long ' * 40}")
    done = piped("\n".join((*lines, "whatif Bob 5 0")), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"####" in done.stdout
    assert b"????" not in done.stdout


def test_two_thousand_lines_of_garbage_piped_through_the_command() -> None:
    lines = [re.sub(r"[\r\n\x85\u2028]", " ", line) for line in garbage(random.Random(7), 2000)]
    lines = [line for line in lines if not line.lower().startswith(("quit", "save", "sheet"))]
    text = "\n".join((*GAME, *lines)).encode("utf-8", errors="replace").decode()
    done = piped(text)
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")[-2000:]
    assert done.returncode in (1, 2)
