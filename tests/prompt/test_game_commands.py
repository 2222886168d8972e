"""The commands of a game at the prompt, each with its reply."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any, Self

import pytest
from game_prompts import CONTRADICTED, ENGLISH, ENTRIES, PLACES, prompt_at, prompt_of, refused, screen_of
from logs import GAME
from printing import printed, unwrapped
from rich.console import Console

from code777solver import Solver
from code777solver.errors import BeliefError
from code777solver.lang import language
from code777solver.prompt.base import Reply
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.prompt.loop import on_script
from code777solver.reasons import opponents
from code777solver.results import Advice, Outcome
from code777solver.session import Session
from code777solver.show.panels import percent

ROOT = Path(__file__).parents[2]


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
    assert re.search(r"Ann +\? +\? +\?", told)
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
    monkeypatch.setattr(Solver, "advise_in_background", lambda self: asked)
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
    monkeypatch.setattr(Solver, "advise_in_background", lambda self: asked)
    later = prompt_at(*GAME).handle("declare? more").later
    assert later is not None
    if isinstance(end, KeyboardInterrupt):
        with pytest.raises(KeyboardInterrupt, match="^$"):
            later(lambda text: None)
    else:
        assert printed(later(lambda text: None)).strip() == "it has ended"
    assert asked.ended


def test_a_script_waits_for_the_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "advise_in_background", lambda self: Played())
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
    """No entry raises at any table, and the screen can be shown after it."""
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
