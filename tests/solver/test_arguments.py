"""Arguments that a programmer gets wrong: one line that names the argument, and an error of the kind that one catches."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from code777solver import (
    Batch,
    Code777Error,
    Solver,
    compare,
    load_edition,
    make_puzzle,
    read_log,
    review_game,
    simulate,
)
from code777solver.errors import ArgumentError, BeliefError
from code777solver.play.results import Results
from code777solver.solver import position_of

TABLE = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")


def solver() -> Solver:
    return Solver.from_log("\n".join(TABLE))


def played() -> Results:
    return simulate("classic", "certain", players=3, games=5, pruning=True)


def test_players_as_text() -> None:
    """Each letter was a player."""
    assert Solver("classic", "Ann Bob me").table.players == ("Ann", "Bob", "me")
    assert Solver("classic", "Ann, Bob, me").table.players == ("Ann", "Bob", "me")


def test_tiles_one_by_one_as_results_give_them() -> None:
    """`'list' object has no attribute 'casefold'`."""
    texts, lists = solver(), Solver("classic", ["Ann", "Bob", "me"])
    lists.rack("Ann", ["Y2", "K5", "B7"])
    lists.rack("Bob", texts.table.racks["Bob"].tiles)
    assert lists.candidates.probabilities.tolist() == texts.candidates.probabilities.tolist()
    lists.declare("Ann", ("B7", "Y2", "K5"), right=True)
    texts.declare("Ann", "Y2 K5 B7", right=True)
    assert str(lists.log.lines[-1].text) == texts.log.lines[-1].text


@pytest.mark.parametrize("card", [np.int64(5), True])
def test_a_card_is_logged_as_its_number(card: Any) -> None:
    """`Ann 5.0 1` and `Ann True 1` were logged, which nothing could read again."""
    found = solver()
    found.answer("Ann", card, 1)
    assert found.log.lines[-1].text == f"Ann {int(card)} 1"
    assert Solver.from_log(str(found.log)).codes == found.codes


WRONG: dict[str, tuple[Any, str]] = {
    "edition": (lambda s: Solver(None, ["Ann", "me"]), "`edition` is None, not text (like 'classic')"),
    "player": (lambda s: Solver("classic", [1, "me"]), "`players[0]` is 1, not text (like 'Ann')"),
    "bytes": (lambda s: Solver.from_log(b"players Ann me"), "`lines` is b'players Ann me', not text (like 'Ann 16 <')"),
    "no line": (lambda s: s.tell(None), "`lines` is None, not text (like 'Ann 16 <')"),
    "supposed": (lambda s: s.what_if(None), "`lines` is None, not text (like 'Ann 16 <')"),
    "tiles": (lambda s: s.rack("Ann", 5), "`tiles` is 5, not text (like 'Y2 K5 B7')"),
    "code": (lambda s: s.declare("Ann", 566, right=True), "`code` is 566, not text (like '257')"),
    "right": (lambda s: s.declare("Ann", "566", right="wrong"), "`right` must be True or False, not 'wrong'"),
    "card as text": (lambda s: s.answer("Ann", "16", ">"), "card '16': not a whole number (like 16)"),
    "half a card": (lambda s: s.answer("Ann", 5.5, 1), "card 5.5: not a whole number (like 16)"),
    "asked card": (lambda s: s.question("Ann", None), "card None: not a whole number (like 16)"),
    "claim": (lambda s: s.why(None), "`claim` is None, not text (like 'no 6')"),
    "edition by name": (lambda s: load_edition(5), "`edition` is 5, not text (like 'classic')"),
    "batch": (lambda s: Batch(None), "`edition` is None, not text (like 'classic')"),
    "log": (lambda s: read_log(None), "`lines` is None, not text (like 'Ann 16 <')"),
    "review": (lambda s: review_game("Ann 16 <"), "`log` is 'Ann 16 <', not a log: `read_log` makes one of a text"),
    "puzzle": (lambda s: make_puzzle("x"), "`seed` is 'x', not a whole number (like 7)"),
    "number of players": (
        lambda s: Solver("classic", 3),
        "`players` is 3, not a list of names (like 'Ann Bob me')",
    ),
    "card in Python": (
        lambda s: load_edition("classic").with_card("x"),
        "`card` is 'x', not a card: `Card.of` makes one",
    ),
    "phase": (lambda s: played().pruning("begin"), "no phase 'begin' (phases: early, middle, late)"),
    "table": (
        lambda s: played().table("by_seats"),
        "no table 'by_seats' (tables: by_strategy, by_seat, by_strategy_and_seat, length, pruning)",
    ),
    "no samples": (
        lambda s: s.further(samples=0),
        "`samples` is 0, not a whole number of at least 1 (like 4000)",
    ),
    "half a sample": (
        lambda s: s.advise(samples=0.5),
        "`samples` is 0.5, not a whole number of at least 1 (like 1000)",
    ),
    "seconds": (
        lambda s: s.advise(seconds=-1),
        "`seconds` is -1, not a number of seconds, 0 or more (like 2)",
    ),
    "endless seconds": (
        lambda s: s.advise(seconds=math.nan),
        "`seconds` is nan, not a number of seconds, 0 or more (like 2)",
    ),
    "seconds in the background": (
        lambda s: s.advise_in_background(seconds=-1),
        "`seconds` is -1, not a number of seconds, 0 or more (like 2)",
    ),
    "threads": (
        lambda s: simulate("classic", "certain", players=3, games=5, threads=0),
        "`threads` is 0, not a whole number of at least 1 (like 2)",
    ),
    "threads of a comparison": (
        lambda s: compare("classic", "certain", "slow:1", games=5, threads=0),
        "`threads` is 0, not a whole number of at least 1 (like 2)",
    ),
    "level": (lambda s: s.hint("x"), "no hint level x: there are 1 (where to look) to 4 (the proof)"),
}


@pytest.mark.parametrize(("call", "text"), WRONG.values(), ids=WRONG)
def test_a_wrong_argument_is_named_in_one_line(call: Any, text: str) -> None:
    """These ended in an `AttributeError` about `casefold`; a card as text was `no card 16 (cards 1-23)`."""
    found = solver()
    with pytest.raises(ArgumentError, match=re.escape(text)) as caught:
        call(found)
    assert str(caught.value) == text
    assert isinstance(caught.value, Code777Error)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, TypeError)
    assert str(found.log) == str(solver().log)


def test_simulate_without_arguments_plays() -> None:
    """Its own defaults were an error: `certain for how many players?`."""
    found = simulate(games=5)
    assert (found.edition, found.strategies, found.games) == ("classic", ("certain",) * 4, 5)
    assert simulate(players=3, games=5).players == 3


def test_no_estimate_before_the_racks_are_known() -> None:
    """`further` ended in a `KeyError` with the name of a player."""
    with pytest.raises(BeliefError, match="nothing to estimate"):
        Solver("classic", "Ann Bob me").further()


def test_one_line_is_no_lines() -> None:
    assert repr(Solver.from_log("edition classic")) == "<Solver classic, 1 line>"
    assert repr(Solver()) == "<Solver classic, 0 lines>"
    assert repr(Batch("classic", known=1)) == "<Batch classic, 1 known rack>"
    assert repr(position_of(solver()).beliefs) == "<beliefs after 3 lines>"
    assert repr(position_of(Solver.from_log("# nothing")).beliefs) == "<beliefs after 1 line>"
