"""Behaviour of every prompt, shown with a small one that adds up numbers, also secret ones."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from printing import printed
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console, Group, RenderableType
from rich.text import Text

from code777solver.breaker.session import BreakerSession
from code777solver.errors import NotationError
from code777solver.lang import Language
from code777solver.prompt import terminal
from code777solver.prompt.base import Prompt, Reply
from code777solver.prompt.breaker import BreakerPrompt
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.loop import on_script, on_terminal
from code777solver.prompt.puzzle import PuzzlePrompt
from code777solver.prompt.replay import ReplayPrompt
from code777solver.session import Session
from code777solver.show.remark import Remark

ENGLISH = Language("en")
DUTCH = Language("nl", {}, {"hulp": "help", "stop": "quit", "geheim": "secret", "tel": "add"})


class Sum(Prompt):
    """Numbers are added up; nothing else is understood."""

    commands: ClassVar = {
        "secret": "add a number that nobody sees",
        "select": "a word that begins as `secret` does",
        "work": "take long, until Ctrl-C",
        "give up": "leave, in two words",
        "help": "this list",
        "quit": "leave",
    }
    words = ("add",)
    alone = ("quit",)

    def __init__(self, t: Language = ENGLISH) -> None:
        super().__init__(t)
        self.handlers |= {"secret": self._secret, "work": self._work, "give up": self._give_up}
        self.total = 0
        self.closed = 0

    def enter(self, line: str) -> Reply:
        if not line:
            return Reply()
        number = line.removeprefix("add ")
        if not number.isdecimal():
            raise NotationError(f"{line!r} is no number")
        self.total += int(number)
        return Reply(Text(f"added {number}"), shows_screen=True)

    def keep(self, text: str) -> Reply:
        self.enter(text)
        return Reply(Text("kept"))

    @property
    def prompt_text(self) -> str:
        return f"{self.total}> "

    @property
    def status(self) -> int:
        return int(self.total > 100)

    def scene(self) -> Iterator[RenderableType]:
        yield Text("Add!")

    def screen(self) -> RenderableType:
        return Text(f"total {self.total}")

    def close(self) -> None:
        self.closed += 1

    def _secret(self, rest: str) -> Reply:
        return Reply(asks_hidden="unseen> ")

    def _work(self, rest: str) -> Reply:
        self.total += 1
        raise KeyboardInterrupt

    def _give_up(self, rest: str) -> Reply:
        return Reply(Text("given up"), done=True)


def script(*lines: str, prompt: Prompt | None = None) -> tuple[int, list[str], list[str]]:
    """Status, output and complaints of lines that are piped in."""
    out, errors = io.StringIO(), io.StringIO()
    console = Console(file=out, width=80, color_system=None, highlight=False)
    status = on_script(prompt or Sum(), lines, console, errors)
    return status, out.getvalue().splitlines(), errors.getvalue().splitlines()


def typed(
    monkeypatch: pytest.MonkeyPatch, folder: Path, prompt: Prompt, *entries: str | type[BaseException], width: int = 80
) -> list[str]:
    """Lines on a terminal while these are typed. An exception stands for a key: Ctrl-C, Ctrl-D."""
    left = list(entries)

    def entered(_: Any, *__: Any, **___: Any) -> str:
        entry = left.pop(0)
        if isinstance(entry, str):
            return entry
        raise entry

    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None, highlight=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        monkeypatch.setattr(PromptSession, "prompt", entered)
        assert on_terminal(prompt, folder, console) == 0
    assert left == []
    return out.getvalue().splitlines()


# Entries and commands.


def test_a_refusal_is_one_line_and_changes_nothing() -> None:
    prompt = Sum()
    reply = prompt.handle("x\x1b[31m7")
    assert (reply.failed, reply.done, reply.shows_screen, prompt.total) == (True, False, False, 0)
    assert printed(reply.body) == "'x\\x1b[31m7' is no number\n"


def test_an_unknown_command_is_told_with_the_nearest() -> None:
    assert printed(Sum().handle("Hlep").body) == "`Hlep` is not understood, did you mean 'help'?\n"
    assert printed(Sum().handle("hm").body) == "'hm' is no number\n"


@pytest.mark.parametrize("beginning", ["se", "SE", "s"])
def test_a_beginning_of_several_commands_asks(beginning: str) -> None:
    told = printed(Sum().handle(beginning).body)
    assert told == f"`{beginning.casefold()}` is ambiguous (secret or select): type more of it\n"


def test_a_beginning_of_one_word_is_enough() -> None:
    prompt = Sum()
    assert prompt.handle("sec").asks_hidden
    assert prompt.handle("Q").done
    assert not prompt.handle("ad 4").failed
    assert prompt.total == 4


@pytest.mark.parametrize("entry", ["give up", "Give  Up", "giveup", "give", "gi"])
def test_a_command_of_two_words(entry: str) -> None:
    assert printed(Sum().handle(entry).body) == "given up\n"


def test_words_of_the_language_and_their_beginnings() -> None:
    prompt = Sum(DUTCH)
    assert prompt.handle("tel 4").shows_screen
    assert prompt.handle("gehe").asks_hidden
    assert prompt.handle("STOP").done
    assert ("stop", "leave") in list(prompt.completions(""))


def test_what_follows_a_command_that_stands_alone_is_refused() -> None:
    assert printed(Sum().handle("quit now").body) == "`quit` stands alone: remove `now`\n"


def test_an_entry_that_is_about_the_game_goes_before_a_command() -> None:
    class Names(Sum):
        def is_entry(self, text: str, command: str = "") -> bool:
            return text.startswith(("quit 7", "se 8"))

    assert printed(Names().handle("quit 7").body) == "'quit 7' is no number\n"
    assert printed(Names().handle("se 8").body) == "'se 8' is no number\n"
    assert Names().handle("quit").done


def test_help_and_completion_know_every_command() -> None:
    told = printed(Sum().handle("help").body).splitlines()
    assert [line[:9].strip() for line in told] == list(Sum.commands)
    assert [word for word, _ in Sum().completions("se")] == ["add", *Sum.commands]
    assert list(Sum().completions("add ")) == []


NOTHING: Any = None
PROMPTS = [
    Sum(),
    GamePrompt(Session(), ENGLISH),
    BreakerPrompt(BreakerSession(), ENGLISH),
    PuzzlePrompt(NOTHING, ENGLISH),
    ReplayPrompt(NOTHING, "me", ENGLISH),
]


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: type(prompt).__name__)
def test_every_command_of_every_prompt_has_its_handler(prompt: Prompt) -> None:
    assert set(prompt.handlers) == set(prompt.commands) - {"select"}
    assert {"help", "quit"} <= set(prompt.commands)
    assert set(prompt.alone) <= set(prompt.commands)


def test_a_block_stops_at_a_line_that_is_not_understood() -> None:
    prompt = Sum()
    replies = list(prompt.handle_block("1\n\n2\nx\n3\n"))
    assert [reply.failed for reply in replies] == [False, False, False, True]
    assert (prompt.total, prompt.draft) == (3, "x\n3")
    list(prompt.handle_block("4"))
    assert (prompt.total, prompt.draft) == (7, "")


# Scripts.


def test_a_script_shows_the_scene_the_replies_and_the_last_screen() -> None:
    assert script("1", "", "2") == (0, ["Add!", "added 1", "added 2", "total 3"], [])


def test_a_script_goes_on_after_a_line_that_is_refused() -> None:
    status, shown, errors = script("1", "x", "200")
    assert (status, shown[-1]) == (2, "total 201")
    assert errors == ["code777: line 2: 'x' is no number"]


def test_the_status_of_a_script_is_what_the_prompt_says() -> None:
    assert script("200")[0] == 1
    assert script()[0] == 0


def test_a_script_ends_where_it_says_so() -> None:
    assert script("1", "quit", "2") == (0, ["Add!", "added 1", "total 1"], [])


def test_in_a_script_the_next_line_is_the_hidden_entry() -> None:
    assert script("secret", "5", "2") == (0, ["Add!", "kept", "added 2", "total 7"], [])
    assert script("1", "secret", "x")[2] == ["code777: line 3: 'x' is no number"]
    assert script("secret")[:2] == (0, ["Add!", "kept", "total 0"])


# On a terminal.


def test_the_screen_follows_a_change_and_a_refusal_stands_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = Sum()
    shown = typed(monkeypatch, tmp_path, prompt, "1", "help", "1\nx\n2", "quit")
    assert shown[:3] == ["Add!", "added 1", "total 1"]
    assert shown[-3:] == ["added 1", "total 2", "'x' is no number"]


@pytest.mark.parametrize("key", [KeyboardInterrupt, asyncio.CancelledError])
def test_ctrl_c_clears_the_line_and_what_waits_to_be_mended(
    key: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt = Sum()
    typed(monkeypatch, tmp_path, prompt, "x\n2", key, EOFError)
    assert (prompt.draft, prompt.total) == ("", 0)


def test_ctrl_c_lets_go_of_what_is_being_worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = Sum()
    assert typed(monkeypatch, tmp_path, prompt, "work", "2", "quit")[1:] == ["stopped", "added 2", "total 3"]
    assert prompt.closed == 1


def test_ctrl_d_ends_as_quit_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = Sum()
    assert typed(monkeypatch, tmp_path, prompt, "1", EOFError) == ["Add!", "added 1", "total 1"]
    assert prompt.closed == 1


def test_ctrl_c_at_a_hidden_entry_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = Sum()
    typed(monkeypatch, tmp_path, prompt, "secret", KeyboardInterrupt, "2", EOFError)
    assert prompt.total == 2


def test_a_hidden_entry_that_is_refused_inside_a_block_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = typed(monkeypatch, tmp_path, Sum(), "secret\n2", "x", EOFError)
    assert shown[1:] == ["added 2", "total 2", "'x' is no number"]


def test_a_hidden_entry_is_not_in_the_history(tmp_path: Path) -> None:
    """The keys of a terminal go through prompt_toolkit itself."""
    prompt = Sum()
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("3\rsecret\r77\r4\r\x04")
        console = Console(file=io.StringIO(), width=80)
        assert on_terminal(prompt, tmp_path, console) == 0
    assert prompt.total == 84
    history = (tmp_path / "history").read_text(encoding="utf-8")
    assert [line for line in history.splitlines() if line.startswith("+")] == ["+3", "+secret", "+4"]


def test_a_path_is_never_folded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marking it with the mouse gives the whole path, however narrow the screen is."""
    path = "/" + "/".join(["a-folder"] * 12) + "/game.c777"

    class Saving(Sum):
        def enter(self, line: str) -> Reply:
            return Reply(Group(Remark(f"written: {path} at last"), Text("x" * 200, no_wrap=True)))

    shown = typed(monkeypatch, tmp_path, Saving(), "1", EOFError, width=40)
    assert shown[1:4] == ["written:", path, "at last"]
    assert max(map(len, shown[4:])) <= 40, "all else is kept inside the screen"


def test_what_begins_so_is_completed() -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    found = terminal._Completer(Sum()).get_completions(Document("se"), CompleteEvent())
    assert [completion.text for completion in found] == ["secret", "select"]
