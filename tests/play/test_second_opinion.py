"""The second opinion in a process of its own: what it says meanwhile, its end, and every way to fail."""

from __future__ import annotations

import io
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest
from strategies import solve

from code777solver import jobs
from code777solver.errors import BeliefError
from code777solver.play import rollouts, second_opinion
from code777solver.play.advice import Outcome
from code777solver.play.second_opinion import SecondOpinion
from code777solver.results import Advice

GAME = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 8 5", "Bob 10 2", "me 5 0")
ANSWER = Advice("347", 0.3, Outcome(0.5, 0.1, 0.4, 0.1), Outcome(0.5, 0.1, 0.3, 0.1), 0.1, 0.01, 200, True)


def messages(sink: io.BytesIO) -> list[Any]:
    sink.seek(0)
    found = []
    while sink.tell() < len(sink.getvalue()):
        found.append(pickle.load(sink))
    return found


def served(monkeypatch: pytest.MonkeyPatch, played: Callable[..., Advice]) -> list[Any]:
    """Messages of the process if ``played`` replaces the rollouts; run in this process."""
    monkeypatch.setattr(rollouts, "estimate_by_rollouts", played)
    sink = io.BytesIO()
    asked = (second_opinion.estimate_in_process, (solve(*GAME)._decision(),), {"seconds": 0.5, "samples": 200})
    jobs._serve(pickle.loads(pickle.dumps(asked)), sink)
    return messages(sink)


def test_the_process_tells_how_many_games_it_has_played_and_then_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(position: Any, *, seconds: float, samples: int, say: Callable[[int], None]) -> Advice:
        assert (seconds, samples) == (0.5, 200)
        assert position.table.players == ("Ann", "Bob", "me")
        assert set(position.knowledge) == {"Ann", "Bob"}
        say(100)
        say(200)
        return ANSWER

    assert served(monkeypatch, played) == [("said", 100), ("said", 200), ("done", ANSWER)]


def test_what_is_refused_there_is_refused_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: Any, **__: Any) -> Advice:
        raise BeliefError("what the others know cannot be tracked here")

    ((kind, error),) = served(monkeypatch, played)
    assert kind == "refused"
    assert isinstance(error, BeliefError)
    assert str(error) == "what the others know cannot be tracked here"


def stand_in(monkeypatch: pytest.MonkeyPatch, code: str) -> SecondOpinion:
    """A second opinion whose process runs other code."""
    monkeypatch.setattr(jobs, "COMMAND", ("-c", code))
    return solve(*GAME).advise_in_background()


def ended(asked: SecondOpinion) -> bool:
    assert asked._process is not None
    return asked._process.poll() is not None


def waited_for(asked: SecondOpinion) -> Advice:
    while (found := asked.wait()) is None:
        pass
    return found


def test_it_is_waited_for_without_blocking(monkeypatch: pytest.MonkeyPatch) -> None:
    saying = f"import pickle, sys; pickle.load(sys.stdin.buffer); out = sys.stdout.buffer; [pickle.dump(x, out) for x in (('said', 7), ('done', {ANSWER!r}))]"
    names = "from code777solver.play.advice import Advice, Outcome; "
    with stand_in(monkeypatch, names + saying) as asked:
        assert waited_for(asked) == ANSWER
        assert asked.games == 7
    assert ended(asked)


def test_it_ends_at_once_whatever_it_is_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = stand_in(monkeypatch, "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)")
    assert asked.wait(0.01) is None
    assert not ended(asked)
    asked.stop()
    assert ended(asked)
    asked.stop()


def test_ctrl_c_while_it_is_waited_for_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt, match="^$"), stand_in(monkeypatch, "import time; time.sleep(600)") as asked:
        asked.wait(0.01)
        signal.raise_signal(signal.SIGINT)
        asked.wait()
    assert ended(asked)


@pytest.mark.parametrize("code", ["raise SystemExit(1)", "import os; os.abort()", "print('no pickle')"])
def test_a_process_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    why = "no second opinion: the process that played on has ended unexpectedly"
    with stand_in(monkeypatch, code) as asked, pytest.raises(BeliefError, match=why):
        waited_for(asked)


def test_where_no_process_can_be_started_this_one_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: Any, say: Callable[[int], None], **__: Any) -> Advice:
        say(200)
        return ANSWER

    monkeypatch.setattr(rollouts, "estimate_by_rollouts", played)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with solve(*GAME).advise_in_background() as asked:
        assert (asked.wait(), asked.games) == (ANSWER, 200)


def test_a_position_can_be_sent_to_another_process() -> None:
    for lines in (
        GAME,
        ("edition stronghold", "players Ann me", "rack Ann Y2 K5 B7", "rack spare1 G6 G6 R5", "rack spare2 N4 P7 Y7")
        + ("Ann 16 <", "declare me 146 wrong", "rack me ?", "me 4 2"),
    ):
        solver = solve(*lines)
        again = pickle.loads(pickle.dumps(solver._decision()))
        assert (again.belief.chances == solver.belief.chances).all()
        assert again.table == solver.table


@pytest.mark.minutes
def test_the_other_process_finds_what_this_one_finds() -> None:
    with solve(*GAME).advise_in_background(samples=300) as asked:
        found = waited_for(asked)
    assert found == solve(*GAME).advise(samples=300)
    assert asked.games == 300


@pytest.mark.minutes
def test_the_time_to_compile_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second was over before the first game when the games had to be compiled."""
    clock = [0.0]
    kernel = rollouts.kernels.roll_out_histories

    def slow_at_first(*arguments: Any) -> None:
        clock[0] += 60.0 if not clock[0] else 0.4
        kernel(*arguments)

    monkeypatch.setattr(rollouts.kernels, "roll_out_histories", slow_at_first)
    monkeypatch.setattr(rollouts, "time", type("Clock", (), {"perf_counter": staticmethod(lambda: clock[0])}))
    played: list[int] = []
    found = rollouts.estimate_by_rollouts(solve(*GAME)._decision(), seconds=1.0, say=played.append)
    assert played == [100, 200, 300, 400]
    assert found.samples == 400
