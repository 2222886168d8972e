"""Coach mode: nothing that is deduced is shown unasked, marks are kept and checked, and hints go on from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from game_prompts import CONTRADICTED, ENGLISH, SEATS, STATES, position, prompt_at, refused
from logs import DEAL, GAME
from printing import printed
from pseudo_terminal import terminal_prompt

from code777solver import Solver
from code777solver.lang import LANGUAGES, language
from code777solver.prompt.game import GamePrompt
from code777solver.reasons.position import Position
from code777solver.session import Session

DEDUCED = (
    "candidates",
    "codes",
    "declarable",
    "tiles",
    "solved",
    "questions",
    "opponents",
    "evidence",
    "last_answer",
)


def shown(prompt: GamePrompt, entry: str, width: int = 80) -> str:
    """The reply to an entry, and the screen if it is shown."""
    reply = prompt.handle(entry)
    assert not reply.failed, printed(reply.body)
    return printed(reply.body, width) + (printed(prompt.screen(), width) if reply.shows_screen else "")


# The screen.


def test_the_screen_shows_what_was_said_and_the_marks() -> None:
    prompt = prompt_at(*GAME, "coach on", "cross 1 6 blue 447", "circle N4 7")
    assert [line.rstrip() for line in printed(prompt.screen()).splitlines()] == [
        "classic  Ann 0  Bob 0  me 0  Cid 0  pile 16  next: Bob",
        "coach: `hint` helps, `marks` checks, `peek` shows all",
        "  6 Ann 16 <                              1-  G.   -",
        "  7 Bob 5 0                               2   Yx.",
        "  9 Cid 18 >                              3   K...",
        " 10 Ann 1 1                               4   Nx...O",
        "                                          5   Rx...   Kx   x",
        "                                          6-  Gxx. -  P... -",
        "                                          7O  Px   x  Yx.     Bx...-",
        "crossed  1 6 blue 447",
        "circled  N4 7",
    ]


@pytest.mark.parametrize("edition", SEATS)
@pytest.mark.parametrize("state", STATES)
def test_nothing_on_the_screen_is_deduced(edition: str, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same if the solver is not allowed to deduce anything; only a contradiction is told."""
    prompt = prompt_at(*position(edition, state), "coach on")
    before = printed(prompt.screen())
    assert "%" not in before
    assert ("CONTRADICTION" in before) == (state == "contradiction")

    def forbidden(self: Solver) -> None:
        raise AssertionError("deduced")

    for name in DEDUCED:
        monkeypatch.setattr(Solver if hasattr(Solver, name) else Position, name, property(forbidden))
    assert printed(prompt.screen()) == before


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("edition", SEATS)
def test_the_screen_fits(edition: str, width: int, code: str) -> None:
    prompt = GamePrompt(
        prompt_at(*position(edition, "midway"), "coach on", "cross 1 2 3", "circle 7").session, language(code)
    )
    prompt.width = width
    rows = printed(prompt.screen(), width).splitlines()
    assert len(rows) <= (18 if width == 60 else 20)
    assert max(map(len, rows)) <= width
    assert not any("…" in row for row in rows)


def test_without_a_rack_the_screen_says_so() -> None:
    prompt = prompt_at(*GAME, "coach on", "declare me 146 wrong")
    assert "Your rack is empty." in printed(prompt.screen())


def test_the_coach_stays_when_the_game_is_opened_again(tmp_path: Path) -> None:
    """A player who comes back must not see the solution."""
    path = tmp_path / "game.c777"
    prompt = prompt_at(*GAME, "coach on", "cross 6", path=path)
    before = printed(prompt.screen())
    prompt.close()
    again = GamePrompt(Session.open(path), ENGLISH)
    assert printed(again.screen()) == before
    assert "racks left" not in "".join(printed(part) for part in again.greeting())
    again.handle("coach off")
    assert "racks left" in printed(again.screen())
    again.handle("undo")
    assert printed(again.screen()) == before


def test_coach_on_and_off() -> None:
    prompt = prompt_at(*GAME)
    full = printed(prompt.screen())
    assert shown(prompt, "coach off") == full
    assert prompt.session.lines == list(GAME)
    shown(prompt, "Coach ON")
    shown(prompt, "coach on")
    assert prompt.session.lines == [*GAME, "note coach on"]
    assert "like `coach off`" in refused(prompt, "coach")
    assert "like `coach off`" in refused(prompt, "coach maybe")
    shown(prompt, "coach off")
    assert printed(prompt.screen()).splitlines()[3:] == full.splitlines()[3:]


def test_a_certain_code_is_not_offered_to_who_deduces_alone() -> None:
    """The prompt offered it after `declare me`."""
    lines = position("classic", "certain")
    prompt = prompt_at(*lines)
    code = prompt.session.solver.codes[0].numbers
    prompt.handle("declare me")
    assert code in prompt.prompt_text
    coached = prompt_at(*lines, "coach on")
    coached.handle("declare me")
    assert code not in coached.prompt_text
    assert coached.default("") == ""


# Peeking.


def test_peek_shows_everything_once() -> None:
    prompt = prompt_at(*GAME)
    full = printed(prompt.screen()).splitlines()
    prompt.handle("coach on")
    assert printed(prompt.handle("peek").body).splitlines()[3:] == full[3:]
    assert "racks left" not in printed(prompt.screen())


@pytest.mark.parametrize("entry", ["codes", "racks", "rank", "who", "declare?", "whatif Bob 12 =", "sheet notes.svg"])
def test_what_tells_too_much_is_asked_for_twice(entry: str) -> None:
    prompt = prompt_at(*GAME, "coach on")
    name = entry.split()[0]
    assert refused(prompt, entry) == f"The coach hides this: `peek {name}` shows it once."


@pytest.mark.parametrize("entry", ["codes", "rank", "who", "whatif Bob 12 ="])
def test_peek_gives_a_command_as_it_would_be_given_without_the_coach(entry: str) -> None:
    plain = printed(prompt_at(*GAME).handle(entry).body)
    assert printed(prompt_at(*GAME, "coach on").handle(f"peek {entry}").body) == plain
    assert printed(prompt_at(*GAME).handle(f"peek {entry}").body) == plain


def test_there_is_nothing_to_peek_at_behind_other_commands() -> None:
    assert refused(prompt_at(*GAME, "coach on"), "peek undo") == (
        "`peek undo` hides nothing: `peek` alone shows the whole screen."
    )


# Marks.


def test_marks_are_made_taken_off_and_undone() -> None:
    prompt = prompt_at(*GAME, "coach on")
    shown(prompt, "cross 6")
    assert "crossed  6" in shown(prompt, "cross blue 7")
    assert "crossed  6 B7" in printed(prompt.screen())
    assert "crossed  B7" in shown(prompt, "cross 6")
    assert "circled  B7" in shown(prompt, "circle B7")
    assert "crossed" not in printed(prompt.screen())
    assert "crossed  B7" in shown(prompt, "undo")
    assert prompt.session.lines[11:] == ["note cross 6", "note cross B7", "note clear 6"]


def test_several_marks_are_one_change() -> None:
    prompt = prompt_at(*GAME, "coach on")
    shown(prompt, "cross 1, 2, blue")
    assert "crossed  1 2 blue" in printed(prompt.screen())
    assert "crossed" not in shown(prompt, "undo")


def test_marks_without_the_coach_are_told_in_a_line() -> None:
    prompt = prompt_at(*GAME)
    reply = prompt.handle("cross 6")
    assert printed(reply.body) == "your marks: no 6\n"
    assert printed(prompt.handle("circle N4").body) == "your marks: no 6, has N4\n"
    prompt.handle("cross 6")
    assert printed(prompt.handle("circle N4").body) == "You have no marks.\n"


def test_marks_are_typed_in_any_language() -> None:
    prompt = GamePrompt(prompt_at(*GAME, "coach on").session, language("nl"))
    shown(prompt, "omcirkel blauwe 7")
    shown(prompt, "kruis rood")
    assert prompt.session.lines[-2:] == ["note circle B7", "note cross red"]
    assert "doorgestreept  rood" in printed(prompt.screen())


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("cross", "like `cross 6`"),
        ("circle", "like `circle B7`"),
        ("cross 8", "no number 8 in this deck"),
        ("circle nothing", "cannot mark 'nothing': name a number, a colour, a tile or a code"),
        ("cross 6 B9", "no such tiles in this deck"),
    ],
)
def test_what_cannot_be_marked_changes_nothing(entry: str, why: str) -> None:
    assert why in refused(prompt_at(*GAME), entry)


def test_marks_are_checked_on_demand() -> None:
    prompt = prompt_at("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 17 >", "coach on")
    assert printed(prompt.handle("marks").body) == "3 more facts about numbers, colours or tiles can be proved now.\n"
    prompt.handle("circle 4")
    prompt.handle("cross 6")
    assert printed(prompt.handle("marks").body) == (
        "proved      has 4\nnot proved  no 6\nNo other number, colour or tile can be proved now.\n"
    )
    prompt.handle("cross brown")
    assert "wrong       no brown\n" in printed(prompt.handle("marks").body)


# Hints.


def test_hints_climb_and_then_go_on() -> None:
    """Each `hint` tells more of one deduction; after its proof comes another."""
    prompt = prompt_at(*GAME, "coach on")
    seen = []
    for _ in range(3):
        rungs = [printed(prompt.handle("hint").body).splitlines()[0] for _ in range(4)]
        assert rungs[0].startswith("Look again at ")
        assert "tells you about" in rungs[1]
        assert rungs[2].startswith("This follows: ")
        assert rungs[3] == "The proof:"
        seen.append(rungs[2])
    assert len(set(seen)) == 3


def test_a_mark_moves_the_hints_on() -> None:
    prompt = prompt_at(*GAME, "coach on")
    claims = []
    for _ in range(4):
        claim = printed(prompt.handle("hint 3").body).removeprefix("This follows: ").rstrip(".\n")
        assert claim not in claims
        claims.append(claim)
        verb, what = claim.split()
        prompt.handle(f"{'circle' if verb == 'has' else 'cross'} {what}")
        assert claim in printed(prompt.handle("marks").body).split("\n")[0]


def test_a_wrong_mark_is_hinted_at_first() -> None:
    prompt = prompt_at(
        "players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 17 >", "coach on", "cross 4"
    )
    assert printed(prompt.handle("hint").body) == "One of your marks is wrong.\n"
    assert printed(prompt.handle("hint").body) == "This is wrong: no 4.\n"


def test_what_was_told_about_an_old_rack_is_no_knowledge_of_the_new_one() -> None:
    table = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 17 >", "coach on")
    prompt = prompt_at(*table)
    for _ in range(5):
        prompt.handle("hint")
    assert "This follows: has 4." not in printed(prompt.handle("hint 3").body)
    for line in ("declare me 146 wrong", "rack me ?", "Ann 17 >"):
        assert not prompt.handle(line).failed
    assert printed(prompt.handle("hint 3").body) == "This follows: has 4.\n"


def test_without_the_coach_a_hint_is_the_first_rung() -> None:
    prompt = prompt_at(*GAME)
    first = printed(prompt.handle("hint").body)
    assert printed(prompt.handle("hint").body) == first
    assert first.startswith("Look again at ")


@pytest.mark.parametrize(
    "entry", ["hint", "marks", "cross 6", "circle B7", "peek", "coach on", "coach off", "peek codes"]
)
@pytest.mark.parametrize(
    "lines",
    [(), DEAL[:1], DEAL[:2], DEAL[:4], DEAL, CONTRADICTED, (*GAME, "declare me 146 wrong"), ("players Ann Bob",)],
    ids=["nothing", "edition", "players", "half a deal", "deal", "contradiction", "no rack", "nobody is me"],
)
def test_the_coach_can_be_asked_anywhere(lines: tuple[str, ...], entry: str) -> None:
    """No entry raises, and the screen can be shown after it."""
    prompt = prompt_at(*lines)
    reply = prompt.handle(entry)
    printed(reply.body)
    printed(prompt.screen())


def test_coach_mode_on_a_real_terminal(tmp_path: Path) -> None:
    with terminal_prompt(tmp_path, columns=60) as terminal:
        terminal.enter(*DEAL, "coach on")
        terminal.expect("coach: `hint` helps")
        terminal.enter("Ann 16 <", "cross 6")
        text = terminal.expect("crossed  6")
        assert "racks left" not in text[text.rindex("note") if "note" in text else 0 :]
        terminal.enter("peek")
        terminal.expect("racks left")
        terminal.enter("quit")
        assert terminal.wait() == 0
