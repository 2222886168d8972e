"""Silence in simulated games, and `Solver.advise`: the policy, and the second opinion by playing on."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import plain_kernels
import pytest
from click.testing import CliRunner
from strategies import solve

from code777solver import Simulation, Solver, load_edition
from code777solver.cli.main import main
from code777solver.errors import Code777Error
from code777solver.kernels import board as kinds
from code777solver.play.policy import nearest_policy
from code777solver.play.rollouts import pack_position
from code777solver.play.simulated_table import Seating, SimulatedTable
from code777solver.play.transcripts import NAMES, _line
from code777solver.results import Advice

pytestmark = pytest.mark.minutes

EDITION = load_edition("classic")
TRUTH = {"Ann": "Y2 K5 B7", "Bob": "G6 G6 R5", "me": "K3 N4 B7"}


def game(*cards: int) -> tuple[str, ...]:
    """A log in which the cards come in this order and everybody answers rightly."""
    players, lines = list(TRUTH), ["players Ann Bob me", f"rack Ann {TRUTH['Ann']}", f"rack Bob {TRUTH['Bob']}"]
    for i, card in enumerate(cards):
        seen = [EDITION.deck.rack(TRUTH[name]) for name in players if name != players[i % 3]]
        lines.append(f"{players[i % 3]} {card} {EDITION.card(card).answer(seen)}")
    return tuple(lines)


CLOSE_GAME = game(8, 10, 5, 9, 22, 1)


def plain_state(table: SimulatedTable, seed: int, game: int, cards: int) -> Any:
    """A game in plain Python after a number of cards and the declarations that followed; None if it ended before."""
    state = table.state(recorded=True)
    plain_kernels.begin(table.packed, state, np.uint64(seed), np.uint64(game))
    while state[0]["now"][kinds.CARDS] < cards:
        if not plain_kernels.goes_on(table.packed, state):
            return None
        plain_kernels.next_turn(table.packed, state)
        while plain_kernels.declarations(table.packed, state):
            pass
    return state


def log_of(table: SimulatedTable, state: Any) -> list[str]:
    """The log of a recorded game so far."""
    events = state[0]["events"][: state[0]["now"][kinds.EVENTS]].tolist()
    return [f"players {' '.join(NAMES[: table.players])}", *(_line(table, *event) for event in events)]


def members(words: Any) -> set[int]:
    return set(np.nonzero(np.unpackbits(np.asarray(words).view(np.uint8), bitorder="little"))[0].tolist())


@pytest.mark.parametrize(("game", "cards"), [(0, 6), (1, 11), (2, 15)])
def test_a_watching_player_knows_what_the_others_know_with_each_rack(game: int, cards: int) -> None:
    """The log from another seat, with another rack in my place since I drew it, leaves that seat just those racks."""
    table = SimulatedTable(EDITION, Seating((kinds.SILENCE,) + (kinds.CERTAIN,) * 2, (1.0, 0.0, 0.0)))
    state = plain_state(table, 3, game, cards)
    lines, racks = log_of(table, state), len(table.board.target)
    since = max(i for i, line in enumerate(lines) if line.startswith("rack Ann"))
    mine = sorted(members(state[0]["left"][0]) - members(state[0]["silence_excluded"][0]))
    compared = 0
    for rack in mine[:: max(1, len(mine) // 6)]:
        tiles = " ".join(str(table.edition.deck.kinds[k]) for k in table.board.kinds[rack])
        supposed = [*lines[:since], f"rack Ann {tiles}", *lines[since + 1 :]]
        for other in (1, 2):
            try:
                solver = Solver.from_log("\n".join(supposed), seat=NAMES[other])
            except Code777Error:
                continue  # a tile that the log needs later on
            expected = set(np.nonzero(solver.belief.chances)[0].tolist())
            assert members(state[0]["others"][other * racks + rack]) == expected
            compared += 1
    assert compared >= 4


def test_silence_is_sound_among_players_who_declare_when_certain() -> None:
    table = SimulatedTable(EDITION, Seating((kinds.SILENCE,) + (kinds.CERTAIN,) * 2, (1.0, 0.0, 0.0)))
    helped = 0
    for game in range(4):
        state = table.state()
        plain_kernels.begin(table.packed, state, np.uint64(8), np.uint64(game))
        while plain_kernels.goes_on(table.packed, state):
            plain_kernels.next_turn(table.packed, state)
            while plain_kernels.declarations(table.packed, state):
                pass
            silence_excluded = members(state[0]["silence_excluded"][0])
            assert int(state[0]["rack"][0]) not in silence_excluded or state[0]["now"][kinds.WINNER] >= 0
            helped += len(silence_excluded)
        assert state[0]["wrong"][0] == 0
    assert helped > 0


def test_silence_is_refused_where_it_takes_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Simulation("unique49", ["silence:1", "certain", "certain"]).table.watchers == 1
    monkeypatch.setattr("code777solver.play.simulated_table.MOST_WATCHED", 1 << 20)
    with pytest.raises(Code777Error, match=r"each of the 18424 racks of 'unique49': that takes too much memory"):
        Simulation("unique49", ["silence:1", "certain", "certain"])


# The position as the compiled games see it.


def test_the_position_is_laid_out_as_the_table_has_it() -> None:
    solver = solve(*CLOSE_GAME)
    table = SimulatedTable(solver.edition, Seating((kinds.FEW,) * 3, (1.0,) * 3))
    state = pack_position(table, solver.table, "me", solver.belief)[0]
    kinds_on = table.board.kinds
    assert [str(solver.edition.deck.kinds[k]) for k in kinds_on[state["rack"][0]]] == ["Y2", "K5", "B7"]
    cards = list(solver.edition.cards)
    assert {cards[c] for c in state["deck"][: state["now"][kinds.DECK]]} == set(solver.table.cards_to_come)
    assert state["now"][kinds.READER] == 0
    assert members(state["left"][2]) == set(np.nonzero(solver.belief.chances)[0].tolist())


def test_known_order_is_laid_out_with_the_next_card_last() -> None:
    cards = range(1, 24)
    answers = {1: "1", 2: "0", 3: "0", 4: "1", 5: "0", 6: "0", 7: "0", 8: "6", 9: "1", 10: "2", 11: "1"}
    lines = ["edition code77", "players Ann me Bob Cid", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack Cid N4 P7 Y7"]
    turn = ("Ann", "me", "Bob", "Cid")
    lines += [f"{turn[i % 4]} {card} {answers.get(card, '=')} ?" for i, card in enumerate(cards)]
    solver = solve(*lines)
    table = SimulatedTable(solver.edition, Seating((kinds.FEW,) * 4, (1.0,) * 4))
    state = pack_position(table, solver.table, "me", solver.belief)[0]
    assert state["now"][kinds.ROUND] == 1
    assert list(solver.edition.cards)[state["deck"][state["now"][kinds.DECK] - 1]] == solver.table.cards_to_come[0]


# The policy.


def test_the_policy_says_at_once_what_either_choice_is_worth() -> None:
    solver = solve(*CLOSE_GAME)
    found = solver.advise()
    best = solver.codes[0]
    assert (found.code, found.probability) == (best.numbers, pytest.approx(best.probability))
    assert (found.samples, found.policy) == (0, nearest_policy(EDITION, 3))
    assert found.gain == pytest.approx(found.declare.game - found.wait.game)
    assert found.declare.point >= found.probability
    for outcome in (found.declare, found.wait):
        assert 0 < outcome.game < 1
        assert 0 < outcome.point < 1


def test_the_likeliest_codes_are_compared() -> None:
    """Fixed values for a right and a wrong declaration, the same for every target."""
    solver = solve(*CLOSE_GAME)
    found = solver.advise()
    assert found.if_right is not None
    assert found.if_wrong is not None
    assert [choice.code for choice in found.codes] == [code.numbers for code in solver.codes[:3]]
    for choice, code in zip(found.codes, solver.codes, strict=False):
        assert choice.probability == pytest.approx(code.probability)
        assert choice.game == pytest.approx(
            choice.probability * found.if_right + (1 - choice.probability) * found.if_wrong, abs=0.02
        )
    assert found.codes[0].code == found.code
    assert found.codes[0].game == pytest.approx(found.declare.game)
    certain = solve(*game(8, 10, 5, 9, 22, 1, 4, 17, 2, 11, 21, 3, 12, 16, 6, 23, 18, 7, 19, 20)).advise()
    assert [choice.probability for choice in certain.codes] == [1.0]


def test_the_reasons_are_exact() -> None:
    """The effect of the next answer equals `what_if` over all cards and answers; the danger is the opponent likeliest to be certain."""
    solver = solve(*CLOSE_GAME)
    found = solver.advise()
    total, cards = 0.0, solver.table.cards_to_come
    asked = {question.card: question.answers for question in solver.questions if question.player == "Ann"}
    for card in cards:
        for symbol, chance in asked[card].items():
            total += chance * solver.what_if(f"Ann {card} {symbol}").codes[0].probability
    assert found.next_probability == pytest.approx(total / len(cards))
    assert found.danger is not None
    assert found.danger.certain == max(opponent.certain for opponent in solver.opponents)
    assert found.danger in solver.opponents


def test_who_is_certain_is_told_to_declare_at_once() -> None:
    found = solve(*game(8, 10, 5, 9, 22, 1, 4, 17, 2, 11, 21, 3, 12, 16, 6, 23, 18, 7, 19, 20)).advise()
    assert (found.probability, found.better, found.declare.point) == (1, "declare", 1)


# The second opinion.


@pytest.fixture(scope="module")
def advice() -> Advice:
    return solve(*CLOSE_GAME).advise(samples=600)


def test_advice_names_the_likeliest_code_and_its_exact_chance(advice: Advice) -> None:
    best = solve(*CLOSE_GAME).codes[0]
    assert (advice.code, advice.probability) == (best.numbers, pytest.approx(best.probability))
    assert advice.samples == 600
    assert advice.exact


def test_advice_is_the_same_each_time(advice: Advice) -> None:
    assert solve(*CLOSE_GAME).advise(samples=600) == advice


def test_declaring_scores_the_next_point_at_least_as_often_as_it_is_right(advice: Advice) -> None:
    assert advice.declare.point >= advice.probability - 4 * advice.declare.point_error
    for outcome in (advice.declare, advice.wait):
        assert 0 <= outcome.point <= 1
        assert 0 <= outcome.game <= 1
        assert 0 < outcome.game_error < 0.1


def test_advice_can_be_refined(advice: Advice) -> None:
    solver = solve(*CLOSE_GAME)
    more = solver.advise(samples=900, after=advice)
    assert more.samples == 1500
    assert more.gain_error < advice.gain_error
    assert abs(more.gain - advice.gain) < 4 * advice.gain_error


def test_who_is_certain_should_declare() -> None:
    solver = solve(*game(8, 10, 5, 9, 22, 1, 4, 17, 2, 11, 21, 3, 12, 16, 6, 23, 18, 7, 19, 20))
    assert solver.solved
    found = solver.advise(samples=3000)
    assert found.probability == 1
    assert found.declare.point == 1
    assert found.better == "declare"


def test_the_command_gives_advice_as_text_and_as_data() -> None:
    log = "\n".join(CLOSE_GAME) + "\n"
    arguments = ["analyze", "-", "--advise", "--seconds", "0.1"]
    printed = json.loads(CliRunner().invoke(main, [*arguments, "--json"], input=log).stdout)
    found = printed["advice"]
    assert (found["samples"], printed["second_opinion"]["policy"]) == (0, None)
    assert printed["second_opinion"]["samples"] >= 100
    best = solve(*CLOSE_GAME).codes[0]
    assert (found["code"], found["probability"]) == (best.numbers, pytest.approx(best.probability))
    assert list(found["wait"]) == ["point", "point_error", "game", "game_error"]
    text = CliRunner().invoke(main, arguments, input=log).stdout
    assert f"declare {best.numbers}" in text
    assert "Learnt from simulated games, not proved." in text
    assert "Another answer would raise" in text
    assert "Second opinion: the game played on" in text
    assert "games per choice" in text
