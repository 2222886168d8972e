"""Where a late line belongs: the place found is one where nothing is odd, and no line is sent away without need."""

from __future__ import annotations

import random

import pytest
from logs import DEAL, FOUR
from reference import random_game

from code777solver.table.late_lines import right_place
from code777solver.table.notation import Log, read_log


def log_of(*lines: str) -> Log:
    return read_log("\n".join(lines))


def odd(lines: list[str]) -> int:
    return len(list(log_of(*lines).warnings))


def test_a_forgotten_answer_goes_between_its_neighbours() -> None:
    lines = [*DEAL, "Ann 16 <", "Bob 5 0", "Cid 18 >", "Ann 1 1"]
    assert right_place(log_of(*lines).lines, "me 10 2") == 8
    lines.insert(7, "me 10 2")
    assert odd(lines) == 0


def test_an_option_goes_before_the_players_however_long_the_game_is() -> None:
    lines = [*DEAL, *["Ann 16 <", "Bob 5 0", "me 10 2", "Cid 18 >"] * 30]
    assert right_place(log_of(*lines).lines, "option reshuffle_at 4") == 2


def test_a_playerless_rack_that_was_replaced_goes_before_the_next_answer() -> None:
    lines = [
        "edition stronghold",
        "players Ann Bob me",
        "rack Ann Y2 Y2 B7",
        "rack Bob G6 R5 R5",
        "rack spare1 N4 N4 Y7",
        "Ann 16 <",
        "declare Ann 227 right",
        "rack Ann K3 P6 B7",
        "Bob 5 1",
    ]
    assert right_place(log_of(*lines).lines, "rack spare1 K3 R5 P6") == 9


@pytest.mark.parametrize(
    ("lines", "late"),
    [
        ((*DEAL, "Ann 16 <", "Bob 5 0"), "Cid 18 >"),  # my answer may still come
        ((*DEAL, "Ann 16 <", "Bob 5 0", "me 10 2", "Cid 18 >"), "Ann 5 1"),  # card 5 came twice wherever it stands
        ((*DEAL, "Ann 16 <"), "rack Ann Y2 K5 B7"),
        ((*FOUR, "Ann 16 <"), "declare Zoe 123 right"),
        ((*DEAL, "Ann 16 <"), "# a comment"),
        ((), "Ann 16 <"),
        (("# nothing but this",), "Ann 16 <"),
    ],
)
def test_what_fits_nowhere_is_left_where_it_is(lines: tuple[str, ...], late: str) -> None:
    assert right_place(log_of(*lines).lines, late) is None


def test_of_places_that_are_as_good_the_last_is_taken() -> None:
    """A line that is refused at the end only because of what came after it."""
    lines = [*DEAL, "Ann 16 <", "Bob 5 0", "declare Bob 666 wrong", "rack Bob K3 P6 B7"]
    assert right_place(log_of(*lines).lines, "swap Bob G6 Y7") == 8


@pytest.mark.parametrize("edition", ["classic", "stronghold", "unique49"])
def test_an_answer_taken_out_of_a_game_is_put_back_where_nothing_is_odd(edition: str) -> None:
    """Not always at the same line, for a declaration has no turn, but always so that no line is odd."""
    rng, tried = random.Random(16), 0
    for _ in range(6):
        lines, _ = random_game(rng, edition, 3, 25, swap_prob=0.0)
        if odd(lines):
            continue
        answers = [i for i, line in enumerate(lines) if line.split()[0] in ("Ann", "Bob", "me", "P0", "P1", "P2")]
        for i in rng.sample(answers[:-1], min(4, len(answers) - 1)):
            rest = lines[:i] + lines[i + 1 :]
            try:
                before, late = odd(rest), odd([*rest, lines[i]])
            except ValueError:
                continue
            if late <= before:
                continue
            place = right_place(log_of(*rest).lines, lines[i])
            assert place is not None, (lines[i], rest)
            assert odd([*rest[: place - 1], lines[i], *rest[place - 1 :]]) == 0
            tried += 1
    assert tried > 3
