"""Entries that are not whole words: typos, beginnings, and players who are called like commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from game_prompts import ENGLISH, prompt_at, refused
from logs import GAME
from printing import printed

from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session

ROOT = Path(__file__).parents[2]


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
    told = refused(prompt_at(*GAME), typo)
    assert f"did you mean {meant!r}?" in told


def test_a_typo_is_told_as_it_was_typed() -> None:
    """It was printed in small letters."""
    assert refused(prompt_at(*GAME), "Hlep") == "`Hlep` is not understood, did you mean 'help'?"


def test_a_typo_in_the_first_answers_is_told_too() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    assert "did you mean 'classic'?" in refused(prompt, "clasic")
    prompt.handle("classic")
    assert "1 player: edition 'classic' takes 2 to" in refused(prompt, "Ann")
    prompt.handle("Ann me")
    assert "X9" in refused(prompt, "Y2 K5 X9").upper()


@pytest.mark.parametrize("entry", ["Ann x <", "Ann 16 q", "bob 5 9"])
def test_a_name_that_is_right_is_not_corrected(entry: str) -> None:
    assert "did you mean" not in refused(prompt_at(*GAME), entry)


def test_a_line_typed_now_is_refused_without_a_line_number() -> None:
    assert not refused(prompt_at(*GAME), "Ann 99 1").startswith("line ")
    assert refused(prompt_at(*GAME), "fix 6 Ann 99 1").startswith("line 6: ")


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
        ("p Bob", "peek, penalty or players"),
        ("sa", "save"),
    ],
)
def test_a_beginning_of_several_words_asks(typed: str, choices: str) -> None:
    """`re` logged a reshuffle although `redo` begins so too."""
    prompt = prompt_at(*GAME)
    if " or " in choices:
        assert f"is ambiguous ({choices}): type more of it" in refused(prompt, typed)
    else:
        assert "is not understood" not in str(prompt.handle(typed).body)
    assert "reshuffle" not in prompt.session.lines


@pytest.mark.parametrize("lines", [GAME, (*GAME, "declare Bob 566 right")])
def test_a_beginning_asks_where_a_rack_is_asked_for_too(lines: tuple[str, ...]) -> None:
    assert "is ambiguous (redo or reshuffle)" in refused(prompt_at(*lines), "re")


@pytest.mark.parametrize(
    ("typed", "command"),
    [("un", "undo"), ("U", "undo"), ("lo", "log"), ("ran", "rank"), ("fi 7 5 1", "fix 7 5 1"), ("dec?", "declare?")],
)
def test_a_beginning_of_one_command_is_enough(typed: str, command: str) -> None:
    short, whole = prompt_at(*GAME), prompt_at(*GAME)
    assert printed(short.handle(typed).body) == printed(whole.handle(command).body)
    assert short.session.lines == whole.session.lines


def test_a_beginning_of_one_word_of_the_notation_is_enough() -> None:
    prompt = prompt_at(*GAME)
    prompt.handle("resh")
    prompt.handle("no  two  spaces")
    assert prompt.session.lines[-2:] == ["reshuffle", "note two  spaces"]


def test_beginnings_of_the_words_of_a_language() -> None:
    prompt = GamePrompt(prompt_at(*GAME).session, language("nl"))
    assert not prompt.handle("teru").failed
    assert prompt.session.lines == list(GAME[:-1])
    assert "is niet eenduidig (schrap of schudden): typ er meer van" in str(prompt.handle("sch").body)
    assert "is niet eenduidig (notitie of notitieblad)" in str(prompt.handle("notit zwart").body)
    prompt.handle("opmerk zwart of niet")
    assert prompt.session.lines[-1] == "note zwart of niet"


@pytest.mark.parametrize("command", ["undo", "redo", "rank", "who", "codes", "games", "new", "quit"])
def test_what_follows_a_command_that_stands_alone_is_refused(command: str) -> None:
    """`undo 7` took back the last line instead of line 7."""
    assert f"`{command}` stands alone: remove `7`" in refused(prompt_at(*GAME), f"{command} 7")


# Players who are called like commands.


def named_game(*names: str) -> GamePrompt:
    """A game of three and me, with the players called so."""
    prompt = GamePrompt(Session(), ENGLISH)
    for line in ("classic", f"{' '.join(names)} me"):
        assert not prompt.handle(line).failed, line
    for name, tiles in zip(names, ("Y2 K5 B7", "G6 G6 R5", "N4 P7 Y7"), strict=False):
        assert not prompt.handle(f"{name} {tiles}").failed, name
    return prompt


@pytest.mark.parametrize("names", [("Log", "New", "Rank"), ("Fix", "Help", "Hint"), ("Undo", "As", "Quit")])
def test_a_player_may_be_called_like_a_command(names: tuple[str, ...]) -> None:
    """Neither the names, nor the racks, nor the answers of such players could be typed."""
    prompt = named_game(*names)
    assert list(prompt.session.table.players) == [*names, "me"]
    for name in names:
        for typed in (f"{name} 16 <", f"{name.casefold()} 5 0", f"{name} 2 0 ?", f"{name} 3 ?"):
            assert not prompt.handle(typed).failed, typed
            assert prompt.session.lines[-1].split()[0] == name
        assert not prompt.handle(f"penalty {name}").failed


def test_commands_still_work_beside_players_who_are_called_so() -> None:
    prompt = named_game("Log", "Fix", "Help")
    assert "rack Log Y2 K5 B7" in printed(prompt.handle("log").body)
    prompt.handle("16 <")
    assert prompt.session.lines[-1] == "Log 16 <"
    prompt.handle("fix 6 16 =")
    assert prompt.session.lines[-1] == "Log 16 ="
    assert "  6> Log 16 =" in printed(prompt.handle("log 6").body)
    assert "16. More blue 7s" in printed(prompt.handle("help 16").body)
    assert prompt.handle("Help 16 <").shows_screen
    assert prompt.session.lines[-1] == "Help 16 <"
    assert "is not an answer to card 16" in refused(prompt, "Log 16 7")
    assert "no card 99" in refused(prompt, "Log 99 1")


def test_a_name_that_a_command_begins_is_taken_if_an_answer_follows() -> None:
    prompt = named_game("Logan", "Asta")
    for typed, logged in (("log 16 <", "Logan 16 <"), ("as 5 0", "Asta 5 0")):
        prompt.handle(typed)
        assert prompt.session.lines[-1] == logged
    assert prompt.handle("as me").shows_screen
    assert prompt.session.lines[-1] == "Asta 5 0"


def test_commands_are_commands_where_the_players_are_asked_for() -> None:
    prompt = prompt_at("edition classic")
    assert "edition classic" in printed(prompt.handle("log").body)
    assert "16. More" in printed(prompt.handle("help 16").body)
    assert not prompt.handle("undo").failed
    assert prompt.session.lines == []


def test_a_player_may_be_called_like_a_command_of_the_language() -> None:
    """A Dutch `stop` is quit: as a name it was left alone, even where the command was meant."""
    prompt = GamePrompt(Session(), language("nl"))
    for line in ("classic", "Stop Roos ik", "stop Y2 K5 B7", "G6 G6 R5", "Stop 16 gelijk"):
        assert not prompt.handle(line).failed, line
    assert prompt.session.lines[1:] == [
        "players Stop Roos me",
        "rack Stop Y2 K5 B7",
        "rack Roos G6 G6 R5",
        "Stop 16 same",
    ]
    assert prompt.handle("stop").done
