"""Turns at the table: cards, answers and points."""

from __future__ import annotations

import random

import pytest
from strategies import play
from table_logs import CLASSIC, CODE77, STRONGHOLD, UNIQUE, numbers, said, some_rack, warned

from code777solver.results import Table
from code777solver.table.events import Answer, Declare, Fill, Penalty, Reshuffle

# ---------------------------------------------------------------------------------------------- cards and turns


def answer_all(table: Table, cards: list[int]) -> Table:
    """Players in turn answer these cards, always with the card's first symbol (truth does not matter here)."""
    for card in cards:
        player = table.next_player or ""
        symbol = table.edition.card(card).meaning.symbols(3)[0]
        table = table.do(Answer(player, card, symbol)).after
    return table


def test_a_card_seen_this_round_cannot_come_again_before_the_deck_is_complete() -> None:
    table = play(*CLASSIC)
    assert table.cards_to_come == tuple(range(1, 24))
    table = answer_all(table, [16, 5, 7])
    assert table.round == (16, 5, 7)
    assert table.cards_to_come == tuple(n for n in range(1, 24) if n not in (16, 5, 7))
    step = table.do(Answer("Ann", 5, "0"))
    assert "card 5 has already been answered and should not be in the deck" in said(step)


def test_when_the_cards_have_run_out_they_are_reshuffled() -> None:
    order = random.Random(1).sample(range(1, 24), 23)
    table = answer_all(play(*CLASSIC), order)
    assert table.cards_to_come == tuple(range(1, 24))
    step = table.do(Answer(table.next_player or "", 7, "0"))
    assert not any("card 7" in warning for warning in said(step))
    assert step.after.round == (7,)
    assert step.after.cards_to_come == tuple(n for n in range(1, 24) if n != 7)


def test_in_code77_the_second_round_repeats_the_order_of_the_first() -> None:
    order = random.Random(77).sample(range(1, 24), 23)
    table = play(*CODE77)
    for place, card in enumerate(order):
        assert card in table.cards_to_come
        assert len(table.cards_to_come) == 23 - place
        table = answer_all(table, [card])
    for _ in range(2):
        for card in order:
            assert table.cards_to_come == (card,)
            step = table.do(Answer(table.next_player or "", card, table.edition.card(card).meaning.symbols(3)[0]))
            assert not any("card" in warning and "came" in warning for warning in said(step))
            table = step.after


def test_in_code77_a_card_out_of_order_makes_the_order_unknown() -> None:
    order = list(range(1, 24))
    table = answer_all(play(*CODE77), [*order, 1, 2])
    step = table.do(Answer(table.next_player or "", 9, "0"))
    assert "card 9 came, but the first round had card 3 here: the order is unknown from now on" in said(step)
    assert step.after.cards_to_come == tuple(n for n in order if n not in (1, 2, 9))
    rest = [n for n in order if n not in (1, 2, 9)]
    again = answer_all(step.after, rest)
    assert again.cards_to_come == (1,)  # the order of the second round is known now
    assert answer_all(again, [1, 2]).cards_to_come == (9,)


def test_players_draw_in_turn() -> None:
    table = play(*CLASSIC)
    assert table.next_player == "Ann"
    assert [(table := answer_all(table, [n])).next_player for n in (1, 2, 3)] == ["Bob", "me", "Ann"]
    assert warned(*CLASSIC, "Bob 8 5") == ["out of turn: it was Ann's turn to draw a card"]
    assert play(*CLASSIC, "Bob 8 5").next_player == "me"
    assert warned(*CLASSIC, "Bob 8 5", "me 8 7")[0] != "out of turn: it was Ann's turn to draw a card"


def test_nobody_draws_before_the_players_are_named() -> None:
    assert Table().next_player is None


def test_in_unique49_everyone_but_the_drawer_answers() -> None:
    table = play(*UNIQUE)
    assert table.next_player == "Ann"
    lines = [*UNIQUE, "Bob 8 5"]
    table = play(*lines)
    assert (table.asked, table.answered, table.players[table.turn]) == (8, ("Bob",), "Ann")
    assert warned(*lines) == []
    lines.append("me 8 6")
    assert not any("turn" in warning or "draw" in warning for warning in warned(*lines))
    table = play(*lines)
    assert (table.answered, table.next_player, table.round) == (("Bob", "me"), "Bob", (8,))
    lines += ["Ann 9 0"]
    assert warned(*lines) == []
    table = play(*lines)
    assert (table.asked, table.players[table.turn], table.round) == (9, "Bob", (8, 9))


def test_in_unique49_a_missing_answer_is_said() -> None:
    assert warned(*UNIQUE, "Bob 8 5", "Ann 9 0") == ["card 8: no answer from you"]


def test_in_unique49_an_answer_of_the_drawer_means_that_somebody_else_drew() -> None:
    assert warned(*UNIQUE, "Ann 8 5") == ["it was Ann's turn to draw this card, so the others should answer it"]
    assert play(*UNIQUE, "Ann 8 5").next_player == "me"


def test_in_unique49_a_player_declares_on_the_own_turn_only() -> None:
    lines = (*UNIQUE, "Bob 8 5", "me 8 6")
    own = "may declare only on their own turn, after the card"
    assert not any(own in warning for warning in warned(*lines, "declare Ann Y2 K5 B7 right"))
    assert f"Bob {own}" in warned(*lines, "declare Bob G6 Y6 R5 right")
    assert f"Ann {own}" in warned(*UNIQUE, "declare Ann Y2 K5 B7 right")
    assert not any(own in warning for warning in warned(*CLASSIC, "declare Bob 566 right"))


def test_where_tiles_must_be_named_numbers_alone_are_odd() -> None:
    assert "edition 'unique49' requires the colours too" in warned(*UNIQUE, "declare Ann 257 right")
    assert "edition 'classic' requires the colours too" in warned("option advanced", *CLASSIC, "declare Ann 257 right")
    assert warned(*CLASSIC, "declare Ann 257 right") == []


def test_my_wrong_answer_is_said() -> None:
    assert warned(*CLASSIC, "Ann 8 4", "Bob 8 4", "me 1 1")[-1] == (
        "card 1: the right answer for the racks in sight is 0, not 1"
    )
    lines = (*CLASSIC[:1], "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 8 4", "Bob 9 0")
    assert warned(*lines, "me 1 0") == []


def test_the_answers_of_others_are_not_judged_by_one_who_cannot_see_what_they_see() -> None:
    assert warned(*CLASSIC, "Ann 1 2") == []
    opened = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack me K3 N4 R5")
    assert warned(*opened, "Ann 1 2") == []
    assert warned(*opened, "Ann 1 2", viewer="Ann") == ["card 1: the right answer for the racks in sight is 0, not 2"]
    assert warned(*opened, "Ann 1 2", viewer=None) == ["card 1: the right answer for the racks in sight is 0, not 2"]
    assert warned(*opened, "Ann 1 0", viewer=None) == []


# -------------------------------------------------------------------------------------------------- points


def score(table: Table, name: str) -> Table:
    """``name`` declares right and draws again; tiles come back at once, so that the pile lasts."""
    table = table.do(Declare(name, numbers(table, name), True, table.racks[name].tiles)).after
    table = table.do(Reshuffle()).after
    return table.do(Fill(name, some_rack(table))).after


def test_three_points_win() -> None:
    table = play(*CLASSIC)
    for points in (1, 2):
        table = score(table, "Ann")
        assert (table.scores, table.winner) == ({"Ann": points, "Bob": 0, "me": 0}, None)
    table = score(table, "Ann")
    assert (table.winner, table.goal) == ("Ann", 3)
    assert "the game is over: Ann has won" in said(table.do(Answer("Ann", 8, "4")))
    later = table.do(Answer("Ann", 8, "4")).after
    assert "the game is over: Ann has won" in said(later.do(Declare("Bob", numbers(later, "Bob"), True)))


def test_a_penalty_below_the_goal_takes_the_victory_back() -> None:
    """The winner stayed the winner, and the game was over."""
    table = play(*CLASSIC)
    for _ in range(3):
        table = score(table, "Ann")
    assert table.do(Penalty("Bob")).after.winner == "Ann"
    table = table.do(Penalty("Ann")).after
    assert (table.scores["Ann"], table.winner) == (2, None)
    assert not any("the game is over" in text for text in said(table.do(Answer("Ann", 8, "4"))))
    assert score(table, "Ann").winner == "Ann"


def test_a_wrong_declaration_scores_nothing_and_costs_the_rack() -> None:
    table = play(*CLASSIC, "declare Ann 123 wrong")
    assert table.scores == {"Ann": 0, "Bob": 0, "me": 0}
    assert table.waiting == ("Ann",)


def test_in_classic_two_who_reach_the_goal_together_play_for_one_more() -> None:
    table = play(*CLASSIC)
    for name in ("Ann", "Ann", "Bob", "Bob", "Ann"):
        table = score(table, name)
    assert table.winner == "Ann"
    table = score(table, "Bob")
    assert (table.winner, table.goal) == (None, 4)
    table = score(table, "Ann")
    assert (table.winner, table.goal) == ("Ann", 4)
    table = score(table, "Bob")
    assert (table.winner, table.goal) == (None, 5)
    table = table.do(Answer("Ann", 8, "4")).after
    assert score(table, "Bob").winner == "Bob"


def test_two_draw_level_whichever_is_written_first_the_second_declaration_or_the_new_tiles() -> None:
    """A log does not say who spoke when: what is declared before the next card counts as said at the same time."""
    table = play(*CLASSIC)
    for name in ("Ann", "Ann", "Bob", "Bob"):
        table = score(table, name)
    ann, bob = (Declare(name, numbers(table, name), True, table.racks[name].tiles) for name in ("Ann", "Bob"))
    together = table.do(ann).after.do(bob)
    assert not together.warnings
    assert (together.after.winner, together.after.goal) == (None, 4)
    between = table.do(ann).after.do(Reshuffle()).after
    apart = between.do(Fill("Ann", some_rack(between))).after.do(bob)
    assert not apart.warnings
    assert (apart.after.winner, apart.after.goal) == (None, 4)


def test_after_the_next_card_nobody_draws_level_any_more() -> None:
    table = play(*CLASSIC)
    for name in ("Ann", "Ann", "Bob", "Bob", "Ann"):
        table = score(table, name)
    table = table.do(Answer("Ann", 8, "4")).after
    table = score(table, "Bob")
    assert (table.winner, table.goal) == ("Ann", 3)


def test_one_who_scores_twice_has_not_drawn_level_with_anybody() -> None:
    table = play(*CLASSIC)
    for _ in range(4):
        table = score(table, "Ann")
    assert (table.winner, table.goal) == ("Ann", 3)


@pytest.mark.parametrize("name", ["stronghold", "code77"])
def test_elsewhere_the_first_to_reach_the_goal_wins(name: str) -> None:
    table = play(f"edition {name}", *STRONGHOLD[1:])
    for player in ("Ann", "Ann", "Bob", "Bob", "Ann", "Bob"):
        table = score(table, player)
    assert (table.winner, table.goal) == ("Ann", 3)


def test_in_unique49_the_first_correct_guess_wins() -> None:
    assert play(*UNIQUE, "declare Ann Y2 K5 B7 right").winner == "Ann"


def test_the_penalty_for_a_false_answer() -> None:
    table = play(*CLASSIC, "penalty Bob")
    assert table.scores == {"Ann": 0, "Bob": -1, "me": 0}
    assert warned(*CLASSIC, "penalty Bob") == []
    assert warned(*STRONGHOLD, "penalty Bob") == ["edition 'stronghold' has no penalty for a false answer"]
    assert play(*STRONGHOLD, "penalty Bob").scores["Bob"] == 0
    assert play("option false_answer_penalty 2", *CLASSIC, "penalty Bob").scores["Bob"] == -2
