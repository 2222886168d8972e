"""``analyze --advise`` and ``--seconds``: what is printed while it works, and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import pytest
from click.testing import CliRunner

from code777solver import Solver
from code777solver.cli.main import main
from code777solver.results import Advice, Outcome

LOG = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nAnn 8 5\nBob 10 2\nme 5 0\n"


class Played:
    """A second opinion that plays twice 500 games, and then is there or is stopped by Ctrl-C."""

    def __init__(self, stopped: bool) -> None:
        self.games, self.ended, self._stopped = 0, False, stopped

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = True

    def wait(self) -> Advice | None:
        if self.games and self._stopped:
            raise KeyboardInterrupt
        self.games += 500
        one = Outcome(0.5, 0.01, 0.4, 0.01)
        return None if self.games < 1000 else Advice("347", 0.3, one, one, 0.1, 0.01, 1000, True)


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("wants", ["text", "json"])
def test_a_second_opinion_says_what_it_does_and_ctrl_c_leaves_what_there_is(
    monkeypatch: pytest.MonkeyPatch, stopped: bool, wants: str
) -> None:
    asked, heard = Played(stopped), list[float]()

    def second_opinion(self: Solver, *, seconds: float) -> Any:
        heard.append(seconds)
        return asked

    monkeypatch.setattr(Solver, "advise_in_background", second_opinion)
    arguments = ["analyze", "-", "--seconds", "3", *(["--json"] if wants == "json" else [])]
    done = CliRunner().invoke(main, arguments, input=LOG)
    assert (done.exit_code, heard, asked.ended) == (130 if stopped else 0, [3.0], True)
    assert done.stderr.splitlines()[0] == "code777: second opinion: compiling, about a minute the first time ..."
    assert done.stderr.splitlines()[1:] == ["code777: second opinion: playing on ..."]
    if wants == "json":
        found = json.loads(done.stdout)
        assert found["advice"]["policy"] == "classic-3"
        assert ("second_opinion" in found) != stopped
    else:
        assert "Learnt from simulated games, not proved." in done.stdout
        assert ("Estimated from 1,000 games per choice." in done.stdout) != stopped


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups to interrupt")
def test_ctrl_c_while_it_compiles_ends_the_command_without_foreign_messages(tmp_path: Path) -> None:
    (tmp_path / "game.c777").write_text(LOG)
    command = [sys.executable, "-m", "code777solver", "analyze", str(tmp_path / "game.c777"), "--seconds", "60"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "code777: second opinion: compiling, about a minute the first time ...\n"
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == ""
    assert "Learnt from simulated games, not proved." in printed
    with pytest.raises(ProcessLookupError, match="No such process"):
        os.killpg(process.pid, 0)
