"""Declare or wait, at once: a sensible verdict or one clear line in every edition, with any number of players."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from reference import random_game
from strategies import MOST_PLAYERS, solve

from code777solver import Solver, edition_names, load_edition
from code777solver.cli.main import main
from code777solver.errors import Code777Error
from code777solver.lang import LANGUAGES, language
from code777solver.play import advice as play
from code777solver.play.policy import Policy, fits, nearest_policy, shipped
from code777solver.reasons.position import Position
from code777solver.results import Advice, Opponent, Table
from code777solver.show import advice_words, as_json
from code777solver.solver import new_solver

TABLE = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")
GAME = (*TABLE, "Ann 8 5", "Bob 10 2", "me 5 0")
TRUTH = {"Ann": "Y2 K5 B7", "Bob": "G6 G6 R5", "me": "K3 N4 B7"}
CARDS = (8, 10, 5, 9, 22, 1, 4, 17, 2, 11, 21, 3, 12, 16, 6, 23, 18, 7, 19, 20)


def told(count: int) -> tuple[str, ...]:
    """The first cards of a game in which everybody answers rightly."""
    edition, players, lines = load_edition("classic"), list(TRUTH), []
    for turn, card in enumerate(CARDS[:count]):
        seen = [edition.deck.rack(TRUTH[name]) for name in players if name != players[turn % 3]]
        lines.append(f"{players[turn % 3]} {card} {edition.card(card).answer(seen)}")
    return tuple(lines)


def assert_sensible(found: Advice, solver: Solver) -> None:
    tiles = solver.edition.rules.target == "tiles"
    best = solver.candidates[0].probability if tiles else solver.codes[0].probability
    assert found.probability == pytest.approx(best)
    assert found.better in ("declare", "wait", "even")
    for outcome in (found.declare, found.wait):
        assert 0 < outcome.game < 1
        assert 0 < outcome.point <= 1
    assert found.if_wrong is not None
    assert found.if_right is not None
    assert found.next_probability is not None
    assert found.probability <= found.next_probability + 1e-9 <= 1 + 1e-9
    mixed = found.probability * found.if_right + (1 - found.probability) * found.if_wrong
    assert found.declare.game == pytest.approx(mixed, abs=0.02), "but for the calibration, which is no straight line"
    if found.probability == 1:
        assert found.better == "declare"


def positions(edition: str, players: int, cards: int) -> list[Solver]:
    """Every position of a random game in which I may declare, the last one first; unseen old racks included."""
    lines, _ = random_game(random.Random(players), edition, players, cards, max_states=5000, declare_prob=0.4)
    found = []
    for end in range(len(lines), 4, -3):
        solver = Solver.from_log("\n".join(lines[:end]))
        try:
            solver.advise()
        except Code777Error as error:
            assert "\n" not in str(error)
            continue
        found.append(solver)
    return found


@pytest.mark.parametrize(
    ("edition", "players"), [(name, n) for name in edition_names() for n in range(2, MOST_PLAYERS[name] + 1)]
)
def test_there_is_a_verdict_in_every_edition_with_any_number_of_players(edition: str, players: int) -> None:
    found = positions(edition, players, 6 if edition == "unique49" else 24)
    assert len(found) >= (1 if edition == "unique49" else 5)
    for solver in found:
        assert_sensible(solver.advise(), solver)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_one_point_wins_and_tiles_are_hidden_nobody_declares_one_rack_of_hundreds(players: int) -> None:
    """The policy of another edition said so: to it a wrong declaration cost nothing, and more points were to be had."""
    lines, _ = random_game(random.Random(3), "unique49", players, 9, declare_prob=0.0)
    asked = 0
    for end in range(len(lines), 6, -1):
        solver = Solver.from_log("\n".join(lines[:end]))
        try:
            found = solver.advise()
        except Code777Error:
            continue
        if found.probability < 0.01:
            assert found.better == "wait"
            asked += 1
    assert asked


def test_racks_of_mine_that_i_never_saw_are_no_obstacle() -> None:
    lines = (
        "edition stronghold",
        "players Ann me",
        "rack Ann Y2 K5 B7",
        "rack spare1 G6 G6 R5",
        "rack spare2 N4 P7 Y7",
    )
    lines += ("Ann 16 <", "declare me 146 wrong", "rack me ?", "me 4 2", "declare me 337 wrong", "rack me ?", "Ann 5 1")
    solver = solve(*lines)
    assert sum(not discard.seen_by_owner for discard in solver.table.discards) == 2
    assert_sensible(solver.advise(), solver)
    assert solver.advise().danger is not None


# How much work it is.


def test_nothing_is_compiled_and_numba_is_not_imported() -> None:
    code = (
        "import sys; from code777solver import Solver; from code777solver.show import as_json; "
        f"s = Solver.from_log({chr(10).join(GAME)!r}); as_json.advice(s.advise()); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_numba_there_is_the_verdict_and_one_line_about_playing_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser."""
    monkeypatch.setitem(sys.modules, "code777solver.play.rollouts", None)
    monkeypatch.delattr("code777solver.play.rollouts", raising=False)
    assert_sensible(solve(*GAME).advise(), solve(*GAME))
    with pytest.raises(Code777Error, match="no second opinion here: playing on needs .*, which is not installed"):
        solve(*GAME).advise(samples=1)


def test_the_verdict_asks_the_net_once_and_looks_at_no_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others' knowledge takes many times as long as all the rest: it is worked out only when it is asked for, and once."""
    asked: list[str] = []
    values, opponents = Policy.values, Solver.opponents.fget
    assert opponents is not None

    def counted(self: Policy, features: Any) -> Any:
        asked.append("net")
        return values(self, features)

    def followed(self: Solver) -> Any:
        asked.append("opponents")
        return opponents(self)

    monkeypatch.setattr(Policy, "values", counted)
    monkeypatch.setattr(Solver, "opponents", property(followed))
    found = solve(*GAME).advise()
    assert asked == ["net"]
    assert found.danger is found.danger is not None
    assert asked == ["net", "opponents"]


def test_what_the_others_know_is_worked_out_once_for_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = solve(*GAME)
    first = solver.opponents
    monkeypatch.setattr(Position, "look", lambda *_: pytest.fail("worked out again"))
    assert solver.opponents == first
    assert solver.copy().opponents == first
    monkeypatch.undo()
    solver.tell("Ann 1 1")
    assert solver.opponents != first
    solver.undo()
    assert solver.opponents == first


def test_of_the_policies_only_the_one_asked_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    kept = play.shipped_policy
    monkeypatch.setattr(play, "shipped_policy", lambda name: read.append(name) or kept(name))
    solve(*GAME).advise()
    assert read == ["classic-3"]


# Which policy.


def test_games_of_ones_own_get_the_nearest_policy_and_are_told_so(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('title = "Own"\nextends = "classic"\n[rules]\npoints_to_win = 5\n')
    solver = Solver.from_log("edition own.toml\n" + "\n".join(GAME), folder=tmp_path)
    found = solver.advise()
    assert (found.policy, found.fits) == ("classic-3", False)
    assert_sensible(found, solver)
    said = advice_words.source(found, language("en"))
    assert said == "Learnt from simulated games of classic with 3 players, the nearest to this game; not proved."
    known = solve(*GAME).advise()
    assert (known.policy, known.fits) == ("classic-3", True)
    assert advice_words.source(known, language("en")) == "Learnt from simulated games, not proved."


@pytest.mark.parametrize(
    "option", ["points_to_win 2", "error_rate 0.05", "card2 or_more", "own_tiles_seen if_right", "advanced yes"]
)
def test_an_option_makes_another_game_of_it(option: str) -> None:
    solver = solve(f"option {option}", *GAME)
    found = solver.advise()
    assert not found.fits
    assert_sensible(found, solver)


def test_a_policy_is_near_by_its_rules_and_then_by_the_number_of_players() -> None:
    classic = load_edition("classic")
    assert [nearest_policy(classic, players) for players in (2, 5, 9)] == ["classic-2", "classic-5", "classic-5"]
    assert nearest_policy(classic.with_options({"points_to_win": 7}), 3) == "classic-3"
    assert fits("classic-4", classic, 4)
    assert not fits("classic-4", classic, 3)
    assert not fits("classic-4", load_edition("stronghold"), 4)
    hiding = {name for name in shipped() if name.startswith(("stronghold", "unique49"))}
    hidden = nearest_policy(classic.with_options({"own_tiles_seen": "if_right"}), 4)
    assert hidden in hiding or not hiding


# Answers that may be wrong.


@pytest.mark.parametrize("cards", [3, 6, 9, 12, 15])
def test_an_error_rate_changes_the_verdict_as_little_as_the_chances(cards: int) -> None:
    """With an error rate no code is ever excluded: the net took that for a position in which nothing is known."""
    sure, unsure = solve(*TABLE, *told(cards)), solve("option error_rate 0.01", *TABLE, *told(cards))
    assert len(unsure.codes) > 3 * len(sure.codes)
    found, other = sure.advise(), unsure.advise()
    assert other.probability == pytest.approx(found.probability, abs=0.02)
    assert other.wait.game == pytest.approx(found.wait.game, abs=0.02)
    assert other.declare.game == pytest.approx(found.declare.game, abs=0.02)
    assert other.probability < 1


def test_a_doubted_answer_is_not_certain() -> None:
    lines = [*TABLE, *told(20)]
    assert solve(*lines).advise().probability == 1
    found = solve(*(f"{line} ?" if line[:3] in ("Ann", "Bob") else line for line in lines)).advise()
    assert found.probability < 1
    assert 0 < found.declare.game < 1


# Nothing to decide.

REFUSED = {
    "the players are not named yet": (),
    "there is nothing to declare now: Ann's rack has no tiles in the log yet": ("players Ann me",),
    "there is nothing to declare now: your rack has no tiles in the log yet": (*GAME, "declare me 111 wrong"),
    "there is nothing to declare now: Bob's rack has no tiles in the log yet": (*GAME, "declare Bob 566 right"),
    "the log contradicts itself: no rack is left to declare": (*GAME, "Ann 11 0", "Bob 11 3"),
    "the game is over: Ann has won": ("option points_to_win 1", "option tie first", *GAME, "declare Ann 257 right"),
    "you may declare only on your own turn, after the card": (
        "edition unique49",
        "players Ann me",
        "rack Ann Y2 K5 B7",
        "rack spare1 G6",
        "rack spare2 R5",
        "me 8 4",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_where_there_is_nothing_to_decide_one_line_says_why(why: str) -> None:
    solver = solve(*REFUSED[why]) if REFUSED[why] else new_solver(Table())
    for ask in (solver.advise, solver.advise_in_background, lambda: solver.advise(samples=1)):
        with pytest.raises(Code777Error, match=re.escape(why)) as refused:
            ask()
        assert str(refused.value) == why


@pytest.mark.parametrize("why", [why for why in REFUSED if REFUSED[why]])
def test_the_command_prints_the_analysis_and_why_there_is_no_advice(why: str) -> None:
    """It refused the whole command: the diagnosis of a contradiction could not be had together with `--advise`."""
    log = "\n".join(REFUSED[why]) + "\n"
    done = CliRunner().invoke(main, ["analyze", "-", "--top", "3", "--advise", "--json"], input=log)
    found = json.loads(done.stdout)
    assert (found["advice"], found["no_advice"]) == (None, why)
    assert done.exit_code == (1 if "contradicts" in why else 0)
    shown = CliRunner().invoke(main, ["analyze", "-", "--top", "3", "--seconds", "60"], input=log)
    assert f"No advice: {why}" in " ".join(shown.stdout.split())
    assert shown.exit_code == done.exit_code


# In words.


def test_the_reasons_in_words() -> None:
    found = Advice(
        code="257",
        probability=0.24,
        declare=play.Outcome(0.5, 0.01, 0.4, 0.02),
        wait=play.Outcome(0.5, 0.01, 0.3, 0.02),
        gain=0.1,
        gain_error=0.0,
        samples=0,
        exact=True,
        policy="classic-4",
        if_right=0.62,
        if_wrong=0.331,
        next_probability=0.413,
        rivals=lambda: [
            Opponent("Bob", certain=0.1, expected_codes=3.0, next_card=0.9),
            Opponent("Cid", certain=0.6, expected_codes=3.0, next_card=0.75),
        ],
    )
    assert list(advice_words.reasons(found, language("en"))) == [
        "Another answer would raise 24 % to 41 % on average.",
        "Cid can declare with 60 %, after the next card with 75 %.",
        "If 257 is right you win with about 62 %, if it is wrong with about 33 %.",
    ]
    assert as_json.advice(found)["reasons"] == list(advice_words.reasons(found, language("en")))
    for code in LANGUAGES:
        assert all(
            "41 %" in text or "60 %" in text or "62 %" in text
            for text in as_json.advice(found, language(code))["reasons"]
        )


def spoken(codes: tuple[play.Choice, ...], gain: float) -> Advice:
    """Advice about 257, which wins with 40%, and other codes."""
    declare, wait = play.Outcome(0.5, 0.01, 0.4, 0.02), play.Outcome(0.5, 0.01, 0.4 - gain, 0.02)
    return Advice("257", 0.24, declare, wait, gain, 0.0, 0, exact=True, policy="classic-4", codes=codes)


def test_other_codes_are_named_where_they_are_about_as_good() -> None:
    best = play.Choice("257", 0.24, 0.4)
    near, far = play.Choice("267", 0.231, 0.397), play.Choice("577", 0.2, 0.388)
    words = language("en")
    assert list(advice_words.reasons(spoken((best, near, far), 0.1), words)) == [
        "About as good to declare: 267 (right with 23 %, wins with about 40 %)."
    ]
    both = spoken((best, near, near._replace(code="115")), 0.001)
    assert both.better == "even"
    assert [choice.code for choice in both.others] == ["267", "115"]
    assert "267 (right with 23 %, wins with about 40 %), 115 (" in " ".join(advice_words.reasons(both, words))
    assert not list(advice_words.reasons(spoken((best, far), 0.1), words))
    assert not list(advice_words.reasons(spoken((best, near), -0.1), words)), "who waits declares no code"
    for code in LANGUAGES:
        assert all("267" in text and "23 %" in text for text in advice_words.reasons(both, language(code)))


def test_the_codes_stand_in_the_data_and_in_the_text() -> None:
    """A position with two codes that are equally likely."""
    log = "\n".join(
        ("edition stronghold", *TABLE[:1], "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack spare1 N4 N4 R5")
    )
    solver = Solver.from_log(log)
    found = solver.advise()
    printed = CliRunner().invoke(main, ["analyze", "-", "--advise", "--json"], input=log + "\n")
    assert json.loads(printed.stdout)["advice"]["codes"] == [choice._asdict() for choice in found.codes]
    assert [choice.code for choice in found.codes] == [code.numbers for code in solver.codes[:3]]


def test_nobody_who_cannot_declare_is_called_a_danger() -> None:
    found = solve(*TABLE, "Ann 16 <").advise()
    assert found.danger is not None
    assert found.danger.certain == found.danger.next_card == 0
    assert not any("can declare" in text for text in advice_words.reasons(found, language("en")))
