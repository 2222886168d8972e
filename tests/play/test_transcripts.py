"""Simulated games as logs: the ordinary table replays them, the solver agrees with every player after every line, and a
slow referee finds that everybody declared what, when and in the order that strategy and rules want."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import plain_kernels
import pytest
import reference
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slow_games import judge, players_of, solvers, write_edition
from strategies import assert_same_chances

from code777solver import Edition, load_edition
from code777solver.errors import EditionError
from code777solver.play import transcripts
from code777solver.play.simulation import Simulation
from code777solver.solver import position_of


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in plain Python, which takes any table at once."""
    monkeypatch.setattr(transcripts, "games", plain_kernels)


def strategies_at(simulation: Simulation, game: int) -> list[str]:
    """Strategies by seat in a game, counted here once more."""
    names = [strategy.name for strategy in simulation.strategies]
    return [names[(seat + game) % len(names)] if simulation.rotate else names[seat] for seat in range(len(names))]


def judge_games(edition: Edition, given: list[str], games: int, seed: int = 1, rotate: bool = True) -> list[Any]:
    simulation = Simulation(edition, given, seed=seed, rotate=rotate)
    found = []
    for game in range(games):
        played = simulation.transcript(game)
        judge(played, edition, strategies_at(simulation, game))
        found.append(played)
    return found


# ---------------------------------------------------------------------------------- every edition, in plain Python


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("name", "players"),
    [(n, p) for n in ("classic", "stronghold", "code77") for p in (2, 3, 4, 5) if (n, p) != ("code77", 5)],
)
def test_games_of_every_edition_replay_and_agree_with_the_solver(name: str, players: int) -> None:
    edition = load_edition(name)
    judge_games(edition, ["certain"] * players, 3, seed=players)
    judge_games(edition, [("certain", "slow:1", "forgetful:0.2")[i % 3] for i in range(players)], 1, seed=players)


@pytest.mark.minutes
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("players", [2, 4])
def test_games_with_every_tile_once_replay_and_agree_with_the_solver(players: int) -> None:
    judge_games(load_edition("unique49"), ["certain"] * players, 1, seed=4)


OPTIONS: dict[str, dict[str, object]] = {
    "pile 0": {"reshuffle_at": 0, "reshuffle_when": "when_refilling"},
    "pile 0 at once": {"reshuffle_at": 0},
    "pile 1": {"reshuffle_at": 1},
    "pile 4 when refilling": {"reshuffle_at": 4, "reshuffle_when": "when_refilling"},
    "tiles": {"advanced": True},
    "one point": {"points_to_win": 1},
    "seven points": {"points_to_win": 7, "tie": "first"},
    "others answer": {"answered_by": "others"},
    "others answer, own turn": {"answered_by": "others", "declare": "own_turn"},
    "order repeats": {"cards_run_out": "cycle", "points_to_win": 6},
    "right of the reader first": {"two_declare": "right_of_reader_first", "answered_by": "others"},
    "five racks": {"racks": 5, "spares_refreshed": 2},
    "hidden": {"own_tiles_seen": "if_right"},
    "other readings": {"card2": "or_more", "card12": "black"},
}


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_games_with_options_replay_and_agree_with_the_solver(options: dict[str, object]) -> None:
    edition = load_edition("classic").with_options(options)
    certain = judge_games(edition, ["certain"] * 3, 3, seed=7)
    judge_games(edition, ["certain", "slow:1", "forgetful:0.2"], 1, seed=8)
    wanted = {
        f"option {'target tiles' if name == 'advanced' else f'{name} {value}'}" for name, value in options.items()
    }
    assert {line for line in certain[0].lines if line.startswith("option")} == wanted


# ------------------------------------------------------------------------------------------- compiled games


@pytest.mark.minutes
@pytest.mark.parametrize("reshuffle_at", [0, 1, 4, 7])
@pytest.mark.parametrize("when", ["at_once", "when_refilling"])
def test_compiled_games_with_every_reshuffle_rule(reshuffle_at: int, when: str) -> None:
    options = {"reshuffle_at": reshuffle_at, "reshuffle_when": when, "points_to_win": 5}
    edition = load_edition("classic").with_options(options)
    shuffled = 0
    for i, names in enumerate([["certain", "threshold:0.3", "slow:1"], ["threshold:0.2"] * 3]):
        shuffled += sum(game.lines.count("reshuffle") for game in judge_games(edition, names, 3, seed=i))
    assert shuffled > 0


SAME_SHAPE = {
    name: options for name, options in OPTIONS.items() if name not in ("tiles", "five racks", "other readings")
}
"""The others are compiled again: they were played in plain Python above."""


@pytest.mark.minutes
@pytest.mark.parametrize("options", SAME_SHAPE.values(), ids=SAME_SHAPE)
def test_compiled_games_of_mixed_strategies_with_options(options: dict[str, object]) -> None:
    edition = load_edition("classic").with_options(options)
    judge_games(edition, ["threshold:0.37", "slow:2", "forgetful:0.3"], 4, seed=3)
    judge_games(edition, ["threshold:0.15", "certain", "threshold:1"], 4, seed=4, rotate=False)


@pytest.mark.minutes
def test_the_slow_twin_agrees_with_simulated_players() -> None:
    simulation = Simulation("classic", ["certain", "slow:1", "threshold:0.3"], seed=12, rotate=False)
    played = simulation.transcript(0)
    for place, name in enumerate(players_of(played)):
        expected = reference.beliefs(played.lines, name)
        solver = solvers(played, [name])[name]
        for i, held in enumerate(played.candidates):
            belief, step = position_of(solver).beliefs[i], solver.log.lines[i].step
            if held is not None and belief is not None and step is not None and not step.after.waiting:
                assert_same_chances(belief, expected[i], where=played.lines[i])
                named = {tuple(sorted(str(tile) for tile in belief.space.rack(rack))) for rack in held[place]}
                if i + 1 == len(played.lines) or not played.lines[i + 1].startswith("rack"):
                    assert named == expected[i].keys(), (name, played.lines[i])


@pytest.mark.usefixtures("plain")
def test_cards_that_no_log_line_names_are_not_written_down(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[[card]]\nnumber = 2\ntext = "More blue or more red?"\ncompare = ["blue", "red"]\n')
    simulation = Simulation(load_edition("classic").with_cards(house), ["certain"], players=3)
    with pytest.raises(EditionError, match="edition 'classic' has other tiles or cards than its file"):
        simulation.transcript(0)


# ------------------------------------------------------------------------------------------- small editions

KINDS = ("G1", "Y2", "K3", "N4", "R5", "G6", "P6", "B7", "R1", "K7")
CARDS = (
    'racks = "sum >= 12"',
    'racks = "colours == 3"',
    'racks = "identical >= 2"',
    'racks = "parities == 1"',
    'seen = "colours >= 1"',
    'seen = "numbers == 0"',
    'seen = "colours >= 2"',
)
CHOICES: dict[str, list[object]] = {
    "reshuffle_at": [0, 1, 2, 4, 7],
    "reshuffle_when": ["at_once", "when_refilling"],
    "own_tiles_seen": ["always", "if_right"],
    "target": ["numbers", "tiles"],
    "points_to_win": [1, 2, 3],
    "tie": ["one_more", "first"],
    "two_declare": ["first_said", "right_of_reader_first", "none"],
    "cards_run_out": ["reshuffle", "cycle"],
}
WAYS = (
    "certain",
    "certain",
    "threshold:0.17",
    "threshold:0.37",
    "threshold:0.61",
    "slow:2",
    "forgetful:0.3",
    "silence:1",
)


@st.composite
def arrays(draw: st.DrawFn) -> tuple[dict[str, int], list[str], dict[str, object], list[str]]:
    """A deck of 9 to 16 tiles, some cards, rules and strategies that can be played together."""
    players = draw(st.sampled_from([2, 2, 3]))
    rules = {rule: draw(st.sampled_from(values)) for rule, values in CHOICES.items()}
    spares, size = draw(st.integers(0, 2)), draw(st.integers(1, 3))
    on_racks = 3 * players + spares * size
    copies = draw(st.lists(st.integers(1, 4), min_size=5, max_size=len(KINDS)))
    kinds = draw(st.permutations(KINDS))
    deck = dict(zip(kinds, copies, strict=False))
    while sum(deck.values()) < max(on_racks + 3, 10):
        deck[min(deck, key=lambda tile: (deck[tile], tile))] += 1
    while sum(deck.values()) > max(on_racks + 5, 13):
        deck[max(deck, key=lambda tile: (deck[tile], tile))] -= 1
    deck = {tile: count for tile, count in deck.items() if count}
    names = sorted(deck)
    cards = draw(st.lists(st.sampled_from(CARDS), min_size=2, max_size=5, unique=True))
    cards += [f'compare = ["{a}", "{b}"]' for a, b in itertools.pairwise(names)][: draw(st.integers(0, 4))]
    cards += [f'tiles = ["{names[0]}", "{names[-1]}"]']
    if draw(st.booleans()):
        rules |= {"answered_by": "others"} | ({"declare": "own_turn"} if draw(st.booleans()) else {})
    rules |= {"racks": players + spares if spares else 0, "spare_tiles": size, "most_players": players}
    rules |= {"spares_refreshed": draw(st.integers(0, 2)), "reshuffle_at": min(int(str(rules["reshuffle_at"])), 8)}
    return deck, cards, rules, draw(st.lists(st.sampled_from(WAYS), min_size=players, max_size=players))


@pytest.mark.usefixtures("plain")
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(arrays(), st.integers(0, 2**63 - 1))
@pytest.mark.seconds
def test_games_of_any_small_edition_replay_and_agree_with_the_solver(
    tmp_path_factory: pytest.TempPathFactory, table: Any, seed: int
) -> None:
    deck, cards, rules, given = table
    edition = write_edition(tmp_path_factory.mktemp("own"), deck, cards, rules)
    judge_games(edition, given, 1, seed=seed)


def test_one_whom_the_new_tiles_of_the_winner_make_certain_is_too_late() -> None:
    """Only those who speak at the same time draw level; what is drawn afterwards helps nobody."""
    simulation = Simulation("classic", ["certain"] * 4, seed=7)
    codes = simulation.table.board.target.tolist()
    late = 0
    for game in range(300):
        played = simulation.transcript(game)
        declared = [(n, line.split()[1]) for n, line in enumerate(played.lines) if line.startswith("declare")]
        won = max(n for n, name in declared if name == played.winner)
        points = {name: sum(one == name for _, one in declared) for name in transcripts.NAMES[:4]}
        before, after = played.candidates[won], played.candidates[-1]
        assert before is not None
        assert after is not None
        for seat, name in enumerate(points):
            certain = [len({codes[rack] for rack in held[seat]}) == 1 for held in (before, after)]
            one_short = points[name] == max(points.values()) - 1
            late += one_short and certain == [False, True] and all(n < won for n, one in declared if one == name)
    assert late
