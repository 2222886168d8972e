"""Ctrl-C ends a command with one line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from code777solver.cli.check import check
from code777solver.cli.main import main


@pytest.mark.parametrize(("lang", "said"), [("en", "stopped"), ("nl", "gestopt")])
def test_ctrl_c_is_told_in_the_language_of_the_command(monkeypatch: pytest.MonkeyPatch, lang: str, said: str) -> None:
    """It was English in every language."""

    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "callback", interrupted)
    done = CliRunner().invoke(main, ["--lang", lang, "check"])
    assert (done.exit_code, done.stderr.strip()) == (130, f"code777: {said}")
