"""The environment of PettingZoo: its own tests, and that its games are those of the simulator."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="the extra `rl` is not installed")

from code777solver import Code777Error, rl, simulate  # noqa: E402
from code777solver.errors import RuleError  # noqa: E402

pytestmark = pytest.mark.minutes


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """PettingZoo warns of every observation that is a dict, as those with a mask have to be."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("codes", [True, False])
def test_it_passes_the_tests_of_pettingzoo(codes: bool, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo_test.api_test(rl.env("classic", players=4, codes=codes), num_cycles=400)
    assert "Passed" in capsys.readouterr().out
    pettingzoo_test.seed_test(lambda: rl.env("classic", players=4, codes=codes), num_cycles=200)


def test_its_games_are_those_of_the_simulator() -> None:
    """Everybody declares from a chance of their own on; the chances are read from the observations."""
    limits, env = (1.0, 0.7, 0.3, 0.1), rl.env("classic", players=4)
    names = [f"threshold:{limit:g}" for limit in limits]
    expected = simulate("classic", names, games=40, seed=8, rotate=False)
    wins, starts = [0, 0, 0, 0], np.cumsum([0, *env.unwrapped.observation_parts.values()])
    env.reset(seed=8)
    for game in range(40):
        if game:
            env.reset()
        for agent in env.agent_iter():
            seen, reward, ended, cut, _ = env.last()
            action = None
            if not ended and not cut:
                chances = seen["observation"][starts[2] :]
                best = env.unwrapped._sight.likeliest[0, env.possible_agents.index(agent)]
                action = int(best) if chances.max() >= limits[int(agent[-1])] - 1e-7 else 0
            elif reward > 0:
                wins[int(agent[-1])] += 1
            env.step(action)
    assert wins == expected.wins.sum(axis=1).tolist()
    assert sum(wins) == 40


def test_rewards_add_up_to_nothing_and_agents_leave() -> None:
    env = rl.env("classic", players=4)
    env.reset(seed=1)
    rng, total = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        if ended:
            assert total[agent] == (1.0 if info["winner"] == agent else pytest.approx(-1 / 3))
    assert sum(total.values()) == pytest.approx(0)
    assert env.agents == []


def test_a_game_that_nobody_can_win_is_cut_short() -> None:
    env = rl.env("classic", players=4)
    env.reset(seed=1)
    ends = []
    for _ in env.agent_iter(10_000):
        _, reward, ended, cut, _ = env.last()
        ends += [(reward, ended)] if cut else []
        env.step(None if ended or cut else 0)
    assert ends == [(0.0, False)] * 4


def test_what_is_not_allowed_is_refused() -> None:
    env = rl.GameEnv("classic", players=4)
    env.reset(seed=1)
    bad = int(np.flatnonzero(env.observe("player_0")["action_mask"] == 0)[0])
    with pytest.raises(RuleError, match=f"player_0: action {bad} is not allowed now"):
        env.step(bad)
    with pytest.raises(RuleError, match="render_mode 'human': there is only 'ansi'"):
        rl.env("classic", render_mode="human")


def test_it_can_be_shown_as_text() -> None:
    env = rl.env("classic", players=4, render_mode="ansi")
    env.reset(seed=3)
    lines = env.render().splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"player_{seat}: ") and line.endswith("points 0") for seat, line in enumerate(lines))


def test_without_the_extra_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nfrom code777solver import rl"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{Code777Error.__name__}: the environment needs PettingZoo: pip install 'code777solver[rl]'" in done.stderr


@pytest.mark.parametrize("wrong", [-1, 77, 1.7, "1", None, [0]], ids=str)
def test_an_action_that_is_not_one_is_refused_at_once(wrong: Any) -> None:
    env = rl.env("classic", players=3)
    env.reset(seed=5)
    with pytest.raises(RuleError, match="is not allowed now"):
        env.step(wrong)
    env.step(0)
    env.step(np.int64(0))
    env.step(0)
