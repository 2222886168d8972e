"""The prompt of a game without a terminal: every command, typos, blocks, completion, the page."""

from __future__ import annotations

import importlib.util
import io
import re
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import pytest
from game_prompts import CONTRADICTED, ENGLISH, ENTRIES, PLACES, prompt_at, prompt_of, refused, screen_of
from logs import DEAL, GAME
from printing import printed, unwrapped
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rich.console import Console

from code777solver import Solver, edition_names
from code777solver.errors import BeliefError
from code777solver.lang import language
from code777solver.prompt import terminal
from code777solver.prompt.base import Reply
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.prompt.loop import on_script
from code777solver.reasons import opponents
from code777solver.results import Advice, Outcome
from code777solver.session import Session
from code777solver.show.panels import percent
from code777solver.table.events import KEYWORDS

ROOT = Path(__file__).parents[2]


# Log lines.


def test_a_line_is_logged_and_the_screen_shown() -> None:
    prompt = prompt_at(*DEAL)
    assert prompt.handle("16 <") == Reply(None, shows_screen=True)
    assert prompt.session.lines == list(GAME[:6])


def test_an_odd_line_is_logged_and_said_to_be_odd() -> None:
    reply = prompt_at(*DEAL).handle("Bob 16 <")
    assert printed(reply.body) == "odd: out of turn: it was Ann's turn to draw a card\n"
    assert reply.shows_screen
    assert not reply.failed


def test_a_declaration_that_proves_an_answer_false_says_so() -> None:
    """It is what a penalty is given for; the screen went on as if nothing had happened."""
    prompt = prompt_at(*GAME)
    assert printed(prompt.handle("declare me 777 right saw B7 B7 B7").body, 200).splitlines() == [
        "false answer in line 6 (Ann): with Bob R5 G6 G6, me B7 B7 B7, Cid N4 P7 Y7 in sight, card 16 is >, not <",
        "false answer in line 7 (Bob): with Ann Y2 K5 B7, me B7 B7 B7, Cid N4 P7 Y7 in sight, card 5 is 1, not 0",
        "false answer in line 10 (Ann): with Bob R5 G6 G6, me B7 B7 B7, Cid N4 P7 Y7 in sight, card 1 is 2, not 1",
    ]
    prompt.handle("?")
    assert prompt.handle("declare Bob 566 right").body is None, "what was told is not told again"
    assert prompt_at(*GAME).handle("declare me 344 right saw K3 N4 N4").body is None


def test_my_card_is_answered_and_logged_on_enter() -> None:
    prompt = prompt_at(*GAME[:7])
    reply = prompt.handle("10")
    assert printed(reply.body) == "Say: 2    (Enter logs `me 10 2`)\n"
    assert not reply.shows_screen
    assert prompt.session.lines == list(GAME[:7])
    assert prompt.handle("").shows_screen
    assert prompt.session.lines == list(GAME[:8])
    assert prompt.handle("") == Reply()


def test_looking_something_up_does_not_forget_my_answer() -> None:
    prompt = prompt_at(*GAME[:7])
    prompt.handle("10")
    for entry in ("help 10", "rank", "log", "who"):
        prompt.handle(entry)
    prompt.handle("")
    assert prompt.session.lines[-1] == "me 10 2"


def test_an_empty_answer_to_the_first_question_is_the_classic_edition() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    assert prompt.default("") == prompt.default("  ") == "classic"
    assert prompt.default("code77") == "code77"
    prompt.handle(prompt.default(""))
    assert prompt.session.lines == ["edition classic"]
    assert prompt.default("") == ""


def test_the_prompt_says_what_is_needed() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    prompts = [prompt.prompt_text]
    for line in ("stronghold", "Ann Bob me", "2 K5 B7", "G6 G6 R5", "N4 P7 Y7", "16 <", "5 0"):
        assert not prompt.handle(line).failed
        prompts.append(prompt.prompt_text)
    assert all(name in prompts[0] for name in edition_names())
    assert "players" in prompts[1]
    assert prompts[2:] == ["rack Ann> ", "rack Bob> ", "rack spare1> ", "Ann> ", "Bob> ", "me> "]


# Commands.


def test_undo_and_redo() -> None:
    prompt = prompt_at(*GAME)
    assert prompt.handle("undo").shows_screen
    assert prompt.session.lines == list(GAME[:-1])
    assert prompt.handle("REDO").shows_screen
    assert prompt.session.lines == list(GAME)
    assert refused(prompt, "redo") == "nothing to redo"
    assert refused(GamePrompt(Session(), ENGLISH), "undo") == "nothing to undo"


def test_fix() -> None:
    prompt = prompt_at(*GAME)
    assert prompt.handle("fix 7 5 1").shows_screen
    assert prompt.session.lines[6] == "Bob 5 1"
    assert "line 7: no card 99" in refused(prompt, "fix 7 Bob 99 1")
    assert "line 5: no rack 'Cid' at this table" in refused(prompt, "fix 2 players Ann Bob me")
    assert "(the log has lines 1 to 10)" in refused(prompt, "fix 11 note")


def test_drop() -> None:
    prompt = prompt_at(*GAME)
    reply = prompt.handle("drop 7")
    assert printed(reply.body) == "dropped: Bob 5 0\n"
    assert reply.shows_screen
    assert "Bob 5 0" not in prompt.session.lines
    assert "line 6: the rack of Bob has no tiles" in refused(prompt, "drop 4")


def test_doubt() -> None:
    prompt = prompt_at(*GAME)
    assert printed(prompt.handle("doubt 6").body) == "now: Ann 16 < ?\n"
    assert printed(prompt.handle("doubt 6").body) == "now: Ann 16 <\n"
    assert "line 3 is not an answer" in refused(prompt, "doubt 3")


def test_why() -> None:
    prompt = prompt_of("classic", "midway")
    left = prompt.session.solver.candidates
    assert "Proved: no P7. The tiles in sight alone" in printed(prompt.handle("why no P7").body)
    told = printed(prompt.handle(f"why has {left[0].tiles[0]}").body)
    assert "Not proved" in told
    assert "You may still hold" in told
    assert "blah" in refused(prompt, "why blah")
    prompt = prompt_of("classic", "certain")
    told = printed(prompt.handle(f"why numbers {prompt.session.solver.codes[0].numbers}").body)
    assert re.search(r"Proved: .*, by \d+ answers?\.", told)
    assert "1. Line " in told


def test_why_of_a_contradiction_lists_what_may_be_wrong() -> None:
    prompt = prompt_at(*CONTRADICTED)
    for entry in ("why", "why no 6"):
        told = printed(prompt.handle(entry).body)
        assert "One of these must be wrong" in told
        assert "line 11 (Bob 1 3)" in told


def test_hint_tells_more_at_each_level() -> None:
    prompt = prompt_of("classic", "certain")
    told = [printed(prompt.handle(f"hint {level}").body) for level in (1, 2, 3, 4)]
    assert printed(prompt.handle("hint").body) == told[0]
    assert "Look again at Ann's answer" in told[0]
    assert len(set(told)) == 4
    assert "This follows" in told[2]
    assert "The proof" in told[3]
    assert "1 (where to look) to 4 (the proof)" in refused(prompt, "hint 5")


def test_whatif_shows_the_screen_of_a_supposed_line_and_logs_nothing() -> None:
    prompt = prompt_at(*GAME)
    reply = prompt.handle("whatif 12 =")
    told = printed(reply.body)
    assert told.startswith("SUPPOSE 12 =\n")
    supposed = Solver.from_log("\n".join((*GAME, "Bob 12 =")))
    assert f"racks left: {len(supposed.candidates)}   codes left: {len(supposed.codes)}" in told
    assert prompt.session.lines == list(GAME)
    assert "no card 99" in refused(prompt, "whatif 99 1")


def test_rank_lists_the_best_answers_to_come() -> None:
    prompt = prompt_at(*GAME)
    told = printed(prompt.handle("rank").body)
    best = prompt.session.solver.questions[0]
    assert "Most useful answers" in told
    assert f"{best.bits:.2f}" in told


def test_who_names_the_answer_that_is_false_for_the_others() -> None:
    prompt = prompt_at("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 <", "Bob 10 3", "me 1 2")
    told = printed(prompt.handle("who").body)
    assert re.search(r"Ann +\? +0\.0 +\?", told)
    assert "It is not known what Ann knows. False for Ann: line 6 (me 1 2)" in told
    assert re.search(r"Ann +\? +line 6", screen_of(prompt.session))


def test_who_says_why_nothing_is_known_of_the_others() -> None:
    table = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 <")
    told = printed(prompt_at(*table, "declare Ann 257 right").handle("who").body)
    assert told.strip() == "Not known until there are tiles on all racks: Ann"
    assert "contradicts itself" in printed(prompt_at(*table, "Bob 1 2").handle("who").body)


def test_who_tells_how_close_the_others_are() -> None:
    told = printed(prompt_at(*GAME).handle("who").body)
    assert all(name in told for name in ("Ann", "Bob", "Cid"))
    assert "can declare" in told


def test_declare_now_weighs_my_best_code_against_the_others() -> None:
    prompt = prompt_at(*GAME)
    best = prompt.session.solver.codes[0]
    told = printed(prompt.handle("declare?").body)
    assert f"Best code {best.numbers}: {percent(best.probability)} likely." in told
    assert "Learnt from simulated games, not proved." in told
    assert "Cid can declare with 100 %, after the next card with 100 %." in told
    assert prompt.session.lines == list(GAME)
    assert "Yes: " in printed(prompt_of("classic", "certain").handle("declare?").body)


def test_declare_now_names_the_tiles_where_colours_count() -> None:
    prompt = prompt_of("unique49", "certain")
    (rack,) = prompt.session.solver.candidates
    told = printed(prompt.handle("declare?").body)
    assert all(tile in told for tile in rack.tiles)


def test_declare_now_says_in_one_line_why_there_is_no_advice() -> None:
    prompt = prompt_at(
        "edition unique49", "players Ann me", "rack Ann Y2 K5 B7", "rack spare1 G6", "rack spare2 R5", "me 8 4"
    )
    told = unwrapped(printed(prompt.handle("declare?").body))
    assert "No advice: you may declare only on your own turn, after the card" in told
    assert refused(prompt, "declare? more") == "you may declare only on your own turn, after the card"


class Played:
    """A second opinion that compiles, then plays, and then is there."""

    def __init__(self, end: Exception | None = None) -> None:
        self.games, self.ended, self._end = 0, False, end

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = True

    def wait(self) -> Advice | None:
        if self._end is not None and self.games:
            raise self._end
        self.games += 400
        one = Outcome(0.5, 0.01, 0.4, 0.01)
        return None if self.games < 1200 else Advice("347", 0.3, one, one, 0.1, 0.01, 1200, True)


@pytest.mark.parametrize("lang", ["en", "nl", "fr", "de"])
def test_a_second_opinion_says_what_it_is_doing(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    asked, said = Played(), list[str]()
    monkeypatch.setattr(Solver, "second_opinion", lambda self: asked)
    prompt, t = prompt_at(*GAME), language(lang)
    prompt.t = t
    reply = prompt.handle(f"declare? {t('more').upper()}")
    assert not asked.games
    assert t("choice") in printed(reply.body)
    assert reply.later is not None
    told = printed(reply.later(said.append))
    assert t("Second opinion: the game played on") in told
    assert t("Estimated from {count} games per choice.", count=t.number(1200)) in unwrapped(told)
    assert [re.findall(r"\d+", text) for text in said] == [["0"], ["400"], ["800"]]
    assert asked.ended


@pytest.mark.parametrize("end", [BeliefError("it has ended"), KeyboardInterrupt()])
def test_a_second_opinion_that_fails_or_is_stopped_leaves_no_process(monkeypatch: pytest.MonkeyPatch, end: Any) -> None:
    asked = Played(end)
    monkeypatch.setattr(Solver, "second_opinion", lambda self: asked)
    later = prompt_at(*GAME).handle("declare? more").later
    assert later is not None
    if isinstance(end, KeyboardInterrupt):
        with pytest.raises(KeyboardInterrupt):
            later(lambda text: None)
    else:
        assert printed(later(lambda text: None)).strip() == "it has ended"
    assert asked.ended


def test_a_script_waits_for_the_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "second_opinion", lambda self: Played())
    console = Console(file=io.StringIO(), width=100)
    assert on_script(prompt_at(*GAME), ["declare? more"], console, io.StringIO()) == 0
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.index("Learnt from simulated games") < shown.index("Second opinion") < shown.index("racks left")


def test_what_may_follow_declare_now() -> None:
    assert refused(prompt_at(*GAME), "declare? 7") == "`declare? 7`: type `declare?` or `declare? more`"
    prompt = prompt_of("classic", "certain")
    assert prompt.handle("declare? more").later is None
    assert "Yes: " in printed(prompt.handle("declare? more").body)


def test_log_numbers_the_lines_as_fix_and_drop_count_them() -> None:
    prompt = prompt_at(*GAME, "# a comment", "note hm")
    told = printed(prompt.handle("log").body).splitlines()
    assert [line.split(None, 1) for line in told] == [[str(i), line] for i, line in enumerate(prompt.session.lines, 1)]


def test_sheet_writes_a_file(tmp_path: Path) -> None:
    prompt = prompt_at(*GAME)
    path = tmp_path / "notes.svg"
    assert "written" in printed(prompt.handle(f"sheet {path}").body)
    assert "<svg" in path.read_text(encoding="utf-8")
    refused(prompt, f"sheet {tmp_path / 'notes.doc'}")
    refused(prompt, f"sheet {tmp_path / 'no' / 'folder.svg'}")


def test_as_looks_from_another_seat() -> None:
    prompt = prompt_at("edition classic", "players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 =")
    assert "choose a seat with `as NAME`" in screen_of(prompt.session)
    assert prompt.handle("as bob").shows_screen
    assert prompt.session.solver.seat == "Bob"
    assert "racks left" in screen_of(prompt.session)
    assert "no player 'Bbo', did you mean 'Bob'?" in refused(prompt, "as Bbo")


def test_save_writes_the_log_to_another_file(tmp_path: Path) -> None:
    prompt = prompt_at(*GAME)
    assert "friday.c777" in printed(prompt.handle(f"save {tmp_path / 'friday'}").body, 500)
    assert (tmp_path / "friday.c777").read_text(encoding="utf-8").splitlines() == list(GAME)
    assert "already exists" in refused(prompt, f"save {tmp_path / 'friday'}")
    assert "cannot write" in refused(prompt, f"save {tmp_path / 'no' / 'folder'}")


@pytest.mark.parametrize("name", [".", "..", "/", "~nobody-of-this-name/x", "a\0b", "x" * 300])
@pytest.mark.parametrize("command", ["save", "sheet"])
def test_names_that_no_file_can_have_are_refused(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(prompt_at(*GAME), f"{command} {name}")


def test_new_starts_another_game_and_keeps_the_old(tmp_path: Path) -> None:
    prompt = GamePrompt(Session.open(tmp_path / "old.c777"), ENGLISH, new=lambda: Session.open(tmp_path / "new.c777"))
    for line in GAME:
        prompt.handle(line)
    assert "A new game" in printed(prompt.handle("new").body)
    assert prompt.session.lines == []
    assert prompt.prompt_text.startswith("edition")
    Session.open(tmp_path / "old.c777").close()
    assert (tmp_path / "old.c777").read_text(encoding="utf-8").splitlines() == list(GAME)
    assert "cannot be started here" in refused(prompt_at(), "new")


def test_help_lists_every_command_and_tells_every_card() -> None:
    prompt = prompt_at(*GAME)
    told = printed(prompt.handle("help").body)
    assert all(re.search(rf"^{re.escape(name)} ", told, re.MULTILINE) for name in COMMANDS)
    for number, card in prompt.session.table.edition.cards.items():
        assert f"{number}. {card.text}" in printed(prompt.handle(f"help {number}").body, 200)
    assert "(< = >)" in printed(prompt.handle("help 16").body)
    assert "no card 99" in refused(prompt, "help 99")
    assert "1. How many" in printed(GamePrompt(Session(), ENGLISH).handle("help 1").body)


def test_quit_lets_go_of_the_game_and_says_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.c777"
    prompt = prompt_at(*GAME, path=path)
    reply = prompt.handle("quit")
    assert reply.done
    assert printed(reply.body, 500) == f"kept in {path}\n"
    Session.open(path).close()
    assert prompt_at(*GAME).handle("quit") == Reply(None, done=True)


@pytest.mark.parametrize(
    ("entry", "example"),
    [
        ("fix", "fix 7 Ann 16 <"),
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
    assert f"`{example}" in refused(prompt_at(*GAME), entry)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(name: str) -> None:
    prompt = prompt_at(*GAME)
    reply = prompt.handle(name)
    assert not reply.failed or re.search(
        "missing|nothing to redo|cannot be started|cannot be opened", printed(reply.body)
    )


@pytest.mark.minutes
@pytest.mark.parametrize("place", PLACES)
def test_every_command_can_be_given_anywhere(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No entry raises, whatever stands on the table, and the screen can be shown after it."""
    monkeypatch.setattr(opponents, "MOST_REPLAYS", 10)
    failures = []
    for entry in ENTRIES:
        prompt = GamePrompt(Session(), ENGLISH)
        for line in PLACES[place]:
            assert not prompt.handle(line).failed, line
        try:
            reply = prompt.handle(entry)
            printed(reply.body)
            if reply.failed:
                assert len(str(reply.body).splitlines()) == 1, entry
            if prompt.session.table.players and (reply.shows_screen or entry == ENTRIES[0]):
                screen_of(prompt.session)
            assert prompt.prompt_text
            list(prompt.completions(entry))
            prompt.toolbar(entry)
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
    told = refused(prompt_at(*GAME), typo)
    assert f"did you mean {meant!r}?" in told


def test_a_typo_is_told_as_it_was_typed() -> None:
    """It was told in small letters."""
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
    """`undo 7` took back the last line, whatever its number."""
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


# Pasted blocks.


def taken(prompt: GamePrompt, *lines: str) -> list[Reply]:
    return list(prompt.handle_block("\n".join(lines)))


def test_a_pasted_log_is_taken_line_by_line() -> None:
    """It was refused as one long line."""
    prompt = GamePrompt(Session(), ENGLISH)
    replies = taken(prompt, "# Friday", "", *GAME, "")
    assert prompt.session.lines == ["# Friday", *GAME]
    assert not any(reply.failed for reply in replies)
    assert prompt.draft == ""


def test_a_pasted_log_with_the_line_ends_of_another_system() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    list(prompt.handle_block("\r\n".join(GAME) + "\r\n"))
    assert prompt.session.lines == list(GAME)


def test_a_block_stops_at_the_first_line_that_is_not_understood_and_keeps_the_rest() -> None:
    prompt = prompt_at(*DEAL)
    replies = taken(prompt, "Ann 16 <", "Bbo 5 0", "", "me 10 2", "Cid 18 >")
    assert [reply.failed for reply in replies] == [False, True]
    assert prompt.session.lines == [*DEAL, "Ann 16 <"]
    assert prompt.draft == "Bbo 5 0\n\nme 10 2\nCid 18 >"
    taken(prompt, *prompt.draft.replace("Bbo", "Bob").splitlines())
    assert prompt.session.lines == list(GAME[:9])
    assert prompt.draft == ""


def test_a_block_stops_where_my_answer_is_proposed() -> None:
    """What is to be said must be seen, and is not lost if the next line comes at once."""
    prompt = prompt_at(*GAME[:7])
    taken(prompt, "10", "Cid 18 >")
    assert prompt.session.lines == list(GAME[:7])
    assert prompt.draft == "me 10 2\nCid 18 >"
    taken(prompt, *prompt.draft.splitlines())
    assert prompt.session.lines == list(GAME[:9])


def test_a_block_may_hold_commands_and_ends_with_quit() -> None:
    prompt = prompt_at(*DEAL)
    replies = taken(prompt, "Ann 16 <", "undo", "Ann 16 >", "quit", "Bob 5 0")
    assert replies[-1].done
    assert prompt.session.lines == [*DEAL, "Ann 16 >"]


# While typing.


def offered(prompt: GamePrompt, text: str) -> list[str]:
    return [word for word, _ in prompt.completions(text)]


def test_completion_offers_what_may_come() -> None:
    prompt = prompt_at(*GAME)
    first = offered(prompt, "")
    assert {"Ann", "Bob", "me", "Cid", "16", *KEYWORDS, *COMMANDS} <= set(first)
    assert offered(prompt, "An") == first
    assert offered(prompt, "Ann ") == offered(prompt, "Ann 1") == [str(card) for card in range(1, 24)]
    assert offered(prompt, "Ann 16 ") == offered(prompt, "16 ") == [">", "=", "<"]
    assert offered(prompt, "Ann 5 ") == ["0", "1", "2", "3"]
    assert offered(prompt, "rack ") == offered(prompt, "declare B") == ["Ann", "Bob", "me", "Cid"]
    assert {"G1", "B7"} <= set(offered(prompt, "rack Bob ")) >= set(offered(prompt, "swap Bob G"))
    assert {"right", "wrong"} <= set(offered(prompt, "declare Ann 257 "))
    assert offered(prompt, "as ") == ["Ann", "Bob", "me", "Cid"]


def test_completion_offers_the_words_of_the_language_too() -> None:
    """Only English words were offered."""
    prompt = GamePrompt(prompt_at(*GAME).session, language("nl"))
    assert {"terug", "undo", "rek", "rack", "waarom", "why"} <= set(offered(prompt, ""))
    assert {"juist", "right", "fout", "wrong"} <= set(offered(prompt, "meld Ann 257 "))
    assert all(
        word == prompt.t.read(word) or prompt.t.read(word) in (*KEYWORDS, *COMMANDS) for word in offered(prompt, "")
    )


def test_completion_shows_the_text_of_a_card() -> None:
    prompt = prompt_at(*GAME)
    cards = dict(prompt.completions("Ann "))
    assert cards["16"] == prompt.session.table.edition.card(16).text
    assert dict(prompt.completions("Ann 5 "))["2"] == cards["5"]


def test_completion_offers_tiles_where_a_rack_is_needed() -> None:
    assert {"G1", "B7"} <= set(offered(prompt_at(*DEAL[:2]), ""))


def test_completion_at_any_beginning_is_quiet() -> None:
    for lines in PLACES.values():
        prompt = prompt_at(*lines)
        for entry in (*ENTRIES, *GAME, "1" * 5000, "Ann " + "9" * 5000 + " ", "²", "٣ ", "Ann ² "):
            for size in {0, 1, len(entry) // 2, len(entry)}:
                list(prompt.completions(entry[:size]))
                prompt.toolbar(entry[:size])


def test_the_text_of_the_card_is_shown_while_typing() -> None:
    prompt = prompt_at(*GAME)
    card = prompt.session.table.edition.card(16)
    assert prompt.toolbar("16") == prompt.toolbar("Ann 16 ") == prompt.toolbar("16 <") == f"16. {card.text}"
    assert prompt.toolbar("") == prompt.toolbar("Ann") == prompt.toolbar("99") == ""


def test_only_what_begins_so_is_completed() -> None:
    completer = terminal._Completer(prompt_at(*GAME))
    for text, expected in (("re", {"redo", "reshuffle"}), ("b", {"Bob"}), ("Ann 2", {"2", *map(str, range(20, 24))})):
        found = completer.get_completions(Document(text), CompleteEvent())
        assert {completion.text for completion in found} == expected


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
        entries, lines = re.findall(r"`([^`]*)`", typed), re.findall(r"`([^`]*)`", logged)
        prompt = prompt_at(*(GAME[:7] if entries == ["10"] else GAME[:6]))
        if logged.startswith("`rack"):
            prompt.handle("declare Bob 566 right")
        before = len(prompt.session.lines)
        for entry in entries:
            assert not any(reply.failed for reply in prompt.handle_block(entry)), entry
        if lines:
            assert set(lines) <= {*prompt.session.lines, prompt.session.suggestion}, typed
        else:
            assert (logged, len(prompt.session.lines) - before) == ("three lines", 3)


@pytest.mark.parametrize("code", ["nl", "fr", "de"])
def test_a_word_for_no_is_not_the_beginning_of_note(code: str) -> None:
    prompt = GamePrompt(prompt_at(*GAME).session, language(code))
    before = prompt.session.lines
    refused(prompt, language(code).word("no"))
    assert prompt.session.lines == before
