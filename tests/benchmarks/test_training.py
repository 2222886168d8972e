"""Training of policies: the lessons of a game, learning, calibration, and the recipes of the shipped files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import plain_kernels
import pytest

from benchmarks.training import calibration, self_play, train
from code777solver import load_edition
from code777solver.kernels import board as kinds
from code777solver.kernels import policy as columns
from code777solver.play.policy import Policy, shipped, shipped_policy

EDITION = load_edition("classic")
NET = shipped_policy("classic-3")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in plain Python: nothing is compiled."""
    monkeypatch.setattr("code777solver.kernels.games.play", plain_kernels.play)


def slow_targets(notes: Any, won: bool, trace: float) -> list[float]:
    """The targets of one seat's lessons, written down as the definition has it."""
    if not len(notes):
        return []
    later = slow_targets(notes[1:], won, trace)
    if not later:
        return [float(won)]
    following = notes[1]
    kept = 0.0 if following[columns.BY_LOT] else trace
    return [following[columns.VALUE] + kept * (later[0] - following[columns.THOUGHT]), *later]


@pytest.mark.usefixtures("plain")
def test_lessons_get_their_targets_from_what_came_after() -> None:
    table = self_play.SelfPlay(EDITION, 3, seed=4)
    table.seat([(kinds.ADVISED, 0.0)] * 2 + [(kinds.CERTAIN, 0.0)])
    lessons = table.play(1)
    notes = table.state[0]["notes"][: len(lessons.target)]
    assert {0.0, 1.0} <= set(notes[:, columns.SEAT])
    for seat in (0, 1):
        mine = notes[notes[:, columns.SEAT] == seat]
        won = table.state[0]["now"][kinds.WINNER] == seat
        np.testing.assert_allclose(mine[:, columns.TARGET], slow_targets(mine, won, self_play.TRACE), atol=1e-12)
        assert set(mine[:, columns.WON]) == {float(won)}
        right = mine[:, columns.BRANCH] == columns.RIGHT
        assert mine[right, columns.MINE].all()


def test_a_net_learns_what_it_is_taught() -> None:
    random = np.random.default_rng(2)
    features = random.random((8000, 6)).astype(np.float32)
    branch = random.integers(0, 3, 8000)
    target = np.where(branch == columns.RIGHT, 0.2 + 0.6 * features[:, 1], 0.7 - 0.5 * features[:, 0] * features[:, 2])
    lessons = self_play.Lessons(features, branch, target, np.zeros(8000), np.zeros(8000))
    net = self_play.Net(6, 48, random)
    before = net.learn(lessons, 0.003, random)
    for _ in range(60):
        after = net.learn(lessons, 0.003, random)
    assert after < 0.001 < before
    averaged = Policy(net.mean[0], net.mean[1], {}).values(features)
    assert np.abs(averaged[np.arange(8000), branch] - target).mean() < 0.03


@pytest.mark.usefixtures("plain")
def test_the_same_seed_teaches_the_same_net(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "ROUND_GAMES", 1)
    made = []
    for seed in (3, 3, 4):
        table = self_play.SelfPlay(EDITION, 2, seed, recipe=self_play.ONE_TABLE._replace(games=3))
        list(table.learn())
        made.append(table.policy().inner)
    assert (made[0] == made[1]).all()
    assert (made[0] != made[2]).any()


@pytest.mark.usefixtures("plain")
def test_a_net_learns_from_several_tables_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lessons of one table alone made it forget what it had learnt at others."""
    monkeypatch.setattr(self_play, "ROUND_GAMES", 8)
    table, seated = self_play.SelfPlay(EDITION, 2, seed=4, recipe=self_play.Recipe(8)), []
    seat = table.seat

    def seating(seats: self_play.Seats) -> None:
        seated.append(tuple(seats))
        seat(seats)

    monkeypatch.setattr(table, "seat", seating)
    lessons = table.play_tables()
    assert len(seated) == table.played == 8
    assert len(set(seated)) > 1
    assert len(lessons.branch) == len(lessons.features) > int(table.state[0]["taught"][0])


def test_tables_of_the_league_have_every_seat_taken_and_a_learner() -> None:
    random = np.random.default_rng(1)
    tables = [self_play.random_seats(random, 4, self_play.Recipe(0)) for _ in range(300)]
    assert all(len(seats) == 4 and seats[0] == (kinds.ADVISED, 0.0) for seats in tables)
    kinds_seen = {seat[0] for seats in tables for seat in seats}
    assert kinds_seen == {kinds.ADVISED, kinds.CERTAIN, kinds.THRESHOLD}


def test_reliability_finds_a_policy_that_promises_too_much() -> None:
    random = np.random.default_rng(3)
    said, waits = random.random(50_000), random.random(50_000) < 0.5
    won, point = (random.random(50_000) < said for _ in range(2))
    honest = calibration.reliability(calibration.Predictions(said, won, said, point, waits))
    less = random.random(50_000) < 0.8 * said
    boastful = calibration.reliability(calibration.Predictions(said, less, said, said, waits))
    assert honest.game_error < 0.02
    assert boastful.game_error > 0.08
    assert {name for name, *_ in honest.rows} == {"wait", "declare"}


def test_a_policy_that_promises_too_much_is_brought_down_to_what_comes_true() -> None:
    """The map that is fitted is the one by which the games were lost, and its chances come true."""
    random = np.random.default_rng(4)
    said = random.beta(2, 4, 100_000)
    true = 1 / (1 + np.exp(-(0.9 * np.log(said / (1 - said)) - 0.3)))
    won = (random.random(100_000) < true).astype(float)
    slope, shift = calibration.fit(said, won)
    assert (slope, shift) == (pytest.approx(0.9, abs=0.03), pytest.approx(-0.3, abs=0.03))
    mapped = Policy(NET.inner, NET.outer, {"calibration": [slope, shift]})
    np.testing.assert_allclose(mapped.calibrated(said), true, atol=0.01)
    predictions = calibration.Predictions(mapped.calibrated(said), won, said, said, np.ones(100_000, bool))
    assert (
        calibration.reliability(predictions).game_error
        < 0.01
        < calibration.reliability(predictions._replace(game=said)).game_error
    )


@pytest.mark.usefixtures("plain")
def test_a_policy_is_calibrated_in_games_against_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, bool, Any]] = []
    random = np.random.default_rng(5)
    said = random.random(4000)

    def played(edition: Any, policy: Policy, players: int, *, seed: int, itself: bool = False, **_: Any) -> Any:
        asked.append((seed, itself, policy.about.get("calibration")))
        won = (random.random(4000) < said).astype(float)
        return calibration.Predictions(said, won, said, won, np.ones(4000, bool))

    monkeypatch.setattr(calibration, "predictions", played)
    before = Policy(NET.inner, NET.outer, {"edition": "own", "calibration": [9.0, 9.0]})
    found = calibration.recalibrated(EDITION, before, 2, seed=7)
    assert asked[0] == (8, True, None), "fitted to what the net says, not to an earlier map"
    assert [(seed, itself) for seed, itself, _ in asked] == [(8, True), (9, True), (10, False)]
    assert asked[1][2] == asked[2][2] == found.about["calibration"]
    assert found.about["calibration"] == pytest.approx([1, 0], abs=0.15)
    assert 0 < found.about["game_error"] < 0.05


def test_what_is_shipped_is_what_one_command_makes() -> None:
    made = {name: (shipped_policy(name).about["games"], shipped_policy(name).about["seed"]) for name in shipped()}
    rounds = self_play.ROUND_GAMES
    recipes = train.SHIPPED.items()
    assert made == {name: (recipe.games // rounds * rounds, train.SEED) for name, recipe in recipes}
    assert all(shipped_policy(name).inner.shape[1] == recipe.units for name, recipe in recipes)


def test_the_command_learns_every_policy_that_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(train, "_make", lambda *given: asked.append(given))
    train.main(["shipped", "--check", "512"])
    assert [f"{edition}-{players}" for edition, players, *_ in asked] == list(shipped())
    assert asked[2] == ("classic", 4, train.SHIPPED["classic-4"], 1, Path("classic-4.npz"), 512)
    train.main(["classic", "3", "--games", "2048"])
    recipe = train.SHIPPED["classic-3"]._replace(games=2048)
    assert asked[-1] == ("classic", 3, recipe, 1, Path("classic-3.npz"), 20_480, None)
    train.main(["code77", "3"])
    assert asked[-1][2] == self_play.Recipe(600_000)
    for too_little in (["classic"], ["classic", "3", "--only-calibrate"]):
        with pytest.raises(SystemExit, match="^2$"):
            train.main(too_little)


def test_a_policy_can_learn_on_from_where_it_was() -> None:
    start = shipped_policy("classic-2")
    table = self_play.SelfPlay(EDITION, 2, 5, start=start)
    assert table.policy(games=table.games_before + 1).about["games"] == start.about["games"] + 1
    np.testing.assert_array_equal(table.policy().inner, start.inner)
    np.testing.assert_array_equal(table.net.weights[1], start.outer)
    assert table.net.weights[1] is not start.outer and table.rate < self_play.FIRST_RATE
