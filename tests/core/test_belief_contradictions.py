"""Logs that contradict themselves: the line is named, the game continues, and a redraw recovers."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
import reference
from strategies import chances, solve

from code777solver.solver import position_of

# ------------------------------------------------------------------------------------------------ contradictions

START = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")


def test_an_answer_that_leaves_no_rack_is_named_and_the_game_goes_on() -> None:
    solver = solve(*START, "Ann 1 0", "# the next one is false", "Ann 1 2", "Bob 8 5", "me 16 >")
    assert solver.contradictions == (6,)
    assert not solver.belief.possible
    assert len(solver.candidates) == 0
    assert solver.codes == []
    assert solver.belief.chances.sum() == 0
    assert not solver.solved
    assert solver.questions == []


@pytest.mark.parametrize("reshuffle", [(), ("reshuffle",)], ids=["", "after a reshuffle"])
def test_a_redraw_recovers_from_a_contradiction(reshuffle: tuple[str, ...]) -> None:
    """Nothing of the old rack's answers is believed, but the tiles in sight still are."""
    lines = [*START, "Ann 1 0", "Ann 1 2", *reshuffle]
    for own in ("declare me 123 wrong saw K3 N4 R5", "declare me 123 wrong"):
        solver = solve(*lines, own, "rack me ?")
        assert solver.contradictions == (5,), own
        assert solver.belief.possible
        plain = solve(*START, *reshuffle, own, "rack me ?")
        np.testing.assert_allclose(solver.belief.chances, plain.belief.chances, rtol=1e-12)
        solver.tell("Bob 8 5")
        assert solver.contradictions == (5,)
        solver.tell("Ann 1 0\nAnn 1 2")
        assert solver.contradictions == (5, 10 + len(reshuffle))


@pytest.mark.parametrize("first", [True, False], ids=["contradicted, reshuffled", "reshuffled, contradicted"])
def test_the_doubted_old_rack_still_lacks_the_tiles_that_were_out_when_it_was_dealt(first: bool) -> None:
    start = ["players Ann me", "rack Ann K5 P7 G1", "declare Ann 157 right", "rack Ann Y2 Y2 K3"]
    false = ["Ann 1 0", "Ann 1 1"]
    own = ["declare me 123 wrong", "rack me ?"]
    solver = solve(*start, *(false if first else []), "reshuffle", *([] if first else false), *own)
    plain = solve(*start, "reshuffle", *own)
    assert len(solver.contradictions) == 1
    np.testing.assert_allclose(solver.belief.chances, plain.belief.chances, rtol=1e-12)


def test_undo_takes_a_contradiction_back() -> None:
    solver = solve(*START, "Ann 1 0", "Ann 1 2")
    solver.undo()
    assert solver.contradictions == ()
    assert solver.belief.possible


def test_finding_on_my_rack_what_was_excluded_is_a_contradiction() -> None:
    solver = solve(*START, "Ann 1 0", "declare me 777 right saw B7 B7 Y7", "rack me ?")
    assert solver.contradictions == (5,)
    assert solver.belief.possible
    assert not any(rack.count("B7") > 1 for rack in chances(solver.belief))


def _certain_game() -> tuple[list[str], str]:
    """A stronghold game in which only one code of mine is left."""
    for seed in range(100):
        lines, _ = reference.random_game(random.Random(seed), "stronghold", 4, 16, declare_prob=0)
        codes = solve(*lines).codes
        if len(codes) == 1:
            return lines, codes[0].numbers
    raise AssertionError("no such game")


def test_the_only_code_declared_wrong_is_a_contradiction() -> None:
    """Some answer was false, and it was about this rack: the slow twin has nothing left."""
    lines, code = _certain_game()
    lines.append(f"declare me {code} wrong")
    assert reference.beliefs(lines)[-1] == {}
    solver = solve(*lines)
    assert solver.contradictions == (len(lines),)
    solver.tell("rack me ?")
    assert solver.belief.possible


def test_an_excluded_code_declared_right_is_a_contradiction() -> None:
    lines, code = _certain_game()
    other = "345" if code != "345" else "245"
    lines.append(f"declare me {other} right")
    assert reference.beliefs(lines)[-1] == {}
    assert solve(*lines).contradictions == (len(lines),)


def test_a_redraw_recovers_when_an_older_unseen_rack_turns_out_impossible() -> None:
    """A false answer put the black 5 on my old rack, which went out unseen; then Ann draws it."""
    lines = [
        *(
            "edition stronghold",
            "players Ann Bob Cid me",
            "rack Ann Y2 R5 B7",
            "rack Bob G6 G6 R5",
            "rack Cid N4 P7 Y7",
        ),
        *("Ann 11 3", "declare me 123 wrong", "rack me ?", "declare Ann 257 right", "rack Ann K5 N4 B7"),
    ]
    solver = solve(*lines)
    assert all({"G1", "K5"} <= set(rack) for rack in chances(position_of(solver).beliefs[5]))  # type: ignore[arg-type]
    assert solver.contradictions == (10,)
    solver.tell("declare me 366 right saw K3 P6 P6\nrack me ?")
    assert solver.contradictions == (10,)
    assert solver.belief.possible


@pytest.mark.parametrize(
    "lines",
    [
        ("edition unique49", "players Ann me", "rack Ann Y2 K5 B7", "rack spare1 G1", "rack spare2 G2"),
        ("option advanced", "players Ann me", "rack Ann Y2 R5 B7"),
    ],
    ids=["unique49", "advanced"],
)
@pytest.mark.parametrize("guess", ["K5 K5 K5", "G1 G1 P6"])
def test_a_guess_that_no_rack_can_be_is_simply_wrong(lines: tuple[str, ...], guess: str) -> None:
    """A player may name tiles that the deck does not have so often; nothing is learnt from that."""
    solver = solve(*lines, f"declare me {guess} wrong", "rack me ?")
    plain = solve(*lines, "declare me 111 wrong", "rack me ?")
    np.testing.assert_allclose(solver.belief.chances, plain.belief.chances, rtol=1e-12)


def test_an_answer_cannot_be_wrong_where_the_card_has_no_other() -> None:
    belief = solve("players Ann me", "rack Ann Y2 R5 B7").belief
    heard = belief.heard(8, (0,) * 7, 3, error=0.25, others=0)
    assert set(heard.likelihood.tolist()) <= {0.0, 1.0}


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        (("declare me 146 wrong", "rack me ?"), ""),
        (("declare me 146 right", "rack me ?"), "G1 N4 P6"),
        (("declare me 146 right", "rack me ?", "declare me 346 right", "rack me ?"), "G1 N4 P6 K3 N4"),
        (("declare me 146 right", "rack me ?", "reshuffle"), ""),
    ],
)
def test_tiles_that_every_unseen_rack_of_mine_had_are_out_of_play(lines: tuple[str, ...], gone: str) -> None:
    """Three colours were on the first rack, so the 6 beside the only 1 was pink; the second 6 may be either."""
    solver = solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 8 3", *lines)
    assert Counter(map(str, solver.out_of_play.elements())) == Counter(["Y2", "K5", "B7", *gone.split()])
